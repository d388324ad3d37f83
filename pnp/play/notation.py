"""How games are written: moves as sentences, and positions as tables of keys.

A file with `moves` or `start` is a record. A file with `phase` is a whole position, judged by the
game's `status`. Any other file is an extract: a table that is only scored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.definition.reading import MappingNode, Node, Plain, Reader
from pnp.play.codec import CHANCE, Codec, OptionsCodec, Word
from pnp.play.position import Chance, IllegalMove, Option

MoveT = TypeVar("MoveT")

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
