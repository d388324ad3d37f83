"""Counts: the numbers that designers, books and brute force give, from YAML alone."""

from __future__ import annotations

import pytest

from pnp.sets.tileset import counts, make_tileset
from tests.conftest import bundled, defined, family_text

RGB = "colours: [red, green, blue]"
HEXSTATIC = (
    "generate: strands, colours: {red: once, green: once, blue: once}, strand: {ports: [1, 2]}"
)
SQUARE, TWO_PORTS = "shape: square, size: 30mm", "shape: square, ports: 2, size: 30mm"
TRIANGLE = "shape: triangle, size: 50mm"
HEXAGON, BOTH_SIDES = (
    "shape: hexagon, size: 30mm",
    "shape: hexagon, size: 30mm, symmetry: rotations+reflections",
)
JOINED = "shape: hexagon, ports: 2, size: 38mm"
JOINED_BOTH_SIDES = JOINED + ", symmetry: rotations+reflections"
# The 10,395 ways to join twelve ports take a second or two.
SLOW = pytest.mark.slow
PATHS = "generate: strands, strand: {ports: 2..6}"


@pytest.mark.parametrize(
    ("name", "families", "total"),
    [
        ("hexstatic", {"three-lines": 16, "two-lines": 90, "one-line": 90, "nexus": 20}, 216),
        ("hexstatic-compact", {"three-lines": 2, "two-lines": 48, "one-line": 42, "nexus": 2}, 94),
        ("controlled-path", {"path": 37, "start": 3}, 40),
        ("hex-auction", {"ordinary": 70, "special": 7}, 77),
        ("published/macmahon-triangles", {"triangle": 24}, 24),
        ("published/macmahon-squares", {"square": 24}, 24),
        ("published/tsuro", {"path": 35}, 35),
        ("published/hexagons-2", {"hexagon": 14}, 14),
        ("published/hexagons-3", {"hexagon": 130}, 130),
        ("published/hexagons-4", {"hexagon": 700}, 700),
        ("published/hexagons-5", {"hexagon": 2635}, 2635),
        ("published/hexagons-2-two-sided", {"hexagon": 13}, 13),
        ("published/hexagons-3-two-sided", {"hexagon": 92}, 92),
        ("published/hexagons-4-two-sided", {"hexagon": 430}, 430),
        ("published/hexagons-5-two-sided", {"hexagon": 1505}, 1505),
    ],
)
def test_a_bundled_set_has_its_number_of_tiles(
    name: str, families: dict[str, int], total: int
) -> None:
    """The numbers of the designers' pages and of the books."""
    tileset = bundled(name)
    assert {family.name: family.count for family in tileset.families} == families
    assert tileset.count == total
    assert len({piece.id for piece in tileset.pieces}) == total


