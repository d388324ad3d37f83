"""`pnp build`."""

from __future__ import annotations

import math
from pathlib import Path

import click

from pnp.basics.errors import Finding, OutputError, PnpError, Severity, UnusableInput
from pnp.basics.units import millimetres, number, plain_length
from pnp.basics.words import counted
from pnp.cli.messages import exits_with_message, report, show
from pnp.cli.options import (
    back_offset_options,
    bundled_option,
    chosen_offset,
    limit_option,
    players_option,
    progress_option,
    theme_option,
)
from pnp.cli.progress import Progress
from pnp.definition import GROUPS, Definition, load_definition
from pnp.imposition import (
    BLEEDS,
    CUTS,
    DUPLEX,
    LAYOUTS,
    NO_BLEED,
    TARGET_MARGIN,
    UNPRINTABLE,
    Bleed,
    Paper,
    SheetOptions,
    Sheets,
)
from pnp.project import (
    KINDS,
    PIECES,
    BuildOptions,
    BuildReport,
    build,
    chosen_papers,
    chosen_theme,
    resolve,
)


@click.command("build")
@click.argument("sets", nargs=-1, metavar="[SET]...")
@bundled_option
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
    help="a4, letter, both, a3, a5, legal, tabloid, 4x6, a4-letter (prints on both), or a size such as"
    " 250x350mm; may be given several times.",
)
@click.option(
    "--margin",
    metavar="LENGTH",
    help="What is left free round the pieces, or at sides and ends: 8mm or 8mm,12mm.",
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
    "--group",
    type=click.Choice(GROUPS),
    help="Begin a row for each family of tiles, or for tiles of the same colours; if left out, as the"
    " set says.",
)
@click.option(
    "--cuts",
    type=click.Choice(CUTS),
    default="auto",
    show_default=True,
    help="lines: right across the sheet, numbered. outlines: round each piece. crop: marks at corners"
    " and edges only. machine: outlines in the spot colour CutContour, with registration marks. none."
    " auto: lines where the layout has them, else outlines.",
)
@click.option(
    "--bleed",
    type=click.Choice(BLEEDS),
    help="What runs over the outlines: none; shared: into the waste, never into a neighbour; full: all"
    " round, with a gap for it. If left out each kind of piece has what it needs.",
)
@click.option(
    "--bleed-size",
    metavar="LENGTH",
    help="How far it runs over, 3 mm if left out; by itself it means --bleed shared.",
)
@click.option(
    "--duplex",
    type=click.Choice(DUPLEX),
    default="long-edge",
    show_default=True,
    help="How backs come on the other side: the edge over which the paper is turned; gutterfold:"
    " fronts and backs on one side, to fold; none: fronts only.",
)
@click.option(
    "--plain-backs/--no-plain-backs",
    default=False,
    help="Give a patterned back to pieces that have no back of their own.",
)
@back_offset_options
@theme_option
@click.option(
    "--only",
    "kinds",
    multiple=True,
    type=click.Choice(list(KINDS)),
    help="Make only this; may be given several times. "
    + "; ".join(f"{kind}: {told}" for kind, told in KINDS.items())
    + ".",
)
@click.option(
    "--pieces",
    multiple=True,
    type=click.Choice(PIECES),
    help="Print only these; may be given several times.",
)
@players_option
@click.option("--ids/--no-ids", default=True, help="Print each tile's id on it, or not.")
@limit_option
@progress_option
@exits_with_message
def command(
    sets: tuple[str, ...],
    bundled: bool,
    output: str,
    papers: tuple[str, ...],
    margin: str | None,
    layouts: tuple[str, ...],
    group: str | None,
    cuts: str,
    bleed: str | None,
    bleed_size: str | None,
    duplex: str,
    plain_backs: bool,
    back_offset: str | None,
    printer: str | None,
    theme: str,
    kinds: tuple[str, ...],
    pieces: tuple[str, ...],
    players: int | None,
    ids: bool,
    limit: int,
    progress: bool | None,
) -> int:
    """Make the files to print of each SET.

    Without a SET, pnp builds the sets in the folder tilesets/ here, or else those that come with
    pnp. It checks each set first, and builds only sets without errors. The files of an earlier build
    stay until the new files are complete.
    """
    if not output:
        raise OutputError("--output needs the name of a folder")
    files = resolve(sets, with_bundled=bundled)
    wanted = [name for layout in layouts for name in (LAYOUTS if layout == "all" else (layout,))]
    if cuts == "lines" and not {"auto", "straight"} >= set(wanted):
        raise UnusableInput(
            "--cuts lines: lines right across the sheet would cut tiles of a honeycomb or spaced"
            " layout; write --layout straight"
        )
    if plain_backs and duplex == "none":
        raise UnusableInput("--plain-backs: with --duplex none there are fronts only")
    sheet_options = SheetOptions(
        cuts=cuts,
        bleed=_bleed(bleed, bleed_size),
        duplex=duplex,
        plain_backs=plain_backs,
        back_offset=chosen_offset(back_offset, printer),
    )
    options = BuildOptions(
        papers=chosen_papers(papers, margin=margin),
        layouts=wanted,
        sheets=sheet_options,
        pieces=pieces or PIECES,
        group=group,
        theme=chosen_theme(theme),
        kinds=frozenset(kinds or KINDS),
        players=players,
        labels=ids,
        limit=limit,
    )
    for paper in options.papers:
        if margin is not None and min(paper.side_margin, paper.end_margin) < UNPRINTABLE:
            click.echo(_too_near(paper), err=True)
    worst = files_made = 0
    built: dict[str, str] = {}
    with Progress(progress, parts=len(files)) as bar:
        for file in files:
            try:
                definition = load_definition(file.path)
                _refuse_double(definition, str(file.path), built)
                made = build(
                    definition,
                    Path(output),
                    options,
                    progress=lambda what, share, game=definition.game: bar(
                        f"{game}: {what}", share
                    ),  # type: ignore[misc]
                )
                show(_shown(made), err=True)
                for sheets in made.sheets:
                    if sheets.lacks_targets:
                        click.echo(_without_targets(sheets), err=True)
                files_made += made.files
                if made.files:
                    click.echo(_told(made))
                else:
                    click.echo(f"{definition.game}: it has none of what is asked for", err=True)
            except PnpError as error:
                worst = max(worst, report(error))
            bar.part_done()
    if not (files_made or worst):
        raise UnusableInput("there is nothing to make")
    return worst


