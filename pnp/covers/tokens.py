"""A token of the game on a cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.covers.lattice import BLEED
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Point
from pnp.sets.components import Token


def token_at(
    pieces: Pieces,
    token: Token,
    at: Point,
    across: float,
    *,
    back: bool = False,
    ring: Stroke | None = None,
) -> Iterator[Item]:
    """A token of that size across, with a fine outline; on ground of its own ink it needs a `ring`."""
    cutout = pieces.token(token)
    scale = across / max(cutout.box.width, cutout.box.height)
    art = Clip(cutout.outline, (cutout.side(back=back and cutout.back is not None),))
    rim = Shape(cutout.outline, stroke=Stroke(0.35 / scale, pieces.theme.halo))
    edge = Shape(cutout.outline, stroke=Stroke(0.2 / scale, pieces.theme.kerb))
    if ring is not None and pieces.theme.fills:
        yield Placed(Drawing((Shape(cutout.outline, stroke=_scaled(ring, scale)),)), at, scale)
    drawn = Drawing((art, rim if pieces.theme.fills else edge), shared=True)
    yield Placed(drawn, at, scale)


def _scaled(stroke: Stroke, scale: float) -> Stroke:
    return replace(stroke, width=stroke.width / scale)


def is_cut(at: Point, across: float, page: Box) -> bool:
    """Whether an edge of the page cuts a token of that size there."""
    middle, radius = Box(*at, 0, 0), across / 2
    whole = page.widened(-radius - BLEED)
    return page.widened(radius).contains(middle) and not whole.contains(middle)


def tokens_of_players(pieces: Pieces) -> tuple[list[Token], int]:
    """A token of each colour, of the kind with most, or else one of each kind; and the number printed."""
    kinds = [each for each in pieces.components.tokens if each.kinds]
    coloured = [each for each in kinds if each.kinds[0].ink is not None]
    if coloured:
        most = max(coloured, key=lambda each: each.printed)
        return [*most.kinds], most.printed
    return [each.kinds[0] for each in kinds], sum(each.printed for each in kinds)
