"""Plane geometry in millimetres, y down: points, boxes, curves and paths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeVar

from pnp.basics.classes import NamedTuple

EPSILON = 1e-9

T = TypeVar("T")


class Point(NamedTuple):
    """A point, or a vector; y grows downwards."""

    x: float
    y: float

    def __add__(self, other: tuple[float, ...]) -> Point:  # type: ignore[override]
        return Point(self.x + other[0], self.y + other[1])

    def __sub__(self, other: tuple[float, ...]) -> Point:
        return Point(self.x - other[0], self.y - other[1])

    def __mul__(self, factor: float) -> Point:  # type: ignore[override]
        return Point(self.x * factor, self.y * factor)

    def length(self) -> float:
        return math.hypot(self.x, self.y)

    def unit(self) -> Point:
        return self * (1 / self.length())

    def dot(self, other: Point) -> float:
        return self.x * other.x + self.y * other.y

    def cross(self, other: Point) -> float:
        """Positive where *other* is clockwise of this vector, as y points down."""
        return self.x * other.y - self.y * other.x

    def right(self) -> Point:
        """This vector turned a quarter clockwise."""
        return Point(-self.y, self.x)


ORIGIN = Point(0.0, 0.0)


@lru_cache(maxsize=256)
def heading(degrees: float) -> Point:
    """The unit vector *degrees* clockwise from straight up."""
    angle = math.radians(degrees)
    return Point(math.sin(angle), -math.cos(angle))


class Box(NamedTuple):
    """An upright rectangle: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def widened(self, margin: float) -> Box:
        """The box with a margin on every side; a negative margin makes it smaller."""
        return Box(
            self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin
        )

    def common(self, other: Box) -> Box:
        """The part that two boxes share; its size is negative if they do not meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def contains(self, other: Box, *, tolerance: float = 1e-6) -> bool:
        """Whether *other* lies inside, touching allowed."""
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )


def bounding_box(points: Iterable[Point]) -> Box:
    """The smallest box round the points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


Move = tuple[Literal["M"], float, float]
Line = tuple[Literal["L"], float, float]
Curve = tuple[Literal["C"], float, float, float, float, float, float]
Close = tuple[Literal["Z"]]
Path = tuple[Move | Line | Curve | Close, ...]


def polygon(points: Sequence[Point]) -> Path:
    """The closed path round the points."""
    return (*polyline(points), ("Z",))


def polyline(points: Iterable[Point]) -> Path:
    """The open path along the points."""
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in rest))


# Of the length of an arrow's head: half of its width.
_HEAD = 11 / 24


def arrow_head(tip: Point, forward: Point, length: float) -> Path:
    """The head of an arrow whose unit vector is *forward*."""
    aside, back = forward.right() * (_HEAD * length), tip - forward * length
    return polygon([tip, back + aside, back - aside])


def round_trip(items: Iterable[T]) -> Iterator[tuple[T, T]]:
    """Each item with the next one; the first follows the last."""
    first, *rest = items
    return pairwise([first, *rest, first])


# All cells of a board have the same.
@lru_cache(maxsize=1024)
def regular_corners(sides: int, first: float, apothem: float) -> tuple[Point, ...]:
    """The corners of a regular polygon round the origin, clockwise; the first lies in the heading *first*."""
    radius = apothem / math.cos(math.pi / sides)
    return tuple(heading(first + 360 / sides * k) * radius for k in range(sides))


def segment(start: Point, end: Point) -> Path:
    """The straight path from one point to the other."""
    return (("M", *start), ("L", *end))


def circle(centre: Point, radius: float, *, clockwise: bool = True) -> Path:
    """A circle as four curves from the right; off by less than 0.03 % of the radius."""
    # The common handle length for a quarter circle: 4/3 tan(90/4 degrees).
    k = 4 / 3 * math.tan(math.pi / 8) * radius
    x, y, r = centre.x, centre.y, radius
    k_down, r_down = (k, r) if clockwise else (-k, -r)
    return (
        ("M", x + r, y),
        ("C", x + r, y + k_down, x + k, y + r_down, x, y + r_down),
        ("C", x - k, y + r_down, x - r, y + k_down, x - r, y),
        ("C", x - r, y - k_down, x - k, y - r_down, x, y - r_down),
        ("C", x + k, y - r_down, x + r, y - k_down, x + r, y),
        ("Z",),
    )


