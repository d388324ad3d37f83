"""Reading decks of cards: every pair of some colours, pairs of opposites, or cards listed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, NamedTuple, Self

from pnp.basics.errors import Located, Place
from pnp.definition import kinds
from pnp.definition.colours import PAIR, SIGN, colours_or
from pnp.definition.nodes import Node
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field, nested, title_of
from pnp.definition.vocabulary import Vocabulary

COPIES = kinds.integer(1, 1000)

_SIDE = kinds.length(30.0, 250.0)


class CardSize(Section):
    """Width and height of a card in millimetres."""

    what = "size"

    width: float = field(_SIDE, "The width of a card.", required=True)
    height: float = field(_SIDE, "The height of a card.", required=True)


# Trim sizes in millimetres (makers' pages).
CARD_SIZES = {
    "poker": CardSize(width=63.5, height=88.9),
    "euro": CardSize(width=63.0, height=88.0),
    "bridge": CardSize(width=57.15, height=88.9),
    "mini": CardSize(width=44.5, height=63.5),
    "tarot": CardSize(width=69.9, height=120.7),
    "square": CardSize(width=70.0, height=70.0),
}


@dataclass(frozen=True, slots=True)
class CardFace:
    """The front of a card: two colours, or a title with a text.

    The colours of a pair are one above the other. Those of opposites are side by side, and turning
    the card exchanges them.
    """

    colours: tuple[str, ...] = ()
    opposites: bool = False
    title: str = ""
    corner: str = ""
    sign: str = ""
    text: str = ""


class ListedCard(NamedTuple):
    """A card of a deck, and how often it is printed."""

    face: CardFace
    copies: int
    place: Place


class CardSection(Section):
    """A card that is listed by hand."""

    what = "a card"
    together: ClassVar[kinds.Schema] = {
        "oneOf": [{"required": ["title"]}, {"required": ["pair"]}],
        "dependentRequired": {key: ["title"] for key in ("corner", "sign", "text")},
    }

    pair: Node | None = field(PAIR, "Two colours, in place of the four keys below.")
    title: str = field(kinds.text(40), "The title. Required unless there is a `pair`.")
    corner: str = field(kinds.text(3), "A text in the corners.")
    sign: str = field(SIGN, "A sign above the text.", default="")
    text: str = field(kinds.paragraphs(1000), "The text, in paragraphs and lists.")
    copies: int | None = field(
        COPIES, "How often it is printed.", default=None, otherwise="the `copies` of the deck"
    )

    def completed(self, reader: Reader) -> Self:
        if not self.has("pair") and not self.has("title"):
            reader.error("missing-key", 'a card needs "title" or "pair"', self.place)
        for key in ("title", "corner", "sign", "text") if self.has("pair") else ():
            if self.has(key):
                message = f'a card with a pair has no "{key}"'
                reader.error("structure", message, self.place_of(key))
        return self

    def face(self, vocabulary: Vocabulary) -> CardFace:
        """The card's face in the colours of the game."""
        if self.pair:
            return CardFace(colours=vocabulary.pair(self.pair))
        return CardFace(title=self.title, corner=self.corner, sign=self.sign, text=self.text)


class DeckDefinition(Section):
    """A deck of cards: every pair of some colours, pairs of opposites, or cards listed by hand."""

    what = "a deck of cards"
    together: ClassVar[kinds.Schema] = {
        "oneOf": [{"required": ["generate"]}, {"required": ["cards"]}],
        "dependentSchemas": {
            "of": {"properties": {"generate": {"const": "pairs"}}},
            "pairs": {"properties": {"generate": {"const": "opposites"}}},
        },
        "dependentRequired": {"of": ["generate"], "pairs": ["generate"]},
        "if": {"properties": {"generate": {"const": "opposites"}}, "required": ["generate"]},
        "then": {"required": ["pairs"]},
    }

    name: str = field(kinds.name("a deck"), "The name of the deck in the file.", required=True)
    title: str = field(kinds.text(), "Its name on paper.", otherwise="the name")
    size: CardSize = field(
        kinds.either(kinds.choice(CARD_SIZES), nested(CardSize)),
        "The size of a card.",
        otherwise="`poker`",
    )
    generate: str = field(
        kinds.one_of("pairs", "opposites"),
        "`pairs`: a card for every two colours, one above the other. `opposites`: a card for each"
        " pair in `pairs`, left and right, to be read either way up. Required unless there are"
        " `cards`.",
        default="",
    )
    of: Node | None = field(colours_or("all"), "The colours that are paired.", otherwise="`all`")
    pairs: tuple[Node, ...] = field(
        kinds.list_of(PAIR, "pairs, such as `[[red, blue]]`"),
        "The pairs of opposites.",
    )
    listed: tuple[CardSection, ...] = field(
        kinds.list_of(nested(CardSection), "cards"), "Cards listed by hand.", key="cards"
    )
    copies: int = field(COPIES, "How often each card is printed.")
    back: str = field(SIGN, "A sign on the backs, besides their pattern.", default="")
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many cards are printed.", default=None
    )

    cards: tuple[ListedCard, ...] = ()

    @property
    def width(self) -> float:
        return self.size.width

    @property
    def height(self) -> float:
        return self.size.height

    def completed(self, reader: Reader) -> Self:
        deck, place = f'the deck "{self.name}"', self.fields.place
        for key, needed in (("of", "pairs"), ("pairs", "opposites")):
            if self.has(key) and self.generate != needed and self.is_sound("generate"):
                message = f'"{key}" goes with "generate: {needed}"'
                reader.error("structure", message, self.place_of(key))
        if self.has("generate") == self.has("cards"):
            reader.error("structure", f'{deck} needs either "generate" or "cards"', place)
        elif self.generate == "opposites" and not self.has("pairs"):
            reader.error("missing-key", f'{deck} needs "pairs"', place)
        return replace(self, title=self.title or title_of(self.name))

    def in_words_of(self, vocabulary: Vocabulary) -> Self:
        """The deck with its cards in the colours of the game."""
        return replace(self, cards=tuple(self._cards(vocabulary)))

    def _cards(self, vocabulary: Vocabulary) -> Iterator[ListedCard]:
        if self.generate == "pairs":
            every = tuple(vocabulary.numbers)
            colours = vocabulary.colours(self.of, "all") if self.of else every
            for pair in combinations(colours, 2):
                yield ListedCard(CardFace(pair), self.copies, self.place_of("generate"))
        for node in self.pairs:
            face = CardFace(vocabulary.pair(node), opposites=True)
            yield ListedCard(face, self.copies, node.place)
        for card in self.listed:
            yield ListedCard(card.face(vocabulary), card.copies or self.copies, card.place)
