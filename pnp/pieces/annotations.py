"""The drawings over the cells of a figure: arrows, tokens and short labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.scene import Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Path, Point, circle, polygon
from pnp.tiles.layouts import Cell, Layout

_LABEL = 4.0  # 11 pt

# Several tokens on a cell: the share of the cell that they take together, and the scale of each.
_ROOM, _SMALLER = 0.84, 0.6


class ScaledArt(NamedTuple):
    """A drawing that lies on a cell, and how many times as large it is shown."""

    drawing: Drawing
    scale: float


def side_by_side(pieces: Sequence[ScaledArt], across: float) -> ScaledArt:
    """The pieces on one cell; several are smaller than one."""
    if len(pieces) == 1:
        return pieces[0]
    step = across * _ROOM / len(pieces)
    placed = tuple(
        Placed(
            piece.drawing,
            Point((place - (len(pieces) - 1) / 2) * step, 0),
            piece.scale * _SMALLER,
        )
        for place, piece in enumerate(pieces)
    )
    return ScaledArt(Drawing(placed), 1.0)


def token_items(tokens: Mapping[Cell, ScaledArt], layout: Layout) -> Iterator[Item]:
    """The tokens on the middles of their cells."""
    for cell, (drawing, scale) in tokens.items():
        yield Placed(drawing, layout.centre(cell), scale)


def arrow_items(
    cells: Sequence[Cell], layout: Layout, theme: Theme, *, head: float | None = None
) -> Iterator[Item]:
    """A line through cells with a light casing, a dot at its start and a head at its end."""
    if len(cells) < 2:
        return
    points = [layout.centre(cell) for cell in cells]
    head = head or layout.across * 0.26
    forward = (points[-1] - points[-2]).unit()
    neck = points[-1] - forward * (head * 0.6)
    line: Path = (
        ("M", *points[0]),
        *(("L", *point) for point in points[1:-1]),
        ("L", *neck),
    )
    aside = forward.right() * (head * 0.55)
    tip = points[-1] + forward * (head * 0.4)
    back = neck - forward * (head * 0.2)
    yield Shape(line, stroke=Stroke(1.5, theme.halo, round=True))
    yield Shape(line, stroke=Stroke(0.7, theme.mark, round=True))
    yield Shape(circle(points[0], 1.1), fill=theme.mark)
    yield Shape(polygon([tip, back + aside, back - aside]), fill=theme.mark)


def label_items(text: str, at: Point, theme: Theme) -> Iterator[Item]:
    """A short text on a light disc that is wide enough for it."""
    width = text_width(text, _LABEL, bold=True)
    radius = max(_LABEL * 0.72, width / 2 + 1.0)
    yield Shape(circle(at, radius), fill=theme.halo, stroke=Stroke(0.3, theme.mark))
    baseline = at + Point(0, _LABEL * CAP_HEIGHT / 2)
    yield Text(text, baseline, _LABEL, theme.mark, bold=True, anchor="middle")
