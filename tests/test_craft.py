"""Print craft: bleed, backs, cuts and their numbers, checked by geometry of the tests' own."""

from __future__ import annotations

import math
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import NOWHERE, DoesNotFit
from pnp.colour.theme import STANDARD
from pnp.imposition import LAYOUTS, Bleed, Job, Paper, SheetOptions, make_sheets
from pnp.imposition.backs import turned_over, turning
from pnp.imposition.bleeding import LAP, bleed_areas, extent_of
from pnp.imposition.cuts import Line, corner_marks, numerals, straight_cuts, ticks
from pnp.imposition.furniture import bands
from pnp.imposition.packing import Band, arrange, filled
from pnp.imposition.papers import chosen_papers, inset, tick_zone
from pnp.kinds import BuildOptions, sections, tiles_section
from pnp.pieces import Cutout, Face, Placement, Pose, Trim, make_pieces, rigid
from pnp.pieces.tiles import seen_from_behind
from pnp.pieces.trims import edges_of, tile_trim
from pnp.render import pdf_bytes
from pnp.scene import Clip, Document, Drawing, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, polygon
from pnp.tiles import Tile
from tests.conftest import Call, bundled, set_of
from tests.rasters import pdf_raster
from tests.test_bands import apart

A4 = Paper("a4", 210, 297, 10, 21.5)
LYING = Paper("wide", 297, 210, 21.5, 10)
NOTHING = Face(rigid(Drawing(())))

SQUARES = """
game: squares
colours: [red, blue]
tiles: {shape: square, size: 40mm, families: [{name: one, generate: edges}]}
"""


def cutout(trim: Trim, name: str = "x", *, group: str = "") -> Cutout:
    """A piece with nothing on it."""
    return Cutout(name, trim, NOTHING, group=group)


def laid_out(trim: Trim, layout: str, gap: float = 0.0) -> list[Placement]:
    """A sheet full of pieces."""
    poses = arrange(trim, layout, A4.content, gap=gap).poses
    return [Placement(cutout(trim), pose) for pose in poses]


def inside(point: Point, corners: Sequence[Point], margin: float) -> bool:
    """Whether a point is inside a convex polygon, so far from each of its sides."""
    return all(
        (point - one).dot((other - one).unit().right()) > margin for one, other in edges_of(corners)
    )


def area_of(corners: Sequence[Point]) -> float:
    """The area of a polygon, by Gauss's formula."""
    return abs(sum(a.x * b.y - a.y * b.x for a, b in edges_of(corners))) / 2


def page_corners(laid: Placement) -> list[Point]:
    """The corners of a piece where it lies; of a round one, sixty points round it."""
    (piece, (at, turn)) = laid
    if piece.trim.is_round:
        steps = [math.radians(6 * step) for step in range(60)]
        return [at + Point(math.cos(a), math.sin(a)) * (piece.trim.width / 2) for a in steps]
    return [at + corner for corner in piece.trim.corners(turn)]


TRIMS = [
    Trim("hexagon", 30, 30),
    Trim("square", 35, 35),
    Trim("triangle", 45, 45),
    Trim("rectangle", 44.5, 63.5),
    Trim("circle", 20, 20),
]


@pytest.mark.slow
@pytest.mark.spread(10)
@pytest.mark.covering(2)
@pytest.mark.parametrize("trim", TRIMS, ids=lambda trim: trim.shape)
@pytest.mark.parametrize("layout", ["honeycomb", "straight", "spaced"])
@pytest.mark.parametrize("reach", [1.0, pytest.param(3.0, marks=pytest.mark.slow), 9.0])
def test_bleed_never_enters_a_neighbour(trim: Trim, layout: str, reach: float) -> None:
    """Nor, but for a hair, another's bleed; it has the whole piece inside, and goes no farther than asked for."""
    gap = 4.0 if layout == "spaced" or trim.is_round else 0.0
    # A dozen in a row and below have neighbours on all sides, and edges of the sheet.
    laid = laid_out(trim, layout, gap)[:16]
    sheet = inset(Box(0, 0, A4.width, A4.height), 3)
    areas = bleed_areas(laid, reach, sheet)
    pieces = [page_corners(each) for each in laid]
    radius = max((corner - laid[0].pose.at).length() for corner in pieces[0])
    assert sheet.contains(extent_of(areas), tolerance=1e-6)
    for number, (area, own) in enumerate(zip(areas, pieces, strict=True)):
        assert not any(inside(corner, area, -0.02) is False for corner in own)
        # A sharp corner of a triangle reaches twice as far as its sides.
        limit = bounding_box(own)
        assert inset(limit, -2 * reach - 0.1).contains(bounding_box(area))
        middle = Point(sum(p.x for p in area) / len(area), sum(p.y for p in area) / len(area))
        probes = [middle + (corner - middle) * 0.999 for corner in area]
        for other in range(len(laid)):
            # Areas that are farther apart than their corners reach cannot meet.
            apart = (laid[other].pose.at - laid[number].pose.at).length()
            if other == number or apart > 2 * (radius + 2 * reach):
                continue
            assert not any(inside(probe, pieces[other], 0.05) for probe in probes)
            assert not any(inside(probe, areas[other], 2 * LAP + 0.05) for probe in probes)


