"""The font of every page, Atkinson Hyperlegible: its files and its widths.

Text is set glyph by glyph, without kerning or ligatures, as PDF viewers advance through an embedded
font; so the two writers agree, and a measured text fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from io import BytesIO
from threading import RLock
from typing import TYPE_CHECKING

from pnp.basics.errors import MissingGlyph

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

_PACKAGE = "fontpkg_atkinson_hyperlegible"


@dataclass(frozen=True, slots=True)
class Font:
    """A font of the designer's own: the digest of its file, its names, and its bytes.

    `family` is its name for people, `path` the file as a user would type it.
    """

    digest: str
    family: str = field(compare=False)
    path: str = field(compare=False)
    data: bytes = field(compare=False, repr=False)


# fontTools parses a table, and a glyph, when somebody first asks for it: one thread at a time.
FONT_LOCK = RLock()

# OS/2 table of the font: the height of a capital as a share of the em.
CAP_HEIGHT = 0.668


def font_name(*, bold: bool) -> str:
    """The PostScript name of the font, which is also the name of its file."""
    return f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}"


def font_file(*, bold: bool) -> Traversable:
    """The font's TrueType file, which comes with a package of its own.

    Raises ModuleNotFoundError if the package is missing.
    """
    return files(_PACKAGE) / "files" / f"{font_name(bold=bold)}.ttf"


@cache
def font_data(*, bold: bool) -> bytes:
    """The bytes of the font's TrueType file."""
    return font_file(bold=bold).read_bytes()


def text_width(string: str, size: float, *, bold: bool = False) -> float:
    """The length of the text along its baseline in millimetres; `size` is the em.

    Raises MissingGlyph.

    >>> round(text_width("R7", 10.0), 2)
    11.28
    """
    return sum(advances(string, bold=bold)) * size


def advances(string: str, *, bold: bool) -> list[float]:
    """The advance of each character in ems; raises MissingGlyph."""
    widths = _advance_of_character(bold=bold)
    try:
        return [widths[character] for character in string]
    except KeyError as error:
        raise MissingGlyph(error.args[0], string) from None


@cache
def open_font(*, bold: bool) -> TTFont:
    """The font; the first call imports fontTools."""
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(font_data(bold=bold)))


@cache
def _advance_of_character(*, bold: bool) -> Mapping[str, float]:
    with FONT_LOCK:
        font = open_font(bold=bold)
        units_per_em, metrics = font["head"].unitsPerEm, font["hmtx"]
        characters = font.getBestCmap()
    return {chr(code): metrics[glyph][0] / units_per_em for code, glyph in characters.items()}
