"""Drawing: tiles become scenes."""

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.outline import USUAL_TURN, Outline
from pnp.draw.tile import Artist, cut_outline

__all__ = ["STANDARD", "USUAL_TURN", "Artist", "Outline", "Theme", "cut_outline"]
