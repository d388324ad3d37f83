"""The drawing of a token: a field, a rim, a sign or a word, and the symbol of its colour."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pnp.colour.measures import SEEN, contrast, mixed
from pnp.colour.theme import STANDARD, Theme, legible
from pnp.definition import TokenFace
from pnp.draw.ink_styles import painted
from pnp.draw.letters import SMALL, with_letter
from pnp.draw.numbers import number_item, number_width
from pnp.draw.rims import rim_items, rim_room, token_outline
from pnp.draw.symbols import symbol
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Point, rounded
from pnp.sets.components import Token

# A large symbol with its letter beside it is smaller, so that both fit on the token.
_BESIDE, _BESIDE_FROM = 0.52, 0.4

# A token in a figure: the width of its rim in millimetres, and shares of its reach: where its sign and the symbol of
# its colour are, and how far they reach. The symbol is so large that it can be seen at 3 mm.
_RIM_IN_FIGURE = 0.4
_SIGN_IN_FIGURE, _SYMBOL_IN_FIGURE = (-0.38, 0.44), (0.5, 0.31)
_AIR = 0.4  # millimetres between a word and the rim

_BLANK = TokenFace()


def token_ground(
    token: Token, reach: float = 0.0, *, back: bool = False, theme: Theme = STANDARD
) -> tuple[Item, ...]:
    """The field of a side with its rim, or the field alone, grown by *reach*."""
    definition, face = token.definition, _face(token, back=back)
    field = token_field(token, back=back, theme=theme)
    band = _band(token, face, theme)
    whole = Shape(token_outline(definition, beyond=reach), fill=band or field)
    if reach:
        return (whole,)
    ink = _ink(token, face, field, theme)
    rim = face.rim
    if face.is_blank and token.listed is not None and rim == "line":
        # Its own face covers the field.
        rim = "none"
    if not theme.fills and rim == "none":
        rim = "line"
    if face.rim == "band" and not band:
        rim = "line"
    broken = back and not theme.fills
    lines = rim_items(definition, rim, ink, broken=broken)
    if not band:
        return (whole, *lines)
    inner = token_outline(definition, beyond=-rim_room(definition, "band"))
    return (whole, Shape(inner, fill=field), *lines)


def token_items(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The sign, the word and the symbol of a side; nothing if only its face shows something."""
    face = _face(token, back=back)
    no_side = back and token.definition.back is None
    if no_side or (face.is_blank and token.listed is not None):
        return ()
    field = token_field(token, back=back, theme=theme)
    return tuple(_face_items(token, face, _ink(token, face, field, theme), field, theme))


def has_sign_and_symbol(token: Token) -> bool:
    """Whether the front shows a sign above the symbol of the token's colour, and nothing else."""
    face, ink = token.definition.front, token.ink
    return bool(face.sign and not face.text and token.listed is None and ink and ink.symbol)


