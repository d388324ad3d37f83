"""`pnp list`."""

from __future__ import annotations

import click

from pnp.cli.messages import exits_with_message
from pnp.definition import load_definition
from pnp.errors import PnpError
from pnp.project import all_sets
from pnp.tileset import counts

# Work on a count that nobody has to wait for.
QUICK = 50_000


@click.command("list")
@exits_with_message
def command() -> int:
    """Show the games and sets that are found, with the number of their tiles.

    A set that cannot be read, or counted in a moment, is shown with a question mark; `pnp validate`
    says what is wrong with it.
    """
    rows = []
    for each in all_sets():
        try:
            definition = load_definition(each.path)
            sizes = counts(definition, work=QUICK)
            number = sum(
                # A hand-listed family has what it lists for the usual number of players.
                sizes[family.name] or 0
                if family.listed is None
                else sum(tile.players <= definition.players.max for tile in family.listed)
                for family in definition.families
            )
            rows.append((each.name, f"{number:,}", definition.title, str(each.path)))
        except PnpError:
            rows.append((each.name, "?", "(see pnp validate)", str(each.path)))
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for name, number_text, title, path in rows:
        click.echo(
            f"{name:{widths[0]}}  {number_text:>{widths[1]}} tiles  {title:{widths[2]}}  {path}"
        )
    return 0
