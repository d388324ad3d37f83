"""Dividers: strips with slots that cross halfway, for a tray with compartments in rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.definition import DividerDefinition
from pnp.draw.pictures import gallery
from pnp.kinds.folding import Folded, Inks, Net, Panel
from pnp.kinds.kind import ListedPiece, PieceGroup
from pnp.kinds.nets import NetKind
from pnp.kinds.pictures import Shapes
from pnp.pieces import Copies, Cutout, Pieces, framed
from pnp.scene.geometry import Point, polygon

# Millimetres: between two strips in a picture.
_GAP = 4.0


class DividerKind(NetKind[DividerDefinition]):
    """Dividers."""

    key = "dividers"
    one = "strip"
    section = DividerDefinition
    is_counted = False
    shown = (100.0, 40.0)
    is_played = False
    called = "strip"
    advice = "use several trays"
    note = ""

    def made(self, pieces: Pieces) -> Sequence[DividerDefinition]:
        return pieces.definition.pieces_of(DividerDefinition)

    def group(self, pieces: Pieces, made: DividerDefinition) -> PieceGroup:
        def listed(strip: Cutout, copies: int) -> ListedPiece:
            return self.listed(pieces, made, strip.id, copies, lambda: strip)

        strips = (listed(*each) for each in self.cutouts(pieces, made))
        return self.grouped(made, f"{made.columns} x {made.rows} compartments", strips)

    def shapes(self, pieces: Pieces, made: DividerDefinition) -> Shapes:
        """The strips, one below the other."""
        strips = [framed(strip, pieces.theme) for strip, _ in self.cutouts(pieces, made)]
        return (gallery(strips, max(strip.box.width for strip in strips), gap=_GAP),)

    def cutouts(self, pieces: Pieces, made: DividerDefinition) -> Sequence[Copies]:
        """The strips across its width, and those across its depth."""
        guide = pieces.theme.guide

        def cutout(way: str, length: float, cells: int, *, slots_at: str) -> Cutout:
            name = f"{made.name}-{way}"
            net = strip(length, made.height, cells, made.card, slots_at=slots_at)
            folded = Folded(name, net, Inks("", guide, guide), {}, made.place)
            return pieces.once(("strip", name), lambda: folded).cutout

        across = cutout("wide", made.width, made.columns, slots_at="top")
        along = cutout("deep", made.depth, made.rows, slots_at="bottom")
        return (across, made.rows - 1), (along, made.columns - 1)


def strip(length: float, height: float, compartments: int, card: float, *, slots_at: str) -> Net:
    """A strip for so many compartments, with a slot as wide as the card between each two of them.

    The slots reach from the `top`, or from the `bottom`, to the middle; so a strip of the one kind
    slides down over a strip of the other.
    """
    cells = length / compartments
    middles = [number * cells for number in range(1, compartments)]
    if slots_at == "top":
        corners = [Point(0, 0), *_slots(middles, card, 0.0, height / 2), Point(length, 0)]
        corners += [Point(length, height), Point(0, height)]
    else:
        corners = [Point(0, 0), Point(length, 0), Point(length, height)]
        corners += _slots(middles[::-1], -card, height, height / 2)
        corners.append(Point(0, height))
    return Net((Panel("strip", polygon(corners)),)).centred


def _slots(middles: list[float], wide: float, edge: float, deep: float) -> Iterator[Point]:
    """The corners of slots along an edge, in the order in which a pen draws them."""
    for middle in middles:
        one, other = middle - wide / 2, middle + wide / 2
        yield from (Point(one, edge), Point(one, deep), Point(other, deep), Point(other, edge))
