"""Marks in the centre of a tile, and small drawings of a landscape: houses, towers, trees, a village and an abbey.

A drawing is a file in templates/landscape, an SVG file in which a house is about 100 units wide, round the middle.
Each ink in it stands for a part, whose ink on a tile goes with its ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import areas_of
from pnp.draw.look.signs import bundled_shapes, star, symbol
from pnp.draw.tile.letters import letter_text
from pnp.draw.tile.outline import Outline
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import ORIGIN, Path, Point, circle, moved, turned
from pnp.tiles import Mark
from pnp.tiles import proportions as look
from pnp.tiles.proportions import OUTLINE

# The units of a drawing to the width of a house, and its parts by their ink in the file.
_HOUSE = 100.0
_PARTS = {
    "#F2E3D5": "wall",
    "#D9B8A8": "shade",
    "#6E2A20": "roof",
    "#4A1D16": "dark",
    "#3A1611": "cross",
    "#3D2B1F": "trunk",
    "#5B7F3A": "leaf",
    "#86A860": "light",
    "#7FB2D6": "line",
}
# The drawings all over a region, by its kind.
LANDSCAPES = {
    "houses": ("houses-1", "houses-2", "houses-3", "houses-4"),
    "trees": ("trees-1", "trees-2", "trees-3"),
    "water": ("water-1", "water-2"),
}


def mark_radius(outline: Outline, mark: Mark) -> float:
    """How far a mark and its casing reach from the centre; 0 without a mark."""
    share = {
        "dot": look.DOT_RADIUS,
        "star": look.STAR_RADIUS,
        "ring": look.RING_RADIUS,
        "village": look.VILLAGE_RADIUS,
        "abbey": look.ABBEY_RADIUS,
        "label": 0.3,
    }
    return share.get(mark.kind, 0) * outline.apothem * 1.12


def mark_items(outline: Outline, mark: Mark, ink: Ink | None, theme: Theme) -> tuple[Item, ...]:
    """The drawing of a mark, in its colour or in the default ink of marks."""
    apothem = outline.apothem
    colour = theme.mark if ink is None else ink.fill
    drawn_as = areas_of(theme)
    halo = Shape(circle(ORIGIN, mark_radius(outline, mark)), fill=theme.halo)
    match mark.kind:
        case "dot":
            dot = circle(ORIGIN, look.DOT_RADIUS * apothem)
            return (halo, *drawn_as.sign(dot, colour, theme.halo))
        case "star":
            points = star(6, ORIGIN, look.STAR_RADIUS * apothem, waist=0.5)
            return (*drawn_as.sign(points, colour, theme.halo),)
        case "ring":
            radius = look.RING_RADIUS * apothem
            # The hole is a circle the other way round, because filling counts windings.
            hole = circle(ORIGIN, radius * 0.66, clockwise=False)
            ring = (*circle(ORIGIN, radius), *hole)
            sign: tuple[Item, ...] = ()
            if ink is not None and theme.letters_everywhere:
                sign = (letter_text(ink.code, ORIGIN, radius * 0.6, theme.mark),)
            elif ink is not None:
                path = symbol(ink.symbol, ORIGIN, outline.ring_symbol_radius)
                sign = (*drawn_as.small_sign(path, colour, theme.halo),)
            return (halo, *drawn_as.sign(ring, colour, theme.halo), *sign)
        case "village" | "abbey":
            return (*_place(outline, mark.kind, None if ink is None else ink.fill, theme),)
        case "label":
            size = outline.label_size(mark.text)
            baseline = Point(0, size * CAP_HEIGHT / 2)
            return (halo, Text(mark.text, baseline, size, colour, bold=True, anchor="middle"))
        case _:
            return ()


# How much larger the unit of a drawing is than the radius of its place.
_UNITS = {"village": 0.61, "abbey": 0.55}


def _place(outline: Outline, kind: str, fill: str | None, theme: Theme) -> Iterator[Item]:
    """A village or an abbey on a round ground, in the ink of roofs; it turns with its tile."""
    radius = mark_radius(outline, Mark(kind))
    roofs = fill or theme.area(mixed(theme.road, theme.kerb, 0.3), theme.mark)
    ground = theme.area(mixed(theme.halo, theme.road, 0.3))
    rim = Stroke(OUTLINE, theme.area(theme.kerb, theme.mark))
    yield Shape(circle(ORIGIN, radius), fill=ground, stroke=rim)
    angle = math.radians(outline.turned)
    centre = turned(Point(0.0, (0.2 if kind == "abbey" else 0.0) * radius), angle)
    size = _UNITS[kind] * radius
    yield from drawn(kind, centre, size, angle=angle, fill=roofs, theme=theme)


def drawn(
    name: str, centre: Point, size: float, *, angle: float, fill: str, theme: Theme
) -> Iterator[Item]:
    """A drawing of the landscape in which a house is about *size* wide, turned clockwise by *angle* radians."""
    for part, outline in _parts(name):
        path = moved(outline, centre, angle=angle, scale=size)
        yield from areas_of(theme).building(part, path, fill, size)


@cache
def _parts(name: str) -> tuple[tuple[str, Path], ...]:
    """The parts of a drawing with their outlines, round the origin and in widths of a house."""
    shapes, middle = bundled_shapes("landscape", name)
    inks = [shape.fill or (shape.stroke.ink if shape.stroke else "") for shape in shapes]
    off, scale = middle * (-1 / _HOUSE), 1 / _HOUSE
    paths = [moved(shape.path, off, scale=scale) for shape in shapes]
    return tuple((_PARTS[ink], path) for ink, path in zip(inks, paths, strict=True))
