"""Sheets: pieces on pages, front and back, with lines to cut along, their numbers, a title and a ruler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain, repeat

from pnp.basics import limits
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import InvalidDefinition
from pnp.colour.measures import mixed
from pnp.colour.theme import PAPER, Theme
from pnp.draw.colours import colouring_key
from pnp.draw.look.looks import plain_look
from pnp.imposition.backs import Fold, Mirror, turned_over, turning
from pnp.imposition.bleeding import BACK_BLEED, LAP, bleed_areas, extent_of
from pnp.imposition.cuts import (
    CUT_CONTOUR,
    Edge,
    Line,
    Numeral,
    corner_marks,
    hull_of,
    numerals,
    path_of,
    registration_marks,
    ticks,
)
from pnp.imposition.furniture import AIR, Bands, bands, folio, header, margin_note, ruler
from pnp.imposition.options import Job, SheetOptions
from pnp.imposition.packing import Sheet, SheetCost, box_round
from pnp.imposition.papers import Paper, common, inset
from pnp.imposition.planning import Plan, SheetStats, plan
from pnp.pieces import Cutout, Face, Placement, Pose, Trim, rigid
from pnp.pieces.faced import pattern_back
from pnp.scene import (
    Clip,
    Drawing,
    Item,
    Layer,
    LayerItems,
    Page,
    Placed,
    Shape,
    Stroke,
    Text,
    strings_of,
)
from pnp.scene.fineness import Fineness, simplified
from pnp.scene.geometry import ORIGIN, Box, Path, Point, bounding_box, polygon, rounded, segment
from pnp.tiles.proportions import BORDER_WIDTH

# Millimetres: letters of colours in the figures of cards are smaller, and nobody colours these figures.
_COLOURED = Fineness(1.5)

# Millimetres: the steps in which pieces become smaller to save a sheet.
_STEP = 0.5


class SheetPart(NamedTuple):
    """The pieces of one plan on a sheet, with their marks."""

    plan: Plan
    sheet: Sheet
    marks: SheetMarks

    @property
    def fronts(self) -> list[Placement]:
        return [each for band in self.sheet for each in band.placed]


@frozen
class Sheets:
    """The pages of a plan, and its part of each sheet.

    After each page of `backed` sheets come its backs; `folded` sheets have them on the same page.
    `reason` is the reason for the layout, or empty. `letters` are those of the colours on the pieces,
    if a person colours these.
    """

    plan: Plan
    parts: tuple[SheetPart, ...]
    pages: tuple[Page, ...]
    reason: str = ""
    letters: frozenset[str] = frozenset()

    @property
    def job(self) -> Job:
        return self.plan.job

    @property
    def layout(self) -> str:
        return self.plan.layout

    @property
    def paper(self) -> Paper:
        return self.plan.paper

    @property
    def options(self) -> SheetOptions:
        return self.plan.options

    @property
    def stats(self) -> SheetStats:
        return self.plan.stats

    @property
    def backed(self) -> bool:
        return self.plan.backed and not self.folded

    @property
    def folded(self) -> bool:
        return self.plan.fold is not None

    @property
    def straight(self) -> bool:
        """Whether lines right across cut all pieces."""
        return self.plan.straight

    @property
    def numbered(self) -> bool:
        """Whether these lines have numbers."""
        return self.straight and all(part.marks.numbers for part in self.parts)

    @property
    def targets(self) -> bool:
        """Whether all sheets have registration marks for a machine."""
        return all(part.marks.targets for part in self.parts)

    @property
    def contents(self) -> tuple[frozenset[str], ...]:
        """The ids of the pieces on each sheet."""
        return tuple(frozenset(cutout.id for cutout, _ in part.fronts) for part in self.parts)

    @property
    def cost(self) -> SheetCost:
        unnumbered = self.straight and not self.numbered
        sheets = self.stats.sheets
        return SheetCost(unnumbered=unnumbered, sheets=sheets, untitled=self.lacks_ruler)

    @property
    def is_one_over(self) -> bool:
        """Whether a single piece needs a sheet of its own."""
        return len(self.parts) > 1 and len(self.parts[-1].fronts) == 1

    @property
    def saving_size(self) -> Trim | None:
        """The size of the last piece, at most a tenth smaller, with which all pieces take a sheet less; None without one."""
        last = self.parts[-1].fronts[-1].cutout.trim
        for steps in range(1, int(last.width / 10 / _STEP) + 1) if last.contour is None else ():
            trim = last.scaled(last.width - steps * _STEP)
            pieces = [
                (replace(cutout, trim=trim) if cutout.trim == last else cutout, copies)
                for cutout, copies in self.job.pieces
            ]
            made = plan(replace(self.job, pieces=pieces), self.layout, self.paper, self.options)
            if len(made.sheets) < len(self.parts):
                return trim
        return None

    @property
    def lacks_targets(self) -> bool:
        """Whether a machine would find no targets, because the margins are too narrow."""
        return self.options.cuts == "machine" and not self.job.whole and not self.targets

    @property
    def first_size(self) -> str:
        """The size of the first piece in words."""
        return _first_size(self.job)

    @property
    def lacks_ruler(self) -> bool:
        """Whether a sheet has no room for a ruler."""
        fronts = self.pages[:: 2 if self.backed else 1]
        return not all(has_ruler(page) for page in fronts)


def has_ruler(page: Page) -> bool:
    """Whether a front has a foot below its pieces, where a ruler and an upright page number stand."""
    return page.folio is not None and not page.folio.angle


def make_sheets(job: Job, layout: str, paper: Paper, options: SheetOptions, theme: Theme) -> Sheets:
    """The sheets of a job; raises DoesNotFit if a piece or its bleed has no room.

    Raises InvalidDefinition if there are more sheets than a limit allows.
    """
    planned = plan(job, layout, paper, options)
    if len(planned.sheets) > limits.MOST_SHEETS:
        what = f"sheets of {paper.title} with {job.title or job.name}"
        start = job.definition.start
        raise InvalidDefinition(
            [limits.too_many(what, len(planned.sheets), limits.MOST_SHEETS, start)]
        )
    composer = SheetComposer(planned, theme)
    # Sheets on which the same outlines lie in the same places share their marks.
    marks = dict[object, SheetMarks]()
    parts = list[SheetPart]()
    for sheet in planned.sheets:
        where = tuple(
            (tuple(id(cutout.trim) for cutout in band.cutouts), band.poses) for band in sheet
        )
        if where not in marks:
            marks[where] = sheet_marks(planned, sheet, theme)
        parts.append(SheetPart(planned, sheet, marks[where]))
    words, total = job.definition.language, job.before + len(parts)
    often = words("print-copies", number=job.prints) if job.prints > 1 else ""
    pages = [
        page
        for number, part in enumerate(parts, job.before + 1)
        for page in composer.pages([part], often or words("sheet", number=number, total=total))
    ]
    return Sheets(planned, tuple(parts), tuple(pages), planned.reason, composer.letters)


def sheet_part(planned: Plan, sheet: Sheet, theme: Theme, *, done: int = 0) -> SheetPart:
    """One sheet of a plan, with marks whose numbers follow those that are *done*."""
    return SheetPart(planned, sheet, sheet_marks(planned, sheet, theme, done=done))


class _Side(NamedTuple):
    """The pieces of one side of a sheet where they lie, the face of each, and the box round what is printed.

    Its art and its bleed, which reaches so many millimetres from an outline and ends at the bounds, are made whenever
    somebody asks: sheets by the hundred would fill the memory.
    """

    placed: Callable[[], Sequence[Placement]]
    face: Callable[[Cutout], Face]
    reach: float
    bounds: Box

    @property
    def printed(self) -> Box:
        return extent_of(self._areas) if self.reach else box_round(self.placed())

    @property
    def _areas(self) -> Sequence[tuple[Point, ...]]:
        return bleed_areas(self.placed(), self.reach, self.bounds)

    def art(self) -> Iterator[Item]:
        placed = self.placed()
        areas = self._areas if self.reach else repeat(())
        for (cutout, pose), area in zip(placed, areas, strict=False):
            yield art_within(area, self.face(cutout), pose, self.reach)

    def bleed(self) -> Iterator[Clip]:
        if self.reach:
            for (cutout, pose), area in zip(self.placed(), self._areas, strict=True):
                if bleed := bleed_within(area, self.face(cutout), pose, self.reach):
                    yield bleed


_Maker = Callable[[], Iterable[Item]]


def _joined(makers: Iterable[_Maker]) -> LayerItems:
    """The items of a layer, made whenever somebody asks."""
    return partial(_items, tuple(makers))


def _items(makers: Sequence[_Maker]) -> tuple[Item, ...]:
    return tuple(chain.from_iterable(make() for make in makers))


# A back on which nothing is printed.
_BARE = Face(rigid(Drawing(())))


class SheetComposer:
    """Composes the pages of planned sheets."""

    def __init__(self, planned: Plan, theme: Theme) -> None:
        self._plan = planned
        self._theme = theme
        self._plain = cache(self._plain_face)

    def pages(self, parts: Sequence[SheetPart], which: str) -> Iterator[Page]:
        """The page of one sheet, and the page of its backs."""
        job, fold = self._plan.job, self._plan.fold
        fronts = _fronts(parts)
        marks = joined_marks([part.marks for part in parts])
        clear = self._plan.paper.sheet
        if marks.targets:
            # A machine sees targets on white paper alone.
            box = bounding_box([corner for part in parts for corner in part.plan.box.corners])
            clear = common(clear, clear._replace(x=box.x, width=box.width))
        sides = [
            _Side(partial(_fronts, (part,)), _front_of, part.plan.bleed.reach, clear)
            for part in parts
        ]
        trim = box_round(fronts)
        layers: dict[Layer, LayerItems] = {Layer.CUT: marks.cuts}
        if folds := tuple(_folds(fronts)):
            layers[Layer.FOLD] = folds
        if fold is not None:
            backs = partial(_backs, tuple(parts), fold.mirror)
            sides.append(self._back(backs, inset(fold.mirror.box(fold.fronts), -BACK_BLEED.size)))
            trim = box_round((*fronts, *backs()))
        printed = extent_of([side.printed.corners for side in sides])
        corners = self._plan.options.corner_marks
        beside = corners.reach if corners and marks.targets else 0.0
        found = bands(self._plan.paper, printed, marks.box, beside=beside)
        if fold is not None:
            layers[Layer.FOLD] = (self._fold_line(fold, found),)
        followed = self._plan.backed and fold is None
        backed = tuple(part for part in parts if part.plan.backed)
        guide = (*marks.targets, *marks.numbers, *self._furniture(which, found, _fronts(backed)))
        layers |= {
            Layer.BLEED: _joined(side.bleed for side in sides),
            Layer.ART: _joined(side.art for side in sides),
            Layer.GUIDE: guide,
        }
        title = f"{job.definition.title}: {job.title or job.name}, {which}"
        page = self._page(layers, title, trim, printed, found, len(fronts))
        yield replace(page, front=followed, words=tuple(cutout.words for cutout, _ in fronts))
        if followed:
            yield self._back_page(backed, title, which)

    def _page(
        self,
        layers: dict[Layer, LayerItems],
        title: str,
        trim: Box,
        bleed: Box,
        found: Bands,
        pieces: int = 0,
    ) -> Page:
        width, height = self._plan.paper.width, self._plan.paper.height
        whole = Box(0, 0, width, height)
        return Page(
            width,
            height,
            layers,
            title=title,
            pieces=pieces,
            trim=common(trim, whole),
            # Backs that are moved far end where the printer does, and the trim lies on.
            bleed=common(extent_of([bleed.corners, trim.corners]), whole),
            folio=folio(found, self._theme),
        )

    def _back(self, backs: Callable[[], Sequence[Placement]], bounds: Box) -> _Side:
        """The backs; their bleed stays within the bounds."""
        reach = max(BACK_BLEED.size, self._plan.bleed.reach) + LAP
        return _Side(backs, self._back_face, reach, bounds)

    def _back_page(self, parts: tuple[SheetPart, ...], title: str, which: str) -> Page:
        job, options, paper = self._plan.job, self._plan.options, self._plan.paper
        mirror = turning(paper, options.duplex)
        backs = partial(_backs, parts, mirror, options.back_offset)
        side, placed = self._back(backs, paper.sheet), backs()
        printed, has_backs = side.printed, self._has_backs(placed)
        backs_word = job.definition.language("backs" if has_backs else "backs-bare")
        summary = f"{job.summary}, {which}, {backs_word}"
        found = bands(paper, printed)
        faces = [self._back_face(cutout) for cutout, _ in placed]
        items = self._words(summary, found, (), self._letters(faces))
        layers: dict[Layer, LayerItems] = {Layer.GUIDE: tuple(items)}
        if has_backs:
            layers |= {Layer.BLEED: _joined([side.bleed]), Layer.ART: _joined([side.art])}
        return self._page(layers, f"{title}, {backs_word}", box_round(placed), printed, found)

    def _back_face(self, cutout: Cutout) -> Face:
        if cutout.back is None and cutout.is_bare and not self._plan.options.plain_backs:
            return _BARE
        return cutout.back or self._plain(cutout.trim)

    def _has_backs(self, fronts: Sequence[Placement]) -> bool:
        """Whether any of the pieces has something on its back."""
        return any(self._back_face(cutout) is not _BARE for cutout, _ in fronts)

    def _plain_face(self, trim: Trim) -> Face:
        """The back of pieces without a back of their own: the pattern of the game, turned with them."""
        return pattern_back(trim, self._plan.job.look or plain_look(self._theme))

    def _furniture(self, which: str, found: Bands, backed: Sequence[Placement]) -> Iterator[Item]:
        job, paper = self._plan.job, self._plan.paper
        words = job.definition.language
        layout = words(f"layout-{self._plan.layout}")
        where = paper.title if job.whole else f"{paper.title}, {layout}"
        follow = self._plan.backed and self._has_backs(backed)
        notes = (job.note, where, words("backs-follow") if follow else "")
        if self._plan.fold is not None:
            notes = (words("fold-and-glue"), paper.title, job.note)
        below = [note for note in notes if note]
        yield from self._words(f"{job.summary}, {which}", found, below, self.letters)
        yield from ruler(below, found.foot, self._theme, words)

    def _words(
        self, summary: str, found: Bands, below: Sequence[str], letters: frozenset[str]
    ) -> Iterator[Item]:
        """The header, and a note beside the pieces with all that has no room above or below them."""
        definition, theme = self._plan.job.definition, self._theme
        key, words = colouring_key(definition, theme, letters), definition.language
        titled = not self._plan.job.whole
        yield from header(definition, summary, found.head, theme, key=key, titled=titled)
        notes = [] if found.head.height else [f"{definition.title}: {summary}", key]
        if not found.foot.height and below:
            notes += [words("no-ruler", size=_first_size(self._plan.job)), *below]
        yield from margin_note(", ".join(filter(None, notes)), found.side, theme)

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters of colours on the fronts of all pieces."""
        return self._letters(cutout.front for cutout, _ in self._plan.job.pieces)

    def _letters(self, faces: Iterable[Face]) -> frozenset[str]:
        """The letters of colours on faces; none if nobody colours these, or in a figure too small to colour."""
        job = self._plan.job
        if not (job.coloured and self._theme.key):
            return frozenset()
        art = Drawing(tuple(face.art(0.0) for face in faces))
        return frozenset(ink.code for ink in job.definition.inks).intersection(
            strings_of((simplified(art, _COLOURED),))
        )

    def _fold_line(self, fold: Fold, found: Bands) -> Shape:
        box, head, foot = self._plan.paper.printable, found.head, found.foot
        top = head.bottom + AIR if head.height else box.y
        bottom = foot.y - AIR if foot.height else box.bottom
        left = found.side.right if found.side.width and fold.mirror.line == "level" else box.x
        ends = _across(fold.mirror, Box(left, top, box.right - left, bottom - top))
        return Shape(segment(*ends), stroke=Stroke(0.3, self._theme.guide, dash=(3.0, 2.0)))


