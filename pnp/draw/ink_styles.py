"""How a colour looks on paper: filled with its ink, or as an outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.colour.measures import FAINT, SEEN, contrast, contrasting
from pnp.colour.theme import Theme, legible
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Path
from pnp.tiles.proportions import OUTLINE


class InkStyle(NamedTuple):
    """The inks of an area in a colour: its inside, its outline if it has one, and what lies over it.

    `over` is for signs and for patterns of strands, `weave` for patterns of bands.
    """

    fill: str
    line: str
    over: str
    weave: str

    def layers(self, width: float) -> Iterator[tuple[float, str]]:
        """The inks from below, each with how far inside the edge of a strand it begins."""
        if self.line:
            yield 0.0, self.line
            yield outline_width(width), self.fill
        else:
            yield 0.0, self.fill


def outline_width(width: float) -> float:
    """The width of a strand's outline, which leaves room between its two lines on narrow strands."""
    return min(OUTLINE, 0.2 * width)


def ink_style(fill: str, theme: Theme) -> InkStyle:
    """The look of an area in an ink.

    In a theme without fills an area has the colour of the ground, and its outline and pattern have
    the ink.
    """
    if not theme.fills:
        return InkStyle(theme.ground, fill, fill, fill)
    edge = theme.mark if theme.edging and contrast(fill, theme.ground) < FAINT else ""
    over = theme.halo if theme.over == "halo" else legible(fill, theme)
    return InkStyle(fill, edge, over, contrasting(fill))


def painted(path: Path, fill: str, theme: Theme, *, ground: str) -> Iterator[Item]:
    """A sign in an ink on a ground: filled, or as an outline."""
    # The ground covers the inner half of each line, and leaves the outline of all parts together.
    if not theme.fills:
        yield Shape(path, stroke=Stroke(2 * OUTLINE, fill, round=True))
        yield Shape(path, fill=ground)
        return
    # A sign needs more contrast than an area.
    if theme.edging and contrast(fill, ground) < SEEN:
        yield Shape(path, stroke=Stroke(2 * OUTLINE, theme.mark, round=True))
    yield Shape(path, fill=fill)
