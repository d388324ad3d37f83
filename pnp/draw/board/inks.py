"""The inks of boards: of their cells, lines, names and signs, on paper or on a ground of their own."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from pnp.colour.measures import DARK, READ, SEEN, contrast, lab, linear, luminance, mixed, readable
from pnp.colour.theme import Theme, toned
from pnp.definition import BoardDefinition, CellGroup
from pnp.draw.areas import areas_of
from pnp.draw.colours import deepened

# Shares of light in the cells, their lines and the lines round groups of a dark board.
_CELL, _BORDER, _LINE = 0.1, 0.3, 0.85
# The share of the cell in its signs.
_SIGN = 0.35
_LIGHT = "#F6F1E4"
# The share of a group's tint in its cells and in the line round them: that of grey, and more with a hue.
_LEAST_TINT, _TINT, _LEAST_LINE = 0.04, 0.9, 0.35
# The least contrast of a dashed line, half of which is gap.
_DASHED = 6.0
# The least contrast of a group's cells to the others, and the least distance of two tints that people tell
# apart in print, in CIE 1976 L*a*b*.
_SHOWN, _TOLD = 1.2, 8.0

# Millimetres: dashes and gaps round groups without a sign. A very short dash with round ends is a
# dot; some renderers would omit a dash of no length.
_DASHES = ((1.6, 1.2), (0.01, 1.0), (1.6, 1.0, 0.01, 1.0))


def is_bordered(group: CellGroup) -> bool:
    """Whether each cell of the group has a line of its own inside."""
    return group.has_edge and bool(group.filled or group.sign or group.colours)


class BoardInks:
    """The inks of a board in a theme: `theme` round its cells, `cells` in them, `paper` in the fields of players."""

    def __init__(self, board: BoardDefinition, paper: Theme) -> None:
        self._board, self.paper = board, paper
        self.theme = board_theme(board, paper)
        self.cells = self.theme
        cell = paper.area(board.cell_ground, "")
        if cell:
            self.cells = replace(
                paper,
                cell=cell,
                border=mixed(cell, paper.note, _BORDER),
                kerb=readable(paper.kerb, cell, SEEN),
                note=readable(paper.note, cell, READ),
            )
        # Cells that share the ground of the board keep only a hint of their tints.
        self.blends = self.cells is self.theme and self.theme is not paper

    @property
    def has_ground(self) -> bool:
        """Whether a ground fills the sheet of the board."""
        return has_ground(self._board, self.paper)

    def cell(self, group: CellGroup | None) -> str:
        """The ink of a group's cells: its tint, of which a board on a ground of its own keeps the hue."""
        if group is None or not group.tint:
            return self.cells.cell
        if not self.blends:
            return group.tint
        theme = self.theme
        share = _LEAST_TINT + _TINT * _saturation(group.tint)
        tint = mixed(theme.cell, deepened(group.tint), share)
        # A dark theme has made the tint dark already, and a grey one has taken its hue.
        steps = (mixed(tint, theme.mark, step / 40) for step in range(41))
        return next(each for each in steps if contrast(each, theme.cell) >= _SHOWN)

    def line(self, group: CellGroup) -> str:
        """The ink of the line round a group of cells; a dashed one, which tells the group alone, is stronger."""
        if not self.blends:
            return self.cells.kerb
        tint = group.tint or self.cells.kerb
        share = _LEAST_LINE + _saturation(tint)
        least = _DASHED if self.dash(group) else SEEN
        return readable(mixed(self.cell(group), tint, share), self.cells.cell, least)

    def name(self, group: CellGroup | None) -> str:
        """The ink of the names of a group's cells."""
        note = self.cells.note
        return note if group is None else areas_of(self.cells).on_tint(note, self.cell(group), READ)

    def sign(self, group: CellGroup) -> str:
        """The ink of the signs and labels of a group's cells: lighter than lines where it fills them."""
        cells = self.cells
        ink = cells.area(mixed(cells.kerb, cells.cell, _SIGN), cells.kerb)
        return areas_of(cells).on_tint(ink, self.cell(group), SEEN)

    def dash(self, group: CellGroup) -> tuple[float, ...]:
        """The dashes of the line round a group, if no tints tell it from the others."""
        if group not in self.lined or self._tints_tell:
            return ()
        return _DASHES[self.lined.index(group) % len(_DASHES)]

    @cached_property
    def lined(self) -> list[CellGroup]:
        """The groups with a line round all of their cells."""
        return [each for each in self._board.groups if each.has_edge and not is_bordered(each)]

    @cached_property
    def _tints_tell(self) -> bool:
        """Whether the inks of their cells tell these groups apart."""
        found = [lab(linear(self.cell(group))) for group in self.lined]
        pairs = combinations(found, 2)
        return areas_of(self.cells).has_shades and all(math.dist(*pair) >= _TOLD for pair in pairs)


def has_ground(board: BoardDefinition, theme: Theme) -> bool:
    """Whether a ground fills the sheet of the board; a theme of outlines has none."""
    return bool(theme.area(board.ground, ""))


def board_theme(board: BoardDefinition, theme: Theme) -> Theme:
    """The theme of a board on its own ground: light cells and lines on a dark one, or the reverse.

    The halo stays, for the fields of cells that belong to a player are as light as on tokens.
    """
    if not has_ground(board, theme):
        return theme
    ground = toned(board.ground, theme)
    dark = min(theme.mark, theme.halo, key=luminance)
    over = toned(_LIGHT, theme) if luminance(ground) <= DARK else dark
    cell = mixed(ground, over, _CELL)
    ink = toned(board.ink, theme) or mixed(ground, over, _LINE)
    return replace(
        theme,
        ground=ground,
        cell=cell,
        border=mixed(cell, over, _BORDER),
        kerb=ink,
        mark=over,
        note=readable(mixed(cell, over, 0.55), cell, READ),
        caption=readable(ink, ground, READ),
        over="contrast",
    )


def _saturation(ink: str) -> float:
    """How far the ink is from grey, 0 to 1."""
    channels = [int(ink[start : start + 2], 16) for start in (1, 3, 5)]
    return (max(channels) - min(channels)) / max(1, *channels)
