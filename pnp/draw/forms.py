"""Forms as drawings: black lines on white paper, filled from edge to edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.basics.errors import Finding, InvalidDefinition, Severity, in_file_order
from pnp.basics.words import did_you_mean
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Ink
from pnp.definition.pad_tables import PadTable, PadText
from pnp.definition.pads import (
    DIRECTIONS,
    Block,
    BoardBlock,
    Bullets,
    Choices,
    Columns,
    Compass,
    FieldRow,
    Heading,
    PadTemplate,
    Paragraph,
    Signs,
    Ticks,
)
from pnp.draw.blocks import (
    LEAST_ROW,
    LEAST_SIZE,
    RULE,
    THICK,
    TICK,
    Boards,
    Laid,
    Option,
    Setting,
    Tag,
    beside,
    columns_of,
    stack,
    tick_box,
)
from pnp.draw.symbols import regular
from pnp.draw.tables import table_block
from pnp.draw.typesetting import LEADING, set_text
from pnp.scene import Drawing, Item, Placed, Shape
from pnp.scene.geometry import Box, Point, circle, heading

# Millimetres: forms are cut out with scissors, and nothing stands where they may go astray.
MARGIN = 5.0

# The largest text, in millimetres, by how many forms lie on a sheet: 11 pt to 8.5 pt.
_LARGEST_SIZE = {1: 3.9, 2: 3.7, 3: 3.5, 4: 3.4, 6: 3.2, 8: 3.0}
_STEP = 0.1

_GAP = 0.7  # between blocks, in ems
_COLUMN_GAP = 5.0
_OPTION_GAP = 3.5
_MOST_FIELD = 8.5  # millimetres from one line of fields to the next
_LEAST_LINE = 10.0  # millimetres of a line to write on: a name's first letters
_MOST_SPREAD = 2.5  # how far apart, in gaps, what stands in a line may be drawn

# Millimetres across flats of a compass's hexagons: to tick, and to write a word in.
_TICK_HEXAGON, _WRITE_HEXAGON = 6.2, 18.0
_COMPASS_GAP = 0.9  # how much of its place in the pattern a hexagon takes


def form_drawing(
    form: PadTemplate, *, inks: Iterable[Ink], boards: Boards, theme: Theme = STANDARD
) -> Drawing:
    """The form in its box, with the largest text with which everything fits.

    Raises InvalidDefinition where a colour or a board is unknown, or something fits at no size.
    """
    by_name = {ink.name: ink for ink in inks}
    findings = [*_unknown_colours(form, by_name), *_unknown_boards(form, boards)]
    if findings:
        # What an alias repeats is wrong in one place.
        raise InvalidDefinition(in_file_order(dict.fromkeys(findings)))
    box = form.box
    # The thickest line lies half outside the box that it goes round.
    free = MARGIN + THICK / 2
    inside = Box(free, free, box.width - 2 * free, box.height - 2 * free)
    size = _LARGEST_SIZE[form.up]
    while True:
        setting = Setting(form.name, by_name, boards, theme, size)
        try:
            return Drawing(tuple(_form(form, inside.width, setting).items(inside)))
        except InvalidDefinition:
            if size <= LEAST_SIZE:
                raise
            size = max(LEAST_SIZE, size - _STEP)


def _form(form: PadTemplate, width: float, setting: Setting) -> Laid:
    blocks = [_title(form, width, setting), *_laid(form.blocks, width, setting)]
    return stack(blocks, _GAP * setting.size, setting, form.place)


def _laid(blocks: Sequence[Block], width: float, setting: Setting) -> list[Laid]:
    return [_block(block, width, setting) for block in blocks]


def _block(block: Block, width: float, setting: Setting) -> Laid:
    match block:
        case Heading():
            return _heading(block, width, setting)
        case Paragraph():
            return _paragraph(block, width, setting)
        case Bullets():
            return _bullets(block, width, setting)
        case FieldRow():
            return _field_row(block, width, setting)
        case Choices():
            return _choices(block, width, setting)
        case Ticks():
            return _ticks(block, width, setting)
        case Signs():
            return _signs(block, width, setting)
        case Compass():
            return _compass(block, width, setting)
        case BoardBlock():
            return _board(block, width, setting)
        case Columns():
            return _columns(block, width, setting)
        case PadTable():
            return table_block(block, width, setting)


def _title(form: PadTemplate, width: float, setting: Setting) -> Laid:
    """The title over a thick line, with the subtitle at its right, or below it."""
    title = setting.tag(form.title, width, bold=True, size=1.5 * setting.size)
    subtitle = setting.tag(form.subtitle, width, size=setting.size)
    one_line = title.width + subtitle.width + 4 <= width
    height = title.height + (0 if one_line else subtitle.height) + 1

    def items(box: Box) -> Iterator[Item]:
        yield from title.items(Point(box.x, box.y), setting.theme.mark)
        below = box.y + title.height - (subtitle.height + 0.4 if one_line else 0)
        left = box.right - subtitle.width if one_line else box.x
        yield from subtitle.items(Point(left, below), setting.theme.mark)
        y = box.y + height
        yield setting.rule(Point(box.x, y), Point(box.right, y), THICK)

    return Laid(height, height, items, form.title.place)


def _heading(block: Heading, width: float, setting: Setting) -> Laid:
    tag = setting.tag(block.text, width, bold=True)

    def items(box: Box) -> Iterator[Item]:
        return tag.items(Point(box.x, box.y), setting.theme.mark)

    return Laid(tag.height, tag.height, items, block.place, leads=True)


def _paragraph(block: Paragraph, width: float, setting: Setting) -> Laid:
    tag = setting.tag(block.text, width)

    def items(box: Box) -> Iterator[Item]:
        return tag.items(Point(box.x, box.y), setting.theme.mark)

    return Laid(tag.height, tag.height, items, block.place)


def _bullets(block: Bullets, width: float, setting: Setting) -> Laid:
    indent = (1.5 if block.numbered else 0.9) * setting.size
    tags = [setting.tag(item, width - indent) for item in block.items]
    gap = 0.2 * setting.size
    least = sum(tag.height for tag in tags) + gap * (len(tags) - 1)
    # Up to a blank line's height between items.
    most = least + 0.8 * setting.size * (len(tags) - 1)

    def items(box: Box) -> Iterator[Item]:
        wide = gap + (box.height - least) / max(1, len(tags) - 1)
        top = box.y
        for number, tag in enumerate(tags, 1):
            mark = setting.text(
                f"{number}." if block.numbered else "•", indent, block.place, bold=True
            )
            yield from set_text(mark, Point(box.x, top), setting.theme.mark)
            yield from tag.items(Point(box.x + indent, top), setting.theme.mark)
            top += tag.height + wide

    return Laid(least, most, items, block.place)


def _field_row(block: FieldRow, width: float, setting: Setting) -> Laid:
    shares = [field.width for field in block.fields]
    gap = 4.0
    parts = []
    for field, (_, room) in zip(block.fields, columns_of(width, shares, gap), strict=True):
        options = [Option(setting.tag(option, room)) for option in field.options]
        left = room - sum(option.width + 2 for option in options) - 1.5 - _LEAST_LINE
        if left <= 0:
            message = f'beside "{field.label.text}" there is no room to write'
            raise setting.refuse(message, field.label.place)
        parts.append((setting.tag(field.label, left), options))

    def items(box: Box) -> Iterator[Item]:
        places = columns_of(box.width, shares, gap)
        for (label, options), (left, room) in zip(parts, places, strict=True):
            at = Box(box.x + left, box.y, room, box.height)
            yield from _field(label, options, at, setting)

    tallest = max(tag.height for label, options in parts for tag in (label, *_tags(options)))
    least = max(LEAST_ROW, tallest + 1)
    return Laid(least, max(least, _MOST_FIELD), items, block.place)


def _tags(options: Sequence[Option]) -> list[Tag]:
    return [option.tag for option in options]


def _field(label: Tag, options: Sequence[Option], box: Box, setting: Setting) -> Iterator[Item]:
    """The label and the options stand on the line that one writes on, low in the box."""
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
    """Where the line to write on is, in a row that ends here."""
    return bottom - 0.4


def _middle(bottom: float, height: float) -> float:
    """The middle of texts of this height that stand on the line to write on."""
    return _base(bottom) - height / 2


def _choices(block: Choices, width: float, setting: Setting) -> Laid:
    label = setting.tag(block.label, width, bold=True)
    start = label.width + _OPTION_GAP
    room = width - start - Option.INDENT
    options = [Option(setting.tag(option, room)) for option in block.options]
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
    return Laid(least, max(least, len(lines) * _MOST_FIELD), items, block.place)


def _flowed(widths: Sequence[float], room: float) -> list[list[tuple[int, float]]]:
    """Which of the widths stand in each line, and where.

    There are as few lines as can be, of about as many each, in columns that stand below each other.
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


