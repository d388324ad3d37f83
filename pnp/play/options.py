"""Options: interpretations of the rules that players may choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from pnp.definition.reading import Node, Plain, Reader
from pnp.play.codec import Codec, names


class Chosen(dict[str, str]):
    """The players' choice for each option, by its name; it is never changed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class Option(NamedTuple):
    """An interpretation of the rules that players may choose.

    `sentence` is a question; `choices` has the answers by name, in a player's words, the rulebook's
    answer first.
    """

    name: str
    sentence: str
    choices: Mapping[str, str]

    @property
    def default(self) -> str:
        """The choice of the rulebook."""
        return next(iter(self.choices))


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
