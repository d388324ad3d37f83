"""Costs: the paper, the cuts, the time and the ink that a set takes to make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pnp.imposition import Paper
from pnp.imposition.planning import BandCuts, plan
from pnp.kinds import BuildOptions, Section, sections
from pnp.pieces import Pieces
from pnp.review.ink import NO_INK, Ink, ink_of
from pnp.scene.geometry import Point

# The time of a cut: to turn the sheet or to lay the ruler, and then along the cut. These are our own
# estimates for card of 200 to 300 g, for somebody who does not hurry; a knife goes twice over a line.
SCISSORS_SECONDS, SCISSORS_SPEED = 4.0, 8.0  # seconds a cut, millimetres a second
RULER_SECONDS, KNIFE_SPEED = 10.0, 20.0
ROUND_SPEED = 5.0  # scissors round a circle, or in and out of corners

RULER = "ruler and knife"
SCISSORS = "scissors"


class Cost(NamedTuple):
    """What the pieces of one kind take.

    `sheets` counts sheets of paper, `pages` their printed sides, `cuts` the cuts of all sheets. Nobody
    cuts out boards: they have no `layout`, no cuts, and None as the share of the paper `used` by
    pieces. The time to glue a poster does not count. `ink` is None if pnp cannot measure it.
    """

    kind: str
    title: str
    layout: str
    pieces: int
    sheets: int
    pages: int
    cuts: int
    tool: str
    minutes: float
    used: float | None
    ink: Ink | None


@dataclass(frozen=True, slots=True)
class Costs:
    """What a set takes on a paper, by kind of piece in the order of the kit."""

    paper: str
    kinds: tuple[Cost, ...]

    @property
    def sheets(self) -> int:
        return sum(each.sheets for each in self.kinds)

    @property
    def pages(self) -> int:
        return sum(each.pages for each in self.kinds)

    @property
    def cuts(self) -> int:
        return sum(each.cuts for each in self.kinds)

    @property
    def minutes(self) -> float:
        return sum(each.minutes for each in self.kinds)

    @property
    def used(self) -> float | None:
        """The share of all sheets with pieces to cut out that these cover; None without such sheets."""
        shares = [(each.used, each.sheets) for each in self.kinds if each.used is not None]
        sheets = sum(number for _, number in shares)
        return sum(share * number for share, number in shares) / sheets if sheets else None

    @property
    def ink(self) -> Ink | None:
        """The ink of all kinds; None if pnp cannot measure it."""
        found = NO_INK
        for each in self.kinds:
            if each.ink is None:
                return None
            found = found.plus(each.ink)
        return found


def costs(pieces: Pieces, paper: Paper, options: BuildOptions) -> Costs:
    """The costs of a set, laid out as a build with these options does.

    Raises DoesNotFit if a piece is larger than the paper, and InvalidDefinition.
    """
    # Pages that are printed several times count as often.
    made = sections(pieces, paper, options._replace(copies=True))
    return Costs(paper.title, tuple(_cost(section) for section in made))


def _cost(section: Section) -> Cost:
    plans = [
        plan(sheets.job, sheets.layout, sheets.paper, sheets.options) for sheets in section.sheets
    ]
    bands = [
        (planned, sheet, band) for planned in plans for sheet in planned.sheets for band in sheet
    ]
    cuts = [planned.cuts(band, sheet) for planned, sheet, band in bands]
    straight = all(planned.straight for planned in plans)
    # Fronts and backs share a sheet of paper.
    sheets_of_paper = sum(len(each.pages) // (1 + each.backed) for each in section.sheets)
    paper = section.paper.width * section.paper.height * sheets_of_paper
    covered = sum(cutout.trim.area for _, _, band in bands for cutout, _ in band.placed)
    return Cost(
        kind=section.key,
        title=section.title,
        layout=", ".join(dict.fromkeys(sheets.layout for sheets in section.sheets)),
        pieces=section.pieces,
        sheets=sheets_of_paper if section.sheets else len(section.pages),
        pages=len(section.pages),
        cuts=sum(each.number for each in cuts),
        tool="" if not cuts else RULER if straight else SCISSORS,
        minutes=sum(map(seconds, cuts)) / 60,
        used=covered / paper if section.sheets else None,
        ink=ink_of(section.document),
    )


def seconds(cuts: BandCuts) -> float:
    """How long the cuts of a band take."""
    along = sum(length(start, end) for start, end, _ in cuts.lines)
    found = len(cuts.lines) * RULER_SECONDS + along / KNIFE_SPEED
    along = sum(length(start, end) for start, end in cuts.edges)
    found += len(cuts.edges) * SCISSORS_SECONDS + along / SCISSORS_SPEED
    around = sum(cutout.trim.around for cutout, _ in cuts.free)
    return found + len(cuts.free) * SCISSORS_SECONDS + around / ROUND_SPEED


def length(start: Point, end: Point) -> float:
    """The distance of two points in millimetres."""
    return (end - start).length()
