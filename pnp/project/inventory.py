"""The inventory of a game: each kind of piece with its number and a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pnp.boxes import boxed
from pnp.documents import Part
from pnp.pieces import Pieces
from pnp.project.box_pictures import box_picture, standees_picture, strips_picture
from pnp.project.part_pictures import (
    board_picture,
    deck_picture,
    pad_picture,
    tiles_picture,
    tokens_picture,
)
from pnp.scene import Picture
from pnp.sets.components import Pad


class InventoryLine(NamedTuple):
    """A kind of piece: its section and name, its title, its number in words, and its picture.

    `ids` are those of its pieces on sheets that have pieces of other kinds as well.
    """

    section: str
    name: str
    title: str
    number: str
    picture: Picture
    ids: frozenset[str] = frozenset()


# Sets in the preview, in two versions.
_MOST = 4


@lru_cache(maxsize=_MOST)
def inventory(pieces: Pieces) -> tuple[InventoryLine, ...]:
    """Every kind of piece; the title is also the words for its picture."""
    return tuple(
        line._replace(picture=line.picture._replace(alt=line.title)) for line in _lines(pieces)
    )


def _lines(pieces: Pieces) -> Iterator[InventoryLine]:
    stock, words = pieces.components, pieces.definition.language
    for family in pieces.tileset.families:
        if family.pieces:
            number = sum(piece.copies for piece in family.pieces)
            picture = tiles_picture(pieces, family)
            title = words("tiles-of-family", family=family.name.replace("-", " "))
            ids = frozenset(piece.id for piece in family.pieces)
            yield InventoryLine("tiles", family.name, title, words.number(number), picture, ids)
    for deck in stock.decks:
        if deck.cards:
            picture = deck_picture(pieces, deck)
            title = words("cards-of-deck", deck=deck.definition.title)
            printed, ids = words.number(deck.printed), frozenset(card.id for card in deck.cards)
            yield InventoryLine("cards", deck.name, title, printed, picture, ids)
    for board in stock.boards:
        if board.definition.printed:
            picture = board_picture(pieces, board)
            yield InventoryLine("board", board.name, board.definition.title, "1", picture)
    for tokens in stock.tokens:
        if tokens.kinds:
            picture = tokens_picture(pieces, tokens)
            title, printed = tokens.definition.title, words.number(tokens.printed)
            ids = frozenset(token.id for token in tokens.kinds)
            yield InventoryLine("tokens", tokens.name, title, printed, picture, ids)
    for pad in stock.pads:
        yield _pad_line(pieces, pad)
    yield from _folded_lines(pieces)


def _folded_lines(pieces: Pieces) -> Iterator[InventoryLine]:
    stock, words, made = pieces.components, pieces.definition.language, boxed(pieces)
    for box in stock.boxes:
        number, ids = words.number(box.copies), frozenset([box.name])
        title = box.definition.title
        yield InventoryLine("boxes", box.name, title, number, box_picture(pieces, box), ids)
    for divider in stock.dividers:
        strips = [strip for strip, _ in made.divider(divider)]
        number, ids = words.number(divider.printed), frozenset(strip.id for strip in strips)
        picture = strips_picture(pieces, strips)
        title = divider.definition.title
        yield InventoryLine("dividers", divider.name, title, number, picture, ids)
    for standees in stock.standees:
        held = [*made.standees(standees)]
        number, ids = words.number(standees.printed), frozenset(each.id for each in held)
        picture = standees_picture(pieces, standees)
        title = standees.definition.title
        yield InventoryLine("standees", standees.name, title, number, picture, ids)


def _pad_line(pieces: Pieces, pad: Pad) -> InventoryLine:
    form, words = pieces.form(pad).form, pieces.definition.language
    _, copies = pieces.pad(pad)
    number = words.number(copies) if pad.wanted is not None else words("as-many-as-needed")
    title = words("pad-of-title", title=form.own_title(pieces.definition.title))
    return InventoryLine("pads", pad.name, title, number, pad_picture(pieces, pad))


def parts(
    pieces: Pieces, pages: Callable[[InventoryLine], str] = lambda line: ""
) -> Iterator[Part]:
    """The inventory for a document; a note has the `pages` of a kind, or a number in words."""
    for line in inventory(pieces):
        counted = line.number[:1].isdigit()
        notes = ("" if counted else line.number, pages(line))
        number = f"{line.number} \u00d7" if counted else ""
        yield Part(line.picture, number, line.title, ", ".join(filter(None, notes)))
