"""Tables of data: the rows of a CSV file or a workbook, every value with its place."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Located,
    Place,
    Related,
    Severity,
    in_file_order,
)
from pnp.basics.words import counted, in_words
from pnp.definition.delimited import csv_records
from pnp.definition.records import MOST_BYTES, MOST_ROWS, Record, refused, start_of
from pnp.definition.workbooks import workbook_records

_log = logging.getLogger(__name__)

_NAME = re.compile(r"[\w-]+")

# Rows with too few or too many cells that get a finding each.
_MOST_RAGGED = 20
_LONGEST_SHOWN = 40


class Row(NamedTuple):
    """A row of a table: its values by the names of the columns; an empty cell is an empty text."""

    values: Mapping[str, Located[str]]
    place: Place


class Table(NamedTuple):
    """The columns of a file, by name, with the places of their names, and its rows."""

    columns: Mapping[str, Place]
    rows: tuple[Row, ...]


def read_table(path: Path, name: str) -> Table:
    """The table in a .csv, .tsv, .txt or .xlsx file; *name* is its path as the user would type it.

    Raises InvalidDefinition with everything that is wrong in the file, and UnusableInput if the
    library that reads workbooks is missing.
    """
    _log.info("reading %s", path)
    data = _bytes_of(path, name)
    records: list[Record] = []
    end: tuple[Finding, ...] = ()
    try:
        for record in _records(path, data, name):
            records.append(record)
            if len(records) > MOST_ROWS + 1:
                message = f"a table has at most {MOST_ROWS:,} rows; this one has more"
                raise refused(message, record.place)
    except InvalidDefinition as error:
        end = error.findings
    if not records and not end:
        message = "this file is empty; write the names of the columns, and a row for each piece"
        raise refused(message, start_of(name))
    return _table(records, end)


def field_name(column: str) -> str:
    """The name of the field that a column with this heading holds.

    >>> field_name("Art File")
    'art-file'
    """
    return "-".join(column.lower().split())


def _bytes_of(path: Path, name: str) -> bytes:
    """The bytes of a file; raises InvalidDefinition if it is too large or cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise refused(f"cannot read {name}: {error.strerror or error}", start_of(name)) from error
    if len(data) > MOST_BYTES:
        message = f"a table has at most {MOST_BYTES // 1_000_000} MB; this file has more"
        raise refused(message, start_of(name))
    return data


def _records(path: Path, data: bytes, name: str) -> Iterator[Record]:
    """The rows of a file that have a value; the first has the names of the columns."""
    match path.suffix.lower():
        case ".csv" | ".tsv" | ".txt":
            records = csv_records(data, name)
        case ".xlsx":
            records = workbook_records(data, name)
        case _:
            message = "a table is a .csv or an .xlsx file; save it as one of these"
            raise refused(message, start_of(name))
    return (each for each in records if any(cell.value for cell in each.cells))


def _table(records: Sequence[Record], end: tuple[Finding, ...]) -> Table:
    """The table of some records; `end` is the finding at which reading them ended."""
    findings = [*end]
    places: dict[str, Place] = {}
    names: list[str] = []
    head, rows = records[0] if records else None, records[1:]
    for number, cell in enumerate(head.cells if head else ()):
        used = next((row for row in rows if _has_value(row, number)), None)
        findings += _wrong_name(cell, number, used, places)
        names.append(field_name(cell.value))
        places.setdefault(names[-1], cell.place)
    if head:
        findings += _ragged(rows, head)
    if head and not rows and not end:
        message = "this table has names of columns and no rows; write a row for each piece"
        findings.append(_error("structure", message, head.place))
    if findings:
        raise InvalidDefinition(in_file_order(findings))
    columns = {name: place for name, place in places.items() if name}
    return Table(columns, tuple(_row(names, each) for each in rows))


def _row(names: Sequence[str], record: Record) -> Row:
    """The row of a record; empty cells beyond the last name belong to no column."""
    pairs = zip(names, record.cells, strict=False)
    return Row({name: cell for name, cell in pairs if name}, record.place)


def _has_value(record: Record, number: int) -> bool:
    return number < len(record.cells) and bool(record.cells[number].value)


def _wrong_name(
    cell: Located[str], number: int, used: Record | None, known: Mapping[str, Place]
) -> Iterator[Finding]:
    """The error in the name of a column; `used` is the first row with a value in the column.

    A column with neither a name nor values is no column.
    """
    name = field_name(cell.value)
    if not name and used is not None:
        value = Related(f"row {used.number} has a value in it", used.cells[number].place)
        message = f"column {number + 1} has no name; write one, or remove the column"
        yield _error("name", message, cell.place, value)
    elif name and name in known:
        first = Related(f'the first "{name}" is here', known[name])
        message = f'two columns are called "{name}"; rename or remove one of the two'
        yield _error("duplicate-key", message, cell.place, first)
    elif name and not _NAME.fullmatch(name):
        shown = name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
        message = (
            f'a column cannot be called "{shown}": the first row has the names of the columns, made'
            " of letters, digits, blanks, - and _"
        )
        yield _error("name", message, cell.place)


def _ragged(rows: Iterable[Record], head: Record) -> Iterator[Finding]:
    """A finding for each row with too few or too many cells, up to a limit."""
    wrong = [(row, message) for row in rows if (message := _wrong_length(row, head))]
    for row, message in wrong[:_MOST_RAGGED]:
        yield _error("structure", f"row {row.number} {message}", row.place)
    for row, _ in wrong[_MOST_RAGGED : _MOST_RAGGED + 1]:
        more = counted(len(wrong) - _MOST_RAGGED, "row")
        message = f"{more} from row {row.number} on have too few or too many cells as well"
        yield _error("structure", message, row.place)


def _wrong_length(row: Record, head: Record) -> str:
    """The error in the number of cells in a row; empty for a sound row."""
    columns, cells = len(head.cells), len(row.cells)
    lacking = [f'"{field_name(each.value)}"' for each in head.cells[cells:] if each.value]
    if lacking:
        return (
            f"has {counted(cells, 'cell')} for {counted(columns, 'column')}: {in_words(lacking)}"
            f" {'is' if len(lacking) == 1 else 'are'} missing; an empty cell needs its separator too"
        )
    if any(cell.value for cell in row.cells[columns:]):
        return (
            f"has {counted(cells, 'cell')} for {counted(columns, 'column')}; put a text that"
            " contains the separator in quotes"
        )
    return ""


def _error(rule: str, message: str, place: Place, *related: Related) -> Finding:
    return Finding(rule, Severity.ERROR, message, place, related)
