"""A book becomes pages with a running foot, metadata and tags; Typst sets them."""

from __future__ import annotations

import atexit
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import typst
from pikepdf import Name, Pdf

from pnp.basics.units import POINTS_PER_MM
from pnp.documents.balance import balanced
from pnp.documents.book import Book
from pnp.documents.paging import Layout, Place, Places, filled_up, paged
from pnp.documents.saving import saved
from pnp.documents.story import Data, Story
from pnp.documents.typography import Typography, typography
from pnp.render import svg_text
from pnp.scene import Layer, Page, Picture
from pnp.scene.fonts import PAGE_FONT, advances, font_data, font_name
from pnp.scene.geometry import Point

# Figures of two rulebooks.
_MOST_PICTURES = 256

# A file of the same book is the same at any time.
_TIME = datetime.fromtimestamp(0, tz=UTC)


class TypesetBook:
    """A book on pages of one size, whose number is known before any of them is made.

    Fonts and pictures stay in memory as long as it lives.
    """

    def __init__(self, book: Book, width: float, height: float) -> None:
        """Lengths in millimetres; raises MissingGlyph."""
        advances(book.footer, bold=False)
        design = typography(width, height)
        self._data, self._pictures = _source(book, design)
        self._design = (files("pnp.documents") / "book.typ").read_bytes()
        self._fonts = _fonts()
        chapters = self._data["chapters"]
        layout = balanced(paged(chapters, design, self._ends, fold=book.bound), design, self._ends)
        if book.bound:
            layout = filled_up(layout, self._data["fillers"], self._ends)
        self._data |= layout._asdict()
        self.pages = self._ends(layout)[-1][-1].page

    def pdf(self, *, first: int | None = None) -> bytes:
        """The pages in reading order, tagged; they count from the book's own number or another one."""
        data = self._data if first is None else {**self._data, "first": first}
        pdf: bytes = typst.compile(
            self._files(data, self._pictures),
            pdf_standards=["ua-1"],
            timestamp=_TIME,
            font_paths=self._fonts,
        )
        with Pdf.open(BytesIO(pdf)) as file:
            # Scaling a page to fit the paper would change the size of the pieces.
            file.Root.ViewerPreferences.PrintScaling = Name("/None")
            return saved(file)

    def _ends(self, layout: Layout) -> Places:
        """The places of a draft with this layout."""
        data = {**self._data, **layout._asdict(), "draft": True}
        found = typst.query(self._files(data, {}), "<end>", field="value", font_paths=self._fonts)
        places: list[list[Place]] = [[] for _ in layout.chapters]
        for place in json.loads(found):
            end = Place(place["page"], _millimetres(place["x"]), _millimetres(place["y"]))
            places[place["chapter"]].append(end)
        return places

    def _files(self, data: Data, pictures: Mapping[str, bytes]) -> Any:
        # The types of typst lack files in memory, which it accepts.
        return {"main.typ": self._design, "book.json": json.dumps(data).encode(), **pictures}


@cache
def _fonts() -> typst.Fonts:
    """The page's fonts, which Typst reads from files when it needs them."""
    folder = mkdtemp(prefix="pnp-")
    atexit.register(rmtree, folder, ignore_errors=True)
    for bold in (False, True):
        Path(folder, f"{font_name(bold=bold)}.ttf").write_bytes(font_data(bold=bold))
    return typst.Fonts(
        font_paths=[folder], include_system_fonts=False, include_embedded_fonts=False
    )


def _millimetres(length: str) -> float:
    return float(length.removesuffix("pt")) / POINTS_PER_MM


def _source(book: Book, design: Typography) -> tuple[Data, dict[str, bytes]]:
    """The data of the book, and its pictures by the names of their files."""
    story = Story(design, numbered=book.numbered)
    dress = book.dress
    data = {
        "title": book.title,
        "author": book.author,
        "subject": book.subject,
        "language": book.language,
        "footer": book.footer,
        "first": book.first,
        "draft": False,
        "design": _design(design, book),
        "chapters": story.chapters(book.blocks),
        "fillers": [{"kind": "page", "picture": story.picture(filler)} for filler in book.fillers]
        or [{"kind": "lines"}],
        "head": None if dress.head is None else story.picture(dress.head)["file"],
        "lettering": None if dress.title is None else story.picture(dress.title),
        "strip": None if dress.strip is None else story.picture(dress.strip),
        "cover": None if dress.cover is None else "cover.svg",
    }
    made = {name: _svg(picture) for name, picture in story.pictures.items()}
    if dress.cover is not None:
        made["cover.svg"] = _svg(dress.cover)
    return data, made


def _design(design: Typography, book: Book) -> dict[str, object]:
    values = {**design._asdict(), "margin": design.margin._asdict()}
    return {
        **values,
        "inks": book.dress.inks._asdict(),
        "font": PAGE_FONT,
        "measure": design.measure,
        "text_width": design.text_width,
        "text_height": design.text_height,
        "bound": book.bound,
    }


@lru_cache(maxsize=_MOST_PICTURES)
def _svg(picture: Picture) -> bytes:
    """The picture as a file; the same book is set for several papers."""
    box = picture.box
    placed = picture.at(Point(0.0, 0.0))
    return svg_text(Page(box.width, box.height, {Layer.ART: (placed,)})).encode()
