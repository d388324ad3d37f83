"""Which thing of a new set is which thing of the old one: tiles, whatever they are called, and colours."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from pnp.definition import Ink, TileGroup, TileStyle
from pnp.draw import Artist
from pnp.pieces import Pieces
from pnp.pieces.trims import upright
from pnp.render import svg_writer
from pnp.scene import Layer, Page, Raster
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile, canonical, mirrored, moved
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry

Thing = TypeVar("Thing")


def matched(
    before: Sequence[Thing], after: Sequence[Thing], keys: Sequence[Callable[[Thing], Hashable]]
) -> list[tuple[Thing | None, Thing | None, int]]:
    """Old things with new ones, each by the first key that is equal, from the surest to the weakest.

    The key None is equal to nothing. Pairs have the number of their key and the order of the new set,
    with removed things last.
    """
    partner: dict[int, tuple[int, int]] = {}
    left = dict(enumerate(before))
    for number, key in enumerate(keys):
        waiting: dict[Hashable, list[int]] = {}
        for place, each in left.items():
            waiting.setdefault(key(each), []).append(place)
        waiting.pop(None, None)
        for place, each in enumerate(after):
            if place not in partner and (found := waiting.get(key(each))):
                partner[place] = (found.pop(0), number)
                del left[partner[place][0]]
    pairs: list[tuple[Thing | None, Thing | None, int]] = []
    for place, each in enumerate(after):
        old, number = partner.get(place, (None, -1))
        pairs.append((None if old is None else before[old], each, number))
    return [*pairs, *((each, None, -1) for each in left.values())]


def same_groups(
    old: tuple[TileGroup, ...], new: tuple[TileGroup, ...]
) -> tuple[tuple[TileGroup, TileGroup], ...]:
    """The groups of tiles with the same name in two sets; also the only groups of both."""
    if len(old) == len(new) == 1:
        return ((old[0], new[0]),)
    by_name = {group.name: group for group in old}
    return tuple((by_name[group.name], group) for group in new if group.name in by_name)


class TileMatcher:
    """Compares the tiles of a group in two sets, in the colours that `matching_colours` gives them."""

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

    def key(self, piece: Piece, *, new: bool) -> Tile | None:
        """The canonical form of a tile in the colours of the new set; equal for the same tile."""
        if new or self._comparable:
            tile = piece.tile if new else recoloured(piece.tile, self._to_new)
            return canonical(tile, self._geometry, self._symmetry)
        return None

    def twin(self, piece: Piece, *, new: bool) -> Tile | None:
        """The canonical form of an old tile's mirror twin, to find it among the new tiles."""
        if new or not self._comparable:
            return self.key(piece, new=new)
        twin = mirrored(recoloured(piece.tile, self._to_new), self._geometry)
        return canonical(twin, self._geometry, self._symmetry)

    def number(self, piece: Piece, *, new: bool) -> tuple[str, int] | None:
        """The place of a tile in a list written by hand; others have numbers by chance."""
        written = piece.id in self._written[new] and (new or self._comparable)
        return _number(piece) if written else None

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
                [
                    (ink.code, ink.fill, ink.line, ink.pattern, ink.symbol, ink.region)
                    for ink in each.definition.palette
                ],
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


def matching_colours(old: tuple[Ink, ...], new: tuple[Ink, ...]) -> dict[Colour, Colour]:
    """The colour in the new set for each of the old one: that of the same name, or letter, or place.

    The place counts only if no colour is new. A colour that is gone gets a number past all others.
    """

    keys: list[Callable[[tuple[int, Ink]], Hashable]] = [
        lambda each: each[1].name,
        lambda each: each[1].code,
    ]
    if len(old) == len(new):
        keys.append(lambda each: each[0])
    found = {UNCOLOURED: UNCOLOURED}
    for one, other, _ in matched([*enumerate(old)], [*enumerate(new)], keys):
        if one is not None:
            found[Colour(one[0])] = Colour(len(new) + one[0] if other is None else other[0])
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


def without_dots(raster: Raster) -> Raster:
    """A raster for comparisons, which need only its digest."""
    return replace(raster, read=bytes)
