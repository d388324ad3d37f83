"""`pnp schema`."""

from __future__ import annotations

import click

from pnp.cli.terminal import echo, json_text
from pnp.definition.schema import FILES, json_schema


@click.command("schema")
@click.argument("file", type=click.Choice([*FILES]), default="tileset")
def command(file: str) -> None:
    """Print the JSON Schema of a FILE: tileset, theme or pad.

    An editor that knows it completes keys, explains them, and marks what is wrong while you type.
    Save the schema in a file, and name that file in the first line of your set:

    \b
      # yaml-language-server: $schema=tileset.schema.json
    """
    echo(json_text(json_schema(file), indent=2))
