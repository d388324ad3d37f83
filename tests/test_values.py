"""Values of sides and corners: in files, in the notation, and as they are printed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pytest

from pnp.basics.errors import Source
from pnp.definition import load_definition, parse_definition
from pnp.draw import Artist
from pnp.draw.tile.letters import PIPS, reads_two_ways
from pnp.pieces import Tiles
from pnp.pieces.cutouts import Cutout
from pnp.pieces.figures import mismatches
from pnp.review.sides import in_codes, in_words
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from pnp.sets.tileset import Piece, Tileset, make_tileset
from pnp.tiles import NotationError, format_tile, parse_tile
from pnp.tiles import Shape as TileShape
from pnp.tiles.layouts import Cell, tile_layout
from pnp.tiles.proportions import BAR_WIDTH
from pnp.tiles.sides import around
from pnp.tiles.tile import TileGeometry
from tests.conftest import ROOT, findings_of
from tests.test_draw import set_of

EXAMPLES = ROOT / "tilesets/examples"

SET = """\
game: sample
colours: [red, blue]
values: 0-5
tiles:
  shape: triangle
  size: 40mm
  families:
    - {name: one, generate: corners}
"""


def example(name: str, *changes: tuple[str, str]) -> Tileset:
    """A bundled example, perhaps with changes in its file."""
    text = (EXAMPLES / f"{name}.yaml").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return make_tileset(parse_definition(Source(f"{name}.yaml", text)))


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    """The shapes and texts of a drawing, without those inside clips."""
    for item in items:
        match item:
            case Drawing(items=inner) | Placed(drawing=Drawing(items=inner)):
                yield from flat(inner)
            case Clip():
                pass
            case _:
                yield item


def drawn(tileset: Tileset, piece: Piece, turn: float = 0.0) -> list[Item]:
    """What a tile shows, its first side at this heading."""
    artist = Artist(tileset.definition, tileset.definition.main_group, turn)
    return [*flat((artist.drawing(piece.tile, piece.id, style=piece.style),))]


def texts(tileset: Tileset, piece: Piece, turn: float = 0.0) -> list[Text]:
    """The texts on a tile."""
    return [item for item in drawn(tileset, piece, turn) if isinstance(item, Text)]


def dots(items: list[Item]) -> list[int]:
    """The number of circles in each shape without a stroke, but for the ground."""
    shapes = [item for item in items if isinstance(item, Shape) and item.stroke is None]
    return [sum(part[0] == "M" for part in shape.path) for shape in shapes[1:]]


# In files


def test_the_sets_of_the_shops_are_complete() -> None:
    """56 triominoes; 28 dominoes, and 55 if one number of the file is another."""
    assert example("triominoes").count == 56
    assert example("triominoes", ("values: 0-5", "values: 0-6")).count == 84
    assert example("dominoes").count == 28
    assert example("dominoes", ("values: 0-6", "values: 0-9")).count == 55
    assert example("dominoes", ("24 x 48mm", "48 x 24mm")).count == 28


def test_triominoes_are_multisets_that_rise_clockwise() -> None:
    """Of two mirror twins the one is printed that nobody has to turn over."""
    tileset = example("triominoes")
    corners = [piece.tile.corners for piece in tileset.pieces]
    assert sorted(corners) == sorted(
        (a, b, c) for a in range(6) for b in range(a, 6) for c in range(b, 6)
    )
    assert tileset.definition.main_group.two_sided is False
    (cutout, _), *_ = Tiles(tileset).cutouts(tileset.pieces, "none")
    assert isinstance(cutout, Cutout) and cutout.back is None


def test_both_sides_are_printed_without_a_word_about_it() -> None:
    """With reflections, as before."""
    tileset = example("triominoes", ("  two-sided: no\n", ""))
    (cutout, _), *_ = Tiles(tileset).cutouts(tileset.pieces, "none")
    assert cutout.back is not None


def test_values_may_be_numbers_and_words() -> None:
    """Ranges and single values, in the order of the file."""
    definition = parse_definition(Source("x", SET.replace("0-5", "[1-3, 7, sun, K]")))
    assert [ink.name for ink in definition.values] == ["1", "2", "3", "7", "sun", "K"]
    assert [ink.worth for ink in definition.values] == [1, 2, 3, 7, None, None]
    assert [ink.name for ink in definition.palette[:2]] == ["red", "blue"]


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("generate: corners, colours: values, where: {corner-sum: 3}", 4),
        ("generate: corners, colours: values, where: {corner-sum: 3, equal-corners: 0}", 2),
        ("generate: corners, corner: {colours: [0, 5]}, where: {5: {corners: 2}}", 1),
        ("generate: corners, corner: {colours: {5: 2, 0: any}}", 1),
        ("generate: corners, corner: {colours: colours}", 4),
        ("generate: edges, edge: {colours: values}, where: {edge-sum: 1}", 1),
        ("generate: [edges, corners], edge: {colours: red}, corner: {colours: blue}", 1),
    ],
)
def test_conditions_are_about_values_as_about_colours(family: str, expected: int) -> None:
    """By hand: 0 0 3, 1 1 1, 0 1 2 and its mirror twin have a sum of 3."""
    text = SET.replace("generate: corners", family)
    assert make_tileset(parse_definition(Source("x", text))).count == expected


# In the notation


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("6/-/6/-", "0123456"),
        ("-/6/-/6", "0123456"),
        ("^0/1/0/1", "01"),
        ("AABB ^ABAB A1-2 dot", "AB"),
        ("R/sun/-/7 ^7/-/R/sun R1-3 label:a/b", ["R", "sun", "7"]),
        ("^A-BA", "AB"),
    ],
)
def test_the_notation_of_values_parses_back(text: str, codes: list[str]) -> None:
    """Between values of digits or small letters stands a stroke; capitals need none."""
    tile = parse_tile(text, TileGeometry(TileShape.SQUARE), codes)
    assert format_tile(tile, codes) == text


def test_blank_corners_are_no_corners() -> None:
    """A tile is one tile, whether the set has corners or not."""
    assert parse_tile("AABB ^----", TileGeometry(TileShape.SQUARE), "AB").corners == ()
    with pytest.raises(NotationError, match="in one word, before the strands"):
        parse_tile("A1-2 ^AAAA", TileGeometry(TileShape.SQUARE), "AB")


# On paper


@pytest.mark.parametrize("turn", [0.0, 60.0, 180.0, 205.0])
def test_digits_are_upright_from_the_centre(turn: float) -> None:
    """The top of each digit points to its corner, however the tile lies, and none has a label."""
    tileset = example("triominoes")
    outline = Artist(tileset.definition, tileset.definition.main_group, turn).outline
    piece = next(each for each in tileset.pieces if each.tile.corners == (0, 1, 5))
    found = texts(tileset, piece, turn)
    assert sorted(text.string for text in found) == ["0", "1", "5"]
    for text in found:
        corner = {"0": 0, "1": 1, "5": 2}[text.string]
        out = outline.corner_direction(corner)
        angle = math.degrees(math.atan2(out.x, -out.y))
        assert (text.angle - angle) % 360 == pytest.approx(0, abs=1e-6)
        # The digit lies on the line from the centre to its corner, inside the tile.
        assert abs(text.at.cross(out)) < 1e-6
        assert 0.3 * outline.circumradius < text.at.dot(out) < 0.8 * outline.circumradius


def test_pips_are_as_many_as_their_number() -> None:
    """In both halves of each domino, with a bar between them; ten and more are digits."""
    tileset = example("dominoes", ("values: 0-6", "values: 0-12"))
    for piece in tileset.pieces:
        values = [colour for colour in piece.tile.edges if colour >= 0]
        items = drawn(tileset, piece)
        assert sorted(dots(items)) == sorted(value for value in values if 0 < value < 10)
        shown = sorted(item.string for item in items if isinstance(item, Text))
        assert shown == sorted(str(value) for value in values if value > 9)
        strokes = [item.stroke for item in items if isinstance(item, Shape) and item.stroke]
        assert [round(stroke.width, 3) for stroke in strokes].count(round(12 * BAR_WIDTH, 3)) == 1
    for number, pips in enumerate(PIPS):
        assert len(pips) == number == len({*pips})
        # Upside down it is the same pattern.
        assert {(-x, -y) for x, y in pips} == {*pips}


def test_pips_never_touch() -> None:
    """Nor the edge of the tile."""
    tileset = example("dominoes", ("values: 0-6", "values: 0-9"))
    for piece in tileset.pieces[::9]:
        (_, *shapes) = [
            item for item in drawn(tileset, piece) if isinstance(item, Shape) and not item.stroke
        ]
        circles = []
        for shape in shapes:
            starts = [part for part in shape.path if part[0] == "M"]
            ends = [part for part in shape.path if part[0] == "C"]
            for number, start in enumerate(starts):
                left = ends[4 * number + 1]
                middle = (start[1] + left[5]) / 2  # type: ignore[misc]
                circles.append((middle, start[2], start[1] - middle))  # type: ignore[misc]
        for one, other in combinations(circles, 2):
            assert math.dist(one[:2], other[:2]) > one[2] + other[2] + 0.3
        for x, y, radius in circles:
            assert abs(x) + radius < 11.5 and abs(y) + radius < 23.5


@pytest.mark.parametrize(
    ("digits", "two_ways"),
    [("6", True), ("9", True), ("0", False), ("8", False), ("16", True), ("11", False),
     ("10", False), ("60", False), ("69", False), ("66", True), ("12", False), ("18", True)],
)  # fmt: skip
def test_a_number_that_reads_two_ways_has_a_line_below(digits: str, two_ways: bool) -> None:
    """6 and 9, 16 and 91, but not 69, which is 69 upside down."""
    assert reads_two_ways(digits) is two_ways
    tileset = set_of(f"""
        game: one
        values: [{digits}]
        tiles: {{shape: square, size: 38mm, families: [{{name: one, generate: edges}}]}}
    """)
    items = drawn(tileset, tileset.pieces[0])
    lines = [item for item in items if isinstance(item, Shape) and item.stroke]
    assert len(lines) == (4 if two_ways else 0)
    for line in lines:
        # The line lies nearer to the centre than the digits, whose feet point there.
        (_, x, y), (_, x2, y2) = line.path[0], line.path[1]  # type: ignore[misc]
        assert math.hypot((x + x2) / 2, (y + y2) / 2) < 19 * 0.5


def test_words_of_neighbouring_sides_are_clear_of_each_other() -> None:
    """A long word is smaller."""
    tileset = set_of("""
        game: words
        values: [abcdefgh, sun]
        tiles: {shape: square, size: 38mm, families: [{name: one, tiles: [abcdefgh/sun/abcdefgh/sun]}]}
    """)
    sizes = {text.string: text.size for text in texts(tileset, tileset.pieces[0])}
    assert sizes["abcdefgh"] < sizes["sun"]


LETTERED = """
game: letters
colours: [red, blue]
tiles:
  shape: square
  size: 38mm
  LETTERS
  families: [{name: one, tiles: [RBRB ^BRBR]}]
