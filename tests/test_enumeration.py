"""Enumeration against brute force, on random universes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.basics.errors import TooManyTiles
from pnp.enumeration import Universe, count, different_tiles, first_tiles, random_tiles
from pnp.enumeration.burnside import unconditional_count
from pnp.enumeration.colourings import Slots, pattern_count, patterns
from pnp.enumeration.conditions import (
    ANY_NUMBER,
    All,
    Any,
    Comparison,
    Condition,
    Has,
    Not,
    OfColour,
    OfColours,
    parse_comparison,
)
from pnp.enumeration.partitions import partition_counts, partitions
from pnp.tiles import Colour, Shape, Tile, TileGeometry, canonical, images, parse_tile
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from tests import oracle
from tests.strategies import CODES, REGULAR, tiles_with_geometry

COMPARISONS = st.sampled_from(["0", "1", "2", ">=1", "<=1", "<=2", "!=1", "1..2"]).map(
    parse_comparison
)
Predicate = Callable[[oracle.Tile], bool]


@st.composite
def conditions(
    draw: st.DrawFn, geometry: TileGeometry, colours: int
) -> tuple[Condition, Predicate]:
    """A condition, and the same as a plain function of an oracle's tile."""
    name = draw(st.sampled_from(sorted(ORACLES)))
    values = draw(COMPARISONS)
    has = Has(PROPERTIES[name], values)
    n = (geometry.sides, geometry.ports)

    def plain(tile: oracle.Tile) -> bool:
        return values.accepts(int(ORACLES[name](tile, *n)))

    match draw(st.integers(0, 5)):
        case 0:
            return Not(has), lambda tile: not plain(tile)
        case 1 if colours:
            colour = draw(st.integers(0, colours - 1))
            return OfColour(Colour(colour), has), lambda tile: plain(
                oracle.only_colour(tile, colour)
            )
        case 2 if colours:
            return OfColours("each", has), lambda tile: all(
                plain(oracle.only_colour(tile, colour)) for colour in _colours_on(tile)
            )
        case 3 if colours:
            return OfColours("some", has), lambda tile: any(
                plain(oracle.only_colour(tile, colour)) for colour in _colours_on(tile)
            )
        case 4:
            other, other_plain = draw(conditions(geometry, colours))
            return Any((has, other)), lambda tile: plain(tile) or other_plain(tile)
        case _:
            return has, plain


def _colours_on(tile: oracle.Tile) -> set[int]:
    edges, strands = tile
    return {each for each in (*edges, *(colour for _, colour in strands)) if each is not None}


@st.composite
def universes(draw: st.DrawFn) -> tuple[Universe, dict[str, object], Predicate]:
    """A small universe, and how to ask the oracle for it."""
    geometry = draw(
        st.sampled_from(
            [
                TileGeometry(Shape.TRIANGLE),
                TileGeometry(Shape.SQUARE),
                TileGeometry(Shape.HEXAGON),
                TileGeometry(Shape.TRIANGLE, 2),
            ]
        )
    )
    small = geometry.port_count < 6
    symmetry = draw(st.sampled_from(Symmetry))
    kind = draw(st.sampled_from(["edges", "strands", "both"] if small else ["edges", "strands"]))
    edge_colours = 0 if kind == "strands" else draw(st.integers(1, 3))
    strand_colours = 0 if kind == "edges" else draw(st.integers(0, 2))
    sizes = (
        frozenset()
        if kind == "edges"
        else draw(st.frozensets(st.integers(1, 4), min_size=1, max_size=3))
    )
    blank = edge_colours > 0 and draw(st.booleans())

    def quantities(number: int) -> tuple[tuple[Colour, Comparison], ...]:
        wanted = st.sampled_from(["any", "any", "once", "<=1", ">=1", "2"]).map(parse_comparison)
        return tuple((Colour(colour), draw(wanted)) for colour in range(number))

    edges, strands = quantities(edge_colours), quantities(strand_colours)
    drawn = draw(st.lists(conditions(geometry, max(edge_colours, strand_colours)), max_size=2))
    universe = Universe(
        geometry,
        symmetry,
        strand_sizes=sizes,
        strand_colours=strands,
        edge_colours=edges,
        blank_edges=blank,
        conditions=tuple(condition for condition, _ in drawn),
    )
    arguments = {
        "sides": geometry.sides,
        "ports": geometry.ports,
        "edge_colours": edge_colours,
        "edge_blank": blank,
        "strand_sizes": sizes,
        "strand_colours": strand_colours,
        "symmetry": symmetry.value,
    }

    def admitted(tile: oracle.Tile) -> bool:
        return (
            all(amount.accepts(tile[0].count(int(colour))) for colour, amount in edges)
            and all(
                amount.accepts(sum(each == colour for _, each in tile[1]))
                for colour, amount in strands
            )
            and all(plain(tile) for _, plain in drawn)
        )

    return universe, arguments, admitted


