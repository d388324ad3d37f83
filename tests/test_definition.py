"""Definitions: the values that are read, and the message for every mistake in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.basics.errors import InvalidDefinition, UnusableInput
from pnp.definition import load_definition
from pnp.tiles import Shape
from tests.conftest import defined

# Each line has nine times what the one before it has.
BOMB = "a: &a [x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

GOOD = """\
game: sample
colours: {red: "#C8372D", blue: }
tiles:
  shape: square
  size: 1.5in
  families:
    - {name: one, generate: edges}
"""


def problems(text: str) -> list[tuple[str, int, int, str]]:
    """Rule, line, column and message of every finding about a text that cannot be read."""
    with pytest.raises(InvalidDefinition) as caught:
        defined(text)
    return [
        (each.rule, each.place.line, each.place.column, each.message)
        for each in caught.value.findings
    ]


def problem(text: str) -> tuple[str, int, int, str]:
    """The only finding about a text."""
    (only,) = problems(text)
    return only


def changed(old: str, new: str) -> str:
    """The good file with one thing changed."""
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def test_a_good_file_is_read() -> None:
    """Names, lengths and defaults."""
    definition = defined(GOOD)
    assert (definition.game, definition.title) == ("sample", "sample")
    assert definition.main_group.geometry == (Shape.SQUARE, 1, 1)
    assert definition.main_group.size == 38.1
    assert [(ink.name, ink.code, ink.fill) for ink in definition.inks] == [
        ("red", "R", "#C8372D"),
        ("blue", "B", "#1F5FA8"),
    ]
    assert [ink.pattern for ink in definition.inks] == ["solid", "diagonals"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "this file is empty"),
        ("# only a remark\n", (1, 1), "this file is empty"),
        ("a:\n  - {b: #FF0000}\n  - {c: 2}\n", (3, 3), "put a colour in quotes"),
        ("game: [one\ntiles: 2\n", (2, 6), r"the \"\[\" of line 1 is still open"),
        ("game: sample\n\ttiles: 2\n", (2, 1), "a tab indents this line"),
        ("game: a: b\n", (1, 8), "not YAML: a colon is not allowed here"),
        ("game: sample\n---\ngame: other\n", (2, 1), "not YAML"),
        ("? [a, b]\n: 1\n", (1, 3), "a key has to be a single word"),
        ("a: &x [*x]\n", (1, 4), "this value contains an alias of itself"),
        ("a: *nowhere\n", (1, 4), "undefined alias"),
        ("[" * 60 + "]" * 60, (1, 41), "nested more than 40 levels deep"),
        ("[" * 100_000, (1, 41), "nested more than 40 levels deep"),
        (BOMB, (7, 4), "aliases expand this to more than 200,000 values"),
        ("a: {lines: >=2}\n", (1, 12), "has to be in quotes"),
        ("a:\n  lines: >=2\n", (2, 11), "has to be in quotes"),
        ("a: {lines: !=2}\n", (1, 15), "has to be in quotes"),
        ("a: [b?, ?, ?]\n", (1, 12), "or [?] has to be in quotes"),
        ("a:\n  - 1: b\n  -2: c\n", (3, 3), 'a "-" that begins an item of a list needs a blank'),
        ("a:\n  -1: b\n  - 2: c\n", (2, 3), 'a "-" that begins an item of a list needs a blank'),
        ("a: 1\nb 2\nc: 3\n", (2, 1), 'this line has no colon; write "key: value"'),
        ("a:\n  b: 1\n c: 2\n", (3, 2), "indented unlike the lines before it"),
        ("a: {lines: !x 2}\n", (1, 12), "put a value that begins with ! in quotes"),
    ],
)
def test_a_file_that_is_no_tileset_at_all(text: str, place: tuple[int, int], message: str) -> None:
    """One message, with its place."""
    with pytest.raises(UnusableInput, match=message) as caught:
        defined(text)
    assert caught.value.place is not None
    assert caught.value.place[1:3] == place


def test_a_file_that_is_not_utf_8_has_its_byte_named(tmp_path: Path) -> None:
    """The first byte that cannot be read, with its place."""
    path = tmp_path / "latin.yaml"
    path.write_bytes("game: sample\ntitle: Caf\xe9\n".encode("latin-1"))
    with pytest.raises(UnusableInput, match="not UTF-8: byte 0xe9") as caught:
        load_definition(path)
    assert caught.value.place is not None
    assert caught.value.place[1:3] == (2, 11)


@pytest.mark.parametrize("data", [b"\xff\xfeg\x00", b"game: \x00\n", b"game: \x07\n"])
def test_a_file_of_other_bytes_is_unusable(tmp_path: Path, data: bytes) -> None:
    """UTF-16, a null and a control character."""
    path = tmp_path / "bytes.yaml"
    path.write_bytes(data)
    with pytest.raises(UnusableInput):
        load_definition(path)


def test_a_byte_order_mark_and_windows_lines_do_not_matter(tmp_path: Path) -> None:
    """Files from other editors are read, with the same places."""
    path = tmp_path / "windows.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load_definition(path).families[0].place[1:3] == (7, 7)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("game: sample", "gane: sample", ("unknown-key", 1, 1, 'did you mean "game"?')),
        ("game: sample", "game: ../evil", ("name", 1, 7, 'cannot be called "../evil"')),
        ("game: sample", "game: Sample", ("name", 1, 7, 'cannot be called "Sample"')),
        (
            "game: sample",
            "game:",
            ("structure", 1, 6, "the name of a game has to be a single value"),
        ),
        ("size: 1.5in", "size: 0", ("length", 5, 9, "greater than 0")),
        ("size: 1.5in", "size: -3mm", ("length", 5, 9, "greater than 0")),
        ("size: 1.5in", "size: wide", ("length", 5, 9, "is not a length")),
        ("size: 1.5in", "size: 3 miles", ("length", 5, 9, "is not a length")),
        ("size: 1.5in", "size: 1mm", ("length", 5, 9, "has to be 5 mm to 1000 mm, not 1mm")),
        ("size: 1.5in", "size: 2000mm", ("length", 5, 9, "has to be 5 mm to 1000 mm")),
        ("size: 1.5in", "size: \uff13\uff10mm", ("length", 5, 9, "is not a length")),
        ("game: sample", "game: " + "x" * 41, ("name", 1, 7, "at most 40 characters, not 41")),
        (
            "game: sample",
            "game: sample\ntitle: " + "x" * 61,
            ("structure", 2, 8, "at most 60 characters"),
        ),
        (
            "game: sample",
            "game: sample\nrules: [a, a]",
            ("duplicate-key", 2, 12, 'the rule "a" appears twice'),
        ),
        ("game: sample", "game: [sample]", ("structure", 1, 7, "the name of a game")),
        ("shape: square", "shape: sqare", ("unknown-word", 4, 10, 'did you mean "square"?')),
        ("generate: edges", "generate: edge", ("unknown-word", 7, 29, 'did you mean "edges"?')),
        ("generate: edges", "genrate: edges", ("unknown-key", 7, 19, 'did you mean "generate"?')),
        ("red:", "no:", ("name", 2, 11, "YAML tools read it as yes or no")),
        ("red:", "0x12:", ("name", 2, 11, 'cannot be called "0x12"')),
        ("red:", "1:30:", ("name", 2, 11, 'cannot be called "1:30"')),
        ("red:", "~:", ("structure", 2, 11, "has to be a single value")),
        ("red:", "lines:", ("name", 2, 11, "another meaning")),
        ('"#C8372D"', "#C8372D", None),
        ('"#C8372D"', "crimson", ("ink", 2, 16, '"#RRGGBB", in quotes, not crimson')),
        ('"#C8372D"', "{fill: ok}", ("ink", 2, 23, '"#RRGGBB", in quotes, not ok')),
        ('"#C8372D"', "{lin: thick}", ("unknown-key", 2, 17, 'did you mean "line"?')),
        ('"#C8372D"', "{line: thik}", ("unknown-word", 2, 23, 'did you mean "thick"?')),
        ('"#C8372D"', "{letter: rr}", ("letter", 2, 25, "letter has to be a capital")),
        ("blue: ", "red: ", ("duplicate-key", 2, 27, "appears twice; remove one of the two")),
    ],
)
def test_a_mistake_is_named_with_its_place(
    old: str, new: str, expected: tuple[str, int, int, str] | None
) -> None:
    """One change to a good file gives one finding, where the change is."""
    text = changed(old, new)
    if expected is None:
        # A bare # opens a remark, and what follows it is gone: no mapping is closed any more.
        with pytest.raises(UnusableInput):
            defined(text)
        return
    rule, line, column, message = problem(text)
    assert (rule, line, column) == expected[:3]
    assert expected[3] in message


FAMILY = """\
game: sample
colours: [red, blue]
tiles:
  shape: hexagon
  size: 30mm
  families:
    - name: one
      generate: strands
      {entry}
