"""The inventory of a game: each kind of piece with its number and a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pnp.basics.words import capitalised
from pnp.boxes import boxed
from pnp.definition import Language
from pnp.documents import Part
from pnp.pieces import Pieces
from pnp.project.box_pictures import box_picture, frame_picture, standees_picture, strips_picture
from pnp.project.part_pictures import (
    Shapes,
    board_picture,
    deck_pictures,
    pad_picture,
    tiles_pictures,
    tokens_pictures,
)
from pnp.project.sections import section_key
from pnp.scene import Picture
from pnp.sets.components import Pad


class InventoryLine(NamedTuple):
    """A kind of piece: its section and name, its title, its number if it has one, and its picture.

    The picture has a shape or more. `ids` are those of its pieces on sheets that have pieces of other
    kinds as well.
    """

    section: str
    name: str
    title: str
    number: str
    shapes: Shapes
    ids: frozenset[str] = frozenset()
    group: str = ""

    @property
    def place(self) -> str:
        """The key of the section with its sheets."""
        return section_key(self.section, self.group)

    @property
    def picture(self) -> Picture:
        """The picture in the shape for any place."""
        return self.shapes[0]


# Sets in the preview, in two versions.
_MOST = 4


@lru_cache(maxsize=_MOST)
def inventory(pieces: Pieces) -> tuple[InventoryLine, ...]:
    """Every kind of piece; the title is also the words for its picture."""
    return tuple(
        line._replace(shapes=tuple(each._replace(alt=line.title) for each in line.shapes))
        for line in _lines(pieces)
    )


def _lines(pieces: Pieces) -> Iterator[InventoryLine]:
    stock, words = pieces.components, pieces.definition.language
    for family in pieces.tileset.families:
        if family.pieces:
            number = words.number(sum(piece.copies for piece in family.pieces))
            title = family.definition.title
            shapes = tiles_pictures(pieces, family)
            ids = frozenset(piece.id for piece in family.pieces)
            line = InventoryLine("tiles", family.name, title, number, shapes, ids)
            yield line._replace(group=family.group.name)
    for deck in stock.decks:
        if deck.cards:
            title, number = deck.definition.title, words.number(deck.printed)
            shapes = deck_pictures(pieces, deck)
            ids = frozenset(card.id for card in deck.cards)
            yield InventoryLine("cards", deck.name, title, number, shapes, ids)
    for board in stock.boards:
        if board.definition.printed:
            shapes = (board_picture(pieces, board),)
            yield InventoryLine("board", board.name, board.definition.title, "1", shapes)
    for tokens in stock.tokens:
        if tokens.kinds:
            title, number = tokens.definition.title, words.number(tokens.printed)
            shapes = tokens_pictures(pieces, tokens)
            ids = frozenset(token.id for token in tokens.kinds)
            yield InventoryLine("tokens", tokens.name, title, number, shapes, ids)
    for pad in stock.pads:
        yield _pad_line(pieces, pad)
    yield from _folded_lines(pieces)


def _folded_lines(pieces: Pieces) -> Iterator[InventoryLine]:
    stock, words, made = pieces.components, pieces.definition.language, boxed(pieces)
    for frame in stock.frames:
        number, ids = words.number(len(frame.parts)), frozenset(frame.part_ids)
        whole = frame_picture(pieces, frame)
        yield InventoryLine("frames", frame.name, frame.definition.title, number, (whole,), ids)
    for box in stock.boxes:
        number, ids = words.number(box.copies), frozenset([box.name])
        title = box.definition.title
        yield InventoryLine("boxes", box.name, title, number, (box_picture(pieces, box),), ids)
    for divider in stock.dividers:
        strips = [strip for strip, _ in made.divider(divider)]
        number, ids = words.number(divider.printed), frozenset(strip.id for strip in strips)
        picture = strips_picture(pieces, strips)
        title = divider.definition.title
        yield InventoryLine("dividers", divider.name, title, number, (picture,), ids)
    for standees in stock.standees:
        held = [*made.standees(standees)]
        number, ids = words.number(standees.printed), frozenset(each.id for each in held)
        picture = standees_picture(pieces, standees)
        title = standees.definition.title
        yield InventoryLine("standees", standees.name, title, number, (picture,), ids)


def _pad_line(pieces: Pieces, pad: Pad) -> InventoryLine:
    form, words = pieces.form(pad).form, pieces.definition.language
    _, copies = pieces.pad(pad)
    number = "" if pad.wanted is None else words.number(copies)
    title = form.own_title(pieces.definition.title) or capitalised(pad.name)
    return InventoryLine("pads", pad.name, title, number, (pad_picture(pieces, pad),))


def parts(
    lines: Iterable[InventoryLine],
    words: Language,
    pages: Callable[[InventoryLine], str] = lambda line: "",
) -> Iterator[Part]:
    """The inventory for a document; a note has the sort of the pieces, and the `pages` of a kind.

    A title stands as the file has it, under its number: no language forms a plural of it.
    """
    for line in lines:
        sort = words(f"name-{line.section}")
        notes = (
            "" if sort.casefold() == line.title.casefold() else sort,
            "" if line.number else words("as-many-as-needed"),
            pages(line),
        )
        note = capitalised(", ".join(filter(None, notes)))
        yield Part(line.picture, line.number, line.title, note, line.shapes[1:])
