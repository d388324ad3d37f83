"""The drawing of a board: its cells, their names, and what surrounds them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pnp.colour.measures import SEEN, contrast, mixed
from pnp.colour.theme import PAPER, STANDARD, Theme
from pnp.definition import CellGroup, Ink
from pnp.draw.board_edges import (
    dash_of,
    is_bordered,
    legend_items,
    legend_lines,
    legend_size,
    letter_room,
    lines_of,
    outer_sides,
    rim_items,
    rim_width,
    row_letters,
)
from pnp.draw.board_inks import board_theme, cell_ink, has_ground, line_ink, name_ink
from pnp.draw.ink_styles import painted
from pnp.draw.symbols import box_path, symbol
from pnp.draw.tracks import track_height, track_items
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Path, Point, bounding_box, polygon
from pnp.sets.components import Board
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation, hexhex

# Millimetres on paper, whatever the size of the hexagons.
_LINE = 0.3
_BORDER = 0.5
_HIGHLIGHT = 1.2
_TITLE, _TITLE_FROM = 8.0, 12.0  # of the title on a ground, and the room that it needs
_AIR = 0.35  # between a line and a name
_SMALL = 2.5  # 7 pt
_NAMED_FROM = 7.0  # across flats: smaller cells have no room for a name

# Shares of the distance across flats.
_SIGN = 0.2
_NAME = 0.125
_INSET = 0.05
_INSET_OF_PLAYER, _BAND = 0.065, 0.075
_MARGIN = 0.03  # of a ground round the board, which printers reach

# The share of light in the lattice round a board on a ground of its own.
_FAINT = 0.07


def board_layout(board: Board, across: float) -> HexLayout:
    """The layout of a board's cells with hexagons of that size."""
    return HexLayout(across, board.definition.orientation)


class _Inks(NamedTuple):
    """The inks of a board: those on its own ground, and those of the paper, for the fields of players."""

    theme: Theme
    paper: Theme


def board_picture(
    board: Board,
    across: float,
    *,
    highlight: Iterable[str] = (),
    covered: Collection[Hex] = (),
    art: Mapping[Hex, tuple[Item, ...]] = MappingProxyType({}),
    legend: bool = False,
    rows: bool = True,
    names: bool = True,
    room: tuple[float, float] | None = None,
    title: Callable[[float, float, Theme], Picture] | None = None,
    theme: Theme = STANDARD,
) -> Picture:
    """The board round the origin, with hexagons of that size across flats, in millimetres.

    The box includes the letters of the `rows`, and with `legend` the tracks and the legend below. A
    ground fills the `room`, a width and a height, if the board has both; the call `title` then draws the
    title above the cells, in a width, a height and inks. An outline surrounds the
    cells in `highlight`; raises ValueError with the first name that no cell has. Cells that are
    `covered` by tokens have no signs, and no `art`, which is drawn round the centre of its cell. A
    picture without `names` has room for those of `name_items`.
    """
    layout = board_layout(board, across)
    inks = _Inks(board_theme(board.definition, theme), theme)
    shown = {cell: each for cell, each in art.items() if cell not in covered}
    items: list[Item] = [
        *_cells(board, layout, covered, shown, inks, names=names),
        *rim_items(board, layout, inks.theme, theme),
    ]
    items += highlight_items(cells_named(board, [*highlight]), layout, inks.theme)
    if board.definition.coordinates and rows:
        items += row_letters(board, layout, inks.theme)
    box = board_box(board, across, legend=legend, rows=rows)
    if legend:
        items += _below(board, across, inks)
    if has_ground(board.definition, theme):
        box = _filling(box, room) if room else box
        items = [*_ground(board, layout, box, inks.theme), *items]
        free = _box_of_cells(board, across).y - box.y
        if room and title and free >= _TITLE_FROM:
            made = title(0.6 * box.width, min(_TITLE, 0.5 * free), inks.theme)
            items.append(made.at(Point(box.x + _TITLE, box.y + (free - made.box.height) / 2)))
    return Picture(Drawing(tuple(items)), box)


def board_box(board: Board, across: float, *, legend: bool = False, rows: bool = True) -> Box:
    """The box of a board's picture."""
    box = _box_of_cells(board, across, rows=rows)
    if legend:
        below = sum(track_height(each, box.width, across) for each in board.definition.tracks)
        lines = len(legend_lines(board, box.width, across))
        size = legend_size(across)
        below += (1.4 + 1.6 * lines) * size if lines else 0.0
        box = box._replace(height=box.height + below)
    return box.widened(_MARGIN * across) if board.definition.ground else box


def _box_of_cells(board: Board, across: float, *, rows: bool = True) -> Box:
    """The box of the cells with the letters of their rows."""
    layout = board_layout(board, across)
    # All cells have the outline of the first one.
    centres = [layout.centre(cell) for cell in board.names]
    one, middle = bounding_box(layout.outline(next(iter(board.names)))), centres[0]
    corners = (Point(one.x, one.y) - middle, Point(one.right, one.bottom) - middle)
    points = [centre + corner for centre in centres for corner in corners]
    box = bounding_box(points).widened(rim_width(board, across) / 2)
    beside = letter_room(board, across) if rows else 0.0
    if board.definition.orientation is Orientation.POINTY_TOP:
        return Box(box.x - beside, box.y, box.width + 2 * beside, box.height)
    return Box(box.x, box.y - beside, box.width, box.height + 2 * beside)


