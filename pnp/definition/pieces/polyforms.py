"""Reading polyforms: all different ones of some cells, or those of pictures, and the boards that they have to fill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Self

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Located, Place, Related
from pnp.basics.words import counted, did_you_mean, nearest
from pnp.definition.pieces.boards import EXTENT, BoardDefinition
from pnp.definition.pieces.cells import CELL, CellNames
from pnp.definition.pieces.section import KnownNames, PieceSection
from pnp.definition.reading import kinds
from pnp.definition.reading.formulas import Formula, parse_formula
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import NamedSection, Section, field, named, nested
from pnp.definition.tiles.vocabulary import MANY_COLOURS, SetReader, set_reader
from pnp.enumeration.conditions import ANY_NUMBER, Comparison
from pnp.enumeration.packing import PATIENCE, Packed, Packing
from pnp.enumeration.polyforms import count, different_polyforms, most_cells
from pnp.tiles.grids import Grid
from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import Polyform, PolyformError, PolyformShape, Sides, parse_polyform

# Millimetres: what fingers can pick up, and what a sheet has room for.
_CELL = kinds.length(5.0, 60.0)

_ONCE = Located(parse_formula("1"), NOWHERE)
_LABEL = replace(
    kinds.matching(
        "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", "name", "letters and digits, perhaps with hyphens"
    ),
    words="a name",
)
_COPIES = kinds.integer(0, 1000)


class Drawn(NamedTuple):
    """A picture of cells: its rows, and its place."""

    rows: tuple[str, ...]
    place: Place


def _read_drawn(reader: Reader, node: Node, what: str) -> Drawn | None:
    rows: list[str] = []
    for item in reader.one_or_more(node):
        if not isinstance(item, Scalar) or item.is_empty:
            message = f'{what} has to be rows of letters and dots, as in ["XX.", ".XX"]'
            reader.error("structure", message, item.place)
            return None
        rows += item.text.rstrip("\n").split("\n")
    return Drawn(tuple(rows), node.place)


_ROW: kinds.Schema = {"type": ["string", "number", "boolean"]}
PICTURE: kinds.Kind[Drawn | None] = kinds.Kind(
    _read_drawn,
    None,
    'rows of letters and dots, as in `["XX.", ".XX"]`',
    {"anyOf": [_ROW, {"type": "array", "items": _ROW}]},
)


class PolyformConditions(Section):
    """What generated polyforms have to be like."""

    what = "where"

    holes: Comparison = field(kinds.NUMBERS, "How many holes a piece has.", default=ANY_NUMBER)
    width: Comparison = field(
        kinds.NUMBERS,
        "How many lines of the grid it takes in the direction in which they are fewest: a bar takes 1.",
        default=ANY_NUMBER,
    )
    length: Comparison = field(
        kinds.NUMBERS, "How many it takes where they are most.", default=ANY_NUMBER
    )
    symmetry: Comparison = field(
        kinds.NUMBERS,
        "In how many ways, turned or turned over, it lies as before: 1 for a piece without symmetry.",
        default=ANY_NUMBER,
    )
    mirror: bool | None = field(
        kinds.YES_NO, "Whether it is its own mirror image, perhaps turned.", default=None
    )

    def accepts(self, form: Polyform) -> bool:
        """Whether a piece is like that."""
        numbers = (
            (self.holes, form.holes),
            (self.width, form.lines[0]),
            (self.length, form.lines[-1]),
            (self.symmetry, form.symmetry),
        )
        is_right_way = self.mirror is None or self.mirror == form.is_mirror
        return is_right_way and all(wanted.accepts(number) for wanted, number in numbers)


class ListedPolyform(NamedSection):
    """A piece that is listed by hand."""

    what = "a piece"
    short = ("picture",)

    picture: Drawn | None = field(PICTURE, "Its cells.", required=True)
    copies: int = field(kinds.integer(1, 1000), "How often each set has it.")


_LIST = kinds.list_of(nested(ListedPolyform), "pictures", each="a piece", least=1)
_NAMED = named(_LABEL, ListedPolyform, "pictures")


def _read_listed(reader: Reader, node: Node, what: str) -> tuple[ListedPolyform, ...] | None:
    kind = _NAMED if isinstance(node, MappingNode) else _LIST
    return kind.read(reader, node, what)


_LISTED: kinds.Kind[tuple[ListedPolyform, ...]] = kinds.Kind(
    _read_listed,
    (),
    "a list of pictures; or a mapping from names to pictures",
    {"anyOf": [_LIST.schema, _NAMED.schema]},
    _LIST.inner,
)


def _time(text: str, what: str) -> float:
    number = text.removesuffix("s").strip()
    if not text.endswith("s") or not number.isdecimal() or not 1 <= int(number) <= 3600:
        raise kinds.Wrong("number", f"{what} has to be 1s to 3600s, not {text}")
    return float(number)


_TIME = kinds.form(
    _time, PATIENCE, "seconds, as in `10s`", {"type": "string", "pattern": "^[0-9]{1,4} ?s$"}
)


class PackDefinition(NamedSection):
    """A board that pieces fill, each of them used once."""

    what = "a packing"
    short = ("board",)
    one_of = ("board", "region")
    needs = (("without", ("board",)),)

    board: Located[str] | None = field(
        kinds.located(kinds.word("the name of a board; or columns and rows, as in `6x10`")),
        "The board that they fill: one of the file, or a rectangle of squares or hexes.",
        default=None,
    )
    without: tuple[Located[str], ...] = field(
        kinds.list_of(CELL, "cells", each="a cell", or_one=True), "Cells of it that stay empty."
    )
    region: Drawn | None = field(PICTURE, "A picture of the cells that they fill.", default=None)
    pieces: tuple[Located[str], ...] = field(
        kinds.list_of(kinds.located(_LABEL), "pieces", each="a piece"),
        "The pieces by the names that pnp or the file gives them; one that is written twice is used twice.",
        otherwise="one set, in one colour",
    )
    ways: Located[int] | None = field(
        kinds.located(kinds.integer(0)),
        "How many ways there are, of which none is another one turned or turned over; `0` for none.",
        key="count",
        default=None,
        otherwise="one or more",
    )
    seconds: float = field(
        _TIME, "After how long a search gives up.", key="time", otherwise="`20s`"
    )

    def grid(self, shape: PolyformShape, boards: Sequence[BoardDefinition]) -> Grid | None:
        """The grid of its board; None if there is no such board."""
        if self.board is None:
            return None
        known = next((each for each in boards if each.name == self.board.value), None)
        if known is not None:
            return known.grid if known.grid.cell_shape is shape.cell else None
        extent = EXTENT.read(Reader(), Scalar(self.board.value, "str", True, NOWHERE), "board")
        return None if extent is None else shape.rectangle(*extent)

    def cells(
        self, shape: PolyformShape, boards: Sequence[BoardDefinition]
    ) -> tuple[Cell, ...] | None:
        """The cells to fill; None if the file does not give them."""
        if self.region is not None:
            try:
                return parse_polyform(shape, self.region.rows).cells
            except PolyformError:
                return None
        grid = self.grid(shape, boards)
        if grid is None:
            return None
        removed = {cell for each in self.without for cell in grid.meant(each.value)}
        return tuple(cell for cell in grid.cells if cell not in removed)


class Form(NamedTuple):
    """A piece of a set: its name there, its cells, and how often a set has it."""

    label: str
    form: Polyform
    copies: int
    place: Place


class PolyformDefinition(PieceSection):
    """Polyforms of one shape and one size of cell: a set of different pieces, perhaps in several colours."""

    what = "a set of polyforms"
    plural, listed_as, meaning = "polyforms", "sets of polyforms", "Pieces of connected cells."
    is_held = True
    one_of = ("cells", "pieces")
    needs = (
        ("where", ("cells",)),
        ("but", ("cells",)),
        ("sample", ("cells",)),
        ("seed", ("sample",)),
        ("by-turns", ("colours",)),
    )

    name: str = field(
        kinds.name("a set of polyforms"), "The name of the set in the file.", required=True
    )
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    shape: PolyformShape = field(
        kinds.choice({each.value: each for each in PolyformShape}),
        "The cells: squares, hexagons or triangles.",
        required=True,
    )
    cell: float = field(
        _CELL,
        "The size of a cell: the side of a square or triangle, a hexagon across flats.",
        required=True,
    )
    cells: Comparison = field(
        kinds.NUMBERS,
        "How many cells a piece has, such as `5` or `1..5`: the set has all different pieces.",
        default=ANY_NUMBER,
    )
    sides: Sides = field(
        kinds.choice({each.value: each for each in Sides}),
        "Which pieces are the same: `free` ones may be turned and turned over, `one-sided` ones turned, `fixed`"
        " ones neither.",
    )
    where: PolyformConditions = field(
        nested(PolyformConditions), "What the pieces have to be like, in [numbers](#numbers)."
    )
    but: tuple[tuple[Located[str], int], ...] = field(
        kinds.map_of(_LABEL, _COPIES, "numbers"),
        "Pieces by their names with other copies; with `0` they are left out.",
    )
    sample: int | None = field(
        kinds.integer(1, limits.MOST_POLYFORMS),
        "How many of these pieces the set has.",
        default=None,
        otherwise="all",
    )
    seed: int = field(
        kinds.integer(1, 9999),
        "The number from which pnp chooses a sample; another number, other pieces.",
        default=1,
    )
    listed: tuple[ListedPolyform, ...] = field(
        _LISTED,
        "The pieces by pictures, in place of `cells`. A letter of a colour or a value gives its cell that colour"
        " or value.",
        key="pieces",
    )
    counted: Located[Formula] = field(
        kinds.COUNT,
        "How many sets there are; of each colour, if they have colours.",
        key="count",
        default=_ONCE,
        otherwise="`1`",
    )
    colours: tuple[str, ...] = field(
        MANY_COLOURS, "The colours, a set in each; `players` means a set for each player."
    )
    by_turns: bool = field(
        kinds.YES_NO, "Whether one set has these colours by turns.", key="by-turns"
    )
    lines: bool = field(kinds.YES_NO, "Whether lines go between cells.", default=True)
    two_sided: bool | None = field(
        kinds.YES_NO,
        "Whether pieces are printed on both sides, the back as the mirror image.",
        key="two-sided",
        default=None,
        otherwise="`yes` if they are `free`",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many different pieces a set has.", default=None
    )
    packs: tuple[PackDefinition, ...] = field(
        named(kinds.name("a packing"), PackDefinition, "packings"),
        "Boards that the pieces fill, by name; pnp finds a way, or proves that there is none.",
    )

    # What follows: the pieces, and the names of the colours and values of single cells.
    forms: tuple[Form, ...] = ()
    in_cells: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def shown_colours(self) -> tuple[str, ...]:
        return (*self.colours, *self.in_cells)

    @property
    def by_player(self) -> bool:
        """Whether each player has a set in a colour."""
        written = self.fields.node("colours")
        return isinstance(written, Scalar) and written.text == "players"

    @property
    def is_two_sided(self) -> bool:
        """Whether pieces are printed on both sides."""
        return self.sides is Sides.FREE if self.two_sided is None else self.two_sided

    def sets_of(self, players: int) -> tuple[str, ...]:
        """The colour of each set for so many players; "" for one that has none, or several."""
        if self.by_turns or not self.colours:
            return ("",)
        return self.colours[:players] if self.by_player else self.colours

    def numbered(self, count: int, players: int) -> Mapping[str, int]:
        each = sum(form.copies for form in self.forms)
        return {self.name: count * each * len(self.sets_of(players))}

    def completed(self, reader: Reader) -> Self:
        made = super().completed(reader)
        words = set_reader(reader)
        if not self.is_sound("shape", "cells", "sides", "where", "but", "sample", "pieces"):
            return made
        if self.has("pieces"):
            forms = (*self._drawn(words),)
        else:
            forms = (*self._generated(reader),) if self.has("cells") else ()
        by_code = {ink.code: ink.name for ink in words.palette}
        letters = dict.fromkeys(letter for each in forms for letter in each.form.letters)
        made = replace(
            made,
            forms=forms,
            in_cells=tuple(by_code[each] for each in letters if each in by_code),
        )
        if self.expect is not None and forms and self.expect.value != len(forms):
            message = (
                f'"{self.name}" has {len(forms):,} different pieces, not {self.expect.value:,}'
            )
            reader.error("expect", message, self.expect.place)
        return made

    # Generated pieces

    def _generated(self, reader: Reader) -> Iterator[Form]:
        """All different pieces that the conditions accept, or a sample."""
        place, of_cells = self.place_of("cells"), self.shape.cells
        numbers = [n for n in range(1, most_cells(self.shape) + 1) if self.cells.accepts(n)]
        if not numbers:
            most = most_cells(self.shape)
            message = f"pnp lists pieces of 1 to {most} {of_cells}, not of {self.cells.text}"
            reader.error("number", message, place)
            return
        total = 0
        for number in numbers:
            total += count(self.shape, number, self.sides)
            if total > limits.MOST_POLYFORMS:
                of = f"{numbers[0]} to {number}" if number > numbers[0] else f"{number}"
                message = (
                    f"there are {total:,} different pieces of {of} {of_cells}, more than the limit of"
                    f" {limits.MOST_POLYFORMS:,}; write fewer cells"
                )
                reader.error("limit", message, place)
                return
        universe = [each for number in numbers for each in self._proved(number)]
        labels = _labels(universe)
        changes = {label.value.lower(): copies for label, copies in self.but}
        for label, _ in self.but:
            if label.value.lower() not in map(str.lower, labels):
                hint = did_you_mean(label.value, labels)
                message = f'"{self.name}" has no piece "{label.value}"{hint}'
                reader.error("unknown-name", message, label.place)
        found = [
            Form(label, form, changes.get(label.lower(), 1), self.place)
            for label, form in zip(labels, universe, strict=True)
            if self.where.accepts(form)
        ]
        found = [each for each in found if each.copies]
        if not found:
            reader.error(
                "no-piece", f'"{self.name}" has no piece: nothing meets its conditions', place
            )
        if self.sample is not None and self.sample > len(found):
            message = f"a sample of {self.sample:,} is more than the {counted(len(found), 'piece')}"
            reader.error("sample", message, self.place_of("sample"))
        elif self.sample is not None:
            kept = sorted(Random(self.seed).sample(range(len(found)), self.sample))
            found = [found[at] for at in kept]
        yield from found

    def _proved(self, number: int) -> list[Polyform]:
        """All different pieces of so many cells, whose number Burnside's lemma gives as well."""
        found = different_polyforms(self.shape, number, self.sides)
        counted_otherwise = count(self.shape, number, self.sides)
        if len(found) != counted_otherwise:
            message = f"{len(found)} pieces of {number} {self.shape.cells}, not {counted_otherwise}"
            raise AssertionError(message)
        return found

    # Pieces from pictures

    def _drawn(self, reader: SetReader) -> Iterator[Form]:
        known: dict[Polyform, tuple[str, Place]] = {}
        drafts = [(each, self._parsed(reader, each.picture)) for each in self.listed]
        labels = _labels([form for _, form in drafts if form is not None])
        for each, form in drafts:
            if form is None or each.picture is None:
                continue
            label = labels.pop(0)
            label = each.name or label
            canonical = form.canonical(self.sides)
            if canonical in known:
                first, place = known[canonical]
                message = f'this is the piece "{first}" again; write it once, with copies: 2'
                reader.error(
                    "distinct-pieces",
                    message,
                    each.picture.place,
                    Related("it is here first", place),
                )
                continue
            known[canonical] = label, each.picture.place
            yield Form(label, form, each.copies, each.picture.place)

    def _parsed(self, reader: SetReader, drawn: Drawn | None) -> Polyform | None:
        if drawn is None:
            return None
        letters = {letter for row in drawn.rows for letter in row} - {".", " "}
        # A picture in one letter that is no colour is a plain piece, such as an F of Fs.
        plain = "X" if len(letters) != 1 or letters & reader.codes.keys() else letters.pop()
        try:
            form = parse_polyform(self.shape, drawn.rows, plain=plain)
        except PolyformError as error:
            reader.error("polyform", str(error), drawn.place)
            return None
        for letter in dict.fromkeys(form.letters):
            if letter not in reader.codes and letter != "X" and reader.knows_colours:
                message = (
                    f'no colour or value has the letter "{letter}"; write X for a cell of the piece'
                )
                reader.error("unknown-colour", message, drawn.place)
                return None
        return form

    # Packings

    def form(self, label: str) -> Form | None:
        """The piece of that name, in capitals or small letters."""
        return next((each for each in self.forms if each.label.lower() == label.lower()), None)

    def used_in(self, pack: PackDefinition) -> dict[str, Packed]:
        """The pieces of a packing by their names, with their copies."""
        if not pack.pieces:
            return {each.label: Packed(each.form, each.copies) for each in self.forms}
        found = Counter(each.label for label in pack.pieces if (each := self.form(label.value)))
        forms = {each.label: each.form for each in self.forms}
        return {label: Packed(forms[label], copies) for label, copies in found.items()}

    def packing(self, pack: PackDefinition, cells: Sequence[Cell]) -> Packing:
        """The question that pnp answers."""
        plain = {
            label: Packed(form.without_letters(), copies)
            for label, (form, copies) in self.used_in(pack).items()
        }
        return Packing(self.shape, frozenset(cells), plain, self.sides, pack.seconds)

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports packings on boards that the game lacks, or of pieces that it lacks, or of another area."""
        boards = [
            each
            for each in names.pieces[BoardDefinition.plural]
            if isinstance(each, BoardDefinition)
        ]
        for pack in self.packs:
            before = len(reader.findings)
            for label in pack.pieces:
                if self.form(label.value) is None:
                    hint = did_you_mean(label.value, [each.label for each in self.forms])
                    message = f'"{self.name}" has no piece "{label.value}"{hint}'
                    reader.error("unknown-name", message, label.place)
            self._check_region(reader, pack, boards)
            cells = pack.cells(self.shape, boards)
            if len(reader.findings) > before or not self.forms or pack.unsound or cells is None:
                continue
            area = self.packing(pack, cells).area
            if area != len(cells) and (pack.ways is None or pack.ways.value):
                message = (
                    f"the pieces have {counted(area, 'cell')} and the board {len(cells):,}; choose other"
                    " pieces or another board, or write count: 0 if they are not meant to fill it"
                )
                place = (pack.board or pack.region or pack).place
                reader.error("area", message, place)

    def _check_region(
        self, reader: Reader, pack: PackDefinition, boards: Sequence[BoardDefinition]
    ) -> None:
        if pack.region is not None:
            try:
                parse_polyform(self.shape, pack.region.rows)
            except PolyformError as error:
                reader.error("polyform", str(error), pack.region.place)
            return
        if pack.board is None:
            return
        grid = pack.grid(self.shape, boards)
        named_so = [each for each in boards if each.name == pack.board.value]
        if grid is None and named_so:
            message = f'the board "{pack.board.value}" has no {self.shape.cells}, of which a {self.shape.value} is made'
            reader.error("structure", message, pack.board.place)
        elif grid is None:
            name, known = pack.board.value, [each.name for each in boards]
            size = " columns and rows, as in 6x10," if self.shape.rectangle(1, 1) else ""
            hint = f"; write the name of a board,{size} or a region"
            if nearest(name, known):
                hint = did_you_mean(name, known)
            message = f'there is no board "{name}"{hint}'
            reader.error("unknown-name", message, pack.board.place)
        if grid is not None:
            for cell in pack.without:
                CellNames(grid, grid, is_known=True).meant(reader, cell)


def _labels(forms: Sequence[Polyform]) -> list[str]:
    """A name for each piece: the letter that people know it by, or its number, with that of its cells if they differ.

    A name depends on all pieces that are listed, and on no condition.
    """
    sizes = {len(each.cells) for each in forms}
    several = len(sizes) > 1
    known = [each.known_as and each.known_as + f"{len(each.cells)}" * several for each in forms]
    if all(known) and len({*known}) == len(known):
        return known
    totals, seen = Counter(len(each.cells) for each in forms), Counter[int]()
    labels = []
    for form in forms:
        size = len(form.cells)
        seen[size] += 1
        number = f"{seen[size]:0{len(str(totals[size]))}}"
        labels.append(f"{size}-{number}" if several else number)
    return labels
