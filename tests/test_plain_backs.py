"""Pieces without a back of their own have the pattern of the game, in every theme."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.look.looks import look_of
from pnp.draw.pictures import strings_of
from pnp.imposition import Bleed, Job, SheetOptions, make_sheets
from pnp.kinds import piece_groups
from pnp.pieces import Cutout, Face, Trim, make_pieces, rigid
from pnp.project import chosen_theme
from pnp.render import pdf_bytes
from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed
from pnp.scene.geometry import Point, circle, heading
from tests.conftest import bundled, set_of
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


def test_cells_run_on_over_the_sides_of_tiles() -> None:
    """A whole number of cells goes from side to side: one tile's width away, the back is the same."""
    look = look_of(bundled("hexagonal-highway"), STANDARD)
    piece = Cutout("x", Trim("hexagon", 44, 44), Face(rigid(Drawing(()))))
    job = Job(bundled("hexagonal-highway").definition, "tiles", "", [(piece, 1)], look=look)
    options = SheetOptions(plain_backs=True, bleed=Bleed("full", 4.0))
    pages = make_sheets(job, "spaced", A4, options, STANDARD).pages
    (clip,) = (each for each in pages[1].items(Layer.BLEED) if isinstance(each, Clip))
    (back,) = (each for each in clip.items if isinstance(each, Placed))
    trim = pages[1].trim
    assert trim is not None
    # The heading of a side: a hexagon with upright sides is as wide as it is across flats.
    side = 90 if trim.width < trim.height else 0
    for number in range(6):
        out = heading(60 * number + side) * 22
        inner, outer = (bit(back, out * share) for share in (1.0, -1.0))
        assert inner.std() > 0.01
        assert apart(inner, outer) < 0.005


def bit(back: Placed, centre: Point) -> Raster:
    """A small round part of a back, round that point."""
    around = Clip(circle(Point(4, 4), 3.5), (replace(back, at=Point(4, 4) - centre),))
    page = Page(8, 8, {Layer.ART: (around,)})
    return pdf_raster(pdf_bytes(Document("", "", "", (page,))), 200)


DECKS = """\
game: decks
title: Decks
pieces:
  cards:
    - {name: a, cards: [{title: A, copies: 3}]}
    - {name: mat, back: none, size: {width: 150mm, height: 100mm}, cards: [{title: Mat, copies: 3}]}
"""


def card_sheets(text: str, options: SheetOptions) -> Document:
    """The sheets of the cards of a set."""
    pieces = make_pieces(set_of(text))
    cards = [card for deck in pieces.components.decks for card in pieces.cards(deck)]
    job = Job(pieces.definition, "cards", "", cards, tight=True, look=pieces.look)
    return Document("", "", "", make_sheets(job, "straight", A4, options, STANDARD).pages)


def card_pages(text: str, options: SheetOptions) -> list[Raster]:
    """The pages of the cards of a set."""
    document = card_sheets(text, options)
    pdf = pdf_bytes(document)
    return [pdf_raster(pdf, 40, page=number) for number in range(len(document.pages))]


def test_a_deck_may_have_no_back() -> None:
    """Its cards stay bare beside cards with backs, a game of such decks has no pages of backs; an option gives it some."""
    _, backs, _, bare = card_pages(DECKS, SheetOptions())
    half = backs.shape[0] // 2
    assert backs[:half].mean() < 0.8
    assert backs[half + 10 :].min() > 0.95
    assert bare[100:].min() > 0.95
    alone = DECKS.replace("name: a,", "name: a, back: none,")
    assert len(card_pages(alone, SheetOptions())) == 2
    deck, _ = piece_groups(make_pieces(set_of(alone)))
    assert [len(piece.sides) for piece in deck.pieces] == [1]
    *_, patterned = card_pages(DECKS, SheetOptions(plain_backs=True))
    assert patterned[100:].mean() < 0.9


def test_a_page_without_backs_says_so() -> None:
    """Its header says that it is blank on purpose, and the page before promises no backs."""
    pages = card_sheets(DECKS, SheetOptions()).pages
    said = [" ".join(strings_of(page.items(Layer.GUIDE))) for page in pages]
    assert ["blank on purpose" in words for words in said] == [False, False, False, True]
    assert ["backs on the next page" in words for words in said] == [True, False, False, False]
