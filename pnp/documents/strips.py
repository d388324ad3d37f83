"""Strips: pieces of the game below pages that end early and on the last one, and a pattern below columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import NamedTuple

from pnp.documents.layout import At, BookLayout, Draft, End, Flow
from pnp.documents.paging import Drafter
from pnp.documents.story import Data

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
    draft: Draft, drafted: Drafter, drawn: Callable[[float, float, int | None], Data]
) -> BookLayout:
    """The layout with a strip in each room for one.

    `drawn` makes the picture of a width, a height and a number, or None in a column.
    """
    design = draft.design
    strips = []
    for number, room in enumerate(_rooms(draft), 1):
        width = design.measure if room.in_column else design.text_width
        strips.append((room, drawn(width, room.height - _GAP, None if room.in_column else number)))
    made = reduce(_with_strip, strips, draft.layout)
    while strips and (moved := _first_moved(drafted(made), draft)):
        # The strip before it moves a block that goes on after its page.
        before = [each for each in strips if draft.end(each[0].at) < moved]
        strips.remove((before or strips)[-1])
        made = reduce(_with_strip, strips, draft.layout)
    # That of the last page has the height that its words leave, and needs no draft.
    number, height = len(made.chapters) - 1, draft.rooms.get(draft.pages, 0.0)
    if not made.chapters[number]["last"] or height == 0:
        return made
    strip = drawn(design.text_width, height, 0)
    return made.with_chapter(number, strip=strip, aid=draft.aid)


def _with_strip(layout: BookLayout, strip: tuple[_Room, Data]) -> BookLayout:
    room, picture = strip
    if layout.lies_across(room.at):
        return layout.with_block(room.at, strip=picture)
    return layout.with_foot(room.at, room.height, picture, in_column=room.in_column)


def _first_moved(draft: Draft, before: Draft) -> End | None:
    """The first place that is in another column than before; a strip moves the mark above it."""
    both = (zip(*pair, strict=True) for pair in zip(draft.ends, before.ends, strict=True))
    moved = (
        was
        for ends in both
        for end, was in ends
        if end.page != was.page or abs(end.x - was.x) >= _STILL
    )
    return min(moved, default=None)


def _rooms(draft: Draft) -> Iterator[_Room]:
    """The rooms below the text of pages, or of columns that end far above the others of their page."""
    layout, least = draft.layout, _LEAST * draft.design.text_height
    for flow in draft.flows:
        if layout.chapters[flow.start]["last"]:
            continue
        for page in draft.pages_of(flow):
            # A page without blocks has the end of an opening.
            openings = (At(number, -1) for number in range(flow.start, flow.end))
            blocks = draft.ends_on(flow, page) or [
                at for at in openings if draft.end(at).page == page
            ]
            across = next((at for at in blocks if layout.lies_across(at)), None)
            if across is not None:
                room = _Room(across, draft.rooms.get(page, 0.0))
            elif blocks:
                room = _Room(blocks[0], _free(draft, flow, page, blocks[0]))
            else:
                continue
            if room.height >= least:
                yield room
            elif across is None:
                in_columns = _below_columns(draft, flow, blocks)
                yield from (room for room in in_columns if room.height >= least)


def _free(draft: Draft, flow: Flow, page: int, at: At) -> float:
    """The millimetres below the text of a page where this block is the first that ends."""
    for foot in draft.layout.chapters[at.chapter]["feet"]:
        # A higher foot would divide other paragraphs than this one, which makes columns even.
        if foot["after"] == at.block:
            return float(foot["height"])
    return draft.design.bottom - max(draft.lows(flow, page)) - _SLACK


def _below_columns(draft: Draft, flow: Flow, blocks: list[At]) -> Iterator[_Room]:
    """The rooms between the end of each column of a page and that of the longest one."""
    lowest = max(draft.end(at).y for at in blocks)
    last = {draft.column_of(draft.end(at), flow.columns): at for at in blocks}
    for at in last.values():
        yield _Room(at, lowest - draft.end(at).y - _SLACK, in_column=True)
