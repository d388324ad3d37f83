"""PDF files whose bytes depend only on their content."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Pdf

# PDF 1.7 has tags, and all of the features in use.
_PDF_VERSION = "1.7"


def saved(file: Pdf) -> bytes:
    """The file's bytes."""
    buffer = BytesIO()
    save(file, buffer)
    return buffer.getvalue()


def save(file: Pdf, into: Path | BytesIO) -> None:
    """Writes the file."""
    file.save(
        into,
        min_version=_PDF_VERSION,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
