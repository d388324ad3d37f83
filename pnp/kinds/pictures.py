"""Pictures of pieces together, as in the contents of a kit: in rows, or as in a hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.draw.pictures import gallery
from pnp.render import svg_writer
from pnp.scene import Drawing, Layer, Page, Picture, Placed, Raster
from pnp.scene.geometry import ORIGIN, Box, Point, turned

_Thing = TypeVar("_Thing")

# The widths of a picture of many pieces, for its height, and the weight of an empty place in its last row.
_ASPECTS = (1.2, 0.7, 1.8, 2.6)
_EMPTY = 1.0
# Millimetres: pieces that lie in no longer a row may also be shown in one.
_ROW = 150.0
# The least share of the pieces that can be shown, so that all rows are full.
_FEWER = 0.7

# Millimetres: between two pieces, and the edge of a piece as it stands or lies on a table.
_GAP = 2.0
EDGE = 0.25


# The same picture for panels of other shapes, the first one for any.
Shapes: TypeAlias = tuple[Picture, ...]


class _Hand(NamedTuple):
    """A hand of at most so many cards: the degrees between two, and its pivot, in heights of a card."""

    cards: int
    turn: float
    pivot: float


_HANDS = (_Hand(5, 9.0, 1.6), _Hand(9, 5.0, 2.8), _Hand(3, 9.0, 1.6))


def blocks(things: Sequence[_Thing], most: int, picture: Callable[[_Thing], Picture]) -> Shapes:
    """The pictures of at most so many things in rows, once for each shape of a panel."""

    @cache
    def drawn(at: int) -> Picture:
        return picture(things[at])

    def shown(number: int) -> list[Picture]:
        return [drawn(at) for at in _spread(range(len(things)), number)]

    across = max(each.box.width for each in shown(most)) + _GAP
    high = max(each.box.height for each in shown(most)) + _GAP
    # Few pieces have one shape for all panels.
    grids = [_grid(len(things), most, across / high, aspect) for aspect in _ASPECTS]
    if len(things) <= min(most, _ROW / across):
        grids.append((len(things), len(things)))
    return tuple(
        gallery(shown(number), columns * across - _GAP, gap=_GAP)
        for number, columns in dict.fromkeys(grids)
    )


def _grid(number: int, most: int, piece: float, aspect: float) -> tuple[int, int]:
    """How many of the pieces of this aspect to show, and in how many columns, with few empty places.

    Of more pieces than can be shown, as many are shown as fill their rows.
    """
    counts = [number] if number <= most else range(most, math.floor(_FEWER * most), -1)

    def strangeness(grid: tuple[int, int]) -> float:
        count, columns = grid
        rows = math.ceil(count / columns)
        empty = (rows * columns - count) / columns
        return abs(math.log(columns / rows * piece / aspect)) + _EMPTY * empty

    grids = [(count, columns) for count in counts for columns in range(1, count + 1)]
    return min(grids, key=strangeness)


def _spread(things: Sequence[_Thing], most: int) -> list[_Thing]:
    """At most so many of the things, taken evenly."""
    if len(things) <= most:
        return [*things]
    return [things[at * len(things) // most] for at in range(most)]


def fans(cards: Sequence[Picture]) -> Shapes:
    """Some cards as in a hand, once for each shape of a panel."""
    return tuple(_fan(cards, hand) for hand in _HANDS)


def _fan(deck: Sequence[Picture], hand: _Hand) -> Picture:
    """Cards as in a hand, the last one on top."""
    cards = _spread(deck, hand.cards)
    items, seen = [], []
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * hand.turn
        width, height = card.box.width, card.box.height
        # The pivot of a hand is below the cards.
        shift = Point(-width / 2, -hand.pivot * height)
        items.append(Placed(Drawing((card.at(shift),)), Point(0.0, 0.0), turn=angle))
        seen += [
            turned(shift + Point(x, y), math.radians(angle))
            for x in (0.0, width)
            for y in (0.0, height)
        ]
    left, right = min(p.x for p in seen) - 0.3, max(p.x for p in seen) + 0.3
    top, bottom = min(p.y for p in seen) - 0.3, max(p.y for p in seen) + 0.3
    return Picture(Drawing(tuple(items)), Box(left, top, right - left, bottom - top))


def digest(picture: Picture) -> str:
    """The same text for pictures that look alike on paper, and for no others."""
    from hashlib import blake2b

    box = picture.box
    page = Page(box.width, box.height, {Layer.ART: (picture.at(ORIGIN),)})
    text = svg_writer(without_dots).text(page)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def without_dots(raster: Raster) -> Raster:
    """A raster for comparisons, which need only its digest."""
    return replace(raster, read=bytes)
