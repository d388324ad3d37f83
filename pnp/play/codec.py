"""How games are written: codecs of values, moves as sentences, and positions as tables of keys.

A file with `moves` or `start` is a record. A file with `phase` is a whole position, judged by the
game's `status`. Any other file is an extract: a table that is only scored.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Place, Related
from pnp.basics.words import did_you_mean
from pnp.definition.reading import MappingNode, Node, Plain, Reader, Scalar, kinds
from pnp.play.position import (
    HIDDEN_CHANCE,
    HIDDEN_TEXT,
    Chance,
    Chosen,
    IllegalMove,
    Option,
)
from pnp.tiles.hexgrid import Hex, format_cell, parse_cell

Value = TypeVar("Value")
Other = TypeVar("Other")
Key = TypeVar("Key")
Enumerated = TypeVar("Enumerated", bound=Enum)
MoveT = TypeVar("MoveT")


class Codec(ABC, Generic[Value]):
    """Reads values of one kind from nodes, and writes them as plain values."""

    @abstractmethod
    def read(self, reader: Reader, node: Node) -> Value | None:
        """The value at a node; None if it is wrong, and the reader then has a finding."""

    @abstractmethod
    def write(self, value: Value) -> Plain:
        """The value as YAML has it."""

    def mapped(self, to: Callable[[Value], Other], back: Callable[[Other], Value]) -> Codec[Other]:
        """The codec of the values that *to* makes from these; *back* makes these from them."""
        return _Mapped(self, to, back)


class _Mapped(Codec[Other], Generic[Value, Other]):
    def __init__(
        self, inner: Codec[Value], to: Callable[[Value], Other], back: Callable[[Other], Value]
    ) -> None:
        self._inner, self._to, self._back = inner, to, back

    def read(self, reader: Reader, node: Node) -> Other | None:
        value = self._inner.read(reader, node)
        return None if value is None else self._to(value)

    def write(self, value: Other) -> Plain:
        return self._inner.write(self._back(value))


class Word(Codec[Value]):
    """A value that is one text, in a file and in a move.

    `what` names it with an article, such as "a tile"; `parse` raises ValueError with the reason if a
    text is wrong.
    """

    def __init__(
        self, what: str, parse: Callable[[str], Value], write: Callable[[Value], str] = str
    ) -> None:
        self.what, self.parse, self.text = what, parse, write

    def read(self, reader: Reader, node: Node) -> Value | None:
        text = reader.text(node, self.what)
        try:
            return None if text is None else self.parse(text)
        except ValueError as error:
            reader.error("notation", str(error), node.place)
            return None

    def write(self, value: Value) -> Plain:
        return self.text(value)


def word_among(what: str, values: Mapping[str, Value]) -> Word[Value]:
    """The codec for one of a few values, by their texts."""
    texts = {value: text for text, value in values.items()}

    def parse(text: str) -> Value:
        if text not in values:
            raise ValueError(f'"{text}" is not {what}{did_you_mean(text, values)}')
        return values[text]

    return Word(what, parse, texts.__getitem__)


def word_of(what: str, words: type[Enumerated]) -> Word[Enumerated]:
    """The codec for a member of an enumeration; its text is the member's value."""
    return word_among(what, {word.value: word for word in words})


CELL: Word[Hex] = Word("a cell", parse_cell, format_cell)


class Number(Codec[int]):
    """A whole number within limits."""

    def __init__(self, what: str, *, least: int = 0, most: int = 10**9) -> None:
        self.what, self._number = what, kinds.integer(least, most)

    def read(self, reader: Reader, node: Node) -> int | None:
        return self._number.read(reader, node, self.what)

    def write(self, value: int) -> Plain:
        return value


class ListOf(Codec[tuple[Value, ...]]):
    """A list of values, in the order of the file or sorted."""

    def __init__(self, what: str, item: Codec[Value], *, is_sorted: bool = False) -> None:
        self.what, self._item, self._sorted = what, item, is_sorted

    def read(self, reader: Reader, node: Node) -> tuple[Value, ...] | None:
        nodes = reader.items(node, self.what)
        values = None if nodes is None else _all_read(self._item, reader, nodes)
        return tuple(sorted(values)) if values and self._sorted else values  # type: ignore[type-var]

    def write(self, value: Sequence[Value]) -> Plain:
        return [self._item.write(each) for each in value]


