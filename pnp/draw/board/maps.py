"""The drawing of a map: its picture, and the places and routes on it."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.board.boards import BoardDrawing, Room, Spread
from pnp.draw.look.signs import box_path
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Box
from pnp.sets.components import Board

# Millimetres: the line along the edge, whose outside is the edge.
_EDGE = 0.5


def board_drawing(board: Board, across: float, theme: Theme = STANDARD) -> BoardDrawing:
    """The drawing of a board with cells of a size in millimetres, in the inks of a theme."""
    return _class_for(board)(board, across, theme)


def board_of_height(board: Board, height: float, theme: Theme = STANDARD) -> BoardDrawing:
    """The drawing of a board that is *height* high, with the letters of its rows."""
    return _class_for(board).of_height(board, height, theme)


def _class_for(board: Board) -> type[BoardDrawing]:
    return MapDrawing if board.definition.grid.is_map else BoardDrawing


class MapDrawing(BoardDrawing):
    """A board without rows of cells: a picture, perhaps with places and routes."""

    @property
    def _sheet(self) -> Box:
        """The box of the map."""
        return Box(*(self.across * each for each in self.grid.extent))

    def _box_of_cells(self, *, rows: bool = True) -> Box:
        return self._sheet

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
