"""The drawing of a board: its cells, their names, and what surrounds them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pnp.colour.measures import SEEN, contrast, mixed
from pnp.colour.theme import PAPER, STANDARD, Theme
from pnp.definition import Ink, TrackDefinition
from pnp.draw.board.edges import (
    dash_of,
    each_side,
    first_step,
    highlight_width,
    legend_inside,
    legend_items,
    legend_lines,
    legend_size,
    letter_room,
    lines_of,
    outer_sides,
    rim_items,
    rim_width,
    row_letters,
    size_inside,
)
from pnp.draw.board.inks import (
    BoardInks,
    board_inks,
    cell_ink,
    has_ground,
    hatched_group,
    hatching,
    is_bordered,
    line_ink,
)
from pnp.draw.board.names import (
    BAND,
    BORDER,
    INSET,
    INSET_OF_PLAYER,
    bordered,
    groups_by_cell,
    names_in,
)
from pnp.draw.board.seams import Span, aside, entry_spans, spans_of
from pnp.draw.board.signs import cell_signs
from pnp.draw.board.tracks import box_round, items_round, track_height, track_items
from pnp.draw.look.signs import box_path
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, polygon
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell, Layout

# Millimetres on paper, whatever the size of the cells.
_LINE = 0.3

# Shares of the distance across flats.
_MARGIN = 0.03  # of a ground round the board, which printers reach
# The height of a title, the least gap to it, and its share of the width.
_TITLE, _TITLE_AIR, _TITLE_SHARE = 0.55, 0.35, 0.8
_MOST_APART = 0.8  # between the parts of a board in a large room

# The band of a player with less contrast to its cell melts into it; its outline, as a share of a cell.
_MELTS, _RIM = 1.6, 0.025

# The width of the dark casing of a light line round highlighted cells, by that of the line.
_CASING = 1.7

# The share of light in the lattice round a board on a ground of its own, and the millimetres of plain ground round it.
_FAINT, _PLAIN = 0.07, 1.0


def board_layout(board: Board, across: float) -> Layout:
    """The layout of a board's cells of that size."""
    return board.definition.grid.layout(across)


class Room(NamedTuple):
    """The room that a board fills: its size, and how far the board's middle is off its own.

    On a poster `seams` run down the room, so far from its left edge.
    """

    width: float
    height: float
    off: Point = ORIGIN
    seams: tuple[float, ...] = ()


class _Spread(NamedTuple):
    """The free height of a room: above the board, between its parts, and for a title above the cells."""

    margin: float
    apart: float
    title: float


def board_picture(
    board: Board,
    across: float,
    *,
    highlight: Iterable[str] = (),
    covered: Collection[Cell] = (),
    art: Mapping[Cell, tuple[Item, ...]] = MappingProxyType({}),
    legend: bool = False,
    rows: bool = True,
    names: bool = True,
    room: Room | None = None,
    title: Callable[[float, float, Theme], Picture] | None = None,
    theme: Theme = STANDARD,
) -> Picture:
    """The board round the origin, with cells of that size, in millimetres.

    The box includes the letters of the `rows`, and with `legend` the tracks and the legend below. It
    fills the `room`: the parts move apart, a ground covers it, and the call `title` draws the title
    above the cells, in a width, a height and inks. An outline surrounds the
    cells in `highlight`; raises ValueError with the first name that no cell has. Cells that are
    `covered` by tokens have no signs, and no `art`, which is drawn round the centre of its cell. A
    picture without `names` has room for those of `names_over`.
    """
    layout = board_layout(board, across)
    inks = board_inks(board.definition, theme)
    shown = {cell: each for cell, each in art.items() if cell not in covered}
    items: list[Item] = [
        *_cells(board, layout, covered, shown, inks, names=names),
        *rim_items(board, layout, inks.theme, theme),
        *first_step(board, layout, inks),
    ]
    items += highlight_items(cells_named(board, [*highlight]), layout, inks.theme)
    if board.definition.coordinates and rows:
        items += row_letters(board, layout, inks.theme)
    spread = _spread(board, across, room) if room else _Spread(0.0, 0.0, 0.0)
    box = whole = board_box(board, across, legend=legend, rows=rows)
    if room:
        above = spread.margin + (spread.title + spread.apart if spread.title else 0.0)
        left = box.centre.x - room.width / 2
        whole = Box(left - room.off.x, box.y - above - room.off.y, room.width, room.height)
    seams = [whole.x + each for each in room.seams] if room else []
    if title and board.definition.grid.is_loop:
        items += _middle(board, across, title, inks, seams, legend=legend)
    elif title and spread.title:
        made = title(_TITLE_SHARE * box.width, spread.title, inks.theme)
        bottom = _box_with_tracks(board, across).y - spread.apart
        at = Point(box.centre.x - made.box.width / 2, bottom - made.box.height)
        items.append(_beside(made, at, seams, across))
    if legend:
        items += _below(board, across, inks, spread.apart, whole, seams)
    if has_ground(board.definition, theme):
        items = [*_ground(board, layout, whole, inks.theme), *items]
    return Picture(Drawing(tuple(items)), whole)


