"""Charts: a table with a chart as an SVG file, drawn by matplotlib in points from the top left.

The colours of a game stand for nothing but themselves; all else is grey. Every bar has its number
beside it, and every part of a stack its letter, so that nothing depends on colours alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file
from io import BytesIO
from math import ceil
from typing import Any, NamedTuple

from pnp.basics.lookup import library
from pnp.colour.measures import FAINT, contrast, mixed
from pnp.review.tables import Bars, Columns, Curve, Matrix, Part, Stack, Table, percent
from pnp.scene.fonts import font_file, text_width
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

# Points. Three of them are four dots of a screen: the width and the height are whole dots.
DOTS = 3
WIDTH = 402.0
MARGIN = 16.0
TEXT, TITLE = 10.0, 13.0
ROW, GAP = 25.0, 7.0
CELL, CELL_GAP = 34.0, 2.0
LONGEST = 150.0  # a name beside or below a row
TALL = 120.0  # the height of columns and curves


def svg(plot: Table, *, dark: bool = False, alone: bool = True) -> bytes:
    """The figure as an SVG file, with the same bytes for the same plot.

    `alone` adds the title, the sentence and a ground, for a file of its own; without them it suits a
    page that has both. Words are outlines, so that the file needs no font. Raises UnusableInput if
    matplotlib is missing.
    """
    matplotlib = library("matplotlib", extra="stats", user="drawing plots")
    settings = {"svg.hashsalt": plot.key, "svg.fonttype": "path"}
    with matplotlib.rc_context(settings), _fonts() as fonts:
        canvas = _Canvas(DARK if dark else LIGHT, fonts)
        if alone:
            _heading(canvas, plot)
        _draw(canvas, plot)
        return canvas.svg(plot.title, ground=alone)


@contextmanager
def _fonts() -> Iterator[tuple[Any, Any]]:
    """The two weights of the font, as matplotlib wants them."""
    manager = library("matplotlib.font_manager", extra="stats", user="drawing plots")
    with as_file(font_file(bold=False)) as plain, as_file(font_file(bold=True)) as bold:
        yield manager.FontProperties(fname=plain), manager.FontProperties(fname=bold)


class _Canvas:
    """A page of so many points across that grows downwards; `y` is where it ends so far."""

    def __init__(self, shades: Shades, fonts: tuple[Any, Any]) -> None:
        figure = library("matplotlib.figure", extra="stats", user="drawing plots")
        self.shades = shades
        self.y = MARGIN
        self._fonts = fonts
        self._figure = figure.Figure(figsize=(WIDTH / 72, WIDTH / 72), dpi=72)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()

    def words(
        self,
        text: str,
        x: float,
        y: float,
        *,
        ink: str = "",
        size: float = TEXT,
        bold: bool = False,
        anchor: str = "left",
        turn: float = 0.0,
    ) -> None:
        """A text whose capitals are centred on y."""
        self._axes.text(
            x,
            y + 0.34 * size if not turn else y,
            text.replace("$", r"\$"),
            color=ink or self.shades.ink,
            fontproperties=self._fonts[bold],
            fontsize=size,
            horizontalalignment=anchor,
            verticalalignment="baseline" if not turn else "top",
            rotation=turn,
        )

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, line: str = ""
    ) -> None:
        patches = library("matplotlib.patches", extra="stats", user="drawing plots")
        inside = 0.4 if line else 0.0
        self._axes.add_patch(
            patches.Rectangle(
                (x + inside, y + inside),
                max(0.0, width - 2 * inside),
                height - 2 * inside,
                facecolor=fill,
                edgecolor=line or "none",
                linewidth=0.8 if line else 0.0,
            )
        )

    def line(self, points: list[tuple[float, float]], ink: str, *, width: float = 0.8) -> None:
        across, down = zip(*points, strict=True)
        self._axes.plot(across, down, color=ink, linewidth=width, solid_joinstyle="round", zorder=1)

    def dot(self, x: float, y: float) -> None:
        self._axes.plot([x], [y], "o", color=self.shades.ink, markersize=6, markeredgewidth=0)

    def svg(self, title: str, *, ground: bool) -> bytes:
        height = DOTS * ceil((self.y + MARGIN) / DOTS)
        self._figure.set_size_inches(WIDTH / 72, height / 72)
        self._axes.set_xlim(0, WIDTH)
        self._axes.set_ylim(height, 0)
        written = BytesIO()
        self._figure.savefig(
            written,
            format="svg",
            facecolor=self.shades.ground if ground else "none",
            metadata={"Title": title, "Creator": "pnp", "Date": None},
        )
        return written.getvalue()


def _heading(canvas: _Canvas, plot: Table) -> None:
    canvas.words(plot.title, MARGIN, canvas.y + 5, size=TITLE, bold=True)
    canvas.y += 22
    for line in text_lines(plot.subtitle, WIDTH - 2 * MARGIN, TEXT) or [""]:
        canvas.words(line, MARGIN, canvas.y, ink=canvas.shades.quiet)
        canvas.y += 14
    canvas.y += 8


def _draw(canvas: _Canvas, plot: Table) -> None:
    match plot.chart:
        case Stack() as chart:
            _stack(canvas, chart)
        case Matrix() as chart:
            _matrix(canvas, chart)
        case Curve() as chart:
            _curve(canvas, chart)
        case Bars() as chart:
            _bars(canvas, chart)
        case Columns() as chart:
            _columns(canvas, chart)


def _shortened(text: str, width: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    while text_width(text, TEXT) > width + 0.01:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text


def _label_width(names: list[str]) -> float:
    return min(LONGEST, max(text_width(name, TEXT) for name in names)) + 8


def _labels(canvas: _Canvas, names: list[str], height: float = ROW, gap: float = GAP) -> float:
    """Writes a name beside each row; returns where the rows begin."""
    start = MARGIN + _label_width(names)
    for number, name in enumerate(names):
        middle = canvas.y + number * height + (height - gap) / 2
        shown = _shortened(name, start - MARGIN - 8)
        canvas.words(shown, start - 8, middle, anchor="right")
    return start


def _stack(canvas: _Canvas, chart: Stack) -> None:
    start = _labels(canvas, [name for name, _ in chart.bars])
    room = WIDTH - MARGIN - start
    fills = [_fill(part, number, canvas.shades) for number, part in enumerate(chart.parts)]
    for _, shares in chart.bars:
        x = start
        for part, fill, share in zip(chart.parts, fills, shares, strict=True):
            width = share * room
            if width > 1.5:
                canvas.box(x, canvas.y, width - 1.5, ROW - GAP, fill, _outline(fill, canvas.shades))
                _in_stack(canvas, part, share, fill, x + width / 2 - 0.75, width)
            x += width
        canvas.y += ROW
    _key(canvas, chart.parts, fills, start)


def _in_stack(canvas: _Canvas, part: Part, share: float, fill: str, x: float, width: float) -> None:
    """The letter and the number of a part, or one of them, if there is room."""
    number = percent(share).removesuffix(" %")
    ink = max(("#FFFFFF", "#16181B"), key=lambda each: contrast(each, fill))
    for text in (f"{part.short} {number}", part.short, number):
        if text_width(text, TEXT) + 3 < width:
            canvas.words(text, x, canvas.y + (ROW - GAP) / 2, ink=ink, anchor="center")
            return


def _fill(part: Part, number: int, shades: Shades) -> str:
    """The ink of a part, or a grey."""
    if part.fill is not None:
        return part.fill
    return shades.blank if part.blank else mixed(shades.bar, shades.blank, 0.2 + number % 3 * 0.25)


def _outline(fill: str, shades: Shades) -> str:
    return shades.quiet if contrast(fill, shades.ground) < FAINT and fill != shades.blank else ""


def _in_words(part: Part) -> bool:
    """Whether the letters of a part are its words, or their end."""
    return part.words.replace(" ", "").endswith(part.short)


def _key(canvas: _Canvas, parts: tuple[Part, ...], fills: list[str], start: float) -> None:
    """A swatch for each part with its letter and its name."""
    canvas.y += 4
    texts = [part.words if _in_words(part) else f"{part.short}  {part.words}" for part in parts]
    across = sum(text_width(text, TEXT) + 28 for text in texts)
    x = left = start if across <= WIDTH - MARGIN - start else MARGIN
    for text, fill in zip(texts, fills, strict=True):
        width = text_width(text, TEXT) + 14
        if x + width > WIDTH - MARGIN and x > left:
            x = left
            canvas.y += 17
        canvas.box(x, canvas.y + 1, 9, 9, fill, _outline(fill, canvas.shades))
        canvas.words(text, x + 14, canvas.y + 5.5, ink=canvas.shades.quiet)
        x += width + 14
    canvas.y += 12


def _matrix(canvas: _Canvas, chart: Matrix) -> None:
    names, shades = list(chart.names), canvas.shades
    start = _labels(canvas, names, CELL, CELL_GAP)
    width = (WIDTH - MARGIN - start) / len(names)
    least, most = min(map(min, chart.shares)), max(map(max, chart.shares))
    for row in chart.shares:
        for column, share in enumerate(row):
            x = start + column * width
            depth = (share - least) / (most - least) if most > least else 0.5
            shade = mixed(shades.ground, shades.bar, 0.08 + 0.26 * depth)
            canvas.box(x, canvas.y, width - CELL_GAP, CELL - CELL_GAP, shade)
            text = percent(share)
            text = text if text_width(text, TEXT) + 4 < width else text.removesuffix(" %")
            middle = x + (width - CELL_GAP) / 2
            canvas.words(text, middle, canvas.y + (CELL - CELL_GAP) / 2, anchor="center")
        canvas.y += CELL
    _below(canvas, names, start, width)


def _below(canvas: _Canvas, names: list[str], start: float, width: float) -> None:
    """The names of columns, upright if they are too long to lie side by side."""
    middles = [start + column * width + (width - CELL_GAP) / 2 for column in range(len(names))]
    widest = max(text_width(name, TEXT) for name in names)
    if widest < width - 4:
        for name, middle in zip(names, middles, strict=True):
            canvas.words(name, middle, canvas.y + 8, anchor="center")
        canvas.y += 14
        return
    for name, middle in zip(names, middles, strict=True):
        shown = _shortened(name, LONGEST)
        canvas.words(shown, middle, canvas.y + 4, anchor="center", turn=90)
    canvas.y += min(widest, LONGEST) + 8


def _curve(canvas: _Canvas, chart: Curve) -> None:
    start = MARGIN + 34
    step = (WIDTH - MARGIN - start) / len(chart.points)
    bottom = canvas.y + 14 + TALL
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * TALL
        canvas.line([(start, y), (WIDTH - MARGIN, y)], canvas.shades.rule)
        canvas.words(f"{share * 100:.0f} %", start - 6, y, ink=canvas.shades.quiet, anchor="right")
    places = [
        (start + (number + 0.5) * step, bottom - share * TALL)
        for number, (_, share) in enumerate(chart.points)
    ]
    canvas.line(places, canvas.shades.ink, width=1.6)
    for (name, share), (x, y) in zip(chart.points, places, strict=True):
        canvas.dot(x, y)
        # The curve falls, and leaves the side above it free.
        canvas.words(percent(share).removesuffix(" %"), x + 7, y - 10, bold=True)
        canvas.words(name, x, bottom + 13, ink=canvas.shades.quiet, anchor="center")
    canvas.y = bottom + 20


def _bars(canvas: _Canvas, chart: Bars) -> None:
    start = _labels(canvas, [name for name, _, _ in chart.bars])
    widest = max(text_width(text, TEXT) for _, _, text in chart.bars) + 8
    room = WIDTH - MARGIN - start - widest
    most = max(value for _, value, _ in chart.bars) or 1.0
    for _, value, text in chart.bars:
        width = max(value / most * room, 1.0) if value else 0.0
        canvas.box(start, canvas.y, width, ROW - GAP, canvas.shades.bar)
        canvas.words(text, start + width + 6, canvas.y + (ROW - GAP) / 2)
        canvas.y += ROW
    canvas.y -= GAP


def _columns(canvas: _Canvas, chart: Columns) -> None:
    step = (WIDTH - 2 * MARGIN) / len(chart.columns)
    width = min(step * 0.7, 56.0)
    bottom = canvas.y + 16 + TALL
    most = chart.whole or max(value for _, value, _ in chart.columns) or 1.0
    canvas.line([(MARGIN, bottom), (WIDTH - MARGIN, bottom)], canvas.shades.rule)
    for number, (name, value, text) in enumerate(chart.columns):
        x = MARGIN + (number + 0.5) * step
        height = max(value / most * TALL, 1.0) if value else 0.0
        canvas.box(x - width / 2, bottom - height, width, height, canvas.shades.bar)
        canvas.words(text, x, bottom - height - 8, anchor="center")
        canvas.words(name, x, bottom + 13, ink=canvas.shades.quiet, anchor="center")
    canvas.y = bottom + 20
