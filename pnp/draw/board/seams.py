"""Titles and legends beside the seams of a poster, where the edge of one sheet lies on another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.basics.classes import NamedTuple
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Path, Point, points_of

# Millimetres on either side of a seam, for scissors that go astray.
_SPARED = 0.6


class Span(NamedTuple):
    """A part of a picture from left to right."""

    left: float
    right: float


def aside(spans: Sequence[Span], seams: Sequence[float], room: Span) -> float:
    """The least way to move spans within a room so that seams cross as few of them as possible."""
    if not (seams and spans):
        return 0.0
    least = min(0.0, room.left - min(each.left for each in spans))
    most = max(0.0, room.right - max(each.right for each in spans))

    def crossed(way: float) -> int:
        return sum(
            each.left + way - _SPARED < seam < each.right + way + _SPARED
            for seam in seams
            for each in spans
        )

    steps = range(1, int(2 * max(-least, most)) + 1)
    ways = (step / 2 * side for step in steps for side in (1, -1))
    return min((0.0, *(way for way in ways if least <= way <= most)), key=crossed)


def entry_spans(entries: Iterable[Sequence[Item]]) -> list[Span]:
    """The texts and swatches of a legend, and each of its entries, which one sheet has if it can be."""
    found: list[Span] = []
    for each in entries:
        spans = [*spans_of(each)]
        whole = Span(min(each.left for each in spans), max(each.right for each in spans))
        found += [*spans, whole]
    return found


def spans_of(items: Sequence[Item], at: float = 0.0, scale: float = 1.0) -> Iterator[Span]:
    """Each text, and each piece of a path: a title may come apart between its letters.

    Drawings that are turned have no spans.
    """
    for item in items:
        match item:
            case Text():
                left = at + item.start.x * scale
                yield Span(left, left + item.width * scale)
            case Shape(path, _, stroke):
                for part in _parts(path):
                    grown = [*_grown(part, stroke)]
                    yield Span(at + min(grown) * scale, at + max(grown) * scale)
            case Drawing(inner) | Clip(_, inner):
                yield from spans_of(inner, at, scale)
            case Placed(drawing, point, larger, 0):
                yield from spans_of(drawing.items, at + point.x * scale, larger * scale)


def _parts(path: Path) -> Iterator[list[Point]]:
    """The points of each connected piece of a path."""
    part: list[Point] = []
    for step in path:
        if step[0] == "M" and part:
            yield part
            part = []
        part += points_of((step,))
    if part:
        yield part


def _grown(points: Sequence[Point], stroke: Stroke | None) -> Iterator[float]:
    """How far the points reach to both sides with their stroke, which has square ends or round ones."""
    half = stroke.width / 2 if stroke else 0.0
    for number, point in enumerate(points):
        wide = half
        if (
            stroke
            and stroke.line_ends.cap == "butt"
            and len(points) > 1
            and number in (0, len(points) - 1)
        ):
            way = points[1] - point if number == 0 else point - points[-2]
            wide *= abs(way.unit().y) if way.length() else 1.0
        yield point.x - wide
        yield point.x + wide
