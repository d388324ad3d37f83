"""Bands for the heads of pages, and grounds and backs of pieces, in the line of the game's titles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import mixed
from pnp.colour.theme import STANDARD, Theme, toned
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import box_path, regular, star, symbol
from pnp.draw.strokes import Stem, letter_items
from pnp.scene import Clip, Drawing, Item, Picture, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Path, Point, circle, heading, moved, polyline, segment
from pnp.sets.components import Deck
from pnp.tiles.proportions import OUTLINE

# Millimetres: the height of a band, its line, the pieces of a strand and the gap between them.
_BAND, _LINE, _PIECE, _GAP = 7.0, 2.6, 22.0, 1.6
_PLAIN = 1.0
_STAR_STEP = 16.0
_STAR_WIDTH = 4.4

# Millimetres: about the size of a cell on a back across flats, the least, and the width of lines.
_ACROSS, _LEAST, _FINE = 11.0, 5.5, 0.35
# The fewest cells from side to side that leave some round the field in the middle.
_FEWEST = {6: 4, 4: 5}
# Millimetres: the finest line, half a point, which small backs have too.
_THIN = 0.18
# Of half the smaller side of a card: the field in its middle.
_INSIDE = 0.8
# Shares of the circumradius: the field of a piece without cells, the lines of a field, and the air round it.
_WHOLE, _BOLD, _INNER, _CLEAR = 0.66, 0.055, 0.87, 0.95
# Shares of the circumradius of the field on a back: the radius of a sign, and its way from the middle.
_BACK_SIGN, _AWAY = 0.34, 0.41


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
        items += letter_items([stem], look, number)
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
    return Stem(polyline(points), _STAR_WIDTH, corners=tuple(points))


def card_pattern(look: Look, box: Box, reach: float, *, emblem: bool = True) -> Drawing:
    """The back of cards with that box, *reach* over its edges, perhaps with a star in its middle.

    A whole number of cells goes across a card and down, so that the pattern runs on over the edges of
    neighbours: a printer's drift shows at no edge.
    """
    return _pattern(look, _cells_of_card(box), box.widened(reach), emblem=emblem)


def pattern_on(look: Look, room: float, reach: float, *, sides: int = 6) -> Drawing:
    """The back of a piece with a circle of radius *room*, as far as *reach*, round the origin.

    It looks the same after every turn and in every mirror of a hexagon, or of a square if `sides` is
    4. A whole number of cells goes from side to side. Small pieces have the ground and a star alone,
    because cells of their size would look like scribble.
    """
    around = Box(-reach, -reach, 2 * reach, 2 * reach)
    number = max(_FEWEST[sides], round(2 * room / _ACROSS))
    across = 2 * room / number
    if across < _LEAST:
        ground = Shape(box_path(around), fill=look.ground)
        return Drawing((ground, *emblem_items(look, _WHOLE * room, sides)))
    if sides == 4:
        return _pattern(look, _Cells(across, Point(across, 0), Point(0, across), 4, 45.0), around)
    return _pattern(look, _hexagons(across), around)


def middle_of_card(box: Box) -> float:
    """The circumradius of the hexagon that the pattern of a card leaves free in its middle."""
    return _cells_of_card(box).middle


def emblem_items(look: Look, radius: float, sides: int = 6, turn: float = 0.0) -> Iterator[Item]:
    """A star in a double line, in the ink of the titles."""
    yield from field_items(look, radius, sides, turn)
    inner = star(sides, ORIGIN, radius * 0.66, waist=0.42)
    yield look.shape(inner, look.ink, Stroke(_FINE, look.ink))


def field_items(look: Look, radius: float, sides: int = 6, turn: float = 0.0) -> Iterator[Item]:
    """The free field in the middle of a back: a line, and a fine line inside it."""
    turn = turn or (45.0 if sides == 4 else 0.0)
    outer = regular(sides, ORIGIN, radius, turn=turn)
    bold = _BOLD * radius
    yield Shape(outer, fill=look.ground, stroke=Stroke(max(2 * _THIN, bold), look.ink))
    inner = regular(sides, ORIGIN, radius * _INNER, turn=turn)
    yield Shape(inner, stroke=Stroke(max(_THIN, bold / 3), look.ink))


class _Cells(NamedTuple):
    """The cells of a pattern: their size across flats, and the ways to the next one in a row and below.

    The field in the middle has a circumradius of `most`, if the cells leave room for that.
    """

    across: float
    right: Point
    below: Point
    sides: int
    turn: float
    most: float = math.inf

    @property
    def middle(self) -> float:
        """The circumradius of the field that fits between the cells that are not next to the middle one."""
        if self.sides == 4:
            return 1.5 * 2**0.5 * self.across * _CLEAR
        # The corners of the field point to the corners where two of the cells beside it met.
        return min(self.most, 2 / 3**0.5 * self.across * _CLEAR)

    def centres(self, box: Box) -> Iterator[Point]:
        """The middles of the cells that touch the box, without those next to the origin."""
        reach = max(abs(box.x), abs(box.y), abs(box.right), abs(box.bottom)) + self.across
        most = int(reach * 1.2 / self.across) + 2
        around = box.widened(self.across)
        for column in range(-2 * most, 2 * most + 1):
            for row in range(-most, most + 1):
                at = self.right * column + self.below * row
                near = at.length() < 1.5 * self.across
                if not near and around.contains(Box(*at, 0, 0)):
                    yield at


def _hexagons(across: float, *, wider: float = 1.0, higher: float = 1.0) -> _Cells:
    """Hexagons in rows, a little wider or higher apart."""
    pitch, rise = across * wider, across * 3**0.5 / 2 * higher
    return _Cells(across, Point(pitch, 0), Point(pitch / 2, rise), 6, 0.0)


def _cells_of_card(box: Box) -> _Cells:
    """Hexagons of which a whole number goes across a card, and a whole number of pairs of rows down.

    Of all numbers that give cells of about the same size, the best are those that spread the cells
    least from a true honeycomb.
    """
    low, high = (max(1, int(box.width / (_ACROSS * share))) for share in (1.25, 0.75))
    candidates = []
    for columns in range(low, high + 1):
        pitch = box.width / columns
        pairs = max(1, round(box.height / (pitch * 3**0.5)))
        rise = box.height / pairs / 3**0.5
        candidates.append((abs(pitch / rise - 1), min(pitch, rise), pitch, rise))
    _, across, pitch, rise = min(candidates)
    cells = _hexagons(across, wider=pitch / across, higher=rise / across)
    return cells._replace(most=_INSIDE * min(box.width, box.height) / 2)


def _pattern(look: Look, cells: _Cells, box: Box, *, emblem: bool = True) -> Drawing:
    """The ground with a motif in each cell, and a star in the middle."""
    soft = mixed(look.ground, look.ink, 0.3 if look.filled else 0.45)
    items: list[Item] = [
        Shape(box_path(box), fill=look.ground),
        *_motifs(look, cells, [*cells.centres(box)], soft),
        *(emblem_items(look, cells.middle, cells.sides) if emblem else ()),
    ]
    return Drawing((Clip(box_path(box), tuple(items)),))


def _motifs(look: Look, lattice: _Cells, centres: list[Point], ink: str) -> Iterator[Item]:
    """The motif of a stroke in every cell, as one shape for each line."""
    across, sides, turn = lattice.across, lattice.sides, lattice.turn
    radius = across / (2**0.5 if sides == 4 else 3**0.5)

    def cells(share: float) -> Path:
        return tuple(
            part for centre in centres for part in regular(sides, centre, radius * share, turn=turn)
        )

    def rings(share: float) -> Path:
        return tuple(part for at in centres for part in circle(at, across / 2 * share))

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
                for part in circle(at + heading(180 / sides * k) * (across / 4), across / 4)
            )
            yield Shape(petals, stroke=Stroke(0.6 * _FINE, ink))
        case "stars":
            yield Shape(cells(1.0), stroke=Stroke(0.6 * _FINE, ink))
            stars = tuple(
                part for at in centres for part in star(sides, at, across * 0.17, waist=0.3)
            )
            yield look.shape(stars, ink, fine)
        case _:
            yield Shape(cells(0.9), stroke=fine)


def sign_items(sign: str, look: Look, radius: float) -> Iterator[Item]:
    """A sign twice, once upside down, so that a back looks the same either way up, in a field of this circumradius."""
    yield from field_items(look, radius)
    yield from sign_pair(sign, look, radius)


def sign_pair(sign: str, look: Look, radius: float) -> Iterator[Item]:
    """The sign twice, without its field."""
    upper = symbol(sign, Point(0, -_AWAY * radius), _BACK_SIGN * radius)
    both = (*upper, *moved(upper, ORIGIN, scale=-1.0))
    if look.filled:
        yield Shape(both, fill=look.ink)
        return
    yield Shape(both, stroke=Stroke(2 * OUTLINE, look.ink, round=True))
    yield Shape(both, fill=look.ground)


def card_box(deck: Deck) -> Box:
    """A card of the deck round the origin."""
    width, height = deck.definition.width, deck.definition.height
    return Box(-width / 2, -height / 2, width, height)


def card_ground(deck: Deck, *, theme: Theme = STANDARD, reach: float = 0.0) -> Shape:
    """The ground of a card, *reach* over the edge."""
    return Shape(box_path(card_box(deck).widened(reach)), fill=card_ink(deck, theme))


def card_ink(deck: Deck, theme: Theme) -> str:
    """The ink of the ground of the deck's cards."""
    return theme.area(toned(deck.definition.ground, theme) or theme.card, theme.card)


def card_back(deck: Deck, look: Look, reach: float = 0.0) -> Drawing:
    """The back of the deck's cards round the origin, *reach* over the edge: a pattern and the deck's sign."""
    box, sign = card_box(deck), deck.definition.back
    pattern = card_pattern(look, box, reach, emblem=not sign)
    return Drawing((pattern, *(sign_items(sign, look, middle_of_card(box)) if sign else ())))
