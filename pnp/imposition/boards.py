"""Boards on one sheet of paper, and as posters: on several sheets, which players glue together."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number
from pnp.basics.words import in_words
from pnp.colour.theme import PAPER, Theme
from pnp.definition import SMALLEST_CELL, Language
from pnp.draw.board import BoardDrawing, Room, board_drawing
from pnp.draw.look.signs import box_path
from pnp.draw.pictures import wordless
from pnp.imposition.furniture import bands, folio, header, margin_note, ruler
from pnp.imposition.packing import SheetCost, cheapest
from pnp.imposition.papers import Paper
from pnp.pieces import Pieces
from pnp.scene import Clip, Item, Layer, Page, Picture, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Point, bounding_box, segment
from pnp.sets.components import Board


def board_page(pieces: Pieces, board: Board, paper: Paper) -> Page:
    """The board on one sheet; raises DoesNotFit if its cells are too large."""
    definition, theme = pieces.definition, pieces.theme
    wanted = board.definition
    paper = paper_for(board, paper)
    # No cut of a board needs a margin beside it.
    room = paper.wide
    whole = Room(room.width, room.height)
    picture = pieces.board(board, wanted.across, legend=True, room=whole)
    margin = board_drawing(board, wanted.across).margin_in(whole)
    words = definition.language
    found = bands(paper, room)
    if wanted.size is not None:
        summary = f"{wanted.title}, {words.length(*wanted.size)}"
    else:
        summary = words(
            "board-summary",
            board=wanted.title,
            number=len(wanted.cells),
            cells=words(wanted.grid.kind),
            size=words.length(wanted.across),
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
        trim=Box(
            room.x + margin.x,
            room.y + margin.y,
            room.width - 2 * margin.x,
            room.height - 2 * margin.y,
        ),
        pieces=1,
        folio=folio(found, theme),
    )


def paper_for(board: Board, paper: Paper) -> Paper:
    """The paper, upright or lying, with room for the whole board.

    Raises DoesNotFit, with what would fit, if its cells are too large.
    """
    wanted = board.definition
    needed = board_drawing(board, wanted.across).box(legend=True)
    ways = (paper, paper.lying())
    for each in ways:
        if _has_room(needed, each.wide):
            return each
    message = f"the board needs {_size(needed)}, and {paper.title} has room for {_size(paper.wide)}"
    raise DoesNotFit(f"{message}; {_advice(board, ways)}", wanted.place_of("cell"))


def _has_room(needed: Box, room: Box) -> bool:
    return needed.width <= room.width + 0.01 and needed.height <= room.height + 0.01


def _advice(board: Board, papers: Sequence[Paper]) -> str:
    """How to write a board so that it is printed, the smallest change first."""
    wanted, kind = board.definition, board.definition.grid.kind
    largest = max(largest_cell(board, each.wide) for each in papers)
    if largest < SMALLEST_CELL:
        return f"write fewer {kind}: these would have to be smaller than {SMALLEST_CELL:.0f} mm"
    ways = [f"`cell: {number(largest)}mm`"]
    if wanted.coordinates:
        bare = replace(board, definition=replace(wanted, coordinates=False))
        box = board_drawing(bare, wanted.across).box(legend=True)
        if any(_has_room(box, each.wide) for each in papers):
            ways.insert(0, "`coordinates: no`")
    if not wanted.poster:
        ways.append(
            f"that with `poster: {number(wanted.across)}mm`, which prints a second board of this size on"
            " several sheets"
        )
    return f"write {in_words(ways, last='or')}"


def _size(box: Box) -> str:
    return f"{box.width:.0f} x {box.height:.0f} mm"


def largest_cell(board: Board, room: Box) -> float:
    """The largest size across flats, in steps of half a millimetre, at which the board fits."""

    def is_too_large(steps: int) -> bool:
        box = board_drawing(board, steps / 2).box(legend=True)
        return box.width > room.width or box.height > room.height

    return bisect_left(range(1, int(2 * room.width) + 1), True, key=is_too_large) / 2


# Millimetres: the smallest text of the board that its plan shows.
_READ = 2.2

# How far one sheet of a poster lies on the next, in millimetres: room for a stick of glue.
OVERLAP = 10.0

_STEP_SIZE = 3.6  # 10 pt
_NAME_SIZE = 5.0
_STRIP_SIZE = 3.2  # 9 pt
# Millimetres between the words on a strip and those of the board.
_APART = 2.0
# Millimetres: a glue line, on its strip, where a sheet that is glued at the line covers it.
_EDGE = 0.2

# Millimetres between a seam and the names and marked cells that it spares, if it can.
_SPARED = 0.5


class Grid(NamedTuple):
    """How a poster is divided: sheets across and down, each turned by a quarter or not."""

    columns: int
    rows: int
    lying: bool

    def room(self, window: Box) -> Room:
        """The room on all sheets together, of which each shows so much."""
        step = window.width - OVERLAP
        return Room(
            step * self.columns + OVERLAP,
            (window.height - OVERLAP) * self.rows + OVERLAP,
            seams=tuple(step * number for number in range(1, self.columns)),
        )

    def name(self, row: int, column: int) -> str:
        """The name of a sheet: P and its number in reading order, unlike any cell's."""
        return f"P{row * self.columns + column + 1}"


