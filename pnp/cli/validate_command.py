"""`pnp validate`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, Place, PnpError, Severity, Source
from pnp.cli.loudness import say
from pnp.cli.messages import (
    FINDINGS,
    exit_code,
    exits_with_message,
    format_option,
    print_json,
    show,
)
from pnp.cli.options import (
    bundled_option,
    limit_option,
    papers_option,
    progress_option,
    theme_option,
)
from pnp.cli.progress import Progress
from pnp.cli.terminal import UNUSABLE
from pnp.colour.theme import Theme
from pnp.definition import load_definition
from pnp.imposition.papers import chosen_papers
from pnp.kinds import any_fits, kinds_of, larger_than, numbers_of
from pnp.pieces import Pieces
from pnp.project.checking import CheckedGame, checked_game
from pnp.project.sets import SetFile, resolve
from pnp.project.themes import chosen_theme

if TYPE_CHECKING:
    from pnp.imposition import Paper


class Verdict(NamedTuple):
    """The result of checking one set."""

    name: str
    file: str
    pieces: Pieces | None
    findings: tuple[Finding, ...]
    unusable: bool

    def failed(self, *, strict: bool) -> bool:
        """Whether the set has errors, or, if *strict*, warnings."""
        bad = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
        return any(finding.severity in bad for finding in self.findings)


@click.command("validate")
@click.argument("sets", nargs=-1, metavar="[SET]...")
@bundled_option
@format_option("text", "json", "github")
@click.option("--strict", is_flag=True, help="Fail also on warnings.")
@papers_option
@theme_option
@limit_option
@progress_option
@exits_with_message
def command(
    sets: tuple[str, ...],
    bundled: bool,
    form: str,
    strict: bool,
    papers: tuple[str, ...],
    theme: str,
    limit: int,
    progress: bool | None,
) -> int:
    """Check each SET against the rules of its game.

    Without a SET, pnp checks the sets in the folder tilesets/ of the current folder, or, if it has
    none, those that come with pnp. It reports every finding with its file, line and column, and
    then the number of tiles in each family, which Burnside's lemma proves.

    Exit codes: 0 if no set has errors, 1 if a set has errors, 2 if pnp cannot use a file.
    """
    files = resolve(sets, with_bundled=bundled)
    chosen, on = chosen_theme(theme), chosen_papers(papers)
    verdicts = []
    with Progress(progress, parts=len(files)) as bar:
        for file in files:
            verdicts.append(_verdict(file, chosen, on, limit, bar))
            bar.part_done()
    if form == "json":
        print_json({"sets": [_as_json(each) for each in verdicts]})
    else:
        for verdict in verdicts:
            show(verdict.findings, err=False, form=form)
            say(_summary(verdict))
    if any(verdict.unusable for verdict in verdicts):
        return UNUSABLE
    return FINDINGS if any(verdict.failed(strict=strict) for verdict in verdicts) else 0


def _verdict(
    file: SetFile, theme: Theme, papers: list[Paper], limit: int, bar: Progress
) -> Verdict:
    name = file.name
    try:
        definition = load_definition(file.path)
        name = definition.game
        checked = checked_game(
            definition,
            limit=limit,
            theme=theme,
            progress=lambda what, share: bar(f"{definition.game}: {what}", share),
        )
        findings = (*checked.findings, *_larger(checked, papers))
        return Verdict(name, str(file.path), checked.pieces, findings, unusable=False)
    except PnpError as error:
        start = Place(Source(str(file.path), ""), 1, 1)
        findings = tuple(
            each._replace(place=start) if each.place == NOWHERE else each
            for each in error.as_findings()
        )
        return Verdict(name, str(file.path), None, findings, exit_code(error) == UNUSABLE)


def _larger(game: CheckedGame, papers: list[Paper]) -> Iterator[Finding]:
    """The pieces that a paper has no room for: errors if a build would print no piece at all."""
    if not (found := [*larger_than(game.pieces, papers)]):
        return
    has_errors = any(each.severity is Severity.ERROR for each in game.findings)
    is_printed = has_errors or any_fits(game.pieces, papers)
    for each in found:
        yield each if is_printed else each._replace(severity=Severity.ERROR)


def _summary(verdict: Verdict) -> str:
    errors = sum(finding.severity is Severity.ERROR for finding in verdict.findings)
    state = "ok" if not errors else f"{errors} error" + ("s" if errors > 1 else "")
    if verdict.pieces is None:
        return f"{verdict.name}: {state}"
    counts = [
        text for kind in kinds_of(verdict.pieces.definition) for text in kind.counts(verdict.pieces)
    ]
    return ", ".join([f"{verdict.name}: {state}", *counts])


def _as_json(verdict: Verdict) -> dict[str, object]:
    tileset = None if verdict.pieces is None else verdict.pieces.tileset
    return {
        "game": verdict.name,
        "file": verdict.file,
        "ok": not verdict.failed(strict=False),
        "counts": {} if tileset is None else {each.name: each.count for each in tileset.families},
        "total": None if tileset is None else tileset.count,
        "components": {} if verdict.pieces is None else numbers_of(verdict.pieces),
        "findings": [finding.as_json() for finding in verdict.findings],
    }
