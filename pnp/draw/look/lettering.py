"""Titles and numbers drawn in the lines of the game, from the skeletons of the alphabet.

The alphabet is templates/alphabet.json. A skeleton is a list of lines on 4 x 6 units, y down; M, W and ligatures are
wider. A point is `x,y`; `!` marks a corner that stays sharp, all others are rounded; `z` closes the line. `marks` has
combining marks by their names, round the middle of the letter; those above stand over y = 0. `same` has signs that
people write for the same thing, such as quotes and dashes.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.folders import bundled
from pnp.definition import Definition
from pnp.draw.look.looks import Look
from pnp.draw.strokes import Stem, letter_items, stem_items
from pnp.scene import Drawing, Item, Picture, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Path, Point, Ray, arc, moved, path_length, samples

# Units: the height of a capital from the middle of its top line to that of its lowest.
_HEIGHT = 6.0
# Units: the radius of a corner between long lines, and of one in a mark.
_RADIUS, _MARK_RADIUS = 2.0, 0.6
# Units: an end that is so near to a line touches it.
_NEAR = 0.42
# Of the width of a letter's line: that of its marks.
_MARK_WIDTH = 0.5

# Shares of the height of a capital: the line of its letters, the gap between them, and a space.
_STROKE, _GAP, _SPACE = 0.26, 0.12, 0.34
# Stars stand apart from each other, and dark kerbs need more ground round them.
_STROKES = {"stars": 0.2, "path": 0.23}
_GAPS = {"stars": 0.09}
# Of the height of a capital: from line to line.
_LEADING = 0.17
# The em of set text, where a capital has the height 1.
_EM = 1 / CAP_HEIGHT

# Of the height of a capital of the name: the words before it, and the room below them. Of their own height:
# their line and the gap between their letters.
_LEAD, _BELOW_LEAD = 0.32, 0.3
_LEAD_STROKE, _LEAD_GAP = 0.17, 0.42

# A word of a title that would be less than this share of the allowed height comes apart if its letters become
# so many times as tall. Letters of a part on a line of its own.
_TINY, _TALLER, _PART = 0.4, 1.4, 4

# A title goes on in the next line after a word; one of a single word before a capital, as in HexStatic.
_SPACES, _CAPITAL = re.compile(r"\s+"), re.compile(r"(?<=[a-z])(?=[A-Z])")

# Consonants that begin a syllable together, in English, German and most languages of Europe.
_ONSETS = frozenset(
    [
        "bl",
        "br",
        "ch",
        "cl",
        "cr",
        "dr",
        "fl",
        "fr",
        "gl",
        "gr",
        "kl",
        "kn",
        "kr",
        "ph",
        "pl",
        "pr",
        "qu",
        "sch",
        "schl",
        "schm",
        "schn",
        "schr",
        "schw",
        "sh",
        "sk",
        "sl",
        "sm",
        "sn",
        "sp",
        "spr",
        "st",
        "str",
        "sw",
        "th",
        "tr",
        "tw",
        "wr",
        "zw",
    ]
)
_BETWEEN_VOWELS = re.compile(
    r"(?<=[aeiouyäöüáéíóúàèêâôîûå])[bcdfghjklmnpqrstvwxzßñç]+(?=[aeiouyäöüáéíóúàèêâôîûå])"
)


class _Style(NamedTuple):
    """The widths of letters of the height 1."""

    stroke: float
    gap: float


_NUMERAL = _Style(0.2, 0.14)


def game_lettering(
    definition: Definition, look: Look, width: float, tallest: float, *, height: float = math.inf
) -> Picture:
    """The title of a game; words before its name, which is the key `game`, stand small above it."""
    lead, name = _lead(definition.title, definition.game)
    if not lead:
        return title_lettering(name, look, width, tallest, height=height)
    # One line of the name is as high as all of the lead and the gap, or higher.
    share = 1 / (1 + _LEAD + _BELOW_LEAD)
    shown, capital = _lettered(name, look, width, tallest, height=height * share)
    above = _plain(lead, _Style(_LEAD_STROKE, _LEAD_GAP), _LEAD * capital, look.ink)
    scale = min(1.0, width / above.box.width)
    top = above.box.height * scale + _BELOW_LEAD * capital
    return Picture(
        Drawing((above.at(Point(0, 0), scale=scale), shown.at(Point(0, top)))),
        Box(0, 0, max(above.box.width * scale, shown.box.width), top + shown.box.height),
        definition.title,
    )


def _lead(title: str, game: str) -> tuple[str, str]:
    """The words before the name of the game, and the rest of the title.

    >>> _lead("Hexeptional Hexpertise", "hexpertise")
    ('Hexeptional', 'Hexpertise')
    >>> _lead("Two-Sided Hexagons in Two Colours", "hexagons-2-two-sided")
    ('Two-Sided', 'Hexagons in Two Colours')
    >>> _lead("Tsuro's Tiles", "tsuro")
    ('', "Tsuro's Tiles")
    """
    words, name = title.split(), _letters_of(game)
    starts = (
        at
        for at, word in enumerate(words)
        if _letters_of(word) and name.startswith(_letters_of(word))
    )
    first = next(starts, 0)
    return " ".join(words[:first]), " ".join(words[first:])


def _letters_of(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def title_lettering(
    text: str,
    look: Look,
    width: float,
    tallest: float,
    *,
    height: float = math.inf,
    whole: bool = False,
    centred: bool = False,
) -> Picture:
    """The text in the stroke of the look, with capitals as tall as fit, up to `tallest`.

    It takes at most `width`, and at most `height` with all of its lines. A text with a letter that the
    alphabet lacks is set in the bold font of the pages. A long word may come apart, unless all are
    `whole`. Lines begin at the left, or are `centred`.
    """
    return _lettered(text, look, width, tallest, height=height, whole=whole, centred=centred)[0]


def _lettered(
    text: str,
    look: Look,
    width: float,
    tallest: float,
    *,
    height: float,
    whole: bool = False,
    centred: bool = False,
) -> tuple[Picture, float]:
    """The text in letters, and the height of its capitals."""
    style = _Style(_STROKES.get(look.stroke, _STROKE), _GAPS.get(look.stroke, _GAP))
    drawn = letters(text) is not None

    def measure(line: str) -> float:
        return _drawn_width(line, style) if drawn else text_width(line, _EM, bold=True)

    def size(lines: Sequence[str]) -> float:
        widest = max(measure(line) for line in lines)
        return min(tallest, width / widest, height / _rows(lines, drawn=drawn)[-1])

    def best(text: str) -> tuple[str, ...]:
        # Fewer lines if the letters are as tall.
        ways = {tuple(lines): None for lines in _broken(text)}
        return max(ways, key=lambda each: (round(size(each), 3), -len(each)))

    lines = best(text)
    if size(lines) < _TINY * tallest and not whole:
        apart = best(_with_hyphens(text))
        lines = apart if size(apart) >= _TALLER * size(lines) else lines
    cap = size(lines)
    widths = [measure(line) * cap for line in lines]
    widest = max(widths)
    tops = (top * cap for top in _rows(lines, drawn=drawn))
    starts = [
        Point((widest - wide) / 2 if centred else 0.0, top)
        for wide, top in zip(widths, tops, strict=False)
    ]
    items: list[Item] = []
    number = 0
    for line, start in zip(lines, starts, strict=True):
        if not drawn:
            items.append(Text(line, start + Point(0, cap), cap * _EM, look.ink, bold=True))
        for stems in _placed(letters(line) or (), style, cap, start) if drawn else ():
            items += letter_items(stems, look, number)
            number += 1
    box = Box(0, 0, widest, _rows(lines, drawn=drawn)[-1] * cap)
    return Picture(Drawing(tuple(items)), box, text), cap


def numeral(text: str, height: float, ink: str) -> Picture:
    """A number, or a short text of letters, in one ink: for steps, counts and coins."""
    return _plain(text, _NUMERAL, height, ink)


def numeral_width(text: str, height: float) -> float:
    """The width of a number, or a short text of letters, of that height; nothing is drawn for it."""
    wide = (
        text_width(text, _EM, bold=True) if letters(text) is None else _drawn_width(text, _NUMERAL)
    )
    return wide * height


def number_item(text: str, centre: Point, height: float, ink: str) -> Item:
    """A number round a point, as high as said; any other text in the bold font of the pages."""
    if not text.isdecimal():
        baseline = centre + Point(0, height / 2)
        return Text(text, baseline, height / CAP_HEIGHT, ink, bold=True, anchor="middle")
    picture = numeral(text, height, ink)
    return picture.at(centre - Point(picture.box.width / 2, picture.box.height / 2))


def _plain(text: str, style: _Style, height: float, ink: str) -> Picture:
    found = letters(text)
    if found is None:
        width = text_width(text, height * _EM, bold=True)
        item = Text(text, Point(0, height), height * _EM, ink, bold=True)
        return Picture(Drawing((item,)), Box(0, 0, width, height), text)

    def items() -> tuple[Item, ...]:
        stems = [stem for each in _placed(found, style, height, ORIGIN) for stem in each]
        return tuple(stem_items(stems, "plain", (ink, "thick"), (ink, ink), filled=True))

    box = Box(0, 0, _drawn_width(text, style) * height, height)
    return Picture(Drawing(items), box, text)


def _broken(text: str) -> Iterator[list[str]]:
    """The ways to put the words on lines of about one length, from one line to one word a line."""
    text = text.strip()
    found = [*_SPACES.finditer(text)] or [*_CAPITAL.finditer(text)]
    spans = [match.span() for match in found]
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(text)]
    for longest in range(len(text), 0, -1):
        first, lines = 0, []
        for word, end in enumerate(ends):
            if word > first and end - starts[first] > longest:
                lines.append(text[starts[first] : ends[word - 1]])
                first = word
        yield [*lines, text[starts[first] :]]


def _with_hyphens(text: str) -> str:
    """The text with its longest word in two parts, near its middle."""
    longest = max(text.split(), key=len)
    inside = range(_PART, len(longest) - _PART + 1)
    if not inside:
        return text
    ends = [at for at in breaks(longest) if at in inside] or inside
    at = min(ends, key=lambda each: abs(each - len(longest) / 2))
    return text.replace(longest, f"{longest[:at]}- {longest[at:]}", 1)


def _rows(lines: Sequence[str], *, drawn: bool) -> list[float]:
    """The top of each line, and the lowest point of all, for capitals of the height 1."""
    extents = [_extent(line) if drawn else (0.35, 0.35) for line in lines]
    between = [below + _LEADING + above for (_, below), (above, _) in pairwise(extents)]
    tops = [*accumulate((1 + gap for gap in between), initial=extents[0][0])]
    return [*tops, tops[-1] + 1 + extents[-1][1]]


def _extent(line: str) -> tuple[float, float]:
    """How far marks reach above the capitals of a line, and tails below them."""
    unit = (1 - _STROKE) / _HEIGHT
    points = [
        (point.y, each.share)
        for glyph in letters(line) or ()
        for each in (glyph.lines if glyph else ())
        for point in each.corners
    ]
    above = max((-y * unit - _STROKE * (1 - share) / 2 for y, share in points), default=0.0)
    below = max(
        ((y - _HEIGHT) * unit - _STROKE * (1 - share) / 2 for y, share in points), default=0
    )
    # A tail of half a unit, as that of Q, hangs between the lines.
    return max(0.0, above), below if below > 0.1 else 0.0


def _drawn_width(line: str, style: _Style) -> float:
    """The width of a line in letters of the height 1."""
    return _advances(letters(line) or (), style)[-1] - style.gap


def _advances(glyphs: Sequence[Glyph | None], style: _Style) -> list[float]:
    """The left edge of each glyph, and of one after the last."""
    unit = (1 - style.stroke) / _HEIGHT
    widths = [
        _SPACE if each is None else each.width * unit + style.stroke + style.gap for each in glyphs
    ]
    return [*accumulate(widths, initial=0.0)]


def _placed(
    glyphs: Sequence[Glyph | None], style: _Style, cap: float, start: Point
) -> Iterator[list[Stem]]:
    """The stems of each letter in millimetres, from the upper left corner of the first."""
    unit, width = cap * (1 - style.stroke) / _HEIGHT, cap * style.stroke
    for glyph, left in zip(glyphs, _advances(glyphs, style), strict=False):
        if glyph is None:
            continue
        origin = start + Point(left * cap + width / 2, width / 2)
        yield [
            Stem(
                moved(line.path, origin, scale=unit),
                width * line.share,
                free=_free(line, glyph),
                closed=line.closed,
                corners=tuple(origin + corner * unit for corner in line.corners),
            )
            for line in glyph.lines
        ]


def breaks(word: str) -> Iterator[int]:
    """The places before the consonants that begin a syllable.

    >>> "|".join("spielplatz"[a:b] for a, b in ((0, 5), (5, 10))), [*breaks("spielplatz")]
    ('spiel|platz', [5])
    >>> [*breaks("constellation")]
    [3, 7, 9]
    """
    for found in _BETWEEN_VOWELS.finditer(word.lower()):
        start, end = found.span()
        starts = (
            at for at in range(start, end) if at == end - 1 or word[at:end].lower() in _ONSETS
        )
        yield next(starts)


class Line(NamedTuple):
    """One line of a skeleton in units, with a share of the letter's width; a closed one has no ends."""

    path: Path
    share: float
    closed: bool
    corners: tuple[Point, ...]


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
    same = _alphabet()["same"]
    spelt = "".join(same.get(each, each) for each in text.upper())
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
def _alphabet() -> Mapping[str, Mapping[str, Any]]:
    """The alphabet as its file has it."""
    text = (bundled("templates") / "alphabet.json").read_text("utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


@cache
def _glyph(character: str) -> Glyph | None:
    """The glyph of a letter, composed of a base letter and its marks."""
    skeletons, known = _alphabet()["letters"], _alphabet()["marks"]
    whole = character in skeletons
    base, *marks = [*(character if whole else unicodedata.normalize("NFD", character))]
    names = [unicodedata.name(mark, "").removeprefix("COMBINING ") for mark in marks]
    if base not in skeletons or any(name not in known for name in names):
        return None
    lines = [_line(text, Point(0, 0), 1.0) for text in skeletons[base]]
    left = min(point.x for line in lines for point in line.corners)
    width = max(point.x for line in lines for point in line.corners)
    middle = Point((left + width) / 2, 0)
    lines += [_line(text, middle, _MARK_WIDTH) for name in names for text in known[name]]
    return Glyph(tuple(lines), width)


@lru_cache(maxsize=1024)
def _free(line: Line, glyph: Glyph) -> tuple[bool, bool]:
    """Whether the start and the end of a line touch no other line of its letter, nor the other half of their own."""
    if line.closed:
        return False, False
    points = samples(line.path)
    # A dot is so short that its ends are near to each other.
    half = len(points) // 2 if path_length(line.path) > 4 * _NEAR else len(points)
    others = [each for each in glyph.lines if each is not line]
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
    path = _rounded(points, sharp, closed=closed, radius=_RADIUS if share == 1 else _MARK_RADIUS)
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
