"""Charts: a table with a chart as a page for the screen.

The colours of a game stand for nothing but themselves; all else is grey. Every bar has its number
beside it, and every part of a stack its letter, so that nothing depends on colours alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import FAINT, contrast, mixed
from pnp.review.tables import Matrix, Part, Series, Stack, Table, percent
from pnp.scene import Item, Layer, Page, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Path, Point, circle, polygon, segment
from pnp.scene.typesetting import text_lines


class Shades(NamedTuple):
    """The greys of a figure: its ground, its words, its quiet words and lines, and its bars."""

    ground: str
    ink: str
    quiet: str
    rule: str
    bar: str
    blank: str


LIGHT = Shades("#FFFFFF", "#23262B", "#62676F", "#D5D7DB", "#3A3F47", "#E3E4E7")
DARK = Shades("#1B1D20", "#ECEDEF", "#A3A8B0", "#43474D", "#C3C7CD", "#3B3F45")

# Millimetres. Twelve dots of a screen, which has 96 dpi; the width and the height are whole dots.
DOTS = 3.175
WIDTH = 45 * DOTS
MARGIN = 5.6
RIGHT = WIDTH - MARGIN
TEXT, TITLE = 3.5, 4.6
ROW, GAP = 8.8, 2.5
CELL, CELL_GAP = 12.0, 0.7
LONGEST = 53.0  # a name beside or below a row
TALL = 42.0  # the height of columns and curves
RULE, OUTLINE, LINE, DOT = 0.28, 0.28, 0.56, 1.05


def chart_page(table: Table, *, dark: bool = False, alone: bool = True) -> Page:
    """The chart of a table, with the same items for the same table.

    `alone` adds the title, the sentence and a ground, for a file of its own; without them it suits a
    page that has both.
    """
    canvas = _Canvas(DARK if dark else LIGHT)
    if alone:
        canvas.words(table.title, MARGIN, canvas.y + 1.8, size=TITLE, bold=True)
        canvas.y += 7.8
        for line in text_lines(table.subtitle, RIGHT - MARGIN, TEXT) or [""]:
            canvas.words(line, MARGIN, canvas.y, ink=canvas.shades.quiet)
            canvas.y += 5.0
        canvas.y += 2.8
    match table.chart:
        case Stack() as chart:
            _stack(canvas, chart)
        case Matrix() as chart:
            _matrix(canvas, chart)
        case Series() as chart:
            {"bars": _bars, "columns": _columns, "curve": _curve}[chart.form](canvas, chart)
    height = DOTS * ceil((canvas.y + MARGIN) / DOTS)
    ground = Shape(_box(0, 0, WIDTH, height), fill=canvas.shades.ground)
    items = (ground, *canvas.items) if alone else tuple(canvas.items)
    return Page(WIDTH, height, {Layer.ART: items}, title=table.title)


class _Canvas:
    """A page that grows downwards; `y` is where it ends so far."""

    def __init__(self, shades: Shades) -> None:
        self.shades = shades
        self.y = MARGIN
        self.items: list[Item] = []

    def words(
        self,
        text: str,
        x: float,
        y: float,
        *,
        ink: str = "",
        size: float = TEXT,
        bold: bool = False,
        anchor: Literal["start", "middle", "end"] = "start",
    ) -> None:
        """A text whose capitals are centred on y."""
        at = Point(x, y + 0.34 * size)
        self.items.append(Text(text, at, size, ink or self.shades.ink, bold=bold, anchor=anchor))

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self.items.append(Shape(_box(x, y, width, height), fill=fill))

    def part(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A box in the ink of a part; one that is hard to see on the ground has an outline inside."""
        self.box(x, y, width, height, fill)
        if contrast(fill, self.shades.ground) < FAINT and fill != self.shades.blank:
            half = OUTLINE / 2
            inner = _box(x + half, y + half, max(0.0, width - OUTLINE), height - OUTLINE)
            self.items.append(Shape(inner, stroke=Stroke(OUTLINE, self.shades.quiet)))

    def rule(self, left: float, y: float) -> None:
        """A thin line to the right margin."""
        line = segment(Point(left, y), Point(RIGHT, y))
        self.items.append(Shape(line, stroke=Stroke(RULE, self.shades.rule)))

    def labels(self, names: Sequence[str], height: float = ROW, gap: float = GAP) -> float:
        """Writes a name beside each row; returns where the rows begin."""
        start = MARGIN + min(LONGEST, max(text_width(name, TEXT) for name in names)) + 2.8
        for number, name in enumerate(names):
            middle = self.y + number * height + (height - gap) / 2
            self.words(_shortened(name, start - MARGIN - 2.8), start - 2.8, middle, anchor="end")
        return start


def _box(x: float, y: float, width: float, height: float) -> Path:
    return polygon(Box(x, y, width, height).corners)


