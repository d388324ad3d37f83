"""Strips: pieces of the game below pages that end early and on the last one, and a pattern below columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain
from typing import NamedTuple

from pnp.documents.balance import ends_on, lies_across, with_block, with_chapter, with_foot
from pnp.documents.columns import At
from pnp.documents.layout import Draft, Layout, Places, column_ends, column_of, runs
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# The least room for a strip below a text, as a share of the height of a page's text.
_LEAST = 0.17
# Millimetres: between a text and the strip below it, and those that stay free, so that no text moves.
_GAP, _SLACK = 8.0, 1.0
# Millimetres by which a place in one column may differ from one draft to another.
_STILL = 0.5


class _Room(NamedTuple):
    """A room of so many millimetres for a strip, on the page where a block ends."""

    at: At
    height: float
    # Whether it lies in the column of the block, below its end, or across all columns.
    in_column: bool = False


def with_strips(
    layout: Layout,
    design: Typography,
    drafted: Callable[[Layout], Draft],
    drawn: Callable[[float, float, int | None], Data],
) -> Layout:
    """The layout with a strip in each room for one.

    `drawn` makes the picture of a width, a height and a number, or None in a column.
    """
    draft = drafted(layout)
    strips = []
    for number, room in enumerate(_rooms(layout, draft, design), 1):
        height = room.height - _GAP
        if room.in_column:
            strips.append((room, drawn(design.measure, height, None)))
        else:
            strips.append((room, drawn(design.text_width, height, number)))
    made = reduce(_with_strip, strips, layout)
    if not _is_still(drafted(made).places, draft.places):
        # One of them moves a block that goes on after its page; the others stay.
        made = layout
        for strip in strips:
            tried = _with_strip(made, strip)
            if _is_still(drafted(tried).places, draft.places):
                made = tried
    # That of the last page has the height that its words leave, and needs no draft.
    number, height = len(layout.chapters) - 1, draft.rooms.get(draft.places[-1][-1].page, 0.0)
    last = made.chapters[number]
    if not last["last"] or height == 0:
        return made
    return with_chapter(made, number, {**last, "strip": drawn(design.text_width, height, 0)})


def _with_strip(made: Layout, strip: tuple[_Room, Data]) -> Layout:
    room, picture = strip
    if lies_across(made, room.at):
        return with_block(made, room.at, strip=picture)
    return with_foot(made, room.at, room.height, picture, in_column=room.in_column)


def _is_still(places: Places, before: Places) -> bool:
    """Whether everything is in the column where it was; a strip moves the mark above it."""
    pairs = zip(chain(*places), chain(*before), strict=True)
    return all(one.page == other.page and abs(one.x - other.x) < _STILL for one, other in pairs)


def _rooms(layout: Layout, draft: Draft, design: Typography) -> Iterator[_Room]:
    """The rooms below the text of pages, or of columns that end far above the others of their page."""
    places, least = draft.places, _LEAST * design.text_height
    for start, end in runs(layout.chapters):
        if layout.chapters[start]["last"]:
            continue
        for page in range(places[start][0].page, places[end - 1][-1].page + 1):
            # A page without blocks has the end of an opening.
            blocks = [*ends_on(places, page)] or [*ends_on(places, page, first=-1)]
            blocks = [at for at in blocks if start <= at.chapter < end]
            across = next((at for at in blocks if lies_across(layout, at)), None)
            if across is not None:
                room = _Room(across, draft.rooms.get(page, 0.0))
            elif blocks:
                room = _Room(blocks[0], _free(layout, places[start:end], page, blocks, design))
            else:
                continue
            if room.height >= least:
                yield room
            elif across is None:
                in_columns = _below_columns(layout, places, blocks, design)
                yield from (room for room in in_columns if room.height >= least)


def _free(layout: Layout, run: Places, page: int, blocks: list[At], design: Typography) -> float:
    """The millimetres below the text of a page with these blocks."""
    chapter = layout.chapters[blocks[0].chapter]
    for foot in chapter["feet"]:
        # A higher foot would divide other paragraphs than this one, which makes columns even.
        if foot["after"] == blocks[0].block:
            return float(foot["height"])
    lowest = max(column_ends(run, page, design, chapter["columns"]))
    return design.margin.top + design.text_height - lowest - _SLACK


def _below_columns(
    layout: Layout, places: Places, blocks: list[At], design: Typography
) -> Iterator[_Room]:
    """The rooms between the end of each column of a page and that of the longest one."""
    columns = layout.chapters[blocks[0].chapter]["columns"]
    found = [(at, places[at.chapter][at.block + 1]) for at in blocks]
    lowest = max(place.y for _, place in found)
    for column in {column_of(place, design, columns) for _, place in found}:
        at, place = [each for each in found if column_of(each[1], design, columns) == column][-1]
        yield _Room(at, lowest - place.y - _SLACK, in_column=True)
