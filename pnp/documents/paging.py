"""The pages of a book: where chapters begin, the sizes of text and figures, and pages to fill a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from math import ceil
from typing import NamedTuple

from pnp.documents.columns import LEAST, filled_columns
from pnp.documents.layout import (
    Ends,
    Layout,
    Place,
    Places,
    column_ends,
    full,
    runs,
)
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# A chapter opens no page if less of the page before it is full; other sizes are tried if a page is
# emptier, or if the columns of a page differ by more of the text.
_EMPTIEST = 1 / 3
_RAGGED = 0.3
# Sizes of text and scales of figures on large pages, in the order of trials.
_SIZES = (
    (0.97, 1.0),
    (0.94, 1.0),
    (0.97, 0.86),
    (1.03, 1.0),
    (0.94, 0.86),
    (1.06, 1.0),
    (0.92, 0.86),
    (0.92, LEAST),
)
# Those on small pages, of which booklets want full sheets, and scales of figures there.
_SMALLER, _LARGER = (0.96, 0.92), (1.04,)
_FIGURES = (1.0, 0.82)

# A sheet of a booklet has four pages.
_FOLD = 4


class _Faults(NamedTuple):
    """Everything that is wrong with a layout; the smallest has the least faults."""

    is_too_empty: bool
    # Chapters that share a page though they want their own.
    shared: int
    is_ragged: bool
    # Pages, or the sheets of a booklet and the pages that the last one lacks.
    sheets: int
    # Chapters of a booklet that share a page, where another sheet would be worse.
    mates: int
    missing: int
    # How much the emptiest page of a booklet lacks: larger text alone does not fill the page of a short book.
    emptiest: float
    # The largest difference of columns, as a share of the text, before the last page of chapters that go on.
    ragged: float

    @property
    def is_good(self) -> bool:
        return not (
            self.is_too_empty or self.shared or self.is_ragged or self.missing or self.mates
        )


def paged(
    chapters: Sequence[Data], design: Typography, ends: Ends, *, fold: bool = False, first: int = 1
) -> Layout:
    """The layout that leaves no page too empty, and no column much shorter than the one beside it.

    The pages of a booklet, with a `fold`, are near to a multiple of four. The `first` page is the one
    after the cover.
    """
    plain = Layout(tuple(chapters))
    best, places = _settled(plain, design, ends)
    least = _faults(best, places, design, fold=fold)
    # A booklet with a page or two on its last sheet wants smaller text, one with three wants larger.
    few = -least.missing % _FOLD in (0, 1, 2)
    is_large = design.columns > 1 and not fold
    small = product((1.0, *(_SMALLER if few else _LARGER)), _FIGURES)
    for text, figures in _SIZES if is_large else small:
        if least.is_good:
            break
        tried = plain._replace(text=text, figures=figures)
        # Columns of a large page change in ways that their height does not tell.
        saved = 0 if is_large else _most_saved(tried, best, ends(best), design, first=first)
        if is_large or text > 1 or least.mates or _is_enough(saved, least):
            best, least = _better(tried, best, least, design, ends, fold=fold)
    return best


def _is_enough(saved: int, least: _Faults) -> bool:
    """Whether small pages have less faults without so many of them: a booklet needs a sheet less."""
    return saved >= (1 if least.is_too_empty else _FOLD - least.missing)


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
            filled = sum(
                sum(full(low, design) for low in on_page) / len(on_page) for on_page in lows
            )
            saved += len(pages) - ceil(filled * share)
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
    ragged = max(_differences(layout.chapters, places, design), default=0.0)
    return _Faults(
        emptiest < _EMPTIEST,
        0 if fold else _shared(layout.chapters),
        not fold and ragged > _RAGGED,
        -(-pages // _FOLD) if fold else pages,
        _shared(layout.chapters) if fold else 0,
        -pages % _FOLD if fold else 0,
        max(0.0, _EMPTIEST - emptiest) if fold else 0.0,
        ragged,
    )


# A page less full than this is most of all empty.
_SPARSE = 0.6


def _shared(chapters: Sequence[Data]) -> int:
    """How many chapters share a page with the one before them."""
    return sum(not chapter["opens"] for chapter in chapters[1:])


def filled_up(layout: Layout, fillers: Sequence[Data], design: Typography, ends: Ends) -> Layout:
    """A booklet with as many pages to write on as its last sheet has room for.

    They stand before a chapter for the last page; lines begin on the page before them if most of it is
    empty.
    """
    chapters, places = [*layout.chapters], ends(layout)
    missing = -places[-1][-1].page % _FOLD
    plain = {"opens": "page", "last": False, "columns": 1, "opening": [], "feet": []}
    pages = [{**plain, "blocks": [filler]} for filler in islice(cycle(fillers), missing)]
    at = len(chapters) - 1 if chapters[-1]["last"] else len(chapters)
    before = chapters[at - 1]
    has_room = before["columns"] == 1 and _full(places[at - 1][-1], design, 1) < _SPARSE
    if missing and has_room and fillers[0]["kind"] == "lines":
        chapters[at - 1] = {**before, "blocks": [*before["blocks"], fillers[0]]}
    return layout._replace(chapters=(*chapters[:at], *pages, *chapters[at:]))


def _settled(layout: Layout, design: Typography, ends: Ends) -> tuple[Layout, Places]:
    """The layout at its sizes, with its places and without holes that smaller figures fill."""
    opened = _opened(layout, design, ends)
    made = _opened(filled_columns(opened, design, ends), design, ends)
    return made, ends(made)


def _opened(layout: Layout, design: Typography, ends: Ends) -> Layout:
    """The layout in which a page that is too empty is followed by none."""
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
    return layout


def _opening(end: Place, design: Typography) -> str:
    """The page that a chapter opens after one that ends there, unless that page would be too empty."""
    return "page" if _full(end, design, design.columns) >= _EMPTIEST else ""


def _page_ends(chapters: Sequence[Data], places: Places, design: Typography) -> Iterator[float]:
    """The full share of each page after which a chapter opens another; an aid fills its page."""
    following = [chapter["opens"] for chapter in chapters[1:]] + ["page"]
    for chapter, ends, opens in zip(chapters, places, following, strict=True):
        if opens == "page":
            yield 1.0 if chapter["last"] else _full(ends[-1], design, chapter["columns"])


def _differences(chapters: Sequence[Data], places: Places, design: Typography) -> Iterator[float]:
    """The differences of columns as shares of the text, on all pages but the last one of chapters that go on."""
    for start, end in runs(chapters):
        run, columns = places[start:end], chapters[start]["columns"]
        for page in range(run[0][0].page, run[-1][-1].page):
            lows = column_ends(run, page, design, columns)
            yield (max(lows) - min(lows)) / design.text_height


def _full(end: Place, design: Typography, columns: int) -> float:
    """The full share of a page that ends there, in one or two columns."""
    down = full(end.y, design)
    return down if columns == 1 else (down + (end.x > design.width / 2)) / 2
