"""Reading pieces: every mistake is reported with its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.reading import FormulaError, parse_formula
from pnp.sets.components import components
from tests.conftest import set_of

HEAD = "game: sample\nplayers: {min: 2, max: 4}\ncolours: [red, blue]\n"


def pieces(text: str, *, head: str = HEAD) -> str:
    """A game with nothing but these pieces, which begin in line 5."""
    return f"{head}pieces:\n{text}\n"


def board(rest: str = "") -> str:
    """A game with a board, and more keys of it."""
    return pieces(f"  boards: [{{name: board, hexhex: 3, cell: 20mm{rest}}}]")


def deck(rest: str) -> str:
    """A game with a deck of cards."""
    return pieces(f"  cards: [{{name: deck, {rest}}}]")


def token(rest: str) -> str:
    """A game with a token."""
    return pieces(f"  tokens: [{{name: chip, size: 20mm, {rest}}}]")


BAD = {
    "pieces: []": ("game: g\npieces: []\n", 2, 9, "pieces has to be a mapping"),
    "nothing": ("game: g\n", 1, 1, 'needs "tiles" or "pieces"'),
    "unknown kind": (pieces("  bords: []"), 5, 3, 'did you mean "boards"'),
    "board without size": (pieces("  boards: [{name: b, hexhex: 3}]"), 5, 12, 'needs "cell"'),
    "board too large": (board(", expect: x"), 5, 57, "expect has to be a whole number"),
    "long track": (pieces("  boards: [{name: b, cell: 16mm, squares: 8x8, tracks: {s: {to: 150, where: edge}}}]"), 5, 65, "the edge of the board has room for 94"),
    "names on the edge": (pieces("  boards: [{name: b, cell: 16mm, squares: 8x8, tracks: {s: {to: 2, where: edge, names: [a, b]}}}]"), 5, 88, "have no room for names"),
    "no grid": (pieces("  boards: [{name: b, cell: 20mm}]"), 5, 12, 'a board needs "hexhex", "hexes", "squares", "triangles" or "path"'),
    "two grids": (pieces("  boards: [{name: b, cell: 20mm, squares: 8x8, triangles: 6}]"), 5, 59, 'a board has either "squares" or "triangles"'),
    "a million cells": (pieces("  boards: [{name: b, cell: 20mm, squares: 1000x1000}]"), 5, 43, "1 to 40 columns and rows"),
    "one number": (pieces("  boards: [{name: b, cell: 20mm, squares: 8}]"), 5, 43, "as in 8x8, not 8"),
    "one cell": (pieces("  boards: [{name: b, cell: 20mm, hexes: 1x1}]"), 5, 41, "2 cells or more"),
    "orientation of squares": (pieces("  boards: [{name: b, cell: 20mm, squares: 8x8, orientation: flat-top}]"), 5, 61, '"orientation" needs "hexhex" or "hexes"; add that, or remove "orientation"'),
    "hexes as in chess": (pieces("  boards: [{name: b, cell: 20mm, hexes: 8x8, as-in-chess: yes}]"), 5, 59, '"as-in-chess" needs "squares"; add that, or remove "as-in-chess"'),
    "odd loop": (pieces("  boards: [{name: b, cell: 20mm, path: 41}]"), 5, 40, "a loop has an even number of spaces; write 40 or 42"),
    "wide loop": (pieces("  boards: [{name: b, cell: 20mm, path: {spaces: 12, columns: 7}}]"), 5, 62, "at most 6 columns, not 7"),
    "long path": (pieces("  boards: [{name: b, cell: 20mm, path: 500}]"), 5, 40, "at most 400"),
    "other course": (pieces("  boards: [{name: b, cell: 20mm, path: {spaces: 12, course: loops}}]"), 5, 61, 'did you mean "loop"'),
    "dark hexes": (pieces("  boards: [{name: b, hexhex: 3, cell: 20mm, cells: {here: dark}}]"), 5, 59, '"dark" stands for squares and triangles, not hexes'),
    "hexhex 1": (pieces("  boards: [{name: b, hexhex: 1, cell: 9mm}]"), 5, 30, "2 or more"),
    "hexhex of many digits": (
        pieces(f"  boards: [{{name: b, hexhex: {'9' * 5000}, cell: 9mm}}]"), 5, 30, "at most 13, not 9",
    ),
    "hexhex of 20 digits": (
        pieces(f"  boards: [{{name: b, hexhex: {'9' * 20}, cell: 9mm}}]"), 5, 30, "at most 13, not 9",
    ),
    "hexhex 14": (pieces("  boards: [{name: b, hexhex: 14, cell: 9mm}]"), 5, 30, "at most 13"),
    "tiny hex": (pieces("  boards: [{name: b, hexhex: 3, cell: 5mm}]"), 5, 39, "8 mm to 120 mm"),
    "orientation": (board(", orientation: flat"), 5, 62, 'orientation cannot be "flat"'),
    "unknown cell": (board(", cells: {here: [A1, Z9]}"), 5, 68, 'no cell "Z9"; they are called A1'),
    "unknown word": (board(", cells: {here: corner}"), 5, 63, 'did you mean "corners"'),
    "labels": (
        board(", cells: {here: {cells: corners, labels: [A]}}"), 5, 88, "6 cells and 1 labels",
    ),
    "sign": (board(", cells: {here: {within: 1, sign: son}}"), 5, 81, 'did you mean "sun"'),
    "tint": (board(', cells: {here: {within: 1, tint: "#12"}}'), 5, 81, '"#RRGGBB"'),
    "coordinates": (board(", coordinates: maybe"), 5, 62, "has to be yes or no"),
    "deck without cards": (deck("back: star"), 5, 11, 'needs "cards", "generate", "data" or "combine"'),
    "generate and data": (
        deck("generate: pairs, data: cards.csv"), 5, 11, 'has "generate" and "data"; one of them makes',
    ),
    "generate": (deck("generate: pair"), 5, 34, 'did you mean "pairs"'),
    "of without pairs": (deck("generate: opposites, of: all, pairs: []"), 5, 49, '"of" goes with'),
    "opposites without pairs": (deck("generate: opposites"), 5, 11, 'needs "pairs"'),
    "pair of one": (deck("generate: opposites, pairs: [[red]]"), 5, 53, "two colours, not 1"),
    "unknown colour": (deck("generate: opposites, pairs: [[red, bleu]]"), 5, 59, 'mean "blue"'),
    "card is a text": (deck("cards: [hello]"), 5, 32, "a card has to be a mapping"),
    "card without title": (deck("cards: [{text: x}]"), 5, 32, 'needs a value for "title"'),
    "pair with title": (deck("cards: [{pair: [red, blue], title: x}]"), 5, 52, 'has no "title"'),
    "size word": (deck("size: pocket, generate: pairs"), 5, 30, 'did you mean "poker"'),
    "size": (deck("size: {width: 5mm, height: 60mm}, generate: pairs"), 5, 38, "30 mm to 250 mm"),
    "token without count": (pieces("  tokens: [{name: c, size: 9mm}]"), 5, 12, 'needs "count"'),
    "token with fields": (token("count: 1, front: sun, fields: {a: b}"), 5, 67, '"fields" needs "face"'),
    "token of nothing": (token("count: 1"), 5, 12, "shows nothing"),
    "token shape": (token("count: 1, front: sun, shape: oval"), 5, 66, 'shape cannot be "oval"'),
    "token front": (token("count: 1, front: sum"), 5, 54, 'did you mean "sun"'),
    "token text": (token("count: 1, front: {text: abcdefghijklm}"), 5, 61, "at most 12 char"),
    "unknown name": (token("front: sun, count: 2 * playrs"), 5, 60, 'did you mean "players"'),
    "own count": (token("front: sun, count: chip + 1"), 5, 56, 'no number "chip"'),
    "broken formula": (token("front: sun, count: 2 * (players"), 5, 68, "closing parenthesis"),
    "quoted formula": (token('front: sun, count: "2 $ 3"'), 5, 59, 'has a "$"'),
    "empty formula": (token('front: sun, count: ""'), 5, 57, "ends too early"),
    "two names": (
        pieces("  tokens:\n    - {name: a, size: 9cm, count: 1, front: sun}\n"
               "    - {name: a, size: 2cm, count: 1, front: sun}\n"
               "    - {name: a, size: 2cm, count: 1, front: sun}"),
        8, 14, 'the name "a" is taken: one name',
    ),
    "called players": (pieces("  pads: [players]"), 5, 10, 'the name "players" is taken'),
    "pad": (pieces("  pads: [{form: x}]"), 5, 10, 'a pad needs "name"'),
    "pad name": (pieces("  pads: [My Pad]"), 5, 10, "a pad cannot be called"),
    "parameters": ("game: g\nparameters: {n: -1}\npieces: {}\n", 2, 17, "n has to be a whole"),
    "parameter players": ("game: g\nparameters: {players: 1}\npieces: {}\n", 2, 14, "counts and rulebooks use it"),
    "rulebook": ("game: g\nrulebook: My Rules\npieces: {}\n", 2, 11, "a rulebook cannot be called"),
}  # fmt: skip


@given(st.integers(0, 99), st.integers(0, 99), st.integers(1, 9), st.integers(0, 9))
def test_formulas_are_sums_as_python_does_them(a: int, b: int, c: int, n: int) -> None:
    """Products before sums, from left to right, division rounded down."""
    text = f"{a} + b * {c} - (n + {a}) / {c}"
    assert parse_formula(text).value({"b": b, "n": n}) == a + b * c - (n + a) // c
    assert parse_formula(f"{a} - {b} - {c}").value({}) == a - b - c


@given(st.text("()+-*/ 0129abn-", max_size=12))
def test_any_other_text_is_refused_and_not_run(text: str) -> None:
    """A text is a formula or a FormulaError: nothing else ever happens."""
    try:
        parse_formula(text).value({"a": 1, "b": 2, "n": 3})
    except FormulaError as error:
        assert 0 <= error.offset <= len(text)


def test_pieces_may_stand_beside_tiles() -> None:
    """Counts may speak of families and of what stands before."""
    game = set_of(
        """
        game: both
        players: 2
        colours: [red, blue]
        parameters: {spare: 3}
        tiles: {shape: square, size: 30mm, families: [{name: all, generate: edges}]}
        pieces:
          boards: [{name: map, hexhex: 2, cell: 20mm, cells: {mid: {cells: centre, filled: yes}}}]
          cards: [{name: deck, generate: pairs}]
          tokens:
            - {name: one, size: 20mm, count: all + deck + map-open, front: sun}
            - {name: two, size: 20mm, count: one * 2 + spare, colours: all}
        """
    )
    found = components(game).numbers
    assert (found["all"], found["deck"], found["map-open"]) == (6, 1, 6)
    assert (found["one"], found["two"]) == (13, 2 * 29)
