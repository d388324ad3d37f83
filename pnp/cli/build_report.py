"""The report of `pnp build`: a summary of each game for people, or all results for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.basics.errors import NOWHERE, Finding, Severity
from pnp.basics.units import number, plain_length
from pnp.basics.words import counted
from pnp.cli.loudness import note_written, say
from pnp.cli.messages import print_json, show
from pnp.imposition import TARGET_MARGIN, UNPRINTABLE, Paper, Sheets
from pnp.project import BuildReport

# One piece of a kind whose name is not that of the piece with an s.
_ONE = {"boxes": "box", "dividers": "strip"}


class BuildResult(NamedTuple):
    """The result of building one set; `made` is None if it has failed."""

    game: str
    file: str
    made: BuildReport | None
    findings: tuple[Finding, ...]


def finished(game: str, file: str, made: BuildReport) -> BuildResult:
    """The result of a build, with the findings that a build shows: warnings and unused files."""
    if made.files:
        note_written(str(made.folder))
    return BuildResult(game, file, made, tuple(_findings(game, made)))


def _findings(game: str, made: BuildReport) -> Iterator[Finding]:
    for finding in made.game.findings:
        if finding.severity is Severity.WARNING or finding.rule == "unused-rulebook":
            yield finding
    for sheets in made.sheets:
        if sheets.lacks_targets:
            margin = math.ceil(TARGET_MARGIN * 10) / 10
            message = (
                f"{sheets.job.name} on {sheets.paper.title}: the margins have no room for"
                f" registration targets; write --margin {number(margin)}mm or more"
            )
            yield Finding("no-targets", Severity.WARNING, message, NOWHERE)
    if not made.files:
        message = f"{game} has no pieces or files of the kinds in --only and --pieces"
        yield Finding("no-pieces", Severity.NOTE, message, NOWHERE)


def narrow_margins(papers: Sequence[Paper]) -> Iterator[Finding]:
    """Warnings about papers on which pieces lie where many printers do not print."""
    for paper in papers:
        nearest = min(paper.side_margin, paper.end_margin)
        if nearest < UNPRINTABLE:
            message = (
                f"{paper.title}: with a margin of {plain_length(nearest)} pieces lie where many"
                f" printers do not print, less than {number(UNPRINTABLE)} mm from the edge; `pnp"
                " calibrate` shows how near to the edge yours prints"
            )
            yield Finding("narrow-margin", Severity.WARNING, message, NOWHERE)


def show_result(result: BuildResult, form: str) -> None:
    """Prints the findings and the summary of one set for people or for GitHub."""
    show(result.findings, err=form != "github", form=form)
    if result.made is not None and result.made.files:
        say(_summary(result.made))


def print_results(results: Sequence[BuildResult], findings: Sequence[Finding]) -> None:
    """Prints all results for programs, with the findings that are about no set."""
    print_json(
        {
            "sets": [_as_json(each) for each in results],
            "findings": [each.as_json() for each in findings],
        }
    )


def _as_json(result: BuildResult) -> dict[str, object]:
    made = result.made
    return {
        "game": result.game,
        "file": result.file,
        "ok": made is not None,
        "folder": None if made is None else str(made.folder),
        "pieces": {} if made is None else dict(made.pieces),
        "files": [] if made is None else [*made.paths],
        "sheets": [] if made is None else [*map(_sheets_as_json, made.sheets)],
        "findings": [each.as_json() for each in result.findings],
    }


def _sheets_as_json(sheets: Sheets) -> dict[str, object]:
    stats = sheets.stats
    return {
        "job": sheets.job.name,
        "paper": sheets.paper.name,
        "layout": sheets.layout,
        "sheets": stats.sheets,
        "per_page": stats.per_page,
        "cuts": stats.cuts,
        "share": round(stats.share, 4),
        "reason": sheets.reason,
    }


def _summary(made: BuildReport) -> str:
    """The numbers of pieces and files, and a line for each layout on each paper."""
    pieces = [
        counted(number, _ONE.get(kind, kind.removesuffix("s")))
        for kind, number in made.pieces.items()
        if number
    ]
    head = f"{made.folder}: {', '.join((*pieces, counted(made.files, 'file')))}"
    return "\n".join((head, *map(_sheets_summary, made.sheets)))


def _sheets_summary(sheets: Sheets) -> str:
    stats = sheets.stats
    share = f"{stats.share:.0%} of the paper"
    if stats.sheets == 1:
        parts = [f"{stats.per_page} on 1 sheet", counted(stats.cuts, "cut"), share]
    else:
        cuts = f"{counted(stats.cuts, 'cut')} a page"
        parts = [f"{stats.per_page} a page", counted(stats.sheets, "sheet"), cuts, share]
    if sheets.lacks_ruler:
        parts.append("no room for a ruler")
    text = f"  {sheets.job.name} on {sheets.paper.title}, {sheets.layout}: {', '.join(parts)}"
    return f"{text} ({sheets.reason})" if sheets.reason else text
