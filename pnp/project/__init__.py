"""A project: finding sets, checking them, building their files, and scoring positions.

`pnp.project.build` is imported by those who build: a check needs no sheets.
"""

from pnp.imposition.papers import UnknownPaper, chosen_papers, load_papers, one_paper
from pnp.kinds import FILES, BuildOptions
from pnp.project.checking import CheckedGame, CheckedSet, checked_game, checked_set
from pnp.project.sets import SetFile, all_sets, one_set, resolve
from pnp.project.themes import UnknownTheme, chosen_theme, theme_names

__all__ = [
    "FILES",
    "BuildOptions",
    "CheckedGame",
    "CheckedSet",
    "SetFile",
    "UnknownPaper",
    "UnknownTheme",
    "all_sets",
    "checked_game",
    "checked_set",
    "chosen_papers",
    "chosen_theme",
    "load_papers",
    "one_paper",
    "one_set",
    "resolve",
    "theme_names",
]
