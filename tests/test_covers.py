"""Covers: measured on their pages, in every theme and on many papers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from pnp.colour.theme import STANDARD
from pnp.covers import cover, vignette
from pnp.covers.filling import filled
from pnp.covers.lattice import Field, field_of
from pnp.covers.scenes import Stage, scene_items
from pnp.definition import load_definition
from pnp.draw.outline import Outline
from pnp.pieces import make_pieces
from pnp.render.pdf import pdf_bytes
from pnp.render.svg import SvgWriter
from pnp.scene import Clip, Document, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point
from pnp.sets.tileset import Tileset, make_tileset
from pnp.tiles import Shape as TileShape
from pnp.tiles import TileGeometry
from pnp.tiles.sides import around
from tests.conftest import ROOT, bundled, defined, family_text
from tests.rasters import pdf_raster
from tests.test_look import GAMES, THEMES

PAPERS = {
    "A5": (148.0, 210.0),
    "A4": (210.0, 297.0),
    "Letter": (215.9, 279.4),
    "half Letter": (139.7, 215.9),
    "4x6": (101.6, 152.4),
}
OTHERS = (
    "examples/harbour", "examples/market", "published/tsuro", "published/macmahon-squares",
    "published/macmahon-triangles", "published/hexagons-3",
)  # fmt: skip


def other(name: str) -> Tileset:
    """A set that is no game of the five."""
    return make_tileset(load_definition(ROOT / f"tilesets/{name}.yaml"))


def texts(page: Page) -> list[Text]:
    """The texts on a page that belong to no piece."""
    return [item for item in page.items(Layer.ART) if isinstance(item, Text)]


def words(page: Page) -> str:
    """All of these texts."""
    return "\n".join(text.string for text in texts(page))


def box_of(text: Text) -> Box:
    """The box of the capitals of a text."""
    width = text_width(text.string, text.size, bold=text.bold)
    left = text.at.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return Box(left, text.at.y - CAP_HEIGHT * text.size, width, CAP_HEIGHT * text.size)


def apart(one: Box, two: Box) -> bool:
    """Whether two boxes share no area."""
    return one.right <= two.x or two.right <= one.x or one.bottom <= two.y or two.bottom <= one.y


def darkness(page: Page) -> float:
    """The mean darkness of a page as it is printed, 0 to 1."""
    data = pdf_bytes(Document("cover", "", "", (page,)))
    return 1 - float(np.mean(pdf_raster(data, 50)))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_texts_fit_every_paper(game: str, paper: str) -> None:
    """Texts have 7 pt or more, stay 5 mm inside the page, and none lies on another."""
    width, height = PAPERS[paper]
    page = cover(make_pieces(bundled(game)), width, height)
    assert (page.width, page.height) == (width, height)
    boxes = [box_of(text) for text in texts(page)]
    assert len(boxes) >= 2
    assert all(text.size >= 2.4 for text in texts(page))
    assert all(Box(0, 0, width, height).widened(-5).contains(box) for box in boxes)
    assert all(apart(one, two) for one, two in combinations(boxes, 2))


def test_the_same_pieces_make_the_same_cover() -> None:
    """Only another seed makes another cover."""
    tileset = bundled("hexagonal-highway")
    look = replace(tileset.definition.look, seed=77)
    reseeded = replace(tileset, definition=replace(tileset.definition, look=look))
    first, second, third = (
        SvgWriter().text(cover(make_pieces(each), 148, 210))
        for each in (tileset, tileset, reseeded)
    )
    assert first == second
    assert first != third


@pytest.mark.parametrize("game", GAMES)
def test_a_low_ink_cover_costs_little(game: str) -> None:
    """White paper stays white, but for lines."""
    low, pens = (
        darkness(cover(make_pieces(bundled(game), THEMES[theme]), 148, 210))
        for theme in ("low-ink", "pens")
    )
    assert low < 0.09
    assert pens < 0.12


def test_facts_are_those_of_the_file() -> None:
    """Players, time and age each have a hexagon only if they are stated."""

    def hexagons(rest: str) -> int:
        family = "generate: edges, where: {colours: 2}"
        definition = defined(family_text(family, rest="colours: [red, blue]\n" + rest))
        page = cover(make_pieces(make_tileset(definition)), 148, 210)
        lines = [item for item in page.items(Layer.ART) if isinstance(item, Shape)]
        # A hexagon of the facts is an outline of six sides in the foot.
        return sum(
            len(item.path) == 7 and item.fill is None and item.path[0][2] > 180 for item in lines
        )

    assert hexagons("") == 0
    assert hexagons("players: {min: 2, max: 4}") == 1
    assert hexagons("players: 2\nminutes: 45\nage: 8") == 3


def test_the_credit_and_the_numbers_of_pieces() -> None:
    """The designer appears only if the file names one; numbers count what is printed."""
    static, auction, highway = (
        words(cover(make_pieces(bundled(game)), 148, 210))
        for game in ("hexstatic", "hex-auction", "hexagonal-highway")
    )
    assert "A game by Michael Reddy" in static
    assert "216 tiles and 3 tokens to print, cut and play" in static
    assert "A game by" not in auction
    assert "6 cards, 1 board and 79 tokens to print, cut and play" in highway


def test_a_german_cover_speaks_german() -> None:
    """The words of the foot are those of the set's language."""
    text = "source: {designer: Ada}\nlanguage: de\ncolours: [red, blue]"
    definition = defined(family_text("generate: edges, where: {colours: 2}", rest=text))
    found = words(cover(make_pieces(make_tileset(definition)), 148, 210))
    assert "Ein Spiel von Ada" in found
    assert "zum Drucken, Schneiden und Spielen" in found


