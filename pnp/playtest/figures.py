"""The figures of one game: all that measures are made of."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.basics.classes import NamedTuple


class Figures(NamedTuple):
    """What one game was like. Seats count from 0 here, and `winners` are seats.

    `bots` has the index in `Arm.bots` of the bot in each seat. `turns` counts the times that one player has decided
    before another does, or all decisions of a player alone; `choices` has the number of legal moves at each decision, and `movers` the seat that decided.
    `points` has the points of all seats after each turn, the last of them at the end; in a game of more than twenty turns
    after each twentieth of them, since counting takes long. `uses` says how often each seat did something,
    by a text: `lay` for a kind of move, `bid coins=2` for a value of one, `lay tile=RROOYY` for a tile as it is named
    before it is turned. `facts` are numbers that the game itself tells of its end, such as `{"supply ran out": 1}`.
    """

    bots: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    choices: tuple[int, ...]
    movers: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    uses: Mapping[str, tuple[int, ...]]
    facts: Mapping[str, int]

    @property
    def final(self) -> tuple[int, ...]:
        """The points of all seats at the end."""
        return self.points[-1]
