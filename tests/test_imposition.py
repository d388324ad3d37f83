"""Imposition: the sheets, measured in millimetres and on the pixels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import DoesNotFit
from pnp.colour.theme import STANDARD
from pnp.imposition import LAYOUTS, Bleed, Paper, SheetOptions, Sheets
from pnp.imposition.cuts import outlines, straight_cuts
from pnp.imposition.packing import arrange, largest_size
from pnp.imposition.papers import load_papers
from pnp.kinds import BuildOptions, tiles_section
from pnp.pieces import Pieces, Pose, Trim, make_pieces
from pnp.pieces.trims import edges_of
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Document, Layer, Page, Placed
from pnp.scene import Shape as ShapeItem
from pnp.scene.geometry import Box, Point, bounding_box
from tests.conftest import bundled, set_of
from tests.rasters import Raster, difference, pdf_raster, svg_raster

A4 = Paper("a4", 210, 297, 10, 21.5)
LETTER = Paper("letter", 215.9, 279.4, 12.95, 12.7)

TRIMS = ("triangle", "square", "hexagon", "rectangle", "circle")
LAYOUT = st.sampled_from(LAYOUTS)


@st.composite
def trims(draw: st.DrawFn) -> Trim:
    """Any piece of 12 to 80 mm."""
    shape = draw(st.sampled_from(TRIMS))
    width = draw(st.floats(12, 80))
    height = draw(st.floats(12, 80)) if shape == "rectangle" else width
    return Trim(shape, width, height)  # type: ignore[arg-type]


@cache
def pieces_of(name: str, *, labels: bool = True) -> Pieces:
    """The pieces of a bundled set, which are drawn once for all tests."""
    return make_pieces(bundled(name), labels=labels)


def tile_sheets(
    pieces: Pieces,
    layout: str,
    paper: Paper,
    *,
    options: SheetOptions = SheetOptions(),  # noqa: B008 it is frozen
    group: str | None = None,
) -> Sheets:
    """The sheets of the tiles."""
    section = tiles_section(
        pieces, pieces.tileset, paper, layout, BuildOptions(sheets=options, group=group)
    )
    return section.sheets[0]


def corners_of(trim: Trim, at: Point, turn: float) -> list[Point]:
    """The corners of a piece on the page; of a round one, sixty points round it."""
    if trim.is_round:
        steps = (math.radians(6 * step) for step in range(60))
        radius = trim.width / 2
        return [at + Point(math.cos(a), math.sin(a)) * radius for a in steps]
    return [corner + at for corner in trim.corners(turn)]


def gap_between(one: list[Point], other: list[Point]) -> float:
    """How far two convex polygons are apart; less than 0 where they overlap.

    By the sides of both: of all lines along a side, the one that parts them best.
    """
    best = -math.inf
    for mine, theirs in ((one, other), (other, one)):
        for start, end in edges_of(mine):
            outward = (end - start).unit().right() * -1
            best = max(best, min((corner - start).dot(outward) for corner in theirs))
    return best


def near(poses: Sequence[Pose], reach: float) -> list[tuple[int, int]]:
    """The pairs of poses whose middles are at most so far apart: farther ones cannot meet."""
    x, y = np.array([pose.at for pose in poses]).T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    return [(one, other) for one, other in np.argwhere(apart <= reach).tolist() if one < other]


def runs_through(start: Point, end: Point, corners: list[Point], margin: float) -> bool:
    """Whether a segment has points inside a convex polygon, so far from every side of it."""
    enter, leave = 0.0, 1.0
    for one, other in edges_of(corners):
        inward = (other - one).unit().right()
        depth, slope = (start - one).dot(inward) - margin, (end - start).dot(inward)
        if abs(slope) < 1e-12:
            if depth < 0:
                return False
        elif slope > 0:
            enter = max(enter, -depth / slope)
        else:
            leave = min(leave, -depth / slope)
    return enter < leave


@pytest.mark.slow
@given(trims(), LAYOUT, st.floats(0, 12), st.floats(100, 300), st.floats(100, 400))
def test_pieces_lie_in_the_box_and_never_on_each_other(
    trim: Trim, layout: str, gap: float, width: float, height: float
) -> None:
    """For any size, gap and sheet: pieces are inside, and at least the gap apart."""
    box = Box(7, 9, width, height)
    straight_hexagons = layout == "straight" and trim.shape == "hexagon"
    gap = 0.0 if straight_hexagons else gap
    poses = arrange(trim, layout, box, gap=gap).poses
    all_corners = [corners_of(trim, pose.at, pose.turn) for pose in poses]
    for corners in all_corners:
        assert box.contains(bounding_box(corners), tolerance=0.011)
    for one, other in near(poses, trim.width + trim.height + gap):
        if trim.is_round:
            assert (poses[one].at - poses[other].at).length() >= trim.width + gap - 1e-6
        else:
            assert gap_between(all_corners[one], all_corners[other]) >= gap - 1e-6
    used = bounding_box([corner for corners in all_corners for corner in corners])
    middle = Point(used.x + used.width / 2, used.y + used.height / 2)
    # Rows of different lengths may leave the whole a little off the middle of the sheet.
    assert (middle - Point(7 + width / 2, 9 + height / 2)).length() < max(trim.width, trim.height)


@given(trims(), LAYOUT, st.floats(100, 300), st.floats(100, 400))
def test_no_lattice_that_is_turned_holds_more(
    trim: Trim, layout: str, width: float, height: float
) -> None:
    """A sheet and its pieces turned together hold the same: orientation is searched."""
    upright = arrange(trim, layout, Box(0, 0, width, height)).poses
    lying = arrange(trim, layout, Box(0, 0, height, width)).poses
    assert len(upright) == len(lying)


@given(trims(), st.floats(100, 200), st.floats(100, 250))
def test_straight_cuts_touch_no_piece(trim: Trim, width: float, height: float) -> None:
    """Every cut runs right across the sheet and through no piece, and cuts every side of each."""
    if trim.is_round or trim.width < 25:
        return
    poses = arrange(trim, "straight", Box(0, 0, width, height)).poses
    all_corners = [corners_of(trim, pose.at, pose.turn) for pose in poses]
    edges = [edge for corners in all_corners for edge in edges_of(corners)]
    cuts = straight_cuts(edges, Box(-9, -9, 500, 500))
    for cut in cuts:
        for corners in all_corners:
            assert not runs_through(cut.start, cut.end, corners, 0.05)
    for start, end in edges:
        middle = (start + end) * 0.5
        assert any(
            abs((b - a).unit().cross(middle - a)) < 0.02 and (middle - a).dot(middle - b) < 0
            for a, b, _ in cuts
        )
    assert [cut.number for cut in cuts] == [*range(1, len(cuts) + 1)]


def test_the_outermost_cuts_come_last() -> None:
    """Until then the frame of the sheet holds everything together."""
    poses = arrange(Trim("hexagon", 38, 38), "straight", A4.content).poses
    edges = [
        edge
        for at, turn in poses
        for edge in edges_of(corners_of(Trim("hexagon", 38, 38), at, turn))
    ]
    cuts = straight_cuts(edges, A4.content)
    last = cuts[-6:]
    corners = [corner for edge in edges for corner in edge]
    for start, end, _ in last:
        sides = {round((end - start).unit().cross(corner - start), 2) > 0.02 for corner in corners}
        below = {round((end - start).unit().cross(corner - start), 2) < -0.02 for corner in corners}
        assert not (sides == {True, False} and below == {True, False}), "a piece lies on each side"
    for start, end, _ in cuts[:-6]:
        offsets = [(end - start).unit().cross(corner - start) for corner in corners]
        assert min(offsets) < -1 and max(offsets) > 1


@pytest.mark.parametrize(("columns", "rows"), [(4, 2), (2, 4)])
def test_the_direction_with_the_fewest_cuts_comes_last(columns: int, rows: int) -> None:
    """Two rows of four squares: first the three inner cuts across, then the one along, then the frame."""
    trim = Trim("square", 30, 30)
    places = [Point(30.0 * column, 30.0 * row) for column in range(columns) for row in range(rows)]
    edges = [edge for at in places for edge in edges_of(corners_of(trim, at, 0.0))]
    cuts = straight_cuts(edges, Box(-50, -50, 300, 300))
    upright = [abs(cut.end.x - cut.start.x) < 1 for cut in cuts]
    assert upright[:4] == ([True] * 3 + [False] if columns > rows else [False] * 3 + [True])
    assert sum(upright[4:]) == 2
    assert len(upright) == 8


def test_neighbours_share_one_cut() -> None:
    """Two touching hexagons have twelve sides and take eleven cuts."""
    trim = Trim("hexagon", 30, 30)
    edges = [edge for x in (0, 30) for edge in edges_of(corners_of(trim, Point(x, 0), 30))]
    assert len(outlines(edges)) == 11


def test_edges_in_one_line_are_one_cut() -> None:
    """A row of three squares has two long cuts and four short ones; a square further on has its own."""
    trim = Trim("square", 30, 30)
    row = [Point(x, 0.0) for x in (0.0, 30.0, 60.0)]

    def cuts_of(places: list[Point]) -> list[float]:
        edges = [edge for at in places for edge in edges_of(corners_of(trim, at, 0.0))]
        return sorted((end - start).length() for start, end in outlines(edges))

    assert cuts_of(row) == pytest.approx([30, 30, 30, 30, 90, 90])
    assert cuts_of([*row, Point(91.0, 0.0)]) == pytest.approx([30] * 8 + [90, 90])


def test_the_number_of_straight_cuts_is_small() -> None:
    """25 hexagons of 38 mm take 28 cuts in three families, not 150."""
    trim = Trim("hexagon", 38, 38)
    poses = arrange(trim, "straight", A4.content).poses
    edges = [e for spot in poses for e in edges_of(corners_of(trim, spot.at, spot.turn))]
    cuts = straight_cuts(edges, Box(-9, -9, 500, 500))
    headings = Counter(
        round(math.degrees(math.atan2(end.y - start.y, end.x - start.x))) % 180
        for start, end, _ in cuts
    )
    assert len(poses) == 25
    assert len(headings) == 3
    assert sum(headings.values()) <= 30


@pytest.mark.parametrize("name", ["hexstatic", "controlled-path", "published/macmahon-triangles"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_every_piece_is_on_a_sheet_once(name: str, layout: str, paper: Paper) -> None:
    """As many tiles as the set prints, in their order, on pages of the paper's size."""
    tileset = bundled(name)
    sheets = tile_sheets(pieces_of(name), layout, paper)
    placed = [
        item for page in sheets.pages for item in page.items(Layer.ART) if isinstance(item, Placed)
    ]
    assert len(placed) == tileset.printed == len({id(item.drawing) for item in placed})
    assert all((page.width, page.height) == (paper.width, paper.height) for page in sheets.pages)
    assert len(sheets.pages) == math.ceil(tileset.printed / sheets.stats.per_page)


