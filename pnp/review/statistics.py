"""Statistics: what the sides, strands and tiles of a set show, and how often; copies count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.definition import Ink, TileGroup
from pnp.review.fits import Fit, fits
from pnp.review.likeness import LookAlikes, Twins, look_alikes, twins
from pnp.review.sides import PATH, counted_looks, in_codes, in_words, match_chance
from pnp.sets.components import Components
from pnp.sets.tileset import Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile, canonical, format_tile
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.sides import SideLook, around
from pnp.tiles.tile import NO_MARK, TileGeometry, images

# What all families have together; no family has a name with a blank.
ALL = "all families"


class Share(NamedTuple):
    """A number of things, and their share of all things of their sort."""

    number: int
    share: float


class Look(NamedTuple):
    """One of the things that sides show: in words, in letters, and its ink if it has one.

    `matches` is the look that matches this one, in words.
    """

    words: str
    short: str
    fill: str | None
    blank: bool
    matches: str


class FamilySides(NamedTuple):
    """What the sides of a family show: a share for each look of the set, in the same order."""

    name: str
    tiles: int
    sides: int
    shares: tuple[Share, ...]


class Match(NamedTuple):
    """The chance that a random side of one family matches a random side of the other."""

    one: str
    other: str
    chance: float


class StrandKind(NamedTuple):
    """How many strands of a kind there are in each colour, in the order of the set's colours."""

    kind: str
    number: int
    share: float
    colours: tuple[tuple[str, int], ...]


class Pattern(NamedTuple):
    """Tiles without their colours: how many have the same strands, and the same edges equal.

    `notation` has letters from A on for edges of equal colour, and the joined ports of strands.
    """

    notation: str
    tiles: int
    kinds: int
    share: float


