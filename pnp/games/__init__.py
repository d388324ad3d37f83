"""The games: what their rules ask of their tiles."""

from pnp.games import controlled_path, hex_auction, hexstatic

GAME_RULES = (*hexstatic.RULES, *controlled_path.RULES, *hex_auction.RULES)

__all__ = ["GAME_RULES"]
