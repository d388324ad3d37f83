"""Pads: forms to write on, without backs and without bleed, on pages to print several times."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.basics.errors import Finding, InvalidDefinition
from pnp.basics.words import capitalised
from pnp.colour.theme import PAPER
from pnp.definition import PadDefinition
from pnp.draw.look.signs import box_path
from pnp.imposition import NO_BLEED, Job, Paper, SheetOptions
from pnp.kinds.kind import InventoryLine, PieceGroup, PieceKind
from pnp.kinds.pictures import Shapes
from pnp.kinds.sections import PLAIN, BuildOptions, Section, section_of_pages
from pnp.pieces import Pieces, framed
from pnp.scene import Drawing, Picture, Shape, Stroke
from pnp.scene.geometry import EPSILON, Box
from pnp.sets.components import Pad

if TYPE_CHECKING:
    from pnp.imposition import Sheets

# A form for A4 may be printed on A5 or on photo paper, reduced as by a copier; nobody can write in
# fields that are smaller still.
_SMALLEST = 0.6
# A form alone on its page grows to the next size of paper.
_LARGEST = 1.42

# Millimetres: in a picture of a pad so much is seen of each sheet behind the first.
_BEHIND = 2.0


class PadKind(PieceKind[Pad]):
    """Pads."""

    key = "pads"
    one = "pad"
    section = PadDefinition
    is_counted = False
    heading = "Pads"

    def made(self, pieces: Pieces) -> Sequence[Pad]:
        return pieces.components.pads

    def group(self, pieces: Pieces, made: Pad) -> PieceGroup:
        definition = made.definition
        pad = self.listed(pieces, definition, made.name, made.wanted, lambda: pieces.pad(made)[0])
        return self.grouped(definition, "to write on", [pad])._replace(title=made.name)

    def counts(self, pieces: Pieces) -> Iterator[str]:
        yield from ()

    def number(self, pieces: Pieces) -> int:
        return len(pieces.components.pads)

    def line(self, pieces: Pieces, made: Pad) -> InventoryLine:
        words = pieces.definition.language
        number = "" if made.wanted is None else words.number(made.wanted)
        title = _title(pieces, made) or capitalised(made.name)
        return InventoryLine(self.key, made.name, title, number, self.shapes(pieces, made))

    def shapes(self, pieces: Pieces, made: Pad) -> Shapes:
        """A form, whole, with the edges of two more sheets behind it."""
        form = framed(pieces.pad(made)[0], pieces.theme)
        box, step = form.box, _BEHIND
        edge = Stroke(0.3, pieces.theme.border)
        sheets = tuple(
            Shape(
                box_path(Box(box.x + number * step, box.y - number * step, box.width, box.height)),
                PAPER,
                edge,
            )
            for number in (2, 1, 0)
        )
        shown = Box(
            box.x - 0.2,
            box.y - 2 * step - 0.2,
            box.width + 2 * step + 0.4,
            box.height + 2 * step + 0.4,
        )
        return (Picture(Drawing((*sheets, form.drawing)), shown),)

    def sections(self, pieces: Pieces, paper: Paper, options: BuildOptions) -> Iterator[Section]:
        from pnp.imposition import make_sheets, plan

        plain = replace(options.sheets, duplex="none", bleed=NO_BLEED)
        made: dict[str, Sheets] = {}
        number = 0
        for pad in self.made(pieces):
            form, copies = pieces.pad(pad)
            form, _ = pieces.pad(pad, scale=_scale(form.box, paper.content, copies))
            title = pieces.definition.language(
                "pad-of-title", title=_title(pieces, pad) or pad.name
            )
            forms = [(form, copies)]
            job = Job(
                pieces.definition, f"pad {pad.name}", title, forms, title=title, coloured=False
            )
            on_page = plan(job, "straight", paper, plain).stats.per_page
            copies = on_page if pad.wanted is None else copies
            job = replace(job, pieces=[(form, copies)], whole=on_page == 1)
            if copies > on_page and not options.copies:
                master = [(form, on_page)]
                job = replace(job, pieces=master, prints=math.ceil(copies / on_page))
            made[pad.name] = make_sheets(job, "straight", paper, plain, pieces.theme)
            number += copies
        if made:
            pages = tuple(page for sheets in made.values() for page in sheets.pages)
            yield replace(
                section_of_pages(pieces, "pads", paper, pages, number),
                stock=PLAIN,
                spans=tuple((name, len(sheets.pages)) for name, sheets in made.items()),
                sheets=tuple(made.values()),
            )

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for pad in self.made(pieces):
            try:
                pieces.form(pad)
            except InvalidDefinition as error:
                yield from error.findings

    def step(
        self, pieces: Pieces, sections: Sequence[Section], options: SheetOptions
    ) -> dict[str, object]:
        jobs = [sheets.job for section in sections for sheets in section.sheets]
        return {
            "printed": any(job.prints > 1 for job in jobs),
            "any": all(pad.wanted is None for pad in self.made(pieces)),
            "apart": any(not job.whole for job in jobs),
        }


def _title(pieces: Pieces, pad: Pad) -> str:
    return pieces.form(pad).form.own_title(pieces.definition.title)


def _scale(form: Box, room: Box, copies: int) -> float:
    """The scale at which a form fits, or fills a page without room for a second copy; 1 for all others."""
    ways = ((form.width, form.height), (form.height, form.width))
    scale = max(min(room.width / wide, room.height / high) for wide, high in ways)
    if scale < 1:
        return scale if scale >= _SMALLEST else 1.0
    # Half a page is rounded to hundredths of a millimetre.
    number = max(
        int(room.width / wide + EPSILON) * int(room.height / high + EPSILON) for wide, high in ways
    )
    return min(scale, _LARGEST) if min(number, copies) == 1 else 1.0
