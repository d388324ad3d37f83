"""The parts of all blocks of a form: texts with signs, boxes to tick, stacks that share height."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from pnp.basics.errors import DoesNotFit, Finding, InvalidDefinition, MissingGlyph, Place, Severity
from pnp.basics.markup import TextBlock, UnsupportedMarkup, blocks, inline
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.definition.pad_tables import PadText
from pnp.draw.symbols import box_path, symbol
from pnp.scene import Drawing, Item, Shape, Stroke
from pnp.scene.geometry import EPSILON, Box, Path, Point, segment
from pnp.scene.typesetting import LEADING, Fitted, set_text, wrapped

# 7 pt is 2.47 mm: the smallest text of a form.
LEAST_SIZE = 2.5

# Millimetres: the lowest row to write in with a pen, and the highest that looks right.
LEAST_ROW, MOST_ROW = 6.0, 11.0

# Millimetres: lines to write on, fine lines inside a cell, lines that separate parts.
RULE, HAIRLINE, THICK = 0.3, 0.2, 0.6

TICK = 3.6  # across a box to tick

# Shares of a gap: its size after a block that leads, and how much it may grow.
_CLOSE, _WIDEST = 0.45, 2.0

# Shares of the size of the text.
_SIGN = 0.46
_SIGN_GAP = 0.4
_NOTE = 0.84


class Boards(Protocol):
    """Draws a board of a game with a height in millimetres: the drawing and its box.

    The result is None if no board has the name. Raises ValueError with the name of a missing hex.
    """

    def __call__(
        self, name: str, height: float, /, *, highlight: tuple[str, ...] = ()
    ) -> tuple[Drawing, Box] | None: ...


class BlockLayout(NamedTuple):
    """A block of a known width: the heights that it can have, and its items in a box.

    A block that `leads` stays close to the block below it, as a heading does.
    """

    least: float
    most: float
    items: Callable[[Box], Iterable[Item]]
    place: Place
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting that all blocks of a form share; `size` is that of the text, in millimetres."""

    form: str
    inks: Mapping[str, Ink]
    boards: Boards
    theme: Theme
    size: float

    @property
    def note_size(self) -> float:
        return max(LEAST_SIZE, self.size * _NOTE)

    def refuse(self, message: str, place: Place) -> InvalidDefinition:
        """The error of something that does not fit."""
        return self._invalid("does-not-fit", DoesNotFit(message), place)

    def text(
        self, string: str, width: float, place: Place, *, bold: bool = False, size: float = 0
    ) -> Fitted:
        """A text in lines of this width; raises InvalidDefinition if it cannot be set."""
        size = size or self.size
        try:
            return Fitted(size, wrapped(parse_text(string), width, size, bold=bold))
        except DoesNotFit as error:
            raise self.refuse(str(error), place) from error
        except MissingGlyph as error:
            raise self._invalid("missing-glyph", error, place) from error
        except UnsupportedMarkup as error:
            raise self._invalid("markup", error, place) from error

    def _invalid(self, rule: str, error: Exception, place: Place) -> InvalidDefinition:
        return InvalidDefinition([Finding(rule, Severity.ERROR, f"{self.form}: {error}", place)])

    def tag(self, label: PadText, width: float, *, bold: bool = False, size: float = 0) -> SetLabel:
        """A label and its sign, set in this width."""
        size = size or self.size
        if not label.colour:
            return SetLabel("", self.text(label.text, width, label.place, bold=bold, size=size))
        string = label.text or label.colour.replace("-", " ").capitalize()
        room = width - sign_width(size)
        text = self.text(string, room, label.place, bold=bold, size=size)
        return SetLabel(self.inks[label.colour].symbol, text)

    def rule(self, start: Point, end: Point, width: float = RULE) -> Shape:
        """A straight line: grey if it is a hairline, dark if not."""
        ink = self.theme.guide if width <= HAIRLINE else self.theme.mark
        return Shape(segment(start, end), stroke=Stroke(width, ink))

    def frame(self, path: Path, width: float = RULE) -> Shape:
        """An outline that stays empty."""
        return Shape(path, stroke=Stroke(width, self.theme.mark))


def parse_text(string: str) -> tuple[TextBlock, ...]:
    """The paragraphs and items of a text of a form; raises UnsupportedMarkup."""
    # Only paragraphs have newlines; a label such as "1. Bid" is not an item of a list.
    return blocks(string) if "\n" in string else (TextBlock(inline(string)),)


