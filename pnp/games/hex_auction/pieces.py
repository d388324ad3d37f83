"""What the set has to play with: its tiles by their edges, and its money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pnp.basics.errors import UnusableInput
from pnp.sets.tileset import Tileset
from pnp.tiles import Colour, Shape, Tile, TileGeometry, format_tile, parse_tile
from pnp.tiles.hexgrid import Hex

# The colours of a tile's six edges as it lies, clockwise from up-right.
Edges = tuple[Colour, ...]

SIDES = range(6)


def neighbour(cell: Hex, side: int) -> Hex:
    """The cell beyond a side of a tile; side 0 is up-right, as the rulebook draws tiles.

    >>> neighbour(Hex(0, 0), 0)
    Hex(q=1, r=-1)
    """
    return cell.moved(side + 1)


def turned(edges: Edges) -> tuple[Edges, ...]:
    """The different ways in which a tile can lie, the unturned one first.

    >>> len(turned((0, 0, 1, 1, 2, 2))), len(turned((0, 1, 0, 1, 0, 1)))
    (6, 2)
    """
    return tuple(dict.fromkeys(edges[side:] + edges[:side] for side in SIDES))


@lru_cache(maxsize=1024)
def kind(edges: Edges) -> Edges:
    """The least of all turns: equal for tiles that are the same piece turned."""
    return min(turned(edges))


@dataclass(frozen=True)
class Pieces:
    """The tiles of a set, each by its kind and with its copies, and the coins that each player has.

    `special` has the kinds with a dot.
    """

    tiles: Mapping[Edges, int]
    special: frozenset[Edges]
    coins: int
    geometry: TileGeometry
    codes: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many tiles there are in the set."""
        return sum(self.tiles.values())

    def bag_without(self, used: Iterable[Edges]) -> tuple[Edges, ...]:
        """The tiles that are left when those have been taken out, in order."""
        left = Counter(self.tiles)
        left.subtract(Counter(map(kind, used)))
        return tuple(sorted(left.elements()))

    def write(self, edges: Edges) -> str:
        """A tile as text; the dot of the special ones goes without saying."""
        return format_tile(Tile((), (), edges), self.codes)

    def read(self, text: str) -> Edges:
        """The edges of a tile that is written; raises NotationError."""
        return parse_tile(text, self.geometry, self.codes).edges


def pieces_of(tileset: Tileset) -> Pieces:
    """The pieces of a set; raises UnusableInput where the game cannot be played with it."""
    definition = tileset.definition
    if definition.geometry.shape is not Shape.HEXAGON:
        raise UnusableInput(f"{definition.game}: Hex Auction is played with hexagons")
    coins = {each.name: each.value for each in definition.parameters}.get("coins")
    if coins is None:
        raise UnusableInput(f'{definition.game}: there is no parameter "coins"')
    return Pieces(
        dict(_counted(tileset)),
        frozenset(kind(p.tile.edges) for p in tileset.pieces if p.tile.mark.kind == "dot"),
        coins,
        definition.geometry,
        definition.codes,
    )


def _counted(tileset: Tileset) -> Iterator[tuple[Edges, int]]:
    counts: Counter[Edges] = Counter()
    for piece in tileset.pieces:
        counts[kind(piece.tile.edges)] += piece.copies
    return iter(counts.items())
