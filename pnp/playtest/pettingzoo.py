"""PettingZoo plays our games: https://pettingzoo.farama.org, as environments of its AEC interface.

Agents are `player_1`, `player_2` and so on. An **action** is the code of a legal move, `Discrete` below
the most moves that the game can have; the same code is another move elsewhere. So an **observation** is
a dictionary with the `action_mask` of the codes that are legal now, and the **info** of the agent that
moves has `moves`, the text of each legal move at its code: a policy that scores texts, or the fields
that the game's `move_fields` has, learns about moves, where one that scores bare codes cannot.

`observation` has the player's view as JSON, as UTF-8 bytes that zeros follow. No encoding of numbers
holds for every game, because tables grow without bounds and words are the game's own; the text is
complete, is the same for all games, and `text_of` gives it back. For a network, `features` turns a view
into numbers of your choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library
from pnp.play import AnyGame, IllegalMove, write_record
from pnp.play.game import NO_OPTIONS
from pnp.playtest.learning import DECISIONS, Setting, longest, seen, setting

for _needed in ("numpy", "pettingzoo"):
    library(_needed, extra="pettingzoo", user="pnp.playtest.pettingzoo")

import numpy as np  # noqa: E402 - the lines above say how to install it
from gymnasium.spaces import Box, Dict, Discrete  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import OrderEnforcingWrapper  # noqa: E402

# Numbers that describe what a player sees, always as many: from the game, the view and the player.
Features = Callable[[AnyGame, Any, int], Sequence[float]]

# A text has room for this many times the longest that a few random games bring.
_ROOM = 2

# The type hints of gymnasium know only boxes of floating-point numbers.
_BYTE: Any = np.uint8
_FLAG: Any = np.int8

_MOST_SEED = 10**9

RENDER_MODES = ("ansi", "human")


def env(
    name: str,
    *,
    players: int | None = None,
    options: Mapping[str, str] = NO_OPTIONS,
    tileset: str | Path | None = None,
    reward: str | None = None,
    decisions: int = DECISIONS,
    features: Features | None = None,
    length: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """The game that is played with a set, by the set's name, as an environment.

    Observations have the *features* of views, or else *length* bytes of text; by default twice the
    longest text of a few random games, and the info `cut` counts bytes that found no room. After
    *decisions* a game is truncated. All else is as `learning.setting` has it. Raises UnusableInput, or
    InvalidDefinition for a wrong set.
    """
    chosen = setting(
        name,
        players=players,
        options=options,
        tileset=tileset,
        reward=reward,
        decisions=decisions,
    )
    if render_mode not in (None, *RENDER_MODES):
        raise UnusableInput(f'render_mode is {" or ".join(RENDER_MODES)}, not "{render_mode}"')
    if length is not None and (length < 1 or features):
        raise UnusableInput("length is the number of bytes of a text; features have none")
    made = TableEnv(chosen, features=features, length=length, render_mode=render_mode)
    return OrderEnforcingWrapper(made)


def text_of(observation: np.ndarray[Any, Any]) -> str:
    """The JSON in an observation: the player's view, which the game's `read_position` reads."""
    return bytes(observation).rstrip(b"\0").decode(errors="replace")


class TableEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A game at a table; `setting` has the game, `position` the whole position."""

    def __init__(
        self,
        chosen: Setting,
        *,
        features: Features | None = None,
        length: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting, self.render_mode = chosen, render_mode
        self.metadata = {
            "name": f"pnp_{chosen.name.replace('-', '_')}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{number}" for number in range(1, chosen.players + 1)]
        self._features, self._most = features, chosen.game.most_moves
        self._random = Random()
        self._start(self._random.randrange(_MOST_SEED))
        self._texts: list[bytes] = []
        if features:
            self._size = len(features(chosen.game, self._view(1), 1))
            sight = Box(-np.inf, np.inf, (self._size,))
        else:
            self._size = length or _ROOM * longest(chosen)
            sight = Box(0, 255, (self._size,), _BYTE)
        mask = Box(0, 1, (self._most,), _FLAG)
        self.observation_spaces = {
            agent: Dict({"observation": sight, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self._most) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: that of `pnp play` with the same seed. Without one, the games go on by lot.

        *options* are PettingZoo's, and change nothing; those of the rules belong to `env`.
        """
        del options
        if seed is not None:
            self._random = Random(seed)
        self._start(self._random.randrange(_MOST_SEED) if seed is None else int(seed) % _MOST_SEED)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._next()

    def _start(self, seed: int) -> None:
        chosen = self.setting
        self.game_seed, self._played = seed, list[Any]()
        self.position = chosen.game.initial(Random(seed), chosen.players, chosen.options)
        self.moves: tuple[Any, ...] = ()

    def _view(self, player: int) -> Any:
        return self.setting.game.view(self.position, player)

    def _next(self) -> None:
        """The player who moves now, and the legal moves by code; none at the end."""
        game = self.setting.game
        player = game.to_move(self.position)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves = () if player is None else game.coded(self.position)
        if player is not None:
            self.agent_selection = self.possible_agents[player - 1]
            texts = tuple(map(game.write_move, self.moves))
            self.infos[self.agent_selection] = {"moves": texts}
        if not self._features:
            self._texts = [
                seen(game, self.position, number).encode()
                for number in range(1, self.setting.players + 1)
            ]
            for agent, text in zip(self.agents, self._texts, strict=True):
                self.infos[agent]["cut"] = max(0, len(text) - self._size)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and the codes of its legal moves; none if another one moves."""
        number = self.possible_agents.index(agent)
        if self._features:
            view = self._view(number + 1)
            features = self._features(self.setting.game, view, number + 1)
            sight: Any = np.asarray(features, np.float32)
        else:
            text = self._texts[number][: self._size]
            sight = np.frombuffer(text.ljust(self._size, b"\0"), np.uint8).copy()
        mask = np.zeros(self._most, np.int8)
        if agent == self.agent_selection:
            mask[: len(self.moves)] = 1
        return {"observation": sight, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes the move with a code; raises IllegalMove if the mask does not have the code."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.setting.game
        if action is None or not 0 <= action < len(self.moves):
            raise IllegalMove(
                "code", f"no move of {agent} has the code {action}; there are {len(self.moves)}"
            )
        move = self.moves[action]
        self.position = game.play(self.position, move)
        self._played.append(move)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._next()
        is_over = not self.moves
        if is_over or len(self._played) >= self.setting.decisions:
            gains = self.setting.gains(self.position)
            self.rewards = dict(zip(self.possible_agents, gains, strict=True))
            ended = self.terminations if is_over else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
        self._accumulate_rewards()

    def record(self) -> str:
        """The game so far as a record, which `pnp score` replays and `pnp preview` steps through."""
        chosen = self.setting
        return write_record(
            chosen.game,
            self._played,
            players=chosen.players,
            seed=self.game_seed,
            options=chosen.options,
        )

    def render(self) -> str | None:
        """The whole position as its file, returned as text or printed."""
        if self.render_mode is None:
            return None
        text = self.setting.game.write_position(self.position)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""
