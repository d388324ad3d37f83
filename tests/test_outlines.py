"""Outlines of one's own: their geometry, and tokens that are cut out along them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.art.outlines import read_outline
from pnp.basics.errors import Source
from pnp.colour.theme import STANDARD
from pnp.definition import load_definition, parse_definition
from pnp.imposition import Bleed, Paper, SheetOptions, make_sheets
from pnp.imposition.backs import Mirror, turned_over
from pnp.imposition.bleeding import bleed_areas
from pnp.imposition.options import Job
from pnp.kinds import kind_of
from pnp.kinds.standees import silhouette
from pnp.pieces import Pieces, Placement, Pose, make_pieces
from pnp.render import pdf_bytes
from pnp.scene import Document, Layer, Page, Placed, Shape
from pnp.scene.contours import (
    Contour,
    area_of,
    contains,
    contour,
    crossing,
    flattened,
    grown,
    meeting_places,
)
from pnp.scene.geometry import Point, circle, heading, nearest, polygon, round_trip, turned
from pnp.sets.tileset import make_tileset
from pnp.tiles.polygons import of_outline
from tests.mistakes import FOLDER
from tests.nets import area, around, corners, folded
from tests.rasters import pdf_raster

A4 = Paper("a4", 210, 297, 10, 21.5)


def star(radii: Sequence[float]) -> Contour:
    """A polygon with corners at these distances from a point, at even steps round it."""
    step = 360 / len(radii)
    return contour(polygon([heading(step * at) * radius for at, radius in enumerate(radii)]))


STARS = st.lists(st.floats(4.0, 20.0), min_size=5, max_size=14).map(star)


def distance(corners: Sequence[Point], point: Point) -> float:
    """How far a point is from a polygon's edges."""
    return min((nearest(point, *edge) - point).length() for edge in round_trip(corners))


# Geometry


@settings(max_examples=40, deadline=None)
@given(STARS)
def test_what_is_turned_over_twice_is_as_before(form: Contour) -> None:
    """A mirror image has the area of the original, and goes round clockwise as well."""
    over = form.turned_over
    assert over.area == pytest.approx(form.area)
    assert over.area > 0
    assert {(round(-x, 6), round(y, 6)) for x, y in over.corners} == {
        (round(x, 6), round(y, 6)) for x, y in form.corners
    }
    assert over.turned_over.area == pytest.approx(form.area)


@settings(max_examples=20, deadline=None)
@given(form=STARS, factor=st.sampled_from([0.01, 7.0, 3000.0]))
def test_a_tile_is_the_same_in_whatever_size_its_file_states(form: Contour, factor: float) -> None:
    """Corners round the same middle: in a file of kilometres the search for that took a minute."""
    one, other = of_outline(form), of_outline(form.scaled(factor))
    assert [*map(tuple, other.corners)] == [pytest.approx(tuple(each)) for each in one.corners]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(STARS)
def test_the_largest_circle_is_inside_and_none_is_larger(form: Contour) -> None:
    """No point of a fine grid lies deeper than the middle of the circle."""
    centre, radius = form.disc
    assert contains(form.corners, centre)
    assert distance(form.corners, centre) == pytest.approx(radius)
    x, y, width, height = form.box
    points = (Point(x + width * a / 25, y + height * b / 25) for a in range(26) for b in range(26))
    deepest = max(distance(form.corners, each) for each in points if contains(form.corners, each))
    assert deepest <= radius + 0.03


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(STARS, st.floats(0.0, 1.5))
def test_the_room_keeps_its_margin(form: Contour, margin: float) -> None:
    """Along all sides of the rectangle no point is nearer to the cut than the margin."""
    room = form.room(margin)
    for start, end in round_trip(room.corners):
        for step in range(6):
            point = start + (end - start) * (step / 6)
            assert form.depth(point) > margin - 0.05


