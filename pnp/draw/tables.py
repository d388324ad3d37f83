"""Tables of a form: heads, rows that share the height, cells to write in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.definition.pad_tables import PadTable, Row
from pnp.draw.blocks import (
    HAIRLINE,
    LEAST_ROW,
    MOST_ROW,
    RULE,
    THICK,
    BlockLayout,
    SetLabel,
    Setting,
    columns_of,
    level,
)
from pnp.draw.symbols import box_path
from pnp.scene import Item
from pnp.scene.geometry import Box, Point
from pnp.scene.typesetting import Fitted, set_text

_PADDING = 1.1  # millimetres at the left and right of a text in its cell
_ABOVE = 0.5  # and above and below it

# Millimetres: an entry has room for three written digits, and hatching leaves most of the paper.
_ENTRY_WIDTH = 9.0
_HATCH = 1.8

# The greatest height of a row without cells to write in, as a multiple of its text.
_AIRY = 1.5


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of one row, set: the label, its note, the cells after it."""

    label: SetLabel
    note: Fitted
    cells: tuple[SetLabel, ...]
    lines: int

    @property
    def height(self) -> float:
        tallest = max((cell.height for cell in self.cells), default=0)
        return max(self.label.height + self.note.height, tallest) + 2 * _ABOVE


def table_block(table: PadTable, width: float, setting: Setting) -> BlockLayout:
    """The layout of a table of this width."""
    return _Grid(table, width, setting).laid()


