"""Loops, references and keys with fields: measured on the printed piece, against rules of our own."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.basics import limits
from pnp.basics.errors import Source
from pnp.definition.loops import LOOP
from pnp.definition.reading import Reader, compose
from pnp.definition.references import Scope, TextList, WrongReference, parts_of, reference
from pnp.kinds import listing, piece_findings
from pnp.scene.geometry import Box
from tests.faces import (
    DPI,
    SAFE,
    all_findings,
    box_of,
    card_set,
    is_box,
    near,
    pieces_in,
    printed,
    raster_of,
)
from tests.paper import blobs

RED, BLUE = "#D01010", "#1010D0"


def boxes(text: str, colour: str) -> list[Box]:
    """The boxes of all spots in a colour, from the top left, line by line."""
    found = blobs(near(printed(text), colour), DPI)
    made = [Box(at.left, at.top, at.right - at.left, at.bottom - at.top) for at in found]
    return sorted(made, key=lambda box: (round(box.y), box.x))


# ----------------------------------------------------------------------------------------- loops


def test_a_loop_draws_its_element_in_each_round() -> None:
    """Squares of 3 mm, 8 mm apart, from 2 mm on; the step leaves out every other number."""
    face = (
        '- {for: "i in 0..5 step 2", shape: rectangle, fill: "#D01010", width: 3mm, height: 3mm,'
        ' x: "{i * 4 + 2}mm", y: 1mm}'
    )
    found = boxes(card_set(face), RED)
    assert len(found) == 3
    for number, box in enumerate(found):
        assert is_box(box, Box(SAFE.x + 2 + 8 * number, SAFE.y + 1, 3.0, 3.0))


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("5..1", "54321"),
        ("5..1 step 2", "531"),
        ("5..1 step -2", "531"),
        ("1..1", "1"),
        ("{n}..1 step -1", "321"),
        ("{n}..1", ""),
        ("{n}..1 step {down}", "31"),
    ],
)
def test_a_loop_counts_down(written: str, wanted: str) -> None:
    """By itself from a larger number to a smaller one; with a field only if its step says so."""
    found = LOOP.read(Reader(), compose(Source("f", f'"i in {written}"')), "for")
    assert found is not None
    values = [each["i"] for each in found.value.rounds(Scope({"n": "3", "down": "-2"}))]
    assert "".join(values) == wanted


@pytest.mark.slow
@given(st.lists(st.text("XO.", min_size=3, max_size=3), min_size=1, max_size=4))
@settings(max_examples=12, deadline=None)
def test_a_text_is_a_grid(lines: list[str]) -> None:
    """Each character has a cell in its line; a table says what it looks like."""
    face = """
tables: {ink: {X: "#D01010", O: "#1010D0", ".": none}}
front:
  - rows:
      - for: line in lines of {grid}
        height: 6mm
        columns:
          - {for: "c in characters of {line}", shape: rectangle, fill: "{ink[c]}", width: 6mm}
"""
    card = f"{{grid: [{', '.join(lines)}]}}"
    page = printed(card_set(face, [card]))
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            down, across = ((SAFE.y + 6 * row + 3) * 5, (SAFE.x + 6 * column + 3) * 5)
            seen = page[int(down), int(across)] * 255
            wanted = {"X": (0xD0, 0x10, 0x10), "O": (0x10, 0x10, 0xD0), ".": (255, 255, 255)}[sign]
            assert np.allclose(seen, wanted, atol=6), (row, column)


def test_a_loop_in_rows_gives_rows() -> None:
    """Three rows of one height share the box with the row that is there once."""
    face = """
- rows:
    - {for: "i in 1..{n}", shape: rectangle, fill: "#D01010", inset: 1mm}
    - {shape: rectangle, fill: "#1010D0"}
"""
    text = card_set(face, ["{n: 3}"])
    height = SAFE.height / 4
    for number, box in enumerate(boxes(text, RED)):
        top = SAFE.y + number * height + 1
        assert is_box(box, Box(SAFE.x + 1, top, SAFE.width - 2, height - 2))
    assert is_box(boxes(text, BLUE)[0], Box(SAFE.x, SAFE.y + 3 * height, SAFE.width, height))


def test_a_loop_that_is_arranged_shares_one_box() -> None:
    """The rounds lie in a row of fixed size in the middle, and know their numbers."""
    face = """
