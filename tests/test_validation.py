"""Validation: for every rule a set that breaks just that rule, and one that keeps it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pnp.basics.errors import Severity
from pnp.definition import load_definition
from pnp.games import game_rules
from pnp.project import checked_set
from pnp.sets.tileset import for_players, make_tileset
from pnp.validation import (
    NAMED_RULES,
    SET_RULES,
    check,
)
from tests.broken_pieces import BROKEN_PIECES
from tests.conftest import BUNDLED, ROOT, bundled, defined, findings_of


def line_of(text: str, part: str) -> int:
    """The number of the line with this part."""
    (line,) = (number for number, line in enumerate(text.splitlines(), 1) if part in line)
    return line


class Broken(NamedTuple):
    """A set that breaks a rule, the line, and words of the rule's message."""

    text: str
    line: int
    message: str
    severity: Severity = Severity.ERROR


HEAD = "game: sample\ncolours: [red, blue]\n"
PATH = (ROOT / "tilesets/controlled-path.yaml").read_text()
AUCTION = (ROOT / "tilesets/hex-auction.yaml").read_text()


def tiles(*families: str, shape: str = "hexagon", rules: str = "[]", head: str = HEAD) -> str:
    """A set with these families, one a line from line 4 on, and these rules."""
    lines = "".join(f"    - {{{family}}}\n" for family in families)
    return (
        head.rstrip("\n")
        + f"\nrules: {rules}\ntiles:\n  shape: {shape}\n  size: 30mm\n  families:\n{lines}"
    )


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with some parts replaced, each of which it has once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


