"""Groups of tiles: their shape and size, and what they show of edges and corners."""

from __future__ import annotations

import re

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import NOWHERE, Located, Place
from pnp.basics.units import plain_length
from pnp.definition.colours import SIGNS, Ink
from pnp.definition.reading import kinds
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.proportions import Proportions
from pnp.tiles.symmetry import Symmetry

# The tiles that may begin a row of their own on the sheets.
ROWS = ("none", "family", "colour")


_HEXAGON = TileGeometry(Shape.HEXAGON)


@frozen(kw_only=True)
class TileGroup:
    """Tiles of one shape and size, in millimetres; the only group of a game may have no name.

    `ground` is an ink, or empty for that of the theme, and `back` the sign of backs, if they have one. `rows` are the
    tiles that begin a new row on the sheets, `expect` and `expect_printed` the numbers of different and of printed
    tiles, and `ids` says whether tiles show their ids; None for those that no face fills. `strands` and `values` scale
    the width of strands and the size of values; `road` is the ink of strands without a colour, or empty for that of the
    theme.
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
    expect_printed: Located[int] | None = None
    ids: bool | None = None
    strands: float = 1.0
    values: float = 1.0
    road: str = ""

    @property
    def title(self) -> str:
        """The group in the words of a message."""
        return f'the group "{self.name}"' if self.name else "the set"

    @property
    def proportions(self) -> Proportions:
        """The sizes of all that is on the tiles."""
        return Proportions(self.geometry, self.size, strands=self.strands, values=self.values)

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
LEAST_SIZE, MOST_SIZE = 5.0, 1000.0

TILE_SIZE = kinds.size(
    LEAST_SIZE, MOST_SIZE, "of a rectangle its width and height, as in `25 x 50mm`"
)


def _scale(text: str, what: str) -> float:
    found = _PERCENT.fullmatch(text)
    share = float(found[1]) / 100 if found else 0.0
    if not _LEAST_SCALE <= share <= _MOST_SCALE:
        least, most = (f"{100 * each:.0f}%" for each in (_LEAST_SCALE, _MOST_SCALE))
        raise kinds.Wrong(
            "number", f'{what} has to be a percentage, {least} to {most}, not "{text}"'
        )
    return share


_PERCENT = re.compile(r"([0-9]{2,3}(?:\.[0-9])?) ?%")
_LEAST_SCALE, _MOST_SCALE = 0.6, 1.5

SCALE = kinds.form(
    _scale,
    1.0,
    "a percentage, 60% to 150%",
    {"type": "string", "pattern": f"^{_PERCENT.pattern}$"},
)


def size_problem(size: kinds.Size, shape: Shape) -> str:
    """The reason why tiles of this shape cannot have this size; empty if they can."""
    if not shape.is_oblong:
        if not size.height:
            return ""
        one = f"{shape.value} has one length, {shape.measure}"
        return f"size: a {one}; write {plain_length(size.width)}, or shape: rectangle"
    if not size.height:
        return "size: a rectangle has two lengths; write its width and height, such as 25 x 50mm"
    if size.height == size.width:
        one = plain_length(size.width)
        return f"size: a rectangle with equal sides is a square; write shape: square, size: {one}"
    return ""


# What is shown of values: numbers as digits or pips, words as they are, and the names of signs as these.
OF_VALUES = ("digits", "pips", "words", "signs")


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
    if wanted == "signs" and ink.name in SIGNS:
        return wanted
    if ink.worth is None or wanted == "words":
        return "words"
    return wanted if wanted in OF_VALUES else "digits"