@pytest.mark.slow
@settings(max_examples=100)
@given(universes())
def test_enumeration_and_burnside_equal_brute_force(
    drawn: tuple[Universe, dict[str, object], Predicate],
) -> None:
    """The tiles are the oracle's, each once and canonical, and the count needs none of them."""
    universe, arguments, admitted = drawn
    expected = oracle.tiles(**arguments, where=admitted)  # type: ignore[arg-type]
    found = different_tiles(universe)
    assert count(universe) == len(found) == len(expected)
    n, symmetry = (universe.geometry.sides, universe.geometry.ports), universe.symmetry.value
    assert {oracle.orbit(as_oracle_tile(tile), *n, symmetry) for tile in found} == {
        oracle.orbit(tile, *n, symmetry) for tile in expected
    }
    assert found == sorted(set(found))
    assert all(canonical(tile, universe.geometry, universe.symmetry) == tile for tile in found)
    assert all(universe.contains(tile) for tile in found)


@pytest.mark.slow
@given(universes())
def test_the_closed_formula_equals_the_enumeration(
    drawn: tuple[Universe, dict[str, object], Predicate],
) -> None:
    """Without conditions and numbers the formula counts what the enumeration lists."""
    universe = drawn[0]
    free = replace(
        universe,
        conditions=(),
        strand_colours=tuple(
            (colour, parse_comparison("any")) for colour, _ in universe.strand_colours
        ),
        edge_colours=tuple(
            (colour, parse_comparison("any")) for colour, _ in universe.edge_colours
        ),
    )
    assert unconditional_count(free) == len(different_tiles(free))


@given(universes())
def test_the_work_is_known_before_it_is_done(
    drawn: tuple[Universe, dict[str, object], Predicate],
) -> None:
    """How many partitions and patterns are tried is known without trying them."""
    universe = drawn[0]
    # A condition that is always true leaves the budget as it is and filters nothing.
    tried = list(partitions(replace(universe, conditions=(All(()),))))
    counted = partition_counts(replace(universe, conditions=()))
    assert counted == Counter(map(len, tried))
    assert sum(partition_counts(universe).values()) >= len(list(partitions(universe)))
    for strands, sides in ((0, 2), (2, 0), (2, 2)):
        strands = strands if universe.strand_colours else 0
        sides = sides if universe.edge_colours else 0
        listed = list(patterns(universe, Slots(strands, sides, 0)))
        assert pattern_count(universe, Slots(strands, sides, 0)) == len(listed) == len(set(listed))


def test_the_order_and_the_tiles_are_stable() -> None:
    """The first and last tiles of a family, as they have been since the first version."""
    universe = Universe(
        TileGeometry(Shape.SQUARE),
        Symmetry.ROTATIONS,
        edge_colours=tuple((Colour(colour), parse_comparison("any")) for colour in range(2)),
    )
    assert [tile.edges for tile in different_tiles(universe)] == [
        (0, 0, 0, 0),
        (0, 0, 0, 1),
        (0, 0, 1, 1),
        (0, 1, 0, 1),
        (0, 1, 1, 1),
        (1, 1, 1, 1),
    ]


