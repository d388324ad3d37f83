"""Groups of tiles: their shape and size, and what they show of edges and corners."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from pnp.basics.errors import NOWHERE, Located, Place
from pnp.basics.units import LENGTH, plain_length
from pnp.definition.colours import Ink
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.symmetry import Symmetry

# The tiles that may begin a row of their own on the sheets.
ROWS = ("none", "family", "colour")


_HEXAGON = TileGeometry(Shape.HEXAGON)


@dataclass(frozen=True, kw_only=True)
class TileGroup:
    """Tiles of one shape and size, in millimetres; the only group of a game may have no name.

    `ground` is an ink, or empty for that of the theme, and `back` the sign of backs, if they have one. `rows` are the tiles that begin a new row on the sheets, `expect` the number of different tiles.
    """

    name: str = ""
    place: Place = NOWHERE
    geometry: TileGeometry = _HEXAGON
    symmetry: Symmetry = Symmetry.ROTATIONS
    two_sided: bool = False
    size: float = 1.0
    size_place: Place = NOWHERE
    ground: str = ""
    back: str = ""
    rows: str = "none"
    expect: Located[int] | None = None

    @property
    def title(self) -> str:
        """The group in the words of a message."""
        return f'the group "{self.name}"' if self.name else "the set"

    @property
    def lengths(self) -> tuple[float, ...]:
        """The lengths that give the size of a tile: the width and height of a rectangle, or its size."""
        is_oblong = self.geometry.shape.is_oblong
        return (self.size, self.size * self.geometry.ratio) if is_oblong else (self.size,)

    @property
    def placement(self) -> Symmetry:
        """The ways in which players can lay a tile: they cannot turn over one with a single side."""
        if self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS and not self.two_sided:
            return Symmetry.ROTATIONS
        return self.symmetry


NO_TILES = TileGroup()

# From tiles that scissors can cut to tiles on posters.
_LEAST_SIZE, _MOST_SIZE = 5.0, 1000.0
_SIDE = kinds.length(_LEAST_SIZE, _MOST_SIZE)


class TileSize(NamedTuple):
    """The size of tiles in millimetres; the height is 0 if the file has only one length."""

    width: float
    height: float = 0.0

    @property
    def ratio(self) -> float:
        """The height as a share of the width."""
        return self.height / self.width if self.height else 1.0

    def problem(self, shape: Shape) -> str:
        """The reason why tiles of this shape cannot have this size; empty if they can."""
        if not shape.is_oblong:
            if not self.height:
                return ""
            one = f"{shape.value} has one length, {shape.measure}"
            return f"size: a {one}; write {plain_length(self.width)}, or shape: rectangle"
        if not self.height:
            return (
                "size: a rectangle has two lengths; write its width and height, such as 25 x 50mm"
            )
        if self.height == self.width:
            size = plain_length(self.width)
            return (
                f"size: a rectangle with equal sides is a square; write shape: square, size: {size}"
            )
        return ""


def _read_size(reader: Reader, node: Node, what: str) -> TileSize | None:
    """One length, or two with an x between them; the first may leave out the unit of the second."""
    if not isinstance(node, Scalar) or not (two := _TWO.fullmatch(node.text.strip())):
        one = _SIDE.read(reader, node, what)
        return None if one is None else TileSize(one)
    width, height = two["width"], two["height"]
    unit = LENGTH.fullmatch(height)
    if width.replace(".", "").isdigit() and unit is not None:
        width += unit[2] or ""
    lengths = [
        _SIDE.read(reader, node._replace(text=text), f"{what}: the {side}")
        for side, text in (("width", width), ("height", height))
    ]
    return None if None in lengths else TileSize(*(length or 0.0 for length in lengths))


# Width and height, as in 25 x 50mm.
_TWO = re.compile(r"(?P<width>[^x\s]+(?: ?[a-z]{2})?)\s*[x\u00d7]\s*(?P<height>[^x]+)")
TILE_SIZE: Kind[TileSize] = Kind(
    _read_size,
    TileSize(_LEAST_SIZE),
    f"{_SIDE.words}; of a rectangle its width and height, as in `25 x 50mm`",
    {
        "anyOf": [
            _SIDE.schema,
            {"type": "string", "pattern": f"^{LENGTH.pattern}\\s*[x\u00d7]\\s*{LENGTH.pattern}$"},
        ]
    },
)


# What is shown of values: numbers as digits or pips, words as they are.
OF_VALUES = ("digits", "pips", "words")


class TileStyle(NamedTuple):
    """What tiles show of their edges and corners, in place of the default.

    `letters` go on colours. A tile with `halves` has values on two opposite sides only.
    """

    edge: str = ""
    corner: str = ""
    letters: bool = True
    halves: bool = False

    def of_edge(self, ink: Ink) -> str:
        """What an edge with this colour or value shows."""
        return _shown(ink, self.edge, "band")

    def of_corner(self, ink: Ink) -> str:
        """What a corner with this colour or value shows."""
        return _shown(ink, self.corner, "patch")


DEFAULT_STYLE = TileStyle()


def _shown(ink: Ink, wanted: str, area: str) -> str:
    if wanted == "nothing":
        return wanted
    if not ink.is_value:
        return area
    if ink.worth is None or wanted == "words":
        return "words"
    return wanted if wanted in OF_VALUES else "digits"
