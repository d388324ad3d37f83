"""The section `fonts` of a set's file: its files, its letterings and what its texts lack."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pnp.basics.errors import Finding, Place, Severity, Source
from pnp.definition import FontsSection, PrintedText, font_findings, letterings, text_findings
from pnp.definition.reading import Reader, read_whole
from pnp.scene.lettering import Lettering
from tests.own_fonts import font_path

EVERY = """\
title: fonts/Title.ttf
text: {regular: fonts/Text.ttf, bold: fonts/Text-Bold.otf}
fallback: fonts/Han.ttf
"""


def section(text: str) -> FontsSection:
    """The section that a file has."""
    reader = Reader()
    return read_whole(reader, Source("set.yaml", text), partial(FontsSection.read, reader))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a set with the files of EVERY."""
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    font_path(fonts, "AB ", family="Title")
    font_path(fonts, "ABab ", family="Text")
    font_path(fonts, "ABab ", family="Text-Bold", kind="otf")
    font_path(fonts, "漢", family="Han")
    return tmp_path


def found(text: str, folder: Path) -> list[tuple[Severity, int, int, str]]:
    """Severity, line, column and message of the findings about the files of a section."""
    findings = font_findings(section(text), folder)
    return [(each.severity, each.place.line, each.place.column, each.message) for each in findings]


def test_a_role_has_its_files(folder: Path) -> None:
    """A file, or files by style; a role without a font has the page's own, and all the fallbacks."""
    assert [*font_findings(section(EVERY), folder)] == []
    by_role = letterings(section(EVERY), folder)
    names = {
        role: [font.path for font in (each.regular, each.bold, each.italic) if font]
        for role, each in by_role.items()
    }
    assert names == {
        "title": ["fonts/Title.ttf"],
        "text": ["fonts/Text.ttf", "fonts/Text-Bold.otf"],
        "numbers": [],
    }
    assert [len(each.fallbacks) for each in by_role.values()] == [1, 1, 1]
    assert letterings(FontsSection(), folder) == dict.fromkeys(by_role, Lettering())


def test_every_file_that_cannot_be_used_has_its_place(folder: Path) -> None:
    """Missing, foreign, broken and restricted files are found at once, each a single time."""
    font_path(folder / "fonts", "A", family="Mine", rights=2)
    (folder / "fonts" / "web.woff2").write_bytes(b"wOF2" + bytes(99))
    text = """\
title: fonts/Titel.ttf
text:
  regular: /usr/share/fonts/a.ttf
  bold: https://example.org/a.ttf
  italic: fonts/Mine.ttf
  bold-italic: fonts/web.woff2
numbers: fonts/Mine.ttf
fallback: [fonts/Han.ttf, fonts]
"""
    error = Severity.ERROR
    assert found(text, folder) == [
        (
            error,
            1,
            8,
            'there is no file "fonts/Titel.ttf" beside the set; did you mean "fonts/Title.ttf"?',
        ),
        (
            error,
            3,
            12,
            '"/usr/share/fonts/a.ttf" lies outside the folder of the set; move the file into it',
        ),
        (
            error,
            4,
            9,
            '"https://example.org/a.ttf" is an address; save the file beside the set, and write'
            " its name",
        ),
        (
            error,
            5,
            11,
            "fonts/Mine.ttf may not be embedded (Restricted License embedding), so says fsType"
            " 0x0002 in the font; use another font",
        ),
        (
            error,
            6,
            16,
            "fonts/web.woff2 is a font for web pages (WOFF2); convert it to TTF or OTF",
        ),
        (error, 8, 27, '"fonts" is a folder; write the name of a file'),
    ]
    assert letterings(section(text), folder)["text"].regular is None


SOURCE = Source("set.yaml", "\n" * 20)


def printed(
    text: str, line: int, role: str = "title", *, strong: bool = False, emphasis: bool = False
) -> PrintedText:
    """A text that stands in this line."""
    return PrintedText(text, role, Place(SOURCE, line, 1), strong, emphasis)


