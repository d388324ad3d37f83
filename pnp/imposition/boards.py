"""Boards on one sheet of paper."""

from __future__ import annotations

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number
from pnp.definition import SMALLEST_CELL
from pnp.draw.board import BoardDrawing, Room
from pnp.imposition.furniture import bands, folio, header, ruler
from pnp.imposition.papers import Paper
from pnp.pieces import Pieces
from pnp.scene import Layer, Page
from pnp.scene.geometry import Box, Point
from pnp.sets.components import Board


def board_page(pieces: Pieces, board: Board, paper: Paper) -> Page:
    """The board on one sheet; raises DoesNotFit if its cells are too large."""
    definition, theme = pieces.definition, pieces.theme
    check_fits(board, paper)
    wanted = board.definition
    if _lies_better(board, paper):
        paper = paper.lying()
    # No cut of a board needs a margin beside it.
    room = paper.wide
    whole = Room(room.width, room.height)
    picture = pieces.board(board, wanted.across, legend=True, room=whole)
    words = definition.language
    size = words.length(wanted.across)
    found = bands(paper, room)
    summary = words(
        "board-summary",
        board=wanted.title,
        number=len(wanted.cells),
        cells=words(wanted.grid.kind),
        size=size,
    )
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (picture.at(Point(room.x, room.y)),),
            Layer.GUIDE: (
                *header(definition, summary, found.head, theme),
                *ruler((paper.title,), found.foot, theme, words),
            ),
        },
        title=f"{definition.title}: {wanted.title}",
        pieces=1,
        folio=folio(found, theme),
    )


def check_fits(board: Board, paper: Paper) -> None:
    """Raises DoesNotFit if the cells of a board are too large for one sheet, with what would fit."""
    wanted = board.definition
    needed = BoardDrawing(board, wanted.across).box(legend=True)
    rooms = [each.wide for each in (paper, paper.lying())]
    if not any(_fits(needed, room) for room in rooms):
        kind = wanted.grid.kind
        largest = max(largest_cell(board, each) for each in rooms)
        advice = (
            f"{kind} of up to {number(largest)} mm fit; for larger {kind} write a smaller `cell`, and"
            f" `poster: {number(wanted.across)}mm`, which prints the board on several sheets"
            if largest >= SMALLEST_CELL
            else f"its {kind} would have to be smaller than {SMALLEST_CELL:.0f} mm"
        )
        raise DoesNotFit(
            f"the board needs {_size(needed)}, and {paper.title} has room for {_size(rooms[0])}:"
            f" {advice}",
            wanted.place_of("cell"),
        )


def _lies_better(board: Board, paper: Paper) -> bool:
    """Whether the board fits on the sheet only if this is turned by a quarter."""
    box = BoardDrawing(board, board.definition.across).box(legend=True)
    upright, lying = paper.wide, paper.lying().wide
    return not _fits(box, upright) and _fits(box, lying)


def _fits(box: Box, room: Box) -> bool:
    return box.width <= room.width + 0.01 and box.height <= room.height + 0.01


def _size(box: Box) -> str:
    return f"{box.width:.0f} x {box.height:.0f} mm"


def largest_cell(board: Board, room: Box) -> float:
    """The largest size across flats, in steps of half a millimetre, at which the board fits."""
    low, high = 0, int(2 * room.width)
    while low < high:
        middle = (low + high + 1) // 2
        box = BoardDrawing(board, middle / 2).box(legend=True)
        fits = box.width <= room.width and box.height <= room.height
        low, high = (middle, high) if fits else (low, middle - 1)
    return low / 2
