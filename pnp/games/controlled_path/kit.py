"""The pieces of the game: what is printed is what is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pnp.basics.errors import UnusableInput
from pnp.definition import Definition
from pnp.sets.tileset import Tileset, for_players, most_players
from pnp.tiles import UNCOLOURED, Shape, Tile, TileGeometry, images, parse_tile
from pnp.tiles.symmetry import Symmetry

FORM = TileGeometry(Shape.HEXAGON)


@cache
def turned(tile: Tile) -> tuple[Tile, ...]:
    """The tile turned clockwise by 0, 1 … 5 sides."""
    return tuple(images(tile, FORM, Symmetry.ROTATIONS))


def piece(tile: Tile) -> Tile:
    """The tile as a piece, however it lies: equal for the same tile turned."""
    return min(turned(tile))


@dataclass(frozen=True, slots=True)
class Kit:
    """The path tiles, copies counted, and the start tiles by their players' colours."""

    definition: Definition
    paths: tuple[Tile, ...]
    starts: Mapping[str, Tile]

    @property
    def colours(self) -> tuple[str, ...]:
        """The players' colours, in the order in which they sit clockwise."""
        return tuple(self.starts)

    def written(self, tile: Tile) -> str:
        """The notation of a tile as it lies."""
        return self.definition.notation(tile)

    def parsed(self, text: str) -> Tile:
        """The tile in a text, as it lies; raises NotationError, which is a ValueError."""
        return parse_tile(text, FORM, self.definition.codes)


def kit_of(tileset: Tileset) -> Kit:
    """The pieces of a set, for as many players as it can be built for.

    Raises UnusableInput where a set is none of this game.
    """
    definition = tileset.definition
    if definition.geometry != FORM:
        raise UnusableInput("controlled-path is played with hexagons of one terminal a side")
    whole = for_players(tileset, max(tileset.players, most_players(definition)))
    return Kit(
        definition,
        tuple(sorted(_tiles(whole, "path"))),
        {
            definition.inks[tile.mark.colour].name: tile
            for tile in _tiles(whole, "start")
            if tile.mark.colour != UNCOLOURED
        },
    )


def _tiles(tileset: Tileset, name: str) -> Iterator[Tile]:
    family = tileset.family(name)
    if family is None:
        raise UnusableInput(f'controlled-path is played with a family "{name}", which is not there')
    for each in family.pieces:
        yield from [piece(each.tile)] * each.copies
