"""What a build would print: the sheets, where each piece lies on them, and the rulebook."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from pnp.documents import (
    Block,
    Book,
    Bullets,
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
    book_pdf,
)
from pnp.imposition import Paper, Sheets
from pnp.imposition.planning import corners_of, plan
from pnp.kinds import Section, sections
from pnp.pieces import Placement, make_pieces
from pnp.preview.pictures import Pictures, small
from pnp.preview.snapshot import Snapshot
from pnp.preview.state import Json
from pnp.project import BuildOptions
from pnp.project.rulebook import rulebook_as_book
from pnp.render import svg_writer
from pnp.scene import Picture

# Pixels for a point of a rulebook's page: sharp on dense screens.
_SCALE = 2.0


class Lies(NamedTuple):
    """Where a copy of a piece lies: the number of the page, and of the piece on it."""

    page: int
    place: int


@dataclass(frozen=True)
class PrintedSheets:
    """The sheets of a set on one paper; everything is made when it is first asked for."""

    snapshot: Snapshot
    paper: Paper
    layout: str

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections of a build; raises DoesNotFit or InvalidDefinition."""
        shown = self.snapshot.pieces
        if shown is None:
            return ()
        options = BuildOptions(papers=(self.paper,), layouts=(self.layout,))
        # A build prints ids on the tiles, the page shows them beside.
        pieces = make_pieces(shown.tileset, shown.theme)
        return tuple(sections(pieces, self.paper, options))

    @cached_property
    def _placements(self) -> tuple[tuple[Placement, ...], ...]:
        """The pieces on each page of all sections; none on backs and boards."""
        return tuple(chain.from_iterable(map(_on_pages, self.sections)))

    @cached_property
    def _outlines(self) -> tuple[list[list[list[float]]], ...]:
        return tuple([_outline(each) for each in page] for page in self._placements)

    @property
    def as_json(self) -> Json:
        pages = [
            {
                "section": section.title,
                "title": page.title.partition(": ")[2] or section.title,
                "width": page.width,
                "height": page.height,
                "pieces": page.pieces,
            }
            for section in self.sections
            for page in section.pages
        ]
        return {
            "paper": self.paper.name,
            "layout": self.layout,
            "pages": pages,
            "sections": [_section_json(section) for section in self.sections],
        }

    def picture(self, number: int) -> str:
        """The page with this number, counted from 0 through all sections, as SVG."""
        pages = [page for section in self.sections for page in section.pages]
        return svg_writer(small).text(pages[number])

    def places(self, piece: str) -> Json:
        """Every copy of a piece on the sheets, and the outlines of all pieces of the first page."""
        found = [
            Lies(page, place)
            for page, placed in enumerate(self._placements)
            for place, each in enumerate(placed)
            if each.cutout.id == piece
        ]
        if not found:
            return {"places": []}
        first = found[0].page
        page = [page for section in self.sections for page in section.pages][first]
        return {
            "places": [lies._asdict() for lies in found],
            "title": page.title.partition(": ")[2],
            "paper": self.paper.title,
            "width": page.width,
            "height": page.height,
            "outlines": self._outlines[first],
        }


def _section_json(section: Section) -> Json:
    stats = [
        {
            "layout": sheets.layout,
            "sheets": sheets.stats.sheets,
            "per_page": sheets.stats.per_page,
            "cuts": sheets.stats.cuts,
            "share": sheets.stats.share,
            "reason": sheets.reason,
        }
        for sheets in section.sheets
    ]
    return {"title": section.title, "pages": len(section.pages), "stats": stats}


def _on_pages(section: Section) -> Iterator[tuple[Placement, ...]]:
    """The pieces on each page of a section."""
    fronts = chain.from_iterable(map(_on_sheets, section.sheets))
    for page in section.pages:
        # Backs, boards and posters have no pieces to cut out of them.
        yield next(fronts, ()) if page.pieces else ()


