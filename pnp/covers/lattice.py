"""The cells of a cover: a lattice of tiles over the page, without the cells that touch a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.draw.outline import DEFAULT_TURN, Outline
from pnp.scene.geometry import Box, Point, bounding_box
from pnp.tiles import Shape, TileGeometry

# Millimetres: what is printed beyond the edge of the page, so that no white line remains after a cut.
BLEED = 3.0

Key = tuple[int, int]

# From the key of a square to that of its neighbour: a key counts sixteenths of a cell.
KEY_STEP = 16

# How many shifts of the lattice to try, and which sizes, so that whole rows fill the field.
_SHIFTS = 12
_SCALES = (1.0, 0.95, 1.05, 0.9, 1.1, 0.85, 1.15)
# The room that a field may leave empty for a size that is nearer to the pitch.
_NEARER = 0.3


class Cell(NamedTuple):
    """The centre of a cell, the heading of its first side, and the key of its neighbour at each side.

    `corners` has the keys of its corners, which other cells share.
    """

    centre: Point
    turn: float
    beyond: tuple[Key, ...]
    corners: tuple[Key, ...]


class Field(NamedTuple):
    """The cells to fill, in reading order, and those on the page that stay empty for the texts."""

    cells: Mapping[Key, Cell]
    dropped: frozenset[Key]
    size: float


def field_of(geometry: TileGeometry, pitch: float, page: Box, room: Box) -> Field:
    """The cells that lie between the top and the bottom of the room, of about the size of the pitch.

    They reach over the sides of the page, and over its top or bottom where the room does.
    """
    lattice = _lattice(geometry, page.widened(2 * pitch), pitch * min(_SCALES))
    fields = [_fitted(geometry, lattice, pitch * scale, page, room) for scale in _SCALES]
    spare = [
        _spare(field, page, room) + _NEARER * abs(scale - 1)
        for field, scale in zip(fields, _SCALES, strict=True)
    ]
    return fields[spare.index(min(spare))]


def _spare(field: Field, page: Box, room: Box) -> float:
    """The share of the room above and below the cells, and the more the less equal these are."""
    top, bottom = max(room.y, page.y), min(room.bottom, page.bottom)
    if not field.cells:
        return 2.0
    ys = [cell.centre.y for cell in field.cells.values()]
    above, below = max(0.0, min(ys) - top), max(0.0, bottom - max(ys))
    return (above + below + abs(above - below)) / (bottom - top)


def _fitted(
    geometry: TileGeometry, lattice: Mapping[Key, Cell], size: float, page: Box, room: Box
) -> Field:
    """The cells of that size, moved up or down so that as many as possible lie in the room."""
    around = page.widened(2 * size)
    placed_at = {key: around.centre + cell.centre * size for key, cell in lattice.items()}
    cells = {
        key: lattice[key]._replace(centre=centre)
        for key, centre in placed_at.items()
        if around.contains(Box(*centre, 0, 0))
    }
    outlines = {turn: Outline(geometry, size, turn).corners for turn in _turns(geometry)}
    reach = {turn: bounding_box(corners) for turn, corners in outlines.items()}
    # A shift moves cells up and down, so that those beside the page stay there.
    spans = {
        key: (cell.centre.y + reach[cell.turn].y, cell.centre.y + reach[cell.turn].bottom)
        for key, cell in cells.items()
        if cell.centre.x + reach[cell.turn].right > page.x
        and cell.centre.x + reach[cell.turn].x < page.right
    }

    def placed(shift: float) -> Field:
        low, high = room.y - shift - 1e-6, room.bottom - shift + 1e-6
        over, under = page.y - shift, page.bottom - shift
        on_page = [key for key, (top, end) in spans.items() if end > over and top < under]
        kept = {
            key: cells[key]._replace(centre=cells[key].centre + Point(0, shift))
            for key in on_page
            if spans[key][0] >= low and spans[key][1] <= high
        }
        return Field(kept, frozenset(on_page).difference(kept), size)

    shifts = (placed(size * 2 * number / _SHIFTS) for number in range(_SHIFTS))
    best = min(shifts, key=lambda field: (-len(field.cells), _spare(field, page, room)))
    order = sorted(best.cells.items(), key=lambda item: _reading_order(item[1].centre))
    return best._replace(cells=dict(order))


def _reading_order(centre: Point) -> tuple[float, float]:
    return round(centre.y, 1), centre.x


def _turns(geometry: TileGeometry) -> tuple[float, float]:
    """The headings of the first sides of a cell and of its neighbours."""
    first = DEFAULT_TURN[geometry.shape]
    return first, first - 60 if geometry.shape is Shape.TRIANGLE else first


def _lattice(geometry: TileGeometry, box: Box, least: float) -> dict[Key, Cell]:
    """Cells of the size 1 round the origin, as many as cover the box at the least size."""
    width, height = box.width / 2 / least, box.height / 2 / least
    cover = Box(-width, -height, 2 * width, 2 * height)
    first, other = _turns(geometry)
    outlines = {turn: Outline(geometry, 1.0, turn) for turn in (first, other)}
    steps = {
        turn: [
            outline.normal(side) * (2 * outline.distance(side)) for side in range(geometry.sides)
        ]
        for turn, outline in outlines.items()
    }

    def key(point: Point) -> Key:
        # From the middle, where centres are far from the halves between two whole numbers.
        return round(point.x * KEY_STEP), round(point.y * KEY_STEP)

    # Corners may lie just on the half between two whole numbers.
    nudge = Point(0.007, 0.011)
    cells: dict[Key, Cell] = {}
    ahead = [(Point(0.0, 0.0), first)]
    while ahead:
        centre, turn = ahead.pop()
        if key(centre) in cells or not cover.contains(Box(*centre, 0, 0)):
            continue
        near = [centre + step for step in steps[turn]]
        corners = tuple(key(centre + corner + nudge) for corner in outlines[turn].corners)
        cells[key(centre)] = Cell(centre, turn, tuple(map(key, near)), corners)
        ahead += [(point, other if turn == first else first) for point in near]
    return cells


def opposite(field: Field, key: Key, side: int) -> int:
    """The side of the neighbour that meets this side of the cell."""
    return field.cells[field.cells[key].beyond[side]].beyond.index(key)
