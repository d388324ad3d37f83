"""The letters of colours on strands: their places and their drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import areas_of
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.strands import junction_centre
from pnp.scene import Item, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Path, Point, circle, path_length, points_along

# Shares of the strand's width: the disc of a letter on a line, its least distance from the side,
# which keeps the pattern whole where tiles meet, and its default distance.
_DISC = 0.4
_FROM_SIDE = 0.6
_DEFAULT = 1.0

# Shares of the radius of a disc: the em of a letter that fills it, and of a letter with more room.
_EM = 1.75
_ROOMY = 1.35

SMALL = 2.5  # millimetres: 7 pt

# Millimetres between the places that are tried.
_STEP = 0.4


class Obstacle(NamedTuple):
    """Points that a letter keeps clear of, and how far they reach."""

    points: Sequence[Point]
    reach: float


def letter_text(code: str, centre: Point, radius: float, ink: str, *, em: float = _ROOMY) -> Text:
    """A letter in the middle of a disc; a long code is smaller, so that it stays on the disc."""
    size = em * radius / max(1.0, 0.62 * len(code))
    baseline = centre + Point(0, size * CAP_HEIGHT / 2)
    return Text(code, baseline, size, ink, bold=True, anchor="middle")


def with_letter(code: str, centre: Point, radius: float, ink: str) -> tuple[Point, Text]:
    """The centre of a symbol of this radius that has its letter beside it, and the letter.

    Both together have this centre. The letter is as high as the symbol and at least 7 pt.
    """
    size = max(SMALL, 2.4 * radius / max(1.0, 0.75 * len(code)))
    wide = text_width(code, size, bold=True)
    aside = Point(max(1.25 * radius, (1.4 * radius + wide / 2) / 2), 0)
    baseline = centre + aside + Point(0, size * CAP_HEIGHT / 2)
    return centre - aside, Text(code, baseline, size, ink, bold=True, anchor="middle")


def letter_in_disc(ink: Ink, centre: Point, radius: float, theme: Theme) -> Text:
    """The letter of an end, on its disc."""
    over = theme.area(areas_of(theme).style(ink.fill).over, theme.mark)
    return letter_text(ink.code, centre, radius, over)


def letter_on_line(ink: Ink, centre: Point, width: float, theme: Theme) -> tuple[Item, ...]:
    """A letter on a strand of this width, on a small disc in the ground colour."""
    radius = _DISC * width
    return (
        Shape(circle(centre, radius), fill=theme.ground),
        letter_text(ink.code, centre, radius, theme.mark, em=_EM),
    )


def line_sites(path: Path, width: float) -> Iterator[list[Point]]:
    """The places for the letter near each port of a line, the best first.

    A line that is too short for two letters has one in its middle.
    """
    length = path_length(path)
    least, default = (_FROM_SIDE * width, _DEFAULT * width)
    if length < 2 * (least + width):
        yield points_along(path, [length / 2])
        return
    most = length / 2 - _DISC * width
    steps = range(math.floor((most - least) / _STEP) + 1)
    tried = [least + _STEP * step for step in steps]
    from_start = points_along(path, tried)
    from_end = points_along(path, [length - each for each in reversed(tried)])[::-1]
    best_first = sorted(range(len(tried)), key=lambda number: abs(tried[number] - default))
    for points in (from_start, from_end):
        yield [points[number] for number in best_first]


def junction_sites(
    outline: Outline, join: Sequence[int], spine: Sequence[Point], width: float
) -> list[Point]:
    """The places for the letter of a junction: its centre, then along its arms."""
    centre = junction_centre(outline, join)
    sides = [outline.port(port).start for port in join]
    inside = (
        point
        for point in spine
        if all((point - side).length() > _FROM_SIDE * width for side in sides)
    )
    return [centre, *sorted(inside, key=lambda point: (point - centre).length())]


def clearest(sites: Sequence[Point], obstacles: Sequence[Obstacle], radius: float) -> Point:
    """The first free place, or else the place with most room."""

    def room(site: Point) -> float:
        gaps = ((site - point).length() - each.reach for each in obstacles for point in each.points)
        return min(gaps, default=math.inf) - radius

    found = next((site for site in sites if room(site) >= 0), None)
    return max(sites, key=room) if found is None else found


def disc_of_letter(width: float) -> float:
    """The radius of the disc of a letter on a strand of this width."""
    return _DISC * width
