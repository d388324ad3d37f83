"""`pnp build`."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.messages import exits_with_message, report, show
from pnp.cli.options import limit_option, players_option, progress_option
from pnp.cli.progress import Progress
from pnp.definition import Definition, load_definition
from pnp.errors import Finding, OutputError, PnpError, Severity, UnusableInput
from pnp.imposition import LAYOUTS
from pnp.project import KINDS, Order, Report, build, chosen_papers, resolve
from pnp.units import counted


@click.command("build")
@click.argument("sets", nargs=-1, metavar="[SET]...")
@click.option(
    "-o",
    "--output",
    default="output",
    show_default=True,
    help="The folder to write to; each game gets a folder of its own in it.",
)
@click.option(
    "--paper",
    "papers",
    multiple=True,
    default=["both"],
    show_default=True,
    metavar="NAME",
    help="a4, letter, both, a3, legal or tabloid; may be given several times.",
)
@click.option(
    "--layout",
    "layouts",
    multiple=True,
    type=click.Choice(["auto", *LAYOUTS, "all"]),
    default=["auto"],
    show_default=True,
    help="honeycomb: shared edges, for scissors. straight: for a ruler and knife. spaced: a gap all"
    " round. auto: straight unless honeycomb takes fewer sheets.",
)
@click.option(
    "--only",
    "kinds",
    multiple=True,
    type=click.Choice(list(KINDS)),
    help="Make only this; may be given several times. "
    + "; ".join(f"{kind}: {told}" for kind, told in KINDS.items())
    + ".",
)
@players_option
@click.option("--ids/--no-ids", default=True, help="Print each tile's id on it, or not.")
@limit_option
@progress_option
@exits_with_message
def command(
    sets: tuple[str, ...],
    output: str,
    papers: tuple[str, ...],
    layouts: tuple[str, ...],
    kinds: tuple[str, ...],
    players: int | None,
    ids: bool,
    limit: int,
    progress: bool | None,
) -> int:
    """Make the files to print of each SET; of all sets if none is named.

    Sets are checked first: one with errors is reported and not built, the others are. What an
    earlier build made stays as it was until a new one is complete.
    """
    if not output:
        raise OutputError("--output needs the name of a folder")
    files = resolve(sets)
    wanted = [name for layout in layouts for name in (LAYOUTS if layout == "all" else (layout,))]
    order = Order(
        papers=chosen_papers(list(papers)),
        layouts=wanted,
        kinds=frozenset(kinds or KINDS),
        players=players,
        labels=ids,
        limit=limit,
    )
    worst = 0
    built: dict[str, str] = {}
    with Progress(progress, parts=len(files)) as bar:
        for file in files:
            try:
                definition = load_definition(file.path)
                _refuse_double(definition, str(file.path), built)
                made = build(
                    definition,
                    Path(output),
                    order,
                    progress=lambda what, share, game=definition.game: bar(
                        f"{game}: {what}", share
                    ),  # type: ignore[misc]
                )
                show(_warnings(made), err=True)
                click.echo(_told(made))
            except PnpError as error:
                worst = max(worst, report(error))
            bar.part_done()
    return worst


def _refuse_double(definition: Definition, file: str, built: dict[str, str]) -> None:
    """Two games of one name would be written to one folder."""
    if definition.game in built:
        raise UnusableInput(
            f'{file} is a game "{definition.game}", and so is {built[definition.game]}:'
            " build them one at a time, with different --output"
        )
    built[definition.game] = file


def _warnings(made: Report) -> list[Finding]:
    return [finding for finding in made.findings if finding.severity is Severity.WARNING]


def _told(made: Report) -> str:
    sheets = ", ".join(
        f"{each.paper.title} {each.layout} {len(each.pages)} x {each.per_page}"
        for each in made.sheets
    )
    tiles, parts = made.workshop.tileset.printed, made.workshop.components
    numbers = [
        (tiles, "tile"),
        (sum(deck.printed for deck in parts.decks), "card"),
        (sum(tokens.printed for tokens in parts.tokens), "token"),
        (sum(board.definition.printed for board in parts.boards), "board"),
        (len(parts.pads), "pad"),
    ]
    pieces = ", ".join(counted(number, what) for number, what in numbers if number)
    return f"{made.folder}: {pieces}, {made.files:,} files" + (
        f" (sheets: {sheets})" if sheets else ""
    )
