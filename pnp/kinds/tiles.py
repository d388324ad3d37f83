"""Tiles: the families of a set on sheets of each layout, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from pnp.basics.errors import DoesNotFit, Finding, Place
from pnp.basics.words import counted
from pnp.definition import Definition
from pnp.draw import cut_outline
from pnp.imposition import Job, Paper
from pnp.kinds.kind import InventoryLine, ListedPiece, PieceGroup, PieceKind
from pnp.kinds.pictures import Shapes, blocks
from pnp.kinds.sections import BuildOptions, LeftOut, Section, section_of_sheets
from pnp.pieces import Cutout, Pieces, Trim
from pnp.pieces.trims import upright
from pnp.scene import Drawing, Item, Picture, Placed
from pnp.scene.geometry import ORIGIN, bounding_box
from pnp.sets.tileset import Family, Piece, Tileset

# So many tiles show what their family is like.
_MOST = 16


class TileKind(PieceKind[Family]):
    """Tiles."""

    key = "tiles"
    one = "tile"
    shown = (24.0, 28.0)
    is_loose = True

    def made(self, pieces: Pieces) -> Sequence[Family]:
        families = pieces.tileset.families
        return [family for family in families if family.pieces and not family.is_back]

    def group(self, pieces: Pieces, made: Family) -> PieceGroup:
        definition = made.definition
        note = f"{made.count:,} different{made.share}"
        if definition.expect:
            note += f", {definition.expect.value:,} expected"
        if back := _back(made, pieces.tileset):
            note += f", {back.name} on the backs"
        tiles = tuple(listed_tile(pieces, piece) for piece in made.pieces)
        return PieceGroup("tile", made.name, made.name, note, definition.place, tiles)

    def trims(self, pieces: Pieces) -> Iterator[Trim]:
        # A family may have a hundred thousand tiles, whose list takes long.
        firsts = (listed_tile(pieces, made.pieces[0]).trim for made in self.made(pieces))
        return (trim for trim in firsts if trim is not None)

    def counts(self, pieces: Pieces) -> Iterator[str]:
        tileset = pieces.tileset
        if tileset.families:
            parts = ", ".join(map(_count, tileset.families))
            yield f"{counted(tileset.count, 'different tile')} ({parts})"

    def numbers(self, pieces: Pieces) -> dict[str, int]:
        # The number of different tiles of each family is another value.
        return {}

    def number(self, pieces: Pieces) -> int:
        return pieces.tileset.printed

    def line(self, pieces: Pieces, made: Family) -> InventoryLine:
        words, back = pieces.definition.language, _back(made, pieces.tileset)
        titles = [each.definition.title for each in (made, back) if each is not None]
        return InventoryLine(
            self.key,
            made.name,
            words.listed(titles),
            words.number(sum(piece.copies for piece in made.pieces)),
            self.shapes(pieces, made),
            frozenset(piece.id for piece in made.pieces),
            made.group.name,
            "" if back is None else words("two-tiles"),
        )

    def shapes(self, pieces: Pieces, made: Family) -> Shapes:
        """Some tiles of a family, and some of those on their backs."""
        shown = (*made.pieces, *(each.back for each in made.pieces if each.back is not None))
        size = made.group.size
        return blocks(shown, _MOST, lambda each: tile_picture(pieces, each, size))

    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        made: dict[str, Section] = {}
        for layout in options.layouts if pieces.tileset.printed else ():
            for tileset in pieces.tileset.by_group:
                if not tileset.printed:
                    continue
                try:
                    section = tiles_section(pieces, tileset, paper, layout, options)
                except DoesNotFit as error:
                    ids = frozenset(piece.id for piece in tileset.fronts)
                    yield LeftOut(self.key, paper, tileset.printed, ids, error)
                else:
                    made.setdefault(section.stem, section)
        yield from made.values()

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        yield from pieces.tiles.findings()

    def texts(self, definition: Definition) -> Iterator[tuple[str, Place]]:
        for family in definition.families:
            yield family.title, family.place
            yield family.mark.text, family.place
            for each in family.listed or ():
                yield each.tile.mark.text, each.place


def _back(family: Family, tileset: Tileset) -> Family | None:
    """The family on the backs of a family's tiles."""
    back = next((piece.back for piece in family.pieces if piece.back is not None), None)
    return None if back is None else tileset.family(back.family)


def _count(family: Family) -> str:
    text = f"{family.name} {family.count:,}" + (" on backs" if family.is_back else "")
    present = {piece.tile[:3] for piece in family.pieces}
    if family.definition.selection and family.burnside is not None:
        # Listed tiles may differ in the values of their faces alone.
        is_plain = len(present) == family.count
        return f"{text}{'' if is_plain else f', from {len(present):,}'} of {family.burnside:,}"
    if family.definition.listed is None:
        return f"{text}{family.share}"
    missing = sum(tile[:3] not in present for tile in family.universe)
    return f"{text}, {missing:,} of {len(family.universe):,} missing" if missing else text


def listed_tile(pieces: Pieces, piece: Piece) -> ListedPiece:
    """A tile of the set."""
    cut_out = partial(pieces.tiles.cutout, piece)
    # Nothing on a tile sticks out, and clips take time where there are thousands.
    sides = (False, True) if pieces.tiles.is_backed(piece) else (False,)
    return ListedPiece(
        "tile",
        piece.family,
        piece.id,
        piece.copies,
        piece.place,
        pieces.theme,
        tuple(partial(_unclipped, cut_out, back=back) for back in sides),
        cut_out,
        notation=pieces.definition.notation(piece.drawn),
        tile=piece,
        content=None if piece.listed is None else piece.listed.values,
        behind="" if piece.back is None else piece.back.id,
    )


def _unclipped(cut_out: partial[Cutout], *, back: bool) -> Picture:
    cutout = cut_out()
    return Picture(Drawing((cutout.side(back=back),)), cutout.box)


def tile_picture(pieces: Pieces, piece: Piece, size: float) -> Picture:
    """A tile of this size by itself, without its id."""
    turn, group = upright(piece.group), replace(piece.group, size=size)
    artist = pieces.tiles.artist(group, turn)
    if piece.listed is None:
        drawn: Item = artist.drawing(piece.tile, style=piece.style)
    else:
        # A face is laid out at the size of the printed tile.
        drawing = pieces.tiles.drawing(piece, turn, labelled=False)
        drawn = Placed(drawing, ORIGIN, size / piece.group.size)
    items = (drawn, cut_outline(artist.outline, pieces.theme))
    return Picture(Drawing(items), bounding_box(artist.outline.corners))


def tiles_section(
    pieces: Pieces, tileset: Tileset, paper: Paper, layout: str, options: BuildOptions
) -> Section:
    """The sheets of a group of tiles in a layout, which may be `auto`; raises DoesNotFit."""
    from pnp.imposition import make_sheets

    words, group = pieces.definition.language, tileset.group
    rows = options.group or group.rows
    number, size = words.counted("tile", tileset.printed), words.length(*group.lengths)
    job = Job(
        pieces.definition,
        f"tiles {group.name}" if group.name else "tiles",
        words("tiles-of-size", tiles=number, size=size),
        pieces.tiles.cutouts(tileset.fronts, rows),
        by_group=rows != "none",
        title=words("name-tiles"),
        look=pieces.look,
    )
    sheets = make_sheets(job, layout, paper, options.sheets, pieces.theme)
    return section_of_sheets(
        pieces, "tiles", sheets, options, layout=sheets.layout, group=group.name
    )
