"""Findings and errors: sources, places, findings, and the exceptions that carry them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Source:
    """A text file; `name` is its path as the user would type it.

    `path` is where the file would lie if it is an earlier version, and has a name that is no path.
    """

    name: str
    text: str
    path: str = ""

    def line(self, number: int) -> str:
        """The line with this number, counted from 1, without its newline; empty after the end."""
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""


class Place(NamedTuple):
    """A position in a source; line and column count from 1, columns in characters."""

    source: Source
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


class Located(NamedTuple, Generic[T]):
    """A value and the place in a file where it is written."""

    value: T
    place: Place


class Severity(Enum):
    """How much a finding matters: errors stop a build, warnings do not, notes inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


# Characters of a line that are shown: what a terminal has room for.
_SHOWN = 120


class Finding(NamedTuple):
    """A message of a check about one place of a file."""

    rule: str
    severity: Severity
    message: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: {self.severity.value} {self.rule}: {self.message}"

    def with_excerpt(self) -> str:
        """The finding, its line, and a caret under its column."""
        line, column = _window(self.place.source.line(self.place.line), self.place.column)
        if not line.strip():
            return str(self)
        # Tabs stay in the indent, so that the caret is under its column in any terminal.
        before = line[: column - 1]
        indent = "".join("\t" if character == "\t" else " " for character in before)
        return f"{self}\n    {line}\n    {indent}^"


def _window(line: str, column: int) -> tuple[str, int]:
    """A readable part of a line round a column, and the column in that part."""
    start = max(0, column - 1 - _SHOWN // 2) if len(line) > _SHOWN else 0
    shown = line[start : start + _SHOWN]
    before, after = "…" * (start > 0), "…" * (start + _SHOWN < len(line))
    return f"{before}{shown}{after}", column - start + len(before)


def in_file_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings about one file, from its beginning to its end."""
    return tuple(sorted(findings, key=lambda finding: finding.place[1:]))


class PnpError(Exception):
    """The root of every error that pnp raises on purpose; its text is for the user."""


class UnusableInput(PnpError):
    """Input that pnp cannot use, such as an unknown set or a file that is not YAML."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.message = message
        self.place = place
        super().__init__(message if place is None else f"{place}: error: {message}")

    def with_excerpt(self) -> str:
        """The message with its line, if it has one."""
        if self.place is None:
            return f"error: {self.message}"
        return Finding("unreadable", Severity.ERROR, self.message, self.place).with_excerpt()


class InvalidDefinition(PnpError):
    """A file with errors; `findings` has all of them."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, self.findings)))


class TooManyTiles(PnpError):
    """A universe whose conditions take too long to try; `count` is its size without them."""

    def __init__(self, message: str, count: int) -> None:
        self.count = count
        super().__init__(message)


class DoesNotFit(PnpError):
    """A piece that is larger than its paper."""


class OutputError(PnpError):
    """An output file or folder that cannot be written."""


class MissingGlyph(PnpError):
    """A text with a character that the font does not have."""

    def __init__(self, character: str, string: str) -> None:
        self.character = character
        self.string = string
        name = unicodedata.name(character, "a character without a name")
        super().__init__(
            f"the font Atkinson Hyperlegible has no glyph for {character!r} "
            f"(U+{ord(character):04X}, {name}) in the text {string!r}"
        )
