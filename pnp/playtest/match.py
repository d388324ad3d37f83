"""Matches: one game between bots, which a seed repeats, and its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.play import AnyGame, Score, write_record
from pnp.play.game import NO_OPTIONS
from pnp.playtest.bots import Bot


class Match(NamedTuple):
    """A game that was played: its seed, its moves with those who made them, its end and its score."""

    players: int
    seed: int
    options: Mapping[str, str]
    moves: tuple[tuple[int, Any], ...]
    end: Any
    score: Score

    def record(self, game: AnyGame) -> str:
        """The game as a record, which `pnp score` replays."""
        moves = (move for _, move in self.moves)
        return write_record(game, moves, players=self.players, seed=self.seed, options=self.options)


def played(
    game: AnyGame,
    bots: Sequence[Bot],
    seed: int,
    options: Mapping[str, str] = NO_OPTIONS,
    *,
    told: Callable[[Any, int, Any], None] = lambda position, player, move: None,
) -> Match:
    """A game in which bot number 1 is player 1, and so on; *told* hears of each move, with the position before it and the player.

    The deal follows from the seed as that of a record does; each bot has chance of its own, so that another bot in
    another seat changes nothing else. Raises ValueError for a wrong number of players or option.
    """
    position = game.initial(Random(seed), len(bots), options)
    chances = [Random(f"{seed} {seat}") for seat in range(len(bots))]
    moves = []
    while (player := game.to_move(position)) is not None:
        view = game.view(position, player)
        move = bots[player - 1].choose(game, view, player, chances[player - 1])
        told(position, player, move)
        moves.append((player, move))
        position = game.play(position, move)
    return Match(len(bots), seed, options, tuple(moves), position, game.score(position))
