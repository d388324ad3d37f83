"""The drawings over the cells of a figure: arrows, tokens and short labels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.basics.classes import NamedTuple
from pnp.colour.theme import Theme
from pnp.scene import Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Path, Point, arrow_head, bounding_box, circle, rounded
from pnp.tiles.layouts import Cell, Layout

# Millimetres: a label, and one above the name of its cell, whose disc stays within bold lines round the cell.
_LABEL, _OVER_NAME = 4.0, 3.2
# The least gap between a label and the name of its cell, and the paper round a name on a route.
_AIR, _PAPER = 0.3, 0.25
# A share of a cell: how far labels lie above its middle if it has a name.
_LIFT = 0.15
# The width of a route with its casing.
_CASING = 1.5

# Several tokens on a cell: the share of the cell that they take together, and how many times as wide as one.
_ROOM, _TOGETHER = 0.84, 1.2


class ScaledArt(NamedTuple):
    """A drawing that lies on a cell, and how many times as large it is shown."""

    drawing: Drawing
    scale: float


def side_by_side(pieces: Sequence[ScaledArt], across: float) -> ScaledArt:
    """The pieces on one cell; several are smaller than one."""
    if len(pieces) == 1:
        return pieces[0]
    step = across * _ROOM / len(pieces)
    placed = tuple(
        Placed(
            piece.drawing,
            Point((place - (len(pieces) - 1) / 2) * step, 0),
            piece.scale * _TOGETHER / len(pieces),
        )
        for place, piece in enumerate(pieces)
    )
    return ScaledArt(Drawing(placed), 1.0)


def token_items(
    tokens: Mapping[Cell, ScaledArt], layout: Layout, lifts: Mapping[Cell, float]
) -> Iterator[Item]:
    """The tokens on their cells, some of them so far above the middle."""
    for cell, (drawing, scale) in tokens.items():
        at = layout.centre(cell) - Point(0, lifts.get(cell, 0.0))
        yield Placed(drawing, at, scale, turn=layout.tilt(cell))


class Arrow(NamedTuple):
    """A route through cells: a line with a light casing, and its ends, a dot and a head."""

    line: tuple[Item, ...]
    ends: tuple[Item, ...]


class Route(NamedTuple):
    """The points of a route, and whether it begins with a dot, in place of a token."""

    points: tuple[Point, ...]
    has_dot: bool


def route(
    cells: Sequence[Cell], layout: Layout, *, lift: float = 0.0, tokens: Collection[Cell] = ()
) -> Route:
    """The route through cells, so far above their middles, where tokens stand."""
    points = tuple(layout.centre(cell) - Point(0, lift) for cell in cells)
    return Route(points, not cells or cells[0] not in tokens)


def arrow(way: Route, head: float, theme: Theme) -> Arrow:
    """The arrow along a route, with a *head* of that size."""
    points = way.points
    if len(points) < 2:
        return Arrow((), ())
    forward = (points[-1] - points[-2]).unit()
    neck = points[-1] - forward * (head * 0.6)
    line: Path = (
        ("M", *points[0]),
        *(("L", *point) for point in points[1:-1]),
        ("L", *neck),
    )
    tip = points[-1] + forward * (head * 0.4)
    return Arrow(
        (
            Shape(line, stroke=Stroke(_CASING, theme.halo, round=True)),
            Shape(line, stroke=Stroke(0.7, theme.mark, round=True)),
        ),
        (
            *((Shape(circle(points[0], 1.1), fill=theme.mark),) if way.has_dot else ()),
            Shape(arrow_head(tip, forward, head * 1.2), fill=theme.mark),
        ),
    )


def name_grounds(
    names: Mapping[Cell, Text], inks: Mapping[Cell, str], routes: Iterable[Route]
) -> Iterator[Item]:
    """The grounds of cells round the names that a route comes near."""
    ends = [each for way in routes for each in pairwise(way.points)]
    for cell, name in names.items():
        box = _name_box(name).widened(_PAPER)
        if any(_crosses(box.widened(_CASING / 2), *each) for each in ends):
            yield Shape(rounded(box, box.height / 3), fill=inks[cell])


def _name_box(name: Text) -> Box:
    wide, high = text_width(name.string, name.size), name.size * CAP_HEIGHT
    return Box(name.at.x - wide / 2, name.at.y - high, wide, high)


def _crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether a straight line comes into a box."""
    if min(bounding_box((start, end)).common(box)[2:]) < 0:
        return False
    steps = max(2, round((end - start).length() / _PAPER))
    return any(
        box.x <= at.x <= box.right and box.y <= at.y <= box.bottom
        for at in (start + (end - start) * (step / steps) for step in range(steps + 1))
    )


def label_items(
    labels: Mapping[Cell, str], names: Mapping[Cell, Text], layout: Layout, theme: Theme
) -> Iterator[Item]:
    """Short texts on light discs that are wide enough for them, above the names of their cells."""
    for cell, text in labels.items():
        size = _OVER_NAME if cell in names else _LABEL
        radius = max(size * 0.72, text_width(text, size, bold=True) / 2 + 0.25 * size)
        at = layout.centre(cell)
        if name := names.get(cell):
            lowest = _name_box(name).y - _AIR - radius
            at = Point(at.x, min(at.y - layout.across * _LIFT, lowest))
        yield Shape(circle(at, radius), fill=theme.halo, stroke=Stroke(0.3, theme.mark))
        baseline = at + Point(0, size * CAP_HEIGHT / 2)
        yield Text(text, baseline, size, theme.mark, bold=True, anchor="middle")
