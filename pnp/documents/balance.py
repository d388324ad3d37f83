"""Columns of one height: a page that ends early has an empty foot below both of its columns."""

from __future__ import annotations

from pnp.documents.paging import Ends, Layout, Places, column_ends, runs
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# Millimetres: columns of a page whose heights differ by less are even.
_UNEVEN = 12.0
# Millimetres by which columns of one page are longer than half of its text, in the order of trials.
_LONGER = (3.0, 8.0, 14.0, 22.0, 32.0, 45.0, 65.0, 90.0)


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
    for page in range(places[0][0].page, places[-1][-1].page + 1):
        run, places = _levelled_page(run, places, page, design, ends)
    return run.chapters


def _levelled_page(
    run: Layout, places: Places, page: int, design: Typography, ends: Ends
) -> tuple[Layout, Places]:
    """The run with shorter columns on a page, if the first of them is much longer than the second."""
    left, right = column_ends(places, page, design, 2)
    after = _first_end(places, page)
    start = places[0][0]
    # A column without blocks ends where the columns begin; a block that goes on in the second column
    # has no end in the first.
    right = max(right, start.y if start.page == page else design.margin.top)
    if left - right < _UNEVEN or after is None:
        return run, places
    end = design.margin.top + design.text_height
    for more in _LONGER:
        bottom = (left + right) / 2 + more
        if bottom > end - _UNEVEN:
            break
        tried = _with_foot(run, after, end - bottom)
        found = ends(tried)
        lowest = max(column_ends(found, page, design, 2))
        if _pages(found) == _pages(places) and lowest < bottom + 1:
            return tried, found
    return run, places


def _first_end(places: Places, page: int) -> tuple[int, int] | None:
    """The chapter and the number of the first block that ends on a page."""
    ends = (
        (chapter, number)
        for chapter, found in enumerate(places)
        for number, place in enumerate(found[1:-1])
        if place.page == page
    )
    return next(ends, None)


def _with_foot(run: Layout, after: tuple[int, int], height: float) -> Layout:
    """The run with an empty foot on the page where that block ends."""
    number, block = after
    chapter = run.chapters[number]
    changed = {**chapter, "feet": [*chapter["feet"], {"after": block, "height": height}]}
    return run._replace(chapters=(*run.chapters[:number], changed, *run.chapters[number + 1 :]))


def _pages(places: Places) -> list[int]:
    return [place.page for found in places for place in found]
