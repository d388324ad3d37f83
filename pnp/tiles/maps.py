"""Maps: boards of a size, whose places and routes lie anywhere on them. A map is one more grid of cells.

Its cells are the places, circles of the size 1, and the spaces of the routes between them. All
lengths are shares of the size of a place; points are from the middle of the map.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import chain, product

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.geometry import Box, Point, heading, regular_corners, round_trip
from pnp.tiles.grids import Grid
from pnp.tiles.layouts import Cell, Layout

# The cell beyond every side of a place or of a space: they have no sides in common.
_NOWHERE = Cell(-1, -1)

# The corners of the polygon that stands for a place.
_SIDES = 48
# The width of a space, its greatest length, the gap between two, and that from the middle of one parallel route to
# the middle of the next.
SPACE, _LONGEST, _GAP, _BESIDE = 0.8, 3.0, 0.14, 1.0
# The least length of a space, that from which it stays farther from its places, how far, and the most by which gaps
# widen.
SHORTEST, _COMFORTABLE, _CLEAR, _WIDER = 0.8, 1.5, 0.45, 0.25
# Spaces that end so far from the edges of their places are connected with them by a line, which has a point at each such step.
_FAR, _STEP = 1.0, 0.25
# Up to this bend a route is straight: the circle of a flatter arc is too large for exact points on it.
_STRAIGHT = 1e-6
# Outlines that reach so far into each other only touch.
_TOUCH = 0.02


class Spot(NamedTuple):
    """A cell of a map: its centre, its corners round it, clockwise, and its turn in degrees."""

    centre: Point
    corners: tuple[Point, ...]
    turn: float = 0.0


class Line(NamedTuple):
    """A route as it is wanted: between two places, of so many spaces.

    A route that bends is an arc, whose middle is so far to the right of the straight line; one that lies
    `aside` is moved as a whole.
    """

    name: str
    start: str
    end: str
    spaces: int
    bend: float = 0.0
    aside: float = 0.0


class Route(NamedTuple):
    """A route of a map: its name, its two places, and its spaces.

    One whose spaces end far from its places has points on its `way`, for a line that connects them.
    """

    name: str
    start: Cell
    end: Cell
    cells: tuple[Cell, ...]
    way: tuple[Point, ...] = ()


@frozen
class MapLayout(Layout):
    """The cells of a map round its middle; `across` is the size of a place."""

    spots: Mapping[Cell, Spot] = field(hash=False)

    @property
    def apothem(self) -> float:
        return self.across / 2

    @property
    def circumradius(self) -> float:
        return self.across / 2

    def centre(self, cell: Cell) -> Point:
        return self.spots[cell].centre * self.across

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        corners = (each * self.across for each in self.spots[cell].corners)
        return tuple(each - each.unit() * inset for each in corners) if inset else tuple(corners)

    def tilt(self, cell: Cell, /) -> float:
        return self.spots[cell].turn

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return (_NOWHERE,) * len(self.spots[cell].corners)

    def around(self, box: Box) -> Iterator[Cell]:
        yield from ()


@frozen
class MapGrid(Grid):
    """The places and the spaces of a map, and its routes; `width` and `height` are its own."""

    width: float = 0.0
    height: float = 0.0
    places: tuple[Cell, ...] = ()
    routes: tuple[Route, ...] = ()

    @property
    def is_map(self) -> bool:
        return True

    @cached_property
    def extent(self) -> Box:
        return Box(-self.width / 2, -self.height / 2, self.width, self.height)

    @cached_property
    def edge(self) -> tuple[Cell, ...]:
        return ()

    @cached_property
    def centre(self) -> tuple[Cell, ...]:
        return ()

    @property
    def counts(self) -> dict[str, int]:
        spaces = sum(len(route.cells) for route in self.routes)
        return {"places": len(self.places), "routes": len(self.routes), "spaces": spaces}

    def meant(self, word: str) -> tuple[Cell, ...]:
        """The place or the space of that name, the spaces of a route, all `places`, or `all` cells."""
        if word in self.cells_by_name:
            return (self.cells_by_name[word],)
        return self.route(word) or {"all": self.cells, "places": self.places}.get(word, ())

    def route(self, name: str) -> tuple[Cell, ...]:
        return self._routes_by_name[name].cells if name in self._routes_by_name else ()

    @cached_property
    def _routes_by_name(self) -> dict[str, Route]:
        """The routes by their names, and by their two places if there is no other between these."""
        found = {route.name: route for route in self.routes}
        between = Counter(frozenset((route.start, route.end)) for route in self.routes)
        for route in self.routes:
            if between[frozenset((route.start, route.end))] == 1:
                first, last = self.names[route.start], self.names[route.end]
                found.setdefault(f"{first}-{last}", route)
                found.setdefault(f"{last}-{first}", route)
        return found

    @property
    def words(self) -> tuple[str, ...]:
        """All names of places and routes."""
        return (*(self.names[cell] for cell in self.places), *self._routes_by_name)

    # The routes as a graph

    @cached_property
    def _ways(self) -> Mapping[Cell, Mapping[Cell, int]]:
        """The places beside each place, with the spaces of the shortest route to them."""
        ways: dict[Cell, dict[Cell, int]] = defaultdict(dict)
        for route in self.routes:
            for one, other in ((route.start, route.end), (route.end, route.start)):
                length = len(route.cells)
                ways[one][other] = min(length, ways[one].get(other, length))
        return ways

    def distances(self, start: Cell) -> dict[Cell, int]:
        """The spaces of the shortest way from a place to each that can be reached, by Dijkstra's algorithm."""
        found: dict[Cell, int] = {}
        queue = [(0, start)]
        while queue:
            length, place = heapq.heappop(queue)
            if place not in found:
                found[place] = length
                for near, more in self._ways.get(place, {}).items():
                    heapq.heappush(queue, (length + more, near))
        return found

    def overlaps(self) -> Iterator[tuple[Cell, Cell]]:
        """Each two cells that cover each other; the spaces of a route touch none of it."""
        spots = self.layout(1.0).spots  # type: ignore[attr-defined]
        for one, other in self.near():
            if _cover(spots[one], spots[other]):
                yield one, other

    def near(self) -> Iterator[tuple[Cell, Cell]]:
        """Each two cells whose circumcircles cover each other, in the order of the cells.

        Only cells in neighbouring squares, as wide as two of the largest circles reach, are compared.
        """
        spots = self.layout(1.0).spots  # type: ignore[attr-defined]
        reach = {cell: max(each.length() for each in spots[cell].corners) for cell in self.cells}
        side = 2 * max(reach.values(), default=1.0)
        squares: dict[tuple[int, int], list[int]] = defaultdict(list)
        at = {cell: tuple(math.floor(each / side) for each in spots[cell].centre) for cell in reach}
        for number, cell in enumerate(self.cells):
            squares[at[cell]].append(number)
        for number, one in enumerate(self.cells):
            column, row = at[one]
            around = product((column - 1, column, column + 1), (row - 1, row, row + 1))
            beside = chain.from_iterable(squares.get(square, ()) for square in around)
            for other in (self.cells[each] for each in sorted(beside) if each > number):
                apart = (spots[one].centre - spots[other].centre).length()
                if apart < reach[one] + reach[other]:
                    yield one, other


