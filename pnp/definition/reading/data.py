"""Rows of values: those of a table in a file, and every combination of the values of some lists."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
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
from pnp.basics.words import counted, did_you_mean, in_words, nearest
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node, SequenceNode
from pnp.definition.reading.reader import Fields, Reader
from pnp.definition.reading.records import (
    MOST_BYTES,
    MOST_ROWS,
    Record,
    csv_records,
    refused,
    start_of,
    workbook_records,
)

_log = logging.getLogger(__name__)

_COLUMN = re.compile(r"[\w-]+")

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
    elif name and not _COLUMN.fullmatch(name):
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


Values = tuple[Located[str], ...]
# One value of each list, in the order of the lists.
Combination = tuple[str, ...]

_EXCEPT = "except"

_VALUE = kinds.located(kinds.text())
_NAME = kinds.name("a list")
_LIST = kinds.list_of(_VALUE, "values", each="a value", least=1)
# Values by the names of their lists.
_EXCEPTION = kinds.located(kinds.map_of(kinds.word("a name"), _VALUE, "values", each="a value"))
_EXCEPTIONS = kinds.list_of(_EXCEPTION, "exceptions", each="an exception", or_one=True)

LeftOut = Located[tuple[tuple[Located[str], Located[str]], ...]]


def _read(reader: Reader, node: Node, what: str) -> tuple[Row, ...] | None:
    """The rows of a mapping of lists; None after a finding."""
    before = len(reader.findings)
    fields = reader.fields(node, what)
    if fields is None:
        return None
    lists = dict(_lists(reader, fields))
    exceptions = fields.read(_EXCEPT, lambda each: _EXCEPTIONS.read(reader, each, _EXCEPT)) or ()
    if len(reader.findings) == before and len(lists) < 2:
        message = f"{what} needs two lists or more, such as suit: [hearts, spades]"
        reader.error("structure", message, node.place)
    total = prod(map(len, lists.values()))
    if total > MOST_ROWS:
        message = f"{what} makes {total:,} combinations; at most {MOST_ROWS:,} are allowed"
        reader.error("structure", message, node.place)
    if len(reader.findings) == before:
        left_out = _left_out(reader, exceptions, lists)
        if len(left_out) == total:
            message = f"the exceptions leave out all {total:,} combinations"
            reader.error("structure", message, fields.place_of(_EXCEPT))
    if len(reader.findings) > before:
        return None
    return tuple(_rows(lists, left_out, node.place))


def _lists(reader: Reader, fields: Fields) -> Iterator[tuple[str, Values]]:
    """The lists by name, with findings for values that a list has twice."""
    for key, node in fields.items():
        if key.text == _EXCEPT:
            continue
        has_mappings = isinstance(node, SequenceNode) and any(
            isinstance(each, MappingNode) for each in node.items
        )
        if has_mappings and nearest(key.text, [_EXCEPT]):
            hint = did_you_mean(key.text, [_EXCEPT])
            reader.error("unknown-key", f'"{key.text}" is no list of values{hint}', key.place)
            continue
        name = _NAME.read(reader, key, "a list") or ""
        values = _LIST.read(reader, node, f'the list "{name}"') or ()
        reader.distinct(
            values,
            f'the list "{name}" has "{{}}" twice; remove one of the two',
            rule="duplicate-value",
            first='the first "{}" is here',
        )
        yield name, values


def _left_out(
    reader: Reader, exceptions: tuple[LeftOut, ...], lists: Mapping[str, Values]
) -> set[Combination]:
    """The combinations that have all values of an exception."""
    names, found = [*lists], set[Combination]()
    for entries, place in exceptions:
        wanted = {name.value: value.value for name, value in entries}
        if not wanted:
            reader.error("structure", "an exception needs a value of a list", place)
        if not wanted or not _is_known(reader, entries, lists):
            continue
        choices = [
            [wanted[name]] if name in wanted else [each.value for each in lists[name]]
            for name in names
        ]
        these = {*product(*choices)}
        if these <= found:
            message = "this exception leaves out nothing: those before it leave out the same"
            reader.error("structure", message, place)
        found |= these
    return found


def _is_known(
    reader: Reader,
    entries: Collection[tuple[Located[str], Located[str]]],
    lists: Mapping[str, Values],
) -> bool:
    """Whether an exception has only lists and values that there are; findings for all others."""
    before = len(reader.findings)
    for name, value in entries:
        if name.value not in lists:
            hint = did_you_mean(name.value, lists)
            reader.error("unknown-word", f'no list is called "{name.value}"{hint}', name.place)
            continue
        known = {each.value for each in lists[name.value]}
        if value.value not in known:
            message = f'the list "{name.value}" has no "{value.value}"'
            reader.error("unknown-word", message + did_you_mean(value.value, known), value.place)
    return len(reader.findings) == before


def _rows(
    lists: Mapping[str, Values], left_out: Collection[Combination], place: Place
) -> Iterator[Row]:
    """The rows in the order of the lists, the last one fastest."""
    for values in product(*lists.values()):
        if tuple(each.value for each in values) not in left_out:
            yield Row(dict(zip(lists, values, strict=True)), place)


COMBINATIONS: Kind[tuple[Row, ...]] = Kind(
    _read,
    (),
    "a mapping from names to two lists of values or more, perhaps with `except`: a list of"
    " combinations to leave out, such as `{suit: hearts, rank: A}`",
    {
        "type": "object",
        "minProperties": 2,
        "properties": {
            _EXCEPT: {**_EXCEPTIONS.schema, "description": "Combinations to leave out."}
        },
        "propertyNames": _NAME.schema,
        "additionalProperties": _LIST.schema,
    },
)
