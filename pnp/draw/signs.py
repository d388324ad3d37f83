"""Signs with a meaning: the elements, and the actions of tokens and cards.

Each is a filled outline round the origin with a reach of 1; holes wind the other way. Signs are plain
enough for a photocopier and for a size of 4 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pnp.scene.geometry import ORIGIN, Path, Point, circle, heading, polygon, turned

Corners = Sequence[tuple[float, float]]


def _polygon(corners: Corners, *, hole: bool = False) -> Path:
    """A polygon: clockwise, or anticlockwise if it is a hole."""
    points = [Point(*corner) for corner in corners]
    area = sum(a.cross(b) for a, b in zip(points, [*points[1:], points[0]], strict=True))
    return polygon(points if (area > 0) != hole else points[::-1])


def _ring(centre: Point, radius: float, *, hole: bool = False) -> Path:
    """A circle, or a hole as a polygon that is fine enough for any size."""
    if not hole:
        return circle(centre, radius)
    return _polygon([centre + heading(k * 5.0) * radius for k in range(72)], hole=True)


def _ribbon(middle: Sequence[Point], width: float) -> Path:
    """A line of even width along the points, with round ends."""
    half = width / 2
    left, right = [], []
    for number, point in enumerate(middle):
        before = middle[max(number - 1, 0)]
        after = middle[min(number + 1, len(middle) - 1)]
        aside = (after - before).unit().right() * half
        left.append(point - aside)
        right.append(point + aside)
    start, end = (middle[0] - middle[1]).unit(), (middle[-1] - middle[-2]).unit()
    caps = [
        [at + turned(out * half, math.radians(angle)) for angle in range(-75, 90, 15)]
        for at, out in ((middle[-1], end), (middle[0], start))
    ]
    return polygon([*left, *caps[0], *right[::-1], *caps[1]])


def _arc(centre: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Points along a circle between two headings in degrees."""
    return [
        centre + heading(start + (end - start) * step / steps) * radius for step in range(steps + 1)
    ]


def _sun() -> Path:
    path = circle(ORIGIN, 0.46)
    for ray in range(8):
        out = heading(ray * 45)
        aside = out.right()
        path += _polygon([out * 0.6 - aside * 0.13, out * 1.02, out * 0.6 + aside * 0.13])
    return path


def _moon() -> Path:
    """A disc without the part inside another disc: the arcs meet where the two circles intersect."""
    radius, bite, apart = 0.98, 0.8, 0.38
    x = (radius**2 - bite**2 + apart**2) / (2 * apart)
    y = math.sqrt(radius**2 - x**2)
    tip, inner_tip = (math.degrees(math.atan2(across, y)) for across in (x, x - apart))
    left = Point(0.14, 0)
    outer = _arc(left, radius, 180 - tip, 360 + tip, 48)
    inner = _arc(left + Point(apart, 0), bite, 360 + inner_tip, 180 - inner_tip, 40)
    return _polygon([*outer, *inner])


def _flame() -> Path:
    return (
        ("M", 0.08, -1.04),
        ("C", 0.2, -0.62, 0.72, -0.32, 0.72, 0.3),
        ("C", 0.72, 0.74, 0.4, 1.0, 0.0, 1.0),
        ("C", -0.42, 1.0, -0.72, 0.72, -0.72, 0.3),
        ("C", -0.72, -0.02, -0.58, -0.22, -0.4, -0.42),
        ("C", -0.38, -0.22, -0.3, -0.1, -0.16, -0.04),
        ("C", -0.26, -0.42, -0.16, -0.8, 0.08, -1.04),
        ("Z",),
        ("M", 0.06, 0.18),
        ("C", -0.02, 0.36, -0.28, 0.44, -0.28, 0.66),
        ("C", -0.28, 0.8, -0.16, 0.88, 0.0, 0.88),
        ("C", 0.18, 0.88, 0.3, 0.78, 0.3, 0.62),
        ("C", 0.3, 0.44, 0.12, 0.36, 0.06, 0.18),
        ("Z",),
    )


