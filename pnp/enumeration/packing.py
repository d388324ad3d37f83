"""Packings: pieces that cover every cell of a region exactly once, found, counted, or proved impossible.

    pieces = {"S": Packed(parse_polyform(PolyformShape.POLYOMINO, ["XX.", ".XX"]), copies=4), ...}
    packing = Packing(PolyformShape.POLYOMINO, region, pieces, Sides.FREE)
    packing.solution()     # where the pieces lie, or None: then there is no way
    packing.count()        # all ways, each once with all its turns and mirror images

This is the exact cover problem (D. E. Knuth, "Dancing links", 2000), searched with sets of bits. The cells are
numbered along the region, and the next piece always covers the first cell that is free: so the covered cells are a
front that moves through the region, and of two ways to the same front with the same pieces only one is searched.
For 12 pentominoes on 6 x 10 that took a sixteenth of the time of dancing links in C.

A set of bits is one integer: a bit for each cell, and above them counters of the copies in use. A counter starts so
far below a power of two that the last copy carries into the bit of that power; so one `&` tells whether a
placement's cells are free and its piece is left.

Ways are counted up to the symmetries of the region by Burnside's lemma: the mean of the numbers of ways that each
symmetry leaves as they are. These are packings of bundles: placements that the symmetry takes to one another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from pnp.basics.classes import NamedTuple, frozen
from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import Polyform, PolyformShape, Sides

# Seconds after which a search gives up.
PATIENCE = 20.0

# The most fronts that a search remembers, about 100 MB; then it forgets all.
_REMEMBERED = 400_000

# Steps of a search between two looks at the clock.
_STEPS = 2048

# For so many cells beyond the first free one, placements are sorted out beforehand: the fastest number for 6 x 10.
_NEAR = 8

# A symmetry of a region: each cell, and the cell to which it is taken.
Symmetry = Mapping[Cell, Cell]
Placement = frozenset[Cell]


class OutOfTime(Exception):
    """A search that has not ended after so many seconds: nobody knows whether there is a packing."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the search did not end in {seconds:g} seconds")
        self.seconds = seconds


class Packed(NamedTuple):
    """A piece, and how many copies of it are packed."""

    form: Polyform
    copies: int = 1


class Lying(NamedTuple):
    """The name of a piece, and the cells that it covers."""

    name: str
    cells: Placement


class _Bundle(NamedTuple):
    """Placements of one piece that a search makes together: all their cells, and their number."""

    name: str
    cells: Placement
    size: int


