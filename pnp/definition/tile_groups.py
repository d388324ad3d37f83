"""Groups of tiles: each has a shape, a size and a symmetry of its own."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.basics.errors import NOWHERE, Located, Place
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.symmetry import Symmetry

# The tiles that may begin a row of their own on the sheets.
ROWS = ("none", "family", "colour")


_HEXAGON = TileGeometry(Shape.HEXAGON)


@dataclass(frozen=True, kw_only=True)
class TileGroup:
    """Tiles of one shape and size, in millimetres; the only group of a game may have no name.

    `ground` is an ink, or empty for that of the theme, and `back` the sign of backs, if they have one. `rows` are the tiles that begin a new row on the sheets, `expect` the number of different tiles.
    """

    name: str = ""
    place: Place = NOWHERE
    geometry: TileGeometry = _HEXAGON
    symmetry: Symmetry = Symmetry.ROTATIONS
    two_sided: bool = False
    size: float = 1.0
    size_place: Place = NOWHERE
    ground: str = ""
    back: str = ""
    rows: str = "none"
    expect: Located[int] | None = None

    @property
    def title(self) -> str:
        """The group in the words of a message."""
        return f'the group "{self.name}"' if self.name else "the set"

    @property
    def lengths(self) -> tuple[float, ...]:
        """The lengths that give the size of a tile: the width and height of a rectangle, or its size."""
        is_rectangle = self.geometry.shape is Shape.RECTANGLE
        return (self.size, self.size * self.geometry.ratio) if is_rectangle else (self.size,)

    @property
    def placement(self) -> Symmetry:
        """The ways in which players can lay a tile: they cannot turn over one with a single side."""
        if self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS and not self.two_sided:
            return Symmetry.ROTATIONS
        return self.symmetry


NO_TILES = TileGroup()
