"""Rules about pieces: if a number of a game changes, a rule reports what no longer fits."""

from __future__ import annotations

from pnp.sets.components import components
from tests.conftest import bundled


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
