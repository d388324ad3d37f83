"""Tests of many combinations: a few of them in every run, all of them each night.

`@pytest.mark.covering(1)` above a test with parameters keeps so many of its cases that each value
of each parameter is in one of them; `covering(2)`, that each two values that may meet do. The other
cases get the mark `nightly`. Cases that are slow are chosen among themselves, so that the quick ones
cover as much as they can.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations

import pytest

# A case: the names of its parameters, and what their values are written as.
Case = tuple[tuple[str, str], ...]


def covered(case: Case, strength: int) -> Iterator[Hashable]:
    """The combinations of so many values that a case has."""
    yield from combinations(case, min(strength, len(case)))


def covering(cases: Sequence[Case], strength: int) -> list[int]:
    """The numbers of a few cases that have every combination of so many values that any case has.

    >>> square = [(("x", x), ("y", y)) for x in "abc" for y in "abc"]
    >>> covering(square, 1)
    [0, 4, 8]
    >>> len(covering(square, 2))
    9
    """
    missing = {each for case in cases for each in covered(case, strength)}
    chosen: list[int] = []
    uses: Counter[Hashable] = Counter()

    def worth(number: int) -> tuple[int, int, int]:
        """What a case adds; of cases that add as much, the one with the values that are rarest so far."""
        added = sum(each in missing for each in covered(cases[number], strength))
        return added, -sum(uses[value] for value in cases[number]), -number

    while missing:
        best = max(range(len(cases)), key=worth)
        chosen.append(best)
        missing.difference_update(covered(cases[best], strength))
        uses.update(cases[best])
    return sorted(chosen)


def leave_to_the_night(items: Sequence[pytest.Item]) -> None:
    """Marks the cases that the nightly run alone takes."""
    tests: dict[tuple[str, bool], list[pytest.Function]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("covering"):
            slow = item.get_closest_marker("slow") is not None
            tests[item.nodeid.partition("[")[0], slow].append(item)
    for cases in tests.values():
        mark = cases[0].get_closest_marker("covering")
        assert mark is not None
        values = [
            tuple((name, repr(value)) for name, value in case.callspec.params.items())
            for case in cases
        ]
        kept = {*covering(values, *mark.args)}
        for number, case in enumerate(cases):
            if number not in kept:
                case.add_marker(pytest.mark.nightly)
