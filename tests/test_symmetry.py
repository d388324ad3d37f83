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


@given(SIDES, PORTS, st.sampled_from(Symmetry))
def test_isometries_form_a_group(sides: int, ports: int, symmetry: Symmetry) -> None:
    """One isometry after the other is again one of them, for sides and ports alike."""
    isometries = group(symmetry, sides, ports)
    pairs = {(each.sides, each.ports) for each in isometries}
    for one in isometries:
        for other in isometries:
            both = composed(one.sides, other.sides), composed(one.ports, other.ports)
            assert both in pairs
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
