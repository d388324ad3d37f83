"""The drawing of a token: a field in its colour, a sign, and perhaps a word."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.colour.measures import mixed
from pnp.colour.theme import STANDARD, Theme, legible
from pnp.definition import TokenDefinition, TokenFace
from pnp.draw.ink_styles import painted
from pnp.draw.symbols import box_path, regular, symbol
from pnp.scene import Drawing, Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Path, Point, circle
from pnp.sets.components import Token

# A large symbol with its letter beside it is smaller, so that both fit on the token.
_BESIDE, _BESIDE_FROM = 0.52, 0.4

_SMALL = 2.5  # 7 pt

# Millimetres: a token without a fill has a ring, which is broken on its back.
_RING, _RING_WIDTH = 0.75, 0.4
_BROKEN = (2.4, 1.3)


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


def token_drawing(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> Drawing:
    """One side of a token round the origin."""
    ground = token_ground(token, back=back, theme=theme)
    return Drawing((*ground, *token_items(token, back=back, theme=theme)))


def token_ground(
    token: Token, reach: float = 0.0, *, back: bool = False, theme: Theme = STANDARD
) -> tuple[Item, ...]:
    """The field of a side, grown by *reach*; a theme without fills has a ring inside."""
    definition = token.definition
    fill = token_field(token, back=back, theme=theme)
    field = Shape(token_outline(definition, beyond=reach), fill=fill)
    if theme.fills or reach:
        return (field,)
    ink = theme.kerb if token.ink is None else token.ink.fill
    inner = token_outline(definition, beyond=-_RING)
    return (field, Shape(inner, stroke=Stroke(_RING_WIDTH, ink, _BROKEN if back else ())))


def token_items(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> tuple[Item, ...]:
    """The sign, the word and the symbol of a side; nothing if only its face shows something."""
    definition = token.definition
    face = definition.back if back else definition.front
    if face is None or (face.is_blank and token.listed is not None):
        return ()
    fill = token_field(token, back=back, theme=theme)
    ink = legible(fill, theme)
    if not theme.fills:
        ink = theme.kerb if token.ink is None else token.ink.fill
    return tuple(_face_items(token, face, ink, fill, theme))


def token_bleed(
    token: Token, reach: float, *, back: bool = False, theme: Theme = STANDARD
) -> Drawing:
    """The field of a side, grown by *reach*."""
    return Drawing(token_ground(token, reach, back=back, theme=theme))


def token_field(token: Token, *, back: bool, theme: Theme) -> str:
    """The ink of a side's ground."""
    if not theme.fills:
        return theme.ground
    if token.ink is None:
        # The two sides look different at a glance.
        return theme.road if back else theme.ground
    return mixed(token.ink.fill, theme.ground, 0.8) if back else token.ink.fill


def _face_items(
    token: Token, face: TokenFace, ink: str, field: str, theme: Theme
) -> Iterator[Item]:
    """The sign above the word or the colour's symbol; a single item stands in the middle."""
    room = token.definition.size / 2
    own = token.ink.symbol if token.ink is not None else ""
    main, below = (face.sign, own) if face.sign else (own, "")

    def shown(name: str, centre: Point, radius: float) -> Iterator[Item]:
        """A sign, with the letter beside the colour's symbol, if the theme shows letters everywhere."""
        small = radius < _BESIDE_FROM * room
        beside = token.ink is not None and name == own and theme.letters_everywhere
        radius *= _BESIDE if beside and not small else 1.0
        aside = Point(1.25 * radius if beside else 0.0, 0)
        path = symbol(name, centre - aside, radius)
        # An outline would make a small symbol as dark and larger.
        yield from (Shape(path, fill=ink),) if small else painted(path, ink, theme, ground=field)
        if not beside or token.ink is None:
            return
        yield _letter(token.ink.code, centre + aside, radius, ink if theme.fills else theme.mark)

    if not face.text and not below:
        yield from shown(main, ORIGIN, room * 0.6)
        return
    if main:
        yield from shown(main, Point(0, -room * 0.2), room * 0.52)
    if face.text:
        yield _word(face.text, room, ink, middle=not main)
    elif below:
        # Two items side by side are wider: they stand where the token is wider as well.
        low = 0.55 if theme.letters_everywhere else 0.62
        yield from shown(below, Point(0, room * low), room * 0.2)


def _letter(code: str, centre: Point, radius: float, ink: str) -> Text:
    """The letter of a colour, as high as its symbol and at least 7 pt."""
    size = max(_SMALL, 2.4 * radius / max(1.0, 0.75 * len(code)))
    return Text(
        code, centre + Point(0, size * CAP_HEIGHT / 2), size, ink, bold=True, anchor="middle"
    )


def _word(text: str, room: float, ink: str, *, middle: bool) -> Text:
    """The word, as large as possible and at least 7 pt."""
    width = room * (1.5 if middle else 1.2)
    size = max(
        _SMALL, min(room * (0.6 if middle else 0.36), width / text_width(text, 1.0, bold=True))
    )
    low = size * CAP_HEIGHT / 2 if middle else room * 0.62 + size * CAP_HEIGHT / 2
    return Text(text, Point(0, low), size, ink, bold=True, anchor="middle")
