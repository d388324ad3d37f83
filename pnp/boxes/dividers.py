"""Dividers: strips with slots that cross halfway, for a tray with compartments in rows and columns."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.boxes.net import Net, Panel
from pnp.scene.geometry import Point, polygon


def strip(length: float, height: float, compartments: int, card: float, *, slots_at: str) -> Net:
    """A strip for so many compartments, with a slot as wide as the card between each two of them.

    The slots reach from the `top`, or from the `bottom`, to the middle; so a strip of the one kind
    slides down over a strip of the other.
    """
    cells = length / compartments
    middles = [number * cells for number in range(1, compartments)]
    if slots_at == "top":
        corners = [Point(0, 0), *_slots(middles, card, 0.0, height / 2), Point(length, 0)]
        corners += [Point(length, height), Point(0, height)]
    else:
        corners = [Point(0, 0), Point(length, 0), Point(length, height)]
        corners += _slots(middles[::-1], -card, height, height / 2)
        corners.append(Point(0, height))
    return Net((Panel("strip", polygon(corners)),)).centred


def _slots(middles: list[float], wide: float, edge: float, deep: float) -> Iterator[Point]:
    """The corners of slots along an edge, in the order in which a pen draws them."""
    for middle in middles:
        one, other = middle - wide / 2, middle + wide / 2
        yield from (Point(one, edge), Point(one, deep), Point(other, deep), Point(other, edge))
