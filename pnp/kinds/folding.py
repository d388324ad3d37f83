"""Nets to cut out and fold: panels that lie flat, the creases between them, and their drawing as a cutout."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Place
from pnp.colour.measures import contrast, mixed
from pnp.colour.theme import PAPER
from pnp.draw.look.signs import box_path
from pnp.pieces import Cutout, Face, Trim, rigid
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
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
    segment,
)

# Millimetres: points that are closer are one point.
_TOUCH = 1e-6
_DIGITS = 5


@frozen
class Panel:
    """A flat part of a net: its outline clockwise, whether it takes glue, and how its art is turned.

    The `front` of a tuck box has art; a flap has the ground alone, and a panel with glue bare paper.
    Nobody folds a net beside a panel that is `level` with those around it, such as a place for glue on a side.
    """

    name: str
    outline: Path
    glue: bool = False
    turn: float = 0.0
    level: bool = False

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


@frozen
class Net:
    """Panels that touch along their edges; what two share is a crease unless one is level, all else is cut."""

    panels: tuple[Panel, ...]

    def __contains__(self, name: object) -> bool:
        return any(panel.name == name for panel in self.panels)

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
        level = {panel.name for panel in self.panels if panel.level}
        return tuple(each for each in self.joints if level.isdisjoint(each.panels))

    @property
    def joints(self) -> tuple[Crease, ...]:
        """The edges along which two panels meet, folded or not."""
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
        """Whether no other panel lies at the top, the right, the bottom and the left of a panel's box."""
        box = panel.box
        joints = [each for each in self.joints if panel.name in each.panels]
        level = [each.start.y for each in joints if abs(each.start.y - each.end.y) < _TOUCH]
        upright = [each.start.x for each in joints if abs(each.start.x - each.end.x) < _TOUCH]

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


# The contrast with which lines to fold show on a ground without marring it.
_FOLD_CONTRAST = 2.2

# Millimetres: lines to fold along, and their dashes.
_FOLD, _DASH = 0.2, (1.6, 1.0)

# Millimetres: how far the ground runs over a crease onto bare card, so that a fold beside it shows no
# white.
_OVER = 1.5

# Millimetres: the hatching of glue, and its word with the room round it.
_STEP, _HATCH, _WORD, _AROUND = 2.4, 0.15, 3.2, 1.2


@frozen
class Inks:
    """The inks of a net: its ground, or "" for bare card, its folds, and those of glue."""

    ground: str
    fold: str
    glue: str
    word: str = "glue"


@frozen(eq=False)
class Folded:
    """A net with its art: drawings round the middle of some panels, by name."""

    name: str
    net: Net
    inks: Inks
    art: Mapping[str, Drawing]
    place: Place

    @cached_property
    def cutout(self) -> Cutout:
        """The net as a piece to cut out, flat."""
        box = self.net.box
        creases = self.net.creases
        lines = tuple(part for each in creases for part in segment(each.start, each.end))
        folds = Drawing((Shape(lines, stroke=Stroke(_FOLD, self.inks.fold, dash=_DASH)),))
        drawn = cache(self._drawn)
        return Cutout(
            self.name,
            Trim("rectangle", box.width, box.height, self.net.outline),
            Face(rigid(drawn(0.0)), lambda turn, reach: rigid(drawn(reach))(turn), is_whole=True),
            place=self.place,
            folds=folds if lines else None,
        )

    def panel(self, name: str) -> Clip:
        """A panel alone, where it lies in the net."""
        panel = self.net.panel(name)
        ground = Shape(panel.outline, fill=self.inks.ground or PAPER)
        art = self.art.get(name)
        over = () if art is None else (Placed(art, panel.box.centre, turn=panel.turn),)
        return Clip(panel.outline, (ground, *over))

    def _drawn(self, reach: float) -> Drawing:
        return Drawing(tuple(_items(self.net, self.inks, self.art, reach)))


def _items(net: Net, inks: Inks, art: Mapping[str, Drawing], reach: float) -> Iterator[Item]:
    bare = [panel for panel in net.panels if panel.glue]
    if inks.ground:
        around = Stroke(2 * reach, inks.ground) if reach else None
        for panel in net.panels:
            if not panel.glue:
                yield Shape(panel.outline, fill=inks.ground, stroke=around)
        for panel in bare:
            over = tuple(
                part
                for crease in net.creases
                if panel.name in crease.panels
                for part in segment(crease.start, crease.end)
            )
            # The bleed of the panels beside it ends at its edge.
            paper = (Shape(panel.outline, fill=PAPER),) if reach else ()
            crease = Shape(over, stroke=Stroke(2 * _OVER, inks.ground))
            yield Clip(panel.outline, (*paper, crease))
    for panel in bare:
        middles = [
            (each.start + each.end) * 0.5 for each in net.creases if panel.name in each.panels
        ]
        yield Clip(panel.outline, tuple(_glue(panel.box, middles if inks.ground else (), inks)))
    for panel in net.panels:
        if panel.name in art:
            placed = Placed(art[panel.name], panel.box.centre, turn=panel.turn)
            yield Clip(_grown(net, panel, reach), (placed,))


def _grown(net: Net, panel: Panel, reach: float) -> Path:
    """The outline of a panel with art, or with bleed its box, longer at the sides that are cut."""
    if not reach:
        return panel.outline
    top, right, bottom, left = (reach * free for free in net.free_sides(panel))
    x, y, width, height = panel.box
    return box_path(Box(x - left, y - top, width + left + right, height + top + bottom))


def _glue(box: Box, creases: Sequence[Point], inks: Inks) -> Iterator[Item]:
    """Fine slanted lines with the word on them, along the longer side of the box and clear of the ground over creases there."""
    centre, reach = box.centre, (box.width + box.height) / 2
    steps = int(2 * reach / _STEP)
    lines = tuple(
        part
        for number in range(steps + 1)
        for part in segment(
            Point(centre.x - reach + number * _STEP - box.height / 2, box.bottom),
            Point(centre.x - reach + number * _STEP + box.height / 2, box.y),
        )
    )
    yield Shape(lines, stroke=Stroke(_HATCH, inks.glue))
    along, across = max(box.width, box.height), min(box.width, box.height)
    size = min(_WORD, 0.6 * (across - len(creases) * _OVER))
    wide = text_width(inks.word, size)
    if wide + 2 * _AROUND > along:
        return
    patch = Box(-wide / 2 - _AROUND, -size / 2, wide + 2 * _AROUND, size)
    word = Text(inks.word, Point(0, size * CAP_HEIGHT / 2), size, inks.glue, anchor="middle")
    items = (Shape(box_path(patch), fill=PAPER), word)
    for crease in creases:
        centre += (centre - crease).unit() * (_OVER / 2)
    yield Placed(Drawing(items), centre, turn=90 if box.height > box.width else 0)


def fold_ink(ground: str, text: str) -> str:
    """The ink of lines to fold along: the least of the ink of texts that shows on the ground."""
    shares = (mixed(ground, text, step / 20) for step in range(4, 20))
    return next((each for each in shares if contrast(each, ground) >= _FOLD_CONTRAST), text)