def _below(board: Board, across: float, inks: _Inks) -> Iterator[Item]:
    """The tracks and the legend below the cells."""
    box = _box_of_cells(board, across)
    top = box.bottom
    for track in board.definition.tracks:
        yield from track_items(track, Box(box.x, top, box.width, 0), across, inks.theme)
        top += track_height(track, box.width, across)
    place = Box(box.x, top, box.width, 0)
    yield from legend_items(board, place, across, inks.theme, inks.paper)


def _filling(box: Box, room: tuple[float, float]) -> Box:
    """The box grown to the room; a little less above than below looks centred."""
    width, height = (
        max(own, given) for own, given in zip((box.width, box.height), room, strict=True)
    )
    x, y = box.x - (width - box.width) / 2, box.y - (height - box.height) * 0.45
    return Box(x, y, width, height)


def _ground(board: Board, layout: HexLayout, box: Box, theme: Theme) -> Iterator[Item]:
    """The ground in its box, with the lattice of the cells as a faint line."""
    yield Shape(box_path(box), fill=theme.ground)
    sides = math.ceil(max(box.width, box.height) / layout.across) + board.definition.side
    lattice: Path = ()
    for cell in hexhex(min(sides, 40)):
        at = layout.centre(cell)
        if box.widened(layout.across).contains(Box(at.x, at.y, 0, 0)) and cell not in board.names:
            # Three sides of each hexagon are enough: its neighbours have the other three.
            lattice += polygon(layout.outline(cell)[:4])[:-1]
    ink = mixed(theme.ground, theme.mark, _FAINT)
    yield Clip(box_path(box), (Shape(lattice, stroke=Stroke(_LINE, ink)),))


def across_for(board: Board, height: float) -> float:
    """The size across flats of the hexagons of a board that is *height* high."""
    low, high = 0.0, height
    for _ in range(32):
        middle = (low + high) / 2
        if board_box(board, middle).height < height:
            low = middle
        else:
            high = middle
    return high


def _cells(
    board: Board,
    layout: HexLayout,
    covered: Collection[Hex],
    art: Mapping[Hex, tuple[Item, ...]],
    inks: _Inks,
    *,
    names: bool,
) -> Iterator[Item]:
    """Grounds, then lines, then signs and names, so that no cell covers its neighbour's line."""
    theme, paper = inks
    groups = _groups(board)
    for cell in board.names:
        tint = cell_ink(groups[cell][0], paper, theme) if cell in groups else theme.cell
        yield Shape(polygon(layout.outline(cell)), fill=tint)
    for cell, items in art.items():
        yield Placed(Drawing(items), layout.centre(cell))
    for cell in board.names:
        yield Shape(polygon(layout.outline(cell)), stroke=Stroke(_LINE, theme.border))
    # A border as well as a tint, because a photocopier loses tints.
    bordered = _bordered(board, groups)
    for cell in board.names:
        if cell in bordered:
            outline = polygon(layout.outline(cell, inset=layout.across * _INSET))
            yield Shape(outline, stroke=Stroke(_BORDER, theme.kerb))
    for cell, ink in board.owners.items():
        yield from _field(cell, ink, layout, paper)
    for group in board.definition.groups:
        if not is_bordered(group):
            dash = () if theme.fills else dash_of(group, board.definition.groups)
            width = max(0.5, 0.035 * layout.across)
            stroke = Stroke(width, line_ink(group, paper, theme), dash, round=True)
            yield Shape(lines_of(outer_sides(group.cells, layout)), stroke=stroke)
    written = _names(board, layout, covered, inks)
    for cell, found in groups.items():
        if cell not in covered:
            owner = board.owners.get(cell)
            own = theme if owner is None else paper
            yield from _cell_signs(cell, found, written.get(cell), layout, own, owner)
    if names:
        yield from written.values()


def name_items(
    board: Board, across: float, *, covered: Collection[Hex] = (), theme: Theme = STANDARD
) -> tuple[Item, ...]:
    """The names of all cells, to lie over the routes and tokens of a picture without names."""
    inks = _Inks(board_theme(board.definition, theme), theme)
    return tuple(_names(board, board_layout(board, across), covered, inks).values())


def _groups(board: Board) -> dict[Hex, list[CellGroup]]:
    """The groups of each cell that is in one."""
    groups: dict[Hex, list[CellGroup]] = defaultdict(list)
    for group in board.definition.groups:
        for cell in group.cells:
            groups[cell].append(group)
    return groups


def _bordered(board: Board, groups: Mapping[Hex, Sequence[CellGroup]]) -> set[Hex]:
    """The cells with a border of their own."""
    return {cell for cell in groups if is_bordered(groups[cell][0])} - board.owners.keys()


