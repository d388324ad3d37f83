"""Figures on pieces: a small board or table without names, in the inks of the piece around it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from pnp.colour.measures import contrast
from pnp.colour.theme import Theme
from pnp.definition import Annotations, FigureDefinition
from pnp.draw.areas import areas_of
from pnp.draw.board import BoardDrawing, board_theme
from pnp.draw.look.lettering import number_item
from pnp.pieces.annotations import arrow, route
from pnp.pieces.figure_boards import Seat
from pnp.pieces.figures import TableTop
from pnp.pieces.pieces import Pieces
from pnp.scene import Drawing, Item, Picture
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, polygon
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell, Layout

# Shares of a cell across flats: the largest label, and the widest.
_LABEL, _WIDEST = 0.44, 0.8
# That of the head of an arrow.
_HEAD = 0.6
# That of a token, which hides its cell.
_TOKEN = 1.2


def diagram_picture(
    pieces: Pieces, figure: FigureDefinition, box: Box, *, ground: str, accent: str
) -> Picture:
    """The picture of a figure as large as a box allows; raises InvalidDefinition."""
    if figure.board is None:
        return TableTop(pieces, figure).picture(figure)
    return _Diagram(pieces, figure, box, ground, accent).picture(figure)


class _Diagram(TableTop):
    """A board without names and groups; marked cells have the accent, and labels stand in their cells."""

    def __init__(
        self, pieces: Pieces, figure: FigureDefinition, box: Box, ground: str, accent: str
    ) -> None:
        self._room, self._accent = box, accent
        self._on = ground
        super().__init__(pieces, figure)

    def picture(self, figure: Annotations) -> Picture:
        paths = [self._path(path) for path in figure.paths]
        marked, labels = self._annotated_cells(figure.highlight), self._labels(figure)
        self._raise_findings()
        theme, layout = self._inks, self._layout
        board = BoardDrawing(self._plain, layout.across, theme)
        items: list[Item] = [board.picture().drawing]
        items += (self._marked(cell) for cell in marked)
        items += (self._label(cell, text, cell in marked) for cell, text in labels.items())
        for path in paths:
            line, ends = arrow(route(path, layout), _HEAD * layout.across, theme)
            items += [*line, *ends]
        items.append(self._token_drawing)
        return Picture(Drawing(tuple(items)), board.box())

    @cached_property
    def _plain(self) -> Board:
        """The board without names, groups and tracks."""
        assert self._board is not None
        definition = replace(
            self._board.definition,
            coordinates=False,
            groups=(),
            tracks=(),
            ground="",
            kerb=False,
        )
        return replace(self._board, definition=definition, owners={})

    @cached_property
    def _inks(self) -> Theme:
        """The theme on the ground of the piece."""
        theme = self._theme
        if self._on == theme.card:
            return theme
        assert self._board is not None
        definition = replace(self._board.definition, ground=self._on, ink="")
        made = board_theme(definition, theme)
        return theme if made is theme else replace(made, halo=made.cell)

    @cached_property
    def _layout(self) -> Layout:
        high = BoardDrawing.of_height(self._plain, self._room.height)
        wide = high.across * self._room.width / high.box().width
        return high.grid.layout(min(high.across, wide))

    @cached_property
    def _seat(self) -> Seat:
        return Seat(_TOKEN * self._layout.across)

    def _marked(self, cell: Cell) -> Item:
        layout = self._layout
        return areas_of(self._inks).marked_cell(
            lambda inset: polygon(layout.outline(cell, inset=inset * layout.across)), self._accent
        )

    def _label(self, cell: Cell, text: str, is_marked: bool) -> Item:
        layout, theme = self._layout, self._inks
        ground = theme.area(self._accent, theme.cell) if is_marked else theme.cell
        inks = (theme.area(theme.ground, theme.mark), theme.mark)
        ink = max(inks, key=lambda each: contrast(each, ground))
        wide = text_width(text, 1.0 / CAP_HEIGHT, bold=True)
        height = min(_LABEL * layout.across, _WIDEST * layout.across / max(1e-6, wide))
        return number_item(text, layout.centre(cell), height, ink)
