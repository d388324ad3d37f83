"""Tables of squares and triangles in figures: where tiles lie, which sides touch, and how many there are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pnp.basics.errors import Source
from pnp.definition import read_figure
from pnp.pieces import figure_picture, make_pieces
from pnp.scene import Picture
from tests.conftest import bundled, refusal
from tests.test_face_figures import raster

SQUARES = '"0,0": RRYB, "1,0": YRYR, "0,1": YYBB'
TRIANGLES = '"0,0": RYG, "1,0": RGY, "0,1": RYB, "2,0": RBY'


def drawn(game: str, tiles: str, more: str = "matching: yes\n") -> Picture:
    """The figure of a table of a bundled set."""
    figure = read_figure(Source("figure.md", f"caption: A table\n{more}tiles: {{{tiles}}}\n"))
    return figure_picture(make_pieces(bundled(f"published/macmahon-{game}")), figure)


@pytest.mark.parametrize(
    ("game", "tiles"),
    [("squares", SQUARES), ("triangles", TRIANGLES)],
    ids=["squares", "triangles"],
)
def test_matching_sides_meet_in_one_colour(game: str, tiles: str) -> None:
    """The words of the notation put the same colour on both sides of each joint; so does the picture.

    Turning the first tile by one side breaks a joint.
    """
    drawn(game, tiles)
    first, *rest = tiles.split(", ")
    at, notation = first.split(": ")
    turned = ", ".join([f"{at}: {notation[1:]}{notation[0]}", *rest])
    messages = [finding.message for finding in refusal(drawn, game, turned)]
    assert "the tiles at 0,0 and 1,0 do not match where they touch" in messages
    # Without the key anything may lie anywhere.
    drawn(game, turned, "")


def test_squares_lie_in_columns_and_rows() -> None:
    """Red bands of the two squares in the first row meet in the middle of it, and cover their joint."""
    shown = raster(drawn("squares", SQUARES))
    height, width, _ = shown.shape
    red = (shown[..., 0] > 0.65) & (shown[..., 1] < 0.35) & (shown[..., 2] < 0.35)
    joint = red[: height // 2, width // 2 - 25 : width // 2 + 25]
    # Two bands side by side, with a gap of less than two millimetres for the cut.
    columns = np.flatnonzero(joint.mean(axis=0) > 0.3)
    assert len(columns) > 30
    assert max(after - before for before, after in pairwise(columns)) < 14


def test_a_triangle_beside_another_stands_on_its_corner() -> None:
    """Two triangles make a rhombus: it is one and a half sides wide, and as high as one triangle."""
    one, two = (drawn("triangles", text).box for text in ('"0,0": RYG', '"0,0": RYG, "1,0": RGY'))
    side = 26.0
    assert two.width - one.width == pytest.approx(side / 2, abs=0.01)
    assert two.height == pytest.approx(one.height, abs=0.01)


def test_a_set_has_only_so_many_copies() -> None:
    """In whatever turn a tile lies, it is the same tile."""
    (finding,) = refusal(drawn, "squares", '"0,0": RRYB, "3,0": RYBR', "")
    assert finding.message == "the set has 1 tile RYBR, and this figure shows more"
    assert (finding.place.line, finding.place.column) == (2, 29)


def test_a_board_has_no_sides_of_tiles() -> None:
    """The key would do nothing."""
    text = "caption: A board\nmatching: yes\nboard: sea\n"
    (finding,) = refusal(read_figure, Source("figure.md", text))
    assert (finding.place.line, finding.place.column) == (2, 11)
