"""Reading `where` and `exclude`."""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.basics.words import did_you_mean
from pnp.definition.model import Constraint, Ink
from pnp.definition.nodes import Mapping, Node, Scalar, Sequence
from pnp.definition.reader import Reader
from pnp.enumeration.conditions import (
    All,
    Any,
    Comparison,
    Condition,
    Has,
    Not,
    OfColour,
    OfColours,
    has_pattern,
)
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import UNCOLOURED, Colour, TileGeometry

_PATTERN = re.compile(r"[A-Z-]+")
KEYWORDS = ("any", "all", "not", "pattern", "each-colour", "some-colour")


class Vocabulary(NamedTuple):
    """What a predicate may speak of."""

    geometry: TileGeometry
    symmetry: Symmetry
    inks: tuple[Ink, ...]

    def colour(self, name: str) -> Colour | None:
        """The number of the colour with this name."""
        names = [ink.name for ink in self.inks]
        return Colour(names.index(name)) if name in names else None

    def words(self) -> list[str]:
        return [*PROPERTIES, *KEYWORDS, *(ink.name for ink in self.inks)]


def read_where(
    reader: Reader, node: Node, vocabulary: Vocabulary
) -> list[tuple[Constraint, Condition]]:
    """The entries of `where`: all of them have to hold."""
    fields = reader.fields(node, "where")
    if fields is None:
        return []
    found = []
    for key, value in fields.items():
        condition = _entry(reader, key, value, vocabulary)
        if condition is not None:
            found.append((Constraint(f"{key.text}: {written(value)}", key.place), condition))
    return found


def read_exclude(
    reader: Reader, node: Node, vocabulary: Vocabulary
) -> list[tuple[Constraint, Condition]]:
    """What `exclude` takes away: tiles for which one of its mappings holds whole."""
    found: list[tuple[Constraint, Condition]] = []
    for item in reader.one_or_more(node):
        condition = _mapping(reader, item, "exclude", vocabulary)
        if condition is not None:
            text = f"exclude {written(item)}"
            found.append((Constraint(text, item.place), Not(condition)))
    return found


def written(node: Node) -> str:
    """A node in one line, as it could be written in YAML.

    Used in messages; what was quoted is shown as it reads.
    """
    match node:
        case Scalar(text=text):
            return text
        case Sequence(items=items):
            return "[" + ", ".join(map(written, items)) + "]"
        case Mapping(entries=entries):
            return "{" + ", ".join(f"{key.text}: {written(value)}" for key, value in entries) + "}"


def _mapping(reader: Reader, node: Node, what: str, vocabulary: Vocabulary) -> Condition | None:
    fields = reader.fields(node, what)
    if fields is None:
        return None
    parts = [_entry(reader, key, value, vocabulary) for key, value in fields.items()]
    if not parts:
        reader.error("structure", f"{what} is empty", node.place)
    return All(tuple(part for part in parts if part is not None))


def _entry(reader: Reader, key: Scalar, value: Node, vocabulary: Vocabulary) -> Condition | None:
    name = key.text
    if name in PROPERTIES:
        return _property(reader, name, value)
    if name == "pattern":
        return _pattern(reader, value, vocabulary)
    if name in ("any", "all"):
        items = reader.items(value, name)
        if not items:
            if items is not None:
                reader.error("structure", f"{name} is empty", value.place)
            return None
        parts = [_mapping(reader, item, name, vocabulary) for item in items]
        return (Any if name == "any" else All)(tuple(part for part in parts if part is not None))
    if name == "not":
        part = _mapping(reader, value, name, vocabulary)
        return None if part is None else Not(part)
    if name in ("each-colour", "some-colour"):
        part = _mapping(reader, value, name, vocabulary)
        quantifier = "each" if name == "each-colour" else "some"
        return None if part is None else OfColours(quantifier, part)  # type: ignore[arg-type]
    colour = vocabulary.colour(name)
    if colour is not None:
        part = _mapping(reader, value, name, vocabulary)
        return None if part is None else OfColour(colour, part)
    hint = did_you_mean(name, vocabulary.words())
    reader.error("unknown-predicate", f'nothing of a tile is called "{name}"{hint}', key.place)
    return None


def _property(reader: Reader, name: str, value: Node) -> Condition | None:
    what = PROPERTIES[name]
    if what.kind is bool:
        wanted = reader.boolean(value, name)
        if wanted is None:
            return None
        return Has(what, Comparison(((int(wanted), int(wanted)),), str(wanted)))
    comparison = reader.comparison(value, name)
    return None if comparison is None else Has(what, comparison)


def _pattern(reader: Reader, value: Node, vocabulary: Vocabulary) -> Condition | None:
    sides = vocabulary.geometry.sides
    words = []
    for item in reader.one_or_more(value):
        text = reader.text(item, "pattern")
        if text is None:
            return None
        if not _PATTERN.fullmatch(text) or len(text) != sides:
            reader.error(
                "pattern",
                f"a pattern has a capital letter, or -, for each of the {sides} sides, not {text}",
                item.place,
            )
            return None
        words.append(tuple(UNCOLOURED if letter == "-" else Colour(ord(letter)) for letter in text))
    return has_pattern(words, vocabulary.geometry, vocabulary.symmetry)
