"""Boards on one sheet of paper, and as posters: on several sheets, which players glue together.

Behind a board may be another one, on the backs of its sheets or to be glued there.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import itemgetter

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number
from pnp.basics.words import in_words
from pnp.colour.theme import PAPER, Theme
from pnp.definition import SMALLEST_CELL, Language
from pnp.draw.board import BoardDrawing, Room, board_drawing
from pnp.draw.look.signs import box_path
from pnp.imposition.backs import turning
from pnp.imposition.bleeding import BACK_BLEED
from pnp.imposition.furniture import bands, folio, header, margin_note, ruler
from pnp.imposition.options import SheetOptions
from pnp.imposition.packing import SheetCost, cheapest
from pnp.imposition.papers import Paper, common, inset
from pnp.pieces import Pieces, Pose
from pnp.scene import Clip, Drawing, Item, Layer, Page, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fineness import PRINTABLE, simplified
from pnp.scene.fonts import text_width
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, segment
from pnp.sets.components import Board

_FRONTS = SheetOptions(duplex="none")


def board_pages(
    pieces: Pieces, board: Board, paper: Paper, options: SheetOptions
) -> tuple[Page, ...]:
    """The board on one sheet, and the board behind it; raises DoesNotFit if their cells are too large."""
    back = board.back
    if back is None or options.duplex == "none":
        return (board_page(pieces, board, paper),)
    if options.duplex == "gutterfold":
        return board_page(pieces, board, paper), board_page(pieces, back, paper)
    paper = paper_for(board, paper)
    sides = _drawing(board), _drawing(back)
    ours, theirs = _rooms(pieces, sides, Room(paper.wide.width, paper.wide.height))
    front = _board_page(pieces, board, paper, ours)
    behind = _board_page(pieces, back, paper, theirs, front=board.definition.title)
    # Both are cut out at once.
    behind = replace(behind, trim=front.trim)
    return replace(front, front=True), _turned_over(behind, options)


def _turned_over(page: Page, options: SheetOptions) -> Page:
    """The page as the back of a sheet: its board is upright when the sheet is turned over beside its front."""
    mirror, offset = turning(page, options.duplex), options.back_offset
    turn = mirror.pose(Pose(ORIGIN, 0.0)).turn
    at = offset + (Point(page.width, page.height) if turn else ORIGIN)
    art = Placed(Drawing(page.items(Layer.ART)), at, turn=turn)
    trim = page.trim and mirror.box(page.trim)
    if trim is not None:
        whole = Box(0, 0, page.width, page.height)
        trim = common(trim._replace(x=trim.x + offset.x, y=trim.y + offset.y), whole)
    return replace(page, layers={**page.layers, Layer.ART: (art,)}, trim=trim, pieces=0)


def _rooms(pieces: Pieces, sides: Sequence[BoardDrawing], room: Room) -> list[Room]:
    """The room of a board, and that of the one on its back, moved so that cells lie behind cells if both allow it."""
    if len(sides) == 1:
        return [room]
    front, back = sides
    ours, theirs = (
        each.grid.extent.centre * each.across - Point(box.x, box.y)
        for each in sides
        for box in [_picture(pieces, each, room).box]
    )
    wanted = Point(room.width - ours.x - theirs.x, ours.y - theirs.y)
    # The back moves first, and the front by the rest.
    off = _limited(wanted, back.margin_in(room))
    rest = _limited(Point(wanted.x - off.x, off.y - wanted.y), front.margin_in(room))
    return [room._replace(off=rest), room._replace(off=off)]


def _limited(off: Point, margin: Point) -> Point:
    return Point(*(max(-most, min(most, each)) for each, most in zip(off, margin, strict=True)))


def _drawing(board: Board) -> BoardDrawing:
    return board_drawing(board, board.definition.across)


def _picture(pieces: Pieces, drawing: BoardDrawing, room: Room) -> Picture:
    return pieces.board(drawing.board, drawing.across, legend=True, room=room)


def board_page(pieces: Pieces, board: Board, paper: Paper) -> Page:
    """The board on one sheet; raises DoesNotFit if its cells are too large."""
    paper = paper_for(board, paper)
    return _board_page(pieces, board, paper, Room(paper.wide.width, paper.wide.height))


def _board_page(
    pieces: Pieces, board: Board, paper: Paper, whole: Room, *, front: str = ""
) -> Page:
    """The board on a sheet, perhaps behind the board of this title in *front*."""
    definition, theme = pieces.definition, pieces.theme
    wanted, drawing = board.definition, _drawing(board)
    # No cut of a board needs a margin beside it.
    room, margin = paper.wide, drawing.margin_in(whole)
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
    if front:
        summary = words("board-behind", board=summary, front=front)
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (_picture(pieces, drawing, whole).at(Point(room.x, room.y)),),
            Layer.GUIDE: (
                *header(definition, summary, found.head, theme),
                *ruler((paper.title,), found.foot, theme, words),
            ),
        },
        title=f"{definition.title}: {wanted.title}",
        trim=Box(
            room.x + margin.x + whole.off.x,
            room.y + margin.y + whole.off.y,
            room.width - 2 * margin.x,
            room.height - 2 * margin.y,
        ),
        pieces=1,
        folio=folio(found, theme),
    )


def paper_for(board: Board, paper: Paper) -> Paper:
    """The paper, upright or lying, with room for the whole board, and for the one on its back.

    Raises DoesNotFit, with what would fit, if its cells are too large.
    """
    both = (board,) if board.back is None else (board, board.back)
    boxes = [_drawing(each).box(legend=True) for each in both]
    ways = (paper, paper.lying())
    for way in ways:
        if all(_has_room(box, way.wide) for box in boxes):
            return way
    large = (not any(_has_room(box, way.wide) for way in ways) for box in boxes)
    refused, needed, _ = max(zip(both, boxes, large, strict=True), key=itemgetter(2))
    message = f"the board needs {_size(needed)}, and {paper.title} has room for {_size(paper.wide)}"
    raise DoesNotFit(f"{message}; {_advice(refused, ways)}", refused.definition.place_of("cell"))


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
_SHOWN = PRINTABLE._replace(text=2.2)

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
    """How a poster is divided: sheets across and down, each turned by a quarter or not.

    On the back of another poster, `behind` it, the first sheet is on the back of the last one of its row.
    """

    columns: int
    rows: int
    lying: bool
    behind: bool = False

    def room(self, window: Box) -> Room:
        """The room on all sheets together, of which each shows so much."""
        step = window.width - OVERLAP
        return Room(
            step * self.columns + OVERLAP,
            (window.height - OVERLAP) * self.rows + OVERLAP,
            seams=tuple(step * number for number in range(1, self.columns)),
        )

    def name(self, row: int, column: int) -> str:
        """The name of a sheet: P and its number in reading order of the fronts, unlike any cell's."""
        column = self.columns - 1 - column if self.behind else column
        return f"P{row * self.columns + column + 1}"

    @property
    def last(self) -> str:
        """The name of the last sheet."""
        return f"P{self.rows * self.columns}"


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


