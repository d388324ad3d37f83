"""Straight lines as a knife follows them: what is cut twice, and the areas that lines enclose, for tests."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

Spot = tuple[float, float]
Segment = tuple[Spot, Spot]

# Millimetres: points that are closer are one point.
NEAR = 0.005


def twice(segments: Iterable[Segment]) -> list[tuple[Segment, Segment]]:
    """Pairs of segments that lie on one another for more than a twentieth of a millimetre."""
    found = []
    # From left to right, each is compared with those that are not yet over.
    open_ones: list[Segment] = []
    for one in sorted(tuple(sorted(each)) for each in segments):
        open_ones = [each for each in open_ones if each[1][0] >= one[0][0] - NEAR]
        found += [(each, one) for each in open_ones if _common(each, one) > 0.05]
        open_ones.append(one)
    return found


def _common(one: Segment, other: Segment) -> float:
    """The length for which a segment lies within 0.01 mm of another."""
    (x, y), (right, bottom) = one
    length = math.hypot(right - x, bottom - y)
    ax, ay = (right - x) / length, (bottom - y) / length
    (low, off), (high, away) = sorted(
        ((px - x) * ax + (py - y) * ay, (py - y) * ax - (px - x) * ay) for px, py in other
    )
    if high - low < NEAR:
        return 0.0
    slope = (away - off) / (high - low)
    first, last = max(0.0, low), min(length, high)
    offs = (off + slope * (each - low) for each in (first, last))
    return last - first if all(abs(each) < 0.01 for each in offs) else 0.0


def enclosed(segments: Iterable[Segment]) -> list[tuple[float, list[Spot]]]:
    """The smallest areas between lines, with their corners: half edges are followed round each."""
    parts = [*_divided([*segments])]
    names: dict[tuple[int, int], Spot] = {}

    def named(spot: Spot) -> Spot:
        x, y = (round(each / NEAR) for each in spot)
        for column in (x - 1, x, x + 1):
            for row in (y - 1, y, y + 1):
                if (column, row) in names:
                    return names[column, row]
        return names.setdefault((x, y), spot)

    ways: dict[Spot, set[Spot]] = defaultdict(set)
    for start, end in parts:
        one, other = named(start), named(end)
        ways[one].add(other)
        ways[other].add(one)
    around = {
        spot: sorted(ends, key=lambda end: math.atan2(end[1] - spot[1], end[0] - spot[0]))
        for spot, ends in ways.items()
    }
    left = {(spot, end) for spot, ends in ways.items() for end in ends}
    found = []
    while left:
        first = edge = min(left)
        corners = []
        while edge in left:
            left.remove(edge)
            corners.append(edge[0])
            turns = around[edge[1]]
            edge = (edge[1], turns[turns.index(edge[0]) - 1])
        assert edge == first
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*corners, corners[0]])) / 2
        if area > 0:
            found.append((area, corners))
    return found


def _divided(segments: list[Segment]) -> Iterator[Segment]:
    """The parts of segments between all ends that lie on them."""
    cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)
    for spot in {spot for segment in segments for spot in segment}:
        cells[int(spot[0] // 10), int(spot[1] // 10)].append(spot)
    for (x, y), (right, bottom) in segments:
        length = math.hypot(right - x, bottom - y)
        ax, ay = (right - x) / length, (bottom - y) / length
        on = {0.0: (x, y), length: (right, bottom)}
        for column in range(int((min(x, right) - 1) // 10), int((max(x, right) + 1) // 10) + 1):
            for row in range(int((min(y, bottom) - 1) // 10), int((max(y, bottom) + 1) // 10) + 1):
                for px, py in cells[column, row]:
                    along = (px - x) * ax + (py - y) * ay
                    if NEAR < along < length - NEAR and (
                        abs((py - y) * ax - (px - x) * ay) < 2 * NEAR
                    ):
                        on[along] = (px, py)
        yield from pairwise(spot for _, spot in sorted(on.items()))
