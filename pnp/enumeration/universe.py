"""Universes: the constraints of a generated family as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pnp.enumeration.conditions import (
    ANY_NUMBER,
    Comparison,
    Condition,
    Has,
    named_colours,
    reads,
)
from pnp.tiles.properties import Reads
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import NO_MARK, UNCOLOURED, Colour, Mark, Tile, TileGeometry


class Budget(NamedTuple):
    """The most strands and blank ports that a partition may still get."""

    strands: int
    ends: int
    lines: int
    junctions: int
    blank_ports: int

    def after_strand(self, size: int) -> Budget:
        """The budget after a strand with so many ports."""
        return Budget(
            self.strands - 1,
            self.ends - (size == 1),
            self.lines - (size == 2),
            self.junctions - (size > 2),
            self.blank_ports,
        )

    def after_blank(self) -> Budget:
        """The budget after a port without a strand."""
        return self._replace(blank_ports=self.blank_ports - 1)

    @property
    def is_overdrawn(self) -> bool:
        return min(self) < 0


@dataclass(frozen=True)
class Universe:
    """All tiles of a geometry that meet some constraints, up to a symmetry.

    `strand_sizes` are the numbers of ports that a strand may touch; without any, tiles have no
    strands. `strand_colours` and `edge_colours` have the numbers of strands and sides of a tile
    that each colour may have; without any, strands or sides have no colour. They contain
    UNCOLOURED if strands or sides may be without a colour.
    """

    geometry: TileGeometry
    symmetry: Symmetry
    strand_sizes: frozenset[int] = frozenset()
    strand_colours: tuple[tuple[Colour, Comparison], ...] = ()
    edge_colours: tuple[tuple[Colour, Comparison], ...] = ()
    blank_edges: bool = False
    mark: Mark = NO_MARK
    conditions: tuple[Condition, ...] = ()

    @cached_property
    def palette(self) -> tuple[tuple[Colour, ...], ...]:
        """The colours in classes: no constraint tells the colours of one class apart."""
        strands, edges = dict(self.strand_colours), dict(self.edge_colours)
        named = frozenset[Colour]().union(*map(named_colours, self.conditions))
        classes: dict[tuple[object, ...], list[Colour]] = {}
        for colour in sorted({*strands, *edges}):
            key = (
                (colour,)
                if colour in named or colour == UNCOLOURED
                else (_ranges(strands.get(colour)), _ranges(edges.get(colour)))
            )
            classes.setdefault(key, []).append(colour)
        return tuple(map(tuple, classes.values()))

    @cached_property
    def decided_early(self) -> tuple[Condition, ...]:
        """The conditions that can be decided before a tile has its colours."""
        decided = {Reads.JOINS} if self.edge_colours else {Reads.JOINS, Reads.SIDES}
        return tuple(each for each in self.conditions if reads(each) in decided)

    @cached_property
    def chromatic(self) -> tuple[Condition, ...]:
        """The conditions that depend on the colours."""
        return tuple(each for each in self.conditions if each not in self.decided_early)

    @property
    def counts_colours(self) -> bool:
        """Whether the number of strands or sides of some colour is limited."""
        quantities = (*self.strand_colours, *self.edge_colours)
        return any(quantity.ranges != ANY_NUMBER.ranges for _, quantity in quantities)

    @cached_property
    def budget(self) -> Budget:
        """How many strands and blank ports a tile can have, as far as single conditions limit them."""

        def bounds(name: str) -> tuple[int, int]:
            values = [
                each.values
                for each in self.conditions
                if isinstance(each, Has) and each.property.name == name
            ]
            return (
                max((each.least for each in values), default=0),
                min((each.most for each in values), default=self.geometry.port_count),
            )

        strands = bounds("strands")[1]
        if self.strand_colours:
            strands = min(strands, sum(quantity.most for _, quantity in self.strand_colours))
        return Budget(
            strands=strands,
            ends=bounds("ends")[1],
            lines=bounds("lines")[1],
            junctions=bounds("junctions")[1],
            blank_ports=self.geometry.port_count - bounds("terminals")[0],
        )

    def admits_partition(self, tile: Tile) -> bool:
        """Whether the universe admits the joins of the tile, in whatever colours."""
        return all(condition.holds(tile, self.geometry) for condition in self.decided_early)

    def admits_colours(self, tile: Tile) -> bool:
        """Whether the universe admits the colours of a tile with admitted joins."""
        return (
            all(
                quantity.accepts(tile.colours.count(colour))
                for colour, quantity in self.strand_colours
            )
            and all(
                quantity.accepts(tile.edges.count(colour)) for colour, quantity in self.edge_colours
            )
            and all(condition.holds(tile, self.geometry) for condition in self.chromatic)
        )

    def contains(self, tile: Tile) -> bool:
        """Whether the tile belongs to this universe, in whatever orientation and with any mark."""
        strand_colours, edge_colours = dict(self.strand_colours), dict(self.edge_colours)
        strands_fit = all(
            len(join) in self.strand_sizes
            and (colour in strand_colours if strand_colours else colour < 0)
            for join, colour in zip(tile.joins, tile.colours, strict=True)
        )
        edges_fit = all(
            edge in edge_colours or (edge < 0 and (self.blank_edges or not edge_colours))
            for edge in tile.edges
        )
        return (
            strands_fit and edges_fit and self.admits_partition(tile) and self.admits_colours(tile)
        )


def _ranges(comparison: Comparison | None) -> object:
    return None if comparison is None else comparison.ranges
