"""Interlocking: pieces of different outlines, each where it lies highest in what is left of a sheet.

The sheet is a raster of squares, and a row of it is the bits of a number: so all places of a piece in a row are
tried at once. A piece covers each square that its outline enters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.pieces import Cutout, Placement, Pose
from pnp.scene.contours import Contour, Polygons, grown, spans_at
from pnp.scene.geometry import Box, Point, bounding_box, round_trip

# Millimetres: the side of a square of the raster, and how far an outline goes into a square without covering it.
_STEP, _HAIR = 1.0, 1e-3
_TURNS = (0.0, 90.0, 180.0, 270.0)
# After so many pieces without a place a sheet is full.
_PATIENCE = 40


class _Mask(NamedTuple):
    """The squares that an outline covers at a turn: for each row its runs, with their start and their length.

    `corner` is the corner of the first square of the first row, seen from the centre of the piece.
    """

    turn: float
    rows: tuple[tuple[tuple[int, int], ...], ...]
    width: int
    corner: Point


def interlocked(
    pieces: Sequence[Cutout], room: Box, gap: float
) -> tuple[tuple[Placement, ...], tuple[Cutout, ...]]:
    """As many pieces as a room holds with a gap between them, and those that are left.

    Pieces of a group lie together, the large ones first.
    """
    sheet = _Sheet(room.widened(gap / 2))
    placed: list[Placement] = []
    left: list[Cutout] = []
    failed = 0
    groups = {group: at for at, group in enumerate(dict.fromkeys(each.group for each in pieces))}
    for piece in sorted(pieces, key=lambda each: (groups[each.group], -each.trim.area)):
        contour = piece.trim.contour
        pose = None if contour is None or failed > _PATIENCE else sheet.laid(contour, gap)
        if pose is None:
            left.append(piece)
            failed += 1
        else:
            placed.append(Placement(piece, pose))
            failed = 0
    return tuple(placed), tuple(left)


class _Sheet:
    """A room with the squares that are taken."""

    def __init__(self, room: Box) -> None:
        self._room = room
        self._width = math.floor((room.width + _HAIR) / _STEP)
        self._rows = [0] * math.floor((room.height + _HAIR) / _STEP)
        # No mask has a place above the row where it was found last.
        self._first: dict[_Mask, int] = {}

    def laid(self, contour: Contour, gap: float) -> Pose | None:
        """The pose at the turn in which the piece ends highest, and takes its place; None if there is no room."""
        found = [
            (row + len(mask.rows), place, row, mask)
            for mask in _masks(contour, gap)
            for row, place in self._places(mask)
        ]
        if not found:
            return None
        _, place, row, mask = min(found, key=lambda each: each[:2])
        for at, runs in enumerate(mask.rows, row):
            for start, length in runs:
                self._rows[at] |= ((1 << length) - 1) << (place + start)
        corner = Point(self._room.x + place * _STEP, self._room.y + row * _STEP)
        return Pose(corner - mask.corner, mask.turn)

    def _places(self, mask: _Mask) -> Iterator[tuple[int, int]]:
        """The first row with a place for a mask, and the first place in it."""
        if mask.width > self._width:
            return
        every = (1 << (self._width - mask.width + 1)) - 1
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


def _mask(area: Polygons, turn: float) -> _Mask:
    box = bounding_box(corner for each in area for corner in each)
    edges = [edge for each in area for edge in round_trip(each)]
    rows = []
    for row in range(math.ceil((box.height - _HAIR) / _STEP)):
        top, bottom = box.y + row * _STEP + _HAIR, box.y + (row + 1) * _STEP - _HAIR
        entered = [*spans_at(area, top), *spans_at(area, bottom), *_between(edges, top, bottom)]
        rows.append(tuple(_runs((left - box.x, right - box.x) for left, right in sorted(entered))))
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
    """The squares that spans enter, as runs without overlaps."""
    start = end = 0
    for left, right in spans:
        first, last = math.floor((left + _HAIR) / _STEP), math.ceil((right - _HAIR) / _STEP)
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
