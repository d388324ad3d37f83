"""Rulebooks: reading, printing, the structure for screen readers, and errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import DoesNotFit, Finding, MissingGlyph, Source
from pnp.basics.units import POINTS_PER_MM
from pnp.documents import (
    Block,
    Book,
    Bullets,
    Figure,
    Heading,
    KitFile,
    KitPart,
    Note,
    Numbered,
    Paragraph,
    Picture,
    Rule,
    Run,
    Table,
    book_pdf,
    booklet_pdf,
    bound,
    page_count,
    read_markdown,
)
from pnp.documents.typography import typography
from pnp.render import pdf_bytes
from pnp.scene import Document, Drawing, Layer, Page, Shape, Text
from pnp.scene.geometry import Box, Point, polygon
from tests.conftest import ROOT, refusal
from tests.pages import (
    elements,
    figures,
    ink_of,
    opened,
    outline,
    page_texts,
    shown,
    tagged_texts,
    word,
    words,
)
from tests.rasters import pdf_raster
from tests.rulebooks import FIGURES, RULEBOOK, Library, sample_book

A4, A5, LETTER = (210.0, 297.0), (148.0, 210.0), (215.9, 279.4)
SMALL = (101.6, 152.4)
SIZES = pytest.mark.parametrize("size", [A4, A5, LETTER])


@cache
def printed(size: tuple[float, float], text: str = RULEBOOK) -> bytes:
    """The sample rulebook, or another text, on pages of this size."""
    return book_pdf(sample_book(text), *size)


def blocks_of(text: str) -> tuple[object, ...]:
    """The blocks of a text."""
    return read_markdown(Source("rules.md", text), Library())


def problems(text: str) -> tuple[Finding, ...]:
    """The findings about a text."""
    return refusal(blocks_of, text)


# Reading


def test_headings_paragraphs_and_styles() -> None:
    """Headings have levels, text has runs, and neighbours of one style are one run."""
    text = "# One\n\n### Three\n\nplain **bold** and *soft*\nand `code`\\\nend"
    assert blocks_of(text) == (
        Heading(1, (Run("One"),)),
        Heading(3, (Run("Three"),)),
        Paragraph(
            (
                Run("plain "),
                Run("bold", strong=True),
                Run(" and "),
                Run("soft", emphasis=True),
                Run(" and "),
                Run("code", code=True),
                Run("\nend"),
            )
        ),
    )


def test_headings_open_pages() -> None:
    """A word in braces behind a heading opens a page; unknown words are problems."""
    text = "# Title\n\n## Rules {page}\n\n### {{ tiles }}\n\n## Player aid {back}\n"
    headings = [block for block in blocks_of(text) if isinstance(block, Heading)]
    assert [heading.opens for heading in headings] == ["", "page", "", "back"]
    assert headings[1].text[0].text == "Rules"
    (finding,) = problems("# Title\n\n## Rules {pge}\n")
    assert (finding.place.line, finding.place.column) == (3, 10)
    assert 'did you mean "page"' in finding.message


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "the page is empty"),
        ("# A\n\n#\n", (3, 1), "a heading needs a text"),
        ("# A\n\n## {back}\n", (3, 1), "a heading needs a text"),
        ("# A\n\n## B {back}\n\n## C\n", (5, 4), "{back}, which is the last page"),
    ],
)
def test_headings_have_texts_and_an_end(text: str, place: tuple[int, int], message: str) -> None:
    """A page without a heading's text, or sections after the last page, are problems."""
    (finding,) = problems(text)
    assert place == (finding.place.line, finding.place.column)
    assert message in finding.message


def test_lists_notes_and_rules() -> None:
    """Lists nest and keep the number that they begin with; a quotation is a note."""
    text = "3. one\n   - two\n4. three\n\n> four\n\n---\n"
    assert blocks_of(text) == (
        Numbered(
            (
                (Paragraph((Run("one"),)), Bullets(((Paragraph((Run("two"),)),),))),
                (Paragraph((Run("three"),)),),
            ),
            start=3,
        ),
        Note((Paragraph((Run("four"),)),)),
        Rule(),
    )


def test_values_are_set_everywhere() -> None:
    """A value stands in headings, lists, tables and captions, and code is left as it is."""
    text = (
        "# {{title}}\n\n- **{{ tiles }}**\n\n| {{ players }} |\n|---|\n| {{ minutes }} |\n\n"
        "![{{ tiles }} tiles](tile)\n\n`{{ tiles }}` \\{{ tiles }}\n"
    )
    title, items, table, figure, last = blocks_of(text)
    assert title == Heading(1, (Run("Three Rivers"),))
    assert items == Bullets(((Paragraph((Run("216", strong=True),)),),))
    assert isinstance(table, Table) and isinstance(figure, Figure)
    assert (table.header, table.rows) == (((Run("1 to 4"),),), (((Run("30"),),),))
    assert (figure.caption, figure.alt) == ((Run("216 tiles"),), "216 tiles")
    assert last == Paragraph((Run("{{ tiles }}", code=True), Run(" {{ tiles }}")))


