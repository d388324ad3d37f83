"""Workbooks: the rows of the first sheet of an .xlsx file."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator
from datetime import datetime, time
from decimal import Decimal
from typing import Any

from pnp.basics.errors import Located, Place, Source
from pnp.basics.extras import library
from pnp.definition.records import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    Record,
    refused,
    start_of,
    tidy,
)

# Bytes of a workbook when it is unpacked: XML takes several times as much as the text in it.
_MOST_UNPACKED = 10 * MOST_BYTES

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
        while texts and not texts[-1]:
            texts.pop()
        size += sum(map(len, texts)) + 1
        if not texts:
            continue
        rows[number] = tuple(texts)
        if len(texts) > MOST_COLUMNS:
            raise refused(f"row {number} has more than {MOST_COLUMNS} cells", start)
        if size > MOST_BYTES:
            raise refused(f"a table has at most {MOST_BYTES // 1_000_000} MB of text", start)
        if len(rows) > MOST_ROWS + 1:
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
