"""`pnp doctor`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pnp.basics.words import visible
from pnp.cli.messages import FINDINGS, exits_with_message, format_option, print_json
from pnp.cli.terminal import echo, echo_styled, styled
from pnp.project.health import State, health

_COLOURS = {State.OK: "green", State.UNUSED: "cyan", State.MISSING: "yellow", State.BROKEN: "red"}


@click.command("doctor")
@format_option("text", "json")
@exits_with_message
def command(form: str) -> int:
    """Show what is installed, what is missing and how to install it.

    Exit codes: 0 if all that is installed works, 1 if something is broken. A part that is missing
    is not required.
    """
    settings = Path(click.get_app_dir("pnp"))
    checks = health(settings=settings, encoding=getattr(sys.stdout, "encoding", None) or "")
    broken = [check for check in checks if check.state is State.BROKEN]
    if form == "json":
        plain = [{**check._asdict(), "state": check.state.value} for check in checks]
        print_json({"ok": not broken, "checks": plain})
        return FINDINGS if broken else 0
    width = max(len(check.name) for check in checks)
    for check in checks:
        state = styled(f"{check.state.value:7}", colour=_COLOURS[check.state])
        echo_styled(f"{state}  {visible(f'{check.name:{width}}  {check.found}')}")
        if check.advice:
            echo(f"{'':7}  {'':{width}}  -> {check.advice}")
    names = ", ".join(check.name for check in broken)
    echo(f"broken: {names}" if broken else "pnp works")
    return FINDINGS if broken else 0
