"""Where the elements of a face lie: the areas of a piece, boxes inside boxes, and several things in one box."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Protocol

from pnp.basics.classes import NamedTuple, frozen
from pnp.definition.elements import Element, Repeated, SignElement
from pnp.definition.face_kinds import SHARES, Measure
from pnp.scene.contours import Contour, common_area
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    bounding_box,
    circle,
    heading,
    polygon,
    round_trip,
)

# Millimetres. Printers and cutters shift by up to half of the first; print shops ask for the second.
SAFE = 3.2
BLEED = 3.2

# Small pieces have a narrower margin, a share of their smaller side.
_SAFE_SHARE = 0.08

# The corners of a polygon that stands for a circle.
_SIDES = 72


@frozen
class Area:
    """The areas of a piece round its origin, in millimetres.

    `trim` is the box round the outline; `safe` is the largest box inside the margin: all of a
    rectangle, the largest square of any other piece, the largest rectangle of one with a `contour` of its own. `corners` are those of the outline, clockwise; a
    circle has many. A mirrored area is that of the back of a two-sided tile,
    which is turned over through the middle of its first side.
    """

    trim: Box
    safe: Box
    corners: tuple[Point, ...]
    is_round: bool = False
    is_mirrored: bool = False
    contour: Contour | None = None

    @property
    def margin(self) -> float:
        return margin_of(self.trim)

    @property
    def bleed(self) -> Box:
        """The box round the bleed."""
        return self.trim.widened(BLEED)

    @property
    def outline(self) -> Path:
        if self.contour is not None:
            return self.contour.path
        return circle(ORIGIN, self.trim.width / 2) if self.is_round else polygon(self.corners)

    @cached_property
    def turned_over(self) -> Area:
        """The area of the back."""
        return self if self.contour is None else free_area(self.contour.turned_over)

    @property
    def has_sides(self) -> bool:
        """Whether its corners are those of a polygon, and do not stand for curves."""
        return not self.is_round and (self.contour is None or self.contour.is_polygon)

    def side(self, number: int) -> tuple[Point, float] | None:
        """The middle of a side and its heading; None if there is no such side."""
        if not self.has_sides or number > len(self.corners):
            return None
        first = -(number - 1) if self.is_mirrored else number - 1
        start, end = (self.corners[at % len(self.corners)] for at in (first, first + 1))
        middle = (start + end) * 0.5
        return middle, _heading_of(end - start) - 90

    def corner(self, number: int) -> tuple[Point, float] | None:
        """A corner and its heading from the centre; None if there is no such corner."""
        if not self.has_sides or number > len(self.corners):
            return None
        # The corner before a side is behind it on a mirrored tile.
        at = 2 - number if self.is_mirrored else number - 1
        corner = self.corners[at % len(self.corners)]
        return corner, _heading_of(corner)

    def is_over(self, points: list[Point]) -> bool:
        """Whether one of the points lies outside of the cut."""
        return self.beyond_safe(points) > self.margin + 1e-6

    def beyond_safe(self, points: list[Point], margin: float | None = None) -> float:
        """How far the points reach over a margin, by default its own, in millimetres; 0 if they are safe."""
        margin = self.margin if margin is None else margin
        if self.is_round:
            reach = max(point.length() for point in points)
            return max(0.0, reach - (self.trim.width / 2 - margin))
        if self.contour is not None:
            return max(0.0, margin - min(self.contour.depth(point) for point in points))
        least = min(
            along.x * (point.y - start.y) - along.y * (point.x - start.x)
            for start, along in self._edges
            for point in points
        )
        return max(0.0, margin - least)

    @cached_property
    def _edges(self) -> tuple[tuple[Point, Point], ...]:
        """The start and the direction of each edge."""
        trip = round_trip(self.corners)
        return tuple((start, (end - start).unit()) for start, end in trip)

    def is_outside(self, corners: Sequence[Point]) -> bool:
        """Whether something with these corners, clockwise, is nowhere on the piece."""
        if self.contour is not None:
            return not common_area((tuple(corners),), (self.contour.corners,))
        # A straight cut round the piece has all corners on its far side.
        return any(
            all((end - start).unit().cross(corner - start) <= 0 for corner in corners)
            for start, end in round_trip(self.corners)
        )


def _heading_of(vector: Point) -> float:
    return math.degrees(math.atan2(vector.x, -vector.y))


def rectangle(width: float, height: float) -> Area:
    """The area of a card or another upright rectangle."""
    trim = Box(-width / 2, -height / 2, width, height)
    return Area(trim, trim.widened(-margin_of(trim)), trim.corners)


def round_area(diameter: float) -> Area:
    """The area of a round token."""
    trim = Box(-diameter / 2, -diameter / 2, diameter, diameter)
    corners = tuple(heading(360 * k / _SIDES) * (diameter / 2) for k in range(_SIDES))
    half = (diameter / 2 - margin_of(trim)) / math.sqrt(2)
    return Area(trim, Box(-half, -half, 2 * half, 2 * half), corners, is_round=True)


def polygonal(corners: tuple[Point, ...]) -> Area:
    """The area of a tile, a token or a cell with these corners, clockwise round the origin."""
    trim = bounding_box(corners)
    margin, reaches = margin_of(trim), []
    for start, end in round_trip(corners):
        normal = (end - start).unit().right() * -1
        reaches.append((start.dot(normal) - margin) / (abs(normal.x) + abs(normal.y)))
    half = min(reaches)
    return Area(trim, Box(-half, -half, 2 * half, 2 * half), corners)


def free_area(contour: Contour) -> Area:
    """The area of a piece with an outline of its own."""
    safe = contour.room(margin_of(contour.box))
    return Area(contour.box, safe, contour.corners, contour=contour)


def margin_of(trim: Box) -> float:
    """The margin inside the cut that stays free of text."""
    return min(SAFE, _SAFE_SHARE * min(trim.width, trim.height))


def round_corners(centre: Point, radius: float, height: float | None = None) -> tuple[Point, ...]:
    """Points round a circle, or round a sign that reaches so far up and down; clockwise."""
    down = radius if height is None else height
    around = (heading(30.0 * number) for number in range(12))
    return tuple(centre + Point(at.x * radius, at.y * down) for at in around)


class Need(Protocol):
    """The height, or the width, that an element needs in a box, in millimetres."""

    def __call__(self, element: Element, box: Box, *, down: bool) -> float:
        """`down` asks for the height."""
        ...


class Spot(NamedTuple):
    """The box of an element, and the degrees by which it is turned about its centre."""

    box: Box
    turn: float


def box_of(
    element: Element, around: Box, area: Area, need: Need, *, in_rows: bool | None = None
) -> Spot | None:
    """The box of an element in the box around it; None if it names a side that there is not.

    The height of an element in rows, and the width of one in columns, is that of the box around.
    """
    base = {"safe": area.safe, "trim": area.trim, "bleed": area.bleed}.get(element.area, around)
    wide, high = element.width, element.height
    if in_rows is not None:
        wide, high = (wide, None) if in_rows else (None, high)
    width = _length(wide, base.width, partial(need, element, base, down=False))
    height = _length(high, base.height, partial(need, element, base, down=True))
    at = element.at
    if at is not None and at.spot:
        found = area.side(at.number) if at.spot == "side" else area.corner(at.number)
        if found is None:
            return None
        # Inside a side or a corner, with its top outwards.
        point, degrees = found
        inwards = -(0.0 if element.y is None else element.y.of(base.height)) - height / 2
        aside = 0.0 if element.x is None else element.x.of(base.width)
        out = heading(degrees)
        centre = point + out * inwards + out.right() * aside
        box = Box(centre.x - width / 2, centre.y - height / 2, width, height)
        return Spot(inset_box(box, element.inset), (degrees + element.turn) % 360)
    share = (0.5, 0.5) if at is None else at.share
    if at is None and (element.x is not None or element.y is not None):
        share = (0.0, 0.0)
    aside = _moved(element.x, base.width, share[0])
    down = _moved(element.y, base.height, share[1])
    box = Box(
        base.x + share[0] * (base.width - width) + aside,
        base.y + share[1] * (base.height - height) + down,
        width,
        height,
    )
    return Spot(inset_box(box, element.inset), element.turn)


def _length(measure: Measure | None, whole: float, need: Callable[[], float]) -> float:
    if measure is None or measure.unit == "*":
        return whole
    return min(whole, need()) if measure.unit == "fit" else measure.of(whole)


def _moved(measure: Measure | None, whole: float, share: float) -> float:
    """How far to the right, or down: inwards from the right or the bottom is to the left, or up."""
    length = 0.0 if measure is None else measure.of(whole)
    return -length if share == 1.0 else length


def inset_box(box: Box, inset: tuple[float, ...]) -> Box:
    """The box without the free space inside its edges, clockwise from the top."""
    top, right, bottom, left = inset
    return Box(
        box.x + left,
        box.y + top,
        max(0.0, box.width - left - right),
        max(0.0, box.height - top - bottom),
    )


def stacked(
    elements: Sequence[tuple[Element, Need]], box: Box, gap: float, *, down: bool
) -> list[Box]:
    """The boxes of elements, each with what it needs, one below the other, or side by side.

    Lengths and percentages come first, then what content needs; shares divide what is left.
    """
    whole = box.height if down else box.width
    left = whole - gap * max(0, len(elements) - 1)
    sizes: list[float | None] = []
    shares = 0.0
    for element, need in elements:
        measure = element.height if down else element.width
        if measure is None or measure.unit == "*":
            shares += 1.0 if measure is None else measure.value
            sizes.append(None)
            continue
        if measure.unit == "fit":
            room = _part(box, 0.0, max(0.0, left), down=down)
            size = min(max(0.0, left), need(element, room, down=down))
        else:
            size = measure.of(whole)
        sizes.append(size)
        left -= size
    boxes, reached = [], 0.0
    for (element, _), known in zip(elements, sizes, strict=True):
        measure = element.height if down else element.width
        share = 1.0 if measure is None else measure.value
        size = max(0.0, left) * share / shares if known is None else known
        boxes.append(_part(box, reached, size, down=down))
        reached += size + gap
    return boxes


def overflow(parts: Sequence[Box], box: Box) -> float:
    """How far the last of some rows or columns ends outside their box, in millimetres."""
    last = parts[-1] if parts else box
    return max(last.right - box.right, last.bottom - box.bottom)


def _part(box: Box, start: float, size: float, *, down: bool) -> Box:
    if down:
        return Box(box.x, box.y + start, box.width, size)
    return Box(box.x + start, box.y, size, box.height)


# The places of pips in thirds of the box, as on dice and playing cards.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
    7: ((0, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (2, 2)),
    8: ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
    9: tuple((x, y) for y in range(3) for x in range(3)),
}

# The heights of pips on playing cards, in shares of the height between the first and the last: those
# of the two outer columns, and those of the column in the middle.
_SUITS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    1: ((), (1 / 2,)),
    2: ((), (0, 1)),
    3: ((), (0, 1 / 2, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (1 / 2,)),
    6: ((0, 1 / 2, 1), ()),
    7: ((0, 1 / 2, 1), (1 / 4,)),
    8: ((0, 1 / 2, 1), (1 / 4, 3 / 4)),
    9: ((0, 1 / 3, 2 / 3, 1), (1 / 2,)),
    10: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}

# The side of a pip in shares of the box: four fit one below the other, and three side by side.
_PIP_HEIGHT, _PIP_WIDTH = 0.215, 0.31


def arranged(element: Repeated, aspects: Sequence[float | None], box: Box, seed: str) -> list[Spot]:
    """The places of things in a box; the same seed scatters them in the same way.

    `aspects` are the widths of the things in shares of their heights; None for one that fills any box.
    """
    number, gap, each = len(aspects), element.gap, element.each
    match element.arrange:
        case "column":
            boxes = _line(aspects, box, gap, element.align, each, down=True)
        case "pips" if number in _PIPS:
            return [_sized(spot, each) for spot in _pips(number, box, gap)]
        case "suit" if number in _SUITS:
            return [_sized(spot, each) for spot in _suit(number, box)]
        case "scatter":
            # A sign is about as wide as high; a picture may fill its square to the corners.
            room = 1.0 if isinstance(element, SignElement) else math.sqrt(0.5)
            return [_sized(spot, each) for spot in scattered(number, box, seed, room)]
        case "grid" | "pips" | "suit" if each is not None:
            boxes = _grid_of_size(number, box, gap, element.align, each)
        case "grid" | "pips" | "suit":
            boxes = _grid(aspects, box, gap)
        case _:
            boxes = _line(aspects, box, gap, element.align, each, down=False)
    return [Spot(each_box, 0.0) for each_box in boxes]


def _sized(spot: Spot, size: tuple[float, float] | None) -> Spot:
    """The spot with a fixed size, in its place."""
    if size is None:
        return spot
    return spot._replace(box=_centred(spot.box.centre, *size))


def _centred(centre: Point, width: float, height: float) -> Box:
    return Box(centre.x - width / 2, centre.y - height / 2, width, height)


def _line(
    aspects: Sequence[float | None],
    box: Box,
    gap: float,
    align: tuple[str, str],
    each: tuple[float, float] | None,
    *,
    down: bool,
) -> list[Box]:
    """Boxes side by side, or one below the other, as large as the box allows, or of a fixed size."""
    if not aspects:
        return []
    along, across = (box.height, box.width) if down else (box.width, box.height)
    room = max(0.0, along - gap * (len(aspects) - 1))
    # Lengths along the line, in shares of the size across it.
    shares = [None if aspect is None else 1 / aspect if down else aspect for aspect in aspects]
    if each is not None:
        long, side = (each[1], each[0]) if down else each
        lengths = [long] * len(aspects)
    elif None in shares:
        side, lengths = across, [room / len(aspects)] * len(aspects)
    else:
        known = [share for share in shares if share is not None]
        side = max(0.0, min(across, room / sum(known)))
        lengths = [side * share for share in known]
    across_share, down_share = (SHARES[name] for name in align)
    first, aside = (down_share, across_share) if down else (across_share, down_share)
    at = (along - sum(lengths) - gap * (len(aspects) - 1)) * first
    boxes = []
    for length in lengths:
        free = (across - side) * aside
        boxes.append(
            Box(box.x + free, box.y + at, side, length)
            if down
            else Box(box.x + at, box.y + free, length, side)
        )
        at += length + gap
    return boxes


def _grid(aspects: Sequence[float | None], box: Box, gap: float) -> list[Box]:
    """Boxes in rows, as large as possible; the last row is in the middle."""
    number = len(aspects)
    if not number:
        return []
    # Each has room for the widest of all.
    aspect = max(1.0 if aspect is None else aspect for aspect in aspects)

    def height(columns: int) -> float:
        rows = math.ceil(number / columns)
        return min(
            (box.width - gap * (columns - 1)) / columns / aspect,
            (box.height - gap * (rows - 1)) / rows,
        )

    columns = max(range(1, number + 1), key=height)
    high = max(0.0, height(columns))
    return _in_rows(number, columns, box.centre, (high * aspect, high), gap)


def _grid_of_size(
    number: int, box: Box, gap: float, align: tuple[str, str], each: tuple[float, float]
) -> list[Box]:
    """Boxes of one size in rows, of which each has as many as fit."""
    if not number:
        return []
    wide, high = each
    columns = min(number, max(1, math.floor((box.width + gap + 1e-6) / (wide + gap))))
    rows = math.ceil(number / columns)
    width, height = columns * (wide + gap) - gap, rows * (high + gap) - gap
    across, down = (SHARES[name] for name in align)
    corner = Point(box.x + (box.width - width) * across, box.y + (box.height - height) * down)
    return _in_rows(number, columns, corner + Point(width, height) * 0.5, each, gap)


def _in_rows(
    number: int, columns: int, centre: Point, each: tuple[float, float], gap: float
) -> list[Box]:
    """Boxes in rows round a centre; the last row is in the middle."""
    wide, high = each
    rows = math.ceil(number / columns)
    boxes = []
    for row in range(rows):
        here = min(columns, number - row * columns)
        width = here * wide + gap * (here - 1)
        top = centre.y - (rows * high + gap * (rows - 1)) / 2 + row * (high + gap)
        for column in range(here):
            left = centre.x - width / 2 + column * (wide + gap)
            boxes.append(Box(left, top, wide, high))
    return boxes


def _pips(number: int, box: Box, gap: float) -> list[Spot]:
    width, height = (box.width - 2 * gap) / 3, (box.height - 2 * gap) / 3
    side = max(0.0, min(width, height))
    corner = Point(box.x + (width - side) / 2, box.y + (height - side) / 2)
    steps = (Point(column * (width + gap), row * (height + gap)) for column, row in _PIPS[number])
    return [Spot(Box(*(corner + step), side, side), 0.0) for step in steps]


def _suit(number: int, box: Box) -> list[Spot]:
    """Pips in three columns, from the top down; those below the middle are upside down."""
    side = min(_PIP_HEIGHT * box.height, _PIP_WIDTH * box.width)
    outer, middle = _SUITS[number]
    places = [(column, share) for column in (0.0, 1.0) for share in outer]
    places += [(0.5, share) for share in middle]
    wide, high = box.width - side, box.height - side
    return [
        Spot(
            Box(box.x + column * wide, box.y + share * high, side, side),
            180.0 if share > 0.5 else 0.0,
        )
        for column, share in places
    ]


def _rings(number: int) -> list[tuple[float, float, float]]:
    """Circles that fill a unit circle without overlaps: centre and radius."""
    if number == 1:
        return [(0.0, 0.0, 0.9)]
    # Four lie round the middle; of more, one lies in it.
    outer = number if number <= 4 else number - 1
    reach = 1 / (1 + math.sin(math.pi / outer))
    around = [
        (reach * math.sin(a), -reach * math.cos(a), 1 - reach)
        for a in (2 * math.pi * k / outer for k in range(outer))
    ]
    return around if outer == number else [(0.0, 0.0, 2 * reach - 1), *around]


def scattered(number: int, box: Box, seed: str, room: float = 1.0) -> list[Spot]:
    """Circles in the largest circle of the box, each of a size and a turn of its own.

    A circle keeps to its place in a ring, so that none overlaps another; within it a symbol takes
    at least four fifths of its *room*.
    """
    if not number:
        return []
    from hashlib import blake2b

    digest = blake2b(seed.encode(), digest_size=64).digest()
    radius = min(box.width, box.height) / 2
    start = digest[0] / 256 * 2 * math.pi
    spots = []
    for place, (x, y, reach) in enumerate(_rings(number)):
        at = Point(
            x * math.cos(start) - y * math.sin(start), x * math.sin(start) + y * math.cos(start)
        )
        size = room * reach * radius * (0.8 + 0.2 * digest[1 + place % 30] / 255)
        centre = box.centre + at * radius
        turn = digest[32 + place % 32] / 256 * 360
        spots.append(Spot(Box(centre.x - size, centre.y - size, 2 * size, 2 * size), turn))
    # Which symbol has which place changes from piece to piece.
    order = sorted(range(len(spots)), key=lambda place: digest[place % 64])
    return [spots[place] for place in order]
