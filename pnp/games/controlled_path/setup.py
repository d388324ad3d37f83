"""The set-up: where the start tiles lie, and what is dealt."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.controlled_path.paths import Spot
from pnp.games.controlled_path.position import Position
from pnp.games.controlled_path.turns import refilled
from pnp.hexgrid import Hex
from pnp.tiles import Port

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


def is_set_up(cells: Iterable[Hex], gap: str) -> bool:
    """Whether start tiles lie as they are set up, wherever that is and however it is turned."""
    found = sorted(cells)
    return any(_moved_to_origin(wanted) == _moved_to_origin(found) for wanted in _turns(found, gap))


def _turns(cells: list[Hex], gap: str) -> Iterable[list[Hex]]:
    wanted = list(start_places(len(cells), gap))
    for _ in range(6):
        yield wanted
        wanted = [Hex(-cell.r, cell.q + cell.r) for cell in wanted]


def _moved_to_origin(cells: list[Hex]) -> list[Hex]:
    first = min(cells)
    return sorted(Hex(cell.q - first.q, cell.r - first.r) for cell in cells)


def dealt(position: Position, seats: Iterable[int]) -> Position:
    """The position after these players have drawn their hands."""
    for index in seats:
        position = refilled(position, index)
    return position
