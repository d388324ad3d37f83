"""How large everything on a tile is: the theme's shares in millimetres.

Drawing and validation both ask here, so that what is checked is what is drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from pnp import theme as look
from pnp.fonts import CAP_HEIGHT
from pnp.tiles import Form, Shape


@dataclass(frozen=True)
class Proportions:
    """The lengths of a tile of this form and size in millimetres.

    `size` is the distance across flats of a hexagon, the side of a square or of a triangle. All
    lengths here grow with it in proportion, but for the steps of a band's pattern.
    """

    form: Form
    size: float

    @cached_property
    def apothem(self) -> float:
        """From the centre to the middle of a side."""
        if self.form.shape is Shape.TRIANGLE:
            return self.size / (2 * math.sqrt(3))
        return self.size / 2

    @cached_property
    def circumradius(self) -> float:
        """From the centre to a corner."""
        return self.apothem / math.cos(math.pi / self.form.sides)

    @cached_property
    def strand_width(self) -> float:
        """The width of every strand, less where there are more ports on a side."""
        return look.STRAND_WIDTH * self.apothem / math.pow(self.form.ports, 0.7)

    @property
    def casing(self) -> float:
        """The width of the light line on either side of a strand."""
        return look.CASING * self.strand_width

    @property
    def kerb(self) -> float:
        """The width of the dark line on either side of a road."""
        return look.KERB * self.apothem

    @property
    def symbol_radius(self) -> float:
        """About how far the symbol of an end, or of a junction, reaches from its middle."""
        return look.SYMBOL_ON_DISC * look.DISC_RADIUS * self.strand_width

    @property
    def band_depth(self) -> float:
        """How far the band of an edge reaches into the tile."""
        return look.BAND_DEPTH * self.circumradius

    @property
    def band_rows(self) -> int:
        """How many rows a band's pattern has."""
        return max(2, round(self.band_depth / look.BAND_SPACING))

    @property
    def band_step(self) -> float:
        """From one row of a band's pattern to the next: what fits, or else what can be printed."""
        return max(look.LEAST_SPACING, self.band_depth / self.band_rows)

    @property
    def letter_disc(self) -> float:
        """The radius of the disc that an edge's letter stands on."""
        return look.LETTER_DISC * self.band_depth

    def letter_size(self, code: str) -> float:
        """The em of an edge's letter; a long code is set smaller, so that it stays on its disc."""
        return 1.22 * self.letter_disc / CAP_HEIGHT / max(1.0, 0.62 * len(code))

    def label_size(self, text: str) -> float:
        """The em of a mark's text: the longest stays on its disc, and a wide letter takes most of an em."""
        return min(0.34 * self.apothem / CAP_HEIGHT, 0.6 * self.apothem / (0.7 * len(text)))

    @property
    def ring_symbol_radius(self) -> float:
        """About how far the symbol in a ring reaches from its middle."""
        return look.SYMBOL_IN_RING * look.RING_RADIUS * self.apothem
