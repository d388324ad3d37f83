"""Combinations: a row for every choice of one value from each of several lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod

from pnp.basics.errors import Located, Place, Related
from pnp.basics.words import did_you_mean, nearest
from pnp.definition import kinds
from pnp.definition.data import Row
from pnp.definition.kinds import Kind
from pnp.definition.nodes import Mapping as MappingNode
from pnp.definition.nodes import Node, Sequence
from pnp.definition.reader import Fields, Reader
from pnp.definition.records import MOST_ROWS

Values = tuple[Located[str], ...]
# One value of each list, in the order of the lists.
Combination = tuple[str, ...]

_EXCEPT = "except"

_VALUE = kinds.located(kinds.text())
_NAME = kinds.name("a list")
_LIST = kinds.list_of(_VALUE, "values", each="a value", least=1)
# Values by the names of their lists.
_EXCEPTION = kinds.located(kinds.map_of(kinds.word("a name"), _VALUE, "values", each="a value"))
_EXCEPTIONS = kinds.list_of(_EXCEPTION, "exceptions", each="an exception", or_one=True)

LeftOut = Located[tuple[tuple[Located[str], Located[str]], ...]]


def _read(reader: Reader, node: Node, what: str) -> tuple[Row, ...] | None:
    """The rows of a mapping of lists; None after a finding."""
    before = len(reader.findings)
    fields = reader.fields(node, what)
    if fields is None:
        return None
    lists = dict(_lists(reader, fields))
    exceptions = fields.read(_EXCEPT, lambda each: _EXCEPTIONS.read(reader, each, _EXCEPT)) or ()
    if len(reader.findings) == before and len(lists) < 2:
        message = f"{what} needs two lists or more, such as suit: [hearts, spades]"
        reader.error("structure", message, node.place)
    total = prod(map(len, lists.values()))
    if total > MOST_ROWS:
        message = f"{what} makes {total:,} combinations; at most {MOST_ROWS:,} are allowed"
        reader.error("structure", message, node.place)
    if len(reader.findings) == before:
        left_out = _left_out(reader, exceptions, lists)
        if len(left_out) == total:
            message = f"the exceptions leave out all {total:,} combinations"
            reader.error("structure", message, fields.place_of(_EXCEPT))
    if len(reader.findings) > before:
        return None
    return tuple(_rows(lists, left_out, node.place))


def _lists(reader: Reader, fields: Fields) -> Iterator[tuple[str, Values]]:
    """The lists by name, with findings for values that a list has twice."""
    for key, node in fields.items():
        if key.text == _EXCEPT:
            continue
        has_mappings = isinstance(node, Sequence) and any(
            isinstance(each, MappingNode) for each in node.items
        )
        if has_mappings and nearest(key.text, [_EXCEPT]):
            hint = did_you_mean(key.text, [_EXCEPT])
            reader.error("unknown-key", f'"{key.text}" is no list of values{hint}', key.place)
            continue
        name = _NAME.read(reader, key, "a list") or ""
        values = _LIST.read(reader, node, f'the list "{name}"') or ()
        first: dict[str, Place] = {}
        for value, place in values:
            if value in first:
                related = Related(f'the first "{value}" is here', first[value])
                message = f'the list "{name}" has "{value}" twice; remove one of the two'
                reader.error("duplicate-value", message, place, related)
            first.setdefault(value, place)
        yield name, values


def _left_out(
    reader: Reader, exceptions: tuple[LeftOut, ...], lists: Mapping[str, Values]
) -> set[Combination]:
    """The combinations that have all values of an exception."""
    names, found = [*lists], set[Combination]()
    for entries, place in exceptions:
        wanted = {name.value: value.value for name, value in entries}
        if not wanted:
            reader.error("structure", "an exception needs a value of a list", place)
        if not wanted or not _is_known(reader, entries, lists):
            continue
        choices = [
            [wanted[name]] if name in wanted else [each.value for each in lists[name]]
            for name in names
        ]
        these = {*product(*choices)}
        if these <= found:
            message = "this exception leaves out nothing: those before it leave out the same"
            reader.error("structure", message, place)
        found |= these
    return found


def _is_known(
    reader: Reader,
    entries: Collection[tuple[Located[str], Located[str]]],
    lists: Mapping[str, Values],
) -> bool:
    """Whether an exception has only lists and values that there are; findings for all others."""
    before = len(reader.findings)
    for name, value in entries:
        if name.value not in lists:
            hint = did_you_mean(name.value, lists)
            reader.error("unknown-word", f'no list is called "{name.value}"{hint}', name.place)
            continue
        known = {each.value for each in lists[name.value]}
        if value.value not in known:
            message = f'the list "{name.value}" has no "{value.value}"'
            reader.error("unknown-word", message + did_you_mean(value.value, known), value.place)
    return len(reader.findings) == before


def _rows(
    lists: Mapping[str, Values], left_out: Collection[Combination], place: Place
) -> Iterator[Row]:
    """The rows in the order of the lists, the last one fastest."""
    for values in product(*lists.values()):
        if tuple(each.value for each in values) not in left_out:
            yield Row(dict(zip(lists, values, strict=True)), place)


COMBINATIONS: Kind[tuple[Row, ...]] = Kind(
    _read,
    (),
    "a mapping from names to two lists of values or more, perhaps with `except`: a list of"
    " combinations to leave out, such as `{suit: hearts, rank: A}`",
    {
        "type": "object",
        "minProperties": 2,
        "properties": {
            _EXCEPT: {**_EXCEPTIONS.schema, "description": "Combinations to leave out."}
        },
        "propertyNames": _NAME.schema,
        "additionalProperties": _LIST.schema,
    },
)
