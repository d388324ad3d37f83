"""Setting text: broken into lines, and as large as its box allows. No other module breaks lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import DoesNotFit
from pnp.basics.markup import Run, TextBlock
from pnp.scene.display import Item, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import EPSILON, Box, Point

T = TypeVar("T")

# From one baseline to the next, in ems: the distance that the font's designers use for running text.
LEADING = 1.25

# In ems: between paragraphs, between items of a list, and from a marker to its item.
_PARAGRAPH_GAP, _ITEM_GAP, _MARKER_GAP = 0.6, 0.15, 0.4

# Millimetres by which `fitted` makes a text smaller at a time.
_STEP = 0.05

Words = tuple[Run, ...]


class Letters:
    """How a run of text is measured and drawn: here in the font of every page."""

    def width(self, run: Run, size: float) -> float:
        """The length of the run in millimetres; raises MissingGlyph."""
        return _ems(run.text, run.strong) * size

    def items(self, run: Run, at: Point, size: float, ink: str) -> Iterator[Item]:
        """The run from a point on its baseline."""
        yield Text(run.text, at, size, ink, bold=run.strong)


PAGE_LETTERS = Letters()


@lru_cache(maxsize=16_384)
def _ems(text: str, strong: bool) -> float:
    """The length of a word in ems: each size that is tried measures the same words."""
    return text_width(text, 1.0, bold=strong)


class SetLine(NamedTuple):
    """A line of text, indented behind its marker, and the free room above it; lengths in ems."""

    runs: Words
    indent: float = 0.0
    marker: str = ""
    above: float = 0.0

    def width(self, size: float, letters: Letters = PAGE_LETTERS) -> float:
        """How long the line is with its indent."""
        return self.indent * size + words_width(self.runs, size, letters)


class Fitted(NamedTuple):
    """A text broken into lines, and the size of its letters."""

    size: float
    lines: tuple[SetLine, ...]
    letters: Letters = PAGE_LETTERS

    @property
    def width(self) -> float:
        return max((line.width(self.size, self.letters) for line in self.lines), default=0.0)

    @property
    def height(self) -> float:
        gaps = sum(line.above for line in self.lines) * self.size
        return len(self.lines) * LEADING * self.size + gaps


def plain(text: str) -> tuple[TextBlock, ...]:
    """A text in which asterisks and other signs stand for themselves."""
    return (TextBlock((Run(text),)),) if text else ()


def words_width(runs: Words, size: float, letters: Letters = PAGE_LETTERS) -> float:
    """The width of words when they are set."""
    return sum(letters.width(run, size) for run in runs)


def wrapped(
    blocks: Sequence[TextBlock],
    width: float,
    size: float,
    *,
    bold: bool = False,
    letters: Letters = PAGE_LETTERS,
) -> tuple[SetLine, ...]:
    """The lines of a text, none longer than *width*; *bold* makes all of it bold.

    Raises DoesNotFit if a single word is longer, and MissingGlyph.
    """
    return tuple(
        line
        for place, block in enumerate(blocks)
        for line in _set(block, blocks[place - 1] if place else None, width, size, bold, letters)
    )


def _set(
    block: TextBlock,
    before: TextBlock | None,
    width: float,
    size: float,
    bold: bool,
    letters: Letters,
) -> Iterator[SetLine]:
    """The lines of a block, at a distance from the block before it."""
    marker, indent = block.marker, 0.0
    if marker:
        indent = letters.width(Run(marker, strong=bold), 1.0) + _MARKER_GAP
    above = 0.0
    if before is not None:
        above = _ITEM_GAP if marker and before.marker else _PARAGRAPH_GAP
    for words in _lines(block, width - indent * size, size, bold, letters):
        yield SetLine(words, indent, marker, above)
        marker, above = "", 0.0


def _lines(
    block: TextBlock, width: float, size: float, bold: bool, letters: Letters
) -> Iterator[Words]:
    def length(word: Words) -> float:
        found = words_width(word, size, letters)
        if found > width + EPSILON:
            string = "".join(run.text for run in word)
            raise DoesNotFit(f'"{string}" is {found:.1f} mm long, with room for {width:.1f} mm')
        return found

    blank = letters.width(Run(" ", strong=bold), size)
    for runs in _parts(block.runs):
        for line in _broken(_words(runs, bold), length, blank, width):
            yield _joined(line, bold)


def _broken(
    words: Iterable[T], length: Callable[[T], float], blank: float, width: float
) -> Iterator[list[T]]:
    """The words in lines, as many in each as there is room for; a longer word has its own line."""
    line: list[T] = []
    reached = 0.0
    for word in words:
        own = length(word)
        if line and reached + blank + own > width + EPSILON:
            yield line
            line = []
        reached = reached + blank + own if line else own
        line.append(word)
    if line:
        yield line


def text_lines(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """The lines of a text without markup, in the font of every page; a word may be longer than a line.

    >>> text_lines("Take two tiles, then pass.", 20, 3)
    ['Take two tiles,', 'then pass.']
    """

    def length(word: str) -> float:
        return text_width(word, size, bold=bold)

    return [" ".join(line) for line in _broken(text.split(), length, length(" "), width)]


def fitted(
    blocks: Sequence[TextBlock],
    box: Box,
    largest: float,
    least: float,
    *,
    bold: bool = False,
    most_lines: int = 0,
    letters: Letters = PAGE_LETTERS,
) -> Fitted:
    """The text as large as the box, *largest* and *most_lines* allow, 0 for any number of lines.

    Raises DoesNotFit if *least* is too large.
    """
    least = min(least, largest)

    def made(step: int) -> Fitted:
        size = max(least, largest - step * _STEP)
        lines = wrapped(blocks, box.width, size, bold=bold, letters=letters)
        found = Fitted(size, lines, letters)
        if found.height > box.height + EPSILON or 0 < most_lines < len(lines):
            text = " ".join(run.text for block in blocks for run in block.runs)
            raise DoesNotFit(
                f'"{text}" is {found.height:.1f} mm high, with room for {box.height:.1f} mm'
            )
        return found

    # The first step that fits: a smaller text fits wherever a larger one does.
    low, high = 0, math.ceil((largest - least) / _STEP)
    while low < high:
        middle = (low + high) // 2
        try:
            made(middle)
            high = middle
        except DoesNotFit:
            low = middle + 1
    return made(low)


def balanced(
    text: Fitted,
    blocks: Sequence[TextBlock],
    width: float,
    *,
    bold: bool = False,
    letters: Letters = PAGE_LETTERS,
) -> Fitted:
    """The text in as many lines and in its size, with the longest line as short as can be.

    A centred text so has lines of about the same length, and no single word in its last one.
    """
    low, high, best = 0, math.ceil(width / _STEP), text.lines
    while low < high:
        middle = (low + high) // 2
        try:
            lines = wrapped(blocks, middle * _STEP, text.size, bold=bold, letters=letters)
        except DoesNotFit:
            low = middle + 1
            continue
        if len(lines) > len(best):
            low = middle + 1
        else:
            high, best = middle, lines
    return text._replace(lines=best)


def set_text(
    text: Fitted, at: Point, ink: str, *, middle: bool = False, end: bool = False
) -> Iterator[Item]:
    """The text with its top at the point: to the right of it, centred below it, or to the left of it."""
    size, gaps, letters = text.size, 0.0, text.letters
    for number, line in enumerate(text.lines):
        gaps += line.above
        # Capitals stand in the middle of their line, so that boxes and signs beside them do too.
        baseline = at.y + size * (LEADING * (number + 0.5) + CAP_HEIGHT / 2 + gaps)
        x = at.x + line.indent * size
        if middle:
            x = at.x - words_width(line.runs, size, letters) / 2
        elif end:
            x = at.x - words_width(line.runs, size, letters)
        if line.marker:
            marker = Run(line.marker)
            yield from letters.items(marker, Point(x - line.indent * size, baseline), size, ink)
        for run in line.runs:
            yield from letters.items(run, Point(x, baseline), size, ink)
            x += letters.width(run, size)


def _parts(runs: Iterable[Run]) -> Iterator[list[Run]]:
    """The runs between line breaks."""
    part: list[Run] = []
    for run in runs:
        for number, text in enumerate(run.text.split("\n")):
            if number:
                yield part
                part = []
            part.append(run._replace(text=text))
    yield part


def _words(runs: Iterable[Run], bold: bool) -> Iterator[Words]:
    """The words between blanks; a word may change its weight."""
    word: list[Run] = []
    for run in runs:
        for number, piece in enumerate(run.text.split(" ")):
            if number and word:
                yield tuple(word)
                word = []
            if piece:
                word.append(Run(piece, strong=run.strong or bold, emphasis=run.emphasis))
    if word:
        yield tuple(word)


def _joined(words: Iterable[Words], bold: bool) -> Words:
    """The words as one line, neighbours of one weight as one run; blanks have the text's weight."""
    line: list[Run] = []
    for number, word in enumerate(words):
        for run in (Run(" ", strong=bold), *word) if number else word:
            if line and line[-1][1:] == run[1:]:
                line[-1] = run._replace(text=line[-1].text + run.text)
            else:
                line.append(run)
    return tuple(line)
