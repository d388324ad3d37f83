"""Both writers: the same picture at true size, and the same bytes every time."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from fractions import Fraction
from pathlib import Path as File
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from pnp.basics.errors import MissingGlyph, PnpError, UnusableInput
from pnp.render import pdf, pdf_bytes, svg, svg_text, svg_writer, write_pdf
from pnp.render.paths import dash_numbers, dash_phase, pdf_path, svg_path
from pnp.scene import Clip, Drawing, Item, Page, Placed, Shape
from pnp.scene import Stroke as Pen
from pnp.scene import Text as Label
from pnp.scene.fonts import CAP_HEIGHT, font_data, text_width
from pnp.scene.geometry import ORIGIN, Box, Path, Point, circle, polygon, segment
from tests.rasters import Raster, difference, pdf_raster, svg_raster
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


def rasters(page: Page, dpi: int) -> tuple[Raster, Raster]:
    """A page as both writers give it, as pixels."""
    return pdf_raster(pdf_bytes(document_of(page)), dpi), svg_raster(svg_text(page), dpi)


def ink_box(raster: Raster, dpi: int) -> Box:
    """The box round all that is black rather than white, in millimetres."""
    rows, columns = np.nonzero(raster.max(axis=2) < 0.5)
    dot = 25.4 / dpi
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    return Box(left * dot, top * dot, (right - left) * dot, (bottom - top) * dot)


@pytest.mark.parametrize("seed", range(4))
def test_both_writers_draw_the_same_picture(seed: int) -> None:
    """A page looks the same in PDF and in SVG, and not like its mirror image."""
    from_pdf, from_svg = rasters(rich_page(seed), dpi=150)
    assert from_pdf.shape == from_svg.shape == (450, 600, 3)
    assert difference(from_pdf, from_svg) < 0.0005
    assert np.abs(from_pdf - from_svg).mean() < 0.007
    assert difference(from_pdf, from_svg[:, ::-1]) > 0.05
    assert difference(from_pdf, from_svg[::-1]) > 0.05


@pytest.mark.slow
def test_every_glyph_is_the_same_in_both() -> None:
    """All characters of the font, more than one subset holds, are drawn alike by both writers."""
    characters = font_characters()
    lines = [characters[start : start + 30] for start in range(0, len(characters), 30)]
    assert len(characters) > 256
    page = page_of(
        *(Label(line, Point(2, 6 + 6 * row), 4, BLACK) for row, line in enumerate(lines))
    )
    from_pdf, from_svg = rasters(page, dpi=400)
    assert np.mean(from_pdf < 0.5) > 0.02
    assert difference(from_pdf, from_svg) < 0.0005


@pytest.mark.slow
def test_a_square_of_30_mm_measures_30_mm() -> None:
    """Both files have true size: their pixels put the square where the page has it."""
    corner = Box(20.32, 10.16, 30.0, 30.0)
    points = [Point(corner.x, corner.y), Point(corner.right, corner.y)]
    points += [Point(corner.right, corner.bottom), Point(corner.x, corner.bottom)]
    for raster in rasters(page_of(Shape(polygon(points), BLACK)), dpi=300):
        assert ink_box(raster, 300) == pytest.approx(corner, abs=0.1)


@pytest.mark.parametrize(
    ("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)], ids=str
)
def test_text_stands_where_its_anchor_says(anchor: str, share: float) -> None:
    """A capital H, which is symmetric, stands on its baseline, as high as CAP_HEIGHT says."""
    page = page_of(Label("H", Point(50, 40), 20, BLACK, anchor=anchor))
    for raster in rasters(page, dpi=300):
        box = ink_box(raster, 300)
        assert (box.bottom, box.height) == pytest.approx((40, 20 * CAP_HEIGHT), abs=0.1)
        middle = 50 + text_width("H", 20) * (0.5 - share)
        assert box.x + box.width / 2 == pytest.approx(middle, abs=0.1)


def test_text_turns_clockwise() -> None:
    """A text turned by 90 degrees reads downwards and has its capitals' tops on the right."""
    for raster in rasters(page_of(Label("HHHH", Point(50, 10), 10, BLACK, angle=90)), dpi=300):
        box = ink_box(raster, 300)
        assert (box.x, box.width) == pytest.approx((50, 10 * CAP_HEIGHT), abs=0.1)
        assert 10 < box.y < 12
        assert box.height == pytest.approx(text_width("HHHH", 10), abs=2)


