"""Planning: how the pieces of a job fill the sheets of a paper, in which layout, and where they are cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number, plain_length
from pnp.basics.words import counted
from pnp.imposition.backs import Fold, folds
from pnp.imposition.bleeding import BACK_BLEED, Bleed
from pnp.imposition.cuts import (
    FAR,
    TARGET_MARGIN,
    Edge,
    Line,
    contours,
    edges_where_they_lie,
    outlines,
    straight_cuts,
)
from pnp.imposition.options import Job, SheetOptions
from pnp.imposition.packing import (
    BETWEEN,
    Band,
    Sheet,
    SheetCost,
    arrange,
    box_round,
    cheapest,
    filled,
    largest_size,
)
from pnp.imposition.papers import Paper, common, inset, print_on_paper, tick_zone
from pnp.pieces import Cutout, Placement, Trim
from pnp.scene.geometry import Box, Path, bounding_box

# The values of `cuts` with which lines run right across the sheet, if the layout has such lines.
STRAIGHT_CUTS = ("auto", "lines", "crop")


# Millimetres: how far lines run on beyond the outermost pieces, and the room for numbers past the
# ticks, where the paper has it.
LINE_END, PAST_LINES = 2.6, 2.0


class SheetStats(NamedTuple):
    """The use that a layout makes of a paper.

    `per_page` and `cuts` are those of the fullest sheet, `sheets` is the number of sheets with fronts, and
    `share` the share of their paper that pieces cover.
    """

    per_page: int
    sheets: int
    cuts: int
    share: float


class BandCuts(NamedTuple):
    """The cuts of a band: straight lines, or else edges and pieces that share none; or paths for a machine."""

    lines: tuple[Line, ...] = ()
    edges: tuple[Edge, ...] = ()
    free: tuple[Placement, ...] = ()
    contours: tuple[Path, ...] = ()

    @property
    def number(self) -> int:
        return len(self.lines) + len(self.edges) + len(self.free) + len(self.contours)


@frozen
class Plan:
    """The pieces of a job on their sheets.

    `box` is where pieces may lie, `bleed` their bleed, `gap` the distance between neighbours. A plan
    with a `fold` has the backs on the same page as the fronts. `reason` is that for the layout, if pnp chose it.
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
    reason: str = ""

    @property
    def straight(self) -> bool:
        """Whether lines right across cut all pieces."""
        return all(self.is_straight(band.trim) for sheet in self.sheets for band in sheet)

    def is_straight(self, trim: Trim) -> bool:
        return trim.has_straight_cuts(self.layout) and self.options.cuts in STRAIGHT_CUTS

    @cached_property
    def stats(self) -> SheetStats:
        sheet = max(self.sheets, key=lambda sheet: sum(len(band.placed) for band in sheet))
        number = sum(len(band.placed) for band in sheet)
        cuts = sum(self.cuts(band, sheet).number for band in sheet)
        bands = (band for each in self.sheets for band in each)
        areas = (cutout.trim.area for band in bands for cutout, _ in band.placed)
        share = sum(areas) / (self.paper.width * self.paper.height * len(self.sheets))
        return SheetStats(number, len(self.sheets), cuts, share)

    def cuts(self, band: Band, sheet: Sheet) -> BandCuts:
        """The cuts of a band: straight lines if possible, or the outlines of its pieces."""
        if self.job.whole:
            return BandCuts()
        if self.options.cuts == "machine":
            return BandCuts(contours=tuple(contours(band.placed)))
        free: list[Placement] = []
        angular: list[Placement] = []
        for each in band.placed:
            # Where there is a gap no edges are shared, and an outline of its own is one cut.
            trim = each.cutout.trim
            is_one = trim.is_free if self.gap else trim.is_curved
            (free if is_one else angular).append(each)
        edges = edges_where_they_lie(angular)
        if self.is_straight(band.trim):
            # Crop marks stand at the edges of the sheet; other lines end where no piece follows.
            beyond = FAR if self.options.cuts == "crop" else LINE_END
            lines = straight_cuts(edges, self._zone(band, sheet), beyond=beyond)
            return BandCuts(lines=tuple(lines))
        return BandCuts(edges=tuple(outlines(edges)), free=tuple(free))

    def extent(self, sheet: Sheet) -> Box:
        """The box round the pieces of a sheet and their bleed."""
        pieces = box_round([each for band in sheet for each in band.placed])
        return inset(pieces, -self.bleed.reach)

    def zone(self, sheet: Sheet) -> Box:
        """Where the marks of a sheet may be."""
        extent = self.extent(sheet)
        # The bleed of cards goes beyond the box.
        box = bounding_box([*self.box.corners, *extent.corners])
        around = inset(extent, -PAST_LINES)
        # Nine cards leave marks no room but in the margin that some printers reach.
        reach = self.paper.sheet if self.job.tight else self.paper.printable
        zone = common(tick_zone(around, reach), tick_zone(box, reach))
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
        area = box_round(band.placed)
        above, below = area.y - BETWEEN / 2, area.bottom + BETWEEN / 2
        top, bottom = max(zone.y, above), min(zone.bottom, below)
        return zone._replace(y=top, height=bottom - top)


