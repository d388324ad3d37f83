"""Bots: each chooses a move from what its player may know, with a budget in playouts, so that results repeat.

They need nothing but the interface of a game. A *lead* is how far a player is ahead in points if the game ended there.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import ne
from random import Random
from typing import Any, ClassVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean
from pnp.play import AnyGame, IllegalMove

# Samples of what is hidden on which the moves that look best are tried again, and how many of these there are.
_LOOKS = 3
_PROMISING = 12

# The most tries of moves that change no points at once, and the random moves for each player after one, until it does.
_LOOKS_AHEAD = 60
_LOOK_DEPTH = 4

# Children of a node for each square root of its visits (progressive widening: Couëtoux and others 2011).
_WIDENING = 1.0

# The weight of exploring against exploiting, for values from 0 to 1: about that of Kocsis and Szepesvári (2006).
_EXPLORATION = 0.5

# How many moves, by lot, a search tries to find a good one for a new node or for its own player, and for another player in a playout.
_TRIED = 8
_TRIED_FOR_OTHERS = 3

# The most turns that a search compares, and the most playouts for it; with more playouts it looks for better turns before.
_COMPARED = 16
_COMPARING = 256

# Moves of a kind after which a search believes that they change no points, if none did.
_KNOWN_KIND = 30

# Moves for each player after which a playout of a tree search is cut off, unless the points of all have changed: enough for a turn that pays in the
# next round.
_DEPTH = 5


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
    """The move that brings its player the largest lead, on an average of some samples; of equal ones any.

    Where no move changes the points at once, such as a secret order, it tries each with random moves after it, until one
    changes them.
    """

    name = "greedy"

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        return _best_first(game, view, player, rng, _LOOKS_AHEAD)[0]


def _best_first(game: AnyGame, view: Any, player: int, rng: Random, looks_ahead: int) -> list[Any]:
    """The legal moves in the order in which a greedy player likes them; equal ones by lot."""
    moves = list(game.legal_moves(view))
    if len(moves) == 1:
        return moves
    rng.shuffle(moves)
    samples = [game.sample(view, player, rng) for _ in range(_LOOKS)]
    leads = [lead(game.points(game.play(samples[0], move)), player) for move in moves]
    if min(leads) == max(leads):
        tried = moves[:looks_ahead]
        samples = [game.sample(view, player, rng) for _ in range(looks_ahead // len(tried))]
        known = [(sample, game.points(sample)) for sample in samples]
        return _by_worth(
            tried,
            [
                sum(lead(_next_points(game, s, before, move, rng), player) for s, before in known)
                for move in tried
            ],
        )
    moves = _by_worth(moves, leads)
    promising = moves[:_PROMISING]
    leads = [sum(lead(game.points(game.play(s, m)), player) for s in samples) for m in promising]
    return [*_by_worth(promising, leads), *moves[_PROMISING:]]


def _by_worth(moves: Sequence[Any], worth: Sequence[int]) -> list[Any]:
    """The moves, the worthiest first; equal ones stay in their order."""
    return [moves[n] for n in sorted(range(len(moves)), key=worth.__getitem__, reverse=True)]


def _next_points(
    game: AnyGame, position: Any, before: tuple[int, ...], move: Any, rng: Random
) -> tuple[int, ...]:
    """The points after a move and as many random ones as it takes to change them, but not very many."""
    position = game.play(position, move)
    points = game.points(position)
    for _ in range(_LOOK_DEPTH * len(before)):
        if points != before or game.is_over(position):
            break
        position = game.play(position, rng.choice(game.legal_moves(position)))
        points = game.points(position)
    return points


class _Playing(Bot):
    """A bot with a budget of playouts for each of its moves."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts


class Flat(_Playing):
    """Flat Monte Carlo: the move whose random games to the end bring most, each from a sample of its own.

    If there are more moves than playouts, it tries as many of them as it can, by lot.
    """

    name = "flat"

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        moves = list(game.legal_moves(view))
        rng.shuffle(moves)
        moves = moves[: self.playouts]
        sums, counts, values = [0.0] * len(moves), [0] * len(moves), _Experience().values
        for number in range(self.playouts if len(moves) > 1 else 1):
            at = number % len(moves)
            after = game.play(game.sample(view, player, rng), moves[at])
            sums[at] += values(game, game.playout(after, rng))[player - 1]
            counts[at] += 1
        return moves[max(range(len(moves)), key=lambda at: sums[at] / counts[at])]