@pytest.mark.slow
def test_no_paper_shows_between_the_bleed_of_neighbours() -> None:
    """Backs of one ink are one area on a screen, whose dots two edges share."""
    pieces = make_pieces(bundled("hexagonal-highway"))
    (paper,) = chosen_papers(["a4"])
    (tokens,) = sections(pieces, paper, BuildOptions(pieces=("tokens",)))
    back = replace(tokens.pages[1], layers={Layer.BLEED: tokens.pages[1].items(Layer.BLEED)})
    dots = pdf_raster(pdf_bytes(Document("", "", "", (back,))), 90)
    inks, counts = np.unique(dots.reshape(-1, 3), axis=0, return_counts=True)
    # Most dots are the paper or the ink of the backs.
    ink = min(inks[counts.argsort()[-2:]], key=np.sum)
    is_ink = np.abs(dots - ink).max(axis=2) < 0.02
    across = is_ink[:, :-2] & is_ink[:, 2:] & ~is_ink[:, 1:-1]
    along = is_ink[:-2] & is_ink[2:] & ~is_ink[1:-1]
    # A few dots are where three corners meet; a seam along the sides of all backs would be thousands.
    assert 0 < across.sum() + along.sum() < 500
    assert is_ink.sum() > 300_000


def test_straight_cut_hexagons_have_a_sixth_of_their_size_to_bleed() -> None:
    """Then the waste triangles are full, and nothing overlaps."""
    trim = Trim("hexagon", 30, 30)
    laid = laid_out(trim, "straight")
    middle = min(laid, key=lambda each: (each.pose.at - Point(105, 148)).length())
    full = bleed_areas(laid, 5.0, A4.sheet)[laid.index(middle)]
    # A hexagon, and a third of each of the six triangles at its sides.
    side = 30 / math.sqrt(3)
    expected = trim.area + 6 / 3 * side * side * math.sqrt(3) / 4
    assert area_of(full) == pytest.approx(expected, rel=1e-6)
    assert area_of(bleed_areas(laid, 9.0, A4.sheet)[laid.index(middle)]) == pytest.approx(expected)


def sheets_of(trim: Trim, layout: str, bleed: Bleed, paper: Paper = A4) -> tuple[Page, ...]:
    """The sheets of one piece."""
    job = Job(set_of(SQUARES).definition, "pieces", "pieces", [(cutout(trim), 1)])
    return make_sheets(job, layout, paper, SheetOptions(bleed=bleed), STANDARD).pages


@pytest.mark.parametrize(
    ("trim", "layout", "size", "message"),
    [
        (Trim("hexagon", 30, 30), "straight", 5.0, ""),
        (
            Trim("hexagon", 30, 30),
            "straight",
            5.1,
            r"up to 5 mm, not of 5.1 mm; write --layout spaced",
        ),
        (Trim("hexagon", 30, 30), "honeycomb", 0.5, r"share their edges; write --layout straight"),
        (Trim("square", 30, 30), "straight", 8.0, ""),
        (Trim("square", 30, 30), "honeycomb", 1.0, r"share their edges"),
        (Trim("circle", 30, 30), "honeycomb", 8.0, ""),
        (Trim("square", 184, 184), "spaced", 3.0, ""),
        (Trim("square", 185, 185), "spaced", 3.0, r"A4 has room for 184 mm x 248 mm"),
    ],
)
def test_bleed_all_round_wants_room(trim: Trim, layout: str, size: float, message: str) -> None:
    """pnp refuses a layout without room for the bleed, and names one that has room."""
    if not message:
        assert sheets_of(trim, layout, Bleed("full", size))
        return
    with pytest.raises(DoesNotFit, match=message):
        sheets_of(trim, layout, Bleed("full", size))


