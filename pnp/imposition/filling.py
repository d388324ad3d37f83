"""Filling sheets: pieces of one trim in a band, bands one below the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.imposition.cutouts import Cutout, Laid
from pnp.imposition.layouts import arrange
from pnp.imposition.trims import Trim
from pnp.scene.geometry import Box

# Between pieces of different sizes on one sheet, in millimetres.
BETWEEN = 4.0


class Band(NamedTuple):
    """Pieces of one trim that lie together. `box` is the part of the sheet that is theirs."""

    trim: Trim
    laid: tuple[Laid, ...]
    box: Box


Sheet = list[Band]


def filled(
    pieces: Iterable[tuple[Cutout, int]],
    layout: str,
    box: Box,
    *,
    gap: float = 0.0,
    by_group: bool = False,
) -> list[Sheet]:
    """The sheets that the pieces take, each with its number of copies; raises DoesNotFit.

    Pieces of one trim that follow one another fill row after row; what has another trim begins below
    them on the same sheet. `by_group` begins a row for each group of pieces.
    """
    sheets: list[Sheet] = []
    copies = (piece for piece, number in pieces for _ in range(number))
    for trim, batch in groupby(copies, key=lambda piece: piece.trim):
        waiting = deque(batch)
        # All sheets of a batch are laid out alike. In groups, the ends of rows may stay empty.
        enough = None if by_group else len(waiting)
        if sheets:
            room = _below(sheets[-1], box)
            # What has no room there goes on the next sheet.
            with suppress(DoesNotFit):
                sheets[-1].append(_band(waiting, trim, layout, room, gap, enough, by_group))
        while waiting:
            sheets.append([_band(waiting, trim, layout, box, gap, enough, by_group)])
    return sheets


def _below(sheet: Sheet, box: Box) -> Box:
    """What of the box is free below the pieces that are there."""
    top = BETWEEN + max(
        each.spot.at.y + each.piece.trim.box(each.spot.turn).bottom
        for band in sheet
        for each in band.laid
    )
    return Box(box.x, top, box.width, max(0.0, box.bottom - top))


def _band(
    waiting: deque[Cutout],
    trim: Trim,
    layout: str,
    room: Box,
    gap: float,
    enough: int | None,
    by_group: bool,
) -> Band:
    """As many of the pieces that wait as there is room for; raises DoesNotFit."""
    laid: list[Laid] = []
    for row in arrange(trim, layout, room, gap=gap, enough=enough).rows:
        group = waiting[0].group if waiting else ""
        for spot in row:
            if not waiting or (by_group and waiting[0].group != group):
                break
            laid.append(Laid(waiting.popleft(), spot))
    return Band(trim, tuple(laid), room)