def test_the_room_of_a_rectangle_is_the_rectangle() -> None:
    """A margin of 2 mm leaves 36 x 16 mm of 40 x 20 mm; a disc has room for a square."""
    room = contour(polygon([Point(0, 0), Point(40, 0), Point(40, 20), Point(0, 20)])).room(2.0)
    assert room[2:] == pytest.approx((36.0, 16.0), abs=0.01)
    square = contour(circle(Point(7, 7), 20)).room(0.0)
    assert square.width * square.height == pytest.approx(800, rel=0.06)


@settings(max_examples=30, deadline=None)
@given(STARS, st.floats(0.5, 4.0))
def test_an_outline_grows_by_a_distance_everywhere(form: Contour, by: float) -> None:
    """Each corner of the larger outline is so far from the smaller one."""
    (outer, *_) = grown((form.corners,), by)
    for point in outer:
        assert distance(form.corners, point) == pytest.approx(by, abs=0.05)
        assert not contains(form.corners, point)


@settings(max_examples=30, deadline=None)
@given(STARS, STARS, st.floats(0, 360), st.floats(0.0, 1.0))
def test_two_forms_touch_where_the_places_of_overlaps_end(
    fixed: Contour, free: Contour, turn: float, share: float
) -> None:
    """On the border of the no-fit polygon nothing lies inside the other form."""
    corners = free.at_turn(turn)
    places = meeting_places(fixed.corners, corners)
    outer = max(places, key=lambda each: abs(area_of(each)))
    at = outer[int(share * (len(outer) - 1))]
    moved = [at + each for each in corners]
    touching = min(
        *(distance(fixed.corners, each) for each in moved),
        *(distance(moved, each) for each in fixed.corners),
    )
    assert touching < 0.01
    for one, other in ((moved, fixed.corners), (fixed.corners, moved)):
        assert not any(contains(other, each) and distance(other, each) > 0.01 for each in one)


def clockwise(one: Point, two: Point, three: Point) -> bool:
    """Whether three points go round clockwise."""
    return (two - one).cross(three - one) > 0


@pytest.mark.parametrize("seed", range(60))
def test_a_crossing_is_found_where_two_edges_cross(seed: int) -> None:
    """Every pair of edges is compared, each with the sides on which the ends of the other lie."""
    random = Random(seed)
    corners = tuple(
        heading(40 * at + random.uniform(0, 55)) * random.uniform(2, 20) for at in range(9)
    )
    edges = [*round_trip(corners)]
    crossed = any(
        clockwise(a, b, c) != clockwise(a, b, d) and clockwise(c, d, a) != clockwise(c, d, b)
        for number, (a, b) in enumerate(edges)
        for c, d in edges[number + 2 : len(edges) - (number == 0)]
    )
    found = crossing(corners)
    assert (found is not None) == crossed
    if found is not None:
        assert sum((nearest(found, *edge) - found).length() < 1e-6 for edge in edges) >= 2


# Files


def test_a_file_gives_the_true_size() -> None:
    """The train is 90 of 100 units wide, and the file 40 mm; so it is 36 mm long."""
    train = read_outline(FOLDER / "train.svg", "train.svg")
    assert train.box.width == pytest.approx(36.0)
    # Its wheels are half circles of 8 units below y = 50, and its roof is at y = 5.
    assert train.box.height == pytest.approx((50 + 8 - 5) * 0.4, abs=0.03)
    assert train.box.centre.length() < 1e-6


@pytest.mark.parametrize(
    ("head", "width"),
    [
        ('width="40mm" height="20mm" viewBox="0 0 100 50"', 40.0),
        ('width="100" height="50"', 100 * 25.4 / 96),
        ('viewBox="0 0 100 50"', 100 * 25.4 / 96),
        ('width="100%" height="100%" viewBox="0 0 100 50"', 100 * 25.4 / 96),
        ('width="2in" height="4in" viewBox="0 0 100 50"', 50.8),
    ],
)
def test_a_unit_of_a_file_has_the_size_that_the_file_gives(
    tmp_path: Path, head: str, width: float
) -> None:
    """Without a length a unit is a pixel of CSS; of two scales the smaller counts."""
    file = tmp_path / "a.svg"
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {head}><rect width="100" height="50"/></svg>'
    )
    assert read_outline(file, "a.svg").box.width == pytest.approx(width)


