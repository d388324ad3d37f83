"""PNG pictures: what the SVG writer makes, in dots."""

from __future__ import annotations

import math

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
    width, height = page.width / MM_PER_INCH, page.height / MM_PER_INCH
    dpi = int(min(SHARP, math.sqrt(MOST_DOTS / (width * height))))
    made = resvg_py.svg_to_bytes(svg_string=svg_text(page), dpi=dpi, background="#FFFFFF")
    return bytes(made)
