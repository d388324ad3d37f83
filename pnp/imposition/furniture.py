"""The furniture of a sheet, round its pieces: a title, the designer, a ruler and the page number.

A sheet has three bands that nothing else enters: a head above the pieces with their marks and their
bleed, a foot below them, and a strip beside them for what has no room in the other two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from pnp.basics.classes import NamedTuple
from pnp.colour.theme import Theme
from pnp.definition import Definition, Language
from pnp.imposition.papers import TICK_ZONE, Paper, inset
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Path, Point, segment

RULERS = (100.0, 50.0)
TITLE_SIZE = 4.2  # 12 pt
TITLE_SHARE = 0.55  # of the width, at most
SMALL_SIZE = 2.5  # 7 pt, the smallest that is easy to read

# Atkinson's letters above and below the baseline, in ems.
_ASCENDER, _DESCENDER = 0.76, 0.22
_LINE = _ASCENDER + _DESCENDER

# Between a band and the pieces with their marks, in millimetres; and what a head or foot may have besides.
AIR = 0.4
_MORE_AIR = 1.0

_RULER = 1.9
_APART = 3.0

# The room that the page number leaves free beside it, as wide as that of page 999.
_WIDEST_FOLIO = 999


class Bands(NamedTuple):
    """The parts of a sheet that are clear of its pieces, their bleed and their marks.

    A band without room for a line of words has no height, or no width.
    """

    head: Box
    foot: Box
    side: Box


def bands(paper: Paper, *occupied: Box, beside: float = 0.0) -> Bands:
    """The bands round what is *occupied*; at their usual place, as far as that is free.

    The head and the foot stand so far from the sides of the paper, or *beside* marks in its corners.
    """
    usual, reach = inset(paper.content, -TICK_ZONE), paper.printable
    left = max(paper.content.x, beside)
    width = paper.width - 2 * left
    highest, lowest = min(box.y for box in occupied), max(box.bottom for box in occupied)
    least = SMALL_SIZE * _LINE
    # Bleed has an ink: bands keep a little farther away from it, if they have room.
    above = _air(highest - reach.y - TITLE_SIZE * _LINE)
    below = _air(reach.bottom - lowest - 2 * least - AIR)
    top = min(usual.y - AIR, highest - above)
    bottom = max(usual.bottom + AIR, lowest + below)
    aside = min(box.x for box in occupied) - AIR
    high, low = top - reach.y, reach.bottom - bottom
    wide = aside - reach.x
    return Bands(
        Box(left, reach.y, width, high if high >= least - 0.01 else 0.0),
        Box(left, bottom, width, low if low >= least - 0.01 else 0.0),
        Box(reach.x, paper.content.y, wide if wide >= least - 0.01 else 0.0, paper.content.height),
    )


def _air(room: float) -> float:
    """The air between a band and the pieces, if so much room is left besides the band."""
    return AIR + min(_MORE_AIR, max(0.0, room - AIR))


def header(
    definition: Definition,
    summary: str,
    head: Box,
    theme: Theme,
    *,
    key: str = "",
    titled: bool = True,
) -> Iterator[Item]:
    """The game's title on the left with its designer, and the summary of the sheet on the right.

    A *key* to letters takes the place of the designer. Without room the header drops the designer
    first, and then phrases of the summary, which commas separate. A form that fills its page has the
    title itself: its header is not *titled*, and does not begin with the designer.
    """
    if not head.height:
        return
    right = text_width(summary, SMALL_SIZE)
    while right > head.width * (1 - TITLE_SHARE) - _APART and ", " in summary:
        summary = summary.partition(", ")[2]
        right = text_width(summary, SMALL_SIZE)
    # A long title is smaller, so that it ends before the summary.
    room = head.width - right - _APART
    size = min(TITLE_SIZE, head.height / _LINE, room / text_width(definition.title, 1.0, bold=True))
    baseline = head.bottom - size * _DESCENDER
    if titled:
        yield Text(definition.title, Point(head.x, baseline), size, theme.title, bold=True)
    yield Text(summary, Point(head.right, baseline), SMALL_SIZE, theme.guide, anchor="end")
    names = (definition.credit.designer, definition.credit.year) if titled else ()
    credit = key or ", ".join(part for part in names if part)
    wide = text_width(definition.title, size, bold=True) + _APART
    after = head.x + (wide if titled else 0.0)
    if credit and after + text_width(credit, SMALL_SIZE) + _APART <= head.right - right:
        yield Text(credit, Point(after, baseline), SMALL_SIZE, theme.guide)


def ruler(notes: Sequence[str], foot: Box, theme: Theme, words: Language) -> Iterator[Item]:
    """A ruler in the foot, which shows whether the printer has scaled the page, and notes.

    A foot with one line may have no room for all notes and the long sentence about the ruler: notes
    go first, and the first note is the last to go.
    """
    reserved = text_width(words("page-number", number=_WIDEST_FOLIO), SMALL_SIZE) + _APART
    right = foot.right - reserved
    long = next((each for each in RULERS if _with_words(each, words) <= right - foot.x), None)
    if long is None or not foot.height:
        return
    left, top = foot.x, foot.y
    yield Shape(_scale(left, top, int(long)), stroke=Stroke(0.18, theme.guide))
    baseline = _foot_line(foot)
    start = left + long + _APART
    every = ", ".join(notes)
    sentence, short = (words(key, length=int(long)) for key in ("ruler", "ruler-short"))
    choices = [(sentence, every), (short, every), (short, *notes[:1]), (sentence,), (short,)]
    if foot.height > 2 * SMALL_SIZE * _LINE + AIR:
        # A high foot has room for a second line.
        choices.insert(1, (sentence,))
    chosen = next((each for each in choices if _wide(each) <= right - start), ())
    for text in filter(None, chosen):
        yield Text(text, Point(start, baseline), SMALL_SIZE, theme.guide)
        start += _wide((text,)) + _APART
    if chosen == (sentence,) and every:
        below = Point(left, baseline + SMALL_SIZE * _LINE + AIR)
        if below.y <= foot.bottom:
            yield Text(every, below, SMALL_SIZE, theme.guide)


# Sheets after sheets have the same.
@lru_cache(maxsize=64)
def _scale(left: float, top: float, long: int) -> Path:
    """The line of a ruler with a mark at each 5 mm, longer ones at 10 and at 50 mm."""
    lines = [segment(Point(left, top), Point(left + long, top))]
    for mark in range(0, long + 1, 5):
        reach = _RULER if mark % 50 == 0 else 1.5 if mark % 10 == 0 else 0.8
        lines.append(segment(Point(left + mark, top), Point(left + mark, top + reach)))
    return tuple(chain.from_iterable(lines))


def _with_words(long: float, words: Language) -> float:
    """The length of a ruler with the shortest words about it."""
    return long + _APART + text_width(words("ruler-short", length=int(long)), SMALL_SIZE)


def _wide(texts: Sequence[str]) -> float:
    return sum(text_width(text, SMALL_SIZE) + _APART for text in texts) - _APART


def _foot_line(foot: Box) -> float:
    return foot.y + SMALL_SIZE * _ASCENDER


def margin_note(note: str, side: Box, theme: Theme) -> Iterator[Item]:
    """A line that runs up the strip beside the pieces; nothing without room or words."""
    if not (side.width and note):
        return
    while text_width(note, SMALL_SIZE) > side.height * 0.8 and ", " in note:
        note = note.rpartition(", ")[0]
    yield Text(note, Point(_side_line(side), side.bottom), SMALL_SIZE, theme.guide, angle=-90)


def _side_line(side: Box) -> float:
    return side.x + SMALL_SIZE * _ASCENDER


def folio(found: Bands, theme: Theme) -> Text | None:
    """The place of the page number, still without words; None if no band has room."""
    foot, side = found.foot, found.side
    if foot.height:
        at = Point(foot.right, _foot_line(foot))
        return Text("", at, SMALL_SIZE, theme.guide, anchor="end")
    if side.width:
        at = Point(_side_line(side), side.y)
        return Text("", at, SMALL_SIZE, theme.guide, anchor="end", angle=-90)
    return None
