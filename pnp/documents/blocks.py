"""The blocks of a rulebook, between its Markdown and its pages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, Protocol

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Source
from pnp.basics.markup import Run
from pnp.scene import Picture

Alignment = Literal["left", "centre", "right"]


class Rows(NamedTuple):
    """A table from a resolver, with an `alignment` for each column or for none."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | Picture, ...], ...]
    alignment: tuple[Alignment, ...] = ()


Runs = tuple[Run, ...]
Cell = Runs | Picture


def plain(runs: Runs) -> str:
    """The text of the runs, on one line.

    >>> plain((Run("End of the "), Run("game", strong=True)))
    'End of the game'
    """
    return "".join(run.text for run in runs).replace("\n", " ")


# The page that a heading begins: any, a new one, or the last one.
Opens = Literal["", "page", "back"]


@frozen(slots=True)
class Heading:
    """A heading of level 1, 2 or 3; the first of level 1 is the title."""

    level: int
    text: Runs
    opens: Opens = ""


@frozen(slots=True)
class Paragraph:
    """A paragraph."""

    text: Runs


@frozen(slots=True)
class Bullets:
    """A list with bullets; an item is a tuple of blocks."""

    items: tuple[tuple[Block, ...], ...]


@frozen(slots=True)
class Numbered:
    """A list with numbers; an item is a tuple of blocks."""

    items: tuple[tuple[Block, ...], ...]
    start: int = 1


@frozen(slots=True)
class Table:
    """A table with its caption above. Every row is as long as the header."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    alignment: tuple[Alignment, ...]
    caption: Runs = ()


@frozen(slots=True)
class Figure:
    """A picture with its caption below; `alt` describes the picture in words."""

    picture: Picture
    caption: Runs
    alt: str


@frozen(slots=True)
class Note:
    """Blocks in a tinted box."""

    blocks: tuple[Block, ...]


class Part(NamedTuple):
    """A kind of piece in a kit: its picture, how many there are, its name, and its pages.

    The `others` are the same picture in other shapes, of which the one that fills its panel is shown.
    """

    picture: Picture | None
    number: str
    title: str
    note: str
    others: tuple[Picture, ...] = ()


@frozen(slots=True)
class Parts:
    """All kinds of pieces side by side, in the text or on so many `pages` that they fill."""

    parts: tuple[Part, ...]
    pages: int = 0


@frozen(slots=True)
class Lines:
    """Three lines to write on, below their caption."""

    caption: Runs = ()


@frozen(slots=True)
class Rule:
    """A line across the text."""


Block = Heading | Paragraph | Bullets | Numbered | Table | Figure | Note | Parts | Lines | Rule

# The answer to `![caption](target)`; lines get the caption.
Shown = Picture | Rows | Parts | Lines


class Resolver(Protocol):
    """Supplies the values, figures and fenced blocks of a rulebook.

    Each method may raise ValueError with a message for the author; `block` may also raise
    InvalidDefinition or UnusableInput with places of its own.
    """

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of fenced blocks."""
        ...

    def value(self, expression: str) -> str:
        """The text for `{{ expression }}`."""
        ...

    def figure(self, target: str) -> Shown:
        """The picture, table, parts or lines for `![caption](target)`."""
        ...

    def block(self, kind: str, source: Source, line: int) -> Figure:
        """The figure for a fenced block.

        `source` has only the text of the block, with its lines where they are in the file, so that
        its places are places in the file. `line` is the line that opens the block.
        """
        ...
