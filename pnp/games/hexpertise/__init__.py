"""Hexeptional Hexpertise, of the 18-card games: the rules of its cards and of its display."""

from pnp.games.hexpertise.rules import RULES

__all__ = ["RULES"]
