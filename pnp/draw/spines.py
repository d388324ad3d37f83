"""Where the strands of a tile lie: points of which letters, labels, ornaments and ends keep clear."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.definition import Ink
from pnp.draw.look.marks import mark_radius
from pnp.draw.outline import Outline
from pnp.draw.regions import area_points
from pnp.draw.strands import end_depth, end_gaps, spine, strand_width
from pnp.scene.geometry import ORIGIN, Point
from pnp.tiles import UNCOLOURED, Port, Strand, Tile


class Spines:
    """The places of all strands on tiles with this outline; it remembers those that it has found."""

    def __init__(self, outline: Outline, inks: Sequence[Ink]) -> None:
        self._outline, self._inks = outline, inks
        self._points: dict[tuple[Strand, float], Sequence[Point]] = {}
        self._gaps: dict[tuple[Port, Strand], list[float]] = {}

    def is_region(self, strand: Strand) -> bool:
        """Whether the strand is an area."""
        return strand.colour != UNCOLOURED and bool(self._inks[strand.colour].region)

    @staticmethod
    def reaches_mark(strand: Strand, tile: Tile) -> bool:
        """Whether it is a road that ends at the mark; an end in a colour has the colour's sign."""
        is_road = strand.colour == UNCOLOURED
        return is_road and len(strand.ports) == 1 and bool(tile.mark.kind)

    def depth(self, strand: Strand, tile: Tile) -> float:
        """The depth of an end's disc, clear of the other strands; 0 for any other strand."""
        if len(strand.ports) > 1 or self.is_region(strand):
            return 0.0
        (port,) = strand.ports
        if self.reaches_mark(strand, tile):
            start = self._outline.port(port).start
            return start.length() - mark_radius(self._outline, tile.mark)
        gaps = [
            self._end_gaps(port, each)
            for each in tile.strands
            if len(each.ports) > 1 or self.is_region(each)
        ]
        if tile.mark.kind:
            # A strand is an obstacle of half its width, a mark one of its own size.
            beyond = mark_radius(self._outline, tile.mark) - strand_width(self._outline) / 2
            gaps.append([gap - beyond for gap in end_gaps(self._outline, port, [ORIGIN])])
        return end_depth(self._outline, gaps)

    def _end_gaps(self, port: Port, strand: Strand) -> list[float]:
        key = (port, strand)
        if key not in self._gaps:
            self._gaps[key] = end_gaps(self._outline, port, self.at_depth(strand, 0.0))
        return self._gaps[key]

    def of(self, strand: Strand, tile: Tile) -> Sequence[Point]:
        """Points along the middle of a strand, or all over a region."""
        return self.at_depth(strand, self.depth(strand, tile))

    def at_depth(self, strand: Strand, depth: float) -> Sequence[Point]:
        """The same; *depth* is that of an end, and 0 for any other strand."""
        key = (strand, depth)
        if key not in self._points:
            points: Sequence[Point] = (
                area_points(self._outline, strand.ports)
                if self.is_region(strand)
                else spine(self._outline, strand.ports, depth)
            )
            self._points[key] = points
        return self._points[key]
