"""Standees: tents and silhouettes of card that show one picture on both sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from pnp.basics.classes import NamedTuple
from pnp.basics.words import counted
from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.definition import StandeeDefinition
from pnp.draw.pictures import gallery
from pnp.kinds.boxes import AWAY, Held, flap, number_held, pieces_of
from pnp.kinds.folding import Folded, Inks, Net, Panel, fold_ink
from pnp.kinds.kind import PieceGroup
from pnp.kinds.nets import NetKind
from pnp.kinds.pictures import EDGE, Shapes
from pnp.pieces import Cutout, Pieces
from pnp.scene import Clip, Drawing, Picture, Placed, Shape, Stroke
from pnp.scene.contours import Contour, area_of, common_area, grown
from pnp.scene.display import mirrored
from pnp.scene.geometry import Box, Point, bounding_box, polygon

# Millimetres: the card round the picture of a standee.
MARGIN = 2.0

# Millimetres: the least depth of a base that stands, and the strip for glue.
_LEAST_BASE, _GLUE = 14.0, 8.0
# Of the height of a side: the base.
_BASE = 0.5
# Millimetres: the strip for glue is shorter than the base by this at each end.
_EASE = 0.5

# The most standees in a picture, and the millimetres between two.
_MOST, _GAP = 4, 4.0


class Standees(NamedTuple):
    """The standees of some pieces, one for each."""

    definition: StandeeDefinition
    printed: int

    @property
    def name(self) -> str:
        return self.definition.name


class StandeeKind(NetKind[Standees]):
    """Standees."""

    key = "standees"
    one = "standee"
    section = StandeeDefinition
    is_counted = False
    shown = (40.0, 80.0)
    called = "standee"
    advice = "write a smaller `height`"

    def made(self, pieces: Pieces) -> Sequence[Standees]:
        return [
            Standees(each, number_held(pieces, each.wanted, "standee", each.name))
            for each in pieces.definition.pieces_of(StandeeDefinition)
        ]

    def group(self, pieces: Pieces, made: Standees) -> PieceGroup:
        definition = made.definition

        def cut_out(held: Held) -> Cutout:
            return _folded(pieces, made, held).cutout

        standees = (
            self.listed(
                pieces, definition, f"{made.name}-{each.id}", each.copies, partial(cut_out, each)
            )
            for each in pieces_of(pieces, definition.wanted)
        )
        return self.grouped(definition, counted(made.printed, "standee"), standees)

    def shapes(self, pieces: Pieces, made: Standees) -> Shapes:
        """Some standees side by side, each with its other side behind it."""
        shown = [*pieces_of(pieces, made.definition.wanted)]
        number = min(_MOST, len(shown))
        some = [shown[at * len(shown) // number] for at in range(number)]
        standing = [_standing(_folded(pieces, made, each), pieces.theme) for each in some]
        return (gallery(standing, math.inf, gap=_GAP),)


def _folded(pieces: Pieces, standees: Standees, piece: Held) -> Folded:
    """The standee that shows a piece, drawn once."""
    name = f"{standees.name}-{piece.id}"

    def drawn() -> Folded:
        made, theme = standees.definition, pieces.theme
        fold = fold_ink(theme.card, theme.mark)
        inks = Inks(theme.card, fold, theme.guide, pieces.definition.language("glue"))
        cutout = piece.cut_out()
        contour = made.contour or cutout.trim.contour
        height = None if made.height is None else made.height - 2 * MARGIN
        if contour is None:
            width, height = _around(piece.size, height)
            art = _picture(cutout.picture(), (height - 2 * MARGIN) / cutout.box.height)
            return Folded(
                name, standee(width, height), inks, {"front": art, "back": art}, made.place
            )
        contour = contour if height is None else contour.scaled(height / contour.box.height)
        front = _within(contour, cutout.picture())
        back = mirrored(front)
        if cutout.back is not None and made.contour is None:
            back = _within(contour.turned_over, cutout.picture(back=True))
        return Folded(name, silhouette(contour), inks, {"front": front, "back": back}, made.place)

    return pieces.once(("standee", name), drawn)


def _around(size: Box, height: float | None) -> tuple[float, float]:
    """The width and the height of a side round a picture of a piece of this size."""
    scale = 1.0 if height is None else height / size.height
    return size.width * scale + 2 * MARGIN, size.height * scale + 2 * MARGIN


def _picture(picture: Picture, scale: float) -> Drawing:
    """A side of a piece round the origin."""
    return Drawing((Placed(picture.drawing, picture.box.centre * -scale, scale),))


def _within(contour: Contour, picture: Picture) -> Drawing:
    """A side of a piece as large as the box of an outline allows, and only inside the outline."""
    _, _, width, height = contour.box
    scale = min(width / picture.box.width, height / picture.box.height)
    return Drawing((Clip(contour.path, (_picture(picture, scale),)),))


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


def silhouette(contour: Contour) -> Net:
    """The net of a flat standee: two sides back to back, and between them a base of two layers.

    A side is the outline with a margin, on a foot as wide. Folded, the base lies before and behind the sides, and
    the outlines meet.
    """
    _, _, width, height = contour.box
    wide, foot = round(width / 2 + MARGIN, 4), round(height / 2 + MARGIN, 4)
    strip = Box(-width / 2, height / 2, width, 2 * MARGIN)
    above = Box(-wide, -foot, 2 * wide, 2 * foot)
    parts = common_area(grown((contour.corners, strip.corners), MARGIN), (above.corners,))
    side = max(parts, key=area_of)
    depth = max(_LEAST_BASE, _BASE * height) / 2
    sole = [
        Panel(name, polygon(Box(-wide, foot + top * depth, 2 * wide, high * depth).corners))
        for name, top, high in (("base", 0, 1), ("sole", 1, 2), ("rear", 3, 1))
    ]
    # The back lies behind the front if the net is folded along the middle of its base.
    behind = tuple(Point(x, 2 * (foot + 2 * depth) - y) for x, y in reversed(side))
    sides = (Panel("front", polygon(side)), Panel("back", polygon(behind), turn=180))
    return Net((*sides, *sole)).centred


def _standing(made: Folded, theme: Theme) -> Picture:
    """The front of a standee, with the leg behind it, or on its base."""
    front, depth = made.net.panel("front"), made.net.panel("base").box.height
    x, y, width, height = front.box
    away = AWAY * depth
    edge = Stroke(EDGE, theme.cut, round=True)
    left, right = Point(x, y + height), Point(x + width, y + height)
    if "sole" in made.net:
        below = polygon((left + away, right + away, right - away, left - away))
        seen = bounding_box((*front.box.corners, left - away, right + away))
    else:
        below = polygon((Point(x + width, y), right + away, right))
        seen = Box(x, y, width + away.x, height)
    items = (
        Shape(below, theme.area(mixed(theme.card, theme.cut, 0.3), theme.card), edge),
        made.panel("front"),
        Shape(front.outline, stroke=edge),
    )
    return Picture(Drawing(items), seen.widened(EDGE))
