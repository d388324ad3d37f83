"""Reading decks of cards: generated, listed, or a row of a table each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field as dataclass_field
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, Self

from pnp.basics.errors import Finding, Located, Place
from pnp.basics.words import choices, did_you_mean, in_words, nearest
from pnp.definition.colours import SIGN_OR_NONE
from pnp.definition.combinations import COMBINATIONS
from pnp.definition.faces import NO_FACE, FaceDefinition, FieldValues
from pnp.definition.pieces.section import PieceSection
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataRow, DataTable
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import Node
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, field, nested
from pnp.definition.tiles.vocabulary import (
    DATA,
    FACE,
    MANY_COLOURS,
    PAIR,
    SetReader,
    set_reader,
)
from pnp.definition.values import (
    COPIES,
    VALUE_SCHEMA,
    VALUES,
    FacedGroup,
    GivenPiece,
    PieceDraft,
    in_groups,
    read_values,
)
from pnp.enumeration.planes import ORDERS, proof, symbol_cards

# Millimetres: from what fingers can hold to mats for players.
_LEAST, _MOST = 10.0, 250.0
_SIDE = kinds.length(_LEAST, _MOST)


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
    "A7": CardSize(width=74.0, height=105.0),
    "A6": CardSize(width=105.0, height=148.0),
    "A5": CardSize(width=148.0, height=210.0),
}

_TWO_LENGTHS = kinds.size(_LEAST, _MOST, "a width and a height, as in `63 x 88mm`", has_one=False)
_NAMED_SIZE = kinds.choice(CARD_SIZES)


def _read_card_size(reader: Reader, node: Node, what: str) -> CardSize | None:
    """A size by its name, or a width and a height with an x between them."""
    if kinds.is_size(node):
        two = _TWO_LENGTHS.read(reader, node, what)
        return None if two is None else CardSize(width=two.width, height=two.height)
    found = reader.text(node, what)
    if found is None or found in CARD_SIZES:
        return None if found is None else CARD_SIZES[found]
    near = did_you_mean(found, CARD_SIZES) if nearest(found, CARD_SIZES) else ""
    write = f"; write a width and a height, such as 63 x 88mm, or {choices([*CARD_SIZES])}"
    reader.error("unknown-word", f'{what} cannot be "{found}"{near or write}', node.place)
    return None


_CARD_SIZE = Kind(
    _read_card_size,
    CARD_SIZES["poker"],
    f"{_NAMED_SIZE.words}; {_TWO_LENGTHS.words}",
    {"anyOf": [_NAMED_SIZE.schema, _TWO_LENGTHS.schema]},
)


class CardSection(Section):
    """A card that is listed: two colours, or the fields of the deck's face."""

    what = "a card"
    # Further keys are fields of the deck's face.
    together: ClassVar[kinds.Schema] = {
        "additionalProperties": VALUE_SCHEMA,
        "if": {"required": ["pair"]},
        "then": {"propertyNames": {"enum": ["pair", "copies"]}},
    }

    pair: tuple[str, ...] = field(PAIR, "Two colours, in place of fields.")
    copies: int | None = field(
        COPIES, "How often it is printed.", default=None, otherwise="the `copies` of the deck"
    )

    values: FieldValues = dataclass_field(default_factory=dict)
    keys: Mapping[str, Place] = dataclass_field(default_factory=dict)

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        return True

    def completed(self, reader: Reader) -> Self:
        if self.has("pair"):
            for key, _ in self.others:
                message = f'a card with a pair has no "{key.text}"'
                reader.error("structure", message, key.place)
            return self
        keys = {key.text: key.place for key, _ in self.others}
        return replace(self, values=read_values(reader, self.others), keys=keys)


# What makes the cards of a deck: one of these keys, or a list of cards, or both.
_MAKERS = ("generate", "data", "combine")


def _symbols_schema(order: int) -> kinds.Schema:
    """As many symbols as there are cards."""
    cards = order * order + order + 1
    return {"minItems": cards, "maxItems": cards}


