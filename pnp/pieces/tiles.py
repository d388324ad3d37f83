"""The tiles of a set as cutouts, each drawn once for every heading."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition
from pnp.draw import DEFAULT_TURN, Artist, Outline, cut_outline
from pnp.draw.bleed import tile_bleed
from pnp.pieces.cutouts import Copies, Cutout, Face
from pnp.pieces.trims import Trim, tile_trim
from pnp.scene import Drawing, Layer, Page, Placed
from pnp.scene.geometry import ORIGIN, Point, bounding_box
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Tile
from pnp.tiles.symmetry import Symmetry, isometry
from pnp.tiles.tile import moved


class Tiles:
    """The tiles of a set; `labels` says whether each shows its id."""

    def __init__(self, tileset: Tileset, theme: Theme = STANDARD, *, labels: bool = True) -> None:
        self.tileset = tileset
        self.theme = theme
        self._labels = short_labels(tileset) if labels else {}
        self._artists: dict[float, Artist] = {}
        self._drawings: dict[tuple[str, bool, float], Drawing] = {}
        self._bleeds: dict[tuple[Tile, float, float], Drawing] = {}

    @property
    def definition(self) -> Definition:
        return self.tileset.definition

    def label(self, piece: Piece) -> str:
        """The short id that is printed on a tile; empty if tiles show none."""
        return self._labels.get(piece.id, "")

    @cached_property
    def trim(self) -> Trim:
        return tile_trim(self.definition.geometry, self.definition.size)

    @property
    def two_sided(self) -> bool:
        """Whether tiles are printed on both sides: a tile turned over is then the same piece."""
        return self.definition.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS

    def cutouts(self, group: str) -> list[Copies]:
        """All tiles with their copies: in the set's order, or by `family` or `colour`."""
        pieces = [
            (self.cutout(piece, group=self._group(piece, group)), piece.copies)
            for piece in self.tileset.pieces
        ]
        groups = dict.fromkeys(cutout.group for cutout, _ in pieces)
        order = {name: number for number, name in enumerate(groups)}
        return sorted(pieces, key=lambda each: order[each[0].group])

    def _group(self, piece: Piece, group: str) -> str:
        match group:
            case "none":
                return ""
            case "family":
                return piece.family
            case _:
                return ",".join(self._colours(piece.tile))

    def _colours(self, tile: Tile) -> Iterator[str]:
        """The names of the colours that a tile shows."""
        shown = {*tile.colours, *tile.edges, tile.mark.colour} - {UNCOLOURED}
        return (self.definition.inks[colour].name for colour in sorted(shown))

    def cutout(self, piece: Piece, *, group: str = "") -> Cutout:
        """A tile with its sides, in a *group* of tiles that begin a row of their own on sheets."""
        return Cutout(
            piece.id,
            self.trim,
            self._face(piece, back=False),
            self._face(piece, back=True) if self.two_sided else None,
            group=group,
            place=self.definition.size_place,
            default_turn=DEFAULT_TURN[self.definition.geometry.shape],
        )

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
        """The front of a tile whose first side has this heading."""
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

    def page(self, piece: Piece, turn: float) -> Page:
        """A tile by itself, on a page of its own size."""
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


# The most letters of a family's name in a label.
_MOST_LETTERS = 3


def short_labels(tileset: Tileset) -> dict[str, str]:
    """The label of each tile: the first letters of its family's name, and the tile's number.

    A family has up to three letters, as many as tell it apart, or else a number in their place. A set
    of one family has neither.
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
