"""Answers: the numbers of a report in words, and what they say to somebody who reads nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.basics.words import capitalised, counted, in_words
from pnp.playtest.kingmaking import Kings
from pnp.playtest.measures import MEASURES, Counts, bot_labels, fair_share
from pnp.playtest.report import Compared, Report, Strength, Trial, is_rung
from pnp.playtest.statistics import ALPHA, Estimate, holm, p_value

# The unit of differences of shares.
POINTS = "percentage points"


def scale_of(unit: str) -> int:
    """The factor from a value to the number that a report writes: 100 for a share, which it writes as a percentage."""
    return 100 if unit in ("share", POINTS) else 1


def decimals(estimate: Estimate, unit: str = "") -> int:
    """As many digits behind the point as the interval is worth."""
    reach = (estimate.high - estimate.low) / 2 * scale_of(unit)
    if not math.isfinite(reach):
        return 0 if scale_of(unit) > 1 or unit == "Elo" else 1
    if reach == 0 and estimate.value == int(estimate.value):
        return 0
    return 0 if reach >= 1 else 1 if reach >= 0.1 else 2


def number_text(value: float, unit: str, digits: int) -> str:
    """A number without its unit; a share as a percentage.

    >>> number_text(0.5712, "share", 0), number_text(1234.56, "turns", 1), number_text(-0.01, "Elo", 1)
    ('57', '1,234.6', '0.0')
    """
    if not math.isfinite(value):
        return "no limit"
    return f"{round(value * scale_of(unit), digits) + 0.0:,.{digits}f}"


def in_unit(text: str, unit: str) -> str:
    """A number with its unit.

    >>> in_unit("57", "share"), in_unit("+1", "uses")
    ('57 %', '+1 use')
    """
    sign = unit_sign(unit)
    return f"{text} {sign.removesuffix('s') if text.strip('+-') == '1' else sign}".rstrip()


def unit_sign(unit: str) -> str:
    """What stands behind a number; the heading of a column of numbers, if it is not ""."""
    return "%" if unit == "share" else unit


def said(estimate: Estimate, unit: str, *, signed: bool = False) -> str:
    """An estimate in words; *signed* if it is a difference.

    >>> said(Estimate(0.57, 0.54, 0.6, 1000), "share"), said(Estimate(31.24, 30.4, 32.0, 90), "turns")
    ('57 % (54 to 60)', '31.2 turns (30.4 to 32.0)')
    """
    unit = POINTS if signed and unit == "share" else unit
    digits = decimals(estimate, unit)
    value, low, high = (number_text(each, unit, digits) for each in estimate[:3])
    text = in_unit(f"+{value}" if signed and estimate.value > 0 else value, unit)
    if math.isinf(estimate.low) and math.isinf(estimate.high):
        return f"{text} (of too few games)"
    # All games have this value.
    return text if estimate.low == estimate.high else f"{text} ({low} to {high})"


def games_of(trial: Trial) -> str:
    """The games of an arm in words."""
    bots = bot_labels(trial.arm)
    if len(bots) == 1:
        who = f"of the {bots[0]} bot"
    elif len(set(bots)) == 1:
        who = f"between {len(bots)} {bots[0]} bots"
    else:
        who = f"between {in_words([*bots])}"
    return f"{counted(len(trial.games), 'game')} {who}"


def measure_text(key: str, label: str) -> str:
    """A measure of a label in words."""
    if key in ("facts", "numbers", "often"):
        return f"{label}{', share of games' if key == 'facts' else ''}"
    return f"{MEASURES[key].title}{f', {label}' if label else ''}"


def barred_text(strength: Strength) -> str:
    """What the first bot of an arm may not do."""
    if strength.trial.label.startswith("without "):
        return strength.trial.label.removeprefix("without ")
    return in_words([use for use, _ in strength.trial.arm.barred])


def unfair(trial: Trial, counts: Counts, key: str, labels: Sequence[str]) -> list[str]:
    """The labels of a measure of wins that differ for real from the fair share, corrected for their number."""
    fair = fair_share(trial.arm)
    chances = holm([p_value(counts.samples[key][label], fair) for label in labels])
    return [label for label, p in zip(labels, chances, strict=True) if p < ALPHA]


# The answer.


def answer(report: Report) -> list[str]:
    """What the playtest found, in sentences for somebody who reads nothing else."""
    single = len(report.plain) == 1
    return [
        *report.asked.found,
        *(_single_answer(*report.plain[0]) if single else _compared_answer(report)),
        *_derived_answer(report),
    ]


def _single_answer(trial: Trial, counts: Counts) -> Iterator[str]:
    """The winner, the length and the course of one arm's games."""
    estimates = counts.estimates
    fair = in_unit(number_text(fair_share(trial.arm), "share", 0), "share")
    if "bots" in estimates and not (trial.arm.barred or is_rung(trial.arm)):
        best, most = max(estimates["bots"].items(), key=lambda each: each[1].value)
        yield (
            f"{capitalised(best)} wins {said(most, 'share')} of {games_of(trial)}; "
            f"if all were as good, it would be {fair}."
        )
    if seats := estimates.get("seats"):
        uneven = unfair(trial, counts, "seats", [*seats])
        uneven.sort(key=lambda label: -abs(seats[label].value - fair_share(trial.arm)))
        # Of two seats, one says all.
        for label in uneven[: max(1, trial.arm.players - 2)][:2]:
            yield (
                f"{capitalised(label)} wins {said(seats[label], 'share')} of {games_of(trial)}; "
                f"an even seat would win {fair}."
            )
        if not uneven:
            best, most = max(seats.items(), key=lambda each: each[1].value)
            yield (
                f"No seat wins for sure more or less than its share of {fair} in {games_of(trial)}; "
                f"{best} wins most, {said(most, 'share')}."
            )
    if "points" in estimates and trial.arm.players == 1:
        first, _, third = counts.middle("points")
        yield (
            f"The score is {said(estimates['points'][''], 'points')} on average in {games_of(trial)}; half of the games "
            f"end between {first:,.0f} and {third:,.0f}, and the best with {max(counts.samples['points'][''].values):,.0f}."
        )
    if "turns" in estimates:
        first, _, third = counts.middle("turns")
        length = said(estimates["turns"][""], "turns")
        if len({*counts.samples["turns"][""].values}) == 1:
            yield f"Every game lasts {length}."
        elif first == third:
            yield f"A game lasts {length}; at least half of the games last {first:,.0f}."
        else:
            yield f"A game lasts {length}; half of the games last from {first:,.0f} to {third:,.0f}."
    if "margin" in estimates:
        yield f"The best player is ahead by {said(estimates['margin'][''], 'points')} at the end."
    for key, words in (("shared", "end with several winners"), ("unwon", "have no winner")):
        if key in estimates and estimates[key][""].value > 0:
            yield f"{said(estimates[key][''], 'share')} of the games {words}."
    numbers = estimates.get("numbers", {})
    for fact, each in estimates.get("facts", {}).items():
        if each.value and fact not in numbers:
            yield f"{capitalised(fact)}: in {said(each, 'share')} of the games."
    for fact, each in numbers.items():
        yield f"{capitalised(fact)}: {said(each, '')} in a game."
    unused = [use for use, each in estimates.get("used", {}).items() if each.value == 0]
    if unused:
        more = f" and {len(unused) - 4} more" if len(unused) > 4 else ""
        yield f"Never used: {', '.join(unused[:4])}{more}."


