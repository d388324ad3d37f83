"""The ground of a cover: a quiet ornament that goes with the stroke of the title."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pnp.colour.measures import mixed
from pnp.draw.looks import Look
from pnp.draw.symbols import regular, star
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Box, Path, Point, circle

# Millimetres on A5.
_RINGS, _RING_STEP, _LINE = 24.0, 6.0, 0.25
_STARS = 90


def ornament_items(look: Look, box: Box, unit: float) -> Iterator[Item]:
    """Rings as on banknotes under inlines, a sky under stars, hexagons under plain lines.

    There is nothing without fills.
    """
    if not look.filled:
        return
    if look.stroke == "plain":
        yield Shape(_hexagons(box, look.pitch * unit), stroke=Stroke(_LINE * unit, _half(look)))
    if look.stroke == "inline":
        yield Shape(_rings(box, unit), stroke=Stroke(_LINE * unit, _half(look)))
    if look.stroke == "stars":
        random = Random(look.seed)
        for number in range(_STARS):
            at = Point(box.x + random.random() * box.width, box.y + random.random() * box.height)
            reach = (0.35 + 0.75 * random.random() ** 3) * unit
            path = star(4, at, reach, waist=0.3) if number % 3 == 0 else circle(at, 0.3 * reach)
            yield Shape(path, fill=mixed(look.ground, look.text, 0.3 + 0.3 * random.random()))


def _half(look: Look) -> str:
    return mixed(look.ground, look.faint, 0.5)


def _hexagons(box: Box, pitch: float) -> Path:
    """A honeycomb whose hexagons are so far across flats."""
    radius = pitch / 3**0.5
    path: Path = ()
    for row in range(int(box.height / (1.5 * radius)) + 2):
        for column in range(int(box.width / pitch) + 2):
            centre = Point(box.x + (column + row % 2 / 2) * pitch, box.y + row * 1.5 * radius)
            path += regular(6, centre, radius)
    return path


def _rings(box: Box, unit: float) -> Path:
    """Rings round the points of a lattice."""
    step = _RINGS * unit
    path: Path = ()
    for row in range(int(box.height / step) + 2):
        for column in range(int(box.width / step) + 2):
            centre = Point(box.x + (column + row % 2 / 2) * step, box.y + row * step)
            for ring in range(1, 4):
                path += circle(centre, ring * _RING_STEP * unit * 0.9)
    return path
