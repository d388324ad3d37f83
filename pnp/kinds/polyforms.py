"""Polyforms: pieces of connected cells, which lie on sheets along their outlines, and the boards that they fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from pnp.basics.errors import Finding, Severity
from pnp.basics.words import counted
from pnp.definition import BoardDefinition, Ink
from pnp.definition.pieces.polyforms import Form, PackDefinition, PolyformDefinition
from pnp.draw.polyforms import CellLook, Looks, cell_bleed, cell_items
from pnp.enumeration.packing import OutOfTime, solved, ways
from pnp.kinds.kind import PieceGroup
from pnp.kinds.nets import NetKind
from pnp.kinds.pictures import Shapes, blocks
from pnp.pieces import Cutout, Face, Pieces, Trim, framed, rigid
from pnp.scene import Drawing, Placed
from pnp.scene.contours import Contour
from pnp.scene.geometry import Box, polygon
from pnp.sets.components import largest_count
from pnp.tiles.polyforms import Move, Polyform

# So many pieces show what a set is like.
_MOST = 24

_OVER = Move(0, mirrored=True)


class Polyforms(NamedTuple):
    """A set of polyforms, how often it is printed, and the colour of each copy; None for no colour of its own."""

    definition: PolyformDefinition
    copies: int
    inks: tuple[Ink | None, ...]


class PolyformPiece(NamedTuple):
    """A piece in a colour, or in those of its cells."""

    id: str
    form: Form
    copies: int
    ink: Ink | None


class PolyformKind(NetKind[Polyforms]):
    """Polyforms."""

    key = "polyforms"
    one = "polyform"
    section = PolyformDefinition
    shown = (40.0, 40.0)
    called = "piece"
    advice = "write a smaller `cell`"
    note = ""
    is_backed = True

    def made(self, pieces: Pieces) -> Sequence[Polyforms]:
        numbers, found = pieces.components.numbers, []
        for each in pieces.definition.pieces_of(PolyformDefinition):
            copies = largest_count(pieces.tileset, each.counted, numbers)
            colours = each.sets_of(pieces.tileset.players)
            inks = tuple(pieces.definition.ink(name) if name else None for name in colours)
            found.append(Polyforms(each, copies, inks))
        return [each for each in found if each.definition.forms]

    def group(self, pieces: Pieces, made: Polyforms) -> PieceGroup:
        definition = made.definition
        listed = (
            self.listed(
                pieces,
                definition,
                each.id,
                each.copies,
                partial(_cutout, pieces, made, each),
                place=each.form.place,
                backed=definition.is_two_sided,
                content={"cells": "/".join(each.form.form.picture)},
            )
            for each in _pieces_of(pieces, made)
        )
        note = counted(len(definition.forms), "different piece")
        return self.grouped(definition, note, listed)

    def shapes(self, pieces: Pieces, made: Polyforms) -> Shapes:
        some = [*_pieces_of(pieces, made)]
        return blocks(some, _MOST, lambda each: framed(_cutout(pieces, made, each), pieces.theme))

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


def _pieces_of(pieces: Pieces, made: Polyforms) -> Iterator[PolyformPiece]:
    """The pieces of a set, those of one form together; draws nothing."""
    definition = made.definition
    for at, form in enumerate(definition.forms):
        inks = made.inks
        if definition.by_turns:
            name = definition.colours[at % len(definition.colours)]
            inks = (pieces.definition.ink(name),)
        for ink in inks:
            colour = "" if ink is None or definition.by_turns else f"-{ink.name}"
            name = f"{definition.name}{colour}-{form.label.lower()}"
            yield PolyformPiece(name, form, made.copies * form.copies, ink)


def _cutout(pieces: Pieces, made: Polyforms, piece: PolyformPiece) -> Cutout:
    """A piece along its outline, drawn once; its back is its mirror image."""

    def drawn() -> Cutout:
        definition = made.definition
        form = piece.form.form
        box = form.box(definition.cell)
        outer, *holes = (
            polygon([corner - box.centre for corner in corners])
            for corners in form.loops(definition.cell)
        )
        trim = Trim(
            "rectangle",
            box.width,
            box.height,
            contour=Contour(outer),
            holes=tuple(step for hole in holes for step in hole),
        )
        return Cutout(
            piece.id,
            trim,
            _face(pieces, definition, form, piece.ink),
            _face(pieces, definition, form.moved(_OVER), piece.ink)
            if definition.is_two_sided
            else None,
            group="" if piece.ink is None else piece.ink.name,
            place=piece.form.place,
            is_bare=definition.two_sided is False,
        )

    return pieces.once(("polyform", piece.id), drawn)


def _face(pieces: Pieces, definition: PolyformDefinition, form: Polyform, ink: Ink | None) -> Face:
    """A side of a piece round the middle of its box."""
    layout, off = form.shape.layout(definition.cell), form.box(definition.cell).centre * -1
    looks = looks_of(pieces, definition, form, ink)

    def items() -> tuple[Placed, ...]:
        found = cell_items(form.shape, looks, layout, pieces.theme, lines=definition.lines)
        return (Placed(Drawing(tuple(found)), off),)

    @cache
    def bleed(reach: float) -> Drawing:
        return Drawing(
            (Placed(Drawing(tuple(cell_bleed(looks, layout, reach, pieces.theme))), off),)
        )

    return Face(rigid(Drawing(items)), lambda turn, reach: rigid(bleed(reach))(turn))


def looks_of(
    pieces: Pieces, definition: PolyformDefinition, form: Polyform, ink: Ink | None
) -> Looks:
    """The looks of a piece's cells: those of their letters, else that of the piece."""
    by_code = {each.code: each for each in pieces.definition.palette}
    inks = {each.name for each in pieces.definition.inks}
    has_signs = len(inks.intersection(definition.shown_colours)) > 1 and not definition.by_turns
    plain = _look(ink, has_signs) if ink is not None else CellLook(pieces.look.ground)

    def look(letter: str) -> CellLook:
        own = by_code.get(letter)
        if own is None or (letter == "X" and "X" not in by_code):
            return plain
        return plain._replace(value=own.name) if own.is_value else _look(own, has_signs)

    letters = form.letters or ("",) * len(form.cells)
    return {cell: look(letter) for cell, letter in zip(form.cells, letters, strict=True)}


def _look(ink: Ink, has_sign: bool) -> CellLook:
    return CellLook(ink.fill, ink.symbol if has_sign else "", ink.code)


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
