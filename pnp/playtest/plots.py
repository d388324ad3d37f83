"""Plots: the charts of panels, drawn by matplotlib as SVG that lies in a page.

Text is text in the page's own font, and the four inks are variables of the page, so that a plot is as readable in the dark. Nothing depends on
colour: numbers stand beside their dots, what is real is a filled dot, and lines have names and markers of their own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO
from itertools import pairwise
from typing import Any

from pnp.basics.lookup import library
from pnp.playtest.answers import (
    decimals,
    in_unit,
    number_text,
    said,
    scale_of,
    unit_sign,
)
from pnp.playtest.panels import Columns, Course, Dots, Panel
from pnp.playtest.statistics import Estimate

# Inks as matplotlib knows them, and the variables of the page that take their places.
_INK, _SOFT, _LINE, _GROUND = "#010203", "#040506", "#070809", "#0a0b0c"
_VARIABLES = {_INK: "--ink", _SOFT: "--soft", _LINE: "--line", _GROUND: "--raised"}

# Dots of the screen, 72 of which are an inch of matplotlib's; a plot fills a narrow phone.
_WIDTH = 344
_TEXT = 12
_ROW = 24

# Rows of letters of this share of the size are as wide as the labels of most people's fonts.
_LETTER = 0.56 * _TEXT

# More rows make a plot that nobody reads; the table has all of them.
_MOST_ROWS = 20

_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_STYLES = ("-", "--", ":", "-.")

_SETTINGS = {
    "svg.fonttype": "none",
    "font.size": _TEXT,
    "text.color": _INK,
    "axes.edgecolor": _LINE,
    "axes.labelcolor": _SOFT,
    "axes.linewidth": 1.0,
    "axes.axisbelow": True,
    "grid.color": _LINE,
    "grid.linewidth": 0.6,
    "xtick.color": _LINE,
    "ytick.color": _LINE,
    "xtick.labelcolor": _SOFT,
    "ytick.labelcolor": _SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "hatch.linewidth": 0.8,
}


def plot(panel: Panel) -> str:
    """The plot of a panel as an SVG element; the same bytes for the same panel."""
    with _matplotlib().rc_context({**_SETTINGS, "svg.hashsalt": panel.key}):
        match panel.plot:
            case Dots() as chart:
                figure = _dots(panel, chart)
            case Course() as chart:
                figure = _course(panel, chart)
            case Columns() as chart:
                figure = _columns(panel, chart)
            case None:
                raise ValueError(f"{panel.key} has no plot")
        return _svg(figure, panel)


def description(panel: Panel) -> str:
    """What a plot shows, in words for those who do not see it."""
    unit = panel.unit
    match panel.plot:
        case Columns(values, quartiles):
            first, middle, third = quartiles
            least, most, low, high, half = (
                in_unit(_three(each * scale_of(unit)), unit)
                for each in (min(values), max(values), first, third, middle)
            )
            return (
                f"Columns of {len(values):,} games from {least} to {most}. Half of them lie from {low} to {high}, and "
                f"the median is {half}."
            )
        case Course(parameter):
            start = f"Dots with intervals along {parameter}."
        case Dots(reference, words) if reference is not None:
            line = in_unit(number_text(reference, unit, 0), unit)
            start = f"Dots with intervals. A line marks {words}, {line}."
        case _:
            start = "Dots with intervals."
    groups, cut = _groups(panel)
    every = (
        f"{label}{', ' if label else ''}"
        + "; ".join(f"{name}: {said(figure, unit)}" for name, figure, _ in dots)
        for label, dots in groups.items()
    )
    return f"{start} {'. '.join(every)}." + (f" {cut} more are in the table." if cut else "")


# A dot of a plot: its name, its figure, and whether that is real.
_Dot = tuple[str, Estimate, bool]


def _groups(panel: Panel) -> tuple[dict[str, list[_Dot]], int]:
    """The dots of a panel by their labels, named by their arms, or all together if there is one arm; and how many are left out.

    A plot of dots has room for some: the first and the last are shown.
    """
    arm = panel.plot.arm if isinstance(panel.plot, Dots) else None
    rows = [row for row in panel.rows if arm in (None, row.names[0])]
    is_by_label = len({row.names[:-1] for row in rows}) > 1
    labels = [*dict.fromkeys(row.names[-1] for row in rows)]
    if is_by_label:
        rows.sort(key=lambda row: labels.index(row.names[-1]))
    cut = max(0, len(rows) - _MOST_ROWS) if isinstance(panel.plot, Dots) else 0
    if cut:
        rows[_MOST_ROWS // 2 : -_MOST_ROWS // 2] = []
    groups: dict[str, list[_Dot]] = {}
    for row in rows:
        name, label = (row.names[0], row.names[-1]) if is_by_label else (row.names[-1], "")
        # The title of a panel says already what its only label is.
        label = "" if label == panel.title.lower() else label
        if row.figure:
            groups.setdefault(label, []).append((name, row.figure, row.real))
    return groups, cut


def _matplotlib(part: str = "") -> Any:
    return library(f"matplotlib{part}", extra="playtest", user="pnp playtest")


def _axes(height: float, left: float, right: float, top: float, bottom: float) -> Any:
    """The axes of a figure of the width of all; the height and the margins are in dots."""
    figure = _matplotlib(".figure").Figure(figsize=(_WIDTH / 72, height / 72))
    width, room = 1 - (left + right) / _WIDTH, 1 - (top + bottom) / height
    return figure.add_axes((left / _WIDTH, bottom / height, width, room))


def _note(
    axes: Any, text: str, at: tuple[float, float], moved: tuple[float, float], **how: Any
) -> None:
    """A text so many dots from a place, which is a share of the axes unless `xycoords` says otherwise."""
    settings = {"xycoords": "axes fraction", "textcoords": "offset points", **how}
    axes.annotate(text, at, moved, **settings)


def _dot(
    axes: Any, at: tuple[float, float], line: tuple[Any, Any], marker: str, real: bool, wide: float
) -> None:
    """A dot, filled if it is real, on the line of its interval."""
    both = {"color": _INK, "clip_on": False}
    axes.plot(*line, linewidth=wide, solid_capstyle="butt", **both)
    ground = _INK if real else _GROUND
    axes.plot(
        *at, marker, markersize=4 * wide, markeredgewidth=wide, markerfacecolor=ground, **both
    )


_SMALL = {"color": _SOFT, "fontsize": _TEXT - 1}


def _dots(panel: Panel, chart: Dots) -> Any:
    """A row for each number: its name on the left, its dot and interval, and its words on the right."""
    (groups, cut), unit, scale = _groups(panel), panel.unit, scale_of(panel.unit)
    dots = [dot for each in groups.values() for dot in each]
    lines: list[tuple[str, _Dot | None]] = []
    for label, each in groups.items():
        lines += [(label, None)] if label else []
        for one in each:
            if cut and one is dots[_MOST_ROWS // 2]:
                lines.append((f"… {cut} more in the table …", None))
            lines.append((one[0], one))
    bottom, top = 42, 22 if chart.words else 6
    height = len(lines) * _ROW + bottom + top
    right = max(len(_short(figure, unit)) for _, figure, _ in dots) * _LETTER + 12
    left = min(_WIDTH - right - 110, max(len(name) for name, _, _ in dots) * _LETTER + 14)
    axes = _axes(height, left, right, top, bottom)
    low, high = _limits([figure for _, figure, _ in dots], chart.reference, unit)
    axes.set_xlim(low * scale, high * scale)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    if chart.reference is not None:
        across = chart.reference * scale
        axes.axvline(across, color=_SOFT, linewidth=1.2, linestyle=(0, (4, 3)))
        words = in_unit(number_text(chart.reference, unit, 0), unit) if chart.reference else ""
        words = f"{chart.words} {words}".rstrip()
        _note(
            axes,
            words,
            (across, 1),
            (0, 5),
            xycoords=("data", "axes fraction"),
            ha="center",
            **_SMALL,
        )
    beside = {"xycoords": ("axes fraction", "data"), "va": "center"}
    for row, (text, dot) in enumerate(lines):
        if dot is None:
            _note(axes, text, (0, row), (-left, 0), color=_SOFT, **beside)
            continue
        name, figure, real = dot
        axes.axhline(row, color=_LINE, linewidth=0.6, zorder=0)
        value, *ends = (min(high, max(low, each)) * scale for each in figure[:3])
        _dot(axes, (value, row), (ends, (row, row)), "o", real, 2.0)
        name = shortened(name, int((left - 10) / _LETTER))
        _note(axes, name, (0, row), (-10, 0), ha="right", **beside)
        _note(axes, _short(figure, unit), (1, row), (10, 0), ha="left", **beside)
    axes.set_yticks([])
    axes.set_xlabel(unit_sign(unit) or "value")
    _ticks(axes.xaxis, 4)
    return axes.figure


def _course(panel: Panel, chart: Course) -> Any:
    """Dots with intervals along the parameter, each line with its own marker, dashes and name at its end."""
    lines, unit, scale = _groups(panel)[0], panel.unit, scale_of(panel.unit)
    several = len(lines) > 1
    height = 250 if several else 204
    right = min(110, max(map(len, lines)) * _LETTER + 14) if several else 14
    axes = _axes(height, 46, right, 26, 46)
    known = [value for value, _ in chart.places if value is not None]
    if len(known) < len(chart.places):
        known = [float(at) for at in range(len(chart.places))]
    places = dict(zip((label for _, label in chart.places), known, strict=True))
    low, high = _limits([figure for dots in lines.values() for _, figure, _ in dots], None, unit)
    _note(axes, unit_sign(unit) or "value", (0, 1), (-38, 12), **_SMALL)
    step = min((abs(b - a) for a, b in pairwise(known)), default=1.0)
    axes.set_xlim(min(known) - step / 2, max(known) + step / 2)
    axes.set_ylim(low * scale, high * scale)
    ends: list[tuple[float, str]] = []
    for at, (label, dots) in enumerate(lines.items()):
        # Intervals at the same place lie beside each other.
        moved = (at - (len(lines) - 1) / 2) * min(0.1, 0.5 / len(lines)) * step
        marker, style = _MARKERS[at % len(_MARKERS)], _STYLES[at % len(_STYLES)]
        across = [places[name] + moved for name, _, _ in dots]
        heights = [figure.value * scale for _, figure, _ in dots]
        axes.plot(across, heights, linestyle=style, color=_SOFT, linewidth=1.2)
        for place, value, (_, figure, real) in zip(across, heights, dots, strict=True):
            limits = max(low, figure.low) * scale, min(high, figure.high) * scale
            _dot(axes, (place, value), ((place, place), limits), marker, real, 1.8)
        ends.append((heights[-1], shortened(label, int((right - 10) / _LETTER))))
    for end, label in _apart(ends, (high - low) * scale * _TEXT * 1.25 / (height - 72)):
        beside = {"xycoords": ("axes fraction", "data"), "va": "center"}
        _note(axes, label, (1, end), (4, 0), ha="left", **beside)
    axes.grid(axis="y")
    axes.tick_params(axis="y", length=0)
    names = [name if value is None else f"{value:g}" for value, name in chart.places]
    # As many names as fit.
    room = (_WIDTH - 46 - right) / _LETTER
    nth = math.ceil(sum(len(name) + 2 for name in names) / room)
    axes.set_xticks(known[::nth], names[::nth])
    axes.set_xlabel(chart.parameter)
    _ticks(axes.yaxis, 5)
    return axes.figure


def _apart(ends: list[tuple[float, str]], least: float) -> Iterator[tuple[float, str]]:
    """Names at the ends of lines, moved up where they would touch the one below."""
    last = -math.inf
    for height, label in sorted(ends):
        last = max(height, last + least)
        yield last, label


def _columns(panel: Panel, chart: Columns) -> Any:
    """How many games have each value, with the middle half dark and the median named."""
    axes, scale = _axes(168, 40, 10, 24, 42), scale_of(panel.unit)
    values = [value * scale for value in chart.values]
    low, high = min(values), max(values)
    whole = scale == 1 and all(value == int(value) for value in values)
    width = max(1.0, math.ceil((high - low + 1) / 24)) if whole else max((high - low) / 24, 1e-9)
    counts = [0] * (int((high - low) / width) + 1)
    for value in values:
        counts[min(len(counts) - 1, int((value - low) / width))] += 1
    start = low - 0.5 if whole else low
    first, middle, third = (each * scale for each in chart.quartiles)
    for at, games in enumerate(counts):
        begin = start + at * width
        ink = _INK if begin + width > first and begin < third else _GROUND
        axes.bar(begin + width / 2, games, width * 0.86, color=ink, edgecolor=_INK, linewidth=1)
    axes.set_xlim(start - width / 2, start + len(counts) * width + width / 2)
    words = f"median {_three(middle)}, half from {_three(first)} to {_three(third)}"
    _note(axes, words, (0, 1), (0, 8), **_SMALL)
    axes.set_ylabel("games")
    axes.set_xlabel(unit_sign(panel.unit) or "value")
    axes.grid(axis="y")
    axes.tick_params(axis="y", length=0)
    _ticks(axes.xaxis, 6, whole=whole)
    _ticks(axes.yaxis, 3, whole=True)
    return axes.figure


def _three(value: float) -> str:
    """A number of three digits at least, and no more behind the point."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def _ticks(axis: Any, most: int, *, whole: bool = False) -> None:
    locator = _matplotlib(".ticker").MaxNLocator(most, integer=whole, steps=[1, 2, 5, 10])
    axis.set_major_locator(locator)