def rounded(box: Box, radius: float) -> Path:
    """An upright rectangle with round corners, clockwise."""
    # The handle of a quarter circle, measured from the corner.
    rest = radius * (1 - 4 / 3 * math.tan(math.pi / 8))
    x, y, right, bottom, r = box.x, box.y, box.right, box.bottom, radius
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - rest, y, right, y + rest, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - rest, right - rest, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + rest, bottom, x, bottom - rest, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + rest, x + rest, y, x + r, y),
        ("Z",),
    )


class Ray(NamedTuple):
    """A point and a unit vector: the beginning and the direction of a line."""

    start: Point
    direction: Point

    def at(self, distance: float) -> Point:
        return self.start + self.direction * distance


def joining_curve(one: Ray, other: Ray) -> Path:
    """The smooth path that leaves along the one ray and arrives against the other.

    A straight line if the rays face each other, a circular arc if they mirror each other, or else a
    cubic curve.
    """
    chord = other.start - one.start
    along = chord.unit()
    if (
        abs(one.direction.cross(along)) < EPSILON
        and one.direction.dot(along) > 0
        and abs(other.direction.cross(along)) < EPSILON
    ):
        return segment(one.start, other.start)
    mirrored = one.direction - along * (2 * one.direction.dot(along))
    if (mirrored - other.direction).length() < 1e-6:
        return arc(one, other.start)
    return (("M", *one.start), _loose_curve(one, other, chord.length()))


def _loose_curve(one: Ray, other: Ray, distance: float) -> Curve:
    # Handles reach somewhat more than halfway to where the rays meet, as those of an arc do.
    turn = one.direction.cross(other.direction)
    reach_one = reach_other = 0.9 * distance
    if abs(turn) > EPSILON:
        between = other.start - one.start
        reach_one = between.cross(other.direction) / turn
        reach_other = between.cross(one.direction) / turn
    # If they meet close to a ray's start, or far away, an arc is no model.
    near, far = 0.1 * distance, 1.5 * distance
    if not (near < reach_one < far and near < reach_other < far):
        reach_one = reach_other = 0.9 * distance
    a, b = one.at(0.58 * reach_one), other.at(0.58 * reach_other)
    return ("C", a.x, a.y, b.x, b.y, other.start.x, other.start.y)


def arc(ray: Ray, end: Point) -> Path:
    """The circular arc from the ray to *end*, as curves of 45 degrees or less.

    Each curve is off the circle by less than 0.0005 % of the radius.
    """
    chord = end - ray.start
    # The sweep is twice the angle between tangent and chord; positive is clockwise.
    sweep = 2 * math.atan2(ray.direction.cross(chord), ray.direction.dot(chord))
    radius = chord.length() / (2 * math.sin(abs(sweep) / 2))
    sign = math.copysign(1.0, sweep)
    centre = ray.start + ray.direction.right() * (sign * radius)
    pieces = max(1, math.ceil(abs(sweep) / math.radians(45) - EPSILON))
    step = sweep / pieces
    handle = 4 / 3 * math.tan(abs(step) / 4) * radius
    path: list[Move | Line | Curve | Close] = [("M", *ray.start)]
    point, direction = ray.start, ray.direction
    for number in range(1, pieces + 1):
        following = end if number == pieces else centre + turned(ray.start - centre, step * number)
        heading_there = turned(ray.direction, step * number)
        a, b = point + direction * handle, following - heading_there * handle
        path.append(("C", a.x, a.y, b.x, b.y, following.x, following.y))
        point, direction = following, heading_there
    return tuple(path)


def turned(vector: Point, angle: float) -> Point:
    """The vector turned clockwise by *angle* radians."""
    cos, sin = math.cos(angle), math.sin(angle)
    return Point(vector.x * cos - vector.y * sin, vector.x * sin + vector.y * cos)


