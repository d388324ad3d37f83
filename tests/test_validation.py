"""Validation: for every rule a set that breaks just that rule, and one that keeps it."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from pnp.basics.errors import Severity
from pnp.definition import load_definition
from pnp.games import game_rules
from pnp.project import checked_set
from pnp.sets.tileset import for_players, make_tileset
from pnp.validation import (
    NAMED_RULES,
    check,
)
from tests.conftest import BUNDLED, ROOT, bundled, defined, findings_of


class Broken(NamedTuple):
    """A set that breaks a rule, the line, and words of the rule's message."""

    text: str
    line: int
    message: str
    severity: Severity = Severity.ERROR


PATH = (ROOT / "tilesets/controlled-path.yaml").read_text()


# The first keys of a set of tiles, and what they are unless it has them itself.
KEYS = {
    "game": "game: sample",
    "colours": "colours: [red, blue]",
    "rules": "rules: []",
    "tiles": "tiles:",
    "shape": "  shape: hexagon",
    "size": "  size: 30mm",
}


def tiles(*lines: str) -> str:
    """A set from lines: families, which begin with a name, and other keys; the families are from line 8 on."""
    keys, families = dict(KEYS), ""
    for line in lines:
        key = line.partition(":")[0]
        if key == "name":
            family, blanks, remark = line.partition("  # ")
            families += f"    - {{{family}}}{blanks}{remark}\n"
        else:
            keys[key] = line if key in ("game", "colours", "rules") else f"  {line}"
    return "\n".join([*keys.values(), "  families:", families])


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with some parts replaced, each of which it has once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# Sets that break just one rule, each below the name of it: `# !` is before words of an error, on its line, and
# `# ?` before those of a warning. They are lines for `tiles`, or whole.
SETS = """
empty-family
name: one, generate: edges
name: none, generate: strands, where: {lines: 4}  # ! the family "none" has no tile: no tile meets `lines: 4`

empty-family
name: one, generate: edges
name: two, generate: strands, strand: {ports: [1, 2]}, where: {ends: 3, crossings: 0, lines: ">=2"}  # ! `ends: 3` and `lines: >=2` contradict each other

empty-family
name: one, generate: edges
name: two, generate: edges, where: {runs: 2}, exclude: {runs: 2}  # ! `runs: 2` and `exclude {runs: 2}` contradict each other

empty-family
name: one, generate: edges
name: two, generate: edges, colours: {red: 7}  # ! no tile has these colours and strands

empty-family
name: one, generate: edges
name: two, tiles: []  # ! its list of tiles is empty

empty-family
game: many
tiles: {shape: hexagon, ports: 4, size: 90mm, families: [{name: one, generate: strands, where: {strands: 1, crossings: 5}}]}  # ! `strands: 1` and `crossings: 5` contradict each other

expect
name: one, generate: edges, expect: 15  # ! the family "one" has 14 different tiles, not 15

expect
expect: 13  # ! the set has 14 different tiles, not 13
name: one, generate: edges

distinct-tiles
name: one, tiles: [R1-2 B4, R3-4 B6]  # ! R3-4 B6 is one-1 turned by 120 degrees

distinct-tiles
name: one, tiles: [RRBBBB, RRBBBB]  # ! RRBBBB is one-1 again

distinct-tiles
name: one, tiles: [RRRBRB]
name: two, tiles: [BRRRBR]  # ! BRRRBR is one-1 turned by 60 degrees

distinct-tiles
name: one, generate: edges
name: two, generate: edges, where: {colours: 2}  # ! the families "one" and "two" share 12 tiles, such as RRRRRB, which is one-02 and two-01; exclude these tiles from one of the families

distinct-tiles
name: one, tiles: [RRRBRB, RRRRRB]
name: two, tiles: [BRRRBR, RRRRBR]  # ! the families "one" and "two" share 2 tiles, such as RRRBRB, which is one-1 and two-1;

distinct-tiles
symmetry: rotations+reflections
name: one, tiles: [R1-2 B3, R1-2 B6]  # ! R1-2 B6 is one-1 turned over and turned by 120 degrees

complete
name: one, generate: strands, where: {strands: 1}, tiles: [R1-2, R1-3, R1-4, B1-2, B1-4]  # ! the family "one" lacks 1 of 6 tiles: B1-3

complete
name: one, generate: strands, strand: {ports: [1, 2]}, colours: {red: once, blue: once}, where: {red: {sharp-bends: 1}, ends: 1}, tiles: [R1-2 B3, R1-2 B4, R1-2 B6]  # ! lacks 1 of 4 tiles: B1 R3-4 (mirror twin of one-2)

belongs
name: one, generate: strands, where: {strands: 1}, tiles: [R1-2, R1-3, R1-4, B1-2, B1-3, B1-4, R1-2 B3-4]  # ! R1-2 B3-4 does not belong to the family "one": it breaks `strands: 1`

belongs
name: one, generate: strands, selection: yes, strand: {ports: 2}, tiles: [R1-2, B1-2-3]  # ! it has other strands or colours

unused-colour
colours: [red, blue]  # ? no tile has the colour "blue"
name: one, tiles: [RRRRRR]

regions
colours: {red: "#C8372D", town: {region: houses}}  # ? the colour "town" has the region houses, but no tile has a strand in it; write a tile such as T1, or remove the region
name: one, tiles: [RRRRRR]

regions
colours: {red: "#C8372D", town: {region: houses}}  # ? no tile has a strand in it
name: one, tiles: [RRTTRR]

ink-contrast
game: sample
pieces:
  tokens:
    - {name: coin, size: 18mm, count: 1, front: {sign: star, ground: "#EFBF4A",
       ink: "#F4D58A"}}  # ? ink #F4D58A has a contrast of 1.2 to its ground #EFBF4A; 3 can be seen well

ink-contrast
game: sample
pieces:
  tokens:
    - {name: coin, size: 18mm, count: 1, front: coin,
       back: {text: "2", ground: "#FFFFFF", ink: "#8A8A8A"}}  # ? 4.5 can be seen well

ink-contrast
game: sample
colours: {gold: "#E9B949", blue: "#1F5FA8"}
pieces:
  tokens:
    - {name: pawn, size: 18mm, count: 1, colours: all,
       front: {sign: pawn, ink: "#FBEFD5"}}  # ? to its ground #E9B949

unused-figure
game: sample
figures:
  old: {board: map, highlight: [A1]}  # ? no face shows the figure "old"
  new: {board: map, highlight: [A2]}
pieces:
  boards: [{name: map, hexhex: 2, cell: 20mm}]
  cards: [{name: deck, face: numbered, cards: [{title: One, text: Go., figure: new}]}]

cell-tints
game: sample
pieces:
  boards:
    - {name: map, hexhex: 2, cell: 20mm, cells: {one: {cells: [A1, A2]},
       two: {cells: [A2], tint: "#AACCEE"}}}  # ? A2 of "map" is in "one" and in "two"; the tint of "one" is printed, which comes first

told-apart
colours: {red: "#112233", blue: "#112233"}  # ? "red" and "blue" have the same fill, #112233
name: one, generate: edges

told-apart
colours: {red: {line: double, symbol: bar}, blue: {line: double, symbol: bar}}  # ? the strands "red" and "blue" have the same line, double, and fills that look alike in grey
name: one, generate: strands, where: {strands: 1}

told-apart
colours: {red: {pattern: dots}, blue: {pattern: dots}}  # ? the edges "red" and "blue" have the same pattern, dots, and fills that look alike in grey
name: one, generate: edges

told-apart
colours: {red: {fill: "#112233", pattern: dots}, blue: {fill: "#112233", pattern: dots}}  # ! the edges "red" and "blue" have the same pattern, dots, and the same fill, #112233
name: one, generate: edges

stands-out
colours: {red: "#FFF6D0", blue: "#112233"}  # ? the strands "red" can hardly be seen on
name: one, generate: strands, where: {strands: 1}

ink-of-name
colours: [red, gren]  # ? pnp knows no ink "gren", and takes #0072B2; did you mean "green"?
name: one, generate: edges

fine-lines
size: 7mm  # ? the pattern of "blue", dashed, recurs after 0.90 mm on tiles of 7 mm
name: one, tiles: [R1-2, B1-2]

small-letters
size: 22mm  # ? the letter of "red", R, has a size of 2.44 mm on tiles of 22 mm
name: one, generate: edges

unknown-rule
rules: [colour-symetric]  # ! there is no rule "colour-symetric"; did you mean "colour-symmetric"?
name: one, generate: edges

colour-symmetric
rules: [colour-symmetric]  # ! exchanging "red" and "blue" changes the set: it has RRRRRB once and RBBBBB not at all
name: one, tiles: [RRRRRR, RRRBBB, BBBBBB, RRRRRB]

colour-symmetric
rules: [colour-symmetric]  # ! it has RRRRRR twice and BBBBBB once
name: one, tiles: [{tile: RRRRRR, copies: 2}, BBBBBB]

balanced-colours
rules: [balanced-colours: one]  # ! on different numbers of sides: red 6 and blue 0
name: one, generate: edges, where: {colours: 1, red: {sides: 6}}
name: two, tiles: [BBBBBB]

balanced-colours
rules: [balanced-colours]  # ! on different numbers of sides: red 9 and blue 3
name: one, tiles: [RRRRRR, RRRBBB]

balanced-colours
rules: [balanced-colours]  # ! on different numbers of strands: red 2 and blue 1
name: one, tiles: [R1-2 R3-4 B5-6]

every-colour-on-every-tile
rules: [every-colour-on-every-tile]
name: one, tiles: [RRRBBB, RRRRRR]  # ! one-2, RRRRRR, lacks blue

smallest-loop-possible
game: roads
rules: [smallest-loop-possible]  # ! a path joins neighbouring sides on 0 tiles
tiles: {shape: hexagon, size: 30mm, families: [{name: one, tiles: [1-4]}]}

smallest-loop-possible
rules: [smallest-loop-possible]  # ! "blue" joins neighbouring sides on 2 tiles; the smallest loop, round a corner, takes 3
name: one, tiles: [R1-2 B3-4, R1-2 B4-5, {tile: R1-2 B3-5, copies: 1}]

smallest-loop-possible
rules: [smallest-loop-possible]  # ! on 3 tiles; the smallest loop, round a corner, takes 4
shape: square
name: one, tiles: [{tile: R1-2 B3-4, copies: 3}]

one-junction-at-most
rules: [one-junction-at-most]
name: one, tiles: [R1-3-5 B2-4-6]  # ! has 2 junctions

mirror-twins
rules: [mirror-twins]
name: one, tiles: [R1-2 B4, RRBBBB]  # ! fewer copies of the mirror twin B1 R3-4

nexus-all-ends
rules: [nexus-all-ends]
name: one, tiles: [R1-2 B3, R1 B2]  # ! R1 B2, has only ends and is in the family "one"
name: nexus, tiles: [R1 B3]

nexus-all-ends
rules: [nexus-all-ends]
name: nexus, tiles: [R1 B3, R1-2 B3]  # ! has a line and is in the family "nexus"

nexus-all-ends
rules: [nexus-all-ends]  # ! no family "nexus"
name: one, tiles: [R1-2 B3]

designers-count
game: squares
rules: [designers-count]  # ! the designer counts hexagons with one terminal a side
tiles: {shape: square, size: 30mm, families: [{name: path, tiles: [1-2]}, {name: start, tiles: [1-3]}]}
"""