def _limits(
    estimates: Sequence[Estimate], reference: float | None, unit: str
) -> tuple[float, float]:
    """The values that an axis shows; intervals without a limit reach its end."""
    ends = [
        end for each in estimates for end in (each.value, each.low, each.high) if math.isfinite(end)
    ]
    if reference is not None:
        ends.append(reference)
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    # Shares that are all small are shown large; a number that begins near nothing begins there.
    if low > 0 and low < (high - low):
        low = 0.0
    room = (high - low) * 0.06 or abs(high) * 0.06 or 0.05
    least = 0.0 if low >= 0 else -math.inf
    most = 1.0 if unit == "share" and high <= 1 else math.inf
    return max(least, low - room), min(most, high + room)


def _short(estimate: Estimate, unit: str) -> str:
    """The number beside a dot."""
    return in_unit(
        number_text(estimate.value, unit, decimals(estimate, unit)), unit if unit == "share" else ""
    )


def shortened(text: str, letters: int) -> str:
    """A text of so many letters at most, without its middle if it is longer.

    >>> shortened("lay tile=R1-4 G2-5 B3-6", 15), shortened("player 2", 15)
    ('lay til…-5 B3-6', 'player 2')
    """
    if len(text) <= letters:
        return text
    end = max(1, (letters - 1) // 2)
    return f"{text[: letters - 1 - end]}…{text[-end:]}"


def _svg(figure: Any, panel: Panel) -> str:
    """The figure as an element, with the page's inks and font, its title and its description."""
    file = StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(file, format="svg", metadata=nothing, transparent=True)
    text = file.getvalue()
    text = text[text.index("<svg") :]
    for ink, variable in _VARIABLES.items():
        text = text.replace(ink, f"var({variable})")
    # Names inside of one page differ from plot to plot; spaces are for people.
    text = re.sub(r'(\bid="|href="#|url\(#)', lambda each: f"{each[1]}{panel.key}-", text)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", text)
    text = re.sub(r"font-family: [^;\"]*;?", "", text)
    text = re.sub(r"\n\s*", "\n", text)
    box = re.search(r'viewBox="[^"]*"', text)
    assert box
    title, words = f"{panel.key}-title", f"{panel.key}-words"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {box[0]} role="img" '
        f'aria-labelledby="{title} {words}">\n<title id="{title}">{escape(panel.title)}</title>\n'
        f'<desc id="{words}">{escape(description(panel))}</desc>'
    )
    return re.sub(r"<svg[^>]*>", lambda _: head, text, count=1).strip()
