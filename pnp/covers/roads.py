"""A field of roads over the cells of a board, with the tokens that drive on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import mixed
from pnp.colour.theme import legible
from pnp.covers.field import Field, is_cut, token_at, walk
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import symbol
from pnp.draw.strokes import Stem, stem_items
from pnp.pieces import Pieces
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Box, Path, Point, Ray, arc, circle
from pnp.sets.components import Token
from pnp.tiles.layouts import Cell

# How often to lay all roads anew, the cells of the shortest and the longest road, the most roads, and how often
# they go straight on.
_TRIES, _SHORT, _LONG = 120, 5, 11
_MOST_ROADS, _STRAIGHT = 6, 0.5
# Of the pitch: from the edge of the page to the first road, and half of the gap between two cells.
_INSIDE, _GAP = 0.66, 0.015
# Shares of the pitch: a road, the light line beside it, a bend, and the pieces on it.
_ROAD, _CASING, _BEND, _TOKEN, _DRIVER, _LONE = 0.34, 0.035, 0.5, 0.58, 0.46, 0.62
# Of the pitch: the ring of the ground round a token on a road, half of which the token covers.
_RING = 0.1


class _Kinds(NamedTuple):
    """The tokens on a cover: for the ends of roads, for their bends, and for lonely cells."""

    drivers: tuple[Token, ...]
    bends: tuple[Token, ...]
    lone: tuple[Token, ...]


def road_field(pieces: Pieces, look: Look, field: Field, page: Box) -> Iterator[Item]:
    """Roads that never touch, a token at the end of each, tokens at bends and beside them."""
    random = Random(look.seed)
    inside = field.inside(page, field.size * _INSIDE)
    # The cells below the roads: a shade of the ground, or outlines.
    path = tuple(part for cell in field.cells for part in field.outline(cell, field.size * _GAP))
    shade, line = mixed(look.ground, look.text, 0.06), Stroke(0.3, look.faint)
    yield look.shape(path, shade, line)
    tries = (_laid(field, inside, random) for _ in range(_TRIES))
    roads = max(tries, key=lambda each: (len(each), sum(map(len, each))))
    kinds = _kinds(pieces)
    ways = [[field.cells[cell] for cell in road] for road in roads]
    for way in ways:
        yield from _road(look, way, field.size)
    for number, way in enumerate(ways):
        yield from _tokens(pieces, look, kinds, number, way, field.size, page)
    across = field.size * _LONE
    used = {cell for road in roads for cell in road}
    free = [at for cell, at in inside.items() if cell not in used and not is_cut(at, across, page)]
    random.shuffle(free)
    # A token of each other kind on a cell without a road, and another one.
    names = dict.fromkeys(token.definition.name for token in kinds.lone)
    for number, (name, at) in enumerate(zip([*names, *names], free, strict=False)):
        tokens = [token for token in kinds.lone if token.definition.name == name]
        yield from token_at(pieces, tokens[(number * 2 + 1) % len(tokens)], at, across)


def _laid(field: Field, cells: Collection[Cell], random: Random) -> list[list[Cell]]:
    """Roads over the cells, one after another; none comes back beside itself, or crosses another."""
    free = {*cells}
    roads: list[list[Cell]] = []
    for _ in range(_MOST_ROADS * 2):
        if not free or len(roads) == _MOST_ROADS:
            break
        length = random.randint(_SHORT + 1, _LONG)
        road = walk(field, free, random, bends=1, straight=_STRAIGHT, most=length)
        if len(road) >= _SHORT:
            roads.append(road)
            free.difference_update(road)
    return roads


def _rounded(points: Sequence[Point], size: float) -> Path:
    """The line through the points, with round bends."""
    path: list[Any] = [("M", *points[0])]
    reach = size * _BEND
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        inwards, outwards = (point - before).unit(), (after - point).unit()
        start = point - inwards * (reach * 0.95)
        path.append(("L", *start))
        if abs(inwards.cross(outwards)) > 1e-6:
            path += arc(Ray(start, inwards), point + outwards * (reach * 0.95))[1:]
    return (*path, ("L", *points[-1]))


def _road(look: Look, points: Sequence[Point], size: float) -> Iterator[Item]:
    width = size * _ROAD
    path = _rounded(points, size)
    inks = (look.ground, look.accent)
    if look.filled:
        casing = Stroke(width + 2 * size * _CASING, mixed(look.ground, "#FFFFFF", 0.75), round=True)
        yield Shape(path, stroke=casing)
        # Round ends below, as the ends of stems are straight.
        under = look.accent if look.stroke == "path" else look.ink
        yield Shape(path, stroke=Stroke(width, under, round=True))
    yield from stem_items(
        [Stem(path, width, free=(False, False))],
        look.stroke,
        (look.ink, "thick"),
        inks,
        filled=look.filled,
    )


def _kinds(pieces: Pieces) -> _Kinds:
    """The tokens by their place: the fewest in colours drive, round ones before others, those without a colour lie on bends."""
    tokens = [each for each in pieces.components.tokens if each.kinds]
    coloured = [each for each in tokens if each.kinds[0].ink is not None]
    drivers = sorted(coloured, key=lambda each: (each.printed, each.definition.shape != "round"))[
        :1
    ]
    lone = [each for each in coloured if each not in drivers]
    bends = [each for each in tokens if each not in coloured]
    return _Kinds(
        tuple(token for each in drivers for token in each.kinds),
        tuple(token for each in bends for token in each.kinds),
        tuple(token for each in lone for token in each.kinds),
    )


def _tokens(
    pieces: Pieces,
    look: Look,
    kinds: _Kinds,
    number: int,
    points: Sequence[Point],
    size: float,
    page: Box,
) -> Iterator[Item]:
    """A driver at the end of a road, its sign at the start, and tokens on some bends, if no edge cuts them."""
    bends = [
        here
        for before, here, after in zip(points, points[1:], points[2:], strict=False)
        if abs((here - before).cross(after - here)) > 1e-6
        and not is_cut(here, size * (_TOKEN + _RING), page)
    ]
    if kinds.bends and bends:
        token = kinds.bends[number % len(kinds.bends)]
        at = bends[len(bends) // 2]
        ring = Stroke(size * _RING, look.ground)
        yield from token_at(pieces, token, at, size * _TOKEN, back=number % 2 == 1, ring=ring)
    if kinds.drivers:
        driver = kinds.drivers[number % len(kinds.drivers)]
        start, end = points[0], points[-1]
        if not is_cut(start, size * _ROAD, page):
            yield from _start(pieces, look, driver, start, size * _ROAD * 0.44)
        if not is_cut(end, size * _DRIVER, page):
            yield from token_at(pieces, driver, end, size * _DRIVER)


def _start(pieces: Pieces, look: Look, driver: Token, at: Point, radius: float) -> Iterator[Item]:
    """A disc in the colour of the driver, with its sign."""
    if driver.ink is None:
        return
    fill, theme = driver.ink.fill, pieces.theme
    sign = symbol(driver.ink.symbol, at, radius * 0.55)
    if look.filled:
        yield Shape(circle(at, radius), fill=fill, stroke=Stroke(0.12 * radius, theme.halo))
        yield Shape(sign, fill=legible(fill, theme))
    else:
        yield Shape(circle(at, radius), fill=theme.ground, stroke=Stroke(0.4, fill))
        yield Shape(sign, fill=fill)
