"""A project: the sets that are found, and the files that are built from them."""

from pnp.project.build import KINDS, Order, Report, build, checked_tileset
from pnp.project.presets import UnknownPaper, chosen_papers, load_papers
from pnp.project.sets import SetFile, all_sets, resolve

__all__ = [
    "KINDS",
    "Order",
    "Report",
    "SetFile",
    "UnknownPaper",
    "all_sets",
    "build",
    "checked_tileset",
    "chosen_papers",
    "load_papers",
    "resolve",
]
