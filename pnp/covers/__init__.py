"""Covers: pages and strips that show the pieces of a game, by rule from its look.

Who needs a cover imports it in a function: a check draws none.
"""

from pnp.covers.page import cover, vignette

__all__ = ["cover", "vignette"]
