"""Drawing: tiles, boards, cards, tokens and forms become scenes."""

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.tile.artist import Artist, cut_outline
from pnp.draw.tile.outline import Outline

__all__ = ["STANDARD", "Artist", "Outline", "Theme", "cut_outline"]
