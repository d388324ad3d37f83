"""The values by which the page of a kit says how to cut its sheets."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.imposition import SheetOptions, Sheets
from pnp.project.sections import Section
from pnp.sets.components import Pad


def cutting_style(alike: Sequence[Sheets], options: SheetOptions) -> dict[str, object]:
    """The values by which the template says how to cut sheets like these; one for each group of tiles."""
    sheets = alike[0]
    if options.cuts == "machine":
        style = "machine"
    elif options.cuts == "none":
        style = "unmarked"
    elif sheets.straight:
        style = "crop" if options.cuts == "crop" else "lines"
    else:
        style = {"straight": "outlines"}.get(sheets.layout, sheets.layout)
    styles = ("machine", "unmarked", "outlines", "honeycomb", "spaced", "crop", "lines")
    hexagons = all(each.job.pieces[0][0].trim.shape == "hexagon" for each in alike)
    return {
        **{each: each == style for each in styles},
        "numbered": sheets.numbered,
        "targets": sheets.targets,
        "waste": hexagons and style in ("crop", "lines"),
    }


def pads_style(sections: Sequence[Section], pads: Sequence[Pad]) -> dict[str, object]:
    """Whether pages of pads have a number of copies, or any number is right, and whether forms share a page."""
    sheets = [sheets for section in sections if section.name == "pads" for sheets in section.sheets]
    return {
        "printed": any(each.job.prints > 1 for each in sheets),
        "any": all(pad.wanted is None for pad in pads),
        "apart": any(not each.job.whole for each in sheets),
    }
