"""What adapters for learning libraries share: a game with its settings, what a player sees, and what a game is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal, cast, get_args

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean
from pnp.definition import load_definition
from pnp.games import game_of, playable
from pnp.play import AnyGame, Score
from pnp.play.codec import plain_values
from pnp.play.game import NO_OPTIONS
from pnp.playtest.bots import lead
from pnp.sets.tileset import make_tileset

# What a game is worth to a player at its end.
Reward = Literal["win", "lead"]

# Some games have no longest one: players of HexStatic may exchange tiles for ever.
DECISIONS = 2000

_MOST_DECISIONS = 10**6


class Setting(NamedTuple):
    """A game with the choices that are made before it begins.

    A game that has had this many `decisions` is over, and scored as it stands.
    """

    name: str
    game: AnyGame
    players: int
    options: Mapping[str, str]
    reward: Reward
    decisions: int

    def gains(self, position: Any) -> list[float]:
        """The reward of each player, in order, if the game ends here."""
        return gains(self.game.score(position), self.players, self.reward)


def setting(
    name: str,
    *,
    players: int | None = None,
    options: Mapping[str, str] = NO_OPTIONS,
    tileset: str | Path | None = None,
    reward: str | None = None,
    decisions: int = DECISIONS,
) -> Setting:
    """The game that is played with a set, by the set's name, perhaps with the set in another file.

    By default two play, or as many as the game needs at least; and they play to win, or alone for points.
    Raises UnusableInput for a wrong name, number or option, and InvalidDefinition for a wrong set.
    """
    game = game_of(checked(name))
    if tileset is not None:
        game = type(game)(make_tileset(load_definition(Path(tileset))))
    if players is None:
        players = min(max(2, game.players[0]), game.players[-1])
    if reward is None:
        reward = "win" if players > 1 else "lead"
    if reward not in get_args(Reward):
        raise UnusableInput(f'the reward is {" or ".join(get_args(Reward))}, not "{reward}"')
    if not 0 < decisions <= _MOST_DECISIONS:
        raise UnusableInput(f"decisions are from 1 to {_MOST_DECISIONS:,}, not {decisions}")
    try:
        # A set may also be too small to deal.
        game.initial(Random(0), players, options)
    except ValueError as error:
        raise UnusableInput(str(error)) from None
    if players == 1 and reward == "win":
        raise UnusableInput('a player alone cannot lose; the reward is "lead", which is the points')
    return Setting(name, game, players, options, cast(Reward, reward), decisions)


def checked(name: str) -> str:
    """The name of a set that can be played; raises UnusableInput for any other name."""
    if name not in playable():
        raise UnusableInput(
            f'there are no rules of play for "{name}"{did_you_mean(name, playable())}'
        )
    return name


def gains(score: Score, players: int, reward: Reward) -> list[float]:
    """What a score is worth to each player, in order.

    For "win" it is the player's share of the win times the number of players, minus 1: of two players
    the winner has 1 and the loser -1, and all sum to 0. For "lead" it is how far the points are above
    those of the best other player; a player alone has the points.
    """
    everybody = range(1, players + 1)
    if reward == "lead":
        return [float(lead(score.points, player)) for player in everybody]
    if not score.winning:
        return [0.0] * players
    share = players / len(score.winning)
    return [share * (player in score.winning) - 1 for player in everybody]


def seen(game: AnyGame, position: Any, player: int) -> str:
    """What a player, counted from 1, sees: the view as a file has it, as JSON in one line.

    JSON is YAML, so that `read_position` reads it, and is written several times as fast.
    """
    return written(game, game.view(position, player))


def written(game: AnyGame, position: Any) -> str:
    """A position as JSON in one line, which `read_position` reads as an equal position."""
    values = plain_values(game.words.fields, position)
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False)


def longest(chosen: Setting, *, games: int = 4) -> int:
    """The most bytes of what players see at the beginning and the end of a few random games."""
    lengths = [0]
    for seed in range(games):
        rng = Random(seed)
        start = chosen.game.initial(rng, chosen.players, chosen.options)
        ends: Sequence[Any] = (start, _later(chosen, start, rng))
        lengths += [
            len(seen(chosen.game, position, player).encode())
            for position in ends
            for player in range(1, chosen.players + 1)
        ]
    return max(lengths)


def _later(chosen: Setting, position: Any, rng: Random) -> Any:
    """The end of a random game, or the position after its last decision."""
    game = chosen.game
    for _ in range(chosen.decisions):
        if game.to_move(position) is None:
            break
        position = game.play(position, rng.choice(game.legal_moves(position)))
    return position
