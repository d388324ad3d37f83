"""Pictures for the steps of a kit: sheets with their cuts, and a booklet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.colour.theme import PAPER
from pnp.draw.look.signs import box_path
from pnp.scene import Clip, Drawing, Item, Layer, Page, Picture, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, circle, moved, segment

# The edge of the paper and what people do with it, in every theme.
_EDGE, _DARK = "#979080", "#1F1B16"

# Millimetres on the sheet, whose picture is about a quarter as large: the edge, the least width of a
# cut, and the discs with the numbers of cuts.
_EDGE_WIDTH, _CUT_WIDTH = 0.8, 0.9
_DISC, _NUMBER = 5.4, 6.4
# Each leaf of a booklet lies so far aside from the one above it.
_LEAF = Point(1.4, 1.4)


def outlined(picture: Picture, words: str) -> Picture:
    """A page without its bleed, with a line round it, described by these words."""
    half, edge = _EDGE_WIDTH / 2, Shape(box_path(picture.box), stroke=Stroke(_EDGE_WIDTH, _EDGE))
    box = picture.box
    around = Box(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)
    page = Clip(box_path(box), (picture.drawing,))
    return Picture(Drawing((page, edge)), around, words)


def sheet_picture(page: Page) -> Picture:
    """A sheet with its cuts, and with as many of their numbers as a small picture can show.

    Words round the pieces are omitted: nobody could read most of them, and numbers would lie over them.
    """
    box = Box(0, 0, page.width, page.height)
    paper = Shape(box_path(box), PAPER)
    texts = [each for each in page.items(Layer.GUIDE) if isinstance(each, Text)]
    # No other text has only digits.
    numbers = [each for each in texts if each.string.isdecimal()]
    others = [each for each in page.items(Layer.GUIDE) if not isinstance(each, Text)]
    items = (
        paper,
        *page.items(Layer.BLEED),
        *page.items(Layer.ART),
        *page.items(Layer.FOLD),
        *others,
        *map(_stronger, page.items(Layer.CUT)),
        *_discs(numbers, box),
    )
    return outlined(Picture(Drawing(items), box), page.title)


def stapled(cover: Picture, words: str) -> Picture:
    """A booklet: its cover, the leaves below it, and two staples in the fold."""
    box = cover.box
    leaves = tuple(
        Shape(moved(box_path(box), _LEAF * below), PAPER, Stroke(_EDGE_WIDTH, _EDGE))
        for below in (2, 1)
    )
    staples = tuple(
        Shape(segment(Point(box.x, at - 6.0), Point(box.x, at + 6.0)), stroke=Stroke(2.4, _DARK))
        for at in (box.y + box.height * 0.28, box.y + box.height * 0.72)
    )
    drawing = Drawing((*leaves, outlined(cover, words).drawing, *staples))
    # As wide at the left as at the right, so that the cover is in the middle.
    return Picture(drawing, box.widened(2 * _LEAF.x + _EDGE_WIDTH), words)


def _stronger(item: Item) -> Item:
    """A cut that is still seen when the sheet is small."""
    if not isinstance(item, Shape) or item.stroke is None:
        return item
    if item.stroke.ink == PAPER:
        return replace(item, stroke=replace(item.stroke, width=2 * _CUT_WIDTH))
    return replace(item, stroke=replace(item.stroke, width=_CUT_WIDTH, ink=_DARK))


def _discs(numbers: Sequence[Text], paper: Box) -> Iterator[Item]:
    """The numbers on discs that do not meet: that of each cut at one end at least, if there is room."""
    spots: list[dict[int, Point]] = []
    for each in sorted(numbers, key=lambda text: int(text.string)):
        wide, high = text_width(each.string, each.size), each.size * CAP_HEIGHT
        at = each.at + Point(wide / 2, -high / 2)
        at = Point(
            min(max(at.x, _DISC), paper.right - _DISC), min(max(at.y, _DISC), paper.bottom - _DISC)
        )
        near = (spot for spot in spots if _meets(at, spot.values()))
        spot = next(near, None)
        if spot is None:
            spots.append({int(each.string): at})
        else:
            spot.setdefault(int(each.string), at)
    for number, spot in zip(_one_each(spots), spots, strict=True):
        at = spot[number]
        yield Shape(circle(at, _DISC), PAPER, Stroke(_CUT_WIDTH, _DARK))
        baseline = at + Point(0, _NUMBER * CAP_HEIGHT / 2)
        yield Text(str(number), baseline, _NUMBER, _DARK, bold=True, anchor="middle")


def _meets(at: Point, others: Iterable[Point]) -> bool:
    """Whether a disc there would meet another one."""
    return any((at - other).length() < 2 * _DISC for other in others)


def _one_each(spots: Sequence[Collection[int]]) -> list[int]:
    """The number at each spot, so that as many numbers as possible are at one: a maximum matching."""
    taken: dict[int, int] = {}

    def has_place(number: int, tried: set[int]) -> bool:
        for at, here in enumerate(spots):
            if number in here and at not in tried:
                tried.add(at)
                if at not in taken or has_place(taken[at], tried):
                    taken[at] = number
                    return True
        return False

    for number in sorted({number for here in spots for number in here}):
        has_place(number, set())
    return [taken.get(at, min(here)) for at, here in enumerate(spots)]
