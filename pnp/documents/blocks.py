"""What a document is made of, before anybody knows about pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pnp.errors import Source
from pnp.scene import Picture


class Run(NamedTuple):
    """A stretch of text of one kind; a line break is a run of its own, "\\n"."""

    text: str
    bold: bool = False


Runs = tuple[Run, ...]


def plain(runs: Runs) -> str:
    """The text without its looks."""
    return "".join(run.text for run in runs).replace("\n", " ")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the document's title."""

    level: int
    runs: Runs


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    runs: Runs


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; the items are numbered from `start`, or have bullets where it is None."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts and pictures; `caption` stands above it, if there is one."""

    header: tuple[Runs, ...]
    rows: tuple[tuple[Runs | Picture, ...], ...]
    caption: Runs = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption, which is also what a screen reader says."""

    picture: Picture
    caption: Runs


@dataclass(frozen=True, slots=True)
class Aside:
    """Blocks in a quiet box: an example, or what the designer has to say."""

    blocks: tuple[Block, ...]


Block = Heading | Paragraph | Listing | Table | Figure | Aside


class Rows(NamedTuple):
    """A table that a figure's target stands for; texts or pictures in its cells."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | Picture, ...], ...]


class Resolver(Protocol):
    """What a template may speak of: values, figures, and fenced blocks of certain kinds.

    Each method raises ValueError where there is no such thing; `block` may raise
    InvalidDefinition with places of its own.
    """

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of fenced blocks."""
        ...

    def value(self, expression: str) -> str:
        """What stands for {{ expression }}."""
        ...

    def figure(self, target: str) -> Picture | Rows:
        """What stands for ![caption](target)."""
        ...

    def block(self, kind: str, source: Source) -> tuple[Picture, str]:
        """The picture of a fenced block and its caption.

        The source has nothing but the block's text, in the lines where it really stands.
        """
        ...
