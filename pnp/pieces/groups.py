"""All pieces of a set in groups, as somebody looks through them: families, decks, boards, tokens, pads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pnp.basics.errors import Place
from pnp.basics.words import counted
from pnp.draw import DEFAULT_TURN, cut_outline
from pnp.pieces.cutouts import Cutout, framed
from pnp.pieces.pieces import Pieces
from pnp.scene import Drawing, Picture
from pnp.scene.geometry import bounding_box
from pnp.sets.components import Deck, Pad
from pnp.sets.tileset import Piece
from pnp.tiles import Tile

# The size of a board's hexagons across flats where a board is one piece among others, in millimetres.
_BOARD_HEX = 12.0


class ShownPiece(NamedTuple):
    """A piece to look at: its id, how to draw each of its sides, its copies, and its place in the file.

    `copies` is None for a pad, which is printed as often as its paper has room. A piece that is no
    tile has no `tile`, and no `notation`.
    """

    id: str
    sides: tuple[Callable[[], Picture], ...]
    copies: int | None
    place: Place
    notation: str = ""
    tile: Tile | None = None


class PieceGroup(NamedTuple):
    """The pieces of one family, deck or kind; `kind` is tiles, cards, board, tokens or pads.

    `note` is a few words about the group, such as its number of different tiles.
    """

    kind: str
    name: str
    title: str
    note: str
    place: Place
    pieces: tuple[ShownPiece, ...]

    @property
    def printed(self) -> int:
        """The number of pieces with their copies; a pad counts once."""
        return sum(1 if piece.copies is None else piece.copies for piece in self.pieces)


def piece_groups(pieces: Pieces) -> Iterator[PieceGroup]:
    """Every group of pieces that is not empty.

    To draw a side raises InvalidDefinition if the piece cannot be drawn.
    """
    return (group for group in _groups(pieces) if group.pieces)


def _groups(pieces: Pieces) -> Iterator[PieceGroup]:
    parts = pieces.components
    for family in pieces.tileset.families:
        expect = family.definition.expect
        note = f"{family.count:,} different" + (f", {expect.value:,} expected" if expect else "")
        tiles = tuple(_tile(pieces, piece) for piece in family.pieces)
        yield PieceGroup("tiles", family.name, family.name, note, family.definition.place, tiles)
    for deck in parts.decks:
        cards = tuple(
            ShownPiece(
                card.id,
                _sides(partial(_card, pieces, deck, number), pieces, True),
                card.copies,
                card.place,
            )
            for number, card in enumerate(deck.cards)
        )
        note = counted(deck.printed, "card")
        yield PieceGroup(
            "cards", deck.name, f"{deck.definition.title} cards", note, deck.definition.place, cards
        )
    for board in parts.boards:
        if board.definition.printed:
            place = board.definition.place
            note = f"{len(board.definition.cells)} hexes"
            shown = ShownPiece(board.name, (partial(pieces.board, board, _BOARD_HEX),), 1, place)
            yield PieceGroup("board", board.name, board.definition.title, note, place, (shown,))
    for tokens in parts.tokens:
        place, backed = tokens.definition.place, tokens.definition.back is not None
        each = tuple(
            ShownPiece(
                token.id, _sides(partial(pieces.token, token), pieces, backed), token.copies, place
            )
            for token in tokens.kinds
        )
        note = counted(tokens.printed, "token")
        yield PieceGroup("tokens", tokens.name, tokens.definition.title, note, place, each)
    for pad in parts.pads:
        place = pad.definition.place
        form = _sides(partial(_pad, pieces, pad), pieces, False)
        shown = ShownPiece(pad.name, form, pad.wanted, place)
        yield PieceGroup("pads", pad.name, pad.name, "to write on", place, (shown,))


def _tile(pieces: Pieces, piece: Piece) -> ShownPiece:
    notation = pieces.definition.notation(piece.tile)
    front = partial(tile_front, pieces, piece)
    return ShownPiece(piece.id, (front,), piece.copies, piece.place, notation, piece.tile)


def tile_front(pieces: Pieces, piece: Piece) -> Picture:
    """The front of a tile with its outline, at its true size."""
    turn = DEFAULT_TURN[pieces.definition.geometry.shape]
    outline = pieces.tiles.outline(turn)
    items = (pieces.tiles.drawing(piece, turn), cut_outline(outline, pieces.theme))
    return Picture(Drawing(items), bounding_box(outline.corners), alt=piece.id)


def _card(pieces: Pieces, deck: Deck, number: int) -> Cutout:
    """A card of a deck; pnp draws the deck as a whole, because all of its text has one size."""
    return pieces.cards(deck)[number][0]


def _pad(pieces: Pieces, pad: Pad) -> Cutout:
    return pieces.pad(pad)[0]


def _sides(
    made: Callable[[], Cutout], pieces: Pieces, backed: bool
) -> tuple[Callable[[], Picture], ...]:
    """How to draw the front of a cutout, and its back if it has one."""
    sides = (False, True) if backed else (False,)
    return tuple(partial(_side, made, pieces, back) for back in sides)


def _side(made: Callable[[], Cutout], pieces: Pieces, back: bool) -> Picture:
    return framed(made(), pieces.theme, back=back)
