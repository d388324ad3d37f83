"""Files that commands write by themselves."""

from __future__ import annotations

from pathlib import Path

from pnp.cli.loudness import note_written
from pnp.project.files import write_whole


def write_file(path: Path, data: bytes) -> None:
    """Writes a file, and notes it for the message after Ctrl-C; raises OutputError."""
    write_whole(path, data)
    note_written(str(path))
