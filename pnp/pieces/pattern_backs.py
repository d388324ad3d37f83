"""Backs with the pattern of a game, for pieces of every shape that have no back of their own."""

from __future__ import annotations

from functools import cache

from pnp.draw.look.looks import Look
from pnp.draw.patterns import field_items, pattern_on, sign_pair
from pnp.pieces.cutouts import Face
from pnp.pieces.trims import Trim
from pnp.scene import Clip, Drawing, Placed
from pnp.scene.geometry import ORIGIN

# Of the circle in the middle of a piece: the field of a sign.
_FIELD = 0.66


def pattern_back(trim: Trim, look: Look, *, sign: str = "") -> Face:
    """The pattern, which turns with the piece, and a sign in its middle, which is upright on every sheet."""
    sides, ahead = trim.facts.corners, trim.facts.ahead
    radius = _FIELD * trim.room
    field = Drawing(tuple(field_items(look, radius, sides)) if sign else ())
    pair = Drawing(tuple(sign_pair(sign, look, radius)) if sign else ())

    @cache
    def pattern(reach: float) -> Drawing:
        # Sharp corners reach at most twice as far as the bleed is wide.
        return pattern_on(look, trim.room, trim.reach + 2 * reach, sides=sides)

    @cache
    def art(turn: float) -> Placed:
        whole = Placed(pattern(0.0), ORIGIN, turn=turn + ahead)
        signed = (Placed(field, ORIGIN, turn=turn + ahead), Placed(pair, ORIGIN))
        return Placed(Drawing((Clip(trim.path(turn), (whole, *signed)),)), ORIGIN)

    return Face(art, lambda turn, reach: Placed(pattern(reach), ORIGIN, turn=turn + ahead))
