"""Boxes, dividers and standees as cutouts, each made once for the pieces of a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial

from pnp.basics.errors import Finding
from pnp.boxes.art import fold_ink, notch, side_art
from pnp.boxes.contents import Held, in_words, pieces_of
from pnp.boxes.dividers import strip
from pnp.boxes.drawing import Folded, Inks
from pnp.boxes.net import Net, Panel
from pnp.boxes.standees import standee
from pnp.boxes.tuck import LEAST_DEPTH, Room, tuck_box
from pnp.colour.theme import PAPER
from pnp.definition import StandeeDefinition
from pnp.definition.reading import title_of
from pnp.faces.areas import Area, rectangle
from pnp.faces.drawing import LaidFace, items_of, laid_faces
from pnp.faces.laid import Subject
from pnp.pieces import Copies, Cutout, Pieces
from pnp.pieces.faced import face_findings, values_of
from pnp.scene import Drawing, Placed
from pnp.scene.geometry import Box as Size
from pnp.sets.boxes import Box, Divider, Standees

# Millimetres: the card round the picture of a standee.
MARGIN = 2.0

# Sets in the preview, in two versions.
_MOST = 4


@lru_cache(maxsize=_MOST)
def boxed(pieces: Pieces) -> Boxed:
    """The boxes, dividers and standees of a set."""
    return Boxed(pieces)


class Boxed:
    """The boxes, dividers and standees that go with the pieces of a set, each drawn once."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._made: dict[str, Folded] = {}
        self._laid: dict[str, tuple[LaidFace, ...]] = {}

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the faces of boxes."""
        laid = [each for box in self._pieces.components.boxes for each in self._faces(box)]
        return face_findings(laid)

    # Boxes

    def net(self, box: Box) -> Net:
        """The net of a tuck box."""
        return tuck_box(self.room(box), box.definition.card)

    def room(self, box: Box) -> Room:
        """The room inside a box: for its stacks, with its allowance."""
        made = box.definition
        around = [each.size for each in pieces_of(self._pieces, made.wanted)]
        width = max(each.width for each in around) * made.stacks
        height = max(each.height for each in around)
        depth = max(box.stack * made.thickness + made.allowance, LEAST_DEPTH)
        return Room(width + made.allowance, height + made.allowance, depth)

    def box(self, box: Box) -> Folded:
        """A tuck box."""
        return self._once(box.name, lambda: self._drawn_box(box))

    def _once(self, name: str, make: Callable[[], Folded]) -> Folded:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def _drawn_box(self, box: Box) -> Folded:
        net = self.net(box)
        return Folded(box.name, net, self._inks(box), self._art(box, net), box.definition.place)

    def _inks(self, box: Box) -> Inks:
        theme, look = self._pieces.theme, self._pieces.look
        word = self._pieces.definition.language("glue")
        if box.definition.bare:
            return Inks("", theme.guide, theme.guide, word)
        return Inks(look.ground, fold_ink(look.ground, look.text), theme.guide, word)

    def _art(self, box: Box, net: Net) -> dict[str, Drawing]:
        laid = zip(box.definition.faces, self._faces(box), strict=True)
        own = {side: Drawing(items_of((*face.under, *face.front))) for side, face in laid}
        if box.definition.bare:
            return own
        name, contents = self._shown_name(box), in_words(self._pieces, box)
        found = {
            panel.name: side_art(self._pieces, panel, name, contents)
            for panel in net.panels
            if panel.name not in own
        }
        return own | {side: art for side, art in found.items() if art is not None}

    def _shown_name(self, box: Box) -> str:
        """The title that a box shows beside that of the game: one from the file, or one to tell boxes apart."""
        title = box.definition.title
        alone = len(self._pieces.components.boxes) == 1 and title == title_of(box.name)
        return "" if alone or title == self._pieces.definition.title else title

    def _faces(self, box: Box) -> tuple[LaidFace, ...]:
        """The faces that the file gives sides, in its order."""
        if box.name not in self._laid:
            self._laid[box.name] = tuple(self._laid_faces(box))
        return self._laid[box.name]

    def _laid_faces(self, box: Box) -> tuple[LaidFace, ...]:
        definition, made = self._pieces.definition, box.definition
        if not made.faces:
            return ()
        net = self.net(box)
        pairs = []
        for side, given in made.faces.items():
            panel = net.panel(side)
            values = values_of(
                definition,
                given,
                f"{box.name} {side}",
                1,
                1,
                made.title,
                title=made.title,
                copies=box.copies,
            )
            area = _below_notch(panel)
            ground = PAPER if made.bare else self._pieces.look.ground
            subject = Subject(f"{box.name} {side}", values, area, ground, given.place)
            pairs.append((subject, given.face))
        return laid_faces(pairs, self._pieces.supplies)

    # Dividers

    def divider(self, divider: Divider) -> tuple[Copies, ...]:
        """The strips of a divider: those across its width, and those across its depth."""
        made = divider.definition
        across = self._strip(divider, "wide", made.width, made.columns, slots_at="top")
        along = self._strip(divider, "deep", made.depth, made.rows, slots_at="bottom")
        return (across.cutout, made.rows - 1), (along.cutout, made.columns - 1)

    def _strip(
        self, divider: Divider, way: str, length: float, cells: int, *, slots_at: str
    ) -> Folded:
        made, guide = divider.definition, self._pieces.theme.guide
        name = f"{divider.name}-{way}"
        net = strip(length, made.height, cells, made.card, slots_at=slots_at)
        return self._once(name, lambda: Folded(name, net, Inks("", guide, guide), {}, made.place))

    # Standees

    def standees(self, standees: Standees) -> Iterator[Held]:
        """The standees of some pieces; draws nothing."""
        for piece in self.shown(standees):
            name = _name(standees, piece)
            yield Held(name, piece.size, piece.copies, partial(self._tent_cutout, standees, piece))

    def shown(self, standees: Standees) -> Iterator[Held]:
        """The pieces that standees show; draws nothing."""
        return pieces_of(self._pieces, standees.definition.wanted)

    def tent(self, standees: Standees, piece: Held) -> Folded:
        """The standee that shows a piece."""
        return self._once(_name(standees, piece), lambda: self._drawn_tent(standees, piece))

    def _tent_cutout(self, standees: Standees, piece: Held) -> Cutout:
        return self.tent(standees, piece).cutout

    def _drawn_tent(self, standees: Standees, piece: Held) -> Folded:
        made, theme = standees.definition, self._pieces.theme
        fold = fold_ink(theme.card, theme.mark)
        inks = Inks(theme.card, fold, theme.guide, self._pieces.definition.language("glue"))
        width, height = _around(piece.size, made)
        art = _picture(piece.cut_out(), height - 2 * MARGIN)
        sides = {"front": art, "back": art}
        return Folded(_name(standees, piece), standee(width, height), inks, sides, made.place)


def _name(standees: Standees, piece: Held) -> str:
    return f"{standees.name}-{piece.id}"


def _below_notch(panel: Panel) -> Area:
    """The area of a side, whose safe part begins below a notch."""
    area = rectangle(panel.box.width, panel.box.height)
    x, y, width, height = area.safe
    lower = max(0.0, notch(panel) - area.margin)
    return replace(area, safe=Size(x, y + lower, width, height - lower))


def _around(size: Size, standees: StandeeDefinition) -> tuple[float, float]:
    """The width and the height of a side round a picture of a piece of this size."""
    scale = 1.0 if standees.height is None else (standees.height - 2 * MARGIN) / size.height
    return size.width * scale + 2 * MARGIN, size.height * scale + 2 * MARGIN


def _picture(piece: Cutout, height: float) -> Drawing:
    """The front of a piece round the origin, at this height."""
    picture = piece.picture()
    scale = height / picture.box.height
    return Drawing((Placed(picture.drawing, picture.box.centre * -scale, scale),))
