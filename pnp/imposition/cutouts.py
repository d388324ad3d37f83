"""Cutouts: pieces as sheets see them, with an outline and one or two sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.basics.errors import Place
from pnp.imposition.layouts import Spot
from pnp.imposition.trims import Trim
from pnp.scene import Drawing, Placed
from pnp.scene.geometry import ORIGIN, Box, Path


@dataclass(frozen=True, eq=False)
class Face:
    """One side of a piece: its art, and what bleeds out under the art, for every way it can lie.

    `art` is given a turn; `bleed` a turn and how far, in millimetres, it has to reach over the
    outline. Both are drawn round the origin. Without `bleed` the side's ground is the paper's.
    """

    art: Callable[[float], Placed]
    bleed: Callable[[float, float], Placed] | None = None

    def art_at(self, spot: Spot) -> Placed:
        return replace(self.art(spot.turn), at=spot.at)

    def bleed_at(self, spot: Spot, reach: float) -> Placed | None:
        """What bleeds out of the side where it lies; none where its ground is the paper's."""
        return None if self.bleed is None else replace(self.bleed(spot.turn, reach), at=spot.at)


def rigid(drawing: Drawing, *, usual: float = 0.0) -> Callable[[float], Placed]:
    """A drawing that is turned as a whole; as it is, its first side has the *usual* heading."""
    return lambda turn: Placed(drawing, ORIGIN, turn=_least_turn(turn - usual))


def _least_turn(degrees: float) -> float:
    """The same turn, more than -180 and at most 180 degrees."""
    return 180 - (180 - degrees) % 360


@dataclass(frozen=True, eq=False)
class Cutout:
    """Something to cut out, and the place in the definition that says how large it is.

    By itself it is shown with its first side at the *usual* heading. Pieces of one `group` may be
    asked to begin a row of their own.
    """

    id: str
    trim: Trim
    front: Face
    back: Face | None = None
    group: str = ""
    place: Place | None = None
    usual: float = 0.0

    @property
    def outline(self) -> Path:
        """The outline as it is usually shown."""
        return self.trim.path(self.usual)

    @property
    def box(self) -> Box:
        """The box round the outline as it is usually shown."""
        return self.trim.box(self.usual)

    def side(self, *, back: bool = False) -> Placed:
        """The art of a side as it is usually shown; raises ValueError where there is no back."""
        face = self.back if back else self.front
        if face is None:
            raise ValueError(f"{self.id} has no back")
        return face.art(self.usual)


class Laid(NamedTuple):
    """A piece and where it lies on the sheet."""

    piece: Cutout
    spot: Spot
