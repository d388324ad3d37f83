"""The games: what their rules ask of their pieces."""

from pnp.games import controlled_path, hex_auction, hexagonal_highway, hexpertise, hexstatic

GAME_RULES = (
    *hexstatic.RULES,
    *controlled_path.RULES,
    *hex_auction.RULES,
    *hexpertise.RULES,
    *hexagonal_highway.RULES,
)

__all__ = ["GAME_RULES"]
