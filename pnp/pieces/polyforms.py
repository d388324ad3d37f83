"""Polyforms of a set: each piece in its colour as a cutout along its outline, and packings of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from pnp.basics.classes import NamedTuple
from pnp.basics.words import did_you_mean
from pnp.definition import BoardDefinition, Ink
from pnp.definition.pieces.polyforms import Form, PackDefinition, PolyformDefinition
from pnp.draw.polyforms import (
    EDGE,
    CellLook,
    Looks,
    cell_bleed,
    cell_items,
    packing_picture,
    piece_items,
)
from pnp.enumeration.packing import Lying, solved
from pnp.pieces.cutouts import Cutout, Face, rigid
from pnp.pieces.figure_cells import DrawnPieces
from pnp.pieces.pieces import Pieces
from pnp.pieces.trims import Trim
from pnp.scene import Drawing, Picture, Placed
from pnp.scene.contours import Contour
from pnp.scene.geometry import Box, bounding_box, polygon
from pnp.sets.components import Board, largest_count
from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import Move, Polyform, Sides

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


def polyform_sets(pieces: DrawnPieces) -> list[Polyforms]:
    """The sets of polyforms of a game."""
    numbers, found = pieces.components.numbers, []
    for each in pieces.definition.pieces_of(PolyformDefinition):
        copies = largest_count(pieces.tileset, each.counted, numbers)
        colours = each.sets_of(pieces.tileset.players)
        inks = tuple(pieces.definition.ink(name) if name else None for name in colours)
        found.append(Polyforms(each, copies, inks))
    return [each for each in found if each.definition.forms]


def polyform_pieces(pieces: DrawnPieces, made: Polyforms) -> Iterator[PolyformPiece]:
    """The pieces of a set, those of one form together; draws nothing."""
    definition = made.definition
    for at, form in enumerate(definition.forms):
        inks = made.inks
        # Without colours to take in turns, a piece has none.
        if definition.by_turns and definition.colours:
            name = definition.colours[at % len(definition.colours)]
            inks = (pieces.definition.ink(name),)
        for ink in inks:
            colour = "" if ink is None or definition.by_turns else f"-{ink.name}"
            name = f"{definition.name}{colour}-{form.label.lower()}"
            yield PolyformPiece(name, form, made.copies * form.copies, ink)


def polyform_cutout(pieces: Pieces, made: Polyforms, piece: PolyformPiece) -> Cutout:
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
            polyform=form.without_letters(),
            cell=definition.cell,
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
    pieces: DrawnPieces, definition: PolyformDefinition, form: Polyform, ink: Ink | None
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


# On boards


class Held(NamedTuple):
    """A piece that a hand holds over a cell: the cells below it in reading order, and that below its middle."""

    cells: tuple[Cell, ...]
    middle: Cell


class LyingWay(NamedTuple):
    """A way in which a piece may lie: its words behind an id, the degrees of its turn, and how it is held.

    `held` is over the cell 0, 0. Triangles have a second one over the cell 1, 0, which lies the other way round; both are
    counted from the cell below the hand. A piece of one triangle has None for one of them.
    """

    words: str
    degrees: int
    held: tuple[Held | None, ...]


def lying_ways(form: Polyform) -> Iterator[LyingWay]:
    """All ways in which a piece may lie: first those that are not turned over, each turn after the other."""
    shape = form.shape
    for move in shape.moves(Sides.FREE):
        degrees = move.steps * 360 // shape.turns
        words = f"{'over ' * move.mirrored}{f'turned {degrees}' if degrees else ''}".strip()
        yield LyingWay(words, degrees, tuple(_held(form, move)))


def _held(form: Polyform, move: Move) -> Iterator[Held | None]:
    """The piece over each kind of cell, held by the cell of its own that is nearest to its middle."""
    shape, layout = form.shape, form.shape.layout(1.0)
    cells = [shape.moved(cell, move) for cell in form.cells]
    middle = shape.moved(form.middle, move)

    def away(cell: Cell) -> float:
        return round((layout.centre(cell) - layout.centre(middle)).length(), 6)

    for over in (Cell(0, 0), Cell(1, 0))[: 1 if shape.are_alike(Cell(0, 0), Cell(1, 0)) else 2]:
        grip = min((each for each in cells if shape.are_alike(each, over)), key=away, default=None)
        if grip is None:
            yield None
            continue
        first = [Cell(q - grip.q, r - grip.r) for q, r in (*shape.in_order(cells), middle)]
        yield Held(tuple(first[:-1]), first[-1])


def lying_picture(pieces: Pieces, made: Polyforms, piece: PolyformPiece, *, over: bool) -> Picture:
    """A side of a piece as boards show it, at its true size; its middle is at the origin."""
    form, move = piece.form.form, Move(0, over)
    shape, layout = form.shape, form.shape.layout(made.definition.cell)
    found = looks_of(pieces, made.definition, form, piece.ink)
    looks = {shape.moved(cell, move): look for cell, look in found.items()}
    middle = layout.centre(shape.moved(form.middle, move))
    box = bounding_box(corner - middle for cell in looks for corner in layout.outline(cell))
    drawing = Drawing(tuple(piece_items(shape, looks, layout, pieces.theme)))
    return Picture(Drawing((Placed(drawing, middle * -1),)), box.widened(EDGE / 2), alt=piece.id)


def polyform_of(pieces: DrawnPieces, text: str) -> tuple[Polyforms, PolyformPiece]:
    """The piece whose id begins a text such as `bits-red-f over turned 90`, and its set; raises ValueError."""
    known = {
        each.id: (made, each)
        for made in polyform_sets(pieces)
        for each in polyform_pieces(pieces, made)
    }
    name, *_ = text.split()
    if name not in known:
        raise ValueError(f'there is no polyform "{name}"{did_you_mean(name, known)}')
    return known[name]


def lying_at(pieces: DrawnPieces, board: Board | None, text: str, cell: Cell | None) -> Looks:
    """The looks of a piece whose first cell lies on a cell, perhaps of a board; raises ValueError."""
    made, piece = polyform_of(pieces, text)
    name, *words = text.split()
    shape = made.definition.shape
    if board is not None and board.definition.grid.cell_shape is not shape.cell:
        raise ValueError(
            f'the board "{board.name}" has no {shape.cells}, of which "{name}" is made'
        )
    step = 360 // shape.turns
    over = words[:1] == ["over"]
    match words[over:]:
        case []:
            move = Move(0, over)
        case ["turned", degrees] if degrees.isdecimal() and int(degrees) % step == 0:
            move = Move(int(degrees) // step % shape.turns, over)
        case _:
            raise ValueError(
                f'write a polyform as "{name} over turned {step}", with a multiple of {step}'
            )
    form = piece.form.form.moved(move)
    if cell is None:
        return {}
    first = form.cells[0]
    if not shape.are_alike(first, cell):
        raise ValueError(
            f"the first cell of {text} lies the other way round than the cell of the board"
        )
    across, down = cell.q - first.q, cell.r - first.r
    looks = looks_of(pieces, made.definition, form, piece.ink)
    return {Cell(q + across, r + down): look for (q, r), look in looks.items()}


# Packings


class Packed(NamedTuple):
    """A packing of a set, and the cells of its board."""

    made: Polyforms
    definition: PackDefinition
    board: tuple[Cell, ...]

    @property
    def solution(self) -> tuple[Lying, ...]:
        """Where the pieces lie; nothing if there is no way. Raises OutOfTime."""
        return solved(self.made.definition.packing(self.definition, self.board)) or ()


def packings(pieces: DrawnPieces) -> Iterator[Packed]:
    """The packings of all sets of polyforms, those without a board left out."""
    boards = pieces.definition.pieces_of(BoardDefinition)
    for made in polyform_sets(pieces):
        for each in made.definition.packs:
            if cells := each.cells(made.definition.shape, boards):
                yield Packed(made, each, cells)


def packed_box(pieces: DrawnPieces, name: str) -> tuple[Box, int]:
    """The box round the board of a packing at the size of its pieces, and the number of these."""
    packed = next(each for each in packings(pieces) if each.definition.name == name)
    definition = packed.made.definition
    layout = definition.shape.layout(definition.cell)
    corners = (corner for cell in packed.board for corner in layout.outline(cell))
    used = definition.used_in(packed.definition).values()
    return bounding_box(corners), sum(each.copies for each in used)


def lying_looks(pieces: Pieces, packed: Packed) -> dict[str, list[Looks]]:
    """The looks of all cells of each piece of a packing where it lies, by its name."""
    definition = packed.made.definition
    by_label: dict[str, PolyformPiece] = {}
    for piece in polyform_pieces(pieces, packed.made):
        by_label.setdefault(piece.form.label, piece)
    found: dict[str, list[Looks]] = {}
    for name, cells in packed.solution:
        piece = by_label[name]
        found.setdefault(name, []).append(
            laid_looks(
                looks_of(pieces, definition, piece.form.form, piece.ink), piece.form.form, cells
            )
        )
    return found


def laid_looks(looks: Looks, form: Polyform, cells: Collection[Cell]) -> Looks:
    """The looks of a piece that covers these cells, perhaps turned and turned over."""
    (q, r), *_ = covered = form.shape.in_order(cells)
    for move in form.shape.moves(Sides.FREE):
        moved = {form.shape.moved(cell, move): looks[cell] for cell in form.cells}
        first = form.shape.in_order(moved)[0]
        there = {Cell(each.q + q - first.q, each.r + r - first.r): moved[each] for each in moved}
        if there.keys() == {*covered} and form.shape.are_alike(first, Cell(q, r)):
            return there
    raise ValueError(f"{form.picture} does not cover {covered}")


def packed_picture(pieces: Pieces, packed: Packed, laid: Collection[str] | None = None) -> Picture:
    """The board of a packing with all of its pieces, or with those of these names."""
    definition = packed.made.definition
    lying = lying_looks(pieces, packed) if laid is None or laid else {}
    shown = [
        each for name, those in lying.items() if laid is None or name in laid for each in those
    ]
    layout = definition.shape.layout(definition.cell)
    return packing_picture(definition.shape, packed.board, shown, layout, pieces.theme)
