"""OpenSpiel plays our games: https://github.com/google-deepmind/open_spiel.

Each set that can be played is registered as a game, such as `pnp_hexstatic`; `load` makes one.

**Chance is explicit.** A position draws by its `chance`, which here asks in place of drawing: the move
stops, a chance node has every different thing with its true probability, and the move is made anew with
what was drawn. So a tree search does not see what will be drawn, and an exact algorithm gets all cases.
A shuffle is a chance node for each thing, because order may matter; the first nodes of a game with many
tiles are a long chain.

**Actions** are the codes of the legal moves: the same code is another move elsewhere, and
`action_to_string` has its text. **Observation strings** are the player's view of the position as JSON.
**Information state strings** add a digest of all views and moves of the player before, so that players
have perfect recall. There are no tensors: `pnp.playtest.pettingzoo` has numbers for networks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import PnpError, UnusableInput
from pnp.basics.lookup import library
from pnp.basics.words import counted
from pnp.definition.reading import read_source
from pnp.games import game_class, playable
from pnp.play import AnyGame, Chance
from pnp.play.game import NO_OPTIONS
from pnp.playtest.learning import DECISIONS, Setting, seen, setting, written

library("open_spiel", extra="openspiel", user="pnp.playtest.openspiel")

import pyspiel  # noqa: E402 - the line above says how to install it

Thing = TypeVar("Thing")

# Bounds that OpenSpiel asks for; no game in print comes near them.
_MOST_OUTCOMES = 4096
_MOST_POINTS = 10**6

_MOST_SEED = 10**9

# Moments that a game keeps in memory.
_KEPT = 2**13

# The parameters of each game and their defaults; 0 and "" stand for the defaults of `setting`.
_PARAMETERS = {
    "players": 0,
    "options": "",
    "tileset": "",
    "reward": "",
    "decisions": 0,
    "start": "",
}

NO_PARAMETERS: Mapping[str, Any] = MappingProxyType({})

# OpenSpiel writes a game with its parameters as `name(key=value,key=value)`.
_PUNCTUATION = "(),="


def load(
    name: str,
    *,
    players: int | None = None,
    options: Mapping[str, str] = NO_OPTIONS,
    tileset: str | Path | None = None,
    reward: str | None = None,
    decisions: int = DECISIONS,
    start: str | Path | None = None,
) -> TableGame:
    """The game that is played with a set, by the set's name, as a game of OpenSpiel.

    *start* is a file with a whole position or a record: the game goes on from there, and all players
    know that position, even what their views would hide. All else is as `learning.setting` has it.
    Raises UnusableInput, or InvalidDefinition for a wrong file.
    """
    parameters = {
        "players": players,
        "options": ";".join(f"{key}:{choice}" for key, choice in options.items()),
        "tileset": tileset and str(tileset),
        "reward": reward,
        "decisions": None if decisions == DECISIONS else decisions,
        "start": start and str(start),
    }
    given = {key: value for key, value in parameters.items() if value}
    for key in ("tileset", "start"):
        if any(each in str(given.get(key, "")) for each in _PUNCTUATION):
            raise UnusableInput(
                f"OpenSpiel cannot write {given[key]} as a parameter: rename it without any of {_PUNCTUATION}"
            )
    # OpenSpiel takes 0 for the default; here it is an error.
    setting(
        name,
        players=players,
        options=options,
        tileset=tileset,
        reward=reward,
        decisions=decisions,
    )
    return registered(name)(given)


@cache
def registered(name: str) -> type[TableGame]:
    """Registers the game of a set with OpenSpiel, as its name with `pnp_` and underscores."""
    players = game_class(name).players
    # OpenSpiel keeps what makes the game until Python has ended, which only a class outlives.
    made = type(TableGame.__name__, (TableGame,), {"name": name})
    pyspiel.register_game(_game_type(name, players, pyspiel.GameType.Utility.GENERAL_SUM), made)
    return made


def _game_type(name: str, players: Sequence[int], utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=f"pnp_{name.replace('-', '_')}",
        long_name=f"pnp {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        # Whether a game hides anything is seen only in its views.
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification=_PARAMETERS,
    )


class TableGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """A game of ours as OpenSpiel knows it; `setting` has the game itself."""

    # The name of the set.
    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any] = NO_PARAMETERS) -> None:
        """*parameters* are those of `load`, as far as they are not the defaults, options as one text."""
        given = {key: value for key, value in parameters.items() if value}
        self.setting = chosen = setting(
            self.name,
            players=given.get("players"),
            options=_options(given.get("options", "")),
            tileset=given.get("tileset"),
            reward=given.get("reward"),
            decisions=given.get("decisions", DECISIONS),
        )
        self.first = _Moment(None, _Past(dict.fromkeys(range(chosen.players), b"")))
        if "start" in given:
            self.first = self.first.at(_position_in(chosen, Path(given["start"])))
        else:
            self.first = _played(chosen, self.first)
        # An algorithm that walks the same small tree again and again plays each move once.
        self.next = lru_cache(_KEPT)(partial(_next, chosen))
        most = float(chosen.players - 1 if chosen.reward == "win" else _MOST_POINTS)
        least = -1.0 if chosen.reward == "win" else -most
        is_zero_sum = chosen.reward == "win" or chosen.players == 2
        utility = pyspiel.GameType.Utility
        super().__init__(
            _game_type(
                self.name,
                chosen.game.players,
                utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=chosen.game.most_moves,
                max_chance_outcomes=_MOST_OUTCOMES,
                num_players=chosen.players,
                min_utility=least,
                max_utility=most,
                utility_sum=0.0 if is_zero_sum else None,
                max_game_length=chosen.decisions,
            ),
            given,
        )

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound for games of `decisions`, each of which may draw as many things as there are."""
        return _MOST_OUTCOMES * (self.setting.decisions + 1)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> TableObserver:
        del parameters
        return TableObserver(recalls=bool(kind and kind.perfect_recall))


