"""Kinds of values: how each is read from a node, and what may be written, in words and as a schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from pnp.basics import limits
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import NOWHERE, Located, Place
from pnp.basics.units import LENGTH, millimetres, plain_length
from pnp.basics.words import choices, counted, did_you_mean, nearest
from pnp.definition.reading.formulas import FORMULA, Formula, FormulaError, parse_formula
from pnp.definition.reading.nodes import Node, Scalar
from pnp.definition.reading.reader import LONGEST_NAME, NAME, RESERVED_NAMES, Reader
from pnp.enumeration.conditions import ANY_NUMBER, COMPARISON, Comparison, parse_comparison
from pnp.enumeration.conditions import either as any_of

T = TypeVar("T")
U = TypeVar("U")

Schema = Mapping[str, object]

_UNLIMITED = 10**12
# More characters of a wrong number, and more words, than a message shows.
_LONGEST_SHOWN, _MOST_CHOICES = 40, 8

_INTEGER = re.compile(r"-?[0-9]{1,13}")
_TOO_LARGE = re.compile(r"[0-9]{14,}")
_DECIMAL = re.compile(r"-?\d{1,4}(?:\.\d{1,3})?")
_STRING: Schema = {"type": "string"}

NAME_SCHEMA: Schema = {**_STRING, "pattern": f"^{NAME.pattern}$", "maxLength": LONGEST_NAME}

# pnp reads every text as it is written. An editor may take it for a number, or for yes or no.
_TEXT: Schema = {"type": ["string", "number", "boolean"]}


@frozen(eq=False)
class Kind(Generic[T]):
    """A kind of value.

    `read` makes a value of a node, or returns None after a finding; its last argument names the
    value in messages. `stand_in` is the value of a key that is omitted or cannot be read. `words`
    describes the value in Markdown, `schema` in JSON Schema. `inner` are the kinds inside it, and
    `section` is the section that it is, if it is one.
    """

    read: Callable[[Reader, Node, str], T | None]
    stand_in: T
    words: str
    schema: Schema
    inner: tuple[Kind[Any], ...] = ()
    section: Any = None


def text(most: int | None = None) -> Kind[str]:
    """A text that is printed."""
    words = "a text" if most is None else f"a text of up to {most} characters"
    schema = _TEXT if most is None else {**_TEXT, "maxLength": most}
    return Kind(partial(Reader.printed, most=most), "", words, schema)


def word(words: str) -> Kind[str]:
    """A text that refers to something, such as a colour's name or a tile's notation."""
    return Kind(Reader.text, "", words, _TEXT)


def name(of: str, *, of_file: bool = False) -> Kind[str]:
    """A name; `of` says what has it, as in "a board", and `of_file` that files have it, too."""

    def read(reader: Reader, node: Node, _: str) -> str | None:
        # A name that is not allowed is kept, so that references to it are understood.
        return reader.name(node, of, of_file=of_file) or (
            node.text if isinstance(node, Scalar) else None
        )

    free = {**NAME_SCHEMA, "not": {"enum": sorted(RESERVED_NAMES)}} if of_file else NAME_SCHEMA
    return Kind(read, "", "a name", free)


class Wrong(ValueError):
    """A text that is no value of its kind: the rule that it breaks, and the message."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule


def form(
    make: Callable[[str, str], T], stand_in: T, words: str, schema: Schema, *, called: str = ""
) -> Kind[T]:
    """A single value in a form of its own, which messages name as its key, or as it is `called`.

    *make* gets its text and that name; it returns the value or raises Wrong.
    """

    def read(reader: Reader, node: Node, what: str) -> T | None:
        found = reader.text(node, called or what)
        try:
            return None if found is None else make(found, what)
        except Wrong as error:
            reader.error(error.rule, str(error), node.place)
            return None

    return Kind(read, stand_in, words, schema)


