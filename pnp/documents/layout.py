"""The layout of a book: its chapters with where they open, and the places where their blocks end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pnp.documents.story import Data
from pnp.documents.typography import Typography

# What is higher than this share of the text does not stay whole (`whole` in book.typ), so that no column with
# more room stays empty before it.
_WHOLE = 0.62


class Place(NamedTuple):
    """A place on a page, in millimetres from its upper left; pages count from 1."""

    page: int
    x: float
    y: float


class Column(NamedTuple):
    """A column of text: its page, and its number on the page."""

    page: int
    side: int


class Layout(NamedTuple):
    """The chapters of a book with where they open, and the scales of its text and its figures."""

    chapters: tuple[Data, ...]
    text: float = 1.0
    figures: float = 1.0


# The places where the opening of each chapter ends, each of its blocks, and all of it.
Places: TypeAlias = Sequence[Sequence[Place]]


class Draft(NamedTuple):
    """The places of a layout, and on some pages the height of a room for a strip, in millimetres."""

    places: Places
    rooms: Mapping[int, float]


# Typesets a layout and finds its places.
Ends: TypeAlias = Callable[[Layout], Places]


def pages_of(places: Places) -> list[int]:
    """The pages of all places."""
    return [place.page for found in places for place in found]


def runs(chapters: Sequence[Data]) -> Iterator[tuple[int, int]]:
    """The first chapter and the end of all chapters that follow each other on a page."""
    starts = [at for at, chapter in enumerate(chapters) if at == 0 or chapter["opens"] == "page"]
    return zip(starts, [*starts[1:], len(chapters)], strict=True)


def column_of(place: Place, design: Typography, columns: int) -> Column:
    """The column that has the place."""
    return Column(place.page, int(columns > 1 and place.x > design.width / 2))


def columns_of(places: Places, design: Typography, columns: int) -> Iterator[Column]:
    """The columns of a run, from that where its opening ends to that of its last block."""
    last = column_of(places[-1][-1], design, columns)
    for page in range(places[0][0].page, last.page + 1):
        for side in range(columns):
            if (page, side) <= last:
                yield Column(page, side)


def column_end(places: Places, column: Column, design: Typography, columns: int) -> float:
    """The lowest end of a block in a column of a run.

    A column without ends is full of a block that goes on, or empty from its start or the opening on.
    """
    ends = [
        place.y
        for found in places
        for place in found
        if column_of(place, design, columns) == column
    ]
    if ends:
        return max(ends)
    start, foot = places[0][0], design.margin.top + design.text_height
    top = start.y if start.page == column.page else design.margin.top
    goes_on = column < column_of(places[-1][-1], design, columns)
    return foot if goes_on and foot - top > _WHOLE * design.text_height else top


def column_ends(places: Places, page: int, design: Typography, columns: int) -> tuple[float, ...]:
    """The lowest ends of blocks in all columns of a page."""
    sides = range(columns)
    return tuple(column_end(places, Column(page, side), design, columns) for side in sides)


def full(y: float, design: Typography) -> float:
    """The share of a column that is full if it ends there."""
    return (y - design.margin.top) / design.text_height