def _ticks(block: Ticks, width: float, setting: Setting) -> Laid:
    label = setting.tag(block.label, width, bold=True)
    pitch, apart = TICK + 1.2, 2.2
    group = block.group * pitch + apart
    if group - apart > width:
        raise setting.refuse("a group of boxes is wider than the form", block.place)
    # The label stands before the boxes if they fit beside it in one line, and else above them.
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
    return Laid(least, above + lines * (TICK + 3), items, block.place)


def _signs(block: Signs, width: float, setting: Setting) -> Laid:
    tags = [setting.tag(label, width) for label in block.labels]
    lines = _flowed([tag.width for tag in tags], width)
    pitch = max(tag.height for tag in tags) + 0.35 * setting.size

    def items(box: Box) -> Iterator[Item]:
        for row, line in enumerate(lines):
            for number, left in line:
                at = Point(box.x + left, box.y + row * pitch)
                yield from tags[number].items(at, setting.theme.mark)

    height = pitch * len(lines)
    return Laid(height, height, items, block.place)


def _compass(block: Compass, width: float, setting: Setting) -> Laid:
    flat = block.hexagon == "flat-top"
    across = _WRITE_HEXAGON if block.write else _TICK_HEXAGON
    words = [
        setting.tag(PadText(word, "", block.place), width, size=LEAST_SIZE)
        for word in DIRECTIONS[block.hexagon]
    ]
    # Three hexagons are as high as three times their height one way, and 2.5 corners the other.
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

    return Laid(height + above, height + above, items, block.place)


