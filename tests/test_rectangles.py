"""Rectangles: their size in a file, their counts, and their drawing."""

from __future__ import annotations

import pytest

from pnp.draw import Outline
from pnp.draw.tile.bands import band
from pnp.enumeration import Universe, count, different_tiles
from pnp.enumeration.conditions import ANY_NUMBER
from pnp.pieces.trims import tile_trim
from pnp.scene.geometry import bounding_box
from pnp.tiles import Colour, Shape, TileGeometry
from pnp.tiles.symmetry import Symmetry
from tests.test_definition import defined
from tests.test_draw import set_of

RECTANGLES = """
game: sample
colours: [red, blue]
tiles:
  shape: rectangle
  size: 25 x 50mm
  families: [{name: edges, generate: edges}]
"""


@pytest.mark.parametrize("colours", [1, 2, 3, 5])
@pytest.mark.parametrize("ratio", [2.0, 0.5])
def test_rectangles_have_as_many_edge_colourings_as_their_group_says(
    colours: int, ratio: float
) -> None:
    """By hand: half turns fix colourings of two pairs of sides, flips those of one pair and two sides."""
    geometry = TileGeometry(Shape.RECTANGLE, 1, ratio)
    edges = tuple((Colour(each), ANY_NUMBER) for each in range(colours))
    k = colours
    expected = {
        Symmetry.NONE: k**4,
        Symmetry.ROTATIONS: (k**4 + k**2) // 2,
        Symmetry.ROTATIONS_AND_REFLECTIONS: (k**4 + 2 * k**3 + k**2) // 4,
    }
    for symmetry, number in expected.items():
        universe = Universe(geometry, symmetry, edge_colours=edges)
        assert count(universe) == len(different_tiles(universe)) == number


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("25 x 50mm", (25, 50)),
        ("25mm x 50mm", (25, 50)),
        ("2.5cm x 50mm", (25, 50)),
        ("1 x 2in", (25.4, 50.8)),
        ("50x25", (50, 25)),
        ("50 × 25 mm", (50, 25)),  # noqa: RUF001
    ],
)
def test_a_size_is_a_width_and_a_height(text: str, lengths: tuple[float, float]) -> None:
    """One unit serves both."""
    definition = defined(RECTANGLES.replace("25 x 50mm", text))
    assert definition.main_group.lengths == pytest.approx(lengths)
    assert tile_trim(set_of(RECTANGLES.replace("25 x 50mm", text)).group).box(0)[
        2:
    ] == pytest.approx(lengths)


@pytest.mark.parametrize("ratio", [2.0, 0.6])
@pytest.mark.parametrize("ports", [1, 2, 3])
def test_strands_go_on_from_one_rectangle_to_the_next(ratio: float, ports: int) -> None:
    """Every port lies where the neighbour's does, and leads straight into the tile."""
    outline = Outline(TileGeometry(Shape.RECTANGLE, ports, ratio), 30, 0)
    for port in range(4 * ports):
        side, place = divmod(port, ports)
        across = (side + 2) % 4 * ports + ports - 1 - place
        here, there = outline.port(port), outline.port(across)
        step = outline.normal(side) * (2 * outline.distance(side))
        assert (here.start - there.start - step).length() < 1e-9
        assert (here.direction + there.direction).length() < 1e-9
        assert abs(here.start.dot(outline.normal(side)) - outline.distance(side)) < 1e-9


def test_bands_of_a_rectangle_lie_along_its_sides_and_meet_in_a_mitre() -> None:
    """A ring is as far from each side as another, and single bands are as deep as the ring."""
    outline = Outline(TileGeometry(Shape.RECTANGLE, 1, 2.0), 30, 0)
    depth = outline.band_depth
    points = [part[1:3] for part in band(outline, (0, 1, 2, 3)) if part[0] != "Z"]
    xs, ys = (
        sorted({round(abs(x), 6) for x, _ in points}),
        sorted({round(abs(y), 6) for _, y in points}),
    )
    assert xs == pytest.approx([15 - 0.55 - depth, 15 - 0.55])
    assert ys == pytest.approx([30 - 0.55 - depth, 30 - 0.55])
    for side, (width, height) in enumerate([(30, depth), (depth, 60)]):
        alone = [part[1:3] for part in band(outline, (side,)) if part[0] != "Z"]
        wide = max(x for x, _ in alone) - min(x for x, _ in alone)
        high = max(y for _, y in alone) - min(y for _, y in alone)
        assert min(wide, high) == pytest.approx(depth)
        assert max(wide, high) == pytest.approx(max(width, height) - 2 * 0.55 - 2 * 0.35 * 2**0.5)


def test_a_turned_rectangle_is_its_outline_turned() -> None:
    """A quarter turn exchanges width and height."""
    for turn, size in ((0, (25, 50)), (90, (50, 25)), (180, (25, 50))):
        outline = Outline(TileGeometry(Shape.RECTANGLE, 1, 2.0), 25, turn)
        assert bounding_box(outline.corners)[2:] == pytest.approx(size)
        grown = bounding_box(outline.corners_beyond(3))
        assert grown[2:] == pytest.approx([each + 6 for each in size])