@pytest.mark.parametrize("name", OTHERS)
def test_any_set_has_a_cover(name: str) -> None:
    """Published sets and examples have a title, their pieces and their numbers."""
    page = cover(make_pieces(other(name)), 148, 210)
    (field,) = [item for item in page.items(Layer.ART) if isinstance(item, Clip)]
    assert len(field.items) > 8
    assert "to print, cut and play" in words(page)


def test_a_deck_of_cards_shows_a_fan() -> None:
    """Five cards, turned about one point, inside the page."""
    cards = """
        game: deck
        colours: [red, green, blue, black]
        pieces: {cards: [{name: pairs, generate: pairs, of: all}]}
        """
    page = cover(make_pieces(make_tileset(defined(cards))), 148, 210)
    (field,) = [item for item in page.items(Layer.ART) if isinstance(item, Clip)]
    fan = [item for item in field.items if isinstance(item, Placed)]
    turns = [each.turn for each in fan]
    assert len(fan) == len({each.drawing for each in fan}) == 5
    assert turns == sorted(turns)
    assert turns[2] == 0
    assert all(15 < each.at.x < 133 for each in fan)


def test_a_game_with_nothing_to_show_has_a_pattern() -> None:
    """A pad alone: the title, and the pattern of backs between the texts."""
    definition = defined("game: pads\npieces: {pads: [{name: hex-auction-scores, count: 3}]}")
    page = cover(make_pieces(make_tileset(definition)), 148, 210)
    (field,) = [item for item in page.items(Layer.ART) if isinstance(item, Clip)]
    (pattern,) = [item for item in field.items if isinstance(item, Placed)]
    assert 90 < pattern.at.y < 150


def test_a_long_title_leaves_room_for_the_pieces() -> None:
    """Sixty letters take less than a third of the page, in lines of about one length."""
    rest = (
        'title: "Over the seven bridges of an old town and back to a harbour"\ncolours: [red, blue]'
    )
    family = "generate: edges, where: {colours: 2}"
    definition = defined(family_text(family, rest=rest))
    page = cover(make_pieces(make_tileset(definition)), 148, 210)
    (field,) = [item for item in page.items(Layer.ART) if isinstance(item, Clip)]
    tiles = [item.at.y for item in field.items if isinstance(item, Placed)]
    assert min(tiles) < 105


# Lattices


@pytest.mark.parametrize("shape", TileShape)
@pytest.mark.parametrize("pitch", [14.0, 31.0, 44.0])
def test_cells_stay_in_their_room(shape: TileShape, pitch: float) -> None:
    """No corner of a cell is above or below the room, and cells reach both sides of the page."""
    page, room = Box(0, 0, 148, 210), Box(0, 61, 148, 121)
    field = field_of(TileGeometry(shape), pitch, page, room)
    points = corners(field, shape)
    assert min(point.y for point in points) >= room.y - 1e-6
    assert max(point.y for point in points) <= room.bottom + 1e-6
    assert min(point.x for point in points) <= 0
    assert max(point.x for point in points) >= 148
    assert abs(field.size / pitch - 1) <= 0.15 + 1e-9


@pytest.mark.parametrize("shape", TileShape)
def test_neighbours_share_a_side(shape: TileShape) -> None:
    """Two cells that are neighbours have two corners in common, and each is the other's neighbour."""
    field = field_of(TileGeometry(shape), 30, Box(0, 0, 148, 210), Box(0, 0, 148, 210))
    for key, cell in field.cells.items():
        own = {rounded(cell.centre + corner) for corner in outline(field, shape, cell.turn).corners}
        for beyond in cell.beyond:
            if beyond in field.cells:
                other = field.cells[beyond]
                there = outline(field, shape, other.turn).corners
                assert len(own & {rounded(other.centre + corner) for corner in there}) == 2
                assert key in other.beyond


def outline(field: Field, shape: TileShape, turn: float) -> Outline:
    """The outline of a cell."""
    return Outline(TileGeometry(shape), field.size, turn)


