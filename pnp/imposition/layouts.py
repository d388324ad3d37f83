"""Layouts: where the pieces of one trim lie on a sheet, row by row."""

from __future__ import annotations

import math
from itertools import groupby
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import plain_length
from pnp.pieces import Pose, Trim
from pnp.scene.geometry import Box

LAYOUTS = ("honeycomb", "straight", "spaced")

# Between spaced pieces, in millimetres: room for scissors on both sides.
GAP = 4.0


class Arrangement(NamedTuple):
    """The poses on one sheet, row by row."""

    rows: tuple[tuple[Pose, ...], ...]

    @property
    def poses(self) -> tuple[Pose, ...]:
        return tuple(pose for row in self.rows for pose in row)


def arrange(
    trim: Trim, layout: str, box: Box, *, gap: float = 0.0, enough: int | None = None
) -> Arrangement:
    """The fullest arrangement, with the pieces or the whole lattice perhaps turned by a quarter.

    A sheet that is turned with all its pieces holds as many, so that sheets are always upright. The
    upright arrangement wins if it holds as many as any other, or *enough*. Raises DoesNotFit if not
    even one piece fits.
    """
    most = math.inf if enough is None else enough
    # A triangle by itself needs no gap.
    for apart in dict.fromkeys((gap, 0.0)):
        first, *others = trim.lattices(layout, apart)
        best = max((first, *others), key=lambda lattice: min(lattice.count(box), most))
        if best.count(box):
            break
    else:
        raise DoesNotFit(
            f"{plain_length(first.width)} x {plain_length(first.height)} does not fit in the"
            f" {plain_length(box.width)} x {plain_length(box.height)} that the paper has room for"
        )
    poses = sorted(best.poses(box), key=lambda pose: (round(pose.at.y, 3), round(pose.at.x, 3)))
    # The middle of a triangle's box is not its centre.
    off = {turn: best.trim.box(turn).centre for turn in {pose.turn for pose in poses}}
    return Arrangement(
        tuple(
            tuple(Pose(at - off[turn], turn) for at, turn in row)
            for _, row in groupby(poses, key=lambda pose: round(pose.at.y, 3))
        )
    )


def largest_size(trim: Trim, layout: str, box: Box, *, gap: float = 0.0) -> int:
    """The largest size in whole millimetres at which one piece fits; 0 if none does."""
    for size in range(int(max(box.width, box.height)), 0, -1):
        try:
            arrange(trim.scaled(float(size)), layout, box, gap=gap)
        except DoesNotFit:
            continue
        return size
    return 0
