"""Combinations: every combination of the values of some lists, as the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from pnp.basics import limits
from pnp.basics.errors import Located
from pnp.basics.words import did_you_mean, nearest
from pnp.definition.face_kinds import CONDITION, Conditions, SizeCondition, When
from pnp.definition.reading import kinds
from pnp.definition.reading.data import COPIES_COLUMN, DataRow
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.reading.reader import Fields, Reader
from pnp.definition.references import Scope, WrongReference

Values = tuple[Located[str], ...]
# One value of each list, in the order of the lists.
Combination = tuple[str, ...]

# The keys that are no lists.
_EXCEPT, _WHERE = "except", "where"

# The numbers of a list.
_NUMBERS = re.compile(r"(\d{1,4})\.\.(\d{1,4})")

_VALUE = kinds.located(kinds.text())
_NAME = kinds.name("a list")
_LIST = kinds.list_of(_VALUE, "values", each="a value", least=1)
# Values by the names of their lists.
_EXCEPTION = kinds.located(kinds.map_of(kinds.word("a name"), _VALUE, "values", each="a value"))
_CONDITIONS = kinds.list_of(CONDITION, "conditions", each="a condition", or_one=True)
_EXCEPTIONS = kinds.list_of(_EXCEPTION, "exceptions", each="an exception", or_one=True)

_TIMES = kinds.integer(1, 1000)
LeftOut = Located[tuple[tuple[Located[str], Located[str]], ...]]


def _read(reader: Reader, node: Node, what: str) -> tuple[DataRow, ...] | None:
    """The rows of a mapping of lists; None after a finding."""
    before = len(reader.findings)
    fields = reader.fields(node, what)
    if fields is None:
        return None
    found = [*_lists(reader, fields)]
    lists = {name: values for name, values, _ in found}
    copies = {name: times for name, _, times in found if times}
    exceptions = fields.read(_EXCEPT, lambda each: _EXCEPTIONS.read(reader, each, _EXCEPT)) or ()
    wanted = fields.read(_WHERE, lambda each: _CONDITIONS.read(reader, each, _WHERE)) or ()
    if len(reader.findings) == before and not lists:
        message = f"{what} needs at least one list, such as suit: [hearts, spades]"
        reader.error("structure", message, node.place)
    if len(wanted) > limits.MOST_CONDITIONS:
        place = fields.place_of(_WHERE)
        found_many = limits.too_many("conditions", len(wanted), limits.MOST_CONDITIONS, place)
        reader.findings.append(found_many)
    total = prod(map(len, lists.values()))
    if total > limits.MOST_ROWS:
        message = f"{what} makes {total:,} combinations; at most {limits.MOST_ROWS:,} are allowed"
        reader.error("structure", message, node.place)
    if len(reader.findings) == before:
        left_out = _left_out(reader, exceptions, lists)
        if len(left_out) == total:
            message = f"the exceptions leave out all {total:,} combinations"
            reader.error("structure", message, fields.place_of(_EXCEPT))
        elif wanted:
            left_out |= _failing(reader, wanted, lists)
            if len(left_out) == total and len(reader.findings) == before:
                message = f"no combination of the {total:,} meets these conditions"
                reader.error("structure", message, fields.place_of(_WHERE))
    if len(reader.findings) > before:
        return None

    def row(values: Values) -> DataRow:
        made = dict(zip(lists, values, strict=True))
        if copies:
            number = prod(of[made[name].value] for name, of in copies.items())
            made[COPIES_COLUMN] = Located(str(number), node.place)
        return DataRow(made, node.place)

    # In the order of the lists, the last one fastest.
    return tuple(
        row(values)
        for values in product(*lists.values())
        if tuple(each.value for each in values) not in left_out
    )


def _lists(reader: Reader, fields: Fields) -> Iterator[tuple[str, Values, dict[str, int]]]:
    """The name and the values of each list, with findings for values that it has twice.

    A list that is a mapping says how often each of its values is there.
    """
    for key, node in fields.items():
        if key.text in (_EXCEPT, _WHERE):
            continue
        has_mappings = isinstance(node, SequenceNode) and any(
            isinstance(each, MappingNode) for each in node.items
        )
        if has_mappings and nearest(key.text, [_EXCEPT]):
            hint = did_you_mean(key.text, [_EXCEPT])
            reader.error("unknown-key", f'"{key.text}" is no list of values{hint}', key.place)
            continue
        if key.text == COPIES_COLUMN:
            message = "copies are no list of values: write how often a value is there, as in rank: {0: 1, 1..9: 2}"
            reader.error("structure", message, key.place)
            continue
        name = _NAME.read(reader, key, "a list") or ""
        items: list[Node]
        copies: dict[str, int] = {}
        if isinstance(node, SequenceNode):
            items = [*_leaves(reader, node)]
            if node.items and not items:
                continue
            node = node._replace(items=tuple(items))
        elif isinstance(node, MappingNode):
            items = []
            for value, number in node.entries:
                times = _TIMES.read(reader, number, f'"{value.text}"') or 0
                listed = numbered(reader, value)
                items += listed
                copies |= {each.text: times for each in listed}
            if node.entries and not items:
                continue
            node = SequenceNode(tuple(items), node.place)
        elif isinstance(node, Scalar) and _NUMBERS.fullmatch(node.text):
            node = SequenceNode(tuple(numbered(reader, node)), node.place)
            if not node.items:
                continue
        values = _LIST.read(reader, node, f'the list "{name}"') or ()
        reader.distinct(
            values,
            f'the list "{name}" has "{{}}" twice; remove one of the two',
            rule="duplicate-value",
            first='the first "{}" is here',
        )
        yield name, values, copies


def numbered(reader: Reader, node: Scalar) -> list[Scalar]:
    """All numbers of a range, such as 1..9, or the value itself."""
    found = _NUMBERS.fullmatch(node.text)
    if found is None:
        return [node]
    first, last = map(int, found.groups())
    if not first <= last < first + limits.MOST_ROWS:
        message = (
            f"the numbers of a list go up, at most {limits.MOST_ROWS:,} of them, not {node.text}"
        )
        reader.error("structure", message, node.place)
        return []
    return [node._replace(text=str(each)) for each in range(first, last + 1)]


def _leaves(reader: Reader, node: Node) -> Iterator[Node]:
    """The items of a list and of all lists in it, such as those of anchors, and the numbers of its ranges."""
    if isinstance(node, SequenceNode):
        for each in node.items:
            yield from _leaves(reader, each)
    elif isinstance(node, Scalar):
        yield from numbered(reader, node)
    else:
        yield node


def _left_out(
    reader: Reader, exceptions: tuple[LeftOut, ...], lists: Mapping[str, Values]
) -> set[Combination]:
    """The combinations that have all values of an exception."""
    found = set[Combination]()
    known = {name: [each.value for each in values] for name, values in lists.items()}
    for entries, place in exceptions:
        before = len(reader.findings)
        if not entries:
            reader.error("structure", "an exception needs a value of a list", place)
        for name, value in entries:
            if name.value not in known:
                hint = did_you_mean(name.value, known)
                reader.error("unknown-word", f'no list is called "{name.value}"{hint}', name.place)
            elif value.value not in known[name.value]:
                hint = did_you_mean(value.value, known[name.value])
                message = f'the list "{name.value}" has no "{value.value}"{hint}'
                reader.error("unknown-word", message, value.place)
        if len(reader.findings) > before:
            continue
        wanted = {name.value: [value.value] for name, value in entries}
        these = {*product(*(known | wanted).values())}
        if these <= found:
            message = "this exception leaves out nothing: those before it leave out the same"
            reader.error("structure", message, place)
        found |= these
    return found


def _failing(
    reader: Reader, wanted: tuple[Located[When], ...], lists: Mapping[str, Values]
) -> set[Combination]:
    """The combinations for which one of the conditions is false."""
    found = set[Combination]()
    for condition, place in wanted:
        unknown = [name for name in condition.names if name not in lists]
        if unknown:
            hint = did_you_mean(unknown[0], lists)
            reader.error("unknown-word", f'no list is called "{unknown[0]}"{hint}', place)
            continue
        parts = condition.parts if isinstance(condition, Conditions) else (condition,)
        if any(isinstance(each, SizeCondition) for each in parts):
            reader.error("structure", "a condition on a size is for elements, not for lists", place)
            continue
        for values in product(*lists.values()):
            texts = tuple(each.value for each in values)
            try:
                holds = condition.holds(Scope(dict(zip(lists, texts, strict=True))))
            except WrongReference as error:
                reader.error("value", str(error), place)
                break
            if not holds:
                found.add(texts)
    return found


COMBINATIONS: Kind[tuple[DataRow, ...]] = Kind(
    _read,
    (),
    "a mapping from names to lists of values, numbers such as `1..9`, or values with their copies, `{0: 1, 1..9: 2}`; and"
    " perhaps `except`: a list of combinations to leave out, such as `{suit: hearts, rank: A}`; and `where`: conditions that"
    " all of them meet, such as `a <= b`",
    {
        "type": "object",
        "minProperties": 1,
        "properties": {
            _EXCEPT: {**_EXCEPTIONS.schema, "description": "Combinations to leave out."},
            _WHERE: {**_CONDITIONS.schema, "description": "Conditions that all combinations meet."},
        },
        "propertyNames": _NAME.schema,
        "additionalProperties": {
            "anyOf": [
                {**_LIST.schema, "items": {"anyOf": [_LIST.schema["items"], {"type": "array"}]}},
                {"type": "string", "pattern": f"^{_NUMBERS.pattern}$"},
                {"type": "object", "additionalProperties": _TIMES.schema, "minProperties": 1},
            ]
        },
    },
)
