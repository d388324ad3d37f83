"""Pages for a screen: all pieces of a set, or some, side by side, or those that differ, before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pnp.basics.classes import NamedTuple
from pnp.basics.words import counted
from pnp.colour.theme import PAPER, Theme
from pnp.draw.look.signs import box_path
from pnp.draw.pictures import sharing
from pnp.kinds import ListedPiece, PieceGroup, kind_of
from pnp.kinds.pictures import digest
from pnp.review.differences import Change, Difference, Differences
from pnp.scene import Drawing, Item, Layer, Page, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Point, bounding_box, polygon, segment
from pnp.scene.typesetting import text_lines

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
        (f"{each.title} · {each.number}", rows(list(captioned(each)), INSIDE, theme))
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


def captioned(group: PieceGroup) -> Iterator[Captioned]:
    """The fronts, and each different back once; that of a token, or a piece with another one behind, is beside it."""
    behind = kind_of(group.kind).behind
    for piece, box in zip(group.pieces, _boxes(group), strict=True):
        copies = f" x{piece.copies}" if piece.printed > 1 else ""
        yield Captioned(piece.picture(*box), piece.name + copies, piece.notation)
        is_own = piece.behind or (behind and piece.kind == "token")
        if is_own and len(piece.sides) > 1:
            yield Captioned(piece.picture(*box, back=True), piece.name, behind or "back")
    shared = [each for each in group.pieces if not each.behind]
    backs = [*_with_one_back(shared)] if behind and group.kind != "token" else []
    for same in backs:
        first = same[0]
        picture = first.picture(*shown_box(first.kind), back=True)
        if len(backs) == 1:
            yield Captioned(picture, first.group, behind)
        else:
            number = f" of {counted(len(same), first.kind)}" if len(same) > 1 else ""
            yield Captioned(picture, first.id, behind + number)


def _boxes(group: PieceGroup) -> Iterable[tuple[float, float]]:
    """The box that the picture of each piece fills."""
    width, height = shown_box(group.kind)
    if not kind_of(group.kind).in_one_scale:
        return [(width, height)] * len(group.pieces)
    sides = [piece.sides[0]().box for piece in group.pieces]
    largest = bounding_box(Point(box.width, box.height) for box in sides)
    scale = min(width / largest.right, height / largest.bottom)
    return [(box.width * scale, box.height * scale) for box in sides]


def _with_one_back(pieces: Iterable[ListedPiece]) -> Iterable[Sequence[ListedPiece]]:
    """The pieces in lists of those whose backs look alike; those without a back are in none."""
    looks: dict[Placed | str, str] = {}
    found: dict[str, list[ListedPiece]] = {}
    for piece in pieces:
        if len(piece.sides) > 1:
            # A back that pieces share is compared once.
            side = piece.cutout.side(back=True) if piece.cutout else piece.id
            if side not in looks:
                looks[side] = digest(piece.sides[True]())
            found.setdefault(looks[side], []).append(piece)
    return found.values()


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


# Pictures with captions

# Millimetres: 11 and 10 dots of CSS for the lines of a caption.
NAME_SIZE, NOTE_SIZE = 2.9, 2.6
_LEADING = 1.3
_ABOVE = 1.4  # from a picture to its caption
GAP = 5.6  # between pictures
ROW_GAP = 6.0

# No caption makes a picture's column wider than this: a longer one takes more lines.
WIDEST = 36.0


class Captioned(NamedTuple):
    """A picture, its name in bold, and a note below the name."""

    picture: Picture
    name: str
    note: str = ""

    @property
    def wanted(self) -> float:
        """The width of the picture with its caption, which takes more lines if it is long."""
        name = text_width(self.name, NAME_SIZE, bold=True)
        note = text_width(self.note, NOTE_SIZE)
        return max(self.picture.box.width, min(WIDEST, max(name, note)))


def rows(cells: Sequence[Captioned], width: float, theme: Theme) -> Picture:
    """Captioned pictures in rows no wider than *width*, in columns of one width."""
    column = max(cell.wanted for cell in cells)
    number = max(1, int((width + GAP) / (column + GAP)))
    items: list[Item] = []
    top = 0.0
    for start in range(0, len(cells), number):
        row = cells[start : start + number]
        high = max(cell.picture.box.height for cell in row)
        bottom = top + high
        for place, cell in enumerate(row):
            middle = place * (column + GAP) + column / 2
            box = cell.picture.box
            corner = Point(middle - box.width / 2, top + (high - box.height) / 2)
            items.append(cell.picture.at(corner))
            lines = list(_caption(cell, column, Point(middle, top + high + _ABOVE), theme))
            items += lines
            bottom = max(bottom, *(line.at.y + line.size * 0.3 for line in lines))
        top = bottom + ROW_GAP
    used = min(number, len(cells)) * (column + GAP) - GAP
    return Picture(Drawing(tuple(items)), Box(0, 0, used, top - ROW_GAP))


def _caption(cell: Captioned, width: float, top: Point, theme: Theme) -> Iterator[Text]:
    """The lines of a caption, centred below a point."""
    y = top.y
    for text, size, bold, ink in (
        (cell.name, NAME_SIZE, True, theme.title),
        (cell.note, NOTE_SIZE, False, theme.guide),
    ):
        for line in text_lines(text, width, size, bold=bold):
            # A word that is longer than its column is set smaller.
            fitting = min(size, size * width / max(text_width(line, size, bold=bold), 0.01))
            y += size * _LEADING
            at = Point(top.x, y - size * (_LEADING - 1))
            yield Text(line, at, fitting, ink, bold=bold, anchor="middle")


# Before and after

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
    return Captioned(picture, entry.piece.name, note)


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

    line = Point(before.box.width + 2.0, middle), Point(right - 4.0, middle)
    tip = [Point(right - 2.0, middle), *(Point(right - 4.6, middle + up) for up in (-1.5, 1.5))]
    items: tuple[Item, ...] = (
        before.at(at(before, 0.0)),
        after.at(at(after, right)),
        Shape(segment(*line), stroke=Stroke(0.5, theme.guide)),
        Shape(polygon(tip), fill=theme.guide),
    )
    return Picture(Drawing(items), Box(0, 0, right + after.box.width, height))
