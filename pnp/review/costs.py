"""Costs: the paper, the cuts, the time and the ink that a set takes to make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library
from pnp.imposition import Paper
from pnp.imposition.planning import BandCuts
from pnp.kinds import BuildOptions, LeftOut, Section, laid_out
from pnp.pieces import Pieces
from pnp.render import pdf_bytes
from pnp.render.pictures import sums_of_lights
from pnp.scene import Document
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


@frozen(slots=True)
class Costs:
    """What a set takes on a paper, by kind of piece in the order of the kit, and in all.

    `used` is the share of all sheets with pieces to cut out that these cover; None without such sheets.
    `ink` is None if pnp cannot measure it. Pieces `left_out` cost nothing: the paper has no room for them.
    """

    paper: str
    kinds: tuple[Cost, ...]
    sheets: int
    pages: int
    cuts: int
    minutes: float
    used: float | None
    ink: Ink | None
    left_out: tuple[LeftOut, ...] = ()


def costs(pieces: Pieces, paper: Paper, options: BuildOptions) -> Costs:
    """The costs of a set, laid out as a build with these options does.

    Raises DoesNotFit if the paper has room for no piece, and InvalidDefinition.
    """
    # Pages that are printed several times count as often.
    laid = laid_out(pieces, paper, options._replace(copies=True))
    if laid.left_out and not laid.sections:
        raise laid.left_out[0].error
    kinds = tuple(map(_cost, laid.sections))
    covered = [(each.used, each.sheets) for each in kinds if each.used is not None]
    cut_up = sum(sheets for _, sheets in covered)
    inks = [each.ink for each in kinds if each.ink is not None]
    return Costs(
        paper.title,
        kinds,
        sheets=sum(each.sheets for each in kinds),
        pages=sum(each.pages for each in kinds),
        cuts=sum(each.cuts for each in kinds),
        minutes=sum(each.minutes for each in kinds),
        used=sum(share * sheets for share, sheets in covered) / cut_up if cut_up else None,
        ink=together(inks) if len(inks) == len(kinds) else None,
        left_out=laid.left_out,
    )


def _cost(section: Section) -> Cost:
    plans = [sheets.plan for sheets in section.sheets]
    bands = [
        (planned, sheet, band) for planned in plans for sheet in planned.sheets for band in sheet
    ]
    cuts = [planned.cuts(band, sheet) for planned, sheet, band in bands]
    straight = all(planned.straight for planned in plans)
    # Fronts and backs share a sheet of paper.
    sheets_of_paper = len(section.fronts)
    paper = section.paper.width * section.paper.height * sheets_of_paper
    covered = sum(cutout.trim.area for _, _, band in bands for cutout, _ in band.placed)
    return Cost(
        kind=section.key,
        title=section.title,
        layout=", ".join(dict.fromkeys(sheets.layout for sheets in section.sheets)),
        pieces=section.pieces,
        sheets=sheets_of_paper,
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


# Ink: how much of its paper a document covers, measured on the pages as a printer paints them.

# A coarse picture is enough: the mean of smoothed edges is that of sharp ones.
DPI = 36.0

# More pages than this are judged by so many of them, at equal distances.
MOST_PAGES = 16

# The makers of printers state the yield of a cartridge in A4 pages of this coverage.
STANDARD_PAGE = 0.05
_A4 = 210.0 * 297.0


class Ink(NamedTuple):
    """Standard pages of each ink: a cartridge with a stated yield of 300 pages holds 300 of these.

    pnp separates colours in the plainest way: the part of a colour that is grey is printed in black.
    A driver mixes some greys from colours, so that real numbers differ, mostly by less than half.
    """

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def colour(self) -> float:
        """The standard pages of the three colours together, for a cartridge with three chambers."""
        return (self.cyan + self.magenta + self.yellow) / 3


def together(inks: Iterable[Ink]) -> Ink:
    """The ink of several documents or pages."""
    return Ink(*map(sum, zip(Ink(0.0, 0.0, 0.0, 0.0), *inks, strict=True)))


def ink_of(document: Document) -> Ink | None:
    """The ink that a document takes; None if the library that paints its pages is missing."""
    if not document.pages:
        return together(())
    try:
        painter = library("pypdfium2", extra="stats", user="pnp stats")
    except UnusableInput:
        return None
    pages = document.pages
    if len(pages) > MOST_PAGES:
        pages = tuple(pages[n * len(pages) // MOST_PAGES] for n in range(MOST_PAGES))
    found = []
    file = painter.PdfDocument(pdf_bytes(replace(document, pages=pages)))
    try:
        for number, page in enumerate(pages):
            size = page.width * page.height / _A4
            bitmap = file[number].render(scale=DPI / 72, rev_byteorder=True, prefer_bgrx=True)
            coverage = covered(bytes(bitmap.buffer))
            found.append(Ink(*(share * size / STANDARD_PAGE for share in coverage)))
    finally:
        file.close()
    scale = len(document.pages) / len(pages)
    return Ink(*(each * scale for each in together(found)))


def covered(dots: bytes) -> tuple[float, float, float, float]:
    """The shares of a page that cyan, magenta, yellow and black cover; four bytes a dot, RGBX.

    >>> covered(bytes([255, 0, 0, 0]) + bytes([0, 0, 0, 0]))
    (0.0, 0.5, 0.5, 0.5)
    """
    number = len(dots) // 4
    *lights, white = sums_of_lights(dots)
    # Black is what the lightest of the three lacks, and an ink what its own light lacks of that.
    cyan, magenta, yellow = ((white - each) / (255 * number) for each in lights)
    return cyan, magenta, yellow, 1 - white / (255 * number)
