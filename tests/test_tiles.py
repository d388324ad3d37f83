"""Tiles: isometries, canonical forms, notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from pnp.tiles.symmetry import Symmetry
from tests.strategies import CODES, tiles_with_geometry

HEXAGON = TileGeometry(Shape.HEXAGON)


@given(tiles_with_geometry())
def test_a_full_turn_changes_nothing(formed: tuple[TileGeometry, Tile]) -> None:
    """As many of the smallest turns as there are turns bring the tile back."""
    geometry, tile = formed
    turned, turns = tile, geometry.isometries(Symmetry.ROTATIONS)
    for _ in turns:
        turned = moved(turned, turns[1])
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
