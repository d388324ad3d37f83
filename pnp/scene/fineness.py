"""Drawings without what is too fine to print or to read at their size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pnp.scene.display import Clip, Drawing, Item, Placed, Shape, Text

# Of the finest line: a line that is finer than this share of it, such as one of a pattern, would be too wide as that.
_LOST = 0.25


class Fineness(NamedTuple):
    """Millimetres: the em of the smallest text, and the width of the finest line."""

    text: float
    line: float = 0.0

    def at(self, scale: float) -> Fineness:
        """The same fineness, in the units of a drawing that is shown at that scale."""
        return Fineness(self.text / scale, self.line / scale)


# Two points, and a line of two dots of a printer with 600 dots an inch.
PRINTABLE = Fineness(0.7, 0.085)

# No text at all.
WORDLESS = Fineness(math.inf)


def simplified(
    drawing: Drawing,
    least: Fineness,
    known: dict[tuple[Drawing, Fineness], Drawing] | None = None,
) -> Drawing:
    """The drawing without smaller texts; finer lines are as wide as the finest, or left out if they are much finer.

    A drawing with nothing to change is returned itself; `known` remembers others from one call to the next.
    """
    known = {} if known is None else known
    key = drawing, least
    if key not in known:
        items = tuple(_simplified(drawing.items, least, known))
        known[key] = drawing if _alike(items, drawing.items) else Drawing(items, drawing.shared)
    return known[key]


def _alike(some: tuple[Item, ...], others: tuple[Item, ...]) -> bool:
    return len(some) == len(others) and all(
        one is other for one, other in zip(some, others, strict=True)
    )


def _simplified(
    items: tuple[Item, ...], least: Fineness, known: dict[tuple[Drawing, Fineness], Drawing]
) -> Iterator[Item]:
    for item in items:
        match item:
            case Text(size=size) if size < least.text:
                continue
            case Shape(fill=fill, stroke=stroke) if stroke and stroke.width < least.line:
                if stroke.width >= _LOST * least.line:
                    yield replace(item, stroke=replace(stroke, width=least.line))
                elif fill:
                    yield replace(item, stroke=None)
            case Drawing():
                yield simplified(item, least, known)
            case Placed(drawing, at, scale, turn):
                simple = simplified(drawing, least.at(scale), known)
                yield item if simple is drawing else Placed(simple, at, scale, turn)
            case Clip(_, inner):
                kept = tuple(_simplified(inner, least, known))
                yield item if _alike(kept, inner) else replace(item, items=kept)
            case _:
                yield item
