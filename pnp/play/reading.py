"""Reading what the positions of all games have: options, chance, and the words of figures."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.definition.nodes import Node
from pnp.definition.reader import Fields, Reader
from pnp.play.chance import Chance
from pnp.play.game import Option

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
