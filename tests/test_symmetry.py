"""Symmetry: isometries of sides and ports."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.tiles.symmetry import Symmetry, cycles, group

SIDES = st.sampled_from([3, 4, 6])
PORTS = st.integers(1, 4)


def composed(first: tuple[int, ...], then: tuple[int, ...]) -> tuple[int, ...]:
    """The one permutation after the other."""
    return tuple(then[index] for index in first)


@given(st.sampled_from([(3, 1), (4, 1), (6, 1), (4, 2)]), PORTS, st.sampled_from(Symmetry))
def test_isometries_form_a_group(
    sides_and_step: tuple[int, int], ports: int, symmetry: Symmetry
) -> None:
    """One isometry after the other is again one of them, for sides, ports and corners alike."""
    sides, step = sides_and_step
    isometries = group(symmetry, sides, ports, step=step)
    known = {each[2:] for each in isometries}
    for one in isometries:
        for other in isometries:
            assert tuple(map(composed, one[2:], other[2:])) in known
    assert isometries[0].sides == tuple(range(sides))
    assert isometries[0].ports == tuple(range(sides * ports))


@pytest.mark.parametrize(
    ("symmetry", "order"),
    [(Symmetry.ROTATIONS, 6), (Symmetry.ROTATIONS_AND_REFLECTIONS, 12), (Symmetry.NONE, 1)],
)
def test_a_hexagon_has_as_many_isometries_as_its_group(symmetry: Symmetry, order: int) -> None:
    """Six turns, as many again turned over, or none but the first; all different."""
    isometries = group(symmetry, 6, 1)
    assert len({each.sides for each in isometries}) == len(isometries) == order


@pytest.mark.parametrize("step", [1, 2])
def test_a_corner_stays_between_its_sides(step: int) -> None:
    """The corner where a side begins goes to where that side and the one before it go."""
    for isometry in group(Symmetry.ROTATIONS_AND_REFLECTIONS, 4, 1, step=step):
        for corner, target in enumerate(isometry.corners):
            around = {isometry.sides[corner], isometry.sides[corner - 1]}
            assert {target, (target - 1) % 4} == around


def test_a_rectangle_keeps_its_long_and_short_sides() -> None:
    """Half turns and flips are its isometries: a side goes to itself or to the opposite one."""
    isometries = group(Symmetry.ROTATIONS_AND_REFLECTIONS, 4, 1, step=2)
    assert sorted(each.sides for each in isometries) == [
        (0, 1, 2, 3),
        (0, 3, 2, 1),
        (2, 1, 0, 3),
        (2, 3, 0, 1),
    ]
    assert [each.steps for each in group(Symmetry.ROTATIONS, 4, 1, step=2)] == [0, 2]


@given(SIDES, PORTS)
def test_a_port_stays_on_its_side(sides: int, ports: int) -> None:
    """A port goes to the side that its side goes to."""
    for isometry in group(Symmetry.ROTATIONS_AND_REFLECTIONS, sides, ports):
        for port, target in enumerate(isometry.ports):
            assert target // ports == isometry.sides[port // ports]


@given(SIDES, PORTS)
def test_turning_keeps_the_order_of_ports_and_turning_over_reverses_it(
    sides: int, ports: int
) -> None:
    """Neighbouring ports stay neighbours; clockwise becomes anticlockwise when turned over."""
    count = sides * ports
    for isometry in group(Symmetry.ROTATIONS_AND_REFLECTIONS, sides, ports):
        steps = {
            (isometry.ports[(x + 1) % count] - isometry.ports[x]) % count for x in range(count)
        }
        assert steps == {count - 1 if isometry.mirrored else 1}


@given(st.permutations(range(8)))
def test_cycles_make_up_the_permutation(permutation: list[int]) -> None:
    """Each element is in one cycle, and goes to the next in it."""
    found = cycles(tuple(permutation))
    assert sorted(element for cycle in found for element in cycle) == list(range(8))
    for cycle in found:
        for element, following in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            assert permutation[element] == following