def _options(text: str) -> dict[str, str]:
    """The options in a parameter, `ties:all-runs;exchange:box`."""
    pairs = (each.partition(":") for each in text.split(";") if each)
    return {name.strip(): choice.strip() for name, _, choice in pairs}


def _position_in(chosen: Setting, path: Path) -> Any:
    """The position in a file, if this many players can play on from it."""
    position = chosen.game.read_position(read_source(path))
    if chosen.game.to_move(position) is None:
        raise UnusableInput(f"{path}: nobody moves here; a game needs a position before its end")
    if (found := len(chosen.game.score(position).points)) != chosen.players:
        raise UnusableInput(
            f"{path} is a position of {counted(found, 'player')}; load the game with players={found}"
        )
    return position


# Chance that asks.


class _Draw(NamedTuple):
    """Things of which some are drawn one after the other: those left with their numbers, and those drawn."""

    left: tuple[tuple[Any, int], ...]
    wanted: int
    drawn: tuple[Any, ...] = ()

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """The probability of each of the things left, by its index."""
        total = sum(number for _, number in self.left)
        return [(index, number / total) for index, (_, number) in enumerate(self.left)]

    def after(self, index: int) -> _Draw:
        """The draw once one of the things left is drawn; if all others are the same, so are they."""
        thing, number = self.left[index]
        rest = ((thing, number - 1),) if number > 1 else ()
        left = (*self.left[:index], *rest, *self.left[index + 1 :])
        drawn = (*self.drawn, thing)
        if len(left) == 1:
            drawn += (left[0][0],) * (self.wanted - len(drawn))
        return _Draw(left, self.wanted, drawn)

    @property
    def is_done(self) -> bool:
        return len(self.drawn) == self.wanted


class _Asks(Exception):
    """A move cannot go on before something is drawn."""

    def __init__(self, draw: _Draw) -> None:
        self.draw = draw


class _Asking(Chance):
    """Chance that brings only what is known, and asks for more; where all things are the same, it need not."""

    __slots__ = ()

    def shuffled(self, things: Sequence[Thing]) -> tuple[tuple[Thing, ...], Chance]:
        number = len(things)
        order, known = self._brought(things, number)
        return order, _Asking(self.seed, self.step + 1, known)

    def drawn(self, things: Sequence[Thing]) -> tuple[Thing, tuple[Thing, ...], Chance]:
        (thing,), known = self._brought(things, 1)
        place = things.index(thing)
        others = (*things[:place], *things[place + 1 :])
        return things[place], others, _Asking(self.seed, self.step + 1, known)

    def _brought(
        self, things: Sequence[Thing], number: int
    ) -> tuple[tuple[Any, ...], tuple[object, ...]]:
        """So many of the things, and what is known besides."""
        counts = Counter(things)
        if len(counts) < 2:
            return (*things[:number],), self.known
        if not self.known:
            if len(counts) > _MOST_OUTCOMES:
                raise UnusableInput(
                    f"one of {len(counts):,} things is drawn; at most {_MOST_OUTCOMES:,} are possible"
                )
            raise _Asks(_Draw((*counts.items(),), number))
        return self.known[:number], self.known[number:]


_ASKING = _Asking(0)


