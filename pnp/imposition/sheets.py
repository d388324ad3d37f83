"""Sheets: pieces on pages, front and back, with cuts, a title and a ruler."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import number, plain_length
from pnp.basics.words import counted
from pnp.colour.theme import Theme
from pnp.definition import Definition
from pnp.draw.backs import plain_back
from pnp.draw.colours import colouring_key
from pnp.draw.symbols import box as box_path
from pnp.imposition.backs import Fold, Mirror, folds, turned_over, turning
from pnp.imposition.bleeding import BACK_BLEED, NO_BLEED, Bleed, bleed_areas, extent_of
from pnp.imposition.cutouts import Cutout, Face, Laid
from pnp.imposition.cuts import (
    CUT_CONTOUR,
    Edge,
    Line,
    band_edges,
    can_be_straight,
    circles,
    corner_marks,
    numerals,
    outlines,
    registration_marks,
    straight_cuts,
    ticks,
)
from pnp.imposition.filling import BETWEEN, Band, Sheet, filled
from pnp.imposition.furniture import has_header, header, margin_note, ruler
from pnp.imposition.layouts import GAP, arrange, largest_size
from pnp.imposition.papers import Paper, common, inset, tick_zone
from pnp.imposition.trims import Trim
from pnp.scene import Clip, Item, Layer, Page, Placed, Shape, Stroke, Text
from pnp.scene.geometry import ORIGIN, Box, Path, Point, polygon, segment
from pnp.tiles.proportions import BORDER_WIDTH

# The ways to cut in which lines run right across the sheet, if the layout has such lines.
_STRAIGHT = ("auto", "lines", "crop")


@dataclass(frozen=True)
class Ticket:
    """How sheets are to be made, beyond what is on them.

    `cuts` is one of CUTS, `duplex` one of DUPLEX. Without a `bleed` each kind of piece has what it
    needs. `plain_backs` gives a patterned back to pieces that have none. `back_offset` moves all
    backs, in millimetres to the right and down as one looks at them.
    """

    cuts: str = "auto"
    bleed: Bleed | None = None
    duplex: str = "long-edge"
    plain_backs: bool = False
    back_offset: Point = ORIGIN


@dataclass(frozen=True)
class Job:
    """What is to be laid out: pieces with their numbers of copies, and what is said of them.

    `name` is what they are in titles, `told` what the sheets say. `tight` sheets hold three by three
    poker cards: they use the whole width that printers reach, and have their title in the margin.
    `gap` is what pieces need between them where they do not share their edges. `by_group` begins a
    row for each group of pieces.
    """

    definition: Definition
    name: str
    told: str
    pieces: Sequence[tuple[Cutout, int]]
    tight: bool = False
    bleed: Bleed = NO_BLEED
    gap: float = GAP
    by_group: bool = False


class Yield(NamedTuple):
    """What a layout makes of a paper; the numbers are those of the fullest sheet.

    `share` is how much of the paper the pieces cover, `sheets` the sheets of fronts.
    """

    per_page: int
    sheets: int
    cuts: int
    share: float


@dataclass(frozen=True)
class Sheets:
    """The pages of a job in one layout on one paper.

    Where it is `backed` each page is followed by its backs; where it is `folded` these are on the same
    page. `straight` sheets are cut along lines right across, which have numbers where it is `numbered`.
    `why` says why the layout was chosen.
    """

    job: Job
    layout: str
    paper: Paper
    pages: tuple[Page, ...]
    yields: Yield
    straight: bool = False
    numbered: bool = False
    backed: bool = False
    folded: bool = False
    why: str = ""


def make_sheets(job: Job, layout: str, paper: Paper, ticket: Ticket, theme: Theme) -> Sheets:
    """The sheets of a job; raises DoesNotFit where a piece, or its bleed, has no room."""
    return _Imposition(job, layout, paper, ticket, theme).sheets()


class _Imposition:
    """One job on one paper in one layout."""

    def __init__(self, job: Job, layout: str, paper: Paper, ticket: Ticket, theme: Theme) -> None:
        self._job = job
        self._layout = layout
        self._paper = paper
        self._ticket = ticket
        self._theme = theme
        self._bleed = job.bleed if ticket.bleed is None else ticket.bleed
        has_backs = any(piece.back is not None for piece, _ in job.pieces)
        self._backed = ticket.duplex != "none" and (has_backs or ticket.plain_backs)
        self._plain = cache(self._plain_face)
        # Where pieces may lie with their bleed, and without it.
        self._pieces = paper.tight if job.tight else paper.content
        self._box = inset(self._pieces, self._bleed.reach)

    @cached_property
    def _plan(self) -> tuple[Fold | None, list[Sheet]]:
        """How the sheets are folded, if they are, and what is on each."""
        if self._backed and self._ticket.duplex == "gutterfold":
            return self._folded()
        self._check_room(self._box)
        return None, self._filled(self._box)

    @cached_property
    def _trims(self) -> dict[Trim, Cutout]:
        """The first piece of each trim."""
        return {piece.trim: piece for piece, _ in reversed(self._job.pieces)}

    def planned(self) -> Yield:
        """What the layout makes of the paper; raises DoesNotFit."""
        _, filling = self._plan
        fullest = max(filling, key=lambda sheet: sum(len(band.laid) for band in sheet))
        return self._yield(fullest, len(filling))

    def sheets(self) -> Sheets:
        fold, filling = self._plan
        straight = all(self._is_straight(band.trim) for sheet in filling for band in sheet)
        marks = [self._marks(sheet) for sheet in filling]
        pages = [
            page
            for place, (sheet, marked) in enumerate(zip(filling, marks, strict=True), 1)
            for page in self._pages(sheet, marked, f"sheet {place} of {len(filling)}", fold)
        ]
        return Sheets(
            self._job,
            self._layout,
            self._paper,
            tuple(pages),
            self.planned(),
            straight=straight,
            numbered=straight and all(marked.numbers for marked in marks),
            backed=self._backed and fold is None,
            folded=fold is not None,
        )

    @cached_property
    def _gap(self) -> float:
        """Between neighbours; raises DoesNotFit where the layout has no room for the bleed."""
        bleed, layout = self._bleed, self._layout
        full = bleed.size if bleed.kind == "full" else 0.0
        for trim in self._trims:
            if trim.is_round or not full:
                continue
            if layout == "honeycomb":
                raise DoesNotFit(
                    f"{self._paper.title}: a bleed of {plain_length(full)} all round has no room in"
                    " the honeycomb layout, where pieces share their edges; the straight and the"
                    " spaced layout have room for it, or write --bleed shared"
                )
            # A waste triangle between straight-cut hexagons is as deep as three bleeds.
            most = trim.width / 6
            if layout == "straight" and trim.shape == "hexagon" and full > most + 1e-9:
                raise DoesNotFit(
                    f"{self._paper.title}: a bleed of {plain_length(full)} is larger than the"
                    f" straight layout of hexagons of {plain_length(trim.width)} allows: up to"
                    f" {number(int(most * 100) / 100)} mm; the spaced layout has room for more"
                )
        scissors = layout == "spaced" or any(trim.is_round for trim in self._trims)
        return max(2 * full, self._job.gap if scissors else 0.0)

    def _check_room(self, box: Box) -> None:
        """Raises DoesNotFit, with what would fit, where one of a kind of piece is too large."""
        if box.width <= 0 or box.height <= 0:
            raise DoesNotFit(
                f"{self._paper.title}: a bleed of {plain_length(self._bleed.reach)} leaves no room"
                " for pieces"
            )
        for trim, piece in self._trims.items():
            try:
                arrange(trim, self._layout, box, gap=self._gap)
            except DoesNotFit:
                raise DoesNotFit(self._too_large(trim, piece, box)) from None

    def _too_large(self, trim: Trim, piece: Cutout, box: Box) -> str:
        """Which piece has no room, where that is written, and what would fit."""
        largest = largest_size(trim, self._layout, box, gap=self._gap)
        most = f"{largest}"
        if trim.shape == "rectangle":
            most += f" x {number(int(trim.height * largest / trim.width))}"
        would_fit = f"pieces of up to {most} mm" if largest else "no piece at all"
        place = "" if piece.place is None else f"{piece.place}: error size: "
        folded = self._backed and self._ticket.duplex == "gutterfold"
        paper = f"half of {self._paper.title}" if folded else self._paper.title
        size = f"{plain_length(piece.box.width)} x {plain_length(piece.box.height)}"
        room = f"{plain_length(box.width)} x {plain_length(box.height)}"
        return (
            f"{place}{piece.id} of {size} does not fit: {paper} has room for {room}, and holds"
            f" {would_fit} in the {self._layout} layout"
        )

    def _filled(self, box: Box) -> list[Sheet]:
        return filled(
            self._job.pieces, self._layout, box, gap=self._gap, by_group=self._job.by_group
        )

    def _folded(self) -> tuple[Fold, list[Sheet]]:
        """The better way to fold the sheets: the one that takes fewer of them."""
        best: tuple[Fold, list[Sheet]] | None = None
        for fold in folds(self._paper, self._box):
            try:
                self._check_room(fold.fronts)
            except DoesNotFit as error:
                refused = error
                continue
            filling = self._filled(fold.fronts)
            if best is None or len(filling) < len(best[1]):
                best = (fold, filling)
        if best is None:
            raise refused
        return best

    def _yield(self, sheet: Sheet, sheets: int) -> Yield:
        pieces = [piece for band in sheet for piece, _ in band.laid]
        area = sum(piece.trim.area for piece in pieces)
        cuts = sum(self._cuts_of(band, sheet).number for band in sheet)
        return Yield(len(pieces), sheets, cuts, area / (self._paper.width * self._paper.height))

    def _pages(self, sheet: Sheet, marks: _Marks, which: str, fold: Fold | None) -> Iterator[Page]:
        laid = [each for band in sheet for each in band.laid]
        art, bleed, areas = self._front(laid)
        layers: dict[Layer, tuple[Item, ...]] = {
            Layer.BLEED: bleed,
            Layer.ART: art,
            Layer.CUT: marks.cuts,
            Layer.GUIDE: (*marks.guides, *marks.numbers, *self._furniture(which, fold)),
        }
        trims = extent_of([_corners(each) for each in laid])
        reached = extent_of(areas) if areas else trims
        if fold is not None:
            back_art, back_bleed, turned = self._back(
                laid, fold.mirror, fold.mirror.box(fold.fronts)
            )
            trims = extent_of([_corners(each) for each in (*laid, *turned)])
            reached = inset(trims, -BACK_BLEED.size)
            layers[Layer.BLEED] += back_bleed
            layers[Layer.ART] += back_art
            layers[Layer.FOLD] = (self._fold_line(fold),)
        title = f"{self._job.definition.title}: {self._job.name}, {which}"
        yield self._page(layers, title, trims, reached, len(laid))
        if self._backed and fold is None:
            yield self._back_page(laid, title, which)

    def _page(
        self, layers: dict[Layer, tuple[Item, ...]], title: str, trim: Box, bleed: Box, pieces: int
    ) -> Page:
        width, height = self._paper.width, self._paper.height
        whole = Box(0, 0, width, height)
        boxes = (common(trim, whole), common(bleed, whole))
        return Page(
            width, height, layers, title=title, pieces=pieces, trim=boxes[0], bleed=boxes[1]
        )

    def _front(
        self, laid: Sequence[Laid]
    ) -> tuple[tuple[Item, ...], tuple[Item, ...], list[tuple[Point, ...]]]:
        """The art of the fronts, their bleed, and the polygons that it fills."""
        art = tuple(piece.front.art_at(spot) for piece, spot in laid)
        reach = self._bleed.reach
        if not reach:
            return art, (), []
        areas = bleed_areas(laid, reach, self._paper.sheet)
        return art, tuple(_bled(laid, areas, lambda piece: piece.front, reach)), areas

    def _back(
        self, laid: Sequence[Laid], mirror: Mirror, bounds: Box | None = None
    ) -> tuple[tuple[Item, ...], tuple[Item, ...], list[Laid]]:
        """The art of the backs, their bleed, and where they lie."""
        offset = self._ticket.back_offset if bounds is None else ORIGIN
        turned = turned_over(laid, mirror, offset)
        reach = max(BACK_BLEED.size, self._bleed.reach)
        # In a fold, bleed keeps clear of the other half.
        limits = self._paper.sheet if bounds is None else inset(bounds, -BACK_BLEED.size)
        areas = bleed_areas(turned, reach, limits)
        art = tuple(self._back_face(piece).art_at(spot) for piece, spot in turned)
        return art, tuple(_bled(turned, areas, self._back_face, reach)), turned

    def _back_page(self, laid: Sequence[Laid], title: str, which: str) -> Page:
        mirror = turning(self._paper, self._ticket.duplex)
        art, bleed, turned = self._back(laid, mirror)
        trims = extent_of([_corners(each) for each in turned])
        told = f"{self._job.told}, {which}, backs"
        # Bleed takes the room that a note in the margin could have.
        words = header(self._job.definition, told, self._pieces, self._paper, self._theme)
        layers: dict[Layer, tuple[Item, ...]] = {
            Layer.BLEED: bleed,
            Layer.ART: art,
            Layer.GUIDE: tuple(words),
        }
        reached = inset(trims, -BACK_BLEED.size)
        return self._page(layers, f"{title}, backs", trims, reached, 0)

    def _back_face(self, piece: Cutout) -> Face:
        return piece.back or self._plain(piece.trim)

    def _plain_face(self, trim: Trim) -> Face:
        """The patterned back of pieces that have none of their own."""
        theme = self._theme

        @cache
        def art(turn: float) -> Placed:
            return Placed(plain_back(trim.path(turn), trim.box(turn), theme), ORIGIN)

        @cache
        def bleed(turn: float, reach: float) -> Placed:
            # Sharp corners reach twice as far as the bleed is wide, at most.
            box = inset(trim.box(turn), -2 * reach)
            return Placed(plain_back(box_path(box), box, theme), ORIGIN)

        return Face(art, bleed)

    def _furniture(self, which: str, fold: Fold | None) -> Iterator[Item]:
        job, paper, theme = self._job, self._paper, self._theme
        told = f"{job.told}, {which}"
        if fold is not None:
            words: tuple[str, ...] = ("fold along the dashed line and glue, then cut", paper.title)
        elif self._backed:
            words = (f"{paper.title}, {self._layout}", "backs on the next page")
        else:
            words = (f"{paper.title}, {self._layout}",)
        notes = [key for key in (colouring_key(job.definition, theme),) if key]
        if not has_header(self._pieces, paper):
            notes.insert(0, "; ".join((f"{job.definition.title}: {told}", *words)))
        for line, note in enumerate(notes):
            yield from margin_note(note, self._pieces, paper, theme, line=line)
        yield from header(job.definition, told, self._pieces, paper, theme)
        yield from ruler(words, self._pieces, paper, theme)

    def _fold_line(self, fold: Fold) -> Shape:
        reach, at = self._paper.printable, fold.mirror.at
        path = (
            segment(Point(at, reach.y), Point(at, reach.bottom))
            if fold.mirror.line == "upright"
            else segment(Point(reach.x, at), Point(reach.right, at))
        )
        return Shape(path, stroke=Stroke(0.3, self._theme.guide, dash=(3.0, 2.0)))

    def _is_straight(self, trim: Trim) -> bool:
        return can_be_straight(trim, self._layout) and self._ticket.cuts in _STRAIGHT

    def _cuts_of(self, band: Band, sheet: Sheet) -> _Cuts:
        """The cuts of a band: straight lines if it can be, or the outlines of its pieces."""
        edges = band_edges(band)
        if self._is_straight(band.trim):
            return _Cuts(lines=tuple(straight_cuts(edges, self._zone(band, sheet))))
        round_ones = tuple(each for each in band.laid if each.piece.trim.is_round)
        return _Cuts(edges=tuple(outlines(edges)), circles=round_ones)

    def _zone(self, band: Band, sheet: Sheet) -> Box:
        """Where the lines of a band may run: all across the sheet, if it has no other band."""
        zone = tick_zone(self._pieces, self._paper)
        fold, _ = self._plan
        if fold is not None:
            # Marks are on fronts only: they end before the fold.
            half = inset(fold.fronts, -BETWEEN / 2)
            zone = zone._replace(
                width=min(zone.right, half.right) - zone.x,
                height=min(zone.bottom, half.bottom) - zone.y,
            )
        if len(sheet) == 1:
            return zone
        area = extent_of([_corners(each) for each in band.laid])
        above, below = area.y - BETWEEN / 2, area.bottom + BETWEEN / 2
        top, bottom = max(zone.y, above), min(zone.bottom, below)
        return zone._replace(y=top, height=bottom - top)

    def _marks(self, sheet: Sheet) -> _Marks:
        style, theme = self._ticket.cuts, self._theme
        if style == "none":
            return _Marks()
        fold, _ = self._plan
        box = self._pieces if fold is None else fold.fronts
        lines: list[Line] = []
        edges: list[Edge] = []
        for band in sheet:
            cuts = self._cuts_of(band, sheet)
            # From band to band the numbers go on.
            before = len(lines)
            lines += [line._replace(number=before + line.number) for line in cuts.lines]
            edges += cuts.edges
        if style == "crop":
            edges = [*corner_marks(sheet, self._bleed.reach), *ticks(lines, box)]
        else:
            edges += ((line.start, line.end) for line in lines)
        path = tuple(part for edge in edges for part in segment(*edge))
        path += tuple(part for band in sheet for part in circles(band))
        if style == "machine":
            return self._machine(sheet, path, box)
        found = numerals(lines, box, tick_zone(self._pieces, self._paper))
        numbers = tuple(Text(text, at, size, theme.guide) for text, at, size in found)
        return _Marks((Shape(path, stroke=Stroke(BORDER_WIDTH, theme.cut)),), numbers)

    def _machine(self, sheet: Sheet, path: Path, box: Box) -> _Marks:
        """Closed outlines where pieces stand by themselves, in an ink that machines know."""
        if self._gap:
            path = tuple(
                part
                for band in sheet
                for each in band.laid
                if not each.piece.trim.is_round
                for part in polygon(_corners(each))
            )
            path += tuple(part for band in sheet for part in circles(band))
        contour = Shape(path, stroke=Stroke(BORDER_WIDTH, "#EC008C", spot=CUT_CONTOUR))
        targets = registration_marks(box, self._paper.printable)
        return _Marks((contour,), guides=(Shape(targets, stroke=Stroke(0.2, "#000000")),))


class _Marks(NamedTuple):
    """What is drawn to cut along, the numbers of the cuts, and what a machine finds the sheet by."""

    cuts: tuple[Item, ...] = ()
    numbers: tuple[Text, ...] = ()
    guides: tuple[Item, ...] = ()


class _Cuts(NamedTuple):
    """Straight lines, or else edges and round pieces."""

    lines: tuple[Line, ...] = ()
    edges: tuple[Edge, ...] = ()
    circles: tuple[Laid, ...] = ()

    @property
    def number(self) -> int:
        return len(self.lines) + len(self.edges) + len(self.circles)


def _corners(laid: Laid) -> tuple[Point, ...]:
    """The corners of a piece on the page; of a round one, those of the box round it."""
    piece, (at, turn) = laid
    corners = piece.trim.corners(turn) or piece.trim.box(turn).corners
    return tuple(at + corner for corner in corners)


def _bled(
    laid: Sequence[Laid],
    areas: Sequence[tuple[Point, ...]],
    face: Callable[[Cutout], Face],
    reach: float,
) -> Iterator[Clip]:
    """What bleeds out of each piece, inside its polygon."""
    for (piece, spot), area in zip(laid, areas, strict=True):
        placed = face(piece).bleed_at(spot, reach)
        if placed is not None and area:
            yield Clip(polygon(area), (placed,))


class Choice(NamedTuple):
    """A layout and why it was chosen."""

    layout: str
    why: str


def choose_layout(job: Job, paper: Paper, ticket: Ticket, theme: Theme) -> Choice:
    """The layout that `auto` means: straight, unless another takes fewer sheets.

    Of two layouts with as many sheets the straight one is cut faster. Raises DoesNotFit where a
    piece has no room in any layout.
    """
    trim = job.pieces[0][0].trim
    if trim.shape != "hexagon":
        return Choice("straight", "pieces of this shape share their edges and are cut straight")
    if ticket.cuts == "lines":
        return Choice("straight", "lines right across the sheet need it")

    def planned(layout: str) -> Yield | None:
        try:
            return _Imposition(job, layout, paper, ticket, theme).planned()
        except DoesNotFit:
            return None

    straight, honeycomb = planned("straight"), planned("honeycomb")
    if straight is None and honeycomb is None:
        spaced = planned("spaced")
        why = "the bleed has room in no other layout"
        return Choice("straight", "") if spaced is None else Choice("spaced", why)
    if honeycomb is None:
        return Choice("straight", "the bleed has no room in a honeycomb")
    if straight is None:
        return Choice("honeycomb", "there is no room for the straight layout")
    if honeycomb.sheets < straight.sheets:
        told = counted(honeycomb.sheets, "sheet")
        return Choice("honeycomb", f"{told}, where straight cuts would take {straight.sheets}")
    told = counted(straight.cuts, "ruler cut")
    return Choice(
        "straight",
        f"no more sheets than a honeycomb, and {told} on each instead of {honeycomb.cuts} edges",
    )
