"""`pnp score`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pnp.basics.errors import NOWHERE, Finding, OutputError, Severity
from pnp.cli.loudness import say
from pnp.cli.messages import exits_with_message, format_option, print_json, show
from pnp.cli.options import output_option, paper_option, theme_option
from pnp.cli.output import in_columns, write_file
from pnp.cli.terminal import echo
from pnp.imposition import Paper
from pnp.imposition.papers import one_paper
from pnp.play import Score
from pnp.project.score_pictures import ScorePictures, score_page, score_pdf
from pnp.project.scoring import Scored, outcome, scored
from pnp.project.themes import chosen_theme


@click.command("score")
@click.argument("game", metavar="GAME")
@click.argument("position", metavar="FILE")
@output_option("The folder for the pictures, with a folder of the game's name in it.")
@click.option("--pictures/--no-pictures", default=True, help="Draw the table, or only score it.")
@format_option("text", "json", "github")
@paper_option
@theme_option
@exits_with_message
def command(
    game: str, position: str, output: str, pictures: bool, form: str, paper: str, theme: str
) -> int:
    """Score an extract or a position of a GAME, or replay a record and score its last position.

    pnp prints the score line by line, with the cells that earned each line. It draws the table as SVG
    and PDF, and outlines the cells that score. It reports every broken rule, with its name and the
    place in the file.
    """
    if not output:
        raise OutputError("--output needs the name of a folder")
    chosen_paper = one_paper(paper, reason="pnp draws a score for one paper")
    made = scored(game, position, theme=chosen_theme(theme))
    drawable = ScorePictures(made)
    drawable.check()
    drawn: tuple[str, ...] = ()
    notes = []
    if pictures and drawable.why_none:
        message = f"no picture: {drawable.why_none}"
        notes = [Finding("no-picture", Severity.NOTE, message, NOWHERE)]
    elif pictures:
        drawn = _drawn(made, drawable, Path(output) / made.game, chosen_paper)
    if form == "json":
        print_json({**_as_json(made, drawn), "findings": [each.as_json() for each in notes]})
        return 0
    show(notes, err=form != "github", form=form)
    for line in _lines(made.score):
        echo(line)
    for sentence in (*made.score.remarks, outcome(made)):
        echo(sentence)
    for path in drawn:
        say(f"drawn: {path}")
    return 0


def _drawn(made: Scored, pictures: ScorePictures, folder: Path, paper: Paper) -> tuple[str, ...]:
    from pnp.render import svg_text

    theme = made.pieces.theme.in_names
    stem = "-".join(part for part in ("score", Path(made.source.name).stem, theme) if part)
    files = {
        folder / f"{stem}.svg": svg_text(score_page(made, pictures)).encode(),
        folder / f"{stem}.pdf": score_pdf(made, pictures, paper),
    }
    for path, data in files.items():
        write_file(path, data)
    return tuple(str(path) for path in files)


def _lines(score: Score) -> Iterator[str]:
    """A line for each part, in columns, and then the totals."""
    rows = [
        (part.whose, part.what, part.how, str(part.points), "; ".join(part.where))
        for part in score.parts
    ]
    yield from in_columns([(*row, where and f"at {where}") for *row, where in rows], "<<<><")
    for name, total in score.totals:
        yield f"total {name}: {total}"


def _as_json(made: Scored, drawn: tuple[str, ...]) -> dict[str, object]:
    score = made.score
    return {
        "parts": [part._asdict() for part in score.parts],
        "totals": dict(score.totals),
        "kind": made.kind.value,
        "moves": made.moves,
        "over": made.over,
        "winners": list(made.winners),
        "tie_break": score.tie_break,
        "remarks": list(score.remarks),
        "outcome": outcome(made),
        "files": list(drawn),
    }
