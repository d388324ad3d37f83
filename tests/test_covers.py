"""Covers: measured on their pages, in every theme and on many papers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from pnp.colour.theme import STANDARD
from pnp.covers import cover, vignette
from pnp.covers.boards import shown_boards
from pnp.covers.field import Field, field_of, is_cut
from pnp.covers.filling import filled
from pnp.covers.scenes import Stage, scene_items
from pnp.covers.tiles import tile_field
from pnp.definition import load_definition
from pnp.draw.board import board_drawing
from pnp.draw.tile.outline import Outline
from pnp.kinds import in_numbers
from pnp.pieces import Pieces, make_pieces
from pnp.render.drawings import extent
from pnp.render.pdf import pdf_bytes
from pnp.render.svg import SvgWriter
from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.contours import area_of, common_area
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box, samples
from pnp.sets.tileset import Tileset, make_tileset
from pnp.tiles import Shape as TileShape
from pnp.tiles import TileGeometry
from pnp.tiles.sides import around
from tests.conftest import ROOT, bundled, defined, family_text
from tests.rasters import pdf_raster, svg_raster
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


def cover_of(pieces: Pieces, width: float, height: float) -> Page:
    """The cover of a rulebook, with the pieces in numbers at its foot."""
    return cover(pieces, width, height, contents=in_numbers(pieces))


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
    page = cover_of(make_pieces(bundled(game)), width, height)
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
        SvgWriter().text(cover_of(make_pieces(each), 148, 210))
        for each in (tileset, tileset, reseeded)
    )
    assert first == second
    assert first != third


@pytest.mark.parametrize("game", GAMES)
def test_a_low_ink_cover_costs_little(game: str) -> None:
    """White paper stays white, but for lines."""
    low, pens = (
        darkness(cover_of(make_pieces(bundled(game), THEMES[theme]), 148, 210))
        for theme in ("low-ink", "pens")
    )
    assert low < 0.09
    assert pens < 0.12


def test_facts_are_those_of_the_file() -> None:
    """Players, time and age each have a hexagon only if they are stated."""

    def hexagons(rest: str) -> int:
        family = "generate: edges, where: {colours: 2}"
        definition = defined(family_text(family, rest="colours: [red, blue]\n" + rest))
        page = cover_of(make_pieces(make_tileset(definition)), 148, 210)
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
        words(cover_of(make_pieces(bundled(game)), 148, 210))
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
    found = words(cover_of(make_pieces(make_tileset(definition)), 148, 210))
    assert "Ein Spiel von Ada" in found
    assert "zum Drucken, Schneiden und Spielen" in found


@pytest.mark.parametrize("name", OTHERS)
def test_any_set_has_a_cover(name: str) -> None:
    """Published sets and examples have a title, their pieces and their numbers."""
    page = cover_of(make_pieces(other(name)), 148, 210)
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
    page = cover_of(make_pieces(make_tileset(defined(cards))), 148, 210)
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
    page = cover_of(make_pieces(make_tileset(definition)), 148, 210)
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
    page = cover_of(make_pieces(make_tileset(definition)), 148, 210)
    (field,) = [item for item in page.items(Layer.ART) if isinstance(item, Clip)]
    tiles = [item.at.y for item in field.items if isinstance(item, Placed)]
    assert min(tiles) < 105


# Lattices


@pytest.mark.parametrize("shape", [each for each in TileShape if not each.is_polygon])
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


@pytest.mark.parametrize("shape", [each for each in TileShape if not each.is_polygon])
def test_neighbours_share_a_side(shape: TileShape) -> None:
    """Two cells that are neighbours have two corners in common, and each is the other's neighbour."""
    field = field_of(TileGeometry(shape), 30, Box(0, 0, 148, 210), Box(0, 0, 148, 210))
    for key, centre in field.cells.items():
        own = {rounded(centre + at) for at in outline(field, shape, field.turn(key)).corners}
        for beyond in field.beyond[key]:
            if beyond in field.cells:
                other = field.cells[beyond]
                there = outline(field, shape, field.turn(beyond)).corners
                assert len(own & {rounded(other + corner) for corner in there}) == 2
                assert key in field.beyond[beyond]


