"""Covers of polyforms: the field is full of pieces, as a board that they fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from pnp.covers.field import Field, field_of
from pnp.draw.look.looks import Look
from pnp.draw.polyforms import Looks, cell_items, outline
from pnp.pieces import Pieces
from pnp.pieces.polyforms import looks_of, polyform_pieces, polyform_sets
from pnp.scene import Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Box
from pnp.tiles import TileGeometry
from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import PolyformShape, Sides

# Of the pitch of a look, which is that of tiles: a cell. Of a cell: the line round a piece.
_CELL, _EDGE = 0.42, 0.07
# So many pieces that fit a place are compared by their colours.
_TRIES = 12


def polyform_field(pieces: Pieces, look: Look, page: Box, room: Box, unit: float) -> Iterator[Item]:
    """The largest set of polyforms, laid piece after piece into the first free cell, in colours that differ.

    A cell that no piece fits stays empty.
    """
    sets = polyform_sets(pieces)
    if not sets:
        return
    made = max(sets, key=lambda each: len(each.definition.forms))
    shape = made.definition.shape
    field = field_of(TileGeometry(shape.cell), _CELL * look.pitch * unit, page, room)
    images = [
        looks_of(pieces, made.definition, image, piece.ink)
        for piece in polyform_pieces(pieces, made)
        if len(piece.form.form.cells) > 1 or len(made.definition.forms) == 1
        for image in piece.form.form.images(Sides.FREE)
    ]
    random, inks = Random(look.seed), dict[Cell, str]()
    for cell in sorted(field.cells, key=lambda each: (each.r, each.q)):
        if cell in inks:
            continue
        random.shuffle(images)
        free = field.cells.keys() - inks.keys()
        moved = (_at(each, shape, cell) for each in images)
        fitting = (each for each in moved if each and each.keys() <= free)
        best = min(
            islice(fitting, _TRIES), key=lambda each: _alike(each, inks, shape), default=None
        )
        if best is None:
            continue
        inks |= {each: look.ink for each, look in best.items()}
        yield from _piece(pieces, field, shape, best)


def _at(looks: Looks, shape: PolyformShape, cell: Cell) -> Looks:
    """A piece whose first cell lies there; nothing if a triangle would have to be turned."""
    first, *_ = looks
    if not shape.are_alike(first, cell):
        return {}
    across, down = cell.q - first.q, cell.r - first.r
    return {Cell(q + across, r + down): each for (q, r), each in looks.items()}


def _alike(looks: Looks, inks: Mapping[Cell, str], shape: PolyformShape) -> int:
    """How many sides of a piece would meet cells of their own ink."""
    return sum(
        inks.get(near) == look.ink
        for cell, look in looks.items()
        for near in shape.neighbours(cell)
    )


def _piece(pieces: Pieces, field: Field, shape: PolyformShape, looks: Looks) -> Iterator[Item]:
    """A piece on the page, with a line round it."""
    layout, first = field.layout, next(iter(looks))
    plain = {cell: look._replace(sign="", letter="") for cell, look in looks.items()}
    edge = Stroke(_EDGE * layout.across, pieces.look.ground, round=True)
    items = (
        *cell_items(shape, plain, layout, pieces.theme, lines=False),
        Shape(outline(layout, [*looks]), stroke=edge),
    )
    yield Placed(Drawing(items), field.cells[first] - layout.centre(first))
