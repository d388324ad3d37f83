"""Tracks and slots in a box: where their spaces lie, and the elements that each consists of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from pnp.basics.errors import Located
from pnp.definition.elements import (
    Element,
    ShapeElement,
    SignElement,
    SlotsElement,
    Spaces,
    TextElement,
    TrackElement,
    place_of,
)
from pnp.definition.face_kinds import SHARES
from pnp.definition.reading.reader import Fields
from pnp.faces.places import arranged
from pnp.scene.geometry import Box
from pnp.tiles.grids import Course, path

# Of a slot: its sign, from the top, and the text below it.
_SIGN, _BELOW = 0.62, 0.3
# Of a space: the free room beside a text.
_INSIDE = 0.08


def boxes_of(element: Spaces, box: Box) -> list[Box]:
    """The spaces of a track or of slots in a box, in their order."""
    if isinstance(element, TrackElement):
        return _track(element, box)
    assert isinstance(element, SlotsElement)
    shape = ShapeElement(
        arrange=element.arrange, each=element.each, gap=element.gap, align=element.align
    )
    spots = arranged(shape, [None] * len(element.slots), box, "")
    return [spot.box for spot in spots]


def parts(element: Spaces, box: Box) -> Iterator[tuple[Element, Box]]:
    """The elements of all spaces, each in its box: the shapes first, then signs and texts."""
    fields, boxes = Fields(place_of(element), {}), boxes_of(element, box)
    fills = {name.value: ink for name, ink in element.inks}
    for text, space in zip(element.texts, boxes, strict=True):
        yield (
            ShapeElement(
                shape=element.shape,
                fill=fills.get(text, element.fill),
                stroke=element.stroke,
                radius=element.radius,
                fields=fields,
            ),
            space,
        )
    sign = element.sign if isinstance(element, SlotsElement) else None
    down = element.label if isinstance(element, SlotsElement) else "middle"
    for text, space in zip(element.texts, boxes, strict=True):
        fill = fills.get(text, element.fill)
        colour = element.colour
        if fill.value not in ("", "none") and not colour.value:
            colour = Located(f"on {fill.value}", fill.place)
        inside = space.widened(-_INSIDE * min(space.width, space.height))
        if sign is not None and sign.value:
            height = inside.height * (_SIGN if text else 1.0)
            yield (
                SignElement(sign=sign, colour=colour, fields=fields),
                inside._replace(height=height),
            )
            below = inside.height * _BELOW
            inside = Box(inside.x, inside.bottom - below, inside.width, below)
        if text:
            yield (
                TextElement(
                    text=Located(text, place_of(element)),
                    font=element.font,
                    size=element.size,
                    bold=element.bold,
                    colour=colour,
                    align=("centre", down),
                    fields=fields,
                ),
                inside,
            )


def _track(element: TrackElement, box: Box) -> list[Box]:
    """The spaces of a track: squares as large as its box allows, or of a fixed size."""
    number, gap = len(element.track), element.gap

    def side(columns: int, rows: int) -> float:
        wide, high = (
            (box.width - (columns - 1) * gap) / columns,
            (box.height - (rows - 1) * gap) / rows,
        )
        return max(0.0, min(wide, high))

    def extent(columns: int) -> tuple[int, int]:
        is_loop = element.course == "loop"
        return columns, number // 2 + 2 - columns if is_loop else -(-number // columns)

    choices = range(2, number // 2 + 1) if element.course == "loop" else range(1, number + 1)
    columns = element.columns or max(choices, key=lambda each: side(*extent(each)))
    columns, rows = extent(min(columns, number))
    if element.course == "rows":
        places = [divmod(each, columns)[::-1] for each in range(number)]
    else:
        cells = path(number, Course(element.course), columns).cells
        places = [(cell.q, cell.r) for cell in cells]
    width, height = element.each or (side(columns, rows),) * 2
    across, down = (SHARES[each] for each in element.align)
    left = box.x + (box.width - columns * width - (columns - 1) * gap) * across
    top = box.y + (box.height - rows * height - (rows - 1) * gap) * down

    def space(column: int, row: int) -> Box:
        return Box(left + column * (width + gap), top + row * (height + gap), width, height)

    return [*starmap(space, places)]
