"""Drawing: measured on the pictures, as an eye would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pnp.draw import STANDARD, Artist, Outline, Theme
from pnp.draw.tile.strands import centreline, line_items, line_pattern, spine
from pnp.pieces.tiles import Tiles, short_labels
from pnp.render import svg_text
from pnp.scene import Layer, Page, Placed
from pnp.scene import Shape as SceneShape
from pnp.scene.geometry import Point, bounding_box, path_length, samples, segment
from pnp.sets.tileset import Tileset
from pnp.tiles import Shape, Tile, TileGeometry, moved
from pnp.tiles import proportions as look
from pnp.tiles.properties import is_straight
from tests.conftest import bundled, family_text, set_of
from tests.rasters import Raster, svg_raster

DPI = 254  # 10 dots a millimetre
PER_MM = DPI / 25.4

LINES = ("thick", "dashed", "double", "dotted", "triple", "ladder", "dash-dot")
EVERY_LINE = (
    "game: lines\ncolours: {"
    + ", ".join(f"c{number}: {{line: {line}}}" for number, line in enumerate(LINES))
    + """}
tiles:
  shape: SHAPE
  ports: PORTS
  size: 30mm
  families:
    - {name: one, generate: strands, strand: {ports: 1..3}, where: {strands: 1}}
"""
)


def picture(
    tileset: Tileset,
    tile: Tile,
    turn: float,
    label: str = "",
    *,
    theme: Theme = STANDARD,
    rows: int | None = None,
    dpi: int = DPI,
) -> Raster:
    """A tile in the middle of a square of twice its circumradius, or the first rows of dots of it."""
    artist = Artist(tileset.definition, tileset.definition.main_group, turn, theme=theme)
    radius = artist.outline.circumradius
    drawing = artist.drawing(tile, label)
    height = 2 * radius if rows is None else rows / dpi * 25.4
    page = Page(2 * radius, height, {Layer.ART: (Placed(drawing, Point(radius, radius)),)})
    return svg_raster(svg_text(page), dpi)


def side_profile(
    tileset: Tileset, tile: Tile, side: int, inside: float, *, theme: Theme = STANDARD
) -> Raster:
    """The dots along a side, clockwise, so far inside it."""
    geometry = tileset.definition.main_group.geometry
    outline = Outline(geometry, tileset.definition.main_group.size, 0)
    number = round((outline.circumradius - outline.apothem + inside) * PER_MM)
    turn = -side * 360 / geometry.sides
    row = picture(tileset, tile, turn, theme=theme, rows=number + 1)[number]
    middle, half = outline.circumradius * PER_MM, outline.length(side) / 2 * PER_MM
    # A millimetre off the corners, where the neighbouring sides begin.
    return row[round(middle - half + PER_MM) : round(middle + half - PER_MM)]


def alike(one: Raster, other: Raster) -> bool:
    """Whether two rows of dots are the same but for one dot's shift and the smoothing of edges."""
    shifts = (np.roll(other, shift, axis=0) for shift in (-1, 0, 1))
    return any((np.abs(one - each).max(axis=1) > 0.5).sum() <= 2 for each in shifts)


ROADS = """
game: roads
tiles:
  shape: SHAPE
  ports: PORTS
  size: 30mm
  families:
    - {name: one, generate: strands, strand: {ports: 1..6}, where: {strands: 1}}
"""


def assert_no_steps(
    tileset: Tileset, theme: Theme = STANDARD, *, seen: Callable[[Raster], Raster] = np.asarray
) -> None:
    """Whatever strand a colour has, it meets its side in the same dots, and the same both ways.

    The neighbour sees the side from the other end: the dots have to be symmetrical, too.
    """
    geometry = tileset.definition.main_group.geometry
    profiles: dict[tuple[int, int], Raster] = {}
    for piece in tileset.pieces:
        (join,), (colour,) = piece.tile.joins, piece.tile.colours
        for side in {geometry.side_of(port) for port in join}:
            places = [port % geometry.ports for port in join if geometry.side_of(port) == side]
            if len(places) > 1:
                continue
            profile = side_profile(tileset, piece.tile, side, 0.08, theme=theme)
            known = profiles.setdefault((colour, places[0]), profile)
            assert alike(seen(profile), seen(known)), (piece, side)
    for (colour, place), profile in profiles.items():
        other = profiles[colour, geometry.ports - 1 - place]
        assert alike(seen(profile[::-1]), seen(other))
    assert len(profiles) == max(1, len(tileset.definition.inks)) * geometry.ports


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("text", [EVERY_LINE, ROADS], ids=["lines", "roads"])
@pytest.mark.parametrize(("shape", "ports"), [("hexagon", 1), ("square", 2), ("triangle", 1)])
def test_two_tiles_join_without_a_step(text: str, shape: str, ports: int) -> None:
    """On tiles of every shape, with one port a side and with two."""
    assert_no_steps(set_of(text.replace("SHAPE", shape).replace("PORTS", str(ports))))


