"""Boards: each on a sheet of its own, or behind another, and perhaps as a poster of several sheets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pnp.basics.errors import DoesNotFit, Finding, Place, Severity
from pnp.basics.words import in_words
from pnp.definition import (
    BoardDefinition,
    Definition,
)
from pnp.draw.board import Room, board_drawing
from pnp.imposition import Paper, SheetOptions
from pnp.kinds.kind import BoardSizes, InventoryLine, ListedPiece, PieceGroup, PieceKind
from pnp.kinds.pictures import Shapes, blocks
from pnp.kinds.sections import (
    PLAIN,
    BuildOptions,
    LeftOut,
    Section,
    section_of_pages,
    turning_edge,
)
from pnp.pieces import Pieces
from pnp.scene import Page, Picture
from pnp.sets.components import Board

# Millimetres: the fields of a board in the contents, which show the names of its cells.
_CELL = 10.0
# The room for a board on A4: as wide as printers reach, below a title and above a ruler.
_SHEET = Room(197.0, 254.0)


class BoardKind(PieceKind[Board]):
    """Boards; one that is not printed by itself is a part of a pad, or on the back of another."""

    key = "board"
    one = "board"
    section = BoardDefinition
    shown = (math.inf, 130.0)
    heading = "Boards"

    def __init__(self, cell: float | None = None) -> None:
        """Boards in a listing have cells of so many millimetres, by default of their printed size."""
        self._cell = cell

    def made(self, pieces: Pieces) -> Sequence[Board]:
        boards = pieces.components.boards
        backs = {board.back.name for board in boards if board.back}
        return [each for each in boards if each.definition.printed and each.name not in backs]

    def group(self, pieces: Pieces, made: Board) -> PieceGroup:
        definition = made.definition
        sides = (made,) if made.back is None else (made, made.back)
        listed = ListedPiece(
            "board",
            made.name,
            made.name,
            1,
            definition.place,
            pieces.theme,
            tuple(
                partial(
                    pieces.board,
                    each,
                    self._cell or each.definition.across,
                    legend=bool(each.definition.tracks),
                )
                for each in sides
            ),
            content=BoardSizes(definition.across, definition.poster),
            behind=made.back.name if made.back else "",
        )
        note = in_words([each.definition.extent_in_words for each in sides])
        return self.grouped(definition, note, [listed])

    def counts(self, pieces: Pieces) -> Iterator[str]:
        for board in pieces.components.boards:
            back = f", on its back {board.back.name}" if board.back else ""
            yield f"{board.name} of {board.definition.extent_in_words}{back}"

    def numbers(self, pieces: Pieces) -> dict[str, int]:
        """The number of cells of each board."""
        return {board.name: len(board.definition.cells) for board in pieces.components.boards}

    def line(self, pieces: Pieces, made: Board) -> InventoryLine:
        # A board has pages of its own.
        line = super().line(pieces, made)._replace(ids=frozenset())
        if made.back is None:
            return line
        words = pieces.definition.language
        title = words.listed([made.definition.title, made.back.definition.title])
        return line._replace(title=title, note=words("two-boards"))

    def shapes(self, pieces: Pieces, made: Board) -> Shapes:
        if made.back is None:
            return (_board_picture(pieces, made),)
        # Both have one size.
        scale = _CELL / made.definition.across
        return blocks(
            (made, made.back),
            2,
            lambda each: pieces.board(
                each, scale * each.definition.across, legend=bool(each.definition.tracks)
            ),
        )

    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        from pnp.imposition import board_pages, poster_pages

        whole, large = dict[str, tuple[Page, ...]](), []
        for board in self.made(pieces):
            is_large = bool(board.definition.poster)
            try:
                whole[board.name] = board_pages(pieces, board, paper, options.sheets)
            except DoesNotFit as error:
                # One without cells takes as many sheets as it needs.
                if board.definition.size is None:
                    # One that is a poster as well is printed all the same.
                    left_out = int(not is_large)
                    yield LeftOut(self.key, paper, left_out, frozenset({board.name}), error)
                is_large |= board.definition.size is not None
            if is_large:
                large.append(board)
        if whole:
            yield _section(pieces, "board", paper, whole, options)
        if large:
            pages = {
                board.name: poster_pages(pieces, board, paper, options.sheets) for board in large
            }
            section = _section(pieces, "board-poster", paper, pages, options)
            yield replace(section, stock=PLAIN, bound=False)

    def step(
        self, pieces: Pieces, sections: Sequence[Section], options: SheetOptions
    ) -> dict[str, object]:
        backed = any(board.back for board in self.made(pieces))
        return {"glued": backed and options.duplex == "gutterfold"}

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for board in pieces.components.boards:
            yield from pieces.cell_findings(board)

    def texts(self, definition: Definition) -> Iterator[tuple[str, Place]]:
        for board in definition.pieces_of(BoardDefinition):
            yield board.title, board.place
            if board.map is not None:
                yield from ((each.name, each.place) for each in board.map.places)
            for group in board.groups:
                yield from ((text, board.place) for text in (group.note, *group.labels))

    def larger_than(self, pieces: Pieces, papers: Sequence[Paper]) -> Iterator[Finding]:
        boards = self.made(pieces)
        if boards:
            from pnp.imposition import paper_for
        for board in boards:
            try:
                # A board without cells takes as many sheets as it needs.
                for paper in papers if board.definition.size is None else ():
                    paper_for(board, paper)
            except DoesNotFit as error:
                for finding in error.as_findings():
                    yield finding._replace(severity=Severity.WARNING)


def _section(
    pieces: Pieces,
    name: str,
    paper: Paper,
    pages: Mapping[str, tuple[Page, ...]],
    options: BuildOptions,
) -> Section:
    """The section of boards with pages of their own."""
    every = tuple(page for each in pages.values() for page in each)
    made = section_of_pages(pieces, name, paper, every, len(pages))
    document = replace(made.document, duplex=turning_edge(options.sheets, backed=made.backed))
    # A front has no sheet of its own for its back.
    sheets = ((name, sum(not page.front for page in each)) for name, each in pages.items())
    return replace(made, document=document, spans=tuple(sheets))


def _board_picture(pieces: Pieces, board: Board) -> Picture:
    """A board; one on a ground of its own as on its sheet, if it needs no more than one."""
    definition = board.definition
    if definition.ground:
        box = board_drawing(board, definition.across).box(legend=True)
        for room in (_SHEET, Room(_SHEET.height, _SHEET.width)):
            if box.width <= room.width and box.height <= room.height:
                return pieces.board(board, definition.across, legend=True, room=room)
    return pieces.board(board, _CELL, legend=bool(definition.tracks))
