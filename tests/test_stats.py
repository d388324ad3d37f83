"""Statistics of sets, against counts by hand and by brute force on the notation of tiles."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from pnp.basics.errors import UnusableInput
from pnp.colour.theme import STANDARD
from pnp.games import game_of
from pnp.play import TileKinds
from pnp.review import sides as sides_module
from pnp.review.statistics import ALL, Statistics, pattern_of, statistics
from pnp.sets.components import components
from pnp.sets.selection import tiles_of_family
from pnp.sets.tileset import Tileset
from pnp.tiles import images
from pnp.tiles.sides import around
from pnp.tiles.symmetry import Symmetry
from tests.conftest import bundled, set_of


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


def edge_set(tiles: dict[str, int], symmetry: str = "rotations") -> Tileset:
    """A set of tiles with edges alone, and their copies."""
    shape = {3: "triangle", 4: "square", 6: "hexagon"}[len(next(iter(tiles)))]
    listed = ", ".join(f"{{tile: {tile}, copies: {copies}}}" for tile, copies in tiles.items())
    return set_of(EDGES.format(shape=shape, symmetry=symmetry, tiles=listed))


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
        pairs = Counter(a == b for a, b in product(sides[one], sides[other]))
        assert chance == pytest.approx(pairs[True] / pairs.total())


# Fits


def turned(tile: str, symmetry: str) -> set[str]:
    """All ways in which a tile can lie, as texts."""
    if symmetry == "none":
        return {tile}
    faces = [tile, tile[::-1]] if symmetry == "rotations+reflections" else [tile]
    return {face[k:] + face[:k] for face in faces for k in range(len(tile))}


def brute_force(tiles: dict[str, int], symmetry: str) -> list[tuple[Fraction, Fraction]]:
    """For each number of sides, the mean share of tiles that fit, and the share of stuck places."""
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
                            turn[side] == letter
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


def test_macmahons_squares_fit_as_all_places_say() -> None:
    """The complete set of 24, by the same oracle; it is never stuck."""
    tileset = published("macmahon-squares")
    tiles = {tileset.definition.notation(piece.tile): 1 for piece in tileset.pieces}
    for fit, (share, stuck) in zip(
        numbers(tileset).fits, brute_force(tiles, "rotations"), strict=True
    ):
        assert fit.share == pytest.approx(float(share))
        assert fit.stuck == pytest.approx(float(stuck), abs=1e-9)


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