def poster_grid(box: Box, paper: Paper) -> Grid:
    """The fewest sheets that cover the box with an overlap; upright if both ways take as many."""
    # Each sheet shows as much of the poster.
    room = paper.content

    def grid(width: float, height: float, lying: bool) -> Grid:
        return Grid(
            max(1, math.ceil((box.width - OVERLAP) / (width - OVERLAP) - 1e-9)),
            max(1, math.ceil((box.height - OVERLAP) / (height - OVERLAP) - 1e-9)),
            lying,
        )

    ways = (grid(room.width, room.height, False), grid(room.height, room.width, True))
    return cheapest((SheetCost(sheets=each.columns * each.rows), each) for each in ways)


def poster_pages(pieces: Pieces, board: Board, paper: Paper) -> tuple[Page, ...]:
    """The board with its poster's cells on several sheets, in reading order, after a plan.

    A sheet with a neighbour at its right or below ends in a strip with the neighbour's name, onto
    which players glue the neighbour.
    """
    across = board.definition.poster or board.definition.across
    drawing = board_drawing(board, across)
    grid = poster_grid(drawing.box(legend=True), paper)
    lying = paper.turned() if grid.lying else paper
    room = grid.room(lying.content)
    centred = pieces.board(board, across, legend=True, room=room)
    off = _off_middle(drawing, centred, grid, lying.content, drawing.margin_in(room))
    picture = pieces.board(board, across, legend=True, room=room._replace(off=off))
    return _pages(
        pieces, _Poster(board.definition.title, _summary(pieces, board), picture, grid), paper
    )


def _summary(pieces: Pieces, board: Board) -> Callable[[str, str], str]:
    """The head of a sheet of a poster, by its name and that of the last one."""
    words, wanted = pieces.definition.language, board.definition
    if wanted.size is not None:
        size = words.length(*wanted.size)
        return partial(_in_words, words, "sheets-summary", board=wanted.title, size=size)
    cells, size = words(wanted.grid.kind), words.length(wanted.poster)
    return partial(_in_words, words, "poster-summary", board=wanted.title, cells=cells, size=size)


def _in_words(words: Language, key: str, sheet: str, last: str, **values: str) -> str:
    return words(key, sheet=sheet, last=last, **values)


def _pages(pieces: Pieces, poster: _Poster, paper: Paper) -> tuple[Page, ...]:
    """The sheets of a poster in reading order, after a plan if there are several."""
    grid = poster.grid
    lying = paper.turned() if grid.lying else paper
    sheets = tuple(
        _poster_page(pieces, poster, row, column, lying)
        for row in range(grid.rows)
        for column in range(grid.columns)
    )
    if len(sheets) == 1:
        return sheets
    return (_assembly_page(pieces, poster, paper, lying), *sheets)


