"""The drawings of cards: a face for each, and one back for a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.basics.errors import DoesNotFit, Finding, InvalidDefinition, Severity
from pnp.basics.markup import TextBlock, UnsupportedMarkup, blocks, inline
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import CardFace, Ink
from pnp.draw.backs import back_items
from pnp.draw.ink_styles import painted
from pnp.draw.symbols import box_path, symbol
from pnp.draw.typesetting import Fitted, fitted, set_text, wrapped
from pnp.scene import Drawing, Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, circle, half_turned, segment
from pnp.sets.components import Card, Deck

# Millimetres. Print shops keep 1/8 in free inside the cut.
SAFE = 4.0

_CORNER = 5.0  # the radius of a sign in a corner, for reading in a fanned hand
_RULE = 0.3
_NAME = 4.8  # 13.5 pt
_SMALL = 3.6  # 10 pt
_TITLE = 6.4  # 18 pt
_CORNER_SIZE = 9.0  # 25 pt
_TITLE_ROOM = 17.0  # two lines
_LEAST_TITLE = 3.2  # 9 pt
_TEXT = 4.4  # 12.5 pt
_LEAST = 2.5  # 7 pt

Inks = Callable[[str], Ink]


def card_box(deck: Deck) -> Box:
    """A card of the deck round the origin."""
    width, height = deck.definition.width, deck.definition.height
    return Box(-width / 2, -height / 2, width, height)


def card_drawings(
    deck: Deck, inks: Inks, *, theme: Theme = STANDARD
) -> tuple[tuple[Card, Drawing], ...]:
    """The face of every card of a deck round the origin.

    All texts of a deck have one size: the largest at which the longest fits. Raises
    InvalidDefinition with a finding for each card whose text does not fit, or has markup that a card
    cannot have.
    """
    findings, sizes = [], [_TEXT]
    for card in deck.cards:
        try:
            sizes.append(_text_size(deck, card))
        except DoesNotFit as error:
            findings.append(Finding("card-text", Severity.ERROR, str(error), card.place))
        except UnsupportedMarkup as error:
            findings.append(Finding("markup", Severity.ERROR, str(error), card.place))
    if findings:
        raise InvalidDefinition(findings)
    return tuple((card, _card_drawing(deck, card, inks, min(sizes), theme)) for card in deck.cards)


def _text_size(deck: Deck, card: Card) -> float:
    box = card_box(deck)
    title = _title(card.face, box)
    top = _text_top(card.face, box, title)
    room = Box(0, top, box.width - 2 * SAFE, max(0.0, box.bottom - SAFE - top))
    return fitted(blocks(card.face.text), room, _TEXT, _LEAST).size


def _card_drawing(deck: Deck, card: Card, inks: Inks, size: float, theme: Theme) -> Drawing:
    box = card_box(deck)
    ground = Shape(box_path(box), fill=theme.card)
    face = card.face
    if not face.colours:
        items = _text_face(face, deck.definition.title, box, size, theme)
    elif face.opposites:
        items = _both_ways_up(lambda: _opposites_half(face, inks, box, theme))
    else:
        items = _pair_face(face, inks, box, theme)
    return Drawing((ground, *items))


def _turned(items: Iterator[Item]) -> Iterator[Item]:
    """The items turned by half a turn about the origin."""
    for item in items:
        match item:
            case Shape(path, fill, stroke):
                yield Shape(half_turned(path), fill, stroke)
            case Text(string, at, size, ink, bold, anchor, angle):
                yield Text(string, Point(-at.x, -at.y), size, ink, bold, anchor, angle + 180)
            case _:
                raise TypeError(f"a card has no {type(item).__name__}")


def _both_ways_up(half: Callable[[], Iterator[Item]]) -> Iterator[Item]:
    yield from half()
    yield from _turned(half())


def _pair_face(face: CardFace, inks: Inks, box: Box, theme: Theme) -> Iterator[Item]:
    """One colour above, and the other below, upside down, for players on both sides of a table."""
    upper, lower = (inks(name) for name in face.colours)
    yield from _pair_half(upper, lower, box, theme)
    yield from _turned(_pair_half(lower, upper, box, theme))
    reach = box.width / 2 - SAFE
    yield Shape(segment(Point(-reach, 0), Point(reach, 0)), stroke=Stroke(_RULE, theme.border))


def _pair_half(ink: Ink, other: Ink, box: Box, theme: Theme) -> Iterator[Item]:
    half = box.height / 2
    radius = min(box.width * 0.21, half * 0.4)
    centre = Point(0, -half * 0.53)
    yield from painted(symbol(ink.symbol, centre, radius), ink.fill, theme, ground=theme.card)
    yield _name(
        ink, centre + Point(0, radius + 2.2 + _NAME * CAP_HEIGHT), box.width - 2 * SAFE, theme
    )
    # Both colours in the corner, because players see the corners of a fanned hand.
    corner = Point(box.x + SAFE + _CORNER * 0.6, box.y + SAFE + _CORNER * 0.6)
    yield from painted(
        symbol(ink.symbol, corner, _CORNER * 0.6), ink.fill, theme, ground=theme.card
    )
    below = corner + Point(0, _CORNER * 1.6)
    yield from painted(
        symbol(other.symbol, below, _CORNER * 0.6), other.fill, theme, ground=theme.card
    )


def _name(ink: Ink, at: Point, room: float, theme: Theme) -> Text:
    """The colour's name, as large as its room allows."""
    name = ink.name.capitalize()
    size = min(_NAME, room / text_width(name, 1.0, bold=True))
    return Text(name, at, size, theme.mark, bold=True, anchor="middle")


