"""The kinds of values in faces: measures, sizes of text, anchors, conditions, colours and strokes."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import NOWHERE, Located
from pnp.basics.units import LENGTH, millimetres
from pnp.basics.words import did_you_mean
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind, Wrong, form
from pnp.definition.reading.nodes import Node, SequenceNode
from pnp.definition.reading.reader import Reader, read_paragraphs
from pnp.definition.references import (
    FIELD,
    Scope,
    WrongReference,
    filled,
    has_references,
    names_in,
    reference,
)


class Measure(NamedTuple):
    """A length: in millimetres, in percent of the box around, in shares of what is left, or "fit"."""

    value: float
    unit: str

    def of(self, whole: float) -> float:
        """In millimetres, in a box of this size."""
        return self.value if self.unit == "mm" else whole * self.value / 100


class Sizes(NamedTuple):
    """The sizes that a text may have, in millimetres."""

    largest: float
    least: float


_ORDERS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


@frozen(slots=True)
class Condition:
    """Whether a field of the piece has a value, or one of some values, or not; or a number in an order.

    `field` is a reference: a field, a part of one, or a calculation. With an `order` it is compared
    with `bound`, a number or another reference; `wanted` are texts with references in braces.
    """

    field: str
    wanted: tuple[str, ...] = ()
    negated: bool = False
    order: str = ""
    bound: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields that it asks for."""
        bound = reference(self.bound).names if self.order and not _is_number(self.bound) else ()
        return (*reference(self.field).names, *bound, *names_in(" ".join(self.wanted)))

    def holds(self, scope: Scope, size: tuple[float, float] | None = None) -> bool:
        """Whether it is true; raises WrongReference. An empty value is in no order with a number."""
        value = reference(self.field)
        if self.order:
            bound = self.bound if _is_number(self.bound) else reference(self.bound).value(scope)
            if not (value.value(scope) and bound):
                return False
            least = float(bound) if _is_number(bound) else reference(self.bound).number(scope)
            return _ORDERS[self.order](value.number(scope), least)
        found = value.value(scope)
        wanted = [filled(each, scope) for each in self.wanted]
        return (found in wanted if wanted else bool(found)) != self.negated


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?", text) is not None


@frozen(slots=True)
class SizeCondition:
    """Whether a piece is at least so wide or high, in millimetres, or less."""

    side: str
    least: float
    negated: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return ()

    def holds(self, scope: Scope, size: tuple[float, float] | None = None) -> bool:
        """Whether it is true of a piece of this width and height; of no known size it is."""
        if size is None:
            return True
        return (size[self.side == "height"] >= self.least) != self.negated


