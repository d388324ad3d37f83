"""Fonts of the designer's own in a PDF file: only the glyphs that the file shows.

Every character gets a code of its own, in the order of its first use, so that a viewer can copy the
text. When the file is complete, a new TrueType font is made of the glyphs, whatever the outlines of
the designer's file are. That keeps large fonts quick. See ISO 32000-1, 9.7 (composite fonts).
"""

from __future__ import annotations

from hashlib import blake2b
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from pnp.basics.units import number
from pnp.scene.fonts import FONT_LOCK, Font, UnusableFont, cap_height, opened_font

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

# How far an outline may move when cubic curves become quadratic ones, in ems: 0.004 mm at 24 pt.
_LARGEST_ERROR = 0.0005

# Codes have two bytes, and the first is that of no character.
_MOST_CHARACTERS = 0xFFFF

# ISO 32000-1, table 123: the font has characters outside the Latin ones.
_SYMBOLIC = 4


class FontsOfFile(Protocol):
    """The part of reportlab's PDFDocument for fonts: it calls `addObjects` of those in `delayedFonts`."""

    fontMapping: dict[str, str]
    delayedFonts: list[object]
    idToObject: dict[str, object]

    def Reference(self, thing: object, name: str) -> object: ...


class EmbeddedFont:
    """A font of the designer's own in one PDF file; `name` is its name in content streams."""

    def __init__(self, font: Font, file: FontsOfFile) -> None:
        self._font = font
        self._characters: dict[str, int] = {}
        # reportlab numbers its fonts in this way.
        self._label = f"F{len(file.fontMapping) + 1}"
        self.name = f"/{self._label}"
        file.fontMapping[f"{self._label} of the designer"] = self.name
        file.delayedFonts.append(self)

    def codes(self, string: str) -> bytes:
        """The codes of the characters, two bytes each."""
        known = self._characters
        for character in string:
            known.setdefault(character, len(known) + 1)
        if len(known) > _MOST_CHARACTERS:
            raise UnusableFont(f"{self._font.path} prints more characters than a PDF file can hold")
        return b"".join(known[character].to_bytes(2) for character in string)

    def addObjects(self, file: FontsOfFile) -> None:
        """Adds the font to the file; reportlab calls this when the pages are complete."""
        characters, label = [*self._characters], self._label
        font_file = _font_file(self._font, characters)
        # Six letters, which tell apart the parts of one font in several files.
        part = blake2b("".join(characters).encode(), digest_size=6).digest()
        letters = "".join(chr(ord("A") + byte % 26) for byte in part)
        base = PDFName(f"{letters}+{_plain_name(self._font.family)}")
        stream = _stream(font_file)
        stream.dictionary["Length1"] = len(font_file)
        widths = [number(advance * 1000) for advance in self._font.advances("".join(characters))]
        descriptor = {
            "Type": PDFName("FontDescriptor"),
            "FontName": base,
            "Flags": _SYMBOLIC,
            **_measures(self._font),
            "FontFile2": file.Reference(stream, f"{label} file"),
        }
        glyphs = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": PDFDictionary(
                {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": file.Reference(PDFDictionary(descriptor), f"{label} descriptor"),
            "W": f"[1 [{' '.join(widths)}]]",
            "CIDToGIDMap": PDFName("Identity"),
        }
        font = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type0"),
            "BaseFont": base,
            "Encoding": PDFName("Identity-H"),
            "DescendantFonts": PDFArray([file.Reference(PDFDictionary(glyphs), f"{label} glyphs")]),
            "ToUnicode": file.Reference(_stream(_to_unicode(characters)), f"{label} characters"),
        }
        fonts = file.idToObject["BasicFonts"].dict  # type: ignore[attr-defined]
        fonts[label] = file.Reference(PDFDictionary(font), label)


def _stream(content: bytes) -> PDFStream:
    return PDFStream(content=content, filters=[PDFZCompress])


def _plain_name(family: str) -> str:
    """The name with ASCII letters and digits alone."""
    return "".join(sign for sign in family if sign.isascii() and sign.isalnum()) or "Font"


def _measures(font: Font) -> dict[str, object]:
    """The measures of the font that a descriptor must have, in thousandths of an em."""
    with FONT_LOCK:
        file = opened_font(font, bold=False)
        head, lines = file["head"], file["hhea"]
        scale = 1000 / head.unitsPerEm
        box = (head.xMin, head.yMin, head.xMax, head.yMax)
        return {
            "FontBBox": PDFArray([round(side * scale) for side in box]),
            "ItalicAngle": 0,
            "Ascent": round(lines.ascent * scale),
            "Descent": round(lines.descent * scale),
            "CapHeight": round(cap_height(font) * 1000),
            # Only viewers that replace a font by another use it; this one is in the file.
            "StemV": 80,
        }


def _font_file(font: Font, characters: list[str]) -> bytes:
    """A TrueType font with a glyph for each of the characters, behind an empty first glyph.

    Raises UnusableFont.
    """
    with FONT_LOCK:
        try:
            return _small_font(opened_font(font, bold=False), characters)
        # fontTools raises errors of any sort for a broken glyph.
        except Exception as error:
            message = f"{font.path} is broken: its glyphs cannot be put into a PDF file"
            raise UnusableFont(message) from error


def _small_font(file: TTFont, characters: list[str]) -> bytes:
    from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

    names, widths, lines = file.getBestCmap(), file["hmtx"].metrics, file["hhea"]
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    metrics = {".notdef": (0, 0)}
    for code, character in enumerate(characters, start=1):
        glyph = names[ord(character)]
        glyphs[f"c{code}"] = _quadratic(file, glyph)
        metrics[f"c{code}"] = widths[glyph]
    small = FontBuilder(file["head"].unitsPerEm, isTTF=True)
    small.setupGlyphOrder([*glyphs])
    small.setupGlyf(glyphs)
    small.setupHorizontalMetrics(metrics)
    small.setupHorizontalHeader(ascent=lines.ascent, descent=lines.descent)
    # The time of the build would make every file different.
    small.font["head"].created = small.font["head"].modified = 0
    buffer = BytesIO()
    small.save(buffer)
    return buffer.getvalue()


def _quadratic(file: TTFont, glyph: str) -> object:
    """The glyph with all its parts in one outline of quadratic curves."""
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]
    from fontTools.pens.recordingPen import (  # type: ignore[import-untyped]
        DecomposingRecordingPen,
    )
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = file.getGlyphSet()
    recording, outline = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
    glyphs[glyph].draw(recording)
    if "glyf" in file:
        recording.replay(outline)
    else:
        error = file["head"].unitsPerEm * _LARGEST_ERROR
        recording.replay(Cu2QuPen(outline, error, reverse_direction=True))
    return outline.glyph()


def _to_unicode(characters: list[str]) -> bytes:
    """The CMap that gives a viewer the character of each code (ISO 32000-1, 9.10.3)."""
    pairs = [
        f"<{code:04x}> <{character.encode('utf-16-be').hex()}>"
        for code, character in enumerate(characters, start=1)
    ]
    # A list has 100 entries at most.
    lists = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    entries = [f"{len(each)} beginbfchar\n" + "\n".join(each) + "\nendbfchar" for each in lists]
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <ffff> endcodespacerange",
            *entries,
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        )
    ).encode()
