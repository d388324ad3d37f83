"""Drawings without what is too fine to print or to read at their size."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from pnp.basics.classes import NamedTuple
from pnp.scene.display import Clip, Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Point, heading, segment

# Of the finest line: a line that is finer than this share of it, such as one of a pattern, would be too wide as that.
_LOST = 0.25
# Of the em: the thickness of a bar in place of a word, and its height above the baseline; as much ink as the letters.
_BAR, _BAR_UP = 0.28, 0.25
# Words that are smaller than this share of the smallest ones have no bars either, such as names on a map.
_BARRED = 0.5


class Fineness(NamedTuple):
    """Millimetres: the em of the smallest text, the width of the finest line, and the em of the smallest words.

    Smaller words are bars, as on a picture of a page, or left out if they are much smaller.
    """

    text: float
    line: float = 0.0
    words: float = 0.0

    def at(self, scale: float) -> Fineness:
        """The same fineness, in the units of a drawing that is shown at that scale."""
        return Fineness(self.text / scale, self.line / scale, self.words / scale)


# Two points, and a line of two dots of a printer with 600 dots an inch.
PRINTABLE = Fineness(0.7, 0.085)

# Of pieces in contents and on boxes: the rules on a card have less than 2.5 points there, and its name mostly more.
MINIATURE = PRINTABLE._replace(words=0.88)

# No text at all.
WORDLESS = Fineness(math.inf)


def simplified(
    drawing: Drawing,
    least: Fineness,
    known: dict[tuple[Drawing, Fineness], Drawing] | None = None,
) -> Drawing:
    """The drawing without smaller texts, with bars for smaller words; finer lines are as wide as the finest, or left out if they are much finer.

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
            case Text(string=string, size=size) if size < least.words and _has_words(string):
                if size >= _BARRED * least.words:
                    yield _bars(item)
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


def _has_words(string: str) -> bool:
    """Whether a text is more than a number, a sign or a letter."""
    return sum(map(str.isalpha, string)) > 1


def _bars(text: Text) -> Shape:
    """A bar for each word."""
    along, start = heading(text.angle + 90), text.start + heading(text.angle) * _BAR_UP * text.size

    def at(letters: int) -> Point:
        return start + along * replace(text, string=text.string[:letters], anchor="start").width

    words = (word.span() for word in re.finditer(r"\S+", text.string))
    path = tuple(step for first, end in words for step in segment(at(first), at(end)))
    return Shape(path, stroke=Stroke(_BAR * text.size, text.ink))
