"""The layout of a book, with moves to other layouts, and the draft that Typst makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from pnp.basics.classes import NamedTuple, frozen
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# What is higher than this share of the text does not stay whole (`whole` in book.typ), so that no column with
# more room stays empty before it.
_WHOLE = 0.62


class End(NamedTuple):
    """The place where a part of a chapter ends, in millimetres from the upper left of a page; pages count from 1."""

    page: int
    x: float
    y: float


class Column(NamedTuple):
    """A column of text: its page, and its number on the page."""

    page: int
    side: int


class At(NamedTuple):
    """The number of a chapter, and of a block in it; the opening of the chapter is before block 0."""

    chapter: int
    block: int


class BookLayout(NamedTuple):
    """The chapters of a book with where they open, and the scales of its text and its figures.

    A book with a cover may be without it, and one that is `covered` without its title at the head of the text.
    """

    chapters: tuple[Data, ...]
    text: float = 1.0
    figures: float = 1.0
    covered: bool = True
    titled: bool = True

    def block(self, at: At) -> Data:
        """The block there."""
        block: Data = self.chapters[at.chapter]["blocks"][at.block]
        return block

    def leads(self, at: At) -> bool:
        """Whether a block stays with the next one, as a heading does."""
        return self.block(at)["kind"] == "heading" or bool(self.block(at).get("sticky", False))

    def lies_across(self, at: At) -> bool:
        """Whether a block lies below both columns of its page."""
        return at.block >= 0 and bool(self.block(at).get("across", 0.0) > 0)

    def with_chapter(self, number: int, **changed: object) -> BookLayout:
        """The layout with other values of a chapter."""
        chapter = {**self.chapters[number], **changed}
        return self._replace(
            chapters=(*self.chapters[:number], chapter, *self.chapters[number + 1 :])
        )

    def with_block(self, at: At, **changed: object) -> BookLayout:
        """The layout with other values of a block."""
        blocks = [*self.chapters[at.chapter]["blocks"]]
        blocks[at.block] = {**blocks[at.block], **changed}
        return self.with_chapter(at.chapter, blocks=blocks)

    def with_across(self, at: At, height: float) -> BookLayout:
        """The layout with a box in a foot of that height, or as high as it is, below both columns."""
        return self.with_block(at, across=height)

    def with_figures(self, those: Sequence[At], scale: float) -> BookLayout:
        """The layout with the figures in these blocks at a scale."""
        layout = self
        for at in those:
            layout = layout.with_block(at, **_with_scale(self.block(at), scale))
        return layout

    def with_break(self, at: At) -> BookLayout:
        """The layout with a block that opens a page of one column."""
        return (
            self.with_block(at, breaks=True)
            if at.block
            else self.with_chapter(at.chapter, opens="page")
        )

    def with_foot(self, after: At, height: float) -> BookLayout:
        """The layout with a page that ends so much higher; a block ends there."""
        feet = [
            foot for foot in self.chapters[after.chapter]["feet"] if foot["after"] != after.block
        ]
        foot = {"after": after.block, "height": height}
        return self.with_chapter(after.chapter, feet=[*feet, foot])


def _with_scale(block: Data, scale: float) -> Data:
    """A block whose figures, and those of all blocks in it, have a scale."""

    def scaled(key: str, value: object) -> object:
        if key == "scale":
            return scale
        if isinstance(value, list) and key != "text":
            return [scaled("", each) for each in value]
        return _with_scale(value, scale) if isinstance(value, dict) else value

    return {key: scaled(key, value) for key, value in block.items()}


class Flow(NamedTuple):
    """Chapters that follow each other without a new page, from the `start` to before the `end`."""

    start: int
    end: int
    columns: int


@frozen
class Draft:
    """A layout as Typst sets it.

    `ends` has for each chapter the place where its opening ends, those where each block ends, and where all of it
    ends.
    """

    layout: BookLayout
    design: Typography
    ends: Sequence[Sequence[End]]

    @property
    def pages(self) -> int:
        """The number of the last page."""
        return self.ends[-1][-1].page

    @property
    def pages_of_last(self) -> int:
        """The pages from the end of the last chapter but one to that of the last."""
        return self.pages - (self.ends[-2][-1].page if self.ends[1:] else 0)

    @property
    def flows(self) -> list[Flow]:
        """All chapters, divided where one opens a page."""
        chapters = self.layout.chapters
        starts = [
            at
            for at, each in enumerate(chapters)
            if not at or each["opens"] == "page" or each["last"]
        ]
        both = zip(starts, [*starts[1:], len(chapters)], strict=True)
        return [Flow(start, end, chapters[start]["columns"]) for start, end in both]

    @property
    def text_flows(self) -> list[Flow]:
        """All flows but that of the last page to look at during play."""
        return [each for each in self.flows if not self.layout.chapters[each.start]["last"]]

    @property
    def parted(self) -> list[At]:
        """The headings of components that begin on one opening of a booklet and end on another."""
        blocks = [at for flow in self.text_flows for at in self.blocks_of(flow)]
        return [
            head
            for head, at in pairwise(blocks)
            if self.layout.block(at)["kind"] == "parts"
            and self.layout.block(head)["kind"] == "heading"
            and self.end(head).page // 2 < self.end(at).page // 2
        ]

    @cached_property
    def _ends_of_pages(self) -> dict[int, list[tuple[int, End]]]:
        """The places on each page, with their chapters."""
        found: dict[int, list[tuple[int, End]]] = {}
        for chapter, ends in enumerate(self.ends):
            for end in ends:
                found.setdefault(end.page, []).append((chapter, end))
        return found

    def end(self, at: At) -> End:
        """The place where a block ends."""
        return self.ends[at.chapter][at.block + 1]

    def full(self, y: float) -> float:
        """The share of a column that is full if it ends there."""
        return (y - self.design.margin.top) / self.design.text_height

    def column_of(self, end: End, columns: int) -> Column:
        """The column that has the place."""
        return Column(end.page, int(columns > 1 and end.x > self.design.width / 2))

    def blocks_of(self, flow: Flow) -> list[At]:
        """All blocks of a flow."""
        chapters = self.layout.chapters
        numbers = range(flow.start, flow.end)
        return [At(at, block) for at in numbers for block in range(len(chapters[at]["blocks"]))]

    def pages_of(self, flow: Flow) -> range:
        """The pages of a flow, from that where its opening ends."""
        return range(self.ends[flow.start][0].page, self.ends[flow.end - 1][-1].page + 1)

    def columns_of(self, flow: Flow) -> Iterator[Column]:
        """The columns of a flow, from the first of the page where its opening ends to that of its last block."""
        last = self.column_of(self.ends[flow.end - 1][-1], flow.columns)
        for page in self.pages_of(flow):
            for side in range(flow.columns):
                if (page, side) <= last:
                    yield Column(page, side)

    def low(self, flow: Flow, column: Column) -> float:
        """The lowest end of a block in a column of a flow.

        A column without ends is full of a block that goes on, or empty from its start or the opening on.
        """
        ends = [
            end.y
            for chapter, end in self._ends_of_pages.get(column.page, ())
            if flow.start <= chapter < flow.end and self.column_of(end, flow.columns) == column
        ]
        if ends:
            return max(ends)
        start = self.ends[flow.start][0]
        top = start.y if start.page == column.page else self.design.margin.top
        goes_on = column < self.column_of(self.ends[flow.end - 1][-1], flow.columns)
        foot = self.design.bottom
        return foot if goes_on and foot - top > _WHOLE * self.design.text_height else top

    def lows(self, flow: Flow, page: int) -> tuple[float, ...]:
        """The lowest ends of blocks in all columns of a page."""
        return tuple(self.low(flow, Column(page, side)) for side in range(flow.columns))

    def ends_on(self, flow: Flow, page: int) -> list[At]:
        """The blocks of a flow that end on a page."""
        return [at for at in self.blocks_of(flow) if self.end(at).page == page]
