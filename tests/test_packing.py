"""Packings of pieces: counts against published numbers, and against an enumeration that shares no code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.enumeration.packing import OutOfTime, Packed, Packing
from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import PolyformShape, Sides, parse_polyform, polyform

_SQUARES, _HEXES, _TRIANGLES = PolyformShape

_PENTOMINOES = {
    letter: Packed(parse_polyform(_SQUARES, rows.split()))
    for letter, rows in {
        "F": ".XX XX. .X.",
        "I": "XXXXX",
        "L": "XXXX X...",
        "N": "XXX. ..XX",
        "P": "XXX XX.",
        "T": "XXX .X. .X.",
        "U": "X.X XXX",
        "V": "X.. X.. XXX",
        "W": "X.. XX. .XX",
        "X": ".X. XXX .X.",
        "Y": "XXXX .X..",
        "Z": "XX. .X. .XX",
    }.items()
}
_DOMINO = parse_polyform(_SQUARES, ["XX"])


def _rectangle(columns: int, rows: int, *without: tuple[int, int]) -> frozenset[Cell]:
    cells = {Cell(q, r) for q in range(columns) for r in range(rows)}
    return frozenset(cells - {*(Cell(*each) for each in without)})


def _rhombus(columns: int, rows: int) -> frozenset[Cell]:
    """Triangles in rows of two for each column."""
    return frozenset(Cell(q - r, r) for r in range(rows) for q in range(2 * columns))


def _grown(shape: PolyformShape, cells: int) -> dict[str, Packed]:
    """All free pieces of so many cells, grown cell by cell."""
    forms = {polyform(shape, [Cell(0, 0)])}
    for _ in range(cells - 1):
        forms = {
            polyform(shape, [*form.cells, near]).canonical(Sides.FREE)
            for form in forms
            for cell in form.cells
            for near in shape.neighbours(cell)
            if near not in form.cells
        }
    return {"/".join(form.picture): Packed(form) for form in forms}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("region", "ways"),
    [
        pytest.param(_rectangle(10, 6), 2339, marks=pytest.mark.nightly),
        pytest.param(_rectangle(5, 12), 1010, marks=pytest.mark.slow),
        (_rectangle(15, 4), 368),
        (_rectangle(3, 20), 2),
        (_rectangle(8, 8, (3, 3), (3, 4), (4, 3), (4, 4)), 65),
    ],
)
def test_pentominoes(region: frozenset[Cell], ways: int) -> None:
    """The 12 pentominoes pack rectangles in as many ways as D. and J. Scott and C. B. and J. Haselgrove found."""
    assert ways == Packing(_SQUARES, region, _PENTOMINOES).count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "rows", "ways"),
    [(12, 3, 0), (9, 4, 74), pytest.param(6, 6, 156, marks=pytest.mark.nightly)],
)
def test_hexiamonds(columns: int, rows: int, ways: int) -> None:
    """The 12 hexiamonds pack rhombuses in the numbers of ways that T. H. O'Beirne's puzzle is known to have."""
    pieces = _grown(_TRIANGLES, 6)
    assert len(pieces) == 12
    assert ways == Packing(_TRIANGLES, _rhombus(columns, rows), pieces).count()


@pytest.mark.parametrize(
    ("side", "ways", "different"), [(4, 36, 9), (6, 6728, 930), (8, 12_988_816, 1_629_189)]
)
def test_dominoes(side: int, ways: int, different: int) -> None:
    """Copies count as one piece: dominoes pack a chessboard in the numbers of ways of P. W. Kasteleyn."""
    region = _rectangle(side, side)
    packing = Packing(_SQUARES, region, {"domino": Packed(_DOMINO, len(region) // 2)})
    assert (ways, different) == (packing.ways(), packing.count())


def test_no_packing() -> None:
    """A board without two opposite corners has no packing by dominoes, which the search proves."""
    region = _rectangle(4, 4, (0, 0), (3, 3))
    assert Packing(_SQUARES, region, {"domino": Packed(_DOMINO, 7)}).solution() is None
    assert Packing(_SQUARES, _rectangle(4, 4), {"domino": Packed(_DOMINO, 7)}).solution() is None


def test_mirror_images_of_fixed_pieces() -> None:
    """A piece that may not be turned over packs only its own side, and its packing has no mirror image."""
    form = parse_polyform(_SQUARES, ["XXX", "X.."])
    other = parse_polyform(_SQUARES, ["XXX", "..X"])
    region = _rectangle(4, 2)
    found = {
        sides: Packing(_SQUARES, region, {"L": Packed(form, 2)}, sides).count() for sides in Sides
    }
    assert found == {Sides.FREE: 1, Sides.ONE_SIDED: 1, Sides.FIXED: 0}
    both = {"L": Packed(form), "J": Packed(other)}
    assert Packing(_SQUARES, region, both, Sides.ONE_SIDED).ways() == 0


@pytest.mark.slow
def test_solution_covers_every_cell_once() -> None:
    """The 22 pentahexes lie on 10 x 11 hexes: every cell has one piece, and every piece lies as one of its images."""
    pieces = _grown(_HEXES, 5)
    assert len(pieces) == 22
    region = _rectangle(11, 10)
    packing = Packing(_HEXES, region, pieces)
    found = packing.solution()
    assert found is not None
    assert sorted(region) == sorted(cell for each in found for cell in each.cells)
    assert sorted(pieces) == sorted(each.name for each in found)
    for name, cells in found:
        assert polyform(_HEXES, cells).canonical(Sides.FREE) == pieces[name].form


def test_time_limit() -> None:
    """A search that takes too long says so."""
    packing = Packing(_SQUARES, _rectangle(10, 6), _PENTOMINOES, seconds=0.0)
    with pytest.raises(OutOfTime, match=r"^the search did not end in 0 seconds$"):
        packing.count()


# An enumeration with complex numbers, one piece after the other, without any symmetry.

Points = frozenset[complex]

_TURN: dict[PolyformShape, Callable[[Cell], complex]] = {
    _SQUARES: lambda cell: complex(*cell),
    _HEXES: lambda cell: cell.q + cell.r * complex(0.5, 0.75**0.5),
}


def _rounded(points: Iterable[complex]) -> Points:
    return frozenset(complex(round(each.real, 3), round(each.imag, 3)) + 0 for each in points)


def _images(shape: PolyformShape, points: Points) -> Iterator[Points]:
    turns = 4 if shape is _SQUARES else 6
    turn = {4: 1j, 6: complex(0.5, 0.75**0.5)}[turns]
    for way in (points, {each.conjugate() for each in points}):
        for steps in range(turns):
            yield frozenset(each * turn**steps for each in way)


def _all_ways(shape: PolyformShape, region: Points, pieces: list[Points]) -> set[frozenset[Points]]:
    if not pieces:
        return {frozenset()} if not region else set()
    piece, *others = pieces
    found = set[frozenset[Points]]()
    for image in _images(shape, piece):
        for corner in region:
            anchor = min(image, key=lambda each: (each.real, each.imag))
            lying = _rounded(each - anchor + corner for each in image)
            if lying <= region:
                ways = _all_ways(shape, region - lying, others)
                found |= {way | {lying} for way in ways}
    return found


def _classes(shape: PolyformShape, ways: set[frozenset[Points]], region: Points) -> int:
    """The number of ways of which none is another one moved."""
    middle = sum(region) / len(region)

    def moved(way: frozenset[Points], number: int) -> frozenset[Points]:
        def one(points: Points) -> Points:
            return _rounded(
                each + middle
                for each in [*_images(shape, frozenset(p - middle for p in points))][number]
            )

        return frozenset(map(one, way))

    turns = 8 if shape is _SQUARES else 12
    return len({frozenset({moved(way, number) for number in range(turns)} & ways) for way in ways})


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([_SQUARES, _HEXES]),
    st.lists(st.integers(0, 3), min_size=2, max_size=3),
    st.data(),
)
def test_against_all_ways(shape: PolyformShape, chosen: list[int], data: st.DataObject) -> None:
    """Ways, and ways up to symmetry, are those of an enumeration that knows no lines, bits or moves of cells."""
    forms = [each.form for number in (2, 3) for each in _grown(shape, number).values()]
    forms.sort(key=lambda form: form.picture)
    wanted = [forms[number % len(forms)] for number in chosen]
    cells = sum(len(form.cells) for form in wanted)
    region = {Cell(0, 0)}
    while len(region) < cells:
        beside = {near for cell in region for near in shape.neighbours(cell)} - region
        region.add(data.draw(st.sampled_from(sorted(beside))))
    at = _TURN[shape]
    points = _rounded(map(at, region))
    ways = _all_ways(shape, points, [frozenset(map(at, form.cells)) for form in wanted])
    pieces = {"/".join(form.picture): Packed(form, wanted.count(form)) for form in wanted}
    packing = Packing(shape, frozenset(region), pieces)
    assert (len(ways), _classes(shape, ways, points)) == (packing.ways(), packing.count())
    assert bool(ways) == bool(packing.solution())
