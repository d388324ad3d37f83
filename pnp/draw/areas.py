"""How a theme draws areas: filled with their inks, or as outlines.

What depends on it is a value or a method of these two classes, and the choice between two inks is `Theme.area`.
Nothing else asks a theme whether it has fills.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import FAINT, READ, SEEN, contrast, contrasting, luminance, mixed, readable
from pnp.colour.theme import Theme, legible
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import (
    Path,
    Point,
    bounding_box,
    heading,
    path_length,
    polygon,
    round_trip,
    samples,
    segment,
)
from pnp.tiles.proportions import (
    BAND_LINE,
    BAND_SPACING,
    CASING,
    LEAST_LINE,
    LINE_PATTERNS,
    OUTLINE,
    OUTLINED_PATTERNS,
)

# Shares of the box round a sign: one with gaps fills less, and an outline that closes them more.
_GAPS, _CLOSED = 0.6, 0.8

# Shares of the apothem: the dark line of a region's border, and the light one inside it.
WALL, WALK = 0.036, 0.036
# How much of the contrasting ink a pattern on a region has: less than on bands, which are smaller.
_WASHED = 0.28

# The parts of houses and trees: how much of the light ink or of black each has over its ground.
_BUILDING = {
    "wall": ("light", 0.88),
    "shade": ("light", 0.58),
    "roof": ("dark", 0.42),
    "dark": ("dark", 0.5),
    "cross": ("dark", 0.5),
    "trunk": ("dark", 0.6),
    "leaf": ("dark", 0.36),
    "light": ("dark", 0.18),
    "line": ("light", 0.62),
}

# Millimetres: the rim of a token; about a dash and a gap of a broken one, and the share of the dash.
RIM = 0.4
_PERIOD, _DASH = 3.7, 0.65

# The band of a player with less contrast to its cell melts into it.
_MELTS = 1.6
# Millimetres: the line of a player in place of a band, and the outline of a shape of a face in place of its fill.
_OWNED, _OUTLINED = 0.6, 0.4


# The outline of a cell or a disc, moved inwards so many millimetres.
Inset = Callable[[float], Path]
Items = Iterable[Item]


class InkStyle(NamedTuple):
    """The inks of an area in a colour: its inside, its outline if it has one, and what lies over it.

    `over` is for signs and for patterns of strands, `weave` for patterns of bands.
    """

    fill: str
    line: str
    over: str
    weave: str

    def layers(self, width: float) -> Iterator[tuple[float, str]]:
        """The inks from below, each with how far inside the edge of a strand it begins."""
        if self.line:
            yield 0.0, self.line
            yield outline_width(width), self.fill
        else:
            yield 0.0, self.fill


class Weaving(NamedTuple):
    """The pattern of a band: millimetres from row to row, the share of checks and dots in it, and its lines."""

    spacing: float
    share: float
    line: float


def outline_width(width: float) -> float:
    """The width of a strand's outline, which leaves room between its two lines on narrow strands."""
    return min(OUTLINE, 0.2 * width)


def light_of(theme: Theme) -> str:
    """The lighter of the theme's inks for signs, also on a dark ground."""
    return max(theme.halo, theme.mark, key=luminance)


def areas_of(theme: Theme) -> Filled:
    """How the theme draws areas."""
    return _KINDS[theme.areas](theme)


