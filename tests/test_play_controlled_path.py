"""Controlled Path, played: rules, options, positions in files, and a slow oracle for paths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from textwrap import dedent
from typing import Any

import pytest
import yaml

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.definition.nodes import read_source
from pnp.games.controlled_path.play import GAME, ControlledPath
from pnp.games.controlled_path.position import OPTIONS, Phase, Place, Position, Stay, Step, Turn
from pnp.play import IllegalMove, IllegalPosition
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, set_of

POSITIONS = ROOT / "tests/positions"


def at(text: str, game: ControlledPath = GAME) -> Position:
    """The position in a text."""
    return game.read_position(Source("position.yaml", dedent(text)))


def played(position: Position, *moves: str, game: ControlledPath = GAME) -> Position:
    """The position after some moves."""
    for text in moves:
        position = game.play(position, game.read_move(position, text))
    return position


def legal(position: Position, game: ControlledPath = GAME) -> list[str]:
    """All legal moves as texts."""
    return [game.write_move(move) for move in game.legal_moves(position)]


def broken(position: Position, move: str, game: ControlledPath = GAME) -> str:
    """The rule that a move breaks."""
    with pytest.raises(IllegalMove) as error:
        played(position, move, game=game)
    assert move not in legal(position, game)
    assert len(str(error.value)) > len(error.value.rule) + 10
    return error.value.rule


def winners(position: Position) -> tuple[str, ...]:
    """Who wins, or is ahead."""
    return GAME.score(position).winners


def out(position: Position) -> list[tuple[str, str]]:
    """Who has lost, in order, and to whom."""
    return [(loss.colour, loss.cause) for loss in position.losses]


ROW = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
"""

# Red's path leads to the place 2,0; a tile with 2 and 5 joined there reaches sky.
GAP = (
    ROW
    + """\
  "1,0": 2-5
hands: {red: [1-4 2-5, 1-2], sky: [1-2-3, 1-4 2-3]}
"""
)

# Sky and purple would be joined by 2-4 at 2,0, red and sky by 2-5 there, all by 2-4-5.
CORNER = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "0,3": 1-2-3-4-5-6 ring:P
  "1,0": 2-5 1-6
  "1,1": 1-4
  "0,2": 1-3
tokens: {"0,0": token red, "3,0": token sky, "0,3": token purple}
hands: {red: [2-4-5, 2-4 5-6], sky: [1-2-3, 1-2], purple: [1-2-3-4, 1-2-3-4-5]}
"""


# Set-up.


@pytest.mark.parametrize(
    ("players", "places", "supply"),
    [
        (2, [(0, 0), (3, 0)], 33),
        (3, [(0, 0), (0, 3), (3, 0)], 31),
        (4, [(0, 0), (0, 3), (3, 0), (3, 3)], 29),
    ],
)
def test_set_up(players: int, places: list[tuple[int, int]], supply: int) -> None:
    """Start tiles with two empty places between, a token on each, two open tiles a hand."""
    position = GAME.initial(Random(1), players)
    assert [(cell.q, cell.r) for cell, _ in position.tiles] == places
    assert [tile.mark.kind for _, tile in position.tiles] == ["ring"] * players
    assert [len(seat.hand) for seat in position.seats] == [2] * players
    assert len(position.supply) == supply
    for seat in position.seats:
        assert seat.token is not None
        assert dict(position.tiles)[seat.token.cell] == GAME.kit.starts[seat.colour]
    assert legal(position)
    assert all(text.startswith("place ") for text in legal(position)), "nothing can be turned"


def test_who_begins_is_drawn_by_lot() -> None:
    """Each player begins in some of twenty games."""
    begun = {GAME.to_move(GAME.initial(Random(seed), 3)) for seed in range(20)}
    assert begun == {1, 2, 3}


def test_the_same_seed_is_the_same_game() -> None:
    """And another seed another one."""
    first, again, other = (GAME.initial(Random(seed), 3) for seed in (5, 5, 6))
    assert first == again
    assert hash(first) == hash(again)
    assert first != other


@pytest.mark.parametrize("players", [0, 1, 5])
def test_the_game_is_for_two_to_four(players: int) -> None:
    """Any other number is refused."""
    with pytest.raises(ValueError, match=f"not for {players}"):
        GAME.initial(Random(1), players)


def test_options_are_known() -> None:
    """An unknown option, an unknown choice."""
    with pytest.raises(ValueError, match="no option"):
        GAME.initial(Random(1), 2, {"size": "two"})
    with pytest.raises(ValueError, match="any, agree"):
        GAME.initial(Random(1), 2, {"sides": "maybe"})


# Placing a tile.


def test_a_tile_is_placed_where_it_meets_the_controlled_path() -> None:
    """A sharp bend beside the start tile: two of six ways meet it, in each of six places."""
    position = at(ROW + "hands: {red: [1-2, 1-4]}")
    placed = [text for text in legal(position) if re.fullmatch(r"place \S-\S at \S+", text)]
    bends = [text for text in placed if not re.match(r"place (1-4|2-5|3-6) ", text)]
    assert len(bends) == 12
    assert len(placed) - len(bends) == 6, "a straight path lies one way in each place"
    assert {"place 4-5 at 1,-1", "place 3-4 at 1,-1"} <= set(bends), "side 4 of 1,-1 meets side 1"


def test_after_placing_a_tile_another_is_drawn() -> None:
    """From the supply, by chance, and open to all."""
    before = at(GAP)
    after = played(before, "place 5-6 at 2,0")
    assert len(after.seat.hand) == 2
    assert len(after.supply) == len(before.supply) - 1
    assert Counter(after.seat.hand) - Counter(before.seat.hand) <= Counter(before.supply)
    assert after.phase is Phase.MOVE
    assert after.turn == before.turn


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("place 1-2-3 at 2,0", "hand"),
        ("place 1-2-3-4-5-6 ring:R at 2,0", "hand"),
        ("place 1-2 at 1,0", "empty-place"),
        ("place 1-2 at 2,0", "connect"),
        ("place 1-2 at 4,0", "connect"),
        ("place 1-2 at 9,9", "connect"),
        ("turn 2,0 by 1", "tile-on-the-table"),
        ("turn 3,0 by 1", "own-path"),
        ("turn 1,0 by 3", "lie-differently"),
        ("turn 1,0 by 0", "lie-differently"),
        ("turn 1,0 by 7", "turning"),
        ("turn 0,0 by 1", "lie-differently"),
        ("move to 1,0", "change-then-move"),
        ("stay", "change-then-move"),
    ],
)
def test_changes_that_are_against_the_rules(move: str, rule: str) -> None:
    """Each names the rule."""
    assert broken(at(GAP), move) == rule


@pytest.mark.parametrize("text", ["", "pass", "place at 1,0", "place 1-7 at 1,0", "turn 1 by 2",
                                  "move 1,0", "place 1-1 at 0,1", "move to 1;0"])  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    """Is told as notation."""
    with pytest.raises(IllegalMove) as error:
        GAME.read_move(at(GAP), text)
    assert error.value.rule == "notation"


# Turning a tile.


def test_a_tile_turns_with_the_token_on_it() -> None:
    """Tokens stay on their paths; clockwise by one, 1-3 becomes 2-4, and 2-5 becomes 3-6."""
    tokens = 'tokens: {"1,0": [token red on 1-3, token sky on 2-5]}\n'
    table = ROW + '  "1,0": 2-5 1-3\n  "2,0": 1-3\n'
    after = played(at(table + tokens), "turn 1,0 by 1")
    assert '"1,0": [token red on 2-4, token sky on 3-6]' in GAME.write_position(after)
    assert dict(GAME.table(after).tiles)["1,0"] == "2-4 3-6"


def test_only_tiles_that_the_controlled_path_crosses_are_turned() -> None:
    """Red stands on 1,0 and its path reaches back to its start; sky's tile is not crossed."""
    position = at(GAP.replace('"1,0": 2-5', '"1,0": 2-5\n  "2,0": 2-3-4-6'))
    assert [text for text in legal(position) if text.startswith("turn")] == [
        f"turn 1,0 by {steps}" for steps in (1, 2, 4, 5)
    ]
    sky = at(GAP.replace('"1,0": 2-5', '"1,0": 2-5\n  "2,0": 2-3-4-6') + "turn: sky")
    assert {text[:8] for text in legal(sky) if text.startswith("turn")} == {"turn 2,0"}