def _word_at(word: Tag, middle: Point, toward: Point, across: float, *, write: bool) -> Point:
    """Where a direction's word begins: high in its hexagon, or outside it."""
    if write:
        return middle + Point(-word.width / 2, -0.3 * across)
    reach = across * 0.5 + 1
    if abs(toward.x) < 0.1:
        down = reach if toward.y > 0 else -reach - word.height
        return middle + Point(-word.width / 2, down)
    aside = reach if toward.x > 0 else -reach - word.width
    return middle + Point(aside, -word.height / 2)


def _board(block: BoardBlock, width: float, setting: Setting) -> Laid:
    drawing, own = _drawn(block, block.height, setting)
    # A board that is too wide is drawn again, smaller.
    if own.width > width:
        drawing, own = _drawn(block, own.height * width / own.width, setting)
    if own.width > width + RULE:
        raise setting.refuse(
            f'the board "{block.name.value}" is wider than its column', block.place
        )

    def items(box: Box) -> Iterator[Item]:
        left = box.x + (box.width - own.width) / 2
        top = box.y + (box.height - own.height) / 2
        yield Placed(drawing, Point(left - own.x, top - own.y))

    return Laid(own.height, own.height, items, block.place)


def _drawn(block: BoardBlock, height: float, setting: Setting) -> tuple[Drawing, Box]:
    highlight = tuple(name.value for name in block.highlight)
    drawn = setting.boards(block.name.value, height, highlight=highlight)
    assert drawn is not None, "unknown boards have been refused"
    return drawn


def _columns(block: Columns, width: float, setting: Setting) -> Laid:
    shares = [part.width for part in block.parts]
    rooms = columns_of(width, shares, _COLUMN_GAP)
    gap = _GAP * setting.size
    stacks = [
        stack(_laid(part.blocks, room, setting), gap, setting, block.place)
        for part, (_, room) in zip(block.parts, rooms, strict=True)
    ]
    return beside(stacks, shares, _COLUMN_GAP, block.place)


def _all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks and all inside them."""
    for block in blocks:
        yield block
        if isinstance(block, Columns):
            for part in block.parts:
                yield from _all_blocks(part.blocks)


def _labels(block: Block) -> Iterator[PadText]:
    """The labels of a block, which may have colours."""
    match block:
        case Heading() | Paragraph():
            yield block.text
        case Bullets():
            yield from block.items
        case FieldRow():
            for field in block.fields:
                yield from (field.label, *field.options)
        case Choices():
            yield from (block.label, *block.options)
        case Ticks():
            yield block.label
        case Signs():
            yield from block.labels
        case PadTable():
            for column in block.columns:
                yield from (column.label, *column.split)
            for row in block.rows:
                yield from (row.label, *row.cells)


def _unknown_colours(form: PadTemplate, inks: Mapping[str, Ink]) -> Iterator[Finding]:
    for block in _all_blocks(form.blocks):
        for label in _labels(block):
            if label.colour and label.colour not in inks:
                hint = did_you_mean(label.colour, inks)
                message = f'{form.name}: the game has no colour "{label.colour}"{hint}'
                yield Finding("unknown-colour", Severity.ERROR, message, label.place)


def _unknown_boards(form: PadTemplate, boards: Boards) -> Iterator[Finding]:
    """Boards that the game has not, and hexes that a board has not."""
    for block in _all_blocks(form.blocks):
        if not isinstance(block, BoardBlock):
            continue
        name = block.name.value
        if boards(name, block.height) is None:
            message = f'{form.name}: the game has no board "{name}"'
            yield Finding("unknown-board", Severity.ERROR, message, block.name.place)
            continue
        for cell in block.highlight:
            try:
                boards(name, block.height, highlight=(cell.value,))
            except ValueError:
                message = f'{form.name}: the board "{name}" has no hex "{cell.value}"'
                yield Finding("unknown-hex", Severity.ERROR, message, cell.place)
