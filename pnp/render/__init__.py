"""The two page writers: one display list becomes a PDF document or an SVG picture.

Importing this package costs nothing: reportlab, svgwrite and fontTools are imported by the first
call that needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.scene import Document, Page

if TYPE_CHECKING:
    from pnp.render.svg import SvgWriter

__all__ = ["pdf_bytes", "svg_text", "svg_writer"]


def pdf_bytes(document: Document) -> bytes:
    """The document as a PDF file; the same document always gives the same bytes."""
    from pnp.render import pdf

    return pdf.pdf_bytes(document)


def svg_text(page: Page) -> str:
    """The page as an SVG file, to be stored as UTF-8."""
    return svg_writer().text(page)


def svg_writer() -> SvgWriter:
    """A writer of many pages, which formats each drawing once."""
    from pnp.render.svg import SvgWriter

    return SvgWriter()