class OneOrMore(Codec[tuple[Value, ...]]):
    """A list of values; a single one needs no brackets, and is written without."""

    def __init__(self, item: Codec[Value]) -> None:
        self._item = item

    def read(self, reader: Reader, node: Node) -> tuple[Value, ...] | None:
        return _all_read(self._item, reader, reader.one_or_more(node))

    def write(self, value: Sequence[Value]) -> Plain:
        texts = [self._item.write(each) for each in value]
        return texts[0] if len(texts) == 1 else texts


def _all_read(
    item: Codec[Value], reader: Reader, nodes: Iterable[Node]
) -> tuple[Value, ...] | None:
    """The values at some nodes; None if one of them is wrong."""
    found = [item.read(reader, each) for each in nodes]
    values = tuple(each for each in found if each is not None)
    return values if len(values) == len(found) else None


class MapOf(Codec[dict[Key, Value]], Generic[Key, Value]):
    """A mapping from words to values, in the order of the file."""

    def __init__(self, what: str, key: Word[Key], value: Codec[Value]) -> None:
        self.what, self._key, self._value = what, key, value

    def read(self, reader: Reader, node: Node) -> dict[Key, Value] | None:
        fields = reader.fields(node, self.what)
        if fields is None:
            return None
        found: dict[Key, Value] = {}
        places: dict[Key, Place] = {}
        entries = [*fields.items()]
        for key_node, value_node in entries:
            key, value = self._key.read(reader, key_node), self._value.read(reader, value_node)
            if key is not None and key in found:
                message = f"{key_node.text} appears twice; remove one of the two"
                first = Related("it is here first", places[key])
                reader.error("duplicate-key", message, key_node.place, first)
            elif key is not None and value is not None:
                found[key], places[key] = value, key_node.place
        return found if len(found) == len(entries) else None

    def write(self, value: Mapping[Key, Value]) -> Plain:
        return {self._key.text(key): self._value.write(each) for key, each in value.items()}


class PerPlayer(Codec[tuple[Value, ...]]):
    """A value for each player, `{1: …, 2: …}`, from player 1 on without a gap."""

    def __init__(self, what: str, value: Codec[Value], *, most: int) -> None:
        self.what, self._value = what, value
        self._players = [str(player) for player in range(1, most + 1)]

    def read(self, reader: Reader, node: Node) -> tuple[Value, ...] | None:
        fields = reader.fields(node, self.what, known=self._players)
        if fields is None:
            return None
        last = max((int(key.text) for key, _ in fields.items()), default=0)
        found = []
        for player in self._players[:last]:
            if player not in fields:
                reader.error("missing-key", f"{self.what} has no player {player}", node.place)
                return None
            value = fields.read(player, partial(self._value.read, reader))
            if value is not None:
                found.append(value)
        return tuple(found) if len(found) == last else None

    def write(self, value: Sequence[Value]) -> Plain:
        return {str(player): self._value.write(each) for player, each in enumerate(value, 1)}


class Record(Codec[Value]):
    """A mapping with a fixed set of keys, which together make one value, such as a player's run."""

    def __init__(self, what: str, make: Callable[..., Value], **codecs: Codec[Any]) -> None:
        self.what, self._make, self._codecs = what, make, codecs

    def read(self, reader: Reader, node: Node) -> Value | None:
        fields = reader.fields(node, self.what, known=self._codecs, required=self._codecs)
        if fields is None:
            return None
        found = {
            key: fields.read(key, partial(codec.read, reader))
            for key, codec in self._codecs.items()
        }
        return None if None in found.values() else self._make(**found)

    def write(self, value: Value) -> Plain:
        return {key: codec.write(getattr(value, key)) for key, codec in self._codecs.items()}


