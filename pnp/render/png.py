"""PNG pictures: what the SVG writer makes, in dots."""

from __future__ import annotations

import math
import struct
import zlib

import resvg_py

from pnp.basics.units import MM_PER_INCH
from pnp.render import svg_text
from pnp.scene import Page

# Dots per inch: twice those of CSS, for sharp letters on the screens of today.
SHARP = 192

# A picture of more dots takes half a minute, here and in whatever shows it.
MOST_DOTS = 40_000_000


def png_bytes(page: Page) -> bytes:
    """The page as a PNG file on white, in fewer dots per inch if it is very large."""
    dpi = int(min(SHARP, dots_per_inch(page.width, page.height)))
    return png_of(svg_text(page), dpi, ground="#FFFFFF")


def dots_per_inch(width: float, height: float) -> float:
    """The most dots per inch for a picture of so many millimetres."""
    return math.sqrt(MOST_DOTS / (width * height)) * MM_PER_INCH


def png_of(svg: str, dpi: float, *, ground: str | None = None) -> bytes:
    """An SVG file of ours as a PNG file in sRGB with its density, on a ground or see-through."""
    # Our files have outlines in place of letters: to look for fonts takes longer than most pictures.
    made = resvg_py.svg_to_bytes(svg_string=svg, dpi=dpi, background=ground, skip_system_fonts=True)
    return _described(bytes(made), dpi)


# The signature of a PNG file and its first chunk, IHDR.
_HEAD = 8 + 25


def _described(png: bytes, dpi: float) -> bytes:
    """The file with its colour space (sRGB, perceptual) and its dots per metre."""
    metre = round(dpi * 1000 / MM_PER_INCH)
    chunks = _chunk(b"sRGB", b"\0") + _chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1))
    return png[:_HEAD] + chunks + png[_HEAD:]


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