def test_figures() -> None:
    """An image alone in a paragraph is a figure, rows are a table, a target may have spaces."""
    figure, table = blocks_of("![A *tile*](<wide tile>)\n\n![Families](families)")
    assert figure == Figure(FIGURES["wide tile"], (Run("A "), Run("tile", emphasis=True)), "A tile")
    assert isinstance(table, Table)
    assert table.caption == (Run("Families"),)
    assert table.alignment == ("left", "right", "centre")
    assert table.rows[0][:2] == ((Run("line"),), (Run("196"),))


def test_pictures_in_cells() -> None:
    """An image alone in a cell is a picture, whose caption is read out."""
    (table,) = blocks_of("| a | b |\n|:-:|--:|\n| ![A river](small) | c |\n")
    assert isinstance(table, Table)
    picture = FIGURES["small"]
    assert isinstance(picture, Picture)
    assert table.rows == ((picture._replace(alt="A river"), (Run("c"),)),)
    assert table.alignment == ("centre", "right")


def test_links_are_printed_with_their_address() -> None:
    """Paper has no links: the address stands behind the text, unless it is the text."""
    text = "[here](https://a.example/b), <https://c.example>, [below](#below)"
    assert blocks_of(text) == (
        Paragraph((Run("here (https://a.example/b), https://c.example, below"),)),
    )


def test_fenced_blocks_keep_their_places() -> None:
    """A resolver is given the block at its true lines and columns, also inside of a list."""
    given: list[tuple[str, Source, int]] = []

    class Listener(Library):
        def block(self, kind: str, source: Source, line: int) -> Figure:
            given.append((kind, source, line))
            return super().block(kind, source, line)

    text = "text\n\n- item\n\n  ```board\n  x\n\n    xx\n  ```\n"
    read_markdown(Source("rules.md", text), Listener())
    ((kind, source, line),) = given
    assert (kind, source.name, line) == ("board", "rules.md", 5)
    assert source.text.split("\n") == ["", "", "", "", "", "  x", "", "    xx", ""]


