"""A book becomes pages with a running foot, metadata and tags; Typst sets them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typst
from pikepdf import Name, Pdf

from pnp.basics.units import POINTS_PER_MM
from pnp.documents.book import Book
from pnp.documents.paging import Place, filled_up, paged
from pnp.documents.saving import saved
from pnp.documents.story import Data, Story, opening_of
from pnp.documents.typography import Typography, typography
from pnp.render import svg_text
from pnp.scene import Layer, Page, Picture
from pnp.scene.fonts import PAGE_FONT, advances, font_data, font_name
from pnp.scene.geometry import Point

# Figures of two rulebooks.
_MOST_PICTURES = 256

# A file of the same book is the same at any time.
_TIME = datetime.fromtimestamp(0, tz=UTC)


def book_pdf(book: Book, width: float, height: float) -> bytes:
    """The book as single pages in reading order, tagged; lengths in millimetres."""
    if not book.blocks:
        raise ValueError("a book needs a block")
    advances(book.footer, bold=False)
    design = typography(width, height)
    data, pictures = _source(book, design)
    with TemporaryDirectory(prefix="pnp-") as fonts:
        for bold in (False, True):
            Path(fonts, f"{font_name(bold=bold)}.ttf").write_bytes(font_data(bold=bold))
        printer = _Printer(data, pictures, fonts)
        chapters = paged(data["chapters"], design, printer.ends, fold=book.bound)
        if book.bound:
            chapters = filled_up(chapters, data["fillers"], printer.ends)
        return printer.pdf(chapters)


class _Printer:
    """Compiles the chapters of a book with its other data and its pictures."""

    def __init__(self, data: Data, pictures: Mapping[str, bytes], fonts: str) -> None:
        self._data = data
        self._pictures = pictures
        self._design = (files("pnp.documents") / "book.typ").read_bytes()
        self._fonts = typst.Fonts(
            font_paths=[fonts], include_system_fonts=False, include_embedded_fonts=False
        )

    def pdf(self, chapters: Sequence[Data]) -> bytes:
        """The pages."""
        pdf: bytes = typst.compile(
            self._with(chapters, draft=False),
            pdf_standards=["ua-1"],
            timestamp=_TIME,
            font_paths=self._fonts,
        )
        with Pdf.open(BytesIO(pdf)) as file:
            # Scaling a page to fit the paper would change the size of the pieces.
            file.Root.ViewerPreferences.PrintScaling = Name("/None")
            return saved(file)

    def ends(self, chapters: Sequence[Data]) -> list[Place]:
        """The places where the chapters end."""
        source = self._with(chapters, draft=True)
        found = typst.query(source, "<chapter-end>", field="value", font_paths=self._fonts)
        return [
            Place(place["page"], _millimetres(place["x"]), _millimetres(place["y"]))
            for place in json.loads(found)
        ]

    def _with(self, chapters: Sequence[Data], *, draft: bool) -> Any:
        # The types of typst lack files in memory, which it accepts.
        data = json.dumps({**self._data, "chapters": chapters, "draft": draft}).encode()
        pictures = {} if draft else self._pictures
        return {"main.typ": self._design, "book.json": data, **pictures}


def _millimetres(length: str) -> float:
    return float(length.removesuffix("pt")) / POINTS_PER_MM


def _source(book: Book, design: Typography) -> tuple[Data, dict[str, bytes]]:
    """The data of the book, and its pictures by the names of their files."""
    story = Story(design, numbered=book.numbered)
    dress, at = book.dress, opening_of(book.blocks)
    data = {
        "title": book.title,
        "author": book.author,
        "subject": book.subject,
        "language": book.language,
        "footer": book.footer,
        "first": book.first,
        "design": _design(design, book),
        "opening": story.opening(book.blocks[:at]),
        "chapters": story.chapters(book.blocks[at:]),
        "fillers": [{"kind": "page", "picture": story.picture(filler)} for filler in book.fillers]
        or [{"kind": "lines"}],
        "head": None if dress.head is None else story.picture(dress.head)["file"],
        "lettering": None if dress.title is None else story.picture(dress.title),
        "cover": None if dress.cover is None else "cover.svg",
    }
    made = {name: _svg(picture) for name, picture in story.pictures.items()}
    if dress.cover is not None:
        made["cover.svg"] = svg_text(dress.cover).encode()
    return data, made


def _design(design: Typography, book: Book) -> dict[str, object]:
    values = {**design._asdict(), "margin": design.margin._asdict()}
    return {
        **values,
        "inks": book.dress.inks._asdict(),
        "font": PAGE_FONT,
        "measure": design.measure,
        "text_height": design.text_height,
        "bound": book.bound,
    }


@lru_cache(maxsize=_MOST_PICTURES)
def _svg(picture: Picture) -> bytes:
    """The picture as a file; the same book is set for several papers."""
    box = picture.box
    placed = picture.at(Point(0.0, 0.0))
    return svg_text(Page(box.width, box.height, {Layer.ART: (placed,)})).encode()
