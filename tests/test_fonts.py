"""Fonts of the designer's own: files, measures, pages and letterings."""

from __future__ import annotations

import io
import os
import unicodedata
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTCollection
from fontTools.ttLib import TTFont as FontFile
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import MissingGlyph
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Drawing, Placed, Text
from pnp.scene.font_files import LARGEST_FILE, default_style, read_font
from pnp.scene.fonts import (
    PAGE_FONT,
    SYMBOLS,
    TABLE,
    Font,
    UnusableFont,
    cap_height,
    symbols_font,
    text_width,
)
from pnp.scene.geometry import ORIGIN, Point
from pnp.scene.lettering import Lettering, needs_shaping
from tests.font_table import table
from tests.own_fonts import EM, Kind, advance_of, font_path, height_of
from tests.rasters import difference, pdf_raster, svg_raster
from tests.scenes import BLACK, document_of, page_of
from tests.symbols_font import font as drawn_symbols

KINDS: list[Kind] = ["ttf", "otf"]
LETTERS = "ABCO é"
HAN = "漢字札"
PT_SERIF = Path(str(files("fontpkg_pt_serif")), "files", "PT_Serif-Web-Regular.ttf")


def own_font(folder: Path, characters: str, *, kind: Kind = "ttf", family: str = "Boxes") -> Font:
    """A font of the test, read as a designer's."""
    path = font_path(folder, characters, kind=kind, family=family)
    return read_font(path, f"fonts/{path.name}")


def refusal(path: Path) -> str:
    """The message about a font file that pnp does not take."""
    with pytest.raises(UnusableFont) as caught:
        read_font(path, path.name)
    return str(caught.value)


