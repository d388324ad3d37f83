"""Measures: each a name, a sentence, a unit, a source, and a function of the figures of a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from pnp.basics.classes import NamedTuple
from pnp.playtest.arms import Arm, Played
from pnp.playtest.figures import Figures
from pnp.playtest.statistics import Estimate, Sample, combined, mean, quartiles, share

BROWNE = "Browne, Automatic generation and evaluation of recombination games, thesis, Brisbane 2008"
CINCOTTI = (
    "Cincotti and Iida, Outcome uncertainty and interestedness in game-playing, "
    "New Mathematics and Natural Computation 2 (2006), 173-181"
)
JAFFE = "Jaffe and others, Evaluating competitive game balance with restricted play, AIIDE 2012"
THOMPSON = "Thompson, Defining the abstract, Game and Puzzle Design 1 (2015), 83-86"
ZOOK = (
    "Zook, Harrison and Riedl, Monte-Carlo tree search for simulation-based strategy analysis, "
    "FDG 2014"
)

Values = Mapping[str, float]
Use = Literal["kinds of move", "values", "tiles"]


class Measure(NamedTuple):
    """What is counted in each game.

    `of` has the values of one game, by a label such as `player 1`, or by "" if there is only one; a game that has none
    does not count. `lacks` says why games of an arm cannot be counted, or "". A unit of "share" is a number from 0 to 1. Labels
    that a game lacks have the value `absent`, if that is a number. `fair` measures have wins, of which each seat would have a share of
    one by the players if nothing mattered. A `part` is a share inside of each game, not a share of games. `overall` makes one number of the means of all labels,
    and `labels` are those that say something of these games. `least` is the smallest value that there can be; shares and numbers without a unit are 1 at most.
    """

    key: str
    title: str
    sentence: str
    unit: str
    source: str
    of: Callable[[Arm, Figures], Values]
    lacks: Callable[[Arm, Sequence[Figures]], str] = lambda arm, figures: ""
    absent: float | None = None
    fair: bool = False
    part: bool = False
    overall: Callable[[Sequence[float]], float] | None = None
    labels: Callable[[Sequence[Figures]], Collection[str]] | None = None
    least: float = 0.0

    def samples(self, arm: Arm, games: Sequence[Played]) -> dict[str, Sample]:
        """The values of the games by label, in the order in which labels come up."""
        found: dict[str, list[tuple[int, float]]] = {}
        counted = [(arm.deal(game.number), self.of(arm, game.figures)) for game in games]
        for _, values in counted:
            found.update((label, []) for label in values if label not in found)
        for deal, values in counted:
            for label, pairs in found.items():
                value = values.get(label, self.absent)
                if value is not None:
                    pairs.append((deal, value))
        if self.labels:
            kept = self.labels([game.figures for game in games])
            found = {label: pairs for label, pairs in found.items() if label in kept}
        return {label: Sample.of(pairs) for label, pairs in found.items()}

    def estimates(self, samples: Mapping[str, Sample]) -> dict[str, Estimate]:
        """The estimates of samples, by label."""
        within = (self.least, 1.0 if self.unit in ("share", "") else math.inf)
        if self.overall:
            return {"": combined([*samples.values()], self.overall, within)} if samples else {}
        if self.unit == "share" and not self.part:
            return {label: share(sample) for label, sample in samples.items()}
        return {label: mean(sample, within) for label, sample in samples.items()}


class Counts(NamedTuple):
    """All that was counted in the games of an arm: by the key of a measure and a label; and what was not, with the reason."""

    samples: Mapping[str, Mapping[str, Sample]]
    estimates: Mapping[str, Mapping[str, Estimate]]
    missing: Mapping[str, str]

    def middle(self, key: str) -> tuple[float, float, float]:
        """The quartiles of a measure with one label."""
        return quartiles(self.samples[key][""])


def count(arm: Arm, games: Sequence[Played], known: Sequence[str] = ()) -> Counts:
    """The counts of an arm's games; *known* are uses that exist, and count as never used if nobody does."""
    figures = [game.figures for game in games]
    samples, estimates, missing = {}, {}, {}
    for key, measure in MEASURES.items():
        reason = measure.lacks(arm, figures) if games else "no game was played"
        if not reason:
            found = measure.samples(arm, games)
            if measure.absent is not None and key in ("used", "often"):
                blank = Sample.of((arm.deal(game.number), 0.0) for game in games)
                found |= {use: blank for use in known if use not in found}
            if not any(sample.values for sample in found.values()):
                reason = "no game has a value"
        if reason:
            missing[key] = reason
        else:
            samples[key] = {label: sample for label, sample in found.items() if sample.values}
            estimates[key] = measure.estimates(samples[key])
    return Counts(samples, estimates, missing)


