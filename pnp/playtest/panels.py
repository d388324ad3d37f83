"""Panels: all that a report shows, described once, for text, data, pages and plots to write.

A panel has rows, each a figure with its interval, or words alone; a section has panels. `table_of` makes cells of the rows, and `plots`
draws them in the way that the panel names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pnp.basics.classes import NamedTuple
from pnp.basics.words import capitalised
from pnp.playtest.answers import (
    POINTS,
    barred_text,
    decimals,
    measure_text,
    number_text,
    said,
    unfair,
    unit_sign,
)
from pnp.playtest.kingmaking import HARDLY
from pnp.playtest.measures import DERIVED, MEASURES, Counts, Measure, Use, fair_share, kind_of_use
from pnp.playtest.report import Compared, Report, Trial, slug
from pnp.playtest.statistics import ALPHA, Estimate

# What a table has where there is no number, or nothing to mark.
NONE = "-"
REAL = "●"


class Row(NamedTuple):
    """A line of a panel: its names, such as those of an arm and a seat, its figure, and what else stands there in words.

    A figure is `real` if it differs for sure from the first arm, or from the reference of the panel.
    """

    names: tuple[str, ...]
    figure: Estimate | None = None
    more: tuple[str, ...] = ()
    real: bool = False


class Dots(NamedTuple):
    """A plot with a dot for each row; a line marks the value of `reference`, with its words. `arm` is the one that it shows, if not all."""

    reference: float | None = None
    words: str = ""
    arm: str | None = None


class Course(NamedTuple):
    """A plot along a parameter, of which each arm has a value, or a name alone, with a line for each label."""

    parameter: str
    places: tuple[tuple[float | None, str], ...]


class Columns(NamedTuple):
    """A plot of how many games have each value, with the quartiles of the values."""

    values: tuple[float, ...]
    quartiles: tuple[float, float, float]


class Panel(NamedTuple):
    """Rows below a title, with a sentence, the plot that suits them, and the headings of their names and of what else they have.

    `number` is what the figures are numbers of.
    """

    key: str
    title: str
    sentence: str
    rows: tuple[Row, ...]
    names: tuple[str, ...] = ("arm", "of")
    unit: str = ""
    more: tuple[str, ...] = ()
    plot: Dots | Course | Columns | None = None
    number: str = "games"


class Section(NamedTuple):
    """Panels below a heading."""

    key: str
    title: str
    panels: tuple[Panel, ...]


def sections(report: Report) -> list[Section]:
    """All that a report shows, in the order of a page; sections without panels are left out."""
    found = (
        ("search", "What was tried", _tried(report)),
        ("differs", "What differs", _differences(report)),
        ("wins", "Who wins", _measures(report, "seats", "bots", "evenness")),
        ("course", "How a game goes", _measures(
            report, "turns", "decisions", "branching", "forced", "margin", "points", "lead-changes", "drama", "decisiveness",
        )),
        ("ends", "How games end", _measures(report, "facts", "numbers", "shared", "unwon")),
        ("uses", "What is used", _uses(report)),
        ("skill", "Skill, worth and kingmaking", _derived(report)),
    )  # fmt: skip
    made = (Section(key, title, tuple(panels)) for key, title, panels in found)
    return [each for each in made if each.panels]


def table_of(panel: Panel) -> list[tuple[str, ...]]:
    """The heads of a panel's columns, and the cells of its rows; without the arms if there is one alone, which has no name."""
    numbers = (unit_sign(panel.unit) or "value", "from", "to", panel.number)
    has_figures = any(row.figure for row in panel.rows)
    table = [(*panel.names, *(numbers if has_figures else ()), *panel.more)]
    table += [(*row.names, *_number_cells(row.figure, panel.unit), *row.more) for row in panel.rows]
    is_blank = panel.names[0] == "arm" and not any(row.names[0] for row in panel.rows)
    return [cells[1:] for cells in table] if is_blank else table


