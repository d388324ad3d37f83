"""The display list: what is on a page, in millimetres, y down, before anyone knows about files.

A scene knows shapes, text and layers, no tiles. Two writers play it: SVG and PDF. Because both
play the same list, the two agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple

from pnp.scene.geometry import Box, Path, Point


class Layer(Enum):
    """What a drawing is for; the order is the order of painting."""

    BLEED = "bleed"
    ART = "art"
    FOLD = "fold"
    CUT = "cut"
    GUIDE = "guide"


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn: width and dashes in millimetres, ink as #RRGGBB.

    A round stroke has round caps and joins; any other has butt caps and mitred joins. `phase` is
    how far into the dash pattern the line starts. `spot` names an ink of its own, by which a machine
    knows what to cut; it overprints, and a screen shows it in `ink`.
    """

    width: float
    ink: str
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    round: bool = False
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled (non-zero winding) and then stroked."""

    path: Path
    fill: str | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `at` is on the baseline, `size` is the em in millimetres.

    `angle` turns the text clockwise about `at`, in degrees.
    """

    string: str
    at: Point
    size: float
    ink: str
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "start"
    angle: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """Items of which only the part inside `path` is drawn."""

    path: Path
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """Items in coordinates of their own, equal only to itself: writers render each one once.

    A file stores a `shared` drawing once, wherever the drawing stands.
    """

    items: tuple[Item, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing with its origin moved to `at`, and so many times as large: lines and text, too.

    `turn` turns all of it clockwise about its origin, in degrees.
    """

    drawing: Drawing
    at: Point
    scale: float = 1.0
    turn: float = 0.0


class Picture(NamedTuple):
    """A drawing and the part of it that is shown, in the drawing's own millimetres.

    `alt` says in words what it shows.
    """

    drawing: Drawing
    box: Box
    alt: str = ""

    def at(self, corner: Point, *, scale: float = 1.0) -> Placed:
        """The picture with the top left of its box at that point."""
        return Placed(self.drawing, corner - Point(self.box.x, self.box.y) * scale, scale)


Item = Shape | Text | Clip | Drawing | Placed


@dataclass(frozen=True, slots=True)
class Page:
    """One page or one picture: its size in millimetres and its items by layer.

    `pieces` is how many things to cut out lie on it. `trim` is the box round what is cut out, and
    `bleed` the box round what is printed of it, where a page has them.
    """

    width: float
    height: float
    layers: dict[Layer, tuple[Item, ...]] = field(default_factory=dict)
    title: str = ""
    pieces: int = 0
    trim: Box | None = None
    bleed: Box | None = None

    def items(self, layer: Layer) -> tuple[Item, ...]:
        """The items of a layer, in painting order."""
        return self.layers.get(layer, ())


@dataclass(frozen=True, slots=True)
class Document:
    """Pages that belong together, with what a reader's title bar and a screen reader need.

    `duplex` is the edge over which the paper is turned where backs follow fronts.
    """

    title: str
    author: str
    subject: str
    pages: tuple[Page, ...]
    language: str = "en"
    duplex: Literal["", "long-edge", "short-edge"] = ""
