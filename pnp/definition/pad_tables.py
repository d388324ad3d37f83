"""Reading tables of pads: columns with heads, rows with labels, cells to write in or to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, Self

from pnp.basics.errors import Located, Place
from pnp.basics.words import did_you_mean
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import Node, Scalar
from pnp.definition.reading.reader import Fields, Reader, read_paragraphs
from pnp.definition.reading.sections import Section, field, nested

SHARE = kinds.integer(1, 100)
# More rows than fit on a sheet, and more entries than fit in a cell.
_ROWS, _ENTRIES = kinds.integer(1, 60), kinds.integer(1, 40)
_COLOUR = kinds.word("a colour")
_TEXT = kinds.text()

# The shares of a score line's label, of its rule and of the box for the points.
_SCORE_WIDTHS = (5, 8, 3)


class PadText(NamedTuple):
    """A text on a pad, with the sign of a colour before it; without a text, the colour's name."""

    text: str
    colour: str
    place: Place


PLAIN_TEXT: Kind[PadText] = kinds.made(_TEXT, lambda text, place: PadText(text, "", place))
SIGN_ONLY: Kind[PadText] = kinds.made(_COLOUR, lambda colour, place: PadText("", colour, place))


class Labelled(Section):
    """A section with a text, at the first key of `short`, and perhaps a colour's sign."""

    text: str = ""
    colour: str = ""

    @property
    def label(self) -> PadText:
        key = "colour" if self.colour else self.short[0]
        return PadText(self.text, self.colour, self.place_of(key))


class SignSection(Labelled):
    """The sign of a colour, with the colour's name or a text."""

    what = "a text"
    short = ("text",)

    colour: str = field(_COLOUR, "The colour.", required=True)
    text: str = field(_TEXT, "A text in place of the colour's name.")


PAD_TEXT: Kind[PadText] = kinds.made(nested(SignSection), lambda sign, _: sign.label)


def _read_paragraph(reader: Reader, node: Node, what: str) -> PadText | None:
    label = PAD_TEXT.read(reader, node, what)
    text = read_paragraphs(reader, node, what) if label and isinstance(node, Scalar) else None
    return label if label is None or text is None else label._replace(text=text)


PARAGRAPHS: Kind[PadText] = replace(PAD_TEXT, read=_read_paragraph)


def texts(each: str = "a text", *, least: int = 0) -> Kind[tuple[PadText, ...]]:
    """A list of texts on a pad; `each` names one in messages."""
    return kinds.list_of(PAD_TEXT, "texts", each=each, least=least)


class Column(Labelled):
    """A column of a table: its head, its share of the width, and the heads of its parts."""

    what = "a column"
    short = ("head",)

    text: str = field(_TEXT, "The text above the column.", key="head")
    colour: str = field(_COLOUR, "A colour, whose sign is printed above the column.")
    width: int = field(SHARE, "Its share of the width.")
    split: tuple[PadText, ...] = field(texts(), "The heads of the parts of its cells.")


class Row(Labelled):
    """A row of a table; `numbered` or `blank` puts that many rows in its place."""

    what = "a row"
    short = ("label",)

    text: str = field(_TEXT, "The text in the first column.", key="label")
    colour: str = field(_COLOUR, "A colour, whose sign is printed in the first column.")
    note: str = field(_TEXT, "A small text below the label.")
    cells: tuple[PadText, ...] = field(
        texts(), "The texts of the other cells.", otherwise="cells to write in"
    )
    entries: int = field(_ENTRIES, "How many numbers go into each cell, with fine lines between.")
    total: bool = field(kinds.YES_NO, "Whether the row is bold, under a thick line.")
    joined: bool = field(
        kinds.YES_NO, "Whether the parts of a split column are one cell in this row."
    )
    numbered: int | None = field(_ROWS, "How many numbered rows stand in its place.", default=None)
    blank: int | None = field(
        _ROWS, "How many rows without a label stand in its place.", default=None
    )

    def rows(self) -> Iterator[Row]:
        if self.numbered is None and self.blank is None:
            yield self
        for number in range(1, (self.numbered or self.blank or 0) + 1):
            yield Row(text="" if self.numbered is None else str(number), fields=self.fields)