BROKEN: dict[str, list[Broken]] = {
    "empty-family": [
        Broken(
            tiles("name: one, generate: edges", "name: none, generate: strands, where: {lines: 4}"),
            9,
            'the family "none" has no tile: no tile meets `lines: 4`',
        ),
        Broken(
            tiles(
                "name: one, generate: edges",
                "name: two, generate: strands, strand: {ports: [1, 2]},"
                ' where: {ends: 3, crossings: 0, lines: ">=2"}',
            ),
            9,
            "`ends: 3` and `lines: >=2` contradict each other",
        ),
        Broken(
            tiles(
                "name: one, generate: edges",
                "name: two, generate: edges, where: {runs: 2}, exclude: {runs: 2}",
            ),
            9,
            "`runs: 2` and `exclude {runs: 2}` contradict each other",
        ),
        Broken(
            tiles("name: one, generate: edges", "name: two, generate: edges, colours: {red: 7}"),
            9,
            "no tile has these colours and strands",
        ),
        Broken(
            tiles("name: one, generate: edges", "name: two, tiles: []"),
            9,
            "its list of tiles is empty",
        ),
        Broken(
            "game: many\ntiles: {shape: hexagon, ports: 4, size: 90mm, families: [{name: one,"
            " generate: strands, where: {strands: 1, crossings: 5}}]}",
            2,
            "`strands: 1` and `crossings: 5` contradict each other",
        ),
    ],
    "expect": [
        Broken(
            tiles("name: one, generate: edges, expect: 15"),
            8,
            'the family "one" has 14 different tiles, not 15',
        ),
        Broken(
            tiles("name: one, generate: edges").replace("size: 30mm", "size: 30mm\n  expect: 13"),
            7,
            "the set has 14 different tiles, not 13",
        ),
    ],
    "distinct-tiles": [
        Broken(
            tiles("name: one, tiles: [R1-2 B4, R3-4 B6]"),
            8,
            "R3-4 B6 is one-1 turned by 120 degrees",
        ),
        Broken(tiles("name: one, tiles: [RRBBBB, RRBBBB]"), 8, "RRBBBB is one-1 again"),
        Broken(
            tiles("name: one, tiles: [RRRBRB]", "name: two, tiles: [BRRRBR]"),
            9,
            "BRRRBR is one-1 turned by 60 degrees",
        ),
        Broken(
            tiles("name: one, generate: edges", "name: two, generate: edges, where: {colours: 2}"),
            9,
            'the families "one" and "two" share 12 tiles, such as RRRRRB, which is one-02 and'
            " two-01; exclude these tiles from one of the families",
        ),
        Broken(
            tiles("name: one, tiles: [RRRBRB, RRRRRB]", "name: two, tiles: [BRRRBR, RRRRBR]"),
            9,
            'the families "one" and "two" share 2 tiles, such as RRRBRB, which is one-1 and two-1;',
        ),
        Broken(
            tiles("name: one, tiles: [R1-2 B3, R1-2 B6]").replace(
                "size: 30mm", "size: 30mm\n  symmetry: rotations+reflections"
            ),
            9,
            "R1-2 B6 is one-1 turned over and turned by 120 degrees",
        ),
    ],
    "complete": [
        Broken(
            tiles(
                "name: one, generate: strands, where: {strands: 1},"
                " tiles: [R1-2, R1-3, R1-4, B1-2, B1-4]"
            ),
            8,
            'the family "one" lacks 1 of 6 tiles: B1-3',
        ),
        Broken(
            tiles(
                "name: one, generate: strands, strand: {ports: [1, 2]},"
                " colours: {red: once, blue: once}, where: {red: {sharp-bends: 1}, ends: 1},"
                " tiles: [R1-2 B3, R1-2 B4, R1-2 B6]"
            ),
            8,
            "lacks 1 of 4 tiles: B1 R3-4 (mirror twin of one-2)",
        ),
    ],
    "belongs": [
        Broken(
            tiles(
                "name: one, generate: strands, where: {strands: 1},"
                " tiles: [R1-2, R1-3, R1-4, B1-2, B1-3, B1-4, R1-2 B3-4]"
            ),
            8,
            'R1-2 B3-4 does not belong to the family "one": it breaks `strands: 1`',
        ),
        Broken(
            tiles(
                "name: one, generate: strands, selection: yes, strand: {ports: 2},"
                " tiles: [R1-2, B1-2-3]"
            ),
            8,
            "it has other strands or colours",
        ),
    ],
    "unused-colour": [
        Broken(
            tiles("name: one, tiles: [RRRRRR]"),
            2,
            'no tile has the colour "blue"',
            Severity.WARNING,
        )
    ],
    "regions": [
        Broken(
            tiles(
                "name: one, tiles: [RRRRRR]",
                head='game: sample\ncolours: {red: "#C8372D", town: {region: houses}}\n',
            ),
            2,
            'the colour "town" has the region houses, but no tile has a strand in it; write a tile such'
            " as T1, or remove the region",
            Severity.WARNING,
        ),
        Broken(
            tiles(
                "name: one, tiles: [RRTTRR]",
                head='game: sample\ncolours: {red: "#C8372D", town: {region: houses}}\n',
            ),
            2,
            "no tile has a strand in it",
            Severity.WARNING,
        ),
    ],
    "ink-contrast": [
        Broken(
            "game: sample\npieces:\n  tokens:\n    - name: coin\n      size: 18mm\n      count: 1\n"
            '      front:\n        sign: star\n        ground: "#EFBF4A"\n        ink: "#F4D58A"\n',
            10,
            "ink #F4D58A has a contrast of 1.2 to its ground #EFBF4A; 3 can be seen well",
            Severity.WARNING,
        ),
        Broken(
            "game: sample\npieces:\n  tokens:\n    - name: coin\n      size: 18mm\n      count: 1\n"
            '      front: coin\n      back: {text: "2", ground: "#FFFFFF", ink: "#8A8A8A"}\n',
            8,
            "4.5 can be seen well",
            Severity.WARNING,
        ),
        Broken(
            'game: sample\ncolours: {gold: "#E9B949", blue: "#1F5FA8"}\npieces:\n  tokens:\n'
            "    - name: pawn\n      size: 18mm\n      count: 1\n      colours: all\n"
            '      front: {sign: pawn, ink: "#FBEFD5"}\n',
            9,
            "to its ground #E9B949",
            Severity.WARNING,
        ),
    ],
    "unused-figure": [
        Broken(
            "game: sample\nfigures:\n  old:\n    board: map\n    highlight: [A1]\n  new:\n"
            "    board: map\n    highlight: [A2]\npieces:\n  boards: [{name: map, hexhex: 2, cell: 20mm}]\n"
            "  cards:\n    - name: deck\n      face: numbered\n      cards:\n"
            "        - {title: One, text: Go., figure: new}\n",
            3,
            'no face shows the figure "old"',
            Severity.WARNING,
        )
    ],
    "cell-tints": [
        Broken(
            "game: sample\npieces:\n  boards:\n    - name: map\n      hexhex: 2\n      cell: 20mm\n"
            '      cells:\n        one: {cells: [A1, A2]}\n        two: {cells: [A2], tint: "#AACCEE"}\n',
            9,
            'A2 of "map" is in "one" and in "two"; the tint of "one" is printed, which comes first',
            Severity.WARNING,
        )
    ],
    "told-apart": [
        Broken(
            tiles(
                "name: one, generate: edges",
                head='game: sample\ncolours: {red: "#112233", blue: "#112233"}',
            ),
            2,
            '"red" and "blue" have the same fill, #112233',
            Severity.WARNING,
        ),
        Broken(
            tiles(
                "name: one, generate: strands, where: {strands: 1}",
                head="game: sample\ncolours: {red: {line: double, symbol: bar},"
                " blue: {line: double, symbol: bar}}",
            ),
            2,
            'the strands "red" and "blue" have the same line, double, and fills that look alike in grey',
            Severity.WARNING,
        ),
        Broken(
            tiles(
                "name: one, generate: edges",
                head="game: sample\ncolours: {red: {pattern: dots}, blue: {pattern: dots}}",
            ),
            2,
            'the edges "red" and "blue" have the same pattern, dots, and fills that look alike in grey',
            Severity.WARNING,
        ),
        Broken(
            tiles(
                "name: one, generate: edges",
                head='game: sample\ncolours: {red: {fill: "#112233", pattern: dots},'
                ' blue: {fill: "#112233", pattern: dots}}',
            ),
            2,
            'the edges "red" and "blue" have the same pattern, dots, and the same fill, #112233',
        ),
    ],
    "stands-out": [
        Broken(
            tiles(
                "name: one, generate: strands, where: {strands: 1}",
                head='game: sample\ncolours: {red: "#FFF6D0", blue: "#112233"}',
            ),
            2,
            'the strands "red" can hardly be seen on',
            Severity.WARNING,
        ),
    ],
    "ink-of-name": [
        Broken(
            tiles(
                "name: one, generate: edges",
                head="game: sample\ncolours: [red, gren]",
            ),
            2,
            'pnp knows no ink "gren", and takes #0072B2; did you mean "green"?',
            Severity.WARNING,
        ),
    ],
    "fine-lines": [
        Broken(
            tiles("name: one, tiles: [R1-2, B1-2]").replace("30mm", "7mm"),
            6,
            'the pattern of "blue", dashed, recurs after 0.90 mm on tiles of 7 mm',
            Severity.WARNING,
        ),
    ],
    "small-letters": [
        Broken(
            tiles("name: one, generate: edges").replace("30mm", "22mm"),
            6,
            'the letter of "red", R, has a size of 2.44 mm on tiles of 22 mm',
            Severity.WARNING,
        ),
    ],
    "unknown-rule": [
        Broken(
            tiles("name: one, generate: edges", rules="[colour-symetric]"),
            3,
            'there is no rule "colour-symetric"; did you mean "colour-symmetric"?',
        )
    ],
    "colour-symmetric": [
        Broken(
            tiles("name: one, tiles: [RRRRRR, RRRBBB, BBBBBB, RRRRRB]", rules="[colour-symmetric]"),
            3,
            'exchanging "red" and "blue" changes the set: it has RRRRRB once and RBBBBB not at all',
        ),
        Broken(
            tiles(
                "name: one, tiles: [{tile: RRRRRR, copies: 2}, BBBBBB]", rules="[colour-symmetric]"
            ),
            3,
            "it has RRRRRR twice and BBBBBB once",
        ),
    ],
    "balanced-colours": [
        Broken(
            tiles(
                "name: one, generate: edges, where: {colours: 1, red: {sides: 6}}",
                "name: two, tiles: [BBBBBB]",
                rules="[balanced-colours: one]",
            ),
            3,
            "on different numbers of sides: red 6 and blue 0",
        ),
        Broken(
            tiles("name: one, tiles: [RRRRRR, RRRBBB]", rules="[balanced-colours]"),
            3,
            "on different numbers of sides: red 9 and blue 3",
        ),
        Broken(
            tiles("name: one, tiles: [R1-2 R3-4 B5-6]", rules="[balanced-colours]"),
            3,
            "on different numbers of strands: red 2 and blue 1",
        ),
    ],
    "every-colour-on-every-tile": [
        Broken(
            tiles("name: one, tiles: [RRRBBB, RRRRRR]", rules="[every-colour-on-every-tile]"),
            8,
            "one-2, RRRRRR, lacks blue",
        )
    ],
    "smallest-loop-possible": [
        Broken(
            "game: roads\nrules: [smallest-loop-possible]\n"
            "tiles: {shape: hexagon, size: 30mm, families: [{name: one, tiles: [1-4]}]}",
            2,
            "a path joins neighbouring sides on 0 tiles",
        ),
        Broken(
            tiles(
                "name: one, tiles: [R1-2 B3-4, R1-2 B4-5, {tile: R1-2 B3-5, copies: 1}]",
                rules="[smallest-loop-possible]",
            ),
            3,
            '"blue" joins neighbouring sides on 2 tiles; the smallest loop, round a corner, takes 3',
        ),
        Broken(
            tiles(
                "name: one, tiles: [{tile: R1-2 B3-4, copies: 3}]",
                shape="square",
                rules="[smallest-loop-possible]",
            ),
            3,
            "on 3 tiles; the smallest loop, round a corner, takes 4",
        ),
    ],
    "one-junction-at-most": [
        Broken(
            tiles("name: one, tiles: [R1-3-5 B2-4-6]", rules="[one-junction-at-most]"),
            8,
            "has 2 junctions",
        )
    ],
    "mirror-twins": [
        Broken(
            tiles("name: one, tiles: [R1-2 B4, RRBBBB]", rules="[mirror-twins]"),
            8,
            "fewer copies of the mirror twin B1 R3-4",
        )
    ],
    "nexus-all-ends": [
        Broken(
            tiles(
                "name: one, tiles: [R1-2 B3, R1 B2]",
                "name: nexus, tiles: [R1 B3]",
                rules="[nexus-all-ends]",
            ),
            8,
            'R1 B2, has only ends and is in the family "one"',
        ),
        Broken(
            tiles("name: nexus, tiles: [R1 B3, R1-2 B3]", rules="[nexus-all-ends]"),
            8,
            'has a line and is in the family "nexus"',
        ),
        Broken(
            tiles("name: one, tiles: [R1-2 B3]", rules="[nexus-all-ends]"), 3, 'no family "nexus"'
        ),
    ],
    "designers-count": [
        Broken(
            changed(
                PATH,
                (
                    "exclude: {terminals: 6, rotations: 1}",
                    "exclude: [{terminals: 6, rotations: 1}, {strands: 1, straights: 1}]",
                ),
                ("expect: 37", "expect: 36"),
                ("expect: 40", "expect: 39"),
            ),
            line_of(PATH, "name: path"),
            'the family "path" lacks 1-4',
        ),
        Broken(
            changed(
                PATH,
                (
                    "exclude: {terminals: 6, rotations: 1}",
                    "exclude: {terminals: 6, rotations: 1, junctions: 0}",
                ),
                ("expect: 37", "expect: 38"),
                ("expect: 40", "expect: 41"),
            ),
            line_of(PATH, "name: path"),
            'the family "path" should not have 1-2-3-4-5-6',
        ),
        Broken(
            "game: squares\nrules: [designers-count]\ntiles: {shape: square, size: 30mm, families:"
            " [{name: path, tiles: [1-2]}, {name: start, tiles: [1-3]}]}",
            2,
            "the designer counts hexagons with one terminal a side",
        ),
        Broken(
            changed(PATH, ("name: start", "name: begin"), ("  - start-tiles\n", "")),
            line_of(PATH, "- designers-count"),
            'this rule is about "start", but the game has no',
        ),
    ],
    "start-tiles": [
        Broken(
            changed(
                PATH,
                ("{tile: 1-2-3-4-5-6, mark: {ring: sky}}", "{tile: 1-2-3-4-5-6, mark: {dot: sky}}"),
            ),
            line_of(PATH, "{ring: sky}"),
            "start-2 is not a junction of all sides with a ring in a player's colour",
        ),
        Broken(
            changed(PATH, ("players: {min: 2, max: 3}", "players: {min: 2, max: 2}")),
            line_of(PATH, "- start-tiles"),
            "2 players need 2 start tiles in 2 colours; there are 3 in 3",
        ),
    ],
    "specials-lack-different-colours": [
        Broken(
            changed(AUCTION, ("ROYGSP, ROYGSB]", "ROYGSP, RYOGSP]")),
            line_of(AUCTION, "- specials-lack"),
            '2 special tiles without "blue", not 1: special-6, special-7',
        ),
        Broken(
            changed(AUCTION, ("mark: dot", "mark: star")),
            line_of(AUCTION, "tiles: [OYGSBP"),
            "special-1 has no dot",
        ),
    ],
}

