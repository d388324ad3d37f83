"""Sharing: in a kit, a section lies where the last sheet of another has room, if that saves a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.imposition import divided, shared_sheet
from pnp.kinds.sections import Section
from pnp.scene import Page


class _Group(NamedTuple):
    """Sections that share the last sheet of the first of them, and the pages of that sheet."""

    sections: tuple[Section, ...]
    pages: tuple[Page, ...] = ()


def sharing(sections: Sequence[Section], theme: Theme) -> list[Section]:
    """The sections on fewer sheets: those that share a sheet of the same stock follow each other.

    A section of which only a part lies on another's sheet becomes two with the same key.
    """
    groups: list[_Group] = []
    for section in sections:
        if rest := _left(groups, section, theme):
            groups.append(_Group((rest,)))
    return [section for group in groups for section in _shared(group)]


def _left(groups: list[_Group], section: Section, theme: Theme) -> Section | None:
    """What is left of a section for sheets of its own, after the groups have taken what they can."""
    for at, group in enumerate(groups):
        together = (*group.sections, section)
        if pages := _pages(together, theme):
            groups[at] = _Group(together, pages)
            return None
    for at, group in enumerate(groups):
        if parts := _divided(group.sections, section, theme):
            first, rest = parts
            groups[at] = _Group((*group.sections, first), first.pages)
            return rest
    return section


def _divided(
    others: Sequence[Section], section: Section, theme: Theme
) -> tuple[Section, Section] | None:
    """A section in two: on the pages of the sheet of the others, and the rest; None if that saves no sheet."""
    together = (*others, section)
    parts = divided([each.sheets[0] for each in together], theme) if _alike(together) else None
    if parts is None:
        return None
    first, rest = (
        replace(
            _with_pages(section, sheets.pages),
            sheets=(sheets,),
            pieces=sum(copies for _, copies in sheets.job.pieces),
        )
        for sheets in parts
    )
    return first, rest


def _pages(together: Sequence[Section], theme: Theme) -> tuple[Page, ...]:
    """The pages of the shared sheet; none if the sections cannot share one."""
    if not _alike(together):
        return ()
    return shared_sheet([section.sheets[0] for section in together], theme)


def _alike(together: Sequence[Section]) -> bool:
    """Whether all sections are of one job, and on the same stock."""
    return len({section.stock for section in together}) == 1 and all(
        len(section.sheets) == 1 for section in together
    )


def _shared(group: _Group) -> Iterator[Section]:
    first, *others = group.sections
    if not others:
        yield first
        return
    own = first.pages[: -2 if first.backed else -1]
    yield _with_pages(first, (*own, *group.pages))
    for section in others:
        yield replace(_with_pages(section, group.pages), shares=True)


def _with_pages(section: Section, pages: tuple[Page, ...]) -> Section:
    return replace(section, document=replace(section.document, pages=pages))