def poster_pages(
    pieces: Pieces, board: Board, paper: Paper, options: SheetOptions = _FRONTS
) -> tuple[Page, ...]:
    """The board with its poster's cells on several sheets, in reading order, after a plan.

    A sheet with a neighbour at its right or below ends in a strip with the neighbour's name, onto
    which players glue the neighbour. Behind each page may be one of the board's back.
    """
    back = board.back
    if back is not None and options.duplex == "gutterfold":
        return (*poster_pages(pieces, board, paper), *poster_pages(pieces, back, paper))
    if back is None or options.duplex == "none":
        grid, ((picture, edge),) = _divided(pieces, [_poster_drawing(board)], paper)
        poster = _Poster(board.definition.title, _summary(pieces, board), picture, edge, grid)
        return _pages(pieces, poster, paper)
    sides = [_poster_drawing(each) for each in (board, back)]
    grid, ((picture, _), (behind, _)) = _divided(pieces, sides, paper)
    title, words = back.definition.title, pieces.definition.language
    ours = _Poster(
        board.definition.title, _summary(pieces, board), picture, None, grid, is_backed=True
    )
    summary = partial(_behind_sheet, words, title)
    theirs = _Poster(title, summary, behind, None, grid._replace(behind=True))
    fronts, backs = _pages(pieces, ours, paper), _pages(pieces, theirs, paper)
    # Nothing lies behind anything on a plan.
    plans = len(backs) > 1
    turned = (*backs[:plans], *(_turned_over(page, options) for page in backs[plans:]))
    pairs = zip((replace(page, front=True) for page in fronts), turned, strict=True)
    return tuple(page for pair in pairs for page in pair)