@pytest.mark.parametrize(
    ("text", "accepted", "refused"),
    [
        ("3", [3], [0, 2, 4]),
        (">=2", [2, 3, 99], [0, 1]),
        (">2", [3], [2]),
        ("<=2", [0, 2], [3]),
        ("<2", [0, 1], [2]),
        ("!=2", [0, 1, 3], [2]),
        ("=2", [2], [1, 3]),
        ("1..3", [1, 2, 3], [0, 4]),
        ("once", [1], [0, 2]),
        ("twice", [2], [1, 3]),
        ("none", [0], [1]),
        ("any", [0, 1, 50], []),
        ("<0", [], [0, 1]),
    ],
)
def test_comparisons(text: str, accepted: list[int], refused: list[int]) -> None:
    """Each way to write a comparison accepts these numbers."""
    comparison = parse_comparison(text)
    assert all(comparison.accepts(value) for value in accepted)
    assert not any(comparison.accepts(value) for value in refused)


@pytest.mark.parametrize(
    "text", ["", "x", "3.0", "-1", "1e3", "3..1", ">=", "\uff11", "1..", "=>2"]
)
def test_a_text_that_is_no_number_is_refused(text: str) -> None:
    """No number is guessed."""
    with pytest.raises(ValueError):
        parse_comparison(text)


@pytest.mark.parametrize(
    ("geometry", "sizes", "colours", "wanted"),
    [
        (TileGeometry(Shape.SQUARE, 3), {1, 2, 3}, 7, {"ends": "4", "lines": "1", "colours": "6"}),
        (TileGeometry(Shape.SQUARE, 4), {1, 2, 3, 4}, 2, {"crossings": "0"}),
        (TileGeometry(Shape.HEXAGON, 4), {2}, 1, {"crossings": "0"}),
    ],
)
def test_a_count_that_would_take_hours_is_refused_at_once(
    geometry: TileGeometry, sizes: set[int], colours: int, wanted: dict[str, str]
) -> None:
    """With the exact number of tiles before the conditions."""
    universe = Universe(
        geometry,
        Symmetry.ROTATIONS,
        strand_sizes=frozenset(sizes),
        strand_colours=tuple((Colour(n), parse_comparison("any")) for n in range(colours)),
        conditions=tuple(
            Has(PROPERTIES[name], parse_comparison(text)) for name, text in wanted.items()
        ),
    )
    with pytest.raises(TooManyTiles) as caught:
        count(universe)
    assert caught.value.count == unconditional_count(universe)


def test_strands_with_and_without_a_colour_on_one_tile() -> None:
    """`none` is a colour of its own among the others: two kinds of strand, one line each side."""
    both = tuple((Colour(colour), parse_comparison("any")) for colour in (-1, 0))
    geometry = TileGeometry(Shape.SQUARE)
    universe = Universe(
        geometry, Symmetry.ROTATIONS, strand_sizes=frozenset({1}), strand_colours=both
    )
    # Each side is blank, or has an end of one kind or of the other: the squares in three colours.
    assert count(universe) == len(different_tiles(universe)) == 24
    once = (both[0], (Colour(0), parse_comparison("once")))
    universe = replace(universe, strand_colours=once)
    assert count(universe) == len(different_tiles(universe)) == 8


@pytest.mark.parametrize(
    ("symmetry", "number"),
    [(Symmetry.ROTATIONS, 70), (Symmetry.ROTATIONS_AND_REFLECTIONS, 51), (Symmetry.NONE, 256)],
)
def test_squares_with_two_colours_on_sides_and_corners(symmetry: Symmetry, number: int) -> None:
    """By Burnside's lemma: turns leave 256, 4, 16 and 4 of them as they are, and each reflection 32."""
    two = ((Colour(0), ANY_NUMBER), (Colour(1), ANY_NUMBER))
    square = TileGeometry(Shape.SQUARE)
    universe = Universe(square, symmetry, edge_colours=two, corner_colours=two)
    found = different_tiles(universe)
    assert count(universe) == len(found) == number
    assert len({each for tile in found for each in images(tile, square, symmetry)}) == 256


@pytest.mark.slow
def test_random_tiles_are_equally_likely():
    """Of 24 tiles with one to four images, each is drawn about as often as any other."""
    universe = Universe(
        TileGeometry(Shape.SQUARE),
        Symmetry.ROTATIONS,
        edge_colours=((Colour(0), ANY_NUMBER), (Colour(1), ANY_NUMBER), (Colour(2), ANY_NUMBER)),
    )
    every = different_tiles(universe)
    drawn = Counter(random_tiles(universe, 1, Random(seed))[0] for seed in range(2400))
    assert {*drawn} == {*every}
    expected = 2400 / len(every)
    chi_square = sum((drawn[tile] - expected) ** 2 / expected for tile in every)
    # 23 degrees of freedom: 49.7 is passed once in a thousand.
    assert len(every) == 24
    assert chi_square < 49.7


