"""A tileset: the tiles of a definition, each with its id and its copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import zip_longest
from pathlib import Path
from random import Random

from pnp.basics import limits
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Place,
    Severity,
    TooManyTiles,
    UnusableInput,
)
from pnp.definition import (
    DEFAULT_STYLE,
    NO_TILES,
    Definition,
    FamilyDefinition,
    GivenPiece,
    TileGroup,
    TileStyle,
    load_definition,
)
from pnp.enumeration import (
    WORK_LIMIT,
    Universe,
    count,
    different_tiles,
    first_tiles,
    random_tiles,
)
from pnp.tiles import Tile, canonical

LIMIT = limits.MOST_TILES


class Piece(NamedTuple):
    """A tile of the set: its id, how often it is printed, and the tile on its back, if another one is there.

    A tile whose family has a face has values, `listed`. The id is the family's name with the tile's number in it, and changes only if the family
    changes. The tile's notation never changes.
    """

    id: str
    tile: Tile
    copies: int
    family: str
    place: Place
    listed: GivenPiece | None = None
    written: Tile | None = None
    style: TileStyle = DEFAULT_STYLE
    group: TileGroup = NO_TILES
    back: Piece | None = None

    @property
    def drawn(self) -> Tile:
        """The tile as it is drawn: one with values of its own as the file has it, others in canonical form."""
        return self.tile if self.written is None else self.written

    @property
    def shown(self) -> object:
        """The strands, edges, mark, face and values of the tile; equal for tiles that look the same."""
        if self.listed is None:
            return (self.group.name, self.tile)
        values = tuple(sorted(self.listed.values.items()))
        return (self.group.name, self.tile, self.listed.face.place, values)


@frozen(slots=True)
class Family:
    """A family's pieces, and its universe: the count by Burnside's lemma, and the tiles.

    Pieces of a family that `is_back` are on the backs of those of another, and nobody cuts them out.
    """

    definition: FamilyDefinition
    pieces: tuple[Piece, ...]
    burnside: int | None
    universe: tuple[Tile, ...]
    is_back: bool = False

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def group(self) -> TileGroup:
        return self.definition.group

    @property
    def count(self) -> int:
        """The number of different tiles in the family."""
        return len({piece.shown for piece in self.pieces})

    @property
    def printed(self) -> int:
        """The number of printed tiles, with copies."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def share(self) -> str:
        """The size of the universe behind generated tiles that are only some of it; else empty."""
        size, family = self.burnside, self.definition
        if size is None or family.listed is not None or family.size_of(size) == size:
            return ""
        return f" of {size:,}" + ("" if family.sample is None else " sampled")


@frozen
class Tileset:
    """All tiles of a game for a number of players."""

    definition: Definition
    players: int
    families: tuple[Family, ...]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for family in self.families for piece in family.pieces)

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def by_tile(self) -> Mapping[Tile, Piece]:
        """The first piece of each tile; others have the same tile with another face or value."""
        return {piece.tile: piece for piece in reversed(self.pieces)}

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """The copies of the pieces by their ids; those of all pieces without a face that have the same tile, by the id of the first."""
        copies = Counter[str]()
        for piece in self.pieces:
            copies[self.by_tile[piece.tile].id if piece.listed is None else piece.id] += (
                piece.copies
            )
        return copies

    @property
    def count(self) -> int:
        """The number of different tiles in the set."""
        return sum(family.count for family in self.families)

    @property
    def fronts(self) -> tuple[Piece, ...]:
        """The tiles that are cut out: all but those on the backs of others."""
        families = (family for family in self.families if not family.is_back)
        return tuple(piece for family in families for piece in family.pieces)

    @property
    def printed(self) -> int:
        """The number of printed tiles, with copies; two on one card are one."""
        return sum(piece.copies for piece in self.fronts)

    @property
    def group(self) -> TileGroup:
        """The group of its first family."""
        return self.families[0].group if self.families else NO_TILES

    @cached_property
    def by_group(self) -> tuple[Tileset, ...]:
        """The set of each group of tiles that has families."""
        groups = dict.fromkeys(family.group for family in self.families)
        return tuple(
            replace(self, families=tuple(each for each in self.families if each.group == group))
            for group in groups
        )

    def family(self, name: str) -> Family | None:
        """The family of that name."""
        return next((family for family in self.families if family.name == name), None)


def counts(definition: Definition, *, work: int = WORK_LIMIT) -> dict[str, int | None]:
    """The number of different tiles in each family's universe, by Burnside's lemma alone.

    None for a family without a universe, and for a selection from a universe that is too large to
    count. Raises InvalidDefinition if any other count takes more work than allowed.
    """
    found: dict[str, int | None] = {}
    findings = []
    for family in definition.families:
        try:
            universe = family.universe
            size = found[family.name] = None if universe is None else count(universe, work=work)
            if size is not None and family.size_of(size) < (family.sample or 0):
                findings.append(_too_few(family, size))
        except TooManyTiles as error:
            found[family.name] = None
            if not family.selection:
                findings.append(_too_many(family, str(error)))
    if findings:
        raise InvalidDefinition(findings)
    return found


