"""Reading `where` and `exclude`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.basics.errors import Located
from pnp.basics.words import did_you_mean
from pnp.definition.colours import SUM_SENTENCES, SUMS
from pnp.definition.reading.kinds import NUMBERS, YES_NO, Schema, unread
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.tiles.vocabulary import Vocabulary
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

_PATTERN = re.compile(r"[A-Z-]+")
KEYWORDS = ("any", "all", "not", "pattern", "each-colour", "some-colour")

_CONDITIONS = {"$ref": "#/$defs/conditions"}
_SOME_CONDITIONS = {**_CONDITIONS, "minProperties": 1}

# Any other key is the name of a colour.
CONDITIONS_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        **{
            name: {
                **(YES_NO if each.kind is bool else NUMBERS).schema,
                "description": each.sentence,
            }
            for name, each in PROPERTIES.items()
        },
        **{
            name: {**NUMBERS.schema, "description": sentence}
            for name, sentence in SUM_SENTENCES.items()
        },
        "pattern": {
            "type": ["string", "array"],
            "pattern": f"^{_PATTERN.pattern}$",
            "description": "Words of a letter for each side: equal letters are equal colours.",
        },
        "any": {
            "type": "array",
            "items": _SOME_CONDITIONS,
            "minItems": 1,
            "description": "At least one of these holds.",
        },
        "all": {
            "type": "array",
            "items": _SOME_CONDITIONS,
            "minItems": 1,
            "description": "All of these hold.",
        },
        "not": {**_SOME_CONDITIONS, "description": "These do not hold together."},
        "each-colour": {**_SOME_CONDITIONS, "description": "They hold for each colour alone."},
        "some-colour": {**_SOME_CONDITIONS, "description": "They hold for some colour alone."},
    },
    "additionalProperties": _SOME_CONDITIONS,
}

CONDITIONS = unread("[conditions](#conditions)", _CONDITIONS)
EXCEPTIONS = unread(
    f"{CONDITIONS.words}, or a list",
    {"anyOf": [_SOME_CONDITIONS, {"type": "array", "items": _SOME_CONDITIONS}]},
)

# The text of a condition in the file, and the condition.
Constraint = tuple[Located[str], Condition]


def read_where(vocabulary: Vocabulary, node: Node) -> Iterator[Constraint]:
    """The entries of `where`, all of which have to hold."""
    fields = vocabulary.reader.fields(node, "where")
    for key, value in () if fields is None else fields.items():
        condition = _entry(vocabulary, key, value)
        if condition is not None:
            yield Located(f"{key.text}: {in_one_line(value)}", key.place), condition


def read_exclude(vocabulary: Vocabulary, node: Node) -> Iterator[Constraint]:
    """The mappings of `exclude`, of which none may hold as a whole."""
    for item in vocabulary.reader.one_or_more(node):
        condition = _mapping(vocabulary, item, "exclude")
        if condition is not None:
            yield Located(f"exclude {in_one_line(item)}", item.place), Not(condition)


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


def _mapping(vocabulary: Vocabulary, node: Node, what: str) -> Condition | None:
    fields = vocabulary.reader.fields(node, what)
    if fields is None:
        return None
    parts = [_entry(vocabulary, key, value) for key, value in fields.items()]
    if not parts:
        vocabulary.reader.error(
            "structure", f"{what} is empty; write a condition, or remove it", node.place
        )
    return All(tuple(part for part in parts if part is not None))


def _entry(vocabulary: Vocabulary, key: Scalar, value: Node) -> Condition | None:
    name = key.text
    if name in PROPERTIES:
        return _property(vocabulary, name, value)
    if name in SUMS:
        return _sum(vocabulary, key, value)
    if name == "pattern":
        return _pattern(vocabulary, value)
    if name in ("any", "all"):
        return _several(vocabulary, name, value)
    if name not in KEYWORDS and name not in vocabulary.numbers:
        if vocabulary.knows_colours:
            known = [*PROPERTIES, *SUMS, *KEYWORDS, *vocabulary.numbers]
            message = f'no property of a tile is called "{name}"{did_you_mean(name, known)}'
            vocabulary.reader.error("unknown-predicate", message, key.place)
        return None
    part = _mapping(vocabulary, value, name)
    if part is None:
        return None
    match name:
        case "not":
            return Not(part)
        case "each-colour":
            return OfColours("each", part)
        case "some-colour":
            return OfColours("some", part)
    return OfColour(vocabulary.numbers[name], part)


def _several(vocabulary: Vocabulary, name: str, value: Node) -> Condition | None:
    items = vocabulary.reader.items(value, name)
    if items == ():
        vocabulary.reader.error(
            "structure", f"{name} is empty; write a condition, or remove it", value.place
        )
    found = [_mapping(vocabulary, item, name) for item in items or ()]
    parts = tuple(part for part in found if part is not None)
    return Any(parts) if name == "any" else All(parts)


def _property(vocabulary: Vocabulary, name: str, value: Node) -> Condition | None:
    what, reader = PROPERTIES[name], vocabulary.reader
    if what.kind is bool:
        wanted = YES_NO.read(reader, value, name)
        comparison = (
            Comparison(((int(wanted), int(wanted)),), str(wanted)) if wanted is not None else None
        )
    else:
        comparison = NUMBERS.read(reader, value, name)
    return None if comparison is None else Has(what, comparison)


def _sum(vocabulary: Vocabulary, key: Scalar, value: Node) -> Condition | None:
    """The sum of the numbers at edges, at corners, or at both."""
    worth = tuple(ink.worth or 0 for ink in vocabulary.palette)
    if all(ink.worth is None for ink in vocabulary.palette) and vocabulary.knows_colours:
        message = f'"{key.text}" adds numbers; give the set "values", such as 0-5'
        vocabulary.reader.error("structure", message, key.place)
    comparison = NUMBERS.read(vocabulary.reader, value, key.text)
    edges, corners = SUMS[key.text]
    return None if comparison is None else Sum(edges, corners, worth, comparison)


def _pattern(vocabulary: Vocabulary, value: Node) -> Condition | None:
    sides = vocabulary.geometry.sides
    words = []
    for item in vocabulary.reader.one_or_more(value):
        text = vocabulary.reader.text(item, "pattern")
        if text is None or not vocabulary.knows_shape:
            return None
        if not _PATTERN.fullmatch(text) or len(text) != sides:
            message = (
                f"a pattern has a capital letter, or -, for each of the {sides} sides, not {text}"
            )
            vocabulary.reader.error("pattern", message, item.place)
            return None
        words.append(tuple(UNCOLOURED if letter == "-" else Colour(ord(letter)) for letter in text))
    return has_pattern(words, vocabulary.geometry, vocabulary.symmetry)
