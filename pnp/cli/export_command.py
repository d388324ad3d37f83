"""`pnp export`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.basics.errors import OutputError, PnpError, UnusableInput
from pnp.basics.words import counted, did_you_mean
from pnp.cli.loudness import loudness_options, note_written, say
from pnp.cli.messages import exits_with_message, report, show
from pnp.cli.options import (
    force_option,
    limit_option,
    output_option,
    players_option,
    progress_option,
    theme_option,
)
from pnp.cli.progress import Progress
from pnp.definition import load_definition
from pnp.export import Format, Option, export, format_named, format_names
from pnp.project.sets import resolve
from pnp.project.themes import chosen_theme


class Formats(click.Group):
    """A group with a command for each format, which other packages may add."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*format_names()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _command(format_named(cmd_name)) if cmd_name in format_names() else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in format_names() and not args[0].startswith("-"):
            ctx.fail(f'there is no format "{args[0]}"{did_you_mean(args[0], format_names())}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Formats"):
            formatter.write_dl([(name, format_named(name).summary) for name in format_names()])


@click.group("export", cls=Formats, subcommand_metavar="FORMAT SET...")
def command() -> None:
    """Make files of a SET for virtual tables, print shops, machines and other programs.

    `pnp export FORMAT --help` shows the options of a format. Its files go to the folder GAME/FORMAT, whole or
    not at all; those that would not differ are not made again.
    """


def _command(made_by: Format) -> click.Command:
    """The command of a format: its own options, and those of all formats."""

    @click.argument("sets", nargs=-1, required=True, metavar="SET...")
    @output_option("The folder for the files, with a folder for each game in it.")
    @theme_option
    @players_option
    @click.option("--ids/--no-ids", default=True, help="Print the id on each tile, or not.")
    @limit_option
    @force_option
    @progress_option
    @exits_with_message
    def run(
        sets: tuple[str, ...],
        output: str,
        theme: str,
        players: int | None,
        ids: bool,
        limit: int,
        force: bool,
        progress: bool | None,
        **texts: Any,
    ) -> int:
        if not output:
            raise OutputError("--output needs the name of a folder")
        chosen = {option.name: _read(option, texts) for option in made_by.options}
        files, colours, worst = resolve(sets), chosen_theme(theme), 0
        with Progress(progress, parts=len(files)) as bar:
            for file in files:
                try:
                    made = export(
                        load_definition(file.path),
                        made_by,
                        Path(output),
                        chosen,
                        theme=colours,
                        players=players,
                        labels=ids,
                        limit=limit,
                        force=force,
                        progress=bar,
                    )
                except PnpError as error:
                    worst = max(worst, report(error))
                else:
                    note_written(str(made.folder))
                    show(made.findings, err=True)
                    say(f"{made.folder}: {counted(len(made.paths), 'file')}")
                bar.part_done()
        return worst

    params = [*(_option(each) for each in made_by.options), *loudness_options()]
    return click.command(made_by.key, help=_sentence(made_by.summary), params=params)(run)


def _sentence(summary: str) -> str:
    return f"Make {summary}."


def _option(option: Option) -> click.Option:
    name = f"--{option.name}"
    if option.flag:
        return click.Option([name], is_flag=True, help=option.help)
    kind = click.Choice(option.choices) if option.choices else None
    shown = bool(option.default)
    return click.Option(
        [name],
        type=kind,
        default=option.default,
        show_default=shown,
        metavar=option.metavar or None,
        help=option.help,
    )


def _read(option: Option, texts: dict[str, Any]) -> Any:
    """The value of an option; raises UnusableInput."""
    text = texts[option.name.replace("-", "_")]
    if option.flag:
        return text
    try:
        return option.read(text)
    except ValueError as error:
        raise UnusableInput(f"--{option.name} {text}: {error}") from None
