"""Sheets of paper, in millimetres."""

from __future__ import annotations

from typing import NamedTuple

from pnp.basics.units import number
from pnp.scene.geometry import Box

# Most home printers leave 3.0 to 6.3 mm free at the edges (printer definitions): titles and rulers
# keep a quarter of an inch away from them. Pieces keep to the content box.
UNPRINTABLE = 6.35

# Bleed may run as far as this: all printers leave about this much free.
LEAST_UNPRINTABLE = 3.0

# Three by three poker cards, which A4 and Letter hold within the reach of most printers.
TIGHT_WIDTH, TIGHT_HEIGHT = 197.0, 266.7

# Round the content, in millimetres: ticks and the numbers of cuts.
TICK_ZONE = 3.2


class Paper(NamedTuple):
    """A sheet of paper and the margins round its content, at the sides and at both ends.

    `wanted` margins are the user's own, and apply to all pieces.
    """

    name: str
    width: float
    height: float
    side_margin: float
    end_margin: float
    wanted: bool = False

    @property
    def title(self) -> str:
        """The name as people write it: A4, Letter, 250 x 350 mm."""
        if self.name.endswith("mm"):
            return f"{number(self.width)} x {number(self.height)} mm"
        return self.name.capitalize().replace("-letter", " or Letter")

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
        """Where cards may be: as far as printers reach, if nine poker cards need it."""
        if self.wanted:
            return self.content
        width = max(self.content.width, min(TIGHT_WIDTH, self.width - 2 * UNPRINTABLE))
        height = max(self.content.height, min(TIGHT_HEIGHT, self.height - 2 * UNPRINTABLE))
        return Box((self.width - width) / 2, (self.height - height) / 2, width, height)

    @property
    def wide(self) -> Box:
        """As wide as printers reach, and as high as the content: with a title above and a ruler below."""
        return Box(self.tight.x, self.content.y, self.tight.width, self.content.height)

    @property
    def printable(self) -> Box:
        """Where titles, rulers and ticks may be: the reach of nearly all printers, or the content."""
        edge = min(UNPRINTABLE, self.side_margin, self.end_margin)
        return inset(Box(0, 0, self.width, self.height), edge)

    @property
    def sheet(self) -> Box:
        """Where bleed may be: all but the edges that no printer reaches."""
        edge = min(LEAST_UNPRINTABLE, self.side_margin, self.end_margin)
        return inset(Box(0, 0, self.width, self.height), edge)

    def lying(self) -> Paper:
        """A lying sheet of the same paper, with the margins of an upright one."""
        return self._replace(width=self.height, height=self.width)

    def turned(self) -> Paper:
        """The paper turned by a quarter, with its margins."""
        return self._replace(
            width=self.height,
            height=self.width,
            side_margin=self.end_margin,
            end_margin=self.side_margin,
        )


def inset(box: Box, edge: float) -> Box:
    """The box, smaller by *edge* on each side; larger if *edge* is negative."""
    return Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)


def common(box: Box, other: Box) -> Box:
    """The common part of two boxes that meet."""
    left, top = max(box.x, other.x), max(box.y, other.y)
    right, bottom = min(box.right, other.right), min(box.bottom, other.bottom)
    return Box(left, top, right - left, bottom - top)


def tick_zone(box: Box, paper: Paper) -> Box:
    """A box of pieces with room for the ticks round it, within the reach of printers."""
    # The ends of slanted lines stick out by half a line's width.
    wide, reach = inset(box, -TICK_ZONE), inset(paper.printable, 0.15)
    left, top = max(wide.x, min(box.x, reach.x)), max(wide.y, min(box.y, reach.y))
    right = min(wide.right, max(box.right, reach.right))
    bottom = min(wide.bottom, max(box.bottom, reach.bottom))
    return Box(left, top, right - left, bottom - top)
