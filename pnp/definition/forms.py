"""Forms: what is written on in play, or looked up, as blocks from top to bottom of a slip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar

from pnp.basics.errors import Place, Source
from pnp.basics.words import did_you_mean
from pnp.definition.nodes import Mapping, Node, Scalar
from pnp.definition.paragraphs import read_paragraphs
from pnp.definition.reader import Fields, Reader, read_whole
from pnp.definition.tables import Label, Table, optional_text, read_label, read_score, read_table
from pnp.scene.geometry import Box

Made = TypeVar("Made")

# The content box that A4 and Letter share, in millimetres, and into how many columns and rows it
# is cut for so many forms on a sheet.
SHEET = (190.0, 254.0)
CUTS = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 8: (2, 4)}

DIRECTIONS = {
    "flat-top": ("up", "up-right", "down-right", "down", "down-left", "up-left"),
    "pointy-top": ("up-right", "right", "down-right", "down-left", "left", "up-left"),
}

_MOST_TICKS = 200


@dataclass(frozen=True, slots=True)
class Heading:
    """A bold line above what belongs to it."""

    text: Label
    place: Place


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: Label
    place: Place


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short texts, with dots or with numbers."""

    items: tuple[Label, ...]
    numbered: bool
    place: Place


class Field(NamedTuple):
    """A label with a line to write on, and perhaps boxes to tick at its end."""

    label: Label
    width: int
    options: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """Fields beside each other; their widths are shares."""

    fields: tuple[Field, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Choices:
    """Options of which one is ticked."""

    label: Label
    options: tuple[Label, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Ticks:
    """Boxes to tick off one after the other, in groups."""

    label: Label
    number: int
    group: int
    place: Place


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of colours with their names."""

    labels: tuple[Label, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Compass:
    """The six directions on a board as hexagons round a middle one, to tick or to write in.

    `hexagon` is flat-top or pointy-top, as the board's hexes are.
    """

    hexagon: str
    write: bool
    place: Place


@dataclass(frozen=True, slots=True)
class BoardBlock:
    """A board of the game, so many millimetres high, perhaps with hexes that stand out."""

    name: Label
    height: float
    highlight: tuple[Label, ...]
    place: Place


class Part(NamedTuple):
    """One of the blocks beside each other; its width is a share."""

    width: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Stacks of blocks beside each other."""

    parts: tuple[Part, ...]
    place: Place


Block = (
    Heading | Paragraph | Bullets | FieldRow | Choices | Ticks | Signs | Compass | BoardBlock
    | Columns | Table
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Form:
    """A form, and how many of it lie on a sheet."""

    name: str
    title: Label
    subtitle: Label
    up: int
    blocks: tuple[Block, ...]
    place: Place

    @property
    def box(self) -> Box:
        """The form from cut to cut."""
        columns, rows = CUTS[self.up]
        return Box(0, 0, SHEET[0] / columns, SHEET[1] / rows)


def read_form(source: Source) -> Form:
    """The form in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(_form, reader))


def _form(reader: Reader, node: Node) -> Form | None:
    known = ("form", "title", "subtitle", "up", "blocks")
    required = ("form", "title", "up", "blocks")
    fields = reader.fields(node, "a form", known=known, required=required)
    if fields is None:
        return None
    name = fields.read("form", lambda value: reader.name(value, "a form"))
    up = fields.read("up", lambda value: reader.choice(value, "up", [str(each) for each in CUTS]))
    blocks = fields.read("blocks", lambda value: _blocks(reader, value))
    if name is None or up is None or blocks is None:
        return None
    title = Label(optional_text(reader, fields, "title"), "", fields.place_of("title"))
    subtitle = Label(optional_text(reader, fields, "subtitle"), "", fields.place_of("subtitle"))
    return Form(name, title, subtitle, int(up), blocks, node.place)


def _blocks(reader: Reader, node: Node) -> tuple[Block, ...] | None:
    items = reader.items(node, "blocks")
    if items is None:
        return None
    if not items:
        reader.error("structure", "a form needs at least one block", node.place)
    read = [_block(reader, item) for item in items]
    return tuple(block for block in read if block is not None)


def _block(reader: Reader, node: Node) -> Block | None:
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        reader.error("structure", "a block is its kind and what it holds, kind: …", node.place)
        return None
    key, value = node.entries[0]
    if key.text not in BLOCKS:
        hint = did_you_mean(key.text, BLOCKS)
        reader.error("unknown-block", f'there is no block "{key.text}"{hint}', key.place)
        return None
    block = BLOCKS[key.text](reader, value)
    return None if block is None else replace(block, place=key.place)


def _heading(reader: Reader, node: Node) -> Heading | None:
    label = read_label(reader, node, "a heading")
    return None if label is None else Heading(label, node.place)


def _paragraph(reader: Reader, node: Node) -> Paragraph | None:
    label = read_label(reader, node, "a text")
    if label is None:
        return None
    text = read_paragraphs(reader, node, "a text") if isinstance(node, Scalar) else None
    return Paragraph(label if text is None else label._replace(text=text), node.place)


def _bullets(reader: Reader, node: Node) -> Bullets:
    return Bullets(_labels(reader, node, "bullets"), False, node.place)


def _steps(reader: Reader, node: Node) -> Bullets:
    return Bullets(_labels(reader, node, "steps"), True, node.place)


def _labels(reader: Reader, node: Node, what: str) -> tuple[Label, ...]:
    """Texts, or signs with texts, of a list that has at least one."""
    return _each(reader, node, what, lambda item: read_label(reader, item, f"each of {what}"))


def _each(
    reader: Reader, node: Node, what: str, reading: Callable[[Node], Made | None]
) -> tuple[Made, ...]:
    """What *reading* makes of the items of a list that has at least one."""
    items = reader.items(node, what)
    if items == ():
        reader.error("structure", f"{what} is an empty list", node.place)
    read = [reading(item) for item in items or ()]
    return tuple(made for made in read if made is not None)


def _colours(reader: Reader, node: Node) -> tuple[Label, ...]:
    """The signs of a list of colours."""

    def sign(item: Node) -> Label | None:
        name = reader.text(item, "a colour")
        return None if name is None else Label("", name, item.place)

    return _each(reader, node, "colours", sign)


def _signs(reader: Reader, node: Node) -> Signs:
    return Signs(_colours(reader, node), node.place)


def _field_row(reader: Reader, node: Node) -> FieldRow:
    return FieldRow(_each(reader, node, "fields", lambda item: _field(reader, item)), node.place)


def _field(reader: Reader, node: Node) -> Field | None:
    if isinstance(node, Scalar):
        label = read_label(reader, node, "a field")
        return None if label is None else Field(label, 1, ())
    keys = ("label", "width", "options")
    fields = reader.fields(node, "a field", known=keys, required=("label",))
    if fields is None:
        return None
    label = fields.read("label", lambda value: read_label(reader, value, "label"))
    options = fields.read("options", lambda value: _labels(reader, value, "options"))
    return None if label is None else Field(label, _share(reader, fields), options or ())


def _share(reader: Reader, fields: Fields) -> int:
    width = fields.read("width", lambda value: reader.integer(value, "width", least=1, most=100))
    return width or 1


def _choices(reader: Reader, node: Node) -> Choices | None:
    keys = ("label", "options", "colours")
    fields = reader.fields(node, "choices", known=keys, required=("label",))
    if fields is None:
        return None
    label = fields.read("label", lambda value: read_label(reader, value, "label"))
    options = fields.read("options", lambda value: _labels(reader, value, "options")) or ()
    colours = fields.read("colours", lambda value: _colours(reader, value)) or ()
    if ("options" in fields) == ("colours" in fields) and not fields.misspelt:
        message = 'choices needs either "options" or "colours"'
        reader.error("missing-key", message, node.place)
    return None if label is None else Choices(label, (*options, *colours), node.place)


def _ticks(reader: Reader, node: Node) -> Ticks | None:
    keys = ("label", "number", "group")
    fields = reader.fields(node, "ticks", known=keys, required=("label", "number"))
    if fields is None:
        return None
    label = fields.read("label", lambda value: read_label(reader, value, "label"))
    number, group = (
        fields.read(
            key,
            lambda value, key=key: reader.integer(value, key, least=1, most=_MOST_TICKS),  # type: ignore[misc]
        )
        for key in ("number", "group")
    )
    if label is None or number is None:
        return None
    return Ticks(label, number, group or number, node.place)


def _compass(reader: Reader, node: Node) -> Compass | None:
    keys = ("hexagon", "write")
    fields = reader.fields(node, "a compass", known=keys, required=("hexagon",))
    if fields is None:
        return None
    hexagon = fields.read("hexagon", lambda value: reader.choice(value, "hexagon", DIRECTIONS))
    write = fields.read("write", lambda value: reader.boolean(value, "write"))
    return None if hexagon is None else Compass(hexagon, bool(write), node.place)


def _board(reader: Reader, node: Node) -> BoardBlock | None:
    keys = ("name", "height", "highlight")
    fields = reader.fields(node, "a board", known=keys, required=("name", "height"))
    if fields is None:
        return None
    name = fields.read("name", lambda value: reader.name(value, "a board"))
    height = fields.read(
        "height", lambda value: reader.length(value, "height", least=20, most=SHEET[1])
    )
    hexes = fields.read("highlight", lambda value: _labels(reader, value, "highlight")) or ()
    if name is None or height is None:
        return None
    label = Label(name, "", fields.place_of("name"))
    return BoardBlock(label, height, hexes, node.place)


def _columns(reader: Reader, node: Node) -> Columns:
    return Columns(_each(reader, node, "columns", lambda item: _part(reader, item)), node.place)


def _part(reader: Reader, node: Node) -> Part | None:
    if not isinstance(node, Mapping):
        blocks = _blocks(reader, node)
        return None if blocks is None else Part(1, blocks)
    fields = reader.fields(node, "a column", known=("width", "blocks"), required=("blocks",))
    if fields is None:
        return None
    blocks = fields.read("blocks", lambda value: _blocks(reader, value))
    return None if blocks is None else Part(_share(reader, fields), blocks)


BLOCKS: dict[str, Callable[[Reader, Node], Block | None]] = {
    "board": _board,
    "bullets": _bullets,
    "choices": _choices,
    "columns": _columns,
    "compass": _compass,
    "fields": _field_row,
    "heading": _heading,
    "score": read_score,
    "signs": _signs,
    "steps": _steps,
    "table": read_table,
    "text": _paragraph,
    "ticks": _ticks,
}