@frozen(slots=True)
class Conditions:
    """Several conditions, all of which hold, or any of which."""

    parts: tuple[Condition | SizeCondition, ...]
    joint: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields that they ask for."""
        return tuple(name for each in self.parts for name in each.names)

    def holds(self, scope: Scope, size: tuple[float, float] | None = None) -> bool:
        """Whether they are true; raises WrongReference."""
        found = (each.holds(scope, size) for each in self.parts)
        return any(found) if self.joint == "or" else all(found)


_PERCENT = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*%")
_SHARE = re.compile(r"([1-9][0-9]?)?\*")
_SIZE = re.compile(r"(?:([0-9.]+)(?:mm|cm|in|pt)?\s*\.\.\s*)?([0-9.]+)\s*(mm|cm|in|pt)")


def _field_name(text: str, _: str) -> str:
    if FIELD.fullmatch(text) and text == text.lower():
        return text
    near = "-".join(FIELD.findall(text.lower()))
    hint = f"; write {near}" if near else ""
    message = f'a field cannot be called "{text}": a name is made of small letters, digits, hyphens and _{hint}'
    raise Wrong("name", message)


# The name of a field, in any language, as that of a column.
FIELD_NAME = form(
    _field_name,
    "",
    "a name",
    {"type": "string", "pattern": r"^[^\sA-Z{}]+$", "maxLength": 60},
    called="the name of a field",
)

# A field, a part of one, or a calculation.
_VALUE = r"[\w()\[\]-][\w()\[\]+*/% -]*?"
_CONDITION = re.compile(
    rf"(not )?({_VALUE})(?: (!?=) (.+)| ?(>=|<=|>|<) ?(-?[0-9.]+|{_VALUE}|\{{[^{{}}]+\}}))?"
)
_SIZE_CONDITION = re.compile(r"(width|height) (>=|<) ([0-9.]+ ?(?:mm|cm|in|pt))")

# Outside double quotes.
_UNQUOTED = r'(?=(?:[^"]*"[^"]*")*[^"]*$)'
_JOINT = re.compile(rf" (and|or) {_UNQUOTED}")
_COMMA = re.compile(rf",{_UNQUOTED}")

ANCHORS = {
    "top left": (0.0, 0.0), "top": (0.5, 0.0), "top right": (1.0, 0.0),
    "left": (0.0, 0.5), "centre": (0.5, 0.5), "right": (1.0, 0.5),
    "bottom left": (0.0, 1.0), "bottom": (0.5, 1.0), "bottom right": (1.0, 1.0),
}  # fmt: skip
_SPOT = re.compile(r"(side|corner) ([1-9])")


class Anchor(NamedTuple):
    """A point of a box in shares of its size, or the middle of a side, or a corner, of a piece."""

    share: tuple[float, float] = (0.5, 0.5)
    spot: str = ""
    number: int = 0


def _measured(*, shares: bool) -> Kind[Measure | None]:
    words = "a length or a percentage" + ("; `*` for a share of the rest; or `fit`" * shares)

    such = "30mm, 40% or *" if shares else "30mm or 40%"

    def make(text: str, what: str) -> Measure | None:
        if shares and (match := _SHARE.fullmatch(text)):
            return Measure(float(match[1] or 1), "*")
        if shares and text == "fit":
            return Measure(0.0, "fit")
        try:
            found = _in_box(text, text)
        except ValueError as error:
            raise Wrong("length", f'{what} cannot be "{text}"; write {such}') from error
        if shares and found.value < 0:
            raise Wrong("length", f"{what} cannot be less than 0; write {such}")
        return found

    pattern = f"^{'(?!-)' * shares}({LENGTH.pattern}|{_PERCENT.pattern}"
    pattern += rf"|{_SHARE.pattern}|fit)$" if shares else ")$"
    least: kinds.Schema = {"minimum": 0} if shares else {}
    schema: kinds.Schema = {"type": ["string", "number"], "pattern": pattern, **least}
    return form(make, None, words, schema)


class Waypoint(NamedTuple):
    """A point of a box, from its top left."""

    across: Measure
    down: Measure


def _waypoint(text: str, what: str) -> Waypoint | None:
    words = text.split()
    try:
        if len(words) != 2:
            raise ValueError(text)
        return Waypoint(*(_in_box(word, words[1]) for word in words))
    except ValueError:
        message = (
            f'{what} has to be two lengths, across and down, 20mm 35mm or 50% 10%, not "{text}"'
        )
        raise Wrong("length", message) from None


def _in_box(text: str, last: str) -> Measure:
    """A percentage, or a length that may have its unit from the last one; raises ValueError."""
    share = _PERCENT.fullmatch(text)
    return Measure(float(share[1]), "%") if share else Measure(_with_unit_of(last, text), "mm")


def _with_unit_of(last: str, text: str) -> float:
    """A length in millimetres, in the unit of the last one if it has none of its own; raises ValueError."""
    own, unit = LENGTH.fullmatch(text), LENGTH.fullmatch(last)
    if own is None:
        raise ValueError(text)
    return millimetres(text if own[2] or unit is None else f"{text}{unit[2] or ''}")


WAYPOINT: Kind[Waypoint | None] = form(
    _waypoint,
    None,
    "two lengths or percentages, `20mm 35mm`",
    {"type": "string", "pattern": r"^\S+ +\S+$"},
)


def _each(text: str, what: str) -> tuple[float, float] | None:
    try:
        first, second = _two_lengths(text if " x " in text else f"{text} x {text}")
    except ValueError:
        first = second = 0.0
    if not (0.5 <= first <= 500 and 0.5 <= second <= 500):
        message = f'{what} has to be a length, or a width and a height, 40 x 20mm, not "{text}"'
        raise Wrong("length", message)
    return first, second


def _two_lengths(text: str) -> tuple[float, float]:
    """A width and a height; the unit of the second holds for both."""
    width, height = (each.strip() for each in text.split(" x "))
    return _with_unit_of(height, width), _with_unit_of(height, height)


_PLAIN_LENGTH = r"[0-9.]{1,8} ?(?:mm|cm|in|pt)?"
EACH: Kind[tuple[float, float] | None] = form(
    _each,
    None,
    "a width and a height, `40 x 20mm`; or one length, `8mm`",
    {"type": ["string", "number"], "pattern": f"^{_PLAIN_LENGTH}( x {_PLAIN_LENGTH})?$"},
)

_SPACES = re.compile(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?")
_MOST_SPACES = 400


def _spaces(text: str, what: str) -> tuple[str, ...]:
    found = _SPACES.fullmatch(text)
    if found and found[2]:
        first, last = int(found[1]), int(found[2])
        step = 1 if last >= first else -1
        texts = tuple(map(str, range(first, last + step, step)))
    elif found:
        texts = ("",) * int(found[1])
    else:
        texts = tuple(each.strip() for each in text.split(","))
        if len(texts) < 2 or "{" in text:
            message = f'{what} has to be a number, a range 0..20, or a list of texts, not "{text}"'
            raise Wrong("structure", message)
    if not 1 <= len(texts) <= _MOST_SPACES:
        message = f"{what} has 1 to {_MOST_SPACES} spaces, not {len(texts):,}"
        raise Wrong("number", message)
    return texts


def _read_spaces(reader: Reader, node: Node, what: str) -> tuple[str, ...] | None:
    if not isinstance(node, SequenceNode):
        return _SPACES_IN_WORDS.read(reader, node, what)
    texts = [reader.printed(item, f"a space of {what}", most=80) for item in node.items]
    if has_references(node):
        # The element reads the list again, with the values of a piece.
        reader.error("structure", f"{what} has fields", node.place)
        return None
    found = tuple(each for each in texts if each is not None)
    if len(found) == len(texts) and not 1 <= len(found) <= _MOST_SPACES:
        message = f"{what} has 1 to {_MOST_SPACES} spaces, not {len(found):,}"
        reader.error("number", message, node.place)
    return found


_SPACES_IN_WORDS: Kind[tuple[str, ...]] = form(
    _spaces,
    (),
    "a range, `0..20`; a number; or a list of texts",
    {
        "type": ["string", "integer"],
        "pattern": f",|^{_SPACES.pattern}$",
        "minimum": 1,
        "maximum": _MOST_SPACES,
    },
)

# The texts of spaces in a row: numbers, words, or none.
SPACES: Kind[tuple[str, ...]] = Kind(
    _read_spaces,
    (),
    _SPACES_IN_WORDS.words,
    {
        "anyOf": [
            _SPACES_IN_WORDS.schema,
            {
                "type": "array",
                "items": {"type": ["string", "number", "boolean"]},
                "minItems": 1,
                "maxItems": _MOST_SPACES,
            },
        ]
    },
)

LENGTH_OR_SHARE = _measured(shares=True)
PLACE = _measured(shares=False)


def _sizes(text: str, what: str) -> Sizes:
    if match := _SIZE.fullmatch(text):
        try:
            ends = [millimetres(f"{each}{match[3]}") for each in (match[1] or match[2], match[2])]
        except ValueError:
            ends = []
        if ends and max(ends) <= 200 and min(ends) >= 0.7:
            return Sizes(max(ends), min(ends))
    wanted = "a size, 9pt, or a range, 14..9pt, from 2pt up"
    raise Wrong("length", f'{what} has to be {wanted}, not "{text}"')


SIZES = form(
    _sizes,
    Sizes(millimetres("10pt"), millimetres("7pt")),
    "a size, `9pt`, or a range from the largest to the least, `14..9pt`",
    {"type": "string", "pattern": f"^{_SIZE.pattern}$"},
)


# When an element is there.
When = Condition | SizeCondition | Conditions


def _condition(text: str, what: str) -> When:
    first, *rest = _JOINT.split(text)
    joints, others = rest[::2], rest[1::2]
    if not joints:
        return _single(text, what)
    if len({*joints}) > 1:
        message = (
            f'{what} cannot have both "and" and "or"; put the element into layers, which have an'
            " if of their own"
        )
        raise Wrong("structure", message)
    hint = '; put a text that has "and" or "or" in double quotes'
    return Conditions(tuple(_single(each, what, hint) for each in (first, *others)), joints[0])


def _single(text: str, what: str, hint: str = "") -> Condition | SizeCondition:
    """A condition without `and` and `or`."""
    if size := _SIZE_CONDITION.fullmatch(text):
        try:
            return SizeCondition(size[1], millimetres(size[3]), size[2] == "<")
        except ValueError as error:
            message = f'{what} cannot be "{text}"; write {size[1]} >= 40mm'
            raise Wrong("length", message) from error
    match = _CONDITION.fullmatch(text)
    negation, value, sign, wanted, order, bound = match.groups() if match else [""] * 6
    is_size = order and value in ("width", "height")
    if match and not is_size and not (negation and (sign or order)):
        texts = (_unquoted(each.strip()) for each in _COMMA.split(wanted or "") if each.strip())
        negated = bool(negation) or sign == "!="
        found = Condition(value, tuple(texts), negated, order or "", (bound or "").strip("{}"))
        try:
            if found.names and all(map(FIELD.fullmatch, found.names)):
                return found
        except WrongReference as error:
            raise Wrong("structure", str(error)) from error
    message = (
        f'{what} cannot be "{text}"; write FIELD, not FIELD, FIELD = VALUE, FIELD != VALUE, FIELD >= 5,'
        f' (i + j) % 2 = 0, width >= 40mm, or several joined by "and" or by "or"{hint}'
    )
    raise Wrong("structure", message)


def _unquoted(text: str) -> str:
    """The text without double quotes round it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


