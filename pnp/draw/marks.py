"""Marks in the centre of a tile."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.buildings import ABBEY, VILLAGE, drawn
from pnp.draw.ink_styles import painted
from pnp.draw.letters import letter_text
from pnp.draw.outline import DEFAULT_TURN, Outline
from pnp.draw.symbols import backwards_circle, star, symbol
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import ORIGIN, Point, circle, turned
from pnp.tiles import Mark
from pnp.tiles import proportions as look
from pnp.tiles.proportions import OUTLINE


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
    angle = math.radians(outline.turn - DEFAULT_TURN[outline.geometry.shape])
    picture = VILLAGE if kind == "village" else ABBEY
    centre = turned(Point(0.0, (0.2 if kind == "abbey" else 0.0) * radius), angle)
    size = _UNITS[kind] * radius
    yield from drawn(picture, centre, size, angle=angle, fill=roofs, theme=theme)
