"""Elements as they lie on a piece, with their items, and the piece below them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pnp.art import Art
from pnp.basics.errors import Located, Place
from pnp.basics.units import MM_PER_UNIT
from pnp.definition.elements import Element, ShapeElement, TextElement
from pnp.draw.symbols import box_path, regular
from pnp.faces.areas import Area
from pnp.faces.boxes import Spot
from pnp.scene import Drawing, Item, Picture, Placed
from pnp.scene.geometry import Box, Path, Point, circle, heading, rounded, segment, turned

# Millimetres: less than this nobody sees.
SEEN = 0.15


@dataclass(frozen=True, slots=True)
class Laid:
    """An element as it lies on a piece: its items, the corners round what it shows, and its inks.

    `ink` is that of a text, and `size` the em of its letters in millimetres; `fill` is that of a shape
    which covers its corners; `art` is the picture of an image, and `ink_under` gives its mean ink in a
    box, None where it is clear.
    """

    element: Element
    items: tuple[Item, ...]
    corners: tuple[Point, ...]
    ink: str = ""
    fill: str = ""
    size: float = 0.0
    art: Art | None = None
    ink_under: Callable[[Box], str | None] | None = None

    @property
    def is_large(self) -> bool:
        """Whether a text is large in the sense of WCAG 2.1: 18 points, or 14 in bold."""
        bold = isinstance(self.element, TextElement) and self.element.bold
        return self.size >= (14 if bold else 18) * MM_PER_UNIT["pt"]


@dataclass(frozen=True)
class Subject:
    """The piece that a face is laid over: its id, its values, its area, and the grounds of its sides.

    `back_ground` is "" if the back has the ground of the front, and `accent` if that of the theme is
    meant. Cells of a board are not cut out, and
    need no bleed.
    """

    id: str
    values: Mapping[str, Located[str]]
    area: Area
    ground: str
    place: Place
    back_ground: str = ""
    accent: str = ""
    is_cut_out: bool = True

    @property
    def texts(self) -> dict[str, str]:
        return {name: located.value for name, located in self.values.items()}


def path_of(element: ShapeElement, box: Box) -> Path:
    """The outline of a shape in its box."""
    match element.shape:
        case "circle":
            return circle(box.centre, min(box.width, box.height) / 2)
        case "hexagon":
            return regular(6, box.centre, min(box.width / 3**0.5, box.height / 2))
        case "rounded":
            return rounded(box, min(element.radius, box.width / 2, box.height / 2))
        case "slant":
            return _slanted(box, element.radius)
        case "line" if box.width >= box.height:
            return segment(Point(box.x, box.centre.y), Point(box.right, box.centre.y))
        case "line":
            return segment(Point(box.centre.x, box.y), Point(box.centre.x, box.bottom))
        case _:
            return box_path(box)


def corners_of(element: ShapeElement, box: Box) -> tuple[Point, ...]:
    """The corners of a shape in its box, clockwise; a circle has many, and rounded ones are whole."""
    match element.shape:
        case "circle":
            return round_corners(box.centre, min(box.width, box.height) / 2)
        case "hexagon":
            radius = min(box.width / 3**0.5, box.height / 2)
            return tuple(box.centre + heading(60.0 * number) * radius for number in range(6))
        case "slant":
            middle, rise = box.centre, box.width / 2 / math.sqrt(3)
            right, left = Point(box.right, middle.y - rise), Point(box.x, middle.y + rise)
            return (*box.corners[:2], right, left)
        case _:
            return box.corners


def _slanted(box: Box, radius: float) -> Path:
    """The upper part of a rounded box, below which a line rises by 30 degrees through its middle."""
    middle, rise = box.centre, box.width / 2 / math.sqrt(3)
    right, left = Point(box.right, middle.y - rise), Point(box.x, middle.y + rise)
    # The first part of a rounded box is its top, from the end of the upper left corner.
    whole = rounded(box, min(radius, box.width / 2, box.height / 2))
    start, top, corner = whole[:3]
    *_, last = (part for part in whole if part[0] == "C")
    begin = Point(box.x, box.y + min(radius, box.width / 2, box.height / 2))
    return (start, top, corner, ("L", *right), ("L", *left), ("L", *begin), last, ("Z",))


def round_corners(centre: Point, radius: float) -> tuple[Point, ...]:
    """Points round a circle, or round a sign, which is about as wide as high; clockwise."""
    return tuple(centre + heading(30.0 * number) * radius for number in range(12))


def centred(picture: Picture, box: Box) -> Placed:
    """A picture in the middle of a box, as large as the box allows."""
    scale = min(box.width / picture.box.width, box.height / picture.box.height)
    size = Point(picture.box.width, picture.box.height) * (scale / 2)
    return picture.at(box.centre - size, scale=scale)


def turned_laid(laid: Laid, centre: Point, degrees: float) -> Laid:
    """The element turned clockwise about a point."""
    angle = math.radians(degrees)
    corners = tuple(centre + turned(corner - centre, angle) for corner in laid.corners)
    # The drawing turns round its origin, which is moved to where the turned piece needs it.
    at = centre - turned(centre, angle)
    items = (Placed(Drawing(laid.items), at, turn=degrees),)
    return replace(laid, items=items, corners=corners)


def at_spot(spot: Spot, laid: Laid) -> Laid:
    """The element turned as its spot is."""
    return turned_laid(laid, spot.box.centre, spot.turn) if spot.turn else laid
