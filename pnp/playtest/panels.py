"""Panels: the figures of a report, each with its numbers, the chart that shows them, and a sentence; as text, and as data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pnp.basics.words import capitalised, in_words
from pnp.playtest.answers import (
    answer,
    barred_text,
    decimals,
    measure_text,
    number_text,
    said,
    unfair,
)
from pnp.playtest.kingmaking import HARDLY
from pnp.playtest.measures import DERIVED, MEASURES, Counts, Measure, Use, fair_share, kind_of_use
from pnp.playtest.replays import opens
from pnp.playtest.report import Compared, Report, Strength, Trial, slug
from pnp.playtest.statistics import ALPHA, CONFIDENCE, Estimate

# What a table has where there is no number, or nothing to mark.
NONE = "-"
REAL = "●"


class Dots(NamedTuple):
    """Numbers with intervals, one below the other; a line marks the value of `reference`, with its words.

    The rows of a group stand below its name. Rows that are `real` differ from the reference for real.
    """

    rows: tuple[tuple[str, str, Estimate, bool], ...]
    unit: str
    reference: float | None = None
    words: str = ""


class Course(NamedTuple):
    """A number with its interval along a parameter, one line for each label; `real` places differ from the first."""

    parameter: str
    places: tuple[tuple[float | None, str], ...]
    lines: tuple[tuple[str, tuple[Estimate | None, ...], tuple[bool, ...]], ...]
    unit: str


class Columns(NamedTuple):
    """How many games have each value, and the quartiles of the values."""

    values: tuple[float, ...]
    quartiles: tuple[float, float, float]
    unit: str


class Panel(NamedTuple):
    """A figure: its sentence, its chart, if it has one, and its numbers as a table."""

    key: str
    title: str
    sentence: str
    chart: Dots | Course | Columns | None
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(NamedTuple):
    """Panels below a heading."""

    key: str
    title: str
    panels: tuple[Panel, ...]


def sections(report: Report) -> list[Section]:
    """All figures of a report, in the order of a page; sections without figures are left out."""
    found = [
        Section("search", "What was tried", tuple(_tried_panels(report))),
        Section("differs", "What differs", tuple(_difference_panels(report))),
        Section("wins", "Who wins", tuple(_measure_panels(report, ("seats", "bots", "evenness")))),
        Section(
            "course",
            "How a game goes",
            tuple(
                _measure_panels(
                    report,
                    ("turns", "decisions", "branching", "forced", "margin", "points",
                     "lead-changes", "drama", "decisiveness"),
                )
            ),
        ),
        Section("ends", "How games end", tuple(_measure_panels(report, ("facts", "numbers", "shared", "unwon")))),
        Section("uses", "What is used", tuple(_use_panels(report))),
        Section("skill", "Skill, worth and kingmaking", tuple(_derived_panels(report))),
    ]  # fmt: skip
    return [
        each._replace(panels=tuple(_without_blank(panel) for panel in each.panels))
        for each in found
        if each.panels
    ]


def _without_blank(panel: Panel) -> Panel:
    """A panel without the column of arms, if there is one arm without a label."""
    if panel.header[0] != "arm" or any(row[0] for row in panel.rows):
        return panel
    return panel._replace(header=panel.header[1:], rows=tuple(row[1:] for row in panel.rows))


def number_row(estimate: Estimate, unit: str) -> tuple[str, str, str, str]:
    """An estimate, its limits and its games as cells of a table."""
    digits = decimals(estimate, unit) + (0 if unit in ("Elo",) else 1)
    value, low, high = (number_text(each, unit, digits) for each in estimate[:3])
    return value, low, high, f"{estimate.games:,}"


def unit_heading(unit: str) -> str:
    """The name of a column of numbers."""
    return {"share": "%", "": "value"}.get(unit, unit)


def _measure_panels(report: Report, keys: Sequence[str]) -> Iterator[Panel]:
    """A panel for each measure that an arm has."""
    for key in keys:
        measure = MEASURES[key]
        pairs = [pair for pair in report.plain if key in pair[1].estimates]
        if not pairs:
            continue
        rows = tuple(
            (trial.label, label or measure.title.lower(), *number_row(each, measure.unit))
            for trial, counts in pairs
            for label, each in counts.estimates[key].items()
        )
        header = ("arm", "of", unit_heading(measure.unit), "from", "to", "games")
        chart = _chart(report, measure, pairs)
        yield Panel(key, measure.title, measure.sentence, chart, header, rows)


def _chart(
    report: Report, measure: Measure, pairs: Sequence[tuple[Trial, Counts]]
) -> Dots | Course | Columns:
    """The chart of a measure: along a parameter, as columns if it is one number of one arm, or as dots."""
    labels = [*dict.fromkeys(x for _, counts in pairs for x in counts.estimates[measure.key])]
    real = {
        (each.other, each.label)
        for each in report.compared
        if each.real and each.key == measure.key
    }
    if measure.fair and len(pairs) == 1:
        real = {(pairs[0][0].label, label) for label in unfair(*pairs[0], measure.key, labels)}
    if report.asked.parameter and len(pairs) > 1:
        lines = tuple(
            (
                label,
                tuple(counts.estimates[measure.key].get(label) for _, counts in pairs),
                tuple((trial.label, label) in real for trial, _ in pairs),
            )
            for label in labels
        )
        places = tuple((trial.value, trial.label) for trial, _ in pairs)
        return Course(report.asked.parameter, places, lines, measure.unit)
    is_number = (measure.part or measure.unit != "share") and not measure.overall
    if len(pairs) == 1 and labels == [""] and is_number:
        values = pairs[0][1].samples[measure.key][""].values
        if min(values) < max(values):
            return Columns(values, pairs[0][1].middle(measure.key), measure.unit)
    fairs = {fair_share(trial.arm) for trial, _ in pairs}
    fair = fairs.pop() if measure.fair and len(fairs) == 1 else None
    rows = []
    for label in labels:
        for trial, counts in pairs:
            if each := counts.estimates[measure.key].get(label):
                name, group = (
                    (trial.label, label) if len(pairs) > 1 else (label or measure.title, "")
                )
                rows.append((group, name, each, (trial.label, label) in real))
    return Dots(tuple(rows), measure.unit, fair, "fair" if fair is not None else "")


def _tried_panels(report: Report) -> Iterator[Panel]:
    if report.asked.tried:
        header, *rows = report.asked.tried
        sentence = (
            "The best first. Miss is 0 if the goals are reached: the distance from each range by its width, and of even wins the share of games that "
            "the wrong seats win. The best of many owes something to luck: play it again with another seed."
        )
        yield Panel("tried", "Tried", sentence, None, header, tuple(rows))


def _difference_panels(report: Report) -> Iterator[Panel]:
    """The tables that mark which differences are real."""
    first = report.plain[0][0].label
    rule = (
        f"All beside {first}, deal by deal. “Real” allows for the number of comparisons (Holm's method): the chance that anything "
        f"here is called real and is not is below {ALPHA * 100:.0f} %."
    )
    if len(report.plain) > 2 and report.compared:
        yield _matrix(report, rule)
    for key, title, every in (
        ("differences", "Differences, one by one", report.compared),
        ("use-differences", "Real differences in uses", [x for x in report.uses_compared if x.real]),
    ):  # fmt: skip
        if not every:
            continue
        rows: list[tuple[str, ...]] = []
        for each in every:
            unit = MEASURES[each.key].unit
            numbers = (
                said(each.first, unit),
                said(each.second, unit),
                said(each.interval, unit, signed=True),
            )
            verdict = "real" if each.real else NONE
            name = capitalised(measure_text(each.key, each.label))
            rows.append((each.other, name, *numbers, _p_text(each.corrected), verdict))
        header: tuple[str, ...] = ("arm", "measure", first, "here", "difference", "p", "verdict")
        if len(report.plain) == 2:
            header = ("measure", first, report.plain[1][0].label, "difference", "p", "verdict")
            rows = [row[1:] for row in rows]
        yield Panel(
            key,
            title,
            f"{rule} The interval is of the difference alone.",
            None,
            header,
            tuple(rows),
        )


def _matrix(report: Report, rule: str) -> Panel:
    """A row for each measure and a column for each arm."""
    found: dict[tuple[str, str], dict[str, Compared]] = {}
    for each in report.compared:
        found.setdefault((each.key, each.label), {})[each.other] = each
    labels = [trial.label for trial, _ in report.plain]
    rows = []
    for (key, label), row in found.items():
        unit = MEASURES[key].unit
        every = [*row.values()]
        digits = max(
            decimals(each, unit) for each in (every[0].first, *(x.interval for x in every))
        )
        cells = [number_text(every[0].first.value, unit, digits)]
        for other in labels[1:]:
            one = row.get(other)
            mark = f" {REAL}" if one and one.real else ""
            cells.append(number_text(one.second.value, unit, digits) + mark if one else NONE)
        name = capitalised(measure_text(key, label)) + (f" ({unit_heading(unit)})" if unit else "")
        rows.append((name, *cells))
    title = "Real differences"
    return Panel(
        "matrix",
        title,
        f"{rule} {REAL} marks what is real.",
        None,
        ("measure", *labels),
        tuple(rows),
    )


def _p_text(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


_USES: tuple[Use, ...] = ("kinds of move", "values", "tiles")


def _use_panels(report: Report) -> Iterator[Panel]:
    """For each sort of use how often it is used, and who wins with it; arms side by side only in the table."""
    for kind in _USES:
        for key in ("often", "won-with"):
            measure = MEASURES[key]
            rows, dots = [], []
            for trial, counts in report.plain:
                used = counts.estimates.get("used", {})
                found = [
                    (use, each)
                    for use, each in counts.estimates.get(key, {}).items()
                    if kind_of_use(use) == kind
                ]
                found.sort(key=lambda pair: (-pair[1].value, pair[0]))
                uneven = (
                    unfair(trial, counts, key, [use for use, _ in found]) if measure.fair else ()
                )
                for use, each in found:
                    share = said(used[use], "share") if use in used else NONE
                    rows.append((trial.label, use, *number_row(each, measure.unit), share))
                    if trial is report.plain[0][0]:
                        dots.append(("", use, each, use in uneven))
            if rows:
                header = (
                    "arm",
                    "use",
                    unit_heading(measure.unit),
                    "from",
                    "to",
                    "games",
                    "used at all",
                )
                words = "fair" if key == "won-with" else ""
                reference = fair_share(report.plain[0][0].arm) if key == "won-with" else None
                chart = Dots(tuple(dots), measure.unit, reference, words) if dots else None
                title = f"{capitalised(kind)}: {measure.title.lower()}"
                sentence = measure.sentence
                if len(report.plain) > 1:
                    sentence += f" The figure shows {report.plain[0][0].label}; the table has all."
                name = f"{key}-{slug(kind)}"
                yield Panel(name, title, sentence, chart, header, tuple(rows))


def _derived_panels(report: Report) -> Iterator[Panel]:
    """Panels of arms with bots that differ, and of kingmaking."""
    for key, strengths in (("skill", report.ladder), ("worth", report.worths)):
        if not strengths:
            continue
        title, sentence, unit, _ = DERIVED[key]
        rows, dots = [], []
        for each in strengths:
            size = each.elo if key == "skill" else each.worth
            name = " against ".join(each.labels) if key == "skill" else barred_text(each)
            verdict = "real" if each.real else NONE
            more = (said(each.wins, "share"), said(each.elo, "Elo", signed=True))
            rows.append((name, *number_row(size, unit), *more, _p_text(each.corrected), verdict))
            dots.append(("", name, size, each.real))
        header = ("of", unit_heading(unit), "from", "to", "games", "wins", "Elo", "p", "verdict")
        chart = Dots(tuple(dots), unit, 0.0, "equal")
        yield Panel(key, title, sentence, chart, header, tuple(rows))
    if report.kings:
        yield _kings_panel(report)


def _kings_panel(report: Report) -> Panel:
    title, sentence, unit, _ = DERIVED["kingmaking"]
    rows, dots = [], []
    for label, each in report.kings:
        dots.append((label, "can hardly win", each.hardly, False))
        if each.power:
            dots.append((label, "power over rivals", each.power, not each.power.has(0.0)))
        power = said(each.power, unit) if each.power else NONE
        rows.append((label, said(each.hardly, unit), power, f"{each.hardly.games:,}"))
    header = ("arm", "decisions of players who can hardly win", "power over rivals", "decisions")
    sentence += f" “Hardly” is a chance of less than {HARDLY * 100:.0f} %."
    return Panel("kingmaking", title, sentence, Dots(tuple(dots), unit), header, tuple(rows))


# Text and data.


def text_of(report: Report) -> str:
    """The report for a terminal: the answer, all tables, and the games to look at."""
    lines = [f"{report.asked.title}: playtest", "", *answer(report), ""]
    for section in sections(report):
        for panel in section.panels:
            rows = _thinned(panel.rows)
            lines += [panel.title, *_aligned([panel.header, *rows])]
            if len(rows) < len(panel.rows):
                lines.append(f"  … {len(panel.rows) - len(rows)} more; the report has all")
            lines.append("")
    lines += missing(report)
    lines += ["", "Games to look at:"]
    for pick in report.picks:
        lines.append(f"  {pick.trial.label}{': ' if pick.trial.label else ''}{pick.why}")
        lines.append(
            f"    {opens(report, pick) or Path(report.asked.folder, pick.file).as_posix()}"
        )
    lines += ["", f"again: {report.asked.command}"]
    return "\n".join(lines) + "\n"


# Rows of a table in a terminal.
_MOST_ROWS = 12


def _thinned(rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """As many rows as a terminal can show, from both ends."""
    half = _MOST_ROWS // 2
    return rows if len(rows) <= _MOST_ROWS else (*rows[:half], *rows[-half:])


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def missing(report: Report) -> list[str]:
    """What could not be counted, and why, in sentences; arms for the same reason together."""
    reasons: dict[str, dict[str, list[str]]] = {}
    for trial, counts in report.plain:
        for key, reason in counts.missing.items():
            keys = reasons.setdefault(reason, {}).setdefault(MEASURES[key].title.lower(), [])
            keys.append(trial.label)
    found = []
    for reason, titles in reasons.items():
        arms = {tuple(each) for each in titles.values()}
        every = len(arms) == 1 and len(next(iter(arms))) == len(report.plain)
        where = (
            ""
            if every
            else f" in {in_words([*dict.fromkeys(x for each in arms for x in sorted(each))])}"
        )
        found.append(f"Not counted{where}, since {reason}: {in_words([*titles])}.")
    if report.asked.bound:
        found.append(f"No worth, since nobody can do without: {in_words(report.asked.bound)}.")
    return found


def data_of(report: Report) -> dict[str, Any]:
    """The report as plain values for JSON, as `docs/playtests.md` describes them; a limit that does not exist is None."""
    return {
        "title": report.asked.title,
        "set": report.asked.name,
        "command": report.asked.command,
        "parameter": report.asked.parameter,
        "confidence": CONFIDENCE,
        "answer": answer(report),
        "arms": [
            {
                "label": trial.label,
                "value": trial.value,
                **_plain(trial.arm._asdict()),
                "games": len(trial.games),
                "deals": len({trial.arm.deal(game.number) for game in trial.games}),
                "measures": {
                    key: {label: _plain(each._asdict()) for label, each in found.items()}
                    for key, found in counts.estimates.items()
                },
                "missing": dict(counts.missing),
            }
            for trial, counts in zip(report.trials, report.counts, strict=True)
        ],
        "differences": [
            {
                "from": each.one, "to": each.other, "measure": each.key, "label": each.label,
                **_plain(each.gap._asdict()), "corrected": _plain(each.corrected), "real": each.real,
            }
            for each in (*report.compared, *report.uses_compared)
        ],
        "tried": [
            dict(zip(report.asked.tried[0], row, strict=True)) for row in report.asked.tried[1:]
        ],
        "skill": [_strength_data(each) for each in report.ladder],
        "worth": [
            {**_strength_data(each), "uses": [use for use, _ in each.trial.arm.barred],
             "worth": _plain(each.worth._asdict())}
            for each in report.worths
        ],
        "kingmaking": [
            {
                "arm": label,
                "hardly": _plain(each.hardly._asdict()),
                "power": _plain(each.power._asdict()) if each.power else None,
                "strongest": [
                    {"number": game.number, "seed": game.seed, **_plain(look._asdict())}
                    for game, look in each.strongest
                ],
            }
            for label, each in report.kings
        ],
        "games": [
            {"arm": pick.trial.label, "why": pick.why, "number": pick.game.number,
             "seed": pick.game.seed, "file": pick.file, "command": opens(report, pick)}
            for pick in report.picks
        ],
        "definitions": definitions(),
    }  # fmt: skip


def definitions() -> dict[str, dict[str, str]]:
    """The title, sentence, unit and source of each measure by its key."""
    found = {
        key: (each.title, each.sentence, each.unit, each.source) for key, each in MEASURES.items()
    }
    names = ("title", "sentence", "unit", "source")
    return {key: dict(zip(names, each, strict=True)) for key, each in {**found, **DERIVED}.items()}


def _strength_data(strength: Strength) -> dict[str, Any]:
    return {
        "arm": strength.trial.label,
        "bot": strength.labels[0],
        "against": strength.labels[1],
        "wins": _plain(strength.wins._asdict()),
        "elo": _plain(strength.elo._asdict()),
        "corrected": _plain(strength.corrected),
        "real": strength.real,
    }


def _plain(value: Any) -> Any:
    """A value as JSON can have it."""
    match value:
        case float():
            # More digits are noise, and differ from one processor to another.
            return float(f"{value:.6g}") if math.isfinite(value) else None
        case Mapping():
            return {key: _plain(each) for key, each in value.items()}
        case tuple() | list():
            return [_plain(each) for each in value]
    return value
