"""Kinds of pieces that are cut out along an outline of their own, printed on one side: frames and nets to fold."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from pnp.basics.errors import DoesNotFit, Place
from pnp.basics.units import number
from pnp.basics.words import in_words
from pnp.definition import Definition
from pnp.imposition import Bleed, Job, Paper, SheetOptions, Sheets, make_sheets
from pnp.imposition.papers import inset
from pnp.imposition.presets import load_papers
from pnp.kinds.kind import Made, PieceKind
from pnp.kinds.sections import BuildOptions, Section, section_of_sheets
from pnp.pieces import Copies, Pieces
from pnp.scene.geometry import Box

# Scissors cut in and out of corners.
NET_BLEED = Bleed("full", 2.5)


class NetKind(PieceKind[Made]):
    """A kind whose pieces lie on sheets of their own, spaced, without backs.

    `called` is one of them in a message, `advice` how to make one smaller if nothing else helps, and
    `is_folded` whether sheets explain their dashed lines.
    """

    called: ClassVar[str]
    advice: ClassVar[str]
    is_folded: ClassVar[bool] = True

    @abstractmethod
    def cutouts(self, pieces: Pieces, made: Made) -> Sequence[Copies]:
        """The pieces of one of them with their copies."""

    def smaller(self, pieces: Pieces, made: Made, net: str, room: Box) -> Iterator[str]:
        """How to write it so that the net of that id fits into the room."""
        yield from ()

    def sections(self, pieces: Pieces, paper: Paper, options: BuildOptions) -> Iterator[Section]:
        of_each = [(made, self.cutouts(pieces, made)) for made in self.made(pieces)]
        nets = [net for _, cutouts in of_each for net in cutouts]
        if not nets:
            return
        try:
            sheets = self.sheets(pieces, pieces.definition, nets, paper, options.sheets)
        except DoesNotFit as error:
            reach = (options.sheets.bleed or NET_BLEED).reach
            room = room_on(paper, reach)
            for made, cutouts in of_each:
                for net, _ in cutouts:
                    if not fits(net.box, room):
                        raise self.too_large(
                            pieces, made, net.id, net.box, net.place, paper, reach
                        ) from None
            # All nets fit; something else is too large, such as their bleed.
            raise error
        yield section_of_sheets(
            pieces, self.key, sum(copies for _, copies in nets), sheets, options
        )

    def sheets(
        self,
        pieces: Pieces,
        definition: Definition,
        nets: Sequence[Copies],
        paper: Paper,
        options: SheetOptions,
    ) -> Sheets:
        """The sheets of some nets; raises DoesNotFit."""
        words = definition.language
        job = Job(
            definition,
            self.key,
            words.counted(self.one, sum(copies for _, copies in nets)),
            nets,
            tight=True,
            bleed=NET_BLEED,
            title=words(f"name-{self.key}"),
            note=words("fold-lines") if self.is_folded else "",
            look=pieces.look,
        )
        return make_sheets(job, "spaced", paper, replace(options, duplex="none"), pieces.theme)

    def too_large(
        self,
        pieces: Pieces,
        made: Made,
        name: str,
        box: Box,
        place: Place | None,
        paper: Paper,
        bleed: float,
    ) -> DoesNotFit:
        """The error about a net that the paper has no room for, with what would fit."""
        room = room_on(paper, bleed)
        papers = sorted(load_papers().values(), key=lambda each: each.width * each.height)
        larger = next((each for each in papers if fits(box, room_on(each, bleed))), None)
        ways = [*self.smaller(pieces, made, name, room)]
        if larger is not None:
            ways.append(f"print on {larger.title} with `--paper {larger.name}`")
        message = (
            f'the {self.called} "{name}" needs {_size(box)} when it lies flat, and {paper.title} has room for'
            f" {_size(room)}; {in_words(ways, last='or') if ways else self.advice}"
        )
        return DoesNotFit(message, place)


def room_on(paper: Paper, bleed: float) -> Box:
    """The room for nets on a paper, inside their bleed."""
    return inset(paper.tight, bleed)


def fits(box: Box, room: Box) -> bool:
    """Whether a box fits upright or turned; a hundredth of a millimetre is rounding."""
    ours, theirs = sorted((box.width, box.height)), sorted((room.width, room.height))
    return all(one <= other + 0.01 for one, other in zip(ours, theirs, strict=True))


def _size(box: Box) -> str:
    return f"{number(round(box.width, 1))} x {number(round(box.height, 1))} mm"