class _Node:
    """What a search knows of a move, after all moves before it: its visits, their values, how often it was legal."""

    __slots__ = ("children", "seen", "value", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, _Node] = {}
        self.visits, self.seen, self.value = 0, 0, 0.0

    @property
    def mean(self) -> float:
        return self.value / self.visits


class _Reached(NamedTuple):
    """A move and the position after it."""

    move: Any
    position: Any


class _Experience:
    """What the playouts of a search have taught: how far ahead players come, what their moves brought, and which kinds of moves score."""

    def __init__(self) -> None:
        # The farthest that a player has been ahead or behind; a win is worth as much.
        self._widest = 1.0
        self._brought: dict[tuple[int, Hashable], tuple[int, float]] = {}
        self._kinds: dict[type[Any], tuple[int, int]] = {}

    def values(self, game: AnyGame, position: Any) -> list[float]:
        """How far each player is ahead of the others' average; at the end also a share of the win.

        The average of the others changes less by chance than the best of them.
        """
        points = game.points(position)
        if len(points) == 1:
            return [*map(float, points)]
        total, others = sum(points), len(points) - 1
        values = [each - (total - each) / others for each in points]
        self._widest = max(self._widest, *map(abs, values))
        if game.is_over(position):
            winning = game.score(position).winning
            for player in winning:
                values[player - 1] += self._widest / len(winning)
        return values

    def learn(self, made: Iterable[tuple[int, Any]], values: Sequence[float]) -> None:
        """The players have made these moves, and this is what they brought."""
        for player, move in made:
            times, value = self._brought.get((player, move), (0, 0.0))
            self._brought[player, move] = times + 1, value + values[player - 1]

    def best(self, game: AnyGame, position: Any, moves: Sequence[Any], player: int) -> _Reached:
        """The move after which a player has the largest lead; of equal ones that which has brought most.

        It is the first if moves of its kind, such as bids and orders, have never changed any points.
        """
        tried, scoring = self._kinds.get(type(moves[0]), (0, 0))
        if len(moves) == 1 or (tried >= _KNOWN_KIND and not scoring):
            return _Reached(moves[0], game.play(position, moves[0]))
        before, found = game.points(position), list[tuple[int, float, _Reached]]()
        for move in moves:
            after = game.play(position, move)
            points = game.points(after)
            tried, scoring = self._kinds.get(type(move), (0, 0))
            self._kinds[type(move)] = tried + 1, scoring + (points != before)
            times, value = self._brought.get((player, move), (0, 0.0))
            mean = value / times if times else -math.inf
            found.append((lead(points, player), mean, _Reached(move, after)))
        return max(found, key=lambda each: each[:2])[2]


