"""Reading values: what sides and corners may have besides colours, such as 0 to 6, or sun and moon."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.basics.errors import Place, Related
from pnp.definition.inks import RESERVED, Ink
from pnp.definition.kinds import Kind
from pnp.definition.nodes import Mapping, Node, Scalar, Sequence
from pnp.definition.reader import Reader

# Letters and digits of any language, perhaps with hyphens between them: they go into the notation.
_VALUE = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_RANGE = re.compile(r"([0-9]{1,3})\s*(?:-|\u2013|\.\.|to)\s*([0-9]{1,3})")
# A longer word is too small to be read on a side.
_LONGEST = 12
# Nobody could tell more apart; a longer range is a mistake.
_MOST = 100

_SCHEMA_RANGE = r"^[0-9]{1,3}\s*(-|\.\.|to)\s*[0-9]{1,3}$"


def value_ink(text: str, place: Place) -> Ink:
    """A value as sides and corners have it: a colour whose code is the value, without an ink of its own."""
    return Ink(name=text, code=text, fill="", line="", pattern="", symbol="", place=place)


def check_values(reader: Reader, inks: Iterable[Ink], values: Iterable[Ink]) -> None:
    """Reports values that are also the name or the letter of a colour."""
    by_name = {value.name: value for value in values}
    for ink in inks:
        for what, text in (("name", ink.name), ("letter", ink.code)):
            if text in by_name:
                message = (
                    f'the colour "{ink.name}" has the {what} {text}, which is also a value; change'
                    " one of the two"
                )
                here = Related("the value is here", by_name[text].place)
                reader.error("distinct-letters", message, ink.place, here)
                break


def _read_values(reader: Reader, node: Node, what: str) -> tuple[Ink, ...] | None:
    """A range of numbers, or a list of values and ranges."""
    if isinstance(node, Mapping) or (
        isinstance(node, Scalar) and not node.is_empty and not _RANGE.fullmatch(node.text.strip())
    ):
        such = node.text if isinstance(node, Scalar) else "sun, moon"
        message = f"{what} has to be a range of numbers, 0-5, or a list, [{such}]"
        reader.error("structure", message, node.place)
        return None
    if isinstance(node, Sequence) and not node.items:
        reader.error("structure", f"{what} is an empty list; write 1 item or more", node.place)
        return None
    found: dict[str, Ink] = {}
    for item in reader.one_or_more(node):
        for text in _texts(reader, item):
            if text in found:
                message = f'the value "{text}" appears twice; remove one of the two'
                first = Related("it is here first", found[text].place)
                reader.error("duplicate-key", message, item.place, first)
            found.setdefault(text, value_ink(text, item.place))
    if not found:
        return None
    if len(found) > _MOST:
        message = f"{what} has {len(found)} values; write at most {_MOST}"
        reader.error("number", message, node.place)
        return None
    return (*found.values(),)


def _texts(reader: Reader, item: Node) -> Iterator[str]:
    """The values that an item stands for: one, or all numbers of a range."""
    text = reader.text(item, "a value")
    if text is None:
        return
    if two := _RANGE.fullmatch(text):
        low, high = int(two[1]), int(two[2])
        if low > high:
            message = f"{text} is an empty range; write the smaller number first, {high}-{low}"
            reader.error("number", message, item.place)
        yield from map(str, range(low, high + 1))
    elif not _VALUE.fullmatch(text) or len(text) > _LONGEST:
        message = f'a value cannot be "{text}": write up to {_LONGEST} letters, digits and hyphens'
        reader.error("name", message, item.place)
    elif text in RESERVED:
        message = f'a value cannot be called "{text}": the word has another meaning'
        reader.error("name", message, item.place)
    else:
        yield text


VALUES_OF_SIDES: Kind[tuple[Ink, ...]] = Kind(
    _read_values,
    (),
    "a range of numbers, such as `0-5`; or a list of values and ranges",
    {
        "anyOf": [
            {"type": "string", "pattern": _SCHEMA_RANGE},
            {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1},
        ]
    },
)
