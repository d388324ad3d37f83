"""Ornaments of tiles: in bare parts only, far from all that players match."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import pytest

from pnp.draw import Artist
from pnp.draw.look.ornaments import FROM_SIDE
from pnp.project import chosen_theme
from pnp.scene import Drawing, Item, Shape
from pnp.scene.geometry import Point, samples
from pnp.sets.tileset import Piece, Tileset
from tests.conftest import bundled

GAMES = {"hex-auction": "rosette", "controlled-path": "waymarks"}


def ornament(tileset: Tileset, piece: Piece, kind: str, theme: str = "standard") -> Shape | None:
    """The ornament of a tile, which lies between its ground and its bands."""
    definition = tileset.definition
    artist = Artist(
        definition,
        definition.main_group,
        definition.main_group.geometry.shape.upright,
        theme=chosen_theme(theme),
    )
    drawn, plain = (artist.drawing(piece.drawn, ornament=each).items for each in (kind, "none"))
    return None if len(drawn) == len(plain) else shape_of(drawn[1])


def shape_of(item: Item) -> Shape:
    """The one shape of an ornament."""
    assert isinstance(item, Drawing)
    (shape,) = item.items
    assert isinstance(shape, Shape)
    return shape


def points(shape: Shape) -> Iterator[Point]:
    """Points along the lines of a shape."""
    parts = [samples((*part,)) for part in _subpaths(shape)]
    for part in parts:
        for one, other in pairwise(part):
            yield from (one, (one + other) * 0.5, other)


def _subpaths(shape: Shape) -> list[list]:  # type: ignore[type-arg]
    found: list[list] = []  # type: ignore[type-arg]
    for part in shape.path:
        if part[0] == "M":
            found.append([])
        found[-1].append(part)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_ornament_keeps_off_bands_strands_and_the_middles_of_sides(game: str) -> None:
    """Measured on each line of each tile: 5 mm from the middle of a side, and clear of all colours."""
    tileset, decorated = bundled(game), 0
    definition = tileset.definition
    artist = Artist(definition, definition.main_group, definition.main_group.geometry.shape.upright)
    outline = artist.outline
    for piece in tileset.pieces:
        family = tileset.family(piece.family)
        assert family is not None
        shape = ornament(tileset, piece, family.definition.ornament)
        if shape is None:
            continue
        decorated += 1
        assert shape.stroke is not None and shape.fill is None and shape.stroke.width <= 0.25
        half = shape.stroke.width / 2
        wide = outline.strand_width / 2
        strands = [
            point for strand in piece.drawn.strands for point in artist.spines.at_depth(strand, 0.0)
        ]
        depth = outline.band_depth if max(piece.drawn.edges) >= 0 else 0.0
        for point in points(shape):
            for side in range(6):
                out = outline.normal(side)
                assert (out * outline.apothem - point).length() > FROM_SIDE + half, piece.id
                assert point.dot(out) + half < outline.apothem - depth, piece.id
            assert all((point - each).length() > wide + half for each in strands), piece.id
    # All tiles of the auction; on roads those with two blank sides side by side, and room there.
    assert decorated == len(tileset.pieces) if game == "hex-auction" else 8 <= decorated < 37


@pytest.mark.parametrize("theme", ["low-ink", "pens"])
def test_a_theme_without_fills_has_no_ornament(theme: str) -> None:
    """An ornament costs ink and says nothing."""
    tileset = bundled("hex-auction")
    for kind in ("rosette", "rays"):
        assert ornament(tileset, tileset.pieces[0], kind) is not None
        assert ornament(tileset, tileset.pieces[0], kind, theme) is None


def test_a_way_mark_leaves_the_corner_of_the_id_free() -> None:
    """The id stands in one of the corners that could have a mark."""
    tileset = bundled("controlled-path")
    definition = tileset.definition
    artist = Artist(definition, definition.main_group, definition.main_group.geometry.shape.upright)
    piece = next(each for each in tileset.pieces if len(each.drawn.joins) == 1)
    with_id = artist.drawing(piece.drawn, "p-01", ornament="waymarks").items
    shape = shape_of(with_id[1])
    text = with_id[-1]
    gaps = [(point - text.at).length() for point in points(shape)]  # type: ignore[union-attr]
    assert min(gaps) > 3.0


def test_way_marks_are_drawn_in_clean_lines() -> None:
    """No line crosses another one of its tile; a line is straight, round or has a corner."""
    tileset, bends = bundled("controlled-path"), []
    for piece in tileset.pieces:
        shape = ornament(tileset, piece, "waymarks")
        lines = [] if shape is None else [samples((*part,)) for part in _subpaths(shape)]
        for one, other in combinations(lines, 2):
            for (a, b), (c, d) in product(pairwise(one), pairwise(other)):
                assert not (
                    (b - a).cross(c - a) * (b - a).cross(d - a) < -1e-9
                    and (d - c).cross(a - c) * (d - c).cross(b - c) < -1e-9
                ), piece.id
        for line in lines:
            for before, at, after in zip(line, line[1:], line[2:], strict=False):
                way, on = (at - before).unit(), (after - at).unit()
                bends.append(math.degrees(abs(math.atan2(way.cross(on), way.dot(on)))))
    assert len(bends) > 100
    assert not any(17 < bend < 40 for bend in bends)


def test_a_junction_in_the_centre_leaves_no_room_for_a_rosette() -> None:
    """Only a bare centre has one."""
    tileset = bundled("controlled-path")
    start = next(each for each in tileset.pieces if each.family == "start")
    assert ornament(tileset, start, "rosette") is None
    assert ornament(tileset, start, "rays") is None
