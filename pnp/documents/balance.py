"""Columns of one height: a page that ends early has a foot, or a box, below both of its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pnp.documents.columns import LEAST, At, leads, scaled
from pnp.documents.layout import Ends, Layout, Places, column_ends, pages_of, runs
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# Millimetres: columns of a page whose heights differ by less are even; three lines would leave one alone.
_UNEVEN = 18.0
# Those that differ by more get a box across both of them, if there is one to take.
_FAR = 60.0
# Millimetres by which columns of one page are longer than half of its text, in the order of trials.
_LONGER = (3.0, 8.0, 14.0, 22.0, 32.0, 45.0, 65.0, 90.0)
# The scale of figures on a page that gets no box.
_SMALL = 0.86
# Millimetres: a box takes the height that it needs, and no less.
_LEAST_BOX = 1.0

# Fewer letters would leave the half of a box beside its figure empty.
_LETTERS = 100


def balanced(layout: Layout, design: Typography, ends: Ends) -> Layout:
    """The layout with columns of about one height on each page that ends before the next one."""
    if design.columns == 1:
        return layout
    chapters: list[Data] = []
    for start, end in runs(layout.chapters):
        run = layout._replace(chapters=layout.chapters[start:end])
        chapters += (
            run.chapters if run.chapters[0]["columns"] == 1 else _levelled(run, design, ends)
        )
    return layout._replace(chapters=tuple(chapters))


def _levelled(run: Layout, design: Typography, ends: Ends) -> tuple[Data, ...]:
    """Chapters that follow each other, with the least columns on each page that hold the same text."""
    places = ends(run)
    last = places[-1][-1].page
    for page in range(places[0][0].page, last + 1):
        before = run
        run, places = _levelled_page(run, places, page, design, ends)
        if page == last and _difference(places, page, design) > _FAR:
            boxed = _with_box(before, run, page, design, ends)
            run = boxed if boxed != run else _with_small_figures(run, places, page, design, ends)
    return run.chapters


def _difference(places: Places, page: int, design: Typography) -> float:
    left, right = column_ends(places, page, design, 2)
    return abs(left - right)


def _levelled_page(
    run: Layout, places: Places, page: int, design: Typography, ends: Ends
) -> tuple[Layout, Places]:
    """The run with shorter columns on a page, if the first of them is much longer than the second."""
    left, right = column_ends(places, page, design, 2)
    after = next(ends_on(places, page), None)
    if left - right < _UNEVEN or after is None:
        return run, places
    return _shortened(run, places, page, design, ends, partial(with_foot, run, after))


def _shortened(
    run: Layout,
    places: Places,
    page: int,
    design: Typography,
    ends: Ends,
    reserved: Callable[[float], Layout],
) -> tuple[Layout, Places]:
    """The first layout with enough *reserved* millimetres at the foot of a page for even columns."""
    middle = sum(column_ends(places, page, design, 2)) / 2
    end = design.margin.top + design.text_height
    for more in _LONGER:
        bottom = middle + more
        if bottom > end - _UNEVEN:
            break
        tried = reserved(end - bottom)
        found = ends(tried)
        lowest = max(column_ends(found, page, design, 2))
        if pages_of(found) == pages_of(places) and lowest < bottom + 1:
            return tried, found
    return run, places


def _with_box(before: Layout, best: Layout, page: int, design: Typography, ends: Ends) -> Layout:
    """The run with the box of the last page across both columns that makes their heights most alike."""
    least, blocks = _FAR, [*ends_on(ends(before), page)]
    for number, at in enumerate(blocks, 1):
        if not _is_box(before, at) or any(_is_heading(before, after) for after in blocks[number:]):
            continue
        reserved = partial(_with_across, before, at)
        plain = reserved(_LEAST_BOX)
        places = ends(plain)
        if places[-1][-1].page > page:
            continue
        tried, found = _shortened(plain, places, page, design, ends, reserved)
        difference = _difference(found, page, design)
        if tried != plain and difference < least:
            best, least = tried, difference
    return best


def _with_small_figures(
    run: Layout, places: Places, page: int, design: Typography, ends: Ends
) -> Layout:
    """The run with smaller figures on its last page, if the longer column then is less so."""
    tried = scaled(run, [*ends_on(places, page)], max(_SMALL, LEAST / run.figures))
    found = ends(tried)
    is_better = _difference(found, page, design) < _difference(places, page, design) - _UNEVEN
    return tried if is_better and pages_of(found) == pages_of(places) else run


def _is_box(run: Layout, at: At) -> bool:
    """Whether a block is a box with a figure and enough words, which follows no heading or lead-in."""
    block = run.chapters[at.chapter]["blocks"][at.block]
    if not block.get("note", False) or _letters(block["blocks"]) < _LETTERS:
        return False
    return at.block > 0 and not leads(run, At(at.chapter, at.block - 1))


def _is_heading(run: Layout, at: At) -> bool:
    """Whether a block is a heading: readers would meet a box of the section before it below its text."""
    return bool(run.chapters[at.chapter]["blocks"][at.block]["kind"] == "heading")


def _letters(blocks: Sequence[Data]) -> int:
    """How many letters all runs of the blocks have."""

    def count(value: object) -> int:
        if isinstance(value, dict):
            return sum(
                len(each) if key == "text" and isinstance(each, str) else count(each)
                for key, each in value.items()
            )
        return sum(map(count, value)) if isinstance(value, list) else 0

    return count([*blocks])


def ends_on(places: Places, page: int, *, first: int = 0) -> Iterator[At]:
    """The blocks that end on a page; the `first` one is the opening of a chapter if it is -1."""
    for chapter, found in enumerate(places):
        for block, place in enumerate(found[first + 1 : -1], first):
            if place.page == page:
                yield At(chapter, block)


def with_foot(
    run: Layout, after: At, height: float, strip: Data | None = None, *, in_column: bool = False
) -> Layout:
    """The run with a foot of that height where that block ends, of its page or of its column.

    A strip lies at the end of the foot.
    """
    chapter = run.chapters[after.chapter]
    others = [foot for foot in chapter["feet"] if foot["after"] != after.block]
    foot = {"after": after.block, "height": height, "strip": strip, "in_column": in_column}
    feet = [*others, foot]
    return with_chapter(run, after.chapter, {**chapter, "feet": feet})


def lies_across(run: Layout, at: At) -> bool:
    """Whether a block lies below both columns of its page."""
    blocks = run.chapters[at.chapter]["blocks"]
    return at.block >= 0 and blocks[at.block].get("across", 0.0) > 0


def _with_across(run: Layout, at: At, height: float) -> Layout:
    """The run with a box in a foot of that height, or as high as it is, below both columns."""
    return with_block(run, at, across=height)


def with_block(run: Layout, at: At, **changed: object) -> Layout:
    """The run with other values of a block."""
    chapter = run.chapters[at.chapter]
    blocks = [*chapter["blocks"]]
    blocks[at.block] = {**blocks[at.block], **changed}
    return with_chapter(run, at.chapter, {**chapter, "blocks": blocks})


def with_chapter(run: Layout, number: int, chapter: Data) -> Layout:
    """The run with another chapter of that number."""
    return run._replace(chapters=(*run.chapters[:number], chapter, *run.chapters[number + 1 :]))
