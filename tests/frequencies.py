"""Whether samples are as frequent as they should be, by Pearson's chi-squared."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping


def surprise(found: Iterable[Hashable], weights: Mapping[Hashable, int]) -> float:
    """How far frequencies are from the weights, in standard deviations of chi-squared.

    It is near 0 for fair samples, and above 4 by chance once in some hundreds to thousands of tests.
    Something without a weight must not be found.
    """
    counts, total = Counter(found), sum(weights.values())
    assert counts.keys() <= weights.keys(), counts.keys() - weights.keys()
    expected = {each: counts.total() * weight / total for each, weight in weights.items()}
    assert min(expected.values()) >= 5, "too few samples"
    chi = sum((counts[each] - number) ** 2 / number for each, number in expected.items())
    freedom = len(weights) - 1
    return (chi - freedom) / math.sqrt(2 * freedom)
