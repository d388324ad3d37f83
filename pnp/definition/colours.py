"""Reading colours: how each looks, and the names by which the rest of a file refers to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count, islice, product
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from pnp.basics.errors import Place, Related
from pnp.basics.words import nearest
from pnp.definition import kinds
from pnp.definition.inks import (
    LINES,
    PATTERNS,
    PLAYERS,
    REGIONS,
    RESERVED,
    SIGNS,
    SYMBOLS,
    Ink,
    default_fill,
)
from pnp.definition.kinds import NAME_SCHEMA, Kind, Schema
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


def _read_sign_or_none(reader: Reader, node: Node, what: str) -> str | None:
    return "none" if reader.text(node, what) == "none" else _read_sign(reader, node, what)


SIGN_OR_NONE = replace(
    kinds.one_of("none", *SIGNS, called="a [sign](#signs), or `none`"), read=_read_sign_or_none
)

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
    region: str = field(
        kinds.one_of(*REGIONS),
        "Makes its strands [regions](#regions), and says how they are filled.",
        default="",
        otherwise="its strands are lines",
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


class NamedLook(NamedTuple):
    """A colour as it is written."""

    name: str
    look: Look


class Palette(NamedTuple):
    """Colours as they are written, by the name of their palette, which is empty for those of the tiles."""

    name: str
    colours: tuple[NamedLook, ...]
    place: Place


def _read_numbered(reader: Reader, node: Node, what: str) -> tuple[NamedLook, ...] | None:
    """A number of colours, or colours by name."""
    is_name = isinstance(node, Scalar) and node.kind == "str" and NAME.fullmatch(node.text)
    if not isinstance(node, Scalar) or is_name:
        return _read_named(reader, node, what)
    # Without names of their own, colours are called by their codes.
    codes = islice(_all_codes(), _NUMBER.read(reader, node, what) or 0)
    return tuple(NamedLook(code.lower(), Look(letter=code, place=node.place)) for code in codes)


def _read_named(reader: Reader, node: Node, what: str) -> tuple[NamedLook, ...] | None:
    """A list of names, or a mapping from names to looks."""
    if isinstance(node, Scalar):
        such = node.text if NAME.fullmatch(node.text) else "red, blue"
        message = f"{what} has to be a list of names; write [{such}]"
        reader.error("structure", message, node.place)
        return None
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
    return tuple(NamedLook(name, look) for name, look in looks.items())


_LOOK = nested(Look)
_NAMED: tuple[Schema, ...] = (
    {"type": "array", "items": _COLOUR_NAME.schema, "uniqueItems": True},
    {
        "type": "object",
        "propertyNames": {**_COLOUR_NAME.schema, "not": {"enum": sorted(RESERVED)}},
        "additionalProperties": {"anyOf": [_LOOK.schema, {"type": "null"}]},
    },
)

COLOURS: Kind[tuple[NamedLook, ...]] = Kind(
    _read_numbered,
    (),
    "a whole number; a list of names; or a mapping from names to looks",
    {"anyOf": [_NUMBER.schema, *_NAMED]},
    (_LOOK,),
)
NAMED_COLOURS: Kind[tuple[NamedLook, ...]] = Kind(
    _read_named,
    (),
    "a list of names; or a mapping from names to looks",
    {"anyOf": [*_NAMED]},
    (_LOOK,),
)


def _read_palette_name(reader: Reader, node: Node, what: str) -> str | None:
    name = _PALETTE_NAME.read(reader, node, what)
    if name == PLAYERS:
        message = "write the colours of players at players, as in players: {colours: [red, blue]}"
        reader.error("name", message, node.place)
    elif name in RESERVED or name == "colours":
        message = f'a palette cannot be called "{name}": the word has another meaning'
        reader.error("name", message, node.place)
    return name


_PALETTE_NAME = kinds.name("a palette")
PALETTE_NAME = replace(_PALETTE_NAME, read=_read_palette_name)


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


def inks_of(reader: Reader, palettes: Collection[Palette]) -> tuple[Ink, ...]:
    """The colours of all palettes: no two have one name or one letter.

    Each palette goes on where those before it end, so that a new one changes none of them.
    """
    looks: dict[str, Look] = {}
    names: dict[str, str] = {}
    codes: dict[str, str] = {}
    for palette in palettes:
        for name, look in palette.colours:
            if name in looks:
                message = (
                    f'the colour "{name}" is in two palettes, {_called(names[name])} and'
                    f" {_called(palette.name)}; give one of the two another name"
                )
                first = Related("it is here first", looks[name].place)
                reader.error("duplicate-key", message, look.place, first)
            else:
                looks[name], names[name] = look, palette.name
        codes = _codes(reader, looks, codes)
    _check_palettes(reader, palettes, looks)
    return tuple(
        replace(_ink(index, name, codes[name], look), palette=names[name])
        for index, (name, look) in enumerate(looks.items())
    )


def _called(palette: str) -> str:
    return f'"{palette or "colours"}"'


def _check_palettes(
    reader: Reader, palettes: Collection[Palette], looks: Mapping[str, Look]
) -> None:
    """Reports palettes without colours, and those with the name of something else."""
    for name, colours, place in palettes:
        if name in looks:
            message = f'the palette "{name}" has the name of a colour; give it another name'
            first = Related("the colour is here", looks[name].place)
            reader.error("name", message, place, first)
        elif name and not colours:
            message = f'the palette "{name}" has no colours; write a list, [red, blue]'
            reader.error("structure", message, place)


def _codes(reader: Reader, looks: Mapping[str, Look], before: Mapping[str, str]) -> dict[str, str]:
    """A code for each name: its letter, or else its initial, or else the next free one."""
    codes = {**before}
    for name, look in looks.items():
        if name in before:
            continue
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
        region=look.region,
    )


def _read_tint(reader: Reader, node: Node, what: str) -> str | None:
    is_name = isinstance(node, Scalar) and NAME.fullmatch(node.text)
    return node.text if isinstance(node, Scalar) and is_name else kinds.INK.read(reader, node, what)


# An ink, or the name of a colour, which is known later.
INK_OR_COLOUR: Kind[str] = Kind(
    _read_tint,
    "",
    '`"#RRGGBB"`, or the name of a colour',
    {"anyOf": [kinds.INK.schema, NAME_SCHEMA]},
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


# A word for many colours, or a list of colours; read once all colours are known.
MANY_COLOURS: Kind[Any] = kinds.unread(
    "`all`; the name of a [palette](#palettes), such as `players`; or a list of colours",
    {
        "anyOf": [
            NAME_SCHEMA,
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        ]
    },
)
