"""`pnp stats`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import click

from pnp.basics.errors import OutputError
from pnp.basics.words import counted
from pnp.cli.loudness import say
from pnp.cli.messages import FINDINGS, exits_with_message, format_option, print_json, show
from pnp.cli.options import (
    limit_option,
    paper_option,
    players_option,
    progress_option,
    theme_option,
)
from pnp.cli.output import in_columns, write_picture
from pnp.cli.progress import Progress
from pnp.cli.terminal import echo
from pnp.colour.measures import DARK, luminance
from pnp.colour.theme import Theme
from pnp.definition import load_definition
from pnp.imposition.papers import one_paper
from pnp.kinds import BuildOptions
from pnp.pieces import Pieces
from pnp.project.checking import checked_set
from pnp.project.sets import one_set
from pnp.project.themes import chosen_theme
from pnp.review.charts import chart_page
from pnp.review.costs import Costs, costs
from pnp.review.statistics import Statistics, statistics
from pnp.review.tables import Table, tables
from pnp.sets.selection import tiles_of_family

# Rows of a table in the terminal; json has them all.
MOST_ROWS = 12


@click.command("stats")
@click.argument("name", metavar="SET")
@click.option("--family", help="Count only this family, and only the costs of its tiles.")
@paper_option
@format_option("text", "json")
@click.option(
    "-o",
    "--plots",
    "folder",
    metavar="FOLDER",
    help="Draw the figures as SVG files in this folder.",
)
@theme_option
@players_option
@limit_option
@progress_option
@exits_with_message
def command(
    name: str,
    family: str | None,
    paper: str,
    form: str,
    folder: str | None,
    theme: str,
    players: int | None,
    limit: int,
    progress: bool | None,
) -> int:
    """Show the numbers of a SET: what its sides show, how tiles fit, and what it costs to make.

    Copies count. Sheets are laid out as pnp build does it. Errors against the rules come after the
    numbers, with exit code 1.
    """
    if folder == "":
        raise OutputError("--plots needs the name of a folder")
    file = one_set(name)
    chosen_paper = one_paper(paper, reason="pnp stats lays out the pieces on one paper")
    chosen = chosen_theme(theme)
    definition = load_definition(file.path)
    with Progress(progress) as bar:
        checked = checked_set(
            definition,
            players=players,
            limit=limit,
            theme=chosen,
            progress=lambda what, share: bar(f"enumerating {what}", share * 0.3),
        )
        tileset = checked.tileset if family is None else tiles_of_family(checked.tileset, family)
        bar("counting", 0.3)
        numbers = statistics(tileset, checked.components, chosen)
        bar("laying out sheets", 0.6)
        options = BuildOptions(theme=chosen, pieces=None if family is None else ("tiles",))
        cost = costs(Pieces(tileset, checked.components, chosen), chosen_paper, options)
    found = tables(numbers, cost)
    drawn = () if folder is None else _drawn(found, Path(folder), definition.game, chosen)
    if form == "json":
        made = [_as_json(each) for each in numbers]
        report = made[0] if len(made) == 1 else {"game": definition.game, "groups": made}
        print_json({**report, "costs": _costs_as_json(cost), "files": drawn})
    else:
        for line in _lines(numbers, found, drawn):
            echo(line)
    if cost.ink is None:
        say(
            "note: the ink is not measured; install what it needs with: pip install 'pnp-tiles[stats]'",
            err=True,
        )
    show((*checked.errors, *(each.finding for each in cost.left_out)), err=True)
    return FINDINGS if checked.errors else 0


def _drawn(found: Iterable[Table], folder: Path, game: str, theme: Theme) -> tuple[str, ...]:
    """Writes the charts of tables, dark ones in a dark theme; returns their paths."""
    dark = luminance(theme.ground) < DARK
    paths = []
    for table in (each for each in found if each.chart):
        stem = "-".join(part for part in (game, table.key, theme.in_names) if part)
        write_picture(folder / f"{stem}.svg", chart_page(table, dark=dark))
        paths.append(str(folder / f"{stem}.svg"))
    return tuple(paths)


def _lines(
    numbers: Iterable[Statistics], found: Iterable[Table], drawn: Iterable[str]
) -> Iterator[str]:
    for each in numbers:
        if each.tiles:
            kinds = counted(each.kinds, "different tile")
            of = f"{each.game}, {each.group}" if each.group else each.game
            yield f"{of}: {kinds}, {each.tiles:,} to print"
        else:
            yield f"{each.game} has no tiles; these are the costs of its other pieces"
    for table in found:
        if not table.repeated:
            yield ""
            yield from _table_lines(table)
    for path in drawn:
        yield f"drawn: {path}"


def _table_lines(table: Table) -> Iterator[str]:
    yield f"{table.title}: {table.subtitle[:1].lower()}{table.subtitle[1:]}"
    rows = (table.header, *table.rows[:MOST_ROWS])
    _, *columns = zip(*rows, strict=True)
    for line in in_columns(rows, ("<", *map(_side, columns))):
        yield f"  {line}"
    more = len(table.rows) - MOST_ROWS
    if more > 0:
        yield f"  and {more:,} more, which --format json has"


def _side(column: tuple[str, ...]) -> str:
    """Where the cells of a column stand: numbers at the right, words at the left."""
    numbers = any(cell[:1] in ("<", ">") or cell[:1].isdigit() for cell in column[1:])
    words = any(cell[:1].isalpha() and cell != "none" for cell in column[1:])
    return ">" if numbers and not words else "<"


def _costs_as_json(cost: Costs) -> dict[str, object]:
    left_out = [{"kind": each.kind, "pieces": each.pieces} for each in cost.left_out]
    return {**_as_json(replace(cost, left_out=())), "left_out": left_out}


def _as_json(value: object) -> Any:
    """A value as plain ones: those with fields by their names."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        plain = [_as_json(each) for each in value]
        return plain if names is None else dict(zip(names, plain, strict=True))
    if is_dataclass(value):
        return {each.name: _as_json(getattr(value, each.name)) for each in fields(value)}
    return value