def sizes(definition: Definition, *, players: int | None = None) -> dict[str, int]:
    """The number of different tiles in each family, without listing those of a universe.

    A family that is listed by hand, or selected, has as many as its list. Raises InvalidDefinition
    as `counts` does, and UnusableInput for a wrong number of players.
    """
    if players is not None:
        _check_players(definition, players)
    players = definition.players.max if players is None else players
    found = counts(definition)
    return {
        family.name: family.size_of(found[family.name] or 0)
        if family.listed is None
        else len({piece.shown for piece in _pieces(family, (), players)})
        for family in definition.families
    }


def make_tileset(
    definition: Definition,
    *,
    players: int | None = None,
    limit: int = LIMIT,
    progress: Callable[[str, float], None] = lambda family, share: None,
) -> Tileset:
    """The tiles of a definition for so many players, by default the greatest number.

    All families are counted before any is enumerated. Raises InvalidDefinition with the exact size
    of a family that has more tiles than the limit. `progress` is called with a family's name and
    the share of all tiles that are enumerated so far.
    """
    if players is not None:
        _check_players(definition, players)
    players = definition.players.max if players is None else players
    sizes = counts(definition)
    # A selection's universe is counted, but not enumerated.
    wanted = {
        family.name: 0 if family.selection else sizes[family.name] or 0
        for family in definition.families
    }
    findings = [
        _above(family, wanted[family.name], limit)
        for family in definition.families
        if wanted[family.name] > limit
    ]
    total = sum(wanted.values()) or 1
    if total > limit and not findings:
        place = definition.families[-1].place
        findings = [limits.too_many("different tiles in all families", total, limit, place)]
    if findings:
        raise InvalidDefinition(findings)
    families: list[Family] = []
    before = 0
    for family in definition.families:

        def found(number: int, name: str = family.name, before: int = before) -> None:
            progress(name, (before + number) / total)

        families.append(family_of(family, sizes[family.name], players, limit=limit, found=found))
        before += wanted[family.name]
    return Tileset(definition, players, with_backs(families))


def family_of(
    family: FamilyDefinition,
    burnside: int | None,
    players: int,
    *,
    limit: int = LIMIT,
    found: Callable[[int], None] = lambda number: None,
) -> Family:
    """The family with its pieces for so many players, and the count of its universe.

    Raises InvalidDefinition if it has more tiles to list than the limit. `found` is called with the number of tiles so far.
    """
    if not family.selection and (burnside or 0) > limit:
        raise InvalidDefinition([_above(family, burnside or 0, limit)])
    universe = _universe(family, burnside, found)
    return Family(family, _pieces(family, universe, players), burnside, universe)


def with_backs(families: Sequence[Family]) -> tuple[Family, ...]:
    """The families, each tile with the one on its back: the first tile of one family with the first of another.

    Tiles are without one if the other family is not here.
    """
    by_name = {family.name: family for family in families}
    backs = {each.definition.back.value for each in families if each.definition.back}
    made = []
    for family in families:
        pieces = family.pieces
        if family.definition.back is not None:
            back = by_name.get(family.definition.back.value)
            # A rule reports families that differ in number.
            others = back.pieces[: len(pieces)] if back is not None else ()
            pairs = zip_longest(pieces, others)
            pieces = tuple(piece._replace(back=other) for piece, other in pairs)
        made.append(replace(family, pieces=pieces, is_back=family.name in backs))
    return tuple(made)


@cache
def tileset_in(folder: Path, name: str) -> Tileset:
    """The set in the file `NAME.yaml` of a folder; raises UnusableInput if there is no such file."""
    return make_tileset(load_definition(folder / f"{name}.yaml"))


