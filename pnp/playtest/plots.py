"""Plots: the charts of panels, drawn by matplotlib as SVG that lies in a page.

Text is text in the page's own font, and the four inks are variables of the page, so that a plot is as readable in the dark. Nothing depends on
colour: numbers stand beside their dots, what is real is a filled dot, and lines have names and markers of their own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import Any

from pnp.basics.lookup import library
from pnp.playtest.answers import decimals, in_unit, number_text, said
from pnp.playtest.panels import Columns, Course, Dots, Panel, unit_heading
from pnp.playtest.statistics import Estimate

# Inks as matplotlib knows them, and the variables of the page that take their places.
_INK, _SOFT, _LINE, _GROUND = "#010203", "#040506", "#070809", "#0a0b0c"
_VARIABLES = {_INK: "--ink", _SOFT: "--soft", _LINE: "--line", _GROUND: "--raised"}

# Dots of the screen, 72 of which are an inch of matplotlib's; a plot fills a narrow phone.
_WIDTH = 344
_TEXT = 12
_ROW = 24

# More rows make a plot that nobody reads; the table has all of them.
_MOST_ROWS = 20

_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_STYLES = ("-", "--", ":", "-.")

# Rows of letters of this share of the size are as wide as the labels of most people's fonts.
_LETTER = 0.56


def plot(panel: Panel) -> str:
    """The chart of a panel as an SVG element; the same bytes for the same panel."""
    chart = panel.chart
    assert chart is not None
    matplotlib = library("matplotlib", extra="playtest", user="pnp playtest")
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": panel.key,
        "font.size": _TEXT,
        "text.color": _INK,
        "axes.edgecolor": _LINE,
        "axes.labelcolor": _SOFT,
        "axes.linewidth": 1.0,
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
    with matplotlib.rc_context(settings):
        match chart:
            case Dots():
                figure = _dots(chart)
            case Course():
                figure = _course(chart)
            case Columns():
                figure = _columns(chart)
        return _svg(figure, panel)


def description(panel: Panel) -> str:
    """What a chart shows, in words for those who do not see it."""
    match panel.chart:
        case Dots(rows=rows, unit=unit, reference=reference, words=words):
            shown = _chosen_rows(rows)
            parts = [
                f"{group} {name}".strip() + f": {said(each, unit)}"
                for group, name, each, _ in shown
            ]
            line = (
                ""
                if reference is None
                else f"A line marks {words}, {in_unit(number_text(reference, unit, 0), unit)}. "
            )
            more = (
                ""
                if len(shown) == len(rows)
                else f" {len(rows) - len(shown)} more are in the table."
            )
            return f"Dots with intervals. {line}{'; '.join(parts)}.{more}"
        case Course(parameter=parameter, places=places, lines=lines, unit=unit):
            parts = []
            for label, estimates, _ in lines:
                points = [
                    f"{place}: {said(each, unit)}"
                    for (_, place), each in zip(places, estimates, strict=True)
                    if each
                ]
                parts.append(f"{label + ', ' if label else ''}{'; '.join(points)}")
            return f"Dots with intervals along {parameter}. {'. '.join(parts)}."
        case Columns(values=values, quartiles=(first, middle, third), unit=unit):
            scale = 100 if unit == "share" else 1
            ends = (min(values), max(values), first, third, middle)
            least, most, low, high, half = (in_unit(_three(each * scale), unit) for each in ends)
            return (
                f"Columns of {len(values):,} games from {least} to {most}. Half of them lie from {low} to {high}, and "
                f"the median is {half}."
            )
    return ""


def _figure(height: float) -> tuple[Any, Any]:
    """A figure of the width of all, with axes; the height is in dots."""
    figures = library("matplotlib.figure", extra="playtest", user="pnp playtest")
    figure = figures.Figure(figsize=(_WIDTH / 72, height / 72))
    return figure, figure.add_axes((0, 0, 1, 1))


def _place(axes: Any, height: float, left: float, right: float, top: float, bottom: float) -> None:
    """Axes within margins in dots."""
    axes.set_position(
        (left / _WIDTH, bottom / height, 1 - (left + right) / _WIDTH, 1 - (top + bottom) / height)
    )


def _chosen_rows(rows: Sequence[Any]) -> Sequence[Any]:
    """The rows that a plot has room for: the first and the last."""
    half = _MOST_ROWS // 2
    return rows if len(rows) <= _MOST_ROWS else (*rows[:half], *rows[-half:])


def _dots(chart: Dots) -> Any:
    """A row for each number: its name on the left, its dot and interval, and its words on the right."""
    rows = _chosen_rows(chart.rows)
    cut = len(rows) < len(chart.rows)
    lines: list[tuple[str, tuple[str, Estimate, bool] | None]] = []
    for group, members in groupby(rows, key=lambda row: row[0]):
        if group:
            lines.append((group, None))
        for at, (_, name, each, real) in enumerate(members):
            if cut and at == len(rows) // 2:
                lines.append((f"… {len(chart.rows) - len(rows)} more in the table …", None))
            lines.append((name, (name, each, real)))
    bottom, top = 42, 22 if chart.words else 6
    height = len(lines) * _ROW + bottom + top
    figure, axes = _figure(height)
    numbers = [_short(each, chart.unit) for _, _, each, _ in rows]
    right = max(map(len, numbers)) * _TEXT * _LETTER + 12
    room = _WIDTH - right - 110
    longest = max(len(name) for _, name, _, _ in rows)
    left = min(room, longest * _TEXT * _LETTER + 14)
    letters = int((left - 10) / (_TEXT * _LETTER))
    _place(axes, height, left, right, top, bottom)
    scale = 100 if chart.unit == "share" else 1
    low, high = _limits([each for _, _, each, _ in rows], chart.reference, chart.unit)
    axes.set_xlim(low * scale, high * scale)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    if chart.reference is not None:
        axes.axvline(chart.reference * scale, color=_SOFT, linewidth=1.2, linestyle=(0, (4, 3)))
        words = chart.words
        if chart.reference:
            words += f" {in_unit(number_text(chart.reference, chart.unit, 0), chart.unit)}"
        axes.annotate(
            words, (chart.reference * scale, 1), (0, 5), xycoords=("data", "axes fraction"),
            textcoords="offset points", ha="center", color=_SOFT, fontsize=_TEXT - 1,
        )  # fmt: skip
    for at, (text, row) in enumerate(lines):
        if row is None:
            axes.text(
                -left / _WIDTH,
                at,
                text,
                transform=_mixed(axes, figure, left),
                va="center",
                color=_SOFT,
            )
            continue
        name, each, real = row
        axes.axhline(at, color=_LINE, linewidth=0.6, zorder=0)
        ends = max(low, each.low) * scale, min(high, each.high) * scale
        axes.plot(ends, (at, at), color=_INK, linewidth=2, solid_capstyle="butt", clip_on=False)
        value = min(high, max(low, each.value)) * scale
        axes.plot(
            [value], [at], "o", color=_INK, markersize=8, markeredgewidth=2,
            markerfacecolor=_INK if real else _GROUND, clip_on=False,
        )  # fmt: skip
        axes.annotate(
            shortened(name, letters), (0, at), (-10, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", ha="right", va="center",
        )  # fmt: skip
        axes.annotate(
            _short(each, chart.unit), (1, at), (10, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", ha="left", va="center",
        )  # fmt: skip
    axes.set_yticks([])
    axes.set_xlabel(unit_heading(chart.unit))
    _ticks(axes.xaxis, 4)
    return figure


def _mixed(axes: Any, figure: Any, left: float) -> Any:
    """Across in dots from the left of the figure, down in rows."""
    transforms = library("matplotlib.transforms", extra="playtest", user="pnp playtest")
    across = transforms.Affine2D().translate(left / _WIDTH, 0) + figure.transFigure
    return transforms.blended_transform_factory(across, axes.transData)


def _course(chart: Course) -> Any:
    """Dots with intervals along the parameter, each line with its own marker, dashes and name at its end."""
    several = len(chart.lines) > 1
    height = 250 if several else 204
    figure, axes = _figure(height)
    scale = 100 if chart.unit == "share" else 1
    known = all(value is not None for value, _ in chart.places)
    places = [
        value if known and value is not None else float(at)
        for at, (value, _) in enumerate(chart.places)
    ]
    every = [each for _, estimates, _ in chart.lines for each in estimates if each]
    low, high = _limits(every, None, chart.unit)
    longest = max(len(label) for label, _, _ in chart.lines)
    right = min(110, longest * _TEXT * _LETTER + 14) if several else 14
    _place(axes, height, 46, right, 26, 46)
    axes.annotate(
        unit_heading(chart.unit), (0, 1), (-38, 12), xycoords="axes fraction",
        textcoords="offset points", color=_SOFT, fontsize=_TEXT - 1,
    )  # fmt: skip
    step = min((abs(b - a) for a, b in pairwise(places)), default=1.0)
    axes.set_xlim(min(places) - step / 2, max(places) + step / 2)
    axes.set_ylim(low * scale, high * scale)
    ends: list[tuple[float, str]] = []
    for at, (label, estimates, real) in enumerate(chart.lines):
        # Intervals at the same place lie beside each other.
        moved = (at - (len(chart.lines) - 1) / 2) * min(0.1, 0.5 / len(chart.lines)) * step
        marker, style = _MARKERS[at % len(_MARKERS)], _STYLES[at % len(_STYLES)]
        points = [
            (place + moved, each, marked)
            for place, each, marked in zip(places, estimates, real, strict=True)
            if each
        ]
        axes.plot(
            [place for place, _, _ in points], [each.value * scale for _, each, _ in points],
            linestyle=style, color=_SOFT, linewidth=1.2,
        )  # fmt: skip
        for place, each, marked in points:
            limits = max(low, each.low) * scale, min(high, each.high) * scale
            axes.plot((place, place), limits, color=_INK, linewidth=1.6, solid_capstyle="butt")
            axes.plot(
                [place], [each.value * scale], marker, color=_INK, markersize=7.5, markeredgewidth=1.8,
                markerfacecolor=_INK if marked else _GROUND,
            )  # fmt: skip
        if several and points:
            ends.append((points[-1][1].value * scale, label))
    for height_of, label in _apart(ends, (high - low) * scale * _TEXT * 1.25 / (height - 72)):
        axes.annotate(
            shortened(label, int((right - 10) / (_TEXT * _LETTER))), (1, height_of), (4, 0),
            xycoords=("axes fraction", "data"), textcoords="offset points", ha="left", va="center",
        )  # fmt: skip
    axes.grid(axis="y", color=_LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    names = (
        [place for _, place in chart.places] if not known else [f"{place:g}" for place in places]
    )
    # As many names as fit.
    room = (_WIDTH - 46 - right) / (_TEXT * _LETTER)
    every_nth = math.ceil(sum(len(name) + 2 for name in names) / room)
    axes.set_xticks(places[::every_nth], names[::every_nth])
    axes.set_xlabel(chart.parameter)
    _ticks(axes.yaxis, 5)
    return figure


def _apart(ends: list[tuple[float, str]], least: float) -> Iterator[tuple[float, str]]:
    """Names at the ends of lines, moved up where they would touch the one below."""
    last = -math.inf
    for height, label in sorted(ends):
        last = max(height, last + least)
        yield last, label


def _columns(chart: Columns) -> Any:
    """How many games have each value, with the middle half dark and the median named."""
    height = 168
    figure, axes = _figure(height)
    _place(axes, height, 40, 10, 24, 42)
    scale = 100 if chart.unit == "share" else 1
    values = [value * scale for value in chart.values]
    low, high = min(values), max(values)
    whole = scale == 1 and all(value == int(value) for value in values)
    width = max(1.0, math.ceil((high - low + 1) / 24)) if whole else max((high - low) / 24, 1e-9)
    number = int((high - low) / width) + 1
    counts = [0] * number
    for value in values:
        counts[min(number - 1, int((value - low) / width))] += 1
    start = low - 0.5 if whole else low
    first, middle, third = (each * scale for each in chart.quartiles)
    for at, games in enumerate(counts):
        begin = start + at * width
        inside = begin + width > first and begin < third
        axes.bar(
            begin + width / 2, games, width * 0.86, color=_INK if inside else _GROUND,
            edgecolor=_INK, linewidth=1,
        )  # fmt: skip
    axes.set_xlim(start - width / 2, start + number * width + width / 2)
    axes.annotate(
        f"median {_three(middle)}, half from {_three(first)} to {_three(third)}",
        (0, 1), (0, 8), xycoords="axes fraction", textcoords="offset points", color=_SOFT,
        fontsize=_TEXT - 1,
    )  # fmt: skip
    axes.set_ylabel("games")
    axes.set_xlabel(unit_heading(chart.unit))
    axes.grid(axis="y", color=_LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    _ticks(axes.xaxis, 6, whole=whole)
    _ticks(axes.yaxis, 3, whole=True)
    return figure


def _three(value: float) -> str:
    """A number of three digits at least, and no more behind the point."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def _ticks(axis: Any, most: int, *, whole: bool = False) -> None:
    ticker = library("matplotlib.ticker", extra="playtest", user="pnp playtest")
    axis.set_major_locator(ticker.MaxNLocator(most, integer=whole, steps=[1, 2, 5, 10]))


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
    from io import StringIO

    file = StringIO()
    figure.savefig(
        file,
        format="svg",
        metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        transparent=True,
    )
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