_LISTED_ROWS = kinds.list_of(nested(Row), "rows", least=1)


def _read_rows(reader: Reader, node: Node, what: str) -> tuple[Row, ...] | None:
    """Rows one by one, or a number of blank ones."""
    if isinstance(node, Scalar):
        blank = Row(blank=_ROWS.read(reader, node, what), fields=Fields(node.place, {}))
        return None if blank.blank is None else tuple(blank.rows())
    rows = _LISTED_ROWS.read(reader, node, what)
    return None if rows is None else tuple(each for row in rows for each in row.rows())


ROWS: Kind[tuple[Row, ...]] = Kind(
    _read_rows,
    (),
    f"{_LISTED_ROWS.words}; or a number of blank rows",
    {"anyOf": [_LISTED_ROWS.schema, _ROWS.schema]},
    (_LISTED_ROWS,),
)

_NAMES = kinds.list_of(
    kinds.located(kinds.word("a label or a colour")), "these", each="a row or column", or_one=True
)


class Unused(Section):
    """Cells in which nobody writes: those where these rows and these columns meet."""

    what = "unused"

    columns: tuple[Located[str], ...] = field(_NAMES, "Their columns.", required=True)
    rows: tuple[Located[str], ...] = field(_NAMES, "Their rows.", required=True)


class PadTable(Section):
    """Columns and rows; `unused` has the cells, by row and column, in which nobody writes."""

    what = "a table"

    columns: tuple[Column, ...] = field(
        kinds.list_of(nested(Column), "columns", least=1), "The columns.", required=True
    )
    rows: tuple[Row, ...] = field(ROWS, "The rows.", required=True)
    hatched: tuple[Unused, ...] = field(
        kinds.list_of(nested(Unused), "these", or_one=True),
        "Cells that are hatched, where these columns and rows meet.",
        key="unused",
    )

    unused: frozenset[tuple[int, int]] = frozenset()

    def completed(self, reader: Reader) -> Self:
        after = len(self.columns) - 1
        for row in self.rows if self.is_sound("columns") else ():
            if len(row.cells) > after:
                message = f"{len(row.cells)} cells are more than the {after} after the label"
                reader.error("structure", message, row.label.place)
        found: set[tuple[int, int]] = set()
        for each in self.hatched if self.is_sound("columns", "rows") else ():
            across = list(_places(reader, each.columns, self.columns))
            down = list(_places(reader, each.rows, self.rows))
            found |= {(row, column) for row in down for column in across}
        return replace(self, unused=frozenset(found))


def _places(
    reader: Reader, wanted: Sequence[Located[str]], lines: Sequence[Labelled]
) -> Iterator[int]:
    """The numbers of the rows or columns with these labels or colours."""
    names = [line.text or line.colour for line in lines]
    for name in wanted:
        if name.value not in names:
            hint = did_you_mean(name.value, {each for each in names if each})
            message = f'the table has no "{name.value}"{hint}'
            reader.error("unknown-cell", message, name.place)
        yield from (number for number, each in enumerate(names) if each == name.value)


class ScoreLine(Labelled):
    """A line of a score sheet: a label, a rule and a box for the points."""

    what = "a score line"
    short = ("label",)

    text: str = field(_TEXT, "The label.", key="label")
    colour: str = field(_COLOUR, "A colour, whose sign is printed before the label.")
    rule: PadText = field(PLAIN_TEXT, "How the points are counted.")
    total: bool = field(kinds.YES_NO, "Whether the line is bold, under a thick line.")


def score_table(lines: tuple[ScoreLine, ...], place: Place) -> PadTable:
    """The table of some score lines."""
    columns = tuple(Column(width=width, place=place) for width in _SCORE_WIDTHS)
    rows = tuple(
        Row(
            text=line.text,
            colour=line.colour,
            cells=(line.rule,),
            total=line.total,
            fields=line.fields,
        )
        for line in lines
    )
    return PadTable(columns=columns, rows=rows, place=place)