"""


@pytest.mark.parametrize(
    ("entry", "rule", "message"),
    [
        ("where: {lnies: 2}", "unknown-predicate", 'did you mean "lines"?'),
        (
            "where: {purple: {lines: 1}}",
            "unknown-predicate",
            'no property of a tile is called "purple"',
        ),
        ("where: {lines: many}", "number", "is not a number or a comparison"),
        ("where: {lines: 1.0}", "number", "is not a number or a comparison"),
        ("where: {lines: 3..1}", "number", "empty range"),
        ("where: {lines: []}", "number", "the list is empty"),
        ("where: {chiral: perhaps}", "structure", "has to be yes or no"),
        ("where: {pattern: AAB}", "pattern", "for each of the 6 sides, not AAB"),
        ("where: {any: {lines: 1}}", "structure", "any has to be a list"),
        ("where: {any: []}", "structure", "any is empty"),
        ("where: [lines, 2]", "structure", "where has to be a mapping"),
        ("where: {not: 3}", "structure", "not has to be a mapping"),
        ("exclude: {lines: 1, lines: 2}", "duplicate-key", '"lines" appears twice'),
        ("exclude: {}", "structure", "exclude is empty"),
        (
            "colours: [red, bleu]",
            "unknown-colour",
            'there is no colour "bleu"; did you mean "blue"?',
        ),
        ("colours: {red: sometimes}", "number", "red: 'sometimes' is not a number"),
        ("strand: {ports: 9}", "structure", "can touch 1 to 6 ports, not 9"),
        ("strand: {size: 2}", "unknown-key", 'strand has no "size"'),
        ("edge: {blank: yes}", "structure", '"edge" needs "generate: edges"'),
        ("mark: blob", "mark", "unknown mark 'blob'"),
        ("mark: strar", "mark", 'did you mean "star"?'),
        ("mark: {ring: gold}", "unknown-colour", 'there is no colour "gold"'),
        ("mark: {ring: red, dot: red}", "structure", "a mark is one of"),
        ("copies: 0", "number", "1 or more, not 0"),
        ("copies: -1", "number", "1 or more, not -1"),
        ("expect: 1e3", "number", "0 or more, not 1e3"),
        ("expect: lots", "number", "0 or more, not lots"),
        ("tiles: [1-9]", "notation", "ports of this tile are 1 to 6"),
        ("tiles: [G1-2]", "notation", "'G' is not a colour code of this set; the codes are R, B"),
        ("tiles: 1-2", "structure", "tiles has to be a list"),
        ("tiles: [{mark: dot}]", "missing-key", 'a tile needs "tile"'),
        ("tiles: [{tile: 1-2, copes: 2}]", "unknown-key", 'did you mean "copies"?'),
        ("tiles: [1-2]\n      selection: maybe", "structure", "selection has to be yes or no"),
        ("selection: yes", "structure", '"selection" needs "tiles"'),
        ("colours: [red, red]", "duplicate-key", 'the colour "red" appears twice'),
        ("colours: red\n      strand: {colours: blue}", "structure", '"colours" has no effect'),
        ("tiles: [1-\uff12]", "notation", "neither edges"),
        ("where: {lines: \uff12}", "number", "is not a number"),
        ("where: {lines: " + "9" * 5000 + "}", "number", "is not a number"),
        ("copies: 1001", "number", "at most 1,000, not 1001"),
        ("copies: 99999999999999", "number", "at most 1,000, not 99999999999999"),
        ("mark: {label: VWXYZ}", "mark", "at most 4 characters"),
        ("mark: {label: a b}", "mark", "a label is one word"),
        ('mark: {label: ""}', "mark", "a label is one word"),
        ("symmetry: none", "unknown-key", 'a family has no "symmetry"'),
    ],
)
def test_a_mistake_in_a_family_is_named(entry: str, rule: str, message: str) -> None:
    """Each where the entry is, in line 9 or below it."""
    found_rule, line, _, found = problem(FAMILY.format(entry=entry))
    assert found_rule == rule
    assert line in (9, 10)
    assert message in found


def test_all_mistakes_are_reported_at_once() -> None:
    """Reading goes on after a mistake; findings come in file order."""
    text = """\
    game: sample
    colour: [red]
    tiles:
      shape: hexagon
      symmetry: rotation
      size: 0
      families:
        - {name: one, generate: strands, where: {lnies: 2}}
        - {name: one, generate: strands, copies: none}
        - {generate: strands}
        - {name: four}
    rules: [{colour-symmetric: two}]
    """
    assert [(rule, line) for rule, line, _, _ in problems(text)] == [
        ("unknown-key", 2),
        ("unknown-word", 5),
        ("length", 6),
        ("unknown-predicate", 8),
        ("duplicate-key", 9),
        ("number", 9),
        ("missing-key", 10),
        ("missing-key", 11),
        ("unknown-family", 12),
    ]


SLIPS = """\
game: Sample
title: Game #1
colours: {red: {line: thik}, green: , blue: {fill: navy}}
players: {min: 4, max: 2}
notes: {one: two}
tiles:
  shape: hexagn
  size: 1mm
  ports: many
  families:
    - name: one
      generate: strands
      colours: {red: once, bleu: twice}
      where: {lnies: 2, pattern: AB}
      copies: lots
      tiles: [R1-9, {tile: R1-2, mark: {ring: purple}, copy: 2}]
    - {name: two, generate: strand}
  familes: 3
