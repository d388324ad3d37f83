"""What bleeds out of a tile: its ground, and its strands straight on."""

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
    """Ground and strands so far outside of the outline; the tile itself lies over it."""
    items: list[Item] = [Shape(grown(outline, reach), fill=theme.ground)]
    for join, colour in zip(tile.joins, tile.colours, strict=True):
        ink = None if colour == UNCOLOURED else inks[colour]
        for port in join:
            ray = outline.port(port)
            # From the side outwards: a pattern goes on as its mirror image, as on a neighbour.
            items += line_items(outline, segment(ray.start, ray.at(-reach)), ink, theme)
    return Drawing(tuple(items))


def grown(outline: Outline, reach: float) -> Path:
    """The outline, so far outside of where it is cut; corners stay sharp."""
    larger = 1 + reach / outline.apothem
    return polygon([corner * larger for corner in outline.corners])
