"""Screens: three panels that stand before a player, with the art of the game outside and tables inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field as dataclass_field
from dataclasses import replace
from itertools import chain
from typing import Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, Located
from pnp.basics.units import plain_lengths
from pnp.colour.measures import mixed
from pnp.colour.theme import PAPER
from pnp.definition import (
    FACE,
    VALUES,
    FaceDefinition,
    FieldValues,
    GivenPiece,
    PieceSection,
    faces_of_sides,
)
from pnp.definition.reading import (
    Formula,
    Reader,
    Section,
    declared,
    field,
    kinds,
    nested,
    parse_formula,
)
from pnp.faces import LaidFace, items_of, rectangle
from pnp.kinds.folding import Folded, Inks, Net, Panel, fold_ink
from pnp.kinds.kind import PieceGroup
from pnp.kinds.nets import NetKind, laid_sides
from pnp.kinds.pictures import EDGE, Shapes
from pnp.pieces import Cutout, Pieces
from pnp.pieces.faced import face_findings
from pnp.scene import Drawing, Layer, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Point, polygon
from pnp.sets.components import largest_count

# Millimetres: a middle, two wings and a height that hide a hand of cards, on a sheet of A4 or Letter.
_WIDTH, _WING, _HEIGHT = 130.0, 55.0, 90.0

# Millimetres: how far the art reaches over the edges, for its bleed.
_OVER = 3.0

# A wing that runs away from us: as a share of its width, to its side and up; and the share of black in it.
_AWAY, _SHADE = Point(0.6, -0.22), 0.18

_PER_PLAYER = Located(parse_formula("players"), NOWHERE)


class PanelFaces(Section):
    """The faces of the three panels of one side of a screen."""

    what = "a side of a screen"

    left: FaceDefinition | None = field(FACE, "The wing on the left.")
    middle: FaceDefinition | None = field(FACE, "The middle.")
    right: FaceDefinition | None = field(FACE, "The wing on the right.")


class ScreenDefinition(PieceSection):
    """Screens of one size, one for each player: three panels with two creases."""

    what = "a screen"
    plural, listed_as, meaning = "screens", "screens", "Screens to hide pieces behind."
    needs = (("fields", ("outside", "inside")),)

    name: str = field(kinds.name("a screen"), "Its name in the file.", required=True)
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    counted: Located[Formula] = field(
        kinds.COUNT,
        "How many are printed.",
        key="count",
        default=_PER_PLAYER,
        otherwise="`players`",
    )
    width: float = field(
        kinds.length(40.0, 400.0), "The width of its middle.", default=_WIDTH, otherwise="`130mm`"
    )
    wing: float = field(
        kinds.length(20.0, 200.0), "The width of each wing.", default=_WING, otherwise="`55mm`"
    )
    height: float = field(
        kinds.length(30.0, 300.0), "Its height.", default=_HEIGHT, otherwise="`90mm`"
    )
    written_outside: PanelFaces = field(
        nested(PanelFaces),
        "What the other players see, each panel with a [face](faces.md).",
        key="outside",
        otherwise="the art of the game",
    )
    written_inside: PanelFaces = field(
        nested(PanelFaces),
        "What its player sees, such as a [table](faces.md) of costs.",
        key="inside",
        otherwise="bare paper",
    )
    shared: FieldValues | None = field(
        VALUES, "Values of the faces' fields.", key="fields", default=None
    )

    outside: Mapping[str, GivenPiece] = dataclass_field(default_factory=dict)
    inside: Mapping[str, GivenPiece] = dataclass_field(default_factory=dict)

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        return (*self.outside.values(), *self.inside.values())

    def completed(self, reader: Reader) -> Self:
        return replace(
            super().completed(reader),
            outside=faces_of_sides(reader, self, self.written_outside, self.shared),
            inside=faces_of_sides(reader, self, self.written_inside, self.shared),
        )


class Screen(NamedTuple):
    """A screen, and how many of it are printed."""

    definition: ScreenDefinition
    copies: int

    @property
    def net(self) -> Net:
        """Its panels, flat: the side with the art of the game is up."""
        made = self.definition
        lefts = (0.0, made.wing, made.wing + made.width)
        widths = (made.wing, made.width, made.wing)
        return Net(
            tuple(
                Panel(name, polygon(Box(left, 0.0, width, made.height).corners))
                for name, left, width in zip(declared(PanelFaces), lefts, widths, strict=True)
            )
        ).centred


class ScreenKind(NetKind[Screen]):
    """Screens."""

    key = "screens"
    one = "screen"
    section = ScreenDefinition
    shown = (120.0, 60.0)
    behind = "inside"
    called = "screen"
    advice = "write a smaller `width`, `wing` or `height`"
    note = "fold-alone"
    is_backed = True

    def made(self, pieces: Pieces) -> Sequence[Screen]:
        numbers = pieces.components.numbers
        return [
            Screen(each, largest_count(pieces.tileset, each.counted, numbers))
            for each in pieces.definition.pieces_of(ScreenDefinition)
        ]

    def group(self, pieces: Pieces, made: Screen) -> PieceGroup:
        definition = made.definition
        screen = self.listed(
            pieces,
            definition,
            definition.name,
            made.copies,
            lambda: _cutout(pieces, made),
            backed=True,
        )
        size = plain_lengths((definition.width + 2 * definition.wing, definition.height))
        return self.grouped(definition, size, [screen])

    def shapes(self, pieces: Pieces, made: Screen) -> Shapes:
        """A screen as it stands, seen by the other players."""
        folded, look = _folded(pieces, made, back=False), pieces.look
        x, y, width, height = folded.net.panel("middle").box
        edge = Stroke(EDGE, pieces.theme.cut, round=True)
        wing = look.area(mixed(look.ground, "#000000", _SHADE), PAPER)
        off = _AWAY * made.definition.wing

        def receding(at: float, way: int) -> Shape:
            near, far = Point(at, y), Point(at + way * off.x, y + off.y)
            down = Point(0.0, height)
            return Shape(polygon((near, far, far + down, near + down)), wing, edge)

        items = (
            receding(x, -1),
            receding(x + width, 1),
            folded.panel("middle"),
            Shape(folded.net.panel("middle").outline, stroke=edge),
        )
        seen = Box(x - off.x, y + off.y, width + 2 * off.x, height - off.y)
        return (Picture(Drawing(items), seen.widened(EDGE)),)

    def flat(self, pieces: Pieces, made: Screen) -> Iterator[tuple[str, Box]]:
        yield made.definition.name, made.net.box

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for screen in self.made(pieces):
            sides = (_laid(pieces, screen, back=back).values() for back in (False, True))
            yield from face_findings(chain.from_iterable(sides))


def _cutout(pieces: Pieces, screen: Screen) -> Cutout:
    """The screen with the art of the game in front, and its inside behind, as its player sees it."""
    front, back = (_folded(pieces, screen, back=back).cutout for back in (False, True))
    return replace(front, back=back.front)


def _folded(pieces: Pieces, screen: Screen, *, back: bool) -> Folded:
    """One side of a screen, drawn once."""
    made, look = screen.definition, pieces.look

    def drawn() -> Folded:
        art = {} if back else _art(pieces, screen)
        for panel, laid in _laid(pieces, screen, back=back).items():
            art[panel] = Drawing(items_of((*laid.under, *laid.front)))
        ground = "" if back else look.ground
        fold = fold_ink(look.ground, look.text)
        return Folded(made.name, screen.net, Inks(ground, fold, fold), art, made.place)

    return pieces.once(("screen", made.name, str(back)), drawn)


def _art(pieces: Pieces, screen: Screen) -> dict[str, Drawing]:
    """The cover of the game in the middle, and strips of it on the wings."""
    from pnp.covers import cover, vignette
    from pnp.kinds import in_numbers

    found = {}
    for number, panel in enumerate(screen.net.panels):
        width, height = panel.box.width, panel.box.height + 2 * _OVER
        if panel.name == "middle":
            page = cover(pieces, width, height, contents=in_numbers(pieces))
            drawing = Drawing(page.items(Layer.ART))
        else:
            width += 2 * _OVER
            drawing = vignette(pieces, width, height, variant=number + 1).drawing
        found[panel.name] = Drawing((Placed(drawing, Point(-width / 2, -height / 2)),))
    return found


def _laid(pieces: Pieces, screen: Screen, *, back: bool) -> dict[str, LaidFace]:
    """The faces that the file gives the panels of a side."""
    made = screen.definition
    boxes = {panel.name: panel.box for panel in screen.net.panels}
    return pieces.once(
        ("screen faces", made.name, str(back)),
        lambda: laid_sides(
            pieces,
            f"{made.name} {'inside' if back else 'outside'}",
            made.title,
            made.inside if back else made.outside,
            lambda panel: rectangle(boxes[panel].width, boxes[panel].height),
            PAPER if back else pieces.look.ground,
            screen.copies,
        ),
    )