@given(
    st.sampled_from(TRIMS),
    st.sampled_from(["long-edge", "short-edge"]),
    st.sampled_from([A4, LYING]),
)
def test_a_sheet_that_is_turned_over_shows_every_back_behind_its_front(
    trim: Trim, edge: str, paper: Paper
) -> None:
    """The corners of a back, seen through the paper, are those of its front."""
    laid = [
        Placement(cutout(trim), pose)
        for pose in arrange(trim, "honeycomb", paper.content, gap=4).poses
    ]
    mirror = turning(paper, edge)
    upright = (edge == "long-edge") == (paper.height > paper.width)
    assert mirror.line == ("upright" if upright else "level")
    for front, back in zip(laid, turned_over(laid, mirror), strict=True):
        seen = {
            (
                round(paper.width - x if upright else x, 6),
                round(y if upright else paper.height - y, 6),
            )
            for x, y in page_corners(back)
        }
        wanted = {(round(x, 6), round(y, 6)) for x, y in page_corners(front)}
        if not trim.is_round:
            assert seen == wanted
        assert mirror.pose(back.pose).at == pytest.approx(front.pose.at)


TWO_SIDED = """
game: two-sided
colours: {red: "#FF0000", green: "#00FF00", blue: "#0000FF"}
tiles:
  shape: hexagon
  size: 30mm
  symmetry: rotations+reflections
  families:
    - name: way
      generate: strands
      strand: {ports: [1, 2]}
      colours: {red: once, green: once, blue: once}
      where: {lines: 1}
"""


@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
@pytest.mark.parametrize("layout", ["honeycomb", "straight"])
def test_two_sided_tiles_are_as_if_the_card_were_glass(edge: str, layout: str) -> None:
    """The page of backs, turned over, has the same strands at every side of every tile."""
    tileset = set_of(TWO_SIDED)
    pieces = make_pieces(tileset, labels=False)
    options = BuildOptions(sheets=SheetOptions(duplex=edge, cuts="none"))
    section = tiles_section(pieces, tileset, A4, layout, options)
    assert section.backed
    data = pdf_bytes(Document("", "", "", section.pages))
    front, back = (pdf_raster(data, 150, page=number) for number in (0, 1))
    back = back[:, ::-1] if edge == "long-edge" else back[::-1]
    poses = arrange(tile_trim(tileset.group), layout, A4.content).poses[: tileset.printed]
    outline = Trim("hexagon", 28, 28)  # a millimetre inside of each side
    seen = 0
    for at, turn in poses:
        for one, other in edges_of(outline.corners(turn)):
            column, row = (round(length / 25.4 * 150) for length in at + (one + other) * 0.5)
            here, there = (
                page[row - 4 : row + 5, column - 4 : column + 5].mean(axis=(0, 1))
                for page in (front, back)
            )
            assert np.abs(here - there).max() < 0.15, (at, here, there)
            seen += here.max() - here.min() > 0.3
    assert seen > 100


def test_a_tile_turned_over_twice_is_itself() -> None:
    """Side s of the back is side -s of the front."""
    for piece in bundled("hex-auction").pieces:
        twin: Tile = seen_from_behind(piece)
        assert seen_from_behind(piece._replace(tile=twin)) == piece.tile
        assert [twin.edges[-side] for side in range(6)] == [*piece.tile.edges]


def cards(number: int, back: Face | None = None) -> Job:
    """A deck of poker cards."""
    trim = Trim("rectangle", 63.5, 88.9)
    pieces = [(Cutout(f"c{n}", trim, NOTHING, back), 1) for n in range(number)]
    return Job(set_of(SQUARES).definition, "cards", "cards", pieces, tight=True)


def marked() -> Face:
    """A side with a drawing that can be found again."""
    path = polygon([Point(-1, -2), Point(1, -2), Point(0, 2)])
    return Face(rigid(Drawing((Shape(path, fill="#000000"),))))


def test_a_fold_has_each_back_opposite_its_front() -> None:
    """As far on the other side of the fold; of both ways to fold, the one with more on a page."""
    back = marked()
    sheets = make_sheets(
        cards(18, back), "straight", A4, SheetOptions(duplex="gutterfold"), STANDARD
    )
    assert (len(sheets.pages), sheets.stats.per_page, sheets.folded) == (5, 4, True)
    for page in sheets.pages:
        (fold,) = page.items(Layer.FOLD)
        assert isinstance(fold, Shape) and fold.stroke is not None and fold.stroke.dash
        fronts = [item for item in page.items(Layer.ART) if isinstance(item, Placed)]
        half = len(fronts) // 2
        start = fold.path[0]
        for front, other in zip(fronts[:half], fronts[half:], strict=True):
            assert start[0] == "M"
            assert front.at.x + other.at.x == pytest.approx(2 * start[1])
            assert front.at.y == pytest.approx(other.at.y)
            # A card on its side has its back on the other side.
            assert (front.turn, other.turn) == (90.0, -90.0)
        for item in page.items(Layer.CUT):
            assert isinstance(item, Shape)
            box = bounding_box([Point(part[1], part[2]) for part in item.path if len(part) == 3])
            assert box.right < start[1]  # type: ignore[operator]


