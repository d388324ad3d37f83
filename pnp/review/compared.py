"""A picture of the differences between two versions of a set, before and after side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pnp.basics.words import counted
from pnp.colour.theme import Theme
from pnp.kinds import ListedPiece
from pnp.review.captions import Captioned, rows
from pnp.review.contact import INSIDE, screen_page, shown_box
from pnp.review.differences import Change, Difference, Differences
from pnp.scene import Drawing, Item, Page, Picture, Shape, Stroke
from pnp.scene.geometry import Box, Point, polygon, segment

HEADINGS = {
    Change.ADDED: "Added",
    Change.REMOVED: "Removed",
    Change.CHANGED: "Changed",
    Change.MIRRORED: "Mirrored",
    Change.TURNED: "The same, but written turned: no need to print again",
}

# Millimetres between two pictures, with an arrow.
_ARROW = 12.0

# Boards, pads and boxes are smaller than on a contact sheet, since there are two of each.
_LARGEST = (120.0, 90.0)


def compared_page(title: str, found: Differences, theme: Theme, *, summary: str) -> Page:
    """The pieces that differ in groups, each as it was and as it is.

    Pieces that only have another id are left out: nobody could see the difference.
    """
    blocks = []
    for change, heading in HEADINGS.items():
        for kind, group in groupby(found.of(change), key=lambda each: each.piece.kind):
            entries = [*group]
            picture = rows([_cell(each, theme) for each in entries], INSIDE, theme)
            blocks.append((f"{heading} · {counted(len(entries), kind)}", picture))
    return screen_page(title, summary, blocks, theme)


def _cell(entry: Difference, theme: Theme) -> Captioned:
    note = entry.sentence
    if entry.change in (Change.ADDED, Change.REMOVED):
        note = entry.piece.notation
    picture = _picture(entry.piece)
    if entry.redrawn and entry.old is not None:
        picture = _with_arrow(_picture(entry.old), picture, theme)
    return Captioned(picture, entry.piece.id, note)


def _picture(piece: ListedPiece) -> Picture:
    width, height = shown_box(piece.kind)
    return piece.picture(min(width, _LARGEST[0]), min(height, _LARGEST[1]))


def _with_arrow(before: Picture, after: Picture, theme: Theme) -> Picture:
    """Two pictures and an arrow from one to the other."""
    height = max(before.box.height, after.box.height)
    right = before.box.width + _ARROW
    middle = height / 2

    def at(picture: Picture, left: float) -> Point:
        return Point(left, (height - picture.box.height) / 2)

    items: tuple[Item, ...] = (
        before.at(at(before, 0.0)),
        after.at(at(after, right)),
        *_arrow(before.box.width + 2.0, right - 2.0, middle, theme),
    )
    return Picture(Drawing(items), Box(0, 0, right + after.box.width, height))


def _arrow(left: float, right: float, y: float, theme: Theme) -> Iterator[Shape]:
    yield Shape(segment(Point(left, y), Point(right - 2, y)), stroke=Stroke(0.5, theme.guide))
    tip = (Point(right, y), Point(right - 2.6, y - 1.5), Point(right - 2.6, y + 1.5))
    yield Shape(polygon(tip), fill=theme.guide)