def embedded_files(data: bytes) -> dict[str, FontFile]:
    """The font files in a PDF file, by the names of their fonts without the six letters."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing
        ]
        return {
            str(font.FontName)[8:]: FontFile(io.BytesIO(font.FontFile2.read_bytes()))
            for font in fonts
        }


def words_of(data: bytes) -> str:
    """The text of the first page, as a viewer copies it."""
    text: str = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded()
    return text


@pytest.mark.parametrize("kind", KINDS)
def test_a_font_knows_its_characters_and_widths(tmp_path: Path, kind: Kind) -> None:
    """Widths are those with which the file was built."""
    font = own_font(tmp_path, LETTERS, kind=kind, family="My Boxes")
    assert font.family == "My Boxes"
    assert font.covers("é")
    assert not font.covers("Z")
    assert font.advances("COB") == pytest.approx([advance_of(each) / EM for each in "COB"])
    expected = 12 * sum(map(advance_of, "A é")) / EM
    assert text_width("A é", 12, font=font) == pytest.approx(expected)
    assert cap_height(font) == pytest.approx(0.7)
    with pytest.raises(MissingGlyph, match=r"the font My Boxes has no glyph for 'Z'"):
        font.advances("AZ")


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    """A file with another time is another font; one that did not change is the same value."""
    path = font_path(tmp_path, "A")
    first = read_font(path, "f.ttf")
    assert read_font(path, "f.ttf") is first
    font_path(tmp_path, "B")
    os.utime(path, ns=(1, 1))
    second = read_font(path, "f.ttf")
    assert second != first
    assert (second.covers("A"), second.covers("B")) == (False, True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_both_writers_draw_the_same_glyphs(tmp_path: Path, kind: Kind) -> None:
    """Pixels of both files agree, also for curves, turned texts and forms that repeat."""
    font = own_font(tmp_path, LETTERS, kind=kind)
    tile = Drawing((Text("OA", ORIGIN, 6, BLACK, anchor="end", angle=70, font=font),))
    page = page_of(
        Text("ABCO é", Point(10, 30), 12, BLACK, font=font),
        Text("OCOA", Point(60, 60), 9, "#0072B2", anchor="middle", angle=-25, font=font),
        Text("page", Point(5, 70), 5, BLACK, bold=True),
        *(Placed(tile, Point(x, 20)) for x in (60, 80)),
    )
    data = pdf_bytes(document_of(page))
    from_pdf, from_svg = pdf_raster(data, 300), svg_raster(svg_text(page), 300)
    assert np.mean(from_pdf < 0.5) > 0.02
    assert difference(from_pdf, from_svg) < 0.0005


@pytest.mark.parametrize("kind", KINDS)
def test_glyphs_have_their_size_on_the_page(tmp_path: Path, kind: Kind) -> None:
    """The box of B stands on its baseline, behind A and O, as large as it was built."""
    font = own_font(tmp_path, LETTERS, kind=kind)
    size, start = 40, Point(10, 60)
    page = page_of(
        Text("AO", start, size, "#FF0000", font=font),
        Text("B", start + Point(text_width("AO", size, font=font), 0), size, BLACK, font=font),
        Text("  B", start + Point(20, -30), 20, BLACK, font=font),
    )
    for raster in (pdf_raster(pdf_bytes(document_of(page)), 300), svg_raster(svg_text(page), 300)):
        lower = raster[round(36 / 25.4 * 300) :]
        rows, columns = np.nonzero(lower.max(axis=2) < 0.5)
        dot = 25.4 / 300
        left = start.x + (advance_of("A") + advance_of("O") + 50) / EM * size
        assert columns.min() * dot == pytest.approx(left, abs=0.1)
        width = (advance_of("B") - 100) / EM * size
        assert (columns.max() + 1 - columns.min()) * dot == pytest.approx(width, abs=0.15)
        assert (rows.max() + 1) * dot == pytest.approx(60 - 36, abs=0.1)
        height = (rows.max() + 1 - rows.min()) * dot
        assert height == pytest.approx(height_of("B") / EM * size, abs=0.15)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_has_only_the_glyphs_that_it_shows(tmp_path: Path, kind: Kind) -> None:
    """Two characters in use make a font of three glyphs, with the widths of the designer's file."""
    font = own_font(tmp_path, LETTERS + HAN, kind=kind)
    page = page_of(Text("O漢O", Point(10, 30), 12, BLACK, font=font))
    embedded = embedded_files(pdf_bytes(document_of(page)))["Boxes"]
    assert embedded["maxp"].numGlyphs == 3
    order = embedded.getGlyphOrder()
    widths = [embedded["hmtx"][name][0] for name in order[1:]]
    assert widths == [advance_of("O"), advance_of("漢")]
    assert embedded["glyf"][order[2]].yMax == height_of("漢")


def test_only_a_file_that_uses_a_font_has_it(tmp_path: Path) -> None:
    """A page without text in a font of its own is the same with and without such a file."""
    own_font(tmp_path, LETTERS)
    page = page_of(Text("Hello", Point(10, 30), 12, BLACK))
    assert [*embedded_files(pdf_bytes(document_of(page)))] == ["AtkinsonHyperlegible-Regular"]


@pytest.mark.parametrize("kind", KINDS)
def test_text_can_be_copied(tmp_path: Path, kind: Kind) -> None:
    """A viewer finds the words, also those outside Latin and beyond the first plane."""
    font = own_font(tmp_path, LETTERS + HAN + "😀", kind=kind)
    words = "ABO é 漢字札 😀 A"
    page = page_of(Text(words, Point(5, 30), 8, BLACK, font=font))
    assert words_of(pdf_bytes(document_of(page))) == words


@pytest.mark.slow
def test_more_characters_than_one_byte_counts(tmp_path: Path) -> None:
    """A thousand Han characters are drawn alike by both writers, and copied."""
    characters = "".join(map(chr, range(0x4E00, 0x4E00 + 1000)))
    font = own_font(tmp_path, characters)
    lines = [characters[start : start + 50] for start in range(0, 1000, 50)]
    page = page_of(
        *(
            Text(line, Point(2, 5 + 3.5 * row), 3, BLACK, font=font)
            for row, line in enumerate(lines)
        )
    )
    data = pdf_bytes(document_of(page))
    assert difference(pdf_raster(data, 300), svg_raster(svg_text(page), 300)) < 0.0005
    assert words_of(data).split("\r\n") == lines


