"""Messages to the person at the terminal, or to a program, and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import NoReturn, ParamSpec

import click

from pnp.basics.errors import NOWHERE, Finding, InvalidDefinition, PnpError, Severity, folded
from pnp.basics.words import in_brief, visible
from pnp.cli.loudness import Loudness, loudness
from pnp.cli.terminal import UNUSABLE, echo, echo_styled, json_text, styled

FINDINGS = 1  # exit code: a set has errors

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

# The names that GitHub has for severities.
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}

_FORMS = {
    "text": "text for people",
    "json": "json for programs",
    "github": "github for the annotations of a workflow on GitHub",
}

Parameters = ParamSpec("Parameters")


def format_option(*forms: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """`--format`, the form of a report and of all errors."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help=f"The form of the report: {', '.join(_FORMS[form] for form in forms)}.",
    )


def show(findings: Iterable[Finding], *, err: bool, form: str = "text") -> None:
    """Prints findings with their lines, in colours if the terminal has any, or for GitHub.

    Text folds findings that differ only in their places.
    """
    if form == "github":
        for finding in findings:
            echo(annotation(finding), err=err)
        return
    quiet = loudness() is Loudness.QUIET
    shown = (each for each in findings if not quiet or each.severity is Severity.ERROR)
    for finding in folded(shown):
        colour = _COLOURS[finding.severity]

        def paint(part: str, text: str, colour: str = colour) -> str:
            match part:
                case "severity" | "caret":
                    return styled(text, colour=colour, bold=True)
                case "place":
                    return styled(text, bold=True)
                case "gutter":
                    return styled(text, colour="blue")
                case _:
                    return visible(text)

        echo_styled(finding.with_excerpt(paint), err=err)


def annotation(finding: Finding) -> str:
    """A finding as a workflow command, which GitHub shows at its line."""
    place, values = finding.place, {}
    if place != NOWHERE:
        values = {
            "file": Path(place.source.name).as_posix(),
            "line": str(place.line),
            "col": str(place.column),
            "endColumn": str(max(place.end - 1, place.column)),
        }
    values["title"] = finding.rule
    properties = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in values.items())
    also = [f"{in_brief(each.message)}: {each.place}" for each in finding.related]
    message = _escaped("\n".join([in_brief(finding.message), *also]))
    return f"::{_LEVELS[finding.severity]} {properties}::{message}"


def _escaped(text: str, separators: str = "") -> str:
    """A text without the characters that mean something in a workflow command.

    >>> _escaped("50 %: yes", ":")
    '50 %25%3A yes'
    """
    for character in ("%", "\r", "\n", *separators):
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def print_json(value: object) -> None:
    """Prints plain values for programs."""
    echo(json_text(value, indent=1))


def report(error: PnpError, form: str = "text") -> int:
    """Prints an error in a form, and returns its exit code."""
    findings = error.as_findings()
    if form == "json":
        print_json({"findings": [each.as_json() for each in findings]})
    else:
        show(findings, err=form != "github", form=form)
    return exit_code(error)


def exit_code(error: PnpError) -> int:
    """The exit code after an error."""
    return FINDINGS if isinstance(error, InvalidDefinition) else UNUSABLE


def exits_with_message(
    command: Callable[Parameters, int],
) -> Callable[Parameters, NoReturn]:
    """Turns a function that returns an exit code or raises PnpError into a command.

    An error has the form that the command's option `--format` names.
    """

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> NoReturn:
        try:
            code = command(*args, **kwargs)
            sys.stdout.flush()
        except PnpError as error:
            code = report(error, str(kwargs.get("form", "text")))
        raise SystemExit(code)

    return run
