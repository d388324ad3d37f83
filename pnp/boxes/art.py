"""The sides of a tuck box in the look of its game: the cover, a pattern, and the titles on the spines."""

from __future__ import annotations

from functools import partial

from pnp.boxes.net import Panel
from pnp.colour.measures import contrast, mixed
from pnp.covers import cover
from pnp.draw.look.lettering import title_lettering
from pnp.draw.look.looks import Look
from pnp.draw.patterns import card_pattern
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Layer, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Point, rounded, samples

# Millimetres: the least fronts with a whole cover, and with a cover that has the title alone.
_COVER, _SMALL_COVER = (45.0, 60.0), (30.0, 30.0)

# Of the width of a front: the least height for a cover.
_FLATTEST = 0.6

# Shares of the smaller side of a panel: the margin of a pattern and of a title; and the millimetres
# that they keep from a crease, where the ground alone forgives a fold beside it.
_MARGIN, _LEAST_MARGIN, _MOST_MARGIN = 0.09, 1.5, 6.0

# Millimetres: the corners of the frame round the pattern, its line, and the least pattern.
_CORNER, _LINE, _LEAST_PATTERN = 3.0, 0.5, 14.0

# Of the width of a spine: the letters of its title; of its length: what stays free at each end.
_SPINE, _ENDS = 0.42, 0.1
# Of the width of a spine with the name of the box below the title: the letters of the title, the gap
# between the two, and the em of the name; and the millimetres of the least, the smallest and the tallest em.
_OVER, _GAP, _NAME = 0.34, 0.12, 0.2
_LEAST_NAME, _NAMED, _TALLEST_NAME = 1.8, 2.5, 6.0
# Millimetres: on a narrower spine the name stands beside the title, so many of its ems away.
_THIN, _BESIDE = 11.0, 1.0
# Millimetres: the tallest and the smallest letters, and the air between the notch and the title.
_TALLEST, _LEAST_LETTER = 14.0, 1.8
_AIR = 2.5

# So much higher than wide is a narrow box.
_NARROW = 1.3

# The contrast with which lines to fold show on a ground without marring it.
_FOLD_CONTRAST = 2.2


def side_art(pieces: Pieces, panel: Panel, name: str, contents: str) -> Drawing | None:
    """The art of a side round its middle; None if only its ground shows.

    The title of a cover begins below the notch for a thumb. The title on the spines reads downwards when the box stands.
    The *name* tells this box from the others of its game; "" if it needs none.
    """
    look, box = pieces.look, panel.box
    centred = Box(-box.width / 2, -box.height / 2, box.width, box.height)
    match panel.name:
        case "front" if _has_room(box, _SMALL_COVER):
            page = cover(
                pieces,
                box.width,
                box.height,
                clear=notch(panel),
                small=not _has_room(box, _COVER),
                contents=" · ".join(each for each in (name, contents) if each),
            )
            return Drawing((Placed(Drawing(page.items(Layer.ART)), Point(*centred[:2])),))
        case "back":
            return _framed(look, centred)
        case "front":
            clear = notch(panel)
            lower = Box(centred.x, centred.y + clear / 2, box.width, box.height - clear)
            made = titled(pieces.definition.title, name, look, lower)
            return made and Drawing((Placed(made, Point(0, clear / 2)),))
        case "top" | "left" | "right":
            return titled(pieces.definition.title, name, look, centred)
        case _:
            return None


def fold_ink(ground: str, text: str) -> str:
    """The ink of lines to fold along: the least of the ink of texts that shows on the ground."""
    shares = (mixed(ground, text, step / 20) for step in range(4, 20))
    return next((each for each in shares if contrast(each, ground) >= _FOLD_CONTRAST), text)


def _has_room(box: Box, least: tuple[float, float]) -> bool:
    return box.width >= least[0] and box.height >= max(least[1], _FLATTEST * box.width)


def notch(panel: Panel) -> float:
    """How far a notch and the air below it reach into a panel from above; 0 for a panel without one."""
    box = panel.box
    inside = [each for each in samples(panel.outline) if box.x + 1 < each.x < box.right - 1]
    deep = max((each.y - box.y for each in inside if each.y < box.centre.y), default=0.0)
    return deep + _AIR if deep else 0.0


def _margin(box: Box) -> float:
    return min(_MOST_MARGIN, max(_LEAST_MARGIN, _MARGIN * min(box.width, box.height)))


def titled(title: str, name: str, look: Look, box: Box) -> Drawing | None:
    """The title and the name in the middle of the box, downwards in a narrow one; None if too small."""
    if box.height > _NARROW * box.width:
        lying = titled(title, name, look, Box(box.y, box.x, box.height, box.width))
        return lying and Drawing((Placed(lying, ORIGIN, turn=90),))
    room = box.width - 2 * max(_margin(box), _ENDS * box.width)
    size = _name_size(name, room, box)
    if size and box.height < _THIN:
        return _side_by_side(title, name, size, look, room, box)
    tallest = min(_TALLEST, (_OVER if size else _SPINE) * box.height)
    lettered = partial(title_lettering, title, look, room, tallest, height=1.5 * tallest)
    made = lettered(whole=True, centred=True)
    if made.box.height < _LEAST_LETTER:
        made = lettered(centred=True)
    if made.box.height < _LEAST_LETTER:
        return None
    below = _GAP * box.height + CAP_HEIGHT * size if size else 0.0
    top = -(made.box.height + below) / 2
    placed = made.at(Point(-made.box.width / 2, top))
    if not size:
        return Drawing((placed,))
    at = Point(0, top + made.box.height + below)
    return Drawing((placed, Text(name, at, size, look.text, bold=True, anchor="middle")))


def _name_size(name: str, room: float, box: Box) -> float:
    """The em of the name of a box; 0 without a name, or without room for one that can be read."""
    if not name:
        return 0.0
    thin = box.height < _THIN
    widest = (room / 2 if thin else room) / text_width(name, 1.0, bold=True)
    size = min(widest, _TALLEST_NAME, max(_NAMED, _NAME * box.height))
    return size if size >= _LEAST_NAME else 0.0


def _side_by_side(
    title: str, name: str, size: float, look: Look, room: float, box: Box
) -> Drawing | None:
    """The title, and the name on its right."""
    wide = text_width(name, size, bold=True)
    gap = _BESIDE * size
    made = title_lettering(
        title, look, room - wide - gap, _SPINE * box.height, height=box.height / 2
    )
    if made.box.height < _LEAST_LETTER:
        return titled(title, "", look, box)
    left = -(made.box.width + gap + wide) / 2
    at = Point(left + made.box.width + gap, CAP_HEIGHT * size / 2)
    lettered = made.at(Point(left, -made.box.height / 2))
    return Drawing((lettered, Text(name, at, size, look.text, bold=True)))


def _framed(look: Look, box: Box) -> Drawing | None:
    """The pattern of the game's backs in a frame, with bare ground round it."""
    room = box.widened(-_margin(box))
    if min(room.width, room.height) < _LEAST_PATTERN:
        return None
    frame = rounded(room, _CORNER)
    edge = Shape(frame, stroke=Stroke(_LINE, look.ink))
    return Drawing((Clip(frame, (card_pattern(look, room, 0.0),)), edge))