def test_a_start_tile_is_never_turned() -> None:
    """It lies as before, whoever turns it."""
    position = at(GAP)
    assert not [text for text in legal(position) if text.startswith("turn 0,0")]


def test_half_a_turn_changes_which_path_a_token_is_on() -> None:
    """1-2 4-5 looks the same turned by three; by one and by four it does not, and they differ."""
    position = at(ROW + '  "1,0": 1-2 4-5\ntokens: {"1,0": token red on 4-5, "3,0": token sky}\n')
    assert broken(position, "turn 1,0 by 3") == "lie-differently"
    one, other = (played(position, f"turn 1,0 by {steps}") for steps in (1, 4))
    assert one.tiles == other.tiles
    assert one.seats[0].token != other.seats[0].token


# Moving.

LINE = (
    ROW
    + """\
  "1,0": 2-5
  "1,-1": 4-6
  "2,0": 4-5
tokens: {"1,0": token red, "3,0": token sky}
came-from: {red: "0,0"}
phase: move
"""
)


def test_a_token_does_not_go_straight_back() -> None:
    """As long as it has another move."""
    position = at(LINE)
    assert legal(position) == ["move to 2,0"]
    assert broken(position, "move to 0,0") == "no-turning-back"
    after = played(position, "move to 2,0")
    red = after.seats[0]
    assert (red.token and red.token.cell, red.came_from) == (Hex(2, 0), Hex(1, 0))
    assert GAME.to_move(after) == 2
    assert after.phase is Phase.CHANGE


def test_a_token_goes_back_where_nothing_else_is_legal() -> None:
    """The tile at 2,0 turned away: back is the only move."""
    position = at(LINE.replace('"2,0": 4-5', '"2,0": 3-4'))
    assert legal(position) == ["move to 0,0"]
    back = played(position, "move to 0,0")
    assert back.seats[0].came_from == Hex(1, 0)


def test_back_is_the_tile_that_was_left_however_it_was_turned_since() -> None:
    """The other player's change in between does not matter; a fork offers the other ways only."""
    position = at(LINE.replace('red: "0,0"', 'red: "2,0"'))
    assert legal(position) == ["move to 0,0"]
    free = at(LINE.replace('came-from: {red: "0,0"}\n', ""))
    assert legal(free) == ["move to 0,0", "move to 2,0"], "who has not moved yet goes anywhere"


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("move to 3,0", "one-tile-along-the-path"),
        ("move to 1,-1", "one-tile-along-the-path"),
        ("move to 0,1", "one-tile-along-the-path"),
        ("move to 1,0", "one-tile-along-the-path"),
        ("stay", "move-the-token"),
        ("turn 1,0 by 1", "change-then-move"),
        ("place 1-3 at 4,4", "change-then-move"),
    ],
)
def test_moves_that_are_against_the_rules(move: str, rule: str) -> None:
    """Too far, not along the path, into an empty place, nowhere; and a second change."""
    assert broken(at(LINE), move) == rule


def test_a_token_without_a_move_stays() -> None:
    """Red turns the tile it stands on away from everything."""
    position = played(at(GAP + 'tokens: {"1,0": token red, "3,0": token sky}'), "turn 1,0 by 1")
    assert legal(position) == ["stay"]
    after = played(position, "stay")
    assert after.seats[0].token and after.seats[0].token.cell == Hex(1, 0)
    assert GAME.to_move(after) == 2


# How to win.


def test_whoever_connects_wins() -> None:
    """At once, before the move; the tiles stay, the hand goes into the supply."""
    before = at(GAP)
    position = played(before, "place 2-5 1-4 at 2,0")
    assert GAME.is_over(position)
    assert GAME.to_move(position) is None
    assert GAME.legal_moves(position) == ()
    assert winners(position) == ("player 1",)
    assert out(position) == [("sky", "red")]
    assert len(position.tiles) == 4
    assert position.seats[1].hand == ()
    assert len(position.supply) == len(before.supply) - 1 + 2
    with pytest.raises(IllegalMove) as error:
        played(position, "move to 1,0")
    assert error.value.rule == "end-of-the-game"


def test_the_same_gap_is_open_to_the_opponent() -> None:
    """A path can be walked from both ends."""
    text = GAP.replace("red: [1-4 2-5, 1-2], sky: [1-2-3,", "red: [1-2-3, 1-2], sky: [1-4 2-5,")
    assert winners(played(at(text + "turn: sky"), "place 1-4 2-5 at 2,0")) == ("player 2",)


def test_two_opponents_at_once_both_lose() -> None:
    """A junction that leads to both."""
    position = played(at(CORNER), "place 2-4-5 at 2,0")
    assert winners(position) == ("player 1",)
    assert out(position) == [("sky", "red"), ("purple", "red")]


def test_only_your_own_change_counts() -> None:
    """Red connects sky and purple: nobody loses. Sky changes something else: purple loses."""
    position = played(at(CORNER), "place 2-4 5-6 at 2,0", "move to 1,0")
    assert out(position) == []
    assert GAME.read_position(Source("x", GAME.write_position(position))) == position
    after = played(position, "place 5-6 at 4,0")
    assert out(after) == [("purple", "sky")]
    assert (GAME.to_move(after), after.phase) == (2, Phase.MOVE), "sky has still to move"
    assert GAME.to_move(played(after, "move to 4,0")) == 1, "purple is skipped"
    escaped = played(position, "turn 2,0 by 1")
    assert out(escaped) == [], "sky may cut the path just as well"


def test_with_three_players_both_opponents_have_to_go() -> None:
    """One is not enough."""
    text = CORNER.replace("2-4-5,", "1-4 2-5,")
    position = played(at(text), "place 1-4 2-5 at 2,0")
    assert out(position) == [("sky", "red")]
    assert not GAME.is_over(position)
    assert winners(position) == ("player 1", "player 3")
    assert GAME.to_move(played(position, "move to 1,0")) == 3


# Running out of tiles.

SMALL = """\
game: small
players: {min: 2, max: 3}
colours:
  red: {letter: R}
  sky: {letter: S}
  purple: {letter: P}
tiles:
  shape: hexagon
  size: 38mm
  families:
    - {name: path, tiles: [1-4, 1-4 2-5, 1-2, 1-3 2-5, 1-3]}
    - name: start
      tiles:
        - {tile: 1-2-3-4-5-6, mark: {ring: red}}
        - {tile: 1-2-3-4-5-6, mark: {ring: sky}}
        - {tile: 1-2-3-4-5-6, mark: {ring: purple}, players: 3}
"""


@pytest.fixture(scope="module")
def small() -> ControlledPath:
    """The game with a set of five path tiles only."""
    return GAME.with_set(set_of(SMALL))


def test_an_empty_supply_is_not_drawn_from(small: ControlledPath) -> None:
    """The hand shrinks, and play goes on."""
    position = at(ROW + "hands: {red: [1-2, 1-4], sky: [1-3, 1-4 2-5]}", small)
    assert len(position.supply) == 1
    position = played(position, "place 3-4 at 1,-1", "move to 1,-1", game=small)
    assert [len(seat.hand) for seat in position.seats] == [2, 2]
    assert position.supply == ()
    position = played(position, "place 1-3 at 3,-1", game=small)
    assert [len(seat.hand) for seat in position.seats] == [2, 1]


