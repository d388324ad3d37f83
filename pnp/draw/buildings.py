"""Small drawings of a landscape: houses, towers, trees, and the village and abbey in the middle of a tile.

Each is a list of parts in a frame of its own, y down, in which a house is about one unit wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.colour.measures import luminance, mixed
from pnp.colour.theme import Theme
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Path, Point, circle, moved, polygon
from pnp.tiles.proportions import LEAST_LINE


class Part(NamedTuple):
    """An area of a drawing: its corners, or the centre and radius of a disc, and the name of its ink."""

    ink: str
    corners: tuple[tuple[float, float], ...]
    radius: float = 0.0


Picture = tuple[Part, ...]


def _house(width: float, height: float, at: tuple[float, float] = (0.0, 0.0)) -> Picture:
    """A house from the corner: its gable on the left, and the long side of its roof on the right."""
    x, y = at
    left, gable, right = x - width / 2, x - width / 2 + 0.42 * width, x + width / 2
    peak = (left + gable) / 2
    low, eaves, top = y + height / 2, y, y - height / 2
    return (
        Part("wall", ((left, low), (left, eaves), (peak, top), (gable, eaves), (gable, low))),
        Part("shade", ((gable, low), (gable, eaves), (right, eaves), (right, low))),
        Part(
            "roof",
            (
                (peak, top),
                (right - 0.42 * width + (gable - peak), top),
                (right + 0.06, eaves + 0.06),
                (gable - 0.02, eaves + 0.06),
            ),
        ),
    )


def _tower(at: tuple[float, float] = (0.0, 0.0), *, tall: float = 1.0) -> Picture:
    """A tower with a pointed roof, `tall` up to its eaves."""
    x, y = at
    top = y + 0.55 - tall
    return (
        Part("wall", ((x - 0.2, y + 0.55), (x - 0.2, top), (x, top), (x, y + 0.55))),
        Part("shade", ((x, y + 0.55), (x, top), (x + 0.2, top), (x + 0.2, y + 0.55))),
        Part("roof", ((x - 0.3, top), (x, top - 0.6), (x + 0.3, top))),
    )


_HOUSES: tuple[Picture, ...] = (
    _house(1.15, 0.95),
    _house(0.9, 1.05),
    _tower(tall=0.85),
    _house(1.25, 0.85),
)
_TREES: tuple[Picture, ...] = (
    (
        Part("trunk", ((-0.07, 0.6), (-0.07, 0.1), (0.07, 0.1), (0.07, 0.6))),
        Part("leaf", ((0.0, -0.1),), 0.46),
        Part("light", ((-0.13, -0.22),), 0.2),
    ),
    (
        Part("trunk", ((-0.06, 0.62), (-0.06, 0.3), (0.06, 0.3), (0.06, 0.62))),
        Part("leaf", ((-0.46, 0.36), (0.0, -0.7), (0.46, 0.36))),
        Part("light", ((-0.46, 0.36), (0.0, -0.7), (-0.06, 0.36))),
    ),
    (
        Part("trunk", ((-0.07, 0.55), (-0.07, 0.1), (0.07, 0.1), (0.07, 0.55))),
        Part("leaf", ((-0.2, 0.08),), 0.32),
        Part("leaf", ((0.2, 0.05),), 0.32),
        Part("leaf", ((0.0, -0.25),), 0.34),
        Part("light", ((-0.08, -0.32),), 0.15),
    ),
)
_WAVES: tuple[Picture, ...] = (
    (Part("line", ((-0.6, 0.0), (-0.3, -0.14), (0.0, 0.0), (0.3, -0.14), (0.6, 0.0))),),
    (
        Part("line", ((-0.35, -0.12), (-0.1, -0.25), (0.15, -0.12), (0.4, -0.25))),
        Part("line", ((-0.4, 0.18), (-0.15, 0.05), (0.1, 0.18), (0.35, 0.05))),
    ),
)
PICTURES: dict[str, tuple[Picture, ...]] = {
    "houses": _HOUSES,
    "trees": _TREES,
    "water": _WAVES,
}

# Three houses round a green with a well.
VILLAGE: Picture = (
    *_house(0.95, 0.85, (-0.1, -0.85)),
    *_house(0.85, 0.9, (-0.82, 0.3)),
    *_house(1.0, 0.85, (0.75, 0.38)),
    Part("shade", ((0.0, 0.0),), 0.17),
    Part("roof", ((0.0, 0.0),), 0.08),
)
# A church: its tower with a cross, its nave, and an apse.
ABBEY: Picture = (
    Part("wall", ((-0.25, 1.0), (-0.25, 0.05), (1.05, 0.05), (1.05, 1.0))),
    Part("shade", ((0.72, 1.0), (0.72, 0.05), (1.05, 0.05), (1.05, 1.0))),
    Part("roof", ((-0.35, 0.1), (-0.12, -0.5), (0.88, -0.5), (1.16, 0.1))),
    *(
        Part("dark", ((x, 0.8), (x, 0.42), (x + 0.07, 0.32), (x + 0.14, 0.42), (x + 0.14, 0.8)))
        for x in (0.02, 0.3, 0.58)
    ),
    Part("wall", ((-0.95, 1.0), (-0.95, -0.62), (-0.5, -0.62), (-0.5, 1.0))),
    Part("shade", ((-0.5, 1.0), (-0.5, -0.62), (-0.22, -0.62), (-0.22, 1.0))),
    Part("roof", ((-1.06, -0.58), (-0.585, -1.32), (-0.11, -0.58))),
    Part("dark", ((-0.83, -0.1), (-0.83, -0.35), (-0.725, -0.48), (-0.62, -0.35), (-0.62, -0.1))),
    Part("dark", ((-0.85, 1.0), (-0.85, 0.62), (-0.725, 0.48), (-0.6, 0.62), (-0.6, 1.0))),
    Part("cross", ((-0.625, -1.3), (-0.625, -1.78), (-0.545, -1.78), (-0.545, -1.3))),
    Part("cross", ((-0.755, -1.56), (-0.755, -1.64), (-0.415, -1.64), (-0.415, -1.56))),
)


def building_inks(fill: str, theme: Theme) -> dict[str, str]:
    """The inks of the parts of houses and trees, on a ground with this ink."""
    light, dark = light_of(theme), mixed(fill, "#000000", 0.5)
    return {
        "wall": mixed(fill, light, 0.88),
        "shade": mixed(fill, light, 0.58),
        "roof": mixed(fill, "#000000", 0.42),
        "dark": dark,
        "cross": dark,
        "trunk": mixed(fill, "#000000", 0.6),
        "leaf": mixed(fill, "#000000", 0.36),
        "light": mixed(fill, "#000000", 0.18),
        "line": mixed(fill, light, 0.62),
    }


def light_of(theme: Theme) -> str:
    """The lighter of the theme's inks for signs, also on a dark ground."""
    return max(theme.halo, theme.mark, key=luminance)