def test_strands_meet_their_side_at_a_right_angle_in_its_middle() -> None:
    """The dots near the side and half a millimetre in are the same, and their middle is the side's."""
    tileset = bundled("hexstatic")
    for piece in tileset.pieces[::23]:
        for side in {join[0] for join in piece.tile.joins}:
            near, far = (side_profile(tileset, piece.tile, side, inside) for inside in (0.1, 0.5))
            inked = [
                np.nonzero((row.max(axis=1) - row.min(axis=1)) > 0.3)[0] for row in (near, far)
            ]
            assert abs(inked[0][0] - inked[1][0]) <= 1
            assert abs(inked[0][-1] - inked[1][-1]) <= 1
            assert (inked[0][0] + inked[0][-1]) / 2 == pytest.approx((len(near) - 1) / 2, abs=1)


def colour_at(raster: Raster, x: float, y: float, radius: float) -> str:
    """The ink at a point so far from the middle, as #RRGGBB."""
    dot = raster[round((radius + y) * PER_MM), round((radius + x) * PER_MM)]
    return "#" + "".join(f"{round(float(channel) * 255):02X}" for channel in dot)


def test_a_crossing_reads_over_and_under() -> None:
    """Where two straight lines cross, one is whole, with a casing that interrupts the other."""
    tileset = set_of("""
        game: cross
        colours: {red: {line: thick}, blue: {line: thick}}
        tiles:
          shape: square
          size: 30mm
          families: [{name: one, tiles: [R1-3 B2-4]}]
        """)
    outline = Outline(tileset.definition.main_group.geometry, 30, 0)
    raster = picture(tileset, tileset.pieces[0].tile, 0)
    red, blue = (ink.fill for ink in tileset.definition.inks)
    width = outline.strand_width
    casing = width * (0.5 + look.CASING / 2)
    radius = outline.circumradius
    upper, lower = (red, blue) if colour_at(raster, 0, 0, radius) == red else (blue, red)
    assert colour_at(raster, 0, 0, radius) == upper
    along = (0.0, 1.0) if upper == red else (1.0, 0.0)
    for sign in (-1, 1):
        # Beside the upper line there is casing, and beyond it the lower line goes on.
        aside = Point(along[1], along[0]) * (sign * casing)
        beyond = Point(along[1], along[0]) * (sign * width * 1.2)
        assert colour_at(raster, *aside, radius) == STANDARD.halo
        assert colour_at(raster, *beyond, radius) == lower


