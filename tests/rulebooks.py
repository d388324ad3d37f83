"""A small rulebook with everything in it, and a resolver that has its values and figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from pnp.basics.errors import Finding, InvalidDefinition, Place, Severity, Source
from pnp.documents import Book, Figure, Picture, Rows, Run, read_markdown
from pnp.scene import Drawing, Placed, Shape, Stroke, Text
from pnp.scene.geometry import Box, Point, circle, polygon, segment
from tests.conftest import ROOT

GROUND, BORDER, BLACK = "#F6F1E4", "#B9AE98", "#221E1A"
BLUE, RED, GREEN = "#0072B2", "#D55E00", "#009E73"


def hexagon(radius: float, ink: str, label: str) -> Drawing:
    """A flat-topped hexagon round the origin, with a strand and a label."""
    corners = [
        Point(radius * math.cos(math.radians(60 * k)), radius * math.sin(math.radians(60 * k)))
        for k in range(6)
    ]
    apothem = radius * math.sqrt(3) / 2
    strand = segment(Point(0, -apothem), Point(0, apothem))
    return Drawing(
        (
            Shape(polygon(corners), GROUND, Stroke(0.2, BORDER)),
            Shape(strand, stroke=Stroke(radius * 0.28, ink)),
            Shape(circle(Point(0, 0), radius * 0.3), GROUND, Stroke(0.3, BLACK)),
            Text(label, Point(0, radius * 0.11), radius * 0.32, BLACK, True, "middle"),
        )
    )


def tile_picture(radius: float, ink: str, label: str) -> Picture:
    """A tile, and a hair of room for its border."""
    half = radius + 0.2
    apothem = radius * math.sqrt(3) / 2 + 0.2
    return Picture(hexagon(radius, ink, label), Box(-half, -apothem, 2 * half, 2 * apothem))


def row_of_tiles(count: int, radius: float = 11.0) -> Picture:
    """Tiles side by side, so many that the picture may be too wide for a page."""
    inks = (BLUE, RED, GREEN)
    step = 2 * radius + 4
    drawing = Drawing(
        tuple(
            Placed(hexagon(radius, inks[k % 3], "ABC"[k % 3]), Point(radius + k * step, radius))
            for k in range(count)
        )
    )
    return Picture(drawing, Box(0, 0, count * step - 4, 2 * radius))


VALUES: Mapping[str, str] = MappingProxyType(
    {"title": "Three Rivers", "tiles": "216", "players": "1 to 4", "minutes": "30"}
)

FIGURES: Mapping[str, Picture | Rows] = MappingProxyType(
    {
        "tile": tile_picture(15, BLUE, "B"),
        "small": tile_picture(6, RED, "R"),
        "three": row_of_tiles(3),
        "twelve": row_of_tiles(12),
        "wide tile": tile_picture(15, GREEN, "G"),
        "families": Rows(
            ("Family", "Tiles", "Looks like"),
            (
                ("line", "196", tile_picture(6, BLUE, "B")),
                ("nexus", "20", tile_picture(6, RED, "R")),
            ),
            ("left", "right", "centre"),
        ),
    }
)


class Library:
    """Answers from the tables above; its only kind of block is `board`."""

    kinds = frozenset({"board"})

    def value(self, expression: str) -> str:
        if expression not in VALUES:
            raise ValueError(f"no such value: {expression}")
        return VALUES[expression]

    def figure(self, target: str) -> Picture | Rows:
        if target not in FIGURES:
            raise ValueError(f"no such figure: {target}")
        return FIGURES[target]

    def block(self, kind: str, source: Source, line: int) -> Figure:
        """A board: a row of tiles for every `x`; a `?` is refused at its place."""
        findings = [
            Finding(
                "board", Severity.ERROR, "what is this?", Place(source, row, text.index("?") + 1)
            )
            for row, text in enumerate(source.text.split("\n"), start=1)
            if "?" in text
        ]
        if findings:
            raise InvalidDefinition(findings)
        count = source.text.count("x")
        if not count:
            raise ValueError(f"the board in line {line} is empty")
        return Figure(row_of_tiles(count, 8), (Run("A board."),), f"A board of {count} tiles.")


RULEBOOK = (ROOT / "tests/rivers.md").read_text("utf-8")


def sample_book(blocks: str = RULEBOOK) -> Book:
    """The rulebook as a book."""
    return Book(
        title="Three Rivers, rules",
        author="A. Designer",
        subject="Rules of the tile game Three Rivers",
        blocks=read_markdown(Source("rivers.md", blocks), Library()),
        language="en",
        footer="Three Rivers, rules · pnp 0.2",
    )
