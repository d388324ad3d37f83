"""Position files: one table of keys reads and writes the positions of a game.

A file with `moves` is a record (`pnp.play.record`). A file with `phase` is a whole position, judged by
the game's `status`. Any other file is an extract: a table that is only scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, Protocol

from pnp.definition.nodes import Mapping as MappingNode
from pnp.definition.nodes import Node
from pnp.definition.reader import Fields, Reader
from pnp.play.chance import Chance
from pnp.play.codec import CHANCE, Codec, Plain
from pnp.play.options import Option, OptionsCodec

# The values of a position by attribute, as far as they have been read.
Values = Mapping[str, Any]

# What a file may say about its picture and its scores; it is no part of the position.
FIGURE_KEYS = ("caption", "highlight", "labels", "path", "scores")

# The key that a whole position has and an extract lacks.
WHOLE = "phase"


class Field(NamedTuple):
    """A key of a position file and the attribute of the position that it is about.

    `sentence` describes the key in the documentation. `default` makes the value of an omitted key from
    the values before it; without one, a whole position needs the key. An extract may have the key if
    `in_extract` is set; `blank` makes its value there if it is omitted, in place of `default`.
    """

    key: str
    sentence: str
    codec: Codec[Any]
    default: Callable[[Values], object] | None = None
    in_extract: bool = False
    blank: Callable[[Values], object] | None = None
    attribute: str = ""

    @property
    def name(self) -> str:
        """The attribute of the position."""
        return self.attribute or self.key.replace("-", "_")


class PlainPosition(Protocol):
    """A position: a named tuple."""

    def _asdict(self) -> dict[str, Any]: ...


def options_field(options: Iterable[Option]) -> Field:
    """The key `options` of every position."""
    codec = OptionsCodec(options)
    sentence = "the options that your table plays in another way than the rulebook"
    return Field("options", sentence, codec, lambda _: codec.default(), in_extract=True)


CHANCE_FIELD = Field(
    "chance",
    "all that is still random, `{seed: 5, step: 2}`: the same chance always draws the same",
    CHANCE,
    lambda _: Chance(0),
    in_extract=True,
)


class FileKind(Enum):
    """What a file has."""

    EXTRACT = "extract"
    POSITION = "position"
    RECORD = "record"


def kind_of(node: Node) -> FileKind:
    """What a file has, by its keys."""
    keys = {key.text for key, _ in node.entries} if isinstance(node, MappingNode) else set()
    if "moves" in keys:
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
    for field in table:
        if not whole and field.key in fields and not field.in_extract:
            reader.error(
                "extract",
                f'"{field.key}" belongs to a whole position; add "{WHOLE}", or delete the key',
                fields.place_of(field.key),
            )
        elif field.key in fields:
            values[field.name] = fields.read(field.key, partial(field.codec.read, reader))
        else:
            _omit(reader, fields, field, values, whole=whole)
    return None if reader.findings else values


def _omit(
    reader: Reader, fields: Fields, field: Field, values: dict[str, Any], *, whole: bool
) -> None:
    """Give an omitted key its default, or note that it is missing."""
    make = field.default if whole else field.blank or field.default
    if make is not None and not reader.findings:
        values[field.name] = make(values)
    elif make is None and field.key not in fields.misspelt:
        what = "a whole position" if whole else "an extract"
        reader.error("missing-key", f'{what} needs "{field.key}"', fields.place)


def plain_values(table: Iterable[Field], position: PlainPosition) -> dict[str, Plain]:
    """A whole position as plain values by key; a key is omitted if its value is the default."""
    values = position._asdict()
    return {
        field.key: field.codec.write(values[field.name])
        for field in table
        if field.key == WHOLE
        or field.default is None
        or field.default(values) != values[field.name]
    }
