"""Filling a field with tiles of the set so that all sides and corners match, by backtracking from a seed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from pnp.basics.classes import NamedTuple
from pnp.covers.field import Field
from pnp.sets.tileset import Piece
from pnp.tiles import UNCOLOURED, Colour, Tile, TileGeometry, moved
from pnp.tiles.layouts import Cell
from pnp.tiles.sides import (
    LIKE_MEETS_LIKE,
    NOTHING,
    Around,
    Meetings,
    SideLook,
    around,
    partners,
)
from pnp.tiles.symmetry import Symmetry

# How often to begin anew, and how many tiles to lay before the rest may have holes.
_TRIES = 6
_STEPS = 1000
# Tiles of a larger set that take part: more make no better cover, but a slower one.
_MOST = 150

# The cost of an end, of a crossing, and of a tile that lies there already; chance is worth as much.
_END, _CROSSING, _AGAIN, _CHANCE = 1.0, 0.25, 0.8, 1.2
# The most cells that a hole moves, and the most tiles to try in each.
_FARTHEST, _CHOICES = 4, 3
# The cost of a mark that an edge cuts: other tiles come first, if there are any.
_CUT = 100.0


class Lying(NamedTuple):
    """A tile of the set as it lies, what its sides show, and how much it costs.

    `shows` has for each side the number of its look.
    """

    piece: Piece
    tile: Tile
    looks: Around
    cost: float
    shows: tuple[int, ...]


def filled(
    field: Field,
    pieces: Sequence[Piece],
    geometry: TileGeometry,
    seed: int,
    *,
    meetings: Meetings = LIKE_MEETS_LIKE,
    cut: Collection[Cell] = (),
    partial: Collection[Cell] = (),
) -> dict[Cell, Lying]:
    """A tile for each cell of the field, as far as any fits; sides match.

    Strands end inside the field if there are tiles for that, or else at its edge. In the cells whose
    middle is `cut`, tiles with a mark there are a last resort. Holes lie in cells that an edge of the page
    does not cut, not in `partial` ones, if they can. The first filling without holes is taken.
    """
    chosen = Random(seed).sample(list(pieces), min(len(pieces), _MOST))
    stock = _Stock(chosen, geometry, meetings)
    # In reading order; with corners row by row, whether a triangle points up or down: then most cells have a
    # corner that is still free.
    keys = [*field.cells]
    if stock.has_corners:
        keys.sort(key=lambda key: (min(y for y, _ in field.corners[key]), field.cells[key].x))
    best: dict[Cell, Lying] = {}
    for number in range(2 * _TRIES if stock.has_strands else _TRIES):
        ending = stock.has_strands and number < _TRIES
        random = Random(seed * 100 + number)
        filling = _Filling(field, stock, random, ending=ending, cut=cut, partial=partial)
        # From the other end, where strands must end, a field may be easier to fill.
        found = filling.fill(keys[:: -1 if number % 2 else 1])
        best = max(best, found, key=lambda each: (sum(key in each for key in partial), len(each)))
        if len(best) == len(field.cells):
            break
    return best


class _Stock:
    """The tiles in all turns, by the looks of their sides."""

    def __init__(self, pieces: Sequence[Piece], geometry: TileGeometry, meetings: Meetings) -> None:
        self.geometry, self.meetings = geometry, meetings
        # Numbers stand for looks: to find tiles by their looks would take most of the time.
        self._looks: dict[SideLook, int] = {}
        self._lying = [
            Lying(piece, *each, tuple(map(self.number, each[1])))
            for piece in pieces
            for each in _turned(piece.drawn, geometry)
        ]
        self.has_strands = any(each.tile.joins for each in self._lying)
        self.has_corners = any(each.tile.corners for each in self._lying)
        blank = (UNCOLOURED,) * geometry.sides
        matching = partners((look for each in self._lying for look in each.looks), meetings)
        # The numbers of the tiles with a side against a look, or a colour at a corner.
        self._having: defaultdict[tuple[str, int, object], set[int]] = defaultdict(set)
        for number, each in enumerate(self._lying):
            for side, look in enumerate(each.looks):
                for other in matching[look]:
                    self._having["side", side, self.number(other)].add(number)
            for corner, colour in enumerate(each.tile.corners or blank):
                self._having["corner", corner, colour].add(number)
        self._known: dict[tuple[_Wanted, _Wanted], list[Lying]] = {}

    def number(self, look: SideLook) -> int:
        """The number of a look."""
        return self._looks.setdefault(look, len(self._looks))

    def fitting(self, sides: _Wanted, corners: _Wanted) -> list[Lying]:
        """The tiles whose sides can lie against these looks, and whose corners have these colours."""
        if (sides, corners) not in self._known:
            fitting = [
                self._having[of, place, look]
                for of, looks in (("side", sides), ("corner", corners))
                for place, look in enumerate(looks)
                if look is not None
            ]
            numbers = set.intersection(*fitting) if fitting else range(len(self._lying))
            self._known[sides, corners] = [self._lying[number] for number in sorted(numbers)]
        return self._known[sides, corners]


# What lies against the sides of a place, or at its corners; None where that may be anything.
_Wanted = tuple[object, ...]


class _Filling:
    """One try: the tiles that lie, and the choices that are still open."""

    def __init__(
        self,
        field: Field,
        stock: _Stock,
        random: Random,
        *,
        ending: bool,
        cut: Collection[Cell],
        partial: Collection[Cell],
    ) -> None:
        self._field, self._stock, self._random = field, stock, random
        self._cut, self._partial = cut, partial
        self._ending = ending
        self._found: dict[Cell, Lying] = {}
        self._used: Counter[str] = Counter()
        # The cells round each corner, with the number of the corner in each of them.
        self._around: defaultdict[tuple[int, int], list[tuple[Cell, int]]] = defaultdict(list)
        for key in field.cells if stock.has_corners else ():
            for number, corner in enumerate(field.corners[key]):
                self._around[corner].append((key, number))

    def fill(self, keys: Sequence[Cell]) -> dict[Cell, Lying]:
        """The tiles of the cells in this order; cells for which none fits stay empty."""
        open_choices: list[Iterator[Lying]] = []
        steps, number = 0, 0
        while number < len(keys):
            if number == len(open_choices):
                open_choices.append(self._fitting(keys[number]))
            self._take_away(keys[number])
            steps += 1
            lying = next(open_choices[number], None)
            if lying is not None:
                self._found[keys[number]] = lying
                self._used[lying.piece.id] += 1
                number += 1
            elif steps < _STEPS and number:
                open_choices.pop()
                number -= 1
            else:
                number += 1
        for key in keys:
            if key in self._partial and key not in self._found:
                self._move_hole(key, _FARTHEST)
        return self._found

    def _move_hole(self, key: Cell, steps: int) -> bool:
        """Lay a tile in this cell if the hole can move on, cell by cell, to one that no edge cuts.

        On its way it may be filled.
        """
        beside = [key for key in self._field.beyond[key] if key in self._found]
        for beyond in sorted(beside, key=lambda key: key in self._partial):
            away = self._found.pop(beyond)
            for lying in islice(self._fitting(key), _CHOICES if steps else 0):
                self._found[key] = lying
                filling = next(self._fitting(beyond), None)
                if filling is not None:
                    self._found[beyond] = filling
                    return True
                if beyond not in self._partial or self._move_hole(beyond, steps - 1):
                    return True
                del self._found[key]
            self._found[beyond] = away
        return False

    def _take_away(self, key: Cell) -> None:
        lying = self._found.pop(key, None)
        if lying is not None:
            self._used[lying.piece.id] -= 1

    def _fitting(self, key: Cell) -> Iterator[Lying]:
        """The tiles that fit the cell's neighbours, cheap and new ones first."""
        sides = range(self._stock.geometry.sides)
        corners = self._field.corners[key] if self._stock.has_corners else ()
        fitting = self._stock.fitting(
            tuple(self._wanted(key, side) for side in sides),
            tuple(map(self._wanted_at, corners)),
        )

        def cost(each: Lying) -> float:
            again, chance = self._used[each.piece.id], self._random.random()
            marked = _CUT if key in self._cut and each.tile.mark.kind else 0.0
            return each.cost + _AGAIN * again + _CHANCE * chance + marked

        yield from sorted(fitting, key=cost)

    def _wanted_at(self, corner: tuple[int, int]) -> Colour | None:
        """The colour that lies at a corner; None without a tile there, or if other colours may meet it."""
        for key, number in self._around[corner]:
            if key in self._found:
                corners = self._found[key].tile.corners
                colour = corners[number] if corners else UNCOLOURED
                return None if colour in self._stock.meetings.listed else colour
        return None

    def _wanted(self, key: Cell, side: int) -> int | None:
        """The number of the look that lies against a side; None if any may."""
        beyond = self._field.beyond[key][side]
        if beyond in self._found:
            return self._found[beyond].shows[self._field.opposite(key, side)]
        if self._ending and beyond in self._field.dropped:
            return self._stock.number(SideLook(-1, (NOTHING,) * self._stock.geometry.ports))
        return None


@lru_cache(maxsize=2048)
def _turned(tile: Tile, geometry: TileGeometry) -> tuple[tuple[Tile, Around, float], ...]:
    """The tile in all turns in which it looks different, what its sides show then, and the cost of its lines."""
    ends = sum(len(join) == 1 for join in tile.joins)
    lines = sum(len(join) > 1 for join in tile.joins)
    cost = _END * ends + _CROSSING * max(0, lines - 1)
    turns = geometry.isometries(Symmetry.ROTATIONS)
    tiles = dict.fromkeys(moved(tile, turn) for turn in turns)
    return tuple((each, around(each, geometry), cost) for each in tiles)
