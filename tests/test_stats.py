"""Statistics of sets, against counts by hand and by brute force on the notation of tiles."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from PIL import Image

from pnp.basics import lookup
from pnp.basics.errors import UnusableInput
from pnp.colour.theme import STANDARD
from pnp.games import game_of
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions
from pnp.pieces import make_pieces
from pnp.play import TileKinds
from pnp.render import svg_text
from pnp.review import sides as sides_module
from pnp.review.charts import DARK, LIGHT, chart_page
from pnp.review.costs import costs
from pnp.review.statistics import ALL, Statistics, pattern_of, statistics
from pnp.review.tables import MOST_LOOKS, Matrix, Series, Stack, Table, percent, tables
from pnp.sets.components import components
from pnp.sets.selection import tiles_of_family
from pnp.sets.tileset import Tileset
from pnp.tiles import images
from pnp.tiles.sides import around
from pnp.tiles.symmetry import Symmetry
from tests.conftest import ROOT, Call, bundled, set_of


def numbers(tileset: Tileset) -> Statistics:
    """The statistics of a set in the standard colours."""
    (found,) = statistics(tileset, components(tileset), STANDARD)
    return found


def published(name: str) -> Tileset:
    """One of the published sets."""
    return bundled(f"published/{name}")


EDGES = """
game: sample
colours: {{red: {{letter: R}}, green: {{letter: G}}, blue: {{letter: B}}}}
tiles:
  shape: {shape}
  size: 30mm
  symmetry: {symmetry}
  families:
    - name: one
      tiles: [{tiles}]
"""


def edge_set(tiles: dict[str, int], symmetry: str = "rotations", more: str = "") -> Tileset:
    """A set of tiles with edges alone, and their copies."""
    shape = {3: "triangle", 4: "square", 6: "hexagon"}[len(next(iter(tiles)))]
    listed = ", ".join(f"{{tile: {tile}, copies: {copies}}}" for tile, copies in tiles.items())
    return set_of(EDGES.format(shape=shape, symmetry=symmetry, tiles=listed) + more)


# What sides show


@pytest.mark.parametrize(
    ("family", "tiles", "each_colour", "blank"),
    [
        ("three-lines", 16, 32, 0),  # 16 x 6 sides in three colours
        ("two-lines", 90, 150, 90),  # 5 of 6 sides
        ("one-line", 90, 120, 180),  # 4 of 6 sides
        ("nexus", 20, 20, 60),  # 3 of 6 sides
        (ALL, 216, 322, 330),
    ],
)
def test_the_sides_of_hexstatic(family: str, tiles: int, each_colour: int, blank: int) -> None:
    """By hand: every tile has each colour once, and the set is symmetric in its colours."""
    found = numbers(bundled("hexstatic"))
    assert [look.words for look in found.looks] == ["red", "green", "blue", "blank"]
    (row,) = (each for each in found.families if each.name == family)
    assert row.tiles == tiles
    assert [share.number for share in row.shares] == [*[each_colour] * 3, blank]
    assert sum(share.share for share in row.shares) == pytest.approx(1)


def test_copies_count() -> None:
    """A tile with three copies has three times as many sides."""
    found = numbers(edge_set({"RRR": 3, "GGB": 1}))
    (family,) = found.families
    looks = [look.words for look in found.looks]
    assert dict(zip(looks, (share.number for share in family.shares), strict=True)) == {
        "red": 9,
        "green": 2,
        "blue": 1,
    }


def test_a_side_with_two_ports_shows_both_in_order() -> None:
    """Such a side matches its mirror image, not itself."""
    tileset = set_of("""
        game: sample
        colours: {red: {letter: R}, green: {letter: G}}
        tiles:
          {shape: triangle, ports: 2, size: 30mm,
           families: [{name: one, tiles: [R1 G2 R3]}]}
        """)
    found = numbers(tileset)
    assert [(look.words, look.short, look.matches) for look in found.looks] == [
        ("red + green", "R+G", "green + red"),
        ("red + blank", "R+blank", "blank + red"),
        ("blank", "blank", "blank"),
    ]
    # Of nine pairs of sides only two blank ones match.
    assert [match.chance for match in found.matches] == [pytest.approx(1 / 9)]


def test_an_edge_and_a_strand_of_one_side_are_both_named() -> None:
    """And uncoloured strands are paths."""
    tileset = set_of("""
        game: sample
        colours: {red: {letter: R}}
        tiles: {shape: triangle, size: 30mm, families: [{name: one, tiles: [R-- 1-2]}]}
        """)
    assert [look.words for look in numbers(tileset).looks] == ["red edge, path", "path", "blank"]


# Matches


@pytest.mark.parametrize("name", ["hexstatic", "hex-auction", "controlled-path"])
def test_sides_match_as_the_game_lays_tiles(name: str) -> None:
    """For all pairs of what sides of the game's tiles show."""
    game = game_of(name)
    kinds = game.pieces  # type: ignore[attr-defined]
    assert isinstance(kinds, TileKinds)
    shown = {
        (look, theirs)
        for tile, sides in kinds.sides.items()
        for look, theirs in zip(around(tile, kinds.geometry), sides, strict=True)
    }
    for (look, theirs), (other, its) in product(shown, shown):
        assert look.matches(other) == kinds.agrees(theirs, its)


