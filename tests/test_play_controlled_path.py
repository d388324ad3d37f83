"""Controlled Path, played: rules, options, positions in files, records, and a slow oracle for paths."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from textwrap import dedent
from typing import Any

import pytest
import yaml

from pnp.basics.errors import Source, UnusableInput
from pnp.definition.reading import read_source
from pnp.games.controlled_path.game import (
    ControlledPath,
    Phase,
    Place,
    Position,
    Stay,
    Step,
    Turn,
)
from pnp.games.controlled_path.pieces import Network
from pnp.play import HIDDEN_CHANCE, Chance, FileKind, Game, Hidden, IllegalMove, IllegalPosition
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, set_of
from tests.playing import Playing

GAME = ControlledPath()
PLAY = Playing(GAME)
read, played, legal = PLAY.read, PLAY.played, PLAY.legal
figure, figures = PLAY.figure, PLAY.figures
RED, SKY, PURPLE, GREEN = range(4)

POSITIONS = ROOT / "tests/positions"


def broken(position: Position, move: str, game: ControlledPath = GAME) -> str:
    """The rule that a move breaks."""
    return PLAY.refused(position, move, game).rule


def at(text: str, game: ControlledPath = GAME) -> Position:
    """The whole position in a text, which may omit turn and phase, and hands: these are dealt."""
    said: dict[str, Any] = {"turn": "red", "phase": "change", "hands": {}}
    said |= yaml.load(dedent(text), yaml.BaseLoader)
    table = read(
        yaml.safe_dump({key: said[key] for key in ("tiles", "tokens", "lost") if key in said}), game
    )
    hands = [tile for hand in said["hands"].values() for tile in hand]
    used = [*table.table.values(), *map(game.pieces.read, hands), *game.pieces.starts]
    rest = [game.pieces.write(tile) for tile in game.pieces.rest(used)]
    for token in table.tokens:
        name = game.pieces.colours[token.colour]
        if name not in said["hands"]:
            said["hands"][name], rest = rest[:2], rest[2:]
    return read(yaml.safe_dump(said, sort_keys=False), game)


def winners(position: Position) -> tuple[str, ...]:
    """The players who win, or are ahead."""
    return GAME.score(position).winners


def out(position: Position) -> list[tuple[str, str]]:
    """The players who have lost, in order, each with the cause."""
    causes = {**dict(enumerate(GAME.pieces.colours)), -1: "no-change", -2: "no-move"}
    return [(causes[loss.colour], causes[loss.cause]) for loss in position.lost]


def tokens(position: Position) -> dict[int, Hex]:
    """Where the tokens stand."""
    return {token.colour: token.cell for token in position.tokens}


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
    assert [(cell.q, cell.r) for cell, _ in position.table.in_order()] == places
    assert [tile.mark.kind for tile in position.table.values()] == ["ring"] * players
    assert [len(hand) for hand in position.hands] == [2] * players + [0] * (4 - players)
    assert len(position.supply) == supply
    assert len(position.tokens) == players
    for token in position.tokens:
        assert position.table[token.cell] == GAME.pieces.starts[token.colour]
    assert legal(position)
    assert all(text.startswith("place ") for text in legal(position)), "nothing can be turned"


def test_a_set_that_is_too_small_to_deal_is_refused(small: ControlledPath) -> None:
    """Five path tiles are hands for two players, not for three: who has none could change nothing."""
    assert [len(hand) for hand in small.initial(Random(1), 2).hands] == [2, 2, 0]
    with pytest.raises(ValueError, match="too few path tiles to deal 2 to each player"):
        small.initial(Random(1), 3)


def test_who_begins_is_drawn_by_lot() -> None:
    """Each player begins in some of twenty games."""
    begun = {GAME.to_move(GAME.initial(Random(seed), 3)) for seed in range(20)}
    assert begun == {1, 2, 3}


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
    assert len(after.hand) == 2
    assert len(after.supply) == len(before.supply) - 1
    assert Counter(after.hand) - Counter(before.hand) <= Counter(before.supply)
    assert after.phase is Phase.MOVE
    assert after.turn == before.turn


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
    assert one.table == other.table
    assert one.tokens != other.tokens


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
    assert (tokens(after)[RED], after.came_from[RED]) == (Hex(2, 0), Hex(1, 0))
    assert GAME.to_move(after) == 2
    assert after.phase is Phase.CHANGE


def test_a_token_goes_back_where_nothing_else_is_legal() -> None:
    """The tile at 2,0 turned away: back is the only move."""
    position = at(LINE.replace('"2,0": 4-5', '"2,0": 3-4'))
    assert legal(position) == ["move to 0,0"]
    back = played(position, "move to 0,0")
    assert back.came_from[RED] == Hex(1, 0)


def test_back_is_the_tile_that_was_left_however_it_was_turned_since() -> None:
    """The other player's change in between does not matter; a fork offers the other ways only."""
    position = at(LINE.replace('red: "0,0"', 'red: "2,0"'))
    assert legal(position) == ["move to 0,0"]
    free = at(LINE.replace('came-from: {red: "0,0"}\n', ""))
    assert legal(free) == ["move to 0,0", "move to 2,0"], "who has not moved yet goes anywhere"


