"""A field of tiles: ground, strands in runs without seams, or single tiles with their edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from pnp.basics.classes import frozen
from pnp.colour.measures import mixed
from pnp.colour.theme import Theme, on_tiles
from pnp.covers.field import BLEED, Field, is_cut, token_at
from pnp.covers.filling import Lying, filled
from pnp.definition import TileGroup
from pnp.draw import Artist
from pnp.draw.areas import areas_of
from pnp.draw.look.looks import Look
from pnp.draw.look.marks import mark_radius
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.strands import line_pattern, strand_layers
from pnp.faces.laying import items_of
from pnp.pieces import Pieces
from pnp.scene import Drawing, Item, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import (
    Box,
    Path,
    Point,
    Ray,
    bounding_box,
    circle,
    heading,
    polygon,
    segment,
)
from pnp.sets.components import Token
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, TileGeometry
from pnp.tiles.layouts import Cell

# Millimetres: half of a bridge over the side between two tiles, how much longer each layer of it is than
# the one below, whose ends would else be seen, and a fine line between tiles.
_BRIDGE, _LONGER = 0.3, 0.2
# Millimetres by which a region lies below that of the next tile.
_OVERLAP = 0.1
_HAIR = 0.2
# Single tiles are so much smaller than their cells that the ground shows between them.
_APART = 0.955
# Shares of the pitch, and how much lighter: the shallow water round the land of a path.
_SHORE = ((0.5, 0.07), (0.34, 0.17), (0.18, 0.34))
# Of the distance from the middle to a side: an ornament in the middle of a tile.
_ROSETTE = 0.4
# A longer text on a tile is a word. Of the size of a tile: a larger picture is no icon. Of the distance from the middle
# to a side: an icon.
_LETTERS, _SMALL_ART, _ICON = 2, 0.6, 0.9
# How far three coins in an empty place reach, how far each is from the middle, and its size.
_HEAP, _COIN_AT, _COIN = 0.7, 0.36, 0.66
# Of its size beside the tiles: a token on a line.
_WALKER = 0.8
# Of that size: from the middle of a token to the edge.
_FROM_EDGE = 0.7
# Degrees: somebody is turning a tile.
_TWIST = 17.0


@frozen(slots=True)
class Network:
    """The tiles as they lie in a field, the page, and the artist for each heading of cells."""

    pieces: Pieces
    group: TileGroup
    look: Look
    field: Field
    page: Box
    lying: Mapping[Cell, Lying]
    artists: Mapping[float, Artist]

    @property
    def geometry(self) -> TileGeometry:
        return self.group.geometry

    @property
    def theme(self) -> Theme:
        return on_tiles(self.group.ground, self.pieces.theme, self.group.road)

    @property
    def roads(self) -> bool:
        """Whether its strands are roads, which have no colours."""
        return any(
            colour == UNCOLOURED for each in self.lying.values() for colour in each.tile.colours
        )

    @property
    def regions(self) -> bool:
        """Whether some of its strands are areas."""
        return any(ink.region for ink in self.pieces.definition.inks)

    def artist(self, key: Cell) -> Artist:
        return self.artists[self.field.turn(key)]

    def beyond(self, key: Cell, side: int) -> Cell | None:
        """The neighbour at that side; None if no tile lies there."""
        found = self.field.beyond[key][side]
        return found if found in self.lying else None

    def is_inside(self, key: Cell) -> bool:
        """Whether a tile lies at every side."""
        return all(beyond in self.lying for beyond in self.field.beyond[key])

    def outline(self, key: Cell) -> Path:
        """The outline of a cell on the page."""
        corners = self.artist(key).outline.corners
        return polygon([self.field.cells[key] + corner for corner in corners])


def shore_reach(tileset: Tileset, look: Look) -> float:
    """The distance from the land of roads to the open sea, as a share of the size of a cell."""
    roads = any(UNCOLOURED in piece.tile.colours for piece in tileset.pieces)
    return max(share for share, _ in _SHORE) / 2 if roads and look.filled else 0.0


def tile_field(
    pieces: Pieces, tileset: Tileset, look: Look, field: Field, page: Box
) -> Iterator[Item]:
    """The tiles of one group on the cells of the field, with sides that match.

    No edge of the page cuts a token or a mark.
    """
    group = tileset.group
    outline = Outline(group.geometry, field.size, 0.0, strands=group.strands)
    marks = (mark_radius(outline, piece.tile.mark) for piece in tileset.pieces)
    lying = filled(
        field,
        tileset.pieces,
        group.geometry,
        look.seed,
        meetings=tileset.definition.meetings,
        cut=_cut(field, max(marks, default=0.0), page),
        partial={
            key
            for key in _cut(field, outline.apothem, page)
            if not _has_room(field.cells[key], outline.apothem, page)
        },
    )
    joined = any(each.tile.joins for each in lying.values())
    size = field.size if joined else field.size * _APART
    artists = {turn: _artist(pieces, group, size, turn) for turn in {*map(field.turn, field.cells)}}
    network = Network(pieces, group, look, field, page, lying, artists)
    return _joined(network) if joined else _single(network)


@lru_cache(maxsize=16)
def _artist(pieces: Pieces, group: TileGroup, size: float, turn: float) -> Artist:
    """The artist for tiles of a size, who remembers from strip to strip where the parts of a tile lie."""
    sized = replace(group, size=size)
    return Artist(pieces.definition, sized, turn, theme=pieces.theme, lettered=False)


def _cut(field: Field, reach: float, page: Box) -> frozenset[Cell]:
    """The cells where an edge of the page comes so near to the middle."""
    return frozenset(key for key, centre in field.cells.items() if is_cut(centre, 2 * reach, page))


def _has_room(centre: Point, apothem: float, page: Box) -> bool:
    """Whether coins in a place with this centre are whole on the page."""
    return page.widened(-_HEAP * apothem - BLEED).contains(Box(*centre, 0, 0))


def _joined(network: Network) -> Iterator[Item]:
    """Strands in runs; where they are roads, the tiles are land in the sea, and somebody turns one."""
    middle = _twisted(network) if network.roads else None
    # A tile that is turned would tear an area.
    twisted = None if network.regions else middle
    yield from _land(network)
    # Regions go on over the sides, where a renderer would show a seam.
    for key, each in network.lying.items():
        regions = network.artist(key).regions(each.tile, bleed=_OVERLAP)
        if regions and key != twisted:
            yield Placed(Drawing(regions), network.field.cells[key])
    for key, each in network.lying.items():
        if key != twisted:
            figures = network.artist(key).figures(each.tile, each.piece.style)
            yield Placed(Drawing(figures), network.field.cells[key])
    for key in network.lying:
        yield from _bridges(network, key, twisted)
    if twisted is not None:
        yield from _turning(network, twisted)
    if middle is not None:
        yield from _walkers(network, middle)


def _land(network: Network) -> Iterator[Item]:
    """The ground of all tiles as one area, with fine lines between them; in the sea if it has roads."""
    theme, look, size = network.theme, network.look, network.field.size
    land: Path = tuple(part for key in network.lying for part in network.outline(key))
    if network.roads and look.filled:
        for share, light in _SHORE:
            ink = mixed(look.ground, "#FFFFFF", light)
            ends = Stroke(share * size, ink, round=True)
            yield Shape(land, fill=ink, stroke=ends)
    # A line in the ink of the ground closes the seams between two tiles.
    yield Shape(land, fill=theme.ground, stroke=Stroke(_HAIR, theme.ground))
    yield Shape(land, stroke=Stroke(_HAIR, mixed(theme.border, theme.ground, 0.35)))


def _single(network: Network) -> Iterator[Item]:
    """Each tile by itself, as its face shows it; a few places are still for sale."""
    pieces, theme, lying = network.pieces, network.theme, network.lying
    scale = network.field.size * _APART / network.group.size
    coins = [
        tokens.kinds[0]
        for tokens in pieces.components.tokens
        if tokens.kinds and tokens.kinds[0].ink is None
    ]
    holes = [key for key in network.field.cells if key not in lying]
    empty = (holes or _empty(network)) if coins else ()
    for key in empty:
        yield from _heap(network, key, coins[0])
    for key, each in lying.items():
        if key in empty:
            continue
        centre, artist = network.field.cells[key], network.artist(key)
        faced = each.piece.listed is not None
        icon = _icon(pieces, each.piece)
        if icon is not None:
            yield Placed(artist.drawing(each.tile, style=each.piece.style), centre)
            size = _ICON * artist.outline.apothem / max(icon.box.width, icon.box.height)
            yield icon.at(centre - Point(icon.box.width, icon.box.height) * (size / 2), scale=size)
        elif faced and not network.geometry.shape.lies_both_ways:
            drawing = pieces.tiles.lying(each.piece, each.tile).as_shared()
            yield Placed(drawing, centre, scale)
        else:
            yield Placed(artist.drawing(each.tile, style=each.piece.style), centre)
            bare = not (each.tile.mark.kind or each.tile.corners or each.piece.style.halves)
            if network.look.filled and bare and not faced:
                radius = artist.outline.apothem * _ROSETTE
                ink = mixed(theme.ground, theme.border, 0.55)
                yield Shape(_rosette(centre, radius), stroke=Stroke(_HAIR, ink))
        line = Stroke(areas_of(theme).line_width(_HAIR, alone=0.3), theme.border)
        yield Shape(network.outline(key), stroke=line)


def _icon(pieces: Pieces, piece: Piece) -> Picture | None:
    """The signs and pictures of a tile with words; None for tiles without words, or with art all over.

    It stands upright on a cover, on which words would lie upside down and an edge would cut them.
    """
    laid = pieces.tiles.laid(piece)
    if laid is None or not any(len(each.text) > _LETTERS for each in laid.front):
        return None
    shown = [each for each in laid.front if not each.text]
    if not shown or laid.under:
        return None
    box = bounding_box([corner for each in shown for corner in each.corners])
    if max(box.width, box.height) > _SMALL_ART * piece.group.size:
        return None
    return Picture(Drawing(items_of(shown), shared=True), box)


def _rosette(centre: Point, radius: float) -> Path:
    """Circles through one point, in a ring, as on banknotes."""
    petals = (circle(centre + heading(30 * k) * (radius / 2), radius / 2) for k in range(12))
    return (*circle(centre, radius), *(part for petal in petals for part in petal))


def _empty(network: Network) -> tuple[Cell, ...]:
    """The places without a tile: two inside the field that are far apart, whole if they can be."""
    inside = [key for key in network.lying if network.is_inside(key)]
    page = network.page.widened(-network.field.size / 2)
    whole = [key for key in inside if page.contains(Box(*network.field.cells[key], 0, 0))]
    inside = whole or inside
    if not inside:
        return ()
    centres = {key: network.field.cells[key] for key in inside}
    first = min(inside, key=lambda key: centres[key].x + 2 * centres[key].y)
    last = max(inside, key=lambda key: centres[key].x + 2 * centres[key].y)
    near = (centres[last] - centres[first]).length() < 1.5 * network.field.size
    return (first,) if near else (first, last)


def _heap(network: Network, key: Cell, coin: Token) -> Iterator[Item]:
    """An empty place with three coins on it; nothing where an edge of the page would cut them."""
    look, centre = network.look, network.field.cells[key]
    apothem = network.artist(key).outline.apothem
    if not _has_room(centre, apothem, network.page):
        return
    fill = look.area(mixed(look.ground, "#000000", 0.35), look.ground)
    yield Shape(network.outline(key), fill=fill, stroke=Stroke(0.4, look.accent))
    for turn in (0, 120, 240):
        at = centre + heading(turn) * (apothem * _COIN_AT)
        yield from token_at(network.pieces, coin, at, apothem * _COIN)


def _walkers(network: Network, twisted: Cell) -> Iterator[Item]:
    """Two tokens in colours on lines that lead from one tile to the next."""
    pieces, size = network.pieces, network.field.size
    coloured = [
        tokens for tokens in pieces.components.tokens if tokens.kinds and tokens.kinds[0].ink
    ]
    if not coloured:
        return
    across = coloured[0].definition.across / network.group.size * size * _WALKER
    # No edge cuts a token, or comes near it.
    inside = network.page.widened(-_FROM_EDGE * across)
    spots = [spot for spot in _spots(network, twisted) if inside.contains(Box(*spot, 0, 0))]
    if not spots:
        return
    middle, far = network.field.cells[twisted], 1.6 * size

    def off(spot: Point) -> float:
        return abs((spot - middle).length() - far)

    first = min(spots, key=off)
    # The other is about as far away, on the other side.
    other = min(spots, key=lambda spot: (spot - (middle * 2 - first)).length())
    for token, at in zip(coloured[0].kinds, (first, other), strict=False):
        yield from token_at(pieces, token, at, across)


def _spots(network: Network, twisted: Cell) -> Iterator[Point]:
    """The places where a line leads from one tile to the next, away from the twisted one."""
    for key, each in network.lying.items():
        if each.tile.mark.kind:
            continue
        outline = network.artist(key).outline
        for port in (port for join in each.tile.joins for port in join):
            beyond = network.beyond(key, network.geometry.side_of(port))
            if beyond is None or network.lying[beyond].tile.mark.kind:
                continue
            if twisted not in (key, beyond):
                yield network.field.cells[key] + outline.port(port).start


def _bridges(network: Network, key: Cell, twisted: Cell | None) -> Iterator[Item]:
    """A short piece of each strand over the side to the next tile, where a renderer would show a seam."""
    geometry, lying = network.geometry, network.lying
    outline = network.artist(key).outline
    for side in range(geometry.sides):
        beyond = network.beyond(key, side)
        if beyond is None or beyond < key or twisted in (key, beyond):
            continue
        facing = network.field.opposite(key, side)
        back = lying[beyond].looks[facing].mirrored.ports
        for place, colour in enumerate(lying[key].looks[side].ports):
            if colour < UNCOLOURED or back[place] != colour:
                continue
            if colour != UNCOLOURED and network.pieces.definition.inks[colour].region:
                continue
            ray = outline.port(side * geometry.ports + place)
            at = network.field.cells[key] + ray.start
            yield from _bridge(network, outline, colour, Ray(at, ray.direction))


def _bridge(network: Network, outline: Outline, colour: int, over: Ray) -> Iterator[Item]:
    """The layers of a strand in its colour where it goes over a side, from below."""
    theme, width = network.theme, outline.strand_width

    def reach(number: int) -> float:
        return _BRIDGE + _LONGER * number

    def path(number: int) -> Path:
        return segment(over.at(-reach(number)), over.at(reach(number)))

    ink = None if colour == UNCOLOURED else network.pieces.definition.inks[colour]
    layers = strand_layers(outline, ink, theme)
    for number, (inset, fill) in enumerate(layers):
        yield Shape(path(number), stroke=Stroke(width - 2 * inset, fill))
    if ink is None:
        return

    def pattern(number: int) -> list[Item]:
        lead = reach(number)
        return [*line_pattern(path(number), ink, width, theme, both_ends=False, lead=lead)]

    for number in range(len(pattern(0))):
        yield pattern(len(layers) + number)[number]


def _twisted(network: Network) -> Cell | None:
    """A tile inside the field that is near its middle, with lines to turn; a mark stands for a start."""
    inside = [
        key
        for key, each in network.lying.items()
        if network.is_inside(key)
        and sum(map(len, each.tile.joins)) >= 4
        and not each.tile.mark.kind
    ]
    if not inside:
        return None
    centres = [network.field.cells[key] for key in network.lying]
    middle = Point(
        sum(centre.x for centre in centres) / len(centres),
        sum(centre.y for centre in centres) / len(centres),
    )
    return min(inside, key=lambda key: (network.field.cells[key] - middle).length())


def _turning(network: Network, key: Cell) -> Iterator[Item]:
    """A tile that is being turned, over its empty place."""
    artist, theme, look = network.artist(key), network.theme, network.look
    empty = look.area(look.ground, theme.ground)
    yield Shape(network.outline(key), fill=empty, stroke=Stroke(0.4, theme.border))
    tile = (
        Shape(artist.outline.path, fill=theme.ground),
        *artist.figures(network.lying[key].tile, network.lying[key].piece.style),
        Shape(artist.outline.path, stroke=Stroke(0.3, theme.kerb)),
    )
    yield Placed(Drawing(tile), network.field.cells[key], 0.985, _TWIST)
