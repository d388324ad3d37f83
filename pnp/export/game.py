"""A game to export: its pieces by group, each side of a piece as a page of its own, and its documents."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path as FilePath

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.units import MM_PER_INCH
from pnp.imposition import Paper
from pnp.imposition.bleeding import bleed_areas
from pnp.imposition.sheets import art_within, bleed_within
from pnp.kinds import ListedPiece, PieceGroup, PieceKind, kind_of, piece_groups
from pnp.pieces import Cutout, Placement, Pose
from pnp.project.checking import CheckedGame
from pnp.project.editions import Edition
from pnp.project.rulebook import rulebook_as_book
from pnp.scene import Clip, Drawing, Item, Layer, Page, Placed, Shape
from pnp.scene.contours import flattened, grown
from pnp.scene.geometry import ORIGIN, Box, Path, Point, polygon

_WHITE = "#FFFFFF"


@frozen(eq=False)
class Game:
    """A checked game, whose pieces have the colours of a theme, and the folder for its files."""

    checked: CheckedGame
    folder: FilePath = FilePath()

    @property
    def name(self) -> str:
        return self.checked.pieces.definition.game

    @property
    def title(self) -> str:
        return self.checked.pieces.definition.title

    @cached_property
    def groups(self) -> tuple[PieceGroup, ...]:
        """All groups of pieces."""
        return (*piece_groups(self.checked.pieces),)

    @property
    def played(self) -> Iterator[PieceGroup]:
        """The groups of pieces with which people play."""
        return (each for each in self.groups if kind(each).is_played)

    def rulebook(self, paper: Paper) -> Edition | None:
        """The rulebook on whole pages of a paper; None for a game without one."""
        if self.checked.rulebook is None:
            return None
        width, height = paper.width, paper.height
        book = rulebook_as_book(self.checked.pieces, self.checked.rulebook, width, height)
        return Edition(book, width, height)


def kind(group: PieceGroup) -> PieceKind[object]:
    """The kind of a group's pieces."""
    return kind_of(group.kind)


class Side(NamedTuple):
    """A side of a piece at the origin: what is drawn, and the outline inside which it is; bleed is inside, too.

    The `box` is that of the piece without bleed, and the `area` is what the outline encloses with it.
    """

    items: tuple[Item, ...]
    outline: Path
    box: Box
    area: Box

    @property
    def drawing(self) -> Drawing:
        """The side on paper, inside its outline."""
        return Drawing((Clip(self.outline, (Shape(self.outline, fill=_WHITE), *self.items)),))

    def page(self, dpi: float) -> Page:
        """The side in the middle of a page that is a whole number of dots wide and high."""
        width, height = (whole_dots(each, dpi) for each in (self.area.width, self.area.height))
        middle = self.area.centre
        at = Point(width / 2 - middle.x, height / 2 - middle.y)
        return Page(width, height, {Layer.ART: (Placed(self.drawing, at),)})


def whole_dots(size: float, dpi: float) -> float:
    """The next larger size in millimetres that is a whole number of dots."""
    return math.ceil(size * dpi / MM_PER_INCH - 0.01) * MM_PER_INCH / dpi


def side_page(piece: ListedPiece, dpi: float, *, back: bool = False, bleed: float = 0.0) -> Page:
    """A side of a piece as a page of whole dots."""
    return side_of(piece, back=back, bleed=bleed).page(dpi)


def cover_page(game: Game, width: float, height: float, *, small: bool = False) -> Page:
    """The cover of a game in millimetres, with the numbers of its pieces if it is not small."""
    from pnp.covers import cover
    from pnp.kinds import in_numbers

    pieces = game.checked.pieces
    contents = "" if small else in_numbers(pieces)
    return cover(pieces, width, height, small=small, contents=contents)


def box_of(piece: ListedPiece) -> Box:
    """The box round a piece; draws nothing if it is cut out."""
    cutout = piece.cutout
    return piece.sides[0]().box if cutout is None else cutout.box


def side_of(piece: ListedPiece, *, back: bool = False, bleed: float = 0.0) -> Side:
    """A side of a piece on white paper, with so many millimetres of bleed if it is cut out.

    Raises InvalidDefinition if it cannot be drawn.
    """
    cutout = piece.cutout
    if cutout is None:
        picture = piece.sides[back]()
        outline = polygon(picture.box.corners)
        return Side(picture.drawing.items, outline, picture.box, picture.box)
    return _cut_out_side(cutout.turned_over if back else cutout, back=back, bleed=bleed)


def _cut_out_side(cutout: Cutout, *, back: bool, bleed: float) -> Side:
    turn = cutout.default_turn
    box = cutout.trim.box(turn)
    folds = cutout.folds_at(turn)
    if not bleed:
        return Side((cutout.side(back=back), *folds), cutout.outline, box, box)
    area = box.widened(bleed)
    pose = Pose(ORIGIN, turn)
    if cutout.trim.outline:
        # Sheets lay such a piece as its rectangle.
        (corners, *_) = grown((flattened(cutout.outline),), bleed)
    else:
        (corners,) = bleed_areas([Placement(cutout, pose)], bleed, area)
    face = cutout.back if back else cutout.front
    assert face is not None
    if face.joined is not None:
        whole = Clip(polygon(corners), (face.joined(turn, bleed),))
        return Side((whole, *folds), polygon(corners), box, area)
    under = bleed_within(corners, face, pose, bleed)
    below = () if under is None else (under,)
    art = art_within(corners, face, pose, bleed)
    return Side((*below, art, *folds), polygon(corners), box, area)
