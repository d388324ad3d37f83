"""Writers of reports: the text for a terminal, and the data for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.basics.words import in_words
from pnp.playtest.answers import answer
from pnp.playtest.measures import DERIVED, MEASURES
from pnp.playtest.panels import sections, table_of
from pnp.playtest.replays import opens
from pnp.playtest.report import Report, Strength
from pnp.playtest.statistics import CONFIDENCE

# Rows of a table in a terminal; of more, those at both ends are shown.
_MOST_ROWS = 12


def text_of(report: Report) -> str:
    """The report for a terminal: the answer, all tables, and the games to look at."""
    lines = [f"{report.asked.title}: playtest", "", *answer(report), ""]
    for section in sections(report):
        for panel in section.panels:
            header, *rows = table_of(panel)
            more = len(rows) - _MOST_ROWS
            if more > 0:
                rows[_MOST_ROWS // 2 : -_MOST_ROWS // 2] = []
            lines += [panel.title, *_aligned([header, *rows])]
            lines += [f"  … {more} more; the report has all", ""] if more > 0 else [""]
    lines += [*missing(report), "", "Games to look at:"]
    for pick in report.picks:
        label = f"{pick.trial.label}: " if pick.trial.label else ""
        where = opens(report, pick) or Path(report.asked.folder, pick.file).as_posix()
        lines += [f"  {label}{pick.why}", f"    {where}"]
    return "\n".join([*lines, "", f"again: {report.asked.command}", ""])


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def missing(report: Report) -> list[str]:
    """What could not be counted, and why, in sentences; arms for the same reason together."""
    reasons: dict[str, dict[str, list[str]]] = {}
    for trial, counts in report.plain:
        for key, reason in counts.missing.items():
            titles = reasons.setdefault(reason, {})
            titles.setdefault(MEASURES[key].title.lower(), []).append(trial.label)
    found = []
    for reason, titles in reasons.items():
        arms = {tuple(each) for each in titles.values()}
        is_everywhere = len(arms) == 1 and all(len(each) == len(report.plain) for each in arms)
        labels = [*dict.fromkeys(label for each in arms for label in sorted(each))]
        where = "" if is_everywhere else f" in {in_words(labels)}"
        found.append(f"Not counted{where}, since {reason}: {in_words([*titles])}.")
    if report.asked.bound:
        found.append(f"No worth, since nobody can do without: {in_words(report.asked.bound)}.")
    return found


def data_of(report: Report) -> dict[str, Any]:
    """The report as plain values for JSON, as `docs/playtests.md` describes them; a limit that does not exist is None."""
    asked, tried = report.asked, report.asked.tried
    found = {
        "title": asked.title,
        "set": asked.name,
        "command": asked.command,
        "parameter": asked.parameter,
        "confidence": CONFIDENCE,
        "answer": answer(report),
        "arms": [
            {
                "label": trial.label, "value": trial.value, **trial.arm._asdict(), "games": len(trial.games),
                "deals": len({trial.arm.deal(game.number) for game in trial.games}),
                "measures": counts.estimates, "missing": counts.missing,
            }
            for trial, counts in zip(report.trials, report.counts, strict=True)
        ],
        "differences": [
            {
                "from": each.one, "to": each.other, "measure": each.key, "label": each.label,
                **each.gap._asdict(), "corrected": each.corrected, "real": each.real,
            }
            for each in (*report.compared, *report.uses_compared)
        ],
        "tried": [dict(zip(tried[0], row, strict=True)) for row in tried[1:]],
        "skill": [_strength(each) for each in report.ladder],
        "worth": [
            {**_strength(each), "uses": [use for use, _ in each.trial.arm.barred], "worth": each.worth}
            for each in report.worths
        ],
        "kingmaking": [
            {
                "arm": label, "hardly": each.hardly, "power": each.power,
                "strongest": [
                    {"number": game.number, "seed": game.seed, **look._asdict()} for game, look in each.strongest
                ],
            }
            for label, each in report.kings
        ],
        "games": [
            {
                "arm": pick.trial.label, "why": pick.why, "number": pick.game.number, "seed": pick.game.seed,
                "file": pick.file, "command": opens(report, pick),
            }
            for pick in report.picks
        ],
        "definitions": definitions(),
    }  # fmt: skip
    return {key: _plain(value) for key, value in found.items()}


def definitions() -> dict[str, dict[str, str]]:
    """The title, sentence, unit and source of each measure by its key."""
    names = ("title", "sentence", "unit", "source")
    found = {key: tuple(getattr(each, name) for name in names) for key, each in MEASURES.items()}
    return {key: dict(zip(names, each, strict=True)) for key, each in {**found, **DERIVED}.items()}


def _strength(each: Strength) -> dict[str, Any]:
    bot, against = each.labels
    return {
        "arm": each.trial.label, "bot": bot, "against": against, "wins": each.wins, "elo": each.elo,
        "corrected": each.corrected, "real": each.real,
    }  # fmt: skip


def _plain(value: Any) -> Any:
    """A value as JSON can have it."""
    match value:
        case float():
            # More digits are noise, and differ from one processor to another.
            return float(f"{value:.6g}") if math.isfinite(value) else None
        case Mapping():
            return {key: _plain(each) for key, each in value.items()}
        case tuple() if hasattr(value, "_asdict"):
            return _plain(value._asdict())
        case tuple() | list():
            return [_plain(each) for each in value]
    return value
