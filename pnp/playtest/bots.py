"""Bots: each chooses a move from what its player may know, with a budget in playouts, so that results repeat.

A playout is a game to its end by random moves. Its *rewards* are one number for each player, from 0 to 1: the share of a
win, and in a game for one the points as a share of the most that the bot has seen.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, ClassVar

from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean
from pnp.play import AnyGame, Score

Rewards = Sequence[float]

# Samples of what is hidden on which a move is tried for its score at once.
_LOOKS = 3

# Children of a node for each square root of its visits (progressive widening: Couëtoux and others 2011).
_WIDENING = 2.0

# The weight of exploring against exploiting, for rewards from 0 to 1: that of Kocsis and Szepesvári (2006).
_EXPLORATION = math.sqrt(0.5)


class UnknownBot(UnusableInput):
    """No bot of this name, or no such budget."""


class Bot(ABC):
    """A player; `text` names it as the command line does."""

    name: ClassVar[str]
    # The playouts of each move, or 0 for a bot that makes none.
    playouts: int = 0

    @property
    def text(self) -> str:
        return f"{self.name}:{self.playouts}" if self.playouts else self.name

    @abstractmethod
    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        """A legal move of a player, counted from 1, who sees this view; the same generator brings the same move."""


class RandomBot(Bot):
    """Every legal move is as likely."""

    name = "random"

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        del player
        return rng.choice(game.legal_moves(view))


class Greedy(Bot):
    """The move after which its player is farthest ahead, as if the game ended there; of equal ones any."""

    name = "greedy"

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        moves = game.legal_moves(view)
        samples = [game.sample(view, player, rng) for _ in range(_LOOKS)]
        leads = [
            sum(lead(game.score(game.play(sample, move)), player) for sample in samples)
            for move in moves
        ]
        best = max(leads)
        return rng.choice([move for move, each in zip(moves, leads, strict=True) if each == best])


class _Playing(Bot):
    """A bot with a budget; it learns how far apart players come as it plays."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts
        # The largest lead of a playout, or the most points of a game for one.
        self._widest = 1.0

    def rewards(self, game: AnyGame, position: Any, rng: Random) -> Rewards:
        """The rewards of a playout from a position: half for the win, half for the lead."""
        while game.to_move(position) is not None:
            position = game.play(position, rng.choice(game.legal_moves(position)))
        score = game.score(position)
        players = range(1, len(score.points) + 1)
        leads = [lead(score, player) for player in players]
        self._widest = max(self._widest, *map(abs, leads))
        if len(leads) == 1:
            return (max(0.0, leads[0] / self._widest),)
        share = 1 / len(score.winning) if score.winning else 0.0
        return [
            (share * (player in score.winning) + (1 + each / self._widest) / 2) / 2
            for player, each in zip(players, leads, strict=True)
        ]


class Flat(_Playing):
    """Flat Monte Carlo: the move whose playouts bring most, each from a sample of its own.

    If there are more moves than playouts, it tries as many of them as it can, by lot.
    """

    name = "flat"

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        moves = list(game.legal_moves(view))
        rng.shuffle(moves)
        moves = moves[: self.playouts]
        sums, counts = [0.0] * len(moves), [0] * len(moves)
        for number in range(self.playouts if len(moves) > 1 else 1):
            at = number % len(moves)
            after = game.play(game.sample(view, player, rng), moves[at])
            sums[at] += self.rewards(game, after, rng)[player - 1]
            counts[at] += 1
        return moves[max(range(len(moves)), key=lambda at: sums[at] / counts[at])]


class _Node:
    """What a search knows of a move, after all moves before it: its visits, its reward, how often it was legal."""

    __slots__ = ("children", "reward", "seen", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, _Node] = {}
        self.visits, self.seen, self.reward = 0, 0, 0.0

    def bound(self) -> float:
        """The upper confidence bound of a child that was visited."""
        explored = math.sqrt(math.log(self.seen) / self.visits)
        return self.reward / self.visits + _EXPLORATION * explored


class Search(_Playing):
    """Information-set Monte Carlo tree search, with one tree for the player who moves.

    Each playout deals what is hidden anew, and goes down the tree by the moves that are legal in this deal
    (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012, algorithm SO-ISMCTS).
    """

    name = "mcts"

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return moves[0]
        root = _Node()
        for _ in range(self.playouts):
            self._grow(game, game.sample(view, player, rng), root, rng)
        # The move that was tried most is the surest; no playouts at all leave the first.
        return max(
            moves, key=lambda move: root.children[move].visits if move in root.children else -1
        )

    def _grow(self, game: AnyGame, position: Any, node: _Node, rng: Random) -> None:
        """One playout: down the tree, one new move, random moves to the end; all moves on the way learn of it."""
        way: list[tuple[_Node, int]] = []
        node.visits += 1
        while (player := game.to_move(position)) is not None:
            moves = game.legal_moves(position)
            known = [move for move in moves if move in node.children]
            # Thousands of moves would each be tried once: the tree widens as it is visited.
            widens = len(known) < len(moves) and len(known) <= _WIDENING * math.sqrt(node.visits)
            if widens:
                move = rng.choice([each for each in moves if each not in node.children])
                node.children[move] = _Node()
                known.append(move)
            else:
                move = max(known, key=lambda each: node.children[each].bound())
            for each in known:
                node.children[each].seen += 1
            node = node.children[move]
            way.append((node, player))
            position = game.play(position, move)
            if widens:
                break
        rewards = self.rewards(game, position, rng)
        for each, player in way:
            each.visits += 1
            each.reward += rewards[player - 1]


def lead(score: Score, player: int) -> float:
    """How far a player is ahead of the best other one; in a game for one the points."""
    mine, *others = (
        score.points[player - 1 :][:1] + score.points[: player - 1] + score.points[player:]
    )
    return mine - max(others, default=0)


BOTS: dict[str, type[Bot]] = {each.name: each for each in (RandomBot, Greedy, Flat, Search)}

_MOST_PLAYOUTS = 1_000_000


def bot_named(text: str) -> Bot:
    """The bot in a text such as `greedy` or `mcts:500`; raises UnknownBot."""
    name, _, budget = text.strip().partition(":")
    if name not in BOTS:
        raise UnknownBot(
            f'there is no bot "{name}"{did_you_mean(name, BOTS)}; there are {", ".join(BOTS)}'
        )
    made = BOTS[name]
    if not issubclass(made, _Playing):
        if budget:
            raise UnknownBot(f"the bot {name} makes no playouts; write {name}")
        return made()
    if not (budget.isascii() and budget.isdigit() and 0 < int(budget) <= _MOST_PLAYOUTS):
        raise UnknownBot(
            f"write {name} with its playouts for each move, from 1 to {_MOST_PLAYOUTS:,}, such as {name}:500"
        )
    return made(int(budget))
