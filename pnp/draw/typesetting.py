"""Setting text: broken into lines, and as large as its box allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.scene import Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import EPSILON, Box, Point

# From one baseline to the next, in ems: what the font's designers take for running text.
LEADING = 1.25

# Millimetres by which `fitted` makes a text smaller at a time.
_STEP = 0.05


class Run(NamedTuple):
    """Characters that are set in one weight."""

    string: str
    bold: bool = False

    def width(self, size: float) -> float:
        return text_width(self.string, size, bold=self.bold)


Line = tuple[Run, ...]


class Fitted(NamedTuple):
    """A text broken into lines, and the size of its letters."""

    size: float
    lines: tuple[Line, ...]

    @property
    def width(self) -> float:
        return max((line_width(line, self.size) for line in self.lines), default=0.0)

    @property
    def height(self) -> float:
        return len(self.lines) * LEADING * self.size


def runs(text: str, *, bold: bool = False) -> Line:
    """The text in its weights: what stands between two pairs of asterisks is bold.

    >>> runs("take **two** tiles")
    (Run(string='take ', bold=False), Run(string='two', bold=True), Run(string=' tiles', bold=False))
    """
    parts = text.split("**")
    # A pair that is never closed is no mark of weight.
    if len(parts) % 2 == 0:
        parts[-2:] = ["**".join(parts[-2:])]
    return tuple(Run(part, bold or number % 2 == 1) for number, part in enumerate(parts) if part)


def line_width(line: Line, size: float) -> float:
    """How long a line is when it is set."""
    return sum(run.width(size) for run in line)


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> tuple[Line, ...]:
    """The lines of a text that are no longer than *width*.

    Raises DoesNotFit where a single word is longer, and MissingGlyph.
    """
    blank = text_width(" ", size, bold=bold)
    lines: list[list[Line]] = []
    reached = 0.0
    for word in _words(runs(text, bold=bold)):
        length = line_width(word, size)
        if length > width + EPSILON:
            string = "".join(run.string for run in word)
            raise DoesNotFit(f'"{string}" is {length:.1f} mm long, and there are {width:.1f} mm')
        if lines and reached + blank + length <= width + EPSILON:
            lines[-1].append(word)
            reached += blank + length
        else:
            lines.append([word])
            reached = length
    return tuple(_joined(line, bold) for line in lines)


def fitted(text: str, box: Box, largest: float, least: float, *, bold: bool = False) -> Fitted:
    """The text as large as the box and *largest* allow; raises DoesNotFit where *least* is too much."""
    size = largest
    while True:
        try:
            made = Fitted(size, wrapped(text, box.width, size, bold=bold))
            if made.height > box.height + EPSILON:
                raise DoesNotFit(
                    f'"{text}" is {made.height:.1f} mm high, and there are {box.height:.1f} mm'
                )
            return made
        except DoesNotFit:
            if size <= least:
                raise
            size = max(least, size - _STEP)


def set_text(text: Fitted, at: Point, ink: str, *, middle: bool = False) -> Iterator[Text]:
    """The text with its top at the point, to the right of it or in the middle over it."""
    for number, line in enumerate(text.lines):
        # Capitals stand in the middle of their line, so that boxes and signs beside them do too.
        baseline = at.y + text.size * (LEADING * (number + 0.5) + CAP_HEIGHT / 2)
        x = at.x - line_width(line, text.size) / 2 if middle else at.x
        for run in line:
            yield Text(run.string, Point(x, baseline), text.size, ink, bold=run.bold)
            x += run.width(text.size)


def _words(text: Line) -> Iterator[Line]:
    """What stands between blanks; a word may change its weight."""
    word: list[Run] = []
    for run in text:
        for number, piece in enumerate(run.string.split(" ")):
            if number and word:
                yield tuple(word)
                word = []
            if piece:
                word.append(Run(piece, run.bold))
    if word:
        yield tuple(word)


def _joined(words: Iterable[Line], bold: bool) -> Line:
    """The words as one line, neighbours of one weight as one run; blanks have the text's weight."""
    line: list[Run] = []
    for number, word in enumerate(words):
        for run in (Run(" ", bold), *word) if number else word:
            if line and line[-1].bold == run.bold:
                line[-1] = Run(line[-1].string + run.string, run.bold)
            else:
                line.append(run)
    return tuple(line)
