"""The rules for the pieces of HexStatic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.tiles.properties import PROPERTIES
from pnp.validation import Scope, Violation, rule


@rule(
    "nexus-all-ends",
    "The nexus tiles are the tiles on which every strand is an end, and no others.",
)
def nexus_all_ends(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    if scope.tileset.family("nexus") is None:
        yield Violation('there is no family "nexus" to set aside before the game', scope.place)
        return
    for piece in scope.pieces:
        ends = PROPERTIES["ends"].value(piece.tile, piece.group.geometry)
        all_ends = ends == len(piece.tile.joins)
        if all_ends != (piece.family == "nexus"):
            has = "has only ends" if all_ends else "has a line"
            yield Violation(
                f"{piece.id}, {definition.notation(piece.tile)}, {has} and is in the family"
                f' "{piece.family}"',
                piece.place,
            )


@rule(
    "an-owner-each-colour",
    "Each colour has one ownership marker, two-sided: a colour that nobody owns is neutral.",
    names=("owner",),
)
def an_owner_each_colour(scope: Scope) -> Iterator[Violation]:
    owners = scope.components.token("owner")
    if owners is None:
        return
    copies = Counter({token.ink.name: token.copies for token in owners.kinds if token.ink})
    for ink in scope.tileset.definition.inks:
        if copies[ink.name] != 1:
            yield Violation(
                f'there are {copies[ink.name]} ownership markers of "{ink.name}", not 1',
                owners.definition.place,
            )
    if owners.definition.back is None:
        yield Violation("the ownership markers have no neutral side", owners.definition.place)


RULES = (nexus_all_ends, an_owner_each_colour)
