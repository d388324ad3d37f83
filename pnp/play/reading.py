"""Reading what the positions of several games have: options, chance, cells, tiles, words of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TypeVar

from pnp.definition.nodes import Node
from pnp.definition.reader import Fields, Reader
from pnp.play.chance import Chance
from pnp.play.game import Option
from pnp.tiles.hexgrid import Hex, parse_cell

Value = TypeVar("Value")
Word = TypeVar("Word", bound=Enum)

# What a position may have so that a rulebook can show it; it plays no part.
FIGURE_KEYS = ("caption", "highlight", "labels", "path", "scores")


def read_options(
    reader: Reader, fields: Fields, options: Iterable[Option]
) -> tuple[tuple[str, str], ...]:
    """Every option with what is chosen at the key `options`, or with what is usual."""
    known = {option.name: option for option in options}
    inner = fields.read("options", lambda node: reader.fields(node, "options", known=known))

    def choice(option: Option) -> str:
        def read(node: Node) -> str | None:
            return reader.choice(node, f'the option "{option.name}"', option.choices)

        written = None if inner is None else inner.read(option.name, read)
        return written or option.default

    return tuple((name, choice(option)) for name, option in known.items())


def read_chance(reader: Reader, node: Node) -> Chance | None:
    """The chance as it is written, `{seed: 5, step: 2}`; the step is 0 if left out."""
    fields = reader.fields(node, "chance", known=("seed", "step"), required=("seed",))
    if fields is None:
        return None
    seed, step = (
        fields.read(key, lambda value, key=key: reader.integer(value, key, least=0))  # type: ignore[misc]
        for key in ("seed", "step")
    )
    return Chance(seed or 0, step or 0)


def read_cell(reader: Reader, node: Node) -> Hex | None:
    """The cell at axial coordinates, `"1,-1"`."""
    return _parsed(reader, node, "a place", "place", parse_cell)


def read_tile(reader: Reader, node: Node, parse: Callable[[str], Value]) -> Value | None:
    """The tile that is written; what is none, *parse* says in a ValueError."""
    return _parsed(reader, node, "a tile", "tile", parse)


def _parsed(
    reader: Reader, node: Node, what: str, rule: str, parse: Callable[[str], Value]
) -> Value | None:
    text = reader.text(node, what)
    try:
        return None if text is None else parse(text)
    except ValueError as error:
        reader.error(rule, str(error), node.place)
        return None


def read_word(reader: Reader, node: Node, what: str, words: type[Word]) -> Word | None:
    """One of the words of an enumeration, which are its values."""
    text = reader.choice(node, what, [word.value for word in words])
    return None if text is None else words(text)
