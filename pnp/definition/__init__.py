"""Definitions: a YAML file read into plain values, every value with its place."""

from pnp.definition.boards import BoardDefinition, CellGroup, TrackDefinition
from pnp.definition.boxes import BoxDefinition, DividerDefinition, StandeeDefinition
from pnp.definition.cards import DeckDefinition
from pnp.definition.definition import load_definition, parse_definition, parse_where
from pnp.definition.families import FamilyDefinition
from pnp.definition.inks import Ink
from pnp.definition.language import Language
from pnp.definition.model import Credit, Definition, Parameter, Players, RuleUse
from pnp.definition.tile_groups import NO_TILES, ROWS, TileGroup
from pnp.definition.tile_sections import DEFAULT_STYLE, ListedTile, TileStyle
from pnp.definition.tokens import PadDefinition, TokenDefinition, TokenFace
from pnp.definition.values import GivenPiece

__all__ = [
    "DEFAULT_STYLE",
    "NO_TILES",
    "ROWS",
    "BoardDefinition",
    "BoxDefinition",
    "CellGroup",
    "Credit",
    "DeckDefinition",
    "Definition",
    "DividerDefinition",
    "FamilyDefinition",
    "GivenPiece",
    "Ink",
    "Language",
    "ListedTile",
    "PadDefinition",
    "Parameter",
    "Players",
    "RuleUse",
    "StandeeDefinition",
    "TileGroup",
    "TileStyle",
    "TokenDefinition",
    "TokenFace",
    "TrackDefinition",
    "load_definition",
    "parse_definition",
    "parse_where",
]
