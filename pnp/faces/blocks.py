"""The blocks of forms in a box: dark lines to write on, boxes to tick, tables, and texts between them.

All texts have one size, the largest with which everything fits. Blocks share the free height.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import DoesNotFit, Finding, MissingGlyph, Place, Severity
from pnp.basics.markup import TextBlock, UnsupportedMarkup, blocks, inline
from pnp.basics.words import did_you_mean
from pnp.definition.blocks import (
    DIRECTIONS,
    Block,
    BlockText,
    BoardBlock,
    Choices,
    Columns,
    Compass,
    FieldRow,
    Items,
    Lines,
    Signs,
    Table,
    Ticks,
    Title,
    Words,
)
from pnp.draw.look.lettering import letters, numeral, numeral_width
from pnp.draw.look.signs import box_path, regular, symbol
from pnp.faces.supplies import Supplies
from pnp.scene import Item, Placed, Shape, Stroke
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import EPSILON, Box, Path, Point, circle, heading, segment
from pnp.scene.typesetting import LEADING, Fitted, Letters, SetLine, set_text, wrapped

# Millimetres: the smallest notes, and the step by which texts become smaller.
_LEAST_NOTE, _STEP = 2.5, 0.1

# Millimetres: the lowest row to write in with a pen, and the highest that looks right.
LEAST_ROW, MOST_ROW = 6.0, 11.0

# Millimetres: lines to write on, fine lines inside a cell, lines that separate parts.
RULE, HAIRLINE, THICK = 0.3, 0.2, 0.6

# Millimetres: across a box to tick, and from its left side to its label.
_TICK, _TICK_INDENT = 3.6, 4.8

# In ems: the gap between blocks, and the one below a heading as a share of it; how many times as wide it may become.
_GAP, _CLOSE, _WIDEST = 0.7, 0.45, 2.0

# In ems: the radius of a sign, the gap after it, and the size of notes.
_SIGN, _SIGN_GAP, _NOTE = 0.46, 0.4, 0.84

# In ems: the capitals of a title, and what is free below a line of it; the capitals as a share of a wide form. A title
# beside its subtitle keeps this share of its height; it has so many millimetres between them.
_TITLE, _BELOW_TITLE, _TITLE_OF_WIDTH = 1.05, 0.45, 0.026
_LEAST_TITLE, _APART = 0.75, 4.0

# Millimetres: between stacks side by side, between fields, and between options to tick; how many times as wide the
# gaps in a line of these may become.
_COLUMN_GAP, _FIELD_GAP, _OPTION_GAP, _MOST_SPREAD = 5.0, 4.0, 3.5, 2.5

# Millimetres: from one line of fields to the next, a line to write on, which has room for the first letters of a
# name, the gap before it, the one beside its options, and how far it lies above the end of its row.
_MOST_FIELD, _LEAST_LINE, _AFTER_LABEL, _AFTER_OPTION, _BASE = 8.5, 10.0, 1.5, 2.0, 0.4

# Millimetres: from one box to the next in a group, and from group to group.
_TICK_PITCH, _GROUP_GAP = _TICK + 1.2, 2.2

# Millimetres across flats of a compass's hexagons, to tick, and to write a word in; a hexagon as a share of its place.
_TICK_HEXAGON, _WRITE_HEXAGON, _HEXAGON = 6.2, 18.0, 0.9

# Millimetres: beside a text in its cell, and above and below it; the room of an entry of three written digits; and
# between the lines of hatching, which leaves most of the paper.
_PADDING, _ABOVE, _ENTRY_WIDTH, _HATCH = 1.1, 0.5, 9.0, 1.8

# The greatest height of a row without cells to write in, as a multiple of its text.
_AIRY = 1.5


class BlockLayout(NamedTuple):
    """A block of a known width: the heights that it can have, and its items in a box.

    A block that `leads` stays close to the block below it, as a heading does.
    """

    least: float
    most: float
    items: Callable[[Box], Iterable[Item]]
    place: Place
    leads: bool = False


class SetLabel(NamedTuple):
    """A label whose text is set; before it a box to tick, or the symbol of its colour, or both."""

    text: Fitted
    symbol: str = ""
    ticked: bool = False

    @property
    def lead(self) -> float:
        """How far the text is moved to the right."""
        sign = (2 * _SIGN + _SIGN_GAP) * self.text.size if self.symbol else 0.0
        return sign + (_TICK_INDENT if self.ticked else 0.0)

    @property
    def width(self) -> float:
        return self.lead + self.text.width

    @property
    def height(self) -> float:
        return self.text.height


@dataclass(repr=False, eq=False)
class Setting:
    """What the blocks in a box share; `size` is that of their texts, in millimetres.

    `filled` gives a text with the values of its piece, and its letters. All that is wrong becomes
    one of the `problems`, and the block goes on without it.
    """

    piece: str
    size: float
    ink: str
    soft: str
    supplies: Supplies
    filled: Callable[[BlockText], tuple[str, Letters]]
    is_form: bool = False
    problems: list[Finding] = field(default_factory=list)

    @property
    def holder(self) -> str:
        return "the form" if self.is_form else "the box"

    @property
    def note_size(self) -> float:
        return max(_LEAST_NOTE, self.size * _NOTE)

    def refuse(self, rule: str, message: str, place: Place) -> None:
        """Reports what is wrong; of pieces with one face only what fits may differ."""
        if self.is_form or rule == "does-not-fit":
            message = f"{self.piece}: {message}"
        self.problems.append(Finding(rule, Severity.ERROR, message, place))

    def label(
        self,
        label: BlockText,
        width: float,
        *,
        bold: bool = False,
        size: float = 0.0,
        ticked: bool = False,
    ) -> SetLabel:
        """A label and the sign of its colour, set in this width; a box to tick stands before it."""
        size, symbol = size or self.size, ""
        if label.colour:
            inks = self.supplies.inks
            if label.colour not in inks:
                message = f'the game has no colour "{label.colour}"'
                message += did_you_mean(label.colour, inks)
                self.refuse("unknown-colour", message, label.place)
            else:
                symbol = inks[label.colour].symbol
            name = label.colour.replace("-", " ").capitalize()
            label = label._replace(text=label.text or name)
        room = width - SetLabel(Fitted(size, ()), symbol).lead
        string, letters = self.filled(label)
        lines: tuple[SetLine, ...] = ()
        try:
            # Only paragraphs have newlines; a label such as "1. Bid" is not an item of a list.
            parts = blocks(string) if "\n" in string else (TextBlock(inline(string)),)
            lines = wrapped(parts, room, size, bold=bold, letters=letters)
        except DoesNotFit as error:
            self.refuse("does-not-fit", str(error), label.place)
        except MissingGlyph as error:
            self.refuse("missing-glyph", str(error), label.place)
        except UnsupportedMarkup as error:
            self.refuse("markup", str(error), label.place)
        return SetLabel(Fitted(size, lines, letters), symbol, ticked)

    def items(
        self, label: SetLabel, at: Point, *, middle: bool = False, ink: str = ""
    ) -> Iterator[Item]:
        """A label with its top at the point, to the right of it or centred below it."""
        size, ink = label.text.size, ink or self.ink
        left = at.x - label.width / 2 if middle else at.x
        if label.ticked:
            yield self.tick(Point(left, at.y + label.height / 2))
        if label.symbol:
            centre = left + label.lead - (_SIGN + _SIGN_GAP) * size
            path = symbol(label.symbol, Point(centre, at.y + LEADING * size / 2), _SIGN * size)
            yield Shape(path, fill=ink)
        # Beside a sign, the lines of a text are flush left.
        if middle and not label.symbol:
            yield from set_text(label.text, at, ink, middle=True)
        else:
            yield from set_text(label.text, Point(left + label.lead, at.y), ink)

    def tick(self, left: Point) -> Shape:
        """A square to tick, with the middle of its left side here."""
        return self.frame(box_path(Box(left.x, left.y - _TICK / 2, _TICK, _TICK)))

    def rule(self, start: Point, end: Point, width: float = RULE) -> Shape:
        """A straight line: grey if it is a hairline, dark if not."""
        ink = self.soft if width <= HAIRLINE else self.ink
        return Shape(segment(start, end), stroke=Stroke(width, ink))

    def frame(self, path: Path) -> Shape:
        """An outline that stays empty."""
        return Shape(path, stroke=Stroke(RULE, self.ink))


class SetBlocks(NamedTuple):
    """Blocks in a box: their items, the size of their texts, and the height that they need."""

    items: tuple[Item, ...] = ()
    size: float = 0.0
    height: float = 0.0
    problems: tuple[Finding, ...] = ()


def set_blocks(
    content: Sequence[Block],
    box: Box,
    sizes: Sequence[float],
    setting: Callable[[float], Setting],
    place: Place,
) -> SetBlocks:
    """The blocks in a box with the largest text at which they fit; `sizes` are the largest and the least.

    If they fit at no size, or if anything else is wrong, there are only problems.
    """
    size, least = sizes
    while True:
        at = setting(size)
        parts = [_block(each, box.width, at) for each in content]
        layout = _stack(parts, at, place)
        if layout.least > box.height + 1e-6 and not at.problems:
            # The first block that does not end within the box.
            below = range(1, len(parts) + 1)
            bottoms = (_stack(parts[:number], at, place).least for number in below)
            first = next(k for k, bottom in enumerate(bottoms) if bottom > box.height + 1e-6)
            over = math.ceil(layout.least - box.height)
            message = f"this block does not fit: the blocks are {over} mm higher than {at.holder}"
            at.refuse("does-not-fit", message, parts[first].place)
        if not at.problems:
            return SetBlocks(tuple(layout.items(box)), size, layout.least)
        lasting = [each for each in at.problems if each.rule != "does-not-fit"]
        if lasting or size <= least:
            return SetBlocks(problems=tuple(dict.fromkeys(lasting or at.problems)))
        size = max(least, size - _STEP)


def _stack(parts: Sequence[BlockLayout], setting: Setting, place: Place) -> BlockLayout:
    """The parts one below the other; free height goes to the parts first, and then to the gaps."""
    gap = _GAP * setting.size
    gaps = [gap * (_CLOSE if part.leads else 1) for part in parts[:-1]]
    least = sum(part.least for part in parts) + sum(gaps)
    most = sum(part.most for part in parts) + sum(gaps)

    def items(box: Box) -> Iterator[Item]:
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


def _columns_of(width: float, shares: Sequence[int], gap: float = 0) -> list[tuple[float, float]]:
    """The left edge and the width of each column; the widths are in proportion to the shares."""
    unit = (width - gap * (len(shares) - 1)) / sum(shares)
    found, left = [], 0.0
    for share in shares:
        found.append((left, share * unit))
        left += share * unit + gap
    return found


def _block(block: Block, width: float, setting: Setting) -> BlockLayout:
    layout: Any = _LAYOUTS[type(block)]
    made: BlockLayout = layout(block, width, setting)
    return made


def _fixed(
    height: float, items: Callable[[Box], Iterable[Item]], place: Place, *, leads: bool = False
) -> BlockLayout:
    return BlockLayout(height, height, items, place, leads)


def _shared(parts: Sequence[BlockLayout], place: Place) -> BlockLayout:
    """Parts one below the other without gaps, in heights as equal as their limits allow."""
    least, most = [part.least for part in parts], [part.most for part in parts]

    def items(box: Box) -> Iterator[Item]:
        top = box.y
        for part, height in zip(parts, level(least, most, box.height), strict=True):
            yield from part.items(Box(box.x, top, box.width, height))
            top += height

    return BlockLayout(sum(least), sum(most), items, place)


def level(least: Sequence[float], most: Sequence[float], height: float) -> list[float]:
    """Heights with the sum *height*, if possible, and as equal as their limits allow.

    >>> level([6.0, 10.0, 6.0], [11.0, 12.0, 11.0], 27.0)
    [8.5, 10.0, 8.5]
    """

    def clamped(value: float) -> list[float]:
        return [min(max(value, low), high) for low, high in zip(least, most, strict=True)]

    low, high = min(least), max(most)
    # Sixty bisections are as exact as a float.
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(clamped(middle)) < height else (low, middle)
    return [round(each, 9) for each in clamped(high)]


# Texts


def _title(block: Title, width: float, setting: Setting) -> BlockLayout:
    """The title over a thick line, with the subtitle at its right, or below it.

    It has the letters of covers, in one ink, and becomes a little smaller, so that its subtitle
    stands beside it. A long title and one with letters that the alphabet lacks are texts.
    """
    size, text = setting.size, block.text.text
    subtitle = setting.label(block.subtitle, width)
    beside = subtitle.width + _APART if block.subtitle.text else 0.0
    tall = max(_TITLE * size, _TITLE_OF_WIDTH * width)
    wide = numeral_width(text, 1.0) if text and letters(text) is not None else math.inf
    fitting = (min(tall, room / wide) for room in (width - beside, width))
    high = next((each for each in fitting if each >= _LEAST_TITLE * tall), 0.0)
    label, across = None, wide * high
    if not high:
        label = setting.label(block.text, width, bold=True, size=tall / CAP_HEIGHT)
        high, across = label.height - (LEADING - CAP_HEIGHT) / 2 * label.text.size, label.width
    one_line = across + beside <= width + EPSILON
    # The lowest baseline, and the top of a line of text above its own.
    base = high + (0.0 if one_line else (CAP_HEIGHT + _BELOW_TITLE) * size)
    rise = (LEADING + CAP_HEIGHT) / 2 * size
    height = base + _BELOW_TITLE * size

    def items(box: Box) -> Iterator[Item]:
        at = Point(box.x, box.y)
        if label is None:
            yield numeral(text, high, setting.ink).at(at)
        else:
            yield from setting.items(label, at)
        left = box.right - subtitle.width if one_line else box.x
        yield from setting.items(subtitle, Point(left, box.y + base - rise))
        y = box.y + height
        yield setting.rule(Point(box.x, y), Point(box.right, y), THICK)

    return _fixed(height, items, block.place)


def _words(block: Words, width: float, setting: Setting) -> BlockLayout:
    label = setting.label(block.text, width, bold=block.is_heading)

    def items(box: Box) -> Iterator[Item]:
        return setting.items(label, Point(box.x, box.y))

    return BlockLayout(label.height, label.height, items, block.place, leads=block.is_heading)


def _items(block: Items, width: float, setting: Setting) -> BlockLayout:
    """Texts behind dots or numbers, with up to an empty line between two."""
    size = setting.size
    indent, gap = (1.5 if block.numbered else 0.9) * size, 0.2 * size
    labels = [setting.label(item, width - indent) for item in block.items]
    least = sum(label.height for label in labels) + gap * (len(labels) - 1)

    def items(box: Box) -> Iterator[Item]:
        wide = gap + (box.height - least) / max(1, len(labels) - 1)
        top = box.y
        for number, label in enumerate(labels, 1):
            text = BlockText(f"{number}." if block.numbered else "•", "", block.place)
            mark = setting.label(text, indent, bold=True)
            yield from setting.items(mark, Point(box.x, top))
            yield from setting.items(label, Point(box.x + indent, top))
            top += label.height + wide

    return BlockLayout(least, least + 0.8 * size * (len(labels) - 1), items, block.place)


def _flowed(widths: Sequence[float], room: float) -> list[list[tuple[int, float]]]:
    """The numbers of the widths in each line, and where each begins.

    There are as few lines as possible, with about as many widths each, in aligned columns.
    """
    rows = 1
    while True:
        across = -(-len(widths) // rows)
        columns = [max(widths[column::across]) for column in range(across)]
        gaps = _OPTION_GAP * (across - 1)
        if across == 1 or sum(columns) + gaps <= room:
            break
        rows += 1
    spread = min(_MOST_SPREAD, (room - sum(columns)) / gaps) if gaps else 1.0
    lefts = [sum(columns[:column]) + spread * _OPTION_GAP * column for column in range(across)]
    numbers = range(len(widths))
    return [
        [*zip(numbers[start : start + across], lefts, strict=False)] for start in numbers[::across]
    ]


# Blocks to write in and to tick


def _fields(block: FieldRow, width: float, setting: Setting) -> BlockLayout:
    """Labels side by side, each with a line to write on and perhaps boxes to tick."""
    spans = _columns_of(width, [field.width for field in block.fields], _FIELD_GAP)
    rows: list[tuple[SetLabel, list[SetLabel]]] = []
    for each, (_, room) in zip(block.fields, spans, strict=True):
        options = [setting.label(option, room, ticked=True) for option in each.options]
        left = room - sum(option.width + _AFTER_OPTION for option in options)
        left -= _AFTER_LABEL + _LEAST_LINE
        if left <= 0:
            message = f'there is no room to write beside "{each.label.text}"'
            setting.refuse("does-not-fit", message, each.label.place)
            continue
        rows.append((setting.label(each.label, left), options))

    def items(box: Box) -> Iterator[Item]:
        for (label, options), (start, room) in zip(rows, spans, strict=True):
            left, right, base = box.x + start, box.x + start + room, box.bottom - _BASE
            middle = base - max(each.height for each in (label, *options)) / 2
            yield from setting.items(label, Point(left, middle - label.height / 2))
            for option in reversed(options):
                right -= option.width
                yield from setting.items(option, Point(right, middle - option.height / 2))
                right -= _AFTER_OPTION
            left += label.width + _AFTER_LABEL if label.width else 0.0
            yield setting.rule(Point(left, base), Point(right, base))

    tallest = max((each.height for label, options in rows for each in (label, *options)), default=0)
    least = max(LEAST_ROW, tallest + 1)
    return BlockLayout(least, max(least, _MOST_FIELD), items, block.place)


def _choices(block: Choices | Signs, width: float, setting: Setting) -> BlockLayout:
    """A label with boxes to tick, or signs alone, in as many lines as they need."""
    ticked, heads, start = isinstance(block, Choices), [], 0.0
    if isinstance(block, Choices):
        heads = [setting.label(block.label, width, bold=True)]
        start = heads[0].width + _OPTION_GAP
    room = width - start - (_TICK_INDENT if ticked else 0.0)
    options = [setting.label(option, room, ticked=ticked) for option in block.options]
    lines = _flowed([option.width for option in options], width - start)
    tallest = max(each.height for each in (*heads, *options))

    def items(box: Box) -> Iterator[Item]:
        pitch = box.height / len(lines)
        for row, line in enumerate(lines):
            middle = box.y + pitch * (row + 1) - _BASE - tallest / 2
            for label in heads if row == 0 else ():
                yield from setting.items(label, Point(box.x, middle - label.height / 2))
            for number, left in line:
                at = Point(box.x + start + left, middle - options[number].height / 2)
                yield from setting.items(options[number], at)

    if not ticked:
        least = len(lines) * (tallest + 0.35 * setting.size)
        return _fixed(least, items, block.place)
    least = len(lines) * max(_TICK + 1.8, tallest + 0.4)
    return BlockLayout(least, max(least, len(lines) * _MOST_FIELD), items, block.place)


def _ticks(block: Ticks, width: float, setting: Setting) -> BlockLayout:
    """Boxes to tick in groups, with a label beside or above them."""
    label = setting.label(block.label, width, bold=True)
    group = block.group * _TICK_PITCH + _GROUP_GAP
    if group - _GROUP_GAP > width:
        message = f"a group of boxes is wider than {setting.holder}"
        setting.refuse("does-not-fit", message, block.place)
    # The label stands beside the boxes if they fit in its line, and above them if not.
    groups = -(-block.number // block.group)
    start = label.width + _OPTION_GAP
    inline = start + groups * group <= width
    across = groups if inline else max(1, int((width + _GROUP_GAP) / group))
    lines = -(-groups // across)
    above = 0.0 if inline else label.height + 0.6

    def items(box: Box) -> Iterator[Item]:
        step = (box.height - above) / lines
        top = box.y + ((step - label.height) / 2 if inline else 0)
        yield from setting.items(label, Point(box.x, top))
        for number in range(block.number):
            which, inner = divmod(number, block.group)
            row, column = divmod(which, across)
            left = box.x + (start if inline else 0) + column * group + inner * _TICK_PITCH
            yield setting.tick(Point(left, box.y + above + step * (row + 0.5)))

    least = above + lines * (_TICK + 1.4)
    return BlockLayout(least, above + lines * (_TICK + 3), items, block.place)


def _compass(block: Compass, width: float, setting: Setting) -> BlockLayout:
    """Hexagons round a point, one for each direction, to tick or to write in."""
    flat = block.hexagon == "flat-top"
    across = _WRITE_HEXAGON if block.write else _TICK_HEXAGON
    words = [
        setting.label(BlockText(word, "", block.place), width, size=_LEAST_NOTE)
        for word in DIRECTIONS[block.hexagon]
    ]
    # The pattern is as high as three hexagons across flats, or as 2.5 across corners.
    height = across * (3 if flat else 5 / 3**0.5)
    reach = across * (2.5 / 3**0.5 if flat else 1.5)
    outside = 0.0 if block.write else 2 * (max(word.width for word in words) + 1)
    if 2 * reach + outside > width:
        setting.refuse("does-not-fit", "the compass is wider than its column", block.place)
    above = 2 * LEADING * _LEAST_NOTE if flat and not block.write else 0.0

    def items(box: Box) -> Iterator[Item]:
        yield Shape(circle(box.centre, 0.12 * across), fill=setting.ink)
        for number, word in enumerate(words):
            toward = heading(60 * number + (0 if flat else 30))
            middle = box.centre + toward * across
            radius = _HEXAGON * across / 3**0.5
            yield setting.frame(regular(6, middle, radius, turn=30 if flat else 0))
            # High in its hexagon, or outside it.
            beyond = across * 0.5 + 1
            if block.write:
                at = Point(-word.width / 2, -0.3 * across)
            elif abs(toward.x) < 0.1:
                at = Point(-word.width / 2, beyond if toward.y > 0 else -beyond - word.height)
            else:
                at = Point(beyond if toward.x > 0 else -beyond - word.width, -word.height / 2)
            yield from setting.items(word, middle + at)

    return _fixed(height + above, items, block.place)


def _board(block: BoardBlock, width: float, setting: Setting) -> BlockLayout:
    name, draw = block.name.value, setting.supplies.boards
    if draw is None or draw(name, block.height, ()) is None:
        message = f'the game has no board "{name}"'
        if draw is None:
            message = 'only a form has boards as blocks; show it with the element "figure"'
        setting.refuse("unknown-board", message, block.name.place)
        return _fixed(0.0, lambda box: (), block.place)
    highlight = []
    for cell in block.highlight:
        try:
            draw(name, block.height, (cell.value,))
            highlight.append(cell.value)
        except ValueError:
            message = f'the board "{name}" has no hex "{cell.value}"'
            setting.refuse("unknown-hex", message, cell.place)
    picture = draw(name, block.height, highlight)
    # A board that is too wide becomes smaller.
    if picture is not None and picture.box.width > width:
        picture = draw(name, picture.box.height * width / picture.box.width, highlight)
    assert picture is not None, "unknown boards have been refused"
    if picture.box.width > width + RULE:
        message = f'the board "{name}" is wider than its column'
        setting.refuse("does-not-fit", message, block.place)

    return _fixed(
        picture.box.height,
        lambda box: [Placed(picture.drawing, box.centre - picture.box.centre)],
        block.place,
    )


def _columns(block: Columns, width: float, setting: Setting) -> BlockLayout:
    """Stacks side by side, with widths in proportion to their shares."""
    spans = _columns_of(width, [part.width for part in block.parts], _COLUMN_GAP)
    stacks = [
        _stack([_block(each, room, setting) for each in part.blocks], setting, block.place)
        for part, (_, room) in zip(block.parts, spans, strict=True)
    ]

    def items(box: Box) -> Iterator[Item]:
        for part, (left, room) in zip(stacks, spans, strict=True):
            yield from part.items(Box(box.x + left, box.y, room, box.height))

    least = max(part.least for part in stacks)
    return BlockLayout(least, max(part.most for part in stacks), items, block.place)


# Tables


def _table(table: Table, width: float, setting: Setting) -> BlockLayout:
    """Heads over rows that share the height."""
    table = table.for_players(setting.supplies.players)
    spans = _columns_of(width, [column.width for column in table.columns])
    note = setting.note_size
    heads = [
        setting.label(column.label, room - 2 * _PADDING, bold=True, size=note)
        for column, (_, room) in zip(table.columns, spans, strict=True)
    ]
    splits = [
        [setting.label(head, room / len(column.split) - 0.8, size=note) for head in column.split]
        for column, (_, room) in zip(table.columns, spans, strict=True)
    ]
    # The heights of the heads and of the heads of their parts; 0 without any.
    upper = max((head.height + 2 * _ABOVE for head in heads if head.width), default=0.0)
    lower = max((part.height + 2 * _ABOVE for parts in splits for part in parts), default=0.0)
    headed = upper + lower > 0
    rows = _shared(
        [_row(table, number, spans, setting, headed=headed) for number, _ in enumerate(table.rows)],
        table.place,
    )

    def items(box: Box) -> Iterator[Item]:
        for (left, room), head, parts in zip(spans, heads, splits, strict=True):
            height = upper if parts else upper + lower
            yield from _centred(head, Box(box.x + left, box.y, room, height), setting)
            for number, part in enumerate(parts):
                wide = room / len(parts)
                at = Box(box.x + left + number * wide, box.y + upper, wide, lower)
                yield from _centred(part, at, setting)
        top, height = box.y + upper + lower, min(box.height - upper - lower, rows.most)
        yield from rows.items(Box(box.x, top, box.width, height))
        bottom = top + height
        for column, (left, room) in zip(table.columns, spans, strict=True):
            x = box.x + left
            if left:
                yield setting.rule(Point(x, box.y), Point(x, bottom))
            for number in range(1, len(column.split)):
                at_x = x + room * number / len(column.split)
                yield setting.rule(Point(at_x, box.y + upper), Point(at_x, top), HAIRLINE)
        yield setting.frame(box_path(Box(box.x, box.y, box.width, bottom - box.y)))

    above = upper + lower
    return BlockLayout(above + rows.least, above + rows.most, items, table.place)


def _row(
    table: Table,
    number: int,
    spans: Sequence[tuple[float, float]],
    setting: Setting,
    *,
    headed: bool,
) -> BlockLayout:
    """A row with the line above it: a label with its note, and cells to write in or to read."""
    row = table.rows[number]
    (_, first), *others = spans
    label = setting.label(row.label, first - 2 * _PADDING, bold=row.total)
    note = setting.label(row.note, first - 2 * _PADDING, size=setting.note_size)
    cells = [
        setting.label(cell, room - 2 * _PADDING, bold=row.total)
        for cell, (_, room) in zip(row.cells, others, strict=False)
    ]
    # An entry is a number in a cell; each line of a cell has room for some.
    lines = max(
        (math.ceil(row.entries / max(1, int(room / _ENTRY_WIDTH))) for _, room in others), default=1
    )
    texts = max(label.height + note.height, *(cell.height for cell in cells), 0) + 2 * _ABOVE
    filled = sum(1 for cell in row.cells if cell.text or cell.colour)
    to_read = filled == len(others) > 0
    least = texts if to_read else max(texts, LEAST_ROW * lines)
    most = least * _AIRY if to_read else max(least, MOST_ROW * lines)

    def items(box: Box) -> Iterator[Item]:
        top = box.y + (box.height - label.height - note.height) / 2
        yield from setting.items(label, Point(box.x + _PADDING, top))
        below = Point(box.x + _PADDING, top + label.height)
        yield from setting.items(note, below, ink=setting.soft)
        for cell, (left, _) in zip(cells, others, strict=False):
            at = Point(box.x + left + _PADDING, box.y + (box.height - cell.height) / 2)
            yield from setting.items(cell, at)
        for column, (left, room) in enumerate(spans):
            inside = Box(box.x + left, box.y, room, box.height)
            if (number, column) in table.unused:
                yield from _hatching(inside, setting)
            elif column and row.entries > 1:
                yield from _divisions(inside, math.ceil(row.entries / lines), lines, setting)
            elif not row.joined:
                yield from _divisions(inside, len(table.columns[column].split), 1, setting)
        if number or headed:
            thick = THICK if row.total or not number else RULE
            yield setting.rule(Point(box.x, box.y), Point(box.right, box.y), thick)

    return BlockLayout(least, most, items, row.label.place)


def _divisions(box: Box, across: int, down: int, setting: Setting) -> Iterator[Item]:
    """Fine lines that divide a cell into parts of one size."""
    for number in range(1, across):
        x = box.x + box.width * number / across
        yield setting.rule(Point(x, box.y), Point(x, box.bottom), HAIRLINE)
    for number in range(1, down):
        y = box.y + box.height * number / down
        yield setting.rule(Point(box.x, y), Point(box.right, y), HAIRLINE)


def _hatching(box: Box, setting: Setting) -> Iterator[Item]:
    """Fine lines that rise to the right across an unused box."""
    for number in range(1, math.ceil((box.width + box.height) / _HATCH)):
        along = number * _HATCH
        start = Point(box.x + max(0.0, along - box.height), box.y + min(along, box.height))
        end = Point(box.x + min(along, box.width), box.y + max(0.0, along - box.width))
        yield setting.rule(start, end, HAIRLINE)


def _centred(label: SetLabel, box: Box, setting: Setting) -> Iterator[Item]:
    top = box.y + (box.height - label.height) / 2
    yield from setting.items(label, Point(box.x + box.width / 2, top), middle=True)


_LAYOUTS = {
    BoardBlock: _board,
    Choices: _choices,
    Columns: _columns,
    Compass: _compass,
    FieldRow: _fields,
    Items: _items,
    Lines: lambda block, width, setting: _shared(
        [_fields(row, width, setting) for row in block.rows], block.place
    ),
    Signs: _choices,
    Table: _table,
    Ticks: _ticks,
    Title: _title,
    Words: _words,
}
