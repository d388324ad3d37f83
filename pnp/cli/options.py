"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pnp.basics.errors import UnusableInput
from pnp.scene.geometry import ORIGIN, Point
from pnp.sets.tileset import LIMIT

limit_option = click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="Refuse to enumerate a family with more tiles.",
)
force_option = click.option(
    "--force", is_flag=True, help="Also replace files in the way that pnp has not made."
)
rules_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=CHOICE",
    help="An option of the game's rules; repeat it for several.",
)
family_option = click.option("--family", metavar="NAME", help="Only the tiles of this family.")
where_option = click.option(
    "--where",
    metavar="CONDITIONS",
    help="Only tiles that meet these conditions, such as '{lines: 2, crossings: 0}'.",
)
bundled_option = click.option("--bundled", is_flag=True, help="Add the sets that come with pnp.")
# The default depends on whether a person watches.
progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar, or none; by default pnp shows it in a terminal.",
)
players_option = click.option(
    "--players",
    type=click.IntRange(min=1),
    help="Make the set for this number of players; the default is the largest number.",
)
theme_option = click.option(
    "--theme",
    default="standard",
    show_default=True,
    metavar="NAME",
    help="standard, colour-blind, greyscale, low-ink, pens, dark, or a file of your own in"
    " templates/themes.",
)
back_offset_option = click.option(
    "--back-offset",
    metavar="X,Y",
    help="Move all backs by these millimetres to the right and down; pnp calibrate shows how to"
    " measure them.",
)
printer_option = click.option(
    "--printer",
    metavar="NAME",
    help="Store the --back-offset under this name; without --back-offset, use the stored one.",
)


papers_option = click.option(
    "--paper",
    "papers",
    multiple=True,
    default=["both"],
    show_default=True,
    metavar="NAME",
    help="a4, letter, both, a3, a5, legal, tabloid, 4x6, a4-letter (fits both), or a size such as"
    " 250x350mm; repeat the option for several papers.",
)

paper_option = click.option(
    "--paper", default="a4", show_default=True, metavar="NAME", help="As in pnp build."
)


def output_option(meaning: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """`--output`, a folder to write to."""
    return click.option("-o", "--output", default="output", show_default=True, help=meaning)


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


def seed_option(meaning: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--seed`, from which all that is random follows."""
    return click.option(
        "--seed", type=click.IntRange(0, 10**9), default=1, show_default=True, help=meaning
    )
