"""Rules about sizes: what is drawn on tiles of this size can be printed, and read.

Printers and eyes do not shrink with the tile. All lengths here do, so that there is a smallest tile
on which each of them is right.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp import theme as look
from pnp.definition import Ink
from pnp.definition.inks import PATTERNS
from pnp.errors import Severity
from pnp.fonts import CAP_HEIGHT
from pnp.proportions import Proportions
from pnp.tiles import UNCOLOURED, Mark
from pnp.validation.rules import Scope, Trouble, rule


class Length(NamedTuple):
    """Something on a tile, how long it is in millimetres, and how long it should be at least."""

    what: str
    length: float
    least: float


@rule("fine-lines", "Lines are at least 0.3 mm wide, and patterns recur after 1.2 mm at least.")
def fine_lines(scope: Scope) -> Iterator[Trouble]:
    strands, edges, _ = _shown(scope)
    sizes = _proportions(scope)
    lengths = []
    for ink in strands:
        if ink is None:
            lengths.append(Length("the kerbs of paths are", sizes.kerb, look.LEAST_LINE))
            continue
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
    for ink in edges:
        if ink.pattern != PATTERNS[0]:
            # The step is never less, but then the rows do not fit the band.
            room = sizes.band_depth / sizes.band_rows
            what = f'each row of the pattern of "{ink.name}", {ink.pattern}, has'
            lengths.append(Length(what, room, look.LEAST_SPACING))
    yield from _shortest(scope, lengths)


@rule(
    "small-letters",
    "Letters on edges and marks are at least 7 pt, and signs as high as capitals of 7 pt.",
)
def small_letters(scope: Scope) -> Iterator[Trouble]:
    strands, edges, marks = _shown(scope)
    sizes = _proportions(scope)
    capital = look.LEAST_LETTER * CAP_HEIGHT
    lengths = [
        Length(
            f'the letter of "{ink.name}", {ink.code}, is set in',
            sizes.letter_size(ink.code),
            look.LEAST_LETTER,
        )
        for ink in edges
    ]
    for mark in marks:
        match mark.kind:
            case "label":
                size = sizes.label_size(mark.text)
                lengths.append(Length(f"the mark {mark.text} is set in", size, look.LEAST_LETTER))
            case "ring" if mark.colour != UNCOLOURED:
                height = 2 * sizes.ring_symbol_radius
                lengths.append(Length("the symbol in a ring is", height, capital))
            case "dot":
                lengths.append(Length("a dot is", 2 * look.DOT_RADIUS * sizes.apothem, capital))
            case "star":
                lengths.append(Length("a star is", 2 * look.STAR_RADIUS * sizes.apothem, capital))
            case _:
                pass
    if any(ink is not None for ink in strands) and any(
        len(join) != 2 for piece in scope.tileset.pieces for join in piece.tile.joins
    ):
        height = 2 * sizes.symbol_radius
        lengths.append(Length("the symbols of ends and junctions are", height, capital))
    yield from _shortest(scope, lengths)


def _shown(scope: Scope) -> tuple[list[Ink | None], list[Ink], set[Mark]]:
    """The colours of strands, None being a path's, those of edges, and the marks."""
    inks = scope.tileset.definition.inks
    tiles = [piece.tile for piece in scope.tileset.pieces]
    strands = {colour for colours in {tile.colours for tile in tiles} for colour in colours}
    edges = {colour for colours in {tile.edges for tile in tiles} for colour in colours}
    return (
        [None if colour == UNCOLOURED else inks[colour] for colour in sorted(strands)],
        [inks[colour] for colour in sorted(edges - {UNCOLOURED})],
        {tile.mark for tile in tiles},
    )


def _proportions(scope: Scope) -> Proportions:
    definition = scope.tileset.definition
    return Proportions(definition.form, definition.size)


def _shortest(scope: Scope, lengths: Iterable[Length]) -> Iterator[Trouble]:
    """What falls shortest; on the tile on which that is right, everything is."""
    shortest = min(lengths, key=lambda each: each.length / each.least, default=None)
    if shortest is None or shortest.length >= shortest.least:
        return
    definition = scope.tileset.definition
    # A tenth of a millimetre too much rather than too little.
    enough = math.ceil(definition.size * shortest.least / shortest.length * 10) / 10
    yield Trouble(
        f"{shortest.what} {shortest.length:.2f} mm on tiles of {definition.size:g} mm, and should be"
        f" at least {shortest.least:.2f} mm: take tiles of {enough:g} mm or more",
        definition.size_place,
        Severity.WARNING,
    )


SIZE_RULES = (fine_lines, small_letters)
