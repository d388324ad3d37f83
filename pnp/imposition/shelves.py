"""Shelves: cards, tokens and forms in rows, each row as high as its pieces.

Pieces of one size fill row after row; what has another size begins a new row on the same sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.errors import DoesNotFit
from pnp.geometry import Box, Path, Point
from pnp.scene import Drawing
from pnp.units import plain_length


class Cutout(NamedTuple):
    """Something to cut out: its size, its outline and its two sides, all round the origin.

    `gap` is what it needs between itself and its neighbours; 0 for pieces that share their edges.
    `bleed` lies under all backs of a sheet, so that it never covers a neighbour.
    """

    id: str
    width: float
    height: float
    outline: Path
    gap: float
    front: Drawing
    back: Drawing | None = None
    bleed: Drawing | None = None


class Laid(NamedTuple):
    """A piece and where its middle lies on the sheet."""

    piece: Cutout
    at: Point


def per_sheet(width: float, height: float, gap: float, box: Box) -> int:
    """How many pieces of this size lie on a sheet by themselves."""
    return _fitting(box.width, width, gap) * _fitting(box.height, height, gap)


def _fitting(room: float, length: float, gap: float) -> int:
    # A hundredth of a millimetre too much still fits: sizes in inches are rounded.
    return int((room + gap + 0.01) / (length + gap))


def shelved(pieces: Iterable[tuple[Cutout, int]], box: Box) -> list[list[Laid]]:
    """The sheets of pieces, each with its number of copies; raises DoesNotFit.

    Pieces of one size have to follow one another to share rows.
    """
    sheets: list[list[Laid]] = []
    top, gap_above = box.y, 0.0
    for row in _rows(pieces, box):
        first = row[0]
        top += gap_above
        if not sheets or top + first.height > box.bottom + 0.01:
            sheets.append([])
            top = box.y
        sheets[-1] += _laid(row, top, box)
        top, gap_above = top + first.height, first.gap
    return sheets


def _rows(pieces: Iterable[tuple[Cutout, int]], box: Box) -> Iterator[Sequence[Cutout]]:
    copies = (piece for piece, number in pieces for _ in range(number))
    for (width, height, gap), group in groupby(copies, key=lambda each: each[1:3] + each[4:5]):
        here = list(group)
        most = _fitting(box.width, width, gap)
        if not most or height > box.height + 0.01:
            raise DoesNotFit(
                f"{here[0].id}: {plain_length(width)} x {plain_length(height)} does not fit in the"
                f" {plain_length(box.width)} x {plain_length(box.height)} that the paper has room for"
            )
        for start in range(0, len(here), most):
            yield here[start : start + most]


def _laid(row: Sequence[Cutout], top: float, box: Box) -> Iterator[Laid]:
    """The pieces from the left, where a full row would begin if it stood in the middle."""
    first = row[0]
    pitch = first.width + first.gap
    most = _fitting(box.width, first.width, first.gap)
    left = box.x + (box.width - most * pitch + first.gap) / 2
    for number, piece in enumerate(row):
        centre = Point(left + number * pitch + first.width / 2, top + first.height / 2)
        yield Laid(piece, centre)
