"""Strands go over the trim into the bleed without a joint, in every renderer."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pnp.basics.units import MM_PER_INCH
from pnp.draw.board.seams import Span, aside, spans_of
from pnp.imposition import Bleed, Job, SheetOptions, make_sheets, poster_pages
from pnp.imposition.papers import Paper, chosen_papers
from pnp.imposition.planning import plan
from pnp.pieces import Pieces, Tiles, make_pieces
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Clip, Document, Layer, Page, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Point, segment
from tests.conftest import bundled
from tests.rasters import pdf_raster, svg_raster
from tests.test_examples_bundled import pieces_of as example

# Odd millimetres, so that the trims of tiles lie at any part of a dot.
SMALL = Paper("small", 131.3, 177.7, 7.1, 7.3)

# Millimetres before and after the trim.
NEAR = 0.3


def steps(game: str, theme: str, dpi: int, *, svg: bool) -> list[float]:
    """The greatest step of the inks along each strand where it goes over the trim of its tile."""
    tileset = bundled(game)
    tiles = Tiles(tileset, chosen_theme(theme), labels=False)
    pieces = tileset.pieces[::7][:6]
    job = Job(tileset.definition, "tiles", "", tuple((tiles.cutout(each), 1) for each in pieces))
    options = SheetOptions(bleed=Bleed("full", 3.0), cuts="none", duplex="none")
    (page,) = make_sheets(job, "straight", SMALL, options, tiles.theme).pages
    raster = (
        svg_raster(svg_text(page), dpi)
        if svg
        else pdf_raster(pdf_bytes(Document("", "", "", (page,))), dpi)
    )
    dots = dpi / MM_PER_INCH
    drawn = {piece.id: piece.drawn for piece in pieces}
    placed = [
        each
        for sheet in plan(job, "straight", SMALL, options).sheets
        for band in sheet
        for each in band.placed
    ]
    assert len(placed) == len(pieces)
    found = []
    for cutout, pose in placed:
        outline = tiles.outline(tileset.group, pose.turn)
        # Beside the pattern, at both sides of the middle: road, body or an outline.
        asides = [share * outline.strand_width for share in (-0.41, 0.41)]
        for ray in (outline.port(port) for join in drawn[cutout.id].joins for port in join):
            for beside in asides:
                line = [
                    pose.at + ray.at(along) + ray.direction.right() * beside
                    for along in np.linspace(-NEAR, NEAR, 15)
                ]
                inks = np.array([raster[int(at.y * dots), int(at.x * dots)] for at in line])
                found.append(float(np.abs(inks - np.median(inks, axis=0)).max()))
    return found


@pytest.mark.spread(3)
@pytest.mark.slow
@pytest.mark.parametrize("svg", [False, True], ids=["pdf", "svg"])
@pytest.mark.parametrize("dpi", [300, 600])
@pytest.mark.parametrize("game", ["hexstatic", "controlled-path"])
def test_strands_have_no_joint_at_the_trim(game: str, dpi: int, svg: bool) -> None:
    """One ink goes from the tile into the bleed, to within what smoothing does to a straight edge."""
    found = steps(game, "standard", dpi, svg=svg)
    assert len(found) >= 40
    assert max(found) < 0.04


# Titles and legends of posters stand where the edge of one sheet cuts no letter.


@cache
def pieces_of(name: str) -> Pieces:
    """The pieces of a set or of an example with a poster."""
    return make_pieces(bundled(name)) if name == "hexagonal-highway" else example(name)


def sheets(name: str, paper: str) -> tuple[Page, ...]:
    """The plan of a poster and its sheets."""
    pieces = pieces_of(name)
    (board,) = pieces.components.boards
    return poster_pages(pieces, board, chosen_papers([paper])[0])


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["hexagonal-highway", "checkers", "race"])
def test_no_seam_runs_through_a_title_or_a_legend(name: str, paper: str) -> None:
    """Texts and strokes of letters end before the left edge of a sheet, or begin after it."""
    _, *pages = sheets(name, paper)
    pieces = pieces_of(name)
    (board,) = pieces.components.boards
    notes = {group.note for group in board.definition.groups if group.note}
    seen = 0
    for page in pages:
        clip = page.items(Layer.ART)[0]
        assert isinstance(clip, Clip)
        (placed,) = clip.items
        assert isinstance(placed, Placed)
        left = min(part[1] for part in clip.path if len(part) == 3)
        ground = placed.drawing.items[0]
        assert isinstance(ground, Shape)
        edge = min(part[1] for part in ground.path if len(part) == 3) + placed.at.x
        if left < edge + 1:
            continue  # a sheet of the first column
        for item in placed.drawing.items:
            if isinstance(item, Text) and item.string in notes:
                (span,) = spans_of([item], placed.at.x)
                assert not span.left < left < span.right, item.string
                seen += 1
            # The title is a drawing of strokes that is as high as no number of a track.
            if isinstance(item, Placed) and len([*spans_of([item])]) > 6:
                for span in spans_of([item], placed.at.x):
                    assert not span.left + 0.1 < left < span.right - 0.1
                seen += 1
    assert seen


def test_strokes_have_the_width_that_they_paint() -> None:
    """A line with square ends reaches no farther than its ends; a round one does."""
    across = segment(Point(10, 0), Point(20, 0))
    assert [*spans_of([Shape(across, stroke=Stroke(4, "#000000"))])] == [Span(10, 20)]
    rounded = Shape(across, stroke=Stroke(4, "#000000", round=True))
    assert [*spans_of([rounded])] == [Span(8, 22)]
    down = Shape(segment(Point(10, 0), Point(10, 9)), stroke=Stroke(4, "#000000"))
    assert [*spans_of([down])] == [Span(8, 12)]


def test_spans_move_as_little_as_they_can() -> None:
    """Into the gap that is nearest, inside of their room, and not at all without a seam."""
    letters = [Span(0, 10), Span(12, 22), Span(24, 34)]
    assert aside(letters, [5.0], Span(-20, 60)) == 6.0
    assert aside(letters, [13.0], Span(-20, 60)) == 2.0
    assert aside(letters, [13.0], Span(0, 35)) == 0.0
    assert aside(letters, [], Span(-20, 60)) == 0.0


def test_the_plan_of_a_poster_has_no_words_that_nobody_can_read() -> None:
    """Names of cells, and words of a legend that would be too small, are bars."""
    for name in ("hexagonal-highway", "race"):
        plan, *_ = sheets(name, "a4")
        (placed,) = plan.items(Layer.ART)
        assert isinstance(placed, Placed)
        texts = [each for each in placed.drawing.items if isinstance(each, Text)]
        assert all(each.size * placed.scale >= 2.5 - 1e-6 for each in texts if len(each.string) > 2)
