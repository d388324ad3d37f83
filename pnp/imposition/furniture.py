"""The furniture of a sheet, round its pieces: a title, the designer, and a ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.colour.theme import Theme
from pnp.definition import Definition, Language
from pnp.imposition.papers import TICK_ZONE, Paper
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Point, segment

RULERS = (100.0, 50.0)
TITLE_SIZE = 4.2  # 12 pt
TITLE_SHARE = 0.55  # of the width, at most
SMALL_SIZE = 2.5  # 7 pt, the smallest that is easy to read

# The height of a line of words, in ems, and the room that it needs, in millimetres.
_ASCENDER = 0.8
_LEAST_HEADER = SMALL_SIZE * _ASCENDER

_RULER = 2.4
_APART = 3.0


def has_header(box: Box, paper: Paper) -> bool:
    """Whether there is room above the box of the pieces and its ticks."""
    return _baseline(box) - paper.printable.y >= _LEAST_HEADER


def _baseline(box: Box) -> float:
    """The baseline of the title: above the ticks round the pieces."""
    return box.y - TICK_ZONE - 0.3


def header(
    definition: Definition, summary: str, box: Box, paper: Paper, theme: Theme
) -> Iterator[Item]:
    """The game's title on the left with its designer, and the summary of the sheet on the right.

    Without room the header drops the designer first, and then phrases of the summary, which commas
    separate. Above a box near the edge of the paper there is no header.
    """
    if not has_header(box, paper):
        return
    baseline = _baseline(box)
    high = baseline - paper.printable.y
    right = text_width(summary, SMALL_SIZE)
    while right > box.width * (1 - TITLE_SHARE) - _APART and ", " in summary:
        summary = summary.partition(", ")[2]
        right = text_width(summary, SMALL_SIZE)
    # A long title is smaller, so that it ends before the summary.
    room = box.width - right - _APART
    size = min(TITLE_SIZE, high / _ASCENDER, room / text_width(definition.title, 1.0, bold=True))
    yield Text(definition.title, Point(box.x, baseline), size, theme.title, bold=True)
    yield Text(summary, Point(box.right, baseline), SMALL_SIZE, theme.guide, anchor="end")
    credit = ", ".join(
        part for part in (definition.credit.designer, definition.credit.year) if part
    )
    after = box.x + text_width(definition.title, size, bold=True) + _APART
    if credit and after + text_width(credit, SMALL_SIZE) + _APART <= box.right - right:
        yield Text(credit, Point(after, baseline), SMALL_SIZE, theme.guide)


def ruler(
    notes: Sequence[str], box: Box, paper: Paper, theme: Theme, words: Language
) -> Iterator[Item]:
    """A ruler below the pieces, which shows whether the printer has scaled the page, and notes.

    The notes stand on one line; without room for all of them, the first that fits stands alone.
    """
    top = box.bottom + TICK_ZONE + 0.1
    long = next((each for each in RULERS if each <= box.width), None)
    if long is None or top + _RULER > paper.printable.bottom + 0.3:
        return
    left, right = box.x, box.right
    lines = [segment(Point(left, top), Point(left + long, top))]
    for mark in range(0, int(long) + 1, 5):
        reach = _RULER if mark % 50 == 0 else 1.8 if mark % 10 == 0 else 1.0
        lines.append(segment(Point(left + mark, top), Point(left + mark, top + reach)))
    path = tuple(part for each in lines for part in each)
    yield Shape(path, stroke=Stroke(0.18, theme.guide))
    baseline = top + _RULER
    start = left + long + _APART
    for sentence in (
        words("ruler", length=int(long)),
        words("ruler-short", length=int(long)),
    ):
        if start + text_width(sentence, SMALL_SIZE) <= right:
            yield Text(sentence, Point(start, baseline), SMALL_SIZE, theme.guide)
            start += text_width(sentence, SMALL_SIZE) + _APART
            break
    for note in (", ".join(notes), *notes):
        if start + text_width(note, SMALL_SIZE) <= right:
            yield Text(note, Point(right, baseline), SMALL_SIZE, theme.guide, anchor="end")
            break


def margin_note(
    note: str, box: Box, paper: Paper, theme: Theme, *, line: int = 0
) -> Iterator[Item]:
    """A line that runs up the margin left of the pieces; nothing if the margin has no room."""
    x = paper.printable.x + SMALL_SIZE * 0.75 + line * SMALL_SIZE * 1.2
    if x > box.x - 0.3:
        return
    at = Point(x, box.bottom - SMALL_SIZE * 2)
    yield Text(note, at, SMALL_SIZE, theme.guide, angle=-90)
