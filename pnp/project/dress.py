"""The look of a game on the pages of its rulebook and its kit."""

from __future__ import annotations

from pnp.colour.measures import contrast, mixed
from pnp.colour.theme import PAPER
from pnp.covers import cover
from pnp.documents import Dress, Inks
from pnp.draw.lettering import title_lettering
from pnp.draw.patterns import head_band
from pnp.pieces import Pieces

# Shares of the width and the height of a page: the room of a lettered title.
_TITLE_WIDTH, _TITLE_HEIGHT = 0.62, 0.05

# The tint behind examples, as a share of the look's: long texts stand on it.
_TINT = 0.6


def dress_of(pieces: Pieces, width: float, height: float, *, covered: bool = False) -> Dress:
    """The look of a document with pages of this size, which may have a cover.

    All pages but the cover are white in every theme.
    """
    look = pieces.look.on_paper
    light_is_clearer = contrast(look.ink, PAPER) >= contrast(look.ink, look.text)
    return Dress(
        Inks(
            tint=mixed(PAPER, look.tint, _TINT),
            accent=look.ink,
            on_accent=PAPER if light_is_clearer else look.text,
        ),
        cover=cover(pieces, width, height) if covered else None,
        head=head_band(look, width),
        title=title_lettering(
            pieces.definition.title, look, width * _TITLE_WIDTH, height * _TITLE_HEIGHT
        ),
    )