def _opposites_half(face: CardFace, inks: Inks, box: Box, theme: Theme) -> Iterator[Item]:
    """The upper half: the left colour on the left and the right colour on the right, both upright.

    The lower half is the same, turned, so that either end can be up.
    """
    half = box.height / 2
    radius = min(box.width * 0.17, half * 0.3)
    for side, name, word in ((-1, face.colours[0], "left"), (1, face.colours[1], "right")):
        ink = inks(name)
        centre = Point(side * box.width / 4, -half * 0.52)
        yield from painted(symbol(ink.symbol, centre, radius), ink.fill, theme, ground=theme.card)
        room = box.width / 2 - SAFE
        yield _name(ink, centre + Point(0, radius + 2.2 + _NAME * CAP_HEIGHT), room, theme)
        at = Point(side * box.width / 4, box.y + SAFE + _NAME * CAP_HEIGHT)
        yield Text(word, at, _NAME, theme.note, anchor="middle")
    yield Shape(
        segment(Point(0, box.y + SAFE), Point(0, -half * 0.1)), stroke=Stroke(_RULE, theme.border)
    )
    yield Shape(circle(Point(0, 0), 1.0), fill=theme.border)


def _sign_radius(box: Box) -> float:
    return min(box.width, box.height) * 0.12


def _title_top(face: CardFace, box: Box) -> float:
    """The top of the title: below the corner, and below the sign if the card has one."""
    top = box.y + SAFE + 8.0
    return top + 2 * _sign_radius(box) + 3.5 if face.sign else top


def _title(face: CardFace, box: Box) -> Fitted:
    room = Box(0, 0, box.width - 2 * SAFE, _TITLE_ROOM)
    title = (TextBlock(inline(face.title)),)
    return fitted(title, room, _TITLE, _LEAST_TITLE, bold=True)


def _text_top(face: CardFace, box: Box, title: Fitted) -> float:
    """The top of the text: below the title and the rule under it."""
    return _title_top(face, box) + title.height + 7.0


def _text_face(face: CardFace, deck: str, box: Box, size: float, theme: Theme) -> Iterator[Item]:
    """Corner, sign, title, rule and text, from top to bottom."""
    left, top = box.x + SAFE, box.y + SAFE
    if face.corner:
        at = Point(left, top + _CORNER_SIZE * CAP_HEIGHT)
        yield Text(face.corner, at, _CORNER_SIZE, theme.mark, bold=True)
    kind = Point(box.right - SAFE, top + _SMALL * CAP_HEIGHT)
    yield Text(deck, kind, _SMALL, theme.note, anchor="end")
    if face.sign:
        centre = Point(0, _title_top(face, box) - 3.5 - _sign_radius(box))
        yield from painted(
            symbol(face.sign, centre, _sign_radius(box)), theme.kerb, theme, ground=theme.card
        )
    title = _title(face, box)
    yield from set_text(title, Point(0, _title_top(face, box)), theme.mark, middle=True)
    down = _text_top(face, box, title)
    rule = segment(Point(-8, down - 3.5), Point(8, down - 3.5))
    yield Shape(rule, stroke=Stroke(_RULE, theme.kerb))
    lines = Fitted(size, wrapped(blocks(face.text), box.width - 2 * SAFE, size))
    yield from set_text(lines, Point(left, down), theme.mark)


def card_back(deck: Deck, *, theme: Theme = STANDARD) -> Drawing:
    """The back of the deck's cards round the origin."""
    sign = deck.definition.back
    box = card_box(deck)
    return Drawing(back_items(box, theme.kerb, theme.ground, sign=sign, fills=theme.fills))


def card_bleed(deck: Deck, reach: float, *, back: bool = False, theme: Theme = STANDARD) -> Drawing:
    """The bleed of a side of the deck's cards, *reach* over the edge."""
    box = card_box(deck)
    wide = Box(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach)
    if back:
        return Drawing(back_items(wide, theme.kerb, theme.ground, fills=theme.fills))
    return Drawing((Shape(box_path(wide), fill=theme.card),))
