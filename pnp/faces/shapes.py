"""The shapes of faces: lines, rectangles, circles, hexagons, and the pattern of card backs."""

from __future__ import annotations

from pnp.colour.measures import SEEN, contrast
from pnp.colour.theme import PAPER, Theme
from pnp.definition.elements import ShapeElement
from pnp.definition.face_kinds import StrokeWords
from pnp.draw.looks import on_ground, plain_look
from pnp.draw.patterns import pattern_on
from pnp.draw.symbols import box_path
from pnp.faces.laid import Laid, Subject, corners_of, path_of
from pnp.faces.supplies import Supplies
from pnp.scene import Clip, Placed, Shape, Stroke
from pnp.scene.geometry import Box

# Millimetres: the outline that stands for a filled shape in a theme without fills; smaller ones stay.
_OUTLINE, _SMALL = 0.4, 4.0


def _is_outlined(
    element: ShapeElement, box: Box, fill: str | None, subject: Subject, theme: Theme
) -> bool:
    """Whether a theme without fills draws the outline of a shape inside the cut in place of its fill.

    A shape in the ink of the ground has one, too, as it ends the lines of the shapes that it covers.
    """
    if subject.area.is_over([*corners_of(element, box)]):
        return False
    is_area = element.shape != "line" and min(box.width, box.height) >= _SMALL
    return not theme.fills and is_area and fill is not None


def stroke_of(words: StrokeWords, ink: str) -> Stroke:
    """A line in an ink, with dashes four times as long as it is wide if it has any."""
    dash = (4 * words.width, 3 * words.width) if words.dashed else ()
    return Stroke(words.width, ink, dash)


def laid_shape(
    element: ShapeElement,
    box: Box,
    fill: str | None,
    stroke: Stroke | None,
    subject: Subject,
    supplies: Supplies,
) -> Laid:
    """A shape in its box; `fill` covers all of the piece with its bleed."""
    theme = supplies.theme
    if element.shape == "pattern":
        return _laid_pattern(element, box, fill, subject, supplies)
    if element.shape == "fill":
        box = subject.area.bleed
    if element.shape == "fill" and not theme.fills:
        fill = subject.ground
    if _is_outlined(element, box, fill, subject, theme):
        if stroke is None or stroke.ink == subject.ground:
            faint = contrast(fill or PAPER, subject.ground) < SEEN
            stroke = Stroke(_OUTLINE, theme.guide if faint else fill or "")
        fill = subject.ground
        box = box.widened(-_OUTLINE / 2)
    covers = "" if fill is None or element.shape == "line" else fill
    items = (Shape(path_of(element, box), fill, stroke),)
    return Laid(element, items, corners_of(element, box), fill=covers)


def _laid_pattern(
    element: ShapeElement, box: Box, fill: str | None, subject: Subject, supplies: Supplies
) -> Laid:
    """The pattern of the game's backs in its box; with a `fill` in this ink, on the piece's ground."""
    look = supplies.look or plain_look(supplies.theme)
    if fill is not None:
        look = on_ground(look, subject.ground, fill)
    reach = max(box.width, box.height) / 2
    pattern = Placed(pattern_on(look, min(box.width, box.height) / 2, reach), box.centre)
    items = (Clip(box_path(box), (pattern,)),)
    return Laid(element, items, box.corners, fill=look.ground)
