"""Cuts of a machine: a closed path for each piece, shared edges once, and targets on every sheet."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.imposition import SheetOptions, Sheets
from pnp.imposition.cuts import TARGET_MARGIN, CornerMarks, contours, registration_marks
from pnp.imposition.papers import UNPRINTABLE, chosen_papers
from pnp.kinds import BuildOptions, laid_out
from pnp.pieces import Pieces, make_pieces
from pnp.scene import geometry
from pnp.scene.contours import flattened
from tests.arrangement import Segment, enclosed, twice
from tests.conftest import Call, bundled, set_of

MACHINE = SheetOptions(cuts="machine")


def hexagons(number: int, more: str = "size: 12mm") -> Pieces:
    """A set of so many hexagons."""
    return make_pieces(
        set_of(
            f"game: many\ncolours: 2\ntiles: {{shape: hexagon, {more}, families:"
            f" [{{name: one, tiles: [{{tile: AAAAAA, copies: {number}}}]}}]}}"
        )
    )


def sheets_of(pieces: Pieces, layout: str = "auto") -> list[Sheets]:
    """All sheets for a machine on A4."""
    (paper,) = chosen_papers(["a4"])
    options = BuildOptions(papers=[paper], layouts=[layout], sheets=MACHINE)
    return [
        each for section in laid_out(pieces, paper, options).sections for each in section.sheets
    ]


def segments_of(paths: list[geometry.Path]) -> list[Segment]:
    """The straight lines of paths, closed or not."""
    found: list[Segment] = []
    for path in paths:
        corners = [(each.x, each.y) for each in flattened(path)]
        ends = corners[1:] + corners[:1] if path[-1][0] == "Z" else corners[1:]
        found += zip(corners, ends, strict=False)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["straight", "spaced"])
def test_hexagons_that_share_no_edge_are_a_closed_path_each(layout: str) -> None:
    """130 hexagons, 130 paths."""
    (sheets,) = sheets_of(hexagons(130), layout)
    paths = [path for part in sheets.parts for path in contours(part.fronts)]
    assert len(paths) == 130
    assert all(path[-1] == ("Z",) and len(path) == 7 for path in paths)
    assert sheets.stats.cuts == max(len(part.fronts) for part in sheets.parts)


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("game", "layout"),
    [
        ("hexagons", "honeycomb"),
        ("hexagons", "straight"),
        ("published/macmahon-squares", "straight"),
        ("published/macmahon-triangles", "straight"),
        ("hexpertise", "straight"),
        ("examples/corner-quarrel", "straight"),
        ("examples/harbour", "honeycomb"),
    ],
)
def test_no_edge_is_cut_twice_and_each_piece_is_enclosed_once(game: str, layout: str) -> None:
    """An area between the cuts has the size and the middle of each piece, and no two pieces have one area."""
    pieces = hexagons(40) if game == "hexagons" else make_pieces(bundled(game))
    checked = 0
    for sheets in sheets_of(pieces, layout):
        if sheets.job.whole:
            continue
        for part in sheets.parts:
            segments = segments_of(contours(part.fronts))
            assert not twice(segments)
            areas = [area for area, _ in enclosed(segments)]
            wanted = sorted(cutout.trim.area for cutout, _ in part.fronts)
            for area in wanted:
                near = min(areas, key=lambda each: abs(each - area))
                assert near == pytest.approx(area, rel=5e-3)
                areas.remove(near)
            checked += len(wanted)
    assert checked >= 24


def test_a_run_of_new_edges_is_one_path() -> None:
    """Of two squares side by side the second has one path along three sides."""
    squares = make_pieces(
        set_of(
            "game: two\ncolours: 2\ntiles: {shape: square, size: 30mm, families:"
            " [{name: one, tiles: [{tile: AAAA, copies: 2}]}]}"
        )
    )
    (sheets,) = sheets_of(squares, "straight")
    first, second = contours(sheets.parts[0].fronts)
    assert [part[0] for part in first] == ["M", "L", "L", "L", "Z"]
    assert [part[0] for part in second] == ["M", "L", "L", "L"]


def test_targets_lie_beside_the_pieces_in_their_corners() -> None:
    """A target in each quarter of the sheet, where printers reach; above and below the pieces is room for words."""
    printable, pieces = geometry.Box(5, 6, 200, 280), geometry.Box(12, 30, 186, 220)
    middle = pieces.x + pieces.width / 2, pieces.y + pieces.height / 2
    quarters, rooms = set(), set()
    for target in geometry.parts_of(registration_marks(pieces, printable)):
        box = geometry.bounding_box(flattened(target))
        assert printable.contains(box)
        assert box.right < pieces.x or box.x > pieces.right
        assert pieces.y < box.y
        assert box.bottom < pieces.bottom
        # A third of the height each way is free of targets.
        assert abs(box.y - middle[1]) > pieces.height / 3
        quarters.add((box.right < middle[0], box.bottom < middle[1]))
        if box.width < 0.01:
            rooms.add(round(min(box.y - pieces.y, pieces.bottom - box.bottom), 6))
    assert len(quarters) == 4
    assert len(rooms) == 1, "those above are as far from the end of the pieces as those below"


def test_a_camera_sees_white_paper_round_each_corner_mark() -> None:
    """Two millimetres between the marks and the box within their reach."""
    sheet, marks = geometry.Box(0, 0, 210, 297), CornerMarks(10, 20, 0.5, 5)
    rest = sheet.widened(-marks.reach)
    for path in (marks.square_path, *geometry.parts_of(marks.angles(sheet))):
        box = geometry.bounding_box(flattened(path))
        apart = (rest.x - box.right, box.x - rest.right, rest.y - box.bottom, box.y - rest.bottom)
        assert max(apart) > 1.99


def test_the_least_margin_has_room_for_targets() -> None:
    """A tenth of a millimetre less has none; one that is wide has larger targets."""
    paper = geometry.Box(0, 0, 210, 297)

    def size(margin: float) -> float:
        marks = registration_marks(paper.widened(-margin), paper.widened(-UNPRINTABLE))
        return max(
            (geometry.bounding_box(flattened(each)).height for each in geometry.parts_of(marks)),
            default=0,
        )

    assert size(TARGET_MARGIN - 0.1) == 0
    assert 0 < size(TARGET_MARGIN) < size(TARGET_MARGIN + 1) <= size(TARGET_MARGIN + 5)


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long-edge", "gutterfold"])
@pytest.mark.parametrize(
    "game", ["hexpertise", "hex-auction", "hexagonal-highway", "examples/harbour"]
)
def test_all_sheets_of_a_game_have_targets_and_a_ruler(game: str, duplex: str) -> None:
    """Tiles, cards, tokens, pads, boards and boxes of a game, on both papers, and none is left out."""
    pieces = make_pieces(bundled(game))
    for paper in chosen_papers(["both"]):
        options = BuildOptions(papers=[paper], sheets=replace(MACHINE, duplex=duplex))
        found = laid_out(pieces, paper, options)
        assert not found.left_out
        sheets = [each for section in found.sections for each in section.sheets]
        assert len(sheets) > 2
        for each in sheets:
            assert each.targets != each.job.whole and not each.lacks_targets
            lowest = max(each.plan.extent(sheet).bottom for sheet in each.plan.sheets)
            # A ruler and its words are 2.45 mm high, and stand 0.4 mm below the pieces.
            assert each.lacks_ruler == (lowest > paper.printable.bottom - 2.85)


@pytest.mark.slow
def test_a_build_says_where_a_machine_finds_no_targets(pnp: Call, in_folder: Path) -> None:
    """With a margin that the user chose; the margin that the warning names mends it on all sheets."""
    words = ("build", "hex-auction", "--only", "pdf", "--paper", "both", "--cuts", "machine")
    warning = pnp(*words, "--margin", "7mm,12.7mm").stderr
    for name in ("tiles", "tokens", "boxes"):
        assert (
            f"warning: {name} on A4: the pieces leave no room for registration targets" in warning
        )
    margin = re.search(r"remove --margin, or write at least ([0-9.]+mm)", warning)
    assert margin is not None
    for advised in ((), ("--margin", f"{margin[1]},12.7mm")):
        result = pnp(*words, *advised)
        assert "targets" not in result.stderr and "left out" not in result.stdout
        assert "no room for a ruler" not in result.stdout


@pytest.mark.slow
def test_bleed_ends_before_the_targets() -> None:
    """A target stands on white paper, also beside cards whose colours run into the margin."""
    seen = 0
    for sheets in sheets_of(make_pieces(bundled("hexpertise"))):
        if not sheets.job.whole and sheets.plan.bleed.reach:
            seen += 1
            for page in sheets.pages[:: 2 if sheets.backed else 1]:
                assert page.bleed is not None
                assert page.bleed.x >= 8.1 - 0.01 and page.bleed.right <= 210 - 8.1 + 0.01
    assert seen
