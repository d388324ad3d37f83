"""Scenes for the tests of the writers."""

from __future__ import annotations

import io
from random import Random

from fontTools.ttLib import TTFont as FontFile

from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed, Shape
from pnp.scene import Stroke as Pen
from pnp.scene import Text as Label
from pnp.scene.fonts import font_data
from pnp.scene.geometry import ORIGIN, Path, Point, circle, heading, polygon, segment

BLACK, RED, GREEN, BLUE = "#000000", "#D55E00", "#009E73", "#0072B2"
# Sizes that are whole numbers of dots at 150 and at 600 dpi, so that both rasters have one size.
WIDTH, HEIGHT = 101.6, 76.2


def page_of(*items: Item, title: str = "") -> Page:
    """A page of the default size with these items."""
    return Page(WIDTH, HEIGHT, {Layer.ART: items}, title)


def document_of(*pages: Page) -> Document:
    """A document with these pages."""
    return Document("A title", "An author", "A subject", pages)


def dot() -> Drawing:
    """A new drawing of a dot with a letter."""
    return Drawing((Shape(circle(ORIGIN, 3), RED), Label("A", ORIGIN, 4, BLACK)))


def font_characters() -> str:
    """Every character of the font, but for the carriage return, which has a blank glyph."""
    codes = FontFile(io.BytesIO(font_data(bold=False))).getBestCmap()
    return "".join(map(chr, sorted(codes))).replace("\r", "")


def rich_page(seed: int) -> Page:
    """A page with every kind of item, scattered by chance."""
    random = Random(seed)

    def somewhere() -> Point:
        return Point(random.uniform(8, WIDTH - 8), random.uniform(8, HEIGHT - 8))

    def pen() -> Pen:
        dash = random.choice([(), (2.0, 1.0), (3.0,), (2.5, 1.0, 0.5)])
        ink, phase = random.choice([BLACK, RED, GREEN, BLUE]), random.uniform(-3, 3)
        return Pen(random.uniform(0.3, 1.5), ink, dash, phase, round=random.random() < 0.5)

    def star() -> Path:
        middle = somewhere()
        first, *tips = [middle + heading(144 * turn + 10) * 7 for turn in range(5)]
        # From the middle of an edge: viewers disagree on whether the end of a dashed path joins
        # its start, and at a corner one would see it.
        return polygon([(first + tips[0]) * 0.5, *tips, first])

    strand = Drawing((Shape(segment(Point(-4, 0), Point(4, 1)), None, pen()),))
    tile = Drawing(
        (
            Shape(circle(ORIGIN, 6), "#F0E442", pen()),
            strand,
            Placed(strand, Point(0, 3)),
            Clip(circle(Point(0, -3), 2), (Shape(circle(Point(1, -2), 2), RED),)),
            Label("R7", Point(0, 1), 4, BLACK, bold=True, anchor="middle"),
        )
    )
    labels = [
        Label(
            f"Ab{anchor}",
            somewhere(),
            5,
            BLUE,
            anchor=anchor,
            angle=angle,
            bold=angle > 100,
            outline=Pen(0.8, RED, round=True) if angle > 200 else None,
        )
        for anchor in ("start", "middle", "end")
        for angle in (0, 37, 90, 180, -120)
    ]
    art: tuple[Item, ...] = (
        *(Shape(star(), random.choice([None, GREEN]), pen()) for _ in range(6)),
        *(Placed(tile, somewhere()) for _ in range(3)),
        Placed(Drawing((Shape(star(), RED),)), Point(1, 2)),
        Clip(
            circle(somewhere(), 9), (Shape(star(), BLACK), Placed(tile, somewhere()), *labels[:3])
        ),
        *labels,
    )
    # Sharper than a mitre may be, so that both have to cut it off in the same place.
    spike = (("M", 40.0, 2.5), ("L", 64.0, 5.5), ("L", 40.0, 8.5))
    art += (Shape(circle(Point(44, 5.5), 1.2), RED), Shape(spike, None, Pen(2.0, GREEN)))
    cut = (Shape(segment(somewhere(), somewhere()), None, Pen(0.3, RED, (4.0, 2.0))),)
    return Page(WIDTH, HEIGHT, {Layer.CUT: cut, Layer.ART: art}, f"page {seed}")
