"""Polyforms on paper: cells in their inks, lines between them, and the signs of their colours."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import mixed
from pnp.colour.theme import Theme, legible
from pnp.draw.areas import areas_of
from pnp.draw.look.lettering import number_item
from pnp.draw.look.signs import symbol
from pnp.scene import Drawing, Item, Picture, Shape, Stroke
from pnp.scene.geometry import Path, bounding_box, polygon, segment
from pnp.tiles.layouts import Cell, Layout
from pnp.tiles.polyforms import PolyformShape, loops, parts

# Shares of a cell: the reach of a colour's sign, and the height of a letter or a value.
_SIGN, _LETTER = 0.14, 0.3
# Of a cell that has an outline in place of a fill: from its side to the outline.
_AIR = 0.06
# Millimetres: a line between cells, and the share of the contrasting ink in it. It keeps so far from the corners, as a share
# of the side, that nobody takes it for one to cut along.
_LINE, _SEAM, _SHORT = 0.3, 0.4, 0.2
# Millimetres: the edge of a piece on a board, and the lines of empty cells.
EDGE, _FINE = 0.4, 0.25
# Millimetres round a picture of a board.
_MARGIN = 1.0


class CellLook(NamedTuple):
    """What a cell looks like: its ink, the sign and the letter of its colour, and the value that it shows."""

    ink: str
    sign: str = ""
    letter: str = ""
    value: str = ""


# The cells of a piece with their looks.
Looks = Mapping[Cell, CellLook]


def outline(layout: Layout, cells: Collection[Cell]) -> Path:
    """The edge round connected cells, and those of holes, which run the other way."""
    return tuple(step for corners in loops(layout, cells) for step in polygon(corners))


def cell_items(
    shape: PolyformShape, looks: Looks, layout: Layout, theme: Theme, *, lines: bool
) -> Iterator[Item]:
    """The cells of a piece where the layout has them."""
    areas = areas_of(theme)
    by_ink: dict[str, list[Cell]] = {}
    for cell, look in looks.items():
        by_ink.setdefault(look.ink, []).append(cell)
    for ink, cells in by_ink.items():
        fill, stroke, inset = areas.shape(ink, None, theme.ground)
        if stroke is None:
            # One area, so that no paper shines through between cells.
            yield from (Shape(outline(layout, part), fill=fill) for part in parts(shape, cells))
            continue
        inset += _AIR * layout.across
        corners = (layout.outline(cell, inset=inset) for cell in cells)
        yield from (Shape(polygon(each), fill=fill, stroke=stroke) for each in corners)
    if lines and areas.has_shades:
        for side in layout.sides(looks):
            if side.beyond in looks and side.cell < side.beyond:
                ink = looks[side.cell].ink
                seam = Stroke(_LINE, mixed(ink, legible(ink, theme), _SEAM))
                short = (side.end - side.start) * _SHORT
                yield Shape(segment(side.start + short, side.end - short), stroke=seam)
    for cell, look in looks.items():
        yield from _sign(cell, look, layout, theme)


def _sign(cell: Cell, look: CellLook, layout: Layout, theme: Theme) -> Iterator[Item]:
    """The value of a cell, or the sign of its colour; its letter where a theme shows letters everywhere."""
    areas, at = areas_of(theme), layout.centre(cell)
    text = look.value or (look.letter if theme.letters_everywhere else "")
    size = min(1.0, 2 * layout.apothem / layout.across) * layout.across
    if text:
        yield number_item(text, at, _LETTER * size, areas.text_on(look.ink, theme.ground))
    elif look.sign:
        over = areas.style(look.ink).over
        yield from areas.small_sign(symbol(look.sign, at, _SIGN * size), over, look.ink)


def piece_items(shape: PolyformShape, looks: Looks, layout: Layout, theme: Theme) -> Iterator[Item]:
    """A piece as it lies on a board: its cells, and an edge that parts it from others."""
    yield from cell_items(shape, looks, layout, theme, lines=False)
    yield Shape(outline(layout, [*looks]), stroke=Stroke(EDGE, theme.mark, round=True))


def cell_bleed(looks: Looks, layout: Layout, reach: float, theme: Theme) -> Iterator[Item]:
    """The grounds of cells, so many millimetres over their sides."""
    for cell, look in looks.items():
        yield Shape(polygon(layout.outline(cell, inset=-reach)), fill=theme.area(look.ink))


def packing_picture(
    shape: PolyformShape,
    board: Sequence[Cell],
    lying: Sequence[Looks],
    layout: Layout,
    theme: Theme,
) -> Picture:
    """A board with some pieces on it."""
    corners = (corner for cell in board for corner in layout.outline(cell))
    box = bounding_box(corners).widened(_MARGIN)
    items: list[Item] = []
    for cell in board:
        stroke = Stroke(_FINE, theme.border)
        items.append(
            Shape(polygon(layout.outline(cell)), fill=theme.area(theme.cell), stroke=stroke)
        )
    for looks in lying:
        items += piece_items(shape, looks, layout, theme)
    for part in parts(shape, board):
        items.append(Shape(outline(layout, part), stroke=Stroke(2 * EDGE, theme.mark, round=True)))
    return Picture(Drawing(tuple(items)), box)
