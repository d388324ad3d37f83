"""The number of different tiles, by Burnside's lemma and without listing them.

The number of orbits is the mean, over all isometries, of the number of tiles that the isometry fixes
(W. Burnside, "Theory of Groups of Finite Order", 1897, section 118; the lemma is Cauchy's and
Frobenius's). For tiles with edges or corners alone it is the number of necklaces, or of bracelets. This module
knows no canonical forms, and `orbits` counts no fixed tiles: if the two agree, both are right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, lru_cache
from math import comb

from pnp.basics.errors import TooManyTiles
from pnp.enumeration.colourings import (
    Slots,
    coloured,
    pattern_count,
    patterns,
    slot_permutation,
    slots_of,
    strand_slots,
    weight,
)
from pnp.enumeration.conditions import ANY_NUMBER
from pnp.enumeration.partitions import Partition, added, is_unmoved, partition_counts, partitions
from pnp.enumeration.universe import Tally, Universe
from pnp.tiles.symmetry import Isometry, Permutation, cycles
from pnp.tiles.tile import Colour

# How many tiles, up to exchanges of colours, are tried one by one: about twenty seconds' work.
WORK_LIMIT = 1_000_000


# A preview counts the same universes after every save.
@lru_cache(maxsize=256)
def count(universe: Universe, *, work: int = WORK_LIMIT) -> int:
    """How many different tiles the universe has, exactly.

    Raises TooManyTiles, with the number of tiles without conditions, if the conditions have to be
    tried on more than *work* tiles.
    """
    if universe.conditions == universe.on_sizes and not universe.counts_colours:
        return _closed_count(universe)
    needed = _work(universe)
    if needed > work:
        size = unconditional_count(universe)
        raise TooManyTiles(
            f"there are {size:,} different tiles without `where`, `exclude` and the numbers of"
            f" colours; pnp would have to try these on {needed:,} of them, more than {work:,}",
            size,
        )
    return _conditional_count(universe)


def _work(universe: Universe) -> int:
    """How many partitions, or patterns on partitions, the conditions have to be tried on."""
    by_strands = partition_counts(universe)
    partitions_tried = sum(by_strands.values())
    slots = {strands: slots_of(universe, strands) for strands in by_strands}
    patterns_of = {each: pattern_count(universe, each) for each in {*slots.values()}}
    if universe.chromatic:
        return sum(number * patterns_of[slots[strands]] for strands, number in by_strands.items())
    # If only the numbers of colours matter, one count serves all partitions with as many strands.
    return partitions_tried + (sum(patterns_of.values()) if universe.counts_colours else 0)


def unconditional_count(universe: Universe) -> int:
    """How many different tiles there are without conditions and numbers of colours."""
    free = tuple(tuple((colour, ANY_NUMBER) for colour, _ in part) for part in universe.quantities)
    return _closed_count(
        replace(
            universe,
            conditions=(),
            strand_colours=free[0],
            edge_colours=free[1],
            corner_colours=free[2],
        )
    )


def _closed_count(universe: Universe) -> int:
    """How many different tiles there are, by a closed formula: conditions are on the sizes of strands alone."""
    isometries = universe.geometry.isometries(universe.symmetry)

    def colourings(isometry: Isometry) -> int:
        """How many colourings of sides and corners are constant on their cycles."""
        sides = sum(cycle[0] in universe.sides for cycle in cycles(isometry.sides))
        corners = len(cycles(isometry.corners)) if universe.corners else 0
        return Slots(0, sides, corners).choices(universe)

    fixed = sum(
        _fixed_partitions(universe, isometry.ports) * colourings(isometry)
        for isometry in isometries
    )
    return _quotient(fixed, len(isometries))


# Cycles of ports that are not filled yet: (length, how many).
_Cycles = tuple[tuple[int, int], ...]


def _fixed_partitions(universe: Universe, permutation: Permutation) -> int:
    """How many coloured partitions with admitted sizes of strands a permutation of the ports fixes.

    A join and its images form an orbit of j joins. It covers whole cycles of ports, j divides the
    length of each, and a cycle of length l gives l/j ports to each join. Once the join with a given
    port of the first cycle is chosen, there are j ways to hand out every further cycle.
    """
    lengths = Counter(map(len, cycles(permutation)))
    sizes = universe.strand_sizes
    colours = len(universe.strand_colours) or 1
    tally_of = universe.tally_of

    @cache
    def ways(left: _Cycles) -> Counter[Tally]:
        """How many ways there are to fill these cycles, by what they add to the tally."""
        if not left:
            return Counter({universe.empty_tally: 1})
        (length, number), *others = left
        after = tuple(others) if number == 1 else ((length, number - 1), *others)
        total = Counter(ways(after))  # the first cycle stays blank
        for orbit in range(1, length + 1):
            if length % orbit:
                continue
            for more, handed, rest in selections(after, orbit):
                size = length // orbit + more
                if size not in sizes:
                    continue
                strands = tuple(orbit * each for each in tally_of[size])
                for tally, found in ways(rest).items():
                    total[added(tally, strands)] += colours * handed * found
        return total

    @cache
    def selections(left: _Cycles, orbit: int) -> tuple[tuple[int, int, _Cycles], ...]:
        """The choices of further cycles: ports added to each join, ways, and cycles left."""
        if not left:
            return ((0, 1, ()),)
        (length, number), *others = left
        found = []
        for more, handed, rest in selections(tuple(others), orbit):
            for taken in range(number + 1 if length % orbit == 0 else 1):
                remaining = ((length, number - taken),) if taken < number else ()
                found.append(
                    (
                        more + taken * (length // orbit),
                        handed * comb(number, taken) * orbit**taken,
                        (*remaining, *rest),
                    )
                )
        return tuple(found)

    found = ways(tuple(sorted(lengths.items())))
    return sum(number for tally, number in found.items() if universe.admits_tally(tally))


def _conditional_count(universe: Universe) -> int:
    isometries = universe.geometry.isometries(universe.symmetry)

    @cache
    def colourings(orbits: tuple[tuple[int, ...], ...], strands: int) -> int:
        """How many colourings are constant on the orbits of slots, if only numbers matter."""
        if not universe.counts_colours:
            return slots_of_orbits(orbits, strands).choices(universe)
        blank: Partition = tuple((port,) for port in range(strands))  # type: ignore[misc]
        return admitted(blank, orbits, strands)

    def slots_of_orbits(orbits: tuple[tuple[int, ...], ...], strands: int) -> Slots:
        """A slot for each orbit; no isometry takes a side to a corner."""
        first = [orbit[0] for orbit in orbits]
        of_strands = sum(slot < strands for slot in first)
        of_sides = sum(slot < strands + len(universe.sides) for slot in first) - of_strands
        return Slots(of_strands, of_sides, len(orbits) - of_strands - of_sides)

    def admitted(partition: Partition, orbits: tuple[tuple[int, ...], ...], strands: int) -> int:
        total = 0
        for choice in patterns(universe, slots_of_orbits(orbits, strands)):
            word = [Colour(0)] * sum(map(len, orbits))
            for orbit, colour in zip(orbits, choice, strict=True):
                for slot in orbit:
                    word[slot] = colour
            if universe.admits_colours(coloured(universe, partition, tuple(word))):
                total += weight(universe, choice)
        return total

    fixed = 0
    for partition in partitions(universe):
        for isometry in isometries:
            if not is_unmoved(partition, isometry):
                continue
            orbits = tuple(cycles(slot_permutation(universe, partition, isometry)))
            strands = strand_slots(universe, partition)
            if universe.chromatic:
                fixed += admitted(partition, orbits, strands)
            else:
                fixed += colourings(orbits, strands)
    return _quotient(fixed, len(isometries))


def _quotient(fixed: int, isometries: int) -> int:
    number, remainder = divmod(fixed, isometries)
    if remainder:
        raise AssertionError(f"{fixed} fixed tiles are not a multiple of {isometries} isometries")
    return number
