"""Rules about sizes: everything on tiles of this size can be printed and read.

Printers and eyes do not shrink with the tile. All lengths here do, so that there is a smallest tile
on which each is right.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.basics.errors import Severity
from pnp.basics.units import plain_lengths
from pnp.definition import PATTERNS, Ink
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import EPSILON
from pnp.tiles import UNCOLOURED
from pnp.tiles import proportions as look
from pnp.tiles.proportions import Proportions
from pnp.validation.rules import Scope, Violation, rule, shown


class Length(NamedTuple):
    """Something on a tile, its length in millimetres, and the least length that is right."""

    what: str
    length: float
    least: float


@rule("fine-lines", "Lines are at least 0.3 mm wide, and patterns recur after at least 1.2 mm.")
def fine_lines(scope: Scope) -> Iterator[Violation]:
    for each in scope.by_group:
        yield from _fine_lines(each)


def _fine_lines(scope: Scope) -> Iterator[Violation]:
    tiles, sizes = shown(scope.tileset), _proportions(scope)
    lengths = []
    if tiles.paths:
        lengths.append(Length("the kerbs of paths are", sizes.kerb, look.LEAST_LINE))
    for ink in tiles.strands:
        pattern = look.LINE_PATTERNS[ink.line]
        name = f'"{ink.name}", {ink.line},'
        finest = pattern.finest * sizes.strand_width
        lengths.append(Length(f"the finest lines of {name} are", finest, look.LEAST_LINE))
        if pattern.spacing:
            spacing = pattern.spacing * sizes.strand_width
            lengths.append(
                Length(f"the pattern of {name} recurs after", spacing, look.LEAST_SPACING)
            )
    if any(len(piece.tile.joins) > 1 for piece in scope.tileset.pieces):
        lengths.append(
            Length("the casing between strands that cross is", sizes.casing, look.LEAST_LINE)
        )
    for ink in dict.fromkeys((*tiles.edges, *tiles.corners)):
        if not ink.is_value and ink.pattern != PATTERNS[0]:
            # The step is never smaller, but then the rows do not fit the band.
            room = sizes.band_depth / sizes.band_rows
            what = f'the pattern of "{ink.name}", {ink.pattern}, has rows of'
            lengths.append(Length(what, room, look.LEAST_SPACING))
    yield from _shortest(scope, lengths, "prints well")


@rule(
    "small-letters",
    "Letters and values on edges, corners and marks have at least 7 pt, and signs the height of capitals"
    " of 7 pt.",
)
def small_letters(scope: Scope) -> Iterator[Violation]:
    for each in scope.by_group:
        yield from _small_letters(each)


def _small_letters(scope: Scope) -> Iterator[Violation]:
    tiles, sizes = shown(scope.tileset), _proportions(scope)
    capital = look.LEAST_LETTER * CAP_HEIGHT
    lengths = [
        Length(
            f'the letter of "{ink.name}", {ink.code}, has a size of',
            sizes.letter_size(ink.code),
            look.LEAST_LETTER,
        )
        for ink in tiles.edges
        if not ink.is_value
    ]
    lengths += _values(scope, sizes)
    lengths += [
        Length(
            f'the letter of "{ink.name}", {ink.code}, at corners has a size of',
            look.letter_size(ink.code, sizes.patch_letter),
            look.LEAST_LETTER,
        )
        for ink in tiles.corners
        if not ink.is_value
    ]
    for mark in tiles.marks:
        match mark.kind:
            case "label":
                size = sizes.label_size(mark.text)
                lengths.append(
                    Length(f"the mark {mark.text} has a size of", size, look.LEAST_LETTER)
                )
            case "ring" if mark.colour != UNCOLOURED:
                height = 2 * sizes.ring_symbol_radius
                lengths.append(Length("the symbol in a ring is", height, capital))
            case "dot":
                lengths.append(Length("a dot is", 2 * look.DOT_RADIUS * sizes.apothem, capital))
            case "star":
                lengths.append(Length("a star is", 2 * look.STAR_RADIUS * sizes.apothem, capital))
            case _:
                pass
    if tiles.strands and any(
        len(join) != 2 for piece in scope.tileset.pieces for join in piece.tile.joins
    ):
        height = 2 * sizes.symbol_radius
        lengths.append(Length("the symbols of ends and junctions are", height, capital))
    yield from _shortest(scope, lengths, "reads well")


def _values(scope: Scope, sizes: Proportions) -> Iterator[Length]:
    """The sizes of the values that sides and corners show."""
    palette = scope.tileset.definition.palette
    for family in scope.tileset.families:
        style, tiles = family.definition.style, [piece.tile for piece in family.pieces]
        smaller = look.VALUE_ASIDE if any(tile.joins for tile in tiles) else 1.0
        at_sides = {(side, each) for tile in tiles for side, each in enumerate(tile.edges)}
        for side, colour in sorted(at_sides):
            if colour >= 0:
                radius, width = smaller * sizes.edge_value, sizes.edge_word(side)
                if style.halves:
                    radius, width = sizes.half_value(side), sizes.half_word(side)
                show = style.of_edge(palette[colour])
                yield from _value(palette[colour], show, radius, width)
        for colour in sorted({each for tile in tiles for each in tile.corners} - {UNCOLOURED}):
            radius, show = sizes.corner_value, style.of_corner(palette[colour])
            yield from _value(palette[colour], show, radius, 2 * radius)


def _value(ink: Ink, show: str, radius: float, width: float) -> Iterator[Length]:
    if show == "pips":
        yield Length("rows of pips are apart by", look.PIP_ROWS * radius, look.LEAST_SPACING)
    elif show in ("digits", "words"):
        size = look.value_size(ink.name, radius, width)
        yield Length(f'the value "{ink.name}" has a size of', size, look.LEAST_LETTER)


def _proportions(scope: Scope) -> Proportions:
    return Proportions(scope.group.geometry, scope.group.size)


def _shortest(scope: Scope, lengths: Iterable[Length], does: str) -> Iterator[Violation]:
    """A violation by the worst length: if that one is right, all are."""
    what, length, least = min(
        lengths, key=lambda each: each.length / each.least, default=Length("", 1.0, 0.0)
    )
    if length >= least - EPSILON:
        return
    lengths_of_tile = scope.group.lengths
    # A tenth of a millimetre too much rather than too little.
    enough = [math.ceil(each * least / length * 10 - EPSILON) / 10 for each in lengths_of_tile]
    yield Violation(
        f"{what} {length:.2f} mm on tiles of {plain_lengths(lengths_of_tile)}; the least that {does} is"
        f" {least:.2f} mm, so make the tiles {plain_lengths(enough)} or larger",
        scope.group.size_place,
        Severity.WARNING,
    )


SIZE_RULES = (fine_lines, small_letters)
