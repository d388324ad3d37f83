"""Blocks become the parts of pages, and elements in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import TypeVar
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT  # type: ignore[import-untyped]
from reportlab.lib.styles import ParagraphStyle  # type: ignore[import-untyped]
from reportlab.platypus import Flowable  # type: ignore[import-untyped]

from pnp.basics.markup import Run
from pnp.documents.blocks import (
    Alignment,
    Block,
    Bullets,
    Cell,
    Figure,
    Heading,
    Note,
    Numbered,
    Paragraph,
    Rule,
    Runs,
    Table,
    plain,
)
from pnp.documents.book import Book
from pnp.documents.columns import column_widths, widest
from pnp.documents.flowables import (
    Bookmark,
    Grid,
    GridStyle,
    Inset,
    ItemLabel,
    LinePart,
    Panel,
    PanelStyle,
    PicturePart,
    TextPart,
)
from pnp.documents.tags import Element
from pnp.documents.typography import (
    CODE_TINT,
    EMPHASIS_INK,
    INK,
    LINE_INK,
    QUIET_INK,
    TINT,
    Typography,
)
from pnp.scene import Picture
from pnp.scene.fonts import advances, font_name, text_width

_Flowable = TypeVar("_Flowable", bound=Flowable)

_BULLETS = ("•", "\N{EN DASH}", "·")
_ALIGNMENTS = {"left": TA_LEFT, "centre": TA_CENTER, "right": TA_RIGHT}
_SIDES = {"left": "LEFT", "centre": "CENTER", "right": "RIGHT"}

# The space below a paragraph, and between the items of a list, in lines.
_AFTER_TEXT = 0.5
_AFTER_ITEM = 0.2

# The tallest figure, as a share of the page's text, which leaves room for its explanation.
_TALLEST_FIGURE = 0.6
_TALLEST_CELL = 0.3


class Story:
    """Makes the parts of one book, and the tree of its elements."""

    def __init__(self, design: Typography) -> None:
        self._design = design
        self._bookmarks: list[Bookmark] = []
        # The levels of the headings above the next one.
        self._open_levels: list[int] = []
        self._has_title = False

    def parts(self, book: Book, document: Element) -> list[Flowable]:
        """The parts of the book; headings and introductions stay with the next part."""
        design = self._design
        hang = PanelStyle(Inset(left=design.hang))
        parts: list[Flowable] = []
        for block, kept in _with_kept(book.blocks):
            for part in self._block(block, document, design.text_width, book.subtitle):
                hung = part if isinstance(block, Heading) else Panel([part], hang)
                parts.append(_keep(hung) if kept else hung)
        return [*_kept_together(parts, PanelStyle(page=design.text_height))]

    def _block(
        self, block: Block, parent: Element, width: float, subtitle: str = ""
    ) -> Iterator[Flowable]:
        match block:
            case Heading():
                yield from self._heading(block, parent, subtitle)
            case Paragraph(text):
                yield self._text(text, self._body(), parent.child("P"))
            case Bullets(items):
                yield from self._list(items, None, parent, width)
            case Numbered(items, start):
                yield from self._list(items, start, parent, width)
            case Table():
                yield self._table(block, parent.child("Table"), width)
            case Figure():
                yield self._figure(block, parent.child("Div"))
            case Note(blocks):
                yield self._note(blocks, parent.child("Div"), width)
            case Rule():
                yield LinePart(LINE_INK, thickness=0.5, space=self._design.leading)

    def _blocks(self, blocks: Sequence[Block], parent: Element, width: float) -> list[Flowable]:
        return [
            _keep(part) if kept else part
            for block, kept in _with_kept(blocks)
            for part in self._block(block, parent, width)
        ]

    # Text

    def _text(self, runs: Runs, style: ParagraphStyle, element: Element) -> TextPart:
        for run in runs:
            # Raises MissingGlyph, where reportlab would print a box.
            advances(run.text.replace("\n", " "), bold=run.strong)
        part = TextPart("".join(map(_markup, runs)), style)
        part.element = element
        return part

    def _body(self) -> ParagraphStyle:
        design = self._design
        return _style(design.text, design.leading, space_after=design.leading * _AFTER_TEXT)

    def _caption(self, alignment: int, *, kept: bool = False) -> ParagraphStyle:
        design = self._design
        style = _style(design.small, design.small_leading, ink=QUIET_INK)
        style.alignment, style.keepWithNext = alignment, kept
        style.spaceBefore = style.spaceAfter = design.small_leading * 0.45
        return style

    def _heading(self, heading: Heading, parent: Element, subtitle: str) -> Iterator[Flowable]:
        is_title = heading.level == 1 and not self._has_title
        size = self._design.title if is_title else self._design.headings[heading.level - 1]
        style = _style(size, size * 1.2, bold=True)
        style.spaceBefore, style.spaceAfter = size * 1.2, size * 0.4
        style.keepWithNext = 1
        part = self._text(heading.text, style, parent.child(f"H{heading.level}"))
        part.bookmark = self._bookmark(heading)
        yield part
        if is_title:
            self._has_title = True
            yield from self._below_title(subtitle, parent)

    def _below_title(self, subtitle: str, parent: Element) -> Iterator[Flowable]:
        design = self._design
        if subtitle:
            style = _style(design.text * 1.1, design.leading * 1.1, ink=QUIET_INK)
            style.keepWithNext = 1
            yield self._text((Run(subtitle),), style, parent.child("P"))
        line = LinePart(LINE_INK, thickness=0.75, space=design.leading * 0.8)
        line.spaceAfter, line.keepWithNext = design.leading * 1.6, 1
        yield line

    def _bookmark(self, heading: Heading) -> Bookmark:
        """The bookmark of a heading, one deeper than that of the nearest higher heading."""
        while self._open_levels and self._open_levels[-1] >= heading.level:
            self._open_levels.pop()
        depth = len(self._open_levels)
        self._open_levels.append(heading.level)
        bookmark = Bookmark(f"heading{len(self._bookmarks) + 1}", plain(heading.text), depth)
        self._bookmarks.append(bookmark)
        return bookmark

    # Lists and notes

    def _list(
        self,
        items: Sequence[Sequence[Block]],
        start: int | None,
        parent: Element,
        width: float,
    ) -> Iterator[Panel]:
        """The items of a list, indented behind a bullet or behind the longest number."""
        size = self._design.text
        depth = sum(element.kind == "L" for element in parent.path())
        texts = (
            [_BULLETS[min(depth, len(_BULLETS) - 1)]] * len(items)
            if start is None
            else [f"{start + at}." for at in range(len(items))]
        )
        longest = max(text_width(text, size) for text in texts)
        indent = size * 0.55 + max(longest, size * 0.55)
        listing = parent.child("L")
        for at, (text, item) in enumerate(zip(texts, items, strict=True), start=1):
            after = self._design.leading * (_AFTER_TEXT if at == len(items) else _AFTER_ITEM)
            style = PanelStyle(Inset(left=indent), space_after=after)
            yield self._item(text, item, listing.child("LI"), style, width - indent)

    def _item(
        self, text: str, blocks: Sequence[Block], element: Element, style: PanelStyle, width: float
    ) -> Panel:
        design = self._design
        label = ItemLabel(
            text,
            element.child("Lbl"),
            font_name(bold=False),
            design.text,
            QUIET_INK,
            gap=design.text * 0.55,
        )
        body = element.child("LBody")
        parts = self._blocks(blocks, body, width)
        if not parts or not isinstance(parts[0], TextPart):
            # The label needs a line of text beside it, which may be empty.
            parts.insert(0, self._text((Run("\u00a0"),), self._body(), body.child("P")))
        for part, following in pairwise(parts):
            if isinstance(part, TextPart) and isinstance(following, Panel):
                part.spaceAfter = design.leading * _AFTER_ITEM
        return Panel(parts, style, label)

    def _note(self, blocks: Sequence[Block], element: Element, width: float) -> Panel:
        design = self._design
        inset = Inset(*(design.text * 1.1,) * 2, *(design.text * 0.8,) * 2)
        parts = self._blocks(blocks, element, width - inset.left - inset.right)
        space = design.leading * 0.6
        return Panel(
            parts or [self._text((Run("\u00a0"),), self._body(), element.child("P"))],
            PanelStyle(inset, TINT, space_before=space, space_after=space * 1.4),
        )

    # Figures and tables

    def _figure(self, figure: Figure, element: Element) -> Panel:
        design = self._design
        picture = PicturePart(
            figure.picture,
            element.child("Figure", alt=figure.alt),
            tallest=_TALLEST_FIGURE * design.text_height,
        )
        parts: list[Flowable] = [picture]
        if figure.caption:
            style = self._caption(TA_CENTER)
            parts.append(self._text(figure.caption, style, element.child("Caption")))
        space = design.leading * 0.6
        style = PanelStyle(whole=True, space_before=space, space_after=design.leading)
        return Panel(parts, style)

    def _table(self, table: Table, element: Element, width: float) -> Flowable:
        design = self._design
        parts: list[Flowable] = []
        if table.caption:
            style = self._caption(TA_LEFT, kept=True)
            parts.append(self._text(table.caption, style, element.child("Caption")))
        parts.append(self._grid(table, element, width))
        space = design.leading
        return Panel(parts, PanelStyle(space_before=space * 0.4, space_after=space))

    def _grid(self, table: Table, element: Element, width: float) -> Grid:
        design = self._design
        gutter = design.small * 1.5
        head = self._row(table.header, table, element.child("TR", running=True), bold=True)
        rows = [self._row(row, table, element.child("TR")) for row in table.rows]
        needs = [widest(part.need() for part in column) for column in zip(head, *rows, strict=True)]
        return Grid(
            [head, *rows],
            column_widths(needs, width - gutter * (len(needs) - 1)),
            GridStyle(LINE_INK, gutter, design.small * 0.4, design.leading * 0.3, design.leading),
        )

    def _row(
        self, cells: Sequence[Cell], table: Table, element: Element, *, bold: bool = False
    ) -> list[TextPart | PicturePart]:
        return [
            self._cell(cell, element.child("TH" if bold else "TD"), side, bold=bold)
            for cell, side in zip(cells, table.alignment, strict=True)
        ]

    def _cell(
        self, cell: Cell, element: Element, side: Alignment, *, bold: bool
    ) -> TextPart | PicturePart:
        design = self._design
        if isinstance(cell, Picture):
            part = PicturePart(
                cell,
                element.child("Figure", alt=cell.alt),
                tallest=_TALLEST_CELL * design.text_height,
            )
            part.hAlign = _SIDES[side]
            return part
        style = _style(design.small, design.small_leading, bold=bold)
        style.alignment = _ALIGNMENTS[side]
        return self._text(cell, style, element.child("P"))


def _with_kept(blocks: Sequence[Block]) -> Iterator[tuple[Block, bool]]:
    """Each block, and whether it is a paragraph that stays with the next block.

    A paragraph in bold is a heading. A paragraph introduces a list or a table if it is the first one
    below a heading, or if it ends in a colon.
    """
    before: Block | None = None
    for block, after in zip_longest(blocks, blocks[1:]):
        kept = _is_heading(block)
        if isinstance(block, Paragraph) and isinstance(after, Bullets | Numbered | Table):
            kept |= before is None or _is_heading(before) or plain(block.text).endswith(":")
        yield block, kept
        before = block


def _is_heading(block: Block) -> bool:
    return isinstance(block, Heading) or (
        isinstance(block, Paragraph) and all(run.strong for run in block.text)
    )


def _keep(part: _Flowable) -> _Flowable:
    """The part, which now stays with the next one."""
    part.keepWithNext = 1
    return part


def _kept_together(parts: Iterable[_Flowable], style: PanelStyle) -> Iterator[Flowable]:
    """The parts; a panel of this style joins those that stay with the next one."""
    waiting: list[Flowable] = []
    for part in parts:
        waiting.append(part)
        if not part.getKeepWithNext():
            yield waiting[0] if len(waiting) == 1 else Panel(waiting, style)
            waiting = []
    if waiting:
        yield Panel(waiting, style)


def _style(
    size: float, leading: float, *, bold: bool = False, ink: str = INK, space_after: float = 0.0
) -> ParagraphStyle:
    """The style of a paragraph; at least two lines of a broken one stay together."""
    font = font_name(bold=bold)
    return ParagraphStyle(
        "text",
        fontName=font,
        bulletFontName=font,
        fontSize=size,
        leading=leading,
        textColor=ink,
        spaceAfter=space_after,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=1,
    )


def _markup(run: Run) -> str:
    """The run in the markup of Platypus."""
    text = escape(run.text).replace("\n", "<br/>")
    attributes = {
        "name": font_name(bold=True) if run.strong else "",
        "color": EMPHASIS_INK if run.emphasis else "",
        "backColor": CODE_TINT if run.code else "",
    }
    written = " ".join(f'{name}="{value}"' for name, value in attributes.items() if value)
    return f"<font {written}>{text}</font>" if written else text
