"""The set-up: where the start tiles lie, and what is dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pnp.games.controlled_path.paths import Spot
from pnp.games.controlled_path.position import Position
from pnp.games.controlled_path.turns import refilled
from pnp.tiles import Port
from pnp.tiles.hexgrid import Hex

PLAYERS = range(2, 5)

# In a row for two players, in a triangle for three, in a rhombus for four: the rulebook, "Set-up".
_CORNERS = (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1))
_STEPS = {"two": 3, "one": 2}  # from one start tile to the next, by the option start-gap


def start_places(players: int, gap: str) -> tuple[Hex, ...]:
    """Where the start tiles lie, in the order of the players."""
    steps = _STEPS[gap]
    return tuple(Hex(cell.q * steps, cell.r * steps) for cell in _CORNERS[:players])


def start_spot(cell: Hex) -> Spot:
    """Where a token stands on a start tile: at the junction of all six sides."""
    return Spot(cell, tuple(map(Port, range(6))))


def is_set_up(cells: Collection[Hex], players: int, gap: str) -> bool:
    """Whether start tiles, or those that are shown, lie as so many players set them up.

    That may be anywhere, and turned.
    """
    return any(
        {*cells} <= {_shifted(cell, anchor, first) for cell in wanted}
        for wanted in _turns(start_places(players, gap))
        for first in (*cells,)[:1]
        for anchor in wanted
    )


def _shifted(cell: Hex, anchor: Hex, target: Hex) -> Hex:
    """The cell, moved like the anchor to its target."""
    return Hex(cell.q + target.q - anchor.q, cell.r + target.r - anchor.r)


def _turns(cells: Collection[Hex]) -> Iterator[list[Hex]]:
    """The cells turned about the origin, in all six ways."""
    turned = [*cells]
    for _ in range(6):
        yield turned
        turned = [Hex(-cell.r, cell.q + cell.r) for cell in turned]


def dealt(position: Position, seats: Iterable[int], *, keep: int = 0) -> Position:
    """The position after these players have drawn their hands; so many tiles stay in the supply."""
    for index in seats:
        position = refilled(position, index, keep=keep)
    return position