def _drop() -> Path:
    return (
        ("M", 0.0, -1.04),
        ("C", 0.16, -0.62, 0.68, -0.12, 0.68, 0.32),
        ("C", 0.68, 0.72, 0.38, 1.0, 0.0, 1.0),
        ("C", -0.38, 1.0, -0.68, 0.72, -0.68, 0.32),
        ("C", -0.68, -0.12, -0.16, -0.62, 0.0, -1.04),
        ("Z",),
        # The light on it: a sickle on the left.
        ("M", -0.44, 0.34),
        ("C", -0.44, 0.6, -0.26, 0.78, -0.02, 0.78),
        ("L", -0.02, 0.62),
        ("C", -0.16, 0.62, -0.28, 0.5, -0.28, 0.34),
        ("Z",),
    )


def _mountain() -> Path:
    outline = [(-1.05, 0.78), (-0.22, -0.78), (0.14, -0.1), (0.38, -0.46), (1.05, 0.78)]
    snow = [(-0.22, -0.5), (-0.5, 0.02), (-0.32, -0.06), (-0.2, 0.1), (-0.08, -0.06), (0.06, 0.02)]
    return (*_polygon(outline), *_polygon(snow, hole=True))


def _spiral() -> Path:
    turns, steps = 2.1, 100
    middle = [
        heading(-60 + 360 * turns * t / steps) * (0.09 + 0.76 * t / steps) for t in range(steps + 1)
    ]
    return _ribbon(middle, 0.21)


def _turn(sign: int) -> Path:
    """A road that comes in by one side of a hexagon, bends by 60 degrees, and ends in an arrow."""
    half, radius = 0.27, 0.86
    # The bend of a left turn: in by the lower right side, out by the left one.
    tangent = radius * math.tan(math.radians(30))
    bend = _arc(Point(-tangent, radius), radius, 60, 0, 12)
    middle = [heading(150) * 1.02, *bend, Point(-0.5, 0.0)]
    aside = [heading(240) * half] * 2
    aside += [(Point(-tangent, radius) - point).unit() * half for point in bend[1:-1]]
    aside += [Point(0, half)] * 2
    head = [Point(-0.42, 0.62), Point(-1.08, 0.0), Point(-0.42, -0.62)]
    neck = Point(-0.42, 0.0)
    inner = [point + out for point, out in zip(middle[:-1], aside, strict=False)]
    outer = [point - out for point, out in zip(middle[:-1], aside, strict=False)]
    corner = Point(0, half)
    outline = [*inner, neck + corner, *head, neck - corner, *reversed(outer)]
    path = _polygon([(-sign * point.x, point.y) for point in outline])
    for start, end in ((0.3, 0.53), (0.72, 0.95)):
        dash = [heading(150) * reach + heading(240) * side
                for reach, side in ((start, 0.05), (end, 0.05), (end, -0.05), (start, -0.05))]  # fmt: skip
        path += _polygon([(-sign * point.x, point.y) for point in dash], hole=True)
    return path


def _blockade() -> Path:
    """A barrier: two striped boards on two posts."""
    boards: Path = ()
    for top in (-0.66, 0.0):
        boards += _polygon([(-1.0, top), (1.0, top), (1.0, top + 0.46), (-1.0, top + 0.46)])
        for left in (-0.84, -0.3, 0.24):
            boards += _polygon(
                [(left + 0.34, top + 0.09), (left + 0.6, top + 0.09), (left + 0.26, top + 0.37),
                 (left, top + 0.37)],
                hole=True,
            )  # fmt: skip
    posts: Path = ()
    for x in (-0.62, 0.62):
        for top, low in ((-0.84, -0.66), (-0.2, 0.0), (0.46, 0.72)):
            posts += _polygon([(x - 0.09, top), (x + 0.09, top), (x + 0.09, low), (x - 0.09, low)])
        posts += _polygon([(x - 0.26, 0.72), (x + 0.26, 0.72), (x + 0.26, 0.86), (x - 0.26, 0.86)])
    return (*boards, *posts)