def map_grid(
    width: float, height: float, places: Mapping[str, Point], lines: Sequence[Line] = ()
) -> MapGrid:
    """The grid of a map with these places, and routes between them.

    >>> grid = map_grid(40, 20, {"A": Point(-9, 0), "B": Point(9, 0)}, [Line("A-B", "A", "B", 4)])
    >>> len(grid.cells), grid.names[grid.meant("B-A")[0]]
    (6, 'A-B 1')
    """
    spots: dict[Cell, Spot] = {}
    names: dict[Cell, str] = {}
    cells: dict[str, Cell] = {}
    disc = regular_corners(_SIDES, 0.0, 0.5)
    for number, (name, at) in enumerate(places.items()):
        cells[name] = Cell(0, number)
        spots[cells[name]], names[cells[name]] = Spot(at, disc), name
    routes = []
    for row, line in enumerate(lines, 1):
        own = tuple(Cell(row, number) for number in range(line.spaces))
        ends = (places[line.start], places[line.end])
        spots |= zip(own, _spaces(line, *ends), strict=True)
        names |= {cell: f"{line.name} {number}" for number, cell in enumerate(own, 1)}
        way = tuple(_way(line, *ends))
        routes.append(Route(line.name, cells[line.start], cells[line.end], own, way))
    return MapGrid(
        "places",
        lambda across: MapLayout(across, spots),
        tuple(spots),
        names,
        (),
        width=width,
        height=height,
        places=tuple(cells.values()),
        routes=tuple(routes),
    )


