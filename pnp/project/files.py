"""Writing files, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TypeAlias

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import OutputError
from pnp.basics.scratch import ScratchFolder
from pnp.project.fingerprints import fingerprint
from pnp.render import ScratchFile

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MANIFEST = "manifest.json"

# Bytes and letters that all systems have room for.
_LONGEST_PATH, _LONGEST_NAME = 1000, 200

_log = logging.getLogger(__name__)


# A file in the manifest.
Entry: TypeAlias = dict[str, object]


class Content(NamedTuple):
    """What is in a file, the numbers of its pages and pieces, and its other numbers in the manifest.

    What may be larger than the memory is a `ScratchFile`.
    """

    data: bytes | ScratchFile
    pages: int = 1
    pieces: int = 1
    stats: Mapping[str, object] = MappingProxyType({})


class OutputFile(NamedTuple):
    """A file to write: its path in the game's folder, its kind, what it is made from, and how.

    A file that an earlier build has made from equal values is not made again.
    """

    path: str
    kind: str
    made_from: Callable[[], object]
    make: Callable[[], Content]


class Written(NamedTuple):
    """The files of a build in the manifest, and the paths of those that an earlier build has made."""

    entries: list[Entry]
    unchanged: frozenset[str]


def write_files(
    folder: Path,
    files: Sequence[OutputFile],
    about: dict[str, object],
    *,
    written: Callable[[int], None],
    force: bool = False,
) -> Written:
    """Writes the files that have changed, and a manifest that begins with *about*.

    All files are made in a folder beside the target and then moved into place, so that a build that
    fails leaves the last good one. Files of an earlier build stay if they are of the same version of
    the set, `about["version"]`, or if they would be made from the same values, and are removed if not; files
    that pnp has not made stay, unless *force* lets a file of a build take the place of one. Raises OutputError if
    something cannot be written; then all is as it was.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # No user's folder has such a name.
        made_in = ScratchFolder(folder.parent, ".pnp-build-", f"{folder.name}-")
    except OSError as error:
        raise OutputError(_reason(folder.parent, error)) from error
    scratch = made_in.path
    try:
        earlier = {str(entry["path"]): entry for entry in _last_manifest(folder)[0]}
        entries: list[Entry] = []
        made = set()
        for number, file in enumerate(files, 1):
            entry = earlier.get(file.path)
            if entry is None or not (_is_whole(folder, entry) and _would_be(file, entry)):
                entry = write_file(scratch, file)
                made.add(file.path)
            entries.append(entry)
            written(number)
        with _alone(folder), uninterrupted():
            # Another build of the game may have replaced files in the meantime.
            for at, file in enumerate(files):
                if file.path not in made and not _is_whole(folder, entries[at]):
                    entries[at] = write_file(scratch, file)
                    made.add(file.path)
            _move_in(scratch, folder, entries, made, about, force=force)
    except OSError as error:
        raise OutputError(_reason(folder, error)) from error
    finally:
        with uninterrupted():
            made_in.remove()
    _log.info("wrote %d of %d files into %s", len(made), len(entries), folder)
    return Written(entries, frozenset(str(entry["path"]) for entry in entries) - made)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file by itself, whole or not at all; raises OutputError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(prefix=".pnp-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            # Others cannot read a scratch file, but they can read other files.
            Path(scratch).chmod(0o644)
            Path(scratch).replace(path)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(_reason(path, error)) from error
    _log.info("wrote %s", path)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delays Ctrl-C to the end, for what must not be done by halves."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Makes other builds of the same game wait, if the system can."""
    folder.mkdir(exist_ok=True)
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _move_in(
    scratch: Path,
    folder: Path,
    entries: list[Entry],
    made: set[str],
    about: dict[str, object],
    *,
    force: bool,
) -> None:
    """Moves the files that were made into place, with a manifest, and removes outdated files."""
    before, version = _last_manifest(folder)
    current = {entry["path"] for entry in entries}
    kept = [
        entry
        for entry in before
        if version == about.get("version")
        and entry["path"] not in current
        and _is_whole(folder, entry)
    ]
    files = sorted([*kept, *entries], key=lambda entry: str(entry["path"]))
    text = json.dumps({**about, "files": files}, indent=1, ensure_ascii=False) + "\n"
    _put(scratch / MANIFEST, text.encode())
    paths = [*sorted(made), MANIFEST]
    _check_free(folder, paths)
    if not force:
        _check_ours(folder, paths, {str(entry["path"]) for entry in before})
    _replace_all(scratch, folder, paths)
    _remove_stale(folder, before, {str(entry["path"]) for entry in files})


def _check_free(folder: Path, paths: Sequence[str]) -> None:
    """Raises OutputError if a folder is in the way of a file, or a link leads elsewhere."""
    root = folder.resolve()
    for target in (folder / path for path in paths):
        if target.is_dir():
            raise OutputError(f"cannot write to {target}: there is a folder of that name")
        if not target.parent.resolve().is_relative_to(root):
            raise OutputError(
                f"cannot write to {target}: {target.parent} is a link that leads out of {folder}"
            )


def _check_ours(folder: Path, paths: Sequence[str], ours: set[str]) -> None:
    """Raises OutputError if a file is in the way that no build has made.

    Where the manifest is damaged, and not that of another program, nobody knows: all files then count as ours.
    """
    if not ours and _is_damaged(folder):
        return
    foreign = (path for path in paths if path not in ours and not (ours and path == MANIFEST))
    for target in (folder / path for path in foreign):
        if os.path.lexists(target):
            raise OutputError(
                f"cannot write to {target}: pnp has not made the file that is there; move it away,"
                " or add --force to replace it"
            )


def _replace_all(scratch: Path, folder: Path, paths: Sequence[str]) -> None:
    """Moves files into place, all or none; raises OutputError that names the file that stays as it was."""
    old = scratch / ".old"
    moved: list[str] = []
    for path in paths:
        target = folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            (old / path).parent.mkdir(parents=True, exist_ok=True)
            if os.path.lexists(target):
                _keep(target, old / path)
            (scratch / path).replace(target)
        except OSError as error:
            if os.path.lexists(old / path) and not os.path.lexists(target):
                (old / path).rename(target)
            for each in moved:
                if os.path.lexists(old / each):
                    (old / each).replace(folder / each)
                else:
                    (folder / each).unlink()
            raise OutputError(_reason(target, error)) from error
        moved.append(path)


def _keep(file: Path, at: Path) -> None:
    """Gives a file a second name, or moves it, if the system has no such links."""
    try:
        os.link(file, at, follow_symlinks=False)
    except (OSError, NotImplementedError):
        file.rename(at)


def _would_be(file: OutputFile, entry: Entry) -> bool:
    """Whether the file would be the one of the entry."""
    known = entry.get("made_from")
    return known is not None and known == fingerprint(file.made_from())


def _is_whole(folder: Path, entry: Entry) -> bool:
    """Whether a file of an earlier build is still as it was written."""
    try:
        return _digest(folder / str(entry["path"])) == entry.get("sha256")
    except OSError:
        return False


def write_file(scratch: Path, file: OutputFile) -> Entry:
    """Makes and writes a file below a folder; its entry in the manifest."""
    content, path = file.make(), scratch / file.path
    if isinstance(content.data, ScratchFile):
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(content.data.path, path)
    else:
        _put(path, content.data)
    entry: Entry = {
        "path": file.path,
        "kind": file.kind,
        "pages": content.pages,
        "pieces": content.pieces,
        **content.stats,
        "sha256": _digest(path),
    }
    return {**entry, "made_from": fingerprint(file.made_from())}


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _last_manifest(folder: Path) -> tuple[list[Entry], object]:
    """The files of the last manifest and its version; none if there is no manifest of pnp, or a damaged one."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        # Its values go into the next manifest, which halves of characters or deep nesting would stop.
        json.dumps(manifest, ensure_ascii=False).encode()
        files = [entry for entry in manifest["files"] if _is_file_path(entry["path"])]
        return files, manifest.get("version")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return [], None


def _is_damaged(folder: Path) -> bool:
    """Whether there is a manifest that is none of another program, and that tells of no file."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except FileNotFoundError:
        return False
    except (ValueError, RecursionError):
        return True
    return isinstance(manifest, dict) and "files" in manifest


def _is_file_path(path: object) -> bool:
    """Whether a path is one that pnp could have written: that of a file, and not too long for a system."""
    if not isinstance(path, str) or "\0" in path:
        return False
    parts = PurePosixPath(path).parts
    return (
        bool(parts)
        and len(path.encode()) <= _LONGEST_PATH
        and max(map(len, parts)) <= _LONGEST_NAME
    )


def _remove_stale(folder: Path, before: list[Entry], current: set[str]) -> None:
    root = folder.resolve()
    for entry in before:
        path = (folder / str(entry["path"])).resolve()
        # An edited manifest must not make pnp delete files outside of the folder.
        if str(entry["path"]) not in current and path.is_relative_to(root) and path.is_file():
            path.unlink(missing_ok=True)


def _reason(folder: Path, error: OSError) -> str:
    return f"cannot write to {folder}: {error.strerror or error}"
