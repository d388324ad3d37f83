"""Messages to the person at the terminal, and exit codes."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import NoReturn, ParamSpec

import click

from pnp.basics.errors import Finding, InvalidDefinition, PnpError, Severity, UnusableInput

FINDINGS = 1  # exit code: a set has errors
UNUSABLE = 2  # exit code: the input, or the output folder, cannot be used

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

Parameters = ParamSpec("Parameters")


def show(findings: Iterable[Finding], *, err: bool) -> None:
    """Prints findings with their lines, in colours if the terminal has any."""
    for finding in findings:
        head, *excerpt = finding.with_excerpt().splitlines()
        word = f" {finding.severity.value} "
        coloured = click.style(word, fg=_COLOURS[finding.severity], bold=True)
        click.echo(head.replace(word, coloured, 1), err=err)
        for line in excerpt:
            click.echo(line, err=err)


def report(error: PnpError) -> int:
    """Prints an error, and returns its exit code."""
    if isinstance(error, InvalidDefinition):
        show(error.findings, err=True)
        return FINDINGS
    if isinstance(error, UnusableInput):
        click.echo(error.with_excerpt(), err=True)
        return UNUSABLE
    text = str(error)
    click.echo(text if ": error " in text else f"error: {text}", err=True)
    return UNUSABLE


def _drop_output() -> None:
    """Discards the rest of the output, which Python would try to write at its end."""
    with suppress(OSError), Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def exits_with_message(
    command: Callable[Parameters, int],
) -> Callable[Parameters, NoReturn]:
    """Turns a function that returns an exit code or raises PnpError into a command."""

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> NoReturn:
        try:
            code = command(*args, **kwargs)
            sys.stdout.flush()
        except PnpError as error:
            code = report(error)
        except OSError as error:
            # click ends quietly if nobody reads the output; other errors need a message.
            if error.errno == errno.EPIPE:
                raise
            click.echo(f"error: {error.strerror or error}", err=True)
            _drop_output()
            code = UNUSABLE
        raise SystemExit(code)

    return run
