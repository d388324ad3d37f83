"""Regions: counted, laid out and measured on the pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from pnp.colour.theme import STANDARD, Theme, on_tiles
from pnp.draw import Artist, Outline
from pnp.draw.colours import themed
from pnp.draw.look.looks import colour_looks
from pnp.draw.look.marks import mark_radius
from pnp.draw.tile.letters import Obstacle
from pnp.draw.tile.regions import (
    borders,
    corners_of,
    place_on,
    region_path,
    stamp_places,
    stretches,
)
from pnp.project.themes import chosen_theme
from pnp.render import svg_text
from pnp.review.statistics import strand_kind
from pnp.scene import Drawing, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.geometry import ORIGIN, Point, is_inside, samples, turned
from pnp.sets.tileset import Tileset
from pnp.tiles import Shape as TileShape
from pnp.tiles import Tile, TileGeometry, parse_tile
from pnp.tiles.properties import cross
from tests import tile_oracle
from tests.conftest import set_of
from tests.rasters import Raster, svg_raster

DPI = 254
PER_MM = DPI / 25.4
SIZE = 40.0
GEOMETRIES = [
    TileGeometry(TileShape.TRIANGLE),
    TileGeometry(TileShape.SQUARE),
    TileGeometry(TileShape.HEXAGON),
    TileGeometry(TileShape.RECTANGLE, 1, 0.5),
    TileGeometry(TileShape.RECTANGLE, 1, 3.0),
    TileGeometry(TileShape.TRIANGLE, 2),
    TileGeometry(TileShape.SQUARE, 2),
]
TOWN, MERE = "#C9694B", "#6FA8C9"
LAND = """game: land
colours: {{town: {{fill: "#C9694B", region: {town}}}, mere: {{fill: "#6FA8C9", region: water}}}}
tiles:
  shape: {shape}
  size: 40mm
  families:
    - {{name: land, {tiles}}}
"""


def land(tiles: str, *, shape: str = "square", town: str = "houses") -> Tileset:
    """A set with towns and meres."""
    return set_of(LAND.format(tiles=tiles, shape=shape, town=town))


def outline(geometry: TileGeometry) -> Outline:
    """A tile as it usually lies."""
    return Outline(geometry, SIZE, geometry.shape.upright)


def joins(geometry: TileGeometry) -> Iterator[tuple[int, ...]]:
    """Every set of ports."""
    for number in range(1, geometry.port_count + 1):
        yield from combinations(range(geometry.port_count), number)


def apart(geometry: TileGeometry) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every two joins that can lie on one tile without crossing."""
    for one, other in combinations(joins(geometry), 2):
        if not {*one} & {*other} and not cross(one, other) and not cross(other, one):
            yield one, other


def meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two open polygons cross."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b - a).cross(c - a)

    return any(
        side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9
        for a, b in pairwise(one)
        for c, d in pairwise(other)
    )


def along_borders(geometry: TileGeometry, join: tuple[int, ...]) -> list[list[Point]]:
    """The borders of a region as points."""
    return [samples(path, per_curve=6) for path in borders(outline(geometry), join)]


