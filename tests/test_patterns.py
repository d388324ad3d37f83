"""Bands for heads of pages, and backs without a top."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.definition import STROKES
from pnp.draw.look.looks import Look
from pnp.draw.patterns import card_pattern, head_band, pattern_on
from pnp.render.pdf import pdf_bytes
from pnp.scene import Clip, Document, Drawing, Layer, Page, Placed, Shape
from pnp.scene.geometry import Box, Point, bounding_box, circle, samples
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
    back = pattern_on(stroked(stroke), 20, 30, sides=sides)
    seen = shown(back)
    assert seen.std() > 0.05
    assert difference(seen[:, ::-1], seen) < 0.002
    for number in range(1, sides):
        assert difference(shown(back, 360 * number / sides), seen) < 0.002


def test_a_larger_box_has_more_of_the_same_back() -> None:
    """So bleed and back join without a step."""
    small, large = (shown(pattern_on(look(), 20, reach)) for reach in (22.0, 50.0))
    assert difference(small, large) == 0


# Euro, poker, mini and tarot cards, and square ones; the last has an odd shape.
CARDS = [(63, 88), (63.5, 88.9), (44.5, 63.5), (69.9, 120.7), (70, 70), (60, 41)]


@pytest.mark.parametrize(("width", "height"), CARDS)
@pytest.mark.parametrize("stroke", STROKES)
def test_backs_of_cards_run_on_over_their_edges(stroke: str, width: float, height: float) -> None:
    """A card's bleed shows what its neighbour shows there, so that no edge can be seen."""
    box = Box(-width / 2, -height / 2, width, height)
    back = card_pattern(stroked(stroke), box, 12)
    for corner in (Point(width / 2, 5), Point(7, height / 2), Point(width / 2, height / 2)):
        ways = (corner, corner - Point(width * (corner.x > 8), height * (corner.y > 8)))
        one, other = (bit(back, way) for way in ways)
        assert one.std() > 0.01
        assert difference(one, other) < 0.01


def bit(drawing: Drawing, centre: Point) -> Raster:
    """A small round part of a back round that point."""
    around = Clip(circle(Point(6, 6), 5), (Placed(drawing, Point(6, 6) - centre),))
    page = Page(12, 12, {Layer.ART: (around,)})
    return pdf_raster(pdf_bytes(Document("back", "", "", (page,))), 200)


@pytest.mark.parametrize(("width", "height"), CARDS[:4])
def test_the_cells_of_cards_are_regular(width: float, height: float) -> None:
    """Cards of the sizes that are sold have cells that look regular: no way to a neighbour differs much."""
    box = Box(-width / 2, -height / 2, width, height)
    clip = card_pattern(stroked("plain"), box, 3).items[0]
    assert isinstance(clip, Clip)
    cells = clip.items[1]
    assert isinstance(cells, Shape)
    starts = [Point(part[1], part[2]) for part in cells.path if part[0] == "M" and len(part) == 3]
    inside = [at for at in starts if abs(at.x) < width / 2 - 15 and abs(at.y) < height / 2 - 5]
    for at in inside:
        ways = sorted((other - at).length() for other in starts)[1:4]
        assert ways[-1] < 1.06 * ways[0]
    assert len(inside) > 3


@pytest.mark.parametrize(("width", "height"), [*CARDS, (52.0, 24.0), (24.0, 60.0), (30.0, 14.0)])
def test_the_emblem_is_inside_every_card(width: float, height: float) -> None:
    """The back of a low box is lower than the cells that would go round the emblem."""
    box = Box(-width / 2, -height / 2, width, height)
    clip = card_pattern(stroked("plain"), box, 0.0).items[0]
    assert isinstance(clip, Clip)
    for shape in clip.items[-3:]:
        assert isinstance(shape, Shape)
        assert box.widened(-1).contains(bounding_box(samples(shape.path)))


@pytest.mark.parametrize("room", [5.0, 7.0, 8.5, 10.0])
def test_small_pieces_have_a_star_alone(room: float) -> None:
    """Cells of their size would be scribble: the edge has the ground alone."""
    back = pattern_on(look(), room, room + 3)
    page = Page(2 * room, 2 * room, {Layer.ART: (Placed(back, Point(room, room)),)})
    seen = pdf_raster(pdf_bytes(Document("back", "", "", (page,))), 200)
    edge, middle = seen[:4], seen[len(seen) // 2]
    assert edge.std(axis=(0, 1)).max() < 0.01 < middle.std(axis=(0, 1)).max()


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
