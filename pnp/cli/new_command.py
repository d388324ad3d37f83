"""`pnp new`."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.basics.errors import OutputError, UnusableInput
from pnp.cli import COMMANDS
from pnp.cli.loudness import say
from pnp.cli.messages import exits_with_message
from pnp.cli.output import write_file
from pnp.project.sets import ENDINGS, one_set
from pnp.project.starting import STARTERS, changed_copy, check_new_name, starter


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--kind",
    type=click.Choice(list(STARTERS)),
    help="What the set begins with; the default is tiles. "
    + "; ".join(f"{kind}: {text}" for kind, text in STARTERS.items())
    + ".",
)
@click.option("--from", "original", metavar="SET", help="Begin with a copy of this set.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The file, or a folder for it; the default is tilesets/NAME.yaml.",
)
@exits_with_message
def command(name: str, kind: str | None, original: str | None, output: str | None) -> int:
    """Write a new set, with comments that explain it, to change into a game of your own.

    The set is complete: you can build it at once. With --from it is a copy of another set, which
    keeps the rulebook of the original and has a name of its own. pnp never overwrites a file.
    """
    if kind is not None and original is not None:
        raise UnusableInput("--from copies a set as it is; remove --kind")
    check_new_name(name)
    path = _path(name, output)
    if original is None:
        files = [*starter(name, kind or "tiles", path)]
    else:
        files = [*changed_copy(name, one_set(original), path)]
    for file in files:
        if file.path.exists():
            raise OutputError(f"{file.path} exists; pnp does not overwrite it, choose another name")
    for file in files:
        write_file(file.path, file.data)
        if file.what:
            say(f"{file.path}: {file.what}")
    word = name if output is None else str(path)
    steps = [f"pnp {each} {word}" for each in ("preview", "validate", "build") if each in COMMANDS]
    say("next: " + "\n      ".join(steps))
    return 0


def _path(name: str, output: str | None) -> Path:
    """The path of the new set's file; raises OutputError for one that is no YAML file."""
    if output is None:
        return Path("tilesets") / f"{name}.yaml"
    path = Path(output)
    if path.is_dir() or output.endswith("/"):
        return path / f"{name}.yaml"
    if path.suffix not in ENDINGS:
        raise OutputError(
            f"--output {output}: a set is a YAML file; write {path.name or name}.yaml"
        )
    return path