def _folds(placed: Sequence[Placement]) -> Iterator[Placed]:
    """The lines to fold pieces along, where they lie."""
    for cutout, pose in placed:
        for line in cutout.folds_at(pose.turn):
            yield replace(line, at=pose.at)


def _first_size(job: Job) -> str:
    box, words = job.pieces[0][0].box, job.definition.language
    # A ruler shows no hundredths.
    return words.length(round(box.width, 1), round(box.height, 1))


def _across(mirror: Mirror, box: Box) -> tuple[Point, Point]:
    """The ends of a mirror's line across a box."""
    if mirror.line == "upright":
        return Point(mirror.at, box.y), Point(mirror.at, box.bottom)
    return Point(box.x, mirror.at), Point(box.right, mirror.at)


def _fronts(parts: Iterable[SheetPart]) -> list[Placement]:
    return [each for part in parts for each in part.fronts]


def _backs(parts: Iterable[SheetPart], mirror: Mirror, offset: Point = ORIGIN) -> list[Placement]:
    return turned_over(_fronts(parts), mirror, offset)


def _front_of(cutout: Cutout) -> Face:
    return cutout.front


def art_within(area: tuple[Point, ...], face: Face, pose: Pose, reach: float) -> Item:
    """The art of a face where it lies, with its bleed inside the polygon if that has the art in it."""
    whole = _clipped(area, face, pose, reach) if face.is_whole else None
    return whole or face.art_at(pose)


