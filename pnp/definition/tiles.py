"""Reading the tiles of a game: their shape and size, and their families."""

from __future__ import annotations

from typing import Self

from pnp.basics.errors import Located
from pnp.definition import kinds
from pnp.definition.families import FamilyDefinition
from pnp.definition.groups import COPIES
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field, nested
from pnp.definition.tile_sections import TILE_SIZE, TileSize
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.symmetry import Symmetry

# The groups of tiles that may begin a row of their own on the sheets.
GROUPS = ("none", "family", "colour")


class TilesSection(Section):
    """The tiles of a game."""

    what = "tiles"

    shape: Shape = field(
        kinds.choice({shape.value: shape for shape in Shape}), "The shape.", required=True
    )
    size: TileSize = field(
        TILE_SIZE,
        "The size across flats of a hexagon, the side of a square or triangle, or the width and height"
        " of a rectangle.",
        required=True,
    )
    # Nobody could tell the strands of more ports apart on paper.
    ports: int = field(kinds.integer(1, 4), "How many ports each side has.")
    symmetry: Symmetry = field(
        kinds.choice({symmetry.value: symmetry for symmetry in Symmetry}),
        "The isometries that make two tiles the same piece; reflections are for two-sided tiles.",
    )
    two_sided: bool | None = field(
        kinds.YES_NO,
        "Whether a tile is printed on both sides, its back as its mirror image; `no` prints one side of"
        " each pair of mirror twins.",
        key="two-sided",
        default=None,
        otherwise="`yes` if reflections make two tiles the same piece",
    )
    letters: bool = field(
        kinds.YES_NO,
        "Whether colours of sides and corners show their letters; a theme without patterns always"
        " shows them.",
        default=True,
        otherwise="`yes`",
    )
    copies: int = field(COPIES, "How often each tile is printed.")
    group: str = field(
        kinds.one_of(*GROUPS),
        "The groups of tiles that begin a new row on the sheets: families or colours.",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)),
        "How many different tiles the set has, for the largest number of players.",
        default=None,
    )
    families: tuple[FamilyDefinition, ...] = field(
        kinds.list_of(nested(FamilyDefinition), "[families](#families)", each="a family", least=1),
        "The families of tiles.",
        required=True,
    )

    def completed(self, reader: Reader) -> Self:
        problem = self.size.problem(self.shape) if self.is_sound("shape", "size") else ""
        if problem:
            reader.error("structure", problem, self.place_of("size"))
        reflections = self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS
        if self.two_sided and not reflections and self.is_sound("symmetry"):
            message = (
                "two-sided: yes needs symmetry: rotations+reflections, since a tile that is turned over"
                " shows its mirror image"
            )
            reader.error("structure", message, self.place_of("two-sided"))
        return self

    @property
    def is_two_sided(self) -> bool:
        """Whether tiles are printed on both sides."""
        reflections = self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS
        return reflections and self.two_sided is not False

    @property
    def geometry(self) -> TileGeometry:
        return TileGeometry(self.shape, self.ports, self.size.ratio)
