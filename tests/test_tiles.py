"""Tiles: isometries, canonical forms, notation."""

from __future__ import annotations

import cmath
import math
from itertools import starmap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import Outline
from pnp.draw.tile.bands import band
from pnp.enumeration import Universe, count, different_tiles
from pnp.enumeration.conditions import ANY_NUMBER
from pnp.pieces import make_pieces
from pnp.pieces.trims import tile_trim
from pnp.project.fingerprints import fingerprint
from pnp.scene.geometry import bounding_box
from pnp.tiles import (
    Colour,
    Shape,
    Tile,
    TileGeometry,
    canonical,
    format_tile,
    images,
    mirrored,
    moved,
    parse_tile,
    rotations,
)
from pnp.tiles.symmetry import Symmetry, cycles, group
from tests.strategies import CODES, tiles_with_geometry
from tests.test_definition import defined
from tests.test_draw import set_of

HEXAGON = TileGeometry(Shape.HEXAGON)


@given(tiles_with_geometry())
def test_a_full_turn_changes_nothing(formed: tuple[TileGeometry, Tile]) -> None:
    """As many of the smallest turns as there are turns bring the tile back."""
    geometry, tile = formed
    turned, turns = tile, geometry.isometries(Symmetry.ROTATIONS)
    for _ in turns:
        turned = moved(turned, turns[1 % len(turns)])
    assert turned == tile


@given(tiles_with_geometry(), st.sampled_from(Symmetry))
def test_canonical_forms_are_equal_for_all_images(
    formed: tuple[TileGeometry, Tile], symmetry: Symmetry
) -> None:
    """However a tile is moved, its canonical form is one of its images, and always the same."""
    geometry, tile = formed
    everything = set(images(tile, geometry, symmetry))
    geometries = {canonical(image, geometry, symmetry) for image in everything}
    assert len(geometries) == 1
    assert geometries <= everything


@given(tiles_with_geometry())
def test_orbit_times_stabiliser_is_the_group(formed: tuple[TileGeometry, Tile]) -> None:
    """The turns that leave a tile as it is, times its orbit, are all turns."""
    geometry, tile = formed
    unmoved = sum(image == tile for image in images(tile, geometry, Symmetry.ROTATIONS))
    assert rotations(tile, geometry) * unmoved == len(geometry.isometries(Symmetry.ROTATIONS))


@given(tiles_with_geometry())
def test_the_mirror_twin_of_the_mirror_twin_is_the_tile(formed: tuple[TileGeometry, Tile]) -> None:
    """Turning over twice gives the same piece."""
    geometry, tile = formed
    assert mirrored(mirrored(tile, geometry), geometry) == canonical(
        tile, geometry, Symmetry.ROTATIONS
    )


@given(tiles_with_geometry())
def test_notation_parses_back(formed: tuple[TileGeometry, Tile]) -> None:
    """The text of a tile denotes that tile."""
    geometry, tile = formed
    assert parse_tile(format_tile(tile, CODES), geometry, CODES) == tile


@pytest.mark.parametrize(
    ("text", "edges", "joins"),
    [
        ("AABB--", (0, 0, 1, 1, -1, -1), ()),
        ("CdACdABA", (2, 0, 2, 0, 1, 0), ()),
        ("-", (-1,) * 6, ()),
        ("A4-1 3", (-1,) * 6, ((0, 3), (2,))),
        ("------ 2-5", (-1,) * 6, ((1, 4),)),
        ("ABABAB 1-3-5 B2", (0, 1, 0, 1, 0, 1), ((0, 2, 4), (1,))),
    ],
)
def test_notation_by_example(
    text: str, edges: tuple[int, ...], joins: tuple[tuple[int, ...], ...]
) -> None:
    """Letters are edges by side, numbers are ports counted from 1, in any order."""
    tile = parse_tile(text, HEXAGON, CODES)
    assert (tile.edges, tile.joins) == (edges, joins)


def test_the_least_rotation_is_canonical() -> None:
    """The documented order: strands first, then their colours, then edges."""
    assert canonical(parse_tile("BAABAB", HEXAGON, CODES), HEXAGON, Symmetry.ROTATIONS) == (
        parse_tile("AABABB", HEXAGON, CODES)
    )
    # An end at side 1 comes before a line from it; of two turns with equal ports the colours decide.
    assert canonical(parse_tile("B2-5 A1-4", HEXAGON, CODES), HEXAGON, Symmetry.ROTATIONS) == (
        parse_tile("A1-4 B2-5", HEXAGON, CODES)
    )
    assert canonical(parse_tile("A1-2 B4", HEXAGON, CODES), HEXAGON, Symmetry.ROTATIONS) == (
        parse_tile("B1 A4-5", HEXAGON, CODES)
    )


def test_colours_are_numbers() -> None:
    """A tile holds plain integers, so that tiles compare and hash fast."""
    assert parse_tile("AABBAA dot", HEXAGON, CODES).mark == ("dot", Colour(-1), "")


# Rectangles: their size in a file, their counts, and their drawing.


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


# Symmetry: isometries of sides and ports.


SIDES = st.sampled_from([3, 4, 6])
PORTS = st.integers(1, 4)


def composed(first: tuple[int, ...], then: tuple[int, ...]) -> tuple[int, ...]:
    """The one permutation after the other."""
    return tuple(then[index] for index in first)


