"""Partitions of ports: which ports each strand joins, before any colour.

A partition here is a set partition of those ports that have a strand; the others are blank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

from pnp.enumeration.universe import Budget, Universe
from pnp.tiles.symmetry import Isometry
from pnp.tiles.tile import Port, Tile

Partition = tuple[tuple[Port, ...], ...]  # as Tile.joins: sorted, and the ports of each join sorted


def partitions(universe: Universe) -> Iterator[Partition]:
    """Every partition that the universe and its conditions on joins admit, in any orientation."""
    geometry = universe.geometry
    ports = tuple(map(Port, range(geometry.port_count)))
    sizes = tuple(sorted(universe.strand_sizes))
    blank_edges = (-1,) * geometry.sides
    for partition in _joinings(ports, sizes, universe.budget):
        blank = Tile(partition, (-1,) * len(partition), blank_edges)  # type: ignore[arg-type]
        if universe.admits_partition(blank):
            yield partition


def _joinings(
    ports: tuple[Port, ...], sizes: tuple[int, ...], budget: Budget
) -> Iterator[Partition]:
    """The ways to join ports in blocks of these sizes, and to leave some blank, within a budget."""
    if budget.is_overdrawn:
        return
    if not ports:
        yield ()
        return
    first, rest = ports[0], ports[1:]
    for size in sizes:
        left_over = budget.after_strand(size)
        if left_over.is_overdrawn:
            continue
        for others in combinations(rest, size - 1):
            left = tuple([port for port in rest if port not in others])
            for joins in _joinings(left, sizes, left_over):
                yield ((first, *others), *joins)
    yield from _joinings(rest, sizes, budget.after_blank())


def partition_counts(universe: Universe) -> dict[int, int]:
    """How many partitions within the budget `partitions` tries, by their number of strands."""
    sizes = tuple(universe.strand_sizes)

    @cache
    def ways(ports: int, budget: Budget) -> Counter[int]:
        """How many ways there are to fill so many ports, by the number of strands."""
        if budget.is_overdrawn:
            return Counter()
        if not ports:
            return Counter({0: 1})
        total = Counter(ways(ports - 1, budget.after_blank()))
        for size in sizes:
            if size <= ports:
                companions = comb(ports - 1, size - 1)
                for strands, number in ways(ports - size, budget.after_strand(size)).items():
                    total[strands + 1] += companions * number
        return total

    return dict(ways(universe.geometry.port_count, universe.budget))


def moved_partition(partition: Partition, isometry: Isometry) -> Partition:
    """The partition after an isometry."""
    ports = isometry.ports
    return tuple(sorted(tuple(sorted([Port(ports[port]) for port in join])) for join in partition))


def is_unmoved(partition: Partition, isometry: Isometry) -> bool:
    """Whether the isometry is in the stabiliser of the partition."""
    ports = isometry.ports
    return all(tuple(sorted([ports[port] for port in join])) in partition for join in partition)
