"""The tiles of a set one after another: workers list shards of its families, and nothing holds all of them.

The tiles, their order and their numbers are those of `pnp.sets.tileset`, whoever lists them. Rules about whole sets need all tiles
at once, so nothing is checked here but the number of tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.definition import Definition, FamilyDefinition
from pnp.enumeration import Shard, Universe, shards, tiles_of
from pnp.sets.tileset import Family, counts, family_of, piece_id, sizes
from pnp.tiles import Tile, TileGeometry, format_tile
from pnp.tiles.properties import PROPERTIES

if TYPE_CHECKING:
    from pnp.basics.workers import Workers

# A part of the work has at most so many tiles before symmetry, or with all their values: some tenths of a second.
MOST, MOST_WITH_VALUES = 20_000, 2_000

# The work goes so many parts for each worker beyond the part that is listed next, whose results wait in memory.
_AHEAD = 4


class ListedTile(NamedTuple):
    """A tile of a list: its id, copies, family, notation, and the values of all properties if they are wanted."""

    id: str
    copies: int
    family: str
    notation: str
    values: tuple[int, ...]


class ListedFamily(NamedTuple):
    """A family of a list, whose tiles come when they are asked for, and the numbers of these and of its universe."""

    definition: FamilyDefinition
    size: int
    burnside: int | None
    tiles: Iterator[ListedTile]


def property_values(tile: Tile, geometry: TileGeometry) -> tuple[int, ...]:
    """The value of each property of `PROPERTIES`."""
    return tuple(each.kind(each.value(tile, geometry)) for each in PROPERTIES.values())


def listed(family: Family, codes: Sequence[str], *, with_values: bool) -> Iterator[ListedTile]:
    """The tiles of a family that is made."""
    for piece in family.pieces:
        values = property_values(piece.tile, piece.group.geometry) if with_values else ()
        notation = format_tile(piece.tile, codes)
        yield ListedTile(piece.id, piece.copies, family.name, notation, values)


def streamed(
    definition: Definition,
    workers: Workers,
    *,
    players: int,
    with_values: bool,
    progress: Callable[[str, float], None] = lambda family, share: None,
) -> Iterator[ListedFamily]:
    """The families with their tiles, which have to be taken in this order.

    Raises PnpError as `make_tileset` does, and if workers are lost.
    """
    found, numbers = counts(definition), sizes(definition, players=players)
    total, before = sum(numbers.values()) or 1, 0
    for family in definition.families:

        def done(number: int, name: str = family.name, before: int = before) -> None:
            progress(name, (before + number) / total)

        size = found[family.name]
        if family.listed is None and family.sample is None and size is not None:
            tiles = _generated(definition, family, size, workers, with_values, done)
        else:
            tiles = listed(
                family_of(family, size, players), definition.codes, with_values=with_values
            )
        yield ListedFamily(family, numbers[family.name], size, tiles)
        before += numbers[family.name]


# A tile as a worker lists it: its copies, which may be none, its notation, and its values.
_Row = tuple[int, str, tuple[int, ...]]


class _Recipe(NamedTuple):
    """What a worker knows of a family: its universe, codes of colours, copies, and the copies of single tiles."""

    universe: Universe
    codes: tuple[str, ...]
    copies: int
    changes: tuple[tuple[Tile, int], ...]
    with_values: bool


class _Part(NamedTuple):
    """Shards that follow one another."""

    number: int
    shards: tuple[Shard, ...]


class _Parts:
    """The parts of a family in order, of which no more are taken than there is room to keep the results."""

    def __init__(self, parts: Iterator[_Part], room: int) -> None:
        self._parts = parts
        self._room = room
        self._taken = 0
        self.listed = 0

    def take(self) -> _Part | None:
        if self._taken - self.listed >= self._room:
            return None
        part = next(self._parts, None)
        self._taken += part is not None
        return part


def _generated(
    definition: Definition,
    family: FamilyDefinition,
    size: int,
    workers: Workers,
    with_values: bool,
    done: Callable[[int], None],
) -> Iterator[ListedTile]:
    """The tiles of a family that is generated whole."""
    # Most lists need no workers, whose modules take long to import.
    from pnp.basics.workers import Job

    universe = family.universe
    if universe is None:
        return
    recipe = _Recipe(universe, (*definition.codes,), family.copies, family.changes, with_values)
    most = MOST_WITH_VALUES if with_values else MOST
    parts = _Parts(_parts(shards(universe, most), most), _AHEAD * workers.number)
    job = Job[_Part, tuple[int, list[_Row]]](
        rows,
        lambda part: (recipe, part, code()),
        lambda part: f"part {part.number + 1:,} of the tiles of {family.name}",
        "the list is not complete",
    )
    waiting: dict[int, list[_Row]] = {}
    number = 0
    for part, listed in workers.done(job, parts):
        waiting[part] = listed
        while parts.listed in waiting:
            for copies, notation, values in waiting.pop(parts.listed):
                number += 1
                if copies:
                    name = piece_id(family, number, size)
                    yield ListedTile(name, copies, family.name, notation, values)
            parts.listed += 1
            done(number)
    if number != size:
        raise AssertionError(
            f"{family.name}: {number} tiles are enumerated, {size} counted by Burnside's lemma"
        )


def _parts(found: Iterable[Shard], most: int) -> Iterator[_Part]:
    """The shards in parts, so that many small ones are one."""
    number, size, together = 0, 0, list[Shard]()
    for shard in found:
        if together and size + shard.most > most:
            yield _Part(number, tuple(together))
            number, size, together = number + 1, 0, []
        together.append(shard)
        size += shard.most
    if together:
        yield _Part(number, tuple(together))


def rows(recipe: _Recipe, part: _Part, expected: str) -> tuple[int, list[_Row]]:
    """A part of a family, listed here; raises UnusableInput if pnp here is not the *expected* one."""
    if expected != code():
        raise UnusableInput("a worker has another version of pnp; install the same everywhere")
    universe, codes, copies, changes, with_values = recipe
    changed = dict(changes)
    return part.number, [
        (
            changed.get(tile, copies),
            format_tile(tile, codes),
            property_values(tile, universe.geometry) if with_values else (),
        )
        for shard in part.shards
        for tile in tiles_of(universe, shard)
    ]


@cache
def code() -> str:
    """A digest of all that tiles, their order and their texts depend on."""
    from pnp.basics.workers import digest

    here = Path(__file__).parent
    folders = (here, here.parent / "enumeration", here.parent / "tiles")
    return digest(file for folder in folders for file in sorted(folder.glob("*.py")))