pieces:
  boards:
    - {name: sea, hexhex: 3, cell: 9mm, cells: {here: [A1, Z9], there: {sign: son, cells: edge}}}
    - {name: sky, hexhex: 99, cell: 9mm, cells: {here: [Z9]}}
  cards:
    - {name: deck, generate: opposites, pairs: [[red, green], [red, gren], [red]]}
  tokens:
    - {name: chip, size: 9mm, count: players * one + coins, front: moon}
  pads: [sea]
rules: [{colour-symmetric: thre}, unknown]
"""


def test_one_mistake_hides_no_other() -> None:
    """A wrong shape, number of ports or name is one finding, and everything else is still read.

    A tile, a pattern or a cell is not judged by a shape or a size that could not be read.
    """
    assert [(line, message.partition(";")[0]) for _, line, _, message in problems(SLIPS)] == [
        (1, 'a game cannot be called "Sample": a name is made of small letters, digits and hyphens,'
         " and starts with a letter"),
        (2, 'title ends at "Game": YAML takes #1 as a comment'),
        (3, 'line cannot be "thik"'),
        (3, 'fill has to be "#RRGGBB", in quotes, not navy'),
        (4, "players: min 4 is more than max 2"),
        (5, "a note has to be a single value"),
        (7, 'shape cannot be "hexagn"'),
        (8, "size has to be 5 mm to 1000 mm, not 1mm"),
        (9, "ports has to be a whole number, 1 or more, not many"),
        (13, 'there is no colour "bleu"'),
        (14, 'no property of a tile is called "lnies"'),
        (15, "copies has to be a whole number, 1 or more, not lots"),
        (16, 'there is no colour "purple"'),
        (16, 'a tile has no "copy"'),
        (17, 'generate cannot be "strand"'),
        (18, 'tiles has no "familes"'),
        (21, 'the board has no cell "Z9"'),
        (21, 'sign cannot be "son"'),
        (22, "hexhex has to be a whole number, at most 13, not 99"),
        (24, 'there is no colour "gren"'),
        (24, "a pair has two colours, not 1"),
        (26, "size has to be 10 mm to 80 mm, not 9mm"),
        (26, 'there is no number "coins"'),
        (27, 'the name "sea" is taken: one name means one thing'),
        (28, 'there is no family or piece "thre"'),
    ]  # fmt: skip


def test_what_a_misspelt_key_holds_is_read() -> None:
    """A section under a key that is nearly right is read as that section."""
    text = """\
    game: sample
    colour: {red: , blue: }
    tiles:
      shape: square
      size: 30mm
      famlies:
        - {name: one, generate: edges, where: {rde: {sides: 2}}}
    peices: {tokens: [{name: chip, size: 20mm, count: one, front: star, shape: oval}]}
    rules: [balanced-colours: one]
    """
    assert [(rule, line) for rule, line, _, _ in problems(text)] == [
        ("unknown-key", 2),
        ("unknown-key", 6),
        ("unknown-predicate", 7),
        ("unknown-key", 8),
        ("unknown-word", 8),
    ]


def test_nothing_is_missed_in_a_part_that_cannot_be_read() -> None:
    """Without its colours, families or pieces a file has one finding: not one for each reference."""
    head = "game: sample\n"
    pieces = "pieces: {tokens: [{name: chip, size: 20mm, count: one, colours: [red]}]}\n"
    tiles = "tiles: {shape: square, size: 30, families: [{name: one, generate: edges, where: {red: {sides: 2}}}]}\n"
    assert problem(f"{head}colours: many\n{tiles}{pieces}")[1] == 2
    assert problem(f"{head}colours: [red]\ntiles: none\n{pieces}rules: [complete: one]")[1] == 3
    assert problem(f"{head}colours: [red]\n{tiles}pieces: none\nrules: [every-pair: deck]")[1] == 4


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("game: sample", "game: sample\ntitle: Game #1", ("comment", 2, 8, 'write "Game #1" in')),
        ("game: sample", "game: sample\ntitle: #1", ("structure", 2, 7, "takes #1 as a comment")),
        ("game: sample", "game: sample\nnotes: [one,\n  two #three\n  ]", ("comment", 3, 3, "#three")),
        ("game: sample", "game: sample\ntitle: Game # the first", None),
        ("game: sample", 'game: sample\ntitle: "Game" #1', None),
        ("size: 1.5in", "size: 1.5in #inch", None),
        ('{red: "#C8372D", blue: }', "\n  red: #C8372D\n  blue:", ("structure", 3, 7, "#C8372D as")),
        ('{red: "#C8372D", blue: }', "\n  red: #f00\n  blue:", ("structure", 3, 7, "takes #f00")),
        ('{red: "#C8372D", blue: }', "\n  red: # C8372D\n  blue: #todo", None),
    ],
)  # fmt: skip
def test_a_value_that_yaml_cuts_off_is_an_error(
    old: str, new: str, expected: tuple[str, int, int, str] | None
) -> None:
    """A colour without quotes, or a # right before a word; a comment with a blank is a comment."""
    text = changed(old, new)
    if expected is None:
        defined(text)
        return
    rule, line, column, message = problem(text)
    assert (rule, line, column) == expected[:3]
    assert expected[3] in message