def bleed_within(area: tuple[Point, ...], face: Face, pose: Pose, reach: float) -> Clip | None:
    """The bleed below the art of a face where it lies, inside the polygon; None if it has none, or if the art has it."""
    return None if face.is_whole else _clipped(area, face, pose, reach)


def _clipped(area: tuple[Point, ...], face: Face, pose: Pose, reach: float) -> Clip | None:
    bleed = face.bleed_at(pose, reach) if area else None
    return None if bleed is None else Clip(polygon(area), (bleed,))


# Marks

# A screen shows the ink of cutting machines in magenta; targets are black.
_CONTOUR_INK, _TARGET_INK = "#EC008C", "#000000"

# Millimetres: the width of a line over art, and of its light core. Half of them stays on each piece, where dark art hides the
# dark rims and light art the core. Shares of black in the rims and of white in the core, which show on any ink.
_OVER_ART, _CORE = 0.25, 0.12
_DARK, _LIGHT = 0.45, 0.6

# Millimetres: numbers over bleed keep so far away from pieces, and stand on a plate of paper that is so much wider.
_NUMBER_OFF, _PLATE = 0.5, 0.2


class SheetMarks(NamedTuple):
    """The lines to cut along, the numbers of the cuts, the targets for a machine, and their box.

    The last cut right across has the number `last`.
    """

    box: Box
    cuts: tuple[Item, ...] = ()
    numbers: tuple[Item, ...] = ()
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


