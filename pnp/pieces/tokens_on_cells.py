"""The art of tokens on the cells of figures, by the words for it."""

from __future__ import annotations

from pnp.basics.words import did_you_mean, listed
from pnp.colour.measures import SEEN, visible
from pnp.draw.areas import areas_of
from pnp.draw.look.signs import symbol
from pnp.draw.tokens import has_sign_and_symbol, token_in_figure
from pnp.pieces.annotations import ScaledArt
from pnp.pieces.pieces import Pieces
from pnp.scene import Drawing, Shape
from pnp.scene.geometry import ORIGIN
from pnp.sets.components import Components, Token

# The size of a token, as a share of its cell.
TOKEN = 0.34
# Millimetres: on a smaller token the symbol of its colour, which tells players apart, would be less than 1.2 mm wide.
_SEEN = 7.0


def token_art(pieces: Pieces, text: str, size: float, *, ground: str = "") -> ScaledArt:
    """The art on a cell, in this size: a token by its name and colour, or its id; perhaps `back`.

    A colour by itself stands for its symbol, and `nullified` for a cross. A symbol has the contrast of the
    theme to the `ground` of its cell, which is that of most cells by default. Raises ValueError.
    """
    words = text.split()
    name, rest = (words[0], words[1:]) if words else ("", [])
    inks = {ink.name: ink for ink in pieces.definition.inks}
    if name == "nullified" and not rest:
        cross = Shape(symbol("nullified", ORIGIN, size / 2), fill=pieces.theme.kerb)
        return ScaledArt(Drawing((cross,)), 1.0)
    if name in inks and not rest:
        path = symbol(inks[name].symbol, ORIGIN, size / 2)
        cell = pieces.theme.cell
        fill = visible(inks[name].fill, ground or cell, min(pieces.theme.contrast, SEEN))
        # An outline or black on some cells alone would look like another symbol.
        sign = areas_of(pieces.theme).sign(path, fill, cell)
        return ScaledArt(Drawing((*sign,)), 1.0)
    back = "back" in rest
    token = _token(pieces.components, name, [word for word in rest if word != "back"])
    if token is None:
        ids = [token.id for tokens in pieces.components.tokens for token in tokens.kinds]
        tokens = pieces.components.token(name)
        if tokens is None and name not in ids:
            raise ValueError(
                f'there is no token or colour "{name}"{did_you_mean(name, [*ids, *inks])}'
            )
        known = [] if tokens is None else [each.id for each in tokens.kinds]
        hint = f"; known here: {listed(known)}" if known else ""
        raise ValueError(f'there is no token "{text}"{hint}')
    if back and not token.definition.is_two_sided:
        raise ValueError(f'there is no token "{text}", because {token.id} has no back')
    if size < _SEEN and not back and has_sign_and_symbol(token):
        return ScaledArt(Drawing(token_in_figure(token, size, pieces.theme)), 1.0)
    side = pieces.token(token).picture(back=back)
    return ScaledArt(side.drawing, size / max(side.box.width, side.box.height))


def _token(parts: Components, name: str, colours: list[str]) -> Token | None:
    """The token of a kind in a colour, the only token of a kind, or the token of an id."""
    tokens = parts.token(name)
    kinds = () if tokens is None else tokens.kinds
    if colours:
        return next(
            (each for each in kinds if each.ink is not None and [each.ink.name] == colours), None
        )
    if len(kinds) == 1:
        return kinds[0]
    return next((each for of in parts.tokens for each in of.kinds if each.id == name), None)
