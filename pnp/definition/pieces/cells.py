"""Reading groups of cells of a board: which cells these are, and what is printed in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field as dataclass_field
from dataclasses import replace
from typing import NamedTuple, Self

from pnp.basics.errors import Located
from pnp.basics.words import counted, did_you_mean
from pnp.definition.colours import INK_OR_COLOUR, SIGN
from pnp.definition.faces import FaceDefinition, FieldValues
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import NamedSection, field
from pnp.definition.tiles.vocabulary import FACE, MANY_COLOURS, SetReader
from pnp.definition.values import VALUES, GivenPiece, shown_at
from pnp.tiles.grids import LINE_WORDS, WORDS, Grid
from pnp.tiles.layouts import Cell

CELL = kinds.located(
    kinds.word(
        "the name of a cell, `A1..A5`, `row C`, `column 3`, `corners`, `edge`, `centre`, `diagonals` or `all`"
    )
)

# The ink of cells with another meaning: that of parchment.
_TINT = "#EFE3C2"


def _read_tint(reader: Reader, node: Node, what: str) -> str | None:
    if isinstance(node, Scalar) and node.text == "none":
        return ""
    return INK_OR_COLOUR.read(reader, node, what)


TINT: Kind[str] = replace(INK_OR_COLOUR, read=_read_tint, words=f"{INK_OR_COLOUR.words}; or `none`")


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
            lines = [*self.grid.lines(line)]
            hint = f"; they are {lines[0]} to {lines[-1]}" if lines else ""
            return f'the board has no {line} "{name}"{hint}'
        for end in (ends := text.split("..")) if ".." in text else ():
            if end not in self.whole.cells_by_name:
                return f'the board has no cell "{end}"{self._hint(end)}'
        if ".." in text:
            return f"no straight line of cells goes from {ends[0]} to {ends[-1]}"
        return f'the board has no cell "{text}"{self._hint(text)}'

    def _hint(self, text: str) -> str:
        names = [*self.grid.cells_by_name]
        if text.upper() in names:
            return f'; did you mean "{text.upper()}"?'
        if not text.islower() or any(map(str.isdigit, text)):
            return f"; they are called {names[0]} to {names[-1]}"
        return did_you_mean(text, WORDS)


class CellGroup(NamedSection):
    """Cells of a board with a look and a meaning of their own; `place` is that of the group's name.

    `sources` has for each cell the number of the listed cell whose label it shows: its own, or the one
    of which it is the mirror image.
    """

    what = "a group of cells"
    short = ("cells",)
    some_of = ("cells", "within")
    needs = (("fields", ("face",)),)

    listed: tuple[Located[str], ...] = field(
        kinds.list_of(CELL, "cells", each="a cell", or_one=True),
        "The cells. Required unless there is `within`.",
        key="cells",
    )
    within: int | None = field(
        kinds.integer(0), "Adds all cells at most this many steps from the centre.", default=None
    )
    mirror: str = field(
        kinds.one_of("no", "left-right", "top-bottom", "yes"),
        "Adds the mirror images of the cells, with the same labels; `yes` in both directions.",
    )
    filled: bool = field(kinds.YES_NO, "Whether the cells are filled when the game begins.")
    tint: str = field(
        TINT,
        "The ink of the cells; with `none` that of the next group, or of the board.",
        default=_TINT,
    )
    has_edge: bool = field(
        kinds.YES_NO,
        "Whether a line goes round the cells, or round each of them.",
        key="edge",
        default=True,
        otherwise="`yes`, or `no` with `tint: none`",
    )
    sign: str = field(SIGN, "A sign in each cell.", default="")
    labels: tuple[str, ...] = field(
        kinds.list_of(kinds.text(40), "texts of up to 40 characters", each="a label", or_one=True),
        "A text for all cells, or one for each, in the order of the cells.",
    )
    colours: tuple[str, ...] = field(
        MANY_COLOURS,
        "A colour for each cell, in the order of the cells: whose it is, in the ink of the colour and"
        " with its symbol.",
    )
    note: str = field(kinds.text(80), "Their meaning, for the legend below the board.")
    face: FaceDefinition | None = field(FACE, "What each cell shows over what pnp draws.")
    shared: FieldValues | None = field(
        VALUES, "Values of the face's fields.", key="fields", default=None
    )

    sources: Mapping[Cell, int] = dataclass_field(default_factory=dict)
    tint_colour: str = ""
    faced: GivenPiece | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.sources)

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        """All that has a face."""
        return (self.faced,) if self.faced else ()

    def label(self, cell: Cell) -> str:
        """The text in a cell; empty without one."""
        if len(self.labels) < 2:
            return "".join(self.labels)
        return self.labels[self.sources[cell]]

    def on_board(self, reader: SetReader, names: CellNames) -> Self:
        """The group with its cells, and what these show."""
        listed = dict.fromkeys(cell for each in self.listed for cell in names.meant(reader, each))
        if self.within is not None:
            listed |= dict.fromkeys(names.grid.within(self.within))
        sources = {cell: number for number, cell in enumerate(listed)}
        for left_right in (True, False):
            if self.mirror in ("yes", "left-right" if left_right else "top-bottom"):
                for cell, image in names.mirrored([*sources], left_right=left_right).items():
                    if image is None:
                        way = "left-right" if left_right else "top-bottom"
                        message = (
                            f"{names.grid.names[cell]} has no mirror image {way} on this board"
                        )
                        reader.error("unknown-cell", message, self.place_of("mirror"))
                        break
                    sources.setdefault(image, sources[cell])
        knows_cells = self.is_sound("cells", "within") and names.is_known
        if len(self.labels) > 1 and knows_cells and len(self.labels) != len(listed):
            message = (
                f'"{self.name}" has {counted(len(listed), "cell")} and {len(self.labels)} labels; write'
                " one label for each cell"
            )
            reader.error("structure", message, self.place_of("labels"))
        tint, tint_colour = self.tint, ""
        if tint and not tint.startswith("#"):
            fill = reader.fill(tint, self.place_of("tint"))
            tint, tint_colour = (fill, tint) if fill else (_TINT, "")
        is_sound = reader.knows_colours and knows_cells and self.is_sound("colours")
        if self.has("colours") and is_sound and len(self.colours) != len(sources):
            message = (
                f'"{self.name}" has {counted(len(sources), "cell")} and'
                f" {counted(len(self.colours), 'colour')}; write one colour for each cell"
            )
            reader.error("structure", message, self.place_of("colours"))
        at = self.place_of("face")
        return replace(
            self,
            sources=sources,
            tint=tint,
            tint_colour=tint_colour,
            has_edge=self.has_edge if self.has("edge") else bool(tint),
            faced=shown_at(reader, self.face, self.shared, self.place, what="a cell", at=at),
        )
