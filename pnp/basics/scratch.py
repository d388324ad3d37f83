"""Scratch folders: they go with the process that made them, and what a killed process leaves goes with the next one."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import weakref
from contextlib import suppress
from functools import cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

# Without locks a folder is taken for abandoned after so many seconds.
_ABANDONED_AFTER = 3600


class ScratchFolder:
    """A folder of our own, locked as long as its process lives.

    Making one removes those with the same *prefix* beside it that no process holds any more.
    """

    def __init__(self, parent: Path, prefix: str, name: str = "") -> None:
        """Raises OSError; *prefix* begins the names of no folders but ours, and *name* may follow it."""
        for other in parent.glob(f"{prefix}*"):
            _remove_abandoned(other)
        self._lock: int | None = None
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=prefix + name, dir=parent))
            if fcntl is None:
                break
            # Another process may take the new folder for an abandoned one before it is locked.
            with suppress(FileNotFoundError):
                self._lock = os.open(self.path, os.O_RDONLY)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                if self.path.is_dir():
                    break
                os.close(self._lock)
        self.remove = weakref.finalize(self, _removed, self.path, self._lock)


def _removed(path: Path, lock: int | None) -> None:
    shutil.rmtree(path, ignore_errors=True)
    if lock is not None:
        os.close(lock)


def _remove_abandoned(folder: Path) -> None:
    if not folder.is_dir() or folder.is_symlink():
        return
    try:
        if fcntl is None:
            if time.time() - folder.stat().st_mtime > _ABANDONED_AFTER:
                shutil.rmtree(folder, ignore_errors=True)
            return
        lock = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # somebody else's, or gone
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # a process is at work in it
    finally:
        os.close(lock)


@cache
def _of_process(process: int) -> ScratchFolder:
    del process
    return ScratchFolder(Path(tempfile.gettempdir()), ".pnp-scratch-")


def scratch_file(suffix: str = "") -> Path:
    """A new, empty file in the system's scratch folder, which goes with the process; raises OSError."""
    handle, name = tempfile.mkstemp(suffix, dir=_of_process(os.getpid()).path)
    os.close(handle)
    return Path(name)


def scratch_folder() -> Path:
    """A new, empty folder in the system's scratch folder, which goes with the process; raises OSError."""
    return Path(tempfile.mkdtemp(dir=_of_process(os.getpid()).path))