CASES = [
    pytest.param(rule, broken, id=f"{rule}-{number}")
    for rule, cases in BROKEN.items()
    for number, broken in enumerate(cases)
]


@pytest.mark.parametrize(("rule", "broken"), CASES)
def test_a_set_that_breaks_just_one_rule(rule: str, broken: Broken) -> None:
    """Only that rule speaks, at the right line, with the right words."""
    findings = [each for each in findings_of(broken.text) if each.severity is not Severity.NOTE]
    assert {(each.rule, each.severity) for each in findings} == {(rule, broken.severity)}
    assert broken.message in findings[0].message
    assert findings[0].place.line == broken.line


def test_every_rule_has_a_set_that_breaks_it() -> None:
    """No rule is without its failing example."""
    rules = {rule.name for rule in (*SET_RULES, *NAMED_RULES, *game_rules())}
    assert {*BROKEN, *BROKEN_PIECES} == rules | {"unknown-rule"}


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


def test_findings_come_in_file_order() -> None:
    """All findings at once, from the top of the file to its end."""
    findings = findings_of(
        tiles(
            "name: one, tiles: [RRRRRR, RRRRRR], expect: 7",
            "name: two, generate: strands, where: {lines: 9}",
            rules="[nonsense, every-colour-on-every-tile]",
        )
    )
    assert [(each.rule, each.place.line) for each in findings] == [
        ("unknown-rule", 3),
        ("every-colour-on-every-tile", 8),
        ("distinct-tiles", 8),
        ("every-colour-on-every-tile", 8),
        ("expect", 8),
        ("empty-family", 9),
    ]


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
    text = tiles("name: one, tiles: [R1-2 ring:R, B1-2 ring:B]", rules="[colour-symmetric]")
    assert findings_of(text) == ()


def test_edges_do_not_have_to_make_loops() -> None:
    """Only colours of strands need a smallest loop."""
    text = tiles(
        "name: one, generate: [edges, strands], edge: {colours: [blue]}, strand: {colours: [red]},"
        " where: {lines: 1}, copies: 3",
        rules="[smallest-loop-possible]",
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
