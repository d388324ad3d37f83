"""The drawing of a tile: ground, bands, strands, mark and label."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pnp.colour.theme import STANDARD, Theme
from pnp.definition import DEFAULT_STYLE, Definition, Ink, TileGroup, TileStyle
from pnp.draw.edges import band_depth, band_items
from pnp.draw.letters import (
    Obstacle,
    clearest,
    disc_of_letter,
    junction_sites,
    letter_in_disc,
    letter_on_line,
    line_sites,
)
from pnp.draw.marks import mark_items, mark_radius
from pnp.draw.ornaments import Bare, ornament_items
from pnp.draw.outline import Outline
from pnp.draw.patches import clearing_items, patch_items
from pnp.draw.strands import (
    centreline,
    end_depth,
    end_gaps,
    end_items,
    junction_items,
    line_items,
    spine,
    strand_width,
)
from pnp.draw.values import bar_items, corner_site, edge_site, half_site, value_items
from pnp.scene import Drawing, Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import ORIGIN, Point
from pnp.tiles import UNCOLOURED, Colour, Port, Side, Strand, Tile
from pnp.tiles import proportions as look
from pnp.tiles.properties import edge_runs, is_straight

# Millimetres between a label and a strand; more makes no difference.
_CLEAR = 0.5


class Artist:
    """Draws the tiles of one group, all with the same heading.

    Tiles share the drawings of strands and bands, so that a writer formats each of them once. `lettered`
    says whether bands have letters in a theme whose patterns tell them apart as well, if the style of a
    tile does not omit them.
    """

    def __init__(
        self,
        definition: Definition,
        group: TileGroup,
        turn: float,
        *,
        theme: Theme = STANDARD,
        lettered: bool = True,
    ) -> None:
        self._lettered = lettered
        self.outline = Outline(group.geometry, group.size, turn)
        self.theme = theme
        self._inks = definition.palette
        self._shared: dict[object, Drawing] = {}
        self._spines: dict[tuple[tuple[Port, ...], float], list[Point]] = {}
        self._gaps: dict[tuple[Port, tuple[Port, ...]], list[float]] = {}
        self._label_gaps: dict[object, float] = {}

    def drawing(
        self,
        tile: Tile,
        label: str = "",
        *,
        style: TileStyle = DEFAULT_STYLE,
        ornament: str = "none",
        under: tuple[Item, ...] = (),
        over: tuple[Item, ...] = (),
        bleed: float = 0.0,
    ) -> Drawing:
        """The tile round the origin, with its label in a free corner.

        *under* lies between its ground and its bands, *over* above all but the label. With *bleed*,
        ground and strands reach so many millimetres over the outline.
        """
        texts = self._label(tile, label, style) if label else ()
        items: list[Item] = [self._ground(bleed)]
        if ornament != "none":
            items += self._ornament(ornament, tile, texts[0].at if texts else None)
        return Drawing((*items, *under, *self.figures(tile, style, bleed=bleed), *over, *texts))

    def _ground(self, bleed: float) -> Drawing:
        path = self.outline.grown(bleed) if bleed else self.outline.path
        return self._share(("ground", bleed), (Shape(path, fill=self.theme.ground),))

    def figures(
        self, tile: Tile, style: TileStyle = DEFAULT_STYLE, *, bleed: float = 0.0
    ) -> tuple[Item, ...]:
        """The bands, values, corners, strands and mark of a tile, without its ground."""
        items: list[Item] = [*self._sides(tile, style), *self._corners(tile, style)]
        items += self._strands(tile, bleed)
        if self.theme.letters_everywhere:
            items += self._letters(tile)
        if tile.mark.kind:
            items.append(self._mark(tile))
        return tuple(items)

    def _ornament(self, kind: str, tile: Tile, label: Point | None) -> list[Drawing]:
        """The ornament of a tile; tiles that differ only in their colours share a rosette."""
        made = ornament_items(kind, self._bare(tile), self.theme, label=label)
        # Way-marks differ from tile to tile.
        own = (tile, label) if kind == "waymarks" else tile.mark
        return [self._share(("ornament", kind, own), made)] if made else []

    def _bare(self, tile: Tile) -> Bare:
        """The parts of a tile without strands and bands."""
        points = [
            point
            for join in tile.joins
            for point in self._spine(
                join, self._depth(Strand(join), tile) if len(join) == 1 else 0.0
            )
        ]
        return Bare(self.outline, tile, points, strand_width(self.outline))

    def _ink(self, colour: Colour) -> Ink | None:
        return None if colour == UNCOLOURED else self._inks[colour]

    def _has_letters(self, style: TileStyle) -> bool:
        return self.theme.letters_everywhere or (self._lettered and style.letters)

    def _sides(self, tile: Tile, style: TileStyle) -> Iterator[Drawing]:
        """The bands of colours along the sides, and the values of others."""
        geometry = self.outline.geometry
        touched = frozenset(geometry.side_of(port) for join in tile.joins for port in join)
        for run in edge_runs(tile.edges):
            ink = self._inks[tile.edges[run[0]]]
            show = style.of_edge(ink)
            if show == "band":
                yield self._band(run, tile.edges[run[0]], touched, self._has_letters(style))
            elif show != "nothing":
                for side in run:
                    yield self._edge_value(side, ink, show, side in touched, style)
        if style.halves and any(ink.is_value for ink in map(self._ink, tile.edges) if ink):
            side = next(side for side, colour in enumerate(tile.edges) if colour != UNCOLOURED)
            yield self._share(("bar", side % 2), bar_items(self.outline, side, self.theme))

    def _edge_value(
        self, side: int, ink: Ink, show: str, crossed: bool, style: TileStyle
    ) -> Drawing:
        site = (
            half_site(self.outline, side)
            if style.halves
            else edge_site(self.outline, side, aside=crossed)
        )
        key = ("value", side, ink.name, show, site.radius)
        return self._share(key, value_items(ink, show, site, self.theme))

    def _corners(self, tile: Tile, style: TileStyle) -> Iterator[Drawing]:
        """The colours and values of the corners, where bands end."""
        for corner, colour in enumerate(tile.corners):
            ink = self._ink(colour)
            show = "nothing" if ink is None else style.of_corner(ink)
            if ink is None or show == "nothing":
                continue
            sides = ((side, self._ink(tile.edges[side])) for side in (corner - 1, corner))
            bands = [(side, each) for side, each in sides if each and style.of_edge(each) == "band"]
            if bands:
                cleared = clearing_items(self.outline, corner, bands, self.theme)
                key = ("clearing", corner, *(each.name for _, each in bands))
                yield self._share(key, (*cleared,))
            yield self._corner(corner, ink, show, self._has_letters(style))

    def _corner(self, corner: int, ink: Ink, show: str, lettered: bool) -> Drawing:
        key = ("corner", corner, ink.name, show, lettered)
        if key in self._shared:
            return self._shared[key]
        if show == "patch":
            items = patch_items(self.outline, corner, ink, self.theme, lettered=lettered)
        else:
            items = value_items(ink, show, corner_site(self.outline, corner), self.theme)
        return self._share(key, items)

    def _share(self, key: object, items: tuple[Item, ...]) -> Drawing:
        return self._shared.setdefault(key, Drawing(items))

    def _band(
        self, run: tuple[int, ...], colour: Colour, touched: frozenset[Side], lettered: bool
    ) -> Drawing:
        crossed = touched.intersection(run)
        key = ("band", run, colour, crossed, lettered)
        if key in self._shared:
            return self._shared[key]
        items = band_items(
            self.outline,
            run,
            self._inks[colour],
            self.theme,
            crossed=crossed,
            lettered=lettered,
        )
        return self._share(key, items)

    def _mark(self, tile: Tile) -> Drawing:
        mark = tile.mark
        key = ("mark", mark)
        if key in self._shared:
            return self._shared[key]
        return self._share(key, mark_items(self.outline, mark, self._ink(mark.colour), self.theme))

    def _strands(self, tile: Tile, lead: float) -> list[Drawing]:
        """The strands from the lowest up: junctions, straight lines, bends, ends.

        Colours break ties, so that a tile looks the same in all turns.
        """
        strands = sorted(tile.strands, key=self._height)
        return [self._strand(strand, tile, lead) for strand in strands]

    def _height(self, strand: Strand) -> tuple[int, Colour, tuple[Port, ...]]:
        if len(strand.ports) == 1:
            kind = 3
        elif len(strand.ports) > 2:
            kind = 0
        else:
            kind = 1 if is_straight(strand.ports, self.outline.geometry) else 2
        return kind, strand.colour, strand.ports

    def _strand(self, strand: Strand, tile: Tile, lead: float) -> Drawing:
        ports, colour = strand
        depth = self._depth(strand, tile) if len(ports) == 1 else 0.0
        key = ("strand", ports, colour, depth, lead)
        if key in self._shared:
            return self._shared[key]
        ink = self._ink(colour)
        if len(ports) == 1:
            items = end_items(self.outline, ports[0], depth, ink, self.theme, lead=lead)
        elif len(ports) == 2:
            path = centreline(self.outline, ports, lead=lead)
            items = line_items(self.outline, path, ink, self.theme, lead=lead)
        else:
            items = junction_items(self.outline, ports, ink, self.theme, lead=lead)
        return self._share(key, items)

    def _letters(self, tile: Tile) -> Iterator[Item]:
        """The letters of all coloured strands, clear of the other strands and the mark."""
        width = strand_width(self.outline)
        radius = disc_of_letter(width)
        spines = {
            strand.ports: Obstacle(
                self._spine(
                    strand.ports, self._depth(strand, tile) if len(strand.ports) == 1 else 0.0
                ),
                width * (0.5 if len(strand.ports) > 1 else look.DISC_RADIUS),
            )
            for strand in tile.strands
        }
        mark = Obstacle([ORIGIN] if tile.mark.kind else [], mark_radius(self.outline, tile.mark))
        for ports, colour in tile.strands:
            ink = self._ink(colour)
            if ink is None:
                continue
            if len(ports) == 1:
                centre = self.outline.port(ports[0]).at(self._depth(Strand(ports, colour), tile))
                yield letter_in_disc(ink, centre, look.DISC_RADIUS * width, self.theme)
                continue
            others = [mark, *(spine for join, spine in spines.items() if join != ports)]
            for sites in self._letter_sites(ports, width):
                yield from letter_on_line(ink, clearest(sites, others, radius), width, self.theme)

    def _letter_sites(self, ports: tuple[Port, ...], width: float) -> Iterable[list[Point]]:
        """The places for the two letters of a line, or the one of a junction, the best first."""
        if len(ports) == 2:
            return line_sites(centreline(self.outline, ports), width)
        return [junction_sites(self.outline, ports, self._spine(ports, 0.0), width)]

    def _depth(self, end: Strand, tile: Tile) -> float:
        """The depth of an end's disc, clear of the other strands."""
        (port,) = end.ports
        gaps = [self._end_gaps(port, join) for join in tile.joins if len(join) > 1]
        if tile.mark.kind:
            # A strand is an obstacle of half its width, a mark one of its own size.
            beyond = mark_radius(self.outline, tile.mark) - strand_width(self.outline) / 2
            gaps.append([gap - beyond for gap in end_gaps(self.outline, port, [ORIGIN])])
        return end_depth(self.outline, gaps)

    def _end_gaps(self, port: Port, join: tuple[Port, ...]) -> list[float]:
        key = (port, join)
        if key not in self._gaps:
            self._gaps[key] = end_gaps(self.outline, port, self._spine(join, 0.0))
        return self._gaps[key]

    def _spine(self, join: tuple[Port, ...], depth: float) -> list[Point]:
        """Points along the middle of a strand; *depth* is that of an end."""
        key = (join, depth)
        if key not in self._spines:
            self._spines[key] = spine(self.outline, join, depth)
        return self._spines[key]

    def _label(self, tile: Tile, label: str, style: TileStyle) -> tuple[Text, ...]:
        """The label in a corner that is clear of all strands, at a right angle to the line to the centre.

        Without room in any corner there is no label. A tile with values in its halves or corners needs
        none: these tell it.
        """
        if tile.corners or style.halves:
            return ()
        outline = self.outline
        # Small letters and digits are about half an em wide.
        half_width = 0.27 * look.LABEL_SIZE * len(label)
        bands = (style.of_edge(ink) == "band" for ink in map(self._ink, tile.edges) if ink)
        inset = band_depth(outline) + look.BAND_INSET if any(bands) else 0.0
        radius = (outline.apothem - inset) / math.cos(math.pi / outline.geometry.sides)
        # At this distance from its tip the corner is as wide as the label.
        narrow = math.tan(math.pi / 2 - math.pi / outline.geometry.sides)
        distance = radius - max(look.LABEL_MARGIN + half_width / narrow, look.LABEL_FROM_TIP)
        spines = [
            (join, self._depth(Strand(join), tile) if len(join) == 1 else 0.0)
            for join in tile.joins
        ]

        def merit(corner: int) -> tuple[float, float, float]:
            """The order of corners: clear before others, low before high, left before right."""
            gaps = (self._label_gap(corner, half_width, distance, *each) for each in spines)
            out = outline.corner_direction(corner)
            return min((_CLEAR, *gaps)), round(out.y, 3), -out.x

        best = max(range(outline.geometry.sides), key=merit)
        room = distance - CAP_HEIGHT * look.LABEL_SIZE - mark_radius(outline, tile.mark)
        if merit(best)[0] < 0 or room < 0:
            return ()
        return (self._label_at(best, distance, label),)

    def _label_gap(
        self, corner: int, half_width: float, distance: float, join: tuple[Port, ...], depth: float
    ) -> float:
        """The distance between a label in a corner and a strand."""
        key = (corner, half_width, distance, join, depth)
        if key not in self._label_gaps:
            out, shift = self.outline.corner_direction(corner), self.outline.corner_shift(corner)
            probes = [
                shift
                + out * (distance - CAP_HEIGHT * look.LABEL_SIZE * down)
                + out.right() * (half_width * aside)
                for down in (0, 0.5, 1)
                for aside in (-1, -0.5, 0, 0.5, 1)
            ]
            reach = strand_width(self.outline) * (0.5 + look.CASING)
            self._label_gaps[key] = min(
                (probe - point).length() - reach
                for probe in probes
                for point in self._spine(join, depth)
            )
        return self._label_gaps[key]

    def _label_at(self, corner: int, distance: float, label: str) -> Text:
        out = self.outline.corner_direction(corner)
        degrees = math.degrees(math.atan2(out.x, -out.y))  # the heading of the corner
        # Labels in the lower half are turned by half a turn, so that none is upside down.
        upside_down = abs(degrees) > 90 + 1e-6
        height = CAP_HEIGHT * look.LABEL_SIZE
        shift = self.outline.corner_shift(corner)
        baseline = shift + out * (distance if upside_down else distance - height)
        angle = degrees + 180 if upside_down else degrees
        return Text(
            label, baseline, look.LABEL_SIZE, self.theme.label, anchor="middle", angle=angle
        )


def cut_outline(outline: Outline, theme: Theme = STANDARD) -> Shape:
    """The outline of a tile as a fine line to cut along."""
    return Shape(outline.path, stroke=Stroke(look.BORDER_WIDTH, theme.border))
