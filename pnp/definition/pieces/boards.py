"""Reading boards, with their grids, tracks and groups of cells, and the frames that lie round them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise
from typing import Self

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located
from pnp.basics.units import plain_lengths
from pnp.basics.words import counted, did_you_mean, in_words
from pnp.definition.backs import has_sound_back
from pnp.definition.colours import INK_OR_COLOUR
from pnp.definition.faces import FaceDefinition, FieldValues
from pnp.definition.figures import PATHS
from pnp.definition.pieces.cells import CELL, CellGroup, CellNames
from pnp.definition.pieces.maps import (
    PLACE,
    ROWS,
    SHEET_SIZE,
    UNITS,
    MapDefinition,
    MapReader,
    SheetSize,
    place_on,
    shown_on_sheet,
)
from pnp.definition.pieces.section import KnownNames, PieceSection
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataTable
from pnp.definition.reading.kinds import Kind, Wrong, form
from pnp.definition.reading.nodes import MappingNode, Node
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import (
    NamedSection,
    Section,
    declared,
    field,
    in_plain_words,
    named,
    nested,
    title_of,
)
from pnp.definition.tiles.vocabulary import FACE, SetReader, set_reader
from pnp.definition.values import VALUES, GivenPiece, shown_at
from pnp.tiles import grids
from pnp.tiles.frames import FramePart, frame_parts
from pnp.tiles.grids import Course, Grid
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.layouts import Cell

# More cells could not be told apart on a poster.

_EXTENT = re.compile(r"([0-9]{1,9}) ?x ?([0-9]{1,9})")


class Extent(NamedTuple):
    """How many columns and rows a rectangle of cells has."""

    columns: int
    rows: int


def _extent(text: str, what: str) -> Extent | None:
    found = _EXTENT.fullmatch(text)
    if found is None:
        raise Wrong("structure", f"{what} has to be columns and rows, as in 8x8, not {text}")
    extent = Extent(int(found[1]), int(found[2]))
    if not all(1 <= each <= limits.MOST_LINES for each in extent) or extent == (1, 1):
        message = (
            f"{what} has 1 to {limits.MOST_LINES} columns and rows, and 2 cells or more, not {text}"
        )
        raise Wrong("number", message)
    return extent


EXTENT = form(
    _extent,
    None,
    "columns and rows, as in `8x8`",
    {"type": "string", "pattern": f"^{_EXTENT.pattern}$"},
)


class PathSection(Section):
    """The path of a board: square spaces one after another."""

    what = "a path"
    short = ("spaces",)

    spaces: int = field(
        kinds.integer(4, limits.MOST_SPACES), "How many spaces it has.", required=True
    )
    course: Course = field(
        kinds.choice({course.value: course for course in Course}),
        "The way that it takes: round the sheet clockwise from the top left; to and fro from the bottom left; or"
        " from the bottom left inwards.",
    )
    columns: int = field(
        kinds.integer(2, limits.MOST_LINES),
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


# Millimetres: the least that a pen can write in, the most that a poster can hold.
SMALLEST_CELL, LARGEST_CELL = 8.0, 120.0
_SIZE = kinds.length(SMALLEST_CELL, LARGEST_CELL)

# The keys of which each board has one: its grid.
_GRIDS = ("hexhex", "hexes", "squares", "triangles", "path", "size")
# Those that have cells, and those that name them.
_CELLED = _GRIDS[:-1]
_NAMED = (*_CELLED, "places")

_STEPS = 200
# Millimetres: the smallest space that a marker can stand on, and the least gap between a track and the cells.
LEAST_SPACE, TRACK_GAP = 6.5, 3.0
# The room for letters beside the cells, as a share of a cell.
_LETTERS = 0.35


class TrackDefinition(NamedSection):
    """A track of a board: numbered spaces on which players move a marker."""

    what = "a track"
    short = ("to",)

    to: int = field(kinds.integer(1, _STEPS), "The number of its last space.", required=True)
    first: int = field(
        kinds.integer(0, _STEPS), "The number of its first space.", key="from", default=1
    )
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="its name in the file")
    where: str = field(
        kinds.one_of("below", "edge"),
        "Whether it lies below the board, or round it, outside its cells or its `size`.",
    )
    names: tuple[str, ...] = field(
        kinds.list_of(kinds.text(40), "texts of up to 40 characters", each="a name"),
        "A name for each space, such as those of the rounds.",
    )

    @property
    def numbers(self) -> range:
        return range(self.first, self.to + 1)

    def completed(self, reader: Reader) -> Self:
        if self.is_sound("to", "from") and self.to < self.first:
            message = f"the track ends at {self.to}, before it begins at {self.first}"
            reader.error("structure", message, self.place_of("to"))
        elif self.names and self.is_sound("to", "from") and len(self.names) != len(self.numbers):
            message = (
                f"the track has {counted(len(self.numbers), 'space')} and"
                f" {counted(len(self.names), 'name')}; write one name for each space"
            )
            reader.error("structure", message, self.place_of("names"))
        elif self.names and self.where == "edge":
            message = "the spaces of a track on the edge have no room for names; remove them"
            reader.error("structure", message, self.place_of("names"))
        return replace(self, title=self.title or title_of(self.name))


_WALLS = kinds.list_of(
    kinds.located(kinds.word("two neighbours, as in `A1-A2`")), "pairs of neighbours", each="a wall"
)
_WALLS_BY_COLOUR = kinds.map_of(INK_OR_COLOUR, _WALLS, "lists of them", each="a wall")


def _read_walls(
    reader: Reader, node: Node, what: str
) -> tuple[tuple[Located[str], tuple[Located[str], ...]], ...] | None:
    """Walls, all alike or by their colours; the colour of the others is ""."""
    if isinstance(node, MappingNode):
        return _WALLS_BY_COLOUR.read(reader, node, what)
    walls = _WALLS.read(reader, node, what)
    return None if walls is None else ((Located("", node.place), walls),)


WALLS = Kind[tuple[tuple[Located[str], tuple[Located[str], ...]], ...]](
    _read_walls,
    (),
    f"{_WALLS.words}; or a mapping from colours to such lists",
    {"anyOf": [_WALLS.schema, _WALLS_BY_COLOUR.schema]},
)


class BoardDefinition(PieceSection):
    """A board of cells in a grid; lengths are in millimetres."""

    what = "a board"
    plural, listed_as, meaning = "boards", "boards", "The boards."
    one_of = _GRIDS
    needs = (
        ("orientation", ("hexhex", "hexes")),
        ("as-in-chess", ("squares",)),
        ("without", ("hexhex", "hexes", "squares", "triangles")),
        *((key, _NAMED) for key in ("cell", "cells", "coordinates", "expect")),
        *((key, _CELLED) for key in ("poster", "lines", "kerb", "cell-ground", "walls")),
        *((key, ("size",)) for key in ("image", "face", "places")),
        ("routes", ("places",)),
        ("units", ("places",)),
        ("fit", ("image",)),
        ("fields", ("face",)),
    )
    instead = dict.fromkeys(
        ("size", "image", "face"),
        "for a picture or texts beside cells, write a second board with `size`, whose face has an"
        " element `grid` with the name of this one",
    )

    name: str = field(kinds.name("a board"), "The name of the board in the file.", required=True)
    title: str = field(kinds.text(), "Its name on paper.", otherwise="the name")
    hexhex: int = field(
        kinds.integer(2, limits.MOST_SIDE), "A hexagon of hexes with so many to a side.", default=0
    )
    hexes: Extent | None = field(
        EXTENT, "A rectangle of hexes, columns x rows: every other row begins half a hex later."
    )
    squares: Extent | None = field(EXTENT, "A rectangle of squares, columns x rows.")
    triangles: int = field(
        kinds.integer(2, limits.MOST_LINES),
        "A triangle of triangles with so many to a side.",
        default=0,
    )
    path: PathSection = field(
        nested(PathSection), "A path of square spaces with numbers, such as that of a race."
    )
    size: SheetSize | None = field(
        SHEET_SIZE,
        "The size of a board without such cells: a picture, on as many sheets as it needs.",
    )
    image: Node | None = field(
        kinds.unread("the name of a file", kinds.word("").schema),
        "The PNG, JPEG or SVG file of the picture that fills a board with a `size`.",
        default=None,
    )
    fit: str = field(
        kinds.one_of("fill", "whole", "stretch"),
        "Whether that picture is cut off where it would leave the board, is there as a `whole`, or is"
        " stretched.",
    )
    places: DataTable | None = field(
        ROWS,
        "The places of a map: `name`, `x` and `y` from the top left, and perhaps `label`, where the name stands.",
    )
    routes: DataTable | None = field(
        ROWS,
        "The routes between them: `from`, `to`, `spaces`, and perhaps `colour`, `bend` and `name`.",
    )
    units: SheetSize | None = field(
        UNITS,
        "The width and the height of the board in the numbers at `x`, `y` and `bend`, such as the dots of its picture.",
        otherwise="millimetres",
    )
    face: FaceDefinition | None = field(FACE, "What a board with a `size` shows over its picture.")
    shared: FieldValues | None = field(
        VALUES, "Values of the face's fields.", key="fields", default=None
    )
    orientation: Orientation = field(
        kinds.choice({each.value: each for each in Orientation}),
        "Whether a corner or a side of each hex is at the top.",
    )
    as_in_chess: bool = field(
        kinds.YES_NO,
        "Whether squares have the letter of their column and the number of their row, from the bottom.",
        key="as-in-chess",
    )
    removed: tuple[Located[str], ...] = field(
        kinds.list_of(CELL, "cells", each="a cell", or_one=True),
        "Cells that the board lacks, such as `[A1, centre]`. The others keep their names.",
        key="without",
    )
    across: float = field(
        _SIZE,
        "The size of a cell: a hex across flats, the side of a square or triangle, a place of a map.",
        key="cell",
        default=PLACE,
        otherwise="required; for a map a fiftieth of its longer side, but no less than `8mm`",
    )
    poster: float = field(
        _SIZE,
        "The size of a cell on a second, larger board that is printed over several sheets.",
        default=0.0,
    )
    coordinates: bool = field(
        kinds.YES_NO,
        "Whether cells and rows, or the places of a map, show their names.",
        default=True,
    )
    edge: bool = field(kinds.YES_NO, "Whether a line goes round the board.", default=True)
    lines: bool = field(kinds.YES_NO, "Whether lines go between its cells.", default=True)
    walls: tuple[tuple[Located[str], tuple[Located[str], ...]], ...] = field(
        WALLS,
        "Bold lines on the sides that two cells share, such as `[A1-A2, B1-B2]`; or by their colours, such as a river:"
        " `{blue: [A1-A2, B1-B2]}`.",
    )
    arrows: tuple[tuple[Located[str], ...], ...] = field(
        PATHS,
        "Arrows through cells, such as `[A1, B2, C3]`, or a list of several.",
    )
    kerb: bool = field(
        kinds.YES_NO, "Whether that line is a kerb in two inks, on a board with a ground."
    )
    ground: str = field(
        kinds.INK,
        "The ground round the cells, which fills the sheet; cells and lines take inks that go with it.",
        otherwise="paper",
    )
    cell_ground: str = field(
        kinds.INK,
        "The ground of the cells. With it the tints of groups print as they are in the file.",
        key="cell-ground",
        otherwise="a shade of the `ground`, or paper",
    )
    ink: str = field(
        kinds.INK,
        "The ink of its letters, tracks and signs on that ground.",
        otherwise="light or dark, as can be read on the ground",
    )
    tracks: tuple[TrackDefinition, ...] = field(
        named(kinds.name("a track"), TrackDefinition, "tracks"),
        "Tracks below the cells, such as `round: 6` or `score: {from: 0, to: 50}`.",
    )
    printed: bool = field(
        kinds.YES_NO, "`no` for a board that is only part of a pad.", default=True
    )
    back: Located[str] | None = field(
        kinds.located(kinds.word("the name of a board")),
        "Another board of the same size, which is printed on the [back](#boards-on-both-sides) of this one.",
        default=None,
    )
    groups: tuple[CellGroup, ...] = field(
        named(kinds.name("a group of cells"), CellGroup, "groups of cells"),
        "Cells with a look and a meaning of their own.",
        key="cells",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(1)), "How many cells the board has.", default=None
    )

    faced: GivenPiece | None = None
    map: MapDefinition | None = None
    # Both cells of each wall, with its ink, or "" for that of lines; the cells of each arrow.
    walled: tuple[tuple[frozenset[Cell], str], ...] = ()
    arrowed: tuple[tuple[Cell, ...], ...] = ()

    @cached_property
    def grid(self) -> Grid:
        """The cells of the board; a small hexhex if the file has no sound grid."""
        whole = self._whole_grid
        removed = {cell for each in self.removed for cell in whole.meant(each.value)}
        return whole.without(removed) if removed and removed < {*whole.cells} else whole

    @cached_property
    def _whole_grid(self) -> Grid:
        """The cells of the board, and those that it lacks."""
        if self.hexes is not None:
            return grids.hexes(*self.hexes, self.orientation)
        if self.squares is not None:
            return grids.squares(*self.squares, as_in_chess=self.as_in_chess)
        if self.triangles:
            return grids.triangles(self.triangles)
        if self.has("path"):
            return grids.path(self.path.spaces, self.path.course, self.path.width)
        if self.size is not None:
            return (self.map or MapDefinition(self.size)).grid(self.across)
        return grids.hexhex(self.hexhex or 2, self.orientation)

    @property
    def numbers(self) -> tuple[str, ...]:
        return (*(f"{self.name}-{each}" for each in self.grid.counts), f"{self.name}-open")

    @property
    def extent_in_words(self) -> str:
        """How many cells it has, or the size of a board without."""
        counts = [
            counted(number, "hex" if cells == "hexes" else cells.removesuffix("s"))
            for cells, number in self.grid.counts.items()
            if number
        ]
        return in_words(counts) or plain_lengths(self.size or ())

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.grid.cells

    @property
    def cells_by_name(self) -> dict[str, Cell]:
        return self.grid.cells_by_name

    @property
    def knows_cells(self) -> bool:
        """Whether no finding is about its grid."""
        is_sound = self.is_sound(
            *_GRIDS, "orientation", "as-in-chess", "without", "places", "routes"
        )
        return sum(map(self.has, _GRIDS)) == 1 and is_sound and not self.path.unsound

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        own = (self.faced,) if self.faced else ()
        return (*own, *(each for group in self.groups for each in group.given))

    @property
    def cell_names(self) -> CellNames:
        """How keys name its cells."""
        return CellNames(self.grid, self._whole_grid, is_known=self.knows_cells)

    def completed(self, reader: Reader) -> Self:
        if not self.has("cell") and not self.has("size"):
            such = in_plain_words(declared(BoardDefinition)["cell"].kind)
            reader.error("missing-key", f'a board needs "cell", {such}', self.fields.place)
        if self.size is not None:
            across = self.across if self.has("cell") else place_on(self.size)
            made = replace(self, across=across)
            found = made._read_map(set_reader(reader), self.size)
            return replace(made, map=found)._completed(reader)
        return self._completed(reader)

    def _read_map(self, reader: SetReader, size: SheetSize) -> MapDefinition:
        rows = MapReader(reader, size, self.units)
        return rows.read(self.places, self.routes, self.across)

    @property
    def shown_colours(self) -> tuple[str, ...]:
        return () if self.map is None else tuple(each.colour for each in self.map.routes)

    def _completed(self, reader: Reader) -> Self:
        whole = CellNames(self._whole_grid, self._whole_grid, is_known=self.knows_cells)
        removed = {cell for each in self.removed for cell in whole.meant(reader, each)}
        if removed and self.knows_cells and removed == {*self._whole_grid.cells}:
            message = "this removes all cells of the board; leave one or more"
            reader.error("structure", message, self.place_of("without"))
        if self.knows_cells and self.is_sound("cell"):
            self._check_tracks(reader)
        groups = tuple(
            part
            for group in self.groups
            for part in group.on_board(set_reader(reader), self.cell_names)
        )
        faced = shown_on_sheet(
            set_reader(reader), self.face, self.image, self.fit, self.shared, self.place
        )
        walled = tuple(self._walled(set_reader(reader))) if self.knows_cells else ()
        arrowed = tuple(self._arrowed(reader)) if self.knows_cells else ()
        return replace(
            super().completed(reader), groups=groups, faced=faced, walled=walled, arrowed=arrowed
        )

    def _walled(self, reader: SetReader) -> Iterator[tuple[frozenset[Cell], str]]:
        """The two cells and the ink of each wall."""
        for colour, walls in self.walls:
            ink = colour.value
            if ink and not ink.startswith("#"):
                ink = reader.fill(ink, colour.place)
            yield from ((cells, ink) for cells in self._neighbours(reader, walls))

    def _arrowed(self, reader: Reader) -> Iterator[tuple[Cell, ...]]:
        """The cells of each arrow; reports cells that the board lacks, and arrows without length."""
        for path in self.arrows:
            meant = [self.cell_names.meant(reader, each) for each in path]
            found = tuple(chain.from_iterable(meant))
            if not all(meant):
                continue
            several = next(
                (each for each, cells in zip(path, meant, strict=True) if cells[1:]), None
            )
            if several is not None:
                message = f'an arrow goes from one cell to the next; write their names, not "{several.value}"'
                reader.error("structure", message, several.place)
            elif len(found) < 2 or any(one == other for one, other in pairwise(found)):
                message = (
                    "an arrow goes through two cells or more, each another than the one before it"
                )
                reader.error("structure", message, path[0].place)
            else:
                yield found

    def _neighbours(
        self, reader: Reader, walls: Iterable[Located[str]]
    ) -> Iterator[frozenset[Cell]]:
        """The two cells of each wall; reports cells that the board lacks, or that are no neighbours."""
        layout = self.grid.layout(1.0)
        for each in walls:
            names = each.value.split("-")
            meant = [
                self.cell_names.meant(reader, Located(name, each.place))
                for name in (names if len(names) == 2 else ())
            ]
            cells = [*chain.from_iterable(meant)]
            if len(names) != 2 or (all(meant) and len(cells) != 2):
                message = f"a wall has to be two neighbours, as in A1-A2, not {each.value}"
                reader.error("structure", message, each.place)
            elif all(meant) and cells[1] not in layout.neighbours(cells[0]):
                message = f"{names[0]} and {names[1]} share no side, on which a wall could be"
                reader.error("structure", message, each.place)
            elif all(meant):
                yield frozenset(cells)

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports a back that is no board of its own, that nobody prints, or that has another size."""
        boards = {
            each.name: each
            for each in names.pieces[self.plural]
            if isinstance(each, BoardDefinition)
        }
        backs = {name: each.back for name, each in boards.items()}
        if self.back is None or not has_sound_back(reader, self.name, backs, "board"):
            return
        other, at = boards[self.back.value], self.back.place
        for each in (self, other):
            if not each.printed:
                message = (
                    f'"{each.name}" has `printed: no`, so it has no sheet; remove that, or the back'
                )
                reader.error("structure", message, at)
        if not all(each.knows_cells and each.is_sound("cell", "poster") for each in (self, other)):
            return
        for where, ours, theirs in (
            ("", self._size_of_cells(self.across), other._size_of_cells(other.across)),
            (
                " of the poster",
                self._size_of_cells(self.poster),
                other._size_of_cells(other.poster),
            ),
        ):
            if ours != theirs:
                message = (
                    f'the cells{where} of "{self.name}" take {ours}, and those of "{other.name}" on its back {theirs};'
                    " give both the same size"
                )
                reader.error("structure", message, at)
                return

    def _size_of_cells(self, across: float) -> str:
        """The size of all cells together in words, if each has this size."""
        _, _, width, height = self.grid.extent
        return plain_lengths((across * width, across * height)) if across else "none"

    def _check_tracks(self, reader: Reader) -> None:
        """Reports a track with more spaces than lie round the board."""
        extent = self.grid.extent
        beside = 2 * (TRACK_GAP + _LETTERS * self.across if self.grid.labels else TRACK_GAP)
        width, height = (self.across * each + beside for each in (extent.width, extent.height))
        for track in self.tracks:
            if track.where != "edge" or not track.is_sound("to", "from"):
                continue
            if grids.ring(len(track.numbers), width, height).space < LEAST_SPACE:
                most = max(
                    n
                    for n in range(6, _STEPS + 1)
                    if grids.ring(n, width, height).space >= LEAST_SPACE
                )
                message = (
                    f"the track has {counted(len(track.numbers), 'space')}, and the edge of the board has room for"
                    f" {most}; write fewer, or put it `below`"
                )
                reader.error("number", message, track.place_of("to"))


