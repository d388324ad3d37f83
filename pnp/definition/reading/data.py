"""Rows of values: those of a table in a CSV file or a workbook."""

from __future__ import annotations

import io
import logging
import re
import unicodedata
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Located,
    Place,
    Related,
    Severity,
    Source,
    UnusableInput,
    in_file_order,
)
from pnp.basics.lookup import library
from pnp.basics.words import counted, in_words, with_newlines
from pnp.definition.reading.nodes import decoded
from pnp.definition.reading.reader import Reader

_log = logging.getLogger(__name__)


class Record(NamedTuple):
    """A row as it is written: its cells, its number counted from 1, and where it begins."""

    cells: tuple[Located[str], ...]
    number: int
    place: Place


def tidy(text: str) -> str:
    """The text of a cell as pnp keeps it: stripped, accents composed, lines ended by newlines."""
    return unicodedata.normalize("NFC", with_newlines(text)).strip()


def refused(message: str, place: Place, *related: Related) -> InvalidDefinition:
    """The error at which reading of a table ends."""
    return InvalidDefinition([Finding("unreadable", Severity.ERROR, message, place, related)])


def start_of(name: str) -> Place:
    """The beginning of a file of which no text is known."""
    return Place(Source(name, ""), 1, 1)


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
            if len(cells) > limits.MOST_FIELDS:
                message = f"row {number} has more than {limits.MOST_FIELDS} cells"
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


# Bytes of a workbook when it is unpacked: XML takes several times as much as the text in it.
_MOST_UNPACKED = 10 * limits.MOST_BYTES_OF_A_TABLE

# Rows that spreadsheets number, empty ones too. openpyxl makes a row for each number before one that a damaged file states.
_MOST_NUMBERS = 2**20

_OLD = b"\xd0\xcf\x11\xe0"


def workbook_records(data: bytes, name: str) -> Iterator[Record]:
    """The rows of the first sheet that have a value, each with as many cells as the longest.

    The text of the source is the sheet as lines with tabs between the cells. Raises
    InvalidDefinition if the file cannot be read, and UnusableInput without openpyxl.
    """
    rows = _rows(data, name)
    widest = max((len(row) for row in rows.values()), default=0)
    lines = [
        "\t".join(map(_in_one_line, rows.get(each, ())))
        for each in range(1, max(rows, default=0) + 1)
    ]
    source = Source(name, "\n".join(lines))
    for number, row in rows.items():
        line = lines[number - 1]
        cells, column = [], 1
        for text in (*row, *[""] * (widest - len(row))):
            column = min(column, len(line) + 1)
            shown = _in_one_line(text)
            cells.append(Located(text, Place(source, number, column, column + len(shown))))
            column += len(shown) + 1
        yield Record(tuple(cells), number, Place(source, number, 1, len(line) + 1))


def _rows(data: bytes, name: str) -> dict[int, tuple[str, ...]]:
    """The texts of the rows that have a value, by their numbers, without empty cells at the end."""
    start = start_of(name)
    rows: dict[int, tuple[str, ...]] = {}
    size = 0
    for number, texts in enumerate(_texts(data, name), 1):
        if number > _MOST_NUMBERS:
            raise refused(f"a sheet has at most {_MOST_NUMBERS:,} rows", start)
        while texts and not texts[-1]:
            texts.pop()
        size += sum(map(len, texts)) + 1
        if not texts:
            continue
        rows[number] = tuple(texts)
        if len(texts) > limits.MOST_FIELDS:
            raise refused(f"row {number} has more than {limits.MOST_FIELDS} cells", start)
        if size > limits.MOST_BYTES_OF_A_TABLE:
            raise refused(
                f"a table has at most {limits.MOST_BYTES_OF_A_TABLE // 1_000_000} MB of text", start
            )
        if len(rows) > limits.MOST_ROWS + 1:
            break
    return rows


def _texts(data: bytes, name: str) -> Iterator[list[str]]:
    """The texts of each row of the first sheet."""
    openpyxl = library("openpyxl", extra="xlsx", user="reading .xlsx files")
    start = start_of(name)
    if data.startswith(_OLD):
        message = (
            "this workbook is an old .xls file or has a password; save it as .xlsx without one"
        )
        raise refused(message, start)
    _check_unpacked_size(data, name)
    # openpyxl warns of styles and checks of cells that it does not keep.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
            sheet = book.worksheets[0]
            # The size that a file states may be wrong.
            sheet.reset_dimensions()
            for row in sheet.iter_rows(values_only=True):
                yield [_text(value) for value in row]
        # A broken file makes openpyxl raise errors of many kinds.
        except Exception as error:
            message = (
                "this workbook is broken; open it in your spreadsheet and save it again as .xlsx"
            )
            raise refused(message, start) from error


