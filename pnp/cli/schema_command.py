"""`pnp schema`."""

from __future__ import annotations

import json

import click

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
    click.echo(json.dumps(json_schema(file), indent=2, ensure_ascii=False))