def of_texts(folder: Path, *texts: PrintedText) -> list[Finding]:
    """The findings about the texts in the letterings of EVERY."""
    return [*text_findings(texts, letterings(section(EVERY), folder))]


def test_texts_that_can_be_printed_have_no_findings(folder: Path) -> None:
    """Own glyphs, ends of lines, signs that print nothing, and fallbacks of the page's own font."""
    texts = (
        printed("AB\nA", 1),
        printed("ab", 2, "text", strong=True),
        printed("B\ufe0f\u00ad", 3),
        printed("8 漢", 4, "numbers"),
    )
    assert of_texts(folder, *texts) == []


def test_missing_glyphs_of_a_font_are_one_error(folder: Path) -> None:
    """All characters that no font has, in the first place, with the other places beside it."""
    texts = (
        printed("A札", 3),
        printed("B字札", 5),
        printed("鬱", 6, "text"),
        printed("彩", 7, "numbers"),
    )
    title, text, numbers = of_texts(folder, *texts)
    assert title.message == (
        'fonts/Title.ttf has no glyph for "字" (U+5B57) and "札" (U+672D), nor has any other font of'
        ' the set; add a font with them under "fallback"'
    )
    assert (title.severity, title.place.line) == (Severity.ERROR, 3)
    assert [(each.message, each.place.line) for each in title.related] == [
        ('"字" (U+5B57) is here', 5)
    ]
    assert text.message.startswith('fonts/Text.ttf has no glyph for "鬱" (U+9B31), nor')
    assert numbers.message.startswith('the font Atkinson Hyperlegible has no glyph for "彩"')


def test_glyphs_of_a_fallback_are_one_note(folder: Path) -> None:
    """A font that lacks characters says which others print them."""
    (note,) = of_texts(folder, printed("A漢é", 2), printed("漢x", 4))
    assert (note.severity, note.place.line) == (Severity.NOTE, 2)
    assert note.message == (
        'fonts/Title.ttf lacks some characters: the font Atkinson Hyperlegible prints "x"'
        ' (U+0078) and "é" (U+00E9) and fonts/Han.ttf prints "漢" (U+6F22)'
    )


def test_a_missing_style_is_noted_once(folder: Path) -> None:
    """Bold and italic text without files of their own, each at its first place."""
    texts = (
        printed("A", 1, strong=True),
        printed("B", 2, strong=True),
        printed("A", 3, emphasis=True),
        printed("A", 4, "text", strong=True),
        printed("A", 5, "text", strong=True, emphasis=True),
        printed("A", 6, "numbers", strong=True),
    )
    notes = of_texts(folder, *texts)
    assert all(each.severity is Severity.NOTE for each in notes)
    assert [(each.place.line, each.message) for each in notes] == [
        (1, 'the font "title" has no file "bold"; pnp prints such words in fonts/Title.ttf'),
        (3, 'the font "title" has no file "italic"; pnp prints such words in fonts/Title.ttf'),
        (
            5,
            'the font "text" has no file "bold-italic"; pnp prints such words in fonts/Text-Bold.otf',
        ),
    ]


def test_a_script_that_needs_shaping_is_one_error(folder: Path) -> None:
    """The script has its name, at its first place; its letters are no missing glyphs besides."""
    texts = (printed("A", 1), printed("שלום", 2), printed("מפתח", 3), printed("กุญแจ", 4, "text"))
    findings = of_texts(folder, *texts)
    assert [(each.rule, each.place.line) for each in findings] == [("script", 2), ("script", 4)]
    assert findings[0].message == (
        "pnp cannot print Hebrew text, of which the letters join, move, or run from right to left;"
        " put it into a picture"
    )


def test_a_large_number_of_missing_glyphs_stays_readable(folder: Path) -> None:
    """The message ends after forty characters, and counts the others."""
    (error,) = of_texts(folder, printed("".join(map(chr, range(0x4E00, 0x4E00 + 100))), 1))
    assert error.message.count("U+") == 40
    assert "60 more" in error.message
