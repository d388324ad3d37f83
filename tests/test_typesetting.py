"""The design of rulebooks, measured on their pages: columns, figures, chapters, numbers, booklets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pikepdf
import pytest

from pnp.basics.units import POINTS_PER_MM
from pnp.definition import load_definition
from pnp.documents import (
    Block,
    Book,
    Bullets,
    Figure,
    Heading,
    Note,
    Numbered,
    Paragraph,
    Part,
    Parts,
    Picture,
    Run,
    Table,
    book_pdf,
    page_count,
)
from pnp.documents.layout import BookLayout, Draft, End
from pnp.documents.paging import balanced
from pnp.documents.typography import typography
from pnp.kinds import inventory
from pnp.pieces import make_pieces
from pnp.project.rulebook import read_rulebook, rulebook_as_book
from pnp.scene import Drawing, Shape
from pnp.scene.fonts import CAP_HEIGHT, open_font
from pnp.scene.geometry import Box, Point, polygon
from pnp.sets.tileset import make_tileset
from tests.conftest import EDITIONS, ROOT, bundled
from tests.pages import (
    elements,
    figures,
    marked_boxes,
    opened,
    page_texts,
    tagged_texts,
    word,
    words,
)
from tests.rasters import pdf_raster

Size = tuple[float, float]

TIMES = "\N{MULTIPLICATION SIGN}"

A4, A5, LETTER, SMALL = (210.0, 297.0), (148.0, 210.0), (215.9, 279.4), (101.6, 152.4)
HALF_LETTER = (139.7, 215.9)
LARGE = pytest.mark.parametrize("size", [A4, LETTER], ids=["a4", "letter"])
NARROW = pytest.mark.parametrize("size", [A5, SMALL], ids=["a5", "4x6"])

GAMES = ("hexpertise", "hexstatic", "controlled-path", "hex-auction", "hexagonal-highway")


def black(width: float, height: float, alt: str = "Black") -> Picture:
    """A picture of this size, all black."""
    corners = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)]
    drawing = Drawing((Shape(polygon(corners), "#000000"),))
    return Picture(drawing, Box(0, 0, width, height), alt)


def figure(width: float, height: float, caption: str = "Below") -> Figure:
    """A black figure."""
    return Figure(black(width, height), (Run(caption),), "Black")


def text(content: str, *, strong: bool = False) -> Paragraph:
    """A paragraph of one run."""
    return Paragraph((Run(content, strong=strong),))


def lines(count: int, name: str = "line") -> Paragraph:
    """A paragraph of so many lines, each with a word of its own."""
    return text("\n".join(f"{name}{number}" for number in range(count)))


def heading(content: str, level: int = 2, opens: str = "") -> Heading:
    """A heading."""
    return Heading(level, (Run(content),), opens)  # type: ignore[arg-type]


def book(*blocks: Block) -> Book:
    """A book of these blocks."""
    return Book("Title", "Author", "Subject", blocks, footer="Foot")


def page_of(pdf: bytes, content: str) -> int:
    """The page, counted from 0, with this word."""
    return word(pdf, content).page


# Columns and figures


@LARGE
def test_large_pages_have_two_columns(size: Size) -> None:
    """Text below the title stays on one side of the middle; the title is above both columns."""
    blocks = [text("word " * 300) for _ in range(4)]
    pdf = book_pdf(book(heading("Title", 1), heading("Section"), *blocks), *size)
    body = [each for each in words(pdf) if each.text == "word"]
    middle = size[0] / 2
    assert all(each.box.right < middle - 3 or each.box.x > middle + 3 for each in body)
    left = [each for each in body if each.page == 0 and each.box.x < middle]
    right = [each for each in body if each.page == 0 and each.box.x > middle]
    assert left and right
    assert min(each.box.y for each in right) > word(pdf, "Title").box.bottom


@NARROW
def test_small_pages_have_one_column(size: Size) -> None:
    """Lines of text cross the middle, and reach both margins."""
    pdf = book_pdf(book(text("word " * 200)), *size)
    body = [each.box for each in words(pdf) if each.text == "word"]
    margin = typography(*size).margin
    assert min(each.x for each in body) == pytest.approx(margin.inner, abs=0.5)
    assert max(each.right for each in body) > size[0] - margin.outer - 8


def test_figures_stand_beside_their_text_in_the_hand() -> None:
    """On A5 a small figure is at the right of its text, both at one height."""
    pdf = book_pdf(book(heading("Start"), text("word " * 60), figure(30, 20)), *A5)
    with opened(pdf) as file:
        (shown,) = figures(file)
    body = [each.box for each in words(pdf) if each.text == "word"]
    assert max(each.right for each in body) < shown.box.x
    assert min(each.y for each in body) < shown.box.bottom
    assert shown.box.y < max(each.bottom for each in body)


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("before", range(0, 60, 7))
def test_figures_stand_below_their_text_on_the_table(before: int) -> None:
    """On A4 a figure is below its text, in the same column of the same page."""
    blocks = (lines(before + 1), heading("Start"), text("word " * 60), figure(60, 40))
    pdf = book_pdf(book(*blocks), *A4)
    with opened(pdf) as file:
        (shown,) = figures(file)
    body = [each for each in words(pdf) if each.text == "word"]
    assert {each.page for each in body} == {shown.page}
    assert max(each.box.bottom for each in body) < shown.box.y
    side = shown.box.x < A4[0] / 2
    assert {each.box.x < A4[0] / 2 for each in body} == {side}


@pytest.mark.parametrize("size", [A4, A5, SMALL], ids=["a4", "a5", "4x6"])
def test_figures_stay_in_their_column(size: Size) -> None:
    """A figure that is too wide is as wide as the column, in text, in a list and in a note."""
    wide = figure(300, 30)
    blocks = (text("a"), wide, heading("B"), wide, Bullets(((text("c"), wide),)), Note((wide,)))
    pdf = book_pdf(book(*blocks), *size)
    design = typography(*size)
    with opened(pdf) as file:
        found = figures(file)
    assert len(found) == 4
    for shown in found:
        assert shown.box.width <= design.measure + 0.1
        assert shown.box.right <= size[0] - design.margin.outer + 0.1


# Nothing is lost

NAMES = [f"w{number}x" for number in range(120)]
LONG = (Run("\n".join(NAMES)),)
MANY = Parts(tuple(Part(black(20, 20), "3", name, "") for name in NAMES))
ONE = ((Run("a"),),)
TOO_LONG: dict[str, tuple[Block, ...]] = {
    "title": (Heading(1, LONG),),
    "lines below the title": (heading("Title", 1), *map(text, NAMES), text("end")),
    "heading": (Heading(2, LONG), text("end")),
    "bold paragraph": (Paragraph((Run(LONG[0].text, strong=True),)), text("end")),
    "note": (Note((Paragraph(LONG),)),),
    "note in a note": (Note((Note((Paragraph(LONG),)),)),),
    "note in a list": (Bullets(((Note((Paragraph(LONG),)),),)),),
    "item": (Bullets(((Paragraph(LONG),),)),),
    "step": (Numbered(((Paragraph(LONG),),)),),
    "cell": (Table(ONE, ((LONG,),), ("left",)),),
    "header": (Table((LONG,), (ONE,), ("left",)),),
    "caption of a table": (Table(ONE, (ONE,), ("left",), LONG),),
    "fact": (Table(((), ()), (((Run("a"),), LONG),), ("left", "left")),),
    "name of a fact": (Table(((), ()), ((LONG, (Run("a"),)),), ("left", "left")),),
    "caption": (Figure(black(20, 20), LONG, "Black"),),
    "caption in a pair": (text("a"), Figure(black(20, 20), LONG, "Black")),
    "caption in a wide pair": (text("a"), Figure(black(140, 20), LONG, "Black")),
    "pair": (Paragraph(LONG), figure(30, 30)),
    "note with a figure": (Note((Paragraph(LONG),)), figure(30, 30)),
    "note with a wide figure": (Note((Paragraph(LONG),)), figure(140, 30)),
    "parts": (MANY,),
    "spread of parts": (MANY.__class__(MANY.parts, pages=1),),
}


@pytest.mark.spread(8)
@pytest.mark.covering(1)
@pytest.mark.parametrize("name", TOO_LONG)
@pytest.mark.parametrize("size", [A4, A5], ids=["a4", "a5"])
def test_a_block_larger_than_a_page_goes_on(size: Size, name: str) -> None:
    """All of its words are inside of the frame of the text, once and in order."""
    pdf = book_pdf(book(*TOO_LONG[name]), *size)
    found = [each for each in words(pdf) if each.text in NAMES]
    assert sorted(each.text for each in found) == sorted(NAMES)
    if size == A5 and "part" not in name:
        assert [each.text for each in found] == NAMES
    margin = typography(*size).margin
    for each in found:
        assert each.box.bottom < size[1] - margin.bottom + 1.5, each
        assert each.box.right < size[0] - margin.outer + 0.5, each


def test_odd_rulebooks_have_pages() -> None:
    """A rulebook may be a title, lack one, skip levels, or have a table without rows or words."""
    empty = Table(((Run("Head"),), (Run("Other"),)), (), ("left", "left"))
    picture = Table(((), ()), ((black(9, 9), (Run("b"),)),), ("left", "left"))
    for blocks in (
        (heading("Words", 1),),
        (heading("Words"), text("a")),
        (heading("Words", 3), heading("Title", 1), heading("Deep", 3)),
        (text("Words"), empty),
        (text("Words"), picture),
        (figure(20, 20, "Words"),),
        (heading("Words", 1, "page"), heading("Other", 2, "back")),
    ):
        assert "Words" in page_texts(book_pdf(book(*blocks), *A5))[0], blocks


@pytest.mark.parametrize("tag", ["de", "pt-BR", "zh-Hant", "gsw"])
def test_languages_may_have_regions(tag: str) -> None:
    """The file has the language of the book."""
    with opened(book_pdf(book(text("a"))._replace(language=tag), *A5)) as file:
        assert str(file.Root.Lang).split("-")[0] == tag.split("-")[0]


# Chapters and pages


@pytest.mark.parametrize(
    ("size", "before", "page"),
    [(A5, 6, 0), (A5, 12, 0), (A5, 30, 1), (A5, 36, 1), (A4, 20, 0), (A4, 40, 1), (A4, 70, 1)],
)
def test_a_chapter_opens_a_page_if_the_one_before_is_full_enough(
    size: Size, before: int, page: int
) -> None:
    """A third of a page is enough, of both its columns; chapters go on below less."""
    blocks = (lines(before), heading("Chapter", 2, "page"), lines(40, "after"))
    assert page_of(book_pdf(book(*blocks), *size), "Chapter") == page


@pytest.mark.parametrize("size", [A4, A5, SMALL], ids=["a4", "a5", "4x6"])
@pytest.mark.parametrize("before", [3, 30, 90])
def test_the_back_is_the_last_page(size: Size, before: int) -> None:
    """It stands on a page of its own, whatever comes before it."""
    blocks = (lines(before), heading("Back", 2, "back"), lines(20, "after"))
    pdf = book_pdf(book(*blocks), *size)
    last = page_count(pdf) - 1
    assert {each.page for each in words(pdf) if each.text in ("Back", "after19")} == {last}
    assert page_of(pdf, f"line{before - 1}") < last


@pytest.mark.covering(1)
@pytest.mark.parametrize("before", [20, 60, 100, 140, 180])
@pytest.mark.parametrize("has_back", [False, True], ids=["no back", "back"])
def test_booklets_have_full_sheets(before: int, has_back: bool) -> None:
    """A booklet has a multiple of four pages; blank ones stand before the last one."""
    back = (heading("Back", 2, "back"), lines(20, "after")) if has_back else ()
    whole = book(lines(before), *back)
    alone = page_count(book_pdf(whole, *A5))
    pdf = book_pdf(whole._replace(bound=True), *A5)
    pages = page_count(pdf)
    # Another size of the text may save a page.
    assert pages in {-(-alone // 4) * 4, alone // 4 * 4}
    if has_back:
        assert page_of(pdf, "Back") == pages - 1
    written = {each.page for each in words(pdf) if re.fullmatch(r"(line|after)\d+", each.text)}
    added = [page for page in range(pages) if page not in written]
    assert added == [*range(pages - has_back - len(added), pages - has_back)]


@pytest.mark.parametrize("bound", [False, True], ids=["pages", "booklet"])
def test_a_back_may_take_more_than_one_page(bound: bool) -> None:
    """The search for the best layout counts on one page; all of a longer back is there, and sheets are full."""
    whole = book(lines(60), heading("Back", 2, "back"), lines(120, "after"))
    pdf = book_pdf(whole._replace(bound=bound), *A5)
    pages = page_count(pdf)
    assert {each.text for each in words(pdf)} > {f"after{number}" for number in range(120)}
    assert page_of(pdf, "Back") < page_of(pdf, "after119") == pages - 1
    assert not bound or pages % 4 == 0


def numbers_at(pdf: bytes) -> list[tuple[str, float]]:
    """The number of each page, with the middle of its place across the page."""
    found: dict[int, tuple[str, float]] = {}
    for each in words(pdf):
        if each.text.isdigit() and each.box.y > 190:
            found[each.page] = each.text, each.box.x + each.box.width / 2
    return [found[page] for page in sorted(found)]


def test_pages_count_from_the_first_number() -> None:
    """Numbers are at the right of single pages."""
    pdf = book_pdf(book(lines(120))._replace(first=7), *A5)
    numbers = numbers_at(pdf)
    assert [number for number, _ in numbers] == [f"{7 + at}" for at in range(page_count(pdf))]
    assert all(x > A5[0] / 2 for _, x in numbers)


def test_numbers_are_away_from_the_fold() -> None:
    """In a booklet, numbers of even pages are at the left and others at the right."""
    numbers = numbers_at(book_pdf(book(lines(120))._replace(bound=True), *A5))
    assert [number for number, _ in numbers] == ["1", "2", "3", "4"]
    assert [x > A5[0] / 2 for _, x in numbers] == [True, False, True, False]


def test_the_margin_of_a_booklet_is_at_its_fold() -> None:
    """Pages of a booklet mirror each other."""
    pdf = book_pdf(book(text("word " * 900))._replace(bound=True), *A5)
    margin = typography(*A5).margin
    assert margin.inner != margin.outer
    for page, left in ((0, margin.inner), (1, margin.outer)):
        starts = [each.box.x for each in words(pdf) if each.page == page and each.text == "word"]
        assert min(starts) == pytest.approx(left, abs=0.25)


def test_a_number_in_bold_is_on_the_line_of_its_word() -> None:
    """In the result of an example, wherever its paragraph breaks; the text reads as before."""
    texts = [
        Paragraph((Run("word " * count + "= "), Run(f"{count + 100} points", strong=True)))
        for count in range(4, 24)
    ]
    pdf = book_pdf(book(*texts), *A4)
    found = words(pdf)
    numbers = [at for at, each in enumerate(found) if each.text.isdecimal() and int(each.text) > 99]
    assert len(numbers) == len(texts)
    for at in numbers:
        number, points = found[at : at + 2]
        assert points.text == "points"
        assert abs(number.box.bottom - points.box.bottom) < 2


def test_a_product_stays_on_its_line() -> None:
    """Its factors are not divided from the sign, wherever their paragraph breaks."""
    texts = [
        text("word " * count + f"{count + 100} {TIMES} {count + 500} and on")
        for count in range(4, 24)
    ]
    found = words(book_pdf(book(*texts), *A4))
    signs = [at for at, each in enumerate(found) if each.text == TIMES]
    assert len(signs) == len(texts)
    for at in signs:
        one, sign, other = found[at - 1 : at + 2]
        assert one.box.bottom == pytest.approx(other.box.bottom, abs=1), sign


def test_the_end_of_a_sum_stays_on_its_line() -> None:
    """Its last two numbers are on one line, so that a short sum is whole."""
    texts = [
        text("word " * count + f"{count + 100} + {count + 500} = and on") for count in range(4, 24)
    ]
    found = words(book_pdf(book(*texts), *A4))
    signs = [at for at, each in enumerate(found) if each.text == "+"]
    assert len(signs) == len(texts)
    for at in signs:
        one, sign, other = found[at - 1 : at + 2]
        assert one.box.bottom == pytest.approx(other.box.bottom, abs=1), sign


def test_sections_have_numbers() -> None:
    """Headings of the second level, but for the one of the last page; only in numbered books."""
    blocks = (
        heading("Title", 1), heading("One"), text("a"), heading("Deep", 3), text("b"),
        heading("Two", 2, "page"), text("c"), heading("Back", 2, "back"), text("d"),
    )  # fmt: skip
    pages = " | ".join(page_texts(book_pdf(book(*blocks)._replace(numbered=True), *A5)))
    assert re.findall(r"(\d )?\b(Title|One|Deep|Two|Back)\b", pages) == [
        ("", "Title"), ("1 ", "One"), ("", "Deep"), ("2 ", "Two"), ("", "Back"),
    ]  # fmt: skip
    plain = " ".join(page_texts(book_pdf(book(*blocks), *A5)))
    assert not re.search(r"\d (One|Two)", plain)


def test_only_the_title_is_lettered() -> None:
    """The drawn title takes the place of the first heading; readers of the file have its words."""
    blocks = (heading("Title", 1), text("a"), heading("Other", 1), text("b"))
    whole = book(*blocks)
    lettered = whole._replace(dress=whole.dress._replace(title=black(60, 12, "Title")))
    pdf = book_pdf(lettered, *A5)
    with opened(pdf) as file, file.open_outline() as bookmarks:
        assert [item.title for item in bookmarks.root] == ["Title", "Other"]
        (title,) = figures(file)
        assert (title.box.width, title.box.height) == pytest.approx((60, 12), abs=0.1)
    assert "Other" in page_texts(pdf)[0]


@pytest.mark.parametrize("bold", [False, True])
def test_the_zero_has_no_slash(bold: bool) -> None:
    """A zero is two contours: its outside and one counter inside of it, as wide as before."""
    font = open_font(bold=bold)
    zero = font["glyf"]["zero"]
    assert zero.numberOfContours == 2
    assert font["hmtx"]["zero"][0] == font["hmtx"]["one"][0] or font["hmtx"]["zero"][0] > 500
    outer, inner = (
        [*zero.coordinates][start:end]
        for start, end in pairwise([0, *(each + 1 for each in zero.endPtsOfContours)])
    )
    for axis in (0, 1):
        assert min(point[axis] for point in outer) < min(point[axis] for point in inner)
        assert max(point[axis] for point in inner) < max(point[axis] for point in outer)


# Parts


@pytest.mark.parametrize(
    ("size", "pages"),
    [*((size, pages) for size in (A4, A5) for pages in (0, 1, 2)), (SMALL, 0)],
)
def test_parts_stand_side_by_side(size: Size, pages: int) -> None:
    """Each has its picture above its number, its name and its note; none overlaps another."""
    parts = tuple(
        Part(black(40, 30, f"Kind{at}"), f"{at + 10}", f"Name{at}", f"Note{at}") for at in range(7)
    )
    pdf = book_pdf(
        book(heading("Title", 1), Parts(parts, pages=pages), heading("End", 2, "page")), *size
    )
    with opened(pdf) as file:
        found = {each.element.alt: each for each in figures(file)}
    assert len(found) == 7
    for at in range(7):
        shown = found[f"Kind{at}"]
        below = [word(pdf, each) for each in (f"{at + 10}", f"Name{at}", f"Note{at}")]
        assert {each.page for each in below} == {shown.page}
        edges = [shown.box.bottom, *(each.box.bottom for each in below)]
        assert edges == sorted(edges)
        for each in below:
            assert shown.box.x - 1 < each.box.x + each.box.width / 2 < shown.box.right + 1
    boxes = [(each.page, each.box) for each in found.values()]
    for at, (page, one) in enumerate(boxes):
        for other_page, other in boxes[at + 1 :]:
            apart = one.right <= other.x or other.right <= one.x
            apart = apart or one.bottom <= other.y or other.bottom <= one.y
            assert page != other_page or apart


# The rulebooks of the five sets

Edition = Callable[..., bytes]


def editions() -> Iterator[object]:
    """All rulebooks in all editions, one of each game often: A4 and Letter, pages and booklets, in turns."""
    for number, game in enumerate(GAMES):
        for place, name in enumerate(("a4", "a4 booklet", "letter", "letter booklet")):
            mark = pytest.mark.slow if place == number % 4 else pytest.mark.nightly
            yield pytest.param(game, name, marks=mark)


RULEBOOKS = pytest.mark.parametrize(("game", "name"), [*editions()])


@pytest.mark.slow
@pytest.mark.spread(2)
@RULEBOOKS
def test_no_page_ends_early(edition: Edition, game: str, name: str) -> None:
    """Each page has text or a figure below a third of its text's height, as far as the end of the text.

    Only that page, the aid and the blank pages between them may have less.
    """
    pdf, (size, is_bound) = edition(game, name), EDITIONS[name]
    margin, high = typography(*size).margin, typography(*size).text_height
    if is_bound:
        assert page_count(pdf) % 4 == 0
    foot, end = size[1] - margin.bottom, page_count(pdf) - 1
    texts = [each.page for each in words(pdf) if each.box.bottom < foot]
    last = max(page for page in texts if page < end)
    for page in range(last):
        lowest = lowest_ink(pdf, page, foot + 1)
        assert (lowest - margin.top) / high > 1 / 3, f"page {page + 1}"


@LARGE
@pytest.mark.parametrize("count", [12, 20, 50])
def test_columns_of_a_page_that_ends_early_have_one_height(size: Size, count: int) -> None:
    """The last page of a chapter is even, whether it is the first one or follows full pages."""
    blocks = [lines(3, f"p{number}x") for number in range(count)]
    pdf = book_pdf(book(*blocks, heading("Next", 2, "page"), lines(99, "after")), *size)
    page = page_of(pdf, f"p{count - 1}x2")
    assert page_of(pdf, "Next") == page + 1
    left, right = column_bottoms(pdf, page, size)
    assert 0 <= left - right < 20 or right - left < 8


@LARGE
def test_a_wide_table_spans_the_columns(size: Size) -> None:
    """Below the heading of a chapter, a table of three columns is wider than a column of text."""
    row = tuple((Run(f"cell{at} " * 8),) for at in range(3))
    table = Table(((), (), (Run("Last"),)), (row,), ("left",) * 3)
    below = (lines(3, "below"), lines(3, "other"))
    blocks = (lines(70), heading("House", 2, "page"), text("Lead"), table, *below)
    pdf = book_pdf(book(*blocks), *size)
    cells = [each.box for each in words(pdf) if each.text.startswith("cell")]
    assert max(each.right for each in cells) > size[0] * 0.75
    assert max(each.bottom for each in cells) < word(pdf, "below0").box.y
    assert word(pdf, "other0").box.x > size[0] / 2, "text below the table has two columns"


@LARGE
def test_a_column_of_names_leaves_its_room_to_texts(size: Size) -> None:
    """Both columns lack room: a name of two words takes two lines, so that the texts beside it take fewer."""
    names = ("Light", "Harmonic convergences of elements", "Void")
    rows = tuple(((Run(name),), (Run("some words of a text " * 5),)) for name in names)
    table = Table(((Run("Scores"),), (Run("Points"),)), rows, ("left",) * 2)
    # The table has neither a heading nor three columns, so that it stands in a column of the page.
    pdf = book_pdf(book(lines(3), table), *size)
    column = typography(*size).measure
    assert word(pdf, "Points").box.x - word(pdf, "Scores").box.x < 0.42 * column


@LARGE
def test_a_sum_is_whole_in_a_narrow_cell(size: Size) -> None:
    """A column beside columns of text is as wide as its words that stay together."""
    long = (Run("some words of a text " * 9),)
    row = (*[long] * 4, (Run("10 + 6 =\N{NO-BREAK SPACE}"), Run("16", strong=True)))
    table = Table(tuple((Run(f"H{at}"),) for at in range(5)), (row,), ("left",) * 5)
    found = words(book_pdf(book(lines(3), Bullets(((table,),))), *size))
    bottoms = [each.box.bottom for each in found if each.text in ("10", "6", "=", "16")]
    assert len(bottoms) == 4 and max(bottoms) - min(bottoms) < 2


@LARGE
def test_few_lines_below_an_opening_stay_in_one_column(size: Size) -> None:
    """Three lines that begin far down the page are no column to divide."""
    design = typography(*size)
    left, right = design.margin.inner, size[0] / 2 + 3
    # The opening and three lines on the first page, and two columns on the next one.
    ends = [[End(1, left, 245.6), End(1, left, 257.0), End(2, left, 90.0)]]
    ends[0] += [End(2, right, 88.0), End(2, right, 88.0)]
    chapter = {"columns": design.columns, "opens": "page", "feet": [], "blocks": [{}] * 3}
    draft = Draft(BookLayout((chapter,)), design, ends)
    assert balanced(draft, lambda tried: replace(draft, layout=tried)) == draft


AIDS = pytest.mark.parametrize("count", [1, 12, 16])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(148.5, 210.0), HALF_LETTER], ids=["a5", "half"])
def test_small_pictures_of_components_save_a_sheet_of_a_booklet(size: Size) -> None:
    """Two pages of text and one of components are no eight pages, most of them blank."""
    pieces = make_pieces(make_tileset(load_definition(ROOT / "tilesets/examples/wildwood.yaml")))
    rulebook = read_rulebook(pieces)
    assert rulebook is not None
    pdf = book_pdf(rulebook_as_book(pieces, rulebook, *size, bound=True), *size)
    assert page_count(pdf) == 4


@pytest.mark.covering(1)
@AIDS
@pytest.mark.parametrize("size", [A4, LETTER, A5, HALF_LETTER], ids=["a4", "letter", "a5", "half"])
def test_an_aid_is_half_a_large_page_and_there_twice(size: Size, count: int) -> None:
    """On small pages it is there once. Few words are large; a reader hears each of them once."""
    blocks = (lines(1, f"w{at}x") for at in range(count))
    pdf = book_pdf(book(lines(3), heading("Aid", 2, "back"), *blocks), *size)
    design, last = typography(*size), page_count(pdf) - 1
    found = [each for each in words(pdf) if each.text.startswith("w")]
    assert {each.page for each in found} == {last}
    copies = [found[start : start + count] for start in range(0, len(found), count)]
    assert len(copies) == (2 if design.columns > 1 else 1)
    for copy in copies:
        assert sorted(each.text for each in copy) == sorted(f"w{at}x0" for at in range(count))
    ends = [max(each.box.bottom for each in copy) for copy in copies]
    starts = [min(each.box.y for each in copy) for copy in copies]
    if len(copies) > 1:
        middle = design.margin.top + design.text_height / 2
        assert ends[0] < middle - 3 and middle + 3 < starts[1]
    assert ends[-1] < design.bottom - 3
    for each in found:
        assert design.margin.inner < each.box.x < each.box.right < size[0] - design.margin.outer
    assert found[0].box.height > word(pdf, "line0").box.height * (1.3 if count == 1 else 0.84)
    assert " ".join(tagged_texts(pdf)).count("w0x0") == 1


@LARGE
def test_paragraphs_before_panels_stand_side_by_side(size: Size) -> None:
    """Each is whole, on its side of the page."""
    parts = Parts((Part(black(20, 20), "3", "Part", ""),))
    lead = [text(" ".join(f"{name}{at}" for at in range(40))) for name in "ab"]
    blocks = (heading("Title", 1), heading("Glance"), *lead, parts, lines(3, "end"))
    found = words(book_pdf(book(*blocks), *size))
    lefts = [each.text for each in found if each.box.x < size[0] / 2]
    rights = [each.text for each in found if each.box.x > size[0] / 2]
    assert {"a0", "a39"} <= {*lefts} and {"b0", "b39"} <= {*rights}
    assert not any(re.fullmatch(r"b\d+", each) for each in lefts)


@pytest.mark.parametrize("size", [A4, A5], ids=["a4", "a5"])
@pytest.mark.parametrize("rest", [2.5, 5.0])
def test_a_paragraph_is_whole(size: Size, rest: float) -> None:
    """No sentence of it begins in one column and ends in the next one."""
    design = typography(*size)
    plain = book_pdf(book(lines(2, "lead")), *size)
    pitch = word(plain, "lead1").box.y - word(plain, "lead0").box.y
    before = int(design.text_height / pitch - rest)
    blocks = (lines(before, "lead"), text(" ".join(f"p{at}" for at in range(90))), lines(3, "end"))
    found = [
        each for each in words(book_pdf(book(*blocks), *size)) if re.fullmatch(r"p\d+", each.text)
    ]
    assert {each.page for each in found} == {found[0].page}
    assert len({each.box.x > size[0] / 2 for each in found} if design.columns > 1 else {0}) == 1


@pytest.mark.slow
def test_a_summary_between_two_headings_stays_with_the_second() -> None:
    """It is no text of a section of its own."""
    for before in range(34, 44):
        blocks = (
            lines(before, "lead"),
            heading("First"),
            text("Summary"),
            heading("Second", 3),
            lines(3),
        )
        pdf = book_pdf(book(*blocks), *A5)
        assert len({page_of(pdf, each) for each in ("First", "Summary", "Second", "line0")}) == 1


@pytest.mark.parametrize("size", [A4, A5], ids=["a4", "a5"])
def test_no_word_stands_alone_on_the_last_line(size: Size) -> None:
    """A paragraph that is a word too long for its line takes another word to the next one."""
    counts = range(8, 30)
    made = (text(" ".join(f"p{count}x{at}" for at in range(count))) for count in counts)
    found = words(book_pdf(book(*made), *size))
    for count in counts:
        mine = [each for each in found if each.text.startswith(f"p{count}x")]
        last = [each for each in mine if abs(each.box.bottom - mine[-1].box.bottom) < 1]
        assert len(mine) == count and len(last) > 1


@pytest.mark.parametrize(("size", "before"), [(A4, 26), (LETTER, 22)], ids=["a4", "letter"])
@pytest.mark.parametrize("numbered", [True, False], ids=["steps", "bullets"])
def test_bullets_go_on_in_the_next_column_below_an_opening(
    size: Size, before: int, numbered: bool
) -> None:
    """Whole, they would leave both columns of the page empty; but steps are always whole."""
    items = tuple((lines(3, f"step{at}x"),) for at in range(4))
    parts = Parts((Part(black(40, 150), "3", "Part", ""),))
    blocks = (heading("Title", 1), lines(before, "lead"), heading("Parts"), parts, lines(1, "also"))
    steps = Numbered(items, 1) if numbered else Bullets(items)
    pdf = book_pdf(book(*blocks, heading("Steps"), steps), *size)
    first, last = word(pdf, "step0x0"), word(pdf, "step3x2")
    if numbered:
        assert first.page == last.page and abs(first.box.x - last.box.x) < 1
    else:
        assert (first.page, last.page) == (0, 0)
        assert first.box.x < size[0] / 2 < last.box.x


@LARGE
@pytest.mark.parametrize("rest", [1.5, 5.5, 8.5])
def test_steps_are_whole(size: Size, rest: float) -> None:
    """A list that would not fit the rest of its column is in the next one, unless it is longer than most of a column."""
    plain = book_pdf(book(lines(2, "lead")), *size)
    pitch = word(plain, "lead1").box.y - word(plain, "lead0").box.y
    items = tuple((lines(3, f"step{at}x"),) for at in range(6))
    before = int(typography(*size).text_height / pitch - rest * 3.6)
    pdf = book_pdf(book(lines(before, "lead"), Numbered(items, 1), lines(3, "end")), *size)
    found = [word(pdf, f"step{at}x0") for at in range(6)]
    assert len({(each.page, round(each.box.x)) for each in found}) == 1


@LARGE
def test_a_figure_of_the_components_stands_beside_its_text(size: Size) -> None:
    """Below the pictures of pieces, and so does that of the next section if it has one; a heading stays above both."""
    parts = Parts((Part(black(40, 20), "3", "Part", ""),))
    blocks = (
        heading("Title", 1), heading("Parts"), parts, text("of"), text("pieces"), figure(70, 40),
        heading("Steps"), Numbered(((text("step"),),), 1), figure(60, 30), lines(4, "after"),
    )  # fmt: skip
    pdf = book_pdf(book(*blocks), *size)
    with opened(pdf) as file:
        _, first, second = (each.box for each in figures(file))
    for names, shown in ((("of", "pieces"), first), (("step",), second)):
        for name in names:
            beside = word(pdf, name).box
            assert beside.right < size[0] / 2 < shown.x
            assert shown.y - 1 < beside.y < shown.bottom
    assert first.bottom < word(pdf, "Steps").box.y < second.y


@pytest.mark.parametrize(("size", "columns"), [(A4, 2), (A5, 3)], ids=["a4", "a5"])
def test_many_figures_stand_side_by_side(size: Size, columns: int) -> None:
    """Five figures without a text are in rows, and no one is above its row."""
    pdf = book_pdf(book(heading("Answers"), *[figure(70, 40)] * 5), *size)
    with opened(pdf) as file:
        bottoms = [round(each.box.bottom) for each in figures(file)]
    assert [bottoms.count(each) for each in dict.fromkeys(bottoms)] == [
        min(columns, 5 - at) for at in range(0, 5, columns)
    ]


@pytest.mark.parametrize("before", range(20, 32, 3))
def test_a_figure_below_one_with_a_text_stays_on_its_page(before: int) -> None:
    """The second one belongs to the same step."""
    blocks = (lines(before, "lead"), text("step"), figure(40, 40), figure(40, 40), heading("Next"))
    pdf = book_pdf(book(*blocks), *A5)
    with opened(pdf) as file:
        pages = {each.page for each in figures(file)}
    assert pages == {page_of(pdf, "step")}


@pytest.mark.slow
@RULEBOOKS
def test_no_column_is_empty(edition: Edition, game: str, name: str) -> None:
    """On large pages, both columns have text; blocks that stay whole keep them from ending at one height."""
    pdf, (size, is_bound) = edition(game, name), EDITIONS[name]
    if not is_bound:
        for page in range(page_count(pdf) - 1):
            left, right = column_bottoms(pdf, page, size)
            assert abs(left - right) < typography(*size).text_height * 0.5, f"page {page + 1}"


@pytest.mark.spread(2)
@RULEBOOKS
def test_components_stay_with_their_heading(edition: Edition, game: str, name: str) -> None:
    """The first picture is below it on its page; further rows may stand on the next one, in a booklet on the same opening."""
    pdf, pieces = edition(game, name), make_pieces(bundled(game))
    head = word(pdf, "Components")
    titles = {line.title for line in inventory(pieces) if line.section != "boxes"}
    with opened(pdf) as file:
        shown = [each for each in figures(file) if each.element.alt in titles]
    assert {each.element.alt for each in shown} == titles
    assert shown[0].page == head.page
    assert shown[0].box.y > head.box.bottom
    assert all(each.page - head.page in (0, 1) for each in shown[: len(titles)])
    openings = {(each.page + 1) // 2 for each in shown[: len(titles)]}
    assert "booklet" not in name or len(openings) == 1


@pytest.mark.spread(2)
@RULEBOOKS
def test_names_of_cells_in_figures_can_be_read(edition: Edition, game: str, name: str) -> None:
    """They have 6.5 points or more, however much a page shrinks the figure."""
    pdf, pieces = edition(game, name), make_pieces(bundled(game))
    titles = {line.title for line in inventory(pieces) if line.section != "boxes"}
    named = {cell for board in pieces.components.boards for cell in board.names.values()}
    found = words(pdf)
    with opened(pdf) as file:
        shown = [each for each in figures(file) if each.element.alt not in titles]
    inside = [
        each.box.height
        for figure in shown
        for each in found
        if each.page == figure.page and each.text in named and figure.box.contains(each.box)
    ]
    assert bool(inside) == bool(named)
    least = 6.5 / POINTS_PER_MM * CAP_HEIGHT
    assert all(high >= 0.99 * least for high in inside), min(inside) / CAP_HEIGHT * POINTS_PER_MM


def column_bottoms(pdf: bytes, page: int, size: Size) -> tuple[float, float]:
    """The lowest ink in both columns of a page, in millimetres from the top."""
    margin = typography(*size).margin
    inked = pdf_raster(pdf, 72, page=page).min(axis=2) < 0.9
    low = int((size[1] - margin.bottom + 1) / 25.4 * 72)
    middle = inked.shape[1] // 2
    left, right = (
        np.flatnonzero(half[:low].any(axis=1)).max() * 25.4 / 72
        for half in (inked[:, :middle], inked[:, middle:])
    )
    return float(left), float(right)


def lowest_ink(pdf: bytes, page: int, above: float) -> float:
    """The lowest place of ink above that height, in millimetres from the top."""
    inked = (pdf_raster(pdf, 72, page=page).min(axis=2) < 0.9).any(axis=1)
    rows = np.flatnonzero(inked) * 25.4 / 72
    return float(rows[rows < above].max())


@RULEBOOKS
def test_no_heading_is_the_last_of_its_column(edition: Edition, game: str, name: str) -> None:
    """Text or a figure follows each heading below it, in its column."""
    pdf, (size, _) = edition(game, name), EDITIONS[name]
    middle = size[0] / 2 if typography(*size).columns > 1 else 0.0
    places = marked_boxes(pdf)
    with opened(pdf) as file:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        pictures = {each.element.object.objgen: each for each in figures(file)}
        content = [
            (each.kind, spot)
            for each in elements(file)
            if (spot := _spot(each.object, each.marks, pages, places, pictures)) is not None
        ]
    headings = 0
    for (kind, (page, box)), (_, (next_page, below)) in pairwise(content):
        if re.fullmatch(r"H[23]", kind):
            headings += 1
            assert page == next_page
            assert below.bottom > box.bottom
            assert (below.x < middle) == (box.x < middle)
    assert headings > 5


def _spot(
    element: pikepdf.Object,
    marks: tuple[tuple[tuple[int, int], int], ...],
    pages: dict[tuple[int, int], int],
    places: dict[tuple[int, int], Box],
    pictures: dict[tuple[int, int], object],
) -> tuple[int, Box] | None:
    """The page and the box of the first content of an element."""
    if element.objgen in pictures:
        shown = pictures[element.objgen]
        return shown.page, shown.box  # type: ignore[attr-defined]
    for page, mark in marks:
        if (pages[page], mark) in places:
            return pages[page], places[pages[page], mark]
    return None
