"""Columns without holes, boxes across both columns, lines to the foot of a page, and whole booklets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from pnp.documents import Book, Bullets, Lines, Note, Run, book_pdf, page_count
from pnp.documents.typography import typography
from pnp.pieces import make_pieces
from pnp.project.rulebook import read_rulebook, rulebook_as_book
from tests.conftest import EDITIONS, bundled
from tests.pages import figures, opened, word, words
from tests.rasters import pdf_raster
from tests.test_typesetting import (
    A4,
    A5,
    GAMES,
    LARGE,
    LETTER,
    Size,
    book,
    column_bottoms,
    drawn_strip,
    figure,
    heading,
    lines,
    lowest_ink,
    text,
)

Edition = Callable[..., bytes]

# Millimetres of the figures in these tests.
WIDE, TALL = 70.0, 80.0


def example(letters: str = "example") -> tuple[Note, object]:
    """A box of a few words with its figure, which are neighbours in a rulebook."""
    return Note((text(letters),)), figure(WIDE, TALL)


def width_of_figure(pdf: bytes) -> float:
    """The width of the only figure, in millimetres."""
    with opened(pdf) as file:
        (shown,) = figures(file)
        return shown.box.width


def with_hole(size: Size, hole: float) -> Book:
    """A column of lines that leaves so many millimetres, a box that stays whole, and more lines."""
    design = typography(*size)
    plain = book_pdf(book(lines(2, "first")), *size)
    pitch = word(plain, "first1").box.y - word(plain, "first0").box.y
    count = int((design.text_height - hole) / pitch)
    return book(lines(count, "first"), *example(), lines(140, "after"))  # type: ignore[arg-type]


@LARGE
def test_a_figure_shrinks_if_its_box_then_fits_the_column(size: Size) -> None:
    """A hole of nearly the height of the box is filled with it."""
    pdf = book_pdf(with_hole(size, TALL + 12), *size)
    assert 0.78 * WIDE - 0.1 < width_of_figure(pdf) < 0.99 * WIDE
    assert word(pdf, "example").box.x < size[0] / 2
    assert word(pdf, "example").page == 0


@pytest.mark.slow
@LARGE
def test_a_figure_keeps_its_size_if_no_legible_one_fits(size: Size) -> None:
    """A hole of half of the box stays, and the figure is as large as before."""
    pdf = book_pdf(with_hole(size, TALL * 0.6), *size)
    assert width_of_figure(pdf) == pytest.approx(WIDE, abs=0.5)
    assert word(pdf, "example").box.x > size[0] / 2


@LARGE
def test_a_box_lies_across_columns_that_would_end_far_apart(size: Size) -> None:
    """The text of the box is beside its figure, below both columns, which have nearly one height."""
    long = "example " * 30
    blocks = [
        lines(14, "one"), *example(long), lines(12, "two"),
        heading("Next", 2, "page"), lines(99, "after"),
    ]  # fmt: skip
    pdf = book_pdf(book(*blocks), *size)  # type: ignore[arg-type]
    inside = [each.box for each in words(pdf) if each.text == "example"]
    with opened(pdf) as file:
        (shown,) = figures(file)
    assert max(box.right for box in inside) < size[0] / 2 < shown.box.x
    assert word(pdf, "one13").box.bottom < shown.box.y
    assert word(pdf, "two11").box.bottom < shown.box.y
    assert word(pdf, "two11").page == shown.page == 0


@LARGE
def test_a_box_stands_above_the_sections_that_follow_it(size: Size) -> None:
    """Across both columns, it would be below their text; a strip fills the shorter column."""
    long = "example " * 30
    whole = book(
        lines(14, "one"), *example(long), heading("Later"), lines(16, "two"),
        heading("Next", 2, "page"), lines(99, "after"),
    )  # type: ignore[arg-type]  # fmt: skip
    pdf = book_pdf(whole._replace(dress=whole.dress._replace(strip=drawn_strip)), *size)
    inside = [each for each in words(pdf) if each.text == "example"]
    later, low = word(pdf, "Later"), max(each.box.bottom for each in inside)
    assert {each.page for each in inside} == {later.page} == {0}
    assert later.box.x > size[0] / 2 or later.box.y > low
    bottoms = column_bottoms(pdf, 0, size)
    assert abs(bottoms[0] - bottoms[1]) < 3


@pytest.mark.parametrize("size", [A4, LETTER, A5], ids=["a4", "letter", "a5"])
def test_lines_reach_the_foot_of_their_page(size: Size) -> None:
    """Below the text, lines of one pitch end at the foot; text above them has columns of one height."""
    blocks = (heading("Own", 2, "page"), lines(12, "a"), lines(12, "b"))
    pdf = book_pdf(book(lines(36), *blocks, Lines((Run("Caption"),))), *size)
    margin, page = typography(*size).margin, page_count(pdf) - 1
    assert word(pdf, "Caption").page == page == word(pdf, "a0").page
    foot = size[1] - margin.bottom
    assert lowest_ink(pdf, page, foot + 1) == pytest.approx(foot, abs=2)
    raster = pdf_raster(pdf, 144, page=page).min(axis=2)
    low = int((word(pdf, "Caption").box.bottom + 2) / 25.4 * 144)
    middle = raster[low : int((foot + 1) / 25.4 * 144), raster.shape[1] // 2] < 0.95
    starts = [at for at in range(1, len(middle)) if middle[at] and not middle[at - 1]]
    gaps = [(after - at) * 25.4 / 144 for at, after in pairwise(starts)]
    assert len(gaps) >= 3
    assert max(gaps) - min(gaps) < 0.4
    assert min(gaps) > 8.9
    if typography(*size).columns > 1:
        assert word(pdf, "b0").box.y == pytest.approx(word(pdf, "a0").box.y, abs=0.1)


def test_a_page_without_room_has_no_lines() -> None:
    """Text down to the foot is followed neither by a caption nor by another page."""
    found = set()
    for count in range(24, 32):
        full = [lines(1, f"w{at}x") for at in range(count)]
        blocks = [lines(36), heading("Own", 2, "page"), *full, Lines((Run("Caption"),))]
        pdf = book_pdf(book(*blocks), *A5)
        shown = {each.text: each.page for each in words(pdf)}
        assert shown.get("Caption", shown[f"w{count - 1}x0"]) == shown[f"w{count - 1}x0"]
        found.add((page_count(pdf), "Caption" in shown))
    least = min(pages for pages, _ in found)
    assert {(least, True), (least, False)} <= found


@LARGE
def test_a_list_of_an_aid_has_two_columns(size: Size) -> None:
    """A list alone on the last page stands in two columns, each in half of the page."""
    items = Bullets(tuple((text(f"item{at} " * 12),) for at in range(4)))
    pdf = book_pdf(book(lines(3), heading("Aid", 2, "back"), items), *size)
    found = [each.box for each in words(pdf) if each.text.startswith("item")]
    lefts = {round(box.x) for box in found if box.x < size[0] / 2}
    assert max(box.right for box in found if box.x < size[0] / 2) > size[0] * 0.4
    assert len(lefts) > 1
    assert {
        each.text
        for each in words(pdf)
        if each.text.startswith("item") and each.box.x < size[0] / 2
    } == {
        "item0",
        "item1",
    }


MARKS = (pytest.mark.slow, pytest.mark.slow, *[pytest.mark.nightly] * 3)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=mark) for game, mark in zip(GAMES, MARKS, strict=True)]
)
def test_a_booklet_with_its_cover_has_full_sheets(edition: Edition, game: str) -> None:
    """Its pages are a multiple of four, and the player aid is on its back."""
    pieces = make_pieces(bundled(game))
    rulebook = read_rulebook(pieces)
    assert rulebook is not None
    assert rulebook_as_book(pieces, rulebook, 148.5, 210.0, bound=True).dress.cover is not None
    pdf = edition(game, "a4 booklet")
    pages = page_count(pdf)
    assert pages % 4 == 0
    aid = [each for each in words(pdf) if each.text == "aid"]
    assert {each.page for each in aid} == {pages - 1}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("a4", marks=pytest.mark.slow),
        pytest.param("letter", marks=pytest.mark.nightly),
        pytest.param("a5", marks=pytest.mark.slow),
    ],
)
def test_house_rules_have_a_page_of_their_own(edition: Edition, name: str) -> None:
    """Their heading begins a page, the next page is the aid, and lines fill the rest."""
    pdf, (size, _) = edition("hexagonal-highway", name), EDITIONS[name]
    house = next(each for each in words(pdf) if each.text == "House")
    on_page = [each for each in words(pdf) if each.page == house.page]
    assert house.page == page_count(pdf) - 2
    assert min(each.box.y for each in on_page) >= house.box.y - 1
    if typography(*size).columns > 1:
        left, right = column_bottoms(pdf, house.page, size)
        assert left == pytest.approx(right, abs=0.5)