def test_a_token_without_a_move_stays() -> None:
    """Red turns the tile it stands on away from everything."""
    position = played(at(GAP + 'tokens: {"1,0": token red, "3,0": token sky}'), "turn 1,0 by 1")
    assert legal(position) == ["stay"]
    after = played(position, "stay")
    assert tokens(after)[RED] == Hex(1, 0)
    assert after.came_from[RED] is None
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
    assert len(position.table) == 4
    assert position.hands[SKY] == ()
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
    return type(GAME)(set_of(SMALL))


def test_an_empty_supply_is_not_drawn_from(small: ControlledPath) -> None:
    """The hand shrinks, and play goes on."""
    position = at(ROW + "hands: {red: [1-2, 1-4], sky: [1-3, 1-4 2-5]}", small)
    assert len(position.supply) == 1
    position = played(position, "place 3-4 at 1,-1", "move to 1,-1", game=small)
    assert [len(hand) for hand in position.hands] == [2, 2, 0]
    assert position.supply == ()
    position = played(position, "place 1-3 at 3,-1", game=small)
    assert [len(hand) for hand in position.hands] == [2, 1, 0]


# All tiles of the small set lie on the table.
ALL_LAID = (
    ROW
    + """\
  "1,0": 2-5
  "0,1": 1-2
  "1,-1": 1-3 2-5
  "2,-1": 1-4 2-5
  "4,0": 4-6
tokens: {"1,0": token red, "3,0": token sky}
hands: {red: [], sky: []}
"""
)


def test_without_tiles_there_is_only_turning(small: ControlledPath) -> None:
    """With an empty hand."""
    position = at(ALL_LAID, small)
    assert position.supply == ()
    assert position.hand == ()
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
turn: sky
"""
)


def test_a_player_who_can_change_nothing_loses_when_the_turn_comes(small: ControlledPath) -> None:
    """Red's start tile is alone, and red's hand empty: sky's turn is the last."""
    position = at(STUCK, small)
    assert out(position) == []
    position = played(position, "turn 4,0 by 1", game=small)
    assert out(position) == []
    position = played(position, legal(position, small)[0], game=small)
    assert out(position) == [("red", "no-change")]
    assert small.is_over(position)
    assert small.score(position).winners == ("player 2",)
    assert "no change was possible" in small.score(position).parts[0].how


def test_a_set_has_to_be_of_this_game(small: ControlledPath) -> None:
    """Another form, another game, a player too many."""
    with pytest.raises(UnusableInput, match="hexagons"):
        type(GAME)(bundled("published/tsuro")).initial(Random(1), 2)
    with pytest.raises(UnusableInput, match='"start"'):
        type(GAME)(bundled("hexstatic")).initial(Random(1), 2)
    with pytest.raises(ValueError, match="the set has 3 start tiles"):
        small.initial(Random(1), 4)


# Options.


def test_a_player_whose_token_cannot_move_may_lose() -> None:
    """By the option, instead of staying."""
    text = GAP + 'options: {no-move: lose}\ntokens: {"1,0": token red, "3,0": token sky}'
    position = played(at(text), "turn 1,0 by 1")
    assert out(position) == [("red", "no-move")]
    assert winners(position) == ("player 2",)
    assert "no move was possible" in GAME.score(position).parts[0].how