def corners(field: Field, shape: TileShape) -> list[Point]:
    """The corners of all cells."""
    return [
        cell.centre + corner
        for cell in field.cells.values()
        for corner in outline(field, shape, cell.turn).corners
    ]


def rounded(point: Point) -> tuple[float, float]:
    """A point that compares equal however it was computed."""
    return round(point.x, 2) + 0.0, round(point.y, 2) + 0.0


# Fillings


@pytest.mark.parametrize(
    "name",
    ["hexstatic", "controlled-path", "hex-auction", "published/tsuro", "published/macmahon-squares",
     "published/macmahon-triangles"],
)  # fmt: skip
def test_sides_match(name: str) -> None:
    """Where two tiles meet, both show the same: found by the places of ports, not by sides."""
    tileset = other(name)
    geometry = tileset.definition.main_group.geometry
    field = field_of(geometry, 30, Box(0, 0, 148, 210), Box(0, 61, 148, 121))
    lying = filled(field, tileset.pieces, geometry, 3)
    assert len(lying) >= 0.9 * len(field.cells)
    met: dict[tuple[float, float], list[int]] = defaultdict(list)
    for key, each in lying.items():
        cell = field.cells[key]
        shape = Outline(geometry, field.size, cell.turn)
        colours = {
            port: colour
            for join, colour in zip(each.tile.joins, each.tile.colours, strict=True)
            for port in join
        }
        for port in range(geometry.port_count):
            met[rounded(cell.centre + shape.port(port).start)].append(colours.get(port, -9))
        for side, colour in enumerate(each.tile.edges):
            at = cell.centre + shape.on_side(side, 0, shape.apothem)
            met[(*rounded(at), 0.5)].append(colour)  # type: ignore[index]
    pairs = [found for found in met.values() if len(found) > 1]
    assert len(pairs) > len(lying)
    assert all(len(found) == 2 and found[0] == found[1] for found in pairs)


def test_strands_end_before_the_title() -> None:
    """No strand of HexStatic leads from the field to the cells of the texts."""
    tileset = bundled("hexstatic")
    geometry = tileset.definition.main_group.geometry
    field = field_of(geometry, 33, Box(-3, -3, 154, 216), Box(0, -210, 148, 320))
    lying = filled(field, tileset.pieces, geometry, 4)
    assert lying.keys() == field.cells.keys()
    facing = [
        around(lying[key].tile, geometry)[side].ports
        for key, cell in field.cells.items()
        for side, beyond in enumerate(cell.beyond)
        if beyond in field.dropped
    ]
    assert len(facing) >= 8
    assert set(facing) == {(-2,)}


