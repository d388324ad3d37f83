"""The drawing of a tile: ground, bands, strands, mark and label."""

from __future__ import annotations

import math

from pnp.definition import Definition, Ink
from pnp.draw import theme as look
from pnp.draw.edges import band_depth, band_items, runs
from pnp.draw.marks import mark_items, mark_radius
from pnp.draw.outline import Outline
from pnp.draw.strands import (
    centreline,
    end_depth,
    end_items,
    junction_items,
    line_items,
    spine,
    strand_width,
)
from pnp.draw.theme import STANDARD, Theme
from pnp.geometry import Point
from pnp.scene import CAP_HEIGHT, Drawing, Item, Shape, Stroke, Text
from pnp.tiles import UNCOLOURED, Colour, Port, Strand, Tile
from pnp.tiles.properties import is_straight


class Artist:
    """Draws the tiles of one game, all lying the same way.

    Every strand and band that recurs is drawn once and shared by the tiles that have it, so that
    a writer, too, formats it once.
    """

    def __init__(self, definition: Definition, turn: float, *, theme: Theme = STANDARD) -> None:
        self.outline = Outline(definition.form, definition.size, turn)
        self.theme = theme
        self._inks = definition.inks
        self._shared: dict[object, Drawing] = {}
        self._spines: dict[tuple[Port, ...], list[Point]] = {}
        self._ground = Drawing((Shape(self.outline.path, fill=theme.ground),))

    def drawing(self, tile: Tile, label: str = "") -> Drawing:
        """The tile round the origin, with its label in a free corner."""
        items: list[Item] = [self._ground]
        items += [self._band(run, tile.edges[run[0]]) for run in runs(tile.edges)]
        items += self._strands(tile)
        if tile.mark.kind:
            items.append(self._mark(tile))
        if label:
            items.append(self._label(tile, label))
        return Drawing(tuple(items))

    def _ink(self, colour: Colour) -> Ink | None:
        return None if colour == UNCOLOURED else self._inks[colour]

    def _share(self, key: object, items: tuple[Item, ...]) -> Drawing:
        return self._shared.setdefault(key, Drawing(items))

    def _band(self, run: tuple[int, ...], colour: Colour) -> Drawing:
        key = ("band", run, colour)
        if key in self._shared:
            return self._shared[key]
        return self._share(key, band_items(self.outline, run, self._inks[colour], self.theme))

    def _mark(self, tile: Tile) -> Drawing:
        mark = tile.mark
        key = ("mark", mark)
        if key in self._shared:
            return self._shared[key]
        return self._share(key, mark_items(self.outline, mark, self._ink(mark.colour), self.theme))

    def _strands(self, tile: Tile) -> list[Drawing]:
        """The strands from the lowest up: junctions, straight lines, bends, ends."""
        strands = sorted(tile.strands, key=self._height)
        return [self._strand(strand, tile) for strand in strands]

    def _height(self, strand: Strand) -> tuple[int, Strand]:
        if len(strand.ports) == 1:
            return (3, strand)
        if len(strand.ports) > 2:
            return (0, strand)
        return (1 if is_straight(strand.ports, self.outline.form) else 2, strand)

    def _strand(self, strand: Strand, tile: Tile) -> Drawing:
        ports, colour = strand
        depth = self._depth(strand, tile) if len(ports) == 1 else 0.0
        key = ("strand", ports, colour, depth)
        if key in self._shared:
            return self._shared[key]
        ink = self._ink(colour)
        if len(ports) == 1:
            items = end_items(self.outline, ports[0], depth, ink, self.theme)
        elif len(ports) == 2:
            items = line_items(self.outline, centreline(self.outline, ports), ink, self.theme)
        else:
            items = junction_items(self.outline, ports, ink, self.theme)
        return self._share(key, items)

    def _depth(self, end: Strand, tile: Tile) -> float:
        """How deep an end's disc lies, clear of all other strands and of the mark."""
        obstacles = [
            point for join in tile.joins if join != end.ports for point in self._spine(join)
        ]
        return end_depth(self.outline, end.ports[0], obstacles)

    def _spine(self, join: tuple[Port, ...]) -> list[Point]:
        if join not in self._spines:
            self._spines[join] = spine(self.outline, join)
        return self._spines[join]

    def _label(self, tile: Tile, label: str) -> Text:
        """The label in the corner where it is clear of all strands, facing the centre."""
        # Half an em a character is about what small letters and digits take.
        half_width = 0.27 * look.LABEL_SIZE * len(label)
        height = CAP_HEIGHT * look.LABEL_SIZE
        corner, distance = max(
            self._label_places(tile, half_width, height), key=lambda place: place[0]
        )[1:]
        return self._label_at(corner, distance, label)

    def _label_places(
        self, tile: Tile, half_width: float, height: float
    ) -> list[tuple[tuple[float, float], int, float]]:
        """The corners, each with how clear it is, and how far out the label's outer edge lies."""
        outline = self.outline
        inset = band_depth(outline) + look.BAND_INSET if any(e >= 0 for e in tile.edges) else 0.0
        radius = (outline.apothem - inset) / math.cos(math.pi / outline.form.sides)
        # The corner is as wide as the label so far in from its tip.
        narrow = math.tan(math.pi / 2 - math.pi / outline.form.sides)
        distance = radius - look.LABEL_MARGIN - half_width / narrow
        spines = [point for join in tile.joins for point in self._spine(join)]
        spines += [
            outline.port(join[0]).at(depth * step / 4)
            for join in tile.joins
            if len(join) == 1
            for depth in (self._depth(Strand(join), tile),)
            for step in range(5)
        ]
        reach = strand_width(outline) * 0.75
        places = []
        for corner in range(outline.form.sides):
            out = outline.corner_direction(corner)
            across = out.right()
            probes = [
                out * (distance - height * down) + across * (half_width * side)
                for down in (0, 0.5, 1)
                for side in (-1, -0.5, 0, 0.5, 1)
            ]
            gap = min(
                ((probe - point).length() - reach for probe in probes for point in spines),
                default=9.0,
            )
            gap = min(gap, distance - height - mark_radius(outline, tile.mark))
            # Of the clear corners, the lowest one, and of two as low the left one.
            places.append(((min(gap, 0.5), round(out.y, 3) - 0.001 * out.x), corner, distance))
        return places

    def _label_at(self, corner: int, distance: float, label: str) -> Text:
        out = self.outline.corner_direction(corner)
        degrees = math.degrees(math.atan2(out.x, -out.y))  # the heading of the corner
        # Upright in the upper half, and turned by half a turn below, so that none is upside down.
        upside_down = abs(degrees) > 90 + 1e-6
        height = CAP_HEIGHT * look.LABEL_SIZE
        baseline = out * (distance if upside_down else distance - height)
        angle = degrees + 180 if upside_down else degrees
        return Text(
            label, baseline, look.LABEL_SIZE, self.theme.label, anchor="middle", angle=angle
        )


def cut_outline(outline: Outline, theme: Theme = STANDARD) -> Shape:
    """The outline of a tile as a fine line to cut along."""
    return Shape(outline.path, stroke=Stroke(look.BORDER_WIDTH, theme.border))
