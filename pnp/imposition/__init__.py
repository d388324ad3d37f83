"""Imposition: pieces laid out on sheets of paper."""

from pnp.imposition.boards import board_page, poster_grid, poster_pages
from pnp.imposition.layouts import LAYOUTS
from pnp.imposition.papers import Paper
from pnp.imposition.pieces import piece_pages
from pnp.imposition.sheets import Atelier, Sheets, choose_layout, make_sheets
from pnp.imposition.shelves import Cutout, per_sheet

__all__ = [
    "LAYOUTS",
    "Atelier",
    "Cutout",
    "Paper",
    "Sheets",
    "board_page",
    "choose_layout",
    "make_sheets",
    "per_sheet",
    "piece_pages",
    "poster_grid",
    "poster_pages",
]
