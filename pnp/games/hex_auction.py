"""Hex Auction ("More tinkering with auction games"): the rule of its special tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pnp.tiles import UNCOLOURED, Colour
from pnp.validation import Scope, Trouble, rule


@rule(
    "specials-lack-different-colours",
    "There is a special tile for each colour, with a dot and one of every other colour.",
    families=("special",),
)
def specials_lack_different_colours(scope: Scope) -> Iterator[Trouble]:
    definition = scope.tileset.definition
    every = set(range(len(definition.inks)))
    lacking: dict[Colour, list[str]] = defaultdict(list)
    for piece in scope.pieces:
        edges = set(piece.tile.edges) - {UNCOLOURED}
        missing = sorted(every - edges)
        if len(edges) != definition.form.sides or len(missing) != 1:
            yield Trouble(
                f"{piece.id}, {definition.notation(piece.tile)}, has {len(edges)} colours;"
                f" a special tile has {definition.form.sides} of {len(every)}",
                piece.place,
            )
            continue
        if piece.tile.mark.kind != "dot":
            yield Trouble(f"{piece.id} has no dot", piece.place)
        lacking[Colour(missing[0])].append(piece.id)
    for number, ink in enumerate(definition.inks):
        tiles = lacking[Colour(number)]
        if len(tiles) != 1:
            told = "no special tile leaves" if not tiles else f"{', '.join(tiles)} all leave"
            yield Trouble(f'{told} "{ink.name}" out; one should', scope.place)


RULES = (specials_lack_different_colours,)