def test_without_tiles_there_is_only_turning(small: ControlledPath) -> None:
    """With an empty hand."""
    text = ROW + '  "1,0": 2-5\n  "0,1": 1-2\n  "1,-1": 1-3 2-5\n  "2,-1": 1-4 2-5\n  "4,0": 4-6\n'
    position = at(text + 'hands: {}\ntokens: {"1,0": token red, "3,0": token sky}', small)
    assert position.supply == ()
    assert position.seat.hand == ()
    assert {move.split()[0] for move in legal(position, small)} == {"turn"}


# Red's start tile is hemmed in by blank sides, and sky's path crosses the tile at 4,0.
STUCK = (
    ROW
    + """\
  "1,0": 1-4
  "0,1": 1-2
  "1,-1": 1-3 2-5
  "4,0": 1-5
hands: {red: [], sky: [1-4 2-5]}
"""
)


def test_who_can_change_nothing_has_lost(small: ControlledPath) -> None:
    """Red's start tile is alone, and red's hand empty: sky has won without a move."""
    position = at(STUCK, small)
    assert out(position) == [("red", "no-change")]
    assert small.is_over(position)
    assert small.score(position).winners == ("player 2",)
    assert "no change was possible" in small.score(position).parts[0].how


def test_who_can_change_nothing_loses_when_the_turn_comes(small: ControlledPath) -> None:
    """Sky makes the last turn; then red has lost."""
    position = at(STUCK + "turn: sky", small)
    assert out(position) == []
    position = played(position, "turn 4,0 by 1", game=small)
    assert out(position) == []
    position = played(position, legal(position, small)[0], game=small)
    assert out(position) == [("red", "no-change")]


def test_a_set_has_to_be_of_this_game(small: ControlledPath) -> None:
    """Another form, another game, a player too many."""
    with pytest.raises(UnusableInput, match="hexagons"):
        GAME.with_set(bundled("published/tsuro")).initial(Random(1), 2)
    with pytest.raises(UnusableInput, match='"path"'):
        GAME.with_set(bundled("hexstatic")).initial(Random(1), 2)
    with pytest.raises(ValueError, match="the set has 3 start tiles"):
        small.initial(Random(1), 4)


# Options.


def test_sides_may_have_to_agree() -> None:
    """Terminals against terminals, blank sides against blank ones, for both kinds of change."""
    text = GAP + 'options: {sides: agree}\ntokens: {"0,0": token red, "3,0": token sky}'
    position = at(text)
    assert broken(position, "place 5-6 at 2,0") == "sides-agree", "its blank side meets sky's start"
    assert broken(position, "turn 1,0 by 1") == "sides-agree", "its blank side meets red's start"
    assert winners(played(position, "place 1-4 2-5 at 2,0")) == ("player 1",)
    usual = at(GAP)
    assert {"place 5-6 at 2,0", "turn 1,0 by 1"} <= set(legal(usual))


def test_the_shorter_game() -> None:
    """One empty place between the start tiles, and the first change of each connects nobody."""
    fresh = GAME.initial(Random(3), 2, {"start-gap": "one"})
    assert [cell for cell, _ in fresh.tiles] == [Hex(0, 0), Hex(2, 0)]
    text = """\
    options: {start-gap: one}
    tiles: {"0,0": "1-2-3-4-5-6 ring:R", "2,0": "1-2-3-4-5-6 ring:S"}
    hands: {red: [1-4, 1-2], sky: [1-3, 1-3 2-5]}
    first-turn: [red, sky]
    """
    position = at(text)
    assert broken(position, "place 2-5 at 1,0") == "first-turn"
    position = played(position, "place 5-6 at 1,0", "move to 1,0")
    assert [seat.fresh for seat in position.seats] == [False, True]
    later = dedent(text).replace("[red, sky]", "[]").replace("[1-4, 1-2]", "[1-4, 1-3-4]")
    second = at(later.replace("}\nhands", ', "0,1": 2-3, "1,1": 2-4 5-6}\nhands'))
    assert winners(played(second, "place 2-5 at 1,0")) == ("player 1",)


def test_turning_may_be_a_way_to_pass() -> None:
    """By the option, a start tile may be turned too."""
    position = at(GAP + "options: {turning: freely}")
    assert {"turn 0,0 by 0", "turn 0,0 by 1", "turn 1,0 by 3"} <= set(legal(position))
    assert played(position, "turn 0,0 by 0").tiles == position.tiles


def test_who_cannot_move_may_lose() -> None:
    """By the option, instead of staying."""
    text = GAP + 'options: {no-move: lose}\ntokens: {"1,0": token red, "3,0": token sky}'
    position = played(at(text), "turn 1,0 by 1")
    assert out(position) == [("red", "no-move")]
    assert winners(position) == ("player 2",)
    assert "no move was possible" in GAME.score(position).parts[0].how


def test_connecting_opponents_may_see_them_off() -> None:
    """By the option, both lose."""
    position = at(CORNER + "options: {opponents-connected: all}")
    assert out(played(position, "place 2-4 5-6 at 2,0")) == [("sky", "red"), ("purple", "red")]
    assert out(played(position, "turn 1,0 by 1")) == []


def test_the_hand_of_a_loser_may_go_into_the_box() -> None:
    """By the option, and the file says what is there."""
    text = CORNER.replace("2-4-5,", "1-4 2-5,") + "options: {loser-hand: box}"
    before = at(text)
    position = played(before, "place 1-4 2-5 at 2,0")
    assert position.box == before.seats[1].hand
    assert len(position.supply) == len(before.supply) - 1
    assert GAME.read_position(Source("x", GAME.write_position(position))) == position


def test_the_game_may_end_when_the_tiles_do(small: ControlledPath) -> None:
    """By the option, those who are in share it."""
    text = ROW + '  "1,0": 2-5\n  "0,1": 1-2\n  "1,-1": 1-3 2-5\n  "2,-1": 1-4 2-5\n  "4,0": 4-6\n'
    position = at(text + "hands: {}\noptions: {out-of-tiles: end}", small)
    assert small.is_over(position)
    assert small.score(position).winners == ("player 1", "player 2")


def test_a_tile_may_be_for_one_token_only() -> None:
    """By the option, nobody moves to a tile with a token."""
    text = (
        ROW
        + '  "1,0": 2-5 1-3\n  "2,0": 2-5\nphase: move\nturn: sky\n'
        + 'tokens: {"1,0": token red on 1-3, "2,0": token sky}\n'
    )
    usual, barred = at(text), at(text + "options: {shared-tile: barred}")
    assert legal(usual) == ["move to 1,0", "move to 3,0"]
    assert legal(barred) == ["move to 3,0"]
    assert broken(barred, "move to 1,0") == "shared-tile"
    together = played(usual, "move to 1,0")
    assert '"1,0": [token red on 1-3, token sky on 2-5]' in GAME.write_position(together)


def test_quiet_turns_may_end_the_game() -> None:
    """By the option, after 24 turns without a tile placed; placing one begins the count anew."""
    text = GAP.replace('"1,0": 2-5', '"1,0": 2-5\n  "2,1": 1-3') + "options: {quiet-turns: '24'}\n"
    position = played(at(text + "quiet: 23"), "turn 1,0 by 1")
    assert not GAME.is_over(position), "the turn is not over"
    position = played(position, *legal(position)[:1])
    assert GAME.is_over(position)
    assert winners(position) == ("player 1", "player 2")
    again = played(at(text + "quiet: 23"), "place 5-6 at 2,0")
    assert again.quiet == 0


# The example of the rulebook, and its figures.


def figures() -> Iterator[str]:
    """The positions in our rulebook, as texts."""
    text = (ROOT / "templates/rules/controlled-path.md").read_text("utf-8")
    return iter(re.findall(r"```position\n(.*?)```", text, re.DOTALL))


def figure(words: str) -> str:
    """The figure whose caption has these words."""
    (found,) = [each for each in figures() if words in each.split("\n")[0]]
    return found


