"""YAML as nodes: every value keeps its text, its tag and its place.

The default constructors of YAML turn `no` into False, `001122` into 594 and `1:30` into 90, and of
two equal keys they silently keep the last. Here nothing is turned into anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from pnp.basics.errors import Place, Source, UnusableInput

# The C loader is seven times faster, where libyaml is there.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 40  # levels of nesting; a tileset needs eight
_LARGEST = 200_000  # values in a file, aliases written out


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
        _check_depth(source)
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
        raise UnusableInput("this file is empty", start)
    return _Tree(source).node(root)


def _check_depth(source: Source) -> None:
    """Refuses deep nesting before the parser's own recursion meets it."""
    depth = 0
    for event in yaml.parse(source.text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST:
                mark = event.start_mark
                assert mark is not None
                place = Place(source, mark.line + 1, mark.column + 1)
                raise UnusableInput(f"nested more than {_DEEPEST} levels deep", place)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _problem(error: yaml.MarkedYAMLError, place: Place) -> str:
    """What the YAML parser says, in a designer's words where the cause is a common one."""
    line = place.source.line(place.line)
    if "\t" in re.match(r"\s*", line)[0]:  # type: ignore[index]
        return "a tab indents this line; YAML allows only blanks there"
    if re.search(r"[:\[,]\s*[>!%@`]", line) and '"' not in line[place.column - 1 : place.column]:
        return "what begins with >, !, %, @ or ` has to be in quotes"
    problem = error.problem or "it cannot be parsed"
    if "'\\t'" in problem:
        return "a tab stands here; YAML allows only blanks between values"
    if problem.startswith("mapping values are not allowed"):
        return (
            "a colon has no place here: either the line is not indented as the one before it, or a"
            " text with a colon in it has to be in quotes"
        )
    opened = error.context_mark
    if opened is not None and (error.context or "").startswith("while parsing a flow"):
        bracket = place.source.line(opened.line + 1)[opened.column : opened.column + 1]
        return f'{problem}: the "{bracket}" of line {opened.line + 1} is still open'
    return f"{problem}, {error.context}" if error.context else problem


class _Tree:
    """Turns the parser's nodes into ours, each once, however often an alias names it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._done: dict[int, tuple[Node, int]] = {}
        self._open: set[int] = set()

    def node(self, node: yaml.Node) -> Node:
        return self._sized(node)[0]

    def _sized(self, node: yaml.Node) -> tuple[Node, int]:
        """Our node, and how many nodes it would be if every alias were written out."""
        if id(node) in self._done:
            return self._done[id(node)]
        place = Place(self._source, node.start_mark.line + 1, node.start_mark.column + 1)
        if id(node) in self._open:
            raise UnusableInput("an alias here contains itself", place)
        self._open.add(id(node))
        made, size = self._made(node, place)
        self._open.remove(id(node))
        if size > _LARGEST:
            raise UnusableInput(f"aliases make this more than {_LARGEST:,} values", place)
        self._done[id(node)] = made, size
        return made, size

    def _made(self, node: yaml.Node, place: Place) -> tuple[Node, int]:
        if isinstance(node, yaml.MappingNode):
            entries, size = [], 1
            for key, value in node.value:
                (name, _), (content, content_size) = self._sized(key), self._sized(value)
                if not isinstance(name, Scalar):
                    raise UnusableInput("a key has to be a single word", name.place)
                entries.append((name, content))
                size += content_size + 1
            return Mapping(tuple(entries), place), size
        if isinstance(node, yaml.SequenceNode):
            items = [self._sized(item) for item in node.value]
            return Sequence(tuple(item for item, _ in items), place), 1 + sum(s for _, s in items)
        kind = node.tag.rpartition(":")[2]
        if node.tag.startswith("!"):
            raise UnusableInput(
                f"{node.tag} is a tag to YAML; put what begins with ! in quotes", place
            )
        assert isinstance(node, yaml.ScalarNode)
        return Scalar(node.value, kind, bool(node.style), place), 1
