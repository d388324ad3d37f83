"""Both writers are judged by what other programs see in their files: pixels, text and fonts."""

import hashlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path as File
from random import Random
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont as FontFile
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from pnp.errors import MissingGlyph, PnpError
from pnp.geometry import ORIGIN, Box, Path, Point, circle, heading, polygon, segment
from pnp.render import pdf_bytes, svg_text, svg_writer
from pnp.render.fonts import font_data, text_width
from pnp.render.paths import dash_numbers, dash_phase, pdf_path, svg_path
from pnp.scene import CAP_HEIGHT, Clip, Document, Drawing, Item, Layer, Page, Placed, Shape
from pnp.scene import Stroke as Pen
from pnp.scene import Text as Label
from tests.rasters import difference, pdf_raster, svg_raster

BLACK, RED, GREEN, BLUE = "#000000", "#D55E00", "#009E73", "#0072B2"
# Sizes that are whole numbers of dots at 150 and at 600 dpi, so that both rasters have one size.
WIDTH, HEIGHT = 101.6, 76.2
SVG = "{http://www.w3.org/2000/svg}"


def page_of(*items: Item, title: str = "") -> Page:
    """A page of the usual size with these items."""
    return Page(WIDTH, HEIGHT, {Layer.ART: items}, title)


def document_of(*pages: Page) -> Document:
    """A document with these pages."""
    return Document("A title", "An author", "A subject", pages)


def pdf_of(*items: Item) -> bytes:
    """A PDF file of one page with these items."""
    return pdf_bytes(document_of(page_of(*items)))


def rasters(page: Page, dpi: int) -> tuple[np.ndarray, np.ndarray]:
    """A page as both writers give it, as pixels."""
    return pdf_raster(pdf_bytes(document_of(page)), dpi), svg_raster(svg_text(page), dpi)


def ink_box(raster: np.ndarray, dpi: int) -> Box:
    """The box round all that is black rather than white, in millimetres."""
    rows, columns = np.nonzero(raster.max(axis=2) < 0.5)
    dot = 25.4 / dpi
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    return Box(left * dot, top * dot, (right - left) * dot, (bottom - top) * dot)


def font_characters() -> str:
    """Every character of the font, but for the carriage return, which has a blank glyph."""
    codes = FontFile(io.BytesIO(font_data(bold=False))).getBestCmap()
    return "".join(map(chr, sorted(codes))).replace("\r", "")


def rich_page(seed: int) -> Page:
    """A page with every kind of item, scattered by chance."""
    random = Random(seed)

    def somewhere() -> Point:
        return Point(random.uniform(8, WIDTH - 8), random.uniform(8, HEIGHT - 8))

    def pen() -> Pen:
        dash = random.choice([(), (2.0, 1.0), (3.0,), (2.5, 1.0, 0.5)])
        ink, phase = random.choice([BLACK, RED, GREEN, BLUE]), random.uniform(-3, 3)
        return Pen(random.uniform(0.3, 1.5), ink, dash, phase, round=random.random() < 0.5)

    def star() -> Path:
        middle = somewhere()
        first, *tips = [middle + heading(144 * turn + 10) * 7 for turn in range(5)]
        # From the middle of an edge: viewers disagree on whether the end of a dashed path joins
        # its start, and at a corner one would see it.
        return polygon([(first + tips[0]) * 0.5, *tips, first])

    strand = Drawing((Shape(segment(Point(-4, 0), Point(4, 1)), None, pen()),))
    tile = Drawing(
        (
            Shape(circle(ORIGIN, 6), "#F0E442", pen()),
            strand,
            Placed(strand, Point(0, 3)),
            Label("R7", Point(0, 1), 4, BLACK, bold=True, anchor="middle"),
        )
    )
    labels = [
        Label(f"Ab{anchor}", somewhere(), 5, BLUE, anchor=anchor, angle=angle, bold=angle > 100)
        for anchor in ("start", "middle", "end")
        for angle in (0, 37, 90, 180, -120)
    ]
    art: tuple[Item, ...] = (
        *(Shape(star(), random.choice([None, GREEN]), pen()) for _ in range(6)),
        *(Placed(tile, somewhere()) for _ in range(3)),
        Placed(Drawing((Shape(star(), RED),)), Point(1, 2)),
        Clip(
            circle(somewhere(), 9), (Shape(star(), BLACK), Placed(tile, somewhere()), *labels[:3])
        ),
        *labels,
    )
    # Sharper than a mitre may be, so that both have to cut it off in the same place.
    spike = (("M", 40.0, 5.0), ("L", 60.0, 7.0), ("L", 40.0, 9.0))
    art += (Shape(spike, None, Pen(2.0, GREEN)),)
    cut = (Shape(segment(somewhere(), somewhere()), None, Pen(0.3, RED, (4.0, 2.0))),)
    return Page(WIDTH, HEIGHT, {Layer.CUT: cut, Layer.ART: art}, f"page {seed}")


