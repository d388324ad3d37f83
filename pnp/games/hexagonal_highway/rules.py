"""Hexagonal Highway, by pseudonam: the rules of its board and of its supply."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.sets.components import Board
from pnp.tiles.hexgrid import Hex, corners
from pnp.validation import Scope, Violation, rule

# On the designer's page, for each player: in a round, in a round, in the robbery round.
DIRECTIONS, BLOCKADES, ROBBERS = 2, 1, 2
ROUNDS = 6  # on the page
BOARD = 61  # hexes: the page has rows from A to I and the corners A1, A5, E1, E9, I1 and I5


@rule("board-of-61", "The board is a hexhex5: 61 hexes, pointy-top.", names=("board",))
def board_of_61(scope: Scope) -> Iterator[Violation]:
    board = scope.components.board("board")
    if board is None:
        return
    number = len(board.definition.cells)
    if number != BOARD:
        yield Violation(f"the board has {number} hexes, not {BOARD}", board.definition.place)


@rule("a-corner-each-player", "Each player starts on a corner of the board.", names=("board",))
def a_corner_each_player(scope: Scope) -> Iterator[Violation]:
    board = scope.components.board("board")
    if board is None:
        return
    starts, players, place = _starts(board), scope.tileset.players, board.definition.place
    for cell in sorted({*starts} - {*corners(board.definition.side)})[:1]:
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
    if board is None or rounds is None:
        return
    if rounds.printed != ROUNDS:
        message = f"there are {rounds.printed} round cards, not {ROUNDS}"
        yield Violation(message, rounds.definition.place)
    # No tile lies on a start while its player stands there in the first round, and later ones only
    # lie there by a variant: the other hexes can hold as many as a set needs.
    hexes, most = len(board.definition.cells) - len(_starts(board)), DIRECTIONS * players * ROUNDS
    why = f"{players} players place up to {most} in {ROUNDS} rounds, and {hexes} hexes can hold one"
    needed = {
        "direction": (min(most, hexes), why),
        "blockade": (BLOCKADES * players, f"{players} players have one each"),
        "robber": (ROBBERS * players, f"{players} players have {ROBBERS} each"),
    }
    for name, (number, why) in needed.items():
        tokens = parts.token(name)
        if tokens is not None and tokens.printed < number:
            message = f'"{name}": {number} are needed, for {why}; there are {tokens.printed}'
            yield Violation(message, tokens.definition.each.place)


@rule(
    "two-sided-directions",
    "A direction tile turns left on its front and right on its back.",
    names=("direction",),
)
def two_sided_directions(scope: Scope) -> Iterator[Violation]:
    tokens = scope.components.token("direction")
    if tokens is None:
        return
    front, back = tokens.definition.front, tokens.definition.back
    if back is None or (front.sign, back.sign) != ("turn-left", "turn-right"):
        yield Violation("the fronts have to show turn-left, the backs turn-right", scope.place)


def _starts(board: Board) -> tuple[Hex, ...]:
    group = board.group("start")
    return () if group is None else group.cells


RULES = (board_of_61, a_corner_each_player, enough_for_six_rounds, two_sided_directions)
