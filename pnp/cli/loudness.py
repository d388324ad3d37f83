"""How much pnp prints: `--quiet` and `--verbose`, which every command has."""

from __future__ import annotations

import logging
import time
from enum import IntEnum

import click

from pnp.basics.words import listed
from pnp.cli.terminal import echo, echo_styled, styled

_KEY = "pnp.loudness"
_WRITTEN = "pnp.written"
_LOGGER = logging.getLogger("pnp")


class Loudness(IntEnum):
    """The levels; a command that is quiet prints errors and what it was asked for."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


def loudness() -> Loudness:
    """The level of the command that runs."""
    ctx = click.get_current_context(silent=True)
    return Loudness.NORMAL if ctx is None else ctx.meta.get(_KEY, Loudness.NORMAL)


def say(text: str, *, err: bool = False) -> None:
    """Prints a remark about the work, unless pnp is quiet."""
    if loudness() > Loudness.QUIET:
        echo(text, err=err)


def note_written(path: str) -> None:
    """Notes output that is complete, for the message after Ctrl-C."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None:
        ctx.meta.setdefault(_WRITTEN, []).append(path)


def written_so_far(ctx: click.Context) -> str:
    """The output that a stopped command has completed, in words.

    Everything else is as it was: files are moved into place when they are complete.
    """
    paths = ctx.meta.get(_WRITTEN, [])
    if not paths:
        return "nothing was written"
    return f"{listed(paths)} {'are' if len(paths) > 1 else 'is'} complete, nothing else was written"


def loudness_options() -> list[click.Option]:
    """`--quiet` and `--verbose`."""
    meanings = {
        "quiet": "Print only errors, and lists or reports that you ask for.",
        "verbose": "Print also the files that pnp reads and writes, and the time of each step.",
    }
    return [
        click.Option(
            [f"-{name[0]}", f"--{name}"],
            is_flag=True,
            expose_value=False,
            callback=_choose,
            help=meaning,
        )
        for name, meaning in meanings.items()
    ]


def _choose(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    level = Loudness[str(option.name).upper()]
    if ctx.meta.setdefault(_KEY, level) is not level:
        raise click.UsageError("choose --quiet or --verbose, not both", ctx)
    if level is Loudness.VERBOSE:
        _print_log(ctx.find_root())


class _Printer(logging.Handler):
    """Prints each line of the log with the time since the start."""

    def __init__(self) -> None:
        super().__init__()
        self._started = time.monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        passed = time.monotonic() - self._started
        echo_styled(styled(f"{passed:7.2f} s  {self.format(record)}", dim=True), err=True)


def _print_log(root: click.Context) -> None:
    """Prints the log of pnp to standard error until the command ends."""
    if any(isinstance(each, _Printer) for each in _LOGGER.handlers):
        return
    printer, level = _Printer(), _LOGGER.level
    _LOGGER.addHandler(printer)
    _LOGGER.setLevel(logging.INFO)

    def stop() -> None:
        _LOGGER.removeHandler(printer)
        _LOGGER.setLevel(level)

    root.call_on_close(stop)