# States.


class _Past:
    """All that players have seen and done before, as one digest for each, numbered from 0.

    A digest is made when somebody asks for it, because a random game needs none.
    """

    __slots__ = ("_digests", "_latest")

    def __init__(
        self,
        digests: dict[int, bytes],
        latest: tuple[AnyGame, _Moment, int, int] | None = None,
    ) -> None:
        """*latest* is the last move: its game, the moment before it, its player and its code."""
        self._digests, self._latest = digests, latest

    def digest(self, player: int) -> bytes:
        """What tells one past of a player from another."""
        links = []
        past = self
        while player not in past._digests and past._latest:
            links.append(past)
            past = past._latest[1].past
        found = past._digests[player]
        for link in reversed(links):
            assert link._latest
            game, before, mover, code = link._latest
            text = f"{before.sight(game, player)} {code if mover == player else ''}"
            found = blake2b(found + text.encode(), digest_size=12).digest()
            link._digests[player] = found
        return found

    def of(self, player: int) -> _Past:
        """The past of one player; the others begin anew."""
        return _Past(dict.fromkeys(self._players(), b"") | {player: self.digest(player)})

    def _players(self) -> Sequence[int]:
        past = self
        while past._latest:
            past = past._latest[1].past
        return (*past._digests,)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Past, ({player: self.digest(player) for player in self._players()},)


class _Moment:
    """A position, or a move that waits for a draw; states share moments, which never change.

    `position` is None before the deal. `code` is that of the move which waits for `draw`, with what is
    `known` of its other draws; None while the deal waits.
    """

    def __init__(
        self,
        position: Any,
        past: _Past,
        decisions: int = 0,
        *,
        code: int | None = None,
        known: tuple[Any, ...] = (),
        draw: _Draw | None = None,
    ) -> None:
        self.position, self.past, self.decisions = position, past, decisions
        self.code, self.known, self.draw = code, known, draw
        # What was asked before: who is to move, the legal moves by code, what each player sees, and the rewards.
        self.mover: int | None = None
        self._moves: tuple[Any, ...] | None = None
        self._sights: dict[int, str] = {}
        self._gains: list[float] | None = None

    def at(self, position: Any, past: _Past | None = None, decisions: int = 0) -> _Moment:
        """The moment of a position, whose chance asks."""
        return _Moment(position._replace(chance=_ASKING), past or self.past, decisions)

    def moves(self, game: AnyGame) -> tuple[Any, ...]:
        if self._moves is None:
            self._moves = game.coded(self.position)
        return self._moves

    def gains(self, chosen: Setting) -> list[float]:
        """The rewards of the players if the game ends here."""
        if self._gains is None:
            self._gains = chosen.gains(self.position)
        return self._gains

    def sight(self, game: AnyGame, player: int) -> str:
        """What a player, numbered from 0, sees; nothing before the deal is complete."""
        if self.position is None:
            return ""
        if player not in self._sights:
            self._sights[player] = seen(game, self.position, player + 1)
        return self._sights[player]

    def waiting(self, code: int | None, known: tuple[Any, ...], draw: _Draw) -> _Moment:
        return _Moment(self.position, self.past, self.decisions, code=code, known=known, draw=draw)

    def __deepcopy__(self, memo: object) -> _Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        values = (self.position, self.past, self.decisions, self.code, self.known, self.draw)
        return _restored, values


def _restored(
    position: Any, past: _Past, decisions: int, code: int | None, known: Any, draw: Any
) -> _Moment:
    return _Moment(position, past, decisions, code=code, known=known, draw=draw)


def _played(
    chosen: Setting, now: _Moment, code: int | None = None, known: tuple[Any, ...] = ()
) -> _Moment:
    """The moment after the move with a code, or after the deal; or one that waits for a draw."""
    game, chance = chosen.game, _ASKING.knowing(known)
    try:
        if code is None:
            dealt = game.deal(chance, chosen.players, game.chosen(chosen.options))
            return now.at(dealt)
        player = game.to_move(now.position)
        assert player
        position = game.play(now.position._replace(chance=chance), now.moves(game)[code])
        past = _Past({}, (game, now, player - 1, code))
        return now.at(position, past, now.decisions + 1)
    except _Asks as asks:
        return now.waiting(code, known, asks.draw)


def _next(chosen: Setting, now: _Moment, action: int) -> _Moment:
    """The moment after a move or a draw."""
    if now.draw is None:
        return _played(chosen, now, action)
    draw = now.draw.after(action)
    if draw.is_done:
        return _played(chosen, now, now.code, now.known + draw.drawn)
    return now.waiting(now.code, now.known, draw)


