"""Mutated files: a seed and a few bytes make one, by changes that know YAML, and by changes of bare text.

Every string of bytes stands for a file, and shorter strings for simpler changes. So hypothesis shrinks them, and a fuzzer that looks at
coverage changes and joins them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

# Letters of a file; what is longer only takes time.
MOST_LETTERS = 300_000

# Changes of one file.
MOST_CHANGES = 8

# Values that were wrong once, here or elsewhere: nothing, numbers at and over limits, lengths, words that YAML converts, parts of
# formulas and of notations, names of files, markup, and characters that are not what they seem.
EXTREMES = (
    "", " ", "0", "1", "-1", "2", "3", "7", "12", "60", "255", "1000", "2001", "10001", "1000000", "99999999999999999999", "1e9", "1e400",
    "-0.0", "0.5", "1.5", "nan", ".inf", "0x10", "1_000", "٣", "½", "1..3", "3..1", "1..", "..", "0..1000000", "-5..5",
    "0mm", "0.0001mm", "-3mm", "1mm", "5 mm", "30mm", "63 x 88 mm", "5 x 1000 mm", "1000000mm", "1e5mm", "50%", "0%", "100000%", "1/8in", "fit", "fill",
    "yes", "no", "null", "~", "true", "2026-11-27", "1:30", "none", "all", "any", "auto", "every", "red", "A", "a", "R-G", "#FF0000", "#F00", "#FFFFFF00",
    "1-2", "1-2-3-4-5-6", "1-3 2-5", "AABBCC", "ABAB", "0,0", "1,-1", "1000000,1", "a1", "{title}", "{", "}", "{{title}}", "{{#each}}", "{nothing}", "{art}",
    "a + b", "1 / 0", "10 ** 10 ** 10", "(" * 60, "not " * 60 + "a", "a == a", "x if y", "height >= 45mm", "len(a)", "__class__",
    "..", ".", "/", "/etc/hostname", "a.svg", "small.png", "train.svg", "cards.csv", "cards.csv#2", "game.yaml", "http://example.com", "con", "aux", "mine", "x" * 300,
    "**bold**", "*" * 500 + "a", "_" * 60, "[a](b)", "`" * 40, "<b>", "&amp;", "<!--", "]]>", "| a | b |", "# ", "- " * 30, "> " * 30, "$x$", "![a](b)", "\\", "%", "@",
    "\n", "a\nb", "\t", "\u00a0", "\u200b", "\u00ad", "e\u0301", "\u0301" * 50, "\u202e", "\u2066a", "\u200f", "\u2028", "\x1b[2J", "\x07", "\x85", "\x00", "\ufeff",
    "\ufffe", "\U0001f600", "\U0001f468\u200d\U0001f469", "字", "א", "ﷺ", "ß", "İ", "\ud800", "\U000e0041", "\U0010ffff", "word " * 300, "x" * 3000, "a" * 25_000,
)  # fmt: skip

# Values with nothing in them, and of other sorts than most keys expect.
HOLLOW = ("[]", "[[]]", "[{}]", "[[], []]", "{}", "~", "[~]", '""', "0", "-1", "yes")

# How often something is repeated: seldom so often that it takes long.
TIMES = (*(2, 3, 10, 60) * 6, 400, 2500)


class Bytes:
    """Choices that are read from bytes; at their end each choice is the first one."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    @property
    def is_empty(self) -> bool:
        return self._at >= len(self._data)

    def below(self, number: int) -> int:
        """A whole number from 0 to below *number*."""
        width = 1 if number <= 256 else 2
        part = self._data[self._at : self._at + width]
        self._at += width
        return int.from_bytes(part, "little") % max(1, number)

    def of(self, values: Sequence[Any]) -> Any:
        """One of some values, of which there is at least one."""
        return values[self.below(len(values))]


def mutated(seeds: Sequence[str], data: bytes) -> str:
    """The file that bytes stand for: the first two choose a seed, an early one more often, and others the changes in it."""
    choices = Bytes(data)
    text = seeds[int.from_bytes(data[:2], "little") ** 2 * len(seeds) >> 32]
    choices.below(1000)
    for _ in range(MOST_CHANGES):
        if choices.is_empty:
            break
        in_nodes = choices.below(4) < 3
        donor = seeds[choices.below(1000) % len(seeds)]
        changed = _with_other_nodes(text, donor, choices) if in_nodes else None
        text = (_with_other_text(text, donor, choices) if changed is None else changed)[
            :MOST_LETTERS
        ]
    return text


