"""The drawing of a token: a field in its colour, a sign, and perhaps a word."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.components import Token
from pnp.definition import TokenDefinition, TokenFace
from pnp.draw.symbols import box, regular, symbol
from pnp.fonts import CAP_HEIGHT, text_width
from pnp.geometry import ORIGIN, Box, Path, Point, circle
from pnp.scene import Drawing, Item, Shape, Text
from pnp.theme import STANDARD, Theme, legible, mixed

_SMALL = 2.5  # 7 pt


def token_outline(definition: TokenDefinition, *, beyond: float = 0.0) -> Path:
    """The outline of a token round the origin, so far outside of where it is cut."""
    half = definition.size / 2 + beyond
    match definition.shape:
        case "round":
            return circle(ORIGIN, half)
        case "square":
            return box(Box(-half, -half, 2 * half, 2 * half))
        case _:
            return regular(6, ORIGIN, half * 2 / 3**0.5)


def token_drawing(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> Drawing:
    """One side of a token round the origin."""
    definition = token.definition
    face = definition.back if back else definition.front
    assert face is not None
    fill = _field(token, back=back, theme=theme)
    ground = Shape(token_outline(definition), fill=fill)
    return Drawing((ground, *_face_items(token, face, legible(fill, theme))))


def token_bleed(
    token: Token, reach: float, *, back: bool = False, theme: Theme = STANDARD
) -> Drawing:
    """The field of a side, so far outside of where it is cut."""
    fill = _field(token, back=back, theme=theme)
    return Drawing((Shape(token_outline(token.definition, beyond=reach), fill=fill),))


def _field(token: Token, *, back: bool, theme: Theme) -> str:
    if token.ink is None:
        # The two sides differ at a glance.
        return theme.road if back else theme.ground
    return mixed(token.ink.fill, theme.ground, 0.8) if back else token.ink.fill


def _face_items(token: Token, face: TokenFace, ink: str) -> Iterator[Item]:
    """Sign above, word or the colour's symbol below; a single thing stands in the middle."""
    room = token.definition.size / 2
    own = token.ink.symbol if token.ink is not None else ""
    main, below = (face.sign, own) if face.sign else (own, "")
    if not face.text and not below:
        yield Shape(symbol(main, ORIGIN, room * 0.6), fill=ink)
        return
    if main:
        yield Shape(symbol(main, Point(0, -room * 0.2), room * 0.52), fill=ink)
    if face.text:
        yield _word(face.text, room, ink, middle=not main)
    elif below:
        yield Shape(symbol(below, Point(0, room * 0.62), room * 0.2), fill=ink)


def _word(text: str, room: float, ink: str, *, middle: bool) -> Text:
    """The word as large as it fits, 7 pt at least."""
    width = room * (1.5 if middle else 1.2)
    size = max(
        _SMALL, min(room * (0.6 if middle else 0.36), width / text_width(text, 1.0, bold=True))
    )
    low = size * CAP_HEIGHT / 2 if middle else room * 0.62 + size * CAP_HEIGHT / 2
    return Text(text, Point(0, low), size, ink, bold=True, anchor="middle")