# Each was counted by brute force, by a program that shares nothing with this one; see oracle.py.
@pytest.mark.parametrize(
    ("tiles", "rest", "family", "number"),
    [
        (HEXAGON, RGB, "generate: strands, where: {lines: 3}", 85),  # as the game Kaliko has them
        (HEXAGON, "colours: 2", "generate: strands, where: {lines: 3}", 28),
        (HEXAGON, "colours: 4", "generate: strands, where: {lines: 3}", 192),
        # As the game Tantrix has them.
        (
            HEXAGON,
            "colours: 4",
            "generate: strands, where: {lines: 3, colours: 3, straights: <3}",
            56,
        ),
        (HEXAGON, "", "generate: strands, where: {lines: 3}", 5),
        (SQUARE, "", "generate: strands, strand: {ports: 1..4}", 18),
        (TWO_PORTS, "colours: 2", "generate: strands, where: {terminals: 8}", 466),
        (TWO_PORTS, "", "generate: strands", 214),
        *(
            pytest.param(form, "", f"generate: strands, where: {{{where}}}", number, marks=SLOW)
            for form, where, number in (
                (JOINED, "terminals: 12", 1799),
                (JOINED, "terminals: 12, crossings: 0", 28),
                (JOINED_BOTH_SIDES, "terminals: 12", 1065),
            )
        ),
        (JOINED_BOTH_SIDES, "", "generate: strands, where: {terminals: 12, crossings: 0}", 24),
        (TRIANGLE + ", ports: 2", "", "generate: strands, where: {terminals: 6}", 7),
        (
            TRIANGLE + ", ports: 3",
            "",
            "generate: strands, strand: {ports: 1..3}, where: {terminals: 9}",
            4238,
        ),
        (SQUARE, "colours: 4", "generate: edges, where: {colours: 2, each-colour: {sides: 2}}", 12),
        (SQUARE, "colours: 3", "generate: edges, edge: {blank: yes}", 70),
        (HEXAGON, "colours: 3", 'generate: edges, where: {runs: "<=2"}', 18),
        (HEXAGON, "colours: 4", "generate: edges, where: {equal-neighbours: 0}", 130),
        (HEXAGON, "colours: 3", "generate: edges, where: {chiral: yes}", 76),
        (HEXAGON, "colours: 3", "generate: edges, where: {rotations: 6}", 116),
        (
            SQUARE,
            "colours: 2",
            "generate: [edges, strands], strand: {colours: none}, where: {lines: 1}",
            26,
        ),
        (
            TRIANGLE,
            "colours: 3",
            "generate: [edges, strands], strand: {colours: [a, b]}, where: {lines: 1}",
            54,
        ),
        (BOTH_SIDES, RGB, HEXSTATIC + ", where: {lines: 3}", 11),
        (BOTH_SIDES, RGB, HEXSTATIC + ", where: {lines: 2}", 48),
        (BOTH_SIDES, RGB, HEXSTATIC + ", where: {lines: 1}", 48),
        (BOTH_SIDES, RGB, HEXSTATIC + ", where: {lines: 0}", 10),
        (BOTH_SIDES, RGB, HEXSTATIC + ", where: {lines: 2, crossings: 0}", 33),
        (HEXAGON, RGB, HEXSTATIC + ", where: {lines: 3, crossings: 0}", 5),
        (HEXAGON, RGB, HEXSTATIC + ", where: {lines: 2, crossings: 0}", 60),
        (SQUARE + ", symmetry: none", "colours: 3", "generate: edges", 81),
        (SQUARE + ", symmetry: none", "", "generate: strands, where: {terminals: 4}", 3),
        (HEXAGON, RGB, 'generate: edges, colours: {red: ">=2", green: any, blue: any}', 84),
        (HEXAGON, RGB, 'generate: edges, where: {red: {sides: ">=2"}}', 84),
        (
            HEXAGON,
            "colours: [red, green]",
            'generate: strands, strand: {ports: [1, 2]}, colours: {red: 2, green: "<=1"}',
            132,
        ),
        (HEXAGON, "", PATHS + ', where: {strands: ">=1", junctions: "<=1"}', 39),
        (HEXAGON, "", PATHS + ', where: {strands: ">=1"}', 42),
        (HEXAGON, "", PATHS + ', where: {strands: ">=1", crossings: 0}', 27),
        (HEXAGON, "", PATHS + ', where: {strands: ">=1", junctions: 0}', 17),
        (HEXAGON, "", PATHS + ", where: {terminals: 6, rotations: 1}", 3),
        (HEXAGON, "", PATHS + ', where: {terminals: 6, rotations: 1, junctions: "<=1"}', 2),
        (BOTH_SIDES, "", PATHS + ', where: {strands: ">=1", junctions: "<=1"}', 33),
        (HEXAGON, "colours: 5", "generate: edges, where: {each-colour: {sides: 2}}", 160),
        (HEXAGON, "colours: 5", "generate: edges, where: {each-colour: {sides: 3}}", 40),
        (
            HEXAGON,
            "colours: 5",
            "generate: edges, where: {any: [{each-colour: {sides: 2}}, {each-colour: {sides: 3}}]}",
            200,
        ),
        (HEXAGON, "colours: 7", "generate: edges, where: {pattern: AABBCC}", 70),
    ],
)
def test_a_family_has_as_many_tiles_as_brute_force_finds(
    tiles: str, rest: str, family: str, number: int
) -> None:
    """Enumerated, and counted by Burnside's lemma; make_tileset refuses if the two disagree."""
    definition = defined(family_text(family, tiles=tiles, rest=rest))
    assert counts(definition) == {"one": number}
    assert make_tileset(definition).count == number


def test_forty_colours_are_counted_by_the_formula() -> None:
    """The mean of k**cycles over the six turns of a hexagon: no tile is listed."""
    k = 40
    expected = (k**6 + k**3 + 2 * k**2 + 2 * k) // 6
    definition = defined(family_text("generate: edges", rest="colours: 40"))
    assert counts(definition) == {"one": expected}


def test_forty_colours_are_counted_under_constraints_as_well() -> None:
    """Ordered triples of colours on three pairs of sides, up to the three turns that keep pairs."""
    definition = defined(
        family_text("generate: edges, where: {pattern: AABBCC}", rest="colours: 40")
    )
    assert counts(definition) == {"one": 40 * 39 * 38 // 3}


def test_a_constraint_on_one_of_forty_colours_is_counted() -> None:
    """A named colour differs from the other 39: c0 on exactly one side, any of 39 on each other."""
    definition = defined(
        family_text("generate: edges, where: {c0: {sides: 1}}", rest=f"colours: {_names(40)}")
    )
    assert counts(definition) == {"one": 39**5}


def _names(number: int) -> str:
    return "[" + ", ".join(f"c{index}" for index in range(number)) + "]"
