"""Filling sheets: pieces of one trim in a band, bands one below the other."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, groupby, zip_longest
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.imposition.layouts import arrange
from pnp.pieces import Copies, Cutout, Placement, Pose
from pnp.pieces.trims import Trim
from pnp.scene.geometry import EPSILON, Box, Point, bounding_box

# Between pieces of different sizes on one sheet, in millimetres.
BETWEEN = 4.0


class Band(NamedTuple):
    """Pieces of one trim that lie together."""

    trim: Trim
    placed: tuple[Placement, ...]


Sheet = list[Band]
Row = tuple[Pose, ...]


def filled(
    pieces: Iterable[Copies],
    layout: str,
    box: Box,
    *,
    gap: float = 0.0,
    by_group: bool = False,
) -> list[Sheet]:
    """The sheets that all copies of the pieces take; raises DoesNotFit.

    Consecutive pieces of one trim fill row after row; pieces of the next trim begin below them on
    the same sheet, unless a sheet of their own holds them all and the rest of this one does not.
    Scissors also reach a single piece beside the last row, which needs no row of its own. `by_group`
    begins a row for each group of pieces.
    """
    sheets: list[Sheet] = []
    copies = (piece for piece, number in pieces for _ in range(number))
    for trim, batch in groupby(copies, key=lambda piece: piece.trim):
        waiting = deque(batch)
        # All sheets of a batch have the same layout. With groups the ends of rows may stay empty.
        enough = None if by_group else len(waiting)
        lay = partial(_band, trim=trim, layout=layout, gap=gap, enough=enough, by_group=by_group)
        if sheets and len(waiting) == 1 and layout == "spaced":
            with suppress(DoesNotFit):
                beside = lay(waiting, room=_beside(sheets[-1], box, max(BETWEEN, gap), waiting[0]))
                last = sheets[-1][-1]
                # It stays with its row when that moves.
                sheets[-1][-1] = last._replace(placed=last.placed + beside.placed)
        if sheets and waiting:
            room, rest = _below(sheets[-1], box, max(BETWEEN, gap)), deque(waiting)
            # Pieces without room there go on the next sheet.
            with suppress(DoesNotFit):
                below = lay(rest, room=room)
                if not rest or len(lay(deque(waiting), room=box).placed) < len(waiting):
                    sheets[-1].append(_moved(below, 0.0, room.y - _extent(below).y))
                    waiting = rest
        while waiting:
            sheets.append([lay(waiting, room=box)])
    return [_spread(sheet, box) for sheet in sheets]


def _spread(sheet: Sheet, box: Box) -> Sheet:
    """The bands in the middle of the box from side to side, and a little further apart if there is room."""
    free = box.bottom - _extent(sheet[-1]).bottom
    step = min(BETWEEN, free / len(sheet))
    moved = []
    for number, band in enumerate(sheet):
        extent = _extent(band)
        aside = box.x + box.width / 2 - (extent.x + extent.width / 2)
        moved.append(_moved(band, aside, number * step))
    return moved


def _extent(band: Band) -> Box:
    """The box round the pieces of a band."""
    return bounding_box([corner for each in band.placed for corner in opposite_corners(each)])


def opposite_corners(placement: Placement) -> tuple[Point, Point]:
    """The top left and the bottom right of the box round a piece in its place."""
    cutout, (at, turn) = placement
    x, y, width, height = cutout.trim.box(turn)
    return Point(at.x + x, at.y + y), Point(at.x + (x + width), at.y + (y + height))


def _box(placement: Placement) -> Box:
    """The box round a piece in its place."""
    cutout, (at, turn) = placement
    box = cutout.trim.box(turn)
    return box._replace(x=box.x + at.x, y=box.y + at.y)


def _moved(band: Band, x: float, y: float) -> Band:
    """The band with all of its pieces moved."""
    placed = (Placement(cutout, Pose(at + Point(x, y), turn)) for cutout, (at, turn) in band.placed)
    return band._replace(placed=tuple(placed))


def _beside(sheet: Sheet, box: Box, gap: float, cutout: Cutout) -> Box:
    """The room of a piece beside the last row on a sheet, and below all other rows."""
    boxes = [_box(each) for band in sheet for each in band.placed]
    lowest = max(each.centre.y for each in boxes)
    row = [each for each in boxes if each.centre.y > lowest - EPSILON]
    left = gap + max(each.right for each in row)
    above = [each.bottom + gap for each in boxes if each not in row]
    top = max([min(each.y for each in row), *above])
    wide, high = cutout.box.width + EPSILON, cutout.box.height + EPSILON
    return Box(
        left, top, max(0.0, min(wide, box.right - left)), max(0.0, min(high, box.bottom - top))
    )


def _below(sheet: Sheet, box: Box, gap: float) -> Box:
    """The part of the box below the pieces on a sheet."""
    top = gap + max(_extent(band).bottom for band in sheet)
    return Box(box.x, top, box.width, max(0.0, box.bottom - top))


def _band(
    waiting: deque[Cutout],
    *,
    trim: Trim,
    layout: str,
    room: Box,
    gap: float,
    enough: int | None,
    by_group: bool,
) -> Band:
    """As many of the waiting pieces as the room holds; raises DoesNotFit."""
    placed: list[Placement] = []
    rows = arrange(trim, layout, room, gap=gap, enough=enough).rows
    if not by_group:
        rows = _even(rows, waiting)
    later = sum(map(len, rows))
    for row, below in zip_longest(rows, rows[1:], fillvalue=()):
        later -= len(row)
        group = waiting[0].group if waiting else ""
        number = len(row)
        if not by_group and len(waiting) <= later + len(row):
            number = _neat(waiting, len(row), len(below), later)
        for pose in row[:number]:
            if not waiting or (by_group and waiting[0].group != group):
                break
            placed.append(Placement(waiting.popleft(), pose))
    return Band(trim, tuple(placed))


def _even(rows: Sequence[Row], waiting: Iterable[Cutout]) -> tuple[Row, ...]:
    """The rows that all pieces need, if there are as many: the shortest that split the fewest kinds."""
    places = [piece.place for piece in waiting]

    def splits(rows: Sequence[Row]) -> int:
        ends = [end for end in accumulate(map(len, rows)) if end < len(places)]
        return sum(places[end - 1] == places[end] for end in ends)

    needed = 1 + bisect_left([*accumulate(map(len, rows))], len(places))
    widths = range(1, max(map(len, rows)) + 1)
    shorter = [tuple(row[:width] for row in rows[:needed]) for width in widths]
    enough = [each for each in shorter if sum(map(len, each)) >= len(places)]
    return min(enough, key=splits, default=tuple(rows))


def _neat(waiting: Iterable[Cutout], room: int, below: int, later: int) -> int:
    """How many pieces to put in a row, so that no kind leaves one piece alone in the next row.

    A kind that fits in the row *below* begins there; a kind that fills more than a row shares its
    last two rows evenly. The *later* rows must have room for the rest.
    """
    waiting = tuple(waiting)
    taken = 0
    for _, kind in groupby(waiting, key=lambda piece: piece.place):
        number = len(tuple(kind))
        if taken + number > room:
            if taken and number <= below:
                neat = taken
            elif taken + number == room + 1:
                neat = taken + (number + 1) // 2
            else:
                return room
            return neat if len(waiting) - neat <= later else room
        taken += number
    return room
