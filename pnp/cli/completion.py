"""Completion of command lines in a shell: fast, because it imports no command.

`completion.json` has the options of all commands; `python -m tests.completion_table` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from pnp.basics.folders import bundled

TABLE = Path(__file__).parent / "completion.json"

# Values that are names of files without their ending: by the metavar of an argument, or the option.
_FOLDERS = {
    "SET": "tilesets",
    "GAME": "tilesets",
    "--from": "tilesets",
    "--theme": "templates/themes",
    "--shop": "templates/shops",
}


def outline(command: click.Command) -> Any:
    """The parameters of a command, as far as a shell completes them; those of each command of a group, with its help."""
    if isinstance(command, click.Group):
        with click.Context(command) as ctx:
            parts = {name: command.get_command(ctx, name) for name in command.list_commands(ctx)}
        return {
            name: {"help": part.help, "params": outline(part)}
            for name, part in parts.items()
            if part
        }
    return [_entry(parameter) for parameter in command.params]


def _entry(parameter: click.Parameter) -> dict[str, Any]:
    kind = parameter.type
    entry: dict[str, Any] = {"names": [*parameter.opts, *parameter.secondary_opts]}
    if isinstance(kind, click.Choice):
        entry["choices"] = [str(each) for each in kind.choices]
    if isinstance(parameter, click.Option):
        entry |= {"help": parameter.help or "", "flag": parameter.is_flag}
    else:
        entry |= {
            "metavar": (parameter.metavar or "").strip("[].") or "",
            "many": parameter.nargs < 0,
        }
    return entry


def light_command(name: str, summary: str) -> click.Command:
    """A command that only completes, from the table."""
    import json

    return _light(name, summary, json.loads(TABLE.read_text("utf-8")).get(name, ()))


def _light(name: str, summary: str, outlined: Any) -> click.Command:
    if isinstance(outlined, dict):
        parts = [_light(part, each["help"], each["params"]) for part, each in outlined.items()]
        return click.Group(name, commands=parts, help=summary)
    return click.Command(name, params=[_parameter(each) for each in outlined], help=summary)


def _parameter(entry: Mapping[str, Any]) -> click.Parameter:
    names = entry["names"]
    choices = click.Choice(entry["choices"]) if "choices" in entry else None
    words = next(
        (_FOLDERS[each] for each in (*names, entry.get("metavar")) if each in _FOLDERS), ""
    )
    complete = _completer(words) if words else None
    if "flag" not in entry:
        many = -1 if entry["many"] else 1
        return click.Argument(
            names, nargs=many, type=choices, shell_complete=complete, required=False
        )
    if entry["flag"]:
        return click.Option(names, is_flag=True, help=entry["help"], multiple=True)
    return click.Option(
        names, type=choices, help=entry["help"], shell_complete=complete, multiple=True
    )


def _completer(folder: str) -> Any:
    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(each) for each in names_in(folder) if each.startswith(incomplete)]
        # A set may also be a path.
        return found or [CompletionItem(incomplete, type="file")]

    return complete


def names_in(folder: str) -> Iterable[str]:
    """The names of the files in a folder here and in the one that comes with pnp."""
    found = (
        path.relative_to(root)
        for root in (Path(folder), bundled(folder))
        for path in root.rglob("*.y*ml")
    )
    # Beside sets lie templates of faces and forms.
    shown = (path for path in found if path.name[0] != "." and "templates" not in path.parts)
    return sorted({path.stem for path in shown})
