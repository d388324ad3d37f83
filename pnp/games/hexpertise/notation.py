"""Positions and moves of Hexeptional Hexpertise as text."""

from __future__ import annotations

from pnp import play
from pnp.definition.reading import MappingNode, Node, Reader
from pnp.games.hexpertise.pieces import EMPTY, NULLIFIED, Display, Pair, PieceSet
from pnp.games.hexpertise.position import OPTIONS, PLAYERS, Move, Nullify, Phase, Place
from pnp.tiles.hexgrid import ORIGIN, Hex


def hex_word(pieces: PieceSet) -> play.Word[Hex]:
    """A hex by its name, such as C1."""

    def parse(text: str) -> Hex:
        if text not in pieces.by_name:
            first, *_, last = pieces.by_name
            raise ValueError(f'"{text}" is not a hex of the display, which has {first} to {last}')
        return pieces.by_name[text]

    return play.Word("a hex", parse, pieces.names.__getitem__)


def mana_word(pieces: PieceSet) -> play.Word[Pair]:
    """A mana card by its elements, in any order."""
    cards = {" ".join(way): card for card in pieces.mana for way in (card[::-1], card)}
    return play.word_among("a mana card", cards)


def nexus_word(pieces: PieceSet) -> play.Word[Pair]:
    """A nexus card by its elements, the left one first."""
    ways = [way for card in pieces.nexus for way in (card, card[::-1])]
    return play.word_among("a nexus card", {" ".join(way): way for way in ways})


def words(pieces: PieceSet) -> play.Words:
    """How positions and moves are written."""
    return play.Words(fields(pieces), move_notation(pieces), mana_word(pieces))


def move_notation(pieces: PieceSet) -> play.MoveNotation[Move]:
    """How moves are written."""
    cell, element = hex_word(pieces), play.names(pieces.elements, "an element")
    return play.MoveNotation(
        play.Sentence(Nullify, "nullify {cell}", {"cell": cell}, "nullify C1"),
        play.Sentence(Place, "{element} {cell}", {"element": element, "cell": cell}, "fire E3"),
    )


def fields(pieces: PieceSet) -> tuple[play.Field, ...]:
    """The keys of a position file."""
    return (
        play.options_field(OPTIONS),
        play.Field("board", play.names(["display"], "the board of this game"), "display"),
        play.Field("nexus", play.ListOf("nexus", nexus_word(pieces)), blank=()),
        play.Field("tokens", _Displays(pieces), attribute="displays"),
        play.Field(
            "phase",
            play.word_of("a phase", Phase),
            blank=lambda values: Phase.FLIP if EMPTY in sum(values["displays"], ()) else Phase.OVER,
        ),
        play.Field("card", mana_word(pieces), None),
        play.Field("flipped", play.ListOf("flipped", mana_word(pieces)), ()),
        play.CHANCE_FIELD,
    )


class _Displays(play.Codec[tuple[Display, ...]]):
    """The elements on a display by the names of the hexes; several displays by player."""

    def __init__(self, pieces: PieceSet) -> None:
        what = play.names((*pieces.elements, NULLIFIED), "an element")
        self._one = play.MapOf("tokens", hex_word(pieces), what).mapped(
            pieces.display,
            lambda display: {
                cell: what
                for cell, what in pieces.on(display).items()
                if what != EMPTY and cell != ORIGIN
            },
        )
        self._several = play.PerPlayer("tokens", self._one, most=PLAYERS[-1])

    def read(self, reader: Reader, node: Node) -> tuple[Display, ...] | None:
        if isinstance(node, MappingNode) and any(key.text.isdecimal() for key, _ in node.entries):
            return self._several.read(reader, node)
        display = self._one.read(reader, node)
        return None if display is None else (display,)

    def write(self, value: tuple[Display, ...]) -> play.Plain:
        return self._one.write(*value) if len(value) == 1 else self._several.write(value)