def test_every_figure_of_the_rulebook_is_a_position() -> None:
    """In two of them sky has lost, as they say."""
    results = []
    for text in figures():
        position = at(text)
        GAME.invariants(position)
        results.append(winners(position))
    assert len(results) == 10
    assert [number for number, each in enumerate(results) if len(each) == 1] == [7, 9]
    assert results[7] == results[9] == ("player 1",)


def test_paths_that_cross_are_not_connected() -> None:
    """Red's goes from left to right; sky's enters at the upper right, leaves at the lower right."""
    text = figure("Both controlled paths cross")
    places = {}
    for turn in ("red", "sky"):
        moves = legal(at(text + f"turn: {turn}"))
        places[turn] = {move.split()[-1] for move in moves if move.startswith("place")}
        assert any(move.startswith("turn 1,0") for move in moves)
    assert places["red"] == {"2,0", "1,-1", "0,1", "-1,1", "-1,0", "0,-1"}
    assert places["sky"] == {"1,1", "1,-1", "2,-2"}


def test_the_example_of_the_rulebook() -> None:
    """From the set-up to red's double threat, figure by figure."""
    hands = "hands: {red: [1-3-5, 1-2-4], sky: [1-3, 1-2]}\nturn: red\n"
    position = at(figure("Set up for two players") + hands)
    stops = {
        "Red has placed a junction": ("place 2-4-6 at 1,-1", "move to 1,-1"),
        "Sky has placed a bend": ("place 1-5 at 2,1", "move to 2,1"),
    }
    for words, moves in stops.items():
        position = played(position, *moves)
        shown = at(figure(words))
        assert position.tiles == shown.tiles
        assert [s.token for s in position.seats] == [s.token for s in shown.seats]
    position = played(position, "place 2-3-5 at 2,-1")
    assert broken(position, "move to 0,0") == "no-turning-back"
    assert legal(position) == ["move to 2,-1"]
    position = played(position, "move to 2,-1")
    assert position.tiles == at(figure("double threat")).tiles


THREAT = "hands: {red: [2-6 3-5, 1-3 2-5], sky: [1-2, 1-4]}\ncame-from: {red: '1,-1', sky: '3,0'}\n"


def test_the_double_threat_of_the_rulebook() -> None:
    """Sides 2 and 6 joined win at a, 3 and 5 at b, and nothing else; sky's tiles fit nowhere."""
    position = at(figure("double threat") + THREAT)
    wins = {text for text in legal(position) if GAME.is_over(played(position, text))}
    fits = {"2,0": "2-6", "3,-1": "3-5"}
    assert wins == {
        text
        for text in legal(position)
        for place, joined in fits.items()
        if text.endswith(f" at {place}") and joined in text.split()
    }
    assert {text.split()[-1] for text in wins} == {"2,0", "3,-1"}
    sky = at(figure("double threat") + THREAT + "turn: sky\n")
    assert not any(GAME.is_over(played(sky, text)) for text in legal(sky))


def test_the_good_answer_of_the_rulebook() -> None:
    """Sky turns anticlockwise by two sides, and stays; red connects to the start tile in vain."""
    sky = at(figure("double threat") + THREAT + "turn: sky\n")
    position = played(sky, "turn 2,1 by 4")
    assert position.tiles == at(figure("cut off")).tiles
    assert legal(position) == ["stay"]
    position = played(position, "stay")
    vain = [
        played(position, text) for text in legal(position) if text.endswith((" at 2,0", "3,-1"))
    ]
    assert vain
    assert not any(map(GAME.is_over, vain))


def test_the_bad_answer_of_the_rulebook() -> None:
    """Sky plugs a with the sharp bend and goes back; red wins at b."""
    sky = at(figure("double threat") + THREAT + "turn: sky\n")
    position = played(sky, "place 2-3 at 2,0")
    assert legal(position) == ["move to 3,0"]
    position = played(position, "move to 3,0", "place 2-6 3-5 at 3,-1")
    assert position.tiles == at(figure("Red has placed the marked tile")).tiles
    assert winners(position) == ("player 1",)


def test_winning_by_a_turn() -> None:
    """Clockwise by two sides."""
    position = played(at(figure("Before. Red stands")), "turn 2,0 by 2")
    assert position.tiles == at(figure("After. Red has turned")).tiles
    assert winners(position) == ("player 1",)


# Recorded positions and a recorded game.


@pytest.mark.parametrize(
    ("name", "totals", "ahead", "lost"),
    [
        ("duel", [1, 1], [1, 2], []),
        ("two-at-once", [1, 0, 0], [1], ["red", "red"]),
        ("one-out", [1, 1, 0, 1], [1, 2, 4], ["green"]),
    ],
)
def test_recorded_positions(
    name: str, totals: list[int], ahead: list[int], lost: list[str]
) -> None:
    """Their scores are worked out in their comments."""
    position = GAME.read_position(read_source(POSITIONS / f"controlled-path-{name}.yaml"))
    score = GAME.score(position)
    assert [total for _, total in score.totals] == totals
    assert list(score.winners) == [f"player {number}" for number in ahead]
    outs = sorted(part.how for part in score.parts if part.what == "out")
    assert outs == [
        f"{order} to lose, connected to another token by a change of {mover}"
        for order, mover in zip(("first", "second"), lost, strict=False)
    ]
    for part, total in zip(score.parts, totals, strict=True):
        assert bool(part.where) == bool(total)


def test_the_moves_of_a_recorded_position() -> None:
    """Sky goes left on the shared tile, or back right to nothing; the oracle's case by hand."""
    position = GAME.read_position(read_source(POSITIONS / "controlled-path-one-out.yaml"))
    turns = {text[:-5] for text in legal(position) if text.startswith("turn")}
    assert turns == {"turn 1,0", "turn 1,-1"}
    places = {text.split(" at ")[1] for text in legal(position) if text.startswith("place")}
    # Right of 1,0; round red's start tile but for 1,0 and 1,-1; and beyond side 3 of 1,-1 lies 1,0.
    assert places == {"2,0", "0,1", "-1,1", "-1,0", "0,-1"}


def test_a_recorded_game() -> None:
    """Move by move: its first lines tell its seed, its players, and how it ends."""
    lines = (ROOT / "tests/games/controlled-path-1.txt").read_text("utf-8").splitlines()
    told = dict(line[2:].split(": ") for line in lines if line.startswith("# ") and ": " in line)
    position = GAME.initial(Random(int(told["seed"])), int(told["players"]))
    for line in (each for each in lines if each and not each.startswith("#")):
        assert not GAME.is_over(position)
        position = played(position, line)
    assert GAME.is_over(position)
    assert " ".join(winners(position)) == told["wins"]
    assert ", ".join(f"{loser} by {cause}" for loser, cause in out(position)) == told["lost"]
    assert str(len(position.supply)) == told["tiles left"]


# Positions in files.

