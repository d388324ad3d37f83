"""Reading the elements of a face: texts, pictures, signs, shapes, blocks of forms, and the boxes that hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Located, Place
from pnp.basics.words import did_you_mean, nearest
from pnp.definition.blocks import BLOCK_LIST, LINES, Block, Lines, Table, Ticks, texts_of
from pnp.definition.face_kinds import (
    ALIGN,
    ANCHOR,
    COLOUR,
    CONDITION,
    EACH,
    INSETS,
    LENGTH_OR_SHARE,
    PERCENTAGE,
    PLACE,
    SHARES,
    SIZES,
    SPACES,
    STROKE_WORDS,
    WAYPOINT,
    WRITTEN,
    Anchor,
    Measure,
    Sizes,
    StrokeWords,
    Waypoint,
    When,
    filled_text,
)
from pnp.definition.loops import LOOP, Loop
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind, Schema
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, declared, field, nested
from pnp.definition.references import Scope, filled_node, has_references, scalars

AREAS = ("safe", "trim", "bleed")


class KeyNeed(NamedTuple):
    """A key that does nothing unless another key has some value; `message` says which."""

    key: str
    other: str
    holds: Callable[[Any], bool]
    message: str


class Pending(NamedTuple):
    """A key whose value has fields, so that each piece has a value of its own."""

    key: str
    attribute: str
    kind: Kind[Any]
    default: object
    node: Node


class _Deferred(NamedTuple):
    """The value of a key that nobody can read before its fields have values."""

    node: Node


# Elements share most of their keys.
@cache
def _with_fields(kind: Kind[Any]) -> Kind[Any]:
    """The kind whose values may have fields of the piece: `turn: "{degrees}"`."""

    def read(reader: Reader, node: Node, what: str) -> Any:
        before = len(reader.findings)
        found = kind.read(reader, node, what)
        if len(reader.findings) > before and has_references(node):
            del reader.findings[before:]
            return _Deferred(node)
        return found

    return replace(kind, read=read, schema=_with_braces(kind.schema))


def _with_braces(schema: Schema) -> Schema:
    """A schema of single values, or of lists of them, that allows texts with braces."""
    if schema.get("type") == "array" and isinstance(items := schema.get("items"), Mapping):
        return {**schema, "items": _with_braces(items)}
    types = schema.get("type")
    is_text = types == "string" or (isinstance(types, list) and "string" in types)
    is_any_text = is_text and "pattern" not in schema
    if is_any_text or "$ref" in schema or schema.get("type") == "object":
        return schema
    return {"anyOf": [schema, {"type": "string", "pattern": "[{].+[}]"}]}


# Keys without such values: those that have fields in a way of their own, or none.
_UNFILLED = ("name", "if", "for")


class Element(Section):
    """The keys of all elements: their place, and the condition under which pnp draws them.

    `pending` are the keys that have fields in values which are no texts; `filled` gives them values.
    """

    what = "an element"
    can_fit: ClassVar[bool] = False
    key_needs: ClassVar[tuple[KeyNeed, ...]] = ()

    name: str = field(kinds.name("an element"), "Its name, for a face that extends this one.")
    when: Located[When] | None = field(
        CONDITION, "When the element is there.", key="if", default=None, otherwise="always"
    )
    loop: Located[Loop] | None = field(
        LOOP,
        "The element is there once for each of these values, which the name stands for.",
        key="for",
        default=None,
        otherwise="once",
    )
    area: str = field(
        kinds.one_of(*AREAS),
        "Places the element in an area of the piece: `safe` from the cut, up to the `trim`, or over"
        " it to the `bleed`.",
        default="",
        otherwise="the box around",
    )
    at: Anchor | None = field(
        ANCHOR, "Where in the box around it lies.", default=None, otherwise="all of the box"
    )
    x: Measure | None = field(
        PLACE, "How far it moves inwards from there, across; outwards if negative.", default=None
    )
    y: Measure | None = field(
        PLACE, "How far it moves inwards from there, down; outwards if negative.", default=None
    )
    width: Measure | None = field(
        LENGTH_OR_SHARE, "Its width.", default=None, otherwise="that of the box around"
    )
    height: Measure | None = field(
        LENGTH_OR_SHARE, "Its height.", default=None, otherwise="that of the box around"
    )
    inset: tuple[float, ...] = field(INSETS, "Free space inside its edges.")
    turn: float = field(
        kinds.decimal(-360, 360), "Degrees by which it is turned clockwise.", default=0.0
    )
    opacity: float = field(
        PERCENTAGE,
        "How much it hides of what lies below: at less than all of it, that shows through.",
        default=100.0,
        otherwise="`100%`",
    )
    both_ways: bool = field(
        kinds.YES_NO,
        "Whether it is there twice, once turned by half a turn round the middle of the piece.",
        key="both-ways",
    )

    pending: tuple[Pending, ...] = ()

    # The kinds of the keys' values in which no field is left.
    _kinds: ClassVar[Mapping[str, Kind[Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        keys = cls.declarations
        unfilled = (*_UNFILLED, getattr(cls, "_content", ""))
        cls._kinds = {key: each.kind for key, each in keys.items()}
        cls.declarations = {
            key: each if key in unfilled else each._replace(kind=_with_fields(each.kind))
            for key, each in keys.items()
        }

    def __init__(self, **values: Any) -> None:
        deferred = {name: each.node for name, each in values.items() if isinstance(each, _Deferred)}
        if deferred:
            pending = tuple(
                Pending(
                    key, each.attribute, self._kinds[key], each.default, deferred[each.attribute]
                )
                for key, each in self.declarations.items()
                if each.attribute in deferred
            )
            values |= {"pending": pending, **{each.attribute: each.default for each in pending}}
        super().__init__(**values)

    def filled(self, scope: Scope, places: Mapping[str, Located[str]], reader: Reader) -> Self:
        """The element with the values of a piece in all keys; a key whose value is empty is omitted.

        `places` are the places of fields' values. Raises WrongReference.
        """
        if not self.pending:
            return self
        values: dict[str, Any] = {"pending": ()}
        first = len(reader.findings)
        for each in self.pending:
            node = filled_node(each.node, scope, places)
            is_empty = isinstance(node, Scalar) and not node.text.strip()
            before = len(reader.findings)
            value = None if is_empty else each.kind.read(reader, node, each.key)
            is_wrong = value is None or len(reader.findings) > before
            values[each.attribute] = each.default if is_wrong else value
        made = replace(self, **values)
        return made if len(reader.findings) > first else made.completed(reader)

    def completed(self, reader: Reader) -> Self:
        for key, measure in (("width", self.width), ("height", self.height)):
            if measure is not None and measure.unit == "fit" and not self.can_fit:
                message = (
                    f"only a text or a block can have the {key} that it needs; write 30mm, 40% or *"
                )
                reader.error("structure", message, self.place_of(key))
        has_size = any(self.has(key) for key in ("width", "height"))
        if self.at is not None and not has_size and self.needs_size:
            message = '"at" needs a "width" or a "height": without them the element fills its box'
            reader.error("structure", message, self.place_of("at"))
        for need in self.key_needs:
            place = self.place_of(need.key)
            # A face that changes one of another file keeps keys of that, and need not remove them.
            is_own = place.source == self.place_of(need.other).source
            is_known = self.has(need.key) and self.is_sound(need.other)
            is_known = is_known and need.other not in {each.key for each in self.pending}
            if is_known and is_own and not need.holds(self):
                reader.error("structure", need.message, place)
        return self

    @property
    def needs_size(self) -> bool:
        """Whether the element shows nothing of its place unless it is smaller than its box."""
        return True

    @property
    def written(self) -> tuple[Located[str], ...]:
        """The texts in which {name} may stand for a field."""
        return ()

    @property
    def templates(self) -> Iterator[Located[str]]:
        """All texts in which {name} may stand for a field; not those of its condition."""
        yield from self.written
        for each in self.pending:
            yield from (Located(scalar.text, scalar.place) for scalar in scalars(each.node))
        if self.loop is not None:
            loop, place = self.loop
            yield from (Located(text, place) for text in (*loop.range, loop.source))

    @property
    def inner(self) -> tuple[Element, ...]:
        """The elements inside."""
        return ()

    def all(self) -> Iterator[Element]:
        """This element and all inside it."""
        yield self
        for each in self.inner:
            yield from each.all()


class Repeated(Element):
    """An element that may be there several times."""

    what = "a repeated element"

    repeat: Located[str] = field(
        filled_text("a number, or a field with one"), "How often it is there, side by side."
    )
    arrange: str = field(
        kinds.one_of("row", "column", "grid", "pips", "suit", "scatter"),
        "How several lie: in a row, a column, a grid, as the `pips` of a die, as those of a card's"
        " `suit`, or loosely in all sizes.",
    )
    each: tuple[float, float] | None = field(
        EACH,
        "The size of each, however many there are.",
        default=None,
        otherwise="as large as the box allows",
    )
    gap: float = field(kinds.length(0.01, 50), "The gap between them.", default=0.0)
    align: tuple[str, str] = field(
        ALIGN,
        "Where a row, a column or a grid of one size lies in its box.",
        default=("centre", "middle"),
        otherwise="`centre middle`",
    )

    @property
    def shares_box(self) -> bool:
        """Whether the rounds of its loop share one box, as repeated elements do."""
        is_arranged = self.has("arrange") or self.has("each")
        return self.loop is not None and is_arranged and not self.has("repeat")


def _is_repeated(element: Any) -> bool:
    return bool(element.repeat.value or element.loop)


_ARRANGED = KeyNeed("arrange", "repeat", _is_repeated, '"arrange" needs "repeat" or "for"')


class TextElement(Element):
    """A text in a box, as large as it fits."""

    what = "a text"
    can_fit = True
    key_needs = (
        KeyNeed("lines", "wrap", lambda text: text.wrap, '"lines" has no use with "wrap: no"'),
    )

    text: Located[str] = field(WRITTEN, "The text, with `{field}` and `{sign}`.", required=True)
    font: str = field(kinds.one_of("text", "title", "numbers"), "The role of its font.")
    size: Sizes = field(
        SIZES, "Its size: the largest in the range that fits.", otherwise="`10..7pt`"
    )
    same_size: bool = field(
        kinds.YES_NO, "Whether it has one size on all pieces of its group.", key="same-size"
    )
    bold: bool = field(kinds.YES_NO, "Whether all of it is bold.")
    italic: bool = field(kinds.YES_NO, "Whether all of it is italic.")
    align: tuple[str, str] = field(
        ALIGN,
        "Where it lies in its box; lines in the centre have about the same length.",
        otherwise="as in `at`, or `left top`",
    )
    colour: Located[str] = field(COLOUR, "Its colour.", otherwise="`ink`")
    stroke: StrokeWords | None = field(
        STROKE_WORDS,
        "A line round its letters, such as `paper 0.5mm` over a picture.",
        default=None,
    )
    underline: bool = field(kinds.YES_NO, "Whether a line is below all of it.")
    lines: int = field(kinds.integer(0, 100), "The most lines.", default=0, otherwise="any number")
    wrap: bool = field(kinds.YES_NO, "Whether it may have several lines.", default=True)

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.text, self.colour, *((self.stroke.colour,) if self.stroke else ()))

    @property
    def needs_size(self) -> bool:
        return self.at is not None and bool(self.at.spot)

    def completed(self, reader: Reader) -> Self:
        """The text; one with a place and no alignment is aligned to its place."""
        made = super().completed(reader)
        if self.at is None or self.at.spot or self.has("align"):
            return made
        across, down = self.at.share
        align = next(
            (side, height)
            for side in ("left", "centre", "right")
            for height in ("top", "middle", "bottom")
            if (SHARES[side], SHARES[height]) == (across, down)
        )
        return replace(made, align=align)


class ImageElement(Repeated):
    """A picture beside the set's file."""

    what = "an image"
    key_needs = (
        _ARRANGED,
        KeyNeed("focus", "fit", lambda image: image.fit == "fill", '"focus" needs "fit: fill"'),
    )

    image: Located[str] = field(filled_text("a file"), "The PNG, JPEG or SVG file.", required=True)
    fit: str = field(
        kinds.one_of("whole", "fill", "stretch"),
        "Whether the picture is there as a `whole`, is cut off where it would leave its box (`fill`),"
        " or is stretched.",
    )
    focus: Located[str] = field(
        filled_text("two percentages, `50% 30%`"),
        "The point of the picture, from its top left, that a filled box keeps in view.",
        otherwise="its middle",
    )
    crop: tuple[float, ...] = field(
        kinds.list_of(PERCENTAGE, "four percentages"),
        "The part of the picture that is shown: left, top, width and height in percent.",
        otherwise="all of it",
    )
    mirror: bool = field(kinds.YES_NO, "Whether left and right are exchanged.")

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.image, self.focus, self.repeat)

    def completed(self, reader: Reader) -> Self:
        if self.crop and self.is_sound("crop"):
            left, top, width, height = (*self.crop, 0, 0, 0, 0)[:4]
            if len(self.crop) != 4 or not (0 < width <= 100 - left and 0 < height <= 100 - top):
                message = "crop has four percentages inside the picture: left, top, width, height"
                reader.error("structure", message, self.place_of("crop"))
        return super().completed(reader)


