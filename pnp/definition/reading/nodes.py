"""YAML as nodes: every value keeps its text, its tag and its place.

YAML's own constructors turn `no` into False, `001122` into 594 and `1:30` into 90, and silently
keep the last of two equal keys. Nodes convert nothing and drop nothing.
"""

from __future__ import annotations

import codecs
import logging
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Place, Source, UnusableInput

# The C loader is seven times faster; it is available where libyaml is installed.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_log = logging.getLogger(__name__)

# A # with a number or a word right after it is probably a part of the value, as in `title: Game #1`.
# A comment in the form of a colour is a colour without quotes.
_PART_OF_TEXT = re.compile(r"#\w")
_COLOUR = re.compile(r"#([0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?\b|[0-9A-Fa-f]{3}$)")


class Scalar(NamedTuple):
    """A single value; `kind` is what YAML would make of it: str, int, bool, null …

    `comment` is the comment right behind an unquoted value on its line, with its #.
    """

    text: str
    kind: str
    quoted: bool
    place: Place
    comment: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written: YAML's null."""
        return self.kind == "null" and not self.quoted

    @property
    def is_cut_off(self) -> bool:
        """Whether its comment looks like the rest of the text: # with no blank after it."""
        return bool(_PART_OF_TEXT.match(self.comment))

    @property
    def is_bare_colour(self) -> bool:
        """Whether a colour without quotes was lost as a comment."""
        return self.is_empty and bool(_COLOUR.match(self.comment))


class SequenceNode(NamedTuple):
    """A list of nodes."""

    items: tuple[Node, ...]
    place: Place


