"""Covers: a page that shows the title, the pieces and the facts of a game, by rule from its look."""

from pnp.covers.page import cover

__all__ = ["cover"]
