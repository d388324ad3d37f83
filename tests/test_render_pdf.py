"""PDF files as other programs see them: forms, fonts, words and metadata."""

from __future__ import annotations

import io

import numpy as np
import pikepdf
import pypdfium2
import pytest
from reportlab.pdfbase.ttfonts import TTFont

from pnp.render import pdf_bytes
from pnp.scene import Clip, Drawing, Item, Placed, Shape
from pnp.scene import Stroke as Pen
from pnp.scene import Text as Label
from pnp.scene.fonts import font_data, text_width
from pnp.scene.geometry import ORIGIN, Point, circle, segment
from tests.rasters import pdf_raster
from tests.scenes import (
    BLACK,
    BLUE,
    GREEN,
    RED,
    document_of,
    dot,
    font_characters,
    page_of,
    rich_page,
)


def pdf_of(*items: Item) -> bytes:
    """A PDF file of one page with these items."""
    return pdf_bytes(document_of(page_of(*items)))


def form_count(data: bytes) -> int:
    """How many form XObjects a PDF file has."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return sum(
            isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
            for thing in pdf.objects
        )


def test_a_repeated_drawing_becomes_one_form() -> None:
    """A drawing placed three times, on two pages, is in the PDF once."""
    one = dot()
    first = page_of(Placed(one, Point(10, 10)), Placed(one, Point(30, 10)))
    second = page_of(Placed(one, Point(20, 20)))
    assert form_count(pdf_bytes(document_of(first, second))) == 1


def test_a_drawing_placed_once_stays_inline() -> None:
    """Neither a drawing that is placed once nor a part of drawings becomes a form."""
    part = dot()
    tiles = [Drawing((Placed(part, Point(1, 1)), part)) for _ in range(3)]
    assert form_count(pdf_of(*(Placed(tile, Point(20, 20)) for tile in tiles))) == 0


@pytest.mark.parametrize(
    "item",
    [
        Shape((("M", 0, 0), ("L", 10, 2), ("L", 0, 6)), None, Pen(2.0, BLACK)),
        Shape(segment(Point(0, 9), Point(8, 9)), None, Pen(3.0, GREEN, round=True)),
        Placed(Drawing((Label("Åjgy|", ORIGIN, 6, BLUE, anchor="end", angle=200),)), Point(3, 12)),
        Clip(circle(Point(5, -4), 2), (Shape(circle(Point(5, -4), 9), RED),)),
    ],
    ids=["mitre", "round", "text", "clip"],
)
def test_a_form_is_not_cut_off(item: Item) -> None:
    """A repeated drawing shows as much as the same items drawn inline."""
    places = (Point(30, 30), Point(70, 40))
    shared = Drawing((item,))
    as_form = pdf_of(*(Placed(shared, at) for at in places))
    inline = pdf_of(*(Placed(Drawing((item,)), at) for at in places))
    assert (form_count(as_form), form_count(inline)) == (1, 0)
    assert np.abs(pdf_raster(as_form, 300) - pdf_raster(inline, 300)).max() < 0.02


def test_words_can_be_extracted() -> None:
    """The text of a page reads as it was written, accents and all."""
    labels = (Label("Tile <R&B> 7", Point(20, 20), 5, BLACK), Label("Übér", Point(20, 40), 5, RED))
    page = pypdfium2.PdfDocument(pdf_of(*labels))[0].get_textpage()
    assert page.get_text_bounded().split("\r\n") == ["Tile <R&B> 7", "Übér"]


def test_every_font_is_embedded() -> None:
    """All fonts in the file are subsets of ours that bring their outlines; no Helvetica."""
    with pikepdf.open(io.BytesIO(pdf_bytes(document_of(rich_page(0))))) as pdf:
        dictionaries = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)]
        fonts = [thing for thing in dictionaries if thing.get("/Type") == "/Font"]
        assert {str(font.BaseFont)[8:] for font in fonts} == {
            "AtkinsonHyperlegible-Regular",
            "AtkinsonHyperlegible-Bold",
        }
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)
    with pikepdf.open(io.BytesIO(pdf_of(Shape(circle(Point(9, 9), 5), RED)))) as pdf:
        assert not any("/BaseFont" in thing for thing in pdf.objects if hasattr(thing, "keys"))


def test_pdf_says_what_it_is() -> None:
    """Title, language, page size, no scaling and a bookmark a page are in the file."""
    with pikepdf.open(io.BytesIO(pdf_bytes(document_of(rich_page(1), rich_page(2))))) as pdf:
        assert [str(pdf.docinfo[key]) for key in ("/Title", "/Author", "/Subject")] == [
            "A title",
            "An author",
            "A subject",
        ]
        assert pdf.Root.Lang == "en"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle is True
        assert [float(side) for side in pdf.pages[0].MediaBox] == pytest.approx([0, 0, 288, 216])
        with pdf.open_outline() as outline:
            assert [entry.title for entry in outline.root] == ["page 1", "page 2"]
    assert b"ASCII85" not in pdf_bytes(document_of(rich_page(1)))


def test_a_pdf_without_pages_is_refused() -> None:
    """A file that no reader would open is not written."""
    with pytest.raises(ValueError, match="needs a page"):
        pdf_bytes(document_of())


@pytest.mark.parametrize("bold", [False, True])
def test_text_width_is_what_reportlab_advances(bold: bool) -> None:
    """The measured width of every character, and so of a text, is the one in the PDF."""
    font = TTFont("width-test", io.BytesIO(font_data(bold=bold)))
    for character in font_characters():
        expected = font.stringWidth(character, 10)
        assert text_width(character, 10, bold=bold) == pytest.approx(expected, abs=0.01)
    sentence = "AVATAR To Wa. 1/7"
    expected = font.stringWidth(sentence, 10)
    assert text_width(sentence, 10, bold=bold) == pytest.approx(expected, abs=0.01)
