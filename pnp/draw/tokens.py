"""The drawing of a token: a field, a rim, a sign or a word, and the symbol of its colour.

Rims follow the outline inside the cut: lines, bands, arrows and ticks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from pnp.basics.classes import NamedTuple, frozen
from pnp.colour.measures import SEEN, contrast, mixed
from pnp.colour.theme import STANDARD, Theme, legible
from pnp.definition import TokenDefinition, TokenFace
from pnp.draw.areas import RIM, areas_of
from pnp.draw.look.lettering import number_item, numeral_width
from pnp.draw.look.signs import box_path, regular, symbol
from pnp.draw.tile.letters import SMALL, with_letter
from pnp.scene import Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    bounding_box,
    circle,
    heading,
    parts_of,
    points_along,
    points_of,
    polygon,
    polyline,
    rounded,
    segment,
    smooth_runs,
)
from pnp.sets.components import Token

# A large symbol with its letter beside it is smaller, so that both fit on the token.
_BESIDE, _BESIDE_FROM = 0.52, 0.4

# A token in a figure: the width of its rim in millimetres, and shares of its reach: where its sign and the symbol of
# its colour are, and how far they reach. The symbol is so large that it can be seen at 3 mm.
_RIM_IN_FIGURE = 0.4
_SIGN_IN_FIGURE, _SYMBOL_IN_FIGURE = (-0.38, 0.44), (0.5, 0.31)
_AIR = 0.4  # millimetres between a word and the rim

_BLANK = TokenFace()

# Millimetres: scissors that miss the outline by so much leave the rim whole.
INSET = 1.4
# Small tokens have less: this share of their size.
_INSET_SHARE = 0.09
_FINE = 0.25

# Shares of the token's size.
BAND = 0.105
_ARROW, _TICKS, _DOTS = 0.042, 0.055, 0.045


@frozen
class _Side:
    """A side of a token in a theme, with the inks of its parts."""

    token: Token
    theme: Theme
    back: bool = False

    @property
    def face(self) -> TokenFace:
        definition = self.token.definition
        return (definition.back or _BLANK) if self.back else definition.front

    @property
    def rim(self) -> str:
        """The rim; an outline of its own has none that the file does not ask for."""
        is_free = self.token.definition.contour is not None
        return "none" if is_free and not self.face.has("rim") else self.face.rim

    @property
    def own(self) -> str:
        """The token's colour; empty if it has none."""
        return "" if self.token.ink is None else self.token.ink.fill

    @property
    def field(self) -> str:
        """The ink of the ground, inside a band if the side has one."""
        theme = self.theme
        if self.face.ground:
            ink = self.face.ground
        elif self.face.rim == "band" and self.own:
            ink = theme.halo
        elif not self.own:
            # The two sides look different at a glance.
            ink = theme.road if self.back else theme.ground
        else:
            ink = mixed(self.own, theme.ground, 0.8) if self.back else self.own
        return theme.area(ink)

    @property
    def band(self) -> str:
        """The ink of a broad rim; empty for other rims."""
        return self.theme.area(self.own, "") if self.face.rim == "band" else ""

    @property
    def ink(self) -> str:
        """The ink of the sign, the word and the rim."""
        over = self.own if self.face.rim == "band" else ""
        ink = self.face.ink or over or legible(self.field, self.theme)
        return self.theme.area(ink, self.own or self.theme.kerb)

    @property
    def is_bare(self) -> bool:
        """Whether only the face of the designer shows something."""
        no_side = self.back and self.token.definition.back is None
        return no_side or (self.face.is_blank and self.token.listed is not None)


def token_ground(
    token: Token, reach: float = 0.0, *, back: bool = False, theme: Theme = STANDARD
) -> tuple[Item, ...]:
    """The field of a side with its rim, or the field alone, grown by *reach*."""
    definition, side = token.definition, _Side(token, theme, back)
    whole = Shape(token_outline(definition, beyond=reach, back=back), fill=side.band or side.field)
    if reach:
        return (whole,)
    rim = side.rim
    if side.face.is_blank and token.listed is not None and rim == "line":
        # Its own face covers the field.
        rim = "none"
    if rim == "none":
        rim = areas_of(theme).no_rim
    elif rim == "band" and not side.band:
        rim = "line"
    lines = rim_items(definition, rim, side.ink, theme, back=back)
    if not side.band:
        return (whole, *lines)
    inner = token_outline(definition, beyond=-rim_room(definition, "band"), back=back)
    return (whole, Shape(inner, fill=side.field), *lines)