def test_the_same_document_gives_the_same_bytes(tmp_path: Path) -> None:
    """Neither the time nor a font that was read before changes a file."""
    fonts = [own_font(tmp_path, LETTERS, kind=kind, family=kind) for kind in KINDS]

    def document() -> bytes:
        texts = (Text("ABCO", Point(10, 20), 9, BLACK, font=font) for font in fonts)
        return pdf_bytes(document_of(page_of(*texts)))

    first = document()
    page = page_of(Text("O", Point(10, 20), 9, BLACK, font=fonts[0]))
    assert pdf_bytes(document_of(page)) != first
    assert document() == first
    assert {*embedded_files(first)} == {"ttf", "otf"}


@pytest.mark.slow
def test_accented_letters_of_a_real_font() -> None:
    """PT Serif puts letters and accents together from parts: both writers and the copy agree."""
    font = read_font(PT_SERIF, "fonts/PTSerif.ttf")
    words = "Åéîøü ffi Ωж №"
    page = page_of(Text(words, Point(5, 40), 12, BLACK, font=font))
    data = pdf_bytes(document_of(page))
    assert font.family == "PT Serif"
    assert difference(pdf_raster(data, 300), svg_raster(svg_text(page), 300)) < 0.001
    assert words_of(data) == words
    assert embedded_files(data)["PTSerif"]["maxp"].numGlyphs == len({*words}) + 1
    assert len(data) < 20_000


def test_a_file_that_is_no_font_is_refused(tmp_path: Path) -> None:
    """Files of other kinds have a message that says what to do."""
    path = tmp_path / "f.ttf"
    for content, message in (
        (b"", "f.ttf is not a font; pnp reads TTF and OTF files"),
        (b"%PDF-1.7", "f.ttf is not a font; pnp reads TTF and OTF files"),
        (b"wOFF" + bytes(60), "f.ttf is a font for web pages (WOFF); convert it to TTF or OTF"),
        (b"wOF2" + bytes(60), "f.ttf is a font for web pages (WOFF2); convert it to TTF or OTF"),
        (b"ttcf" + bytes(3), "f.ttf is a collection of fonts; save one of them as TTF or OTF"),
        (b"OTTO" + bytes(60), "f.ttf has no outlines; choose a font with outlines"),
        (b"\0\1\0\0\0\x20", "f.ttf is broken: pnp cannot read it as a font"),
    ):
        path.write_bytes(content)
        assert refusal(path) == message
    assert "No such file" in refusal(tmp_path / "absent.ttf")


def test_a_collection_says_what_it_has(tmp_path: Path) -> None:
    """The message about a collection names its fonts."""
    collection = TTCollection()
    for family in ("One", "Two"):
        collection.fonts.append(FontFile(font_path(tmp_path, "AB", family=family)))
    collection.save(tmp_path / "both.ttc")
    expected = "both.ttc is a collection of fonts (One, Two); save one of them as TTF or OTF"
    assert refusal(tmp_path / "both.ttc") == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_refused(tmp_path: Path, kind: Kind) -> None:
    """A file that is cut off, wherever, has one message, and never another error."""
    path = font_path(tmp_path, LETTERS, kind=kind)
    whole = path.read_bytes()
    for length in range(6, len(whole) - 8, 61):
        path.write_bytes(whole[:length])
        assert "broken" in refusal(path) or "outlines" in refusal(path)


