"""The signs, symbols and labels in the cells of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.colour.measures import SEEN, contrast
from pnp.definition import CellGroup, Ink
from pnp.draw.areas import areas_of
from pnp.draw.board.inks import BoardInks, cell_ink, sign_ink
from pnp.draw.board.names import BAND, INSET_OF_PLAYER, SMALL, air, name_top
from pnp.draw.look.signs import symbol
from pnp.draw.tile.letters import with_letter
from pnp.scene import Item, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Point
from pnp.tiles.layouts import Cell, Layout, highest
from pnp.tiles.proportions import OUTLINE

# The reach of a sign as a share of the distance across flats.
_SIGN = 0.2
# Of the height of a label: the least air between it and the name of its cell.
_CLEAR = 0.5
# A symbol with its letter beside it is smaller, so that both have room.
_BESIDE = 0.7
# Millimetres: a smaller sign is a speck, and an outline fills a smaller one.
_LEAST_SIGN, _OUTLINED = 0.6, 1.4


def cell_signs(
    cell: Cell,
    groups: Sequence[CellGroup],
    name: Text | None,
    layout: Layout,
    inks: BoardInks,
    owner: Ink | None,
) -> Iterator[Item]:
    """The sign and the label of a cell, of all its groups; in a player's cell the player's symbol."""
    centre, across = layout.centre(cell), layout.across
    label = next((g.labels[g.cells.index(cell)] for g in groups if g.labels), "")
    shown = next((group.sign for group in groups if group.sign), "")
    if not shown and owner is not None and any(group.colours for group in groups):
        shown = owner.symbol
    if owner is None:
        theme, ink, ground = inks.cells, sign_ink(groups[0], inks), cell_ink(groups[0], inks)
    else:
        theme, ink, ground = inks.paper, owner.fill, inks.paper.halo
    # A sign stands above its label.
    up = across * 0.13 if label else 0.0
    reach = across * (_SIGN * 0.75 if label else _SIGN)
    if name is not None and not label:
        # Above the name, which takes much of a small cell.
        # A sign may have an outline.
        gap = air(across) + OUTLINE / 2
        top = name_top(name) - centre.y - gap
        inner = 0.0 if owner is None else across * (INSET_OF_PLAYER + BAND)
        reach = _reach_above(top, inner + gap, reach, layout, cell)
        up = max(up, reach - top)
    middle = centre - Point(0, up)
    lettered = theme.letters_everywhere and reach * _BESIDE >= _OUTLINED
    if owner is not None and shown == owner.symbol and lettered:
        reach *= _BESIDE
        middle, letter = with_letter(owner.code, middle, reach, theme.mark)
        yield letter
    path = symbol(shown, middle, reach) if shown and reach else ()
    if path and reach < _OUTLINED:
        is_faint = theme.edging and contrast(ink, ground) < SEEN
        yield Shape(path, fill=theme.mark if is_faint else ink)
    elif path:
        yield from areas_of(theme).sign(path, ink, ground)
    if label:
        size = max(across * (0.16 if shown else 0.2), SMALL)
        down = across * 0.2 if shown else 0.0
        high = size * CAP_HEIGHT
        at = centre + Point(0, down + high / 2)
        if name is not None and name_top(name) - at.y < _CLEAR * high:
            # The name takes much of a small cell: the label is in the middle of the rest.
            rest = name_top(name) - (centre.y - across / 2)
            at = at._replace(y=min(at.y, name_top(name) - (rest - high) / 2))
        size = min(size, across * 0.86 / max(1e-6, text_width(label, 1.0, bold=True)))
        yield Text(label, at, size, ink, bold=True, anchor="middle")


def _reach_above(top: float, inset: float, most: float, layout: Layout, cell: Cell) -> float:
    """The reach of a sign between a cell's upper sides and what begins at *top*; 0 without room for one."""
    low, high = 0.0, most
    for _ in range(16):
        middle = (low + high) / 2
        fits = 2 * middle - top <= highest(layout, cell, middle, inset)
        low, high = (middle, high) if fits else (low, middle)
    return low if low >= _LEAST_SIGN else 0.0
