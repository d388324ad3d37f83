"""Conditions: predicates over a tile, of which `where` and `exclude` consist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from pnp.basics.classes import NamedTuple, frozen
from pnp.tiles.properties import Property, Reads, colours_of, only_colour
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import UNCOLOURED, Colour, Tile, TileGeometry, moved_edges

UNBOUNDED = 10**9  # more than any property of a tile


class Comparison(NamedTuple):
    """A set of whole numbers as ranges, both ends included, and the text it was written as."""

    ranges: tuple[tuple[int, int], ...]
    text: str

    def accepts(self, value: int) -> bool:
        return any(low <= value <= high for low, high in self.ranges)

    @property
    def least(self) -> int:
        return min(low for low, _ in self.ranges)

    @property
    def most(self) -> int:
        return max(high for _, high in self.ranges)


ANY_NUMBER = Comparison(((0, UNBOUNDED),), "any")
WORDS = {
    "none": Comparison(((0, 0),), "none"),
    "once": Comparison(((1, 1),), "once"),
    "twice": Comparison(((2, 2),), "twice"),
    "any": ANY_NUMBER,
}

_OPERATOR = re.compile(r"(>=|<=|!=|=|>|<)\s*([0-9]{1,9})")
_RANGE = re.compile(r"([0-9]{1,9})\s*\.\.\s*([0-9]{1,9})")


# Every text that parse_comparison accepts, and empty ranges.
COMPARISON = rf"\s*({'|'.join(WORDS)}|[0-9]{{1,9}}|{_RANGE.pattern}|{_OPERATOR.pattern})\s*"


def parse_comparison(text: str) -> Comparison:
    """The comparison written as `3`, `>=1`, `<3`, `!=2`, `1..3` or `once`; raises ValueError.

    >>> parse_comparison("1..3").accepts(3), parse_comparison("!=2").accepts(2)
    (True, False)
    """
    text = text.strip()
    if text in WORDS:
        return WORDS[text]
    if text.isascii() and text.isdigit() and len(text) < 10:
        return Comparison(((int(text), int(text)),), text)
    if match := _RANGE.fullmatch(text):
        low, high = int(match[1]), int(match[2])
        if low > high:
            raise ValueError(f"{text} is an empty range; write the smaller number first")
        return Comparison(((low, high),), text)
    if match := _OPERATOR.fullmatch(text):
        value = int(match[2])
        ranges: dict[str, tuple[tuple[int, int], ...]] = {
            ">=": ((value, UNBOUNDED),),
            ">": ((value + 1, UNBOUNDED),),
            "<=": ((0, value),),
            "<": ((0, value - 1),),
            "=": ((value, value),),
            "!=": ((0, value - 1), (value + 1, UNBOUNDED)),
        }
        return Comparison(ranges[match[1]], text)
    raise ValueError(
        f'{text!r} is not a number or a comparison; write for example 3, ">=1", 1..3 or once'
    )


def either(comparisons: Iterable[Comparison]) -> Comparison:
    """The comparison that accepts a number if any of these accepts it."""
    comparisons = tuple(comparisons)
    return Comparison(
        tuple(part for each in comparisons for part in each.ranges),
        "[" + ", ".join(each.text for each in comparisons) + "]",
    )


@frozen(slots=True)
class Has:
    """A property of the tile has one of these values."""

    property: Property
    values: Comparison

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        return self.values.accepts(self.property.value(tile, geometry))


@frozen(slots=True)
class HasPattern:
    """The edges, after some turn, have one of these patterns of equal and different colours."""

    patterns: frozenset[tuple[int, ...]]

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        return pattern_of(tile.edges) in self.patterns


@frozen(slots=True)
class Sum:
    """The numbers at the tile's edges, at its corners, or at both have such a sum.

    `worth` has the number of each colour, or 0 for one that is not a number.
    """

    edges: bool
    corners: bool
    worth: tuple[int, ...]
    values: Comparison

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        shown = (*tile.edges * self.edges, *tile.corners * self.corners)
        return self.values.accepts(sum(self.worth[colour] for colour in shown if colour >= 0))


@frozen(slots=True)
class OfColour:
    """A condition on the tile without all other colours."""

    colour: Colour
    condition: Condition

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        return self.condition.holds(only_colour(tile, self.colour), geometry)


@frozen(slots=True)
class OfColours:
    """A condition on the tile without all other colours, for each or some colour on it."""

    quantifier: Literal["each", "some"]
    condition: Condition

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        quantifier = all if self.quantifier == "each" else any
        return quantifier(
            self.condition.holds(only_colour(tile, colour), geometry) for colour in colours_of(tile)
        )


@frozen(slots=True)
class All:
    """All of the conditions hold."""

    conditions: tuple[Condition, ...]

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        return all(condition.holds(tile, geometry) for condition in self.conditions)


@frozen(slots=True)
class Any:
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        return any(condition.holds(tile, geometry) for condition in self.conditions)


@frozen(slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition

    def holds(self, tile: Tile, geometry: TileGeometry) -> bool:
        return not self.condition.holds(tile, geometry)


Condition = Has | HasPattern | Sum | OfColour | OfColours | All | Any | Not


def pattern_of(word: Iterable[int]) -> tuple[int, ...]:
    """The word with its colours renamed 0, 1, 2 … in the order of first appearance.

    A blank side stays blank.

    >>> pattern_of((5, 5, 2, 2, 5, -1))
    (0, 0, 1, 1, 0, -1)
    """
    names: dict[int, int] = {UNCOLOURED: UNCOLOURED}
    return tuple(names.setdefault(colour, len(names) - 1) for colour in word)


def has_pattern(
    words: Iterable[tuple[Colour, ...]], geometry: TileGeometry, symmetry: Symmetry
) -> HasPattern:
    """The condition that the edges, after some turn, equal one of the words up to colours."""
    # A pattern may begin on any side, even on tiles that may not be turned.
    group = Symmetry.ROTATIONS if symmetry is Symmetry.NONE else symmetry
    return HasPattern(
        frozenset(
            pattern_of(moved_edges(word, isometry))
            for word in words
            for isometry in geometry.isometries(group)
        )
    )


def reads(condition: Condition) -> Reads:
    """The part of a tile on which the condition depends."""
    match condition:
        case Has(property=what):
            return what.reads
        case All(conditions=parts) | Any(conditions=parts):
            return max(map(reads, parts), key=lambda each: each.value, default=Reads.SIZES)
        case Not(condition=part):
            return reads(part)
        case _:
            return Reads.COLOURS


def read_properties(condition: Condition) -> frozenset[Property]:
    """The properties that the condition asks for."""
    match condition:
        case Has(property=what):
            return frozenset({what})
        case All(conditions=parts) | Any(conditions=parts):
            return frozenset[Property]().union(*map(read_properties, parts))
        case Not(condition=part) | OfColour(condition=part) | OfColours(condition=part):
            return read_properties(part)
        case _:
            return frozenset()


def holds_for(condition: Condition, values: Mapping[Property, int]) -> bool:
    """Whether a condition on properties of the whole tile holds if they have these values."""
    match condition:
        case Has(property=what, values=wanted):
            return wanted.accepts(values[what])
        case All(conditions=parts):
            return all(holds_for(part, values) for part in parts)
        case Any(conditions=parts):
            return any(holds_for(part, values) for part in parts)
        case Not(condition=part):
            return not holds_for(part, values)
        case _:
            raise TypeError(f"{condition} is not about the whole tile")


def named_colours(condition: Condition) -> frozenset[Colour]:
    """The colours that the condition distinguishes from the others."""
    match condition:
        case OfColour(colour=colour, condition=part):
            return named_colours(part) | {colour}
        case Sum(worth=worth):
            return frozenset(map(Colour, range(len(worth))))
        case All(conditions=parts) | Any(conditions=parts):
            return frozenset[Colour]().union(*map(named_colours, parts))
        case Not(condition=part) | OfColours(condition=part):
            return named_colours(part)
        case _:
            return frozenset()
