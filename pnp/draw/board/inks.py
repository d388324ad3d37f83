"""The inks of a board on a ground of its own, and lines for dark squares in themes without fills."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from pnp.colour.measures import DARK, READ, SEEN, contrast, lab, linear, luminance, mixed, readable
from pnp.colour.theme import Theme, toned
from pnp.definition import BoardDefinition, CellGroup
from pnp.draw.colours import deepened
from pnp.scene import Clip, Item, Shape, Stroke
from pnp.scene.geometry import Path, Point, bounding_box, polygon, segment
from pnp.sets.components import Board
from pnp.tiles.layouts import Layout

# Shares of light in the cells, their lines and the lines round groups of a dark board.
_CELL, _BORDER, _LINE = 0.1, 0.3, 0.85
# The share of the cell in its signs.
_SIGN = 0.35
_LIGHT = "#F6F1E4"
# The share of a group's tint in its cells and in the line round them: that of grey, and more with a hue.
_LEAST_TINT, _TINT, _LEAST_LINE = 0.04, 0.9, 0.35
# The least contrast of a dashed line, half of which is gap.
_DASHED = 6.0
# The least contrast of a group's cells to the others, and the least distance of two tints that people tell
# apart in print, in CIE 1976 L*a*b*.
_SHOWN, _TOLD = 1.2, 8.0


def has_ground(board: BoardDefinition, theme: Theme) -> bool:
    """Whether a ground fills the sheet of the board; a theme without fills has none."""
    return bool(board.ground) and theme.fills


class BoardInks(NamedTuple):
    """The inks of a board: those round its cells, in them, and of the paper, for the fields of players."""

    theme: Theme
    cells: Theme
    paper: Theme

    @property
    def blends(self) -> bool:
        """Whether cells keep only a hint of their tints, as they share the ground of the board."""
        return self.cells is self.theme and self.theme is not self.paper


def board_inks(board: BoardDefinition, theme: Theme) -> BoardInks:
    """The inks of a board in a theme."""
    around = board_theme(board, theme)
    cells = _on_cells(board.cell_ground, theme) if board.cell_ground and theme.fills else around
    return BoardInks(around, cells, theme)


def _on_cells(cell: str, theme: Theme) -> Theme:
    """The theme in cells of an ink of their own."""
    return replace(
        theme,
        cell=cell,
        border=mixed(cell, theme.note, _BORDER),
        kerb=readable(theme.kerb, cell, SEEN),
        note=readable(theme.note, cell, READ),
    )


def board_theme(board: BoardDefinition, theme: Theme) -> Theme:
    """The theme of a board on its own ground: light cells and lines on a dark one, or the reverse.

    The halo stays, for the fields of cells that belong to a player are as light as on tokens.
    """
    if not has_ground(board, theme):
        return theme
    ground = toned(board.ground, theme)
    dark = min(theme.mark, theme.halo, key=luminance)
    over = toned(_LIGHT, theme) if luminance(ground) <= DARK else dark
    cell = mixed(ground, over, _CELL)
    ink = toned(board.ink, theme) or mixed(ground, over, _LINE)
    return replace(
        theme,
        ground=ground,
        cell=cell,
        border=mixed(cell, over, _BORDER),
        kerb=ink,
        mark=over,
        note=readable(mixed(cell, over, 0.55), cell, READ),
        caption=readable(ink, ground, READ),
        over="contrast",
    )


def cell_ink(group: CellGroup, inks: BoardInks) -> str:
    """The ink of a group's cells: its tint, of which a board on a ground of its own keeps the hue."""
    if not inks.blends:
        return group.tint
    theme = inks.theme
    tint = mixed(theme.cell, deepened(group.tint), _LEAST_TINT + _TINT * _saturation(group.tint))
    # A dark theme has made the tint dark already, and a grey one has taken its hue.
    steps = (mixed(tint, theme.mark, step / 40) for step in range(41))
    return next(each for each in steps if contrast(each, theme.cell) >= _SHOWN)


def line_ink(group: CellGroup, inks: BoardInks, *, dashed: bool = False) -> str:
    """The ink of the line round a group of cells; a *dashed* one, which tells the group alone, is stronger."""
    if not inks.blends:
        return inks.cells.kerb
    share = _LEAST_LINE + _saturation(group.tint)
    least = _DASHED if dashed else SEEN
    return readable(mixed(cell_ink(group, inks), group.tint, share), inks.cells.cell, least)


def tints_tell(groups: Sequence[CellGroup], inks: BoardInks) -> bool:
    """Whether the inks of their cells tell these groups apart."""
    found = [lab(linear(cell_ink(group, inks))) for group in groups]
    return inks.cells.fills and all(math.dist(*pair) >= _TOLD for pair in combinations(found, 2))


def is_bordered(group: CellGroup) -> bool:
    """Whether each cell of the group has a line of its own inside."""
    return bool(group.filled or group.sign or group.colours)


def name_ink(group: CellGroup | None, inks: BoardInks) -> str:
    """The ink of the names of a group's cells."""
    if group is None or not inks.cells.fills:
        return inks.cells.note
    return readable(inks.cells.note, cell_ink(group, inks), READ)


def sign_ink(group: CellGroup, inks: BoardInks) -> str:
    """The ink of the signs and labels of a group's cells: lighter than lines where it fills them."""
    cells = inks.cells
    if not cells.fills:
        return cells.kerb
    return readable(mixed(cells.kerb, cells.cell, _SIGN), cell_ink(group, inks), SEEN)


def _saturation(ink: str) -> float:
    """How far the ink is from grey, 0 to 1."""
    channels = [int(ink[start : start + 2], 16) for start in (1, 3, 5)]
    return (max(channels) - min(channels)) / max(1, *channels)


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
