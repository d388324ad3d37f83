"""Definitions: a YAML file read into plain values, every value with its place."""

from pnp.definition.definition import load_definition, parse_definition
from pnp.definition.model import (
    Constraint,
    Credit,
    Definition,
    FamilyDefinition,
    Ink,
    ListedTile,
    Players,
    RuleUse,
)

__all__ = [
    "Constraint",
    "Credit",
    "Definition",
    "FamilyDefinition",
    "Ink",
    "ListedTile",
    "Players",
    "RuleUse",
    "load_definition",
    "parse_definition",
]
