"""Another commit beside this checkout, and commands with the code of either."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with the files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(other), commit], check=True)
        try:
            yield other
        finally:
            subprocess.run([*git, "remove", "--force", str(other)], check=True)


def output(checkout: Path, arguments: Sequence[str]) -> str:
    """The output of a call of Python with the code of a checkout, which it compiles once, as for a player."""
    result = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": ""},
        cwd=checkout,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout
