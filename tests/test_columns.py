"""Columns without holes, boxes across both columns, lines to write on, and whole booklets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from pnp.documents import Book, Bullets, Lines, Note, Run, book_pdf, page_count
from pnp.documents.typography import typography
from pnp.pieces import make_pieces
from pnp.project.rulebook import read_rulebook, rulebook_as_book
from tests.conftest import bundled
from tests.pages import figures, opened, word, words
from tests.rasters import pdf_raster
from tests.test_typesetting import (
    A4,
    A5,
    GAMES,
    LARGE,
    Size,
    book,
    figure,
    heading,
    lines,
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


@LARGE
def test_a_figure_keeps_its_size_if_no_legible_one_fits(size: Size) -> None:
    """A hole of half of the box stays, and the figure is large, as all figures of the book are."""
    pdf = book_pdf(with_hole(size, TALL * 0.6), *size)
    assert width_of_figure(pdf) > 0.85 * WIDE
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
    """Across both columns, it would be below their text."""
    long = "example " * 30
    whole = book(
        lines(14, "one"), *example(long), heading("Later"), lines(16, "two"),
        heading("Next", 2, "page"), lines(99, "after"),
    )  # type: ignore[arg-type]  # fmt: skip
    pdf = book_pdf(whole, *size)
    inside = [each for each in words(pdf) if each.text == "example"]
    later, low = word(pdf, "Later"), max(each.box.bottom for each in inside)
    assert {each.page for each in inside} == {later.page} == {0}
    assert later.box.x > size[0] / 2 or later.box.y > low


@pytest.mark.slow
@pytest.mark.parametrize("size", [A4, A5], ids=["a4", "a5"])
def test_three_lines_to_write_on_follow_their_caption(size: Size) -> None:
    """They are 9 mm apart, whole in one column, and the text goes on below them."""
    blocks = (lines(6, "before"), Lines((Run("Caption"),)), lines(6, "after"))
    pdf = book_pdf(book(*blocks), *size)
    caption = word(pdf, "Caption").box
    raster = pdf_raster(pdf, 144, page=0).min(axis=2)
    low, end = (int(each / 25.4 * 144) for each in (caption.bottom + 2, caption.bottom + 29))
    column = raster[low:end, int((caption.x + 10) / 25.4 * 144)] < 0.95
    starts = [at for at in range(1, len(column)) if column[at] and not column[at - 1]]
    assert len(starts) == 3
    for one, other in pairwise(starts):
        assert (other - one) * 25.4 / 144 == pytest.approx(9.0, abs=0.3)


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


@pytest.mark.slow
@pytest.mark.spread(1)
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
