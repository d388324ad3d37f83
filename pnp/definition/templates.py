"""Folders of presets, and the templates in them: forms of pads, rulebooks, themes."""

from __future__ import annotations

import logging
from pathlib import Path

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Place, Severity
from pnp.basics.folders import as_typed, folders
from pnp.basics.words import did_you_mean

_log = logging.getLogger(__name__)


class Templates(NamedTuple):
    """The folders with templates; a file in an earlier folder hides one in a later folder."""

    folders: tuple[Path, ...]

    def find(self, kind: str, name: str, ending: str) -> Path | None:
        """The file of a template, such as templates/rules/hexstatic.md."""
        paths = (folder / kind / f"{name}{ending}" for folder in self.folders)
        found = next((as_typed(path) for path in paths if path.is_file()), None)
        if found is not None:
            _log.info("found %s/%s%s: %s", kind, name, ending, found)
        return found

    def named(self, kind: str, name: str, ending: str) -> Path | None:
        """The file of a template that somebody has named; a path to another folder is no name."""
        return self.find(kind, name, ending) if name in self.names(kind, ending) else None

    def names(self, kind: str, ending: str) -> list[str]:
        """The names of all templates of a kind."""
        found = (path for folder in self.folders for path in (folder / kind).glob(f"*{ending}"))
        return sorted({path.stem for path in found})

    def missing(self, kind: str, name: str, ending: str, place: Place) -> Finding:
        """The finding for a template that no folder has."""
        hint = did_you_mean(name, self.names(kind, ending))
        message = f"there is no templates/{kind}/{name}{ending}{hint}"
        return Finding("no-template", Severity.ERROR, message, place)


def templates_here() -> Templates:
    """The templates that any set can use: those in the current folder, and the bundled ones."""
    return Templates(tuple(folders("templates")))


def templates_near(file: Path) -> Templates:
    """The templates that a set in this file uses.

    Templates beside its file, or beside the folder tilesets/ that the file is in, come before those
    in the current folder and those that come with pnp.
    """
    return Templates(tuple(folders("templates", beside=homes(file))))


def homes(file: Path) -> tuple[Path, ...]:
    """The folders whose templates a set in this file uses, the nearest first."""
    file = file.absolute()
    around = next((folder.parent for folder in file.parents if folder.name == "tilesets"), None)
    return (file.parent,) if around is None else (file.parent, around)
