"""Reading colours: how each looks, and the names by which the rest of a file refers to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count, islice, product
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from pnp.basics.errors import Related
from pnp.basics.words import nearest
from pnp.definition import kinds
from pnp.definition.inks import LINES, PATTERNS, RESERVED, SIGNS, SYMBOLS, Ink, default_fill
from pnp.definition.kinds import Kind, Schema
from pnp.definition.nodes import Mapping as MappingNode
from pnp.definition.nodes import Node, Scalar, Sequence
from pnp.definition.reader import NAME, Reader
from pnp.definition.sections import Section, field, nested

_SIGN = kinds.one_of(*SIGNS, called="a [sign](#signs)")


def _read_sign(reader: Reader, node: Node, what: str) -> str | None:
    text = reader.text(node, what)
    if text is None or text in SIGNS or nearest(text, SIGNS):
        return _SIGN.read(reader, node, what)
    message = f'{what} cannot be "{text}": pnp has no such sign; signs of your own work in a "face"'
    reader.error("unknown-word", message, node.place)
    return None


SIGN = replace(_SIGN, read=_read_sign)

_NUMBER = kinds.integer(1, 1000)
_COLOUR_NAME = kinds.name("a colour")
_ONLY_NAMES = 'a list of colours has only names; write looks as a mapping, {red: {fill: "#C8372D"}}'


class Look(Section):
    """The look of a colour as it is written."""

    what = "a colour"
    short = ("fill",)

    fill: str = field(
        kinds.INK,
        "The ink. It has to be in quotes: YAML takes a bare # as the beginning of a comment.",
        otherwise="the ink of its name, or the next of the palette",
    )
    line: str = field(
        kinds.one_of(*LINES),
        "The pattern of its strands.",
        default="",
        otherwise="the next of these",
    )
    pattern: str = field(
        kinds.one_of(*PATTERNS),
        "The pattern of its edges.",
        default="",
        otherwise="the next of these",
    )
    symbol: str = field(
        SIGN,
        "Its sign on ends, cards and tokens.",
        default="",
        otherwise="the next of the first eight signs",
    )
    letter: str = field(
        # Longer codes cannot be read on the edge of a tile.
        kinds.matching(
            "[A-Z][a-z]{0,2}", "letter", "a capital and up to two small letters, as in Rd"
        ),
        "Its code in the notation of tiles, and on edges.",
        otherwise="its initial, or that and another letter of its name",
    )


def _read_colours(reader: Reader, node: Node, what: str) -> tuple[Ink, ...] | None:
    """A number of colours, a list of names, or a mapping from names to looks."""
    if isinstance(node, Scalar):
        if node.kind == "str" and NAME.fullmatch(node.text):
            message = f"{what} has to be a list of names; write [{node.text}]"
            reader.error("structure", message, node.place)
            return None
        # Without names of their own, colours are called by their codes.
        codes = islice(_all_codes(), _NUMBER.read(reader, node, what) or 0)
        return tuple(
            _ink(index, code.lower(), code, Look(place=node.place))
            for index, code in enumerate(codes)
        )
    looks: dict[str, Look] = {}
    for key, value in _entries(reader, node, what):
        name = _COLOUR_NAME.read(reader, key, what)
        if name in RESERVED:
            message = f'a colour cannot be called "{name}": the word has another meaning'
            reader.error("name", message, key.place)
        elif name in looks:
            message = f'the colour "{name}" appears twice; remove one of the two'
            first = Related("it is here first", looks[name].place)
            reader.error("duplicate-key", message, key.place, first)
        elif name is not None:
            looks[name] = replace(_look(reader, value), place=key.place)
    codes_by_name = _codes(reader, looks)
    return tuple(
        _ink(index, name, codes_by_name[name], look)
        for index, (name, look) in enumerate(looks.items())
    )


_LOOK = nested(Look)

COLOURS: Kind[tuple[Ink, ...]] = Kind(
    _read_colours,
    (),
    "a whole number; a list of names; or a mapping from names to looks",
    {
        "anyOf": [
            _NUMBER.schema,
            {"type": "array", "items": _COLOUR_NAME.schema, "uniqueItems": True},
            {
                "type": "object",
                "propertyNames": {**_COLOUR_NAME.schema, "not": {"enum": sorted(RESERVED)}},
                "additionalProperties": {"anyOf": [_LOOK.schema, {"type": "null"}]},
            },
        ]
    },
    (_LOOK,),
)


def _entries(reader: Reader, node: Node, what: str) -> Iterable[tuple[Scalar, Node | None]]:
    if isinstance(node, MappingNode):
        fields = reader.fields(node, what)
        yield from () if fields is None else fields.items()
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            yield item, None
        else:
            reader.error("structure", _ONLY_NAMES, item.place)


def _look(reader: Reader, node: Node | None) -> Look:
    is_empty = isinstance(node, Scalar) and node.is_empty and not node.is_bare_colour
    return Look() if node is None or is_empty else Look.read(reader, node, "fill") or Look()


def _codes(reader: Reader, looks: Mapping[str, Look]) -> dict[str, str]:
    """A code for each name: its letter, or else its initial, or else the next free one."""
    codes: dict[str, str] = {}
    for name, look in looks.items():
        owner = next((other for other, code in codes.items() if code == look.letter), None)
        if owner is not None:
            message = f'"{name}" has the letter {look.letter} of "{owner}"; give it another letter'
            first = Related(f'"{owner}" is here', looks[owner].place)
            reader.error("distinct-letters", message, look.place, first)
        elif look.letter:
            codes[name] = look.letter
    for name in looks:
        if name not in codes:
            taken = {*codes.values()}
            initial, *others = [letter for letter in name if letter in ascii_lowercase] or ["a"]
            own = (initial.upper(), *(initial.upper() + letter for letter in others))
            free = islice(_all_codes(), len(taken) + 1)
            codes[name] = next(code for code in (*own, *free) if code not in taken)
    return codes


def _all_codes() -> Iterator[str]:
    """A to Z, Aa to Zz, Aaa …"""
    for length in count():
        for letters in product(ascii_uppercase, *[ascii_lowercase] * length):
            yield "".join(letters)


def _ink(index: int, name: str, code: str, look: Look) -> Ink:
    return Ink(
        name=name,
        code=code,
        fill=look.fill or default_fill(name, index),
        line=look.line or LINES[index % len(LINES)],
        pattern=look.pattern or PATTERNS[index % len(PATTERNS)],
        symbol=look.symbol or SYMBOLS[index % len(SYMBOLS)],
        place=look.place,
    )


PAIR: Kind[Any] = kinds.unread(
    "a list of colours",
    {
        "type": "array",
        "items": {"type": "string"},
        "minItems": 2,
        "maxItems": 2,
        "uniqueItems": True,
    },
)


def colours_or(*many: str) -> Kind[Any]:
    """A list of colours, or one of the words for many; read once all colours are known."""
    words = "; or ".join([*(f"`{word}`" for word in many), "a list of colours"])
    listed: Schema = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    return kinds.unread(words, {"anyOf": [{"enum": [*many]}, listed]} if many else listed)
