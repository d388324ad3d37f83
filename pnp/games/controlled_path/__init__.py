"""The controlled path game, which its designer left without a name: rules of tiles and play."""

from pnp.games.controlled_path.rules import RULES

__all__ = ["RULES"]
