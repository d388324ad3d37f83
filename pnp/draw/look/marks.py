"""Marks in the centre of a tile, and small drawings of a landscape: houses, towers, trees, a village and an abbey.

A drawing is a file in templates/landscape, an SVG file in which a house is about 100 units wide, round the middle.
Each ink in it stands for a part, whose ink on a tile goes with its ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from pnp.colour.measures import luminance, mixed
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.ink_styles import painted
from pnp.draw.look.signs import backwards_circle, bundled_shapes, scaled, star, symbol
from pnp.draw.tile.letters import letter_text
from pnp.draw.tile.outline import Outline
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import ORIGIN, Path, Point, circle, moved, turned
from pnp.tiles import Mark
from pnp.tiles import proportions as look
from pnp.tiles.proportions import LEAST_LINE, OUTLINE

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
    halo = Shape(circle(ORIGIN, mark_radius(outline, mark)), fill=theme.halo)
    match mark.kind:
        case "dot":
            dot = circle(ORIGIN, look.DOT_RADIUS * apothem)
            return (halo, *painted(dot, colour, theme, ground=theme.halo))
        case "star":
            points = star(6, ORIGIN, look.STAR_RADIUS * apothem, waist=0.5)
            return (*painted(points, colour, theme, ground=theme.halo),)
        case "ring":
            radius = look.RING_RADIUS * apothem
            ring = (*circle(ORIGIN, radius), *backwards_circle(ORIGIN, radius * 0.66))
            sign: tuple[Item, ...] = ()
            if ink is not None and theme.letters_everywhere:
                sign = (letter_text(ink.code, ORIGIN, radius * 0.6, theme.mark),)
            elif ink is not None:
                path = symbol(ink.symbol, ORIGIN, outline.proportions.ring_symbol_radius)
                # An outline would be wider than so small a symbol.
                small = (Shape(path, fill=colour),)
                sign = (*painted(path, colour, theme, ground=theme.halo),) if theme.fills else small
            return (halo, *painted(ring, colour, theme, ground=theme.halo), *sign)
        case "village" | "abbey":
            return (*_place(outline, mark.kind, None if ink is None else ink.fill, theme),)
        case "label":
            size = outline.proportions.label_size(mark.text)
            baseline = Point(0, size * CAP_HEIGHT / 2)
            return (halo, Text(mark.text, baseline, size, colour, bold=True, anchor="middle"))
        case _:
            return ()


# How much larger the unit of a drawing is than the radius of its place.
_UNITS = {"village": 0.61, "abbey": 0.55}


def _place(outline: Outline, kind: str, fill: str | None, theme: Theme) -> Iterator[Item]:
    """A village or an abbey on a round ground, in the ink of roofs; it turns with its tile."""
    radius = mark_radius(outline, Mark(kind))
    roofs = fill or (mixed(theme.road, theme.kerb, 0.3) if theme.fills else theme.mark)
    ground = mixed(theme.halo, theme.road, 0.3) if theme.fills else theme.ground
    rim = theme.kerb if theme.fills else theme.mark
    yield Shape(circle(ORIGIN, radius), fill=ground, stroke=Stroke(OUTLINE, rim))
    angle = math.radians(outline.turned)
    centre = turned(Point(0.0, (0.2 if kind == "abbey" else 0.0) * radius), angle)
    size = _UNITS[kind] * radius
    yield from drawn(kind, centre, size, angle=angle, fill=roofs, theme=theme)


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
    name: str, centre: Point, size: float, *, angle: float, fill: str, theme: Theme
) -> Iterator[Item]:
    """A drawing of the landscape in which a house is about *size* wide, turned clockwise by *angle* radians.

    In a theme without fills its parts have outlines in the ink.
    """
    inks = building_inks(fill, theme)
    for part, outline in _parts(name):
        path = moved(scaled(outline, ORIGIN, size), centre, angle=angle)
        if not theme.fills:
            if part in ("light", "cross", "dark"):
                yield Shape(path, fill=None if part == "light" else fill)
            else:
                inside = None if part == "line" else theme.ground
                yield Shape(path, fill=inside, stroke=Stroke(LEAST_LINE * 0.8, fill, round=True))
        elif part == "line":
            yield Shape(path, stroke=Stroke(max(LEAST_LINE, 0.1 * size), inks[part], round=True))
        else:
            yield Shape(path, fill=inks[part])


@cache
def _parts(name: str) -> tuple[tuple[str, Path], ...]:
    """The parts of a drawing with their outlines, round the origin and in widths of a house."""
    shapes, middle = bundled_shapes("landscape", name)
    inks = [shape.fill or (shape.stroke.ink if shape.stroke else "") for shape in shapes]
    paths = [scaled(shape.path, middle, 1 / _HOUSE) for shape in shapes]
    return tuple((_PARTS[ink], path) for ink, path in zip(inks, paths, strict=True))
