"""Titles and legends of posters stand where the edge of one sheet cuts no letter."""

from __future__ import annotations

from functools import cache

import pytest

from pnp.draw.board.seams import Span, aside, spans_of
from pnp.imposition import poster_pages
from pnp.pieces import Pieces, make_pieces
from pnp.project import chosen_papers
from pnp.scene import Clip, Layer, Page, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Point, segment
from tests.conftest import bundled
from tests.test_examples_bundled import pieces_of as example


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


def test_the_plan_of_a_poster_shows_the_words_of_its_legend() -> None:
    """Names of cells are too small for it, and all of its texts can be read."""
    for name in ("hexagonal-highway", "race"):
        plan, *_ = sheets(name, "a4")
        (placed,) = plan.items(Layer.ART)
        assert isinstance(placed, Placed)
        texts = [each for each in placed.drawing.items if isinstance(each, Text)]
        (board,) = pieces_of(name).components.boards
        notes = {group.note for group in board.definition.groups if group.note}
        assert notes <= {each.string for each in texts}
        assert min(each.size for each in texts) * placed.scale >= 2.2 - 1e-6
