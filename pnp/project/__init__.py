"""A project: finding sets, building their files, and scoring positions."""

from pnp.imposition.presets import UnknownPaper, chosen_papers, load_papers, one_paper
from pnp.kinds import FILES, BuildOptions
from pnp.project.build import BuildReport, build
from pnp.project.checking import CheckedGame, CheckedSet, checked_game, checked_set
from pnp.project.sets import SetFile, all_sets, one_set, resolve
from pnp.project.themes import UnknownTheme, chosen_theme, theme_names

__all__ = [
    "FILES",
    "BuildOptions",
    "BuildReport",
    "CheckedGame",
    "CheckedSet",
    "SetFile",
    "UnknownPaper",
    "UnknownTheme",
    "all_sets",
    "build",
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
