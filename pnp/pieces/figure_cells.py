"""The cells of figures: their sizes, the tokens on them, the part of a long path that is shown, and frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, pairwise
from typing import Protocol

from pnp.basics.classes import NamedTuple
from pnp.basics.words import did_you_mean, listed
from pnp.colour.measures import SEEN, visible
from pnp.colour.theme import Theme
from pnp.definition import Definition, FigureDefinition
from pnp.draw.areas import areas_of
from pnp.draw.board import SheetArt, board_drawing, name_top
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import symbol
from pnp.draw.tokens import has_sign_and_symbol, token_in_figure
from pnp.pieces.annotations import ScaledArt
from pnp.pieces.cutouts import Cutout
from pnp.pieces.frames import Frames
from pnp.pieces.tiles import Tiles
from pnp.scene import Drawing, Item, Picture, Shape
from pnp.scene.geometry import EPSILON, ORIGIN, Box, bounding_box
from pnp.sets.components import Board, Components, Token
from pnp.sets.tileset import Tileset
from pnp.tiles.layouts import Cell, Layout
from pnp.tiles.tile import UNCOLOURED

# Millimetres: the longer side of a board, and the largest cell.
_BOARD, _LARGEST = 78.0, 10.0

# Millimetres: a tile in a figure, a tile with letters on its edges, which readers need.
TILE, LETTERED = 20.0, 26.0

# Millimetres: round the outline of a frame.
_EDGE = 0.3

# Shares of a cell: a token on a square without a name, and the ground between a token and the sides or the border of
# its cell.
_ON_SQUARE, _INSIDE = 0.74, 0.04
# Of a place: a sign on a map.
_ON_PLACE = 0.8
# Millimetres between a token and the name below it.
_OVER_NAME = 0.25

# A figure shows a path of so many spaces as a whole, of a longer one the annotated part and so many spaces beyond.
_WHOLE, _BEYOND = 24, 1.0

# The size of a token, as a share of its cell.
TOKEN = 0.34
# Millimetres: on a smaller token the symbol of its colour, which tells players apart, would be less than 1.2 mm wide.
_SEEN = 7.0


class DrawnPieces(Protocol):
    """What figures show: the pieces of a set, which show figures in their turn."""

    tileset: Tileset
    components: Components
    theme: Theme
    tiles: Tiles
    frames: Frames

    @property
    def definition(self) -> Definition:
        """The definition in the colours of the theme."""

    @property
    def look(self) -> Look:
        """The look of the game in the theme."""

    def token(self, token: Token) -> Cutout:
        """A token with its sides."""

    def cell_art(self, board: Board, across: float) -> Mapping[Cell, tuple[Item, ...]]:
        """The art of the faces of a board's cells, round the centre of each cell."""

    def sheet_art(self, board: Board) -> SheetArt:
        """The face of a board without cells, in its printed size round its middle."""


def shown_part(board: Board | None, figure: FigureDefinition) -> tuple[Cell, ...]:
    """The spaces of a long path that the figure is about; none if it shows the whole board."""
    if board is None or len(board.names) <= _WHOLE:
        return ()
    grid = board.definition.grid
    if not (grid.is_path or grid.is_map):
        return ()
    named = [at for at, _ in (*figure.tokens, *figure.labels)]
    named += [*figure.highlight, *(at for path in figure.paths for at in path)]
    cells = (cell for at in named for cell in grid.meant(at.value))
    return tuple(dict.fromkeys(cells))


def figure_cell(board: Board, part: Collection[Cell] = ()) -> float:
    """The size of a board's cells in a figure of the board, or of a part."""
    extent = (
        _around(part, board.definition.grid.layout(1.0)) if part else board.definition.grid.extent
    )
    return min(_LARGEST, _BOARD / max(extent.width, extent.height))


def cell_of(cells: Collection[Cell], layout: Layout) -> float:
    """The size of cells without a board in a figure; those of the layout have the size 1."""
    extent = bounding_box(corner for cell in cells for corner in layout.outline(cell))
    return min(_LARGEST, _BOARD / max(extent.width, extent.height))


def part_box(part: Collection[Cell], layout: Layout, whole: Box) -> Box:
    """The box of a part, within that of the whole board."""
    box = _around(part, layout)
    return box.common(whole)


def _around(part: Collection[Cell], layout: Layout) -> Box:
    corners = (each for cell in part for each in layout.outline(cell))
    return bounding_box(corners).widened(_BEYOND * layout.across)


def frame_round(pieces: DrawnPieces, name: str, layout: Layout) -> Picture:
    """The frame of that name, in the size of a layout.

    Raises ValueError if the game has no such frame, or if the frame goes round other cells.
    """
    frame = pieces.components.frame(name)
    if frame is None:
        known = [each.name for each in pieces.components.frames]
        raise ValueError(f'there is no frame "{name}"{did_you_mean(name, known)}')
    board = frame.board.definition
    if board.grid.layout(layout.across) != layout:
        raise ValueError(f'the frame "{name}" lies round cells like those of "{board.name}"')
    scale = layout.across / board.across
    outline = bounding_box([point * scale for part in frame.parts for point in part.outline])
    return Picture(pieces.frames.whole(frame, layout.across), outline.widened(_EDGE))


