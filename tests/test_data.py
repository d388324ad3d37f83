"""Tables of data: compared with Python's csv module, and a message for everything that is wrong."""

from __future__ import annotations

import csv
import io
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from itertools import count
from pathlib import Path
from typing import Literal

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.worksheet.worksheet import Worksheet

from pnp.basics.errors import Finding, InvalidDefinition, UnusableInput
from pnp.definition import DeckDefinition, load_definition
from pnp.definition.reading import DataTable, read_table
from tests.conftest import Call, refusal

Cells = list[list[str]]

TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
        st.sampled_from(',;\t"\n\r \u2028\x0ba\u0308'),
    ),
    max_size=12,
)


def table(folder: Path, content: str | bytes, name: str = "cards.csv") -> DataTable:
    """The table in a file with this content."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_table(path, name)


def values(found: DataTable) -> Cells:
    """The values of a table, row by row."""
    return [[cell.value for cell in row.values.values()] for row in found.rows]


def findings(folder: Path, content: str | bytes, name: str = "cards.csv") -> tuple[Finding, ...]:
    """Everything that is wrong with a file."""
    return refusal(table, folder, content, name)


def problem(folder: Path, content: str | bytes, name: str = "cards.csv") -> tuple[int, int, str]:
    """Line, column and message of the only thing that is wrong with a file."""
    (only,) = findings(folder, content, name)
    assert only.place.source.name == name
    return only.place.line, only.place.column, only.message


def kept(text: str) -> str:
    """A text as a table keeps it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", lines).strip()


@given(
    rows=st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(TEXTS, min_size=width, max_size=width), min_size=1, max_size=5
        )
    ),
    separator=st.sampled_from(",;\t"),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    mark=st.booleans(),
)
def test_a_table_is_read_as_python_reads_it(
    tmp_path_factory: pytest.TempPathFactory,
    rows: Cells,
    separator: str,
    quoting: Literal[0, 1],
    mark: bool,
) -> None:
    """Any texts, separators and quotes; each value is at its place in the file."""
    names = [f"column {number}" for number in range(len(rows[0]))]
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator, quoting=quoting).writerows([names, *rows])
    text = file.getvalue()
    read = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    expected = [row for row in ([kept(each) for each in row] for row in read[1:]) if any(row)]
    folder = tmp_path_factory.mktemp("tables")
    # A single column names no separator, so it is a comma; csv quotes for another one.
    if len(names) == 1 and separator != ",":
        return
    if not expected:
        assert "no rows" in problem(folder, text)[2]
        return
    found = table(folder, text.encode("utf-8-sig" if mark else "utf-8"))
    assert [*found.columns] == [name.replace(" ", "-") for name in names]
    assert values(found) == expected
    lines = text.splitlines()
    for row in found.rows:
        for value, place in row.values.values():
            written = lines[place.line - 1][place.column - 1 : place.end - 1]
            if '"' not in value and len(value.splitlines()) == 1:
                assert unicodedata.normalize("NFC", written) == value


def test_a_table_from_a_spreadsheet(tmp_path: Path) -> None:
    """Quotes, newlines in quotes, blank rows, blanks round values, and text that looks otherwise."""
    found = table(
        tmp_path,
        '\ufeffTitle;Art File;Cost_2;\r\n"Dragon ""Fire""; big"; "d.png" ;3;\r\n;;;\r\n'
        '  Troll ;"two\r\nlines";=1+1;\r\nno;#1;01;\r\n',
    )
    assert [*found.columns] == ["title", "art-file", "cost_2"]
    assert values(found) == [
        ['Dragon "Fire"; big', "d.png", "3"],
        ["Troll", "two\nlines", "=1+1"],
        ["no", "#1", "01"],
    ]
    second = found.rows[1].values
    assert [second[name].place[1:] for name in second] == [(4, 3, 8), (4, 11, 14), (5, 8, 12)]
    assert [row.place[1:3] for row in found.rows] == [(2, 1), (4, 1), (6, 1)]
    assert found.columns["art-file"].excerpt()[1].endswith("| " + " " * 6 + "^" * 8)
    assert second["art-file"].place.excerpt() == (
        '     4 |   Troll ;"two',
        "       | " + " " * 10 + "^^^",
    )


def test_the_separator_is_that_of_the_first_row(tmp_path: Path) -> None:
    """Whatever stands in quotes there, or below; a single column needs no separator."""
    assert values(table(tmp_path, 'a\tb\n"1,2"\t3;4;5\n')) == [["1,2", "3;4;5"]]
    assert [*table(tmp_path, '"a";b\n1,2,3;4\n').columns] == ["a", "b"]
    assert values(table(tmp_path, "\n\n,,\na,b\n1,2")) == [["1", "2"]]
    assert values(table(tmp_path, "text\nOne; two\n\nThree\n")) == [["One; two"], ["Three"]]


