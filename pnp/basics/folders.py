"""Folders of sets and templates: those that come with pnp, where others are looked for, and how a user writes their paths."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pnp


def bundled(name: str) -> Path:
    """A folder that comes with pnp: inside the installed package, or beside it in a checkout."""
    package = Path(pnp.__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def folders(name: str, *, beside: Iterable[Path] = ()) -> list[Path]:
    """The folders of this name *beside* other things, in the current folder, and the bundled one.

    Each folder comes once; the bundled folder comes last, unless it is the current folder's own.
    """
    found: list[Path] = []
    ours = bundled(name)
    near = [folder / name for folder in beside]
    for folder in (*(each for each in near if not _same(each, ours)), Path(name), ours):
        if folder.is_dir() and not any(_same(folder, each) for each in found):
            found.append(folder)
    return found


def _same(folder: Path, other: Path) -> bool:
    return folder.is_dir() and other.is_dir() and folder.samefile(other)


def as_typed(path: Path) -> Path:
    """The path as a user here would type it: relative to this folder where that is shorter."""
    try:
        relative = Path(os.path.relpath(path))
    except OSError:
        return path  # somebody has removed the folder that we are in
    return relative if len(str(relative)) < len(str(path)) else path
