"""`pnp list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pnp.basics.errors import PnpError
from pnp.cli.messages import exits_with_message
from pnp.cli.terminal import echo
from pnp.project.sets import SetFile, all_sets, title_in

if TYPE_CHECKING:
    from pnp.definition import Definition

# The largest count that takes no noticeable time.
QUICK = 50_000

# Places for a number.
_DIGITS = 6


@click.command("list")
@click.option(
    "--numbers",
    is_flag=True,
    help="Read each set, and show the number of its different tiles, or of its other pieces.",
)
@exits_with_message
def command(*, numbers: bool) -> int:
    """Show all games and sets, each with its title and its file.

    A set that pnp cannot read, or cannot count quickly, has a question mark as its number; `pnp
    validate` reports its problems.
    """
    sets = all_sets(lost=lambda error: echo(f"warning: {error}", err=True))
    rows = [(each.name, *_shown(each, numbers=numbers), str(each.path)) for each in sets]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        echo("  ".join(f"{cell:{width}}" for cell, width in cells).rstrip())
    return 0


def _shown(each: SetFile, *, numbers: bool) -> tuple[str, ...]:
    """The title of a set, after its number if that is wanted."""
    title = None if numbers else title_in(each.path)
    if title is not None:
        return (title,)
    # Most titles are on a line of their own, and need no reader of definitions.
    from pnp.definition import load_definition

    lost = "(see pnp validate)"
    try:
        definition = load_definition(each.path)
        return (_size(definition), definition.title) if numbers else (definition.title,)
    except PnpError:
        return (f"{'?':>{_DIGITS}} tiles", lost) if numbers else (lost,)


def _size(definition: Definition) -> str:
    """The number of different tiles; in a game without tiles, that of cards, tokens and so on."""
    from pnp.sets.tileset import counts, make_tileset

    if not definition.families:
        # Most games have tiles, and need no kinds to draw.
        from pnp.kinds import cut_out_number
        from pnp.pieces import make_pieces

        return f"{cut_out_number(make_pieces(make_tileset(definition))):>{_DIGITS},} pieces"
    sizes = counts(definition, work=QUICK)
    number = sum(
        # A hand-listed family has the tiles for the default number of players.
        family.size_of(sizes[family.name] or 0)
        if family.listed is None
        else sum(tile.players <= definition.players.max for tile in family.listed)
        for family in definition.families
    )
    return f"{number:>{_DIGITS},} tiles"
