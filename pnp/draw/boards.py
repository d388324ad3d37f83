"""The drawing of a board: its cells, their names, and a legend below."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from pnp.colour.measures import mixed
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import CellGroup
from pnp.draw.ink_styles import painted
from pnp.draw.symbols import symbol
from pnp.scene import Drawing, Item, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box, polygon
from pnp.sets.components import Board
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation, neighbours

# Millimetres on paper, whatever the size of the hexagons.
_LINE = 0.3
_RIM = 1.0
_BORDER = 0.5
_AIR = 0.3  # between a line and a name
_SMALL = 2.5  # 7 pt
_LARGE = 4.2  # 12 pt, the letters of the rows
_BESIDE = 2.0  # between a cell and the letter of its row
_LEGEND = 3.2  # 9 pt
_NAMED_FROM = 7.0  # across flats: smaller cells have no room for a name of 7 pt

_LARGE_BOARD = 250.0

# Shares of the distance across flats.
_SIGN = 0.2
_NAME = 0.125
_INSET = 0.05

# Millimetres: dashes and gaps round groups without a sign. A very short dash with round ends is a
# dot; some renderers would omit a dash of no length.
_DASHES = ((1.6, 1.2), (0.01, 1.0), (1.6, 1.0, 0.01, 1.0))


def board_layout(board: Board, across: float) -> HexLayout:
    """The layout of a board's cells with hexagons of that size."""
    return HexLayout(across, board.definition.orientation)


def board_picture(
    board: Board,
    across: float,
    *,
    highlight: Iterable[str] = (),
    covered: Collection[Hex] = (),
    art: Mapping[Hex, tuple[Item, ...]] = MappingProxyType({}),
    legend: bool = False,
    theme: Theme = STANDARD,
) -> Picture:
    """The board round the origin, with hexagons of that size across flats, in millimetres.

    The box includes the letters of the rows and the legend. An outline surrounds the cells in
    `highlight`; raises ValueError with the first name that no cell has. Cells that are `covered` by
    tokens have no signs, and no `art`, which is drawn round the centre of its cell.
    """
    layout = board_layout(board, across)
    shown = {cell: each for cell, each in art.items() if cell not in covered}
    items: list[Item] = [*_cells(board, layout, covered, shown, theme), *_rim(board, layout, theme)]
    items += highlight_items(cells_named(board, [*highlight]), layout, theme)
    points = [point for cell in board.names for point in layout.outline(cell)]
    box = bounding_box(points).widened(_RIM / 2)
    if board.definition.coordinates:
        items += _row_letters(board, layout, theme)
        room = _BESIDE + _LARGE
        pointy = board.definition.orientation is Orientation.POINTY_TOP
        box = (
            Box(box.x - room, box.y, box.width + 2 * room, box.height)
            if pointy
            else Box(box.x, box.y - room, box.width, box.height + 2 * room)
        )
    noted = [group for group in board.definition.groups if group.note]
    if legend and noted:
        items += _legend(noted, board.definition.groups, box, theme)
        box = Box(box.x, box.y, box.width, box.height + 3 * _LEGEND)
    return Picture(Drawing(tuple(items)), box)


def across_for(board: Board, height: float) -> float:
    """The size across flats of the hexagons of a board that is *height* high."""
    # Letters and lines have the same size on all boards: only the rest grows with the hexagons.
    smaller, larger = (board_picture(board, across).box.height for across in (10.0, 20.0))
    slope = (larger - smaller) / 10.0
    return 10.0 + (height - smaller) / slope