def test_dashes_start_at_their_phase() -> None:
    """Along a dashed line the ink starts and ends where pattern and phase put it."""
    line = segment(Point(10, 20), Point(40, 20))
    for phase, gaps in ((0.0, [(4, 6), (10, 12)]), (5.0, [(0, 1), (5, 7)]), (-1.0, [(0, 1)])):
        page = page_of(Shape(line, None, Pen(1.0, BLACK, (4.0, 2.0), phase)))
        for raster in rasters(page, dpi=300):
            row = raster[round(20 / 25.4 * 300)]
            for start, end in gaps:
                inside = row[
                    round((10 + start + 0.1) / 25.4 * 300) : round((9.9 + end) / 25.4 * 300)
                ]
                assert inside.min() > 0.5
            dark = np.mean(row[round(10 / 25.4 * 300) : round(40 / 25.4 * 300)] < 0.5)
            assert dark == pytest.approx(2 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("pen", "dash", "phase"),
    [
        (Pen(1, BLACK, (2.0, 1.0), -0.5), ("2", "1"), "2.5"),
        (Pen(1, BLACK, (2.0,), 6.5), ("2",), "2.5"),
        (Pen(1, BLACK, (2.0, 1.0), 0.25), ("2", "1"), "0.25"),
    ],
    ids=["negative", "odd", "plain"],
)
def test_phase_is_brought_into_the_first_round(pen: Pen, dash: tuple[str, ...], phase: str) -> None:
    """A phase before the pattern or past it is written as the same place in the first round."""
    assert (dash_numbers(pen), dash_phase(pen)) == (dash, phase)


def test_nothing_is_drawn_of_what_paints_nothing() -> None:
    """No width, no path, no fill, no string or a pattern of zeros break neither file."""
    page = page_of(
        Shape(circle(Point(20, 20), 5), None, Pen(0.0, BLACK)),
        Shape(circle(Point(20, 20), 5)),
        Shape((), BLACK),
        Clip((), (Shape(circle(Point(20, 20), 5), BLACK),)),
        Label("", Point(20, 20), 5, BLACK),
        Drawing(()),
        Placed(empty := Drawing(()), ORIGIN),
        Placed(empty, ORIGIN),
        Shape(segment(Point(60, 20), Point(70, 20)), None, Pen(2.0, BLACK, (0.0, 0.0))),
    )
    for raster in rasters(page, dpi=300):
        assert ink_box(raster, 300) == pytest.approx(Box(60, 19, 10, 2), abs=0.1)


def test_a_shared_part_is_formatted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many drawings and pages a part is in, each writer formats its path once."""
    formatted: list[Path] = []
    for module, name in ((pdf, "pdf_path"), (svg, "svg_path")):
        monkeypatch.setattr(module, name, lambda path: formatted.append(path) or "0 0 m")
    part = Drawing((Shape(circle(ORIGIN, 3), RED),))
    tiles = [Placed(Drawing((part, Placed(part, Point(5, 5)))), ORIGIN) for _ in range(3)]
    pages = (page_of(*tiles), page_of(*tiles))
    pdf_bytes(document_of(*pages))
    list(map(svg_writer().text, pages))
    assert formatted == [circle(ORIGIN, 3)] * 2


@pytest.mark.parametrize("write", [lambda page: pdf_bytes(document_of(page)), svg_text])
def test_a_missing_glyph_is_an_error(write) -> None:
    """Both writers refuse a character that the font lacks, and name it and its text."""
    with pytest.raises(MissingGlyph, match=r"'→' \(U\+2192, RIGHTWARDS ARROW\).*'A→B'") as caught:
        write(page_of(Label("A→B", ORIGIN, 4, BLACK)))
    assert isinstance(caught.value, PnpError)


def test_numbers_have_at_most_three_decimals() -> None:
    """No number on a page is longer than a thousandth, but for the scale of a PDF page."""
    page = rich_page(3)
    with pikepdf.open(io.BytesIO(pdf_bytes(document_of(page)))) as pdf:
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        forms = [form.read_bytes() for form in streams if form.get("/Subtype") == "/Form"]
        content = b"\n".join((pdf.pages[0].Contents.read_bytes(), *forms)).decode()
    scale = "2.834646 0 0 -2.834646 0 216.000000 cm\n"
    assert content.count(scale) == 1
    for text in (content.replace(scale, ""), svg_text(page)):
        decimals = re.findall(r"\d\.(\d+)", text)
        assert max(map(len, decimals)) == 3


coordinates = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(st.tuples(*[coordinates] * 6), min_size=1))
def test_coordinates_survive_formatting(curves: list[tuple[float, ...]]) -> None:
    """Whatever a path's coordinates, what stands in the file is less than 0.0005 mm away."""
    path: Path = (("M", 0.0, 0.0), *(("C", *curve) for curve in curves))
    expected = [0.0, 0.0, *(number for curve in curves for number in curve)]
    in_pdf = list(map(float, re.findall(r"-?\d+(?:\.\d+)?", pdf_path(path))))
    for found in (in_pdf, svg_coordinates(svg_path(path))):
        assert found == pytest.approx(expected, rel=1e-12, abs=0.000501)


