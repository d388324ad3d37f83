"""Excerpts: the line of a message, with carets under the wrong words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

# Gives a part of a message its colour; the part is "place", "severity", "gutter" or "caret".
Paint = Callable[[str, str], str]

# Characters of a line that are shown: room for them is in most terminals.
_SHOWN = 120
_INDENT = "  "


class _Window(NamedTuple):
    """The visible part of a line, and the columns of the words in it, counted from 0."""

    text: str
    start: int
    end: int


def excerpt(line: str, number: int, column: int, end: int, paint: Paint) -> tuple[str, ...]:
    """A line behind its number, and carets from a column up to an end; nothing for an empty line.

    Columns are counted from 1, in characters.
    """
    shown = _window(line, column - 1, max(end - 1, column))
    if not shown.text.strip():
        return ()
    before, words = shown.text[: shown.start], shown.text[shown.start : shown.end]
    # Tabs stay in the indent, so that the carets are under their words in any terminal.
    indent = "".join("\t" if character == "\t" else " " * width(character) for character in before)
    carets = "^" * max(1, sum(map(width, words)))
    gutter = f"{number:>4} | "
    return (
        f"{_INDENT}{paint('gutter', gutter)}{shown.text}",
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


def _window(line: str, start: int, end: int) -> _Window:
    """A readable part of a line round the words from *start* to *end*."""
    first = max(0, start - _SHOWN // 2) if len(line) > _SHOWN else 0
    shown = line[first : first + _SHOWN]
    before, after = "…" * (first > 0), "…" * (first + _SHOWN < len(line))
    shift = len(before) - first
    # Carets end with the line: a value may go on in the next one.
    last = min(end, first + len(shown.rstrip()))
    return _Window(f"{before}{shown}{after}", start + shift, max(last, start) + shift)
