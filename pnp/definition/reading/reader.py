"""Reading nodes as values: every problem becomes a finding with its place, and reading goes on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from pnp.basics import limits
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Place,
    Related,
    Severity,
    Source,
    in_file_order,
)
from pnp.basics.words import did_you_mean, nearest
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode, compose

Value = TypeVar("Value")
Item = TypeVar("Item", bound=Hashable)

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
# Names become parts of file names.
LONGEST_NAME = 40

# Windows has no files of these names, whatever their ending, and without regard to the size of letters:
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
RESERVED_NAMES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)

_NO_KEYS: Mapping[str, str] = MappingProxyType({})
_YAML_KINDS = {"bool": "yes or no", "int": "a number", "float": "a number", "null": "nothing"}


class Fields:
    """The entries of a mapping by key, and where the mapping begins.

    `misspelt` has the values of unknown keys by the known keys that were probably meant: each has
    a finding already.
    """

    def __init__(
        self,
        place: Place,
        entries: Mapping[str, tuple[Scalar, Node]],
        misspelt: Mapping[str, Node] | None = None,
    ) -> None:
        self.place = place
        self.misspelt = misspelt or {}
        self.entries = entries

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def read(self, key: str, reading: Callable[[Node], Value | None]) -> Value | None:
        """The value that *reading* makes of the node at the key; None without the key."""
        return reading(self.entries[key][1]) if key in self.entries else None

    def node(self, key: str) -> Node | None:
        """The node at the key, or the list or mapping at a key that was meant to be it."""
        if key in self.entries:
            return self.entries[key][1]
        meant = self.misspelt.get(key)
        return None if isinstance(meant, Scalar) else meant

    def place_of(self, key: str) -> Place:
        """The place of the value at the key, or else of the mapping."""
        return self.entries[key][1].place if key in self.entries else self.place

    def items(self) -> Iterable[tuple[Scalar, Node]]:
        return self.entries.values()


class Reader:
    """Turns nodes into values; a method that returns None has added to `findings`."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._misplaced: set[str] = set()

    def error(self, rule: str, message: str, place: Place, *related: Related) -> None:
        if len(self.findings) >= limits.MOST_FINDINGS:
            more = f"pnp reports the first {limits.MOST_FINDINGS:,} errors and reads no more of this set"
            last = Finding("limit", Severity.ERROR, more, place)
            raise InvalidDefinition((*in_file_order(self.findings), last))
        self.findings.append(Finding(rule, Severity.ERROR, message, place, related))

    def distinct(
        self,
        items: Iterable[tuple[Item, Place]],
        message: str,
        *,
        rule: str = "duplicate-key",
        first: str = "it is here first",
    ) -> dict[Item, Place]:
        """The first places of the items; reports each that comes again, which is {} in the texts."""
        places: dict[Item, Place] = {}
        for item, place in items:
            if item in places:
                related = Related(first.replace("{}", str(item)), places[item])
                self.error(rule, message.replace("{}", str(item)), place, related)
            places.setdefault(item, place)
        return places

    def fields(
        self,
        node: Node,
        what: str,
        *,
        known: Collection[str] | None = None,
        required: Collection[str] = (),
        under: Mapping[str, str] = _NO_KEYS,
        expected: Mapping[str, str] = _NO_KEYS,
    ) -> Fields | None:
        """The entries of a mapping, with a finding for each unknown, repeated or missing key.

        `under` has keys that belong one level deeper, with the key that they belong under; such a key
        is not missing there as well. `expected` describes the values of required keys.
        """
        if not isinstance(node, MappingNode):
            such = f"{next(iter(known))}: …" if known else "key: value"
            self.error("structure", f"{what} has to be a mapping, {such}", node.place)
            return None
        entries: dict[str, tuple[Scalar, Node]] = {}
        misspelt: dict[str, Node] = {}
        has_listed_known = False
        for key, value in node.entries:
            if key.text in entries:
                first = Related(f'the first "{key.text}" is here', entries[key.text][0].place)
                message = f'"{key.text}" appears twice; remove one of the two'
                self.error("duplicate-key", message, key.place, first)
            elif known is not None and key.text not in known:
                # The known keys are listed once: a file of another sort has many unknown ones.
                meant = nearest(key.text, known)
                hint = did_you_mean(key.text, known if meant or not has_listed_known else ())
                if key.text in under:
                    meant, hint = None, f'; write it under "{under[key.text]}"'
                    self._misplaced.add(key.text)
                if meant is None and " " in key.text:
                    hint = "; put a text that has a comma or a colon in quotes"
                has_listed_known |= meant is None
                misspelt[meant or ""] = value
                self.error("unknown-key", f'{what} has no "{key.text}"{hint}', key.place)
            else:
                entries[key.text] = (key, value)
        for wanted in required:
            if wanted not in entries and wanted not in misspelt and wanted not in self._misplaced:
                such = f", {expected[wanted]}" if wanted in expected else ""
                self.error("missing-key", f'{what} needs "{wanted}"{such}', node.place)
        return Fields(node.place, entries, misspelt)

    def items(self, node: Node, what: str) -> tuple[Node, ...] | None:
        """The items of a list."""
        if not isinstance(node, SequenceNode):
            such = node.text if isinstance(node, Scalar) and not node.is_empty else "one, two"
            message = f"{what} has to be a list, [{such}] or lines with -"
            self.error("structure", message, node.place)
            return None
        return node.items

    def one_or_more(self, node: Node) -> tuple[Node, ...]:
        """The items of a list, or the value itself if it is no list."""
        return node.items if isinstance(node, SequenceNode) else (node,)

    def text(self, node: Node, what: str) -> str | None:
        """A single value as it is written."""
        if not isinstance(node, Scalar) or node.is_empty:
            kinds = {MappingNode: "a mapping", SequenceNode: "a list", Scalar: "nothing"}
            here = kinds[type(node)]
            message = f"{what} has to be a single value; there is {here}"
            if isinstance(node, Scalar) and node.is_cut_off:
                message = f"{what} is empty: {_cut_off(node)}"
            elif name := _bare_name(node):
                message = f"put it in quotes: {name}; YAML takes bare braces as a mapping"
            self.error("structure", message, node.place)
            return None
        # An accent that is written after its letter is one character with it.
        return " ".join(unicodedata.normalize("NFC", node.text).split())

    def printed(self, node: Node, what: str, *, most: int | None = None) -> str | None:
        """A text for paper; reports one that is longer than *most* or any text may be, or that a comment cuts off."""
        text = self.text(node, what)
        if text is None:
            return None
        if isinstance(node, Scalar) and node.is_cut_off:
            self.error("comment", f'{what} ends at "{text}": {_cut_off(node)}', node.place)
        most = limits.MOST_LETTERS if most is None else most
        if len(text) > most:
            message = f"{what} has at most {most} characters, not {len(text)}"
            self.error("structure", message, node.place)
        return text

    def name(self, node: Node, what: str, *, of_file: bool = False) -> str | None:
        """A name of small letters, digits and hyphens that every YAML tool reads as a text.

        Not every system lets a file have every name: *of_file* refuses those.
        """
        text = self.text(node, f"the name of {what}")
        if text is None or not isinstance(node, Scalar):
            return None
        message = ""
        if len(text) > LONGEST_NAME:
            message = f"the name of {what} has at most {LONGEST_NAME} characters, not {len(text)}"
        elif not NAME.fullmatch(text):
            message = (
                f'{what} cannot be called "{text}": a name is made of small letters, digits and'
                f" hyphens, and starts with a letter{_write(near_name(text))}"
            )
        elif of_file and text in RESERVED_NAMES:
            message = (
                f'{what} cannot be called "{text}": Windows has no files of that name; write {text}-1'
                " or choose another name"
            )
        elif node.kind != "str" and not node.quoted:
            message = (
                f"{what} cannot be called {text}: YAML tools read it as"
                f' {_YAML_KINDS.get(node.kind, f"a {node.kind}")}; write "{text}" in quotes or'
                " choose another name"
            )
        if message:
            self.error("name", message, node.place)
            return None
        return text