def _number_cells(figure: Estimate | None, unit: str) -> tuple[str, ...]:
    """A figure, its limits and its games."""
    if figure is None:
        return ()
    digits = decimals(figure, unit) + (unit != "Elo")
    return (*(number_text(each, unit, digits) for each in figure[:3]), f"{figure.games:,}")


def _measures(report: Report, *keys: str) -> Iterator[Panel]:
    """A panel for each measure that an arm has."""
    for key in keys:
        measure, rows = MEASURES[key], _rows(report, key)
        pairs = [pair for pair in report.plain if key in pair[1].estimates]
        if rows:
            plot = _plot(report, measure, pairs)
            yield Panel(key, measure.title, measure.sentence, rows, unit=measure.unit, plot=plot)


def _rows(report: Report, key: str, kind: Use | None = None) -> tuple[Row, ...]:
    """The rows of a measure; those of one kind of use have the most first, and how many games have the use at all."""
    measure, rows = MEASURES[key], list[Row]()
    real = {(each.other, each.label) for each in report.compared if each.real and each.key == key}
    for trial, counts in report.plain:
        found = [*counts.estimates.get(key, {}).items()]
        if kind:
            found = [pair for pair in found if kind_of_use(pair[0]) == kind]
            found.sort(key=lambda pair: (-pair[1].value, pair[0]))
        if measure.fair and (kind or len(report.plain) == 1):
            uneven = unfair(trial, counts, key, [label for label, _ in found])
            real |= {(trial.label, label) for label in uneven}
        used = counts.estimates.get("used", {})
        for label, each in found:
            share = said(used[label], "share") if label in used else NONE
            names = trial.label, label or measure.title.lower()
            rows.append(Row(names, each, (share,) if kind else (), (trial.label, label) in real))
    return tuple(rows)


def _plot(
    report: Report, measure: Measure, pairs: Sequence[tuple[Trial, Counts]]
) -> Dots | Course | Columns:
    """The plot of a measure: along a parameter, as columns if it is one number of one arm, or as dots."""
    if len(pairs) > 1 and report.asked.parameter:
        return Course(
            report.asked.parameter, tuple((trial.value, trial.label) for trial, _ in pairs)
        )
    is_number = (measure.part or measure.unit != "share") and not measure.overall
    if len(pairs) == 1 and is_number and [*pairs[0][1].estimates[measure.key]] == [""]:
        values = pairs[0][1].samples[measure.key][""].values
        if min(values) < max(values):
            return Columns(values, pairs[0][1].middle(measure.key))
    fair, *others = {fair_share(trial.arm) for trial, _ in pairs}
    return Dots(fair, "fair") if measure.fair and not others else Dots()


def _tried(report: Report) -> Iterator[Panel]:
    if report.asked.tried:
        header, *rows = report.asked.tried
        sentence = (
            "The best first. Miss is 0 if the goals are reached: the distance from each range by its width, and of even wins the share of games that "
            "the wrong seats win. The best of many owes something to luck: play it again with another seed."
        )
        yield Panel("tried", "Tried", sentence, tuple(map(Row, rows)), names=header)


def _differences(report: Report) -> Iterator[Panel]:
    """The tables that mark which differences are real."""
    first, *others = (trial.label for trial, _ in report.plain)
    rule = (
        f"All beside {first}, deal by deal. “Real” allows for the number of comparisons (Holm's method): the chance that anything "
        f"here is called real and is not is below {ALPHA * 100:.0f} %."
    )
    if len(others) > 1 and report.compared:
        rows = tuple(_beside(report.compared, others))
        sentence = f"{rule} {REAL} marks what is real."
        yield Panel(
            "matrix",
            "All measures, side by side",
            sentence,
            rows,
            names=("measure", first, *others),
        )
    header: tuple[str, ...] = ("arm", "measure", first, "here", "difference", "p", "verdict")
    if len(others) == 1:
        header = ("arm", "measure", first, *others, "difference", "p", "verdict")
    for key, title, every in (
        ("differences", "Differences, one by one", report.compared),
        ("use-differences", "Real differences in uses", [x for x in report.uses_compared if x.real]),
    ):  # fmt: skip
        if every:
            rows = tuple(Row(_difference(each, named=len(others) > 1)) for each in every)
            sentence = f"{rule} The interval is of the difference alone."
            yield Panel(key, title, sentence, rows, names=header)


