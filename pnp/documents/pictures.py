"""The pictures of a book: Typst leaves a blank for each, and our own writer draws them.

So text in a figure is text, and a tile that many figures show is in the file once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from io import BytesIO
from itertools import chain
from typing import TypeAlias

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from pnp.basics.units import POINTS_PER_MM
from pnp.documents.book import Book
from pnp.documents.typography import Typography
from pnp.render import pdf_bytes
from pnp.scene import Document, Drawing, Item, Layer, Page, Picture, Text
from pnp.scene.fineness import MINIATURE, Fineness, simplified
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point

# A blank is an image of so many dots in a row, which Typst stretches, as its number; the first one is
# for the head and the foot of a page.
_FURNITURE = 1
FIRST_PICTURE = 2

# The numbers of pages, from 0, and the names of the images there that are for their heads and feet.
Furnished: TypeAlias = Sequence[tuple[int, str]]

# Of the bottom margin: from the text down to the foot. Millimetres: between the foot and the number.
_FOOT_DROP = 0.32
_NUMBER_GAP = 4.0


def fill_blanks(
    file: Pdf, pictures: Sequence[Picture], book: Book, design: Typography, *, first: int
) -> Furnished:
    """Puts the pictures in place of their blanks, and on each page its head and foot, whose places it returns.

    Pages count from `first`. Raises MissingGlyph.
    """
    blanks = [_blanks(page) for page in file.pages]
    widths = dict(chain.from_iterable(map(_widths, file.pages, blanks)))
    numbers = sorted({number for found in blanks for number in found.values()} - {_FURNITURE})
    known: dict[tuple[Drawing, Fineness], Drawing] = {}
    shown = [
        picture._replace(drawing=simplified(picture.drawing, MINIATURE.at(scale), known))
        for number in numbers
        for picture in [pictures[number - FIRST_PICTURE]]
        for scale in [widths[number] / picture.box.width]
    ]
    numbered = sum(_FURNITURE in found.values() for found in blanks)
    furniture = [_furniture(book, design, first + count) for count in range(numbered)]
    forms = [*_forms(file, [*furniture, *shown])]
    in_turn, by_number = iter(forms[:numbered]), dict(zip(numbers, forms[numbered:], strict=True))
    for page, found in zip(file.pages, blanks, strict=True):
        for name, number in found.items():
            form = next(in_turn) if number == _FURNITURE else by_number[number]
            page.Resources.XObject[name] = form
    return [
        (page, name)
        for page, found in enumerate(blanks)
        for name, number in found.items()
        if number == _FURNITURE
    ]


def number_anew(
    file: Pdf, places: Furnished, book: Book, design: Typography, *, first: int
) -> None:
    """Puts other heads and feet in these places of a file whose blanks are filled; its pages count from `first` then."""
    furniture = [_furniture(book, design, number) for number, _ in enumerate(places, first)]
    for (page, name), form in zip(places, _forms(file, furniture), strict=True):
        file.pages[page].Resources.XObject[name] = form


def _blanks(page: pikepdf.Page) -> Mapping[str, int]:
    """The numbers of the blanks on a page, by the names of their images."""
    images = page.Resources.get("/XObject", Dictionary())
    return {
        name: int(image.Width)
        for name, image in images.items()
        if image.get("/Subtype") == Name.Image and image.Height == 1
    }


def _widths(page: pikepdf.Page, blanks: Mapping[str, int]) -> Iterator[tuple[int, float]]:
    """The numbers of the blanks on a page, with their widths in millimetres."""
    matrix, saved = pikepdf.Matrix(), []
    for each in pikepdf.parse_content_stream(page, "q Q cm Do"):
        match str(each.operator):
            case "q":
                saved.append(matrix)
            case "Q":
                matrix = saved.pop()
            case "cm":
                matrix = pikepdf.Matrix(*map(float, each.operands)) @ matrix
            case _ if (number := blanks.get(str(each.operands[0]))) is not None:
                yield number, math.hypot(matrix.a, matrix.b) / POINTS_PER_MM


def _forms(file: Pdf, pictures: Sequence[Picture]) -> Iterator[pikepdf.Object]:
    """Each picture as a form that fills the unit square, as an image does."""
    if not pictures:
        return
    pages = tuple(
        Page(each.box.width, each.box.height, {Layer.ART: (each.at(Point(0.0, 0.0)),)})
        for each in pictures
    )
    # QPDF compresses the streams when it saves the file.
    with Pdf.open(BytesIO(pdf_bytes(Document("", "", "", pages), compressed=False))) as drawn:
        for page in drawn.pages:
            yield _in_unit_square(file, file.copy_foreign(page.as_form_xobject()))


def _in_unit_square(file: Pdf, form: pikepdf.Object) -> pikepdf.Object:
    """A form round another one, so that the units of that are points: some viewers drop tiny text."""
    _, _, width, height = map(float, form.BBox)
    # The six decimals of other numbers would be too few on a large page.
    across, up = (Decimal(f"{1 / size:.9f}") for size in (width, height))
    return file.make_stream(
        b"/Picture Do",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=form.BBox,
        Matrix=Array([across, 0, 0, up, 0, 0]),
        Resources=Dictionary(XObject=Dictionary(Picture=form)),
    )


def _furniture(book: Book, design: Typography, number: int) -> Picture:
    """The head and the foot of a page, with its number at the outer edge."""
    head = book.dress.head
    items: list[Item] = [] if head is None else [head.at(Point(0.0, 0.0))]
    page = Box(0, 0, design.width, design.height)
    return Picture(Drawing((*items, *_foot(book, design, number))), page)


def _foot(book: Book, design: Typography, number: int) -> Iterator[Text]:
    margin, inks = design.margin, book.dress.inks
    left = book.bound and number % 2 == 0
    # Margins change sides from page to page only in a booklet.
    before, behind = (margin.outer, margin.inner) if left else (margin.inner, margin.outer)
    start, end = before, design.width - behind
    em = design.foot / POINTS_PER_MM
    y = design.height - margin.bottom * (1 - _FOOT_DROP) + em * CAP_HEIGHT
    digits = f"{number}"
    taken = text_width(digits, em, bold=True) + _NUMBER_GAP
    fitting = min(em, em * (end - start - taken) / max(text_width(book.footer, em), em))
    if left:
        yield Text(digits, Point(start, y), em, inks.text, bold=True)
        yield Text(book.footer, Point(start + taken, y), fitting, inks.quiet)
    else:
        yield Text(book.footer, Point(start, y), fitting, inks.quiet)
        yield Text(digits, Point(end, y), em, inks.text, bold=True, anchor="end")
