"""The drawing of a board: its cells with their names and signs, and what surrounds them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from types import MappingProxyType
from typing import Self

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import READ, SEEN, contrast, luminance, mixed
from pnp.colour.theme import STANDARD, Theme, toned
from pnp.definition import CellGroup
from pnp.draw.areas import areas_of
from pnp.draw.board.inks import BoardInks, is_bordered
from pnp.draw.board.seams import Span, aside, entry_spans, spans_of
from pnp.draw.board.sides import (
    hatched,
    highlight_items,
    highlight_width,
    lines_of,
    outer_sides,
)
from pnp.draw.board.tracks import TrackBelow, TrackRound
from pnp.draw.look.signs import box_path, symbol
from pnp.draw.tile.letters import with_letter
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    arrow_head,
    heading,
    polygon,
    polyline,
    segment,
)
from pnp.scene.typesetting import text_lines
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell, CellSide, highest, lowest, reach
from pnp.tiles.proportions import OUTLINE

# Most sizes are shares of the distance across flats, with the least or the most in millimetres.

# The lines of cells, of borders in them, and round groups; how far borders and the bands of players lie inside.
_LINE, _BORDER, _ROUND, _LEAST_ROUND, _SEAM = 0.3, 0.5, 0.035, 0.5, 0.1
# Walls: their width as a share of a cell, and in millimetres at least and at most.
_WALL, _LEAST_WALL, _MOST_WALL = 0.08, 0.9, 2.4
# Of that: a wall in a colour, and an arrow. Of a cell: the head of an arrow, and its ends from the middles of cells.
# Millimetres: the light lines along it.
_COLOURED, _ARROW_WIDTH = 1.5, 0.65
_HEAD, _FROM_MIDDLE, _CASING = 0.22, 0.22, 0.8
_INSET, INSET_OF_PLAYER, BAND = 0.05, 0.065, 0.075
# From line to line of a hatching.
_HATCH, _LEAST_HATCH = 0.13, 1.2

# A name, the number of a space in its middle, the gap to a line or a sign; of the apothem the lowest baseline.
# Letters of 8.4 pt have 6.5 pt where a rulebook shrinks a figure to 0.78.
_NAME, _NUMBER, SMALL = 0.125, 0.3, 2.95
_AIR, _LEAST_AIR = 0.035, 0.35
_LOWEST = 0.9
# Millimetres: the smallest cells with room for a name.
_NAMED_FROM = 7.0

# The reach of a sign. A symbol with its letter beside it is smaller, so that both have room.
_SIGN, _BESIDE = 0.2, 0.7
# Of a cell: the width of a label, and the height of several lines alone and below a sign; from line to line, and
# from one size that is tried to the next.
_LABEL_WIDTH, _LABELS, _UNDER_SIGN = 0.86, 0.62, 0.34
_LEADING, _SMALLER = 1.1, 0.96
# Of the height of a label: the least air between it and the name of its cell.
_CLEAR = 0.5
# Millimetres: a smaller sign is a speck, and an outline fills a smaller one.
_LEAST_SIGN, _OUTLINED = 0.6, 1.4

# The line or the kerb round the board, the arrow to the second space, and the letters of rows.
_KERB, _RIM, _LEAST_RIM, _MOST_RIM = 0.075, 0.05, 0.6, 1.2
_KERB_RED, _KERB_DASH = "#C8372D", 5.6
_ARROW = 0.085
_LETTER, _LEAST_LETTER = 0.21, 2.95
_FROM_RIM, _LEAST_FROM_RIM = 0.1, 1.0

# The legend; in shares of its em: its cells, from their left to the notes, from line to line inside a loop, and the
# hatching.
_LEGEND, _LEAST_LEGEND, _MOST_LEGEND = 0.16, 2.5, 5.0
_SWATCH, _NOTE, _PITCH, _SWATCH_HATCH = 1.1, 1.65, 2.0, 0.24

# A ground round the board, which printers reach; the share of light in the lattice on it, and the millimetres of plain
# ground round that.
_MARGIN, _FAINT, _PLAIN = 0.03, 0.07, 1.0
# From the parts of a board that is cut out to its edge.
_EDGE_MARGIN = 0.5
# The height of a title, the least gap to it, and its share of the width; the most between the parts of a board.
_TITLE, _TITLE_AIR, _TITLE_SHARE = 0.55, 0.35, 0.8
_MOST_APART = 0.8
# Millimetres: the height of a title over large cells, and the least gap to it.
_MOST_TITLE, _MOST_AIR = 20.0, 12.6

# Draws the title of a board in a width, a height and inks.
Title = Callable[[float, float, Theme], Picture]


class Room(NamedTuple):
    """The room that a board fills: its size, and how far the board's middle is off its own.

    On a poster `seams` run down the room, so far from its left edge. A board that `is_cut` out has ground only as far as
    its edge; any other ground covers the room.
    """

    width: float
    height: float
    off: Point = ORIGIN
    seams: tuple[float, ...] = ()
    is_cut: bool = False


class SheetArt(NamedTuple):
    """The face of a board without cells, round its middle: what lies under its places, and over them."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()


