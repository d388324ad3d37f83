"""A field of cells in the colours of the set, each with its sign: areas that grow from the rim of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pnp.colour.measures import contrast, mixed
from pnp.colour.theme import legible
from pnp.definition import Ink
from pnp.draw.ink_styles import painted
from pnp.draw.looks import Look
from pnp.draw.symbols import star, symbol
from pnp.pieces import Pieces
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Box, Path, Point, polygon
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation, distance, hexhex, neighbours

# Without a board: a hexhex with so many cells to a side.
_SIDE = 4
# A cell with less contrast to the ground has a rim.
_FAINT = 2.0
# Shares of the distance across flats: the gap between two cells, a sign, the ring of a first cell, a star.
_GAP, _SIGN, _RING, _STAR = 0.02, 0.27, 0.075, 0.12


def sign_field(pieces: Pieces, look: Look, page: Box, room: Box, unit: float) -> Iterator[Item]:
    """The cells of the game's board, or of a hexhex, in the middle of the room, which may be higher than the page."""
    boards = pieces.components.boards
    board = next((each for each in boards if each.definition.grid.kind == "hexes"), None)
    cells: Sequence[Hex] = hexhex(_SIDE) if board is None else tuple(board.names)
    turned = Orientation.FLAT_TOP if board is None else board.definition.orientation
    top, bottom = max(page.y, room.y), min(page.bottom, room.bottom)
    shown = Box(page.x, top, page.width, bottom - top)
    # As large as the room allows.
    least = HexLayout(1.0, turned)
    points = [point for cell in cells for point in least.outline(cell)]
    width = max(point.x for point in points) - min(point.x for point in points)
    height = max(point.y for point in points) - min(point.y for point in points)
    across = min((room.width - 16 * unit) / width, room.height / height)
    layout = HexLayout(across, turned)
    middle = Point(room.centre.x, shown.centre.y)
    yield from _around(look, cells, layout, middle, shown)
    taken = (
        {}
        if board is None
        else {
            cell: group.sign
            for group in board.definition.groups
            if group.filled and group.sign and not group.labels
            for cell in group.cells
        }
    )
    areas = _areas(cells, taken, pieces.definition.inks, look.seed)
    for cell in cells:
        if cell not in areas and cell not in taken:
            outline = polygon([middle + c for c in layout.outline(cell, inset=across * _GAP)])
            yield Shape(outline, stroke=Stroke(0.012 * across, mixed(look.ground, look.ink, 0.5)))
    first = _first(areas)
    for cell, ink in areas.items():
        outline = polygon([middle + c for c in layout.outline(cell, inset=across * _GAP)])
        centre = middle + layout.centre(cell)
        yield from _cell(pieces, look, ink, outline, centre, across)
        if cell in first.values():
            ring = polygon([middle + c for c in layout.outline(cell, inset=across * _RING)])
            fill = legible(ink.fill, pieces.theme) if look.filled else ink.fill
            yield Shape(ring, stroke=Stroke(0.018 * across, fill))
    for cell, sign in taken.items():
        outline = polygon([middle + c for c in layout.outline(cell, inset=across * _GAP)])
        yield Shape(outline, fill=pieces.theme.halo, stroke=Stroke(0.025 * across, look.ink))
        path = symbol(sign, middle + layout.centre(cell), across * _SIGN)
        yield from painted(path, pieces.theme.mark, pieces.theme, ground=pieces.theme.halo)
    if look.stroke == "stars" and look.filled:
        yield from _joins(areas, layout, middle, look)


def _around(
    look: Look, cells: Sequence[Hex], layout: HexLayout, middle: Point, shown: Box
) -> Iterator[Item]:
    """The lines of the lattice beside the board, over the whole field."""
    if not look.filled:
        return
    own = set(cells)
    reach = int(2 * (shown.width + shown.height) / layout.across)
    path: Path = ()
    for cell in hexhex(min(reach, 12)):
        centre = middle + layout.centre(cell)
        high = layout.circumradius
        if cell not in own and shown.y + high <= centre.y <= shown.bottom - high:
            path += polygon([middle + corner for corner in layout.outline(cell)])
    line = Stroke(0.012 * layout.across, mixed(look.ground, look.faint, 0.6))
    yield Shape(path, stroke=line)


def _areas(
    cells: Sequence[Hex], taken: dict[Hex, str], inks: Sequence[Ink], seed: int
) -> dict[Hex, Ink]:
    """An area for each colour, from the rim inwards; a few cells stay empty."""
    random = Random(seed)
    free = [cell for cell in cells if cell not in taken]
    chosen = inks[:8]
    outer = max(distance(Hex(0, 0), cell) for cell in free)
    rim = sorted(
        (cell for cell in free if distance(Hex(0, 0), cell) == outer),
        key=lambda cell: HexLayout(1.0, Orientation.POINTY_TOP).centre(cell).unit(),
    )
    corners = [cell for cell in rim if sum(near in free for near in neighbours(cell)) == 3] or rim
    corners = _round(corners)
    step = len(corners) / len(chosen)
    areas = {corners[int(number * step)]: ink for number, ink in enumerate(chosen)}
    target = len(free) - max(1, len(free) // 20)
    while len(areas) < target:
        sizes = {ink.name: sum(other is ink for other in areas.values()) for ink in chosen}
        edges = [
            (sizes[ink.name] + 2.5 * random.random(), near, ink)
            for cell, ink in areas.items()
            for near in neighbours(cell)
            if near in free and near not in areas
        ]
        if not edges:
            break
        _, near, ink = min(edges, key=lambda edge: edge[0])
        areas[near] = ink
    return areas


def _round(cells: Sequence[Hex]) -> list[Hex]:
    """The cells in their order round the middle."""
    layout = HexLayout(1.0, Orientation.FLAT_TOP)

    def turn(cell: Hex) -> tuple[bool, float]:
        way = layout.centre(cell).unit()
        return way.x < -1e-9, way.y if way.x >= -1e-9 else -way.y

    return sorted(cells, key=turn)


def _first(areas: dict[Hex, Ink]) -> dict[str, Hex]:
    """The cell from which each area grew."""
    found: dict[str, Hex] = {}
    for cell, ink in areas.items():
        found.setdefault(ink.name, cell)
    return found


def _cell(
    pieces: Pieces, look: Look, ink: Ink, outline: Path, centre: Point, across: float
) -> Iterator[Item]:
    theme = pieces.theme
    path = symbol(ink.symbol, centre, across * _SIGN)
    if look.filled:
        faint = contrast(ink.fill, look.ground) < _FAINT
        rim = mixed(ink.fill, look.text, 0.45)
        yield Shape(outline, fill=ink.fill, stroke=Stroke(0.02 * across, rim) if faint else None)
        yield Shape(path, fill=legible(ink.fill, theme))
        return
    yield Shape(outline, fill=theme.ground, stroke=Stroke(0.4, ink.fill))
    yield from painted(path, ink.fill, theme, ground=theme.ground)


def _joins(areas: dict[Hex, Ink], layout: HexLayout, middle: Point, look: Look) -> Iterator[Item]:
    """A star on the side between two cells of one area."""
    path: Path = ()
    for cell, ink in areas.items():
        for near in neighbours(cell)[:3]:
            if areas.get(near) is ink:
                at = middle + (layout.centre(cell) + layout.centre(near)) * 0.5
                path += star(4, at, layout.across * _STAR, waist=0.2)
    yield Shape(path, fill=look.ink)
