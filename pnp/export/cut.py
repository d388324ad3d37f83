"""`pnp export cut`: for each printed sheet the lines along which a machine cuts and scores, as SVG and DXF."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import NOWHERE, Finding, Severity, UnusableInput
from pnp.basics.lookup import library
from pnp.basics.units import number
from pnp.basics.words import in_words
from pnp.colour.theme import Theme
from pnp.export.cutters import Cutter, cutter_named
from pnp.export.formats import Chosen, Format, Option, length
from pnp.export.game import Game, Side
from pnp.export.painting import Painter
from pnp.export.relief import engraving, has_images
from pnp.imposition import LAYOUTS
from pnp.imposition.cuts import contours
from pnp.imposition.papers import LEAST_CONTENT, one_paper
from pnp.kinds import BuildOptions, LaidOut, NetKind, PieceKind, Section, kinds_of, laid_out
from pnp.pieces import Cutout, Placement, Trim
from pnp.project.files import Content, OutputFile
from pnp.render import pdf_bytes
from pnp.scene import Document, Layer, Page, Shape
from pnp.scene.contours import Polygons, area_of, common_area, filled, flattened, grown, offset
from pnp.scene.geometry import Path, Point, moved, parts_of, polygon

if TYPE_CHECKING:
    from pnp.imposition.sheets import SheetPart

# Millimetres: the widest line that lasers burn, and how far a straight line may be from a curve that it stands for.
_MOST_KERF, _FLAT = 1.0, 0.005

# Layers in the order of work, with their colours in SVG and as numbers of DXF: programs for cutters know red for cuts,
# blue for scores. Programs for lasers tell layers by their colours alone.
_LAYERS = {
    "REGISTRATION": ("#000000", 7),
    "ENGRAVE": ("#00FF00", 3),
    "SCORE": ("#0000FF", 5),
    "CUT": ("#FF0000", 1),
}
_HAIRLINE = 0.1
# Millimetres: the spot of a laser, which engraves nothing finer; and the widest rim that stays as it is.
_SPOT, _MOST_INSET = 0.1, 10.0


class Line(NamedTuple):
    """Straight lines from point to point, in millimetres from the top left corner of the sheet."""

    points: tuple[Point, ...]
    closed: bool


# The paths of each layer: single lines, and in ENGRAVE all lines round the areas of a piece.
Lines = dict[str, tuple[tuple[Line, ...], ...]]


class CutSheet(NamedTuple):
    """A printed sheet: its name, its pages, its lines by layer, and what is engraved."""

    name: str
    document: Document
    lines: Lines
    pieces: int
    engraved: tuple[tuple[Engraving, Point], ...] = ()

    @property
    def page(self) -> Page:
        return self.document.pages[0]

    @property
    def values(self) -> object:
        """All that the files of its lines are made from."""
        engraved = [(each.side, each.theme, each.inset, at) for each, at in self.engraved]
        return self.lines, engraved, self.page.width, self.page.height

    @property
    def all_lines(self) -> Lines:
        """Its lines with those round the engraved areas, which take their time."""
        paths = (
            tuple(
                Line(tuple(_rounded(point + at) for point in points), True) for points in each.areas
            )
            for each, at in self.engraved
        )
        return self.lines | {"ENGRAVE": tuple(filter(None, paths))}


@frozen(eq=False)
class Engraving:
    """What a laser burns into the front of a piece, a rim of *inset* millimetres left out."""

    side: Side
    theme: Theme
    inset: float

    @cached_property
    def areas(self) -> Polygons:
        """The areas round the middle of the piece."""
        outline = filled([flattened(part, _FLAT) for part in parts_of(self.side.outline)])
        room = grown(outline, -self.inset) if self.inset else outline
        return common_area(engraving(self.side, self.theme, _SPOT), room)


class CutFormat(Format):
    """Files for cutting machines, with the sheets that they cut."""

    key = "cut"
    summary = "lines for cutting machines as SVG and DXF, with the sheets to print"
    options = (
        Option(
            "cutter",
            "The machine: cricut, laser, scanncut or silhouette, or a file of your own in templates/cutters/.",
            "laser",
            cutter_named,
            metavar="NAME",
        ),
        Option(
            "paper",
            "The paper, by its name or as 250x350mm.",
            "a4",
            partial(one_paper, reason="a machine cuts sheets of one size"),
            metavar="NAME",
        ),
        Option(
            "kerf",
            "The width of the line that a laser burns: outlines grow by half of it, and holes shrink.",
            "0mm",
            length(0, _MOST_KERF),
            metavar="LENGTH",
        ),
        Option(
            "layout",
            "How tiles lie; with a kerf all pieces are spaced.",
            "auto",
            choices=("auto", *LAYOUTS),
        ),
        Option(
            "engrave",
            "A layer ENGRAVE with the strands, signs and letters of the fronts, for lasers.",
            flag=True,
        ),
        Option(
            "inset",
            "With --engrave: how far the engraving stays away from the outlines.",
            "0mm",
            length(0, _MOST_INSET),
            metavar="LENGTH",
        ),
    )

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        if chosen["kerf"] and chosen["layout"] not in ("auto", "spaced"):
            raise UnusableInput(
                f"--kerf: pieces of a {chosen['layout']} layout share edges, which have no room for a"
                " kerf; write --layout spaced"
            )
        if chosen["inset"] and not chosen["engrave"]:
            raise UnusableInput("--inset is for engravings; write --engrave as well")
        library("ezdxf", extra="cut", user="pnp export cut")
        laid = sheets_to_cut(game, chosen)
        if laid.left_out and not laid.sections:
            raise laid.left_out[0].error
        for section in laid.sections:
            for sheet in _sheets(section, game.checked.pieces.theme, chosen):
                yield OutputFile(
                    f"{sheet.name}.pdf",
                    "sheet",
                    partial(_same, sheet.document),
                    partial(_printed, sheet),
                )
                for ending, write in (("svg", svg), ("dxf", dxf)):
                    yield OutputFile(
                        f"{sheet.name}.{ending}",
                        "cuts",
                        partial(_same, (ending, sheet.values)),
                        partial(_written, sheet, write),
                    )

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        cutter: Cutter = chosen["cutter"]
        notes = (
            f"{cutter.title}: {cutter.use}. Its program opens the {cutter.opens.upper()} file best.",
            f"{cutter.title}: {cutter.certain}. Not certain: {cutter.unsure} ({cutter.source},"
            f" {cutter.date})",
        )
        yield from (Finding("cutter", Severity.NOTE, each, NOWHERE) for each in notes)
        laid = sheets_to_cut(game, chosen)
        if chosen["engrave"]:
            yield from _not_engraved(laid)
        yield from (each.finding for each in laid.left_out)
        uncut = [
            each.key
            for each in kinds_of(game.checked.pieces.definition)
            if not _is_cut(each) and each.number(game.checked.pieces)
        ]
        if uncut:
            message = f"{in_words(uncut)}: no machine cuts these; `pnp build` prints them"
            yield Finding("not-cut", Severity.NOTE, message, NOWHERE)


def _not_engraved(laid: LaidOut) -> Iterator[Finding]:
    """What the layer ENGRAVE lacks."""
    cutouts = {
        cutout
        for section in laid.sections
        for sheets in section.sheets
        for cutout, _ in sheets.job.pieces
        if cutout.folds is None
    }
    notes = {
        "pictures in dots are not engraved": any(
            has_images((cutout.side(),)) for cutout in cutouts
        ),
        "the backs of pieces are not engraved": any(cutout.back for cutout in cutouts),
    }
    for message, holds in notes.items():
        if holds:
            yield Finding("engraving", Severity.NOTE, message, NOWHERE)


def _is_cut(kind: PieceKind[Any]) -> bool:
    """Whether its pieces are cut out of card: small ones, and nets."""
    return kind.is_loose or isinstance(kind, NetKind)


def _same(value: object) -> object:
    return value


def _printed(sheet: CutSheet) -> Content:
    return Content(pdf_bytes(sheet.document), len(sheet.document.pages), sheet.pieces)


def _written(sheet: CutSheet, write: Callable[[Lines, float, float], str]) -> Content:
    text = write(sheet.all_lines, sheet.page.width, sheet.page.height)
    return Content(text.encode(), 1, sheet.pieces)


# Sheets


def sheets_to_cut(game: Game, chosen: Chosen) -> LaidOut:
    """The sheets of the game, whose outlines have room for the kerf and margins for the marks."""
    pieces, cutter = game.checked.pieces, chosen["cutter"]
    paper = cutter.paper(chosen["paper"])
    layout = "spaced" if chosen["kerf"] else chosen["layout"]
    options = BuildOptions(
        [paper],
        [layout],
        pieces=[each.key for each in kinds_of(pieces.definition) if _is_cut(each)],
        sheets=cutter.sheet_options,
        theme=pieces.theme,
    )
    if min(paper.content.width, paper.content.height) < LEAST_CONTENT:
        raise UnusableInput(
            f"{cutter.title} leaves no room on {paper.title}; write a larger --paper"
        )
    return pieces.once(
        ("cut", cutter.title, paper, layout), lambda: laid_out(pieces, paper, options)
    )


def _sheets(section: Section, theme: Theme, chosen: Chosen) -> Iterator[CutSheet]:
    """The sheets of a section: what is printed on each, without the outlines, and its lines."""
    made = dict[tuple[Cutout, float], Engraving]()

    def engraved(placed: Sequence[Placement]) -> Iterator[tuple[Engraving, Point]]:
        """The engravings of flat pieces, one for all copies that lie alike."""
        for cutout, (at, turn) in placed:
            if cutout.folds is None:
                if (cutout, turn) not in made:
                    box = cutout.trim.box(turn)
                    side = Side((cutout.front.art(turn),), cutout.trim.path(turn), box, box)
                    made[cutout, turn] = Engraving(side, theme, chosen["inset"])
                yield made[cutout, turn], at

    (sheets,) = section.sheets
    sides = 2 if sheets.backed else 1
    for at, part in enumerate(sheets.parts):
        page, *backs = sheets.pages[at * sides : (at + 1) * sides]
        pages = (replace(page, layers=page.layers | {Layer.CUT: ()}), *backs)
        document = replace(section.document, pages=pages)
        name = f"{section.stem}-{at + 1:02}"
        engravings = tuple(engraved(part.fronts)) if chosen["engrave"] else ()
        lines = _lines(part, chosen["kerf"])
        yield CutSheet(name, document, lines, len(part.fronts), engravings)


def _lines(part: SheetPart, kerf: float) -> Lines:
    """The lines of a sheet by layer."""
    marks = [
        path
        for each in part.marks.targets
        if isinstance(each, Shape)
        for path in parts_of(each.path)
    ]
    cuts = (
        [path for each in part.fronts for path in _grown(each, kerf)]
        if kerf
        else contours(part.fronts)
    )
    paths = {"REGISTRATION": marks, "ENGRAVE": (), "SCORE": [*_folds(part.fronts)], "CUT": cuts}
    return {layer: tuple((_line(each),) for each in paths[layer]) for layer in _LAYERS}


def _line(path: Path) -> Line:
    return Line(tuple(map(_rounded, flattened(path, _FLAT))), path[-1][0] == "Z")


def _rounded(point: Point) -> Point:
    return Point(round(point.x, 3), round(point.y, 3))


def _folds(placed: Sequence[Placement]) -> Iterator[Path]:
    """The lines to fold pieces along, where they lie."""
    for cutout, (at, turn) in placed:
        for drawn in cutout.folds_at(turn):
            angle, off = math.radians(drawn.turn), drawn.at + at
            for shape in drawn.drawing.items:
                if isinstance(shape, Shape):
                    yield from parts_of(moved(shape.path, off, angle=angle, scale=drawn.scale))


def _grown(placement: Placement, kerf: float) -> Iterator[Path]:
    """The outline of a piece half a kerf outside, and its holes half a kerf inside, holes first."""
    cutout, (at, turn) = placement
    found = _outlines(cutout.trim, turn, kerf)
    if not found:
        raise UnusableInput(
            f"--kerf {number(kerf)}mm closes a hole or a slot of {cutout.id}; write a smaller one"
        )
    for corners in reversed(found):
        yield moved(polygon(corners), at)


@cache
def _outlines(trim: Trim, turn: float, kerf: float) -> Polygons:
    """The outline with half a kerf more, and its holes; () if the piece would not have all of its form."""
    loops = [flattened(part, _FLAT) for part in parts_of(trim.path(turn))]
    found = offset(loops, kerf / 2)
    # What a laser leaves of them, which is the piece again.
    left = offset(found, -kerf / 2)
    lost = sum(map(area_of, left)) - sum(map(area_of, loops))
    return found if len(found) == len(loops) and abs(lost) <= kerf**2 else ()


# Files


def svg(lines: Lines, width: float, height: float) -> str:
    """The lines as an SVG file in millimetres, a group for each layer; areas to engrave are filled."""
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{number(width)}mm" height="{number(height)}mm"'
        f' viewBox="0 0 {number(width)} {number(height)}">'
    ]
    for layer, (colour, _) in _LAYERS.items():
        if not lines[layer]:
            continue
        style = (
            f'fill="{colour}" fill-rule="evenodd" stroke="none"'
            if layer == "ENGRAVE"
            else f'fill="none" stroke="{colour}" stroke-width="{_HAIRLINE}"'
        )
        parts.append(
            f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" {style}>'
        )
        for path in lines[layer]:
            ways = (
                f"M {' L '.join(f'{number(x)} {number(y)}' for x, y in points)}{' Z' if closed else ''}"
                for points, closed in path
            )
            parts.append(f'<path d="{" ".join(ways)}"/>')
        parts.append("</g>")
    return "\n".join((*parts, "</svg>\n"))


def dxf(lines: Lines, width: float, height: float) -> str:
    """The lines as a DXF file of AutoCAD 2000 in millimetres from the bottom left corner, a polyline for each."""
    ezdxf = library("ezdxf", extra="cut", user="pnp export cut")
    options, before = ezdxf.options, ezdxf.options.write_fixed_meta_data_for_testing
    try:
        # Without the time and without random numbers.
        options.write_fixed_meta_data_for_testing = True
        drawing = ezdxf.new("R2000", units=_MILLIMETRES)
        drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = (0, 0, 0), (width, height, 0)
        for layer, (_, colour) in _LAYERS.items():
            drawing.layers.add(layer, color=colour)
            for points, closed in chain.from_iterable(lines[layer]):
                drawing.modelspace().add_lwpolyline(
                    [(x, round(height - y, 3)) for x, y in points],
                    close=closed,
                    dxfattribs={"layer": layer},
                )
        text = io.StringIO()
        drawing.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = before
    return text.getvalue()


# In the header of a DXF file, $INSUNITS.
_MILLIMETRES = 4
