"""Reading faces: what lies over and under a piece, by name from templates/faces/ or inside the set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field as dataclass_field
from functools import cached_property
from pathlib import Path
from typing import Self

from pnp.basics import limits
from pnp.basics.classes import frozen
from pnp.basics.errors import Located, Place, Related, Source, UnusableInput
from pnp.basics.words import did_you_mean
from pnp.definition.elements import LIST, Element
from pnp.definition.face_kinds import FIELD_NAME
from pnp.definition.reading import kinds
from pnp.definition.reading.data import field_name
from pnp.definition.reading.nodes import (
    MappingNode,
    Node,
    Scalar,
    SequenceNode,
    compose,
    read_source,
)
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, field
from pnp.definition.references import FIELD, NAMED, Scope, WrongReference, names_in, reference
from pnp.definition.templates import Templates, templates_near

# What a field's default says in place of a text.
REQUIRED, OPTIONAL = "required", "optional"

# The fields that pnp itself gives to every piece.
AUTOMATIC = ("id", "number", "total", "copies", "set", "group")

# The keys at which a face and its boxes hold elements.
_HOLDERS = ("under", "front", "back", "rows", "columns", "layers")

# The values of a piece's fields, each with its place.
FieldValues = Mapping[str, Located[str]]

_DEFAULTS = kinds.map_of(
    FIELD_NAME,
    kinds.text(),
    "`required`, `optional`, or the text that stands for it",
    each="a field",
)


def _read_entry(reader: Reader, node: Node, what: str) -> str | None:
    is_empty = isinstance(node, Scalar) and node.is_empty and not node.is_cut_off
    return "" if is_empty else reader.printed(node, what)


_ENTRY: kinds.Kind[str] = kinds.Kind(
    _read_entry, "", "a text", {"type": ["string", "number", "boolean", "null"]}
)
_ENTRIES = kinds.map_of(kinds.word("a value"), _ENTRY, "texts")
_TABLES = kinds.map_of(FIELD_NAME, _ENTRIES, "mappings from values to texts", each="a table")


class FaceDefinition(Section):
    """A face: elements under and over what pnp draws itself, and those of the back."""

    what = "a face"
    short = ("front",)

    name: str = field(
        kinds.name("a face"),
        "Its name, which is that of its file in `templates/faces/`.",
        key="face",
    )
    extends: str = field(kinds.name("a face"), "The face that this one changes.")
    change: Node | None = field(
        kinds.unread(
            "a mapping from names of elements to keys",
            {
                "type": "object",
                "additionalProperties": {"anyOf": [{"$ref": "#/$defs/change"}, {"const": "none"}]},
            },
        ),
        "Other keys for elements of that face, by their names; `none` takes an element away.",
    )
    defaults: tuple[tuple[Located[str], str], ...] = field(
        _DEFAULTS, "The fields of a piece, and the value of a field that it omits.", key="fields"
    )
    tables: tuple[tuple[Located[str], tuple[tuple[Located[str], str], ...]], ...] = field(
        _TABLES,
        "Tables of what a value or a character stands for, as in `{colours[grid[1]]}`; the entry `else` is for all others.",
    )
    under: tuple[Element, ...] = field(LIST, "Elements below what pnp draws, the lowest first.")
    front: tuple[Element, ...] = field(LIST, "Elements over what pnp draws.")
    back: tuple[Element, ...] = field(LIST, "Elements of the back.")

    def completed(self, reader: Reader) -> Self:
        names: dict[str, Place] = {}
        if len(self.elements) > limits.MOST_ELEMENTS:
            over, most = self.elements[limits.MOST_ELEMENTS].place, limits.MOST_ELEMENTS
            found = limits.too_many("elements in this face", len(self.elements), most, over)
            reader.findings.append(found)
        for element in self.elements:
            if element.name and element.name in names:
                message = f'two elements are called "{element.name}"; give this one another name'
                first = Related("it is here first", names[element.name])
                reader.error("duplicate-key", message, element.place, first)
            names.setdefault(element.name, element.place)
            for text, place in element.templates:
                _check_braces(reader, text, place)
        for element in (*self.under, *self.front, *self.back):
            self._check_loops(reader, element, {})
        return self

    def _check_loops(self, reader: Reader, element: Element, around: Mapping[str, Place]) -> None:
        """Reports loops that give values to a name that has one."""
        if element.loop is not None:
            loop, place = element.loop
            for name in loop.names:
                if name in around:
                    first = Related("the other loop is here", around[name])
                    message = (
                        f'the loop "{name}" is inside another loop "{name}"; choose another name'
                    )
                    reader.error("name", message, place, first)
                elif name in self.expected or name in self.texts_by_table or name in AUTOMATIC:
                    message = (
                        f'a loop cannot be called "{name}": that is a field; choose another name'
                    )
                    reader.error("name", message, place)
            around = {**around, **dict.fromkeys(loop.names, place)}
        for each in element.inner:
            self._check_loops(reader, each, around)

    @cached_property
    def texts_by_table(self) -> dict[str, dict[str, str]]:
        """The entries of its tables, by the names of the tables."""
        return {
            name.value: {key.value: text for key, text in entries} for name, entries in self.tables
        }

    def scope(self, values: Mapping[str, str]) -> Scope:
        """What references stand for on a piece with these values."""
        return Scope(values, self.texts_by_table)

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """All elements, with those inside others."""
        listed = (*self.under, *self.front, *self.back)
        return tuple(each for element in listed for each in element.all())

    @cached_property
    def used(self) -> dict[str, Place]:
        """The names in braces and in conditions, each with its first place; some may be signs."""
        found: dict[str, Place] = {}
        for element in (*self.under, *self.front, *self.back):
            for name, place in _names_used(element, frozenset(self.texts_by_table)):
                found.setdefault(name, place)
        return found

    @cached_property
    def expected(self) -> dict[str, str | None]:
        """The declared fields with their defaults; None for a required field."""
        texts = {REQUIRED: None, OPTIONAL: ""}
        return {name.value: texts.get(text, text) for name, text in self.defaults}

    @property
    def has_back(self) -> bool:
        return bool(self.back)


def _names_used(element: Element, known: frozenset[str]) -> Iterator[tuple[str, Place]]:
    """The names of fields and signs in an element, but for those that loops and tables give."""
    inside = known if element.loop is None else known.union(element.loop.value.names)
    found = [(name, place) for text, place in element.templates for name in names_in(text)]
    if element.when is not None:
        found += [(name, element.when.place) for name in element.when.value.names]
    yield from (each for each in found if each[0] not in inside)
    for inner in element.inner:
        yield from _names_used(inner, inside)


def _check_braces(reader: Reader, text: str, place: Place) -> None:
    """Reports names in braces that no field or sign can have, and wrong calculations."""
    for name in dict.fromkeys(NAMED.findall(text)):
        try:
            if not reference(name).is_name:
                continue
        except WrongReference as error:
            reader.error("name", str(error), place)
            continue
        near = field_name(name)
        if name != near or not FIELD.fullmatch(name):
            hint = f"; write {{{near}}}" if FIELD.fullmatch(near) else ""
            message = f"{{{name}}} is the name of no field or sign{hint}, or {{{{ for a brace"
            reader.error("name", message, place)


NO_FACE = FaceDefinition()


@frozen
class FaceReader:
    """Reads the faces of a set whose file lies at a path, each template once."""

    reader: Reader
    file: Path
    sources: list[Source] = dataclass_field(default_factory=list)
    _named: dict[str, Node | None] = dataclass_field(default_factory=dict)
    _whole: dict[str, FaceDefinition | None] = dataclass_field(default_factory=dict)

    @cached_property
    def _templates(self) -> Templates:
        return templates_near(self.file)

    def face(self, node: Node) -> FaceDefinition | None:
        """The face that a node names or writes; None after a finding."""
        before = len(self.reader.findings)
        written = self._written(node, ())
        face = None if written is None else FaceDefinition.read(self.reader, written, "front")
        return face if len(self.reader.findings) == before else None

    def named(self, name: str, place: Place) -> FaceDefinition | None:
        """The face of that name, for a key at that place; read once."""
        if name not in self._whole:
            self._whole[name] = self.face(Scalar(name, "str", False, place))
        return self._whole[name]

    def _written(self, node: Node, above: tuple[str, ...]) -> Node | None:
        if isinstance(node, Scalar):
            name = self.reader.name(node, "a face")
            return None if name is None else self._of_name(name, node.place, above)
        if not isinstance(node, MappingNode):
            return node
        entries = {key.text: (key, value) for key, value in node.entries}
        if "extends" not in entries:
            if "change" in entries:
                message = '"change" needs "extends"; name the face that it changes'
                self.reader.error("structure", message, entries["change"][0].place)
            return node
        base = self._written(entries["extends"][1], above)
        if base is None:
            return None
        if not isinstance(base, MappingNode):
            # A face may be a list of elements.
            base = MappingNode(((Scalar("front", "str", False, base.place), base),), base.place)
        return self._extended(node, base)

    def _of_name(self, name: str, place: Place, above: tuple[str, ...]) -> Node | None:
        if name in above:
            chain = " extends ".join(f'"{each}"' for each in (*above[above.index(name) :], name))
            self.reader.error("structure", f"a face cannot extend itself: {chain}", place)
            return None
        if len(above) > limits.MOST_EXTENDED:
            most = limits.MOST_EXTENDED
            message = (
                f"faces extend each other more than {most} deep here; extend one that needs fewer"
            )
            self.reader.error("limit", message, place)
            return None
        if name not in self._named:
            self._named[name] = self._read(name, place, above)
        return self._named[name]

    def _read(self, name: str, place: Place, above: tuple[str, ...]) -> Node | None:
        path = self._templates.find("faces", name, ".yaml")
        if path is None:
            self.reader.findings.append(self._templates.missing("faces", name, ".yaml", place))
            return None
        try:
            source = read_source(path)
            self.sources.append(source)
            return self._written(compose(source), (*above, name))
        except UnusableInput as error:
            self.reader.findings += error.as_findings()
            return None

    def _extended(self, node: MappingNode, base: MappingNode) -> MappingNode:
        """The base with the changes, the fields and the further elements of the node."""
        own = {key.text: (key, value) for key, value in node.entries if key.text != "extends"}
        _, change = own.pop("change", (None, None))
        if change is not None:
            base = self._changed(base, change)
        entries = {key.text: (key, value) for key, value in base.entries if key.text != "face"}
        for name, (key, value) in own.items():
            if name in entries and name in ("fields", "tables", "under", "front", "back"):
                value = _joined(entries[name][1], value)
            entries[name] = (key, value)
        return MappingNode(tuple(entries.values()), node.place)

    def _changed(self, base: MappingNode, change: Node) -> MappingNode:
        fields = self.reader.fields(change, "change")
        wanted = {} if fields is None else {key.text: (key, node) for key, node in fields.items()}
        known = {*_names(base)}
        for name, (key, _) in wanted.items():
            if name not in known:
                message = f'the face has no element "{name}"{did_you_mean(name, known)}'
                self.reader.error("unknown-name", message, key.place)
        made = _with_changes(base, {name: node for name, (_, node) in wanted.items()})
        assert isinstance(made, MappingNode)
        return made


def _joined(base: Node, own: Node) -> Node:
    """The entries of two lists or mappings; the later of two equal keys counts."""
    if isinstance(base, SequenceNode) and isinstance(own, SequenceNode):
        return SequenceNode((*base.items, *own.items), own.place)
    if isinstance(base, MappingNode) and isinstance(own, MappingNode):
        keys = {key.text for key, _ in own.entries}
        kept = (entry for entry in base.entries if entry[0].text not in keys)
        return MappingNode((*kept, *own.entries), own.place)
    return own


def _name_of(node: Node) -> str:
    """The name of an element; empty without one."""
    entries = node.entries if isinstance(node, MappingNode) else ()
    names = (each for key, each in entries if key.text == "name" and isinstance(each, Scalar))
    return next((each.text for each in names), "")


def _names(node: Node) -> Iterator[str]:
    """The names of the elements in a face."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _names(item)
    elif isinstance(node, MappingNode):
        yield from filter(None, [_name_of(node)])
        for key, value in node.entries:
            if key.text in _HOLDERS:
                yield from _names(value)


def _with_changes(node: Node, changes: Mapping[str, Node]) -> Node:
    """The face with the changed keys of its elements, without those that are taken away."""
    if isinstance(node, SequenceNode):
        kept = (
            item
            for item in node.items
            if not isinstance(change := changes.get(_name_of(item)), Scalar)
            or change.text != "none"
        )
        return SequenceNode(tuple(_with_changes(item, changes) for item in kept), node.place)
    if not isinstance(node, MappingNode):
        return node
    entries = tuple(
        (key, _with_changes(value, changes) if key.text in _HOLDERS else value)
        for key, value in node.entries
    )
    whole: Node = MappingNode(entries, node.place)
    change = changes.get(_name_of(node))
    return whole if change is None else _joined(whole, change)
