"""The drawing of a form: its blocks from top to bottom, and the rows to write in as high as fits.

Forms are printed often: no fills, fine lines, black on white.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.definition import Ink
from pnp.definition.forms import (
    Beside,
    BoardBlock,
    Choices,
    Compass,
    FieldLine,
    Form,
    FormBlock,
    Grid,
    Label,
    Ticks,
    Words,
)
from pnp.draw.symbols import box as box_path
from pnp.draw.symbols import regular, symbol
from pnp.draw.theme import STANDARD, Theme
from pnp.draw.typesetting import SMALLEST, Lines, fitted, set_lines, wrapped
from pnp.errors import DoesNotFit, Finding, InvalidDefinition, Place, Severity
from pnp.fonts import CAP_HEIGHT, text_width
from pnp.geometry import Box, Point, heading, segment
from pnp.hexgrid import Orientation
from pnp.scene import Drawing, Item, Picture, Shape, Stroke, Text

# Millimetres.
MARGIN = 6.0  # inside the cut
_GAP = 3.5  # between blocks
_TITLE = 5.0  # 14 pt
_TEXT = 3.2  # 9 pt
_LARGER = (4.2, 3.9, 3.5)  # 12, 11 and 10 pt
_LEAST_ROW, _MOST_ROW = 6.0, 16.0
_FIELD = 8.0
_TICK_BOX = 4.2
_WRITING, _HAIR = 0.3, 0.2

# A board of the game by its name, with hexagons of a size and outlined cells; raises KeyError
# for a board, and ValueError with the name of a cell that there is not.
Boards = Callable[[str, float, Sequence[str]], Picture]


class Extent(NamedTuple):
    """How high a block is at least, and how high it may become."""

    least: float
    most: float


def form_drawing(
    form: Form, inks: Mapping[str, Ink], boards: Boards, *, theme: Theme = STANDARD
) -> Drawing:
    """The form from the origin to the right and down, as large as its size.

    Raises InvalidDefinition where something does not fit, or is of another game.
    """
    width, height = form.size
    inner = Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    title = fitted(form.title, inner.width * 0.62, _TITLE, _TITLE, bold=True)
    items = [*set_lines(title, Point(inner.x, inner.y), theme.mark, bold=True)]
    if form.subtitle:
        room = inner.width - text_width(form.title, title.size, bold=True) - 4
        aside = fitted(form.subtitle, max(room, 10.0), 2 * _TITLE, _TEXT)
        at = Point(inner.right, inner.y + _TITLE * CAP_HEIGHT - aside.height)
        items += set_lines(aside, at, theme.guide, anchor="end")
    top = inner.y + _TITLE * CAP_HEIGHT + _GAP
    box = Box(inner.x, top, inner.width, inner.bottom - top)
    # A form to read has the largest print that fits; in one to write in, rows come first.
    sizes = (_TEXT,) if _has_rows(form.blocks) else (*_LARGER, _TEXT)
    drawers = [_Drawer(inks, boards, size, theme) for size in sizes]
    fitting = (each for each in drawers if each.height(form.blocks, box.width) <= box.height)
    drawer = next(fitting, drawers[-1])
    return Drawing((*items, *drawer.stack(form.blocks, box, form.place)))


def _has_rows(blocks: Sequence[FormBlock]) -> bool:
    return any(
        isinstance(block, Grid)
        or (isinstance(block, Beside) and any(map(_has_rows, block.columns)))
        for block in blocks
    )


def _wrong(rule: str, message: str, place: Place) -> InvalidDefinition:
    return InvalidDefinition([Finding(rule, Severity.ERROR, message, place)])


@dataclass(frozen=True)
class _Drawer:
    """Draws blocks into boxes."""

    inks: Mapping[str, Ink]
    boards: Boards
    words: float  # the size of text to read
    theme: Theme

    def height(self, blocks: Sequence[FormBlock], width: float) -> float:
        """How high the blocks are at least."""
        extents = [self.extent(block, width) for block in blocks]
        return sum(extent.least for extent in extents) + _GAP * (len(blocks) - 1)

    def stack(self, blocks: Sequence[FormBlock], box: Box, place: Place) -> Iterator[Item]:
        """The blocks one below the other; what height is left is shared by those that can grow."""
        extents = [self.extent(block, box.width) for block in blocks]
        least = self.height(blocks, box.width)
        if least > box.height + 0.01:
            raise _wrong(
                "form",
                f"the blocks need {least:.0f} mm, and the form has {box.height:.0f} mm for them:"
                " leave out rows, or let fewer forms lie on a sheet (up)",
                place,
            )
        growth = sum(extent.most - extent.least for extent in extents)
        share = min(1.0, (box.height - least) / growth) if growth else 0.0
        top = box.y
        for block, extent in zip(blocks, extents, strict=True):
            height = extent.least + share * (extent.most - extent.least)
            yield from self.block(block, Box(box.x, top, box.width, height))
            top += height + _GAP

    def extent(self, block: FormBlock, width: float) -> Extent:
        match block:
            case FieldLine():
                return Extent(_FIELD, _FIELD)
            case Grid():
                header = self._header_height(block, width)
                rows = len(block.rows)
                return Extent(header + rows * _LEAST_ROW, header + rows * _MOST_ROW)
            case Choices():
                height = self._choice_rows(block, width)[1] * (_TICK_BOX + 2.5)
                return Extent(height, height)
            case Ticks():
                height = self._tick_rows(block, width) * (_TICK_BOX + 1.6)
                return Extent(height, height)
            case Words():
                height = self._words_height(block, width)
                return Extent(height, height)
            case Beside():
                columns = self._column_extents(block, width)
                least = max(extent.least for extent in columns)
                return Extent(least, max(least, max(extent.most for extent in columns)))
            case BoardBlock():
                height = self._board(block).box.height
                return Extent(height, height)
            case Compass():
                return Extent(block.height, block.height)

    def block(self, block: FormBlock, box: Box) -> Iterator[Item]:
        match block:
            case FieldLine():
                yield from self._fields(block, box)
            case Grid():
                yield from self._grid(block, box)
            case Choices():
                yield from self._choices(block, box)
            case Ticks():
                yield from self._ticks(block, box)
            case Words():
                yield from self._words(block, box)
            case Beside():
                for blocks, (x, width) in zip(
                    block.columns, _shares(block.widths, box.width, 2 * _GAP), strict=True
                ):
                    inner = Box(box.x + x, box.y, width, box.height)
                    yield from self.stack(blocks, inner, block.place)
            case BoardBlock():
                picture = self._board(block)
                if picture.box.width > box.width + 0.01:
                    raise _wrong(
                        "form",
                        f"the board is {picture.box.width:.0f} mm wide, and there are"
                        f" {box.width:.0f} mm for it",
                        block.place,
                    )
                left = box.x + (box.width - picture.box.width) / 2
                yield picture.at(Point(left, box.y))
            case Compass():
                yield from self._compass(block, box)

    def _column_extents(self, block: Beside, width: float) -> list[Extent]:
        found = []
        for blocks, (_, share) in zip(
            block.columns, _shares(block.widths, width, 2 * _GAP), strict=True
        ):
            extents = [self.extent(each, share) for each in blocks]
            gaps = _GAP * (len(extents) - 1)
            found.append(
                Extent(
                    sum(extent.least for extent in extents) + gaps,
                    sum(extent.most for extent in extents) + gaps,
                )
            )
        return found

    def _ink(self, label: Label) -> Ink | None:
        if not label.colour:
            return None
        if label.colour not in self.inks:
            known = ", ".join(self.inks)
            message = f'the game has no colour "{label.colour}"; known here: {known}'
            raise _wrong("unknown-colour", message, label.place)
        return self.inks[label.colour]

    def _fitted(
        self, text: str, width: float, height: float, place: Place, *, bold: bool = False
    ) -> Lines:
        try:
            return fitted(text, width, height, _TEXT, bold=bold)
        except DoesNotFit as error:
            raise _wrong("form", str(error), place) from None

    def _fields(self, block: FieldLine, box: Box) -> Iterator[Item]:
        baseline = box.bottom - 1.5
        for label, (x, width) in zip(
            block.labels,
            _shares([each.width for each in block.labels], box.width, 4.0),
            strict=True,
        ):
            lines = self._fitted(label.text, width * 0.75, _TEXT, label.place)
            at = Point(box.x + x, baseline)
            yield Text(lines.lines[0] if lines.lines else "", at, lines.size, self.theme.mark)
            start = box.x + x + text_width(label.text, lines.size) + 1.5
            end = Point(box.x + x + width, baseline + 0.6)
            yield Shape(
                segment(Point(start, baseline + 0.6), end),
                stroke=Stroke(_WRITING, self.theme.mark),
            )

    def _columns(self, block: Grid, width: float) -> list[tuple[float, float]]:
        return _shares([column.width for column in block.columns], width, 0.0)

    def _header_height(self, block: Grid, width: float) -> float:
        heights = [
            self._label_lines(label, share, 11.0).height
            for label, (_, share) in zip(block.columns, self._columns(block, width), strict=True)
        ]
        return max(heights, default=0.0) + 3.6

    def _label_lines(self, label: Label, width: float, height: float) -> Lines:
        ink = self._ink(label)
        text = label.text or ("" if ink is None else ink.name.capitalize())
        beside = 5.0 if ink is not None else 0.0
        return self._fitted(text, width - 2.4 - beside, height, label.place, bold=True)

    def _labelled(self, label: Label, box: Box, *, centred: bool) -> Iterator[Item]:
        """A label in its box: the sign of its colour first."""
        lines = self._label_lines(label, box.width, box.height)
        ink = self._ink(label)
        beside = 5.0 if ink is not None else 0.0
        widths = [text_width(line, lines.size, bold=True) for line in lines.lines]
        whole = max(widths, default=0.0) + beside
        left = box.x + ((box.width - whole) / 2 if centred else 1.4)
        middle = box.y + box.height / 2
        if ink is not None:
            yield Shape(symbol(ink.symbol, Point(left + 1.8, middle), 1.7), fill=self.theme.mark)
        top = Point(left + beside, middle - lines.height / 2)
        yield from set_lines(lines, top, self.theme.mark, bold=True)

    def _grid(self, block: Grid, box: Box) -> Iterator[Item]:
        columns = self._columns(block, box.width)
        header = self._header_height(block, box.width)
        row = (box.height - header) / len(block.rows)
        for label, (x, width) in zip(block.columns, columns, strict=True):
            yield from self._labelled(label, Box(box.x + x, box.y, width, header), centred=x > 0)
        for number, label in enumerate(block.rows):
            top = box.y + header + number * row
            first = columns[0]
            yield from self._labelled(
                label, Box(box.x + first[0], top, first[1], row), centred=False
            )
            for column, (x, width) in enumerate(columns, 1):
                if column in label.unused:
                    yield from self._unused(Box(box.x + x, top, width, row))
        yield from self._grid_lines(block, box, columns, header, row)

    def _grid_lines(
        self,
        block: Grid,
        box: Box,
        columns: Sequence[tuple[float, float]],
        header: float,
        row: float,
    ) -> Iterator[Item]:
        thin = Stroke(_HAIR, self.theme.guide)
        firm = Stroke(0.5, self.theme.mark)
        top = box.y + header
        for number, label in enumerate(block.rows):
            y = top + number * row
            stroke = firm if number == 0 or label.emphasised else thin
            yield Shape(segment(Point(box.x, y), Point(box.right, y)), stroke=stroke)
        for x, width in columns[1:]:
            left = box.x + x
            yield Shape(segment(Point(left, box.y), Point(left, box.bottom)), stroke=thin)
            for part in range(1, block.parts):
                at = left + width * part / block.parts
                for number, label in enumerate(block.rows):
                    if not label.emphasised:
                        y = top + number * row
                        yield Shape(
                            segment(Point(at, y + row * 0.25), Point(at, y + row)), stroke=thin
                        )
        yield Shape(box_path(box), stroke=Stroke(0.5, self.theme.mark))

    def _unused(self, box: Box) -> Iterator[Item]:
        yield Shape(
            segment(Point(box.x, box.bottom), Point(box.right, box.y)),
            stroke=Stroke(_HAIR, self.theme.guide),
        )

    def _choice_rows(
        self, block: Choices, width: float
    ) -> tuple[list[tuple[str, float, int]], int]:
        """Each option with its place along and its row; and how many rows there are."""
        left = text_width(block.label, _TEXT, bold=True) + 3.0 if block.label else 0.0
        x, row, placed = left, 0, []
        for option in block.options:
            needed = _TICK_BOX + 1.2 + text_width(option, _TEXT) + 3.5
            if x + needed - 3.5 > width + 0.01 and x > left:
                x, row = left, row + 1
            placed.append((option, x, row))
            x += needed
        return placed, row + 1

    def _choices(self, block: Choices, box: Box) -> Iterator[Item]:
        placed, _ = self._choice_rows(block, box.width)
        pitch = _TICK_BOX + 2.5
        first = box.y + pitch / 2 + _TEXT * CAP_HEIGHT / 2
        yield Text(block.label, Point(box.x, first), _TEXT, self.theme.mark, bold=True)
        for option, x, row in placed:
            top = box.y + row * pitch + 1.25
            square = Box(box.x + x, top, _TICK_BOX, _TICK_BOX)
            yield Shape(box_path(square), stroke=Stroke(_WRITING, self.theme.mark))
            at = Point(box.x + x + _TICK_BOX + 1.2, first + row * pitch)
            yield Text(option, at, _TEXT, self.theme.mark)

    def _ticks_per_row(self, block: Ticks, width: float) -> int:
        left = text_width(block.label, _TEXT, bold=True) + 3.0 if block.label else 0.0
        fitting = max(1, int((width - left) / (_TICK_BOX + 1.6)))
        rows = -(-block.count // fitting)
        return -(-block.count // rows)

    def _tick_rows(self, block: Ticks, width: float) -> int:
        return -(-block.count // self._ticks_per_row(block, width))

    def _ticks(self, block: Ticks, box: Box) -> Iterator[Item]:
        per_row, pitch = self._ticks_per_row(block, box.width), _TICK_BOX + 1.6
        left = text_width(block.label, _TEXT, bold=True) + 3.0 if block.label else 0.0
        at = Point(box.x, box.y + pitch / 2 + _TEXT * CAP_HEIGHT / 2)
        yield Text(block.label, at, _TEXT, self.theme.mark, bold=True)
        for number in range(block.count):
            row, place = divmod(number, per_row)
            square = Box(
                box.x + left + place * pitch, box.y + row * pitch + 0.8, _TICK_BOX, _TICK_BOX
            )
            yield Shape(box_path(square), stroke=Stroke(_WRITING, self.theme.mark))

    def _hanging(self, item: Label, *, bullets: bool) -> float:
        return 6.0 if item.colour else 3.4 if bullets else 0.0

    def _words_lines(self, item: Label, width: float, *, bullets: bool) -> Lines:
        indent = self._hanging(item, bullets=bullets)
        ink = self._ink(item)
        text = item.text if ink is None else f"{ink.name.capitalize()}: {item.text}"
        return Lines(wrapped(text, width - indent, self.words), self.words)

    def _words_height(self, block: Words, width: float) -> float:
        lines = [self._words_lines(item, width, bullets=block.bullets) for item in block.items]
        return sum(each.height for each in lines) + 2.2 * len(lines)

    def _words(self, block: Words, box: Box) -> Iterator[Item]:
        top = box.y
        for item in block.items:
            lines = self._words_lines(item, box.width, bullets=block.bullets)
            indent = self._hanging(item, bullets=block.bullets)
            ink = self._ink(item)
            middle = top + self.words * CAP_HEIGHT / 2
            if ink is not None:
                yield Shape(
                    symbol(ink.symbol, Point(box.x + 2.2, middle), 2.0), fill=self.theme.mark
                )
            elif block.bullets:
                yield Text(
                    "•", Point(box.x, top + self.words * CAP_HEIGHT), self.words, self.theme.mark
                )
            yield from set_lines(lines, Point(box.x + indent, top), self.theme.mark)
            top += lines.height + 2.2

    def _board(self, block: BoardBlock) -> Picture:
        try:
            return self.boards(block.name, block.across, [name for name, _ in block.highlight])
        except KeyError:
            message = f'the game has no board "{block.name}"'
            raise _wrong("unknown-board", message, block.place) from None
        except ValueError as error:
            place = next((at for name, at in block.highlight if name == str(error)), block.place)
            message = f'the board has no cell "{error}"'
            raise _wrong("unknown-cell", message, place) from None

    def _compass(self, block: Compass, box: Box) -> Iterator[Item]:
        """Six hexagons round a dot, a line to each, and perhaps a short label in each."""
        centre = Point(box.x + box.width / 2, box.y + box.height / 2)
        flat = block.orientation is Orientation.FLAT_TOP
        # Seven hexagons in a flower are as high as three, or two and a half radii and more.
        across = block.height / 3 if flat else block.height / (5 / 3**0.5)
        stroke = Stroke(_WRITING, self.theme.mark)
        yield Shape(regular(6, centre, 1.2), fill=self.theme.mark)
        for direction in range(6):
            out = heading(block.orientation.heading(direction))
            at = centre + out * across
            outline = regular(6, at, across / 3**0.5 * 0.94, turn=30 if flat else 0)
            yield Shape(outline, stroke=stroke)
            yield Shape(segment(centre + out * 2.2, centre + out * (across * 0.44)), stroke=stroke)
            if direction < len(block.labels):
                down = across * (0.4 if flat else 0.44)
                label = block.labels[direction]
                yield Text(label, at + Point(0, down), SMALLEST, self.theme.guide, anchor="middle")


def _shares(weights: Sequence[float], width: float, gap: float) -> list[tuple[float, float]]:
    """Where each of several columns begins and how wide it is."""
    room = width - gap * (len(weights) - 1)
    unit = room / sum(weights)
    found, x = [], 0.0
    for weight in weights:
        found.append((x, weight * unit))
        x += weight * unit + gap
    return found
