"""Fonts: Atkinson Hyperlegible, which is the font of every page, and fonts of the designer's own.

Text is set glyph by glyph, without kerning or ligatures, as PDF viewers advance through an embedded
font; so the two writers agree, and a measured text fits.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import field
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from pnp.basics.classes import frozen
from pnp.basics.errors import MissingGlyph, PnpError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

_PACKAGE = "fontpkg_atkinson_hyperlegible"

# The advances of the page's font in ems, by weight and character, as `python -m tests.font_table` writes
# them: a set is checked in less time than fontTools takes to open a font.
TABLE = Path(__file__).parent / "advances.json"

PAGE_FONT = "Atkinson Hyperlegible"

# Arrows, stars, hearts and other symbols, drawn for pnp, which stand in for those that a font lacks:
# `python -m tests.symbols_font` writes the file.
SYMBOLS = Path(__file__).parent / "symbols.ttf"


@frozen(slots=True)
class Font:
    """A font of the designer's own: the digest of its file, its names, and its bytes.

    `family` is its name for people, `path` the file as a user would type it.
    """

    digest: str
    family: str = field(compare=False)
    path: str = field(compare=False)
    data: bytes = field(compare=False, repr=False)

    def covers(self, character: str) -> bool:
        """Whether the font has a glyph for the character."""
        return character in advance_of_character(self, bold=False)

    def advances(self, string: str) -> list[float]:
        """The advance of each character in ems; raises MissingGlyph."""
        return advances(string, bold=False, font=self)


class UnusableFont(PnpError, ValueError):
    """A font file that pnp cannot use; the message says why."""


# fontTools parses a table, and a glyph, when somebody first asks for it: one thread at a time.
FONT_LOCK = RLock()

_SILENCE = logging.NullHandler()

# Fonts of one set, with room for those of some others.
_MOST_OPEN = 32

# OS/2 table of the font: the height of a capital as a share of the em.
CAP_HEIGHT = 0.668


def font_name(*, bold: bool) -> str:
    """The PostScript name of the page's font, which is also the name of its file."""
    return f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}"


def font_file(*, bold: bool) -> Traversable:
    """The TrueType file of the page's font, which comes with a package of its own.

    Raises ModuleNotFoundError if the package is missing.
    """
    from importlib.resources import files

    return files(_PACKAGE) / "files" / f"{font_name(bold=bold)}.ttf"


def italic_file(*, bold: bool) -> Path:
    """The TrueType file of the italic style of the page's font."""
    from importlib.resources import files

    name = f"AtkinsonHyperlegible-{'BoldItalic' if bold else 'Italic'}.ttf"
    return Path(str(files(_PACKAGE))) / "files" / name


@cache
def font_data(*, bold: bool) -> bytes:
    """The bytes of the page's font as a TrueType file, with a zero that has no slash."""
    data = bytearray(font_file(bold=bold).read_bytes())
    with FONT_LOCK:
        font = open_font(bold=bold)
        glyphs = font["glyf"]
        zero = glyphs["zero"].compile(glyphs)
        start, end = font["loca"].locations[(at := font.getGlyphID("zero")) : at + 2]
        glyphs_at = font.reader.tables["glyf"].offset
    # Without its hints the zero needs less than its room in the file; to save all tables anew would take far longer.
    assert len(zero) <= end - start
    data[glyphs_at + start : glyphs_at + end] = zero.ljust(end - start, b"\0")
    return bytes(data)


