"""A field of tiles: ground, strands in runs without seams, or single tiles with their edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.colour.measures import mixed
from pnp.covers.filling import Lying, filled, side_look
from pnp.covers.lattice import Cell, Field, Key, opposite
from pnp.covers.tokens import token_at
from pnp.draw import Artist
from pnp.draw.ink_styles import ink_style
from pnp.draw.looks import Look
from pnp.draw.outline import Outline
from pnp.draw.strands import kerb_width, road, strand_width
from pnp.pieces import Pieces
from pnp.scene import Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Path, Point, circle, heading, polygon, segment
from pnp.sets.components import Token
from pnp.tiles import UNCOLOURED
from pnp.tiles import Shape as TileShape
from pnp.tiles.proportions import LINE_PATTERNS

# Millimetres: half of a bridge over the side between two tiles, how much longer each layer of it is than
# the one below, whose ends would else be seen, and a fine line between tiles.
_BRIDGE, _LONGER = 0.3, 0.2
_HAIR = 0.2
# Single tiles are so much smaller than their cells that the ground shows between them.
_APART = 0.955
# Shares of the pitch, and how much lighter: the shallow water round the land of a path.
_SHORE = ((0.5, 0.07), (0.34, 0.17), (0.18, 0.34))
# Of the distance from the middle to a side: an ornament in the middle of a tile.
_ROSETTE = 0.4
# Degrees: somebody is turning a tile.
_TWIST = 17.0


def tile_field(pieces: Pieces, look: Look, field: Field) -> Iterator[Item]:
    """The tiles of the set on the cells of the field, with sides that match."""
    geometry = pieces.definition.geometry
    lying = filled(field, pieces.tileset.pieces, geometry, look.seed)
    joined = any(each.tile.joins for each in lying.values())
    artists = {
        turn: Artist(
            replace(pieces.definition, size=field.size * (1 if joined else _APART)),
            turn,
            theme=pieces.theme,
            lettered=False,
        )
        for turn in {cell.turn for cell in field.cells.values()}
    }
    if not joined:
        yield from _single(pieces, look, field, lying, artists)
        return
    field = field._replace(cells={key: field.cells[key] for key in lying})
    twisted = _twisted(field, lying) if look.stroke == "path" else None
    yield from _land(pieces, look, field, artists)
    for key, each in lying.items():
        cell = field.cells[key]
        if key == twisted:
            continue
        yield Placed(Drawing(artists[cell.turn].figures(each.tile, each.piece.style)), cell.centre)
    for key in lying:
        yield from _bridges(pieces, field, lying, key, artists, twisted)
    if twisted is not None:
        yield from _turning(pieces, look, field.cells[twisted], lying[twisted], artists)
        yield from _walkers(pieces, field, lying, twisted, artists)


def _outline(cell: Cell, artists: dict[float, Artist]) -> Path:
    return polygon([cell.centre + corner for corner in artists[cell.turn].outline.corners])


def _land(pieces: Pieces, look: Look, field: Field, artists: dict[float, Artist]) -> Iterator[Item]:
    """The ground of all tiles as one area, with fine lines between them; in the sea if the game has roads."""
    theme = pieces.theme
    land: Path = tuple(part for cell in field.cells.values() for part in _outline(cell, artists))
    if look.stroke == "path" and look.filled:
        for share, light in _SHORE:
            ink = mixed(look.ground, "#FFFFFF", light)
            ends = Stroke(share * field.size, ink, round=True)
            yield Shape(land, fill=ink, stroke=ends)
    # A line in the ink of the ground closes the seams between two tiles.
    yield Shape(land, fill=theme.ground, stroke=Stroke(_HAIR, theme.ground))
    yield Shape(land, stroke=Stroke(_HAIR, mixed(theme.border, theme.ground, 0.35)))


def _single(
    pieces: Pieces, look: Look, field: Field, lying: dict[Key, Lying], artists: dict[float, Artist]
) -> Iterator[Item]:
    """Each tile by itself, as its face shows it; a few places are still for sale."""
    scale = field.size * _APART / pieces.definition.size
    theme = pieces.theme
    coins = [
        tokens.kinds[0]
        for tokens in pieces.components.tokens
        if tokens.kinds and tokens.kinds[0].ink is None
    ]
    holes = [key for key in field.cells if key not in lying]
    empty = (holes or _empty(field, lying)) if coins else ()
    for key in empty:
        cell = field.cells[key]
        yield from _heap(pieces, look, coins[0], cell, artists[cell.turn])
    for key, each in lying.items():
        cell = field.cells[key]
        artist = artists[cell.turn]
        if key in empty:
            continue
        faced = each.piece.listed is not None
        if faced and pieces.definition.geometry.shape is not TileShape.TRIANGLE:
            yield Placed(pieces.tiles.lying(each.piece, each.tile), cell.centre, scale)
        else:
            yield Placed(artist.drawing(each.tile, style=each.piece.style), cell.centre)
            bare = not (each.tile.mark.kind or each.tile.corners or each.piece.style.halves)
            if look.filled and look.stroke == "inline" and bare and not faced:
                radius = artist.outline.apothem * _ROSETTE
                ink = mixed(theme.ground, theme.border, 0.55)
                yield Shape(_rosette(cell.centre, radius), stroke=Stroke(_HAIR, ink))
        line = Stroke(_HAIR if theme.fills else 0.3, theme.border)
        yield Shape(_outline(cell, artists), stroke=line)


def _rosette(centre: Point, radius: float) -> Path:
    """Circles through one point, in a ring, as on banknotes."""
    petals = (circle(centre + heading(30 * k) * (radius / 2), radius / 2) for k in range(12))
    return (*circle(centre, radius), *(part for petal in petals for part in petal))


def _empty(field: Field, lying: dict[Key, Lying]) -> tuple[Key, ...]:
    """The places without a tile: two inside the field that are far apart."""
    inside = [key for key in lying if all(beyond in lying for beyond in field.cells[key].beyond)]
    if not inside:
        return ()
    centres = {key: field.cells[key].centre for key in inside}
    first = min(inside, key=lambda key: centres[key].x + 2 * centres[key].y)
    last = max(inside, key=lambda key: centres[key].x + 2 * centres[key].y)
    near = (centres[last] - centres[first]).length() < 1.5 * field.size
    return (first,) if near else (first, last)


def _heap(pieces: Pieces, look: Look, coin: Token, cell: Cell, artist: Artist) -> Iterator[Item]:
    """An empty place with three coins on it."""
    corners = [cell.centre + corner for corner in artist.outline.corners]
    fill = mixed(look.ground, "#000000", 0.35) if look.filled else look.ground
    yield Shape(polygon(corners), fill=fill, stroke=Stroke(0.4, look.accent))
    apothem = artist.outline.apothem
    for turn in (0, 120, 240):
        at = cell.centre + heading(turn) * (apothem * 0.36)
        yield from token_at(pieces, coin, at, apothem * 0.66)


def _walkers(
    pieces: Pieces,
    field: Field,
    lying: dict[Key, Lying],
    twisted: Key,
    artists: dict[float, Artist],
) -> Iterator[Item]:
    """Two tokens in colours on lines that lead from one tile to the next."""
    coloured = [
        tokens for tokens in pieces.components.tokens if tokens.kinds and tokens.kinds[0].ink
    ]
    if not coloured:
        return
    geometry, middle = pieces.definition.geometry, field.cells[twisted].centre
    spots = []
    for key, each in lying.items():
        if each.tile.mark.kind:
            continue
        cell = field.cells[key]
        outline = artists[cell.turn].outline
        for join in each.tile.joins:
            for port in join:
                at = cell.centre + outline.port(port).start
                beyond = cell.beyond[geometry.side_of(port)]
                is_free = beyond in lying and not lying[beyond].tile.mark.kind
                if is_free and twisted not in (key, beyond):
                    spots.append(at)
    if not spots:
        return
    far = 1.6 * field.size

    def off(spot: Point) -> float:
        return abs((spot - middle).length() - far)

    first = min(spots, key=off)
    # The other is about as far away, on the other side.
    other = min(spots, key=lambda spot: (spot - (middle * 2 - first)).length())
    definition = coloured[0].definition
    across = definition.size / pieces.definition.size * field.size
    for token, at in zip(coloured[0].kinds, (first, other), strict=False):
        yield from token_at(pieces, token, at, across * 0.8)


def _bridges(
    pieces: Pieces,
    field: Field,
    lying: dict[Key, Lying],
    key: Key,
    artists: dict[float, Artist],
    twisted: Key | None,
) -> Iterator[Item]:
    """A short piece of each strand over the side to the next tile, where a renderer would show a seam."""
    geometry = pieces.definition.geometry
    cell, tile = field.cells[key], lying[key].tile
    outline = artists[cell.turn].outline
    for side in range(geometry.sides):
        beyond = cell.beyond[side]
        if beyond not in lying or beyond < key or twisted in (key, beyond):
            continue
        back = side_look(lying[beyond].tile, opposite(field, key, side), geometry).ports[::-1]
        for place, colour in enumerate(side_look(tile, side, geometry).ports):
            if colour < UNCOLOURED or back[place] != colour:
                continue
            ray = outline.port(side * geometry.ports + place)
            at = cell.centre + ray.start
            for number, stroke in enumerate(_layers(pieces, outline, colour)):
                way = ray.direction * (_BRIDGE + _LONGER * number)
                yield Shape(segment(at - way, at + way), stroke=stroke)


def _layers(pieces: Pieces, outline: Outline, colour: int) -> Iterator[Stroke]:
    """The layers of a strand in its colour, from below, where it meets a side."""
    theme, width = pieces.theme, strand_width(outline)
    if colour == UNCOLOURED:
        yield Stroke(width, theme.kerb)
        yield Stroke(width - 2 * kerb_width(outline, theme), road(theme))
        return
    ink = pieces.definition.inks[colour]
    style = ink_style(ink.fill, theme)
    for inset, fill in style.layers(width):
        yield Stroke(width - 2 * inset, fill)
    if not (theme.patterns and theme.fills):
        return
    pattern = LINE_PATTERNS[ink.line]
    for number, share in enumerate(pattern.stripes):
        yield Stroke(share * width, ink.fill if number % 2 else style.over)
    if pattern.dash:
        # The middle of a dash lies on the side.
        yield Stroke(pattern.dash * width, style.over)


def _twisted(field: Field, lying: dict[Key, Lying]) -> Key | None:
    """A tile inside the field, with lines to turn, that is near its middle."""
    inside = [
        key
        for key, each in lying.items()
        if all(beyond in lying for beyond in field.cells[key].beyond)
        and sum(map(len, each.tile.joins)) >= 4
    ]
    if not inside:
        return None
    middle = Point(
        sum(field.cells[key].centre.x for key in lying) / len(lying),
        sum(field.cells[key].centre.y for key in lying) / len(lying),
    )
    return min(inside, key=lambda key: (field.cells[key].centre - middle).length())


def _turning(
    pieces: Pieces, look: Look, cell: Cell, lying: Lying, artists: dict[float, Artist]
) -> Iterator[Item]:
    """A tile that is being turned, over its empty place."""
    artist = artists[cell.turn]
    empty = look.ground if look.filled else pieces.theme.ground
    yield Shape(_outline(cell, artists), fill=empty, stroke=Stroke(0.4, pieces.theme.border))
    tile = (
        Shape(artist.outline.path, fill=pieces.theme.ground),
        *artist.figures(lying.tile, lying.piece.style),
        Shape(artist.outline.path, stroke=Stroke(0.3, pieces.theme.kerb)),
    )
    yield Placed(Drawing(tile), cell.centre, 0.985, _TWIST)
