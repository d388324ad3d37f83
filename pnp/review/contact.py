"""Contact sheets: all pieces of a set, or some, side by side on a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pnp.basics.words import counted
from pnp.colour.theme import PAPER, Theme
from pnp.draw.pictures import sharing
from pnp.draw.symbols import box_path
from pnp.kinds import PieceGroup, kind_of
from pnp.review.captions import Captioned, rows
from pnp.scene import Item, Layer, Page, Picture, Shape, Stroke, Text
from pnp.scene.geometry import Box, Point, segment

# Millimetres: 1280 dots of CSS, which have 96 dpi.
WIDTH = 338.667
MARGIN = 9.0
INSIDE = WIDTH - 2 * MARGIN

_TITLE, _HEADING, _SMALL = 6.4, 4.0, 3.2


def contact_page(title: str, groups: Sequence[PieceGroup], theme: Theme, *, note: str = "") -> Page:
    """The groups one below the other, each piece with its id, its notation and its copies.

    `note` stands beside the title, such as the conditions that chose the pieces.
    """
    blocks = [
        (f"{each.title} · {each.number}", rows(list(_cells(each)), INSIDE, theme))
        for each in _together(groups)
    ]
    words = [numbers(groups), note]
    summary = " · ".join(word for word in words if word)
    return screen_page(title, summary, blocks, theme)


def shown_box(kind: str) -> tuple[float, float]:
    """The box that a picture of a piece of that kind fills, in millimetres."""
    width, height = kind_of(kind).shown
    return min(width, INSIDE), height


def _together(groups: Iterable[PieceGroup]) -> Iterator[PieceGroup]:
    """The groups, with all boards as one, all pads, and all boxes."""
    for kind, same in groupby(groups, key=lambda each: each.kind):
        if not (title := kind_of(kind).heading):
            yield from same
        else:
            first, *others = same
            pieces = [*first.pieces, *(piece for each in others for piece in each.pieces)]
            yield first._replace(title=title, pieces=tuple(pieces))


def numbers(groups: Iterable[PieceGroup]) -> str:
    """The number of different pieces of each kind, in words."""
    number = Counter(piece.kind for each in groups for piece in each.pieces)
    return ", ".join(counted(count, kind) for kind, count in number.items())


def _cells(group: PieceGroup) -> Iterator[Captioned]:
    for piece in group.pieces:
        copies = f" x{piece.copies}" if piece.printed > 1 else ""
        width, height = shown_box(piece.kind)
        yield Captioned(piece.picture(width, height), piece.id + copies, piece.notation)
        # One back of a deck is as good as all; tokens differ.
        if len(piece.sides) > 1 and piece.kind == "token":
            yield Captioned(piece.picture(width, height, back=True), piece.id, "back")
    last = group.pieces[-1]
    if len(last.sides) > 1 and last.kind == "card":
        yield Captioned(last.picture(*shown_box("card"), back=True), last.group, "back")


def screen_page(
    title: str, summary: str, blocks: Sequence[tuple[str, Picture]], theme: Theme
) -> Page:
    """A page of the width of a screen: a title with a summary, and headed pictures below it."""
    y = MARGIN + _TITLE
    items: list[Item] = [
        Text(title, Point(MARGIN, y), _TITLE, theme.title, bold=True),
        Text(summary, Point(WIDTH - MARGIN, y), _SMALL, theme.guide, anchor="end"),
    ]
    y += 5.0
    for heading, picture in blocks:
        ends = Point(MARGIN, y), Point(WIDTH - MARGIN, y)
        items.append(Shape(segment(*ends), stroke=Stroke(0.26, theme.cut)))
        y += 3.0 + _HEADING
        items.append(Text(heading, Point(MARGIN, y), _HEADING, theme.title, bold=True))
        y += 4.5
        items.append(picture.at(Point(MARGIN, y)))
        y += picture.box.height + 8.0
    height = y - 8.0 + MARGIN
    ground = Shape(box_path(Box(0, 0, WIDTH, height)), fill=PAPER)
    # Thousands of tiles have a few hundred bands and strands.
    return Page(WIDTH, height, {Layer.ART: (ground, *sharing(items, {}))}, title=title)