def is_inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies in the polygon with these corners: a ray from it leaves an odd number of times."""
    inside = False
    for (x, y), (other_x, other_y) in round_trip(corners):
        crosses = (y > point.y) != (other_y > point.y)
        if crosses and point.x < x + (point.y - y) / (other_y - y) * (other_x - x):
            inside = not inside
    return inside


def joined(*paths: Path) -> Path:
    """Open paths in sequence as one outline, with a line from each to the next."""
    first, *rest = paths
    return (
        *first,
        *(("L", *part[1:]) if part[0] == "M" else part for path in rest for part in path),
        ("Z",),
    )


def nearest(point: Point, start: Point, end: Point) -> Point:
    """The point of the straight line from *start* to *end* that is nearest to a point."""
    way = end - start
    return start + way * min(1.0, max(0.0, (point - start).dot(way) / way.dot(way)))


def samples(path: Path, *, per_curve: int = 12) -> list[Point]:
    """Points along an open path with its ends, at even steps of each curve's parameter."""
    points: list[Point] = []
    for part in path:
        if part[0] == "C":
            start = points[-1]
            a, b, end = Point(*part[1:3]), Point(*part[3:5]), Point(*part[5:7])
            for number in range(1, per_curve + 1):
                t = number / per_curve
                s = 1 - t
                points.append(
                    start * (s * s * s)
                    + a * (3 * s * s * t)
                    + b * (3 * s * t * t)
                    + end * (t * t * t)
                )
        elif part[0] == "L":
            start, end = points[-1], Point(part[1], part[2])
            points += [start + (end - start) * (k / per_curve) for k in range(1, per_curve + 1)]
        elif part[0] == "M":
            points.append(Point(part[1], part[2]))
    return points


def parts_of(path: Path) -> list[Path]:
    """The parts of a path, each of which begins with a move; a move by itself is no part."""
    starts = [at for at, part in enumerate(path) if part[0] == "M"]
    parts = [path[start:end] for start, end in pairwise([*starts, len(path)])]
    return [part for part in parts if len(part) > 1]


def smooth_runs(path: Path, *, sharpest: float = 30.0) -> list[list[Point]]:
    """The samples of a closed path, divided at its corners; one run, which ends where it begins, without any.

    A corner turns by more than so many degrees.
    """
    points: list[Point] = []
    for point in samples((*path[:-1], ("L", *path[0][1:3]))):
        if not points or (point - points[-1]).length() > 1e-6:
            points.append(point)
    ring = points[:-1]
    limit = math.cos(math.radians(sharpest))
    corners = [
        at
        for at, (before, here, after) in enumerate(
            zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
        )
        if (here - before).unit().dot((after - here).unit()) < limit
    ]
    if not corners:
        return [points]
    ring = [*ring[corners[0] :], *ring[: corners[0]], ring[corners[0]]]
    ends = [*(at - corners[0] for at in corners), len(ring) - 1]
    return [ring[start : end + 1] for start, end in pairwise(ends)]


def points_of(path: Path) -> Iterator[Point]:
    """The points of a path with the handles of its curves: their box is round the whole path."""
    for _, *numbers in path:
        yield from (Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def path_length(path: Path) -> float:
    """The length of an open path, by its samples: off by less than 0.1 % for a tile's curves."""
    points = samples(path, per_curve=32)
    return sum((b - a).length() for a, b in pairwise(points))


def points_along(path: Path, distances: Iterable[float]) -> list[Point]:
    """The points of an open path at these distances from its start, in ascending order."""
    points = samples(path, per_curve=32)
    found = []
    walked, step = 0.0, 0
    for distance in distances:
        while step < len(points) - 2:
            length = (points[step + 1] - points[step]).length()
            if walked + length >= distance:
                break
            walked, step = walked + length, step + 1
        start, end = points[step], points[step + 1]
        found.append(start + (end - start) * ((distance - walked) / (end - start).length()))
    return found


def moved(path: Path, off: Point, *, angle: float = 0.0, scale: float = 1.0) -> Path:
    """The path scaled, turned clockwise by *angle* radians about the origin, and then moved."""
    if not angle:
        return tuple(
            (part[0], *(value * scale + off[number % 2] for number, value in enumerate(part[1:])))  # type: ignore[misc]
            for part in path
        )

    def at(x: float, y: float) -> Point:
        return turned(Point(x, y) * scale, angle) + off

    return tuple(
        (
            part[0],
            *(value for x, y in zip(part[1::2], part[2::2], strict=True) for value in at(x, y)),
        )  # type: ignore[misc]
        for part in path
    )


def mirrored_path(path: Path) -> Path:
    """The path with left and right exchanged."""
    return tuple(
        (part[0], *(value if at % 2 else -value for at, value in enumerate(part[1:])))  # type: ignore[misc]
        for part in path
    )
