"""`pnp list`."""

from __future__ import annotations

import click

from pnp.basics.errors import PnpError
from pnp.cli.messages import exits_with_message
from pnp.definition import Definition, load_definition
from pnp.project import all_sets
from pnp.sets.components import components
from pnp.sets.tileset import counts, make_tileset

# Work on a count that nobody has to wait for.
QUICK = 50_000


@click.command("list")
@exits_with_message
def command() -> int:
    """Show the games and sets that are found, with the number of their tiles or other pieces.

    A set that cannot be read, or counted in a moment, is shown with a question mark; `pnp validate`
    says what is wrong with it.
    """
    rows = []
    for each in all_sets():
        try:
            definition = load_definition(each.path)
            rows.append((each.name, *_size(definition), definition.title, str(each.path)))
        except PnpError:
            rows.append((each.name, "?", "tiles", "(see pnp validate)", str(each.path)))
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for name, number, what, title, path in rows:
        click.echo(
            f"{name:{widths[0]}}  {number:>{widths[1]}} {what:{widths[2]}}"
            f"  {title:{widths[3]}}  {path}"
        )
    return 0


def _size(definition: Definition) -> tuple[str, str]:
    """How many different tiles there are; or, in a game without, cards and tokens."""
    if not definition.families:
        parts = components(make_tileset(definition))
        pieces = sum(each.printed for kind in (parts.decks, parts.tokens) for each in kind)
        return f"{pieces:,}", "pieces"
    sizes = counts(definition, work=QUICK)
    number = sum(
        # A hand-listed family has what it lists for the usual number of players.
        sizes[family.name] or 0
        if family.listed is None
        else sum(tile.players <= definition.players.max for tile in family.listed)
        for family in definition.families
    )
    return f"{number:,}", "tiles"
