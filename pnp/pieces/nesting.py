"""Nesting: rows in which an outline lies beside itself, or beside itself turned by half, as dense as they go.

They are the lattices and the *double lattices* of an outline (G. and W. Kuperberg, 1990). Triangles and convex or
hollow quadrilaterals fill the plane in this way; regular pentagons cover (5 - sqrt(5)) / 3 of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.contours import Contour, Polygon, meeting_places
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, round_trip, turned

# An outline is tried at so many heights beside itself, and a row at so many places below another.
_TRIES = 24
# Millimetres: what is larger by so little still fits, because sizes in inches are rounded.
_FITTING = 0.01
# Millimetres: corners of areas to avoid are so exact.
_CLOSE = 1e-3
# A row is compared with so many rows below it.
_ROWS = 3


class Pose(NamedTuple):
    """Where a piece lies on a page: its centre, and the heading of its first side."""

    at: Point
    turn: float


class _Apart:
    """Where an outline may not be because of a fixed one: the points that its origin has to avoid."""

    def __init__(self, fixed: Polygon, free: Polygon) -> None:
        areas = meeting_places(fixed, free)
        self.corners = [corner for area in areas for corner in area]
        self.box = box = bounding_box(self.corners)
        edges = [edge for area in areas for edge in round_trip(area)]
        self._down = _Envelope(edges, box.x, box.right)
        mirrored = [(Point(p.y, p.x), Point(q.y, q.x)) for p, q in edges]
        self._across = _Envelope(mirrored, box.y, box.bottom)

    def below(self, x: float) -> float:
        """How far below it is free for good, at this place in the row; minus infinity if everywhere."""
        return self._down.at(x)

    def right(self, y: float) -> float:
        """How far to the right it is free for good, at this height."""
        return self._across.at(y)


# Where an edge begins and ends across, and then a point of it with the way from there.
_Span = tuple[float, float, float, float, float, float]


class _Envelope:
    """The greatest y of edges at any x between two; the edges are sorted into slots, to meet few of them."""

    def __init__(self, edges: Sequence[tuple[Point, Point]], low: float, high: float) -> None:
        self._low, self._high = low, high
        self._width = (high - low) / (2 * len(edges))
        self._slots: list[list[_Span]] = [[] for _ in range(2 * len(edges) + 1)]
        for p, q in edges:
            if abs(p.x - q.x) > _CLOSE:
                start, end = min(p.x, q.x) - _CLOSE, max(p.x, q.x) + _CLOSE
                for slot in range(max(0, self._slot(start)), self._slot(end) + 1):
                    self._slots[slot].append((start, end, *p, *(q - p)))

    def _slot(self, x: float) -> int:
        return min(int((x - self._low) / self._width), len(self._slots) - 1)

    def at(self, x: float) -> float:
        """Minus infinity outside."""
        greatest = -math.inf
        if _is_inside(x, self._low, self._high):
            for start, end, left, y, across, down in self._slots[self._slot(x)]:
                if start <= x <= end:
                    greatest = max(greatest, y + (x - left) / across * down)
        return greatest


@frozen
class Nest:
    """Rows in which a `motif` repeats at a `period`; each row is `rise` below the last and `shift` to its right.

    Lengths are in millimetres; `boxes` are those round the outlines of the motif.
    """

    motif: tuple[Pose, ...]
    boxes: tuple[Box, ...]
    period: float
    rise: float
    shift: float

    @property
    def density(self) -> float:
        """Pieces in a square millimetre."""
        return len(self.motif) / (self.period * self.rise)

    def count(self, room: Box) -> int:
        """The number of pieces in a room."""
        return len(self._fullest(room))

    def poses(self, room: Box) -> Iterator[Pose]:
        """The middles of boxes and the turns of the pieces in a room, with the whole in its middle."""
        placed = self._fullest(room)
        if placed:
            corners = (corner for _, box in placed for corner in box.corners)
            off = room.centre - bounding_box(corners).centre
            yield from (Pose(box.centre + off, turn) for turn, box in placed)

    def middle(self, turn: float) -> Point:
        """The middle of the box round a piece, from its centre."""
        return next(
            box.centre - pose.at
            for pose, box in zip(self.motif, self.boxes, strict=True)
            if pose.turn == turn
        )

    def _fullest(self, room: Box) -> list[tuple[float, Box]]:
        """As many pieces as a room holds, each with its turn and its box."""
        return max((list(self._from(origin, room)) for origin in self._origins(room)), key=len)

    def _origins(self, room: Box) -> Iterator[Point]:
        """Where the motif may begin so that a piece in one of the first rows touches the left side, and one the top."""
        for left, top, row in product(self.boxes, self.boxes, range(4)):
            yield Point(room.x - left.x - (row * self.shift) % self.period, room.y - top.y)

    def _from(self, origin: Point, room: Box) -> Iterator[tuple[float, Box]]:
        """The pieces in a room if the motif lies at the origin."""
        spare = math.ceil(max(each.height for each in self.boxes) / self.rise)
        for row in range(-spare, math.ceil(room.height / self.rise) + spare):
            start = origin + Point(row * self.shift, row * self.rise)
            for pose, box in zip(self.motif, self.boxes, strict=True):
                first = math.ceil((room.x - _FITTING - box.x - start.x) / self.period)
                last = math.floor((room.right + _FITTING - box.right - start.x) / self.period)
                for place in range(first, last + 1):
                    there = _moved(box, start + Point(place * self.period, 0.0))
                    if room.contains(there, tolerance=2 * _FITTING):
                        yield pose.turn, there


@lru_cache(maxsize=256)
def nests(contour: Contour, gap: float) -> tuple[Nest, ...]:
    """The densest lattice and double lattice with a gap between outlines, upright and turned by a quarter."""
    around = contour.corners_round(gap / 2)
    made: list[Nest] = []
    for turn in (0.0, 90.0):
        search = _Search(contour, around, turn)
        made += (search.single(), search.double())
    return tuple(made)


class _Search:
    """The ways to nest an outline at a turn, and turned by half from there."""

    def __init__(self, contour: Contour, around: Polygon, turn: float) -> None:
        self.turns = (turn, turn + 180)
        shapes = {
            each: tuple(turned(corner, math.radians(each)) for corner in around)
            for each in self.turns
        }
        self.boxes = {each: bounding_box(contour.at_turn(each)) for each in self.turns}
        self.tall = bounding_box(shapes[turn]).height
        self.apart = {
            (one, other): _Apart(shapes[one], shapes[other])
            for one, other in product(self.turns, repeat=2)
        }

    def single(self) -> Nest:
        """The densest lattice."""
        turn = self.turns[0]
        period = self.apart[turn, turn].right(0.0)
        return self._stacked((Pose(ORIGIN, turn),), period, self._rows_of_boxes(period))

    def double(self) -> Nest:
        """The densest double lattice: tried at heights of corners and between them, then nearer and nearer."""
        one, other = self.turns
        there, back = self.apart[one, other], self.apart[other, one]
        alone = self.apart[one, one].right(0.0)
        low, high, step = there.box.y, there.box.bottom, there.box.height / _TRIES
        best = self._rows_of_boxes(alone)

        def tried(heights: Iterable[float]) -> Nest:
            found = best
            for y in heights:
                if _is_inside(y, low, high):
                    first, second = there.right(y), back.right(-y)
                    motif = (Pose(ORIGIN, one), Pose(Point(first, y), other))
                    found = self._stacked(motif, max(first + second, alone), found)
            return found

        best = tried(_places((each.y for each in there.corners), low, high))
        while step > _CLOSE:
            step /= 2
            y = best.motif[-1].at.y
            best = tried((y - step, y + step))
        return best

    def _rows_of_boxes(self, period: float) -> Nest:
        """One outline below the other."""
        turn = self.turns[0]
        return Nest((Pose(ORIGIN, turn),), (self.boxes[turn],), period, self.tall, 0.0)

    def _stacked(self, motif: tuple[Pose, ...], period: float, best: Nest) -> Nest:
        """Rows of a motif, each as near to the last as it goes; or the best so far, if that is denser."""
        boxes = tuple(_moved(self.boxes[each.turn], each.at) for each in motif)
        pairs = [
            (self.apart[fixed.turn, free.turn], free.at - fixed.at)
            for fixed, free in product(motif, repeat=2)
        ]

        def needs(shift: float) -> Iterator[float]:
            """How far below a row the next has to lie for each two pieces, and the others below that."""
            for rows, (apart, off) in product(range(1, _ROWS + 1), pairs):
                for x in _repeated(shift * rows + off.x, period, apart.box):
                    yield (apart.below(x) - off.y) / rows

        def tried(shift: float, best: Nest) -> Nest:
            most = len(motif) / (best.density * period)
            rise = 0.0
            for need in needs(shift):
                rise = max(rise, need)
                if rise >= most:
                    return best
            return Nest(motif, boxes, period, rise, shift)

        corners = ((each.x - off.x) % period for apart, off in pairs for each in apart.corners)
        step = period / _TRIES
        for shift in _places(corners, 0.0, period):
            best = tried(shift, best)
        while step > _CLOSE:
            step /= 2
            middle = best.shift
            best = tried(middle + step, tried(middle - step, best))
        return best


def _is_inside(at: float, low: float, high: float) -> bool:
    return low + _CLOSE < at < high - _CLOSE


def _repeated(x: float, period: float, box: Box) -> Iterator[float]:
    """The places at that period in the width of a box."""
    first, last = math.ceil((box.x - x) / period), math.floor((box.right - x) / period)
    return (x + place * period for place in range(first, last + 1))


def _places(corners: Iterable[float], low: float, high: float) -> Iterator[float]:
    """Places to try: evenly, and where corners are, or so many of these that all are near to one."""
    yield from (low + (high - low) * (each + 0.5) / _TRIES for each in range(_TRIES))
    every = sorted({round(each, 4) for each in corners})
    yield from every[:: math.ceil(len(every) / _TRIES)]


def _moved(box: Box, by: Point) -> Box:
    return Box(box.x + by.x, box.y + by.y, box.width, box.height)
