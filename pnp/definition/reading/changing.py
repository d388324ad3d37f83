"""A file with other values at some of its keys, for trials; nothing is written."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import yaml

from pnp.basics.errors import Source, UnusableInput
from pnp.basics.words import did_you_mean
from pnp.definition.reading.nodes import LOADER, MappingNode, Node, Scalar, SequenceNode, compose

# A plain value that would mean something else inside { } or [ ], or before a comment.
_SPECIAL = re.compile(r"[,\[\]{}]|: |:$| #")


def keys_of(node: Node) -> list[str]:
    """The words by which a path goes on from a node: keys, or the names of the items of a list."""
    if isinstance(node, MappingNode):
        return [key.text for key, _ in node.entries]
    if isinstance(node, SequenceNode):
        return [_name(item) or str(number) for number, item in enumerate(node.items, 1)]
    return []


def node_at(source: Source, path: str) -> Node:
    """The node at a path such as `tiles.families.line.copies`; raises UnusableInput if the path leads nowhere.

    An item of a list is called by its `name`, or by its number, counted from 1.
    """
    node, way = compose(source), ""
    for word in path.split("."):
        found = _step(node, word)
        if found is None:
            known = keys_of(node)
            here = f'"{way}" of {source.name}' if way else source.name
            raise UnusableInput(f'{here} has no key "{word}"{did_you_mean(word, known)}')
        node, way = found, f"{way}.{word}" if way else word
    return node


def changed(source: Source, path: str, value: str) -> Source:
    """The source with another value, written in YAML, at a path; raises UnusableInput."""
    return _replaced(source, _yaml_at(source, path), _written(path, value))


def with_keys(source: Source, path: str, keys: Mapping[str, str | None]) -> Source:
    """The source with these keys in the mapping at a path, each with its value in YAML, and without those whose value is None.

    The mapping comes on one line. Raises UnusableInput.
    """
    old = _yaml_at(source, path)
    if not isinstance(old, yaml.MappingNode):
        raise UnusableInput(f"{path} of {source.name} has no keys")
    kept = [pair for pair in old.value if pair[0].value not in keys]
    for key, value in keys.items():
        if value is not None:
            name = yaml.ScalarNode("tag:yaml.org,2002:str", key)
            kept.append((name, yaml.compose(value, Loader=LOADER)))
    node = yaml.MappingNode(old.tag, kept)
    for each in _nodes(node):
        if not isinstance(each, yaml.ScalarNode):
            each.flow_style = True
        elif each.style in ("|", ">"):
            each.style = '"'
    line = yaml.serialize(node, width=math.inf, allow_unicode=True).strip()
    return _replaced(source, old, line)


def _yaml_at(source: Source, path: str) -> Any:
    """The node at a path, as the YAML library has it; raises UnusableInput."""
    old = node_at(source, path)
    for node in _nodes(yaml.compose(source.text, Loader=LOADER)):
        start = node.start_mark
        # A block begins where its first key does.
        is_there = (start.line + 1, start.column + 1) == (old.place.line, old.place.column)
        if is_there and isinstance(node, _KINDS[type(old)]):
            return node
    raise UnusableInput(f"{path} cannot be changed", old.place)


def _replaced(source: Source, node: Any, written: str) -> Source:
    """The source with a text in place of a node."""
    start, end = node.start_mark, node.end_mark
    style = node.style if isinstance(node, yaml.ScalarNode) else node.flow_style
    # A block ends where the next key begins.
    rest = f"\n{' ' * end.column}" if style in ("|", ">", False) else ""
    if start.index == end.index:
        written = f" {written}"
    text = source.text[: start.index] + written + rest + source.text[end.index :]
    return replace(source, text=text)


_KINDS = {
    Scalar: yaml.ScalarNode,
    SequenceNode: yaml.SequenceNode,
    MappingNode: yaml.MappingNode,
}


def _step(node: Node, word: str) -> Node | None:
    if isinstance(node, MappingNode):
        return next((value for key, value in node.entries if key.text == word), None)
    if isinstance(node, SequenceNode):
        named = (item for item in node.items if _name(item) == word)
        number = int(word) - 1 if word.isascii() and word.isdigit() else -1
        numbered = node.items[number : number + 1] if number >= 0 else ()
        return next(chain(named, numbered), None)
    return None


def _name(node: Node) -> str:
    if not isinstance(node, MappingNode):
        return ""
    names = (value for key, value in node.entries if key.text == "name")
    return next((each.text for each in names if isinstance(each, Scalar)), "")


def _nodes(node: Any) -> Sequence[Any]:
    """All nodes below a node, and the node itself."""
    if node is None:
        return ()
    below = chain.from_iterable(node.value) if isinstance(node, yaml.MappingNode) else ()
    items = node.value if isinstance(node, yaml.SequenceNode) else below
    return [*chain.from_iterable(map(_nodes, items)), node]


def _written(path: str, value: str) -> str:
    """The value as it may stand anywhere in a file, on one line."""
    node = compose(Source(f"the value of {path}", value))
    if isinstance(node, Scalar):
        is_plain = not node.quoted and not _SPECIAL.search(value)
        return value.strip() if is_plain or node.quoted else json.dumps(value, ensure_ascii=False)
    if value.strip()[:1] not in ("{", "[") or "\n" in value:
        raise UnusableInput(
            f"{path}: write the value on one line, with {{ }} or [ ] if it has several parts"
        )
    return value.strip()
