"""Sharing: in a kit, a section that needs less than a sheet lies where another has room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.imposition import shared_sheet
from pnp.project.sections import Section
from pnp.scene import Page


class _Group(NamedTuple):
    """Sections that share the last sheet of the first of them, and the pages of that sheet."""

    sections: tuple[Section, ...]
    pages: tuple[Page, ...] = ()


def sharing(sections: Sequence[Section], theme: Theme) -> list[Section]:
    """The sections on fewer sheets: those that share a sheet of the same stock follow each other."""
    groups: list[_Group] = []
    for section in sections:
        for at, group in enumerate(groups):
            together = (*group.sections, section)
            if pages := _pages(together, theme):
                groups[at] = _Group(together, pages)
                break
        else:
            groups.append(_Group((section,)))
    return [section for group in groups for section in _shared(group)]


def _pages(together: Sequence[Section], theme: Theme) -> tuple[Page, ...]:
    """The pages of the shared sheet; none if the sections cannot share one."""
    if len({section.stock for section in together}) > 1:
        return ()
    if any(len(section.sheets) != 1 for section in together):
        return ()
    return shared_sheet([section.sheets[0] for section in together], theme)


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
