"""Nesting: how dense an outline lies beside itself, against published densities, and that no two overlap."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.imposition.packing import arrange
from pnp.pieces import Trim
from pnp.pieces.nesting import nests
from pnp.scene.contours import Contour, area_of, common_area, contour, grown, thinned
from pnp.scene.geometry import Box, Point, heading, nearest, polygon, regular_corners, round_trip
from pnp.tiles.polygons import Polygon, dart, kite, rhomb
from tests.conftest import Call

ROOM = Box(10.0, 20.0, 190.0, 260.0)

# Kuperberg and Kuperberg (1990) on pentagons, heptagons and octagons.
DENSITIES = {3: 1.0, 4: 1.0, 5: (5 - math.sqrt(5)) / 3, 6: 1.0, 7: 0.89269, 8: 0.90616}


def formed(corners: Sequence[Point]) -> Contour:
    """The contour with these corners."""
    return contour(polygon(corners))


def star(radii: Sequence[float]) -> Contour:
    """A polygon with corners at these distances from a point, at even steps round it."""
    step = 360 / len(radii)
    return formed([heading(step * at) * radius for at, radius in enumerate(radii)])


STARS = st.lists(st.floats(4.0, 20.0), min_size=4, max_size=12).map(star)


@pytest.mark.parametrize(("sides", "density"), DENSITIES.items())
def test_regular_polygons_lie_as_dense_as_published(sides: int, density: float) -> None:
    """They stand on a side."""
    form = formed(regular_corners(sides, 180 / sides, 12.0))
    best = max(nest.density for nest in nests(form, 0.0))
    assert best * form.area == pytest.approx(density, abs=2e-4)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([rhomb, kite, dart]), st.integers(20, 75))
def test_rhombs_kites_and_darts_fill_the_plane(
    make: Callable[[float], Polygon], angle: int
) -> None:
    """Turned by half beside itself, without a gap."""
    form = formed([corner * 30 for corner in make(angle).corners])
    best = max(nest.density for nest in nests(form, 0.0))
    assert best * form.area == pytest.approx(1.0, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(STARS, st.sampled_from([0.0, 3.0]))
def test_no_two_overlap_and_all_are_in_the_room(form: Contour, gap: float) -> None:
    """Around one of them in the middle; there are at least as many as in rows of boxes."""
    trim = Trim("rectangle", form.box.width, form.box.height, contour=form)
    poses = arrange(trim, "spaced", ROOM, gap=gap).poses
    rows = arrange(
        Trim("rectangle", form.box.width, form.box.height), "spaced", ROOM, gap=gap
    ).poses
    assert len(poses) >= len(rows)
    lying = [tuple(at + corner for corner in form.at_turn(turn)) for at, turn in poses]
    for outline in lying:
        assert all(ROOM.widened(0.03).contains(Box(*corner, 0, 0)) for corner in outline)
    middle = lying.pop(len(lying) // 2)
    kept = grown((middle,), gap - 0.02) if gap else (middle,)
    for outline in lying:
        assert sum(map(area_of, common_area(kept, (outline,)))) < 0.02


@settings(max_examples=40, deadline=None)
@given(STARS)
def test_a_thinner_outline_is_as_near_as_asked(form: Contour) -> None:
    """All corners that are left out are near to what is left."""
    (outer,) = grown((form.corners,), 2.0)
    few = thinned(outer, 0.1)
    assert {*few} <= {*outer} and len(few) <= len(outer)
    for corner in outer:
        assert min((nearest(corner, *each) - corner).length() for each in round_trip(few)) <= 0.1
    assert area_of(few) > 0


def test_a_sheet_of_kites_has_no_waste_between_them(in_folder: None, pnp: Call) -> None:
    """168 kites of 40 mm: in rows of their boxes 24 lie on A4, and seven sheets would be needed."""
    Path("a.yaml").write_text(
        "game: a\ncolours: [red, blue, green, yellow]\ntiles:\n  shape: kite\n  size: 40mm\n"
        "  families: [{name: sides, generate: edges, where: {colours: 3..4}}]\n"
    )
    result = pnp("stats", "a.yaml", "--paper", "a4")
    assert "4 sheets" in result.stdout, result.stdout
