"""Bots and `pnp play`: legal moves from views alone, games that repeat, records that replay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.basics.errors import Source
from pnp.games import game_of, playable
from pnp.play import AnyGame, Score
from pnp.playtest import BOTS, Bot, Match, UnknownBot, bot_named, played
from tests.conftest import ROOT, Call

GAMES = ["hex-auction", "hexpertise", "controlled-path", "hexagonal-highway"]


def match(game: AnyGame, *names: str, seed: int = 1) -> Match:
    """A game between bots of these names; the last one takes all seats that are left."""
    least = game.players[0]
    texts = [*names, *[names[-1]] * (least - len(names))]
    return played(game, [bot_named(each) for each in texts], seed)


class Witness(Bot):
    """A bot that notes what it was shown, and chooses by lot."""

    name = "witness"

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        self.seen.append((view, player))
        return rng.choice(game.coded(view))


@pytest.mark.spread(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "flat:6", "mcts:6"])
def test_every_bot_plays_every_game_to_its_end(name: str, bot: str) -> None:
    """By legal moves; the record is the same game, and the same seed brings it again."""
    game = game_of(name)
    made = match(game, bot, "random")
    assert made == match(game, bot, "random")
    reading = game.read(Source("record.yaml", made.record(game)))
    assert reading.moves == len(made.moves)
    assert game.is_over(reading.position)
    assert game.score(reading.position) == made.score


@pytest.mark.parametrize("bot", ["greedy", "flat:4", "mcts:4"])
def test_bots_play_a_game_with_thousands_of_moves(bot: str) -> None:
    """HexStatic's first turns: a budget is for a whole turn, and is not exceeded for the sake of every move."""
    game = game_of("hexstatic-compact")
    position = game.initial(Random(2), 2)
    player = bot_named(bot)
    for _ in range(6):
        whose = game.to_move(position)
        assert whose is not None
        move = player.choose(game, game.view(position, whose), whose, Random(1))
        position = game.play(position, move)
    assert not game.is_over(position)


def test_bots_see_what_their_players_see() -> None:
    """Nothing of a sealed bid, and no chance."""
    game = game_of("hex-auction")
    witnesses = [Witness() for _ in range(game.players[0])]
    played(game, witnesses, 3)
    for number, witness in enumerate(witnesses, 1):
        assert witness.seen
        for view, player in witness.seen:
            assert player == number
            assert view.chance.is_hidden
            assert view == game.view(view, player)


def test_another_bot_in_another_seat_changes_no_chance_of_mine() -> None:
    """The deal and my own choices follow from the seed and the seat."""
    game = game_of("hexagonal-highway")
    players = game.players[0]
    one = played(game, [bot_named("random")] * players, 5)
    other = played(game, [bot_named("random"), *[Witness() for _ in range(players - 1)]], 5)
    first = next(move for player, move in one.moves if player == 1)
    assert first == next(move for player, move in other.moves if player == 1)
    assert one.moves != played(game, [bot_named("random")] * players, 6).moves


def wins(game: AnyGame, bot: str, other: str, seeds: Sequence[int]) -> float:
    """The share of games that a bot wins against others, in each seat in turn."""
    players, won = max(2, game.players[0]), 0.0
    for seed in seeds:
        seat = seed % players
        bots = [bot_named(bot if each == seat else other) for each in range(players)]
        winning = played(game, bots, seed).score.winning
        won += (seat + 1 in winning) / max(1, len(winning))
    return won / len(seeds)


@pytest.mark.slow
def test_skill_wins() -> None:
    """Far more often than a share of the players: the games are the same in each run."""
    for name in GAMES:
        assert wins(game_of(name), "greedy", "random", range(4)) >= 0.75


