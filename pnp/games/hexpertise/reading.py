"""Reading positions of Hexeptional Hexpertise: what is written in a file, before any rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pnp.basics.errors import Place, Source
from pnp.basics.words import did_you_mean
from pnp.definition.nodes import Node
from pnp.definition.reader import Fields, Reader, read_whole
from pnp.games.hexpertise.kit import NULLIFIED, Kit, Pair
from pnp.play import Chance, Option
from pnp.play.reading import FIGURE_KEYS, read_chance, read_options
from pnp.tiles.hexgrid import Hex

# What only a whole position has; without any of it a file is an extract of a display.
_WHOLE = ("displays", "nexus", "flipped", "deck")
_KEYS = ("board", "tokens", *_WHOLE, "chance", "options")


class Put(NamedTuple):
    """What is written to lie on a cell, and where it is written."""

    what: str
    place: Place


class PlacedCard(NamedTuple):
    """A card that is written down, and where."""

    card: Pair
    place: Place


class Cards(NamedTuple):
    """Cards that are written down, and where the list of them is; no list is an empty one."""

    cards: tuple[PlacedCard, ...]
    place: Place


class Tokens(NamedTuple):
    """What is written to lie on a display, and where the display is written."""

    puts: dict[Hex, Put]
    place: Place


class Written(NamedTuple):
    """Everything in a file, with its place.

    A file that says anything of cards or players, or that fills a display, tells a whole position.
    Any other is an extract of a display: what it does not write down is not known.
    """

    displays: tuple[Tokens, ...]
    nexus: Cards
    flipped: Cards
    deck: Cards
    chance: Chance
    options: tuple[tuple[str, str], ...]
    is_extract: bool


def read_written(kit: Kit, source: Source, options: Sequence[Option]) -> Written:
    """What is written in a file; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = _PositionReader(kit, options)
    return read_whole(reader, source, reader.written)


class _PositionReader(Reader):
    """A reader that knows the cells, the elements and the cards."""

    def __init__(self, kit: Kit, options: Sequence[Option]) -> None:
        super().__init__()
        self._kit = kit
        self._options = options

    def written(self, node: Node) -> Written | None:
        fields = self.fields(node, "a position", known=(*_KEYS, *FIGURE_KEYS))
        if fields is None:
            return None
        fields.read("board", lambda value: self.choice(value, "board", (self._kit.board,)))
        # A mana card has no left and right; of a nexus card it matters which element is where.
        nexus = {way: way for card in self._kit.nexus for way in (card, card[::-1])}
        mana = {way: card for card in self._kit.mana for way in (card, card[::-1])}
        displays = self._displays(fields)
        is_full = any(len(tokens.puts) == len(self._kit.cells) - 1 for tokens in displays)
        return Written(
            displays,
            self._cards(fields, "nexus", nexus),
            self._cards(fields, "flipped", mana),
            self._cards(fields, "deck", mana),
            fields.read("chance", partial(read_chance, self)) or Chance(0),
            read_options(self, fields, self._options),
            is_extract=not (is_full or any(key in fields for key in _WHOLE)),
        )

    def _displays(self, fields: Fields) -> tuple[Tokens, ...]:
        if ("tokens" in fields) == ("displays" in fields):
            message = 'a position has either "tokens", for one display, or "displays"'
            self.error("structure", message, fields.place)
        nodes = fields.read("displays", lambda value: self.items(value, "displays"))
        if nodes == ():
            self.error("structure", "there is no display here", fields.place_of("displays"))
        one = fields.read("tokens", self._tokens)
        return (*map(self._tokens, nodes or ()), *(() if one is None else (one,)))

    def _tokens(self, node: Node) -> Tokens:
        inner = self.fields(node, "a display")
        puts: dict[Hex, Put] = {}
        for key, value in () if inner is None else inner.items():
            what = self.choice(value, "this", (*self._kit.elements, NULLIFIED))
            cell = self._kit.by_name.get(key.text)
            if cell is None:
                hint = did_you_mean(key.text, self._kit.by_name)
                message = f'the display has no hex "{key.text}"{hint}'
                self.error("unknown-cell", message, key.place)
            elif what is not None:
                puts[cell] = Put(what, value.place)
        return Tokens(puts, node.place)

    def _cards(self, fields: Fields, key: str, known: dict[Pair, Pair]) -> Cards:
        words = {" ".join(card): meant for card, meant in known.items()}

        def read(node: Node) -> tuple[PlacedCard, ...]:
            nodes = self.items(node, key) or ()
            texts = [(self.choice(each, "a card", words), each.place) for each in nodes]
            return tuple(PlacedCard(words[text], place) for text, place in texts if text)

        return Cards(fields.read(key, read) or (), fields.place_of(key))
