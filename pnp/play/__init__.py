"""Play: what all games have in common: positions, moves, scores, files and chance."""

from pnp.play.chance import Chance
from pnp.play.files import FileKind
from pnp.play.game import AnyGame, Game, Part, Score, Table
from pnp.play.options import Option
from pnp.play.problems import IllegalMove, IllegalPosition, Problem
from pnp.play.record import Reading, write_record

__all__ = [
    "AnyGame",
    "Chance",
    "FileKind",
    "Game",
    "IllegalMove",
    "IllegalPosition",
    "Option",
    "Part",
    "Problem",
    "Reading",
    "Score",
    "Table",
    "write_record",
]