def test_full_sheets_share_their_marks() -> None:
    """Marks are made once for all sheets on which the same outlines lie in the same places, and for no other sheet."""
    sheets = tile_sheets(pieces_of("hexstatic"), "honeycomb", A4)
    *full, last = [page.items(Layer.CUT) for page in sheets.pages[:: 1 + sheets.backed]]
    assert len(full) > 2
    for one, other in pairwise(full):
        assert all(mine is theirs for mine, theirs in zip(one, other, strict=True))
    assert len(sheets.parts[-1].fronts) < len(sheets.parts[0].fronts)
    assert last != full[0]


@pytest.mark.slow
def test_ticks_stay_clear_of_title_and_ruler() -> None:
    """Squares that fill the box from top to bottom: lines end before the words begin."""
    tileset = set_of(
        "game: full\ncolours: 2\ntiles: {shape: square, size: 50.8mm,"
        " families: [{name: one, generate: edges, copies: 3}]}"
    )
    page = tile_sheets(make_pieces(tileset), "straight", LETTER).pages[0]
    (cuts,) = page.items(Layer.CUT)
    assert isinstance(cuts, ShapeItem)
    box = bounding_box([Point(*part[1:]) for part in cuts.path])  # type: ignore[misc]
    assert (box.y, box.height) == pytest.approx((12.7 - 2.6, 254 + 5.2))
    # Three squares of 50.8 mm lie in each row, in the middle of the sheet.
    assert (box.x, box.width) == pytest.approx((215.9 / 2 - 76.2 - 2.6, 152.4 + 5.2))
    art = Page(page.width, page.height, {Layer.CUT: page.items(Layer.CUT)})
    words = Page(page.width, page.height, {Layer.GUIDE: page.items(Layer.GUIDE)})
    lines, letters = (
        pdf_raster(pdf_bytes(Document("", "", "", (each,))), 150).min(axis=2) < 0.8
        for each in (art, words)
    )
    assert letters.any() and lines.any()
    assert not (letters & lines).any()