_SINGLE = f"({_CONDITION.pattern}|{_SIZE_CONDITION.pattern})"
_WHEN: Kind[When] = form(
    _condition,
    Condition(""),
    "a field, `not FIELD`, `FIELD = VALUE`, `FIELD = VALUE, VALUE`, `FIELD != VALUE`, `FIELD >= 5`;"
    " or for the piece's size `width >= 40mm` or `height < 40mm`; several with `and` or with `or` between them",
    {"type": ["string", "boolean"], "pattern": f"^{_SINGLE}( (and|or) {_SINGLE})*$"},
)
CONDITION = kinds.located(_WHEN)


def _anchor(text: str, what: str) -> Anchor | None:
    if match := _SPOT.fullmatch(text):
        return Anchor(spot=match[1], number=int(match[2]))
    if text not in ANCHORS:
        raise Wrong("unknown-word", f'{what} cannot be "{text}"{did_you_mean(text, ANCHORS)}')
    return Anchor(ANCHORS[text])


ANCHOR = form(
    _anchor,
    None,
    "`top left`, `top`, `centre` …, and on tiles `side 1`, `corner 1` …",
    {"anyOf": [{"enum": [*ANCHORS]}, {"type": "string", "pattern": f"^{_SPOT.pattern}$"}]},
)