def _too_near(paper: Paper) -> str:
    nearest = plain_length(min(paper.side_margin, paper.end_margin))
    return (
        f"warning: {paper.title}: a margin of {nearest} lets pieces lie nearer to the edge than many"
        f" printers print, {number(UNPRINTABLE)} mm; `pnp calibrate` shows how near yours comes"
    )


def _without_targets(sheets: Sheets) -> str:
    margin = math.ceil(TARGET_MARGIN * 10) / 10
    return (
        f"warning: {sheets.job.name} on {sheets.paper.title}: the margins have no room for"
        f" registration targets; write --margin {number(margin)}mm or more"
    )


_DEFAULT_BLEED = "3mm"

# Millimetres: more than this is waste, whatever the piece.
_MOST_BLEED = 10.0


def _bleed(kind: str | None, size: str | None) -> Bleed | None:
    """The bleed that is asked for; raises UnusableInput."""
    if kind == "none" and size is not None:
        raise UnusableInput(
            "--bleed none has no size: leave --bleed-size out, or write shared or full"
        )
    if size is None:
        size = _DEFAULT_BLEED
    elif kind is None:
        kind = "shared"
    try:
        length = millimetres(size)
    except ValueError as error:
        raise UnusableInput(f"--bleed-size: {error}") from None
    if not 0 < length <= _MOST_BLEED:
        raise UnusableInput(
            f"--bleed-size {size}: more than 0 and up to {_MOST_BLEED:.0f} mm can bleed"
        )
    match kind:
        case "none":
            return NO_BLEED
        case "shared" | "full":
            return Bleed(kind, length)
        case _:
            return None


def _refuse_double(definition: Definition, file: str, built: dict[str, str]) -> None:
    """Two games of one name would be written to one folder."""
    if definition.game in built:
        raise UnusableInput(
            f'{file} is a game "{definition.game}", and so is {built[definition.game]}:'
            " build them one at a time, with different --output"
        )
    built[definition.game] = file


def _shown(made: BuildReport) -> list[Finding]:
    """The findings that a build shows: warnings, and notes about files that it does not use."""
    return [
        finding
        for finding in made.game.findings
        if finding.severity is Severity.WARNING or finding.rule == "unused-rulebook"
    ]


def _told(made: BuildReport) -> str:
    """What was made, and a line for each layout on each paper."""
    pieces = [
        counted(number, kind.removesuffix("s")) for kind, number in made.pieces.items() if number
    ]
    head = f"{made.folder}: {', '.join((*pieces, counted(made.files, 'file')))}"
    return "\n".join((head, *map(_told_of_sheets, made.sheets)))


def _told_of_sheets(sheets: Sheets) -> str:
    stats = sheets.stats
    share = f"{stats.share:.0%} of the paper"
    if stats.sheets == 1:
        parts = [f"{stats.per_page} on 1 sheet", counted(stats.cuts, "cut"), share]
    else:
        cuts = f"{counted(stats.cuts, 'cut')} a page"
        parts = [f"{stats.per_page} a page", counted(stats.sheets, "sheet"), cuts, share]
    told = f"  {sheets.job.name} on {sheets.paper.title}, {sheets.layout}: {', '.join(parts)}"
    return f"{told} ({sheets.reason})" if sheets.reason else told