# Tokens


def trains(more: str = "size: 40mm, count: 5, front: sun", *, title: str = "trains") -> Pieces:
    """The pieces of a game with tokens in the form of a train."""
    text = f"game: {title}\npieces:\n  tokens:\n    - {{name: train, outline: train.svg, {more}}}\n"
    return make_pieces(make_tileset(parse_definition(Source(str(FOLDER / "game.yaml"), text))))


@pytest.mark.parametrize(
    ("size", "box"),
    [("40mm", (40.0, 23.56)), ("40 x 10mm", (16.98, 10.0)), ("20 x 40mm", (20.0, 11.78))],
)
def test_a_size_is_the_longer_side_or_a_box(size: str, box: tuple[float, float]) -> None:
    """The outline keeps its proportions: it fits into a width and a height."""
    pieces = trains(f"size: {size}, count: 1, front: sun")
    ((cutout, _),) = pieces.tokens(pieces.components.tokens[0])
    assert cutout.box[2:] == pytest.approx(box, abs=0.02)


def test_the_cut_layer_follows_the_outline() -> None:
    """Each train of the sheet has its line in the cut layer, and all points of it lie on the outline."""
    pieces = trains()
    job = Job(
        pieces.definition,
        "tokens",
        "",
        pieces.tokens(pieces.components.tokens[0]),
        bleed=Bleed("shared", 1.5),
    )
    sheets = make_sheets(job, "spaced", A4, SheetOptions(), STANDARD)
    *_, cut = sheets.pages[0].layers[Layer.CUT]
    assert isinstance(cut, Shape)
    starts = [at for at, part in enumerate(cut.path) if part[0] == "M"]
    assert len(starts) == 5
    placed = [each for part in sheets.parts for each in part.fronts]
    for start, end, lying in zip(starts, [*starts[1:], len(cut.path)], placed, strict=True):
        assert lying.cutout.trim.contour is not None
        around = [
            lying.pose.at + each for each in lying.cutout.trim.contour.at_turn(lying.pose.turn)
        ]
        for point in flattened(cut.path[start:end]):
            assert distance(around, point) < 0.03


@pytest.mark.parametrize("line", ["upright", "level"])
@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0])
def test_a_back_lies_exactly_behind_its_front(line: str, turn: float) -> None:
    """Turned over, the outline of the back is the mirror image of that of the front."""
    pieces = trains()
    ((cutout, _),) = pieces.tokens(pieces.components.tokens[0])
    front = Placement(cutout, Pose(Point(60, 80), turn))
    (back,) = turned_over([front], Mirror(line, 105.0))  # type: ignore[arg-type]
    outlines = []
    for each in (front, back):
        form = each.cutout.trim.contour
        assert form is not None
        outlines.append([each.pose.at + corner for corner in form.at_turn(each.pose.turn)])
    for x, y in outlines[0]:
        mirrored = Point(210 - x, y) if line == "upright" else Point(x, 210 - y)
        assert distance(outlines[1], mirrored) < 0.01


def test_the_bleed_is_an_offset_of_the_outline() -> None:
    """All corners of the bleed are 1.5 mm outside of the cut, also in the hollow before the chimney."""
    pieces = trains()
    ((cutout, _),) = pieces.tokens(pieces.components.tokens[0])
    lying = Placement(cutout, Pose(Point(100, 100), 90.0))
    (area,) = bleed_areas([lying], 1.5, A4.sheet)
    form = cutout.trim.contour
    assert form is not None
    around = [lying.pose.at + turned(each, math.pi / 2) for each in form.corners]
    for point in area:
        assert distance(around, point) == pytest.approx(1.5, abs=0.04)
        assert not contains(around, point)


