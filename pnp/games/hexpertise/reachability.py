"""Whether play can lead to what lies on each hex of a display; if not, why and where."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding
from pnp.basics.words import listed
from pnp.games.hexpertise.past import Past
from pnp.games.hexpertise.reading import Tokens
from pnp.play.game import illegal
from pnp.tiles.hexgrid import Hex, neighbours


def hex_findings(tokens: Tokens, past: Past) -> Iterator[Finding]:
    """Hexes on which nothing can have been placed or nullified as it lies there."""
    kit = past.kit
    alone = {cell for cell in tokens.puts if past.is_alone(cell)}
    for cell, (what, place) in tokens.puts.items():
        name = kit.names[cell]
        if cell in alone and cell in kit.corners:
            message = f"{name} is nullified, but no opposite can have been placed beside it"
            yield illegal("opposites-nullify", message, place)
        elif cell in alone:
            message = (
                f"{name} is nullified, but with no opposite beside it, and as long as it was empty"
                " something could be placed"
            )
            yield illegal("when-nothing-fits", message, place)
        elif cell in past.filled and not past.cards[cell]:
            yield illegal("direction", _lies_nowhere(what, name, past, cell), place)
    for group in past.unpaired():
        if not alone & {*group}:
            names = listed([kit.names[cell] for cell in group])
            message = f"{names} cannot all have been nullified by opposites that touch"
            place = next(put.place for cell, put in tokens.puts.items() if cell in group)
            yield illegal("opposites-nullify", message, place)


def _lies_nowhere(what: str, name: str, past: Past, cell: Hex) -> str:
    if not any(map(past.is_filled, neighbours(cell))):
        return f"{what} is on {name}, but no hex beside it is filled"
    return (
        f"{what} is on {name}, but no other element tells the direction to it from a hex that can"
        " have been filled before"
    )
