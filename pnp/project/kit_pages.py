"""The pages of a kit: sheets that sections share, one numbering, and fronts on odd pages of a kit with backs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Language
from pnp.imposition import Paper, shared
from pnp.kinds.sections import Section
from pnp.scene import Document, Layer, Page, Text
from pnp.scene.geometry import Point

# Millimetres: a note at the foot of a blank page, and its distance from the edge.
_NOTE_SIZE, _NOTE_RISE = 2.5, 8.0


def sharing(sections: Sequence[Section], theme: Theme) -> list[Section]:
    """The sections on fewer sheets: those that share a sheet of the same stock follow each other.

    A section of which only a part lies on another's sheet becomes two with the same key.
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
    return found


class Leaves(NamedTuple):
    """A section in a kit, and the number of each of its pages.

    `last` is the number of the last page before the next section; pages without a number of their
    own are blank backs.
    """

    section: Section
    numbers: tuple[int, ...]
    last: int

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
        """The pages with their numbers, and blank pages where the back of a sheet has to stay empty."""
        section, words, paper = self.section, self.section.words, self.section.paper
        made = {
            number: page.numbered(words("page-number", number=f"{number}"))
            for number, page in zip(self.numbers, section.pages, strict=True)
        }
        pages = tuple(
            made.get(number) or _blank(number, paper, words)
            for number in range(self.numbers[0], self.last + 1)
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


def leaves(sections: Sequence[Section], first: int, *, double: bool) -> tuple[Leaves, ...]:
    """The sections from that page of the kit on.

    In a `double` kit each front begins a leaf, an odd page, since the back of a sheet to cut may
    only have the backs of its own pieces.
    """
    made: list[Leaves] = []
    at = first
    for section in sections:
        if section.shares:
            host = made[-1]
            made.append(Leaves(section, host.numbers[-len(section.pages) :], host.last))
            continue
        numbers = []
        for back in section.backs:
            at += double and not back and at % 2 == 0
            numbers.append(at)
            at += 1
        at += double and at % 2 == 0
        made.append(Leaves(section, tuple(numbers), at - 1))
    return tuple(made)


def blank_pages(numbers: Sequence[int], paper: Paper, words: Language) -> Document:
    """The pages between the contents and the first sheet of a kit."""
    pages = tuple(_blank(number, paper, words) for number in numbers)
    return Document("", "", "", pages, words.tag, tagged=True)


def _blank(number: int, paper: Paper, words: Language) -> Page:
    """A page without a piece, such as the back of a sheet to cut, with a note in the margin."""
    at = Point(paper.width / 2, paper.height - _NOTE_RISE)
    said = words("page-blank", number=f"{number}")
    note = Text(said, at, _NOTE_SIZE, STANDARD.guide, anchor="middle")
    return Page(paper.width, paper.height, {Layer.GUIDE: (note,)})


def page_text(pages: Sequence[int], words: Language, others: Collection[int] = ()) -> str:
    """The numbers of pages in words; runs of them, or of the fronts of leaves, as first and last.

    A run passes over backs, but over none of the `others`.

    >>> from pnp.definition import english
    >>> page_text([3, 5, 7, 12], english())
    '3 to 7 and 12'
    >>> page_text([3, 5, 7, 12], english(), others=[6])
    '3 to 5, 7 and 12'
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
    return words("from-to", first=f"{run[0]}", last=f"{run[-1]}")
