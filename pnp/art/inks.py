"""The inks of a picture: what lies under a text."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.art.dots import PRINTED, in_dots
from pnp.art.framing import Framing, whole_box
from pnp.art.model import Art
from pnp.basics.units import MM_PER_INCH
from pnp.scene import Raster
from pnp.scene.geometry import Box

if TYPE_CHECKING:
    from PIL.Image import Image

# The longer side of the small picture in which inks are measured, in dots.
_SIDE = 96

# The least mean of alpha, of 255, at which a picture is more than a hint of an ink.
_LEAST_ALPHA = 128


def mean_ink(art: Art, box: Box, framing: Framing, part: Box) -> str | None:
    """The mean ink of a picture under a part of the paper, as #RRGGBB; None where it is clear.

    *box* and *framing* are those in which the picture lies; all lengths are in millimetres.
    """
    from PIL.Image import Resampling

    whole = whole_box(art, box, framing)
    picture = _small(_raster(art))
    left, right = ((edge - whole.x) / whole.width * picture.width for edge in (part.x, part.right))
    if framing.mirrored:
        left, right = picture.width - right, picture.width - left
    top, bottom = (
        (edge - whole.y) / whole.height * picture.height for edge in (part.y, part.bottom)
    )
    corners = (
        max(0, int(left)),
        max(0, int(top)),
        min(picture.width, int(right) + 1),
        min(picture.height, int(bottom) + 1),
    )
    if corners[0] >= corners[2] or corners[1] >= corners[3]:
        return None
    red, green, blue, alpha = picture.crop(corners).resize((1, 1), Resampling.BOX).tobytes()
    return None if alpha < _LEAST_ALPHA else f"#{red:02X}{green:02X}{blue:02X}"


def _raster(art: Art) -> Raster:
    """The picture in dots; few of them if it is an SVG file."""
    if art.raster is not None:
        return art.raster
    longer = max(art.width, art.height)
    scale = _SIDE * MM_PER_INCH / PRINTED / longer
    return in_dots(art, Box(0.0, 0.0, art.width * scale, art.height * scale))


@lru_cache(maxsize=256)
def _small(raster: Raster) -> Image:
    import PIL.Image

    with PIL.Image.open(BytesIO(raster.read())) as picture:
        picture.draft("RGB", (_SIDE, _SIDE))
        small = picture.convert("RGBA")
    small.thumbnail((_SIDE, _SIDE), PIL.Image.Resampling.BOX)
    return small
