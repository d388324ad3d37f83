"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pnp.tileset import LIMIT

Command = TypeVar("Command", bound=Callable[..., Any])


def limit_option(command: Command) -> Command:
    """`--limit`, the most tiles that a family may have."""
    return click.option(
        "--limit",
        type=click.IntRange(min=1),
        default=LIMIT,
        show_default=True,
        help="Refuse a family with more tiles, before it is enumerated.",
    )(command)


def progress_option(command: Command) -> Command:
    """`--progress` and `--no-progress`; neither means: if a person watches."""
    return click.option(
        "--progress/--no-progress", default=None, help="Show a progress bar, or never."
    )(command)


def players_option(command: Command) -> Command:
    """`--players`, for how many the set is wanted."""
    return click.option(
        "--players",
        type=click.IntRange(min=1),
        help="The set for so many players; for the most if left out.",
    )(command)
