"""Every different tile of a universe, once: one tile of each orbit.

There are three stages: partitions of ports, patterns of colour on a partition, and the colours of a
pattern. Each stage finds orbits under the stabiliser of the stage before. If a partition or pattern
has no symmetry of its own, the stabiliser is trivial and no comparison is needed. Tiles with edges
or corners alone are necklaces under rotations, and bracelets under rotations and reflections. (Orbits by
stages: A. Kerber, "Applied Finite Group Actions", 2nd edition 1999, section on the homomorphism
principle.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from pnp.enumeration.colourings import (
    Word,
    coloured,
    normal_form,
    patterns,
    permuted,
    random_renaming,
    renaming_count,
    renamings,
    slot_permutation,
    slots_of,
)
from pnp.enumeration.partitions import Partition, moved_partition, partitions
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import Tile, canonical, moved

_REPORT = 1000  # tiles between two reports of progress
_TRIES = 50  # random words for each tile that is wanted


def different_tiles(
    universe: Universe, *, found: Callable[[int], None] = lambda number: None
) -> list[Tile]:
    """The tiles of the universe, each the least of its orbit, in ascending order.

    `found` is called now and then with the number of tiles so far.
    """
    tiles = []
    for tile in _tiles(universe):
        tiles.append(tile)
        if len(tiles) % _REPORT == 0:
            found(len(tiles))
    return sorted(tiles)


def first_tiles(universe: Universe, number: int) -> list[Tile]:
    """So many tiles of the universe that are found first, in ascending order."""
    return sorted(islice(_tiles(universe), number))


def random_tiles(universe: Universe, number: int, rng: Random) -> list[Tile]:
    """So many tiles of the universe, or all if it has fewer, in ascending order.

    Each tile is as likely as any other. pnp does not list the tiles: it chooses a pattern by the number
    of its colourings, and then one of these.
    """
    found = [
        (partition, pattern, kept)
        for partition, stabiliser in _different_partitions(universe)
        for pattern, kept in _patterns_of(universe, partition, stabiliser)
    ]
    sizes = [renaming_count(universe, pattern) for _, pattern, _ in found]
    tiles: set[Tile] = set()
    for _ in range(_TRIES * number if found else 0):
        if len(tiles) == number:
            break
        partition, pattern, kept = rng.choices(found, sizes)[0]
        word = random_renaming(universe, pattern, rng)
        images = {permuted(word, turn) for turn in kept}
        # A tile with many images would come too often otherwise.
        if rng.random() * len(images) <= 1:
            tiles.add(
                canonical(coloured(universe, partition, word), universe.geometry, universe.symmetry)
            )
    return sorted(tiles)


def _tiles(universe: Universe) -> Iterator[Tile]:
    """One tile of each orbit, the least, in the order in which they are found."""
    for partition, stabiliser in _different_partitions(universe):
        for pattern, kept in _patterns_of(universe, partition, stabiliser):
            for word in renamings(universe, pattern):
                if len(kept) == 1 or word == min(permuted(word, turn) for turn in kept):
                    tile = coloured(universe, partition, word)
                    # The partition is the least of its orbit, and joins are compared first: the least
                    # image of the tile is one under an isometry that keeps the partition.
                    yield tile if len(stabiliser) == 1 else min(moved(tile, i) for i in stabiliser)


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


def _patterns_of(
    universe: Universe, partition: Partition, stabiliser: Sequence[Isometry]
) -> Iterator[tuple[Word, list[Permutation]]]:
    """One pattern of each orbit on a partition, with its stabiliser."""
    turns = {slot_permutation(universe, partition, isometry) for isometry in stabiliser}
    for pattern in patterns(universe, slots_of(universe, len(partition))):
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
            yield pattern, kept