def test_first_and_random_tiles_are_tiles_of_the_universe():
    """A sample has as many tiles as were wanted, each once, or all if there are fewer."""
    universe = Universe(
        TileGeometry(Shape.SQUARE),
        Symmetry.ROTATIONS,
        edge_colours=((Colour(0), ANY_NUMBER), (Colour(1), ANY_NUMBER)),
    )
    every = different_tiles(universe)
    for sample in (first_tiles(universe, 4), random_tiles(universe, 4, Random(1))):
        assert len({*sample}) == 4
        assert {*sample} <= {*every}
    assert first_tiles(universe, 100) == random_tiles(universe, 100, Random(1)) == every


# Properties: equal to the oracle's literal definitions, and the same however a tile lies.


ORACLES: dict[str, Callable[[oracle.Tile, int, int], int]] = {
    name: getattr(oracle, {"sides": "touched_sides"}.get(name, name.replace("-", "_")))
    for name in PROPERTIES
    if name not in ("corners", "corner-colours", "equal-corners")
}


def as_oracle_tile(tile: Tile) -> oracle.Tile:
    """The tile as the oracle writes it: None for no colour."""
    return (
        tuple(None if edge < 0 else int(edge) for edge in tile.edges),
        frozenset(
            (frozenset(map(int, strand.ports)), None if strand.colour < 0 else int(strand.colour))
            for strand in tile.strands
        ),
    )


@pytest.mark.parametrize("name", ORACLES)
@given(tiles_with_geometry(REGULAR))
def test_a_property_is_what_the_oracle_says(name: str, formed: tuple[TileGeometry, Tile]) -> None:
    """Each property equals an independent, literal definition."""
    geometry, tile = formed[0], formed[1]._replace(corners=())
    # Two uncoloured strands on the same ports cannot be; the oracle has a set, we have a tuple.
    expected = ORACLES[name](as_oracle_tile(tile), geometry.sides, geometry.ports)
    assert PROPERTIES[name].value(tile, geometry) == expected


@given(tiles_with_geometry(), st.sampled_from(sorted(PROPERTIES)))
def test_a_property_does_not_change_when_the_tile_moves(
    formed: tuple[TileGeometry, Tile], name: str
) -> None:
    """A constraint keeps or drops a piece, however it lies and from either side."""
    geometry, tile = formed
    values = {
        PROPERTIES[name].value(image, geometry)
        for image in images(tile, geometry, Symmetry.ROTATIONS_AND_REFLECTIONS)
    }
    assert len(values) == 1


@pytest.mark.parametrize(
    ("text", "property_name", "value"),
    [
        ("1-4 2-5 3-6", "crossings", 3),
        ("1-3 2-4 5-6", "crossings", 1),
        ("1-3-5 2-4-6", "crossings", 1),
        ("1-4 2-5 3-6", "rotations", 1),
        ("1-2-3-4-5-6", "rotations", 1),
        ("A1-2 B3-4 Cd5-6", "rotations", 6),
        ("1-2 3-4 5-6", "rotations", 2),
        ("1-2", "adjacent-blanks", 3),
        ("-", "adjacent-blanks", 6),
        ("AABBAA", "runs", 2),
        ("AAAAAA", "runs", 1),
        ("A-A-A-", "runs", 3),
        ("ABCdABCd", "equal-opposites", 3),
        ("^AABBA-", "corners", 5),
        ("^AABBA-", "corner-colours", 2),
        ("^AABBA-", "equal-corners", 2),
        ("^AAAAAA", "equal-corners", 6),
        ("AAAAAA ^BBBBBB", "colours", 2),
        ("AAAAAA", "corners", 0),
    ],
)
def test_properties_by_example(text: str, property_name: str, value: int) -> None:
    """Values that a person can see on the tile."""
    geometry = TileGeometry(Shape.HEXAGON)
    assert PROPERTIES[property_name].value(parse_tile(text, geometry, CODES), geometry) == value