BASE = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "1,0": 1-3 2-5
tokens: {"1,0": token red on 1-3, "3,0": token sky}
hands: {red: [1-2, 1-4], sky: [1-3, 1-5-6]}
came-from: {red: "0,0"}
supply: 32
turn: sky
phase: change
"""

WRONG = {
    "no tiles": ("tokens: {}", 'p.yaml:1:1: error missing-key: a position needs "tiles"'),
    "key": (BASE + "hand: {}", "p.yaml:11:1: error unknown-key"),
    "cell": (BASE.replace('"1,0": 1-3', "here: 1-3"), "p.yaml:4:3: error place"),
    "notation": (BASE.replace("1-3 2-5", "1-3 3-5"), "p.yaml:4:10: error tile"),
    "set": (BASE.replace("1-3 2-5", "1-2-3 4-5-6"), "p.yaml:4:10: error set: the set has no"),
    "more": (BASE.replace("1-5-6", "2-4"), "p.yaml:6:37: error set: there are more of the tile"),
    "start twice": (BASE.replace("ring:S", "ring:R"), "p.yaml:3:10: error set"),
    "two tiles": (BASE.replace('"3,0": 1', '"0, 0": 1'), "p.yaml:3:3: error empty-place"),
    "token": (BASE.replace("token sky", "pawn sky"), "p.yaml:5:42: error unknown-word"),
    "colour": (BASE.replace("token sky", "token blue"), "p.yaml:5:42: error unknown-word"),
    "two tokens": (BASE.replace("token sky", "token red"), "error a-token-each: there is one red"),
    "no token": (BASE.replace(', "3,0": token sky', ""), "p.yaml:3:10: error a-token-each"),
    "no tile there": (BASE.replace('"3,0": token', '"4,0": token'), "p.yaml:5:42: error on-a-tile"),
    "which path": (BASE.replace(" on 1-3", ""), "p.yaml:5:17: error on-a-path: say on which"),
    "no such path": (BASE.replace("on 1-3", "on 1-2"), "p.yaml:5:17: error on-a-path: the tile"),
    "one path": (
        BASE.replace('{"1,0": token red on 1-3, "3,0": token sky}',
                     '{"1,0": [token red on 1-3, token sky on 1-3]}'),
        "p.yaml:5:36: error different-paths",
    ),
    "connected": (BASE.replace("1-3 2-5", "1-5").replace(" on 1-3", "").replace(
        '"1,0": token', '"3,0": token sky, "1,0": token').replace(', "3,0": token sky}', "}").replace(
        '"1,0": 1-5', '"1,0": 2-5\n  "2,0": 2-5 1-4').replace(
        "1-4]", "1-2-3]").replace("1-5-6", "1-2-4").replace("supply: 32", "supply: 31"),
        "error how-to-win"),
    "alone": ('tiles: {"0,0": "1-2-3-4-5-6 ring:R"}', "p.yaml:1:1: error players"),
    "nobody": (BASE.split("tokens")[0] + "tokens: {}\nlost: {red: sky, sky: red}",
               "p.yaml:1:1: error a-token-each: there is always"),
    "set-up": (BASE.replace("3,0", "4,0"), "p.yaml:3:10: error set-up: two empty places"),
    "far off": (BASE.replace('"1,0": 1-3 2-5', '"1,0": 1-3 2-5\n  "7,7": 1-2-4'),
                "p.yaml:5:10: error connect: nothing leads"),
    "hand": (BASE.replace("[1-2, 1-4]", "[1-2, 1-4, 1-2-3-4]"), "p.yaml:6:14: error hand: a hand"),
    "short hand": (BASE.replace("[1-2, 1-4]", "[1-2]").replace("32", "33"),
                   "p.yaml:6:14: error hand: red has not drawn"),
    "start in hand": (BASE.replace("1-2,", "1-2-3-4-5-6 ring:P,"), "p.yaml:6:15: error hand"),
    "hand of none": (BASE.replace("sky: [", "green: ["), "p.yaml:6:26: error lost: green has no"),
    "supply": (BASE.replace("32", "31"), "p.yaml:8:9: error supply: less the table"),
    "came from": (BASE.replace('red: "0,0"', 'red: "3,0"'), "p.yaml:7:18: error one-tile-along"),
    "turn": (BASE.replace("turn: sky", "turn: green"), "p.yaml:9:7: error lost"),
    "phase": (BASE.replace("phase: change", "phase: draw"), "p.yaml:10:8: error unknown-word"),
    "lost": (BASE + "lost: {sky: red}", "p.yaml:11:8: error lost: sky has lost, but"),
    "lost to whom": (BASE + "lost: {green: purple}", "p.yaml:11:15: error lost: purple does not"),
    "box": (BASE.replace("32", "31") + "box: [1-2-4]", "p.yaml:11:6: error loser-hand"),
    "box of nobody": (
        BASE.replace("32", "31") + "box: [1-2-4]\noptions: {loser-hand: box}",
        "p.yaml:11:6: error loser-hand",
    ),
    "option": (BASE + "options: {side: any}", 'did you mean "sides"?'),
    "choice": (BASE + "options: {sides: agreed}", 'did you mean "agree"?'),
    "agree": (BASE + "options: {sides: agree}\n", None),
    "disagree": (BASE.replace("1-3 2-5", "1-3 2-4") + "options: {sides: agree}",
                 "p.yaml:4:10: error sides-agree: the tiles at 0,0 and 1,0"),
    "chance": (BASE + "chance: {step: 1}", 'p.yaml:11:9: error missing-key: chance needs "seed"'),
    "first turn": (BASE + "first-turn: [blue]", "p.yaml:11:14: error unknown-word"),
    "quiet": (BASE + "quiet: -1", "p.yaml:11:8: error number"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_position_is_told_with_its_place(name: str) -> None:
    """And the rule; nothing is made of it."""
    text, message = WRONG[name]
    if message is None:
        at(text)
        return
    with pytest.raises(InvalidDefinition) as error:
        GAME.read_position(Source("p.yaml", text))
    assert message in str(error.value)


def test_everything_wrong_is_told_at_once() -> None:
    """In file order."""
    text = BASE.replace("1-3 2-5", "9-9").replace("token sky", "token blue") + "turn: me\n"
    with pytest.raises(InvalidDefinition) as error:
        GAME.read_position(Source("p.yaml", text))
    assert [each.place.line for each in error.value.findings] == [4, 5, 11]


def test_a_file_that_is_no_position() -> None:
    """No YAML at all, and no mapping."""
    with pytest.raises(UnusableInput):
        GAME.read_position(Source("p.yaml", "tiles: {"))
    with pytest.raises(InvalidDefinition, match="mapping"):
        GAME.read_position(Source("p.yaml", "[1, 2]"))


def test_a_position_needs_tiles_only() -> None:
    """Tokens are on the start tiles, hands are dealt, the first player begins."""
    position = at(ROW)
    assert [seat.token.cell for seat in position.seats if seat.token] == [Hex(0, 0), Hex(3, 0)]
    assert [len(seat.hand) for seat in position.seats] == [2, 2]
    assert (len(position.supply), GAME.to_move(position)) == (33, 1)
    assert at(ROW) == position


def test_the_keys_of_figures_are_ignored() -> None:
    """What a figure shows besides is no part of a position."""
    figure_keys = 'caption: x\nhighlight: ["1,0"]\nlabels: {"2,0": "a"}\npath: ["0,0", "1,0"]\n'
    assert at(BASE + figure_keys) == at(BASE)


# Positions that no play leads to.

# Red has placed a tile and moved onto it; the second turn is sky's.
SECOND = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "1,-1": 2-4-6
tokens: {"1,-1": token red, "3,0": token sky}
came-from: {red: "0,0"}
first-turn: [sky]
turn: sky
phase: change
"""

# A tile lies between the start tiles, with one empty place between them; sky's first turn is on.
SHORTER = """\
options: {start-gap: one}
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "2,0": 1-2-3-4-5-6 ring:S
  "1,0": 5-6
tokens: {"0,0": token red, "2,0": token sky}
first-turn: [sky]
turn: sky
phase: move
"""

# Red, sky and purple are joined by tiles, but not by a path.
THREE = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "0,3": 1-2-3-4-5-6 ring:P
  "1,0": 2-5
  "2,0": 1-2-4
  "1,1": 1-4 2-3
  "0,2": 1-2
tokens: {"1,0": token red, "3,0": token sky, "0,3": token purple}
turn: sky
phase: change
"""

# Red alone is left.
ALONE = (
    THREE.replace(', "3,0": token sky, "0,3": token purple', "")
    .replace("sky", "red")
    .replace("phase: change", "phase: move\nlost: {sky: red, purple: red}")
)

# Red's start tile is shut in by six tiles. Sky stands on another one beside sky's own.
SHUT_IN = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "1,-1": 1-2
  "1,0": 1-3
  "0,1": 1-4
  "-1,1": 1-3 2-5
  "-1,0": 1-2 3-4
  "0,-1": 1-2 4-5
tokens: {"3,0": token sky}
lost: {red: no-change}
"""

