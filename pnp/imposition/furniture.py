"""What stands round the pieces on a sheet: a title, who made it, and a ruler."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.definition import Definition
from pnp.draw import Theme
from pnp.fonts import text_width
from pnp.geometry import Point, segment
from pnp.imposition.papers import UNPRINTABLE, Paper
from pnp.scene import Item, Shape, Stroke, Text

RULER = 100.0
TITLE_SIZE = 4.2  # 12 pt
TITLE_SHARE = 0.55  # of the width, at most
SMALL_SIZE = 2.5  # 7 pt, the least that is read with ease


def header(definition: Definition, told: str, paper: Paper, theme: Theme) -> Iterator[Item]:
    """The game's title on the left, and on the right what the sheet is, below whose game it is."""
    left, right = paper.content.x, paper.content.right
    # The title stands just above the pieces, where no printer's margin cuts it.
    baseline = paper.content.y - (paper.content.y - UNPRINTABLE) * 0.25
    # A long title is smaller rather than over what stands on the right.
    room = (right - left) * TITLE_SHARE / text_width(definition.title, 1.0, bold=True)
    size = min(TITLE_SIZE, room)
    yield Text(definition.title, Point(left, baseline), size, theme.mark, bold=True)
    yield Text(told, Point(right, baseline), SMALL_SIZE, theme.guide, anchor="end")
    credit = ", ".join(part for part in definition.credit[:2] if part)
    if credit:
        above = Point(right, baseline - SMALL_SIZE * 1.1)
        yield Text(credit, above, SMALL_SIZE, theme.guide, anchor="end")


def ruler(told: str, paper: Paper, theme: Theme) -> Iterator[Item]:
    """A ruler of 100 mm below the pieces, to see whether the printer has scaled the page."""
    left, right = paper.content.x, paper.content.right
    top = paper.content.bottom + 2.2
    ticks = [segment(Point(left, top), Point(left + RULER, top))]
    for mark in range(0, int(RULER) + 1, 5):
        reach = 2.6 if mark % 50 == 0 else 1.9 if mark % 10 == 0 else 1.1
        ticks.append(segment(Point(left + mark, top), Point(left + mark, top + reach)))
    path = tuple(part for each in ticks for part in each)
    yield Shape(path, stroke=Stroke(0.18, theme.guide))
    baseline = top + 2.6
    sentence = "This ruler is 100 mm long if the page is printed at 100 %"
    yield Text(sentence, Point(left + RULER + 3, baseline), SMALL_SIZE, theme.guide)
    yield Text(told, Point(right, baseline), SMALL_SIZE, theme.guide, anchor="end")


def margin_note(told: str, paper: Paper, theme: Theme) -> Iterator[Item]:
    """A line that runs up the left margin, just inside of what printers reach."""
    at = Point(UNPRINTABLE + SMALL_SIZE * 0.75, paper.tight.bottom - SMALL_SIZE * 2)
    yield Text(told, at, SMALL_SIZE, theme.guide, angle=-90)
