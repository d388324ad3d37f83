"""The pieces of Hexagonal Highway: the board with its edge, starts and centre, and the tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.basics.errors import UnusableInput
from pnp.basics.words import counted, did_you_mean
from pnp.play import Hex
from pnp.sets.components import Board, components
from pnp.sets.tileset import Tileset
from pnp.tiles.hexgrid import corners, distance, neighbours
from pnp.validation import Scope, Violation, rule

PLAYERS = 6
ROUNDS = 6  # on the designer's page

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
        around = corners(board.definition.hexhex) if board.definition.hexhex else ()
        self.starts: tuple[Hex, ...] = tuple(cell for cell in around if cell in starts.cells)
        self.corners = frozenset(around)
        self.centre = frozenset(centre.cells)
        self.worth: Mapping[Hex, int] = {
            cell: 2 if cell in self.centre else int({*neighbours(cell)} <= self.names.keys())
            for cell in self.names
        }
        self.colours: tuple[str, ...] = pawns.definition.colours[: tileset.players]
        if not len(self.colours) == len(self.starts) == len(starts.cells) == PLAYERS:
            raise UnusableInput(
                f"Hexagonal Highway is a game for {PLAYERS} players, who start on the corners of its board; this set has"
                f" {counted(len(self.colours), 'colour')} of pawns, and {counted(len(starts.cells), 'start')}"
                f" with {len(self.starts)} on corners"
            )
        self.supply: int = directions.printed
        self.titles = [card.text("title") for card in rounds.cards for _ in range(card.copies)]
        if len(self.titles) != ROUNDS:
            raise UnusableInput(
                f'the deck "{rounds.name}" has {counted(len(self.titles), "card")}, and Hexagonal Highway needs'
                f" a card for each of the {ROUNDS} rounds"
            )
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
        out = [each for each, near in enumerate(neighbours(cell)) if near not in self.names]
        if way not in out:
            return way
        # The ways out are adjacent, two on an edge and three in a corner. Mirror the way in the line
        # through their middle, then turn it about.
        first = next(each for each in out if (each - 1) % 6 not in out)
        if len(out) == 3 and way == (first + 1) % 6:
            return way
        return (2 * first + len(out) - 1 - way + 3) % 6


# The rules of the set.

# The most that a player places, by the designer's page: two kinds in each round, robbers in one.
DIRECTIONS, BLOCKADES, ROBBERS = 2, 1, 2
BOARD = 61  # hexes: the page has rows from A to I and the corners A1, A5, E1, E9, I1 and I5


@rule("board-of-61", "The board is a hexhex5: 61 hexes, pointy-top.", names=("board",))
def board_of_61(scope: Scope) -> Iterator[Violation]:
    board = scope.components.board("board")
    if board and len(board.definition.cells) != BOARD:
        message = f"the board has {len(board.definition.cells)} hexes, not {BOARD}"
        yield Violation(message, board.definition.place)


@rule("a-corner-each-player", "Each player starts on a corner of the board.", names=("board",))
def a_corner_each_player(scope: Scope) -> Iterator[Violation]:
    board, players = scope.components.board("board"), scope.tileset.players
    if board is None:
        return
    starts, place = _starts(board), board.definition.place
    for cell in sorted({*starts} - {*corners(board.definition.hexhex)})[:1]:
        yield Violation(f"{board.names[cell]} is a start, but not a corner", place)
    if len(starts) != players:
        message = f"{players} players need as many starts; the board has {len(starts)}"
        yield Violation(message, place)


@rule(
    "enough-for-six-rounds",
    "There are as many direction tiles, blockades and robbers as can lie on the board, and six"
    " round cards.",
    names=("board", "direction", "blockade", "robber", "rounds"),
)
def enough_for_six_rounds(scope: Scope) -> Iterator[Violation]:
    parts, players = scope.components, scope.tileset.players
    board, rounds = parts.board("board"), parts.deck("rounds")
    if rounds and rounds.printed != ROUNDS:
        message = f"there are {rounds.printed} round cards, not {ROUNDS}"
        yield Violation(message, rounds.definition.place)
    # No direction tile lies on a start: it has a pawn in the first round, and later only a variant
    # allows one there. So a set needs no more of them than there are other hexes.
    hexes = len(board.definition.cells) - len(_starts(board)) if board else 0
    most = DIRECTIONS * players * ROUNDS
    each = (
        f"{players} players place up to {most} in {ROUNDS} rounds, and {hexes} hexes can hold one"
    )
    for name, number, why in (
        ("direction", min(most, hexes), each),
        ("blockade", BLOCKADES * players, f"{players} players have {BLOCKADES} each"),
        ("robber", ROBBERS * players, f"{players} players have {ROBBERS} each"),
    ):
        tokens = parts.token(name)
        if tokens and tokens.printed < number:
            message = f'"{name}": {number} are needed, for {why}; there are {tokens.printed}'
            yield Violation(message, tokens.definition.counted.place)


@rule(
    "two-sided-directions",
    "A direction tile turns left on its front and right on its back.",
    names=("direction",),
)
def two_sided_directions(scope: Scope) -> Iterator[Violation]:
    tokens = scope.components.token("direction")
    sides = (tokens.definition.front, tokens.definition.back) if tokens else ()
    if tokens and [side and side.sign for side in sides] != ["turn-left", "turn-right"]:
        yield Violation("the fronts have to show turn-left, the backs turn-right", scope.place)


def _starts(board: Board) -> tuple[Hex, ...]:
    group = board.group("start")
    return () if group is None else group.cells


RULES = (board_of_61, a_corner_each_player, enough_for_six_rounds, two_sided_directions)
