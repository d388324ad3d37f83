"""Numbers of polyforms: published ones, an enumeration, Burnside's lemma, and an oracle of points on paper."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable

import pytest

from pnp.enumeration.polyforms import count, different_polyforms, most_cells
from pnp.tiles.polyforms import PolyformShape, Sides

# The numbers of pieces of 1, 2, 3 ... cells, from the On-Line Encyclopedia of Integer Sequences.
PUBLISHED = {
    ("polyomino", "free"): ("A000105", [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655]),
    ("polyomino", "one-sided"): ("A000988", [1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189]),
    ("polyomino", "fixed"): ("A001168", [1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446]),
    ("polyhex", "free"): ("A000228", [1, 1, 3, 7, 22, 82, 333, 1448]),
    ("polyhex", "one-sided"): ("A006535", [1, 1, 3, 10, 33, 147, 620, 2821]),
    ("polyhex", "fixed"): ("A001207", [1, 3, 11, 44, 186, 814, 3652, 16689]),
    ("polyiamond", "free"): (
        "A000577",
        [1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186, 3334],
    ),
    ("polyiamond", "one-sided"): ("A006534", [1, 1, 1, 4, 6, 19, 43, 120, 307, 866, 2336]),
    ("polyiamond", "fixed"): ("A001420", [2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053, 14016]),
}


@pytest.mark.slow
@pytest.mark.parametrize(("which", "numbers"), PUBLISHED.items())
def test_published_numbers(which: tuple[str, str], numbers: tuple[str, list[int]]) -> None:
    """Both ways find them; the enumeration as far as it is quick."""
    shape, sides = PolyformShape(which[0]), Sides(which[1])
    assert [count(shape, n, sides) for n in range(1, len(numbers[1]) + 1)] == numbers[1]
    listed = [number for number in numbers[1] if number < 500]
    assert [len(different_polyforms(shape, n + 1, sides)) for n in range(len(listed))] == listed


@pytest.mark.nightly
def test_decominoes_and_the_most_cells() -> None:
    """The enumeration finds all 4,655 of ten squares; the largest pieces that are counted are published, too."""
    assert len(different_polyforms(PolyformShape.POLYOMINO, 10, Sides.FREE)) == 4655
    most = [count(shape, most_cells(shape), Sides.FREE) for shape in PolyformShape]
    assert most == [63600, 30490, 73983]


@pytest.mark.parametrize(
    ("shape", "cells"),
    [
        (PolyformShape.POLYOMINO, 5),
        (PolyformShape.POLYHEX, 4),
        (PolyformShape.POLYIAMOND, 6),
    ],
)
def test_an_oracle_of_points_finds_as_many(shape: PolyformShape, cells: int) -> None:
    """Points on paper that are turned and mirrored as points are: this shares no coordinates and no moves with pnp."""
    for sides in Sides:
        assert count(shape, cells, sides) == len(oracle(shape, cells, sides))


# The steps over the sides of a cell, as points of the complex plane: those of every other triangle are reversed.
STEPS = {
    PolyformShape.POLYOMINO: [1j**k for k in range(4)],
    PolyformShape.POLYHEX: [cmath.exp(1j * math.tau * k / 6) for k in range(6)],
    PolyformShape.POLYIAMOND: [cmath.exp(1j * math.tau * (k / 3 + 1 / 12)) for k in range(3)],
}


def oracle(shape: PolyformShape, cells: int, sides: Sides) -> set[frozenset[tuple[int, int, int]]]:
    """All pieces, each as the least set of rounded points that a turn or mirror image makes of it."""
    steps = STEPS[shape]
    ways = shape.turns
    grown: set[frozenset[tuple[complex, int]]] = {frozenset({(0j, way)}) for way in (1, -1)}
    if shape is not PolyformShape.POLYIAMOND:
        grown = {frozenset({(0j, 1)})}
    for _ in range(cells - 1):
        larger = {}
        for piece in grown:
            for point, way in piece:
                for step in steps:
                    turned = -way if shape is PolyformShape.POLYIAMOND else way
                    near = point + way * step
                    if all(abs(near - other) > 0.1 for other, _ in piece):
                        more = piece | {(near, turned)}
                        larger.setdefault(least(more, 1, mirrored=False), more)
        grown = {*larger.values()}
    turns = 1 if sides is Sides.FIXED else ways
    return {least(piece, turns, mirrored=sides is Sides.FREE) for piece in grown}


def least(
    piece: Iterable[tuple[complex, int]], turns: int, *, mirrored: bool
) -> frozenset[tuple[int, int, int]]:
    """The least of the pictures of a piece round its centre, rounded; a way is that in which a triangle points."""
    points = [*piece]
    has_ways = turns == 6 and {way for _, way in points} == {1, -1}
    middle = sum(point for point, _ in points) / len(points)
    pictures = []
    for flip in (False, True)[: 1 + mirrored]:
        for turn in range(turns):
            spin = cmath.exp(1j * math.tau * turn / turns) if turns > 1 else 1
            found = []
            for point, way in points:
                at = point - middle
                at = (at.conjugate() * -1 if flip else at) * spin
                # Triangles, of which some point the other way, do so again after an odd number of turns.
                points_to = way * (-1) ** turn if has_ways else 1
                found.append((round(at.real * 1e3), round(at.imag * 1e3), points_to))
            pictures.append(sorted(found))
    return frozenset(min(pictures))


def test_letters_are_counted_as_well() -> None:
    """A domino of two letters is a pair; pieces of three squares of one letter or two are counted by hand."""
    dominoes = [count(PolyformShape.POLYOMINO, 2, Sides.FREE, n) for n in range(1, 8)]
    assert dominoes == [n * (n + 1) // 2 for n in range(1, 8)]
    # A bar and a corner of three squares each look the same from their two ends: 6 words of two letters up to reversal.
    assert count(PolyformShape.POLYOMINO, 3, Sides.FREE, 2) == 6 + 6
    # Turned over, a corner is another piece for neither; one-sided ones tell its ends apart.
    assert count(PolyformShape.POLYOMINO, 3, Sides.ONE_SIDED, 2) == 6 + 8
    for shape in PolyformShape:
        for sides in Sides:
            listed = different_polyforms(shape, 4, sides, "ab")
            assert len(listed) == len({*listed}) == count(shape, 4, sides, 2)


def test_flat_pieces_come_first() -> None:
    """The order of pieces begins with bars, and all are in canonical form."""
    pieces = different_polyforms(PolyformShape.POLYOMINO, 5, Sides.FREE)
    assert "".join(each.known_as for each in pieces) == "ILYPUNVTFWZX"
    assert all(each == each.canonical(Sides.FREE) for each in pieces)


def test_more_cells_are_not_counted() -> None:
    """What would take long is refused at once."""
    for shape in PolyformShape:
        with pytest.raises(ValueError, match="are not counted"):
            count(shape, most_cells(shape) + 1, Sides.FREE)
