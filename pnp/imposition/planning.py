"""Planning: how the pieces of a job fill the sheets of a paper, in which layout, and where they are cut."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number, plain_length
from pnp.basics.words import counted
from pnp.imposition.backs import Fold, folds
from pnp.imposition.bleeding import BACK_BLEED, Bleed, extent_of
from pnp.imposition.cuts import (
    FAR,
    Edge,
    Line,
    band_edges,
    can_be_straight,
    outlines,
    straight_cuts,
)
from pnp.imposition.filling import BETWEEN, Band, Sheet, filled, opposite_corners
from pnp.imposition.layouts import arrange, largest_size
from pnp.imposition.options import Job, SheetOptions
from pnp.imposition.papers import Paper, common, inset, tick_zone
from pnp.pieces import Cutout, Placement, Trim
from pnp.scene.geometry import Box, Point

# The values of `cuts` with which lines run right across the sheet, if the layout has such lines.
STRAIGHT_CUTS = ("auto", "lines", "crop")


# Millimetres: how far lines run on beyond the outermost pieces, and the room for numbers past the
# ticks, where the paper has it.
LINE_END, PAST_LINES = 2.6, 2.0


class SheetStats(NamedTuple):
    """The use that a layout makes of a paper; the numbers are those of the fullest sheet.

    `share` is the share of the paper that pieces cover, `sheets` the number of sheets with fronts.
    """

    per_page: int
    sheets: int
    cuts: int
    share: float


class BandCuts(NamedTuple):
    """The cuts of a band: straight lines, or else edges and pieces with free outlines."""

    lines: tuple[Line, ...] = ()
    edges: tuple[Edge, ...] = ()
    free: tuple[Placement, ...] = ()

    @property
    def number(self) -> int:
        return len(self.lines) + len(self.edges) + len(self.free)


@dataclass(frozen=True)
class Plan:
    """The pieces of a job on their sheets.

    `box` is where pieces may lie, `bleed` their bleed, `gap` the distance between neighbours. A plan
    with a `fold` has the backs on the same page as the fronts.
    """

    job: Job
    layout: str
    paper: Paper
    options: SheetOptions
    box: Box
    bleed: Bleed
    gap: float
    backed: bool
    fold: Fold | None
    sheets: tuple[Sheet, ...]

    @property
    def straight(self) -> bool:
        """Whether lines right across cut all pieces."""
        return all(self.is_straight(band.trim) for sheet in self.sheets for band in sheet)

    def is_straight(self, trim: Trim) -> bool:
        return can_be_straight(trim, self.layout) and self.options.cuts in STRAIGHT_CUTS

    @property
    def stats(self) -> SheetStats:
        sheet = max(self.sheets, key=lambda sheet: sum(len(band.placed) for band in sheet))
        pieces = [cutout for band in sheet for cutout, _ in band.placed]
        area = sum(cutout.trim.area for cutout in pieces)
        cuts = sum(self.cuts(band, sheet).number for band in sheet)
        share = area / (self.paper.width * self.paper.height)
        return SheetStats(len(pieces), len(self.sheets), cuts, share)

    def cuts(self, band: Band, sheet: Sheet) -> BandCuts:
        """The cuts of a band: straight lines if possible, or the outlines of its pieces."""
        if self.job.whole:
            return BandCuts()
        edges = band_edges(band)
        if self.is_straight(band.trim):
            # Crop marks stand at the edges of the sheet; other lines end where no piece follows.
            beyond = FAR if self.options.cuts == "crop" else LINE_END
            lines = straight_cuts(edges, self._zone(band, sheet), beyond=beyond)
            return BandCuts(lines=tuple(lines))
        free = tuple(each for each in band.placed if each.cutout.trim.is_free)
        return BandCuts(edges=tuple(outlines(edges)), free=free)

    def extent(self, sheet: Sheet) -> Box:
        """The box round the pieces of a sheet and their bleed."""
        pieces = extent_of_pieces([each for band in sheet for each in band.placed])
        return inset(pieces, -self.bleed.reach)

    def zone(self, sheet: Sheet) -> Box:
        """Where the marks of a sheet may be."""
        around = inset(self.extent(sheet), -PAST_LINES)
        zone = common(tick_zone(around, self.paper), tick_zone(self.box, self.paper))
        if self.fold is None:
            return zone
        # Only fronts have marks: they end before the fold.
        half = inset(self.fold.fronts, -BETWEEN / 2)
        return zone._replace(
            width=min(zone.right, half.right) - zone.x,
            height=min(zone.bottom, half.bottom) - zone.y,
        )

    def _zone(self, band: Band, sheet: Sheet) -> Box:
        """Where the lines of a band may run: right across the sheet, if it has no other band."""
        zone = self.zone(sheet)
        if len(sheet) == 1:
            return zone
        area = extent_of_pieces(band.placed)
        above, below = area.y - BETWEEN / 2, area.bottom + BETWEEN / 2
        top, bottom = max(zone.y, above), min(zone.bottom, below)
        return zone._replace(y=top, height=bottom - top)


def corners_of(placement: Placement) -> tuple[Point, ...]:
    """The corners of a piece on the page, or of the box round a round piece."""
    cutout, (at, turn) = placement
    corners = cutout.trim.corners(turn) or cutout.trim.box(turn).corners
    return tuple(at + corner for corner in corners)


def plan(
    job: Job, layout: str, paper: Paper, options: SheetOptions, *, within: Box | None = None
) -> Plan:
    """The plan for a job, perhaps *within* a part of the paper.

    Raises DoesNotFit if a piece or its bleed has no room.
    """
    bleed = job.bleed if options.bleed is None else options.bleed
    has_backs = any(cutout.back is not None for cutout, _ in job.pieces)
    backed = options.duplex != "none" and (has_backs or options.plain_backs)
    folded = backed and options.duplex == "gutterfold"
    filler = _Filler(job, layout, paper, bleed, backed=backed, halves=folded)

    def planned(box: Box) -> Plan:
        box = common(box, within) if within is not None else box
        room = inset(box, bleed.reach)
        if job.tight and bleed.kind == "shared":
            # Cards take all of their box: only their bleed goes beyond, as that of backs does.
            room = common(box, inset(paper.sheet, bleed.reach))
        fold, sheets = filler.folded(room) if folded else (None, filler.filled(room))
        gap = filler.gap
        return Plan(job, layout, paper, options, box, bleed, gap, backed, fold, tuple(sheets))

    if not job.tight:
        return planned(paper.content)
    # A few cards leave room for a title and for numbers.
    tight = planned(paper.tight)
    with suppress(DoesNotFit):
        loose = planned(paper.wide)
        return loose if len(loose.sheets) == len(tight.sheets) else tight
    return tight


# The choice of a layout


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

    def possible(layout: str) -> SheetStats | None:
        try:
            return plan(job, layout, paper, options).stats
        except DoesNotFit:
            return None

    straight, honeycomb = possible("straight"), possible("honeycomb")
    if straight is None:
        # A layout in which neighbours share a corner or an edge has no room for the bleed.
        if possible("spaced") is None:
            return LayoutChoice("straight", "")
        return LayoutChoice("spaced", "no other layout has room for the bleed")
    if honeycomb is None:
        return LayoutChoice("straight", "a honeycomb has no room for the bleed")
    if honeycomb.sheets < straight.sheets:
        reason = f"the straight layout would take {straight.sheets} sheets"
        return LayoutChoice("honeycomb", reason)
    reason = "as many sheets as a honeycomb"
    if honeycomb.sheets > straight.sheets:
        reason = f"a honeycomb would take {counted(honeycomb.sheets, 'sheet')}"
    if options.cuts in STRAIGHT_CUTS:
        cuts = counted(straight.cuts, "ruler cut")
        reason += f", and {cuts} a page instead of {honeycomb.cuts} edges"
    return LayoutChoice("straight", reason)


# Filling sheets, or halves of them


class _Filler:
    """Fills sheets, or halves of folded sheets; raises DoesNotFit if the layout has no room."""

    def __init__(
        self, job: Job, layout: str, paper: Paper, bleed: Bleed, *, backed: bool, halves: bool
    ) -> None:
        self._job = job
        self._layout = layout
        self._paper = paper
        self._bleed = bleed
        self._backed = backed
        self._halves = halves
        # The first piece of each trim.
        self._trims = {cutout.trim: cutout for cutout, _ in reversed(job.pieces)}
        self.gap = self._gap_for_bleed()

    def _gap_for_bleed(self) -> float:
        """The distance between neighbours; raises DoesNotFit if the bleed has no room."""
        full = self._bleed.size if self._bleed.kind == "full" else 0.0
        for trim in self._trims:
            if full and not trim.is_round:
                self._check_full_bleed(trim, full)
        scissors = self._layout == "spaced" or any(trim.is_round for trim in self._trims)
        # Backs of several inks: each has the whole of its bleed before its neighbour's begins.
        own_backs = any(cutout.back is not None for cutout, _ in self._job.pieces)
        least = 2 * BACK_BLEED.size if own_backs and self._backed else 0.0
        return max(2 * full, max(self._job.gap, least) if scissors else 0.0)

    def _check_full_bleed(self, trim: Trim, full: float) -> None:
        if self._layout == "honeycomb":
            raise DoesNotFit(
                f"{self._paper.title}: a honeycomb layout has no room for a bleed of"
                f" {plain_length(full)} all round, because its pieces share their edges; write"
                " --layout straight, --layout spaced or --bleed shared"
            )
        # The waste triangles between straight-cut hexagons have room for a sixth of a hexagon.
        most = trim.width / 6
        if self._layout == "straight" and trim.shape == "hexagon" and full > most + 1e-9:
            raise DoesNotFit(
                f"{self._paper.title}: a straight layout of hexagons of {plain_length(trim.width)}"
                f" has room for a bleed of up to {number(int(most * 100) / 100)} mm, not of"
                f" {plain_length(full)}; write --layout spaced or a smaller --bleed-size"
            )

    def filled(self, box: Box) -> list[Sheet]:
        self._check_room(box)
        by_group = self._job.by_group
        return filled(self._job.pieces, self._layout, box, gap=self.gap, by_group=by_group)

    def folded(self, box: Box) -> tuple[Fold, list[Sheet]]:
        """The fold that takes fewer sheets, and the sheets."""
        best: tuple[Fold, list[Sheet]] | None = None
        for fold in folds(self._paper, box):
            try:
                sheets = self.filled(fold.fronts)
            except DoesNotFit as error:
                refused = error
                continue
            if best is None or len(sheets) < len(best[1]):
                best = (fold, sheets)
        if best is None:
            raise refused
        return best

    def _check_room(self, box: Box) -> None:
        """Raises DoesNotFit, with the size that would fit, if a piece is too large."""
        if box.width <= 0 or box.height <= 0:
            raise DoesNotFit(
                f"{self._paper.title}: a bleed of {plain_length(self._bleed.reach)} leaves no room"
                " for pieces"
            )
        for trim, cutout in self._trims.items():
            try:
                arrange(trim, self._layout, box, gap=self.gap)
            except DoesNotFit:
                raise DoesNotFit(self._too_large(trim, cutout, box), cutout.place) from None

    def _too_large(self, trim: Trim, cutout: Cutout, box: Box) -> str:
        largest = largest_size(trim, self._layout, box, gap=self.gap)
        most = f"{largest}"
        if trim.shape == "rectangle":
            most += f" x {number(int(trim.height * largest / trim.width))}"
        fitting = f"pieces of up to {most} mm" if largest else "no piece at all"
        paper = f"half of {self._paper.title}" if self._halves else self._paper.title
        return (
            f"{cutout.id} of {_size(cutout.box)} does not fit: {paper} has room for"
            f" {_size(box)}, and holds {fitting} in the {self._layout} layout"
        )


def _size(box: Box) -> str:
    return f"{plain_length(box.width)} x {plain_length(box.height)}"


def extent_of_pieces(placed: Sequence[Placement]) -> Box:
    """The box round all pieces on a page."""
    return extent_of([opposite_corners(each) for each in placed])
