"""Colours and values at corners: counted two ways, and by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.enumeration import Universe, count, different_tiles
from pnp.enumeration.conditions import ANY_NUMBER, Comparison, Condition, Has, Sum, parse_comparison
from pnp.tiles import UNCOLOURED, Colour, Shape, Tile, TileGeometry, canonical, images, tile
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from tests import tile_oracle
from tests.tile_oracle import Kind

ROTATIONS, REFLECTIONS = Symmetry.ROTATIONS, Symmetry.ROTATIONS_AND_REFLECTIONS


def any_of(colours: int) -> tuple[tuple[Colour, Comparison], ...]:
    """So many colours, each as often as you like."""
    return tuple((Colour(each), ANY_NUMBER) for each in range(colours))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_corners_have_as_many_colourings_as_formulas_say(k: int) -> None:
    """Necklaces and bracelets of three and four beads, and multisets; 6 values make 56 triominoes."""
    triangle, square = TileGeometry(Shape.TRIANGLE), TileGeometry(Shape.SQUARE)
    rectangle = TileGeometry(Shape.RECTANGLE, 1, 2.0)
    expected = [
        (triangle, ROTATIONS, (k**3 + 2 * k) // 3),
        (triangle, REFLECTIONS, comb(k + 2, 3)),
        (square, ROTATIONS, (k**4 + k**2 + 2 * k) // 4),
        (rectangle, ROTATIONS, (k**4 + k**2) // 2),
        # Both flips of a rectangle exchange two pairs of corners, as the half turn does.
        (rectangle, REFLECTIONS, (k**4 + 3 * k**2) // 4),
    ]
    for geometry, symmetry, number in expected:
        universe = Universe(geometry, symmetry, corner_colours=any_of(k))
        assert count(universe) == len(different_tiles(universe)) == number


@pytest.mark.parametrize(("k", "number"), [(7, 28), (10, 55), (13, 91)])
def test_dominoes_are_pairs(k: int, number: int) -> None:
    """Values on the short sides alone, whichever sides are short."""
    for ratio in (2.0, 0.5):
        geometry = TileGeometry(Shape.RECTANGLE, 1, ratio)
        for symmetry in (ROTATIONS, REFLECTIONS):
            universe = Universe(
                geometry, symmetry, edge_colours=any_of(k), edge_sides=geometry.short_sides
            )
            assert count(universe) == len(different_tiles(universe)) == comb(k + 1, 2) == number


@st.composite
def universes(draw: st.DrawFn) -> Universe:
    """Edges, corners or both, in a few colours, perhaps blank, limited or under conditions."""
    geometry = draw(
        st.sampled_from(
            [
                TileGeometry(Shape.TRIANGLE),
                TileGeometry(Shape.SQUARE),
                TileGeometry(Shape.RECTANGLE, 1, 2.0),
            ]
        )
    )
    numbers = st.sampled_from([ANY_NUMBER, parse_comparison("1..2"), parse_comparison("<2")])
    edges, corners = draw(st.sampled_from([(0, 2), (2, 0), (2, 2), (0, 3), (1, 2)]))
    conditions: list[Condition] = [
        Has(PROPERTIES["corner-colours"], parse_comparison("2")),
        Has(PROPERTIES["equal-corners"], parse_comparison("<2")),
        Has(PROPERTIES["corners"], parse_comparison(">1")),
        Has(PROPERTIES["sides"], parse_comparison(">1")),
        Has(PROPERTIES["chiral"], parse_comparison("1")),
        Sum(edges=True, corners=True, worth=(0, 1, 2), values=parse_comparison(">2")),
        Sum(edges=False, corners=True, worth=(0, 1, 2), values=parse_comparison("1..3")),
    ]
    sides = [(), geometry.short_sides, geometry.long_sides]
    return Universe(
        geometry,
        draw(st.sampled_from(Symmetry)),
        edge_colours=tuple((Colour(each), draw(numbers)) for each in range(edges)),
        blank_edges=draw(st.booleans()) and edges > 0,
        edge_sides=draw(st.sampled_from(sides)) if edges else (),
        corner_colours=tuple((Colour(each), draw(numbers)) for each in range(corners)),
        blank_corners=draw(st.booleans()) and corners > 0,
        conditions=tuple(draw(st.lists(st.sampled_from(conditions), max_size=2))),
    )


@settings(max_examples=60)
@given(universes())
def test_enumeration_and_burnside_equal_a_list_of_everything(universe: Universe) -> None:
    """Every tile is written out; `contains` keeps its own, and one of each orbit counts."""
    geometry, symmetry = universe.geometry, universe.symmetry
    edges = [
        [*dict(universe.edge_colours), UNCOLOURED] if side in universe.sides else [UNCOLOURED]
        for side in range(geometry.sides)
    ]
    corners = [[*dict(universe.corner_colours), UNCOLOURED]] * geometry.sides
    written = (
        tile(each, (), universe.mark, at if max(at) >= 0 else ())
        for each in product(*edges)
        for at in product(*corners)
    )
    expected = {canonical(each, geometry, symmetry) for each in written if universe.contains(each)}
    assert different_tiles(universe) == sorted(expected)
    assert count(universe) == len(expected)
    free = replace(universe, conditions=())
    assert count(free) == len(different_tiles(free))


@given(universes())
def test_orbits_are_as_large_as_the_group_over_the_stabiliser(universe: Universe) -> None:
    """For tiles with corners as for others."""
    group = universe.geometry.isometries(universe.symmetry)
    for each in different_tiles(universe)[:20]:
        moved = [*images(each, universe.geometry, universe.symmetry)]
        assert len(set(moved)) * moved.count(each) == len(group)


OUTLINES = [
    (TileGeometry(Shape.TRIANGLE), tile_oracle.TRIANGLE),
    (TileGeometry(Shape.SQUARE), tile_oracle.SQUARE),
    (TileGeometry(Shape.RECTANGLE, 1, 2.0), tile_oracle.RECTANGLE),
    (TileGeometry(Shape.RECTANGLE, 1, 0.5), tile_oracle.rectangle(2, 1)),
]
# Numbers of colours of sides, of corners and of strands; together they are few enough to list.
NUMBERS = [(2, 2, 0), (0, 3, 0), (3, 0, 0), (1, 2, 1), (2, 0, 2), (0, 2, 2), (0, 2, 1)]


@st.composite
def kinds(draw: st.DrawFn) -> tuple[Universe, Kind]:
    """A universe, and the same for the oracle, which knows tiles as points in the plane."""
    geometry, outline = draw(st.sampled_from(OUTLINES))
    sides, corners, strands = draw(st.sampled_from(NUMBERS))
    blank_sides, blank_corners = (draw(st.booleans()) and each > 0 for each in (sides, corners))
    coloured = draw(st.sampled_from(["all", "short", "long"])) if geometry.short_sides else "all"
    joins = draw(st.sampled_from([{1}, {2}, {1, 2}, {3}])) if strands else set()
    some = {"all": (), "short": geometry.short_sides, "long": geometry.long_sides}
    universe = Universe(
        geometry,
        draw(st.sampled_from([ROTATIONS, REFLECTIONS])),
        strand_sizes=frozenset(joins),
        strand_colours=any_of(strands),
        edge_colours=any_of(sides),
        blank_edges=blank_sides,
        edge_sides=some[coloured] if sides else (),
        corner_colours=any_of(corners),
        blank_corners=blank_corners,
    )

    def values(number: int, blank: bool) -> tuple[int | None, ...]:
        return (*range(number), None) if blank or not number else (*range(number),)

    kind = Kind(
        outline,
        sides=values(sides, blank_sides),
        corners=values(corners, blank_corners),
        coloured=coloured,  # type: ignore[arg-type]
        joins=joins,
        strands=values(strands, blank=False),
    )
    return universe, kind


def as_oracle_tile(found: Tile) -> tile_oracle.Tile:
    """The tile as the oracle writes it."""
    sides, corners = (
        tuple(None if colour < 0 else int(colour) for colour in part)
        for part in (found.edges, found.corners or (UNCOLOURED,) * len(found.edges))
    )
    strands = frozenset(
        (frozenset(map(int, each.ports)), None if each.colour < 0 else int(each.colour))
        for each in found.strands
    )
    return sides, corners, strands


@pytest.mark.slow
@settings(max_examples=40)
@given(kinds())
def test_enumeration_and_burnside_equal_an_oracle_of_points(drawn: tuple[Universe, Kind]) -> None:
    """Which knows how outlines turn, and nothing of how pnp numbers sides, ports and corners."""
    universe, kind = drawn
    reflections = universe.symmetry is REFLECTIONS
    found = different_tiles(universe)
    expected = tile_oracle.tiles(kind, reflections=reflections)
    assert count(universe) == len(found) == len(expected)
    orbits = {
        frozenset(tile_oracle.orbit(as_oracle_tile(each), kind, reflections=reflections))
        for each in found
    }
    assert orbits == {
        frozenset(tile_oracle.orbit(each, kind, reflections=reflections)) for each in expected
    }