class DeckDefinition(PieceSection):
    """A deck of cards: generated, listed, from a table, or every combination of some values."""

    what = "a deck of cards"
    plural, listed_as, meaning = "cards", "decks", "The decks of cards."
    is_held = True
    together: ClassVar[kinds.Schema] = {
        "oneOf": [
            *({"required": [key]} for key in _MAKERS),
            {
                "required": ["cards"],
                "not": {"anyOf": [{"required": [key]} for key in _MAKERS]},
            },
        ],
        "dependentSchemas": {
            "of": {"properties": {"generate": {"const": "pairs"}}},
            "pairs": {"properties": {"generate": {"const": "opposites"}}},
            "order": {"properties": {"generate": {"const": "symbols"}}},
            "symbols": {"properties": {"generate": {"const": "symbols"}}},
        },
        "dependentRequired": {
            "of": ["generate"],
            "pairs": ["generate"],
            "order": ["generate"],
            "symbols": ["generate"],
        },
        "allOf": [
            *(
                {
                    "if": {"properties": {"order": {"const": order}}, "required": ["order"]},
                    "then": {"properties": {"symbols": _symbols_schema(order)}},
                }
                for order in ORDERS
            ),
            *(
                {
                    "if": {"properties": {"generate": {"const": word}}, "required": ["generate"]},
                    "then": {"required": keys},
                }
                for word, keys in (("opposites", ["pairs"]), ("symbols", ["order", "symbols"]))
            ),
        ],
    }

    needs = (("per-piece", ("data", "combine")),)

    name: str = field(kinds.name("a deck"), "The name of the deck in the file.", required=True)
    title: str = field(kinds.text(), "Its name on paper.", otherwise="the name")
    size: CardSize = field(
        kinds.either(_CARD_SIZE, nested(CardSize)),
        "The size of a card.",
        otherwise="`poker`",
    )
    face: FaceDefinition | None = field(
        FACE,
        "What the cards show.",
        otherwise="`title-and-text`, or a face for pairs, opposites or symbols",
    )
    shared: FieldValues | None = field(
        VALUES,
        "Values of fields for every card that has none of its own.",
        key="fields",
        default=None,
    )
    listed: tuple[CardSection, ...] = field(
        kinds.list_of(nested(CardSection), "cards"),
        "Cards that are listed: mappings from the face's fields to values, and perhaps `copies`.",
        key="cards",
    )
    data: DataTable | None = field(DATA, "A table: each row is a card, each column a field.")
    per_piece: int = field(
        kinds.integer(1, 12),
        "How many rows of the table, or combinations, share a card: the fields of the second end in `-2`, and so on.",
        key="per-piece",
        default=1,
    )
    combine: tuple[DataRow, ...] = field(
        COMBINATIONS, "Lists of values: a card for every combination of their values."
    )
    generate: str = field(
        kinds.one_of("pairs", "opposites", "symbols"),
        "`pairs`: a card for every two colours, one above the other. `opposites`: a card for each"
        " pair in `pairs`, left and right, to be read either way up. `symbols`: cards of which any"
        " two share exactly one symbol.",
        default="",
    )
    of: tuple[str, ...] = field(MANY_COLOURS, "The colours that are paired.", otherwise="`all`")
    pairs: tuple[Located[tuple[str, ...]], ...] = field(
        kinds.list_of(kinds.located(PAIR), "pairs, such as `[[red, blue]]`"),
        "The pairs of opposites.",
    )
    order: int = field(
        kinds.choice({str(order): order for order in ORDERS}),
        "With `symbols`: each card has one symbol more than this, so that there are"
        f" {choices([str(order * order + order + 1) for order in ORDERS])} cards.",
        default=0,
    )
    symbols: tuple[Located[str], ...] = field(
        kinds.list_of(kinds.located(kinds.word("a sign")), "signs or files", each="a symbol"),
        "As many signs, or files of pictures, as there are cards.",
    )
    copies: int = field(COPIES, "How often each card is printed.")
    ground: str = field(
        kinds.INK, "The ground of the cards; texts and lines go with it.", otherwise="white"
    )
    accent: str = field(
        kinds.INK, "The ink that faces call `accent`.", otherwise="that of the theme"
    )
    back: str = field(
        SIGN_OR_NONE,
        "A sign on the backs, besides their pattern; or `none` for cards without a back.",
        default="",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many cards are printed.", default=None
    )

    cards: tuple[GivenPiece, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def width(self) -> float:
        return self.size.width

    @property
    def height(self) -> float:
        return self.size.height

    @property
    def has_back(self) -> bool:
        """Whether pnp draws a back for cards whose face has none."""
        return self.back != "none"

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        return self.cards

    def completed(self, reader: Reader) -> Self:
        deck, place = f'the deck "{self.name}"', self.fields.place
        needs = {"of": "pairs", "pairs": "opposites", "order": "symbols", "symbols": "symbols"}
        for key, needed in needs.items():
            if self.has(key) and self.generate != needed and self.is_sound("generate"):
                message = f'"{key}" goes with "generate: {needed}"'
                reader.error("structure", message, self.place_of(key))
        makers = [key for key in _MAKERS if self.has(key)]
        if len(makers) > 1:
            quoted = in_words([f'"{key}"' for key in makers])
            reader.error("structure", f"{deck} has {quoted}; one of them makes its cards", place)
        if not makers and not self.has("cards"):
            quoted = choices([f'"{key}"' for key in ("cards", *_MAKERS)])
            reader.error("structure", f"{deck} needs {quoted}", place)
        for word, key in (("opposites", "pairs"), ("symbols", "order"), ("symbols", "symbols")):
            if self.generate == word and not self.has(key):
                reader.error("missing-key", f'{deck} needs "{key}"', place)
        group = FacedGroup(reader, self.shared, self.data)
        # A face that cannot be read is not known to need other values.
        drafts = () if self.is_lost("face") else self._drafts(set_reader(reader), group)
        made = super().completed(reader)
        return replace(made, cards=group.pieces(drafts), notes=tuple(group.notes))

    def _drafts(self, reader: SetReader, group: FacedGroup) -> Iterator[PieceDraft]:
        def face(name: str, place: Place) -> FaceDefinition:
            return self.face or reader.faces.named(name, place) or NO_FACE

        if self.generate == "pairs":
            place = self.place_of("generate")
            for two in combinations(self.of if self.has("of") else reader.palettes["all"], 2):
                yield _pair(two, self.copies, place, face("two-colours", place))
        for pair, place in self.pairs:
            if len(pair) == 2:
                yield _pair(pair, self.copies, place, face("opposites", place), opposites=True)
        if self.generate == "symbols" and self.order and self.symbols:
            yield from self._of_symbols(reader, face("symbols", self.place_of("generate")))
        for card in self.listed:
            copies = card.copies or self.copies
            if len(card.pair) == 2:
                yield _pair(card.pair, copies, card.place, face("two-colours", card.place))
            elif not card.has("pair"):
                here = face("title-and-text", card.place)
                yield PieceDraft(card.values, copies, card.place, here, keys=card.keys)
        every = self.combine if self.data is None else self.data.rows
        rows = in_groups(reader, every, self.per_piece, self.place_of("per-piece"))
        if rows:
            here = face("title-and-text", self.place_of("data" if self.data else "combine"))
            yield from group.of_rows(rows, self.copies, here)

    def _of_symbols(self, reader: Reader, face: FaceDefinition) -> Iterator[PieceDraft]:
        """The cards of a projective plane, each with its symbols in one field."""
        cards = symbol_cards(self.order)
        if len(self.symbols) != len(cards):
            message = (
                f"order {self.order} needs {len(cards)} symbols, one for each card;"
                f" there are {len(self.symbols)}"
            )
            reader.error("symbols", message, self.place_of("symbols"))
            return
        proof(cards)
        for numbers in cards:
            names = " ".join(self.symbols[number].value for number in numbers)
            place = self.symbols[numbers[0]].place
            value = {"symbols": Located(names, place)}
            yield PieceDraft(value, self.copies, place, face, generated=True)


def _pair(
    colours: tuple[str, ...],
    copies: int,
    place: Place,
    face: FaceDefinition,
    *,
    opposites: bool = False,
) -> PieceDraft:
    """A card of two colours: their names are its fields."""
    values = {}
    for number, name in zip(("first", "second"), colours, strict=True):
        values[number] = Located(name, place)
        values[f"{number}-name"] = Located(name.replace("-", " ").capitalize(), place)
    return PieceDraft(values, copies, place, face, colours, opposites, generated=True)