# The terminals of all these tiles meet.
AGREEING = """\
options: {sides: agree}
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "1,0": 2-5
  "0,1": 2-6
  "1,1": 4-5
tokens: {"1,0": token red, "3,0": token sky}
came-from: {red: "0,0"}
"""


START_ONLY = SECOND.split('  "1,-1"')[0]
WITHOUT_PURPLE = THREE.replace('  "0,3": 1-2-3-4-5-6 ring:P\n', '  "0,3": 1-2-3\n')
SHARED = THREE.replace('"1,0": 2-5\n', '"1,0": 2-5 1-3\n').replace(
    '"1,0": token red, "3,0": token sky', '"1,0": [token red on 1-3, token sky on 2-5]'
)
MOVED = THREE.replace('"2,0"', '"2,-1": 4-6 1-2\n  "2,0"') + 'came-from: {red: "0,0"}\n'
FOURTH = SECOND.replace("change", "move").replace("2-4-6\n", '2-4-6\n  "2,1": 1-5\n')
MET = FOURTH.replace("1,-1", "1,0").replace("2-4-6", "2-4-5").replace('"2,1": 1-5', '"2,0": 2-3')
NO_MOVE = ALONE.replace("phase: move", "phase: change").replace("purple: red", "purple: no-move")
BOXED = ALONE + "options: {loser-hand: box}\nbox: [1-3, 1-5, 1-2-3, 1-2-5]\n"
BOXED = BOXED.replace("1-5, ", "1-2 3-4, ")
COUNTED = "options: {quiet-turns: '24'}\nquiet: "
FREELY = "options: {no-move: lose, turning: freely}\nlost: {sky: no-move}\n"

# Red has passed, sky has placed the tile at 2,1, and purple the one at 1,2.
THIRD = (
    THREE.split('  "1,0"')[0]
    + """\
  "1,2": 2-5
  "2,1": 1-3
tokens: {"0,0": token red, "0,3": token purple}
options: {turning: freely}
lost: {sky: purple}
first-turn: [purple]
turn: purple
phase: move
"""
)

