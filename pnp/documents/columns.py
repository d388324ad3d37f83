"""Columns without holes: figures become a little smaller if the next block then fits below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.documents.layout import (
    Column,
    Ends,
    Layout,
    Place,
    Places,
    column_end,
    column_of,
    columns_of,
    full,
    runs,
)
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# The share of a column that may stay empty below its blocks.
_HOLE = 0.14
# The least scale of figures: names of cells still have 6.5 pt. Scales in the order of trials.
LEAST = 0.78
_SCALES = (0.93, 0.86, LEAST)


class At(NamedTuple):
    """The number of a chapter in its run, and of a block in the chapter."""

    chapter: int
    block: int


def filled_columns(layout: Layout, design: Typography, ends: Ends) -> Layout:
    """The layout with smaller figures where a column would end early before a block that stays whole."""
    chapters: list[Data] = []
    for start, end in runs(layout.chapters):
        run = layout._replace(chapters=layout.chapters[start:end])
        chapters += run.chapters if run.chapters[0]["last"] else _filled(run, design, ends)
    return layout._replace(chapters=tuple(chapters))


def _filled(run: Layout, design: Typography, ends: Ends) -> tuple[Data, ...]:
    """Chapters that follow each other, with no hole in a column before the last one if it can be helped."""
    columns = run.chapters[0]["columns"]
    places = ends(run)
    filled: list[Column] = []
    while left := [each for each in columns_of(places, design, columns) if each not in filled]:
        filled.append(left[0])
        if left[1:]:
            run, places = _filled_column(run, places, left[0], design, ends)
    return run.chapters


def _filled_column(
    run: Layout, places: Places, column: Column, design: Typography, ends: Ends
) -> tuple[Layout, Places]:
    """The run with the next block at the foot of a column, if there is a hole that it nearly fits."""
    columns = run.chapters[0]["columns"]

    def column_at(places: Places, at: At) -> Column:
        return column_of(_end(places, at), design, columns)

    blocks = [*_blocks(run)]
    following = next(
        (at for at in blocks if column_at(places, at) > column and not leads(run, at)), None
    )
    hole = 1 - full(column_end(places, column, design, columns), design)
    if hole < _HOLE or following is None:
        return run, places
    those = [at for at in blocks if column_at(places, at) == column] + [following]
    for scale in _SCALES:
        tried = scaled(run, those, scale)
        if run.figures * scale < LEAST or tried == run:
            break
        found = ends(tried)
        if column_at(found, following) <= column:
            return tried, found
    return run, places


def leads(run: Layout, at: At) -> bool:
    """Whether a block stays with the next one, as a heading does."""
    block = run.chapters[at.chapter]["blocks"][at.block]
    return block["kind"] == "heading" or bool(block.get("sticky", False))


def _blocks(run: Layout) -> Iterator[At]:
    for number, chapter in enumerate(run.chapters):
        for block in range(len(chapter["blocks"])):
            yield At(number, block)


def _end(places: Places, at: At) -> Place:
    """The place where a block ends, after that of the chapter's opening."""
    return places[at.chapter][at.block + 1]


def scaled(run: Layout, those: Sequence[At], scale: float) -> Layout:
    """The run with the figures of these blocks at a scale."""
    chapters = list(run.chapters)
    for number, at in those:
        chapter = chapters[number]
        blocks = [*chapter["blocks"]]
        blocks[at] = _with_scale(blocks[at], scale)
        chapters[number] = {**chapter, "blocks": blocks}
    return run._replace(chapters=tuple(chapters))


def _with_scale(block: Data, scale: float) -> Data:
    """A block whose figures, and those of all blocks in it, have a scale."""

    def scaled(key: str, value: object) -> object:
        if key == "scale":
            return scale
        if isinstance(value, list):
            return [scaled("", each) for each in value]
        return _with_scale(value, scale) if isinstance(value, dict) else value

    return {key: scaled(key, value) for key, value in block.items()}
