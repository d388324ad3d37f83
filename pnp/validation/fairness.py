"""Rules that are useful to many games, for files that name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pnp.basics.words import counted, listed
from pnp.tiles import (
    UNCOLOURED,
    Colour,
    Shape,
    Strand,
    Tile,
    TileGeometry,
    canonical,
    mirrored,
    tile,
)
from pnp.tiles.properties import PROPERTIES, colours_of
from pnp.validation.rules import Rule, Scope, Violation, rule


def colours_in(scope: Scope) -> list[Colour]:
    """The colours of the tiles in the scope and of their universes.

    A family without a universe may have any colour of the game.
    """
    found = {colour for piece in scope.pieces for colour in colours_of(piece.tile)}
    for family in scope.families:
        universe = family.definition.universe
        if universe is None:
            found |= scope.tileset.definition.default_colours
        else:
            found |= {colour for part in universe.quantities for colour, _ in part}
    return sorted(found - {UNCOLOURED})


def swapped(original: Tile, one: Colour, other: Colour) -> Tile:
    """The tile with two colours exchanged."""
    names = {one: other, other: one}
    return tile(
        [names.get(edge, edge) for edge in original.edges],
        [
            strand._replace(colour=names.get(strand.colour, strand.colour))
            for strand in original.strands
        ],
        original.mark._replace(colour=names.get(original.mark.colour, original.mark.colour)),
        [names.get(corner, corner) for corner in original.corners],
    )


@rule("colour-symmetric", "Exchanging any two colours, or any two values, gives the same set.")
def colour_symmetric(scope: Scope) -> Iterator[Violation]:
    for each in scope.by_group:
        yield from _colour_symmetric(each)


def _colour_symmetric(scope: Scope) -> Iterator[Violation]:
    # Exchanges of neighbours generate all permutations of the colours.
    definition, palette = scope.tileset.definition, scope.tileset.definition.palette
    geometry, symmetry = scope.group.geometry, scope.group.symmetry
    copies = Counter({piece.tile: 0 for piece in scope.pieces})
    for piece in scope.pieces:
        copies[piece.tile] += piece.copies
    for one, other in pairwise(colours_in(scope)):
        if palette[one].is_value != palette[other].is_value:
            continue
        for each, number in copies.items():
            image = canonical(swapped(each, one, other), geometry, symmetry)
            if copies[image] != number:
                names = f'"{palette[one].name}" and "{palette[other].name}"'
                yield Violation(
                    f"exchanging {names} changes the set: it has {definition.notation(each)}"
                    f" {_times(number)} and {definition.notation(image)} {_times(copies[image])}",
                    scope.place,
                )
                break


def _times(number: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(number, f"{number} times")


@rule(
    "balanced-colours",
    "Every colour or value is on equally many sides, strands and corners as the others.",
)
def balanced_colours(scope: Scope) -> Iterator[Violation]:
    inks = scope.tileset.definition.palette
    for what, of in (
        ("sides", _edge_colours),
        ("strands", _strand_colours),
        ("corners", _corner_colours),
    ):
        numbers: Counter[Colour] = Counter()
        for piece in scope.pieces:
            for colour in of(piece.tile):
                numbers[colour] += piece.copies
        del numbers[UNCOLOURED]
        if not numbers:
            continue
        # A colour that is on no side or strand counts, too; a value only beside other values.
        kinds = {inks[colour].is_value for colour in numbers}
        all_numbers = {
            colour: numbers[colour]
            for colour in colours_in(scope)
            if inks[colour].is_value in kinds
        }
        if len(set(all_numbers.values())) > 1:
            numbers_in_words = listed(
                [f"{inks[colour].name} {number}" for colour, number in all_numbers.items()], most=12
            )
            yield Violation(
                f"the colours are on different numbers of {what}: {numbers_in_words}", scope.place
            )


def _edge_colours(tile: Tile) -> tuple[Colour, ...]:
    return tile.edges


def _corner_colours(tile: Tile) -> tuple[Colour, ...]:
    return tile.corners


def _strand_colours(tile: Tile) -> tuple[Colour, ...]:
    return tile.colours


@rule("every-colour-on-every-tile", "Every tile shows every colour.")
def every_colour_on_every_tile(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    for piece in scope.pieces:
        missing = definition.default_colours - colours_of(piece.tile)
        if missing:
            names = listed([definition.palette[number].name for number in sorted(missing)])
            yield Violation(
                f"{piece.id}, {definition.notation(piece.tile)}, lacks {names}", piece.place
            )


# Tiles round one corner: six triangles, four squares or rectangles, three hexagons.
TILES_ROUND_A_CORNER = {Shape.TRIANGLE: 6, Shape.SQUARE: 4, Shape.HEXAGON: 3, Shape.RECTANGLE: 4}


@rule(
    "smallest-loop-possible",
    "Each colour joins neighbouring sides on at least as many tiles as meet at a corner.",
)
def smallest_loop_possible(scope: Scope) -> Iterator[Violation]:
    for each in scope.by_group:
        yield from _smallest_loop(each)


def _smallest_loop(scope: Scope) -> Iterator[Violation]:
    definition, geometry = scope.tileset.definition, scope.group.geometry
    needed = TILES_ROUND_A_CORNER[geometry.shape]
    for colour in sorted({colour for piece in scope.pieces for colour in piece.tile.colours}):
        bends = sum(
            piece.copies
            for piece in scope.pieces
            if any(
                strand.colour == colour and joins_neighbours(strand, geometry)
                for strand in piece.tile.strands
            )
        )
        if bends < needed:
            who = "a path" if colour == UNCOLOURED else f'"{definition.palette[colour].name}"'
            yield Violation(
                f"{who} joins neighbouring sides on {counted(bends, 'tile')};"
                f" the smallest loop, round a corner, takes {needed}",
                scope.place,
            )


def joins_neighbours(strand: Strand, geometry: TileGeometry) -> bool:
    """Whether the strand has ports on two neighbouring sides."""
    sides = {geometry.side_of(port) for port in strand.ports}
    return any((side + 1) % geometry.sides in sides for side in sides)


@rule("one-junction-at-most", "No tile has two junctions.")
def one_junction_at_most(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    for piece in scope.pieces:
        number = PROPERTIES["junctions"].value(piece.tile, piece.group.geometry)
        if number > 1:
            yield Violation(
                f"{piece.id}, {definition.notation(piece.tile)}, has {number} junctions",
                piece.place,
            )


@rule("mirror-twins", "The set has the mirror twin of every tile, as often as the tile.")
def mirror_twins(scope: Scope) -> Iterator[Violation]:
    for each in scope.by_group:
        yield from _mirror_twins(each)


def _mirror_twins(scope: Scope) -> Iterator[Violation]:
    definition, geometry = scope.tileset.definition, scope.group.geometry
    copies: Counter[Tile] = Counter()
    for piece in scope.pieces:
        copies[piece.tile] += piece.copies
    for piece in scope.pieces:
        twin = canonical(mirrored(piece.tile, geometry), geometry, scope.group.symmetry)
        if copies[twin] < copies[piece.tile]:
            yield Violation(
                f"the set has fewer copies of the mirror twin {definition.notation(twin)} than of"
                f" {piece.id}, {definition.notation(piece.tile)}",
                piece.place,
            )


FAIRNESS_RULES: tuple[Rule, ...] = (
    colour_symmetric,
    balanced_colours,
    every_colour_on_every_tile,
    smallest_loop_possible,
    one_junction_at_most,
    mirror_twins,
)
