"""Formats: what other tables, shops and machines take. One module has one, found by the entry point `pnp.exports`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, Severity
from pnp.basics.lookup import added, loaded
from pnp.basics.units import number
from pnp.basics.words import in_words
from pnp.export.game import Game, kind
from pnp.export.painting import Painter
from pnp.kinds import PieceGroup
from pnp.project.files import OutputFile

GROUP = "pnp.exports"

# What somebody has chosen, by the names of the options.
Chosen = Mapping[str, Any]


class Option(NamedTuple):
    """An option of a format: its name and its help on the command line, and how its text is read.

    `read` raises ValueError with a reason. A `flag` has no text, and is True or False.
    """

    name: str
    help: str
    default: str = ""
    read: Callable[[str], Any] = str
    choices: tuple[str, ...] = ()
    metavar: str = ""
    flag: bool = False


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from *least* to *most*."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and least <= int(text) <= most:
            return int(text)
        raise ValueError(f"write a whole number from {least:,} to {most:,}")

    return read


# A fraction of a unit, such as 1/8in.
_FRACTION = re.compile(r"([0-9]+)/([1-9][0-9]*)( ?[a-z]+)")


def length(least: float, most: float) -> Callable[[str], float]:
    """A reader of lengths from *least* to *most* millimetres, such as `2mm` or `1/8in`."""

    def read(text: str) -> float:
        from pnp.basics.units import millimetres

        fraction = _FRACTION.fullmatch(text)
        if fraction:
            text = f"{int(fraction[1]) / int(fraction[2]):.6f}{fraction[3]}"
        size = millimetres(text)
        if least <= size <= most:
            return size
        raise ValueError(f"write a length from {number(least)} to {number(most)} mm")

    return read


def dpi_option(default: int, most: int, remark: str) -> Option:
    """The option for the dots for an inch of pictures."""
    read = whole_number(36, most)
    return Option("dpi", f"Dots for an inch; {remark}.", str(default), read, metavar="NUMBER")


class Format(ABC):
    """A format; `key` is its name on the command line, `summary` says what it is for.

    Its module is imported for `pnp export --help`, so it imports what is large only for an export.
    """

    key: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()

    def folder(self, chosen: Chosen) -> str:
        """The folder of an export in that of its game; the next export into it takes its place."""
        return self.key

    @abstractmethod
    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        """The files, with their paths in the folder of the export.

        Raises UnusableInput if the format cannot have this game, with what would help.
        """

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        """What the format cannot carry over, as notes and warnings."""
        yield from ()


def left_out(
    groups: Iterable[PieceGroup], carried: Collection[PieceGroup], why: str
) -> Iterator[Finding]:
    """A note of the kinds of pieces of *groups* that are in no file, if there are any."""
    there = {(each.kind, each.name) for each in carried}
    kinds = [kind(each).key for each in groups if (each.kind, each.name) not in there]
    if kinds:
        message = f"in no file: {in_words([*dict.fromkeys(kinds)])}; {why}"
        yield Finding("left-out", Severity.NOTE, message, NOWHERE)


def format_names() -> tuple[str, ...]:
    """The names of all formats."""
    return (*added(GROUP),)


def format_named(name: str) -> Format:
    """The format of this name; raises KeyError, and UnusableInput if its package cannot be loaded."""
    needed = ("key", "summary", "options")
    made: Format = loaded(added(GROUP)[name], f'the format "{name}"', needed=needed)()
    return made
