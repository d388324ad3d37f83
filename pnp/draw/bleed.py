"""The bleed of a tile: its ground, and its strands, which go straight on."""

from __future__ import annotations

from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.outline import Outline
from pnp.draw.strands import line_items
from pnp.scene import Drawing, Item, Shape
from pnp.scene.geometry import Path, polygon, segment
from pnp.tiles import UNCOLOURED, Tile


def tile_bleed(
    outline: Outline, tile: Tile, inks: tuple[Ink, ...], theme: Theme, reach: float
) -> Drawing:
    """Ground and strands that reach *reach* outside of the outline; the tile itself lies over them."""
    items: list[Item] = [Shape(grown(outline, reach), fill=theme.ground)]
    for join, colour in zip(tile.joins, tile.colours, strict=True):
        ink = None if colour == UNCOLOURED else inks[colour]
        for port in join:
            ray = outline.port(port)
            # From the side outwards, so that a pattern goes on as its mirror image, as on a neighbour.
            items += line_items(outline, segment(ray.start, ray.at(-reach)), ink, theme)
    return Drawing(tuple(items))


def grown(outline: Outline, reach: float) -> Path:
    """The outline grown by *reach*, with sharp corners."""
    larger = 1 + reach / outline.apothem
    return polygon([corner * larger for corner in outline.corners])
