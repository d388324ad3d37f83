"""Reading texts of several paragraphs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from pnp.basics.errors import Place
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Reader


def read_paragraphs(reader: Reader, node: Node, what: str) -> str | None:
    """A text with its lines, in which empty lines separate paragraphs.

    A block scalar, which begins with `|` or `>`, keeps its lines. In any other scalar YAML has made
    one line of each paragraph.
    """
    if reader.text(node, what) is None or not isinstance(node, Scalar):
        return None
    start = node.place.source.line(node.place.line)[node.place.column - 1 :]
    if start.startswith(("|", ">")) and not node.text.isspace():
        text = "\n".join(_block_lines(node.place))
    else:
        text = node.text.replace("\n", "\n\n")
    lines = unicodedata.normalize("NFC", text).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def _block_lines(place: Place) -> Iterator[str]:
    """The lines of a block scalar that begins there, as they are in its file."""
    indent = ""
    for line in place.source.text.splitlines()[place.line :]:
        if line.strip():
            indent = indent or line[: len(line) - len(line.lstrip())]
            if not indent or not line.startswith(indent):
                return
        yield line