def token_in_figure(token: Token, size: float, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The front of a token with a sign and a symbol in a size in which the printed ones could not be seen.

    The symbol is nearly as large as the sign, and has no letter beside it.
    """
    assert token.ink is not None
    face, half = token.definition.front, size / 2
    field = token_field(token, back=False, theme=theme)
    ink = _ink(token, face, field, theme)
    if theme.edging and contrast(ink, field) < SEEN:
        ink = legible(field, theme)
    # The rim of a token that is filled with its ink is light, so that it is seen on a cell in this ink.
    rim = theme.halo if field == token.ink.fill else ink
    outline = token_outline(replace(token.definition, size=size), beyond=-_RIM_IN_FIGURE / 2)
    signs = ((face.sign, *_SIGN_IN_FIGURE), (token.ink.symbol, *_SYMBOL_IN_FIGURE))
    return (
        Shape(outline, fill=field, stroke=Stroke(_RIM_IN_FIGURE, rim)),
        *(
            Shape(symbol(name, Point(0, down * half), reach * half), fill=ink)
            for name, down, reach in signs
        ),
    )


def token_field(token: Token, *, back: bool, theme: Theme) -> str:
    """The ink of a side's ground, inside a band if it has one."""
    face = _face(token, back=back)
    if not theme.fills:
        return theme.ground
    if face.ground:
        return face.ground
    if face.rim == "band" and token.ink is not None:
        return theme.halo
    if token.ink is None:
        # The two sides look different at a glance.
        return theme.road if back else theme.ground
    return mixed(token.ink.fill, theme.ground, 0.8) if back else token.ink.fill


def _face(token: Token, *, back: bool) -> TokenFace:
    definition = token.definition
    return (definition.back or _BLANK) if back else definition.front


def _band(token: Token, face: TokenFace, theme: Theme) -> str:
    """The ink of a broad rim; empty for other rims."""
    is_band = face.rim == "band" and token.ink is not None and theme.fills
    return token.ink.fill if is_band and token.ink is not None else ""


def _ink(token: Token, face: TokenFace, field: str, theme: Theme) -> str:
    """The ink of the sign, the word and the rim."""
    own = None if token.ink is None else token.ink.fill
    if not theme.fills:
        return own or theme.kerb
    if face.ink:
        return face.ink
    if own is not None and face.rim == "band":
        return own
    return legible(field, theme)


def _face_items(
    token: Token, face: TokenFace, ink: str, field: str, theme: Theme
) -> Iterator[Item]:
    """The sign above the word or the colour's symbol; a single item stands in the middle."""
    room = token.definition.size / 2 - (rim_room(token.definition, face.rim) - 1.0) * 0.6
    inner = token.definition.size / 2 - rim_room(token.definition, face.rim) - _AIR
    own = token.ink.symbol if token.ink is not None else ""
    main, below = (face.sign, own) if face.sign else (own, "")

    def shown(name: str, centre: Point, radius: float, over: str, ground: str) -> Iterator[Item]:
        """A sign, with the letter beside the colour's symbol, if the theme shows letters everywhere."""
        small = radius < _BESIDE_FROM * room
        beside = token.ink is not None and name == own and theme.letters_everywhere
        radius *= _BESIDE if beside and not small else 1.0
        letters: list[Text] = []
        if beside and token.ink is not None:
            written = over if theme.fills else theme.mark
            centre, letter = with_letter(token.ink.code, centre, radius, written)
            letters.append(letter)
        path = symbol(name, centre, radius)
        # An outline would make a small symbol as dark and larger.
        yield from (Shape(path, fill=over),) if small else painted(path, over, theme, ground=ground)
        yield from letters

    if not face.text and not below:
        yield from shown(main, ORIGIN, room * 0.6, ink, field)
    elif _band(token, face, theme) and token.ink is not None and not face.text:
        # The symbol stands on the rim, and the sign has the field for itself.
        yield from shown(main, Point(0, -room * 0.08), room * 0.6, ink, field)
        half = token.definition.size / 2
        disc, at = 0.21 * half, Point(0, 0.76 * half)
        wide = 0.62 if theme.letters_everywhere else 0.82
        # Two items side by side take a longer field.
        high, aside = disc * 1.22, 1.25 * disc * wide if theme.letters_everywhere else 0.0
        long = high + aside
        field_of_symbol = Box(at.x - long, at.y - high, 2 * long, 2 * high)
        yield Shape(rounded(field_of_symbol, high), fill=token.ink.fill)
        over = legible(token.ink.fill, theme)
        yield from shown(below, at, disc * wide, over, token.ink.fill)
    else:
        if main:
            pair = bool(below) and theme.letters_everywhere and not face.text
            up, wide = (0.26, 0.48) if pair else (0.18, 0.55)
            yield from shown(main, Point(0, -room * up), room * wide, ink, field)
        if face.text:
            is_number = face.text.isdecimal() and not main
            yield (
                _value(face.text, room, ink)
                if is_number
                else _word(face.text, room, inner, ink, middle=not main)
            )
        elif below:
            # Two items side by side are wider: they stand where the token is wider as well.
            low = 0.58 if theme.letters_everywhere else 0.64
            yield from shown(below, Point(0, room * low), room * 0.19, ink, field)


def _value(text: str, room: float, ink: str) -> Item:
    """A number in the middle of a token, as large as it fits."""
    widest = 1.15 * room / number_width(text, 1.0)
    return number_item(text, ORIGIN, min(0.8 * room, widest), ink)


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
