"""The inventory of a game: each kind of piece with its number and a small picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.draw import DEFAULT_TURN, Artist, cut_outline
from pnp.draw.pictures import gallery, scaled
from pnp.pieces import Cutout, Pieces, framed
from pnp.scene import Drawing, Item, Picture, Placed
from pnp.scene.geometry import ORIGIN, bounding_box
from pnp.sets.components import Pad, Tokens
from pnp.sets.tileset import Family, Piece

# Millimetres.
_THUMBNAIL = 16.0
_SEVERAL = 42.0  # for several tokens in a row
_BOARD_HEX = 6.0
_FORM = 24.0  # a form


class InventoryLine(NamedTuple):
    """A kind of piece: its section and name, its title, its number in words, and its picture."""

    section: str
    name: str
    title: str
    number: str
    picture: Picture


def inventory(pieces: Pieces) -> Iterator[InventoryLine]:
    """Every kind of piece; the title is also the words for its picture."""
    for line in _lines(pieces):
        yield line._replace(picture=line.picture._replace(alt=line.title))


def _lines(pieces: Pieces) -> Iterator[InventoryLine]:
    parts, theme, words = pieces.components, pieces.theme, pieces.definition.language
    for family in pieces.tileset.families:
        if family.pieces:
            number = sum(piece.copies for piece in family.pieces)
            picture = tile_picture(pieces, typical(family), _THUMBNAIL)
            title = words("tiles-of-family", family=family.name.replace("-", " "))
            yield InventoryLine("tiles", family.name, title, words.number(number), picture)
    for deck in parts.decks:
        if deck.cards:
            picture = _thumbnail(framed(pieces.cards(deck)[0][0], theme))
            title = words("cards-of-deck", deck=deck.definition.title)
            yield InventoryLine("cards", deck.name, title, words.number(deck.printed), picture)
    for board in parts.boards:
        if board.definition.printed:
            picture = _thumbnail(pieces.board(board, _BOARD_HEX))
            yield InventoryLine("board", board.name, board.definition.title, "1", picture)
    for tokens in parts.tokens:
        if tokens.kinds:
            picture = _token_row(pieces, tokens)
            title, printed = tokens.definition.title, words.number(tokens.printed)
            yield InventoryLine("tokens", tokens.name, title, printed, picture)
    for pad in parts.pads:
        yield _pad_line(pieces, pad)


def _pad_line(pieces: Pieces, pad: Pad) -> InventoryLine:
    form, words = pieces.form(pad).form, pieces.definition.language
    cutout, copies = pieces.pad(pad)
    number = words.number(copies) if pad.wanted is not None else words("as-many-as-needed")
    title = words("pad-of-title", title=form.own_title(pieces.definition.title))
    return InventoryLine("pads", pad.name, title, number, _whole_form(cutout, pieces.theme))


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


def typical(family: Family) -> Piece:
    """The tile in the middle of a family, in the order of how much it shows."""

    def shown(piece: Piece) -> tuple[int, int]:
        joins = piece.tile.joins
        return sum(len(join) for join in joins), max((len(join) for join in joins), default=0)

    ranked = sorted(family.pieces, key=shown)
    return ranked[(len(ranked) - 1) // 2]


def _token_row(pieces: Pieces, tokens: Tokens) -> Picture:
    """All colours of a token, or its two sides."""
    cutouts = [pieces.token(each) for each in tokens.kinds]
    sides = [framed(each, pieces.theme) for each in cutouts]
    if len(cutouts) == 1 and cutouts[0].back is not None:
        sides.append(framed(cutouts[0], pieces.theme, back=True))
    room = _SEVERAL / len(sides) - 1.0
    scale = min(1.0, _THUMBNAIL * 0.6 / sides[0].box.height, room / sides[0].box.width)
    return gallery([scaled(each, scale) for each in sides], _SEVERAL, gap=1.0)


def _thumbnail(picture: Picture) -> Picture:
    return scaled(picture, min(1.0, _THUMBNAIL / picture.box.height))


def _whole_form(form: Cutout, theme: Theme) -> Picture:
    """A form, small and whole, a little larger than other pieces so that its tables can be seen."""
    picture = framed(form, theme)
    return scaled(picture, min(_FORM / picture.box.height, _FORM / picture.box.width))
