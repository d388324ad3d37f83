"""Findings and errors: sources, places, findings, and the exceptions that carry them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Generic, TypeVar

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.words import counted, in_a_line, in_brief, listed, visible

T = TypeVar("T")

# Gives a part of a message its colour; the part is "place", "severity", "gutter", "caret" or "text".
Paint = Callable[[str, str], str]

# Characters of a line that are shown: room for them is in most terminals.
_SHOWN = 120
_INDENT = "  "

# Findings of one rule that are shown: what is wrong with a family is clear from three of its tiles,
# and with a table from some of its cells.
_AT_A_PLACE = 3
_IN_A_FILE = 8

# The rule of findings about a name in `rules:` that stands for no rule.
UNKNOWN_RULE = "unknown-rule"


@frozen(slots=True)
class Source:
    """A text file; `name` is its path as the user would type it.

    `path` is where the file would lie if it is an earlier version, and has a name that is no path.
    """

    name: str
    text: str
    path: str = ""

    def line(self, number: int) -> str:
        """The line with this number, counted from 1, without its newline; empty after the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @property
    def lines(self) -> Sequence[str]:
        """All lines, without their newlines."""
        return _split(self.text)


# Thousands of messages about one file ask for its lines.
@lru_cache(maxsize=4)
def _split(text: str) -> Sequence[str]:
    return text.splitlines()


class Place(NamedTuple):
    """A position in a source; line and column count from 1, columns in characters.

    Lines end as `str.splitlines` ends them.

    `end` is the column after the last character of the value on this line, or 0 if only the
    beginning of the value is known.
    """

    source: Source
    line: int
    column: int
    end: int = 0

    @classmethod
    def behind(cls, before: str, source: Source) -> Place:
        """The place of the character behind this beginning of a source."""
        lines = f"{before}.".splitlines()
        return cls(source, len(lines), len(lines[-1]))

    def of_part(self, text: str, offset: int, length: int) -> Place:
        """The place of characters in a text that begins here; this one if the file has the text in another form, as on two lines."""
        if not self.source.line(self.line).startswith(text, self.column - 1):
            return self
        start = self.column + offset
        return self._replace(column=start, end=start + length)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def as_json(self) -> dict[str, object]:
        """The place as plain values; all are None if it is in no file."""
        if self == NOWHERE:
            return dict.fromkeys(("file", "line", "column", "end_column"))
        return {
            "file": self.source.name,
            "line": self.line,
            "column": self.column,
            "end_column": max(self.end, self.column + 1),
        }

    def excerpt(self, paint: Paint = lambda part, text: text) -> tuple[str, ...]:
        """The line of the place behind its number, with carets; nothing for an empty line."""
        return excerpt(self.source.line(self.line), self.line, self.column, self.end, paint)


# The place of a value that no file has, and of a message about no file.
NOWHERE = Place(Source("", ""), 1, 1)


class Located(NamedTuple, Generic[T]):
    """A value and the place in a file where it is written."""

    value: T
    place: Place


class Severity(Enum):
    """How much a finding matters: errors stop a build, warnings do not, notes inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Related(NamedTuple):
    """Another place that a finding is about, such as that of the first of two equal names."""

    message: str
    place: Place


class Finding(NamedTuple):
    """A message of a check about one place of a file, and about places that explain it."""

    rule: str
    severity: Severity
    message: str
    place: Place
    related: tuple[Related, ...] = ()

    def __str__(self) -> str:
        return self._head(lambda part, text: text)

    def _head(self, paint: Paint) -> str:
        word = paint("severity", self.severity.value)
        if self.place == NOWHERE:
            return f"{word}: {paint('text', in_a_line(self.message))}"
        place, message = (
            paint("place", in_brief(str(self.place))),
            paint("text", in_a_line(self.message)),
        )
        return f"{place}: {word} {self.rule}: {message}"

    def with_excerpt(self, paint: Paint = lambda part, text: text) -> str:
        """The finding, its line with carets, and the same of related places.

        `paint` gives each part its colour.
        """
        lines = [self._head(paint), *self.place.excerpt(paint)]
        for message, place in self.related:
            lines.append(
                f"  {paint('place', in_brief(str(place)))}: {paint('text', in_a_line(message))}"
            )
            lines += place.excerpt(lambda part, text: paint(part.replace("caret", "gutter"), text))
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The finding as plain values; programs may rely on the keys.

        `excerpt` has the line and its neighbours.
        """
        source, line = self.place.source, self.place.line
        lines = source.lines
        shown = range(max(1, line - 1), min(len(lines), line + 1) + 1)
        return {
            "rule": self.rule,
            "severity": self.severity.value,
            "message": in_brief(self.message),
            **self.place.as_json(),
            "excerpt": [{"line": number, "text": lines[number - 1]} for number in shown],
            "related": [
                {"message": in_brief(each.message), **each.place.as_json()} for each in self.related
            ],
        }


