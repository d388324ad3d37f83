"""HexStatic, by Michael Reddy, 2013: the rules of its own that its pieces have to meet."""

from pnp.games.hexstatic.rules import RULES

__all__ = ["RULES"]
