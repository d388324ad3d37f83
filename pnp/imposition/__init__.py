"""Imposition: pieces laid out on sheets of paper."""

from pnp.imposition.backs import DUPLEX
from pnp.imposition.bleeding import BLEEDS, NO_BLEED, Bleed
from pnp.imposition.boards import board_page, check_fits
from pnp.imposition.cuts import CUTS, TARGET_MARGIN
from pnp.imposition.layouts import LAYOUTS
from pnp.imposition.options import Job, SheetOptions
from pnp.imposition.papers import UNPRINTABLE, Paper
from pnp.imposition.planning import LayoutChoice, SheetStats, choose_layout, plan
from pnp.imposition.posters import poster_grid, poster_pages
from pnp.imposition.shared import divided, shared_sheet
from pnp.imposition.sheets import Sheets, has_ruler, make_sheets

__all__ = [
    "BLEEDS",
    "CUTS",
    "DUPLEX",
    "LAYOUTS",
    "NO_BLEED",
    "TARGET_MARGIN",
    "UNPRINTABLE",
    "Bleed",
    "Job",
    "LayoutChoice",
    "Paper",
    "SheetOptions",
    "SheetStats",
    "Sheets",
    "board_page",
    "check_fits",
    "choose_layout",
    "divided",
    "has_ruler",
    "make_sheets",
    "plan",
    "poster_grid",
    "poster_pages",
    "shared_sheet",
]