def written(lines: str) -> Broken:
    """A set of `SETS`, and what its remark says."""
    text = f"{lines}\n" if lines.startswith("game:") else tiles(*lines.splitlines())
    ((before, sign, message),) = re.findall(r"(?s)^(.*?)# ([!?]) ([^\n]+)", text)
    severity = Severity.ERROR if sign == "!" else Severity.WARNING
    return Broken(text, before.count("\n") + 1, message, severity)


@pytest.mark.parametrize(
    "name",
    [str(path.relative_to(ROOT / "tilesets").with_suffix("")) for path in BUNDLED],
)
def test_a_bundled_set_keeps_every_rule(name: str) -> None:
    """It has no errors or warnings, and every rule that its file names is known."""
    findings = check(bundled(name), game_rules)
    assert [each for each in findings if each.severity is not Severity.NOTE] == []


def test_every_optional_rule_is_kept_by_some_bundled_set() -> None:
    """Each rule has a passing example: it is not one that nothing can meet."""
    used = set()
    for path in BUNDLED:
        used |= {use.name for use in load_definition(path).rules}
    rules = {rule.name for rule in (*NAMED_RULES, *game_rules())}
    assert rules == used


def test_the_designers_forty_is_derived() -> None:
    """The note of Controlled Path: 39 less 2 plus 3, and no other number of junctions gives 40."""
    (note,) = check(bundled("controlled-path"), game_rules)
    assert note.severity is Severity.NOTE
    assert "39 different tiles with at most 1 junction, less 2 with six terminals" in note.message
    sums = "plus 3 start tiles are 40. With no junction the sum would be 19, with any number 42"
    assert sums in note.message


