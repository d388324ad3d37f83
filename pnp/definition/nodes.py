"""YAML as nodes: every value keeps its text, its tag and its place.

The default constructors of YAML turn `no` into False, `001122` into 594 and `1:30` into 90, and of
two equal keys they silently keep the last. Here nothing is turned into anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from pnp.errors import Place, Source, UnusableInput

# The C loader is seven times faster, where libyaml is there.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 40  # levels of nesting; a tileset needs eight


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value; `kind` is what YAML would make of it: str, int, bool, null …"""

    text: str
    kind: str
    quoted: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in file order; a key may stand twice, which is for others to refuse."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place


Node = Scalar | Sequence | Mapping


def read_source(path: Path) -> Source:
    """The text of a file; raises UnusableInput where it is no UTF-8 text or cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnusableInput(f"cannot read {path}: {error.strerror or error}") from error
    try:
        # A byte order mark is no part of the text; columns would count it.
        return Source(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        readable = Source(str(path), data.decode("utf-8", "replace"))
        raise UnusableInput(
            f"this file is not UTF-8: byte 0x{data[error.start]:02x} cannot be read;"
            " save it as UTF-8 in your editor",
            Place(readable, line, column),
        ) from error


def compose(source: Source) -> Node:
    """The node tree of a source; raises UnusableInput where it is not one YAML document."""
    start = Place(source, 1, 1)
    try:
        root = yaml.compose(source.text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = start if mark is None else Place(source, mark.line + 1, mark.column + 1)
        raise UnusableInput(f"not YAML: {_problem(error, place)}", place) from error
    except yaml.reader.ReaderError as error:
        before = source.text[: error.position]
        place = Place(source, before.count("\n") + 1, len(before) - before.rfind("\n"))
        character = error.character if isinstance(error.character, int) else 0
        raise UnusableInput(
            f"not YAML: the character U+{character:04X} is not allowed", place
        ) from error
    if root is None:
        raise UnusableInput("this file is empty; `pnp list` shows sets to start from", start)
    return _node(root, source, ())


def _problem(error: yaml.MarkedYAMLError, place: Place) -> str:
    """What the YAML parser says, in a designer's words where the cause is a common one."""
    line = place.source.line(place.line)
    if "\t" in re.match(r"\s*", line)[0]:  # type: ignore[index]
        return "a tab indents this line; YAML allows only blanks there"
    problem = error.problem or "it cannot be parsed"
    if "'\\t'" in problem:
        return "a tab stands here; YAML allows only blanks between values"
    return f"{problem}, {error.context}" if error.context else problem


def _node(node: yaml.Node, source: Source, above: tuple[yaml.Node, ...]) -> Node:
    place = Place(source, node.start_mark.line + 1, node.start_mark.column + 1)
    if any(node is each for each in above):
        raise UnusableInput("an alias here contains itself", place)
    if len(above) >= _DEEPEST:
        raise UnusableInput(f"nested more than {_DEEPEST} levels deep", place)
    inside = (*above, node)
    if isinstance(node, yaml.MappingNode):
        entries = []
        for key, value in node.value:
            name = _node(key, source, inside)
            if not isinstance(name, Scalar):
                raise UnusableInput("a key has to be a single word", name.place)
            entries.append((name, _node(value, source, inside)))
        return Mapping(tuple(entries), place)
    if isinstance(node, yaml.SequenceNode):
        return Sequence(tuple(_node(item, source, inside) for item in node.value), place)
    if isinstance(node.value, str) and isinstance(node, yaml.ScalarNode):
        kind = node.tag.rpartition(":")[2]
        return Scalar(node.value, kind, bool(node.style), place)
    raise UnusableInput("this kind of YAML node is not understood", place)