def sheet_marks(planned: Plan, sheet: Sheet, theme: Theme, *, done: int = 0) -> SheetMarks:
    """The marks of one sheet, in the style of the plan's options.

    The numbers of cuts right across begin after those that are *done*.
    """
    style = planned.options.cuts
    if style == "none" or planned.job.whole:
        return SheetMarks(planned.extent(sheet))
    if style == "machine":
        return _machine(planned, sheet)
    lines: list[Line] = []
    edges: list[Edge] = []
    free: list[Placement] = []
    for band in sheet:
        cuts = planned.cuts(band, sheet)
        # The numbers of a band follow those of the band before it.
        before = done + len(lines)
        lines += [line._replace(number=before + line.number) for line in cuts.lines]
        # In place of other edges there may be marks at their corners.
        edges += cuts.edges if style != "crop" or band.trim.is_free else ()
        free += cuts.free
    if style == "crop":
        edges += [*corner_marks(sheet, planned.bleed.reach), *ticks(lines, planned.extent(sheet))]
    else:
        edges += ((line.start, line.end) for line in lines)
    path = (*chain.from_iterable(segment(*edge) for edge in edges), *path_of(free))
    reach = planned.bleed.reach
    last = done + len(lines)
    found: list[Numeral] = []
    if lines:
        near = min(reach, _NUMBER_OFF)
        pieces = [hull_of(each, beyond=near) for band in sheet for each in band.placed]
        found = numerals(lines, pieces, planned.zone(sheet))
    plates = [Shape(rounded(each.box.widened(_PLATE), _PLATE), PAPER) for each in found if reach]
    texts = [Text(text, at, size, theme.guide) for text, at, size in found]
    numbers: tuple[Item, ...] = (*plates, *texts)
    around = [planned.extent(sheet), _box_of(path), *(each.box for each in found)]
    box = bounding_box([corner for each in around for corner in each.corners])
    return SheetMarks(box, _lines(path, theme, over_art=bool(reach)), numbers, last=last)


