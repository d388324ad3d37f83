"""Codecs: each reads and writes one kind of value of positions and moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, Generic, TypeVar

from pnp.basics.errors import Place, Related
from pnp.basics.words import did_you_mean
from pnp.definition.reading import Node, Plain, Reader, kinds
from pnp.play.position import Chance, Chosen, Option
from pnp.tiles.hexgrid import Hex, format_cell, parse_cell

Value = TypeVar("Value")
Other = TypeVar("Other")
Key = TypeVar("Key")
Enumerated = TypeVar("Enumerated", bound=Enum)


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


CHANCE: Codec[Chance] = Record("chance", Chance, seed=Number("seed"), step=Number("step"))


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
