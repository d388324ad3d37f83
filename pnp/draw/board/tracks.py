"""The tracks of a board: rounds as a road, scores as rows of numbered spaces."""

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
from pnp.tiles.grids import Course, Ring, path, ring

# A track with more spaces has rows of small ones.
_MOST_ON_ROAD = 12

# The smallest letters, 7 pt, in millimetres.
_SMALL = 2.5

# Shares of a board's hexagons across flats.
_RADIUS, _SPACE, _NAME, _TITLE, _GAP = 0.34, 0.42, 0.13, 0.15, 0.5
_LEADING = 1.25


def track_height(track: TrackDefinition, width: float, across: float) -> float:
    """The height of a track that is so wide, with the gap above it."""
    gap = max(3.0, _GAP * across)
    if len(track.numbers) <= _MOST_ON_ROAD:
        radius = _radius(track, width, across)
        names = _name_lines(track, width, across)
        lines = max((len(each) for each in names), default=0)
        return gap + 2.5 * radius + lines * _LEADING * _name_size(across)
    columns = _columns(track, width, across)
    rows = math.ceil(len(track.numbers) / columns)
    return gap + _title_size(across) * 1.4 + rows * width / columns


def track_items(
    track: TrackDefinition, box: Box, across: float, theme: Theme, whole: Box | None = None
) -> Iterator[Item]:
    """The track at the top of a box; a road runs from side to side of the *whole* board."""
    top = box.y + max(3.0, _GAP * across)
    if len(track.numbers) <= _MOST_ON_ROAD:
        yield from _road(track, Box(box.x, top, box.width, 0), across, theme, whole or box)
    else:
        yield from _rows(track, Box(box.x, top, box.width, 0), across, theme)


def _radius(track: TrackDefinition, width: float, across: float) -> float:
    return min(_RADIUS * across, width / len(track.numbers) / 2.4)


def _road(
    track: TrackDefinition, box: Box, across: float, theme: Theme, whole: Box
) -> Iterator[Item]:
    """Hexagons on a road with a broken line in its middle, and their names below it."""
    radius, pitch = _radius(track, box.width, across), box.width / len(track.numbers)
    middle, half = box.y + 1.25 * radius, 1.2 * radius
    line = max(0.3, 0.018 * across)
    sides: Path = ()
    for y in (middle - half, middle + half):
        sides += segment(Point(whole.x, y), Point(whole.right, y))
    strip = box_path(Box(whole.x, middle - half, whole.width, 2 * half))
    yield from areas_of(theme).tint(strip, theme.cell)
    yield Shape(sides, stroke=Stroke(line, theme.border))
    centres = [Point(box.x + pitch * (place + 0.5), middle) for place in range(len(track.numbers))]
    dashes: Path = ()
    clear = Point(1.15 * radius, 0)
    for one, other in pairwise(centres):
        dashes += segment(one + clear, other - clear)
    if dashes:
        yield Shape(dashes, stroke=Stroke(1.8 * line, theme.kerb, (6 * line, 4 * line)))
    for number, centre in zip(track.numbers, centres, strict=True):
        space = regular(6, centre, radius)
        yield Shape(space, fill=theme.ground, stroke=Stroke(1.6 * line, theme.kerb))
        yield number_item(str(number), centre, 0.72 * radius, theme.caption)
    size = _name_size(across)
    for centre, lines in zip(centres, _name_lines(track, box.width, across), strict=False):
        for row, text in enumerate(lines):
            at = Point(centre.x, middle + half + size * (1.2 + _LEADING * row))
            yield Text(text, at, size, theme.caption, anchor="middle")


def _rows(track: TrackDefinition, box: Box, across: float, theme: Theme) -> Iterator[Item]:
    """Rows of small spaces; every fifth number stands out, on a tint."""
    columns = _columns(track, box.width, across)
    space, title = box.width / columns, _title_size(across)
    yield Text(track.title, Point(box.x, box.y + title), title, theme.caption, bold=True)
    top = box.y + 1.4 * title
    for place, number in enumerate(track.numbers):
        row, column = divmod(place, columns)
        at = Point(box.x + column * space, top + row * space)
        yield from _space(number, at, space, theme)


def _space(number: int, at: Point, size: float, theme: Theme) -> Iterator[Item]:
    """A small space with its upper left corner at a point."""
    inner = Box(at.x, at.y, size, size).widened(-0.04 * size)
    fill = theme.ground if number % 5 else theme.area(theme.cell)
    yield Shape(rounded(inner, 0.14 * size), fill=fill, stroke=Stroke(0.3, theme.border))
    ink = theme.caption if number % 5 == 0 else mixed(theme.caption, theme.ground, 0.3)
    yield number_item(str(number), inner.centre, 0.3 * size, ink)


def box_round(track: TrackDefinition, inner: Box) -> Box:
    """The outer box of a track round a box."""
    space, columns, rows = _ring(track, inner)
    width, height = columns * space, rows * space
    return Box(inner.centre.x - width / 2, inner.centre.y - height / 2, width, height)


def items_round(track: TrackDefinition, inner: Box, theme: Theme) -> Iterator[Item]:
    """The spaces of a track round a box, clockwise from the top left; one place may stay free."""
    (space, columns, rows), box = _ring(track, inner), box_round(track, inner)
    cells = path(2 * (columns + rows) - 4, Course.LOOP, columns).cells
    for number, cell in zip(track.numbers, cells, strict=False):
        yield from _space(
            number, Point(box.x + cell.q * space, box.y + cell.r * space), space, theme
        )


def _ring(track: TrackDefinition, inner: Box) -> Ring:
    wide, high = inner.width + 2 * TRACK_GAP, inner.height + 2 * TRACK_GAP
    return ring(len(track.numbers), wide, high)


def _columns(track: TrackDefinition, width: float, across: float) -> int:
    """As many spaces in a row as have room, by fives."""
    space = max(LEAST_SPACE, _SPACE * across)
    return max(5, min(int(width / space) // 5 * 5, 5 * math.ceil(len(track.numbers) / 5)))


def _name_size(across: float) -> float:
    return max(_SMALL, _NAME * across)


def _title_size(across: float) -> float:
    return max(2.8, _TITLE * across)


def _name_lines(track: TrackDefinition, width: float, across: float) -> list[list[str]]:
    """The name of each space in one or more lines that are no wider than its share of the track."""
    room, size = width / len(track.numbers) - 1.0, _name_size(across)
    return [text_lines(name, room, size) or [""] for name in track.names]