# For each rule a legal position, words of it, what stands there instead, and what is wrong then.
IMPOSSIBLE = {
    "a token too few": (THREE + "hands: {sky: [1-3, 1-2-3]}", ', "3,0": token sky', "",
        "3:10: error a-token-each: sky has no token, and has not lost",
    ),
    "a part of a set-up": (
        WITHOUT_PURPLE.replace(', "0,3": token', ', "0,2": token'), '"0,0": 1', '"-1,0": 1',
        "3:10: error set-up: two empty places lie between neighbouring start tiles: in a "
        "row, a triangle or a rhombus",
    ),
    "blank sides between": (AGREEING, '"1,1": 4-5', '"2,-1": 1-2',
        "7:11: error connect: nothing leads from a start tile to 2,-1",
    ),
    "a token apart": (
        THREE.replace('"2,0": 1-2-4\n', '"4,0": 1-2-4\n'), '"3,0": token sky', '"0,2": token sky',
        "9:35: error one-tile-along-the-path: nothing leads from sky's start tile to 0,2",
    ),
    "one tile for two tokens": (SHARED + "options: {shared-tile: allowed}", "allowed", "barred",
        "9:36: error shared-tile: two tokens are on the tile at 1,0",
    ),
    "came over blank sides": (AGREEING, 'red: "0,0"', 'red: "0,1"',
        "9:18: error one-tile-along-the-path: red cannot have come from 0,1: no path led "
        "from there",
    ),
    "came along no path": (MOVED, '"1,0": 2-5', '"1,0": 1-3',
        "13:18: error one-tile-along-the-path: red has just moved, but no path leads from "
        "0,0 to 1,0",
    ),
    "hand after losses": (
        ALONE + "hands: {red: [1-3, 1-2-3]}\n", ", 1-2-3]", "]",
        "13:14: error hand: red has not drawn back to 2 tiles",
    ),
    "hand with a box": (BOXED + "hands: {red: [1-2-3-4, 1-2-3-5]}", ", 1-2-3-5]", "]",
        "15:14: error hand: red has not drawn back to 2 tiles",
    ),
    "box too large": (BOXED, "1-2-5]", "1-2-5, 1-2-3-4]",
        "14:6: error loser-hand: 2 losers had at most 4 tiles, not 5",
    ),
    "box too small": (BOXED, ", 1-2-5]", "]",
        "14:6: error loser-hand: while there is a supply hands are whole, so the box has 4 "
        "tiles",
    ),
    "lost to oneself": (ALONE, "sky: red", "sky: sky",
        "12:13: error lost: sky cannot connect to the own token",
    ),
    "lost to a loser": (ALONE, "purple: red", "purple: sky",
        "12:26: error lost: sky has lost before, and cannot connect to purple",
    ),
    "lost without tiles between": (ALONE, '"2,0": 1-2-4', '"4,0": 1-2-4',
        "12:13: error lost: nothing leads from red's start tile to sky's, where both came "
        "from",
    ),
    "lost for want of a move": (NO_MOVE + "options: {no-move: lose}", "lose", "stay",
        "12:26: error lost: who has no move stays, but for the option no-move: lose",
    ),
    "no change with a place": (SHUT_IN, '  "0,-1": 1-2 4-5\n', "",
        "10:13: error lost: red has had a change to make",
    ),
    "no change where turning is free": (
        SHUT_IN + "options: {turning: differently}", "differently", "freely",
        "11:13: error lost: red has had a change to make",
    ),
    "lost before any change": (
        START_ONLY + FREELY + 'tokens: {"0,0": token red}', "freely", "differently",
        "5:13: error lost: sky can have changed nothing: there is no other tile by the start tile",
    ),
    "change before any tile": (START_ONLY + "phase: change", "change", "move",
        "4:8: error change-then-move: red can have changed nothing: there is no"
        " other tile by the start tile",
    ),
    "turns before any tile": (START_ONLY + "first-turn: [red, sky]", "[red, ", "[",
        "4:13: error first-turn: red can have changed nothing: there is no other"
        " tile by the start tile",
    ),
    "quiet before any tile": (START_ONLY + COUNTED + "0", "quiet: 0", "quiet: 1",
        "5:8: error quiet-turns: there are start tiles only, so there has been no turn",
    ),
    "quiet without a limit": (THREE + COUNTED + "3", "'24'", "no-limit",
        "13:8: error quiet-turns: turns without a tile placed are only counted by the option "
        "quiet-turns",
    ),
    "quiet after the end": (THREE + COUNTED + "24", "quiet: 24", "quiet: 25",
        "13:8: error quiet-turns: the game was over after 24 turns without a tile placed",
    ),
    "quiet in first turns": (SECOND + COUNTED + "0", "quiet: 0", "quiet: 1",
        "11:8: error quiet-turns: 1 tile placed and 1 quiet turn are more than 1 change",
    ),
    "over in a change": (ALONE, "phase: move", "phase: change",
        "11:8: error end-of-the-game: the game ended when red connected to purple, and the "
        "phase is move",
    ),
    "over in a move": (NO_MOVE + "options: {no-move: lose}", "phase: change", "phase: move",
        "11:8: error end-of-the-game: the game ended when purple lost, before red made a "
        "change",
    ),
    "first turn out of order": (SECOND, "turn: sky", "turn: red",
        "7:14: error first-turn: sky's first turn comes before another turn of red",
    ),
    "first turn after a move": (SECOND, "first-turn: [sky]", "first-turn: [sky, red]",
        "7:19: error first-turn: red has left the start tile, so the first turn is over",
    ),
    "first turn and came from": (FOURTH, "came-from: {", 'came-from: {sky: "2,1", ',
        "7:18: error first-turn: sky has not moved before the end of the first turn",
    ),
    "too many tiles": (FOURTH, "phase: move", "phase: change",
        "8:13: error first-turn: 1 tile cannot have been placed by 0 changes of sky",
    ),
    "two steps in a turn": (
        MET.replace('came-from: {red: "0,0"}\n', ""), '"1,0": token', '"2,0": token',
        "6:17: error first-turn: red has had one turn, and cannot have moved from 0,0 to 2,0",
    ),
    "one turn and came from": (
        MET, 'red: "0,0"', 'red: "2,0"',
        "7:18: error first-turn: red has had one turn, and came from the start tile at 0,0",
    ),
    "lost to one without a turn": (THIRD, "phase: move", "phase: change",
        "9:13: error first-turn: purple has not made a change yet",
    ),
    "quiet before a first change": (
        START_ONLY + "phase: change\n" + COUNTED.replace("{", "{turning: freely, ")
        + "1\nfirst-turn: [red]", "[red]", "[red, sky]",
        "6:8: error quiet-turns: 0 tiles placed and 1 quiet turn are more than 0 changes",
    ),
    "first change that connects": (SHORTER, '"1,0": 5-6', '"1,0": 2-5',
        "6:17: error first-turn: the first change may not connect to red",
    ),
    "connected to the last to change": (THREE, '"2,0": 1-2-4', '"2,0": 2-4-5',
        "9:35: error how-to-win: red, who made the last change, is connected to sky, who has "
        "lost by it",
    ),
    "others connected": (
        THREE.replace('"0,2": 1-2', '"0,2": 1-3') + "options: {opponents-connected: nobody}",
        "nobody", "all",
        "9:35: error how-to-win: sky is connected to another token, and has lost by it\n"
        "9:53: error how-to-win: purple is connected to another token, and has lost by it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_no_play_leads_to_is_refused(name: str) -> None:
    """With one finding, at what is wrong; the position beside it is legal."""
    legal_text, words, others, told = IMPOSSIBLE[name]
    assert legal_text.count(words) == 1
    at(legal_text)
    with pytest.raises(IllegalPosition) as error:
        GAME.read_position(Source("p.yaml", legal_text.replace(words, others)))
    assert str(error.value).splitlines() == [f"p.yaml:{line}" for line in told.splitlines()]


def test_what_is_left_out_is_found_so_that_it_fits() -> None:
    """Turn, phase, tokens, first turns, hands and box."""
    assert at(SECOND.replace("turn: sky\n", "")).turn == 1
    over = at(ALONE.replace("phase: move\n", ""))
    assert (over.phase, GAME.is_over(over)) == (Phase.MOVE, True)
    assert at(ALONE.replace('tokens: {"1,0": token red}\n', "")).remaining == (0,)
    assert [seat.fresh for seat in at(ROW).seats] == [True, True]
    assert [seat.fresh for seat in at(ROW + "options: {turning: freely}").seats] == [False, False]
    assert [len(seat.hand) for seat in at(ROW + "supply: 35").seats] == [2, 0]
    boxed = at(BOXED.split("box: [")[0] + "hands: {red: [1-3, 1-2-3]}\nsupply: 27")
    assert (len(boxed.supply), len(boxed.box)) == (27, 4)


def test_the_turn_is_one_before_which_nobody_connected() -> None:
    """Red and sky are connected, so neither made the last change: purple did, and red is next."""
    table = THREE.replace("turn: sky\nphase: change\n", "")
    text = table.replace("1-2-4", "2-3-5")
    assert (at(text).turn, at(text).phase, out(at(text))) == (0, Phase.CHANGE, [])
    assert out(at(text + "turn: sky")) == [("red", "sky")], "sky has made a change"
    # Sky and purple: the last change was red's.
    other = at(table.replace('"0,2": 1-2', '"0,2": 1-3'))
    assert (other.turn, other.phase, out(other)) == (1, Phase.CHANGE, [])


def test_positions_with_something_left_out_are_read() -> None:
    """Whatever is left out of a position of a game, the rest is not held against it."""
    chosen = Random(4)
    keys = ("hands", "supply", "came-from", "turn", "phase", "first-turn", "quiet")
    for number in range(12):
        options = {each.name: chosen.choice([*each.choices]) for each in OPTIONS}
        position = GAME.initial(chosen, 2 + number % 3, options)
        for _ in range(40):
            written = yaml.load(GAME.write_position(position), yaml.BaseLoader)
            whole = GAME.read_position(Source("p.yaml", yaml.safe_dump(written, sort_keys=False)))
            assert whole == position
            for key in chosen.sample(keys, chosen.randrange(1, len(keys))):
                written.pop(key, None)
            part = GAME.read_position(Source("p.yaml", yaml.safe_dump(written, sort_keys=False)))
            assert part.tiles == position.tiles
            if GAME.is_over(position):
                break
            position = GAME.play(position, chosen.choice(GAME.legal_moves(position)))


# Random games.

CHOICES: list[dict[str, str]] = [
    {option.name: choice} for option in OPTIONS for choice in option.choices
]


@pytest.mark.parametrize("options", CHOICES, ids=lambda each: "-".join(*each.items()))
def test_random_games(options: dict[str, str]) -> None:
    """Every move and position reads back, invariants hold, and every legal move plays."""
    for players in (2, 3, 4):
        rng = Random(players)
        position = GAME.initial(rng, players, options)
        for number in range(60):
            GAME.invariants(position)
            text = GAME.write_position(position)
            again = GAME.read_position(Source("x", text))
            assert (again, hash(again)) == (position, hash(position))
            assert GAME.write_position(again) == text
            moves = GAME.legal_moves(position)
            assert bool(moves) is not GAME.is_over(position)
            assert len(set(moves)) == len(moves)
            if not moves:
                break
            if number % 10 == 0:
                for move in moves:
                    assert GAME.read_move(position, GAME.write_move(move)) == move
                    GAME.invariants(GAME.play(position, move))
            move = rng.choice(moves)
            after = GAME.play(position, move)
            assert GAME.play(position, move) == after
            score = GAME.score(after)
            assert dict(score.totals) == {part.whose: part.points for part in score.parts}
            assert score.winners
            position = after


def test_random_games_end() -> None:
    """Within a limit of quiet turns, each of twenty games does; the last are in."""
    for seed in range(20):
        rng = Random(seed)
        position = GAME.initial(rng, 2 + seed % 3, {"quiet-turns": "24"})
        for _ in range(2 * 24 * 38):
            if GAME.is_over(position):
                break
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        assert GAME.is_over(position)
        assert len(winners(position)) == 1 or position.quiet == 24


# A slow oracle: terminals as dots, two dots joined by a line, everything found by relabelling.

AROUND = {1: (1, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 1), 5: (-1, 0), 6: (0, -1)}
Dot = tuple[int, int, int]
Paths = frozenset[frozenset[int]]


def paths_of(text: str) -> Paths:
    """A tile's paths as sets of sides, from its notation."""
    return frozenset(
        frozenset(map(int, word.split("-"))) for word in text.split() if word[0].isdigit()
    )


def clockwise(paths: Paths, steps: int) -> Paths:
    """The paths of a tile turned by so many sides."""
    return frozenset(frozenset((side + steps - 1) % 6 + 1 for side in path) for path in paths)


def labels(table: dict[tuple[int, int], Paths]) -> dict[Dot, int]:
    """A label for each terminal on the table: equal where they hang together."""
    found = {
        (q, r, side): number
        for number, (q, r, side) in enumerate(
            (q, r, side) for (q, r), paths in table.items() for path in paths for side in path
        )
    }
    lines = [
        ((q, r, one), (q, r, other))
        for (q, r), paths in table.items()
        for path in paths
        for one in path
        for other in path
    ]
    for q, r, side in found:
        dq, dr = AROUND[side]
        other = (q + dq, r + dr, (side + 2) % 6 + 1)
        if other in found:
            lines.append(((q, r, side), other))
    changing = True
    while changing:
        changing = False
        for one, another in lines:
            least = min(found[one], found[another])
            if (found[one], found[another]) != (least, least):
                found[one] = found[another] = least
                changing = True
    return found


class Oracle:
    """What a written position allows, by trying everything; knows nothing of the engine."""

    def __init__(self, text: str, *, agree: bool = False) -> None:
        said: dict[str, Any] = yaml.safe_load(text)
        self.agree = agree
        self.table = {self.cell(key): paths_of(each) for key, each in said["tiles"].items()}
        self.turn, self.phase = said["turn"], said["phase"]
        self.hand = [paths_of(each) for each in said["hands"][self.turn]]
        self.tokens: dict[str, Dot] = {}
        for key, tokens in said["tokens"].items():
            q, r = self.cell(key)
            for token in [tokens] if isinstance(tokens, str) else tokens:
                words = token.split()
                (path,) = paths_of(words[3]) if len(words) > 2 else self.table[q, r]
                self.tokens[words[1]] = (q, r, min(path))
        came = said.get("came-from", {}).get(self.turn)
        self.came = None if came is None else self.cell(came)

    @staticmethod
    def cell(text: str) -> tuple[int, int]:
        q, r = text.split(",")
        return int(q), int(r)

    def path(self, table: dict[tuple[int, int], Paths], dot: Dot) -> set[Dot]:
        label = labels(table)
        return {other for other in label if label[other] == label[dot]}

    def agrees(self, table: dict[tuple[int, int], Paths]) -> bool:
        if not self.agree:
            return True
        dots = set(labels(table))
        return all(
            ((q, r, side) in dots) == ((q + dq, r + dr, (side + 2) % 6 + 1) in dots)
            for q, r in table
            for side, (dq, dr) in AROUND.items()
            if (q + dq, r + dr) in table
        )

    def changes(self) -> dict[tuple[object, ...], frozenset[str]]:
        """Every change, and who loses by it."""
        found: dict[tuple[object, ...], frozenset[str]] = {}
        mine = self.tokens[self.turn]
        everywhere = {(q + a, r + b) for q, r in self.table for a, b in AROUND.values()}
        for cell in everywhere - set(self.table):
            for paths in self.hand:
                for lying in {clockwise(paths, steps) for steps in range(6)}:
                    table = {**self.table, cell: lying}
                    reached = self.path(table, mine)
                    if any((q, r) == cell for q, r, _ in reached) and self.agrees(table):
                        found["place", cell, lying] = self.met(reached, self.tokens)
        crossed = {(q, r) for q, r, _ in self.path(self.table, mine)}
        for cell in crossed:
            for steps in range(1, 6):
                table = {**self.table, cell: clockwise(self.table[cell], steps)}
                if table[cell] == self.table[cell] or not self.agrees(table):
                    continue
                tokens = {
                    colour: (q, r, (side + steps - 1) % 6 + 1) if (q, r) == cell else (q, r, side)
                    for colour, (q, r, side) in self.tokens.items()
                }
                found["turn", cell, steps] = self.met(self.path(table, tokens[self.turn]), tokens)
        return found

    def met(self, path: set[Dot], tokens: dict[str, Dot]) -> frozenset[str]:
        return frozenset(c for c, dot in tokens.items() if dot in path and c != self.turn)

    def steps(self) -> set[tuple[int, int]]:
        """Where the token may go: beside it, and joined when all other tiles are taken away."""
        q, r, side = self.tokens[self.turn]
        found = set()
        for dq, dr in AROUND.values():
            cell = (q + dq, r + dr)
            if cell in self.table:
                two = {(q, r): self.table[q, r], cell: self.table[cell]}
                if any(dot[:2] == cell for dot in self.path(two, (q, r, side))):
                    found.add(cell)
        return found - {self.came} or found


def agrees_with_oracle(game: ControlledPath, position: Position, *, agree: bool) -> int:
    """Compares all moves of a position, and what comes of changes; tells how many there were."""
    oracle = Oracle(game.write_position(position), agree=agree)
    moves = game.legal_moves(position)
    if position.phase is Phase.MOVE:
        cells = {(move.cell.q, move.cell.r) for move in moves if isinstance(move, Step)}
        assert cells == oracle.steps()
        assert cells or moves == (Stay(),)
        return len(moves)
    expected = oracle.changes()
    actual: dict[tuple[object, ...], frozenset[str]] = {}
    for move in moves:
        key: tuple[object, ...]
        match move:
            case Place(cell, tile):
                key = ("place", tuple(cell), paths_of(game.kit.written(tile)))
            case Turn(cell, steps):
                key = ("turn", tuple(cell), steps)
            case _:
                raise AssertionError(move)
        after = game.play(position, move)
        new = after.losses[len(position.losses) :]
        actual[key] = frozenset(loss.colour for loss in new if loss.cause == oracle.turn)
    assert actual == expected
    assert len(actual) == len(moves)
    return len(moves)


def random_table(rng: Random, players: int) -> Position | None:
    """Start tiles, and many tiles grown from them at random; the tokens on any paths."""
    kit, start = GAME.kit, GAME.initial(rng, players)
    tiles = {(cell.q, cell.r): kit.written(tile) for cell, tile in start.tiles}
    pieces = [kit.written(tile) for tile in kit.paths]
    rng.shuffle(pieces)
    for _ in range(rng.randrange(4, 22)):
        beside = {(q + a, r + b) for q, r in tiles for a, b in AROUND.values()} - set(tiles)
        near = sorted(beside, key=lambda cell: abs(cell[0] - 1) + abs(cell[1]) + rng.random() * 3)
        lying = clockwise(paths_of(pieces.pop()), rng.randrange(6))
        tiles[near[0]] = " ".join("-".join(map(str, sorted(path))) for path in lying)
    lines = ["tiles:", *(f'  "{q},{r}": {text}' for (q, r), text in tiles.items()), "tokens:"]
    cells = rng.sample(sorted(tiles), players)
    for cell, colour in zip(cells, kit.colours, strict=False):
        path = rng.choice(sorted(map(sorted, paths_of(tiles[cell]))))
        lines.append(f'  "{cell[0]},{cell[1]}": token {colour} on {"-".join(map(str, path))}')
    lines.append(f"phase: {rng.choice(['change', 'move'])}")
    try:
        return at("\n".join(lines))
    except IllegalPosition as error:
        # The two are connected, or no tiles lead to where a token is.
        rules = {each.rule for each in error.findings}
        assert rules in ({"how-to-win"}, {"one-tile-along-the-path"})
        return None


def test_random_tables_against_the_oracle() -> None:
    """Dense tables with long paths: what is crossed, where tiles connect, who is met, the steps."""
    rng = Random(11)
    met = crossed = compared = 0
    for number in range(24):
        position = random_table(rng, 2 + number % 2)
        if position is None or GAME.is_over(position):
            continue
        compared += agrees_with_oracle(GAME, position, agree=False)
        if position.phase is Phase.CHANGE:
            changes = Oracle(GAME.write_position(position)).changes()
            met += sum(map(bool, changes.values()))
            crossed += len({key[1] for key in changes if key[0] == "turn"})
    assert compared > 300
    assert met > 20
    assert crossed > 20


@pytest.mark.parametrize("sides", ["any", "agree"])
def test_games_against_the_oracle(sides: str) -> None:
    """Positions of random games, with sides that need not agree, and that have to."""
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        position = GAME.initial(rng, 2 + seed % 3, {"sides": sides})
        for number in range(50):
            if GAME.is_over(position):
                break
            if number % 8 == seed:
                compared += agrees_with_oracle(GAME, position, agree=sides == "agree")
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
    assert compared > 150
