"""Several equal things in a box: in a row, a column, a grid, as pips, or loosely."""

from __future__ import annotations

import math
from hashlib import blake2b

from pnp.definition.elements import Repeated, SignElement
from pnp.definition.face_kinds import SHARES
from pnp.faces.boxes import Spot
from pnp.scene.geometry import Box, Point

# The places of pips in thirds of the box, as on dice and playing cards.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
    7: ((0, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (2, 2)),
    8: ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
    9: tuple((x, y) for y in range(3) for x in range(3)),
}

# The heights of pips on playing cards, in shares of the height between the first and the last: those
# of the two outer columns, and those of the column in the middle.
_SUITS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    1: ((), (1 / 2,)),
    2: ((), (0, 1)),
    3: ((), (0, 1 / 2, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (1 / 2,)),
    6: ((0, 1 / 2, 1), ()),
    7: ((0, 1 / 2, 1), (1 / 4,)),
    8: ((0, 1 / 2, 1), (1 / 4, 3 / 4)),
    9: ((0, 1 / 3, 2 / 3, 1), (1 / 2,)),
    10: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}

# The side of a pip in shares of the box: four fit one below the other, and three side by side.
_PIP_HEIGHT, _PIP_WIDTH = 0.215, 0.31


def arranged(element: Repeated, number: int, box: Box, seed: str) -> list[Spot]:
    """The places of so many things in a box; the same seed scatters them in the same way."""
    gap = element.gap
    match element.arrange:
        case "column":
            return _line(number, box, gap, element.align, down=True)
        case "grid":
            return _grid(number, box, gap)
        case "pips" if number in _PIPS:
            return _pips(number, box, gap)
        case "suit" if number in _SUITS:
            return _suit(number, box)
        case "pips" | "suit":
            return _grid(number, box, gap)
        case "scatter":
            # A sign is about as wide as high; a picture may fill its square to the corners.
            room = 1.0 if isinstance(element, SignElement) else math.sqrt(0.5)
            return scattered(number, box, seed, room)
        case _:
            return _line(number, box, gap, element.align, down=False)


def _line(number: int, box: Box, gap: float, align: tuple[str, str], *, down: bool) -> list[Spot]:
    """Squares side by side, as large as the box allows."""
    if not number:
        return []
    along, across = (box.height, box.width) if down else (box.width, box.height)
    side = max(0.0, min(across, (along - gap * (number - 1)) / number))
    length = side * number + gap * (number - 1)
    shares = (SHARES[align[0]], SHARES[align[1]])
    first, aside = (shares[1], shares[0]) if down else shares
    spots = []
    for place in range(number):
        step = (along - length) * first + place * (side + gap)
        free = (across - side) * aside
        x, y = (free, step) if down else (step, free)
        spots.append(Spot(Box(box.x + x, box.y + y, side, side), 0.0))
    return spots


def _grid(number: int, box: Box, gap: float) -> list[Spot]:
    """Squares in rows, as large as possible; the last row is in the middle."""
    if not number:
        return []

    def side(columns: int) -> float:
        rows = math.ceil(number / columns)
        return min(
            (box.width - gap * (columns - 1)) / columns, (box.height - gap * (rows - 1)) / rows
        )

    columns = max(range(1, number + 1), key=side)
    size, rows = max(0.0, side(columns)), math.ceil(number / columns)
    spots = []
    for row in range(rows):
        here = min(columns, number - row * columns)
        width = here * size + gap * (here - 1)
        top = box.centre.y - (rows * size + gap * (rows - 1)) / 2 + row * (size + gap)
        for column in range(here):
            left = box.centre.x - width / 2 + column * (size + gap)
            spots.append(Spot(Box(left, top, size, size), 0.0))
    return spots


def _pips(number: int, box: Box, gap: float) -> list[Spot]:
    width, height = (box.width - 2 * gap) / 3, (box.height - 2 * gap) / 3
    side = max(0.0, min(width, height))
    return [
        Spot(
            Box(
                box.x + column * (width + gap) + (width - side) / 2,
                box.y + row * (height + gap) + (height - side) / 2,
                side,
                side,
            ),
            0.0,
        )
        for column, row in _PIPS[number]
    ]


def _suit(number: int, box: Box) -> list[Spot]:
    """Pips in three columns, from the top down; those below the middle are upside down."""
    side = min(_PIP_HEIGHT * box.height, _PIP_WIDTH * box.width)
    outer, middle = _SUITS[number]
    places = [(column, share) for column in (0.0, 1.0) for share in outer]
    places += [(0.5, share) for share in middle]
    return [
        Spot(
            Box(
                box.x + column * (box.width - side),
                box.y + share * (box.height - side),
                side,
                side,
            ),
            180.0 if share > 0.5 else 0.0,
        )
        for column, share in places
    ]


# Circles of several sizes that fill a unit circle without overlaps: centre and radius.
def _rings(number: int) -> list[tuple[float, float, float]]:
    if number == 1:
        return [(0.0, 0.0, 0.9)]
    if number <= 4:
        reach = 1 / (1 + math.sin(math.pi / number))
        radius = 1 - reach
        return [
            (reach * math.sin(a), -reach * math.cos(a), radius)
            for a in (2 * math.pi * k / number for k in range(number))
        ]
    outer = number - 1
    around = math.sin(math.pi / outer) / (1 + math.sin(math.pi / outer))
    reach = 1 - around
    found = [(0.0, 0.0, reach - around)]
    found += [
        (reach * math.sin(a), -reach * math.cos(a), around)
        for a in (2 * math.pi * k / outer for k in range(outer))
    ]
    return found


def scattered(number: int, box: Box, seed: str, room: float = 1.0) -> list[Spot]:
    """Circles in the largest circle of the box, each of a size and a turn of its own.

    A circle keeps to its place in a ring, so that none overlaps another; within it a symbol takes
    at least four fifths of its *room*.
    """
    if not number:
        return []
    digest = blake2b(seed.encode(), digest_size=64).digest()
    radius = min(box.width, box.height) / 2
    start = digest[0] / 256 * 2 * math.pi
    spots = []
    for place, (x, y, reach) in enumerate(_rings(number)):
        at = Point(
            x * math.cos(start) - y * math.sin(start), x * math.sin(start) + y * math.cos(start)
        )
        size = room * reach * radius * (0.8 + 0.2 * digest[1 + place % 30] / 255)
        centre = box.centre + at * radius
        turn = digest[32 + place % 32] / 256 * 360
        spots.append(Spot(Box(centre.x - size, centre.y - size, 2 * size, 2 * size), turn))
    # Which symbol has which place changes from piece to piece.
    order = sorted(range(len(spots)), key=lambda place: digest[place % 64])
    return [spots[place] for place in order]