def test_copies_are_printed_as_often_as_asked() -> None:
    """Three copies are three places and one drawing."""
    tileset = set_of("""
        game: copies
        colours: [red, blue]
        tiles:
          shape: square
          size: 30mm
          copies: 3
          families: [{name: one, generate: edges}, {name: two, tiles: ["----"], copies: 2}]
        """)
    sheets = tile_sheets(make_pieces(tileset), "straight", A4)
    placed = [item for page in sheets.pages for item in page.items(Layer.ART)]
    assert (tileset.count, tileset.printed, len(placed)) == (7, 20, 20)
    drawings = Counter(id(item.drawing) for item in placed if isinstance(item, Placed))
    assert sorted(drawings.values()) == [2, 3, 3, 3, 3, 3, 3]


def test_auto_prefers_straight_cuts_unless_they_take_more_sheets() -> None:
    """216 hexagons take five sheets as a honeycomb and six cut straight; 40 take two either way."""
    honeycomb = tile_sheets(pieces_of("hexstatic"), "auto", A4)
    assert (honeycomb.layout, honeycomb.reason) == (
        "honeycomb",
        "the straight layout would take 6 sheets",
    )
    straight = tile_sheets(pieces_of("controlled-path"), "auto", A4)
    assert straight.layout == "straight"
    same = "as many sheets as a honeycomb"
    assert straight.reason == f"{same}, and 22 ruler cuts a page instead of 119 edges"
    squares = tile_sheets(pieces_of("published/macmahon-squares"), "auto", A4)
    assert squares.layout == "straight"
    assert squares.reason == "squares take the least paper in straight rows"


