"""CSV files: text in records and cells, as RFC 4180 describes them, with any usual separator."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from pnp.basics.errors import Located, Place, Related, Source, UnusableInput
from pnp.definition.nodes import decoded
from pnp.definition.records import MOST_COLUMNS, Record, refused, start_of, tidy

# In the order in which they are preferred.
_SEPARATORS = (",", ";", "\t")

_SAVE = 'save it as "CSV UTF-8" in your spreadsheet'

# How files begin that are no CSV files.
_OTHER_FILES = {
    b"\xff\xfe": "this file is UTF-16",
    b"\xfe\xff": "this file is UTF-16",
    b"PK\x03\x04": "this file is a workbook or an archive",
    b"\xd0\xcf\x11\xe0": "this file is an old workbook",
}


def csv_records(data: bytes, name: str) -> Iterator[Record]:
    """The records of a CSV file; blank ones have empty cells.

    Raises InvalidDefinition where the text cannot be read, such as at quotes that do not close.
    """
    source = _decoded(data, name)
    lines, separator = _Lines(source), _separator(source.text)
    at = number = 0
    while at < len(source.text):
        number += 1
        start, cells = at, []
        while True:
            cell, at = _cell(lines, at, separator)
            cells.append(cell)
            if len(cells) > MOST_COLUMNS:
                message = f"row {number} has more than {MOST_COLUMNS} cells"
                raise refused(message, lines.place(start, start + 1))
            if source.text[at : at + 1] != separator:
                break
            at += 1
        yield Record(tuple(cells), number, lines.place(start, at))
        at += 2 if source.text.startswith("\r\n", at) else 1


def _decoded(data: bytes, name: str) -> Source:
    """The text of a CSV file; raises InvalidDefinition if it is not UTF-8."""
    for start, what in _OTHER_FILES.items():
        if data.startswith(start):
            raise refused(f"{what}; {_SAVE}", start_of(name))
    try:
        source = decoded(name, data)
    except UnusableInput as error:
        raise refused(f"{_not_utf8(data)}; {_SAVE}", error.place or start_of(name)) from error
    at = source.text.find("\0")
    if at >= 0:
        message = f"this file has a character U+0000, as UTF-16 files have; {_SAVE}"
        raise refused(message, _Lines(source).place(at, at + 1))
    return source


def _not_utf8(data: bytes) -> str:
    """The first byte that is not UTF-8, and the letter that it probably stands for."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = data[error.start : error.start + 1]
        letter = byte.decode("cp1252", "replace")
    known = letter.isprintable() and letter != "\ufffd"
    likely = f', which is "{letter}" in Windows-1252' if known else ""
    return f"this file is not UTF-8: it has the byte 0x{byte[0]:02x}{likely}"


def _separator(text: str) -> str:
    """The separator that the first line with any text has most often outside quotes."""
    for line in re.sub(r'"[^"]*"', "x", text[:_LONGEST_HEAD]).splitlines():
        if line.strip(" \t,;"):
            return max(_SEPARATORS, key=line.count)
    return _SEPARATORS[0]


# Characters among which the separator is looked for; 200 names have fewer.
_LONGEST_HEAD = 100_000

_QUOTED = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)("?)')
_BARE = {each: re.compile(rf"[^\r\n{each}]*") for each in _SEPARATORS}


def _cell(lines: _Lines, at: int, separator: str) -> tuple[Located[str], int]:
    """The cell that begins at an offset, and the offset of its end."""
    text = lines.source.text
    quoted = _QUOTED.match(text, at)
    # A tab before a quote may be a separator.
    if quoted is None or separator in text[at : quoted.start(1)]:
        end = _BARE[separator].match(text, at).end()  # type: ignore[union-attr]
        return lines.located(at, end, text[at:end]), end
    opening = quoted.start(1) - 1
    if not quoted[2]:
        message = "the quotes that open here do not close; write a quote inside quotes twice"
        raise refused(message, lines.place(opening, opening + 1))
    end = _BARE[separator].match(text, quoted.end()).end()  # type: ignore[union-attr]
    if text[quoted.end() : end].strip():
        message = "there is text behind the closing quote; write a quote inside quotes twice"
        first = Related("the quotes open here", lines.place(opening, opening + 1))
        raise refused(message, lines.place(quoted.end(), end), first)
    return lines.located(*quoted.span(1), quoted[1].replace('""', '"')), end


class _Lines:
    """The lines of a source, as places count them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._starts = [0]
        for line in source.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def place(self, start: int, end: int) -> Place:
        """The place of the characters between two offsets; it ends with its line."""
        line = bisect_right(self._starts, start) - 1
        first, *after = self._starts[line : line + 2]
        if after and end >= after[0]:
            end = first + len(self.source.text[first : after[0]].splitlines()[0])
        return Place(self.source, line + 1, start - first + 1, max(start, end) - first + 1)

    def located(self, start: int, end: int, value: str) -> Located[str]:
        """The value of a cell, at the place of its text without blanks round it."""
        written = self.source.text[start:end]
        start += len(written) - len(written.lstrip())
        return Located(tidy(value), self.place(start, start + len(written.strip())))