def _names(
    board: Board, layout: HexLayout, covered: Collection[Hex], inks: _Inks
) -> dict[Hex, Text]:
    """The name in each cell; the token of its owner leaves a name no room."""
    theme, paper = inks
    if not has_names(board, layout.across):
        return {}
    groups = _groups(board)
    bordered, rim = _bordered(board, groups), rim_width(board, layout.across) / 2
    names = {}
    for cell, name in board.names.items():
        inner, owned = rim, cell in board.owners
        if owned and cell in covered:
            continue
        if cell in bordered:
            inner = max(rim, layout.across * _INSET + _BORDER / 2)
        elif owned:
            inner = max(rim, layout.across * (_INSET_OF_PLAYER + _BAND))
        first = groups[cell][0] if cell in groups else None
        over = paper.note if owned else name_ink(first, paper, theme)
        names[cell] = _cell_name(name, cell, layout, over, inner)
    return names


def _field(cell: Hex, ink: Ink, layout: HexLayout, paper: Theme) -> Iterator[Item]:
    """A light field in a band of the player's ink, like a token; the band is a line without fills."""
    across = layout.across
    if not paper.fills:
        outline = polygon(layout.outline(cell, inset=across * (_INSET_OF_PLAYER + _BAND / 2)))
        yield Shape(outline, stroke=Stroke(0.6, ink.fill))
        return
    outline = polygon(layout.outline(cell, inset=across * _INSET_OF_PLAYER))
    yield Shape(outline, fill=ink.fill)
    inner = polygon(layout.outline(cell, inset=across * (_INSET_OF_PLAYER + _BAND)))
    yield Shape(inner, fill=paper.halo)


def has_names(board: Board, across: float) -> bool:
    """Whether cells of that size show their names."""
    return board.definition.coordinates and across >= _NAMED_FROM


def cells_named(board: Board, names: Sequence[str]) -> list[Hex]:
    """The cells of these names; raises ValueError with the first name that no cell has."""
    by_name = {name: cell for cell, name in board.names.items()}
    for name in names:
        if name not in by_name:
            raise ValueError(name)
    return [by_name[name] for name in names]


def highlight_items(cells: Iterable[Hex], layout: HexLayout, theme: Theme) -> Iterator[Item]:
    """A bold line round the outside of the cells; a light one has a dark casing, for cells on white paper."""
    path = lines_of(outer_sides([*cells], layout))
    if path:
        width = min(_HIGHLIGHT, 0.105 * layout.across)
        if contrast(theme.mark, PAPER) < SEEN:
            yield Shape(path, stroke=Stroke(1.7 * width, theme.ground, round=True))
        yield Shape(path, stroke=Stroke(width, theme.mark, round=True))


def _cell_signs(
    cell: Hex,
    groups: Sequence[CellGroup],
    name: Text | None,
    layout: HexLayout,
    theme: Theme,
    owner: Ink | None,
) -> Iterator[Item]:
    """The sign and the label of a cell; in a cell that belongs to a player the player's symbol."""
    centre = layout.centre(cell)
    ink = mixed(theme.kerb, theme.cell, 0.35) if owner is None else owner.fill
    ground = theme.cell if owner is None else theme.halo
    for group in groups:
        # A sign stands above its label.
        up = layout.across * 0.13 if group.labels else 0.0
        reach = layout.across * (_SIGN * 0.75 if group.labels else _SIGN)
        if name is not None and not group.labels:
            # Above the name, which takes much of a small cell.
            top = name.at.y - name.size * CAP_HEIGHT - centre.y
            up = max(up, reach + _AIR - top)
        shown = group.sign or (owner.symbol if owner is not None and group.colours else "")
        if shown:
            sign = symbol(shown, centre - Point(0, up), reach)
            yield from painted(sign, ink, theme, ground=ground)
        if group.labels:
            size = max(layout.across * (0.16 if group.sign else 0.2), _SMALL)
            down = layout.across * 0.2 if group.sign else 0.0
            at = centre + Point(0, down + size * CAP_HEIGHT / 2)
            label = group.labels[group.cells.index(cell)]
            widest = layout.across * 0.86
            size = min(size, widest / max(1e-6, text_width(label, 1.0, bold=True)))
            yield Text(label, at, size, ink, bold=True, anchor="middle")


def _cell_name(name: str, cell: Hex, layout: HexLayout, ink: str, inner: float) -> Text:
    """The name, low in the cell, where a token leaves it visible, clear of the lines that reach *inner*."""
    size = max(layout.across * _NAME, _SMALL)
    clear = inner + max(_AIR, 0.02 * layout.across)
    if layout.orientation is Orientation.POINTY_TOP:
        # Its lower corners keep clear of the two lowest sides, which rise by 30 degrees.
        aside = text_width(name, size) / 2 + 2 * clear
        low = min(layout.circumradius * 0.8, layout.circumradius - aside / math.sqrt(3))
    else:
        low = min(layout.across * 0.45, layout.across / 2 - clear)
    return Text(name, layout.centre(cell) + Point(0, low), size, ink, anchor="middle")