class SignElement(Repeated):
    """One or more signs: of pnp, of a colour, or of an icon set."""

    what = "a sign"

    sign: Located[str] = field(
        filled_text("one or more names of signs"),
        "The sign, or signs with blanks between.",
        required=True,
    )
    colour: Located[str] = field(COLOUR, "Its colour.", otherwise="its own, or `ink`")

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.sign, self.colour, self.repeat)


class FigureElement(Element):
    """A figure of the set: a small board, or tiles as they lie."""

    what = "a figure"

    figure: Located[str] = field(
        filled_text("the name of a figure"),
        "The name of one of the set's `figures`.",
        required=True,
    )
    highlight: tuple[Located[str], ...] = field(
        kinds.list_of(filled_text("the name of a cell"), "names", each="a cell", or_one=True),
        "Cells, places, routes or groups of its board that are marked besides those of the figure, such as `{from}`.",
    )

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.figure, *self.highlight)


SHAPES = ("fill", "rectangle", "rounded", "slant", "circle", "hexagon", "line", "pattern")


class ShapeElement(Repeated):
    """A shape as large as its box."""

    what = "a shape"
    key_needs = (
        _ARRANGED,
        KeyNeed(
            "fill",
            "shape",
            lambda shape: shape.shape != "line",
            'a line has a "stroke", and no "fill"',
        ),
        *(
            KeyNeed(
                key,
                "shape",
                lambda shape: shape.shape != "fill",
                f'"{key}" has no use with "shape: fill", which is all of the piece; write "shape: rectangle"',
            )
            for key in ("at", "x", "y", "width", "height", "inset")
        ),
    )

    shape: str = field(
        kinds.one_of(*SHAPES),
        "`fill` is all of the piece with its bleed; a `line` goes along the longer side of its box; a"
        " `slant` is a rounded box above a line that rises by 30 degrees through its middle;"
        " `pattern` is that of card backs, with the emblem of the game in its middle.",
        required=True,
    )
    fill: Located[str] = field(COLOUR, "The colour inside.", otherwise="none")
    stroke: StrokeWords | None = field(STROKE_WORDS, "The line round it.", default=None)
    radius: float = field(
        kinds.length(0.1, 50), "The radius of rounded corners.", default=2.0, otherwise="`2mm`"
    )

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.fill, self.repeat, *([self.stroke.colour] if self.stroke else []))


