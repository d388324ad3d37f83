"""Every different tile of a universe, once: the least of each orbit, in ascending order.

There are two stages: partitions of ports, and words of colours on a partition. Each stage finds the least of each orbit
under the stabiliser of the stage before (A. Kerber, "Applied Finite Group Actions", 2nd edition 1999, section on the
homomorphism principle), and no stage remembers what it has found: a tile is the least of its orbit or it is not. Joins are
compared first, then colours, so the tiles come in ascending order. Tiles with edges or corners alone are
necklaces under rotations, and bracelets under rotations and reflections.

The tiles with a common beginning, a `Shard`, can be listed by themselves, on another machine as well.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from random import Random

from pnp.basics.classes import NamedTuple
from pnp.enumeration.colourings import (
    Word,
    WordSearch,
    coloured,
    colouring,
    normal_form,
    patterns,
    permuted,
    random_renaming,
    slot_permutation,
    slots_of,
    weight,
)
from pnp.enumeration.partitions import Branch, Found, Partition, PartitionSearch
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import Tile, canonical

_REPORT = 1000  # tiles between two reports of progress
_TRIES = 50  # random words for each tile that is wanted


class Shard(NamedTuple):
    """The tiles of a universe whose joins begin with some, or are these alone and whose colours begin with some.

    `most` is how many tiles these are at most.
    """

    joins: Partition = ()
    is_partition: bool = False
    colours: Word = ()
    most: int = 0


EVERYTHING = Shard()


def different_tiles(
    universe: Universe, *, found: Callable[[int], None] = lambda number: None
) -> list[Tile]:
    """The tiles of the universe, each the least of its orbit, in ascending order.

    `found` is called now and then with the number of tiles so far.
    """
    tiles: list[Tile] = []
    stream = tiles_of(universe)
    with _without_collector():
        before = -1
        while before < len(tiles):
            before = len(tiles)
            tiles += islice(stream, _REPORT)
            found(len(tiles))
    return tiles


@contextmanager
def _without_collector() -> Iterator[None]:
    """Looks for no circles of references: to find none in a hundred thousand tiles takes longer than to find the tiles."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def tiles_of(universe: Universe, shard: Shard = EVERYTHING) -> Iterator[Tile]:
    """The tiles of a shard in ascending order, each as soon as it is found."""
    search = _search(universe)
    branch = search.branch(shard.joins)
    if branch is None:
        return
    found = search.own(branch) if shard.is_partition else search.least(branch)
    if slots_of(universe, 1).are_none and not universe.chromatic:
        # Partitions alone may be millions.
        for partition, _ in found:
            yield coloured(universe, partition, ())
        return
    for partition, stabiliser in found:
        words = WordSearch(universe, partition, stabiliser).words(shard.colours)
        yield from colouring(universe, partition, words)


def shards(universe: Universe, most: int) -> Iterator[Shard]:
    """The universe in shards of at most so many tiles, in ascending order, each as soon as it is found.

    The number of tiles is that before symmetry. A shard that is a whole tile cannot be divided.
    """
    search = _search(universe)

    def divided(branch: Branch) -> Iterator[Shard]:
        number = search.most(branch)
        if number <= most:
            yield Shard(branch.joins, most=number)
            return
        for partition, stabiliser in search.own(branch):
            words = WordSearch(universe, partition, stabiliser)
            for colours, size in words.stems(most):
                yield Shard(partition, True, colours, size)
        for child in search.children(branch):
            yield from divided(child)

    return divided(search.root)


def first_tiles(universe: Universe, number: int) -> list[Tile]:
    """So many tiles of the universe, the first ones."""
    return [*islice(tiles_of(universe), number)]


def random_tiles(universe: Universe, number: int, rng: Random) -> list[Tile]:
    """So many tiles of the universe, or all if it has fewer, in ascending order.

    Each tile is as likely as any other. pnp does not list the tiles: it chooses a pattern by the number
    of its colourings, and then one of these.
    """
    found = [
        (partition, pattern, kept)
        for partition, stabiliser in _least_partitions(universe)
        for pattern, kept in _patterns_of(universe, partition, stabiliser)
    ]
    sizes = [weight(universe, pattern) for _, pattern, _ in found]
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


def _search(universe: Universe) -> PartitionSearch:
    isometries = universe.geometry.isometries(universe.symmetry)
    return PartitionSearch(
        universe, isometries, lambda strands: slots_of(universe, strands).choices(universe)
    )


def _least_partitions(universe: Universe) -> Found:
    """One partition of each orbit, with its stabiliser."""
    search = _search(universe)
    return search.least(search.root)


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
