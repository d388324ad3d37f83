"""The boxes of elements: where each lies in the box around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from pnp.definition.elements import Element
from pnp.definition.face_kinds import Measure
from pnp.faces.areas import Area
from pnp.scene.geometry import Box, Point, heading


class Need(Protocol):
    """The height, or the width, that an element needs in a box, in millimetres."""

    def __call__(self, element: Element, box: Box, *, down: bool) -> float:
        """`down` asks for the height."""
        ...


class Spot(NamedTuple):
    """The box of an element, and the degrees by which it is turned about its centre."""

    box: Box
    turn: float


def box_of(
    element: Element, around: Box, area: Area, need: Need, *, in_rows: bool | None = None
) -> Spot | None:
    """The box of an element in the box around it; None if it names a side that there is not.

    The height of an element in rows, and the width of one in columns, is that of the box around.
    """
    base = {"safe": area.safe, "trim": area.trim, "bleed": area.bleed}.get(element.area, around)
    wide, high = element.width, element.height
    if in_rows is not None:
        wide, high = (wide, None) if in_rows else (None, high)
    width = _length(wide, base.width, partial(need, element, base, down=False))
    height = _length(high, base.height, partial(need, element, base, down=True))
    at = element.at
    if at is not None and at.spot:
        found = area.side(at.number) if at.spot == "side" else area.corner(at.number)
        if found is None:
            return None
        return _at_outline(element, found, width, height, base)
    share = (0.5, 0.5) if at is None else at.share
    if at is None and (element.x is not None or element.y is not None):
        share = (0.0, 0.0)
    aside = _moved(element.x, base.width, share[0])
    down = _moved(element.y, base.height, share[1])
    box = Box(
        base.x + share[0] * (base.width - width) + aside,
        base.y + share[1] * (base.height - height) + down,
        width,
        height,
    )
    return Spot(inset_box(box, element.inset), element.turn)


def _length(measure: Measure | None, whole: float, need: Callable[[], float]) -> float:
    if measure is None or measure.unit == "*":
        return whole
    return min(whole, need()) if measure.unit == "fit" else measure.of(whole)


def _moved(measure: Measure | None, whole: float, share: float) -> float:
    """How far to the right, or down: inwards from the right or the bottom is to the left, or up."""
    length = 0.0 if measure is None else measure.of(whole)
    return -length if share == 1.0 else length


def _at_outline(
    element: Element, found: tuple[Point, float], width: float, height: float, base: Box
) -> Spot:
    """A box inside a side or a corner, with its top outwards."""
    point, degrees = found
    inwards = -(0.0 if element.y is None else element.y.of(base.height)) - height / 2
    aside = 0.0 if element.x is None else element.x.of(base.width)
    out = heading(degrees)
    centre = point + out * inwards + out.right() * aside
    box = Box(centre.x - width / 2, centre.y - height / 2, width, height)
    return Spot(inset_box(box, element.inset), (degrees + element.turn) % 360)


def inset_box(box: Box, inset: tuple[float, ...]) -> Box:
    """The box without the free space inside its edges, clockwise from the top."""
    top, right, bottom, left = inset
    return Box(
        box.x + left,
        box.y + top,
        max(0.0, box.width - left - right),
        max(0.0, box.height - top - bottom),
    )


def stacked(
    elements: Sequence[Element], box: Box, gap: float, need: Need, *, down: bool
) -> list[Box]:
    """The boxes of elements one below the other, or side by side.

    Lengths and percentages come first, then what content needs; shares divide what is left.
    """
    whole = box.height if down else box.width
    left = whole - gap * max(0, len(elements) - 1)
    sizes: list[float | None] = []
    shares = 0.0
    for element in elements:
        measure = element.height if down else element.width
        if measure is None or measure.unit == "*":
            shares += 1.0 if measure is None else measure.value
            sizes.append(None)
            continue
        if measure.unit == "fit":
            room = _part(box, 0.0, max(0.0, left), down=down)
            size = min(max(0.0, left), need(element, room, down=down))
        else:
            size = measure.of(whole)
        sizes.append(size)
        left -= size
    boxes, reached = [], 0.0
    for element, known in zip(elements, sizes, strict=True):
        measure = element.height if down else element.width
        share = 1.0 if measure is None else measure.value
        size = max(0.0, left) * share / shares if known is None else known
        boxes.append(_part(box, reached, size, down=down))
        reached += size + gap
    return boxes


def overflow(parts: Sequence[Box], box: Box) -> float:
    """How far the last of some rows or columns ends outside their box, in millimetres."""
    last = parts[-1] if parts else box
    return max(last.right - box.right, last.bottom - box.bottom)


def _part(box: Box, start: float, size: float, *, down: bool) -> Box:
    if down:
        return Box(box.x, box.y + start, box.width, size)
    return Box(box.x + start, box.y, size, box.height)
