"""The atelier: the tiles of a set as cutouts, each drawn once for every way it lies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition
from pnp.draw import Artist, Outline, cut_outline
from pnp.draw.bleed import tile_bleed
from pnp.imposition.cutouts import Cutout, Face
from pnp.imposition.trims import Trim, tile_trim
from pnp.scene import Drawing, Layer, Page, Placed
from pnp.scene.geometry import ORIGIN, Point, bounding_box
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Tile
from pnp.tiles.symmetry import Symmetry, isometry
from pnp.tiles.tile import moved


class Atelier:
    """The drawings of a tileset, one artist a heading, each tile drawn once a heading.

    `labels` says whether tiles carry their ids, and `group` what begins a row of its own, if that is
    to be other than the definition says.
    """

    def __init__(
        self,
        tileset: Tileset,
        *,
        labels: bool = True,
        theme: Theme = STANDARD,
        group: str | None = None,
    ) -> None:
        self.tileset = tileset
        self.theme = theme
        self._group = group or tileset.definition.group
        self._labels = short_labels(tileset) if labels else {}
        self._artists: dict[float, Artist] = {}
        self._drawings: dict[tuple[str, bool, float], Drawing] = {}
        self._bleeds: dict[tuple[Tile, float, float], Drawing] = {}

    @property
    def definition(self) -> Definition:
        return self.tileset.definition

    @cached_property
    def trim(self) -> Trim:
        return tile_trim(self.definition.geometry, self.definition.size)

    @property
    def by_group(self) -> bool:
        """Whether tiles begin rows of their own."""
        return self._group != "none"

    @property
    def two_sided(self) -> bool:
        """Whether tiles are printed on both sides: then a tile turned over is the same piece."""
        return self.definition.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS

    def cutouts(self) -> list[tuple[Cutout, int]]:
        """All tiles in their order, with their numbers of copies; in groups, if so asked."""
        pieces = [
            (self._cutout(piece, family.name), piece.copies)
            for family in self.tileset.families
            for piece in family.pieces
        ]
        if not self.by_group:
            return pieces
        order = {
            name: number for number, name in enumerate(dict.fromkeys(p.group for p, _ in pieces))
        }
        return sorted(pieces, key=lambda each: order[each[0].group])

    def _cutout(self, piece: Piece, family: str) -> Cutout:
        back = self._face(piece, back=True) if self.two_sided else None
        group = family if self._group == "family" else ",".join(self._colours(piece.tile))
        return Cutout(
            piece.id,
            self.trim,
            self._face(piece, back=False),
            back,
            group=group if self.by_group else "",
            place=self.definition.size_place,
        )

    def _colours(self, tile: Tile) -> Iterator[str]:
        """The names of the colours that a tile shows."""
        shown = {*tile.colours, *tile.edges, tile.mark.colour} - {UNCOLOURED}
        return (self.definition.inks[colour].name for colour in sorted(shown))

    def _face(self, piece: Piece, *, back: bool) -> Face:
        tile = self._turned_over(piece.tile) if back else piece.tile
        return Face(
            lambda turn: Placed(self._drawing(piece.id, tile, back, turn), ORIGIN),
            lambda turn, reach: Placed(self._bleed(tile, turn, reach), ORIGIN),
        )

    def _turned_over(self, tile: Tile) -> Tile:
        """The tile seen from behind, through its first side's middle: side s becomes side -s."""
        geometry = self.definition.geometry
        return moved(tile, isometry(geometry.sides, geometry.ports, steps=1, mirrored=True))

    def outline(self, turn: float) -> Outline:
        return self._artist(turn).outline

    def _artist(self, turn: float) -> Artist:
        if turn not in self._artists:
            self._artists[turn] = Artist(self.definition, turn, theme=self.theme)
        return self._artists[turn]

    def drawing(self, piece: Piece, turn: float) -> Drawing:
        """The piece lying with its first side at a heading."""
        return self._drawing(piece.id, piece.tile, False, turn)

    def _drawing(self, name: str, tile: Tile, back: bool, turn: float) -> Drawing:
        key = (name, back, turn)
        if key not in self._drawings:
            label = self._labels.get(name, "")
            self._drawings[key] = self._artist(turn).drawing(tile, label)
        return self._drawings[key]

    def _bleed(self, tile: Tile, turn: float, reach: float) -> Drawing:
        key = (tile, turn, reach)
        if key not in self._bleeds:
            self._bleeds[key] = tile_bleed(
                self.outline(turn), tile, self.definition.inks, self.theme, reach
            )
        return self._bleeds[key]

    def picture(self, piece: Piece, turn: float) -> Page:
        """The piece by itself, on a page of its own size."""
        outline = self.outline(turn)
        box = bounding_box(outline.corners)
        centre = Point(-box.x, -box.y)
        return Page(
            box.width,
            box.height,
            {
                Layer.ART: (Placed(self.drawing(piece, turn), centre),),
                Layer.CUT: (Placed(Drawing((cut_outline(outline, self.theme),)), centre),),
            },
            title=f"{self.definition.title}: {piece.id}",
        )


# Letters of a family's name that a label may take.
_MOST_LETTERS = 3


def short_labels(tileset: Tileset) -> dict[str, str]:
    """What is printed on each piece: its number after as much of its family's name as is needed.

    Families whose names begin alike for too long are numbered instead.
    """
    labels = {}
    for number, family in enumerate(tileset.families, 1):
        others = [other.name for other in tileset.families if other is not family]
        starts = (family.name[:length].rstrip("-") for length in range(1, _MOST_LETTERS + 1))
        short = next(
            (start for start in starts if not any(name.startswith(start) for name in others)),
            str(number),
        )
        for piece in family.pieces:
            digits = piece.id.rpartition("-")[2]
            labels[piece.id] = f"{short}-{digits}" if others else digits
    return labels
