"""The pages of a book: where chapters begin, the sizes of text and figures, and pages to fill a booklet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice, product
from math import ceil
from typing import NamedTuple, TypeAlias

from pnp.documents.story import Data
from pnp.documents.typography import Typography

# A chapter opens no page if less of the page before it is full; other sizes are tried if a page is
# emptier, or if a column ends before so much of it is full.
_EMPTIEST = 1 / 3
_RAGGED = 0.84
_FIGURES = (0.9, 0.82)
_SMALLER, _LARGER = (0.96, 0.92), (1.04,)
# Sizes of text and figures at which chapters for a page of their own may get one, in the order of trials.
_OTHERS = (
    (0.96, 1.0),
    (0.96, 0.82),
    (1.04, 1.0),
    (1.04, 0.82),
    (0.92, 1.0),
    (0.92, 0.82),
    (1.08, 1.0),
)

# A sheet of a booklet has four pages.
_FOLD = 4


class Place(NamedTuple):
    """A place on a page, in millimetres from its upper left; pages count from 1."""

    page: int
    x: float
    y: float


class Layout(NamedTuple):
    """The chapters of a book with where they open, and the scales of its text and its figures."""

    chapters: tuple[Data, ...]
    text: float = 1.0
    figures: float = 1.0


# The places where the opening of each chapter ends, each of its blocks, and all of it.
Places: TypeAlias = Sequence[Sequence[Place]]
# Typesets a layout and finds its places.
Ends: TypeAlias = Callable[[Layout], Places]


class _Faults(NamedTuple):
    """Everything that is wrong with a layout; the smallest has the least faults."""

    is_too_empty: bool
    # Chapters that share a page though they want their own; in booklets they may.
    shared: int
    # Pages, or the sheets of a booklet and the pages that the last one lacks.
    sheets: int
    missing: int
    emptiest: float
    # The share of the emptiest column before the last page of chapters that go on.
    ragged: float


def paged(
    chapters: Sequence[Data], design: Typography, ends: Ends, *, fold: bool = False, first: int = 1
) -> Layout:
    """The layout that leaves no page too empty, and no column much shorter than its page.

    The pages of a booklet, with a `fold`, are near to a multiple of four. The `first` page is the one
    after the cover.
    """
    best, places = _settled(Layout(tuple(chapters)), design, ends)
    least = _faults(best, places, design, fold=fold)
    for figures in _FIGURES:
        is_good = not (least.is_too_empty or least.shared)
        if not fold and is_good and least.ragged <= 1 - _RAGGED:
            return best
        best, least = _better(best._replace(figures=figures), best, least, design, ends, fold=fold)
    for text, figures in _OTHERS:
        if not least.shared:
            break
        tried = best._replace(text=text, figures=figures)
        best, least = _better(tried, best, least, design, ends, fold=fold)
    # A booklet with a page or two on its last sheet wants smaller text, one with three wants larger.
    few = not fold or -least.missing % _FOLD in (0, 1, 2)
    for text, figures in product(_SMALLER if few else _LARGER, (best.figures, _FIGURES[-1])):
        if not least.is_too_empty and not least.missing:
            break
        tried = best._replace(text=text, figures=figures)
        saved = _most_saved(tried, best, ends(best), design, first=first)
        if text > 1 or _is_enough(saved, least, fold=fold):
            best, least = _better(tried, best, least, design, ends, fold=fold)
    return best


def _is_enough(saved: int, least: _Faults, *, fold: bool) -> bool:
    """Whether a book without so many pages has less faults; a booklet needs a sheet less."""
    filled = _FOLD - least.missing if fold and not least.is_too_empty else 1
    return saved >= filled


def _most_saved(
    tried: Layout, best: Layout, places: Places, design: Typography, *, first: int
) -> int:
    """The pages that smaller text and figures can save, if no column ended early."""
    share = min((tried.text / best.text) ** 2, tried.figures / best.figures)
    saved = 0
    for start, end in runs(best.chapters):
        chapter, last = best.chapters[start], places[end - 1][-1].page
        if not chapter["last"]:
            pages = range(first, last + 1)
            lows = [
                column_ends(places[start:end], page, design, chapter["columns"]) for page in pages
            ]
            full = sum(
                sum(low - design.margin.top for low in on_page) / len(on_page) for on_page in lows
            )
            saved += len(pages) - ceil(full / design.text_height * share)
        first = last + 1
    return saved


def _better(
    tried: Layout, best: Layout, least: _Faults, design: Typography, ends: Ends, *, fold: bool
) -> tuple[Layout, _Faults]:
    """The layout with less faults."""
    tried, places = _settled(tried, design, ends)
    faults = _faults(tried, places, design, fold=fold)
    return (tried, faults) if faults < least else (best, least)


def _faults(layout: Layout, places: Places, design: Typography, *, fold: bool) -> _Faults:
    emptiest = min(_page_ends(layout.chapters, places, design))
    pages = places[-1][-1].page
    return _Faults(
        emptiest < _EMPTIEST,
        0 if fold else _shared(layout.chapters),
        -(-pages // _FOLD) if fold else pages,
        -pages % _FOLD if fold else 0,
        max(0.0, _EMPTIEST - emptiest),
        max(_shortages(layout.chapters, places, design), default=0.0),
    )


def _shared(chapters: Sequence[Data]) -> int:
    """How many chapters share a page with the one before them."""
    return sum(not chapter["opens"] for chapter in chapters[1:])


def filled_up(layout: Layout, fillers: Sequence[Data], ends: Ends) -> Layout:
    """A booklet with as many pages to write on as its last sheet has room for.

    They stand before a chapter for the last page.
    """
    chapters = layout.chapters
    missing = -ends(layout)[-1][-1].page % _FOLD
    plain = {"opens": "page", "last": False, "columns": 1, "opening": [], "feet": []}
    pages = [{**plain, "blocks": [filler]} for filler in islice(cycle(fillers), missing)]
    at = len(chapters) - 1 if chapters[-1]["last"] else len(chapters)
    return layout._replace(chapters=(*chapters[:at], *pages, *chapters[at:]))


def _settled(layout: Layout, design: Typography, ends: Ends) -> tuple[Layout, Places]:
    """The layout at its sizes, with its places; a page that is too empty is followed by none."""
    places = ends(layout)
    for number in range(1, len(layout.chapters)):
        before, chapter = layout.chapters[number - 1 : number + 1]
        if chapter["last"] or before["columns"] != chapter["columns"]:
            continue
        opens = _opening(places[number - 1][-1], design)
        if opens != chapter["opens"]:
            changed = {**chapter, "opens": opens}
            chapters = (*layout.chapters[:number], changed, *layout.chapters[number + 1 :])
            layout = layout._replace(chapters=chapters)
            places = ends(layout)
    return layout, places


def _opening(end: Place, design: Typography) -> str:
    """The page that a chapter opens after one that ends there, unless that page would be too empty."""
    return "page" if _full(end, design, design.columns) >= _EMPTIEST else ""


def _page_ends(chapters: Sequence[Data], places: Places, design: Typography) -> Iterator[float]:
    """The full share of each page after which a chapter opens another; an aid fills its page."""
    following = [chapter["opens"] for chapter in chapters[1:]] + ["page"]
    for chapter, ends, opens in zip(chapters, places, following, strict=True):
        if opens == "page":
            yield 1.0 if chapter["last"] else _full(ends[-1], design, chapter["columns"])


def _shortages(chapters: Sequence[Data], places: Places, design: Typography) -> Iterator[float]:
    """The empty shares of all columns but those on the last page of chapters that go on."""
    for start, end in runs(chapters):
        run = places[start:end]
        for page in range(run[0][0].page, run[-1][-1].page):
            for low in column_ends(run, page, design, chapters[start]["columns"]):
                yield 1 - (low - design.margin.top) / design.text_height


def runs(chapters: Sequence[Data]) -> Iterator[tuple[int, int]]:
    """The first chapter and the end of all chapters that follow each other on a page."""
    starts = [at for at, chapter in enumerate(chapters) if at == 0 or chapter["opens"] == "page"]
    return zip(starts, [*starts[1:], len(chapters)], strict=True)


def column_ends(places: Places, page: int, design: Typography, columns: int) -> tuple[float, ...]:
    """The lowest ends of blocks in the columns of a page."""
    on_page = [each for found in places for each in found if each.page == page]
    sides = (0, 1) if columns > 1 else (None,)
    return tuple(
        max(
            (each.y for each in on_page if side in (None, each.x > design.width / 2)),
            default=design.margin.top,
        )
        for side in sides
    )


def _full(end: Place, design: Typography, columns: int) -> float:
    """The full share of a page that ends there, in one or two columns."""
    down = (end.y - design.margin.top) / design.text_height
    return down if columns == 1 else (down + (end.x > design.width / 2)) / 2