class _Poster(NamedTuple):
    """A picture over several sheets: its title, the heads of its sheets, and how it is divided."""

    title: str
    summary: Callable[[str, str], str]
    picture: Picture
    grid: Grid


def _poster_page(pieces: Pieces, poster: _Poster, row: int, column: int, paper: Paper) -> Page:
    definition, theme = pieces.definition, pieces.theme
    (_, of_sheet, picture, grid), window = poster, paper.content
    step = Point(window.width - OVERLAP, window.height - OVERLAP)
    corner = Point(window.x - column * step.x, window.y - row * step.y)
    words = definition.language
    name, last = grid.name(row, column), grid.name(grid.rows - 1, grid.columns - 1)
    origin = corner - Point(picture.box.x, picture.box.y)
    texts = [box._replace(x=box.x + origin.x, y=box.y + origin.y) for box in _texts(picture)]
    found = bands(paper, window)
    summary = of_sheet(name, last)
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (Clip(box_path(window), (picture.at(corner),)),),
            Layer.CUT: tuple(_joins(grid, row, column, window, texts, theme, words)),
            Layer.GUIDE: (
                *header(definition, summary, found.head, theme),
                *margin_note(words("poster-gluing"), found.side, theme),
                *ruler((paper.title,), found.foot, theme, words),
            ),
        },
        title=f"{definition.title}: {words('poster-title', board=poster.title, sheet=name)}",
        trim=window,
    )


def _off_middle(
    board: BoardDrawing, picture: Picture, grid: Grid, window: Box, margin: Point
) -> Point:
    """How far the board is off the middle of its sheets, so that seams spare its names and marked cells.

    A seam is where the edge of one sheet lies on another.
    """
    box = picture.box
    signed = [
        cell
        for group in board.definition.groups
        if group.sign or group.colours
        for cell in group.cells
    ]
    spared = [*_texts(picture), *(bounding_box(board.layout.outline(cell)) for cell in signed)]
    across = [(each.x - box.x, each.right - box.x) for each in spared]
    down = [(each.y - box.y, each.bottom - box.y) for each in spared]
    return Point(
        _off(margin.x, window.width - OVERLAP, grid.columns, across),
        _off(margin.y, window.height - OVERLAP, grid.rows, down),
    )


def _off(margin: float, step: float, sheets: int, spared: Sequence[tuple[float, float]]) -> float:
    """The least way to move a board, so that seams cross as few of the spared parts as possible."""
    seams = [step * number for number in range(1, sheets)]

    def crossed(off: float) -> int:
        return sum(
            first + off - _SPARED < seam < last + off + _SPARED
            for seam in seams
            for first, last in spared
        )

    ways = (step / 2 * side for step in range(1, int(2 * margin) + 1) for side in (1, -1))
    return min((0.0, *ways), key=crossed)


def _texts(picture: Picture) -> list[Box]:
    """The boxes round the words of a board."""
    texts = (item for item in picture.drawing.items if isinstance(item, Text))
    return [Box(each.start.x, each.at.y - each.size, each.width, each.size) for each in texts]


