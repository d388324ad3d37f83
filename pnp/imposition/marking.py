"""Marking: the lines to cut along, the numbers of the cuts, and targets for cutting machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from pnp.colour.theme import PAPER, Theme
from pnp.imposition.cuts import (
    CUT_CONTOUR,
    Edge,
    Line,
    Numeral,
    corner_marks,
    free_outlines,
    hull_of,
    numerals,
    registration_marks,
    ticks,
)
from pnp.imposition.packing import Sheet
from pnp.imposition.planning import Plan, corners_of
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.geometry import Box, Path, Point, bounding_box, polygon, segment
from pnp.tiles.proportions import BORDER_WIDTH

# A screen shows the ink of cutting machines in magenta; targets are black.
_CONTOUR_INK, _TARGET_INK = "#EC008C", "#000000"

# Millimetres of white at both sides of a cut over bleed: half of what a steady hand cuts off.
_CASING = 0.12


class SheetMarks(NamedTuple):
    """The lines to cut along, the numbers of the cuts, the targets for a machine, and their box.

    The last cut right across has the number `last`.
    """

    box: Box
    cuts: tuple[Item, ...] = ()
    numbers: tuple[Text, ...] = ()
    targets: tuple[Item, ...] = ()
    last: int = 0


def joined_marks(marks: Sequence[SheetMarks]) -> SheetMarks:
    """All these marks of one sheet; a machine finds the sheet by the targets of the first."""
    return SheetMarks(
        bounding_box([corner for each in marks for corner in each.box.corners]),
        tuple(chain.from_iterable(each.cuts for each in marks)),
        tuple(chain.from_iterable(each.numbers for each in marks)),
        marks[0].targets,
        marks[-1].last,
    )


def sheet_marks(plan: Plan, sheet: Sheet, theme: Theme, *, done: int = 0) -> SheetMarks:
    """The marks of one sheet, in the style of the plan's options.

    The numbers of cuts right across begin after those that are *done*.
    """
    style = plan.options.cuts
    if style == "none" or plan.job.whole:
        return SheetMarks(plan.extent(sheet))
    lines: list[Line] = []
    edges: list[Edge] = []
    for band in sheet:
        cuts = plan.cuts(band, sheet)
        # The numbers of a band follow those of the band before it.
        before = done + len(lines)
        lines += [line._replace(number=before + line.number) for line in cuts.lines]
        edges += cuts.edges
    if style == "crop":
        edges = [*corner_marks(sheet, plan.bleed.reach), *ticks(lines, plan.extent(sheet))]
    else:
        edges += ((line.start, line.end) for line in lines)
    free = _path(free_outlines(band) for band in sheet)
    path = (*_path(segment(*edge) for edge in edges), *free)
    if style == "machine":
        return _machine(plan, sheet, path)
    reach = plan.bleed.reach
    last = done + len(lines)
    found: list[Numeral] = []
    if lines:
        pieces = [hull_of(each, beyond=reach) for band in sheet for each in band.placed]
        found = numerals(lines, pieces, plan.zone(sheet))
    numbers = tuple(Text(text, at, size, theme.guide) for text, at, size in found)
    around = [plan.extent(sheet), _box_of(path), *(each.box for each in found)]
    box = bounding_box([corner for each in around for corner in each.corners])
    lines_to_cut = Shape(path, stroke=Stroke(BORDER_WIDTH, theme.cut))
    if not reach:
        return SheetMarks(box, (lines_to_cut,), numbers, last=last)
    # A line over bleed shows on any ink.
    casing = Shape(path, stroke=Stroke(BORDER_WIDTH + 2 * _CASING, PAPER))
    return SheetMarks(box, (casing, lines_to_cut), numbers, last=last)


def _machine(plan: Plan, sheet: Sheet, path: Path) -> SheetMarks:
    """An outline round each piece, closed if pieces share no edges, in an ink that machines know."""
    if plan.gap:
        angular = (
            polygon(corners_of(each))
            for band in sheet
            for each in band.placed
            if not each.cutout.trim.is_free
        )
        path = (*_path(angular), *_path(free_outlines(band) for band in sheet))
    contour = Shape(path, stroke=Stroke(BORDER_WIDTH, _CONTOUR_INK, spot=CUT_CONTOUR))
    box = plan.box if plan.fold is None else plan.fold.fronts
    targets = registration_marks(box, plan.paper.printable)
    extent = plan.extent(sheet)
    if not targets:
        return SheetMarks(extent, (contour,))
    # Targets stand in the margins at both sides.
    printable = plan.paper.printable
    beside = extent._replace(x=printable.x, width=printable.width)
    marks = Shape(targets, stroke=Stroke(0.2, _TARGET_INK))
    return SheetMarks(beside, (contour,), targets=(marks,))


def _path(parts: Iterable[Path]) -> Path:
    return tuple(command for part in parts for command in part)


def _box_of(path: Path) -> Box:
    """The box round the points of a path."""
    return bounding_box([Point(*command[-2:]) for command in path if len(command) > 1])
