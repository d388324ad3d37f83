"""Figures: tiles and tokens in words become a picture of a table or a board, or findings.

A figure on a piece is a small board without names, in the inks of the piece around it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import pairwise
from typing import TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Located,
    MissingGlyph,
    Place,
    Severity,
    in_file_order,
)
from pnp.basics.words import counted, did_you_mean, nearest
from pnp.colour.measures import contrast
from pnp.colour.theme import Theme
from pnp.definition import Annotations, CellContent, FigureDefinition, SetFigure
from pnp.draw import Artist, cut_outline
from pnp.draw.areas import areas_of
from pnp.draw.board import (
    BoardDrawing,
    board_drawing,
    board_of_height,
    board_theme,
    box_with_highlight,
    highlight_items,
)
from pnp.draw.look.lettering import number_item
from pnp.draw.look.signs import box_path
from pnp.draw.polyforms import Looks, piece_items
from pnp.pieces.annotations import (
    ScaledArt,
    arrow,
    label_items,
    name_grounds,
    route,
    side_by_side,
    token_items,
)
from pnp.pieces.figure_cells import (
    DrawnPieces,
    Seat,
    cell_of,
    figure_cell,
    figure_tile,
    frame_round,
    part_box,
    shown_part,
    token_art,
    token_seat,
)
from pnp.pieces.trims import upright
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Path, Point, bounding_box, circle, polygon
from pnp.sets.components import Board
from pnp.sets.selection import tiles_of_group
from pnp.sets.tileset import Piece
from pnp.tiles import NO_MARK, NotationError, Tile, TileGeometry, canonical, parse_tile
from pnp.tiles.hexgrid import format_cell, parse_cell
from pnp.tiles.layouts import Cell, Layout, tile_layout, within
from pnp.tiles.polyforms import PolyformShape
from pnp.tiles.sides import LIKE_MEETS_LIKE, Meetings, around

# Millimetres round the cells of a table; a share of a cell: the head of an arrow.
_MARGIN, _HEAD = 1.5, 0.26

# The most cells between an annotation and the tiles of a table: the next tiles could lie there.
_NEAR = 2

# On diagrams, in shares of a cell across flats: the largest label, and the widest.
_LABEL, _WIDEST = 0.44, 0.8
# The head of an arrow, and a token, which hides its cell.
_DIAGRAM_HEAD = 0.5
_DIAGRAM_TOKEN = 1.2
# Millimetres on a piece that shows a board as it is printed: the disc on a marked cell, and the least size of names.
_LEAST_DISC, _LEAST_NAME = 1.6, 1.75

Made = TypeVar("Made")


class LyingTile(NamedTuple):
    """A tile of the set, and the tile that it shows as it lies."""

    shown: Tile
    piece: Piece


def figure_picture(pieces: DrawnPieces, figure: FigureDefinition) -> Picture:
    """The picture of a figure; raises InvalidDefinition with everything that cannot be drawn."""
    return TableTop(pieces, figure).picture(figure)


class TableTop:
    """The tiles or the board of a figure, with the tokens on it, drawn once for many pictures.

    A file stores a `shared` table once, whatever the number of its pictures. Raises
    InvalidDefinition if the figure has no board of that name, or no tile.
    """

    def __init__(
        self, pieces: DrawnPieces, figure: FigureDefinition, *, shared: bool = False
    ) -> None:
        self._pieces, self._theme = pieces, pieces.theme
        self._shared = shared
        self._findings: list[Finding] = []
        self._check_printable(figure.caption)
        self._tileset = tiles_of_group(pieces.tileset, figure.group)
        self._group = self._tileset.group
        self._board = None if figure.board is None else self._board_named(figure.board)
        self._part = self._shown_part(figure)
        has_tiles = self._board is None and not figure.has_polyforms_alone
        self._tiles = self._lying_tiles(figure) if has_tiles else {}
        # The cells of its polyforms, if it has any.
        self._shape: PolyformShape | None = None
        self._lying = self._lying_polyforms(figure.polyforms) if figure.polyforms else []
        if figure.has_polyforms_alone and not self._lying:
            self._refuse_empty("polyform", figure.place_of("polyforms"))
        if figure.matching.value:
            self._check_sides(figure)
        self._tokens = self._lying_tokens(figure.tokens)
        self._frame = figure.frame and self._made(
            partial(frame_round, pieces, figure.frame.value, self._layout), figure.frame
        )
        # A label that is the letter of a row would seem to name it; squares have their names only there.
        labels = {label.value for _, label in figure.labels}
        names = {} if self._board is None else self._board.names
        is_named_beside = self._board is not None and self._board.definition.grid.is_named_beside
        self._has_rows = is_named_beside or labels.isdisjoint(name[0] for name in names.values())

    def picture(self, figure: Annotations) -> Picture:
        """The table under a figure's paths, outlines and labels.

        Raises InvalidDefinition with everything that cannot be drawn.
        """
        paths = [self._path(path) for path in figure.paths]
        highlight = self._annotated_cells(figure.highlight)
        labels = self._labels(figure)
        self._raise_findings()
        on, lift = self._layout, self._seat.lift
        routes = [route(path, on, lift=lift, tokens=self._tokens) for path in paths]
        arrows = [arrow(each, _HEAD * on.across, self._theme) for each in routes]
        items = (
            *((self._frame.drawing,) if self._frame else ()),
            self._ground.drawing,
            *self._polyforms,
            *self._highlight(highlight),
            *(item for each in arrows for item in each.line),
            *name_grounds(self._shown_names, self._grounds, routes),
            *(item for each in arrows for item in each.ends),
            self._token_drawing,
            self._name_drawing,
            *label_items(labels, self._shown_names, on, self._theme),
        )
        box = box_with_highlight(self._box({*highlight, *labels}.union(*paths)), highlight, on)
        return Picture(Drawing((Clip(box_path(box), items),) if self._part else items), box)

    def _raise_findings(self) -> None:
        found, self._findings = self._findings, []
        if found:
            raise InvalidDefinition(in_file_order(found))

    def _error(self, message: str, place: Place) -> None:
        self._findings.append(Finding("position", Severity.ERROR, message, place))

    def _refuse_empty(self, what: str, place: Place) -> None:
        """Raises what is wrong with its pieces, or else that the figure has none of them."""
        if not self._findings:
            self._error(f"this figure has no {what}", place)
        self._raise_findings()

    def _shown_part(self, figure: FigureDefinition) -> tuple[Cell, ...]:
        return shown_part(self._board, figure)

    def _highlight(self, cells: Sequence[Cell]) -> Iterable[Item]:
        return highlight_items(cells, self._layout, self._theme)

    # Tiles and tokens

    @cached_property
    def _seat(self) -> Seat:
        return token_seat(self._board, self._layout.across)

    def _board_named(self, written: Located[str]) -> Board:
        board = self._pieces.components.board(written.value)
        if board is None:
            boards = self._pieces.components.boards
            hint = did_you_mean(written.value, [each.name for each in boards])
            self._error(f'there is no board "{written.value}"{hint}', written.place)
            raise InvalidDefinition(self._findings)
        return board.on_paper

    def _made(self, make: Callable[[], Made], written: Located[str]) -> Made | None:
        """What a call makes of a text; None if it raises ValueError, which becomes a finding."""
        try:
            return make()
        except ValueError as error:
            self._error(str(error), written.place)
            return None

    def _lying_tiles(self, figure: FigureDefinition) -> dict[Cell, LyingTile]:
        found: dict[Cell, LyingTile] = {}
        copies = self._tileset.copies
        for at, written in figure.tiles:
            cell, tile = self._cell(at), self._tile(written)
            if cell is None or tile is None:
                continue
            found[cell] = tile
            shown = sum(each.piece.id == tile.piece.id for each in found.values())
            if shown > copies[tile.piece.id]:
                has = counted(copies[tile.piece.id], "tile")
                message = f"the set has {has} {written.value}, and this figure shows more"
                self._error(message, written.place)
        if not found:
            self._refuse_empty("tile", figure.place_of("tiles"))
        return found

    def _check_sides(self, figure: FigureDefinition) -> None:
        """Reports each two tiles whose touching sides differ."""
        shape = self._group.geometry.shape
        if shape.is_polygon:
            message = f"the tiles of shape {shape.value} lie apart in figures, so none of their sides touch; remove matching"
            self._error(message, figure.matching.place)
            return
        places = {self._cell(at): written.place for at, written in figure.tiles}
        shown = {cell: tile for cell, (tile, _) in self._tiles.items()}
        turns = {cell: self._turn(cell) for cell in shown}
        meetings = self._pieces.definition.meetings
        for cell, near in mismatches(shown, turns, self._layout, self._group.geometry, meetings):
            at, beside = format_cell(cell), format_cell(near)
            message = f"the tiles at {at} and {beside} do not match where they touch"
            self._error(message, places[cell])

    def _tile(self, written: Located[str]) -> LyingTile | None:
        """A tile of the set by its notation, in any of its turns; one with a face also by its id.

        Of tiles that differ only in their values, the notation stands for the first.
        """
        group, text = self._group, written.value
        named = self._tileset.by_id.get(text)
        if named is not None and named.listed is not None:
            return LyingTile(named.drawn, named)
        if named is not None:
            notation = self._pieces.definition.notation(named.tile)
            message = f"{text} has no face, and only tiles with a face are written by their ids; write it as {notation}"
            self._error(message, written.place)
            return None
        faced = [piece.id for piece in self._tileset.pieces if piece.listed is not None]
        near = nearest(text, faced)
        hint = "" if near is None else f'; did you mean "{near}"?'
        try:
            tile = parse_tile(text, group.geometry, self._pieces.definition.codes)
        except NotationError as error:
            self._error(f"{error}{hint}", written.place)
            return None
        found, known = canonical(tile, group.geometry, group.symmetry), self._tileset.by_tile
        if found in known:
            return LyingTile(tile, known[found])
        # A figure may omit a mark that all such tiles share.
        alike = {each.mark: each for each in known if each.unmarked == found.unmarked}
        if len(alike) == 1 and tile.mark == NO_MARK:
            ((mark, other),) = alike.items()
            return LyingTile(tile._replace(mark=mark), known[other])
        self._error(f"the set has no tile {text}, however it is turned{hint}", written.place)
        return None

    def _lying_tokens(self, contents: Iterable[CellContent]) -> dict[Cell, ScaledArt]:
        """The tokens on each cell; several lie side by side."""
        found: dict[Cell, list[ScaledArt]] = {}
        for at, written in contents:
            cells = self._meant(at)
            ground = self._grounds.get(cells[0], "") if cells else ""
            seat = self._seat
            make = partial(
                token_art, self._pieces, written.value, seat.size, ground=ground, scale=seat.scale
            )
            art = self._made(make, written)
            if art is None:
                continue
            for cell in cells:
                found.setdefault(cell, []).append(art)
        return {cell: side_by_side(each, self._layout.across) for cell, each in found.items()}

    def _lying_polyforms(self, contents: Iterable[CellContent]) -> list[Looks]:
        """The polyforms on the board, or on cells of their own; none of them overlap."""
        from pnp.pieces.polyforms import lying_at, polyform_of

        covered: dict[Cell, str] = {}
        found: list[Looks] = []
        for at, written in contents if self._board is not None or not self._tiles else ():
            cell = self._cell(at)
            looks = self._made(
                partial(lying_at, self._pieces, self._board, written.value, cell), written
            )
            if cell is None or looks is None:
                continue
            shape = polyform_of(self._pieces, written.value)[0].definition.shape
            self._shape = self._shape or shape
            if shape is not self._shape:
                message = f"{written.value} is made of {shape.cells}, and the first polyform of {self._shape.cells}"
                self._error(message, written.place)
            if self._board is not None and not looks.keys() <= self._board.names.keys():
                self._error(
                    f"{written.value} at {at.value} lies over the edge of the board", written.place
                )
            if taken := looks.keys() & covered.keys():
                self._error(
                    f"{written.value} at {at.value} overlaps {covered[min(taken)]}", written.place
                )
            covered |= dict.fromkeys(looks, f"{written.value} at {at.value}")
            found.append(looks)
        return found

    @cached_property
    def _polyforms(self) -> list[Item]:
        on, theme, shape = self._layout, self._theme, self._shape
        return [
            item for each in self._lying if shape for item in piece_items(shape, each, on, theme)
        ]

    # Cells

    @cached_property
    def _grounds(self) -> Mapping[Cell, str]:
        return {} if self._board is None else self._drawn_board(self._board).grounds

    @cached_property
    def _names(self) -> Mapping[str, Cell]:
        """The cells of the board by name."""
        assert self._board is not None
        return {name: cell for cell, name in self._board.names.items()}

    def _cell(self, written: Located[str]) -> Cell | None:
        if self._board is not None:
            if written.value not in self._names:
                self._error(f'the board has no cell "{written.value}"', written.place)
            return self._names.get(written.value)
        return self._made(partial(parse_cell, written.value), written)

    def _annotated(self, written: Located[str]) -> Cell | None:
        """A cell of the board; on a table a cell with a tile on it or near it."""
        cell = self._cell(written)
        if cell is None or self._board is not None:
            return cell
        # A picture has room for all cells between the tiles and an annotation.
        if cell not in self._near:
            thing = "tile" if self._tiles else "polyform"
            self._error(f"no {thing} lies at {written.value}, or near it", written.place)
            return None
        return cell

    @cached_property
    def _near(self) -> set[Cell]:
        """The cells of a table on which an annotation can be."""
        return within(self._layout, self._held, _NEAR)

    @cached_property
    def _held(self) -> set[Cell]:
        """The cells of a table on which something lies: tiles, or else polyforms."""
        return {*self._tiles}.union(*self._lying)

    def _annotated_cells(self, written: Iterable[Located[str]]) -> list[Cell]:
        """The cells of these names; on a board also those of a group of cells or of a route."""
        return [cell for each in written for cell in self._meant(each)]

    def _meant(self, written: Located[str]) -> Sequence[Cell]:
        if self._board is not None:
            board = self._board
            if found := board.cells_of(written.value) or board.definition.grid.route(written.value):
                return found
        cell = self._annotated(written)
        return () if cell is None else (cell,)

    def _labels(self, figure: Annotations) -> dict[Cell, str]:
        return {
            cell: label.value
            for at, label in figure.labels
            for cell in self._annotated_cells([at])
            if self._check_printable(label)
        }

    def _path(self, written: Sequence[Located[str]]) -> list[Cell]:
        for one, other in pairwise(written):
            if one.value == other.value:
                self._error("each cell of a path has to differ from the one before it", other.place)
                return []
        return self._annotated_cells(written)

    def _check_printable(self, written: Located[str]) -> bool:
        try:
            text_width(written.value, 1.0, bold=True)
        except MissingGlyph as error:
            self._error(str(error), written.place)
            return False
        return True

    # Drawing

    @cached_property
    def _layout(self) -> Layout:
        if self._board is not None:
            return self._board.definition.grid.layout(figure_cell(self._board, self._part))
        if self._shape is not None:
            return self._shape.layout(cell_of(self._held, self._shape.layout(1.0)))
        return tile_layout(self._group.geometry, figure_tile(self._tileset))

    @cached_property
    def _ground(self) -> Picture:
        """The tiles or the board, without tokens."""
        if self._board is None:
            return self._tiles_picture()
        picture = self._drawn_board(self._board).picture(
            covered=self._tokens.keys(),
            art=self._pieces.cell_art(self._board, self._layout.across),
            sheet=self._pieces.sheet_art(self._board),
            rows=self._has_rows,
            names=False,
        )
        return picture._replace(drawing=picture.drawing.as_shared(self._shared))

    def _drawn_board(self, board: Board) -> BoardDrawing:
        return board_drawing(board, self._layout.across, self._theme)

    def _tiles_picture(self) -> Picture:
        group = replace(self._group, size=self._layout.across)
        artists = {
            turn: self._pieces.tiles.artist(group, turn)
            for turn in {self._turn(cell) for cell in self._tiles}
        }
        drawings: dict[tuple[str, Tile, float], Drawing] = {}
        items: list[Item] = []
        for cell, (tile, piece) in self._tiles.items():
            turn = self._turn(cell)
            key = (piece.id, tile, turn)
            if key not in drawings:
                drawing = self._tile_drawing(tile, piece, artists[turn])
                outline = cut_outline(artists[turn].outline, self._theme)
                drawings[key] = _outlined(drawing, outline)
            items.append(Placed(drawings[key], self._layout.centre(cell)))
        return Picture(Drawing(tuple(items), shared=self._shared), self._cells_box(self._held))

    def _turn(self, cell: Cell) -> float:
        """The heading of the first side of a tile on a cell; a triangle may stand on a corner."""
        return upright(self._group) + self._layout.turn(cell)

    def _tile_drawing(self, tile: Tile, piece: Piece, artist: Artist) -> Drawing:
        """A tile as it lies, in the size of the figure."""
        if piece.listed is None:
            return artist.drawing(tile, style=piece.style)
        # A face is laid out at the size of the printed tile.
        scale = self._layout.across / self._group.size
        turn = artist.outline.turn - upright(self._group)
        return Drawing((Placed(self._pieces.tiles.lying(piece, tile), ORIGIN, scale, turn=turn),))

    @cached_property
    def _token_drawing(self) -> Drawing:
        lifts = dict.fromkeys(self._shown_names, self._seat.lift)
        items = tuple(token_items(self._tokens, self._layout, lifts))
        return Drawing(items, shared=self._shared and bool(items))

    @cached_property
    def _shown_names(self) -> Mapping[Cell, Text]:
        """The names of cells, which nothing but labels hides."""
        if self._board is None:
            return {}
        return self._drawn_board(self._board).names_over(self._tokens)

    @cached_property
    def _name_drawing(self) -> Drawing:
        items = tuple(self._shown_names.values())
        return Drawing(items, shared=self._shared and bool(items))

    def _box(self, annotated: set[Cell]) -> Box:
        """The box of the whole picture; on a table, with the annotated cells beside the tiles."""
        if self._frame is not None:
            return self._frame.box
        if self._part:
            return part_box(self._part, self._layout, self._ground.box)
        beside = {*self._tokens, *annotated} - self._held
        if self._board is not None or not beside:
            return self._ground.box
        return self._cells_box(self._held | beside)

    def _cells_box(self, cells: Iterable[Cell]) -> Box:
        corners = (corner for cell in cells for corner in self._layout.outline(cell))
        return bounding_box(corners).widened(_MARGIN)


def _outlined(drawing: Drawing, outline: Shape) -> Drawing:
    """A tile with the line along its cut."""
    return Drawing(lambda: (*drawing.items, outline))


def mismatches(
    tiles: Mapping[Cell, Tile],
    turns: Mapping[Cell, float],
    layout: Layout,
    geometry: TileGeometry,
    meetings: Meetings = LIKE_MEETS_LIKE,
) -> Iterator[tuple[Cell, Cell]]:
    """Each two cells whose tiles do not match; `turns` are the headings of the tiles' first sides."""

    def beside(cell: Cell) -> Iterator[tuple[int, Cell]]:
        """Each side of the tile, and the cell that it touches."""
        for near in layout.neighbours(cell):
            step = layout.centre(near) - layout.centre(cell)
            degrees = math.degrees(math.atan2(step.x, -step.y))
            yield round((degrees - turns[cell]) * geometry.sides / 360) % geometry.sides, near

    looks = {cell: around(tile, geometry) for cell, tile in tiles.items()}
    for cell in tiles:
        for side, near in beside(cell):
            if near in tiles and cell < near:
                facing = next(back for back, other in beside(near) if other == cell)
                if not looks[cell][side].matches(looks[near][facing], meetings):
                    yield cell, near


