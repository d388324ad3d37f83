"""The sides of a tuck box in the look of its game: the cover, a pattern, and the title on the spines."""

from __future__ import annotations

from pnp.boxes.net import Panel
from pnp.colour.measures import contrast, mixed
from pnp.covers import cover
from pnp.draw.lettering import title_lettering
from pnp.draw.looks import Look
from pnp.draw.patterns import card_pattern
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Layer, Placed, Shape, Stroke
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
# Millimetres: the tallest and the smallest letters, and the air between the notch and the title.
_TALLEST, _LEAST_LETTER = 14.0, 1.8
_AIR = 2.5

# So much higher than wide is a narrow box.
_NARROW = 1.3

# The contrast with which lines to fold show on a ground without marring it.
_FOLD_CONTRAST = 2.2


def side_art(pieces: Pieces, panel: Panel, contents: str) -> Drawing | None:
    """The art of a side round its middle; None if only its ground shows.

    The title of a cover begins below the notch for a thumb. The title on the spines reads downwards when the box stands.
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
                contents=contents,
            )
            return Drawing((Placed(Drawing(page.items(Layer.ART)), Point(*centred[:2])),))
        case "back":
            return _framed(look, centred)
        case "front" | "top" | "left" | "right":
            return _titled(pieces.definition.title, look, centred)
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


def _titled(title: str, look: Look, box: Box) -> Drawing | None:
    """The title in the middle of the box, downwards in a narrow one; None if it would be too small."""
    if box.height > _NARROW * box.width:
        lying = _titled(title, look, Box(box.y, box.x, box.height, box.width))
        return lying and Drawing((Placed(lying, ORIGIN, turn=90),))
    tallest = min(_TALLEST, _SPINE * box.height)
    room = box.width - 2 * max(_margin(box), _ENDS * box.width)
    made = title_lettering(title, look, room, tallest, height=1.5 * tallest)
    if made.box.height < _LEAST_LETTER:
        return None
    corner = Point(-made.box.width / 2, -made.box.height / 2)
    return Drawing((made.at(corner),))


def _framed(look: Look, box: Box) -> Drawing | None:
    """The pattern of the game's backs in a frame, with bare ground round it."""
    room = box.widened(-_margin(box))
    if min(room.width, room.height) < _LEAST_PATTERN:
        return None
    frame = rounded(room, _CORNER)
    edge = Shape(frame, stroke=Stroke(_LINE, look.ink))
    return Drawing((Clip(frame, (card_pattern(look, room, 0.0),)), edge))
