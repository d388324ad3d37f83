"""Drawing: tiles, boards, cards, tokens and forms become scenes."""

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.outline import Outline
from pnp.draw.tile import Artist, cut_outline

__all__ = ["STANDARD", "Artist", "Outline", "Theme", "cut_outline"]