def test_quotes_inside_a_text_are_text(tmp_path: Path) -> None:
    """Only a quote at the beginning of a cell opens one."""
    assert values(table(tmp_path, 'a,b\n5" nail,x"y"\n')) == [['5" nail', 'x"y"']]


RAGGED = "a,b,c\n1,2,3\n1,2\n,,,,\n1,2,3,,\n1,2,3,4\n"


def test_ragged_rows_are_errors(tmp_path: Path) -> None:
    """With the names of the columns that they lack; empty cells at the end are no cells too many."""
    assert [(each.place.line, each.message) for each in findings(tmp_path, RAGGED)] == [
        (
            3,
            'row 3 has 2 cells for 3 columns: "c" is missing; an empty cell needs its separator too',
        ),
        (6, "row 6 has 4 cells for 3 columns; put a text that contains the separator in quotes"),
    ]
    many = findings(tmp_path, "a,b\n" + "1\n" * 50)
    assert len(many) == 21
    assert many[-1].message == "30 rows from row 22 on have too few or too many cells as well"


def test_all_mistakes_are_reported_together(tmp_path: Path) -> None:
    """In file order, also if the text cannot be read to its end."""
    found = findings(tmp_path, 'Art File,a+b,art-file\n1,2\n1,2,3\nx,"y\n')
    assert [(each.rule, *each.place[1:]) for each in found] == [
        ("name", 1, 10, 13),
        ("duplicate-key", 1, 14, 22),
        ("structure", 2, 1, 4),
        ("unreadable", 4, 3, 4),
    ]
    assert found[1].related[0].place[1:] == (1, 1, 9)


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        ("", (1, 1), "this file is empty"),
        ("\n\n,,\n", (1, 1), "this file is empty"),
        ("a,b\n", (1, 1), "names of columns and no rows"),
        ("a,,c\n1,2,3\n", (1, 3), "column 2 has no name; write one"),
        ("a,b,a\n1,2,3\n", (1, 5), 'two columns are called "a"'),
        ("a,b\n\n1,2,3\n", (3, 1), "row 3 has 3 cells for 2 columns"),
        ("Dragon says: run!\nhey\n", (1, 1), "the first row has the names of the columns"),
        ('a,b\n1,"2\n3,4\n', (2, 3), "the quotes that open here do not close"),
        ('a,b\n1,"2"x\n', (2, 6), "there is text behind the closing quote"),
        ('a,b\n"1\n2,"3"\n', (3, 4), "there is text behind the closing quote"),
        ("a,b\n1,\0\n", (2, 3), "this file has a character U+0000"),
        (b"a,b\n1,M\xfcll", (2, 4), 'it has the byte 0xfc, which is "ü" in Windows-1252'),
        (b"\xef\xbb\xbfa,b\n1,\x8f", (2, 3), "it has the byte 0x8f; save it as"),
        ("a,b\n1,ü\n".encode("utf-16"), (1, 1), 'UTF-16; save it as "CSV UTF-8"'),
        ("a,b\n1,2\n".encode("utf-16-le"), (1, 2), "this file has a character U+0000"),
        (b"PK\x03\x04etc", (1, 1), "this file is a workbook or an archive"),
        (b"\xd0\xcf\x11\xe0etc", (1, 1), "this file is an old workbook"),
        ("a\n" + "1\n" * 5001, (5002, 1), "a table has at most 5,000 rows"),
        (",".join(f"c{each}" for each in range(201)), (1, 1), "row 1 has more than 200 cells"),
        ("a\n" + "x" * 10_000_000, (1, 1), "a table has at most 10 MB"),
    ],
    ids=count(),
)
def test_every_mistake_has_its_message(
    tmp_path: Path, content: str | bytes, place: tuple[int, int], message: str
) -> None:
    """One message, with its line and column."""
    *found, text = problem(tmp_path, content)
    assert tuple(found) == place
    assert message in text


def test_what_is_no_table(tmp_path: Path) -> None:
    """Files of other sorts, and files that are not there."""
    assert "a table is a .csv or an .xlsx file" in problem(tmp_path, "a", "cards.ods")[2]
    with pytest.raises(InvalidDefinition, match=r"cannot read cards\.csv: No such file"):
        read_table(tmp_path / "cards.csv", "cards.csv")


