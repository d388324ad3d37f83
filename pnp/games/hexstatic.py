"""HexStatic, by Michael Reddy, 2013: the rule of its own that its tiles have to meet."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.tiles.properties import PROPERTIES
from pnp.validation import Scope, Trouble, rule


@rule(
    "nexus-all-ends",
    "The nexus tiles are the tiles on which every strand is an end, and no others.",
)
def nexus_all_ends(scope: Scope) -> Iterator[Trouble]:
    definition = scope.tileset.definition
    if scope.tileset.family("nexus") is None:
        yield Trouble('there is no family "nexus" to set aside before the game', scope.place)
        return
    for piece in scope.pieces:
        ends = PROPERTIES["ends"].value(piece.tile, definition.form)
        all_ends = ends == len(piece.tile.joins)
        if all_ends != (piece.family == "nexus"):
            told = "has only ends" if all_ends else "has a line"
            yield Trouble(
                f"{piece.id}, {definition.notation(piece.tile)}, {told} and is in the family"
                f' "{piece.family}"',
                piece.place,
            )


RULES = (nexus_all_ends,)
