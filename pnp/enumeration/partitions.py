"""Partitions of ports: which ports each strand joins, before any colour.

A partition here is a set partition of those ports that have a strand; the others are blank. A `PartitionSearch` adds one join
after another, in ascending order, and looks only at partitions that can be the least of their orbits: it compares what
is decided with its images, and cuts a branch when an image is less, as all partitions of the branch then have a lesser
image. (R. C. Read, "Every one a winner", Annals of Discrete Mathematics 2, 1978: orderly algorithms. They
remember nothing that they have found.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from heapq import merge
from itertools import combinations
from math import comb
from typing import NamedTuple

from pnp.enumeration.universe import Tally, Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import UNCOLOURED, Port, Tile

Partition = tuple[tuple[Port, ...], ...]  # as Tile.joins: sorted, and the ports of each join sorted

# An image under an isometry that is equal so far: the isometry's number, the next port of the image to look at, and how
# many joins of the image lie before that port.
_Rival = tuple[int, int, int]

_KEPT_IMAGES = 4096  # images of joins under one isometry


class Branch(NamedTuple):
    """All partitions that begin with these joins, and whose other joins touch none but the free ports."""

    joins: Partition
    free: tuple[Port, ...]
    tally: Tally
    rivals: tuple[_Rival, ...]


class PartitionSearch:
    """The partitions of a universe, ascending: those that are the least of their orbits under some isometries.

    A search is one walk through the tree of branches, in depth and in order.
    """

    def __init__(
        self, universe: Universe, isometries: Sequence[Isometry], words: Callable[[int], int]
    ) -> None:
        """*words* is how many tiles there are at most on a partition with such a number of strands."""
        self._universe = universe
        self._isometries = isometries
        self._ports = universe.geometry.port_count
        self._sizes = sorted(universe.strand_sizes)
        self._owner: list[tuple[Port, ...] | None] = [None] * self._ports
        self._sources = [inverse(isometry.ports) for isometry in isometries]
        self._images = [_imaging(isometry.ports) for isometry in isometries]
        self._edges = (UNCOLOURED,) * universe.geometry.sides
        tally_of = universe.tally_of

        @cache
        def bound(ports: int, tally: Tally) -> int:
            """How many tiles there are at most, with so many ports that are free and a tally of the joins before."""
            total = (
                bound(ports - 1, tally)
                if ports
                else words(tally[0] if tally else 0) * universe.admits_tally(tally)
            )
            for size in self._sizes:
                if size <= ports:
                    after = added(tally, tally_of[size])
                    total += comb(ports - 1, size - 1) * bound(ports - size, after)
            return total

        self._bound = bound

    @property
    def root(self) -> Branch:
        """The branch of all partitions."""
        rivals = tuple((number, 0, 0) for number in range(1, len(self._isometries)))
        ports = tuple(map(Port, range(self._ports)))
        return Branch((), ports, self._universe.empty_tally, rivals)

    def most(self, branch: Branch) -> int:
        """How many tiles the branch has at most, in whatever orientation."""
        return self._bound(len(branch.free), branch.tally)

    def least(self, branch: Branch) -> Iterator[tuple[Partition, list[Isometry]]]:
        """The least partitions of a branch, ascending, each with its stabiliser."""
        yield from self.own(branch)
        for child in self.children(branch):
            if child.free:
                yield from self.least(child)
            else:
                yield from self.own(child)

    def own(self, branch: Branch) -> Iterator[tuple[Partition, list[Isometry]]]:
        """The partition of the branch without further joins, with its stabiliser, if it is one and the least."""
        if not self._bound(0, branch.tally):
            return
        for port in branch.free:
            self._owner[port] = None
        rivals = self._left(branch.rivals, branch.joins, 0)
        if rivals is None:
            return
        universe = self._universe
        if universe.on_joins:
            blank = Tile(branch.joins, (UNCOLOURED,) * len(branch.joins), self._edges)
            if not all(each.holds(blank, universe.geometry) for each in universe.on_joins):
                return
        yield branch.joins, [self._isometries[number] for number in (0, *(r[0] for r in rivals))]

    def children(self, branch: Branch) -> Iterator[Branch]:
        """The branches with one more join that have a partition, and perhaps a least one."""
        joins, free, tally, rivals = branch
        tally_of = self._universe.tally_of
        for at, first in enumerate(free):
            rest = free[at + 1 :]
            if at:
                self._owner[free[at - 1]] = None
            tallies = {
                size: after
                for size in self._sizes
                if size <= len(rest) + 1
                and self._bound(len(rest) + 1 - size, after := added(tally, tally_of[size]))
            }
            for others in merge(*(combinations(rest, size - 1) for size in tallies)):
                join = (first, *others)
                left = tuple([port for port in rest if port not in others])
                mask = 0
                for port in join:
                    self._owner[port] = join
                for port in left:
                    mask |= 1 << port
                longer = (*joins, join)
                still = self._left(rivals, longer, mask)
                if still is not None:
                    yield Branch(longer, left, tallies[len(join)], still)

    def _left(
        self, rivals: tuple[_Rival, ...], joins: Partition, undecided: int
    ) -> tuple[_Rival, ...] | None:
        """The rivals whose images are still equal after a new join; None if the image of one is less.

        *undecided* has the bits of the ports that are neither blank nor on one of the joins.
        """
        found, known, ports, owner = [], len(joins), self._ports, self._owner
        for number, port, met in rivals:
            sources = self._sources[number]
            while port < ports:
                source = sources[port]
                if undecided >> source & 1:
                    break
                join = owner[source]
                if join is not None:
                    image = self._images[number](join)
                    # A join counts at its first port.
                    if image[0] == port:
                        if met == known:
                            break
                        if image != joins[met]:
                            if image < joins[met]:
                                return None
                            port = -1
                            break
                        met += 1
                port += 1
            if port >= 0:
                found.append((number, port, met))
        return tuple(found)

    def branch(self, joins: Partition) -> Branch | None:
        """The branch of all partitions that begin with these joins; None if the search does not come to it."""
        found: Branch | None = self.root
        for number in range(1, len(joins) + 1):
            if found is not None:
                wanted = joins[:number]
                found = next((each for each in self.children(found) if each.joins == wanted), None)
        return found


def inverse(permutation: Permutation) -> Permutation:
    """The inverse of a permutation.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


