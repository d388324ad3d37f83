"""Pictures for the steps of a kit: sheets with their cuts, and a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.colour.theme import PAPER
from pnp.draw.symbols import box_path
from pnp.scene import Drawing, Item, Layer, Page, Picture, Shape, Stroke, Text
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
    """A page with a line round it, described by these words."""
    half, edge = _EDGE_WIDTH / 2, Shape(box_path(picture.box), stroke=Stroke(_EDGE_WIDTH, _EDGE))
    box = picture.box
    around = Box(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)
    return Picture(Drawing((picture.drawing, edge)), around, words)


def sheet_picture(page: Page) -> Picture:
    """A sheet with its cuts, and with as many of their numbers as a small picture can show."""
    box = Box(0, 0, page.width, page.height)
    paper = Shape(box_path(box), PAPER)
    numbers = [each for each in page.items(Layer.GUIDE) if _is_number(each)]
    others = [each for each in page.items(Layer.GUIDE) if not _is_number(each)]
    items = (
        paper,
        *page.items(Layer.BLEED),
        *page.items(Layer.ART),
        *page.items(Layer.FOLD),
        *others,
        *map(_stronger, page.items(Layer.CUT)),
        *_discs([each for each in numbers if isinstance(each, Text)], box),
    )
    return outlined(Picture(Drawing(items), box), page.title)


def stapled(cover: Picture) -> Picture:
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
    drawing = Drawing((*leaves, outlined(cover, "").drawing, *staples))
    # As wide at the left as at the right, so that the cover is in the middle.
    return Picture(drawing, box.widened(2 * _LEAF.x + _EDGE_WIDTH), cover.alt)


def _is_number(item: Item) -> bool:
    """Whether an item of a sheet is the number of a cut: no other text has only digits."""
    return isinstance(item, Text) and item.string.isdecimal()


def _stronger(item: Item) -> Item:
    """A cut that is still seen when the sheet is small."""
    if not isinstance(item, Shape) or item.stroke is None:
        return item
    if item.stroke.ink == PAPER:
        return replace(item, stroke=replace(item.stroke, width=2 * _CUT_WIDTH))
    return replace(item, stroke=replace(item.stroke, width=_CUT_WIDTH, ink=_DARK))


def _discs(numbers: Sequence[Text], paper: Box) -> Iterator[Item]:
    """The numbers on discs, in their order; a disc that would meet another one is left out."""
    taken: list[Point] = []
    for each in sorted(numbers, key=lambda text: int(text.string)):
        wide, high = text_width(each.string, each.size), each.size * CAP_HEIGHT
        at = each.at + Point(wide / 2, -high / 2)
        at = Point(
            min(max(at.x, _DISC), paper.right - _DISC), min(max(at.y, _DISC), paper.bottom - _DISC)
        )
        if any((at - other).length() < 2 * _DISC for other in taken):
            continue
        taken.append(at)
        yield Shape(circle(at, _DISC), PAPER, Stroke(_CUT_WIDTH, _DARK))
        baseline = at + Point(0, _NUMBER * CAP_HEIGHT / 2)
        yield Text(each.string, baseline, _NUMBER, _DARK, bold=True, anchor="middle")
