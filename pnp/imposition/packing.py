"""Packing: pieces of one trim in a band, bands one below the other on sheets, and the cost of each way.

Wherever there are several ways to divide pieces among sheets, pnp takes the one with the least `SheetCost`: runs
of pieces of one size (here), halves of folded sheets, margins and layouts (`planning`), and jobs that
share a sheet in a kit (`sharing`).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, permutations, zip_longest
from operator import add
from typing import TypeVar

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import DoesNotFit
from pnp.basics.units import plain_length
from pnp.imposition.interlocking import interlocked
from pnp.pieces import Copies, Cutout, Placement, Pose, Trim
from pnp.scene.geometry import EPSILON, Box, Point

# Between pieces of different sizes on one sheet, in millimetres.
BETWEEN = 4.0

# Of so many sizes of pieces every order is tried: 24 in all.
_PERMUTED = 4


class SheetCost(NamedTuple):
    """What a way to divide pieces among sheets costs: of two ways, the first term that differs decides.

    `untargeted`: whether a machine finds no targets beside the pieces.
    `unnumbered`: whether cuts lose the numbers that they have on sheets of their own.
    `sheets`: the sheets of paper.
    `divided`: whether pieces that belong together are apart: those of one size on several sheets,
    though one would hold them; or a kind of piece on a sheet of another and on its own.
    `touching`: whether pieces that lie apart by default share their edges.
    `untitled`: whether pieces take the room of a title, of numbers or of a ruler.
    `edges`: whether people cut along each edge, in place of lines right across the sheet.
    """

    untargeted: bool = False
    unnumbered: bool = False
    sheets: int = 0
    divided: bool = False
    touching: bool = False
    untitled: bool = False
    edges: bool = False


_Way = TypeVar("_Way")


def cheapest(ways: Iterable[tuple[SheetCost, _Way]]) -> _Way:
    """The way with the least cost; of several, the first."""
    return min(ways, key=lambda way: way[0])[1]


class Band(NamedTuple):
    """Pieces of one trim that lie together, each in its pose.

    Sheets after sheets have the same poses, and share them.
    """

    trim: Trim
    cutouts: tuple[Cutout, ...]
    poses: tuple[Pose, ...]

    @property
    def placed(self) -> list[Placement]:
        return [*map(Placement, self.cutouts, self.poses)]


Sheet = list[Band]
Row = tuple[Pose, ...]


def filled(
    pieces: Iterable[Copies],
    layout: str,
    box: Box,
    *,
    gap: float = 0.0,
    by_group: bool = False,
    may_touch: bool = False,
) -> list[Sheet]:
    """The sheets that all copies of the pieces take; raises DoesNotFit.

    Pieces of one trim fill row after row, and those with different outlines of their own interlock; those of another
    trim begin below them on the same sheet, or on sheets of their own. They lie in the order of the pieces, unless another
    order takes fewer sheets, or as many sheets without pieces that touch. `by_group` begins a row for each group of pieces.
    Rectangles without a gap between them `may_touch` where that saves a sheet.
    """
    by_trim: dict[object, list[Cutout]] = {}
    for piece, number in pieces:
        trim = piece.trim
        grid = None if layout == "spaced" else trim.grid
        by_trim.setdefault(grid or trim.nests or trim, []).extend([piece] * number)
    apart = max(BETWEEN, gap)
    runs = [
        _Run(tuple(run), layout, box, gap, apart, by_group, may_touch) for run in by_trim.values()
    ]
    return [_spread(sheet, box) for sheet in cheapest(_ways(runs))]


def _ways(runs: Sequence[_Run]) -> Iterator[tuple[SheetCost, list[Sheet]]]:
    """The runs in one order after the other, up to one that takes no more sheets than the longest run."""
    least = max(len(run.alone) for run in runs)
    for order in permutations(runs) if len(runs) <= _PERMUTED else (runs, sorted(runs, key=_size)):
        cost, sheets = SheetCost(), list[Sheet]()
        for run in order:
            way, sheets = min(run.ways(sheets), key=lambda way: way[0])
            cost = way._replace(touching=cost.touching or way.touching)
        yield cost, sheets
        if cost.sheets <= least and not cost.touching:
            return


def _size(run: _Run) -> float:
    """By which the largest pieces come first."""
    return -max(run.pieces[0].box.width, run.pieces[0].box.height)


@frozen
class _Run:
    """Pieces of one trim, or with outlines of their own, and how they may lie in a box."""

    pieces: tuple[Cutout, ...]
    layout: str
    box: Box
    gap: float
    apart: float
    by_group: bool
    may_touch: bool

    def ways(self, sheets: list[Sheet]) -> Iterator[tuple[SheetCost, list[Sheet]]]:
        """The sheets so far with the run: beside the last row of one of them, below it, or on sheets of its own."""
        for at in reversed(range(len(sheets))):
            before, sheet, after = sheets[:at], sheets[at], sheets[at + 1 :]
            # Scissors also reach a single piece beside the last row, which needs no row of its own.
            if len(self.pieces) == 1 and self.layout == "spaced":
                with suppress(DoesNotFit):
                    room = _beside(sheet, self.box, self.apart, self.pieces[0])
                    beside = self._band(self.pieces, room)
                    # It stays with its row when that moves.
                    row = sheet[-1]
                    joined = row._replace(
                        cutouts=row.cutouts + beside.cutouts, poses=row.poses + beside.poses
                    )
                    yield SheetCost(sheets=len(sheets)), [*before, [*sheet[:-1], joined], *after]
            with suppress(DoesNotFit):
                room = _below(sheet, self.box, self.apart)
                below, left = self._filled(self.pieces, room)
                rest = self._sheets(left)
                raised = [*_raised(sheet, self.box), *_raised([below], room)]
                divided = bool(rest) and len(self.alone) == 1
                cost = SheetCost(sheets=len(sheets) + len(rest), divided=divided)
                yield cost, [*before, raised, *after, *rest]
        yield SheetCost(sheets=len(sheets) + len(self.alone)), [*sheets, *self.alone]
        trim = self.pieces[0].trim
        if self.may_touch and not trim.facts.waste and trim.has_straight_cuts("straight"):
            together = replace(self, layout="straight", gap=0.0, may_touch=False)
            for cost, made in together.ways(sheets):
                yield cost._replace(touching=True), made

    @cached_property
    def has_one_trim(self) -> bool:
        """Whether its pieces have one outline, and do not interlock."""
        return len({piece.trim for piece in self.pieces}) == 1

    @cached_property
    def alone(self) -> list[Sheet]:
        """Sheets with all of its pieces and no others."""
        return self._sheets(self.pieces)

    def _sheets(self, waiting: tuple[Cutout, ...]) -> list[Sheet]:
        """Sheets with nothing but these pieces."""
        made: list[Sheet] = []
        while waiting:
            band, waiting = self._filled(waiting, self.box)
            made.append([band])
        return made

    def _filled(self, waiting: tuple[Cutout, ...], room: Box) -> tuple[Band, tuple[Cutout, ...]]:
        """As many of the waiting pieces as the room holds, and the others; raises DoesNotFit."""
        if self.has_one_trim:
            band = self._band(waiting, room)
            return band, waiting[len(band.cutouts) :]
        placed, left = interlocked(waiting, room, self.gap)
        if not placed:
            # The raster is too coarse for a piece that just fits.
            return replace(self, pieces=waiting[:1])._filled(waiting[:1], room)[0], waiting[1:]
        cutouts, poses = zip(*placed, strict=True)
        return Band(cutouts[0].trim, cutouts, poses), left

    def _band(self, waiting: tuple[Cutout, ...], room: Box) -> Band:
        """As many of the waiting pieces as the room holds; raises DoesNotFit."""
        # All sheets of a run have the same layout. With groups the ends of rows may stay empty.
        enough = None if self.by_group else len(self.pieces)
        rows = arrange(waiting[0].trim, self.layout, room, gap=self.gap, enough=enough).rows
        if not self.by_group:
            rows = _even(rows, waiting)
        poses: list[Pose] = []
        later = sum(map(len, rows))
        for row, below in zip_longest(rows, rows[1:], fillvalue=()):
            later -= len(row)
            at, number = len(poses), len(row)
            if self.by_group:
                following = waiting[at : at + number]
                _, alike = next(groupby(following, key=lambda piece: piece.group), ("", ()))
                number = len(tuple(alike))
            elif len(waiting) - at <= later + number:
                number = _neat(waiting[at:], number, len(below), later)
            poses += row[: min(number, len(waiting) - at)]
        return Band(waiting[0].trim, waiting[: len(poses)], tuple(poses))


def _spread(sheet: Sheet, box: Box) -> Sheet:
    """The bands, each in the middle between left and right; several bands share up to BETWEEN of the free height each."""
    first = int(len(sheet) > 1)
    extents = [box_round(band.placed) for band in sheet]
    step = min(BETWEEN, (box.bottom - extents[-1].bottom) / (len(sheet) + first))
    moved = []
    for number, (band, extent) in enumerate(zip(sheet, extents, strict=True), first):
        aside = box.x + box.width / 2 - (extent.x + extent.width / 2)
        moved.append(_moved(band, aside, number * step))
    return moved


def box_round(placed: Iterable[Placement]) -> Box:
    """The box round pieces where they lie."""
    xs, ys, widths, heights = zip(*(each.box for each in placed), strict=True)
    x, y, right, bottom = min(xs), min(ys), max(map(add, xs, widths)), max(map(add, ys, heights))
    return Box(x, y, right - x, bottom - y)


def _moved(band: Band, x: float, y: float) -> Band:
    """The band with all of its pieces moved."""
    return band._replace(poses=_moved_poses(band.poses, Point(x, y)))


@lru_cache(maxsize=64)
def _moved_poses(poses: tuple[Pose, ...], by: Point) -> tuple[Pose, ...]:
    return tuple(Pose(at + by, turn) for at, turn in poses)


def _beside(sheet: Sheet, box: Box, gap: float, cutout: Cutout) -> Box:
    """The room of a piece beside the last row on a sheet, and below all other rows."""
    boxes = [each.box for band in sheet for each in band.placed]
    lowest = max(each.centre.y for each in boxes)
    row = [each for each in boxes if each.centre.y > lowest - EPSILON]
    left = gap + max(each.right for each in row)
    above = [each.bottom + gap for each in boxes if each not in row]
    top = max([min(each.y for each in row), *above])
    wide, high = cutout.box.width + EPSILON, cutout.box.height + EPSILON
    return Box(
        left, top, max(0.0, min(wide, box.right - left)), max(0.0, min(high, box.bottom - top))
    )


def _extent(sheet: Sheet) -> Box:
    """The box round all pieces on a sheet."""
    return box_round(each for band in sheet for each in band.placed)


def _raised(sheet: Sheet, box: Box) -> Sheet:
    """The bands moved together, so that they begin at the top of the box."""
    up = box.y - _extent(sheet).y
    return [_moved(band, 0.0, up) for band in sheet]


def _below(sheet: Sheet, box: Box, gap: float) -> Box:
    """The part of the box below the pieces on a sheet, once they begin at its top."""
    top = box.y + _extent(sheet).height + gap
    return Box(box.x, top, box.width, max(0.0, box.bottom - top))


def _even(rows: tuple[Row, ...], waiting: Sequence[Cutout]) -> tuple[Row, ...]:
    """The rows that all pieces need, if there are as many: the shortest that split the fewest kinds."""
    if len(waiting) > sum(map(len, rows)):
        return rows
    places = [piece.place for piece in waiting]

    def splits(rows: Sequence[Row]) -> int:
        ends = [end for end in accumulate(map(len, rows)) if end < len(places)]
        return sum(places[end - 1] == places[end] for end in ends)

    needed = 1 + bisect_left([*accumulate(map(len, rows))], len(places))
    widths = range(1, max(map(len, rows)) + 1)
    shorter = [tuple(row[:width] for row in rows[:needed]) for width in widths]
    enough = [each for each in shorter if sum(map(len, each)) >= len(places)]
    return min(enough, key=splits)


def _neat(waiting: Sequence[Cutout], room: int, below: int, later: int) -> int:
    """How many pieces to put in a row, so that no kind leaves one piece alone in the next row.

    A kind that fits in the row *below* begins there; a kind that fills more than a row shares its
    last two rows evenly. The *later* rows must have room for the rest.
    """
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


class Arrangement(NamedTuple):
    """The poses on one sheet, row by row."""

    rows: tuple[tuple[Pose, ...], ...]

    @property
    def poses(self) -> tuple[Pose, ...]:
        return tuple(pose for row in self.rows for pose in row)


# A sheet after the other asks for the same.
@lru_cache(maxsize=64)
def arrange(
    trim: Trim, layout: str, box: Box, *, gap: float = 0.0, enough: int | None = None
) -> Arrangement:
    """The fullest arrangement, with the pieces or the whole lattice perhaps turned by a quarter.

    A sheet that is turned with all its pieces holds as many, so that sheets are always upright. The
    upright arrangement wins if it holds as many as any other, or *enough*. Raises DoesNotFit if not
    even one piece fits.
    """
    most = math.inf if enough is None else enough
    # A triangle by itself needs no gap.
    for apart in dict.fromkeys((gap, 0.0)):
        count = 0
        for lattice in trim.lattices(layout, apart):
            found = lattice.count(box)
            if found > count:
                count, best = found, lattice
            if count >= most:
                break
        if count:
            break
    else:
        raise DoesNotFit(
            f"{plain_length(trim.width)} x {plain_length(trim.height)} does not fit in the"
            f" {plain_length(box.width)} x {plain_length(box.height)} that the paper has room for"
        )
    poses = sorted(best.poses(box), key=lambda pose: (round(pose.at.y, 3), round(pose.at.x, 3)))
    off = {turn: best.middle(turn) for turn in {pose.turn for pose in poses}}
    return Arrangement(
        tuple(
            tuple(Pose(at - off[turn], turn) for at, turn in row)
            for _, row in groupby(poses, key=lambda pose: round(pose.at.y, 3))
        )
    )


def largest_size(trim: Trim, layout: str, box: Box) -> int:
    """The largest size in whole millimetres at which one piece fits; 0 if none does."""
    # A single piece takes the room of its box, whatever its outline is.
    trim = replace(trim, contour=None)
    for size in range(int(max(box.width, box.height)), 0, -1):
        try:
            arrange(trim.scaled(float(size)), layout, box, enough=1)
        except DoesNotFit:
            continue
        return size
    return 0
