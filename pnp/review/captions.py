"""Pictures with their captions, in rows on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.scene import Drawing, Item, Picture, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Point
from pnp.scene.typesetting import text_lines

# Millimetres: 11 and 10 dots of CSS for the lines of a caption.
NAME_SIZE, NOTE_SIZE = 2.9, 2.6
_LEADING = 1.3
_ABOVE = 1.4  # from a picture to its caption
GAP = 5.6  # between pictures
ROW_GAP = 6.0

# No caption makes a picture's column wider than this: a longer one takes more lines.
WIDEST = 36.0


class Captioned(NamedTuple):
    """A picture, its name in bold, and a note below the name."""

    picture: Picture
    name: str
    note: str = ""

    @property
    def wanted(self) -> float:
        """The width of the picture with its caption, which takes more lines if it is long."""
        name = text_width(self.name, NAME_SIZE, bold=True)
        note = text_width(self.note, NOTE_SIZE)
        return max(self.picture.box.width, min(WIDEST, max(name, note)))


def rows(cells: Sequence[Captioned], width: float, theme: Theme) -> Picture:
    """Captioned pictures in rows no wider than *width*, in columns of one width."""
    column = max(cell.wanted for cell in cells)
    number = max(1, int((width + GAP) / (column + GAP)))
    items: list[Item] = []
    top = 0.0
    for start in range(0, len(cells), number):
        row = cells[start : start + number]
        high = max(cell.picture.box.height for cell in row)
        bottom = top + high
        for place, cell in enumerate(row):
            middle = place * (column + GAP) + column / 2
            box = cell.picture.box
            corner = Point(middle - box.width / 2, top + (high - box.height) / 2)
            items.append(cell.picture.at(corner))
            lines = list(_caption(cell, column, Point(middle, top + high + _ABOVE), theme))
            items += lines
            bottom = max(bottom, *(line.at.y + line.size * 0.3 for line in lines))
        top = bottom + ROW_GAP
    used = min(number, len(cells)) * (column + GAP) - GAP
    return Picture(Drawing(tuple(items)), Box(0, 0, used, top - ROW_GAP))


def _caption(cell: Captioned, width: float, top: Point, theme: Theme) -> Iterator[Text]:
    """The lines of a caption, centred below a point."""
    y = top.y
    for text, size, bold, ink in (
        (cell.name, NAME_SIZE, True, theme.title),
        (cell.note, NOTE_SIZE, False, theme.guide),
    ):
        for line in text_lines(text, width, size, bold=bold):
            # A word that is longer than its column is set smaller.
            fitting = min(size, size * width / max(text_width(line, size, bold=bold), 0.01))
            y += size * _LEADING
            at = Point(top.x, y - size * (_LEADING - 1))
            yield Text(line, at, fitting, ink, bold=bold, anchor="middle")
