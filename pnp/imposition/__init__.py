"""Imposition: pieces laid out on sheets of paper."""

from pnp.imposition.layouts import LAYOUTS
from pnp.imposition.papers import Paper
from pnp.imposition.sheets import Atelier, Sheets, choose_layout, make_sheets

__all__ = ["LAYOUTS", "Atelier", "Paper", "Sheets", "choose_layout", "make_sheets"]
