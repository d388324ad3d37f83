"""The tiles of a set as cutouts, each drawn once for every heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.basics.classes import frozen
from pnp.basics.errors import Finding
from pnp.colour.theme import STANDARD, Theme, on_tiles
from pnp.definition import Definition, TileGroup
from pnp.definition.references import TextList
from pnp.draw import Artist, Outline, cut_outline
from pnp.draw.look.looks import plain_look
from pnp.faces import (
    Laid,
    LaidFace,
    Subject,
    Supplies,
    is_covered,
    is_over,
    items_of,
    laid_faces,
    supplies_of,
)
from pnp.pieces.cutouts import Copies, Cutout, Face, rigid
from pnp.pieces.faced import face_findings, pattern_back, side_of, values_of
from pnp.pieces.trims import tile_trim, upright
from pnp.scene import Clip, Drawing, Item, Layer, Page, Placed, Shape
from pnp.scene.geometry import ORIGIN, Point, bounding_box
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile
from pnp.tiles.properties import colours_of
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import moved


class Tiles:
    """The tiles of a set; `labels` says whether each shows its id."""

    def __init__(
        self,
        tileset: Tileset,
        theme: Theme = STANDARD,
        *,
        labels: bool = True,
        supplies: Supplies | None = None,
    ) -> None:
        self.tileset = tileset
        self.theme = theme
        self._supplies = supplies
        self._faces: dict[tuple[str, bool], dict[str, LaidFace]] = {}
        self._ornaments = {family.name: family.definition.ornament for family in tileset.families}
        self._backs: dict[str, Face] = {}
        self._trims = {group.name: tile_trim(group) for group in tileset.definition.groups}
        self._labels = short_labels(tileset) if labels else {}
        self._artists: dict[tuple[TileGroup, float], Artist] = {}
        self._drawings: dict[tuple[str, bool, float, str, float], Drawing] = {}

    @property
    def definition(self) -> Definition:
        return self.tileset.definition

    def label(self, piece: Piece) -> str:
        """The short id that is printed on a tile; empty if tiles show none."""
        return self._labels.get(piece.id, "")

    def cutouts(self, pieces: Iterable[Piece], rows: str) -> list[Copies]:
        """Tiles with their copies: in the set's order, or in rows by `family` or `colour`."""
        drawn = [
            (self.cutout(piece, group=self._row(piece, rows)), piece.copies) for piece in pieces
        ]
        groups = dict.fromkeys(cutout.group for cutout, _ in drawn)
        order = {name: number for number, name in enumerate(groups)}
        return sorted(drawn, key=lambda each: order[each[0].group])

    def _row(self, piece: Piece, rows: str) -> str:
        match rows:
            case "none":
                return ""
            case "family":
                return piece.family
            case _:
                return ",".join(self._colours(piece.tile))

    def _colours(self, tile: Tile) -> Iterator[str]:
        """The names of the colours that a tile shows."""
        shown = (colours_of(tile) | {tile.mark.colour}) - {UNCOLOURED}
        return (self.definition.palette[colour].name for colour in sorted(shown))

    # Faces

    def laid(self, piece: Piece, *, turned_over: bool = False) -> LaidFace | None:
        """The face of a tile; None if its family has no face."""
        if piece.listed is None:
            return None
        key = (piece.family, turned_over)
        if key not in self._faces:
            faces = self._laid_family(piece.family, turned_over=turned_over)
            self._faces[key] = {face.subject.id: face for face in faces}
        return self._faces[key][piece.id]

    def _laid_family(self, name: str, *, turned_over: bool) -> tuple[LaidFace, ...]:
        """The faces of a family, laid together, because some texts share one size.

        On a tile that is turned over, what lies at a side goes with its side.
        """
        family = self.tileset.family(name)
        assert family is not None
        supplies = self._supplies or supplies_of(self.definition, self.theme)
        area = tile_trim(family.group).face_area(upright(family.group))
        area = replace(area, is_mirrored=turned_over)
        pairs, ground = [], on_tiles(family.group.ground, self.theme).ground
        for number, piece in enumerate(family.pieces, 1):
            assert piece.listed is not None
            values = values_of(
                self.definition,
                piece.listed,
                piece.id,
                number,
                len(family.pieces),
                name,
                family=name,
                notation=self.definition.notation(piece.drawn),
                sides=self._names_of(piece.drawn.edges),
                corners=self._names_of(piece.drawn.corners),
            )
            printed = tuple(
                self.artist(family.group, upright(family.group)).values(piece.drawn, piece.style)
            )
            subject = Subject(piece.id, values, area, ground, piece.place, printed=printed)
            pairs.append((subject, piece.listed.face))
        return laid_faces(pairs, supplies)

    def _names_of(self, colours: Iterable[Colour]) -> TextList:
        """The names of colours and values from the first side on; "none" where there is no colour."""
        palette = self.definition.palette
        return TextList("none" if each == UNCOLOURED else palette[each].name for each in colours)

    def findings(self) -> Iterator[Finding]:
        """The findings about the faces of tiles."""
        for family in self.tileset.families:
            if family.pieces and family.pieces[0].listed is not None:
                self.laid(family.pieces[0])
                yield from face_findings(self._faces[family.name, False].values())
            yield from family.definition.findings

    def is_backed(self, piece: Piece) -> bool:
        """Whether the back of a tile is printed: its mirror image, another tile, elements of its face, or a sign."""
        of_face = piece.listed is not None and piece.listed.face.has_back
        has_own = piece.group.two_sided or piece.back is not None
        return has_own or bool(piece.group.back) or of_face

    def cutout(self, piece: Piece, *, group: str = "") -> Cutout:
        """A tile with its sides, in a *group* of tiles that begin a row of their own on sheets."""
        laid = self.laid(piece)
        back, turn = self._face(piece, back=True) if piece.group.two_sided else None, 0.0
        if piece.back is not None:
            back, turn = self._tile_behind(piece.back), upright(piece.group)
        elif laid is not None and laid.back is not None:
            back, turn = self._back_of_face(piece.group, laid, laid.back), upright(piece.group)
        elif piece.group.back:
            back, turn = self._signed_back(piece.group), upright(piece.group)
        return Cutout(
            piece.id,
            self._trims[piece.group.name],
            self._face(piece, back=False),
            back,
            group=group,
            place=piece.group.size_place,
            default_turn=upright(piece.group),
            upright=turn,
            words="" if laid else f"{piece.id}: {self.definition.notation(piece.drawn)}",
        )

    def _signed_back(self, group: TileGroup) -> Face:
        """The back of the tiles of a group, drawn once: the pattern of the game with their sign."""
        if group.name not in self._backs:
            look = self._supplies.look if self._supplies else None
            self._backs[group.name] = pattern_back(
                self._trims[group.name],
                look or plain_look(self.theme),
                sign=group.back,
            )
        return self._backs[group.name]

    def _tile_behind(self, piece: Piece) -> Face:
        """The front of a tile on the back of another, whose outline is turned as that of any back."""
        front, (_, aside) = self._face(piece, back=False), piece.group.geometry.turning_over
        assert front.bleed is not None
        bleed = front.bleed
        return replace(
            front,
            art=lambda turn: front.art(turn + aside),
            bleed=lambda turn, reach: bleed(turn + aside, reach),
        )

    def _face(self, piece: Piece, *, back: bool) -> Face:
        drawn, laid = _Drawn(self, piece, back), self.laid(piece, turned_over=back)
        elements = () if laid is None else (*laid.under, *laid.front)
        return Face(drawn, drawn, is_whole=True, elements=elements)

    def placed(self, piece: Piece, turn: float, *, back: bool, bleed: float = 0.0) -> Placed:
        """A side of a tile in that heading, round the origin, with its bleed."""
        laid, label = self.laid(piece, turned_over=back), self.label(piece)
        tile = seen_from_behind(piece) if back else piece.drawn
        aside = piece.group.geometry.turning_over[1] if back else 0.0
        return Placed(self._drawing(piece, tile, back, turn + aside, laid, label, bleed), ORIGIN)

    def _back_of_face(self, group: TileGroup, laid: LaidFace, back: Sequence[Laid]) -> Face:
        """A back that a face gives, on the ground of a tile."""

        def ground(reach: float) -> tuple[Item, ...]:
            outline = self.outline(group, upright(group))
            return (Shape(outline.grown(reach), fill=on_tiles(group.ground, self.theme).ground),)

        return side_of(laid.subject, ground, (), tuple, back, default_turn=upright(group))

    def outline(self, group: TileGroup, turn: float) -> Outline:
        return self.artist(group, turn).outline

    def artist(self, group: TileGroup, turn: float) -> Artist:
        """The artist for tiles of a group, which may have another size, and whose first side has this heading."""
        key = (group, turn)
        if key not in self._artists:
            self._artists[key] = Artist(self.definition, group, turn, theme=self.theme)
        return self._artists[key]

    def drawing(self, piece: Piece, turn: float, *, labelled: bool = True) -> Drawing:
        """The front of a tile whose first side has this heading."""
        label = self.label(piece) if labelled else ""
        return self._drawing(piece, piece.drawn, False, turn, self.laid(piece), label)

    def lying(self, piece: Piece, shown: Tile, *, turn: float = 0.0) -> Drawing:
        """A tile that is turned, or turned over, so that it shows *shown*; without its label.

        It may *turn* by more degrees. It is as large as it is printed, with its middle at the origin.
        """
        geometry = piece.group.geometry
        for back in (False, True)[: 1 + piece.group.two_sided]:
            laid = self.laid(piece, turned_over=back)
            side = seen_from_behind(piece) if back else piece.drawn
            for turned in geometry.isometries(Symmetry.ROTATIONS):
                if moved(side, turned) == shown:
                    heading = upright(piece.group) + turned.steps * 360 / geometry.sides + turn
                    heading += geometry.turning_over[1] if back else 0.0
                    return self._drawing(piece, side, back, heading, laid, "")
        raise ValueError(f"{piece.id} does not show this tile, however it is turned")

    def _drawing(
        self,
        piece: Piece,
        tile: Tile,
        back: bool,
        turn: float,
        laid: LaidFace | None,
        label: str,
        bleed: float = 0.0,
    ) -> Drawing:
        key = (piece.id, back, turn, label, bleed)
        if key not in self._drawings:
            artist = self.artist(piece.group, turn)
            ornament = self._ornaments[piece.family]
            under, over = (
                (
                    self._turned(laid, each, upright(piece.group), turn, cut=not bleed)
                    for each in (laid.under, laid.front)
                )
                if laid
                else ((), ())
            )
            covered = laid is not None and is_covered(laid.front)
            self._drawings[key] = artist.drawing(
                tile,
                label if piece.group.ids or not covered else "",
                style=piece.style,
                ornament=ornament,
                under=under,
                over=over,
                covered=covered,
                bleed=bleed,
            )
        return self._drawings[key]

    def _turned(
        self,
        laid: LaidFace | None,
        elements: Sequence[Laid],
        default_turn: float,
        turn: float,
        *,
        cut: bool,
    ) -> tuple[Item, ...]:
        """Elements of a face, which turn with the tile and end at its cut if *cut*."""
        items = items_of(elements)
        if cut and laid is not None and is_over(laid.subject, elements):
            items = (Clip(laid.subject.area.outline, items),)
        if not items or turn == default_turn:
            return items
        return (rigid(Drawing(items), default_turn=default_turn)(turn),)

    def page(self, piece: Piece, turn: float) -> Page:
        """A tile by itself, on a page of its own size."""
        outline = self.outline(piece.group, turn)
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


@frozen(eq=False, slots=True)
class _Drawn:
    """A side of a tile, drawn when somebody asks: a set has thousands, and they take a fifth of the memory of a function."""

    tiles: Tiles
    piece: Piece
    back: bool

    def __call__(self, turn: float, bleed: float = 0.0) -> Placed:
        return self.tiles.placed(self.piece, turn, back=self.back, bleed=bleed)


def seen_from_behind(piece: Piece) -> Tile:
    """A tile seen from behind: through its first side's middle, side s becomes side -s, unless it is a polygon."""
    flip, _ = piece.group.geometry.turning_over
    return moved(piece.drawn, flip)


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
        for piece in family.pieces if family.group.ids is not False else ():
            digits = piece.id.rpartition("-")[2]
            labels[piece.id] = f"{short}-{digits}" if others else digits
    return labels
