"""Reading the blocks of forms: texts, lines to write on, boxes to tick, and tables.

A pad is a list of blocks; a face may have blocks among its elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located, Place
from pnp.basics.words import did_you_mean
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind, list_of, made
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Fields, Reader, read_paragraphs
from pnp.definition.reading.sections import Section, declared, field, nested

# Millimetres: the highest sheet.
_HIGHEST = 254.0

DIRECTIONS = {
    "flat-top": ("up", "up-right", "down-right", "down", "down-left", "up-left"),
    "pointy-top": ("up-right", "right", "down-right", "down-left", "left", "up-left"),
}

_SHARE = kinds.integer(1, 100)
_PLAYERS = kinds.integer(1)
# More rows than fit on a sheet, and more entries than fit in a cell.
_ROWS, _ENTRIES, _TICKS = kinds.integer(1, 60), kinds.integer(1, 40), kinds.integer(1, 200)
_COLOUR, _HEX = kinds.word("a colour"), kinds.located(kinds.word("a hex"))
_TEXT = kinds.text()

# The shares of a score line's label, of its rule and of the box for the points.
_SCORE_WIDTHS = (5, 8, 3)


# Texts


class BlockText(NamedTuple):
    """A text of a block, with the sign of a colour before it; without a text, the colour's name."""

    text: str
    colour: str
    place: Place


PLAIN_TEXT: Kind[BlockText] = made(_TEXT, lambda text, place: BlockText(text, "", place))


class Labelled(Section):
    """A section with a text, at the first key of `short`, and perhaps a colour's sign."""

    text: str = ""
    colour: str = ""

    @property
    def label(self) -> BlockText:
        key = "colour" if self.colour else self.short[0]
        return BlockText(self.text, self.colour, self.place_of(key))


class SignSection(Labelled):
    """The sign of a colour, with the colour's name or a text."""

    what = "a text"
    short = ("text",)

    colour: str = field(_COLOUR, "The colour.", required=True)
    text: str = field(_TEXT, "A text in place of the colour's name.")


_LABEL: Kind[BlockText] = made(nested(SignSection), lambda sign, _: sign.label)


def _read_paragraph(reader: Reader, node: Node, what: str) -> BlockText | None:
    label = _LABEL.read(reader, node, what)
    text = read_paragraphs(reader, node, what) if label and isinstance(node, Scalar) else None
    return label if label is None or text is None else label._replace(text=text)


_PARAGRAPHS: Kind[BlockText] = replace(_LABEL, read=_read_paragraph)
_TEXTS = list_of(_LABEL, "texts", each="a text")
_ITEMS = list_of(_LABEL, "texts", each="an item", least=1)
_OPTIONS = list_of(_LABEL, "texts", each="an option", least=1)
_SIGN: Kind[BlockText] = made(_COLOUR, lambda colour, place: BlockText("", colour, place))
_SIGNS = list_of(_SIGN, "colours", each="a colour", least=1)


class Words(NamedTuple):
    """Running text, or a heading, which is bold and stays with the next block."""

    text: BlockText
    place: Place
    is_heading: bool = False


class Title(NamedTuple):
    """The title of a form, in large letters over a line, with a smaller text beside it."""

    text: BlockText
    subtitle: BlockText
    place: Place


class Items(NamedTuple):
    """A list of short texts, with dots or with numbers."""

    items: tuple[BlockText, ...]
    place: Place
    numbered: bool = False


class Signs(NamedTuple):
    """The signs of colours with their names."""

    options: tuple[BlockText, ...]
    place: Place


# Blocks to write in and to tick


class Field(Section):
    """A label with a line to write on, and perhaps boxes to tick at its end."""

    what = "a field"
    short = ("label",)

    label: BlockText = field(_LABEL, "The label before the line to write on.", required=True)
    width: int = field(_SHARE, "The field's share of the width.")
    options: tuple[BlockText, ...] = field(
        _OPTIONS, "Texts at the end of the line, with a box to tick each."
    )


_FIELDS = list_of(nested(Field), "fields", least=1)


class FieldRow(NamedTuple):
    """Fields beside each other; their widths are shares."""

    fields: tuple[Field, ...]
    place: Place


class Lines(NamedTuple):
    """Lines to write on, one below the other, with or without labels."""

    rows: tuple[FieldRow, ...]
    place: Place


def _lines(lines: int | tuple[Field, ...], place: Place) -> Lines:
    fields = (Field(),) * lines if isinstance(lines, int) else lines
    return Lines(tuple(FieldRow((each,), place) for each in fields), place)


_NUMBER_OR_FIELDS: Kind[Any] = kinds.either(_ROWS, _FIELDS)
LINES: Kind[Lines] = made(_NUMBER_OR_FIELDS, _lines)


