"""Bleed: how far each piece may run over its outline without entering its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from pnp.basics.classes import NamedTuple
from pnp.pieces import Placement, Pose
from pnp.pieces.trims import Trim, outward_normals
from pnp.scene.contours import Contour, Polygons, area_of, common_area, grown, without
from pnp.scene.geometry import EPSILON, ORIGIN, Box, Point, bounding_box

BLEEDS = ("none", "shared", "full")


class Bleed(NamedTuple):
    """How far pieces run over their outlines, in millimetres.

    `shared` bleed runs into the waste, at most halfway to the next piece, and not at all over an
    edge that two pieces share. `full` bleed runs all round each piece, which needs a gap of twice
    its size.
    """

    kind: Literal["none", "shared", "full"] = "none"
    size: float = 0.0

    @property
    def reach(self) -> float:
        return 0.0 if self.kind == "none" else self.size


NO_BLEED = Bleed()

# The bleed of backs: printers shift a sheet's back against its front by up to 3 mm.
BACK_BLEED = Bleed("shared", 3.0)

# At its corners a triangle's bleed reaches this many times as far as at its sides.
_SHARPEST = 2.0

# Millimetres: the bleed of neighbours overlaps by twice as much, where screens would show the paper in between.
LAP = 0.2

# The sides of a polygon for a circle and its bleed, which is exact to 0.01 mm.
_ROUND = 120

Corners = tuple[Point, ...]

# Where the outlines of pieces lie.
Outlines = tuple[tuple[Trim, Pose], ...]


class _Edge(NamedTuple):
    """A half-plane: the points that lie at most *most* from the origin in the direction *normal*."""

    normal: Point
    most: float


def bleed_areas(placed: Sequence[Placement], reach: float, bounds: Box) -> Sequence[Corners]:
    """The polygon that each piece and its bleed may fill.

    It ends at *reach* from the outline, at the bounds, and a hair beyond half the way to each other
    piece, so that it never enters another outline and no paper shows between the bleed of two.
    """
    return _areas(tuple((cutout.trim, pose) for cutout, pose in placed), reach, bounds)


# Sheets full of equal pieces follow each other.
@lru_cache(maxsize=4)
def _areas(placed: Outlines, reach: float, bounds: Box) -> Sequence[Corners]:
    known: dict[tuple[object, ...], _Edge | None] = {}
    grown = {
        (trim, turn): trim.hull(turn, sides=_ROUND, beyond=reach)
        for trim, turn in {(trim, pose.turn) for trim, pose in placed}
    }
    edges_of_bounds = [
        _Edge(Point(1, 0), bounds.right),
        _Edge(Point(-1, 0), -bounds.x),
        _Edge(Point(0, 1), bounds.bottom),
        _Edge(Point(0, -1), -bounds.y),
    ]
    areas = []
    for trim, pose in placed:
        if trim.contour is not None:
            areas.append(_round_contour(trim.contour, pose, reach, bounds, placed))
            continue
        area = tuple(pose.at + corner for corner in grown[trim, pose.turn])
        for edge in _between(trim, pose, placed, reach, known):
            area = _cut_off(area, _Edge(edge.normal, edge.most + edge.normal.dot(pose.at)))
        for edge in edges_of_bounds:
            area = _cut_off(area, edge)
        areas.append(area)
    return areas


def _round_contour(
    contour: Contour, pose: Pose, reach: float, bounds: Box, placed: Outlines
) -> Corners:
    """The outline at that distance, within the bounds and outside of all other outlines."""
    (outer, *_) = grown((contour.at_turn(pose.turn),), reach)
    lying = tuple(pose.at + each for each in outer)
    box = bounding_box(lying)
    parts: Polygons = (lying,)
    others = tuple(
        tuple(there.at + corner for corner in _outline(other, there.turn))
        for other, there in placed
        if there is not pose and _meet(box, other, there)
    )
    if others:
        parts = without(parts, others)
    if not bounds.contains(box):
        parts = common_area(parts, (bounds.corners,))
    return max(parts, key=area_of)


def _outline(trim: Trim, turn: float) -> Corners:
    return trim.corners(turn) if trim.contour is None else trim.contour.at_turn(turn)


def _meet(box: Box, trim: Trim, pose: Pose) -> bool:
    """Whether a piece there may reach into the box; round ones lie apart."""
    x, y, width, height = trim.box(pose.turn)
    common = box.common(Box(x + pose.at.x, y + pose.at.y, width, height))
    return not trim.is_round and min(common.width, common.height) > 0


def extent_of(areas: Sequence[Corners]) -> Box:
    """The box round all of the polygons."""
    return bounding_box([corner for area in areas for corner in area])


def _between(
    trim: Trim,
    pose: Pose,
    placed: Outlines,
    reach: float,
    known: dict[tuple[object, ...], _Edge | None],
) -> Iterator[_Edge]:
    """The lines halfway to each neighbour, seen from the piece's centre."""
    far = _radius(trim) + 2 * _SHARPEST * reach
    for other, there in placed:
        offset = there.at - pose.at
        if abs(offset.x) > far + _radius(other) or abs(offset.y) > far + _radius(other):
            continue
        if abs(offset.x) < EPSILON and abs(offset.y) < EPSILON:
            continue
        key = (trim, pose.turn, other, there.turn, round(offset.x, 2), round(offset.y, 2))
        if key not in known:
            known[key] = _halfway(trim, pose.turn, other, there.turn, offset, reach)
        edge = known[key]
        if edge is not None:
            yield edge


def _radius(trim: Trim) -> float:
    return max(trim.width, trim.height) * 0.75


def _halfway(
    trim: Trim, turn: float, other: Trim, other_turn: float, offset: Point, reach: float
) -> _Edge | None:
    """The line in the middle of the widest gap between two outlines; None if it is out of reach.

    A line along a side of one of them, or across the way from centre to centre, separates two
    convex outlines that do not meet. If several lines have the same gap, we take the middle one, so
    that both outlines get the same line.
    """
    axes = [offset.unit()]
    axes += outward_normals(trim.corners(turn))
    axes += [normal * -1 for normal in outward_normals(other.corners(other_turn))]

    def gap(axis: Point) -> float:
        own, others = trim.support(turn, axis), other.support(other_turn, axis * -1)
        return offset.dot(axis) - own - others

    widest = max(map(gap, axes))
    if widest >= 2 * _SHARPEST * reach:
        return None
    between = ORIGIN
    for axis in axes:
        if gap(axis) > widest - 1e-6:
            between += axis
    between = between.unit()
    half = max(gap(between), 0.0) / 2
    return _Edge(between, trim.support(turn, between) + half + min(LAP, half / 2))


def _cut_off(area: Corners, edge: _Edge) -> Corners:
    """The part of a convex polygon on the inner side of a line (Sutherland and Hodgman, 1974)."""
    kept: list[Point] = []
    for start, end in zip(area, (*area[1:], *area[:1]), strict=True):
        before, after = edge.normal.dot(start) - edge.most, edge.normal.dot(end) - edge.most
        if before <= EPSILON:
            kept.append(start)
        if (before < -EPSILON and after > EPSILON) or (before > EPSILON and after < -EPSILON):
            kept.append(start + (end - start) * (before / (before - after)))
    return tuple(kept)