def test_the_hex_auction_has_sixty_sides_of_each_colour() -> None:
    """Fairness, counted here once more: 60 of the 420 sides of the ordinary tiles."""
    ordinary = bundled("hex-auction").family("ordinary")
    assert ordinary is not None
    sides = [edge for piece in ordinary.pieces for edge in piece.tile.edges]
    assert {sides.count(colour) for colour in range(7)} == {60}


def test_a_fourth_player_gets_a_start_tile() -> None:
    """41 tiles for four players, and a ring in a fourth colour."""
    definition = defined(PATH)
    four = make_tileset(definition, players=4)
    assert (four.count, make_tileset(definition).count) == (41, 40)
    assert four.pieces[-1].tile.mark.colour == 3


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("hexstatic", "two-lines"),
        ("hex-auction", "ordinary"),
        ("controlled-path", "path"),
        ("published/tsuro", "path"),
        ("published/hexagons-3-two-sided", "hexagon"),
    ],
)
def test_a_family_listed_by_its_notations_is_complete(name: str, family: str) -> None:
    """The output of `enumerate --format notation` can be put into the file as it is."""
    tileset = bundled(name)
    listed = tileset.family(family)
    assert listed is not None
    definition = tileset.definition
    text = (ROOT / "tilesets" / f"{name}.yaml").read_text()
    indent = "      " if f"- name: {family}" in text else None
    lines = [f'"{definition.notation(piece.tile)}"' for piece in listed.pieces]
    written = f"tiles: [{', '.join(lines)}]"
    if indent:
        text = changed(text, (f"- name: {family}\n", f"- name: {family}\n{indent}{written}\n"))
    else:
        text = changed(text, (f"name: {family},", f"name: {family}, {written},"))
    by_hand = findings_of(text)
    assert [each for each in by_hand if each.severity is Severity.ERROR] == []
    again = make_tileset(defined(text)).family(family)
    assert again is not None
    assert [piece.tile for piece in again.pieces] == [piece.tile for piece in listed.pieces]
    assert [piece.id for piece in again.pieces] == [piece.id for piece in listed.pieces]