def folded(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings, shortened for people.

    Those of one rule and message in one file are one, which names all lines. Of others of one rule,
    the first few at a place and in a file are shown, and the last of these counts the rest.
    """
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for each in findings:
        key = (each.rule, each.severity, each.message, each.place.source)
        groups.setdefault(key, []).append(each)
    shown: list[Finding] = []
    places: Counter[tuple[object, ...]] = Counter()
    last: dict[tuple[object, ...], int] = {}
    omitted: Counter[tuple[object, ...]] = Counter()
    for each in (_with_lines(*group) for group in groups.values()):
        in_file: tuple[object, ...] = (each.rule, each.severity, each.place.source)
        at_place = (*in_file, each.place)
        if places[at_place] == _AT_A_PLACE or places[in_file] == _IN_A_FILE:
            omitted[in_file] += 1
            continue
        places.update((at_place, in_file))
        last[in_file] = len(shown)
        shown.append(each)
    for in_file, more in omitted.items():
        finding = shown[last[in_file]]
        message = f"{finding.message} (and {more} more like this)"
        shown[last[in_file]] = finding._replace(message=message)
    return tuple(shown)


def _with_lines(first: Finding, *others: Finding) -> Finding:
    """The first of some findings that differ only in their places, with the lines of the others."""
    lines = [str(each) for each in dict.fromkeys(other.place.line for other in others)]
    if not lines or first.place == NOWHERE:
        return first
    if lines == [str(first.place.line)]:
        where = counted(len(others), "more time") + " in this line"
    else:
        where = f"also in line{'s' if len(lines) > 1 else ''} {listed(lines, most=8)}"
    return first._replace(message=f"{first.message} ({where})")


def in_file_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings about one file, from its beginning to its end; first those about unknown rules.

    What other rules find about hundreds of tiles would hide that a rule was never checked.
    """
    return tuple(sorted(findings, key=lambda each: (each.rule != UNKNOWN_RULE, *each.place[1:3])))


class PnpError(Exception):
    """The root of every error that pnp raises on purpose; its text is for the user.

    `rule` names the sort of error in reports for programs.
    """

    rule = "unusable"

    def as_findings(self) -> tuple[Finding, ...]:
        """The error as findings, without places if it is about no file."""
        return (Finding(self.rule, Severity.ERROR, str(self), NOWHERE),)


class PlacedError(PnpError):
    """An error that may have a place in a file."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.message = message
        self.place = place
        super().__init__(message if place is None else f"{place}: error {self.rule}: {message}")

    def as_findings(self) -> tuple[Finding, ...]:
        return (Finding(self.rule, Severity.ERROR, self.message, self.place or NOWHERE),)

    def with_excerpt(self) -> str:
        """The message with its line, if it has one."""
        return self.as_findings()[0].with_excerpt()


class UnusableInput(PlacedError):
    """Input that pnp cannot use, such as an unknown set or a file that is not YAML."""

    rule = "unreadable"


class InvalidDefinition(PnpError):
    """A file with errors; `findings` has all of them."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, self.findings)))

    def as_findings(self) -> tuple[Finding, ...]:
        return self.findings


class TooManyTiles(PnpError):
    """A universe whose conditions take too long to try; `count` is its size without them."""

    def __init__(self, message: str, count: int) -> None:
        self.count = count
        super().__init__(message)


class DoesNotFit(PlacedError):
    """A piece that is larger than its paper."""

    rule = "size"


class OutputError(PnpError):
    """An output file or folder that cannot be written."""

    rule = "output"


class MissingGlyph(PnpError):
    """A text with a character that the font does not have."""

    def __init__(self, character: str, string: str, font: str = "Atkinson Hyperlegible") -> None:
        self.character = character
        self.string = string
        name = unicodedata.name(character, "a character without a name")
        super().__init__(
            f"the font {font} has no glyph for {character!r} "
            f"(U+{ord(character):04X}, {name}) in the text {string!r}"
        )


# Excerpts: the line of a message, with carets under the wrong words.


class _Window(NamedTuple):
    """The visible part of a line, and the columns of the words in it, counted from 0."""

    text: str
    start: int
    end: int


def excerpt(line: str, number: int, column: int, end: int, paint: Paint) -> tuple[str, ...]:
    """A line behind its number, and carets from a column up to an end; nothing for an empty line.

    Columns are counted from 1, in characters.
    """
    shown = _visible(_window(line, column - 1, max(end - 1, column)))
    if not shown.text.strip():
        return ()
    before, words = shown.text[: shown.start], shown.text[shown.start : shown.end]
    # Tabs stay in the indent, so that the carets are under their words in any terminal.
    indent = "".join("\t" if character == "\t" else " " * width(character) for character in before)
    carets = "^" * max(1, sum(map(width, words)))
    gutter = f"{number:>4} | "
    return (
        f"{_INDENT}{paint('gutter', gutter)}{paint('text', shown.text)}",
        f"{_INDENT}{paint('gutter', '|'.rjust(len(gutter) - 1))} {indent}{paint('caret', carets)}",
    )


def width(character: str) -> int:
    """The number of columns that a character takes in a terminal.

    >>> [width(character) for character in ("a", "\\u5b57", "\\u0301")]
    [1, 2, 0]
    """
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _visible(window: _Window) -> _Window:
    """The window with the characters that would act on a terminal in writing."""
    text, start, end = window
    before, words, after = map(visible, (text[:start], text[start:end], text[end:]))
    return _Window(before + words + after, len(before), len(before + words))


def _window(line: str, start: int, end: int) -> _Window:
    """A readable part of a line round the words from *start* to *end*."""
    first = max(0, start - _SHOWN // 2) if len(line) > _SHOWN else 0
    shown = line[first : first + _SHOWN]
    before, after = "…" * (first > 0), "…" * (first + _SHOWN < len(line))
    shift = len(before) - first
    # Carets end with the line: a value may go on in the next one.
    last = min(end, first + len(shown.rstrip()))
    return _Window(f"{before}{shown}{after}", start + shift, max(last, start) + shift)
