"""The command line, the only package that prints, colours and exits."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from types import FrameType
from typing import Any

import click

from pnp import __version__
from pnp.basics.errors import PnpError
from pnp.cli.completion import light_command
from pnp.cli.loudness import loudness_options, written_so_far
from pnp.cli.terminal import (
    UNUSABLE,
    echo,
    output_failed,
    prepare_streams,
    shown_errors,
    while_read,
)

# Only a call imports the module of a command, so that `pnp --help` is fast.
COMMANDS = {
    "new": "Write a new set to change into a game of your own.",
    "list": "Show all games and sets.",
    "validate": "Check sets against the rules of their games.",
    "preview": "Show a set in the browser, and follow every change.",
    "enumerate": "List every different tile of a set, or count the tiles.",
    "show": "Draw a contact sheet: the pieces of a set side by side, for the screen.",
    "diff": "Compare two versions of a set, and print only the pieces that have changed.",
    "stats": "Show what sides show, how tiles fit, and what a set costs.",
    "build": "Make the files to print: sheets, rules and kits.",
    "export": "Make files for virtual tables, print shops, machines and other programs.",
    "score": "Score a position of a game, or replay a record.",
    "play": "Let bots play a game by its rules.",
    "playtest": "Let bots play a game by the thousand, and say who wins.",
    "schema": "Print the JSON Schema of sets, themes or pads, for editors.",
    "calibrate": "Make a sheet that shows how far a printer shifts backs.",
    "doctor": "Show what is installed, and how to install the rest.",
    "completion": "Print the script that completes commands in a shell.",
}


def command_named(name: str) -> click.Command:
    """The command of this name, with the options that all commands have."""
    command = importlib.import_module(f"pnp.cli.{name}_command").command
    assert isinstance(command, click.Command)
    if not any("--quiet" in each.opts for each in command.params):
        command.params += loudness_options()
    return command


# New objects between two searches for circles of garbage. A build makes millions of values, and hardly a circle: with
# Python's 700 the searches would take a sixth of its time. A short command ends before the first.
_OBJECTS = 200_000

INTERRUPTED = 130  # exit code: 128 and the number of SIGINT, as shells have it


class LateCommands(click.Group):
    """A group that imports a command's module only for a call of the command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if ctx.resilient_parsing:
            return light_command(cmd_name, COMMANDS[cmd_name])
        return command_named(cmd_name)

    def main(self, *args: Any, **named: Any) -> Any:
        try:
            return super().main(*args, **named)
        except OSError as error:
            # The output cannot be written; what a command reads and writes has messages of its own.
            echo(output_failed(error), err=True)
            raise SystemExit(UNUSABLE) from error

    def make_context(self, *args: Any, **named: Any) -> click.Context:
        with while_read(), shown_errors():
            return super().make_context(*args, **named)

    def invoke(self, ctx: click.Context) -> object:
        # Before the module of the command is imported, which makes many objects as well.
        gc.set_threshold(_OBJECTS)
        try:
            with while_read(), shown_errors():
                return super().invoke(ctx)
        except PnpError as error:
            # The module of the command cannot be imported: a package that adds to pnp is broken.
            from pnp.cli.messages import report

            raise SystemExit(report(error)) from error
        except KeyboardInterrupt:
            echo(f"stopped; {written_so_far(ctx)}", err=True)
            raise SystemExit(INTERRUPTED) from None

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


@click.command(
    cls=LateCommands,
    params=[*loudness_options()],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="pnp")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Make print-and-play tile games from one definition.

    A game is a YAML file. pnp enumerates its different tiles, proves their number, checks the set
    against the rules of the game, and makes sheets to print.

    A SET is the name of a set (see `pnp list`), the path of a YAML file, or a folder with such files.
    pnp looks for a name in the folder tilesets/ of the current folder, and then among the sets that
    come with it.
    """
    ctx.color = _colours()


def _colours() -> bool | None:
    """Whether to print colours, by NO_COLOR and then FORCE_COLOR; None for only in a terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def _stopped(number: int, frame: FrameType | None) -> None:
    """Ends the program as Ctrl-C does, so that it tidies up, with the exit code that shells have for the signal."""
    del frame
    if aside := sys.modules.get("multiprocessing"):
        for process in aside.active_children():
            process.terminate()
    raise SystemExit(128 + number)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ends the program at a first Ctrl-C, so that it tidies up, and at once at a second.

    What is left then is whole, and the next build removes the rest.
    """
    del number, frame
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    raise KeyboardInterrupt


def run() -> None:
    """The program `pnp`: the command line in a process of its own."""
    # A shell lets what it runs in the background take no notice of Ctrl-C.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stopped)
    prepare_streams()
    try:
        main(prog_name="pnp")
    finally:
        # The process ends: a search for circles of garbage among all its objects would take a fifth of
        # the time of a short command.
        gc.freeze()