def matching(pattern: str, rule: str, words: str) -> Kind[str]:
    """A text of a certain form."""

    def make(found: str, what: str) -> str:
        if not re.fullmatch(pattern, found):
            raise Wrong(rule, f"{what} has to be {words}, not {found}")
        return found

    return form(make, "", words, {**_STRING, "pattern": f"^{pattern}$"})


def integer(least: int, most: int = _UNLIMITED) -> Kind[int]:
    """A whole number within limits."""
    words = f"a whole number, {least} {'or more' if most == _UNLIMITED else f'to {most:,}'}"

    def make(found: str, what: str) -> int:
        number = int(found) if _INTEGER.fullmatch(found) else None
        if number is not None and least <= number <= most:
            return number
        too_large = _TOO_LARGE.fullmatch(found) if number is None else number > most
        limit = f"at most {most:,}" if too_large else f"{least} or more"
        shown = found if len(found) <= _LONGEST_SHOWN else f"{found[:_LONGEST_SHOWN]}…"
        raise Wrong("number", f"{what} has to be a whole number, {limit}, not {shown}")

    return form(make, least, words, {"type": "integer", "minimum": least, "maximum": most})


def decimal(least: float, most: float) -> Kind[float]:
    """A number with decimals within limits."""
    words = f"a number, {least:g} to {most:g}"

    def make(found: str, what: str) -> float:
        if not _DECIMAL.fullmatch(found) or not least <= float(found) <= most:
            raise Wrong("number", f"{what} has to be {words}, not {found}")
        return float(found)

    return form(make, least, words, {"type": "number", "minimum": least, "maximum": most})


def length(least: float, most: float) -> Kind[float]:
    """A length within limits, in millimetres."""
    limits = f"{plain_length(least)} to {plain_length(most)}"

    def make(found: str, what: str) -> float:
        try:
            value = millimetres(found)
        except ValueError as error:
            raise Wrong("length", f"{what}: {error}") from error
        if value <= 0 or not least <= value <= most:
            wanted = limits if value > 0 else "greater than 0"
            raise Wrong("length", f"{what} has to be {wanted}, not {found}")
        return value

    schema: Schema = {
        "type": ["string", "number"],
        # Every length is greater than 0.
        "pattern": f"^(?!-){LENGTH.pattern}$",
        "minimum": least,
        "maximum": most,
    }
    return form(make, least, f"a length, {limits}", schema)


class Size(NamedTuple):
    """A width and a height in millimetres; the height is 0 if the file has only one length."""

    width: float
    height: float = 0.0

    @property
    def ratio(self) -> float:
        """The height as a share of the width; 1 if there is only one length."""
        return self.height / self.width if self.height else 1.0

    @property
    def least(self) -> float:
        """The smaller length, or the only one."""
        return min(self.width, self.height or self.width)


# Width and height, as in 25 x 50mm.
_TWO = re.compile(r"(?P<width>[^x\s]+(?: ?[a-z]{2})?)\s*[x\u00d7]\s*(?P<height>[^x]+)")
_PATTERN_OF_TWO = f"^{LENGTH.pattern}\\s*[x\u00d7]\\s*{LENGTH.pattern}$"


def size(least: float, most: float, words: str, *, has_one: bool = True) -> Kind[Size]:
    """One length within limits, or two with an x between them, of which the first may omit the unit.

    `words` follow those for one length. A size that `has_one` may have one length alone.
    """
    side = length(least, most)

    def read(reader: Reader, node: Node, what: str) -> Size | None:
        if not isinstance(node, Scalar) or not (two := _TWO.fullmatch(node.text.strip())):
            one = side.read(reader, node, what)
            return None if one is None else Size(one)
        width, height = two["width"], two["height"]
        unit = LENGTH.fullmatch(height)
        if width.replace(".", "").isdigit() and unit is not None:
            width += unit[2] or ""
        lengths = [
            side.read(reader, node._replace(text=text), f"{what}: the {name}")
            for name, text in (("width", width), ("height", height))
        ]
        return None if None in lengths else Size(*(each or 0.0 for each in lengths))

    two_lengths: Schema = {"type": "string", "pattern": _PATTERN_OF_TWO}
    schema: Schema = {"anyOf": [side.schema, two_lengths]} if has_one else two_lengths
    return Kind(read, Size(least), f"{side.words}; {words}" if has_one else words, schema)


