"""A whole build beside plain reportlab, and a whole check beside its libraries; see README.md."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from compare import traced
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from pnp.basics.units import POINTS_PER_MM
from pnp.definition import load_definition
from pnp.pieces import Tiles
from pnp.pieces.trims import upright
from pnp.scene import Drawing, Item, Shape, Text
from pnp.scene.geometry import Point
from pnp.sets.tileset import make_tileset

ROUNDS = 5

# 4,768 different tiles.
SET = """
game: many
colours: 12
tiles:
  shape: hexagon
  size: 30mm
  families:
    - {name: lines, generate: strands, where: {lines: 3}}
"""
BUILD = ["build", "many.yaml", "--only", "pdf", "--paper", "a4", "--layout", "honeycomb", "--quiet"]

# The places of 50 tiles on A4, as honeycomb has them.
ACROSS, DOWN = 30.0, 26.0
PLACES = [
    Point(25 + ACROSS * column + (15 if row % 2 else 0), 30 + DOWN * row)
    for row in range(9)
    for column in range(5 if row % 2 else 6)
]


def parts(items: Sequence[Item]) -> Iterator[Shape | Text]:
    """The shapes and texts of a tile, in the order in which they are painted."""
    for item in items:
        match item:
            case Drawing(inner):
                yield from parts(inner)
            case Shape() | Text():
                yield item
            case _:
                raise ValueError(f"a tile of lines has no {item}")


def drawn_plainly(path: Path) -> float:
    """The seconds in which reportlab's own calls draw the curves and texts of all tiles on A4 pages."""
    tiles = Tiles(make_tileset(load_definition(path)))
    drawings = [
        [*parts(tiles.drawing(piece, upright(piece.group)).items)] for piece in tiles.tileset.pieces
    ]
    before = time.process_time()
    canvas = Canvas(str(path.with_suffix(".pdf")), pagesize=A4, pageCompression=1)
    scale = POINTS_PER_MM
    for number, drawing in enumerate(drawings):
        at = PLACES[number % len(PLACES)]
        canvas.saveState()
        canvas.transform(scale, 0, 0, -scale, at.x * scale, A4[1] - at.y * scale)
        for part in drawing:
            if isinstance(part, Shape):
                draw_shape(canvas, part)
            else:
                draw_text(canvas, part)
        canvas.restoreState()
        if number % len(PLACES) == len(PLACES) - 1:
            canvas.showPage()
    canvas.save()
    return time.process_time() - before


def draw_shape(canvas: Canvas, shape: Shape) -> None:
    drawn = traced(canvas, shape.path)
    if shape.stroke:
        canvas.setStrokeColor(shape.stroke.ink)
        canvas.setLineWidth(shape.stroke.width)
        canvas.setDash(list(shape.stroke.dash), shape.stroke.phase)
    if shape.fill:
        canvas.setFillColor(shape.fill)
    canvas.drawPath(drawn, stroke=int(shape.stroke is not None), fill=int(shape.fill is not None))


def draw_text(canvas: Canvas, text: Text) -> None:
    canvas.saveState()
    canvas.translate(text.at.x, text.at.y)
    canvas.rotate(text.angle)
    canvas.scale(1, -1)
    canvas.setFillColor(text.ink)
    canvas.setFont("Helvetica", text.size)
    canvas.drawCentredString(0, 0, text.string)
    canvas.restoreState()


def seconds(folder: Path, *arguments: str) -> float:
    """The processor's time of a whole call of Python in a folder, with bytecode as an installed pnp has it."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, cwd=folder, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints both ratios: medians of rounds in turns, so that all have the same noise."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "many.yaml").write_text(SET)
        rounds: list[tuple[float, ...]] = []
        for _ in range(ROUNDS + 1):
            plain = subprocess.run(
                [sys.executable, __file__, str(folder / "many.yaml")],
                check=True,
                capture_output=True,
                text=True,
            )
            rounds.append(
                (
                    seconds(folder, "-m", "pnp", *BUILD),
                    float(plain.stdout),
                    seconds(folder, "-m", "pnp", "validate", "hexstatic"),
                    seconds(folder, "-c", "import click, yaml"),
                )
            )
    # The first round writes bytecode.
    build, plain_drawing, check, libraries = map(statistics.median, zip(*rounds[1:], strict=True))
    print(f"build of 4,768 tiles    {build / plain_drawing:5.2f} of plain drawing (at most 1.0)")
    print(f"pnp validate hexstatic  {check / libraries:5.2f} times its libraries (at most 6)")


if len(sys.argv) > 1:
    print(drawn_plainly(Path(sys.argv[1])))
elif __name__ == "__main__":
    main()
