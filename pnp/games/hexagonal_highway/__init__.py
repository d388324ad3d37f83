"""Hexagonal Highway, by pseudonam: the rules of its board and of its supply."""

from pnp.games.hexagonal_highway.rules import RULES

__all__ = ["RULES"]
