"""Drawing: tiles become scenes."""

from pnp.draw.outline import USUAL_TURN, Outline
from pnp.draw.tile import Artist, cut_outline
from pnp.theme import STANDARD, Theme

__all__ = ["STANDARD", "USUAL_TURN", "Artist", "Outline", "Theme", "cut_outline"]
