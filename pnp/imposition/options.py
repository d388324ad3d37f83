"""The options of sheets, and the job that sheets are made for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.basics.classes import frozen
from pnp.definition import Definition
from pnp.draw.look.looks import Look
from pnp.imposition.bleeding import NO_BLEED, Bleed
from pnp.pieces import Copies, Cutout
from pnp.scene.geometry import ORIGIN, Point

if TYPE_CHECKING:
    from pnp.imposition.cuts import CornerMarks

LAYOUTS = ("honeycomb", "straight", "spaced")

# Between spaced pieces, in millimetres: room for scissors on both sides.
GAP = 4.0


@frozen
class SheetOptions:
    """How to make sheets, whatever lies on them.

    `cuts` is one of CUTS, `duplex` one of DUPLEX. Without a `bleed` each kind of piece has its
    default. `plain_backs` gives a patterned back to pieces without a back. `back_offset` moves all
    backs, in millimetres to the right and down as seen on the back. A machine finds sheets by `corner_marks` in place of targets.
    """

    cuts: str = "auto"
    bleed: Bleed | None = None
    duplex: str = "long-edge"
    plain_backs: bool = False
    back_offset: Point = ORIGIN
    corner_marks: CornerMarks | None = None


@frozen
class Job:
    """Pieces to lay out, each with its copies.

    Messages contain the `name`, titles the `title`, or else the name, and sheets the `summary` at
    the head and the `note` at the foot.
    `tight` sheets have room for three by three poker cards: they use the whole width that printers
    reach, with their title in the margin. `gap` is the distance between pieces that share no edges.
    Rectangles with a gap round them `may_touch` where that saves a sheet. `by_group` begins a row for
    each group of pieces. A person prints each sheet `prints` times, and does not cut `whole` ones, and
    with pens colours pieces that are `coloured`. Pieces without a back get the pattern of the `look`, or
    else one in the inks of the theme. The numbers of sheets go on after those `before`, which have the
    first of the pieces.
    """

    definition: Definition
    name: str
    summary: str
    pieces: Sequence[Copies]
    tight: bool = False
    bleed: Bleed = NO_BLEED
    gap: float = GAP
    may_touch: bool = False
    by_group: bool = False
    title: str = ""
    note: str = ""
    prints: int = 1
    whole: bool = False
    coloured: bool = True
    look: Look | None = None
    before: int = 0

    def divided(self, some: Mapping[Cutout, int]) -> tuple[Job, Job]:
        """The job of so many of each piece, and that of the rest."""
        here = [(cutout, some[cutout]) for cutout, _ in self.pieces if cutout in some]
        rest = [(cutout, copies - some.get(cutout, 0)) for cutout, copies in self.pieces]
        return self._of(here), self._of([each for each in rest if each[1]])

    def _of(self, some: Sequence[Copies]) -> Job:
        """The job of some of the pieces."""
        number = sum(copies for _, copies in some)
        words = self.definition.language
        return replace(self, pieces=some, summary=words("some-of", number=number, all=self.summary))
