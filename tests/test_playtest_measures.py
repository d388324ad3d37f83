"""Measures and reports of playtests: counted by hand in tiny games, intervals beside published ones and those of scipy."""

from __future__ import annotations

import json
import math
import re
import shlex
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.basics.errors import UnusableInput
from pnp.playtest import kingmaking, search
from pnp.playtest.answers import answer, said
from pnp.playtest.arms import Arm, Played
from pnp.playtest.figures import Figures
from pnp.playtest.measures import DERIVED, MEASURES, count
from pnp.playtest.page import files_of, page
from pnp.playtest.panels import Columns, sections, table_of
from pnp.playtest.plots import shortened
from pnp.playtest.report import Asked, Report, Trial, report_of
from pnp.playtest.statistics import (
    Estimate,
    Sample,
    combined,
    difference,
    elo,
    holm,
    mean,
    p_value,
    share,
    wilson,
)
from tests.conftest import Call

TWO = Arm("hexstatic-compact", ("greedy", "greedy"))
THREE = Arm("hex-auction", ("greedy", "greedy", "greedy"))


def game(
    *,
    winners: Sequence[int] = (0,),
    points: Sequence[Sequence[int]] = ((0, 0), (3, 1)),
    choices: Sequence[int] = (2, 1),
    uses: Mapping[str, Sequence[int]] | None = None,
    facts: Mapping[str, int] | None = None,
    bots: Sequence[int] = (0, 1),
    number: int = 0,
    turns: int | None = None,
) -> Played:
    """A game with these figures; winners and bots count from 0."""
    figures = Figures(
        tuple(bots),
        tuple(winners),
        len(points) if turns is None else turns,
        tuple(choices),
        tuple(at % len(bots) for at in range(len(choices))),
        tuple(map(tuple, points)),
        {use: tuple(each) for use, each in (uses or {}).items()},
        facts or {},
    )
    return Played(number, 100 + number, "players: 2\nseed: 1\nmoves: []\n", figures)


def value(arm: Arm, key: str, *games: Played) -> dict[str, float]:
    """The values of a measure in games, by label."""
    numbered = [each._replace(number=at) for at, each in enumerate(games)]
    found = count(arm, numbered).estimates.get(key, {})
    return {label: round(each.value, 6) for label, each in found.items()}


# Intervals.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_has_the_published_limits(wins: int, games: int, low: float, high: float) -> None:
    """Of Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3."""
    found = wilson(wins / games, games)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


@pytest.mark.slow
@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_that_of_scipy_for_whole_numbers(case: tuple[int, int]) -> None:
    """And so are shares of independent games."""
    from scipy import stats

    wins, games = case
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    values = [(at, float(at < wins)) for at in range(games)]
    for low, high in (wilson(wins / games, games), share(Sample.of(values))[1:3]):
        assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-6)


