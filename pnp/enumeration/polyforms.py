"""All different polyforms of some cells, and their number in another way.

`different_polyforms` adds cells to the pieces of one cell less, and keeps each canonical form once. `count` knows no
canonical forms and no smaller pieces: by Burnside's lemma it takes the mean, over the moves of the plane, of the number of
fixed polyforms that a move leaves as they are. It finds these by D. H. Redelmeier's method ("Counting polyominoes: yet
another attack", Discrete Mathematics 36, 1981), which makes each fixed polyform once from its first cell, here with
orbits of cells in place of cells: what is symmetric grows on all sides at once. If the two agree, both are right.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from operator import attrgetter

from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import Move, Polyform, PolyformShape, Sides, parts, polyform

# The most cells of which pnp counts all fixed pieces: two seconds' work. There are 505,861 fixed polyominoes of 12.
_MOST_CELLS = {
    PolyformShape.POLYOMINO: 12,
    PolyformShape.POLYHEX: 10,
    PolyformShape.POLYIAMOND: 15,
}

_STAY = Move(0, mirrored=False)


def most_cells(shape: PolyformShape) -> int:
    """The most cells of pieces that `count` counts."""
    return _MOST_CELLS[shape]


@lru_cache(maxsize=64)
def count(shape: PolyformShape, cells: int, sides: Sides, letters: int = 1) -> int:
    """The number of different pieces of so many cells, each with one of so many letters.

    Raises ValueError if there are more cells than `most_cells`.

    >>> count(PolyformShape.POLYOMINO, 5, Sides.FREE)
    12
    """
    if cells > most_cells(shape):
        raise ValueError(f"pieces of {cells} cells are not counted")
    moves = shape.moves(sides)
    fixed = sum(_fixed(shape, cells, move, letters) for move in moves)
    number, rest = divmod(fixed, len(moves))
    if rest:
        raise AssertionError(f"{fixed} fixed pieces under {len(moves)} moves")
    return number


@cache
def _fixed(shape: PolyformShape, cells: int, move: Move, letters: int) -> int:
    """The number of fixed pieces, with all their letters, that lie as before after a move and a shift.

    The first cell in the order of reading stays at one place. The move takes it to some cell of the piece, which says
    how far the shift goes.
    """
    # A piece of triangles begins with one that stands on a side, or on a corner.
    firsts = (Cell(0, 0), Cell(1, 0))[: 1 + shape.cell.lies_both_ways]
    found = 0
    for first in firsts:
        q, r = shape.moved(first, move)
        for image in (first,) if move == _STAY else _near(shape, first, cells):
            across, down = image.q - q, image.r - r
            if not (shape.cell.lies_both_ways and (across + down) % 2):
                found += _Orbits(shape, move, Cell(across, down), first).pieces(cells, letters)
    return found


def _near(shape: PolyformShape, first: Cell, cells: int) -> set[Cell]:
    """The cells that a connected piece of so many cells may have, if it has this one."""
    reached = newest = {first}
    for _ in range(cells - 1):
        newest = {near for cell in newest for near in shape.neighbours(cell)} - reached
        reached = reached | newest
    return reached


class _Orbits:
    """The orbits of cells under a move and a shift, of which none comes before the *first* in the order of reading."""

    def __init__(self, shape: PolyformShape, move: Move, shift: Cell, first: Cell) -> None:
        self._shape, self._move, self._shift, self._first = shape, move, shift, first
        self._found: dict[Cell, tuple[Cell, ...]] = {}
        self._beside: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], ...]] = {}

    def pieces(self, cells: int, letters: int) -> int:
        """The number of connected pieces of the orbit of the first cell and others, with all their letters."""
        first = self._orbit(self._first)
        if not first:
            return 0
        return self._grown([first], {first}, [], cells, letters)

    def _grown(
        self,
        untried: list[tuple[Cell, ...]],
        seen: set[tuple[Cell, ...]],
        taken: list[tuple[Cell, ...]],
        left: int,
        letters: int,
    ) -> int:
        """The number of pieces that have the orbits *taken* and others, one at least of them *untried*."""
        if left == 1 and self._move == _STAY:
            words: int = letters ** (len(taken) + 1)
            return len(untried) * words
        found = 0
        while untried:
            orbit = untried.pop()
            if len(orbit) > left:
                continue
            taken.append(orbit)
            if len(orbit) == left:
                if self._is_connected(taken):
                    found += letters ** len(taken)
            else:
                new = [each for each in self._next_to(orbit) if each not in seen]
                rest = left - len(orbit)
                found += self._grown([*untried, *new], seen.union(new), taken, rest, letters)
            taken.pop()
        return found

    def _is_connected(self, taken: Sequence[tuple[Cell, ...]]) -> bool:
        return len([*parts(self._shape, (cell for orbit in taken for cell in orbit))]) == 1

    def _next_to(self, orbit: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
        found = self._beside.get(orbit)
        if found is None:
            near = (each for cell in orbit for each in self._shape.neighbours(cell))
            others = dict.fromkeys(self._orbit(each) for each in near)
            found = self._beside[orbit] = tuple(each for each in others if each)
        return found

    def _orbit(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that a piece with this one has as well, in order; none if it cannot have it."""
        found = self._found.get(cell)
        if found is None:
            found = self._found[cell] = self._orbit_of(cell)
        return found

    def _orbit_of(self, cell: Cell) -> tuple[Cell, ...]:
        orbit = [cell]
        while True:
            q, r = self._shape.moved(orbit[-1], self._move)
            following = Cell(q + self._shift.q, r + self._shift.r)
            if following == cell:
                break
            # A glide never comes back.
            if len(orbit) == self._shape.turns:
                return ()
            orbit.append(following)
        q, r = self._first
        return () if any((each.r, each.q) < (r, q) for each in orbit) else tuple(sorted(orbit))


def different_polyforms(
    shape: PolyformShape, cells: int, sides: Sides, letters: Sequence[str] = ()
) -> list[Polyform]:
    """All different pieces of so many cells in canonical form, those that lie flattest first.

    Each cell has one of the letters, if there are some.
    """
    plain = _plain(shape, cells, sides)
    if not letters:
        return [*plain]
    found: dict[Polyform, None] = {}
    for piece in plain:
        for word in product(letters, repeat=cells):
            found[polyform(shape, piece.cells, word).canonical(sides)] = None
    return [*found]


@lru_cache(maxsize=64)
def _plain(shape: PolyformShape, cells: int, sides: Sides) -> tuple[Polyform, ...]:
    if cells == 1:
        one = polyform(shape, [Cell(0, 0)])
        return tuple(dict.fromkeys(each.canonical(sides) for each in one.images(Sides.FREE)))
    found: list[Polyform] = []
    seen: set[tuple[Cell, ...]] = set()
    for piece in _plain(shape, cells - 1, sides):
        near = {each for cell in piece.cells for each in shape.neighbours(cell)}
        for cell in near.difference(piece.cells):
            grown = Polyform(shape, shape.normal([*piece.cells, cell]))
            if grown.cells not in seen:
                images = grown.images(sides)
                seen.update(each.cells for each in images)
                found.append(min(images, key=attrgetter("rank")))
    return tuple(sorted(found, key=attrgetter("rank")))