def test_the_game_may_end_when_the_tiles_do(small: ControlledPath) -> None:
    """By the option, at the end of the turn, all who are in share the victory."""
    text = ALL_LAID.replace("sky: []", "sky: [1-3]").replace('  "4,0": 4-6\n', "") + "turn: sky\n"
    for options in ("{out-of-tiles: end}", "{}"):
        position = played(at(text + f"options: {options}", small), "place 3-5 at 4,0", game=small)
        assert not small.is_over(position), "the turn is not over"
        position = played(position, "move to 4,0", game=small)
        assert small.is_over(position) == (options != "{}")
    over = played(at(text + "options: {out-of-tiles: end}", small), "place 3-5 at 4,0", game=small)
    score = small.score(played(over, "move to 4,0", game=small))
    assert (score.winners, score.tie_break) == (("player 1", "player 2"), "no tile is left")


QUIET = GAP.replace('"1,0": 2-5', '"1,0": 2-5\n  "2,1": 1-3')


def test_turns_without_a_new_tile_end_the_game() -> None:
    """Five of each player: the tenth turn of two players is the last."""
    position = played(at(QUIET + "quiet: 9"), "turn 1,0 by 1")
    assert not GAME.is_over(position), "the turn is not over"
    position = played(position, *legal(position)[:1])
    assert GAME.is_over(position)
    score = GAME.score(position)
    assert score.winners == ("player 1", "player 2")
    assert score.tie_break == "10 turns in a row have brought no new tile"
    assert GAME.read_position(Source("x", GAME.write_position(position))) == position


@pytest.mark.parametrize(("stalemate", "quiet", "is_over"), [
    ("five", 8, False), ("ten", 18, False), ("ten", 19, True), ("never", 500, False),
])  # fmt: skip
def test_how_many_turns_without_a_new_tile_end_the_game(
    stalemate: str, quiet: int, is_over: bool
) -> None:
    """By the option; with fewer turns the game goes on."""
    text = QUIET + f"quiet: {quiet}\noptions: {{stalemate: {stalemate}}}\n"
    position = played(at(text), "turn 1,0 by 1")
    assert GAME.is_over(played(position, *legal(position)[:1])) == is_over


def test_a_new_tile_or_a_loss_begins_the_count_anew() -> None:
    """One turn of three players is left, and then there are two."""
    assert played(at(QUIET + "quiet: 9"), "place 5-6 at 2,0").quiet == 0
    text = CORNER.replace('"1,0": 2-5 1-6', '"1,0": 1-4 5-6\n  "2,0": 2-5 3-6') + "quiet: 14"
    position = played(at(text), "turn 1,0 by 1")
    assert (out(position), position.quiet) == ([("sky", "red")], 0)
    assert not GAME.is_over(played(position, *legal(position)[:1]))
    position = played(at(text), "turn 1,0 by 3")
    assert GAME.is_over(played(position, *legal(position)[:1]))


def test_a_score_says_how_many_tiles_are_left(small: ControlledPath) -> None:
    """Of a whole position, also when the supply is empty, and not when all tiles are laid."""
    position = at(ROW + "hands: {red: [1-2, 1-4], sky: [1-3, 1-4 2-5]}", small)
    assert small.score(position).remarks == ("The supply has 1 tile.",)
    position = played(position, "place 3-4 at 1,-1", game=small)
    assert small.score(position).remarks == ("The supply has 0 tiles.",)
    assert small.score(at(ALL_LAID, small)).remarks == ()


def test_facts_of_games(small: ControlledPath) -> None:
    """How many tiles are left, and how the players have lost; counted by hand."""

    def facts(position: Position, game: ControlledPath = small) -> dict[str, int]:
        return {name: number for name, number in game.facts(position).items() if number}

    assert facts(at(ALL_LAID, small)) == {"all tiles were placed": 1}
    stuck = played(at(STUCK, small), "turn 4,0 by 1", game=small)
    stuck = played(stuck, legal(stuck, small)[0], game=small)
    assert facts(stuck) == {"tiles left": 1, "players who could change nothing": 1}
    text = GAP + 'options: {no-move: lose}\ntokens: {"1,0": token red, "3,0": token sky}'
    lost = played(at(text), "turn 1,0 by 1")
    assert facts(lost, GAME) == {"tiles left": 36, "players who could not move": 1}
    still = played(at(QUIET + "quiet: 9"), "turn 1,0 by 1")
    still = played(still, *legal(still)[:1])
    assert facts(still, GAME) == {"tiles left": 35, "stalemate": 1}


# The example of the rulebook, and its figures.


