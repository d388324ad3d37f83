"""How a colour looks on paper: filled with its ink, or as an outline."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pnp.colour.measures import FAINT, SEEN, contrast, contrasting
from pnp.colour.theme import Theme, legible
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Path, bounding_box, samples
from pnp.tiles.proportions import OUTLINE

# Shares of the box round a sign: one with gaps fills less, and an outline that closes them more.
_GAPS, _CLOSED = 0.6, 0.8


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
    if not theme.fills and sum(step[0] == "M" for step in path) == 1:
        yield Shape(path, fill=ground, stroke=Stroke(OUTLINE, fill, round=True))
        return
    # The ground covers the inner half of each line, and leaves the outline of all parts together. On a screen it also
    # covers dots of the outer half, so that a sign of one part has a line of its own.
    if not theme.fills:
        yield Shape(path, stroke=Stroke(2 * OUTLINE, fill, round=True))
        yield Shape(path, fill=ground)
        return
    # A sign needs more contrast than an area.
    is_faint = theme.edging and contrast(fill, ground) < SEEN
    if is_faint and _would_close(path):
        yield Shape(path, fill=theme.mark)
        return
    if is_faint:
        yield Shape(path, stroke=Stroke(2 * OUTLINE, theme.mark, round=True))
    yield Shape(path, fill=fill)


def _would_close(path: Path) -> bool:
    """Whether an outline would fill the gaps of a sign of thin lines, such as a small spiral."""
    starts = [at for at, part in enumerate(path) if part[0] == "M"]
    loops = [samples(path[one:end]) for one, end in pairwise([*starts, len(path)])]
    sides = [(a, b) for loop in loops for a, b in pairwise([*loop, loop[0]])]
    area = abs(sum(a.cross(b) for a, b in sides)) / 2
    length = sum((b - a).length() for a, b in sides)
    box = bounding_box([point for loop in loops for point in loop])
    room = box.width * box.height
    return area < _GAPS * room and area + length * OUTLINE > _CLOSED * room
