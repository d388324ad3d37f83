"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pnp.basics.errors import UnusableInput
from pnp.scene.geometry import ORIGIN, Point
from pnp.sets.tileset import LIMIT

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


def bundled_option(command: Command) -> Command:
    """`--bundled`, for the sets that come with pnp beside one's own."""
    return click.option("--bundled", is_flag=True, help="Add the sets that come with pnp.")(command)


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


def back_offset_options(command: Command) -> Command:
    """`--back-offset`, and `--printer`, for which it is remembered."""
    command = click.option(
        "--printer",
        metavar="NAME",
        help="Remember the --back-offset for this printer; without one, use what is remembered.",
    )(command)
    return click.option(
        "--back-offset",
        metavar="X,Y",
        help="Move all backs so many millimetres to the right and down; pnp calibrate helps to find"
        " out how many.",
    )(command)


def chosen_offset(back_offset: str | None, printer: str | None) -> Point:
    """The offset that is asked for, or that is remembered of the printer; remembers it."""
    from pnp.definition.reader import NAME
    from pnp.project.printers import offset_of, read_offset, remember

    if printer is not None and not NAME.fullmatch(printer):
        raise UnusableInput(
            f'--printer "{printer}": a name is made of small letters, digits and hyphens, and starts'
            " with a letter"
        )
    # What belongs to a person and not to a game is kept where the system wants such things.
    folder = Path(click.get_app_dir("pnp"))
    if back_offset is None:
        return ORIGIN if printer is None else offset_of(folder, printer)
    offset = read_offset(back_offset)
    if printer is not None:
        remember(folder, printer, offset)
    return offset


def theme_option(command: Command) -> Command:
    """`--theme`, the colours and the style of all drawings."""
    return click.option(
        "--theme",
        default="standard",
        show_default=True,
        metavar="NAME",
        help="standard, colour-blind, greyscale, low-ink, pens, dark, or one of your own in"
        " templates/themes.",
    )(command)
