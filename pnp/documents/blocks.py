"""The blocks of a rulebook, after its Markdown was read and before anyone knows about pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from pnp.basics.errors import Source
from pnp.basics.markup import Run
from pnp.scene import Picture

Alignment = Literal["left", "centre", "right"]


class Rows(NamedTuple):
    """A table as the product knows it; `alignment` is by column and may be left out."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | Picture, ...], ...]
    alignment: tuple[Alignment, ...] = ()


Runs = tuple[Run, ...]
Cell = Runs | Picture


def plain(runs: Runs) -> str:
    """The text of the runs on one line.

    >>> plain((Run("End of the "), Run("game", strong=True)))
    'End of the game'
    """
    return "".join(run.text for run in runs).replace("\n", " ")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1, 2 or 3; the first of level 1 is the title."""

    level: int
    text: Runs


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: Runs


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list in no order; an item is a tuple of blocks."""

    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list in order; an item is a tuple of blocks."""

    items: tuple[tuple[Block, ...], ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its caption stands above it. Every row is as long as the header."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    alignment: tuple[Alignment, ...]
    caption: Runs = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption below; `alt` says in words what it shows."""

    picture: Picture
    caption: Runs
    alt: str


@dataclass(frozen=True, slots=True)
class Note:
    """Blocks in a tinted box."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the text."""


Block = Heading | Paragraph | Bullets | Numbered | Table | Figure | Note | Rule


class Resolver(Protocol):
    """What a rulebook asks of the product: values, figures, and blocks of its own kinds.

    Each may raise ValueError, whose message is for the author; a block may raise InvalidDefinition
    or UnusableInput with places of its own.
    """

    @property
    def kinds(self) -> Collection[str]:
        """The words that may stand behind the opening of a fenced block."""
        ...

    def value(self, expression: str) -> str:
        """What is printed for `{{ expression }}`."""
        ...

    def figure(self, target: str) -> Picture | Rows:
        """What is shown for `![caption](target)`."""
        ...

    def block(self, kind: str, source: Source, line: int) -> Figure:
        """What is shown for a fenced block.

        `source` has nothing but the text of the block, every line of it where it is in the file,
        so that places in it are places in the file; `line` is the one that opens the block.
        """
        ...
