"""The command line, the only package that prints, colours and exits."""

from __future__ import annotations

import importlib

import click

from pnp import __version__

# Only a call imports the module of a command, so that `pnp --help` is fast.
COMMANDS = {
    "list": "Show all games and sets.",
    "validate": "Check sets against the rules of their games.",
    "enumerate": "List every different tile of a set, or count the tiles.",
    "stats": "Show what sides show, how tiles fit, and what a set costs.",
    "build": "Make the files to print: sheets, rules and kits.",
    "score": "Score a position of a game, or replay a record.",
    "schema": "Print the JSON Schema of sets, themes or pads, for editors.",
    "calibrate": "Make a sheet that shows how far a printer shifts backs.",
    "doctor": "Show what is installed, and how to install the rest.",
}


class LateCommands(click.Group):
    """A group that imports a command's module only for a call of the command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pnp.cli.{cmd_name}_command")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pnp.basics.words import did_you_mean

            ctx.fail(f'there is no command "{args[0]}"{did_you_mean(args[0], COMMANDS)}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=LateCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
def main() -> None:
    """Make print-and-play tile games from one definition.

    A game is a YAML file. pnp enumerates its different tiles, proves their number, checks the set
    against the rules of the game, and makes sheets to print.

    A SET is the name of a set (see `pnp list`), the path of a YAML file, or a folder with such files.
    pnp looks for a name in the folder tilesets/ of the current folder, and then among the sets that
    come with it.
    """