@pytest.mark.spread(3)
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_two_regions_overlap_only_if_their_sides_force_it(geometry: TileGeometry) -> None:
    """No border of a region crosses another, of the same region or of one on the same tile."""
    lines = {join: along_borders(geometry, join) for join in joins(geometry)}
    for own in lines.values():
        assert not any(meet(one, other) for one, other in combinations(own, 2))
    pairs = list(apart(geometry))
    assert len(pairs) > 2
    for join, another in pairs[:: 1 + len(pairs) // 150]:
        for one in lines[join]:
            assert not any(meet(one, other) for other in lines[another]), (join, another)


@pytest.mark.spread(3)
@pytest.mark.slow
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_a_region_has_its_part_of_the_outline_from_end_to_end(geometry: TileGeometry) -> None:
    """A hair inside the trim, all points of its stretches are in it, and no others."""
    tile = outline(geometry)
    for join in list(joins(geometry))[:: 1 + geometry.port_count // 6]:
        corners = corners_of(tile, join)
        parts = stretches(geometry, join)
        for step in range(geometry.sides * 40):
            # Not at a corner or at the end of a share.
            place = step / 40 + 0.0125
            point = place_on(tile, place, beyond=-0.02)
            covered = any(
                start < each < end
                for start, end in parts
                for each in (place, place + geometry.sides)
            )
            assert is_inside(point, corners) == covered, (join, place)


def test_the_parts_of_a_side_with_two_ports_belong_to_two_regions() -> None:
    """Each reaches from its corner to the middle, and both ports together from corner to corner."""
    square = TileGeometry(TileShape.SQUARE, 2)
    assert stretches(square, (0,)) == [(0, 0.5)]
    assert stretches(square, (1, 2)) == [(0.5, 1.5)]
    assert stretches(square, (0, 7)) == [(3.5, 4.5)]
    assert stretches(square, (0, 1, 4)) == [(0, 1), (2, 2.5)]


def test_the_bleed_of_a_region_is_part_of_its_path() -> None:
    """Beyond its side the region goes on, and the region of all sides is the tile and its bleed."""
    tile = outline(TileGeometry(TileShape.SQUARE))
    bled = samples(region_path(tile, (0,), lead=3))
    assert min(point.y for point in bled) == pytest.approx(-SIZE / 2 - 3)
    assert region_path(tile, (0, 1, 2, 3), lead=3) == tile.grown(3)


def parsed(tileset: Tileset, notation: str) -> Tile:
    """The tile of a notation."""
    return parse_tile(notation, tileset.definition.main_group.geometry, tileset.definition.codes)


def table(tileset: Tileset, *rows: str, theme: Theme = STANDARD) -> Raster:
    """Square tiles below each other, from trim to trim, without lines between them."""
    artist = Artist(tileset.definition, tileset.definition.main_group, 0, theme=theme)
    items = tuple(
        Placed(artist.drawing(parsed(tileset, row)), Point(SIZE / 2, SIZE * (number + 0.5)))
        for number, row in enumerate(rows)
    )
    page = Page(SIZE, SIZE * len(rows), {Layer.ART: items})
    return svg_raster(svg_text(page), DPI)


def ink(raster: Raster, x: float, y: float) -> str:
    """The ink of a dot, so many millimetres from the top left corner."""
    dot = raster[round(y * PER_MM), round(x * PER_MM)]
    return "#" + "".join(f"{round(float(each) * 255):02X}" for each in dot)


@pytest.mark.spread(10)
@pytest.mark.parametrize("below", ["T1", "T1 2-4", "T1-2", "T1-3", "T1-2-3-4", "T1 T2 T4", "M4 T1"])
@pytest.mark.parametrize("above", ["T3", "T2-3", "T3 T4", "T1-2-3-4"])
def test_two_tiles_close_a_town_without_a_seam(above: str, below: str) -> None:
    """Along the whole side the dots on both sides of it, and between, are the town, or its border."""
    tileset = land("tiles: [T1, M1]")
    raster = table(tileset, above, below)
    for x in (step / 4 for step in range(4, int(4 * SIZE) - 4)):
        across = {ink(raster, x, SIZE + off) for off in (-0.2, -0.1, 0.0, 0.1, 0.2)}
        assert STANDARD.ground not in across, x
        if 7 < x < SIZE - 7:
            assert across == {TOWN}, x


@pytest.mark.slow
def test_a_region_joins_its_sides_and_no_others() -> None:
    """A dot in the middle of each side, of the tile, and near a corner between two regions."""
    tileset = land("tiles: [T1, M1]")
    middles = [(20, 1), (39, 20), (20, 39), (1, 20), (20, 20)]
    seen = {
        notation: [ink(table(tileset, notation), *place) for place in middles]
        for notation in ("T1", "T1-2", "T1-3", "T1 T3", "T1-2-3", "T1-2-3-4", "T1 M2")
    }
    o, t, m = STANDARD.ground, TOWN, MERE
    assert seen["T1"] == [t, o, o, o, o]
    assert seen["T1 T3"] == [t, o, t, o, o]
    assert seen["T1 M2"] == [t, m, o, o, o]
    assert seen["T1-2"][:4] == [t, t, o, o]
    # Houses may stand in the middle of a town.
    for notation in ("T1-3", "T1-2-3", "T1-2-3-4"):
        assert seen[notation][4] != o
    assert seen["T1-3"][:4] == [t, o, t, o]
    assert seen["T1-2-3"][:4] == [t, t, t, o]


def texts(items: Sequence[Item], at: Point = ORIGIN) -> Iterator[tuple[str, Point]]:
    """All texts of a drawing, and where they stand."""
    for item in items:
        if isinstance(item, Text):
            yield item.string, item.at + at
        elif isinstance(item, Drawing):
            yield from texts(item.items, at)


@pytest.mark.parametrize(
    "notation", ["T1", "T1-2", "T1-3", "T1-2-3 4", "T1 T3 2-4", "T1-2-3-4 village", "T1-2 M3-4"]
)
def test_with_pens_each_region_has_one_letter_inside(notation: str) -> None:
    """The letter is in the region of its colour, and nothing fills it."""
    tileset = land("tiles: [T1, M1]")
    theme = chosen_theme("pens")
    tile = parsed(tileset, notation)
    definition = themed(tileset.definition, theme)
    artist = Artist(definition, definition.main_group, 0, theme=theme)
    found = sorted(texts(artist.drawing(tile).items))
    regions = sorted(
        (tileset.definition.codes[strand.colour], strand.ports)
        for strand in tile.strands
        if strand.colour >= 0
    )
    assert [letter for letter, _ in found] == [code for code, _ in regions]
    for letter, at in found:
        corners = [corners_of(artist.outline, ports) for code, ports in regions if code == letter]
        assert any(is_inside(at - Point(0, 1), each) for each in corners)


@pytest.mark.parametrize("name", ["greyscale", "low-ink", "dark", "colour-blind"])
def test_houses_and_waves_tell_regions_apart_in_every_theme(name: str) -> None:
    """A whole town and a whole mere have many dots that are not their ground, in different places."""
    theme = chosen_theme(name)
    tileset = land("tiles: [T1, M1]")
    coloured = replace(tileset, definition=themed(tileset.definition, theme))
    town, mere = (table(coloured, each, theme=theme) for each in ("T1-2-3-4", "M1-2-3-4"))
    for raster in (town, mere):
        middle = raster[: len(raster) // 2]
        common = sorted({tuple(dot) for row in middle[::7] for dot in row[::7]})
        assert len(common) > 2
    assert (abs(town - mere).max(axis=2) > 0.1).mean() > 0.02


def test_what_fills_a_region_turns_with_the_tile() -> None:
    """Houses stand in the same places of the tile, whichever side is at the top."""
    square = TileGeometry(TileShape.SQUARE)
    upright, lying = Outline(square, SIZE, 0.0), Outline(square, SIZE, 90.0)
    places = stamp_places(upright, (0, 1))
    assert len(places) >= 8
    turned_places = [turned(place, math.pi / 2) for place in places]
    for one, other in zip(turned_places, stamp_places(lying, (0, 1)), strict=True):
        assert (one - other).length() < 0.01


def test_houses_keep_clear_of_walls_roads_and_the_cut() -> None:
    """All lie inside the region, a millimetre from its border and the trim, and off what is taken."""
    tile = outline(TileGeometry(TileShape.SQUARE))
    road = [Point(0, y) for y in range(-20, 21)]
    places = stamp_places(tile, (0, 2), [Obstacle(road, 4)])
    corners = corners_of(tile, (0, 2))
    edge = [point for line in along_borders(tile.geometry, (0, 2)) for point in line]
    assert len(places) > 4
    for place in places:
        assert is_inside(place, corners)
        assert abs(place.x) > 4 and max(abs(place.x), abs(place.y)) < SIZE / 2 - 1
        assert min((place - point).length() for point in edge) > 1


@pytest.mark.parametrize("mark", ["abbey", "village", "star", "dot", "label:7"])
def test_a_road_reaches_the_mark_and_ends_at_its_edge(mark: str) -> None:
    """From the side to the mark the middle of the road is road, and beyond the mark is ground."""
    tileset = land("tiles: [T1, M1]")
    raster = table(tileset, f"3 {mark}")
    reach = mark_radius(outline(TileGeometry(TileShape.SQUARE)), parsed(tileset, mark).mark)
    for off in (reach + 0.3, (reach + SIZE / 2) / 2, SIZE / 2 - 0.3):
        assert ink(raster, SIZE / 2, SIZE / 2 + off) == STANDARD.road
        assert ink(raster, SIZE / 2, SIZE / 2 - off) == STANDARD.ground
        assert ink(raster, SIZE / 2 + off, SIZE / 2) == STANDARD.ground


def test_a_road_without_a_mark_ends_in_a_disc() -> None:
    """The dark middle of the disc lies on the way from the side to the centre."""
    raster = table(land("tiles: [T1, M1]"), "3")
    column = {ink(raster, SIZE / 2, SIZE / 2 + off / 4) for off in range(1, 70)}
    assert STANDARD.kerb in column


ORACLE = {
    "triangle": tile_oracle.TRIANGLE,
    "square": tile_oracle.SQUARE,
    "hexagon": tile_oracle.HEXAGON,
}


@pytest.mark.parametrize(
    ("shape", "colours", "most"),
    [
        ("triangle", ("town",), 3),
        ("triangle", ("town", "mere"), 3),
        ("square", ("town",), 4),
        ("square", ("town", "mere"), 4),
        ("square", ("town", "mere", "none"), 2),
        ("hexagon", ("town",), 6),
    ],
)
def test_regions_are_counted_as_the_oracle_counts_them(
    shape: str, colours: tuple[str, ...], most: int
) -> None:
    """The oracle lists every way to put sides into regions, and turns each tile by its points."""
    family = f"generate: strands, strand: {{ports: 1..{most}}}, colours: [{', '.join(colours)}]"
    kind = tile_oracle.Kind(ORACLE[shape], joins=range(1, most + 1), strands=colours)
    assert len(land(family, shape=shape).pieces) == tile_oracle.count(kind)


def test_a_region_is_no_junction_in_statistics() -> None:
    """Its kind says how many ports it has."""
    square = TileGeometry(TileShape.SQUARE)
    assert strand_kind((0,), square, region=True) == "region of 1"
    assert strand_kind((0, 1, 2), square, region=True) == "region of 3"


def test_rulebooks_name_what_fills_a_region() -> None:
    """With pens the letters tell regions apart, since nothing fills them."""
    tileset = land("tiles: [T1, M1]")
    definition = tileset.definition
    tiles = [piece.tile for piece in tileset.pieces]
    words = definition.language
    assert colour_looks(definition.inks, tiles, STANDARD, words) == (
        "town (filled with houses), mere (filled with waves)"
    )
    pens = chosen_theme("pens")
    assert colour_looks(definition.inks, tiles, pens, words) == "town (letter T), mere (letter M)"


def test_tiles_have_a_ground_of_their_own_in_light_themes_with_colours() -> None:
    """Dark themes, greys and outlines keep the ground of the theme."""
    grounds = {
        name: on_tiles("#DCE4B4", chosen_theme(name)).ground == "#DCE4B4"
        for name in ("standard", "colour-blind", "greyscale", "low-ink", "pens", "dark")
    }
    assert [name for name, own in grounds.items() if own] == ["standard", "colour-blind"]
    assert on_tiles("", STANDARD) is STANDARD


def test_tufts_grow_on_the_moor_alone() -> None:
    """None is in a town, on a road or at the middle of a side; several are in the rest."""
    tileset = land("tiles: [T1, M1]")
    artist = Artist(tileset.definition, tileset.definition.main_group, 0)
    tile = parsed(tileset, "T1 2-4")
    plain, grown = (artist.drawing(tile, ornament=kind) for kind in ("none", "tufts"))
    (tufts,) = [each for each in grown.items if each not in plain.items]
    assert isinstance(tufts, Drawing)
    (shape,) = tufts.items
    assert isinstance(shape, Shape)
    points = samples(shape.path)
    town = corners_of(artist.outline, (0,))
    wide = artist.outline.strand_width / 2
    assert len(points) > 100
    for point in points:
        assert not is_inside(point, town)
        assert abs(point.y) > wide
        assert max(abs(point.x), abs(point.y)) < SIZE / 2
        assert (point - Point(0, SIZE / 2)).length() > 5


@pytest.mark.parametrize(("pattern", "inks"), [("pattern", 1), ("pattern, pattern: stripes", 3)])
def test_the_pattern_of_a_region_goes_on_into_the_bleed(pattern: str, inks: int) -> None:
    """As far outside the trim as inside it has the same dots: the fill, and a pattern over it."""
    tileset = land("tiles: [T1, M1]", town=pattern)
    artist = Artist(tileset.definition, tileset.group, 0)
    drawing = artist.drawing(parsed(tileset, "T1-2-3-4"), bleed=3)
    middle = Point(SIZE / 2 + 3, SIZE / 2 + 3)
    page = Page(SIZE + 6, SIZE + 6, {Layer.ART: (Placed(drawing, middle),)})
    raster = svg_raster(svg_text(page), DPI)
    # The trim is 30 dots from the edge of the page.
    outside, inside = raster[15, 60:-60], raster[45, 60:-60]
    assert abs(outside - inside).max() < 0.02
    assert len({tuple(dot) for dot in outside}) >= inks