def _robber() -> Path:
    """A hat, and below it a mask with two eyes."""
    crown: Path = (
        ("M", -0.44, -0.52),
        ("L", -0.34, -1.0),
        ("C", -0.22, -1.06, -0.1, -0.94, 0.0, -0.94),
        ("C", 0.1, -0.94, 0.22, -1.06, 0.34, -1.0),
        ("L", 0.44, -0.52),
        ("Z",),
    )
    brim: Path = (
        ("M", -1.02, -0.3),
        ("C", -0.74, -0.42, -0.4, -0.44, 0.0, -0.44),
        ("C", 0.4, -0.44, 0.74, -0.42, 1.02, -0.3),
        ("C", 0.7, -0.12, 0.4, -0.14, 0.0, -0.14),
        ("C", -0.4, -0.14, -0.7, -0.12, -1.02, -0.3),
        ("Z",),
    )
    mask: Path = (
        ("M", 0.0, 0.16),
        ("C", 0.22, 0.0, 0.54, -0.04, 0.84, 0.06),
        ("C", 0.9, 0.52, 0.68, 0.92, 0.38, 0.92),
        ("C", 0.18, 0.92, 0.12, 0.68, 0.0, 0.68),
        ("C", -0.12, 0.68, -0.18, 0.92, -0.38, 0.92),
        ("C", -0.68, 0.92, -0.9, 0.52, -0.84, 0.06),
        ("C", -0.54, -0.04, -0.22, 0.0, 0.0, 0.16),
        ("Z",),
    )
    eyes = (_polygon(_eye(side), hole=True) for side in (-1, 1))
    return (*crown, *brim, *mask, *(part for eye in eyes for part in eye))


def _eye(side: int) -> list[Point]:
    """An eye of the mask, which rises outwards."""
    middle, tilt = Point(0.4 * side, 0.42), math.radians(-14 * side)
    around = (math.radians(degrees) for degrees in range(0, 360, 15))
    return [middle + turned(Point(0.21 * math.cos(a), 0.14 * math.sin(a)), tilt) for a in around]


def _pawn() -> Path:
    body: Path = (
        ("M", -0.24, -0.24),
        ("L", 0.24, -0.24),
        ("C", 0.26, 0.2, 0.34, 0.44, 0.62, 0.66),
        ("L", 0.62, 0.96),
        ("L", -0.62, 0.96),
        ("L", -0.62, 0.66),
        ("C", -0.34, 0.44, -0.26, 0.2, -0.24, -0.24),
        ("Z",),
    )
    return (*circle(Point(0, -0.56), 0.42), *body)


def _coin() -> Path:
    hexagon = [heading(60 * k) * 0.44 for k in range(6)]
    return (*circle(ORIGIN, 0.98), *_ring(ORIGIN, 0.78, hole=True), *_polygon(hexagon))


def _crown() -> Path:
    crown = [
        (-0.92, -0.52), (-0.46, -0.02), (0.0, -0.78), (0.46, -0.02), (0.92, -0.52), (0.72, 0.5),
        (-0.72, 0.5),
    ]  # fmt: skip
    band = [(-0.72, 0.62), (0.72, 0.62), (0.72, 0.84), (-0.72, 0.84)]
    return (*_polygon(crown), *_polygon(band))


def _flag() -> Path:
    pole = [(-0.62, -0.98), (-0.4, -0.98), (-0.4, 0.98), (-0.62, 0.98)]
    cloth = [(-0.4, -0.9), (0.82, -0.42), (-0.4, 0.08)]
    return (*_polygon(pole), *_polygon(cloth))


def _gavel() -> Path:
    """An auctioneer's hammer, raised, over its block."""
    tilt = math.radians(42)

    def tilted(corners: Corners) -> Path:
        return _polygon([turned(Point(*corner), tilt) + Point(-0.16, -0.3) for corner in corners])

    head = tilted([(-0.3, -0.46), (0.3, -0.46), (0.3, 0.46), (-0.3, 0.46)])
    caps = (
        tilted([(-0.38, -0.66), (0.38, -0.66), (0.38, -0.52), (-0.38, -0.52)]),
        tilted([(-0.38, 0.52), (0.38, 0.52), (0.38, 0.66), (-0.38, 0.66)]),
    )
    handle = tilted([(0.36, -0.09), (1.34, -0.12), (1.34, 0.12), (0.36, 0.09)])
    block = _polygon([(-0.98, 0.68), (0.16, 0.68), (0.16, 0.9), (-0.98, 0.9)])
    return (*head, *caps[0], *caps[1], *handle, *block)