class _ChanceCodec(Codec[Chance]):
    """What is drawn next, `{seed: 5, step: 2}`, or `?` if a player does not know it."""

    def __init__(self) -> None:
        self._known = Record("chance", Chance, seed=Number("seed"), step=Number("step"))

    def read(self, reader: Reader, node: Node) -> Chance | None:
        is_hidden = isinstance(node, Scalar) and node.text == HIDDEN_TEXT
        return HIDDEN_CHANCE if is_hidden else self._known.read(reader, node)

    def write(self, value: Chance) -> Plain:
        return HIDDEN_TEXT if value.is_hidden else self._known.write(value)


CHANCE: Codec[Chance] = _ChanceCodec()


def names(values: Iterable[str], what: str) -> Word[str]:
    """The codec for one of a few names, such as those of colours."""
    return word_among(what, {value: value for value in values})


def by_name(
    what: str, keys: Iterable[str], value: Codec[Value], blank: Value
) -> Codec[tuple[Value, ...]]:
    """A value for each of a few names, `{red: …, sky: …}`, in the order of the names.

    A name that a file omits has the blank value, and blank values are not written.
    """
    numbers = {key: number for number, key in enumerate(keys)}
    return MapOf(what, word_among(f"a key of {what}", numbers), value).mapped(
        lambda found: tuple(found.get(number, blank) for number in numbers.values()),
        lambda values: {n: each for n, each in enumerate(values) if each != blank},
    )


class OptionsCodec(Codec[Chosen]):
    """The players' choices, `{ties: all-runs}`; omitted options have their defaults."""

    def __init__(self, options: Iterable[Option]) -> None:
        self._options = {option.name: option for option in options}
        self.default = Chosen({name: option.default for name, option in self._options.items()})

    def read(self, reader: Reader, node: Node) -> Chosen | None:
        fields = reader.fields(node, "options", known=self._options)
        if fields is None:
            return None
        chosen = Chosen(self.default)
        for name, option in self._options.items():
            choice = names(option.choices, f'a choice for "{name}"')
            chosen[name] = fields.read(name, partial(choice.read, reader)) or option.default
        return chosen

    def write(self, value: Mapping[str, str]) -> Plain:
        return {name: each for name, each in value.items() if each != self.default[name]}


# Moves as sentences, and positions as tables of keys.

_BLANK = re.compile(r"\{([a-z_]+)\}")


