"""The drawing of a tile: ground, bands, strands, mark and label; and where its strands lie."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from pnp.basics.classes import NamedTuple
from pnp.colour.theme import STANDARD, Theme, on_tiles
from pnp.definition import DEFAULT_STYLE, Definition, Ink, TileGroup, TileStyle
from pnp.draw.look.marks import mark_items, mark_radius
from pnp.draw.look.ornaments import Bare, ornament_items
from pnp.draw.tile.bands import band_items, clearing_items, patch_items
from pnp.draw.tile.letters import (
    Obstacle,
    Site,
    bar_items,
    clearest,
    corner_site,
    disc_of_letter,
    edge_site,
    half_site,
    junction_sites,
    letter_in_disc,
    letter_on_line,
    line_sites,
    value_box,
    value_items,
)
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.regions import area_points, letter_sites, region_items
from pnp.draw.tile.strands import (
    centreline,
    end_depth,
    end_gaps,
    end_items,
    junction_items,
    line_items,
    marked_end_items,
    spine,
)
from pnp.scene import Drawing, Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import ORIGIN, Box, Point
from pnp.tiles import UNCOLOURED, Colour, Port, Side, Strand, Tile
from pnp.tiles import proportions as look
from pnp.tiles.properties import edge_runs, is_straight


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
            beyond = mark_radius(self._outline, tile.mark) - self._outline.strand_width / 2
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


# Millimetres between a label and a strand; more makes no difference.
_CLEAR = 0.5


# The height of regions: below all other strands.
_REGION = -1


class _Layout(NamedTuple):
    """Where strands and labels are on all tiles with one partition, whatever their colours.

    Each strand has a height, by which the lower ones are drawn first, and the depth of its end. `labels` has
    the places of labels by their length, and by whether there are bands.
    """

    heights: tuple[int, ...]
    depths: tuple[float, ...]
    labels: dict[tuple[int, bool], tuple[Point, float] | None]


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
        self.outline = Outline(
            group.geometry, group.size, turn, strands=group.strands, values=group.values
        )
        self.theme = on_tiles(group.ground, theme, group.road)
        self._inks = definition.palette
        self._shared: dict[object, Drawing] = {}
        self._sites: dict[tuple[int, bool, bool, float], Site] = {}
        self.spines = Spines(self.outline, self._inks)
        self._layouts: dict[object, _Layout] = {}
        self._label_gaps: dict[object, float] = {}
        # Regions and roads lie otherwise than strands in a colour; colours themselves move nothing.
        regions = (Colour(number) for number, ink in enumerate(self._inks) if ink.region)
        self._kinds = dict.fromkeys(regions, "region") | {UNCOLOURED: "road"}

    def drawing(
        self,
        tile: Tile,
        label: str = "",
        *,
        style: TileStyle = DEFAULT_STYLE,
        ornament: str = "none",
        under: tuple[Item, ...] = (),
        over: tuple[Item, ...] = (),
        covered: bool = False,
        bleed: float = 0.0,
    ) -> Drawing:
        """The tile round the origin, with its label in a free corner.

        *under* lies between its ground and its bands, *over* above all but the label. If a tile is
        *covered* by what lies over it, nothing below is drawn. With *bleed*, ground and strands reach
        so many millimetres over the outline.
        """
        # A set has thousands of tiles, and a partial takes a third of the memory of a function with as many variables.
        items = partial(
            Artist._items, self, tile, label, style, ornament, under, over, covered, bleed
        )
        return Drawing(items)

    def _items(
        self,
        tile: Tile,
        label: str,
        style: TileStyle,
        ornament: str,
        under: tuple[Item, ...],
        over: tuple[Item, ...],
        covered: bool,
        bleed: float,
    ) -> tuple[Item, ...]:
        texts = self._label(tile, label, style) if label else ()
        ground = self._ground(bleed)
        if covered:
            return (ground, *over, *texts)
        ornaments = (
            self._ornament(ornament, tile, texts[0].at if texts else None)
            if ornament != "none"
            else ()
        )
        figures = self.figures(tile, style, bleed=bleed)
        return (ground, *ornaments, *under, *figures, *over, *texts)

    def _ground(self, bleed: float) -> Drawing:
        path = self.outline.grown(bleed) if bleed else self.outline.path
        return self._share(("ground", bleed), lambda: (Shape(path, fill=self.theme.ground),))

    def figures(
        self, tile: Tile, style: TileStyle = DEFAULT_STYLE, *, bleed: float = 0.0
    ) -> tuple[Item, ...]:
        """The bands, values, corners, strands and mark of a tile, without its ground."""
        items: list[Item] = []
        if max(tile.edges) > UNCOLOURED:
            items += self._sides(tile, style)
        if tile.corners:
            items += self._corners(tile, style)
        items += self._strands(tile, bleed)
        if self.theme.letters_everywhere:
            items += self._letters(tile)
        if tile.mark.kind:
            mark, ink = tile.mark, self._ink(tile.mark.colour)
            make = partial(mark_items, self.outline, mark, ink, self.theme)
            items.append(self._share(("mark", mark), make))
        return tuple(items)

    def regions(self, tile: Tile, *, bleed: float) -> tuple[Item, ...]:
        """The regions of a tile alone."""
        return tuple(
            self._region(strand, tile, bleed)
            for strand in tile.strands
            if self.spines.is_region(strand)
        )

    def _ornament(self, kind: str, tile: Tile, label: Point | None) -> list[Drawing]:
        """The ornament of a tile; tiles that differ only in their colours share a rosette."""
        points = [point for strand in tile.strands for point in self.spines.of(strand, tile)]
        made = ornament_items(kind, Bare(self.outline, tile, points), self.theme, label=label)
        # Way-marks and tufts differ from tile to tile.
        own = (tile, label) if kind in ("waymarks", "tufts") else tile.mark
        return [self._share(("ornament", kind, own), lambda: made)] if made else []

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
                reach = self._reach(tile, style)
                for side in run:
                    site = self._edge_site(side, side in touched, style, reach)
                    key = ("value", side, ink.name, show, site)
                    yield self._share(key, partial(value_items, ink, show, site, self.theme))
        if style.halves and any(ink.is_value for ink in map(self._ink, tile.edges) if ink):
            side = next(side for side, colour in enumerate(tile.edges) if colour != UNCOLOURED)
            make = partial(bar_items, self.outline, side, self.theme)
            yield self._share(("bar", side % 2), make)

    def values(self, tile: Tile, style: TileStyle) -> Iterator[Box]:
        """The boxes round the values of a tile's sides and corners."""
        touched = {self.outline.geometry.side_of(port) for join in tile.joins for port in join}
        reach = self._reach(tile, style)
        for side, ink in enumerate(map(self._ink, tile.edges)):
            show = "nothing" if ink is None else style.of_edge(ink)
            if ink is not None and show not in ("band", "nothing"):
                yield value_box(ink, show, self._edge_site(side, side in touched, style, reach))
        for corner, ink in enumerate(map(self._ink, tile.corners)):
            show = "nothing" if ink is None else style.of_corner(ink)
            if ink is not None and show not in ("patch", "nothing"):
                yield value_box(ink, show, corner_site(self.outline, corner))

    def _reach(self, tile: Tile, style: TileStyle) -> float:
        """How far what the corners of a tile show reaches from their tips."""
        inks = (self._inks[each] for each in tile.corners if each != UNCOLOURED)
        return max((self.outline.corner_of(style.of_corner(ink)) for ink in inks), default=0.0)

    def _edge_site(self, side: int, crossed: bool, style: TileStyle, reach: float) -> Site:
        key = (side, crossed, style.halves, reach)
        if key not in self._sites:
            self._sites[key] = (
                half_site(self.outline, side)
                if style.halves
                else edge_site(self.outline, side, reach, aside=crossed)
            )
        return self._sites[key]

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
                cleared = partial(clearing_items, self.outline, corner, bands, self.theme)
                key = ("clearing", corner, *(each.name for _, each in bands))
                yield self._share(key, cleared)
            lettered = self._has_letters(style)
            if show == "patch":
                make = partial(
                    patch_items, self.outline, corner, ink, self.theme, lettered=lettered
                )
            else:
                make = partial(
                    value_items, ink, show, corner_site(self.outline, corner), self.theme
                )
            yield self._share(("corner", corner, ink.name, show, lettered), make)

    def _share(self, key: object, make: Callable[[], Iterable[Item]]) -> Drawing:
        """The drawing of that key, which is made once."""
        if key not in self._shared:
            self._shared[key] = Drawing((*make(),))
        return self._shared[key]

    def _band(
        self, run: tuple[int, ...], colour: Colour, touched: frozenset[Side], lettered: bool
    ) -> Drawing:
        crossed = touched.intersection(run)
        make = partial(
            band_items,
            self.outline,
            run,
            self._inks[colour],
            self.theme,
            crossed=crossed,
            lettered=lettered,
        )
        return self._share(("band", run, colour, crossed, lettered), make)

    def _layout(self, tile: Tile) -> _Layout:
        """Where strands and labels are on a tile, found once for all tiles with its partition."""
        kinds = tuple([self._kinds.get(colour, "") for colour in tile.colours])
        key = (tile.joins, kinds, tile.mark)
        known = self._layouts.get(key)
        if known is None:
            known = self._layouts[key] = _Layout(
                tuple(self.height_of(strand) for strand in tile.strands),
                tuple(self.spines.depth(strand, tile) for strand in tile.strands),
                {},
            )
        return known

    def _strands(self, tile: Tile, lead: float) -> list[Drawing]:
        """The strands from the lowest up: regions, junctions, straight lines, bends, ends.

        Colours break ties, so that a tile looks the same in all turns.
        """
        if not tile.joins:
            return []
        layout = self._layout(tile)
        strands = sorted(zip(layout.heights, tile.colours, tile.joins, layout.depths, strict=True))
        return [
            self._region(Strand(ports, colour), tile, lead)
            if height == _REGION
            else self._strand(Strand(ports, colour), tile, depth, lead)
            for height, colour, ports, depth in strands
        ]

    def height_of(self, strand: Strand) -> int:
        """The place of a strand above others, by its kind."""
        if self.spines.is_region(strand):
            return _REGION
        if len(strand.ports) == 1:
            return 3
        if len(strand.ports) > 2:
            return 0
        return 1 if is_straight(strand.ports, self.outline.geometry) else 2

    def _strand(self, strand: Strand, tile: Tile, depth: float, lead: float) -> Drawing:
        ports, colour = strand
        is_marked = self.spines.reaches_mark(strand, tile)

        def items() -> tuple[Item, ...]:
            ink = self._ink(colour)
            if is_marked:
                reach = mark_radius(self.outline, tile.mark)
                return marked_end_items(self.outline, ports[0], reach, self.theme, lead=lead)
            if len(ports) == 1:
                return end_items(self.outline, ports[0], depth, ink, self.theme, lead=lead)
            if len(ports) == 2:
                path = centreline(self.outline, ports, lead=lead)
                return line_items(self.outline, path, ink, self.theme, lead=lead)
            return junction_items(self.outline, ports, ink, self.theme, lead=lead)

        return self._share(("strand", ports, colour, depth, lead, is_marked and tile.mark), items)

    def _region(self, strand: Strand, tile: Tile, lead: float) -> Drawing:
        """A region, and what fills it beside all other strands and the mark."""

        def items() -> Iterator[Item]:
            ink, width = self._inks[strand.colour], self.outline.strand_width
            reach = width * (0.5 + look.CASING)
            others = (each for each in tile.strands if not self.spines.is_region(each))
            taken = [Obstacle(self.spines.of(each, tile), reach) for each in others]
            if tile.mark.kind:
                taken.append(Obstacle([ORIGIN], mark_radius(self.outline, tile.mark)))
            if self.theme.letters_everywhere:
                spots = self._letter_spots(strand, tile)
                taken.append(Obstacle(spots, disc_of_letter(width)))
            return region_items(self.outline, strand.ports, ink, self.theme, taken=taken, lead=lead)

        return self._share(("region", strand, tile.strands, tile.mark, lead), items)

    def _letters(self, tile: Tile) -> Iterator[Item]:
        """The letters of all coloured strands, clear of the other strands and the mark."""
        width = self.outline.strand_width
        for strand in tile.strands:
            ink = self._ink(strand.colour)
            if ink is None:
                continue
            if len(strand.ports) == 1 and not self.spines.is_region(strand):
                centre = self.outline.port(strand.ports[0]).at(self.spines.depth(strand, tile))
                yield letter_in_disc(ink, centre, look.DISC_RADIUS * width, self.theme)
                continue
            for spot in self._letter_spots(strand, tile):
                yield from letter_on_line(ink, spot, width, self.theme)

    def _letter_spots(self, strand: Strand, tile: Tile) -> list[Point]:
        """The places of the letters of a strand that is no end."""
        width = self.outline.strand_width
        others = [
            Obstacle(
                self.spines.of(other, tile),
                width * (0.5 if len(other.ports) > 1 else look.DISC_RADIUS),
            )
            for other in tile.strands
            if other != strand
        ]
        if tile.mark.kind:
            others.append(Obstacle([ORIGIN], mark_radius(self.outline, tile.mark)))
        radius = disc_of_letter(width)
        return [clearest(sites, others, radius) for sites in self._letter_sites(strand, width)]

    def _letter_sites(self, strand: Strand, width: float) -> Iterable[list[Point]]:
        """The places for the two letters of a line, or the one of any other strand, the best first."""
        ports = strand.ports
        if self.spines.is_region(strand):
            return [letter_sites(self.outline, ports)]
        if len(ports) == 2:
            return line_sites(centreline(self.outline, ports), width)
        return [junction_sites(self.outline, ports, self.spines.at_depth(strand, 0.0), width)]

    def _label(self, tile: Tile, label: str, style: TileStyle) -> tuple[Text, ...]:
        """The label in a corner that is clear of all strands, at a right angle to the line to the centre.

        Without room in any corner there is no label. A tile with values in its halves or corners needs
        none: these tell it.
        """
        if tile.corners or style.halves:
            return ()
        bands = (style.of_edge(ink) == "band" for ink in map(self._ink, tile.edges) if ink)
        places, key = self._layout(tile).labels, (len(label), any(bands))
        if key not in places:
            places[key] = self._label_place(tile, *key)
        place = places[key]
        if place is None:
            return ()
        at, angle = place
        ink = self.theme.label
        return (Text(label, at, look.LABEL_SIZE, ink, anchor="middle", angle=angle),)

    def _label_place(self, tile: Tile, length: int, banded: bool) -> tuple[Point, float] | None:
        """The place of a label with so many characters, and its angle; None if no corner has room."""
        outline = self.outline
        # Small letters and digits are about half an em wide.
        half_width = 0.27 * look.LABEL_SIZE * length
        inset = outline.band_depth + look.BAND_INSET if banded else 0.0
        spines = [(strand, self.spines.depth(strand, tile)) for strand in tile.strands]
        # At this distance from its tip a corner is as wide as the label.
        tips = outline.corners_beyond(-inset)
        tops = [
            tip - outline.corner_direction(corner) * max(
                look.LABEL_MARGIN + half_width / math.tan(outline.half_angle(corner)),
                look.LABEL_FROM_TIP,
            )
            for corner, tip in enumerate(tips)
        ]  # fmt: skip

        def merit(corner: int) -> tuple[float, float, float]:
            """The order of corners: clear before others, low before high, left before right."""
            gaps = (self._label_gap(corner, half_width, tops[corner], *each) for each in spines)
            out = outline.corner_direction(corner)
            return min((_CLEAR, *gaps)), round(out.y, 3), -out.x

        sharp = (
            each
            for each in range(outline.geometry.sides)
            if outline.half_angle(each) < math.pi / 2 - 1e-6
        )
        best = max(sharp, key=merit)
        high = CAP_HEIGHT * look.LABEL_SIZE
        room = tops[best].length() - high - mark_radius(outline, tile.mark)
        return None if merit(best)[0] < 0 or room < 0 else self._label_at(best, tops[best])

    def _label_gap(
        self, corner: int, half_width: float, top: Point, strand: Strand, depth: float
    ) -> float:
        """The distance between a label in a corner, whose top is there, and a strand."""
        key = (corner, half_width, top, strand, depth)
        if key not in self._label_gaps:
            out = self.outline.corner_direction(corner)
            probes = [
                top
                - out * (CAP_HEIGHT * look.LABEL_SIZE * down)
                + out.right() * (half_width * aside)
                for down in (0, 0.5, 1)
                for aside in (-1, -0.5, 0, 0.5, 1)
            ]
            reach = self.outline.strand_width * (0.5 + look.CASING)
            points = self.spines.at_depth(strand, depth)
            nearest = (min(map(partial(math.dist, probe), points)) for probe in probes)
            self._label_gaps[key] = min(nearest) - reach
        return self._label_gaps[key]

    def _label_at(self, corner: int, top: Point) -> tuple[Point, float]:
        out = self.outline.corner_direction(corner)
        degrees = math.degrees(math.atan2(out.x, -out.y))  # the heading of the corner
        # Labels in the lower half are turned by half a turn, so that none is upside down.
        upside_down = abs(degrees) > 90 + 1e-6
        baseline = top if upside_down else top - out * (CAP_HEIGHT * look.LABEL_SIZE)
        return baseline, degrees + 180 if upside_down else degrees


def cut_outline(outline: Outline, theme: Theme = STANDARD) -> Shape:
    """The outline of a tile as a fine line to cut along."""
    return Shape(outline.path, stroke=Stroke(look.BORDER_WIDTH, theme.border))