"""


def test_letters_may_be_omitted() -> None:
    """On bands and at corners; pens, which has no patterns, shows them all the same."""
    with_letters = set_of(LETTERED.replace("LETTERS", ""))
    without = set_of(LETTERED.replace("LETTERS", "letters: no"))
    assert len(texts(with_letters, with_letters.pieces[0])) == 8
    assert texts(without, without.pieces[0]) == []


def test_corners_of_tiles_make_a_disc_where_they_meet() -> None:
    """The parts of a patch are equally far from the corner of the tile, but for the gap."""
    tileset = set_of(LETTERED.replace("LETTERS", "letters: no"))
    outline = Artist(tileset.definition, tileset.definition.main_group, 0).outline
    reach = outline.patch_reach
    tips = outline.corners_beyond(-0.55)
    patches = [
        item
        for item in drawn(tileset, tileset.pieces[0])
        if isinstance(item, Shape)
        and item.fill in {ink.fill for ink in tileset.definition.inks}
        and any(part[0] == "C" for part in item.path)
    ]
    assert len(patches) == 4
    for tip, patch in zip(tips, patches, strict=True):
        assert patch.path[0][1:] == pytest.approx(tuple(tip))
        ends = [part[-2:] for part in patch.path if part[0] in "LC"]
        assert all(math.dist(tip, end) == pytest.approx(reach) for end in ends)  # type: ignore[arg-type]


def test_two_sides_match_if_their_corners_do() -> None:
    """The corners of a side are seen in the other order from the next tile."""
    tileset = example("triominoes")
    geometry, inks = tileset.definition.main_group.geometry, tileset.definition.palette
    looks = around(parse_tile("^0/1/5", geometry, tileset.definition.codes), geometry)
    assert [in_words(look, inks) for look in looks] == ["0 to 1", "1 to 5", "5 to 0"]
    assert [in_codes(look, inks) for look in looks] == ["^0/1", "^1/5", "^5/0"]
    other = around(parse_tile("^1/0/0", geometry, tileset.definition.codes), geometry)
    assert looks[0].matches(other[0]) and not looks[1].matches(other[0])


def test_examples_load_from_their_files() -> None:
    """As people build them, by name."""
    for name in ("triominoes", "dominoes"):
        assert load_definition(EXAMPLES / f"{name}.yaml").game == name


@pytest.mark.parametrize(
    ("family", "rules"),
    [
        ("generate: [edges, corners], edge: {colours: colours}, corner: {colours: [0, 1]}", set()),
        ("tiles: [R/R/R ^0/0/0, B/B/B ^0/0/0]", {"balanced-colours", "colour-symmetric"}),
        ("tiles: [R/R/R ^0/0/0, B/B/B ^1/1/1]", {"colour-symmetric"}),
    ],
)
def test_colours_are_exchanged_with_colours_and_values_with_values(
    family: str, rules: set[str]
) -> None:
    """And corners count when colours are balanced."""
    text = SET.replace("0-5", "0-1").replace("generate: corners", family)
    text += "rules: [colour-symmetric, balanced-colours]\n"
    found = {finding.rule for finding in findings_of(text)}
    assert found & {"colour-symmetric", "balanced-colours"} == rules


def test_tiles_that_touch_have_equal_corners() -> None:
    """The numbers at both ends of a side are compared, as its edge and its strands are."""
    tileset = example("triominoes")
    geometry, codes = tileset.definition.main_group.geometry, tileset.definition.codes
    layout = tile_layout(geometry, 30)
    turns = {Cell(0, 0): 60.0, Cell(0, 1): 240.0}

    def found(below: str) -> list[tuple[Cell, Cell]]:
        tiles = {
            Cell(0, 0): parse_tile("^1/2/4", geometry, codes),
            Cell(0, 1): parse_tile(below, geometry, codes),
        }
        return [*mismatches(tiles, turns, layout, geometry)]

    assert found("^3/4/2") == []
    assert found("^3/2/4") == found("^4/5/2") == [(Cell(0, 0), Cell(0, 1))]
