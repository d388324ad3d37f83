"""Tiles as they are played: what lies on a table, and which kinds fit there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from pnp.basics.words import counted
from pnp.play.codec import CELL, Codec, MapOf, Word
from pnp.play.position import HIDDEN_TEXT, Path, Problem
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
from pnp.tiles.hexgrid import Hex, connected, format_cell, most_beside
from pnp.tiles.symmetry import Symmetry

Lying = TypeVar("Lying")

# A number for what each side of a tile shows, clockwise from the side at the upper right.
Sides = tuple[int, ...]

# All that an empty place meets, as one number: a byte for each side, 0 where no tile lies.
Demand = int

SIDES = range(6)

_FACING = tuple((side + 3) % 6 for side in SIDES)
_BYTE = 255
_OFFSET = 2  # is added to what a side shows, -1 or more, so that 0 is left for no tile

# How many of its latest steps a layout remembers, and a step before all of them.
_RECENT = 8
NEVER = -_RECENT - 1


@lru_cache(4096)
def beyond(cell: Hex, side: int) -> Hex:
    """The cell across a side; side 0 is at the upper right, and the others follow clockwise.

    >>> beyond(Hex(0, 0), 0)
    Hex(q=1, r=-1)
    """
    return cell.moved(side + 1)


def facing(side: int) -> int:
    """The side of the next tile that lies against this side.

    >>> facing(0), facing(5)
    (3, 2)
    """
    return _FACING[side]


def met(demand: Demand) -> Iterator[tuple[int, int]]:
    """The sides of a place that meet a tile, each with what the tile shows there."""
    for side in SIDES:
        if byte := demand >> 8 * side & _BYTE:
            yield side, byte - _OFFSET


class Memory(NamedTuple):
    """Results about a layout or an earlier one, so that they are not computed anew.

    A step lays one tile. `found` has the results by number, each with the step for which it is right;
    `recent` has the cells that each of the latest steps changed.
    """

    found: dict[int, tuple[int, list[Any]]]
    step: int
    recent: tuple[list[Hex], ...]

    def after(self, changed: list[Hex]) -> Memory:
        """The memory of the next layout, in which these cells have changed."""
        return Memory(self.found.copy(), self.step + 1, (*self.recent[1 - _RECENT :], changed))

    def recall(self, number: int) -> tuple[int, list[Any]]:
        """The step and the result of a number; NEVER and no result if that is too old or unknown."""
        known = self.found.get(number)
        return known if known and self.step - known[0] <= len(self.recent) else (NEVER, [])


class Layout(Mapping[Hex, Lying], Generic[Lying]):
    """Tiles on a table by cell: an immutable mapping that knows the empty places beside it.

    `places` has each empty place that touches a tile, and what it meets. It follows from the tiles
    and is kept up to date tile by tile: a tile changes its own place and the six beside it. `memory`
    hands results about the places on to later layouts.
    """

    __slots__ = ("_hash", "_tiles", "memory", "places")

    def __init__(
        self,
        tiles: dict[Hex, Lying] | None = None,
        places: dict[Hex, Demand] | None = None,
        memory: Memory | None = None,
    ) -> None:
        self._tiles: dict[Hex, Lying] = tiles or {}
        self.places: dict[Hex, Demand] = places or {}
        self.memory = memory or Memory({}, 0, ())
        self._hash: int | None = None

    @classmethod
    def of(cls, tiles: Iterable[tuple[Hex, Lying, Sides]]) -> Self:
        """The layout of cells, tiles and what their sides show; neighbours need not agree."""
        layout = cls()
        for cell, tile, sides in tiles:
            layout = layout.with_tile(cell, tile, sides)
        return layout

    def with_tile(self, cell: Hex, tile: Lying, sides: Sides) -> Self:
        """The layout with a tile on a cell, in place of any that lies there."""
        tiles, places = {**self._tiles, cell: tile}, self.places.copy()
        places.pop(cell, None)
        changed = [cell]
        for side in SIDES:
            beside = beyond(cell, side)
            if beside not in tiles:
                shift = 8 * _FACING[side]
                others = places.get(beside, 0) & ~(_BYTE << shift)
                places[beside] = others | (sides[side] + _OFFSET) << shift
                changed.append(beside)
        return type(self)(tiles, places, self.memory.after(changed))

    def changed_since(self, step: int) -> tuple[Collection[Hex], Mapping[Hex, Demand]]:
        """The cells changed since a step, and the places among them; since NEVER, all places."""
        memory, places = self.memory, self.places
        if step == NEVER:
            return (), places
        changed = {cell for cells in memory.recent[step - memory.step :] for cell in cells}
        return changed, {cell: places[cell] for cell in changed if cell in places}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._tiles, self.places)

    def __getitem__(self, cell: Hex) -> Lying:
        return self._tiles[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def in_order(self) -> tuple[tuple[Hex, Lying], ...]:
        """The cells and what lies there, sorted by cell."""
        return tuple(sorted(self._tiles.items(), key=itemgetter(0)))

    def apart_from(self, cells: Iterable[Hex]) -> list[Hex]:
        """The cells of the tiles that no tiles connect to those on some cells, sorted."""
        return sorted(self.keys() - connected(self.keys(), cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._tiles == other._tiles

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._tiles.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Layout({dict(self.in_order())!r})"


Thing = TypeVar("Thing")
LayoutT = TypeVar("LayoutT", bound=Layout[Tile])

# A tile that a player does not see; it is sorted before all others.
HIDDEN = Tile((), (), ())


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

    @cached_property
    def most_lays(self) -> int:
        """The most ways to lay tiles that can be left beside those on a connected table."""
        total = sum(self.copies.values())
        beside = (most_beside(laid) if laid else 1 for laid in range(total))
        return max(len(SIDES) * (total - laid) * cells for laid, cells in enumerate(beside))

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


def tiles_by_place(
    **places: Layout[Tile] | dict[Any, tuple[Tile, ...]] | tuple[Tile, ...],
) -> Iterator[tuple[Tile, Path]]:
    """The tiles of a position, each with its place in the file.

    A key has the tiles of a table by cell, those of hands by player, or those of a pile.

    >>> [path for tile, path in tiles_by_place(hands={"red": (HIDDEN,)}, supply=(HIDDEN, HIDDEN))]
    [('hands', 'red'), ('supply',), ('supply',)]
    """
    for key, there in places.items():
        if isinstance(there, tuple):
            yield from ((tile, (key,)) for tile in there)
        elif isinstance(there, Layout):
            yield from ((tile, (key, format_cell(cell))) for cell, tile in there.in_order())
        else:
            yield from ((tile, (key, who)) for who, tiles in there.items() for tile in tiles)


def hand_problem(who: str, size: int, most: int, *, is_full: bool, path: Path) -> Iterator[Problem]:
    """The problem of a hand with more tiles than it may have, or with fewer if it has to be full."""
    if size > most or (is_full and size < most):
        limit = f"{most}" if is_full else f"at most {most}"
        yield Problem("hand", f"{who} has {counted(size, 'tile')}, not {limit}", path)
