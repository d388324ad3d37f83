"""Pictures of boxes, dividers, standees and frames as they stand or lie on a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.boxes import boxed
from pnp.boxes.drawing import Folded
from pnp.colour.measures import mixed
from pnp.colour.theme import PAPER, Theme
from pnp.draw.pictures import gallery
from pnp.pieces import Cutout, Pieces, framed
from pnp.scene import Drawing, Item, Picture, Shape, Stroke
from pnp.scene.geometry import Box, Point, bounding_box, polygon
from pnp.sets.boxes import Box as TuckBox
from pnp.sets.boxes import Standees
from pnp.sets.components import Frame

# A side of a box that runs away from us: as a share of its depth, to the right and up.
_AWAY = Point(0.62, -0.38)

# The shares of black in its side and of white in its lid.
_SHADE, _LIGHT = 0.22, 0.16

# Millimetres: the edges, between two pieces, and the most standees side by side.
_EDGE, _GAP = 0.25, 4.0
_MOST = 4


def box_picture(pieces: Pieces, box: TuckBox) -> Picture:
    """A box, closed, with its front towards us."""
    made = boxed(pieces).box(box)
    look, theme = pieces.look, pieces.theme
    front, depth = made.net.panel("front"), made.net.panel("left").box.width
    x, y, width, height = front.box
    away = _AWAY * depth
    corners = [Point(x, y), Point(x + width, y), Point(x + width, y + height)]
    ground = PAPER if box.definition.bare else look.ground
    side, lid = _sides(ground, filled=look.filled)
    edge = Stroke(_EDGE, theme.cut, round=True)
    items: list[Item] = [
        Shape(polygon((corners[0], corners[0] + away, corners[1] + away, corners[1])), lid, edge),
        Shape(polygon((corners[1], corners[1] + away, corners[2] + away, corners[2])), side, edge),
        # The lid is tucked in behind the notch.
        Shape(polygon(front.box.corners), lid, edge),
        made.panel("front"),
        Shape(front.outline, stroke=edge),
    ]
    seen = bounding_box([*front.box.corners, *(corner + away for corner in corners)])
    return Picture(Drawing(tuple(items)), seen.widened(_EDGE))


def _sides(ground: str, *, filled: bool) -> tuple[str, str]:
    """The inks of the side and the lid: a little darker and lighter than the front."""
    if not filled:
        return ground, ground
    return mixed(ground, "#000000", _SHADE), mixed(ground, PAPER, _LIGHT)


def frame_picture(pieces: Pieces, frame: Frame) -> Picture:
    """A frame as it lies on a table, round nothing."""
    drawing = pieces.frames.whole(frame, frame.board.definition.across)
    box = bounding_box([point for part in frame.parts for point in part.outline])
    return Picture(drawing, box.widened(_EDGE))


def strips_picture(pieces: Pieces, strips: Sequence[Cutout]) -> Picture:
    """The strips of a divider, one below the other."""
    pictures = [framed(strip, pieces.theme) for strip in strips]
    return gallery(pictures, max(picture.box.width for picture in pictures), gap=_GAP)


def standees_picture(pieces: Pieces, standees: Standees) -> Picture:
    """Some standees side by side, each with its other side behind it."""
    shown = [*boxed(pieces).shown(standees)]
    number = min(_MOST, len(shown))
    some = [shown[at * len(shown) // number] for at in range(number)]
    made = [_standing(boxed(pieces).tent(standees, each), pieces.theme) for each in some]
    return gallery(made, math.inf, gap=_GAP)


def _standing(made: Folded, theme: Theme) -> Picture:
    """The front of a standee, with the leg behind it."""
    front, depth = made.net.panel("front"), made.net.panel("base").box.height
    x, y, width, height = front.box
    away = _AWAY * depth
    edge = Stroke(_EDGE, theme.cut, round=True)
    leg = polygon(
        (Point(x + width, y), Point(x + width, y + height) + away, Point(x + width, y + height))
    )
    items = (
        Shape(leg, mixed(theme.card, theme.cut, 0.3) if theme.fills else theme.card, edge),
        made.panel("front"),
        Shape(front.outline, stroke=edge),
    )
    seen = Box(x, y, width + away.x, height).widened(_EDGE)
    return Picture(Drawing(items), seen)