def token_items(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The sign, the word and the symbol of a side; nothing if only its face shows something."""
    side = _Side(token, theme, back)
    items = () if side.is_bare else tuple(_face_items(side))
    middle = token_middle(token.definition, back=back)
    return items if middle == ORIGIN else (Placed(Drawing(items), middle),)


def has_sign_and_symbol(token: Token) -> bool:
    """Whether the front shows a sign above the symbol of the token's colour, and nothing else."""
    face, ink = token.definition.front, token.ink
    return bool(face.sign and not face.text and token.listed is None and ink and ink.symbol)


def token_in_figure(token: Token, size: float, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The front of a token with a sign and a symbol in a size in which the printed ones could not be seen.

    The symbol is nearly as large as the sign, and has no letter beside it.
    """
    assert token.ink is not None
    side = _Side(token, theme)
    ink = side.ink
    if theme.edging and contrast(ink, side.field) < SEEN:
        ink = legible(side.field, theme)
    # The rim of a token that is filled with its ink is light, so that it is seen on a cell in this ink.
    rim = theme.halo if side.field == side.own else ink
    small = token.definition.scaled(size)
    outline = token_outline(small, beyond=-_RIM_IN_FIGURE / 2)
    half, middle = small.across / 2, token_middle(small)
    signs = ((side.face.sign, *_SIGN_IN_FIGURE), (token.ink.symbol, *_SYMBOL_IN_FIGURE))
    return (
        Shape(outline, fill=side.field, stroke=Stroke(_RIM_IN_FIGURE, rim)),
        *(
            Shape(symbol(name, middle + Point(0, down * half), reach * half), fill=ink)
            for name, down, reach in signs
        ),
    )


# Millimetres: as high as the capitals of 5.5 pt, in which players do not read, but recognise a symbol.
_LEAST_SIGN = 1.3


def faint_sign(token: Token, theme: Theme = STANDARD) -> float:
    """How large the smallest sign on a token is in millimetres; 0 if all can be recognised.

    A low sign, such as a bar, is as large as it is wide. A symbol with its letter beside it can be small.
    """
    side = _Side(token, theme)
    items = () if side.is_bare else _face_items(side)
    signs = [bounding_box(points_of(each.path)) for each in items if isinstance(each, Shape)]
    least = min((max(box.width, box.height) for box in signs), default=_LEAST_SIGN)
    has_letter = token.ink is not None and theme.letters_everywhere
    return 0.0 if least >= _LEAST_SIGN or has_letter else least


def token_field(token: Token, *, back: bool, theme: Theme) -> str:
    """The ink of a side's ground, inside a band if it has one."""
    return _Side(token, theme, back).field


def _face_items(side: _Side) -> Iterator[Item]:
    """The sign above the word or the colour's symbol; a single item stands in the middle."""
    token, face, theme, ink = side.token, side.face, side.theme, side.ink
    half, rim = token.definition.across / 2, rim_room(token.definition, side.rim)
    room = half - (rim - 1.0) * 0.6
    own = token.ink.symbol if token.ink is not None else ""
    main, below = (face.sign, own) if face.sign else (own, "")

    def shown(
        name: str, down: float, radius: float, over: str, ground: str, *, aside: float = 0.0
    ) -> Iterator[Item]:
        """A sign, with the letter beside the colour's symbol, if the theme shows letters everywhere."""
        centre, small = Point(aside, down), radius < _BESIDE_FROM * room
        letters: list[Text] = []
        if token.ink is not None and name == own and theme.letters_everywhere:
            radius *= 1.0 if small else _BESIDE
            written = theme.area(over, theme.mark)
            centre, letter = with_letter(token.ink.code, centre, radius, written)
            letters.append(letter)
        path = symbol(name, centre, radius)
        # An outline would make a small symbol as dark and larger.
        yield from (Shape(path, fill=over),) if small else areas_of(theme).sign(path, over, ground)
        yield from letters

    if not face.text and not below:
        yield from shown(main, 0.0, room * 0.6, ink, side.field)
    elif side.band and not face.text:
        # The symbol stands on the rim, and the sign has the field for itself.
        yield from shown(main, -room * 0.08, room * 0.6, ink, side.field)
        disc, low = 0.21 * half, 0.76 * half
        wide = 0.62 if theme.letters_everywhere else 0.82
        # Two items side by side take a longer field.
        high, aside = disc * 1.22, 1.25 * disc * wide if theme.letters_everywhere else 0.0
        long = high + aside
        yield Shape(rounded(Box(-long, low - high, 2 * long, 2 * high), high), fill=side.band)
        yield from shown(below, low, disc * wide, legible(side.band, theme), side.band)
    elif main and face.text and token.definition.is_wide:
        # Side by side, as on a ticket.
        reach, edge = room * 0.6, token.definition.width / 2
        yield from shown(main, 0.0, reach, ink, side.field, aside=half - edge)
        left, right = half - edge + reach + _AIR, edge - rim - _ARROW * 2 * half - _AIR
        size = min(0.9 * reach, (right - left) / text_width(face.text, 1.0, bold=True))
        size = max(SMALL, size)
        foot = Point((left + right) / 2, size * CAP_HEIGHT / 2)
        yield Text(face.text, foot, size, ink, bold=True, anchor="middle")
    else:
        if main:
            pair = bool(below) and theme.letters_everywhere and not face.text
            up, wide = (0.26, 0.48) if pair else (0.18, 0.55)
            yield from shown(main, -room * up, room * wide, ink, side.field)
        if face.text.isdecimal() and not main:
            # A number in the middle, as large as it fits.
            widest = 1.15 * room / numeral_width(face.text, 1.0)
            yield number_item(face.text, ORIGIN, min(0.8 * room, widest), ink)
        elif face.text:
            yield _word(face.text, room, half - rim - _AIR, ink, token.definition, middle=not main)
        elif below:
            # Two items side by side are wider: they stand where the token is wider as well.
            low = 0.58 if theme.letters_everywhere else 0.64
            yield from shown(below, room * low, room * 0.19, ink, side.field)


def _word(
    text: str, room: float, reach: float, ink: str, definition: TokenDefinition, *, middle: bool
) -> Text:
    """The word, as large as possible inside a circle of radius *reach*, and at least 7 pt.

    On a rectangle it is as wide as the token allows.
    """
    wide = text_width(text, 1.0, bold=True)
    centre, most = (0.0, room * 1.05) if middle else (room * 0.62, room * 0.36)
    # The lower corners of the word, at a size, lie on the circle: the root of a square equation.
    squares, linear = (wide**2 + CAP_HEIGHT**2) / 4, centre * CAP_HEIGHT
    short = centre**2 - reach**2
    fitting = (math.sqrt(linear**2 - 4 * squares * short) - linear) / (2 * squares)
    if definition.contour is None and not definition.has_round_rim:
        fitting = (definition.width - definition.across + 2 * reach) / wide
    size = max(SMALL, min(most, fitting))
    low = centre + size * CAP_HEIGHT / 2
    return Text(text, Point(0, low), size, ink, bold=True, anchor="middle")


# Rims


def token_outline(definition: TokenDefinition, *, beyond: float = 0.0, back: bool = False) -> Path:
    """The outline of a side of a token round the origin, grown by *beyond*."""
    if definition.contour is not None:
        contour = definition.contour.turned_over if back else definition.contour
        return contour.grown(beyond) if beyond else contour.path
    wide, high = definition.width / 2 + beyond, definition.height / 2 + beyond
    match definition.shape:
        case "round":
            return circle(ORIGIN, wide)
        case "square" | "rectangle":
            return box_path(Box(-wide, -high, 2 * wide, 2 * high))
        case _:
            return regular(6, ORIGIN, wide * 2 / 3**0.5)


def token_middle(definition: TokenDefinition, *, back: bool = False) -> Point:
    """Where the sign of a side stands: in the middle of the largest circle on the token."""
    if definition.contour is None:
        return ORIGIN
    return (definition.contour.turned_over if back else definition.contour).disc.centre


def _inset(definition: TokenDefinition) -> float:
    """How far inside the cut the rim lies."""
    return min(INSET, _INSET_SHARE * definition.across)


def rim_room(definition: TokenDefinition, rim: str) -> float:
    """How far from the cut the rim leaves the field free."""
    size, inset = definition.across, _inset(definition)
    depth = {"coin": _TICKS + 0.02, "dots": _DOTS + 0.03, "band": BAND}
    depth |= dict.fromkeys(("clockwise", "anticlockwise"), 1.8 * _ARROW)
    if rim == "none":
        return 0.0
    return max(inset + RIM, (inset if rim != "band" else 0.0) + depth.get(rim, 0.0) * size)


class _RimSpot(NamedTuple):
    """A place on a rim, and the direction outwards."""

    at: Point
    out: Point


def _rim_spots(
    definition: TokenDefinition,
    inset: float,
    number: int,
    *,
    first: float = 0.0,
    back: bool = False,
) -> Iterator[_RimSpot]:
    """About so many places at even steps, that far inside the cut.

    They lie on a circle, from the heading *first*, or along another outline, clear of its corners.
    """
    if definition.has_round_rim:
        half = definition.across / 2 - inset
        for place in range(number):
            out = heading(first + 360 / number * place)
            yield _RimSpot(out * half, out)
        return
    parts = parts_of(token_outline(definition, beyond=-inset, back=back))
    runs = [run for part in parts for run in smooth_runs(part)]
    lengths = [sum((end - start).length() for start, end in pairwise(run)) for run in runs]
    for run, length in zip(runs, lengths, strict=True):
        steps = max(1, round(number * length / sum(lengths)))
        for step in range(steps):
            ahead = 0.25 * length / steps
            middle = length * (step + 0.5) / steps
            one, at, other = points_along(polyline(run), (middle - ahead, middle, middle + ahead))
            yield _RimSpot(at, (other - one).unit().right() * -1)


def rim_items(
    definition: TokenDefinition, rim: str, ink: str, theme: Theme = STANDARD, *, back: bool = False
) -> Iterator[Item]:
    """The lines of a rim in an ink, on the front or the back."""
    if rim in ("none", "band"):
        return
    inset, size = _inset(definition), definition.across
    inner = token_outline(definition, beyond=-inset, back=back)
    yield Shape(inner, stroke=areas_of(theme).rim(inner, ink, back=back))
    match rim:
        case "clockwise" | "anticlockwise":
            yield from _arrows(definition, 1 if rim == "clockwise" else -1, ink, back=back)
        case "coin":
            ticks: Path = ()
            length = _TICKS * size - 0.45
            for at, out in _rim_spots(definition, inset + 0.45, 60, back=back):
                ticks += segment(at, at - out * length)
            yield Shape(ticks, stroke=Stroke(_FINE, ink))
            within = token_outline(definition, beyond=-inset - _TICKS * size - 0.35, back=back)
            if definition.has_round_rim:
                within = circle(ORIGIN, size / 2 - inset - _TICKS * size - 0.35)
            yield Shape(within, stroke=Stroke(_FINE, ink))
        case "dots":
            middle = inset + _DOTS / 2 * size + 0.2
            dots: Path = ()
            for at, _ in _rim_spots(definition, middle, 36, back=back):
                dots += circle(at, 0.009 * size)
            yield Shape(dots, fill=ink)
            within = token_outline(definition, beyond=-middle - _DOTS / 2 * size, back=back)
            if definition.has_round_rim:
                within = circle(ORIGIN, size / 2 - middle - _DOTS / 2 * size)
            yield Shape(within, stroke=Stroke(_FINE, ink))
        case _:
            return


def _arrows(definition: TokenDefinition, way: int, ink: str, *, back: bool) -> Iterator[Item]:
    """Six arrowheads, at the middle of each side of a hexagon, all one way round."""
    reach = _ARROW * definition.across
    path: Path = ()
    for at, out in _rim_spots(
        definition, _inset(definition) + 1.7 * reach, 6, first=30.0, back=back
    ):
        on = out.right() * (way * reach * 0.5)
        path += polygon([at - on + out * reach, at + on, at - on - out * reach])[:-1]
    yield Shape(path, stroke=Stroke(0.028 * definition.across, ink))
