"""Statistics: what a sample of games says of all games, with an interval; and which differences are real.

All intervals are of 95 %. Games that share a deal are not independent, so deals are what is resampled and counted
(a cluster bootstrap: Davison and Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from statistics import fmean, stdev
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.lookup import library

CONFIDENCE = 0.95
# The chance of a wrong "real" in a whole table of comparisons.
ALPHA = 0.05

# The quantile of the normal distribution that belongs to the confidence.
_Z = 1.959964

# Enough for limits of 95 % (Davison and Hinkley, section 5.2), and repeated by the seed.
_RESAMPLES = 1999
_SEED = 29
_MOST_NUMBERS = 80_000_000

# The percentiles of fewer deals hold the truth too seldom, if values are normal: of 19 in 93 of 100 cases, of 5 in 85.
_FEW = 20

# Sums of equal numbers differ by no more.
_EQUAL = 1e-12

# The ends of what has none.
ANY = (-math.inf, math.inf)

_USER = "pnp playtest"


class Sample(NamedTuple):
    """The values of games, and the number of the deal of each."""

    deals: tuple[int, ...]
    values: tuple[float, ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, float]]) -> Sample:
        """The sample of pairs of a deal and a value."""
        found = sorted(pairs)
        return cls(tuple(deal for deal, _ in found), tuple(value for _, value in found))

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def totals(self) -> dict[int, tuple[float, int]]:
        """The sum of the values of each deal, and how many there are."""
        found: dict[int, tuple[float, int]] = {}
        for deal, value in zip(self.deals, self.values, strict=True):
            total, number = found.get(deal, (0.0, 0))
            found[deal] = (total + value, number + 1)
        return found


class Estimate(NamedTuple):
    """A number of the sample, the limits of its interval, and the number of games that it is from."""

    value: float
    low: float
    high: float
    games: int

    def has(self, value: float) -> bool:
        """Whether a value lies in the interval."""
        return self.low <= value <= self.high


class Difference(NamedTuple):
    """How much more the second of two arms has than the first, by the deals that both have, with its p-value."""

    value: float
    low: float
    high: float
    p: float
    deals: int


def wilson(share: float, size: float) -> tuple[float, float]:
    """The limits of Wilson's interval for a share of *size* games, which need not be a whole number.

    Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American Statistical
    Association 22 (1927), 209-212. scipy has it for whole numbers alone; shared wins and deals with several games need others.
    """
    middle = share + _Z**2 / (2 * size)
    reach = _Z * math.sqrt(share * (1 - share) / size + _Z**2 / (4 * size**2))
    whole = 1 + _Z**2 / size
    # Nothing of nothing is 0, not a rounding error above it.
    low = 0.0 if share <= 0 else max(0.0, (middle - reach) / whole)
    return low, 1.0 if share >= 1 else min(1.0, (middle + reach) / whole)


def share(sample: Sample) -> Estimate:
    """A mean of values from 0 to 1, with Wilson's interval.

    The size is that of as many independent games as would be as sure, and never more than the games (Franco, Little,
    Louis and Slud, "Comparative study of confidence intervals for proportions in complex sample surveys", Journal of
    Survey Statistics and Methodology 7, 2019, 334-364). If all values are 0, or 1, it is the number of deals.
    """
    mean, games = sample.mean, len(sample.values)
    totals = sample.totals().values()
    spread = sum((total - number * mean) ** 2 for total, number in totals) / games**2
    if 0 < mean < 1:
        size = min(games, mean * (1 - mean) / spread) if spread > 0 else games
    else:
        size = len(totals)
    return Estimate(mean, *wilson(mean, size), games)


def mean(sample: Sample, within: tuple[float, float] = ANY) -> Estimate:
    """A mean with an interval from a bootstrap of the deals; it lies *within* the ends of what there can be."""
    return combined([sample], itemgetter(0), within)


def combined(
    samples: Sequence[Sample],
    combine: Callable[[Sequence[float]], float],
    within: tuple[float, float] = ANY,
) -> Estimate:
    """A function of the means of samples from the same games, with an interval as in `mean`."""
    value = combine([sample.mean for sample in samples])
    games = len(samples[0].values)
    totals = [sample.totals() for sample in samples]
    numbers = [number for _, number in totals[0].values()]
    if len(numbers) < 2:
        return Estimate(value, -math.inf, math.inf, games)
    sums = [[each[deal][0] for deal in totals[0]] for each in totals]
    *parts, counts = _resampled(*sums, numbers)
    means = zip(*((part / counts).tolist() for part in parts), strict=True)
    limits = _limits(value, [*map(combine, means)], len(numbers), within)
    return Estimate(value, *limits, games)


def difference(first: Sample, second: Sample) -> Difference:
    """The difference of two means over the deals that both samples have, each deal as a pair.

    The interval is a bootstrap of the pairs, the p-value that of the paired t-test. If all pairs differ by the same,
    it is that of the sign test, since no t is known.
    """
    one, other = first.totals(), second.totals()
    shared = [deal for deal in one if deal in other]
    gaps = [other[deal][0] / other[deal][1] - one[deal][0] / one[deal][1] for deal in shared]
    if len(gaps) < 2:
        value = gaps[0] if gaps else 0.0
        return Difference(value, -math.inf, math.inf, 1.0, len(gaps))
    (sums,) = _resampled(gaps)
    value = sum(gaps) / len(gaps)
    limits = _limits(value, sums / len(gaps), len(gaps), ANY)
    return Difference(value, *limits, _chance_of(gaps), len(gaps))


def p_value(sample: Sample, expected: float) -> float:
    """How likely a mean that lies at least so far from the expected one is by chance alone."""
    totals = sample.totals().values()
    gaps = [total / number - expected for total, number in totals]
    return _chance_of(gaps) if len(gaps) > 1 else 1.0


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values of many comparisons, corrected for their number.

    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979), 65-70.

    >>> [round(each, 4) for each in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    corrected, least = [1.0] * len(chances), 0.0
    for passed, at in enumerate(order):
        least = max(least, min(1.0, (len(chances) - passed) * chances[at]))
        corrected[at] = least
    return corrected


def elo(wins: Estimate, seats: int, others: int) -> Estimate:
    """The difference of two strengths in Elo, from the share of wins of those who have so many seats against the others.

    A seat wins in proportion to ten to the power of its strength by 400 (Elo, "The Rating of Chessplayers", 1978; for more than
    two players by the choice axiom of Luce, "Individual Choice Behavior", 1959). No wins, or no losses, have no limit.
    """

    def strength(part: float) -> float:
        if part <= 0 or part >= 1:
            return math.copysign(math.inf, part - 0.5)
        return 400 * math.log10(part * others / ((1 - part) * seats))

    return Estimate(strength(wins.value), strength(wins.low), strength(wins.high), wins.games)


def quartiles(sample: Sample) -> tuple[float, float, float]:
    """The values that a quarter, a half and three quarters of the games do not exceed."""
    numpy = library("numpy", extra="playtest", user=_USER)
    first, middle, third = numpy.quantile(sample.values, [0.25, 0.5, 0.75])
    return float(first), float(middle), float(third)


def _chance_of(gaps: Sequence[float]) -> float:
    """The p-value of differences from 0."""
    if max(gaps) - min(gaps) < _EQUAL:
        return 1.0 if abs(gaps[0]) < _EQUAL else float(2.0 ** (1 - len(gaps)))
    error = stdev(gaps) / math.sqrt(len(gaps))
    return float(2 * _special().stdtr(len(gaps) - 1, -abs(fmean(gaps)) / error))


def _special() -> Any:
    """Student's t among the functions of scipy; its module of statistics takes longer to import than a short run."""
    return library("scipy.special", extra="playtest", user=_USER)


