"""Hatching of cells in themes without fills, where no tint tells dark squares from light ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.colour.theme import Theme
from pnp.definition import CellGroup
from pnp.draw.board_inks import is_bordered
from pnp.scene import Clip, Item, Shape, Stroke
from pnp.scene.geometry import Path, Point, bounding_box, polygon, segment
from pnp.sets.components import Board
from pnp.tiles.layouts import Layout

# From line to line, as a share of a cell, and in millimetres the least; and the width of a line.
_STEP, _LEAST, _WIDTH = 0.13, 1.2, 0.3


def hatched_group(board: Board, theme: Theme) -> CellGroup | None:
    """The first group without signs whose cells never touch: a line round it would go round every cell.

    None in a theme with fills, which shows its tint.
    """
    if theme.fills:
        return None
    unit = board.definition.grid.layout(1.0)
    for group in board.definition.groups:
        cells = {*group.cells}
        is_apart = all(cells.isdisjoint(unit.neighbours(cell)) for cell in cells)
        if is_apart and len(cells) > 1 and not is_bordered(group) and not group.labels:
            return group
    return None


def hatching(group: CellGroup, layout: Layout, theme: Theme) -> Iterator[Item]:
    """Lines that rise to the right over the cells of a group, and run on from cell to cell."""
    step = max(_LEAST, _STEP * layout.across)
    yield from hatched([layout.outline(cell) for cell in group.cells], step, theme)


def hatched(outlines: Sequence[Sequence[Point]], step: float, theme: Theme) -> Iterator[Item]:
    """Such lines over these outlines, so far apart."""
    box = bounding_box(corner for each in outlines for corner in each)
    apart = step * math.sqrt(2)
    lines: Path = ()
    for number in range(math.ceil((box.width + box.height) / apart)):
        start = Point(box.x + number * apart, box.y)
        lines += segment(start, start + Point(-box.height, box.height))
    area: Path = tuple(part for each in outlines for part in polygon(each))
    yield Clip(area, (Shape(lines, stroke=Stroke(_WIDTH, theme.border)),))