def _middle(
    board: Board,
    across: float,
    title: Callable[[float, float, Theme], Picture],
    inks: BoardInks,
    seams: Sequence[float],
    *,
    legend: bool,
) -> Iterator[Item]:
    """The title in the free middle of a loop, and the legend below it."""
    room = _inside(board, across)
    if min(room.width, room.height) <= across:
        return
    made = title(0.86 * room.width, 0.3 * room.height, inks.theme)
    place = _legend_place(board, across) if legend else None
    centre = room.centre if place is None else Point(room.centre.x, room.y + 0.34 * room.height)
    at = centre - Point(made.box.width / 2, made.box.height / 2)
    yield _beside(made, at, seams, across)
    if place is not None:
        entries = entry_spans(legend_inside(board, place, across, inks))
        way = aside(entries, seams, Span(room.x, room.right))
        yield from legend_inside(board, place._replace(x=place.x + way), across, inks)


def _beside(title: Picture, at: Point, seams: Sequence[float], across: float) -> Placed:
    """The title here or a little aside, with seams between its letters."""
    most = _TITLE * across
    room = Span(at.x - most, at.x + title.box.width + most)
    way = aside([*spans_of((title.at(at),))], seams, room)
    return title.at(at + Point(way, 0))


def _inside(board: Board, across: float) -> Box:
    """The box inside a loop."""
    return Box(*(across * each for each in board.definition.grid.extent)).widened(-across)


def _legend_place(board: Board, across: float) -> Box | None:
    """The box of a legend inside a loop; None without room for it."""
    if not board.definition.grid.is_loop:
        return None
    room = _inside(board, across)
    place = Box(room.x, room.y + 0.54 * room.height, room.width, 0.36 * room.height)
    place = Box(place.x + across / 2, place.y, place.width - across, place.height)
    return place if size_inside(board, place, across) else None


def margin_in(board: Board, across: float, room: Room) -> Point:
    """How far a board can be moved in its room, to each side, up and down."""
    aside = (room.width - board_box(board, across, legend=True).width) / 2
    return Point(aside, _spread(board, across, room).margin)


def _spread(board: Board, across: float, room: Room) -> _Spread:
    """A title if it has room, and equal gaps between the parts, up to a limit; a loop has its title inside."""
    free = room.height - board_box(board, across, legend=True).height
    inner, title = len(_heights_below(board, across)), _TITLE * across
    if free >= title + 3 * _TITLE_AIR * across and not board.definition.grid.is_loop:
        free, inner = free - title, inner + 1
    else:
        title = 0.0
    apart = max(0.0, min(free / (inner + 2), _MOST_APART * across))
    return _Spread(max(0.0, (free - inner * apart) / 2), apart, title)


def board_box(board: Board, across: float, *, legend: bool = False, rows: bool = True) -> Box:
    """The box of a board's picture."""
    box = _box_with_tracks(board, across) if legend else _box_of_cells(board, across, rows=rows)
    if legend:
        box = box._replace(height=box.height + sum(_heights_below(board, across)))
    return box.widened(_MARGIN * across) if board.definition.ground else box


def _box_of_cells(board: Board, across: float, *, rows: bool = True) -> Box:
    """The box of the cells with the letters of their rows."""
    grid = board.definition.grid
    box = Box(*(across * each for each in grid.extent)).widened(rim_width(board, across) / 2)
    beside = letter_room(board, across) if rows else 0.0
    wide = beside if grid.has_labels_beside else 0.0
    high = beside if grid.has_labels_above else 0.0
    return Box(box.x - wide, box.y - high, box.width + 2 * wide, box.height + 2 * high)


def _tracks(board: Board, where: str) -> list[TrackDefinition]:
    return [track for track in board.definition.tracks if track.where == where]


def _box_with_tracks(board: Board, across: float) -> Box:
    """The box of the cells with the tracks round them."""
    box = _box_of_cells(board, across)
    for track in _tracks(board, "edge"):
        box = box_round(track, box)
    return box


def _heights_below(board: Board, across: float) -> list[float]:
    """The heights of the tracks and of the legend below the cells, each with the air above it."""
    width = _box_with_tracks(board, across).width
    heights = [track_height(each, width, across) for each in _tracks(board, "below")]
    lines = len(legend_lines(board, width, across)) if _legend_place(board, across) is None else 0
    return [*heights, (1.4 + 1.6 * lines) * legend_size(across)] if lines else heights


