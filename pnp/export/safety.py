"""The safe area of print shops: texts and signs of a piece that are too near to its cut."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Place, Severity
from pnp.definition.elements import place_of
from pnp.faces import READ, Area, Laid
from pnp.faces.shapes import VISIBLE
from pnp.kinds import ListedPiece, PieceGroup
from pnp.pieces import Face
from pnp.scene import Clip, Drawing, Item, Placed, Text
from pnp.scene.geometry import Point, heading, is_inside, turned

# Shares of the size of letters: how far capitals reach over the baseline, and tails below it.
_ABOVE, _BELOW, _TAILED = 0.7, 0.2, frozenset("gjpqy,;()[]{}|Q")


class _Near(NamedTuple):
    """What is in the margin of a side: its name, its distance from the cut, negative beyond it, and its place."""

    what: str
    distance: float
    place: Place


def unsafe(
    group: PieceGroup, piece: ListedPiece, margin: float, wanted_by: str
) -> Iterator[Finding]:
    """Findings about the texts and signs of a piece of a group in this margin inside its cut.

    Of what pnp itself prints, such as ids and values, the nearest is reported, at the place of the group.
    """
    for back in (False, True)[: len(piece.sides)]:
        own = min(_printed(piece, margin, group.place, back=back), key=_distance, default=None)
        for what, distance, place in (
            *_elements(piece, margin, back=back),
            *([own] if own else []),
        ):
            off = f"is {distance:.1f} mm from the cut"
            if distance < 0:
                off = f"reaches {-distance:.1f} mm over the cut"
            side = " of the back" if back else ""
            message = f"{piece.name}: {what}{side} {off}; {wanted_by} wants {margin:.1f} mm"
            yield Finding("near-the-cut", Severity.WARNING, message, place)


def _distance(near: _Near) -> float:
    return near.distance


def _side(piece: ListedPiece, *, back: bool) -> tuple[Area, Face, float]:
    """The area of a side, its face and its turn."""
    cutout = piece.cutout
    assert cutout is not None
    face = cutout.back if back else cutout.front
    assert face is not None
    turn = cutout.default_turn
    return (cutout.turned_over if back else cutout).trim.face_area(turn), face, turn


def _read(face: Face) -> list[Laid]:
    return [each for each in face.elements if isinstance(each.element, READ) and each.corners]


def _elements(piece: ListedPiece, margin: float, *, back: bool) -> Iterator[_Near]:
    """The elements of a face that players read."""
    area, face, _ = _side(piece, back=back)
    for each in _read(face):
        over = area.beyond_safe([*each.corners], margin)
        if over > VISIBLE:
            what = each.element.what.replace("a ", "the ").replace("an ", "the ")
            yield _Near(what, margin - over, place_of(each.element))


def _printed(piece: ListedPiece, margin: float, place: Place, *, back: bool) -> Iterator[_Near]:
    """All other texts."""
    area, face, turn = _side(piece, back=back)
    for text, corners in _texts((face.art(turn),), lambda point: point):
        middle = (corners[0] + corners[2]) * 0.5
        over = area.beyond_safe([*corners], margin)
        if over > VISIBLE and not any(is_inside(middle, each.corners) for each in _read(face)):
            yield _Near(f'"{text}"', margin - over, place)


def _texts(
    items: Iterable[Item], put: Callable[[Point], Point]
) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """All texts among items, with the corners of their letters where *put* puts them."""
    for item in items:
        match item:
            case Text(string) if string.strip():
                along, up = heading(item.angle + 90) * item.width, heading(item.angle) * item.size
                low = up * -_BELOW if _TAILED & {*string} else Point(0.0, 0.0)
                start, high = item.start, up * _ABOVE
                corners = (start + high, start + along + high, start + along + low, start + low)
                yield string, tuple(map(put, corners))
            case Placed(drawing):
                yield from _texts(drawing.items, _placed(item, put))
            case Drawing(inner) | Clip(_, inner):
                yield from _texts(inner, put)


def _placed(placed: Placed, put: Callable[[Point], Point]) -> Callable[[Point], Point]:
    angle = math.radians(placed.turn)
    return lambda point: put(placed.at + turned(point, angle) * placed.scale)
