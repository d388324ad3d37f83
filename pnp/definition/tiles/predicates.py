"""Reading `where` and `exclude`."""

from __future__ import annotations

import re
from collections.abc import Callable

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located
from pnp.basics.words import did_you_mean
from pnp.definition.colours import SUM_SENTENCES, SUMS
from pnp.definition.reading.kinds import NUMBERS, YES_NO, Kind, Schema
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode, size_of
from pnp.definition.tiles.vocabulary import SetReader, in_set
from pnp.enumeration.conditions import (
    All,
    Any,
    Comparison,
    Condition,
    Has,
    Not,
    OfColour,
    OfColours,
    Sum,
    has_pattern,
)
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.tile import UNCOLOURED, Colour

# The text of a condition in the file, and the condition.
Constraint = tuple[Located[str], Condition]

_CONDITIONS = {"$ref": "#/$defs/conditions"}
_SOME_CONDITIONS = {**_CONDITIONS, "minProperties": 1}
_LIST_OF_CONDITIONS = {"type": "array", "items": _SOME_CONDITIONS, "minItems": 1}


def _read_where(reader: SetReader, node: Node, what: str) -> tuple[Constraint, ...]:
    """The entries of `where`, all of which have to hold."""
    if not _is_small(reader, node):
        return ()
    fields = reader.fields(node, what)
    read = (
        (Located(f"{key.text}: {in_one_line(value)}", key.place), _entry(reader, key, value))
        for key, value in (() if fields is None else fields.items())
    )
    return tuple((text, condition) for text, condition in read if condition is not None)


def _read_exclude(reader: SetReader, node: Node, what: str) -> tuple[Constraint, ...]:
    """The mappings of `exclude`, of which none may hold as a whole."""
    if not _is_small(reader, node):
        return ()
    read = (
        (Located(f"exclude {in_one_line(item)}", item.place), _mapping(reader, item, what))
        for item in reader.one_or_more(node)
    )
    return tuple((text, Not(condition)) for text, condition in read if condition is not None)


def _is_small(reader: SetReader, node: Node) -> bool:
    """Whether there are not too many conditions, with all aliases written out: each is tried on all tiles."""
    size = size_of(node)
    if size > limits.MOST_CONDITIONS:
        what = "values in these conditions"
        reader.findings.append(limits.too_many(what, size, limits.MOST_CONDITIONS, node.place))
    return size <= limits.MOST_CONDITIONS


CONDITIONS: Kind[tuple[Constraint, ...]] = in_set(
    _read_where, (), "[conditions](#conditions)", _CONDITIONS
)
EXCEPTIONS: Kind[tuple[Constraint, ...]] = in_set(
    _read_exclude,
    (),
    f"{CONDITIONS.words}, or a list",
    {"anyOf": [_SOME_CONDITIONS, {"type": "array", "items": _SOME_CONDITIONS}]},
)


def in_one_line(node: Node) -> str:
    """A node as it could be written in one line of YAML; without quotes, for messages."""
    match node:
        case Scalar(text=text):
            return text
        case SequenceNode(items=items):
            return "[" + ", ".join(map(in_one_line, items)) + "]"
        case MappingNode(entries=entries):
            pairs = (f"{key.text}: {in_one_line(value)}" for key, value in entries)
            return "{" + ", ".join(pairs) + "}"


def _mapping(reader: SetReader, node: Node, what: str) -> Condition | None:
    fields = reader.fields(node, what)
    if fields is None:
        return None
    parts = [_entry(reader, key, value) for key, value in fields.items()]
    return All(_some(reader, parts, node, what))


def _some(
    reader: SetReader, parts: list[Condition | None], node: Node, what: str
) -> tuple[Condition, ...]:
    """The parts of a condition that could be read; reports one without parts."""
    if not parts:
        message = f"{what} is empty; write a condition, or remove it"
        reader.error("structure", message, node.place)
    return tuple(part for part in parts if part is not None)


def _entry(reader: SetReader, key: Scalar, value: Node) -> Condition | None:
    """The condition at a key: a predicate, or the name of a colour with conditions on it alone."""
    if key.text in PREDICATES:
        return PREDICATES[key.text].read(reader, key, value)
    if key.text not in reader.numbers:
        if reader.knows_colours:
            known = [*PREDICATES, *reader.numbers]
            message = f'no property of a tile is called "{key.text}"{did_you_mean(key.text, known)}'
            reader.error("unknown-predicate", message, key.place)
        return None
    part = _mapping(reader, value, key.text)
    return None if part is None else OfColour(reader.numbers[key.text], part)