class Seat(NamedTuple):
    """The room of a token on a cell: its size, and how far its middle is above that of the cell.

    On a map tokens have their own sizes, at the `scale` of the map.
    """

    size: float
    lift: float = 0.0
    scale: float = 0.0


def token_seat(board: Board | None, across: float) -> Seat:
    """The room of a token on the tiles of a table, or on the cells of a board: all above their names."""
    if board is None:
        return Seat(TOKEN * across)
    if board.definition.grid.is_map:
        return Seat(_ON_PLACE * across, scale=across / board.definition.across)
    drawing = board_drawing(board, across)
    layout, names = drawing.layout, drawing.names_over()
    # The token of an owner hides the name of its cell.
    named = names.keys() - board.owners.keys()
    if not named:
        return Seat((_ON_SQUARE if board.definition.grid.is_named_beside else TOKEN) * across)
    top = min(name_top(names[cell]) - layout.centre(cell).y for cell in named) - _OVER_NAME
    reach = min(
        _reach_over(
            top,
            layout,
            cell,
            _INSIDE * across + (drawing.border_reach if drawing.has_border(cell) else 0.0),
        )
        for cell in named
    )
    return Seat(2 * reach, max(0.0, reach - top))


def _reach_over(top: float, layout: Layout, cell: Cell, inset: float) -> float:
    """The reach of the largest disc so far inside a cell that ends *top* below its middle."""
    corners, room = layout.corners(cell), layout.apothem - inset
    rises = [-((a + b) * 0.5).unit().y for a, b in pairwise([*corners, corners[0]])]
    return min((room + rise * top) / (1 + rise) for rise in rises if rise > -EPSILON)


def figure_tile(tileset: Tileset) -> float:
    """The size of a tile in a figure."""
    return LETTERED if has_letters(tileset) else TILE


def has_letters(tileset: Tileset) -> bool:
    """Whether tiles have coloured edges or corners, which carry letters or values."""
    coloured = ((*piece.tile.edges, *piece.tile.corners) for piece in tileset.pieces)
    return max(chain.from_iterable(coloured), default=UNCOLOURED) >= 0


def token_art(
    pieces: DrawnPieces, text: str, size: float, *, ground: str = "", scale: float = 0.0
) -> ScaledArt:
    """The art on a cell, in this size: a token by its name and colour, or its id; perhaps `back`.

    With a `scale` a token has so many times its own size. A colour by itself stands for its symbol, and `nullified` for a cross. A symbol has the contrast of the
    theme to the `ground` of its cell, which is that of most cells by default. Raises ValueError.
    """
    words = text.split()
    name, rest = (words[0], words[1:]) if words else ("", [])
    inks = {ink.name: ink for ink in pieces.definition.inks}
    if name == "nullified" and not rest:
        cross = Shape(symbol("nullified", ORIGIN, size / 2), fill=pieces.theme.kerb)
        return ScaledArt(Drawing((cross,)), 1.0)
    if name in inks and not rest:
        path = symbol(inks[name].symbol, ORIGIN, size / 2)
        cell = pieces.theme.cell
        fill = visible(inks[name].fill, ground or cell, min(pieces.theme.contrast, SEEN))
        # An outline or black on some cells alone would look like another symbol.
        sign = areas_of(pieces.theme).sign(path, fill, cell)
        return ScaledArt(Drawing((*sign,)), 1.0)
    back = "back" in rest
    token = _token(pieces.components, name, [word for word in rest if word != "back"])
    if token is None:
        ids = [token.id for tokens in pieces.components.tokens for token in tokens.kinds]
        tokens = pieces.components.token(name)
        if tokens is None and name not in ids:
            raise ValueError(
                f'there is no token or colour "{name}"{did_you_mean(name, [*ids, *inks])}'
            )
        known = [] if tokens is None else [each.id for each in tokens.kinds]
        hint = f"; known here: {listed(known)}" if known else ""
        raise ValueError(f'there is no token "{text}"{hint}')
    if back and not token.definition.is_two_sided:
        raise ValueError(f'there is no token "{text}", because {token.id} has no back')
    if scale:
        return ScaledArt(pieces.token(token).picture(back=back).drawing, scale)
    if size < _SEEN and not back and has_sign_and_symbol(token):
        return ScaledArt(Drawing(token_in_figure(token, size, pieces.theme)), 1.0)
    side = pieces.token(token).picture(back=back)
    return ScaledArt(side.drawing, size / max(side.box.width, side.box.height))


def _token(parts: Components, name: str, colours: list[str]) -> Token | None:
    """The token of a kind in a colour, the only token of a kind, or the token of an id."""
    tokens = parts.token(name)
    kinds = () if tokens is None else tokens.kinds
    if colours:
        return next(
            (each for each in kinds if each.ink is not None and [each.ink.name] == colours), None
        )
    if len(kinds) == 1:
        return kinds[0]
    return next((each for of in parts.tokens for each in of.kinds if each.id == name), None)
