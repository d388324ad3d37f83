"""Sheets of paper, upright, in millimetres."""

from __future__ import annotations

from typing import NamedTuple

from pnp.geometry import Box

# What home printers cannot reach is mostly 3.0 to 6.3 mm wide (printer definitions): titles and
# rulers keep clear of a quarter of an inch. Tiles keep to the content box.
UNPRINTABLE = 6.35

# Three by three poker cards, which both A4 and Letter hold within what most printers reach.
TIGHT_WIDTH, TIGHT_HEIGHT = 197.0, 266.7


class Paper(NamedTuple):
    """A sheet of paper and the margins round its content, at the sides and at both ends."""

    name: str
    width: float
    height: float
    side_margin: float
    end_margin: float

    @property
    def title(self) -> str:
        """The name as people write it: A4, Letter."""
        return self.name.capitalize()

    @property
    def content(self) -> Box:
        """Where pieces may be."""
        return Box(
            self.side_margin,
            self.end_margin,
            self.width - 2 * self.side_margin,
            self.height - 2 * self.end_margin,
        )

    @property
    def tight(self) -> Box:
        """Where cards may be: all that printers reach, no less than what nine poker cards need."""
        width = max(self.content.width, min(TIGHT_WIDTH, self.width - 2 * UNPRINTABLE))
        height = max(self.content.height, min(TIGHT_HEIGHT, self.height - 2 * UNPRINTABLE))
        return Box((self.width - width) / 2, (self.height - height) / 2, width, height)