def test_every_figure_of_the_rulebook_is_a_position() -> None:
    """In two of them sky has lost, as they say."""
    results = [winners(read(text)) for text in figures()]
    assert len(results) == 7
    assert [number for number, each in enumerate(results) if len(each) == 1] == [4, 6]
    assert results[4] == results[6] == ("player 1",)


def test_paths_that_cross_are_not_connected() -> None:
    """Red's goes from left to right; sky's enters at the upper right, leaves at the lower right."""
    start = GAME.initial(Random(1), 2)
    shown = read(figure("Both controlled paths cross"))
    places = {}
    for turn, colour in (("red", RED), ("sky", SKY)):
        moves = legal(shown._replace(turn=colour, phase=Phase.CHANGE, hands=start.hands))
        places[turn] = {move.split()[-1] for move in moves if move.startswith("place")}
        assert any(move.startswith("turn 1,0") for move in moves)
    assert places["red"] == {"2,0", "1,-1", "0,1", "-1,1", "-1,0", "0,-1"}
    assert places["sky"] == {"1,1", "1,-1", "2,-2"}


def test_the_example_of_the_rulebook() -> None:
    """From the set-up to red's double threat."""
    hands = "hands: {red: [1-3-5, 1-2-4], sky: [1-3, 1-2]}\nturn: red\n"
    start = """\
tiles: {"0,0": 1-2-3-4-5-6 ring:R, "3,0": 1-2-3-4-5-6 ring:S}
tokens: {"0,0": token red, "3,0": token sky}
"""
    position = played(at(start + hands), "place 2-4-6 at 1,-1", "move to 1,-1")
    position = played(position, "place 1-5 at 2,1", "move to 2,1")
    position = played(position, "place 2-3-5 at 2,-1")
    assert broken(position, "move to 0,0") == "no-turning-back"
    assert legal(position) == ["move to 2,-1"]
    position = played(position, "move to 2,-1")
    shown = read(figure("double threat"))
    assert (position.table, position.tokens) == (shown.table, shown.tokens)


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
    assert position.table == read(figure("cut off")).table
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
    assert position.table == read(figure("Red wins with the marked tile")).table
    assert winners(position) == ("player 1",)


def test_winning_by_a_turn() -> None:
    """Clockwise by two sides; the figures leave out the rest of the table."""
    rest = 'tiles:\n  "0,0": 1-2-3-4-5-6 ring:R\n  "1,-1": 2-4-6\n'
    before, after = (
        figure(f"{when} the change").replace("tiles:\n", rest) for when in ("Before", "After")
    )
    position = played(at(before), "turn 2,0 by 2")
    assert position.table == read(after).table
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
    """Its first lines say how it ends."""
    path = ROOT / "tests/games/controlled-path-1.yaml"
    text = path.read_text("utf-8")
    expected = dict(line[2:].split(": ") for line in text.splitlines()[1:4])
    position = GAME.read_position(Source(path.name, text))
    assert GAME.is_over(position)
    assert " ".join(winners(position)) == expected["wins"]
    assert ", ".join(f"{loser} by {cause}" for loser, cause in out(position)) == expected["lost"]
    assert str(len(position.supply)) == expected["tiles left"]


# Whole positions, extracts and records in files.

BASE = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "1,0": 1-3 2-5
tokens: {"1,0": token red on 1-3, "3,0": token sky}
hands: {red: [1-2, 1-4], sky: [1-3, 1-5-6]}
came-from: {red: "0,0"}
turn: sky
phase: change
"""

# Three players; red has put out sky, and red's path does not lead to purple.
LATER = """\
tiles:
  "0,0": 1-2-3-4-5-6 ring:R
  "3,0": 1-2-3-4-5-6 ring:S
  "0,3": 1-2-3-4-5-6 ring:P
  "1,0": 2-5