def test_a_colour_that_leaves_a_bracket_open_is_named() -> None:
    """In braces, too, the message says what to do about the colour."""
    with pytest.raises(UnusableInput, match="put a colour in quotes"):
        defined(changed('"#C8372D"', "#C8372D"))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("- a\n- b\n", "structure"),
        ("just a text\n", "structure"),
        ("game: a\n", "missing-key"),
        ("game: a\ntiles: 7\n", "structure"),
        ("game: a\ntiles: {shape: square, size: 30, families: none}\n", "structure"),
        ("game: a\ntiles: {shape: square, size: 30, families: []}\n", "structure"),
        ("game: a\ntiles: {shape: square, size: 30, families: [7]}\n", "structure"),
        ("game: a\ncolours: 0\ntiles: {shape: square, size: 30, families: []}\n", "number"),
        ("game: a\ncolours: 1001\ntiles: {shape: square, size: 30, families: []}\n", "number"),
        ("game: a\ncolours: [[a]]\ntiles: {shape: square, size: 30, families: []}\n", "structure"),
        (
            "game: a\nplayers: {min: 3, max: 2}\ntiles: {shape: square, size: 30, families: []}\n",
            "number",
        ),
        (
            "game: a\nplayers: {min: 3}\ntiles: {shape: square, size: 30, families: []}\n",
            "missing-key",
        ),
        ("game: a\nrules: strict\ntiles: {shape: square, size: 30, families: []}\n", "structure"),
        (
            "game: a\nrules: [{a: b, c: d}]\ntiles: {shape: square, size: 30, families: []}\n",
            "structure",
        ),
        ("game: a\ntiles: {shape: square, ports: 5, size: 30, families: []}\n", "number"),
        (
            "game: a\ncolours: {red: {letter: R}, rose: {letter: R}}\ntiles: {shape: square, size: 30, families: []}\n",
            "distinct-letters",
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_a_finding(text: str, rule: str) -> None:
    """A list where a mapping belongs, a number that cannot be: never a traceback."""
    assert rule in [found for found, _, _, _ in problems(text)]


def test_without_a_shape_tiles_are_not_blamed() -> None:
    """A misspelt shape is the only finding: without a shape, no number of edges is wrong."""
    text = "game: a\ncolours: 2\ntiles: {shape: sqare, size: 30, families: [{name: b, tiles: [AABB]}]}\n"
    assert problem(text)[0] == "unknown-word"


@pytest.mark.parametrize(
    ("colours", "codes"),
    [
        ("[red, rose, rust, ruby]", ["R", "Ro", "Ru", "Rb"]),
        ("[red, rose, r1]", ["R", "Ro", "A"]),
        ("{red: {letter: B}, blue: , black: }", ["B", "Bl", "Ba"]),
        ("28", [*map(chr, range(65, 91)), "Aa", "Ab"]),
        ('["no", "on"]', ["N", "O"]),
    ],
)
def test_every_colour_has_a_code_of_its_own(colours: str, codes: list[str]) -> None:
    """The letter that is written, else the initial, else the initial and another letter, else what is free."""
    definition = defined(
        f"game: a\ncolours: {colours}\n"
        "tiles: {shape: square, size: 30, families: [{name: b, generate: edges}]}\n"
    )
    assert list(definition.codes) == codes


@pytest.mark.parametrize("mark", ["{ring: blue}", "ring:B", '"ring:B"'])
def test_a_mark_may_be_written_in_two_ways(mark: str) -> None:
    """By the colour's name, or as in the notation."""
    definition = defined(FAMILY.format(entry=f"mark: {mark}"))
    assert definition.families[0].mark == ("ring", 1, "")


def test_lengths_have_units() -> None:
    """Millimetres, centimetres, inches and points; a bare number is in millimetres."""
    texts = ("30", "30mm", "3 cm", "2in", "72pt")
    sizes = [defined(changed("1.5in", text)).main_group.size for text in texts]
    assert sizes == [30, 30, 30, 50.8, 25.4]


def test_yaml_does_not_turn_words_into_other_things() -> None:
    """`001122` stays a text, `no` in a title stays no, dates stay as they are written."""
    definition = defined(
        changed(
            "game: sample", "game: sample\ntitle: no\nlicence: 2013-04-01\nnotes: [001122, 1:30]"
        )
    )
    assert (definition.title, definition.licence) == ("no", "2013-04-01")
    assert definition.notes == ("001122", "1:30")


def test_anchors_and_aliases_are_read() -> None:
    """A value that is written once may be used twice."""
    definition = defined("""\
        game: sample
        colours: [red, blue]
        tiles:
          shape: hexagon
          size: 30mm
          families:
            - {name: one, generate: strands, colours: &both {red: once, blue: once}, where: {lines: 2}}
            - {name: two, generate: strands, colours: *both, where: {lines: 1}}
        """)
    one, two = definition.families
    assert one.universe is not None
    assert two.universe is not None
    assert one.universe.strand_colours == two.universe.strand_colours