HEADS = ("none", "end", "both")
_MOST_POINTS = 60


class PathElement(Element):
    """A line through points, perhaps an arrow."""

    what = "a path"

    path: tuple[Waypoint | None, ...] = field(
        kinds.list_of(
            WAYPOINT,
            "points, `20mm 35mm`, across and down from the top left of its box",
            each="a point",
        ),
        "The points, at least two.",
        required=True,
    )
    stroke: StrokeWords | None = field(
        STROKE_WORDS, "Its colour and width.", default=None, otherwise="`ink 0.7mm`"
    )
    heads: str = field(kinds.one_of(*HEADS), "Where it has the head of an arrow.", default="none")
    curved: bool = field(kinds.YES_NO, "Whether it bends smoothly at its points.")

    def completed(self, reader: Reader) -> Self:
        if self.is_sound("path") and not 2 <= len(self.path) <= _MOST_POINTS:
            message = f"a path has 2 to {_MOST_POINTS} points, not {len(self.path)}"
            reader.error("number", message, self.place_of("path"))
        elif any(one == other for one, other in pairwise(self.path)):
            message = "each point of a path has to differ from the one before it"
            reader.error("structure", message, self.place_of("path"))
        return super().completed(reader)

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.stroke.colour,) if self.stroke else ()


class GridElement(Element):
    """A board of the set with all that is in its cells, at the size at which it is played."""

    what = "a grid"

    grid: Located[str] = field(
        filled_text("the name of a board"),
        "The name of one of the set's boards, perhaps with `printed: no`.",
        required=True,
    )
    cell: float = field(
        kinds.length(3.0, 120.0), "The size of a cell.", default=0.0, otherwise="that of the board"
    )
    align: tuple[str, str] = field(
        ALIGN,
        "Where the board lies in its box.",
        default=("centre", "middle"),
        otherwise="`centre middle`",
    )

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.grid,)