def drawn(
    picture: Picture, centre: Point, size: float, *, angle: float, fill: str, theme: Theme
) -> Iterator[Item]:
    """A picture whose unit is *size* millimetres, turned clockwise by *angle* radians.

    In a theme without fills its parts have outlines in the ink.
    """
    inks = building_inks(fill, theme)
    for ink, corners, radius in picture:
        path = _path(corners, radius, size, is_open=ink == "line")
        path = moved(path, centre, angle=angle)
        if not theme.fills:
            if ink in ("light", "cross") or (ink == "dark" and not radius):
                yield Shape(path, fill=None if ink == "light" else fill)
            else:
                inside = None if ink == "line" else theme.ground
                yield Shape(path, fill=inside, stroke=Stroke(LEAST_LINE * 0.8, fill, round=True))
        elif ink == "line":
            yield Shape(path, stroke=Stroke(max(LEAST_LINE, 0.1 * size), inks[ink], round=True))
        else:
            yield Shape(path, fill=inks[ink])


def _path(
    corners: tuple[tuple[float, float], ...], radius: float, size: float, *, is_open: bool
) -> Path:
    points = [Point(x, y) * size for x, y in corners]
    if radius:
        return circle(points[0], radius * size)
    return polygon(points)[:-1] if is_open else polygon(points)
