"""Play: what all games have in common, positions, moves, scores and chance."""

from pnp.play.chance import Chance
from pnp.play.game import AnyGame, Game, IllegalMove, IllegalPosition, Option, Part, Score, Table

__all__ = [
    "AnyGame",
    "Chance",
    "Game",
    "IllegalMove",
    "IllegalPosition",
    "Option",
    "Part",
    "Score",
    "Table",
]
