"""Earlier versions of a set's file, from git."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from pnp.basics.errors import Source, UnusableInput
from pnp.definition.nodes import decoded


class Revision(NamedTuple):
    """A file in a revision, in git's own form REVISION:PATH.

    The path counts from the top of the repository, or from the current folder if it begins with
    `./` or `../`.
    """

    name: str
    path: str

    def __str__(self) -> str:
        return f"{self.name}:{self.path}"


def revision(word: str) -> Revision | None:
    """The revision that a word means; None if the word is a set's name or the path of a file."""
    name, colon, path = word.partition(":")
    # C:\sets\mine.yaml is a path on Windows.
    is_drive = len(name) == 1 and name.isalpha() and path[:1] in ("\\", "/")
    if not colon or is_drive or Path(word).exists():
        return None
    return Revision(name, path)


def is_revision(word: str) -> bool:
    """Whether git knows a revision of this name here; no without git or a repository."""
    try:
        return (
            bool(word.strip("-"))
            and not word.startswith("-")
            and bool(_git(Path(), "rev-parse", "--verify", "--quiet", f"{word}^{{commit}}"))
        )
    except UnusableInput:
        return False


def read_revision(meant: Revision, *, folder: Path = Path()) -> Source:
    """The file of a revision, in the repository round a folder; its name is REVISION:PATH.

    Its templates are those that lie beside the file today. Raises UnusableInput if git, the
    repository, the revision or the file is missing.
    """
    name, path = meant
    # git would take it for an option.
    if not name or name.startswith("-"):
        raise UnusableInput(f'"{meant}": "{name}" is no revision; write for example HEAD~1:{path}')
    if not path:
        raise UnusableInput(f'"{meant}" has no path; write for example {name}:tilesets/mine.yaml')
    top = _top(folder)
    commit = _git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if commit is None:
        raise UnusableInput(f'the repository {top} has no revision "{name}"')
    # The commit's own number cannot be taken for anything else.
    data = _git(folder, "cat-file", "blob", f"{commit.decode().strip()}:{path}")
    if data is None:
        raise UnusableInput(
            f"the revision {name} has no file {path}; the path counts from {top}, or from here if it"
            " begins with ./"
        )
    here = path.startswith(("./", "../"))
    return decoded(str(meant), data, path=str((folder if here else top) / path))


def _top(folder: Path) -> Path:
    """The top of the repository round a folder; raises UnusableInput if the folder is in no repository."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found is None:
        where = "this folder" if folder == Path() else str(folder)
        raise UnusableInput(f"{where} is in no git repository that git can read")
    return Path(found.decode().strip())


def _git(folder: Path, *arguments: str) -> bytes | None:
    """The output of git in a folder; None if git fails. Raises UnusableInput if there is no git."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise UnusableInput("pnp finds no git here; compare two files instead") from None
    return done.stdout if done.returncode == 0 else None
