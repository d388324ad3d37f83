"""SVG files in dots, by resvg."""

from __future__ import annotations

import math
import sys
from functools import lru_cache

from pnp.art.model import Art, UnusableArt
from pnp.basics.errors import UnusableInput
from pnp.basics.units import MM_PER_INCH
from pnp.scene import Raster
from pnp.scene.geometry import Box

# Dots per inch in print.
PRINTED = 300

# A picture of more dots takes seconds.
MOST_DOTS = 20_000_000

# The size at which a file is tried, in dots.
_TRIAL = (32, 32)

# Seconds that a file with filters may take, tried and printed: some would take hours.
LONGEST_TRIAL = 5
LONGEST = 30

# Draws the file of its input. A process is the only work that Python can end from outside.
_PROGRAM = """
import sys, resvg_py
svg = sys.stdin.buffer.read().decode()
made = resvg_py.svg_to_bytes(svg_string=svg, dpi=96, skip_system_fonts="<text" not in svg)
sys.stdout.buffer.write(bytes(made))
"""


def check_dots(art: Art) -> None:
    """Raises UnusableArt if resvg cannot draw the file, or takes too long."""
    _png(_svg(art, *_TRIAL), art.name, LONGEST_TRIAL)


def in_dots(art: Art, box: Box) -> Raster:
    """The whole picture in dots, enough for print in a box of millimetres."""
    width, height = box.width / MM_PER_INCH * PRINTED, box.height / MM_PER_INCH * PRINTED
    fewer = dots_in(box) / PRINTED
    return _raster(art, math.ceil(width * fewer), math.ceil(height * fewer))


def dots_in(box: Box) -> float:
    """The dots per inch of a picture that is drawn in dots for a box of millimetres: fewer in a large one."""
    width, height = (each / MM_PER_INCH * PRINTED for each in (box.width, box.height))
    return PRINTED * min(1.0, math.sqrt(MOST_DOTS / (width * height)))


@lru_cache(maxsize=1024)
def _raster(art: Art, width: int, height: int) -> Raster:
    svg = _svg(art, width, height)
    from hashlib import blake2b

    digest = blake2b(svg.encode(), digest_size=12).hexdigest()

    def read() -> bytes:
        try:
            return _png(_svg(art, width, height), art.name, LONGEST)
        except UnusableArt as error:
            raise UnusableInput(str(error)) from None

    return Raster(digest, width, height, "png", art.name, read)


def _svg(art: Art, width: int, height: int) -> str:
    from pnp.art.markup import parsed_svg, written_svg

    return written_svg(parsed_svg(art.svg, art.name), art.view, (width, height), art.inherited)


# The last few: each file of a game that shows a large picture reads it again.
@lru_cache(maxsize=3)
def _png(svg: str, name: str, longest: float) -> bytes:
    """The file as PNG; raises UnusableArt."""
    if "<filter" in svg:
        return _png_in_time(svg, name, longest)
    import resvg_py

    # To look for fonts takes longer than most pictures.
    fonts = "<text" in svg
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=96, skip_system_fonts=not fonts))
    except ValueError as error:
        raise UnusableArt(f"{name} is broken: {error}") from None


def _png_in_time(svg: str, name: str, longest: float) -> bytes:
    # -P: no module of the current folder takes the place of resvg.
    command = [sys.executable, "-P", "-c", _PROGRAM]
    import subprocess

    try:
        made = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=longest)
    except subprocess.TimeoutExpired:
        raise UnusableArt(
            f"{name} has filters that take more than {longest} seconds; save it as PNG"
        ) from None
    if made.returncode:
        reason = made.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise UnusableArt(f"{name} is broken: {reason}")
    return made.stdout