def plan(
    job: Job, layout: str, paper: Paper, options: SheetOptions, *, within: Box | None = None
) -> Plan:
    """The cheapest plan for a job in a layout or in `auto`, perhaps *within* a part of the paper.

    Raises DoesNotFit if a piece or its bleed has no room.
    """
    if layout == "auto":
        return _chosen(job, paper, options)
    bleed = job.bleed if options.bleed is None else options.bleed
    own_backs = any(cutout.back is not None for cutout, _ in job.pieces)
    backed = options.duplex != "none" and (own_backs or options.plain_backs)
    folded = backed and options.duplex == "gutterfold"
    # The first piece of each trim.
    trims = {cutout.trim: cutout for cutout, _ in reversed(job.pieces)}
    gap = _gap_for_bleed(trims, layout, paper, bleed)
    if layout == "spaced" or any(trim.is_round for trim in trims):
        # Backs of several inks: each has the whole of its bleed before its neighbour's begins.
        gap = max(gap, job.gap, 2 * BACK_BLEED.size if own_backs and backed else 0.0)
    # A few cards leave room for a title and for numbers.
    boxes = (paper.wide, paper.tight) if job.tight else (paper.content,)
    ways: list[tuple[SheetCost, Plan]] = []
    for whole, cost in _boxes(boxes, paper, targets=options.cuts == "machine" and not job.whole):
        box = common(whole, within or whole)
        room = inset(box, bleed.reach)
        if job.tight and bleed.kind == "shared":
            # Cards take all of their box: only their bleed goes beyond, as that of backs does.
            room = common(box, inset(paper.sheet, bleed.reach))
        for fold in folds(paper, room) if folded else (None,):
            area = room if fold is None else fold.fronts
            try:
                # On a part of a sheet no other paper helps.
                tight = None if folded or within else job.tight
                _check_room(trims, layout, paper, bleed, area, gap=gap, halved=folded, tight=tight)
                sheets = filled(
                    job.pieces,
                    layout,
                    area,
                    gap=gap,
                    by_group=job.by_group,
                    may_touch=job.may_touch and layout == "spaced" and bleed.kind != "full",
                )
            except DoesNotFit as error:
                refused = error
                continue
            planned = Plan(
                job, layout, paper, options, box, bleed, gap, backed, fold, tuple(sheets)
            )
            ways.append((cost._replace(sheets=len(sheets)), planned))
    if not ways:
        raise refused
    return cheapest(ways)


def _boxes(boxes: Sequence[Box], paper: Paper, *, targets: bool) -> Iterator[tuple[Box, SheetCost]]:
    """The boxes, of which later ones have no room for a title, and with *targets* first those that leave room for them."""
    if targets and not paper.wanted:
        reach = Box(TARGET_MARGIN, 0, paper.width - 2 * TARGET_MARGIN, paper.height)
        for untitled, each in enumerate(boxes):
            yield common(each, reach), SheetCost(untitled=bool(untitled))
    for untitled, each in enumerate(boxes):
        yield each, SheetCost(untargeted=targets, untitled=bool(untitled))


