"""Reading forms: templates of what players write on, such as a score pad.

A form is a title and blocks from top to bottom. Its size follows from how many lie on one sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pnp.definition.nodes import Mapping, Node, Scalar, Sequence, compose
from pnp.definition.reader import Fields, Reader, did_you_mean
from pnp.errors import InvalidDefinition, Place, Severity, Source, in_file_order
from pnp.hexgrid import Orientation

KEYS = ("title", "subtitle", "up", "blocks")

# How many lie on a sheet, and the size of one: parts of the 190 x 254 mm that both A4 and Letter
# have between their margins.
SIZES = {
    1: (190.0, 254.0),
    2: (190.0, 127.0),
    3: (190.0, 84.6),
    4: (95.0, 127.0),
    6: (95.0, 84.6),
    8: (95.0, 63.5),
}

_MOST_ROWS = 60
_MOST_PARTS = 12
_MOST_TICKS = 120
_LONGEST_LABEL = 60
_LONGEST_TEXT = 1000


class Label(NamedTuple):
    """What stands beside a row or above a column: a text, or a colour's sign with its name.

    `width` is a column's share; `emphasised` rows are for sums; cells of `unused` columns are
    crossed out.
    """

    text: str
    place: Place
    colour: str = ""
    width: float = 1.0
    emphasised: bool = False
    unused: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldLine:
    """Labels, each with a line to write on, beside each other."""

    labels: tuple[Label, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Grid:
    """A table to fill in; each cell is divided into so many parts."""

    columns: tuple[Label, ...]
    rows: tuple[Label, ...]
    parts: int
    place: Place


@dataclass(frozen=True, slots=True)
class Choices:
    """A label, and a box to tick for each option."""

    label: str
    options: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Ticks:
    """A label, and so many boxes to tick off."""

    label: str
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class Words:
    """Texts to read; each has a bullet, or a colour's sign, or there is just one."""

    items: tuple[Label, ...]
    bullets: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Beside:
    """Columns of blocks, and the share of the width that each has."""

    columns: tuple[tuple[FormBlock, ...], ...]
    widths: tuple[float, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class BoardBlock:
    """A board of the game; cells in `highlight` are outlined."""

    name: str
    across: float
    highlight: tuple[tuple[str, Place], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Compass:
    """The six directions of a board, clockwise, each with a hexagon to write in and a label."""

    orientation: Orientation
    height: float
    labels: tuple[str, ...]
    place: Place


FormBlock = FieldLine | Grid | Choices | Ticks | Words | Beside | BoardBlock | Compass


@dataclass(frozen=True, slots=True)
class Form:
    """A form: how many lie on a sheet, what stands at its top, and its blocks."""

    title: str
    subtitle: str
    up: int
    blocks: tuple[FormBlock, ...]
    place: Place

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return SIZES[self.up]


def read_form(source: Source) -> Form:
    """The form in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    form = _form(reader, compose(source), Place(source, 1, 1))
    if form is None or any(each.severity is Severity.ERROR for each in reader.findings):
        raise InvalidDefinition(in_file_order(reader.findings))
    return form


def _form(reader: Reader, node: Node, place: Place) -> Form | None:
    fields = reader.fields(node, "a form", known=KEYS, required=("title", "blocks"))
    if fields is None:
        return None
    up = fields.read("up", lambda value: reader.integer(value, "up", least=1)) or 1
    if up not in SIZES:
        sizes = ", ".join(map(str, SIZES))
        message = f"up has to be one of {sizes}: how many forms lie on a sheet"
        reader.error("number", message, fields.place_of("up"))
        up = 1
    title = fields.read("title", lambda value: reader.text(value, "title"))
    subtitle = fields.read("subtitle", lambda value: reader.text(value, "subtitle"))
    blocks = fields.read("blocks", lambda value: _blocks(reader, value)) or ()
    if title is None:
        return None
    return Form(title, subtitle or "", up, blocks, place)


_BLOCKS = ("fields", "table", "choices", "ticks", "text", "list", "columns", "board", "compass")


def _blocks(reader: Reader, node: Node) -> tuple[FormBlock, ...]:
    blocks = []
    for item in reader.items(node, "blocks") or ():
        if not isinstance(item, Mapping) or len(item.entries) != 1:
            reader.error("structure", "a block is one of its kinds, such as text: ...", item.place)
            continue
        key, value = item.entries[0]
        block = _block(reader, key, value)
        if block is not None:
            blocks.append(block)
    return tuple(blocks)


def _block(reader: Reader, key: Scalar, value: Node) -> FormBlock | None:
    place = key.place
    match key.text:
        case "fields":
            return FieldLine(_labels(reader, value), place)
        case "table":
            return _grid(reader, value, place)
        case "choices":
            return _choices(reader, value, place)
        case "ticks":
            return _ticks(reader, value, place)
        case "text":
            text = _text(reader, value, "a text", _LONGEST_TEXT)
            return Words((Label(text, value.place),), False, place) if text else None
        case "list":
            return Words(_labels(reader, value, most=_LONGEST_TEXT), True, place)
        case "columns":
            return _columns(reader, value, place)
        case "board":
            return _board(reader, value)
        case "compass":
            return _compass(reader, value, place)
        case _:
            message = f'a form has no block "{key.text}"{did_you_mean(key.text, _BLOCKS)}'
            reader.error("unknown-key", message, place)
            return None


def _text(reader: Reader, node: Node, what: str, most: int = _LONGEST_LABEL) -> str:
    text = reader.text(node, what) or ""
    if len(text) > most:
        reader.error("structure", f"{what} has at most {most} characters here", node.place)
        return ""
    return text


def _labels(reader: Reader, node: Node, *, most: int = _LONGEST_LABEL) -> tuple[Label, ...]:
    return tuple(_label(reader, item, most) for item in reader.items(node, "this") or ())


def _label(reader: Reader, node: Node, most: int) -> Label:
    if not isinstance(node, Mapping):
        if isinstance(node, Scalar) and not node.text and node.quoted:
            return Label("", node.place)
        return Label(_text(reader, node, "a label", most), node.place)
    known = ("text", "colour", "width", "sum", "unused")
    fields = reader.fields(node, "a label", known=known)
    if fields is None:
        return Label("", node.place)
    width = fields.read("width", lambda value: reader.integer(value, "width", least=1, most=20))
    unused = fields.read("unused", lambda value: _numbers(reader, value)) or ()
    return Label(
        fields.read("text", lambda value: _text(reader, value, "a label", most)) or "",
        fields.place_of("colour"),
        fields.read("colour", lambda value: reader.text(value, "colour")) or "",
        float(width or 1),
        reader.flag(fields, "sum", usual=False),
        unused,
    )


def _numbers(reader: Reader, node: Node) -> tuple[int, ...]:
    found = (
        reader.integer(item, "a column's number", least=1) for item in reader.one_or_more(node)
    )
    return tuple(number for number in found if number is not None)


def _grid(reader: Reader, node: Node, place: Place) -> Grid | None:
    fields = reader.fields(
        node, "a table", known=("columns", "rows", "parts"), required=("columns", "rows")
    )
    if fields is None:
        return None
    columns = fields.read("columns", lambda value: _labels(reader, value)) or ()
    rows = fields.read("rows", lambda value: _rows(reader, value)) or ()
    parts = fields.read(
        "parts", lambda value: reader.integer(value, "parts", least=1, most=_MOST_PARTS)
    )
    if not columns or not rows:
        reader.error("structure", "a table needs a column and a row", place)
        return None
    return Grid(columns, rows, parts or 1, place)


def _rows(reader: Reader, node: Node) -> tuple[Label, ...]:
    """Rows by name, or a number of blank ones."""
    if isinstance(node, Scalar):
        number = reader.integer(node, "rows", least=1, most=_MOST_ROWS) or 0
        return (Label("", node.place),) * number
    return _labels(reader, node)


def _choices(reader: Reader, node: Node, place: Place) -> Choices | None:
    fields = reader.fields(
        node, "choices", known=("label", "options"), required=("label", "options")
    )
    if fields is None:
        return None
    label = fields.read("label", lambda value: _text(reader, value, "label")) or ""
    options = fields.read("options", lambda value: _labels(reader, value)) or ()
    return Choices(label, tuple(option.text for option in options), place)


def _ticks(reader: Reader, node: Node, place: Place) -> Ticks | None:
    fields = reader.fields(node, "ticks", known=("label", "count"), required=("label", "count"))
    if fields is None:
        return None
    label = fields.read("label", lambda value: _text(reader, value, "label")) or ""
    count = fields.read(
        "count", lambda value: reader.integer(value, "count", least=1, most=_MOST_TICKS)
    )
    return None if count is None else Ticks(label, count, place)


def _columns(reader: Reader, node: Node, place: Place) -> Beside:
    columns, widths = [], []
    for item in reader.items(node, "columns") or ():
        width: int | None = 1
        inner: Node = item
        if isinstance(item, Mapping):
            fields = reader.fields(
                item, "a column", known=("width", "blocks"), required=("blocks",)
            )
            if fields is None or "blocks" not in fields:
                continue
            width = fields.read(
                "width", lambda value: reader.integer(value, "width", least=1, most=20)
            )
            inner = _node(fields, "blocks")
        columns.append(_blocks(reader, inner))
        widths.append(float(width or 1))
    return Beside(tuple(columns), tuple(widths), place)


def _node(fields: Fields, key: str) -> Node:
    return next(value for name, value in fields.items() if name.text == key)


def _board(reader: Reader, node: Node) -> BoardBlock | None:
    known = ("name", "hex", "highlight")
    fields = reader.fields(node, "a board", known=known, required=("name", "hex"))
    if fields is None:
        return None
    name = fields.read("name", lambda value: reader.name(value, "a board"))
    across = fields.read("hex", lambda value: reader.length(value, "hex", least=3, most=60))
    highlight = fields.read(
        "highlight",
        lambda value: tuple(
            (reader.text(item, "a cell") or "", item.place)
            for item in (value.items if isinstance(value, Sequence) else (value,))
        ),
    )
    if name is None or across is None:
        return None
    return BoardBlock(name, across, highlight or (), fields.place_of("name"))


def _compass(reader: Reader, node: Node, place: Place) -> Compass | None:
    required = ("orientation", "height")
    known = (*required, "labels")
    fields = reader.fields(node, "a compass", known=known, required=required)
    if fields is None:
        return None
    words = [each.value for each in Orientation]
    word = fields.read("orientation", lambda value: reader.choice(value, "orientation", words))
    height = fields.read("height", lambda value: reader.length(value, "height", least=15, most=120))
    if word is None or height is None:
        return None
    labels = fields.read("labels", lambda value: _labels(reader, value, most=4)) or ()
    return Compass(Orientation(word), height, tuple(label.text for label in labels), place)