def _below(
    board: Board, across: float, inks: BoardInks, apart: float, whole: Box, seams: Sequence[float]
) -> Iterator[Item]:
    """The tracks and the legend below the cells, each so far *apart*; roads cross the *whole* board."""
    box = _box_of_cells(board, across)
    for track in _tracks(board, "edge"):
        yield from items_round(track, box, inks.theme)
        box = box_round(track, box)
    top = box.bottom + apart
    for track in _tracks(board, "below"):
        yield from track_items(track, Box(box.x, top, box.width, 0), across, inks.theme, whole)
        top += track_height(track, box.width, across) + apart
    if _legend_place(board, across) is not None:
        return
    place = Box(box.x, top, box.width, 0)
    entries = entry_spans(legend_items(board, place, across, inks))
    way = aside(entries, seams, Span(whole.x, whole.right))
    yield from legend_items(board, place._replace(x=place.x + way), across, inks)


def _ground(board: Board, layout: Layout, box: Box, theme: Theme) -> Iterator[Item]:
    """The ground in its box, with the lattice of the cells as a faint line."""
    yield Shape(box_path(box), fill=theme.ground)
    outside = [
        cell for cell in layout.around(box.widened(layout.across)) if cell not in board.names
    ]
    ink = mixed(theme.ground, theme.mark, _FAINT)
    # Viewers draw clipped lines as far as the next pixel, which would show beside the ground.
    yield Clip(
        box_path(box.widened(-_PLAIN)),
        (Shape(lines_of(each_side(outside, layout)), stroke=Stroke(_LINE, ink)),),
    )


def across_for(board: Board, height: float) -> float:
    """The size of the cells of a board that is *height* high."""
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
    layout: Layout,
    covered: Collection[Cell],
    art: Mapping[Cell, tuple[Item, ...]],
    inks: BoardInks,
    *,
    names: bool,
) -> Iterator[Item]:
    """Grounds, then lines, then signs and names, so that no cell covers its neighbour's line."""
    theme, paper = inks.cells, inks.paper
    groups = groups_by_cell(board)
    for cell in board.names:
        tint = cell_ink(groups[cell][0], inks) if cell in groups else theme.cell
        yield Shape(polygon(layout.outline(cell)), fill=tint)
    hatched = hatched_group(board, theme)
    if hatched is not None:
        yield from hatching(hatched, layout, theme)
    for cell, items in art.items():
        yield Placed(Drawing(items), layout.centre(cell))
    for cell in board.names:
        yield Shape(polygon(layout.outline(cell)), stroke=Stroke(_LINE, theme.border))
    # A border as well as a tint, because a photocopier loses tints.
    framed = bordered(board, groups)
    for cell in board.names:
        if cell in framed:
            outline = polygon(layout.outline(cell, inset=layout.across * INSET))
            yield Shape(outline, stroke=Stroke(BORDER, theme.kerb))
    for cell, ink in board.owners.items():
        around = cell_ink(groups[cell][0], inks) if cell in groups else theme.cell
        yield from _field(cell, ink, layout, paper, around)
    for group in board.definition.groups:
        if not is_bordered(group) and group is not hatched:
            dash = dash_of(group, board.definition.groups, inks)
            width = max(0.5, 0.035 * layout.across)
            stroke = Stroke(width, line_ink(group, inks, dashed=bool(dash)), dash, round=True)
            yield Shape(lines_of(outer_sides(group.cells, layout)), stroke=stroke)
    written = names_in(board, layout, covered, inks)
    for cell, found in groups.items():
        if cell not in covered:
            owner = board.owners.get(cell)
            yield from cell_signs(cell, found, written.get(cell), layout, inks, owner)
    if names:
        yield from written.values()


def _field(cell: Cell, ink: Ink, layout: Layout, paper: Theme, ground: str) -> Iterator[Item]:
    """A light field in a band of the player's ink, like a token; the band is a line without fills.

    A band in an ink like that of its *ground* has an outline.
    """
    across = layout.across
    if not paper.fills:
        outline = polygon(layout.outline(cell, inset=across * (INSET_OF_PLAYER + BAND / 2)))
        yield Shape(outline, stroke=Stroke(0.6, ink.fill))
        return
    outline = polygon(layout.outline(cell, inset=across * INSET_OF_PLAYER))
    rim = max((paper.halo, paper.mark), key=lambda each: contrast(each, ground))
    melts = contrast(ink.fill, ground) < _MELTS
    yield Shape(outline, fill=ink.fill, stroke=Stroke(_RIM * across, rim) if melts else None)
    inner = polygon(layout.outline(cell, inset=across * (INSET_OF_PLAYER + BAND)))
    yield Shape(inner, fill=paper.halo)


def cells_named(board: Board, names: Sequence[str]) -> list[Cell]:
    """The cells of these names; raises ValueError with the first name that no cell has."""
    by_name = {name: cell for cell, name in board.names.items()}
    for name in names:
        if name not in by_name:
            raise ValueError(name)
    return [by_name[name] for name in names]


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