def _chosen(job: Job, paper: Paper, options: SheetOptions) -> Plan:
    """The plan in the layout that `auto` means: straight, unless another takes fewer sheets."""

    def made(layout: str, reason: str = "") -> Plan:
        return replace(plan(job, layout, paper, options), reason=reason)

    trim = job.pieces[0][0].trim
    if not trim.facts.waste:
        if trim.nests:
            return made("straight", "outlines of their own lie as dense as they go")
        return made("straight", f"{trim.shape}s take the least paper in straight rows")
    if options.cuts == "lines":
        return made("straight", "only this layout has lines right across the sheet")
    plans: dict[str, Plan] = {}
    for layout in ("straight", "honeycomb"):
        with suppress(DoesNotFit):
            plans[layout] = made(layout)
    if "straight" not in plans:
        # A layout in which neighbours share a corner or an edge has no room for the bleed.
        with suppress(DoesNotFit):
            return made("spaced", "no other layout has room for the bleed")
        return made("straight")
    straight, honeycomb = plans["straight"], plans.get("honeycomb")
    if honeycomb is None:
        return replace(straight, reason="a honeycomb has no room for the bleed")
    one, other = straight.stats, honeycomb.stats
    ways = (
        (SheetCost(sheets=one.sheets), straight),
        (SheetCost(sheets=other.sheets, edges=True), honeycomb),
    )
    if cheapest(ways) is honeycomb:
        return replace(honeycomb, reason=f"the straight layout would take {one.sheets} sheets")
    reason = "as many sheets as a honeycomb"
    if other.sheets > one.sheets:
        reason = f"a honeycomb would take {counted(other.sheets, 'sheet')}"
    if options.cuts in STRAIGHT_CUTS:
        reason += f", and {counted(one.cuts, 'ruler cut')} a page instead of {other.cuts} edges"
    return replace(straight, reason=reason)


# Room for pieces and their bleed


def _gap_for_bleed(trims: Iterable[Trim], layout: str, paper: Paper, bleed: Bleed) -> float:
    """The distance between neighbours that their bleed needs; raises DoesNotFit if it has no room."""
    full = bleed.size if bleed.kind == "full" else 0.0
    for trim in trims if full else ():
        if trim.is_round:
            continue
        if layout == "honeycomb":
            raise DoesNotFit(
                f"{paper.title}: a honeycomb layout has no room for a bleed of"
                f" {plain_length(full)} all round, because its pieces share their edges; write"
                " --layout straight, --layout spaced or --bleed shared"
            )
        most = trim.width * trim.facts.waste
        if layout == "straight" and most and full > most + 1e-9:
            raise DoesNotFit(
                f"{paper.title}: a straight layout of {trim.shape}s of {plain_length(trim.width)}"
                f" has room for a bleed of up to {number(int(most * 100) / 100)} mm, not of"
                f" {plain_length(full)}; write --layout spaced or a smaller --bleed-size"
            )
    return 2 * full


def _check_room(
    trims: Mapping[Trim, Cutout],
    layout: str,
    paper: Paper,
    bleed: Bleed,
    room: Box,
    *,
    gap: float,
    halved: bool,
    tight: bool | None,
) -> None:
    """Raises DoesNotFit, with the size and the paper that would fit, if a piece is too large.

    Pieces take the `tight` box of a paper or its content; None asks for no paper.
    """
    if room.width <= 0 or room.height <= 0:
        raise DoesNotFit(
            f"{paper.title}: a bleed of {plain_length(bleed.reach)} leaves no room for pieces"
        )
    for trim, cutout in trims.items():
        try:
            arrange(trim, layout, room, gap=gap, enough=1)
        except DoesNotFit:
            largest = largest_size(trim, layout, room)
            most = " x ".join(number(int(each)) for each in trim.scaled(largest).lengths)
            fitting = f"pieces of up to {most} mm" if largest else "no piece at all"
            where = f"half of {paper.title}" if halved else paper.title
            message = (
                f"{cutout.id} of {_size(cutout.box)} does not fit: {where} has room for"
                f" {_size(room)}, and holds {fitting} in the {layout} layout"
            )

            def has_room(larger: Paper, trim: Trim = trim) -> bool:
                inside = inset(larger.tight if tight else larger.content, bleed.reach)
                with suppress(DoesNotFit):
                    return bool(arrange(trim, layout, inside, gap=gap, enough=1).rows)
                return False

            if tight is not None and (advice := print_on_paper(has_room)):
                message += f"; {advice}"
            raise DoesNotFit(message, cutout.place) from None


def _size(box: Box) -> str:
    return f"{plain_length(box.width)} x {plain_length(box.height)}"
