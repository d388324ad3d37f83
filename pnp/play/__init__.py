"""All that games have in common: positions, moves, scores, files and chance.

A game in another package needs only these names; the modules may change.
"""

from pnp.definition.reading import Plain
from pnp.play.chance import Chance
from pnp.play.codec import (
    CELL,
    Codec,
    ListOf,
    MapOf,
    Number,
    OneOrMore,
    PerPlayer,
    Record,
    Word,
    by_name,
    names,
    word_among,
    word_of,
)
from pnp.play.files import CHANCE_FIELD, Field, FileKind, Values, options_field
from pnp.play.game import AnyGame, Game, Part, Score, Table, Words
from pnp.play.layout import Layout, beyond, facing
from pnp.play.modular import ModularGame, Modules
from pnp.play.notation import MoveNotation, Sentence
from pnp.play.options import Chosen, Option
from pnp.play.problems import IllegalMove, IllegalPosition, Path, Problem
from pnp.play.record import Reading, Step, write_record
from pnp.play.tiles import HIDDEN, HIDDEN_TEXT, Lay, TileKinds, replaced, without
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, format_cell

__all__ = [
    "CELL",
    "CHANCE_FIELD",
    "HIDDEN",
    "HIDDEN_TEXT",
    "AnyGame",
    "Chance",
    "Chosen",
    "Codec",
    "Field",
    "FileKind",
    "Game",
    "Hex",
    "IllegalMove",
    "IllegalPosition",
    "Lay",
    "Layout",
    "ListOf",
    "MapOf",
    "ModularGame",
    "Modules",
    "MoveNotation",
    "Number",
    "OneOrMore",
    "Option",
    "Part",
    "Path",
    "PerPlayer",
    "Plain",
    "Problem",
    "Reading",
    "Record",
    "Score",
    "Sentence",
    "Step",
    "Table",
    "Tile",
    "TileKinds",
    "Values",
    "Word",
    "Words",
    "beyond",
    "by_name",
    "facing",
    "format_cell",
    "names",
    "options_field",
    "replaced",
    "without",
    "word_among",
    "word_of",
    "write_record",
]