def test_the_reason_for_a_layout_is_the_real_one() -> None:
    """Nobody saves ruler cuts by outlines, and a bleed may leave one layout only."""
    game = pieces_of("controlled-path")
    for cuts in ("outlines", "machine", "none"):
        sheets = tile_sheets(game, "auto", A4, options=SheetOptions(cuts=cuts))
        assert (sheets.layout, sheets.reason) == ("straight", "as many sheets as a honeycomb")
    for size, layout, reason in (
        (3.0, "straight", "a honeycomb has no room for the bleed"),
        (8.0, "spaced", "no other layout has room for the bleed"),
    ):
        options = SheetOptions(bleed=Bleed("full", size))
        sheets = tile_sheets(game, "auto", A4, options=options)
        assert (sheets.layout, sheets.reason) == (layout, reason)


def test_a_tile_larger_than_the_paper_is_refused_with_what_would_fit() -> None:
    """The largest size that fits does fit, and one millimetre more does not."""
    big = set_of(
        "game: big\ncolours: 2\ntiles: {shape: hexagon, size: 300mm,"
        " families: [{name: one, generate: edges}]}"
    )
    with pytest.raises(DoesNotFit, match=r"game.yaml:3:31: error size: .* up to 190 mm"):
        tile_sheets(make_pieces(big), "honeycomb", A4)
    for shape in TRIMS:
        for layout in LAYOUTS:
            trim = Trim(shape, 300, 400 if shape == "rectangle" else 300)  # type: ignore[arg-type]
            size = largest_size(trim, layout, A4.content)
            assert arrange(resized(trim, size), layout, A4.content).poses
            with pytest.raises(DoesNotFit):
                arrange(resized(trim, size + 1), layout, A4.content)


def resized(trim: Trim, width: float) -> Trim:
    """The same shape in another width."""
    return Trim(trim.shape, width, width * trim.height / trim.width)


def extents(raster: Raster, at: Point, dpi: int) -> tuple[float, float]:
    """How wide and how high the ground-coloured piece round a point is, in millimetres.

    Dots on the edge count by how much of them is covered.
    """
    column, row = (round(length / 25.4 * dpi) for length in at)
    return (
        covered(raster[row, :, 2]) / dpi * 25.4,
        covered(raster[:, column, 2]) / dpi * 25.4,
    )


