"""Cutouts: pieces with the outline that is cut, one or two sides, and a place on a sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Place
from pnp.colour.theme import Theme
from pnp.faces import Laid
from pnp.pieces.nesting import Pose
from pnp.pieces.trims import Trim
from pnp.scene import Clip, Drawing, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Path, Point


@frozen(eq=False, slots=True)
class Face:
    """One side of a piece: its art, and the bleed under the art, for every way it can lie.

    `art` takes a turn; `bleed` takes a turn and the millimetres that it reaches over the outline.
    Both draw round the origin. A face without `bleed` has the ground of the paper. A bleed that
    `is_whole` has the art in it, for what goes over the trim without a joint. `joined` has both for pictures of
    one piece, where a joint would show. `elements` are those of its face as they lie at the default turn.
    """

    art: Callable[[float], Placed]
    bleed: Callable[[float, float], Placed] | None = None
    is_whole: bool = False
    joined: Callable[[float, float], Placed] | None = None
    elements: tuple[Laid, ...] = ()

    def art_at(self, pose: Pose) -> Placed:
        return self.art(pose.turn).moved_to(pose.at)

    def bleed_at(self, pose: Pose, reach: float) -> Placed | None:
        """The bleed of the face where it lies; None if its ground is the paper's."""
        return None if self.bleed is None else self.bleed(pose.turn, reach).moved_to(pose.at)


def rigid(drawing: Drawing, *, default_turn: float = 0.0) -> Callable[[float], Placed]:
    """The art of a face that turns as a whole, from its drawing at the *default_turn*."""
    return lambda turn: Placed(drawing, ORIGIN, turn=_least_turn(turn - default_turn))


def _least_turn(degrees: float) -> float:
    """The same turn, more than -180 and at most 180 degrees."""
    return 180 - (180 - degrees) % 360


@frozen(eq=False)
class Cutout:
    """A piece to cut out, and the place in the definition that gives its size.

    A picture shows it with its first side at `default_turn`. Sheets can begin a row of pieces for
    each `group`. The back of a piece that lies `upright` is upright too, when it is turned over
    beside its front; in any other heading it turns the other way. The back of a piece that `is_bare`
    stays bare among backs; that of any other without a back gets a pattern. `words` are read out for its front, if not
    its texts.
    """

    id: str
    trim: Trim
    front: Face
    back: Face | None = None
    group: str = ""
    place: Place | None = None
    default_turn: float = 0.0
    upright: float = 0.0
    folds: Drawing | None = None
    is_bare: bool = False
    words: str = ""

    @property
    def outline(self) -> Path:
        """The outline at the default turn."""
        return self.trim.path(self.default_turn)

    @cached_property
    def turned_over(self) -> Cutout:
        """The piece with its back up: its outline is the mirror image."""
        trim = self.trim.turned_over
        return self if trim is self.trim else replace(self, trim=trim)

    def outline_of(self, *, back: bool) -> Path:
        """The outline of a side at the default turn."""
        return (self.turned_over if back else self).outline

    @property
    def box(self) -> Box:
        """The box round the outline at the default turn."""
        return self.trim.box(self.default_turn)

    def side(self, *, back: bool = False) -> Placed:
        """The art of a side at the default turn; raises ValueError if there is no back."""
        face = self.back if back else self.front
        if face is None:
            raise ValueError(f"{self.id} has no back")
        return face.art(self.default_turn)

    def picture(self, *, back: bool = False) -> Picture:
        """A side clipped to the outline; raises ValueError if there is no back."""
        art = Clip(self.outline_of(back=back), (self.side(back=back),))
        return Picture(Drawing((art, *self.folds_at(self.default_turn))), self.box)

    def folds_at(self, turn: float) -> tuple[Placed, ...]:
        """The lines to fold along, round the origin; none for a flat piece."""
        return (
            () if self.folds is None else (rigid(self.folds, default_turn=self.default_turn)(turn),)
        )


def framed(cutout: Cutout, theme: Theme, *, back: bool = False) -> Picture:
    """A side of a piece with a fine outline, to show it on white paper."""
    picture = cutout.picture(back=back)
    outline = Shape(cutout.outline_of(back=back), stroke=Stroke(0.25, theme.cut))
    x, y, width, height = picture.box
    # The box has room for the outer half of the line.
    box = Box(x - 0.2, y - 0.2, width + 0.4, height + 0.4)
    return Picture(Drawing((*picture.drawing.items, outline)), box)


# A piece and the number of its copies.
Copies = tuple[Cutout, int]


class Placement(NamedTuple):
    """A piece on a sheet, and where it lies."""

    cutout: Cutout
    pose: Pose

    @property
    def box(self) -> Box:
        """The box round the piece where it lies."""
        x, y, width, height = self.cutout.trim.box(self.pose.turn)
        return Box(self.pose.at.x + x, self.pose.at.y + y, width, height)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners where it lies; those of its box if it is round."""
        at, turn = self.pose
        return tuple(at + corner for corner in self.cutout.trim.corners(turn)) or self.box.corners