lost: {sky: red}
hands: {red: [1-2, 1-3], purple: [1-4 2-5, 1-2 3-4]}
turn: red
phase: change
"""


def test_defaults_of_a_whole_position() -> None:
    """Tokens are on start tiles and have not moved, the rest of the set is the supply."""
    position = read(LATER)
    assert tokens(position) == {RED: Hex(0, 0), PURPLE: Hex(0, 3)}
    assert position.came_from == (None,) * 4
    assert (len(position.supply), position.quiet, position.chance) == (32, 0, Chance(0))
    assert GAME.player_name(position, 3) == "purple"
    whole = GAME.write_position(position)
    assert "supply" not in whole and "came-from" not in whole and "tokens" not in whole


def test_two_tokens_on_one_tile_are_written_with_their_paths() -> None:
    """Each on its own path; the order in the file does not matter."""
    both = '{"1,0": [token sky on 2-5, token red on 1-3]}'
    text = BASE.replace('{"1,0": token red on 1-3, "3,0": token sky}', both)
    position = read(text.replace("tokens:", '  "2,0": 2-4-6\ntokens:'))
    assert '"1,0": [token red on 1-3, token sky on 2-5]' in GAME.write_position(position)


def test_short_hands_are_right_after_the_supply_was_empty(small: ControlledPath) -> None:
    """The hand of a loser then fills the supply again, and the others still lack tiles."""
    text = """\
    tiles:
      "0,0": 1-2-3-4-5-6 ring:R
      "3,0": 1-2-3-4-5-6 ring:S
      "0,3": 1-2-3-4-5-6 ring:P
      "1,0": 1-4
    lost: {sky: no-change}
    hands: {red: [], purple: [1-2]}
    turn: purple
    phase: change
    supply: [1-3 2-5, 1-4 2-5, 1-3]
    """
    with pytest.raises(IllegalPosition, match="hand: red has 0 tiles, not 2"):
        read(text, small)
    right = text.replace('"1,0": 1-4', '"1,0": 1-4\n      "4,0": 3-5').replace(", 1-3]", "]")
    assert len(read(right, small).supply) == 2


def test_two_players_are_never_connected_between_turns() -> None:
    """An exception: a third player connected them, and then lost because no move was possible."""
    table = LATER.replace('"1,0": 2-5', '"1,0": 2-5\n  "0,1": 1-2 3-6\n  "0,2": 3-5-6')
    with pytest.raises(IllegalPosition, match="how-to-win: red and purple are connected"):
        read(table)
    lost = table.replace("{sky: red}", "{sky: no-move}") + "options: {no-move: lose}\n"
    assert not GAME.is_over(read(lost))


def test_a_player_with_nothing_to_do_has_lost(small: ControlledPath) -> None:
    """In either phase, where the rules say so."""
    with pytest.raises(IllegalPosition, match="no-change: red can change nothing"):
        at(STUCK.replace("turn: sky", "turn: red"), small)
    text = (
        GAP.replace("2-5", "3-6") + "phase: move\n" + 'tokens: {"1,0": token red, "3,0": token sky}'
    )
    assert legal(at(text)) == ["stay"]
    with pytest.raises(IllegalPosition, match="no-move: red's token cannot move"):
        at(text + "\noptions: {no-move: lose}")


# Extracts.


def test_an_extract_is_scored_as_the_table_lies() -> None:
    """Two figures of one table: red's change connects, or sky's does; start tiles may be omitted."""
    table = ROW + '  "1,0": 2-5\n  "2,0": 1-3 2-5\n'
    reading = GAME.read(Source("p.yaml", table))
    assert reading.kind is FileKind.EXTRACT
    assert winners(reading.position) == ("player 1",)
    assert winners(read(table + "turn: sky")) == ("player 2",)
    score = GAME.score(read(table + "turn: sky"))
    assert [part.how for part in score.parts if not part.points] == [
        "first to lose, connected to another token by a change of sky"
    ]
    assert score.remarks == ()
    assert (score.tie_break, score.standing) == ("the last player with a token wins", "")
    part = read('tiles: {"1,0": 1-3 2-5}\ntokens: {"1,0": [token red on 1-3, token sky on 2-5]}')
    assert winners(part) == ("player 1", "player 2")
    assert "still in" in GAME.score(part).standing


def test_the_keys_of_figures_are_ignored() -> None:
    """They are about the picture of a position."""
    figure_keys = 'caption: x\nhighlight: ["1,0"]\nlabels: {"2,0": "a"}\npath: ["0,0", "1,0"]\n'
    assert read(BASE + figure_keys) == read(BASE)


# Records.

# The example of the rulebook from the set-up to its bad answer, with the tiles that were drawn.
RECORD = """\
start:
  tiles: {"0,0": 1-2-3-4-5-6 ring:R, "3,0": 1-2-3-4-5-6 ring:S}
  hands: {red: [2-4-6, 2-3-5], sky: [1-5, 1-2]}
  turn: red
  phase: change
