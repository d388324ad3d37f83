"""Numbers on pieces, in the letters of titles: they are large, and a zero has no stroke through it."""

from __future__ import annotations

from pnp.draw.lettering import numeral
from pnp.scene import Item, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import Point


def number_item(text: str, centre: Point, height: float, ink: str) -> Item:
    """A number round a point, as high as said; any other text in the bold font of the pages."""
    if not text.isdecimal():
        baseline = centre + Point(0, height / 2)
        return Text(text, baseline, height / CAP_HEIGHT, ink, bold=True, anchor="middle")
    picture = numeral(text, height, ink)
    return picture.at(centre - Point(picture.box.width / 2, picture.box.height / 2))


def number_width(text: str, height: float) -> float:
    """The width of a number of that height."""
    return numeral(text, height, "#000000").box.width
