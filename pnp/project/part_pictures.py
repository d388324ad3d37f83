"""Pictures of all pieces of a kind, as on the first spread of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import radians
from typing import TypeVar

from pnp.draw import DEFAULT_TURN, Artist, cut_outline
from pnp.draw.pictures import gallery, scaled
from pnp.draw.symbols import box_path
from pnp.pieces import Pieces, framed
from pnp.scene import Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, turned
from pnp.sets.components import Board, Deck, Pad, Tokens
from pnp.sets.tileset import Family, Piece

_Thing = TypeVar("_Thing")

# Millimetres: the box of a picture, and the pieces in it.
WIDTH, _HEIGHT = 54.0, 46.0
_TILE = 15.0
_CARD_HEIGHT = 34.0
_TOKEN = 12.0
_BOARD_HEX = 6.0
_FORM_HEIGHT = 38.0
GAP = 2.0

# So many tiles and cards show what their kind is like; a hand of cards is fanned by these degrees.
_TILES, _CARDS = 8, 5
_FAN = 9.0


def tile_picture(pieces: Pieces, piece: Piece, size: float) -> Picture:
    """A tile of this size by itself, without its id."""
    definition = replace(pieces.definition, size=size)
    turn = DEFAULT_TURN[definition.geometry.shape]
    artist = Artist(definition, turn, theme=pieces.theme)
    if piece.listed is None:
        drawn: Item = artist.drawing(piece.tile)
    else:
        # A face is laid out at the size of the printed tile.
        drawing = pieces.tiles.drawing(piece, turn, labelled=False)
        drawn = Placed(drawing, ORIGIN, size / pieces.definition.size)
    items = (drawn, cut_outline(artist.outline, pieces.theme))
    return Picture(Drawing(items), bounding_box(artist.outline.corners))


def tiles_picture(pieces: Pieces, family: Family) -> Picture:
    """Some tiles of a family."""
    tiles = [tile_picture(pieces, each, _TILE) for each in _spread(family.pieces, _TILES)]
    return within(gallery(tiles, WIDTH, gap=GAP))


def deck_picture(pieces: Pieces, deck: Deck) -> Picture:
    """Some cards of a deck, as in a hand."""
    cards = [framed(card, pieces.theme) for card, _ in pieces.cards(deck)]
    return within(_fan(_spread(cards, _CARDS)))


def board_picture(pieces: Pieces, board: Board) -> Picture:
    """A board, small."""
    return within(pieces.board(board, _BOARD_HEX))


def tokens_picture(pieces: Pieces, tokens: Tokens) -> Picture:
    """All colours of a token and, of a single one, both sides."""
    cutouts = [pieces.token(each) for each in tokens.kinds]
    sides = [framed(each, pieces.theme) for each in cutouts]
    if len(cutouts) == 1 and cutouts[0].back is not None:
        sides.append(framed(cutouts[0], pieces.theme, back=True))
    largest = max(max(each.box.width, each.box.height) for each in sides)
    scale = min(1.0, (_TILE if len(sides) < 3 else _TOKEN) / largest)
    across = WIDTH if len(sides) != 6 else 3 * (_TOKEN + GAP)
    return within(gallery([scaled(each, scale) for each in sides], across, gap=GAP))


def pad_picture(pieces: Pieces, pad: Pad) -> Picture:
    """A form, whole, with the edges of two more sheets behind it."""
    form = framed(pieces.pad(pad)[0], pieces.theme)
    form = scaled(form, min(1.0, _FORM_HEIGHT / form.box.height, WIDTH * 0.9 / form.box.width))
    box, step = form.box, 1.4
    behind = tuple(
        Shape(
            box_path(Box(box.x + number * step, box.y - number * step, box.width, box.height)),
            "#FFFFFF",
            Stroke(0.2, pieces.theme.border),
        )
        for number in (2, 1)
    )
    front = Shape(box_path(box), "#FFFFFF", Stroke(0.2, pieces.theme.border))
    shown = Box(
        box.x - 0.2, box.y - 2 * step - 0.2, box.width + 2 * step + 0.4, box.height + 2 * step + 0.4
    )
    return within(Picture(Drawing((*behind, front, form.drawing)), shown))


def _spread(things: Sequence[_Thing], most: int) -> list[_Thing]:
    """At most so many of the things, taken evenly."""
    if len(things) <= most:
        return [*things]
    return [things[at * len(things) // most] for at in range(most)]


def _fan(cards: Sequence[Picture]) -> Picture:
    """Cards as in a hand, the last one on top."""
    scale = min(_CARD_HEIGHT / cards[0].box.height, WIDTH / 1.8 / cards[0].box.width)
    items, seen = [], []
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * _FAN
        small = scaled(card, scale)
        width, height = small.box.width, small.box.height
        # The pivot of a hand is below the cards.
        shift = Point(-width / 2, -1.6 * height)
        items.append(Placed(Drawing((small.at(shift),)), Point(0.0, 0.0), turn=angle))
        seen += [
            turned(shift + Point(x, y), radians(angle)) for x in (0.0, width) for y in (0.0, height)
        ]
    left, right = min(p.x for p in seen) - 0.3, max(p.x for p in seen) + 0.3
    top, bottom = min(p.y for p in seen) - 0.3, max(p.y for p in seen) + 0.3
    return Picture(Drawing(tuple(items)), Box(left, top, right - left, bottom - top))


def within(picture: Picture) -> Picture:
    """The picture, small enough for the box of a part."""
    box = picture.box
    return scaled(picture, min(1.0, WIDTH / box.width, _HEIGHT / box.height))