# Millimetres: what holds together when it is cut out, and the most that a sheet has room for.
_WIDTH = kinds.length(8.0, 120.0)


class PlaceGroup(NamedSection):
    """Places of a frame that show a face; `place` is that of the group's name."""

    what = "a group of places"
    numbers: tuple[Located[int], ...] = field(
        kinds.list_of(
            kinds.located(kinds.integer(1, 400)), "numbers", each="a place", least=1, or_one=True
        ),
        "The numbers of the places, clockwise from the top left.",
        key="at",
        required=True,
    )
    face: FaceDefinition | None = field(
        FACE, "What each place shows, as on a round token.", required=True
    )
    shared: FieldValues | None = field(
        VALUES, "Values of the face's fields.", key="fields", default=None
    )

    faced: GivenPiece | None = None

    def completed(self, reader: Reader) -> Self:
        what, at = "a place of a frame", self.place_of("face")
        faced = shown_at(reader, self.face, self.shared, self.place, what=what, at=at)
        return replace(self, faced=faced)


class FrameDefinition(PieceSection):
    """A frame round the cells of a board, in parts to cut out and lay round its tiles."""

    what = "a frame"
    plural, listed_as, meaning = "frames", "frames", "Frames to lay round tiles."

    name: str = field(kinds.name("a frame"), "Its name in the file.", required=True)
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    around: Located[str] = field(
        kinds.located(kinds.word("the name of a board")),
        "The board round which it lies, for cells of the size of its `cell`.",
        key="round",
        required=True,
    )
    width: float = field(_WIDTH, "Its width where it is narrowest.", required=True)
    allowance: float = field(
        kinds.length(0.1, 20.0),
        "How much larger its inside is than the cells, in every direction.",
        default=1.0,
        otherwise="`1mm`",
    )
    split: int = field(
        kinds.integer(1, 6), "Into how many parts each of its sides is split.", default=1
    )
    ground: str = field(kinds.INK, "Its ink.", otherwise="the ground of the game's look")
    shore: str = field(
        kinds.INK,
        "The ink of a strip along the cells, with ripples beyond it.",
        otherwise="no strip",
    )
    groups: tuple[PlaceGroup, ...] = field(
        named(kinds.name("places of a frame"), PlaceGroup, "places"),
        "Places beside the cells, such as harbours, that show something.",
        key="places",
    )

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        return tuple(group.faced for group in self.groups if group.faced)

    def completed(self, reader: Reader) -> Self:
        numbers = (number for group in self.groups for number in group.numbers)
        message = "two groups show something at place {}; remove it from one"
        reader.distinct(numbers, message, rule="structure")
        return super().completed(reader)

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports a board that the game lacks or that no frame goes round, and places that are not there."""
        if not self.has("round") or not self.is_sound("round"):
            return
        name = self.around.value
        boards = {each.name: each for each in names.pieces[BoardDefinition.plural]}
        board = boards.get(name)
        if not isinstance(board, BoardDefinition):
            hint = did_you_mean(name, boards)
            message = f'there is no board "{name}"{hint}'
            reader.error("unknown-name", message, self.around.place)
            return
        if not (board.knows_cells and board.is_sound("cell") and self.is_sound("width", "split")):
            return
        if not board.grid.headings:
            is_path = "is a path" if board.grid.is_path else "is without some of its cells"
            message = f'a frame goes round hexes, squares or triangles; "{name}" {is_path}'
            reader.error("structure", message, self.around.place)
            return
        parts = self.parts_round(board)
        each = len(parts) // len(board.grid.headings)
        if each < self.split:
            message = (
                f"a side of this frame has room for {counted(each, 'part')}; write up to {each}"
            )
            reader.error("number", message, self.place_of("split"))
        places = sum(len(part.places) for part in parts)
        for number in (each for group in self.groups for each in group.numbers):
            if number.value > places:
                message = f"the frame has no place {number.value}; they are numbered 1 to {places}"
                reader.error("number", message, number.place)

    def parts_round(self, board: BoardDefinition) -> tuple[FramePart, ...]:
        """The parts of the frame where they lie round this board."""
        return frame_parts(
            board.grid, board.across, self.width, allowance=self.allowance, split=self.split
        )
