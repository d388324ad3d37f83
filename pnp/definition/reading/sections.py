"""Sections: mappings of a file whose keys are declared once, as the fields of a dataclass.

Each field declares the kind of a value, its meaning in one sentence, and its default. Reading,
messages and the tables of keys in the documentation all come from that.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform, overload

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import NOWHERE, Located, Place, Related
from pnp.basics.words import choices, in_words, quoted
from pnp.definition.reading.kinds import Kind, Schema, map_of
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Fields, Reader

T = TypeVar("T")
D = TypeVar("D")
_UNSET: Any = object()


class Declared(NamedTuple):
    """The declaration of a key; `otherwise` says in words what holds if the key is omitted."""

    attribute: str
    key: str
    kind: Kind[Any]
    meaning: str
    required: bool
    default: object
    otherwise: str


@overload
def field(
    kind: Kind[T], meaning: str, *, key: str = "", required: bool = False, otherwise: str = ""
) -> T: ...
@overload
def field(
    kind: Kind[T], meaning: str, *, default: D, key: str = "", otherwise: str = ""
) -> T | D: ...
def field(
    kind: Kind[Any],
    meaning: str,
    *,
    key: str = "",
    required: bool = False,
    default: Any = _UNSET,
    otherwise: str = "",
) -> Any:
    """A key of a section, called like its attribute unless `key` is given.

    The default is the stand-in of the kind, such as an empty text or list, no, or the least number.
    """
    value = kind.stand_in if default is _UNSET else default
    declared = Declared("", key, kind, meaning, required, value, otherwise)
    return dataclasses.field(default=value, metadata={"declared": declared})


@dataclass_transform(kw_only_default=True, frozen_default=True)
@frozen(init=False, kw_only=True)
class Section:
    """A mapping as it is written; a subclass is frozen, and declares its keys with `field`.

    A value that is no mapping may stand for the keys in `short`. An attribute that is no key
    follows from the rest of the file. `place` is the place of the section's name, or else of the
    section.
    """

    what: ClassVar[str]
    # The keys of which it has exactly one, or one or more; and keys that need another, or one of several.
    one_of: ClassVar[tuple[str, ...]] = ()
    some_of: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    # What to do if one of these keys stands beside the wrong one of `one_of`.
    instead: ClassVar[Mapping[str, str]] = {}
    # The rest of the JSON Schema that is about several keys at once.
    together: ClassVar[Schema] = {}
    short: ClassVar[tuple[str, ...]] = ()
    # The key after which the reader knows the words that later keys are written in.
    last_of_words: ClassVar[str] = ""
    # The keys, in order; and those one level deeper that only one of them can have, with that one.
    declarations: ClassVar[Mapping[str, Declared]] = {}
    below: ClassVar[Mapping[str, str]] = {}

    place: Place = NOWHERE
    fields: Fields = dataclasses.field(default=Fields(NOWHERE, {}), compare=False, repr=False)
    unsound: frozenset[str] = dataclasses.field(default=frozenset(), compare=False, repr=False)

    def __init__(self, **values: object) -> None:
        for each in dataclasses.fields(self):
            if each.name in values:
                self.__dict__[each.name] = values.pop(each.name)
            elif each.default_factory is not dataclasses.MISSING:
                self.__dict__[each.name] = each.default_factory()
        if values:
            raise TypeError(f"{type(self).__name__} has no {in_words([*values])}")

    def __init_subclass__(cls) -> None:
        frozen(init=False, kw_only=True)(cls)
        cls.declarations = _declarations(cls)
        cls.below = _under(cls.declarations)

    @classmethod
    def read(
        cls, reader: Reader, node: Node, what: str = "", name: Located[str] | None = None
    ) -> Self | None:
        """The section in a node, perhaps under a name; None if it is no mapping."""
        keys = declared(cls)
        if cls.short and not isinstance(node, MappingNode):
            entries = {key: (Scalar(key, "str", False, node.place), node) for key in cls.short}
            fields: Fields | None = Fields(node.place, entries)
        else:
            what = ""
            required = [each.key for each in keys.values() if each.required]
            known = None if cls.has_other_keys(node) else keys
            expected = {key: in_plain_words(keys[key].kind) for key in required}
            fields = reader.fields(
                node,
                cls.what,
                known=known,
                required=required,
                under=cls.below,
                expected=expected,
            )
        if fields is None:
            return None
        values: dict[str, Any] = {"place": fields.place_of("name"), "fields": fields}
        if name is not None:
            values |= {"name": name.value, "place": name.place}
        unsound = {*fields.misspelt}
        for key, each in keys.items():
            before = len(reader.findings)
            content = fields.node(key)
            value = None if content is None else each.kind.read(reader, content, what or key)
            values[each.attribute] = each.default if value is None else value
            if len(reader.findings) > before or (each.required and content is None):
                unsound.add(key)
            if key == cls.last_of_words:
                cls(unsound=frozenset(unsound), **values).teach(reader)
        made = cls(unsound=frozenset(unsound), **values)
        made._check_together(reader)
        return made.completed(reader)

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        """Whether the section may have keys that are not declared."""
        return False

    def _check_together(self, reader: Reader) -> None:
        """Reports keys that are missing or too many beside others."""
        wanted = self.one_of or self.some_of
        written = [key for key in wanted if self.has(key)]
        if wanted and not written:
            message = f"{self.what} needs {choices([quoted(key) for key in wanted])}"
            reader.error("missing-key", message, self.fields.place)
            return
        for key in written[1:] if self.one_of else ():
            message = f'{self.what} has either "{written[0]}" or "{key}"; {self._advice(key)}'
            first = Related(f'"{written[0]}" is here', self.place_of(written[0]))
            reader.error("structure", message, self.place_of(key), first)
        for key, others in self.needs:
            if any(map(self.has, others)):
                continue
            needed = choices([quoted(other) for other in others])
            if self.one_of and {*others} <= {*self.one_of}:
                if self.has(key):
                    message = f'"{key}" is for {self.what} with {needed}, and this one has "{written[0]}"; {self._advice(key)}'
                    reader.error("structure", message, self.place_of(key))
            else:
                self.refuse(reader, key, needed)

    def _advice(self, key: str) -> str:
        """What to do about a key beside the wrong one of `one_of`."""
        return self.instead.get(key, "remove one of the two")

    def refuse(self, reader: Reader, key: str, needed: str) -> None:
        """Reports the key, if the file has it, since what it needs is missing."""
        if self.has(key):
            message = f'"{key}" needs {needed}; add that, or remove "{key}"'
            reader.error("structure", message, self.place_of(key))

    def teach(self, reader: Reader) -> None:
        """Tells the reader what follows from the keys up to `last_of_words`; the others have no values yet."""

    def completed(self, reader: Reader) -> Self:
        """The section after a check of its keys together, with what follows from them."""
        return self

    @property
    def others(self) -> tuple[tuple[Scalar, Node], ...]:
        """The keys that are not declared, with their values."""
        return tuple(each for each in self.fields.items() if each[0].text not in self.declarations)

    def has(self, key: str) -> bool:
        """Whether the file has the key, perhaps misspelt."""
        return key in self.fields or key in self.fields.misspelt

    def place_of(self, key: str) -> Place:
        """The place of a key's value, or else of the section."""
        return self.fields.place_of(key)

    def is_sound(self, *keys: str) -> bool:
        """Whether no finding is about these keys, so that a check of them adds no noise."""
        return self.unsound.isdisjoint(keys)

    def is_lost(self, key: str) -> bool:
        """Whether nothing could be read of the value at the key."""
        each = declared(type(self))[key]
        return key in self.unsound and getattr(self, each.attribute) == each.default