def test_the_largest_table_is_read(tmp_path: Path) -> None:
    """All 5,000 rows, and 200 columns."""
    assert len(table(tmp_path, "a\n" + "1\n" * 5000).rows) == 5000
    names, row = (",".join(f"{letter}{each}" for each in range(200)) for letter in "cv")
    assert len(table(tmp_path, f"{names}\n{row}\n").rows[0].values) == 200


def workbook(rows: Iterable[Sequence[object]]) -> bytes:
    """A workbook with a sheet of these values, and another one."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for row in rows:
        sheet.append([*row])
    book.create_sheet("notes").append(["not this one"])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_has_values_as_people_typed_them(tmp_path: Path) -> None:
    """Numbers, dates, yes and no, formulas; cells that lack at the end are empty."""
    content = workbook(
        [
            ["Title", "Art File", "cost", "when"],
            ["Dragon", "d.png", 3.0, date(2024, 5, 1)],
            [],
            ["  Tröll\tA ", "two\nlines", "=1+1", datetime(2024, 5, 1, 13, 30)],
            ["x", True, 0.1 + 0.2, time(9, 5)],
            [1e21, None, -2.50],
        ]
    )
    found = table(tmp_path, content, "cards.xlsx")
    assert [*found.columns] == ["title", "art-file", "cost", "when"]
    assert values(found) == [
        ["Dragon", "d.png", "3", "2024-05-01"],
        ["Tröll\tA", "two\nlines", "=1+1", "2024-05-01T13:30:00"],
        ["x", "TRUE", "0.3", "09:05:00"],
        ["1" + "0" * 21, "", "-2.5", ""],
    ]
    assert [row.place.line for row in found.rows] == [2, 4, 5, 6]
    lines = found.rows[1].values["art-file"].place
    assert (lines.line, lines.column, lines.end) == (4, 9, 18)
    assert lines.excerpt() == (
        "     4 | Tröll A\ttwo lines\t=1+1\t2024-05-01T13:30:00",
        "       | " + " " * 7 + "\t" + "^" * 9,
    )
    for row in found.rows:
        for value, place in row.values.values():
            shown = place.source.line(place.line)[place.column - 1 : place.end - 1]
            assert shown.split() == value.split()


def test_mistakes_in_a_workbook_have_rows_and_columns(tmp_path: Path) -> None:
    """The line is the row of the sheet."""
    content = workbook([["a", "a", None], [None], ["1", None, "3"]])
    found = findings(tmp_path, content, "cards.xlsx")
    assert [(each.place.line, each.message) for each in found] == [
        (1, 'two columns are called "a"; rename or remove one of the two'),
        (1, "column 3 has no name; write one, or remove the column"),
    ]
    assert found[1].related[0].place[1:] == (3, 4, 5)
    assert "is empty" in problem(tmp_path, workbook([[]]), "cards.xlsx")[2]
    assert "no rows" in problem(tmp_path, workbook([["a"]]), "cards.xlsx")[2]
    many = workbook([["a"], *([each] for each in range(5001))])
    assert problem(tmp_path, many, "cards.xlsx")[::2] == (
        5002,
        "a table has at most 5,000 rows; this one has more",
    )
    wide = workbook([[f"c{each}" for each in range(201)]])
    assert "row 1 has more than 200 cells" in problem(tmp_path, wide, "cards.xlsx")[2]


SPREADSHEET = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRINGS = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
SMALL = workbook([["a", "b"], ["x", "y"]])


def repacked(**changed: bytes) -> bytes:
    """The small workbook with other bytes in some of its files, which are named without folders."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(SMALL)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, changed.get(Path(name).stem, old.read(name)))
    return file.getvalue()


def with_strings(strings: bytes, cells: bytes, *, declared: bytes = b"") -> bytes:
    """A workbook of the kind that Excel writes: texts are stored once, and cells have their numbers."""
    content = repacked(
        sheet1=b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (SPREADSHEET, cells)
    )
    part = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % STRINGS
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"</Types>", part))
        new.writestr(
            "xl/sharedStrings.xml", declared + b'<sst xmlns="%s">%s</sst>' % (SPREADSHEET, strings)
        )
    return file.getvalue()


CELL = b'<c t="s"><v>0</v></c>'
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "ha">%s]>' % b"".join(
    b'<!ENTITY %c "%s">' % (98 + each, b"&%c;" % (97 + each) * 20) for each in range(8)
)
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY i SYSTEM "/etc/hostname">]>'


