"""The two page writers: one display list becomes a PDF document or an SVG picture.

Importing this package costs nothing: reportlab, svgwrite and fontTools are imported by the first
call that needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pnp.scene import Document, Page

if TYPE_CHECKING:
    from pnp.render.svg import SvgWriter

__all__ = ["pdf_bytes", "svg_text", "svg_texts"]


def pdf_bytes(document: Document) -> bytes:
    """The document as a PDF file; the same document always gives the same bytes."""
    from pnp.render import pdf

    return pdf.pdf_bytes(document)


def svg_text(page: Page) -> str:
    """The page as an SVG file, to be stored as UTF-8."""
    return next(svg_texts((page,)))


def svg_texts(pages: Iterable[Page]) -> Iterator[str]:
    """Each page as an SVG file of its own; a drawing on many of them is formatted once.

    Every text is the same as `svg_text` gives for that page alone.
    """
    from pnp.render.svg import SvgWriter

    writer = SvgWriter()
    return map(writer.text, pages)


def svg_writer() -> SvgWriter:
    """A writer of many pages, which formats each drawing once."""
    from pnp.render.svg import SvgWriter

    return SvgWriter()
