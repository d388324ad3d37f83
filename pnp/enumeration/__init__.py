"""Universes of tiles: their constraints, their tiles and their count."""

from pnp.enumeration.burnside import WORK_LIMIT, count
from pnp.enumeration.orbits import different_tiles, first_tiles, random_tiles
from pnp.enumeration.universe import Universe

__all__ = ["WORK_LIMIT", "Universe", "count", "different_tiles", "first_tiles", "random_tiles"]
