"""Colours, and the values that sides and corners may have besides: their looks, their defaults, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from colorsys import hls_to_rgb
from dataclasses import replace
from itertools import count, islice, product
from string import ascii_lowercase, ascii_uppercase

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Located, Place, Related
from pnp.basics.folders import bundled
from pnp.basics.words import nearest
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import NAME_SCHEMA, Kind, Schema
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.reading.reader import NAME, Reader
from pnp.definition.reading.sections import NamedSection, field, nested
from pnp.tiles.properties import PROPERTIES

# The palette of M. Okabe and K. Ito, "Color Universal Design", 2008: people with most kinds of
# colour vision can tell its colours apart. Black is last: it is also the ink of marks and outlines.
OKABE_ITO = (
    "#D55E00", "#0072B2", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#F0E442", "#4D4D4D",
)  # fmt: skip

# More, for sets of up to 21 colours. Lines recur after seven colours, patterns after nine: each ink
# differs from all that have its line or its pattern by 15 in lightness and, with any colour vision,
# by 10 (CIEDE2000), and lies as far as possible from all others.
MORE_INKS = (
    "#91983A", "#7C36BA", "#671E3B", "#45671E", "#293A6B", "#7E3D25", "#C5CF9B", "#174F44", "#B0B0D9",
    "#816731", "#373510", "#9BCFC5", "#51CD62",
)  # fmt: skip

# Calm inks for plain colour words.
FILL_OF_NAME = {
    "red": "#C8372D", "vermilion": "#D55E00", "crimson": "#A8213B", "maroon": "#7B2D2D",
    "orange": "#E69F00", "amber": "#DDA02B", "gold": "#CFA52B", "yellow": "#F0D43A",
    "lime": "#9BC53D", "olive": "#7F8234", "green": "#1E8C5A", "teal": "#1C8C8C",
    "turquoise": "#35B5A8", "cyan": "#3FB6D3", "sky": "#56B4E9", "blue": "#1F5FA8",
    "navy": "#24386E", "indigo": "#4B3F92", "violet": "#7A55B0", "purple": "#8A4FA3",
    "magenta": "#C2388F", "pink": "#E08BB0", "rose": "#D8607A", "brown": "#8A5A35",
    "tan": "#C9A878", "black": "#2B2B2B", "grey": "#8C8C8C", "gray": "#8C8C8C",
    "silver": "#B8B8B8", "white": "#FFFFFF",
}  # fmt: skip

LINES = ("thick", "dashed", "double", "dotted", "triple", "ladder", "dash-dot")
PATTERNS = (
    "solid", "diagonals", "dots", "lines", "waves", "grid", "checks", "stripes", "crosses",
)  # fmt: skip
# How a region is filled: with the pattern of its colour, with small drawings, or with lines along its shore.
REGIONS = ("pattern", "houses", "trees", "water")
# The default symbols, in order; a colour may have any other sign.
SYMBOLS = ("disc", "triangle", "square", "diamond", "cross", "star", "bar", "ring")

# Every file in templates/signs is a sign.
_FILES = (bundled("templates") / "signs").glob("*.svg")
SIGNS = (*SYMBOLS, *sorted({file.stem for file in _FILES}.difference(SYMBOLS)))

# Words with another meaning in places where a colour's name may be written.
SUMS = {"sum": (True, True), "edge-sum": (True, False), "corner-sum": (False, True)}
SUM_SENTENCES = {
    "sum": "the sum of all numbers at sides and corners",
    "edge-sum": "the sum of the numbers at sides",
    "corner-sum": "the sum of the numbers at corners",
}
RESERVED = {
    *("none", "all", "any", "not", "values", "pattern", "each-colour", "some-colour"),
    *PROPERTIES,
    *SUMS,
}


@frozen(slots=True)
class Ink:
    """A colour of the game; besides its ink, patterns, a symbol and a code show which it is.

    `line` is the pattern of a strand, `pattern` that of an edge, `symbol` the sign on its ends. A
    value of sides and corners, such as 5 or sun, is a colour that has only a name. The colours of a
    `palette`, such as those of players, are on tiles only if a family names them. Strands in a colour
    with a `region` are areas, and it says how they are filled.
    """

    name: str
    code: str
    fill: str
    line: str
    pattern: str
    symbol: str
    place: Place
    palette: str = ""
    region: str = ""

    @property
    def is_value(self) -> bool:
        """Whether it is a value and no colour."""
        return not self.fill

    @property
    def worth(self) -> int | None:
        """The number that it is; None for a word or a colour."""
        return int(self.name) if self.is_value and self.name.isdecimal() else None


# The palette of the colours of players, in place of which a game may use the colours of its tiles.
PLAYERS = "players"


def in_palette(inks: Collection[Ink], palette: str) -> tuple[Ink, ...]:
    """The colours of a palette; those of players are those of the tiles if they have none of their own."""
    found = tuple(ink for ink in inks if ink.palette == palette)
    return in_palette(inks, "") if palette == PLAYERS and not found else found


def default_fill(name: str, index: int) -> str:
    """The ink of a colour by its name, or else by its number: from the palette, then far apart."""
    listed = (*OKABE_ITO, *MORE_INKS)
    if name in FILL_OF_NAME:
        return FILL_OF_NAME[name]
    if index < len(listed):
        return listed[index]
    # Steps of the golden section never come near an earlier hue; lightness alternates.
    hue = index * 0.618034 % 1
    red, green, blue = hls_to_rgb(hue, (0.36, 0.52, 0.68)[index % 3], 0.55)
    return f"#{round(red * 255):02X}{round(green * 255):02X}{round(blue * 255):02X}"


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


class Look(NamedSection):
    """A colour as it is written, with the name of its palette, which is empty for those of the tiles."""

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

    palette: str = ""


class Palette(NamedTuple):
    """Colours as they are written, by the name of their palette."""

    name: str
    colours: tuple[Look, ...]
    place: Place


def _read_numbered(reader: Reader, node: Node, what: str) -> tuple[Look, ...] | None:
    """A number of colours, or colours by name."""
    is_name = isinstance(node, Scalar) and node.kind == "str" and NAME.fullmatch(node.text)
    if not isinstance(node, Scalar) or is_name:
        return _read_named(reader, node, what)
    # Without names of their own, colours are called by their codes.
    codes = islice(_all_codes(), _NUMBER.read(reader, node, what) or 0)
    return tuple(Look(name=code.lower(), letter=code, place=node.place) for code in codes)


def _read_named(reader: Reader, node: Node, what: str) -> tuple[Look, ...] | None:
    """A list of names, or a mapping from names to looks."""
    if isinstance(node, Scalar):
        such = node.text if NAME.fullmatch(node.text) else "red, blue"
        message = f"{what} has to be a list of names; write [{such}]"
        reader.error("structure", message, node.place)
        return None
    entries: list[tuple[Scalar, Node]] = []
    if isinstance(node, MappingNode):
        fields = reader.fields(node, what)
        entries = [] if fields is None else [*fields.items()]
    for item in node.items if isinstance(node, SequenceNode) else ():
        if isinstance(item, Scalar):
            entries.append((item, Scalar("", "null", False, item.place)))
        else:
            reader.error("structure", _ONLY_NAMES, item.place)
    looks: dict[str, Look] = {}
    for key, value in entries:
        name = _COLOUR_NAME.read(reader, key, what)
        if name in RESERVED:
            message = f'a colour cannot be called "{name}": the word has another meaning'
            reader.error("name", message, key.place)
        elif name in looks:
            message = f'the colour "{name}" appears twice; remove one of the two'
            first = Related("it is here first", looks[name].place)
            reader.error("duplicate-key", message, key.place, first)
        elif name is not None:
            is_empty = isinstance(value, Scalar) and value.is_empty and not value.is_bare_colour
            called = Located(name, key.place)
            look = None if is_empty else Look.read(reader, value, "fill", called)
            looks[name] = look or Look(name=name, place=key.place)
    return (*looks.values(),)


_LOOK = nested(Look)
_NAMED: tuple[Schema, ...] = (
    {"type": "array", "items": _COLOUR_NAME.schema, "uniqueItems": True},
    {
        "type": "object",
        "propertyNames": {**_COLOUR_NAME.schema, "not": {"enum": sorted(RESERVED)}},
        "additionalProperties": {"anyOf": [_LOOK.schema, {"type": "null"}]},
    },
)

COLOURS: Kind[tuple[Look, ...]] = Kind(
    _read_numbered,
    (),
    "a whole number; a list of names; or a mapping from names to looks",
    {"anyOf": [_NUMBER.schema, *_NAMED]},
    (_LOOK,),
)
NAMED_COLOURS: Kind[tuple[Look, ...]] = Kind(
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


def inks_of(reader: Reader, palettes: Collection[Palette]) -> tuple[Ink, ...]:
    """The colours of all palettes: no two have one name or one letter.

    Each palette goes on where those before it end, so that a new one changes none of them.
    """
    looks: dict[str, Look] = {}
    codes: dict[str, str] = {}
    for palette in palettes:
        for look in palette.colours:
            first = looks.get(look.name)
            if first is None:
                looks[look.name] = replace(look, palette=palette.name)
            else:
                message = (
                    f'the colour "{look.name}" is in two palettes, "{first.palette or "colours"}" and'
                    f' "{palette.name or "colours"}"; give one of the two another name'
                )
                here = Related("it is here first", first.place)
                reader.error("duplicate-key", message, look.place, here)
        codes = _codes(reader, looks, codes)
    for name, colours, place in palettes:
        if name in looks:
            message = f'the palette "{name}" has the name of a colour; give it another name'
            reader.error("name", message, place, Related("the colour is here", looks[name].place))
        elif name and not colours:
            message = f'the palette "{name}" has no colours; write a list, [red, blue]'
            reader.error("structure", message, place)
    return tuple(
        Ink(
            name=name,
            code=codes[name],
            fill=look.fill or default_fill(name, index),
            line=look.line or LINES[index % len(LINES)],
            pattern=look.pattern or PATTERNS[index % len(PATTERNS)],
            symbol=look.symbol or SYMBOLS[index % len(SYMBOLS)],
            place=look.place,
            palette=look.palette,
            region=look.region,
        )
        for index, (name, look) in enumerate(looks.items())
    )


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

# Letters and digits of any language, perhaps with hyphens between them: they go into the notation.
_VALUE = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_RANGE = re.compile(r"([0-9]{1,3})\s*(?:-|\u2013|\.\.|to)\s*([0-9]{1,3})")
# A longer word is too small to be read on a side.
_LONGEST = 12
# Nobody could tell more apart; a longer range is a mistake.
_MOST = 100

_SCHEMA_RANGE = r"^[0-9]{1,3}\s*(-|\.\.|to)\s*[0-9]{1,3}$"


def value_ink(text: str, place: Place) -> Ink:
    """A value as sides and corners have it: a colour whose code is the value, without an ink of its own."""
    return Ink(name=text, code=text, fill="", line="", pattern="", symbol="", place=place)


def check_values(reader: Reader, inks: Iterable[Ink], values: Iterable[Ink]) -> None:
    """Reports values that are also the name or the letter of a colour."""
    by_name = {value.name: value for value in values}
    for ink in inks:
        for what, text in (("name", ink.name), ("letter", ink.code)):
            if text in by_name:
                message = (
                    f'the colour "{ink.name}" has the {what} {text}, which is also a value; change'
                    " one of the two"
                )
                here = Related("the value is here", by_name[text].place)
                reader.error("distinct-letters", message, ink.place, here)
                break


def _read_values(reader: Reader, node: Node, what: str) -> tuple[Ink, ...] | None:
    """A range of numbers, or a list of values and ranges."""
    if isinstance(node, MappingNode) or (
        isinstance(node, Scalar) and not node.is_empty and not _RANGE.fullmatch(node.text.strip())
    ):
        such = node.text if isinstance(node, Scalar) else "sun, moon"
        message = f"{what} has to be a range of numbers, 0-5, or a list, [{such}]"
        reader.error("structure", message, node.place)
        return None
    if isinstance(node, SequenceNode) and not node.items:
        reader.error("structure", f"{what} is an empty list; write 1 item or more", node.place)
        return None
    found: dict[str, Ink] = {}
    for item in reader.one_or_more(node):
        for text in _texts(reader, item):
            if text in found:
                message = f'the value "{text}" appears twice; remove one of the two'
                first = Related("it is here first", found[text].place)
                reader.error("duplicate-key", message, item.place, first)
            found.setdefault(text, value_ink(text, item.place))
    if not found:
        return None
    if len(found) > _MOST:
        message = f"{what} has {len(found)} values; write at most {_MOST}"
        reader.error("number", message, node.place)
        return None
    return (*found.values(),)


def _texts(reader: Reader, item: Node) -> Iterator[str]:
    """The values that an item stands for: one, or all numbers of a range."""
    text = reader.text(item, "a value")
    if text is None:
        return
    if two := _RANGE.fullmatch(text):
        low, high = int(two[1]), int(two[2])
        if low > high:
            message = f"{text} is an empty range; write the smaller number first, {high}-{low}"
            reader.error("number", message, item.place)
        yield from map(str, range(low, high + 1))
    elif not _VALUE.fullmatch(text) or len(text) > _LONGEST:
        message = f'a value cannot be "{text}": write up to {_LONGEST} letters, digits and hyphens'
        reader.error("name", message, item.place)
    elif text in RESERVED:
        message = f'a value cannot be called "{text}": the word has another meaning'
        reader.error("name", message, item.place)
    else:
        yield text


VALUES_OF_SIDES: Kind[tuple[Ink, ...]] = Kind(
    _read_values,
    (),
    "a range of numbers, such as `0-5` or `0..5`; or a list of values and ranges",
    {
        "anyOf": [
            {"type": "string", "pattern": _SCHEMA_RANGE},
            {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1},
        ]
    },
)