@pytest.mark.parametrize("end", ["\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_lines_with_strange_ends_are_refused(end: str) -> None:
    """Markdown goes on in the same line, where a terminal or an excerpt begins another."""
    (finding,) = problems(f"word\r\n\r\nwörd{end}{{{{ nothing }}}}")
    assert finding.place[1:3] == (3, 5)
    assert f"the character U+{ord(end):04X} is not allowed" in finding.message
    assert finding.place.excerpt()[0].endswith("| wörd")


@given(
    marks=st.lists(st.sampled_from(["> ", "- ", "1. ", "* "]), max_size=4),
    before=st.text("ab (*_", max_size=8),
    lines=st.integers(0, 3),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_places_are_true(marks: list[str], before: str, lines: int, end: str) -> None:
    """Whatever the value stands in, its place is where it is in the file."""
    last = "".join(marks) + "x" + before + "{{ nothing }}"
    (finding,) = problems(f"word{end}{end}" * lines + last)
    assert finding.place[1:3] == (2 * lines + 1, last.index("{{") + 1)


# Pages


@SIZES
def test_text_in_reading_order(size: tuple[float, float]) -> None:
    """The text of the pages is the text of the rulebook, from its title to its end."""
    text = " ".join(page_texts(printed(size)))
    order = ["Three Rivers", "All 216 tiles", "What is in the box", "Family"]
    order += ["nexus", "Before the first game.", "How to begin", "1 Lay the", "no discards."]
    order += ["3 Whoever", "The first tile", "Your turn", "Bridges", "A board.", "Points"]
    order += ["at the end, for", "A tie is", "(https://example.org/rivers)", "Twelve tiles in a"]
    places = []
    for text_of in order:
        places.append(text.index(text_of, places[-1] if places else 0))
    assert places == sorted(places)


def test_bookmarks_nest() -> None:
    """Headings are bookmarks, nested by level, even if the rulebook skips a level."""
    text = "# A\n\n### B\n\ntext\n\n## C\n\n### D\n\n# E\n"
    with opened(printed(A5, text)) as file, file.open_outline() as bookmarks:
        assert outline(bookmarks.root) == [["A", ["B", ["C", ["D"]]]], "E"]


def test_metadata() -> None:
    """The file has title, author, subject and language; a viewer shows the title and does not scale."""
    with opened(printed(A4)) as file:
        assert str(file.docinfo["/Title"]) == "Three Rivers, rules"
        assert str(file.docinfo["/Author"]) == "A. Designer"
        assert str(file.docinfo["/Subject"]) == "Rules of the tile game Three Rivers"
        assert str(file.Root.Lang) == "en"
        assert file.Root.ViewerPreferences.DisplayDocTitle is True
        assert str(file.Root.ViewerPreferences.PrintScaling) == "/None"
        assert file.Root.MarkInfo.Marked is True


@SIZES
def test_fonts_are_embedded(size: tuple[float, float]) -> None:
    """No page depends on the fonts of the machine that shows it."""
    with opened(printed(size)) as file:
        fonts = [
            thing
            for thing in file.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]
        assert {str(font.FontName).split("+")[-1] for font in fonts} == {
            "AtkinsonHyperlegible-Regular",
            "AtkinsonHyperlegible-Bold",
        }
        assert all("/FontFile2" in font for font in fonts)


@SIZES
def test_no_text_is_tiny(size: tuple[float, float]) -> None:
    """Nothing but what a figure itself shows is smaller than 7 points; sizes are few."""
    with opened(printed(size)) as file:
        sizes = {
            round(item.font_size, 2)
            for page in file.pages
            for item in shown(page)
            if item.operator in ("Tj", "TJ")
        }
    assert min(sizes) >= 7.0
    assert len(sizes) <= 7


@SIZES
def test_margins_are_empty(size: tuple[float, float]) -> None:
    """All ink is in the frame of the text, but for the running foot and the bar of a note."""
    margin, bar = typography(*size).margin, 0.8
    for page in range(page_count(printed(size))):
        ink = ink_of(printed(size), page)
        assert ink.x > margin.inner - bar
        assert ink.right < size[0] - margin.outer + 0.4
        assert ink.y > margin.top - 1.5
        assert ink.bottom < size[1] - 7.0


def test_paper_is_white() -> None:
    """The ground of a page costs no ink."""
    raster = pdf_raster(printed(A4), 36)
    assert np.mean((raster == 1.0).all(axis=2)) > 0.6


def square(width: float, height: float) -> Figure:
    """A figure of this size, all black."""
    corners = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)]
    drawing = Drawing((Shape(polygon(corners), "#000000"),))
    return Figure(Picture(drawing, Box(0, 0, width, height)), (Run("Black"),), "A square")


def book_of(*blocks: object) -> Book:
    """A book of these blocks."""
    return Book("Title", "Author", "Subject", blocks)  # type: ignore[arg-type]


def test_figures_are_true_to_size_or_smaller() -> None:
    """A figure is never enlarged, and made smaller only where it is too wide or too high."""
    shown = (square(5, 5), square(119, 20), square(238, 20), square(20, 220))
    pdf = book_pdf(book_of(*chain(*((Heading(2, (Run("Head"),)), each) for each in shown))), *A5)
    tallest = 0.5 * typography(*A5).text_height
    with opened(pdf) as file:
        sizes = [(each.box.width, each.box.height) for each in figures(file)]
    expected = [(5, 5), (119, 20), (119, 10), (20 * tallest / 220, tallest)]
    for size, each in zip(sizes, expected, strict=True):
        assert size == pytest.approx(each, abs=0.05)


@pytest.mark.slow
def test_a_figure_is_where_its_box_says() -> None:
    """Only the part of a drawing in the box is shown, upright, in the middle of the column."""
    corners = [Point(10, 10), Point(60, 10), Point(60, 30), Point(10, 30)]
    top_half = [Point(10, 10), Point(60, 10), Point(60, 20), Point(10, 20)]
    drawing = Drawing((Shape(polygon(corners), "#0000FF"), Shape(polygon(top_half), "#FF0000")))
    picture = Picture(drawing, Box(20, 10, 20, 20))
    raster = pdf_raster(book_pdf(book_of(Figure(picture, (), "Two halves")), *A5), 254)
    red = np.argwhere((raster > [0.9, -1, -1]).all(axis=2) & (raster < [2, 0.1, 0.1]).all(axis=2))
    blue = np.argwhere((raster > [-1, -1, 0.9]).all(axis=2) & (raster < [0.1, 0.1, 2]).all(axis=2))
    assert (red.max(axis=0) - red.min(axis=0) + 1) / 10 == pytest.approx([10, 20], abs=0.2)
    assert blue[:, 0].min() > red[:, 0].max()
    middle = (15 + 148 - 14) / 2
    assert (red[:, 1].min() + red[:, 1].max()) / 20 == pytest.approx(middle, abs=0.2)


def lines_of(count: int, word: str = "word") -> Paragraph:
    """A paragraph of this many lines."""
    return Paragraph((Run("\n".join(f"{word}{number}" for number in range(count))),))


@pytest.mark.parametrize("lines", range(30, 50))
def test_headings_stay_with_their_text(lines: int) -> None:
    """A heading is never the last on its page: two lines of its text, or all of it, follow."""
    text = lines_of(5, "after")
    first, *rest = page_texts(
        book_pdf(book_of(lines_of(lines), Heading(2, (Run("Heading"),)), text), *A5)
    )
    if "Heading" in first:
        assert "after1" in first
    else:
        assert rest[0].startswith("Heading after0 after1") or "Heading after0 after1" in rest[0]


def sentence(text: str, *, strong: bool = False) -> Paragraph:
    """A paragraph of one run."""
    return Paragraph((Run(text, strong=strong),))


LIST = Bullets(((sentence("item0"),), (sentence("item1"),)))
TABLE = Table(((Run("item"),),), (((Run("item0"),),), ((Run("item1"),),)), ("left",))


@pytest.mark.spread(10)
@pytest.mark.covering(2)
@pytest.mark.parametrize("lines", range(30, 50, 2))
@pytest.mark.parametrize("listing", [LIST, TABLE], ids=["list", "table"])
@pytest.mark.parametrize(
    "start",
    [
        (Heading(2, (Run("Start"),)), sentence("Introduction.")),
        (sentence("Start", strong=True), sentence("Introduction.")),
        (lines_of(9), sentence("Start with these:")),
    ],
    ids=["heading", "bold", "colon"],
)
@pytest.mark.parametrize("noted", [False, True], ids=["page", "note"])
def test_introductions_stay_with_their_list(
    lines: int, listing: Bullets | Table, start: tuple[Block, ...], noted: bool
) -> None:
    """The introduction of a list or a table is on the page where the list or table begins."""
    blocks = (Note((*start, listing)),) if noted else (*start, listing)
    pages = page_texts(book_pdf(book_of(lines_of(lines), *blocks), *A5))
    (page,) = [page for page in pages if "Start" in page]
    assert "item0" in page


def test_a_row_of_a_page_comes_apart() -> None:
    """A row that is higher than the rest of the page begins there; no line of it is lost."""
    row = ((Run("\n".join(f"line{number}" for number in range(40))),),)
    table = Table(((Run("Row"),),), (row,), ("left",))
    title = Heading(1, (Run("Start"),))
    pdf = book_pdf(book_of(title, lines_of(9, "before"), table), *A5)
    assert page_texts(pdf)[0].startswith("Start before0")
    assert re.findall(r"line\d+", " ".join(page_texts(pdf))) == [f"line{n}" for n in range(40)]


@pytest.mark.parametrize("lines", range(20, 50, 3))
def test_no_header_is_left_alone(lines: int) -> None:
    """A table that is broken has a row below its header on every page, and loses none."""
    rows = tuple(((Run(f"row{number}"),),) for number in range(6))
    table = Table(((Run("Header"),),), rows, ("left",))
    texts = page_texts(book_pdf(book_of(lines_of(lines), table), *A5))
    assert all("row" in text for text in texts if "Header" in text)
    assert re.findall(r"row\d", " ".join(texts)) == [f"row{number}" for number in range(6)]


@pytest.mark.parametrize("lines", range(30, 50))
def test_no_line_is_left_alone(lines: int) -> None:
    """A paragraph that is broken leaves two lines on either page."""
    first, *rest = page_texts(book_pdf(book_of(lines_of(lines), lines_of(6, "after")), *A5))
    there = sum(f"after{number}" in first for number in range(6))
    assert there not in (1, 5)
    assert there + sum(f"after{number}" in " ".join(rest) for number in range(6)) == 6


@pytest.mark.parametrize("lines", range(20, 50, 3))
def test_figures_stay_with_their_captions(lines: int) -> None:
    """Wherever a figure comes, its caption is on the same page, below it."""
    pdf = book_pdf(book_of(lines_of(lines), square(100, 40)), *A5)
    with opened(pdf) as file:
        (figure,) = figures(file)
    caption = word(pdf, "Black")
    assert caption.page == figure.page
    assert figure.box.bottom < caption.box.y < figure.box.bottom + 5


@pytest.mark.slow
def test_a_long_table_repeats_its_header() -> None:
    """Each page of a table begins with the header, which is read out once."""
    rows = tuple(((Run(f"row{number}"),), (Run("x " * 90),)) for number in range(60))
    table = Table(((Run("Number"),), (Run("What"),)), rows, ("left", "left"))
    pdf = book_pdf(book_of(table), *A5)
    texts = page_texts(pdf)
    assert len(texts) > 2
    assert all(text.startswith("Number What row") for text in texts)
    assert [text for text in tagged_texts(pdf) if text == "Number"] == ["Number"]


def test_the_name_of_a_file_breaks_after_its_hyphens() -> None:
    """A name that is wider than its column has whole parts in each line."""
    name = (
        "-".join(["every", "single", "part", "of", "this", "name", "stays", "whole"] * 3) + ".pdf"
    )
    lines = [each.text for each in words(book_pdf(book_of(Paragraph((Run(name),))), *A5))]
    # The foot of the page has words without hyphens.
    parts = [each for each in lines if "-" in each or ".pdf" in each]
    assert len(parts) > 1
    assert all(each.endswith("-") for each in parts[:-1])
    assert "".join(parts) == name


@pytest.mark.parametrize("size", [A4, A5, SMALL], ids=["a4", "a5", "4x6"])
def test_long_words_and_wide_tables_stay_in_the_column(size: tuple[float, float]) -> None:
    """A word longer than its line is broken, wherever it stands, and no letter of it is lost."""
    text = (Run("W" * 60),)
    paragraph = Paragraph(text)
    blocks = (
        Heading(1, text),
        Heading(2, text),
        paragraph,
        Bullets(((paragraph, Bullets(((paragraph,),))),)),
        Table((text,) * 5, ((text,) * 5,), ("left",) * 5),
        Table(((), ()), ((text, text),), ("left", "left")),
        Note((paragraph,)),
        paragraph,
        Figure(square(10, 10).picture, text, "A square"),
    )
    pdf = book_pdf(book_of(*blocks), *size)
    design = typography(*size)
    for page in range(page_count(pdf)):
        ink = ink_of(pdf, page)
        assert ink.right < size[0] - design.margin.outer + 0.6
    assert "".join(page_texts(pdf)).count("W") == 60 * (8 + 10 + 2)
    if design.columns == 2:
        middle = size[0] / 2
        crossing = [
            each for each in words(pdf) if each.box.x < middle - 1 < middle + 1 < each.box.right
        ]
        assert {each.box.height > 4 for each in crossing} <= {True}, "only the title may cross"


def test_empty_cells_and_high_rows() -> None:
    """A cell may be empty, and rows may be so high that only one fits a page."""
    high = (Run("\n".join(f"line{number}" for number in range(44))),)
    table = Table(((), (Run("What"),)), (((), high), (high, ()), ((), ())), ("left", "right"))
    pdf = book_pdf(book_of(table), *A5)
    assert " ".join(page_texts(pdf)).count("line43") == 2
    with opened(pdf) as file:
        assert_structure_is_complete(file)


def test_empty_items_and_notes() -> None:
    """A list may have items without text, and a note may hold a list, a table and a figure."""
    table = Table(((Run("a"),),), (((Run("b"),),),), ("left",))
    items = Bullets(((), (square(10, 10),), (table,)))
    pdf = book_pdf(book_of(items, Note((items, table, square(10, 10))), Note(())), *A5)
    (text,) = page_texts(pdf)
    # Nothing of a picture comes between its list and its caption.
    assert text.replace(" ", "").count("•") == 6
    assert (text.count("Black"), len(re.findall(r"a ?b", text))) == (3, 3)
    with opened(pdf) as file:
        assert_structure_is_complete(file)


@pytest.mark.parametrize(
    "book",
    [
        Book("T", "A", "S", (Paragraph((Run("\u2192"),)),)),
        Book("T", "A", "S", (Paragraph((Run("a"),)),), footer="\u2192"),
        Book("T", "A", "S", (Heading(1, (Run("\u2192"),)),)),
    ],
)
def test_missing_glyphs_are_refused(book: Book) -> None:
    """No page is printed with boxes in place of characters."""
    with pytest.raises(MissingGlyph):
        book_pdf(book, *A5)


def test_markup_in_text_is_text() -> None:
    """A text that looks like the typesetter's markup is printed as it is."""
    (text,) = page_texts(book_pdf(book_of(Paragraph((Run("<b>a</b> & &lt; b"),))), *A5))
    assert "<b>a</b> & &lt; b" in text


# Structure


def assert_structure_is_complete(file: pikepdf.Pdf) -> None:
    """Every mark in a page is in the tree once, and the other way round; all else is artifact."""
    in_tree = [
        (page, mark, element.object.objgen)
        for element in elements(file)
        for page, mark in element.marks
    ]
    parents = dict(pikepdf.NumberTree(file.Root.StructTreeRoot.ParentTree).items())
    in_pages = []
    for page in file.pages:
        if "/StructParents" not in page.obj:
            continue
        marks = []
        for item in shown(page):
            assert item.marks, f"{item.operator} is neither content nor artifact"
            assert len(item.marks) == 1
        for operands, operator in pikepdf.parse_content_stream(page, "BDC"):
            if str(operator) == "BDC" and "/MCID" in operands[1]:
                marks.append(int(operands[1].MCID))
        assert marks and sorted(marks) == list(range(len(marks)))
        owners = parents.pop(page.obj.StructParents)
        assert len(owners) == len(marks)
        in_pages += [(page.obj.objgen, mark, owners[mark].objgen) for mark in marks]
    assert not parents
    assert sorted(in_tree) == sorted(in_pages)


@SIZES
def test_structure_is_complete(size: tuple[float, float]) -> None:
    """Pages and structure agree about every stretch of content."""
    with opened(printed(size)) as file:
        assert_structure_is_complete(file)


def test_elements() -> None:
    """Headings, lists, tables and figures are what they are called, in reading order."""
    with opened(printed(A5)) as file:
        found = [element for element in elements(file) if element.kind != "P"]
    kinds = [element.kind for element in found]
    assert [kind for kind in kinds if re.fullmatch(r"H\d", kind)] == [
        "H1", "H2", "H2", "H2", "H3", "H3", "H2", "H2",
    ]  # fmt: skip
    assert kinds.count("Table") == 2
    assert kinds.count("TH") == 6
    assert kinds.count("TR") == 3 + 5
    assert kinds.count("L") == 4
    assert kinds.count("LI") == kinds.count("Lbl") == kinds.count("LBody") == 9
    nested = [[kind for kind in each.path if kind == "L"] for each in found if each.kind == "Lbl"]
    assert max(map(len, nested)) == 3


def test_alternative_texts() -> None:
    """Every figure says in words what it shows, in reading order."""
    with opened(printed(A4)) as file:
        figures = [element for element in elements(file) if element.kind == "Figure"]
    assert [figure.alt for figure in figures] == [
        "line, 196",
        "nexus, 20",
        "The first tile, as it lies when Three Rivers begins",
        "Three tiles that lie side by side: the rivers do not meet",
        "A board of 4 tiles.",
        "A junction",
        "Twelve tiles in a row, from a game that was played in one long night by people who should "
        "have slept",
    ]


def test_a_paragraph_over_two_pages_is_one_element() -> None:
    """A paragraph that is broken has content on both pages."""
    with opened(book_pdf(book_of(lines_of(80)), *A5)) as file:
        assert_structure_is_complete(file)
        (paragraph,) = (element for element in elements(file) if element.kind == "P")
        pages = dict.fromkeys(page for page, _ in paragraph.marks)
        assert [*pages] == [page.obj.objgen for page in file.pages]


def test_tags_are_in_reading_order() -> None:
    """A screen reader that follows the structure reads what the pages say, without the foot."""
    texts = tagged_texts(printed(A5))
    assert [text for text in texts if text in ("Three Rivers", "What is in the box")] == [
        "Three Rivers",
        "What is in the box",
    ]
    assert texts[0] == "Three Rivers"
    assert texts.index("Family") < texts.index("nexus") < texts.index("How to begin")
    assert not any("pnp 0.2" in text for text in texts)


# Booklets


def numbered_pages(count: int, size: tuple[float, float] = A5) -> bytes:
    """Pages with nothing but their number in the middle."""
    pages = tuple(
        Page(
            *size,
            layers={
                Layer.ART: (
                    Text(f"p{number}", Point(size[0] / 2, 50), 10, "#000000", anchor="middle"),
                )
            },
            title=f"Page {number}",
        )
        for number in range(1, count + 1)
    )
    return pdf_bytes(Document("Numbers", "Author", "Subject", pages))


def halves(pdf: bytes) -> list[tuple[str, str]]:
    """The text on the left half and on the right half of each side."""
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        width, height = page.get_size()
        text = page.get_textpage()
        found.append(
            (
                text.get_text_bounded(0, 0, width / 2, height).strip(),
                text.get_text_bounded(width / 2, 0, width, height).strip(),
            )
        )
    return found


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, [("", "p1"), ("", "")]),
        (2, [("", "p1"), ("p2", "")]),
        (3, [("", "p1"), ("p2", "p3")]),
        (4, [("p4", "p1"), ("p2", "p3")]),
        (5, [("", "p1"), ("p2", ""), ("", "p3"), ("p4", "p5")]),
        (6, [("", "p1"), ("p2", ""), ("p6", "p3"), ("p4", "p5")]),
        (7, [("", "p1"), ("p2", "p7"), ("p6", "p3"), ("p4", "p5")]),
        (8, [("p8", "p1"), ("p2", "p7"), ("p6", "p3"), ("p4", "p5")]),
        (9, [("", "p1"), ("p2", ""), ("", "p3"), ("p4", "p9"), ("p8", "p5"), ("p6", "p7")]),
    ],
)
def test_booklet_order(count: int, expected: list[tuple[str, str]]) -> None:
    """The folded sheets read in order, with blank pages at the end only."""
    assert halves(booklet_pdf(numbered_pages(count), 210, 297)) == expected


