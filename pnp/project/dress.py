"""The look of a game on the pages of its rulebook and its kit."""

from __future__ import annotations

from pnp.colour.measures import contrast, mixed
from pnp.colour.theme import PAPER
from pnp.documents import Dress, Inks
from pnp.documents.typography import typography
from pnp.draw.look.lettering import game_lettering
from pnp.draw.look.signs import box_path
from pnp.draw.patterns import head_band
from pnp.kinds import in_numbers
from pnp.pieces import Pieces
from pnp.scene import Drawing, Layer, Picture, Shape
from pnp.scene.geometry import Box, Point

# Shares of the width and the height of a page: the room of a lettered title.
_TITLE_WIDTH, _TITLE_HEIGHT = 0.62, 0.05

# Of the height of a page: all lines of the title in a masthead, and the ground above and below it.
_MASTHEAD, _MASTHEAD_PAD = 0.08, 0.045

# The tint behind examples, as a share of the look's: long texts stand on it.
_TINT = 0.6


def dress_of(pieces: Pieces, width: float, height: float, *, covered: bool = False) -> Dress:
    """The look of a document with pages of this size, which may have a cover.

    All pages but the cover are white in every theme.
    """

    def made() -> Dress:
        look = pieces.look.on_paper
        light_is_clearer = contrast(look.ink, PAPER) >= contrast(look.ink, look.text)
        room = width * _TITLE_WIDTH, height * _TITLE_HEIGHT
        return Dress(
            Inks(
                tint=mixed(PAPER, look.tint, _TINT),
                accent=look.ink,
                on_accent=PAPER if light_is_clearer else look.text,
            ),
            cover=cover_picture(pieces, width, height) if covered else None,
            head=head_band(look, width),
            title=game_lettering(pieces.definition, look, *room),
            masthead=_masthead(pieces, width, height) if covered else None,
        )

    return pieces.once(("dress", width, height, covered), made)


def _masthead(pieces: Pieces, width: float, height: float) -> Picture:
    """The title on the ground of the cover, for the top of a page from edge to edge."""
    look, design = pieces.look, typography(width, height)
    tallest, pad = height * _MASTHEAD, height * _MASTHEAD_PAD
    title = game_lettering(pieces.definition, look, design.text_width, tallest, height=tallest)
    box = Box(0, 0, width, title.box.height + 2 * pad)
    items = Shape(box_path(box), fill=look.ground), title.at(Point(design.margin.inner, pad))
    return Picture(Drawing(items), box, title.alt)


def cover_picture(pieces: Pieces, width: float, height: float) -> Picture:
    """The cover for a page of this size."""
    from pnp.covers import cover

    def drawn() -> Picture:
        page = cover(pieces, width, height, contents=in_numbers(pieces))
        return Picture(Drawing(page.items(Layer.ART)), Box(0, 0, width, height), page.title)

    return pieces.once(("cover", width, height), drawn)
