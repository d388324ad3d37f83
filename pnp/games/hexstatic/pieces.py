"""The pieces of HexStatic: tiles whose sides show a colour, or are blank, and the rules for them.

The tiles that a colour joins on the table are a structure.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from itertools import islice
from operator import itemgetter
from typing import Any, Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.play import (
    CELLS,
    FACING,
    STEPS,
    Hex,
    Layout,
    TileKinds,
    around,
    beyond,
    facing,
    format_cell,
    numbered,
)
from pnp.sets.tileset import Tileset
from pnp.tiles import UNCOLOURED, Shape, Tile, TileGeometry
from pnp.tiles.properties import PROPERTIES
from pnp.validation import Scope, Violation, rule

# The number of a side that no colour touches.
BLANK = int(UNCOLOURED)

_HEXAGON = TileGeometry(Shape.HEXAGON)


class PieceSet(TileKinds):
    """The tiles of a set and its colours; raises UnusableInput if the game needs other tiles."""

    def __init__(self, tileset: Tileset, *, blanks_agree: bool = False) -> None:
        """*blanks_agree*: a blank side agrees with every side, not only with another blank one."""
        definition = tileset.definition
        self.colours = tuple(ink.name for ink in definition.inks)
        are_hexagons = definition.main_group.geometry == _HEXAGON
        for piece in tileset.pieces:
            tile = piece.tile
            each_once = sorted(tile.colours) == list(range(len(self.colours)))
            is_plain = {*tile.edges} == {UNCOLOURED} and {*map(len, tile.joins)} <= {1, 2}
            if not (are_hexagons and each_once and is_plain):
                raise UnusableInput(
                    f"{definition.game} is not a set for hexstatic: {piece.id} is not a hexagon"
                    " with each colour once, as a line or an end"
                )
        agrees = _agrees_with_blanks if blanks_agree else int.__eq__
        super().__init__(tileset, shows=_sides, agrees=agrees)
        self.nexus = self.bag(is_nexus)
        self.ordinary = self.bag(lambda kind: not is_nexus(kind))
        if not self.nexus:
            raise UnusableInput(f"{definition.game} is not a set for hexstatic: no nexus tile")

    def clashes(self, table: Mapping[Hex, Tile], cell: Hex, tile: Tile) -> Iterator[str]:
        """Each side of a tile on a cell that does not agree with the tile beside it, in words."""
        for side, own in enumerate(self.sides[tile]):
            beside = beyond(cell, side)
            shown = self.sides[table[beside]][facing(side)] if beside in table else own
            if not self.agrees(own, shown):
                yield (
                    f"side {side + 1} of the tile on {format_cell(cell)} is {self._word(own)} and"
                    f" meets {self._word(shown)} on {format_cell(beside)}"
                )

    def _word(self, shown: int) -> str:
        return "blank" if shown == BLANK else self.colours[shown]


def is_nexus(tile: Tile) -> bool:
    """Whether all strands of a tile are ends."""
    return all(len(join) == 1 for join in tile.joins)


def ports(tile: Tile, colour: int) -> tuple[int, ...]:
    """The sides that a colour touches: one for an end, two for a line."""
    return tile.joins[tile.colours.index(colour)]


def _agrees_with_blanks(one: int, other: int) -> bool:
    return one == other or BLANK in (one, other)


def _sides(tile: Tile) -> tuple[int, ...]:
    shown = [BLANK] * 6
    for ports_of_strand, colour in zip(tile.joins, tile.colours, strict=True):
        for port in ports_of_strand:
            shown[port] = colour
    return tuple(shown)


class Kind(Enum):
    """The kinds of structures; the value is the word in the rulebook."""

    LOOP = "loop"
    LINE = "line"
    FRAGMENT = "fragment"
    RUN = "run"


# Points for each tile that counts, as the rulebook's table has it.
POINTS = {Kind.LOOP: 4, Kind.LINE: 2, Kind.FRAGMENT: 1, Kind.RUN: 0}

# The kind of a structure that is no loop, by the number of its ends.
_BY_ENDS = (Kind.RUN, Kind.FRAGMENT, Kind.LINE)


class Structure(NamedTuple):
    """A structure and its cells in the order in which the colour runs; a fragment's end is first."""

    kind: Kind
    colour: int
    cells: tuple[Hex, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing can be added to it."""
        return self.kind in (Kind.LOOP, Kind.LINE)

    @property
    def counted(self) -> tuple[Hex, ...]:
        """The cells of the tiles that count: all, but for a fragment's end tile."""
        return self.cells[1:] if self.kind is Kind.FRAGMENT else self.cells


# The sides of a cell that a colour touches, by the number of the cell; nothing if no tile lies there.
Links = Callable[[int], tuple[int, ...] | None]


def _links(table: Mapping[Hex, Tile], colour: int) -> dict[int, tuple[int, ...]]:
    return {numbered(cell): ports(tile, colour) for cell, tile in table.items()}


def structure_at(table: Mapping[Hex, Tile], cell: Hex, colour: int) -> Structure:
    """The structure of a colour to which the tile on a cell belongs."""
    return _structure(_links(table, colour).get, numbered(cell), colour)


def _structure(links: Links, cell: int, colour: int) -> Structure:
    sides = links(cell) or ()
    cells = [cell, *_walk(links, cell, sides[0])]
    if len(cells) > 1 and cells[-1] == cell:
        return _structured(Kind.LOOP, colour, cells[:-1])
    if len(sides) > 1:
        cells = [*reversed(_walk(links, cell, sides[1])), *cells]
    first, last = _is_end(links, cells[0]), _is_end(links, cells[-1])
    if last and not first:
        cells.reverse()
    ends = first + last if len(cells) > 1 else first
    return _structured(_BY_ENDS[ends], colour, cells)


def _structured(kind: Kind, colour: int, cells: list[int]) -> Structure:
    return Structure(kind, colour, tuple(map(CELLS.__getitem__, cells)))


def _is_end(links: Links, cell: int) -> bool:
    return len(links(cell) or ()) == 1


def completes(table: Mapping[Hex, Tile], cell: Hex, colour: int) -> bool:
    """Whether the tile on a cell belongs to a complete structure of a colour."""

    def links(number: int) -> tuple[int, ...] | None:
        tile = table.get(CELLS[number])
        return tile and ports(tile, colour)

    start = numbered(cell)
    for side in links(start) or ():
        cells = _walk(links, start, side)
        if not cells:
            return False
        if cells[-1] == start:
            return True
        if not _is_end(links, cells[-1]):
            return False
    return True


def _walk(links: Links, start: int, side: int) -> list[int]:
    """The cells to which the colour leads across a side of the start; a loop ends with the start."""
    cells: list[int] = []
    cell, entry = start + STEPS[side], FACING[side]
    while (sides := links(cell)) and entry in sides:
        cells.append(cell)
        if cell == start or len(sides) == 1:
            break
        side = sides[1] if sides[0] == entry else sides[0]
        cell, entry = cell + STEPS[side], FACING[side]
    return cells


def structures(table: Mapping[Hex, Tile], colour: int) -> tuple[Structure, ...]:
    """All structures of a colour, in the order of their first cells."""
    found: list[Structure] = []
    seen: set[Hex] = set()
    links = _links(table, colour)
    for cell in sorted(links):
        if CELLS[cell] not in seen:
            found.append(_structure(links.get, cell, colour))
            seen.update(found[-1].cells)
    return tuple(found)


def scoring(table: Mapping[Hex, Tile], colour: int) -> Iterator[Structure]:
    """The structures of a colour that bring points, in the order of their first cells."""
    links = _links(table, colour)
    found: list[tuple[int, Structure]] = []
    seen: set[int] = set()
    for cell, sides in links.items():
        if len(sides) == 1 and cell not in seen:
            cells = _walk(links.get, cell, sides[0])
            seen.update(cells)
            if not cells:
                continue
            first = min(cell, *cells)
            if len(links[cells[-1]]) == 1:
                found.append((first, _structure(links.get, first, colour)))
            else:
                found.append((first, _structured(Kind.FRAGMENT, colour, [cell, *cells])))
    for cell, sides in sorted(links.items()):
        if len(sides) > 1 and cell not in seen:
            cells = _walk(links.get, cell, sides[0])
            seen.update(cells)
            if cells and cells[-1] == cell:
                found.append((cell, _structure(links.get, cell, colour)))
    return map(itemgetter(1), sorted(found))


# The side of an empty place to which a structure leads; None where it ends.
Way = tuple[Hex, int] | None


class Tracks:
    """The points of the structures on a table, and their open ends; tiles are added in place.

    `complete` has the points of the loops and lines of each colour, `fragments` those of its fragments.
    """

    __slots__ = ("_other_ways", "complete", "fragments")

    def __init__(self) -> None:
        self.complete, self.fragments = defaultdict[int, int](int), defaultdict[int, int](int)
        # For each way on from a structure its other one, the number of its tiles and its colour.
        self._other_ways: dict[Way, tuple[Way, int, int]] = {}

    def copy(self) -> Tracks:
        """The same structures, to which other tiles can be added."""
        copied = Tracks()
        copied.complete, copied.fragments = self.complete.copy(), self.fragments.copy()
        copied._other_ways = self._other_ways.copy()
        return copied

    def add(self, cell: Hex, tile: Tile) -> None:
        """A tile is laid on an empty cell."""
        beside, other_ways = around(cell), self._other_ways
        for ports, colour in zip(tile.joins, tile.colours, strict=True):
            ways: list[Way] = [None] * (2 - len(ports))
            tiles = 1
            for port in ports:
                here: Way = cell, port
                if here in other_ways and other_ways[here][2] == colour:
                    way, joined, _ = other_ways.pop(here)
                    tiles += joined
                    if way is None:
                        self.fragments[colour] -= POINTS[Kind.FRAGMENT] * (joined - 1)
                else:
                    way = beside[port], FACING[port]
                ways.append(way)
            one, other = ways
            if one is None and other is None:
                self.complete[colour] += POINTS[Kind.LINE] * tiles
            elif one == (cell, ports[-1]):
                # Both sides have met the same tiles.
                self.complete[colour] += POINTS[Kind.LOOP] * (tiles // 2 + 1)
            else:
                if None in ways:
                    self.fragments[colour] += POINTS[Kind.FRAGMENT] * (tiles - 1)
                for way, back in ((one, other), (other, one)):
                    if way is not None:
                        other_ways[way] = back, tiles, colour


_MANY_TILES = 12


class Lines(Layout[Tile]):
    """The tiles on a table, each put on an empty cell, and their tracks.

    The tracks follow the tiles when somebody asks for them, since random games ask for none.
    """

    __slots__ = ("_followed", "_tracks")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        # The tracks of the first tiles, and how many these are.
        self._tracks, self._followed = Tracks(), 0

    @property
    def tracks(self) -> Tracks:
        """The structures of all tiles."""
        if self._followed < len(self.tiles):
            self._tracks = self._tracks.copy()
            for cell, tile in islice(self.tiles.items(), self._followed, None):
                self._tracks.add(cell, tile)
            self._followed = len(self.tiles)
        return self._tracks

    def copy(self) -> Self:
        # Bots ask many tables that come from this one; a table with many new tiles is of a random game.
        if len(self.tiles) - self._followed < _MANY_TILES:
            _ = self.tracks
        table = super().copy()
        table._tracks, table._followed = self._tracks, self._followed
        return table


# The rules of the set.


@rule(
    "nexus-all-ends",
    "The nexus tiles are the tiles on which every strand is an end, and no others.",
)
def nexus_all_ends(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    if scope.tileset.family("nexus") is None:
        yield Violation('there is no family "nexus" to set aside before the game', scope.place)
        return
    for piece in scope.pieces:
        ends = PROPERTIES["ends"].value(piece.tile, piece.group.geometry)
        all_ends = ends == len(piece.tile.joins)
        if all_ends != (piece.family == "nexus"):
            has = "has only ends" if all_ends else "has a line"
            yield Violation(
                f"{piece.id}, {definition.notation(piece.tile)}, {has} and is in the family"
                f' "{piece.family}"',
                piece.place,
            )


@rule(
    "an-owner-each-colour",
    "Each colour has one ownership marker, two-sided: a colour that nobody owns is neutral.",
    names=("owner",),
)
def an_owner_each_colour(scope: Scope) -> Iterator[Violation]:
    owners = scope.components.token("owner")
    if owners is None:
        return
    copies = Counter({token.ink.name: token.copies for token in owners.kinds if token.ink})
    for ink in scope.tileset.definition.inks:
        if copies[ink.name] != 1:
            yield Violation(
                f'there are {copies[ink.name]} ownership markers of "{ink.name}", not 1',
                owners.definition.place,
            )
    if owners.definition.back is None:
        yield Violation("the ownership markers have no neutral side", owners.definition.place)


RULES = (nexus_all_ends, an_owner_each_colour)
