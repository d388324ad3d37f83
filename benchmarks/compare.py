"""Ratios of times, measured in one run; see README.md."""

from __future__ import annotations

import io
import itertools
import subprocess
import sys
import time
from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pnp.basics.units import POINTS_PER_MM
from pnp.enumeration import Universe, different_tiles
from pnp.enumeration.conditions import ANY_NUMBER
from pnp.render import pdf_bytes
from pnp.scene import Document, Drawing, Layer, Page, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Path, Point, Ray, heading, joining_curve, polygon
from pnp.tiles import Colour, TileGeometry
from pnp.tiles import Shape as TileShape
from pnp.tiles.symmetry import Symmetry

TILES = 4000
PER_PAGE = 48
INKS = ("#C8372D", "#1E8C5A", "#1F5FA8")


def best(work: Callable[[], object], *, repeats: int = 3) -> float:
    """The least time that the work took, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


HEXAGON = polygon([heading(60 * corner) * 17.3 for corner in range(6)])
RAYS = [Ray(heading(30 + 60 * s) * 15, heading(210 + 60 * s)) for s in range(6)]
CURVES: list[tuple[Path, int]] = [
    (joining_curve(one, other), ink)
    for one, other in itertools.combinations(RAYS, 2)
    for ink in range(3)
]
FRAGMENTS = [
    Drawing(
        (
            Shape(path, stroke=Stroke(6.2, "#FFFDF8")),
            Shape(path, stroke=Stroke(4.8, INKS[ink])),
        )
    )
    for path, ink in CURVES
]
GROUND = Drawing((Shape(HEXAGON, fill="#F7F2E6", stroke=Stroke(0.2, "#B9B2A0")),))


def choices(number: int) -> list[tuple[int, int, int]]:
    """Which three curves each of so many tiles has."""
    return list(itertools.islice(itertools.combinations(range(len(CURVES)), 3), number))


def tiles(number: int) -> list[Drawing]:
    """So many different tiles."""
    return [
        Drawing(
            (
                GROUND,
                *(FRAGMENTS[each] for each in chosen),
                Text(f"tile-{index:04}", Point(-5, 13), 1.8, "#8A8475"),
            )
        )
        for index, chosen in enumerate(choices(number))
    ]


def places() -> list[Point]:
    """The places of a page."""
    return [Point(20 + 31 * x, 20 + 35 * y) for y in range(8) for x in range(6)]


def our_pdf(drawings: list[Drawing]) -> bytes:
    """The tiles through our writer."""
    pages = []
    for start in range(0, len(drawings), PER_PAGE):
        load = drawings[start : start + PER_PAGE]
        items = tuple(Placed(each, at) for each, at in zip(load, places(), strict=False))
        pages.append(Page(210, 297, {Layer.ART: items}))
    return pdf_bytes(Document("", "", "", tuple(pages)))


def plain_pdf(numbers: list[int]) -> bytes:
    """The same through reportlab's own path calls."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(595, 842), pageCompression=1)
    every = choices(max(numbers) + 1)
    for start in range(0, len(numbers), PER_PAGE):
        for index, at in zip(numbers[start : start + PER_PAGE], places(), strict=False):
            canvas.saveState()
            canvas.transform(
                POINTS_PER_MM,
                0,
                0,
                -POINTS_PER_MM,
                at.x * POINTS_PER_MM,
                842 - at.y * POINTS_PER_MM,
            )
            _draw(canvas, HEXAGON, 0.2, "#B9B2A0", fill="#F7F2E6")
            for curve in every[index]:
                path, ink = CURVES[curve]
                _draw(canvas, path, 6.2, "#FFFDF8")
                _draw(canvas, path, 4.8, INKS[ink])
            canvas.setFillColor("#8A8475")
            canvas.setFont("Helvetica", 1.8)
            canvas.drawString(-5, 13, f"tile-{index:04}")
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def traced(canvas: Canvas, path: Path) -> PDFPathObject:
    """A path by reportlab's own calls."""
    drawn = canvas.beginPath()
    for part in path:
        match part:
            case ("M", x, y):
                drawn.moveTo(x, y)
            case ("L", x, y):
                drawn.lineTo(x, y)
            case ("C", *numbers):
                drawn.curveTo(*numbers)
            case _:
                drawn.close()
    return drawn


def _draw(canvas: Canvas, path: Path, width: float, ink: str, fill: str | None = None) -> None:
    drawn = traced(canvas, path)
    canvas.setStrokeColor(ink)
    canvas.setLineWidth(width)
    if fill:
        canvas.setFillColor(fill)
    canvas.drawPath(drawn, stroke=1, fill=1 if fill else 0)


def our_hexagons(colours: int) -> int:
    """Different hexagons by orbits in stages."""
    edges = tuple((Colour(colour), ANY_NUMBER) for colour in range(colours))
    geometry = TileGeometry(TileShape.HEXAGON)
    return len(different_tiles(Universe(geometry, Symmetry.ROTATIONS, edge_colours=edges)))


def plain_hexagons(colours: int) -> int:
    """Different hexagons by comparing every word with its turns."""
    words = itertools.product(range(colours), repeat=6)
    return sum(word == min(word[k:] + word[:k] for k in range(6)) for word in words)


def command(*arguments: str) -> Callable[[], object]:
    """A call of Python in a process of its own."""
    return lambda: subprocess.run([sys.executable, *arguments], capture_output=True, check=True)


def main() -> None:
    different = tiles(TILES)
    repeated = [different[index % 40] for index in range(TILES)]
    plain = best(lambda: plain_pdf(list(range(TILES))))
    print(
        f"PDF, {TILES} different tiles: {best(lambda: our_pdf(different)) / plain:.3f} of reportlab's"
    )
    plain = best(lambda: plain_pdf([index % 40 for index in range(TILES)]))
    print(f"PDF, 40 tiles 100 times: {best(lambda: our_pdf(repeated)) / plain:.3f} of reportlab's")
    assert our_hexagons(6) == plain_hexagons(6)
    ratio = best(lambda: our_hexagons(6)) / best(lambda: plain_hexagons(6))
    print(f"hexagons in six colours: {ratio:.2f} of a plain search, with tiles instead of words")
    bare = best(command("-c", "pass"), repeats=5)
    for arguments in (["--help"], ["validate", "tsuro"]):
        ours = best(command("-m", "pnp", *arguments), repeats=5)
        print(f"pnp {' '.join(arguments)}: {ours / bare:.1f} times an empty Python")


if __name__ == "__main__":
    main()
