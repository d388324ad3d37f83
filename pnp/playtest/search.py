"""Searches: which values of options and of a set bring a game to a goal, such as even seats and 30 to 40 turns.

Optuna's tree-structured Parzen estimator chooses what to try next (Bergstra and others, "Algorithms for hyper-parameter optimization",
NIPS 2011); if there are no more combinations than tries, all are tried. From the best one the search goes on to better neighbours, as long as there are any,
and sets the last beside them, deal by deal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library
from pnp.basics.words import counted, did_you_mean, in_words
from pnp.playtest.answers import measure_text, said
from pnp.playtest.arms import Arm, Played
from pnp.playtest.measures import MEASURES, Counts, count, fair_share
from pnp.playtest.report import Trial
from pnp.playtest.statistics import Estimate

EVEN = "even"

Values = tuple[tuple[str, str], ...]


class Goal(NamedTuple):
    """A measure and what it shall be: between two limits, of which one may be infinite, or even."""

    text: str
    key: str
    label: str
    low: float
    high: float

    @property
    def is_even(self) -> bool:
        return math.isnan(self.low)

    def miss(self, counts: Counts, arm: Arm) -> float:
        """How far games are from the goal: 0 if they reach it; raises UnusableInput if they have no such measure.

        For a range it is the distance by the width of the range, or by its limit if it has one alone; for even wins the share of games that
        the wrong seats win.
        """
        found = self.found(counts)
        if self.is_even:
            fair = fair_share(arm)
            return sum(abs(each.value - fair) for each in found.values()) / 2
        (value,) = (each.value for each in found.values())
        width = self.high - self.low
        if not math.isfinite(width) or width == 0:
            width = abs(self.low if math.isfinite(self.low) else self.high) or 1.0
        return max(0.0, self.low - value, value - self.high) / width

    def found(self, counts: Counts) -> Mapping[str, Estimate]:
        """The estimates that the goal is about, by label."""
        if self.key in counts.missing:
            raise UnusableInput(f'--for "{self.text}": {counts.missing[self.key]}')
        every = counts.estimates[self.key]
        if self.is_even:
            return every
        if self.label not in every:
            known = ", ".join(f"{self.key}.{label}" for label in every)
            raise UnusableInput(
                f'--for "{self.text}": there is no "{self.label}"; write one of {known}'
                if self.label
                else f'--for "{self.text}": say which, {known}'
            )
        return {self.label: every[self.label]}


class Tried(NamedTuple):
    """Values that were tried, their arm, its games, how far they miss the goals together, and what was counted."""

    values: Values
    arm: Arm
    games: Sequence[Played]
    counts: Counts
    miss: float

    @property
    def label(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.values)


class Found(NamedTuple):
    """All that was tried, the best first; and the neighbours of the best, which differ by one step in one parameter.

    If Ctrl-C has `stopped` the search, there may be better ones.
    """

    goals: tuple[Goal, ...]
    tried: tuple[Tried, ...]
    neighbours: tuple[Tried, ...]
    stopped: bool = False

    @property
    def best(self) -> Tried:
        return self.tried[0]

    def trials(self) -> list[Trial]:
        """The best and its neighbours, as arms of a report."""
        return [
            Trial(each.label, each.arm, tuple(each.games)) for each in (self.best, *self.neighbours)
        ]

    def sentences(self) -> Iterator[str]:
        """What was found, in words."""
        reached = "reaches" if self.best.miss == 0 else "comes nearest to"
        texts = in_words([goal.text for goal in self.goals])
        if self.stopped:
            yield "The search was stopped; there may be better values."
        yield f"Of {counted(len(self.tried), 'combination')} {self.best.label} {reached} {texts}."
        for goal in self.goals:
            unit = MEASURES[goal.key].unit
            parts = [
                f"{measure_text(goal.key, label)} {said(each, unit)}"
                for label, each in goal.found(self.best.counts).items()
            ]
            yield f"{goal.text}: {'; '.join(parts)}."
        others = [each.label for each in self.tried[1:] if each.miss == 0]
        if self.best.miss == 0 and others:
            more = f" and {len(others) - 5} more" if len(others) > 5 else ""
            yield f"As good by these games: {'; '.join(others[:5])}{more}."

    def table(self) -> tuple[tuple[str, ...], ...]:
        """All that was tried, the best first, below a header."""
        names = tuple(name for name, _ in self.best.values)
        rows = []
        for each in self.tried:
            numbers = (_goal_text(goal, each.counts) for goal in self.goals)
            values = (value for _, value in each.values)
            rows.append((*values, f"{each.miss:.2f}", *numbers))
        return ((*names, "miss", *(goal.text for goal in self.goals)), *rows)


def _goal_text(goal: Goal, counts: Counts) -> str:
    unit = MEASURES[goal.key].unit
    return " / ".join(said(each, unit) for each in goal.found(counts).values())


def space_of(
    text: str, values_of: Callable[[str, str], Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """The values of each parameter in a text such as `coins=3..10,tiles=60..90..5`.

    *values_of* reads the values of one, after what messages call it. Raises UnusableInput.
    """
    found: dict[str, tuple[str, ...]] = {}
    # A comma between values has no name and equals sign behind it.
    for part in re.split(r",(?=[^,={}\[\]]+=)", text):
        name, equals, words = part.partition("=")
        name = name.strip()
        if not equals or not name or name in found:
            raise UnusableInput(f'--search "{part}": write each parameter once, NAME=5..10')
        found[name] = tuple(values_of(f"--search {name}", words))
    return found


_RANGE = re.compile(r"(-?[0-9.]*?)\s*\.\.\s*(-?[0-9]+(?:\.[0-9]+)?)?")


def goals_of(text: str) -> tuple[Goal, ...]:
    """The goals in a text such as `seats=even,turns=30..40,facts.stalemate=..10`; shares are in percent.

    Raises UnusableInput.
    """
    found = []
    for part in text.split(","):
        name, equals, wish = (each.strip() for each in part.partition("="))
        key, _, label = name.partition(".")
        if not equals or not wish:
            raise UnusableInput(f'--for "{part}": write MEASURE=30..40, or seats=even')
        if key not in MEASURES:
            raise UnusableInput(
                f'--for "{part}": there is no measure "{key}"{did_you_mean(key, MEASURES)}'
            )
        if wish == EVEN:
            if key not in ("seats", "bots"):
                raise UnusableInput(
                    f'--for "{part}": seats and bots can be even; write {key}=30..40'
                )
            found.append(Goal(part.strip(), key, "", math.nan, math.nan))
            continue
        match = _RANGE.fullmatch(wish)
        try:
            low = float(match[1]) if match and match[1] else -math.inf
            high = float(match[2]) if match and match[2] else math.inf
        except ValueError:
            match = None
        if match is None or (math.isinf(low) and math.isinf(high)) or low > high:
            raise UnusableInput(f'--for "{part}": write a range such as 30..40, 30.. or ..40')
        scale = 100 if MEASURES[key].unit == "share" else 1
        found.append(Goal(part.strip(), key, label, low / scale, high / scale))
    return tuple(found)


def search(
    space: Mapping[str, Sequence[str]],
    goals: Sequence[Goal],
    arm_of: Callable[[Values], Arm],
    play: Callable[[Arm], Sequence[Played]],
    *,
    tries: int,
    seed: int = 1,
    told: Callable[[int, Tried], None] = lambda number, tried: None,
) -> Found:
    """The search in a space, with so many tries; the same seed and games bring the same tries.

    *play* plays an arm, always with the same deals; *told* hears of each try. A KeyboardInterrupt ends the search with what was
    tried, or goes on if nothing was. Raises UnusableInput.
    """
    optuna: Any = library("optuna", extra="search", user="pnp playtest --search")
    known: dict[Values, Tried] = {}

    def tried(values: Values) -> Tried:
        if values not in known:
            arm = arm_of(values)
            games = play(arm)
            counts = count(arm, games)
            miss = sum(goal.miss(counts, arm) for goal in goals)
            known[values] = Tried(values, arm, games, counts, miss)
            told(len(known), known[values])
        return known[values]

    def best() -> Tried:
        return min(known.values(), key=lambda each: each.miss)

    stopped = False
    try:
        for values in _proposed(space, lambda values: tried(values).miss, tries, seed, optuna):
            tried(values)
        # The best may have a better neighbour that was not tried.
        at = None
        while at is not (at := best()):
            for values in _neighbours(at.values, space):
                tried(values)
    except KeyboardInterrupt:
        if not known:
            raise
        stopped = True
    first = best()
    rest = sorted((each for each in known.values() if each is not first), key=lambda x: x.miss)
    near = [known[values] for values in _neighbours(first.values, space) if values in known]
    return Found(tuple(goals), (first, *rest), tuple(near), stopped)


def _proposed(
    space: Mapping[str, Sequence[str]],
    miss: Callable[[Values], float],
    tries: int,
    seed: int,
    optuna: Any,
) -> Iterator[Values]:
    """The combinations to try: all, if there are no more than tries; otherwise those that the estimator chooses."""
    every = [tuple(zip(space, each, strict=True)) for each in product(*space.values())]
    if len(every) <= tries:
        yield from every
        return
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=max(4, tries // 4))
    study = optuna.create_study(sampler=sampler)
    # Indices keep the order of values, so that near ones are near, whatever they are.
    whole = optuna.distributions.IntDistribution
    indices = {name: whole(0, len(each) - 1) for name, each in space.items()}
    seen: set[Values] = set()
    # Some combinations come up again, and cost nothing.
    for _ in range(4 * tries):
        trial = study.ask(indices)
        values = tuple((name, each[trial.params[name]]) for name, each in space.items())
        yield values
        study.tell(trial, miss(values))
        seen.add(values)
        if len(seen) >= tries:
            break


def _neighbours(values: Values, space: Mapping[str, Sequence[str]]) -> Iterator[Values]:
    """The values with one of them a step lower, or higher."""
    for name, value in values:
        at = space[name].index(value)
        for other in (at - 1, at + 1):
            if 0 <= other < len(space[name]):
                yield tuple(
                    (key, space[name][other] if key == name else old) for key, old in values
                )