def space_length(line: Line, start: Point, end: Point) -> float:
    """The length of each space of a route; less than SHORTEST if the places are too near."""
    return _fitted(_Arc(line, start, end).length, line.spaces).length


class _Fitted(NamedTuple):
    """The spaces of a route: their length, and where the first begins and how far the next is behind it."""

    length: float
    first: float
    pitch: float


def _fitted(whole: float, spaces: int) -> _Fitted:
    """Spaces on a way of this length between the middles of two places.

    They keep away from the places, where routes meet, if they can; spaces of the greatest length leave
    wider gaps, and the rest lies at the ends.
    """
    for end in (0.5 + _CLEAR, 0.5 + _GAP):
        length = min(_LONGEST, (whole - 2 * end + _GAP) / spaces - _GAP)
        if length >= _COMFORTABLE:
            break
    free = whole - 2 * end - spaces * (length + _GAP) + _GAP
    pitch = length + _GAP + min(_WIDER, max(0.0, free) / (spaces + 1))
    return _Fitted(length, (whole - (spaces - 1) * pitch - length) / 2, pitch)


def _spaces(line: Line, start: Point, end: Point) -> Iterator[Spot]:
    """The spaces of a route at equal distances: rectangles along it."""
    arc = _Arc(line, start, end)
    length, first, pitch = _fitted(arc.length, line.spaces)
    for number in range(line.spaces):
        centre, degrees = arc.at(first + length / 2 + number * pitch)
        along = heading(degrees) * (length / 2)
        side = heading(degrees + 90) * (SPACE / 2)
        corners = (along - side, along + side, side - along, Point(0, 0) - along - side)
        # Upright, so that signs and tokens never stand on their heads.
        yield Spot(centre, corners, degrees % 180 - 90)


def _way(line: Line, start: Point, end: Point) -> Iterator[Point]:
    """Points from one place to the other through the middles of the spaces; none if these reach the places."""
    arc = _Arc(line, start, end)
    _, first, _ = _fitted(arc.length, line.spaces)
    if first - 0.5 < _FAR:
        return
    steps = math.ceil(arc.length / _STEP)
    for number in range(steps + 1):
        far = arc.length * number / steps
        # Parallel routes part between the places and the spaces.
        share = min(1.0, far / first, (arc.length - far) / first)
        on, degrees = arc.at(far)
        yield on - heading(degrees + 90) * (line.aside * (1 - share))


class _Arc:
    """The arc of a circle that a route follows, or a straight line."""

    def __init__(self, line: Line, start: Point, end: Point) -> None:
        chord = end - start
        self._start, self._chord = start, chord
        self._bend, self._aside = line.bend, line.aside
        self._ahead = math.degrees(math.atan2(chord.x, -chord.y))
        wide, deep = chord.length(), abs(line.bend)
        self.length, self._half = wide, 0.0
        if deep > _STRAIGHT:
            # The radius and half of the angle of an arc by its chord and its height.
            self._radius = (wide * wide / 4 + deep * deep) / (2 * deep)
            self._half = 2 * math.atan2(2 * deep, wide)
            self.length = 2 * self._radius * self._half

    def at(self, far: float) -> tuple[Point, float]:
        """The point so far from the start, and the heading there."""
        if not self._half:
            on, degrees = self._start + self._chord.unit() * far, self._ahead
        else:
            sign = math.copysign(1.0, self._bend)
            turned = math.degrees((far / self.length * 2 - 1) * self._half)
            degrees = self._ahead - sign * turned
            # The centre of the circle lies opposite to the bend.
            right = heading(self._ahead + 90)
            middle = self._start + self._chord * 0.5 + right * self._bend
            centre = middle - right * (sign * self._radius)
            on = centre + heading(degrees + 90) * (sign * self._radius)
        return on + heading(degrees + 90) * self._aside, degrees


def aside_of(number: int, of: int) -> float:
    """How far the route of that number, from 0, lies beside the middle of so many parallel ones."""
    return (number - (of - 1) / 2) * _BESIDE


def _cover(one: Spot, other: Spot) -> bool:
    """Whether two convex outlines cover each other: no side of either separates them."""
    first = [one.centre + each for each in one.corners]
    second = [other.centre + each for each in other.corners]
    for ours, theirs in ((first, second), (second, first)):
        for start, end in round_trip(ours):
            side = (end - start).unit()
            if all(side.cross(point - start) < _TOUCH for point in theirs):
                return False
    return True
