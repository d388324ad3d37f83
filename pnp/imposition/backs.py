"""Backs: where they lie so that they meet their fronts.

Turning a sheet over, or folding it, reflects the places of its pieces in a line. The drawings on
them are never reflected, only turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pnp.basics.classes import NamedTuple
from pnp.imposition.papers import Paper
from pnp.pieces import Placement, Pose
from pnp.scene import Page
from pnp.scene.geometry import ORIGIN, Box, Point

DUPLEX = ("long-edge", "short-edge", "gutterfold", "none")

# Between a fold and the pieces beside it, in millimetres: more than the bleed of backs.
GUTTER = 4.0


class Mirror(NamedTuple):
    """An upright line at x = `at`, or a level line at y = `at`, that reflects places."""

    line: Literal["upright", "level"]
    at: float

    def pose(self, front: Pose, *, upright: float = 0.0) -> Pose:
        """The pose of the back of a piece whose front lies there."""
        (x, y), turn = front
        mirrored = 2 * upright - turn
        if self.line == "upright":
            return Pose(Point(2 * self.at - x, y), mirrored)
        return Pose(Point(x, 2 * self.at - y), 180 + mirrored)

    def box(self, box: Box) -> Box:
        if self.line == "upright":
            return box._replace(x=2 * self.at - box.right)
        return box._replace(y=2 * self.at - box.bottom)


def turning(paper: Paper | Page, edge: str) -> Mirror:
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


def turned_over(
    fronts: Sequence[Placement], mirror: Mirror, offset: Point = ORIGIN
) -> list[Placement]:
    """The places of the backs, moved by the printer's offset."""
    backs = (
        (cutout.turned_over, mirror.pose(pose, upright=cutout.upright)) for cutout, pose in fronts
    )
    return [Placement(cutout, Pose(pose.at + offset, pose.turn)) for cutout, pose in backs]
