"""JSON Schemas of files, for editors, from the keys that sections declare.

A schema tells structure alone: keys, types, words and limits. What a colour, a tile or a formula
means is checked when pnp reads the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.definition.blocks import BLOCKS
from pnp.definition.definition import Definition, definition_with, installed_kinds
from pnp.definition.elements import ELEMENTS
from pnp.definition.faces import FaceDefinition
from pnp.definition.figures import FigureDefinition
from pnp.definition.pads import PadTemplate
from pnp.definition.pieces.section import PieceKinds
from pnp.definition.reading.kinds import NUMBERS_SCHEMA, Kind, Schema
from pnp.definition.reading.sections import Declared, Section, declared, sections
from pnp.definition.themes import ThemeSection
from pnp.definition.tiles.predicates import CONDITIONS_SCHEMA

# The files that have a schema, by name.
FILES: Mapping[str, type[Section]] = {
    "tileset": Definition,
    "theme": ThemeSection,
    "pad": PadTemplate,
    "face": FaceDefinition,
}

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


def json_schema(file: str, pieces: PieceKinds | None = None) -> dict[str, Any]:
    """The schema of one of the FILES, as plain values; sets have these kinds of pieces, or all installed."""
    section = FILES[file]
    if file == "tileset":
        section = definition_with((*(pieces or installed_kinds()).values(),))
    kinds: list[Kind[Any]] = [each.kind for each in declared(section).values()]
    definitions: dict[str, Schema] = {}
    if file in ("tileset", "pad", "face"):
        definitions["block"] = _block()
        kinds += [block.kind for block in BLOCKS.values()]
    if file in ("tileset", "face"):
        faces: list[type[Section]] = [FaceDefinition, *ELEMENTS.values()]
        definitions["element"] = _any_of(faces[1:])
        definitions["change"] = _changes(faces[1:])
        definitions |= {each.__name__: _mapping(each) for each in faces}
    if file == "tileset":
        definitions |= {"conditions": CONDITIONS_SCHEMA, "numbers": NUMBERS_SCHEMA}
    for inside in sections(*kinds):
        definitions[inside.__name__] = _whole(inside)
    title = f"pnp: {section.what}"
    return {"$schema": _DIALECT, "title": title, **_mapping(section), "$defs": definitions}


def _whole(section: type[Section]) -> Schema:
    """A section, or the value that may stand for its short keys."""
    if not section.short:
        return _mapping(section)
    keys = declared(section)
    return {"anyOf": [keys[section.short[0]].kind.schema, _mapping(section)]}


def _changes(elements: Iterable[type[Section]]) -> Schema:
    """Some keys of an element of an unknown kind."""
    keys: dict[str, list[Declared]] = {}
    for element in elements:
        for key, each in declared(element).items():
            others = [one for one in keys.get(key, ()) if one.kind.schema != each.kind.schema]
            keys[key] = [*others, each]
    properties = {
        key: {"anyOf": [each.kind.schema for each in found], "description": found[-1].meaning}
        if len(found) > 1
        else _described(found[0])
        for key, found in keys.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _mapping(section: type[Section]) -> dict[str, Any]:
    keys = declared(section)
    return {
        "type": "object",
        "properties": {key: _described(each) for key, each in keys.items()},
        "required": [key for key, each in keys.items() if each.required],
        # A figure with scores may also have the keys of a game's positions.
        "additionalProperties": section is FigureDefinition,
        **_together(section),
    }


def _together(section: type[Section]) -> Schema:
    """What is about several keys at once."""

    def required(keys: Iterable[str]) -> list[Schema]:
        return [{"required": [key]} for key in keys]

    needs = section.needs
    words: Mapping[str, object] = {
        "oneOf": required(section.one_of),
        "anyOf": required(section.some_of),
        "dependentRequired": {key: [*others] for key, others in needs if len(others) == 1},
        "dependentSchemas": {
            key: {"anyOf": required(others)} for key, others in needs if len(others) > 1
        },
    }
    return {**{word: part for word, part in words.items() if part}, **section.together}


def _described(each: Declared) -> Schema:
    """The schema of a key, with its sentence and its default."""
    words = each.meaning
    if each.otherwise:
        words += f" The default is {each.otherwise}."
    return {**each.kind.schema, "description": _LINK.sub(r"\1", words)}


def _any_of(sections: Sequence[type[Section]]) -> Schema:
    """One of the sections, each of which has its own definition."""
    return {"anyOf": [{"$ref": f"#/$defs/{each.__name__}"} for each in sections]}


def _block() -> Schema:
    """A block of a pad: a mapping with one key, its kind."""
    kinds = {
        key: {**block.kind.schema, "description": block.meaning} for key, block in BLOCKS.items()
    }
    one = {"minProperties": 1, "maxProperties": 1, "additionalProperties": False}
    return {"type": "object", "properties": kinds, **one}
