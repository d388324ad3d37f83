"""Standees: tents of card that show one picture on both sides."""

from __future__ import annotations

from pnp.boxes.net import Net, Panel
from pnp.boxes.tuck import flap
from pnp.scene.geometry import Box, Point, polygon

# Millimetres: the least depth of a base that stands, and the strip for glue.
_LEAST_BASE, _GLUE = 14.0, 8.0
# Of the height of a side: the base.
_BASE = 0.5
# Millimetres: the strip for glue is shorter than the base by this at each end.
_EASE = 0.5


def standee(width: float, height: float) -> Net:
    """The net of a tent: a strip for glue, the back upside down, the front, and the base.

    Folded, its front and its back are the two equal sides of a triangle over the base.
    """
    base = max(_LEAST_BASE, _BASE * height)
    sides = [
        Panel("back", polygon(Box(0, -height, width, height).corners), turn=180),
        Panel("front", polygon(Box(0, 0, width, height).corners)),
        Panel("base", polygon(Box(0, height, width, base).corners)),
    ]
    reach = min(_GLUE, 0.8 * base)
    glue = flap(Point(_EASE, -height), Point(1, 0), width - 2 * _EASE, reach)
    return Net((*sides, Panel("strip", glue, glue=True))).centred
