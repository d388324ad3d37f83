"""Signs, drawn round a centre: those of colours, the elements, and the actions of tokens and cards.

Each is a file in templates/signs, an SVG file like those of designers: the middle of its view is the centre of the
sign, and five sixths of the way from there to the edge are its reach. A sign is one area in black, whose holes wind
the other way, and plain enough for a photocopier and for a size of 4 mm. It lies where it looks centred, and has the
size with which all look about equally large.
"""

from __future__ import annotations

import re
from functools import cache

from pnp.art import read_art
from pnp.basics.folders import bundled
from pnp.scene import Drawing, Shape
from pnp.scene.geometry import Box, Path, Point, heading, moved, polygon

# Of half the width of a file: the reach of its sign.
_REACH = 100 / 120

# A file of one path in absolute coordinates, as pnp's own are: it needs no library, for whose import `pnp validate`
# would wait.
_PLAIN = re.compile(
    r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -120 240 240">\s*'
    r'<path d="([MLCZ\d\s.,-]+)"/>\s*</svg>\s*'
)
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


def symbol(name: str, centre: Point, radius: float) -> Path:
    """The outline of a sign of about this radius; raises KeyError."""
    return moved(_sign(name), centre, scale=radius)


@cache
def _sign(name: str) -> Path:
    """The outline of a sign with the reach 1 round the origin."""
    file = bundled("templates") / "signs" / f"{name}.svg"
    plain = _PLAIN.fullmatch(file.read_text("utf-8")) if file.is_file() else None
    if plain is not None:
        return tuple(
            (step, *(float(value) / 100 for value in numbers.replace(",", " ").split()))
            for step, numbers in _STEP.findall(plain[1])
        )
    return read_sign(name)


def read_sign(name: str) -> Path:
    """The outline in the file of a sign, whatever drawing program wrote it; raises KeyError."""
    shapes, middle = bundled_shapes("signs", name)
    scale = 1 / (_REACH * middle.x)
    paths = (moved(shape.path, middle * -scale, scale=scale) for shape in shapes)
    return tuple(part for path in paths for part in path)


def bundled_shapes(folder: str, name: str) -> tuple[tuple[Shape, ...], Point]:
    """The shapes of an SVG file in templates/, and the middle of its view; raises KeyError."""
    file = bundled("templates") / folder / f"{name}.svg"
    if not file.is_file():
        raise KeyError(name)
    art = read_art(file, f"templates/{folder}/{name}.svg")
    assert isinstance(art.drawing, Drawing)
    shapes = tuple(each for each in art.drawing.items if isinstance(each, Shape))
    return shapes, Point(art.width / 2, art.height / 2)


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