class Spaces(Element):
    """Equal spaces with texts: what tracks and slots have in common."""

    what = "spaces"

    shape: str = field(
        kinds.one_of("rounded", "rectangle", "circle", "hexagon"), "The shape of a space."
    )
    fill: Located[str] = field(COLOUR, "The colour inside.", otherwise="none")
    inks: tuple[tuple[Located[str], Located[str]], ...] = field(
        kinds.map_of(kinds.word("a text"), COLOUR, "[colours](#colours)", each="a colour"),
        "Colours of spaces by their texts, such as `{5: accent, 10: red}`.",
        key="fills",
    )
    stroke: StrokeWords = field(
        STROKE_WORDS,
        "The line round it.",
        default=StrokeWords(Located("soft", NOWHERE), 0.35),
        otherwise="`soft 0.35mm`",
    )
    radius: float = field(
        kinds.length(0.1, 50), "The radius of rounded corners.", default=1.5, otherwise="`1.5mm`"
    )
    colour: Located[str] = field(COLOUR, "The colour of the texts.", otherwise="`ink`")
    font: str = field(kinds.one_of("numbers", "text", "title"), "The role of their font.")
    size: Sizes = field(
        SIZES, "Their size: the largest in the range that fits.", otherwise="`10..7pt`"
    )
    bold: bool = field(kinds.YES_NO, "Whether they are bold.")
    gap: float = field(kinds.length(0.01, 50), "The gap between spaces.", default=0.0)
    each: tuple[float, float] | None = field(
        EACH, "The size of a space.", default=None, otherwise="as large as the box allows"
    )
    align: tuple[str, str] = field(
        ALIGN,
        "Where the spaces lie in their box.",
        default=("centre", "middle"),
        otherwise="`centre middle`",
    )

    @property
    def texts(self) -> tuple[str, ...]:
        """The text in each space."""
        raise NotImplementedError

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.fill, self.colour, self.stroke.colour, *(ink for _, ink in self.inks))

    def completed(self, reader: Reader) -> Self:
        made = super().completed(reader)
        is_known = self.is_sound(own_key(self), "fills") and not self.pending
        for name, _ in self.inks if is_known else ():
            if name.value not in self.texts:
                message = (
                    f'no space has the text "{name.value}"{did_you_mean(name.value, self.texts)}'
                )
                reader.error("unknown-name", message, name.place)
        return made