@pytest.mark.slow
def test_booklet_pages_are_true_to_size() -> None:
    """A page in a booklet is the page itself, in the middle of its half."""
    book = numbered_pages(4, (140.0, 200.0))
    side = pdf_raster(booklet_pdf(book, 210, 297), 254)
    alone = pdf_raster(book, 254)
    ink = np.argwhere(side[:, side.shape[1] // 2 + 20 :].min(axis=2) < 0.3)
    own = np.argwhere(alone.min(axis=2) < 0.3)
    assert np.ptp(ink, axis=0) == pytest.approx(np.ptp(own, axis=0), abs=2)
    middle = (ink[:, 1].min() + ink[:, 1].max()) / 20 + 2 + 297 / 2
    assert middle == pytest.approx(297 * 3 / 4, abs=0.3)
    assert (ink[:, 0].min() - own[:, 0].min()) / 10 == pytest.approx(5, abs=0.2)


def test_booklet_file() -> None:
    """The sheets are landscape, flipped on the short edge, not scaled, and have the structure of the pages."""
    with opened(booklet_pdf(printed(A5), 210, 297)) as file:
        preferences = file.Root.ViewerPreferences
        assert str(preferences.Duplex) == "/DuplexFlipShortEdge"
        assert str(preferences.PrintScaling) == "/None"
        assert str(file.docinfo["/Title"]) == "Three Rivers, rules"
        kinds = [each.kind for each in elements(file)]
    with opened(printed(A5)) as file:
        assert kinds == [each.kind for each in elements(file)]
    with opened(booklet_pdf(printed(A5), 210, 297)) as file:
        for page in file.pages:
            size = [float(each) / POINTS_PER_MM for each in page.mediabox[2:]]
            assert size == pytest.approx([297, 210], abs=0.01)


def test_a_page_larger_than_half_a_sheet_is_refused() -> None:
    """A page is never made smaller to fit a booklet."""
    with pytest.raises(DoesNotFit, match="larger than half of the sheet"):
        booklet_pdf(numbered_pages(1, A4), 210, 297)


def test_half_a_letter_fits_a_letter() -> None:
    """Sizes in inches, rounded to tenths of a millimetre, still fit."""
    assert page_count(booklet_pdf(numbered_pages(4, (139.7, 215.9)), 215.9, 279.4)) == 2


# Kits


def bound_bytes(parts: Sequence[KitPart], title: str, language: str) -> bytes:
    """A kit of these parts."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "kit.pdf")
        bound(parts, KitFile(title, "Me", "All of it", language), path)
        return path.read_bytes()


def kit() -> bytes:
    """Two rulebooks with sheets without structure between and after them."""
    parts = (
        KitPart("Rules", printed(A5)),
        KitPart("Sheets", numbered_pages(3)),
        KitPart("Rules, large", printed(A4)),
        KitPart("A sheet", numbered_pages(1)),
    )
    return bound_bytes(parts, "Kit", "de")


def test_a_kit_has_all_pages_in_order() -> None:
    """The pages of the parts follow each other."""
    a5, a4 = page_texts(printed(A5)), page_texts(printed(A4))
    assert page_texts(kit()) == [*a5, "p1", "p2", "p3", *a4, "p1"]
    assert page_count(kit()) == len(a5) + 3 + len(a4) + 1


def test_a_kit_of_files_is_the_kit_of_their_bytes(tmp_path: Path) -> None:
    """Sheets on disk, before, between and after tagged parts, come with their pages and bookmarks."""
    sheets = [numbered_pages(number) for number in (2, 1, 3, 1)]
    paths = [tmp_path / f"{number}.pdf" for number in range(4)]
    for path, data in zip(paths, sheets, strict=True):
        path.write_bytes(data)

    def kit_of(given: Sequence[bytes | Path]) -> bytes:
        one, two, three, four = (KitPart("Sheets", pdf) for pdf in given)
        rules = KitPart("Rules", printed(A5))
        return bound_bytes((one, rules, two, three, rules, four), "Kit", "en")

    from_disk, from_memory = kit_of(paths), kit_of(sheets)
    assert page_texts(from_disk) == page_texts(from_memory)
    assert from_disk == kit_of(paths)
    with opened(from_disk) as one, opened(from_memory) as other:
        with one.open_outline() as ours, other.open_outline() as theirs:
            assert outline(ours.root) == outline(theirs.root)
        assert [each[:2] for each in elements(one)] == [each[:2] for each in elements(other)]


def test_a_kit_has_nested_bookmarks() -> None:
    """Each part is a bookmark with its own bookmarks below, and all lead to the right pages."""
    pages = page_count(printed(A5))
    with opened(kit()) as file, file.open_outline() as bookmarks:
        titles = outline(bookmarks.root)
        assert [title if isinstance(title, str) else title[0] for title in titles] == [
            "Rules",
            "Sheets",
            "Rules, large",
            "A sheet",
        ]
        numbers = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        sheets = bookmarks.root[1]
        assert [item.title for item in sheets.children] == ["Page 1", "Page 2", "Page 3"]
        assert [numbers[item.destination[0].objgen] for item in sheets.children] == [
            pages,
            pages + 1,
            pages + 2,
        ]
        assert numbers[bookmarks.root[2].destination[0].objgen] == pages + 3
        (title,) = bookmarks.root[0].children
        assert title.title == "Three Rivers"
        assert [item.title for item in title.children][:2] == ["What is in the box", "How to begin"]
        texts = page_texts(kit())
        for part in bookmarks.root[::2]:
            for item in part.children[0].children:
                assert item.title in texts[numbers[item.destination[0].objgen]]


def test_a_kit_keeps_the_structure_of_its_parts() -> None:
    """Tagged parts stay tagged, and sheets without structure stay without."""
    pages = page_count(printed(A5))
    with opened(kit()) as file:
        assert_structure_is_complete(file)
        assert [str(node.S) for node in file.Root.StructTreeRoot.K] == ["/Document"] * 2
        assert all(
            "/StructParents" not in file.pages[number].obj for number in range(pages, pages + 3)
        )
        keys = [page.obj.StructParents for page in file.pages if "/StructParents" in page.obj]
        assert keys == list(range(len(keys)))
        with opened(printed(A4)) as one, opened(printed(A5)) as other:
            alone = [element[:2] for each in (other, one) for element in elements(each)]
        assert [element[:2] for element in elements(file)] == alone


def test_a_kit_without_structure() -> None:
    """Sheets alone make a kit that claims no structure."""
    data = bound_bytes((KitPart("A", numbered_pages(2)),), "K", "en")
    with opened(data) as file:
        assert "/StructTreeRoot" not in file.Root
        assert "/MarkInfo" not in file.Root


def test_metadata_of_a_kit() -> None:
    """A kit says what it is, opens with its bookmarks, and is printed at true size."""
    with opened(kit()) as file:
        assert str(file.docinfo["/Title"]) == "Kit"
        assert str(file.Root.Lang) == "de"
        assert str(file.Root.PageMode) == "/UseOutlines"
        assert str(file.Root.ViewerPreferences.PrintScaling) == "/None"


# The package


def in_another_process(program: str) -> str:
    """The output of a program that runs in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"}
    result = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
    )
    return result.stdout.strip()


def test_importing_costs_nothing() -> None:
    """The libraries are imported by the first call that needs them."""
    program = (
        "import sys; import pnp.documents; "
        "print({'typst', 'pikepdf', 'markdown_it', 'fontTools'} & set(sys.modules))"
    )
    assert in_another_process(program) == "set()"


TIMES, LESS = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"


@pytest.mark.parametrize("lead", range(12))
def test_sums_break_behind_their_signs(lead: int) -> None:
    """No line begins with a sign, and a result in bold is on one line with its unit."""
    text = Paragraph(
        (
            Run("a " * lead + f"They score 12 + 9 {TIMES} 2 + 20 {LESS} 15 = "),
            Run("26 points", strong=True),
        )
    )
    found = words(book_pdf(book_of(Heading(2, (Run("Sums"),)), text), 74, 105))
    signs = [each for each in found if each.text in ("+", "=", TIMES, LESS)]
    left = min(each.box.x for each in found)
    assert len(signs) == 5
    assert all(each.box.x > left + 2 for each in signs)
    (number,) = (each for each in found if each.text == "26")
    (unit,) = (each for each in found if each.text == "points")
    assert number.box.x < unit.box.x


@pytest.mark.parametrize("lead", range(8))
def test_single_letters_stay_beside_their_words(lead: int) -> None:
    """The letter of a colour or of a player does not end a line."""
    text = "a " * lead + "R red, O orange, Y yellow, G green, S sky, B blue, and player P 3"
    found = words(book_pdf(book_of(Heading(2, (Run("Colours"),)), sentence(text)), 74, 105))
    letters = [(one, next_) for one, next_ in pairwise(found) if one.text in list("ROYGSBP")]
    assert len(letters) == 7
    assert all(one.box.x < next_.box.x for one, next_ in letters)
