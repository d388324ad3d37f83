"""Scoring: the game has no points, so a player who is in has 1, and one who is out 0."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.words import counted
from pnp.games.controlled_path.moves import with_losses
from pnp.games.controlled_path.pieces import PieceSet
from pnp.games.controlled_path.position import NO_CHANGE, NO_MOVE, Phase, Position
from pnp.play import Part, Score
from pnp.tiles.hexgrid import format_cell

# Three of four players can lose.
_ORDER = ("first", "second", "third")

_CAUSES = {NO_CHANGE: "no change was possible", NO_MOVE: "no move was possible"}


def score(pieces: PieceSet, position: Position) -> Score:
    """A part for each player, in or out; an extract shows the table just after a change."""
    if position.phase is Phase.MOVE:
        position = with_losses(position)
    names = {colour: f"player {number}" for number, colour in enumerate(position.players, 1)}
    parts = tuple(sorted(_parts(pieces, position, names)))
    is_decided = position.phase is Phase.OVER or len(position.tokens) == 1
    is_whole = position.supply or any(position.hands)
    return Score(
        parts,
        tuple((part.whose, part.points) for part in parts),
        tuple(part.whose for part in parts if part.points),
        position.ending if is_decided else "",
        "" if is_decided else "still in",
        (f"The supply has {counted(len(position.supply), 'tile')}.",) if is_whole else (),
    )


def _parts(pieces: PieceSet, position: Position, names: dict[int, str]) -> Iterator[Part]:
    for colour, cell, _ in position.tokens:
        name = pieces.colours[colour]
        how = f"the {name} token is on the table"
        yield Part(names[colour], "in", 1, how, (format_cell(cell),), name)
    for order, (colour, cause) in zip(_ORDER, position.lost, strict=False):
        by = f"connected to another token by a change of {pieces.colours[cause]}"
        how = f"{order} to lose, {_CAUSES.get(cause, by)}"
        yield Part(names[colour], "out", 0, how, (), pieces.colours[colour])
