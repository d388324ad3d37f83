"""Glyphs on a page: where a text begins, and the outlines of its characters."""

from __future__ import annotations

from functools import cache

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]

from pnp.scene.fonts import FONT_LOCK, PAGE_FONT, Font, UnusableFont, opened_font
from pnp.scene.geometry import Close, Curve, Line, Move, Path, Point


@cache
def glyph_outline(character: str, size: float, *, bold: bool, font: Font | None = None) -> Path:
    """The character's outline in millimetres, y down, from its origin on the baseline.

    Raises UnusableFont if the file is broken at this glyph.
    """
    with FONT_LOCK:
        file = opened_font(font, bold=bold)
        glyphs = file.getGlyphSet()
        pen = _PathPen(glyphs, scale=size / file["head"].unitsPerEm)
        try:
            glyphs[file.getBestCmap()[ord(character)]].draw(pen)
        # fontTools raises errors of any sort for a broken glyph.
        except Exception as error:
            name = font.path if font else PAGE_FONT
            message = f"{name} is broken: its glyph for {character!r} cannot be read"
            raise UnusableFont(message) from error
    return tuple(pen.path)


class _PathPen(BasePen):  # type: ignore[misc]  # its base is untyped
    """Collects a glyph as a path; the base class turns TrueType's quadratic curves into cubic."""

    def __init__(self, glyphs: object, *, scale: float) -> None:
        # The base class looks up the parts of accented letters by name.
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
