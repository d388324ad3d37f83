"""The pages of a book: of all layouts that moves lead to, the one whose draft costs least.

The moves are: a chapter opens a page or goes on; text and figures have another size; figures of one
column are smaller, so that the next block fits below them; a page that ends early has a foot, or a box
across both columns. `Cost` has everything that ranks the drafts. A draft takes Typst far longer than all else
here, so moves that cannot help are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import TypeAlias

from pnp.basics.classes import NamedTuple
from pnp.documents.layout import At, BookLayout, Column, Draft, End, Flow
from pnp.documents.story import Data
from pnp.documents.typography import Typography

# Typesets a layout.
Drafter: TypeAlias = Callable[[BookLayout], Draft]

# A chapter opens no page if less of the page before it is full.
EMPTIEST = 1 / 3
# Columns that differ by more of the text are ragged.
_RAGGED = 0.3
# The share of a column that may stay empty below its blocks.
_HOLE = 0.14
# Millimetres: columns of a page whose heights differ by less are even; three lines would leave one alone.
_UNEVEN = 18.0
# Those that differ by more get a box across both of them, if there is one to take.
_FAR = 60.0

# The least scale of figures: names of cells still have 6.5 pt. Scales in one column, in the order of trials.
_LEAST = 0.78
_SCALES = (0.93, 0.86, _LEAST)
# Those of a page that gets no box.
_SMALL = 0.86
# Sizes of text and scales of figures on large pages, in the order of trials.
_SIZES = ((0.97, 1.0), (0.94, 0.86))
# Those on small pages.
_SMALLER = ((1.0, 0.82), (0.96, 1.0), (0.96, 0.82), (0.92, 1.0), (0.92, 0.82))

# Millimetres by which columns of one page may be longer than half of its text; the least that will do is the best.
_LONGER = (3.0, 8.0, 14.0, 22.0, 32.0, 45.0, 65.0, 90.0)
# Millimetres: a box takes the height that it needs, and no less.
_LEAST_BOX = 1.0
# Fewer letters would leave the half of a box beside its figure empty.
_LETTERS = 100

# A sheet of a booklet has four pages.
FOLD = 4


class Cost(NamedTuple):
    """Everything that is wrong with a draft, the worst first; the least is the best."""

    # The pages that the last sheet of a booklet lacks.
    blank: int
    # A page before a chapter is nearly empty.
    is_too_empty: bool
    # Chapters that share a page though they want their own.
    shared: int
    is_ragged: bool
    # Pages, or the sheets of a booklet.
    sheets: int
    # Components of a booklet that begin on one opening and end on the next one.
    parted: int
    # A booklet has no cover.
    is_bare: bool
    # Chapters of a booklet that share a page: another sheet would be worse.
    mates: int
    # By how much text and figures are smaller than they should be, and the title is on the cover alone.
    strain: float
    # A page before a chapter, or the last one, of a booklet is nearly empty.
    is_short: bool
    # The aid of a booklet has no page of its own.
    is_joined: bool
    # The largest difference of columns, as a share of the text, before the last page of chapters that go on.
    ragged: float

    @property
    def is_good(self) -> bool:
        """Whether no other size of text is worth a trial."""
        return not (
            self.blank
            or self.is_too_empty
            or self.shared
            or self.is_ragged
            or self.parted
            or self.mates
        )


def cost(draft: Draft, *, fold: bool = False) -> Cost:
    """The cost of a draft, or of one for a booklet to fold."""
    layout, chapters = draft.layout, draft.layout.chapters
    following = [*(chapter["opens"] == "page" for chapter in chapters[1:]), True]
    emptiest = min(
        1.0 if chapter["last"] else _full(draft, ends[-1], chapter["columns"])
        for chapter, ends, opens in zip(chapters, draft.ends, following, strict=True)
        if opens
    )
    ragged = max(
        (
            (max(lows) - min(lows)) / draft.design.text_height
            for flow in draft.flows
            for lows in (draft.lows(flow, page) for page in draft.pages_of(flow)[:-1])
        ),
        default=0.0,
    )
    is_joined = bool(chapters[-1]["last"]) and not chapters[-1]["opens"]
    shared = sum(not chapter["opens"] for chapter in chapters[1:]) - is_joined
    return Cost(
        blank=-draft.pages % FOLD if fold else 0,
        is_too_empty=not fold and emptiest < EMPTIEST,
        shared=0 if fold else shared,
        is_ragged=not fold and ragged > _RAGGED,
        sheets=ceil(draft.pages / FOLD) if fold else draft.pages,
        parted=len(draft.parted) if fold else 0,
        is_bare=fold and not layout.covered,
        mates=shared if fold else 0,
        strain=strain(layout) if fold else 0.0,
        is_short=fold and emptiest < EMPTIEST,
        is_joined=is_joined,
        ragged=ragged,
    )


def strain(layout: BookLayout) -> float:
    """How much is smaller than it should be: small text is worse than small figures, and these than one title less."""
    return 4 * (1 - layout.text) + (1 - layout.figures) / 2 + (not layout.titled) / 10


def _full(draft: Draft, end: End, columns: int) -> float:
    """The full share of a page that ends there, in one or two columns."""
    return (draft.full(end.y) + draft.column_of(end, columns).side) / columns


def paged(chapters: Sequence[Data], design: Typography, drafted: Drafter) -> Draft:
    """The draft of least cost for a book that is no booklet."""
    plain = BookLayout(tuple(chapters))
    best = settled(drafted(plain), drafted)
    least = cost(best)
    for text, figures in _SIZES if design.columns > 1 else _SMALLER:
        if least.is_good:
            break
        # Columns tell how many pages a size can save.
        if not least.is_ragged and _most_saved(text, figures, best) < 1:
            continue
        tried = settled(drafted(plain._replace(text=text, figures=figures)), drafted)
        if (faults := cost(tried)) < least:
            best, least = tried, faults
    return best


def _most_saved(text: float, figures: float, best: Draft) -> int:
    """The pages that smaller text and figures can save, if no column ended early."""
    return sum(
        len(best.pages_of(flow)) - ceil(filled_pages(best, flow, text, figures))
        for flow in best.text_flows
    )


def filled_pages(draft: Draft, flow: Flow, text: float, figures: float) -> float:
    """The pages that a flow of the draft fills in another size of text and figures, if no column ends early."""
    layout, design = draft.layout, draft.design
    of_text = (text / layout.text) ** 2
    # Text beside a figure may be higher than that.
    of_figures = min(of_text, figures / layout.figures)
    lows = [draft.lows(flow, page) for page in draft.pages_of(flow)]
    filled = sum(sum(map(draft.full, on_page)) / len(on_page) for on_page in lows)
    shown = _figures_height(layout, [*layout.chapters[flow.start : flow.end]], design)
    part = min(filled, shown / (design.text_height * flow.columns))
    return (filled - part) * of_text + part * of_figures


def settled(draft: Draft, drafted: Drafter) -> Draft:
    """The draft of the same sizes whose chapters open pages, and whose columns have no holes, as far as possible."""
    return _opened(_filled(_opened(draft, drafted), drafted), drafted)


def _opened(draft: Draft, drafted: Drafter) -> Draft:
    """The draft in which a page that is too empty is followed by none."""
    for number in range(1, len(draft.layout.chapters)):
        before, chapter = draft.layout.chapters[number - 1 : number + 1]
        if not chapter["last"] and before["columns"] == chapter["columns"]:
            full = _full(draft, draft.ends[number - 1][-1], draft.design.columns)
            opens = "page" if full >= EMPTIEST else ""
            if opens != chapter["opens"]:
                draft = drafted(draft.layout.with_chapter(number, opens=opens))
    return draft


# Columns without holes


def _filled(draft: Draft, drafted: Drafter) -> Draft:
    """The draft with smaller figures where a column would end early before a block that stays whole."""
    for number, flow in enumerate(draft.flows):
        if draft.layout.chapters[flow.start]["last"]:
            continue
        filled: list[Column] = []
        while left := [
            each for each in draft.columns_of(draft.flows[number]) if each not in filled
        ]:
            filled.append(left[0])
            if left[1:]:
                draft = _filled_column(draft, flow, left[0], drafted)
    return draft


def _filled_column(draft: Draft, flow: Flow, column: Column, drafted: Drafter) -> Draft:
    """The draft with the next block at the foot of a column, if there is a hole that it nearly fits."""
    low = draft.low(flow, column)
    if 1 - draft.full(low) < _HOLE:
        return draft
    layout, blocks = draft.layout, draft.blocks_of(flow)

    def column_at(draft: Draft, at: At) -> Column:
        return draft.column_of(draft.end(at), flow.columns)

    following = next(
        (at for at in blocks if column_at(draft, at) > column and not layout.leads(at)), None
    )
    if following is None:
        return draft
    those = [at for at in blocks if column_at(draft, at) == column] + [following]
    # It follows nothing else in its own column than the headings that go with it.
    opening, start = draft.ends[flow.start][0], draft.end(following)
    top = opening.y if opening.page == start.page else draft.design.margin.top
    lacking = start.y - top - (draft.design.bottom - low)
    tallest = sum(_figures_height(layout, layout.block(at), draft.design) for at in those)
    for scale in _SCALES:
        if layout.figures * scale >= _LEAST and tallest * (1 - scale) >= lacking:
            tried = drafted(layout.with_figures(those, scale))
            if column_at(tried, following) <= column:
                return tried
    return draft


def _figures_height(layout: BookLayout, value: object, design: Typography) -> float:
    """The height of all figures in blocks, if each had a column for itself."""
    if isinstance(value, list):
        return sum(_figures_height(layout, each, design) for each in value)
    if not isinstance(value, dict):
        return 0.0
    if "picture" in value and "scale" in value:
        picture, size = value["picture"], layout.figures * value["scale"]
        return float(picture["height"] * min(size, design.measure / picture["width"]))
    inside = (each for key, each in value.items() if key != "text")
    return sum(_figures_height(layout, each, design) for each in inside)


# Columns of one height


def balanced(draft: Draft, drafted: Drafter) -> Draft:
    """The draft with columns of about one height on each page that ends before the next one."""
    for number in range(len(draft.flows)):
        flow = draft.flows[number]
        for page in draft.pages_of(flow) if flow.columns > 1 else ():
            before = draft
            draft = _levelled(draft, flow, page, drafted)
            if page == draft.pages_of(flow)[-1] and _difference(draft, flow, page) > _FAR:
                boxed = _with_box(before, flow, page, drafted)
                draft = boxed or _with_small_figures(draft, flow, page, drafted)
    return draft


def _difference(draft: Draft, flow: Flow, page: int) -> float:
    left, right = draft.lows(flow, page)
    return abs(left - right)


def _levelled(draft: Draft, flow: Flow, page: int, drafted: Drafter) -> Draft:
    """The draft with a foot on a page, if the first column is much longer than the second."""
    left, right = draft.lows(flow, page)
    after = next(iter(draft.ends_on(flow, page)), None)
    if left - right < _UNEVEN or after is None:
        return draft
    return _shortened(draft, flow, page, partial(draft.layout.with_foot, after), drafted) or draft


def _shortened(
    draft: Draft,
    flow: Flow,
    page: int,
    reserved: Callable[[float], BookLayout],
    drafted: Drafter,
) -> Draft | None:
    """The draft with most *reserved* millimetres at the foot of a page whose text stays there."""
    middle, foot = sum(draft.lows(flow, page)) / 2, draft.design.bottom
    bottoms = [middle + more for more in _LONGER if middle + more <= foot - _UNEVEN]
    best = None
    while bottoms:
        half = len(bottoms) // 2
        tried = drafted(reserved(foot - bottoms[half]))
        if _same_pages(tried, draft) and max(tried.lows(flow, page)) < bottoms[half] + 1:
            best, bottoms = tried, bottoms[:half]
        else:
            bottoms = bottoms[half + 1 :]
    return best


def _same_pages(draft: Draft, other: Draft) -> bool:
    """Whether everything ends on the same page in both."""
    one, two = ([end.page for ends in each.ends for end in ends] for each in (draft, other))
    return one == two


def _with_box(draft: Draft, flow: Flow, page: int, drafted: Drafter) -> Draft | None:
    """The draft with the box of the last page across both columns that makes their heights most alike."""
    best, least = None, _FAR
    layout, blocks = draft.layout, draft.ends_on(flow, page)
    for number, at in enumerate(blocks, 1):
        # Readers would meet a box of one section below the text of the next.
        headed = any(layout.block(after)["kind"] == "heading" for after in blocks[number:])
        if headed or not _is_box(layout, at):
            continue
        plain = drafted(layout.with_across(at, _LEAST_BOX))
        if plain.pages_of(flow)[-1] > page:
            continue
        tried = _shortened(plain, flow, page, partial(layout.with_across, at), drafted)
        if tried and _difference(tried, flow, page) < least:
            best, least = tried, _difference(tried, flow, page)
    return best


def _is_box(layout: BookLayout, at: At) -> bool:
    """Whether a block is a box with a figure and enough words, which follows no heading or lead-in."""
    block = layout.block(at)
    if not block.get("note", False) or _letters(block["blocks"]) < _LETTERS:
        return False
    return at.block > 0 and not layout.leads(at._replace(block=at.block - 1))


def _letters(value: object) -> int:
    """How many letters all runs of blocks have."""
    if isinstance(value, dict):
        return sum(
            len(each) if key == "text" and isinstance(each, str) else _letters(each)
            for key, each in value.items()
        )
    return sum(map(_letters, value)) if isinstance(value, list) else 0


def _with_small_figures(draft: Draft, flow: Flow, page: int, drafted: Drafter) -> Draft:
    """The draft with smaller figures on a page, if the longer column then is less so."""
    scale = max(_SMALL, _LEAST / draft.layout.figures)
    tried = drafted(draft.layout.with_figures(draft.ends_on(flow, page), scale))
    before, after = (_difference(each, flow, page) for each in (draft, tried))
    return tried if after < before - _UNEVEN and _same_pages(tried, draft) else draft
