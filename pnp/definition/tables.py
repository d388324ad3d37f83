"""Tables of a form: columns with heads, rows with labels, cells to write in or to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.basics.errors import Place
from pnp.basics.words import did_you_mean
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Fields, Reader

# More rows than fit on a sheet, and more entries than fit in a cell.
_MOST_ROWS, _MOST_ENTRIES = 60, 40

# How a score line is shared between its label, its rule and the box for the points.
_SCORE_WIDTHS = (5, 8, 3)


class Label(NamedTuple):
    """A text, or a colour's sign with a text; without a text the colour's name stands there."""

    text: str
    colour: str
    place: Place


class Column(NamedTuple):
    """A column of a table: its head, its share of the width, and the heads of its parts."""

    head: Label
    width: int
    split: tuple[Label, ...]


class Row(NamedTuple):
    """A row of a table.

    `note` stands small below the label. `cells` are the texts of the cells after the first, empty
    where one writes. `entries` is how many numbers go into each cell. In a joined row the parts of
    a split column are one cell.
    """

    label: Label
    note: str = ""
    cells: tuple[Label, ...] = ()
    entries: int = 1
    total: bool = False
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; `unused` has the cells, by row and column, in which nothing is written."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    unused: frozenset[tuple[int, int]]
    place: Place


def optional_text(reader: Reader, fields: Fields, key: str) -> str:
    """The text at a key, empty where there is none."""
    return fields.read(key, lambda value: reader.text(value, key)) or ""


def read_label(reader: Reader, node: Node, what: str) -> Label | None:
    """A text, or {colour, text}."""
    if isinstance(node, Scalar):
        text = reader.text(node, what)
        return None if text is None else Label(text, "", node.place)
    fields = reader.fields(node, what, known=("colour", "text"), required=("colour",))
    return None if fields is None else _label(reader, fields, "text")


def _label(reader: Reader, fields: Fields, key: str) -> Label:
    """The label of a mapping that may have a colour, and a text at the key."""
    colour = optional_text(reader, fields, "colour")
    place = fields.place_of("colour" if colour else key)
    return Label(optional_text(reader, fields, key), colour, place)


def read_table(reader: Reader, node: Node) -> Table | None:
    """A table, as it is written."""
    keys = ("columns", "rows", "unused")
    fields = reader.fields(node, "a table", known=keys, required=("columns", "rows"))
    if fields is None:
        return None
    columns = fields.read("columns", lambda value: _columns(reader, value)) or ()
    rows = fields.read("rows", lambda value: _rows(reader, value)) or ()
    _refuse_empty(reader, fields.place_of("columns"), "columns", columns)
    _refuse_empty(reader, fields.place_of("rows"), "rows", rows)
    for row in rows:
        if len(row.cells) >= len(columns) > 0:
            message = f"{len(row.cells)} cells are more than the {len(columns) - 1} after the label"
            reader.error("structure", message, row.label.place)
    unused = fields.read("unused", lambda value: _unused(reader, value, columns, rows))
    return Table(columns, rows, unused or frozenset(), node.place)


def _refuse_empty(reader: Reader, place: Place, what: str, read: Sequence[object]) -> None:
    """Notes that there is nothing, unless it has been said why."""
    if not read and not reader.findings:
        reader.error("structure", f"{what} is an empty list", place)


def _columns(reader: Reader, node: Node) -> tuple[Column, ...]:
    read = [_column(reader, item) for item in reader.items(node, "columns") or ()]
    return tuple(column for column in read if column is not None)


def _column(reader: Reader, node: Node) -> Column | None:
    if isinstance(node, Scalar):
        head = read_label(reader, node, "a column")
        return None if head is None else Column(head, 1, ())
    fields = reader.fields(node, "a column", known=("head", "colour", "width", "split"))
    if fields is None:
        return None
    width = fields.read("width", lambda value: reader.integer(value, "width", least=1, most=100))
    split = fields.read("split", lambda value: reader.items(value, "split")) or ()
    heads = [read_label(reader, item, "a part of a column") for item in split]
    parts = tuple(head for head in heads if head is not None)
    return Column(_label(reader, fields, "head"), width or 1, parts)


def _rows(reader: Reader, node: Node) -> tuple[Row, ...]:
    """Rows one by one, or a number of blank ones."""
    if isinstance(node, Scalar):
        number = reader.integer(node, "rows", least=1, most=_MOST_ROWS) or 1
        return (Row(Label("", "", node.place)),) * number
    return tuple(row for item in reader.items(node, "rows") or () for row in _row(reader, item))


def _row(reader: Reader, node: Node) -> Iterator[Row]:
    if isinstance(node, Scalar):
        label = read_label(reader, node, "a row")
        if label is not None:
            yield Row(label)
        return
    known = ("label", "colour", "note", "cells", "entries", "total", "joined", "numbered", "blank")
    fields = reader.fields(node, "a row", known=known)
    if fields is None:
        return
    for key in ("numbered", "blank"):
        if key in fields:
            yield from _many(reader, fields, key)
            return
    yield Row(
        _label(reader, fields, "label"),
        optional_text(reader, fields, "note"),
        fields.read("cells", lambda value: _cells(reader, value)) or (),
        fields.read(
            "entries", lambda value: reader.integer(value, "entries", least=1, most=_MOST_ENTRIES)
        )
        or 1,
        bool(fields.read("total", lambda value: reader.boolean(value, "total"))),
        bool(fields.read("joined", lambda value: reader.boolean(value, "joined"))),
    )


def _many(reader: Reader, fields: Fields, key: str) -> Iterator[Row]:
    """So many rows with numbers or without."""
    number = fields.read(key, lambda value: reader.integer(value, key, least=1, most=_MOST_ROWS))
    for each in range(1, (number or 0) + 1):
        yield Row(Label(str(each) if key == "numbered" else "", "", fields.place_of(key)))


def _cells(reader: Reader, node: Node) -> tuple[Label, ...]:
    read = [read_label(reader, item, "a cell") for item in reader.items(node, "cells") or ()]
    return tuple(label for label in read if label is not None)


def _unused(
    reader: Reader, node: Node, columns: Sequence[Column], rows: Sequence[Row]
) -> frozenset[tuple[int, int]]:
    """The cells where one of the rows meets one of the columns, for each entry of the list."""
    row_names = [_name(row.label) for row in rows]
    column_names = [_name(column.head) for column in columns]
    found: set[tuple[int, int]] = set()
    for item in reader.one_or_more(node):
        keys = ("columns", "rows")
        fields = reader.fields(item, "unused", known=keys, required=keys)
        if fields is not None:
            across = fields.read("columns", lambda value: _places(reader, value, column_names))
            down = fields.read("rows", lambda value: _places(reader, value, row_names))
            found |= {(row, column) for row in down or () for column in across or ()}
    return frozenset(found)


def _name(label: Label) -> str:
    return label.text or label.colour


def _places(reader: Reader, node: Node, names: Sequence[str]) -> list[int]:
    """Where in the table the named rows or columns are."""
    found: list[int] = []
    for item in reader.one_or_more(node):
        name = reader.text(item, "a row or column")
        if name is not None and name not in names:
            hint = did_you_mean(name, {each for each in names if each})
            reader.error("unknown-cell", f'the table has no "{name}"{hint}', item.place)
        found += [number for number, each in enumerate(names) if each == name]
    return found


def read_score(reader: Reader, node: Node) -> Table | None:
    """Score lines: a table of labels, rules and boxes for the points."""
    rows = [_score_line(reader, item) for item in reader.items(node, "score") or ()]
    _refuse_empty(reader, node.place, "score", rows)
    blank = Label("", "", node.place)
    columns = tuple(Column(blank, width, ()) for width in _SCORE_WIDTHS)
    return Table(columns, tuple(row for row in rows if row is not None), frozenset(), node.place)


def _score_line(reader: Reader, node: Node) -> Row | None:
    known = ("label", "colour", "rule", "total")
    fields = reader.fields(node, "a score line", known=known)
    if fields is None:
        return None
    rule = Label(optional_text(reader, fields, "rule"), "", fields.place_of("rule"))
    total = fields.read("total", lambda value: reader.boolean(value, "total"))
    return Row(_label(reader, fields, "label"), cells=(rule,), total=bool(total))