def fair_share(arm: Arm) -> float:
    """The wins of each seat if nothing mattered."""
    return 1 / arm.players


def bot_labels(arm: Arm) -> tuple[str, ...]:
    """The bots of an arm in words, with what they may not do."""
    barred: dict[int, list[str]] = {}
    for use, number in arm.barred:
        barred.setdefault(number - 1, []).append(use)
    return tuple(
        f"{bot} without {', '.join(barred[at])}" if at in barred else bot
        for at, bot in enumerate(arm.bots)
    )


def kind_of_use(use: str) -> Use:
    """Whether a use is a kind of move, the value of one, or a tile.

    >>> kind_of_use("lay"), kind_of_use("bid coins=2"), kind_of_use("lay tile=R1-4 G2")
    ('kinds of move', 'values', 'tiles')
    """
    _, _, rest = use.partition(" ")
    if not rest:
        return "kinds of move"
    return "tiles" if rest.startswith("tile=") else "values"


def won(figures: Figures, seat: int) -> float:
    """A seat's part of the win: all of it, a part of a shared one, or nothing."""
    return 1 / len(figures.winners) if seat in figures.winners else 0.0


def leads(figures: Figures) -> Iterator[tuple[int, ...]]:
    """At each count of the points, how far each seat is ahead of the best other one."""
    for points in figures.points:
        yield tuple(
            mine - max(points[:seat] + points[seat + 1 :]) for seat, mine in enumerate(points)
        )


# Why a measure cannot be counted.


def _alone(arm: Arm, figures: Sequence[Figures]) -> str:
    del figures
    return "one player wins against nobody" if arm.players == 1 else ""


def _equal_bots(arm: Arm, figures: Sequence[Figures]) -> str:
    equal = "" if len(set(bot_labels(arm))) > 1 else "all bots are equal"
    return _alone(arm, figures) or equal


def _no_points(arm: Arm, figures: Sequence[Figures]) -> str:
    del arm
    for each in figures:
        if any(value not in (0, 1) for points in each.points for value in points):
            return ""
    return "the points of this game say no more than who wins"


def _no_race(arm: Arm, figures: Sequence[Figures]) -> str:
    return _alone(arm, figures) or _no_points(arm, figures)


def _no_facts(arm: Arm, figures: Sequence[Figures]) -> str:
    del arm
    return "" if any(each.facts for each in figures) else "this game tells nothing of its end"


def _facts_to_share(figures: Sequence[Figures]) -> set[str]:
    """Facts that hold in some games, or in all by their nature; a number that is never 0 has no share."""
    return {
        fact
        for each in figures
        for fact in each.facts
        if not all(other.facts.get(fact) for other in figures) or fact not in _numbers(figures)
    }


def _numbers(figures: Sequence[Figures]) -> set[str]:
    """Facts that are more than yes or no."""
    return {fact for each in figures for fact, number in each.facts.items() if number > 1}


# The values of one game.


def _seats(arm: Arm, figures: Figures) -> Values:
    return {f"player {seat + 1}": won(figures, seat) for seat in range(arm.players)}


def _bots(arm: Arm, figures: Figures) -> Values:
    labels = bot_labels(arm)
    parts: dict[str, list[float]] = {label: [] for label in labels}
    for seat, bot in enumerate(figures.bots):
        parts[labels[bot]].append(won(figures, seat))
    return {label: sum(each) / len(each) for label, each in parts.items()}


