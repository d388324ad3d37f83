"""Kingmaking: how far a player who can hardly win decides who does.

A kingmaker is a player who cannot win and whose move settles which rival does. Bots know chances, not certainties, so
here "cannot" is a chance of winning below a limit, and "settles" is a number: how much of the chance to win a move gives to a rival.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Source
from pnp.play import AnyGame
from pnp.playtest.arms import Arm, Played
from pnp.playtest.statistics import Estimate, Sample, mean, share

# A player with no move that brings more than this chance of winning can hardly win.
HARDLY = 0.1


class Budget(NamedTuple):
    """Positions of a game that are looked at, moves that are tried in each, and playouts of each move: half of them choose."""

    positions: int = 4
    moves: int = 8
    playouts: int = 40


class Look(NamedTuple):
    """A decision that was looked at: after how many moves of the record, whose it is, and that player's best chance to win.

    `power` is the difference that the choice makes for the rival for whom it matters most; it is 0 for a player
    who can still win. It may be below 0 by chance, so that its mean is right.
    """

    move: int
    player: int
    chance: float
    hardly: bool
    power: float


@cache
def code_of_looks() -> str:
    """A digest of this module: another one, and a look may see something else."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]


class Kings(NamedTuple):
    """How many of the decisions are of players who can hardly win, and the power that they have there.

    `power` is None if there are no such decisions. `strongest` has the games with the greatest power, and the look at it.
    """

    hardly: Estimate
    power: Estimate | None
    strongest: tuple[tuple[Played, Look], ...]


def looks(game: AnyGame, record: str, seed: int, budget: Budget = Budget()) -> tuple[Look, ...]:  # noqa: B008
    """Decisions of a record, drawn by lot from all that leave a choice; none in a game for fewer than three players.

    Each playout deals anew what the player who decides does not see. The same seed brings the same looks.
    """
    reading = game.read(Source("record.yaml", record))
    positions = [reading.start, *(step.position for step in reading.steps)]
    open_ones = [
        (number, position)
        for number, position in enumerate(positions)
        if game.to_move(position) is not None and len(game.legal_moves(position)) > 1
    ]
    if not open_ones or len(game.score(positions[-1]).points) < 3:
        return ()
    rng = Random(f"kingmaking {seed}")
    chosen = rng.sample(open_ones, min(budget.positions, len(open_ones)))
    return tuple(
        _look(game, number, position, rng, budget)
        for number, position in sorted(chosen, key=lambda each: each[0])
    )


def kings(arm: Arm, found: Sequence[tuple[Played, Sequence[Look]]]) -> Kings | None:
    """All looks at the games of an arm; None if the arm has no looks."""
    every = [(game, look) for game, each in found for look in each]
    if not every:
        return None

    def sample(pairs: Sequence[tuple[Played, Look]], value: str) -> Sample:
        return Sample.of(
            (arm.deal(game.number), float(getattr(look, value))) for game, look in pairs
        )

    powerless = [pair for pair in every if pair[1].hardly]
    ranked = sorted(powerless, key=lambda pair: (-pair[1].power, pair[0].number, pair[1].move))
    power = mean(sample(powerless, "power"), within=(-1.0, 1.0)) if powerless else None
    return Kings(share(sample(every, "hardly")), power, tuple(ranked[:3]))


def _look(game: AnyGame, number: int, position: Any, rng: Random, budget: Budget) -> Look:
    """A decision, judged by playouts in two halves."""
    player = game.to_move(position)
    assert player is not None
    view = game.view(position, player)
    moves = list(game.legal_moves(view))
    rng.shuffle(moves)
    moves = moves[: budget.moves]
    half = max(1, budget.playouts // 2)

    def wins(move: Any) -> list[float]:
        """The share of wins of each player after a move, in half of the playouts."""
        totals: list[float] = []
        for _ in range(half):
            after = game.play(game.sample(view, player, rng), move)
            score = game.score(game.playout(after, rng))
            totals = totals or [0.0] * len(score.points)
            for winner in score.winning:
                totals[winner - 1] += 1 / len(score.winning)
        return [total / half for total in totals]

    chances = [wins(move) for move in moves]
    own = max(each[player - 1] for each in chances)
    if own >= HARDLY:
        return Look(number, player, own, False, 0.0)

    def spread(rival: int) -> float:
        return max(each[rival] for each in chances) - min(each[rival] for each in chances)

    rivals = [rival for rival in range(len(chances[0])) if rival != player - 1]
    rival = max(rivals, key=spread)
    if spread(rival) == 0:
        return Look(number, player, own, True, 0.0)
    best = max(range(len(moves)), key=lambda at: chances[at][rival])
    worst = min(range(len(moves)), key=lambda at: chances[at][rival])
    # New playouts: the best of many is partly luck, and luck does not come again.
    power = wins(moves[best])[rival] - wins(moves[worst])[rival]
    return Look(number, player, own, True, power)