def _open_the_zero(font: TTFont) -> None:
    """Joins the two counters of the zero, which a slash divides: players read 0 as a number.

    The new counter is the outer contour, scaled into the box of the two.
    """
    from fontTools.ttLib.tables._g_l_y_f import (  # type: ignore[import-untyped]
        GlyphCoordinates,
    )

    zero = font["glyf"]["zero"]
    last = zero.endPtsOfContours[0]
    outer = [*zero.coordinates][: last + 1]
    (left, bottom, right, top), inside = _bounds(outer), _bounds([*zero.coordinates][last + 1 :])
    across = (inside[2] - inside[0]) / (right - left)
    up = (inside[3] - inside[1]) / (top - bottom)
    counter = [
        (round(inside[0] + (x - left) * across), round(inside[1] + (y - bottom) * up))
        for x, y in reversed(outer)
    ]
    flags = bytearray(zero.flags)[: last + 1]
    zero.coordinates = GlyphCoordinates([*outer, *counter])
    zero.flags = flags + bytearray(reversed(flags))
    zero.endPtsOfContours, zero.numberOfContours = [last, 2 * last + 1], 2
    # Hints speak of points that are gone.
    zero.removeHinting()


def _bounds(points: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The least x and y, and the greatest."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def text_width(string: str, size: float, *, bold: bool = False, font: Font | None = None) -> float:
    """The length of the text along its baseline in millimetres; `size` is the em.

    Raises MissingGlyph.

    >>> round(text_width("R7", 10.0), 2)
    11.28
    """
    return sum(advances(string, bold=bold, font=font)) * size


def advances(string: str, *, bold: bool, font: Font | None = None) -> list[float]:
    """The advance of each character in ems; raises MissingGlyph.

    None is the page's font, which may be `bold`.
    """
    widths = advance_of_character(font, bold=bold)
    try:
        return [widths[character] for character in string]
    except KeyError as error:
        name = font.family if font else PAGE_FONT
        raise MissingGlyph(error.args[0], string, name) from None


@cache
def symbols_font() -> Font:
    """The font of symbols."""
    return Font("pnp-symbols", "pnp Symbols", "the font of symbols", SYMBOLS.read_bytes())


def cap_height(font: Font | None) -> float:
    """The height of a capital as a share of the em; that of the page's font if unknown."""
    return CAP_HEIGHT if font is None else _cap_height(font)


@cache
def open_font(*, bold: bool) -> TTFont:
    """The page's font, with a zero that has no slash; the first call imports fontTools."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(font_file(bold=bold).read_bytes()), lazy=True)
    _open_the_zero(font)
    return font


def opened_font(font: Font | None, *, bold: bool) -> TTFont:
    """A font of the designer's own, or the page's font, which may be `bold`."""
    return open_font(bold=bold) if font is None else _open_own_font(font)


@lru_cache(maxsize=_MOST_OPEN)
def _open_own_font(font: Font) -> TTFont:
    from fontTools.ttLib import TTFont

    # It would warn of what does no harm, such as a font from the year 1904.
    logging.getLogger("fontTools").addHandler(_SILENCE)
    return TTFont(BytesIO(font.data), lazy=True)


def close_own_fonts() -> None:
    """Forgets the open fonts: one that is broken has the tables that it could not read, and would not fail again."""
    _open_own_font.cache_clear()


@lru_cache(maxsize=_MOST_OPEN)
def advance_of_character(font: Font | None, *, bold: bool) -> Mapping[str, float]:
    """The advance of every character that the font has, in ems."""
    if font is not None:
        return advances_in(_open_own_font(font))
    tables: dict[str, dict[str, float]] = json.loads(TABLE.read_text("utf-8"))
    return tables[font_name(bold=bold)]


def advances_in(file: TTFont) -> dict[str, float]:
    """The advance of every character in an open font, in ems."""
    with FONT_LOCK:
        units_per_em, metrics = file["head"].unitsPerEm, file["hmtx"].metrics
        characters = file.getBestCmap()
    return {
        chr(code): metrics[glyph][0] / units_per_em
        for code, glyph in characters.items()
        # A broken table may name glyphs that the font lacks.
        if glyph in metrics
    }


@lru_cache(maxsize=_MOST_OPEN)
def _cap_height(font: Font) -> float:
    with FONT_LOCK:
        file = opened_font(font, bold=False)
        # The field is in this table since its version 2.
        height = getattr(file["OS/2"], "sCapHeight", 0) if "OS/2" in file else 0
        share: float = height / file["head"].unitsPerEm
    return share if 0.2 < share < 1.5 else CAP_HEIGHT
