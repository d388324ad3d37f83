"""The look of a game on the pages of its rulebook and its kit."""

from __future__ import annotations

from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER
from pnp.documents import Dress, Inks
from pnp.pieces import Pieces

_INKS = Inks()


def dress_of(pieces: Pieces) -> Dress:
    """The inks of a game's documents, which stand on white paper in every theme."""
    look = pieces.look.on_paper
    light_is_clearer = contrast(look.ink, PAPER) >= contrast(look.ink, look.text)
    return Dress(
        Inks(
            text=look.text,
            tint=look.tint,
            accent=look.ink,
            on_accent=PAPER if light_is_clearer else look.text,
        )
    )
