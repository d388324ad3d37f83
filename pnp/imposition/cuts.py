"""Cut lines: every edge once, or, where edges lie in a row, one line right across."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pnp.geometry import Box, Path, Point, segment

# How far a straight cut reaches beyond the last piece, in millimetres: a ruler lies along it.
TICK = 3.0

Edge = tuple[Point, Point]


def edges_of(corners: Sequence[Point]) -> list[Edge]:
    """The edges of a polygon."""
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def outlines(edges: Iterable[Edge]) -> list[Path]:
    """Every edge once: the neighbours' common edges are one cut."""
    # A hundredth of a millimetre tells different corners apart, and equal ones not.
    found: dict[frozenset[tuple[float, float]], Edge] = {}
    for start, end in edges:
        key = frozenset(
            (round(point.x, 2) + 0.0, round(point.y, 2) + 0.0) for point in (start, end)
        )
        found.setdefault(key, (start, end))
    return [segment(*edge) for edge in found.values()]


def straight_cuts(edges: Iterable[Edge], bounds: Box) -> list[Path]:
    """One line for all edges that lie in a row, from end to end and a little beyond.

    What is beyond ends at the bounds, so that no line runs into a title.
    """
    lines: dict[tuple[float, float], list[Point]] = defaultdict(list)
    for start, end in edges:
        direction = (end - start).unit()
        if (direction.x, direction.y) < (-1e-6, 0) or (abs(direction.x) < 1e-6 and direction.y < 0):
            direction = direction * -1
        angle = round(math.degrees(math.atan2(direction.y, direction.x)) % 180, 2) % 180
        offset = round(direction.cross(start), 1)
        lines[angle, offset] += [start, end]
    return [_across(points, angle, bounds) for (angle, _), points in sorted(_merged(lines).items())]


def _merged(
    lines: dict[tuple[float, float], list[Point]],
) -> dict[tuple[float, float], list[Point]]:
    """The lines, those together that rounding has split: offsets closer than 0.15 mm."""
    merged: dict[tuple[float, float], list[Point]] = {}
    for angle, offset in sorted(lines):
        near = (
            angle,
            next((o for a, o in merged if a == angle and abs(o - offset) < 0.15), offset),
        )
        merged.setdefault(near, []).extend(lines[angle, offset])
    return merged


def _across(points: list[Point], angle: float, bounds: Box) -> Path:
    direction = Point(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    first = min(points, key=direction.dot)
    last = max(points, key=direction.dot)
    return segment(_beyond(first, direction * -1, bounds), _beyond(last, direction, bounds))


def _beyond(point: Point, direction: Point, bounds: Box) -> Point:
    """The point, moved on by a tick, or by less to stay within the bounds."""
    room = [TICK]
    for at, step, low, high in (
        (point.x, direction.x, bounds.x, bounds.right),
        (point.y, direction.y, bounds.y, bounds.bottom),
    ):
        if abs(step) > 1e-9:
            room.append(((high if step > 0 else low) - at) / step)
    return point + direction * max(0.0, min(room))
