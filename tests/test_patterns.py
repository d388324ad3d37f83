"""Bands for heads of pages, and backs without a top."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.definition.look import STROKES
from pnp.draw.looks import Look
from pnp.draw.patterns import back_pattern, head_band
from pnp.render.pdf import pdf_bytes
from pnp.scene import Clip, Document, Drawing, Layer, Page, Placed, Shape
from pnp.scene.geometry import Box, Point, circle
from tests.rasters import Raster, difference, pdf_raster
from tests.test_lettering import look


def shown(drawing: Drawing, turn: float = 0.0) -> Raster:
    """The middle of a back, turned, as it is printed."""
    around = Clip(circle(Point(20, 20), 19), (Placed(drawing, Point(20, 20), turn=turn),))
    page = Page(40, 40, {Layer.ART: (around,)})
    return pdf_raster(pdf_bytes(Document("back", "", "", (page,))), 120)


def stroked(stroke: str) -> Look:
    """A look with that stroke."""
    return replace(look("hex-auction"), stroke=stroke)


@pytest.mark.parametrize("stroke", STROKES)
@pytest.mark.parametrize("sides", [4, 6])
def test_a_back_looks_the_same_however_it_lies(stroke: str, sides: int) -> None:
    """All turns of a hexagon or a square, and its mirror, give the same points."""
    back = back_pattern(stroked(stroke), Box(-30, -30, 60, 60), sides=sides)
    seen = shown(back)
    assert seen.std() > 0.05
    assert difference(seen[:, ::-1], seen) < 0.002
    for number in range(1, sides):
        assert difference(shown(back, 360 * number / sides), seen) < 0.002


def test_a_larger_box_has_more_of_the_same_back() -> None:
    """So bleed and back join without a step."""
    small, large = (shown(back_pattern(look(), Box(-x, -x, 2 * x, 2 * x))) for x in (22.0, 50.0))
    assert difference(small, large) == 0


@pytest.mark.parametrize("game", ["hexstatic", "controlled-path", "hex-auction", "hexpertise"])
def test_a_band_is_as_wide_as_asked(game: str) -> None:
    """It reaches from edge to edge, and no further."""
    band = head_band(look(game).on_paper, 119)
    assert (band.box.width, band.box.height) == (119, 7)
    xs = [
        part[-2]
        for item in band.drawing.items
        if isinstance(item, Shape)
        for part in item.path
        if part[0] != "Z"
    ]
    assert min(xs) == pytest.approx(0, abs=0.6)
    assert max(xs) == pytest.approx(119, abs=0.6)
