"""Figures: tiles or tokens laid out for a picture in a rulebook, as they are written."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located, Place, Source
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.reading.sections import NamedSection, Section, field

# A cell, and what lies on it or is written on it.
CellContent = tuple[Located[str], Located[str]]


class Claim(NamedTuple):
    """The points that a figure claims for a player, a colour or a kind of thing."""

    whose: str
    points: int
    place: Place


def _claims(pairs: tuple[tuple[Located[str], int], ...], _: Place) -> tuple[Claim, ...]:
    return tuple(Claim(name.value, points, name.place) for name, points in pairs)


_POINTS = kinds.integer(-10_000, 10_000)
_SCORES = kinds.map_of(kinds.word("a name"), _POINTS, "points", each="a score")
_CELL = kinds.located(kinds.word("a cell"))
_PATH = kinds.list_of(_CELL, "cells", each="a cell of path", least=1)


def _read_paths(
    reader: Reader, node: Node, what: str
) -> tuple[tuple[Located[str], ...], ...] | None:
    """One path, or a list of several, or of none."""
    if isinstance(node, SequenceNode) and (
        not node.items or any(isinstance(item, SequenceNode) for item in node.items)
    ):
        paths = [_PATH.read(reader, item, "each path") for item in node.items]
        return tuple(path for path in paths if path)
    path = _PATH.read(reader, node, what)
    return (path,) if path else None


PATHS = Kind[tuple[tuple[Located[str], ...], ...]](
    _read_paths,
    (),
    "a list of cells; or a list of such lists",
    {"anyOf": [_PATH.schema, {"type": "array", "items": _PATH.schema}]},
)


def _read_matching(reader: Reader, node: Node, what: str) -> bool | None:
    if isinstance(node, Scalar) and node.text.lower() in kinds.YES_OR_NO:
        return kinds.YES_NO.read(reader, node, what)
    message = f"{what} has to be yes or no; the key `meets` of the set says what meets what, as in `meets: {{1: 6}}`"
    reader.error("structure", message, node.place)
    return None


_MATCHING = replace(kinds.YES_NO, read=_read_matching)


def _contents(content: Kind[str], of: str, each: str) -> Kind[tuple[CellContent, ...]]:
    return kinds.map_of(kinds.word("a cell"), kinds.located(content), of, each=each)


class Annotations(Section):
    """The annotations of a figure, in a file that may have other keys."""

    what = "a position"

    caption: Located[str] = field(kinds.located(kinds.text(300)), "The caption.")
    paths: tuple[tuple[Located[str], ...], ...] = field(
        PATHS, "Cells with an arrow through them.", key="path"
    )
    highlight: tuple[Located[str], ...] = field(
        kinds.list_of(_CELL, "cells", each="a cell of highlight"),
        "Cells with a bold line round them.",
    )
    labels: tuple[CellContent, ...] = field(
        _contents(kinds.text(6), "texts of up to 6 characters", "a label"), "Texts for cells."
    )
    scores: tuple[Claim, ...] = field(
        kinds.made(_SCORES, _claims),
        "The points, in a game whose rules pnp [knows](playing.md): `{light: 9, player 1: 12}`, by"
        " colours, players, or the first word of a part of the score.",
    )

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        return True

    @property
    def is_annotated(self) -> bool:
        """Whether the figure shows more than pieces."""
        return bool(self.caption.value or self.paths or self.highlight or self.labels)


class FigureDefinition(Annotations):
    """A figure as it is written; without a board, tiles lie at axial coordinates, "q,r", or else polyforms do.

    `scores` are checked against the rules of the game; a figure with scores may also have the keys
    of the game's own positions.
    """

    what = "a position"
    one_of = ("tiles", "board")
    needs = (("matching", ("tiles",)), ("group", ("tiles",)), ("polyforms", ("board",)))
    together: ClassVar[kinds.Schema] = {
        "oneOf": [
            {"required": ["tiles"], "not": {"required": ["polyforms"]}},
            {"required": ["board"]},
            {
                "required": ["polyforms"],
                "not": {"anyOf": [{"required": ["tiles"]}, {"required": ["board"]}]},
            },
        ],
        "dependentRequired": {"matching": ["tiles"], "group": ["tiles"]},
    }

    caption: Located[str] = field(kinds.located(kinds.text(300)), "The caption.", required=True)
    tiles: tuple[CellContent, ...] = field(
        _contents(kinds.word("a tile"), "tiles in their notation", "one of tiles"),
        "Tiles by their places. A tile with a face may also be written by its id.",
    )
    group: Located[str] = field(
        kinds.located(kinds.word("a name")),
        "The [group](language.md#groups-of-tiles) of its tiles.",
        otherwise="the first group",
    )
    matching: Located[bool] = field(
        kinds.located(_MATCHING),
        "Whether touching sides of its tiles [meet](language.md#what-meets-what), as equal colours do, which pnp then checks.",
    )
    board: Located[str] | None = field(
        kinds.located(kinds.word("a name")),
        "The name of a board, in place of `tiles`; its cells are then the places.",
        default=None,
    )
    frame: Located[str] | None = field(
        kinds.located(kinds.word("a name")),
        "The name of a frame, which lies round it.",
        default=None,
    )
    tokens: tuple[CellContent, ...] = field(
        _contents(kinds.word("a token"), "tokens", "one of tokens"),
        "Tokens by their places: a token, its colour, and perhaps `back`; or its id; or a colour, for"
        " its symbol; or `nullified`, for a cross.",
    )

    polyforms: tuple[CellContent, ...] = field(
        _contents(kinds.text(80), "polyforms", "one of polyforms"),
        "Polyforms, on a board or by themselves, by the cell of the first of their cells in reading order: an id,"
        " and perhaps `over` for one that is turned over, and `turned 90` after that, as in `fives-l over turned 90`.",
    )

    @property
    def has_polyforms_alone(self) -> bool:
        """Whether it has polyforms and no board for them."""
        return self.has("polyforms") and not self.has("tiles") and not self.has("board")

    def _check_together(self, reader: Reader) -> None:
        if not self.has_polyforms_alone:
            super()._check_together(reader)
            return
        for key in ("matching", "group"):
            self.refuse(reader, key, '"tiles"')

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        keys = [key.text for key, _ in node.entries] if isinstance(node, MappingNode) else []
        return "scores" in keys


class SetFigure(FigureDefinition, NamedSection):
    """A figure of a set, which faces show; its caption is for those who cannot see it."""

    what = "a figure of the set"

    caption: Located[str] = field(kinds.located(kinds.text(300)), "Its meaning in words.")
    plain: bool = field(
        kinds.YES_NO,
        "Whether faces show its board as a diagram of cells alone, and not as it is printed.",
        default=False,
        otherwise="`yes`, but `no` for boards that have a `size`",
    )

    def is_plain(self, *, on_map: bool) -> bool:
        """Whether faces show a diagram of its board, which may be a map."""
        return self.plain if self.has("plain") else not on_map

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        return False


def read_figure(source: Source) -> FigureDefinition:
    """The figure in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(FigureDefinition.read, reader))


def read_annotations(source: Source) -> Annotations:
    """The annotations in a position's file, whose other keys the rules of the game read.

    Raises the errors of `read_figure`.
    """
    reader = Reader()
    return read_whole(reader, source, partial(Annotations.read, reader))