class Choices(Section):
    """Options; a player ticks one of them."""

    what = "choices"
    one_of = ("options", "colours")

    label: BlockText = field(_LABEL, "The label before the options.", required=True)
    listed: tuple[BlockText, ...] = field(
        _OPTIONS, "The options. Required unless there are `colours`.", key="options"
    )
    colours: tuple[BlockText, ...] = field(_SIGNS, "Colours in place of `options`.")

    @property
    def options(self) -> tuple[BlockText, ...]:
        return (*self.listed, *self.colours)


class Ticks(Section):
    """Boxes to tick off one after the other, in groups."""

    what = "ticks"

    label: BlockText = field(_LABEL, "The label before the boxes.", required=True)
    number: int = field(_TICKS, "How many boxes there are.", required=True)
    group: int = field(_TICKS, "How many boxes are in a group.", default=0, otherwise="all of them")

    def completed(self, reader: Reader) -> Self:
        return replace(self, group=self.group or self.number)


class Compass(Section):
    """The six directions on a board as hexagons round a middle one, to tick or to write in."""

    what = "a compass"

    hexagon: str = field(
        kinds.one_of(*DIRECTIONS), "Which way the hexes of the board lie.", required=True
    )
    write: bool = field(
        kinds.YES_NO, "Whether players write in the hexagons instead of ticking them."
    )


class BoardBlock(Section):
    """A board of the game, so many millimetres high, perhaps with hexes that stand out."""

    what = "a board"

    name: Located[str] = field(
        kinds.located(kinds.name("a board")), "The name of the board.", required=True
    )
    height: float = field(kinds.length(20, _HIGHEST), "The height of the board.", required=True)
    highlight: tuple[Located[str], ...] = field(
        list_of(_HEX, "hexes", each="a hex", least=1), "Hexes with a bold line round them."
    )


# Tables


class Column(Labelled):
    """A column of a table: its head, its share of the width, and the heads of its parts."""

    what = "a column"
    short = ("head",)

    text: str = field(_TEXT, "The text above the column.", key="head")
    colour: str = field(_COLOUR, "A colour, whose sign is printed above the column.")
    width: int = field(_SHARE, "Its share of the width.")
    split: tuple[BlockText, ...] = field(_TEXTS, "The heads of the parts of its cells.")
    players: int = field(
        _PLAYERS, "The smallest number of players for which it is printed, as of a tile."
    )


