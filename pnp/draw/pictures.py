"""Pictures made of pictures: rows of them, larger or smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.scene import Clip, Drawing, Item, Picture, Placed
from pnp.scene.geometry import ORIGIN, Box, Point


def gallery(pictures: Sequence[Picture], width: float, *, gap: float = 4.0) -> Picture:
    """Pictures in rows no wider than *width*, each row in the middle."""
    rows: list[list[Picture]] = []
    used = 0.0
    for picture in pictures:
        if not rows or used + gap + picture.box.width > width + 0.01:
            rows.append([])
            used = -gap
        rows[-1].append(picture)
        used += gap + picture.box.width
    items: list[Item] = []
    widths = [sum(each.box.width for each in row) + gap * (len(row) - 1) for row in rows]
    whole, top = max(widths), 0.0
    for row, row_width in zip(rows, widths, strict=True):
        height = max(each.box.height for each in row)
        left = (whole - row_width) / 2
        for each in row:
            items.append(each.at(Point(left, top + (height - each.box.height) / 2)))
            left += each.box.width + gap
        top += height + gap
    return Picture(Drawing(tuple(items)), Box(0, 0, whole, top - gap))


def scaled(picture: Picture, scale: float) -> Picture:
    """The picture, *scale* times as large."""
    box = picture.box
    return Picture(
        Drawing((picture.at(ORIGIN, scale=scale),)),
        Box(0, 0, box.width * scale, box.height * scale),
    )


def sharing(items: Sequence[Item], twins: dict[Drawing, Drawing]) -> tuple[Item, ...]:
    """The items, with a shared twin for each drawing inside them, so that a file stores it once.

    `twins` remembers the twins from one call to the next.
    """
    found: list[Item] = []
    for item in items:
        match item:
            case Drawing(inner) if item not in twins:
                twins[item] = Drawing(sharing(inner, twins), shared=True)
                found.append(twins[item])
            case Drawing():
                found.append(twins[item])
            case Placed(drawing, at, scale, turn):
                if drawing not in twins:
                    twins[drawing] = Drawing(sharing(drawing.items, twins), shared=drawing.shared)
                found.append(Placed(twins[drawing], at, scale, turn))
            case Clip(_, inner):
                found.append(replace(item, items=sharing(inner, twins)))
            case _:
                found.append(item)
    return tuple(found)