def shown_on(notation: str, sides: int) -> list[str]:
    """What each side of a tile with one port a side shows, from its notation alone."""
    found = [""] * sides
    for word in notation.split():
        if word[-1].isdigit():
            colour = word[0] if word[0].isalpha() else "path"
            for port in word.lstrip("RGBSPYO").split("-"):
                found[int(port) - 1] = colour
        elif word.upper() == word and len(word) == sides:
            found = list(word)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hexstatic", "controlled-path", "published/macmahon-squares"])
def test_the_chance_of_a_match_is_that_of_all_pairs_of_sides(name: str) -> None:
    """Side by side, from the notation of the tiles."""
    tileset = bundled(name)
    definition = tileset.definition
    sides = {
        family.name: [
            side
            for piece in family.pieces
            for side in shown_on(
                definition.notation(piece.tile), definition.main_group.geometry.sides
            )
            for _ in range(piece.copies)
        ]
        for family in tileset.families
    }
    sides[ALL] = [each for group in sides.values() for each in group]
    for one, other, chance in numbers(tileset).matches:
        often = Counter(sides[other])
        equal = sum(often[each] for each in sides[one])
        assert chance == pytest.approx(equal / (len(sides[one]) * len(sides[other])))


# Fits


def turned(tile: str, symmetry: str) -> set[str]:
    """All ways in which a tile can lie, as texts."""
    if symmetry == "none":
        return {tile}
    faces = [tile, tile[::-1]] if symmetry == "rotations+reflections" else [tile]
    return {face[k:] + face[:k] for face in faces for k in range(len(tile))}


