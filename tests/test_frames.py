"""Frames: parts that meet each other and the cells, print on sheets, and lie round tiles in figures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pnp.basics.errors import Source
from pnp.covers.boards import island
from pnp.definition import read_figure
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, inventory, piece_groups, sections
from pnp.pieces import figure_picture, make_pieces
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes
from pnp.scene import Drawing, Picture
from pnp.scene.geometry import Box, Point
from pnp.tiles import grids
from pnp.tiles.frames import FramePart, frame_parts
from pnp.tiles.grids import Grid
from pnp.tiles.hexgrid import Orientation
from tests.conftest import Call, refusal, set_of
from tests.nets import area
from tests.rasters import pdf_raster
from tests.test_face_figures import raster

SET = """\
game: isle
title: Isle
players: {min: 2, max: 4}
look: {ground: "#1E5B6E", ink: "#F4E3B5"}
colours: {forest: "#3E7B4F", hill: "#B5622F"}
tiles: {shape: hexagon, size: 40mm, families: [{name: land, tiles: [{tile: FFFFFF, copies: 9}, HHHHHH]}]}
pieces:
  boards:
    - {name: island, hexhex: 3, cell: 40mm, printed: no}
    - {name: way, path: 20, cell: 20mm}
"""
POINTY, FLAT = Orientation.POINTY_TOP, Orientation.FLAT_TOP
SIZE, WIDTH = 30.0, 20.0

# A grid, its sides, the places on them, and the area of the outer edge if its inside is SIZE a cell.
SHAPES = {
    "hexhex": (grids.hexhex(3, POINTY), 6, 12, 2 * math.sqrt(3) * (4 / math.sqrt(3) * SIZE + WIDTH) ** 2),
    "flat hexhex": (grids.hexhex(4, FLAT), 6, 18, 2 * math.sqrt(3) * (5.5 / math.sqrt(3) * SIZE + WIDTH) ** 2),
    "squares": (grids.squares(5, 3), 4, 16, (5 * SIZE + 2 * WIDTH) * (3 * SIZE + 2 * WIDTH)),
    "one square": (grids.squares(1, 1), 4, 4, (SIZE + 2 * WIDTH) ** 2),
    "triangles": (grids.triangles(4), 3, 12, 3 * math.sqrt(3) * (4 * SIZE / 2 / math.sqrt(3) + WIDTH) ** 2),
    # One and a half hexes between the rows; every other row is shifted by half of one.
    "hexes": (grids.hexes(4, 3, POINTY), 4, 16, (4.5 * SIZE + 2 * WIDTH) * (5 / math.sqrt(3) * SIZE + 2 * WIDTH)),
}  # fmt: skip
CELL = {"hexes": math.sqrt(3) / 2, "squares": 1.0, "triangles": math.sqrt(3) / 4}

shapes = pytest.mark.parametrize(("grid", "sides", "places", "whole"), SHAPES.values(), ids=SHAPES)


def cell_area(grid: Grid, size: float) -> float:
    """The area of all cells of this size."""
    return len(grid.cells) * CELL[grid.kind] * size**2


@shapes
@pytest.mark.parametrize("split", [1, 2])
def test_parts_fill_the_room_between_the_cells_and_the_outer_edge(
    grid: Grid, sides: int, places: int, whole: float, split: int
) -> None:
    """The areas of the parts add up to that of the outer edge less that of the cells."""
    if split == 2 and len(grid.cells) == 1:
        return
    parts = frame_parts(grid, SIZE, WIDTH, split=split)
    assert len(parts) == sides * split
    total = sum(area([*part.outline]) for part in parts)
    assert total == pytest.approx(whole - cell_area(grid, SIZE))


@shapes
def test_each_part_meets_the_next_one(grid: Grid, sides: int, places: int, whole: float) -> None:
    """The corners of a joint, with its tab, are in both outlines, and all of the coast belongs to cells."""
    parts = frame_parts(grid, SIZE, WIDTH)
    for part, following in pairwise([*parts, parts[0]]):
        shared = rounded(part.outline) & rounded(following.outline)
        assert len(shared) == 6
        assert part.coast[-1] == following.coast[0]
    layout = grid.layout(SIZE)
    corners = rounded(corner for cell in grid.cells for corner in layout.outline(cell))
    assert all(rounded(part.coast[1:-1]) <= corners for part in parts)


def rounded(points: Iterable[Point]) -> set[tuple[float, float]]:
    """The points in ten thousandths of a millimetre."""
    return {(round(each.x, 4), round(each.y, 4)) for each in points}


@shapes
def test_places_have_room(grid: Grid, sides: int, places: int, whole: float) -> None:
    """They are numbered clockwise; a circle in each touches neither the outline nor another circle of its part."""
    parts = frame_parts(grid, SIZE, WIDTH)
    found = [place for part in parts for place in part.places]
    assert [place.number for place in found] == [*range(1, places + 1)]
    for part in parts:
        for place in part.places:
            assert place.radius >= WIDTH / 4
            for angle in range(0, 360, 15):
                way = Point(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
                assert holds(part, place.centre + way * (place.radius - 0.01))


def holds(part: FramePart, point: Point) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    crossings = 0
    for one, other in pairwise([*part.outline, part.outline[0]]):
        if (one.y > point.y) != (other.y > point.y):
            crossings += point.x < one.x + (point.y - one.y) * (other.x - one.x) / (other.y - one.y)
    return crossings % 2 == 1


def test_a_frame_has_an_allowance() -> None:
    """Its inside is so much longer, from coast to coast, than all cells."""
    parts = frame_parts(grids.squares(8, 8), 20.0, 15.0, allowance=1.0)
    top, right, bottom, left = parts
    assert right.coast[0].x - left.coast[0].x == pytest.approx(161)
    assert bottom.coast[0].y - top.coast[0].y == pytest.approx(161)


# On paper


def with_frame(keys: str) -> str:
    """The set with a frame round its island."""
    return SET + f"  frames: [{{name: sea, round: island, {keys}}}]\n"


HARBOUR = "places: {port: {at: [1, 8], face: [{shape: circle, fill: '#FF0000'}]}}"


def test_a_frame_on_a_sheet() -> None:
    """Six parts with an edge of ground all round, a strip of shore, and red discs on two of them."""
    pieces = make_pieces(set_of(with_frame(f"width: 20mm, shore: '#FFE000', {HARBOUR}")))
    (section,) = sections(pieces, *chosen_papers(["a4"]), BuildOptions(pieces=("frames",)))
    assert section.pieces == 6
    shown = pdf_raster(pdf_bytes(section.document), 100)
    red = shown[..., 0] - shown[..., 1] - shown[..., 2] > 0.6
    yellow = (shown[..., 0] > 0.9) & (shown[..., 1] > 0.7) & (shown[..., 2] < 0.3)
    sea = (np.abs(shown - np.array([0x1E, 0x5B, 0x6E]) / 255) < 0.04).all(axis=-1)
    dot = (25.4 / 100) ** 2
    (radius,) = {
        round(place.radius, 2)
        for part in pieces.components.frames[0].parts
        for place in part.places
    }
    # The disc is in the square inside a circle with its margin.
    disc = 2 * math.pi * ((radius - 3.4) * (1 - 0.16) / math.sqrt(2)) ** 2
    assert red.sum() * dot == pytest.approx(disc, rel=0.1)
    # The coast of 19 hexes, with the shore 2.4 mm inside, as much bleed outside, and a line to cut.
    coast = 30 * 40 / math.sqrt(3)
    assert yellow.sum() * dot == pytest.approx(coast * 4.8, rel=0.15)
    bare = 2 * math.sqrt(3) * (4 / math.sqrt(3) * 40 + 20) ** 2 - cell_area(
        grids.hexhex(3, POINTY), 40
    )
    assert bare * 0.6 < sea.sum() * dot < bare * 1.1


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["low-ink", "pens"])
def test_a_frame_without_fills(theme: str) -> None:
    """Lines alone, which cost next to no ink."""
    pieces = make_pieces(set_of(with_frame("width: 20mm, shore: '#FFE000'")), chosen_theme(theme))
    (line,) = [line for line in inventory(pieces) if line.section == "frames"]
    shown = raster(line.picture)
    assert shown.mean() > 0.93
    assert shown.min() < 0.8


def test_all_commands_list_frames() -> None:
    """One group with its parts, clockwise from the top; the inventory shows it as a whole."""
    pieces = make_pieces(set_of(with_frame("width: 20mm, title: The Sea")))
    group = [*piece_groups(pieces)][-1]
    assert (group.kind, group.title, group.number) == ("frame part", "The Sea", "6 frame parts")
    assert [each.id for each in group.pieces] == [f"sea-{number}" for number in range(1, 7)]
    (line,) = [line for line in inventory(pieces) if line.section == "frames"]
    assert (line.title, line.number) == ("The Sea", "6")
    outer = 2 / math.sqrt(3) * (4 / math.sqrt(3) * 40.2 + 20)
    assert line.picture.box.width == pytest.approx(2 * outer, abs=1.5)


@pytest.mark.slow
def test_a_frame_larger_than_the_paper(pnp: Call, in_folder: Path) -> None:
    """The report has the place, the sizes, and what would fit; which then does fit."""
    text = with_frame("width: 120mm").replace("40mm", "60mm")
    Path("isle.yaml").write_text(text)
    command = ("build", "isle.yaml", "--only", "pdf", "--pieces", "frames")
    result = pnp(*command, "--paper", "a4")
    assert result.exit_code == 2
    # The outer edge is as long as a side of the hexagon round 19 hexes of 60.2 mm and 120 mm of sea.
    long = 2 / math.sqrt(3) * (4 / math.sqrt(3) * 60.2 + 120)
    message = (
        rf'isle\.yaml:11:19: error size: the part "sea-1" needs {long:.1f} x [\d.]+ mm when it lies flat, and A4'
        r" has room for 192 x 261\.7 mm; write `split: 2` for 12 parts\n"
    )
    assert re.search(message, result.output), result.output
    assert pnp(*command, "--paper", "legal").exit_code == 0
    Path("isle.yaml").write_text(text.replace("width: 120mm", "width: 120mm, split: 2"))
    assert pnp(*command, "--paper", "a4").exit_code == 0


def test_a_cover_shows_the_island() -> None:
    """Tiles of both kinds lie inside the frame, in an order of the seed, whatever the tiles would match."""
    pieces = make_pieces(set_of(with_frame("width: 20mm")))
    shown = raster(
        Picture(
            Drawing(tuple(island(pieces, pieces.look, Box(0, 0, 100, 100)))), Box(0, 0, 100, 100)
        )
    )
    green = (shown[..., 1] > shown[..., 0] + 0.1) & (shown[..., 0] < 0.4)
    orange = (shown[..., 0] > shown[..., 2] + 0.3) & (shown[..., 1] < 0.5)
    # Nine tiles of the ten are of the one kind.
    assert green.sum() > 4 * orange.sum() > 0


# Figures


def figure(keys: str) -> Source:
    """A figure in a file."""
    return Source("figure.md", f"caption: The island\n{keys}\n")


def test_a_figure_shows_a_frame_round_tiles() -> None:
    """The picture is as large as the frame, and the tiles fill its inside."""
    pieces = make_pieces(set_of(with_frame("width: 20mm, shore: '#FFE000'")))
    tiles = "tiles: {'0,0': FFFFFF, '1,0': HHHHHH}"
    alone = figure_picture(pieces, read_figure(figure(tiles)))
    shown = figure_picture(pieces, read_figure(figure(tiles + "\nframe: sea")))
    assert shown.box.width > 4 * alone.box.width / 2
    size = 26.0  # tiles with colours on their sides
    outer = 2 / math.sqrt(3) * (4 / math.sqrt(3) * 40.2 + 20) * size / 40
    assert shown.box.width == pytest.approx(2 * outer, abs=1.5)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("tiles: {'0,0': FFFFFF}\nframe: see", 'there is no frame "see"; did you mean "sea"?'),
        ("board: way\nframe: sea", 'the frame "sea" lies round cells like those of "island"'),
    ],
)
def test_a_figure_with_a_wrong_frame(keys: str, message: str) -> None:
    """One finding."""
    pieces = make_pieces(set_of(with_frame("width: 20mm")))
    assert [
        finding.message for finding in refusal(figure_picture, pieces, read_figure(figure(keys)))
    ] == [message]
