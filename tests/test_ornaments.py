"""Ornaments of tiles: in bare parts only, far from all that players match."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from pnp.colour.measures import contrast
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import STROKES
from pnp.draw import Artist
from pnp.draw.look.looks import Look
from pnp.draw.look.ornaments import FROM_SIDE
from pnp.draw.patterns import card_pattern, head_band, pattern_on
from pnp.draw.tokens import INSET, rim_items, rim_room, token_field, token_ground, token_items
from pnp.pieces import make_pieces
from pnp.project.themes import chosen_theme
from pnp.render.drawings import extent
from pnp.render.pdf import pdf_bytes
from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, circle, samples
from pnp.sets.components import Token
from pnp.sets.tileset import Piece, Tileset
from tests.conftest import bundled, set_of
from tests.rasters import Raster, difference, pdf_raster
from tests.test_lettering import look
from tests.test_signs import raster

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


def distances(some: np.ndarray, others: np.ndarray) -> float:
    """The least distance between points of two sorts."""
    return float(np.hypot(*(some[:, None] - others[None]).transpose(2, 0, 1)).min())


def _subpaths(shape: Shape) -> list[list]:  # type: ignore[type-arg]
    found: list[list] = []  # type: ignore[type-arg]
    for part in shape.path:
        if part[0] == "M":
            found.append([])
        found[-1].append(part)
    return found


@pytest.mark.slow
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
        assert shape.stroke is not None and shape.fill is None and shape.stroke.width <= 0.4
        half = shape.stroke.width / 2
        wide = outline.strand_width / 2
        strands = [
            point for strand in piece.drawn.strands for point in artist.spines.at_depth(strand, 0.0)
        ]
        depth = outline.band_depth if max(piece.drawn.edges) >= 0 else 0.0
        along = np.array([*points(shape)])
        for side in range(6):
            out = np.array(outline.normal(side))
            assert distances(along, out[None] * outline.apothem) > FROM_SIDE + half, piece.id
            assert (along @ out).max() + half < outline.apothem - depth, piece.id
        if strands:
            assert distances(along, np.array(strands)) > wide + half, piece.id
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


def test_way_marks_can_be_counted() -> None:
    """At arm's length: each line stands out from its ground, as signs on boards do."""
    tileset = bundled("controlled-path")
    shape = ornament(tileset, tileset.pieces[0], "waymarks")
    assert shape and shape.stroke
    assert contrast(shape.stroke.ink, chosen_theme("standard").ground) >= 2.5


@pytest.mark.slow
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


# The sides of tokens: rims, fields and signs, measured on their pictures.


RIMS = ("line", "clockwise", "anticlockwise", "coin", "dots")


