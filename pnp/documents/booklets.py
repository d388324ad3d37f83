"""The pages of a booklet: a multiple of four by layout, so that none is blank.

The moves are those of other books, and four more: the title stands on the cover alone; the player's aid is the foot of
the last page of the text; there is no cover; sections open pages, so that all pages are about as full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, inf

from pnp.documents.layout import At, BookLayout, Draft, Flow
from pnp.documents.paging import EMPTIEST, FOLD, Cost, Drafter, cost, filled_pages, settled, strain
from pnp.documents.story import Data

# Scales of the text and of its figures: 0.92 of 9.5 points are 8.7.
_SIZES = (
    (1.0, 1.0),
    (1.0, 0.82),
    (0.96, 1.0),
    (0.96, 0.82),
    (0.92, 1.0),
    (0.92, 0.78),
    (0.9, 0.78),
)
# Those for more pages, in the order of trials.
_LARGER = ((1.08, 1.25), (1.04, 1.25), (1.0, 1.0))
# The least scale of the text of an aid that is the foot of a page.
LEAST_AID = 0.92
# The share of the empty ends of pages that stays in other sizes, at the least.
_STAYING = 0.7
# Millimetres between the text and an aid below it.
_ABOVE_AID = 9.0
# The share of a page that sections may count on, in the order of trials: blocks that stay whole leave some of it empty.
_ROOMS = (1.0, 0.94, 0.88)
# Pages: sums of heights differ by less.
_ROUNDED = 1e-6


def folded(
    chapters: Sequence[Data],
    drafted: Drafter,
    *,
    covered: bool,
    aid: float = inf,
) -> Draft:
    """The draft of least cost for a booklet, which may have a cover.

    An aid in its smallest text is so many millimetres high; one that is longer than a page is no foot of another. A
    booklet keeps its cover if that leaves no page blank, with a page more than its text needs or without.
    """
    found: list[tuple[Cost, Draft]] = []

    def least() -> tuple[Cost, Draft]:
        return min(found, key=lambda each: each[0])

    plain = BookLayout(tuple(chapters), covered=covered)
    for base in (plain, plain._replace(covered=False)) if covered else (plain,):
        whole: dict[bool, Draft] = {}
        for layout in _trials(base, titles=(True, False) if base.covered else (True,)):
            first = whole.get(layout.titled)
            if first and not _may_help(layout, first, aid):
                continue
            draft = settled(drafted(layout), drafted)
            whole.setdefault(layout.titled, draft)
            endings = _with_endings(draft, drafted, aid)
            found += [(cost(each, fold=True), each) for each in endings]
            if least()[0].is_good:
                return least()[1]
        most = 1 if base.covered else FOLD
        for text, figures in _LARGER if least()[0].blank else ():
            draft = settled(drafted(base._replace(text=text, figures=figures)), drafted)
            more = -draft.pages % FOLD
            grown = _evened(draft, drafted, more) if 0 < more <= most else draft
            if grown and not grown.pages % FOLD:
                found.append((cost(grown, fold=True), grown))
                break
        if not least()[0].blank:
            break
    return least()[1]


def _trials(base: BookLayout, titles: Sequence[bool]) -> list[BookLayout]:
    """The layout in all sizes, with its title at the head of the text or not, those with the least strain first."""
    sized = [base._replace(text=text, figures=figures) for text, figures in _SIZES]
    return sorted((each._replace(titled=titled) for each in sized for titled in titles), key=strain)


def _may_help(layout: BookLayout, whole: Draft, aid: float) -> bool:
    """Whether other sizes may come out even, by the columns of the draft in full size, with or without an aid below the text."""
    if not whole.text_flows:
        return False
    *before, last = whole.text_flows
    others = whole.pages - sum(len(whole.pages_of(flow)) for flow in (*before, last))

    def pages(share: float, foot: float = 0.0) -> int:
        """The pages of the text, if this share of their empty ends stays, with so much of a page below it."""
        taken = [_taken(layout, whole, flow, share) for flow in before]
        return sum(map(ceil, (*taken, _taken(layout, whole, last, share) + foot)))

    foot = aid / whole.design.text_height
    ranges = [range(others + pages(_STAYING), others + pages(1.0) + 1)]
    if foot < 1 and whole.design.columns == 1:
        ranges.append(range(others - 1 + pages(_STAYING, foot), others + pages(1.0, foot)))
    return any(total % FOLD == 0 for each in ranges for total in each)


def _taken(layout: BookLayout, whole: Draft, flow: Flow, share: float) -> float:
    """The pages that a flow of a draft takes in other sizes, if this share of the empty ends of its pages stays."""
    sizes = whole.layout.text, whole.layout.figures
    *pages, last = whole.pages_of(flow)
    used = len(pages) + max(map(whole.full, whole.lows(flow, last)))
    empty = used - filled_pages(whole, flow, *sizes)
    return filled_pages(whole, flow, layout.text, layout.figures) + share * empty


def _with_endings(draft: Draft, drafted: Drafter, aid: float) -> Iterator[Draft]:
    """The draft as it is, or evened if it ends short, and with its aid at the foot of the text if that has room.

    Also those of the draft whose components open a page, if they would begin on one opening and end on another.
    """
    if parted := draft.parted:
        whole = drafted(draft.layout.with_break(parted[0]))
        if not whole.parted:
            yield from _with_endings(whole, drafted, aid)
    *text, last = draft.layout.chapters
    if last["last"] and text:
        room = draft.design.bottom - draft.ends[-2][-1].y - _ABOVE_AID
        if draft.design.columns == 1 and room > aid:
            number = len(text)
            yield drafted(draft.layout.with_chapter(number, opens="", room=room))
    plain = cost(draft, fold=True)
    yield (plain.is_short and not plain.blank and _evened(draft, drafted, 0)) or draft


def _evened(draft: Draft, drafted: Drafter, more: int) -> Draft | None:
    """The draft in which sections open pages, so that text fills *more* pages than before, all about equally.

    None if no choice of sections does that.
    """
    layout, flows = draft.layout, draft.text_flows
    blocks = [at for flow in flows for at in draft.blocks_of(flow)]
    if draft.design.columns > 1 or not blocks:
        return None
    lows = {page: draft.lows(flow, page)[0] for flow in flows for page in draft.pages_of(flow)}

    def above(before: At) -> float:
        """The height of all text as far as the end of a block, in pages."""
        end = draft.end(before)
        pages = (low for page, low in lows.items() if page < end.page)
        return sum(map(draft.full, (*pages, end.y)))

    heads = [
        (before, at)
        for before, at in pairwise(blocks)
        if layout.block(at)["kind"] == "heading" and not layout.leads(before)
    ]
    ends = [0.0, *(above(before) for before, _ in heads), above(blocks[-1])]
    for room in _ROOMS:
        opening = openings(ends, len(lows) + more, room)
        tried = layout
        for number in opening or ():
            tried = tried.with_break(heads[number - 1][1])
        if opening is None or tried == layout:
            continue
        evened = drafted(tried)
        if evened.pages == draft.pages + more and _emptiest(evened) >= EMPTIEST:
            return evened
    return None


def _emptiest(draft: Draft) -> float:
    """The least share of a page of text that is full."""
    return min(
        draft.full(max(draft.lows(flow, page)))
        for flow in draft.text_flows
        for page in draft.pages_of(flow)
    )


def openings(ends: Sequence[float], pages: int, room: float) -> tuple[int, ...] | None:
    """The numbers of the sections after which others open a page, so that the least is empty on so many pages.

    The sections end at these heights, in pages, and a page has so much room. None if they take more pages.
    """
    # For the first sections, by their pages: the sum of the squares of empty shares, and the openings.
    best: list[dict[int, tuple[float, tuple[int, ...]]]] = [{0: (0.0, ())}]
    for end in range(1, len(ends)):
        found: dict[int, tuple[float, tuple[int, ...]]] = {}
        # Those after it take no less than they are high.
        most = pages - (ends[-1] - ends[end]) + _ROUNDED
        for start, before in enumerate(best):
            high = ends[end] - ends[start]
            taken = max(1, ceil(high / room))
            for used, (empty, opening) in before.items():
                total, worth = used + taken, empty + (taken - high) ** 2
                if total <= most and (total not in found or worth <= found[total][0]):
                    way = worth, ((*opening, start) if start else ())
                    found[total] = min(found.get(total, way), way)
        best.append(found)
    return best[-1].get(pages, (0.0, None))[1]


def with_blanks(draft: Draft) -> BookLayout:
    """The layout with the pages that its last sheet lacks, blank ones before a chapter for the last page."""
    chapters = draft.layout.chapters
    blank = {
        "opens": "page", "last": False, "columns": 1, "opening": [], "spread": 0, "feet": [], "blocks": []
    }  # fmt: skip
    at = len(chapters) - bool(chapters[-1]["last"])
    blanks = (blank,) * (-draft.pages % FOLD)
    return draft.layout._replace(chapters=(*chapters[:at], *blanks, *chapters[at:]))