class Search(_Playing):
    """Information-set Monte Carlo tree search, whose root varies whole turns and compares them by sequential halving.

    The root has some turns of the player who moves: all that the player decides until another player does. They begin
    with the moves that a greedy player likes best, and with the best move of each kind, since a move that waits, such as to stop, brings nothing
    at once. They are compared in rounds, each of which drops the worse half (Karnin, Koren and Somekh, "Almost Optimal Exploration in
    Multi-Armed Bandits", 2013; at the root of a tree: Pepels, Cazenave, Winands and Lanctot, "Minimizing Simple and Cumulative Regret in
    Monte-Carlo Tree Search", 2014). All turns that are left are given the same deals of what is hidden and the same luck, so that their
    differences say more than their values.

    Of many playouts all but those that compare look for better turns before: variants of the better half, each with another move at one place,
    take the places of the worse half; at first a variant is believed to be worth what its model is (an evolution of turns: Justesen,
    Mahlmann and Togelius, "Online Evolution for Multi-Action Adversarial Games", 2016). The player goes on with such a turn as long as its
    moves reveal nothing.

    Below a turn grows a tree of what follows: each playout goes down by the moves that are legal in its deal (Cowling,
    Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012, algorithm SO-ISMCTS), adds one move, and
    goes on by a few more, each the best of some by lot: random games to the end say little about one of a thousand moves. Of
    moves with equal leads the best is the one that has brought most in other playouts (the history of moves: Finnsson and
    Björnsson, "Simulation-Based Approach to General Game Playing", 2008).
    """

    name = "mcts"

    def __init__(self, playouts: int) -> None:
        super().__init__(playouts)
        # What a player will see if a move reveals nothing, and the rest of the turn.
        self._planned: tuple[int, Any, tuple[Any, ...]] = (0, None, ())

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        if self.playouts <= _COMPARING:
            return self._best_turn(game, view, player, rng)[0]
        whose, seen, turn = self._planned
        dealt = game.sample(view, player, rng)
        if whose != player or seen != view or not [*_legal(game, dealt, turn[:1])]:
            turn = self._best_turn(game, view, player, rng)
        move, *rest = turn
        self._planned = (0, None, ())
        if rest:
            self._planned = (player, game.view(game.play(dealt, move), player), (*rest,))
        return move

    def _best_turn(self, game: AnyGame, view: Any, player: int, rng: Random) -> tuple[Any, ...]:
        """The turn that brings a player most; only a move if there is no other one."""
        moves = _best_first(game, view, player, rng, _LOOKS_AHEAD)
        if len(moves) == 1:
            return (moves[0],)
        experience, firsts = _Experience(), _each_kind_first(moves)
        most, comparing = _turns_for(self.playouts), min(self.playouts, _COMPARING)
        # What each turn has brought until now; a variant begins with what its model has brought.
        found = dict[tuple[Any, ...], float]()
        for number in range(most):
            dealt = game.sample(view, player, rng)
            turn = _turn(game, dealt, [firsts[number % len(firsts)]], player, experience, rng)
            found.setdefault(turn, 0.0)
        left = [*found]
        for _ in range((self.playouts - comparing) // most):
            dealt, luck = game.sample(view, player, rng), rng.random()
            for turn in left:
                found[turn] += _grow(game, dealt, turn, _Node(), player, experience, Random(luck))
            left, variants = sorted(left, key=found.__getitem__, reverse=True), []
            for model in left[: most // 2]:
                dealt = game.sample(view, player, rng)
                turn = _varied(game, dealt, model, player, experience, rng)
                if turn not in found:
                    found[turn] = found[model]
                    variants.append(turn)
            left = [*left[: most - len(variants)], *variants]
        roots, rounds = {turn: _Node() for turn in left}, math.ceil(math.log2(len(left)))
        brought = dict.fromkeys(left, 0.0)
        for _ in range(rounds):
            for _ in range(max(1, comparing // (rounds * len(left)))):
                dealt, luck = game.sample(view, player, rng), rng.random()
                for turn in left:
                    brought[turn] += _grow(
                        game, dealt, turn, roots[turn], player, experience, Random(luck)
                    )
            left = sorted(left, key=brought.__getitem__, reverse=True)
            left = left[: max(1, len(left) // 2)]
        return left[0]


def _each_kind_first(best_first: Sequence[Any]) -> list[Any]:
    """The moves in their order, but the best of each kind before all others."""
    firsts: dict[type[Any], Any] = {}
    for move in best_first:
        firsts.setdefault(type(move), move)
    leaders = [*firsts.values()]
    return [*leaders, *(move for move in best_first if move not in leaders)]


def _turns_for(playouts: int) -> int:
    """How many turns a search compares: a power of two, so many that each has a playout in the first round, but not very many."""
    number = 2
    while number < _COMPARED and 2 * number * math.log2(2 * number) <= playouts:
        number *= 2
    return number


def _turn(
    game: AnyGame,
    position: Any,
    begun: Iterable[Any],
    player: int,
    experience: _Experience,
    rng: Random,
) -> tuple[Any, ...]:
    """A whole turn of a player that begins with those of some moves that are legal; each other one is the best of some by lot."""
    moves = []
    for move in begun:
        if game.to_move(position) == player:
            for reached in _legal(game, position, [move]):
                moves.append(move)
                position = reached.position
    while game.to_move(position) == player:
        among = _some(game.legal_moves(position), _TRIED, rng)
        move, position = experience.best(game, position, among, player)
        moves.append(move)
    return tuple(moves)


def _varied(
    game: AnyGame,
    position: Any,
    turn: Sequence[Any],
    player: int,
    experience: _Experience,
    rng: Random,
) -> tuple[Any, ...]:
    """A turn with another move at one place by lot, in place of the one there or before it; what is legal of the others follows."""
    at = rng.randrange(len(turn))
    after = position
    for move in turn[:at]:
        for reached in _legal(game, after, [move]):
            after = reached.position
    if game.to_move(after) != player:
        return tuple(turn)
    among = _some(game.legal_moves(after), _TRIED, rng)
    other = experience.best(game, after, among, player).move
    begun = (*turn[:at], other, *turn[at + rng.randrange(2) :])
    return _turn(game, position, begun, player, experience, rng)


def _grow(
    game: AnyGame,
    position: Any,
    turn: Sequence[Any],
    root: _Node,
    player: int,
    experience: _Experience,
    rng: Random,
) -> float:
    """What one playout brings a player: a turn, down its tree, one new move, and a few more; all moves on the way learn of it.

    In another deal a turn may end early, or some move of it may be illegal: then others take its place.
    """
    node, way, made = root, list[tuple[int, _Node]](), list[tuple[int, Any]]()
    before = game.points(position)
    for move in turn:
        if game.to_move(position) != player:
            break
        try:
            position = game.play(position, move)
        except IllegalMove:
            break
        made.append((player, move))
    is_new = False
    while not is_new and (whose := game.to_move(position)) is not None:
        known, among = [*_legal(game, position, node.children)], list[Any]()
        if len(known) < 1 + _WIDENING * math.sqrt(node.visits):
            legal = _some(game.legal_moves(position), _TRIED, rng)
            among = [move for move in legal if move not in node.children]
        is_new = bool(among)
        chosen = (
            experience.best(game, position, among, whose)
            if among
            else known[_chosen([node.children[move] for move, _ in known])]
        )
        for move in {chosen.move, *(move for move, _ in known)}:
            node.children.setdefault(move, _Node()).seen += 1
        node.visits += 1
        node, position = node.children[chosen.move], chosen.position
        way.append((whose, node))
        made.append((whose, chosen.move))
    node.visits += 1
    for _ in range(_DEPTH * len(before)):
        # When the points of all have changed, all have had their say.
        is_known = len(before) > 1 and all(map(ne, game.points(position), before))
        if is_known or (whose := game.to_move(position)) is None:
            break
        number = _TRIED if whose == player else _TRIED_FOR_OTHERS
        some = _some(game.legal_moves(position), number, rng)
        move, position = experience.best(game, position, some, whose)
        made.append((whose, move))
    brought = experience.values(game, position)
    for whose, each in way:
        each.value += brought[whose - 1]
    experience.learn(made, brought)
    return brought[player - 1]


def _legal(game: AnyGame, position: Any, moves: Iterable[Any]) -> Iterator[_Reached]:
    """Those of some moves that are legal in a position, which may have thousands of legal ones."""
    for move in moves:
        try:
            yield _Reached(move, game.play(position, move))
        except IllegalMove:
            continue


def _some(moves: Sequence[Any], number: int, rng: Random) -> Sequence[Any]:
    """So many of the moves, or all, in an order by lot."""
    return [moves[n] for n in rng.sample(range(len(moves)), min(number, len(moves)))]


def _chosen(children: Sequence[_Node]) -> int:
    """The index of the child with the upper confidence bound, if their means go from 0 to 1."""
    means = [child.mean for child in children]
    least, spread = min(means), max(means) - min(means) or 1.0
    bounds = [
        (child.mean - least) / spread
        + _EXPLORATION * math.sqrt(math.log(child.seen) / child.visits)
        for child in children
    ]
    return bounds.index(max(bounds))


def lead(points: Sequence[int], player: int) -> int:
    """How far a player, counted from 1, is ahead of the best other one; in a game for one the points.

    >>> lead((3, 5, 1), 2), lead((3, 5, 1), 1), lead((7,), 1)
    (2, -2, 7)
    """
    others = (*points[: player - 1], *points[player:])
    return points[player - 1] - max(others, default=0)


BOTS: dict[str, type[Bot]] = {each.name: each for each in (RandomBot, Greedy, Flat, Search)}

_MOST_PLAYOUTS = 1_000_000


def bot_named(text: str) -> Bot:
    """The bot in a text such as `greedy` or `mcts:500`; raises UnknownBot."""
    name, _, budget = text.strip().partition(":")
    if name not in BOTS:
        raise UnknownBot(f'there is no bot "{name}"{did_you_mean(name, BOTS)}')
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
