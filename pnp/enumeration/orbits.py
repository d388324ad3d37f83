"""Every different tile of a universe, once: one tile of each orbit.

There are three stages: partitions of ports, patterns of colour on a partition, and the colours of a
pattern. Each stage finds orbits under the stabiliser of the stage before. If a partition or pattern
has no symmetry of its own, the stabiliser is trivial and no comparison is needed. Tiles with edges
alone are necklaces under rotations, and bracelets under rotations and reflections. (Orbits by
stages: A. Kerber, "Applied Finite Group Actions", 2nd edition 1999, section on the homomorphism
principle.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.enumeration.colourings import (
    coloured,
    normal_form,
    patterns,
    permuted,
    renamings,
    slot_permutation,
    strand_slots,
)
from pnp.enumeration.partitions import Partition, moved_partition, partitions
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import Tile, canonical

_REPORT = 1000  # tiles between two reports of progress


def different_tiles(
    universe: Universe, *, found: Callable[[int], None] = lambda number: None
) -> list[Tile]:
    """The tiles of the universe, each the least of its orbit, in ascending order.

    `found` is called now and then with the number of tiles so far.
    """
    tiles = []
    for partition, stabiliser in _different_partitions(universe):
        for tile in _different_colourings(universe, partition, stabiliser):
            tiles.append(canonical(tile, universe.geometry, universe.symmetry))
            if len(tiles) % _REPORT == 0:
                found(len(tiles))
    return sorted(tiles)


def _different_partitions(universe: Universe) -> Iterator[tuple[Partition, list[Isometry]]]:
    """One partition of each orbit, with its stabiliser."""
    isometries = universe.geometry.isometries(universe.symmetry)
    for partition in partitions(universe):
        stabiliser = []
        for isometry in isometries:
            image = moved_partition(partition, isometry)
            if image < partition:
                break
            if image == partition:
                stabiliser.append(isometry)
        else:
            yield partition, stabiliser


def _different_colourings(
    universe: Universe, partition: Partition, stabiliser: list[Isometry]
) -> Iterator[Tile]:
    """One tile of each orbit among the tiles with this partition."""
    turns = {slot_permutation(universe, partition, isometry) for isometry in stabiliser}
    strands = strand_slots(universe, partition)
    sides = universe.geometry.sides if universe.edge_colours else 0
    for pattern in patterns(universe, strands, sides):
        if not universe.admits_colours(coloured(universe, partition, pattern)):
            continue
        kept: list[Permutation] = []
        for turn in turns:
            image = normal_form(universe, permuted(pattern, turn))
            if image < pattern:
                break
            if image == pattern:
                kept.append(turn)
        else:
            for word in renamings(universe, pattern):
                if len(kept) == 1 or word == min(permuted(word, turn) for turn in kept):
                    yield coloured(universe, partition, word)
