"""The picture in the README: `python -m tests.readme_picture` draws it anew."""

from __future__ import annotations

from pathlib import Path

from pnp.draw import Artist, cut_outline
from pnp.render import svg_text
from pnp.scene import Drawing, Item, Layer, Page, Placed
from pnp.scene.geometry import Point
from tests.conftest import bundled

PICTURE = Path(__file__).parent.parent / "docs" / "tiles.svg"
MARGIN = 1.0

SHOWN = {
    "hexstatic": ("three-lines-14", "two-lines-30", "one-line-12", "nexus-11"),
    "controlled-path": ("path-08", "path-19", "path-33", "start-2"),
    "hex-auction": ("ordinary-07", "ordinary-43", "special-1", "special-4"),
}


def picture() -> str:
    """Four tiles of each game, side by side, at one size."""
    art: list[Item] = []
    cuts: list[Item] = []
    left = MARGIN
    for name, ids in SHOWN.items():
        tileset = bundled(name)
        artist = Artist(tileset.definition, tileset.definition.main_group, 30)
        outline = artist.outline
        pieces = {piece.id: piece for piece in tileset.pieces}
        for number, each in enumerate(ids):
            # Two by two, the lower row shifted by half a tile: they touch as on a table.
            row, column = divmod(number, 2)
            at = Point(
                left + outline.apothem * (1 + 2 * column + row),
                MARGIN + outline.circumradius * (1 + 1.5 * row),
            )
            art.append(Placed(artist.drawing(pieces[each].tile), at))
            cuts.append(Placed(Drawing((cut_outline(outline),)), at))
        left += outline.apothem * 5 + 6
    height = 2 * MARGIN + 38 / 3**0.5 * 3.5
    page = Page(left, height, {Layer.ART: tuple(art), Layer.CUT: tuple(cuts)}, title="Tiles")
    return svg_text(page)


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