def token_drawing(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> Drawing:
    """One side of a token round the origin."""
    ground = token_ground(token, back=back, theme=theme)
    return Drawing((*ground, *token_items(token, back=back, theme=theme)))


def large(items: Iterable[Item]) -> np.ndarray:
    """Where the items are dark, three times as large."""
    return raster(Placed(Drawing(tuple(items)), ORIGIN, 3.0))


def tokens(text: str, theme: str = "standard") -> tuple[Token, ...]:
    """The tokens of a set of one kind."""
    pieces = make_pieces(
        set_of(f"game: g\ncolours: [red, black]\npieces: {{tokens: [{{name: t, {text}}}]}}"),
        chosen_theme(theme),
    )
    return pieces.components.tokens[0].kinds


@pytest.mark.parametrize("rim", RIMS)
def test_a_rim_stays_inside_the_cut(rim: str) -> None:
    """Scissors that miss by a millimetre leave it whole, and its middle is free for a sign."""
    (token,) = tokens("size: 18mm, count: 1, front: {sign: star}")
    distances = [
        point.length()
        for item in rim_items(token.definition, rim, "#000000")
        if isinstance(item, Shape)
        for part in [samples(item.path)]
        for point in part
    ]
    assert 9 - 1.2 > max(distances) > 9 - 2.0
    assert min(distances) > 0.6 * 9 or rim in ("coin", "dots")


@pytest.mark.parametrize(
    ("shape", "side"),
    [("round", 2 * math.pi), ("square", 2.0), ("hexagon", 2 / 3**0.5)],
)
def test_a_dashed_rim_has_no_seam(shape: str, side: float) -> None:
    """Each side of a back's rim has a whole number of dashes, with half a gap at both of its ends."""
    (token,) = tokens(f"shape: {shape}, size: 25mm, count: 1, front: star")
    (rim,) = rim_items(token.definition, "line", "#000000", chosen_theme("pens"), back=True)
    assert isinstance(rim, Shape) and rim.stroke is not None
    dash, gap = rim.stroke.dash
    number = side * (12.5 - INSET) / (dash + gap)
    assert number > 2.9
    assert number == pytest.approx(round(number), rel=1e-3)
    assert rim.stroke.phase == pytest.approx(dash + gap / 2)


def test_arrows_round_a_rim_are_alike_at_each_side_and_run_one_way() -> None:
    """Turned by a sixth the rim is the same, so that a tile may lie any way; in the mirror it is the other."""
    (token,) = tokens("shape: hexagon, size: 17mm, count: 1, front: star")
    made = {
        rim: large(rim_items(token.definition, rim, "#000000"))
        for rim in ("clockwise", "anticlockwise")
    }
    one, other = made["clockwise"], made["anticlockwise"]
    assert (one != one[::-1, ::-1]).mean() < 0.01
    assert (one != other[:, ::-1]).mean() < 0.01
    assert (one != other).mean() > 0.01


def test_left_and_right_are_two_sides_that_nobody_confuses() -> None:
    """The sides exchange their two inks, and their signs are mirror images; no word can lie upside down."""
    pieces = make_pieces(bundled("hexagonal-highway"))
    direction = pieces.components.token("direction")
    assert direction is not None
    (token,) = direction.kinds
    front, back = (token_drawing(token, back=back) for back in (False, True))
    assert not [item for side in (front, back) for item in side.items if isinstance(item, Text)]
    theme = pieces.theme
    fields = [token_field(token, back=back, theme=theme) for back in (False, True)]
    assert contrast(*fields) >= 4.5
    inks = [{item.fill for item in side.items if isinstance(item, Shape)} for side in (front, back)]
    assert inks[0] - {None} == inks[1] - {None}
    dark, light = large(front.items), large(back.items)
    inside = np.hypot(*np.indices(dark.shape) - dark.shape[0] / 2) < 0.38 * dark.shape[0]
    assert (dark[inside] == light[:, ::-1][inside]).mean() < 0.05


@pytest.mark.parametrize(
    "theme", ["standard", "colour-blind", "greyscale", "dark", "low-ink", "pens"]
)
def test_a_token_of_a_player_shows_its_symbol_and_can_be_seen_on_any_ground(theme: str) -> None:
    """A dark token has a light rim or field inside its cut, and a light token a dark one."""
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(theme))
    for name in ("blockade", "robber", "pawn"):
        kind = pieces.components.token(name)
        assert kind is not None
        for token in kind.kinds:
            assert token.ink is not None
            drawn = token_drawing(token, theme=pieces.theme)
            inks = {
                ink
                for item in drawn.items
                if isinstance(item, Shape)
                for ink in (item.fill, item.stroke and item.stroke.ink)
                if ink
            }
            best = max(contrast(one, other) for one in inks for other in inks)
            assert best >= 2.0, token.id
            # The field, the rim, the sign and the symbol of the colour.
            assert len(drawn.items) >= 4, token.id


@pytest.mark.parametrize("theme", ["standard", "colour-blind", "low-ink", "pens"])
def test_the_symbol_and_the_letter_of_a_colour_stand_clear(theme: str) -> None:
    """Below the sign of the token, or on a field of their own that holds both."""
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(theme))
    for name in ("blockade", "robber", "pawn"):
        kind = pieces.components.token(name)
        assert kind is not None
        for token in kind.kinds:
            drawn = token_items(token, theme=pieces.theme)
            letters = [each for each in drawn if isinstance(each, Text)]
            assert len(letters) == pieces.theme.letters_everywhere
            shapes = [each for each in drawn if isinstance(each, Shape)]
            boxes = [extent([each]) for each in shapes]
            symbol = boxes[-1]
            assert symbol is not None
            marks = [symbol]
            for letter in letters:
                wide = text_width(letter.string, letter.size, bold=True)
                high = letter.size * CAP_HEIGHT
                marks.append(Box(letter.at.x - wide / 2, letter.at.y - high, wide, high))
            assert len(marks) < 2 or marks[0].right < marks[1].x - 0.2
            is_framed = kind.definition.front.rim == "band" and pieces.theme.fills
            for mark in marks:
                if is_framed:
                    assert boxes[-2] is not None and boxes[-2].contains(mark, tolerance=-0.05)
                else:
                    # Outlines of the sign reach no farther than its box.
                    assert all(each is not None and each.bottom < mark.y for each in boxes[:-1])
                corner = max(each.length() for each in mark.corners)
                assert corner < kind.definition.size.least / 2 * (
                    1.0 if kind.definition.shape == "round" else 1.02
                )