def test_the_offset_moves_all_of_a_back_and_nothing_of_a_front() -> None:
    """To the right and down, as one looks at the back."""
    plain = make_sheets(cards(2, marked()), "straight", A4, SheetOptions(), STANDARD)
    moved = make_sheets(
        cards(2, marked()), "straight", A4, SheetOptions(back_offset=Point(0.7, -1.2)), STANDARD
    )

    def places(page: Page) -> list[Point]:
        return [item.at for item in page.items(Layer.ART) if isinstance(item, Placed)]

    assert places(plain.pages[0]) == places(moved.pages[0])
    for one, other in zip(places(plain.pages[1]), places(moved.pages[1]), strict=True):
        assert other - one == pytest.approx((0.7, -1.2))


def test_sheets_of_copies_take_hardly_any_memory() -> None:
    """Art and bleed are made when they are drawn: a sheet keeps less than 150 bytes for each piece and its back."""
    piece = Cutout("a", Trim("square", 20, 20), marked(), marked())

    def kept(copies: int) -> tuple[int, int]:
        """The bytes that sheets keep, and the number of sheets."""
        job = Job(set_of(SQUARES).definition, "tokens", "tokens", [(piece, copies)])
        tracemalloc.start()
        try:
            sheets = make_sheets(job, "straight", A4, SheetOptions(), STANDARD)
            return tracemalloc.get_traced_memory()[0], sheets.stats.sheets
        finally:
            tracemalloc.stop()

    kept(1000)
    (few, sheets), (many, more) = kept(1000), kept(5000)
    assert more > 4 * sheets > 20
    assert many - few < 150 * 4000


def test_pieces_without_a_back_get_one_if_others_have_one_or_options_choose_it() -> None:
    """Else a page of fronts would be printed on the back of another."""
    trim = Trim("square", 20, 20)
    job = Job(
        set_of(SQUARES).definition,
        "tokens",
        "tokens",
        [(Cutout("a", trim, NOTHING, marked()), 1), (cutout(trim), 1)],
    )
    sheets = make_sheets(job, "spaced", A4, SheetOptions(), STANDARD)
    assert sheets.backed and len(sheets.pages[1].items(Layer.ART)) == 2
    (bleed,) = (item for item in sheets.pages[1].items(Layer.BLEED) if isinstance(item, Clip))
    points = [Point(part[1], part[2]) for part in bleed.path if len(part) == 3]
    assert bounding_box(points).height == pytest.approx(26 + 2 * LAP)
    lonely = Job(set_of(SQUARES).definition, "tokens", "tokens", [(cutout(trim), 1)])
    assert not make_sheets(lonely, "spaced", A4, SheetOptions(), STANDARD).backed
    assert make_sheets(lonely, "spaced", A4, SheetOptions(plain_backs=True), STANDARD).backed
    assert not make_sheets(job, "spaced", A4, SheetOptions(duplex="none"), STANDARD).backed


