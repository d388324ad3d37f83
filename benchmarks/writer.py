"""The PDF writer alone beside plain calls of reportlab: both have all tiles of a job ready, and draw the same.

    python -m benchmarks.writer pnp "4,768 tiles" FOLDER

prints the seconds of the processor; `make bench` does so in turns.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

from benchmarks.jobs import (
    CASING,
    CASING_WIDTH,
    GROUND,
    HEXAGON,
    LABEL,
    LABEL_SIZE,
    LINE_WIDTH,
    OUTLINE,
    OUTLINE_WIDTH,
    TILE_JOBS,
    Curve,
    HexTile,
    TileJob,
    tile_pages,
)
from benchmarks.libraries import HEIGHT, WIDTH, Reportlab
from pnp.render import write_pdf
from pnp.scene import Document, Drawing, Layer, Page, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Point, polygon

HEX = polygon([Point(*each) for each in HEXAGON])
BLANK = Drawing((Shape(HEX, fill=GROUND, stroke=Stroke(OUTLINE_WIDTH, OUTLINE)),))


@cache
def line(curve: Curve) -> Drawing:
    """A cased curve, which many tiles share."""
    path = (("M", *curve.points[:2]), ("C", *curve.points[2:]))
    inks = ((CASING_WIDTH, CASING), (LINE_WIDTH, curve.ink))
    return Drawing(tuple(Shape(path, stroke=Stroke(*each)) for each in inks))


@cache
def drawn(tile: HexTile) -> Drawing:
    return Drawing(
        (BLANK, *map(line, tile.curves), Text(tile.label, Point(0, 12), LABEL_SIZE, LABEL))
    )


def by_pnp(job: TileJob, folder: Path) -> float:
    """The drawings of tiles, placed on pages, into a file."""
    pages = tuple(
        Page(
            WIDTH,
            HEIGHT,
            {Layer.ART: tuple(Placed(drawn(tile), Point(x, y)) for tile, (x, y) in page)},
        )
        for page in tile_pages(job)
    )
    start = time.process_time()
    write_pdf(Document("", "", "", pages), folder / "pnp.pdf")
    return time.process_time() - start


def by_reportlab(job: TileJob, folder: Path) -> float:
    """The same by reportlab's own calls."""
    pages = [*tile_pages(job)]
    start = time.process_time()
    pen = Reportlab(folder)
    for page in pages:
        pen.begin_page()
        for tile, (x, y) in page:
            pen.tile(tile, x, y)
        pen.end_page()
    pen.end()
    return time.process_time() - start


WRITERS = {"pnp": by_pnp, "reportlab": by_reportlab}

if __name__ == "__main__":
    print(WRITERS[sys.argv[1]](TILE_JOBS[sys.argv[2]], Path(sys.argv[3])))
