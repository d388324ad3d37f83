"""The field of a cover: cells over a page, without those that touch a text, ways from cell to cell, and tokens."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from random import Random

from pnp.basics.classes import frozen
from pnp.draw.areas import areas_of
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Path, Point, bounding_box, polygon
from pnp.sets.components import Token
from pnp.tiles import TileGeometry
from pnp.tiles.layouts import Cell, Layout, tile_layout

# Millimetres: what is printed beyond the edge of the page, so that no white line remains after a cut.
BLEED = 3.0

# How many shifts of the lattice to try, and which sizes, so that whole rows fill the field.
_SHIFTS = 12
_SCALES = (1.0, 0.95, 1.05, 0.9, 1.1, 0.85, 1.15)
# The room that a field may leave empty for a size that is nearer to the pitch.
_NEARER = 0.3
# Multiples of the golden ratio spread numbers evenly, however many there are.
_GOLDEN = 0.618034


@frozen
class Field:
    """The cells to fill, in reading order, each with its centre, and those on the page that stay empty for texts."""

    layout: Layout
    cells: Mapping[Cell, Point]
    dropped: frozenset[Cell] = frozenset()

    @property
    def size(self) -> float:
        return self.layout.across

    @cached_property
    def beyond(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """The neighbours of each cell clockwise; the first side is the first one clockwise from the top."""
        return {
            cell: tuple(near for _, near in sorted(self._headings(cell))) for cell in self.cells
        }

    def turn(self, cell: Cell) -> float:
        """The heading of the first side of a cell."""
        return min(self._headings(cell))[0]

    @cached_property
    def corners(self) -> Mapping[Cell, tuple[tuple[int, int], ...]]:
        """The corners of each cell clockwise, from that where its first side begins; other cells share them.

        A corner is its place in sixteenths of a cell, from the top and from the left.
        """
        found = {}
        for cell in self.cells:
            centre, turn = self.layout.centre(cell), self.turn(cell)
            points = sorted(self.layout.corners(cell), key=lambda at: (_heading(at) - turn) % 360)
            # The last one clockwise from the middle of the first side is where that side begins.
            places = [(centre + at) * (16 / self.size) for at in (points[-1], *points[:-1])]
            found[cell] = tuple((round(at.y + 0.2), round(at.x + 0.1)) for at in places)
        return found

    def _headings(self, cell: Cell) -> Iterator[tuple[float, Cell]]:
        centre = self.layout.centre(cell)
        for near in self.layout.neighbours(cell):
            yield _heading(self.layout.centre(near) - centre), near

    def outline(self, cell: Cell, inset: float = 0.0) -> Path:
        """The outline of a cell on the page, with each side moved inwards."""
        corners = self.layout.corners(cell, inset=inset)
        return polygon([self.cells[cell] + corner for corner in corners])

    def opposite(self, cell: Cell, side: int) -> int:
        """The side of the neighbour that meets this side of the cell."""
        return self._opposite[cell][side]

    @cached_property
    def _opposite(self) -> Mapping[Cell, tuple[int, ...]]:
        beyond = self.beyond
        return {
            cell: tuple(beyond[near].index(cell) if near in beyond else -1 for near in beyond[cell])
            for cell in beyond
        }

    def inside(self, page: Box, away: float) -> dict[Cell, Point]:
        """The cells whose centres are so far from the left and the right edge of the page."""
        return {
            cell: centre
            for cell, centre in self.cells.items()
            if page.x + away < centre.x < page.right - away
        }


def _heading(way: Point) -> float:
    """Degrees clockwise from the top."""
    return round(math.degrees(math.atan2(way.x, -way.y)), 6) % 360


def field_of(geometry: TileGeometry, pitch: float, page: Box, room: Box) -> Field:
    """The cells that lie between the top and the bottom of the room, of about the size of the pitch.

    They reach over the sides of the page, and over its top or bottom where the room does. Of all sizes and shifts
    the field has those that leave the least of the room empty, above and below alike.
    """
    top, bottom = max(room.y, page.y), min(room.bottom, page.bottom)

    def spare(rows: Iterable[_Row]) -> float:
        """The share of the room above and below the rows, and the more the less equal these are."""
        ys = [row.y for row in rows]
        if not ys:
            return 2.0
        above, below = max(0.0, min(ys) - top), max(0.0, bottom - max(ys))
        return (above + below + abs(above - below)) / (bottom - top)

    found = []
    for scale in _SCALES:
        layout = tile_layout(geometry, pitch * scale)
        rows = _rows(layout, page)
        shifted = (
            [row.moved(2 * layout.across * number / _SHIFTS) for row in rows]
            for number in range(_SHIFTS)
        )
        fitting = (
            (seen, [row for row in seen if row.is_between(room.y - 1e-6, room.bottom + 1e-6)])
            for rows in shifted
            for seen in [[row for row in rows if row.bottom > page.y and row.top < page.bottom]]
        )
        seen, kept = min(
            fitting, key=lambda each: (-sum(len(row.cells) for row in each[1]), spare(each[1]))
        )
        found.append((spare(kept) + _NEARER * abs(scale - 1), layout, seen, kept))
    _, layout, seen, kept = min(found, key=lambda each: each[0])
    cells = {cell: Point(x, row.y) for row in kept for cell, x in row.cells.items()}
    every = {cell for row in seen for cell in row.cells}
    order = sorted(cells, key=lambda cell: (round(cells[cell].y, 1), cells[cell].x))
    return Field(layout, {cell: cells[cell] for cell in order}, frozenset(every.difference(cells)))


@frozen(slots=True)
class _Row:
    """Cells with centres at one height, and the extent of their outlines there."""

    y: float
    top: float
    bottom: float
    cells: Mapping[Cell, float]

    def moved(self, down: float) -> _Row:
        return _Row(self.y + down, self.top + down, self.bottom + down, self.cells)

    def is_between(self, top: float, bottom: float) -> bool:
        return self.top >= top and self.bottom <= bottom


def _rows(layout: Layout, page: Box) -> list[_Row]:
    """The cells round the middle of a page and up to two cells above and below it, by rows."""
    middle, around = page.centre, page.widened(2 * layout.across)
    lines: defaultdict[float, dict[Cell, float]] = defaultdict(dict)
    # Triangles beside each other lie the other way round.
    reaches: dict[int, Box] = {}
    for cell in layout.around(around._replace(x=around.x - middle.x, y=around.y - middle.y)):
        x, y = middle + layout.centre(cell)
        way = (cell.q + cell.r) % 2
        if way not in reaches:
            reaches[way] = bounding_box(layout.corners(cell))
        if x + reaches[way].right > page.x and x + reaches[way].x < page.right:
            lines[y][cell] = x
    rows = []
    for y, cells in lines.items():
        reach = reaches[sum(min(cells)) % 2]
        rows.append(_Row(y, y + reach.y, y + reach.bottom, cells))
    return rows


def walk(
    field: Field,
    free: Collection[Cell],
    random: Random,
    *,
    bends: int,
    straight: float,
    most: int,
) -> list[Cell]:
    """A way of at most so many cells over free ones.

    A bend turns by at most so many sides; with the chance *straight* the way goes straight on if it can. No cell of
    the way lies beside another one but the last and the next.
    """
    way = [random.choice(sorted(free))]
    sides = len(field.beyond[way[0]])
    ahead = random.randrange(sides)
    while len(way) < most:
        turns = [0, *random.sample([*range(-bends, 0), *range(1, bends + 1)], 2 * bends)]
        if random.random() > straight:
            turns.reverse()
        for side in ((ahead + turn) % sides for turn in turns):
            near = field.beyond[way[-1]][side]
            if near in free and not touches(field, near, way):
                ahead = side
                way.append(near)
                break
        else:
            break
    return way


def touches(field: Field, cell: Cell, way: Sequence[Cell]) -> bool:
    """Whether a cell is on the way, or beside any cell of it but the last."""
    return cell in way or any(near in way[:-1] for near in field.beyond[cell])


def token_at(
    pieces: Pieces,
    token: Token,
    at: Point,
    across: float,
    *,
    back: bool = False,
    ring: Stroke | None = None,
) -> Iterator[Item]:
    """A token of that size across, with a fine outline; on ground of its own ink it needs a `ring`."""
    cutout = pieces.token(token)
    scale = across / max(cutout.box.width, cutout.box.height)
    art = Clip(cutout.outline, (cutout.side(back=back and cutout.back is not None),))
    theme, drawn_as = pieces.theme, areas_of(pieces.theme)
    width = drawn_as.line_width(0.35, alone=0.2) / scale
    edge = Shape(cutout.outline, stroke=Stroke(width, theme.area(theme.halo, theme.kerb)))
    if ring is not None and drawn_as.has_shades:
        wide = replace(ring, width=ring.width / scale)
        yield Placed(Drawing((Shape(cutout.outline, stroke=wide),)), at, scale)
    drawn = Drawing((art, edge), shared=True)
    yield Placed(drawn, at, scale)


def is_cut(at: Point, across: float, page: Box) -> bool:
    """Whether an edge of the page cuts a token of that size there."""
    middle, radius = Box(*at, 0, 0), across / 2
    whole = page.widened(-radius - BLEED)
    return page.widened(radius).contains(middle) and not whole.contains(middle)


def tokens_to_stand(pieces: Pieces) -> tuple[list[Token], int]:
    """A token of each colour, of the kind with most, or else all of them, mixed; and the number printed."""
    kinds = [each for each in pieces.components.tokens if each.kinds]
    coloured = [each for each in kinds if each.kinds[0].ink is not None]
    if coloured:
        most = max(coloured, key=lambda each: each.printed)
        return [*most.kinds], most.printed
    tokens = zip_longest(*(_mixed(each.kinds) for each in kinds))
    every = [token for row in tokens for token in row if token is not None]
    return every, sum(each.printed for each in kinds)


def _mixed(tokens: Sequence[Token]) -> list[Token]:
    """The tokens in an order whose first ones come from all parts of a table, the first row first."""
    order = sorted(range(len(tokens)), key=lambda at: at * _GOLDEN % 1)
    return [tokens[at] for at in order]
