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
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pnp.basics.errors import OutputError
from pnp.render import ScratchFile

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MANIFEST = "manifest.json"

_log = logging.getLogger(__name__)


class OutputFile(NamedTuple):
    """A file to write: its path in the game's folder, its kind, and how to make its content.

    A file that may be larger than the memory is a `ScratchFile`. The manifest also has the file's
    `stats`.
    """

    path: str
    kind: str
    pages: int
    pieces: int
    content: Callable[[], bytes | ScratchFile]
    stats: Mapping[str, object] = MappingProxyType({})


def write_files(
    folder: Path,
    files: Iterable[OutputFile],
    about: dict[str, object],
    *,
    written: Callable[[int], None],
) -> list[dict[str, object]]:
    """Writes the files and a manifest that begins with *about*; returns the manifest's files.

    All files are made in a folder beside the target and then moved into place, so that a build that
    fails leaves the last good one. Files of an earlier build stay if they are of the same version of
    the set, `about["version"]`, and are removed if not; files that pnp has not made stay. Raises
    OutputError if something cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(folder)
        scratch = Path(tempfile.mkdtemp(prefix=_scratch_prefix(folder), dir=folder.parent))
    except OSError as error:
        raise OutputError(_reason(folder.parent, error)) from error
    try:
        entries = [
            write_file(scratch, file, number, written) for number, file in enumerate(files, 1)
        ]
        with _alone(folder), uninterrupted():
            _move_in(scratch, folder, entries, about)
    except OSError as error:
        raise OutputError(_reason(folder, error)) from error
    finally:
        with uninterrupted():
            shutil.rmtree(scratch, ignore_errors=True)
    _log.info("wrote %d files into %s", len(entries), folder)
    return entries


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
        raise KeyboardInterrupt


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
    scratch: Path, folder: Path, entries: list[dict[str, object]], about: dict[str, object]
) -> None:
    """Moves the new files into place, with a manifest, and removes outdated files."""
    before, version = _last_manifest(folder)
    paths = [*(str(entry["path"]) for entry in entries), MANIFEST]
    kept = [
        entry
        for entry in before
        if version == about.get("version")
        and entry["path"] not in paths
        and _is_whole(folder, entry)
    ]
    files = sorted([*kept, *entries], key=lambda entry: str(entry["path"]))
    text = json.dumps({**about, "files": files}, indent=1, ensure_ascii=False) + "\n"
    _put(scratch / MANIFEST, text.encode())
    for path in paths:
        if (folder / path).is_dir():
            raise OutputError(f"cannot write to {folder / path}: there is a folder of that name")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
    for path in paths:
        (scratch / path).replace(folder / path)
    _remove_stale(folder, before, {str(entry["path"]) for entry in files})


def _is_whole(folder: Path, entry: dict[str, object]) -> bool:
    """Whether a file of an earlier build is still as it was written."""
    try:
        return _digest(folder / str(entry["path"])) == entry.get("sha256")
    except OSError:
        return False


# Seconds after which a scratch folder belongs to a build that was killed.
_ABANDONED_AFTER = 3600


def _scratch_prefix(folder: Path) -> str:
    """The first part of the names of our scratch folders, which no user's folder has."""
    return f".pnp-build-{folder.name}-"


def _remove_abandoned(folder: Path) -> None:
    for scratch in folder.parent.glob(f"{_scratch_prefix(folder)}*"):
        if scratch.is_dir() and time.time() - scratch.stat().st_mtime > _ABANDONED_AFTER:
            shutil.rmtree(scratch, ignore_errors=True)


def write_file(
    scratch: Path, file: OutputFile, number: int, written: Callable[[int], None]
) -> dict[str, object]:
    """Writes a file below a folder; its entry in the manifest."""
    content, path = file.content(), scratch / file.path
    if isinstance(content, ScratchFile):
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(content.path, path)
    else:
        _put(path, content)
    written(number)
    return {
        "path": file.path,
        "kind": file.kind,
        "pages": file.pages,
        "pieces": file.pieces,
        **file.stats,
        "sha256": _digest(path),
    }


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _last_manifest(folder: Path) -> tuple[list[dict[str, object]], object]:
    """The files of the last manifest and its version; none if there is no manifest of pnp."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = [entry for entry in manifest["files"] if isinstance(entry["path"], str)]
        return files, manifest.get("version")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [], None


def _remove_stale(folder: Path, before: list[dict[str, object]], current: set[str]) -> None:
    root = folder.resolve()
    for entry in before:
        path = (folder / str(entry["path"])).resolve()
        # An edited manifest must not make pnp delete files outside of the folder.
        if str(entry["path"]) not in current and path.is_relative_to(root):
            path.unlink(missing_ok=True)


def _reason(folder: Path, error: OSError) -> str:
    return f"cannot write to {folder}: {error.strerror or error}"