def near_name(text: str) -> str:
    """The name that is nearest to a text; empty if no letter of it can be in a name.

    >>> near_name("My 2nd Game!"), near_name("2. Café"), near_name("?")
    ('my-2nd-game', 'cafe', '')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789")
    return words[:LONGEST_NAME].rstrip("-")


def _write(name: str) -> str:
    return f"; write {name}" if name else ""


def _bare_name(node: Node) -> str:
    """The name in braces that somebody wrote without quotes, `{title}`; empty for other values."""
    if isinstance(node, MappingNode) and len(node.entries) == 1:
        ((key, value),) = node.entries
        if isinstance(value, Scalar) and value.is_empty and not value.is_cut_off:
            return f'"{{{key.text}}}"'
    return ""


def _cut_off(node: Scalar) -> str:
    """Advice about a comment that is probably the rest of a value."""
    whole = f"{node.text} {node.comment}".strip()
    return (
        f'YAML takes {node.comment} as a comment; write "{whole}" in quotes, or a blank after the #'
        " of a comment"
    )


def read_whole(reader: Reader, source: Source, reading: Callable[[Node], Value | None]) -> Value:
    """The value that *reading*, with this reader, makes of a source.

    Raises UnusableInput if it is not YAML, or InvalidDefinition with all findings.
    """
    found = reading(compose(source))
    if found is None or reader.findings:
        # An error in a value that aliases repeat is one finding.
        raise InvalidDefinition(in_file_order(dict.fromkeys(reader.findings)))
    return found


# The end of a line before another of the same paragraph, which is no item of a list.
_FOLDED = re.compile(r"(?<=\S) *\n *(?=\S)(?!(?:[-+*]|[0-9]{1,3}[.)])\s)")


def read_paragraphs(reader: Reader, node: Node, what: str) -> str | None:
    """A text with its lines, in which empty lines separate paragraphs.

    A block scalar that begins with `|` keeps its lines, one that begins with `>` only those of lists; so does a text
    in quotes with `\\n`. In any other scalar YAML has made one line of each paragraph.
    """
    if reader.text(node, what) is None or not isinstance(node, Scalar):
        return None
    start = node.place.source.line(node.place.line)[node.place.column - 1 :]
    if start.startswith(("|", ">")) and not node.text.isspace():
        text = "\n".join(_block_lines(node.place))
        if start.startswith(">"):
            text = _FOLDED.sub(" ", text)
    elif start.startswith('"') and r"\n" in start:
        text = node.text
    else:
        text = node.text.replace("\n", "\n\n")
    lines = unicodedata.normalize("NFC", text).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def _block_lines(place: Place) -> Iterator[str]:
    """The lines of a block scalar that begins there, as they are in its file."""
    indent = ""
    for line in place.source.lines[place.line :]:
        if line.strip():
            indent = indent or line[: len(line) - len(line.lstrip())]
            if not indent or not line.startswith(indent):
                return
        yield line