def test_a_coin_shows_its_value() -> None:
    """A large number, inside the ticks."""
    pieces = make_pieces(bundled("hex-auction"))
    coins = pieces.components.token("coin")
    assert coins is not None
    (number,) = (item for item in token_drawing(coins.kinds[0]).items if isinstance(item, Placed))
    box = extent([number])
    assert box is not None
    assert 5 < box.height < 9
    assert abs(box.centre.x) < 0.8 and abs(box.centre.y) < 0.5


@pytest.mark.parametrize("size", [16, 20, 28, 40])
@pytest.mark.parametrize("rim", ["line", "dots", "coin"])
@pytest.mark.parametrize("theme", ["standard", "low-ink"])
def test_a_word_below_a_sign_ends_before_the_rim(size: int, rim: str, theme: str) -> None:
    """The lower corners of a word lie inside the circle that the rim leaves free, if 7 pt have room there."""
    (token,) = tokens(
        f"size: {size}mm, count: 1, front: {{sign: star, text: neutral, rim: {rim}}}", theme
    )
    (word,) = (each for each in token_items(token) if isinstance(each, Text))
    corner = Point(text_width(word.string, word.size, bold=True) / 2, word.at.y)
    assert corner.length() <= size / 2 - rim_room(token.definition, rim) or word.size == 2.5
    assert word.size > 2.5 or size < 28


@pytest.mark.parametrize("theme", ["colour-blind", "pens"])
def test_letters_keep_away_from_the_symbol_beside_them(theme: str) -> None:
    """Teal has two letters, since town has the first one."""
    pieces = make_pieces(bundled("examples/bellmoor"), chosen_theme(theme))
    for token in pieces.components.tokens[0].kinds:
        *_, symbol, letter = token_items(token, theme=pieces.theme)
        assert isinstance(symbol, Shape) and isinstance(letter, Text)
        wide = text_width(letter.string, letter.size, bold=True)
        right = max(point.x for point in samples(symbol.path))
        assert letter.at.x - wide / 2 - right > 0.3
        assert token.definition.size.least / 2 > (letter.at + Point(wide / 2, 0)).length() + 0.3


# Bands for heads of pages, and backs without a top.


def shown(drawing: Drawing, turn: float = 0.0) -> Raster:
    """The middle of a back, turned, as it is printed."""
    around = Clip(circle(Point(20, 20), 19), (Placed(drawing, Point(20, 20), turn=turn),))
    page = Page(40, 40, {Layer.ART: (around,)})
    return pdf_raster(pdf_bytes(Document("back", "", "", (page,))), 120)


def stroked(stroke: str) -> Look:
    """A look with that stroke."""
    return replace(look("hex-auction"), stroke=stroke)


@pytest.mark.parametrize("stroke", STROKES)
@pytest.mark.parametrize("sides", [4, 6])
def test_a_back_looks_the_same_however_it_lies(stroke: str, sides: int) -> None:
    """All turns of a hexagon or a square, and its mirror, give the same points."""
    back = pattern_on(stroked(stroke), 20, 30, sides=sides)
    seen = shown(back)
    assert seen.std() > 0.05
    assert difference(seen[:, ::-1], seen) < 0.002
    for number in range(1, sides):
        assert difference(shown(back, 360 * number / sides), seen) < 0.002


def test_a_larger_box_has_more_of_the_same_back() -> None:
    """So bleed and back join without a step."""
    small, large = (shown(pattern_on(look(), 20, reach)) for reach in (22.0, 50.0))
    assert difference(small, large) == 0


