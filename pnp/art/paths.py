"""Paths, transformations and lengths of SVG files (SVG 1.1, chapters 7 and 8), as paths of a scene."""

from __future__ import annotations

import math
import re

from fontTools.misc.transform import Identity, Transform  # type: ignore[import-untyped]
from fontTools.svgLib.path.arc import EllipticalArc  # type: ignore[import-untyped]
from fontTools.svgLib.path.parser import parse_path  # type: ignore[import-untyped]

from pnp.scene import geometry as g

# The pixels of CSS in units of length; em and ex are those of the first font size.
_PIXELS = {
    "": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4,
    "q": 96 / 101.6, "em": 16.0, "rem": 16.0, "ex": 8.0,
}  # fmt: skip
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z]*|%)\s*")
# The parser skips all other characters, and divides all other numbers; it looks at those of arcs itself.
_PATH = re.compile(
    r"(?>[MmZzLlHhVvCcSsQqTt\s,]++|[Aa](?>[^A-Za-z]++|[Ee])*+"
    r"|[+-]?(?>(?:0|[1-9]\d*+)(?:\.\d++|\.(?![Ee]))?|\.\d++)(?:[Ee][+-]?\d++)?(?!\d))*+"
)
_FUNCTION = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)\s*")


def length(text: str, whole: float) -> float:
    """A length in pixels, of which *whole* is 100 %; raises ValueError."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a length")
    value, unit = float(found[1]), found[2].lower()
    if unit != "%" and unit not in _PIXELS:
        raise ValueError(f"{text!r} has an unknown unit")
    return value * (whole / 100 if unit == "%" else _PIXELS[unit])


def transformation(text: str) -> Transform:
    """A list of transformations as one; raises ValueError."""
    made, at = Identity, 0
    while at < len(text):
        found = _FUNCTION.match(text, at)
        if found is None:
            raise ValueError(f"{text!r} is not a list of transformations")
        made, at = made.transform(_function(found[1], found[2])), found.end()
    return made


def _function(name: str, arguments: str) -> Transform:
    texts = arguments.replace(",", " ").split()
    values = [float(each.removesuffix("deg").removesuffix("px")) for each in texts]
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return Transform(a, b, c, d, e, f)
        case "translate", [x, *y] if len(y) < 2:
            return Identity.translate(x, *y)
        case "scale", [x, *y] if len(y) < 2:
            return Identity.scale(x, *y)
        case "rotate", [turn]:
            return Identity.rotate(math.radians(turn))
        case "rotate", [turn, x, y]:
            return Identity.translate(x, y).rotate(math.radians(turn)).translate(-x, -y)
        case "skewX", [turn]:
            return Identity.skew(math.radians(turn))
        case "skewY", [turn]:
            return Identity.skew(0, math.radians(turn))
    raise ValueError(f"{name}({arguments}) is not a transformation")


def scene_path(outline: str, matrix: Transform) -> g.Path:
    """The `d` of a path, transformed; raises ValueError.

    Arcs become a curve for each quarter of a circle, off by less than 3 ten-thousandths of its radius.
    """
    if not _PATH.fullmatch(outline):
        raise ValueError("a path has characters without a meaning")
    pen = _Pen(matrix)
    try:
        parse_path(outline, pen)
    except ArithmeticError:
        raise ValueError("an arc has a radius that is too large or too small") from None
    if not all(math.isfinite(value) for part in pen.parts for value in part[1:]):
        raise ValueError("a path has a number that is too large")
    return tuple(pen.parts)


class _Pen:
    """Writes down what the parser draws, transformed."""

    def __init__(self, matrix: Transform) -> None:
        self._at = matrix.transformPoint
        self._start = 0
        # Where the parser is, before the transformation.
        self._here = (0.0, 0.0)
        self.parts: list[g.Move | g.Line | g.Curve | g.Close] = []

    def moveTo(self, to: tuple[float, float]) -> None:
        self._start, self._here = len(self.parts), to
        self.parts.append(("M", *self._at(to)))

    def lineTo(self, to: tuple[float, float]) -> None:
        self._here = to
        self.parts.append(("L", *self._at(to)))

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._here = points[-1]
        first, second, end = map(self._at, points)
        self.parts.append(("C", *first, *second, *end))

    def arcTo(
        self,
        rx: float,
        ry: float,
        rotation: float,
        large: bool,
        sweep: bool,
        to: tuple[float, float],
    ) -> None:
        if rx and ry:
            arc = EllipticalArc(complex(*self._here), rx, ry, rotation, large, sweep, complex(*to))
            arc.draw(self)
            self._here = to
        else:
            # SVG 1.1, F.6.6: without a radius it is a straight line.
            self.lineTo(to)

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self._here = points[-1]
        handle, end = map(self._at, points)
        start = self.parts[-1][-2:]
        # The cubic curve with the same points has its handles at two thirds.
        first, second = (
            tuple(a + (b - a) * 2 / 3 for a, b in zip(of, handle, strict=True))
            for of in (start, end)
        )
        self.parts.append(("C", *first, *second, *end))

    def closePath(self) -> None:
        # The parser has drawn the last line, which closing draws, too.
        kind, *last = self.parts[-1]
        if kind == "L" and last == [*self.parts[self._start][1:]]:
            self.parts.pop()
        self.parts.append(("Z",))

    def endPath(self) -> None:
        pass
