"""The sets that games are played with, from the same files as for print."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.definition import load_definition
from pnp.sets.tileset import Tileset, make_tileset

_PACKAGE = Path(__file__).parent.parent

# In the installed package, or beside it in a checkout.
_FOLDERS = (_PACKAGE / "tilesets", _PACKAGE.parent / "tilesets")
BUNDLED = next((folder for folder in _FOLDERS if folder.is_dir()), _FOLDERS[0])


@cache
def tileset_in(folder: Path, name: str) -> Tileset:
    """The set in the file `NAME.yaml` of a folder; raises UnusableInput if there is no such file."""
    return make_tileset(load_definition(folder / f"{name}.yaml"))