@pytest.mark.parametrize("seed", range(4))
def test_both_writers_draw_the_same_picture(seed: int) -> None:
    """A page looks the same in PDF and in SVG, and not like its mirror image."""
    from_pdf, from_svg = rasters(rich_page(seed), dpi=150)
    assert from_pdf.shape == from_svg.shape == (450, 600, 3)
    assert difference(from_pdf, from_svg) < 0.0005
    assert np.abs(from_pdf - from_svg).mean() < 0.007
    assert difference(from_pdf, from_svg[:, ::-1]) > 0.05
    assert difference(from_pdf, from_svg[::-1]) > 0.05


def test_every_glyph_is_the_same_in_both() -> None:
    """All characters of the font, more than one subset holds, are drawn alike by both writers."""
    characters = font_characters()
    lines = [characters[start : start + 30] for start in range(0, len(characters), 30)]
    assert len(characters) > 256
    page = page_of(
        *(Label(line, Point(2, 6 + 6 * row), 4, BLACK) for row, line in enumerate(lines))
    )
    from_pdf, from_svg = rasters(page, dpi=600)
    assert np.mean(from_pdf < 0.5) > 0.02
    assert difference(from_pdf, from_svg) < 0.0005


def test_a_square_of_30_mm_measures_30_mm() -> None:
    """Both files have true size: their pixels put the square where the page has it."""
    corner = Box(20.32, 10.16, 30.0, 30.0)
    points = [Point(corner.x, corner.y), Point(corner.right, corner.y)]
    points += [Point(corner.right, corner.bottom), Point(corner.x, corner.bottom)]
    for raster in rasters(page_of(Shape(polygon(points), BLACK)), dpi=600):
        assert ink_box(raster, 600) == pytest.approx(corner, abs=0.1)


