"""The skeletons of capitals, digits and signs, from which titles and numbers are drawn.

A skeleton is a list of lines on 4 x 6 units, y down; M, W and ligatures are wider. A point is `x,y`; `!`
marks a corner that stays sharp, all others are rounded; `z` closes the line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from pnp.scene.geometry import Path, Point, Ray, arc, path_length, samples

# Units: the height of a capital from the middle of its top line to that of its lowest.
HEIGHT = 6.0
# Units: the radius of a corner between long lines.
_RADIUS = 2.0
# Units: an end that is so near to a line touches it.
_NEAR = 0.42

_SKELETONS = {
    "A": ("0,6 0,0 4,0 4,6", "0,3.7 4,3.7"),
    "B": ("0,3! 0,0! 3.7,0 3.7,3 0,3", "0,3! 4,3 4,6 0,6! 0,3"),
    "C": ("4,0 0,0 0,6 4,6",),
    "D": ("0,0! 4,0 4,6 0,6! 0,0z",),
    "E": ("4,0 0,0 0,6 4,6", "0,3 3.4,3"),
    "F": ("4,0 0,0 0,6", "0,3 3.4,3"),
    "G": ("4,0 0,0 0,6 4,6 4,3.3! 2.5,3.3",),
    "H": ("0,0 0,6", "4,0 4,6", "0,3 4,3"),
    "I": ("0,0 0,6",),
    "J": ("4,0 4,6 0,6 0,4.2",),
    "K": ("0,0 0,6", "4,0 1.2,3.05! 4,6"),
    "L": ("0,0 0,6 4,6",),
    "M": ("0,6 0,0 3.4,0! 6.8,0 6.8,6", "3.4,0 3.4,4.4"),
    "N": ("0,6 0,0 4,0 4,6",),
    "O": ("0,0 4,0 4,6 0,6 0,0z",),
    "P": ("0,6 0,0 4,0 4,3.5 0,3.5",),
    "Q": ("0,0 4,0 4,6 0,6 0,0z", "2.6,4.4 4.6,6.4"),
    "R": ("0,6 0,0 4,0 4,3.3 0,3.3", "2,3.3 4,6"),
    "S": ("4,0 0,0 0,3 4,3 4,6 0,6",),
    "T": ("0,0 4,0", "2,0 2,6"),
    "U": ("0,0 0,6 4,6 4,0",),
    "V": ("0,0 2.2,6! 4.4,0",),
    "W": ("0,0 0,6 3.4,6! 6.8,6 6.8,0", "3.4,1.6 3.4,6"),
    "X": ("0,0 4,6", "4,0 0,6"),
    "Y": ("0,0 0,3.4 4,3.4 4,0", "2,3.4 2,6"),
    "Z": ("0,0 4,0! 0,6! 4,6",),
    "Æ": ("0,6 0,0 7.6,0", "3.8,0 3.8,6 7.6,6", "0,3.4 7,3.4"),
    "Œ": ("7.6,0 0,0 0,6 7.6,6", "3.8,0 3.8,6", "3.8,3 7,3"),
    "Ø": ("0,0 4,0 4,6 0,6 0,0z", "0.4,5.4 3.6,0.6"),
    "Ł": ("0,0 0,6 4,6", "-1.2,3.6 1.8,2.2"),
    "Đ": ("0,0! 4,0 4,6 0,6! 0,0z", "-1.4,3 1.4,3"),
    "Þ": ("0,0 0,6", "0,1.3 4,1.3 4,4.7 0,4.7"),
    "0": ("0,0 4,0 4,6 0,6 0,0z",),
    "1": ("0,1.4 1.8,0! 1.8,6",),
    "2": ("0,1.2 0,0 4,0 4,2.9 0,2.9 0,6! 4,6",),
    "3": ("0,0 4,0 4,3 1,3", "1,3 4,3 4,6 0,6"),
    "4": ("3,6 3,0! 0,4.3! 4.2,4.3",),
    "5": ("4,0 0,0! 0,2.7! 4,2.7 4,6 0,6",),
    "6": ("4,0 0,0 0,6 4,6 4,2.8 0,2.8",),
    "7": ("0,0 4,0! 1.4,6",),
    "8": ("0,0 4,0 4,3 0,3 0,0z", "0,3 4,3 4,6 0,6 0,3z"),
    "9": ("0,6 4,6 4,0 0,0 0,3.2 4,3.2",),
    ".": ("0,5.99 0,6",),
    ",": ("0.7,5.8 0,7",),
    ":": ("0,1.49 0,1.5", "0,5.99 0,6"),
    ";": ("0.5,1.49 0.5,1.5", "0.7,5.8 0,7"),
    "!": ("0,0 0,3", "0,5.99 0,6"),
    "?": ("0,1 0,0 4,0 4,2.6 2,2.6 2,3.4", "2,5.99 2,6"),
    "'": ("0,0 0,1",),
    '"': ("0,0 0,1", "3,0 3,1"),
    "-": ("0,3 2.4,3",),
    "\u2013": ("0,3 4,3",),  # a dash
    "+": ("0,3 4,3", "2,1 2,5"),
    "\u00d7": ("0.2,1.2 3.8,4.8", "3.8,1.2 0.2,4.8"),
    "=": ("0,1.6 3.8,1.6", "0,4.6 3.8,4.6"),
    "/": ("0,6 3,0",),
    "(": ("1.6,0 0,0 0,6 1.6,6",),
    ")": ("0,0 1.6,0 1.6,6 0,6",),
    "&": ("4.6,6 0.5,1.7 0.5,0 3.4,0 3.4,2.2 0,3.6 0,6 3.2,6 4.6,3.4",),
}  # fmt: skip

# Signs that people write for the same thing: quotes, dashes, an ellipsis, and eth.
_SAME = {
    "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"',
    "\u2014": "\u2013", "\u2011": "-", "\u2026": "...", "\u00d0": "\u0110",
}  # fmt: skip

# Combining marks by name, round the middle of the letter; those above stand over y = 0. They are thinner.
_MARKS = {
    "DIAERESIS": ("-1.25,-2.31 -1.25,-2.3", "1.25,-2.31 1.25,-2.3"),
    "DOT ABOVE": ("0,-2.31 0,-2.3",),
    "ACUTE ACCENT": ("-0.6,-1.9 0.8,-2.8",),
    "DOUBLE ACUTE ACCENT": ("-1.6,-1.9 -0.4,-2.9", "0.6,-1.9 1.8,-2.9"),
    "GRAVE ACCENT": ("-0.8,-2.8 0.6,-1.9",),
    "CIRCUMFLEX ACCENT": ("-1.4,-1.9 0,-2.8! 1.4,-1.9",),
    "CARON": ("-1.4,-2.8 0,-1.9! 1.4,-2.8",),
    "TILDE": ("-1.5,-2 -1.5,-2.7 0,-2.7! 0,-2 1.5,-2 1.5,-2.7",),
    "MACRON": ("-1.3,-2.3 1.3,-2.3",),
    "BREVE": ("-1.3,-2.9 -1.3,-2 1.3,-2 1.3,-2.9",),
    "RING ABOVE": ("-0.85,-3.4 0.85,-3.4 0.85,-1.9 -0.85,-1.9 -0.85,-3.4z",),
    "CEDILLA": ("0.1,7 0.1,8.2 -1,8.2",),
    "OGONEK": ("1.2,7 0.6,8.2 1.8,8.2",),
    "COMMA BELOW": ("0.3,7.4 -0.3,8.4",),
}
MARK_WIDTH = 0.5  # of the width of a letter's line


class Line(NamedTuple):
    """One line of a skeleton in units, with a share of the letter's width; a closed one has no ends.

    `free` says of its start and of its end whether they touch no line of the letter.
    """

    path: Path
    share: float
    closed: bool
    corners: tuple[Point, ...]
    free: tuple[bool, bool] = (False, False)


class Glyph(NamedTuple):
    """The lines of a letter, from x = 0 to its width."""

    lines: tuple[Line, ...]
    width: float


@lru_cache(maxsize=256)
def letters(text: str) -> tuple[Glyph | None, ...] | None:
    """The glyphs of a text in capitals, None for a space; None if the alphabet lacks a letter of it.

    >>> letters("ß") == letters("SS")
    True
    >>> letters("Ж") is None
    True
    """
    found: list[Glyph | None] = []
    spelt = "".join(_SAME.get(each, each) for each in text.upper())
    for character in unicodedata.normalize("NFC", spelt):
        if character.isspace():
            found.append(None)
            continue
        glyph = _glyph(character)
        if glyph is None:
            return None
        found.append(glyph)
    return tuple(found)


@cache
def _glyph(character: str) -> Glyph | None:
    """The glyph of a letter, composed of a base letter and its marks."""
    whole = character in _SKELETONS
    base, *marks = [*(character if whole else unicodedata.normalize("NFD", character))]
    names = [unicodedata.name(mark, "").removeprefix("COMBINING ") for mark in marks]
    if base not in _SKELETONS or any(name not in _MARKS for name in names):
        return None
    lines = [_line(text, Point(0, 0), 1.0) for text in _SKELETONS[base]]
    left = min(point.x for line in lines for point in line.corners)
    width = max(point.x for line in lines for point in line.corners)
    middle = Point((left + width) / 2, 0)
    lines += [_line(text, middle, MARK_WIDTH) for name in names for text in _MARKS[name]]
    return Glyph(
        tuple(
            line._replace(free=_free(line, [each for each in lines if each is not line]))
            for line in lines
        ),
        width,
    )


def _free(line: Line, others: Sequence[Line]) -> tuple[bool, bool]:
    """Whether the start and the end of a line touch no other line, nor the other half of their own."""
    if line.closed:
        return False, False
    points = samples(line.path)
    # A dot is so short that its ends are near to each other.
    half = len(points) // 2 if path_length(line.path) > 4 * _NEAR else len(points)
    around = [point for other in others for point in samples(other.path, per_curve=40)]

    def is_free(end: Point, own: Sequence[Point]) -> bool:
        return all((end - point).length() > _NEAR for point in (*around, *own))

    return is_free(points[0], points[half:]), is_free(points[-1], points[: len(points) - half])


def _line(text: str, at: Point, share: float) -> Line:
    closed = text.endswith("z")
    words = text.removesuffix("z").split()
    points = [at + Point(*map(float, word.removesuffix("!").split(","))) for word in words]
    sharp = [word.endswith("!") for word in words]
    if closed:
        points, sharp = points[:-1], sharp[:-1]
    path = _rounded(points, sharp, closed=closed, radius=_RADIUS if share == 1 else 0.6)
    return Line(path, share, closed, tuple(points))


def _rounded(points: list[Point], sharp: list[bool], *, closed: bool, radius: float) -> Path:
    """The line through the points, with arcs at all corners that are not sharp."""
    count = len(points)

    def is_round(number: int) -> bool:
        return not sharp[number % count] and (closed or 0 < number < count - 1)

    def room(number: int, other: int) -> float:
        """The length that the corner may take of the side to the other point."""
        length = (points[other % count] - points[number]).length()
        return length / 2 if is_round(other % count) else length

    path: list[Any] = []
    for number, point in enumerate(points):
        if not is_round(number):
            if not path or (point - Point(*path[-1][-2:])).length() > 1e-9:
                path.append(("L", *point))
            continue
        before, after = points[number - 1], points[(number + 1) % count]
        reach = min(radius, room(number, (number - 1) % count), room(number, (number + 1) % count))
        inwards, outwards = (point - before).unit(), (after - point).unit()
        start = point - inwards * reach
        if not path or (start - Point(*path[-1][-2:])).length() > 1e-9:
            path.append(("L", *start))
        path += arc(Ray(start, inwards), point + outwards * reach)[1:]
    first = ("M", path[0][1], path[0][2])
    return (first, *path[1:], *((("Z",),) if closed else ()))