def test_no_end_is_covered() -> None:
    """The disc of an end keeps clear of the body of every other strand."""
    for name in ("hexstatic", "hexstatic-compact"):
        tileset = bundled(name)
        artist = Artist(tileset.definition, tileset.definition.main_group, 30)
        width = artist.outline.strand_width
        for piece in tileset.pieces:
            ends = [strand for strand in piece.tile.strands if len(strand.ports) == 1]
            discs = [
                artist.outline.port(end.ports[0]).at(artist.spines.depth(end, piece.tile))
                for end in ends
            ]
            bodies = [
                point
                for join in piece.tile.joins
                if len(join) > 1
                for point in spine(artist.outline, join, 0)
            ]
            for number, disc in enumerate(discs):
                for body in bodies:
                    assert (disc - body).length() >= width * (look.DISC_RADIUS + 0.5), piece.id
                for other in discs[:number]:
                    assert (disc - other).length() >= 2 * width * look.DISC_RADIUS, piece.id


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("name", ["hexstatic", "controlled-path", "hex-auction", "published/tsuro"])
@pytest.mark.parametrize("turn", [pytest.param(0.0, marks=pytest.mark.slow), 30.0])
def test_a_label_disturbs_nothing(name: str, turn: float) -> None:
    """Every dot that the label changes was ground before, and the label is on the tile."""
    tileset = bundled(name)
    labels = short_labels(tileset)
    ground = [int(STANDARD.ground[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    for piece in tileset.pieces[::5]:
        plain = picture(tileset, piece.tile, turn, dpi=127)
        labelled = picture(tileset, piece.tile, turn, labels[piece.id], dpi=127)
        touched = plain[(np.abs(plain - labelled).max(axis=2)) > 0.05]
        assert len(touched) > 10, piece.id
        covered = (np.abs(touched - ground).max(axis=1) > 0.08).sum()
        assert covered == 0, piece.id


def test_labels_are_short_and_differ() -> None:
    """As much of the family's name as is needed, and the number."""
    labels = short_labels(bundled("hexstatic"))
    assert labels["three-lines-01"] == "th-01"
    assert labels["two-lines-01"] == "tw-01"
    assert labels["nexus-20"] == "n-20"
    assert len(set(labels.values())) == 216
    assert max(map(len, labels.values())) <= 5
    assert short_labels(bundled("published/tsuro"))["path-07"] == "07"


def test_families_whose_names_begin_alike_have_labels_of_their_own() -> None:
    """They are numbered; no two pieces have one label."""
    tileset = set_of("""
        game: alike
        tiles:
          shape: hexagon
          size: 30mm
          families:
            - {name: path, tiles: [1-2, 1-3]}
            - {name: path-b, tiles: [1-4]}
            - {name: bend, tiles: [1-2 3-4]}
        """)
    labels = short_labels(tileset)
    assert labels == {"path-1": "1-1", "path-2": "1-2", "path-b-1": "2-1", "bend-1": "b-1"}


def test_a_label_without_room_is_left_out() -> None:
    """On a small tile that is full of strands there is no label rather than a bad one."""
    tileset = set_of("""
        game: full
        tiles: {shape: hexagon, size: 8mm, families: [{name: one, tiles: [1-2 3-4 5-6]}]}
        """)
    artist = Artist(tileset.definition, tileset.definition.main_group, 30)
    tile = tileset.pieces[0].tile
    assert len(artist.drawing(tile, "long-name").items) == len(artist.drawing(tile).items)


@pytest.mark.parametrize(
    ("shape", "ports"), [("hexagon", 2), ("square", 3), ("triangle", 2), ("rectangle", 3)]
)
def test_discs_of_ends_never_touch(shape: str, ports: int) -> None:
    """With an end on every port, also across corners."""
    geometry = TileGeometry(Shape(shape), ports)
    size = "60 x 40mm" if shape == "rectangle" else "40mm"
    text = " ".join(str(port + 1) for port in range(geometry.port_count))
    tileset = set_of(
        f"game: ends\ntiles: {{shape: {shape}, ports: {ports}, size: {size},"
        f" families: [{{name: one, tiles: [{text}]}}]}}"
    )
    artist = Artist(tileset.definition, tileset.definition.main_group, 0)
    radius = artist.outline.strand_width * look.DISC_RADIUS
    tile = tileset.pieces[0].tile
    discs = [
        artist.outline.port(end.ports[0]).at(artist.spines.depth(end, tile)) for end in tile.strands
    ]
    for number, disc in enumerate(discs):
        for other in discs[:number]:
            assert (disc - other).length() > 2 * radius


def test_dots_are_evenly_spaced_and_clear_of_the_sides() -> None:
    """A dotted line has whole dots, the first and last half a period from its ends."""
    tileset = set_of("""
        game: dots
        colours: {red: {line: dotted}}
        tiles: {shape: hexagon, size: 30mm, families: [{name: one, tiles: [R1-2, R1-3, R1-4]}]}
        """)
    outline = Outline(tileset.definition.main_group.geometry, 30, 30)
    for join in ((0, 1), (0, 2), (0, 3)):
        path = centreline(outline, join)
        length, width = path_length(path), outline.strand_width
        (dots,) = line_pattern(path, tileset.definition.inks[0], width, STANDARD)
        assert isinstance(dots, SceneShape)
        starts = [Point(*part[1:]) for part in dots.path if part[0] == "M"]  # type: ignore[misc]
        number = round(length / (0.78 * width))
        assert len(starts) == number
        middles = [start - Point(0.21 * width, 0) for start in starts]
        ends = samples(path)[0], samples(path)[-1]
        gaps = [
            (a - b).length() for a, b in zip([ends[0], *middles], [*middles, ends[1]], strict=True)
        ]
        assert gaps[0] == pytest.approx(gaps[-1], rel=0.02)
        assert gaps[0] > 0.3 * width


@pytest.mark.slow
def test_nothing_is_drawn_outside_the_tile() -> None:
    """White paper stays white beyond the sides."""
    triangles = family_text(
        "generate: strands, strand: {ports: [1, 2, 3]}, where: {terminals: 6}",
        tiles="shape: triangle, ports: 2, size: 50mm",
    )
    names = ("hexstatic", "controlled-path", "hex-auction")
    for tileset in (*map(bundled, names), set_of(triangles)):
        geometry = tileset.definition.main_group.geometry
        outline = Outline(geometry, tileset.definition.main_group.size, 0)
        beyond = outline.circumradius - outline.apothem
        for piece in tileset.pieces[::7]:
            for side in range(geometry.sides):
                rows = int((beyond - 0.05) * PER_MM)
                above = picture(tileset, piece.tile, -side * 360 / geometry.sides, rows=rows)
                assert above.min() > 0.99, piece.id


def test_a_turned_drawing_is_the_drawing_turned() -> None:
    """Turning the tile by a side and the artist back gives the same picture: art is not mirrored."""
    tileset = bundled("hexstatic")
    geometry = tileset.definition.main_group.geometry
    turn = geometry.isometries(tileset.definition.main_group.symmetry)[1]
    for piece in tileset.pieces[::31]:
        one = picture(tileset, piece.tile, 30)
        other = picture(tileset, moved(piece.tile, turn), 30 - 60)
        assert (np.abs(one - other).max(axis=2) > 0.5).mean() < 0.001, piece.id


def test_side_one_is_at_the_top_right_of_a_standing_hexagon_and_sides_go_clockwise() -> None:
    """The picture agrees with the notation: R1 is up right, B3 is down right."""
    tileset = set_of("""
        game: sides
        colours: {red: {line: thick}, blue: {line: thick}}
        tiles: {shape: hexagon, size: 30mm, families: [{name: one, tiles: [R1 B3]}]}
        """)
    raster = picture(tileset, tileset.pieces[0].tile, Shape.HEXAGON.upright)
    outline = Outline(TileGeometry(Shape.HEXAGON), 30, 30)
    red, blue = (ink.fill for ink in tileset.definition.inks)
    for heading, ink in ((30, red), (150, blue)):
        x, y = np.sin(np.radians(heading)) * 14.5, -np.cos(np.radians(heading)) * 14.5
        assert colour_at(raster, x, y, outline.circumradius) == ink


def test_a_tile_has_its_size() -> None:
    """Across flats for a hexagon, the side for a square and a triangle."""
    hexagon = bounding_box(Outline(TileGeometry(Shape.HEXAGON), 30, 30).corners)
    square = bounding_box(Outline(TileGeometry(Shape.SQUARE), 30, 0).corners)
    triangle = bounding_box(Outline(TileGeometry(Shape.TRIANGLE), 30, 60).corners)
    assert hexagon.width == pytest.approx(30)
    assert (square.width, square.height) == pytest.approx((30, 30))
    assert triangle.width == pytest.approx(30)


def test_straight_lines_lie_below_bends() -> None:
    """The order of strands is the same on every tile, so that a set looks of a piece."""
    tileset = bundled("hexstatic")
    geometry = tileset.definition.main_group.geometry
    artist = Artist(tileset.definition, tileset.definition.main_group, 30)
    for piece in tileset.pieces:
        heights = [artist.height_of(strand) for strand in piece.tile.strands]
        for strand, height in zip(piece.tile.strands, heights, strict=True):
            if is_straight(strand.ports, geometry):
                assert height == min(h for h in heights)


def test_a_tile_is_drawn_once_for_each_heading() -> None:
    """Copies share their drawing, so that a writer stores it once."""
    tiles = Tiles(bundled("published/tsuro"))
    piece = tiles.tileset.pieces[0]
    assert tiles.drawing(piece, 0) is tiles.drawing(piece, 0)
    assert tiles.drawing(piece, 0) is not tiles.drawing(piece, 90)


def test_a_road_without_fills_keeps_its_kerbs() -> None:
    """They alone tell it from the land: outlines as fine as the cuts look like lines of the sheet."""
    outline = Outline(TileGeometry(Shape("hexagon")), 38, 30)
    path = segment(Point(-19, 0), Point(19, 0))
    plain = replace(STANDARD, fills=False)
    filled, hollow = (
        [item.stroke.width for item in line_items(outline, path, None, theme) if item.stroke]
        for theme in (STANDARD, plain)
    )
    assert filled == hollow
    assert (hollow[1] - hollow[2]) / 2 == pytest.approx(0.72, abs=0.01)
