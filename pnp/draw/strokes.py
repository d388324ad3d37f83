"""The strokes of titles and head bands: lines that look like those of the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from pnp.basics.classes import NamedTuple
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import star
from pnp.scene import Item, Shape, Stroke
from pnp.scene.display import LineEnds
from pnp.scene.geometry import Path, Point, circle, polygon, polyline, samples
from pnp.tiles.proportions import LINE_PATTERNS

# A corner sharper than 52 degrees is cut off, as its tip would stick out of the line of letters.
_ENDS = LineEnds("butt", "miter", 2.3)

# Millimetres: thinner lines have no patterns, as these could not be printed.
_PATTERNED = 2.0
# Millimetres: the outline of letters that are not filled, on wide and on narrow lines.
_OUTLINE, _SHARE_OF_OUTLINE = 0.58, 0.13

# Shares of the width of a line.
_KERB = 0.13
_DASH = (0.13, 0.5, 0.95)  # width, length and period of the dashes of a road
_RIMS = (0.9, 0.78, 0.14)  # inside the fine rim, inside the gap, and the line in the middle
_THIN = 0.28  # a line from star to star; the stars are as wide as other lines
_WAIST = 0.34  # of the reach of such a star


class Stem(NamedTuple):
    """A line in millimetres with its width; `free` says of start and end whether they touch nothing.

    A `closed` line has no ends. `corners` are its points, where stars stand.
    """

    path: Path
    width: float
    free: tuple[bool, bool] = (True, True)
    closed: bool = False
    corners: tuple[Point, ...] = ()


def letter_items(stems: Sequence[Stem], look: Look, number: int) -> Iterator[Item]:
    """The stems of the letter with that number in the stroke of a look; strands change from letter to letter."""
    place = number % len(look.letters)
    ink = (look.letters[place], look.lines[place % len(look.lines)])
    around = (look.ground, look.accent)
    yield from stem_items(stems, look.stroke, ink, around, filled=look.filled)


def stem_items(
    stems: Sequence[Stem],
    stroke: str,
    ink: tuple[str, str],
    around: tuple[str, str],
    *,
    filled: bool,
) -> Iterator[Item]:
    """The stems of one letter in a stroke: as one shape, so that no line crosses another.

    Thinner stems, such as accents, have no patterns. `ink` is the ink and the pattern of its line, `around` the ground and the accent.
    """
    colour, line = ink
    ground, accent = around
    if stroke == "stars":
        yield from _stars(stems, colour, accent, filled=filled)
        return
    width = max(stem.width for stem in stems)
    thin = [stem for stem in stems if stem.width < width]
    if thin:
        yield from stem_items(thin, "plain", ink, around, filled=filled)
        stems = [stem for stem in stems if stem.width == width]
    if not filled:
        inset = min(_OUTLINE, _SHARE_OF_OUTLINE * width)
        yield from _layer(stems, 0.0, colour)
        yield from _layer(stems, inset, ground)
        accent, over, hollow = colour, colour, inset
    else:
        over, hollow = ground, 0.0
    patterned = width >= _PATTERNED
    match stroke:
        case "path" if filled and patterned:
            yield from _layer(stems, 0.0, accent)
            yield from _layer(stems, _KERB * width, colour)
        case "inline" if filled and patterned:
            rim, gap, middle = _RIMS
            yield from _layer(stems, 0.0, accent)
            yield from _layer(stems, (1 - rim) / 2 * width, ground)
            yield from _layer(stems, (1 - gap) / 2 * width, colour)
            yield from _layer(stems, (1 - middle) / 2 * width, ground)
        case "inline" if patterned:
            yield from _layer(stems, (width - hollow) / 2, colour)
        case "road" if patterned:
            if filled:
                yield from _layer(stems, 0.0, colour)
            yield _dashes(stems, _DASH, over)
        case _:
            if filled:
                yield from _layer(stems, 0.0, colour)
            if stroke == "strands" and patterned:
                yield from _pattern(stems, line, (colour, over, ground), hollow)


def _pattern(
    stems: Sequence[Stem], line: str, inks: tuple[str, str, str], hollow: float
) -> Iterator[Item]:
    """The pattern of a colour's line: stripes along its middle, dashes or dots."""
    colour, over, ground = inks
    pattern = LINE_PATTERNS[line]
    width = stems[0].width
    for number, share in enumerate(pattern.stripes):
        inset = (1 - share) / 2 * width
        if hollow:
            yield from _layer(stems, inset - hollow / 2, colour)
            yield from _layer(stems, inset + hollow / 2, ground)
        else:
            yield from _layer(stems, inset, colour if number % 2 else over)
    if pattern.dash:
        yield _dashes(stems, (pattern.dash, pattern.filled * pattern.period, pattern.period), over)
    if pattern.dot:
        yield _dots(stems, pattern.dot, pattern.period, over)