class SetLabel(NamedTuple):
    """A label whose text is set, with the symbol of its colour if it has one."""

    symbol: str
    text: Fitted

    @property
    def width(self) -> float:
        return self.text.width + (sign_width(self.text.size) if self.symbol else 0)

    @property
    def height(self) -> float:
        return self.text.height

    def items(self, at: Point, ink: str, *, middle: bool = False) -> Iterator[Item]:
        """The label with its top at the point, to the right of it or centred below it."""
        size = self.text.size
        left = at.x - self.width / 2 if middle else at.x
        if self.symbol:
            centre = Point(left + _SIGN * size, at.y + LEADING * size / 2)
            yield Shape(symbol(self.symbol, centre, _SIGN * size), fill=ink)
            left += sign_width(size)
        # Beside a sign, the lines of a text are flush left.
        if self.symbol or not middle:
            yield from set_text(self.text, Point(left, at.y), ink)
        else:
            yield from set_text(self.text, at, ink, middle=True)


def sign_width(size: float) -> float:
    """How far a sign and the gap after it move the text."""
    return (2 * _SIGN + _SIGN_GAP) * size


def tick_box(centre: Point, setting: Setting) -> Shape:
    """A square to tick."""
    half = TICK / 2
    return setting.frame(box_path(Box(centre.x - half, centre.y - half, TICK, TICK)))


@dataclass(frozen=True, slots=True)
class TickOption:
    """A box to tick, with its label `INDENT` to the right of the box's left side."""

    tag: SetLabel

    INDENT: ClassVar[float] = TICK + 1.2

    @property
    def width(self) -> float:
        return self.INDENT + self.tag.width

    def items(self, left: float, middle: float, setting: Setting) -> Iterator[Item]:
        """The box with its left side here, and the label beside it, in the middle of a line."""
        yield tick_box(Point(left + TICK / 2, middle), setting)
        at = Point(left + self.INDENT, middle - self.tag.height / 2)
        yield from self.tag.items(at, setting.theme.mark)


def level(least: Sequence[float], most: Sequence[float], height: float) -> list[float]:
    """Heights with the sum *height*, if possible, and as equal as their limits allow.

    >>> level([6.0, 10.0, 6.0], [11.0, 12.0, 11.0], 27.0)
    [8.5, 10.0, 8.5]
    """
    low, high = min(least), max(most)
    # Sixty bisections are as exact as a float.
    for _ in range(60):
        middle = (low + high) / 2
        if sum(_clamped(least, most, middle)) < height:
            low = middle
        else:
            high = middle
    return [round(each, 9) for each in _clamped(least, most, high)]


def _clamped(least: Sequence[float], most: Sequence[float], value: float) -> list[float]:
    return [min(max(value, a), b) for a, b in zip(least, most, strict=True)]


def stack(parts: Sequence[BlockLayout], gap: float, setting: Setting, place: Place) -> BlockLayout:
    """The parts one below the other; free height goes to the parts first, and then to the gaps."""
    gaps = [gap * (_CLOSE if part.leads else 1) for part in parts[:-1]]
    least = sum(part.least for part in parts) + sum(gaps)
    most = sum(part.most for part in parts) + sum(gaps)

    def items(box: Box) -> Iterator[Item]:
        _check_height(parts, gaps, box, setting)
        free, room = box.height - least, most - least
        share = min(1.0, free / room) if room > EPSILON else 0.0
        loose = [not part.leads for part in parts[:-1]]
        wider = min(_WIDEST * gap, max(0.0, free - room) / max(1, sum(loose)))
        top = box.y
        for part, after in zip(parts, [*gaps, 0.0], strict=True):
            height = part.least + share * (part.most - part.least)
            yield from part.items(Box(box.x, top, box.width, height))
            top += height + after + (0.0 if part.leads else wider)

    return BlockLayout(least, most, items, place)


def _check_height(
    parts: Sequence[BlockLayout], gaps: Sequence[float], box: Box, setting: Setting
) -> None:
    """Raises InvalidDefinition at the first part that does not end within the box."""
    bottoms = [
        sum(part.least for part in parts[: k + 1]) + sum(gaps[:k]) for k in range(len(parts))
    ]
    for part, bottom in zip(parts, bottoms, strict=True):
        if bottom > box.height + 1e-6:
            over = math.ceil(bottoms[-1] - box.height)
            message = f"this block does not fit: the blocks are {over} mm higher than the form"
            raise setting.refuse(message, part.place)


def beside(
    parts: Sequence[BlockLayout], shares: Sequence[int], gap: float, place: Place
) -> BlockLayout:
    """The parts side by side, with widths in proportion to their shares."""

    def items(box: Box) -> Iterator[Item]:
        lefts = columns_of(box.width, shares, gap)
        for part, (left, width) in zip(parts, lefts, strict=True):
            yield from part.items(Box(box.x + left, box.y, width, box.height))

    least, most = max(part.least for part in parts), max(part.most for part in parts)
    return BlockLayout(least, max(least, most), items, place)


def columns_of(width: float, shares: Sequence[int], gap: float = 0) -> list[tuple[float, float]]:
    """The left edge and the width of each column."""
    unit = (width - gap * (len(shares) - 1)) / sum(shares)
    found, left = [], 0.0
    for share in shares:
        found.append((left, share * unit))
        left += share * unit + gap
    return found