class TrackElement(Spaces):
    """A track: square spaces one after another."""

    what = "a track in a face"

    track: tuple[str, ...] = field(SPACES, "Its spaces: numbers or texts.", required=True)
    course: str = field(
        kinds.one_of("rows", "snake", "loop", "spiral"),
        "The way that it takes: each row from the left; to and fro from the bottom left; round the box clockwise"
        " from the top left; or from the bottom left inwards.",
    )
    columns: int = field(
        kinds.integer(1, 100),
        "How many spaces wide it is.",
        default=0,
        otherwise="so many that the spaces are largest",
    )

    @property
    def texts(self) -> tuple[str, ...]:
        return self.track

    def completed(self, reader: Reader) -> Self:
        made, number = super().completed(reader), len(self.track)
        if self.course == "loop" and self.is_sound("track") and self.track:
            least = 2 if self.columns == 0 else self.columns
            if number % 2 or number < 4:
                message = f"a loop has an even number of spaces, 4 or more, not {number}"
                reader.error("number", message, self.place_of("track"))
            elif not 2 <= least <= number // 2:
                message = f"a loop of {number} spaces has 2 to {number // 2} columns, not {least}"
                reader.error("number", message, self.place_of("columns"))
        return made


class SlotsElement(Spaces):
    """Slots: places for cards, tokens or other pieces, side by side."""

    what = "slots"

    slots: tuple[str, ...] = field(
        SPACES, "How many there are, or their numbers or texts.", required=True
    )
    arrange: str = field(
        kinds.one_of("row", "column", "grid"), "How they lie: in a row, a column or a grid."
    )
    sign: Located[str] = field(
        filled_text("the name of a sign"), "A sign in each slot, above its text."
    )
    label: str = field(
        kinds.one_of("middle", "top", "bottom"), "Where a text without a sign lies in its slot."
    )

    @property
    def texts(self) -> tuple[str, ...]:
        return self.slots

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (*super().written, self.sign)


