"""Nets: panels that lie flat, the creases between them, and the outline round them all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pnp.scene.geometry import (
    Box,
    Close,
    Curve,
    Line,
    Move,
    Path,
    Point,
    bounding_box,
    moved,
)

# Millimetres: points that are closer are one point.
_TOUCH = 1e-6
_DIGITS = 5


@dataclass(frozen=True)
class Panel:
    """A flat part of a net: its outline clockwise, whether it takes glue, and how its art is turned.

    The `front` of a tuck box has art; a flap has the ground alone, and a panel with glue bare paper.
    """

    name: str
    outline: Path
    glue: bool = False
    turn: float = 0.0

    @property
    def box(self) -> Box:
        """The box round the panel, in which its art lies."""
        return bounding_box([Point(*part[-2:]) for part in self.outline if part[0] != "Z"])


class Crease(NamedTuple):
    """The edge along which two panels meet, by their names."""

    panels: tuple[str, str]
    start: Point
    end: Point


class _Edge(NamedTuple):
    """A part of a panel's outline: a straight line, or a curve."""

    panel: str
    start: Point
    part: Line | Curve

    @property
    def end(self) -> Point:
        return Point(*self.part[-2:])


@dataclass(frozen=True)
class Net:
    """Panels that touch along their edges; what two of them share is a crease, all else is cut."""

    panels: tuple[Panel, ...]

    def panel(self, name: str) -> Panel:
        """The panel of that name."""
        return next(panel for panel in self.panels if panel.name == name)

    @property
    def box(self) -> Box:
        return bounding_box([corner for each in self.panels for corner in each.box.corners])

    @property
    def centred(self) -> Net:
        """The net with the middle of its box at the origin."""
        off = self.box.centre * -1
        return Net(tuple(replace(each, outline=moved(each.outline, off)) for each in self.panels))

    @cached_property
    def _edges(self) -> tuple[list[_Edge], list[tuple[_Edge, _Edge]]]:
        """The edges that are cut, and the pairs of edges that meet."""
        corners = [edge.start for panel in self.panels for edge in _edges_of(panel)]
        found: dict[tuple[object, object], _Edge] = {}
        pairs = []
        for panel in self.panels:
            for edge in (part for whole in _edges_of(panel) for part in _split(whole, corners)):
                ends = _key(edge.start), _key(edge.end)
                other = found.pop((ends[1], ends[0]), None) if edge.part[0] == "L" else None
                if other is None:
                    found[ends] = edge
                else:
                    pairs.append((other, edge))
        return [*found.values()], pairs

    @property
    def creases(self) -> tuple[Crease, ...]:
        """The edges to fold along."""
        return tuple(
            Crease((one.panel, other.panel), one.start, one.end) for one, other in self._edges[1]
        )

    @cached_property
    def outline(self) -> Path:
        """The closed path to cut along, clockwise."""
        cut, _ = self._edges
        following: Mapping[object, _Edge] = {_key(edge.start): edge for edge in cut}
        edge = first = cut[0]
        path: list[Move | Line | Curve | Close] = [("M", *first.start)]
        while True:
            path.append(edge.part)
            edge = following[_key(edge.end)]
            if edge is first:
                return (*path, ("Z",))

    def free_sides(self, panel: Panel) -> tuple[bool, bool, bool, bool]:
        """Whether no crease lies at the top, the right, the bottom and the left of a panel's box."""
        box = panel.box
        creases = [each for each in self.creases if panel.name in each.panels]
        level = [each.start.y for each in creases if abs(each.start.y - each.end.y) < _TOUCH]
        upright = [each.start.x for each in creases if abs(each.start.x - each.end.x) < _TOUCH]

        def free(side: float, found: Sequence[float]) -> bool:
            return all(abs(side - each) > _TOUCH for each in found)

        return (
            free(box.y, level),
            free(box.right, upright),
            free(box.bottom, level),
            free(box.x, upright),
        )


def _key(point: Point) -> tuple[float, float]:
    return round(point.x, _DIGITS) + 0.0, round(point.y, _DIGITS) + 0.0


def _edges_of(panel: Panel) -> Iterator[_Edge]:
    """The edges of a panel in order."""
    start = first = Point(0, 0)
    for part in panel.outline:
        match part[0]:
            case "M":
                start = first = Point(*part[-2:])
            case "Z":
                if (start - first).length() > _TOUCH:
                    yield _Edge(panel.name, start, ("L", *first))
            case _:
                yield _Edge(panel.name, start, part)
                start = Point(*part[-2:])


def _split(edge: _Edge, corners: Sequence[Point]) -> Iterator[_Edge]:
    """The parts of a straight edge between all corners that lie on it."""
    if edge.part[0] == "C":
        yield edge
        return
    way = edge.end - edge.start
    along = way.unit()
    stops = defaultdict(list)
    for corner in corners:
        off = corner - edge.start
        share = off.dot(along)
        if abs(off.cross(along)) < _TOUCH and _TOUCH < share < way.length() - _TOUCH:
            stops[round(share, _DIGITS)].append(corner)
    start = edge.start
    for share in sorted(stops):
        corner = stops[share][0]
        yield _Edge(edge.panel, start, ("L", *corner))
        start = corner
    yield _Edge(edge.panel, start, ("L", *edge.end))