def _shortened(text: str, width: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    while text_width(text, TEXT) > width + 0.01:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text


def _stack(canvas: _Canvas, chart: Stack) -> None:
    start = canvas.labels([name for name, _ in chart.bars])
    fills = [_fill(part, number, canvas.shades) for number, part in enumerate(chart.parts)]
    for _, shares in chart.bars:
        x = start
        for part, fill, share in zip(chart.parts, fills, shares, strict=True):
            width = share * (RIGHT - start)
            if width > 0.5:
                canvas.part(x, canvas.y, width - 0.5, ROW - GAP, fill)
                # The letter and the number of the part, or one of them, if there is room.
                number = percent(share).removesuffix(" %")
                texts = (f"{part.short} {number}", part.short, number)
                text = next((each for each in texts if text_width(each, TEXT) + 1 < width), "")
                ink = max(("#FFFFFF", "#16181B"), key=lambda each: contrast(each, fill))
                middle = canvas.y + (ROW - GAP) / 2
                canvas.words(text, x + width / 2 - 0.25, middle, ink=ink, anchor="middle")
            x += width
        canvas.y += ROW
    _key(canvas, chart.parts, fills, start)


def _fill(part: Part, number: int, shades: Shades) -> str:
    """The ink of a part, or a grey."""
    if part.fill is not None:
        return part.fill
    return shades.blank if part.blank else mixed(shades.bar, shades.blank, 0.2 + number % 3 * 0.25)


def _key(canvas: _Canvas, parts: Sequence[Part], fills: Sequence[str], start: float) -> None:
    """A swatch for each part with its letter and its name."""
    canvas.y += 1.4
    # The letters of some parts are their words, or their end.
    texts = [
        part.words
        if part.words.replace(" ", "").endswith(part.short)
        else f"{part.short}  {part.words}"
        for part in parts
    ]
    widths = [text_width(text, TEXT) + 5 for text in texts]
    x = left = start if sum(widths) + 5 * len(widths) <= RIGHT - start else MARGIN
    for text, fill, width in zip(texts, fills, widths, strict=True):
        if x + width > RIGHT and x > left:
            x = left
            canvas.y += 6
        canvas.part(x, canvas.y + 0.35, 3.2, 3.2, fill)
        canvas.words(text, x + 5, canvas.y + 1.95, ink=canvas.shades.quiet)
        x += width + 5
    canvas.y += 4.2


def _matrix(canvas: _Canvas, chart: Matrix) -> None:
    shades = canvas.shades
    start = canvas.labels(chart.names, CELL, CELL_GAP)
    width = (RIGHT - start) / len(chart.names)
    middles = [start + (column + 0.5) * width - CELL_GAP / 2 for column in range(len(chart.names))]
    least, most = min(map(min, chart.shares)), max(map(max, chart.shares))
    for row in chart.shares:
        for middle, share in zip(middles, row, strict=True):
            depth = (share - least) / (most - least) if most > least else 0.5
            shade = mixed(shades.ground, shades.bar, 0.08 + 0.26 * depth)
            left = middle - (width - CELL_GAP) / 2
            canvas.box(left, canvas.y, width - CELL_GAP, CELL - CELL_GAP, shade)
            text = percent(share)
            text = text if text_width(text, TEXT) + 1.4 < width else text.removesuffix(" %")
            canvas.words(text, middle, canvas.y + (CELL - CELL_GAP) / 2, anchor="middle")
        canvas.y += CELL
    widest = max(text_width(name, TEXT) for name in chart.names)
    for name, middle in zip(chart.names, middles, strict=True):
        if widest < width - 1.4:
            canvas.words(name, middle, canvas.y + 2.8, anchor="middle")
        else:
            # Names that are too long to lie side by side stand upright.
            top = Point(middle + 0.34 * TEXT, canvas.y + 1.4)
            shown = _shortened(name, LONGEST)
            canvas.items.append(Text(shown, top, TEXT, shades.ink, anchor="end", angle=-90))
    canvas.y += 5 if widest < width - 1.4 else min(widest, LONGEST) + 2.8


def _curve(canvas: _Canvas, chart: Series) -> None:
    ink, quiet = canvas.shades.ink, canvas.shades.quiet
    start = MARGIN + 12
    step = (RIGHT - start) / len(chart.points)
    bottom = canvas.y + 5 + TALL
    for share in (0.0, 0.5, 1.0):
        canvas.rule(start, bottom - share * TALL)
        text = f"{share * 100:.0f} %"
        canvas.words(text, start - 2, bottom - share * TALL, ink=quiet, anchor="end")
    places = [
        Point(start + (number + 0.5) * step, bottom - share * TALL)
        for number, (_, share, _) in enumerate(chart.points)
    ]
    open_line = polygon(places)[:-1]
    canvas.items.append(Shape(open_line, stroke=Stroke(LINE, ink, round=True)))
    for (name, _, words), at in zip(chart.points, places, strict=True):
        canvas.items.append(Shape(circle(at, DOT), fill=ink))
        # The curve falls, and leaves the side above it free.
        canvas.words(words.removesuffix(" %"), at.x + 2.5, at.y - 3.5, bold=True)
        canvas.words(name, at.x, bottom + 4.6, ink=quiet, anchor="middle")
    canvas.y = bottom + 7


def _bars(canvas: _Canvas, chart: Series) -> None:
    start = canvas.labels([name for name, _, _ in chart.points])
    room = RIGHT - start - max(text_width(text, TEXT) for _, _, text in chart.points) - 2.8
    most = max(value for _, value, _ in chart.points) or 1.0
    for _, value, text in chart.points:
        width = max(value / most * room, 0.35) if value else 0.0
        canvas.box(start, canvas.y, width, ROW - GAP, canvas.shades.bar)
        canvas.words(text, start + width + 2.1, canvas.y + (ROW - GAP) / 2)
        canvas.y += ROW
    canvas.y -= GAP


def _columns(canvas: _Canvas, chart: Series) -> None:
    step = (RIGHT - MARGIN) / len(chart.points)
    width = min(step * 0.7, 20.0)
    bottom = canvas.y + 5.6 + TALL
    most = chart.whole or max(value for _, value, _ in chart.points) or 1.0
    canvas.rule(MARGIN, bottom)
    for number, (name, value, text) in enumerate(chart.points):
        x = MARGIN + (number + 0.5) * step
        height = max(value / most * TALL, 0.35) if value else 0.0
        canvas.box(x - width / 2, bottom - height, width, height, canvas.shades.bar)
        canvas.words(text, x, bottom - height - 2.8, anchor="middle")
        canvas.words(name, x, bottom + 4.6, ink=canvas.shades.quiet, anchor="middle")
    canvas.y = bottom + 7
