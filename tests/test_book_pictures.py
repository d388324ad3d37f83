"""Pictures of a book: our own writer draws them in the blanks that Typst leaves."""

from __future__ import annotations

import pikepdf
import pytest

from pnp.documents import Book, Figure, Heading, Picture, Run, book_pdf, typeset
from pnp.documents.typography import typography
from pnp.scene import Drawing, Placed, Shape, Text
from pnp.scene.geometry import Box, Point, circle
from tests.pages import opened, page_texts, words

A5 = 148.0, 210.0

TILE = Drawing(
    (Shape(circle(Point(5, 5), 4), fill="#C8372D"), Text("T7", Point(3, 6), 3, "#000000")),
    shared=True,
)


def figure(*corners: tuple[float, float]) -> Figure:
    """A figure of 60 x 20 mm with the tile at these places."""
    drawing = Drawing(tuple(Placed(TILE, Point(*corner)) for corner in corners))
    return Figure(Picture(drawing, Box(0, 0, 60, 20), "Tiles"), (Run("Below"),), "Tiles")


def book(*figures: Figure, first: int = 1) -> Book:
    """A book of these figures."""
    blocks = (Heading(1, (Run("Title"),)), *figures)
    return Book("Title", "Author", "Subject", blocks, footer="Foot", first=first)


def streams(pdf: bytes) -> list[bytes]:
    """The contents of all forms of a file."""
    with opened(pdf) as file:
        return [
            each.read_bytes()
            for each in file.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        ]


def test_text_in_a_figure_is_text() -> None:
    """It can be found and copied, and stands where the figure has it."""
    pdf = book_pdf(book(figure((0, 0))), *A5)
    found = [each for each in words(pdf) if each.text == "T7"]
    below = next(each for each in words(pdf) if each.text == "Below")
    assert len(found) == 1
    assert found[0].box.bottom < below.box.y
    # Three millimetres from the left of a figure that stands in the middle of the page.
    assert found[0].box.x == pytest.approx((A5[0] - 60) / 2 + 3, abs=0.8)


def test_a_file_has_each_drawing_once() -> None:
    """Figures share what they show."""
    pdf = book_pdf(book(figure((0, 0), (20, 0)), figure((10, 0)), figure((40, 0))), *A5)
    red = [content for content in streams(pdf) if b"0.784 0.216 0.176 rg" in content]
    assert len(red) == 1
    assert page_texts(pdf)[0].count("T7") == 4


def test_no_blank_remains() -> None:
    """Typst's images are gone from the file."""
    with opened(book_pdf(book(figure((0, 0))), *A5)) as file:
        images = [
            each
            for each in file.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
    assert images == []


def test_other_numbers_change_only_the_feet() -> None:
    """A kit's rulebook is the rulebook, with the numbers of the kit."""
    pages = typeset(book(*[figure((0, 0))] * 40), *A5)
    own, kit = page_texts(pages.pdf()), page_texts(pages.pdf(first=23))
    assert len(own) == pages.pages > 1
    for number, (one, other) in enumerate(zip(own, kit, strict=True)):
        assert one.endswith(f" {number + 1}")
        assert other == one.removesuffix(f"{number + 1}") + f"{number + 23}"


def test_a_long_foot_keeps_clear_of_the_number() -> None:
    """It becomes smaller."""
    pdf = book_pdf(book(figure((0, 0)))._replace(footer="Foot " * 60), *A5)
    feet = [each.box for each in words(pdf) if each.text == "Foot"]
    number = next(each.box for each in words(pdf) if each.text == "1")
    assert len(feet) == 60
    assert max(box.right for box in feet) < number.x
    assert len({round(box.bottom) for box in feet}) == 1


def test_tall_and_wide_pages_are_as_exact_as_small_ones() -> None:
    """The foot of a large page is at its edge, to a tenth of a millimetre."""
    sizes = (A5, (841.0, 1189.0))
    ends = []
    for width, height in sizes:
        pdf = book_pdf(book(figure((0, 0))), width, height)
        number = next(each.box for each in words(pdf) if each.text == "1")
        ends.append(width - typography(width, height).margin.outer - number.right)
    assert ends[0] == pytest.approx(ends[1], abs=0.1)


def test_the_same_book_has_the_same_bytes() -> None:
    """Also after another file of it was made."""
    pages = typeset(book(figure((0, 0))), *A5)
    before = pages.pdf()
    assert pages.pdf(first=9) != before
    assert pages.pdf() == before
