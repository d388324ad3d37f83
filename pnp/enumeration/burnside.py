"""The number of different tiles, by Burnside's lemma and without listing them.

The number of orbits is the mean, over all movements, of the number of tiles that the movement
leaves as they are (W. Burnside, "Theory of Groups of Finite Order", 1897, section 118; the lemma is
Cauchy's and Frobenius's). Nothing here knows canonical forms, and nothing in `orbits` counts fixed
tiles: that the two agree is a proof of both.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb, prod

from pnp.basics.errors import TooManyTiles
from pnp.enumeration.colourings import (
    coloured,
    pattern_count,
    patterns,
    slot_permutation,
    strand_slots,
    weight,
)
from pnp.enumeration.structures import Structure, is_unmoved, structure_counts, structures
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Permutation, cycles
from pnp.tiles.tile import Colour

# Tiles, up to exchanges of colours, that are looked at one by one: some twenty seconds' work.
WORK_LIMIT = 1_000_000


def count(universe: Universe, *, work: int = WORK_LIMIT) -> int:
    """How many different tiles the universe has, exactly.

    Raises TooManyTiles, with the number of tiles before any condition, where the conditions would
    have to be tried on more than *work* tiles.
    """
    if not universe.conditions and not universe.counts_colours:
        return unconditional_count(universe)
    needed = _work(universe)
    if needed > work:
        size = unconditional_count(universe)
        raise TooManyTiles(
            f"there are {size:,} different tiles before `where`, `exclude` and the numbers of"
            f" colours are applied; these would have to be tried on {needed:,} of them, which is more"
            f" than {work:,}",
            size,
        )
    return _conditional_count(universe)


def _work(universe: Universe) -> int:
    """How many structures, or patterns on structures, have to be tried."""
    sides = universe.geometry.sides if universe.edge_colours else 0
    by_strands = structure_counts(universe)
    structures_tried = sum(by_strands.values())
    coloured_strands = {strands if universe.strand_colours else 0 for strands in by_strands}
    patterns_of = {each: pattern_count(universe, each, sides) for each in coloured_strands}
    if universe.chromatic:
        return sum(
            number * patterns_of[strands if universe.strand_colours else 0]
            for strands, number in by_strands.items()
        )
    # Where only the numbers of colours matter, patterns are counted once for each kind of structure.
    return structures_tried + (sum(patterns_of.values()) if universe.counts_colours else 0)


def unconditional_count(universe: Universe) -> int:
    """How many different tiles there are without the conditions and numbers: a closed formula."""
    strand_colours = len(universe.strand_colours) or 1
    side_choices = len(universe.edge_colours) + universe.blank_edges
    isometries = universe.geometry.isometries(universe.symmetry)
    fixed = sum(
        _fixed_structures(universe, isometry.ports, strand_colours)
        * (side_choices ** len(cycles(isometry.sides)) if universe.edge_colours else 1)
        for isometry in isometries
    )
    return _quotient(fixed, len(isometries))


def _fixed_structures(universe: Universe, permutation: Permutation, colours: int) -> int:
    """How many coloured structures a permutation of the ports leaves as they are.

    A join and its images form an orbit of j joins. It covers whole cycles of ports, j divides the
    length of each, and a cycle of length l gives l/j ports to each join: once the join that has a
    given port of the first cycle is named, there are j ways to hand out every further cycle.
    """
    lengths = Counter(map(len, cycles(permutation)))
    sizes = universe.strand_sizes

    @cache
    def ways(left: tuple[tuple[int, int], ...]) -> int:
        """The ways to fill these cycles, given as (length, how many)."""
        if not left:
            return 1
        (length, number), *others = left
        after = tuple(others) if number == 1 else ((length, number - 1), *others)
        total = ways(after)  # the first cycle stays blank
        for orbit in range(1, length + 1):
            if length % orbit == 0:
                total += colours * companions(after, orbit, length // orbit)
        return total

    @cache
    def companions(left: tuple[tuple[int, int], ...], orbit: int, size: int) -> int:
        """The ways to complete an orbit of so many joins, now of this size, and then the rest."""
        return sum(
            handed * ways(rest)
            for added, handed, rest in selections(left, orbit)
            if size + added in sizes
        )

    @cache
    def selections(
        left: tuple[tuple[int, int], ...], orbit: int
    ) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
        """The choices of further cycles: (ports added to each join, ways, cycles left)."""
        if not left:
            return ((0, 1, ()),)
        (length, number), *others = left
        found = []
        for added, handed, rest in selections(tuple(others), orbit):
            for taken in range(number + 1 if length % orbit == 0 else 1):
                remaining = ((length, number - taken),) if taken < number else ()
                found.append(
                    (
                        added + taken * (length // orbit),
                        handed * comb(number, taken) * orbit**taken,
                        (*remaining, *rest),
                    )
                )
        return tuple(found)

    return ways(tuple(sorted(lengths.items())))


def _conditional_count(universe: Universe) -> int:
    isometries = universe.geometry.isometries(universe.symmetry)

    @cache
    def colourings(orbits: tuple[tuple[int, ...], ...], strands: int) -> int:
        """The colourings that are constant on the orbits of slots, where only numbers matter."""
        if not universe.counts_colours:
            side_choices = len(universe.edge_colours) + universe.blank_edges
            strand_orbits = sum(orbit[0] < strands for orbit in orbits)
            side_orbits = len(orbits) - strand_orbits
            choices = [len(universe.strand_colours)] * strand_orbits + [side_choices] * side_orbits
            return prod(choices)
        blank: Structure = tuple((port,) for port in range(strands))  # type: ignore[misc]
        return admitted(blank, orbits, strands)

    def admitted(structure: Structure, orbits: tuple[tuple[int, ...], ...], strands: int) -> int:
        strand_orbits = sum(orbit[0] < strands for orbit in orbits)
        total = 0
        for choice in patterns(universe, strand_orbits, len(orbits) - strand_orbits):
            word = [Colour(0)] * sum(map(len, orbits))
            for orbit, colour in zip(orbits, choice, strict=True):
                for slot in orbit:
                    word[slot] = colour
            if universe.admits_colours(coloured(universe, structure, tuple(word))):
                total += weight(universe, choice)
        return total

    fixed = 0
    for structure in structures(universe):
        for isometry in isometries:
            if not is_unmoved(structure, isometry):
                continue
            orbits = tuple(cycles(slot_permutation(universe, structure, isometry)))
            strands = strand_slots(universe, structure)
            if universe.chromatic:
                fixed += admitted(structure, orbits, strands)
            else:
                fixed += colourings(orbits, strands)
    return _quotient(fixed, len(isometries))


def _quotient(fixed: int, isometries: int) -> int:
    number, remainder = divmod(fixed, isometries)
    if remainder:
        raise AssertionError(f"{fixed} fixed tiles are not a multiple of {isometries} movements")
    return number
