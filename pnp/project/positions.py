"""Positions: what is written of tiles and tokens on a table becomes a picture, or findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Located,
    MissingGlyph,
    Place,
    Severity,
    in_file_order,
)
from pnp.basics.words import did_you_mean
from pnp.definition.figures import FigureDefinition
from pnp.draw.coats import painted
from pnp.draw.positions import Lying, Marks, board_position, tiles_position, wordless
from pnp.draw.symbols import symbol
from pnp.imposition import Cutout
from pnp.project.workshop import Workshop, picture_of
from pnp.scene import Drawing, Picture, Placed, Shape
from pnp.scene.fonts import text_width
from pnp.scene.geometry import ORIGIN, Point
from pnp.sets.components import Board, Token
from pnp.tiles import NO_MARK, NotationError, Tile, canonical, parse_tile
from pnp.tiles import Shape as TileShape
from pnp.tiles.hexgrid import Hex, distance, parse_cell

# Millimetres: a tile in a position, one with letters on its edges, which have to be read, and boards.
TILE = 20.0
LETTERED = 26.0
_BOARD_WIDTH = 78.0
_LARGEST_HEX = 10.0

# How many cells beside the tiles of a table a mark may be: where the next ones could be laid.
_NEAR = 2

# Shares of a cell: how far signs reach from its middle, and how large tokens are, above its name.
_SIGN, _TOKEN = 0.26, 0.56


class Layout:
    """Lays a position out; what it speaks of has to be there."""

    def __init__(self, workshop: Workshop, position: FigureDefinition) -> None:
        self.findings: list[Finding] = []
        self._workshop = workshop
        self._position = position
        self._cells: Mapping[str, Hex] | None = None
        self._tiles: dict[Hex, Tile] = {}

    def _error(self, message: str, place: Place) -> None:
        self.findings.append(Finding("position", Severity.ERROR, message, place))

    def picture(self) -> Picture:
        """The position; raises InvalidDefinition where something of it cannot be drawn."""
        self._printable(self._position.caption)
        picture = self._on_table() if self._position.board is None else self._on_board()
        if self.findings:
            raise InvalidDefinition(in_file_order(self.findings))
        return picture

    def _on_board(self) -> Picture:
        assert self._position.board is not None
        boards = {board.name: board for board in self._workshop.components.boards}
        name, place = self._position.board
        if name not in boards:
            self._error(f'there is no board "{name}"{did_you_mean(name, boards)}', place)
            raise InvalidDefinition(self.findings)
        board = boards[name]
        self._cells = {text: cell for cell, text in board.names.items()}
        across = hex_of(board)
        theme = self._workshop.theme
        return board_position(board, self._marks(across), across=across, theme=theme)

    def _on_table(self) -> Picture:
        definition = self._workshop.definition
        if definition.geometry.shape is not TileShape.HEXAGON:
            raise ValueError("positions are for hexagons, which these tiles are not")
        known = [piece.tile for piece in self._workshop.tileset.pieces]
        for at, written in self._position.tiles:
            cell, tile = self._cell(at), self._tile(written, known)
            if cell is not None and tile is not None:
                self._tiles[cell] = tile
        if not self._tiles:
            raise (
                InvalidDefinition(self.findings)
                if self.findings
                else ValueError("no tile lies there")
            )
        across = LETTERED if has_letters(self._workshop) else TILE
        theme = self._workshop.theme
        marks = self._marks(across)
        return tiles_position(definition, self._tiles, marks, across=across, theme=theme)

    def _tile(self, written: Located[str], known: Sequence[Tile]) -> Tile | None:
        """A tile as it lies, which has to be one of the set."""
        definition = self._workshop.definition
        try:
            tile = parse_tile(written.value, definition.geometry, definition.codes)
        except NotationError as error:
            self._error(str(error), written.place)
            return None
        found = canonical(tile, definition.geometry, definition.symmetry)
        if found in known:
            return tile
        # The mark of a family goes without saying, where there is but one.
        marks = {each.mark for each in known if unmarked(each) == unmarked(found)}
        if len(marks) == 1 and tile.mark == NO_MARK:
            return tile._replace(mark=marks.pop())
        self._error(f"the set has no tile {written.value}, however it is turned", written.place)
        return None

    def _cell(self, written: Located[str]) -> Hex | None:
        if self._cells is not None:
            if written.value not in self._cells:
                self._error(f'the board has no cell "{written.value}"', written.place)
            return self._cells.get(written.value)
        try:
            return parse_cell(written.value)
        except ValueError as error:
            self._error(str(error), written.place)
            return None

    def _marks(self, across: float) -> Marks:
        return Marks(
            [self._path(path) for path in self._position.paths],
            self._marked_cells(self._position.highlight),
            {
                cell: label.value
                for at, label in self._position.labels
                if (cell := self._marked(at)) is not None and self._printable(label)
            },
            self._tokens(across),
        )

    def _tokens(self, across: float) -> dict[Hex, Lying]:
        """What lies on each cell; several pieces lie side by side."""
        found: dict[Hex, list[Lying]] = {}
        for at, written in self._position.tokens:
            cell, lying = self._marked(at), self._lying(written, across)
            if cell is not None and lying is not None:
                found.setdefault(cell, []).append(lying)
        return {cell: _side_by_side(pieces, across) for cell, pieces in found.items()}

    def _printable(self, written: Located[str]) -> bool:
        try:
            text_width(written.value, 1.0, bold=True)
        except MissingGlyph as error:
            self._error(str(error), written.place)
            return False
        return True

    def _path(self, written: tuple[Located[str], ...]) -> list[Hex]:
        for one, other in pairwise(written):
            if one.value == other.value:
                self._error("a path goes on to another cell", other.place)
                return []
        return self._marked_cells(written)

    def _marked_cells(self, written: tuple[Located[str], ...]) -> list[Hex]:
        found = (self._marked(each) for each in written)
        return [cell for cell in found if cell is not None]

    def _marked(self, written: Located[str]) -> Hex | None:
        """A cell of a mark; on a table one with a tile, or near one: all that lies between is drawn."""
        cell = self._cell(written)
        if cell is None or self._cells is not None:
            return cell
        if min(distance(cell, each) for each in self._tiles) > _NEAR:
            self._error(f"no tile lies at {written.value}, or near it", written.place)
            return None
        return cell

    def _lying(self, written: Located[str], across: float) -> Lying | None:
        """What lies on a cell: the name of a token, its colour, `back`; or a colour by itself."""
        words = written.value.split()
        name, rest = (words[0], words[1:]) if words else ("", [])
        inks = {ink.name: ink for ink in self._workshop.definition.inks}
        theme = self._workshop.theme
        if name == "nullified" and not rest:
            cross = Shape(symbol("nullified", ORIGIN, across * _SIGN), fill=theme.kerb)
            return Lying(Drawing((cross,)), 1.0)
        if name in inks and not rest:
            path = symbol(inks[name].symbol, ORIGIN, across * _SIGN)
            sign = painted(path, inks[name].fill, theme, ground=theme.cell)
            return Lying(Drawing((*sign,)), 1.0)
        tokens = self._workshop.components.token(name)
        if tokens is None:
            known = [each.name for each in self._workshop.components.tokens]
            hint = did_you_mean(name, [*known, *inks])
            self._error(f'there is no token or colour "{name}"{hint}', written.place)
            return None
        token = _of_colour(tokens.kinds, [word for word in rest if word != "back"])
        back = "back" in rest
        if token is None or (back and token.definition.back is None):
            self._error(f'there is no token "{written.value}"', written.place)
            return None
        scale = across * _TOKEN / token.definition.size
        return Lying(_bare(self._workshop.token(token), back=back), scale)


def _side_by_side(pieces: Sequence[Lying], across: float) -> Lying:
    """Pieces on one cell, smaller if there are several."""
    if len(pieces) == 1:
        return pieces[0]
    step = across * 0.84 / len(pieces)
    placed = tuple(
        Placed(piece.drawing, Point((place - (len(pieces) - 1) / 2) * step, 0), piece.scale * 0.6)
        for place, piece in enumerate(pieces)
    )
    return Lying(Drawing(placed), 1.0)


def _of_colour(kinds: tuple[Token, ...], colours: list[str]) -> Token | None:
    """The token in the colour that is named, or the only one there is."""
    if not colours:
        return kinds[0] if len(kinds) == 1 else None
    wanted = [each for each in kinds if each.ink is not None and [each.ink.name] == colours]
    return wanted[0] if wanted else None


def unmarked(tile: Tile) -> tuple[object, ...]:
    """The tile without its mark, to compare it by."""
    return (tile.joins, tile.colours, tile.edges)


def _bare(cutout: Cutout, *, back: bool) -> Drawing:
    """A side of a token without words: it is drawn small."""
    return wordless(picture_of(cutout, back=back).drawing)


def has_letters(workshop: Workshop) -> bool:
    """Whether tiles have coloured edges, which carry letters."""
    return any(max(piece.tile.edges) >= 0 for piece in workshop.tileset.pieces)


def hex_of(board: Board) -> float:
    """The size of a board's hexagons in a figure."""
    return min(_LARGEST_HEX, _BOARD_WIDTH / (2 * board.definition.side - 1))
