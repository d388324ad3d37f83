"""The pieces that boxes and standees are for, with their sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pnp.basics.errors import Located
from pnp.definition import TILES
from pnp.draw.cards import card_box
from pnp.pieces import Cutout, Pieces
from pnp.pieces.pieces import token_trim
from pnp.pieces.trims import tile_trim, upright
from pnp.scene.geometry import Box
from pnp.sets.boxes import Box as TuckBox
from pnp.sets.components import Deck


class Held(NamedTuple):
    """A piece that a box holds, or that a standee shows: its id, its size, its copies, and its cutout.

    Only the call draws it, and raises InvalidDefinition if it cannot be drawn.
    """

    id: str
    size: Box
    copies: int
    cut_out: Callable[[], Cutout]


def pieces_of(pieces: Pieces, wanted: Sequence[Located[str]]) -> Iterator[Held]:
    """The pieces with these names; draws nothing."""
    for name in wanted:
        yield from _of_name(pieces, name.value)


def _of_name(pieces: Pieces, name: str) -> Iterator[Held]:
    parts = pieces.components
    if (deck := parts.deck(name)) is not None:
        for number, card in enumerate(deck.cards):
            yield Held(card.id, card_box(deck), card.copies, partial(_card, pieces, deck, number))
    elif (tokens := parts.token(name)) is not None:
        trim, turn = token_trim(tokens.definition)
        for token in tokens.kinds:
            yield Held(token.id, trim.box(turn), token.copies, partial(pieces.token, token))
    for family in pieces.tileset.families:
        if name in (family.name, family.group.name, TILES):
            size = tile_trim(family.group).box(upright(family.group))
            for piece in family.pieces:
                yield Held(piece.id, size, piece.copies, partial(pieces.tiles.cutout, piece))


def _card(pieces: Pieces, deck: Deck, number: int) -> Cutout:
    return pieces.cards(deck)[number][0]


def in_words(pieces: Pieces, box: TuckBox) -> str:
    """The pieces in a box: `54 cards`; nothing for pieces of several kinds that are split."""
    parts, words = pieces.components, pieces.definition.language
    numbers: Counter[str] = Counter()
    for each in box.definition.wanted:
        name = each.value
        kind = "card" if parts.deck(name) else "token" if parts.token(name) else "tile"
        numbers[kind] += parts.numbers[name]
    if len(numbers) == 1:
        return words.counted(next(iter(numbers)), box.pieces)
    if box.copies > 1:
        return ""
    return words.listed([words.counted(kind, number) for kind, number in numbers.items()])
