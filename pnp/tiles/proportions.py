"""How large everything on a tile is: the theme's shares in millimetres.

Drawing and validation both ask here, so that what is checked is what is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pnp.scene.fonts import CAP_HEIGHT
from pnp.tiles import Shape, TileGeometry

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


@dataclass(frozen=True)
class Proportions:
    """The lengths of a tile of this form and size in millimetres.

    `size` is the distance across flats of a hexagon, the side of a square or of a triangle. All
    lengths here grow with it in proportion, but for the steps of a band's pattern.
    """

    geometry: TileGeometry
    size: float

    @cached_property
    def apothem(self) -> float:
        """From the centre to the middle of a side."""
        if self.geometry.shape is Shape.TRIANGLE:
            return self.size / (2 * math.sqrt(3))
        return self.size / 2

    @cached_property
    def circumradius(self) -> float:
        """From the centre to a corner."""
        return self.apothem / math.cos(math.pi / self.geometry.sides)

    @cached_property
    def strand_width(self) -> float:
        """The width of every strand, less where there are more ports on a side."""
        return STRAND_WIDTH * self.apothem / math.pow(self.geometry.ports, 0.7)

    @property
    def casing(self) -> float:
        """The width of the light line on either side of a strand."""
        return CASING * self.strand_width

    @property
    def kerb(self) -> float:
        """The width of the dark line on either side of a road."""
        return KERB * self.apothem

    @property
    def symbol_radius(self) -> float:
        """About how far the symbol of an end, or of a junction, reaches from its middle."""
        return SYMBOL_ON_DISC * DISC_RADIUS * self.strand_width

    @property
    def band_depth(self) -> float:
        """How far the band of an edge reaches into the tile."""
        return BAND_DEPTH * self.circumradius

    @property
    def band_rows(self) -> int:
        """How many rows a band's pattern has."""
        return max(2, round(self.band_depth / BAND_SPACING))

    @property
    def band_step(self) -> float:
        """From one row of a band's pattern to the next: what fits, or else what can be printed."""
        return max(LEAST_SPACING, self.band_depth / self.band_rows)

    @property
    def letter_disc(self) -> float:
        """The radius of the disc that an edge's letter stands on."""
        return LETTER_DISC * self.band_depth

    def letter_size(self, code: str) -> float:
        """The em of an edge's letter; a long code is set smaller, so that it stays on its disc."""
        return 1.22 * self.letter_disc / CAP_HEIGHT / max(1.0, 0.62 * len(code))

    def label_size(self, text: str) -> float:
        """The em of a mark's text: the longest stays on its disc, and a wide letter takes most of an em."""
        return min(0.34 * self.apothem / CAP_HEIGHT, 0.6 * self.apothem / (0.7 * len(text)))

    @property
    def ring_symbol_radius(self) -> float:
        """About how far the symbol in a ring reaches from its middle."""
        return SYMBOL_IN_RING * RING_RADIUS * self.apothem
