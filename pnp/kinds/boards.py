"""Boards: each on a sheet of its own, and perhaps as a poster of several sheets to glue together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from pnp.basics.errors import DoesNotFit, Finding, Place, Severity
from pnp.definition import (
    BoardDefinition,
    Definition,
)
from pnp.draw.board import BoardDrawing, Room
from pnp.imposition import Paper
from pnp.kinds.kind import BoardSizes, InventoryLine, ListedPiece, PieceGroup, PieceKind
from pnp.kinds.pictures import Shapes
from pnp.kinds.sections import PLAIN, BuildOptions, LeftOut, Section, section_of_pages
from pnp.pieces import Pieces
from pnp.scene import Picture
from pnp.sets.components import Board

# Millimetres: the fields of a board in the contents, which show the names of its cells.
_CELL = 10.0
# The room for a board on A4: as wide as printers reach, below a title and above a ruler.
_SHEET = Room(197.0, 254.0)


class BoardKind(PieceKind[Board]):
    """Boards; one that is not printed by itself is a part of a pad."""

    key = "board"
    one = "board"
    section = BoardDefinition
    shown = (math.inf, 130.0)
    heading = "Boards"

    def __init__(self, cell: float | None = None) -> None:
        """Boards in a listing have cells of so many millimetres, by default of their printed size."""
        self._cell = cell

    def made(self, pieces: Pieces) -> Sequence[Board]:
        return [board for board in pieces.components.boards if board.definition.printed]

    def group(self, pieces: Pieces, made: Board) -> PieceGroup:
        definition = made.definition
        across, legend = self._cell or definition.across, bool(definition.tracks)
        listed = ListedPiece(
            "board",
            made.name,
            made.name,
            1,
            definition.place,
            pieces.theme,
            (partial(pieces.board, made, across, legend=legend),),
            content=BoardSizes(definition.across, definition.poster),
        )
        note = f"{len(definition.cells)} {definition.grid.kind}"
        return self.grouped(definition, note, [listed])

    def counts(self, pieces: Pieces) -> Iterator[str]:
        for board in pieces.components.boards:
            definition = board.definition
            yield f"{board.name} of {len(definition.cells)} {definition.grid.kind}"

    def numbers(self, pieces: Pieces) -> dict[str, int]:
        """The number of cells of each board."""
        return {board.name: len(board.definition.cells) for board in pieces.components.boards}

    def line(self, pieces: Pieces, made: Board) -> InventoryLine:
        # A board has pages of its own.
        return super().line(pieces, made)._replace(ids=frozenset())

    def shapes(self, pieces: Pieces, made: Board) -> Shapes:
        return (_board_picture(pieces, made),)

    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        from pnp.imposition import board_page, poster_pages

        boards = self.made(pieces)
        whole = []
        for board in boards:
            try:
                whole.append(board_page(pieces, board, paper))
            except DoesNotFit as error:
                # One that is a poster as well is printed all the same.
                number = int(not board.definition.poster)
                yield LeftOut(self.key, paper, number, frozenset({board.name}), error)
        if whole:
            yield section_of_pages(pieces, "board", paper, tuple(whole), len(whole))
        posters = [board for board in boards if board.definition.poster]
        if posters:
            pages = tuple(page for board in posters for page in poster_pages(pieces, board, paper))
            section = section_of_pages(pieces, "board-poster", paper, pages, len(posters))
            yield replace(section, stock=PLAIN, bound=False)

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for board in pieces.components.boards:
            yield from pieces.cell_findings(board)

    def texts(self, definition: Definition) -> Iterator[tuple[str, Place]]:
        for board in definition.pieces_of(BoardDefinition):
            yield board.title, board.place
            for group in board.groups:
                yield from ((text, board.place) for text in (group.note, *group.labels))

    def larger_than(self, pieces: Pieces, papers: Sequence[Paper]) -> Iterator[Finding]:
        boards = self.made(pieces)
        if boards:
            from pnp.imposition import paper_for
        for board in boards:
            try:
                for paper in papers:
                    paper_for(board, paper)
            except DoesNotFit as error:
                for finding in error.as_findings():
                    yield finding._replace(severity=Severity.WARNING)


def _board_picture(pieces: Pieces, board: Board) -> Picture:
    """A board; one on a ground of its own as on its sheet, if it needs no more than one."""
    definition = board.definition
    if definition.ground:
        box = BoardDrawing(board, definition.across).box(legend=True)
        for room in (_SHEET, Room(_SHEET.height, _SHEET.width)):
            if box.width <= room.width and box.height <= room.height:
                return pieces.board(board, definition.across, legend=True, room=room)
    return pieces.board(board, _CELL, legend=bool(definition.tracks))
