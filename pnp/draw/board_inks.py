"""The inks of a board: those of the theme, or inks that go with a ground of its own."""

from __future__ import annotations

from dataclasses import replace

from pnp.colour.measures import DARK, luminance, mixed, readable
from pnp.colour.theme import Theme
from pnp.definition import BoardDefinition, CellGroup
from pnp.draw.colours import deepened, toned

# WCAG 2.1, "contrast (minimum)": what small text needs.
_READ = 4.5

# Shares of light in the cells, their lines and the lines round groups of a dark board.
_CELL, _BORDER, _LINE = 0.1, 0.3, 0.85
_LIGHT = "#F6F1E4"
# The share of a group's tint in its cells and in the line round them: that of grey, and more with a hue.
_LEAST_TINT, _TINT, _LEAST_LINE = 0.04, 0.9, 0.35


def has_ground(board: BoardDefinition, theme: Theme) -> bool:
    """Whether a ground fills the sheet of the board; a theme without fills has none."""
    return bool(board.ground) and theme.fills


def board_theme(board: BoardDefinition, theme: Theme) -> Theme:
    """The theme of a board on its own ground: light cells and lines on a dark one, or the reverse.

    The halo stays, for the fields of cells that belong to a player are as light as on tokens.
    """
    if not has_ground(board, theme):
        return theme
    ground = toned(board.ground, theme)
    over = toned(_LIGHT, theme) if luminance(ground) <= DARK else theme.mark
    cell = mixed(ground, over, _CELL)
    ink = toned(board.ink, theme) or mixed(ground, over, _LINE)
    return replace(
        theme,
        ground=ground,
        cell=cell,
        border=mixed(cell, over, _BORDER),
        kerb=ink,
        mark=over,
        note=readable(mixed(cell, over, 0.55), cell, _READ),
        caption=readable(ink, ground, _READ),
        over="contrast",
    )


def cell_ink(group: CellGroup, paper: Theme, theme: Theme) -> str:
    """The ink of a group's cells: its tint, of which a board on a ground of its own keeps the hue."""
    if theme is paper or not theme.fills:
        return group.tint
    return mixed(theme.cell, deepened(group.tint), _LEAST_TINT + _TINT * _saturation(group.tint))


def line_ink(group: CellGroup, paper: Theme, theme: Theme) -> str:
    """The ink of the line round a group of cells."""
    if theme is paper or not theme.fills:
        return theme.kerb
    return mixed(cell_ink(group, paper, theme), group.tint, _LEAST_LINE + _saturation(group.tint))


def name_ink(group: CellGroup | None, paper: Theme, theme: Theme) -> str:
    """The ink of the names of a group's cells."""
    if group is None or theme is paper or not theme.fills:
        return theme.note
    return readable(theme.note, cell_ink(group, paper, theme), _READ)


def _saturation(ink: str) -> float:
    """How far the ink is from grey, 0 to 1."""
    channels = [int(ink[start : start + 2], 16) for start in (1, 3, 5)]
    return (max(channels) - min(channels)) / max(1, *channels)
