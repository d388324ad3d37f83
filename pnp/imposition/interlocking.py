"""Interlocking: pieces of different outlines, each where it lies highest in what is left of a sheet.

The sheet is a raster of squares, and a row of it is the bits of a number: so all places of a piece in a row are
tried at once. A piece covers each square that its outline enters. Polyforms that share edges lie on a raster of cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pnp.basics.classes import NamedTuple
from pnp.pieces import Cutout, Placement, Pose
from pnp.scene.contours import Contour, Polygons, grown, spans_at
from pnp.scene.geometry import Box, Point, bounding_box, round_trip, turned
from pnp.tiles.layouts import Cell, Layout
from pnp.tiles.polyforms import Polyform, PolyformShape, Sides

# Millimetres: the side of a square of the raster, and how far an outline goes into a square without covering it.
_STEP, _HAIR = 1.0, 1e-3
# Millimetres: what is larger by so little still fits, because sizes in inches are rounded.
_FITTING = 0.01
_TURNS = (0.0, 90.0, 180.0, 270.0)
# After so many pieces without a place a sheet is full.
_PATIENCE = 40


class _Mask(NamedTuple):
    """What an outline covers of a raster at a turn: for each row its runs, with their start and their length.

    `corner` is the first place of the first row, seen from the centre of the piece.
    """

    turn: float
    rows: tuple[tuple[tuple[int, int], ...], ...]
    width: int
    corner: Point


def interlocked(
    pieces: Sequence[Cutout], room: Box, gap: float
) -> tuple[tuple[Placement, ...], tuple[Cutout, ...]]:
    """As many pieces as a room holds with a gap between them, and those that are left.

    Pieces of a group lie together, the large ones first. Without a gap, polyforms of one grid lie on its cells.
    """
    grids = {piece.trim.grid for piece in pieces}
    grid = None if gap or len(grids) > 1 else grids.pop()
    sheet = _squares_in(room.widened(gap / 2)) if grid is None else _cells_in(room, *grid)
    placed: list[Placement] = []
    left: list[Cutout] = []
    failed = 0
    groups = {group: at for at, group in enumerate(dict.fromkeys(each.group for each in pieces))}
    for piece in sorted(pieces, key=lambda each: (groups[each.group], -each.trim.area)):
        contour, form = piece.trim.contour, piece.trim.polyform
        pose = None
        if contour is not None and failed <= _PATIENCE:
            on_cells = grid is not None and form is not None
            masks = _cell_masks(form, piece.trim.cell) if on_cells else _masks(contour, gap)
            pose = sheet.laid(masks)
        if pose is None:
            left.append(piece)
            failed += 1
        else:
            placed.append(Placement(piece, pose))
            failed = 0
    return tuple(placed), tuple(left)


class _Sheet:
    """A raster with the bits that are taken, row by row.

    A bit is one step `across` from the one before it, and a row one step `down` from the row above it. Masks begin
    at every `pitch`th bit.
    """

    def __init__(
        self,
        corner: Point,
        across: Point,
        down: Point,
        taken: list[int],
        width: int,
        pitch: int = 1,
    ) -> None:
        self._corner, self._across, self._down = corner, across, down
        self._rows, self._width = taken, width
        self._starts = sum(1 << bit for bit in range(0, width, pitch))
        # No mask has a place above the row where it was found last.
        self._first: dict[_Mask, int] = {}

    def laid(self, masks: Iterable[_Mask]) -> Pose | None:
        """The pose at the turn in which the piece ends highest, and takes its place; None if there is no room."""
        found = [
            (row + len(mask.rows), round(self._at(row, place).x, 3), row, place, mask)
            for mask in masks
            for row, place in self._places(mask)
        ]
        if not found:
            return None
        _, _, row, place, mask = min(found, key=lambda each: each[:2])
        for at, runs in enumerate(mask.rows, row):
            for start, length in runs:
                self._rows[at] |= ((1 << length) - 1) << (place + start)
        return Pose(self._at(row, place) - mask.corner, mask.turn)

    def _at(self, row: int, place: int) -> Point:
        return self._corner + self._across * place + self._down * row

    def _places(self, mask: _Mask) -> Iterator[tuple[int, int]]:
        """The first row with a place for a mask, and the first place in it."""
        if mask.width > self._width:
            return
        every = self._starts & ((1 << (self._width - mask.width + 1)) - 1)
        for row in range(self._first.get(mask, 0), len(self._rows) - len(mask.rows) + 1):
            blocked = 0
            for taken, runs in zip(self._rows[row:], mask.rows, strict=False):
                if taken:
                    for start, length in runs:
                        blocked |= _before(taken, length) >> start
                    if blocked & every == every:
                        break
            if free := ~blocked & every:
                self._first[mask] = row
                yield row, (free & -free).bit_length() - 1
                return
        self._first[mask] = len(self._rows)


def _squares_in(room: Box) -> _Sheet:
    """A room in squares."""
    width = math.floor((room.width + _HAIR) / _STEP)
    rows = [0] * math.floor((room.height + _HAIR) / _STEP)
    return _Sheet(Point(room.x, room.y), Point(_STEP, 0.0), Point(0.0, _STEP), rows, width)


class _Lattice(NamedTuple):
    """The rows of a grid as bits: all that lies alike is whole steps apart.

    Triangles lie alike at every other bit, and their rows begin half a side further to the right.
    """

    shape: PolyformShape
    layout: Layout

    @property
    def pitch(self) -> int:
        return 2 if self.shape is PolyformShape.POLYIAMOND else 1

    def bit(self, cell: Cell) -> int:
        return cell.q - cell.r * (self.pitch - 1)

    def centre(self, bit: int, row: int) -> Point:
        return self.layout.centre(Cell(bit + row * (self.pitch - 1), row))


def _cells_in(room: Box, shape: PolyformShape, across: float) -> _Sheet:
    """The cells of a grid in a room, with one in its first corner."""
    lattice = _Lattice(shape, shape.layout(across))
    corner = bounding_box(lattice.layout.outline(Cell(0, 0)))
    origin = Point(room.x - corner.x, room.y - corner.y)
    inside = room._replace(x=corner.x, y=corner.y)
    bits = [
        (cell.r, lattice.bit(cell))
        for cell in lattice.layout.around(inside)
        if inside.contains(bounding_box(lattice.layout.outline(cell)), tolerance=_FITTING)
    ]
    low = min((bit for _, bit in bits), default=0)
    low -= low % lattice.pitch
    width = max((bit + 1 for _, bit in bits), default=low) - low
    rows = [(1 << width) - 1] * (max((row for row, _ in bits), default=-1) + 1)
    for row, bit in bits:
        rows[row] ^= 1 << (bit - low)
    start = lattice.centre(low, 0)
    step = (lattice.centre(low + lattice.pitch, 0) - start) * (1 / lattice.pitch)
    return _Sheet(origin + start, step, lattice.centre(low, 1) - start, rows, width, lattice.pitch)


def _before(taken: int, length: int) -> int:
    """The places at which a run of this length meets a square that is taken, at its start or behind."""
    reach = 1
    while 2 * reach <= length:
        taken |= taken >> reach
        reach *= 2
    return taken | taken >> (length - reach)


@lru_cache(maxsize=4096)
def _masks(contour: Contour, gap: float) -> tuple[_Mask, ...]:
    """The different masks of an outline with half of the gap all round, as it stands and turned by quarters."""
    found: dict[object, _Mask] = {}
    for turn in _TURNS:
        corners = (contour.at_turn(turn),)
        mask = _mask(grown(corners, gap / 2) if gap else corners, turn)
        found.setdefault(mask.rows, mask)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _cell_masks(form: Polyform, across: float) -> tuple[_Mask, ...]:
    """The different masks of a polyform on the cells of its grid, at all turns of that."""
    shape, layout = form.shape, form.shape.layout(across)
    lattice, middle = _Lattice(shape, layout), form.box(across).centre
    found: dict[object, _Mask] = {}
    for move in shape.moves(Sides.ONE_SIDED):
        turn = move.steps * 360 / shape.turns
        cells = [shape.moved(cell, move) for cell in form.cells]
        by_row: dict[int, list[int]] = {}
        for cell in cells:
            by_row.setdefault(cell.r, []).append(lattice.bit(cell))
        top, low = min(by_row), min(map(min, by_row.values()))
        low -= low % lattice.pitch
        rows = tuple(
            tuple(_runs((bit - low, bit - low + 1) for bit in sorted(by_row[row])))
            for row in sorted(by_row)
        )
        first = turned(layout.centre(form.cells[0]) - middle, math.radians(turn))
        corner = first + lattice.centre(low, top) - layout.centre(cells[0])
        width = max(start + length for runs in rows for start, length in runs)
        found.setdefault(rows, _Mask(turn, rows, width, corner))
    return tuple(found.values())


def _mask(area: Polygons, turn: float) -> _Mask:
    box = bounding_box(corner for each in area for corner in each)
    edges = [edge for each in area for edge in round_trip(each)]
    rows = []
    for row in range(math.ceil((box.height - _HAIR) / _STEP)):
        top, bottom = box.y + row * _STEP + _HAIR, box.y + (row + 1) * _STEP - _HAIR
        entered = [*spans_at(area, top), *spans_at(area, bottom), *_between(edges, top, bottom)]
        rows.append(
            tuple(
                _runs(
                    ((left - box.x) / _STEP, (right - box.x) / _STEP)
                    for left, right in sorted(entered)
                )
            )
        )
    width = max(start + length for runs in rows for start, length in runs)
    return _Mask(turn, tuple(rows), width, Point(box.x, box.y))


def _between(
    edges: Iterable[tuple[Point, Point]], top: float, bottom: float
) -> Iterator[tuple[float, float]]:
    """The reach from side to side of each part of an edge between two levels."""
    for edge in edges:
        high, low = sorted(edge, key=lambda end: end.y)
        if high.y < bottom and low.y > top:
            along = (low.x - high.x) / (low.y - high.y) if low.y > high.y else 0.0
            ends = [
                high.x + along * (min(max(level, high.y), low.y) - high.y)
                for level in (top, bottom)
            ]
            # A level edge goes all the way.
            ends += [high.x, low.x] if low.y - high.y < 2 * _HAIR else []
            yield min(ends), max(ends)


def _runs(spans: Iterable[tuple[float, float]]) -> Iterator[tuple[int, int]]:
    """The whole steps that spans enter, as runs without overlaps."""
    start = end = 0
    for left, right in spans:
        first, last = math.floor(left + _HAIR), math.ceil(right - _HAIR)
        if last <= first:
            continue
        if first > end:
            if end > start:
                yield start, end - start
            start, end = first, last
        else:
            end = max(end, last)
    if end > start:
        yield start, end - start