class TableState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A moment of a game; players are numbered from 0, as OpenSpiel does."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._now = game.first

    @property
    def position(self) -> Any:
        """The position of our game, which is a whole one; None before the deal is complete."""
        return self._now.position

    @property
    def _setting(self) -> Setting:
        chosen: Setting = self.get_game().setting
        return chosen

    def current_player(self) -> int:
        now = self._now
        if now.mover is None:
            now.mover = self._to_move()
        return now.mover

    def _to_move(self) -> int:
        if self._now.draw:
            return int(pyspiel.PlayerId.CHANCE)
        player = self._setting.game.to_move(self._now.position)
        if player is None or self._now.decisions >= self._setting.decisions:
            return int(pyspiel.PlayerId.TERMINAL)
        return player - 1

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        del player
        # Moves are sorted only once one of them is made.
        return [*range(len(self._setting.game.legal_moves(self._now.position)))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The different things that may be drawn now, numbered, with their probabilities."""
        assert self._now.draw, "nothing is drawn now"
        return self._now.draw.outcomes

    def _apply_action(self, action: int) -> None:
        self._now = self.get_game().next(self._now, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self._now.draw:
            return f"draw {action}: {self._now.draw.left[action][0]}"
        game = self._setting.game
        return game.write_move(self._now.moves(game)[action])

    def returns(self) -> list[float]:
        """The reward of each player at the end, and 0 before."""
        if not self.is_terminal():
            return [0.0] * self._setting.players
        return [*self._now.gains(self._setting)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that the player cannot tell from this one, drawn by lot.

        Only this player's information state is kept; the others' begins anew, and so does `history`.
        """
        game, now = self._setting.game, self._now
        view = game.view(now.position, player + 1)
        position = game.sample(view, player + 1, Random(repr(sampler())))
        sampled: TableState = self.get_game().new_initial_state()
        sampled._now = now.at(position, now.past.of(player), now.decisions)
        return sampled

    def played_out(self, rng: Random, playouts: int) -> list[float]:
        """The mean rewards of the players after some random games from here on."""
        chosen, sums = self._setting, [0.0] * self._setting.players
        for _ in range(playouts):
            now = self._now
            while now.draw:
                actions, weights = zip(*now.draw.outcomes, strict=True)
                now = _next(chosen, now, rng.choices(actions, weights)[0])
            position = now.position._replace(chance=Chance(rng.randrange(_MOST_SEED)))
            end = chosen.game.playout(position, rng)
            sums = [sum(each) for each in zip(sums, chosen.gains(end), strict=True)]
        return [each / playouts for each in sums]

    def sight(self, player: int) -> str:
        """What a player sees: the view as JSON, and nothing before the deal is complete."""
        return self._now.sight(self._setting.game, player)

    def recalled(self, player: int) -> str:
        """What a player sees, after a digest of all that the player has seen and done before."""
        return f"{self._now.past.digest(player).hex()} {self.sight(player)}"

    def __str__(self) -> str:
        now = self._now
        table = "" if now.position is None else written(self._setting.game, now.position)
        if not now.draw:
            return table
        drawn = ", ".join(map(str, (*now.known, *now.draw.drawn)))
        return f"{table} {'the deal' if now.code is None else f'move {now.code}'} draws {drawn} …"


class Playouts:
    """An evaluator for the MCTS and IS-MCTS of `open_spiel.python.algorithms`: the mean of some playouts.

    It plays by `Game.playout`, which is many times as fast as moves of a `TableState`, and knows nothing
    of the `decisions` of a setting.
    """

    def __init__(self, rng: Random, *, playouts: int = 1) -> None:
        self._rng, self._playouts = rng, playouts

    def evaluate(self, state: TableState) -> list[float]:
        """The mean rewards of the players."""
        return state.played_out(self._rng, self._playouts)

    def prior(self, state: TableState) -> list[tuple[int, float]]:
        """The probability of each action: that of chance, and for a player all the same."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TableObserver:
    """What players see as text; OpenSpiel reads `tensor` and `dict` of every observer."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def __init__(self, *, recalls: bool) -> None:
        self._recalls = recalls

    def set_from(self, state: TableState, player: int) -> None:
        """Nothing: there is no tensor."""

    def string_from(self, state: TableState, player: int) -> str:
        return state.recalled(player) if self._recalls else state.sight(player)


def _register_all() -> None:
    """Registers all games that can be loaded; `load` says what is wrong with another one."""
    for name in playable():
        try:
            registered(name)
        except PnpError:
            continue


_register_all()
