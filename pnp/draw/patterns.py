"""Bands for the heads of pages and patterns for backs, in the line of the game's titles."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.colour.measures import mixed
from pnp.draw.looks import Look
from pnp.draw.strokes import Stem, stem_items
from pnp.draw.symbols import box_path, regular, star
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Path, Point, circle, heading, segment
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation

# Millimetres: the height of a band, its line, the pieces of a strand and the gap between them.
_BAND, _LINE, _PIECE, _GAP = 7.0, 2.6, 22.0, 1.6
_PLAIN = 1.0
_STAR_STEP = 16.0
_STAR_WIDTH = 4.4

# Millimetres: the pattern of a back across flats, its lines, and the sign in its middle.
_ACROSS, _FINE, _MIDDLE = 11.0, 0.35, 8.5
# The most that the sign takes of the radius of a piece.
_WHOLE = 0.62


def head_band(look: Look, width: float) -> Picture:
    """A strip for the head of a page with the line of the game, from its left to its right edge."""
    middle = _BAND / 2
    stems = {
        "strands": [*_pieces(width, middle)],
        "stars": [_stars(width, middle)],
        "plain": [Stem(segment(Point(0, middle), Point(width, middle)), _PLAIN, (False, False))],
    }
    line = Stem(segment(Point(0, middle), Point(width, middle)), _LINE, (False, False))
    items: list[Item] = []
    for number, stem in enumerate(stems.get(look.stroke, [line])):
        place = number % len(look.letters)
        ink = (look.letters[place], look.lines[place % len(look.lines)])
        around = (look.ground, look.accent)
        items += stem_items([stem], look.stroke, ink, around, filled=look.filled)
    return Picture(Drawing(tuple(items)), Box(0, 0, width, _BAND))


def _pieces(width: float, middle: float) -> Iterator[Stem]:
    """Pieces of strands of one length, as many as the width has room for."""
    count = max(1, round(width / _PIECE))
    length = (width - (count - 1) * _GAP) / count
    for number in range(count):
        left = number * (length + _GAP)
        yield Stem(
            segment(Point(left, middle), Point(left + length, middle)), _LINE, (False, False)
        )


def _stars(width: float, middle: float) -> Stem:
    """A thin line with stars at even steps, which rises and falls as a constellation does."""
    count = max(2, round(width / _STAR_STEP))
    reach = _STAR_WIDTH / 2
    points = [
        Point(
            reach + (width - 2 * reach) * number / (count - 1),
            middle + (-0.9, 0.7, 0.0, 1.1)[number % 4],
        )
        for number in range(count)
    ]
    path: Path = (("M", *points[0]), *(("L", *point) for point in points[1:]))
    return Stem(path, _STAR_WIDTH, corners=tuple(points))


def back_pattern(look: Look, box: Box, *, sides: int = 6) -> Drawing:
    """The back of a piece that fills the box round the origin, without a frame and without a top.

    It looks the same after every turn and in every mirror of a hexagon, or of a square if `sides` is 4;
    so it also looks the same upside down. A larger box has more of the same pattern.
    """
    soft = mixed(look.ground, look.ink, 0.3 if look.filled else 0.45)
    centres = [*_centres(box, square=sides == 4)]
    sign = _sign(look, 4 if sides == 4 else 6)
    items: list[Item] = [
        Shape(box_path(box), fill=look.ground),
        *(item for item in _motifs(look, centres, soft, 4 if sides == 4 else 6)),
        *sign,
    ]
    return Drawing((Clip(box_path(box), tuple(items)),))


def pattern_on(look: Look, room: float, reach: float, *, sides: int = 6) -> Placed:
    """The pattern of backs round the origin, as far as *reach*, for a piece with a circle of radius *room*.

    It is smaller on a small piece, so that its middle is whole.
    """
    scale = min(1.0, _WHOLE * room / _MIDDLE)
    half = reach / scale
    pattern = back_pattern(look, Box(-half, -half, 2 * half, 2 * half), sides=sides)
    return Placed(pattern, ORIGIN, scale)


def _centres(box: Box, *, square: bool) -> Iterator[Point]:
    """The middles of the cells of the pattern that touch the box; one is the origin."""
    reach = max(abs(box.x), abs(box.y), abs(box.right), abs(box.bottom)) + _ACROSS
    most = int(reach * 1.2 / _ACROSS) + 2
    layout = HexLayout(_ACROSS, Orientation.POINTY_TOP)
    for q in range(-2 * most, 2 * most + 1):
        for r in range(-most, most + 1):
            at = Point(q * _ACROSS, r * _ACROSS) if square else layout.centre(Hex(q, r))
            if box.widened(_ACROSS).contains(Box(at.x, at.y, 0, 0)):
                yield at


def _motifs(look: Look, centres: list[Point], ink: str, sides: int) -> Iterator[Item]:
    """The motif of a stroke in every cell, as one shape for each line."""
    turn = 45 if sides == 4 else 0
    radius = _ACROSS / (2**0.5 if sides == 4 else 3**0.5)

    def cells(share: float) -> Path:
        return tuple(
            part for centre in centres for part in regular(sides, centre, radius * share, turn=turn)
        )

    def rings(share: float) -> Path:
        return tuple(part for at in centres for part in circle(at, _ACROSS / 2 * share))

    fine = Stroke(_FINE, ink)
    match look.stroke:
        case "strands":
            yield Shape(rings(0.8), stroke=fine)
            yield Shape(rings(0.45), stroke=fine)
        case "path":
            yield Shape(cells(0.94), stroke=fine)
            yield Shape(cells(0.7), stroke=fine)
        case "road":
            yield Shape(cells(1.0), stroke=Stroke(0.9, ink) if look.filled else fine)
            yield Shape(cells(0.72), stroke=fine)
        case "inline":
            petals = tuple(
                part
                for at in centres
                for k in range(2 * sides)
                for part in circle(at + heading(180 / sides * k) * (_ACROSS / 4), _ACROSS / 4)
            )
            yield Shape(petals, stroke=Stroke(0.6 * _FINE, ink))
        case "stars":
            yield Shape(cells(1.0), stroke=Stroke(0.6 * _FINE, ink))
            stars = tuple(
                part for at in centres for part in star(sides, at, _ACROSS * 0.17, waist=0.3)
            )
            yield Shape(stars, fill=ink) if look.filled else Shape(stars, stroke=fine)
        case _:
            yield Shape(cells(0.9), stroke=fine)


def _sign(look: Look, sides: int) -> Iterator[Item]:
    """The sign in the middle: a star in a cell, in the ink of the titles."""
    turn = 45 if sides == 4 else 0
    cell = regular(sides, ORIGIN, _MIDDLE, turn=turn)
    yield Shape(cell, fill=look.ground, stroke=Stroke(0.7, look.ink))
    inner = star(sides, ORIGIN, _MIDDLE * 0.62, waist=0.42)
    if look.filled:
        yield Shape(inner, fill=look.ink)
    else:
        yield Shape(inner, stroke=Stroke(0.4, look.ink))
