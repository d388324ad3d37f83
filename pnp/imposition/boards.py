"""Boards on paper: in one piece, or as a poster that players glue together from several sheets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number
from pnp.colour.theme import PAPER, Theme
from pnp.definition import Language
from pnp.definition.boards import SMALLEST_HEX
from pnp.draw.boards import board_box
from pnp.draw.pictures import wordless
from pnp.draw.symbols import box_path
from pnp.imposition.furniture import header, margin_note, ruler
from pnp.imposition.papers import Paper
from pnp.pieces import Pieces
from pnp.scene import Clip, Item, Layer, Page, Picture, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Point, segment
from pnp.sets.components import Board

# How far one sheet of a poster lies on the next, in millimetres: room for a stick of glue.
OVERLAP = 10.0

_STEP_SIZE = 3.6  # 10 pt
_NAME_SIZE = 5.0
_STRIP_SIZE = 3.2  # 9 pt


def board_page(pieces: Pieces, board: Board, paper: Paper) -> Page:
    """The board on one sheet; raises DoesNotFit if its hexagons are too large."""
    definition, theme = pieces.definition, pieces.theme
    wanted = board.definition
    room = _room(paper)
    picture = pieces.board(board, wanted.across, legend=True, room=(room.width, room.height))
    if picture.box.width > room.width + 0.01 or picture.box.height > room.height + 0.01:
        largest = largest_hex(board, room)
        advice = (
            f"hexes of up to {number(largest)} mm fit; for larger hexes write a smaller `hex`, and"
            f" `poster: {number(wanted.across)}mm`, which prints the board on several sheets"
            if largest >= SMALLEST_HEX
            else f"its hexes would have to be smaller than {SMALLEST_HEX:.0f} mm"
        )
        raise DoesNotFit(
            f"the board needs {_size(picture.box)}, and {paper.title} has room for {_size(room)}:"
            f" {advice}",
            wanted.place_of("hex"),
        )
    corner = Point(room.x + (room.width - picture.box.width) / 2, room.y + _above(picture, room))
    words = definition.language
    size = words.length(wanted.across)
    summary = words("board-summary", board=wanted.title, number=len(wanted.cells), size=size)
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (picture.at(corner),),
            Layer.GUIDE: (
                *header(definition, summary, paper.content, paper, theme),
                *ruler((paper.title,), paper.content, paper, theme, words),
            ),
        },
        title=f"{definition.title}: {wanted.title}",
        pieces=1,
    )


def _room(paper: Paper) -> Box:
    """Where a board may be: as wide as printers reach, because no cut needs a margin."""
    return Box(paper.tight.x, paper.content.y, paper.tight.width, paper.content.height)


def _above(picture: Picture, room: Box) -> float:
    """The ground above the board: a little less than below it, which looks centred."""
    return (room.height - picture.box.height) * 0.45


def _size(box: Box) -> str:
    return f"{box.width:.0f} x {box.height:.0f} mm"


def largest_hex(board: Board, room: Box) -> float:
    """The largest size across flats, in steps of half a millimetre, at which the board fits."""
    low, high = 0, int(2 * room.width)
    while low < high:
        middle = (low + high + 1) // 2
        box = board_box(board, middle / 2, legend=True)
        fits = box.width <= room.width and box.height <= room.height
        low, high = (middle, high) if fits else (low, middle - 1)
    return low / 2


class Grid(NamedTuple):
    """How a poster is divided: sheets across and down, each turned by a quarter or not."""

    columns: int
    rows: int
    lying: bool


def poster_grid(box: Box, paper: Paper) -> Grid:
    """The fewest sheets that cover the box with an overlap; upright if both ways take as many."""
    room = _window(paper)

    def grid(width: float, height: float, lying: bool) -> Grid:
        return Grid(
            max(1, math.ceil((box.width - OVERLAP) / (width - OVERLAP) - 1e-9)),
            max(1, math.ceil((box.height - OVERLAP) / (height - OVERLAP) - 1e-9)),
            lying,
        )

    upright = grid(room.width, room.height, False)
    lying = grid(room.height, room.width, True)
    return min((upright, lying), key=lambda each: each.columns * each.rows)


def _window(paper: Paper) -> Box:
    """The part of an upright sheet that shows a part of the poster."""
    return paper.content


def poster_pages(pieces: Pieces, board: Board, paper: Paper) -> tuple[Page, ...]:
    """The board with its poster's hexagons on several sheets, in reading order, after a plan.

    A sheet with a neighbour at its right or below ends in a strip with the neighbour's name, onto
    which players glue the neighbour.
    """
    across = board.definition.poster
    picture = pieces.board(board, across, legend=True)
    grid = poster_grid(picture.box, paper)
    lying = paper.turned() if grid.lying else paper
    sheets = tuple(
        _poster_page(pieces, board, picture, grid, row, column, lying)
        for row in range(grid.rows)
        for column in range(grid.columns)
    )
    if len(sheets) == 1:
        return sheets
    return (_assembly_page(pieces, board, picture, grid, paper, lying), *sheets)


def _poster_page(
    pieces: Pieces,
    board: Board,
    picture: Picture,
    grid: Grid,
    row: int,
    column: int,
    paper: Paper,
) -> Page:
    definition, theme = pieces.definition, pieces.theme
    window = paper.content
    at = _on_poster(picture.box, grid, window)
    step = Point(window.width - OVERLAP, window.height - OVERLAP)
    corner = Point(window.x + at.x - column * step.x, window.y + at.y - row * step.y)
    words, title = definition.language, board.definition.title
    name, last = sheet_name(row, column), sheet_name(grid.rows - 1, grid.columns - 1)
    size = words.length(board.definition.poster)
    summary = words("poster-summary", board=title, size=size, sheet=name, last=last)
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (Clip(box_path(window), (picture.at(corner),)),),
            Layer.CUT: tuple(_joins(grid, row, column, window, theme, words)),
            Layer.GUIDE: (
                *header(definition, summary, paper.content, paper, theme),
                *margin_note(words("poster-gluing"), paper.content, paper, theme),
                *ruler((paper.title,), paper.content, paper, theme, words),
            ),
        },
        title=f"{definition.title}: {words('poster-title', board=title, sheet=name)}",
    )


def _on_poster(box: Box, grid: Grid, window: Box) -> Point:
    """Where the board begins on all sheets together, in their middle."""
    wide = (window.width - OVERLAP) * grid.columns + OVERLAP
    high = (window.height - OVERLAP) * grid.rows + OVERLAP
    return Point((wide - box.width) / 2, (high - box.height) / 2)


def _assembly_page(
    pieces: Pieces,
    board: Board,
    picture: Picture,
    grid: Grid,
    paper: Paper,
    lying: Paper,
) -> Page:
    """The whole board, small, with the outlines of its sheets and the steps of gluing them."""
    definition, theme = pieces.definition, pieces.theme
    content, window = paper.content, lying.content
    wide = (window.width - OVERLAP) * grid.columns + OVERLAP
    high = (window.height - OVERLAP) * grid.rows + OVERLAP
    words = definition.language
    plan = words("poster-plan", board=board.definition.title)
    steps = (
        words("poster-step-print", number=grid.columns * grid.rows),
        words("poster-step-cut"),
        words("poster-step-glue"),
        words("poster-step-rows"),
    )
    room = Box(content.x, content.y + 4, content.width, content.height - 12 - 6 * len(steps))
    scale = min(room.width / wide, room.height / high)
    left = room.x + (room.width - wide * scale) / 2
    origin = Point(left, room.y)
    at = _on_poster(picture.box, grid, window)
    small = Picture(wordless(picture.drawing), picture.box)
    below = room.y + high * scale + 10
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (small.at(origin + at * scale, scale=scale),),
            Layer.GUIDE: (
                *header(definition, plan, paper.content, paper, theme),
                *_sheets_on_plan(grid, origin, window, scale, theme),
                *(
                    Text(step, Point(content.x, below + 5 * number), _STEP_SIZE, theme.title)
                    for number, step in enumerate(steps)
                ),
            ),
        },
        title=f"{definition.title}: {plan}",
    )


def _sheets_on_plan(
    grid: Grid, origin: Point, window: Box, scale: float, theme: Theme
) -> Iterator[Item]:
    """The outline of each sheet in its place on the poster, with its name."""
    step = Point(window.width - OVERLAP, window.height - OVERLAP) * scale
    for row in range(grid.rows):
        for column in range(grid.columns):
            corner = origin + Point(column * step.x, row * step.y)
            # A sheet lies on the strips of the sheets before it.
            right = step.x if column < grid.columns - 1 else window.width * scale
            bottom = step.y if row < grid.rows - 1 else window.height * scale
            yield Shape(
                box_path(Box(corner.x, corner.y, right, bottom)), stroke=Stroke(0.4, theme.guide)
            )
            yield from _name_on_plan(sheet_name(row, column), corner, theme)


def _name_on_plan(name: str, corner: Point, theme: Theme) -> Iterator[Item]:
    width = text_width(name, _NAME_SIZE, bold=True) + 3
    yield Shape(box_path(Box(corner.x, corner.y, width, _NAME_SIZE * 1.3)), fill=theme.guide)
    baseline = corner + Point(width / 2, _NAME_SIZE)
    yield Text(name, baseline, _NAME_SIZE, PAPER, bold=True, anchor="middle")


def sheet_name(row: int, column: int) -> str:
    """The name of a poster's sheet: a letter for its row, and the number of its column."""
    return f"{ascii_uppercase[row]}{column + 1}"


