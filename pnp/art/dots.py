"""SVG files in dots, by resvg."""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import blake2b

from pnp.art.markup import parsed_svg, written_svg
from pnp.art.model import Art, UnusableArt
from pnp.basics.units import MM_PER_INCH
from pnp.scene import Raster
from pnp.scene.geometry import Box

# Dots per inch in print.
PRINTED = 300

# A picture of more dots takes seconds.
MOST_DOTS = 20_000_000

# The size at which a file is tried, in dots.
_TRIAL = (32, 32)


def check_dots(art: Art) -> None:
    """Raises UnusableArt if resvg cannot draw the file."""
    try:
        _png(_svg(art, *_TRIAL))
    except ValueError as error:
        raise UnusableArt(f"{art.name} is broken: {error}") from None


def in_dots(art: Art, box: Box) -> Raster:
    """The whole picture in dots, enough for print in a box of millimetres."""
    width, height = box.width / MM_PER_INCH * PRINTED, box.height / MM_PER_INCH * PRINTED
    fewer = min(1.0, math.sqrt(MOST_DOTS / (width * height)))
    return _raster(art, math.ceil(width * fewer), math.ceil(height * fewer))


@lru_cache(maxsize=1024)
def _raster(art: Art, width: int, height: int) -> Raster:
    svg = _svg(art, width, height)
    digest = blake2b(svg.encode(), digest_size=12).hexdigest()
    return Raster(digest, width, height, "png", art.name, lambda: _png(_svg(art, width, height)))


def _svg(art: Art, width: int, height: int) -> str:
    return written_svg(parsed_svg(art.svg, art.name), art.view, (width, height), art.inherited)


def _png(svg: str) -> bytes:
    import resvg_py

    # To look for fonts takes longer than most pictures.
    fonts = "<text" in svg
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=96, skip_system_fonts=not fonts))
