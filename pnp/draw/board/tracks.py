"""The tracks of a board: rounds as a road, scores as rows of numbered spaces, or as a ring round the cells."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.definition import LEAST_SPACE, TRACK_GAP, TrackDefinition
from pnp.draw.areas import areas_of
from pnp.draw.look.lettering import number_item
from pnp.draw.look.signs import box_path, regular
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.geometry import Box, Path, Point, rounded, segment
from pnp.scene.typesetting import text_lines
from pnp.tiles.grids import Course, path, ring

# A track with more spaces has rows of small ones.
_MOST_ON_ROAD = 12

# The smallest letters, 7 pt, in millimetres.
_SMALL = 2.5

# Shares of a board's hexagons across flats.
_RADIUS, _SPACE, _NAME, _TITLE, _GAP = 0.34, 0.42, 0.13, 0.15, 0.5
_LEADING = 1.25


class TrackBelow:
    """A track of that width below a board; its `height` includes the gap above it."""

    def __init__(self, track: TrackDefinition, width: float, across: float) -> None:
        self._track, self._width, self._across = track, width, across
        self._gap, number = max(3.0, _GAP * across), len(track.numbers)
        self._radius = min(_RADIUS * across, width / number / 2.4)
        self._name, self._title = max(_SMALL, _NAME * across), max(2.8, _TITLE * across)
        # The name of each space in one or more lines that are no wider than its share of the track.
        room = width / number - 1.0
        self._names = [text_lines(name, room, self._name) or [""] for name in track.names]
        # As many spaces in a row as have room, by fives.
        most = int(width / max(LEAST_SPACE, _SPACE * across)) // 5 * 5
        self._columns = max(5, min(most, 5 * math.ceil(number / 5)))
        self._is_road = number <= _MOST_ON_ROAD
        if self._is_road:
            lines = max((len(each) for each in self._names), default=0)
            self.height = self._gap + 2.5 * self._radius + lines * _LEADING * self._name
        else:
            rows = math.ceil(number / self._columns)
            self.height = self._gap + 1.4 * self._title + rows * width / self._columns

    def items(self, corner: Point, theme: Theme, whole: Box) -> Iterator[Item]:
        """The track with its top left at a point; a road runs from side to side of the *whole* board."""
        start = corner + Point(0, self._gap)
        return self._road(start, theme, whole) if self._is_road else self._rows(start, theme)

    def _road(self, start: Point, theme: Theme, whole: Box) -> Iterator[Item]:
        """Hexagons on a road with a broken line in its middle, and their names below it."""
        radius, pitch = self._radius, self._width / len(self._track.numbers)
        middle, half = start.y + 1.25 * radius, 1.2 * radius
        line = max(0.3, 0.018 * self._across)
        sides: Path = ()
        for y in (middle - half, middle + half):
            sides += segment(Point(whole.x, y), Point(whole.right, y))
        strip = box_path(Box(whole.x, middle - half, whole.width, 2 * half))
        yield from areas_of(theme).tint(strip, theme.cell)
        yield Shape(sides, stroke=Stroke(line, theme.border))
        places = range(len(self._track.numbers))
        centres = [Point(start.x + pitch * (place + 0.5), middle) for place in places]
        dashes: Path = ()
        clear = Point(1.15 * radius, 0)
        for one, other in pairwise(centres):
            dashes += segment(one + clear, other - clear)
        if dashes:
            yield Shape(dashes, stroke=Stroke(1.8 * line, theme.kerb, (6 * line, 4 * line)))
        for number, centre in zip(self._track.numbers, centres, strict=True):
            space = regular(6, centre, radius)
            yield Shape(space, fill=theme.ground, stroke=Stroke(1.6 * line, theme.kerb))
            yield number_item(str(number), centre, 0.72 * radius, theme.caption)
        for centre, lines in zip(centres, self._names, strict=False):
            for row, text in enumerate(lines):
                at = Point(centre.x, middle + half + self._name * (1.2 + _LEADING * row))
                yield Text(text, at, self._name, theme.caption, anchor="middle")

    def _rows(self, start: Point, theme: Theme) -> Iterator[Item]:
        """Rows of small spaces; every fifth number stands out, on a tint."""
        space, title = self._width / self._columns, self._title
        yield Text(self._track.title, start + Point(0, title), title, theme.caption, bold=True)
        for place, number in enumerate(self._track.numbers):
            row, column = divmod(place, self._columns)
            at = Point(start.x + column * space, start.y + 1.4 * title + row * space)
            yield from _space(number, at, space, theme)


class TrackRound:
    """A track round a box, with the *box* round it."""

    def __init__(self, track: TrackDefinition, inner: Box) -> None:
        self._track = track
        wide, high = inner.width + 2 * TRACK_GAP, inner.height + 2 * TRACK_GAP
        self._ring = ring(len(track.numbers), wide, high)
        space, columns, rows = self._ring
        width, height = columns * space, rows * space
        self.box = Box(inner.centre.x - width / 2, inner.centre.y - height / 2, width, height)

    def items(self, theme: Theme) -> Iterator[Item]:
        """The spaces, clockwise from the top left; those on the left stand farther apart if there is one place more."""
        space, columns, rows = self._ring
        cells = path(2 * (columns + rows) - 4, Course.LOOP, columns).cells
        apart = (rows - 1) / (rows - 1 - len(cells) + len(self._track.numbers))
        for number, cell in zip(self._track.numbers, cells, strict=False):
            row = (rows - 1 - (rows - 1 - cell.r) * apart) if not cell.q and cell.r else cell.r
            at = Point(self.box.x + cell.q * space, self.box.y + row * space)
            yield from _space(number, at, space, theme)


def _space(number: int, at: Point, size: float, theme: Theme) -> Iterator[Item]:
    """A small space with its upper left corner at a point."""
    inner = Box(at.x, at.y, size, size).widened(-0.04 * size)
    fill = theme.ground if number % 5 else theme.area(theme.cell)
    yield Shape(rounded(inner, 0.14 * size), fill=fill, stroke=Stroke(0.3, theme.border))
    ink = theme.caption if number % 5 == 0 else mixed(theme.caption, theme.ground, 0.3)
    yield number_item(str(number), inner.centre, 0.3 * size, ink)
