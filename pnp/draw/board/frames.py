"""The drawing of frames: a ground, a strip along the cells, and ripples beyond it."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import DARK, luminance, mixed
from pnp.colour.theme import PAPER, Theme, toned
from pnp.definition import FrameDefinition
from pnp.draw.look.looks import Look
from pnp.scene import Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.geometry import ORIGIN, Path, heading, polygon, polyline
from pnp.tiles.frames import FramePart

# Millimetres: the strip along the cells, the distances of the ripples from the cells, and their lines.
_SHORE = 2.4
_RIPPLES = (4.4, 6.9, 10.0)
_LINE = 0.45

# The shares of the ink over the ground in the ripples, from the shore outwards.
_SHARES = (0.42, 0.26, 0.14)

# Millimetres: the id of a part, how far it is above the edge; and its share of ink.
_ID, _ID_UP, _ID_SHARE = 2.2, 1.4, 0.6

# Millimetres: the line along the cells in place of a strip.
_COAST = 0.5


class FrameInks(NamedTuple):
    """The inks of a frame: its ground, its shore or "", and the ink of lines on its ground."""

    ground: str
    shore: str
    line: str


def frame_inks(frame: FrameDefinition, look: Look, theme: Theme) -> FrameInks:
    """The inks of a frame in a theme."""
    ground = toned(frame.ground, theme) or look.ground
    ends = (theme.halo, theme.mark)
    line = (max if luminance(ground) <= DARK else min)(ends, key=luminance)
    shore = theme.area(toned(frame.shore, theme), "")
    return FrameInks(theme.area(ground, PAPER), shore, theme.area(line, theme.border))


def shore_width(frame: FrameDefinition) -> float:
    """The width of the strip along the cells."""
    return _SHORE if frame.shore else _COAST


def part_items(part: FramePart, inks: FrameInks, reach: float = 0.0) -> Iterator[Item]:
    """The ground of a part where it lies, so many millimetres over its outline."""
    outline = polygon(part.outline)
    around = Stroke(2 * reach, inks.ground) if reach else None
    yield Shape(outline, fill=inks.ground, stroke=around)
    if reach and inks.shore:
        yield Shape(polyline(part.coast), stroke=Stroke(2 * max(reach, _SHORE), inks.shore))


def id_item(name: str, part: FramePart, inks: FrameInks) -> Placed:
    """The id of a part, tiny, along the middle of its outer edge, upright if that edge is below."""
    out = heading(part.heading)
    far = max(point.dot(out) for point in part.outline)
    along = out.right()
    ends = [point.dot(along) for point in part.outline if point.dot(out) > far - 1e-6]
    at = out * (far - _ID_UP) + along * (sum(ends) / len(ends))
    ink = mixed(inks.ground, inks.line, _ID_SHARE)
    text = Text(name, ORIGIN, _ID, ink, anchor="middle")
    return Placed(Drawing((text,)), at, turn=part.heading - 180)


def coast_items(frame: FrameDefinition, coast: Path, inks: FrameInks) -> Iterator[Item]:
    """The shore and the ripples of a whole frame, to be clipped to its parts.

    They go on over joints, since they follow the coast of all parts.
    """
    if frame.shore:
        for far, share in zip(_RIPPLES[::-1], _SHARES[::-1], strict=True):
            ink = mixed(inks.ground, inks.line, share)
            yield Shape(coast, stroke=Stroke(2 * far + _LINE, ink, round=True))
            yield Shape(coast, stroke=Stroke(2 * far - _LINE, inks.ground, round=True))
    if inks.shore:
        yield Shape(coast, stroke=Stroke(2 * _SHORE, inks.shore, round=True))
    else:
        yield Shape(coast, stroke=Stroke(2 * _COAST, inks.line, round=True))