- for: "n, s in {sides}"
  arrange: row
  each: 8 x 4mm
  gap: 2mm
  layers:
    - {shape: rectangle, fill: "#D01010", if: n != 2}
    - {shape: rectangle, fill: "#1010D0", if: n = 2}
"""
    text = card_set(face, ["{sides: [a, b, c]}"])
    left, top = 30.0 - 14, 40.0 - 2
    one, three = boxes(text, RED)
    (two,) = boxes(text, BLUE)
    for number, box in enumerate((one, two, three)):
        assert is_box(box, Box(left + 10 * number, top, 8.0, 4.0))


def test_loops_are_nested() -> None:
    """The inner loop goes as far as the outer one says: 1 + 2 + 3 squares."""
    face = """
- for: "i in 1..3"
  layers:
    - {for: "j in 1..{i}", shape: rectangle, fill: "#D01010", width: 2mm, height: 2mm, x: "{j * 4}mm", y: "{i * 4}mm"}
"""
    found = boxes(card_set(face), RED)
    wanted = [(i, j) for i in (1, 2, 3) for j in range(1, i + 1)]
    assert len(found) == len(wanted)
    for box, (i, j) in zip(found, wanted, strict=True):
        assert is_box(box, Box(SAFE.x + 4 * j, SAFE.y + 4 * i, 2.0, 2.0))


def test_a_loop_without_values_draws_nothing() -> None:
    """Up to 0 or down from it, of which a field says so, and over an empty field."""
    for source in (
        "i in 1..{zero}",
        "i in {zero}..1 step -1",
        "i in {none}",
        "i in characters of {none}",
    ):
        face = (
            'fields: {none: optional, zero: 0}\nfront:\n  - {text: "{none}", if: zero = 1}\n'
            f'  - {{for: "{source}", shape: fill, fill: "{RED}"}}'
        )
        assert not near(printed(card_set(face)), RED).any()
        assert not all_findings(card_set(face))


@pytest.mark.slow
def test_the_limits_of_loops() -> None:
    """The last round that is allowed is drawn; one more is an error, in one loop and in all of a side."""
    one = '- {{for: "i in 1..{many}", shape: circle, if: i = 0}}'
    assert not all_findings(card_set(one.format(many=limits.MOST_ROUNDS)))
    assert all_findings(card_set(one.format(many=limits.MOST_ROUNDS + 1)))
    two = '- {{for: "i in 1..{many}", layers: [{{for: "j in 1..999", shape: circle, if: j = 0}}]}}'
    assert not all_findings(card_set(two.format(many=limits.MOST_ROUNDS_IN_ALL // 1000)))
    assert all_findings(card_set(two.format(many=limits.MOST_ROUNDS_IN_ALL // 1000 + 1)))


def test_an_error_in_a_loop_is_one_finding_for_all_pieces() -> None:
    """Three cards, four rounds, one message, which counts the others."""
    face = (
        '- {for: "i in 1..4", text: "{word[i]}", height: 8mm, at: top, width: 8mm, x: "{i * 10}mm"}'
    )
    (found,) = [
        each
        for each in all_findings(card_set(face, ["{word: ABC}", "{word: AB}", "{word: ABCD}"]))
        if each.rule == "value"
    ]
    assert found.message == (
        'deck-1: "word" has 3 characters, so there is no word[4] (2 more pieces like this: deck-2)'
    )


# -------------------------------------------------------------------------- fields in every key

KEYS = [
    ("turn: {}", "37", "sign: arrow, width: 20mm, height: 20mm, at: centre"),
    ("turn: {}", "-90", "sign: arrow, width: 20mm, height: 20mm, at: centre"),
    ("x: {}", "-2mm", "sign: sun, width: 20mm, height: 20mm, at: right"),
    ("y: {}", "12%", "sign: sun, width: 20mm, height: 20mm, at: top"),
    ("width: {}", "40%", "shape: rectangle, fill: '#D01010', height: 20mm, at: top"),
    ("height: {}", "7mm", "shape: rectangle, fill: '#D01010', width: 20mm, at: top"),
    ("inset: {}", "4mm", "shape: rectangle, fill: '#D01010'"),
    ("inset: [1mm, {}]", "4mm", "shape: rectangle, fill: '#D01010'"),
    ("at: {}", "bottom left", "shape: rectangle, fill: '#D01010', width: 9mm, height: 9mm"),
    ("area: {}", "bleed", "shape: rectangle, fill: '#D01010'"),
    ("shape: {}", "circle", "fill: '#D01010'"),
    ("radius: {}", "9mm", "shape: rounded, fill: '#D01010'"),
    ("stroke: '#D01010 {}'", "1mm", "shape: circle"),
    ("both-ways: {}", "yes", "sign: sun, width: 9mm, height: 9mm, at: top left"),
    ("size: {}", "20pt", "text: A text"),
    ("size: '{}..9pt'", "20", "text: A text"),
    ("align: {}", "right bottom", "text: A text"),
    ("bold: {}", "yes", "text: A text"),
    ("lines: {}", "1", "text: A text that is longer than a line of this card, size: 20..5pt"),
    ("wrap: {}", "no", "text: A text that is longer than a line of this card, size: 20..5pt"),
    ("arrange: {}", "column", "sign: sun, repeat: 3"),
    ("each: {}", "9 x 5mm", "shape: rectangle, fill: '#D01010', repeat: 3"),
    ("each: '{} x 5mm'", "9", "shape: rectangle, fill: '#D01010', repeat: 3"),
    ("gap: {}", "3mm", "sign: sun, repeat: 3"),
]


@pytest.mark.parametrize(("key", "value", "rest"), KEYS, ids=[f"{k} {v}" for k, v, _ in KEYS])
def test_a_field_stands_for_the_value_of_any_key(key: str, value: str, rest: str) -> None:
    """With the field, and in a loop, it is drawn as it is with the value; without the key it is not."""

    def page(key: str) -> bytes:
        card = f'{{v: "{value}"}}' if "{v}" in key else "{}"
        return printed(card_set(f"- {{{key}, {rest}}}", [card]), dpi=50).tobytes()

    wanted = page(key.format(value if "'" in key else f'"{value}"'))
    filled = key.format("{v}" if "'" in key else '"{v}"')
    looped = key.format("{w}" if "'" in key else '"{w}"')
    assert page(filled) == wanted
    assert page(f'for: "w in lines of {{v}}", {looped}') == wanted
    if not key.startswith("shape"):
        assert page("name: same") != wanted


def test_a_part_of_a_picture_from_fields(tmp_path: Path) -> None:
    """The right half is blue: its left end and its width come from the piece."""
    art = f'<rect width="30" height="20" fill="{RED}"/><rect x="30" width="30" height="20" fill="{BLUE}"/>'
    (tmp_path / "art.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">{art}</svg>'
    )
    face = '- {image: art.svg, crop: ["{left}", 0, "{wide}%", 100]}'
    (tmp_path / "game.yaml").write_text(card_set(face, ["{left: 50, wide: 50}"]))
    page = raster_of(next(iter(listing(pieces_in(tmp_path / "game.yaml")))))
    assert near(page, BLUE).any() and not near(page, RED).any()


def test_an_empty_field_leaves_its_key_out() -> None:
    """A card without a value is as if the face did not have the key."""
    face = 'fields: {{v: optional}}\nfront:\n  - {{shape: rectangle, fill: "{ink}"{key}}}'
    one = printed(card_set(face.format(ink=RED, key=', inset: "{v}"'), ["{v: 3mm}", "{}"]), 1)
    two = printed(card_set(face.format(ink=RED, key=""), ["{}"]))
    assert np.array_equal(one, two)


def test_a_table_may_have_an_entry_for_all_other_values() -> None:
    """Under `else`; without it, a value that is not there is a mistake."""
    tables = {"ink": {"X": "red", "else": "none"}, "bare": {"X": "red"}}
    scope = Scope({"one": "X", "two": "Y", "none": ""}, tables)
    found = [reference(f"ink[{name}]").value(scope) for name in ("one", "two", "none")]
    assert found == ["red", "none", "none"]
    with pytest.raises(WrongReference, match='the table "bare" has no "Y"'):
        reference("bare[two]").value(scope)


@pytest.mark.parametrize("value", ["nan", "inf", "-Infinity", "1e999"])
@pytest.mark.parametrize("text", ["n", "n + 1"])
def test_only_finite_numbers_are_numbers(text: str, value: str) -> None:
    """A card may be called Inf, but nothing is as long, or repeated so often."""
    with pytest.raises(WrongReference, match=f'has to be a number; it is "{value}"'):
        reference(text).number(Scope({"n": value}))


# ------------------------------------------------------------------------------------ conditions


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("points >= 5", {5, 12}),
        ("points > 5", {12}),
        ("points < 5", {-3}),
        ("points <= 5", {-3, 5}),
        ("points <= -3", {-3}),
        ("points >= level", {5, 12}),
        ("points >= {level}", {5, 12}),
        ("points + 1 >= 6", {5, 12}),
        ("points % 2 = 1", {5, -3}),
        ("points = {level}", {5}),
        ("word[1] = 1", {12}),
        ("(points + 1) % 2 = 0", {5, -3}),
        ("level <= (points + 3) / 2", {12}),
        ("points > 0 and points < 10", {5}),
        ("points < 0 or points > 10", {-3, 12}),
        ("points = 5 and word != 5 and level = 5", set()),
        ("not points or points = 12", {"", 12}),
        ("points = 5 or width < 10mm", {5}),
        ("points = 5 and width < 10mm", set()),
        ("word = {level} and level", {5}),
        ('word = "12", "-3"', {12, -3}),
        ('name = "salt and pepper"', {12, 5, -3, ""}),
        ('name = "salt, or", "pepper"', set()),
    ],
)
def test_conditions_on_numbers(condition: str, wanted: set[int]) -> None:
    """Of cards with 12, 5, -3 and no points, and a level of 5, the right ones have a red ground."""
    face = f"""