class MappingNode(NamedTuple):
    """Keys with their values, in file order; a key may be repeated, which a reader refuses."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place


Node = Scalar | SequenceNode | MappingNode


def read_source(path: Path) -> Source:
    """The text of a file; raises UnusableInput if it cannot be read or is not UTF-8."""
    _log.info("reading %s", path)
    try:
        with path.open("rb") as file:
            data = file.read(limits.MOST_BYTES + 1)
            # A device has no size.
            size = max(len(data), os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise UnusableInput(f"cannot read {path}: {error.strerror or error}") from error
    if len(data) > limits.MOST_BYTES:
        most = limits.MOST_BYTES / 1_000_000
        message = f"{path} has {size / 1_000_000:.1f} MB, more than the limit of {most:g} MB"
        raise UnusableInput(message)
    return decoded(str(path), data)


def decoded(name: str, data: bytes, *, path: str = "") -> Source:
    """The source with the bytes of a file; raises UnusableInput if they are not UTF-8."""
    # A byte order mark is no part of the text; columns would count it.
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return Source(name, data.decode("utf-8"), path)
    except UnicodeDecodeError as error:
        readable = Source(name, data.decode("utf-8", "replace"), path)
        raise UnusableInput(
            f"this file is not UTF-8: byte 0x{data[error.start]:02x} cannot be read;"
            " save it as UTF-8 in your editor",
            Place.behind(data[: error.start].decode("utf-8"), readable),
        ) from error


def compose(source: Source) -> Node:
    """The node tree of a source; raises UnusableInput if it is not one YAML document."""
    start = Place(source, 1, 1)
    try:
        _check_depth(source)
        root = yaml.compose(source.text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        place = _place_of(error, start)
        if "nesting depth" in (error.problem or ""):
            # Newer parsers have a limit of their own, which they reach first.
            raise UnusableInput(
                f"nested more than {limits.MOST_NESTED} levels deep", place
            ) from error
        raise UnusableInput(f"not YAML: {_problem(error, place)}", place) from error
    except yaml.reader.ReaderError as error:
        # Its position counts bytes or characters, as the parser is written in C or in Python.
        raise _not_allowed(chr(error.character), source) from error
    except UnicodeEncodeError as error:  # half a character, which comes from a command line
        raise _not_allowed(error.object[error.start], source) from error
    if root is None:
        raise UnusableInput("this file is empty", start)
    return _Tree(source).node(root)


def _not_allowed(character: str, source: Source) -> UnusableInput:
    """The error about the first character that the parser refuses."""
    place = Place.behind(source.text.partition(character)[0], source)
    return UnusableInput(f"not YAML: the character U+{ord(character):04X} is not allowed", place)


def _check_depth(source: Source) -> None:
    """Refuses deep nesting before it exhausts the parser's own recursion."""
    depth = 0
    for event in yaml.parse(source.text, Loader=LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > limits.MOST_NESTED:
                mark = event.start_mark
                assert mark is not None
                place = Place(source, mark.line + 1, mark.column + 1)
                raise UnusableInput(f"nested more than {limits.MOST_NESTED} levels deep", place)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


# A list's item without a blank after its hyphen.
_BARE_ITEM = re.compile(r"\s*-[^\s-]")

_CLOSING = {"{": "}", "[": "]"}

_NO_COLON = "could not find expected ':'"
_LOST = (_NO_COLON, "did not find expected key", "did not find expected '-' indicator")


def _place_of(error: yaml.MarkedYAMLError, start: Place) -> Place:
    """The place to look at: where the parser gave up, or the line before that misled it."""
    places = [
        Place(start.source, mark.line + 1, mark.column + 1)
        for mark in (error.problem_mark, error.context_mark)
        if mark is not None
    ]
    if (error.problem or "").startswith(_LOST):
        bare = [each for each in places if _BARE_ITEM.match(start.source.line(each.line))]
        places = bare or (places[::-1] if error.problem == _NO_COLON else places)
    return places[0] if places else start


def _problem(error: yaml.MarkedYAMLError, place: Place) -> str:
    """The parser's message, in a designer's words if the cause is a common one."""
    line = place.source.line(place.line)
    if "\t" in re.match(r"\s*", line)[0]:  # type: ignore[index]
        return "a tab indents this line; indent with blanks"
    if (
        re.search(r"[:\[,]\s*([>!%@`]|\?(?![^\s,\]}]))", line)
        and '"' not in line[place.column - 1 : place.column]
    ):
        return "a value that begins with >, !, %, @, ` or ? has to be in quotes"
    problem = error.problem or "it cannot be parsed"
    if problem.startswith(_LOST) and _BARE_ITEM.match(line):
        return 'a "-" that begins an item of a list needs a blank after it'
    if problem == _NO_COLON:
        return 'this line has no colon; write "key: value"'
    if "'\\t'" in problem:
        return "there is a tab between values; YAML allows only blanks here"
    if problem.startswith("mapping values are not allowed"):
        return (
            "a colon is not allowed here: either indent the line as the one before it, or put a"
            " text that contains a colon in quotes"
        )
    opened = error.context_mark
    if opened is not None and (error.context or "").startswith("while parsing a flow"):
        bracket = place.source.line(opened.line + 1)[opened.column : opened.column + 1]
        if not bracket:
            return problem
        rest = place.source.line(opened.line + 1)[opened.column + 1 :]
        if opened.line + 1 == place.line and _CLOSING.get(bracket, "\n") in rest:
            return (
                "a text inside { } or [ ] that has a colon, a comma, an apostrophe or a bracket has"
                ' to be in quotes: "Lay two tiles: one each."'
            )
        # The parser may lose its way only in the line after the comment.
        first = opened.line if bracket in _CLOSING else max(0, opened.line - 1)
        lines = place.source.lines[first : place.line]
        lost = any(re.search(r"\s#\w", line) for line in lines)
        hint = "; a # begins a comment, so put a colour in quotes" if lost else ""
        return f'{problem}: the "{bracket}" of line {opened.line + 1} is still open{hint}'
    if problem.startswith("did not find expected key"):
        return "this line is indented unlike the lines before it; indent it as far as they are"
    return f"{problem}, {error.context}" if error.context else problem


class _Tree:
    """Turns each of the parser's nodes into ours once, however often an alias repeats it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines = source.lines
        self._done: dict[int, tuple[Node, int]] = {}
        self._open: set[int] = set()

    def node(self, node: yaml.Node) -> Node:
        return self._sized(node)[0]

    def _sized(self, node: yaml.Node) -> tuple[Node, int]:
        """Our node, and the number of nodes in it with every alias written out."""
        if id(node) in self._done:
            return self._done[id(node)]
        place = self._place(node)
        if id(node) in self._open:
            raise UnusableInput("this value contains an alias of itself", place)
        self._open.add(id(node))
        made, size = self._made(node, place)
        self._open.remove(id(node))
        if size > limits.MOST_VALUES:
            raise UnusableInput(
                f"aliases expand this to more than {limits.MOST_VALUES:,} values", place
            )
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
            return MappingNode(tuple(entries), place), size
        if isinstance(node, yaml.SequenceNode):
            items = [self._sized(item) for item in node.value]
            return SequenceNode(tuple(item for item, _ in items), place), 1 + sum(
                s for _, s in items
            )
        kind = node.tag.rpartition(":")[2]
        if node.tag.startswith("!"):
            raise UnusableInput(
                f"YAML takes {node.tag} as a tag; put a value that begins with ! in quotes", place
            )
        assert isinstance(node, yaml.ScalarNode)
        if len(node.value) > limits.MOST_LETTERS_OF_A_VALUE:
            message = f"this value has {len(node.value):,} letters, more than the limit of {limits.MOST_LETTERS_OF_A_VALUE:,}"
            raise UnusableInput(message, place)
        comment = "" if node.style else self._comment(node.end_mark)
        return Scalar(node.value, kind, bool(node.style), place, comment), 1

    def _place(self, node: yaml.Node) -> Place:
        """The place of a node; it ends with its line, or after the first key or item of a block."""
        start, end = node.start_mark, node.end_mark
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            first = node.value[0]
            end = (first[0] if isinstance(first, tuple) else first).end_mark
        column = end.column if end.line == start.line else len(self._line(start.line).rstrip())
        return Place(self._source, start.line + 1, start.column + 1, column + 1)

    def _line(self, number: int) -> str:
        return self._lines[number] if number < len(self._lines) else ""

    def _comment(self, end: yaml.Mark) -> str:
        """The comment that follows a value on the line on which it ends."""
        rest = self._line(end.line)[end.column :].strip()
        return rest if rest.startswith("#") else ""


def size_of(node: Node) -> int:
    """The number of values in a node, with those in its lists and mappings."""
    match node:
        case SequenceNode(items=items):
            return 1 + sum(map(size_of, items))
        case MappingNode(entries=entries):
            return 1 + sum(size_of(value) for _, value in entries)
    return 1


def place_at(node: Node, steps: Iterable[object]) -> Place:
    """The place to which keys and indices lead; where the file lacks one, the place before it."""
    place = node.place
    for step in steps:
        if isinstance(node, MappingNode):
            key = str(step).replace(" ", "")
            found = [each for name, each in node.entries if name.text.replace(" ", "") == key]
            if not found:
                break
            node = found[0]
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            break
        place = node.place
    return place


# A value of YAML: a text, a number, yes or no, or a list or mapping of such values.
Plain = Any

_WIDEST = 100
_PLAIN_TEXT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ .*+-]*")
_OTHER_TYPES = re.compile(r"(?i)y|n|yes|no|on|off|true|false|null|[-+0-9][0-9._]*(e[-+]?[0-9]+)?")


def yaml_text(values: Mapping[str, Plain]) -> str:
    """A mapping of plain values as YAML."""
    return "\n".join(_mapping(values)) + "\n"


def _mapping(values: Mapping[str, Plain]) -> list[str]:
    return [line for key, value in values.items() for line in _lines(key, value)]


def _lines(key: str, value: Plain) -> list[str]:
    """A key with its value: in one line if that is short, else one entry a line."""
    line = f"{_text(key)}: {_flow(value)}"
    if len(line) <= _WIDEST and not (isinstance(value, dict) and len(value) > 3):
        return [line]
    if isinstance(value, dict) and value:
        return [f"{_text(key)}:", *("  " + each for each in _mapping(value))]
    if isinstance(value, list) and value:
        return [f"{_text(key)}:", *(f"  - {_flow(each)}" for each in value)]
    return [line]


def _flow(value: Plain) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return f"{{{', '.join(f'{_text(key)}: {_flow(each)}' for key, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(_flow, value))}]"
        case int():
            return str(value)
    return _text(str(value))


def _text(text: str) -> str:
    """A text, in quotes if YAML would read it as something else."""
    if _PLAIN_TEXT.fullmatch(text) and not text.endswith(" ") and not _OTHER_TYPES.fullmatch(text):
        return text
    if text.isdecimal():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
