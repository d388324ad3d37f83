"""The pages of a kit: sheets that sections share, in one numbering; those without backs come last."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pnp.basics.classes import NamedTuple
from pnp.basics.words import unbroken
from pnp.colour.theme import Theme
from pnp.definition import Language
from pnp.imposition import shared
from pnp.kinds.sections import Section
from pnp.scene import Document, Layer, Page


def sharing(sections: Sequence[Section], theme: Theme) -> list[Section]:
    """The sections on fewer sheets: those that share a sheet of the same stock follow each other.

    Those without backs come last, so that people print few stretches of pages on both sides. A section of which only a
    part lies on another's sheet becomes two with the same key.
    """
    # The jobs of pads have pages of their own, and nobody lays out boards.
    single = [each for each in sections if len(each.sheets) == 1]
    of_job = {each.sheets[0].job.name: each for each in single}
    stacks = [
        stack
        for stock in dict.fromkeys(each.stock for each in single)
        for stack in shared([each.sheets[0] for each in single if each.stock == stock], theme)
    ]
    found = []
    for section in sections:
        if section not in single:
            found.append(section)
        for stack in stacks:
            if of_job[stack[0].job.name] is section:
                found += [
                    replace(
                        of_job[sheets.job.name],
                        document=replace(of_job[sheets.job.name].document, pages=sheets.pages),
                        pieces=sum(copies for _, copies in sheets.job.pieces),
                        sheets=(sheets,),
                        shares=place > 0,
                    )
                    for place, sheets in enumerate(stack)
                ]
    return sorted(map(_without_bare_backs, found), key=lambda section: not section.backed)


def _without_bare_backs(section: Section) -> Section:
    """The section without backs on which nothing is printed."""
    pages: list[Page] = []
    for page, is_back in zip(section.pages, section.backs, strict=True):
        if is_back and not page.items(Layer.ART):
            pages[-1] = replace(pages[-1], front=False)
        else:
            pages.append(page)
    return replace(section, document=replace(section.document, pages=tuple(pages)))


class Leaves(NamedTuple):
    """A section in a kit, and the numbers of its pages."""

    section: Section
    numbers: range

    @property
    def fronts(self) -> tuple[int, ...]:
        """The numbers of pages that are no backs."""
        return tuple(
            number
            for number, back in zip(self.numbers, self.section.backs, strict=True)
            if not back
        )

    @property
    def backed(self) -> tuple[int, ...]:
        """The numbers of fronts with backs on the next page."""
        pages = zip(self.numbers, self.section.pages, strict=True)
        return tuple(number for number, page in pages if page.front)

    @property
    def document(self) -> Document:
        """The pages with their numbers."""
        section, words = self.section, self.section.words
        pages = tuple(
            page.numbered(words("page-number", number=f"{number}"))
            for number, page in zip(self.numbers, section.pages, strict=True)
        )
        return replace(section.document, pages=pages)

    def having(self, ids: Collection[str]) -> tuple[int, ...]:
        """The fronts with a piece of these ids."""
        contents = [shown for sheets in self.section.sheets for shown in sheets.contents]
        if len(contents) != len(self.fronts):
            return self.fronts
        return tuple(
            number
            for number, shown in zip(self.fronts, contents, strict=True)
            if not shown.isdisjoint(ids)
        )

    def of_pieces(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The fronts of each piece with sheets of its own."""
        start = 0
        for name, count in self.section.spans:
            yield name, self.fronts[start : start + count]
            start += count


def leaves(sections: Sequence[Section], first: int) -> tuple[Leaves, ...]:
    """The sections from that page of the kit on."""
    made: list[Leaves] = []
    for section in sections:
        if section.shares:
            made.append(Leaves(section, made[-1].numbers[-len(section.pages) :]))
        else:
            made.append(Leaves(section, range(first, first + len(section.pages))))
            first = made[-1].numbers.stop
    return tuple(made)


def page_text(pages: Sequence[int], words: Language, others: Collection[int] = ()) -> str:
    r"""The numbers of pages in words; runs of them, or of the fronts of leaves, as first and last.

    A run passes over backs, but over none of the `others`; it stays on one line.

    >>> from pnp.definition import english
    >>> page_text([3, 5, 7, 12], english())
    '3\xa0to\xa07 and 12'
    >>> page_text([3, 5, 7, 12], english(), others=[6])
    '3\xa0to\xa05, 7 and 12'
    """
    return words.listed([_run(run, words) for run in _runs(pages, others)])


def _runs(pages: Sequence[int], others: Collection[int]) -> Iterator[Sequence[int]]:
    start = 0
    for at in range(1, len(pages) + 1):
        if at == len(pages) or pages[at] - pages[at - 1] > 2 or pages[at] - 1 in others:
            yield pages[start:at]
            start = at


def _run(run: Sequence[int], words: Language) -> str:
    if len(run) == 1:
        return f"{run[0]}"
    return unbroken(words("from-to", first=f"{run[0]}", last=f"{run[-1]}"))
