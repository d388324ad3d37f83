"""Controlled Path, played: rules, options, positions in files, records, and a slow oracle for paths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from textwrap import dedent
from typing import Any

import pytest
import yaml

from pnp.basics.errors import InvalidDefinition, PnpError, Source, UnusableInput
from pnp.definition.nodes import read_source
from pnp.games.controlled_path.game import ControlledPath
from pnp.games.controlled_path.position import OPTIONS, Phase, Place, Position, Stay, Step, Turn
from pnp.play import Chance, FileKind, IllegalMove, IllegalPosition, write_record
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, set_of

GAME = ControlledPath()
RED, SKY, PURPLE, GREEN = range(4)

POSITIONS = ROOT / "tests/positions"


def read(text: str, game: ControlledPath = GAME) -> Position:
    """The position in a text."""
    return game.read_position(Source("p.yaml", dedent(text)))


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
    with pytest.raises(ValueError, match="stay, lose"):
        GAME.initial(Random(1), 2, {"no-move": "maybe"})


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
        ("turn 0,0 by 1", "lie-differently"),
        ("move to 1,0", "change-then-move"),
        ("stay", "change-then-move"),
    ],
)
def test_changes_that_are_against_the_rules(move: str, rule: str) -> None:
    """Each names the rule."""
    assert broken(at(GAP), move) == rule


@pytest.mark.parametrize("text", ["", "pass", "place at 1,0", "place 1-7 at 1,0", "turn 1 by 2",
                                  "turn 1,0 by 0", "turn 1,0 by 7", "move 1,0", "place 1-1 at 0,1",
                                  "place 1-2-3-4-5-6 at 0,1", "move to 1;0"])  # fmt: skip
def test_texts_that_are_not_moves(text: str) -> None:
    """They break the rules of notation; a start tile without its ring could be anybody's."""
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
    return GAME.with_set(set_of(SMALL))


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
        GAME.with_set(bundled("published/tsuro")).initial(Random(1), 2)
    with pytest.raises(UnusableInput, match='"start"'):
        GAME.with_set(bundled("hexstatic")).initial(Random(1), 2)
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
    results = [winners(read(text)) for text in figures()]
    assert len(results) == 10
    assert [number for number, each in enumerate(results) if len(each) == 1] == [7, 9]
    assert results[7] == results[9] == ("player 1",)


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
    """From the set-up to red's double threat, figure by figure."""
    hands = "hands: {red: [1-3-5, 1-2-4], sky: [1-3, 1-2]}\nturn: red\n"
    position = at(figure("Set up for two players") + hands)
    stops = {
        "Red has placed a junction": ("place 2-4-6 at 1,-1", "move to 1,-1"),
        "Sky has placed a bend": ("place 1-5 at 2,1", "move to 2,1"),
    }
    for words, moves in stops.items():
        position = played(position, *moves)
        shown = read(figure(words))
        assert position.table == shown.table
        assert position.tokens == shown.tokens
    position = played(position, "place 2-3-5 at 2,-1")
    assert broken(position, "move to 0,0") == "no-turning-back"
    assert legal(position) == ["move to 2,-1"]
    position = played(position, "move to 2,-1")
    assert position.table == read(figure("double threat")).table


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
    assert position.table == read(figure("Red has placed the marked tile")).table
    assert winners(position) == ("player 1",)


def test_winning_by_a_turn() -> None:
    """Clockwise by two sides."""
    position = played(at(figure("Before. Red stands")), "turn 2,0 by 2")
    assert position.table == read(figure("After. Red has turned")).table
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
