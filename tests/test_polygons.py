"""Tiles that are rhombs, kites, darts and pentagons: their counts, their drawn outlines, and their bleed."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import pytest

from pnp.definition import TileGroup
from pnp.draw import Outline
from pnp.imposition.bleeding import bleed_areas
from pnp.pieces import Cutout, Placement, Pose
from pnp.pieces.cutouts import Face
from pnp.pieces.trims import tile_trim
from pnp.scene import Drawing, Placed
from pnp.scene.contours import area_of, common_area
from pnp.scene.geometry import ORIGIN, Box, Point
from pnp.tiles import Shape
from pnp.tiles.tile import polygon_tile
from tests.conftest import Call, set_of

# The permutations of sides of each polygon, written out by hand: side s goes to the number at s.
TURNS = {
    "rhomb": [(0, 1, 2, 3), (2, 3, 0, 1)],
    "kite": [(0, 1, 2, 3)],
    "dart": [(0, 1, 2, 3)],
    "pentagon": [tuple((s + k) % 5 for s in range(5)) for k in range(5)],
}
FLIPS = {
    "rhomb": [(3, 2, 1, 0), (1, 0, 3, 2)],
    "kite": [(3, 2, 1, 0)],
    "dart": [(3, 2, 1, 0)],
    "pentagon": [tuple((k - s) % 5 for s in range(5)) for k in range(5)],
}


@pytest.mark.parametrize("shape", [*TURNS])
@pytest.mark.parametrize("symmetry", ["rotations", "rotations+reflections"])
def test_as_many_tiles_as_brute_force_finds(
    in_folder: Path, pnp: Call, shape: str, symmetry: str
) -> None:
    """Every colouring of the sides in three colours, once for all that the polygon's own symmetry makes equal."""
    ways = TURNS[shape] + (FLIPS[shape] if "+" in symmetry else [])
    sides = len(ways[0])
    found = {
        min(tuple(colours[way[side]] for side in range(sides)) for way in ways)
        for colours in product(range(3), repeat=sides)
    }
    Path("a.yaml").write_text(
        "game: a\ncolours: [red, blue, green]\ntiles:\n"
        f"  shape: {shape}\n  size: 50mm\n  symmetry: {symmetry}\n"
        "  families: [{name: sides, generate: edges}]\n"
    )
    result = pnp("enumerate", "a.yaml", "--count")
    assert result.stdout.splitlines()[0] == f"sides: {len(found)}"


@pytest.mark.parametrize(
    ("shape", "angle", "degrees", "lengths"),
    [
        ("rhomb", 36, [36, 144, 36, 144], [40] * 4),
        ("kite", 72, [72, 72, 144, 72], [40, 24.721, 24.721, 40]),
        ("dart", 72, [72, 36, 216, 36], [40, 24.721, 24.721, 40]),
        ("pentagon", 72, [108] * 5, [40] * 5),
    ],
)
@pytest.mark.parametrize("turn", [0.0, 50.0])
def test_drawn_sides_and_angles_are_those_of_the_shape(
    shape: str, angle: int, degrees: list[float], lengths: list[float], turn: float
) -> None:
    """Measured at the drawn corners, however the tile is turned: Penrose's kite and dart among them."""
    corners = Outline(polygon_tile(Shape(shape), angle), 40.0, turn).corners
    ends = (*corners[1:], corners[0])
    assert [math.dist(a, b) for a, b in zip(corners, ends, strict=True)] == pytest.approx(
        lengths, abs=1e-3
    )
    found = []
    for before, at, after in zip((corners[-1], *corners[:-1]), corners, ends, strict=True):
        one, other = before - at, after - at
        found.append(math.degrees(math.atan2(other.cross(one), other.dot(one))) % 360)
    assert found == pytest.approx(degrees, abs=1e-3)


@pytest.mark.parametrize("shape", ["rhomb", "kite", "dart", "pentagon"])
def test_bleed_never_enters_a_neighbour(shape: str) -> None:
    """Boxes that touch on all sides: what a piece fills has no part in common with another outline."""
    trim = tile_trim(TileGroup(geometry=polygon_tile(Shape(shape), 72), size=40.0))
    blank = Face(lambda turn: Placed(Drawing(()), ORIGIN), None)
    box = trim.box(0.0)
    places = [Point(box.width * column, box.height * row) for column in (0, 1) for row in (0, 1)]
    placed = [Placement(Cutout("a", trim, blank), Pose(at, 0.0)) for at in places]
    areas = bleed_areas(placed, 3.0, Box(-200, -200, 600, 600))
    for own, area in enumerate(areas):
        assert area_of(area) > trim.area + 3.0
        for other, at in enumerate(places):
            if other != own:
                outline = tuple(at + corner for corner in trim.contour.corners)  # type: ignore[union-attr]
                assert sum(map(area_of, common_area((area,), (outline,)))) < 1e-2


ELL = "[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]"
HOUSE = "[[0, 2], [2, 0], [4, 2], [4, 5], [0, 5]]"
CROSS = "[[1, 0], [2, 0], [2, 1], [3, 1], [3, 2], [2, 2], [2, 3], [1, 3], [1, 2], [0, 2], [0, 1], [1, 1]]"
POLYGONS = [
    # Sides in three colours; an L and a house are their own mirror images, a cross also turns by quarters.
    (ELL, "rotations", 3**6),
    (ELL, "rotations+reflections", (3**6 + 3**3) // 2),
    (HOUSE, "rotations", 3**5),
    (HOUSE, "rotations+reflections", (3**5 + 3**3) // 2),
    (CROSS, "rotations", (3**12 + 2 * 3**3 + 3**6) // 4),
    ("[[0, 0], [7, 1], [3, 6]]", "rotations+reflections", 3**3),
    # The other way round, with another first corner, it is the same house.
    ("[[4, 5], [4, 2], [2, 0], [0, 2], [0, 5]]", "rotations+reflections", (3**5 + 3**3) // 2),
]


def tiles_of(corners: str, symmetry: str = "rotations") -> str:
    """A set of tiles with these corners, with all sides in three colours."""
    return (
        "game: a\ncolours: [red, blue, green]\ntiles:\n"
        f"  shape: polygon\n  corners: {corners}\n  size: 50mm\n  symmetry: {symmetry}\n"
        "  families: [{name: sides, generate: edges}]\n"
    )


@pytest.mark.parametrize(("corners", "symmetry", "number"), POLYGONS)
def test_polygons_by_their_corners_are_counted_by_their_own_symmetry(
    in_folder: Path, pnp: Call, corners: str, symmetry: str, number: int
) -> None:
    """By Burnside's lemma, worked out by hand."""
    Path("a.yaml").write_text(tiles_of(corners, symmetry))
    result = pnp("enumerate", "a.yaml", "--count")
    assert result.stdout.splitlines()[0].replace(",", "") == f"sides: {number}"


def test_the_longest_side_of_a_polygon_has_its_size() -> None:
    """All others are in proportion, whatever the unit of the corners."""
    definition = set_of(tiles_of(HOUSE)).definition
    (group,) = definition.groups
    corners = Outline(group.geometry, group.size, 0.0).corners
    ends = [*corners[1:], corners[0]]
    found = sorted(math.dist(one, other) for one, other in zip(corners, ends, strict=True))
    unit = 50 / 4
    root = math.sqrt(8) * unit
    assert found == pytest.approx(sorted([root, root, 3 * unit, 4 * unit, 3 * unit]), abs=1e-6)
