"""Sheets: pieces on pages, with cut lines, a title and a ruler."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.definition import Definition
from pnp.draw import STANDARD, Artist, Outline, Theme, cut_outline
from pnp.errors import DoesNotFit
from pnp.geometry import Box, Point, bounding_box
from pnp.imposition.cuts import edges_of, outlines, straight_cuts
from pnp.imposition.furniture import header, ruler
from pnp.imposition.layouts import LAYOUTS, Arrangement, Spot, arrange
from pnp.imposition.papers import UNPRINTABLE, Paper
from pnp.scene import Drawing, Item, Layer, Page, Placed, Shape, Stroke
from pnp.theme import BORDER_WIDTH
from pnp.tiles import Shape as TileShape
from pnp.tileset import Piece, Tileset
from pnp.units import counted, plain_length


class Sheets(NamedTuple):
    """The pages of a set in one layout on one paper."""

    layout: str
    paper: Paper
    per_page: int
    pages: tuple[Page, ...]


class Atelier:
    """The drawings of a tileset, one artist a heading, each tile drawn once a heading.

    `labels` says whether tiles carry their ids.
    """

    def __init__(self, tileset: Tileset, *, labels: bool = True, theme: Theme = STANDARD) -> None:
        self.tileset = tileset
        self.theme = theme
        self._labels = short_labels(tileset) if labels else {}
        self._artists: dict[float, Artist] = {}
        self._drawings: dict[tuple[str, float], Drawing] = {}

    def outline(self, turn: float) -> Outline:
        return self._artist(turn).outline

    def _artist(self, turn: float) -> Artist:
        if turn not in self._artists:
            self._artists[turn] = Artist(self.tileset.definition, turn, theme=self.theme)
        return self._artists[turn]

    def drawing(self, piece: Piece, turn: float) -> Drawing:
        """The piece lying with its first side at a heading."""
        key = (piece.id, turn)
        if key not in self._drawings:
            label = self._labels.get(piece.id, "")
            self._drawings[key] = self._artist(turn).drawing(piece.tile, label)
        return self._drawings[key]

    def picture(self, piece: Piece, turn: float) -> Page:
        """The piece by itself, on a page of its own size."""
        outline = self.outline(turn)
        box = bounding_box(outline.corners)
        centre = Point(-box.x, -box.y)
        return Page(
            box.width,
            box.height,
            {
                Layer.ART: (Placed(self.drawing(piece, turn), centre),),
                Layer.CUT: (Placed(Drawing((cut_outline(outline, self.theme),)), centre),),
            },
            title=f"{self.tileset.definition.title}: {piece.id}",
        )


# Letters of a family's name that a label may take.
_MOST_LETTERS = 3


def short_labels(tileset: Tileset) -> dict[str, str]:
    """What is printed on each piece: its number after as much of its family's name as is needed.

    Families whose names begin alike for too long are numbered instead.
    """
    labels = {}
    for number, family in enumerate(tileset.families, 1):
        others = [other.name for other in tileset.families if other is not family]
        starts = (family.name[:length].rstrip("-") for length in range(1, _MOST_LETTERS + 1))
        short = next(
            (start for start in starts if not any(name.startswith(start) for name in others)),
            str(number),
        )
        for piece in family.pieces:
            digits = piece.id.rpartition("-")[2]
            labels[piece.id] = f"{short}-{digits}" if others else digits
    return labels


def choose_layout(tileset: Tileset, paper: Paper) -> str:
    """The layout that `auto` means: straight, unless another takes fewer sheets."""
    # Squares and triangles lose nothing when they are cut straight; of two layouts with as many
    # sheets the straight one is cut faster.
    if tileset.definition.form.shape is not TileShape.HEXAGON:
        return "straight"
    return min(
        ("straight", "honeycomb"),
        key=lambda layout: math.ceil(
            tileset.printed / len(_arrangement(tileset.definition, layout, paper).spots)
        ),
    )


def _arrangement(definition: Definition, layout: str, paper: Paper) -> Arrangement:
    outline = Outline(definition.form, definition.size, 0.0)
    try:
        return arrange(outline, layout, paper.content)
    except DoesNotFit as error:
        largest = largest_size(definition, layout, paper)
        raise DoesNotFit(
            f"{definition.size_place}: error size: {error}: {paper.title} holds tiles"
            f" up to {largest} mm in the {layout} layout"
        ) from None


def largest_size(definition: Definition, layout: str, paper: Paper) -> int:
    """The largest whole number of millimetres at which one tile fits on the paper."""
    for size in range(int(paper.height), 0, -1):
        try:
            arrange(Outline(definition.form, float(size), 0.0), layout, paper.content)
        except DoesNotFit:
            continue
        return size
    return 0


def make_sheets(atelier: Atelier, layout: str, paper: Paper) -> Sheets:
    """The sheets of a set; raises DoesNotFit where a tile is larger than the paper's content."""
    assert layout in LAYOUTS
    tileset = atelier.tileset
    spots = _arrangement(tileset.definition, layout, paper).spots
    pieces = [piece for piece in tileset.pieces for _ in range(piece.copies)]
    loads = [pieces[start : start + len(spots)] for start in range(0, len(pieces), len(spots))]
    pages = tuple(
        _page(atelier, layout, paper, list(zip(load, spots, strict=False)), number, len(loads))
        for number, load in enumerate(loads, 1)
    )
    return Sheets(layout, paper, len(spots), pages)


def _page(
    atelier: Atelier,
    layout: str,
    paper: Paper,
    placed: Sequence[tuple[Piece, Spot]],
    number: int,
    total: int,
) -> Page:
    definition = atelier.tileset.definition
    theme = atelier.theme
    tiles = counted(atelier.tileset.printed, "tile")
    told = f"{tiles} of {plain_length(definition.size)}, sheet {number} of {total}"
    art = tuple(Placed(atelier.drawing(piece, spot.turn), spot.at) for piece, spot in placed)
    return Page(
        paper.width,
        paper.height,
        {
            Layer.ART: art,
            Layer.CUT: tuple(_cut_lines(atelier, layout, paper, [spot for _, spot in placed])),
            Layer.GUIDE: (
                *header(definition, told, paper, theme),
                *ruler(f"{paper.title}, {layout}", paper, theme),
            ),
        },
        title=f"{definition.title}: tiles, sheet {number} of {total}",
        pieces=len(placed),
    )


def _cut_lines(
    atelier: Atelier, layout: str, paper: Paper, spots: Sequence[Spot]
) -> Iterator[Item]:
    edges = [
        edge
        for at, turn in spots
        for edge in edges_of([corner + at for corner in atelier.outline(turn).corners])
    ]
    # Ticks may leave the content box at its sides; above and below are title and ruler.
    box = paper.content
    bounds = Box(UNPRINTABLE, box.y - 1, paper.width - 2 * UNPRINTABLE, box.height + 2)
    paths = straight_cuts(edges, bounds) if layout == "straight" else outlines(edges)
    path = tuple(part for each in paths for part in each)
    yield Shape(path, stroke=Stroke(BORDER_WIDTH, atelier.theme.cut))
