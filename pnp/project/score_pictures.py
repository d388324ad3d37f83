"""Pictures of a score: the table, and what earned each part, on one page and as a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

import pnp
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located, Place
from pnp.basics.words import capitalised, counted, unbroken
from pnp.definition import Annotations, CellContent, FigureDefinition
from pnp.documents import (
    Block,
    Book,
    Cell,
    Figure,
    Heading,
    Paragraph,
    Run,
    Sizes,
    book_pdf,
)
from pnp.documents import Table as TableBlock
from pnp.documents.typography import typography
from pnp.draw.pictures import gallery, scaled
from pnp.imposition import Paper
from pnp.pieces import TableTop
from pnp.play import Part, Table
from pnp.project.examples import part_text
from pnp.project.scoring import Scored, outcome
from pnp.scene import Drawing, Item, Layer, Page, Picture
from pnp.scene.geometry import ORIGIN, Box, Point
from pnp.scene.typesetting import fitted, plain, set_text

# Millimetres: the widest picture of a whole position, and of one part of its score.
_WHOLE, _PART = 150.0, 48.0
_GAP = 6.0  # between two parts side by side in a document
_MARGIN = 8.0
_CAPTION = 2.8  # 8 pt
# Of a document, which nobody reads as often as a rulebook: it is short, and captions still have 7 pt.
_SIZES = Sizes(text=0.92, figures=0.86)


class Captioned(NamedTuple):
    """A picture and the words below it."""

    picture: Picture
    caption: str


class ScorePictures:
    """The pictures of a score, all of which share the drawing of their table."""

    def __init__(self, made: Scored) -> None:
        self._made = made
        self._tops: dict[Table, TableTop] = {}

    @property
    def why_none(self) -> str:
        """Why the score has no picture; empty if it has one."""
        if any(table.board for table in self._tables):
            return ""
        if not self._made.pieces.definition.main_group.geometry.shape.has_axial_cells:
            return "pnp draws only boards, and tables of hexagons"
        return "" if any(map(_has_something, self._tables)) else "nothing lies on the table"

    @property
    def _tables(self) -> tuple[Table, ...]:
        return (self._made.table, *self._made.tables.values())

    def check(self) -> None:
        """Raises InvalidDefinition if an annotation is about something that is not there."""
        if self._made.annotations.is_annotated and not self.why_none:
            self._picture(self._made.table, self._made.annotations)

    @cached_property
    def wholes(self) -> tuple[Captioned, ...]:
        """The position with its annotations; a picture for each player with a table of their own."""
        made = self._made
        caption = made.annotations.caption.value
        if len({*made.tables.values()}) < 2:
            picture = self._picture(made.table, made.annotations)
            return (Captioned(picture, caption or "The position"),)
        return tuple(
            Captioned(
                self._picture(table, made.annotations),
                f"{caption}: {whose}" if caption else f"The position of {whose}",
            )
            for whose, table in made.tables.items()
            if _has_something(table)
        )

    @cached_property
    def parts(self) -> tuple[Captioned, ...]:
        """A picture of each part that has cells, which are outlined on the table."""
        made = self._made
        return tuple(
            Captioned(
                self._picture_of_part(part),
                f"{number}. {capitalised(part.whose)}: {_printed(part_text(part))}",
            )
            for number, part in enumerate(made.score.parts, 1)
            if part.where and _has_something(made.tables.get(part.whose, made.table))
        )

    def _picture_of_part(self, part: Part) -> Picture:
        made = self._made
        # A path needs two cells.
        ways = tuple(self._located(way) for way in part.ways if len(way) > 1)
        annotations = Annotations(
            caption=made.annotations.caption, paths=ways, highlight=self._located(part.where)
        )
        return self._picture(made.tables.get(part.whose, made.table), annotations)

    def _picture(self, table: Table, annotations: Annotations) -> Picture:
        labels = (*self._contents(table.labels), *annotations.labels)
        return self._top(table).picture(replace(annotations, labels=labels))

    def _top(self, table: Table) -> TableTop:
        if table not in self._tops:
            board = self._located([table.board])[0] if table.board else None
            figure = FigureDefinition(
                caption=self._made.annotations.caption,
                board=board,
                tiles=self._contents(table.tiles),
                tokens=self._contents(table.tokens),
            )
            self._tops[table] = TableTop(self._made.pieces, figure, shared=True)
        return self._tops[table]

    def _located(self, texts: Iterable[str]) -> tuple[Located[str], ...]:
        place = Place(self._made.source, 1, 1)
        return tuple(Located(text, place) for text in texts)

    def _contents(self, pairs: tuple[tuple[str, str], ...]) -> tuple[CellContent, ...]:
        at = self._located(cell for cell, _ in pairs)
        return tuple(zip(at, self._located(content for _, content in pairs), strict=True))


def _has_something(table: Table) -> bool:
    """Whether there is something on a table to draw."""
    return bool(table.board or table.tiles)


def score_pdf(made: Scored, pictures: ScorePictures, paper: Paper) -> bytes:
    """The score as a document: the position, a table of all parts, and a picture of each."""
    definition = made.pieces.definition
    book = Book(
        title=made.title,
        author=definition.credit.designer,
        subject=f"a score of {definition.title}",
        blocks=tuple(_blocks(made, pictures, typography(paper.width, paper.height).measure)),
        footer=f"{definition.title} · score · pnp {pnp.__version__}",
        sizes=_SIZES,
    )
    return book_pdf(book, paper.width, paper.height)


def _blocks(made: Scored, pictures: ScorePictures, width: float) -> Iterator[Block]:
    """The document in columns of this width: wider pictures would shrink, and their captions too."""
    score = made.score
    yield Heading(1, (Run(made.title),))
    for picture, caption in pictures.wholes:
        yield Figure(_at_most(picture, _WHOLE), (Run(caption),), caption)
    totals = ", ".join(f"{whose}: {counted(points, 'point')}" for whose, points in score.totals)
    remarks = " ".join(map(capitalised, (*score.remarks, outcome(made))))
    yield Paragraph((Run(capitalised(totals) + ". ", strong=True), Run(remarks)))
    header = ("", "Whose", "What", "How", "Points")
    rows = tuple(
        _cells((f"{number}", unbroken(part.whose), part.what, _printed(part.how), f"{part.points}"))
        for number, part in enumerate(score.parts, 1)
    )
    if rows:
        yield TableBlock(_cells(header), rows, ("right", "left", "left", "left", "right"))
    beside = (width - _GAP) / 2
    parts = [
        Captioned(_captioned(made, *_as_wide(part, beside)), part.caption)
        for part in pictures.parts
    ]
    if parts:
        yield Heading(2, (Run("The parts of the score"),))
    for start in range(0, len(parts), 2):
        pair = parts[start : start + 2]
        row = gallery([part.picture for part in pair], width, gap=_GAP)
        # A wider box makes a picture by itself as large as two side by side.
        aside = (width - row.box.width) / 2
        words = "; ".join(part.caption for part in pair)
        yield Figure(row._replace(box=row.box._replace(x=-aside, width=width)), (), words)


def _cells(texts: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple((Run(text),) for text in texts)


def _printed(text: str) -> str:
    """The text with the sign for times, which no terminal needs, and with sums in one line."""
    times = text.replace(" x ", " \N{MULTIPLICATION SIGN} ")
    return times.replace("= ", "=\N{NO-BREAK SPACE}")


def score_page(made: Scored, pictures: ScorePictures) -> Page:
    """The score as one picture: the position, and below it each part with its caption."""
    wholes = [Captioned(_at_most(each.picture, _WHOLE), each.caption) for each in pictures.wholes]
    stack = [wholes[0].picture] if len(wholes) == 1 else [_captioned(made, *w) for w in wholes]
    parts = [_captioned(made, *_as_wide(part, _PART)) for part in pictures.parts]
    if parts:
        stack.append(gallery(parts, _WHOLE + 10, gap=6.0))
    picture = gallery(stack, max(each.box.width for each in stack), gap=8.0)
    width, height = picture.box.width + 2 * _MARGIN, picture.box.height + 2 * _MARGIN
    placed = picture.at(Point(_MARGIN, _MARGIN))
    return Page(width, height, {Layer.ART: (placed,)}, title=made.title)


def _at_most(picture: Picture, width: float) -> Picture:
    return scaled(picture, min(1.0, width / picture.box.width))


def _as_wide(captioned: Captioned, width: float) -> Captioned:
    picture, caption = captioned
    return Captioned(scaled(picture, width / picture.box.width), caption)


def _captioned(made: Scored, picture: Picture, caption: str) -> Picture:
    """A picture with its caption in a few lines below it."""
    width = picture.box.width
    lines = fitted(plain(caption), Box(0, 0, width, 100.0), _CAPTION, _CAPTION)
    items: list[Item] = [picture.at(ORIGIN)]
    items += set_text(lines, Point(0, picture.box.height + 1.5), made.pieces.theme.caption)
    height = picture.box.height + 1.5 + lines.height
    return Picture(Drawing(tuple(items)), Box(0, 0, width, height))