# Games and playouts that take a minute or so; docs/playtests.md has more of them, with intervals.
STRENGTH = {
    "controlled-path": (100, 12),
    "hexpertise": (64, 6),
    "hex-auction": (64, 6),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", STRENGTH)
def test_a_tree_search_beats_greedy(name: str) -> None:
    """More often than another of two players does; in Hex Auction three play."""
    playouts, games = STRENGTH[name]
    assert wins(game_of(name), f"mcts:{playouts}", "greedy", range(games)) > 0.5


class Waiting:
    """A game in which waiting pays: a take after some waits brings the square of one more; there are twenty equal ways to take."""

    players = range(2, 3)
    turns = 5

    def initial(self, rng: Random, players: int, options: Any) -> tuple[Any, ...]:
        return ()

    def legal_moves(self, position: tuple[Any, ...]) -> tuple[Any, ...]:
        return () if self.is_over(position) else (*range(20), "wait")

    def to_move(self, position: tuple[Any, ...]) -> int | None:
        return None if self.is_over(position) else len(position) % 2 + 1

    def view(self, position: tuple[Any, ...], player: int) -> tuple[Any, ...]:
        return position

    def sample(self, view: tuple[Any, ...], player: int, rng: Random) -> tuple[Any, ...]:
        return view

    def play(self, position: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
        return (*position, move)

    def is_over(self, position: tuple[Any, ...]) -> bool:
        return len(position) == 2 * self.turns

    def points(self, position: tuple[Any, ...]) -> tuple[int, ...]:
        found = []
        for player in range(2):
            points = waits = 0
            for move in position[player::2]:
                points += 0 if move == "wait" else (waits + 1) ** 2
                waits = waits + 1 if move == "wait" else 0
            found.append(points)
        return tuple(found)

    def score(self, position: tuple[Any, ...]) -> Score:
        points = self.points(position)
        best = [f"player {n}" for n, each in enumerate(points, 1) if each == max(points)]
        return Score((), (), tuple(best))


def test_a_tree_search_waits_where_waiting_pays() -> None:
    """Greedy takes at once, and twenty moves are better at once than to wait; the search wins every game from either seat."""
    game: Any = Waiting()
    assert wins(game, "mcts:24", "greedy", range(2)) == 1.0


def test_a_tree_search_finds_the_winning_move() -> None:
    """A game whose last move is all that counts: of six numbers the highest wins."""

    class Highest:
        players = range(2, 3)

        def legal_moves(self, position: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(range(6)) if len(position) < 2 else ()

        def to_move(self, position: tuple[int, ...]) -> int | None:
            return len(position) + 1 if len(position) < 2 else None

        def view(self, position: tuple[int, ...], player: int) -> tuple[int, ...]:
            return position

        def sample(self, view: tuple[int, ...], player: int, rng: Random) -> tuple[int, ...]:
            return view

        def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
            return (*position, move)

        def is_over(self, position: tuple[int, ...]) -> bool:
            return len(position) == 2

        def points(self, position: tuple[int, ...]) -> tuple[int, ...]:
            return (*position, 0, 0)[:2]

        def playout(self, position: tuple[int, ...], rng: Random) -> tuple[int, ...]:
            while not self.is_over(position):
                position = self.play(position, rng.choice(self.legal_moves(position)))
            return position

        def score(self, position: tuple[int, ...]) -> Any:
            class Made:
                points = (*position, 0, 0)[:2]
                winning = (1,) if points[0] > points[1] else (2,) if points[1] > points[0] else ()

            return Made

    game: Any = Highest()
    for text in ("greedy", "flat:120", "mcts:300"):
        assert bot_named(text).choose(game, (3,), 2, Random(4)) == 5
        assert bot_named(text).choose(game, (), 1, Random(4)) == 5


def test_a_tree_search_plans_secret_turns() -> None:
    """Two secret numbers whose product counts, when the other player reveals one that counts far more."""

    class Products:
        players = range(2, 3)

        def legal_moves(self, position: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(range(6))

        def to_move(self, position: tuple[int, ...]) -> int | None:
            return (1, 1, 2, None)[len(position)]

        def view(self, position: tuple[int, ...], player: int) -> tuple[int, ...]:
            is_secret = player == 2 and len(position) < 3
            return (-1,) * len(position) if is_secret else position

        def sample(self, view: tuple[int, ...], player: int, rng: Random) -> tuple[int, ...]:
            return tuple(rng.randrange(6) if number < 0 else number for number in view)

        def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
            return (*position, move)

        def is_over(self, position: tuple[int, ...]) -> bool:
            return len(position) == 3

        def points(self, position: tuple[int, ...]) -> tuple[int, ...]:
            return (position[0] * position[1], 100 * position[2]) if len(position) == 3 else (0, 0)

        def score(self, position: tuple[int, ...]) -> Any:
            one, two = self.points(position)
            return Score((), (), ("player 1" if one > two else "player 2",))

    game: Any = Products()
    for seed in range(4):
        assert bot_named("mcts:400").choose(game, (), 1, Random(seed)) >= 4
        assert bot_named("mcts:400").choose(game, (5,), 1, Random(seed)) == 5


class Sheets:
    """Six secret numbers of one player, whose sum counts; then the other reveals one that counts as well."""

    players = range(2, 3)

    def __init__(self) -> None:
        self.samples = 0

    def legal_moves(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(range(20))

    def to_move(self, position: tuple[int, ...]) -> int | None:
        return None if self.is_over(position) else 1 if len(position) < 6 else 2

    def view(self, position: tuple[int, ...], player: int) -> tuple[int, ...]:
        return position if player == 1 else (-1,) * len(position)

    def sample(self, view: tuple[int, ...], player: int, rng: Random) -> tuple[int, ...]:
        self.samples += 1
        return tuple(rng.randrange(20) if number < 0 else number for number in view)

    def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*position, move)

    def is_over(self, position: tuple[int, ...]) -> bool:
        return len(position) == 7

    def points(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return (sum(position[:6]), position[6]) if self.is_over(position) else (0, 0)

    def score(self, position: tuple[int, ...]) -> Score:
        one, two = self.points(position)
        return Score((), (), ("player 1" if one > two else "player 2",))


def test_a_tree_search_improves_the_turns_that_it_finds() -> None:
    """The best of a hundred random sheets has 87 or so of 114, since the sum of six has a mean of 57 and a standard deviation of 14."""
    game: Any = Sheets()
    for seed in range(4):
        bot, sheet, rng = bot_named("mcts:800"), (), Random(seed)
        while len(sheet) < 6:
            sheet = (*sheet, bot.choose(game, sheet, 1, rng))
        assert sum(sheet) > 92, sheet


def test_a_tree_search_goes_on_with_a_turn_that_reveals_nothing() -> None:
    """The rest of a turn takes a sample for each move, and what was not expected another search."""
    game: Any = Sheets()
    bot, rng = bot_named("mcts:300"), Random(1)
    sheet = (bot.choose(game, (), 1, rng),)
    samples = game.samples
    for _ in range(2):
        sheet = (*sheet, bot.choose(game, sheet, 1, rng))
    assert game.samples == samples + 2
    bot.choose(game, (*sheet[:-1], (sheet[-1] + 1) % 20), 1, rng)
    assert game.samples > samples + 20


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["hexpertise", "--bots", "gredy"], 'there is no bot "gredy"; did you mean "greedy"?'),
        (["hexpertise", "--bots", "mcts"], "write mcts with its playouts for each move"),
        (["hexpertise", "--bots", "mcts:0"], "from 1 to 1,000,000, such as mcts:500"),
        (["hexpertise", "--bots", "greedy:5"], "the bot greedy makes no playouts; write greedy"),
        (["hex-auction", "--bots", "random"], "players, not for 1"),
        (["tsuro"], 'pnp does not know the rules of "tsuro"; it knows those of controlled-path'),
        (
            ["hexpertise", "--set", "hexstatic"],
            "hexstatic is a set for hexstatic, not for hexpertise",
        ),
        (["hexpertise", "--set", "none.yaml"], "there is no file none.yaml"),
        (["hexpertise", "--bots", "random", "--option", "luck"], "write NAME=CHOICE"),
        (["hexpertise", "--bots", "random", "--option", "luck=no"], 'has no option "luck"'),
        (["hexpertise", "--bots", "random", "-o", "game.txt"], "has to end in .yaml or .yml"),
    ],
)
def test_bad_words_are_refused(in_folder: Path, pnp: Call, words: list[str], message: str) -> None:
    """In one line, before anything is played."""
    result = pnp("play", *words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_game_is_printed_and_written(in_folder: Path, pnp: Call) -> None:
    """Move by move with who made it; the record scores as the game did."""
    result = pnp("play", "hexpertise", "--bots", "random", "--seed", "4", "-o", "games/one.yaml")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    moves = [line for line in lines if " random 1: " in line]
    assert [int(line.split()[0]) for line in moves] == [*range(1, len(moves) + 1)]
    assert "random 1 wins" in lines and "record: games/one.yaml" in lines
    (total,) = [line for line in lines if line.startswith("player 1: ")]
    scored = pnp("score", "hexpertise", "games/one.yaml", "--no-pictures").stdout
    assert total.removeprefix("player 1: ") in scored or total.split()[2] in scored


def test_a_name_is_the_same_set_for_all_commands(in_folder: Path, pnp: Call) -> None:
    """That of the folder, where it has one of the name; `--set` names it elsewhere, and its record scores with it."""
    words = ("--bots", "random,random,random", "-q")
    own = pnp("play", "hex-auction", *words).stdout
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    Path("mine.yaml").write_text(text.replace("coins: 7", "coins: 2"))
    there = pnp("play", "hex-auction", "--set", "mine.yaml", *words, "-o", "game.yaml").stdout
    assert there != own
    assert pnp("play", "mine.yaml", *words).stdout == there
    assert pnp("score", "mine.yaml", "game.yaml", "--no-pictures").exit_code == 0
    Path("tilesets").mkdir()
    Path("mine.yaml").rename("tilesets/hex-auction.yaml")
    assert pnp("play", "hex-auction", *words).stdout == there
    assert pnp("score", "hex-auction", "game.yaml", "--no-pictures").exit_code == 0


def test_bots_have_names(pnp: Call) -> None:
    """Each is called as the command line calls it."""
    assert [*BOTS] == ["random", "greedy", "flat", "mcts"]
    for text in ("random", "greedy", "flat:7", "mcts:12"):
        assert bot_named(text).text == text
    with pytest.raises(UnknownBot):
        bot_named("")
    assert "hexpertise" in playable()
