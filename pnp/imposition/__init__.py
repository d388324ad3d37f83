"""Imposition: pieces laid out on sheets of paper."""

from pnp.imposition.atelier import Atelier
from pnp.imposition.backs import DUPLEX
from pnp.imposition.bleeding import BLEEDS, NO_BLEED, Bleed
from pnp.imposition.boards import board_page, poster_grid, poster_pages
from pnp.imposition.cutouts import Cutout, Face, rigid
from pnp.imposition.cuts import CUTS
from pnp.imposition.layouts import LAYOUTS
from pnp.imposition.papers import UNPRINTABLE, Paper
from pnp.imposition.sheets import Job, Sheets, Ticket, choose_layout, make_sheets
from pnp.imposition.trims import Trim

__all__ = [
    "BLEEDS",
    "CUTS",
    "DUPLEX",
    "LAYOUTS",
    "NO_BLEED",
    "UNPRINTABLE",
    "Atelier",
    "Bleed",
    "Cutout",
    "Face",
    "Job",
    "Paper",
    "Sheets",
    "Ticket",
    "Trim",
    "board_page",
    "choose_layout",
    "make_sheets",
    "poster_grid",
    "poster_pages",
    "rigid",
]
