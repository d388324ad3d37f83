"""The shapes of faces: lines, rectangles, circles, hexagons, and the pattern of card backs."""

from __future__ import annotations

from pnp.colour.theme import Theme
from pnp.definition.elements import ShapeElement
from pnp.draw.backs import back_items
from pnp.faces.laid import Laid, Subject, corners_of, path_of
from pnp.scene import Drawing, Placed, Shape, Stroke
from pnp.scene.geometry import Box


def laid_shape(
    element: ShapeElement,
    box: Box,
    fill: str | None,
    stroke: Stroke | None,
    subject: Subject,
    theme: Theme,
) -> Laid:
    """A shape in its box; `fill` covers all of the piece with its bleed."""
    if element.shape == "fill":
        box = subject.area.bleed
    if element.shape == "pattern":
        field = Box(-box.width / 2, -box.height / 2, box.width, box.height)
        pattern = back_items(field, fill or theme.kerb, subject.ground, fills=theme.fills)
        return Laid(element, (Placed(Drawing(pattern), box.centre),), box.corners)
    covers = "" if fill is None or element.shape == "line" else fill
    items = (Shape(path_of(element, box), fill, stroke),)
    return Laid(element, items, corners_of(element, box), fill=covers)
