"""Pieces without a back of their own have the pattern of the game, in every theme."""

from __future__ import annotations

import numpy as np
import pytest

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.looks import look_of
from pnp.imposition import Job, SheetOptions, make_sheets
from pnp.pieces import Cutout, Face, Trim, rigid
from pnp.project import chosen_theme
from pnp.render import pdf_bytes
from pnp.scene import Document, Drawing, Item, Layer, Page, Placed
from pnp.scene.geometry import Point
from tests.conftest import bundled
from tests.rasters import Raster, pdf_raster
from tests.test_craft import A4

GAMES = ("hexstatic", "controlled-path", "hex-auction", "hexagonal-highway", "hexpertise")
HALF = 26.0

# The turns and mirrors of each trim, as degrees between its turns.
TRIMS = [
    (Trim("hexagon", 30, 30), 60),
    (Trim("hexagon", 18, 18), 60),
    (Trim("triangle", 40, 40), 120),
    (Trim("square", 30, 30), 90),
    (Trim("rectangle", 32, 44), 180),
    (Trim("circle", 16, 16), 60),
]


def back_of(trim: Trim, game: str, theme: Theme = STANDARD) -> Item:
    """The back of a piece that has none of its own."""
    tileset = bundled(game)
    piece = Cutout("x", trim, Face(rigid(Drawing(()))))
    look = look_of(tileset, theme)
    job = Job(tileset.definition, "tokens", "", [(piece, 1)], look=look)
    pages = make_sheets(job, "spaced", A4, SheetOptions(plain_backs=True), theme).pages
    (art,) = pages[1].items(Layer.ART)
    assert isinstance(art, Placed)
    return art.drawing


def shown(drawing: Drawing, turn: float) -> Raster:
    """A back with its centre in the middle of a page."""
    page = Page(2 * HALF, 2 * HALF, {Layer.ART: (Placed(drawing, Point(HALF, HALF), turn=turn),)})
    return pdf_raster(pdf_bytes(Document("", "", "", (page,))), 150)


def apart(one: Raster, other: Raster) -> float:
    """The mean difference of all dots; it is above 0.005 after half a step, or aside by half a millimetre."""
    return float(np.abs(one - other).mean())


@pytest.mark.parametrize(("trim", "step"), TRIMS)
@pytest.mark.parametrize("game", GAMES)
def test_a_plain_back_is_as_symmetric_as_its_trim(game: str, trim: Trim, step: int) -> None:
    """Every turn and the mirror of the trim give the same dots; turns and one mirror make the others."""
    back = back_of(trim, game)
    # A sheet may have turned the piece, which is upright again after a whole number of steps.
    seen = [shown(back, turn) for turn in range(0, 360, step)]
    assert seen[0].std() > 0.03
    assert all(apart(each, seen[0]) < 0.002 for each in seen[1:])
    mirrors = [apart(seen[0][:, ::-1], seen[0]), apart(seen[0][::-1], seen[0])]
    assert min(mirrors) < 0.002


@pytest.mark.parametrize("theme", ["standard", "dark", "low-ink", "greyscale", "pens"])
def test_plain_backs_have_the_ground_of_the_look(theme: str) -> None:
    """Themes without fills leave the paper white, with lines on it."""
    chosen = chosen_theme(theme)
    seen = shown(back_of(Trim("square", 30, 30), "hexpertise", chosen), 0)
    middle = seen[60:-60, 60:-60]
    covered = float((middle.mean(axis=2) < 0.6).mean())
    assert (covered > 0.5) == chosen.fills
    assert covered > 0.005