def _divided(
    pieces: Pieces, sides: Sequence[BoardDrawing], paper: Paper
) -> tuple[Grid, list[tuple[Picture, Box | None]]]:
    """How a poster is divided, and its picture with its edge, and those on its back; seams spare names and marked cells."""
    boxes = [each.box(legend=True) for each in sides]
    larger = Box(0, 0, max(each.width for each in boxes), max(each.height for each in boxes))
    grid = poster_grid(larger, paper)
    window = (paper.turned() if grid.lying else paper).content
    # The board behind another may be larger than it: neither ends before the paper.
    room = grid.room(window)._replace(is_cut=len(sides) == 1)
    rooms = _rooms(pieces, sides, room)
    spared, *behind = (
        [*_spared(each, _picture(pieces, each, own))]
        for each, own in zip(sides, rooms, strict=True)
    )
    # Seen from behind, sheets lie on each other the other way round.
    spared += (
        box._replace(x=room.width - OVERLAP - box.right, y=box.y - OVERLAP)
        for each in behind
        for box in each
    )
    margins = (
        each.margin_in(room) - Point(abs(own.off.x), abs(own.off.y))
        for each, own in zip(sides, rooms, strict=True)
    )
    off = _off_middle(spared, grid, window, Point(*map(min, zip(*margins, strict=True))))
    # What moves to the right moves to the left on the back.
    moves = (off, Point(-off.x, off.y))
    moved = [own._replace(off=own.off + move) for own, move in zip(rooms, moves, strict=False)]
    return grid, [
        (_picture(pieces, each, own), each.edge(own) if own.is_cut and _has_edge(each) else None)
        for each, own in zip(sides, moved, strict=True)
    ]


def _has_edge(drawing: BoardDrawing) -> bool:
    """Whether a board ends somewhere: at the end of its ground, or where the file says."""
    return drawing.inks.has_ground or drawing.definition.size is not None


def _poster_drawing(board: Board) -> BoardDrawing:
    return board_drawing(board, board.definition.poster or board.definition.across)


def _behind_sheet(words: Language, board: str, sheet: str, _: str) -> str:
    return words("board-behind", board=board, front=sheet)


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
    """The sheets of a poster in reading order of the fronts, after a plan if there are several."""
    grid = poster.grid
    lying = paper.turned() if grid.lying else paper
    columns = range(grid.columns)[:: -1 if grid.behind else 1]
    sheets = tuple(
        _poster_page(pieces, poster, row, column, lying)
        for row in range(grid.rows)
        for column in columns
    )
    if len(sheets) == 1:
        return sheets
    return (_assembly_page(pieces, poster, paper, lying), *sheets)


class _Poster(NamedTuple):
    """A picture over several sheets: its title, the heads of its sheets, how it is divided, and if it has a back.

    `edge` is where the board ends in the picture, if it has ground or a size.
    """

    title: str
    summary: Callable[[str, str], str]
    picture: Picture
    edge: Box | None
    grid: Grid
    is_backed: bool = False


def _poster_page(pieces: Pieces, poster: _Poster, row: int, column: int, paper: Paper) -> Page:
    definition, theme = pieces.definition, pieces.theme
    (_, of_sheet, picture, edge, grid, is_backed), window = poster, paper.content
    step = Point(window.width - OVERLAP, window.height - OVERLAP)
    corner = Point(window.x - column * step.x, window.y - row * step.y)
    words = definition.language
    name = grid.name(row, column)
    origin = corner - Point(picture.box.x, picture.box.y)
    texts = [box._replace(x=box.x + origin.x, y=box.y + origin.y) for box in _texts(picture)]
    found = bands(paper, window)
    moved = edge and edge._replace(x=edge.x + origin.x, y=edge.y + origin.y)
    summary = of_sheet(name, grid.last)
    title = words("poster-title", board=poster.title, sheet=name)
    if grid.behind:
        # The lines to cut along are on the front; backs may be shifted against it.
        shown, gluing = common(inset(window, -BACK_BLEED.size), paper.sheet), ""
        joins: Iterator[Item] = iter(())
    else:
        shown, gluing = window, words("poster-gluing")
        joins = chain(
            _joins(grid, row, column, window, texts, theme, words, backed=is_backed),
            () if moved is None else _edge_lines(moved, window, theme),
        )
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: (Clip(box_path(shown), (picture.at(corner),)),),
            Layer.CUT: tuple(joins),
            Layer.GUIDE: (
                *header(definition, summary, found.head, theme),
                *margin_note(gluing, found.side, theme),
                *ruler((paper.title,), found.foot, theme, words),
            ),
        },
        title=f"{definition.title}: {title}",
        trim=window,
        # Nobody wants to hear all names of the board for each of its sheets.
        words=(title,),
    )