class Filled:
    """Areas filled with their inks; a pale one may have an outline."""

    patterns = LINE_PATTERNS
    weaving = Weaving(BAND_SPACING, 1.0, BAND_LINE)
    # Whether shades of an ink tell two areas apart, and whether quiet ornaments are printed.
    has_shades = True
    # The rim of a token that wants none.
    no_rim = "none"

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def style(self, ink: str) -> InkStyle:
        """The inks of an area in an ink."""
        theme = self.theme
        edge = theme.mark if theme.edging and contrast(ink, theme.ground) < FAINT else ""
        over = theme.halo if theme.over == "halo" else legible(ink, theme)
        return InkStyle(ink, edge, over, contrasting(ink))

    def line_width(self, beside: float, *, alone: float) -> float:
        """The width of a line *beside* an area, or of one that stands *alone* for it."""
        return beside

    def on_tint(self, ink: str, tint: str, least: float) -> str:
        """An ink that can be read on an area of that tint."""
        return readable(ink, tint, least)

    def text_on(self, area: str, ground: str) -> str:
        """The ink of texts on an area in an ink, which lies on that ground."""
        inks = (legible(area, self.theme), self.theme.halo, self.theme.mark)
        best = max(inks, key=lambda each: contrast(each, area))
        return inks[0] if contrast(inks[0], area) >= READ else readable(best, area, READ)

    def tint(self, path: Path, ink: str) -> Iterator[Item]:
        """An area without an outline: a theme of outlines has none."""
        yield Shape(path, fill=ink)

    def sign(self, path: Path, ink: str, ground: str) -> Iterator[Item]:
        """A sign in an ink on a ground; it needs more contrast than an area."""
        is_faint = self.theme.edging and contrast(ink, ground) < SEEN
        if is_faint and _would_close(path):
            yield Shape(path, fill=self.theme.mark)
            return
        if is_faint:
            yield Shape(path, stroke=Stroke(2 * OUTLINE, self.theme.mark, round=True))
        yield Shape(path, fill=ink)

    def small_sign(self, path: Path, ink: str, ground: str) -> Iterator[Item]:
        """A sign that is smaller than its outline would be wide."""
        return self.sign(path, ink, ground)

    def shape(
        self, fill: str, stroke: Stroke | None, ground: str
    ) -> tuple[str, Stroke | None, float]:
        """The fill and the line of a shape on a ground, and how far the line's middle is inside its edge."""
        return fill, stroke, 0.0

    # Parts of tiles

    def stripe(self, path: Path, width: float, style: InkStyle, strand: float) -> Iterator[Item]:
        """A stripe along the middle of a strand that is so wide."""
        yield Shape(path, stroke=Stroke(width, style.over))

    def end(
        self, stub: Path, disc: Inset, ink: str, width: float, pattern: Items
    ) -> Iterator[Item]:
        """A stub with its pattern, and the disc at its end."""
        layers = [*self.style(ink).layers(width)]
        yield from (Shape(stub, stroke=Stroke(width - 2 * inset, fill)) for inset, fill in layers)
        yield from pattern
        yield Shape(disc(-0.5 * CASING * width), fill=self.theme.halo)
        yield from (Shape(disc(inset), fill=fill) for inset, fill in layers)

    def border(self, lines: Path, ink: str, apothem: float) -> Iterator[Item]:
        """The border of a region, a dark line and inside it a light one; the outer half of each is clipped."""
        wall, walk = (max(OUTLINE, share * apothem) for share in (WALL, WALK))
        light = mixed(ink, light_of(self.theme), 0.6)
        yield Shape(lines, stroke=Stroke(2 * (wall + walk), light))
        dark = self.style(ink).line or mixed(ink, "#000000", 0.55)
        yield Shape(lines, stroke=Stroke(2 * wall, dark))

    def washed(self, pattern: Shape, ink: str) -> Shape:
        """A pattern all over a region in an ink, fainter than on a band."""
        if pattern.stroke is not None:
            over = mixed(ink, pattern.stroke.ink, _WASHED)
            return Shape(pattern.path, stroke=pattern.stroke.inked(over))
        return Shape(pattern.path, fill=mixed(ink, pattern.fill or ink, _WASHED))

    def building(self, part: str, path: Path, ink: str, size: float) -> Iterator[Item]:
        """A part of a drawing of a landscape, such as a roof, on a ground with this ink."""
        towards, share = _BUILDING[part]
        own = mixed(ink, light_of(self.theme) if towards == "light" else "#000000", share)
        if part == "line":
            yield Shape(path, stroke=Stroke(max(LEAST_LINE, 0.1 * size), own, round=True))
        else:
            yield Shape(path, fill=own)

    # Parts of tokens and boards

    def rim(self, path: Path, ink: str, *, back: bool) -> Stroke:
        """The line along the rim of a token."""
        return Stroke(RIM, ink)

    def band(
        self, cell: Inset, inset: float, width: float, ink: str, ground: str
    ) -> Iterator[Item]:
        """A band in the ink of a player round a light field, like a token, so far inside a cell on that ground.

        A band in an ink like the ground has an outline.
        """
        theme = self.theme
        edge = max((theme.halo, theme.mark), key=lambda each: contrast(each, ground))
        melts = contrast(ink, ground) < _MELTS
        yield Shape(cell(inset), fill=ink, stroke=Stroke(width / 3, edge) if melts else None)
        yield Shape(cell(inset + width), fill=theme.halo)

    def marked_cell(self, cell: Inset, across: float, ink: str) -> Item:
        """A cell of a small board that stands out; it is so wide."""
        return Shape(cell(0.0), fill=ink, stroke=Stroke(0.25, self.theme.ground))

    def sector(self, at: Point, start: float, wide: float, far: float, ink: str) -> Item:
        """A sector of a circle round a point, between two headings."""
        # In steps of a quarter at most, so that a corner of the sector lies outside the cell.
        arc = [at + heading(start + part / 4 * wide) * far for part in range(5)]
        return Shape(polygon([at, *arc]), fill=ink)