def _of_list(make: Callable[[tuple[Condition, ...]], Condition]) -> _Reading:
    """Reads a list of conditions, which *make* makes into one."""

    def read(reader: SetReader, key: Scalar, value: Node) -> Condition | None:
        items = reader.items(value, key.text)
        if items is None:
            return make(())
        parts = [_mapping(reader, item, key.text) for item in items]
        return make(_some(reader, parts, value, key.text))

    return read


def _of_mapping(make: Callable[[Condition], Condition]) -> _Reading:
    """Reads conditions of which *make* makes another one."""

    def read(reader: SetReader, key: Scalar, value: Node) -> Condition | None:
        part = _mapping(reader, value, key.text)
        return None if part is None else make(part)

    return read


def _property(reader: SetReader, key: Scalar, value: Node) -> Condition | None:
    what = PROPERTIES[key.text]
    comparison = None
    if what.kind is not bool:
        comparison = NUMBERS.read(reader, value, key.text)
    elif (wanted := YES_NO.read(reader, value, key.text)) is not None:
        comparison = Comparison(((int(wanted), int(wanted)),), str(wanted))
    return None if comparison is None else Has(what, comparison)


def _sum(reader: SetReader, key: Scalar, value: Node) -> Condition | None:
    """The sum of the numbers at edges, at corners, or at both."""
    worth = tuple(ink.worth or 0 for ink in reader.palette)
    if all(ink.worth is None for ink in reader.palette) and reader.knows_colours:
        message = f'"{key.text}" adds numbers; give the set "values", such as 0-5'
        reader.error("structure", message, key.place)
    comparison = NUMBERS.read(reader, value, key.text)
    edges, corners = SUMS[key.text]
    return None if comparison is None else Sum(edges, corners, worth, comparison)


_PATTERN = re.compile(r"[A-Z-]+")


def _pattern(reader: SetReader, _: Scalar, value: Node) -> Condition | None:
    sides = reader.geometry.sides
    words = []
    for item in reader.one_or_more(value):
        text = reader.text(item, "pattern")
        if text is None or not reader.knows_shape:
            return None
        if not _PATTERN.fullmatch(text) or len(text) != sides:
            message = (
                f"a pattern has a capital letter, or -, for each of the {sides} sides, not {text}"
            )
            reader.error("pattern", message, item.place)
            return None
        words.append(tuple(UNCOLOURED if letter == "-" else Colour(ord(letter)) for letter in text))
    return has_pattern(words, reader.geometry, reader.symmetry)


# Makes a condition of a key and its value; None after a finding.
_Reading = Callable[[SetReader, Scalar, Node], Condition | None]


class Predicate(NamedTuple):
    """A key of a condition: how its value is read, its schema, and its meaning in a sentence."""

    read: _Reading
    schema: Schema
    sentence: str


_WORDS: Schema = {"type": ["string", "array"], "pattern": f"^{_PATTERN.pattern}$"}

PREDICATES = {
    **{
        name: Predicate(_property, (YES_NO if each.kind is bool else NUMBERS).schema, each.sentence)
        for name, each in PROPERTIES.items()
    },
    **{name: Predicate(_sum, NUMBERS.schema, SUM_SENTENCES[name]) for name in SUMS},
    "any": Predicate(_of_list(Any), _LIST_OF_CONDITIONS, "At least one of these holds."),
    "all": Predicate(_of_list(All), _LIST_OF_CONDITIONS, "All of these hold."),
    "not": Predicate(_of_mapping(Not), _SOME_CONDITIONS, "These do not hold together."),
    "pattern": Predicate(
        _pattern, _WORDS, "Words of a letter for each side: equal letters are equal colours."
    ),
    "each-colour": Predicate(
        _of_mapping(lambda part: OfColours("each", part)),
        _SOME_CONDITIONS,
        "They hold for each colour alone.",
    ),
    "some-colour": Predicate(
        _of_mapping(lambda part: OfColours("some", part)),
        _SOME_CONDITIONS,
        "They hold for some colour alone.",
    ),
}

# Any other key is the name of a colour.
CONDITIONS_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        name: {**each.schema, "description": each.sentence} for name, each in PREDICATES.items()
    },
    "additionalProperties": _SOME_CONDITIONS,
}