def is_size(node: Node) -> bool:
    """Whether a node is written as a width and a height."""
    return isinstance(node, Scalar) and _TWO.fullmatch(node.text.strip()) is not None


def choice(options: Mapping[str, T], called: str = "") -> Kind[T]:
    """One of some words, each of which stands for a value; `called` describes a long list."""

    def make(found: str, what: str) -> T:
        if found in options:
            return options[found]
        near = nearest(found, options)
        few = len(options) <= _MOST_CHOICES
        write = f"; write {choices([*options])}" if few else did_you_mean(found, options)
        hint = write if near is None else f'; did you mean "{near}"?'
        raise Wrong("unknown-word", f'{what} cannot be "{found}"{hint}')

    *most, last = [f"`{option}`" for option in options]
    words = called or f"{', '.join(most)} or {last}"
    numbers = [int(option) for option in options if option.isdecimal()]
    return form(make, next(iter(options.values())), words, {"enum": [*options, *numbers]})


def one_of(*words: str, called: str = "") -> Kind[str]:
    """One of the words, each of which is its own value."""
    return choice({word: word for word in words}, called)


YES_OR_NO = ("yes", "true", "no", "false")


def _yes_or_no(found: str, what: str) -> bool:
    if found.lower() not in YES_OR_NO:
        raise Wrong("structure", f"{what} has to be yes or no, not {found}")
    return found.lower() in ("yes", "true")


YES_NO = form(_yes_or_no, False, "`yes` or `no`", {"enum": [True, False, "yes", "no"]})


def _read_ink(reader: Reader, node: Node, what: str) -> str | None:
    """A colour as #RRGGBB."""
    if isinstance(node, Scalar) and node.is_empty:
        comment = node.comment.split()[0] if node.comment else "a bare #"
        message = f'{what} has to be "#RRGGBB", in quotes: YAML takes {comment} as a comment'
        reader.error("structure", message, node.place)
        return None
    found = _INK.read(reader, node, what)
    return None if found is None else found.upper()


_INK = matching("#[0-9A-Fa-f]{6}", "ink", '"#RRGGBB", in quotes')
INK = replace(_INK, read=_read_ink, words='`"#RRGGBB"`')


def _comparison(found: str, what: str) -> Comparison:
    try:
        return parse_comparison(found)
    except ValueError as error:
        raise Wrong("number", f"{what}: {error}") from error


_NUMBER: Schema = {"type": ["integer", "string"], "minimum": 0, "pattern": f"^{COMPARISON}$"}
_COMPARISON = form(_comparison, ANY_NUMBER, "a number", _NUMBER)


def _read_numbers(reader: Reader, node: Node, what: str) -> Comparison | None:
    """A set of numbers: 3, ">=1", 1..3, or a list of such."""
    parts = []
    for item in reader.one_or_more(node):
        part = _COMPARISON.read(reader, item, what)
        if part is None:
            return None
        parts.append(part)
    if not parts:
        reader.error("number", f"{what}: the list is empty", node.place)
        return None
    return parts[0] if len(parts) == 1 else any_of(parts)


NUMBERS = Kind(_read_numbers, ANY_NUMBER, "a [number](#numbers)", {"$ref": "#/$defs/numbers"})
NUMBERS_SCHEMA: Schema = {"anyOf": [_NUMBER, {"type": "array", "items": _NUMBER, "minItems": 1}]}