def test_joins_have_no_seams() -> None:
    """Along a red line over many sides every dot is red: no hairline shows the ground."""
    pieces = make_pieces(bundled("controlled-path"))
    page = cover(pieces, 148, 210)
    field = field_of(
        pieces.definition.main_group.geometry, 32, Box(-3, -3, 154, 216), Box(0, 60, 148, 120)
    )
    assert field.cells
    data = pdf_raster(pdf_bytes(Document("cover", "", "", (page,))), 300)
    road = np.array([int(STANDARD.road[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    is_road = np.abs(data - road).max(axis=2) < 0.02
    # A seam is one column of other dots with road on both of its sides, over the width of a road.
    seam = is_road[:, :-2] & ~is_road[:, 1:-1] & is_road[:, 2:]
    runs = seam[:-20].copy()
    for step in range(1, 20):
        runs &= seam[step : len(seam) - 20 + step]
    assert is_road.mean() > 0.05
    assert not runs.any()


@pytest.mark.parametrize("stroke", ["plain", "strands", "path", "road", "inline", "stars"])
@pytest.mark.parametrize("game", ["hexstatic", "hexpertise", "controlled-path"])
def test_the_scene_follows_from_the_pieces(game: str, stroke: str) -> None:
    """Another stroke changes the title and the ornament of the ground, and no piece."""
    pieces = make_pieces(bundled(game))
    stage = Stage(Box(-3, -3, 154, 216), Box(0, 50, 148, 120), 1.0)
    items, others = (
        [*scene_items(pieces, replace(pieces.look, stroke=each), stage)]
        for each in (pieces.look.stroke, stroke)
    )
    # Stars join the cells of an area.
    assert len(items) - (pieces.look.stroke == "stars") == len(others) - (stroke == "stars") * (
        game == "hexpertise"
    )


def test_tokens_on_roads_stand_out() -> None:
    """A ring in the ink of the ground lies between each road and the token on it."""
    pieces = make_pieces(bundled("hexagonal-highway"))
    stage = Stage(Box(-3, -3, 154, 216), Box(0, 50, 148, 120), 1.0)
    rings = [
        item
        for each in scene_items(pieces, pieces.look, stage)
        if isinstance(each, Placed)
        for item in each.drawing.items
        if isinstance(item, Shape) and item.stroke and item.stroke.ink == pieces.look.ground
    ]
    assert len(rings) >= 3


@pytest.mark.parametrize("ratio", [2.0, 0.5, 1.40625])
def test_rectangles_share_a_side(ratio: float) -> None:
    """Every cell has its four neighbours at the distance of its width or its height."""
    geometry = TileGeometry(TileShape.RECTANGLE, 1, ratio)
    field = field_of(geometry, 30, Box(0, 0, 148, 210), Box(0, 0, 148, 210))
    steps = (field.size * ratio, field.size, field.size * ratio, field.size)
    pairs = [
        (cell.centre, field.cells[beyond].centre, step)
        for cell in field.cells.values()
        for beyond, step in zip(cell.beyond, steps, strict=True)
        if beyond in field.cells
    ]
    assert len(pairs) > len(field.cells)
    assert all((one - other).length() == pytest.approx(step) for one, other, step in pairs)


def test_the_numbers_of_all_tiles_at_a_corner_are_equal() -> None:
    """On a cover of triominoes, also if two tiles have only that corner in common."""
    tileset = make_tileset(load_definition(ROOT / "tilesets/examples/triominoes.yaml"))
    geometry = tileset.definition.main_group.geometry
    field = field_of(geometry, 31, Box(0, 0, 148, 210), Box(0, 40, 148, 130))
    lying = filled(field, tileset.pieces, geometry, 1)
    assert {*lying} == {*field.cells}
    at: dict[tuple[int, int], set[int]] = defaultdict(set)
    for key, each in lying.items():
        cell = field.cells[key]
        points = Outline(geometry, field.size, cell.turn).corners
        for corner, colour in zip(points, each.tile.corners, strict=True):
            at[rounded(cell.centre + corner)].add(colour)
    assert {len(colours) for colours in at.values()} == {1}
    assert len(at) < len(lying)


def test_an_island_lies_in_the_middle_of_its_strip() -> None:
    """The frame is as far from the upper edge of the strip as from the lower one."""
    strip = vignette(make_pieces(other("examples/farholm")), 180, 150)
    assert strip.scene is not None
    plain, shown = (
        pdf_raster(pdf_bytes(Document("", "", "", (Page(180, 150, {Layer.ART: items}),))), 50)
        for items in ((), (strip.scene.at(Point(0, 0)),))
    )
    rows = np.flatnonzero((plain != shown).any(axis=(1, 2)))
    assert rows[0] > 0
    assert rows[0] == pytest.approx(len(plain) - rows[-1], abs=0.04 * len(plain))


def test_a_field_of_tiles_has_no_scene_of_its_own() -> None:
    """It goes on at all edges of the strip, so any part of it will do."""
    assert vignette(make_pieces(bundled("hexstatic")), 180, 150).scene is None


@pytest.mark.parametrize("paper", PAPERS)
def test_no_text_lies_in_shallow_water(paper: str) -> None:
    """The title, the tagline and the facts stand on the open sea round the land of the roads."""
    page = cover(make_pieces(bundled("controlled-path")), *PAPERS[paper])
    scene = next(item for item in page.items(Layer.ART) if isinstance(item, Clip))
    shores = [
        (min(ys) - shape.stroke.width / 2, max(ys) + shape.stroke.width / 2)
        for shape in scene.items
        if isinstance(shape, Shape) and shape.stroke is not None and shape.stroke.round
        for ys in [[step[-1] for step in shape.path if step[0] != "Z"]]
    ]
    assert len(shores) >= 3
    top, bottom = min(top for top, _ in shores), max(bottom for _, bottom in shores)
    boxes = [box_of(text) for text in texts(page)]
    assert all(box.bottom < top or box.y > bottom for box in boxes)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_edge_cuts_a_token(paper: str) -> None:
    """The tokens on the roads of a cover and of a strip are whole."""
    pieces = make_pieces(bundled("controlled-path"))
    width, height = PAPERS[paper]
    page = cover(pieces, width, height)
    strips = [Box(0, 0, width * 0.83, height * share) for share in (0.3, 0.45, 0.6)]
    made = [(Box(0, 0, width, height), page.items(Layer.ART))]
    made += [(box, vignette(pieces, box.width, box.height).ground.drawing.items) for box in strips]
    for box, items in made:
        scene = [each for item in items if isinstance(item, Clip) for each in item.items]
        tokens = [each for each in scene if isinstance(each, Placed) and each.drawing.shared]
        assert len(tokens) == 2
        reach = pieces.components.tokens[0].definition.size / 2
        for token in tokens:
            around = Box(*token.at, 0, 0).widened(reach * token.scale)
            assert box.contains(around)
