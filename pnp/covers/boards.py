"""A cover of the board itself: its squares over the page, or its path on a way of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from pnp.covers.lattice import BLEED, KEY_STEP, Field, Key
from pnp.covers.tokens import is_cut, token_at, tokens_of_players
from pnp.draw.boards import board_layout, board_picture
from pnp.draw.looks import Look
from pnp.draw.symbols import box_path
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell

# How often to lay the path anew.
_TRIES = 300
# Shares of the pitch: a token, and from the edge of the page to the path.
_TOKEN, _INSIDE = 0.74, 0.6
# Of half a cell: the rim of a path.
_RIM = 0.09
# One of so many cells has a token, and how many tokens of a colour there are at most.
_SPARSE, _MOST = 3, 8


def board_of_cells(pieces: Pieces) -> Board | None:
    """The first board of squares, or with a path."""
    boards = pieces.components.boards
    return next((each for each in boards if each.definition.grid.kind in _KINDS), None)


_KINDS = ("squares", "spaces")


def board_field(pieces: Pieces, look: Look, field: Field, page: Box) -> Iterator[Item]:
    """The cells of the board on those of the field, with tokens on some of them."""
    board = board_of_cells(pieces)
    assert board is not None
    random = Random(look.seed)
    is_path = board.definition.grid.kind == "spaces"
    if is_path:
        way = _way(_inside(field, page), page, random, len(board.names))
        shown = dict(zip(way, board.names, strict=False))
        yield from _below(look, field, way)
    else:
        shown = _repeated(field, board)
    yield from _cells(pieces, board, field, shown)
    tokens, printed = tokens_of_players(pieces)
    apart = max(2, len(shown) // (printed + 1))
    standing = way[apart - 1 :: apart] if is_path else _standing(board, field, shown, random)
    for number, key in enumerate(standing[:printed]):
        token = tokens[number % len(tokens)]
        at, back, across = field.cells[key].centre, number % 7 == 3, field.size * _TOKEN
        if not is_cut(at, across, page):
            yield from token_at(pieces, token, at, across, back=back)


def _repeated(field: Field, board: Board) -> dict[Key, Cell]:
    """A cell of the board for each of the field, in which the board recurs."""
    columns = 1 + max(cell.q for cell in board.names)
    rows = 1 + max(cell.r for cell in board.names)
    # Two neighbours of every other square stay different.
    columns, rows = (max(2, each - each % 2) for each in (columns, rows))
    left, top = min(key[0] for key in field.cells), min(key[1] for key in field.cells)
    return {
        key: Cell(
            round((key[0] - left) / KEY_STEP) % columns, round((key[1] - top) / KEY_STEP) % rows
        )
        for key in field.cells
    }


def _cells(pieces: Pieces, board: Board, field: Field, shown: Mapping[Key, Cell]) -> Iterator[Item]:
    """The cells as the board shows them, each cut out of its picture."""
    plain = replace(board.definition, edge=False, coordinates=_has_numbers(board), ground="")
    layout, size = board_layout(board, field.size), field.size
    art = pieces.cell_art(board, size)
    picture = board_picture(
        replace(board, definition=plain), size, art=art, rows=False, theme=pieces.theme
    )
    drawing = replace(picture.drawing, shared=True)
    outline = box_path(Box(-size / 2, -size / 2, size, size))
    cut = {
        cell: Drawing((Clip(outline, (Placed(drawing, ORIGIN - layout.centre(cell)),)),))
        for cell in {*shown.values()}
    }
    for key, cell in shown.items():
        yield Placed(cut[cell], field.cells[key].centre)


def _has_numbers(board: Board) -> bool:
    return board.definition.coordinates and board.definition.grid.kind == "spaces"


def _below(look: Look, field: Field, way: Sequence[Key]) -> Iterator[Item]:
    """The field below a path as faint lines, and the rim of the path."""
    half = field.size / 2
    for cell in field.cells.values():
        box = Box(cell.centre.x - half, cell.centre.y - half, field.size, field.size)
        yield Shape(box_path(box), stroke=Stroke(0.3, look.faint))
    for key in way:
        at, wide = field.cells[key].centre, half * (1 + _RIM)
        rim = box_path(Box(at.x - wide, at.y - wide, 2 * wide, 2 * wide))
        outlined = Shape(rim, stroke=Stroke(0.6, look.ink))
        yield Shape(rim, fill=look.ink) if look.filled else outlined


def _inside(field: Field, page: Box) -> dict[Key, Point]:
    """The cells that lie on the page as a whole, also after a cut that misses."""
    away = field.size * _INSIDE + BLEED
    return {
        key: cell.centre
        for key, cell in field.cells.items()
        if page.x + away < cell.centre.x < page.right - away
    }


def _way(cells: Mapping[Key, Point], page: Box, random: Random, most: int) -> list[Key]:
    """Of many ways from cell to cell that never come back beside themselves, one with most on the page.

    It has at most so many cells. A field may be higher than its page, which then shows a part of it.
    """

    def merit(way: Sequence[Key]) -> tuple[int, int]:
        shown = sum(page.y < cells[key].y < page.bottom for key in way[:most])
        return shown, len(way)

    return max((_walk(cells, random) for _ in range(_TRIES)), key=merit)[:most]


def _walk(cells: Mapping[Key, Point], random: Random) -> list[Key]:
    way = [random.choice(sorted(cells))]
    ahead = random.choice(_STEPS)
    while True:
        steps = [ahead, *random.sample(_STEPS, len(_STEPS))]
        for step in steps if random.random() < 0.75 else steps[::-1]:
            near = _beyond(way[-1], step)
            if near in cells and not _touches(near, way):
                ahead = step
                way.append(near)
                break
        else:
            return way


_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _beyond(key: Key, step: tuple[int, int]) -> Key:
    return key[0] + KEY_STEP * step[0], key[1] + KEY_STEP * step[1]


def _touches(key: Key, way: Sequence[Key]) -> bool:
    """Whether a cell is on the way, or beside any cell but its last."""
    return key in way or any(_beyond(key, step) in way[:-1] for step in _STEPS)


def _standing(board: Board, field: Field, shown: Mapping[Key, Cell], random: Random) -> list[Key]:
    """Some cells of the group that has most of the board, or of all."""
    groups = [each for each in board.definition.groups if not each.sign and not each.labels]
    most = max(groups, key=lambda each: len(each.cells), default=None)
    keys = [key for key, cell in shown.items() if most is None or cell in most.cells]
    count = min(len(keys) // _SPARSE, 2 * _MOST)
    return sorted(random.sample(keys, count), key=[*field.cells].index)
