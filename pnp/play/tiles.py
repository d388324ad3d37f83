"""Tiles as they are played: what lies on a table, and which kinds fit there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import chain, repeat
from operator import and_, itemgetter
from typing import Any, Generic, Self, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.words import counted
from pnp.play.codec import CELL, Codec, MapOf, Word
from pnp.play.moves import Moves
from pnp.play.position import HIDDEN_TEXT, Path, Problem
from pnp.sets.tileset import Tileset
from pnp.tiles import (
    NotationError,
    Tile,
    TileGeometry,
    canonical,
    format_tile,
    images,
    parse_tile,
)
from pnp.tiles.hexgrid import ORIGIN, Hex, connected, format_cell, most_beside
from pnp.tiles.symmetry import Symmetry

Lying = TypeVar("Lying")
Key = TypeVar("Key")
Thing = TypeVar("Thing")

# A number for what each side of a tile shows, clockwise from the side at the upper right.
Sides = tuple[int, ...]

# All that an empty place meets, as one number: a byte for each side, 0 where no tile lies.
Demand = int
NOTHING: Demand = 0

SIDES = range(6)

# The side of the next tile that lies against each side.
FACING = tuple((side + 3) % 6 for side in SIDES)
_BYTE = 255
_OFFSET = 2  # is added to what a side shows, -1 or more, so that 0 is left for no tile


# Numbers about a place for what it meets.
Counts = Mapping[Demand, int]


class Found(dict[Key, Thing]):
    """What was found for each key; it is found once."""

    def __init__(self, find: Callable[[Key], Thing]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Key) -> Thing:
        found = self[key] = self._find(key)
        return found


@lru_cache(4096)
def around(cell: Hex) -> tuple[Hex, ...]:
    """The cells across the sides of a cell, in the order of the sides."""
    return tuple(cell.moved(side + 1) for side in SIDES)


def beyond(cell: Hex, side: int) -> Hex:
    """The cell across a side; side 0 is at the upper right, and the others follow clockwise.

    >>> beyond(Hex(0, 0), 0)
    Hex(q=1, r=-1)
    """
    return around(cell)[side]


def facing(side: int) -> int:
    """The side of the next tile that lies against this side.

    >>> facing(0), facing(5)
    (3, 2)
    """
    return FACING[side]


# The bits of what a place meets on each side.
_HERE = tuple(_BYTE << 8 * side for side in SIDES)

# What a place next to a tile meets elsewhere than on each side of that tile; and what it meets there.
_OTHERS = tuple(~(_BYTE << 8 * side) for side in FACING)


@lru_cache(4096)
def _stamps(sides: Sides) -> tuple[Demand, ...]:
    return tuple(shown + _OFFSET << 8 * side for shown, side in zip(sides, FACING, strict=True))


def met(demand: Demand) -> Iterator[tuple[int, int]]:
    """The sides of a place that meet a tile, each with what the tile shows there."""
    for side in SIDES:
        if byte := demand >> 8 * side & _BYTE:
            yield side, byte - _OFFSET


# Cells as numbers, so that each side always leads equally far, by one of the STEPS: so many lead to the next column.
_COLUMN = 1 << 16
_HALF = _COLUMN // 2
STEPS = tuple(cell.q * _COLUMN + cell.r for cell in around(ORIGIN))


def numbered(cell: Hex) -> int:
    """The number of a cell; cells as numbers have the order of cells.

    >>> numbered(Hex(0, 0)), numbered(Hex(2, -1)) - numbered(Hex(1, 0)) == STEPS[0]
    (0, True)
    """
    return cell[0] * _COLUMN + cell[1]


def _cell(number: int) -> Hex:
    q = (number + _HALF) // _COLUMN
    return Hex(q, number - q * _COLUMN)


# The cell of each number, the inverse of `numbered`.
CELLS = Found(_cell)

# What a tile does to the places beside it: the way there, and the bits there before, which tell of a tile, and after.
Stamps = tuple[tuple[int, Demand, Demand], ...]


@lru_cache(4096)
def _stamped(sides: Sides) -> Stamps:
    return tuple(zip(STEPS, _HERE, _stamps(sides), strict=True))


class Tally:
    """How many placements of each kind the places of a table have, in the fields of one number, `total`.

    `columns` has the sum of each column, in the order of its q; `places` has what each place meets.
    Random players change it in place, with cells as numbers and kinds by their shifts.
    """

    __slots__ = ("_cells", "_columns", "counts", "places", "total")

    def __init__(self, counts: Counts, places: Mapping[int, Demand]) -> None:
        self.counts = counts
        self.places: dict[int, Demand] = {}
        self.total = 0
        self._columns: dict[int, int] = {}
        self._cells: dict[int, list[int]] = {}
        for cell, demand in places.items():
            self._add(cell, demand)
        self.total = sum(self._columns.values())

    def copy(self) -> Tally:
        """Another tally that is the same for now."""
        tally = Tally(self.counts, {})
        tally.places, tally.total = self.places.copy(), self.total
        tally._columns = self._columns.copy()
        tally._cells = {q: cells.copy() for q, cells in self._cells.items()}
        return tally

    def _add(self, cell: int, demand: Demand) -> None:
        """There is a new place, which the total does not count yet."""
        q = (cell + _HALF) // _COLUMN
        if q not in self._columns:
            self._columns = dict(sorted({**self._columns, q: 0}.items()))
            self._cells[q] = []
        self.places[cell] = demand
        self._columns[q] += self.counts[demand]
        self._cells[q].append(cell)

    def put(self, cell: int, stamps: Stamps) -> None:
        """A tile is put on a place; the places beside it change."""
        places, counts, columns, cells = (
            self.places,
            self.counts,
            self._columns,
            self._cells,
        )
        met, q = places.pop(cell), (cell + _HALF) // _COLUMN
        added = -counts[met]
        columns[q] += added
        cells[q].remove(cell)
        total = self.total + added
        for step, here, shown in stamps:
            if met & here:
                continue
            beside = cell + step
            if beside in places:
                before = places[beside]
                now = places[beside] = before | shown
                added = counts[now] - counts[before]
                columns[(beside + _HALF) // _COLUMN] += added
                total += added
            elif (q := (beside + _HALF) // _COLUMN) in columns:
                places[beside] = shown
                added = counts[shown]
                columns[q] += added
                cells[q].append(beside)
                total += added
            else:
                self._add(beside, shown)
                columns = self._columns
                total += counts[shown]
        self.total = total

    def at(self, index: int, shift: int, fitting: Fitting) -> tuple[int, int]:
        """The cell and the turn of a placement of a kind, by its index in the order of cell and turn."""
        field, places, at = fitting.field, self.places, fitting.at
        for q, total in self._columns.items():  # noqa: B007
            count = total >> shift & field
            if index < count:
                break
            index -= count
        for cell in sorted(self._cells[q]):
            turns = _TURNS[at[places[cell]] >> shift & _ANY_TURN]
            if index < len(turns):
                break
            index -= len(turns)
        return cell, turns[index]


class Layout(Mapping[Hex, Lying], Generic[Lying]):
    """Tiles on a table by cell: an immutable mapping that knows the empty places beside it.

    `tiles` has the same as a plain dictionary. `places` has each empty place that touches a tile, and
    what it meets. It follows from the tiles and is kept up to date tile by tile: a tile changes its
    own place and the six beside it. So is the tally of the places, once somebody has asked for it.
    """

    __slots__ = ("_hash", "_tally", "places", "tiles")

    def __init__(
        self,
        tiles: dict[Hex, Lying] | None = None,
        places: dict[Hex, Demand] | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.tiles: dict[Hex, Lying] = tiles or {}
        self.places: dict[Hex, Demand] = places or {}
        self._tally = tally
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
        layout = self.copy()
        layout.put(cell, tile, sides)
        return layout

    def copy(self) -> Self:
        """A layout of one's own, on which tiles can be put."""
        return type(self)(self.tiles.copy(), self.places.copy(), self._tally and self._tally.copy())

    def put(self, cell: Hex, tile: Lying, sides: Sides) -> None:
        """Put a tile on a cell of this very layout, which nobody else may have."""
        tiles, places = self.tiles, self.places
        tiles[cell] = tile
        if self._tally is not None and cell in places:
            self._tally.put(numbered(cell), _stamped(sides))
        else:
            self._tally = None
        places.pop(cell, None)
        for beside, others, shown in zip(around(cell), _OTHERS, _stamps(sides), strict=True):
            if beside not in tiles:
                places[beside] = places.get(beside, NOTHING) & others | shown

    def follow(self, tally: Tally) -> None:
        """The places are those of a tally, on which all tiles were put."""
        self.places = {CELLS[cell]: demand for cell, demand in tally.places.items()}

    def tally(self, counts: Counts) -> Tally:
        """The sums of the counts for what each place meets."""
        if self._tally is None or self._tally.counts is not counts:
            places = {numbered(cell): demand for cell, demand in self.places.items()}
            self._tally = Tally(counts, places)
        return self._tally

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.tiles, self.places)

    def __getitem__(self, cell: Hex) -> Lying:
        return self.tiles[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self.tiles

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)

    def in_order(self) -> tuple[tuple[Hex, Lying], ...]:
        """The cells and what lies there, sorted by cell."""
        return tuple(sorted(self.tiles.items(), key=itemgetter(0)))

    def apart_from(self, cells: Iterable[Hex]) -> list[Hex]:
        """The cells of the tiles that no tiles connect to those on some cells, sorted."""
        return sorted(self.keys() - connected(self.keys(), cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.tiles == other.tiles

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.tiles.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Layout({dict(self.in_order())!r})"


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
        plain = Counter(tile.unmarked for tile in self.kinds)
        self._unmarked = {
            unmarked: tile for tile in self.kinds if plain[unmarked := tile.unmarked] == 1
        }
        # Codes of moves sort hundreds of texts with the same few tiles.
        self._texts = {HIDDEN: HIDDEN_TEXT}

    @cached_property
    def fitting(self) -> Fitting:
        """Which tiles fit where; for hexagons."""
        return Fitting(self)

    def bag(self, keep: Callable[[Tile], bool] = lambda _: True) -> tuple[Tile, ...]:
        """All copies of the kinds to keep, sorted."""
        return tuple(Counter({k: n for k, n in self.copies.items() if keep(k)}).elements())

    def rest(self, used: Iterable[Tile]) -> tuple[Tile, ...]:
        """The tiles of the set without these, which may be turned; sorted.

        If one of these is hidden, all of the rest is hidden.
        """
        left = {**self.copies}
        for tile in used:
            kind = self.kinds.get(tile, tile)
            left[kind] = left.get(kind, 0) - 1
        hidden = -left.pop(HIDDEN, 0)
        rest = tuple(chain.from_iterable(map(repeat, left, left.values())))
        return (HIDDEN,) * (len(rest) - hidden) if hidden else rest

    def write(self, tile: Tile) -> str:
        """The notation of a tile as it lies."""
        text = self._texts.get(tile)
        if text is None:
            text = self._texts[tile] = format_tile(tile, self.codes)
        return text

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

    def placements(self, layout: Layout[Tile], among: Iterable[Tile]) -> Placements:
        """Every way to lay one of these kinds beside the tiles on the table, by kind, cell and turn."""
        return Placements(self.fitting, layout, among)

    @cached_property
    def most_lays(self) -> int:
        """The most ways to lay tiles that can be left beside those on a connected table."""
        total = sum(self.copies.values())
        beside = (most_beside(laid) if laid else 1 for laid in range(total))
        return max(len(SIDES) * (total - laid) * cells for laid, cells in enumerate(beside))

    def agrees_at(self, layout: Layout[Tile], lay: Lay) -> bool:
        """Whether a tile lies beside the table and agrees with all that it meets."""
        demand, bit = layout.places.get(lay.cell), self.fitting.bits.get(lay.tile)
        return bool(demand and bit and self.fitting.at[demand] & bit)

    def everywhere(self, among: Iterable[Tile], cells: Sequence[Hex]) -> Moves[Lay]:
        """Every way to lay one of these kinds on one of these cells, by kind, cell and turn."""
        return _Everywhere([self.turns[kind] for kind in among], cells)

    def fits(self, layout: Layout[Tile], among: Iterable[Tile]) -> bool:
        """Whether one of these kinds can be laid beside the tiles on the table."""
        return len(self.placements(layout, among)) > 0


# The turns in a field of bits.
_ANY_TURN = (1 << len(SIDES)) - 1
_TURNS = tuple(tuple(turn for turn in SIDES if turns >> turn & 1) for turns in range(_ANY_TURN + 1))


class Fitting:
    """Which turned tiles of a set agree with what a place meets.

    A set of turned tiles is one number that has a field of bits for each kind, with a bit for each of
    its turns. `at` has the set that fits for each demand, and `counts` how many turns of each kind
    that are, in the fields of one number as well: the sum of these numbers over all places has the
    number of placements of every kind, and no field overflows. A tile that a player does not see
    fits nowhere.
    """

    def __init__(self, kinds: TileKinds) -> None:
        copies = sum(kinds.copies.values())
        # A tile adds at most four places to the six beside the first.
        width = (len(SIDES) * (4 * copies + 2)).bit_length()
        self.field = (1 << width) - 1
        self.shifts = {kind: width * number for number, kind in enumerate((*kinds.copies, HIDDEN))}
        self.kinds = {shift: kind for kind, shift in self.shifts.items()}
        self.turns = kinds.turns
        self.lying = {
            self.shifts[kind]: [(tile, _stamped(kinds.sides[tile])) for tile in turns]
            for kind, turns in kinds.turns.items()
        }
        self.bits = {
            tile: 1 << self.shifts[kind] + turn
            for kind, turns in kinds.turns.items()
            for turn, tile in enumerate(turns)
        }
        self.at = Found(self._fitting)
        self.counts = Found(self._count)
        self._ones = sum(1 << self.shifts[kind] for kind in self.turns)
        self._agreeing = cache(partial(self._find_agreeing, kinds))

    def _fitting(self, demand: Demand) -> int:
        sides = (self._agreeing(side, shown) for side, shown in met(demand))
        return reduce(and_, sides)

    def _count(self, demand: Demand) -> int:
        fitting = self.at[demand]
        return sum(fitting >> turn & self._ones for turn in SIDES)

    def _find_agreeing(self, kinds: TileKinds, side: int, shown: int) -> int:
        """The turned tiles that agree on a side with what is shown there."""
        tiles = self.bits.items()
        return sum(bit for tile, bit in tiles if kinds.agrees(kinds.sides[tile][side], shown))


class Placements(Moves[Lay]):
    """The ways to lay some kinds beside a table.

    The number of each kind, in `counts`, is known before any placement is found.
    """

    def __init__(self, fitting: Fitting, layout: Layout[Tile], among: Iterable[Tile]) -> None:
        self._fitting, self._layout = fitting, layout
        self._tally = tally = layout.tally(fitting.counts)
        total, shifts, field = tally.total, fitting.shifts, fitting.field
        self.counts = {kind: total >> shifts[kind] & field for kind in among}
        self._length = sum(self.counts.values())

    def __iter__(self) -> Iterator[Lay]:
        at, places = self._fitting.at, sorted(self._layout.places.items())
        for kind in (kind for kind, count in self.counts.items() if count):
            turns, shift = self._fitting.turns[kind], self._fitting.shifts[kind]
            for cell, demand in places:
                for turn in _TURNS[at[demand] >> shift & _ANY_TURN]:
                    yield Lay(turns[turn], cell)

    def at(self, index: int) -> Lay:
        for kind, count in self.counts.items():  # noqa: B007
            if index < count:
                break
            index -= count
        cell, turn = self._tally.at(index, self._fitting.shifts[kind], self._fitting)
        return Lay(self._fitting.turns[kind][turn], CELLS[cell])


class _Everywhere(Moves[Lay]):
    """The ways to lay some kinds, each with its turns, on some cells."""

    def __init__(self, kinds: Sequence[Sequence[Tile]], cells: Sequence[Hex]) -> None:
        self._kinds, self._cells = kinds, cells
        self._length = len(cells) * sum(map(len, kinds))

    def __iter__(self) -> Iterator[Lay]:
        return (Lay(tile, cell) for turns in self._kinds for cell in self._cells for tile in turns)

    def at(self, index: int) -> Lay:
        for turns in self._kinds:
            number, turn = divmod(index, len(turns))
            if number < len(self._cells):
                break
            index -= len(self._cells) * len(turns)
        return Lay(turns[turn], self._cells[number])


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
