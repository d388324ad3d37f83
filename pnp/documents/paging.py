"""The pages of a book: where chapters begin, the size of the text, and pages to fill a booklet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple, TypeAlias

from pnp.documents.story import Data
from pnp.documents.typography import Typography

# A chapter opens no page if less of the page before it is full; another size of the text is tried if
# a page is emptier.
_EMPTIEST = 1 / 3
_SMALLER, _LARGER = (0.97, 0.94, 0.92), (1.03, 1.06)

# The last page of a large rulebook lies on the table during play, so that its text is larger.
_AID_SCALE = 1.35

# A sheet of a booklet has four pages.
_FOLD = 4


class Place(NamedTuple):
    """A place on a page, in millimetres from its upper left; pages count from 1."""

    page: int
    x: float
    y: float


# Typesets chapters, and finds the place where each of them ends.
Ends: TypeAlias = Callable[[Sequence[Data]], Sequence[Place]]


def paged(
    chapters: Sequence[Data], design: Typography, ends: Ends, *, fold: bool = False
) -> list[Data]:
    """The chapters with the openings and the size of text that leave no page too empty.

    The pages of a booklet, with a `fold`, are near to a multiple of four.
    """
    tried, places = _settled(chapters, 1.0, design, ends)
    best, least = tried, _faults(tried, places, design, fold=fold)
    # A booklet with a page or two on its last sheet wants smaller text, one with three wants larger.
    few = not fold or places[-1].page % _FOLD in (0, 1, 2)
    for scale in _SMALLER if few else _LARGER:
        if least[:2] == (False, 0):
            break
        # Openings hardly differ from one size to the next.
        tried, places = _settled(tried, scale, design, ends)
        faults = _faults(tried, places, design, fold=fold)
        if faults < least:
            best, least = tried, faults
    return [*best]


def _faults(
    chapters: Sequence[Data], places: Sequence[Place], design: Typography, *, fold: bool
) -> tuple[bool, int, float]:
    """Whether a page is too empty, the pages that a booklet lacks, and how empty the emptiest is."""
    emptiest = min(_page_ends(chapters, places, design))
    missing = -places[-1].page % _FOLD if fold else 0
    return emptiest < _EMPTIEST, missing, -min(emptiest, _EMPTIEST)


def filled_up(chapters: Sequence[Data], fillers: Sequence[Data], ends: Ends) -> list[Data]:
    """The chapters of a booklet with as many pages to write on as its last sheet has room for.

    They stand before a chapter for the last page.
    """
    missing = -ends(chapters)[-1].page % _FOLD
    pages = [
        {"opens": "page", "last": False, "columns": 1, "scale": 1.0, "blocks": [filler]}
        for filler in islice(cycle(fillers), missing)
    ]
    at = len(chapters) - 1 if chapters[-1]["last"] else len(chapters)
    return [*chapters[:at], *pages, *chapters[at:]]


def _settled(
    chapters: Sequence[Data], scale: float, design: Typography, ends: Ends
) -> tuple[Sequence[Data], Sequence[Place]]:
    """The chapters at one size of text, and their ends; a page that is too empty is followed by none."""
    settled = [_sized(chapter, scale, design) for chapter in chapters]
    places = ends(settled)
    for number in range(1, len(settled)):
        before, chapter = settled[number - 1], settled[number]
        if chapter["last"] or before["columns"] != chapter["columns"]:
            continue
        opens = _opening(places[number - 1], design)
        if opens != chapter["opens"]:
            chapter["opens"] = opens
            places = ends(settled)
    return settled, places


def _sized(chapter: Data, scale: float, design: Typography) -> Data:
    """The chapter at a size of text; on large pages, the last page has one column of larger text."""
    if chapter["last"] and design.columns > 1:
        return {**chapter, "columns": 1, "scale": scale * _AID_SCALE}
    return {**chapter, "scale": scale}


def _opening(end: Place, design: Typography) -> str:
    """The page that a chapter opens after one that ends there, unless that page would be too empty."""
    return "page" if _full(end, design, design.columns) >= _EMPTIEST else ""


def _page_ends(
    chapters: Sequence[Data], ends: Sequence[Place], design: Typography
) -> Iterator[float]:
    """The full share of each page after which a chapter opens another, and of the last page."""
    following = [chapter["opens"] for chapter in chapters[1:]] + ["page"]
    for chapter, end, opens in zip(chapters, ends, following, strict=True):
        if opens == "page":
            yield _full(end, design, chapter["columns"])


def _full(end: Place, design: Typography, columns: int) -> float:
    """The full share of a page that ends there, in one or two columns."""
    down = (end.y - design.margin.top) / design.text_height
    return down if columns == 1 else (down + (end.x > design.width / 2)) / 2
