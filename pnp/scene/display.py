"""The display list: the content of a page in millimetres, y down, independent of file formats.

A scene has shapes, text and layers, and knows no tiles. Two writers play the same list, SVG and PDF;
so their pages are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from enum import Enum
from typing import Literal, TypeAlias

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.fonts import Font, text_width
from pnp.scene.geometry import Box, Path, Point, bounding_box, heading, mirrored_path, points_of

# The edge over which a printer turns the paper, if it prints on both sides.
TurningEdge: TypeAlias = Literal["", "long-edge", "short-edge"]


class Layer(Enum):
    """The purpose of a drawing; layers are painted in this order."""

    BLEED = "bleed"
    ART = "art"
    FOLD = "fold"
    CUT = "cut"
    GUIDE = "guide"


class LineEnds(NamedTuple):
    """The caps and joins of a line; a mitre longer than so many line widths becomes a bevel."""

    cap: Literal["butt", "round", "square"]
    join: Literal["miter", "round", "bevel"]
    mitre_limit: float = 4.0


ROUND_ENDS = LineEnds("round", "round")
SHARP_ENDS = LineEnds("butt", "miter")


@frozen(slots=True)
class Stroke:
    """How a line is drawn: width and dashes in millimetres, ink as #RRGGBB.

    A round stroke has round caps and joins; any other has butt caps and mitred joins, or the `ends`
    of a line in another file. The line starts `phase` millimetres into the dash pattern. `spot` names
    an ink of its own, which tells a machine what to cut; it overprints, and a screen shows it in `ink`.
    """

    width: float
    ink: str
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    round: bool = False
    spot: str = ""
    ends: LineEnds | None = None

    def inked(self, ink: str) -> Stroke:
        """The same line in another ink."""
        return replace(self, ink=ink)

    @property
    def line_ends(self) -> LineEnds:
        """Its caps and joins."""
        return self.ends or (ROUND_ENDS if self.round else SHARP_ENDS)

    @property
    def reach(self) -> float:
        """The distance from its path that the stroke can reach, in millimetres."""
        ends = self.line_ends
        corner = ends.mitre_limit if ends.join == "miter" else 1.0
        # The diagonal of a square cap.
        return self.width / 2 * max(corner, 2**0.5 if ends.cap == "square" else 1.0)


@frozen(slots=True)
class Shape:
    """A path, filled and then stroked.

    The fill is where the path winds round, or, if `even_odd`, where it does so an odd number of times.
    """

    path: Path
    fill: str | None = None
    stroke: Stroke | None = None
    even_odd: bool = False

    @property
    def extent(self) -> tuple[Point, ...]:
        """Two corners of a box that it does not leave; none without a path.

        The box has the handles of curves and the longest possible mitres of strokes inside.
        """
        if not self.path:
            return ()
        reach = self.stroke.reach if self.stroke else 0.0
        box = bounding_box(points_of(self.path))
        return (
            Point(box.x - reach, box.y - reach),
            Point(box.right + reach, box.bottom + reach),
        )


@frozen(slots=True)
class Text:
    """One line of text; `at` is on the baseline, `size` is the em in millimetres.

    `angle` turns the text clockwise about `at`, in degrees. `font` is a font of the designer's own;
    None is the font of every page, which may be `bold`. The `outline` is a line round its letters, below them.
    """

    string: str
    at: Point
    size: float
    ink: str
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "start"
    angle: float = 0.0
    font: Font | None = None
    outline: Stroke | None = None

    @property
    def width(self) -> float:
        """Its length along the baseline; raises MissingGlyph."""
        return text_width(self.string, self.size, bold=self.bold, font=self.font)

    @property
    def start(self) -> Point:
        """The origin of its first glyph, for any anchor and angle; raises MissingGlyph."""
        width = self.width
        if self.anchor == "start":
            return self.at
        before = width / 2 if self.anchor == "middle" else width
        return self.at - heading(self.angle + 90) * before


@frozen(slots=True)
class Raster:
    """A PNG or JPEG file: its size in dots and its bytes, which are read when a writer needs them.

    Two files with one `digest` are the same picture, and a document holds it once. `name` is the
    path as a user would type it.
    """

    digest: str
    width: int
    height: int
    kind: Literal["png", "jpeg"]
    name: str = field(compare=False)
    read: Callable[[], bytes] = field(compare=False, repr=False)


@frozen(slots=True)
class Image:
    """The whole of a raster in a box, mirrored left to right if `mirrored`; a `Clip` crops it."""

    raster: Raster
    box: Box
    mirrored: bool = False


@frozen(eq=False, slots=True)
class Clip:
    """Items that are drawn only inside `path`; as a whole they are see-through if the `opacity` is less than 1."""

    path: Path
    items: tuple[Item, ...]
    opacity: float = 1.0


class Drawing:
    """Items in coordinates of their own; equal only to itself, since writers render each one once.

    A file stores a `shared` drawing once, wherever the drawing stands. The items may be a function that makes
    them when somebody first asks: a check needs the box of a picture, and seldom what is in it.
    """

    __slots__ = ("__weakref__", "_items", "shared")
    __match_args__ = ("items", "shared")

    def __init__(
        self, items: tuple[Item, ...] | Callable[[], tuple[Item, ...]], shared: bool = False
    ) -> None:
        self._items = items
        self.shared = shared

    @property
    def items(self) -> tuple[Item, ...]:
        if not isinstance(self._items, tuple):
            self._items = self._items()
        return self._items

    def as_shared(self, shared: bool = True) -> Drawing:
        """The same items in a drawing that a file stores once, if it is `shared`."""
        return Drawing(lambda: self.items, shared)

    def __repr__(self) -> str:
        return f"Drawing({self.items!r}, shared={self.shared})"


@frozen(slots=True)
class Placed:
    """A drawing with its origin at `at`, scaled with its lines and texts.

    `turn` turns it clockwise about its origin, in degrees.
    """

    drawing: Drawing
    at: Point
    scale: float = 1.0
    turn: float = 0.0

    def moved_to(self, at: Point) -> Placed:
        """The same drawing with its origin there."""
        return Placed(self.drawing, at, self.scale, self.turn)


class Picture(NamedTuple):
    """A drawing and the box of it that is shown, in the drawing's own millimetres.

    `alt` describes it in words.
    """

    drawing: Drawing
    box: Box
    alt: str = ""

    def at(self, corner: Point, *, scale: float = 1.0) -> Placed:
        """The picture with the top left of its box at that point."""
        return Placed(self.drawing, corner - Point(self.box.x, self.box.y) * scale, scale)


Item = Shape | Text | Image | Clip | Drawing | Placed

# The items of a layer, or a function that makes them whenever somebody asks: a document has thousands of pages.
LayerItems: TypeAlias = tuple[Item, ...] | Callable[[], tuple[Item, ...]]


def strings_of(items: Iterable[Item]) -> Iterator[str]:
    """The strings of all texts among items, in the order in which they are painted."""
    for item in items:
        match item:
            case Text(string):
                yield string
            case Drawing(inner) | Clip(_, inner) | Placed(Drawing(inner)):
                yield from strings_of(inner)


def mirrored(drawing: Drawing) -> Drawing:
    """The drawing with left and right exchanged; texts can still be read."""
    return Drawing(lambda: tuple(map(_mirrored, drawing.items)), drawing.shared)


def _mirrored(item: Item) -> Item:
    match item:
        case Shape():
            return replace(item, path=mirrored_path(item.path))
        case Image(_, (x, y, width, height), turned_over):
            box = Box(-x - width, y, width, height)
            return replace(item, box=box, mirrored=not turned_over)
        case Clip(path, items):
            return replace(item, path=mirrored_path(path), items=tuple(map(_mirrored, items)))
        case Text():
            middle = item.start + heading(item.angle + 90) * (item.width / 2)
            at = Point(-middle.x, middle.y)
            return replace(item, at=at, anchor="middle", angle=-item.angle)
        case Placed(drawing, at, scale, turn):
            return Placed(mirrored(drawing), Point(-at.x, at.y), scale, -turn)
        case Drawing():
            return mirrored(item)


@frozen(slots=True)
class Page:
    """One page or one picture: its size in millimetres and its items by layer.

    `pieces` is the number of pieces to cut out. `trim` is the box round what is cut out, and `bleed`
    the box round what is printed of it, if the page has them. The next page has the backs of a
    page that is a `front`. `folio` is the place of the page number, without words. `words` has what is read out for
    each item of the art, or "" for its own texts.
    """

    width: float
    height: float
    layers: dict[Layer, LayerItems] = field(default_factory=dict)
    title: str = ""
    pieces: int = 0
    trim: Box | None = None
    bleed: Box | None = None
    front: bool = False
    folio: Text | None = None
    words: tuple[str, ...] = ()

    def numbered(self, number: str) -> Page:
        """The page with its number, if it has a place for one."""
        if self.folio is None:
            return self
        guide = (*self.items(Layer.GUIDE), replace(self.folio, string=number))
        return replace(self, layers=self.layers | {Layer.GUIDE: guide}, folio=None)

    @property
    def made(self) -> Page:
        """The page with the items of all its layers, for a writer that needs them several times."""
        return replace(self, layers={layer: self.items(layer) for layer in self.layers})

    def items(self, layer: Layer) -> tuple[Item, ...]:
        """The items of a layer, in painting order."""
        items = self.layers.get(layer, ())
        return items if isinstance(items, tuple) else items()


@frozen(slots=True)
class Document:
    """Pages that belong together, with the metadata for title bars and screen readers.

    `duplex` is the edge over which the paper is turned, if backs follow fronts. A PDF file of a `tagged` document has
    tags for screen readers; others are parts of such a file.
    """

    title: str
    author: str
    subject: str
    pages: tuple[Page, ...]
    language: str = "en"
    duplex: TurningEdge = ""
    tagged: bool = False