def _layer(stems: Sequence[Stem], inset: float, ink: str) -> Iterator[Shape]:
    """All stems, which have one width, narrower by the inset on each side and at each free end."""
    inner = stems[0].width - 2 * inset
    path = tuple(part for stem in stems for part in _extended(stem, inset))
    yield Shape(path, stroke=Stroke(inner, ink, ends=_ENDS))


def _extended(stem: Stem, inset: float) -> Path:
    """The path of a stem with its free ends as far out as its sides, less the inset."""
    if stem.closed:
        return stem.path
    first, *rest = stem.path
    start = Point(first[1], first[2])  # type: ignore[misc]
    last = rest[-1]
    end = Point(last[-2], last[-1])  # type: ignore[misc,arg-type]
    points = samples(stem.path)
    before, after = (start - points[1]).unit(), (end - points[-2]).unit()
    if stem.free[0]:
        start = start + before * (_reach(before, stem.width) - inset)
    if stem.free[1]:
        end = end + after * (_reach(after, stem.width) - inset)
    return (("M", *start), ("L", first[1], first[2]), *rest, ("L", *end))  # type: ignore[misc]


def _reach(direction: Point, width: float) -> float:
    """How far a line goes on at a free end, so that its corners end in line with other letters."""
    across, along = abs(direction.x), abs(direction.y)
    steep, other = (along, across) if along > 0.5 else (across, along)
    return width / 2 * (1 - other) / steep


def _dashes(stems: Sequence[Stem], dash: tuple[float, float, float], ink: str) -> Shape:
    """Dashes along the middle of all stems, whole ones, with half a gap at each end."""
    share, length, period = dash
    width = stems[0].width
    path: Path = ()
    for stem in stems:
        along = _Along(stem)
        if along.length < length * stem.width / 2:
            continue
        step = along.length / max(1, round(along.length / (period * stem.width)))
        half = step * length / period / 2
        for k in range(round(along.length / step)):
            path += along.part((k + 0.5) * step - half, (k + 0.5) * step + half)
    return Shape(path, stroke=Stroke(share * width, ink))


def _dots(stems: Sequence[Stem], share: float, period: float, ink: str) -> Shape:
    path: Path = ()
    for stem in stems:
        along = _Along(stem)
        count = max(1, round(along.length / (period * stem.width)))
        for k in range(count):
            path += circle(along.at((k + 0.5) * along.length / count), share * stem.width / 2)
    return Shape(path, fill=ink)


class _Along:
    """The middle of a stem by distance, from where it leaves other stems."""

    def __init__(self, stem: Stem) -> None:
        path = stem.path if stem.closed else _extended(stem, 0.0)
        points = samples(tuple(part for part in path if part[0] != "Z"), per_curve=10)
        if stem.closed:
            points.append(points[0])
        self._points = [
            here for here, before in zip(points, [None, *points], strict=False) if here != before
        ]
        steps = [(b - a).length() for a, b in zip(self._points, self._points[1:], strict=False)]
        self._walked = [*accumulate(steps, initial=0.0)]
        # An end that touches another stem begins at its edge.
        self._from = 0.0 if stem.closed or stem.free[0] else 0.42 * stem.width
        to = 0.0 if stem.closed or stem.free[1] else 0.42 * stem.width
        self.length = max(0.0, self._walked[-1] - self._from - to)

    def part(self, start: float, end: float) -> Path:
        """The piece of the line between two distances, as a path."""
        inner = [
            point
            for point, walked in zip(self._points, self._walked, strict=True)
            if start + 1e-6 < walked - self._from < end - 1e-6
        ]
        return polyline([self.at(start), *inner, self.at(end)])

    def at(self, distance: float) -> Point:
        """The point at a distance."""
        distance += self._from
        for number, walked in enumerate(self._walked[1:], 1):
            if walked >= distance:
                here, before = self._points[number], self._points[number - 1]
                share = (walked - distance) / (walked - self._walked[number - 1])
                return here + (before - here) * share
        return self._points[-1]


def _stars(stems: Sequence[Stem], ink: str, accent: str, *, filled: bool) -> Iterator[Item]:
    """Thin straight lines from corner to corner, with a star on each corner.

    Lines go on below the stars. Without fills the stars have the ink of the lines: outlines of stars would be
    narrower than the lines, and would cut them into pieces.
    """
    for stem in stems:
        path = polygon(stem.corners) if stem.closed else polyline(stem.corners)
        yield Shape(path, stroke=Stroke(_THIN * stem.width, ink, round=True))
    stars = {
        Point(round(point.x, 2), round(point.y, 2)): stem.width / 2
        for stem in stems
        for point in stem.corners
    }
    for point, reach in stars.items():
        yield Shape(star(4, point, reach, waist=_WAIST), fill=accent if filled else ink)