def _on_sheets(sheets: Sheets) -> Iterator[tuple[Placement, ...]]:
    planned = plan(sheets.job, sheets.layout, sheets.paper, sheets.options)
    for sheet in planned.sheets:
        yield tuple(placement for band in sheet for placement in band.placed)


def _outline(placement: Placement) -> list[list[float]]:
    return [[round(corner.x, 2), round(corner.y, 2)] for corner in corners_of(placement)]


@dataclass(frozen=True)
class PrintedRules:
    """The rulebook of a set, as text with pictures, and as pages of paper."""

    snapshot: Snapshot
    paper: Paper

    @cached_property
    def book(self) -> Book | None:
        rulebook, pieces = self.snapshot.rulebook, self.snapshot.pieces
        if rulebook is None or pieces is None:
            return None
        return rulebook_as_book(pieces, rulebook, self.paper.width, self.paper.height)

    def as_json(self, pictures: Pictures) -> Json:
        """The blocks of the rulebook; its figures are names of pictures."""
        if self.book is None:
            return {"blocks": []}
        return {
            "title": self.book.title,
            "blocks": [*_blocks(self.book.blocks, pictures)],
            "width": self.paper.width,
            "height": self.paper.height,
            "pages": self.page_count,
        }

    @cached_property
    def _document(self) -> Any:
        """The pages, to be drawn; None without a rulebook. Raises DoesNotFit or MissingGlyph."""
        if self.book is None:
            return None
        import pypdfium2  # type: ignore[import-untyped]

        return pypdfium2.PdfDocument(book_pdf(self.book, self.paper.width, self.paper.height))

    @property
    def page_count(self) -> int:
        """The number of pages; raises DoesNotFit or MissingGlyph."""
        return 0 if self._document is None else len(self._document)

    def page_picture(self, number: int) -> bytes:
        """The page with this number, from 0, as PNG; raises IndexError if the rulebook has fewer pages."""
        if number >= self.page_count:
            raise IndexError(number)
        stream = io.BytesIO()
        self._document[number].render(scale=_SCALE).to_pil().save(stream, "PNG")
        return stream.getvalue()


def _blocks(blocks: tuple[Block, ...], pictures: Pictures) -> Iterator[Json]:
    for block in blocks:
        match block:
            case Heading(level, text):
                yield {"is": "heading", "level": level, "text": _runs(text)}
            case Paragraph(text):
                yield {"is": "paragraph", "text": _runs(text)}
            case Bullets(items):
                each = [[*_blocks(item, pictures)] for item in items]
                yield {"is": "bullets", "items": each}
            case Numbered(items, start):
                each = [[*_blocks(item, pictures)] for item in items]
                yield {"is": "numbered", "items": each, "start": start}
            case Table(header, rows, alignment, caption):
                yield {
                    "is": "table",
                    "header": [_cell(cell, pictures) for cell in header],
                    "rows": [[_cell(cell, pictures) for cell in row] for row in rows],
                    "alignment": list(alignment),
                    "caption": _runs(caption),
                }
            case Figure(picture, caption, alt):
                name = pictures.add(picture)
                yield {"is": "figure", "picture": name, "caption": _runs(caption), "alt": alt}
            case Note(inner):
                yield {"is": "note", "blocks": [*_blocks(inner, pictures)]}
            case Parts(parts):
                yield {"is": "parts", "parts": [_part(part, pictures) for part in parts]}
            case Rule():
                yield {"is": "rule"}


def _part(part: Part, pictures: Pictures) -> Json:
    return {
        "picture": None if part.picture is None else pictures.add(part.picture),
        "number": part.number,
        "title": part.title,
        "note": part.note,
    }


def _cell(cell: Runs | Picture, pictures: Pictures) -> Json:
    if isinstance(cell, Picture):
        return {"picture": pictures.add(cell), "alt": cell.alt}
    return {"text": _runs(cell)}


def _runs(runs: Runs) -> list[list[str]]:
    """Each run as its text and its style."""
    return [
        [run.text, "strong" if run.strong else "em" if run.emphasis else "code" if run.code else ""]
        for run in runs
    ]
