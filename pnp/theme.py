"""The inks and proportions that all drawings share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Theme:
    """Inks as #RRGGBB, and how colours are drawn with them.

    On pieces `halo` is the casing round a strand and the light part of its pattern, `card` and `cell`
    are the grounds of cards and of boards. `title`, `caption`, `guide` and `cut` stand beside the
    pieces, on white paper.

    `colours` is `keep`, `grey`, `none`, or the palette that replaces the colours of a set; each is
    made so dark, or so light, that it has at least the `contrast` to the ground.
    """

    name: str = "standard"
    ground: str = "#F7F2E6"
    halo: str = "#FFFDF8"
    border: str = "#B9B2A0"
    road: str = "#E0B45C"
    kerb: str = "#453D33"
    mark: str = "#2B2722"
    note: str = "#6B665C"
    label: str = "#8A8475"
    cell: str = "#FCFAF4"
    card: str = "#FFFFFF"
    title: str = "#2B2722"
    caption: str = "#453D33"
    guide: str = "#6B665C"
    cut: str = "#979080"
    colours: str | tuple[str, ...] = "keep"
    contrast: float = 1.0
    fills: bool = True
    edging: bool = False
    patterns: bool = True
    distinct: bool = False
    over: str = "halo"
    letters: str = "edges"
    key: bool = False

    @property
    def in_names(self) -> str:
        """What names of files say of the theme: nothing of the standard one."""
        return "" if self.name == "standard" else self.name

    @property
    def letters_everywhere(self) -> bool:
        return self.letters == "all"


STANDARD = Theme()

INKS = (
    "ground", "halo", "border", "road", "kerb", "mark", "note", "label", "cell", "card", "title",
    "caption", "guide", "cut",
)  # fmt: skip
PAPER = "#FFFFFF"

# Shares of the apothem, the distance from the centre to a side.
STRAND_WIDTH = 0.32  # a sixth of the way across flats, for one port a side
KERB = 0.038
END_DISTANCE = 0.55  # from the centre to the disc of an end: neighbours' discs do not touch
FILLET_DEPTH = 0.36  # from the side to where the arm of a junction begins to widen
DOT_RADIUS = 0.2
STAR_RADIUS = 0.2
RING_RADIUS = 0.36

# Of a disc's radius, of a ring's, and of a band's depth.
SYMBOL_ON_DISC = 0.5
SYMBOL_IN_RING = 0.36
LETTER_DISC = 0.42

# Shares of the strand's width.
DISC_RADIUS = 0.66
CASING = 0.145


class LinePattern(NamedTuple):
    """What is laid over a strand, so that it can be told without its ink; in shares of its width.

    `stripes` are the widths of stripes along its middle, light and dark in turn. Dashes are `dash`
    wide and fill so much of each period; dots are `dot` wide, each half a period from the dashes.
    """

    stripes: tuple[float, ...] = ()
    dash: float = 0.0
    filled: float = 0.0
    dot: float = 0.0
    period: float = 0.0

    @property
    def finest(self) -> float:
        """The width of the finest line, light or dark, that has to be printed."""
        return min(self._widths())

    @property
    def spacing(self) -> float:
        """From one dash or dot to the next; 0 where nothing recurs along the strand."""
        return self.period / 2 if self.dash and self.dot else self.period

    def _widths(self) -> Iterator[float]:
        yield 1.0
        for outer, inner in pairwise((1.0, *self.stripes)):
            yield (outer - inner) / 2
        yield from self.stripes[-1:]
        for width in (self.dash, self.dot):
            if width:
                yield from (width, (1 - width) / 2)
        if self.dash:
            yield self.filled * self.period
        if self.period:
            gaps = 2 if self.dash and self.dot else 1
            yield (self.period - self.filled * self.period - self.dot) / gaps


LINE_PATTERNS = {
    "thick": LinePattern(),
    "dashed": LinePattern(dash=0.24, filled=0.56, period=0.8),
    "double": LinePattern(stripes=(0.42,)),
    "dotted": LinePattern(dot=0.42, period=0.78),
    "triple": LinePattern(stripes=(0.62, 0.24)),
    "ladder": LinePattern(dash=0.6, filled=0.5, period=0.5),
    "dash-dot": LinePattern(dash=0.24, filled=0.6, dot=0.3, period=1.3),
}

# Shares of the circumradius.
BAND_DEPTH = 0.25

# Millimetres on paper, whatever the tile's size: what scissors and eyes can do does not scale.
BORDER_WIDTH = 0.2
BAND_INSET = 0.55
BAND_GAP = 0.7
LABEL_SIZE = 1.8
LABEL_MARGIN = 1.3
LABEL_FROM_TIP = 2.2
BAND_SPACING = 1.9  # a pattern has to survive the printer
BAND_LINE = 0.55
OUTLINE = 0.3  # round what is not filled, and round what would else not be seen

# The least that home printers and eyes can do, in millimetres.
LEAST_LINE = 0.3
LEAST_SPACING = 1.2
LEAST_LETTER = 2.5  # 7 pt

# A colour that differs less from the ground is told by an edge.
FAINT = 1.6
# WCAG 2.1, "non-text contrast": what signs need.
SEEN = 3.0

# Below this luminance signs in the light ink are read, above it those in the dark one.
_DARK = 0.36


def linear(ink: str) -> tuple[float, float, float]:
    """How much light of each channel the ink has, 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))

    def light(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return light(red), light(green), light(blue)


def luminance(ink: str) -> float:
    """The relative luminance of an ink, 0 to 1 (WCAG 2.1, "relative luminance")."""
    red, green, blue = linear(ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(ink: str) -> float:
    """The lightness L* of an ink, 0 to 100: its grey on a print without colours.

    CIE 15, for the white D50 by which prints are looked at (ISO 3664); the shares of the channels
    are those of the ICC's profile of sRGB.

    >>> round(lightness("#777777"))
    50
    """
    red, green, blue = linear(ink)
    share = 0.2225 * red + 0.7169 * green + 0.0606 * blue
    return 903.3 * share if share <= 0.008856 else 116 * share ** (1 / 3) - 16


def mixed(ink: str, other: str, share: float) -> str:
    """The ink with so great a share of the other, mixed channel by channel.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = ((int(ink[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrast(ink: str, other: str) -> float:
    """The contrast of two inks, 1 to 21 (WCAG 2.1, "contrast ratio").

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    darker, lighter = sorted((luminance(ink), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    """L*, a* and b* of light in linear sRGB: distances are what the eye sees (CIE 1976, D65)."""
    red, green, blue = light
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    """The cube root, with CIE's straight line near black."""
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def grey(wanted: float) -> str:
    """The grey of this lightness L*.

    >>> grey(50.0)
    '#777777'
    """
    share = ((wanted + 16) / 116) ** 3 if wanted > 8 else wanted * (3 / 29) ** 3
    level = 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return f"#{round(255 * level):02X}" + f"{round(255 * level):02X}" * 2


def visible(ink: str, ground: str, least: float) -> str:
    """The ink, darker on a light ground and lighter on a dark one until it has so much contrast."""
    towards = "#000000" if luminance(ground) > _DARK else "#FFFFFF"
    made = (mixed(ink, towards, step / 40) for step in range(41))
    return next((each for each in made if contrast(each, ground) >= least), towards)


def contrasting(ink: str) -> str:
    """The ink in which a pattern is laid over this one: lighter on dark, darker on light."""
    return mixed(ink, "#FFFFFF", 0.62) if luminance(ink) < 0.4 else mixed(ink, "#000000", 0.55)


def legible(ink: str, theme: Theme) -> str:
    """The ink for signs and words on this one: the theme's light or its dark, whichever stands out."""
    dark, light = sorted((theme.halo, theme.mark), key=luminance)
    if theme.over == "contrast":
        return max((light, dark), key=lambda each: contrast(each, ink))
    # On inks of the middle light signs look calmer than their contrast says.
    return light if luminance(ink) < _DARK else dark


def on_paper(theme: Theme) -> Theme:
    """The theme of what one writes on with a pen: always on a light ground."""
    if luminance(theme.cell) > _DARK:
        return replace(theme, mark=theme.title)
    return replace(
        theme,
        ground=PAPER,
        halo=PAPER,
        border=theme.cut,
        kerb=theme.caption,
        mark=theme.title,
        note=theme.guide,
        label=theme.guide,
        cell=PAPER,
        card=PAPER,
    )
