"""Covers of boards: cells over the page, a way of spaces, areas of colours, a map, an island or a board as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random

from pnp.colour.measures import contrast, mixed
from pnp.colour.theme import PAPER, legible
from pnp.covers.field import BLEED, Field, is_cut, token_at, tokens_to_stand, walk
from pnp.definition import Ink
from pnp.draw.areas import areas_of
from pnp.draw.board import BoardDrawing, board_drawing
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import box_path, star, symbol
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.fineness import WORDLESS, simplified
from pnp.scene.geometry import ORIGIN, Box, Path, Point, bounding_box, parts_of, polygon
from pnp.sets.components import Board
from pnp.sets.showing import boards_to_show, grids_shown
from pnp.tiles.hexgrid import Orientation, distance, hexhex
from pnp.tiles.layouts import Cell, HexLayout, tile_layout

# How many ways to try, and how often they go straight on.
_TRIES, _STRAIGHT = 300, 0.75
# A way whose cells no edge cuts is as good as one with so many of its cells to this share.
_CUT = 0.8
# Shares of the pitch: a token, and from the edge of the page to a path.
_TOKEN, _INSIDE = 0.74, 0.6
# Of half a cell: the rim of a path.
_RIM = 0.09
# One of so many cells has a token, and how many tokens of a colour there are at most.
_SPARSE, _MOST = 3, 8

# The line round a tile of an island, in millimetres at its own size.
_LINE = 0.3
# The parts of a map that a cover and strips show: shares of the rest that lie before them.
_PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
# Of the room: a board as a whole; of its cells: the circle in a token; and one of so many has a token.
_BOARD, _TOKEN_OF_CELL, _SPARSE_ON_BOARD = 0.9, 0.82, 5

# Without a board, areas of colours fill a hexhex with so many cells to a side, at most so many colours.
_SIDE, _MOST_COLOURS = 4, 8
# A cell with less contrast to the ground has a rim.
_FAINT = 2.0
# Shares of the distance across flats: the gap between two cells, a sign, the ring of a first cell, a star.
_GAP, _SIGN, _RING, _STAR = 0.02, 0.27, 0.075, 0.12


def shown_boards(pieces: Pieces) -> list[Board]:
    """The boards that a cover may show."""
    return boards_to_show(pieces.definition, pieces.components)


def board_of_cells(pieces: Pieces) -> Board | None:
    """The first board of squares, or with a path."""
    boards = shown_boards(pieces)
    return next((each for each in boards if each.definition.grid.has_square_cells), None)


def board_field(
    pieces: Pieces, board: Board, look: Look, field: Field, page: Box
) -> Iterator[Item]:
    """The cells of the board on those of the field, with tokens on some of them."""
    random = Random(look.seed)
    tokens, printed = tokens_to_stand(pieces)
    if board.definition.grid.is_path:
        way = way_of_spaces(field, page, random, len(board.names))
        shown = dict(zip(way, board.names, strict=False))
        yield from _below(look, field, way)
        apart = max(2, len(shown) // (printed + 1))
        standing = way[apart - 1 :: apart]
    else:
        shown = _repeated(field, board)
        standing = _standing(board, field, shown, random)
    across = field.size * _TOKEN
    standing = standing[:printed]
    covered = {key for key in standing if not is_cut(field.cells[key], across, page)}
    yield from _cells(pieces, board, field, shown, covered)
    for number, key in enumerate(standing):
        token, back = tokens[number % len(tokens)], number % 7 == 3
        if key in covered:
            yield from token_at(pieces, token, field.cells[key], across, back=back)


def _repeated(field: Field, board: Board) -> dict[Cell, Cell]:
    """A cell of the board for each of the field: the middle of a large board; a small one recurs."""
    columns = 1 + max(cell.q for cell in board.names)
    rows = 1 + max(cell.r for cell in board.names)
    # Two neighbours of every other square stay different.
    columns, rows = (max(2, each - each % 2) for each in (columns, rows))

    def moved(places: Collection[int], most: int) -> int:
        """How far the board lies beyond the first place of the field."""
        spare = most - (max(places) - min(places) + 1)
        return max(0, spare // 4 * 2) - min(places)

    aside = moved({cell.q for cell in field.cells}, columns)
    down = moved({cell.r for cell in field.cells}, rows)
    return {cell: Cell((cell.q + aside) % columns, (cell.r + down) % rows) for cell in field.cells}


def _cells(
    pieces: Pieces,
    board: Board,
    field: Field,
    shown: Mapping[Cell, Cell],
    covered: Collection[Cell],
) -> Iterator[Item]:
    """The cells as the board shows them, each cut out of its picture; below a token nothing is in them."""
    numbered = board.definition.coordinates and board.definition.grid.is_path
    plain = replace(board.definition, edge=False, coordinates=numbered, ground="")
    size, art = field.size, pieces.cell_art(board, field.size)
    drawn = BoardDrawing(replace(board, definition=plain), size, pieces.theme)
    outline = box_path(Box(-size / 2, -size / 2, size, size))

    @cache
    def painted(*, empty: bool) -> list[tuple[Item, list[tuple[Path, Box]]]]:
        names = board.names if empty else ()
        items = drawn.picture(art=art, covered=names, rows=False).drawing.items
        return [(each, [*_parts(each)]) for each in items]

    def near(box: Box, *, empty: bool) -> Iterator[Item]:
        for item, parts in painted(empty=empty):
            kept = [path for path, around in parts if min(around.common(box)[2:]) > 0]
            if isinstance(item, Shape) and kept:
                yield replace(item, path=tuple(chain.from_iterable(kept)))
            elif not parts:
                yield item

    @cache
    def cut(cell: Cell, *, empty: bool) -> Drawing:
        centre = drawn.layout.centre(cell)
        box = Box(centre.x - size / 2, centre.y - size / 2, size, size)
        # Whoever paints the cell paints all of the drawing, so shapes of the rest of the board are left out.
        drawing = Drawing(tuple(near(box, empty=empty)))
        return Drawing((Clip(outline, (Placed(drawing, ORIGIN - centre),)),))

    for key, cell in shown.items():
        yield Placed(cut(cell, empty=key in covered), field.cells[key])


def _parts(item: Item) -> Iterator[tuple[Path, Box]]:
    """The paths of a shape that are drawn by themselves, each with a box that it does not leave; none of all else."""
    if isinstance(item, Shape):
        for path in parts_of(item.path) if item.fill is None else [item.path]:
            yield path, bounding_box(replace(item, path=path).extent)


def _below(look: Look, field: Field, way: Sequence[Cell]) -> Iterator[Item]:
    """The field below a path as faint lines, and the rim of the path."""
    for cell in field.cells:
        yield Shape(field.outline(cell), stroke=Stroke(0.3, look.faint))
    for cell in way:
        rim = field.outline(cell, -field.size / 2 * _RIM)
        yield look.shape(rim, look.ink, Stroke(0.6, look.ink))


def way_of_spaces(field: Field, page: Box, random: Random, most: int) -> list[Cell]:
    """Of some ways over at most so many cells, the first of which the page shows all cells whole, or most of them.

    Its cells are whole at the left and the right, also after a cut that misses. A field may be higher than its page,
    which then shows a part of it.
    """
    free = field.inside(page, field.size * _INSIDE + BLEED)
    top, bottom = page.y + field.size / 2, page.bottom - field.size / 2
    whole = {cell: at for cell, at in free.items() if top <= at.y <= bottom}
    best: list[Cell] = []
    most_shown = -1.0
    for number in range(_TRIES):
        # Every other way stays on the page, where a way that may leave it seldom does so.
        pool = whole if whole and number % 2 else free
        way = walk(field, pool, random, bends=2, straight=_STRAIGHT, most=most)
        heights = [free[cell].y for cell in way]
        is_cut = any(
            abs(y - end) < field.size / 2 for y in heights for end in (page.y, page.bottom)
        )
        shown = sum(top <= y <= bottom for y in heights) * (_CUT if is_cut else 1.0)
        if (shown, len(way)) > (most_shown, len(best)):
            best, most_shown = way, shown
        if shown == most:
            break
    return best


def _standing(board: Board, field: Field, shown: Mapping[Cell, Cell], random: Random) -> list[Cell]:
    """Some cells of the group that has most of the board, or of all."""
    groups = [each for each in board.definition.groups if not each.sign and not each.labels]
    most = max(groups, key=lambda each: len(each.cells), default=None)
    keys = [key for key, cell in shown.items() if most is None or cell in most.cells]
    count = min(len(keys) // _SPARSE, 2 * _MOST)
    return sorted(random.sample(keys, count), key=[*field.cells].index)


def island(pieces: Pieces, look: Look, shown: Box) -> Iterator[Item]:
    """The first frame whose cells are those of a group of tiles, with these inside, as large as the box allows.

    The tiles lie in an order of the seed.
    """
    found = (
        (frame, tileset)
        for frame in pieces.components.frames
        for tileset in pieces.tileset.by_group
        if frame.board.definition.grid.layout(1.0) == tile_layout(tileset.group.geometry, 1.0)
    )
    frame, tileset = next(found, (None, None))
    if frame is None or tileset is None:
        return
    board = frame.board.definition
    box = bounding_box([point for part in frame.parts for point in part.outline])
    scale = min(shown.width / box.width, shown.height / box.height)
    tiles = [piece for piece in tileset.pieces for _ in range(piece.copies)]
    Random(look.seed).shuffle(tiles)
    layout = board.grid.layout(board.across)
    across = board.across / tileset.group.size
    items: list[Item] = [Placed(pieces.frames.whole(frame, board.across, joints=False), ORIGIN)]
    for cell, piece in zip(board.cells, tiles, strict=False):
        cutout = pieces.tiles.cutout(piece)
        edge = Shape(cutout.outline, stroke=Stroke(_LINE, look.ground))
        drawing = Drawing((*cutout.picture().drawing.items, edge), shared=True)
        items.append(Placed(drawing, layout.centre(cell), across))
    off = shown.centre - box.centre * scale
    yield Placed(Drawing(tuple(items)), Point(*off), scale)


def whole_board(pieces: Pieces, look: Look, shown: Box) -> Iterator[Item]:
    """The first board of triangles, or of rows of hexes, as large as the box allows and without names.

    Tokens of the players stand on some of its cells. A hexagon of hexes has covers of its own.
    """
    boards = shown_boards(pieces)
    board = next((each for each in boards if each.definition.grid.has_free_outline), None)
    if board is None:
        return
    extent = board.definition.grid.extent
    size = _BOARD * min(shown.width / extent.width, shown.height / extent.height)
    plain = replace(board, definition=replace(board.definition, coordinates=False, ground=""))
    art = pieces.cell_art(board, size)
    drawn = BoardDrawing(plain, size, pieces.theme)
    layout, off = drawn.layout, shown.centre - extent.centre * size
    yield Placed(drawn.picture(art=art, rows=False, names=False).drawing, off)
    tokens, printed = tokens_to_stand(pieces)
    random = Random(look.seed)
    taken = {cell for group in board.definition.groups if group.sign for cell in group.cells}
    free = [cell for cell in board.names if cell not in taken]
    number = min(printed, len(free) // _SPARSE_ON_BOARD) if tokens else 0
    for at, cell in enumerate(sorted(random.sample(free, number))):
        centre = layout.centre(cell) + off
        yield from token_at(
            pieces, tokens[at % len(tokens)], centre, 2 * layout.apothem * _TOKEN_OF_CELL
        )


def map_field(pieces: Pieces, look: Look, page: Box, room: Box) -> Iterator[Item]:
    """The first map, or picture of a size, over the width of the page and the room; without names and other texts.

    The cover has the part with most places and spaces, and each strip another one. A board with another one in its face
    is only the frame of that one.
    """
    board = next(
        (
            each
            for each in shown_boards(pieces)
            if each.definition.grid.is_map
            and (each.definition.faced or each.definition.cells)
            and not grids_shown(each.definition.given)
        ),
        None,
    )
    if board is None:
        return
    plain = replace(board.definition, coordinates=False, edge=False)
    across = board.definition.across
    drawing = board_drawing(replace(board, definition=plain), across, pieces.theme)
    drawn = drawing.picture(
        art=pieces.cell_art(board, across), sheet=pieces.sheet_art(board), names=False
    )
    shown = page._replace(
        y=max(page.y, room.y), height=min(page.bottom, room.bottom) - max(page.y, room.y)
    )
    scale = max(shown.width / drawn.box.width, shown.height / drawn.box.height)
    spare = Point(drawn.box.width * scale - shown.width, drawn.box.height * scale - shown.height)
    centres = [drawing.layout.centre(cell) for cell in board.names]

    def corner(part: float) -> Point:
        return Point(shown.x, shown.y) - spare * part

    def hidden(part: float) -> int:
        off = corner(part) - Point(drawn.box.x, drawn.box.y) * scale
        return sum(not shown.contains(Box(*(off + each * scale), 0, 0)) for each in centres)

    parts = sorted(_PARTS, key=lambda part: (hidden(part), abs(part - 0.5)))
    at = corner(parts[(look.seed - pieces.look.seed) % len(parts)])
    whole = Picture(simplified(drawn.drawing, WORDLESS), drawn.box)
    yield Shape(box_path(shown), fill=PAPER)
    yield Clip(box_path(shown), (whole.at(at, scale=scale),))


def area_field(pieces: Pieces, look: Look, page: Box, room: Box, unit: float) -> Iterator[Item]:
    """The cells of the game's board, or of a hexhex, in the middle of the room, which may be higher than the page.

    An area for each colour grows from the rim of the board; each cell has the sign of its colour.
    """
    boards = shown_boards(pieces)
    board = next((each for each in boards if each.definition.grid.has_axial_cells), None)
    cells = hexhex(_SIDE) if board is None else tuple(board.names)
    turned = Orientation.FLAT_TOP if board is None else board.definition.orientation
    top, bottom = max(page.y, room.y), min(page.bottom, room.bottom)
    shown = Box(page.x, top, page.width, bottom - top)
    # As large as the room allows.
    least = HexLayout(1.0, turned)
    extent = bounding_box(point for cell in cells for point in least.outline(cell))
    across = min((room.width - 16 * unit) / extent.width, room.height / extent.height)
    layout, middle = HexLayout(across, turned), Point(room.centre.x, shown.centre.y)
    field = Field(layout, {cell: middle + layout.centre(cell) for cell in cells})
    if look.filled:
        yield _around(look, field, middle, shown)
    taken = {
        cell: group.sign
        for group in (board.definition.groups if board else ())
        if group.filled and group.sign and not group.labels
        for cell in group.cells
    }
    areas = _areas(field, taken, pieces.definition.inks[:_MOST_COLOURS], look.seed)
    for cell in cells:
        if cell not in areas and cell not in taken:
            line = Stroke(0.012 * across, mixed(look.ground, look.ink, 0.5))
            yield Shape(field.outline(cell, across * _GAP), stroke=line)
    seen: set[str] = set()
    for cell, ink in areas.items():
        outline = field.outline(cell, across * _GAP)
        yield from _coloured(pieces, look, ink, outline, field.cells[cell], across)
        # An area grew from its first cell.
        if ink.name not in seen:
            fill = look.area(legible(ink.fill, pieces.theme), ink.fill)
            yield Shape(field.outline(cell, across * _RING), stroke=Stroke(0.018 * across, fill))
        seen.add(ink.name)
    for cell, sign in taken.items():
        outline = field.outline(cell, across * _GAP)
        yield Shape(outline, fill=pieces.theme.halo, stroke=Stroke(0.025 * across, look.ink))
        path = symbol(sign, field.cells[cell], across * _SIGN)
        yield from areas_of(pieces.theme).sign(path, pieces.theme.mark, pieces.theme.halo)
    if look.stroke == "stars" and look.filled:
        # A star on the side between two cells of one area.
        sides = (
            (field.cells[cell] + field.cells[near]) * 0.5
            for cell, ink in areas.items()
            for near in layout.neighbours(cell)[:3]
            if areas.get(near) is ink
        )
        stars = (star(4, at, across * _STAR, waist=0.2) for at in sides)
        yield Shape(tuple(part for each in stars for part in each), fill=look.ink)


def _around(look: Look, field: Field, middle: Point, shown: Box) -> Shape:
    """The lines of the lattice beside the board, over the whole field."""
    layout = field.layout
    reach = int(2 * (shown.width + shown.height) / layout.across)
    path: Path = ()
    for cell in hexhex(min(reach, 12)):
        centre, high = middle + layout.centre(cell), layout.circumradius
        if cell not in field.cells and shown.y + high <= centre.y <= shown.bottom - high:
            path += polygon([middle + corner for corner in layout.outline(cell)])
    return Shape(path, stroke=Stroke(0.012 * layout.across, mixed(look.ground, look.faint, 0.6)))


def _areas(
    field: Field, taken: Mapping[Cell, str], inks: Sequence[Ink], seed: int
) -> dict[Cell, Ink]:
    """An area for each ink, from the rim inwards; a few cells stay empty."""
    random, layout = Random(seed), field.layout
    free = [cell for cell in field.cells if cell not in taken]
    outer = max(distance(Cell(0, 0), cell) for cell in free)
    rim = [cell for cell in free if distance(Cell(0, 0), cell) == outer]
    corners = [c for c in rim if sum(near in free for near in layout.neighbours(c)) == 3] or rim

    def turn(cell: Cell) -> tuple[bool, float]:
        """The place of a cell in the order round the middle."""
        way = HexLayout(1.0, Orientation.FLAT_TOP).centre(cell).unit()
        return way.x < -1e-9, way.y if way.x >= -1e-9 else -way.y

    corners.sort(key=turn)
    step = len(corners) / len(inks)
    areas = {corners[int(number * step)]: ink for number, ink in enumerate(inks)}
    target = len(free) - max(1, len(free) // 20)
    while len(areas) < target:
        sizes = {ink.name: sum(other is ink for other in areas.values()) for ink in inks}
        edges = [
            (sizes[ink.name] + 2.5 * random.random(), near, ink)
            for cell, ink in areas.items()
            for near in layout.neighbours(cell)
            if near in free and near not in areas
        ]
        if not edges:
            break
        _, near, ink = min(edges, key=lambda edge: edge[0])
        areas[near] = ink
    return areas


def _coloured(
    pieces: Pieces, look: Look, ink: Ink, outline: Path, centre: Point, across: float
) -> Iterator[Item]:
    theme = pieces.theme
    path = symbol(ink.symbol, centre, across * _SIGN)
    if look.filled:
        faint = contrast(ink.fill, look.ground) < _FAINT
        rim = mixed(ink.fill, look.text, 0.45)
        yield Shape(outline, fill=ink.fill, stroke=Stroke(0.02 * across, rim) if faint else None)
        yield Shape(path, fill=legible(ink.fill, theme))
        return
    yield Shape(outline, fill=theme.ground, stroke=Stroke(0.4, ink.fill))
    yield from areas_of(theme).sign(path, ink.fill, theme.ground)
