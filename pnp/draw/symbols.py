"""Small signs, drawn round a centre."""

from __future__ import annotations

import math

from pnp.draw.signs import sign
from pnp.scene.geometry import Box, Path, Point, circle, heading, polygon

# The reach of each symbol from its centre, by which all look about equally large.
_REACH = {
    "disc": 0.72, "triangle": 1.08, "square": 0.92, "diamond": 1.0, "cross": 1.0, "star": 1.12,
    "bar": 1.0, "ring": 0.9,
}  # fmt: skip


def symbol(name: str, centre: Point, radius: float) -> Path:
    """The outline of a symbol, or of a sign, of about this radius."""
    if name not in _REACH:
        return sign(name, centre, radius)
    reach = radius * _REACH[name]
    match name:
        case "disc":
            return circle(centre, reach)
        case "triangle":
            # The centroid of an upright triangle lies low; half a step down looks centred.
            return regular(3, centre + Point(0, reach * 0.12), reach)
        case "square":
            return regular(4, centre, reach, turn=45)
        case "diamond":
            return regular(4, centre, reach)
        case "cross":
            return plus(centre, reach, reach * 0.34)
        case "star":
            return star(5, centre, reach)
        case "bar":
            return box_path(Box(centre.x - reach, centre.y - reach * 0.36, 2 * reach, reach * 0.72))
        case _:
            return (*circle(centre, reach), *backwards_circle(centre, reach * 0.52))


def regular(corners: int, centre: Point, radius: float, *, turn: float = 0) -> Path:
    """A regular polygon with a corner at the heading *turn*."""
    return polygon([centre + heading(turn + 360 * k / corners) * radius for k in range(corners)])


def star(points: int, centre: Point, radius: float, *, waist: float = 0.46) -> Path:
    """A star with a point at the top; the waist is a share of the radius."""
    return polygon(
        [
            centre + heading(180 * k / points) * (radius * (waist if k % 2 else 1))
            for k in range(2 * points)
        ]
    )


def plus(centre: Point, reach: float, half: float) -> Path:
    """An upright cross with arms of twice the half width."""
    corners = [
        (-half, -reach), (half, -reach), (half, -half), (reach, -half), (reach, half), (half, half),
        (half, reach), (-half, reach), (-half, half), (-reach, half), (-reach, -half), (-half, -half),
    ]  # fmt: skip
    return polygon([centre + corner for corner in corners])


def box_path(box: Box) -> Path:
    """The outline of a box."""
    return polygon(box.corners)


def backwards_circle(centre: Point, radius: float) -> Path:
    """A circle anticlockwise: a hole in a clockwise path, because filling counts windings."""
    k = 4 / 3 * math.tan(math.pi / 8) * radius
    x, y, r = centre.x, centre.y, radius
    return (
        ("M", x + r, y),
        ("C", x + r, y - k, x + k, y - r, x, y - r),
        ("C", x - k, y - r, x - r, y - k, x - r, y),
        ("C", x - r, y + k, x - k, y + r, x, y + r),
        ("C", x + k, y + r, x + r, y + k, x + r, y),
        ("Z",),
    )
