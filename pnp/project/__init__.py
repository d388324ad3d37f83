"""A project: the sets that are found, and the files that are built from them."""

from pnp.project.build import Report, build
from pnp.project.checking import Checked, checked_game, checked_tileset
from pnp.project.orders import KINDS, Order
from pnp.project.presets import UnknownPaper, chosen_papers, load_papers
from pnp.project.sections import PIECES
from pnp.project.sets import SetFile, all_sets, resolve
from pnp.project.themes import UnknownTheme, chosen_theme, theme_names
from pnp.project.workshop import Workshop

__all__ = [
    "KINDS",
    "PIECES",
    "Checked",
    "Order",
    "Report",
    "SetFile",
    "UnknownPaper",
    "UnknownTheme",
    "Workshop",
    "all_sets",
    "build",
    "checked_game",
    "checked_tileset",
    "chosen_papers",
    "chosen_theme",
    "load_papers",
    "resolve",
    "theme_names",
]
