"""The drawing of a map: its picture, and the places and routes on it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import product

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import mixed
from pnp.colour.theme import STANDARD, Theme
from pnp.draw.areas import areas_of
from pnp.draw.board.boards import BoardDrawing, Room, Spread
from pnp.draw.look.signs import box_path, symbol
from pnp.scene import Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box, polyline, round_trip, rounded
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell
from pnp.tiles.maps import MapGrid

# Millimetres: the line along the edge, whose outside is the edge; the lines of spaces, and the light round them.
_EDGE, _LINE, _CASING = 0.5, 0.3, 0.35
# Shares of a place: its ring, the dot in it, the sign of a colour on a space, the names, and the least of these.
_RING, _DOT, _SIGN = 0.13, 0.13, 0.22
_NAME, _LEAST_NAME = 0.5, 2.5
# The em of names as a share of the longer side of the map, from whose edges they are read.
_NAME_OF_MAP = 0.01
# The width of a line from a place to its spaces, as a share of a place.
_WAY = 0.08
# The least size of places with names, and the share of black in the line of a space.
_NAMED_FROM, _DARKER = 3.0, 0.45
# The share of the lines in the spaces of any colour.
_GREY = 0.2
# Shares of the em of a name: from its place, and the room round its letters.
_FROM, _ROUND = 0.2, 0.18
# Points at which a name is compared with what lies under it, and what a name costs off the board or over another.
_ACROSS, _DOWN = 14, 3
# The share of a name that may lie over something without a word.
_HIDING = 0.15
_OFF, _OVER_NAME = 4.0, 2.0


def board_drawing(board: Board, across: float, theme: Theme = STANDARD) -> BoardDrawing:
    """The drawing of a board with cells of a size in millimetres, in the inks of a theme."""
    return _class_for(board)(board, across, theme)


def board_of_height(board: Board, height: float, theme: Theme = STANDARD) -> BoardDrawing:
    """The drawing of a board that is *height* high, with the letters of its rows."""
    return _class_for(board).of_height(board, height, theme)


def _class_for(board: Board) -> type[BoardDrawing]:
    return MapDrawing if board.definition.grid.is_map else BoardDrawing


class _Label(NamedTuple):
    """The name of a place, the box round it, and the cost of what it covers."""

    text: Text
    box: Box
    cost: float


# Where a name stands, the best first: to the right of its place.
_SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))


class MapDrawing(BoardDrawing):
    """A board without rows of cells: a picture, perhaps with places and routes."""

    grid: MapGrid

    @property
    def _sheet(self) -> Box:
        """The box of the map."""
        return Box(*(self.across * each for each in self.grid.extent))

    def _box_of_cells(self, *, rows: bool = True) -> Box:
        return self._sheet

    def edge(self, room: Room) -> Box:
        """The edge of the map itself, whose size the file states."""
        return self._sheet

    @property
    def _margin(self) -> float:
        return 0.0

    def _spread(self, room: Room) -> Spread:
        """A map has titles of its own, if any."""
        free = room.height - self.box(legend=True).height
        return Spread(max(0.0, free / 2))

    def _rim(self) -> Iterator[Item]:
        if self.definition.edge:
            box = self._sheet.widened(-_EDGE / 2)
            yield Shape(box_path(box), stroke=Stroke(_EDGE, self.inks.theme.kerb))

    def _ground(self, box: Box) -> Iterator[Item]:
        yield Shape(box_path(box), fill=self.inks.theme.ground)

    # Places and routes

    def _cells(
        self, covered: Collection[Cell], art: Mapping[Cell, tuple[Item, ...]], *, names: bool
    ) -> Iterator[Item]:
        """The light round all cells, then spaces, places and names."""
        halo, theme = self.inks.paper.halo, self.inks.cells
        ways = list(map(polyline, self._ways))
        width = _WAY * self.across
        for ink, wide in ((halo, width + 2 * _CASING), (theme.kerb, width)):
            yield from (Shape(way, stroke=Stroke(wide, ink)) for way in ways)
        for cell in self.grid.cells:
            yield Shape(self._outline(cell, -_CASING), fill=halo)
        for route in self.grid.routes:
            for cell in route.cells:
                yield from self._space(cell)
        for cell in self.grid.places:
            group = self.group(cell)
            yield Shape(self._outline(cell), fill=theme.kerb)
            fill = self.inks.cell(group)
            yield Shape(self._outline(cell, _RING * self.across), fill=fill)
            if group is None:
                inset = (0.5 - _DOT) * self.across
                yield Shape(self._outline(cell, inset), fill=theme.kerb)
        for cell, items in art.items():
            if cell not in covered:
                yield Placed(Drawing(items), self.layout.centre(cell))
        for cell in self.groups:
            if cell not in covered:
                yield from self.signs(cell, None)
        if self.has_names and self.definition.faced is not None:
            for label in self._labels.values():
                yield Shape(rounded(label.box, label.box.height / 3), fill=theme.cell)
        if names:
            yield from self.names(covered).values()

    def _space(self, cell: Cell) -> Iterator[Item]:
        """A space in the ink of its route, with the sign of the colour; grey if any colour may be played."""
        ink, theme = self.board.owners.get(cell), self.inks.cells
        if ink is None:
            group = self.group(cell)
            grey = theme.area(mixed(theme.cell, theme.kerb, _GREY), theme.cell)
            fill = grey if group is None else self.inks.cell(group)
            yield Shape(self._outline(cell), fill, Stroke(_LINE, theme.kerb))
            return
        areas = areas_of(self.inks.paper)
        style = areas.style(ink.fill)
        line = Stroke(_LINE, style.line or mixed(ink.fill, "#000000", _DARKER))
        yield Shape(self._outline(cell), style.fill, line)
        sign = symbol(ink.symbol, self.layout.centre(cell), _SIGN * self.across)
        yield from areas.small_sign(sign, areas.text_on(ink.fill, style.fill), style.fill)

    # Names

    @property
    def has_names(self) -> bool:
        return self.definition.coordinates and self.across >= _NAMED_FROM

    def names(self, covered: Collection[Cell], *, low: bool = False) -> dict[Cell, Text]:
        """The name beside each place."""
        if not self.has_names:
            return {}
        return {cell: label.text for cell, label in self._labels.items()}

    @cached_property
    def _labels(self) -> dict[Cell, _Label]:
        """The names of places, as large as the map wants them if none covers anything then."""
        least = max(_LEAST_NAME, _NAME * self.across)
        wanted = max(least, _NAME_OF_MAP * max(self._sheet.width, self._sheet.height))
        found = self._labels_in(wanted)
        return self._labels_in(least) if wanted > least and self._hiding(found) else found

    def _labels_in(self, size: float) -> dict[Cell, _Label]:
        """The names of places in a size, each where it covers least."""
        found: dict[Cell, _Label] = {}
        given = {}
        if self.definition.map is not None:
            given = {each.name: each.label for each in self.definition.map.places}
        for cell in self.grid.places:
            name = self.grid.names[cell]
            fixed = given.get(name)
            sides = [fixed] if fixed else _SIDES
            ways = [self._label(cell, name, size, side, found) for side in sides]
            found[cell] = min(ways, key=lambda each: each.cost)
        return found

    def _label(
        self,
        cell: Cell,
        name: str,
        size: float,
        side: tuple[int, int],
        found: Mapping[Cell, _Label],
    ) -> _Label:
        """The name on one side of its place, beside the names found before."""
        wide, high, from_place = text_width(name, size, bold=True), CAP_HEIGHT * size, _FROM * size
        far = self.across / 2 + from_place
        if all(side):
            far *= math.sqrt(0.5)
        across, down = side
        centre = self.layout.centre(cell)
        middle = centre + Point(across * (far + wide / 2), down * (far + high / 2))
        baseline = middle + Point(0, high / 2)
        text = Text(name, baseline, size, self.inks.cells.mark, bold=True, anchor="middle")
        box = Box(middle.x - wide / 2, middle.y - high / 2, wide, high).widened(_ROUND * size)
        return _Label(text, box, self._cost(cell, box, found))

    @property
    def hiding(self) -> frozenset[str]:
        """The places whose names hide a good part of spaces, places or other names, or leave the board."""
        return self._hiding(self._labels)

    def _hiding(self, labels: Mapping[Cell, _Label]) -> frozenset[str]:
        most = _HIDING * _ACROSS * _DOWN
        return frozenset(
            self.grid.names[cell] for cell, label in labels.items() if label.cost > most
        )

    def _cost(self, cell: Cell, box: Box, found: Mapping[Cell, _Label]) -> float:
        """What a name would cover in this box: spaces and places, other names, and the end of the board."""
        sheet = self._sheet
        points = [
            Point(box.x + box.width * (i + 0.5) / _ACROSS, box.y + box.height * (j + 0.5) / _DOWN)
            for i, j in product(range(_ACROSS), range(_DOWN))
        ]
        cost = sum(_OFF for each in points if not sheet.contains(Box(each.x, each.y, 0.0, 0.0)))
        for other, outline, around in self._outlines:
            if other != cell and min(around.common(box)[2:]) > 0:
                cost += sum(_is_inside(each, outline) for each in points)
        for way in self._ways:
            cost += sum(box.contains(Box(each.x, each.y, 0.0, 0.0)) for each in way)
        for label in found.values():
            shared = label.box.common(box)
            if min(shared.width, shared.height) > 0:
                cost += (
                    _OVER_NAME * len(points) * shared.width * shared.height / box.width / box.height
                )
        return cost

    @cached_property
    def _ways(self) -> list[list[Point]]:
        """The lines of routes whose spaces end far from their places."""
        ways = (route.way for route in self.grid.routes if route.way)
        return [[each * self.across for each in way] for way in ways]

    @cached_property
    def _outlines(self) -> list[tuple[Cell, tuple[Point, ...], Box]]:
        """The outline of each cell, with the box round it."""
        outlines = ((cell, self.layout.outline(cell)) for cell in self.grid.cells)
        return [(cell, outline, bounding_box(outline)) for cell, outline in outlines]


def _is_inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a point lies inside a convex outline, which goes round clockwise."""
    return all((end - start).cross(point - start) >= 0 for start, end in round_trip(outline))
