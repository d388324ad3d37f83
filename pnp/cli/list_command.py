"""`pnp list`."""

from __future__ import annotations

import click

from pnp.basics.errors import PnpError
from pnp.cli.messages import exits_with_message
from pnp.cli.terminal import echo
from pnp.definition import Definition, load_definition
from pnp.project import all_sets
from pnp.sets.tileset import counts, make_tileset

# The largest count that takes no noticeable time.
QUICK = 50_000


@click.command("list")
@exits_with_message
def command() -> int:
    """Show all games and sets, with the numbers of their tiles or other pieces.

    A set that pnp cannot read, or cannot count quickly, has a question mark; `pnp validate` reports
    its problems.
    """
    rows = []
    for each in all_sets(lost=lambda error: echo(f"warning: {error}", err=True)):
        try:
            definition = load_definition(each.path)
            rows.append((each.name, *_size(definition), definition.title, str(each.path)))
        except PnpError:
            rows.append((each.name, "?", "tiles", "(see pnp validate)", str(each.path)))
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for name, number, what, title, path in rows:
        echo(
            f"{name:{widths[0]}}  {number:>{widths[1]}} {what:{widths[2]}}"
            f"  {title:{widths[3]}}  {path}"
        )
    return 0


def _size(definition: Definition) -> tuple[str, str]:
    """The number of different tiles; in a game without tiles, that of cards, tokens and so on."""
    if not definition.families:
        # Most games have tiles, and need no kinds to draw.
        from pnp.kinds import cut_out_number
        from pnp.pieces import make_pieces

        return f"{cut_out_number(make_pieces(make_tileset(definition))):,}", "pieces"
    sizes = counts(definition, work=QUICK)
    number = sum(
        # A hand-listed family has the tiles for the default number of players.
        family.size_of(sizes[family.name] or 0)
        if family.listed is None
        else sum(tile.players <= definition.players.max for tile in family.listed)
        for family in definition.families
    )
    return f"{number:,}", "tiles"