def sampled_tileset(definition: Definition, number: int, rng: Random | None) -> Tileset:
    """About so many tiles of a set that is too large to list, in proportion to its families.

    *rng* chooses the tiles; without it they are those that are found first. The ids count the
    sample. Raises InvalidDefinition as `counts` does.
    """
    sizes = counts(definition)
    total = sum(size or 0 for size in sizes.values()) or 1
    families = []
    for family in definition.families:
        wanted = -(-number * (sizes[family.name] or 0) // total)
        universe: tuple[Tile, ...] = ()
        if family.universe is not None and not family.selection:
            sampled = (
                first_tiles(family.universe, wanted)
                if rng is None
                else random_tiles(family.universe, wanted, rng)
            )
            universe = tuple(sampled)
        pieces = _pieces(family, universe, definition.players.max)
        families.append(Family(family, pieces, sizes[family.name], universe))
    return Tileset(definition, definition.players.max, tuple(families))


def for_players(tileset: Tileset, players: int) -> Tileset:
    """The set for another number of players; raises UnusableInput if the game is not for so many."""
    definition = tileset.definition
    _check_players(definition, players)
    if players == tileset.players:
        return tileset
    families = [
        replace(family, pieces=_pieces(family.definition, family.universe, players))
        for family in tileset.families
    ]
    return Tileset(definition, players, with_backs(families))


def most_players(definition: Definition) -> int:
    """The greatest number of players in the game, or for a listed tile."""
    listed = (each.players for family in definition.families for each in family.listed or ())
    return max(definition.players.max, *listed, 1)


def _check_players(definition: Definition, players: int) -> None:
    least, most = definition.players.min, most_players(definition)
    if definition.players.stated and not least <= players <= most:
        raise UnusableInput(
            f"{definition.game} is a game for {least} to {most} players, not for {players}"
        )


def _too_many(family: FamilyDefinition, message: str) -> Finding:
    return Finding("limit", Severity.ERROR, f"family {family.name}: {message}", family.place)


def _above(family: FamilyDefinition, size: int, limit: int) -> Finding:
    message = f"there are {size:,} different tiles, more than the limit of {limit:,}"
    return _too_many(family, message)


def _too_few(family: FamilyDefinition, size: int) -> Finding:
    left = family.size_of(size)
    out = f"; it leaves {size - left:,} of {size:,} out" if left < size else ""
    message = (
        f"family {family.name}: a sample of {family.sample:,} is more than its {left:,} tiles{out}"
    )
    return Finding("sample", Severity.ERROR, message, family.place_of("sample"))


# So many tiles take too little time to report it.
_FEW = 1000


# A preview lists the same universes after every save.
@lru_cache(maxsize=64)
def _few_tiles(universe: Universe) -> tuple[Tile, ...]:
    return tuple(different_tiles(universe))


def _universe(
    family: FamilyDefinition, burnside: int | None, found: Callable[[int], None]
) -> tuple[Tile, ...]:
    """All tiles of a family's universe; none if the listed tiles are a selection from it."""
    if family.universe is None or family.selection:
        return ()
    few = burnside is not None and burnside <= _FEW
    universe = (
        _few_tiles(family.universe) if few else tuple(different_tiles(family.universe, found=found))
    )
    if burnside != len(universe):
        raise AssertionError(
            f"{family.name}: {len(universe)} tiles are enumerated, {burnside} counted by Burnside's lemma"
        )
    return universe


# A tile, its copies, its place, the players that it needs, its values, and the tile as it is written.
_Entry = tuple[Tile, int, Place, int, GivenPiece | None, Tile | None]


def _pieces(
    family: FamilyDefinition, universe: tuple[Tile, ...], players: int
) -> tuple[Piece, ...]:
    """The family's pieces for so many players; ids depend neither on the number, nor on a sample."""
    if family.listed is None:
        entries, most = _generated(family, universe), len(universe)
    else:
        entries, most = enumerate(_listed(family), 1), len(family.listed)
    return tuple(
        Piece(
            piece_id(family, number, most),
            tile,
            copies,
            family.name,
            place,
            listed,
            written,
            family.style,
            family.group,
        )
        for number, (tile, copies, place, needed, listed, written) in entries
        if needed <= players
    )


def piece_id(family: FamilyDefinition, number: int, most: int) -> str:
    """The id of the tile with this number in its family, of at most so many."""
    return f"{family.name}-{number:0{len(str(most))}}"


def _generated(
    family: FamilyDefinition, universe: tuple[Tile, ...]
) -> Iterable[tuple[int, _Entry]]:
    """The generated tiles that the set has, each with its number in the universe."""
    changes = dict(family.changes)
    for number in _chosen(family, universe):
        tile = universe[number - 1]
        copies = changes.get(tile, family.copies)
        yield number, (tile, copies, family.place, 1, family.common, None)


def _chosen(family: FamilyDefinition, universe: tuple[Tile, ...]) -> list[int]:
    """The numbers of the tiles that are not left out, or of a sample of them.

    A larger sample with the same seed has all tiles of a smaller one.
    """
    changes = dict(family.changes)
    kept = [number for number, tile in enumerate(universe, 1) if changes.get(tile, 1)]
    if family.sample is None:
        return kept
    # First those that the file names, then the others in a random order.
    Random(family.seed).shuffle(kept)
    kept.sort(key=lambda number: universe[number - 1] not in changes)
    return sorted(kept[: family.sample])


def _listed(family: FamilyDefinition) -> Iterator[_Entry]:
    """The tiles that the file lists, in canonical form."""
    for each in family.listed or ():
        tile = canonical(each.tile, family.group.geometry, family.group.symmetry)
        written = None if each.listed is None else each.tile
        yield tile, each.copies, each.place, each.players, each.listed, written
