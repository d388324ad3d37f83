"""Properties: equal to the oracle's literal definitions, and the same however a tile lies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.tiles import Shape, Tile, TileGeometry, images, parse_tile
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from tests import oracle
from tests.strategies import CODES, REGULAR, tiles_with_geometry

ORACLES: dict[str, Callable[[oracle.Tile, int, int], int]] = {
    name: getattr(oracle, {"sides": "touched_sides"}.get(name, name.replace("-", "_")))
    for name in PROPERTIES
    if name not in ("corners", "corner-colours", "equal-corners")
}


def as_oracle_tile(tile: Tile) -> oracle.Tile:
    """The tile as the oracle writes it: None for no colour."""
    return (
        tuple(None if edge < 0 else int(edge) for edge in tile.edges),
        frozenset(
            (frozenset(map(int, strand.ports)), None if strand.colour < 0 else int(strand.colour))
            for strand in tile.strands
        ),
    )


@pytest.mark.parametrize("name", ORACLES)
@given(tiles_with_geometry(REGULAR))
def test_a_property_is_what_the_oracle_says(name: str, formed: tuple[TileGeometry, Tile]) -> None:
    """Each property equals an independent, literal definition."""
    geometry, tile = formed[0], formed[1]._replace(corners=())
    # Two uncoloured strands on the same ports cannot be; the oracle has a set, we have a tuple.
    expected = ORACLES[name](as_oracle_tile(tile), geometry.sides, geometry.ports)
    assert PROPERTIES[name].value(tile, geometry) == expected


@given(tiles_with_geometry(), st.sampled_from(sorted(PROPERTIES)))
def test_a_property_does_not_change_when_the_tile_moves(
    formed: tuple[TileGeometry, Tile], name: str
) -> None:
    """A constraint keeps or drops a piece, however it lies and from either side."""
    geometry, tile = formed
    values = {
        PROPERTIES[name].value(image, geometry)
        for image in images(tile, geometry, Symmetry.ROTATIONS_AND_REFLECTIONS)
    }
    assert len(values) == 1


@pytest.mark.parametrize(
    ("text", "property_name", "value"),
    [
        ("1-4 2-5 3-6", "crossings", 3),
        ("1-3 2-4 5-6", "crossings", 1),
        ("1-3-5 2-4-6", "crossings", 1),
        ("1-4 2-5 3-6", "rotations", 1),
        ("1-2-3-4-5-6", "rotations", 1),
        ("A1-2 B3-4 Cd5-6", "rotations", 6),
        ("1-2 3-4 5-6", "rotations", 2),
        ("1-2", "adjacent-blanks", 3),
        ("-", "adjacent-blanks", 6),
        ("AABBAA", "runs", 2),
        ("AAAAAA", "runs", 1),
        ("A-A-A-", "runs", 3),
        ("ABCdABCd", "equal-opposites", 3),
        ("^AABBA-", "corners", 5),
        ("^AABBA-", "corner-colours", 2),
        ("^AABBA-", "equal-corners", 2),
        ("^AAAAAA", "equal-corners", 6),
        ("AAAAAA ^BBBBBB", "colours", 2),
        ("AAAAAA", "corners", 0),
    ],
)
def test_properties_by_example(text: str, property_name: str, value: int) -> None:
    """Values that a person can see on the tile."""
    geometry = TileGeometry(Shape.HEXAGON)
    assert PROPERTIES[property_name].value(parse_tile(text, geometry, CODES), geometry) == value
