"""The edges of a board: the line or the kerb round it, the letters of its rows, and the legend."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.colour.measures import luminance
from pnp.colour.theme import Theme, toned
from pnp.definition import CellGroup
from pnp.draw.areas import areas_of
from pnp.draw.board.inks import (
    BoardInks,
    cell_ink,
    hatched,
    hatched_group,
    is_bordered,
    line_ink,
    sign_ink,
    tints_tell,
)
from pnp.draw.look.signs import symbol
from pnp.scene import Clip, Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Path, Point, heading, polygon, segment
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell, Layout, reach

# Shares of the distance across flats, so that text stays in proportion; and the least in millimetres.
_KERB, _RIM = 0.075, 0.05
_LETTER, _LEAST_LETTER = 0.21, 2.95
_LEGEND, _LEAST_LEGEND = 0.16, 2.5
_BESIDE, _LEAST_BESIDE = 0.1, 1.0
# Shares of the em of a legend: its cells, from their left to the notes, from line to line inside a loop, and the hatching.
_ARROW = 0.085
_SWATCH, _NOTE, _PITCH, _HATCH = 1.1, 1.65, 2.0, 0.24
_LEAST_RIM, _MOST_RIM = 0.6, 1.2
_HIGHLIGHT, _MOST_HIGHLIGHT = 0.105, 1.2

# Millimetres: a spoke in the swatch of the players' cells, as wide as the line of such a cell.
_SPOKE = 0.6

_KERB_RED = "#C8372D"
_LARGE_BOARD = 250.0

# Millimetres: dashes and gaps round groups without a sign. A very short dash with round ends is a
# dot; some renderers would omit a dash of no length.
_DASHES = ((1.6, 1.2), (0.01, 1.0), (1.6, 1.0, 0.01, 1.0))


def has_kerb(board: Board) -> bool:
    """Whether the line round a board is a kerb; on white half of it would not be seen."""
    return board.definition.kerb and bool(board.definition.ground)


def rim_width(board: Board, across: float) -> float:
    """The width of the line round a board."""
    if has_kerb(board):
        return max(_LEAST_RIM, _KERB * across)
    return min(_MOST_RIM, max(_LEAST_RIM, _RIM * across))


def highlight_width(across: float) -> float:
    """The width of the line round highlighted cells."""
    return min(_MOST_HIGHLIGHT, _HIGHLIGHT * across)


def rim_items(board: Board, layout: Layout, theme: Theme, paper: Theme) -> Iterator[Item]:
    """The line or the kerb round a board."""
    if not board.definition.edge:
        return
    sides = [*_walls(board, layout)]
    width = rim_width(board, layout.across)
    if not has_kerb(board) or not theme.fills:
        yield Shape(lines_of(sides), stroke=Stroke(min(width, _MOST_RIM), theme.kerb, round=True))
        return
    # As many dashes on each side as gaps, so that all corners look alike.
    length = (sides[0][1] - sides[0][0]).length()
    dash = length / (2 * max(1, round(length / 5.6)))
    light = max((paper.halo, theme.mark), key=luminance)
    yield Shape(lines_of(sides), stroke=Stroke(width, light, round=True))
    red = toned(_KERB_RED, paper)
    for start, end in sides:
        yield Shape(segment(start, end), stroke=Stroke(width, red, (dash, dash), phase=dash / 2))


def lines_of(sides: Iterable[tuple[Point, Point]]) -> Path:
    """The path along sides of cells."""
    path: Path = ()
    for start, end in sides:
        path += segment(start, end)
    return path


def outer_sides(cells: Collection[Cell], layout: Layout) -> Iterator[tuple[Point, Point]]:
    """The sides of the cells that face outwards."""
    inside = frozenset(cells)
    for cell in cells:
        corners = layout.outline(cell)
        for (start, end), neighbour in zip(
            pairwise([*corners, corners[0]]), layout.neighbours(cell), strict=True
        ):
            if neighbour not in inside:
                yield start, end


def _walls(board: Board, layout: Layout) -> Iterator[tuple[Point, Point]]:
    """The sides over which nobody can step: those on the edge, and between the bends of a path."""
    grid = board.definition.grid
    for cell in board.names:
        corners = layout.outline(cell)
        for side, near in zip(
            pairwise([*corners, corners[0]]), layout.neighbours(cell), strict=True
        ):
            if not grid.is_open(cell, near) and (cell < near or near not in board.names):
                yield side


def first_step(board: Board, layout: Layout, inks: BoardInks) -> Iterator[Item]:
    """An arrowhead over the side from the first space of a path to the second."""
    if not board.definition.grid.is_path or not board.definition.edge:
        return
    start, second = (layout.centre(cell) for cell in [*board.names][:2])
    middle, along = (start + second) * 0.5, (second - start).unit() * (_ARROW * layout.across)
    aside = along.right() * 1.2
    head = polygon([middle + along, middle - along + aside, middle - along - aside])
    yield Shape(head, fill=inks.cells.kerb, stroke=Stroke(0.5, inks.cells.cell))


def each_side(cells: Collection[Cell], layout: Layout) -> Iterator[tuple[Point, Point]]:
    """Every side of the cells once."""
    inside = frozenset(cells)
    for cell in cells:
        corners = layout.outline(cell)
        for side, neighbour in zip(
            pairwise([*corners, corners[0]]), layout.neighbours(cell), strict=True
        ):
            if cell < neighbour or neighbour not in inside:
                yield side


# Rows


def letter_size(across: float) -> float:
    """The em of the letters of rows."""
    return max(_LEAST_LETTER, _LETTER * across)


def letter_room(board: Board, across: float) -> float:
    """How far the letters of rows reach beyond the cells."""
    if not board.definition.coordinates:
        return 0.0
    size = letter_size(across)
    widths = (text_width(each.text, size, bold=True) for each in board.definition.grid.labels)
    return _beside(board, across) + max(size, *widths, 0.0)


def _beside(board: Board, across: float) -> float:
    return rim_width(board, across) / 2 + max(_LEAST_BESIDE, _BESIDE * across)


def row_letters(board: Board, layout: Layout, theme: Theme) -> Iterator[Item]:
    """The letters and numbers of rows and columns, at both of their ends."""
    size = letter_size(layout.across)
    beside = _beside(board, layout.across)
    for text, cell, degrees in board.definition.grid.labels:
        towards = heading(degrees)
        half = Point(text_width(text, size, bold=True) / 2, CAP_HEIGHT * size / 2)
        out = reach(layout, cell, degrees) + beside
        out += abs(towards.x) * half.x + abs(towards.y) * half.y
        at = layout.centre(cell) + towards * out + Point(0, half.y)
        yield Text(text, at, size, theme.caption, bold=True, anchor="middle")


# Legend


def dash_of(group: CellGroup, groups: Sequence[CellGroup], inks: BoardInks) -> tuple[float, ...]:
    """The dashes of the line round a group, if no tints tell it from the others."""
    plain = [each for each in groups if not is_bordered(each)]
    if is_bordered(group) or tints_tell(plain, inks):
        return ()
    return _DASHES[plain.index(group) % len(_DASHES)]


def legend_size(across: float) -> float:
    """The em of the legend."""
    return max(_LEAST_LEGEND, _LEGEND * across)


def legend_lines(board: Board, width: float, across: float) -> list[list[CellGroup]]:
    """The groups with a note, in lines that are no wider than the board.

    On a board over several sheets each has a line of its own, which is on one sheet if it can be.
    """
    size, lines = legend_size(across), []
    if width >= _LARGE_BOARD:
        return [[group] for group in board.definition.groups if group.note]
    used = math.inf
    for group in board.definition.groups:
        if not group.note:
            continue
        wide = _entry_width(group, size)
        if used + 2 * size + wide > width:
            lines.append([group])
            used = wide
        else:
            lines[-1].append(group)
            used += 2 * size + wide
    return lines


def _entry_width(group: CellGroup, size: float) -> float:
    return _NOTE * size + text_width(group.note, size)


def legend_items(board: Board, box: Box, across: float, inks: BoardInks) -> Iterator[Item]:
    """The legend at the top of a box: a swatch of each group, and its note."""
    size = legend_size(across)
    baseline = box.y + 1.9 * size
    for line in legend_lines(board, box.width, across):
        widths = [_entry_width(group, size) for group in line]
        gap = 3 * size if sum(widths) + 3 * size * len(line) <= box.width else 2 * size
        left = (box.width - sum(widths) - gap * (len(line) - 1)) / 2
        x = box.x + (left if box.width < _LARGE_BOARD else 0.0)
        for group, width in zip(line, widths, strict=True):
            yield from _entry(board, group, Point(x, baseline), size, inks)
            x += width + gap
        baseline += 1.6 * size


def _entry(
    board: Board, group: CellGroup, start: Point, size: float, inks: BoardInks
) -> Iterator[Item]:
    """A cell of the group with its sign, and the note of the group, on a baseline that starts at a point."""
    theme = inks.theme
    swatch = board.definition.grid.layout(size * _SWATCH)
    at = Point(start.x + size * _SWATCH / 2, start.y - CAP_HEIGHT * size / 2)
    outline = polygon([corner + at for corner in swatch.outline(Cell(0, 0))])
    dash = dash_of(group, board.definition.groups, inks)
    # The line that goes round the group on the board is that round its swatch.
    is_lined = not (is_bordered(group) or group is hatched_group(board, inks.cells))
    ink = line_ink(group, inks, dashed=bool(dash)) if is_lined else theme.caption
    stroke = Stroke(0.3 if theme.fills else 0.5, ink, dash, round=bool(dash))
    fill = inks.paper.halo if group.colours else cell_ink(group, inks)
    yield Shape(outline, fill=fill)
    if group.colours:
        owners = {board.owners[cell].name: board.owners[cell].fill for cell in group.cells}
        yield from _sectors([*owners.values()], swatch, at, fills=theme.fills)
    if group is hatched_group(board, inks.cells):
        stroke = replace(stroke, dash=())
        yield from hatched(
            [[corner + at for corner in swatch.outline(Cell(0, 0))]], _HATCH * size, theme
        )
    yield Shape(outline, stroke=stroke)
    if group.sign and not group.colours:
        sign = symbol(group.sign, at, 0.8 * swatch.apothem)
        yield from areas_of(inks.cells).sign(sign, sign_ink(group, inks), fill)
    yield Text(group.note, start + Point(size * _NOTE, 0), size, theme.caption)


def _sectors(inks: Sequence[str], cell: Layout, at: Point, *, fills: bool) -> Iterator[Item]:
    """A cell in equal sectors of these inks, or with a spoke in each where nothing has a fill."""
    outline = polygon([corner + at for corner in cell.outline(Cell(0, 0))])
    far, step = cell.across, 360 / len(inks)
    drawn: list[Item] = []
    for number, ink in enumerate(inks):
        # In steps of a quarter at most, so that a corner of the sector lies outside the cell.
        bends = [(number + part / 4) * step for part in range(5)]
        if fills:
            arc = [at + heading(bend) * far for bend in bends]
            drawn.append(Shape(polygon([at, *arc]), fill=ink))
        else:
            spoke = segment(at, at + heading(bends[2]) * far)
            drawn.append(Shape(spoke, stroke=Stroke(_SPOKE, ink)))
    yield Clip(outline, tuple(drawn))


def legend_inside(board: Board, box: Box, across: float, inks: BoardInks) -> Iterator[Item]:
    """The legend in the middle of a box, one note below the other."""
    size = size_inside(board, box, across)
    noted = [group for group in board.definition.groups if group.note]
    width = max((_entry_width(group, size) for group in noted), default=0.0)
    top = box.centre.y - len(noted) * _PITCH * size / 2
    for number, group in enumerate(noted):
        start = Point(box.centre.x - width / 2, top + (number + 0.7) * _PITCH * size)
        yield from _entry(board, group, start, size, inks)


def size_inside(board: Board, box: Box, across: float) -> float:
    """The em of a legend inside a box: that of a legend below, up to twice as large; 0 without room."""
    noted = [group for group in board.definition.groups if group.note]
    if not noted or box.width <= 0:
        return 0.0
    wide = max(_entry_width(group, 1.0) for group in noted)
    size = min(2 * legend_size(across), box.width / wide, box.height / len(noted) / _PITCH)
    return size if size >= legend_size(across) else 0.0
