"""Reading boards that have a size in place of cells: pictures, and maps with places and routes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Located, Place, Severity
from pnp.basics.units import LENGTH, millimetres
from pnp.basics.words import counted, did_you_mean, in_words, nearest
from pnp.definition.faces import NO_FACE, FaceDefinition, FieldValues
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataRow, DataTable
from pnp.definition.reading.kinds import Kind, Schema, Wrong, form
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.reading.reader import Reader
from pnp.definition.tiles.vocabulary import DATA, SetReader
from pnp.definition.values import FacedGroup, GivenPiece, PieceDraft, refuse_back
from pnp.scene.geometry import Point
from pnp.tiles.maps import SHORTEST, Line, MapGrid, aside_of, map_grid, space_length

# The least size of a place by default in millimetres, and as a share of the board; the sides of the smallest and the largest sheet.
PLACE, _SHARE = 8.0, 0.02
_LEAST, _MOST = 40.0, 2000.0

_SIZE = rf"{LENGTH.pattern} ?x ?{LENGTH.pattern}"


class SheetSize(NamedTuple):
    """The width and the height of a board or a mat, in millimetres."""

    width: float
    height: float


def place_on(size: SheetSize) -> float:
    """The size of a place on a map of that size, by default."""
    return max(PLACE, _SHARE * max(size))


def _sheet_size(text: str, what: str) -> SheetSize | None:
    found = re.fullmatch(_SIZE, text.strip())
    if found is None:
        message = f'{what} has to be a width and a height, 600 x 400mm, not "{text}"'
        raise Wrong("length", message)
    width, unit, height, last = found.groups()
    size = SheetSize(
        millimetres(f"{width}{unit or last or ''}"), millimetres(height + (last or ""))
    )
    if not all(_LEAST <= each <= _MOST for each in size):
        message = f"{what} has sides of {_LEAST:g} to {_MOST:g} mm, not {text}"
        raise Wrong("length", message)
    return size


SHEET_SIZE: Kind[SheetSize | None] = form(
    _sheet_size,
    None,
    "a width and a height, `600 x 400mm`",
    {"type": "string", "pattern": r"^[0-9.]+ ?(mm|cm|in|pt)? ?x ?[0-9.]+ ?(mm|cm|in|pt)?$"},
)


def _read_rows(reader: Reader, node: Node, what: str) -> DataTable | None:
    """The rows of a table in a file, or those written here as a list of mappings."""
    if not isinstance(node, SequenceNode):
        return DATA.read(reader, node, what)
    rows, columns = [], dict[str, Place]()
    for item in node.items:
        fields = reader.fields(item, f"each of {what}")
        if fields is None:
            return None
        values = {key.text: _VALUE.read(reader, value, key.text) for key, value in fields.items()}
        rows.append(DataRow({name: each for name, each in values.items() if each}, item.place))
        columns = {key.text: key.place for key, _ in fields.items()} | columns
    return DataTable(columns, tuple(rows))


_VALUE = kinds.located(kinds.text())
_ROWS: Schema = {
    "type": "array",
    "items": {"type": "object", "additionalProperties": {"type": ["string", "number"]}},
}
ROWS: Kind[DataTable | None] = Kind(
    _read_rows,
    None,
    f"{DATA.words}, or a list of its rows",
    {"anyOf": [DATA.schema, _ROWS]},
)

_UNITS = re.compile(r"([0-9]{1,5}) ?x ?([0-9]{1,5})")


def _units(text: str, what: str) -> SheetSize | None:
    found = _UNITS.fullmatch(text)
    if found is None or not (int(found[1]) and int(found[2])):
        raise Wrong("structure", f'{what} has to be a width and a height, 1200 x 800, not "{text}"')
    return SheetSize(float(found[1]), float(found[2]))


UNITS: Kind[SheetSize | None] = form(
    _units,
    None,
    "a width and a height, `1200 x 800`",
    {"type": "string", "pattern": f"^{_UNITS.pattern}$"},
)

# Where the name of a place can stand, from the middle of the place.
LABELS = {
    "right": (1, 0),
    "left": (-1, 0),
    "above": (0, -1),
    "below": (0, 1),
    "above right": (1, -1),
    "above left": (-1, -1),
    "below right": (1, 1),
    "below left": (-1, 1),
}

_PLACE_COLUMNS = ("name", "x", "y", "label")
_ROUTE_COLUMNS = ("from", "to", "spaces", "colour", "bend", "name")
_LONGEST_NAME, _MOST_SPACES = 30, 20


class MapPlace(NamedTuple):
    """A place of a map: its name, its point from the top left in millimetres, and where its name stands, if given."""

    name: str
    at: Point
    label: tuple[int, int] | None
    place: Place


class MapRoute(NamedTuple):
    """A route of a map: two places, its spaces, the colour that these have, if any, and its bend in millimetres."""

    line: Line
    colour: str
    place: Place


class MapDefinition(NamedTuple):
    """The places and routes of a map, and the size of the map, in millimetres; `notes` are warnings about its tables."""

    size: SheetSize
    places: tuple[MapPlace, ...] = ()
    routes: tuple[MapRoute, ...] = ()
    notes: tuple[Finding, ...] = ()

    def grid(self, across: float) -> MapGrid:
        """The grid of the map with places of a size in millimetres."""
        middle = Point(self.size.width / 2, self.size.height / 2)
        return map_grid(
            self.size.width / across,
            self.size.height / across,
            {each.name: (each.at - middle) * (1 / across) for each in self.places},
            [_scaled(each.line, across) for each in self.routes],
        )


def _scaled(line: Line, across: float) -> Line:
    """A route in sizes of a place, with its bend in millimetres until then."""
    return line._replace(bend=line.bend / across)


def _way(line: Line) -> int:
    """Which of both directions a route is written in: 1, or -1 for one whose right is the left of the other."""
    return 1 if line.start <= line.end else -1


class MapReader:
    """Reads the rows of places and routes, with findings at their cells."""

    def __init__(self, reader: SetReader, size: SheetSize, units: SheetSize | None) -> None:
        self._reader, self._size, self._units = reader, size, units or size
        self._notes: list[Finding] = []

    def read(
        self, places: DataTable | None, routes: DataTable | None, across: float
    ) -> MapDefinition:
        """The map of these tables, whose places have a size."""
        before = len(self._reader.findings)
        found = tuple(self._places(places)) if places else ()
        known = {each.name: each for each in found}
        if len(self._reader.findings) > before or routes is None:
            return MapDefinition(self._size, found, notes=tuple(self._notes))
        made = tuple(self._routes(routes, known, across))
        return MapDefinition(self._size, found, made, tuple(self._notes))

    def _places(self, table: DataTable) -> Iterator[MapPlace]:
        self._check_columns(table, "places", _PLACE_COLUMNS, ("name", "x", "y"))
        if not {"name", "x", "y"} <= table.columns.keys():
            return
        if len(table.rows) > limits.MOST_PLACES:
            message = (
                f"a map has at most {limits.MOST_PLACES} places; this one has {len(table.rows)}"
            )
            self._reader.error("number", message, table.rows[0].place)
            return
        named = [row.values["name"] for row in table.rows if "name" in row.values]
        self._reader.distinct(
            [each for each in named if each.value],
            'two places are called "{}"; rename one of the two',
            rule="duplicate-value",
        )
        there: dict[Point, str] = {}
        for row in table.rows:
            name = self._text(row, "name", "a place")
            x, y = (self._length(row, key) for key in ("x", "y"))
            label = self._label(row)
            if name is not None and x is not None and y is not None:
                other = there.setdefault(Point(x, y), name)
                if other != name:
                    message = f"{name} lies where {other} lies; write other numbers"
                    self._reader.error("number", message, row.values["x"].place)
                yield MapPlace(name, Point(x, y), label, row.values["name"].place)

    def _text(self, row: DataRow, key: str, what: str) -> str | None:
        value = row.values.get(key)
        if value is None or not value.value:
            place = row.place if value is None else value.place
            self._reader.error("missing-key", f'{what} needs a "{key}"', place)
        elif len(value.value) > _LONGEST_NAME:
            message = (
                f"the name of a place has up to {_LONGEST_NAME} characters, not {len(value.value)}"
            )
            self._reader.error("structure", message, value.place)
        else:
            return value.value
        return None

    def _length(self, row: DataRow, key: str) -> float | None:
        """The distance from the left or the top, in millimetres; None after a finding."""
        side = ("x", "y").index(key)
        whole, units = self._size[side], self._units[side]
        value = row.values.get(key)
        if value is None or not value.value:
            place = row.place if value is None else value.place
            self._reader.error("missing-key", f'a place needs "{key}"', place)
            return None
        try:
            found = millimetres(value.value)
            if value.value.strip()[-1:].isdigit():
                found *= whole / units
        except ValueError:
            message = f'{key} has to be a number or a length, 120mm, not "{value.value}"'
            self._reader.error("number", message, value.place)
            return None
        if not 0 <= found <= whole:
            name = row.values["name"].value if "name" in row.values else "this place"
            edge = "wide" if key == "x" else "high"
            limit = f"{units:g} {edge}" if self._units != self._size else f"{whole:g} mm {edge}"
            message = f"{name} lies outside of the board, which is {limit}"
            self._reader.error("number", message, value.place)
            return None
        return found

    def _label(self, row: DataRow) -> tuple[int, int] | None:
        value = row.values.get("label")
        if value is None or not value.value:
            return None
        if value.value not in LABELS:
            message = f'label cannot be "{value.value}"{did_you_mean(value.value, LABELS)}'
            self._reader.error("unknown-word", message, value.place)
        return LABELS.get(value.value)

    def _routes(
        self, table: DataTable, known: Mapping[str, MapPlace], across: float
    ) -> Iterator[MapRoute]:
        self._check_columns(table, "routes", _ROUTE_COLUMNS, ("from", "to", "spaces"))
        if not {"from", "to", "spaces"} <= table.columns.keys():
            return
        if len(table.rows) > limits.MOST_ROUTES:
            message = (
                f"a map has at most {limits.MOST_ROUTES:,} routes; this one has {len(table.rows):,}"
            )
            self._reader.error("number", message, table.rows[0].place)
            return
        found = [each for row in table.rows if (each := self._route(row, known))]
        between: dict[frozenset[str], list[MapRoute]] = defaultdict(list)
        for each in sorted(found, key=lambda each: _way(each.line) * each.line.bend):
            between[frozenset((each.line.start, each.line.end))].append(each)
        taken: Counter[str] = Counter()
        for each in found:
            line = each.line
            beside = between[frozenset((line.start, line.end))]
            line = line._replace(aside=_way(line) * aside_of(beside.index(each), len(beside)))
            name = line.name or f"{line.start}-{line.end}"
            if not line.name and len(beside) > 1:
                name = f"{name} {each.colour}".strip()
            taken[name] += 1
            line = line._replace(name=name if taken[name] == 1 else f"{name} {taken[name]}")
            ends = known[line.start].at, known[line.end].at
            points = (point * (1 / across) for point in ends)
            length = space_length(_scaled(line, across), *points) * across
            if length < SHORTEST * across:
                apart = (ends[1] - ends[0]).length()
                message = (
                    f"{line.start} and {line.end} are {apart:.0f} mm apart, which leaves"
                    f" {counted(line.spaces, 'space')} {max(0.0, length):.1f} mm each; write fewer, a `bend`,"
                    " or a smaller `cell`"
                )
                self._reader.error("number", message, each.place)
            else:
                yield each._replace(line=line)

    def _route(self, row: DataRow, known: Mapping[str, MapPlace]) -> MapRoute | None:
        ends = [self._end(row, key, known) for key in ("from", "to")]
        spaces = self._number(row, "spaces", 1, _MOST_SPACES)
        bend = self._number(row, "bend", -2000, 2000) if self._given(row, "bend") else 0
        colour = self._given(row, "colour")
        if colour and not self._reader.fill(colour.value, colour.place):
            return None
        first, last = ends
        if first is None or last is None or spaces is None or bend is None:
            return None
        if first == last:
            message = f"a route goes from {first} to another place"
            self._reader.error("structure", message, row.values["to"].place)
            return None
        own = self._given(row, "name")
        scale = self._size.width / self._units.width
        line = Line(own.value if own else "", first, last, spaces, bend * scale)
        return MapRoute(line, colour.value if colour else "", row.values["from"].place)

    @staticmethod
    def _given(row: DataRow, key: str) -> Located[str] | None:
        value = row.values.get(key)
        return value if value is not None and value.value else None

    def _end(self, row: DataRow, key: str, known: Mapping[str, MapPlace]) -> str | None:
        """The place at an end of a route; None after a finding."""
        value = self._given(row, key)
        if value is None:
            place = row.values[key].place if key in row.values else row.place
            self._reader.error("missing-key", f'a route needs "{key}"', place)
            return None
        if value.value not in known:
            hint = did_you_mean(value.value, known)
            message = f'there is no place "{value.value}"{hint}'
            self._reader.error("unknown-name", message, value.place)
            return None
        return value.value

    def _number(self, row: DataRow, key: str, least: int, most: int) -> int | None:
        value = self._given(row, key)
        try:
            found = None if value is None else int(value.value)
        except ValueError:
            found = None
        if found is not None and least <= found <= most:
            return found
        shown = "" if value is None else f", not {value.value}"
        message = f"{key} has to be a whole number, {least} to {most}{shown}"
        place = value.place if value else row.values[key].place if key in row.values else row.place
        self._reader.error("number", message, place)
        return None

    def _check_columns(
        self, table: DataTable, what: str, known: Sequence[str], required: Sequence[str]
    ) -> None:
        """Reports missing columns, and columns without use: as errors if their names are near ours, else as warnings."""
        lacking = [each for each in required if each not in table.columns]
        if table.columns and lacking:
            place = next(iter(table.columns.values()))
            names = in_words([f'"{each}"' for each in lacking])
            self._reader.error("missing-key", f"{what} need {names}", place)
        for name, place in table.columns.items():
            message = f'{what} have no "{name}"{did_you_mean(name, known)}'
            if name not in known and nearest(name, known):
                self._reader.error("unknown-key", message, place)
            elif name not in known:
                self._notes.append(Finding("unknown-key", Severity.WARNING, message, place))


def shown_on_sheet(
    reader: SetReader,
    face: FaceDefinition | None,
    image: Node | None,
    fit: str,
    shared: FieldValues | None,
    place: Place,
) -> GivenPiece | None:
    """The picture of a board or a mat and the face over it, as one; None without both."""
    under = None if image is None else reader.faces.face(_as_face(image, fit))
    if face is None and under is None:
        return None
    whole = face or NO_FACE
    refuse_back(reader, whole, "a board", whole.place)
    if under is not None:
        whole = replace(whole, under=(*under.front, *whole.under), place=whole.place)
    (piece,) = FacedGroup(reader, shared).pieces([PieceDraft({}, 1, place, whole)])
    return piece


def _as_face(image: Node, fit: str) -> Node:
    """The face with this picture alone, over all of the piece."""

    def entry(key: str, value: Node) -> tuple[Scalar, Node]:
        return (Scalar(key, "str", False, image.place), value)

    def word(text: str) -> Scalar:
        return Scalar(text, "str", False, image.place)

    entries = (entry("image", image), entry("area", word("trim")), entry("fit", word(fit)))
    return SequenceNode((MappingNode(entries, image.place),), image.place)