def test_a_ring_changes_its_colour_with_the_rest() -> None:
    """Two tiles that are each other's exchange, rings included, are symmetric."""
    text = tiles("name: one, tiles: [R1-2 ring:R, B1-2 ring:B]", "rules: [colour-symmetric]")
    assert findings_of(text) == ()


def test_edges_do_not_have_to_make_loops() -> None:
    """Only colours of strands need a smallest loop."""
    text = tiles(
        "name: one, generate: [edges, strands], edge: {colours: [blue]}, strand: {colours: [red]},"
        " where: {lines: 1}, copies: 3",
        "rules: [smallest-loop-possible]",
    )
    assert findings_of(text) == ()


def test_ids_do_not_depend_on_the_players() -> None:
    """A tile for four players has its number with three as well."""
    text = tiles("name: one, tiles: [{tile: R1-2, players: 4}, R1-3, B1-4]").replace(
        "game: sample", "game: sample\nplayers: {min: 3, max: 3}"
    )
    three = make_tileset(defined(text))
    four = for_players(three, 4)
    assert [piece.id for piece in three.pieces] == ["one-2", "one-3"]
    assert [piece.id for piece in four.pieces] == ["one-1", "one-2", "one-3"]


def test_a_set_for_more_players_is_checked_too() -> None:
    """Two tiles of four players that are the same piece are found when it is built for four."""
    text = tiles(
        "name: one, tiles: [R1-3, B1-3, {tile: R1-2, players: 4}, {tile: R2-3, players: 4}]"
    ).replace("game: sample", "game: sample\nplayers: {min: 3, max: 3}")
    assert [each.rule for each in checked_set(defined(text)).findings] == []
    assert [each.rule for each in checked_set(defined(text), players=4).findings] == [
        "distinct-tiles"
    ]


def test_a_selection_may_be_from_a_universe_that_is_never_listed() -> None:
    """One tile of ten thousand million; only whether it belongs matters."""
    text = (
        "game: chosen\ncolours: 40\ntiles: {shape: hexagon, size: 30mm, families: [{name: one,"
        " generate: edges, where: {colours: 6}, selection: yes, tiles: [ABCDEF]}]}"
    )
    assert {each.severity for each in findings_of(text)} == {Severity.WARNING}
    assert "error" not in str(findings_of(text))


@pytest.mark.parametrize(
    "piece",
    [
        "frames: [{name: sea, round: map, width: 20mm, places: {port: {at: 1, face: FACE}}}]",
        "boxes: [{name: case, for: chip, face: {front: FACE}}]",
    ],
)
def test_faces_of_frames_and_boxes_show_figures_and_colours(piece: str) -> None:
    """A figure and a colour that only they show are not reported as unused."""
    text = (
        "game: sample\ncolours: [red, blue, green]\nfigures: {cross: {board: map, highlight: [A1]}}\n"
        "pieces:\n  boards: [{name: map, hexhex: 2, cell: 20mm}]\n"
        "  tokens: [{name: chip, colours: [red, blue], count: 2, size: 16mm}]\n  "
    )
    assert not findings_of(text + piece.replace("FACE", "[{figure: cross}, {text: green}]"))
    unused = {each.rule for each in findings_of(text + piece.replace("FACE", "[{text: A}]"))}
    assert unused == {"unused-figure", "unused-colour"}