def test_a_broken_file_is_refused_each_time(tmp_path: Path) -> None:
    """A table whose outlines are cut off is found again by the second role that has the file."""
    whole = FontFile(font_path(tmp_path, LETTERS), recalcBBoxes=False)
    for tag, end in (("glyf", -8), ("loca", None)):
        table = DefaultTable(tag)
        table.data = whole.getTableData(tag)[:end]
        whole.tables[tag] = table
    path = tmp_path / "short.ttf"
    whole.save(path)
    assert [refusal(path), refusal(path)] == [
        "short.ttf is broken: pnp cannot read it as a font"
    ] * 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a font of each kind."""
    folder = tmp_path_factory.mktemp("whole")
    for kind in KINDS:
        font_path(folder, LETTERS, kind=kind, family="whole")
    return folder


@pytest.mark.slow
@given(st.sampled_from(KINDS), st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=2))
def test_a_damaged_font_raises_no_other_error(
    folder: Path, kind: Kind, share: float, wrong: bytes
) -> None:
    """A byte that is wrong either does no harm, or raises the error for fonts."""
    whole = (folder / f"whole.{kind}").read_bytes()
    at = 4 + int(share * (len(whole) - 6))
    path = folder / f"damaged.{kind}"
    path.write_bytes(whole[:at] + wrong + whole[at + len(wrong) :])
    try:
        font = read_font(path, path.name)
        characters = "".join(filter(font.covers, LETTERS))
        page = page_of(Text(characters, Point(5, 40), 12, BLACK, font=font))
        assert pdf_bytes(document_of(page))
        assert svg_text(page)
    except UnusableFont as error:
        assert path.name in str(error)


@pytest.mark.parametrize(
    ("rights", "reason"),
    [
        (0x0002, "may not be embedded (Restricted License embedding), so says fsType 0x0002"),
        (0x0100, "may not be embedded in part (No subsetting), so says fsType 0x0100"),
        (0x0204, "may be embedded only as bitmaps (Bitmap embedding only), so says fsType 0x0204"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_font_that_may_not_be_embedded_is_refused(
    tmp_path: Path, kind: Kind, rights: int, reason: str
) -> None:
    """The licence in the file is kept, and the message names it."""
    path = font_path(tmp_path, LETTERS, kind=kind, rights=rights)
    assert refusal(path) == f"{path.name} {reason} in the font; use another font"


@pytest.mark.parametrize("rights", [0x0000, 0x0004, 0x0008, 0x0006])
def test_a_font_that_may_be_embedded_is_taken(tmp_path: Path, rights: int) -> None:
    """Print and preview, editable, and the widest of several rights allow a print."""
    assert read_font(font_path(tmp_path, "A", rights=rights, version=2), "f.ttf").covers("A")


def test_fonts_without_outlines_or_unicode_are_refused(tmp_path: Path) -> None:
    """A font of bitmaps, a font of symbols without Unicode, and a huge file."""
    path = font_path(tmp_path, LETTERS)
    for change, message in (
        (_with_bitmaps, "has bitmaps in place of outlines; choose a font with outlines"),
        (_without_unicode, "has no glyphs for characters of Unicode"),
        (_without_widths, 'is broken: it has no table "hmtx"'),
    ):
        file = FontFile(path)
        change(file)
        file.save(tmp_path / "f.ttf")
        assert refusal(tmp_path / "f.ttf") == f"f.ttf {message}"
    with (tmp_path / "f.ttf").open("r+b") as stream:
        stream.truncate(LARGEST_FILE + 1)
    assert refusal(tmp_path / "f.ttf") == "f.ttf is too large: a font file has at most 40 MB"


def _with_bitmaps(file: FontFile) -> None:
    from fontTools.ttLib import newTable

    del file["glyf"], file["loca"]
    file["CBDT"] = newTable("CBDT")
    file["CBDT"].compile = lambda _: bytes(8)


def _without_unicode(file: FontFile) -> None:
    (table,) = (table for table in file["cmap"].tables if table.platformID == 3)
    table.platEncID = 0
    file["cmap"].tables = [table]


def _without_widths(file: FontFile) -> None:
    del file["hmtx"]


def test_a_variable_font_prints_its_default_style(tmp_path: Path) -> None:
    """The outlines are those without any variation, and the style has its name."""
    path = font_path(tmp_path, LETTERS)
    assert default_style(read_font(path, "f.ttf")) == ""
    font = read_font(_variable(path), "f.ttf")
    assert default_style(font) == "Thin"
    page = page_of(Text("B", Point(10, 60), 40, BLACK, font=font))
    rows, _ = np.nonzero(pdf_raster(pdf_bytes(document_of(page)), 300).max(axis=2) < 0.5)
    height = (rows.max() + 1 - rows.min()) * 25.4 / 300
    assert height == pytest.approx(height_of("B") / EM * 40, abs=0.15)


def _variable(path: Path) -> Path:
    """The font with a weight, at which its boxes grow by 200 units."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    file = FontFile(path)
    builder = FontBuilder(font=file)
    instances = [{"location": {"wght": 100}, "stylename": "Thin"}]
    builder.setupFvar([("wght", 100, 100, 900, "Weight")], instances)
    name = file.getBestCmap()[ord("B")]
    grown = [(0, 0), (0, 200), (0, 200), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    builder.setupGvar({name: [TupleVariation({"wght": (0, 1, 1)}, grown)]})
    file.save(path)
    return path


def test_a_lettering_takes_the_nearest_style(tmp_path: Path) -> None:
    """A style without a file prints in the next best; pnp makes up no styles."""
    regular, bold, italic = (own_font(tmp_path, "AB", family=each) for each in ("R", "S", "I"))
    whole = Lettering(regular, bold, italic)
    assert whole.style(strong=False, emphasis=False) == regular
    assert whole.style(strong=True, emphasis=False) == bold
    assert whole.style(strong=False, emphasis=True) == italic
    assert whole.style(strong=True, emphasis=True) == bold
    assert Lettering(regular, None, italic).style(strong=True, emphasis=True) == italic
    assert Lettering(regular).style(strong=True, emphasis=True) == regular
    assert Lettering().style(strong=True, emphasis=False) is None


def test_a_lettering_looks_for_each_character_in_order(tmp_path: Path) -> None:
    """The style comes first, then the regular font, the fallbacks, and the page's own font."""
    bold = own_font(tmp_path, "AB ", family="Bold")
    regular = own_font(tmp_path, "ABC", family="Regular")
    first, second = (own_font(tmp_path, text, family=text) for text in ("漢C", "漢字x"))
    lettering = Lettering(regular, bold, fallbacks=(first, second))
    runs = lettering.runs("AB C漢字xyA", strong=True)
    assert [(run.font, run.text) for run in runs] == [
        (bold, "AB "),
        (regular, "C"),
        (first, "漢"),
        (second, "字x"),
        (None, "y"),
        (bold, "A"),
    ]
    assert all(run.bold for run in runs)
    assert [run.font for run in Lettering(fallbacks=(second,)).runs("x字")] == [None, second]
    assert Lettering().runs("") == ()
    with pytest.raises(MissingGlyph, match=r"the font Bold has no glyph for '札'.*'A札'"):
        lettering.runs("A札", strong=True)
    with pytest.raises(MissingGlyph, match=PAGE_FONT):
        Lettering().runs("札")


def test_accents_stay_with_their_letters(tmp_path: Path) -> None:
    """A combining accent is of the font of its letter; signs that print nothing are dropped."""
    one, other = (
        own_font(tmp_path, "A\u0301", family="1"),
        own_font(tmp_path, "B\u0301", family="2"),
    )
    runs = Lettering(one, fallbacks=(other,)).runs("A\u0301B\u0301\ufe0fB\u200d")
    assert [(run.font, run.text) for run in runs] == [(one, "A\u0301"), (other, "B\u0301B")]


@given(st.text(alphabet="ABab 漢字\u00ad", max_size=30), st.booleans(), st.booleans())
def test_runs_keep_every_character(
    lettering: Lettering, text: str, strong: bool, emphasis: bool
) -> None:
    """Runs in order have the whole text, each in the first font that has it, and no two are alike."""
    runs = lettering.runs(text, strong=strong, emphasis=emphasis)
    assert "".join(run.text for run in runs) == text.replace("\u00ad", "")
    fonts = lettering.fonts(strong=strong, emphasis=emphasis)
    for run in runs:
        for character in run.text:
            having = [font for font in fonts if font is None or font.covers(character)]
            assert run.font == having[0]
    assert all(one.font != next_.font for one, next_ in pairwise(runs))


@pytest.fixture(scope="module")
def lettering(tmp_path_factory: pytest.TempPathFactory) -> Lettering:
    """A lettering of which every font has some of the characters, and the page's font the rest."""
    folder = tmp_path_factory.mktemp("fonts")
    regular, bold, fallback = (
        own_font(folder, text, family=f"F{count}")
        for count, text in enumerate(("AB ", "A", "漢字B"))
    )
    return Lettering(regular, bold, fallbacks=(fallback,))


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Grüße, Ελλάδα, Привет, Tiếng Việt", ""),
        ("日本語 かな カナ 한국어 漢字、「札」", ""),
        ("1 € ½ → ★ ฿ ⚔\ufe0f 😀", ""),
        ("", ""),
        ("مفتاح", "Arabic"),
        ("the key: מפתח", "Hebrew"),
        ("ܡܠܟܐ", "Syriac"),
        ("कुंजी", "Devanagari"),
        ("চাবি", "Bengali"),
        ("சாவி", "Tamil"),
        ("กุญแจ", "Thai"),
        ("ລາວ", "Lao"),
        ("សោ", "Khmer"),
        ("သော့", "Myanmar"),
        ("ལྡེ", "Tibetan"),
        ("ᠮᠣᠩ", "Mongolian"),
        ("\u1112\u1161\u11ab", "Hangul"),
        ("\ufdf2", "Arabic"),
    ],
)
def test_scripts_that_need_shaping_have_a_name(text: str, script: str) -> None:
    """Letters that join, move or run from right to left are known by their script."""
    assert needs_shaping(text) == script