def brute_force(
    tiles: dict[str, int], symmetry: str, pairs: frozenset[str] | None = None
) -> list[tuple[Fraction, Fraction]]:
    """For each number of sides, the mean share of tiles that fit, and the share of stuck places.

    `pairs` are the letters that may lie against each other; without them, equal ones.
    """
    count = len(next(iter(tiles)))
    found = []
    for number in range(1, count + 1):
        fitting = stuck = whole = Fraction(0)
        for sides in combinations(range(count), number):
            # What neighbours show there, each with its chance.
            shown = []
            for side in sides:
                seen: Counter[str] = Counter()
                for tile, copies in tiles.items():
                    opposite = tile[(side + count // 2) % count]
                    for letter in opposite if symmetry == "none" and count != 3 else tile:
                        seen[letter] += copies
                total = seen.total()
                shown.append([(letter, Fraction(n, total)) for letter, n in seen.items()])
            for place in product(*shown):
                chance = Fraction(1)
                for _, each in place:
                    chance *= each
                fits = sum(
                    copies
                    for tile, copies in tiles.items()
                    if any(
                        all(
                            turn[side] == letter if pairs is None else turn[side] + letter in pairs
                            for side, (letter, _) in zip(sides, place, strict=True)
                        )
                        for turn in turned(tile, symmetry)
                    )
                )
                fitting += chance * Fraction(fits, sum(tiles.values()))
                stuck += chance * (fits == 0)
                whole += chance
        found.append((fitting / whole, stuck / whole))
    return found


@pytest.mark.spread(3)
@pytest.mark.slow
@pytest.mark.parametrize("symmetry", ["rotations", "rotations+reflections", "none"])
@pytest.mark.parametrize(
    "tiles",
    [
        {"RRGB": 1, "RRRR": 4, "RG-B": 2},
        {"RGB": 1, "RR-": 3},
        {"RRGGBB": 2, "R-----": 1, "RGBRGB": 1},
    ],
)
def test_the_tiles_that_fit_are_those_of_all_places(tiles: dict[str, int], symmetry: str) -> None:
    """Each place and each turn of each tile is tried on texts, with exact fractions."""
    found = numbers(edge_set(tiles, symmetry)).fits
    for fit, (share, stuck) in zip(found, brute_force(tiles, symmetry), strict=True):
        assert fit.share == pytest.approx(float(share))
        assert fit.stuck == pytest.approx(float(stuck), abs=1e-9)
        assert fit.error == 0


@pytest.mark.parametrize(
    ("meets", "pairs"),
    [
        ("{red: all}", "RR RG RB GR BR GG BB"),
        ("{red: green, green: red}", "RG GR BB"),
        ("{red: [green, blue]}", "RG RB GR BR GG BB"),
        ("{red: [], green: [green, blue]}", "GG GB BG BB"),
    ],
)
@pytest.mark.parametrize("tiles", [{"RRGB": 1, "RRRR": 4, "RGBB": 2}, {"RGB": 1, "RRB": 3}])
@pytest.mark.parametrize("symmetry", ["rotations", "rotations+reflections"])
def test_tiles_fit_by_what_meets_what(
    tiles: dict[str, int], symmetry: str, meets: str, pairs: str
) -> None:
    """By the same oracle, with the pairs of letters written out; sides match as often as pairs of letters."""
    tileset = edge_set(tiles, symmetry, f"meets: {meets}")
    found = numbers(tileset)
    together = frozenset(pairs.split())
    expected = brute_force(tiles, symmetry, together)
    assert len(found.fits) == len(expected)
    for fit, (share, stuck) in zip(found.fits, expected, strict=True):
        assert fit.share == pytest.approx(float(share))
        assert fit.stuck == pytest.approx(float(stuck), abs=1e-9)
    letters = "".join(tile * copies for tile, copies in tiles.items())
    chance = sum(a + b in together for a, b in product(letters, letters)) / len(letters) ** 2
    assert found.matches[-1].chance == pytest.approx(chance)


def test_a_look_names_what_it_meets() -> None:
    """All looks of the set that lie against it, or none."""
    found = numbers(edge_set({"RRGB": 1}, "rotations", "meets: {red: [green, blue], blue: red}"))
    assert {look.words: look.matches for look in found.looks} == {
        "red": "green or blue",
        "green": "red or green",
        "blue": "red",
    }
    assert numbers(edge_set({"RRRR": 1}, "rotations", "meets: {red: []}")).looks[0].matches == (
        "no side of the set"
    )


def test_places_with_too_many_choices_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place of few sides has few; the others have no row."""
    monkeypatch.setattr(sides_module, "MOST_MET", 30)
    found = numbers(edge_set({"RRGB": 1, "RRRR": 4}, "rotations", "meets: {red: all}"))
    assert [fit.sides for fit in found.fits] == [1, 2]


def test_macmahons_squares_fit_as_all_places_say() -> None:
    """The complete set of 24, by the same oracle; it is never stuck."""
    tileset = published("macmahon-squares")
    tiles = {tileset.definition.notation(piece.tile): 1 for piece in tileset.pieces}
    for fit, (share, stuck) in zip(
        numbers(tileset).fits, brute_force(tiles, "rotations"), strict=True
    ):
        assert fit.share == pytest.approx(float(share))
        assert fit.stuck == pytest.approx(float(stuck), abs=1e-9)


@pytest.mark.slow
def test_a_sample_of_a_large_set_is_near_the_exact_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within four standard errors, which it states; it says nothing of places that no tile fits."""
    tileset = bundled("hexstatic")
    exact = numbers(tileset).fits
    monkeypatch.setattr(sides_module, "MOST_EXACT", 100)
    sampled = numbers(tileset).fits
    assert numbers(tileset).fits == sampled
    for one, other in zip(exact, sampled, strict=True):
        assert other.error > 0
        assert abs(one.share - other.share) < 4 * other.error
        assert other.stuck is None


# Strands and patterns


def test_the_strands_of_hexstatic() -> None:
    """Each of 216 tiles has three strands; a colour is never more frequent than another."""
    found = {each.kind: each for each in numbers(bundled("hexstatic")).strands}
    assert [*found] == ["end", "sharp bend", "gentle bend", "straight"]
    # Ends: one in 90 tiles, two in 90, three in 20.
    assert found["end"].number == 90 + 2 * 90 + 3 * 20
    assert sum(each.number for each in found.values()) == 3 * 216
    assert all(len({number for _, number in each.colours}) == 1 for each in found.values())


def test_tsuro_has_every_kind_of_line_of_a_square() -> None:
    """Counted on its 35 tiles: the ports of a line lie on one side, on adjacent or opposite ones."""
    tileset = published("tsuro")
    expected: Counter[str] = Counter()
    for piece in tileset.pieces:
        for one, other in piece.tile.joins:
            apart = (other // 2 - one // 2) % 4
            straight = (one % 2) + (other % 2) == 1
            expected[
                "u-turn"
                if apart == 0
                else "sharp bend"
                if apart != 2
                else "straight"
                if straight
                else "gentle bend"
            ] += 1
    assert {each.kind: each.number for each in numbers(tileset).strands} == expected


def test_the_patterns_of_macmahons_squares() -> None:
    """By hand: the colourings of a square's sides up to rotation and names of colours."""
    found = {each.notation: each.tiles for each in numbers(published("macmahon-squares")).patterns}
    assert found == {"AAAA": 3, "AAAB": 6, "AABB": 3, "ABAB": 3, "AABC": 6, "ABAC": 3}


@pytest.mark.parametrize("name", ["hexstatic", "hex-auction", "controlled-path"])
def test_the_pattern_of_a_tile_does_not_change_when_it_is_turned(name: str) -> None:
    """And all tiles have one."""
    tileset = bundled(name)
    definition = tileset.definition
    for piece in tileset.pieces[:40]:
        turns = images(piece.tile, definition.main_group.geometry, Symmetry.ROTATIONS)
        assert len({pattern_of(turn, definition.main_group) for turn in turns}) == 1
    assert sum(each.tiles for each in numbers(tileset).patterns) == tileset.printed


def test_the_crossings_of_hexstatic() -> None:
    """Two lines cross if just one port of the one lies between those of the other."""
    tileset = bundled("hexstatic")
    expected: Counter[int] = Counter()
    for piece in tileset.pieces:
        lines = [join for join in piece.tile.joins if len(join) == 2]
        expected[
            sum(
                sum(first < port < last for port in other) == 1
                for (first, last), other in combinations(lines, 2)
            )
        ] += 1
    found = numbers(tileset).crossings
    assert {each.crossings: each.tiles for each in found} == expected


# Twins


@pytest.mark.parametrize("name", ["macmahon-squares", "macmahon-triangles", "hexagons-3"])
def test_twins_are_found_by_reading_backwards(name: str) -> None:
    """A mirror reverses a tile with edges alone; turns of a text are the same tile."""
    tileset = published(name)

    def least(text: str) -> str:
        return min(text[k:] + text[:k] for k in range(len(text)))

    names = {least(tileset.definition.notation(each.tile)): each.id for each in tileset.pieces}
    twins = numbers(tileset).twins
    expected = {
        frozenset({name, names[least(text[::-1])]})
        for text, name in names.items()
        if least(text[::-1]) != text
    }
    assert {frozenset(pair) for pair in twins.pairs} == expected
    assert twins.achiral == sum(least(text[::-1]) == text for text in names)
    assert twins.alone == ()


def test_a_chiral_tile_without_its_twin_is_alone() -> None:
    """The special tiles of Hex Auction have six colours in one order."""
    twins = numbers(tiles_of_family(bundled("hex-auction"), "special")).twins
    assert (len(twins.pairs), len(twins.alone), twins.achiral) == (0, 7, 0)


# Look-alikes

ALIKE = """
game: sample
colours:
  red:   {{letter: R, fill: "{red}", pattern: {pattern}}}
  green: {{letter: G, fill: "{green}", pattern: solid}}
  blue:  {{letter: B, fill: "#102050", pattern: solid}}
tiles:
  shape: square
  size: 30mm
  families:
    - {{name: one, tiles: [RRRR, GGGG, RGRG, BBBB, RRBB, GBBG]}}
"""


def alike(red: str, green: str, pattern: str = "solid") -> dict[str, tuple[object, ...]]:
    """For each vision with look-alikes, the colours and the notations of the tiles."""
    tileset = set_of(ALIKE.format(red=red, green=green, pattern=pattern))
    texts = {each.id: tileset.definition.notation(each.tile) for each in tileset.pieces}
    return {
        each.vision: (each.colours, {frozenset(texts[name] for name in ids) for ids in each.tiles})
        for each in numbers(tileset).look_alikes
        if each.colours
    }


def test_tiles_in_two_colours_of_one_grey_look_alike_without_colours() -> None:
    """By hand: red and green have nearly one lightness, and are far apart for all eyes."""
    found = alike("#C8372D", "#0072FF")
    assert [*found] == ["greyscale"]
    colours, tiles = found["greyscale"]
    assert colours == (("red", "green"),)
    assert tiles == {frozenset({"RRRR", "GGGG", "RGRG"}), frozenset({"RRBB", "GGBB"})}


def test_red_and_green_look_alike_without_one_of_the_cones() -> None:
    """Inks that differ in hue alone, for people who do not see the difference."""
    found = alike("#B05030", "#6B6B2A")
    assert "deuteranopia" in found
    assert "normal vision" not in found


def test_tiles_in_different_patterns_do_not_look_alike() -> None:
    """Whatever their inks are."""
    assert alike("#C8372D", "#0072FF", pattern="dots") == {}


# Sets without tiles, and bad input


def test_a_set_without_tiles_has_empty_tables() -> None:
    """Hexpertise has cards."""
    found = numbers(bundled("hexpertise"))
    assert (found.tiles, found.looks, found.families, found.fits) == (0, (), (), ())


def test_an_unknown_family_is_refused() -> None:
    """With the nearest name."""
    with pytest.raises(UnusableInput, match='no family "nexsu"; did you mean "nexus"'):
        tiles_of_family(bundled("hexstatic"), "nexsu")


# Rectangles and corners


def test_a_long_side_never_lies_against_a_short_one() -> None:
    """The demands on a side of a rectangle come from sides that are as long."""
    tileset = set_of("""
        game: bricks
        colours: {red: {letter: R}, blue: {letter: B}}
        tiles:
          shape: rectangle
          size: 25 x 50mm
          families: [{name: one, tiles: [RBRB]}]
    """)
    first = numbers(tileset).fits[0]
    # Whichever side of the place is demanded, the only tile has the colour.
    assert (first.share, first.stuck) == (1.0, 0.0)


def test_tiles_with_corners_have_patterns_and_looks_but_no_fits() -> None:
    """Two sides of a place share a corner, so that their demands are not independent."""
    tileset = set_of("""
        game: corners
        values: 0-1
        tiles: {shape: triangle, size: 40mm, families: [{name: one, generate: corners}]}
    """)
    found = numbers(tileset)
    assert found.fits == ()
    assert {each.notation: each.tiles for each in found.patterns} == {"^AAA": 2, "^AAB": 2}
    assert {look.words: look.matches for look in found.looks} == {
        "0 to 0": "0 to 0",
        "0 to 1": "1 to 0",
        "1 to 0": "0 to 1",
        "1 to 1": "1 to 1",
    }


# `pnp stats`: its tables, its JSON, its figures, and its messages.


@pytest.mark.slow
def test_the_report_has_a_table_for_each_question(pnp: Call) -> None:
    """For a game with strands; a line says how many rows are omitted."""
    result = pnp("stats", "hexstatic")
    assert result.exit_code == 0
    assert result.stdout.startswith("hexstatic: 216 different tiles, 216 to print\n")
    for title in (
        "What the sides show", "Chance that two sides match", "How many tiles fit a place",
        "The strands of the tiles", "Crossings on a tile", "The patterns of the tiles",
        "Tiles in the mirror", "Tiles that look alike", "What it costs to make", "Ink to print it",
    ):  # fmt: skip
        assert f"\n{title}: " in result.stdout
    assert "  and 28 more, which --format json has\n" in result.stdout
    assert "\n  Together     222 " in result.stdout


@pytest.mark.slow
def test_a_game_without_tiles_has_only_costs(pnp: Call) -> None:
    """Its cards and pads."""
    lines = pnp("stats", "hexpertise").stdout.splitlines()
    assert lines[0] == "hexpertise has no tiles; these are the costs of its other pieces"
    assert [line.partition(":")[0] for line in lines if line and line[0] != " "][1:] == [
        "What it costs to make",
        "Ink to print it",
    ]


@pytest.mark.slow
def test_json_has_all_numbers(pnp: Call) -> None:
    """With names, shares from 0 to 1, and all patterns."""
    found = json.loads(pnp("stats", "hexstatic", "--format", "json").stdout)
    assert (found["game"], found["tiles"], found["players"]) == ("hexstatic", 216, 3)
    assert found["families"][0]["shares"][0] == {"number": 32, "share": 0.333333}
    assert {"one": "nexus", "other": "three-lines", "chance": 0.166667} in found["matches"]
    assert len(found["patterns"]) == 40
    assert len(found["twins"]["pairs"]) == 99
    assert found["costs"]["paper"] == "A4"
    assert found["costs"]["sheets"] == sum(each["sheets"] for each in found["costs"]["kinds"])
    assert [*found["costs"]["ink"]] == ["cyan", "magenta", "yellow", "black"]
    assert found["files"] == []


def test_one_family_has_its_own_numbers_and_only_its_tiles_cost(pnp: Call) -> None:
    """The nexus tiles of HexStatic: half of their sides are blank."""
    found = json.loads(pnp("stats", "hexstatic", "--family", "nexus", "--format", "json").stdout)
    assert [each["name"] for each in found["families"]] == ["nexus"]
    assert [share["share"] for share in found["families"][0]["shares"]][-1] == 0.5
    assert [(each["kind"], each["pieces"]) for each in found["costs"]["kinds"]] == [("tiles", 20)]


def test_the_number_of_players_and_the_paper_change_the_numbers(pnp: Call) -> None:
    """Controlled Path has a fourth start tile for four players; Letter is another paper."""
    found = json.loads(
        pnp(
            "stats", "controlled-path", "--players", 4, "--paper", "letter", "--format", "json"
        ).stdout
    )
    assert (found["players"], found["tiles"], found["costs"]["paper"]) == (4, 41, "Letter")


def test_a_theme_decides_what_looks_alike(in_folder: Path, pnp: Call) -> None:
    """In greyscale colours that share a pattern are made to differ; the standard theme keeps them."""
    path = in_folder / "alike.yaml"
    path.write_text("""\
game: alike
colours: {red: {fill: "#C8372D", pattern: solid}, blue: {fill: "#0072FF", pattern: solid}}
tiles: {shape: square, size: 30mm, families: [{name: one, generate: edges}]}
""")

    def greys(*options: str) -> list[list[str]]:
        result = json.loads(pnp("stats", path, "--format", "json", *options).stdout)
        (found,) = (each for each in result["look_alikes"] if each["vision"] == "greyscale")
        return found["colours"]  # type: ignore[no-any-return]

    assert greys() == [["red", "blue"]]
    assert greys("--theme", "greyscale") == []
    assert greys("--theme", "pens") == []


@pytest.mark.parametrize("theme", ["standard", "dark"])
def test_figures_are_written_as_svg(in_folder: Path, pnp: Call, theme: str) -> None:
    """One for each key; a dark theme makes dark ones."""
    result = pnp("stats", "macmahon-squares", "--plots", "figures", "--theme", theme)
    assert result.exit_code == 0
    files = sorted(path.name for path in Path("figures").iterdir())
    ending = "" if theme == "standard" else f"-{theme}"
    keys = ("costs", "fits", "ink", "patterns", "sides", "twins")
    assert files == [f"macmahon-squares-{key}{ending}.svg" for key in keys]
    assert [line for line in result.stdout.splitlines() if line.startswith("drawn: ")] != []
    text = Path("figures", files[0]).read_text("utf-8")
    assert ("#1B1D20" in text) == (theme == "dark")


def test_errors_of_the_set_come_after_its_numbers(in_folder: Path, pnp: Call) -> None:
    """With exit code 1, as in pnp enumerate."""
    path = in_folder / "wrong.yaml"
    text = (ROOT / "tilesets/published/macmahon-squares.yaml").read_text("utf-8")
    path.write_text(text.replace("expect: 24", "expect: 23"))
    result = pnp("stats", path)
    assert result.exit_code == 1
    assert "24 different tiles" in result.stdout
    assert "not 23" in result.stderr


def without(monkeypatch: pytest.MonkeyPatch, absent: str) -> None:
    """Lets a library be missing."""

    def find(name: str) -> ModuleType:
        if name.partition(".")[0] == absent:
            raise ModuleNotFoundError(name=absent)
        return import_module(name)

    monkeypatch.setattr(lookup, "import_module", find)


def test_without_pypdfium2_the_ink_is_not_measured(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note says so; the rest is complete, with figures."""
    without(monkeypatch, "pypdfium2")
    result = pnp("stats", "macmahon-squares", "--plots", "figures")
    assert result.exit_code == 0
    assert "What it costs to make" in result.stdout
    assert Path("figures", "macmahon-squares-costs.svg").exists()
    assert "Ink" not in result.stdout
    assert "the ink is not measured" in result.stderr


def test_progress_names_the_steps(pnp: Call) -> None:
    """On standard error, so that the report stays as it is."""
    result = pnp("stats", "macmahon-squares", "--progress")
    assert result.stdout == pnp("stats", "macmahon-squares").stdout
    for step in ("counting", "laying out sheets"):
        assert step in result.stderr


# Plots: the figures of sets, with the tables behind them, as pictures.


SETS = (
    "controlled-path", "hex-auction", "hexagonal-highway", "hexpertise", "hexstatic",
    "published/macmahon-squares",
)  # fmt: skip


def figures(tileset: Tileset) -> dict[str, Table]:
    """The plots of a set by key."""
    found = costs(make_pieces(tileset), chosen_papers(["a4"])[0], BuildOptions())
    numbers = statistics(tileset, components(tileset), STANDARD)
    return {table.key: table for table in tables(numbers, found) if table.chart}


@cache
def drawn(name: str) -> dict[str, Table]:
    """The plots of a bundled set."""
    return figures(bundled(name))


def svg(table: Table, *, dark: bool = False, alone: bool = True) -> bytes:
    """The chart of a table as an SVG file."""
    return svg_text(chart_page(table, dark=dark, alone=alone)).encode()


def dots(data: bytes) -> np.ndarray:
    """The figure as rows of dots of red, green, blue and opacity."""
    png = resvg_py.svg_to_bytes(svg_string=data.decode(), dpi=96)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))


def grounds(picture: np.ndarray) -> set[tuple[int, ...]]:
    """The colours of the frame of 8 dots round a picture."""
    frame = [picture[:8], picture[-8:], picture[:, :8], picture[:, -8:]]
    every = np.concatenate([part.reshape(-1, 4) for part in frame])
    return {tuple(map(int, dot)) for dot in np.unique(every, axis=0)}


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "dark"), [*((name, False) for name in SETS), ("hexstatic", True)])
def test_every_figure_stays_within_its_margins(name: str, dark: bool) -> None:
    """The frame round it has one colour, that of the ground; the inside has more."""
    ground = (DARK if dark else LIGHT).ground
    expected = (*(int(ground[place : place + 2], 16) for place in (1, 3, 5)), 255)
    for plot in drawn(name).values():
        picture = dots(svg(plot, dark=dark))
        assert grounds(picture) == {expected}, plot.key
        assert np.ptp(picture) > 150, plot.key


@pytest.mark.slow
def test_which_figures_a_set_has() -> None:
    """Tiles with strands have more than those with edges; a game without tiles has only costs."""
    assert [*drawn("hexstatic")] == [
        "sides", "matches", "fits", "stuck", "strands", "crossings", "twins", "costs", "ink",
    ]  # fmt: skip
    assert [*drawn("published/macmahon-squares")] == [
        "sides", "fits", "patterns", "twins", "costs", "ink",
    ]  # fmt: skip
    assert [*drawn("hexpertise")] == ["costs", "ink"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_every_figure_has_the_table_behind_it(name: str) -> None:
    """A title, a sentence, and rows as wide as their header."""
    for plot in drawn(name).values():
        assert re.fullmatch(r"[A-Z][a-z ]+", plot.title)
        assert plot.subtitle and not plot.subtitle.endswith(".")
        assert plot.rows
        assert {len(row) for row in plot.rows} == {len(plot.header)}


def test_the_chart_shows_the_numbers_of_the_table() -> None:
    """Of sides, matches and strands."""
    found = drawn("hexstatic")
    stack, matrix, bars = (found[key].chart for key in ("sides", "matches", "strands"))
    assert isinstance(stack, Stack) and isinstance(matrix, Matrix) and isinstance(bars, Series)
    for (name, shares), row in zip(stack.bars, found["sides"].rows, strict=True):
        assert (name, *map(percent, shares)) == (row[0], *row[3:])
    for name, shares, row in zip(matrix.names, matrix.shares, found["matches"].rows, strict=True):
        assert (name, *map(percent, shares)) == row
    assert [text for _, _, text in bars.points] == [row[1] for row in found["strands"].rows]


def test_the_inks_of_a_game_are_only_those_of_its_colours() -> None:
    """Blank sides and paths are grey."""
    stack = drawn("hexstatic")["sides"].chart
    assert isinstance(stack, Stack)
    assert [(part.words, part.fill) for part in stack.parts] == [
        ("red", "#C8372D"), ("green", "#1E8C5A"), ("blue", "#1F5FA8"), ("blank", None),
    ]  # fmt: skip
    for key in ("matches", "fits", "strands", "costs", "ink"):
        picture = dots(svg(drawn("hexstatic")[key]))[..., :3].astype(int)
        assert np.ptp(picture, axis=2).max() <= 16, key


def test_the_same_plot_has_the_same_bytes() -> None:
    """Another plot and another ground have others."""
    found = drawn("hexstatic")
    data = svg(found["sides"])
    assert svg(found["sides"]) == data
    assert len({data, svg(found["sides"], dark=True), svg(found["fits"])}) == 3


def test_words_are_outlines() -> None:
    """No reader needs the font; the title is there as text for screen readers."""
    root = ElementTree.fromstring(svg(drawn("hexstatic")["sides"]))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "text" not in names
    assert [element.text for element in root if element.tag.endswith("}title")] == [
        "What the sides show"
    ]


def test_a_figure_for_a_page_has_no_ground_and_no_title() -> None:
    """It is lower, and the page shows through."""
    plot = drawn("hexstatic")["sides"]
    inside, alone = dots(svg(plot, alone=False)), dots(svg(plot))
    assert inside.shape[0] < alone.shape[0]
    assert grounds(inside) == {(0, 0, 0, 0)}


MANY = """
game: sample
colours: {{{colours}}}
tiles:
  shape: square
  size: 30mm
  families:
    - {{name: a-family-whose-name-is-quite-a-bit-long, tiles: [{tiles}]}}
    - {{name: wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww, tiles: [{tiles}]}}
"""


def test_many_colours_and_long_names_stay_within_the_margins() -> None:
    """The rarest looks are one part, and names are shortened."""
    codes = "ABCDEFGHIJKL"
    text = MANY.format(
        colours=", ".join(f"colour-{code.lower()}: {{letter: {code}}}" for code in codes),
        tiles=", ".join(code * 4 for code in codes),
    )
    found = figures(set_of(text))
    stack = found["sides"].chart
    assert isinstance(stack, Stack)
    assert len(stack.parts) == MOST_LOOKS
    assert stack.parts[-1].words == "4 others"
    assert all(sum(shares) == pytest.approx(1) for _, shares in stack.bars)
    for plot in found.values():
        assert len(grounds(dots(svg(plot)))) == 1, plot.key
