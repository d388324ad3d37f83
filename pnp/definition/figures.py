"""Figures: tiles or tokens laid out for a picture in a rulebook, as they are written."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from pnp.basics.errors import Located, Place, Source
from pnp.definition.nodes import Mapping, Node, Sequence
from pnp.definition.reader import Fields, Reader, read_whole

KEYS = ("caption", "board", "tiles", "path", "highlight", "labels", "tokens", "scores")

_LONGEST_CAPTION = 300
MOST_POINTS = 10_000
_LONGEST_LABEL = 6

# A cell, and what lies on it or is written on it.
CellContent = tuple[Located[str], Located[str]]


class Claim(NamedTuple):
    """The points that a figure claims for a player, a colour or a kind of thing."""

    whose: str
    points: int
    place: Place


class FigureDefinition(NamedTuple):
    """A figure as it is written; without a board, tiles lie at axial coordinates, "q,r".

    `scores` are checked against the rules of the game; a figure with scores may also have the keys
    of the game's own positions. A missing caption is empty.
    """

    caption: Located[str]
    board: Located[str] | None = None
    tiles: tuple[CellContent, ...] = ()
    paths: tuple[tuple[Located[str], ...], ...] = ()
    highlight: tuple[Located[str], ...] = ()
    labels: tuple[CellContent, ...] = ()
    tokens: tuple[CellContent, ...] = ()
    scores: tuple[Claim, ...] = ()

    @property
    def is_annotated(self) -> bool:
        """Whether the figure shows more than pieces."""
        return bool(self.caption.value or self.paths or self.highlight or self.labels)


def read_figure(source: Source) -> FigureDefinition:
    """The figure in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(_figure, reader))


def read_annotations(source: Source) -> FigureDefinition:
    """The figure of a position's file without its pieces: caption, paths, labels, scores.

    The file may omit all of these keys; the rules of the game read the pieces. Raises the errors of
    `read_figure`.
    """
    reader = Reader()

    def read(node: Node) -> FigureDefinition | None:
        fields = reader.fields(node, "a position")
        return None if fields is None else _annotations(reader, fields)

    return read_whole(reader, source, read)


def _figure(reader: Reader, node: Node) -> FigureDefinition | None:
    scored = isinstance(node, Mapping) and any(key.text == "scores" for key, _ in node.entries)
    known = None if scored else KEYS
    fields = reader.fields(node, "a position", known=known, required=("caption",))
    if fields is None:
        return None
    if ("board" in fields) == ("tiles" in fields):
        message = 'a position needs either "tiles" or a "board"'
        reader.error("structure", message, fields.place)
    return _annotations(reader, fields)._replace(
        board=fields.read("board", lambda value: _located(reader, value, "board")),
        tiles=_contents(reader, fields, "tiles"),
        tokens=_contents(reader, fields, "tokens"),
    )


def _annotations(reader: Reader, fields: Fields) -> FigureDefinition:
    return FigureDefinition(
        caption=_caption(reader, fields),
        paths=fields.read("path", lambda value: _paths(reader, value)) or (),
        highlight=fields.read("highlight", lambda value: _list(reader, value, "highlight")) or (),
        labels=_labels(reader, fields),
        scores=fields.read("scores", lambda value: _claims(reader, value)) or (),
    )


def _caption(reader: Reader, fields: Fields) -> Located[str]:
    text = fields.read("caption", lambda value: reader.text(value, "caption")) or ""
    place = fields.place_of("caption")
    if len(text) > _LONGEST_CAPTION:
        message = f"a caption has at most {_LONGEST_CAPTION} characters"
        reader.error("structure", message, place)
    return Located(text, place)


def _claims(reader: Reader, node: Node) -> tuple[Claim, ...]:
    fields = reader.fields(node, "scores")
    found = []
    for key, value in () if fields is None else fields.items():
        points = reader.integer(value, "a score", least=-MOST_POINTS, most=MOST_POINTS)
        if points is not None:
            found.append(Claim(key.text, points, key.place))
    return tuple(found)


def _located(reader: Reader, node: Node, what: str) -> Located[str]:
    return Located(reader.text(node, what) or "", node.place)


def _list(reader: Reader, node: Node, what: str) -> tuple[Located[str], ...]:
    items = reader.items(node, what) or ()
    return tuple(_located(reader, item, f"a cell of {what}") for item in items)


def _paths(reader: Reader, node: Node) -> tuple[tuple[Located[str], ...], ...]:
    """One path, or a list of several."""
    items = reader.items(node, "path") or ()
    if items and all(isinstance(item, Sequence) for item in items):
        return tuple(_list(reader, item, "path") for item in items)
    # An item that is a list beside cells has a finding by now.
    return (tuple(_located(reader, item, "a cell of path") for item in items),)


def _contents(reader: Reader, fields: Fields, key: str) -> tuple[CellContent, ...]:
    def read(node: Node) -> tuple[CellContent, ...]:
        if not isinstance(node, Mapping):
            message = f"{key} has to be a mapping from cells, such as {{cell: value}}"
            reader.error("structure", message, node.place)
            return ()
        inner = reader.fields(node, key)
        return tuple(
            (Located(cell.text, cell.place), _located(reader, value, f"one of {key}"))
            for cell, value in (() if inner is None else inner.items())
        )

    return fields.read(key, read) or ()


def _labels(reader: Reader, fields: Fields) -> tuple[CellContent, ...]:
    labels = _contents(reader, fields, "labels")
    for _, label in labels:
        if len(label.value) > _LONGEST_LABEL:
            message = f"a label has at most {_LONGEST_LABEL} characters"
            reader.error("structure", message, label.place)
    return labels
