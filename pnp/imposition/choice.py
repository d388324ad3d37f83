"""The choice of a layout, with its reason."""

from __future__ import annotations

from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.words import counted
from pnp.imposition.options import Job, SheetOptions
from pnp.imposition.papers import Paper
from pnp.imposition.planning import STRAIGHT_CUTS, Plan, plan


class LayoutChoice(NamedTuple):
    """A layout and the reason for it."""

    layout: str
    reason: str


def choose_layout(job: Job, paper: Paper, options: SheetOptions) -> LayoutChoice:
    """The layout that `auto` means: straight, unless another takes fewer sheets."""
    shape = job.pieces[0][0].trim.shape
    if shape != "hexagon":
        return LayoutChoice("straight", f"{shape}s take the least paper in straight rows")
    if options.cuts == "lines":
        return LayoutChoice("straight", "only this layout has lines right across the sheet")
    straight, honeycomb = (
        _possible(job, layout, paper, options) for layout in ("straight", "honeycomb")
    )
    if straight is None:
        # A layout in which neighbours share a corner or an edge has no room for the bleed.
        spaced = _possible(job, "spaced", paper, options)
        reason = "no other layout has room for the bleed"
        return LayoutChoice("straight", "") if spaced is None else LayoutChoice("spaced", reason)
    if honeycomb is None:
        return LayoutChoice("straight", "a honeycomb has no room for the bleed")
    return _fewer_sheets(straight, honeycomb)


def _possible(job: Job, layout: str, paper: Paper, options: SheetOptions) -> Plan | None:
    try:
        return plan(job, layout, paper, options)
    except DoesNotFit:
        return None


def _fewer_sheets(straight: Plan, honeycomb: Plan) -> LayoutChoice:
    """The layout with fewer sheets; of two with the same number, the straight layout."""
    one, other = straight.stats, honeycomb.stats
    if other.sheets < one.sheets:
        return LayoutChoice("honeycomb", f"the straight layout would take {one.sheets} sheets")
    reason = "as many sheets as a honeycomb"
    if other.sheets > one.sheets:
        reason = f"a honeycomb would take {counted(other.sheets, 'sheet')}"
    if straight.options.cuts in STRAIGHT_CUTS:
        reason += f", and {counted(one.cuts, 'ruler cut')} a page instead of {other.cuts} edges"
    return LayoutChoice("straight", reason)