class WritingElement(Element):
    """Blocks of a form in a box, to write in and to read, with texts as large as fit."""

    can_fit = True
    _content: ClassVar[str] = ""

    size: Sizes = field(
        SIZES,
        "The size of its texts: the largest in the range with which all fits.",
        otherwise="`10..7pt`",
    )
    colour: Located[str] = field(COLOUR, "The colour of its lines and texts.", otherwise="`ink`")

    # Whether braces in its texts stand for themselves, as in the template of a pad.
    is_literal: bool = False

    @property
    def content(self) -> tuple[Block, ...]:
        """The blocks from top to bottom."""
        return (getattr(self, self._content),)

    @property
    def written(self) -> tuple[Located[str], ...]:
        texts = () if self.is_literal else texts_of(self.content)
        return (self.colour, *(Located(each.text, each.place) for each in texts))


class BlocksElement(WritingElement):
    """Blocks of any kind."""

    what = "blocks"

    blocks: tuple[Block, ...] = field(BLOCK_LIST, "The blocks from top to bottom.", required=True)

    @property
    def content(self) -> tuple[Block, ...]:
        return self.blocks


class LinesElement(WritingElement):
    """Lines to write on."""

    what = "lines"
    _content = "lines"

    lines: Lines = field(LINES, "How many lines there are, or their labels.", required=True)