class Row(Labelled):
    """A row of a table; `numbered` or `blank` puts that many rows in its place."""

    what = "a row"
    short = ("label",)

    text: str = field(_TEXT, "The text in the first column.", key="label")
    colour: str = field(_COLOUR, "A colour, whose sign is printed in the first column.")
    note: BlockText = field(PLAIN_TEXT, "A small text below the label.")
    players: int = field(
        _PLAYERS, "The smallest number of players for which it is printed, as of a tile."
    )
    cells: tuple[BlockText, ...] = field(
        _TEXTS, "The texts of the other cells.", otherwise="cells to write in"
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


_LISTED_ROWS = list_of(nested(Row), "rows", least=1)


def _read_rows(reader: Reader, node: Node, what: str) -> tuple[Row, ...] | None:
    """Rows one by one, or a number of blank ones."""
    if isinstance(node, Scalar):
        blank = Row(blank=_ROWS.read(reader, node, what), fields=Fields(node.place, {}))
        return None if blank.blank is None else tuple(blank.rows())
    rows = _LISTED_ROWS.read(reader, node, what)
    return None if rows is None else tuple(each for row in rows for each in row.rows())


_TABLE_ROWS: Kind[tuple[Row, ...]] = Kind(
    _read_rows,
    (),
    f"{_LISTED_ROWS.words}; or a number of blank rows",
    {"anyOf": [_LISTED_ROWS.schema, _ROWS.schema]},
    (_LISTED_ROWS,),
)

_NAMES = list_of(
    kinds.located(kinds.word("a label or a colour")), "these", each="a row or column", or_one=True
)


class Unused(Section):
    """Cells in which nobody writes: those where these rows and these columns meet."""

    what = "unused"

    columns: tuple[Located[str], ...] = field(_NAMES, "Their columns.", required=True)
    rows: tuple[Located[str], ...] = field(_NAMES, "Their rows.", required=True)


class Table(Section):
    """Columns and rows; `unused` has the cells, by row and column, in which nobody writes."""

    what = "a table"

    columns: tuple[Column, ...] = field(
        list_of(nested(Column), "columns", least=1), "The columns.", required=True
    )
    rows: tuple[Row, ...] = field(_TABLE_ROWS, "The rows.", required=True)
    hatched: tuple[Unused, ...] = field(
        list_of(nested(Unused), "these", or_one=True),
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

    def for_players(self, players: int) -> Self:
        """The table without the rows and columns that are for more players."""
        down = [at for at, row in enumerate(self.rows) if row.players <= players]
        across = [at for at, column in enumerate(self.columns) if column.players <= players]
        if len(down) == len(self.rows) and len(across) == len(self.columns):
            return self
        rows = tuple(
            replace(
                row, cells=tuple(row.cells[at - 1] for at in across if 0 < at <= len(row.cells))
            )
            for row in (self.rows[at] for at in down)
        )
        unused = {
            (down.index(row), across.index(column))
            for row, column in self.unused
            if row in down and column in across
        }
        columns = tuple(self.columns[at] for at in across)
        return replace(self, rows=rows, columns=columns, unused=frozenset(unused))


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
    rule: BlockText = field(PLAIN_TEXT, "How the points are counted.")
    total: bool = field(kinds.YES_NO, "Whether the line is bold, under a thick line.")


def _score_table(lines: Sequence[ScoreLine], place: Place) -> Table:
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
    return Table(columns=columns, rows=rows, place=place)


# Blocks of all kinds


def _read_block(reader: Reader, node: Node, what: str) -> Block | None:
    """One of the BLOCKS, with its content."""
    if not isinstance(node, MappingNode) or len(node.entries) != 1:
        message = f"{what} has to be a mapping with one key, such as text: …"
        reader.error("structure", message, node.place)
        return None
    ((key, value),) = node.entries
    if key.text not in BLOCKS:
        hint = did_you_mean(key.text, BLOCKS)
        reader.error("unknown-block", f'there is no block "{key.text}"{hint}', key.place)
        return None
    choice = BLOCKS[key.text]
    content = choice.kind.read(reader, value, key.text)
    return None if content is None else choice.make(content, key.place)


_BLOCK: Kind[Any] = Kind(_read_block, None, "a block", {"$ref": "#/$defs/block"})
BLOCK_LIST = list_of(
    _BLOCK, "[blocks](forms.md#blocks)", each="a block", least=1, most=limits.MOST_BLOCKS_OF_A_PAD
)


class Stack(Section):
    """Blocks one below the other, beside other stacks; its width is a share."""

    what = "a stack of blocks"
    short = ("blocks",)

    width: int = field(_SHARE, "The stack's share of the width.")
    blocks: tuple[Block, ...] = field(BLOCK_LIST, "The blocks.", required=True)


class Columns(NamedTuple):
    """Stacks of blocks beside each other."""

    parts: tuple[Stack, ...]
    place: Place


Block = (
    Title | Words | Items | Signs | FieldRow | Lines | Choices | Ticks | Compass | BoardBlock
    | Columns | Table
)  # fmt: skip


def _placed(section: Any, place: Place) -> Any:
    """A block that is a section, at the place of its name."""
    return replace(section, place=place)


class BlockChoice(NamedTuple):
    """A kind of block: how its content is written, what it prints, and the block of a content."""

    kind: Kind[Any]
    meaning: str
    make: Callable[[Any, Place], Block] = _placed


BLOCKS = {
    "board": BlockChoice(nested(BoardBlock), "A board of the game."),
    "bullets": BlockChoice(_ITEMS, "Short texts with dots.", Items),
    "choices": BlockChoice(nested(Choices), "A label, and options with a box to tick each."),
    "columns": BlockChoice(
        list_of(nested(Stack), "stacks of blocks", least=1),
        "Stacks of blocks side by side: lists of blocks, or mappings.",
        Columns,
    ),
    "compass": BlockChoice(nested(Compass), "Six hexagons, one for each direction."),
    "fields": BlockChoice(_FIELDS, "Labels with lines to write on, side by side.", FieldRow),
    "heading": BlockChoice(
        _LABEL,
        "A bold text that stays with the next block.",
        lambda text, place: Words(text, place, is_heading=True),
    ),
    "lines": BlockChoice(
        LINES,
        "Lines to write on, one below the other: how many, or their labels.",
        lambda lines, place: lines._replace(place=place),
    ),
    "score": BlockChoice(
        list_of(nested(ScoreLine), "score lines", least=1),
        "Lines of a label, a rule and a box for the points.",
        _score_table,
    ),
    "signs": BlockChoice(_SIGNS, "Colours, each with its sign and name.", Signs),
    "steps": BlockChoice(
        _ITEMS, "Short texts with numbers.", lambda items, place: Items(items, place, numbered=True)
    ),
    "table": BlockChoice(nested(Table), "A table to write in or to read."),
    "text": BlockChoice(_PARAGRAPHS, "Running text, in paragraphs and lists.", Words),
    "ticks": BlockChoice(nested(Ticks), "A label, and boxes to tick off."),
}


def texts_of(content: object) -> Iterator[BlockText]:
    """All texts of a block, and of the blocks inside it."""
    if isinstance(content, BlockText):
        yield content
    elif isinstance(content, tuple):
        for each in content:
            yield from texts_of(each)
    elif isinstance(content, Section):
        if isinstance(content, Labelled):
            yield content.label
        for key in declared(type(content)).values():
            yield from texts_of(getattr(content, key.attribute))