def test_a_workbook_with_shared_texts(tmp_path: Path) -> None:
    """As Excel writes them; some of them in several fonts."""
    strings = b"<si><t>name</t></si><si><r><t>Big </t></r><r><t>dragon</t></r></si>"
    cells = b'<row r="2">%s</row><row r="4"><c r="A4" t="s"><v>1</v></c></row>' % CELL
    found = table(tmp_path, with_strings(strings, cells), "cards.xlsx")
    assert values(found) == [["Big dragon"]]
    assert found.rows[0].place.line == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this file is not an .xlsx workbook"),
        (b"a,b\n1,2\n", "this file is not an .xlsx workbook"),
        (SMALL[: len(SMALL) // 2], "this file is not an .xlsx workbook"),
        (b"\xd0\xcf\x11\xe0etc", "an old .xls file or has a password"),
        (repacked(sheet1=b"<worksheet><sheetData><row>"), "this workbook is broken"),
        (repacked(sheet1=b""), "this workbook is broken"),
        (repacked(workbook=b"<x/>"), "this workbook is broken"),
        (
            with_strings(b"<si><t>&i;</t></si>", b"<row>%s</row>" % CELL, declared=LAUGHS),
            "this workbook is broken",
        ),
        (
            with_strings(b"<si><t>&i;</t></si>", b"<row>%s</row>" % CELL, declared=OUTSIDE),
            "this workbook is broken",
        ),
        # A text of 40,000 letters in 10,000 cells: little to store, and 400 MB to read.
        (repacked(sheet1=b" " * 101_000_000), "more than 100 MB when it is unpacked"),
        (
            with_strings(
                b"<si><t>%s</t></si>" % (b"x" * 40_000), b"<row>%s</row>" % (CELL * 100) * 100
            ),
            "a table has at most 10 MB of text",
        ),
        # openpyxl makes a row for each number that is left out.
        (
            with_strings(b"<si><t>a</t></si>", b'<row r="9999999999"><c r="A2"/></row>'),
            "a sheet has at most 1,048,576 rows",
        ),
    ],
    ids=count(),
)
def test_a_broken_workbook_is_one_clear_error(tmp_path: Path, content: bytes, message: str) -> None:
    """Also one that is small, and fills the memory when it is unpacked."""
    line, column, text = problem(tmp_path, content, "cards.xlsx")
    assert (line, column) == (1, 1)
    assert message in text


def test_without_openpyxl_a_message_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only workbooks need it."""
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    message = (
        r"reading .xlsx files needs openpyxl; install it with: pip install 'pnp-tiles\[xlsx\]'"
    )
    with pytest.raises(UnusableInput, match=message):
        table(tmp_path, SMALL, "cards.xlsx")
    assert values(table(tmp_path, "a\n1\n")) == [["1"]]


WORDS = """\
game: words
pieces:
  cards:
    - name: spies
      size: poker
      data: words.csv
      per-piece: NUMBER
      face: [{text: "{word} {word-2}"}]
"""


def test_rows_share_a_card(in_folder: Path) -> None:
    """The fields of the second row end in -2; its copies are those of the first."""
    Path("words.csv").write_text("word,copies\nriver,2\nstone,2\nmoon,1\nforest,1\n")
    Path("a.yaml").write_text(WORDS.replace("NUMBER", "2"))
    (deck,) = load_definition(Path("a.yaml")).pieces_of(DeckDefinition)
    assert [(card.values, card.copies) for card in deck.cards] == [
        ({"word": "river", "word-2": "stone"}, 2),
        ({"word": "moon", "word-2": "forest"}, 1),
    ]


@pytest.mark.parametrize(
    ("rows", "number", "message"),
    [
        (
            "a,1\nb,1\nc,1\n",
            2,
            "a.yaml:7:18: error structure: 3 rows do not fill pieces of 2: 1 left over",
        ),
        (
            "a,1\nb,2\n",
            2,
            "words.csv:3:3: error structure: the rows of one piece have different copies",
        ),
        (
            "a,1\nb,1\n",
            13,
            "a.yaml:7:18: error number: per-piece has to be a whole number, at most 12, not 13",
        ),
    ],
)
def test_rows_that_share_no_card(
    in_folder: Path, pnp: Call, rows: str, number: int, message: str
) -> None:
    """Rows that are left over, and copies that differ, have a message at their place."""
    Path("words.csv").write_text(f"word,copies\n{rows}")
    Path("a.yaml").write_text(WORDS.replace("NUMBER", str(number)))
    result = pnp("validate", "a.yaml")
    assert result.exit_code == 1
    assert message in result.output