class TicksElement(WritingElement):
    """Boxes to tick off."""

    what = "ticks"
    _content = "ticks"

    ticks: Ticks = field(nested(Ticks), "A label, and the boxes.", required=True)


class TableElement(WritingElement):
    """A table."""

    what = "a table"
    _content = "table"

    table: Table = field(nested(Table), "Its columns and rows.", required=True)


def _read_element(reader: Reader, node: Node, what: str) -> Element | None:
    if not isinstance(node, MappingNode):
        reader.error("structure", f"{what} has to be a mapping, text: …", node.place)
        return None
    heads = _heads(node)
    if len(heads) != 1:
        message = f"an element needs one of {', '.join(ELEMENTS)}"
        if len(heads) > 1:
            message = f'an element has "{heads[0].text}" or "{heads[1].text}", not both'
        else:
            message = _misspelt([key.text for key, _ in node.entries]) or message
        reader.error("structure", message, node.place)
        return None
    return ELEMENTS[heads[0].text].read(reader, node)


def _heads(node: MappingNode) -> list[Scalar]:
    """The keys that say what the element is; `lines` also limits a text."""
    found = [key for key, _ in node.entries if key.text in ELEMENTS]
    return [
        key
        for key in found
        if not any(key.text in declared(ELEMENTS[each.text]) for each in found if each is not key)
    ]


def _misspelt(keys: list[str]) -> str:
    """A message about the first key that is nearly that of an element; empty if none is."""
    known = {key for kind in ELEMENTS.values() for key in declared(kind)}
    for key in keys:
        meant = nearest(key, ELEMENTS)
        if key not in known and meant is not None:
            return f'there is no element "{key}"; did you mean "{meant}"?'
    return ""


ELEMENT: Kind[Any] = Kind(_read_element, None, "an element", {"$ref": "#/$defs/element"})
LIST = kinds.list_of(ELEMENT, "[elements](faces.md#elements)", each="an element")


class Boxes(Repeated):
    """Elements in boxes."""

    _content: ClassVar[str] = ""
    key_needs = (_ARRANGED,)

    @property
    def written(self) -> tuple[Located[str], ...]:
        return (self.repeat,)

    @property
    def inner(self) -> tuple[Element, ...]:
        found: tuple[Element, ...] = getattr(self, self._content)
        return found


class Rows(Boxes):
    """Elements one below the other."""

    what = "rows"
    _content = "rows"

    rows: tuple[Element, ...] = field(LIST, "The elements from the top down.", required=True)


class Columns(Boxes):
    """Elements side by side."""

    what = "columns"
    _content = "columns"

    columns: tuple[Element, ...] = field(LIST, "The elements from left to right.", required=True)


class Layers(Boxes):
    """Elements over each other in one box."""

    what = "layers"
    _content = "layers"

    layers: tuple[Element, ...] = field(LIST, "The elements from the lowest up.", required=True)


# The kinds of elements by the key that only they have.
ELEMENTS: dict[str, type[Element]] = {
    "text": TextElement,
    "image": ImageElement,
    "sign": SignElement,
    "shape": ShapeElement,
    "path": PathElement,
    "figure": FigureElement,
    "grid": GridElement,
    "track": TrackElement,
    "slots": SlotsElement,
    "lines": LinesElement,
    "ticks": TicksElement,
    "table": TableElement,
    "blocks": BlocksElement,
    "rows": Rows,
    "columns": Columns,
    "layers": Layers,
}


def own_key(element: Element) -> str:
    """The key that says what the element is."""
    return next(key for key, kind in ELEMENTS.items() if kind is type(element))


def place_of(element: Element) -> Place:
    """The place of the key that says what the element is."""
    return element.place_of(own_key(element))