class Spread(NamedTuple):
    """The free height of a room: above the board, between its parts, and for a title above the cells."""

    margin: float = 0.0
    apart: float = 0.0
    title: float = 0.0


# A group in the legend, with the left end of the baseline of its entry.
_Entry = tuple[CellGroup, Point]


_NO_ART = SheetArt()


class BoardDrawing:
    """A board round the origin with cells of a size in millimetres, in the inks of a theme."""

    def __init__(self, board: Board, across: float, theme: Theme = STANDARD) -> None:
        self.board, self.definition, self.across = board, board.definition, across
        self.grid = board.definition.grid
        self.layout = self.grid.layout(across)
        self._theme = theme

    @classmethod
    def of_height(cls, board: Board, height: float, theme: Theme = STANDARD) -> Self:
        """The board with cells of such a size that it is *height* high, with the letters of its rows."""
        low, high = 0.0, height
        for _ in range(32):
            middle = (low + high) / 2
            if cls(board, middle).box().height < height:
                low = middle
            else:
                high = middle
        return cls(board, high, theme)

    @cached_property
    def inks(self) -> BoardInks:
        return BoardInks(self.definition, self._theme)

    def picture(
        self,
        *,
        highlight: Iterable[str] = (),
        covered: Collection[Cell] = (),
        art: Mapping[Cell, tuple[Item, ...]] = MappingProxyType({}),
        sheet: SheetArt = _NO_ART,
        legend: bool = False,
        rows: bool = True,
        names: bool = True,
        room: Room | None = None,
        title: Title | None = None,
    ) -> Picture:
        """The picture of the board.

        The box includes the letters of the `rows`, and with `legend` the tracks and the legend below. It
        fills the `room`: the parts move apart, a ground covers it, and the call `title` draws the title
        above the cells. An outline surrounds the cells in `highlight`; raises ValueError with the first
        name that no cell has. Cells that are `covered` by tokens have no signs, and no `art`, which is
        drawn round the centre of its cell. A picture without `names` has room for those of `names_over`.
        """
        theme = self.inks.theme
        items: list[Item] = [
            *self._on_sheet(sheet.under),
            *self._cells(covered, art, names=names),
            *self._on_sheet(sheet.over),
            *self._rim(),
            *self._first_step(),
        ]
        items += highlight_items(self._named([*highlight]), self.layout, theme)
        if rows:
            items += self._row_letters()
        box = whole = edge = self.box(legend=legend, rows=rows)
        spread = Spread()
        seams: list[float] = []
        if room:
            spread = self._spread(room)
            whole, edge = self._in_room(room), self.edge(room)
            seams = [whole.x + each for each in room.seams]
        if title and self.grid.is_loop:
            items += self._middle(title, seams, legend=legend)
        elif title and spread.title:
            made = title(_TITLE_SHARE * box.width, spread.title, theme)
            bottom = self._box_with_tracks.y - spread.apart
            at = Point(box.centre.x - made.box.width / 2, bottom - made.box.height)
            items.append(self._beside(made, at, seams))
        if legend:
            items += self._below(spread.apart, edge, seams)
        if self.inks.has_ground:
            items = [*self._ground(edge), *items]
        return Picture(Drawing(tuple(items)), whole)

    def _on_sheet(self, items: tuple[Item, ...]) -> Iterator[Item]:
        """The art of a board without cells, which is laid out at its printed size."""
        if items:
            scale = self.across / self.definition.across
            yield Placed(Drawing(items), ORIGIN, scale)

    @property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The outlines of all cells."""
        return tuple(map(self.layout.outline, self.grid.cells))

    # Boxes

    def box(self, *, legend: bool = False, rows: bool = True) -> Box:
        """The box of the picture."""
        box = self._box_with_tracks if legend else self._box_of_cells(rows=rows)
        if legend:
            box = box._replace(height=box.height + sum(self._heights_below))
        return box.widened(self._margin) if self.definition.ground else box

    @property
    def _margin(self) -> float:
        """The least ground round a board."""
        return _MARGIN * self.across

    def margin_in(self, room: Room) -> Point:
        """How far the board can be moved in its room, to each side, up and down."""
        aside, down = self._free(room)
        if not room.is_cut:
            return Point(aside, down)
        most = self._edge_margin
        return Point(*(each - min(most, each / 2) for each in (aside, down)))

    def _free(self, room: Room) -> Point:
        """The free room on each side of the board, and above and below it with its title."""
        aside = (room.width - self.box(legend=True).width) / 2
        return Point(aside, self._spread(room).margin)

    def _in_room(self, room: Room) -> Box:
        """The box of a room round the board."""
        box, spread = self.box(legend=True), self._spread(room)
        above = spread.margin + (spread.title + spread.apart if spread.title else 0.0)
        left = box.centre.x - room.width / 2
        return Box(left - room.off.x, box.y - above - room.off.y, room.width, room.height)

    def edge(self, room: Room) -> Box:
        """The edge of the board in a room: that of the room, or as far round all parts as a board has margin."""
        whole = self._in_room(room)
        if not room.is_cut:
            return whole
        free = self._free(room)
        x, y = whole.x + room.off.x + free.x, whole.y + room.off.y + free.y
        aside, down = (
            max(0.0, min(self._edge_margin, each - abs(off)))
            for each, off in zip(free, room.off, strict=True)
        )
        width, height = room.width - 2 * free.x, room.height - 2 * free.y
        return Box(x - aside, y - down, width + 2 * aside, height + 2 * down)

    @property
    def _edge_margin(self) -> float:
        """From the parts of a board to its edge."""
        return _EDGE_MARGIN * self.across

    def _spread(self, room: Room) -> Spread:
        """A title if it has room, and equal gaps between the parts, up to a limit; a loop has its title inside."""
        free = room.height - self.box(legend=True).height
        inner, title = len(self._heights_below), min(_MOST_TITLE, _TITLE * self.across)
        air = min(_MOST_AIR, _TITLE_AIR * self.across)
        if free >= title + 3 * air and not self.grid.is_loop:
            free, inner = free - title, inner + 1
        else:
            title = 0.0
        apart = max(0.0, min(free / (inner + 2), _MOST_APART * self.across))
        return Spread(max(0.0, (free - inner * apart) / 2), apart, title)

    def _box_of_cells(self, *, rows: bool = True) -> Box:
        """The box of the cells with the letters of their rows."""
        box = Box(*(self.across * each for each in self.grid.extent)).widened(self._rim_width / 2)
        beside = self._letter_room if rows else 0.0
        wide = beside if self.grid.has_labels_beside else 0.0
        high = beside if self.grid.has_labels_above else 0.0
        return Box(box.x - wide, box.y - high, box.width + 2 * wide, box.height + 2 * high)

    @cached_property
    def _tracks_round(self) -> list[TrackRound]:
        """The tracks round the cells, from the innermost."""
        found: list[TrackRound] = []
        box = self._box_of_cells()
        for track in self.definition.tracks:
            if track.where == "edge":
                found.append(TrackRound(track, box))
                box = found[-1].box
        return found

    @property
    def _box_with_tracks(self) -> Box:
        """The box of the cells with the tracks round them."""
        return self._tracks_round[-1].box if self._tracks_round else self._box_of_cells()

    @cached_property
    def _tracks_below(self) -> list[TrackBelow]:
        width = self._box_with_tracks.width
        below = [track for track in self.definition.tracks if track.where == "below"]
        return [TrackBelow(track, width, self.across) for track in below]

    @cached_property
    def _heights_below(self) -> list[float]:
        """The heights of the tracks and of the legend below the cells, each with the air above it."""
        width = self._box_with_tracks.width
        heights = [each.height for each in self._tracks_below]
        lines = 0 if self._legend_place else len(self._legend_lines(width))
        return [*heights, (1.4 + 1.6 * lines) * self._legend_size] if lines else heights

    # Cells

    @cached_property
    def groups(self) -> Mapping[Cell, list[CellGroup]]:
        """The groups of each cell that is in one."""
        groups: dict[Cell, list[CellGroup]] = {}
        for group in self.definition.groups:
            for cell in group.cells:
                groups.setdefault(cell, []).append(group)
        return groups

    def group(self, cell: Cell) -> CellGroup | None:
        """The group whose tint a cell has: its first with one, or else its first."""
        groups = self.groups.get(cell, [])
        return next((each for each in groups if each.tint), groups[0] if groups else None)

    @cached_property
    def hatched_group(self) -> CellGroup | None:
        """The first group without signs whose cells never touch: a line round it would go round every cell.

        None in a theme that shows its tint.
        """
        if areas_of(self.inks.cells).has_shades:
            return None
        for group in self.definition.groups:
            cells = {*group.cells}
            is_apart = all(cells.isdisjoint(self.layout.neighbours(cell)) for cell in cells)
            is_plain = not is_bordered(group) and not group.labels and group.tint
            if is_apart and len(cells) > 1 and is_plain:
                return group
        return None

    def _is_lined(self, group: CellGroup) -> bool:
        """Whether one line goes round all cells of a group."""
        return group in self.inks.lined and group is not self.hatched_group

    def _outline(self, cell: Cell, inset: float = 0.0) -> Path:
        return polygon(self.layout.outline(cell, inset=inset))

    def _cells(
        self, covered: Collection[Cell], art: Mapping[Cell, tuple[Item, ...]], *, names: bool
    ) -> Iterator[Item]:
        """Grounds, then lines, then signs and names, so that no cell covers its neighbour's line."""
        inks, theme, across = self.inks, self.inks.cells, self.across
        for cell in self.board.names:
            fill = inks.cell(self.group(cell))
            # Without lines, viewers would show the paper between two cells of one ink.
            seam = None if self.definition.lines else Stroke(_SEAM, fill)
            yield Shape(self._outline(cell), fill=fill, stroke=seam)
        if self.hatched_group is not None:
            outlines = [self.layout.outline(cell) for cell in self.hatched_group.cells]
            yield hatched(outlines, max(_LEAST_HATCH, _HATCH * across), theme.border)
        for cell, items in art.items():
            if cell not in covered:
                yield Placed(Drawing(items), self.layout.centre(cell))
        for path in self._cell_lines():
            yield Shape(path, stroke=Stroke(_LINE, theme.border))
        # A border as well as a tint, because a photocopier loses tints.
        for cell in self.board.names:
            if self.has_border(cell):
                line = Stroke(_BORDER, theme.kerb)
                yield Shape(self._outline(cell, across * _INSET), stroke=line)
        for cell, ink in self.board.owners.items():
            yield from areas_of(inks.paper).band(
                partial(self._outline, cell),
                across * INSET_OF_PLAYER,
                across * BAND,
                ink.fill,
                inks.cell(self.group(cell)),
            )
        for group in self.definition.groups:
            if self._is_lined(group):
                width = max(_LEAST_ROUND, _ROUND * across)
                stroke = Stroke(width, inks.line(group), inks.dash(group), round=True)
                yield Shape(lines_of(outer_sides(group.cells, self.layout)), stroke=stroke)
        width = min(_MOST_WALL, max(_LEAST_WALL, _WALL * across))
        for fill, walls in self._walls().items():
            wide = _COLOURED * width if fill else width
            line = Stroke(wide, fill or theme.mark, round=True)
            yield Shape(lines_of(walls), stroke=line)
        yield from self._arrows(_ARROW_WIDTH * width)
        written = self.names(covered)
        for cell in self.groups:
            if cell not in covered:
                yield from self.signs(cell, written.get(cell))
        if names:
            yield from written.values()

    def _walls(self) -> Mapping[str, list[CellSide]]:
        """The sides of cells on which walls are, each once, by their inks; those in the ink of lines come last."""
        walled = dict(self.definition.walled)
        found: dict[str, list[CellSide]] = {
            ink: [] for ink in sorted({*walled.values()}, reverse=True)
        }
        for side in self.layout.sides(self.board.names):
            cells = frozenset((side.cell, side.beyond))
            if cells in walled and side.cell < side.beyond:
                found[walled[cells]].append(side)
        around = (
            outer_sides(each.cells, self.layout) for each in self.definition.groups if each.wall
        )
        if sides := [*found.pop("", ()), *chain.from_iterable(around)]:
            found[""] = sides
        return found

    def _arrows(self, width: float) -> Iterator[Item]:
        """The arrows through cells: between neighbours over their side, others from middle to middle."""
        theme, head = self.inks.cells, _HEAD * self.across
        for cells in self.definition.arrowed:
            points = [self.layout.centre(cell) for cell in cells]
            first, last = (points[1] - points[0]).unit(), (points[-1] - points[-2]).unit()
            points[0] += first * (_FROM_MIDDLE * self.across)
            tip = points[-1] - last * (_FROM_MIDDLE * self.across)
            points[-1] = tip - last * (0.8 * head)
            line = polyline(points)
            yield Shape(line, stroke=Stroke(width + _CASING, theme.cell))
            yield Shape(line, stroke=Stroke(width, theme.mark))
            yield Shape(arrow_head(tip, last, head), fill=theme.mark)

    def _cell_lines(self) -> Iterator[Path]:
        """The lines of cells: round each, or only between them on a board without an edge."""
        names = self.board.names
        if self.definition.lines and self.definition.edge:
            yield from (self._outline(cell) for cell in names)
        elif self.definition.lines:
            sides = self.layout.sides(names)
            yield lines_of(
                each for each in sides if each.beyond in names and each.cell < each.beyond
            )

    def has_border(self, cell: Cell) -> bool:
        """Whether a cell has a border of its own."""
        is_owned = cell in self.board.owners
        return not is_owned and any(map(is_bordered, self.groups.get(cell, ())))

    @property
    def border_reach(self) -> float:
        """How far a border reaches into its cell."""
        return self.across * _INSET + _BORDER / 2

    # Names

    def names_over(self, covered: Collection[Cell] = ()) -> dict[Cell, Text]:
        """The names of all cells, to lie over the routes and tokens of a picture without names."""
        return self.names(covered, low=True)

    @property
    def grounds(self) -> dict[Cell, str]:
        """The ink of each cell where its name is: that of the field of its owner, of its group or of all cells."""
        inks = self.inks
        found = {cell: inks.cell(self.group(cell)) for cell in self.board.names}
        owned = {cell: inks.paper.area(inks.paper.halo, found[cell]) for cell in self.board.owners}
        return found | owned

    @property
    def hiding(self) -> frozenset[str]:
        """The cells whose names hide others; none where names lie inside their cells."""
        return frozenset()

    @property
    def has_names(self) -> bool:
        """Whether cells show their names; letters and numbers round squares name them all."""
        is_named = self.definition.coordinates and not self.grid.is_named_beside
        return is_named and self.across >= _NAMED_FROM

    def names(self, covered: Collection[Cell], *, low: bool = False) -> dict[Cell, Text]:
        """The name in each cell, or *low* in it; a tile or the token of its owner leaves a name no room.

        Names are clear of the outlines of highlighted cells, whichever cells these are.
        """
        names: dict[Cell, Text] = {}
        rim = max(self._rim_width, highlight_width(self.across)) / 2
        for cell, name in self.board.names.items() if self.has_names else ():
            inner, owned, group = rim, cell in self.board.owners, self.group(cell)
            if (owned and cell in covered) or any(
                each.tile_in(cell) for each in self.groups.get(cell, ())
            ):
                continue
            if self.has_border(cell):
                inner = max(rim, self.border_reach)
            elif owned:
                inner = max(rim, self.across * (INSET_OF_PLAYER + BAND))
            ink = self.inks.paper.note if owned else self.inks.name(group)
            in_middle = self.grid.is_path and group is None and not low
            size = max(self.across * (_NUMBER if in_middle else _NAME), SMALL)
            if in_middle:
                down = size * CAP_HEIGHT / 2
            else:
                # Where a token leaves it visible, clear of the lines in the cell.
                half, clear = text_width(name, size) / 2, inner + self._air
                most = self.layout.apothem * _LOWEST
                down = min(most, lowest(self.layout, cell, half, clear))
            at = self.layout.centre(cell) + Point(0, down)
            names[cell] = Text(name, at, size, ink, bold=in_middle, anchor="middle")
        return names

    @property
    def _air(self) -> float:
        """The gap round the name of a cell."""
        return max(_LEAST_AIR, _AIR * self.across)

    # Signs

    def signs(self, cell: Cell, name: Text | None) -> Iterator[Item]:
        """The sign and the label of a cell, of all its groups; in a player's cell the player's symbol."""
        centre, across, groups = self.layout.centre(cell), self.across, self.groups[cell]
        inks, owner = self.inks, self.board.owners.get(cell)
        label = next((group.label(cell) for group in groups if group.labels), "")
        shown = next((group.sign for group in groups if group.sign), "")
        if not shown and owner is not None and any(group.colours for group in groups):
            shown = owner.symbol
        if owner is None:
            group = self.group(cell) or groups[0]
            theme, ink, ground = inks.cells, inks.sign(group), inks.cell(group)
        else:
            theme, ink, ground = inks.paper, owner.fill, inks.paper.halo
        # A sign stands above its label.
        up = across * 0.13 if label else 0.0
        reach = across * (_SIGN * 0.75 if label else _SIGN)
        if name is not None and not label:
            # Above the name, which takes much of a small cell.
            # A sign may have an outline.
            gap = self._air + OUTLINE / 2
            top = name_top(name) - centre.y - gap
            inner = 0.0 if owner is None else across * (INSET_OF_PLAYER + BAND)
            reach = self._reach_above(cell, top, inner + gap, reach)
            up = max(up, reach - top)
        middle = centre - Point(0, up)
        lettered = theme.letters_everywhere and reach * _BESIDE >= _OUTLINED
        if owner is not None and shown == owner.symbol and lettered:
            reach *= _BESIDE
            middle, letter = with_letter(owner.code, middle, reach, theme.mark)
            yield letter
        path = symbol(shown, middle, reach) if shown and reach else ()
        if path and reach < _OUTLINED:
            is_faint = theme.edging and contrast(ink, ground) < SEEN
            yield Shape(path, fill=theme.mark if is_faint else ink)
        elif path:
            yield from areas_of(theme).sign(path, ink, ground)
        if label:
            size = max(across * (0.16 if shown else 0.2), SMALL)
            down = across * 0.2 if shown else 0.0
            high = size * CAP_HEIGHT
            at = centre + Point(0, down + high / 2)
            if name is not None and name_top(name) - at.y < _CLEAR * high:
                # The name takes much of a small cell: the label is in the middle of the rest.
                rest = name_top(name) - (centre.y - across / 2)
                at = at._replace(y=min(at.y, name_top(name) - (rest - high) / 2))
            ink = areas_of(theme).on_tint(ink, ground, READ)
            size, lines = label_lines(label, across, alone=not shown)
            at -= Point(0, (len(lines) - 1) / 2 * _LEADING * size)
            for number, line in enumerate(lines):
                start = at + Point(0, number * _LEADING * size)
                yield Text(line, start, size, ink, bold=True, anchor="middle")

    def _reach_above(self, cell: Cell, top: float, inset: float, most: float) -> float:
        """The reach of a sign between a cell's upper sides and what begins at *top*; 0 without room for one."""
        low, high = 0.0, most
        for _ in range(16):
            middle = (low + high) / 2
            fits = 2 * middle - top <= highest(self.layout, cell, middle, inset)
            low, high = (middle, high) if fits else (low, middle)
        return low if low >= _LEAST_SIGN else 0.0

    # Round the cells

    def _named(self, names: Sequence[str]) -> list[Cell]:
        """The cells of these names; raises ValueError with the first name that no cell has."""
        by_name = {name: cell for cell, name in self.board.names.items()}
        for name in names:
            if name not in by_name:
                raise ValueError(name)
        return [by_name[name] for name in names]

    @property
    def _rim_width(self) -> float:
        """The width of the line round the board, or of its kerb, half of which would not be seen on white."""
        if not self.definition.edge:
            return 0.0
        if self.definition.kerb and self.definition.ground:
            return max(_LEAST_RIM, _KERB * self.across)
        return min(_MOST_RIM, max(_LEAST_RIM, _RIM * self.across))

    def _rim(self) -> Iterator[Item]:
        """The line or the kerb along the sides over which nobody can step.

        These are on the edge, and between the bends of a path.
        """
        if not self.definition.edge:
            return
        names, theme, width = self.board.names, self.inks.theme, self._rim_width
        walls = [
            side
            for side in self.layout.sides(names)
            if not self.grid.is_open(side.cell, side.beyond)
            and (side.cell < side.beyond or side.beyond not in names)
        ]
        if not (self.definition.kerb and self.inks.has_ground):
            line = Stroke(min(width, _MOST_RIM), theme.kerb, round=True)
            yield Shape(lines_of(walls), stroke=line)
            return
        # As many dashes on each side as gaps, so that all corners look alike.
        length = (walls[0].end - walls[0].start).length()
        dash = length / (2 * max(1, round(length / _KERB_DASH)))
        light = max((self.inks.paper.halo, theme.mark), key=luminance)
        yield Shape(lines_of(walls), stroke=Stroke(width, light, round=True))
        red = Stroke(width, toned(_KERB_RED, self.inks.paper), (dash, dash), phase=dash / 2)
        yield from (Shape(segment(wall.start, wall.end), stroke=red) for wall in walls)

    def _first_step(self) -> Iterator[Item]:
        """An arrowhead over the side from the first space of a path to the second."""
        if not self.grid.is_path or not self.definition.edge:
            return
        start, second = (self.layout.centre(cell) for cell in [*self.board.names][:2])
        middle, along = (start + second) * 0.5, (second - start).unit() * (_ARROW * self.across)
        aside = along.right() * 1.2
        head = polygon([middle + along, middle - along + aside, middle - along - aside])
        cells = self.inks.cells
        yield Shape(head, fill=cells.kerb, stroke=Stroke(0.5, cells.cell))

    @property
    def _letter_size(self) -> float:
        """The em of the letters of rows."""
        return max(_LEAST_LETTER, _LETTER * self.across)

    @property
    def _from_rim(self) -> float:
        """From the cells to the letters of rows."""
        return self._rim_width / 2 + max(_LEAST_FROM_RIM, _FROM_RIM * self.across)

    @property
    def _letter_room(self) -> float:
        """How far the letters of rows reach beyond the cells."""
        if not self.definition.coordinates:
            return 0.0
        size = self._letter_size
        widths = (text_width(each.text, size, bold=True) for each in self.grid.labels)
        return self._from_rim + max(size, *widths, 0.0)

    def _row_letters(self) -> Iterator[Item]:
        """The letters and numbers of rows and columns, at both of their ends."""
        size, ink = self._letter_size, self.inks.theme.caption
        for text, cell, degrees in self.grid.labels if self.definition.coordinates else ():
            towards = heading(degrees)
            half = Point(text_width(text, size, bold=True) / 2, CAP_HEIGHT * size / 2)
            out = reach(self.layout, cell, degrees) + self._from_rim
            out += abs(towards.x) * half.x + abs(towards.y) * half.y
            at = self.layout.centre(cell) + towards * out + Point(0, half.y)
            yield Text(text, at, size, ink, bold=True, anchor="middle")

    def _ground(self, box: Box) -> Iterator[Item]:
        """The ground in its box, with the lattice of the cells as a faint line."""
        theme, layout = self.inks.theme, self.layout
        yield Shape(box_path(box), fill=theme.ground)
        around = layout.around(box.widened(self.across))
        outside = dict.fromkeys(cell for cell in around if cell not in self.board.names)
        if not self.definition.lines:
            return
        ink = mixed(theme.ground, theme.mark, _FAINT)
        sides = (
            side
            for side in layout.sides(outside)
            if side.cell < side.beyond or side.beyond not in outside
        )
        # Viewers draw clipped lines as far as the next pixel, which would show beside the ground.
        lattice = Shape(lines_of(sides), stroke=Stroke(_LINE, ink))
        yield Clip(box_path(box.widened(-_PLAIN)), (lattice,))

    # Titles

    def _middle(self, title: Title, seams: Sequence[float], *, legend: bool) -> Iterator[Item]:
        """The title in the free middle of a loop, and the legend below it."""
        room = self._inside
        if min(room.width, room.height) <= self.across:
            return
        made = title(0.86 * room.width, 0.3 * room.height, self.inks.theme)
        place = self._legend_place if legend else None
        centre = room.centre if place is None else Point(room.centre.x, room.y + 0.34 * room.height)
        at = centre - Point(made.box.width / 2, made.box.height / 2)
        yield self._beside(made, at, seams)
        if place is not None:
            size = self._size_inside(place)
            wide = max(_entry_width(group, size) for group in self._noted)
            top = place.centre.y - len(self._noted) * _PITCH * size / 2
            left = place.centre.x - wide / 2
            entries = [
                (group, Point(left, top + (number + 0.7) * _PITCH * size))
                for number, group in enumerate(self._noted)
            ]
            yield from self._legend(entries, size, seams, Span(room.x, room.right))

    def _beside(self, title: Picture, at: Point, seams: Sequence[float]) -> Placed:
        """The title here or a little aside, with seams between its letters."""
        most = _TITLE * self.across
        room = Span(at.x - most, at.x + title.box.width + most)
        way = aside([*spans_of((title.at(at),))], seams, room)
        return title.at(at + Point(way, 0))

    @property
    def _inside(self) -> Box:
        """The box inside a loop."""
        return Box(*(self.across * each for each in self.grid.extent)).widened(-self.across)

    # Tracks and legends

    def _below(self, apart: float, edge: Box, seams: Sequence[float]) -> Iterator[Item]:
        """The tracks and the legend below the cells, each so far *apart*; roads go from edge to edge."""
        box, theme = self._box_with_tracks, self.inks.theme
        for ring in self._tracks_round:
            yield from ring.items(theme)
        top = box.bottom + apart
        for track in self._tracks_below:
            yield from track.items(Point(box.x, top), theme, edge)
            top += track.height + apart
        if self._legend_place is None:
            entries = [*self._entries_below(Box(box.x, top, box.width, 0))]
            room = Span(edge.x, edge.right)
            yield from self._legend(entries, self._legend_size, seams, room)

    @property
    def _noted(self) -> list[CellGroup]:
        """The groups with a note for the legend."""
        return [group for group in self.definition.groups if group.note]

    @property
    def _legend_size(self) -> float:
        """The em of the legend below the board."""
        return min(_MOST_LEGEND, max(_LEAST_LEGEND, _LEGEND * self.across))

    @cached_property
    def _legend_place(self) -> Box | None:
        """The box of a legend inside a loop; None without room for it."""
        if not self.grid.is_loop:
            return None
        room = self._inside
        place = Box(room.x, room.y + 0.54 * room.height, room.width, 0.36 * room.height)
        place = Box(place.x + self.across / 2, place.y, place.width - self.across, place.height)
        return place if self._size_inside(place) else None

    def _size_inside(self, box: Box) -> float:
        """The em of a legend inside a box: that of one below, up to twice as large; 0 without room."""
        noted = self._noted
        if not noted or box.width <= 0:
            return 0.0
        wide = max(_entry_width(group, 1.0) for group in noted)
        most = box.width / wide, box.height / len(noted) / _PITCH
        size = min(2 * self._legend_size, *most)
        return size if size >= self._legend_size else 0.0

    def _legend_lines(self, width: float) -> list[list[CellGroup]]:
        """The groups with a note, in lines that are no wider than the board."""
        size, used = self._legend_size, math.inf
        lines: list[list[CellGroup]] = []
        for group in self._noted:
            wide = _entry_width(group, size)
            if used + 2 * size + wide > width:
                lines.append([group])
                used = wide
            else:
                lines[-1].append(group)
                used += 2 * size + wide
        return lines

    def _entries_below(self, box: Box) -> Iterator[_Entry]:
        """The entries of a legend at the top of a box, each line in the middle."""
        size = self._legend_size
        for number, line in enumerate(self._legend_lines(box.width)):
            widths = [_entry_width(group, size) for group in line]
            gap = 3 * size if sum(widths) + 3 * size * len(line) <= box.width else 2 * size
            x = box.x + (box.width - sum(widths) - gap * (len(line) - 1)) / 2
            for group, width in zip(line, widths, strict=True):
                yield group, Point(x, box.y + (1.9 + 1.6 * number) * size)
                x += width + gap

    def _legend(
        self, entries: Sequence[_Entry], size: float, seams: Sequence[float], room: Span
    ) -> list[Item]:
        """The entries, moved aside in their room where seams would cross them."""

        def drawn(way: float) -> list[list[Item]]:
            return [[*self._entry(group, start + Point(way, 0), size)] for group, start in entries]

        return [*chain.from_iterable(drawn(aside(entry_spans(drawn(0.0)), seams, room)))]

    def _entry(self, group: CellGroup, start: Point, size: float) -> Iterator[Item]:
        """A cell of the group with its sign, and the note of the group, on a baseline that starts at a point."""
        inks, theme = self.inks, self.inks.theme
        drawn_as = areas_of(theme)
        swatch = self.grid.layout(size * _SWATCH)
        at = Point(start.x + size * _SWATCH / 2, start.y - CAP_HEIGHT * size / 2)
        corners = [corner + at for corner in swatch.corners(Cell(0, 0))]
        # The line that goes round the group on the board is that round its swatch.
        is_lined, dash = self._is_lined(group), inks.dash(group)
        ink = inks.line(group) if is_lined else theme.caption
        width = drawn_as.line_width(0.3, alone=0.5)
        stroke = Stroke(width, ink, dash if is_lined else (), round=bool(dash))
        fill = inks.paper.halo if group.colours else inks.cell(group)
        yield Shape(polygon(corners), fill=fill)
        if group.colours:
            owners = {self.board.owners[cell].name: self.board.owners[cell] for cell in group.cells}
            wide = 360 / len(owners)
            sectors = (
                drawn_as.sector(at, number * wide, wide, swatch.across, owner.fill)
                for number, owner in enumerate(owners.values())
            )
            yield Clip(polygon(corners), tuple(sectors))
        if group is self.hatched_group:
            yield hatched([corners], _SWATCH_HATCH * size, theme.border)
        yield Shape(polygon(corners), stroke=stroke)
        if group.sign and not group.colours:
            sign = symbol(group.sign, at, 0.8 * swatch.apothem)
            yield from areas_of(inks.cells).sign(sign, inks.sign(group), fill)
        yield Text(group.note, start + Point(size * _NOTE, 0), size, theme.caption)


def label_lines(label: str, across: float, *, alone: bool = True) -> tuple[float, list[str]]:
    """The size of a label in a cell, and its lines; one line as far as one fits at its size."""
    width, most = _LABEL_WIDTH * across, (_LABELS if alone else _UNDER_SIGN) * across
    wanted = max(across * (0.2 if alone else 0.16), SMALL)
    in_one = min(wanted, width / max(1e-6, text_width(label, 1.0, bold=True)))
    size = wanted
    while size > in_one:
        lines = text_lines(label, width, size, bold=True)
        wide = max(text_width(each, size, bold=True) for each in lines)
        if wide <= width and len(lines) * _LEADING * size <= most:
            return size, lines
        size *= _SMALLER
    return in_one, [label]


def name_top(name: Text) -> float:
    """The top of the capitals of a name."""
    return name.at.y - name.size * CAP_HEIGHT


def _entry_width(group: CellGroup, size: float) -> float:
    """The width of an entry of the legend."""
    return _NOTE * size + text_width(group.note, size)
