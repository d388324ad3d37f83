"""The parts of a kit as pictures: all pieces of each kind, as on the first spread of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import radians

from pnp.documents import Part
from pnp.draw.pictures import gallery, scaled
from pnp.draw.symbols import box_path
from pnp.pieces import Pieces, framed
from pnp.project.inventory import InventoryLine, inventory, tile_picture
from pnp.scene import Drawing, Picture, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Point, turned
from pnp.sets.components import Pad, Tokens
from pnp.sets.tileset import Family

# Millimetres: the box of a picture, and the pieces in it.
_WIDTH, _HEIGHT = 54.0, 46.0
_TILE = 15.0
_CARD_HEIGHT = 34.0
_TOKEN = 12.0
_BOARD_HEX = 6.0
_FORM_HEIGHT = 38.0
_GAP = 2.0

# So many tiles and cards show what their kind is like; a hand of cards is fanned by these degrees.
_TILES, _CARDS = 8, 5
_FAN = 9.0


def parts(
    pieces: Pieces, pages: Callable[[InventoryLine], str] = lambda line: ""
) -> Iterator[Part]:
    """The kinds of pieces; a note has the `pages` of each, and a number that is given in words."""
    pictures = dict(_pictures(pieces))
    for line in inventory(pieces):
        picture = _within(pictures.get((line.section, line.name), line.picture))
        counted = line.number[:1].isdigit()
        notes = ("" if counted else line.number, pages(line))
        yield Part(
            picture._replace(alt=line.title),
            line.number if counted else "",
            line.title,
            ", ".join(filter(None, notes)),
        )


def _pictures(pieces: Pieces) -> Iterator[tuple[tuple[str, str], Picture]]:
    stock = pieces.components
    for family in pieces.tileset.families:
        if family.pieces:
            yield ("tiles", family.name), _tiles(pieces, family)
    for deck in stock.decks:
        cards = [framed(card, pieces.theme) for card, _ in pieces.cards(deck)]
        if cards:
            yield ("cards", deck.name), _fan(_spread(cards, _CARDS))
    for board in stock.boards:
        yield ("board", board.name), pieces.board(board, _BOARD_HEX)
    for tokens in stock.tokens:
        if tokens.kinds:
            yield ("tokens", tokens.name), _tokens(pieces, tokens)
    for pad in stock.pads:
        yield ("pads", pad.name), _stack(pieces, pad)


def _spread(things: Sequence[Picture], most: int) -> list[Picture]:
    """At most so many of the things, taken evenly."""
    if len(things) <= most:
        return [*things]
    return [things[at * len(things) // most] for at in range(most)]


def _tiles(pieces: Pieces, family: Family) -> Picture:
    chosen = (
        [family.pieces[at * len(family.pieces) // _TILES] for at in range(_TILES)]
        if len(family.pieces) > _TILES
        else family.pieces
    )
    return gallery([tile_picture(pieces, each, _TILE) for each in chosen], _WIDTH, gap=_GAP)


def _tokens(pieces: Pieces, tokens: Tokens) -> Picture:
    """All colours of a token and, of a single one, both sides."""
    cutouts = [pieces.token(each) for each in tokens.kinds]
    sides = [framed(each, pieces.theme) for each in cutouts]
    if len(cutouts) == 1 and cutouts[0].back is not None:
        sides.append(framed(cutouts[0], pieces.theme, back=True))
    largest = max(max(each.box.width, each.box.height) for each in sides)
    scale = min(1.0, (_TILE if len(sides) < 3 else _TOKEN) / largest)
    across = _WIDTH if len(sides) != 6 else 3 * (_TOKEN + _GAP)
    return gallery([scaled(each, scale) for each in sides], across, gap=_GAP)


def _stack(pieces: Pieces, pad: Pad) -> Picture:
    """A form, whole, with the edges of two more sheets behind it."""
    form = framed(pieces.pad(pad)[0], pieces.theme)
    form = scaled(form, min(1.0, _FORM_HEIGHT / form.box.height, _WIDTH * 0.9 / form.box.width))
    box, step = form.box, 1.4
    behind = tuple(
        Shape(
            box_path(Box(box.x + number * step, box.y - number * step, box.width, box.height)),
            "#FFFFFF",
            Stroke(0.2, pieces.theme.border),
        )
        for number in (2, 1)
    )
    front = Shape(box_path(box), "#FFFFFF", Stroke(0.2, pieces.theme.border))
    shown = Box(
        box.x - 0.2, box.y - 2 * step - 0.2, box.width + 2 * step + 0.4, box.height + 2 * step + 0.4
    )
    return Picture(Drawing((*behind, front, form.drawing)), shown)


def _fan(cards: Sequence[Picture]) -> Picture:
    """Cards as in a hand, the last one on top."""
    scale = min(_CARD_HEIGHT / cards[0].box.height, _WIDTH / 1.8 / cards[0].box.width)
    items, seen = [], []
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * _FAN
        small = scaled(card, scale)
        width, height = small.box.width, small.box.height
        # The pivot of a hand is below the cards.
        shift = Point(-width / 2, -1.6 * height)
        items.append(Placed(Drawing((small.at(shift),)), Point(0.0, 0.0), turn=angle))
        seen += [
            turned(shift + Point(x, y), radians(angle)) for x in (0.0, width) for y in (0.0, height)
        ]
    left, right = min(p.x for p in seen) - 0.3, max(p.x for p in seen) + 0.3
    top, bottom = min(p.y for p in seen) - 0.3, max(p.y for p in seen) + 0.3
    return Picture(Drawing(tuple(items)), Box(left, top, right - left, bottom - top))


def _within(picture: Picture) -> Picture:
    box = picture.box
    return scaled(picture, min(1.0, _WIDTH / box.width, _HEIGHT / box.height))