moves:
  - red: place 2-4-6 at 1,-1; draws 2-6 3-5
  - red: move to 1,-1
  - sky: place 1-5 at 2,1; draws 1-4
  - sky: move to 2,1
  - red: place 2-3-5 at 2,-1; draws 1-3 2-5
  - red: move to 2,-1
  - sky: place 2-3 at 2,0; draws 1-2-3-4
  - move to 3,0
  - place 2-6 3-5 at 3,-1
"""


def test_a_record_is_replayed() -> None:
    """Red wins with a tile that the record says was drawn."""
    reading = GAME.read(Source("p.yaml", RECORD))
    assert (reading.kind, reading.moves) == (FileKind.RECORD, 9)
    assert (winners(reading.position), out(reading.position)) == (("player 1",), [("sky", "red")])
    assert reading.position.table == read(figure("Red wins with the marked tile")).table


def test_the_record_in_the_documentation() -> None:
    """It ends with red's victory, as the text says."""
    page = (ROOT / "docs/playing.md").read_text("utf-8")
    _, section = page.split("### Controlled Path")
    (text,) = re.findall(r"```yaml\n(.*?)```", section.split("\n### ")[0], re.DOTALL)
    position = read(text)
    assert (GAME.is_over(position), winners(position)) == (True, ("player 1",))


# What a player may know.


def test_everything_but_chance_is_open() -> None:
    """All hands lie open; the supply is known, but not its order."""
    position = GAME.initial(Random(4), 3)
    for player in (1, 2, 3):
        view = GAME.view(position, player)
        assert view == position._replace(chance=HIDDEN_CHANCE)
        assert GAME.legal_moves(view) == GAME.legal_moves(position)
        assert read(GAME.write_position(view)) == view


# Random games, and positions that nobody came to.


def test_random_games_end() -> None:
    """By the rules as they stand, each of forty games does, and the last are in."""
    for seed in range(40):
        rng = Random(seed)
        position = GAME.initial(rng, 2 + seed % 3)
        for _ in range(2 * (37 + 5 * 4 * 40)):
            if GAME.is_over(position):
                break
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        assert GAME.is_over(position)
        in_the_end = len(position.tokens)
        assert len(winners(position)) == in_the_end
        assert in_the_end == 1 or position.quiet == 5 * in_the_end


# A slow oracle: terminals as dots, two dots joined by a line, and whatever lines lead to.

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


def lines_of(table: dict[tuple[int, int], Paths]) -> dict[Dot, set[Dot]]:
    """For each terminal on the table all others to which a line leads, on its tile and across."""
    found = {
        (q, r, side): {(q, r, other) for other in path}
        for (q, r), paths in table.items()
        for path in paths
        for side in path
    }
    for q, r, side in found:
        dq, dr = AROUND[side]
        across = (q + dq, r + dr, (side + 2) % 6 + 1)
        if across in found:
            found[q, r, side].add(across)
    return found


class Oracle:
    """An oracle that tries everything that a written position allows, without the engine."""

    def __init__(self, text: str) -> None:
        said: dict[str, Any] = yaml.safe_load(text)
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
        lines, reached = lines_of(table), {dot}
        while new := {other for each in reached for other in lines[each]} - reached:
            reached |= new
        return reached

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
                    if any((q, r) == cell for q, r, _ in reached):
                        found["place", cell, lying] = self.met(reached, self.tokens)
        crossed = {(q, r) for q, r, _ in self.path(self.table, mine)}
        for cell in crossed:
            for steps in range(1, 6):
                table = {**self.table, cell: clockwise(self.table[cell], steps)}
                if table[cell] == self.table[cell]:
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


def written(position: Position) -> str:
    """The position as YAML with all tokens, also those that stand on their start tiles."""
    names = GAME.pieces.colours
    text = GAME.write_position(position)
    if "tokens:" in text:
        return text
    lines = (f'"{cell.q},{cell.r}": token {names[who]}' for who, cell in tokens(position).items())
    return text + f"tokens: {{{', '.join(lines)}}}\n"


def agrees_with_oracle(game: ControlledPath, position: Position) -> int:
    """Compares all moves of a position and the losses by each change; the number of moves."""
    oracle = Oracle(written(position))
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
                key = ("place", tuple(cell), paths_of(game.pieces.write(tile)))
            case Turn(cell, steps):
                key = ("turn", tuple(cell), steps)
            case _:
                raise AssertionError(move)
        after = game.play(position, move)
        new = out(after)[len(position.lost) :]
        actual[key] = frozenset(loser for loser, cause in new if cause == oracle.turn)
    assert actual == expected
    assert len(actual) == len(moves)
    return len(moves)


