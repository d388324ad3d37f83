"""The road: the board with its names, starts and edge, and how its edge throws a pawn back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean
from pnp.sets.components import components
from pnp.sets.tileset import Tileset
from pnp.tiles.hexgrid import Hex, corners, neighbours

# The six ways to drive, clockwise, as pnp.tiles.hexgrid counts the directions of a pointy-top board.
WAYS = ("up-left", "up-right", "right", "down-right", "down-left", "left")


@dataclass(frozen=True)
class Road:
    """What the printed set says of the board and the pieces.

    `names` has the cells in the order of their names, `starts` go clockwise from A1; `colours` are the players',
    `supply` is the number of direction tiles, `titles` are those of the round cards.
    """

    board: str
    names: Mapping[Hex, str]
    starts: tuple[Hex, ...]
    centre: frozenset[Hex]
    corners: frozenset[Hex]
    colours: tuple[str, ...]
    supply: int
    titles: tuple[str, ...]

    def on_edge(self, cell: Hex) -> bool:
        """Whether a neighbour of the cell is missing."""
        return not all(each in self.names for each in neighbours(cell))

    def cell(self, text: str) -> Hex:
        """The cell of that name, in capitals or not; raises ValueError."""
        known = {name: cell for cell, name in self.names.items()}
        if text.upper() not in known:
            raise ValueError(f'there is no hex "{text}"{did_you_mean(text, known)}')
        return known[text.upper()]

    def bounced(self, cell: Hex, way: int) -> int:
        """The way that a pawn on the cell goes on, mirrored where it would leave the board.

        An edge is a mirror along its line, a corner one along its tangent. Straight into a corner,
        which has no way on, the way stays as it is. See "Rubber walls" in the rulebook.
        """
        out = [each for each in range(6) if cell.moved(each) not in self.names]
        if way not in out:
            return way
        # The ways out lie side by side, two at an edge and three in a corner: mirrored in the line
        # through its middle and then turned about, the way out is the way back in.
        first = next(each for each in out if (each - 1) % 6 not in out)
        last = next(each for each in out if (each + 1) % 6 not in out)
        last += 6 if last < first else 0
        if 2 * way % 12 == (first + last) % 12:
            return way
        return (first + last + 3 - way) % 6


def road_of(tileset: Tileset) -> Road:
    """The road that a set is printed for; raises UnusableInput where the set lacks a piece of it."""
    parts = components(tileset)
    board, pawns = parts.board("board"), parts.token("pawn")
    directions, rounds = parts.token("direction"), parts.deck("rounds")
    if board is None or pawns is None or directions is None or rounds is None:
        raise UnusableInput(
            'Hexagonal Highway needs a "board", a deck "rounds" and tokens "direction" and "pawn"'
        )
    starts, centre = board.group("start"), board.group("centre")
    if starts is None or centre is None:
        raise UnusableInput('the board of Hexagonal Highway needs cells "start" and "centre"')
    names = {cell: board.names[cell] for cell in sorted(board.names, key=board.names.__getitem__)}
    around = corners(board.definition.side)
    return Road(
        board=board.name,
        names=names,
        starts=tuple(cell for cell in around if cell in starts.cells),
        centre=frozenset(centre.cells),
        corners=frozenset(around),
        colours=pawns.definition.colours[: tileset.players],
        supply=directions.printed,
        titles=tuple(card.face.title for card in rounds.cards for _ in range(card.copies)),
    )
