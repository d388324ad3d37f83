"""Records: the rows of a table as they are written, before their columns have names."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from pnp.basics.errors import Finding, InvalidDefinition, Located, Place, Related, Severity, Source

MOST_BYTES = 10_000_000
MOST_ROWS = 5_000
MOST_COLUMNS = 200


class Record(NamedTuple):
    """A row as it is written: its cells, its number counted from 1, and where it begins."""

    cells: tuple[Located[str], ...]
    number: int
    place: Place


def tidy(text: str) -> str:
    """The text of a cell as pnp keeps it: stripped, accents composed, lines ended by newlines."""
    return unicodedata.normalize("NFC", re.sub(r"\r\n?", "\n", text)).strip()


def refused(message: str, place: Place, *related: Related) -> InvalidDefinition:
    """The error at which reading of a table ends."""
    return InvalidDefinition([Finding("unreadable", Severity.ERROR, message, place, related)])


def start_of(name: str) -> Place:
    """The beginning of a file of which no text is known."""
    return Place(Source(name, ""), 1, 1)
