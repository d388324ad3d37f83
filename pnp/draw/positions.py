"""The drawing of a position: tiles side by side, or what lies on a board, with marks upon them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition
from pnp.draw.boards import board_layout, board_picture, has_names, highlight_items
from pnp.draw.tile import Artist, cut_outline
from pnp.scene import Clip, Drawing, Item, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, circle, polygon
from pnp.sets.components import Board
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation

# A pointy-top tile has its first side at this heading: up-right.
POINTY_TURN = 30.0

_LABEL = 4.0  # 11 pt
_MARGIN = 1.5

# How far tokens lie above the middle of a cell with a name, as a share of its size.
_LIFT = {Orientation.FLAT_TOP: 0.1, Orientation.POINTY_TOP: 0.17}


class Lying(NamedTuple):
    """Something that lies on a cell, and how many times as large as it is drawn."""

    drawing: Drawing
    scale: float


class Marks(NamedTuple):
    """What is drawn over a position: arrows through cells, outlines, short texts, tokens."""

    paths: Sequence[Sequence[Hex]] = ()
    highlight: Sequence[Hex] = ()
    labels: Mapping[Hex, str] = {}
    tokens: Mapping[Hex, Lying] = {}

    @property
    def cells(self) -> Iterator[Hex]:
        """All cells that are marked."""
        return chain(*self.paths, self.highlight, self.labels, self.tokens)


def tiles_position(
    definition: Definition,
    tiles: Mapping[Hex, Tile],
    marks: Marks,
    *,
    across: float,
    theme: Theme = STANDARD,
) -> Picture:
    """Hexagonal tiles as they lie on a table, so large across flats in millimetres."""
    artist = Artist(replace(definition, size=across), POINTY_TURN, theme=theme)
    layout = HexLayout(across, Orientation.POINTY_TOP)
    outline = Drawing((cut_outline(artist.outline, theme),))
    drawings = {tile: artist.drawing(tile) for tile in set(tiles.values())}
    items: list[Item] = []
    for cell, tile in tiles.items():
        items += [
            Placed(drawings[tile], layout.centre(cell)),
            Placed(outline, layout.centre(cell)),
        ]
    items += _marks(marks, layout, theme)
    shown = {*tiles, *marks.cells}
    corners = [corner for cell in shown for corner in layout.outline(cell)]
    return Picture(Drawing(tuple(items)), _widened(bounding_box(corners)))


def board_position(
    board: Board, marks: Marks, *, across: float, theme: Theme = STANDARD
) -> Picture:
    """A board with hexagons so large across flats in millimetres, and what lies on it."""
    layout = board_layout(board, across)
    picture = board_picture(board, across, covered=marks.tokens.keys(), theme=theme)
    # Above the names of their cells.
    share = _LIFT[board.definition.orientation] if has_names(board, across) else 0.0
    lift = Point(0, -across * share)
    items = (*picture.drawing.items, *_marks(marks, layout, theme, lift))
    return Picture(Drawing(items), picture.box)


def _widened(box: Box) -> Box:
    return Box(box.x - _MARGIN, box.y - _MARGIN, box.width + 2 * _MARGIN, box.height + 2 * _MARGIN)


def _marks(marks: Marks, layout: HexLayout, theme: Theme, lift: Point = ORIGIN) -> Iterator[Item]:
    yield from highlight_items(marks.highlight, layout, theme)
    for path in marks.paths:
        yield from _arrow([layout.centre(cell) for cell in path], layout.across, theme)
    for cell, lying in marks.tokens.items():
        yield Placed(lying.drawing, layout.centre(cell) + lift, lying.scale)
    for cell, text in marks.labels.items():
        yield from _label(text, layout.centre(cell) + lift, theme)


def _arrow(points: Sequence[Point], across: float, theme: Theme) -> Iterator[Item]:
    """A line through the points with a light casing, a dot at its start and a head at its end."""
    if len(points) < 2:
        return
    head = across * 0.26
    forward = (points[-1] - points[-2]).unit()
    neck = points[-1] - forward * (head * 0.6)
    line = (
        ("M", *points[0]),
        *(("L", *point) for point in points[1:-1]),
        ("L", *neck),
    )
    aside = forward.right() * (head * 0.55)
    tip = points[-1] + forward * (head * 0.4)
    arrow = polygon(
        [tip, neck - forward * (head * 0.2) + aside, neck - forward * (head * 0.2) - aside]
    )
    yield Shape(line, stroke=Stroke(2.2, theme.halo, round=True))  # type: ignore[arg-type]
    yield Shape(line, stroke=Stroke(1.0, theme.mark, round=True))  # type: ignore[arg-type]
    yield Shape(circle(points[0], 1.3), fill=theme.mark)
    yield Shape(arrow, fill=theme.mark)


def _label(text: str, at: Point, theme: Theme) -> Iterator[Item]:
    """A short text on a light disc, as wide as the text needs it."""
    width = text_width(text, _LABEL, bold=True)
    radius = max(_LABEL * 0.72, width / 2 + 1.0)
    yield Shape(circle(at, radius), fill=theme.halo, stroke=Stroke(0.3, theme.mark))
    baseline = at + Point(0, _LABEL * CAP_HEIGHT / 2)
    yield Text(text, baseline, _LABEL, theme.mark, bold=True, anchor="middle")


def gallery(pictures: Sequence[Picture], width: float, *, gap: float = 4.0) -> Picture:
    """Pictures in rows no wider than *width*, each row in the middle."""
    rows: list[list[Picture]] = []
    used = 0.0
    for picture in pictures:
        if not rows or used + gap + picture.box.width > width + 0.01:
            rows.append([])
            used = -gap
        rows[-1].append(picture)
        used += gap + picture.box.width
    items: list[Item] = []
    widths = [sum(each.box.width for each in row) + gap * (len(row) - 1) for row in rows]
    whole, top = max(widths), 0.0
    for row, row_width in zip(rows, widths, strict=True):
        height = max(each.box.height for each in row)
        left = (whole - row_width) / 2
        for each in row:
            items.append(each.at(Point(left, top + (height - each.box.height) / 2)))
            left += each.box.width + gap
        top += height + gap
    return Picture(Drawing(tuple(items)), Box(0, 0, whole, top - gap))


def scaled(picture: Picture, scale: float) -> Picture:
    """The picture so many times as large."""
    box = picture.box
    return Picture(
        Drawing((picture.at(Point(0, 0), scale=scale),)),
        Box(0, 0, box.width * scale, box.height * scale),
    )


def wordless(drawing: Drawing) -> Drawing:
    """The drawing without its texts: what is left of it in a thumbnail can be read."""
    return Drawing(tuple(_wordless(drawing.items)))


def _wordless(items: Sequence[Item]) -> Iterator[Item]:

    for item in items:
        match item:
            case Text():
                continue
            case Drawing(inner):
                yield Drawing(tuple(_wordless(inner)))
            case Placed(drawing, at, scale, turn):
                yield Placed(wordless(drawing), at, scale, turn)
            case Clip(path, inner):
                yield Clip(path, tuple(_wordless(inner)))
            case _:
                yield item
