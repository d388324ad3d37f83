"""Blocks of a form to write in and to tick: fields, choices, boxes, signs and compasses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.definition.pad_tables import PadText
from pnp.definition.pads import DIRECTIONS, Choices, Compass, FieldRow, Signs, Ticks
from pnp.draw.blocks import (
    LEAST_ROW,
    LEAST_SIZE,
    TICK,
    BlockLayout,
    SetLabel,
    Setting,
    TickOption,
    columns_of,
    tick_box,
)
from pnp.draw.symbols import regular
from pnp.scene import Item, Shape
from pnp.scene.geometry import Box, Point, circle, heading
from pnp.scene.typesetting import LEADING

_OPTION_GAP = 3.5
_MOST_FIELD = 8.5  # millimetres from one line of fields to the next
_LEAST_LINE = 10.0  # millimetres of a line to write on: the first letters of a name
_MOST_SPREAD = 2.5  # how many times as wide the gaps in a line may become

# Millimetres across flats of a compass's hexagons: to tick, and to write a word in.
_TICK_HEXAGON, _WRITE_HEXAGON = 6.2, 18.0
_COMPASS_GAP = 0.9  # the size of a hexagon, as a share of its place in the pattern


def field_row_block(block: FieldRow, width: float, setting: Setting) -> BlockLayout:
    """Labels side by side, each with a line to write on and perhaps boxes to tick."""
    shares = [field.width for field in block.fields]
    gap = 4.0
    parts = []
    for field, (_, room) in zip(block.fields, columns_of(width, shares, gap), strict=True):
        options = [TickOption(setting.tag(option, room)) for option in field.options]
        left = room - sum(option.width + 2 for option in options) - 1.5 - _LEAST_LINE
        if left <= 0:
            message = f'there is no room to write beside "{field.label.text}"'
            raise setting.refuse(message, field.label.place)
        parts.append((setting.tag(field.label, left), options))

    def items(box: Box) -> Iterator[Item]:
        places = columns_of(box.width, shares, gap)
        for (label, options), (left, room) in zip(parts, places, strict=True):
            at = Box(box.x + left, box.y, room, box.height)
            yield from _field(label, options, at, setting)

    tallest = max(tag.height for label, options in parts for tag in (label, *_tags(options)))
    least = max(LEAST_ROW, tallest + 1)
    return BlockLayout(least, max(least, _MOST_FIELD), items, block.place)


def _tags(options: Sequence[TickOption]) -> list[SetLabel]:
    return [option.tag for option in options]


def _field(
    label: SetLabel, options: Sequence[TickOption], box: Box, setting: Setting
) -> Iterator[Item]:
    """The label and the options, on the line to write on, low in the box."""
    tallest = max(tag.height for tag in (label, *_tags(options)))
    base, middle = _base(box.bottom), _middle(box.bottom, tallest)
    yield from label.items(Point(box.x, middle - label.height / 2), setting.theme.mark)
    right = box.right
    for option in reversed(options):
        right -= option.width
        yield from option.items(right, middle, setting)
        right -= 2
    yield setting.rule(Point(box.x + label.width + 1.5, base), Point(right, base))


def _base(bottom: float) -> float:
    """The height of the line to write on, in a row that ends here."""
    return bottom - 0.4


def _middle(bottom: float, height: float) -> float:
    """The middle of texts of this height on the line to write on."""
    return _base(bottom) - height / 2


def choices_block(block: Choices, width: float, setting: Setting) -> BlockLayout:
    """A label with boxes to tick, in as many lines as they need."""
    label = setting.tag(block.label, width, bold=True)
    start = label.width + _OPTION_GAP
    room = width - start - TickOption.INDENT
    options = [TickOption(setting.tag(option, room)) for option in block.options]
    lines = _flowed([option.width for option in options], width - start)

    def items(box: Box) -> Iterator[Item]:
        pitch = box.height / len(lines)
        middle = _middle(box.y + pitch, tallest)
        yield from label.items(Point(box.x, middle - label.height / 2), setting.theme.mark)
        for row, line in enumerate(lines):
            middle = _middle(box.y + pitch * (row + 1), tallest)
            for number, left in line:
                yield from options[number].items(box.x + start + left, middle, setting)

    tallest = max(tag.height for tag in (label, *_tags(options)))
    least = len(lines) * max(TICK + 1.8, tallest + 0.4)
    return BlockLayout(least, max(least, len(lines) * _MOST_FIELD), items, block.place)


def _flowed(widths: Sequence[float], room: float) -> list[list[tuple[int, float]]]:
    """The numbers of the widths in each line, and where each begins.

    There are as few lines as possible, with about as many widths each, in aligned columns.
    """
    most = max(widths, default=0.0)
    for rows in range(1, len(widths) + 1):
        across = -(-len(widths) // rows)
        starts = range(0, len(widths), across)
        columns = [max(widths[column::across]) for column in range(across)]
        gaps = _OPTION_GAP * (across - 1)
        if sum(columns) + gaps <= room or across == 1:
            spread = min(_MOST_SPREAD, (room - sum(columns)) / gaps) if gaps else 1.0
            lefts = [
                sum(columns[:column]) + spread * _OPTION_GAP * column for column in range(across)
            ]
            return [
                [(start + k, lefts[k]) for k in range(min(across, len(widths) - start))]
                for start in starts
            ]
    return [[(0, most)]]


def ticks_block(block: Ticks, width: float, setting: Setting) -> BlockLayout:
    """Boxes to tick in groups, with a label beside or above them."""
    label = setting.tag(block.label, width, bold=True)
    pitch, apart = TICK + 1.2, 2.2
    group = block.group * pitch + apart
    if group - apart > width:
        raise setting.refuse("a group of boxes is wider than the form", block.place)
    # The label stands beside the boxes if they fit in its line, and above them if not.
    groups = -(-block.number // block.group)
    start = label.width + _OPTION_GAP
    inline = start + groups * group <= width
    across = groups if inline else max(1, int((width + apart) / group))
    lines = -(-groups // across)
    above = 0.0 if inline else label.height + 0.6

    def items(box: Box) -> Iterator[Item]:
        step = (box.height - above) / lines
        top = box.y + ((step - label.height) / 2 if inline else 0)
        yield from label.items(Point(box.x, top), setting.theme.mark)
        for number in range(block.number):
            which, inner = divmod(number, block.group)
            row, column = divmod(which, across)
            left = box.x + (start if inline else 0) + column * group + inner * pitch
            middle = box.y + above + step * (row + 0.5)
            yield tick_box(Point(left + TICK / 2, middle), setting)

    least = above + lines * (TICK + 1.4)
    return BlockLayout(least, above + lines * (TICK + 3), items, block.place)


def signs_block(block: Signs, width: float, setting: Setting) -> BlockLayout:
    """The signs of colours with their names, in columns."""
    tags = [setting.tag(label, width) for label in block.labels]
    lines = _flowed([tag.width for tag in tags], width)
    pitch = max(tag.height for tag in tags) + 0.35 * setting.size

    def items(box: Box) -> Iterator[Item]:
        for row, line in enumerate(lines):
            for number, left in line:
                at = Point(box.x + left, box.y + row * pitch)
                yield from tags[number].items(at, setting.theme.mark)

    height = pitch * len(lines)
    return BlockLayout(height, height, items, block.place)


def compass_block(block: Compass, width: float, setting: Setting) -> BlockLayout:
    """Hexagons round a point, one for each direction, to tick or to write in."""
    flat = block.hexagon == "flat-top"
    across = _WRITE_HEXAGON if block.write else _TICK_HEXAGON
    words = [
        setting.tag(PadText(word, "", block.place), width, size=LEAST_SIZE)
        for word in DIRECTIONS[block.hexagon]
    ]
    # The pattern is as high as three hexagons across flats, or as 2.5 across corners.
    height = across * (3 if flat else 5 / 3**0.5)
    reach = across * (2.5 / 3**0.5 if flat else 1.5)
    outside = 0.0 if block.write else 2 * (max(word.width for word in words) + 1)
    if 2 * reach + outside > width:
        raise setting.refuse("the compass is wider than its column", block.place)
    above = 2 * LEADING * LEAST_SIZE if flat and not block.write else 0.0

    def items(box: Box) -> Iterator[Item]:
        centre = Point(box.x + box.width / 2, box.y + box.height / 2)
        radius = _COMPASS_GAP * across / 3**0.5
        turn = 30 if flat else 0
        yield Shape(circle(centre, 0.12 * across), fill=setting.theme.mark)
        for number, word in enumerate(words):
            toward = heading(60 * number + (0 if flat else 30))
            middle = centre + toward * across
            yield setting.frame(regular(6, middle, radius, turn=turn))
            at = _word_at(word, middle, toward, across, write=block.write)
            yield from word.items(at, setting.theme.mark)

    return BlockLayout(height + above, height + above, items, block.place)


def _word_at(word: SetLabel, middle: Point, toward: Point, across: float, *, write: bool) -> Point:
    """The start of a direction's word: high in its hexagon, or outside it."""
    if write:
        return middle + Point(-word.width / 2, -0.3 * across)
    reach = across * 0.5 + 1
    if abs(toward.x) < 0.1:
        down = reach if toward.y > 0 else -reach - word.height
        return middle + Point(-word.width / 2, down)
    aside = reach if toward.x > 0 else -reach - word.width
    return middle + Point(aside, -word.height / 2)
