"""Hex Auction ("More tinkering with auction games"): the rules of its tiles and its money."""

from pnp.games.hex_auction.rules import RULES

__all__ = ["RULES"]