def _edge_lines(edge: Box, window: Box, theme: Theme) -> Iterator[Item]:
    """Lines to cut along the edge of a board, as far as a sheet shows it."""
    shown, line = common(edge, window), Stroke(0.2, theme.cut)
    if shown.width <= 0 or shown.height <= 0:
        return
    for x in (edge.x, edge.right):
        if window.x <= x <= window.right:
            yield Shape(segment(Point(x, shown.y), Point(x, shown.bottom)), stroke=line)
    for y in (edge.y, edge.bottom):
        if window.y <= y <= window.bottom:
            yield Shape(segment(Point(shown.x, y), Point(shown.right, y)), stroke=line)


def _spared(drawing: BoardDrawing, picture: Picture) -> Iterator[Box]:
    """The names and marked cells of a board in its picture, from the top left of its room."""
    signed = [
        cell
        for group in drawing.definition.groups
        if group.sign or group.colours
        for cell in group.cells
    ]
    cells = (bounding_box(drawing.layout.outline(cell)) for cell in signed)
    for each in (*_texts(picture), *cells):
        yield each._replace(x=each.x - picture.box.x, y=each.y - picture.box.y)


def _off_middle(spared: Sequence[Box], grid: Grid, window: Box, margin: Point) -> Point:
    """How far a board is off the middle of its sheets, so that seams spare these parts of it.

    A seam is where the edge of one sheet lies on another.
    """
    across, down = (
        [(each.x, each.right) for each in spared],
        [(each.y, each.bottom) for each in spared],
    )
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
    picture, grid = poster.picture, poster.grid
    content, window = paper.content, lying.content
    wide, high, *_ = grid.room(window)
    words = definition.language
    plan = words("poster-plan", board=poster.title)
    steps: tuple[str, ...] = (
        words("poster-step-print", number=grid.columns * grid.rows),
        words("poster-step-cut-all" if poster.is_backed or poster.edge else "poster-step-cut"),
        words("poster-step-glue"),
        words("poster-step-rows"),
    )
    if grid.behind:
        steps = (words("poster-step-behind"),)
    room = Box(content.x, content.y + 4, content.width, content.height - 12 - 6 * len(steps))
    scale = min(room.width / wide, room.height / high)
    left = room.x + (room.width - wide * scale) / 2
    origin = Point(left, room.y)
    small = Picture(simplified(picture.drawing, _SHOWN.at(scale)), picture.box)
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
        words=(plan,),
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
    *,
    backed: bool,
) -> Iterator[Item]:
    """Cut lines left and above where another sheet lies below; strips for glue right and below.

    Strips that are seen from behind, of a poster with a back, are cut off at their ends.
    """
    cut, top_left = Stroke(0.2, theme.cut), Point(window.x, window.y)
    bottom_right = Point(window.right, window.bottom)
    if column:
        yield Shape(segment(top_left, Point(window.x, window.bottom)), stroke=cut)
    if row:
        yield Shape(segment(top_left, Point(window.right, window.y)), stroke=cut)
    if column < grid.columns - 1:
        strip = Box(window.right - OVERLAP, window.y, OVERLAP, window.height)
        text = words("poster-glue-here", sheet=grid.name(row, column + 1))
        yield from _glued(strip, text, texts, theme, upright=True)
        if backed:
            yield Shape(segment(Point(window.right, window.y), bottom_right), stroke=cut)
    if row < grid.rows - 1:
        strip = Box(window.x, window.bottom - OVERLAP, window.width, OVERLAP)
        text = words("poster-glue-here", sheet=grid.name(row + 1, column))
        yield from _glued(strip, text, texts, theme, upright=False)
        if backed:
            yield Shape(segment(Point(window.x, window.bottom), bottom_right), stroke=cut)


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
