"""Booklets: a multiple of four pages by layout, and none of them blank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, product
from math import ceil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition import load_definition
from pnp.documents import Book, Bullets, Heading, Paragraph, Picture, Run, page_count
from pnp.documents.book import Dress
from pnp.documents.booklets import folded, openings
from pnp.documents.layout import BookLayout, Draft, End
from pnp.documents.story import Data
from pnp.documents.typesetting import TypesetBook
from pnp.documents.typography import typography
from pnp.kinds import inventory
from pnp.pieces import make_pieces
from pnp.project.rulebook import read_rulebook, rulebook_as_book
from pnp.scene import Drawing, Shape
from pnp.scene.geometry import Box, Point, polygon
from pnp.sets.tileset import make_tileset
from tests.conftest import BUNDLED, EDITIONS, Call
from tests.pages import elements, figures, opened, words
from tests.rasters import pdf_raster

SIZE = EDITIONS["a4 booklet"][0]
A5 = typography(148.5, 210)

# The games whose booklets a run by day makes: one keeps its cover by smaller text, and one gets pages by larger text;
# two others have their title at the head of the text.
BY_DAY = {"harbour": "letter booklet", "one-in-common": "a4 booklet", "checkers": "a4 booklet", "controlled-path": "a4 booklet"}  # fmt: skip


# The bundled sets with a rulebook of their own name.
RULED = [
    path
    for path in BUNDLED
    if any((home / f"templates/rules/{path.stem}.md").is_file() for home in path.parents[:2])
]


def booklets() -> list[object]:
    """All bundled sets in both sizes; most of them at night."""
    marked = []
    for path, name in product(RULED, ("a4 booklet", "letter booklet")):
        by_day = BY_DAY.get(path.stem) == name
        mark = pytest.mark.slow if by_day else pytest.mark.nightly
        marked.append(pytest.param(path, name, marks=mark, id=f"{path.stem} {name}"))
    return marked


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize(("path", "name"), booklets())
def test_no_page_of_a_bundled_booklet_is_blank(path: Path, name: str) -> None:
    """Its pages are a multiple of four, each has text or a figure, and no text is smaller than 8.5 points of 9.5.

    Its components are on one opening, if half of its sheet has room for them.
    """
    pieces, size = make_pieces(make_tileset(load_definition(path))), EDITIONS[name][0]
    rulebook = read_rulebook(pieces)
    assert rulebook is not None
    made = TypesetBook(rulebook_as_book(pieces, rulebook, *size, bound=True), *size)
    pdf = made.pdf()
    assert made.blank == 0
    assert page_count(pdf) == made.pages and made.pages % 4 == 0
    margin = typography(*size).margin
    for page in range(made.pages):
        raster = pdf_raster(pdf, 40, page=page)
        top, bottom = (round(at / 25.4 * 40) for at in (margin.top, size[1] - margin.bottom))
        lines = (raster[top:bottom].min(axis=2) < 0.7).any(axis=1)
        assert lines.mean() > 0.15, f"page {page + 1}"
    assert made.layout.text >= 0.9 and made.layout.figures >= 0.78
    titles = {line.title for line in inventory(pieces)}
    with opened(pdf) as file:
        pages = [each.page for each in figures(file) if each.element.alt in titles]
        read = [each.kind for each in elements(file)]
    shown = {(page + 1) // 2 for page in pages[: len(titles)]}
    # The eight kinds of Farholm take more than the first page of a booklet of four, and its text the other three.
    assert len(shown) <= (2 if (path.stem, name) == ("farholm", "a4 booklet") else 1)
    assert read.count("H1") == 1, "the title is read out once, wherever it is shown"


CHAPTER: Data = {
    "opens": "",
    "last": False,
    "columns": 1,
    "feet": [],
    "opening": [],
    "blocks": [],
}


def sizes_tried(pages: float) -> list[float]:
    """The sizes of text in the drafts of a booklet with so many full pages, whose text shrinks evenly."""
    tried: list[float] = []

    def drafted(layout: BookLayout) -> Draft:
        if layout.text not in tried:
            tried.append(layout.text)
        full = pages * layout.text**2
        tops = [End(page, A5.margin.inner, A5.margin.top) for page in range(1, ceil(full) + 1)]
        foot = A5.margin.top + A5.text_height
        blocks = [end._replace(y=foot) for end in tops[:-1]]
        low = A5.margin.top + A5.text_height * (full - len(tops) + 1)
        return Draft(layout, A5, [[tops[0], *blocks, tops[-1]._replace(y=low)]])

    folded([CHAPTER], drafted, covered=False)
    return tried


@pytest.mark.parametrize(
    ("pages", "tried"),
    [
        # Of 8.9 pages, 0.92 of the size leaves 7.5, and 0.96 leaves 8.2.
        (8.9, [1.0, 0.92]),
        (8.5, [1.0, 0.96]),
        # No smaller text saves two pages of ten, and larger text fills twelve.
        (9.9, [1.0, 1.08]),
        (8.0, [1.0]),
    ],
)
def test_a_booklet_tries_only_sizes_that_may_come_out_even(
    pages: float, tried: list[float]
) -> None:
    """The sum of all columns tells the pages of other sizes."""
    assert tried == sizes_tried(pages)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=7), st.integers(1, 8))
def test_sections_open_the_pages_that_leave_the_least_empty(
    tenths: Sequence[int], pages: int
) -> None:
    """All ways to divide the sections among so many pages are compared."""
    ends = [sum(tenths[:at]) / 8 for at in range(len(tenths) + 1)]

    def emptiness(openings: Sequence[int]) -> tuple[int, float]:
        """The pages and the sum of the squares of their empty shares."""
        bounds = [0, *openings, len(tenths)]
        highs = [ends[end] - ends[start] for start, end in pairwise(bounds)]
        return sum(map(ceil, highs)), sum((ceil(high) - high) ** 2 for high in highs)

    ways = [
        [at for at, opens in enumerate(chosen, 1) if opens]
        for chosen in product((False, True), repeat=len(tenths) - 1)
    ]
    worths = [worth for taken, worth in map(emptiness, ways) if taken == pages]
    found = openings(ends, pages, 1.0)
    if not worths:
        assert found is None
    else:
        assert found is not None
        taken, worth = emptiness(found)
        assert taken == pages and worth == pytest.approx(min(worths))


# Small books with a cover and an aid


def black(width: float, height: float) -> Picture:
    """A black picture of this size in millimetres."""
    box = Box(0, 0, width, height)
    corners = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)]
    return Picture(Drawing((Shape(polygon(corners), fill="#000000"),)), box, "Black")


def small_book(sections: int, *, aid: int) -> Book:
    """A cover, sections of a third of a page each, and an aid with so many items."""
    blocks: list[object] = [Heading(1, (Run("Title"),)), Paragraph((Run("Lead"),))]
    for at in range(sections):
        blocks.append(Heading(2, (Run(f"Section{at}"),)))
        blocks += [Paragraph((Run(f"text{at} " * 60),)) for _ in range(3)]
    items = tuple((Paragraph((Run(f"aid{at} " * 12),)),) for at in range(aid))
    blocks += [Heading(2, (Run("Aid"),), "back"), Bullets(items)] if aid else []
    dress = Dress(cover=black(*SIZE), masthead=black(SIZE[0], 30), title=black(40, 10))
    return Book("Title", "", "", tuple(blocks), dress=dress, bound=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(("sections", "aid"), [(4, 0), (8, 0), (2, 4), (6, 4), (8, 4), (13, 4)])
def test_a_small_book_fills_its_sheets(sections: int, aid: int) -> None:
    """All its text is there, in order, on a multiple of four pages; the aid is the last thing on the last of them."""
    made = TypesetBook(small_book(sections, aid=aid), *SIZE)
    pdf = made.pdf()
    found = words(pdf)
    texts = [each.text for each in found if re.fullmatch(r"text\d+", each.text)]
    assert texts == [f"text{at}" for at in range(sections) for _ in range(180)]
    assert made.blank == 0 and made.pages % 4 == 0
    with_words = {each.page for each in found if re.fullmatch(r"(text|aid)\d+", each.text)}
    assert with_words == {*range(made.layout.covered, made.pages)}
    if aid:
        last = [each for each in found if re.fullmatch(r"(text|aid)\d+", each.text)][-1]
        assert (last.text, last.page) == (f"aid{aid - 1}", made.pages - 1)


def test_an_aid_is_below_the_text_of_its_page() -> None:
    """It is the foot of the page, with room above it, if that saves the last page."""
    made = TypesetBook(small_book(5, aid=4), *SIZE)
    found = words(made.pdf())
    aid = [each.box for each in found if re.fullmatch(r"aid\d+", each.text)]
    page = made.pages - 1
    above = [each.box for each in found if each.page == page and each.text.startswith("text")]
    assert max(each.bottom for each in above) + 5 < min(each.y for each in aid)
    assert SIZE[1] - A5.margin.bottom - max(each.bottom for each in aid) < 12


def test_a_booklet_without_a_cover_has_a_masthead() -> None:
    """Its first page has the number 1 and is a right one; a booklet with a cover counts it."""
    numbers = {}
    for sections in (4, 8):
        made = TypesetBook(small_book(sections, aid=0), *SIZE)
        found = words(made.pdf())
        number = min(int(each.text) for each in found if each.text.isdigit() and each.box.y > 190)
        numbers[made.layout.covered] = number
        masthead = pdf_raster(made.pdf(), 25.4, page=0)
        assert masthead[5, 75].max() < 0.1, "both begin with a black edge"
        assert (masthead[100, 75].max() < 0.1) == made.layout.covered
    assert numbers == {True: 2, False: 1}


def test_blank_pages_are_counted_where_no_layout_fills_the_sheets() -> None:
    """A line of text is no booklet: two pages stay blank, before the last one."""
    made = TypesetBook(small_book(0, aid=0), *SIZE)
    assert (made.pages, made.blank) == (4, 2 if made.layout.covered else 3)


@pytest.mark.slow
def test_a_build_says_how_many_pages_are_blank(in_folder: Path, pnp: Call) -> None:
    """It says so again if it makes no file anew."""
    rules = in_folder / "templates/rules/tiny.md"
    rules.parent.mkdir(parents=True)
    rules.write_text("# Tiny\n\n## Play {page}\n\nLay tiles.\n")
    game = in_folder / "tiny.yaml"
    game.write_text(
        "game: tiny\ntitle: Tiny\ncolours: [red, blue]\ntiles:\n  shape: square\n  size: 40mm\n"
        "  families:\n    - {name: one, generate: edges, expect: 6}\n"
    )
    for _ in range(2):
        result = pnp("build", game, "--only", "rules", "--paper", "a4")
        assert result.exit_code == 0, result.output
        assert "tiny-rules-booklet-a4.pdf has 2 blank pages before its last one" in result.output