def _read_insets(reader: Reader, node: Node, what: str) -> tuple[float, ...] | None:
    found = []
    for item in reader.one_or_more(node):
        text = reader.text(item, what)
        try:
            found.append(millimetres(text or ""))
        except ValueError:
            if text is not None:
                reader.error("length", f'{what} cannot be "{text}"; write 3mm', item.place)
            return None
    if len(found) not in (1, 2, 4):
        message = f"{what} has one length, two (top and side), or four, clockwise from the top"
        reader.error("structure", message, node.place)
        return None
    return tuple(found * 4 if len(found) == 1 else found * 2 if len(found) == 2 else found)


_LENGTHS: kinds.Schema = {"type": ["string", "number"], "pattern": f"^{LENGTH.pattern}$"}
_SEVERAL: kinds.Schema = {"type": "array", "items": _LENGTHS}
INSETS: Kind[tuple[float, ...]] = Kind(
    _read_insets,
    (0.0, 0.0, 0.0, 0.0),
    "a length; or `[top and bottom, left and right]`; or four, clockwise from the top",
    {
        "anyOf": [
            _LENGTHS,
            {**_SEVERAL, "minItems": 1, "maxItems": 2},
            {**_SEVERAL, "minItems": 4, "maxItems": 4},
        ]
    },
)