def _lines(path: Path, theme: Theme, *, over_art: bool) -> tuple[Shape, ...]:
    """Lines to cut along, which show on paper, or on art of any ink."""
    if not over_art:
        return (Shape(path, stroke=Stroke(BORDER_WIDTH, theme.cut)),)
    dark, light = mixed(theme.cut, "#000000", _DARK), mixed(theme.cut, PAPER, _LIGHT)
    return (
        Shape(path, stroke=Stroke(_OVER_ART, dark)),
        Shape(path, stroke=Stroke(_CORE, light)),
    )


def _machine(planned: Plan, sheet: Sheet) -> SheetMarks:
    """The outlines of the pieces, each part once, in an ink that machines know."""
    paths = (planned.cuts(band, sheet).contours for band in sheet)
    path = tuple(chain.from_iterable(chain.from_iterable(paths)))
    contour = Shape(path, stroke=Stroke(BORDER_WIDTH, _CONTOUR_INK, spot=CUT_CONTOUR))
    extent, paper = planned.extent(sheet), planned.paper
    marks: tuple[Shape, ...]
    if corners := planned.options.corner_marks:
        angles = corners.angles(Box(0, 0, paper.width, paper.height))
        marks = (
            Shape(corners.square_path, fill=_TARGET_INK),
            Shape(angles, stroke=Stroke(corners.width, _TARGET_INK)),
        )
    else:
        box = planned.box if planned.fold is None else planned.fold.fronts
        targets = registration_marks(box, paper.printable)
        marks = (Shape(targets, stroke=Stroke(0.2, _TARGET_INK)),) if targets else ()
    if not marks:
        return SheetMarks(extent, (contour,))
    # They stand in the margins at both sides.
    beside = extent._replace(x=paper.printable.x, width=paper.printable.width)
    return SheetMarks(beside, (contour,), targets=marks)


def _box_of(path: Path) -> Box:
    """The box round the points of a path."""
    return bounding_box([Point(*command[-2:]) for command in path if len(command) > 1])