# Figures on pieces


def figure_on_piece(
    pieces: DrawnPieces, figure: SetFigure, box: Box, *, ground: str, accent: str
) -> TableTop:
    """A figure for a box on a piece, to be drawn with several annotations; raises InvalidDefinition."""
    if figure.board is None:
        return TableTop(pieces, figure)
    board = pieces.components.board(figure.board.value)
    if board is not None and not figure.is_plain(on_map=board.definition.grid.is_map):
        return _Printed(pieces, figure, box, accent)
    return _Diagram(pieces, figure, box, ground, accent)


class _Printed(TableTop):
    """A whole board as it is printed, on a piece; marked cells have discs that can be seen there."""

    def __init__(
        self, pieces: DrawnPieces, figure: FigureDefinition, box: Box, accent: str
    ) -> None:
        self._accent = accent
        super().__init__(pieces, figure, shared=True)
        assert self._board is not None
        drawn = self._drawn_board(self._board)
        whole = drawn.box()
        self._scale = min(box.width / whole.width, box.height / whole.height)
        sizes = [name.size * self._scale for name in drawn.names_over().values()]
        if sizes and min(sizes) < _LEAST_NAME:
            plain = replace(self._board.definition, coordinates=False)
            self._board = replace(self._board, definition=plain)

    def _shown_part(self, figure: FigureDefinition) -> tuple[Cell, ...]:
        return ()

    def _highlight(self, cells: Sequence[Cell]) -> Iterator[Item]:
        layout = self._layout
        radius = max(layout.across / 2, _LEAST_DISC / self._scale)
        for cell in cells:
            disc = partial(_disc, layout.centre(cell), radius)
            yield areas_of(self._theme).marked_cell(disc, 2 * radius, self._accent)


