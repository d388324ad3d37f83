"""The drawing of a token: a field, a rim, a sign or a word, and the symbol of its colour.

Rims follow the outline inside the cut: lines, bands, arrows and ticks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.colour.measures import SEEN, contrast, mixed
from pnp.colour.theme import STANDARD, Theme, legible
from pnp.definition import TokenDefinition, TokenFace
from pnp.draw.areas import RIM, areas_of
from pnp.draw.look.lettering import number_item, numeral_width
from pnp.draw.look.signs import box_path, regular, symbol
from pnp.draw.tile.letters import SMALL, with_letter
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    circle,
    heading,
    polygon,
    rounded,
    segment,
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
INSET = 0.9
_FINE = 0.25

# Shares of the token's size.
BAND = 0.105
_ARROW, _TICKS, _DOTS = 0.042, 0.055, 0.045


@dataclass(frozen=True)
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
    whole = Shape(token_outline(definition, beyond=reach), fill=side.band or side.field)
    if reach:
        return (whole,)
    rim = side.face.rim
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
    inner = token_outline(definition, beyond=-rim_room(definition, "band"))
    return (whole, Shape(inner, fill=side.field), *lines)


def token_items(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The sign, the word and the symbol of a side; nothing if only its face shows something."""
    side = _Side(token, theme, back)
    return () if side.is_bare else tuple(_face_items(side))


def has_sign_and_symbol(token: Token) -> bool:
    """Whether the front shows a sign above the symbol of the token's colour, and nothing else."""
    face, ink = token.definition.front, token.ink
    return bool(face.sign and not face.text and token.listed is None and ink and ink.symbol)


def token_in_figure(token: Token, size: float, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The front of a token with a sign and a symbol in a size in which the printed ones could not be seen.

    The symbol is nearly as large as the sign, and has no letter beside it.
    """
    assert token.ink is not None
    side, half = _Side(token, theme), size / 2
    ink = side.ink
    if theme.edging and contrast(ink, side.field) < SEEN:
        ink = legible(side.field, theme)
    # The rim of a token that is filled with its ink is light, so that it is seen on a cell in this ink.
    rim = theme.halo if side.field == side.own else ink
    outline = token_outline(replace(token.definition, size=size), beyond=-_RIM_IN_FIGURE / 2)
    signs = ((side.face.sign, *_SIGN_IN_FIGURE), (token.ink.symbol, *_SYMBOL_IN_FIGURE))
    return (
        Shape(outline, fill=side.field, stroke=Stroke(_RIM_IN_FIGURE, rim)),
        *(
            Shape(symbol(name, Point(0, down * half), reach * half), fill=ink)
            for name, down, reach in signs
        ),
    )


def token_field(token: Token, *, back: bool, theme: Theme) -> str:
    """The ink of a side's ground, inside a band if it has one."""
    return _Side(token, theme, back).field


def _face_items(side: _Side) -> Iterator[Item]:
    """The sign above the word or the colour's symbol; a single item stands in the middle."""
    token, face, theme, ink = side.token, side.face, side.theme, side.ink
    half, rim = token.definition.size / 2, rim_room(token.definition, face.rim)
    room = half - (rim - 1.0) * 0.6
    own = token.ink.symbol if token.ink is not None else ""
    main, below = (face.sign, own) if face.sign else (own, "")

    def shown(name: str, down: float, radius: float, over: str, ground: str) -> Iterator[Item]:
        """A sign, with the letter beside the colour's symbol, if the theme shows letters everywhere."""
        centre, small = Point(0, down), radius < _BESIDE_FROM * room
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
            yield _word(face.text, room, half - rim - _AIR, ink, middle=not main)
        elif below:
            # Two items side by side are wider: they stand where the token is wider as well.
            low = 0.58 if theme.letters_everywhere else 0.64
            yield from shown(below, room * low, room * 0.19, ink, side.field)


def _word(text: str, room: float, reach: float, ink: str, *, middle: bool) -> Text:
    """The word, as large as possible inside a circle of radius *reach*, and at least 7 pt."""
    wide = text_width(text, 1.0, bold=True)
    centre, most = (0.0, room * 1.05) if middle else (room * 0.62, room * 0.36)
    # The lower corners of the word, at a size, lie on the circle: the root of a square equation.
    squares, linear = (wide**2 + CAP_HEIGHT**2) / 4, centre * CAP_HEIGHT
    short = centre**2 - reach**2
    fitting = (math.sqrt(linear**2 - 4 * squares * short) - linear) / (2 * squares)
    size = max(SMALL, min(most, fitting))
    low = centre + size * CAP_HEIGHT / 2
    return Text(text, Point(0, low), size, ink, bold=True, anchor="middle")


# Rims


def token_outline(definition: TokenDefinition, *, beyond: float = 0.0) -> Path:
    """The outline of a token round the origin, grown by *beyond*."""
    half = definition.size / 2 + beyond
    match definition.shape:
        case "round":
            return circle(ORIGIN, half)
        case "square":
            return box_path(Box(-half, -half, 2 * half, 2 * half))
        case _:
            return regular(6, ORIGIN, half * 2 / 3**0.5)


def rim_room(definition: TokenDefinition, rim: str) -> float:
    """How far from the cut the rim leaves the field free."""
    size = definition.size
    depth = {"coin": _TICKS + 0.02, "dots": _DOTS + 0.03, "band": BAND}
    depth |= dict.fromkeys(("clockwise", "anticlockwise"), 1.8 * _ARROW)
    if rim == "none":
        return 0.0
    return max(INSET + RIM, (INSET if rim != "band" else 0.0) + depth.get(rim, 0.0) * size)


def rim_items(
    definition: TokenDefinition, rim: str, ink: str, theme: Theme = STANDARD, *, back: bool = False
) -> Iterator[Item]:
    """The lines of a rim in an ink, on the front or the back."""
    if rim in ("none", "band"):
        return
    inner = token_outline(definition, beyond=-INSET)
    yield Shape(inner, stroke=areas_of(theme).rim(inner, ink, back=back))
    size = definition.size
    match rim:
        case "clockwise" | "anticlockwise":
            yield from _arrows(definition, 1 if rim == "clockwise" else -1, ink)
        case "coin":
            start, end = size / 2 - INSET - 0.45, size / 2 - INSET - _TICKS * size
            ticks: Path = ()
            for number in range(60):
                out = heading(6.0 * number)
                ticks += segment(out * start, out * end)
            yield Shape(ticks, stroke=Stroke(_FINE, ink))
            yield Shape(circle(ORIGIN, end - 0.35), stroke=Stroke(_FINE, ink))
        case "dots":
            middle = size / 2 - INSET - _DOTS / 2 * size - 0.2
            dots: Path = ()
            for number in range(36):
                dots += circle(heading(10.0 * number) * middle, 0.009 * size)
            yield Shape(dots, fill=ink)
            yield Shape(circle(ORIGIN, middle - _DOTS / 2 * size), stroke=Stroke(_FINE, ink))
        case _:
            return


def _arrows(definition: TokenDefinition, way: int, ink: str) -> Iterator[Item]:
    """An arrowhead at the middle of each side of a hexagon, all one way round."""
    reach = _ARROW * definition.size
    middle = definition.size / 2 - INSET - 1.7 * reach
    path: Path = ()
    for number in range(6):
        out = heading(30.0 + 60.0 * number)
        on, at = out.right() * (way * reach * 0.5), out * middle
        path += polygon([at - on + out * reach, at + on, at - on - out * reach])[:-1]
    yield Shape(path, stroke=Stroke(0.028 * definition.size, ink))