@pytest.mark.slow
def test_texts_of_a_face_lie_in_the_largest_rectangle_of_the_outline() -> None:
    """Text in the safe area is clear of the cut; text at the top left of the box is cut off."""
    inside = trains('size: 80mm, count: 1, face: [{text: "Express", size: 10pt}]')
    outside = trains(
        'size: 80mm, count: 1, face: [{text: "Express", size: 10pt, area: trim, at: top left}]'
    )
    found = [
        [each.rule for each in pieces.token_findings(pieces.components.tokens[0])]
        for pieces in (inside, outside)
    ]
    assert found == [[], ["outside"]]


# Standees


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(STARS)
def test_both_sides_of_a_silhouette_meet(form: Contour) -> None:
    """Folded, its back has the outline of its front, and its base lies under both, in two layers."""
    net = silhouette(form)
    assert area(around(net.outline)) == pytest.approx(sum(area(corners(p)) for p in net.panels))
    space = folded(net, "front", {"base": -90, "sole": 180, "rear": 180, "back": -90})
    front, back = space["front"], space["back"]
    assert len(front) == len(back)
    apart = np.abs(front[:, None] - back[None]).max(axis=2)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < 1e-6
    low = front[:, 1].max()
    upper = np.concatenate((space["base"], space["rear"]))
    assert np.abs(upper[:, 1] - low).max() < 1e-3 > np.abs(space["sole"][:, 1] - low).max()
    sole, both = (np.ptp(each[:, 2]) for each in (space["sole"], upper))
    assert sole == pytest.approx(both) and np.ptp(space["base"][:, 2]) == pytest.approx(sole / 2)


@pytest.mark.slow
def test_a_standee_of_an_outline_shows_its_piece_on_both_sides(tmp_path: Path) -> None:
    """With a margin round it; the back is the mirror image, so that it covers the front."""
    (tmp_path / "train.svg").write_bytes((FOLDER / "train.svg").read_bytes())
    path = tmp_path / "set.yaml"
    path.write_text(
        "game: sample\npieces:\n"
        "  tokens: [{name: trains, outline: train.svg, size: 40mm, count: 1, face: ["
        '{shape: rectangle, fill: "#0000FF", area: bleed}, '
        '{shape: rectangle, fill: "#FF0000", area: bleed, width: 50%, at: left}]}]\n'
        "  standees: [{name: figures, for: trains}]\n",
        "utf-8",
    )
    pieces = make_pieces(make_tileset(load_definition(path)), STANDARD)
    kind = kind_of("standee")
    (made,) = kind.made(pieces)
    ((net, _),) = kind.cutouts(pieces, made)
    page = Page(210, 297, {Layer.ART: (Placed(net.picture().drawing, Point(105, 148.5)),)})
    dots = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 254)
    top, bottom = round(10 * (148.5 + net.box.y)), round(10 * (148.5 - net.box.y))
    # The outline is 22 mm high, and the margin above and below it 2 mm.
    front, back = dots[top : top + 260], dots[bottom - 260 : bottom]
    assert np.abs(front - back[::-1]).mean() < 0.01
    red, blue = (
        (front[..., one] > 0.9) & (front[..., other] < 0.1) for one, other in ((0, 2), (2, 0))
    )
    # The picture has the area of the outline, and its left half is red.
    (token,) = (
        each.cut_out()
        for each in kind_of("token").group(pieces, *kind_of("token").made(pieces)).pieces
    )
    assert (red | blue).sum() / 100 == pytest.approx(token.trim.area, rel=0.02)
    assert np.nonzero(red)[1].max() <= 1050 + 1 and np.nonzero(blue)[1].min() >= 1050 - 1