def covered(line: np.ndarray) -> float:
    """How many dots lie between the first and the last that are not white, edges by their share."""
    ground = 1 - int(STANDARD.ground[5:7], 16) / 255
    shares = np.minimum(1, (1 - line) / ground)
    first, *_, last = np.nonzero(shares > 0.02)[0]
    return float(last - first - 1 + shares[first] + shares[last])


def only_art(page: Page) -> Page:
    """The first piece of a page, without lines and titles, and without the paper beyond it.

    Its size is in whole inches, so that dots are not stretched.
    """
    (placed,) = page.items(Layer.ART)[:1]
    assert isinstance(placed, Placed)
    width, height = (math.ceil((length + 25) / 25.4) * 25.4 for length in placed.at)
    return Page(width, height, {Layer.ART: (placed,)})


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_tile_of_30_mm_measures_30_mm_on_paper(layout: str) -> None:
    """Across flats, in SVG and in PDF, measured on the sheet."""
    sheets = tile_sheets(pieces_of("hexstatic", labels=False), layout, A4)
    page = only_art(sheets.pages[0])
    (placed,) = page.items(Layer.ART)
    assert isinstance(placed, Placed)
    pdf = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 300)
    svg = svg_raster(svg_text(page), 300)
    for raster in (pdf, svg):
        across_flats, across_corners = sorted(extents(raster, placed.at, 300))
        assert across_flats == pytest.approx(30.0, abs=0.09)
        assert across_corners == pytest.approx(30 / math.cos(math.pi / 6), abs=0.1)


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "hexstatic",
        "hex-auction",
        "controlled-path",
        "published/tsuro",
        "published/macmahon-triangles",
    ],
)
def test_svg_and_pdf_are_the_same_picture_and_not_its_mirror_image(name: str) -> None:
    """Both writers' sheets, dot by dot."""
    sheets = tile_sheets(pieces_of(name), "auto", A4)
    for page in (sheets.pages[0], sheets.pages[-1]):
        pdf = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 75)
        svg = svg_raster(svg_text(page), 75)
        # The one rounds the page's height down to whole dots, the other up.
        height, width = (min(sizes) for sizes in zip(pdf.shape[:2], svg.shape[:2], strict=True))
        pdf, svg = pdf[:height, :width], svg[:height, :width]
        assert difference(pdf, svg) < 0.002
        assert difference(pdf, svg[:, ::-1]) > 0.02
        assert difference(pdf, svg[::-1]) > 0.02


@pytest.mark.slow
def test_nothing_is_printed_where_printers_cannot() -> None:
    """A quarter of an inch round every page of every paper stays white."""
    for paper in load_papers().values():
        for layout in LAYOUTS:
            sheets = tile_sheets(pieces_of("hexstatic-compact"), layout, paper)
            raster = pdf_raster(pdf_bytes(Document("", "", "", sheets.pages[:1])), 72)
            # A dot that is cut by the line may be a trifle grey.
            edge = int(6.35 / 25.4 * 72) - 1
            assert raster[:edge].min() == raster[-edge:].min() == 1
            assert raster[:, :edge].min() == raster[:, -edge:].min() == 1


def test_the_ruler_is_100_mm_long() -> None:
    """Measured between the first and the last dot of its line."""
    page = tile_sheets(pieces_of("hexstatic"), "honeycomb", A4).pages[0]
    guides = Page(page.width, page.height, {Layer.GUIDE: page.items(Layer.GUIDE)})
    raster = pdf_raster(pdf_bytes(Document("", "", "", (guides,))), 300)
    row = round((A4.content.bottom + 3.6) / 25.4 * 300)
    dark = np.nonzero(raster[row].max(axis=1) < 0.7)[0]
    assert (dark.max() - dark.min()) / 300 * 25.4 == pytest.approx(100, abs=0.25)


def test_the_box_of_a4_is_the_box_of_letter() -> None:
    """So a set has as many sheets on the one paper as on the other."""
    papers = load_papers()
    sizes = {(papers[name].content.width, papers[name].content.height) for name in ("a4", "letter")}
    assert {(round(width, 6), round(height, 6)) for width, height in sizes} == {(190, 254)}