def _cells(
    board: Board,
    layout: HexLayout,
    covered: Collection[Hex],
    art: Mapping[Hex, tuple[Item, ...]],
    theme: Theme,
) -> Iterator[Item]:
    """Grounds, then lines, then signs and names, so that no cell covers its neighbour's line."""
    groups: dict[Hex, list[CellGroup]] = defaultdict(list)
    for group in board.definition.groups:
        for cell in group.cells:
            groups[cell].append(group)
    for cell in board.names:
        tint = groups[cell][0].tint if cell in groups else theme.cell
        yield Shape(polygon(layout.outline(cell)), fill=tint)
    for cell, items in art.items():
        yield Placed(Drawing(items), layout.centre(cell))
    for cell in board.names:
        yield Shape(polygon(layout.outline(cell)), stroke=Stroke(_LINE, theme.border))
    # A border as well as a tint, because a photocopier loses tints.
    bordered = {cell for cell in groups if groups[cell][0].filled or groups[cell][0].sign}
    for cell in board.names:
        if cell in bordered:
            outline = polygon(layout.outline(cell, inset=layout.across * _INSET))
            yield Shape(outline, stroke=Stroke(_BORDER, theme.kerb))
    for group in board.definition.groups:
        if not group.filled and not group.sign:
            dash = () if theme.fills else _dash(group, board.definition.groups)
            yield from _group_border(group.cells, layout, theme, dash)
    names = {}
    if has_names(board, layout.across):
        for cell, name in board.names.items():
            names[cell] = _cell_name(name, cell, layout, theme, bordered=cell in bordered)
    for cell, found in groups.items():
        if cell not in covered:
            yield from _cell_signs(cell, found, names.get(cell), layout, theme)
    yield from names.values()


def has_names(board: Board, across: float) -> bool:
    """Whether cells of that size show their names."""
    return board.definition.coordinates and across >= _NAMED_FROM


def _dash(group: CellGroup, groups: Sequence[CellGroup]) -> tuple[float, ...]:
    """The dashes of the line round a group, by which it differs from others without tints."""
    if group.filled or group.sign:
        return ()
    plain = [each for each in groups if not each.filled and not each.sign]
    return _DASHES[plain.index(group) % len(_DASHES)]


def _group_border(
    cells: Sequence[Hex], layout: HexLayout, theme: Theme, dash: tuple[float, ...]
) -> Iterator[Item]:
    """A line round the outside of a group of cells."""
    path = tuple(
        part for start, end in _outer_sides(cells, layout) for part in (("M", *start), ("L", *end))
    )
    stroke = Stroke(0.5, theme.kerb, dash, round=True)
    yield Shape(path, stroke=stroke)  # type: ignore[arg-type]


def cells_named(board: Board, names: Sequence[str]) -> list[Hex]:
    """The cells of these names; raises ValueError with the first name that no cell has."""
    by_name = {name: cell for cell, name in board.names.items()}
    for name in names:
        if name not in by_name:
            raise ValueError(name)
    return [by_name[name] for name in names]


def highlight_items(cells: Iterable[Hex], layout: HexLayout, theme: Theme) -> Iterator[Item]:
    """A bold line round the outside of the cells."""
    path = tuple(
        part for start, end in _outer_sides(cells, layout) for part in (("M", *start), ("L", *end))
    )
    if path:
        yield Shape(path, stroke=Stroke(1.2, theme.mark, round=True))  # type: ignore[arg-type]


def _outer_sides(cells: Iterable[Hex], layout: HexLayout) -> Iterator[tuple[Point, Point]]:
    """The sides of the cells that face outwards."""
    inside = frozenset(cells)
    for cell in inside:
        corners = layout.outline(cell)
        for (start, end), neighbour in zip(
            pairwise([*corners, corners[0]]), neighbours(cell), strict=True
        ):
            if neighbour not in inside:
                yield start, end


def _rim(board: Board, layout: HexLayout, theme: Theme) -> Iterator[Item]:
    if board.definition.edge:
        path = tuple(
            part
            for start, end in _outer_sides(board.names, layout)
            for part in (("M", *start), ("L", *end))
        )
        yield Shape(path, stroke=Stroke(_RIM, theme.kerb, round=True))  # type: ignore[arg-type]


