"""A book becomes pages with a running foot, metadata and tags; Typst sets them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import typst

from pnp.basics.units import POINTS_PER_MM
from pnp.documents.book import Book
from pnp.documents.story import Data, Story, opening_of
from pnp.documents.typography import Typography, typography
from pnp.render import svg_writer
from pnp.render.svg import SvgWriter
from pnp.scene import Layer, Page, Picture
from pnp.scene.fonts import PAGE_FONT, advances, font_data, font_name
from pnp.scene.geometry import Point

# A chapter opens a page if this share of the page or column before it is full.
_FULL_ENOUGH = 0.5

# The last page of a large rulebook lies on the table during play, so that its text is larger.
_AID_SCALE = 1.35

# A file of the same book is the same at any time.
_TIME = datetime.fromtimestamp(0, tz=UTC)


def book_pdf(book: Book, width: float, height: float) -> bytes:
    """The book as single pages in reading order, tagged; lengths in millimetres."""
    if not book.blocks:
        raise ValueError("a book needs a block")
    advances(book.footer, bold=False)
    design = typography(width, height)
    data, files = _source(book, design)
    with TemporaryDirectory(prefix="pnp-") as fonts:
        for bold in (False, True):
            Path(fonts, f"{font_name(bold=bold)}.ttf").write_bytes(font_data(bold=bold))
        printer = _Typst(files, fonts)
        _settle(data["chapters"], design, lambda: printer.ends(data))
        return printer.pdf(data)


class _Typst:
    """Compiles the data of a book with its pictures."""

    def __init__(self, files: Mapping[str, bytes], fonts: str) -> None:
        self._files = files
        self._fonts: Any = {"font_paths": [fonts], "ignore_system_fonts": True}

    def pdf(self, data: Data) -> bytes:
        """The pages."""
        pdf: bytes = typst.compile(
            self._source(data), pdf_standards=["ua-1"], timestamp=_TIME, **self._fonts
        )
        return pdf

    def ends(self, data: Data) -> list[Place]:
        """The places where the chapters end."""
        found = json.loads(
            typst.query(self._source(data), "<chapter-end>", field="value", **self._fonts)
        )
        return [
            Place(place["page"], _millimetres(place["x"]), _millimetres(place["y"]))
            for place in found
        ]

    def _source(self, data: Data) -> Any:
        # The types of typst lack files in memory, which it accepts.
        return {**self._files, "book.json": json.dumps(data).encode()}


class Place(NamedTuple):
    """A place on a page, in millimetres from its upper left."""

    page: int
    x: float
    y: float


def _millimetres(length: str) -> float:
    return float(length.removesuffix("pt")) / POINTS_PER_MM


def _settle(
    chapters: Sequence[Data], design: Typography, ends: Callable[[], Sequence[Place]]
) -> None:
    """Lets a chapter open no page, or only a column, where the page before it would be too empty."""
    for number in range(1, len(chapters)):
        before, chapter = chapters[number - 1], chapters[number]
        if before["columns"] != chapter["columns"]:
            continue
        chapter["opens"] = _opening(ends()[number - 1], design, last=chapter["last"])
        if chapter["last"] and chapter["opens"] == "page" and design.columns > 1:
            chapter["columns"], chapter["scale"] = 1, _AID_SCALE


def _opening(end: Place, design: Typography, *, last: bool) -> str:
    """The page or column that a chapter opens after one that ends there."""
    down = (end.y - design.margin.top) / design.text_height
    if design.columns == 1:
        return "page" if last or down >= _FULL_ENOUGH else ""
    if end.x > design.width / 2:
        return "page" if last or down >= _FULL_ENOUGH else ""
    return "column" if down >= _FULL_ENOUGH else "page" if last else ""


def _source(book: Book, design: Typography) -> tuple[Data, dict[str, bytes]]:
    """The data of the book, and the other files: its design and its pictures."""
    story = Story(design, numbered=book.numbered)
    dress, at = book.dress, opening_of(book.blocks)
    writer = svg_writer()
    data = {
        "title": book.title,
        "author": book.author,
        "subject": book.subject,
        "language": book.language,
        "footer": book.footer,
        "subtitle": book.subtitle,
        "first": book.first,
        "design": _design(design, book),
        "opening": story.opening(book.blocks[:at]),
        "chapters": story.chapters(book.blocks[at:]),
        "head": None if dress.head is None else story.picture(dress.head)["file"],
        "lettering": None if dress.title is None else story.picture(dress.title),
        "cover": None if dress.cover is None else "cover.svg",
    }
    made = {name: _svg(picture, writer) for name, picture in story.pictures.items()}
    if dress.cover is not None:
        made["cover.svg"] = writer.text(dress.cover).encode()
    template = (files("pnp.documents") / "book.typ").read_bytes()
    return data, {"main.typ": template, **made}


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


def _svg(picture: Picture, writer: SvgWriter) -> bytes:
    box = picture.box
    placed = picture.at(Point(0.0, 0.0))
    return writer.text(Page(box.width, box.height, {Layer.ART: (placed,)})).encode()
