"""The page writers: one display list becomes a PDF document, or a picture in SVG or PNG.

Importing this package costs nothing: reportlab, svgwrite, fontTools and resvg are imported by the
first call that needs them.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.scene import Document, Page, Raster

if TYPE_CHECKING:
    from pnp.render.svg import SvgWriter

__all__ = ["ScratchFile", "pdf_bytes", "png_bytes", "svg_text", "svg_writer", "write_pdf"]


class ScratchFile:
    """A file of the system's scratch folder, for as long as somebody has this object."""

    def __init__(self, write: Callable[[Path], None]) -> None:
        """Makes the file by calling *write* with its path."""
        from pnp.basics.scratch import scratch_file

        self.path = scratch_file()
        weakref.finalize(self, self.path.unlink, missing_ok=True)
        write(self.path)


def pdf_bytes(document: Document, *, compressed: bool = True) -> bytes:
    """The document as a PDF file; the same document always gives the same bytes.

    Streams that another program will write again are better not `compressed`.
    """
    from pnp.render import pdf

    return pdf.pdf_bytes(document, compressed=compressed)


def write_pdf(document: Document, path: Path) -> None:
    """Writes the document as a PDF file, with one picture after the other in memory."""
    from pnp.render import pdf

    pdf.write_pdf(document, path)


def svg_text(page: Page) -> str:
    """The page as an SVG file, to be stored as UTF-8."""
    return svg_writer().text(page)


def svg_writer(shown: Callable[[Raster], Raster] = lambda raster: raster) -> SvgWriter:
    """A writer of many pages, which formats each drawing once; `shown` may give smaller pictures."""
    from pnp.render.svg import SvgWriter

    return SvgWriter(shown)


def png_bytes(page: Page) -> bytes:
    """The page as a PNG file on white."""
    from pnp.render import png

    return png.png_bytes(page)
