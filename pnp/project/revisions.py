"""Earlier versions of a set's file, from git."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path, PurePosixPath

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Source, UnusableInput
from pnp.basics.lookup import BESIDE
from pnp.basics.scratch import scratch_folder
from pnp.definition.reading import decoded

# A set has fewer files beside it.
_MOST_BESIDE = 2000


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

    The files beside it and its own templates are those of the revision, too: they are put into a
    folder that lives as long as pnp runs. Raises UnusableInput if git, the repository, the revision or
    the file is missing.
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
    if len(data) > limits.MOST_BYTES:
        most = limits.MOST_BYTES / 1_000_000
        raise UnusableInput(
            f"{meant} has {len(data) / 1_000_000:.1f} MB, more than the limit of {most:g} MB"
        )
    inside = _inside(folder, top, path)
    _put_beside(top, commit.decode().strip(), inside)
    return decoded(str(meant), data, path=str(_copies(commit.decode().strip()) / inside))


def _inside(folder: Path, top: Path, path: str) -> PurePosixPath:
    """The path of a revision's file from the top of the repository."""
    if not path.startswith(("./", "../")):
        return PurePosixPath(path)
    found = (folder / path).resolve()
    return PurePosixPath(found.relative_to(top.resolve()).as_posix())


@cache
def _copies(commit: str) -> Path:
    """The folder for files of a commit."""
    del commit
    return scratch_folder()


def _put_beside(top: Path, commit: str, file: PurePosixPath) -> None:
    """Copies the files that a set may name, as they were, to where the set will look for them."""
    around = file.parent.parent if file.parent.name == "tilesets" else file.parent
    names = _git(top, "ls-tree", "-r", "-z", "--name-only", commit, "--", f"{around}/") or b""
    wanted = [
        name
        for name in map(PurePosixPath, names.decode("utf-8", "replace").split("\0"))
        if "templates" in name.parts or name.suffix.lower() in BESIDE
    ]
    for name, data in _blobs(top, commit, wanted[:_MOST_BESIDE]):
        copy = _copies(commit) / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
    (_copies(commit) / file.parent).mkdir(parents=True, exist_ok=True)


def _blobs(
    top: Path, commit: str, names: Sequence[PurePosixPath]
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """The files of a commit, read by one process of git, which writes a line about each before it."""
    asked = "".join(f"{commit}:{name}\n" for name in names)
    answer = BytesIO(_git(top, "cat-file", "--batch", given=asked.encode()) or b"")
    for name in names:
        *_, kind, size = answer.readline().decode().split() or ("", "")
        if kind == "blob":
            yield name, answer.read(int(size))
            answer.read(1)


def _top(folder: Path) -> Path:
    """The top of the repository round a folder; raises UnusableInput if the folder is in no repository."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found is None:
        where = "this folder" if folder == Path() else str(folder)
        raise UnusableInput(f"{where} is in no git repository that git can read")
    return Path(found.decode().strip())


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    """The output of git in a folder; None if git fails. Raises UnusableInput if there is no git."""
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, input=given)
    except FileNotFoundError:
        raise UnusableInput("pnp finds no git here; compare two files instead") from None
    return done.stdout if done.returncode == 0 else None