@pytest.mark.slow
@given(
    st.sampled_from([trim for trim in TRIMS if not trim.is_round]),
    st.floats(0.8, 1.6),
    st.sampled_from([A4, LYING, Paper("letter", 215.9, 279.4, 12.95, 12.7)]),
)
def test_numbers_of_cuts_are_clear_of_everything(trim: Trim, scale: float, paper: Paper) -> None:
    """They touch no piece, no line and no other number; every cut has its number, or none has."""
    trim = Trim(trim.shape, trim.width * scale, trim.height * scale)
    poses = arrange(trim, "straight", paper.content).poses
    laid = tuple(Placement(cutout(trim), pose) for pose in poses)
    zone = tick_zone(paper.content, paper.printable)
    edges = [edge for each in laid for edge in edges_of(page_corners(each))]
    lines = straight_cuts(edges, zone)
    found = numerals(lines, [page_corners(each) for each in laid], zone)
    # Typographic points: smaller ones are hard to read on a table.
    assert all(each.size * 72 / 25.4 >= 7 for each in found)
    assert not found or {int(each.text) for each in found} == {line.number for line in lines}
    boxes = []
    for text, at, size in found:
        # Digits are 0.67 em high.
        boxes.append(Box(at.x, at.y - 0.65 * size, text_width(text, size), 0.65 * size))
    for number, box in enumerate(boxes):
        assert not any(meet(box, other) for other in boxes[:number])
        for each in laid:
            corners = page_corners(each)
            if meet(box, bounding_box(corners)):
                # A number may stand in the angle between two pieces.
                assert not any(inside(corner, corners, -0.02) for corner in box.corners)
                assert not any(meet(box, Box(*corner, 0.05, 0.05)) for corner in corners)
        assert not any(hits(line, box) for line in lines)
        assert paper.printable.contains(box, tolerance=0.15)


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have more than a hair in common."""
    return (
        one.x < other.right - 0.02
        and other.x < one.right - 0.02
        and one.y < other.bottom - 0.02
        and other.y < one.bottom - 0.02
    )


def hits(line: Line, box: Box) -> bool:
    """Whether a line runs through a box: the box's corners are on both sides of it."""
    corners = [Point(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    along = (line.end - line.start).unit()
    sides = [along.cross(corner - line.start) for corner in corners]
    places = [along.dot(corner - line.start) for corner in corners]
    beside = max(places) < 0 or min(places) > (line.end - line.start).length()
    return min(sides) < 0 < max(sides) and not beside


@pytest.mark.parametrize("trim", [trim for trim in TRIMS if not trim.is_round])
@pytest.mark.parametrize("layout", ["honeycomb", "straight", "spaced"])
@pytest.mark.parametrize("bleed", [0.0, 2.0])
def test_crop_marks_survive_the_first_cut(trim: Trim, layout: str, bleed: float) -> None:
    """Each corner has a mark in line with each of its sides, and none runs through a piece."""
    gap = 4.0 if layout == "spaced" else 0.0
    laid = laid_out(trim, layout, gap)
    marks = corner_marks([Band(trim, *zip(*laid, strict=True))], bleed)
    pieces = [page_corners(each) for each in laid]
    longest = max((end - start).length() for start, end in marks)
    for each, corners in zip(laid, pieces, strict=True):
        at = each.pose.at
        radius = max((corner - at).length() for corner in corners)
        # Only marks that are so near can touch the piece or belong to a corner of it.
        reach = radius + longest + bleed + 0.7
        beside = [(start, end) for start, end in marks if (start - at).length() < reach]
        for start, end in beside:
            assert not any(inside(start + (end - start) * (k / 8), corners, 0.05) for k in range(9))
        for one, other in edges_of(corners):
            along = (other - one).unit()
            for corner in (one, other):
                assert any(
                    abs((b - a).unit().cross(along)) < 1e-6
                    and abs((a - corner).cross(along)) < 1e-3
                    and min((a - corner).length(), (b - corner).length()) < bleed + 0.7
                    for a, b in beside
                )


def test_a_crop_mark_stays_outside_beside_a_near_neighbour() -> None:
    """A neighbour half a millimetre away leaves room; one that touches does not."""
    square = cutout(Trim("square", 30, 30))

    def heights(gap: float) -> list[float]:
        """How far above the upper right corner of the first square the marks in line with its right edge begin."""
        places = (Point(0, 0), Point(30 + gap, -10))
        laid = tuple(Placement(square, Pose(at, 0.0)) for at in places)
        marks = corner_marks([Band(square.trim, *zip(*laid, strict=True))], 0.0)
        on_line = [mark for mark in marks if all(abs(end.x - 15) < 0.01 for end in mark)]
        return [round(-15 - max(end.y for end in mark), 6) for mark in on_line]

    apart, touching = ([each for each in heights(gap) if abs(each) < 2] for gap in (0.5, 0.0))
    assert [each > 0 for each in apart] == [True]
    assert [each > 0 for each in touching] == [False]


def test_ticks_are_outside_of_the_pieces() -> None:
    """The ends of lines, from the content box outwards."""
    lines = [Line(Point(0, 50), Point(100, 50), 1), Line(Point(30, 0), Point(30, 100), 2)]
    found = [round(length, 6) for tick in sorted(ticks(lines, Box(10, 20, 80, 60))) for length in
             (*tick[0], *tick[1])]  # fmt: skip
    assert found == [0, 50, 10, 50, 30, 0, 30, 20, 30, 100, 30, 80, 100, 50, 90, 50]


def test_groups_begin_rows_of_their_own_only_if_asked() -> None:
    """Seven and seven in rows of five: three rows, or two and two."""
    trim = Trim("square", 35, 35)
    pieces = [(cutout(trim, group="a"), 7), (cutout(trim, group="b"), 7)]
    (together,) = filled(pieces, "straight", A4.content)
    (apart,) = filled(pieces, "straight", A4.content, by_group=True)
    assert [rows_of(sheet[0]) for sheet in (together, apart)] == [
        ["aaaaa", "aabbb", "bbbb"],
        ["aaaaa", "aa", "bbbbb", "bb"],
    ]


@pytest.mark.parametrize(
    ("copies", "rows"),
    [
        ([12], ["aaaaaa", "aaaaaa"]),
        ([8, 4], ["aaaaaaaa", "bbbb"]),
        ([4, 4, 4], ["aaaabbbb", "cccc"]),
        ([25], ["aaaaaaaaa", "aaaaaaaaa", "aaaaaaa"]),
    ],
)
def test_rows_are_as_short_as_their_number_allows(copies: list[int], rows: list[str]) -> None:
    """In rows of ten, twelve of a kind lie in sixes; a kind that fits in a row stays in one."""
    trim = Trim("circle", 15, 15)
    pieces = [
        (replace(cutout(trim, group="abc"[at]), place=NOWHERE._replace(line=at)), number)
        for at, number in enumerate(copies)
    ]
    (sheet,) = filled(pieces, "straight", A4.content, gap=4)
    assert [rows_of(band) for band in sheet] == [rows]


def rows_of(band: Band) -> list[str]:
    """The groups of the pieces in each row."""
    rows: dict[float, str] = {}
    for piece, (at, _) in band.placed:
        rows[round(at.y, 3)] = rows.get(round(at.y, 3), "") + piece.group
    return [*rows.values()]


def test_pieces_of_several_sizes_share_a_sheet() -> None:
    """One below the other, with a gap between."""
    pieces = [(cutout(Trim("circle", 20, 20)), 3), (cutout(Trim("square", 30, 30)), 2)]
    (sheet,) = filled(pieces, "spaced", A4.content, gap=4)
    above, below = (
        bounding_box([p for each in band.placed for p in page_corners(each)]) for band in sheet
    )
    assert below.y - above.bottom >= 4 - 0.1


@pytest.mark.parametrize(("number", "sheets"), [(4, [3, 4]), (1, [4]), (5, [4, 4])])
def test_few_large_pieces_stay_together(number: int, sheets: list[int]) -> None:
    """Below three strips is room for one: four go on a sheet of their own, five need two anyway."""
    large = cutout(Trim("rectangle", 170, 60))
    pieces = [(cutout(Trim("rectangle", 180, 60)), 3), (large, number)]
    found = filled(pieces, "straight", A4.content)
    assert [sum(len(band.placed) for band in sheet) for sheet in found] == sheets


@pytest.mark.parametrize(("number", "touching"), [(35, False), (48, True), (36, True), (49, False)])
def test_squares_touch_where_that_saves_a_sheet(number: int, touching: bool) -> None:
    """A sheet has room for 35 squares that lie apart, and for 48 that share their edges."""
    squares = [(cutout(Trim("square", 30, 30)), number)]
    found = filled(squares, "spaced", A4.content, gap=4, may_touch=True)
    assert len(found) == (1 if number <= 48 else 2)
    left, right, *_ = sorted({round(each.pose.at.x, 3) for each in found[0][0].placed})
    assert (right - left == pytest.approx(30)) == touching
    assert len(filled(squares, "spaced", A4.content, gap=4)) == (1 if number <= 35 else 2)


def rectangles(*runs: tuple[int, int, int]) -> list[tuple[Cutout, int]]:
    """Pieces by their width, height and number."""
    return [(cutout(Trim("rectangle", width, height)), number) for width, height, number in runs]


def test_sizes_whose_order_in_the_file_takes_more_sheets_change_places() -> None:
    """pnp tries every order of three or four sizes: neither the order of the file nor the largest first is the best here.

    The heights and gaps of the three sizes fill 238 of 254 mm.
    """
    three = rectangles((180, 110, 1), (180, 80, 1), (90, 40, 2))
    assert len(filled(three, "straight", A4.content)) == 1
    four = rectangles((90, 100, 3), (180, 110, 1), (90, 30, 2), (90, 90, 1))
    assert len(filled(four, "straight", A4.content)) == 2


def test_no_room_is_lost_above_the_first_of_several_sizes() -> None:
    """Several sizes on a sheet begin at its top; one size alone lies in the middle.

    Three pieces of the first size stand side by side. The heights and gaps of all sizes fill 248 of 254 mm.
    """
    sizes = rectangles((90, 60, 3), (180, 120, 1), (90, 30, 2))
    (sheet,) = filled(sizes, "straight", A4.content)
    check_apart([sheet], 0.0)
    for band in sheet:
        for each in band.placed:
            assert A4.content.y - 0.01 < each.box.y and each.box.bottom < A4.content.bottom + 0.01


def test_squares_do_not_touch_if_another_order_takes_as_many_sheets() -> None:
    """22 squares of 40 mm could share their edges. Two sheets hold all squares either way, so these lie apart."""
    squares = [
        (cutout(Trim("square", side, side)), number) for side, number in ((40, 22), (20, 15))
    ]
    sheets = filled(squares, "spaced", A4.content, gap=4, may_touch=True)
    assert len(sheets) == 2
    check_apart(sheets, 4.0)


def test_a_single_piece_is_apart_from_the_row_beside_it_and_from_the_row_above() -> None:
    """Also if the others touch each other."""
    many, one = (cutout(Trim("square", side, side)) for side in (30, 20))
    (sheet,) = filled([(many, 11), (one, 1)], "spaced", A4.content)
    (alone,) = (each for band in sheet for each in band.placed if each.cutout is one)
    others = [each for band in sheet for each in band.placed if each.cutout is many]
    assert max(each.box.bottom for each in others) > alone.box.y
    for other in others:
        assert apart(alone.box, other.box) > 3.99


def check_apart(sheets: Sequence[Sequence[Band]], gap: float) -> None:
    """No two pieces of a sheet are nearer than the gap."""
    for sheet in sheets:
        for one, other in combinations([each.box for band in sheet for each in band.placed], 2):
            assert apart(one, other) > gap - 0.01


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.sampled_from(TRIMS), st.integers(1, 70)), min_size=2, max_size=4,
        unique_by=lambda run: run[0],
    ),
    st.sampled_from(LAYOUTS),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_another_order_of_the_file_takes_as_many_sheets(
    runs: list[tuple[Trim, int]], layout: str, random: Random
) -> None:
    """Up to four sizes, each in one stretch or several."""
    pieces = [(cutout(trim), number) for trim, number in runs]
    parts = [
        (each, part) for each, number in pieces for part in (number // 2, number - number // 2)
    ]
    shuffled = random.sample(parts, len(parts))
    found = [len(filled(each, layout, A4.content, gap=4)) for each in (pieces, shuffled)]
    assert found[0] == found[1]


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.sampled_from(TRIMS), st.integers(1, 30)), min_size=1, max_size=5),
    st.sampled_from(LAYOUTS),
)
def test_no_division_takes_more_paper_than_sizes_apart(
    runs: list[tuple[Trim, int]], layout: str
) -> None:
    """Every copy is there once, on no more sheets than each size by itself, and on enough."""
    pieces = [(cutout(trim), number) for trim, number in runs]
    found = filled(pieces, layout, A4.content, gap=4)
    apart = [filled([each], layout, A4.content, gap=4) for each in pieces]
    assert len(found) <= sum(map(len, apart))
    assert len(found) * A4.content.width * A4.content.height >= sum(
        trim.area * number for trim, number in runs
    )
    placed = [each for sheet in found for band in sheet for each in band.placed]
    assert Counter(each.cutout for each in placed) == dict(pieces)
    for sheet in found:
        for each in (each for band in sheet for each in band.placed):
            assert A4.content.contains(bounding_box(page_corners(each)), tolerance=0.02)
        boxes = [
            bounding_box([corner for each in band.placed for corner in page_corners(each)])
            for band in sheet
        ]
        # Only a single piece lies beside a band; it is a part of that band.
        for above, below in pairwise(boxes):
            assert below.y - above.bottom >= 4 - 0.02