@pytest.mark.parametrize(
    ("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)], ids=str
)
def test_text_stands_where_its_anchor_says(anchor: str, share: float) -> None:
    """A capital H, which is symmetric, stands on its baseline, as high as CAP_HEIGHT says."""
    page = page_of(Label("H", Point(50, 40), 20, BLACK, anchor=anchor))
    for raster in rasters(page, dpi=600):
        box = ink_box(raster, 600)
        assert (box.bottom, box.height) == pytest.approx((40, 20 * CAP_HEIGHT), abs=0.1)
        middle = 50 + text_width("H", 20) * (0.5 - share)
        assert box.x + box.width / 2 == pytest.approx(middle, abs=0.1)


def test_text_turns_clockwise() -> None:
    """A text turned by 90 degrees reads downwards and has its capitals' tops on the right."""
    for raster in rasters(page_of(Label("HHHH", Point(50, 10), 10, BLACK, angle=90)), dpi=600):
        box = ink_box(raster, 600)
        assert (box.x, box.width) == pytest.approx((50, 10 * CAP_HEIGHT), abs=0.1)
        assert 10 < box.y < 12
        assert box.height == pytest.approx(text_width("HHHH", 10), abs=2)


def test_dashes_start_at_their_phase() -> None:
    """Along a dashed line the ink starts and ends where pattern and phase put it."""
    line = segment(Point(10, 20), Point(40, 20))
    for phase, gaps in ((0.0, [(4, 6), (10, 12)]), (5.0, [(0, 1), (5, 7)]), (-1.0, [(0, 1)])):
        page = page_of(Shape(line, None, Pen(1.0, BLACK, (4.0, 2.0), phase)))
        for raster in rasters(page, dpi=600):
            row = raster[round(20 / 25.4 * 600)]
            for start, end in gaps:
                inside = row[
                    round((10 + start + 0.1) / 25.4 * 600) : round((9.9 + end) / 25.4 * 600)
                ]
                assert inside.min() > 0.5
            dark = np.mean(row[round(10 / 25.4 * 600) : round(40 / 25.4 * 600)] < 0.5)
            assert dark == pytest.approx(2 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("pen", "dash", "phase"),
    [
        (Pen(1, BLACK, (2.0, 1.0), -0.5), ("2", "1"), "2.5"),
        (Pen(1, BLACK, (2.0,), 5.0), ("2",), "1"),
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
    for raster in rasters(page, dpi=600):
        assert ink_box(raster, 600) == pytest.approx(Box(60, 19, 10, 2), abs=0.1)


def form_count(data: bytes) -> int:
    """How many form XObjects a PDF file has."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return sum(
            isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
            for thing in pdf.objects
        )


def dot() -> Drawing:
    """A new drawing of a dot with a letter."""
    return Drawing((Shape(circle(ORIGIN, 3), RED), Label("A", ORIGIN, 4, BLACK)))


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


def test_a_form_is_not_cut_off() -> None:
    """A repeated drawing shows as much as the same items drawn inline, spikes and text too."""
    spike = (("M", 0.0, 0.0), ("L", 10.0, 2.0), ("L", 0.0, 6.0))
    items: tuple[Item, ...] = (
        Shape(spike, None, Pen(2.0, BLACK)),
        Shape(segment(Point(0, 9), Point(8, 9)), None, Pen(3.0, GREEN, round=True)),
        Placed(Drawing((Label("Åjgy|", ORIGIN, 6, BLUE, anchor="end", angle=200),)), Point(3, 12)),
        Clip(circle(Point(5, -4), 2), (Shape(circle(Point(5, -4), 9), RED),)),
    )
    places = (Point(30, 30), Point(70, 40))
    shared = Drawing(items)
    as_form = pdf_of(*(Placed(shared, at) for at in places))
    inline = pdf_of(*(Placed(Drawing(items), at) for at in places))
    assert (form_count(as_form), form_count(inline)) == (1, 0)
    assert np.abs(pdf_raster(as_form, 300) - pdf_raster(inline, 300)).max() < 0.02


def test_svg_uses_a_repeated_drawing_and_inlines_a_single_one() -> None:
    """On an SVG page a drawing is defined if the page places it twice, and inline if not."""
    twice, once = dot(), dot()
    places = [Placed(twice, Point(10, 10)), Placed(twice, Point(30, 10)), Placed(once, ORIGIN)]
    root = ElementTree.fromstring(svg_text(page_of(*places)))
    assert len(root.findall(f"{SVG}defs/{SVG}g")) == 1
    assert len(root.findall(f"{SVG}g/{SVG}use")) == 2
    assert len(root.findall(f"{SVG}g/{SVG}g")) == 1


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


@given(st.text())
def test_any_title_gives_well_formed_svg(title: str) -> None:
    """A title may hold anything; what XML cannot hold is replaced."""
    root = ElementTree.fromstring(svg_text(page_of(title=title)).encode())
    found = root.findtext(f"{SVG}title", "")
    assert len(found) == len(title.replace("\r\n", "\n"))
    if re.fullmatch("[ -~]*", title):
        assert found == title


def test_labels_survive_as_words() -> None:
    """A label is extracted from the PDF as it reads, and labels its outlines in the SVG."""
    labels = [Label("Tile <R&B> 7", Point(20, 20), 5, BLACK), Label("Übér", Point(20, 40), 5, RED)]
    page = pypdfium2.PdfDocument(pdf_of(*labels))[0].get_textpage()
    assert page.get_text_bounded().split("\r\n") == ["Tile <R&B> 7", "Übér"]
    root = ElementTree.fromstring(svg_text(page_of(*labels)))
    found = [group.get("aria-label") for group in root.iter(f"{SVG}g") if group.get("role")]
    assert found == ["Tile <R&B> 7", "Übér"]


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


@pytest.mark.parametrize("write", [lambda page: pdf_bytes(document_of(page)), svg_text])
def test_a_missing_glyph_is_an_error(write) -> None:
    """Both writers refuse a character that the font lacks, and name it and its text."""
    with pytest.raises(MissingGlyph, match=r"'→' \(U\+2192, RIGHTWARDS ARROW\).*'A→B'") as caught:
        write(page_of(Label("A→B", ORIGIN, 4, BLACK)))
    assert isinstance(caught.value, PnpError)


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
    for text in (svg_path(path), pdf_path(path)):
        found = list(map(float, re.findall(r"-?\d+(?:\.\d+)?", text)))
        assert found == pytest.approx(expected, rel=1e-12, abs=0.000501)


def digests() -> str:
    """One hash over both writers' files, for comparison with that of another process."""
    pages = [rich_page(seed) for seed in range(3)]
    files = (
        pdf_bytes(document_of(*pages)),
        *(text.encode() for text in map(svg_writer().text, pages)),
    )
    return hashlib.sha256(b"".join(files)).hexdigest()


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
