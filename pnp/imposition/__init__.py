"""Imposition: pieces laid out on sheets of paper.

A name is imported when it is first used: a check needs sizes of paper and bleed, and makes no sheets.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.imposition.backs import DUPLEX
    from pnp.imposition.bleeding import BLEEDS, NO_BLEED, Bleed
    from pnp.imposition.boards import board_page, board_pages, paper_for, poster_grid, poster_pages
    from pnp.imposition.cuts import CUTS, TARGET_MARGIN
    from pnp.imposition.options import LAYOUTS, Job, SheetOptions
    from pnp.imposition.packing import cheapest
    from pnp.imposition.papers import UNPRINTABLE, Paper
    from pnp.imposition.planning import SheetStats, plan
    from pnp.imposition.sharing import shared
    from pnp.imposition.sheets import Sheets, has_ruler, make_sheets

_MODULES = {
    "backs": ("DUPLEX",),
    "bleeding": ("BLEEDS", "NO_BLEED", "Bleed"),
    "boards": ("board_page", "board_pages", "paper_for", "poster_grid", "poster_pages"),
    "cuts": ("CUTS", "TARGET_MARGIN"),
    "options": ("LAYOUTS", "Job", "SheetOptions"),
    "packing": ("cheapest",),
    "papers": ("UNPRINTABLE", "Paper"),
    "planning": ("SheetStats", "plan"),
    "sharing": ("shared",),
    "sheets": ("Sheets", "has_ruler", "make_sheets"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"pnp.imposition.{module}"), name)
    raise AttributeError(f"module 'pnp.imposition' has no attribute {name!r}")


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
    "board_pages",
    "cheapest",
    "has_ruler",
    "make_sheets",
    "paper_for",
    "plan",
    "poster_grid",
    "poster_pages",
    "shared",
]