def _limits(
    value: float, resampled: Any, deals: int, within: tuple[float, float]
) -> tuple[float, float]:
    """The limits of a value: the middle 95 % of what it was in resamples of the deals.

    Few deals are too alike in resamples, so their limits are those of Student's t from the spread of the resamples, whose variance
    lacks a factor of n / (n - 1) (Hesterberg, "What teachers should know about the bootstrap", The American Statistician 69, 2015).
    If all are equal, Wilson's limit for deals that differ holds, as far as values can; without an end, fewer than six say nothing, as in the sign test.
    """
    numpy = library("numpy", extra="playtest", user=_USER)
    least, most = within
    if max(resampled) - min(resampled) < _EQUAL:
        if math.isfinite(most - least):
            unseen = wilson(0.0, deals)[1]
            return value - unseen * (value - least), value + unseen * (most - value)
        return (value, value) if 2.0 ** (1 - deals) < ALPHA else ANY
    ends = (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2
    if deals < _FEW:
        error = numpy.std(resampled) * math.sqrt(deals / (deals - 1))
        low, high = (value + _special().stdtrit(deals - 1, end) * error for end in ends)
    else:
        low, high = numpy.quantile(resampled, ends)
    return max(float(low), least), min(float(high), most)


def _resampled(*columns: Sequence[float]) -> list[Any]:
    """The sum of each column in each resample of its rows; rows of all columns go together."""
    numpy = library("numpy", extra="playtest", user=_USER)
    times = _times(len(columns[0]))
    # Unlike a product of matrices, this starts no threads, and adds in the same order everywhere.
    return [numpy.einsum("ij,j->i", times, numpy.asarray(column, float)) for column in columns]


@lru_cache(3)
def _times(rows: int) -> Any:
    """How often each row is drawn in each resample: the same for all measures of so many deals."""
    numpy = library("numpy", extra="playtest", user=_USER)
    rng = numpy.random.default_rng(_SEED)
    resamples = min(_RESAMPLES, _MOST_NUMBERS // rows)
    found = numpy.zeros((resamples, rows), dtype=numpy.uint8)
    for each in found:
        each[:] = numpy.bincount(rng.integers(0, rows, rows), minlength=rows)
    return found
