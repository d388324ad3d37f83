"""Lines along the sides of cells and over them, on boards and on tables."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from pnp.colour.measures import SEEN, contrast
from pnp.colour.theme import PAPER, Theme
from pnp.scene import Clip, Item, Shape, Stroke
from pnp.scene.geometry import Box, Path, Point, bounding_box, polygon, segment
from pnp.tiles.layouts import Cell, CellSide, Layout

# The width of the bold line, as a share of a cell, in millimetres at most; and that of its dark casing, by its own.
_HIGHLIGHT, _MOST_HIGHLIGHT, _CASING = 0.105, 1.2, 1.7
# Millimetres: the lines of a hatching.
_HATCHED = 0.3


def outer_sides(cells: Collection[Cell], layout: Layout) -> Iterator[CellSide]:
    """The sides of the cells that face outwards."""
    inside = frozenset(cells)
    return (side for side in layout.sides(cells) if side.beyond not in inside)


def lines_of(sides: Iterable[CellSide]) -> Path:
    """The path along sides of cells."""
    return tuple(part for side in sides for part in segment(side.start, side.end))


def highlight_width(across: float) -> float:
    """The width of the line round highlighted cells."""
    return min(_MOST_HIGHLIGHT, _HIGHLIGHT * across)


def highlight_items(cells: Iterable[Cell], layout: Layout, theme: Theme) -> Iterator[Item]:
    """A bold line round the outside of the cells; a light one has a dark casing, for cells on white paper."""
    path = lines_of(outer_sides([*cells], layout))
    if path:
        width = highlight_width(layout.across)
        if contrast(theme.mark, PAPER) < SEEN:
            yield Shape(path, stroke=Stroke(_CASING * width, theme.ground, round=True))
        yield Shape(path, stroke=Stroke(width, theme.mark, round=True))


def box_with_highlight(box: Box, cells: Iterable[Cell], layout: Layout) -> Box:
    """The box, with room for the bold line round the cells and its casing."""
    marked = [each for cell in cells for each in layout.outline(cell)]
    if not marked:
        return box
    line = bounding_box(marked).widened(_CASING / 2 * highlight_width(layout.across))
    return bounding_box([*box.corners, *line.corners])


def hatched(outlines: Sequence[Sequence[Point]], step: float, ink: str) -> Item:
    """Lines that rise to the right over these outlines, so far apart, and run on from one to the next."""
    box = bounding_box(corner for each in outlines for corner in each)
    apart = step * math.sqrt(2)
    lines: Path = ()
    for number in range(math.ceil((box.width + box.height) / apart)):
        start = Point(box.x + number * apart, box.y)
        lines += segment(start, start + Point(-box.height, box.height))
    area: Path = tuple(part for each in outlines for part in polygon(each))
    return Clip(area, (Shape(lines, stroke=Stroke(_HATCHED, ink)),))
