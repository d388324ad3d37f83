"""The art of a board: its own face, the faces and the tiles of its cells, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.basics.errors import Finding, Severity
from pnp.basics.units import POINTS_PER_MM
from pnp.basics.words import did_you_mean
from pnp.definition import CellTile, Definition, GivenPiece
from pnp.draw.board import SheetArt, board_drawing, label_lines
from pnp.faces import Laid, LaidFace, Subject, Supplies, items_of, laid_faces, polygonal, rectangle
from pnp.pieces.faced import face_findings, values_of
from pnp.pieces.tiles import Tiles
from pnp.scene import Clip, Drawing, Item, Placed
from pnp.scene.geometry import EPSILON, ORIGIN, polygon
from pnp.sets.components import Board
from pnp.sets.tileset import Piece
from pnp.tiles import NotationError, Tile, canonical, parse_tile
from pnp.tiles.layouts import Cell

# Millimetres: labels of 6 pt, the smallest that players read over a table.
_LEAST_LABEL = 2.1


class CellArt:
    """The art of a board's cells, laid once at the size of the printed board.

    A cell has the tiles and faces of all its groups; those of the first lie on top. `findings` is what
    is wrong with them. `sheet` is the face of a board without rows of cells.
    """

    def __init__(
        self, definition: Definition, board: Board, tiles: Tiles, supplies: Supplies
    ) -> None:
        self._definition, self._board, self._tiles = definition, board, tiles
        self._drawing = board_drawing(board, board.definition.across, supplies.theme)
        self._supplies = supplies
        findings = [*_label_findings(board)]
        found: dict[Cell, tuple[Item, ...]] = {}
        faces: list[LaidFace] = []
        for group in reversed(board.definition.groups):
            findings += group.notes
            for cell in group.cells:
                if (shown := group.tile_in(cell)) is not None:
                    try:
                        found[cell] = (*found.get(cell, ()), self._tile(cell, shown))
                    except ValueError as error:
                        finding = Finding("tile", Severity.ERROR, str(error), shown.tile.place)
                        findings.append(finding)
            if group.given:
                laid_group = self._laid_group(group.cells, board.definition.groups.index(group))
                for cell, laid in laid_group.items():
                    art = Clip(laid.subject.area.outline, items_of((*laid.under, *laid.front)))
                    found[cell] = (*found.get(cell, ()), art)
                    faces.append(laid)
        self.sheet = SheetArt()
        if board.definition.faced is not None:
            own = self._laid_sheet(board.definition.faced)
            faces.append(own)
            self.sheet = SheetArt(*(_clipped(own, each) for each in (own.under, own.front)))
        self._found: Mapping[Cell, tuple[Item, ...]] = found
        self.findings = (*dict.fromkeys(findings), *face_findings(faces))

    def at(self, across: float) -> Mapping[Cell, tuple[Item, ...]]:
        """The art round the centre of each cell of this size: a larger or smaller board is scaled."""
        scale = across / self._board.definition.across
        return {
            cell: tuple(Placed(Drawing((item,)), ORIGIN, scale) for item in items)
            for cell, items in self._found.items()
        }

    def _laid_group(self, cells: tuple[Cell, ...], number: int) -> dict[Cell, LaidFace]:
        board, group = self._board, self._board.definition.groups[number]
        pairs = []
        for place, cell in enumerate(cells, 1):
            given = group.faced(cell)
            assert given is not None
            name = board.names[cell]
            values = values_of(self._definition, given, name, place, len(cells), group.name)
            subject = Subject(
                f"{board.name} {name}",
                values,
                polygonal(self._drawing.layout.corners(cell)),
                self._drawing.inks.cell(self._drawing.group(cell)),
                given.place,
                is_cut_out=False,
                enlarged=max(1.0, board.definition.poster / board.definition.across),
            )
            pairs.append((subject, given.face))
        return dict(zip(cells, laid_faces(pairs, self._supplies), strict=True))

    def _laid_sheet(self, faced: GivenPiece) -> LaidFace:
        """The face of the board, at the size of its own sheet."""
        board = self._board.definition
        assert board.size is not None
        values = values_of(self._definition, faced, board.name, 1, 1, board.title)
        ground = self._drawing.inks.theme.ground
        area = rectangle(*board.size)
        subject = Subject(
            board.name,
            values,
            area,
            ground,
            board.place,
            is_cut_out=False,
            spaces=self._drawing.outlines,
        )
        (laid,) = laid_faces([(subject, faced.face)], self._supplies)
        return laid

    # Tiles

    def _tile(self, cell: Cell, shown: CellTile) -> Item:
        """A tile that fills a cell, without its label; raises ValueError if the set has none such."""
        piece, tile = self._named(shown.tile.value)
        geometry, board = piece.group.geometry, self._board
        layout = self._drawing.layout
        if geometry.shape is not board.definition.grid.cell_shape or geometry.ratio != 1.0:
            message = f"the tile {piece.id} is no {board.definition.grid.cell_shape.value}, as the cells are"
            raise ValueError(message)
        step = 360 // geometry.sides
        if shown.turn.value % step:
            raise ValueError(
                f"a {geometry.shape.value} turns by {step} degrees, not by {shown.turn.value}"
            )
        turn = shown.turn.value + layout.tile_turn(cell)
        drawing = self._tiles.lying(piece, tile, turn=turn)
        scale = layout.across / piece.group.size
        return Clip(polygon(layout.corners(cell)), (Placed(drawing, ORIGIN, scale),))

    def _named(self, text: str) -> tuple[Piece, Tile]:
        """The tile of an id, or of a notation in any of its turns, and what it shows."""
        pieces, by_id = self._tiles.tileset.pieces, self._tiles.tileset.by_id
        if text in by_id:
            return by_id[text], by_id[text].drawn
        for group in {piece.group.name: piece.group for piece in pieces}.values():
            try:
                tile = parse_tile(text, group.geometry, self._definition.codes)
            except NotationError:
                continue
            found = canonical(tile, group.geometry, group.symmetry)
            for piece in pieces:
                if piece.group.name == group.name and piece.tile == found:
                    return piece, tile
        raise ValueError(f'the set has no tile "{text}"{did_you_mean(text, by_id)}')


def _clipped(face: LaidFace, laid: Sequence[Laid]) -> tuple[Item, ...]:
    """The elements inside the outline of the face."""
    return (Clip(face.subject.area.outline, items_of(laid)),) if laid else ()


def _label_findings(board: Board) -> Iterator[Finding]:
    """A warning for each group with a label that is too long for the cells of the printed board."""
    across = board.definition.poster or board.definition.across
    for group in board.definition.groups:
        if group.labels:
            size, label = min((label_lines(each, across)[0], each) for each in group.labels)
            if size < _LEAST_LABEL - EPSILON:
                points = size * POINTS_PER_MM
                message = f'the label "{label}" prints at {points:.1f} pt; write fewer letters, or larger cells'
                place = group.place_of("labels")
                yield Finding("small-labels", Severity.WARNING, message, place)
