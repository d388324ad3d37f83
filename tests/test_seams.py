"""Strands go over the trim into the bleed without a joint, in every renderer."""

from __future__ import annotations

import numpy as np
import pytest

from pnp.basics.units import MM_PER_INCH
from pnp.imposition import Bleed, Job, SheetOptions, make_sheets
from pnp.imposition.papers import Paper
from pnp.imposition.planning import plan
from pnp.pieces import Tiles
from pnp.project import chosen_theme
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Document
from tests.conftest import bundled
from tests.rasters import pdf_raster, svg_raster

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
            for aside in asides:
                line = [
                    pose.at + ray.at(along) + ray.direction.right() * aside
                    for along in np.linspace(-NEAR, NEAR, 15)
                ]
                inks = np.array([raster[int(at.y * dots), int(at.x * dots)] for at in line])
                found.append(float(np.abs(inks - np.median(inks, axis=0)).max()))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("svg", [False, True], ids=["pdf", "svg"])
@pytest.mark.parametrize("dpi", [300, 600])
@pytest.mark.parametrize("game", ["hexstatic", "controlled-path"])
def test_strands_have_no_joint_at_the_trim(game: str, dpi: int, svg: bool) -> None:
    """One ink goes from the tile into the bleed, to within what smoothing does to a straight edge."""
    found = steps(game, "standard", dpi, svg=svg)
    assert len(found) >= 40
    assert max(found) < 0.04
