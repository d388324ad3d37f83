"""Tiles that are like each other: mirror twins, and tiles that some people cannot tell apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from pnp.colour.measures import lightness
from pnp.colour.theme import Theme
from pnp.colour.vision import Vision, distance
from pnp.definition import Ink
from pnp.sets.components import Components
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import Colour, Tile, canonical
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import mirrored, tile
from pnp.validation.legibility import HARD_TO_TELL, LEAST_IN_GREY, Group, groups_of_tiles
from pnp.validation.rules import Scope

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
    return tuple(
        _look_alikes(vision, test, tileset, _colour_groups(tileset, parts, theme))
        for vision, test in alike.items()
    )


def _colour_groups(tileset: Tileset, parts: Components, theme: Theme) -> tuple[Group, ...]:
    """The groups of colours that tiles show: strands, edges and marks."""
    if theme.key:
        return ()
    place = tileset.definition.start
    scope = Scope(tileset, parts, tileset.families, parts.decks, (), place, theme)
    return groups_of_tiles(scope)


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
