"""Nesting: how dense an outline lies beside itself, against published densities, and how different ones interlock."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.imposition.interlocking import interlocked
from pnp.imposition.packing import arrange, filled
from pnp.pieces import Cutout, Face, Trim
from pnp.pieces.nesting import nests
from pnp.scene import Drawing, Placed
from pnp.scene.contours import Contour, area_of, common_area, contour, grown, thinned
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Point,
    heading,
    nearest,
    polygon,
    regular_corners,
    round_trip,
)
from pnp.tiles.polyforms import PolyformShape, parse_polyform
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


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.sampled_from([rhomb, kite, dart]), st.integers(20, 75))
def test_rhombs_kites_and_darts_fill_the_plane(
    make: Callable[[float], Polygon], angle: int
) -> None:
    """Turned by half beside itself, without a gap."""
    form = formed([corner * 30 for corner in make(angle).corners])
    best = max(nest.density for nest in nests(form, 0.0))
    assert best * form.area == pytest.approx(1.0, abs=1e-3)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
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


@pytest.mark.slow
def test_a_sheet_of_kites_has_no_waste_between_them(in_folder: None, pnp: Call) -> None:
    """168 kites of 40 mm: in rows of their boxes 24 lie on A4, and seven sheets would be needed."""
    Path("a.yaml").write_text(
        "game: a\ncolours: [red, blue, green, yellow]\ntiles:\n  shape: kite\n  size: 40mm\n"
        "  families: [{name: sides, generate: edges, where: {colours: 3..4}}]\n"
    )
    result = pnp("stats", "a.yaml", "--paper", "a4")
    assert "4 sheets" in result.stdout, result.stdout


# Pieces of different outlines


def cutouts(forms: Sequence[Contour], groups: Sequence[str] = ()) -> list[Cutout]:
    """Blank pieces with these outlines."""
    blank = Face(lambda turn: Placed(Drawing(()), ORIGIN))
    return [
        Cutout(
            f"p{at}",
            Trim("rectangle", form.box.width, form.box.height, contour=form),
            blank,
            group=groups[at] if groups else "",
        )
        for at, form in enumerate(forms)
    ]


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(STARS, min_size=2, max_size=10), st.sampled_from([0.0, 4.0]))
def test_pieces_that_interlock_keep_apart(forms: list[Contour], gap: float) -> None:
    """None is lost, none is out of the room, and none comes nearer to another than the gap."""
    room = Box(10.0, 20.0, 70.0, 90.0)
    pieces = cutouts(forms)
    placed, left = interlocked(pieces, room, gap)
    assert sorted(each.id for each in [*(piece for piece, _ in placed), *left]) == sorted(
        each.id for each in pieces
    )
    lying = [
        tuple(at + corner for corner in piece.trim.contour.at_turn(turn))  # type: ignore[union-attr]
        for piece, (at, turn) in placed
    ]
    for number, outline in enumerate(lying):
        assert all(room.contains(Box(*corner, 0, 0), tolerance=0.05) for corner in outline)
        kept = grown((outline,), gap - 0.05) if gap else (outline,)
        for other in lying[number + 1 :]:
            assert sum(map(area_of, common_area(kept, (other,)))) < 0.05


def test_pieces_that_interlock_fit_where_their_boxes_do_not() -> None:
    """Two corners of three cells make a rectangle; a bar and a corner lie side by side in whole cells."""
    corner = formed(
        [Point(x, y) for x, y in ((0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20))]
    )
    placed, left = interlocked(cutouts([corner, corner]), Box(0.0, 0.0, 30.0, 20.0), 0.0)
    assert len(placed) == 2 and not left
    assert len({pose.turn for _, pose in placed}) == 2


def test_large_pieces_of_a_group_come_first_and_groups_stay_together() -> None:
    """Whatever their order in the file."""
    small, large = (formed(regular_corners(5, 0.0, each)) for each in (5.0, 9.0))
    pieces = cutouts([small, large, small, large], ["red", "blue", "blue", "red"])
    placed, _ = interlocked(pieces, ROOM, 0.0)
    assert [piece.id for piece, _ in placed] == ["p3", "p0", "p1", "p2"]


def test_pieces_of_different_outlines_keep_apart_on_all_sheets() -> None:
    """Each takes the room of its own outline, not that of the first one."""
    small, large = cutouts([formed(regular_corners(5, 0.0, each)) for each in (8.0, 30.0)])
    sheets = filled([(small, 5), (large, 12)], "spaced", Box(10.0, 20.0, 130.0, 130.0), gap=4.0)
    for placed in (tuple(each for band in sheet for each in band.placed) for sheet in sheets):
        for (one, here), (other, there) in combinations(placed, 2):
            # The middles of two regular polygons are apart by at least the radii of the circles in them.
            inner = (one.trim.width + other.trim.width) / 2 * math.cos(math.radians(36))
            assert (here.at - there.at).length() > inner * 0.95 + 3.9


def test_a_piece_that_just_fits_has_a_sheet_of_its_own() -> None:
    """The room is not a whole number of millimetres, and leaves no square of the raster free round the large piece."""
    room = Box(10.0, 20.0, 40.6, 30.6)
    just = formed([Point(x, y) for x, y in ((0, 0), (40.6, 0), (40.6, 30.6), (9, 30.6))])
    large, small = cutouts([just, formed(regular_corners(5, 0.0, 5.0))])
    sheets = filled([(large, 2), (small, 1)], "spaced", room, gap=4.0)
    placed = [[each for band in sheet for each in band.placed] for sheet in sheets]
    assert [[each.cutout.id for each in sheet] for sheet in placed] == [["p1"], ["p0"], ["p0"]]
    assert all(room.contains(each.box, tolerance=0.02) for sheet in placed for each in sheet)


def test_polyforms_of_each_size_share_their_edges() -> None:
    """On one sheet those with cells of 10.5 mm lie whole cells apart, and so do those of 7.3 mm."""
    corner = parse_polyform(PolyformShape.POLYOMINO, ["XX", "X."])
    blank = Face(lambda turn: Placed(Drawing(()), ORIGIN))
    pieces = []
    for cell in (10.5, 7.3):
        box, (loop,) = corner.box(cell), corner.loops(cell)
        outline = Contour(polygon([each - box.centre for each in loop]))
        trim = Trim("rectangle", 2 * cell, 2 * cell, contour=outline, polyform=corner, cell=cell)
        pieces.append((Cutout(f"corner-{cell}", trim, blank), 7))
    (sheet,) = filled(pieces, "straight", ROOM)
    placed = [each for band in sheet for each in band.placed]
    for cell in (10.5, 7.3):
        first, *others = (each.box for each in placed if each.cutout.trim.cell == cell)
        assert len(others) == 6
        for each in others:
            for steps in ((each.x - first.x) / cell, (each.y - first.y) / cell):
                assert steps == pytest.approx(round(steps), abs=0.001)


def test_the_pentominoes_take_one_sheet(in_folder: None, pnp: Call) -> None:
    """In rows of their boxes, with a gap of 5 mm, they needed two."""
    Path("a.yaml").write_text(
        "game: a\npieces:\n  polyforms:\n"
        "    - {name: pentominoes, shape: polyomino, cell: 15mm, cells: 5}\n"
    )
    assert "12 on 1 sheet" in pnp("build", "a.yaml", "--paper", "a4", "--only", "pdf").stdout
