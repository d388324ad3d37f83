"""Tuck boxes: as wide and as high as their pieces, as deep as their stack, with the cover of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, InvalidDefinition, Located, Severity
from pnp.basics.units import number
from pnp.basics.words import capitalised, counted, in_words
from pnp.colour.measures import mixed
from pnp.colour.theme import PAPER
from pnp.definition import TILES, BoxDefinition
from pnp.definition.reading import title_of
from pnp.draw.look.lettering import title_lettering
from pnp.draw.look.looks import Look
from pnp.draw.patterns import card_box, card_pattern
from pnp.faces import Area, LaidFace, items_of, rectangle
from pnp.imposition import SheetOptions
from pnp.kinds.folding import Folded, Inks, Net, Panel, fold_ink
from pnp.kinds.kind import PieceGroup
from pnp.kinds.nets import NetKind, laid_sides
from pnp.kinds.pictures import EDGE, Shapes
from pnp.kinds.sections import Section, fits
from pnp.pieces import Cutout, Pieces
from pnp.pieces.faced import face_findings
from pnp.pieces.pieces import token_trim
from pnp.pieces.trims import tile_trim, upright
from pnp.scene import Clip, Drawing, Item, Layer, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fineness import MINIATURE, simplified
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    Ray,
    arc,
    bounding_box,
    polygon,
    rounded,
    samples,
)


class TuckBox(NamedTuple):
    """A tuck box, and how many pieces each copy of it holds."""

    definition: BoxDefinition
    pieces: int

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def copies(self) -> int:
        return self.definition.split

    @property
    def stack(self) -> int:
        """The number of pieces in its highest stack."""
        return -(-self.pieces // self.definition.stacks)


def made_box(pieces: Pieces, definition: BoxDefinition) -> TuckBox:
    """A box for its pieces; raises InvalidDefinition for no pieces, or too few for its stacks and copies."""
    number = number_held(pieces, definition.wanted, "box", definition.name)
    for key, parts in (("split", definition.split), ("stacks", definition.stacks)):
        if parts > number:
            there = f"{'is' if number == 1 else 'are'} {counted(number, 'piece')}"
            message = f"{key} is {parts}, and there {there}; write up to {number}"
            place = definition.place_of(key)
            raise InvalidDefinition([Finding("number", Severity.ERROR, message, place)])
    return TuckBox(definition, -(-number // definition.split))


def number_held(pieces: Pieces, wanted: Sequence[Located[str]], what: str, name: str) -> int:
    """The number of pieces with these names; raises InvalidDefinition for no pieces."""
    numbers = pieces.components.numbers
    found = sum(numbers.get(each.value, 0) for each in wanted)
    if not found:
        groups = in_words([each.value for each in wanted])
        have = "has" if len(wanted) == 1 else "have"
        message = f'the {what} "{name}" has no pieces: {groups} {have} none to print'
        raise InvalidDefinition([Finding("empty-box", Severity.ERROR, message, wanted[0].place)])
    return found


# The most stacks, and the most boxes, that pnp suggests.
_MOST = 20

# A side of a box that runs away from us: as a share of its depth, to the right and up.
AWAY = Point(0.62, -0.38)

# The shares of black in its side and of white in its lid.
_SHADE, _LIGHT = 0.22, 0.16


class BoxKind(NetKind[TuckBox]):
    """Boxes."""

    key = "boxes"
    one = "box"
    section = BoxDefinition
    is_counted = False
    shown = (150.0, 130.0)
    heading = "Boxes"
    is_played = False
    called = "box"
    advice = "make its pieces smaller"

    def made(self, pieces: Pieces) -> Sequence[TuckBox]:
        definitions = pieces.definition.pieces_of(BoxDefinition)
        return [made_box(pieces, each) for each in definitions]

    def group(self, pieces: Pieces, made: TuckBox) -> PieceGroup:
        definition = made.definition
        size = " x ".join(number(round(each, 1)) for each in room_in(pieces, made))
        note = f"{counted(made.pieces, 'piece')}, {size} mm inside"
        box = self.listed(
            pieces, definition, made.name, made.copies, lambda: folded_box(pieces, made).cutout
        )
        return self.grouped(definition, note, [box])

    def counts(self, pieces: Pieces) -> Iterator[str]:
        return (f"{box.name} for {counted(box.pieces, 'piece')}" for box in self.made(pieces))

    def shapes(self, pieces: Pieces, made: TuckBox) -> Shapes:
        return (_closed(pieces, made),)

    def smaller(self, pieces: Pieces, made: TuckBox, net: str, rooms: Sequence[Box]) -> str:
        """The nearest number of stacks that fits, or the least number of boxes, perhaps with other stacks."""
        definition = made.definition
        total = sum(pieces.components.numbers[each.value] for each in definition.wanted)
        others = {*range(1, min(_MOST, made.pieces) + 1)} - {definition.stacks}
        nearest = sorted(others, key=lambda each: (abs(each - definition.stacks), each))
        for split in range(definition.split, min(_MOST, total) + 1):
            for stacks in (definition.stacks, *nearest):
                box = TuckBox(replace(definition, split=split, stacks=stacks), -(-total // split))
                if not all(fits(box_net(pieces, box).box, room) for room in rooms):
                    continue
                keys = [] if stacks == definition.stacks else [f"`stacks: {stacks}`"]
                if split == definition.split:
                    return f"write {keys[0]}"
                keys.append(f"`split: {split}`")
                return f"write {in_words(keys)} for {split} boxes of {-(-total // split)} pieces"
        return ""

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        laid = (_faces(pieces, box).values() for box in self.made(pieces))
        yield from face_findings(chain.from_iterable(laid))

    def flat(self, pieces: Pieces, made: TuckBox) -> Iterator[tuple[str, Box]]:
        yield made.name, box_net(pieces, made).box

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
            **{each.name: each.title for each in pieces.definition.pieces.get("polyforms", ())},
            TILES: capitalised(words("name-tiles")),
        }
        on_sheets = {name for each in sections for ids in each.sheets[0].contents for name in ids}
        holds = []
        for box in self.made(pieces):
            if sections and box.name not in on_sheets:
                continue
            held = words.listed(
                [*dict.fromkeys(titles[each.value] for each in box.definition.wanted)]
            )
            if held.casefold() != box.definition.title.casefold():
                holds.append({"box": box.definition.title, "pieces": held})
        return {"holds": holds}


class Held(NamedTuple):
    """A piece that a box holds, or that a standee shows: its id, its size, its copies, and its cutout.

    Only the call draws it, and raises InvalidDefinition if it cannot be drawn.
    """

    id: str
    size: Box
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
    elif pieces.definition.pieces.get("polyforms"):
        from pnp.pieces.polyforms import polyform_cutout, polyform_pieces, polyform_sets

        for made in polyform_sets(pieces):
            for part in polyform_pieces(pieces, made) if made.definition.name == name else ():
                size = part.form.form.box(made.definition.cell)
                yield Held(part.id, size, part.copies, partial(polyform_cutout, pieces, made, part))
    families = [
        family
        for family in pieces.tileset.families
        if name in (family.name, family.group.name, TILES)
    ]
    # Tiles on the backs of others take no room beside these.
    for family in [each for each in families if not each.is_back] or families:
        size = tile_trim(family.group).box(upright(family.group))
        for piece in family.pieces:
            yield Held(piece.id, size, piece.copies, partial(pieces.tiles.cutout, piece))


def _held_in_words(pieces: Pieces, box: TuckBox) -> str:
    """The pieces in a box: `54 cards`; nothing for pieces of several kinds that are split."""
    parts, words = pieces.components, pieces.definition.language
    numbers: Counter[str] = Counter()
    for each in box.definition.wanted:
        name = each.value
        is_polyform = any(
            each.name == name for each in pieces.definition.pieces.get("polyforms", ())
        )
        kind = (
            "card" if parts.deck(name)
            else "token" if parts.token(name)
            else "polyform" if is_polyform
            else "tile"
        )  # fmt: skip
        numbers[kind] += parts.numbers[name]
    if len(numbers) == 1:
        return words.counted(next(iter(numbers)), box.pieces)
    if box.copies > 1:
        return ""
    return words.listed([words.counted(kind, number) for kind, number in numbers.items()])


def room_in(pieces: Pieces, box: TuckBox) -> Room:
    """The room inside a box: for its stacks, with its allowance."""
    made = box.definition
    if made.packing is not None:
        from pnp.pieces.polyforms import packed_box

        board, number = packed_box(pieces, made.packing.value)
        width, height, layers = board.width, board.height, -(-box.pieces // number)
    else:
        around = [each.size for each in pieces_of(pieces, made.wanted)]
        width = max(each.width for each in around) * made.stacks
        height, layers = max(each.height for each in around), box.stack
    depth = max(layers * made.thickness + made.allowance, LEAST_DEPTH)
    return Room(width + made.allowance, height + made.allowance, depth)


def box_net(pieces: Pieces, box: TuckBox) -> Net:
    """The net of a tuck box, with room for the layers of card that lie in it when it is closed."""
    room, card = room_in(pieces, box), box.definition.card
    # Below the lid lie two flaps side by side, on the bottom two more and the one with glue; the tuck and the strip
    # stand before and behind the pieces.
    return tuck_box(Room(room.width, room.height + 3 * card, room.depth + 2 * card), card)


def folded_box(pieces: Pieces, box: TuckBox) -> Folded:
    """A tuck box with the art of its sides, drawn once."""
    return pieces.once(("box", box.name), lambda: _drawn(pieces, box))


def _drawn(pieces: Pieces, box: TuckBox) -> Folded:
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
        name, contents = _shown_name(pieces, box), _held_in_words(pieces, box)
        found = {
            panel.name: side_art(pieces, panel, name, contents, [each.value for each in made.cover])
            for panel in net.panels
            if panel.name not in art
        }
        art |= {
            side: simplified(each, MINIATURE) for side, each in found.items() if each is not None
        }
    return Folded(box.name, net, inks, art, made.place)


def _shown_name(pieces: Pieces, box: TuckBox) -> str:
    """The title that a box shows beside that of the game: one from the file, or one to tell boxes apart."""
    title = box.definition.title
    alone = len(pieces.definition.pieces_of(BoxDefinition)) == 1 and title == title_of(box.name)
    return "" if alone or title == pieces.definition.title else title


def _faces(pieces: Pieces, box: TuckBox) -> dict[str, LaidFace]:
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
    return replace(area, safe=Box(x, y + lower, width, height - lower))


def _closed(pieces: Pieces, box: TuckBox) -> Picture:
    """A box, closed, with its front towards us."""
    made, look = folded_box(pieces, box), pieces.look
    front, depth = made.net.panel("front"), made.net.panel("left").box.width
    x, y, width, height = front.box
    away = AWAY * depth
    corners = [Point(x, y), Point(x + width, y), Point(x + width, y + height)]
    ground = PAPER if box.definition.bare else look.ground
    # A little darker and lighter than the front.
    side = look.area(mixed(ground, "#000000", _SHADE), ground)
    lid = look.area(mixed(ground, PAPER, _LIGHT), ground)
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


# The net of a tuck box

# Millimetres: nobody folds a narrower side.
LEAST_DEPTH = 6.0

# Millimetres: the most that flaps, the notch and the strip for glue take, which small boxes reduce.
_TUCK, _DUST, _INNER, _GLUE, _NOTCH = 15.0, 16.0, 25.0, 11.0, 9.0
_LEAST_FLAP = 8.0

# Millimetres: a flap that goes into the box is narrower by this and the card on each side.
_EASE = 0.3

# How far the ends of flaps slant: a share of their reach, and the most in millimetres.
_SLANT, _MOST_SLANT = 0.18, 2.5


class Room(NamedTuple):
    """The room inside a box, in millimetres."""

    width: float
    height: float
    depth: float


def tuck_box(room: Room, card: float) -> Net:
    """The net of a box with a lid to tuck in and a bottom to glue, of card of this thickness.

    Its creases are where the middle of the card is folded: a panel is as large as the room and half
    the card on each side. The printed side is up: from the left, back, side, front, side, strip for
    glue.
    """
    width, height, depth = (each + card for each in room)
    ease = card + _EASE
    left, front = width, width + depth
    right, end = front + width, front + width + depth
    glue, notch = min(_GLUE, 0.6 * width), min(_NOTCH, width / 5, height / 5)
    dust = min(_DUST, 0.45 * width, max(_LEAST_FLAP, 0.85 * depth))
    tuck = min(_TUCK, 0.4 * height, max(_LEAST_FLAP, depth))
    inner = min(_INNER, depth - ease)
    return Net(
        (
            _flat("back", Box(0, 0, width, height)),
            _flat("left", Box(left, 0, depth, height)),
            Panel("front", _notched(Box(front, 0, width, height), notch)),
            _flat("right", Box(right, 0, depth, height)),
            _flat("top", Box(0, -depth, width, depth), turn=180),
            _flat("bottom", Box(front, height, width, depth)),
            Panel("tuck", _rounded_flap(Point(ease, -depth), width - 2 * ease, tuck)),
            *(
                Panel(f"{name}-{end_name}", flap(start, way, depth - 2 * ease, dust))
                for name, x in (("left", left), ("right", right))
                for end_name, start, way in (
                    ("top", Point(x + ease, 0.0), Point(1, 0)),
                    ("bottom", Point(x + depth - ease, height), Point(-1, 0)),
                )
            ),
            Panel(
                "inner",
                flap(Point(width - ease, height), Point(-1, 0), width - 2 * ease, inner),
                glue=True,
            ),
            Panel("strip", flap(Point(end, ease), Point(0, 1), height - 2 * ease, glue), glue=True),
        )
    ).centred


def _flat(name: str, box: Box, *, turn: float = 0.0) -> Panel:
    return Panel(name, polygon(box.corners), turn=turn)


def _notched(box: Box, radius: float) -> Path:
    """A panel with a notch for a thumb in the middle of its upper edge."""
    one, two, three, four = box.corners
    middle = Point(box.centre.x, box.y)
    start, end = middle - Point(radius, 0), middle + Point(radius, 0)
    _, *notch = arc(Ray(start, Point(0, 1)), end)
    return (
        ("M", *one),
        ("L", *start),
        *notch,
        *(("L", *each) for each in (two, three, four)),
        ("Z",),
    )


def flap(start: Point, way: Point, long: float, reach: float) -> Path:
    """A flap to the left of the way along its crease, whose ends slant."""
    out, off = way.right() * -reach, way * min(_SLANT * reach, _MOST_SLANT)
    end = start + way * long
    return polygon((start, start + out + off, end + out - off, end))


def _rounded_flap(start: Point, long: float, reach: float) -> Path:
    """A flap above its crease with round corners, so that it slips in."""
    radius = min(0.6 * reach, long / 3)
    top = start.y - reach
    end = start.x + long
    _, *one = arc(Ray(Point(start.x, top + radius), Point(0, -1)), Point(start.x + radius, top))
    _, *two = arc(Ray(Point(end - radius, top), Point(1, 0)), Point(end, top + radius))
    return (
        ("M", *start),
        ("L", start.x, top + radius),
        *one,
        ("L", end - radius, top),
        *two,
        ("L", end, start.y),
        ("Z",),
    )


# The art of its sides

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


def side_art(
    pieces: Pieces, panel: Panel, name: str, contents: str, cards: Sequence[str] = ()
) -> Drawing | None:
    """The art of a side round its middle; None if only its ground shows.

    The title of a cover begins below the notch for a thumb. The title on the spines reads downwards when the box stands.
    The *name* tells this box from the others of its game; "" if it needs none.
    """
    from pnp.covers import cover

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
                cards=cards,
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