def declared(section: type[Section]) -> Mapping[str, Declared]:
    """The declarations of a section's keys, in order."""
    return section.declarations


def _declarations(section: type[Section]) -> dict[str, Declared]:
    found: dict[str, Declared] = {}
    for each in dataclasses.fields(section):
        if written := each.metadata.get("declared"):
            key = written.key or each.name
            found[key] = written._replace(attribute=each.name, key=key)
    return found


def _under(keys: Mapping[str, Declared]) -> dict[str, str]:
    """The keys one level deeper that only one of the keys can have, with that key."""
    owners: dict[str, list[str]] = {}
    for key, each in keys.items():
        for section in {kind.section for kind in (each.kind, *each.kind.inner) if kind.section}:
            for inner in declared(section):
                owners.setdefault(inner, []).append(key)
    return {key: found[0] for key, found in owners.items() if len(found) == 1 and key not in keys}


_MARKDOWN = re.compile(r"\[([^]]+)\]\([^)]+\)|`")


def in_plain_words(kind: Kind[Any]) -> str:
    """The description of a kind without Markdown."""
    return _MARKDOWN.sub(r"\1", kind.words)


S = TypeVar("S", bound=Section)


def nested(section: type[S]) -> Kind[S]:
    """A section inside another."""
    keys = declared(section)
    short = f"{keys[section.short[0]].kind.words}; or " if section.short else ""
    words = f"`{{{', '.join(f'{key}: …' for key in keys)}}}`" if len(keys) < 4 else "a mapping"
    schema = {"$ref": f"#/$defs/{section.__name__}"}
    inner = tuple(each.kind for each in keys.values())
    return Kind(section.read, section(), short + words, schema, inner, section)


class NamedSection(Section):
    """A section under a name, whose place it has."""

    name: str = ""


N = TypeVar("N", bound=NamedSection)


def named(key: Kind[str], section: type[N], of: str) -> Kind[tuple[N, ...]]:
    """A mapping from names to sections, each of which knows its name."""

    def read(reader: Reader, node: Node, what: str) -> tuple[N, ...] | None:
        fields = reader.fields(node, what)
        if fields is None:
            return None
        made = []
        for written, content in fields.items():
            name = Located(key.read(reader, written, what) or "", written.place)
            found = section.read(reader, content, written.text, name)
            made.append(found or section(name=name.value, place=name.place))
        return tuple(made)

    mapping = map_of(key, nested(section), of)
    return Kind(read, (), mapping.words, mapping.schema, mapping.inner)


def sections(*kinds: Kind[Any]) -> list[type[Section]]:
    """The sections that can be written inside values of these kinds, from the outside in."""
    found: dict[type[Section], None] = {}
    for kind in kinds:
        found |= dict.fromkeys([kind.section] if kind.section else [])
        found |= dict.fromkeys(sections(*kind.inner))
    return list(found)


def title_of(name: str) -> str:
    """The default title of a piece with a name.

    >>> title_of("start-tile")
    'Start tile'
    """
    return name.replace("-", " ").capitalize()
