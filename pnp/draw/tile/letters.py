"""Letters of colours on strands, and values at sides, in halves and at corners: their places and their drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.basics.classes import NamedTuple
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import areas_of
from pnp.draw.look.signs import symbol
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.strands import junction_centre
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    bounding_box,
    circle,
    moved,
    path_length,
    points_along,
    segment,
)
from pnp.tiles import proportions as look

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


# The columns and rows of pips, from -1 to 1, as on dice and dominoes.
_DIAGONAL = ((-1, -1), (1, 1))
_CORNERS = (*_DIAGONAL, (1, -1), (-1, 1))
_SIX = (*_CORNERS, (-1, 0), (1, 0))
_EIGHT = (*_SIX, (0, -1), (0, 1))
_MIDDLE = ((0, 0),)
PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (), _MIDDLE, _DIAGONAL, _DIAGONAL + _MIDDLE, _CORNERS, _CORNERS + _MIDDLE, _SIX, _SIX + _MIDDLE,
    _EIGHT, _EIGHT + _MIDDLE,
)  # fmt: skip

# The radius of a pip, and of a sign, as shares of their site's.
_PIP, _SIGN = 0.2, 0.95
# Shares of a text's em: the line under a 6 or a 9, and how far it is below.
_LINE, _BELOW = 0.085, 0.16

_UPSIDE_DOWN = str.maketrans("01689", "01986")


class Site(NamedTuple):
    """A disc in which a value stands, where `up` points, and the width that a word may have."""

    centre: Point
    up: Point
    radius: float
    width: float


def edge_site(outline: Outline, side: int, reach: float, *, aside: bool) -> Site:
    """The place of a side's value beside corners that reach so far; smaller and `aside` where a strand crosses the side."""
    normal = outline.normal(side)
    radius, off = outline.edge_value(reach), 0.0
    if aside:
        radius *= look.VALUE_ASIDE
        spacing = outline.length(side) / (outline.geometry.ports + 1)
        off = (0.55 if outline.geometry.ports == 1 else 0.5) * spacing
        off = off if outline.geometry.ports % 2 else 0.0
    inset = look.VALUE_MARGIN * outline.apothem + radius
    along = off + outline.value_along(side, radius, reach)
    centre = outline.on_side(side, along, outline.distance(side) - inset)
    return Site(centre, normal, radius, 2 * radius if aside else outline.edge_word(side, reach))


def half_site(outline: Outline, side: int) -> Site:
    """The place of a value that has one half of the tile, between a side and the middle."""
    normal = outline.normal(side)
    centre = normal * (outline.distance(side) / 2)
    return Site(centre, normal, outline.half_value(side), outline.half_word(side))


def corner_site(outline: Outline, corner: int) -> Site:
    """The place of a corner's value."""
    out = outline.corner_direction(corner)
    radius = outline.corner_value
    centre = outline.corners[corner] - out * (outline.corner_reach - radius)
    return Site(centre, out, radius, 2 * radius)


def value_items(ink: Ink, show: str, site: Site, theme: Theme) -> tuple[Item, ...]:
    """A value at its place: its pips, its sign, its digits, or its word."""
    if show == "pips" and ink.worth is not None and ink.worth < len(PIPS):
        return _pips(ink.worth, site, theme)
    if show == "signs":
        angle = math.atan2(site.up.x, -site.up.y)
        sign = moved(symbol(ink.name, ORIGIN, _SIGN * site.radius), site.centre, angle=angle)
        return tuple(areas_of(theme).small_sign(sign, theme.mark, theme.ground))
    size = look.value_size(ink.name, site.radius, site.width)
    underlined = reads_two_ways(ink.name)
    lift = size * (_BELOW + _LINE) / 2 if underlined else 0.0
    baseline = site.centre - site.up * (size * CAP_HEIGHT / 2 - lift)
    angle = math.degrees(math.atan2(site.up.x, -site.up.y))
    text = Text(ink.name, baseline, size, theme.mark, bold=True, anchor="middle", angle=angle)
    if not underlined:
        return (text,)
    half = site.up.right() * (0.5 * text_width(ink.name, size, bold=True))
    middle = baseline - site.up * (size * _BELOW)
    line = segment(middle - half, middle + half)
    return (text, Shape(line, stroke=Stroke(size * _LINE, theme.mark)))


def value_box(ink: Ink, show: str, site: Site) -> Box:
    """The box round a value at its place; that of pips is round all places for pips."""
    half = Point(1.0, 1.0) * ((look.PIP_ROWS + _PIP) * site.radius)
    if show not in ("pips", "signs"):
        size = look.value_size(ink.name, site.radius, site.width)
        half = Point(text_width(ink.name, size, bold=True), size * CAP_HEIGHT) * 0.5
    along, up = site.up.right() * half.x, site.up * half.y
    return bounding_box(
        site.centre + along * across + up * high for across in (-1, 1) for high in (-1, 1)
    )


def reads_two_ways(digits: str) -> bool:
    """Whether digits upside down are another number.

    >>> [digits for digits in ("6", "8", "9", "10", "16", "66") if reads_two_ways(digits)]
    ['6', '9', '16', '66']
    """
    if not set(digits) <= set("01689"):
        return False
    turned = digits.translate(_UPSIDE_DOWN)[::-1]
    return turned != digits and not turned.startswith("0")


def _pips(number: int, site: Site, theme: Theme) -> tuple[Item, ...]:
    """Pips in rows along the side, as one shape."""
    across, step = site.up.right(), look.PIP_ROWS * site.radius
    path: Path = tuple(
        part
        for column, row in PIPS[number]
        for part in circle(
            site.centre + across * (column * step) + site.up * (row * step), _PIP * site.radius
        )
    )
    return (Shape(path, fill=theme.mark),) if path else ()


def bar_items(outline: Outline, side: int, theme: Theme) -> tuple[Item, ...]:
    """The bar between two halves, across the middle of the tile."""
    along = outline.tangent(side) * (look.BAR_LENGTH / 2 * outline.length(side))
    stroke = Stroke(look.BAR_WIDTH * outline.apothem, theme.mark, round=True)
    return (Shape(segment(ORIGIN - along, ORIGIN + along), stroke=stroke),)
