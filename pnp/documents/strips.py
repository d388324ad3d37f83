"""Strips with pieces of the game: below the text of pages that end early, and of the last page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from pnp.documents.balance import ends_on, lies_across, with_block, with_chapter, with_foot
from pnp.documents.columns import At
from pnp.documents.layout import Draft, Layout, Places, column_ends, pages_of, runs
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# The least room for a strip below a text, as a share of the height of a page's text.
_LEAST = 0.17
# Millimetres: between a text and the strip below it, and those that stay free, so that no text moves.
_GAP, _SLACK = 8.0, 1.0


def with_strips(
    layout: Layout,
    design: Typography,
    drafted: Callable[[Layout], Draft],
    drawn: Callable[[float, float, int], Data],
) -> Layout:
    """The layout with a strip in each room for one.

    `drawn` makes the picture of a width, a height and a number.
    """
    places, rooms = drafted(layout)
    made, numbers = layout, count(1)
    for start, end in runs(layout.chapters):
        if layout.chapters[start]["last"]:
            continue
        for page in range(places[start][0].page, places[end - 1][-1].page + 1):
            # A page without blocks has the end of an opening.
            blocks = [*ends_on(places, page)] or [*ends_on(places, page, first=-1)]
            blocks = [at for at in blocks if start <= at.chapter < end]
            across = next((at for at in blocks if lies_across(layout, at)), None)
            if across is None:
                room = _free(layout, places[start:end], page, blocks, design)
            else:
                room = rooms.get(page, 0.0)
            if room < _LEAST * design.text_height:
                continue
            strip = drawn(design.text_width, room - _GAP, next(numbers))
            if across is None:
                made = with_foot(made, blocks[0], room, strip)
            else:
                made = with_block(made, across, strip=strip)
    if pages_of(drafted(made).places) != pages_of(places):
        made = layout
    # That of the last page has the height that its words leave, and needs no draft.
    number, room = len(layout.chapters) - 1, rooms.get(places[-1][-1].page, 0.0)
    last = made.chapters[number]
    if not last["last"] or room == 0:
        return made
    return with_chapter(made, number, {**last, "strip": drawn(design.text_width, room, 0)})


def _free(layout: Layout, run: Places, page: int, blocks: list[At], design: Typography) -> float:
    """The millimetres below the text of a page with these blocks."""
    if not blocks:
        return 0.0
    chapter = layout.chapters[blocks[0].chapter]
    for foot in chapter["feet"]:
        # A higher foot would divide other paragraphs than this one, which makes columns even.
        if foot["after"] == blocks[0].block:
            return float(foot["height"])
    lowest = max(column_ends(run, page, design, chapter["columns"]))
    return design.margin.top + design.text_height - lowest - _SLACK
