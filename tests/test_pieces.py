"""Reading pieces: every mistake is reported with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.reading import FormulaError, parse_formula
from pnp.sets.components import components
from tests.conftest import bundled, only_finding, set_of

HEAD = "game: sample\nplayers: {min: 2, max: 4}\ncolours: [red, blue]\n"


def pieces(text: str, *, head: str = HEAD) -> str:
    """A game with nothing but these pieces, which begin in line 5."""
    return f"{head}pieces:\n{text}\n"


def deck(rest: str) -> str:
    """A game with a deck of cards."""
    return pieces(f"  cards: [{{name: deck, {rest}}}]")


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


@pytest.mark.parametrize(
    ("count", "place"),
    [
        ("players * 'no", (8, 22, 23)),
        ('"players * no"', (8, 23, 25)),
        # On two lines nothing but the whole value has a place: its letters are counted on the first alone.
        ("players\n        * 'no", (8, 12, 19)),
        ("players\n        * no", (8, 12, 19)),
    ],
)
def test_a_wrong_word_of_a_count_has_its_place(count: str, place: tuple[int, int, int]) -> None:
    """Or that of the count, if it is not written on one line."""
    text = f"  tokens:\n  - name: one\n    size: 20mm\n    front: sun\n    count: {count}\n"
    found = only_finding(pieces(text, head=HEAD.replace("colours: [red, blue]\n", "")))
    assert found.place[1:] == place


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


# Rules about pieces: if a number of a game changes, a rule reports what no longer fits.


def test_the_numbers_of_the_five_games() -> None:
    """Counted by hand from the designers' pages."""
    wanted = {
        "hexstatic": {"tiles": 216, "owner": 3},
        "controlled-path": {"tiles": 40, "token": 3},
        "hex-auction": {"tiles": 77, "coin": 36, "tie-breaker": 1, "marker": 25, "coins": 7},
        "hexpertise": {"nexus": 3, "mana": 15, "display-hexes": 37, "display-open": 30},
        "hexagonal-highway": {
            "board-hexes": 61, "direction": 55, "blockade": 6, "robber": 12, "pawn": 6, "rounds": 6,
        },
    }  # fmt: skip
    for game, numbers in wanted.items():
        found = components(bundled(game)).numbers
        assert {name: found[name] for name in numbers} == numbers


def test_a_fourth_player_gets_a_token() -> None:
    """The fourth start tile of Controlled Path comes with a token in its colour."""
    from pnp.sets.tileset import for_players

    four = components(for_players(bundled("controlled-path"), 4))
    (tokens,) = four.tokens
    assert [token.id for token in tokens.kinds] == [
        "token-red", "token-sky", "token-purple", "token-green",
    ]  # fmt: skip


def test_what_is_printed_is_enough_for_any_number_of_players() -> None:
    """Coins are counted for five players, markers for three, who play the most turns."""
    from pnp.sets.tileset import for_players

    four = components(for_players(bundled("hex-auction"), 4))
    assert (four.numbers["coin"], four.numbers["marker"]) == (29, 25)


def board(cells: str) -> str:
    """A game with a board that has these groups of cells."""
    return (
        "game: sample\npieces:\n  boards:\n    - {name: map, hexhex: 3, cell: 20mm, cells:"
        f" {{\n{cells}\n    }}}}\n"
    )