def _cell_signs(
    cell: Hex, groups: Sequence[CellGroup], name: Text | None, layout: HexLayout, theme: Theme
) -> Iterator[Item]:
    centre = layout.centre(cell)
    ink = mixed(theme.kerb, theme.cell, 0.35)
    for group in groups:
        # A sign stands above its label.
        up = layout.across * 0.13 if group.labels else 0.0
        reach = layout.across * (_SIGN * 0.75 if group.labels else _SIGN)
        if name is not None and not group.labels:
            # Above the name, which takes much of a small cell.
            top = name.at.y - name.size * CAP_HEIGHT - centre.y
            up = max(up, reach + _AIR - top)
        if group.sign:
            sign = symbol(group.sign, centre - Point(0, up), reach)
            yield from painted(sign, ink, theme, ground=theme.cell)
        if group.labels:
            size = max(layout.across * (0.16 if group.sign else 0.2), _SMALL)
            down = layout.across * 0.2 if group.sign else 0.0
            at = centre + Point(0, down + size * CAP_HEIGHT / 2)
            label = group.labels[group.cells.index(cell)]
            widest = layout.across * 0.86
            size = min(size, widest / max(1e-6, text_width(label, 1.0, bold=True)))
            yield Text(label, at, size, ink, bold=True, anchor="middle")


def _cell_name(name: str, cell: Hex, layout: HexLayout, theme: Theme, *, bordered: bool) -> Text:
    """The name, low in the cell, where a token leaves it visible, clear of the sides."""
    size = max(layout.across * _NAME, _SMALL)
    clear = max(_RIM / 2, layout.across * _INSET + _BORDER / 2 if bordered else 0.0) + _AIR
    if layout.orientation is Orientation.POINTY_TOP:
        # Its lower corners keep clear of the two lowest sides, which rise by 30 degrees.
        aside = text_width(name, size) / 2 + 2 * clear
        low = min(layout.circumradius * 0.8, layout.circumradius - aside / math.sqrt(3))
    else:
        low = min(layout.across * 0.45, layout.across / 2 - clear)
    return Text(name, layout.centre(cell) + Point(0, low), size, theme.note, anchor="middle")


def _row_letters(board: Board, layout: HexLayout, theme: Theme) -> Iterator[Item]:
    """The letter of each row at both of its ends."""
    rows: dict[str, list[Hex]] = defaultdict(list)
    for cell, name in board.names.items():
        rows[name[0]].append(cell)
    pointy = layout.orientation is Orientation.POINTY_TOP
    reach = layout.across / 2 + _BESIDE
    for letter, cells in rows.items():
        first, last = layout.centre(min(cells)), layout.centre(max(cells))
        half = CAP_HEIGHT * _LARGE / 2
        if pointy:
            aside = reach + text_width(letter, _LARGE, bold=True) / 2
            ends = (first + Point(-aside, half), last + Point(aside, half))
        else:
            ends = (first + Point(0, -reach), last + Point(0, reach + 2 * half))
        for at in ends:
            yield Text(letter, at, _LARGE, theme.caption, bold=True, anchor="middle")


def _legend(
    groups: Sequence[CellGroup], all_groups: Sequence[CellGroup], box: Box, theme: Theme
) -> Iterator[Item]:
    """One line below the board: a swatch of each group, and its note."""
    swatch = _LEGEND
    widths = [swatch * 1.5 + text_width(group.note, _LEGEND) for group in groups]
    gap = 3 * swatch if box.width >= sum(widths) + 3 * swatch * len(groups) else swatch
    left = (box.width - sum(widths) - gap * (len(groups) - 1)) / 2
    # On the left, the legend of a board over several sheets stays in one piece.
    x = box.x + (left if box.width < _LARGE_BOARD else 0.0)
    baseline = box.bottom + 2.2 * _LEGEND
    for group, width in zip(groups, widths, strict=True):
        at = Point(x + swatch / 2, baseline - CAP_HEIGHT * _LEGEND / 2)
        corners = HexLayout(swatch * 0.95, Orientation.POINTY_TOP).outline(Hex(0, 0))
        outline = polygon([corner + at for corner in corners])
        dash = () if theme.fills else _dash(group, all_groups)
        stroke = Stroke(_LINE if theme.fills else 0.5, theme.caption, dash, round=bool(dash))
        yield Shape(outline, fill=group.tint, stroke=stroke)
        yield Text(group.note, Point(x + swatch * 1.5, baseline), _LEGEND, theme.caption)
        x += width + gap
