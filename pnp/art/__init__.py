"""Art of the designer's own: pictures and icons in files beside the set."""

from pnp.art.framing import (
    Framing,
    aspect_of,
    dots_per_inch,
    framed,
    is_opaque,
    loses_shapes,
    mean_ink,
    only_ink,
    shown_box,
)
from pnp.art.model import Art, UnusableArt
from pnp.art.reading import IconSet, inked, read_art, read_icons

__all__ = [
    "Art",
    "Framing",
    "IconSet",
    "UnusableArt",
    "aspect_of",
    "dots_per_inch",
    "framed",
    "inked",
    "is_opaque",
    "loses_shapes",
    "mean_ink",
    "only_ink",
    "read_art",
    "read_icons",
    "shown_box",
]