def test_turned_drawings_are_turned_in_both_writers() -> None:
    """Clockwise, as seen on paper."""
    from pnp.render import svg_text
    from tests.rasters import difference, svg_raster

    path = polygon([Point(0, -1), Point(20, -1), Point(20, 1), Point(0, 1)])
    drawing = Drawing((Shape(path, fill="#000000"),))
    for copies in (1, 2):
        placed = tuple(Placed(drawing, Point(30, 30), turn=60) for _ in range(copies))
        page = Page(60, 60, {Layer.ART: placed})
        pdf = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 254)
        svg = svg_raster(svg_text(page), 254)
        assert difference(pdf, svg) < 0.001
        end = Point(30, 30) + Point(math.cos(math.pi / 3), math.sin(math.pi / 3)) * 18
        assert pdf[round(end.y * 10), round(end.x * 10)].max() < 0.1
    assert rigid(drawing)(270).turn == -90 and rigid(drawing, default_turn=30)(30).at == ORIGIN


@pytest.mark.slow
def test_a_machine_finds_its_ink(in_folder: Path, pnp: Call) -> None:
    """CutContour in the sheets that are for a machine, overprinting, and in no others."""
    Path("squares.yaml").write_text(SQUARES)
    for style in ("machine", "auto"):
        result = pnp("build", "squares.yaml", "--cuts", style, "--paper", "a4")
        assert result.exit_code == 0, result.output
        with pikepdf.open("output/squares/squares-tiles-a4-straight.pdf") as pdf:
            resources = pdf.pages[0].Resources
            assert ("/ColorSpace" in resources) == (style == "machine")
            if style == "machine":
                separation = resources.ColorSpace.CutContour
                assert [str(part) for part in list(separation)[:3]] == [
                    "/Separation", "/CutContour", "/DeviceCMYK",
                ]  # fmt: skip
                states = [dict(state.items()) for _, state in resources.ExtGState.items()]
                assert {"/OP": True} in states
        picture = Path("output/squares/sheets/squares-tiles-a4-straight-01.svg").read_text()
        assert ('class="CutContour"' in picture) == (style == "machine")