def svg_coordinates(text: str) -> list[float]:
    """The coordinates of a path of curves, whose points SVG counts from the end of the curve before.

    They are added as fractions, as exact as the text.
    """
    found: list[Fraction] = []
    for command, numbers in re.findall("([A-Za-z])([^A-Za-z]*)", text):
        values = [Fraction(each) for each in re.findall(r"-?(?:\d+(?:\.\d+)?|\.\d+)", numbers)]
        match command:
            case "M":
                found += values
            case "c":
                x, y = found[-2:]
                found += [each + (y if place % 2 else x) for place, each in enumerate(values)]
            case _:
                raise ValueError(command)
    return [float(each) for each in found]


def digests() -> str:
    """One hash over both writers' files, for comparison with that of another process."""
    pages = [rich_page(seed) for seed in range(3)]
    files = (
        pdf_bytes(document_of(*pages)),
        *(text.encode() for text in map(svg_writer().text, pages)),
    )
    return hashlib.sha256(b"".join(files)).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_bytes_in_any_process(seed: str) -> None:
    """The same document gives the same files twice here, and in a fresh process."""
    root = File(__file__).parent.parent
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", "from tests.test_render import digests; print(digests())"]
    elsewhere = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert digests() == digests() == elsewhere.stdout.strip()


def test_importing_the_package_imports_no_library() -> None:
    """Until something is written, none of the libraries is loaded."""
    code = "import sys, pnp.render; print({'reportlab', 'svgwrite', 'fontTools'} & {*sys.modules})"
    environment = {**os.environ, "PYTHONPATH": str(File(__file__).parent.parent)}
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


# SVG files as other programs see them: well-formed XML, layers, shared drawings and words.


SVG = "{http://www.w3.org/2000/svg}"


def test_svg_uses_a_repeated_drawing_and_inlines_a_single_one() -> None:
    """On an SVG page a drawing is defined if the page places it twice, and inline if not."""
    twice, once = dot(), Drawing((Shape(circle(ORIGIN, 3), BLACK), Shape(circle(ORIGIN, 2), RED)))
    places = [Placed(twice, Point(10, 10)), Placed(twice, Point(30, 10)), Placed(once, ORIGIN)]
    root = ElementTree.fromstring(svg_text(page_of(*places)))
    assert len(root.findall(f"{SVG}defs/{SVG}g")) == 1
    assert len(root.findall(f"{SVG}g/{SVG}use")) == 2
    assert len(root.findall(f"{SVG}g/{SVG}g")) == 1


def test_svg_defines_every_clip_that_it_refers_to() -> None:
    """A clip inside a repeated drawing, and the same clip elsewhere, is defined once a page."""
    hole = Clip(circle(ORIGIN, 3), (Shape(circle(ORIGIN, 9), RED),))
    again = replace(hole, items=(Shape(circle(ORIGIN, 9), BLACK),))
    tile = Drawing((hole, again))
    for places in ([ORIGIN], [ORIGIN, Point(9, 9)]):
        text = svg_text(page_of(*(Placed(tile, at) for at in places)))
        defined = re.findall(r'<clipPath id="([^"]+)"', text)
        assert len(defined) == 1
        assert re.findall(r"url\(#([^)]+)\)", text) == defined * 2


def test_equal_drawings_outlines_and_glyphs_are_defined_once() -> None:
    """Whichever object they come from; the definitions are in any order, and each is used."""
    places = [Placed(dot(), Point(10, 10 * row)) for row in range(1, 6)]
    words = [Label("AAAAAAA", Point(30, 10 * row), 4, RED) for row in range(1, 6)]
    text = svg_text(page_of(*places, *words))
    outlines = re.findall(r' d="([^"]+)"', text)
    assert len(outlines) == len(set(outlines))
    defined = re.findall(r' id="(x[^"]+)"', text)
    assert sorted(defined) == sorted(set(re.findall(r'href="#([^"]+)"', text)))
    assert len(text) < 5000


def test_svg_layers_are_named_and_in_painting_order() -> None:
    """There is an Inkscape layer for each layer that has items, and for no other."""
    root = ElementTree.fromstring(svg_text(rich_page(0)))
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    layers = [(group.get("id"), group.get(label)) for group in root.findall(f"{SVG}g")]
    assert layers == [("art", "art"), ("cut", "cut")]
    assert (root.get("width"), root.get("height")) == ("101.6mm", "76.2mm")
    assert root.get("viewBox") == "0 0 101.6 76.2"