class Outlined(Filled):
    """Outlines in the inks of areas, on the ground: for pencils, and for little ink."""

    patterns = OUTLINED_PATTERNS
    # Lines are fine and far apart, dots and checks small.
    weaving = Weaving(1.45 * BAND_SPACING, 0.45, 0.3)
    has_shades = False
    no_rim = "line"

    def style(self, ink: str) -> InkStyle:
        return InkStyle(self.theme.ground, ink, ink, ink)

    def line_width(self, beside: float, *, alone: float) -> float:
        return alone

    def on_tint(self, ink: str, tint: str, least: float) -> str:
        return ink

    def text_on(self, area: str, ground: str) -> str:
        return readable(area, ground, READ)

    def tint(self, path: Path, ink: str) -> Iterator[Item]:
        return iter(())

    def sign(self, path: Path, ink: str, ground: str) -> Iterator[Item]:
        if sum(step[0] == "M" for step in path) == 1:
            yield Shape(path, fill=ground, stroke=Stroke(OUTLINE, ink, round=True))
            return
        # The ground covers the inner half of each line, and leaves the outline of all parts together. On a screen it
        # also covers dots of the outer half, so that a sign of one part has a line of its own.
        yield Shape(path, stroke=Stroke(2 * OUTLINE, ink, round=True))
        yield Shape(path, fill=ground)

    def small_sign(self, path: Path, ink: str, ground: str) -> Iterator[Item]:
        yield Shape(path, fill=ink)

    def shape(
        self, fill: str, stroke: Stroke | None, ground: str
    ) -> tuple[str, Stroke | None, float]:
        # A shape in the ink of the ground has an outline, too, as it ends the lines of the shapes that it covers.
        if stroke is None or stroke.ink == ground:
            faint = contrast(fill, ground) < SEEN
            stroke = Stroke(_OUTLINED, self.theme.guide if faint else fill)
        return ground, stroke, _OUTLINED / 2

    def stripe(self, path: Path, width: float, style: InkStyle, strand: float) -> Iterator[Item]:
        """The two edges of a stripe."""
        yield Shape(path, stroke=Stroke(width + outline_width(strand), style.over))
        yield Shape(path, stroke=Stroke(width - outline_width(strand), style.fill))

    def end(
        self, stub: Path, disc: Inset, ink: str, width: float, pattern: Items
    ) -> Iterator[Item]:
        """Both inside one outline."""
        layers = [*self.style(ink).layers(width)]
        for inset, fill in layers:
            yield Shape(disc(inset), fill=fill)
            yield Shape(stub, stroke=Stroke(width - 2 * inset, fill))
        yield from pattern
        inset, fill = layers[-1]
        yield Shape(disc(inset), fill=fill)

    def border(self, lines: Path, ink: str, apothem: float) -> Iterator[Item]:
        yield Shape(lines, stroke=Stroke(4 * OUTLINE, ink))

    def washed(self, pattern: Shape, ink: str) -> Shape:
        return pattern

    def building(self, part: str, path: Path, ink: str, size: float) -> Iterator[Item]:
        if part in ("light", "cross", "dark"):
            yield Shape(path, fill=None if part == "light" else ink)
        else:
            inside = None if part == "line" else self.theme.ground
            yield Shape(path, fill=inside, stroke=Stroke(LEAST_LINE * 0.8, ink, round=True))

    def rim(self, path: Path, ink: str, *, back: bool) -> Stroke:
        """On the back equal dashes, with a gap where the rim begins and at each other corner."""
        if not back:
            return Stroke(RIM, ink)
        sides = sum(part[0] == "L" for part in path) + 1
        length = path_length((*path[:-1], ("L", *path[0][1:])))
        period = length / sides / max(1, round(length / sides / _PERIOD))
        dash = _DASH * period
        return Stroke(RIM, ink, (dash, period - dash), (dash + period) / 2)

    def band(
        self, cell: Inset, inset: float, width: float, ink: str, ground: str
    ) -> Iterator[Item]:
        yield Shape(cell(inset + width / 2), stroke=Stroke(_OWNED, ink))

    def marked_cell(self, cell: Inset, across: float, ink: str) -> Item:
        return Shape(cell(0.08 * across), stroke=Stroke(0.5, self.theme.mark))

    def sector(self, at: Point, start: float, wide: float, far: float, ink: str) -> Item:
        """A spoke in the middle of the sector."""
        return Shape(segment(at, at + heading(start + wide / 2) * far), stroke=Stroke(_OWNED, ink))


_KINDS: dict[str, type[Filled]] = {"filled": Filled, "outlined": Outlined}


def _would_close(path: Path) -> bool:
    """Whether an outline would fill the gaps of a sign of thin lines, such as a small spiral."""
    starts = [at for at, part in enumerate(path) if part[0] == "M"]
    loops = [samples(path[one:end]) for one, end in pairwise([*starts, len(path)])]
    sides = [(a, b) for loop in loops for a, b in round_trip(loop)]
    area = abs(sum(a.cross(b) for a, b in sides)) / 2
    length = sum((b - a).length() for a, b in sides)
    box = bounding_box([point for loop in loops for point in loop])
    room = box.width * box.height
    return area < _GAPS * room and area + length * OUTLINE > _CLOSED * room