class Crossings(NamedTuple):
    """How many tiles have so many crossings."""

    crossings: int
    tiles: int
    share: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of the tiles of one group; `tiles` counts copies, `kinds` does not.

    `families` ends with all families together, if there are several; `matches` has all pairs of
    them. A set without tiles has empty tables.
    """

    game: str
    title: str
    group: str
    players: int
    tiles: int
    kinds: int
    looks: tuple[Look, ...]
    families: tuple[FamilySides, ...]
    matches: tuple[Match, ...]
    fits: tuple[Fit, ...]
    strands: tuple[StrandKind, ...]
    patterns: tuple[Pattern, ...]
    crossings: tuple[Crossings, ...]
    twins: Twins
    look_alikes: tuple[LookAlikes, ...]


def statistics(tileset: Tileset, parts: Components, theme: Theme) -> tuple[Statistics, ...]:
    """The numbers of each group of tiles in the colours of a theme; of nothing in a set without tiles."""
    return tuple(_statistics(each, parts, theme) for each in tileset.by_group or (tileset,))


def _statistics(tileset: Tileset, parts: Components, theme: Theme) -> Statistics:
    definition = tileset.definition
    geometry, symmetry = tileset.group.geometry, tileset.group.placement
    groups = [(family.name, family.pieces) for family in tileset.families if family.pieces]
    counts = {name: counted_looks(pieces, geometry, symmetry) for name, pieces in groups}
    whole = counted_looks(tileset.pieces, geometry, symmetry)
    looks = _in_order(whole)
    if len(groups) > 1:
        groups.append((ALL, tileset.pieces))
        counts[ALL] = whole
    families = []
    for name, pieces in groups:
        total = counts[name].total()
        shares = tuple(Share(counts[name][look], counts[name][look] / total) for look in looks)
        families.append(FamilySides(name, sum(each.copies for each in pieces), total, shares))
    tiles = ((around(piece.tile, geometry), piece.copies) for piece in tileset.pieces)
    # Two sides share each corner, so that places with corners have other chances.
    cornered = any(piece.tile.corners for piece in tileset.pieces)
    return Statistics(
        game=definition.game,
        title=definition.title,
        group=tileset.group.name,
        players=tileset.players,
        tiles=tileset.printed,
        kinds=tileset.count,
        looks=tuple(_described(look, definition.palette) for look in looks),
        families=tuple(families),
        matches=tuple(
            Match(one, other, match_chance(counts[one], counts[other]))
            for one in counts
            for other in counts
        ),
        fits=() if cornered else fits(tiles, geometry, symmetry),
        strands=tuple(_strands(tileset)),
        patterns=tuple(_patterns(tileset)),
        crossings=tuple(_crossings(tileset)),
        twins=twins(tileset),
        look_alikes=look_alikes(tileset, parts, theme) if tileset.pieces else (),
    )


def _in_order(looks: Iterable[SideLook]) -> list[SideLook]:
    """Looks in the order of colours, those with blank parts later, and the blank look last."""

    def late(number: int) -> tuple[bool, int]:
        return number < 0, -number if number < 0 else number

    return sorted(looks, key=lambda look: [*map(late, (look.edge, *look.ports, *look.corners))])


def _described(look: SideLook, inks: Sequence[Ink]) -> Look:
    colour = look.colour()
    return Look(
        in_words(look, inks),
        in_codes(look, inks),
        None if colour is None else inks[colour].fill or None,
        look.is_blank,
        in_words(look.mirrored, inks),
    )


_LINES = {"sharp-bends": "sharp bend", "gentle-bends": "gentle bend", "straights": "straight",
          "u-turns": "u-turn"}  # fmt: skip


def strand_kind(join: tuple[int, ...], geometry: TileGeometry, *, region: bool = False) -> str:
    """The kind of a strand: an end, a sort of line, or a junction or region of so many ports.

    >>> from pnp.tiles import Shape
    >>> strand_kind((0, 3), TileGeometry(Shape.HEXAGON)), strand_kind((0,), TileGeometry(Shape.SQUARE))
    ('straight', 'end')
    """
    if region:
        return f"region of {len(join)}"
    if len(join) == 1:
        return "end"
    if len(join) > 2:
        return f"junction of {len(join)}"
    blank_edges = (UNCOLOURED,) * geometry.sides
    alone = Tile((join,), (UNCOLOURED,), blank_edges)  # type: ignore[arg-type]
    return next(kind for name, kind in _LINES.items() if PROPERTIES[name].value(alone, geometry))


def _strands(tileset: Tileset) -> Iterator[StrandKind]:
    definition = tileset.definition
    found: Counter[tuple[str, Colour]] = Counter()
    for piece in tileset.pieces:
        for join, colour in zip(piece.tile.joins, piece.tile.colours, strict=True):
            region = colour != UNCOLOURED and bool(definition.palette[colour].region)
            kind = strand_kind(join, tileset.group.geometry, region=region)
            found[kind, colour] += piece.copies
    order = ["end", *_LINES.values()]
    kinds = sorted(
        {kind for kind, _ in found},
        key=lambda kind: (order.index(kind) if kind in order else len(order), kind),
    )
    for kind in kinds:
        colours = tuple(
            (PATH if colour == UNCOLOURED else definition.palette[colour].name, number)
            for (each, colour), number in sorted(found.items(), key=lambda item: item[0][1])
            if each == kind
        )
        number = sum(each for _, each in colours)
        yield StrandKind(kind, number, number / found.total(), colours)


def pattern_of(piece: Tile, group: TileGroup) -> str:
    """The notation of a tile without its colours and its mark, the same for all turns of the tile."""
    geometry, symmetry = group.geometry, group.symmetry
    if all(edge == UNCOLOURED for edge in (*piece.edges, *piece.corners)):
        return format_tile(canonical(_uncoloured(piece), geometry, symmetry), ())
    letters = [chr(ord("A") + number) for number in range(2 * geometry.sides)]
    turned = (_uncoloured(each) for each in images(piece, geometry, symmetry))
    return format_tile(min(turned), letters)


def _uncoloured(piece: Tile) -> Tile:
    """The tile with numbers for edges and corners as their colours first come, and plain strands."""
    numbers: dict[int, int] = {UNCOLOURED: UNCOLOURED}
    for colour in (*piece.edges, *piece.corners):
        numbers.setdefault(colour, len(numbers) - 1)
    edges, corners = (
        tuple(Colour(numbers[colour]) for colour in part) for part in (piece.edges, piece.corners)
    )
    return Tile(piece.joins, (UNCOLOURED,) * len(piece.joins), edges, NO_MARK, corners)


def _patterns(tileset: Tileset) -> Iterator[Pattern]:
    """The patterns of tiles, the most frequent first."""
    copies: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for piece in tileset.pieces:
        notation = pattern_of(piece.tile, tileset.group)
        copies[notation] += piece.copies
        kinds[notation] += 1
    for notation, number in sorted(copies.items(), key=lambda item: (-item[1], item[0])):
        yield Pattern(notation, number, kinds[notation], number / copies.total())


def _crossings(tileset: Tileset) -> Iterator[Crossings]:
    """How many tiles have each number of crossings; none for tiles without strands."""
    if not any(piece.tile.joins for piece in tileset.pieces):
        return
    geometry, crossings = tileset.group.geometry, PROPERTIES["crossings"]
    found: Counter[int] = Counter()
    for piece in tileset.pieces:
        found[crossings.value(piece.tile, geometry)] += piece.copies
    for number in range(max(found) + 1):
        yield Crossings(number, found[number], found[number] / found.total())
