"""Tiles that touch on a table: whether their sides show the same."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from pnp.tiles import Tile, TileGeometry
from pnp.tiles.layouts import Cell, Layout
from pnp.tiles.sides import around


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

    looks = {cell: around(tile, geometry) for cell, tile in tiles.items()}
    for cell in tiles:
        for side, near in beside(cell):
            if near in tiles and cell < near:
                facing = next(back for back, other in beside(near) if other == cell)
                if not looks[cell][side].matches(looks[near][facing]):
                    yield cell, near