def test_svg_text_does_not_depend_on_the_pages_before() -> None:
    """Pages written together, with what they share formatted once, are as if written alone."""
    pages = [rich_page(seed) for seed in (1, 2, 1)]
    pages.append(Page(50, 50, pages[0].layers))
    assert list(map(svg_writer().text, pages)) == [svg_text(page) for page in pages]


@settings(deadline=None)
@given(st.text())
def test_any_title_gives_well_formed_svg(title: str) -> None:
    """A title may hold anything; what XML cannot hold is replaced."""
    root = ElementTree.fromstring(svg_text(page_of(title=title)).encode())
    found = root.findtext(f"{SVG}title", "")
    assert len(found) == len(title.replace("\r\n", "\n"))
    if re.fullmatch("[ -~]*", title):
        assert found == title


def test_outlines_are_labelled_with_their_words() -> None:
    """A text is outlines, and its group says what they read."""
    labels = (Label("Tile <R&B> 7", Point(20, 20), 5, BLACK), Label("Übér", Point(20, 40), 5, RED))
    root = ElementTree.fromstring(svg_text(page_of(*labels)))
    found = [group.get("aria-label") for group in root.iter(f"{SVG}g") if group.get("role")]
    assert found == ["Tile <R&B> 7", "Übér"]


# PDF files as other programs see them: forms, fonts, words and metadata.


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "item",
    [
        Shape((("M", 0, 0), ("L", 10, 2), ("L", 0, 6)), None, Pen(2.0, BLACK)),
        Shape(segment(Point(0, 9), Point(8, 9)), None, Pen(3.0, GREEN, round=True)),
        Placed(Drawing((Label("Åjgy|", ORIGIN, 6, BLUE, anchor="end", angle=200),)), Point(3, 12)),
        Placed(Drawing((Label("Åg|", ORIGIN, 6, BLUE, outline=Pen(3.0, RED)),)), Point(3, 12)),
        Clip(circle(Point(5, -4), 2), (Shape(circle(Point(5, -4), 9), RED),)),
    ],
    ids=["mitre", "round", "text", "outlined text", "clip"],
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


@pytest.mark.parametrize(
    "text", ["abc", "1e9", "10" * 20, "-1", "1.5", "²", "9" * 5000, "253402300800"]
)
def test_a_date_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """One short message that names the variable."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", text)
    with pytest.raises(UnusableInput, match=r"^SOURCE_DATE_EPOCH is .{1,150}$"):
        pdf_of()


@pytest.mark.parametrize("text", ["", " ", "0", "1000000000", "253402300799"])
def test_any_other_date_is_possible(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Up to the year 9999."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", text)
    assert pdf_of()


def test_a_pdf_without_pages_is_refused() -> None:
    """A file that no reader would open is not written."""
    with pytest.raises(ValueError, match="needs a page"):
        pdf_bytes(document_of())


def test_a_page_goes_into_the_file_when_it_is_drawn(tmp_path: File) -> None:
    """What waits for the end of a file is no more than 60 bytes for each figure of a page: neither operators nor tags."""
    figures = 50

    def sheet(number: int) -> Page:
        drawings = (
            Drawing(tuple(Shape(circle(Point(across, number), 0.5), RED) for across in range(10)))
            for _ in range(figures)
        )
        return page_of(*(Placed(each, Point(0.0, down)) for down, each in enumerate(drawings)))

    def peak(pages: int) -> int:
        document = replace(document_of(*map(sheet, range(pages))), tagged=True)
        write_pdf(document, tmp_path / "sheets.pdf")
        tracemalloc.start()
        try:
            write_pdf(document, tmp_path / "sheets.pdf")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert (peak(60) - peak(20)) / 40 < 60 * figures


def test_a_writer_of_svg_forgets_what_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a quarter of the memory then, and writes the same."""
    ball = Drawing((Shape(circle(ORIGIN, 2.0), RED),))

    def sheet(number: int) -> Page:
        drawing = Drawing(tuple(Placed(ball, Point(number, across)) for across in range(20)))
        return page_of(Placed(drawing, ORIGIN), Placed(drawing, Point(20, 20)))

    def peak(most: int) -> int:
        monkeypatch.setattr(svg, "MOST_PARTS", most)
        writer = svg_writer()
        tracemalloc.start()
        try:
            for number in range(160):
                text = writer.text(sheet(number))
            assert text == svg_text(sheet(159))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10**6)
    assert peak(100) < peak(10**6) / 4


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
