"""Tiles that touch on a table: whether their sides show the same."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from pnp.tiles import Port, Tile, TileGeometry
from pnp.tiles.layouts import Cell, Layout


def mismatches(
    tiles: Mapping[Cell, Tile], turns: Mapping[Cell, float], layout: Layout, geometry: TileGeometry
) -> Iterator[tuple[Cell, Cell]]:
    """Each two cells whose tiles do not match; `turns` are the headings of the tiles' first sides."""

    def beside(cell: Cell) -> Iterator[tuple[int, Cell]]:
        """Each side of the tile, and the cell that it touches."""
        for near in layout.neighbours(cell):
            step = layout.centre(near) - layout.centre(cell)
            degrees = math.degrees(math.atan2(step.x, -step.y))
            yield round((degrees - turns[cell]) * geometry.sides / 360) % geometry.sides, near

    for cell, tile in tiles.items():
        for side, near in beside(cell):
            if near in tiles and cell < near:
                facing = next(back for back, other in beside(near) if other == cell)
                edge, *along = _shown(tiles[near], facing, geometry)
                if _shown(tile, side, geometry) != (edge, *reversed(along)):
                    yield cell, near


def _shown(tile: Tile, side: int, geometry: TileGeometry) -> tuple[object, ...]:
    """The edge of a side; then, clockwise, its first corner, the strand at each port, its last corner.

    Each is a colour, or None without one.
    """
    colours = {
        port: colour for join, colour in zip(tile.joins, tile.colours, strict=True) for port in join
    }
    ports = range(side * geometry.ports, (side + 1) * geometry.ports)
    corners = tile.corners or (None,) * geometry.sides
    first, last = corners[side], corners[(side + 1) % geometry.sides]
    return (tile.edges[side], first, *(colours.get(Port(port)) for port in ports), last)
