"""Tests of many combinations: a few of them in every run, all of them each night.

`@pytest.mark.covering(1)` above a test with parameters keeps so many of its cases that each value
of each parameter is in one of them; `covering(2)`, that each two values that may meet do. `spread(3)`
keeps three, or three of those that cover: for tests whose cases take a second or more each, and ask the same
of many sets. They are drawn by the name of the test, so that other tests have other sets. The other
cases get the mark `nightly`. Cases that are slow are chosen among themselves, so that the quick ones
cover as much as they can.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from zlib import crc32

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
        marks = [item.get_closest_marker(name) for name in ("covering", "spread")]
        if isinstance(item, pytest.Function) and any(marks):
            slow = item.get_closest_marker("slow") is not None
            tests[item.nodeid.partition("[")[0], slow].append(item)
    for cases in tests.values():
        kept = cases
        if mark := cases[0].get_closest_marker("covering"):
            values = [
                tuple((name, repr(value)) for name, value in case.callspec.params.items())
                for case in cases
            ]
            kept = [cases[number] for number in covering(values, *mark.args)]
        if mark := cases[0].get_closest_marker("spread"):
            (number,) = mark.args
            kept = sorted(kept, key=lambda case: crc32(case.nodeid.encode()))[:number]
        for case in cases:
            if case not in kept:
                case.add_marker(pytest.mark.nightly)
