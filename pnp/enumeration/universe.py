"""Universes: the constraints of a generated family as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pnp.basics.classes import frozen
from pnp.enumeration.conditions import (
    ANY_NUMBER,
    Comparison,
    Condition,
    holds_for,
    named_colours,
    read_properties,
    reads,
)
from pnp.tiles.properties import PROPERTIES, Property, Reads
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import NO_MARK, UNCOLOURED, Colour, Mark, Port, Side, Tile, TileGeometry

# The values of the properties that a universe adds up over the strands of a tile.
Tally = tuple[int, ...]


@frozen
class Universe:
    """All tiles of a geometry that meet some constraints, up to a symmetry.

    `strand_sizes` are the numbers of ports that a strand may touch; without any, tiles have no
    strands. `strand_colours`, `edge_colours` and `corner_colours` have the numbers of strands, sides
    and corners of a tile that each colour may have; without any, these have no colour. They contain
    UNCOLOURED if strands, sides or corners may be without a colour. `edge_sides` lists the sides that
    may have a colour; if it is empty, every side may have one.
    """

    geometry: TileGeometry
    symmetry: Symmetry
    strand_sizes: frozenset[int] = frozenset()
    strand_colours: tuple[tuple[Colour, Comparison], ...] = ()
    edge_colours: tuple[tuple[Colour, Comparison], ...] = ()
    blank_edges: bool = False
    edge_sides: tuple[Side, ...] = ()
    corner_colours: tuple[tuple[Colour, Comparison], ...] = ()
    blank_corners: bool = False
    mark: Mark = NO_MARK
    conditions: tuple[Condition, ...] = ()

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides that take a colour, in the order of tiles, so that the least word is that of the least tile."""
        every = tuple(map(Side, range(self.geometry.sides)))
        return (tuple(sorted(self.edge_sides)) or every) if self.edge_colours else ()

    @cached_property
    def corners(self) -> int:
        """The number of corners that take a colour: all or none."""
        return self.geometry.sides if self.corner_colours else 0

    @property
    def quantities(self) -> tuple[tuple[tuple[Colour, Comparison], ...], ...]:
        """The colours of strands, of sides and of corners, with their numbers."""
        return self.strand_colours, self.edge_colours, self.corner_colours

    @cached_property
    def palette(self) -> tuple[tuple[Colour, ...], ...]:
        """The colours in classes: no constraint tells the colours of one class apart."""
        parts = [*map(dict, self.quantities)]
        named = frozenset[Colour]().union(*map(named_colours, self.conditions))
        classes: dict[tuple[object, ...], list[Colour]] = {}
        for colour in sorted({colour for part in parts for colour in part}):
            key = (
                (colour,)
                if colour in named or colour == UNCOLOURED
                else tuple(_ranges(part.get(colour)) for part in parts)
            )
            classes.setdefault(key, []).append(colour)
        return tuple(map(tuple, classes.values()))

    @cached_property
    def decided_early(self) -> tuple[Condition, ...]:
        """The conditions that can be decided before a tile has its colours."""
        late = {Reads.COLOURS, Reads.SIDES} if self.edge_colours else {Reads.COLOURS}
        return tuple(each for each in self.conditions if reads(each) not in late)

    @cached_property
    def on_sizes(self) -> tuple[Condition, ...]:
        """Those of them that depend on the sizes of strands alone."""
        return tuple(each for each in self.decided_early if reads(each) is Reads.SIZES)

    @cached_property
    def on_joins(self) -> tuple[Condition, ...]:
        """The others, which have to be tried on every partition of the ports."""
        return tuple(each for each in self.decided_early if each not in self.on_sizes)

    @cached_property
    def chromatic(self) -> tuple[Condition, ...]:
        """The conditions that depend on the colours."""
        return tuple(each for each in self.conditions if each not in self.decided_early)

    @cached_property
    def counts_colours(self) -> bool:
        """Whether the number of strands, sides or corners of some colour is limited."""
        return any(
            quantity.ranges != ANY_NUMBER.ranges for part in self.quantities for _, quantity in part
        )

    @cached_property
    def tallied(self) -> tuple[Property, ...]:
        """The properties that are added up strand by strand; the number of strands, if they have colours, is the first."""
        strands = (PROPERTIES["strands"],) if self.strand_colours else ()
        asked = frozenset[Property]().union(*map(read_properties, self.on_sizes))
        return tuple(dict.fromkeys((*strands, *sorted(asked, key=lambda each: each.name))))

    @cached_property
    def tally_of(self) -> dict[int, Tally]:
        """What a strand with so many ports adds to each of these properties."""
        # These properties ask for the number of ports alone: any ports do.
        strands = {size: (tuple(map(Port, range(size))),) for size in self.strand_sizes}
        return {
            size: tuple(
                each.value(Tile(strand, (UNCOLOURED,), ()), self.geometry) for each in self.tallied
            )
            for size, strand in strands.items()
        }

    @cached_property
    def empty_tally(self) -> Tally:
        """The tally of a tile without strands."""
        return (0,) * len(self.tallied)

    def admits_tally(self, tally: Tally) -> bool:
        """Whether the universe admits strands with such a tally, as far as it can know."""
        values = dict(zip(self.tallied, tally, strict=True))
        quantities = [quantity for _, quantity in self.strand_colours]
        return all(holds_for(each, values) for each in self.on_sizes) and (
            not quantities
            or sum(each.least for each in quantities)
            <= values[PROPERTIES["strands"]]
            <= sum(each.most for each in quantities)
        )

    def admits_partition(self, tile: Tile) -> bool:
        """Whether the universe admits the joins of the tile, in whatever colours."""
        return all(condition.holds(tile, self.geometry) for condition in self.decided_early)

    def admits_colours(self, tile: Tile) -> bool:
        """Whether the universe admits the colours of a tile with admitted joins."""
        return (
            not self.counts_colours
            or (
                _accepts(self.strand_colours, tile.colours)
                and _accepts(self.edge_colours, self._edges(tile))
                and _accepts(self.corner_colours, self._corners(tile))
            )
        ) and (all(condition.holds(tile, self.geometry) for condition in self.chromatic))

    def _edges(self, tile: Tile) -> tuple[Colour, ...]:
        """The colours of the sides that take one."""
        if not self.edge_sides:
            return tile.edges
        return tuple(tile.edges[side] for side in self.sides)

    def _corners(self, tile: Tile) -> tuple[Colour, ...]:
        """The colours of all corners, if they take one."""
        return tile.corners or (UNCOLOURED,) * self.corners

    def contains(self, tile: Tile) -> bool:
        """Whether the tile belongs to this universe, in whatever orientation and with any mark."""
        strand_colours = dict(self.strand_colours)
        strands_fit = all(
            len(join) in self.strand_sizes
            and (colour in strand_colours if strand_colours else colour < 0)
            for join, colour in zip(tile.joins, tile.colours, strict=True)
        )
        others = (edge for side, edge in enumerate(tile.edges) if side not in self.sides)
        return (
            strands_fit
            and _among(self.edge_colours, self._edges(tile), self.blank_edges)
            and _among((), others, True)
            and _among(self.corner_colours, self._corners(tile), self.blank_corners)
            and self.admits_partition(tile)
            and self.admits_colours(tile)
        )


def _accepts(
    quantities: tuple[tuple[Colour, Comparison], ...], colours: tuple[Colour, ...]
) -> bool:
    return all(quantity.accepts(colours.count(colour)) for colour, quantity in quantities)


def _among(
    quantities: tuple[tuple[Colour, Comparison], ...], colours: Iterable[Colour], blank: bool
) -> bool:
    """Whether the colours are allowed; without any allowed colour, all have to be blank."""
    allowed = dict(quantities)
    return all(colour in allowed or (colour < 0 and (blank or not allowed)) for colour in colours)


def _ranges(comparison: Comparison | None) -> object:
    return None if comparison is None else comparison.ranges