@given(
    st.sampled_from(
        [(Shape.TRIANGLE, 1.0), (Shape.SQUARE, 1.0), (Shape.HEXAGON, 1.0), (Shape.RECTANGLE, 2.0)]
    ),
    PORTS,
    st.sampled_from(Symmetry),
)
def test_isometries_form_a_group(
    shape_and_ratio: tuple[Shape, float], ports: int, symmetry: Symmetry
) -> None:
    """One isometry after the other is again one of them, for sides, ports and corners alike."""
    shape, ratio = shape_and_ratio
    sides, isometries = shape.sides, TileGeometry(shape, ports, ratio).isometries(symmetry)
    known = {each[2:] for each in isometries}
    for one in isometries:
        for other in isometries:
            assert tuple(map(composed, one[2:], other[2:])) in known
    assert isometries[0].sides == tuple(range(sides))
    assert isometries[0].ports == tuple(range(sides * ports))


@pytest.mark.parametrize(
    ("symmetry", "order"),
    [(Symmetry.ROTATIONS, 6), (Symmetry.ROTATIONS_AND_REFLECTIONS, 12), (Symmetry.NONE, 1)],
)
def test_a_hexagon_has_as_many_isometries_as_its_group(symmetry: Symmetry, order: int) -> None:
    """Six turns, as many again turned over, or none but the first; all different."""
    isometries = group(symmetry, 6, 1)
    assert len({each.sides for each in isometries}) == len(isometries) == order


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_corner_stays_between_its_sides(ratio: float) -> None:
    """The corner where a side begins goes to where that side and the one before it go."""
    rectangle = TileGeometry(Shape.RECTANGLE, 1, ratio)
    for isometry in rectangle.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS):
        for corner, target in enumerate(isometry.corners):
            around = {isometry.sides[corner], isometry.sides[corner - 1]}
            assert {target, (target - 1) % 4} == around


@given(SIDES, PORTS)
def test_isometries_move_points_of_a_polygon(sides: int, ports: int) -> None:
    """Points of the complex plane, round a circle from the first corner on: a flip keeps that corner."""

    def round_the_circle(number: int, start: float) -> list[complex]:
        return [cmath.exp(1j * math.tau * (each + start) / number) for each in range(number)]

    for steps, over, *permutations in group(Symmetry.ROTATIONS_AND_REFLECTIONS, sides, ports):
        turn = cmath.exp(1j * math.tau * steps / sides)
        numbers = ((sides, 0.5), (sides * ports, 0.5), (sides, 0.0))
        for permutation, points in zip(
            permutations, starmap(round_the_circle, numbers), strict=True
        ):
            for point, target in zip(points, permutation, strict=True):
                moved = (point.conjugate() if over else point) * turn
                assert abs(moved - points[target]) < 1e-9


def test_a_rectangle_keeps_its_long_and_short_sides() -> None:
    """Half turns and flips are its isometries: a side goes to itself or to the opposite one."""
    rectangle = TileGeometry(Shape.RECTANGLE, 1, 2.0)
    isometries = rectangle.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS)
    assert sorted(each.sides for each in isometries) == [
        (0, 1, 2, 3),
        (0, 3, 2, 1),
        (2, 1, 0, 3),
        (2, 3, 0, 1),
    ]
    assert [each.steps for each in rectangle.isometries(Symmetry.ROTATIONS)] == [0, 2]


@given(SIDES, PORTS)
def test_a_port_stays_on_its_side(sides: int, ports: int) -> None:
    """A port goes to the side that its side goes to."""
    for isometry in group(Symmetry.ROTATIONS_AND_REFLECTIONS, sides, ports):
        for port, target in enumerate(isometry.ports):
            assert target // ports == isometry.sides[port // ports]


@given(SIDES, PORTS)
def test_turning_keeps_the_order_of_ports_and_turning_over_reverses_it(
    sides: int, ports: int
) -> None:
    """Neighbouring ports stay neighbours; clockwise becomes anticlockwise when turned over."""
    count = sides * ports
    for isometry in group(Symmetry.ROTATIONS_AND_REFLECTIONS, sides, ports):
        steps = {
            (isometry.ports[(x + 1) % count] - isometry.ports[x]) % count for x in range(count)
        }
        assert steps == {count - 1 if isometry.mirrored else 1}


@given(st.permutations(range(8)))
def test_cycles_make_up_the_permutation(permutation: list[int]) -> None:
    """Each element is in one cycle, and goes to the next in it."""
    found = cycles(tuple(permutation))
    assert sorted(element for cycle in found for element in cycle) == list(range(8))
    for cycle in found:
        for element, following in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            assert permutation[element] == following


@pytest.mark.parametrize(
    ("ids", "face", "shown"),
    [
        ("", "", True),
        ("ids: no", "", False),
        ("", 'face: [{shape: fill, fill: "#226633"}]', False),
        ("ids: yes", 'face: [{shape: fill, fill: "#226633"}]', True),
        ("", "face: [{sign: star, at: centre, width: 8mm, height: 8mm}]", True),
    ],
)
def test_ids_are_where_no_face_fills_the_tile(ids: str, face: str, shown: bool) -> None:
    """A key of the file says otherwise."""
    families = (
        f"[{{name: one, tiles: [{{tile: '-'}}], {face}}}]"
        if face
        else "[{name: one, tiles: ['-']}]"
    )
    text = f"game: g\ntiles:\n  shape: square\n  size: 40mm\n  {ids}\n  families: {families}\n"
    pieces = make_pieces(set_of(text))
    (piece,) = pieces.tileset.pieces
    plain, labelled = (
        fingerprint(pieces.tiles.drawing(piece, 0.0, labelled=each)) for each in (False, True)
    )
    assert (plain != labelled) == shown