def _compared_answer(report: Report) -> Iterator[str]:
    """Which measures differ for real from the first arm, the surest first, and which may be the same."""
    first, *others = (trial.label for trial, _ in report.plain)
    games = counted(sum(len(trial.games) for trial, _ in report.plain), "game")
    names = in_words([first, *others])
    if len(others) > 2:
        names = f"{counted(len(report.plain), 'arm')}, {first} to {others[-1]}"
    found: dict[tuple[str, str], list[Compared]] = {}
    for each in report.compared:
        found.setdefault((each.key, each.label), []).append(each)
    real = [every for every in found.values() if any(each.real for each in every)]
    if real:
        verb = "differs" if len(real) == 1 else "differ"
        number = f"{len(real)} of {counted(len(found), 'measure')} really {verb}"
    else:
        number = "No measure differs for sure"
    yield f"{number} from {first} in {games}: {names}."
    real.sort(key=lambda every: -max(map(_sureness, every)))
    for every in real[:6]:
        last = every[-1] if every[-1].real else max(every, key=_sureness)
        unit = MEASURES[last.key].unit
        digits = max(decimals(last.first, unit), decimals(last.interval, unit))
        one, other = (number_text(each.value, unit, digits) for each in (last.first, last.second))
        surely = [each.other for each in every if each.real]
        where = ""
        if len(others) > 1:
            where = f"; real at {'all others' if len(surely) == len(others) else in_words(surely)}"
        yield (
            f"{capitalised(measure_text(last.key, last.label))}: {in_unit(other, unit)} with {last.other}, {one} with {first}; "
            f"the difference is {said(last.interval, unit, signed=True)}{where}."
        )
    if len(real) > 6:
        yield f"Also real: {in_words([_lower(every) for every in real[6:]])}."
    same = [_lower(every) for every in found.values() if every not in real]
    if same and real:
        yield f"May be the same: {in_words(same)}."


def _lower(every: Sequence[Compared]) -> str:
    """The measure of comparisons in a sentence."""
    return measure_text(every[0].key, every[0].label).lower()


def _sureness(compared: Compared) -> float:
    """How many times its interval a difference is."""
    reach, size = (compared.gap.high - compared.gap.low) / 2, abs(compared.gap.value)
    return size / reach if reach else math.copysign(math.inf, size - 1e-12)


def _derived_answer(report: Report) -> Iterator[str]:
    """Skill, worth and kingmaking."""
    for each in report.ladder:
        how = f"{said(each.elo, 'Elo', signed=True)}, {said(each.wins, 'share')} of the wins"
        verdict = "is stronger" if each.elo.value > 0 else "is weaker"
        words = verdict if each.real else "is not stronger for sure"
        yield f"{each.labels[0]} {words} than {each.labels[1]}: {how}."
    real = [each for each in report.worths if each.real]
    for each in sorted(real, key=lambda each: -abs(each.worth.value))[:5]:
        fair = number_text(fair_share(each.trial.arm), "share", 0)
        wins = said(each.wins, "share")
        yield f"A bot that does without {barred_text(each)} wins {wins} in place of {fair} %."
    if report.worths and not real:
        yield "No bot that may not do something wins less or more for sure."
    for label, kings in report.kings:
        yield _kings_answer(f" with {label}" if label else "", kings)


def _kings_answer(of: str, found: Kings) -> str:
    if not found.power:
        return f"No decision{of} that was looked at is of a player who can hardly win."
    who = f"At {said(found.hardly, 'share')} of the decisions{of} the player can hardly win"
    if found.power.low > 0 and math.isfinite(found.power.high):
        power = said(found.power, POINTS)
        return f"{who}, and then moves {power} of the chance to win to a rival or away."
    return f"{who}, and has no power for sure over who does."
