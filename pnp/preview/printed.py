"""What a build would print, what a set amounts to, and what differs between two of its saved states."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from pnp.basics.classes import frozen
from pnp.basics.errors import UnusableInput
from pnp.basics.markup import Run
from pnp.documents import Book, book_pdf
from pnp.imposition import Paper
from pnp.kinds import BuildOptions, ListedPiece, Section, sections
from pnp.pieces import Pieces, Placement, make_pieces
from pnp.preview.pictures import Pictures, small
from pnp.preview.snapshot import Json, Snapshot
from pnp.project.rulebook import rulebook_as_book
from pnp.render import svg_text, svg_writer
from pnp.review.charts import chart_page
from pnp.review.costs import costs
from pnp.review.differences import differences
from pnp.review.errata import sheets_again
from pnp.review.statistics import statistics
from pnp.review.tables import Table, tables
from pnp.scene import Page, Picture

# Pixels for a point of a rulebook's page: sharp on dense screens.
_SCALE = 2.0

# Millimetres: the largest picture of a piece that differs.
_WIDEST, _HIGHEST = 44.0, 60.0


@frozen
class PrintedSheets:
    """The sheets of a set on one paper; everything is made when it is first asked for."""

    snapshot: Snapshot
    paper: Paper
    layout: str

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        pieces = self.snapshot.pieces
        if pieces is None:
            return ()
        options = BuildOptions(papers=(self.paper,), layouts=(self.layout,))
        return tuple(sections(_labelled(pieces), self.paper, options))

    @cached_property
    def _pages(self) -> tuple[Page, ...]:
        return tuple(page for section in self.sections for page in section.pages)

    @cached_property
    def _placements(self) -> tuple[tuple[Placement, ...], ...]:
        """The pieces on each page of all sections; none on backs and boards."""
        return tuple(chain.from_iterable(map(_on_pages, self.sections)))

    @property
    def as_json(self) -> Json:
        pages = [
            {
                "title": page.title.partition(": ")[2] or section.title,
                "width": page.width,
                "height": page.height,
                "pieces": page.pieces,
                # Sections in several layouts have pages with different cuts.
                "cuts": section.sheets[0].stats.cuts if len(section.sheets) == 1 else None,
            }
            for section in self.sections
            for page in section.pages
        ]
        return {
            "revision": self.snapshot.revision,
            "paper": self.paper.name,
            "layout": self.layout,
            "pages": pages,
        }

    def picture(self, number: int) -> bytes:
        """The page with this number, counted from 0 through all sections, as SVG."""
        return svg_writer(small).text(self._pages[number]).encode()

    def places(self, piece: str) -> Json:
        """Every copy of a piece on the sheets, and the outlines of all pieces of the first page.

        A place is the number of the page, and of the piece on it.
        """
        found = [
            {"page": page, "place": place}
            for page, placed in enumerate(self._placements)
            for place, each in enumerate(placed)
            if each.cutout.id == piece
        ]
        if not found:
            return {"places": []}
        first = found[0]["page"]
        page = self._pages[first]
        return {
            "places": found,
            "title": page.title.partition(": ")[2],
            "paper": self.paper.title,
            "width": page.width,
            "height": page.height,
            "outlines": [
                [[round(corner.x, 2), round(corner.y, 2)] for corner in placement.corners]
                for placement in self._placements[first]
            ],
        }


def _labelled(pieces: Pieces) -> Pieces:
    """The pieces with their ids, which are on paper; the page shows them beside."""
    return make_pieces(pieces.tileset, pieces.theme)


def _on_pages(section: Section) -> Iterator[tuple[Placement, ...]]:
    """The pieces on each page of a section."""
    fronts = (tuple(part.fronts) for each in section.sheets for part in each.parts)
    for page in section.pages:
        # Backs, boards and posters have no pieces to cut out of them.
        yield next(fronts, ()) if page.pieces else ()


@frozen
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
            return {"revision": self.snapshot.revision, "blocks": []}
        return {
            "revision": self.snapshot.revision,
            "title": self.book.title,
            "blocks": _plain(self.book.blocks, pictures),
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


def _plain(value: object, pictures: Pictures) -> Any:
    """Blocks of a rulebook as plain values: a block says what it `is`, a run is its text and style."""
    if isinstance(value, Picture):
        return {"picture": pictures.add(value), "alt": value.alt}
    if isinstance(value, Run):
        style = "strong" if value.strong else "em" if value.emphasis else "code"
        return [value.text, style if any(value[1:]) else ""]
    if dataclasses.is_dataclass(value):
        fields = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
        plain = {name: _plain(each, pictures) for name, each in fields.items()}
        return {"is": type(value).__name__.lower(), **plain}
    if hasattr(value, "_asdict"):
        return {name: _plain(each, pictures) for name, each in value._asdict().items()}
    return [_plain(each, pictures) for each in value] if isinstance(value, tuple) else value


@frozen
class Numbers:
    """The numbers of a set on one paper; everything is computed when it is first asked for."""

    snapshot: Snapshot
    paper: Paper

    @cached_property
    def _tables(self) -> tuple[Table, ...]:
        """All tables; raises DoesNotFit."""
        pieces = self.snapshot.pieces
        if pieces is None:
            return ()
        numbers = statistics(pieces.tileset, pieces.components, pieces.theme)
        return tables(numbers, costs(_labelled(pieces), self.paper, BuildOptions()))

    @property
    def as_json(self) -> Json:
        return {
            "revision": self.snapshot.revision,
            "paper": self.paper.name,
            "tables": [
                {
                    "key": table.key,
                    "title": table.title,
                    "subtitle": table.subtitle,
                    "header": table.header,
                    "rows": table.rows,
                    "chart": table.chart is not None,
                }
                for table in self._tables
                if not table.repeated
            ],
        }

    def chart(self, key: str, *, dark: bool) -> bytes:
        """The chart of a table as SVG; raises IndexError if the table has none."""
        for table in self._tables:
            if table.key == key and table.chart is not None:
                return svg_text(chart_page(table, dark=dark, alone=False)).encode()
        raise IndexError(key)


def compared(old: Snapshot, new: Snapshot, pictures: Pictures, paper: Paper, layout: str) -> Json:
    """The pieces that differ between two states, and the sheets to print again."""
    if old.pieces is None or new.pieces is None:
        raise UnusableInput("the set has too many tiles to compare")
    found = differences(old.pieces, new.pieces)
    options = BuildOptions(papers=(paper,), layouts=(layout,))
    again = sheets_again(found, new.pieces, paper, options) if found.entries else []

    def shown(piece: ListedPiece | None) -> Json | None:
        if piece is None:
            return None
        # Pieces of one kind have one scale; large ones are reduced.
        picture = pictures.add(piece.picture(_WIDEST, _HIGHEST))
        return {"id": piece.id, "notation": piece.notation, "picture": picture}

    return {
        "same": found.same,
        "causes": list(found.causes),
        "entries": [
            {
                "change": each.change.value,
                "sentence": each.sentence,
                "old": shown(each.old),
                "new": shown(each.new),
            }
            for each in found.entries
        ],
        "sheets": [
            {"section": each.section, "again": list(each.again), "of": each.of} for each in again
        ],
    }


def how_changed(old: Snapshot | None, new: Snapshot) -> Json:
    """The pieces of a state that differ from the one before, by what makes them so.

    If one change shows on many pieces, such as another ink, it is the cause of all that are only drawn differently.
    """
    if old is None or old.pieces is None or new.pieces is None:
        return {"ways": []}
    found = differences(old.pieces, new.pieces)
    (cause,) = found.causes if len(found.causes) == 1 else ("",)
    ways: dict[str, list[str]] = {}
    for each in found.entries:
        if each.new is not None:
            way = cause if cause and each.only_redrawn else each.sentence
            ways.setdefault(way, []).append(each.new.id)
    return {"ways": [*ways.items()]}
