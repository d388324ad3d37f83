"""The tiles of a set as they are played: kinds, turns, copies, and which of them fit where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeVar

from pnp.play.codec import CELL, Codec, MapOf, Word
from pnp.play.layout import Demand, Layout, Sides, met
from pnp.play.problems import Path, Problem
from pnp.sets.tileset import Tileset
from pnp.tiles import (
    NO_MARK,
    NotationError,
    Tile,
    TileGeometry,
    canonical,
    format_tile,
    images,
    parse_tile,
)
from pnp.tiles.hexgrid import Hex, format_cell
from pnp.tiles.symmetry import Symmetry

Thing = TypeVar("Thing")
LayoutT = TypeVar("LayoutT", bound=Layout[Tile])

# A tile that a player does not see, and how it is written.
HIDDEN = Tile((), (), ())
HIDDEN_TEXT = "?"


class Lay(NamedTuple):
    """The move that lays a tile, turned as it is here, on a cell."""

    tile: Tile
    cell: Hex


class TileKinds:
    """The tiles of a set; a *kind* is the canonical form of a tile, for all of its turns.

    `copies` has the kinds, sorted, and how many there are of each; `turns` the different turns of
    each kind; `kinds` the kind of every turned tile, and `sides` what its sides show. `agrees` says
    whether what two sides show may meet.
    """

    def __init__(
        self,
        tileset: Tileset,
        *,
        shows: Callable[[Tile], Sides],
        agrees: Callable[[int, int], bool] = int.__eq__,
    ) -> None:
        definition = tileset.definition
        self.geometry: TileGeometry = definition.main_group.geometry
        self.codes: tuple[str, ...] = tuple(definition.codes)
        counts: Counter[Tile] = Counter()
        for piece in tileset.pieces:
            kind = canonical(piece.tile, self.geometry, Symmetry.ROTATIONS)
            counts[kind] += piece.copies
        self.copies: Mapping[Tile, int] = {kind: counts[kind] for kind in sorted(counts)}
        self.turns: Mapping[Tile, tuple[Tile, ...]] = {
            kind: tuple(dict.fromkeys(images(kind, self.geometry, Symmetry.ROTATIONS)))
            for kind in self.copies
        }
        self.kinds: Mapping[Tile, Tile] = {
            turned: kind for kind, turns in self.turns.items() for turned in turns
        }
        self.sides: Mapping[Tile, Sides] = {turned: shows(turned) for turned in self.kinds}
        self.agrees = agrees
        # A tile may be written without its mark if no other tile differs from it by the mark alone.
        plain = Counter(tile._replace(mark=NO_MARK) for tile in self.kinds)
        self._unmarked = {
            unmarked: tile
            for tile in self.kinds
            if plain[unmarked := tile._replace(mark=NO_MARK)] == 1
        }
        self._numbers = {kind: number for number, kind in enumerate(self.copies)}
        self._lays_of = {turned: _LaysOf(turned) for turned in self.kinds}
        self._turned = tuple(self._lays_of.values())
        # A tile that a player does not see fits nowhere.
        self._numbers[HIDDEN] = len(self._numbers)
        self._fitting = _Fitting(self._fitted)
        self._agreeing = cache(self._find_agreeing)

    def bag(self, keep: Callable[[Tile], bool] = lambda _: True) -> tuple[Tile, ...]:
        """All copies of the kinds to keep, sorted."""
        return tuple(Counter({k: n for k, n in self.copies.items() if keep(k)}).elements())

    def rest(self, used: Iterable[Tile]) -> tuple[Tile, ...]:
        """The tiles of the set without these, which may be turned; sorted.

        If one of these is hidden, all of the rest is hidden.
        """
        left = Counter(self.copies)
        left.subtract(self.kinds.get(tile, tile) for tile in used)
        hidden, rest = -left.pop(HIDDEN, 0), tuple(sorted(left.elements()))
        return (HIDDEN,) * (len(rest) - hidden) if hidden else rest

    def write(self, tile: Tile) -> str:
        """The notation of a tile as it lies."""
        return HIDDEN_TEXT if tile == HIDDEN else format_tile(tile, self.codes)

    def read(self, text: str) -> Tile:
        """The tile as it lies in the text; its mark may be omitted if no other tile looks like it.

        Raises NotationError, a ValueError, if the text is not a tile of the set.
        """
        tile = parse_tile(text, self.geometry, self.codes)
        known = self._unmarked.get(tile, tile)
        if known not in self.kinds:
            raise NotationError(f"the set has no tile {text}")
        return known

    def read_kind(self, text: str) -> Tile:
        """The kind of the tile in the text; raises NotationError as `read` does."""
        return self.kinds[self.read(text)]

    @property
    def tile_word(self) -> Word[Tile]:
        """A tile as it lies."""
        return Word("a tile", self.read, self.write)

    @property
    def kind_word(self) -> Word[Tile]:
        """A tile that is not laid, however it is turned."""
        return Word("a tile", self.read_kind, self.write)

    @property
    def secret_word(self) -> Word[Tile]:
        """A tile that is not laid, or `?` for one that a player does not see."""

        def parse(text: str) -> Tile:
            return HIDDEN if text == HIDDEN_TEXT else self.read_kind(text)

        return Word("a tile", parse, self.write)

    def layout_codec(self, layout: type[LayoutT]) -> Codec[LayoutT]:
        """The codec of tiles on a table by cell, `{"0,0": RROOYY}`."""
        return MapOf("tiles", CELL, self.tile_word).mapped(
            lambda found: layout.of((cell, tile, self.sides[tile]) for cell, tile in found.items()),
            lambda layout: dict(layout.in_order()),
        )

    def laid(self, layout: LayoutT, cell: Hex, tile: Tile) -> LayoutT:
        """The layout with one more tile."""
        return layout.with_tile(cell, tile, self.sides[tile])

    def shown(self, layout: Layout[Tile]) -> tuple[tuple[str, str], ...]:
        """The cells and the tiles that lie there, as text."""
        return tuple((format_cell(cell), self.write(tile)) for cell, tile in layout.in_order())

    def too_many(self, tiles: Iterable[tuple[Tile, Path]]) -> Iterator[Problem]:
        """A problem for each tile beyond the copies that the set has, at its place in a file."""
        seen: defaultdict[Tile, list[Path]] = defaultdict(list)
        for tile, path in tiles:
            kind = self.kinds.get(tile, tile)
            if kind != HIDDEN and len(seen[kind]) >= (most := self.copies[kind]):
                there = " ".join(map(str, seen[kind][-1]))
                message = f"the set has {most} of the tile {self.write(tile)}, not more"
                yield Problem("set", f"{message}; one is in {there}", path)
            seen[kind].append(path)

    def placements(self, layout: Layout[Tile], among: Iterable[Tile]) -> list[Lay]:
        """Every way to lay one of these kinds beside the tiles on the table, kind by kind."""
        found: list[Lay] = []
        memory, fitting = layout.memory, self._fitting
        changes: dict[int, tuple[Collection[Hex], Mapping[Hex, Demand]]] = {}
        for number in sorted({self._numbers[kind] for kind in among}):
            step, lays = memory.recall(number)
            if step != memory.step:
                if step not in changes:
                    changes[step] = layout.changed_since(step)
                cells, places = changes[step]
                lays = [lay for lay in lays if lay[1] not in cells]
                lays += [
                    lay[cell]
                    for cell, demand in places.items()
                    for lay in fitting[demand].get(number, ())
                ]
                memory.found[number] = memory.step, lays
            found += lays
        return found

    def agrees_at(self, layout: Layout[Tile], lay: Lay) -> bool:
        """Whether a tile lies beside the table and agrees with all that it meets."""
        number = self._numbers[self.kinds.get(lay.tile, HIDDEN)]
        there = self._fitting[layout.places[lay.cell]] if lay.cell in layout.places else {}
        return any(each.tile == lay.tile for each in there.get(number, ()))

    def everywhere(self, among: Iterable[Tile], cells: Collection[Hex]) -> list[Lay]:
        """Every way to lay one of these kinds on one of these cells, by kind, cell and turn."""
        return [
            lays[cell]
            for turned in ([self._lays_of[each] for each in self.turns[kind]] for kind in among)
            for cell in cells
            for lays in turned
        ]

    def fits(self, layout: Layout[Tile], among: Iterable[Tile]) -> bool:
        """Whether one of these kinds can be laid beside the tiles on the table."""
        wanted = {self._numbers[kind] for kind in among}
        return any(not wanted.isdisjoint(self._fitting[each]) for each in layout.places.values())

    def _fitted(self, demand: Demand) -> _Turns:
        # A set of turned tiles is a number with a bit for each of them.
        among = (1 << len(self._turned)) - 1
        for side, shown in met(demand):
            among &= self._agreeing(side, shown)
        turns: dict[int, tuple[_LaysOf, ...]] = {}
        while among:
            least = among & -among
            lays = self._turned[least.bit_length() - 1]
            number = self._numbers[self.kinds[lays.tile]]
            turns[number] = (*turns.get(number, ()), lays)
            among ^= least
        return turns

    def _find_agreeing(self, side: int, shown: int) -> int:
        """The turned tiles that agree on a side with what is shown there, as bits."""
        agree = (self.agrees(self.sides[lays.tile][side], shown) for lays in self._turned)
        return sum(1 << number for number, agrees in enumerate(agree) if agrees)


class _LaysOf(dict[Hex, Lay]):
    """The moves that lay a turned tile, by cell; each is made once."""

    def __init__(self, tile: Tile) -> None:
        super().__init__()
        self.tile = tile

    def __missing__(self, cell: Hex) -> Lay:
        lay = self[cell] = Lay(self.tile, cell)
        return lay


# The turns in which each kind fits, by the number of the kind.
_Turns = Mapping[int, tuple[_LaysOf, ...]]


class _Fitting(dict[Demand, _Turns]):
    """The turns that agree with what a place meets; they are computed once."""

    def __init__(self, found: Callable[[Demand], _Turns]) -> None:
        super().__init__()
        self._found = found

    def __missing__(self, demand: Demand) -> _Turns:
        turns = self[demand] = self._found(demand)
        return turns


def without(bag: Iterable[Thing], thing: Thing) -> tuple[Thing, ...]:
    """The things without the first that equals this one; raises ValueError if none does."""
    left = list(bag)
    left.remove(thing)
    return tuple(left)


def replaced(values: tuple[Thing, ...], index: int, value: Thing) -> tuple[Thing, ...]:
    """The values, with another value at an index."""
    return (*values[:index], value, *values[index + 1 :])
