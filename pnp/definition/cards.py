"""Reading decks of cards: every pair of some colours, pairs of opposites, or listed by hand."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from pnp.basics.words import did_you_mean
from pnp.definition.families import MOST_COPIES
from pnp.definition.inks import SIGNS
from pnp.definition.model import CardFace, DeckDefinition, Expect, Ink, ListedCard
from pnp.definition.nodes import Mapping, Node, Scalar
from pnp.definition.paragraphs import read_paragraphs
from pnp.definition.reader import Fields, Reader

KEYS = ("name", "title", "size", "generate", "of", "pairs", "cards", "copies", "back", "expect")
CARD_KEYS = ("pair", "title", "corner", "sign", "text", "copies")

# Trim sizes in millimetres (makers' pages).
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "euro": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "mini": (44.5, 63.5),
    "tarot": (69.9, 120.7),
    "square": (70.0, 70.0),
}
_SMALLEST, _LARGEST = 30.0, 250.0
_LONGEST_CORNER = 3
_LONGEST_TITLE = 40
_LONGEST_TEXT = 1000


def read_deck(reader: Reader, node: Node, inks: tuple[Ink, ...]) -> DeckDefinition | None:
    """A deck; None where something is missing that nothing can stand in for."""
    fields = reader.fields(node, "a deck of cards", known=KEYS, required=("name",))
    if fields is None:
        return None
    name = fields.read("name", lambda value: reader.name(value, "a deck"))
    if name is None:
        return None
    title = fields.read("title", lambda value: reader.text(value, "title"))
    width, height = fields.read("size", lambda value: _size(reader, value)) or CARD_SIZES["poker"]
    expect = fields.read("expect", lambda value: reader.integer(value, "expect", least=0))
    return DeckDefinition(
        name=name,
        title=title or name.replace("-", " ").capitalize(),
        place=fields.place_of("name"),
        width=width,
        height=height,
        cards=_cards(reader, fields, name, inks),
        back=fields.read("back", lambda value: reader.choice(value, "back", SIGNS)) or "",
        expect=None if expect is None else Expect(expect, fields.place_of("expect")),
    )


def _size(reader: Reader, node: Node) -> tuple[float, float] | None:
    if isinstance(node, Scalar):
        word = reader.choice(node, "size", CARD_SIZES)
        return None if word is None else CARD_SIZES[word]
    fields = reader.fields(node, "size", known=("width", "height"), required=("width", "height"))
    if fields is None:
        return None
    lengths = [
        fields.read(
            key,
            lambda value, key=key: reader.length(value, key, least=_SMALLEST, most=_LARGEST),  # type: ignore[misc]
        )
        for key in ("width", "height")
    ]
    return (lengths[0], lengths[1]) if lengths[0] and lengths[1] else None


def _cards(
    reader: Reader, fields: Fields, name: str, inks: tuple[Ink, ...]
) -> tuple[ListedCard, ...]:
    copies = (
        fields.read(
            "copies", lambda value: reader.integer(value, "copies", least=1, most=MOST_COPIES)
        )
        or 1
    )
    way = fields.read(
        "generate", lambda value: reader.choice(value, "generate", ("pairs", "opposites"))
    )
    for key, needed in (("of", "pairs"), ("pairs", "opposites")):
        if key in fields and way != needed:
            message = f'"{key}" goes with "generate: {needed}"'
            reader.error("structure", message, fields.place_of(key))
    if ("generate" in fields) == ("cards" in fields):
        message = f'the deck "{name}" needs either "generate" or "cards"'
        reader.error("structure", message, fields.place)
        return ()
    if way == "pairs":
        colours = fields.read("of", lambda value: read_colours(reader, value, inks))
        chosen = tuple(ink.name for ink in inks) if colours is None else colours
        return tuple(
            ListedCard(CardFace(colours=pair), copies, fields.place_of("generate"))
            for pair in combinations(chosen, 2)
        )
    if way == "opposites":
        if "pairs" not in fields:
            reader.error("missing-key", f'the deck "{name}" needs "pairs"', fields.place)
        return fields.read("pairs", lambda value: _opposites(reader, value, inks, copies)) or ()
    return fields.read("cards", lambda value: _listed(reader, value, inks, copies)) or ()


def read_colours(reader: Reader, node: Node, inks: tuple[Ink, ...]) -> tuple[str, ...]:
    """Names of colours, each once; `all` means all."""
    known = [ink.name for ink in inks]
    if isinstance(node, Scalar) and node.text == "all":
        return tuple(known)
    found: list[str] = []
    for item in reader.items(node, "colours") or ():
        text = reader.text(item, "a colour")
        if text is None:
            continue
        if text not in known:
            hint = did_you_mean(text, known)
            reader.error("unknown-colour", f'there is no colour "{text}"{hint}', item.place)
        elif text in found:
            reader.error("duplicate-key", f'the colour "{text}" stands here twice', item.place)
        else:
            found.append(text)
    return tuple(found)


def _pair(reader: Reader, node: Node, inks: tuple[Ink, ...]) -> tuple[str, ...] | None:
    before = len(reader.findings)
    colours = read_colours(reader, node, inks)
    if len(reader.findings) > before:
        return None
    if len(colours) != 2:
        reader.error("structure", f"a pair has two colours, not {len(colours)}", node.place)
        return None
    return colours


def _opposites(
    reader: Reader, node: Node, inks: tuple[Ink, ...], copies: int
) -> tuple[ListedCard, ...]:
    found = []
    for item in reader.items(node, "pairs") or ():
        pair = _pair(reader, item, inks)
        if pair is not None:
            face = CardFace(colours=pair, opposites=True)
            found.append(ListedCard(face, copies, item.place))
    return tuple(found)


def _listed(
    reader: Reader, node: Node, inks: tuple[Ink, ...], usual: int
) -> tuple[ListedCard, ...]:
    found = []
    for item in reader.items(node, "cards") or ():
        if not isinstance(item, Mapping):
            reader.error(
                "structure", "a card is a mapping, such as {title: ..., text: ...}", item.place
            )
            continue
        fields = reader.fields(item, "a card", known=CARD_KEYS)
        if fields is None:
            continue
        face = _face(reader, fields, inks)
        copies = fields.read(
            "copies", lambda value: reader.integer(value, "copies", least=1, most=MOST_COPIES)
        )
        if face is not None:
            found.append(ListedCard(face, copies or usual, item.place))
    return tuple(found)


def _face(reader: Reader, fields: Fields, inks: tuple[Ink, ...]) -> CardFace | None:
    if "pair" in fields:
        colours = fields.read("pair", lambda value: _pair(reader, value, inks))
        for key in ("title", "corner", "sign", "text"):
            if key in fields:
                message = f'a card with a pair has no "{key}"'
                reader.error("structure", message, fields.place_of(key))
        return None if colours is None else CardFace(colours=colours)
    if "title" not in fields:
        reader.error("missing-key", 'a card needs "title" or "pair"', fields.place)
        return None

    def text(key: str, most: int, *, paragraphs: bool = False) -> str:
        read = partial(read_paragraphs, reader) if paragraphs else reader.text
        found = fields.read(key, lambda value: read(value, key)) or ""
        if len(found) > most:
            message = f'"{key}" has at most {most} characters on a card, not {len(found)}'
            reader.error("structure", message, fields.place_of(key))
        return found

    return CardFace(
        title=text("title", _LONGEST_TITLE),
        corner=text("corner", _LONGEST_CORNER),
        sign=fields.read("sign", lambda value: reader.choice(value, "sign", SIGNS)) or "",
        text=text("text", _LONGEST_TEXT, paragraphs=True),
    )