# Changes of YAML


class _Slot(NamedTuple):
    """A place in a tree: an item of a list, or the key or the value of an entry of a mapping."""

    parent: yaml.Node
    index: int
    part: int = 0

    @property
    def node(self) -> yaml.Node:
        found = self.parent.value[self.index]
        return found[self.part] if isinstance(found, tuple) else found

    def put(self, node: yaml.Node) -> None:
        found = self.parent.value[self.index]
        if isinstance(found, tuple):
            pair = [*found]
            pair[self.part] = node
            node = tuple(pair)  # type: ignore[assignment]
        self.parent.value[self.index] = node


def _slots(root: yaml.Node) -> Iterator[_Slot]:
    """Every place in a tree, once however many aliases lead there."""
    seen, left = {id(root)}, [root]
    while left:
        node = left.pop()
        if not isinstance(node, yaml.CollectionNode):
            continue
        for index, found in enumerate(node.value):
            for part, each in enumerate(found if isinstance(found, tuple) else (found,)):
                yield _Slot(node, index, part)
                if id(each) not in seen:
                    seen.add(id(each))
                    left.append(each)


def scalar(text: str) -> yaml.ScalarNode:
    """A value without quotes, if YAML can write it so."""
    return yaml.ScalarNode("tag:yaml.org,2002:str", text)


def hollowed(seeds: Sequence[str]) -> Iterator[str]:
    """Each seed with one value exchanged for a hollow one; the first of all values under the same two keys."""
    values = [yaml.compose(each, LOADER) for each in HOLLOW]
    for root, slot in _values(seeds):
        before = slot.node
        for value in values:
            slot.put(value)
            yield from _written(root)
        slot.put(before)


def reduced(seeds: Sequence[str]) -> Iterator[str]:
    """Each seed without one value, with the first of a list alone or all but its last, or with a number one more or less.

    The first of all values under the same two keys.
    """
    for root, slot in _values(seeds):
        node, siblings = slot.node, slot.parent.value
        removed = siblings.pop(slot.index)
        yield from _written(root)
        siblings.insert(slot.index, removed)
        if isinstance(node, yaml.SequenceNode) and node.value[1:]:
            items = node.value
            for fewer in (items[:1], items[:-1]) if items[2:] else (items[:1],):
                node.value = fewer
                yield from _written(root)
            node.value = items
        elif isinstance(node, yaml.ScalarNode) and _NUMBER.fullmatch(node.value):
            for number in (int(node.value) - 1, int(node.value) + 1):
                slot.put(scalar(str(number)))
                yield from _written(root)
            slot.put(node)


_NUMBER = re.compile("-?[0-9]{1,9}")


def _values(seeds: Sequence[str]) -> Iterator[tuple[yaml.Node, _Slot]]:
    """The trees of seeds with the places of their values, the first under the same two keys."""
    known: set[tuple[str, ...]] = set()
    for root in filter(None, map(_tree, seeds)):
        keys: dict[int, tuple[str, ...]] = {id(root): ("",)}
        for slot in _slots(root):
            above = keys[id(slot.parent)]
            pair = slot.parent.value[slot.index]
            is_entry = isinstance(pair, tuple)
            above = (above[-1], str(pair[0].value)) if is_entry else (*above[:-1], f"{above[-1]}[]")
            keys[id(slot.node)] = above
            if above in known or (is_entry and slot.part == 0):
                continue
            known.add(above)
            yield root, slot


def _written(root: yaml.Node) -> Iterator[str]:
    """The tree as a file, if YAML can write it."""
    with suppress(yaml.YAMLError, UnicodeError, RecursionError):
        yield yaml.serialize(root, Dumper=DUMPER, allow_unicode=True, width=10_000)


def _tree(text: str) -> yaml.Node | None:
    """The tree of a file; None if it is not YAML or has no places."""
    try:
        root = yaml.compose(text, LOADER)
    except (yaml.YAMLError, UnicodeError, RecursionError):
        return None
    return root if isinstance(root, yaml.CollectionNode) and root.value else None


