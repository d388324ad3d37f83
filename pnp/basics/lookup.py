"""What pnp looks for and may not find: files beside a set, libraries, and what other packages add."""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from glob import escape
from importlib import import_module
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any

from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean, in_words

_ADDRESS = r"[A-Za-z][A-Za-z0-9+.-]+:|//"

# The endings of files that a set can name: tables, pictures, icon sets and fonts.
BESIDE = frozenset(
    (".csv", ".tsv", ".txt", ".xlsx", ".png", ".jpg", ".jpeg", ".svg", ".json", ".ttf", ".otf")
)


# Letters of a name in a message.
_LONGEST_SHOWN = 60


class NoSuchFile(ValueError):
    """A file that a set names and that pnp does not read; the message says why."""


def no_file(path: Path) -> str:
    """What lies at a path that is neither a file nor a folder, such as "a named pipe"; "" if nothing does."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return ""
    kinds = {stat.S_ISFIFO: "a named pipe", stat.S_ISSOCK: "a socket"}
    named = next((name for is_one, name in kinds.items() if is_one(mode)), "a device")
    return "" if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else named


def file_beside(folder: Path, written: str, *, folders: bool = False) -> Path:
    """The file, or with *folders* also the folder, that a set in this folder names; raises NoSuchFile.

    It lies in the folder or in a folder below it, links followed.
    """
    try:
        return _found_beside(folder, written, folders=folders)
    except NoSuchFile:
        raise
    except (OSError, ValueError) as error:
        # It has a zero, half a character or more letters than the system allows, or its folder is closed.
        shown = written if len(written) <= _LONGEST_SHOWN else f"{written[:_LONGEST_SHOWN]}…"
        why = error.strerror if isinstance(error, OSError) else "no file can have this name"
        raise NoSuchFile(f'"{shown}" cannot be read: {why}') from error


def _found_beside(folder: Path, written: str, *, folders: bool) -> Path:
    if re.match(_ADDRESS, written):
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
    if other := no_file(path):
        raise NoSuchFile(f'"{written}" is {other}; write the name of a file')
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


def library(name: str, *, extra: str, user: str) -> ModuleType:
    """The module of a library that comes with an extra of pnp.

    Raises UnusableInput, with the line that installs it, if it is missing; *user* is the command or
    option that needs it.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        top = name.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != top:
            raise  # the library is there, and lacks something of its own
        raise UnusableInput(
            f"{user} needs {top.replace('_', '-')}; install it with: pip install 'pnp-tiles[{extra}]'"
        ) from None


@cache
def entry_points() -> Mapping[str, Mapping[str, str]]:
    """What installed packages add, as "module:object" by group and name.

    importlib.metadata reads the same files, but its own import takes longer than all of this.
    """
    found: dict[str, dict[str, str]] = {}
    for folder in map(Path, dict.fromkeys(sys.path)):
        for file in sorted(folder.glob("*.*-info/entry_points.txt")):
            group: dict[str, str] = {}
            for line in file.read_text("utf-8", "replace").splitlines():
                name, _, value = map(str.strip, line.partition("="))
                if name.startswith("["):
                    group = found.setdefault(name.strip("[]"), {})
                elif value:
                    group.setdefault(name, value.partition("[")[0].strip())
    return found


def added(group: str) -> Mapping[str, str]:
    """The entry points of a group, in the order of their names."""
    return dict(sorted(entry_points().get(group, {}).items()))


def loaded(entry: str, what: str, *, needed: Iterable[str] = ()) -> Any:
    """The class at an entry point, "module:object"; *what* names it in messages.

    Raises UnusableInput if it cannot be loaded, or lacks one of the *needed* names or something abstract.
    """
    module, _, path = entry.partition(":")
    try:
        found = reduce(getattr, path.split("."), import_module(module))
    # The module of another package may raise anything.
    except Exception as error:
        raise UnusableInput(f"{what} cannot be loaded from {entry}: {error}") from error
    missing = [each for each in needed if not hasattr(found, each)]
    if missing := [*missing, *sorted(getattr(found, "__abstractmethods__", ()))]:
        raise UnusableInput(f"{what} lacks {in_words(missing)}")
    return found