def outline(field: Field, shape: TileShape, turn: float) -> Outline:
    """The outline of a cell."""
    return Outline(TileGeometry(shape), field.size, turn)


def corners(field: Field, shape: TileShape) -> list[Point]:
    """The corners of all cells."""
    return [
        centre + corner
        for key, centre in field.cells.items()
        for corner in outline(field, shape, field.turn(key)).corners
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
        centre = field.cells[key]
        shape = Outline(geometry, field.size, field.turn(key))
        colours = {
            port: colour
            for join, colour in zip(each.tile.joins, each.tile.colours, strict=True)
            for port in join
        }
        for port in range(geometry.port_count):
            met[rounded(centre + shape.port(port).start)].append(colours.get(port, -9))
        for side, colour in enumerate(each.tile.edges):
            at = centre + shape.on_side(side, 0, shape.apothem)
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
        for key in field.cells
        for side, beyond in enumerate(field.beyond[key])
        if beyond in field.dropped
    ]
    assert len(facing) >= 8
    assert set(facing) == {(-2,)}


@pytest.mark.slow
def test_joins_have_no_seams() -> None:
    """Along a red line over many sides every dot is red: no hairline shows the ground."""
    pieces = make_pieces(bundled("controlled-path"))
    page = cover_of(pieces, 148, 210)
    field = field_of(
        pieces.definition.main_group.geometry, 32, Box(-3, -3, 154, 216), Box(0, 60, 148, 120)
    )
    assert field.cells
    data = pdf_raster(pdf_bytes(Document("cover", "", "", (page,))), 300)
    road = [int(STANDARD.road[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    is_road = np.all([np.abs(data[..., at] - ink) < 0.02 for at, ink in enumerate(road)], axis=0)
    # A seam is one column of other dots with road on both of its sides, over the width of a road.
    seam = is_road[:, :-2] & ~is_road[:, 1:-1] & is_road[:, 2:]
    runs = seam[:-20].copy()
    for step in range(1, 20):
        runs &= seam[step : len(seam) - 20 + step]
    assert is_road.mean() > 0.05
    assert not runs.any()


def test_patterns_go_on_over_the_sides() -> None:
    """Where tiles meet in outlines, a dash of green has its middle, and both rails of blue go on."""
    pieces = make_pieces(bundled("hexstatic"), THEMES["low-ink"])
    tileset, page, dpi = pieces.tileset, Box(0, 0, 100, 100), 600
    geometry = tileset.definition.main_group.geometry
    field = field_of(geometry, 33, page, page.widened(50))
    items = tuple(tile_field(pieces, tileset, pieces.look, field, page))
    sheet = Page(page.width, page.height, {Layer.ART: items})
    data = pdf_raster(pdf_bytes(Document("field", "", "", (sheet,))), dpi)
    # Shares of the width of a strand: its pattern beside its middle.
    aside = {"green": (0.0,), "blue": (-0.21, 0.21)}
    inks = pieces.definition.inks
    seen: defaultdict[str, list[float]] = defaultdict(list)
    for key, each in filled(field, tileset.pieces, geometry, pieces.look.seed).items():
        shape = Outline(geometry, field.size, field.turn(key))
        width = shape.strand_width
        for colour, port in (
            (inks[colour], port)
            for join, colour in zip(each.tile.joins, each.tile.colours, strict=True)
            for port in join
        ):
            ray = shape.port(port)
            for share in aside.get(colour.name, ()):
                spot = field.cells[key] + ray.at(0.1 * width)
                spot += ray.direction.right() * (share * width)
                if page.widened(-1).contains(Box(*spot, 0, 0)):
                    dot = data[int(spot.y / 25.4 * dpi), int(spot.x / 25.4 * dpi)]
                    fill = [int(colour.fill[i : i + 2], 16) / 255 for i in (1, 3, 5)]
                    seen[colour.name].append(float(np.abs(dot - fill).max()))
    assert min(len(found) for found in (seen["green"], seen["blue"])) > 10
    assert max(*seen["green"], *seen["blue"]) < 0.3


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
        (centre, field.cells[beyond], step)
        for key, centre in field.cells.items()
        for beyond, step in zip(field.beyond[key], steps, strict=True)
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
        points = Outline(geometry, field.size, field.turn(key)).corners
        for corner, colour in zip(points, each.tile.corners, strict=True):
            at[rounded(field.cells[key] + corner)].add(colour)
    assert {len(colours) for colours in at.values()} == {1}
    assert len(at) < len(lying)


@pytest.mark.slow
def test_an_island_lies_whole_in_the_middle_of_its_strip() -> None:
    """The frame is as far from the upper edge of the strip as from the lower one."""
    strip = vignette(make_pieces(other("examples/farholm")), 180, 90)
    shown = pdf_raster(
        pdf_bytes(Document("", "", "", (Page(180, 90, {Layer.ART: (strip.at(Point(0, 0)),)}),))), 50
    )
    rows = np.flatnonzero((np.abs(shown - shown[0, 0]).max(axis=2) > 0.3).any(axis=1))
    assert rows[0] > 0.02 * len(shown)
    assert rows[0] == pytest.approx(len(shown) - 1 - rows[-1], abs=0.04 * len(shown))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hexstatic", "examples/wildwood"])
def test_each_variant_of_a_strip_is_laid_out_anew(name: str) -> None:
    """The same number makes the same picture."""
    pieces = make_pieces(other(name))
    strips = (vignette(pieces, 180, 60, variant=number) for number in (1, 1, 2))
    pages = [Page(180, 60, {Layer.ART: (each.at(Point(0, 0)),)}) for each in strips]
    first, again, another = (pdf_bytes(Document("", "", "", (page,))) for page in pages)
    assert first == again != another


@pytest.mark.parametrize("paper", PAPERS)
def test_no_text_lies_in_shallow_water(paper: str) -> None:
    """The title, the tagline and the facts stand on the open sea round the land of the roads."""
    page = cover_of(make_pieces(bundled("controlled-path")), *PAPERS[paper])
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


@pytest.mark.parametrize("theme", ["standard", "low-ink"])
@pytest.mark.parametrize("paper", PAPERS)
def test_no_edge_cuts_a_start(paper: str, theme: str) -> None:
    """The rings of start tiles on covers and strips are whole or not there; nobody turns a start tile."""
    pieces = make_pieces(bundled("controlled-path"), THEMES[theme])
    width, height = PAPERS[paper]
    made = [(Box(0, 0, width, height), cover_of(pieces, width, height).items(Layer.ART))]
    for number, high in enumerate((39, 80, 150)):
        strip = vignette(pieces, 180, high, variant=number)
        made.append((strip.box, strip.drawing.items))
    players = {ink.fill for ink in pieces.definition.inks}
    for page, items in made:
        scene = [each for item in items if isinstance(item, Clip) for each in item.items]
        tiles = [item for item in scene if isinstance(item, Placed) and not item.drawing.shared]
        assert len(tiles) > 5
        for tile in tiles:
            for box in boxes_in(tile.drawing.items, players):
                assert not tile.turn
                placed = box._replace(x=box.x + tile.at.x, y=box.y + tile.at.y)
                # Nobody sees rings beside the page.
                assert page.contains(placed) or apart(page, placed)


def boxes_in(items: Sequence[Item], inks: set[str]) -> Iterator[Box]:
    """The boxes of all shapes in one of these inks."""
    for item in items:
        if isinstance(item, Drawing):
            yield from boxes_in(item.items, inks)
        elif isinstance(item, Shape) and {item.fill, item.stroke and item.stroke.ink} & inks:
            yield bounding_box([Point(*step[-2:]) for step in item.path if step[0] != "Z"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["controlled-path", "hex-auction", "hexagonal-highway", "examples/checkers"]
)
def test_no_edge_cuts_a_token(name: str) -> None:
    """All tokens of a cover, and those of strips of any height, are whole or out of sight."""
    pieces = make_pieces(other(name))
    made = [
        (Box(0, 0, width, height), cover_of(pieces, width, height).items(Layer.ART))
        for width, height in PAPERS.values()
    ]
    for height in (24, 35, 60, 130):
        strip = vignette(pieces, 176, height, variant=height)
        made.append((strip.box, strip.drawing.items))
    kinds = {
        cutout.outline
        for tokens in pieces.components.tokens
        for token in tokens.kinds
        for cutout in [pieces.token(token)]
    }
    seen = 0
    for box, items in made:
        scene = [each for item in items if isinstance(item, Clip) for each in item.items]
        for token in (each for each in scene if isinstance(each, Placed) and each.drawing.shared):
            art = token.drawing.items[0]
            if not isinstance(art, Clip) or art.path not in kinds:
                continue
            corners = bounding_box([*samples(art.path)])
            reach = max(corners.width, corners.height) / 2 * token.scale
            around = Box(*token.at, 0, 0)
            assert box.widened(-reach).contains(around) or not box.widened(reach).contains(around)
            seen += box.contains(around)
    assert seen >= len(made)


@pytest.mark.parametrize("height", [90.0, 110.0, 145.0])
def test_no_edge_cuts_a_place_without_a_tile(height: float) -> None:
    """An edge of the page cuts tiles, and no place for sale, which would have no room for its coins."""
    pieces = make_pieces(bundled("hex-auction"))
    tileset, page = pieces.tileset, Box(0, 0, 176, height)
    field = field_of(tileset.group.geometry, 31.0, page, page)
    partial = {key for key, at in field.cells.items() if is_cut(at, field.size, page)}
    holes = set()
    for seed in range(4):
        found = filled(field, tileset.pieces, tileset.group.geometry, seed, partial=partial)
        holes |= {key for key in field.cells if key not in found}
    assert holes
    assert not holes & partial


@pytest.mark.parametrize(("width", "height"), [(180.0, 60.0), (119.0, 90.0), (190.0, 145.0)])
def test_a_strip_shows_most_of_a_path(width: float, height: float) -> None:
    """A strip is a part of a higher field, where the path goes where the strip is."""
    pieces = make_pieces(other("examples/race"))
    rims = [
        bounding_box(samples(item.path)).centre
        for clip in vignette(pieces, width, height).drawing.items
        if isinstance(clip, Clip)
        for item in clip.items
        if isinstance(item, Shape) and item.fill == pieces.look.ink
    ]
    assert sum(0 < at.y < height for at in rims) > 24


@pytest.mark.parametrize("height", [90.0, 118.0, 130.0])
@pytest.mark.parametrize("variant", [0, 1, 2])
def test_no_edge_cuts_a_space_of_a_path_that_has_room(height: float, variant: int) -> None:
    """On a strip that is high enough for most of the path all spaces are whole."""
    pieces = make_pieces(other("examples/race"))
    boxes = [
        bounding_box(samples(item.path))
        for clip in vignette(pieces, 180.0, height, variant=variant).drawing.items
        if isinstance(clip, Clip)
        for item in clip.items
        if isinstance(item, Shape) and item.fill == pieces.look.ink
    ]
    assert len(boxes) > 24
    # The rim round a space reaches a little over it.
    assert not [box for box in boxes if box.y < -1 < box.bottom or box.y < height + 1 < box.bottom]


@pytest.mark.parametrize("size", [(148.0, 210.0), (139.7, 215.9), (210.0, 297.0), (215.9, 279.4)])
def test_a_path_lies_whole_on_its_cover(size: tuple[float, float]) -> None:
    """A cut that misses by a millimetre leaves its cells as they are."""
    pieces = make_pieces(other("examples/race"))
    width, _ = size
    rims = [
        bounding_box(samples(item.path))
        for clip in cover_of(pieces, *size).items(Layer.ART)
        if isinstance(clip, Clip)
        for item in clip.items
        if isinstance(item, Shape) and item.fill == pieces.look.ink
    ]
    assert len(rims) > 20
    assert all(rim.x > 1 and rim.right < width - 1 for rim in rims)


POLYGONS = """
game: angles
colours: [red, blue, green]
tiles: {{shape: {shape}, size: 50mm, families: [{{name: a, generate: edges}}]}}
"""


@pytest.mark.parametrize(
    "shape", ["rhomb", "kite", "dart", "pentagon", "polygon, corners: [[0, 0], [3, 0], [0, 2]]"]
)
def test_a_cover_is_full_of_polygons_that_lie_apart(shape: str) -> None:
    """Their outlines have no common area, reach over both sides of the page, and stay between the texts."""
    pieces = make_pieces(make_tileset(defined(POLYGONS.format(shape=shape))))
    page, room = Box(0, 0, 148, 210), Box(0, 50, 148, 120)
    items = scene_items(pieces, pieces.look, Stage(page, room, 1.0))
    outlines = []
    for item in items:
        assert isinstance(item, Placed)
        *_, edge = item.drawing.items
        assert isinstance(edge, Shape)
        corners = [item.at + point * item.scale for point in samples(edge.path[:-1])]
        outlines.append(corners)
    whole = bounding_box(corner for each in outlines for corner in each)
    assert whole.x < 0 and whole.right > 148
    assert room.widened(0.01).contains(whole._replace(x=0, width=148))
    covered = sum(abs(area_of(each)) for each in outlines if page.contains(bounding_box(each)))
    assert covered > 0.35 * room.width * room.height
    for one, two in combinations(outlines, 2):
        if min(bounding_box(one).common(bounding_box(two))[2:]) > 0:
            assert not common_area([one], [two])


# Tokens, boards and maps that a cover shows


LETTERS = """
game: letters
pieces:
  boards:
    - name: grid
      squares: 15x15
      cell: 20mm
      printed: no
      cells: {double: {cells: all, labels: DOUBLE, tint: "#F2B8B0"}}
    - {name: table, size: 330 x 345mm, face: [{grid: grid}]}
  tokens:
    - name: tile
      shape: square
      size: 19mm
      face: [{text: "{letter}", size: 30pt}]
      combine: {letter: [A, B, C, D, E, F, G, H, I, J, K, L, M, "N", O, P, Q, R, S, T, U, V, W, X, "Y", Z]}
      count: 2
"""

STAGE = Stage(Box(-3, -3, 154, 216), Box(0, 50, 148, 120), 1.0)


def scene_of(pieces: Pieces) -> list[Item]:
    """The scene of a cover."""
    return scene_items(pieces, pieces.look, STAGE)


def strings(items: Sequence[Item]) -> list[str]:
    """All texts of these items, also those in drawings and clips."""
    found: list[str] = []
    for item in items:
        match item:
            case Text(string):
                found.append(string)
            case Drawing(inner) | Clip(_, inner) | Placed(Drawing(inner)):
                found += strings(inner)
    return found


def test_tokens_on_a_board_come_from_all_of_their_table() -> None:
    """Six letters or more stand on the board that a printed board shows: no two alike, from both halves of the table."""
    items = scene_of(make_pieces(make_tileset(defined(LETTERS))))
    letters = [each for each in strings(items) if len(each) == 1]
    assert len(letters) >= 6
    assert len({*letters}) == len(letters)
    assert min(letters) < "G" and max(letters) > "T"
    # Cells lie below, each cut out of the picture of all; below a token its words are missing.
    words_in = [set(strings([each])) for each in items if isinstance(each, Placed)]
    assert sum(each == {"DOUBLE"} for each in words_in) > 15
    assert sum(not each for each in words_in) == len(letters)


def test_a_long_table_of_tokens_is_shown_from_all_parts() -> None:
    """Rows of tokens without a board show letters from A to Z."""
    definition = defined(
        LETTERS[: LETTERS.index("  boards:")] + LETTERS[LETTERS.index("  tokens:") :]
    )
    letters = strings(scene_of(make_pieces(make_tileset(definition))))
    assert max(letters) >= "W" and min(letters) <= "D"
    assert len({*letters}) == len(letters)


def test_tokens_with_corners_do_not_touch_those_of_the_next_row() -> None:
    """Hexagons and squares of Market Day have ground between them; only round tokens stand in the gaps of a row."""
    pieces = make_pieces(other("examples/market"))
    boxes = []
    for placed in (each for each in scene_of(pieces) if isinstance(each, Placed)):
        art = placed.drawing.items[0]
        assert isinstance(art, Clip)
        boxes.append(bounding_box([placed.at + each * placed.scale for each in samples(art.path)]))
    assert len(boxes) > 8
    for one, two in combinations(boxes, 2):
        aside = max(one.x - two.right, two.x - one.right)
        assert max(aside, one.y - two.bottom, two.y - one.bottom) > 2.0


def test_tiles_with_words_have_their_signs_alone_on_a_cover() -> None:
    """Harbour's buildings stand upright in the middle of their tiles, each of them, without names or rules."""
    pieces = make_pieces(other("examples/harbour"))
    scene = scene_of(pieces)
    assert not strings(scene)
    placed = [each for each in scene if isinstance(each, Placed)]
    icons = [each for each in placed if each.drawing.shared]
    assert len(icons) > 14 and all(each.turn == 0 for each in icons)
    tiles = [each.at for each in placed if not each.drawing.shared]
    for icon in icons:
        box = extent([icon])
        assert box is not None
        assert min((box.centre - each).length() for each in tiles) < 2.5


def test_a_cell_on_a_cover_is_that_of_its_board_and_draws_no_other() -> None:
    """Dot by dot as the whole board behind it; drawing that for each cell made the cover of Checkers take seven times as long."""
    pieces = make_pieces(other("examples/checkers"))
    (board,) = pieces.components.boards
    size, cells = 0.0, set[str]()
    stage = cover(pieces, 100.0, 150.0).items(Layer.ART)[1]
    assert isinstance(stage, Clip)
    for item in stage.items[::7]:
        match item:
            case Placed(Drawing((Clip(outline, (Placed(part, off),)),))):
                size = bounding_box(samples(outline)).width
                plain = replace(board.definition, edge=False, coordinates=False, ground="")
                whole = board_drawing(replace(board, definition=plain), size).picture(rows=False)
                pictures = [
                    Page(size, size, {Layer.ART: (Placed(Drawing((Clip(outline, (Placed(each, off),)),)), Point(size / 2, size / 2)),)})
                    for each in (part, whole.drawing)
                ]  # fmt: skip
                texts = [SvgWriter().text(each) for each in pictures]
                assert len(texts[0]) < len(texts[1]) / 3
                assert (svg_raster(texts[0], 150) == svg_raster(texts[1], 150)).all()
                cells.add(f"{off.x:.1f} {off.y:.1f}")
    assert len(cells) > 5


def test_a_board_in_a_token_is_a_part_of_the_token() -> None:
    """An unprinted board that only tokens show is not blown up over the page: the tokens are there, before a mat."""
    text = """
        game: displays
        colours: [red, blue]
        pieces:
          boards: [{name: display, squares: 2x2, cell: 22mm, printed: no}]
          cards: [{name: mat, size: 250 x 190mm, cards: [{}], face: [{text: Mat}]}]
          tokens:
            - {name: tile, size: 19mm, colours: all, count: 20}
            - {name: factory, size: 85mm, count: 9, face: [{grid: display}]}
        """
    pieces = make_pieces(make_tileset(defined(text)))
    assert shown_boards(pieces) == []
    tokens = [pieces.token(each) for kind in pieces.components.tokens for each in kind.kinds]
    arts = [each.drawing.items[0] for each in scene_of(pieces) if isinstance(each, Placed)]
    outlines = [each.path for each in arts if isinstance(each, Clip)]
    assert {*outlines} == {each.outline for each in tokens}
    assert len(outlines) == len(arts) > 8


@pytest.mark.parametrize("size", [(148.0, 210.0), (210.0, 297.0), (101.6, 152.4)])
def test_a_game_with_a_map_shows_its_map(size: tuple[float, float]) -> None:
    """All of the width between the texts is the map, with places and spaces in the inks of routes, without names."""
    pieces = make_pieces(other("examples/quillmark"))
    page = cover_of(pieces, *size)
    (clip,) = [item for item in page.items(Layer.ART) if isinstance(item, Clip)]
    (scene,) = [item for item in clip.items if isinstance(item, Clip)]
    assert not strings([scene])
    room = bounding_box(samples(scene.path))
    assert room.x <= -3 and room.right >= page.width + 3
    assert all(box.bottom <= room.y or box.y >= room.bottom for box in map(box_of, texts(page)))
    (placed,) = [item for item in scene.items if isinstance(item, Placed)]
    (board,) = pieces.components.boards
    wide, high = (each * placed.scale for each in board.definition.size or ())
    middle = room.centre
    for key, cell in board.definition.cells_by_name.items():
        at = (
            placed.at
            + board.definition.grid.layout(board.definition.across).centre(cell) * placed.scale
        )
        assert abs(at.x - middle.x) < wide / 2 and abs(at.y - middle.y) < high / 2, key
    assert {ink.fill for ink in board.owners.values()} <= fills(scene.items)


def fills(items: Sequence[Item]) -> set[str | None]:
    """The fills of all shapes."""
    found: set[str | None] = set()
    for item in items:
        match item:
            case Shape():
                found.add(item.fill)
            case Drawing(inner) | Clip(_, inner) | Placed(Drawing(inner)):
                found |= fills(inner)
    return found


def test_a_strip_shows_another_part_of_a_map() -> None:
    """Each strip is full of the map, which lies higher or lower."""
    pieces = make_pieces(other("examples/quillmark"))
    ways = set()
    for variant in range(4):
        (whole,) = vignette(pieces, 180, 50, variant=variant).drawing.items
        assert isinstance(whole, Clip)
        (scene,) = [item for item in whole.items if isinstance(item, Clip)]
        (placed,) = scene.items
        assert isinstance(placed, Placed)
        high = 250 * placed.scale / 2
        assert placed.at.y - high < 1e-6 and placed.at.y + high > 50 - 1e-6
        ways.add(round(placed.at.y, 2))
    assert len(ways) == 4


def test_a_board_of_a_size_with_a_picture_is_on_the_cover() -> None:
    """Its face reaches over the width of the page in place of roads; its texts are left out."""
    text = """
        game: picture
        colours: [red, blue]
        pieces:
          boards: [{name: land, size: 400 x 300mm, face: [{shape: fill, fill: "#12AB34"}, {text: Land}]}]
          tokens: [{name: pawn, size: 12mm, colours: all, count: 1}]
        """
    items = scene_of(make_pieces(make_tileset(defined(text))))
    assert "#12AB34" in fills(items)
    assert not strings(items)