def test_every_letter_from_right_to_left_is_refused() -> None:
    """Unicode's own table of directions has no letter that pnp would print the wrong way round."""
    letters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    backward = [each for each in letters if unicodedata.bidirectional(each) in ("R", "AL")]
    assert len(backward) > 1000
    # The right-to-left mark prints nothing.
    assert [each for each in backward if not needs_shaping(each)] == ["\u200f"]


def test_the_table_of_advances_is_that_of_the_installed_font() -> None:
    """`python -m tests.font_table` writes it anew."""
    assert TABLE.read_text("utf-8") == table()


def test_symbols_stand_in_for_what_fonts_lack() -> None:
    """The file has the glyphs that are drawn in tests/symbols_font.py: arrows, stars, hearts, suits and dice."""
    kept, drawn = (FontFile(io.BytesIO(data)) for data in (SYMBOLS.read_bytes(), drawn_symbols()))
    characters = kept.getBestCmap()
    assert characters == drawn.getBestCmap()
    for name in characters.values():
        assert kept["glyf"][name] == drawn["glyf"][name]
        glyph, (advance, left) = kept["glyf"][name], kept["hmtx"][name]
        # Beside it is air, and it is about as high as a capital, on the line of capitals.
        assert left == glyph.xMin > 0 and glyph.xMax < advance
        assert 250 < (glyph.yMin + glyph.yMax) / 2 < 420 and glyph.yMax - glyph.yMin < 850
    wanted = "←↑→↓↔↕↖↗↘↙⇒★☆♥♡♠♣♦✓✗☐☑●○■□▲▼◆⬢⬡⚀⚁⚂⚃⚄⚅☀☾⚡↻↺"
    assert {ord(each) for each in wanted} <= {*characters}
    assert [run.text for run in Lettering().runs("A→B")] == ["A", "→", "B"]


def test_a_symbol_of_an_own_font_is_its_own(tmp_path: Path) -> None:
    """Fonts of the set come before the symbols of pnp."""
    font = own_font(tmp_path, "★", family="Stars")
    first, second = Lettering(fallbacks=(font,)).runs("★♥")
    assert first.font == font and second.font == symbols_font()
