"""Covers: pages and strips that show the pieces of a game, by rule from its look."""

from pnp.covers.page import cover, vignette

__all__ = ["cover", "vignette"]
