"""Options: interpretations of the rules that a table may choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from pnp.definition.nodes import Node
from pnp.definition.reader import Reader
from pnp.play.codec import Codec, Plain, Word, names

# The choice of a table for each option, by its name.
Chosen = tuple[tuple[str, str], ...]


class Option(NamedTuple):
    """An interpretation of the rules that a table may choose.

    `sentence` is a question, and `choices` has the answers in a player's words; `default` is the
    choice of the rulebook.
    """

    name: str
    sentence: str
    default: str
    choices: Mapping[str, str]


class OptionsCodec(Codec[Chosen]):
    """The choices of a table, `{ties: all-runs}`; the others are the defaults."""

    def __init__(self, options: Iterable[Option]) -> None:
        self._options = {option.name: option for option in options}

    def read(self, reader: Reader, node: Node) -> Chosen | None:
        fields = reader.fields(node, "options", known=self._options)
        if fields is None:
            return None
        return tuple(
            (name, fields.read(name, partial(self._choice(option).read, reader)) or option.default)
            for name, option in self._options.items()
        )

    def write(self, value: Iterable[tuple[str, str]]) -> Plain:
        return {name: each for name, each in value if each != self._options[name].default}

    def _choice(self, option: Option) -> Word[str]:
        return names(option.choices, f'a choice for "{option.name}"')

    def default(self) -> Chosen:
        """Every option with its default."""
        return tuple((name, option.default) for name, option in self._options.items())