def _with_other_nodes(text: str, donor: str, choices: Bytes) -> str | None:
    """The file with another tree; None if it is not YAML."""
    root = _tree(text)
    if root is None:
        return None
    slots = [*_slots(root)]
    slot = choices.of(slots)
    siblings, at = slot.parent.value, slot.index
    match choices.below(14):
        case 0 | 1 | 2:
            slot.put(scalar(choices.of(EXTREMES)))
        case 3:
            slot.put(choices.of(slots).node)
        case 4:
            del siblings[at]
        case 5:
            siblings.insert(choices.below(len(siblings) + 1), siblings[at])
        case 6:
            other = choices.of(slots)
            mine, theirs = slot.node, other.node
            slot.put(theirs)
            other.put(mine)
        case 7:
            for _ in range(choices.of((1, 2, 5, 45))):
                kind = choices.below(2)
                node = slot.node
                value: Any = [(scalar("a"), node)] if kind else [node]
                tag = f"tag:yaml.org,2002:{'map' if kind else 'seq'}"
                slot.put(
                    (yaml.MappingNode if kind else yaml.SequenceNode)(tag, value, flow_style=True)
                )
        case 8:
            siblings[at:at] = [siblings[at]] * choices.of(TIMES)
        case 9 | 10:
            other_root = _tree(donor)
            if other_root is not None:
                other = choices.of([*_slots(other_root)])
                if isinstance(slot.parent, yaml.MappingNode) and isinstance(
                    other.parent, yaml.MappingNode
                ):
                    siblings.insert(at, other.parent.value[other.index])
                else:
                    slot.put(other.node)
        case 11:
            if isinstance(slot.node, yaml.ScalarNode):
                slot.put(scalar(slot.node.value * choices.of(TIMES)))
        case 12:
            if isinstance(slot.node, yaml.ScalarNode):
                value = slot.node.value
                place = choices.below(len(value) + 1)
                slot.put(scalar(value[:place] + choices.of(EXTREMES) + value[place:]))
        case _:
            # A tree of aliases, whose leaves are as many as 2 to the power of its height.
            node = slot.node
            for _ in range(choices.of((2, 8, 16, 30))):
                node = yaml.SequenceNode("tag:yaml.org,2002:seq", [node, node], flow_style=True)
            slot.put(node)
    with suppress(yaml.YAMLError, UnicodeError, RecursionError):
        written: str = yaml.serialize(root, Dumper=DUMPER, allow_unicode=True, width=10_000)
        return written
    return None


# Changes of text

_PARTS = re.compile(r"\w+|\s+|[^\w\s]")
_MARKS = re.compile(r"[^\w\s]+|\w+")


def _with_other_text(text: str, donor: str, choices: Bytes) -> str:
    """The file with other letters, words or lines."""
    lines = text.splitlines(keepends=True) or [""]
    at = choices.below(len(lines))
    line = lines[at]
    match choices.below(9):
        case 0:
            place = choices.below(len(line) + 1)
            lines[at] = line[:place] + choices.of(EXTREMES) + line[place:]
        case 1 | 2:
            parts = _PARTS.findall(line) or [""]
            parts[choices.below(len(parts))] = choices.of(EXTREMES)
            lines[at] = "".join(parts)
        case 3:
            del lines[at]
        case 4:
            lines[at:at] = [line] * choices.of(TIMES)
        case 5:
            lines.insert(
                choices.below(len(lines) + 1), choices.of(donor.splitlines(keepends=True) or [""])
            )
        case 6:
            parts = _PARTS.findall(line) or [""]
            place = choices.below(len(parts))
            parts[place] *= choices.of(TIMES)
            lines[at] = "".join(parts)
        case 7:
            place = choices.below(len(line) + 1)
            lines[at] = line[:place] + line[place + 1 + choices.below(8) :]
        case _:
            mine, theirs = _PARTS.findall(line) or [""], _MARKS.findall(donor) or [""]
            mine[choices.below(len(mine))] = choices.of(theirs)
            lines[at] = "".join(mine)
    return "".join(lines)