@pytest.mark.parametrize("beyond", [4.0, 8.0, 9.5])
def test_bleed_ends_clear_of_the_foot_and_of_the_head(beyond: float) -> None:
    """A millimetre is clear where the margin has it, and the words never give way to it."""
    content = A4.content
    printed = Box(content.x, content.y - beyond, content.width, content.height + 2 * beyond)
    found = bands(A4, printed)
    for band, gap in (
        (found.head, printed.y - found.head.bottom),
        (found.foot, found.foot.y - printed.bottom),
    ):
        assert gap >= 1.2 or band.height < 6
        assert 0.3 < gap < 2


def words_of(page: Page) -> list[str]:
    """All that is written round the pieces."""
    return [item.string for item in page.items(Layer.GUIDE) if isinstance(item, Text)]


@pytest.mark.parametrize("name", ["a4", "letter", "a5", "4x6", "a3", "a4-letter", "60x200mm"])
def test_furniture_fits_every_paper(name: str) -> None:
    """No two words lie on each other, and none is wider than the paper."""
    from pnp.imposition.papers import chosen_papers

    (paper,) = chosen_papers([name])
    tileset = bundled("hexstatic-compact")
    section = tiles_section(
        make_pieces(tileset),
        tileset,
        paper,
        "honeycomb",
        BuildOptions(sheets=SheetOptions(cuts="none")),
    )
    boxes = []
    for item in section.pages[0].items(Layer.GUIDE):
        if isinstance(item, Text) and item.angle == 0:
            width = text_width(item.string, item.size, bold=item.bold)
            left = {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * width
            boxes.append(Box(item.at.x - left, item.at.y - 0.7 * item.size, width, item.size * 0.9))
    assert boxes
    for number, box in enumerate(boxes):
        assert paper.printable.contains(box, tolerance=0.3)
        assert not any(meet(box, other) for other in boxes[:number])


def test_a_set_says_what_begins_a_row(in_folder: Path, pnp: Call) -> None:
    """Tiles of one colour, of the other and of both, in rows of their own; an option goes before."""
    # Two red ones, eight of both colours and two blue ones, four to a row.
    text = SQUARES.replace("size: 40mm", "size: 40mm, group: colour, copies: 2")
    found = []
    for own in ([], ["--group", "none"]):
        Path("squares.yaml").write_text(text)
        result = pnp("build", "squares.yaml", "--paper", "a4", "--only", "pdf", *own)
        found.append(result.output.splitlines()[1].partition(", straight: ")[2].partition(" of")[0])
    assert found == ["12 on 1 sheet, 10 cuts, 31%", "12 on 1 sheet, 9 cuts, 31%"]
    Path("squares.yaml").write_text(text.replace("group: colour", "group: color"))
    result = pnp("build", "squares.yaml")
    assert result.exit_code == 1 and "squares.yaml:4:" in result.output


def test_a_size_by_itself_means_shared_bleed(in_folder: Path, pnp: Call) -> None:
    """An option that is accepted does something."""
    Path("squares.yaml").write_text(SQUARES)
    found = []
    for options in (["--bleed-size", "2mm"], ["--bleed", "shared", "--bleed-size", "2mm"], []):
        pnp("build", "squares.yaml", "--paper", "a4", "--only", "pdf", *options)
        found.append(Path("output/squares/squares-tiles-a4-straight.pdf").read_bytes())
    assert found[0] == found[1] != found[2]
