"""Kinds of pieces that are cut out along an outline of their own: frames and nets to fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pnp.basics.errors import DoesNotFit, Finding, Place, Severity
from pnp.basics.units import number
from pnp.definition import Definition, GivenPiece
from pnp.faces import Area, LaidFace, Subject, laid_faces
from pnp.imposition import Bleed, Job, Paper, SheetOptions
from pnp.imposition.papers import inset, print_on_paper
from pnp.kinds.kind import Made, PieceKind
from pnp.kinds.sections import CARD, BuildOptions, LeftOut, Section, fits, section_of_sheets
from pnp.pieces import Copies, Pieces
from pnp.pieces.faced import values_of
from pnp.scene.geometry import Box

if TYPE_CHECKING:
    from pnp.imposition import Sheets


class NetKind(PieceKind[Made]):
    """A kind whose pieces lie on sheets of their own, spaced, with backs only if it has two sides.

    `called` is one of them in a message, `advice` how to make one smaller if nothing else helps, `note` the
    key of the words with which sheets explain their lines, "" for lines that nobody folds, `is_backed` whether
    they have two sides, and `stock` what to print them on.
    """

    called: ClassVar[str]
    advice: ClassVar[str]
    note = "fold-lines"
    is_tight = True
    # Scissors cut in and out of corners.
    bleed = Bleed("full", 2.5)
    is_backed: ClassVar[bool] = False
    stock: ClassVar[str] = CARD

    def cutouts(self, pieces: Pieces, made: Made) -> Sequence[Copies]:
        """The pieces of one of them with their copies."""
        listed = self.group(pieces, made).pieces
        return [(each.cut_out(), each.printed) for each in listed if each.cut_out]

    def flat(self, pieces: Pieces, made: Made) -> Iterator[tuple[str, Box]]:
        """The nets, by their ids, of which a designer learns at once that common paper has no room for them."""
        yield from ()

    def smaller(self, pieces: Pieces, made: Made, net: str, rooms: Sequence[Box]) -> str:
        """How to write it so that the net of that id fits into these rooms; "" for no way."""
        return ""

    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        reach = (options.sheets.bleed or self.bleed).reach
        room = room_on(paper, reach)
        nets: list[Copies] = []
        for made in self.made(pieces):
            for net, copies in self.cutouts(pieces, made):
                if fits(net.box, room):
                    nets.append((net, copies))
                else:
                    error = self.too_large(pieces, made, net.id, net.box, net.place, [paper], reach)
                    yield LeftOut(self.key, paper, copies, frozenset({net.id}), error)
        if nets:
            sheets = self.sheets(pieces, pieces.definition, nets, paper, options)
            section = section_of_sheets(pieces, self.key, sheets, options)
            yield replace(section, stock=self.stock)

    def larger_than(self, pieces: Pieces, papers: Sequence[Paper]) -> Iterator[Finding]:
        reach = self.bleed.reach
        for made in self.made(pieces):
            for name, net in self.flat(pieces, made):
                if not all(fits(net, room_on(each, reach)) for each in papers):
                    place = self.group(pieces, made).place
                    error = self.too_large(pieces, made, name, net, place, papers, reach)
                    yield error.as_findings()[0]._replace(severity=Severity.WARNING)

    def sheets(
        self,
        pieces: Pieces,
        definition: Definition,
        nets: Sequence[Copies],
        paper: Paper,
        options: BuildOptions,
    ) -> Sheets:
        """The sheets of some nets; raises DoesNotFit."""
        from pnp.imposition import make_sheets

        flat = options.sheets if self.is_backed else replace(options.sheets, duplex="none")
        job, layout = self.arranged(self.job(pieces, nets, definition), options)
        sheets = make_sheets(job, layout, paper, flat, pieces.theme)
        return replace(sheets, reason=self.reason(sheets))

    def arranged(self, job: Job, options: BuildOptions) -> tuple[Job, str]:
        """The job of laying out nets as this kind wants it, and the layout."""
        return job, "spaced"

    def reason(self, sheets: Sheets) -> str:
        """What a build reports about sheets of this kind, besides their numbers."""
        return sheets.reason

    def step(
        self, pieces: Pieces, sections: Sequence[Section], options: SheetOptions
    ) -> dict[str, object]:
        """Whether the kind `holds` other pieces, as boxes do."""
        return {"holds": (), **super().step(pieces, sections, options)}

    def too_large(
        self,
        pieces: Pieces,
        made: Made,
        name: str,
        box: Box,
        place: Place | None,
        papers: Sequence[Paper],
        bleed: float,
    ) -> DoesNotFit:
        """The error about a net that a paper has no room for, with the best that fits all of them."""
        rooms = [room_on(each, bleed) for each in papers]
        paper, room = next(
            each for each in zip(papers, rooms, strict=True) if not fits(box, each[1])
        )
        print_on = print_on_paper(lambda each: fits(box, room_on(each, bleed)))
        message = (
            f'the {self.called} "{name}" needs {_size(box)} when it lies flat, and {paper.title} has room for'
            f" {_size(room)}; {self.smaller(pieces, made, name, rooms) or print_on or self.advice}"
        )
        return DoesNotFit(message, place)


def laid_sides(
    pieces: Pieces,
    name: str,
    title: str,
    faces: Mapping[str, GivenPiece],
    area: Callable[[str], Area],
    ground: str,
    copies: int,
    **more: object,
) -> dict[str, LaidFace]:
    """The faces that the file gives sides of a net, laid out in the areas of those sides; *more* are fields."""
    pairs = []
    for side, given in faces.items():
        own = f"{name} {side}"
        values = values_of(
            pieces.definition, given, own, 1, 1, title, title=title, copies=copies, **more
        )
        pairs.append((Subject(own, values, area(side), ground, given.place), given.face))
    return dict(zip(faces, laid_faces(pairs, pieces.supplies), strict=True)) if pairs else {}


def room_on(paper: Paper, bleed: float) -> Box:
    """The room for nets on a paper, inside their bleed."""
    return inset(paper.tight, bleed)


def _size(box: Box) -> str:
    return f"{number(round(box.width, 1))} x {number(round(box.height, 1))} mm"