class _Grid:
    """A table with the widths of its columns, and with its texts set."""

    def __init__(self, table: PadTable, width: float, setting: Setting) -> None:
        self.table, self.setting = table, setting
        self.columns = columns_of(width, [column.width for column in table.columns])
        self.heads = [
            setting.tag(column.label, room - 2 * _PADDING, bold=True, size=setting.note_size)
            for column, (_, room) in zip(table.columns, self.columns, strict=True)
        ]
        self.parts = [
            [
                setting.tag(head, room / len(column.split) - 0.8, size=setting.note_size)
                for head in column.split
            ]
            for column, (_, room) in zip(table.columns, self.columns, strict=True)
        ]
        self.rows = [self._texts(row) for row in table.rows]

    def laid(self) -> BlockLayout:
        least, most = self._limits()
        head = sum(self._head_heights())
        return BlockLayout(head + sum(least), head + sum(most), self._items, self.table.place)

    def _texts(self, row: Row) -> _Texts:
        setting, (_, first) = self.setting, self.columns[0]
        room = first - 2 * _PADDING
        cells = tuple(
            setting.tag(cell, width - 2 * _PADDING, bold=row.total)
            for cell, (_, width) in zip(row.cells, self.columns[1:], strict=False)
        )
        return _Texts(
            setting.tag(row.label, room, bold=row.total),
            setting.text(row.note, room, row.label.place, size=setting.note_size),
            cells,
            max(
                math.ceil(row.entries / self._entries_across(width))
                for _, width in self.columns[1:]
            )
            if len(self.columns) > 1
            else 1,
        )

    def _entries_across(self, width: float) -> int:
        return max(1, int(width / _ENTRY_WIDTH))

    def _limits(self) -> tuple[list[float], list[float]]:
        """The least and the greatest height of each row."""
        least, most = [], []
        for row, texts in zip(self.table.rows, self.rows, strict=True):
            filled = sum(1 for cell in row.cells if cell.text or cell.colour)
            to_read = filled == len(self.columns) - 1 and filled > 0
            low = texts.height if to_read else max(texts.height, LEAST_ROW * texts.lines)
            least.append(low)
            most.append(low * _AIRY if to_read else max(low, MOST_ROW * texts.lines))
        return least, most

    def _head_heights(self) -> tuple[float, float]:
        """The heights of the heads and of the heads of their parts; 0 without any."""
        heads = [tag.height for tag in self.heads if tag.width]
        parts = [tag.height for tags in self.parts for tag in tags]
        return (
            max(heads) + 2 * _ABOVE if heads else 0,
            max(parts) + 2 * _ABOVE if parts else 0,
        )

    def _items(self, box: Box) -> Iterator[Item]:
        upper, lower = self._head_heights()
        least, most = self._limits()
        heights = level(least, most, box.height - upper - lower)
        tops = [box.y + upper + lower]
        for height in heights:
            tops.append(tops[-1] + height)
        whole = Box(box.x, box.y, box.width, tops[-1] - box.y)
        yield from self._head_items(whole, upper, lower)
        for number, (top, bottom) in enumerate(pairwise(tops)):
            yield from self._row_items(number, Box(box.x, top, box.width, bottom - top))
        yield from self._lines(whole, upper, tops)

    def _head_items(self, box: Box, upper: float, lower: float) -> Iterator[Item]:
        ink = self.setting.theme.mark
        for (left, width), head, parts in zip(self.columns, self.heads, self.parts, strict=True):
            height = upper if parts else upper + lower
            yield from _centred(head, Box(box.x + left, box.y, width, height), ink)
            for number, part in enumerate(parts):
                room = width / len(parts)
                at = Box(box.x + left + number * room, box.y + upper, room, lower)
                yield from _centred(part, at, ink)

    def _row_items(self, number: int, box: Box) -> Iterator[Item]:
        row, texts, theme = self.table.rows[number], self.rows[number], self.setting.theme
        top = box.y + (box.height - texts.label.height - texts.note.height) / 2
        yield from texts.label.items(Point(box.x + _PADDING, top), theme.mark)
        note_at = Point(box.x + _PADDING, top + texts.label.height)
        yield from set_text(texts.note, note_at, theme.guide)
        for cell, (left, _) in zip(texts.cells, self.columns[1:], strict=False):
            middle = box.y + (box.height - cell.height) / 2
            yield from cell.items(Point(box.x + left + _PADDING, middle), theme.mark)
        for column, (left, width) in enumerate(self.columns):
            inside = Box(box.x + left, box.y, width, box.height)
            if (number, column) in self.table.unused:
                yield from hatching(inside, self.setting)
            elif column and row.entries > 1:
                yield from self._entry_lines(inside, row.entries, texts.lines)
            elif not row.joined:
                yield from self._part_lines(inside, len(self.table.columns[column].split))

    def _part_lines(self, box: Box, parts: int) -> Iterator[Item]:
        for number in range(1, parts):
            x = box.x + box.width * number / parts
            yield self.setting.rule(Point(x, box.y), Point(x, box.bottom), HAIRLINE)

    def _entry_lines(self, box: Box, entries: int, lines: int) -> Iterator[Item]:
        """Fine lines between the entries of a cell, spread evenly over its lines."""
        across = math.ceil(entries / lines)
        for number in range(1, across):
            x = box.x + box.width * number / across
            yield self.setting.rule(Point(x, box.y), Point(x, box.bottom), HAIRLINE)
        for number in range(1, lines):
            y = box.y + box.height * number / lines
            yield self.setting.rule(Point(box.x, y), Point(box.right, y), HAIRLINE)

    def _lines(self, box: Box, upper: float, tops: Sequence[float]) -> Iterator[Item]:
        rule = self.setting.rule
        for row, top in zip(self.table.rows, tops, strict=False):
            if top > box.y:
                first = top == tops[0]
                width = THICK if row.total or first else RULE
                yield rule(Point(box.x, top), Point(box.right, top), width)
        for column, (left, width) in zip(self.table.columns, self.columns, strict=True):
            x = box.x + left
            if left:
                yield rule(Point(x, box.y), Point(x, box.bottom))
            for number in range(1, len(column.split)):
                part = x + width * number / len(column.split)
                yield rule(Point(part, box.y + upper), Point(part, tops[0]), HAIRLINE)
        yield self.setting.frame(box_path(box))


def hatching(box: Box, setting: Setting) -> Iterator[Item]:
    """Fine lines that rise to the right across an unused box."""
    reach = box.width + box.height
    for number in range(1, math.ceil(reach / _HATCH)):
        along = number * _HATCH
        start = Point(box.x + max(0.0, along - box.height), box.y + min(along, box.height))
        end = Point(box.x + min(along, box.width), box.y + max(0.0, along - box.width))
        yield setting.rule(start, end, HAIRLINE)


def _centred(tag: SetLabel, box: Box, ink: str) -> Iterator[Item]:
    top = box.y + (box.height - tag.height) / 2
    yield from tag.items(Point(box.x + box.width / 2, top), ink, middle=True)