def added(tally: Tally, more: Tally) -> Tally:
    """The sum of two tallies."""
    return tuple([one + other for one, other in zip(tally, more, strict=True)])


def _imaging(ports: Permutation) -> Callable[[tuple[Port, ...]], tuple[Port, ...]]:
    """The function from a join to its image."""

    @lru_cache(maxsize=_KEPT_IMAGES)
    def image(join: tuple[Port, ...]) -> tuple[Port, ...]:
        return tuple(sorted([Port(ports[port]) for port in join]))

    return image


def partitions(universe: Universe) -> Iterator[Partition]:
    """Every partition that the universe and its conditions on joins admit, in any orientation, ascending."""
    identity = universe.geometry.isometries(universe.symmetry)[:1]
    search = PartitionSearch(universe, identity, lambda strands: 1)
    return (partition for partition, _ in search.least(search.root))


def partition_counts(universe: Universe) -> dict[int, int]:
    """How many partitions have admitted sizes of strands, by their number of strands."""
    tally_of = universe.tally_of

    @cache
    def ways(ports: int, tally: Tally) -> Counter[int]:
        """How many ways there are to fill so many ports, by the number of further strands."""
        if not ports:
            return Counter({0: 1} if universe.admits_tally(tally) else {})
        total = Counter(ways(ports - 1, tally))
        for size in universe.strand_sizes:
            if size <= ports:
                companions = comb(ports - 1, size - 1)
                for strands, number in ways(ports - size, added(tally, tally_of[size])).items():
                    total[strands + 1] += companions * number
        return total

    return dict(ways(universe.geometry.port_count, universe.empty_tally))


def is_unmoved(partition: Partition, isometry: Isometry) -> bool:
    """Whether the isometry is in the stabiliser of the partition."""
    ports = isometry.ports
    return all(tuple(sorted([ports[port] for port in join])) in partition for join in partition)
