"""Font files for tests, built with a few simple glyphs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.basePen import AbstractPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

Kind = Literal["ttf", "otf"]

EM = 1000
# The handle of a quarter circle as a share of its radius.
_HANDLE = 0.5523


def advance_of(character: str) -> int:
    """The width of a character in thousandths of an em; a rule of our own, to check against."""
    return 400 + ord(character) % 7 * 50


def font_path(
    folder: Path,
    characters: str,
    *,
    kind: Kind = "ttf",
    family: str = "Boxes",
    rights: int = 0,
    version: int = 4,
) -> Path:
    """A new font file: a blank is empty, O is a circle, all others are boxes.

    The heights of boxes follow from the characters. `rights` is the fsType of its licence.
    """
    ttf = kind == "ttf"
    builder = FontBuilder(EM, isTTF=ttf)
    names = {character: f"u{ord(character):05X}" for character in characters}
    widths = {".notdef": 500} | {names[each]: advance_of(each) for each in characters}
    builder.setupGlyphOrder([*widths])
    builder.setupCharacterMap({ord(each): names[each] for each in characters})
    glyphs = {}
    for character, name in ({"": ".notdef"} | names).items():
        pen = TTGlyphPen(None) if ttf else T2CharStringPen(widths[name], None)
        draw(character, widths[name], Cu2QuPen(pen, 0.1) if ttf else pen)
        glyphs[name] = pen.glyph() if ttf else pen.getCharString()
    if ttf:
        builder.setupGlyf(glyphs)
    else:
        builder.setupCFF(family, {"FullName": family}, glyphs, {})
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(fsType=rights, sCapHeight=700, version=version)
    builder.setupPost()
    path = folder / f"{family.replace(' ', '-')}.{kind}"
    builder.save(path)
    return path


def draw(character: str, width: int, pen: AbstractPen) -> None:
    """The outline of a character of this width."""
    left, right = 50, width - 50
    if character == " ":
        return
    if character == "O":
        middle, radius = width / 2, (right - left) / 2
        handle = radius * _HANDLE
        pen.moveTo((middle + radius, 300))
        for x, y in ((0, 1), (-1, 0), (0, -1), (1, 0)):
            # Each quarter begins at (y, -x) of the circle.
            pen.curveTo(
                (middle + radius * y + handle * x, 300 - radius * x + handle * y),
                (middle + radius * x + handle * y, 300 + radius * y - handle * x),
                (middle + radius * x, 300 + radius * y),
            )
        pen.closePath()
        return
    top = height_of(character) if character else 700
    pen.moveTo((left, 0))
    for point in ((left, top), (right, top), (right, 0)):
        pen.lineTo(point)
    pen.closePath()


def height_of(character: str) -> int:
    """The height of a character's box in thousandths of an em."""
    return 300 + ord(character) % 9 * 50
