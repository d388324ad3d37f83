"""Polyforms: pieces of connected cells, which lie on sheets along their outlines, and the boards that they fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pnp.basics.errors import Finding, Located, Severity
from pnp.basics.words import counted
from pnp.definition import BoardDefinition
from pnp.definition.pieces.polyforms import PackDefinition, PolyformDefinition
from pnp.enumeration.packing import OutOfTime, solved, ways
from pnp.imposition import Job
from pnp.kinds.kind import PieceGroup
from pnp.kinds.nets import NetKind
from pnp.kinds.pictures import Shapes, blocks
from pnp.kinds.sections import BuildOptions
from pnp.pieces import Pieces, framed
from pnp.pieces.polyforms import Polyforms, polyform_cutout, polyform_pieces, polyform_sets
from pnp.scene.geometry import Box

if TYPE_CHECKING:
    from pnp.imposition import Sheets

# So many pieces show what a set is like.
_MOST = 24


class PolyformKind(NetKind[Polyforms]):
    """Polyforms."""

    key = "polyforms"
    one = "polyform"
    section = PolyformDefinition
    shown = (40.0, 40.0)
    in_one_scale = True
    called = "piece"
    advice = "write a smaller `cell`"
    note = ""
    is_backed = True

    def made(self, pieces: Pieces) -> Sequence[Polyforms]:
        return polyform_sets(pieces)

    def group(self, pieces: Pieces, made: Polyforms) -> PieceGroup:
        definition = made.definition
        listed = (
            self.listed(
                pieces,
                definition,
                each.id,
                each.copies,
                partial(polyform_cutout, pieces, made, each),
                place=each.form.place,
                backed=definition.is_two_sided,
                content={"cells": "/".join(each.form.form.picture)},
            )
            for each in polyform_pieces(pieces, made)
        )
        note = counted(len(definition.forms), "different piece")
        return self.grouped(definition, note, listed)

    def shapes(self, pieces: Pieces, made: Polyforms) -> Shapes:
        some = [*polyform_pieces(pieces, made)]
        return blocks(
            some, _MOST, lambda each: framed(polyform_cutout(pieces, made, each), pieces.theme)
        )

    def arranged(self, job: Job, options: BuildOptions) -> tuple[Job, str]:
        """Apart, or in another layout on the cells of one grid, where they bleed into the waste alone."""
        layout = options.spaced_layout
        if layout != "spaced":
            job = replace(job, bleed=job.bleed._replace(kind="shared"))
        return job, layout

    def reason(self, sheets: Sheets) -> str:
        """How many sheets the pieces would take in their boxes."""
        from pnp.imposition import plan

        job = sheets.job
        boxes = [(replace(net, trim=net.trim.boxed), copies) for net, copies in job.pieces]
        boxed = plan(replace(job, pieces=boxes), sheets.layout, sheets.paper, sheets.options)
        if boxed.stats.sheets == sheets.stats.sheets:
            return "as many sheets as in their boxes"
        return f"in their boxes they would take {counted(boxed.stats.sheets, 'sheet')}"

    def flat(self, pieces: Pieces, made: Polyforms) -> Iterator[tuple[str, Box]]:
        for form in made.definition.forms:
            yield form.label, form.form.box(made.definition.cell)

    def counts(self, pieces: Pieces) -> Iterator[str]:
        yield from super().counts(pieces)
        definitions = pieces.definition.pieces_of(PolyformDefinition)
        if number := sum(len(each.packs) for each in definitions):
            yield counted(number, "packing")

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for each in pieces.definition.pieces_of(PolyformDefinition):
            for pack in each.packs:
                yield from _packing_findings(pieces, each, pack)
        yield from _size_findings(pieces)


def _size_findings(pieces: Pieces) -> Iterator[Finding]:
    """Printed boards whose cells have another size than those of the pieces that pack them or lie on them."""
    boards = {each.name: each for each in pieces.definition.pieces_of(BoardDefinition)}
    sets = {
        piece.id: made.definition
        for made in polyform_sets(pieces)
        for piece in polyform_pieces(pieces, made)
    }
    on_boards = [
        *((each, pack.board) for each in sets.values() for pack in each.packs),
        *(
            (sets.get(written.value.partition(" ")[0]), figure.board)
            for figure in pieces.definition.figures.values()
            for _, written in figure.polyforms
        ),
    ]
    first: dict[tuple[str, str], tuple[PolyformDefinition, Located[str]]] = {}
    for each, on in on_boards:
        if each and on:
            first.setdefault((each.name, on.value), (each, on))
    for each, on in first.values():
        board = boards.get(on.value)
        if board is None or not board.printed or each.cell in (board.across, board.poster):
            continue
        message = (
            f'the cells of "{each.name}" have {each.cell:g} mm, and those of the board "{board.name}"'
            f" {board.across:g} mm; give both one size"
        )
        yield Finding("size", Severity.WARNING, message, on.place)


# Packings


def _packing_findings(
    pieces: Pieces, definition: PolyformDefinition, pack: PackDefinition
) -> Iterator[Finding]:
    """What is wrong with the number of ways in which pieces fill a board."""
    cells = pack.cells(definition.shape, pieces.definition.pieces_of(BoardDefinition))
    if cells is None:
        return
    packing = definition.packing(pack, cells)
    wanted = None if pack.ways is None else pack.ways.value
    place = pack.place if pack.ways is None else pack.ways.place
    try:
        # That there is no way needs no counting.
        found = int(solved(packing) is not None) if not wanted else ways(packing)
    except OutOfTime as error:
        message = (
            f'nobody knows whether the pieces fill "{pack.name}": {error}; write a longer time, such as'
            f" time: {3 * error.seconds:g}s"
        )
        if wanted:
            message = f'the ways to fill "{pack.name}" are not counted: {error}; write a longer time, such as time: {3 * error.seconds:g}s, or remove the count'
        yield Finding("packing", Severity.WARNING, message, place)
        return
    if wanted == 0 and found:
        yield Finding(
            "packing",
            Severity.ERROR,
            f'there is a way to fill "{pack.name}", where the file expects none',
            place,
        )
    elif not wanted and wanted is None and not found:
        message = f'the pieces do not fill "{pack.name}": pnp has tried all ways; write count: 0 if that is meant'
        yield Finding("packing", Severity.ERROR, message, place)
    elif wanted and found != wanted:
        message = f'there are {found:,} ways to fill "{pack.name}", not {wanted:,}'
        yield Finding("packing", Severity.ERROR, message, place)