def _read_count(reader: Reader, node: Node, what: str) -> Located[Formula] | None:
    found = reader.text(node, what)
    # The place of the formula itself, which may be in quotes.
    quoted = isinstance(node, Scalar) and node.quoted
    place = node.place._replace(column=node.place.column + quoted)
    if found is None:
        return None
    try:
        return Located(parse_formula(found), place)
    except FormulaError as error:
        reader.error("formula", str(error), place.of_part(found, error.offset, error.length))
        return None


COUNT = Kind(
    _read_count,
    Located(parse_formula("1"), NOWHERE),
    "a [count](#counts)",
    {"type": ["integer", "string"], "minimum": 0, "pattern": f"^{FORMULA}$"},
)


def unread(words: str, schema: Schema) -> Kind[Any]:
    """A node that is read later, when the meaning of its words is known; None if omitted."""
    return Kind(lambda reader, node, what: node, None, words, schema)


def located(kind: Kind[T]) -> Kind[Located[T]]:
    """A value that keeps its place."""
    return made(kind, Located)


def made(kind: Kind[T], make: Callable[[T, Place], U]) -> Kind[U]:
    """A value that is made of one of another kind and its place."""

    def read(reader: Reader, node: Node, what: str) -> U | None:
        value = kind.read(reader, node, what)
        return None if value is None else make(value, node.place)

    return Kind(read, make(kind.stand_in, NOWHERE), kind.words, kind.schema, (kind,))


def list_of(
    item: Kind[T],
    of: str,
    *,
    each: str = "",
    least: int = 0,
    most: int = limits.MOST_VALUES,
    or_one: bool = False,
) -> Kind[tuple[T, ...]]:
    """A list, or also a single item; `of` describes the items, `each` names one in messages."""

    def read(reader: Reader, node: Node, what: str) -> tuple[T, ...] | None:
        items = reader.one_or_more(node) if or_one else reader.items(node, what)
        if items is not None and len(items) < least:
            wanted = counted(least, "item")
            reader.error(
                "structure", f"{what} is an empty list; write {wanted} or more", node.place
            )
        if items is not None and len(items) > most:
            number = len(items)
            reader.findings.append(limits.too_many(f"items in {what}", number, most, node.place))
            return None
        found = [item.read(reader, each_node, each or what) for each_node in items or ()]
        return None if items is None else tuple(value for value in found if value is not None)

    schema: Schema = {"type": "array", "items": item.schema, "minItems": least}
    if or_one:
        return Kind(read, (), f"{item.words}; or a list", {"anyOf": [item.schema, schema]}, (item,))
    return Kind(read, (), f"a list of {of}", schema, (item,))


def map_of(
    key_name: Kind[str], value: Kind[T], of: str, *, each: str = ""
) -> Kind[tuple[tuple[Located[str], T], ...]]:
    """A mapping from names to values; `of` describes the values, `each` names one in messages."""

    def read(reader: Reader, node: Node, what: str) -> tuple[tuple[Located[str], T], ...] | None:
        fields = reader.fields(node, what)
        if fields is None:
            return None
        entries = []
        for key, content in fields.items():
            found = key_name.read(reader, key, what) or ""
            made = value.read(reader, content, each or key.text)
            entry = value.stand_in if made is None else made
            entries.append((Located(found, key.place), entry))
        return tuple(entries)

    schema: Schema = {
        "type": "object",
        "propertyNames": key_name.schema,
        "additionalProperties": value.schema,
    }
    names = f"{key_name.words.removeprefix('a ')}s"
    return Kind(read, (), f"a mapping from {names} to {of}", schema, (value,))


def either(single: Kind[T], other: Kind[U]) -> Kind[T | U]:
    """A single value of one kind, or a list or a mapping of another."""

    def read(reader: Reader, node: Node, what: str) -> T | U | None:
        kind: Kind[Any] = single if isinstance(node, Scalar) else other
        return kind.read(reader, node, what)

    schema: Schema = {"anyOf": [single.schema, other.schema]}
    words = f"{single.words}; or {other.words}"
    return Kind(read, single.stand_in, words, schema, (single, other))
