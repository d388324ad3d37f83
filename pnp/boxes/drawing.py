"""Nets as cutouts: grounds with their bleed, the art of panels, hatched glue, and lines to fold along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from pnp.basics.errors import Place
from pnp.boxes.net import Net, Panel
from pnp.colour.theme import PAPER
from pnp.draw.look.signs import box_path
from pnp.pieces import Cutout, Face, Trim, rigid
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Path, Point, segment

# Millimetres: lines to fold along, and their dashes.
_FOLD, _DASH = 0.2, (1.6, 1.0)

# Millimetres: how far the ground runs over a crease onto bare card, so that a fold beside it shows no
# white.
_OVER = 1.5

# Millimetres: the hatching of glue, and its word with the room round it.
_STEP, _HATCH, _WORD, _AROUND = 2.4, 0.15, 3.2, 1.2


@dataclass(frozen=True)
class Inks:
    """The inks of a net: its ground, or "" for bare card, its folds, and those of glue."""

    ground: str
    fold: str
    glue: str
    word: str = "glue"


@dataclass(frozen=True, eq=False)
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
            yield Clip(panel.outline, (Shape(over, stroke=Stroke(2 * _OVER, inks.ground)),))
    for panel in bare:
        yield Clip(panel.outline, tuple(_glue(panel.box, inks)))
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


def _glue(box: Box, inks: Inks) -> Iterator[Item]:
    """Fine slanted lines with the word on them, along the longer side of the box."""
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
    size = min(_WORD, 0.6 * across)
    wide = text_width(inks.word, size)
    if wide + 2 * _AROUND > along:
        return
    patch = Box(-wide / 2 - _AROUND, -size / 2, wide + 2 * _AROUND, size)
    word = Text(inks.word, Point(0, size * CAP_HEIGHT / 2), size, inks.glue, anchor="middle")
    items = (Shape(box_path(patch), fill=PAPER), word)
    yield Placed(Drawing(items), centre, turn=90 if box.height > box.width else 0)
