"""Reading positions: tiles or tokens laid out for a figure in a rulebook."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from pnp.basics.errors import Place, Source
from pnp.definition.nodes import Mapping, Node, Sequence
from pnp.definition.reader import Fields, Reader, read_whole

KEYS = ("caption", "board", "tiles", "path", "highlight", "labels", "tokens", "scores")

_LONGEST_CAPTION = 300
MOST_POINTS = 10_000
_LONGEST_LABEL = 6
_COORDINATES = re.compile(r"(-?[0-9]{1,3}) *, *(-?[0-9]{1,3})")


class Written(NamedTuple):
    """A text with its place."""

    text: str
    place: Place


class Put(NamedTuple):
    """What lies where: a cell and a text, as they are written."""

    cell: Written
    what: Written


class Claim(NamedTuple):
    """What a rulebook says that somebody, or a colour, or a kind of thing scores."""

    whose: str
    points: int
    place: Place


class Position(NamedTuple):
    """A position as it is written; without a board, tiles lie at axial coordinates, "q,r".

    Where it says what it `scores`, the rules of the game are asked; it may then have keys of the
    game's own positions. A caption that is not there is empty.
    """

    caption: Written
    board: Written | None
    tiles: tuple[Put, ...]
    paths: tuple[tuple[Written, ...], ...]
    highlight: tuple[Written, ...]
    labels: tuple[Put, ...]
    tokens: tuple[Put, ...]
    scores: tuple[Claim, ...] = ()

    @property
    def is_marked(self) -> bool:
        """Whether more than pieces is to be seen."""
        return bool(self.caption.text or self.paths or self.highlight or self.labels)


def read_position(source: Source) -> Position:
    """The position in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(_position, reader))


def read_marks(source: Source) -> Position:
    """What a file says of its picture and its scores, all of which it may leave out.

    The pieces are left to the rules of the game. Raises as `read_position` does.
    """
    reader = Reader()

    def read(node: Node) -> Position | None:
        fields = reader.fields(node, "a position")
        return None if fields is None else _marks(reader, fields)

    return read_whole(reader, source, read)


def _position(reader: Reader, node: Node) -> Position | None:
    scored = isinstance(node, Mapping) and any(key.text == "scores" for key, _ in node.entries)
    known = None if scored else KEYS
    fields = reader.fields(node, "a position", known=known, required=("caption",))
    if fields is None:
        return None
    if ("board" in fields) == ("tiles" in fields):
        message = 'a position has either "tiles" or a "board"'
        reader.error("structure", message, fields.place)
    return _marks(reader, fields)._replace(
        board=fields.read("board", lambda value: _written(reader, value, "board")),
        tiles=_puts(reader, fields, "tiles"),
        tokens=_puts(reader, fields, "tokens"),
    )


def _marks(reader: Reader, fields: Fields) -> Position:
    return Position(
        caption=_caption(reader, fields),
        board=None,
        tiles=(),
        paths=fields.read("path", lambda value: _paths(reader, value)) or (),
        highlight=fields.read("highlight", lambda value: _list(reader, value, "highlight")) or (),
        labels=_labels(reader, fields),
        tokens=(),
        scores=fields.read("scores", lambda value: _claims(reader, value)) or (),
    )


def _caption(reader: Reader, fields: Fields) -> Written:
    text = fields.read("caption", lambda value: reader.text(value, "caption")) or ""
    place = fields.place_of("caption")
    if len(text) > _LONGEST_CAPTION:
        message = f"a caption has at most {_LONGEST_CAPTION} characters"
        reader.error("structure", message, place)
    return Written(text, place)


def _claims(reader: Reader, node: Node) -> tuple[Claim, ...]:
    fields = reader.fields(node, "scores")
    found = []
    for key, value in () if fields is None else fields.items():
        points = reader.integer(value, "a score", least=-MOST_POINTS, most=MOST_POINTS)
        if points is not None:
            found.append(Claim(key.text, points, key.place))
    return tuple(found)


def _written(reader: Reader, node: Node, what: str) -> Written:
    return Written(reader.text(node, what) or "", node.place)


def _list(reader: Reader, node: Node, what: str) -> tuple[Written, ...]:
    items = reader.items(node, what) or ()
    return tuple(_written(reader, item, f"a cell of {what}") for item in items)


def _paths(reader: Reader, node: Node) -> tuple[tuple[Written, ...], ...]:
    """One path, or a list of several."""
    items = reader.items(node, "path") or ()
    if items and all(isinstance(item, Sequence) for item in items):
        return tuple(_list(reader, item, "path") for item in items)
    # What is no list of cells has been told.
    return (tuple(_written(reader, item, "a cell of path") for item in items),)


def _puts(reader: Reader, fields: Fields, key: str) -> tuple[Put, ...]:
    def read(node: Node) -> tuple[Put, ...]:
        if not isinstance(node, Mapping):
            reader.error("structure", f"{key} is a mapping, cell: what lies there", node.place)
            return ()
        inner = reader.fields(node, key)
        return tuple(
            Put(Written(name.text, name.place), _written(reader, value, f"one of {key}"))
            for name, value in (() if inner is None else inner.items())
        )

    return fields.read(key, read) or ()


def _labels(reader: Reader, fields: Fields) -> tuple[Put, ...]:
    labels = _puts(reader, fields, "labels")
    for label in labels:
        if len(label.what.text) > _LONGEST_LABEL:
            message = f"a label has at most {_LONGEST_LABEL} characters"
            reader.error("structure", message, label.what.place)
    return labels


def coordinates(text: str) -> tuple[int, int]:
    """Axial coordinates as they are written, "q,r"; raises ValueError.

    >>> coordinates("1, -2")
    (1, -2)
    """
    match = _COORDINATES.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'"{text}" is no place; write axial coordinates, such as "1,-1"')
    return int(match[1]), int(match[2])