def _disc(centre: Point, radius: float, inset: float) -> Path:
    return circle(centre, radius - inset)


class _Diagram(TableTop):
    """A board on a piece, without names and groups; marked cells have the accent, and labels stand in their cells."""

    def __init__(
        self, pieces: DrawnPieces, figure: FigureDefinition, box: Box, ground: str, accent: str
    ) -> None:
        self._room, self._accent = box, accent
        self._on = ground
        super().__init__(pieces, figure)

    def picture(self, figure: Annotations) -> Picture:
        paths = [self._path(path) for path in figure.paths]
        marked, labels = self._annotated_cells(figure.highlight), self._labels(figure)
        self._raise_findings()
        theme, layout = self._inks, self._layout
        board = board_drawing(self._plain, layout.across, theme)
        items: list[Item] = [board.picture().drawing]
        items += (self._marked(cell) for cell in marked)
        for path in paths:
            line, ends = arrow(route(path, layout), _DIAGRAM_HEAD * layout.across, theme)
            items += [*line, *ends]
        items += (self._label(cell, text, cell in marked) for cell, text in labels.items())
        items += [*self._polyforms, self._token_drawing]
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
        high = board_of_height(self._plain, self._room.height)
        wide = high.across * self._room.width / high.box().width
        return high.grid.layout(min(high.across, wide))

    @cached_property
    def _seat(self) -> Seat:
        return Seat(_DIAGRAM_TOKEN * self._layout.across)

    def _marked(self, cell: Cell) -> Item:
        layout = self._layout
        return areas_of(self._inks).marked_cell(
            lambda inset: polygon(layout.outline(cell, inset=inset)), layout.across, self._accent
        )

    def _label(self, cell: Cell, text: str, is_marked: bool) -> Item:
        layout, theme = self._layout, self._inks
        ground = theme.area(self._accent, theme.cell) if is_marked else theme.cell
        inks = (theme.area(theme.ground, theme.mark), theme.mark)
        ink = max(inks, key=lambda each: contrast(each, ground))
        wide = text_width(text, 1.0 / CAP_HEIGHT, bold=True)
        height = min(_LABEL * layout.across, _WIDEST * layout.across / max(1e-6, wide))
        return number_item(text, layout.centre(cell), height, ink)
