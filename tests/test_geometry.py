"""Geometry: curves that join rays."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.scene.geometry import Box, Point, Ray, heading, joining_curve, path_length, samples

DEGREES = st.floats(0, 360)


def end_direction(path: tuple[tuple[object, ...], ...]) -> Point:
    """Where a path is going at its end."""
    last = path[-1]
    if last[0] == "C":
        return (Point(*last[5:7]) - Point(*last[3:5])).unit()  # type: ignore[arg-type]
    return (Point(*last[1:3]) - Point(*path[-2][-2:])).unit()  # type: ignore[arg-type]


def start_direction(path: tuple[tuple[object, ...], ...]) -> Point:
    """Where a path is going at its start."""
    return (Point(*path[1][1:3]) - Point(*path[0][1:3])).unit()  # type: ignore[arg-type]


@given(st.floats(5, 100), DEGREES, DEGREES, DEGREES)
def test_a_joining_curve_leaves_and_arrives_along_the_rays(
    distance: float, one: float, other: float, toward: float
) -> None:
    """Both ends and both tangents are those of the rays."""
    rays = (
        Ray(Point(1, 2), heading(one)),
        Ray(Point(1, 2) + heading(toward) * distance, heading(other)),
    )
    # Rays that point straight away from each other have no curve worth the name.
    along = (rays[1].start - rays[0].start).unit()
    assume(rays[0].direction.dot(along) > -0.9 and rays[1].direction.dot(along) < 0.9)
    path = joining_curve(*rays)
    points = samples(path)
    assert points[0] == pytest.approx(rays[0].start)
    assert points[-1] == pytest.approx(rays[1].start)
    assert start_direction(path) == pytest.approx(rays[0].direction, abs=1e-4)
    assert end_direction(path) == pytest.approx(rays[1].direction * -1, abs=1e-4)


@given(st.floats(10, 170), st.floats(5, 50))
def test_rays_that_mirror_each_other_are_joined_by_an_arc(angle: float, distance: float) -> None:
    """All points of the curve are equally far from the arc's centre, and its length is the arc's."""
    half = math.radians(angle) / 2
    start, end = Point(-distance, 0), Point(distance, 0)
    rays = (
        Ray(start, Point(math.cos(half), math.sin(half))),
        Ray(end, Point(-math.cos(half), math.sin(half))),
    )
    radius = distance / math.sin(half)
    centre = start + rays[0].direction.right() * -radius
    path = joining_curve(*rays)
    for point in samples(path):
        assert (point - centre).length() == pytest.approx(radius, rel=1e-5)
    assert path_length(path) == pytest.approx(radius * 2 * half, rel=1e-3)


def test_rays_that_face_each_other_are_joined_by_a_straight_line() -> None:
    """No curve is drawn where a line will do."""
    path = joining_curve(Ray(Point(0, 5), heading(0)), Ray(Point(0, -5), heading(180)))
    assert path == (("M", 0, 5), ("L", 0, -5))


def test_a_box_contains_what_touches_it() -> None:
    """Touching is inside, a hundredth of a millimetre over is not."""
    assert Box(0, 0, 10, 10).contains(Box(0, 0, 10, 10))
    assert not Box(0, 0, 10, 10).contains(Box(0, 0, 10.01, 10))
