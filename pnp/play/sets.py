"""The sets that come with pnp: what is printed is what is played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.definition import load_definition
from pnp.sets.tileset import Tileset, make_tileset

_PACKAGE = Path(__file__).parent.parent


@cache
def bundled_tileset(name: str) -> Tileset:
    """A set that comes with pnp; its file is in the installed package, or beside it in a checkout.

    Raises UnusableInput where there is no such file.
    """
    inside = _PACKAGE / "tilesets"
    folder = inside if inside.is_dir() else _PACKAGE.parent / "tilesets"
    return make_tileset(load_definition(folder / f"{name}.yaml"))