def random_table(rng: Random, players: int) -> Position | None:
    """Start tiles, and many tiles grown from them at random; the tokens on any paths."""
    start, write = GAME.initial(rng, players), GAME.pieces.write
    tiles = {(cell.q, cell.r): write(tile) for cell, tile in start.table.items()}
    pieces = [write(tile) for tile in GAME.pieces.paths]
    rng.shuffle(pieces)
    for _ in range(rng.randrange(4, 22)):
        beside = {(q + a, r + b) for q, r in tiles for a, b in AROUND.values()} - set(tiles)
        near = sorted(beside, key=lambda cell: abs(cell[0] - 1) + abs(cell[1]) + rng.random() * 3)
        lying = clockwise(paths_of(pieces.pop()), rng.randrange(6))
        tiles[near[0]] = " ".join("-".join(map(str, sorted(path))) for path in lying)
    lines = ["tiles:", *(f'  "{q},{r}": {text}' for (q, r), text in tiles.items()), "tokens:"]
    cells = rng.sample(sorted(tiles), players)
    for cell, colour in zip(cells, GAME.pieces.colours, strict=False):
        path = rng.choice(sorted(map(sorted, paths_of(tiles[cell]))))
        lines.append(f'  "{cell[0]},{cell[1]}": token {colour} on {"-".join(map(str, path))}')
    lines.append(f"phase: {rng.choice(['change', 'move'])}")
    try:
        return at("\n".join(lines))
    except IllegalPosition as error:
        # Tokens are connected that may not be, or have come from nowhere.
        rules = {each.rule for each in error.findings}
        assert rules <= {"how-to-win", "one-tile-along-the-path"}
        return None


@pytest.mark.slow
def test_random_tables_against_the_oracle() -> None:
    """Dense tables with long paths: what is crossed, where tiles connect, who is met, the steps."""
    rng = Random(11)
    met = crossed = compared = 0
    for number in range(24):
        position = random_table(rng, 2 + number % 2)
        if position is None or GAME.is_over(position):
            continue
        compared += agrees_with_oracle(GAME, position)
        if position.phase is Phase.CHANGE:
            changes = Oracle(written(position)).changes()
            met += sum(map(bool, changes.values()))
            crossed += len({key[1] for key in changes if key[0] == "turn"})
    assert compared > 300
    assert met > 20
    assert crossed > 20


@pytest.mark.parametrize("seed", range(3))
def test_paths_that_are_remembered_are_those_that_are_found_anew(seed: int) -> None:
    """From one position to the next, also when tiles are turned."""
    rng = Random(seed)
    position = GAME.initial(rng, 2 + seed)
    for _ in range(80):
        if GAME.is_over(position):
            break
        afresh = Network(position.table.tiles, position.table.places)
        for token in position.tokens:
            spot = position.spot(token)
            assert position.table.path(spot) == afresh.path(spot)
        position = GAME.play(position, rng.choice(GAME.legal_moves(position)))


def test_random_turns_in_place_are_those_that_are_played_one_by_one() -> None:
    """On dense tables, whether or not a token says on which path of its tile it stands."""
    rng = Random(5)
    lost = compared = 0
    for number in range(8):
        position = random_table(rng, 2 + number % 2)
        if position is None or GAME.is_over(position):
            continue
        options = {each.name: rng.choice([*each.choices]) for each in GAME.options}
        options["stalemate"] = "five"
        tokens = [token._replace(join=position.spot(token).join) for token in position.tokens]
        for each in (position, position._replace(tokens=tuple(tokens))):
            start = each._replace(options=GAME.chosen(options))
            end = GAME.playout(start, Random(number))
            assert end == Game.playout(GAME, start, Random(number))
            lost += len(end.lost) - len(start.lost)
            compared += 1
    assert lost > 5 < compared


def test_random_turns_do_not_know_what_a_view_hides() -> None:
    """The chance of the next draw."""
    view = GAME.view(GAME.initial(Random(2), 3), 1)
    with pytest.raises(Hidden):
        GAME.playout(view, Random(1))


@pytest.mark.slow
def test_games_against_the_oracle() -> None:
    """Positions of random games."""
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        position = GAME.initial(rng, 2 + seed % 3)
        for number in range(50):
            if GAME.is_over(position):
                break
            if number % 8 == seed:
                compared += agrees_with_oracle(GAME, position)
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
    assert compared > 150
