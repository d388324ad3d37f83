"""Cuts: where to cut, in which order, and the marks for it.

If all edges lie on lines right across the sheet, these lines are the cuts, with numbers. If not,
each edge is one cut, also an edge that two pieces share, and edges that continue one another. A machine
cuts piece after piece: each along a closed path, without the parts that another piece has already.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pnp.basics.classes import NamedTuple
from pnp.imposition.packing import Band
from pnp.imposition.papers import UNPRINTABLE, inset
from pnp.pieces import Placement
from pnp.pieces.trims import edges_of
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import (
    EPSILON,
    Box,
    Curve,
    Path,
    Point,
    bounding_box,
    circle,
    moved,
    parts_of,
    polygon,
    polyline,
    segment,
)
from pnp.scene.geometry import Line as LineTo

CUTS = ("auto", "lines", "outlines", "crop", "machine", "none")

# The ink that cutting machines and print shops cut along.
CUT_CONTOUR = "CutContour"

# Millimetres. The crop marks of print shops are about 6 mm long, for which pieces that lie close
# have no room.
_MARK = 2.0
_MARK_OFF = 0.6
_MARK_ON = 1.3

_NUMBER_SIZE = 2.5  # 7 pt

# The sides of a polygon round a circle, which marks keep clear of.
_SIDES = 36

# Millimetres: longer than any paper, and the gap that rounding leaves between lines that meet.
FAR = 10_000.0
_TOUCH = 0.02

# Millimetres: the radius of a registration target, the air beside it, and the side margin that it
# needs beyond what printers reach.
_TARGET, _LEAST_TARGET, _TARGET_AIR = 1.6, 0.8, 0.05
TARGET_MARGIN = math.ceil(10 * (UNPRINTABLE + 2 * (_LEAST_TARGET + _TARGET_AIR))) / 10

Edge = tuple[Point, Point]


class Line(NamedTuple):
    """A cut right across the sheet: its ends, and its number in the order of cutting."""

    start: Point
    end: Point
    number: int = 0


def edges_where_they_lie(placed: Iterable[Placement]) -> list[Edge]:
    """The edges of pieces without curves."""
    return [
        (start + at, end + at)
        for cutout, (at, turn) in placed
        for start, end in cutout.trim.edges(turn)
    ]


def outlines(edges: Iterable[Edge]) -> list[Edge]:
    """Every edge once: edges in one line that touch, or that two neighbours share, are one cut."""
    found: list[Edge] = []
    for angle, rows in _by_angle(edges).items():
        along = _along(angle)
        lines: list[_Row] = []
        for row in sorted(_levelled(rows)):
            if lines and row.offset == lines[-1].offset and row.first <= lines[-1].last + _TOUCH:
                lines[-1] = lines[-1]._replace(last=max(lines[-1].last, row.last))
            else:
                lines.append(row)
        for offset, first, last in lines:
            foot = along.right() * offset
            found.append((foot + along * first, foot + along * last))
    return found


def contours(placed: Iterable[Placement]) -> list[Path]:
    """A closed path for each outline and hole, holes first; no part of an edge that two pieces share comes twice.

    Where an earlier piece has a part of the outline, open paths go along the rest.
    """
    edges = _Edges()
    return [
        path
        for cutout, (at, turn) in placed
        for loop in reversed(parts_of(moved(cutout.trim.path(turn), at)))
        for path in edges.added(loop)
    ]


class _Edges:
    """Straight edges that are cut already, by the squares of a grid that they may touch."""

    def __init__(self) -> None:
        self._near: dict[tuple[int, int], list[Edge]] = defaultdict(list)

    def added(self, loop: Path) -> list[Path]:
        """The loop, or the runs of it that are new; its edges are cut from now on."""
        start = first = Point(*loop[0][1:3])
        # Steps with their starts, and None where an edge is cut already.
        steps: list[tuple[Point, LineTo | Curve] | None] = []
        mine: list[Edge] = []
        whole = loop[:-1] if loop[-1][0] == "Z" else loop
        if (Point(*whole[-1][-2:]) - first).length() > _TOUCH:
            whole = (*whole, ("L", *first))
        for part in whole[1:]:
            end = Point(*part[-2:])
            if part[0] == "C":
                steps.append((start, part))
            elif (end - start).length() > EPSILON:
                mine.append((start, end))
                at = start
                for stop, new in self._parts(start, end):
                    steps.append((at, ("L", *stop)) if new else None)
                    at = stop
            start = end
        for edge in mine:
            for square in _squares(edge):
                self._near[square].append(edge)
        if None not in steps:
            return [loop]
        # The first run begins after a gap, so that none is divided where the loop begins.
        gap = steps.index(None)
        steps = [*steps[gap:], *steps[:gap]]
        return [
            (("M", *run[0][0]), *(part for _, part in run))
            for is_new, group in groupby(steps, key=lambda step: step is not None)
            if is_new and (run := [step for step in group if step is not None])
        ]

    def _parts(self, start: Point, end: Point) -> Iterator[tuple[Point, bool]]:
        """The ends of the parts of an edge, and whether each is new."""
        length, along = (end - start).length(), (end - start).unit()
        cut = []
        for edge in {each for square in _squares((start, end)) for each in self._near[square]}:
            (one, off), (other, away) = (
                ((each - start).dot(along), (each - start).cross(along)) for each in edge
            )
            low, high = max(0.0, min(one, other)), min(length, max(one, other))
            if high - low <= _TOUCH:
                continue
            slope = (away - off) / (other - one)
            if all(abs(off + slope * (each - one)) <= _TOUCH for each in (low, high)):
                cut.append((low, high))
        at = 0.0
        for low, high in sorted(cut):
            if low - at > _TOUCH:
                yield start + along * low, True
            if high > at:
                yield (end if length - high <= _TOUCH else start + along * high), False
                at = high
        if length - at > _TOUCH:
            yield end, True


# Millimetres: the squares in which shared edges are looked for.
_SQUARE = 20.0


def _squares(edge: Edge) -> list[tuple[int, int]]:
    """The squares of the grid that an edge may touch."""
    x, y, width, height = bounding_box(edge).widened(_TOUCH)
    return [
        (column, row)
        for column in range(math.floor(x / _SQUARE), math.floor((x + width) / _SQUARE) + 1)
        for row in range(math.floor(y / _SQUARE), math.floor((y + height) / _SQUARE) + 1)
    ]


def path_of(placed: Iterable[Placement]) -> Path:
    """The outlines of pieces where they lie."""
    return tuple(
        part for cutout, (at, turn) in placed for part in moved(cutout.trim.path(turn), at)
    )


def straight_cuts(edges: Iterable[Edge], zone: Box, *, beyond: float = FAR) -> list[Line]:
    """One line in the zone for all edges in a row, in the order of cutting.

    A line begins and ends *beyond* its outermost edges, or where the zone ends. Inner lines come first, direction by direction, and the outermost lines last. No cut reaches the
    edge of the paper, so that its frame holds the sheet together until the outermost cuts. The
    direction with the fewest lines is the last one, because pieces lie loose by then.
    """
    families = sorted(
        ((angle, _distinct(rows)) for angle, rows in _by_angle(edges).items()),
        key=lambda family: (-len(family[1]), family[0]),
    )
    inner = [(angle, row) for angle, rows in families for row in rows[1:-1]]
    outer = [(angle, row) for angle, rows in families for row in rows[:1] + rows[1:][-1:]]
    lines = (_line(angle, row, zone, beyond) for angle, row in (*inner, *outer))
    found = [line for line in lines if line is not None]
    return [Line(start, end, number) for number, (start, end) in enumerate(found, 1)]


class _Row(NamedTuple):
    """Edges in one line: its offset from the origin, and where along it they begin and end."""

    offset: float
    first: float
    last: float


def _by_angle(edges: Iterable[Edge]) -> dict[float, list[_Row]]:
    """The edges of each direction, in degrees."""
    found: dict[float, list[_Row]] = defaultdict(list)
    for start, end in edges:
        direction = (end - start).unit()
        angle = round(math.degrees(math.atan2(direction.y, direction.x)) % 180, 2) % 180
        along = _along(angle)
        first, last = sorted((along.dot(start), along.dot(end)))
        found[angle].append(_Row(along.cross(start), first, last))
    return found


def _along(angle: float) -> Point:
    return Point(math.cos(math.radians(angle)), math.sin(math.radians(angle)))


def _levelled(rows: Iterable[_Row]) -> Iterator[_Row]:
    """The rows, with one offset for those that rounding has split."""
    level = -math.inf
    for row in sorted(rows):
        if row.offset - level > _TOUCH:
            level = row.offset
        yield row._replace(offset=level)


def _distinct(rows: list[_Row]) -> list[_Row]:
    """The rows in order; rows closer than 0.15 mm are one that rounding has split."""
    found: list[_Row] = []
    for row in sorted(rows):
        if not found or row.offset - found[-1].offset > 0.15:
            found.append(row)
        else:
            offset, first, last = found[-1]
            found[-1] = _Row(offset, min(first, row.first), max(last, row.last))
    return found


def _line(angle: float, row: _Row, zone: Box, beyond: float) -> Edge | None:
    """The line of a row within the zone; None if it misses the zone."""
    along = _along(angle)
    foot = along.right() * row.offset
    return _within(foot + along * (row.first - beyond), foot + along * (row.last + beyond), zone)


def ticks(lines: Iterable[Line], pieces: Box) -> Iterator[Edge]:
    """The ends of the lines, outside of the box of the pieces."""
    for start, end, _ in lines:
        inside = _within(start, end, pieces)
        if inside is None:
            continue
        for outer, inner in zip((start, end), inside, strict=True):
            # A line that ends between two bands of pieces has no tick there.
            if (outer - inner).length() > 0.3:
                yield outer, inner


def _within(start: Point, end: Point, box: Box) -> Edge | None:
    """The part of a segment in a box; None if it misses the box (Liang and Barsky, 1984)."""
    way = end - start
    enter, leave = 0.0, 1.0
    for at, step, low, high in (
        (start.x, way.x, box.x, box.right),
        (start.y, way.y, box.y, box.bottom),
    ):
        if abs(step) < 1e-9:
            if not low - _TOUCH <= at <= high + _TOUCH:
                return None
            continue
        one, other = sorted(((low - at) / step, (high - at) / step))
        enter, leave = max(enter, one), min(leave, other)
    return (start + way * enter, start + way * leave) if enter < leave else None


def corner_marks(sheet: Sequence[Band], bleed: float) -> list[Edge]:
    """Marks at all corners, which are still there when the sheet is cut to strips.

    A mark lies outside of the corner, in line with an edge; or on the edge itself, if another piece
    or its bleed lies outside. Pieces with free outlines have none.
    """
    placed = [each for band in sheet for each in band.placed]
    pieces = [(each.pose.at, hull_of(each)) for each in placed]
    free = {each.pose.at for each in placed if each.cutout.trim.is_free}
    marks: dict[frozenset[tuple[float, float]], Edge] = {}
    for at, corners in pieces:
        if at in free:
            continue
        far = bleed + _MARK_OFF + _MARK
        near = [hull for place, hull in pieces if place is not at and _near(corners, hull, far)]
        for one, other in edges_of(corners):
            for corner, away in ((one, one - other), (other, other - one)):
                out = away.unit()
                mark = (corner + out * (bleed + _MARK_OFF), corner + out * far)
                if any(_enters(mark, each, bleed) for each in near):
                    mark = (corner, corner - out * min(_MARK_ON, away.length() / 4))
                # Two neighbours share a mark.
                ends = frozenset((round(each.x, 2) + 0.0, round(each.y, 2) + 0.0) for each in mark)
                marks.setdefault(ends, mark)
    return [*marks.values()]


def hull_of(placement: Placement, *, beyond: float = 0.0) -> list[Point]:
    """The corners of a piece where it lies, or of a polygon round a round piece."""
    cutout, (at, turn) = placement
    return [at + corner for corner in cutout.trim.hull(turn, sides=_SIDES, beyond=beyond)]


def _near(one: Sequence[Point], other: Sequence[Point], distance: float) -> bool:
    """Whether the boxes round two pieces are no farther apart than *distance*."""
    return _meet(inset(bounding_box(one), -distance), bounding_box(other))


def _enters(mark: Edge, corners: Sequence[Point], beyond: float) -> bool:
    """Whether a segment comes closer than *beyond* to a convex polygon."""
    enter, leave = 0.0, 1.0
    start, way = mark[0], mark[1] - mark[0]
    for one, other in edges_of(corners):
        inward = (other - one).unit().right()
        depth, slope = (start - one).dot(inward) + beyond + 0.02, way.dot(inward)
        if abs(slope) < 1e-9:
            if depth < 0:
                return False
        elif slope > 0:
            enter = max(enter, -depth / slope)
        else:
            leave = min(leave, -depth / slope)
    return enter < leave


class Numeral(NamedTuple):
    """The number of a cut beside one of its ends: where its baseline begins."""

    text: str
    at: Point
    size: float = _NUMBER_SIZE

    @property
    def box(self) -> Box:
        """The box round its digits."""
        width, height = text_width(self.text, self.size), self.size * CAP_HEIGHT
        return Box(self.at.x, self.at.y - height, width, height)


def numerals(lines: Sequence[Line], pieces: Sequence[Sequence[Point]], zone: Box) -> list[Numeral]:
    """The numbers of the cuts, at each end that has room in the zone, clear of the *pieces*.

    No number lies on a piece, on a cut or on another number. If one of the cuts has no room for its
    number at either end, no cut has a number: an order with gaps is no order.
    """
    taken: list[Box] = []
    found = []
    outlines = [(bounding_box(corners), corners) for corners in pieces]
    cuts = [(line.start, line.end) for line in lines]
    # A cut comes very near a box at 0.3 mm.
    near_cuts = [(bounding_box(ends).widened(0.3), ends) for ends in cuts]
    for line in lines:
        text = str(line.number)
        places = []
        for end, other in ((line.start, line.end), (line.end, line.start)):
            for box in _places(text, end, (other - end).unit()):
                if (
                    zone.contains(box, tolerance=0.15)
                    and not any(
                        _meet(box, around) and _covers(corners, box) for around, corners in outlines
                    )
                    and not any(_meet(box, each) for each in taken)
                    and not any(
                        _meet(box, around) and _across_box(ends, box) for around, ends in near_cuts
                    )
                ):
                    taken.append(box)
                    places.append(Numeral(text, Point(box.x, box.bottom)))
                    break
        if not places:
            return []
        found += places
    return found


def _places(text: str, end: Point, inwards: Point) -> Iterator[Box]:
    """Boxes for a number near the end of a line, the best first."""
    width, height = text_width(text, _NUMBER_SIZE), _NUMBER_SIZE * CAP_HEIGHT
    aside = inwards.right()
    # The distance at which the corner of the box meets the slanted line.
    clear = abs(aside.x) * width / 2 + abs(aside.y) * height / 2 + 0.45
    for along in (height / 2 + 0.1, height / 2 + 0.5, height / 2 + 1.0, width / 2 + 0.2, 0.9, 2.2):
        for side in (1, -1):
            middle = end + inwards * along + aside * (side * clear)
            yield Box(middle.x - width / 2, middle.y - height / 2, width, height)
    # Past the end, in line with the cut.
    past = end - inwards * (abs(inwards.x) * width / 2 + abs(inwards.y) * height / 2 + 0.5)
    yield Box(past.x - width / 2, past.y - height / 2, width, height)


def _covers(corners: Sequence[Point], box: Box) -> bool:
    """Whether a convex polygon and a box meet, or come very near."""
    return any(_enters(edge, corners, 0.1) for edge in edges_of(box.corners))


def _meet(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def _across_box(cut: Edge, box: Box) -> bool:
    """Whether a cut crosses a box, or comes very near."""
    return _enters(cut, inset(box, -0.25).corners, 0.0)


class CornerMarks(NamedTuple):
    """Marks that a machine's camera knows: a square at the top left, and right angles at two other corners.

    Lengths are millimetres; `inset` is the distance from the edges of the paper.
    """

    inset: float
    length: float
    width: float
    square: float

    @property
    def reach(self) -> float:
        """How far from the edges nothing else stands beside a mark."""
        return self.inset + self.length + _CLEAR

    @property
    def square_path(self) -> Path:
        """The square, to be filled."""
        return polygon(Box(self.inset, self.inset, self.square, self.square).corners)

    def angles(self, sheet: Box) -> Path:
        """The right angles at the top right and at the bottom left, to be drawn as lines."""
        inside = sheet.widened(-self.inset)
        _, right, _, left = inside.corners
        across, down = Point(self.length, 0), Point(0, self.length)
        return polyline((right - across, right, right + down)) + polyline(
            (left - down, left, left + across)
        )


# Millimetres: the white paper that a camera needs round a mark.
_CLEAR = 2.0


def registration_marks(pieces: Box, printable: Box) -> Path:
    """Targets in the four corners outside of the pieces, by which a machine finds the sheet.

    The path is empty if the margin is too narrow for a target.
    """
    path: Path = ()
    aside = pieces.x - printable.x
    radius = min(_TARGET, aside / 2 - _TARGET_AIR)
    if radius < _LEAST_TARGET:
        return path
    for x in (printable.x + radius, printable.right - radius):
        for y in (pieces.y + 2 * radius, pieces.bottom - 2 * radius):
            centre = Point(x, y)
            across, down = Point(radius, 0), Point(0, radius)
            path += circle(centre, radius * 0.6)
            path += segment(centre - across, centre + across) + segment(
                centre - down, centre + down
            )
    return path