def _evenness(shares: Sequence[float]) -> float:
    whole = sum(shares)
    parts = [each / whole for each in shares if each > 0]
    return -sum(each * math.log(each) for each in parts) / math.log(len(shares))


def _margin(arm: Arm, figures: Figures) -> Values:
    del arm
    best, second, *_ = sorted(figures.final, reverse=True)
    return {"": best - second}


def _branching(arm: Arm, figures: Figures) -> Values:
    del arm
    return {"": sum(figures.choices) / len(figures.choices)} if figures.choices else {}


def _forced(arm: Arm, figures: Figures) -> Values:
    del arm
    choices = figures.choices
    return {"": sum(each == 1 for each in choices) / len(choices)} if choices else {}


def _lead_changes(arm: Arm, figures: Figures) -> Values:
    del arm
    leaders = [
        seat for each in leads(figures) for seat, ahead in enumerate(each) if ahead > 0
    ]  # a tie has no leader, and the former one keeps the name
    return {"": sum(one != other for one, other in pairwise(leaders))}


def _drama(arm: Arm, figures: Figures) -> Values:
    del arm
    if len(figures.winners) != 1:
        return {}
    (winner,) = figures.winners
    every = [value for points in figures.points for value in points]
    scale = max(every) - min(every)
    behind = [-each[winner] / scale for each in [*leads(figures)][:-1] if each[winner] < 0]
    return {"": sum(map(math.sqrt, behind)) / len(behind) if behind else 0.0}


def _decisiveness(arm: Arm, figures: Figures) -> Values:
    del arm
    if len(figures.winners) != 1:
        return {}
    (winner,) = figures.winners
    course = [*leads(figures)]
    threshold = max(
        0, *(ahead for each in course for seat, ahead in enumerate(each) if seat != winner)
    )
    decided = next((at for at, each in enumerate(course, 1) if each[winner] > threshold), None)
    return {"": 0.0 if decided is None else 1 - decided / len(course)}


def _won_with(arm: Arm, figures: Figures) -> Values:
    del arm
    found = {}
    for use, counts in figures.uses.items():
        most = max(counts)
        if min(counts) < most:
            seats = [seat for seat, each in enumerate(counts) if each == most]
            found[use] = sum(won(figures, seat) for seat in seats) / len(seats)
    return found


