"""Print-and-play tile games: one definition is enumerated, validated, drawn, printed and played.

The names in `__all__` are the Python interface; docs/python.md shows them by example. Every other
name may move. A name is imported when it is first used, so `import pnp` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.basics.errors import Finding, InvalidDefinition, PnpError, Source, UnusableInput
    from pnp.definition import Definition, load_definition, parse_definition
    from pnp.games import game_of, playable
    from pnp.imposition.papers import chosen_papers
    from pnp.kinds import BuildOptions
    from pnp.play import FileKind, Game, Hidden, IllegalMove, IllegalPosition, write_record
    from pnp.project.build import build
    from pnp.project.checking import checked_set
    from pnp.project.sets import resolve
    from pnp.project.themes import chosen_theme
    from pnp.sets.tileset import Tileset, counts, make_tileset
    from pnp.tiles import format_tile, parse_tile

__version__ = "0.1.0"

HOMES = {
    "BuildOptions": "pnp.kinds",
    "Definition": "pnp.definition",
    "FileKind": "pnp.play",
    "Finding": "pnp.basics.errors",
    "Game": "pnp.play",
    "Hidden": "pnp.play",
    "IllegalMove": "pnp.play",
    "IllegalPosition": "pnp.play",
    "InvalidDefinition": "pnp.basics.errors",
    "PnpError": "pnp.basics.errors",
    "Source": "pnp.basics.errors",
    "Tileset": "pnp.sets.tileset",
    "UnusableInput": "pnp.basics.errors",
    "build": "pnp.project.build",
    "checked_set": "pnp.project.checking",
    "chosen_papers": "pnp.imposition.papers",
    "chosen_theme": "pnp.project.themes",
    "counts": "pnp.sets.tileset",
    "format_tile": "pnp.tiles",
    "game_of": "pnp.games",
    "load_definition": "pnp.definition",
    "make_tileset": "pnp.sets.tileset",
    "parse_definition": "pnp.definition",
    "parse_tile": "pnp.tiles",
    "playable": "pnp.games",
    "resolve": "pnp.project.sets",
    "write_record": "pnp.play",
}


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module 'pnp' has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *HOMES))


__all__ = [
    "BuildOptions",
    "Definition",
    "FileKind",
    "Finding",
    "Game",
    "Hidden",
    "IllegalMove",
    "IllegalPosition",
    "InvalidDefinition",
    "PnpError",
    "Source",
    "Tileset",
    "UnusableInput",
    "__version__",
    "build",
    "checked_set",
    "chosen_papers",
    "chosen_theme",
    "counts",
    "format_tile",
    "game_of",
    "load_definition",
    "make_tileset",
    "parse_definition",
    "parse_tile",
    "playable",
    "resolve",
    "write_record",
]