def _assembly_page(pieces: Pieces, poster: _Poster, paper: Paper, lying: Paper) -> Page:
    """The whole board, small, with the outlines of its sheets and the steps of gluing them."""
    definition, theme = pieces.definition, pieces.theme
    _, _, picture, grid = poster
    content, window = paper.content, lying.content
    wide, high, *_ = grid.room(window)
    words = definition.language
    plan = words("poster-plan", board=poster.title)
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
    small = Picture(wordless(picture.drawing, below=_READ / scale), picture.box)
    below = room.y + high * scale + 10
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (small.at(origin, scale=scale),),
            Layer.GUIDE: (
                *header(definition, plan, bands(paper, content).head, theme),
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
            yield from _name_on_plan(grid.name(row, column), corner, theme)


def _name_on_plan(name: str, corner: Point, theme: Theme) -> Iterator[Item]:
    width = text_width(name, _NAME_SIZE, bold=True) + 3
    yield Shape(box_path(Box(corner.x, corner.y, width, _NAME_SIZE * 1.3)), fill=theme.guide)
    baseline = corner + Point(width / 2, _NAME_SIZE)
    yield Text(name, baseline, _NAME_SIZE, PAPER, bold=True, anchor="middle")


def _joins(
    grid: Grid,
    row: int,
    column: int,
    window: Box,
    texts: Sequence[Box],
    theme: Theme,
    words: Language,
) -> Iterator[Item]:
    """Cut lines left and above where another sheet lies below; strips for glue right and below."""
    cut, top_left = Stroke(0.2, theme.cut), Point(window.x, window.y)
    if column:
        yield Shape(segment(top_left, Point(window.x, window.bottom)), stroke=cut)
    if row:
        yield Shape(segment(top_left, Point(window.right, window.y)), stroke=cut)
    if column < grid.columns - 1:
        strip = Box(window.right - OVERLAP, window.y, OVERLAP, window.height)
        text = words("poster-glue-here", sheet=grid.name(row, column + 1))
        yield from _glued(strip, text, texts, theme, upright=True)
    if row < grid.rows - 1:
        strip = Box(window.x, window.bottom - OVERLAP, window.width, OVERLAP)
        text = words("poster-glue-here", sheet=grid.name(row + 1, column))
        yield from _glued(strip, text, texts, theme, upright=False)


def _glued(
    strip: Box, text: str, texts: Sequence[Box], theme: Theme, *, upright: bool
) -> Iterator[Item]:
    """A line where the next sheet begins, and words along its strip, clear of the *texts* of the board.

    Under words and between dashes is paper, so that they show on a board of any ink; the next sheet covers it.
    """

    def along(box: Box) -> tuple[float, float]:
        return (box.y, box.bottom) if upright else (box.x, box.right)

    def across(box: Box) -> tuple[float, float]:
        return (box.x, box.right) if upright else (box.y, box.bottom)

    start, end = along(strip)
    first, last = across(strip)
    line = strip._replace(width=0.0) if upright else strip._replace(height=0.0)
    edge = strip._replace(width=_EDGE) if upright else strip._replace(height=_EDGE)
    yield Shape(box_path(edge), PAPER)
    glue = Stroke(_EDGE, theme.guide, dash=(2.0, 1.5))
    aside = Point(_EDGE, 0) if upright else Point(0, _EDGE)
    begin, stop = Point(line.x, line.y), Point(line.right, line.bottom)
    yield Shape(segment(begin + aside * 0.5, stop + aside * 0.5), stroke=glue)
    taken = [along(box) for box in texts if across(box)[1] > first and across(box)[0] < last]
    at, middle = _clear(text, start, end, taken), (first + last) / 2
    long, high = text_width(text, _STRIP_SIZE) + 2, 1.3 * _STRIP_SIZE
    if upright:
        yield Shape(box_path(Box(middle - high / 2, at - long / 2, high, long)), PAPER)
        baseline, angle = Point(middle + _STRIP_SIZE / 3, at), -90
    else:
        yield Shape(box_path(Box(at - long / 2, middle - high / 2, long, high)), PAPER)
        baseline, angle = Point(at, middle + _STRIP_SIZE / 3), 0
    yield Text(text, baseline, _STRIP_SIZE, theme.guide, anchor="middle", angle=angle)


def _clear(text: str, first: float, last: float, taken: Sequence[tuple[float, float]]) -> float:
    """The place nearest to the middle where a text's own middle is clear of what is taken."""
    half, middle = text_width(text, _STRIP_SIZE) / 2 + 1, (first + last) / 2
    away = range(int((last - first) / 2 - half - OVERLAP))
    places = (middle + step * side for step in away for side in (1, -1))
    return next(
        (
            at
            for at in places
            if not any(
                low - _APART < at + half and at - half < high + _APART for low, high in taken
            )
        ),
        middle,
    )
