"""`pnp build`."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import click

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, OutputError, PnpError, Severity, UnusableInput
from pnp.basics.units import millimetres, number, plain_length
from pnp.basics.words import counted
from pnp.cli.loudness import Loudness, loudness, note_written, say
from pnp.cli.messages import exit_code, exits_with_message, format_option, print_json, show
from pnp.cli.options import (
    back_offset_option,
    bundled_option,
    chosen_offset,
    force_option,
    limit_option,
    papers_option,
    players_option,
    printer_option,
    progress_option,
    theme_option,
)
from pnp.cli.progress import Progress
from pnp.definition import ROWS, load_definition
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
from pnp.imposition.papers import chosen_papers
from pnp.kinds import FILES, KINDS, BuildOptions, Section
from pnp.project.build import BuildReport, build
from pnp.project.sets import SetFile, resolve
from pnp.project.themes import chosen_theme


@click.command("build")
@click.argument("sets", nargs=-1, metavar="[SET]...")
@bundled_option
@click.option(
    "-o",
    "--output",
    default="output",
    show_default=True,
    help="The folder for the files, with a folder for each game in it.",
)
@papers_option
@click.option(
    "--margin",
    metavar="LENGTH",
    help="The margin round the pieces, or those at the sides and at the ends: 8mm or 8mm,12mm.",
)
@click.option(
    "--layout",
    "layouts",
    multiple=True,
    type=click.Choice(["auto", *LAYOUTS, "all"]),
    default=["auto"],
    show_default=True,
    help="honeycomb: shared edges, for scissors. straight: for a ruler and knife. spaced: a gap all"
    " round. auto: straight, unless honeycomb takes fewer sheets.",
)
@click.option(
    "--group",
    type=click.Choice(ROWS),
    help="Begin a row of tiles for each family, or for each set of colours; the game's file has the"
    " default.",
)
@click.option(
    "--cuts",
    type=click.Choice(CUTS),
    default="auto",
    show_default=True,
    help="lines: numbered lines right across the sheet. outlines: round each piece. crop: only marks at"
    " corners and edges. machine: outlines in the spot colour CutContour, with registration targets."
    " none: no lines. auto: lines if the layout has them, outlines if not.",
)
@click.option(
    "--bleed",
    type=click.Choice(BLEEDS),
    help="none: colours end at the outlines. shared: they run into the waste, never into a neighbour."
    " full: they run over the outline on all sides, with a gap between pieces. The default depends on"
    " the piece.",
)
@click.option(
    "--bleed-size",
    metavar="LENGTH",
    help="The size of the bleed; the default is 3 mm. Without --bleed it means --bleed shared.",
)
@click.option(
    "--duplex",
    type=click.Choice(DUPLEX),
    default="long-edge",
    show_default=True,
    help="The edge over which you or the printer turn the paper for the backs. gutterfold: fronts and"
    " backs on one side, to fold. none: only fronts.",
)
@click.option(
    "--plain-backs/--no-plain-backs",
    default=False,
    help="Give a patterned back to pieces without a back of their own.",
)
@back_offset_option
@printer_option
@theme_option
@click.option(
    "--only",
    "kinds",
    multiple=True,
    type=click.Choice(list(FILES)),
    help="Make only this kind of file; repeat the option for several kinds. "
    + "; ".join(f"{kind}: {text}" for kind, text in FILES.items())
    + ".",
)
@click.option(
    "--pieces",
    multiple=True,
    type=click.Choice([kind.key for kind in KINDS]),
    help="Print only this kind of piece; repeat the option for several kinds.",
)
@players_option
@click.option("--ids/--no-ids", default=True, help="Print the id on each tile, or not.")
@click.option(
    "--copies/--no-copies",
    default=False,
    help="Repeat the page of a pad as often as it is printed, or make one page that says how often.",
)
@click.option(
    "--jobs",
    metavar="NUMBER",
    type=click.IntRange(min=1),
    help="Build at most so many sets at once, by default as many as the computer has processors.",
)
@limit_option
@force_option
@progress_option
@format_option("text", "json", "github")
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
    copies: bool,
    jobs: int | None,
    limit: int,
    force: bool,
    progress: bool | None,
    form: str,
) -> int:
    """Make the files to print of each SET.

    Without a SET, pnp builds the sets in the folder tilesets/ of the current folder, or, if it has
    none, those that come with pnp. It checks each set first, and builds only sets without errors.
    The files of an earlier build stay until the new files are complete; pnp makes only those anew
    that would differ.
    """
    if not output:
        raise OutputError("--output needs the name of a folder")
    files = resolve(sets, with_bundled=bundled)
    wanted = [name for layout in layouts for name in (LAYOUTS if layout == "all" else (layout,))]
    if cuts == "lines" and not {"auto", "straight"} >= set(wanted):
        raise UnusableInput(
            "--cuts lines: lines right across the sheet would cut through tiles in a honeycomb or"
            " spaced layout; write --layout straight"
        )
    if plain_backs and duplex == "none":
        raise UnusableInput(
            "--plain-backs: --duplex none has no backs; remove one of the two options"
        )
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
        pieces=pieces or None,
        group=group,
        theme=chosen_theme(theme),
        kinds=frozenset(kinds or FILES),
        players=players,
        labels=ids,
        copies=copies,
        limit=limit,
        force=force,
    )
    general = [*_narrow_margins(options.papers)] if margin is not None else []
    if form != "json":
        show(general, err=form != "github", form=form)
    worst, results = 0, []
    with Progress(progress, parts=len(files)) as bar:
        for result in _built(files, Path(output), options, jobs, bar):
            worst = max(worst, result.code)
            results.append(result)
            if form != "json":
                show(result.findings, err=form != "github", form=form)
                if result.summary:
                    say(result.summary)
            bar.part_done()
    if not worst and not any(each.summary for each in results):
        raise UnusableInput("there is nothing to build; choose other kinds in --only or --pieces")
    if form == "json":
        made_sets = [_as_json(each) for each in results]
        print_json({"sets": made_sets, "findings": [each.as_json() for each in general]})
    return worst


class BuildResult(NamedTuple):
    """The result of building one set, as plain values that one process gives another.

    `made` has the numbers and the files, and is None if the build has failed; `summary` is "" without files.
    """

    game: str
    file: str
    findings: tuple[Finding, ...]
    code: int = 0
    made: Mapping[str, object] | None = None
    summary: str = ""


def _built(
    files: Sequence[SetFile], output: Path, options: BuildOptions, jobs: int | None, bar: Progress
) -> Iterator[BuildResult]:
    """The results of all sets in their order; several sets are built at once, each in one process."""
    most = min(len(files), jobs or os.cpu_count() or 1)
    refused = _doubles(files) if len(files) > 1 else {}
    if most == 1 or loudness() is Loudness.VERBOSE:
        for file in files:
            yield refused.get(file.path) or _noted(_build_one(file, output, options, bar))
        return
    yield from _built_aside(files, output, options, most, refused)


def _built_aside(
    files: Sequence[SetFile],
    output: Path,
    options: BuildOptions,
    most: int,
    done: dict[Path, BuildResult],
) -> Iterator[BuildResult]:
    """The results of all sets in their order; at most so many that are not yet done are built at once."""
    # A single set needs none of these modules.
    from concurrent.futures import FIRST_COMPLETED, Future, wait

    from pnp.basics.aside import pool

    running: dict[Future[BuildResult], Path] = {}
    waiting = (file for file in files if file.path not in done)
    # A process that waits for work says nothing after Ctrl-C; one that builds tidies up; and none gets a set that
    # would be begun after that.
    with pool(most) as builders:
        for file in files:
            while file.path not in done:
                for one in islice(waiting, most - len(running)):
                    running[builders.submit(_build_aside, one, output, options)] = one.path
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                done |= {running.pop(each): _noted(each.result()) for each in finished}
            yield done[file.path]


def _noted(result: BuildResult) -> BuildResult:
    """The result, whose files are complete, for the message after Ctrl-C."""
    if result.made is not None and result.summary:
        note_written(str(result.made["folder"]))
    return result


def _build_aside(file: SetFile, output: Path, options: BuildOptions) -> BuildResult:
    """Builds a set in a process beside that of the command."""
    from pnp.basics.aside import deaf

    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return _build_one(file, output, options)
    finally:
        deaf()


def _build_one(
    file: SetFile,
    output: Path,
    options: BuildOptions,
    bar: Callable[[str, float], None] = lambda what, share: None,
) -> BuildResult:
    game = file.name
    try:
        definition = load_definition(file.path)
        game = definition.game
        made = build(
            definition,
            output,
            options,
            progress=lambda what, share: bar(f"{game}: {what}", share),
        )
    except PnpError as error:
        return BuildResult(game, str(file.path), error.as_findings(), exit_code(error))
    summary = _summary(made) if made.files else ""
    return BuildResult(
        game, str(file.path), tuple(_findings(game, made)), 0, _numbers(made), summary
    )


def _doubles(files: Sequence[SetFile]) -> dict[Path, BuildResult]:
    """A refusal of each set whose game has the name of an earlier one, with which it would share a folder."""
    first: dict[str, Path] = {}
    refused = {}
    for file in files:
        try:
            game = load_definition(file.path).game
        except PnpError:
            continue  # its build reports it
        if (other := first.setdefault(game, file.path)) != file.path:
            error = UnusableInput(
                f'{file.path} and {other} both have the game "{game}"; build them one at a time, with'
                " different --output"
            )
            refused[file.path] = BuildResult(
                game, str(file.path), error.as_findings(), exit_code(error)
            )
    return refused


_DEFAULT_BLEED = "3mm"

# Millimetres: more than this is waste for any piece.
_MOST_BLEED = 10.0


def _bleed(kind: str | None, size: str | None) -> Bleed | None:
    """The bleed in the options; raises UnusableInput."""
    if kind == "none" and size is not None:
        raise UnusableInput(
            "--bleed none has no size; remove --bleed-size, or write --bleed shared or full"
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
            f"--bleed-size {size}: the size has to be more than 0, and at most {_MOST_BLEED:.0f} mm"
        )
    match kind:
        case "none":
            return NO_BLEED
        case "shared" | "full":
            return Bleed(kind, length)
        case _:
            return None


# The report: a summary of each game for people, or all results for programs

_ONE = {kind.key: kind.one for kind in KINDS}


def _findings(game: str, made: BuildReport) -> Iterator[Finding]:
    """The findings that a build shows: warnings, unused files, and blank pages of booklets."""
    for finding in made.game.findings:
        if finding.severity is Severity.WARNING or finding.rule == "unused-rulebook":
            yield finding
    yield from (each.finding for each in made.left_out)
    for sheets in _sheets_of(made):
        if sheets.lacks_targets:
            paper = sheets.paper
            advice = "print on larger paper, or make them smaller"
            if paper.side_margin < TARGET_MARGIN and paper.wanted:
                advice = (
                    f"remove --margin, or write at least {number(TARGET_MARGIN)}mm for the sides"
                )
            message = (
                f"{sheets.job.name} on {paper.title}: the pieces leave no room for registration"
                f" targets at the sides; {advice}"
            )
            yield Finding("no-targets", Severity.WARNING, message, NOWHERE)
    for path, pages in made.blank.items():
        message = (
            f"{path} has {counted(pages, 'blank page')} before its last one, since no layout fills its"
            f" sheets; write {counted(pages, 'page')} more or {counted(4 - pages, 'page')} less"
        )
        yield Finding("blank-pages", Severity.NOTE, message, NOWHERE)
    if not made.files:
        message = f"{game} has no pieces or files of the kinds in --only and --pieces"
        yield Finding("no-pieces", Severity.NOTE, message, NOWHERE)


def _sheets_of(made: BuildReport) -> Iterator[Sheets]:
    return (sheets for section in made.sections for sheets in section.sheets)


def _narrow_margins(papers: Sequence[Paper]) -> Iterator[Finding]:
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


def _as_json(result: BuildResult) -> dict[str, object]:
    none: dict[str, object] = {
        "folder": None,
        "pieces": {},
        "files": [],
        "unchanged": [],
        "sheets": [],
        "left_out": [],
    }
    return {
        "game": result.game,
        "file": result.file,
        "ok": result.made is not None,
        **(none if result.made is None else result.made),
        "findings": [each.as_json() for each in result.findings],
    }


def _numbers(made: BuildReport) -> dict[str, object]:
    return {
        "folder": str(made.folder),
        "pieces": dict(made.pieces),
        "files": [*made.paths],
        "unchanged": sorted(made.unchanged),
        "sheets": [*map(_sheets_as_json, _sheets_of(made))],
        "left_out": [
            {"kind": each.kind, "paper": each.paper.name, "pieces": each.pieces}
            for each in made.left_out
        ],
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
    """The numbers of pieces and files, and a line for each layout on each paper.

    A last line for a paper says what it has no room for.
    """
    pieces = [counted(number, _ONE[kind]) for kind, number in made.pieces.items() if number]
    head = f"{made.folder}: {', '.join((*pieces, counted(made.files, 'file')))}"
    if made.unchanged:
        same = "all" if len(made.unchanged) == made.files else f"{len(made.unchanged):,}"
        head += f" ({same} as before)"
    lines = [line for section in made.sections for line in _section_summary(section)]
    for paper in dict.fromkeys(each.paper for each in made.left_out):
        left_out = Counter[str]()
        for some in made.left_out:
            left_out[some.kind] += some.pieces if some.paper == paper else 0
        parts = [counted(number, _ONE[kind]) for kind, number in left_out.items() if number]
        if parts:
            lines.append(f"  left out on {paper.title}: {', '.join(parts)}")
    return "\n".join((head, *lines))


def _section_summary(section: Section) -> Iterator[str]:
    """A line for each layout of a section; boards have none."""
    if not section.sheets:
        pages = counted(len(section.pages), "page")
        yield f"  {section.name} on {section.paper.title}: {pages}"
    yield from map(_sheets_summary, section.sheets)


def _on_pages(sheets: Sheets) -> str:
    """How many pieces a sheet has; the last one may have fewer."""
    *numbers, last = (len(part.fronts) for part in sheets.parts)
    least, most = min(numbers), max(*numbers, last)
    return f"{most}" if least == most else f"{least} to {most}"


def _saving(sheets: Sheets) -> str:
    """A way to save the last sheet."""
    trim = sheets.saving_size
    size = trim and " x ".join(number(round(each, 1)) for each in trim.lengths)
    return f"1 fewer, or a size of {size} mm," if size else "1 fewer"


def _sheets_summary(sheets: Sheets) -> str:
    stats = sheets.stats
    share = f"{stats.share:.0%} of the paper"
    if stats.sheets == 1:
        parts = [f"{stats.per_page} on 1 sheet", counted(stats.cuts, "cut"), share]
    else:
        cuts = f"{counted(stats.cuts, 'cut')} a page"
        parts = [f"{_on_pages(sheets)} a page", counted(stats.sheets, "sheet"), cuts, share]
    if sheets.lacks_ruler:
        parts.append("no room for a ruler")
    if sheets.is_one_over:
        parts.append(f"1 alone on the last sheet: {_saving(sheets)} would save it")
    text = f"  {sheets.job.name} on {sheets.paper.title}, {sheets.layout}: {', '.join(parts)}"
    return f"{text} ({sheets.reason})" if sheets.reason else text