def _hex() -> Path:
    outer = [heading(60 * k) for k in range(6)]
    inner = [point * 0.62 for point in outer]
    return (*_polygon(outer), *_polygon(inner, hole=True))


def _arrow() -> Path:
    return _polygon(
        [(0, -1.0), (0.7, -0.2), (0.26, -0.2), (0.26, 0.96), (-0.26, 0.96), (-0.26, -0.2),
         (-0.7, -0.2)]
    )  # fmt: skip


def _mage() -> Path:
    """A pointed hat with a star."""
    hat: Path = (
        ("M", 0.16, -1.02),
        ("C", 0.26, -0.4, 0.4, 0.1, 0.58, 0.5),
        ("L", -0.58, 0.5),
        ("C", -0.42, 0.0, -0.22, -0.6, 0.16, -1.02),
        ("Z",),
    )
    brim: Path = (
        ("M", -1.0, 0.8),
        ("C", -0.7, 0.58, -0.4, 0.6, 0.0, 0.6),
        ("C", 0.4, 0.6, 0.7, 0.58, 1.0, 0.8),
        ("C", 0.6, 1.0, -0.6, 1.0, -1.0, 0.8),
        ("Z",),
    )
    star = [Point(0.02, 0.12) + heading(36 * k) * (0.27 if k % 2 == 0 else 0.12) for k in range(10)]
    return (*hat, *brim, *_polygon(star, hole=True))


def _nullified() -> Path:
    """A cross from corner to corner, as players draw it with a pen."""
    arm, half = 0.92, 0.19
    corners: list[Point] = []
    for quarter in range(4):
        out = heading(45 + 90 * quarter)
        side = out.right()
        corners += [out * arm - side * half, out * arm + side * half, (out + side) * half]
    return _polygon(corners)


def _highway() -> Path:
    """A road that runs away from us, with a broken line in its middle."""
    road = [(-0.26, -0.92), (0.26, -0.92), (0.94, 0.92), (-0.94, 0.92)]
    dashes = ((-0.72, -0.36, 0.045), (-0.12, 0.26, 0.075), (0.5, 0.92, 0.11))
    holes = (
        _polygon([(-w * 0.8, top), (w * 0.8, top), (w, low), (-w, low)], hole=True)
        for top, low, w in dashes
    )
    return (*_polygon(road), *(part for hole in holes for part in hole))


_SIGNS: dict[str, Callable[[], Path]] = {
    "sun": _sun, "moon": _moon, "flame": _flame, "drop": _drop, "mountain": _mountain,
    "spiral": _spiral, "turn-left": lambda: _turn(-1), "turn-right": lambda: _turn(1),
    "blockade": _blockade, "robber": _robber, "pawn": _pawn, "coin": _coin, "crown": _crown,
    "flag": _flag, "gavel": _gavel, "hex": _hex, "arrow": _arrow, "mage": _mage,
    "nullified": _nullified, "highway": _highway,
}  # fmt: skip


# The shift that makes a lopsided sign look centred, as a share of its reach.
_OPTICAL = {
    "turn-left": (0.19, -0.13), "turn-right": (-0.19, -0.13), "moon": (0.1, 0.0), "mountain": (0.0, -0.1), "flag": (0.1, 0.0), "mage": (0.0, -0.07),
}  # fmt: skip


def sign(name: str, centre: Point, radius: float) -> Path:
    """The outline of a sign with this reach from its centre; raises KeyError."""
    aside, down = _OPTICAL.get(name, (0.0, 0.0))
    centre += (aside * radius, down * radius)
    return tuple(
        (part[0], *_scaled(part[1:], centre, radius))  # type: ignore[misc]
        for part in _SIGNS[name]()
    )


def _scaled(numbers: tuple[float, ...], centre: Point, radius: float) -> list[float]:
    return [value * radius + centre[place % 2] for place, value in enumerate(numbers)]
