"""Values of sides and corners: in files, in the notation, and as they are printed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.basics.errors import Source
from pnp.colour.theme import toned
from pnp.covers.field import field_of
from pnp.covers.filling import filled
from pnp.definition import load_definition, parse_definition
from pnp.draw import Artist
from pnp.draw.tile.letters import PIPS, reads_two_ways
from pnp.enumeration import Universe, count, different_tiles
from pnp.enumeration.conditions import ANY_NUMBER, Comparison, Condition, Has, Sum, parse_comparison
from pnp.pieces import Tiles
from pnp.pieces.cutouts import Cutout
from pnp.pieces.figures import mismatches
from pnp.project.themes import chosen_theme
from pnp.review.sides import in_codes, in_words
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from pnp.scene.contours import area_of, common_area, flattened
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import Box, Point, bounding_box, points_of, turned
from pnp.sets.tileset import Piece, Tileset, make_tileset
from pnp.tiles import (
    UNCOLOURED,
    Colour,
    NotationError,
    Tile,
    TileGeometry,
    canonical,
    format_tile,
    images,
    parse_tile,
    tile,
)
from pnp.tiles import Shape as TileShape
from pnp.tiles.layouts import Cell, tile_layout
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.proportions import BAR_WIDTH
from pnp.tiles.sides import NOTHING, SideLook, around
from pnp.tiles.symmetry import Symmetry
from tests import tile_oracle
from tests.conftest import ROOT, findings_of
from tests.test_draw import set_of
from tests.tile_oracle import Kind

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


# Colours and values at corners: counted two ways, and by hand.


ROTATIONS, REFLECTIONS = Symmetry.ROTATIONS, Symmetry.ROTATIONS_AND_REFLECTIONS


def any_of(colours: int) -> tuple[tuple[Colour, Comparison], ...]:
    """So many colours, each as often as you like."""
    return tuple((Colour(each), ANY_NUMBER) for each in range(colours))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_corners_have_as_many_colourings_as_formulas_say(k: int) -> None:
    """Necklaces and bracelets of three and four beads, and multisets; 6 values make 56 triominoes."""
    triangle, square = TileGeometry(TileShape.TRIANGLE), TileGeometry(TileShape.SQUARE)
    rectangle = TileGeometry(TileShape.RECTANGLE, 1, 2.0)
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
        geometry = TileGeometry(TileShape.RECTANGLE, 1, ratio)
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
                TileGeometry(TileShape.TRIANGLE),
                TileGeometry(TileShape.SQUARE),
                TileGeometry(TileShape.RECTANGLE, 1, 2.0),
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


@pytest.mark.slow
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


@pytest.mark.slow
@given(universes())
def test_orbits_are_as_large_as_the_group_over_the_stabiliser(universe: Universe) -> None:
    """For tiles with corners as for others."""
    group = universe.geometry.isometries(universe.symmetry)
    for each in different_tiles(universe)[:20]:
        moved = [*images(each, universe.geometry, universe.symmetry)]
        assert len(set(moved)) * moved.count(each) == len(group)


OUTLINES = [
    (TileGeometry(TileShape.TRIANGLE), tile_oracle.TRIANGLE),
    (TileGeometry(TileShape.SQUARE), tile_oracle.SQUARE),
    (TileGeometry(TileShape.RECTANGLE, 1, 2.0), tile_oracle.RECTANGLE),
    (TileGeometry(TileShape.RECTANGLE, 1, 0.5), tile_oracle.rectangle(2, 1)),
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


# What meets what


TABS = """
game: tabs
values: [tab, slot, flat, wild]
meets: {tab: slot, slot: tab, wild: all}
tiles:
  shape: square
  size: 30mm
  families:
    - {name: one, generate: edges}
