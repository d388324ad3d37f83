"""The pieces of Hexagonal Highway: the board with its edge, starts and centre, and the tokens."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean
from pnp.sets.components import components
from pnp.sets.tileset import Tileset
from pnp.tiles.hexgrid import Hex, corners, distance, neighbours

# The six ways to drive, clockwise, as pnp.tiles.hexgrid counts the directions of a pointy-top board.
WAYS = ("up-left", "up-right", "right", "down-right", "down-left", "left")


class PieceSet:
    """The board and the tokens of a set; raises UnusableInput if the game needs others.

    `names` has the name of each cell, sorted by name; `starts` the cells of the starts, clockwise
    from A1; `worth` the points of each cell in Centre Control; and `steps` the distance between any
    two cells. `colours` are the players', `supply` is the number of direction tiles, and `titles` are
    those of the round cards.
    """

    def __init__(self, tileset: Tileset) -> None:
        parts = components(tileset)
        board, pawns = parts.board("board"), parts.token("pawn")
        directions, rounds = parts.token("direction"), parts.deck("rounds")
        starts, centre = (board and board.group(name) for name in ("start", "centre"))
        if not (board and pawns and directions and rounds and starts and centre):
            raise UnusableInput(
                'Hexagonal Highway needs a "board" with cells "start" and "centre", a deck "rounds",'
                ' and tokens "direction" and "pawn"'
            )
        self.board: str = board.name
        self._cells = {name: cell for cell, name in board.names.items()}
        self.names: Mapping[Hex, str] = {self._cells[name]: name for name in sorted(self._cells)}
        around = corners(board.definition.hexhex)
        self.starts: tuple[Hex, ...] = tuple(cell for cell in around if cell in starts.cells)
        self.corners = frozenset(around)
        self.centre = frozenset(centre.cells)
        self.worth: Mapping[Hex, int] = {
            cell: 2 if cell in self.centre else int({*neighbours(cell)} <= self.names.keys())
            for cell in self.names
        }
        self.colours: tuple[str, ...] = pawns.definition.colours[: tileset.players]
        self.supply: int = directions.printed
        self.titles = [card.text("title") for card in rounds.cards for _ in range(card.copies)]
        self.steps: Mapping[Hex, Mapping[Hex, int]] = {
            cell: {other: distance(cell, other) for other in self.names} for cell in self.names
        }

    def cell(self, name: str) -> Hex:
        """The cell of a name, in capitals or not; raises ValueError if the board has none."""
        if name.upper() not in self._cells:
            raise ValueError(f'the board has no hex "{name}"{did_you_mean(name, self._cells)}')
        return self._cells[name.upper()]

    def bounced(self, cell: Hex, way: int) -> int:
        """The way in which a pawn on the cell drives on, reflected if it would leave the board.

        An edge reflects in its line, a corner in its tangent. Straight into a corner there is no way
        on, and the way stays the same. The rulebook has a table of all bounces.
        """
        out = [each for each in range(6) if cell.moved(each) not in self.names]
        if way not in out:
            return way
        # The ways out are adjacent, two on an edge and three in a corner. Mirror the way in the line
        # through their middle, then turn it about.
        first = next(each for each in out if (each - 1) % 6 not in out)
        if len(out) == 3 and way == (first + 1) % 6:
            return way
        return (2 * first + len(out) - 1 - way + 3) % 6
