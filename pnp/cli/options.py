"""Options that several commands share."""

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
    """`--limit`, the largest number of tiles in a family."""
    return click.option(
        "--limit",
        type=click.IntRange(min=1),
        default=LIMIT,
        show_default=True,
        help="Refuse to enumerate a family with more tiles.",
    )(command)


def family_option(command: Command) -> Command:
    """`--family`, one family of tiles."""
    return click.option("--family", metavar="NAME", help="Only the tiles of this family.")(command)


def where_option(command: Command) -> Command:
    """`--where`, conditions on tiles."""
    return click.option(
        "--where",
        metavar="CONDITIONS",
        help="Only tiles that meet these conditions, such as '{lines: 2, crossings: 0}'.",
    )(command)


def bundled_option(command: Command) -> Command:
    """`--bundled`, for the sets that come with pnp beside one's own."""
    return click.option("--bundled", is_flag=True, help="Add the sets that come with pnp.")(command)


def progress_option(command: Command) -> Command:
    """`--progress` and `--no-progress`; the default depends on whether a person watches."""
    return click.option(
        "--progress/--no-progress",
        default=None,
        help="Show a progress bar, or none; by default pnp shows it in a terminal.",
    )(command)


def players_option(command: Command) -> Command:
    """`--players`, the number of players of the set."""
    return click.option(
        "--players",
        type=click.IntRange(min=1),
        help="Make the set for this number of players; the default is the largest number.",
    )(command)


def back_offset_options(command: Command) -> Command:
    """`--back-offset`, and `--printer`, the name under which pnp stores it."""
    command = click.option(
        "--printer",
        metavar="NAME",
        help="Store the --back-offset under this name; without --back-offset, use the stored one.",
    )(command)
    return click.option(
        "--back-offset",
        metavar="X,Y",
        help="Move all backs by these millimetres to the right and down; pnp calibrate shows how to"
        " measure them.",
    )(command)


def chosen_offset(back_offset: str | None, printer: str | None) -> Point:
    """The offset in the options, which it stores, or the stored offset of the printer."""
    from pnp.definition.reading import NAME
    from pnp.project.printers import offset_of, read_offset, store_offset

    if printer is not None and not NAME.fullmatch(printer):
        raise UnusableInput(
            f'--printer "{printer}": a name has small letters, digits and hyphens, and starts with a'
            " letter"
        )
    # The settings of a person, not of a game, are in the system's folder for settings.
    folder = Path(click.get_app_dir("pnp"))
    if back_offset is None:
        return ORIGIN if printer is None else offset_of(folder, printer)
    offset = read_offset(back_offset)
    if printer is not None:
        store_offset(folder, printer, offset)
    return offset


def theme_option(command: Command) -> Command:
    """`--theme`, the colours and the style of all drawings."""
    return click.option(
        "--theme",
        default="standard",
        show_default=True,
        metavar="NAME",
        help="standard, colour-blind, greyscale, low-ink, pens, dark, or a file of your own in"
        " templates/themes.",
    )(command)
