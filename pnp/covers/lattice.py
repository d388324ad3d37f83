"""The cells of a cover: a lattice of tiles over the page, without the cells that touch a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.draw.outline import DEFAULT_TURN, Outline
from pnp.scene.geometry import Box, Point, bounding_box
from pnp.tiles import Shape, TileGeometry

Key = tuple[int, int]

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
    fields = [_fitted(geometry, pitch * scale, page, room) for scale in _SCALES]
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


def _fitted(geometry: TileGeometry, size: float, page: Box, room: Box) -> Field:
    """The cells of that size, moved up or down so that as many as possible lie in the room."""
    cells = _cells(geometry, size, page.widened(2 * size))
    corners = {turn: Outline(geometry, size, turn).corners for turn in _turns(geometry)}
    reach = {turn: bounding_box(found) for turn, found in corners.items()}

    def shown(cell: Cell, shift: float) -> bool:
        x, y, width, height = reach[cell.turn]
        left, top = cell.centre.x + x, cell.centre.y + y + shift
        return (
            left + width > page.x
            and left < page.right
            and top + height > page.y
            and top < page.bottom
        )

    def fits(cell: Cell, shift: float) -> bool:
        _, y, _, height = reach[cell.turn]
        top = cell.centre.y + y + shift
        return top >= room.y - 1e-6 and top + height <= room.bottom + 1e-6

    def placed(shift: float) -> Field:
        on_page = {key: cell for key, cell in cells.items() if shown(cell, shift)}
        kept = {
            key: cell._replace(centre=cell.centre + Point(0, shift))
            for key, cell in on_page.items()
            if fits(cell, shift)
        }
        order = sorted(kept, key=lambda key: (round(kept[key].centre.y, 1), kept[key].centre.x))
        return Field({key: kept[key] for key in order}, frozenset(on_page.keys() - kept), size)

    shifts = (placed(size * 2 * number / _SHIFTS) for number in range(_SHIFTS))
    return min(shifts, key=lambda field: (-len(field.cells), _spare(field, page, room)))


def _turns(geometry: TileGeometry) -> tuple[float, float]:
    """The headings of the first sides of a cell and of its neighbours."""
    first = DEFAULT_TURN[geometry.shape]
    return first, first - 60 if geometry.shape is Shape.TRIANGLE else first


def _cells(geometry: TileGeometry, size: float, box: Box) -> dict[Key, Cell]:
    """All cells whose centres lie in the box, from the middle of it outwards."""
    first, other = _turns(geometry)
    outlines = {turn: Outline(geometry, size, turn) for turn in (first, other)}

    def key(point: Point) -> Key:
        # From the middle, where centres are far from the halves between two whole numbers.
        off = (point - box.centre) * (16 / size)
        return round(off.x), round(off.y)

    # Corners may lie just on the half between two whole numbers.
    nudge = Point(0.007, 0.011) * size
    cells: dict[Key, Cell] = {}
    ahead = [(box.centre, first)]
    while ahead:
        centre, turn = ahead.pop()
        if key(centre) in cells or not box.contains(Box(*centre, 0, 0)):
            continue
        outline = outlines[turn]
        near = [
            centre + outline.normal(side) * (2 * outline.distance(side))
            for side in range(geometry.sides)
        ]
        corners = tuple(key(centre + corner + nudge) for corner in outline.corners)
        cells[key(centre)] = Cell(centre, turn, tuple(map(key, near)), corners)
        ahead += [(point, other if turn == first else first) for point in near]
    return cells


def opposite(field: Field, key: Key, side: int) -> int:
    """The side of the neighbour that meets this side of the cell."""
    return field.cells[field.cells[key].beyond[side]].beyond.index(key)