fields: {{points: optional, level: optional, word: optional, name: salt and pepper}}
front:
  - {{shape: fill, fill: "{RED}", if: '{condition}'}}
"""
    points = [12, 5, -3, ""]
    cards = [f"{{points: {each}, level: 5, word: '{each or 0}'}}" for each in points]
    text = card_set(face, cards)
    found = {each for at, each in enumerate(points) if near(printed(text, at, dpi=25), RED).any()}
    assert found == wanted


# --------------------------------------------------------------------------- repeats of one size


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("arrange", ["row", "column", "grid", "pips", "suit"])
def test_repeated_elements_of_one_size(number: int, arrange: str) -> None:
    """Each is as large as it is written, however many there are."""
    face = f'- {{shape: rectangle, fill: "{RED}", repeat: {number}, arrange: {arrange}, each: 14 x 6mm, gap: 1mm}}'
    found = boxes(card_set(face), RED)
    assert len(found) == number
    assert all(is_box(box._replace(x=0.0, y=0.0), Box(0.0, 0.0, 14.0, 6.0)) for box in found)


def test_a_grid_of_one_size_has_as_many_in_a_row_as_fit() -> None:
    """Four of 12 mm and gaps of 1 mm fit into 53.6 mm: five are a row of four and one in the middle."""
    face = f'- {{shape: rectangle, fill: "{RED}", repeat: 5, arrange: grid, each: 12mm, gap: 1mm, align: left top}}'
    found = boxes(card_set(face), RED)
    assert [round(box.y - SAFE.y) for box in found] == [0, 0, 0, 0, 13]
    assert abs(found[0].x - SAFE.x) < 0.3
    assert abs(found[4].centre.x - (SAFE.x + 25.5)) < 0.3


@pytest.mark.parametrize("what", ["image: wide.svg", "sign: wide", "sign: wide.svg"])
@pytest.mark.parametrize(
    ("arrange", "height"), [("row", 40.0 / 6), ("column", 26.0), ("grid", 20.0)]
)
def test_pictures_keep_their_proportions(
    tmp_path: Path, what: str, arrange: str, height: float
) -> None:
    """Three of 60 x 30 in a box of 40 x 78 mm are as large as their own proportions allow."""
    (tmp_path / "icons").mkdir()
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><rect width="60" height="30" fill="{RED}"/></svg>'
    for place in (tmp_path / "wide.svg", tmp_path / "icons/wide.svg"):
        place.write_text(art)
    face = f"- {{{what}, repeat: 3, arrange: {arrange}, width: 40mm, height: 78mm, at: centre, area: trim}}"
    (tmp_path / "game.yaml").write_text(card_set(face, rest="icons: [icons]\n"))
    page = raster_of(next(iter(listing(pieces_in(tmp_path / "game.yaml")))))
    height = min(height, 20.0)
    whole = box_of(page, RED)
    if arrange == "row":
        assert is_box(whole, Box(10.0, 40 - height / 2, 40.0, height))
    else:
        assert is_box(whole, Box(10.0, 10.0, 40.0, 60.0))


# ------------------------------------------------------------------------------------ references


def test_a_list_keeps_its_values() -> None:
    """Also if it is copied into another process; on paper it is a text with blanks."""
    made = TextList(["half moon", "sun"])
    assert made == "half moon sun"
    assert pickle.loads(pickle.dumps(made)).parts == ("half moon", "sun")
    assert parts_of(made) == ("half moon", "sun") and parts_of("one,  two ,") == ("one", "two")


@given(st.integers(-99, 99), st.integers(-99, 99), st.integers(1, 9))
def test_calculations_go_by_the_rules_of_arithmetic(a: int, b: int, c: int) -> None:
    """Products come before sums, parentheses before both."""
    scope = Scope({"a": str(a), "b": str(b), "c": str(c)})
    assert float(reference("a + b * c").value(scope)) == a + b * c
    assert float(reference("(a + b) * c - 1").value(scope)) == (a + b) * c - 1
    assert abs(float(reference("a - b / c").value(scope)) - (a - b / c)) <= 0.0005
    assert float(reference("a % c").value(scope)) == a % c
    assert float(reference("2 + -a").value(scope)) == 2 - a


@pytest.mark.parametrize(
    "text", ["a *", "(a", "a)", "a[1", "a[]", "a + + b", "* a", "a b + 1", "(" * 50]
)
def test_a_wrong_reference_is_refused(text: str) -> None:
    """Without a traceback, also if parentheses are deep."""
    with pytest.raises(WrongReference):
        reference(text)


def test_parts_of_parts() -> None:
    """A list has values, a text with several lines has lines, and both have characters."""
    scope = Scope({"rows": "AB\nCD", "list": TextList(["one", "two"]), "i": "2"})
    assert reference("rows[i]").value(scope) == "CD"
    assert reference("rows[i][1]").value(scope) == "C"
    assert reference("list[i - 1][3]").value(scope) == "e"


@pytest.mark.parametrize(("inset", "is_safe"), [(4.0, True), (0.5, False)])
def test_a_wide_icon_is_measured_as_wide_as_it_is(
    tmp_path: Path, inset: float, is_safe: bool
) -> None:
    """An icon of 60 x 30 whose ends are near the cut is reported, though its middle is far from it."""
    (tmp_path / "icons").mkdir()
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><rect width="60" height="30" fill="{RED}"/></svg>'
    (tmp_path / "icons/wide.svg").write_text(art)
    face = f"- {{sign: wide, area: trim, inset: {inset}mm}}"
    (tmp_path / "game.yaml").write_text(card_set(face, rest="icons: [icons]\n"))
    found = [each.rule for each in piece_findings(pieces_in(tmp_path / "game.yaml"))]
    assert ("near-the-cut" not in found) is is_safe
