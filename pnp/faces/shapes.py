"""Elements as they lie on a piece, with their items and corners; shapes and the pattern of card backs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.art import Art
from pnp.basics.classes import frozen
from pnp.basics.errors import NOWHERE, Located, Place
from pnp.basics.units import MM_PER_UNIT
from pnp.definition.elements import Element, PathElement, ShapeElement, TextElement
from pnp.definition.face_kinds import StrokeWords
from pnp.definition.references import names_in
from pnp.draw.areas import areas_of
from pnp.draw.look.looks import on_ground, plain_look
from pnp.draw.look.signs import box_path
from pnp.draw.patterns import pattern_on
from pnp.faces.places import Area, round_corners
from pnp.faces.supplies import Supplies
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Curve,
    Path,
    Point,
    arrow_head,
    bounding_box,
    circle,
    heading,
    moved,
    points_of,
    polygon,
    polyline,
    rounded,
    samples,
    segment,
    turned,
)

# Millimetres: less than this nobody sees.
VISIBLE = 0.15

# Millimetres: smaller shapes have no outline in place of their fill.
_SMALL = 4.0
# The most by which lines and signs reach over the corners of an element.
_OVER = 5.0
# The line along the cut of a piece that is full of a colour where nothing is filled: a share of the piece, and the most
# millimetres.
_FRAME, _MOST_FRAME = 0.03, 1.0
# The line of a path that has no other, and the length of an arrow's head: in widths of its line, and at least.
PLAIN_PATH = StrokeWords(Located("ink", NOWHERE), 0.7)
_HEAD, _LEAST_HEAD = 4.0, 2.5


@frozen(slots=True)
class Laid:
    """An element as it lies on a piece: its items, the corners round what it shows, and its inks.

    `ink` is that of a text, `text` its words, and `size` the em of its letters in millimetres; a sign in one
    ink has an `ink` too. `halo` is the ink of a line round the letters of a text. `fill` is that of a shape
    which covers its corners, and `cells` are the outlines of those of a board, a track or slots; `art` is the picture of an image, and `ink_under` gives its mean ink in a
    box, None where it is clear. What lies below shows through an `opacity` of less than 1.
    """

    element: Element
    items: tuple[Item, ...]
    corners: tuple[Point, ...]
    ink: str = ""
    fill: str = ""
    size: float = 0.0
    art: Art | None = None
    ink_under: Callable[[Box], str | None] | None = None
    text: str = ""
    halo: str = ""
    opacity: float = 1.0
    cells: tuple[tuple[Point, ...], ...] = ()

    @property
    def is_large(self) -> bool:
        """Whether a text is large in the sense of WCAG 2.1: 18 points, or 14 in bold."""
        bold = isinstance(self.element, TextElement) and self.element.bold
        return self.size >= (14 if bold else 18) * MM_PER_UNIT["pt"]


@frozen
class Subject:
    """The piece that a face is laid over: its id, its values, its area, and the grounds of its sides.

    `printed` are the boxes of texts that pnp itself prints on the front, such as values of sides, and `spaces` the
    outlines of places and spaces of a map. `back_ground` is "" if the back has the ground of the front, and `accent` if that of the theme is
    meant. Cells of a board are not cut out, and
    need no bleed; its largest print, a poster, is so many times `enlarged`.
    """

    id: str
    values: Mapping[str, Located[str]]
    area: Area
    ground: str
    place: Place
    back_ground: str = ""
    accent: str = ""
    is_cut_out: bool = True
    printed: tuple[Box, ...] = ()
    enlarged: float = 1.0
    spaces: tuple[tuple[Point, ...], ...] = ()

    @property
    def turned_over(self) -> Subject:
        """The piece with its back up."""
        ground = self.back_ground or self.ground
        return replace(self, ground=ground, area=self.area.turned_over)

    @property
    def texts(self) -> dict[str, str]:
        return {name: located.value for name, located in self.values.items()}


def outline_of(element: ShapeElement, box: Box) -> tuple[Path, tuple[Point, ...]]:
    """The outline of a shape in its box, and its corners, clockwise.

    A circle has many corners; those of rounded shapes are whole.
    """
    middle, least = box.centre, min(box.width, box.height) / 2
    match element.shape:
        case "circle":
            return circle(middle, least), round_corners(middle, least)
        case "hexagon":
            radius = min(box.width / 3**0.5, box.height / 2)
            corners = tuple(middle + heading(60.0 * number) * radius for number in range(6))
            return polygon(corners), corners
        case "rounded":
            return rounded(box, min(element.radius, least)), box.corners
        case "slant":
            # A rounded box above a line that rises by 30 degrees through its middle. The first part of the
            # box is its top, from the end of the upper left corner.
            rise, radius = box.width / 2 / math.sqrt(3), min(element.radius, least)
            right, left = Point(box.right, middle.y - rise), Point(box.x, middle.y + rise)
            whole = rounded(box, radius)
            *_, last = (part for part in whole if part[0] == "C")
            below: Path = (("L", *right), ("L", *left), ("L", box.x, box.y + radius), last, ("Z",))
            return (*whole[:3], *below), (*box.corners[:2], right, left)
        case "line" if box.width >= box.height:
            return segment(Point(box.x, middle.y), Point(box.right, middle.y)), box.corners
        case "line":
            return segment(Point(middle.x, box.y), Point(middle.x, box.bottom)), box.corners
        case _:
            return box_path(box), box.corners


def centred(picture: Picture, box: Box) -> Placed:
    """A picture in the middle of a box, as large as the box allows."""
    scale = min(box.width / picture.box.width, box.height / picture.box.height)
    size = Point(picture.box.width, picture.box.height) * (scale / 2)
    return picture.at(box.centre - size, scale=scale)


def faded(laid: Laid, opacity: float) -> Laid:
    """The element, see-through as a whole."""
    # Lines reach over the corners.
    box = bounding_box(laid.corners).widened(_OVER + laid.size)
    clip = Clip(box_path(box), laid.items, opacity)
    return replace(laid, items=(clip,), opacity=laid.opacity * opacity)


def turned_laid(laid: Laid, centre: Point, degrees: float) -> Laid:
    """The element turned clockwise about a point."""
    if not degrees:
        return laid
    angle = math.radians(degrees)
    corners, *cells = (
        tuple(centre + turned(corner - centre, angle) for corner in outline)
        for outline in (laid.corners, *laid.cells)
    )
    # The drawing turns round its origin, which is moved to where the turned piece needs it.
    at = centre - turned(centre, angle)
    items = (Placed(Drawing(laid.items), at, turn=degrees),)
    return replace(laid, items=items, corners=corners, cells=tuple(cells))


def stroke_of(words: StrokeWords, ink: str) -> Stroke:
    """The line that a key describes, in this ink; dashes are four times as long as they are wide."""
    _, width, dashed = words
    return Stroke(width, ink, (4 * width, 3 * width) if dashed else ())


def laid_shape(
    element: ShapeElement,
    box: Box,
    fill: str | None,
    line: str | None,
    subject: Subject,
    supplies: Supplies,
) -> Laid:
    """A shape in its box, in the inks of its fill and its line.

    `fill` covers all of the piece with its bleed. A theme without fills draws the outline of a shape inside
    the cut in place of its fill; a shape in the ink of the ground has one, too, as it ends the lines of the
    shapes that it covers. A piece that is full of the colour of a field has a frame there.
    """
    theme, stroke = supplies.theme, None
    if element.shape == "pattern":
        return _laid_pattern(element, box, fill, subject, supplies)
    if element.stroke is not None and line is not None:
        stroke = stroke_of(element.stroke, line)
    frame: tuple[Shape, ...] = ()
    if element.shape == "fill":
        box = subject.area.bleed
        if fill and any(names_in(element.fill.value)) and not areas_of(theme).has_shades:
            frame = _frame(subject.area, fill)
        fill = fill and theme.area(fill, subject.ground)
    path, corners = outline_of(element, box)
    is_area = element.shape != "line" and min(box.width, box.height) >= _SMALL
    if is_area and fill is not None and not subject.area.is_over([*corners]):
        fill, stroke, inset = areas_of(theme).shape(fill, stroke, subject.ground)
        path, corners = outline_of(element, box.widened(-inset))
    covers = "" if fill is None or element.shape == "line" else fill
    return Laid(element, (Shape(path, fill, stroke), *frame), corners, fill=covers)


def _frame(area: Area, ink: str) -> tuple[Shape, ...]:
    """A line along the cut, inside it."""
    across = min(area.trim.width, area.trim.height)
    width = min(_MOST_FRAME, _FRAME * across)
    inset = 1.5 * width
    is_box = {*area.corners} == {*area.trim.corners}
    path = (
        box_path(area.trim.widened(-inset))
        if is_box
        else moved(area.outline, ORIGIN, scale=1 - 2 * inset / across)
    )
    return (Shape(path, stroke=Stroke(width, ink)),)


def laid_path(element: PathElement, box: Box, stroke: Stroke) -> Laid:
    """A line through the points of a box, with the heads of arrows."""
    points: list[Point] = []
    for each in filter(None, element.path):
        point = Point(box.x + each.across.of(box.width), box.y + each.down.of(box.height))
        # A length and a share may be the same place.
        if not points or (point - points[-1]).length() > VISIBLE:
            points.append(point)
    if len(points) < 2:
        return Laid(element, (), box.corners)
    head, items = max(_LEAST_HEAD, _HEAD * stroke.width), []
    for at, before in {"end": ((-1, -2),), "both": ((-1, -2), (0, 1))}.get(element.heads, ()):
        tip = points[at]
        forward = (tip - points[before]).unit()
        items.append(Shape(arrow_head(tip, forward, head), fill=stroke.ink))
        # The line ends inside its head.
        points[at] = tip - forward * (head * 0.8)
    line = _smooth(points) if element.curved else polyline(points)
    corners = bounding_box([*samples(line), *(p for each in items for p in points_of(each.path))])
    return Laid(element, (Shape(line, stroke=stroke), *items), corners.corners)


def _smooth(points: Sequence[Point]) -> Path:
    """A curve through points, whose direction at each is that from the point before to the point after it.

    These are the tangents of Catmull and Rom, "A class of local interpolating splines", 1974.
    """
    ends = [points[0], *points, points[-1]]
    tangents = [(after - before) * (1 / 6) for before, after in zip(ends, ends[2:], strict=False)]
    curves: Iterator[Curve] = (
        ("C", *(start + out), *(end - into), *end)
        for (start, out), (end, into) in pairwise(zip(points, tangents, strict=True))
    )
    return (("M", *points[0]), *curves)


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
