"""Reading groups of cells of a board: which cells these are, and what is printed in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field as dataclass_field
from dataclasses import replace
from typing import Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, Located, Place, Related, Severity
from pnp.basics.words import counted, did_you_mean
from pnp.definition.colours import INK_OR_COLOUR, SIGN
from pnp.definition.combinations import numbered
from pnp.definition.face_kinds import plain_text
from pnp.definition.faces import FaceDefinition, FieldValues
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataTable
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import Node, Scalar, SequenceNode
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import NamedSection, field
from pnp.definition.tiles.vocabulary import DATA, FACE, MANY_COLOURS, SetReader
from pnp.definition.values import VALUES, FacedGroup, GivenPiece, refuse_back, shown_at
from pnp.tiles.grids import LINE_WORDS, WORDS, Grid
from pnp.tiles.layouts import Cell

CELL = kinds.located(
    kinds.word(
        "the name of a cell, `A1..A5`, `row C`, `column 3`, `corners`, `edge`, `centre`, `diagonals` or `all`"
    )
)

# The ink of cells with another meaning: that of parchment.
_TINT = "#EFE3C2"


# A tint from a column of a table.
_COLUMN_TINT = re.compile(r"\{([\w-]+)\}")


def _read_tint(reader: Reader, node: Node, what: str) -> str | None:
    if isinstance(node, Scalar) and node.text == "none":
        return ""
    if isinstance(node, Scalar) and _COLUMN_TINT.fullmatch(node.text):
        return node.text
    return INK_OR_COLOUR.read(reader, node, what)


TINT: Kind[str] = replace(
    INK_OR_COLOUR,
    read=_read_tint,
    words=f'{INK_OR_COLOUR.words}; or `none`; or a column of `data`, as `"{{terrain}}"`',
    schema={
        "anyOf": [
            INK_OR_COLOUR.schema,
            {"type": "string", "pattern": f"^{_COLUMN_TINT.pattern}$"},
        ]
    },
)


_TEXTS = kinds.list_of(
    plain_text(40), "texts of up to 40 characters and ranges", each="a label", or_one=True
)


def _read_labels(reader: Reader, node: Node, what: str) -> tuple[str, ...] | None:
    before = len(reader.findings)
    items = node.items if isinstance(node, SequenceNode) else (node,)
    listed = [numbered(reader, each) if isinstance(each, Scalar) else [each] for each in items]
    if len(reader.findings) > before:
        return None
    if isinstance(node, SequenceNode) or len(listed[0]) > 1:
        node = SequenceNode(tuple(each for some in listed for each in some), node.place)
    return _TEXTS.read(reader, node, what)


LABELS = replace(_TEXTS, read=_read_labels, words=f"{_TEXTS.words}, `1..9`")

# The columns of a table of cells that are no fields of a face.
_CELL_COLUMN, _TILE_COLUMN = "cell", "tile"
_COLUMNS = (_CELL_COLUMN, _TILE_COLUMN, "turn")


class CellTile(NamedTuple):
    """A tile in a cell, by its id or in its notation, and the degrees by which it is turned clockwise."""

    tile: Located[str]
    turn: Located[int]


class CellNames(NamedTuple):
    """How a file names the cells of a board, which may be `without` some cells of the whole grid.

    `is_known` says that no finding is about the grid.
    """

    grid: Grid
    whole: Grid
    is_known: bool

    def meant(self, reader: Reader, written: Located[str]) -> tuple[Cell, ...]:
        """The cells for which a word, a range or a name stands; none after a finding."""
        if self._is_line(written.value):
            line = self.whole.meant(written.value)
            found = tuple(cell for cell in line if cell in self.grid.names)
        else:
            found = self.grid.meant(written.value)
        if not found and self.is_known:
            reader.error("unknown-cell", self._problem(written.value), written.place)
        return found

    def mirrored(self, cells: Iterable[Cell], *, left_right: bool) -> dict[Cell, Cell | None]:
        """The mirror image of each cell on the board; None where the whole grid has no such cell."""
        found = {cell: self.whole.mirrored(cell, left_right=left_right) for cell in cells}
        return {
            cell: image
            for cell, image in found.items()
            if image is None or image in self.grid.names
        }

    @staticmethod
    def _is_line(text: str) -> bool:
        """Whether a text stands for cells in lines, of which the board may lack some."""
        return ".." in text or text == "diagonals" or text.partition(" ")[0] in LINE_WORDS

    def _problem(self, text: str) -> str:
        if self.whole.meant(text):
            return f'the board is `without` "{text}"; remove one of the two'
        line, _, name = text.partition(" ")
        if text == "diagonals":
            return '"diagonals" stands for squares, and for hexes round one in the middle'
        if text in WORDS:
            return f'"{text}" stands for squares and triangles, not hexes'
        if line in LINE_WORDS:
            if lines := [*self.grid.lines(line)]:
                return f'the board has no {line} "{name}"; they are {lines[0]} to {lines[-1]}'
            other = "column" if line == "row" else "row"
            if lines := [*self.grid.lines(other)]:
                return f"the cells of this board lie in {other}s, `{other} {lines[0]}` to `{other} {lines[-1]}`, and in no {line}s; write names of cells"
            return f'the board has no {line} "{name}"'
        for end in (ends := text.split("..")) if ".." in text else ():
            if end not in self.whole.cells_by_name:
                return f'the board has no cell "{end}"{self._hint(end)}'
        if ".." in text:
            return f"no straight line of cells goes from {ends[0]} to {ends[-1]}"
        return f'the board has no cell "{text}"{self._hint(text)}'

    def _hint(self, text: str) -> str:
        names = [*self.grid.cells_by_name]
        if self.grid.is_map:
            return did_you_mean(text, self.grid.words)
        if text.upper() in names:
            return f'; did you mean "{text.upper()}"?'
        if not text.islower() or any(map(str.isdigit, text)):
            return f"; they are called {names[0]} to {names[-1]}"
        return did_you_mean(text, WORDS)


def _ink_of(reader: SetReader, tint: str, place: Place) -> tuple[str, str]:
    """The ink of a tint, and the name of its colour, if it has one."""
    if not tint or tint.startswith("#"):
        return tint, ""
    fill = reader.fill(tint, place)
    return (fill, tint) if fill else (_TINT, "")


def _tint_in(reader: SetReader, written: Located[str], column: str) -> tuple[str, str]:
    """The same of a word in a column; an empty one stands for `none`."""
    node = Scalar(written.value or "none", "str", False, written.place)
    return _ink_of(reader, TINT.read(reader, node, column) or "", written.place)


class CellGroup(NamedSection):
    """Cells of a board with a look and a meaning of their own; `place` is that of the group's name.

    `sources` has for each cell the number of the listed cell whose label it shows: its own, or the one
    of which it is the mirror image.
    """

    what = "a group of cells"
    short = ("cells",)
    some_of = ("cells", "within", "data")
    needs = (("fields", ("face",)), ("turn", ("tile", "data")))

    listed: tuple[Located[str], ...] = field(
        kinds.list_of(CELL, "cells", each="a cell", or_one=True),
        "The cells. Required unless there is `within` or `data`.",
        key="cells",
    )
    within: int | None = field(
        kinds.integer(0), "Adds all cells at most this many steps from the centre.", default=None
    )
    data: DataTable | None = field(
        DATA,
        "A table of cells: the column `cell` names one or a range, `tile` and `turn` say which tile it shows, and"
        " the others are fields of the face.",
    )
    mirror: str = field(
        kinds.one_of("no", "left-right", "top-bottom", "yes"),
        "Adds the mirror images of the cells, with the same labels; `yes` in both directions.",
    )
    filled: bool = field(kinds.YES_NO, "Whether the cells are filled when the game begins.")
    tint: str = field(
        TINT,
        "The ink of the cells; with `none`, or nothing in its column, that of the next group, or of the board.",
        default=_TINT,
    )
    has_edge: bool = field(
        kinds.YES_NO,
        "Whether a line goes round the cells, or round each of them.",
        key="edge",
        default=True,
        otherwise="`yes`, or `no` with `tint: none`",
    )
    wall: bool = field(kinds.YES_NO, "Whether a wall goes round the cells: a bold line.")
    sign: str = field(SIGN, "A sign in each cell.", default="")
    labels: tuple[str, ...] = field(
        LABELS, "A text for all cells, or one for each, in the order of the cells."
    )
    colours: tuple[str, ...] = field(
        MANY_COLOURS,
        "A colour for each cell, in the order of the cells: whose it is, in the ink of the colour and"
        " with its symbol.",
    )
    note: str = field(
        kinds.text(80),
        "Their meaning, for the legend below the board, beside their tint, edge, sign or colours.",
    )
    face: FaceDefinition | None = field(FACE, "What each cell shows over what pnp draws.")
    shared: FieldValues | None = field(
        VALUES, "Values of the face's fields.", key="fields", default=None
    )

    tile: Located[str] = field(
        kinds.located(kinds.word("a tile")),
        "A tile in each cell, by its id or in its notation.",
    )
    turn: Located[int] = field(
        kinds.located(kinds.integer(-360, 360)),
        "Degrees by which the tile is turned clockwise.",
        default=Located(0, NOWHERE),
        otherwise="`0`",
    )

    sources: Mapping[Cell, int] = dataclass_field(default_factory=dict)
    tint_colour: str = ""
    given: tuple[GivenPiece, ...] = ()
    tiles: tuple[CellTile, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.sources)

    def label(self, cell: Cell) -> str:
        """The text in a cell; empty without one."""
        if len(self.labels) < 2:
            return "".join(self.labels)
        return self.labels[self.sources[cell]]

    def faced(self, cell: Cell) -> GivenPiece | None:
        """The values that the face shows in a cell; None without a face."""
        return self.given[self.sources[cell] if self.data else 0] if self.given else None

    def tile_in(self, cell: Cell) -> CellTile | None:
        """The tile in a cell, if it shows one."""
        found = self.tiles[self.sources[cell] if self.data else 0] if self.tiles else None
        return found if found and found.tile.value else None

    @property
    def _tint_column(self) -> str:
        """The column of the table that has the tints, if one has them."""
        found = _COLUMN_TINT.fullmatch(self.tint)
        return found[1] if found else ""

    def on_board(self, reader: SetReader, names: CellNames) -> tuple[Self, ...]:
        """The group with its cells, and what these show; as many groups as tints if a column has these."""
        column = self._tint_column
        is_shown = self.face is not None and column in self.face.used
        taken = (*_COLUMNS, *([] if is_shown else [column]))
        group = FacedGroup(reader, self.shared, self.data, taken=taken)
        sources = self._listed_cells(reader, names)
        number = len({*sources.values()})
        self._add_mirrored(reader, names, sources)
        knows_cells = self.is_sound("cells", "within", "data") and names.is_known
        if len(self.labels) > 1 and knows_cells and len(self.labels) != number:
            message = (
                f'"{self.name}" has {counted(number, "cell")} and {len(self.labels)} labels; write'
                " one label for each cell"
            )
            reader.error("structure", message, self.place_of("labels"))
        tint, tint_colour = self.tint, ""
        if not column:
            tint, tint_colour = _ink_of(reader, tint, self.place_of("tint"))
        is_sound = reader.knows_colours and knows_cells and self.is_sound("colours")
        if self.has("colours") and is_sound and len(self.colours) != len(sources):
            message = (
                f'"{self.name}" has {counted(len(sources), "cell")} and'
                f" {counted(len(self.colours), 'colour')}; write one colour for each cell"
            )
            reader.error("structure", message, self.place_of("colours"))
        has_edge = self.has_edge if self.has("edge") else bool(tint)
        if self.note and not (tint or has_edge or self.sign or self.colours):
            message = (
                "the legend shows a note beside the tint, the edge, the sign or the colours of its cells, and"
                f' "{self.name}" has none of these; add one, such as `edge: yes`, or remove the note'
            )
            reader.error("structure", message, self.place_of("note"))
        made = replace(
            self,
            sources=sources,
            tint=tint,
            tint_colour=tint_colour,
            has_edge=has_edge,
            given=self._faces(reader, group),
            tiles=tuple(self._tiles(reader)),
            notes=(*group.notes, *self._unused_columns(taken)),
        )
        return made._by_tint(reader, column) if column else (made,)

    def _unused_columns(self, used: Collection[str]) -> Iterator[Finding]:
        """A warning for each column of a table without a face that says nothing about the cells."""
        if self.data is None or self.face is not None:
            return
        for name, place in self.data.columns.items():
            if name not in used:
                message = f'the column "{name}" is not used: only a `face` shows further columns'
                hint = did_you_mean(name, used)
                yield Finding("unknown-field", Severity.WARNING, message + hint, place)

    def _by_tint(self, reader: SetReader, column: str) -> tuple[Self, ...]:
        """A group for the cells of each tint, and for those without one."""
        if self.data is None or column not in self.data.columns:
            columns = () if self.data is None else self.data.columns
            message = f'the tint {self.tint} needs a table with the column "{column}", under "data"'
            if not self.is_lost("data"):
                hint = did_you_mean(column, columns)
                reader.error("missing-key", message + hint, self.place_of("tint"))
            return (replace(self, tint=""),)
        if self.note and self.tint not in self.note:
            message = f'these cells have several tints; write the column in the note, as in `note: "{self.tint}"`'
            reader.error("structure", message, self.place_of("note"))
        if self.wall:
            message = "cells of several tints have no wall round them; write one round another group of these cells"
            reader.error("structure", message, self.place_of("wall"))
        words = [row.values[column] for row in self.data.rows]
        tints = [_tint_in(reader, word, column) for word in words]
        owners = dict(zip(self.sources, self.colours, strict=False))
        parts: dict[tuple[str, str, str], dict[Cell, int]] = {}
        for cell, number in self.sources.items():
            parts.setdefault((words[number].value, *tints[number]), {})[cell] = number
        return tuple(
            replace(
                self,
                sources=sources,
                tint=tint,
                tint_colour=colour,
                colours=tuple(owners[cell] for cell in sources if cell in owners),
                note=self.note.replace(self.tint, word) if tint else "",
                notes=() if at else self.notes,
            )
            for at, ((word, tint, colour), sources) in enumerate(parts.items())
        )

    def _listed_cells(self, reader: SetReader, names: CellNames) -> dict[Cell, int]:
        """The cells with the numbers of those that are listed, or of the rows of the table."""
        listed = dict.fromkeys(cell for each in self.listed for cell in names.meant(reader, each))
        if self.within is not None:
            listed |= dict.fromkeys(names.grid.within(self.within))
        if self.data is None:
            return {cell: number for number, cell in enumerate(listed)}
        for key in ("cells", "within"):
            if self.has(key):
                message = f'"data" names the cells itself; remove "{key}"'
                reader.error("structure", message, self.place_of(key))
        if _CELL_COLUMN not in self.data.columns:
            header = next(iter(self.data.columns.values()), self.place_of("data"))
            message = 'a table of cells needs the column "cell", with their names'
            reader.error("missing-key", message, header)
            return {}
        found: dict[Cell, int] = {}
        for number, row in enumerate(self.data.rows):
            written = row.values[_CELL_COLUMN]
            for cell in names.meant(reader, written):
                if cell in found:
                    first = self.data.rows[found[cell]].values[_CELL_COLUMN]
                    message = f"{names.grid.names[cell]} is in two rows; remove one"
                    related = Related("the first is here", first.place)
                    reader.error("duplicate-key", message, written.place, related)
                    break
                found[cell] = number
        return found

    def _add_mirrored(self, reader: Reader, names: CellNames, sources: dict[Cell, int]) -> None:
        for way in ("left-right", "top-bottom"):
            if self.mirror not in ("yes", way):
                continue
            images = names.mirrored([*sources], left_right=way == "left-right")
            for cell, image in images.items():
                if image is None:
                    message = f"{names.grid.names[cell]} has no mirror image {way} on this board"
                    reader.error("unknown-cell", message, self.place_of("mirror"))
                    break
                sources.setdefault(image, sources[cell])

    def _faces(self, reader: SetReader, group: FacedGroup) -> tuple[GivenPiece, ...]:
        """The face of all cells, or of each row of the table."""
        if self.data is None:
            at = self.place_of("face")
            one = shown_at(reader, self.face, self.shared, self.place, what="a cell", at=at)
            return () if one is None else (one,)
        if self.face is None:
            shows_more = self._tint_column or _TILE_COLUMN in self.data.columns
            if not shows_more and not self.is_lost("face"):
                message = (
                    'a table of cells needs a "face" that shows its fields, or the column "tile"'
                )
                reader.error("missing-key", message, self.place_of("data"))
            return ()
        refuse_back(reader, self.face, "a cell", self.place_of("face"))
        drafts = [draft._replace(copies=1) for draft in group.of_rows(self.data.rows, 1, self.face)]
        return group.pieces(drafts)

    def _tiles(self, reader: Reader) -> Iterator[CellTile]:
        """The tile of all cells, or of each row of the table."""
        if self.tile.value or self.data is None or _TILE_COLUMN not in self.data.columns:
            if self.tile.value:
                yield CellTile(self.tile, self.turn)
            return
        for row in self.data.rows:
            written = row.values.get("turn", Located("", row.place))
            turn = self.turn.value
            try:
                turn = int(written.value or turn)
            except ValueError:
                message = f"turn has to be degrees, such as 90, not {written.value}"
                reader.error("number", message, written.place)
            yield CellTile(row.values[_TILE_COLUMN], Located(turn, written.place))