class Sentence(NamedTuple):
    """How a kind of move is written: `lay {tile} at {cell}`, with the words for its attributes."""

    move: type[Any]
    text: str
    words: dict[str, Word[Any]] = {}  # noqa: RUF012 - a named tuple's default is never changed
    example: str = ""

    def write(self, move: object) -> str:
        """The move as text."""
        return _BLANK.sub(
            lambda blank: self.words[blank[1]].text(getattr(move, blank[1])), self.text
        )

    def fields(self, move: object) -> dict[str, str]:
        """The kind of the move, `move`, and its attributes as text."""
        values = {name: word.text(getattr(move, name)) for name, word in self.words.items()}
        return {"move": self.move.__name__.lower(), **values}

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of the texts of such moves; its groups are the attributes."""
        parts = _BLANK.split(" ".join(self.text.split()))
        texts = (
            f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)
        )
        return re.compile("".join(texts))


class MoveNotation(Generic[MoveT]):
    """The sentences of a game; the first one that matches a text reads it."""

    def __init__(self, *sentences: Sentence) -> None:
        self.sentences = sentences
        self._patterns = [(each.pattern, each) for each in self.sentences]

    @cached_property
    def _by_type(self) -> dict[type[Any], Sentence]:
        return {each.move: each for each in self.sentences}

    def write(self, move: MoveT) -> str:
        """The move in one line."""
        return self._by_type[type(move)].write(move)

    def fields(self, move: MoveT) -> dict[str, str]:
        """The kind of the move, `move`, and its attributes as text."""
        return self._by_type[type(move)].fields(move)

    def read(self, text: str) -> MoveT:
        """The move in a text; raises IllegalMove if the text is not a move of the game."""
        line = " ".join(text.split())
        for pattern, sentence in self._patterns:
            match = pattern.fullmatch(line)
            if match is not None:
                try:
                    values = {
                        name: sentence.words[name].parse(part)
                        for name, part in match.groupdict().items()
                    }
                except ValueError as error:
                    raise IllegalMove("notation", str(error)) from error
                move: MoveT = sentence.move(**values)
                return move
        known = ", ".join(f'"{each.example or each.text}"' for each in self.sentences)
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        raise IllegalMove("notation", f'"{shown}" is not a move; write one of {known}')


# The values of a position by attribute, as far as they have been read.
Values = Mapping[str, Any]

# Keys about the picture and the scores of a file; they are no part of the position.
FIGURE_KEYS = ("caption", "highlight", "labels", "path", "scores")

# The key that a whole position has and an extract lacks.
WHOLE = "phase"

# The default of a key that may not be omitted.
REQUIRED = object()


class Field(NamedTuple):
    """A key of a position file, and the attribute of the position that it sets.

    `default` is the value of an omitted key, or a function that makes it from the values of the keys
    before. An extract has only the keys before `phase`; every key that it lacks has `blank`, or else
    `default`.
    """

    key: str
    codec: Codec[Any]
    default: Any = REQUIRED
    blank: Any = REQUIRED
    attribute: str = ""

    @property
    def name(self) -> str:
        """The attribute of the position."""
        return self.attribute or self.key.replace("-", "_")

    def if_omitted(self, *, whole: bool) -> Any:
        """The value if the key is omitted, a function that makes it, or REQUIRED."""
        return self.default if whole or self.blank is REQUIRED else self.blank


def options_field(options: Iterable[Option]) -> Field:
    """The key `options` of every position."""
    codec = OptionsCodec(options)
    return Field("options", codec, codec.default)


CHANCE_FIELD = Field("chance", CHANCE, Chance(0))


def _made(default: object, values: Values) -> object:
    return default(values) if callable(default) else default


def in_extract(table: Sequence[Field]) -> Sequence[Field]:
    """The keys that an extract may have."""
    return table[: [field.key for field in table].index(WHOLE)]


class FileKind(Enum):
    """The three kinds of files of a game."""

    EXTRACT = "extract"
    POSITION = "position"
    RECORD = "record"


def kind_of(node: Node) -> FileKind:
    """The kind of a file, by its keys."""
    keys = {key.text for key, _ in node.entries} if isinstance(node, MappingNode) else set()
    if not keys.isdisjoint(("moves", "start")):
        return FileKind.RECORD
    return FileKind.POSITION if WHOLE in keys else FileKind.EXTRACT


def read_values(
    reader: Reader, node: Node, table: Iterable[Field], *, whole: bool
) -> dict[str, Any] | None:
    """The values of a position by attribute; None if a key is wrong or missing.

    The reader then has the findings.
    """
    table = tuple(table)
    fields = reader.fields(
        node, "a position", known=[*(field.key for field in table), *FIGURE_KEYS]
    )
    if fields is None:
        return None
    values: dict[str, Any] = {}
    here = table if whole else in_extract(table)
    for field in table:
        key = field.key
        if key in fields and field not in here:
            message = f'"{key}" belongs to a whole position; add "{WHOLE}", or delete the key'
            reader.error("extract", message, fields.place_of(key))
        elif key in fields:
            values[field.name] = fields.read(key, partial(field.codec.read, reader))
        elif key not in fields.misspelt and field.if_omitted(whole=whole) is REQUIRED:
            what = "a whole position" if whole else "an extract"
            reader.error("missing-key", f'{what} needs "{key}"', fields.place)
        elif not reader.findings:
            values[field.name] = _made(field.if_omitted(whole=whole), values)
    return None if reader.findings else values


def plain_values(table: Iterable[Field], position: Any) -> dict[str, Plain]:
    """A whole position as plain values by key; a key is omitted if its value is the default."""
    values: Values = position._asdict()
    return {
        field.key: field.codec.write(values[field.name])
        for field in table
        if field.key == WHOLE or _made(field.default, values) != values[field.name]
    }
