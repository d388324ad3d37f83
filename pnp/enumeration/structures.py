"""Structures: which ports are joined, before any colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

from pnp.enumeration.universe import Budget, Universe
from pnp.tiles.symmetry import Isometry
from pnp.tiles.tile import Port, Tile

Structure = tuple[tuple[Port, ...], ...]  # as Tile.joins: sorted, and each join sorted


def structures(universe: Universe) -> Iterator[Structure]:
    """Every structure of the universe that its structural conditions admit, in any orientation."""
    geometry = universe.geometry
    ports = tuple(map(Port, range(geometry.port_count)))
    sizes = tuple(sorted(universe.strand_sizes))
    blank_edges = (-1,) * geometry.sides
    for structure in _joinings(ports, sizes, universe.budget):
        blank = Tile(structure, (-1,) * len(structure), blank_edges)  # type: ignore[arg-type]
        if universe.admits_structure(blank):
            yield structure


def _joinings(
    ports: tuple[Port, ...], sizes: tuple[int, ...], budget: Budget
) -> Iterator[Structure]:
    """The ways to join ports in sets of these sizes, and to leave some blank, within a budget."""
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


def structure_counts(universe: Universe) -> dict[int, int]:
    """How many structures `structures` has to try, those within the budget, by their strands."""
    sizes = tuple(universe.strand_sizes)

    @cache
    def ways(ports: int, budget: Budget) -> Counter[int]:
        """The ways to fill so many ports, by the number of strands that it takes."""
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


def moved_structure(structure: Structure, isometry: Isometry) -> Structure:
    """The structure after a movement."""
    ports = isometry.ports
    return tuple(sorted(tuple(sorted([Port(ports[port]) for port in join])) for join in structure))


def is_unmoved(structure: Structure, isometry: Isometry) -> bool:
    """Whether the movement leaves the structure as it is."""
    ports = isometry.ports
    return all(tuple(sorted([ports[port] for port in join])) in structure for join in structure)
