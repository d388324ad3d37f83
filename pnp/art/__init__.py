"""Art of the designer's own: pictures and icons in files beside the set."""

from pnp.art.framing import Framing, dots_per_inch, framed, is_opaque, shown_box
from pnp.art.icons import IconSet, inked, read_icons
from pnp.art.inks import mean_ink
from pnp.art.model import Art, UnusableArt
from pnp.art.reading import read_art

__all__ = [
    "Art",
    "Framing",
    "IconSet",
    "UnusableArt",
    "dots_per_inch",
    "framed",
    "inked",
    "is_opaque",
    "mean_ink",
    "read_art",
    "read_icons",
    "shown_box",
]