def _joins(
    grid: Grid, row: int, column: int, window: Box, theme: Theme, words: Language
) -> Iterator[Item]:
    """Cut lines left and above where another sheet lies below; glue lines right and below."""
    cut = Stroke(0.2, theme.cut)
    glue = Stroke(0.2, theme.cut, dash=(2.0, 1.5))
    top_left, bottom_right = Point(window.x, window.y), Point(window.right, window.bottom)
    top_right, bottom_left = Point(window.right, window.y), Point(window.x, window.bottom)
    if column:
        yield Shape(segment(top_left, bottom_left), stroke=cut)
    if row:
        yield Shape(segment(top_left, top_right), stroke=cut)
    if column < grid.columns - 1:
        aside = Point(-OVERLAP, 0)
        yield Shape(segment(top_right + aside, bottom_right + aside), stroke=glue)
        middle = Point(window.right - OVERLAP / 2 + _STRIP_SIZE / 3, window.y + window.height / 2)
        text = words("poster-glue-here", sheet=sheet_name(row, column + 1))
        yield Text(text, middle, _STRIP_SIZE, theme.guide, anchor="middle", angle=-90)
    if row < grid.rows - 1:
        above = Point(0, -OVERLAP)
        yield Shape(segment(bottom_left + above, bottom_right + above), stroke=glue)
        text = words("poster-glue-here", sheet=sheet_name(row + 1, column))
        middle = Point(window.x + window.width / 2, window.bottom - OVERLAP / 2 + _STRIP_SIZE / 3)
        yield Text(text, middle, _STRIP_SIZE, theme.guide, anchor="middle")
