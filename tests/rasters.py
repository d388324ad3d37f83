"""Pages as pixels, as a printer or a screen makes them."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

# Rows of dots of red, green and blue, from 0 to 1. A page of A4 with 300 dots an inch takes 100 MB:
# tests keep none of them.
Raster = np.ndarray


def pdf_raster(data: bytes, dpi: float, *, page: int = 0) -> Raster:
    """A page of a PDF file."""
    # A hair less, or a rounding error would make the picture a dot larger and stretch the page.
    scale = dpi / 72 * (1 - 1e-9)
    bitmap = pypdfium2.PdfDocument(data)[page].render(scale=scale, rev_byteorder=True)
    return np.divide(bitmap.to_numpy()[..., :3], np.float32(255))


def svg_raster(text: str, dpi: int) -> Raster:
    """An SVG file on white paper."""
    png = resvg_py.svg_to_bytes(svg_string=text, dpi=dpi, background="#FFFFFF")
    return shares(Image.open(io.BytesIO(bytes(png))))


def shares(image: Image.Image) -> Raster:
    """The dots of an image."""
    return np.divide(np.asarray(image.convert("RGB")), np.float32(255))


def difference(first: Raster, second: Raster) -> float:
    """The share of dots that disagree by more than smoothed edges may."""
    apart = np.zeros(first.shape[:2], dtype=bool)
    for ink in range(3):
        apart |= np.abs(first[..., ink] - second[..., ink]) > 0.6
    return float(apart.mean())