MEASURES: Mapping[str, Measure] = {
    each.key: each
    for each in (
        Measure(
            "seats",
            "Wins by seat",
            "The share of games that each player wins; a shared win counts in equal parts.",
            "share",
            f"balance: {BROWNE}",
            _seats,
            _alone,
            fair=True,
        ),
        Measure(
            "bots",
            "Wins by bot",
            "The share of games that a bot wins for each seat that it has; the bots sit in all seats in turn.",
            "share",
            ZOOK,
            _bots,
            _equal_bots,
            fair=True,
        ),
        Measure(
            "evenness",
            "Evenness of seats",
            "The entropy of the seat that wins by its largest value: 1 if all seats win as often, 0 if one seat always wins.",
            "",
            f"after {CINCOTTI}, who measure the uncertainty of an outcome by its entropy",
            _seats,
            _alone,
            overall=_evenness,
        ),
        Measure(
            "shared",
            "Shared wins",
            "The share of games with several winners.",
            "share",
            f"drawishness: {BROWNE}",
            lambda arm, figures: {"": float(len(figures.winners) > 1)},
            _alone,
        ),
        Measure(
            "unwon",
            "Games without a winner",
            "The share of games that nobody wins.",
            "share",
            f"completion: {BROWNE}",
            lambda arm, figures: {"": float(not figures.winners)},
            _alone,
        ),
        Measure(
            "points",
            "Best points",
            "The points of the player who has most at the end.",
            "points",
            "",
            lambda arm, figures: {"": max(figures.final)},
            _no_points,
            least=-math.inf,
        ),
        Measure(
            "margin",
            "Margin",
            "The points at the end of the best player less those of the second.",
            "points",
            "",
            _margin,
            _no_race,
        ),
        Measure(
            "turns",
            "Length",
            "The turns of a game: a turn ends when another player decides.",
            "turns",
            f"duration: {BROWNE}",
            lambda arm, figures: {"": figures.turns},
        ),
        Measure(
            "decisions",
            "Decisions",
            "The decisions of all players in a game, forced ones too.",
            "decisions",
            "",
            lambda arm, figures: {"": len(figures.choices)},
        ),
        Measure(
            "branching",
            "Branching",
            "The mean number of legal moves at a decision.",
            "moves",
            "",
            _branching,
        ),
        Measure(
            "forced",
            "Forced decisions",
            "The share of a game's decisions with a single legal move.",
            "share",
            "",
            _forced,
            part=True,
        ),
        Measure(
            "lead-changes",
            "Lead changes",
            "How often in a game another player than before comes to lead alone, by the counts of points; a tie changes nothing.",
            "changes",
            f"after {BROWNE}",
            _lead_changes,
            _no_race,
        ),
        Measure(
            "drama",
            "Drama",
            "How far the only winner was behind: the mean, over the counts of points before the last at which somebody else led, of the "
            "square root of the gap as a share of the range of points in the game; 0 if the winner was never behind.",
            "",
            f"after {THOMPSON}, and {BROWNE}, who measures it for two players; here by points",
            _drama,
            _no_race,
        ),
        Measure(
            "decisiveness",
            "Decisiveness",
            "The share of a game that is left at the first count of points at which its only winner leads by more than any other player ever leads "
            "in it: high if the end is long known, low if the game is open until late.",
            "share",
            f"after {THOMPSON}; here by points, with a threshold for each game",
            _decisiveness,
            _no_race,
            part=True,
        ),
        Measure(
            "facts",
            "How games end",
            "The share of games in which something was so, or happened once or more, that the game itself reports, such as a supply that ran out.",
            "share",
            "",
            lambda arm, figures: {fact: float(number > 0) for fact, number in figures.facts.items()},
            _no_facts,
            absent=0.0,
            labels=_facts_to_share,
        ),
        Measure(
            "numbers",
            "Numbers at the end",
            "What the game itself counts at its end, such as the tiles that are left, on average.",
            "in a game",
            "",
            lambda arm, figures: {fact: float(number) for fact, number in figures.facts.items()},
            _no_facts,
            absent=0.0,
            labels=_numbers,
        ),
        Measure(
            "used",
            "Used at all",
            "The share of games in which anybody makes a kind of move, chooses a value, or lays a tile.",
            "share",
            "",
            lambda arm, figures: {
                use: float(sum(counts) > 0) for use, counts in figures.uses.items()
            },
            absent=0.0,
        ),
        Measure(
            "often",
            "Uses in a game",
            "How often all players together do so in a game.",
            "uses",
            "",
            lambda arm, figures: {use: sum(counts) for use, counts in figures.uses.items()},
            absent=0.0,
        ),
        Measure(
            "won-with",
            "Won with",
            "The share of wins of those who do so most often in a game, over games in which somebody does it more than another. It shows what goes "
            "with winning, not what causes it: restricted play does.",
            "share",
            "",
            _won_with,
            _alone,
            fair=True,
        ),
    )
}  # fmt: skip

# Those with a value for each use; all others are the main measures.
OF_USES = ("used", "often", "won-with")

# What else is reported, from arms with bots that differ, or from records: key, title, sentence, unit, source.
DERIVED: Mapping[str, tuple[str, str, str, str]] = {
    "skill": (
        "Skill",
        "How much stronger a bot with more playouts is than the one below it on the ladder, by their wins.",
        "Elo",
        ZOOK,
    ),
    "worth": (
        "Worth",
        "What a bot loses that may not do something: the fair share of wins less its own, against bots that may.",
        "share",
        JAFFE,
    ),
    "kingmaking": (
        "Kingmaking",
        "At decisions of a player who can hardly win, how much of the chance to win the move gives to a rival or takes away: the "
        "difference between the best and the worst move for that rival. Half of the playouts choose the "
        "two moves, the other half measures them, so that luck does not count as power.",
        "share",
        "",
    ),
}
