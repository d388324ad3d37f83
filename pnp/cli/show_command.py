"""`pnp show`."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import click

from pnp.basics import limits
from pnp.basics.errors import Severity, Source, UnusableInput
from pnp.cli.loudness import say
from pnp.cli.messages import FINDINGS, exits_with_message, show
from pnp.cli.options import (
    family_option,
    players_option,
    progress_option,
    theme_option,
    where_option,
)
from pnp.cli.output import PICTURES, output_file, write_picture
from pnp.cli.progress import Progress
from pnp.colour.theme import Theme
from pnp.definition import Definition, load_definition
from pnp.kinds import chosen, piece_findings, piece_groups
from pnp.pieces import Pieces
from pnp.project.checking import checked_set
from pnp.project.sets import one_set
from pnp.project.themes import chosen_theme
from pnp.review.contact import contact_page, numbers
from pnp.sets.selection import conditions_at, meeting, only_family, wanted_ids
from pnp.sets.tileset import LIMIT, sizes


@click.command("show")
@click.argument("name", metavar="SET")
@family_option
@where_option
@click.option(
    "--ids",
    multiple=True,
    metavar="ID[,ID…]",
    help="Only the pieces with these ids, of any kind; write commas, or repeat the option.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The picture, .svg or .png; the default is output/GAME/contact-sheet.svg.",
)
@theme_option
@players_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=limits.MOST_SHOWN,
    show_default=True,
    help="Refuse to draw more different pieces.",
)
@progress_option
@exits_with_message
def command(
    name: str,
    family: str | None,
    where: str | None,
    ids: tuple[str, ...],
    output: str | None,
    theme: str,
    players: int | None,
    limit: int,
    progress: bool | None,
) -> int:
    """Draw a contact sheet of a SET: its pieces side by side, each with its id, for the screen.

    Tiles stand by family, with their notation, and cards by deck; then tokens, boards, pads
    and boxes. --family and --where choose tiles only, --ids pieces of any kind. Errors come after the
    picture, with exit code 1.
    """
    definition = load_definition(one_set(name).path)
    colours = chosen_theme(theme)
    path = _path(output, definition, colours)
    title = definition.title if family is None else f"{definition.title}, {family}"
    if family is not None:
        definition = only_family(definition, family)
    conditions = None if where is None else conditions_at(definition, Source("--where", where))
    if conditions is None and not ids:
        # Burnside's lemma counts more tiles than anyone could enumerate.
        _check_number(sum(sizes(definition, players=players).values()), limit)
    with Progress(progress) as bar:
        checked = checked_set(
            definition, players=players, limit=max(limit, LIMIT), theme=colours, progress=bar
        )
        if conditions is not None:
            checked = checked._replace(tileset=meeting(checked.tileset, conditions))
        pieces = Pieces(checked.tileset, checked.components, colours, labels=False)
        groups = [
            each for each in piece_groups(pieces) if conditions is None or each.kind == "tile"
        ]
        if ids:
            known = chain.from_iterable(piece.ids for each in groups for piece in each.pieces)
            groups = [*chosen(groups, wanted_ids(ids, known, game=definition.game))]
        if not groups:
            raise UnusableInput(_nothing(definition, where))
        _check_number(sum(len(each.pieces) for each in groups), limit)
        bar("drawing", 0.5)
        page = contact_page(title, groups, colours, note=where or "")
        write_picture(path, page)
    say(f"{path}: {numbers(groups)}")
    errors = checked.errors
    if conditions is None and not ids:
        found = piece_findings(pieces)
        errors += (each for each in found if each.severity is Severity.ERROR)
    show(errors, err=True)
    return FINDINGS if errors else 0


def _path(output: str | None, definition: Definition, theme: Theme) -> Path:
    """The file to write; raises UnusableInput if its ending is that of no picture."""
    if output is not None:
        return output_file(output, PICTURES)
    stem = "-".join(part for part in ("contact-sheet", theme.in_names) if part)
    return Path("output", definition.game, f"{stem}.svg")


def _check_number(number: int, limit: int) -> None:
    """Raises UnusableInput for more pieces than anyone can look at."""
    if number > limit:
        raise UnusableInput(
            f"a contact sheet of {number:,} pieces is more than the limit of {limit:,}; choose some"
            " with --family, --where or --ids, or write a larger --limit"
        )


def _nothing(definition: Definition, where: str | None) -> str:
    """The message for a contact sheet without any piece."""
    if where is not None and definition.families:
        return f"no tile of {definition.game} meets {where}"
    return f"{definition.game} has no {'tiles' if where is not None else 'pieces'} to show"