"""


def test_sides_meet_as_the_file_says() -> None:
    """Those with a list meet what it has, and all in a list of another meet that one, too."""
    tileset = set_of(TABS)
    names = [ink.name for ink in tileset.definition.palette]
    looks = {name: SideLook(number, (NOTHING,)) for number, name in enumerate(names)}
    found = {
        (one, two)
        for one in names
        for two in names
        if looks[one].matches(looks[two], tileset.definition.meetings)
    }
    pairs = {("tab", "slot"), ("flat", "flat"), ("wild", "wild")}
    pairs |= {("wild", each) for each in names}
    assert found == pairs | {(two, one) for one, two in pairs}


def test_figures_of_tiles_know_what_meets_what() -> None:
    """Tiles whose touching sides do not meet are reported; equal tabs among them."""
    tileset = set_of(TABS)
    geometry, codes = tileset.definition.main_group.geometry, tileset.definition.codes
    layout, turns = tile_layout(geometry, 30), {Cell(0, 0): 0.0, Cell(1, 0): 0.0}

    def clash(left: str, right: str) -> bool:
        texts = {Cell(0, 0): left, Cell(1, 0): right}
        tiles = {cell: parse_tile(text, geometry, codes) for cell, text in texts.items()}
        return bool([*mismatches(tiles, turns, layout, geometry, tileset.definition.meetings)])

    assert not clash("flat/tab/flat/flat", "flat/flat/flat/slot")
    assert clash("flat/tab/flat/flat", "flat/flat/flat/tab")
    assert clash("flat/tab/flat/flat", "flat/slot/flat/flat")
    assert not clash("flat/tab/flat/flat", "flat/flat/flat/wild")


def test_the_tiles_of_a_cover_meet_as_the_file_says() -> None:
    """No two that touch clash, on the cover of a set whose equal sides never meet."""
    tileset = set_of(TABS.replace(", wild: all", "").replace(", wild]", "]"))
    geometry, meetings = tileset.group.geometry, tileset.definition.meetings
    field = field_of(geometry, 20, Box(0, 0, 148, 210), Box(0, -210, 148, 320))
    lying = filled(field, tileset.pieces, geometry, 1, meetings=meetings)
    assert len(lying) == len(field.cells)
    touching = 0
    for key, each in lying.items():
        for side, beyond in enumerate(field.beyond[key]):
            if beyond in lying:
                other = lying[beyond].looks[field.opposite(key, side)]
                assert each.looks[side].matches(other, meetings)
                touching += 1
    assert touching > 100


def test_every_side_meets_is_a_rule_of_tiles() -> None:
    """A tile cannot lie beside itself, and can beside another copy of it."""
    text = (
        TABS.replace("generate: edges", "tiles: [tab/slot/flat/flat]") + "rules: [every-side-meets]"
    )
    messages = [each.message for each in findings_of(text) if each.rule == "every-side-meets"]
    assert messages == [
        "one-1, tab/slot/flat/flat, has no tile that can lie against its sides 1, 2, 3 and 4"
    ]
    twice = text.replace("tab/slot/flat/flat]", "{tile: tab/slot/flat/flat, copies: 2}]")
    assert "every-side-meets" not in {each.rule for each in findings_of(twice)}


# Values of sides beside what corners show


def text_area(text: Text) -> list[Point]:
    """The box round the capitals of a text in the middle of its baseline."""
    half, high = text.width / 2, -text.size * CAP_HEIGHT
    corners = [Point(-half, 0), Point(-half, high), Point(half, high), Point(half, 0)]
    return [text.at + turned(corner, math.radians(text.angle)) for corner in corners]


@pytest.mark.parametrize(
    "shape",
    [
        "triangle",
        "square",
        "hexagon",
        "rhomb, angle: 36",
        "rhomb, angle: 60",
        "rhomb",
        "kite",
        "dart",
        "pentagon",
    ],
)
@pytest.mark.parametrize("corner", ["colours: colours", "colours: values"])
def test_values_of_sides_stand_clear_of_the_corners(shape: str, corner: str) -> None:
    """No digit of a side lies on the patch or the digit of a corner, as they are drawn."""
    sides = {"triangle": 3, "hexagon": 6, "pentagon": 5}.get(shape, 4)
    at_corners = "RB" * 3 if "colours: colours" in corner else "471471"
    first = f"{'/'.join('839583'[:sides])} ^{'/'.join(at_corners[:sides])}"
    tileset = set_of(
        f"""
        game: a
        colours: [red, blue]
        values: 1-9
        tiles:
          shape: {shape.split(",")[0]}
          size: 60mm
          families:
            - name: a
              generate: [edges, corners]
              selection: yes
              edge: {{colours: values}}
              corner: {{{corner}}}
              letters: no
              tiles: [{first}]
        """.replace("size:", f"{shape.partition(', ')[2]}\n          size:")
    )
    items = drawn(tileset, tileset.pieces[0])
    inks = {ink.fill for ink in tileset.definition.inks}
    areas = [
        flattened(item.path) for item in items if isinstance(item, Shape) and item.fill in inks
    ]
    numbers = [text_area(item) for item in items if isinstance(item, Text)]
    assert len(areas) + len(numbers) == 2 * sides
    for one, two in combinations((*numbers, *areas), 2):
        common = common_area([one], [two])
        assert sum(map(area_of, common)) == pytest.approx(0, abs=0.02) or one in areas


# Sizes of strands and values


def sized(keys: str, family: str) -> Tileset:
    """One tile of a hexagon of 40 mm, with these keys of its group."""
    return set_of(f"""
        game: sample
        colours: [red, blue]
        values: 0-6
        tiles: {{shape: hexagon, size: 40mm, {keys} families: [{{name: one, {family}}}]}}
        """)


@pytest.mark.parametrize("percent", [60, 100, 140])
def test_strands_may_be_wider(percent: int) -> None:
    """The widest line of a strand is so much of the usual."""

    def widest(keys: str) -> float:
        tileset = sized(keys, "tiles: [R1-4]")
        items = drawn(tileset, tileset.pieces[0])
        reds = (i.stroke for i in items if isinstance(i, Shape) and i.stroke and i.fill is None)
        (red,) = {ink.fill for ink in tileset.definition.inks if ink.name == "red"}
        return max(stroke.width for stroke in reds if stroke.ink == red)

    usual = widest("")
    assert widest(f"strand-width: {percent}%,") == pytest.approx(usual * percent / 100)


@pytest.mark.parametrize("show", ["digits", "pips"])
def test_values_may_be_larger(show: str) -> None:
    """Digits by their size, pips by their radius; smaller ones keep their share exactly."""

    def size(keys: str) -> float:
        family = f"generate: edges, selection: yes, edge: {{colours: values, show: {show}}}, tiles: [1/1/1/1/1/1]"
        tileset = sized(keys, family)
        items = drawn(tileset, tileset.pieces[0])
        if show == "digits":
            return max(item.size for item in items if isinstance(item, Text))
        (*_, pip) = (
            i for i in items if isinstance(i, Shape) and i.fill and any(p[0] == "C" for p in i.path)
        )
        return bounding_box(points_of(pip.path)).width

    usual = size("")
    assert size("value-size: 60%,") < 0.75 * usual
    assert 1.15 * usual < size("value-size: 130%,") < 1.35 * usual


def test_large_values_stay_apart() -> None:
    """Digits at 150% do not touch each other."""
    family = "generate: edges, selection: yes, edge: {colours: values}, tiles: [6/6/6/6/6/6]"
    tileset = sized("value-size: 150%,", family)
    digits = (i for i in drawn(tileset, tileset.pieces[0]) if isinstance(i, Text))
    areas = [text_area(each) for each in digits if each.string == "6"]
    assert len(areas) == 6
    assert not any(common_area([one], [two]) for one, two in combinations(areas, 2))


@pytest.mark.parametrize("theme", ["standard", "greyscale"])
def test_strands_without_a_colour_may_have_an_ink(theme: str) -> None:
    """Between their kerbs; as a grey in a theme of greys."""
    tileset = sized('strand-ink: "#8A5A2B",', "tiles: [1-4]")
    artist = Artist(
        tileset.definition, tileset.definition.main_group, 0.0, theme=chosen_theme(theme)
    )
    items = [*flat((artist.drawing(tileset.pieces[0].tile),))]
    inks = {item.stroke.ink for item in items if isinstance(item, Shape) and item.stroke}
    assert ("#8A5A2B" in inks) == (theme == "standard")
    assert toned("#8A5A2B", chosen_theme(theme)) in inks