def _check_unpacked_size(data: bytes, name: str) -> None:
    """Raises InvalidDefinition for a file that is no archive, or that is too large when unpacked."""
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(each.file_size for each in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        message = "this file is not an .xlsx workbook; save it as one in your spreadsheet"
        raise refused(message, start_of(name)) from error
    if size > _MOST_UNPACKED:
        message = (
            f"this workbook has more than {_MOST_UNPACKED // 1_000_000} MB when it is unpacked"
        )
        raise refused(message, start_of(name))


def _text(value: Any) -> str:
    """The text of a cell as a person would type it."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case int():
            return str(value)
        case float():
            from decimal import Decimal

            # Spreadsheets show fifteen digits.
            text = f"{Decimal(f'{value:.15g}'):f}"
            return text.rstrip("0").rstrip(".") if "." in text else text
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | time():
            return value.isoformat()
        case str():
            return tidy(value)
    # A formula for several cells keeps its text so.
    return tidy(str(getattr(value, "text", value) or ""))


def _in_one_line(text: str) -> str:
    """A text as the source shows it: a character for each of its characters, on one line."""
    return "".join(" " if each.isspace() else each for each in text)


_COLUMN = re.compile(r"[\w-]+")

# Rows with too few or too many cells that get a finding each.
_MOST_RAGGED = 20
_LONGEST_SHOWN = 40


# The column of a table, and the value of a combination, with how often the piece is there.
COPIES_COLUMN = "copies"


class DataRow(NamedTuple):
    """A row of a table: its values by the names of the columns; an empty cell is an empty text."""

    values: Mapping[str, Located[str]]
    place: Place


class DataTable(NamedTuple):
    """The columns of a file, by name, with the places of their names, and its rows."""

    columns: Mapping[str, Place]
    rows: tuple[DataRow, ...]


def read_table(path: Path, name: str) -> DataTable:
    """The table in a .csv, .tsv, .txt or .xlsx file; *name* is its path as the user would type it.

    Raises InvalidDefinition with everything that is wrong in the file, and UnusableInput if the
    library that reads workbooks is missing.
    """
    _log.info("reading %s", path)
    start = start_of(name)
    try:
        with path.open("rb") as file:
            data = file.read(limits.MOST_BYTES_OF_A_TABLE + 1)
    except OSError as error:
        raise refused(f"cannot read {name}: {error.strerror or error}", start) from error
    if len(data) > limits.MOST_BYTES_OF_A_TABLE:
        message = f"a table has at most {limits.MOST_BYTES_OF_A_TABLE // 1_000_000} MB; this file has more"
        raise refused(message, start)
    if path.suffix.lower() not in _FORMATS:
        raise refused("a table is a .csv or an .xlsx file; save it as one of these", start)
    reader, records = Reader(), list[Record]()
    try:
        for record in _FORMATS[path.suffix.lower()](data, name):
            if any(cell.value for cell in record.cells):
                records.append(record)
            if len(records) > limits.MOST_ROWS + 1:
                message = f"a table has at most {limits.MOST_ROWS:,} rows; this one has more"
                raise refused(message, record.place)
    except InvalidDefinition as error:
        reader.findings += error.findings
    if not records and not reader.findings:
        message = "this file is empty; write the names of the columns, and a row for each piece"
        raise refused(message, start)
    table = _table(reader, records[0], records[1:]) if records else DataTable({}, ())
    if reader.findings:
        raise InvalidDefinition(in_file_order(reader.findings))
    return table


_FORMATS = dict.fromkeys((".csv", ".tsv", ".txt"), csv_records) | {".xlsx": workbook_records}


def field_name(column: str) -> str:
    """The name of the field that a column with this heading holds.

    >>> field_name("Art File")
    'art-file'
    """
    return "-".join(column.lower().split())


def _table(reader: Reader, head: Record, rows: Sequence[Record]) -> DataTable:
    """The table of the row of names and those below it; a column without a name and values does not count."""
    if not rows and not reader.findings:
        message = "this table has names of columns and no rows; write a row for each piece"
        reader.error("structure", message, head.place)
    names = [field_name(cell.value) for cell in head.cells]
    columns: dict[str, Place] = {}
    for number, (name, (_, place)) in enumerate(zip(names, head.cells, strict=True)):
        cells = ((row, row.cells[number]) for row in rows if number < len(row.cells))
        used = next(((row, cell) for row, cell in cells if cell.value), None)
        if not name and used is not None:
            row, cell = used
            value = Related(f"row {row.number} has a value in it", cell.place)
            message = f"column {number + 1} has no name; write one, or remove the column"
            reader.error("name", message, place, value)
        elif name in columns:
            first = Related(f'the first "{name}" is here', columns[name])
            message = f'two columns are called "{name}"; rename or remove one of the two'
            reader.error("duplicate-key", message, place, first)
        elif name and not _COLUMN.fullmatch(name):
            shown = name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
            message = (
                f'a column cannot be called "{shown}": the first row has the names of the columns,'
                " made of letters, digits, blanks, - and _"
            )
            reader.error("name", message, place)
        if name:
            columns.setdefault(name, place)
    ragged = [(row, message) for row in rows if (message := _wrong_length(row, head))]
    for row, message in ragged[:_MOST_RAGGED]:
        reader.error("structure", f"row {row.number} {message}", row.place)
    for row, _ in ragged[_MOST_RAGGED : _MOST_RAGGED + 1]:
        more = counted(len(ragged) - _MOST_RAGGED, "row")
        message = f"{more} from row {row.number} on have too few or too many cells as well"
        reader.error("structure", message, row.place)
    pairs = ((row, zip(names, row.cells, strict=False)) for row in rows)
    made = (
        DataRow({name: cell for name, cell in cells if name}, row.place) for row, cells in pairs
    )
    return DataTable(columns, tuple(made))


def _wrong_length(row: Record, head: Record) -> str:
    """The error in the number of cells in a row; empty for a sound row."""
    columns, cells = len(head.cells), len(row.cells)
    has = f"has {counted(cells, 'cell')} for {counted(columns, 'column')}"
    lacking = [f'"{field_name(each.value)}"' for each in head.cells[cells:] if each.value]
    if lacking:
        are = "is" if len(lacking) == 1 else "are"
        return f"{has}: {in_words(lacking)} {are} missing; an empty cell needs its separator too"
    if any(cell.value for cell in row.cells[columns:]):
        return f"{has}; put a text that contains the separator in quotes"
    return ""
