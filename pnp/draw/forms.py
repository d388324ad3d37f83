"""Forms as drawings: dark lines on white paper that fill the form from edge to edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.basics.errors import Finding, InvalidDefinition, Severity, in_file_order
from pnp.basics.markup import UnsupportedMarkup
from pnp.basics.words import did_you_mean
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Ink
from pnp.definition.pad_tables import PadTable, PadText
from pnp.definition.pads import (
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
from pnp.draw.alphabet import letters
from pnp.draw.blocks import (
    LEAST_SIZE,
    RULE,
    THICK,
    BlockLayout,
    Boards,
    Setting,
    beside,
    columns_of,
    parse_text,
    stack,
)
from pnp.draw.lettering import numeral
from pnp.draw.tables import table_block
from pnp.draw.writing import (
    choices_block,
    compass_block,
    field_row_block,
    signs_block,
    ticks_block,
)
from pnp.scene import Drawing, Item, Picture, Placed
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import EPSILON, ORIGIN, Box, Point
from pnp.scene.typesetting import LEADING, set_text

# Millimetres: the margin inside the cut, for scissors that go astray.
MARGIN = 5.0

# The largest text, in millimetres, by the number of forms on a sheet: 11 pt to 8.5 pt.
_LARGEST_SIZE = {1: 3.9, 2: 3.7, 3: 3.5, 4: 3.4, 6: 3.2, 8: 3.0}
_STEP = 0.1

_GAP = 0.7  # between blocks, in ems

# In ems: the capitals of a title, and what is free below a line of it; the capitals as a share of a wide form. A title
# beside its subtitle keeps this share of its height; it has so many millimetres between them.
_TITLE, _BELOW_TITLE, _TITLE_OF_WIDTH = 1.05, 0.45, 0.026
_LEAST_TITLE, _APART = 0.75, 4.0
_COLUMN_GAP = 5.0


def form_drawing(
    form: PadTemplate, *, inks: Iterable[Ink], boards: Boards, theme: Theme = STANDARD
) -> Drawing:
    """The form in its box, with the largest text at which everything fits.

    Raises InvalidDefinition if a colour or a board is unknown, or if a block fits at no size.
    """
    by_name = {ink.name: ink for ink in inks}
    findings = [
        *_unknown_colours(form, by_name),
        *_unknown_boards(form, boards),
        *_unsupported_markup(form),
    ]
    if findings:
        # An error in a part that an alias repeats has one place.
        raise InvalidDefinition(in_file_order(dict.fromkeys(findings)))
    box = form.box
    # Half of the thickest line lies outside the box that it surrounds.
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


def _form(form: PadTemplate, width: float, setting: Setting) -> BlockLayout:
    blocks = [_title(form, width, setting), *_layouts(form.blocks, width, setting)]
    return stack(blocks, _GAP * setting.size, setting, form.place)


def _layouts(blocks: Sequence[Block], width: float, setting: Setting) -> list[BlockLayout]:
    return [_block(block, width, setting) for block in blocks]


def _block(block: Block, width: float, setting: Setting) -> BlockLayout:
    match block:
        case Heading():
            return _heading(block, width, setting)
        case Paragraph():
            return _paragraph(block, width, setting)
        case Bullets():
            return _bullets(block, width, setting)
        case FieldRow():
            return field_row_block(block, width, setting)
        case Choices():
            return choices_block(block, width, setting)
        case Ticks():
            return ticks_block(block, width, setting)
        case Signs():
            return signs_block(block, width, setting)
        case Compass():
            return compass_block(block, width, setting)
        case BoardBlock():
            return _board(block, width, setting)
        case Columns():
            return _columns(block, width, setting)
        case PadTable():
            return table_block(block, width, setting)


def _title(form: PadTemplate, width: float, setting: Setting) -> BlockLayout:
    """The title over a thick line, with the subtitle at its right, or below it."""
    size = setting.size
    subtitle = setting.tag(form.subtitle, width, size=size)
    beside = subtitle.width + _APART if form.subtitle.text else 0.0
    tall = max(_TITLE * size, _TITLE_OF_WIDTH * width)
    title = _title_picture(form.title, width, beside, tall, setting)
    one_line = title.box.width + beside <= width + EPSILON
    # The lowest baseline, and the top of a line of text above its own.
    base = title.box.height + (0.0 if one_line else (CAP_HEIGHT + _BELOW_TITLE) * size)
    rise = (LEADING + CAP_HEIGHT) / 2 * size
    height = base + _BELOW_TITLE * size

    def items(box: Box) -> Iterator[Item]:
        yield title.at(Point(box.x, box.y))
        left = box.right - subtitle.width if one_line else box.x
        yield from subtitle.items(Point(left, box.y + base - rise), setting.theme.mark)
        y = box.y + height
        yield setting.rule(Point(box.x, y), Point(box.right, y), THICK)

    return BlockLayout(height, height, items, form.title.place)


def _title_picture(
    title: PadText, width: float, beside: float, tall: float, setting: Setting
) -> Picture:
    """A title in the letters of covers, in one ink, from its top to its lowest baseline.

    It becomes a little smaller, so that its subtitle stands *beside* it. A long title and
    one with letters that the alphabet lacks are texts.
    """
    ink = setting.theme.mark
    if title.text and letters(title.text) is not None:
        wide = numeral(title.text, 1.0, ink).box.width
        fitting = (min(tall, room / wide) for room in (width - beside, width))
        height = next((each for each in fitting if each >= _LEAST_TITLE * tall), 0.0)
        if height:
            return numeral(title.text, height, ink)
    size = tall / CAP_HEIGHT
    tag = setting.tag(title, width, bold=True, size=size)
    baseline = tag.height - (LEADING - CAP_HEIGHT) / 2 * size
    return Picture(Drawing(tuple(tag.items(ORIGIN, ink))), Box(0, 0, tag.width, baseline))


def _heading(block: Heading, width: float, setting: Setting) -> BlockLayout:
    tag = setting.tag(block.text, width, bold=True)

    def items(box: Box) -> Iterator[Item]:
        return tag.items(Point(box.x, box.y), setting.theme.mark)

    return BlockLayout(tag.height, tag.height, items, block.place, leads=True)


def _paragraph(block: Paragraph, width: float, setting: Setting) -> BlockLayout:
    tag = setting.tag(block.text, width)

    def items(box: Box) -> Iterator[Item]:
        return tag.items(Point(box.x, box.y), setting.theme.mark)

    return BlockLayout(tag.height, tag.height, items, block.place)


def _bullets(block: Bullets, width: float, setting: Setting) -> BlockLayout:
    indent = (1.5 if block.numbered else 0.9) * setting.size
    tags = [setting.tag(item, width - indent) for item in block.items]
    gap = 0.2 * setting.size
    least = sum(tag.height for tag in tags) + gap * (len(tags) - 1)
    # Up to one empty line between items.
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

    return BlockLayout(least, most, items, block.place)


def _board(block: BoardBlock, width: float, setting: Setting) -> BlockLayout:
    drawing, own = _drawn(block, block.height, setting)
    # A board that is too wide becomes smaller.
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

    return BlockLayout(own.height, own.height, items, block.place)


def _drawn(block: BoardBlock, height: float, setting: Setting) -> tuple[Drawing, Box]:
    highlight = tuple(name.value for name in block.highlight)
    drawn = setting.boards(block.name.value, height, highlight=highlight)
    assert drawn is not None, "unknown boards have been refused"
    return drawn


def _columns(block: Columns, width: float, setting: Setting) -> BlockLayout:
    shares = [part.width for part in block.parts]
    rooms = columns_of(width, shares, _COLUMN_GAP)
    gap = _GAP * setting.size
    stacks = [
        stack(_layouts(part.blocks, room, setting), gap, setting, block.place)
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


def _unsupported_markup(form: PadTemplate) -> Iterator[Finding]:
    labels = (label for block in _all_blocks(form.blocks) for label in _labels(block))
    for label in (form.title, form.subtitle, *labels):
        try:
            parse_text(label.text)
        except UnsupportedMarkup as error:
            message = f"{form.name}: {error}"
            yield Finding("markup", Severity.ERROR, message, label.place)


def _unknown_boards(form: PadTemplate, boards: Boards) -> Iterator[Finding]:
    """Boards that the game lacks, and hexes that a board lacks."""
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
