"""Universes of tiles: their constraints, their tiles and their count."""

from pnp.enumeration.burnside import WORK_LIMIT, count
from pnp.enumeration.orbits import (
    Shard,
    different_tiles,
    first_tiles,
    random_tiles,
    shards,
    tiles_of,
)
from pnp.enumeration.universe import Universe

__all__ = [
    "WORK_LIMIT",
    "Shard",
    "Universe",
    "count",
    "different_tiles",
    "first_tiles",
    "random_tiles",
    "shards",
    "tiles_of",
]
