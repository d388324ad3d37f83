"""Statistics: what the sides, strands and tiles of a set show, and how often; copies count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from pnp.basics.classes import NamedTuple, frozen
from pnp.colour.measures import lightness
from pnp.colour.theme import Theme
from pnp.colour.vision import Vision, distance
from pnp.definition import Ink, TileGroup
from pnp.review.sides import (
    PATH,
    Fit,
    counted_looks,
    fits,
    in_codes,
    in_words,
    match_chance,
)
from pnp.sets.components import Components
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile, canonical, format_tile
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.sides import SideLook, around, partners
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import NO_MARK, TileGeometry, images, mirrored, tile
from pnp.validation.legibility import HARD_TO_TELL, LEAST_IN_GREY, Group, groups_of_tiles
from pnp.validation.rules import Scope

# What all families have together; no family has a name with a blank.
ALL = "all families"


class Share(NamedTuple):
    """A number of things, and their share of all things of their sort."""

    number: int
    share: float


class Look(NamedTuple):
    """One of the things that sides show: in words, in letters, and its ink if it has one.

    `matches` are the looks of the set that match this one, in words.
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


@frozen(slots=True)
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
    matching = partners(looks, definition.meetings)
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
        tiles=sum(piece.copies for piece in tileset.pieces),
        kinds=tileset.count,
        looks=tuple(_described(look, matching[look], definition.palette) for look in looks),
        families=tuple(families),
        matches=tuple(
            Match(one, other, match_chance(counts[one], counts[other], matching))
            for one in counts
            for other in counts
        ),
        fits=()
        if cornered or not geometry.has_sides
        else fits(tiles, geometry, symmetry, definition.meetings),
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


def _described(look: SideLook, matching: Sequence[SideLook], inks: Sequence[Ink]) -> Look:
    colour = look.colour()
    return Look(
        in_words(look, inks),
        in_codes(look, inks),
        None if colour is None else inks[colour].fill or None,
        look.is_blank,
        " or ".join(in_words(each, inks) for each in matching) or "no side of the set",
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


# Tiles that are like each other: mirror twins, and tiles that some people cannot tell apart.

GREYSCALE = "greyscale"


class Twins(NamedTuple):
    """The different tiles of a set by what a mirror makes of them; turns of a tile are one tile.

    `pairs` has the ids of tiles that are each other's mirror image, `alone` those of chiral tiles
    whose mirror image the set lacks. `achiral` is the number of tiles that a mirror does not change.
    `two_sided` says that each tile is its own twin, turned over.
    """

    pairs: tuple[tuple[str, str], ...]
    alone: tuple[str, ...]
    achiral: int
    two_sided: bool


def twins(tileset: Tileset) -> Twins:
    """The mirror twins of a set."""
    geometry = tileset.group.geometry
    first: dict[Tile, str] = {}
    for piece in tileset.pieces:
        first.setdefault(canonical(piece.tile, geometry, Symmetry.ROTATIONS), piece.id)
    images = {kind: mirrored(kind, geometry) for kind in first}
    pairs = tuple(
        (name, first[images[kind]])
        for kind, name in first.items()
        if kind < images[kind] and images[kind] in first
    )
    alone = tuple(name for kind, name in first.items() if images[kind] not in first)
    achiral = sum(kind == image for kind, image in images.items())
    return Twins(pairs, alone, achiral, tileset.group.two_sided)


class LookAlikes(NamedTuple):
    """Different tiles that are the same tile to people with one kind of vision, or in greyscale.

    `colours` has the names of colours that look alike, and `tiles` the ids of tiles that do.
    """

    vision: str
    colours: tuple[tuple[str, ...], ...]
    tiles: tuple[tuple[str, ...], ...]


def look_alikes(tileset: Tileset, parts: Components, theme: Theme) -> tuple[LookAlikes, ...]:
    """The look-alikes for each kind of colour vision and in greyscale.

    Two colours look alike if they have the same line, pattern or symbol, and their inks differ less
    than the rule `told-apart` wants. As in that rule, letters do not count. A chain of such colours
    counts as one colour. In a theme whose pieces players colour by hand, no colours look alike.
    """
    alike: dict[str, Callable[[Ink, Ink], bool]] = {
        vision.value: lambda one, other, vision=vision: (  # type: ignore[misc]
            distance(one.fill, other.fill, vision) < HARD_TO_TELL
        )
        for vision in Vision
    }
    alike[GREYSCALE] = lambda one, other: (
        abs(lightness(one.fill) - lightness(other.fill)) < LEAST_IN_GREY
    )
    place = tileset.definition.start
    scope = Scope(tileset, parts, tileset.families, parts.decks, (), place, theme)
    kinds = () if theme.key else groups_of_tiles(scope)
    return tuple(_look_alikes(vision, test, tileset, kinds) for vision, test in alike.items())


def _look_alikes(
    vision: str, alike: Callable[[Ink, Ink], bool], tileset: Tileset, kinds: Iterable[Group]
) -> LookAlikes:
    inks = tileset.definition.palette
    merged: dict[str, dict[Colour, Colour]] = {}
    colours: dict[tuple[str, ...], None] = {}
    for group in kinds:
        chains = [chain for chain in _chains(group.looks, alike) if len(chain) > 1]
        numbers = [sorted(inks.index(ink) for ink in chain) for chain in chains]
        merged[group.name] = {Colour(each): Colour(chain[0]) for chain in numbers for each in chain}
        colours |= dict.fromkeys(tuple(inks[each].name for each in chain) for chain in numbers)
    return LookAlikes(vision, tuple(colours), tuple(_same(tileset, merged)))


def _chains(looks: Mapping[Ink, str], alike: Callable[[Ink, Ink], bool]) -> Iterable[Sequence[Ink]]:
    """The colours in chains, in which each looks like the next."""
    chain = {ink: [ink] for ink in looks}
    for one, other in combinations(looks, 2):
        if chain[one] is not chain[other] and looks[one] == looks[other] and alike(one, other):
            chain[one] += chain[other]
            for ink in chain[other]:
                chain[ink] = chain[one]
    return {id(each): each for each in chain.values()}.values()


def _same(
    tileset: Tileset, merged: Mapping[str, Mapping[Colour, Colour]]
) -> Iterator[tuple[str, ...]]:
    """The ids of different tiles that are one tile if these colours are merged."""
    if not any(merged.values()):
        return
    found: defaultdict[Tile, dict[Tile, str]] = defaultdict(dict)
    for piece in tileset.pieces:
        seen = canonical(_seen(piece, merged), tileset.group.geometry, tileset.group.symmetry)
        found[seen].setdefault(piece.tile, piece.id)
    yield from (tuple(names.values()) for names in found.values() if len(names) > 1)


def _seen(piece: Piece, merged: Mapping[str, Mapping[Colour, Colour]]) -> Tile:
    """The tile in merged colours."""
    edges, corners = (merged.get(part, {}) for part in ("edges", "corners"))
    strands = {**merged.get("strands", {}), **merged.get("regions", {})}
    its_mark = piece.tile.mark
    marks = merged.get(f"{its_mark.kind}s", {})
    return tile(
        (edges.get(each, each) for each in piece.tile.edges),
        (
            strand._replace(colour=strands.get(strand.colour, strand.colour))
            for strand in piece.tile.strands
        ),
        its_mark._replace(colour=marks.get(its_mark.colour, its_mark.colour)),
        (corners.get(each, each) for each in piece.tile.corners),
    )
