"""Times of calls in this process, and the bars by which the documentation shows them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from pnp.render import svg_text
from pnp.review.charts import chart_page
from pnp.review.tables import Series, Table

# A line of a plot: its name, the length of its bar, and the text behind it.
Bar = tuple[str, float, str]


def seconds(call: Callable[[], object]) -> float:
    """The CPU time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def tens(time: float, least: float) -> float:
    """How often a time in seconds has ten times as much as the *least* one."""
    return math.log10(max(time, least) / least)


def timed(name: str, time: float, least: float) -> Bar:
    """A bar for a time in seconds, which ten times the time makes longer by the same length."""
    return name, tens(time, least), f"{1000 * time:.0f} ms" if time < 1 else f"{time:.1f} s"


def bars(name: str, title: str, subtitle: str, points: Sequence[Bar]) -> str:
    """A plot in SVG."""
    return svg_text(chart_page(Table(name, title, subtitle, (), (), Series("bars", tuple(points)))))
