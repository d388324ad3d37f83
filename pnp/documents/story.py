"""Blocks become data for the design of pages: figures join their text, and sections their pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from pnp.documents.blocks import (
    Block,
    Bullets,
    Cell,
    Figure,
    Heading,
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
from pnp.documents.typography import Typography
from pnp.scene import Picture
from pnp.scene.fonts import advances

# An object of JSON.
Data: TypeAlias = dict[str, Any]

# A figure may shrink to this share of its size to stand beside its text.
_LEAST_SCALE = 0.6


class Pair(NamedTuple):
    """A figure with the text that it belongs to."""

    text: Block
    figure: Figure


class Story:
    """Turns the blocks of one book into data, and collects its pictures by the names of their files."""

    def __init__(self, design: Typography, *, numbered: bool = False) -> None:
        self._design = design
        self._numbered = numbered
        self._sections = 0
        self.pictures: dict[str, Picture] = {}

    def opening(self, blocks: Sequence[Block]) -> list[Data]:
        """The title with all that spans the columns below it."""
        return self._all(blocks)

    def chapters(self, blocks: Sequence[Block]) -> list[Data]:
        """The blocks, divided before each heading that opens a page."""
        starts = [0, *(at for at in range(1, len(blocks)) if _opens(blocks[at])), len(blocks)]
        return [
            {
                "opens": "" if start == 0 else "page",
                "last": _opens(blocks[start]) == "back",
                "columns": self._columns(blocks[start:end]),
                "scale": 1.0,
                "blocks": self._all(blocks[start:end]),
            }
            for start, end in pairwise(starts)
        ]

    def _columns(self, blocks: Sequence[Block]) -> int:
        """The columns of a chapter; parts take the whole width."""
        spread = any(isinstance(block, Parts) and block.spread for block in blocks)
        return 1 if spread else self._design.columns

    def picture(self, picture: Picture) -> Data:
        """The picture, in a file of its own."""
        name = f"picture-{len(self.pictures) + 1}.svg"
        self.pictures[name] = picture
        box = picture.box
        return {"file": name, "width": box.width, "height": box.height, "alt": picture.alt}

    def _all(self, blocks: Sequence[Block]) -> list[Data]:
        """The data of neighbours; a paragraph that introduces the next block is `sticky`."""
        grouped = [*_paired(blocks)]
        around = zip([None, *grouped], grouped, [*grouped[1:], None], strict=False)
        return [
            self._pair(block)
            if isinstance(block, Pair)
            else {**self._block(block), "sticky": _introduces(before, block, after)}
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
        }

    def _block(self, block: Block) -> Data:
        match block:
            case Heading(level, text):
                number = self._number(block)
                return {"kind": "heading", "level": level, "text": _runs(text), "number": number}
            case Paragraph(text):
                return {"kind": "paragraph", "text": _runs(text)}
            case Bullets(items):
                return {"kind": "bullets", "items": [self._all(item) for item in items]}
            case Numbered(items, start):
                steps = [self._all(item) for item in items]
                return {"kind": "steps", "items": steps, "start": start}
            case Table():
                return self._table(block)
            case Figure():
                return {"kind": "figure", **self._figure(block)}
            case Note(blocks):
                return {"kind": "note", "blocks": self._all(blocks)}
            case Parts(parts, spread):
                made = [self._part(part) for part in parts]
                return {"kind": "parts", "parts": made, "spread": spread}
            case Rule():
                return {"kind": "rule"}

    def _number(self, heading: Heading) -> int | None:
        """The number of a section; a page to look at during play has none."""
        if not self._numbered or heading.level != 2 or heading.opens == "back":
            return None
        self._sections += 1
        return self._sections

    def _table(self, table: Table) -> Data:
        rows = [[self._cell(cell) for cell in row] for row in table.rows]
        if len(table.header) == 2 and not any(table.header):
            return {"kind": "facts", "rows": rows}
        return {
            "kind": "table",
            "header": [self._cell(cell) for cell in table.header],
            "rows": rows,
            "alignment": table.alignment,
            "caption": _runs(table.caption),
            "pictures": any(isinstance(cell, Picture) for row in table.rows for cell in row),
        }

    def _cell(self, cell: Cell) -> Data | list[Data]:
        return self.picture(cell) if isinstance(cell, Picture) else _runs(cell)

    def _figure(self, figure: Figure) -> Data:
        picture = self.picture(figure.picture._replace(alt=figure.alt))
        return {"picture": picture, "caption": _runs(figure.caption)}

    def _part(self, part: Part) -> Data:
        texts = {"number": part.number, "title": part.title, "note": part.note}
        for text in texts.values():
            _check(text)
        return {"picture": self.picture(part.picture) if part.picture else None, **texts}


def opening_of(blocks: Sequence[Block]) -> int:
    """The number of blocks in the opening: the title, the lines below it, and a table of facts."""
    if not blocks or not (isinstance(blocks[0], Heading) and blocks[0].level == 1):
        return 0
    end = 1
    while end < len(blocks) and _is_below_title(blocks[end]):
        end += 1
    facts = blocks[end : end + 2]
    if len(facts) == 2 and isinstance(facts[0], Heading) and _has_facts(facts[1]):
        return end + 2
    return end


def _is_below_title(block: Block) -> bool:
    return isinstance(block, Paragraph) or (isinstance(block, Parts) and not block.spread)


def _has_facts(block: Block) -> bool:
    return isinstance(block, Table) and len(block.header) == 2 and not any(block.header)


def _opens(block: Block) -> str:
    return block.opens if isinstance(block, Heading) else ""


def _paired(blocks: Sequence[Block]) -> Iterator[Block | Pair]:
    """The blocks; a figure joins the text before it, or the text after it below a heading."""
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


def _introduces(before: Block | Pair | None, block: Block, after: Block | Pair | None) -> bool:
    """Whether a paragraph stays with the next block.

    A paragraph in bold is a heading. A paragraph introduces a list or a table if it is the first one
    below a heading, or if it ends in a colon.
    """
    if not isinstance(block, Paragraph):
        return False
    if _is_bold(block):
        return True
    following = after.text if isinstance(after, Pair) else after
    if not isinstance(following, Bullets | Numbered | Table):
        return False
    return before is None or isinstance(before, Heading) or plain(block.text).endswith(":")


def _is_bold(block: Paragraph) -> bool:
    return all(run.strong for run in block.text)


def _runs(runs: Runs) -> list[Data]:
    for run in runs:
        _check(run.text, bold=run.strong)
    return [run._asdict() for run in runs]


def _check(text: str, *, bold: bool = False) -> None:
    """Raises MissingGlyph, where Typst would print a box."""
    advances(text.replace("\n", " "), bold=bold)
