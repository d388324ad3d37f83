"""Tuck boxes: from the room inside to the net."""

from __future__ import annotations

from typing import NamedTuple

from pnp.boxes.net import Net, Panel
from pnp.scene.geometry import Box, Path, Point, Ray, arc, polygon

# Millimetres: nobody folds a narrower side.
LEAST_DEPTH = 6.0

# Millimetres: the most that flaps, the notch and the strip for glue take, which small boxes reduce.
_TUCK, _DUST, _INNER, _GLUE, _NOTCH = 15.0, 16.0, 25.0, 11.0, 9.0
_LEAST_FLAP = 8.0

# Millimetres: a flap that goes into the box is narrower by this and the card on each side.
_EASE = 0.3

# How far the ends of flaps slant: a share of their reach, and the most in millimetres.
_SLANT, _MOST_SLANT = 0.18, 2.5


class Room(NamedTuple):
    """The room inside a box, in millimetres."""

    width: float
    height: float
    depth: float


def tuck_box(room: Room, card: float) -> Net:
    """The net of a box with a lid to tuck in and a bottom to glue, of card of this thickness.

    Its creases are where the middle of the card is folded: a panel is as large as the room and half
    the card on each side. The printed side is up: from the left, back, side, front, side, strip for
    glue.
    """
    width, height, depth = (each + card for each in room)
    ease = card + _EASE
    left, front = width, width + depth
    right, end = front + width, front + width + depth
    glue, notch = min(_GLUE, 0.6 * width), min(_NOTCH, width / 5, height / 5)
    dust = min(_DUST, 0.45 * width, max(_LEAST_FLAP, 0.85 * depth))
    tuck = min(_TUCK, 0.4 * height, max(_LEAST_FLAP, depth))
    inner = min(_INNER, depth - ease)
    return Net(
        (
            _flat("back", Box(0, 0, width, height)),
            _flat("left", Box(left, 0, depth, height)),
            Panel("front", _notched(Box(front, 0, width, height), notch)),
            _flat("right", Box(right, 0, depth, height)),
            _flat("top", Box(0, -depth, width, depth), turn=180),
            _flat("bottom", Box(front, height, width, depth)),
            Panel("tuck", _rounded_flap(Point(ease, -depth), width - 2 * ease, tuck)),
            *(
                Panel(f"{name}-{end_name}", flap(start, way, depth - 2 * ease, dust))
                for name, x in (("left", left), ("right", right))
                for end_name, start, way in (
                    ("top", Point(x + ease, 0.0), Point(1, 0)),
                    ("bottom", Point(x + depth - ease, height), Point(-1, 0)),
                )
            ),
            Panel(
                "inner",
                flap(Point(width - ease, height), Point(-1, 0), width - 2 * ease, inner),
                glue=True,
            ),
            Panel("strip", flap(Point(end, ease), Point(0, 1), height - 2 * ease, glue), glue=True),
        )
    ).centred


def _flat(name: str, box: Box, *, turn: float = 0.0) -> Panel:
    return Panel(name, polygon(box.corners), turn=turn)


def _notched(box: Box, radius: float) -> Path:
    """A panel with a notch for a thumb in the middle of its upper edge."""
    one, two, three, four = box.corners
    middle = Point(box.centre.x, box.y)
    start, end = middle - Point(radius, 0), middle + Point(radius, 0)
    _, *notch = arc(Ray(start, Point(0, 1)), end)
    return (
        ("M", *one),
        ("L", *start),
        *notch,
        *(("L", *each) for each in (two, three, four)),
        ("Z",),
    )


def flap(start: Point, way: Point, long: float, reach: float) -> Path:
    """A flap to the left of the way along its crease, whose ends slant."""
    out, off = way.right() * -reach, way * min(_SLANT * reach, _MOST_SLANT)
    end = start + way * long
    return polygon((start, start + out + off, end + out - off, end))


def _rounded_flap(start: Point, long: float, reach: float) -> Path:
    """A flap above its crease with round corners, so that it slips in."""
    radius = min(0.6 * reach, long / 3)
    top = start.y - reach
    end = start.x + long
    _, *one = arc(Ray(Point(start.x, top + radius), Point(0, -1)), Point(start.x + radius, top))
    _, *two = arc(Ray(Point(end - radius, top), Point(1, 0)), Point(end, top + radius))
    return (
        ("M", *start),
        ("L", start.x, top + radius),
        *one,
        ("L", end - radius, top),
        *two,
        ("L", end, start.y),
        ("Z",),
    )
