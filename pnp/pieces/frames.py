"""Frames as parts to cut out, and as a whole round a table of tiles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, partial

from pnp.basics.errors import Finding
from pnp.colour.theme import Theme
from pnp.definition import Definition, GivenPiece
from pnp.draw.board.frames import (
    FrameInks,
    coast_items,
    frame_inks,
    id_item,
    part_items,
    shore_width,
)
from pnp.draw.look.looks import Look
from pnp.faces import LaidFace, Subject, Supplies, items_of, laid_faces, round_area
from pnp.pieces.cutouts import Cutout, Face, rigid
from pnp.pieces.faced import face_findings, values_of
from pnp.pieces.nesting import Pose
from pnp.pieces.trims import Trim
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, polygon, turned
from pnp.sets.components import Frame
from pnp.tiles.frames import FramePart, FramePlace

# Millimetres: between a place and what lies round it.
_AIR = 1.0

# Millimetres: the line of a joint.
_JOINT = 0.3


class Frames:
    """The frames of a set in one theme; each is drawn once."""

    def __init__(
        self, definition: Definition, theme: Theme, look: Look, supplies: Supplies
    ) -> None:
        self._definition, self._theme, self._look = definition, theme, look
        self._supplies = supplies
        self._laid: dict[str, dict[int, LaidFace]] = {}
        self._made: dict[str, tuple[Cutout, ...]] = {}

    def findings(self, frame: Frame) -> tuple[Finding, ...]:
        """The findings about the faces of a frame's places."""
        return face_findings(self._faces(frame).values())

    def cutouts(self, frame: Frame) -> tuple[Cutout, ...]:
        """The parts of a frame, each with its straight edge below."""
        if frame.name not in self._made:
            self._made[frame.name] = tuple(self._drawn(frame))
        return self._made[frame.name]

    @staticmethod
    def boxes(frame: Frame) -> tuple[Box, ...]:
        """The box of each part, with its straight edge below; draws nothing."""
        return tuple(bounding_box(_turned(part)) for part in frame.parts)

    def whole(self, frame: Frame, across: float, *, joints: bool = True) -> Drawing:
        """A frame round cells of this size, perhaps with the lines of its outline and its joints."""
        coast, inks = self._coast(frame), self._inks(frame)
        items: list[Item] = []
        for part in frame.parts:
            outline = polygon(part.outline)
            over = self._over(frame, part)
            items += part_items(part, inks)
            items.append(Clip(outline, (*coast, *over)))
        edge = Stroke(_JOINT, self._theme.cut)
        if joints:
            items += [Shape(polygon(part.outline), stroke=edge) for part in frame.parts]
        return Drawing(
            (Placed(Drawing(tuple(items)), ORIGIN, across / frame.board.definition.across),)
        )

    def _inks(self, frame: Frame) -> FrameInks:
        return frame_inks(frame.definition, self._look, self._theme)

    def _coast(self, frame: Frame) -> tuple[Item, ...]:
        """The shore and the ripples of the whole frame."""
        points = [point for part in frame.parts for point in part.coast[:-1]]
        return tuple(coast_items(frame.definition, polygon(points), self._inks(frame)))

    def _drawn(self, frame: Frame) -> Iterator[Cutout]:
        coast, inks = self._coast(frame), self._inks(frame)
        for name, part in zip(frame.part_ids, frame.parts, strict=True):
            inside = Clip(
                polygon(part.outline), (*coast, *self._over(frame, part), id_item(name, part, inks))
            )
            degrees = 180 - part.heading
            outline = _turned(part)
            box = bounding_box(outline)
            off = box.centre * -1
            drawn = cache(partial(_lying, part, inks, inside, Pose(off, degrees)))
            yield Cutout(
                name,
                Trim("rectangle", box.width, box.height, polygon([each + off for each in outline])),
                Face(rigid(drawn(0.0)), partial(_bleed, drawn), is_whole=True),
                place=frame.definition.place,
            )

    # Places

    def _over(self, frame: Frame, part: FramePart) -> Iterator[Item]:
        """The faces of the places of a part, upright for whoever sits at its straight edge."""
        for place in part.places:
            laid = self._faces(frame).get(place.number)
            if laid is not None:
                art = Drawing(
                    (Clip(laid.subject.area.outline, items_of((*laid.under, *laid.front))),)
                )
                yield Placed(art, place.centre, turn=part.heading - 180)

    def _faces(self, frame: Frame) -> dict[int, LaidFace]:
        """The faces of a frame's places by their numbers."""
        if frame.name not in self._laid:
            shown = [*self._shown(frame)]
            subjects = [
                Subject(
                    f"{frame.name} {place.number}",
                    values_of(
                        self._definition,
                        given,
                        f"{frame.name} {place.number}",
                        place.number,
                        len(shown),
                        frame.definition.title,
                    ),
                    round_area(2 * (place.radius - shore_width(frame.definition) - _AIR)),
                    self._inks(frame).ground,
                    given.place,
                    is_cut_out=False,
                )
                for place, given in shown
            ]
            pairs = [
                (subject, given.face) for subject, (_, given) in zip(subjects, shown, strict=True)
            ]
            laid = laid_faces(pairs, self._supplies)
            self._laid[frame.name] = {
                place.number: face for (place, _), face in zip(shown, laid, strict=True)
            }
        return self._laid[frame.name]

    def _shown(self, frame: Frame) -> Iterator[tuple[FramePlace, GivenPiece]]:
        """The places that show a face."""
        places = {place.number: place for part in frame.parts for place in part.places}
        for group in frame.definition.groups:
            for number in group.numbers:
                if group.faced is not None:
                    yield places[number.value], group.faced


def _turned(part: FramePart) -> list[Point]:
    """The outline of a part with its straight edge below."""
    angle = math.radians(180 - part.heading)
    return [turned(point, angle) for point in part.outline]


def _lying(part: FramePart, inks: FrameInks, inside: Clip, pose: Pose, reach: float) -> Drawing:
    """A part with its straight edge below, and its ground so many millimetres over its outline."""
    items = (*part_items(part, inks, reach), inside)
    return Drawing((Placed(Drawing(items), pose.at, turn=pose.turn),))


def _bleed(drawn: Callable[[float], Drawing], turn: float, reach: float) -> Placed:
    return rigid(drawn(reach))(turn)