# Euro, poker, mini and tarot cards, and square ones; the last has an odd shape.
CARDS = [(63, 88), (63.5, 88.9), (44.5, 63.5), (69.9, 120.7), (70, 70), (60, 41)]


@pytest.mark.parametrize(("width", "height"), CARDS)
@pytest.mark.parametrize("stroke", STROKES)
def test_backs_of_cards_run_on_over_their_edges(stroke: str, width: float, height: float) -> None:
    """A card's bleed shows what its neighbour shows there, so that no edge can be seen."""
    box = Box(-width / 2, -height / 2, width, height)
    back = card_pattern(stroked(stroke), box, 12)
    for corner in (Point(width / 2, 5), Point(7, height / 2), Point(width / 2, height / 2)):
        ways = (corner, corner - Point(width * (corner.x > 8), height * (corner.y > 8)))
        one, other = (bit(back, way) for way in ways)
        assert one.std() > 0.01
        assert difference(one, other) < 0.01


def bit(drawing: Drawing, centre: Point) -> Raster:
    """A small round part of a back round that point."""
    around = Clip(circle(Point(6, 6), 5), (Placed(drawing, Point(6, 6) - centre),))
    page = Page(12, 12, {Layer.ART: (around,)})
    return pdf_raster(pdf_bytes(Document("back", "", "", (page,))), 200)


@pytest.mark.parametrize(("width", "height"), CARDS[:4])
def test_the_cells_of_cards_are_regular(width: float, height: float) -> None:
    """Cards of the sizes that are sold have cells that look regular: no way to a neighbour differs much."""
    box = Box(-width / 2, -height / 2, width, height)
    clip = card_pattern(stroked("plain"), box, 3).items[0]
    assert isinstance(clip, Clip)
    cells = clip.items[1]
    assert isinstance(cells, Shape)
    starts = [Point(part[1], part[2]) for part in cells.path if part[0] == "M" and len(part) == 3]
    inside = [at for at in starts if abs(at.x) < width / 2 - 15 and abs(at.y) < height / 2 - 5]
    for at in inside:
        ways = sorted((other - at).length() for other in starts)[1:4]
        assert ways[-1] < 1.06 * ways[0]
    assert len(inside) > 3


@pytest.mark.parametrize(("width", "height"), [*CARDS, (52.0, 24.0), (24.0, 60.0), (30.0, 14.0)])
def test_the_emblem_is_inside_every_card(width: float, height: float) -> None:
    """The back of a low box is lower than the cells that would go round the emblem."""
    box = Box(-width / 2, -height / 2, width, height)
    clip = card_pattern(stroked("plain"), box, 0.0).items[0]
    assert isinstance(clip, Clip)
    for shape in clip.items[-3:]:
        assert isinstance(shape, Shape)
        assert box.widened(-1).contains(bounding_box(samples(shape.path)))


@pytest.mark.parametrize("room", [5.0, 7.0, 8.5, 10.0])
def test_small_pieces_have_a_star_alone(room: float) -> None:
    """Cells of their size would be scribble: the edge has the ground alone."""
    back = pattern_on(look(), room, room + 3)
    page = Page(2 * room, 2 * room, {Layer.ART: (Placed(back, Point(room, room)),)})
    seen = pdf_raster(pdf_bytes(Document("back", "", "", (page,))), 200)
    edge, middle = seen[:4], seen[len(seen) // 2]
    assert edge.std(axis=(0, 1)).max() < 0.01 < middle.std(axis=(0, 1)).max()


@pytest.mark.parametrize("game", ["hexstatic", "controlled-path", "hex-auction", "hexpertise"])
def test_a_band_is_as_wide_as_asked(game: str) -> None:
    """It reaches from edge to edge, and no further."""
    band = head_band(look(game).on_paper, 119)
    assert (band.box.width, band.box.height) == (119, 7)
    xs = [
        part[-2]
        for item in band.drawing.items
        if isinstance(item, Shape)
        for part in item.path
        if part[0] != "Z"
    ]
    assert min(xs) == pytest.approx(0, abs=0.6)
    assert max(xs) == pytest.approx(119, abs=0.6)
