"""Font files of the designer's own: TTF and OTF files are read, all others are refused with a reason."""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.scene.fonts import FONT_LOCK, Font, UnusableFont, close_own_fonts, opened_font

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

_log = logging.getLogger(__name__)

# Bytes: twice as many as a font with all Chinese, Japanese and Korean characters has.
LARGEST_FILE = 40_000_000

# The first four bytes of a file (OpenType specification, "Organization of an OpenType Font").
_OUTLINES = (b"\0\1\0\0", b"OTTO", b"true")
_COLLECTION = b"ttcf"
_WEB_FONTS = {b"wOFF": "WOFF", b"wOF2": "WOFF2"}

# OS/2 table, fsType: what the licence of the font allows.
_EMBEDDING, _RESTRICTED, _NO_SUBSETS, _BITMAPS_ONLY = 0x000F, 0x0002, 0x0100, 0x0200

# Table "name": the designer, and the licence in words, of which a credit has the title.
_MAKER, _LICENCE = 9, 13
_FREE = re.compile(r"SIL Open Font License|Apache License|Ubuntu Font Licen[cs]e")

_NEEDED = ("head", "hhea", "hmtx", "maxp", "cmap")
_USED = ("OS/2", "name", "fvar")
_OUTLINE_TABLES = {"glyf", "CFF ", "CFF2"}
# A font may have bitmaps besides outlines, but with this table its outlines are empty.
_PICTURES = "sbix"
_BITMAP_TABLES = {"EBDT", "CBDT", "bdat", _PICTURES}


def read_font(path: Path, name: str) -> Font:
    """The font in a TTF or OTF file; `name` is its path as a user would type it.

    A variable font is read in its default style. Raises UnusableFont.
    """
    try:
        state = path.stat()
        return _read(path, name, state.st_mtime_ns, state.st_size)
    except OSError as error:
        raise UnusableFont(f"{name} cannot be read: {error.strerror}") from error


@lru_cache(maxsize=32)
def _read(path: Path, name: str, _changed: int, size: int) -> Font:
    """The font; a file that changes has another time or size, and is read anew."""
    if size > LARGEST_FILE:
        most = LARGEST_FILE // 1_000_000
        raise UnusableFont(f"{name} is too large: a font file has at most {most} MB")
    _log.info("reading %s", path)
    data = path.read_bytes()
    _check_kind(data, name)
    from hashlib import blake2b

    font = Font(blake2b(data, digest_size=16).hexdigest(), name, name, data)
    with FONT_LOCK:
        try:
            file = _loaded(font)
            family = _name_for_people(file)
        except UnusableFont:
            raise
        # fontTools raises errors of any sort for a broken file.
        except Exception as error:
            close_own_fonts()
            raise UnusableFont(f"{name} is broken: pnp cannot read it as a font") from error
    return Font(font.digest, family or path.stem, name, data)


def _check_kind(data: bytes, name: str) -> None:
    start = data[:4]
    if start in _WEB_FONTS:
        raise UnusableFont(
            f"{name} is a font for web pages ({_WEB_FONTS[start]}); convert it to TTF or OTF"
        )
    if start == _COLLECTION:
        raise UnusableFont(
            f"{name} is a collection of fonts{_fonts_inside(data)}; save one of them as TTF or OTF"
        )
    if start not in _OUTLINES:
        raise UnusableFont(f"{name} is not a font; pnp reads TTF and OTF files")


def _fonts_inside(data: bytes) -> str:
    """The names of the fonts in a collection, in brackets; "" if they cannot be read."""
    from io import BytesIO

    from fontTools.ttLib import TTCollection

    try:
        with FONT_LOCK:
            names = [_name_for_people(font) for font in TTCollection(BytesIO(data), lazy=True)]
    # fontTools raises errors of any sort for a broken file.
    except Exception:
        return ""
    return f" ({', '.join(names)})"


def _loaded(font: Font) -> TTFont:
    """The font after its tables have been read; a broken table raises an error of any sort."""
    file = opened_font(font, bold=False)
    for tag in file.reader.keys():  # noqa: SIM118 - it is no mapping
        # Reads the bytes, which a file that is cut off lacks.
        file.reader[tag]
    tables = {*file.reader.keys()}
    if _PICTURES in tables or not tables & _OUTLINE_TABLES:
        what = "bitmaps in place of" if tables & _BITMAP_TABLES else "no"
        raise UnusableFont(f"{font.path} has {what} outlines; choose a font with outlines")
    if missing := [tag for tag in _NEEDED if tag not in tables]:
        raise UnusableFont(f'{font.path} is broken: it has no table "{missing[0]}"')
    _check_licence(file, font.path)
    if not file.getBestCmap():
        raise UnusableFont(f"{font.path} has no glyphs for characters of Unicode")
    if not 16 <= file["head"].unitsPerEm <= 16384:
        raise UnusableFont(f"{font.path} is broken: its em is not between 16 and 16384 units")
    # What every glyph needs; a glyph is read when it is used.
    file.getGlyphSet()
    for tag in tables & {*_NEEDED, *_OUTLINE_TABLES, *_USED}:
        file[tag]
    return file


def _check_licence(file: TTFont, name: str) -> None:
    rights = file["OS/2"].fsType if "OS/2" in file else 0
    reason = ""
    # A font with several of these bits grants the widest of them.
    if rights & _EMBEDDING == _RESTRICTED:
        reason = "may not be embedded (Restricted License embedding)"
    elif rights & _NO_SUBSETS:
        reason = "may not be embedded in part (No subsetting)"
    elif rights & _BITMAPS_ONLY:
        reason = "may be embedded only as bitmaps (Bitmap embedding only)"
    if reason:
        raise UnusableFont(
            f"{name} {reason}, so says fsType {rights:#06x} in the font; use another font"
        )


def _name_for_people(file: TTFont) -> str:
    """The full name of the font without signs that cannot be printed; "" if it has no name."""
    name = (file["name"].getBestFullName() if "name" in file else "") or ""
    return _printable(name)


def _printable(name: str) -> str:
    return "".join(sign for sign in name if sign.isprintable())[:80].strip()


def credit_of(font: Font) -> str:
    """The name of a font with its maker and its licence, as far as the file has them."""
    with FONT_LOCK:
        names = opened_font(font, bold=False).get("name")
        maker, licence = (
            _printable(names.getDebugName(each) or "") if names else ""
            for each in (_MAKER, _LICENCE)
        )
    free = _FREE.search(licence)
    behind = ", ".join(filter(None, (maker, free[0] if free else "")))
    return f"{font.family} ({behind})" if behind else font.family


def default_style(font: Font) -> str:
    """The name of the style that pnp prints of a variable font; "" if the font is not variable."""
    with FONT_LOCK:
        file = opened_font(font, bold=False)
        if "fvar" not in file:
            return ""
        axes = {axis.axisTag: axis.defaultValue for axis in file["fvar"].axes}
        names = [
            file["name"].getDebugName(style.subfamilyNameID)
            for style in file["fvar"].instances
            if style.coordinates == axes
        ]
    return next((name for name in names if name), "Regular")
