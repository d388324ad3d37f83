"""Pictures of all pieces of a kind, as on the first spread of a rulebook."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

from pnp.colour.theme import PAPER
from pnp.draw import Artist, cut_outline
from pnp.draw.boards import Room, board_box
from pnp.draw.pictures import gallery
from pnp.draw.symbols import box_path
from pnp.pieces import Pieces, framed
from pnp.pieces.trims import upright
from pnp.scene import Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, turned
from pnp.sets.components import Board, Deck, Pad, Tokens
from pnp.sets.tileset import Family, Piece

_Thing = TypeVar("_Thing")

# So many tiles and tokens show what their kind is like.
_TILES, _TOKENS = 16, 24

# The widths of a picture of many pieces, for its height, and the weight of an empty place in its last row.
_ASPECTS = (1.2, 0.7, 1.8, 2.6)
_EMPTY = 1.0
# Millimetres: pieces that lie in no longer a row may also be shown in one.
_ROW = 150.0
# The least share of the pieces that can be shown, so that all rows are full.
_FEWER = 0.7

# Millimetres. Pieces have their printed size, so that no picture needs to be larger; the fields of
# boards have one that shows the names of cells.
_BOARD_HEX = 10.0
# The room for a board on A4: as wide as printers reach, below a title and above a ruler.
_SHEET = Room(197.0, 254.0)
_BEHIND = 2.0
_GAP = 2.0


# The same picture for panels of other shapes, the first one for any.
Shapes: TypeAlias = tuple[Picture, ...]


class _Hand(NamedTuple):
    """A hand of at most so many cards: the degrees between two, and its pivot, in heights of a card."""

    cards: int
    turn: float
    pivot: float


_HANDS = (_Hand(5, 9.0, 1.6), _Hand(9, 5.0, 2.8), _Hand(3, 9.0, 1.6))


def tile_picture(pieces: Pieces, piece: Piece, size: float) -> Picture:
    """A tile of this size by itself, without its id."""
    turn, group = upright(piece.group), replace(piece.group, size=size)
    artist = Artist(pieces.definition, group, turn, theme=pieces.theme)
    if piece.listed is None:
        drawn: Item = artist.drawing(piece.tile, style=piece.style)
    else:
        # A face is laid out at the size of the printed tile.
        drawing = pieces.tiles.drawing(piece, turn, labelled=False)
        drawn = Placed(drawing, ORIGIN, size / piece.group.size)
    items = (drawn, cut_outline(artist.outline, pieces.theme))
    return Picture(Drawing(items), bounding_box(artist.outline.corners))


def tiles_pictures(pieces: Pieces, family: Family) -> Shapes:
    """Some tiles of a family."""
    size = family.group.size
    return _blocks(family.pieces, _TILES, lambda each: tile_picture(pieces, each, size))


def deck_pictures(pieces: Pieces, deck: Deck) -> Shapes:
    """Some cards of a deck, as in a hand."""
    cards = [framed(card, pieces.theme) for card, _ in pieces.cards(deck)]
    return tuple(_fan(cards, hand) for hand in _HANDS)


def board_picture(pieces: Pieces, board: Board) -> Picture:
    """A board; one on a ground of its own as on its sheet, if it needs no more than one."""
    definition = board.definition
    if definition.ground:
        box = board_box(board, definition.across, legend=True)
        for room in (_SHEET, Room(_SHEET.height, _SHEET.width)):
            if box.width <= room.width and box.height <= room.height:
                return pieces.board(board, definition.across, legend=True, room=room)
    return pieces.board(board, _BOARD_HEX, legend=bool(definition.tracks))


def tokens_pictures(pieces: Pieces, tokens: Tokens) -> Shapes:
    """The tokens of a kind with their copies; those of a single look show both sides by turns."""
    fronts = [
        framed(pieces.token(each), pieces.theme)
        for each in tokens.kinds
        for _ in range(each.copies)
    ]
    only = pieces.token(tokens.kinds[0])
    if len(tokens.kinds) > 1 or only.back is None:
        return _blocks(fronts, _TOKENS, lambda each: each)
    both = (fronts[0], framed(only, pieces.theme, back=True))
    number = max(2, min(len(fronts), _TOKENS))
    return _blocks(range(number), number, lambda at: both[at % 2])


def pad_picture(pieces: Pieces, pad: Pad) -> Picture:
    """A form, whole, with the edges of two more sheets behind it."""
    form = framed(pieces.pad(pad)[0], pieces.theme)
    box, step = form.box, _BEHIND
    sheets = tuple(
        Shape(
            box_path(Box(box.x + number * step, box.y - number * step, box.width, box.height)),
            PAPER,
            Stroke(0.3, pieces.theme.border),
        )
        for number in (2, 1, 0)
    )
    shown = Box(
        box.x - 0.2, box.y - 2 * step - 0.2, box.width + 2 * step + 0.4, box.height + 2 * step + 0.4
    )
    return Picture(Drawing((*sheets, form.drawing)), shown)


def _blocks(things: Sequence[_Thing], most: int, picture: Callable[[_Thing], Picture]) -> Shapes:
    """The pictures of at most so many things in rows, once for each shape of a panel."""

    @cache
    def drawn(at: int) -> Picture:
        return picture(things[at])

    def shown(number: int) -> list[Picture]:
        return [drawn(at) for at in _spread(range(len(things)), number)]

    across = max(each.box.width for each in shown(most)) + _GAP
    high = max(each.box.height for each in shown(most)) + _GAP
    # Few pieces have one shape for all panels.
    grids = [_grid(len(things), most, across / high, aspect) for aspect in _ASPECTS]
    if len(things) <= min(most, _ROW / across):
        grids.append((len(things), len(things)))
    return tuple(
        gallery(shown(number), columns * across - _GAP, gap=_GAP)
        for number, columns in dict.fromkeys(grids)
    )


def _grid(number: int, most: int, piece: float, aspect: float) -> tuple[int, int]:
    """How many of the pieces of this aspect to show, and in how many columns, with few empty places.

    Of more pieces than can be shown, as many are shown as fill their rows.
    """
    counts = [number] if number <= most else range(most, math.floor(_FEWER * most), -1)

    def strangeness(grid: tuple[int, int]) -> float:
        count, columns = grid
        rows = math.ceil(count / columns)
        empty = (rows * columns - count) / columns
        return abs(math.log(columns / rows * piece / aspect)) + _EMPTY * empty

    grids = [(count, columns) for count in counts for columns in range(1, count + 1)]
    return min(grids, key=strangeness)


def _spread(things: Sequence[_Thing], most: int) -> list[_Thing]:
    """At most so many of the things, taken evenly."""
    if len(things) <= most:
        return [*things]
    return [things[at * len(things) // most] for at in range(most)]


def _fan(deck: Sequence[Picture], hand: _Hand) -> Picture:
    """Cards as in a hand, the last one on top."""
    cards = _spread(deck, hand.cards)
    items, seen = [], []
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * hand.turn
        width, height = card.box.width, card.box.height
        # The pivot of a hand is below the cards.
        shift = Point(-width / 2, -hand.pivot * height)
        items.append(Placed(Drawing((card.at(shift),)), Point(0.0, 0.0), turn=angle))
        seen += [
            turned(shift + Point(x, y), math.radians(angle))
            for x in (0.0, width)
            for y in (0.0, height)
        ]
    left, right = min(p.x for p in seen) - 0.3, max(p.x for p in seen) + 0.3
    top, bottom = min(p.y for p in seen) - 0.3, max(p.y for p in seen) + 0.3
    return Picture(Drawing(tuple(items)), Box(left, top, right - left, bottom - top))
