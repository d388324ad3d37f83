"""Universes of tiles: their constraints, their members and their count."""

from pnp.enumeration.burnside import count
from pnp.enumeration.orbits import different_tiles
from pnp.enumeration.universe import Universe

__all__ = ["Universe", "count", "different_tiles"]
