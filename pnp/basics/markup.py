"""The markup of short printed texts: bold, paragraphs and lists, and nothing else of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.basics.classes import NamedTuple


class Run(NamedTuple):
    """Text in one style; a newline is a line break."""

    text: str
    strong: bool = False
    emphasis: bool = False
    code: bool = False


class TextBlock(NamedTuple):
    """A paragraph, or an item of a list with its marker."""

    runs: tuple[Run, ...]
    marker: str = ""


class UnsupportedMarkup(ValueError):
    """Markup that a short text cannot have."""


_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_RESERVED = 0xE000  # the first character of Unicode's private use area

_ITALICS = "the font has no italics; write **bold**, or a backslash before each {0}"
_INLINE = (
    (re.compile(r"(?<![\w*])\*(?=[^\s*])[^*]*(?<=[^\s*])\*(?![\w*])"), _ITALICS.format("asterisk")),
    (re.compile(r"(?<![\w_])_(?=[^\s_])[^_]*(?<=[^\s_])_(?![\w_])"), _ITALICS.format("underscore")),
    (re.compile(r"(?<![\w_])__(?=[^\s_])[^_]*__(?![\w_])"), "write **bold** with asterisks"),
    (re.compile(r"`[^`]+`"), "a text has no code; remove the backquotes"),
    (re.compile(r"!?\[[^\]]+\]\([^)\s]*\)"), "a text has no links or pictures"),
    (re.compile(r"</?[A-Za-z][^<>]*>"), "a text has no HTML; write **bold** for bold"),
)

_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]*)(?<=[^\s*])\*(?![\w*])")

_ITEM = re.compile(r"(?:[-+*]|(?P<number>[0-9]{1,3}[.)]))\s+")
_BLOCK = re.compile(r"#{1,6}\s|>\s|```|\||(?:-{3,}|\*{3,})\s*$")


def inline(text: str, *, italics: bool = False) -> tuple[Run, ...]:
    r"""The text in its weights: text between two pairs of asterisks is bold.

    With *italics*, text between single asterisks is italic. A backslash before a sign lets it stand
    for itself. Raises UnsupportedMarkup.

    >>> [(run.text, run.strong) for run in inline("take **two** tiles")]
    [('take ', False), ('two', True), (' tiles', False)]
    """
    hidden = _ESCAPE.sub(lambda match: chr(_RESERVED + ord(match[1])), text)
    for pattern, advice in _INLINE[1:] if italics else _INLINE:
        if match := pattern.search(hidden):
            raise UnsupportedMarkup(f'"{_shown(match[0])}" cannot be printed: {advice}')
    parts = hidden.split("**")
    if len(parts) % 2 == 0:
        message = "the last ** is not closed: write ** also at the end of the bold text"
        raise UnsupportedMarkup(message)
    return tuple(
        run
        for number, part in enumerate(parts)
        for run in _runs(part, strong=number % 2 == 1, italics=italics)
    )


def _runs(part: str, *, strong: bool, italics: bool) -> Iterator[Run]:
    """A part of one weight, with its italic words."""
    pieces = _EMPHASIS.split(part) if italics else [part]
    for number, piece in enumerate(pieces):
        if piece:
            yield Run(_shown(piece), strong=strong, emphasis=number % 2 == 1)


def _shown(hidden: str) -> str:
    """The text with the characters behind backslashes as themselves."""
    return "".join(
        chr(ord(each) - _RESERVED) if _RESERVED <= ord(each) < _RESERVED + 128 else each
        for each in hidden
    )


def blocks(text: str, *, italics: bool = False) -> tuple[TextBlock, ...]:
    r"""The paragraphs and list items of a text; blank lines separate paragraphs, other line ends are kept.

    Raises UnsupportedMarkup.

    >>> [block.marker for block in blocks("Choose:\n- a tile\n- a coin\n\nThen pass.")]
    ['', '•', '•', '']
    """
    return tuple(
        TextBlock(inline(string, italics=italics), marker) for marker, string in _paragraphs(text)
    )


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """The marker and the text of each paragraph and item."""
    marker, words = "", list[str]()
    for line in map(str.strip, (*text.split("\n"), "")):
        item = _ITEM.match(line)
        if words and (item or not line):
            yield marker, "\n".join(words)
            marker, words = "", []
        if _BLOCK.match(line):
            raise UnsupportedMarkup(
                f'"{line}" cannot be printed: a text has paragraphs and lists, and no headings,'
                " quotations, tables or rules"
            )
        if item:
            marker, line = item["number"] or "•", line[item.end() :]
        if line:
            words.append(line)
