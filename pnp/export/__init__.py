"""Exports: a game as files for virtual tables, print shops, machines and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, InvalidDefinition, Severity, UnusableInput
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition
from pnp.export.formats import Format, Option, format_named, format_names
from pnp.export.game import Game
from pnp.export.painting import Painter
from pnp.project.checking import Progress, checked_game
from pnp.project.files import write_files
from pnp.project.fingerprints import fingerprint
from pnp.sets.tileset import LIMIT

__all__ = ["Exported", "Format", "Game", "Option", "export", "format_named", "format_names"]


class Exported(NamedTuple):
    """The result of an export: its folder, the paths of its files there, and what is to be said."""

    folder: Path
    paths: tuple[str, ...]
    findings: tuple[Finding, ...]


def export(
    definition: Definition,
    made_by: Format,
    output: Path,
    chosen: Mapping[str, Any],
    *,
    theme: Theme = STANDARD,
    players: int | None = None,
    labels: bool = True,
    limit: int = LIMIT,
    force: bool = False,
    progress: Progress = lambda what, share: None,
) -> Exported:
    """Writes a game in a format, into a folder of the format in that of the game under *output*.

    Raises InvalidDefinition if the set has errors, UnusableInput if the format cannot have this game, and
    OutputError; earlier files then stay as they were. *force* lets files take the place of those that pnp has not made.
    """
    checked = checked_game(
        definition,
        players=players,
        limit=limit,
        theme=theme,
        labels=labels,
        progress=lambda what, share: progress(f"enumerating {what}", share * 0.3),
    )
    if any(finding.severity is Severity.ERROR for finding in checked.findings):
        raise InvalidDefinition(checked.findings)
    folder = output / definition.game / made_by.folder(chosen)
    game = Game(checked, folder)
    with Painter() as painter:
        files = list(made_by.files(game, chosen, painter))
        if not files:
            raise UnusableInput(
                f"{definition.game} has no pieces that pnp export {made_by.key} can carry over;"
                " pnp export png has all"
            )
        about: dict[str, object] = {
            "game": definition.game,
            "title": definition.title,
            "format": made_by.key,
            # Files that this export would not make are no part of it: another list of files is another version.
            "version": fingerprint([file.path for file in files]),
        }
        written = write_files(
            folder,
            files,
            about,
            written=lambda number: progress("drawing", 0.3 + 0.7 * number / len(files)),
            force=force,
        )
    paths = tuple(str(entry["path"]) for entry in written.entries)
    return Exported(folder, paths, tuple(made_by.findings(game, chosen)))
