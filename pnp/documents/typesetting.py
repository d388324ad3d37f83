"""A book becomes pages with a running foot, metadata and tags; Typst sets them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import typst

from pnp.documents.book import Book
from pnp.documents.story import Story, opening_of
from pnp.documents.typography import Typography, typography
from pnp.render import svg_writer
from pnp.render.svg import SvgWriter
from pnp.scene import Layer, Page, Picture
from pnp.scene.fonts import PAGE_FONT, advances, font_data, font_name
from pnp.scene.geometry import Point

# A file of the same book is the same at any time.
_TIME = datetime.fromtimestamp(0, tz=UTC)


def book_pdf(book: Book, width: float, height: float) -> bytes:
    """The book as single pages in reading order, tagged; lengths in millimetres."""
    if not book.blocks:
        raise ValueError("a book needs a block")
    advances(book.footer, bold=False)
    design = typography(width, height)
    source = _source(book, design)
    with TemporaryDirectory(prefix="pnp-") as folder:
        for bold in (False, True):
            Path(folder, f"{font_name(bold=bold)}.ttf").write_bytes(font_data(bold=bold))
        # Its types lack files in memory, which it accepts.
        pdf: bytes = typst.compile(  # type: ignore[call-overload]
            source,
            font_paths=[folder],
            ignore_system_fonts=True,
            pdf_standards=["ua-1"],
            timestamp=_TIME,
        )
    return pdf


def _source(book: Book, design: Typography) -> dict[str, bytes]:
    """The files of the book: its design, its data and its pictures."""
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
    return {"main.typ": template, "book.json": json.dumps(data).encode(), **made}


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
