"""Reading the templates of pads: pages to write on in play, or to look things up, block by block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Self

from pnp.basics.errors import Located, Place, Source
from pnp.basics.words import did_you_mean
from pnp.definition.pad_tables import (
    PAD_TEXT,
    PARAGRAPHS,
    PLAIN_TEXT,
    SHARE,
    SIGN_ONLY,
    PadTable,
    PadText,
    ScoreLine,
    score_table,
    texts,
)
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind, list_of, made
from pnp.definition.reading.nodes import MappingNode, Node
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.reading.sections import Section, field, nested
from pnp.scene.geometry import Box

# The content box that A4 and Letter share, in millimetres, and the columns and rows into which it is
# cut, by the number of pads on a sheet.
SHEET = (190.0, 254.0)
CUTS = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 8: (2, 4)}

DIRECTIONS = {
    "flat-top": ("up", "up-right", "down-right", "down", "down-left", "up-left"),
    "pointy-top": ("up-right", "right", "down-right", "down-left", "left", "up-left"),
}

_TICKS = kinds.integer(1, 200)
_OPTIONS = texts("an option", least=1)
_HEX = kinds.located(kinds.word("a hex"))


@dataclass(frozen=True, slots=True)
class Heading:
    """A bold line above a block."""

    text: PadText
    place: Place


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: PadText
    place: Place


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short texts, with dots or with numbers."""

    numbered: bool
    items: tuple[PadText, ...]
    place: Place


class Field(Section):
    """A label with a line to write on, and perhaps boxes to tick at its end."""

    what = "a field"
    short = ("label",)

    label: PadText = field(PAD_TEXT, "The label before the line to write on.", required=True)
    width: int = field(SHARE, "The field's share of the width.")
    options: tuple[PadText, ...] = field(
        _OPTIONS, "Texts at the end of the line, with a box to tick each."
    )


@dataclass(frozen=True, slots=True)
class FieldRow:
    """Fields beside each other; their widths are shares."""

    fields: tuple[Field, ...]
    place: Place


_SIGNS = list_of(SIGN_ONLY, "colours", each="a colour", least=1)


class Choices(Section):
    """Options; a player ticks one of them."""

    what = "choices"

    label: PadText = field(PAD_TEXT, "The label before the options.", required=True)
    listed: tuple[PadText, ...] = field(
        _OPTIONS, "The options. Required unless there are `colours`.", key="options"
    )
    colours: tuple[PadText, ...] = field(_SIGNS, "Colours in place of `options`.")

    @property
    def options(self) -> tuple[PadText, ...]:
        return (*self.listed, *self.colours)

    def completed(self, reader: Reader) -> Self:
        if self.has("options") == self.has("colours"):
            message = 'choices needs either "options" or "colours"'
            reader.error("missing-key", message, self.place)
        return self


class Ticks(Section):
    """Boxes to tick off one after the other, in groups."""

    what = "ticks"

    label: PadText = field(PAD_TEXT, "The label before the boxes.", required=True)
    number: int = field(_TICKS, "How many boxes there are.", required=True)
    group: int = field(_TICKS, "How many boxes are in a group.", default=0, otherwise="all of them")

    def completed(self, reader: Reader) -> Self:
        return replace(self, group=self.group or self.number)


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of colours with their names."""

    labels: tuple[PadText, ...]
    place: Place


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
    height: float = field(kinds.length(20, SHEET[1]), "The height of the board.", required=True)
    highlight: tuple[Located[str], ...] = field(
        list_of(_HEX, "hexes", each="a hex", least=1), "Hexes with a bold line round them."
    )


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
    block = BLOCKS[key.text].kind.read(reader, value, key.text)
    return None if block is None else replace(block, place=key.place)


_BLOCK: Kind[Any] = Kind(_read_block, None, "a block", {"$ref": "#/$defs/block"})
_BLOCKS = list_of(_BLOCK, "[blocks](#blocks)", each="a block", least=1)


class Stack(Section):
    """Blocks one below the other, beside other stacks; its width is a share."""

    what = "a stack of blocks"
    short = ("blocks",)

    width: int = field(SHARE, "The stack's share of the width.")
    blocks: tuple[Block, ...] = field(_BLOCKS, "The blocks.", required=True)


@dataclass(frozen=True, slots=True)
class Columns:
    """Stacks of blocks beside each other."""

    parts: tuple[Stack, ...]
    place: Place


Block = (
    Heading | Paragraph | Bullets | FieldRow | Choices | Ticks | Signs | Compass | BoardBlock
    | Columns | PadTable
)  # fmt: skip


class BlockChoice(NamedTuple):
    """A kind of block: how its content is written, and what it prints."""

    kind: Kind[Any]
    meaning: str


_ITEMS = texts("an item", least=1)

BLOCKS = {
    "board": BlockChoice(nested(BoardBlock), "A board of the game."),
    "bullets": BlockChoice(made(_ITEMS, partial(Bullets, False)), "Short texts with dots."),
    "choices": BlockChoice(nested(Choices), "A label, and options with a box to tick each."),
    "columns": BlockChoice(
        made(list_of(nested(Stack), "stacks of blocks", least=1), Columns),
        "Stacks of blocks side by side: lists of blocks, or mappings.",
    ),
    "compass": BlockChoice(nested(Compass), "Six hexagons, one for each direction."),
    "fields": BlockChoice(
        made(list_of(nested(Field), "fields", least=1), FieldRow),
        "Labels with lines to write on, side by side.",
    ),
    "heading": BlockChoice(made(PAD_TEXT, Heading), "A bold text that stays with the next block."),
    "score": BlockChoice(
        made(list_of(nested(ScoreLine), "score lines", least=1), score_table),
        "Lines of a label, a rule and a box for the points.",
    ),
    "signs": BlockChoice(made(_SIGNS, Signs), "Colours, each with its sign and name."),
    "steps": BlockChoice(made(_ITEMS, partial(Bullets, True)), "Short texts with numbers."),
    "table": BlockChoice(nested(PadTable), "A table to write in or to read."),
    "text": BlockChoice(made(PARAGRAPHS, Paragraph), "Running text, in paragraphs and lists."),
    "ticks": BlockChoice(nested(Ticks), "A label, and boxes to tick off."),
}


class PadTemplate(Section):
    """A pad as blocks from top to bottom, and how many of it lie on a sheet."""

    what = "a form"

    name: str = field(
        kinds.name("a form"), "Its name, which is that of its file.", key="form", required=True
    )
    title: PadText = field(PLAIN_TEXT, "The title at the top.", required=True)
    subtitle: PadText = field(PLAIN_TEXT, "A smaller text beside the title.")
    up: int = field(
        kinds.choice({str(up): up for up in CUTS}), "How many are on a sheet.", required=True
    )
    blocks: tuple[Block, ...] = field(_BLOCKS, "The blocks from top to bottom.", required=True)

    def own_title(self, game: str) -> str:
        """The name that it has for players: a form with the title of the game has its own in the subtitle.

        A variant has the title of the game before words of its own, and uses the same forms.
        """
        title, subtitle = self.title.text, self.subtitle.text
        return subtitle if not title or f"{game} ".startswith(f"{title} ") else title

    @property
    def box(self) -> Box:
        """The pad from cut to cut."""
        columns, rows = CUTS[self.up]
        return Box(0, 0, SHEET[0] / columns, SHEET[1] / rows)


def read_pad(source: Source) -> PadTemplate:
    """The template in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(PadTemplate.read, reader))