def _percentage(text: str, what: str) -> float:
    try:
        found = float(text.removesuffix("%"))
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100:
        raise Wrong("number", f'{what} has to be 0% to 100%, not "{text}"')
    return found


PERCENTAGE = form(
    _percentage,
    0.0,
    "a percentage",
    {
        "type": ["string", "number"],
        "pattern": r"^[0-9]{1,3}(\.[0-9]+)? ?%?$",
        "minimum": 0,
        "maximum": 100,
    },
)


def filled_text(words: str) -> Kind[Located[str]]:
    """A text in which {name} stands for a field of the piece."""
    return kinds.located(kinds.word(words))


def plain_text(most: int) -> Kind[str]:
    """A text that no face shows: pnp refuses fields in it, which it would print as they are."""
    text = kinds.text(most)

    def read(reader: Reader, node: Node, what: str) -> str | None:
        found = text.read(reader, node, what)
        if found is not None and (match := _BRACES.search(found)):
            message = (
                f'{what} has "{match[0]}", which would be printed with its braces; fields and signs in'
                " texts work only in a `face`"
            )
            reader.error("structure", message, node.place)
        return found

    pattern = rf"^(?![\s\S]*{_BRACES.pattern})"
    return replace(text, read=read, schema={**text.schema, "pattern": pattern})


_BRACES = re.compile(r"[{][^{}]+[}]")

WRITTEN = kinds.located(replace(kinds.word("a text"), read=read_paragraphs))
COLOUR = filled_text("a [colour](#colours)")

# The share of the free room that lies to the left of something, or above it.
SHARES = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}
_HORIZONTAL, _VERTICAL = ("left", "centre", "right"), ("top", "middle", "bottom")


def _align(text: str, what: str) -> tuple[str, str]:
    words = text.split()
    across = [word for word in words if word in _HORIZONTAL]
    down = [word for word in words if word in _VERTICAL]
    if max(len(across), len(down)) > 1 or len(across) + len(down) != len(words) or not words:
        hint = did_you_mean(words[0] if words else "", (*_HORIZONTAL, *_VERTICAL))
        raise Wrong("unknown-word", f'{what} cannot be "{text}"{hint}')
    return (across or ["left"])[0], (down or ["middle"])[0]


ALIGN = form(
    _align,
    ("left", "top"),
    "`left`, `centre` or `right`, and `top`, `middle` or `bottom`",
    {
        "type": "string",
        "pattern": "^(left|centre|right|top|middle|bottom)( (left|centre|right|top|middle|bottom))?$",
    },
)

_STROKE = re.compile(rf"(?:(\S+) )?{LENGTH.pattern}")


class StrokeWords(NamedTuple):
    """A colour, in words, a width in millimetres, and whether the line has dashes."""

    colour: Located[str]
    width: float
    dashed: bool = False


def _stroke(text: str, what: str) -> StrokeWords:
    words = text.split()
    dashed = words[-1:] == ["dashed"]
    *colour, width = words[: len(words) - dashed] or [""]
    try:
        length = millimetres(width)
    except ValueError:
        length = 0.0
    if length <= 0 or length > 20 or len(colour) > 1:
        message = f'{what} has to be a colour and a width, accent 0.4mm, not "{text}"'
        raise Wrong("structure", message)
    return StrokeWords(Located((colour or ["ink"])[0], NOWHERE), length, dashed)


STROKE_WORDS = kinds.made(
    form(
        _stroke,
        StrokeWords(Located("ink", NOWHERE), 0.0),
        "a colour and a width, `accent 0.4mm`, and perhaps `dashed`",
        {"type": "string", "pattern": f"^{_STROKE.pattern}( dashed)?$"},
    ),
    lambda stroke, place: stroke._replace(colour=stroke.colour._replace(place=place)),
)