def test_games_of_one_deal_count_as_far_as_they_differ() -> None:
    """Three games that always end alike are worth one; three that are independent are worth three."""
    rng = Random(1)
    results = [float(rng.random() < 0.3) for _ in range(400)]
    alike = Sample.of((deal, each) for deal, each in enumerate(results) for _ in range(3))
    single = share(Sample.of(enumerate(results)))
    assert share(alike)[:3] == pytest.approx(single[:3])
    assert share(alike).games == 1200
    free = share(Sample.of((at // 3, float(rng.random() < 0.3)) for at in range(1200)))
    assert free.high - free.low < 0.65 * (single.high - single.low)
    never = share(Sample.of((at // 3, 0.0) for at in range(60)))
    assert never.high == pytest.approx(wilson(0, 20)[1])


def test_a_bootstrap_is_that_of_scipy() -> None:
    """For means of games, and of deals with several games; it is the same in each run."""
    from scipy import stats

    rng = Random(2)
    values = [rng.expovariate(1) for _ in range(150)]
    found = mean(Sample.of(enumerate(values)))
    theirs = stats.bootstrap(
        (values,), lambda x, axis: x.mean(axis=axis), method="percentile", n_resamples=4999, rng=1
    )
    expected = theirs.confidence_interval
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.02)
    assert found == mean(Sample.of(enumerate(values)))
    clusters = Sample.of((at // 5, values[at // 5]) for at in range(750))
    assert mean(clusters)[:3] == pytest.approx(found[:3])
    assert mean(Sample.of([(0, 1.0), (0, 3.0)])) == Estimate(2.0, -math.inf, math.inf, 2)


def test_few_deals_have_student_s_interval() -> None:
    """A bootstrap of two deals knows no more than these two, and holds the truth in half of all cases."""
    from scipy import stats

    for values in ([30.0, 40.0], [3.0, 1.0, 4.0, 1.0, 5.0, 9.0]):
        found = mean(Sample.of(enumerate(values)))
        theirs = stats.ttest_1samp(values, 0.0).confidence_interval()
        assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), rel=0.08)
    # A share of something lies between nothing and all of it.
    assert mean(Sample.of(enumerate([0.4, 0.5])), within=(0.0, 1.0))[1:3] == (0.0, 1.0)
    gap = difference(Sample.of(enumerate([3.0, 5.0])), Sample.of(enumerate([4.0, 8.0])))
    assert gap.low < -9 and gap.high > 13


def test_equal_values_are_not_certainty() -> None:
    """Wilson's limit for deals of which none differs, as far as values can differ; without ends, too few say nothing."""
    most = wilson(0.0, 2)[1]
    found = mean(Sample.of([(0, 0.25), (1, 0.25)]), within=(-1.0, 1.0))
    assert found[:3] == pytest.approx((0.25, 0.25 - 1.25 * most, 0.25 + 0.75 * most))
    many = mean(Sample.of((deal, 0.0) for deal in range(90)), within=(0.0, 1.0))
    assert many[:3] == pytest.approx((0.0, 0.0, wilson(0.0, 90)[1]))
    # Five equal differences may be chance by the sign test, six are not.
    for deals, limit in ((5, math.inf), (6, 36.0)):
        assert mean(Sample.of((deal, 36.0) for deal in range(deals))).high == limit
    games = [game(turns=36, number=at) for at in range(2)]
    assert "Every game lasts 36.0 turns (of too few games)." in answer(
        report(Trial("", TWO, tuple(games)))
    )


def test_kingmaking_of_two_games_is_hardly_known() -> None:
    """Two equal looks, which once had an interval without a width."""
    look = kingmaking.Look(4, 3, 0.05, True, 0.25)
    found = kingmaking.kings(THREE, [(game(number=at), [look]) for at in range(2)])
    assert found is not None and found.power is not None
    assert found.power.low < 0 and found.power.high > 0.7


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """In about 19 of 20 samples with deals of three games that go together."""
    held = {"share": 0, "mean": 0}
    rng = Random(3)
    for _ in range(300):
        pairs = []
        for deal in range(60):
            luck = rng.random() * 0.8
            pairs += [(deal, float(rng.random() < luck)) for _ in range(3)]
        sample = Sample.of(pairs)
        held["share"] += share(sample).has(0.4)
        held["mean"] += mean(sample).has(0.4)
    # 285 are expected, with a standard deviation of 4.
    assert all(270 <= number <= 297 for number in held.values()), held


def test_common_deals_make_differences_sure() -> None:
    """Of games that differ much from deal to deal, and always by about the same between two arms."""
    from scipy import stats

    rng = Random(4)
    deals = [rng.gauss(30, 8) for _ in range(80)]
    other = [each + rng.gauss(1, 0.5) for each in deals]
    found = difference(Sample.of(enumerate(deals)), Sample.of(enumerate(other)))
    assert found.low < 1 < found.high and found.high - found.low < 0.3
    assert found.p == pytest.approx(stats.ttest_rel(other, deals).pvalue)
    # Only deals that both have are compared; a difference without spread is judged by the sign test.
    shifted = Sample.of((deal, each + 1) for deal, each in enumerate(deals[:5]))
    exact = difference(Sample.of(enumerate(deals)), shifted)
    assert (exact.deals, round(exact.value, 9), exact.p) == (5, 1, 2 / 2**5)
    assert difference(shifted, shifted).p == 1
    assert difference(Sample.of([(0, 1.0)]), Sample.of([(1, 1.0)])).p == 1


def test_holm_corrects_as_published() -> None:
    """The example of the manual of Pingouin, `pingouin.holm`."""
    found = holm([0.50, 0.003, 0.32, 0.054, 0.0003])
    assert [round(each, 4) for each in found] == [0.64, 0.012, 0.64, 0.162, 0.0015]
    assert holm([]) == []


def test_elo_is_that_of_chess_and_of_luce() -> None:
    """Ten to one are 400 points; of three equal players each has a third."""
    assert elo(Estimate(10 / 11, 0.5, 1.0, 9), 1, 1)[:3] == pytest.approx((400, 0, math.inf))
    assert elo(Estimate(0.64, 0.0, 0.75, 9), 1, 1)[:3] == pytest.approx(
        (99.95, -math.inf, 190.85), abs=0.01
    )
    assert elo(Estimate(1 / 3, 1 / 3, 1 / 3, 9), 1, 2).value == pytest.approx(0)
    # Twice as strong as each of two others: two wins of four.
    assert elo(Estimate(0.5, 0.5, 0.5, 9), 1, 2).value == pytest.approx(400 * math.log10(2))


# Measures, counted by hand.


def test_wins_by_seat_and_bot() -> None:
    """Player 1 wins one game and shares another; the bots change seats."""
    games = [game(winners=[0]), game(winners=[0, 1]), game(winners=[1]), game(winners=[])]
    assert value(TWO, "seats", *games) == {"player 1": 0.375, "player 2": 0.375}
    assert value(TWO, "shared", *games) == {"": 0.25}
    assert value(TWO, "unwon", *games) == {"": 0.25}
    mixed = Arm("hexstatic-compact", ("mcts:4", "random"))
    turned = [
        game(winners=[0], bots=[0, 1]),
        game(winners=[1], bots=[1, 0]),
        game(winners=[0], bots=[1, 0]),
    ]
    assert value(mixed, "bots", *turned) == {"mcts:4": round(2 / 3, 6), "random": round(1 / 3, 6)}
    # Two bots of one name have a number for each of their seats.
    third = Arm("hex-auction", ("greedy", "random", "random"))
    points = ((0, 0, 0), (1, 2, 5))
    won = [
        game(winners=[2], bots=[0, 1, 2], points=points),
        game(winners=[0], bots=[0, 1, 2], points=points),
    ]
    assert value(third, "bots", *won) == {"greedy": 0.5, "random": 0.25}


def test_evenness_is_the_entropy_of_the_winning_seat() -> None:
    """Even seats have 1, one seat alone 0; three to one are 0.8113 bits."""
    assert value(TWO, "evenness", game(winners=[0]), game(winners=[1])) == {"": 1.0}
    assert value(TWO, "evenness", game(winners=[0]), game(winners=[0])) == {"": 0.0}
    uneven = [game(winners=[0])] * 3 + [game(winners=[1])]
    assert value(TWO, "evenness", *uneven)[""] == pytest.approx(0.811278)


def test_margin_points_and_length() -> None:
    """Of two games with 7 to 4 after three turns and 5 to 5 after one."""
    games = [
        game(points=[(0, 4), (7, 4), (7, 4)], choices=[3, 3, 5, 1]),
        game(points=[(5, 5)], winners=[0, 1], choices=[1, 2]),
    ]
    assert value(TWO, "margin", *games) == {"": 1.5}
    assert value(TWO, "points", *games) == {"": 6.0}
    assert value(TWO, "turns", *games) == {"": 2.0}
    assert value(TWO, "decisions", *games) == {"": 3.0}
    assert value(TWO, "branching", *games) == {"": (3 + 1.5) / 2}
    assert value(TWO, "forced", *games) == {"": (1 / 4 + 1 / 2) / 2}


def test_lead_changes() -> None:
    """Player 1 leads, then a tie, then player 2, then player 1 again: two changes; ties alone are none."""
    course = [(2, 0), (2, 2), (2, 3), (5, 3)]
    assert value(TWO, "lead-changes", game(points=course)) == {"": 2}
    assert value(TWO, "lead-changes", game(points=[(2, 0), (2, 2), (4, 2)])) == {"": 0}
    assert value(
        THREE, "lead-changes", game(points=[(1, 0, 0), (1, 2, 0), (1, 2, 3)], bots=(0, 1, 2))
    ) == {"": 2}


def test_drama_is_how_far_the_winner_was_behind() -> None:
    """Points range from 0 to 9: the winner is behind by 4 of 9 and by 1 of 9, which is 2/3 and 1/3."""
    course = [(0, 4), (5, 4), (5, 6), (9, 6)]
    assert value(TWO, "drama", game(points=course)) == {"": 0.5}
    assert value(TWO, "drama", game(points=[(1, 0), (2, 0)])) == {"": 0}
    # The end itself is no drama: player 1 wins a tie-break.
    assert value(TWO, "drama", game(points=[(0, 0), (2, 3)])) == {"": 0}
    assert value(TWO, "drama", game(points=course, winners=[0, 1])) == {}


def test_decisiveness_is_what_is_left_when_all_is_clear() -> None:
    """Player 2 is never ahead by more than 2; player 1 by 3 after the third of five turns."""
    course = [(0, 2), (1, 0), (5, 2), (4, 3), (6, 3)]
    assert value(TWO, "decisiveness", game(points=course)) == {"": 0.4}
    # As much as the other one ever leads is not yet more.
    course = [(0, 2), (4, 2), (6, 3), (6, 4)]
    assert value(TWO, "decisiveness", game(points=course)) == {"": 0.25}
    assert value(TWO, "decisiveness", game(points=[(0, 2), (3, 3)])) == {"": 0}


def test_facts_and_uses() -> None:
    """Of two games: a fact and a use that one of them lacks count as nothing there."""
    games = [
        game(uses={"lay": (2, 1), "pass": (0, 1)}, facts={"supply ran out": 1}),
        game(uses={"lay": (1, 1)}, winners=[1], facts={}),
    ]
    assert value(TWO, "facts", *games) == {"supply ran out": 0.5}
    # A number that is never 0 has no share, and what is yes or no has no mean.
    counts = [game(facts={"tiles left": left, "stalemate": left == 1}) for left in (1, 4)]
    assert value(TWO, "facts", *counts) == {"stalemate": 0.5}
    assert value(TWO, "numbers", *counts) == {"tiles left": 2.5}
    assert value(TWO, "facts", game(facts={"tiles left": 4}), games[1]) == {"tiles left": 0.5}
    assert value(TWO, "used", *games) == {"lay": 1.0, "pass": 0.5}
    assert value(TWO, "often", *games) == {"lay": 2.5, "pass": 0.5}
    # Who lays most wins the first game, and nobody lays more in the second.
    assert value(TWO, "won-with", *games) == {"lay": 1.0, "pass": 0.0}
    never = count(TWO, games, known=("lay tile=R1",)).estimates
    assert never["used"]["lay tile=R1"].value == never["often"]["lay tile=R1"].value == 0
    three = game(uses={"bid coins=2": (3, 3, 0)}, winners=[1], bots=(0, 1, 2), points=[(1, 5, 2)])
    assert value(THREE, "won-with", three) == {"bid coins=2": 0.5}


def test_what_cannot_be_counted_is_left_out_with_a_word_why() -> None:
    """A game for one has no rivals; points that only say who wins are no points."""
    one = Arm("hexpertise", ("random",))
    missing = count(one, [game(points=[(3,), (9,)], bots=(0,))]).missing
    for key in (
        "seats",
        "bots",
        "evenness",
        "margin",
        "lead-changes",
        "drama",
        "decisiveness",
        "won-with",
    ):
        assert missing[key] == "one player wins against nobody"
    assert "points" not in missing
    assert missing["facts"] == "this game tells nothing of its end"
    assert missing["used"] == "no game has a value"
    plain = count(TWO, [game(points=[(0, 0), (1, 0)])]).missing
    assert plain["margin"] == plain["drama"] == "the points of this game say no more than who wins"
    assert plain["bots"] == "all bots are equal"
    assert set(count(TWO, []).missing) == set(MEASURES)


# Skill, worth and comparisons.


def series(
    arm: Arm, number: int, *, more: int = 0, first: float | None = None
) -> tuple[Played, ...]:
    """Games that the deal decides, with so many turns more; the first bot wins a share of them."""
    found = []
    for at in range(number):
        deal = Random(f"deal {arm.deal(at)}")
        luck = Random(f"game {at} {more} {first}")
        seats = [*range(arm.players)]
        bots = arm.seating(at)
        winner = deal.choice(seats)
        if first is not None:
            others = [seat for seat in seats if bots[seat]]
            winner = bots.index(0) if luck.random() < first else luck.choice(others)
        turns = deal.randrange(20, 40) + more
        course = [[0] * arm.players for _ in range(3)]
        course[1][deal.choice(seats)] = 2
        course[2] = [deal.randrange(5) for _ in seats]
        course[2][winner] = 6
        uses = {
            "lay": [turns // 2] * arm.players,
            "lay tile=R1-2": [at % 2, *[0] * (arm.players - 1)],
        }
        found.append(
            game(
                winners=[winner], points=course, bots=bots, turns=turns, number=at, uses=uses,
                choices=[deal.randrange(1, 9) for _ in range(turns)], facts={"supply ran out": at % 3 == 0},
            )
        )  # fmt: skip
    return tuple(found)


def report(*trials: Trial, parameter: str = "") -> Report:
    """The report of arms of a game."""
    return report_of(Asked("A Game", "a-game", "pnp playtest a-game --seed 1", parameter), trials)


@pytest.mark.slow
def test_a_ladder_has_the_elo_of_its_wins() -> None:
    """Half of the wins of three players are twice the strength of each other one; the worth of what a bot may not do is what it lacks."""
    rung = Arm("hex-auction", ("mcts:40", "mcts:10", "mcts:10"))
    barred = THREE._replace(barred=(("bid coins=2", 1),))
    made = report(
        Trial("base", THREE, series(THREE, 90)),
        Trial("rung", rung, series(rung, 600, first=0.5)),
        Trial("without 2", barred, series(barred, 600, first=0.1)),
    )
    (found,), (worth,) = made.ladder, made.worths
    assert found.labels == ("mcts:40", "mcts:10") and found.real
    wins = sum(each.figures.bots.index(0) in each.figures.winners for each in made.trials[1].games)
    assert found.wins.value == pytest.approx(wins / 600)
    assert found.elo.value == pytest.approx(400 * math.log10(2 * wins / (600 - wins)))
    assert found.elo.low < 120.4 < found.elo.high
    lost = sum(each.figures.bots.index(0) in each.figures.winners for each in made.trials[2].games)
    assert worth.worth.value == pytest.approx(1 / 3 - lost / 600) and worth.real
    assert worth.labels == ("greedy without bid coins=2", "greedy")
    # Neither is compared with the base as if it was another set of rules.
    assert [trial.label for trial, _ in made.plain] == ["base"]
    assert made.compared == ()
    text = "\n".join(answer(made))
    assert "mcts:40 is stronger than mcts:10" in text
    assert "A bot that does without 2 wins 1" in text


def test_real_differences_are_told_from_chance() -> None:
    """Longer games are longer; the same deals with the same winners differ in nothing else."""
    made = report(
        Trial("short", TWO, series(TWO, 120)), Trial("long", TWO, series(TWO, 120, more=5))
    )
    real = {each.key for each in made.compared if each.real}
    assert real == {"turns", "decisions"}
    (turns,) = [each for each in made.compared if each.key == "turns"]
    assert turns.gap.value == pytest.approx(5)
    text = answer(made)
    assert "really differ from short in 240 games" in text[0]
    assert any(
        each.startswith("Length: ") and "the difference is +5 turns." in each for each in text
    )
    same = report(Trial("a", TWO, series(TWO, 60)), Trial("b", TWO, series(TWO, 60)))
    assert not any(each.real for each in (*same.compared, *same.uses_compared))
    assert answer(same)[0].startswith("No measure differs for sure from a")


@pytest.mark.slow
def test_chance_alone_is_seldom_called_real() -> None:
    """Of 40 reports of other deals by the same rules, at most some have a difference that is real: 2 are expected."""
    wrong = 0
    for at in range(40):
        one, other = (
            tuple(
                game(
                    winners=[rng.randrange(2)], turns=rng.randrange(20, 40), number=number,
                    points=[(rng.randrange(9), rng.randrange(9)) for _ in range(4)],
                    choices=[rng.randrange(1, 9) for _ in range(9)],
                )
                for number in range(50)
            )
            for rng in (Random(f"{at} one"), Random(f"{at} other"))
        )  # fmt: skip
        made = report(Trial("one", TWO, one), Trial("other", TWO, other))
        wrong += any(each.real for each in made.compared)
    assert wrong <= 6


def test_the_words_of_differences() -> None:
    """Of shares in percentage points, of one thing in the singular; a table of all measures is called so."""
    one, other = (
        series(TWO, 60),
        tuple(
            each._replace(figures=each.figures._replace(winners=(0, 1))) for each in series(TWO, 60)
        ),
    )
    made = report(
        *(Trial(name, TWO, games) for name, games in (("a", one), ("b", other), ("c", one)))
    )
    text = "\n".join(answer(made))
    assert "Shared wins: 100 % with b, 0 with a; the difference is +100 percentage points" in text
    panels = {panel.key: panel for section in sections(made) for panel in section.panels}
    assert panels["matrix"].title == "All measures, side by side"
    header, *rows = table_of(panels["differences"])
    cells = [row[header.index("difference")] for row in rows if row[1] == "Shared wins"]
    assert [cell.partition(" (")[0] for cell in cells] == [
        "+100 percentage points",
        "0 percentage points",
    ]
    assert said(Estimate(1, 1, 1, 9), "uses") == "1 use"
    assert said(Estimate(1, 1, 1, 9), "uses", signed=True) == "+1 use"
    assert said(Estimate(-0.01, -0.01, -0.01, 9), "share", signed=True) == "-1.00 percentage points"
    assert said(Estimate(1, 0.6, 1.4, 9), "uses") == "1.0 uses (0.6 to 1.4)"
    barred = THREE._replace(barred=(("bid coins=2", 1),))
    worth = report(Trial("", THREE, series(THREE, 30)), Trial("x", barred, series(barred, 60)))
    panels = {panel.key: panel for section in sections(worth) for panel in section.panels}
    assert table_of(panels["worth"])[0][1] == "percentage points"


def test_seats_of_other_numbers_of_players_are_not_compared() -> None:
    """Their lengths are."""
    made = report(Trial("two", TWO, series(TWO, 20)), Trial("three", THREE, series(THREE, 20)))
    keys = {each.key for each in made.compared}
    assert "turns" in keys and "seats" not in keys


def test_games_to_look_at() -> None:
    """The typical one is in the middle, the closest has the least margin, the oddest is far from all."""
    games = [
        game(number=at, turns=turns, points=[(0, 0), (points, 0)])
        for at, (turns, points) in enumerate(
            [(30, 8), (31, 9), (29, 1), (30, 8), (90, 40), (30, 9), (32, 7)]
        )
    ]
    picks = {
        pick.why.partition(":")[0]: pick for pick in report(Trial("", TWO, tuple(games))).picks
    }
    assert picks["typical"].game.number == 0
    assert picks["closest"].game.number == 2
    assert picks["oddest"].game.number == 4
    assert picks["oddest"].file == "games/oddest.yaml"
    # One game is not shown twice.
    assert len(report(Trial("", TWO, tuple(games[:1]))).picks) == 1


# Kingmaking.


class Throne:
    """A game for three in which player 3 cannot win and names the winner, by a move that counts or by lot."""

    def __init__(self, *, counts: bool) -> None:
        self._counts = counts

    def read(self, source: object) -> Any:
        class Made:
            start = ()
            steps = (type("Step", (), {"position": (1,)}),)

        return Made

    def to_move(self, position: tuple[int, ...]) -> int | None:
        return None if position else 3

    def legal_moves(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return (1, 2, 3, 4)

    def view(self, position: tuple[int, ...], player: int) -> tuple[int, ...]:
        return position

    def sample(self, view: tuple[int, ...], player: int, rng: Random) -> tuple[int, ...]:
        return view

    def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (move,)

    def playout(self, position: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        return position if self._counts else (rng.randrange(2),)

    def score(self, position: tuple[int, ...]) -> Any:
        class Made:
            points = (1, 1, 0)
            winning = (1 + position[0] % 2,) if position else ()

        return Made


def test_a_player_who_names_the_winner_makes_the_king() -> None:
    """With all of the power; a move that changes nothing has none, although the best of four always looks better than the worst."""
    maker: Any = Throne(counts=True)
    (look,) = kingmaking.looks(maker, "", 1)
    assert look == kingmaking.Look(0, 3, 0.0, True, 1.0)
    idle: Any = Throne(counts=False)
    powers = [kingmaking.looks(idle, "", seed)[0].power for seed in range(150)]
    # Each has a standard deviation of about 0.16, so that their mean has 0.013.
    assert abs(sum(powers) / len(powers)) < 0.045
    assert min(powers) < 0 < max(powers)
    found = kingmaking.kings(THREE, [(game(number=at), [look]) for at in range(20)])
    assert found is not None and found.power is not None
    assert (found.hardly.value, found.power.value) == (1.0, 1.0)
    assert kingmaking.kings(THREE, []) is None


def test_kingmaking_is_looked_for_in_records() -> None:
    """Of a real game, the same for the same seed; two players make no kings."""
    from pnp.games import game_of
    from pnp.playtest import bot_named, played

    rules = game_of("controlled-path")
    for players in (3, 2):
        record = played(rules, [bot_named("random")] * players, 3).record(rules)
        budget = kingmaking.Budget(2, 3, 4)
        found = kingmaking.looks(rules, record, 5, budget)
        assert found == kingmaking.looks(rules, record, 5, budget)
        assert len(found) == (2 if players == 3 else 0)
        assert all(1 <= look.player <= 3 and -1 <= look.power <= 1 for look in found)


# The report.


@pytest.fixture(scope="module")
def sweep() -> Report:
    """Five arms along a parameter, with looks at kingmaking."""
    arms = [THREE._replace(options=(("coins", str(coins)),)) for coins in range(5, 10)]
    look = kingmaking.Look(4, 3, 0.05, True, 0.25)
    trials = [
        Trial(f"coins={5 + at}", arm, games, 5.0 + at, ("lay tile=<R & B>",), tuple((each, (look,)) for each in games[:6]))
        for at, arm in enumerate(arms)
        for games in [series(arm, 30, more=at)]
    ]  # fmt: skip
    return report(*trials, parameter="coins")


@pytest.fixture(scope="module")
def single() -> Report:
    """One arm of many games."""
    return report(Trial("", TWO, series(TWO, 80)))


def elements(text: str) -> Iterator[ElementTree.Element]:
    """The plots of a page, each read as XML."""
    for found in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        yield ElementTree.fromstring(found)


@pytest.mark.slow
def test_the_page_needs_nothing_else_and_can_be_read_by_all(sweep: Report, single: Report) -> None:
    """No address, no date; each plot has a title and a description, each table its heads, each id is there once."""
    for made in (sweep, single):
        text = page(made)
        assert text == page(made)
        rest = text.replace("http://www.w3.org/2000/svg", "").replace(
            "http://www.w3.org/1999/xlink", ""
        )
        assert "http" not in rest and "<script" not in text and "url(http" not in text
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        for reference in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text):
            assert "".join(reference) in ids
        plots = [*elements(text)]
        panels = [panel for section in sections(made) for panel in section.panels]
        assert len(plots) == sum(panel.plot is not None for panel in panels) > 8
        for plot in plots:
            assert plot.get("role") == "img"
            head = {each.tag.rpartition("}")[2]: each.text or "" for each in plot[:2]}
            assert len(head["title"]) > 3 and len(head["desc"]) > 20
        for head in re.findall(r"<th\b[^>]*>", text):
            assert "scope=" in head
        assert ("&lt;R &amp; B&gt;" in text) == (made is sweep) and "<R & B>" not in text
        # Inks are variables of the page, so that it is readable in the dark.
        assert set(re.findall(r"#[0-9a-f]{6}\b", text.partition("</style>")[2])) <= {"#000000"}


@pytest.mark.slow
def test_a_folder_whose_name_is_not_utf_8_may_have_a_report(sweep: Report) -> None:
    """The files can be written, with another character in its place."""
    command = "pnp playtest a-game --out caf\udce9"
    files = files_of(sweep._replace(asked=sweep.asked._replace(command=command)))
    assert json.loads(files["report.json"])["command"].endswith("--out caf?")
    assert "--out caf?" in files["report.html"].decode()


@pytest.mark.slow
def test_the_files_of_a_report(sweep: Report) -> None:
    """Data without numbers that JSON lacks, with the definition of each measure; the records of games, by their names."""
    files = files_of(sweep)
    data = json.loads(files["report.json"])
    assert data["answer"] == answer(sweep)
    assert data["command"] == "pnp playtest a-game --seed 1"
    assert [each["label"] for each in data["arms"]] == [f"coins={coins}" for coins in range(5, 10)]
    turns = data["arms"][2]["measures"]["turns"][""]
    expected = sum(each.figures.turns for each in sweep.trials[2].games) / 30
    assert (
        turns["value"] == pytest.approx(expected, rel=1e-5)
        and turns["low"] < expected < turns["high"]
    )
    assert set(data["definitions"]) == {*MEASURES, *DERIVED}
    assert all(set(arm["measures"]) | set(arm["missing"]) == set(MEASURES) for arm in data["arms"])
    for pick in data["games"]:
        assert pick["command"] == f"pnp preview a-game --record {pick['file']}"
        assert files[pick["file"]].startswith(b"players")
    assert len(data["games"]) == 15
    (row,) = [x for x in data["differences"] if (x["to"], x["measure"]) == ("coins=9", "turns")]
    assert row["real"] and row["value"] == pytest.approx(4)
    text = files["report.txt"].decode()
    assert text.splitlines()[2].endswith("5 arms, coins=5 to coins=9.")
    assert "again: pnp playtest a-game --seed 1" in text


def test_the_answer_comes_first(single: Report) -> None:
    """In words: who wins, how long, by how much."""
    found = answer(single)
    assert re.match(
        r"No seat wins for sure more or less than its share of 50 % in 80 games between 2 greedy bots",
        found[0],
    )
    uneven = tuple(game(winners=[at % 10 > 0], number=at) for at in range(100))
    first = answer(report(Trial("", TWO, uneven)))[0]
    assert first == (
        "Player 1 wins 10 % (6 to 17) of 100 games between 2 greedy bots; an even seat would win 50 %."
    )
    assert any(each.startswith("A game lasts ") for each in found)
    assert "Every game lasts 2 turns." in answer(report(Trial("", TWO, uneven)))


def test_not_every_game_lasts_as_long_as_most() -> None:
    """If a quarter of the games or fewer are longer, the quartiles do not show it."""
    games = tuple(game(turns=9 if at % 10 else 12, number=at) for at in range(100))
    (length,) = (each for each in answer(report(Trial("", TWO, games))) if "lasts" in each)
    assert length == "A game lasts 9.3 turns (9.2 to 9.5); at least half of the games last 9."


def test_a_plot_has_the_numbers_of_its_panel(single: Report) -> None:
    """Columns have as many games as the arm; long names lose their middle."""
    panels = {panel.key: panel for section in sections(single) for panel in section.panels}
    chart = panels["turns"].plot
    assert isinstance(chart, Columns) and len(chart.values) == 80
    assert shortened("lay tile=R1-4 G2-5", 9) == "lay …G2-5"


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.floats(-50, 50)), min_size=1, max_size=40))
def test_estimates_lie_in_their_intervals(pairs: list[tuple[int, float]]) -> None:
    """Whatever the sample, and a function of several means is as good."""
    sample = Sample.of(pairs)
    found = mean(sample)
    assert found.low - 1e-9 <= max(sample.values) and found.high + 1e-9 >= min(sample.values)
    assert combined([sample, sample], lambda means: means[0] - means[1]).value == 0
    assert 0 <= p_value(sample, 0.0) <= 1


# The command.


@pytest.mark.slow
def test_the_command_writes_a_report(in_folder: Path, pnp: Call) -> None:
    """With the games to look at, whose commands replay them to the end that the report names; the same again by the same command."""
    words = (
        "controlled-path",
        "--players",
        "3",
        "--games",
        "12",
        "--bots",
        "random",
        "--workers",
        "1",
        "--kings",
        "1",
    )
    result = pnp("playtest", *words)
    assert result.exit_code == 0, result.output
    folder = Path("output/controlled-path/playtest")
    assert f"report: {folder}/report.html" in result.stdout
    data = json.loads((folder / "report.json").read_text("utf-8"))
    assert data["kingmaking"] and data["arms"][0]["games"] == 12
    assert data["arms"][0]["measures"]["used"]
    for each in data["games"]:
        assert Path(folder, each["file"]).is_file()
        _, _, tileset, _, record = shlex.split(each["command"])
        scored = pnp("score", tileset, record, "--no-pictures")
        assert scored.exit_code == 0 and "The game goes on" not in scored.stdout
    before = {path: path.read_bytes() for path in folder.rglob("*.*") if path.suffix != ".sqlite"}
    known = pnp(*shlex.split(data["command"])[1:], "--format", "json")
    assert known.exit_code == 0 and json.loads(known.stdout) == data
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.slow
def test_the_command_searches(in_folder: Path, pnp: Call) -> None:
    """All combinations if there are few; the report has the best beside its neighbours."""
    words = (
        "--games",
        "8",
        "--bots",
        "random",
        "--workers",
        "1",
        "--search",
        "coins=5..7",
        "--for",
        "turns=30..40",
    )
    result = pnp("playtest", "hex-auction", *words, "--format", "json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert sorted(each["coins"] for each in data["tried"]) == ["5", "6", "7"]
    assert data["answer"][0].startswith(f"Of 3 combinations {data['arms'][0]['label']} ")
    misses = [float(each["miss"]) for each in data["tried"]]
    assert misses == sorted(misses)
    assert {each["label"] for each in data["arms"]} <= {f"coins={coins}" for coins in (5, 6, 7)}


@pytest.mark.slow
def test_a_long_search_says_so_at_its_start(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its first games, which are kept; one that takes less than a minute says nothing."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.cli.playtest_command.search", interrupted)
    words = [
        "--workers",
        "1",
        "--search",
        "out-of-tiles=play-on,end",
        "--for",
        "turns=5..9",
        "--bots",
        "greedy",
    ]
    long = pnp("playtest", "controlled-path", *words, "--games", "50000")
    assert re.search(
        r"^the search takes about .*(minute|hour)s?: 2 combinations with 50,000 games, .* of a processor for each$",
        long.stderr, re.MULTILINE,
    ), long.output  # fmt: skip
    with sqlite3.connect("output/controlled-path/playtest/playtest.sqlite") as file:
        assert file.execute("SELECT count(*) FROM games").fetchone() == (2,)
    short = pnp("playtest", "controlled-path", *words, "--games", "2", "--seed", "5")
    assert "takes about" not in short.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--search", "coins=5..6"], "--search and --for go together"),
        (["--search", "coins=5..6", "--for", "turnz=3..4"], 'no measure "turnz"; did you mean'),
        (["--search", "coinz=5..6", "--for", "turns=3..4"], 'nothing called "coinz"'),
        (["--search", "coins=5,many", "--for", "turns=3..4"], 'not "many"'),
        (["--search", "coins=5..6", "--for", "turns=3..4", "--ladder", "1,2"], "leave out --sweep"),
    ],
)
def test_a_wrong_search_is_refused(
    in_folder: Path, pnp: Call, words: list[str], message: str
) -> None:
    """In one line, before anything is played."""
    result = pnp("playtest", "hex-auction", "--bots", "random", "--workers", "1", *words)
    assert result.exit_code == 2
    assert message in result.stderr


# Searches.


def dealt(arm: Arm, *, even: float, best: int) -> tuple[Played, ...]:
    """Games that last ten turns for each coin; player 2 wins more the farther the tiles are from *best*."""
    coins, tiles = (int(value) for _, value in arm.options)
    rng = Random(f"{coins} {tiles}")
    share = even + abs(tiles - best) / 50
    return tuple(
        game(number=at, turns=10 * coins + rng.randrange(3), winners=[int(at < 200 * share)])
        for at in range(200)
    )


@pytest.mark.slow
def test_a_search_finds_the_values_that_reach_a_goal() -> None:
    """By fewer tries than there are combinations, the same each time; the neighbours of the best are tried as well."""
    space = search.space_of(
        "coins=3,4,5,6,7,8,tiles=60,65,70,75,80", lambda what, words: words.split(",")
    )
    goals = search.goals_of("seats=even,turns=50..55")
    made = []

    def play(arm: Arm) -> tuple[Played, ...]:
        made.append(arm)
        return dealt(arm, even=0.5, best=75)

    def run(tries: int) -> search.Found:
        return search.search(
            space, goals, lambda values: TWO._replace(options=values), play, tries=tries
        )

    found = run(22)
    assert found.best.label == "coins=5, tiles=75" and found.best.miss == 0
    assert [each.label for each in found.neighbours] == [
        "coins=4, tiles=75", "coins=6, tiles=75", "coins=5, tiles=70", "coins=5, tiles=80",
    ]  # fmt: skip
    # 30 combinations, none of them played twice.
    assert len(made) == len(set(made)) == len(found.tried) < 30
    assert [each.values for each in run(22).tried] == [each.values for each in found.tried]
    made.clear()
    assert len(run(40).tried) == 30
    first, *rest = found.sentences()
    assert first.endswith("combinations coins=5, tiles=75 reaches seats=even and turns=50..55.")
    assert "Wins by seat, player 1 50 % (43 to 57)" in rest[0]
    compared = report(*found.trials()).compared
    real = {(each.other, each.key) for each in compared if each.real}
    assert ("coins=4, tiles=75", "turns") in real and ("coins=5, tiles=70", "turns") not in real


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_search_that_is_stopped_has_what_was_tried(after: int) -> None:
    """The best of it, with those neighbours that were tried; nothing if nothing was."""
    space = {"coins": ("5", "6", "7", "8"), "tiles": ("75",)}
    made: list[Arm] = []

    def play(arm: Arm) -> tuple[Played, ...]:
        made.append(arm)
        if len(made) > after:
            raise KeyboardInterrupt
        return dealt(arm, even=0.5, best=75)

    def run() -> search.Found:
        goals = search.goals_of("turns=70..75")
        return search.search(space, goals, lambda it: THREE._replace(options=it), play, tries=9)

    if not after:
        with pytest.raises(KeyboardInterrupt):
            run()
        return
    found = run()
    assert found.stopped and [each.label[:7] for each in found.tried] == [
        f"coins={coins}" for coins in (7, 6, 5)[3 - after :]
    ]
    assert [each.label[:7] for each in found.neighbours] == ["coins=6"][: after - 1]
    assert next(found.sentences()) == "The search was stopped; there may be better values."


def test_goals_have_a_distance() -> None:
    """By the width of their range, or by the limit; shares are in percent."""
    games = [game(turns=44, winners=[at % 4 == 0], number=at) for at in range(8)]
    counts = count(TWO, games)

    def miss(text: str) -> float:
        return sum(goal.miss(counts, TWO) for goal in search.goals_of(text))

    assert miss("turns=30..40") == pytest.approx(0.4)
    assert miss("turns=..40") == pytest.approx(0.1)
    assert miss("turns=50..") == pytest.approx(6 / 50)
    assert miss("turns=40..50,shared=..5") == 0
    assert miss("seats=even") == pytest.approx(0.25)
    assert miss("seats.player 1=50..60") == pytest.approx(0.15 / 0.1 + 0.0)
    for text, message in (
        ("turn=3..4", 'no measure "turn"; did you mean "turns"?'),
        ("turns=even", "seats and bots can be even"),
        ("turns=", "write MEASURE=30..40"),
        ("turns=9..3", "write a range"),
        ("turns=..", "write a range"),
        ("turns=3.4.5..9", "write a range"),
        ("bots=even", "all bots are equal"),
        ("seats=40..60", "say which, seats.player 1, seats.player 2"),
        ("seats.player 9=40..60", 'there is no "player 9"'),
    ):
        with pytest.raises(UnusableInput, match=re.escape(message)):
            miss(text)
    with pytest.raises(UnusableInput, match="write each parameter once"):
        search.space_of("coins=3..5,coins=4", lambda what, words: (words,))
