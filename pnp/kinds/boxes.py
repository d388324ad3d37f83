"""Tuck boxes: as wide and as high as their pieces, as deep as their stack, with the cover of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from pnp.basics.errors import Finding, Located, Place
from pnp.basics.units import number
from pnp.basics.words import counted
from pnp.boxes.art import fold_ink, notch, side_art
from pnp.boxes.drawing import Folded, Inks
from pnp.boxes.net import Net, Panel
from pnp.boxes.tuck import LEAST_DEPTH, Room, tuck_box
from pnp.colour.measures import mixed
from pnp.colour.theme import PAPER
from pnp.definition import TILES, BoxDefinition, Definition
from pnp.definition.reading import title_of
from pnp.draw.cards import card_box
from pnp.faces import Area, LaidFace, items_of, rectangle
from pnp.imposition import SheetOptions
from pnp.kinds.kind import PieceGroup, cut_out_piece
from pnp.kinds.nets import NetKind, fits, laid_sides
from pnp.kinds.pictures import EDGE, Shapes
from pnp.kinds.sections import Section
from pnp.pieces import Copies, Cutout, Pieces
from pnp.pieces.faced import face_findings
from pnp.pieces.pieces import token_trim
from pnp.pieces.trims import tile_trim, upright
from pnp.scene import Drawing, Item, Picture, Shape, Stroke
from pnp.scene.geometry import Box as Size
from pnp.scene.geometry import Point, bounding_box, polygon
from pnp.sets.boxes import Box

# The most stacks, and the most boxes, that pnp suggests.
_MOST = 20

# A side of a box that runs away from us: as a share of its depth, to the right and up.
AWAY = Point(0.62, -0.38)

# The shares of black in its side and of white in its lid.
_SHADE, _LIGHT = 0.22, 0.16


class BoxKind(NetKind[Box]):
    """Boxes."""

    key = "boxes"
    one = "box"
    section = BoxDefinition
    shown = (150.0, 130.0)
    heading = "Boxes"
    is_played = False
    called = "box"
    advice = "split the pieces over several boxes"

    def made(self, pieces: Pieces) -> Sequence[Box]:
        return pieces.components.boxes

    def group(self, pieces: Pieces, made: Box) -> PieceGroup:
        definition = made.definition
        size = " x ".join(number(round(each, 1)) for each in room_in(pieces, made))
        note = f"{counted(made.pieces, 'piece')}, {size} mm inside"
        listed = cut_out_piece(
            pieces,
            "box",
            made.name,
            made.name,
            made.copies,
            definition.place,
            lambda: folded_box(pieces, made).cutout,
        )
        return PieceGroup("box", made.name, definition.title, note, definition.place, (listed,))

    def counts(self, pieces: Pieces) -> Iterator[str]:
        return (f"{box.name} for {counted(box.pieces, 'piece')}" for box in self.made(pieces))

    def shapes(self, pieces: Pieces, made: Box) -> Shapes:
        return (_closed(pieces, made),)

    def cutouts(self, pieces: Pieces, made: Box) -> Sequence[Copies]:
        return [(folded_box(pieces, made).cutout, made.copies)]

    def smaller(self, pieces: Pieces, made: Box, net: str, room: Size) -> Iterator[str]:
        """The nearest number of stacks, and the least number of boxes, with which the box fits."""
        definition = made.definition
        total = sum(pieces.components.numbers[each.value] for each in definition.wanted)

        def has_room(changed: BoxDefinition) -> bool:
            box = Box(changed, -(-total // changed.split))
            return fits(box_net(pieces, box).box, room)

        others = {*range(1, min(_MOST, made.pieces) + 1)} - {definition.stacks}
        stacks = sorted(others, key=lambda each: (abs(each - definition.stacks), each))
        found = next((each for each in stacks if has_room(replace(definition, stacks=each))), None)
        if found is not None:
            yield f"write `stacks: {found}`"
        splits = range(definition.split + 1, min(_MOST, total // definition.stacks) + 1)
        found = next((each for each in splits if has_room(replace(definition, split=each))), None)
        if found is not None:
            yield f"write `split: {found}` for {found} boxes of {-(-total // found)} pieces"

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        laid = (_faces(pieces, box).values() for box in self.made(pieces))
        yield from face_findings(chain.from_iterable(laid))

    def flat(self, pieces: Pieces, made: Box) -> Iterator[tuple[str, Size]]:
        yield made.name, box_net(pieces, made).box

    def texts(self, definition: Definition) -> Iterator[tuple[str, Place]]:
        return ((box.title, box.place) for box in definition.boxes)

    def step(
        self, pieces: Pieces, sections: Sequence[Section], options: SheetOptions
    ) -> dict[str, object]:
        """The titles of the boxes, and what each of them holds, unless the title says it."""
        words, parts = pieces.definition.language, pieces.components
        titles = {
            **{group.name: group.name for group in pieces.definition.groups},
            **{family.name: family.definition.title for family in pieces.tileset.families},
            **{deck.name: deck.definition.title for deck in parts.decks},
            **{tokens.name: tokens.definition.title for tokens in parts.tokens},
            TILES: words("name-tiles"),
        }
        holds = []
        for box in self.made(pieces):
            held = words.listed([titles[each.value] for each in box.definition.wanted])
            if held.casefold() != box.definition.title.casefold():
                holds.append({"box": box.definition.title, "pieces": held})
        return {"holds": holds}


class Held(NamedTuple):
    """A piece that a box holds, or that a standee shows: its id, its size, its copies, and its cutout.

    Only the call draws it, and raises InvalidDefinition if it cannot be drawn.
    """

    id: str
    size: Size
    copies: int
    cut_out: Callable[[], Cutout]


def pieces_of(pieces: Pieces, wanted: Sequence[Located[str]]) -> Iterator[Held]:
    """The pieces with these names; draws nothing."""
    for name in wanted:
        yield from _of_name(pieces, name.value)


def _of_name(pieces: Pieces, name: str) -> Iterator[Held]:
    parts = pieces.components
    if (deck := parts.deck(name)) is not None:

        def card(at: int) -> Cutout:
            return pieces.cards(deck)[at][0]

        for at, each in enumerate(deck.cards):
            yield Held(each.id, card_box(deck), each.copies, partial(card, at))
    elif (tokens := parts.token(name)) is not None:
        trim, turn = token_trim(tokens.definition)
        for token in tokens.kinds:
            yield Held(token.id, trim.box(turn), token.copies, partial(pieces.token, token))
    for family in pieces.tileset.families:
        if name in (family.name, family.group.name, TILES):
            size = tile_trim(family.group).box(upright(family.group))
            for piece in family.pieces:
                yield Held(piece.id, size, piece.copies, partial(pieces.tiles.cutout, piece))


def _in_words(pieces: Pieces, box: Box) -> str:
    """The pieces in a box: `54 cards`; nothing for pieces of several kinds that are split."""
    parts, words = pieces.components, pieces.definition.language
    numbers: Counter[str] = Counter()
    for each in box.definition.wanted:
        name = each.value
        kind = "card" if parts.deck(name) else "token" if parts.token(name) else "tile"
        numbers[kind] += parts.numbers[name]
    if len(numbers) == 1:
        return words.counted(next(iter(numbers)), box.pieces)
    if box.copies > 1:
        return ""
    return words.listed([words.counted(kind, number) for kind, number in numbers.items()])


def room_in(pieces: Pieces, box: Box) -> Room:
    """The room inside a box: for its stacks, with its allowance."""
    made = box.definition
    around = [each.size for each in pieces_of(pieces, made.wanted)]
    width = max(each.width for each in around) * made.stacks
    height = max(each.height for each in around)
    depth = max(box.stack * made.thickness + made.allowance, LEAST_DEPTH)
    return Room(width + made.allowance, height + made.allowance, depth)


def box_net(pieces: Pieces, box: Box) -> Net:
    """The net of a tuck box."""
    return tuck_box(room_in(pieces, box), box.definition.card)


def folded_box(pieces: Pieces, box: Box) -> Folded:
    """A tuck box with the art of its sides, drawn once."""
    return pieces.once(("box", box.name), lambda: _drawn(pieces, box))


def _drawn(pieces: Pieces, box: Box) -> Folded:
    net, made = box_net(pieces, box), box.definition
    theme, look = pieces.theme, pieces.look
    word = pieces.definition.language("glue")
    art = {
        side: Drawing(items_of((*face.under, *face.front)))
        for side, face in _faces(pieces, box).items()
    }
    if made.bare:
        inks = Inks("", theme.guide, theme.guide, word)
    else:
        inks = Inks(look.ground, fold_ink(look.ground, look.text), theme.guide, word)
        name, contents = _shown_name(pieces, box), _in_words(pieces, box)
        found = {
            panel.name: side_art(pieces, panel, name, contents)
            for panel in net.panels
            if panel.name not in art
        }
        art |= {side: drawn for side, drawn in found.items() if drawn is not None}
    return Folded(box.name, net, inks, art, made.place)


def _shown_name(pieces: Pieces, box: Box) -> str:
    """The title that a box shows beside that of the game: one from the file, or one to tell boxes apart."""
    title = box.definition.title
    alone = len(pieces.components.boxes) == 1 and title == title_of(box.name)
    return "" if alone or title == pieces.definition.title else title


def _faces(pieces: Pieces, box: Box) -> dict[str, LaidFace]:
    """The faces that the file gives sides."""

    def laid() -> dict[str, LaidFace]:
        made = box.definition

        def area(side: str) -> Area:
            return _below_notch(box_net(pieces, box).panel(side))

        return laid_sides(
            pieces,
            box.name,
            made.title,
            made.faces,
            area,
            PAPER if made.bare else pieces.look.ground,
            box.copies,
        )

    return pieces.once(("box faces", box.name), laid)


def _below_notch(panel: Panel) -> Area:
    """The area of a side, whose safe part begins below a notch."""
    area = rectangle(panel.box.width, panel.box.height)
    x, y, width, height = area.safe
    lower = max(0.0, notch(panel) - area.margin)
    return replace(area, safe=Size(x, y + lower, width, height - lower))


def _closed(pieces: Pieces, box: Box) -> Picture:
    """A box, closed, with its front towards us."""
    made, look = folded_box(pieces, box), pieces.look
    front, depth = made.net.panel("front"), made.net.panel("left").box.width
    x, y, width, height = front.box
    away = AWAY * depth
    corners = [Point(x, y), Point(x + width, y), Point(x + width, y + height)]
    side = lid = PAPER if box.definition.bare else look.ground
    if look.filled:
        # A little darker and lighter than the front.
        side, lid = mixed(side, "#000000", _SHADE), mixed(lid, PAPER, _LIGHT)
    edge = Stroke(EDGE, pieces.theme.cut, round=True)
    items: list[Item] = [
        Shape(polygon((corners[0], corners[0] + away, corners[1] + away, corners[1])), lid, edge),
        Shape(polygon((corners[1], corners[1] + away, corners[2] + away, corners[2])), side, edge),
        # The lid is tucked in behind the notch.
        Shape(polygon(front.box.corners), lid, edge),
        made.panel("front"),
        Shape(front.outline, stroke=edge),
    ]
    seen = bounding_box([*front.box.corners, *(corner + away for corner in corners)])
    return Picture(Drawing(tuple(items)), seen.widened(EDGE))
