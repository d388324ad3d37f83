"""The font of every page, Atkinson Hyperlegible: its files, its widths and its outlines.

Text is set glyph by glyph, without kerning or ligatures, because that is how a PDF viewer
advances through an embedded font; so the two writers agree and a measured text fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from pnp.errors import MissingGlyph
from pnp.geometry import Close, Curve, Line, Move, Path, Point, heading
from pnp.scene import Text

_PACKAGE = "fontpkg_atkinson_hyperlegible"

# How much of its width a text extends to the left of its anchor.
_SHARE_BEFORE_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}


def font_name(*, bold: bool) -> str:
    """The PostScript name of the font, which is also the stem of its file."""
    return f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}"


@cache
def font_data(*, bold: bool) -> bytes:
    """The font's TrueType file."""
    return (files(_PACKAGE) / "files" / f"{font_name(bold=bold)}.ttf").read_bytes()


def text_width(string: str, size: float, *, bold: bool = False) -> float:
    """The length of the text along its baseline in millimetres, `size` being the em.

    Raises MissingGlyph.

    >>> round(text_width("R7", 10.0), 2)
    11.28
    """
    return sum(advances(string, bold=bold)) * size


def advances(string: str, *, bold: bool) -> list[float]:
    """How far each character moves the pen, in ems; raises MissingGlyph."""
    widths = _advance_of_character(bold=bold)
    try:
        return [widths[character] for character in string]
    except KeyError as error:
        raise MissingGlyph(error.args[0], string) from None


def text_start(text: Text) -> Point:
    """Where the first glyph of the text has its origin, whatever the text's anchor and angle."""
    before = text_width(text.string, text.size, bold=text.bold)
    return text.at - heading(text.angle + 90) * (before * _SHARE_BEFORE_ANCHOR[text.anchor])


@cache
def glyph_outline(character: str, size: float, *, bold: bool) -> Path:
    """The character's outline in millimetres, y down, from its origin on the baseline."""
    font = _font(bold=bold)
    glyphs = font.getGlyphSet()
    pen = _PathPen(glyphs, scale=size / font["head"].unitsPerEm)
    glyphs[font.getBestCmap()[ord(character)]].draw(pen)
    return tuple(pen.path)


@cache
def _font(*, bold: bool) -> TTFont:
    return TTFont(BytesIO(font_data(bold=bold)))


@cache
def _advance_of_character(*, bold: bool) -> Mapping[str, float]:
    font = _font(bold=bold)
    units_per_em, metrics = font["head"].unitsPerEm, font["hmtx"]
    return {
        chr(code): metrics[glyph][0] / units_per_em for code, glyph in font.getBestCmap().items()
    }


class _PathPen(BasePen):  # type: ignore[misc]  # its base is untyped
    """Collects a glyph as a path; the base class turns TrueType's quadratic curves into cubic."""

    def __init__(self, glyphs: object, *, scale: float) -> None:
        # An accented letter refers to its parts by name: the base class looks them up.
        super().__init__(glyphs)
        self._scale = scale
        self.path: list[Move | Line | Curve | Close] = []

    def _scaled(self, point: tuple[float, float]) -> Point:
        return Point(point[0] * self._scale, -point[1] * self._scale)

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.path.append(("M", *self._scaled(pt)))

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.path.append(("L", *self._scaled(pt)))

    def _curveToOne(
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self.path.append(("C", *self._scaled(pt1), *self._scaled(pt2), *self._scaled(pt3)))

    def _closePath(self) -> None:
        self.path.append(("Z",))
