"""Which tile of a new set is which tile of the old one, whatever they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from pnp.definition import Ink, TileGroup, TileStyle
from pnp.draw import Artist
from pnp.pieces import Pieces
from pnp.pieces.trims import upright
from pnp.render import svg_writer
from pnp.review.looks import without_dots
from pnp.scene import Layer, Page
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile, canonical, mirrored, moved
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry


def same_groups(
    old: tuple[TileGroup, ...], new: tuple[TileGroup, ...]
) -> tuple[tuple[TileGroup, TileGroup], ...]:
    """The groups of tiles with the same name in two sets; also the only groups of both."""
    if len(old) == len(new) == 1:
        return ((old[0], new[0]),)
    by_name = {group.name: group for group in old}
    return tuple((by_name[group.name], group) for group in new if group.name in by_name)


class TileMatcher:
    """Compares the tiles of a group in two sets: their keys are equal if they are the same tile.

    `matching_colours` says which colours are the same.
    """

    def __init__(self, old: Pieces, new: Pieces, groups: tuple[TileGroup, TileGroup]) -> None:
        self._old = old
        self._new = new
        self._groups = groups
        before, after = groups
        self._geometry, self._symmetry = after.geometry, after.symmetry
        self._comparable = (before.geometry.shape, before.geometry.ports) == self._geometry[:2]
        self._to_new = matching_colours(old.definition.palette, new.definition.palette)
        self._to_old = {target: source for source, target in self._to_new.items()}
        self._written = _written(old.tileset), _written(new.tileset)
        self._svg = svg_writer(without_dots)

    def old_key(self, piece: Piece) -> Tile | None:
        """The canonical form of an old tile in the colours of the new set."""
        return self._canonical(recoloured(piece.tile, self._to_new)) if self._comparable else None

    def new_key(self, piece: Piece) -> Tile:
        """The canonical form of a new tile."""
        return self._canonical(piece.tile)

    def old_twin(self, piece: Piece) -> Tile | None:
        """The canonical form of an old tile's mirror twin."""
        if not self._comparable:
            return None
        twin = mirrored(recoloured(piece.tile, self._to_new), self._geometry)
        return self._canonical(twin)

    def old_number(self, piece: Piece) -> tuple[str, int] | None:
        """The place of an old tile in a list written by hand; others have numbers by chance."""
        return _number(piece) if self._comparable and piece.id in self._written[0] else None

    def new_number(self, piece: Piece) -> tuple[str, int] | None:
        """The place of a new tile in a list written by hand."""
        return _number(piece) if piece.id in self._written[1] else None

    def _canonical(self, tile: Tile) -> Tile:
        return canonical(tile, self._geometry, self._symmetry)

    def turned(self, old: Piece, new: Piece) -> str:
        """How the notation of a tile in its list has turned; empty if it has not."""
        before, after = (
            written.get(piece.id) for written, piece in zip(self._written, (old, new), strict=True)
        )
        if before is None or after is None:
            return ""
        before = recoloured(before, self._to_new)
        for isometry in self._geometry.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS):
            if moved(before, isometry) == after:
                sides = f"{isometry.steps} side" + ("" if isometry.steps == 1 else "s")
                if isometry.mirrored:
                    return "written from its other side"
                return f"written turned by {sides}" if isometry.steps else ""
        return ""

    def redrawn(self, piece: Piece) -> bool:
        """Whether a new tile looks different from the same tile in the old set, but for its id."""
        if self._alike:
            return False
        old, new = self._groups
        if (old.lengths, old.two_sided) != (new.lengths, new.two_sided):
            return True
        old_family = self._old.tileset.family(piece.family)
        style = piece.style if old_family is None else old_family.definition.style
        was = self._drawn(self._artists[0], recoloured(piece.tile, self._to_old), style)
        now = self._drawn(self._artists[1], piece.tile, piece.style)
        # The order of the colours decides which of two lines that cross is above the other.
        crossings = PROPERTIES["crossings"].value(piece.tile, self._geometry)
        return was != now if crossings else sorted(was) != sorted(now)

    @cached_property
    def _alike(self) -> bool:
        """Whether the two sets draw all tiles alike."""
        old, new = (
            (
                [(ink.code, *style_of(ink)) for ink in each.definition.palette],
                [family.definition.style for family in each.tileset.families],
                group.lengths,
                group.two_sided,
                each.theme,
            )
            for each, group in zip((self._old, self._new), self._groups, strict=True)
        )
        return old == new

    @cached_property
    def _artists(self) -> tuple[Artist, Artist]:
        old, new = (
            Artist(each.definition, group, upright(group), theme=each.theme)
            for each, group in zip((self._old, self._new), self._groups, strict=True)
        )
        return old, new

    def _drawn(self, artist: Artist, tile: Tile, style: TileStyle) -> list[str]:
        """The parts of a tile's drawing as SVG, from the lowest up."""
        return [
            self._svg.text(Page(1, 1, {Layer.ART: (part,)}))
            for part in artist.drawing(tile, style=style).items
        ]


def style_of(ink: Ink) -> tuple[str, str, str, str]:
    """What is drawn of a colour, apart from its letter."""
    return ink.fill, ink.line, ink.pattern, ink.symbol


def matching_colours(old: tuple[Ink, ...], new: tuple[Ink, ...]) -> dict[Colour, Colour]:
    """The colour in the new set for each of the old one: that of the same name, or letter, or place.

    The place counts only if no colour is new. A colour that is gone gets a number past all others.
    """
    found = {UNCOLOURED: UNCOLOURED}
    free = dict(enumerate(new))

    def match(same: Callable[[int, int], bool]) -> None:
        for number in range(len(old)):
            if Colour(number) not in found:
                target = next((place for place in free if same(number, place)), None)
                if target is not None:
                    found[Colour(number)] = Colour(target)
                    del free[target]

    match(lambda number, place: old[number].name == new[place].name)
    match(lambda number, place: old[number].code == new[place].code)
    if len(old) == len(new):
        match(lambda number, place: number == place)
    for number in range(len(old)):
        found.setdefault(Colour(number), Colour(len(new) + number))
    return found


def recoloured(tile: Tile, colours: Mapping[Colour, Colour]) -> Tile:
    """The tile with other numbers for its colours."""
    return Tile(
        tile.joins,
        tuple(colours[each] for each in tile.colours),
        tuple(colours[each] for each in tile.edges),
        tile.mark._replace(colour=colours[tile.mark.colour]),
        tuple(colours[each] for each in tile.corners),
    )


def _written(tileset: Tileset) -> dict[str, Tile]:
    """The tiles of lists written by hand, as they are written, by id."""
    return {
        piece.id: listed[_number(piece)[1] - 1].tile
        for family in tileset.families
        if (listed := family.definition.listed) is not None
        for piece in family.pieces
    }


def _number(piece: Piece) -> tuple[str, int]:
    """A tile's family, and its number in it; the id has zeros in front that depend on the others."""
    return piece.family, int(piece.id.rpartition("-")[2])
