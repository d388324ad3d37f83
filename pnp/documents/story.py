"""Blocks become data for the design of pages: figures join their text, and sections their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pnp.basics.classes import NamedTuple
from pnp.basics.markup import Run
from pnp.basics.units import POINTS_PER_MM
from pnp.documents.blocks import (
    Block,
    Bullets,
    Cell,
    Figure,
    Heading,
    Lines,
    Note,
    Numbered,
    Paragraph,
    Part,
    Parts,
    Rule,
    Runs,
    Table,
    plain,
)
from pnp.documents.pictures import FIRST_PICTURE
from pnp.documents.typography import Typography
from pnp.scene import Picture
from pnp.scene.fonts import advances

# An object of JSON.
Data: TypeAlias = dict[str, Any]

# A place in a word that is too long for its line.
_BREAK = "\u200b"

# Words such as "down-right" stay whole in the narrow columns of a table.
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_JOIN = "\u2060"
# The blank before a sign of a sum, as in "2 + 1", before its last number, within a product, behind a single letter, as in
# "R red" or "tile A 3", and in a result, as in "3 points".
_BOUND = re.compile(
    "(?<=[\\d)]) (?=[+=\u00d7\u2013]\\s)|(?<=[+\u2013]) (?=\\d+ =)|(?<=\u00d7) (?=\\d)|(?<=\\b[A-Z]) (?=\\w)"
)
_RESULT = re.compile(r"(?<=\d) (?=[^\W\d]+$)")
_NO_BREAK = "\N{NO-BREAK SPACE}"
# The parts of a long word, such as the name of a file.
_PARTS = re.compile(r"[^-/_]+[-/_]*|[-/_]+")

# Ems: the room of a number before a heading, and of the insets of a cell.
_NUMERAL = 2.2
_INSET = 1.3
# Millimetres: the room of the markers of lists and of the insets of a note.
_INDENT = 20.0
# The most columns of a table in a column of text.
_NARROW = 2
# Millimetres: the least room of a fact and of a part, which stand side by side.
_FACT = 27.0
_PART = 36.0

# A figure may shrink to this share of its size to stand beside its text.
_LEAST_SCALE = 0.6
# So many figures without a text between them stand side by side.
_MANY = 3
# A text of fewer letters fits a page with its figures.
_SHORT = 500


class Pair(NamedTuple):
    """A figure with the text that it belongs to."""

    text: Block
    figure: Figure


class Gallery(NamedTuple):
    """Figures that follow each other without a text."""

    figures: tuple[Figure, ...]


_Grouped: TypeAlias = Block | Pair | Gallery


class Story:
    """Turns the blocks of one book into data, and collects its pictures."""

    def __init__(self, design: Typography, *, numbered: bool = False) -> None:
        self._design = design
        self._numbered = numbered
        self._sections = 0
        self._depth = 0
        self._columns = design.columns
        self.pictures: list[Picture] = []

    def chapters(self, blocks: Sequence[Block]) -> list[Data]:
        """The blocks, divided before each heading that opens a page."""
        title = title_end(blocks)
        starts = (at for at in range(max(title, 1), len(blocks)) if _opens(blocks[at]))
        return [
            self._chapter(blocks[start:end], title if start == 0 else 0)
            for start, end in pairwise([0, *starts, len(blocks)])
        ]

    def _chapter(self, blocks: Sequence[Block], title: int) -> Data:
        """A chapter; the parts of its opening span the columns if they fit, and `blocks` follow.

        Those that a `spread` counts span the columns too if they fit.

        Panels and the last page take the whole width.
        """
        wide = title + _wide_end(blocks[title:])
        if self._design.columns == 1:
            # Nothing spans the columns, and pages within the opening may have feet.
            title = wide = 0
        is_whole = any(map(_is_wide, blocks)) or (bool(blocks) and _opens(blocks[0]) == "back")
        self._columns = 1 if is_whole else self._design.columns
        opening = [self._all(part) for part in (blocks[:title], blocks[title:wide]) if part]
        made = self._all(blocks[wide:])
        return {
            "opens": _opens(blocks[0]) and "page" if blocks else "",
            "last": bool(blocks) and _opens(blocks[0]) == "back",
            "columns": self._columns,
            "feet": [],
            "opening": opening,
            "spread": _spread(made) if wide > title else 0,
            "room": 0.0,
            "blocks": made,
        }

    def picture(self, picture: Picture) -> Data:
        """The size of the picture, and its number among all blanks."""
        self.pictures.append(picture)
        number = FIRST_PICTURE + len(self.pictures) - 1
        box = picture.box
        return {"number": number, "width": box.width, "height": box.height, "alt": picture.alt}

    def _all(self, blocks: Sequence[Block]) -> list[Data]:
        """The data of neighbours; what introduces the next block is `sticky`."""
        grouped = [*_paired(blocks)]
        around = zip([None, *grouped], grouped, [*grouped[1:], None], strict=False)
        return [
            {**self._block(block), "sticky": _introduces(before, block, after)}
            for before, block, after in around
        ]

    def _pair(self, pair: Pair) -> Data:
        beside = pair.figure.picture.box.width * _LEAST_SCALE <= self._design.figure_column
        return {
            "kind": "pair",
            "blocks": self._all(pair.text.blocks if isinstance(pair.text, Note) else (pair.text,)),
            "figure": self._figure(pair.figure),
            "beside": beside,
            "note": isinstance(pair.text, Note),
            "across": 0.0,
        }

    def _block(self, block: _Grouped) -> Data:
        match block:
            case Pair():
                return self._pair(block)
            case Gallery(figures):
                return {"kind": "gallery", "figures": [*map(self._figure, figures)]}
            case Heading():
                return self._heading(block)
            case Paragraph(text):
                return {"kind": "paragraph", "text": self._text(text)}
            case Bullets(items):
                # Lines right across a wide page would be too long to read.
                columns = min(len(items), self._design.columns // self._columns)
                made = [self._all(item) for item in items]
                return {"kind": "bullets", "items": made, "columns": columns}
            case Numbered(items, start) if self._columns == 1 and _is_illustrated(block):
                return {"kind": "panels", "steps": [*self._panels(items, start)]}
            case Numbered(items, start):
                steps = [self._all(item) for item in items]
                return {"kind": "steps", "items": steps, "start": start}
            case Table():
                return self._table(block)
            case Figure():
                return {"kind": "figure", **self._figure(block)}
            case Note(blocks):
                return {"kind": "note", "blocks": self._all(blocks)}
            case Parts(parts, pages):
                shown = [self._part(part) for part in parts]
                return {"kind": "parts", "parts": shown, "pages": pages}
            case Lines(caption):
                return {"kind": "lines", "caption": self._text(caption)}
            case Rule():
                return {"kind": "rule"}

    def _panels(self, items: Sequence[Sequence[Block]], start: int) -> Iterator[Data]:
        """Each step with its number, its text, and the figure that ends it."""
        for number, (*blocks, figure) in enumerate(items, start):
            assert isinstance(figure, Figure)
            yield {
                "number": number,
                "blocks": self._all(blocks),
                "figure": self._figure(figure),
            }

    def _heading(self, heading: Heading) -> Data:
        """A heading, which in PDF/UA is at most one level below the heading before it."""
        is_title = self._depth == 0 and heading.level == 1
        self._depth = min(heading.level, self._depth + 1)
        room = self._design.measure / (self._design.headings[self._depth - 1] / POINTS_PER_MM)
        return {
            "kind": "heading",
            "level": self._depth,
            "title": is_title,
            "text": _runs(heading.text, room - _NUMERAL),
            "number": self._number(heading),
        }

    def _number(self, heading: Heading) -> int | None:
        """The number of a section; a page to look at during play has none."""
        if not self._numbered or heading.level != 2 or heading.opens == "back":
            return None
        self._sections += 1
        return self._sections

    def _table(self, table: Table) -> Data:
        facts = _has_facts(table)
        room = (
            _FACT / (self._design.text / POINTS_PER_MM)
            if facts
            else self._design.measure / len(table.header) / (self._design.small / POINTS_PER_MM)
            - _INSET
        )
        rows = [[self._cell(cell, room) for cell in row] for row in table.rows]
        if facts:
            return {"kind": "facts", "rows": rows}
        return {
            "kind": "table",
            "header": [self._cell(cell, room) for cell in table.header],
            "rows": rows,
            "alignment": table.alignment,
            "caption": self._text(table.caption),
            "pictures": any(isinstance(cell, Picture) for row in table.rows for cell in row),
        }

    def _cell(self, cell: Cell, room: float) -> Data | list[Data]:
        if isinstance(cell, Picture):
            return self.picture(cell)
        return [{**run, "text": _HYPHEN.sub(f"-{_JOIN}", run["text"])} for run in _runs(cell, room)]

    def _text(self, runs: Runs) -> list[Data]:
        """A text in a column, in a list, in a note, or beside a figure."""
        narrowest = self._design.measure - self._design.figure_column - _INDENT
        return _runs(runs, narrowest / (self._design.text / POINTS_PER_MM))

    def _figure(self, figure: Figure) -> Data:
        picture = self.picture(figure.picture._replace(alt=figure.alt))
        return {"picture": picture, "caption": self._text(figure.caption), "scale": 1.0}

    def _part(self, part: Part) -> Data:
        room = _PART / (self._design.text / POINTS_PER_MM)
        texts = {
            name: _text(Run(text, strong=True), room)
            for name, text in (("number", part.number), ("title", part.title), ("note", part.note))
        }
        shapes = () if part.picture is None else (part.picture, *part.others)
        pictures = [self.picture(shape._replace(alt=shape.alt or part.title)) for shape in shapes]
        return {"pictures": pictures, **texts}


def title_end(blocks: Sequence[Block]) -> int:
    """The number of blocks at the head of a book: its title, lines below it, and a table of facts."""
    if not blocks or not (isinstance(blocks[0], Heading) and blocks[0].level == 1):
        return 0
    end = 1
    while end < len(blocks) and _is_below_title(blocks[end]):
        end += 1
    facts = blocks[end : end + 2]
    if len(facts) == 2 and isinstance(facts[0], Heading) and _has_facts(facts[1]):
        return end + 2
    return end


def _wide_end(blocks: Sequence[Block]) -> int:
    """The number of blocks as far as a table or parts that want the width of a page, or 0.

    Only headings and paragraphs stand before them.
    """
    for at, block in enumerate(blocks):
        if isinstance(block, Parts) or (isinstance(block, Table) and len(block.header) > _NARROW):
            return 0 if isinstance(block, Parts) and block.pages else at + 1
        if not isinstance(block, Heading | Paragraph):
            break
    return 0


def _spread(made: Sequence[Data]) -> int:
    """The number of blocks that belong to the pieces or the table above them, and of the next section if it has a figure."""
    heads = [at for at, each in enumerate(made) if each["kind"] == "heading"]
    first, second = (*heads, len(made), len(made))[:2]
    kinds = {each["kind"] for each in made[first + 1 : second]}
    return (
        second if "pair" in kinds and kinds <= {"paragraph", "bullets", "steps", "pair"} else first
    )


def _is_below_title(block: Block) -> bool:
    return isinstance(block, Paragraph) or (isinstance(block, Parts) and not block.pages)


def _is_wide(block: Block) -> bool:
    """Whether the block has panels that take the whole width of a page."""
    return _is_illustrated(block) or (isinstance(block, Parts) and block.pages > 0)


def _is_illustrated(block: Block) -> bool:
    """Whether the block is a list of steps, each of them a text and a figure."""
    return isinstance(block, Numbered) and all(
        [isinstance(each, Figure) for each in item] == [False, True] for item in block.items
    )


def _has_facts(block: Block) -> bool:
    """Whether the block is a table of two columns without a header."""
    return isinstance(block, Table) and len(block.header) == 2 and not any(block.header)


def _opens(block: Block) -> str:
    return block.opens if isinstance(block, Heading) else ""


def _paired(blocks: Sequence[Block]) -> Iterator[_Grouped]:
    """The blocks; a figure joins the text before it, or the text after it below a heading, but many join each other."""
    figures: list[Figure] = []
    for block in _in_pairs(blocks):
        if isinstance(block, Figure):
            figures.append(block)
            continue
        yield from _together(figures)
        figures = []
        yield block
    yield from _together(figures)


def _together(figures: Sequence[Figure]) -> Iterator[Figure | Gallery]:
    if len(figures) < _MANY:
        yield from figures
    else:
        yield Gallery(tuple(figures))


def _in_pairs(blocks: Sequence[Block]) -> Iterator[Block | Pair]:
    waiting: Block | None = None
    figure: Figure | None = None
    for block in blocks:
        if isinstance(block, Figure):
            if waiting is not None:
                yield Pair(waiting, block)
                waiting = None
                continue
            if figure is not None:
                yield figure
            figure = block
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        if isinstance(block, Paragraph | Bullets | Numbered | Note):
            if figure is not None:
                yield Pair(block, figure)
                figure = None
            else:
                waiting = block
            continue
        if figure is not None:
            yield figure
            figure = None
        yield block
    if waiting is not None:
        yield waiting
    if figure is not None:
        yield figure


def _introduces(before: _Grouped | None, block: _Grouped, after: _Grouped | None) -> bool:
    """Whether a paragraph stays with the next block, or a figure beside its text with the figure below it.

    A paragraph in bold is a heading, and so is one between a heading and another below it. A paragraph introduces a list or a
    table if it is the first one below a heading, or if it ends in a colon.
    """
    if isinstance(block, Pair):
        is_short = isinstance(block.text, Paragraph) and len(plain(block.text.text)) < _SHORT
        return is_short and isinstance(after, Figure)
    if not isinstance(block, Paragraph):
        return False
    if _is_bold(block):
        return True
    if isinstance(before, Heading) and isinstance(after, Heading):
        return after.level > before.level
    following = after.text if isinstance(after, Pair) else after
    if not isinstance(following, Bullets | Numbered | Table):
        return False
    is_first = before is None or isinstance(before, Heading) or _is_bold(before)
    return is_first or plain(block.text).endswith(":")


def _is_bold(block: _Grouped) -> bool:
    return isinstance(block, Paragraph) and all(run.strong for run in block.text)


def _runs(runs: Runs, room: float) -> list[Data]:
    """The runs, of which no word needs more room than so many ems."""
    return [{**run._asdict(), "text": _text(run, room)} for run in runs]


def _text(run: Run, room: float) -> str:
    """The text of a run; a word wider than the room may break after its hyphens, or else at every character.

    No line of a sum begins with a sign, and letters of colours and results in bold stay beside their
    words. Raises MissingGlyph, where Typst would print a box.
    """
    advances(run.text.replace("\n", " "), bold=run.strong)

    def is_wide(part: str) -> bool:
        return sum(advances(part, bold=run.strong)) > room

    def fitting(found: re.Match[str]) -> str:
        if not is_wide(found[0]):
            return found[0]
        return _BREAK.join(
            _BREAK.join(part) if is_wide(part) else part for part in _PARTS.findall(found[0])
        )

    text = (_RESULT if run.strong else _BOUND).sub(_NO_BREAK, run.text)
    return re.sub(r"\S+", fitting, text)
