"""Partitions of ports: which ports each strand joins, before any colour.

A partition here is a set partition of those ports that have a strand; the others are blank. A `PartitionSearch` adds one join
after another, in ascending order, and looks only at partitions that can be the least of their orbits: it compares what
is decided with its images, and cuts a branch when an image is less, as all partitions of the branch then have a lesser
image. (R. C. Read, "Every one a winner", Annals of Discrete Mathematics 2, 1978: orderly algorithms. They
remember nothing that they have found.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from heapq import merge
from itertools import combinations
from math import comb

from pnp.basics.classes import NamedTuple
from pnp.enumeration.universe import Tally, Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import UNCOLOURED, Port, Tile, moved_join

Partition = tuple[tuple[Port, ...], ...]  # as Tile.joins: sorted, and the ports of each join sorted

# An image under an isometry that is equal so far: the isometry's number, the next port of the image to look at, and how
# many joins of the image lie before that port.
_Rival = tuple[int, int, int]

# Results that a search remembers of each kind, of at most so many ports, so that its memory stays small.
_KEPT = 4096
_FEW_PORTS = 4
_FEW_STEPS = 8


class Branch(NamedTuple):
    """All partitions that begin with these joins, and whose other joins touch none but the free ports."""

    joins: Partition
    free: tuple[Port, ...]
    tally: Tally
    rivals: tuple[_Rival, ...]


class _Step(NamedTuple):
    """A join of the first of some ports, the ports that stay free, their bits, and what the join adds to the tally."""

    join: tuple[Port, ...]
    free: tuple[Port, ...]
    bits: int
    tally: Tally


# The least partitions with their stabilisers.
Found = Iterator[tuple[Partition, tuple[Isometry, ...]]]


class PartitionSearch:
    """The partitions of a universe, ascending: those that are the least of their orbits under some isometries.

    A search is one walk through the tree of branches, in depth and in order.
    """

    def __init__(
        self, universe: Universe, isometries: tuple[Isometry, ...], words: Callable[[int], int]
    ) -> None:
        """*words* is how many tiles there are at most on a partition with such a number of strands."""
        self._universe = universe
        self._isometries = isometries
        self._ports = universe.geometry.port_count
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
                else universe.admits_tally(tally) and words(tally[0] if tally else 0)
            )
            for size in tally_of:
                if size <= ports:
                    after = added(tally, tally_of[size])
                    total += comb(ports - 1, size - 1) * bound(ports - size, after)
            return total

        @cache
        def sizes(ports: int, tally: Tally) -> tuple[int, ...]:
            """The sizes that a join of the first of so many free ports may have."""
            return tuple(
                size
                for size in sorted(tally_of)
                if size <= ports and bound(ports - size, added(tally, tally_of[size]))
            )

        def steps(ports: tuple[Port, ...], sizes: tuple[int, ...]) -> Iterator[_Step]:
            """The joins of the first of these ports, ascending."""
            first, rest = ports[0], ports[1:]
            for others in merge(*(combinations(rest, size - 1) for size in sizes)):
                join, free = (first, *others), tuple([port for port in rest if port not in others])
                yield _Step(join, free, sum(1 << port for port in free), tally_of[len(join)])

        @lru_cache(maxsize=_KEPT)
        def kept_steps(ports: tuple[Port, ...], sizes: tuple[int, ...]) -> tuple[_Step, ...]:
            return tuple(steps(ports, sizes))

        @lru_cache(maxsize=_KEPT)
        def endings(ports: tuple[Port, ...], tally: Tally) -> tuple[Partition, ...]:
            """The ways to join some of these ports and to leave the others blank, ascending."""
            found: list[Partition] = [()] if bound(0, tally) else []
            for at in range(len(ports)):
                for step in kept_steps(ports[at:], sizes(len(ports) - at, tally)):
                    after = endings(step.free, added(tally, step.tally))
                    found += [(step.join, *ending) for ending in after]
            return tuple(found)

        self._bound, self._sizes, self._endings = bound, sizes, endings
        self._steps, self._kept_steps = steps, kept_steps

    @property
    def root(self) -> Branch:
        """The branch of all partitions."""
        rivals = tuple((number, 0, 0) for number in range(1, len(self._isometries)))
        ports = tuple(map(Port, range(self._ports)))
        return Branch((), ports, self._universe.empty_tally, rivals)

    def most(self, branch: Branch) -> int:
        """How many tiles the branch has at most, in whatever orientation."""
        return self._bound(len(branch.free), branch.tally)

    def least(self, branch: Branch) -> Found:
        """The least partitions of a branch, ascending, each with its stabiliser."""
        if len(branch.free) > _FEW_PORTS:
            yield from self.own(branch)
            for child in self.children(branch):
                yield from self.least(child)
            return
        joins, free, tally, rivals = branch
        for ending in self._endings(free, tally):
            yield from self._whole(joins + ending, free, rivals, ending)

    def own(self, branch: Branch) -> Found:
        """The partition of the branch without further joins, with its stabiliser, if it is one and the least."""
        if self._bound(0, branch.tally):
            yield from self._whole(branch.joins, branch.free, branch.rivals)

    def _whole(
        self,
        joins: Partition,
        free: tuple[Port, ...],
        rivals: tuple[_Rival, ...],
        ending: Partition = (),
    ) -> Found:
        """The partition, with its stabiliser, if it is the least; the *ending* is on ports that were free."""
        stabiliser = self._isometries[:1]
        if rivals:
            owner = self._owner
            for port in free:
                owner[port] = None
            for join in ending:
                for port in join:
                    owner[port] = join
            left = self._left(rivals, joins, 0)
            if left is None:
                return
            if left:
                stabiliser = (*stabiliser, *(self._isometries[number] for number, _, _ in left))
        universe = self._universe
        if universe.on_joins:
            blank = Tile(joins, (UNCOLOURED,) * len(joins), self._edges)
            if not all(each.holds(blank, universe.geometry) for each in universe.on_joins):
                return
        yield joins, stabiliser

    def children(self, branch: Branch) -> Iterator[Branch]:
        """The branches with one more join that have a partition, and perhaps a least one."""
        joins, free, tally, rivals = branch
        owner = self._owner
        for at in range(len(free)):
            sizes = self._sizes(len(free) - at, tally)
            if not sizes:
                return
            if at:
                owner[free[at - 1]] = None
            steps = self._kept_steps if len(free) - at <= _FEW_STEPS else self._steps
            for join, left, bits, more in steps(free[at:], sizes):
                longer, still = (*joins, join), rivals
                if rivals:
                    for port in join:
                        owner[port] = join
                    found = self._left(rivals, longer, bits)
                    if found is None:
                        continue
                    still = found
                yield Branch(longer, left, added(tally, more), still)

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

    @lru_cache(maxsize=_KEPT)
    def image(join: tuple[Port, ...]) -> tuple[Port, ...]:
        return moved_join(join, ports)

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
    return all(moved_join(join, ports) in partition for join in partition)