@frozen
class Packing:
    """The question how pieces cover a region; `seconds` limit each of its searches, which raise OutOfTime.

    Every copy of every piece is used. `sides` tells whether pieces may be turned, and turned over.
    """

    shape: PolyformShape
    region: frozenset[Cell]
    pieces: Mapping[str, Packed]
    sides: Sides = Sides.FREE
    seconds: float = PATIENCE

    def __hash__(self) -> int:
        return hash((self.shape, self.region, self.sides, self.seconds, tuple(self.pieces.items())))

    @property
    def area(self) -> int:
        """The number of cells of all pieces, which has to be that of the region."""
        return sum(len(form.cells) * copies for form, copies in self.pieces.values())

    @cached_property
    def placements(self) -> Mapping[str, tuple[Placement, ...]]:
        """Everywhere that each piece may lie, those with the fewest places first.

        A search that tries these first found packings of 22 pentahexes two to four times as fast.
        """
        found = {
            name: tuple(
                frozenset(cells)
                for image in form.images(self.sides)
                for cells in self.shape.placed(image.cells, self.region)
            )
            for name, (form, _) in self.pieces.items()
        }
        return dict(sorted(found.items(), key=lambda each: len(each[1])))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The moves of pieces that take the region to itself, that which changes nothing first.

        Pieces that may not be turned over have packings whose mirror image is none.
        """
        normal = self.shape.normal(self.region)
        found: list[Symmetry] = []
        for move in self.shape.moves(self.sides):
            moved = {cell: self.shape.moved(cell, move) for cell in self.region}
            if self.shape.normal(moved.values()) != normal:
                continue
            # The first cell in the order of reading tells how far a region has moved along.
            across, down = (
                here - there
                for here, there in zip(_first(self.region), _first(moved.values()), strict=True)
            )
            found.append({cell: Cell(q + across, r + down) for cell, (q, r) in moved.items()})
        return tuple(found)

    def solution(self) -> tuple[Lying, ...] | None:
        """Where the pieces lie in one packing, in the order of reading; None if there is none, which is proved."""
        if self.area != len(self.region):
            return None
        search = self._search(self._single)
        found = search.first()
        if found is None:
            return None
        lying = (Lying(each.name, each.cells) for each in found)
        return tuple(sorted(lying, key=lambda each: min((r, q) for q, r in each.cells)))

    def ways(self) -> int:
        """The number of packings, also of those that are the same in another turn of the region."""
        if self.area != len(self.region):
            return 0
        search = self._search(self._single)
        once = [name for name, piece in self.pieces.items() if piece.copies == 1]
        if not once:
            return search.count()
        # A piece with one copy lies in one of its places; by symmetry, one place of each orbit tells for all.
        name = min(once, key=lambda each: len(self.placements[each]))
        # The place that the front reaches first; the last ones took nine times as long.
        rank = {cell: number for number, cell in enumerate(self._order)}
        return sum(
            len(orbit)
            * search.count(
                _Bundle(name, min(orbit, key=lambda cells: sum(map(rank.__getitem__, cells))), 1)
            )
            for orbit in self._orbits(name)
        )

    def count(self) -> int:
        """The number of packings of which none is another one turned, or turned over if pieces may be."""
        _, *others = self.symmetries
        fixed = [self.ways(), *map(self._fixed, others)]
        total, remainder = divmod(sum(fixed), len(self.symmetries))
        if remainder:
            raise AssertionError(f"{sum(fixed)} packings under {len(self.symmetries)} symmetries")
        return total

    def _fixed(self, symmetry: Symmetry) -> int:
        """The number of packings that a symmetry leaves as they are."""
        return self._search(self._bundles(symmetry)).count() if self.area == len(self.region) else 0

    @property
    def _single(self) -> Iterator[_Bundle]:
        for name, placements in self.placements.items():
            yield from (_Bundle(name, cells, 1) for cells in placements)

    def _bundles(self, symmetry: Symmetry) -> Iterator[_Bundle]:
        """The placements that the symmetry takes to one another, if they do not overlap and there are as many copies."""
        for name, placements in self.placements.items():
            seen = set[Placement]()
            for cells in placements:
                if cells in seen:
                    continue
                cycle = [cells]
                while (moved := _moved(cycle[-1], symmetry)) != cells:
                    cycle.append(moved)
                seen.update(cycle)
                covered = frozenset().union(*cycle)
                is_apart = len(covered) == len(cells) * len(cycle)
                if is_apart and len(cycle) <= self.pieces[name].copies:
                    yield _Bundle(name, covered, len(cycle))

    def _orbits(self, name: str) -> Iterator[list[Placement]]:
        """The placements of a piece, those together that a symmetry takes to one another."""
        seen = set[Placement]()
        for cells in self.placements[name]:
            if cells not in seen:
                orbit = dict.fromkeys(_moved(cells, each) for each in self.symmetries)
                seen.update(orbit)
                yield [*orbit]

    def _search(self, bundles: Iterable[_Bundle]) -> _Search:
        copies = {name: piece.copies for name, piece in self.pieces.items()}
        return _Search(self._order, tuple(bundles), copies, self.seconds)

    @cached_property
    def _order(self) -> list[Cell]:
        """The cells line by line, along the lines of the grid that make the shortest front."""
        lines = {cell: self.shape.line_numbers(cell) for cell in self.region}
        directions = len(next(iter(lines.values()), ()))
        orders = [
            sorted(self.region, key=lambda cell: (lines[cell][way], lines[cell][way - 1]))
            for way in range(directions)
        ]
        return min(orders, key=self._reach, default=[])

    def _reach(self, order: Sequence[Cell]) -> int:
        """How far all placements reach in an order of cells."""
        number = {cell: place for place, cell in enumerate(order)}
        found = (
            [number[cell] for cell in cells] for each in self.placements.values() for cells in each
        )
        return sum(max(places) - min(places) for places in found)


@lru_cache(maxsize=256)
def solved(packing: Packing) -> tuple[Lying, ...] | None:
    """The solution of a packing, searched once for everything that shows it."""
    return packing.solution()


@lru_cache(maxsize=256)
def ways(packing: Packing) -> int:
    """The number of its ways up to symmetry, counted once."""
    return packing.count()


def _first(cells: Iterable[Cell]) -> tuple[int, int]:
    """The least column and the least row of some cells."""
    found = [*cells]
    return min(q for q, _ in found), min(r for _, r in found)


def _moved(cells: Iterable[Cell], symmetry: Symmetry) -> Placement:
    return frozenset(symmetry[cell] for cell in cells)


class _Choice(NamedTuple):
    """A bundle as bits: those that have to be free, and what it adds."""

    block: int
    add: int
    bundle: _Bundle


class _Search:
    """One exact cover problem as bits."""

    def __init__(
        self,
        order: Sequence[Cell],
        bundles: Sequence[_Bundle],
        copies: Mapping[str, int],
        seconds: float,
    ) -> None:
        self._order = order
        self._full = (1 << len(order)) - 1
        self._bits = {cell: 1 << number for number, cell in enumerate(order)}
        self._start = 0
        self._seconds = seconds
        self._count_from(copies, bundles)
        self._choices: list[list[_Choice]] = [[] for _ in self._order]
        for bundle in bundles:
            choice = self._choice(bundle)
            self._choices[_low(choice.block)].append(choice)

    def _count_from(self, copies: Mapping[str, int], bundles: Iterable[_Bundle]) -> None:
        """Lays out the counters: for each piece, one for each size of its bundles.

        The counter of a size reaches its power of two if fewer copies are left than a bundle of it needs.
        """
        sizes: dict[str, set[int]] = {name: set() for name in copies}
        for bundle in bundles:
            sizes[bundle.name].add(bundle.size)
        place = len(self._order)
        self._units: dict[str, int] = {}
        self._last: dict[tuple[str, int], int] = {}
        for name, number in copies.items():
            self._units[name] = 0
            for size in sorted(sizes[name]):
                above = number - size + 1
                width = max(above, size).bit_length() if above > 1 or size > 1 else 0
                self._start |= ((1 << width) - above) << place
                self._units[name] |= 1 << place
                self._last[name, size] = 1 << (place + width)
                # Bundles of other sizes may take a counter further.
                place += width + 1

    def _choice(self, bundle: _Bundle) -> _Choice:
        cells = sum(self._bits[cell] for cell in bundle.cells)
        block = cells | self._last[bundle.name, bundle.size]
        return _Choice(block, cells + bundle.size * self._units[bundle.name], bundle)

    def count(self, first: _Bundle | None = None) -> int:
        """The number of ways, or of those with this bundle."""
        full, after = self._full, self._after
        known: dict[int, int] = {}

        def ways(used: int) -> int:
            if used & full == full:
                return 1
            if used in known:
                return known[used]
            if len(known) % _STEPS == 0:
                tick()
            if len(known) > _REMEMBERED:
                known.clear()
            found = sum([ways(used + add) for block, add, _ in after(used) if not block & used])
            known[used] = found
            return found

        tick = self._clock()
        return ways(self._start + (self._choice(first).add if first else 0))

    def first(self) -> list[_Bundle] | None:
        """The bundles of the first way; None if there is none."""
        full, after = self._full, self._after
        dead = set[int]()
        taken: list[_Bundle] = []

        def covers(used: int) -> bool:
            if used & full == full:
                return True
            if len(dead) % _STEPS == 0:
                tick()
            if len(dead) > _REMEMBERED:
                dead.clear()
            for block, add, bundle in after(used):
                if not block & used and used + add not in dead:
                    taken.append(bundle)
                    if covers(used + add):
                        return True
                    taken.pop()
            dead.add(used)
            return False

        tick = self._clock()
        return taken if covers(self._start) else None

    @cached_property
    def _after(self) -> Callable[[int], list[_Choice]]:
        """The choices for the first free cell, of which the nearest cells are free."""
        full, choices, near = self._full, self._choices, (1 << _NEAR) - 1
        sorted_out: dict[tuple[int, int], list[_Choice]] = {}

        def after(used: int) -> list[_Choice]:
            free = ~used & full
            low = (free & -free).bit_length()
            key = low, used >> low & near
            if key not in sorted_out:
                taken = (used >> low & near) << low & full
                sorted_out[key] = [each for each in choices[low - 1] if not each.block & taken]
            return sorted_out[key]

        return after

    def _clock(self) -> Callable[[], None]:
        end = time.monotonic() + self._seconds

        def tick() -> None:
            if time.monotonic() > end:
                raise OutOfTime(self._seconds)

        return tick


def _low(bits: int) -> int:
    """The number of the lowest bit."""
    return (bits & -bits).bit_length() - 1