def _difference(each: Compared, *, named: bool) -> tuple[str, ...]:
    """A difference in words, with the name of the second arm if there are several."""
    unit = MEASURES[each.key].unit
    return (
        each.other if named else "",
        capitalised(measure_text(each.key, each.label)),
        said(each.first, unit),
        said(each.second, unit),
        said(each.interval, unit, signed=True),
        _p_text(each.corrected),
        "real" if each.real else NONE,
    )


def _beside(compared: Sequence[Compared], others: Sequence[str]) -> Iterator[Row]:
    """A row for each measure with a cell for each arm."""
    found: dict[tuple[str, str], dict[str, Compared]] = {}
    for each in compared:
        found.setdefault((each.key, each.label), {})[each.other] = each
    for (key, label), row in found.items():
        unit, (base, *_) = MEASURES[key].unit, row.values()
        digits = max(
            decimals(each, unit) for each in (base.first, *(x.interval for x in row.values()))
        )
        cells = [number_text(base.first.value, unit, digits)]
        for other in others:
            one = row.get(other)
            mark = f" {REAL}" if one and one.real else ""
            cells.append(number_text(one.second.value, unit, digits) + mark if one else NONE)
        name = capitalised(measure_text(key, label)) + (f" ({unit_sign(unit)})" if unit else "")
        yield Row((name, *cells))


def _p_text(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


_KINDS: tuple[Use, ...] = ("kinds of move", "values", "tiles")


def _uses(report: Report) -> Iterator[Panel]:
    """For each sort of use how often it is used, and who wins with it; arms side by side only in the table."""
    base = report.plain[0][0]
    for kind, key in product(_KINDS, ("often", "won-with")):
        measure, rows = MEASURES[key], _rows(report, key, kind)
        if not rows:
            continue
        more = f" The figure shows {base.label}; the table has all."
        plot = Dots(fair_share(base.arm), "fair") if measure.fair else Dots()
        yield Panel(
            f"{key}-{slug(kind)}",
            f"{capitalised(kind)}: {measure.title.lower()}",
            measure.sentence + (more if len(report.plain) > 1 else ""),
            rows,
            ("arm", "use"),
            measure.unit,
            ("used at all",),
            plot._replace(arm=base.label) if rows[0].names[0] == base.label else None,
        )


def _derived(report: Report) -> Iterator[Panel]:
    """Panels of arms with bots that differ, and of kingmaking."""
    for key, strengths in (("skill", report.ladder), ("worth", report.worths)):
        title, sentence, unit, _ = DERIVED[key]
        unit = POINTS if unit == "share" else unit
        rows = tuple(
            Row(
                (" against ".join(each.labels) if key == "skill" else barred_text(each),),
                each.elo if key == "skill" else each.worth,
                (
                    said(each.wins, "share"),
                    said(each.elo, "Elo", signed=True),
                    _p_text(each.corrected),
                    "real" if each.real else NONE,
                ),
                each.real,
            )
            for each in strengths
        )
        if rows:
            more, plot = ("wins", "Elo", "p", "verdict"), Dots(0.0, "equal")
            yield Panel(key, title, sentence, rows, ("of",), unit, more, plot)
    title, sentence, unit, _ = DERIVED["kingmaking"]
    rows = tuple(
        Row((label, words), each, real=has_limit and not each.has(0.0))
        for label, kings in report.kings
        for words, each, has_limit in (
            ("can hardly win", kings.hardly, False),
            ("power over rivals", kings.power, True),
        )
        if each
    )
    if rows:
        sentence += (
            f" It is in percentage points. “Hardly” is a chance of less than {HARDLY * 100:.0f} %."
        )
        yield Panel("kingmaking", title, sentence, rows, unit=unit, plot=Dots(), number="decisions")
