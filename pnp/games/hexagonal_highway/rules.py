"""The rules for the pieces of Hexagonal Highway: its board and its supply."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.sets.components import Board
from pnp.tiles.hexgrid import Hex, corners
from pnp.validation import Scope, Violation, rule

# The most that a player places, by the designer's page: two kinds in each round, robbers in one.
DIRECTIONS, BLOCKADES, ROBBERS = 2, 1, 2
ROUNDS = 6  # on the page
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
            yield Violation(message, tokens.definition.each.place)


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
