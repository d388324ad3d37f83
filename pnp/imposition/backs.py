"""Backs: where they lie so that they meet their fronts.

Turning a sheet over, or folding it, reflects the places of its pieces in a line; what is drawn on
them is never reflected, only turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pnp.imposition.cutouts import Laid
from pnp.imposition.layouts import Spot
from pnp.imposition.papers import Paper
from pnp.scene.geometry import ORIGIN, Box, Point

DUPLEX = ("long-edge", "short-edge", "gutterfold", "none")

# Between a fold and the pieces beside it, in millimetres: more than the bleed of backs.
GUTTER = 4.0


class Mirror(NamedTuple):
    """An upright line at x = `at`, or a level one at y = `at`, that places are reflected in."""

    line: Literal["upright", "level"]
    at: float

    def spot(self, spot: Spot) -> Spot:
        """The place of a back whose front lies there, and the heading of the back's first side."""
        (x, y), turn = spot
        if self.line == "upright":
            return Spot(Point(2 * self.at - x, y), -turn)
        return Spot(Point(x, 2 * self.at - y), 180 - turn)

    def box(self, box: Box) -> Box:
        if self.line == "upright":
            return box._replace(x=2 * self.at - box.right)
        return box._replace(y=2 * self.at - box.bottom)


def turning(paper: Paper, edge: str) -> Mirror:
    """The mirror for paper that is turned over its long or its short edge."""
    stands = paper.height >= paper.width
    if (edge == "long-edge") == stands:
        return Mirror("upright", paper.width / 2)
    return Mirror("level", paper.height / 2)


class Fold(NamedTuple):
    """A sheet with fronts on one half and backs on the other."""

    mirror: Mirror
    fronts: Box


def folds(paper: Paper, box: Box) -> tuple[Fold, Fold]:
    """Both ways to fold a sheet in its middle: fronts on the left, or fronts above."""
    upright, level = paper.width / 2, paper.height / 2
    return (
        Fold(Mirror("upright", upright), box._replace(width=upright - GUTTER - box.x)),
        Fold(Mirror("level", level), box._replace(height=level - GUTTER - box.y)),
    )


def turned_over(laid: Sequence[Laid], mirror: Mirror, offset: Point = ORIGIN) -> list[Laid]:
    """The backs of the pieces, moved by the printer's offset."""
    spots = (mirror.spot(each.spot) for each in laid)
    return [
        Laid(each.piece, Spot(spot.at + offset, spot.turn))
        for each, spot in zip(laid, spots, strict=True)
    ]
