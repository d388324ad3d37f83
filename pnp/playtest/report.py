"""Reports: all that is counted and compared in the games of a playtest, and the games to look at.

`answers` says it in sentences, and `panels` describes all else that is shown; `writing` writes both as text and data, `page` as a page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from types import MappingProxyType

from pnp.basics.classes import NamedTuple
from pnp.basics.words import in_words
from pnp.playtest.arms import Arm, Played
from pnp.playtest.kingmaking import Kings, Look, kings
from pnp.playtest.measures import (
    MEASURES,
    OF_USES,
    Counts,
    bot_labels,
    count,
    fair_share,
)
from pnp.playtest.statistics import (
    ALPHA,
    Difference,
    Estimate,
    difference,
    elo,
    holm,
    p_value,
)


class Trial(NamedTuple):
    """The games of an arm, by its label.

    `value` is its place along the parameter of a sweep, if that is a number; `known` are all uses that exist; `looks` are those of
    kingmaking at some of the games.
    """

    label: str
    arm: Arm
    games: tuple[Played, ...]
    value: float | None = None
    known: tuple[str, ...] = ()
    looks: tuple[tuple[Played, tuple[Look, ...]], ...] = ()


class Asked(NamedTuple):
    """What was asked: the title of the game, the set for `pnp score`, the whole command, and the folder of the report.

    `parameter` is that of a sweep, or ""; `bound` is what nobody can do without, so that it has no worth. A search puts its own sentences before the answer, and a table of all that it `tried`, with its header.
    """

    title: str
    name: str
    command: str
    parameter: str = ""
    folder: str = ""
    found: tuple[str, ...] = ()
    tried: tuple[tuple[str, ...], ...] = ()
    bound: tuple[str, ...] = ()


class Compared(NamedTuple):
    """One measure in two arms: how much more the second has, and whether the difference is real."""

    one: str
    other: str
    key: str
    label: str
    first: Estimate
    second: Estimate
    gap: Difference
    corrected: float

    @property
    def real(self) -> bool:
        return self.corrected < ALPHA

    @property
    def interval(self) -> Estimate:
        """The difference as an estimate, of so many deals."""
        return Estimate(self.gap.value, self.gap.low, self.gap.high, self.gap.deals)


class Strength(NamedTuple):
    """The wins of the first bot of an arm against the others, and their difference in Elo."""

    trial: Trial
    labels: tuple[str, str]
    wins: Estimate
    elo: Estimate
    corrected: float

    @property
    def real(self) -> bool:
        return self.corrected < ALPHA

    @property
    def worth(self) -> Estimate:
        """What the first bot loses by what it may not do: fair wins less its own."""
        fair = fair_share(self.trial.arm)
        return Estimate(
            fair - self.wins.value, fair - self.wins.high, fair - self.wins.low, self.wins.games
        )


class Pick(NamedTuple):
    """A game to look at: why, and the file that it is written to, below the folder of the report.

    If its set is in no file of the designer's, it is the first of the files `beside` the game, by their paths, and what it needs the others.
    """

    trial: Trial
    why: str
    game: Played
    file: str
    beside: Mapping[str, bytes] = MappingProxyType({})


class Report(NamedTuple):
    """All that is reported of a playtest."""

    asked: Asked
    trials: tuple[Trial, ...]
    counts: tuple[Counts, ...]
    compared: tuple[Compared, ...]
    uses_compared: tuple[Compared, ...]
    ladder: tuple[Strength, ...]
    worths: tuple[Strength, ...]
    kings: tuple[tuple[str, Kings], ...]
    picks: tuple[Pick, ...]

    @property
    def plain(self) -> tuple[tuple[Trial, Counts], ...]:
        """The arms that are compared: all but ladders and restricted play, or all if there are no others."""
        special = {each.trial.label for each in (*self.ladder, *self.worths)}
        pairs = [*zip(self.trials, self.counts, strict=True)]
        return tuple(pair for pair in pairs if pair[0].label not in special) or tuple(pairs)


def report_of(asked: Asked, trials: Sequence[Trial]) -> Report:
    """The report of arms, each of which has at least a game; the first is what the others are compared with."""
    counts = tuple(count(each.arm, each.games, each.known) for each in trials)
    pairs = [*zip(trials, counts, strict=True)]
    ladder = _corrected(_strength(*pair) for pair in pairs if is_rung(pair[0].arm))
    worths = _corrected(_strength(*pair) for pair in pairs if pair[0].arm.barred)
    special = {each.trial.label for each in (*ladder, *worths)}
    plain = [pair for pair in pairs if pair[0].label not in special] or pairs[:1]
    found = ((each.label, kings(each.arm, each.looks)) for each in trials)
    main = [key for key, each in MEASURES.items() if key not in OF_USES and not each.overall]
    return Report(
        asked,
        tuple(trials),
        counts,
        _compared(plain, main),
        _compared(plain, ("often",)),
        ladder,
        worths,
        tuple((label, each) for label, each in found if each),
        tuple(pick for trial, each in plain for pick in _picks(trial, each, len(plain) > 1)),
    )


def along_parameter(trials: Sequence[Trial]) -> tuple[str, tuple[Trial, ...]]:
    """The parameter of a sweep, or "", and the arms with their places along it.

    That is so if all arms are labelled by it, `coins=5`, and by it alone.
    """
    pairs = [trial.label.partition("=") for trial in trials]
    names = {name for name, _, _ in pairs}
    swept = len(trials) > 2 and len(names) == 1 and not names & {"set", "bots"}
    if not swept or any(not value or "," in value for _, _, value in pairs):
        return "", tuple(trials)
    try:
        values: list[float | None] = [float(value) for _, _, value in pairs]
    except ValueError:
        values = [None] * len(pairs)
    places = zip(trials, values, strict=True)
    return names.pop(), tuple(trial._replace(value=value) for trial, value in places)


def is_rung(arm: Arm) -> bool:
    """Whether an arm sets one bot with playouts against the same with fewer."""
    names = [bot.partition(":") for bot in arm.bots]
    return (
        not arm.barred
        and len({name for name, _, _ in names}) == 1
        and len(set(arm.bots)) == 2
        and len(set(arm.bots[1:])) == 1
    )


def _strength(trial: Trial, counts: Counts) -> Strength | None:
    """The wins of the first bot; None if they cannot be counted, or if there are more than two sorts of bots."""
    labels = bot_labels(trial.arm)
    if len(set(labels)) != 2 or "bots" in counts.missing:
        return None
    first, other = labels[0], next(each for each in labels if each != labels[0])
    seats = labels.count(first)
    sample = counts.samples["bots"][first]
    wins = counts.estimates["bots"][first]
    # Elo is of the wins of one side against the other: of all its seats, and of the games that somebody wins.
    whole = [min(1.0, seats * each) for each in (wins.value, wins.low, wins.high)]
    side = Estimate(whole[0], whole[1], whole[2], wins.games)
    chance = p_value(sample, fair_share(trial.arm))
    return Strength(
        trial, (first, other), wins, elo(side, seats, trial.arm.players - seats), chance
    )


def _corrected(found: Iterable[Strength | None]) -> tuple[Strength, ...]:
    """The strengths with p-values that are corrected for their number."""
    strengths = [each for each in found if each]
    corrected = holm([each.corrected for each in strengths])
    return tuple(each._replace(corrected=p) for each, p in zip(strengths, corrected, strict=True))


def _compared(pairs: Sequence[tuple[Trial, Counts]], keys: Sequence[str]) -> tuple[Compared, ...]:
    """Each arm beside the first, by all of these measures that both have; corrected as one table."""
    found: list[Compared] = []
    if not pairs:
        return ()
    (base, first), *others = pairs
    for trial, counts in others:
        for key in keys:
            # The seats of two and of three players are not the same seats.
            if MEASURES[key].fair and trial.arm.players != base.arm.players:
                continue
            ours, theirs = first.samples.get(key, {}), counts.samples.get(key, {})
            for label in ours:
                if label in theirs:
                    gap = difference(ours[label], theirs[label])
                    one = first.estimates[key][label]
                    other = counts.estimates[key][label]
                    found.append(
                        Compared(base.label, trial.label, key, label, one, other, gap, gap.p)
                    )
    corrected = holm([each.gap.p for each in found])
    return tuple(each._replace(corrected=p) for each, p in zip(found, corrected, strict=True))


# Games to look at.

# The measures in which the oddest game is far from the others.
_ODD = ("turns", "decisions", "branching", "margin", "points", "lead-changes", "drama")


def _picks(trial: Trial, counts: Counts, several: bool) -> Iterator[Pick]:
    """The typical, the closest and the oddest game of an arm, each another one if there are so many."""
    values = {
        game.number: {
            key: value
            for key in _ODD
            if key not in counts.missing
            for value in MEASURES[key].of(trial.arm, game.figures).values()
        }
        for game in trial.games
    }
    scales: dict[str, tuple[float, float]] = {}
    for key in _ODD:
        every = [each[key] for each in values.values() if key in each]
        middle = median(every or [0])
        # The median distance from the median; the mean one where half of the games have the same value.
        gaps = [abs(each - middle) for each in every] or [0]
        if scale := median(gaps) or sum(gaps) / len(gaps):
            scales[key] = middle, scale

    def distance(own: Mapping[str, float], keys: Iterable[str]) -> float:
        return math.hypot(
            *((own[key] - scales[key][0]) / scales[key][1] for key in keys if key in own)
        )

    def typical(own: Mapping[str, float]) -> tuple[float, ...]:
        return (distance(own, {"turns", "margin"} & scales.keys()),)

    def closest(own: Mapping[str, float]) -> tuple[float, ...]:
        return (own["margin"], -own.get("lead-changes", 0))

    def oddest(own: Mapping[str, float]) -> tuple[float, ...]:
        return (-distance(own, scales),)

    odd = in_words([MEASURES[key].title.lower() for key in scales])
    wanted = [
        (typical, "nearest to the median in length and margin", True),
        (closest, "the smallest margin, then most lead changes", "margin" not in counts.missing),
        (oddest, f"farthest from the median in {odd}", bool(odd)),
    ]
    left = list(trial.games)
    for rank, why, is_known in wanted:
        if left and is_known:
            game = min(left, key=lambda each: (*rank(values[each.number]), each.number))
            left.remove(game)
            name = rank.__name__
            file = f"games/{f'{slug(trial.label)}-' if several else ''}{name}.yaml"
            yield Pick(trial, f"{name}: {why}", game, file)


def slug(text: str) -> str:
    """A text as a part of a file's name.

    >>> slug("coins=5, greedy")
    'coins-5-greedy'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "arm"
