"""A token of the game on a cover."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Point
from pnp.sets.components import Token


def token_at(
    pieces: Pieces, token: Token, at: Point, across: float, *, back: bool = False
) -> Iterator[Item]:
    """A token of that size across, with a fine outline."""
    cutout = pieces.token(token)
    scale = across / max(cutout.box.width, cutout.box.height)
    art = Clip(cutout.outline, (cutout.side(back=back and cutout.back is not None),))
    rim = Shape(cutout.outline, stroke=Stroke(0.35 / scale, pieces.theme.halo))
    edge = Shape(cutout.outline, stroke=Stroke(0.2 / scale, pieces.theme.kerb))
    yield Placed(Drawing((art, rim if pieces.theme.fills else edge)), at, scale)
