"""Files beside a set: pictures, tables and fonts that its file names, never from anywhere else."""

from __future__ import annotations

import re
from glob import escape
from pathlib import Path, PurePosixPath

from pnp.basics.words import did_you_mean

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:|//", re.IGNORECASE)


# The endings of files that a set can name: tables, pictures, icon sets and fonts.
BESIDE = frozenset(
    (".csv", ".tsv", ".txt", ".xlsx", ".png", ".jpg", ".jpeg", ".svg", ".json", ".ttf", ".otf")
)


class NoSuchFile(ValueError):
    """A file that a set names and that pnp does not read; the message says why."""


def file_beside(folder: Path, written: str, *, folders: bool = False) -> Path:
    """The file, or with *folders* also the folder, that a set in this folder names; raises NoSuchFile.

    It lies in the folder or in a folder below it, links followed.
    """
    if _ADDRESS.match(written):
        raise NoSuchFile(
            f'"{written}" is an address; save the file beside the set, and write its name'
        )
    named = PurePosixPath(written.replace("\\", "/"))
    root, path = folder.resolve(), (folder / named).resolve()
    if named.is_absolute() or not path.is_relative_to(root):
        raise NoSuchFile(f'"{written}" lies outside the folder of the set; move the file into it')
    if folders and path.is_dir():
        return path
    if path.is_dir():
        raise NoSuchFile(f'"{written}" is a folder; write the name of a file')
    if not path.is_file():
        near = (folder / named).parent
        names = (
            [each.name for each in near.iterdir() if each.suffix in BESIDE] if near.is_dir() else []
        )
        parent = "" if str(named.parent) == "." else f"{named.parent}/"
        hint = did_you_mean(named.name, names).replace('mean "', f'mean "{parent}')
        # The name may be right, and its folder be missing.
        below = folder.glob(f"*/{escape(named.name)}")
        if found := next((each for each in below if each.is_file()), None):
            hint = f'; did you mean "{found.relative_to(folder).as_posix()}"?'
        raise NoSuchFile(f'there is no file "{written}" beside the set{hint}')
    return path
