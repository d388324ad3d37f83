"""Imposition: pieces laid out on sheets of paper.

A name is imported when it is first used: a check needs sizes of paper and bleed, and makes no sheets.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.imposition.backs import DUPLEX
    from pnp.imposition.bleeding import BLEEDS, NO_BLEED, Bleed
    from pnp.imposition.boards import board_page, check_fits
    from pnp.imposition.cuts import CUTS, TARGET_MARGIN
    from pnp.imposition.layouts import LAYOUTS
    from pnp.imposition.options import Job, SheetOptions
    from pnp.imposition.packing import cheapest
    from pnp.imposition.papers import UNPRINTABLE, Paper
    from pnp.imposition.planning import SheetStats, plan
    from pnp.imposition.posters import poster_grid, poster_pages
    from pnp.imposition.sharing import shared
    from pnp.imposition.sheets import Sheets, has_ruler, make_sheets

_HOMES = {
    "BLEEDS": "bleeding",
    "Bleed": "bleeding",
    "CUTS": "cuts",
    "DUPLEX": "backs",
    "Job": "options",
    "LAYOUTS": "layouts",
    "NO_BLEED": "bleeding",
    "Paper": "papers",
    "SheetOptions": "options",
    "SheetStats": "planning",
    "Sheets": "sheets",
    "TARGET_MARGIN": "cuts",
    "UNPRINTABLE": "papers",
    "board_page": "boards",
    "check_fits": "boards",
    "cheapest": "packing",
    "has_ruler": "sheets",
    "make_sheets": "sheets",
    "plan": "planning",
    "poster_grid": "posters",
    "poster_pages": "posters",
    "shared": "sharing",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pnp.imposition' has no attribute {name!r}")
    return getattr(import_module(f"pnp.imposition.{_HOMES[name]}"), name)


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
    "Paper",
    "SheetOptions",
    "SheetStats",
    "Sheets",
    "board_page",
    "cheapest",
    "check_fits",
    "has_ruler",
    "make_sheets",
    "plan",
    "poster_grid",
    "poster_pages",
    "shared",
]
