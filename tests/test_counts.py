"""Counts: the numbers that designers, books and brute force give, from YAML alone."""

from __future__ import annotations

import pytest
import yaml

from pnp.sets.tileset import counts, make_tileset
from tests.conftest import ROOT, bundled, defined, family_text


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


COUNTED = [
    pytest.param(
        group["tiles"],
        group.get("rest", ""),
        family,
        number,
        marks=[pytest.mark.slow] if "slow" in group else [],
    )
    for group in yaml.safe_load((ROOT / "tests/counts.yaml").read_text("utf-8"))
    for family, number in group["families"].items()
]


@pytest.mark.parametrize(("tiles", "rest", "family", "number"), COUNTED)
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
