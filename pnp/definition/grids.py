"""Reading the grid of a board: hexagons, squares, triangles, or the spaces of a path."""

from __future__ import annotations

import math
import re
from typing import NamedTuple, Self

from pnp.definition import kinds
from pnp.definition.kinds import Kind
from pnp.definition.nodes import Node
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field
from pnp.tiles.grids import Course

# More cells could not be told apart on a poster.
MOST_LINES, MOST_SIDE, _MOST_SPACES = 40, 13, 400

_EXTENT = re.compile(r"([0-9]{1,9}) ?x ?([0-9]{1,9})")


class Extent(NamedTuple):
    """How many columns and rows a rectangle of cells has."""

    columns: int
    rows: int


def _read_extent(reader: Reader, node: Node, what: str) -> Extent | None:
    text = reader.text(node, what)
    found = None if text is None else _EXTENT.fullmatch(text)
    if text is None:
        return None
    if found is None:
        message = f"{what} has to be columns and rows, as in 8x8, not {text}"
        reader.error("structure", message, node.place)
        return None
    extent = Extent(int(found[1]), int(found[2]))
    if not all(1 <= each <= MOST_LINES for each in extent) or extent == (1, 1):
        message = f"{what} has 1 to {MOST_LINES} columns and rows, and 2 cells or more, not {text}"
        reader.error("number", message, node.place)
        return None
    return extent


EXTENT: Kind[Extent | None] = Kind(
    _read_extent,
    None,
    "columns and rows, as in `8x8`",
    {"type": "string", "pattern": f"^{_EXTENT.pattern}$"},
)


class PathSection(Section):
    """The path of a board: square spaces one after another."""

    what = "a path"
    short = ("spaces",)

    spaces: int = field(kinds.integer(4, _MOST_SPACES), "How many spaces it has.", required=True)
    course: Course = field(
        kinds.choice({course.value: course for course in Course}),
        "The way that it takes: round the sheet clockwise from the top left; to and fro from the bottom left; or"
        " from the bottom left inwards.",
    )
    columns: int = field(
        kinds.integer(2, MOST_LINES),
        "How many spaces wide it is.",
        default=0,
        otherwise="so many that it suits an upright sheet",
    )

    @property
    def width(self) -> int:
        """How many columns the path takes."""
        if self.columns:
            return self.columns
        if self.course is Course.LOOP:
            return max(2, round(0.42 * (self.spaces // 2 + 2)))
        return max(2, round(math.sqrt(0.72 * self.spaces)))

    def completed(self, reader: Reader) -> Self:
        if self.is_sound("spaces", "course", "columns") and self.course is Course.LOOP:
            if self.spaces % 2:
                message = (
                    f"a loop has an even number of spaces; write {self.spaces - 1} or {self.spaces + 1}, or"
                    f" another `course`"
                )
                reader.error("number", message, self.place_of("spaces"))
            elif self.spaces // 2 + 2 - self.width < 2:
                most = self.spaces // 2
                message = (
                    f"a loop of {self.spaces} spaces has at most {most} columns, not {self.columns}"
                )
                reader.error("number", message, self.place_of("columns"))
        return self
