"""Boards that are pictures, and maps with places and routes."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from pnp.definition import load_definition
from pnp.imposition import board_page, poster_pages
from pnp.imposition.boards import OVERLAP, poster_grid
from pnp.kinds import BuildOptions, laid_out
from pnp.pieces import Pieces, make_pieces
from pnp.project import chosen_papers
from pnp.render import pdf_bytes
from pnp.scene import Document, Page
from pnp.scene.geometry import Box
from pnp.sets.tileset import make_tileset
from tests.rasters import pdf_raster

(A4,) = chosen_papers(["a4"])

# A yellow land with a black island in its middle, of a tenth of its width.
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><rect width="300" height="200"'
    ' fill="#FFE000"/><circle cx="150" cy="100" r="15" fill="#000"/></svg>'
)


def made(folder: Path, text: str, **files: str) -> Pieces:
    """The pieces of a set beside these files."""
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content, "utf-8")
    (folder / "set.yaml").write_text(f"game: sample\n{text}", "utf-8")
    return make_pieces(make_tileset(load_definition(folder / "set.yaml")))


def board(keys: str) -> str:
    """The pieces with one board of these keys."""
    return f"pieces: {{boards: [{{name: land, {keys}}}]}}\n"


def dark(page: Page) -> tuple[float, float]:
    """The areas of a printed page that are black, and that are yellow, in square millimetres."""
    data = pdf_bytes(Document("", "", "", (page,)))
    assert b"/Subtype /Image" not in data and b"/Subtype/Image" not in data
    dots = pdf_raster(data, 50.8)  # two dots a millimetre
    red, green, blue = (dots[..., ink] for ink in range(3))
    yellow = (red > 0.9) & (green > 0.7) & (blue < 0.2)
    black = (red < 0.2) & (green < 0.2) & (blue < 0.2)
    return float(np.count_nonzero(black)) / 4, float(np.count_nonzero(yellow)) / 4


def test_a_picture_is_printed_at_its_size_in_shapes(tmp_path: Path) -> None:
    """Its island has the area of a circle of a tenth of its width; no page has an image."""
    pieces = made(tmp_path, board("size: 180 x 120mm, image: land.svg, edge: no"), land_svg=SVG)
    black, yellow = dark(board_page(pieces, pieces.components.boards[0], A4))
    island = math.pi * 9**2
    assert math.isclose(yellow, 180 * 120 - island, rel_tol=0.01)
    assert math.isclose(black, island, rel_tol=0.05)


def test_a_picture_larger_than_the_sheet_takes_sheets_that_cover_it(tmp_path: Path) -> None:
    """Their yellow areas are that of the board with its overlaps, and all are shapes."""
    pieces = made(tmp_path, board("size: 300 x 200mm, image: land.svg, edge: no"), land_svg=SVG)
    (land,) = pieces.components.boards
    grid = poster_grid(Box(0, 0, 300, 200), A4)
    assert grid.columns * grid.rows == 2
    _, *sheets = poster_pages(pieces, land, A4)
    found = sum(dark(sheet)[1] for sheet in sheets)
    seams = (grid.columns - 1) * 200 + (grid.rows - 1) * 300
    # Words and lines on the strips for glue cover a little of the yellow.
    assert math.isclose(found, 300 * 200 + OVERLAP * seams - math.pi * 15**2, rel_tol=0.03)


def test_boards_that_fit_are_bound_and_larger_ones_are_posters(tmp_path: Path) -> None:
    """Nothing is left out: a board without cells takes as many sheets as it needs."""
    text = (
        "pieces: {boards: [{name: small, size: 100 x 80mm, image: land.svg},"
        " {name: large, size: 500 x 300mm, image: land.svg}]}\n"
    )
    pieces = made(tmp_path, text, land_svg=SVG)
    laid = laid_out(pieces, A4, BuildOptions())
    assert [(each.name, each.spans) for each in laid.sections] == [
        ("board", (("small", 1),)),
        ("board-poster", (("large", 1 + 6),)),
    ]
    assert laid.left_out == ()
